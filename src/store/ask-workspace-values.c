/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The index of values: which attributes hold the words of a question. Values of tables are kept by
 * their physical names and told by the names of the newest schema, so a steward's renaming needs no
 * new index; the choices that a specification lists come from the schema itself.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"

#define MAX_HITS 200
#define MAX_SPAN_WORDS 6
/* A question of more words names its values in the first ones, or is none. */
#define MAX_QUESTION_WORDS 400

/*
 * ask_value_fold:
 *
 * Returns: (transfer full): @text without case, accents and superfluous white space
 */
char *
ask_value_fold (const char *text)
{
  g_autofree char *folded = ask_text_fold (text);
  GString *joined = g_string_sized_new (strlen (folded));
  gboolean space = FALSE;

  for (const char *p = folded; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isspace (c))
        {
          space = joined->len > 0;
          continue;
        }
      if (space)
        g_string_append_c (joined, ' ');
      space = FALSE;
      g_string_append_unichar (joined, c);
    }
  return g_string_free (joined, FALSE);
}

static AskValueHit *
hit_new (const char *entity, const char *attribute, const char *value)
{
  AskValueHit *hit = g_new0 (AskValueHit, 1);

  hit->entity = g_strdup (entity);
  hit->attribute = g_strdup (attribute);
  hit->value = g_strdup (value);
  return hit;
}

/*
 * ask_choices_new:
 *
 * Returns: (transfer full): folded choice → GPtrArray of AskValueHit, for all of @schema
 */
GHashTable *
ask_choices_new (AskSchema *schema)
{
  GHashTable *choices = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);

  for (guint e = 0; e < schema->entities->len; e++)
    {
      const AskEntity *entity = g_ptr_array_index (schema->entities, e);

      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = g_ptr_array_index (entity->attributes, a);

          for (guint c = 0; attribute->choices != NULL && c < attribute->choices->len; c++)
            {
              const char *choice = g_ptr_array_index (attribute->choices, c);
              char *folded = ask_value_fold (choice);
              GPtrArray *hits = g_hash_table_lookup (choices, folded);

              if (hits == NULL)
                {
                  hits = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_value_hit_free);
                  g_hash_table_insert (choices, g_strdup (folded), hits);
                }
              g_ptr_array_add (hits, hit_new (entity->name, attribute->name, choice));
              g_free (folded);
            }
        }
    }
  return choices;
}

static void
add_hit (GPtrArray *hits, const char *entity, const char *attribute, const char *value)
{
  if (hits->len >= MAX_HITS)
    return;
  for (guint i = 0; i < hits->len; i++)
    {
      const AskValueHit *hit = g_ptr_array_index (hits, i);

      if (strcmp (hit->entity, entity) == 0 && strcmp (hit->attribute, attribute) == 0
          && strcmp (hit->value, value) == 0)
        return;
    }
  g_ptr_array_add (hits, hit_new (entity, attribute, value));
}

/* A column of a source is an attribute of every entity that a steward made of its table, or of none
 * when it was taken out of the schema. */
static void
add_column_hits (GPtrArray *hits, AskSchema *schema, const char *source, const char *table, const char *column,
                 const char *value)
{
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = g_ptr_array_index (schema->entities, i);
      const AskAttribute *attribute;

      if (g_ascii_strcasecmp (entity->source, source) != 0 || strcmp (entity->table, table) != 0)
        continue;
      attribute = ask_entity_find_column (entity, column);
      if (attribute != NULL)
        add_hit (hits, entity->name, attribute->name, value);
    }
}

static sqlite3_stmt *
prepare_find (AskWorkspace *self, const char *what, GError **error)
{
  return ask_workspace_prepare (self, what,
                                "SELECT c.source, c.\"table\", c.\"column\", v.value"
                                "  FROM value AS v JOIN value_column AS c ON c.id = v.value_column"
                                "  WHERE v.folded = ?1 ORDER BY c.id, v.value",
                                error);
}

/* Where values are looked for.
 * @what: what cannot be done where the file cannot be read
 * @statement: from prepare_find()
 * @schema: the newest one, or any other */
typedef struct
{
  AskWorkspace *workspace;
  const char *what;
  sqlite3_stmt *statement;
  AskSchema *schema;
} Lookup;

/* All that @folded is a value of, into @hits. */
static gboolean
find_folded (const Lookup *lookup, const char *folded, GPtrArray *hits, GError **error)
{
  AskWorkspace *self = lookup->workspace;
  sqlite3_stmt *statement = lookup->statement;
  AskSchema *schema = lookup->schema;
  g_autoptr (GHashTable) own = NULL;
  GPtrArray *choices;
  gboolean row = TRUE;

  sqlite3_reset (statement);
  ask_statement_bind_text (statement, 1, folded);
  while (hits->len < MAX_HITS)
    {
      g_autofree char *source = NULL;
      g_autofree char *table = NULL;
      g_autofree char *column = NULL;
      g_autofree char *value = NULL;

      if (!ask_workspace_step (self, lookup->what, statement, &row, error))
        return FALSE;
      if (!row)
        break;
      source = ask_statement_dup_text (statement, 0);
      table = ask_statement_dup_text (statement, 1);
      column = ask_statement_dup_text (statement, 2);
      value = ask_statement_dup_text (statement, 3);
      add_column_hits (hits, schema, source, table, column, value);
    }
  sqlite3_reset (statement);

  if (schema != self->schema)
    own = ask_choices_new (schema);
  else if (self->choices == NULL)
    self->choices = ask_choices_new (schema);
  choices = g_hash_table_lookup (own != NULL ? own : self->choices, folded);
  for (guint i = 0; choices != NULL && i < choices->len; i++)
    {
      const AskValueHit *hit = g_ptr_array_index (choices, i);

      add_hit (hits, hit->entity, hit->attribute, hit->value);
    }
  return TRUE;
}

/**
 * ask_workspace_find_value:
 * @text: words, in any case
 * @error: %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the file cannot be read
 *
 * Which attributes hold @text as a whole value, up to case, accents and white space.
 *
 * Returns: (transfer container) (element-type AskValueHit): distinct, 200 at most, perhaps none
 */
GPtrArray *
ask_workspace_find_value (AskWorkspace *self, const char *text, GError **error)
{
  AskSchema *schema;

  g_return_val_if_fail (self != NULL && text != NULL, NULL);

  schema = ask_workspace_get_schema (self, error);
  return schema != NULL ? ask_workspace_find_value_on (self, schema, text, error) : NULL;
}

/**
 * ask_workspace_find_value_on:
 * @schema: in whose names to tell them: a version, or one that was not saved yet
 * @text: as of ask_workspace_find_value()
 * @error: as of ask_workspace_find_value()
 *
 * Returns: (transfer container) (element-type AskValueHit): as ask_workspace_find_value()
 */
GPtrArray *
ask_workspace_find_value_on (AskWorkspace *self, AskSchema *schema, const char *text, GError **error)
{
  const char *what = N_ ("its values were not read");
  g_autoptr (GPtrArray) hits = NULL;
  g_autofree char *folded = NULL;
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL && schema != NULL && text != NULL, NULL);

  hits = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_value_hit_free);
  folded = ask_value_fold (text);
  if (*folded == '\0')
    return g_steal_pointer (&hits);
  statement = prepare_find (self, what, error);
  if (statement == NULL || !find_folded (&(Lookup) { self, what, statement, schema }, folded, hits, error))
    return NULL;
  return g_steal_pointer (&hits);
}

typedef struct
{
  const char *start;
  const char *end;
} Word;

static GArray *
split_words (const char *question)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (Word));
  const char *p = question;

  while (*p != '\0' && words->len < MAX_QUESTION_WORDS)
    {
      Word word;

      while (*p != '\0' && g_unichar_isspace (g_utf8_get_char (p)))
        p = g_utf8_next_char (p);
      word.start = p;
      while (*p != '\0' && !g_unichar_isspace (g_utf8_get_char (p)))
        p = g_utf8_next_char (p);
      word.end = p;
      if (word.end > word.start)
        g_array_append_val (words, word);
    }
  return words;
}

/* Takes the signs of a sentence away, and leaves those of a name: "(C++)?" → "C++". */
static Word
trim_sentence (Word word)
{
  static const char *const opening[] = { "(", "[", "\"", "'", "“", "‘", "„", "«", "¿", "¡" };
  static const char *const closing[] = { ")", "]", "\"", "'", "”", "’", "“", "»", "?", "!", ".", ",", ";", ":", "…" };
  gboolean trimmed = TRUE;

  while (trimmed)
    {
      gsize length = (gsize) (word.end - word.start);

      trimmed = FALSE;
      for (gsize i = 0; i < G_N_ELEMENTS (opening) && !trimmed; i++)
        {
          gsize n = strlen (opening[i]);

          if (length >= n && memcmp (word.start, opening[i], n) == 0)
            {
              word.start += n;
              length -= n;
              trimmed = TRUE;
            }
        }
      for (gsize i = 0; i < G_N_ELEMENTS (closing) && !trimmed; i++)
        {
          gsize n = strlen (closing[i]);

          if (length >= n && memcmp (word.end - n, closing[i], n) == 0)
            {
              word.end -= n;
              trimmed = TRUE;
            }
        }
    }
  return word;
}

/* Takes all signs around words away: "–Lyon–" → "Lyon". */
static Word
trim_signs (Word word)
{
  while (word.start < word.end && !g_unichar_isalnum (g_utf8_get_char (word.start)))
    word.start = g_utf8_next_char (word.start);
  while (word.start < word.end)
    {
      const char *last = g_utf8_prev_char (word.end);

      if (g_unichar_isalnum (g_utf8_get_char (last)) || g_unichar_ismark (g_utf8_get_char (last)))
        break;
      word.end = last;
    }
  return word;
}

/* "Lyon's" → "Lyon" */
static Word
trim_possessive (Word word)
{
  static const char *const endings[] = { "'s", "’s", "'S", "’S" };

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      gsize length = strlen (endings[i]);

      if ((gsize) (word.end - word.start) > length && memcmp (word.end - length, endings[i], length) == 0)
        {
          word.end -= length;
          break;
        }
    }
  return word;
}

/* The hits of the words from @first to @last as typed, else with less and less around them. @span
 * is what was found. */
static gboolean
find_span (const Lookup *lookup, const Word *first, const Word *last, Word *span, GPtrArray *hits, GError **error)
{
  Word forms[4] = { { first->start, last->end } };

  forms[1] = trim_sentence (forms[0]);
  forms[2] = trim_signs (forms[1]);
  forms[3] = trim_possessive (forms[2]);
  for (guint i = 0; i < G_N_ELEMENTS (forms) && hits->len == 0; i++)
    {
      g_autofree char *text = NULL;
      g_autofree char *folded = NULL;

      if (i > 0 && forms[i].start == forms[i - 1].start && forms[i].end == forms[i - 1].end)
        continue;
      /* A word that is all signs is not to be trimmed away: then it is a run of fewer words. */
      if (forms[i].start >= first->end || forms[i].end <= last->start)
        break;
      text = g_strndup (forms[i].start, (gsize) (forms[i].end - forms[i].start));
      folded = ask_value_fold (text);
      if (*folded == '\0' || (first == last && ask_text_is_stop_word (folded)))
        continue;
      *span = forms[i];
      if (!find_folded (lookup, folded, hits, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_workspace_find_values_in:
 * @question: UTF-8; its first 400 words are looked at
 * @error: %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the file cannot be read
 *
 * The longest runs of words, six at most, that are values: in "sales of Plaza Museum in Lyon?" they
 * are "Plaza Museum" and "Lyon". A run inside a longer one that is a value is left out; a single
 * stop word is no value.
 *
 * Returns: (transfer container) (element-type AskValueSpan): in the order of the question
 */
GPtrArray *
ask_workspace_find_values_in (AskWorkspace *self, const char *question, GError **error)
{
  const char *what = N_ ("its values were not read");
  g_autoptr (GPtrArray) spans = NULL;
  g_autoptr (GArray) words = NULL;
  g_autoptr (sqlite3_stmt) statement = NULL;
  AskSchema *schema;
  Lookup lookup;
  guint covered = 0;

  g_return_val_if_fail (self != NULL && question != NULL, NULL);
  g_return_val_if_fail (g_utf8_validate (question, -1, NULL), NULL);

  spans = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_value_span_free);
  schema = ask_workspace_get_schema (self, error);
  if (schema == NULL)
    return NULL;
  statement = prepare_find (self, what, error);
  if (statement == NULL)
    return NULL;
  lookup = (Lookup) { self, what, statement, schema };
  words = split_words (question);
  for (guint i = 0; i < words->len; i++)
    {
      /* What ends where an earlier run ended lies inside of it. */
      for (guint n = MIN (MAX_SPAN_WORDS, words->len - i); n > 0 && i + n > covered; n--)
        {
          g_autoptr (GPtrArray) hits = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_value_hit_free);
          Word span = { NULL, NULL };
          AskValueSpan *found;

          if (!find_span (&lookup, &g_array_index (words, Word, i), &g_array_index (words, Word, i + n - 1), &span,
                          hits, error))
            return NULL;
          if (hits->len == 0)
            continue;
          found = g_new0 (AskValueSpan, 1);
          found->start = (gsize) (span.start - question);
          found->length = (gsize) (span.end - span.start);
          found->hits = g_steal_pointer (&hits);
          g_ptr_array_add (spans, found);
          covered = i + n;
          break;
        }
    }
  return g_steal_pointer (&spans);
}

/**
 * ask_workspace_each_value:
 * @func: called for each value, those of a source in a row; what it is given is only valid during the call
 * @data: for @func
 * @error: %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the file cannot be read
 *
 * Goes through the whole index of values.
 *
 * Returns: whether all were read
 */
gboolean
ask_workspace_each_value (AskWorkspace *self, AskValueFunc func, gpointer data, GError **error)
{
  const char *what = N_ ("its values were not read");
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row = TRUE;

  g_return_val_if_fail (self != NULL && func != NULL, FALSE);

  statement = ask_workspace_prepare (self, what,
                                     "SELECT c.source, c.\"table\", c.\"column\", v.value"
                                     "  FROM value_column AS c JOIN value AS v ON v.value_column = c.id"
                                     "  ORDER BY c.source, c.id, v.value",
                                     error);
  if (statement == NULL)
    return FALSE;
  while (ask_workspace_step (self, what, statement, &row, error))
    {
      if (!row)
        return TRUE;
      func ((const char *) sqlite3_column_text (statement, 0), (const char *) sqlite3_column_text (statement, 1),
            (const char *) sqlite3_column_text (statement, 2), (const char *) sqlite3_column_text (statement, 3), data);
    }
  return FALSE;
}
