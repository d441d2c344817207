/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A plain question is a verb, a name and nothing else. A name has to be met whole, in any of its forms; an entity comes
 * before an attribute, and a name before a synonym.
 */
#include "config.h"

#include "agent/ask-plain.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-words.h"
#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"

#define LARGE 100000
#define FIRST_ROWS 1000

typedef enum
{
  COUNT,
  SHOW,
  DESCRIBE
} Verb;

/* Folded words. Longest first where one begins as another. */
static const struct
{
  const char *words;
  Verb verb;
} verbs[] = {
  { "what is the number of", COUNT },
  { "how many different", COUNT },
  { "the number of", COUNT },
  { "number of", COUNT },
  { "how many", COUNT },
  { "count", COUNT },
  { "wie viele", COUNT },
  { "wieviele", COUNT },
  { "anzahl der", COUNT },
  { "anzahl", COUNT },
  { "can you show", SHOW },
  { "please show", SHOW },
  { "show me", SHOW },
  { "show", SHOW },
  { "list", SHOW },
  { "display", SHOW },
  { "give me", SHOW },
  { "zeige mir", SHOW },
  { "zeig mir", SHOW },
  { "zeige", SHOW },
  { "zeig", SHOW },
  { "liste", SHOW },
  { "describe", DESCRIBE },
  { "beschreibe", DESCRIBE },
  { "beschreib", DESCRIBE },
};

/* Between the verb and the name. */
static const char *const fillers[] = { "all", "the", "every", "of", "table", "alle", "die", "der", "das", "den" };

/* Behind the name. */
static const char *const tails[] = {
  "",
  "are there",
  "is there",
  "there are",
  "are there in total",
  "in total",
  "do we have",
  "we have",
  "do you have",
  "do you know",
  "exist",
  "do exist",
  "are stored",
  "are known",
  "are in the database",
  "are there in the database",
  "in the database",
  "please",
  "gibt es",
  "gibt es insgesamt",
  "haben wir",
  "sind es",
  "kennst du",
  "insgesamt",
  "bitte",
  "auf",
};

/* A question that begins with a verb. */
typedef struct
{
  const char *question;
  GArray *words;
  Verb verb;
  guint at; /* the word behind the verb */
  gboolean synonyms; /* look at these, not at names */
} Plea;

static void
plain_free (gpointer data)
{
  AskPlain *self = data;

  g_free (self->sql);
  g_free (self->words);
  g_free (self);
}

static const char *
get_folded (GArray *words, guint at)
{
  return g_array_index (words, AskWord, at).folded;
}

/* Returns: how many words at @at are @phrase, 0 where they are not */
static guint
match_phrase (GArray *words, guint at, const char *phrase)
{
  g_auto (GStrv) parts = g_strsplit (phrase, " ", -1);
  guint n = g_strv_length (parts);

  if (at + n > words->len)
    return 0;
  for (guint i = 0; i < n; i++)
    if (strcmp (get_folded (words, at + i), parts[i]) != 0)
      return 0;
  return n;
}

static gboolean
is_filler (const char *folded)
{
  for (guint i = 0; i < G_N_ELEMENTS (fillers); i++)
    if (strcmp (folded, fillers[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_tail (GArray *words, guint at)
{
  for (guint i = 0; i < G_N_ELEMENTS (tails); i++)
    if (tails[i][0] == '\0' ? at == words->len : at + match_phrase (words, at, tails[i]) == words->len)
      return TRUE;
  return FALSE;
}

/* Plurals that no rule makes. */
static const char *
find_singular (const char *folded)
{
  static const char *const irregular[][2] = {
    { "people", "person" },      { "children", "child" }, { "men", "man" },           { "women", "woman" },
    { "mice", "mouse" },         { "feet", "foot" },      { "teeth", "tooth" },       { "geese", "goose" },
    { "knives", "knife" },       { "lives", "life" },     { "wives", "wife" },        { "leaves", "leaf" },
    { "shelves", "shelf" },      { "halves", "half" },    { "indices", "index" },     { "matrices", "matrix" },
    { "criteria", "criterion" }, { "media", "medium" },   { "analyses", "analysis" }, { "konten", "konto" },
    { "firmen", "firma" },       { "themen", "thema" },   { "daten", "datum" },       { "museen", "museum" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (irregular); i++)
    if (strcmp (irregular[i][0], folded) == 0)
      return irregular[i][1];
  return folded;
}

static gboolean
is_same_word (const AskWord *a, const AskWord *b)
{
  g_autofree char *left = NULL;
  g_autofree char *right = NULL;

  if (strcmp (a->folded, b->folded) == 0 || strcmp (a->stem, b->stem) == 0
      || strcmp (find_singular (a->folded), find_singular (b->folded)) == 0)
    return TRUE;
  left = ask_text_stem_german (a->folded);
  right = ask_text_stem_german (b->folded);
  return strcmp (left, right) == 0;
}

/* Returns: how many words from @at on say @name, where nothing that counts stands behind them; otherwise 0 */
static guint
match_name (GArray *words, guint at, const char *name)
{
  g_autofree char *text = ask_text_to_words (name);
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (GArray) own = ask_words_split (valid);

  if (own->len == 0 || at + own->len > words->len)
    return 0;
  for (guint i = 0; i < own->len; i++)
    if (!is_same_word (&g_array_index (words, AskWord, at + i), &g_array_index (own, AskWord, i)))
      return 0;
  return is_tail (words, at + own->len) ? own->len : 0;
}

/* The name, or with @synonyms any of these. */
static guint
match_any (const Plea *plea, const char *name, GPtrArray *synonyms)
{
  guint n = 0;

  if (!plea->synonyms)
    return match_name (plea->words, plea->at, name);
  for (guint i = 0; synonyms != NULL && i < synonyms->len && n == 0; i++)
    n = match_name (plea->words, plea->at, synonyms->pdata[i]);
  return n;
}

/* The first @n words of what is asked for as the name of a column. */
static char *
dup_alias (const Plea *plea, guint n)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      const AskWord *word = &g_array_index (plea->words, AskWord, plea->at + i);

      g_string_append (name, i > 0 ? "_" : "");
      g_string_append_len (name, plea->question + word->start, (gssize) (word->end - word->start));
    }
  return ask_sql_quote_name_if_needed (name->str);
}

static void
add (GPtrArray *found, const AskEntity *entity, char *sql, char *words)
{
  AskPlain *plain = g_new0 (AskPlain, 1);

  plain->entity = entity;
  plain->sql = sql;
  plain->words = words;
  g_ptr_array_add (found, plain);
}

/* Nobody reads a hundred thousand rows; and to fetch all of an API may cost more calls than are allowed. */
static gboolean
is_large (const AskEntity *entity)
{
  return entity->row_estimate > LARGE || (entity->row_estimate < 0 && entity->kind == ASK_ENTITY_API);
}

static void
add_entity (GPtrArray *found, const Plea *plea, const AskEntity *entity)
{
  guint n = match_any (plea, entity->name, entity->synonyms);
  g_autofree char *name = ask_text_to_words (entity->name);
  g_autofree char *table = ask_sql_quote_name_if_needed (entity->name);
  g_autofree char *alias = NULL;

  if (n == 0)
    return;
  alias = dup_alias (plea, n);
  if (plea->verb == COUNT)
    add (found, entity, g_strdup_printf ("SELECT count(*) AS %s FROM %s", alias, table),
         g_strdup_printf ("%s %s.", _ ("Counted:"), name));
  else if (plea->verb == SHOW && is_large (entity))
    {
      g_autofree char *first = g_strdup_printf ("%d", FIRST_ROWS);
      g_autofree char *some
        = g_strdup_printf (ngettext ("%s, only the first", "%s, only the first %s", FIRST_ROWS), name, first);

      add (found, entity, g_strdup_printf ("SELECT * FROM %s LIMIT %s", table, first),
           g_strdup_printf ("%s %s.", _ ("Shown:"), some));
    }
  else if (plea->verb == SHOW)
    add (found, entity, g_strdup_printf ("SELECT * FROM %s", table), g_strdup_printf ("%s %s.", _ ("Shown:"), name));
  else
    add (found, entity, NULL, g_strdup_printf ("%s %s.", _ ("Described:"), name));
}

static void
add_attribute (GPtrArray *found, const Plea *plea, const AskEntity *entity, const AskAttribute *attribute)
{
  guint n = match_any (plea, attribute->name, attribute->synonyms);
  g_autofree char *owner = ask_text_to_words (entity->name);
  g_autofree char *own = ask_text_to_words (attribute->name);
  g_autofree char *name = g_strdup_printf (_ ("%s of %s"), own, owner);
  g_autofree char *table = ask_sql_quote_name_if_needed (entity->name);
  g_autofree char *column = ask_sql_quote_name_if_needed (attribute->name);
  g_autofree char *alias = NULL;

  if (n == 0)
    return;
  alias = dup_alias (plea, n);
  if (plea->verb == COUNT)
    {
      g_autofree char *what = g_strdup_printf (_ ("number of different %s"), name);

      add (found, entity, g_strdup_printf ("SELECT count(DISTINCT %s) AS %s FROM %s", column, alias, table),
           g_strdup_printf ("%s %s.", _ ("Shown:"), what));
    }
  else if (plea->verb == SHOW)
    add (found, entity, g_strdup_printf ("SELECT DISTINCT %s FROM %s ORDER BY 1", column, table),
         g_strdup_printf ("%s %s.", _ ("Shown, each once:"), name));
  else
    add (found, entity, NULL, g_strdup_printf ("%s %s.", _ ("Described:"), owner));
}

static void
add_metric (GPtrArray *found, const Plea *plea, const AskEntity *entity, const AskMetric *metric)
{
  g_autofree char *owner = ask_text_to_words (entity->name);
  g_autofree char *own = ask_text_to_words (metric->name);
  g_autofree char *name = g_strdup_printf (_ ("%s of %s"), own, owner);
  g_autofree char *table = ask_sql_quote_name_if_needed (entity->name);
  g_autofree char *column = ask_sql_quote_name_if_needed (metric->name);

  if (match_any (plea, metric->name, metric->synonyms) == 0)
    return;
  add (found, entity, g_strdup_printf ("SELECT %s FROM %s", column, table),
       g_strdup_printf ("%s %s.", _ ("Shown:"), name));
}

/* Entities; where none is called so, metrics; where none is either, attributes. */
static void
find_named (GPtrArray *found, AskSchema *schema, const Plea *plea)
{
  for (guint e = 0; e < schema->entities->len; e++)
    if (!((const AskEntity *) schema->entities->pdata[e])->hidden)
      add_entity (found, plea, schema->entities->pdata[e]);
  for (guint e = 0, n = found->len; n == 0 && plea->verb == SHOW && e < schema->entities->len; e++)
    {
      const AskEntity *entity = schema->entities->pdata[e];

      for (guint m = 0; !entity->hidden && entity->metrics != NULL && m < entity->metrics->len; m++)
        add_metric (found, plea, entity, entity->metrics->pdata[m]);
    }
  for (guint e = 0, n = found->len; n == 0 && e < schema->entities->len; e++)
    {
      const AskEntity *entity = schema->entities->pdata[e];

      for (guint a = 0; !entity->hidden && a < entity->attributes->len; a++)
        if (!((const AskAttribute *) entity->attributes->pdata[a])->hidden)
          add_attribute (found, plea, entity, entity->attributes->pdata[a]);
    }
}

/**
 * ask_plain_find:
 * @schema: what there is
 * @question: valid UTF-8
 *
 * Returns: (transfer full) (element-type AskPlain): what a plain question asks for; several where as many things are
 *   called so, and none where it is no plain question
 */
GPtrArray *
ask_plain_find (AskSchema *schema, const char *question)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (plain_free);
  g_autoptr (GArray) words = ask_words_split (question);

  for (guint v = 0; v < G_N_ELEMENTS (verbs) && found->len == 0; v++)
    {
      guint at = match_phrase (words, 0, verbs[v].words);

      if (at == 0)
        continue;
      /* A name may begin with such a word. */
      for (;; at++)
        {
          find_named (found, schema, &(Plea) { question, words, verbs[v].verb, at, FALSE });
          if (found->len == 0)
            find_named (found, schema, &(Plea) { question, words, verbs[v].verb, at, TRUE });
          if (found->len > 0 || at >= words->len || !is_filler (get_folded (words, at)))
            break;
        }
    }
  return found;
}

static void
append_attribute (AskRows *rows, const AskAttribute *attribute)
{
  g_autofree char *synonyms = NULL;
  AskValue cells[6];

  if (attribute->synonyms != NULL && attribute->synonyms->len > 0)
    {
      g_autoptr (GString) all = g_string_new (NULL);

      for (guint i = 0; i < attribute->synonyms->len; i++)
        g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", (char *) attribute->synonyms->pdata[i]);
      synonyms = g_string_free (g_steal_pointer (&all), FALSE);
    }
  cells[0] = ask_value_text (attribute->name, -1);
  cells[1] = ask_value_text (ask_type_to_string (attribute->type), -1);
  cells[2] = attribute->key > 0 ? ask_value_integer (attribute->key) : ASK_NULL_INIT;
  cells[3] = attribute->unit != NULL ? ask_value_text (attribute->unit, -1) : ASK_NULL_INIT;
  cells[4] = attribute->description != NULL ? ask_value_text (attribute->description, -1) : ASK_NULL_INIT;
  cells[5] = synonyms != NULL ? ask_value_text (synonyms, -1) : ASK_NULL_INIT;
  ask_rows_append (rows, cells);
}

/**
 * ask_plain_describe:
 * @entity: an entity
 *
 * Returns: (transfer full): a row for each attribute that can be seen: its name, type, place in the key, unit,
 *   description and synonyms
 */
AskRows *
ask_plain_describe (const AskEntity *entity)
{
  AskRows *rows = ask_rows_new ();

  ask_rows_add_column (rows, _ ("attribute"), ASK_TYPE_TEXT);
  ask_rows_add_column (rows, _ ("type"), ASK_TYPE_TEXT);
  ask_rows_add_column (rows, _ ("key"), ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, _ ("unit"), ASK_TYPE_TEXT);
  ask_rows_add_column (rows, _ ("description"), ASK_TYPE_TEXT);
  ask_rows_add_column (rows, _ ("also called"), ASK_TYPE_TEXT);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (!attribute->hidden)
        append_attribute (rows, attribute);
    }
  return rows;
}
