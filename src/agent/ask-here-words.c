/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * See ask-here-words.h. What is said names entities and words of the question, in the user's language.
 */
#include "config.h"

#include "agent/ask-here-words.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-agent.h"
#include "agent/ask-words.h"
#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-parser.h"

#define MAX_NAMES 6
#define MAX_SUGGESTIONS 4
#define MAX_WORD 40

/* What a statement begins with, in lower case, and what a question never has behind it. */
static const char *const statements[] = {
  "insert into ",    "delete from ",  "drop table ",    "drop view ",      "drop index ", "create table ",
  "create view ",    "create index ", "create or ",     "alter table ",    "pragma ",     "attach database ",
  "truncate table ", "replace into ", "explain query ", "explain select ",
};

/**
 * ask_here_is_sql:
 * @question: valid UTF-8
 *
 * Returns: whether it is a statement of SQL and no sentence: "select albums from Germany" is one, "SELECT * FROM album"
 *   is none
 */
gboolean
ask_here_is_sql (const char *question)
{
  g_autofree char *line = ask_text_to_line (question);
  g_autofree char *lower = g_ascii_strdown (line, -1);
  g_autoptr (AskSqlTree) tree = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    if (g_str_has_prefix (lower, statements[i]))
      return TRUE;
  if (g_str_has_prefix (lower, "update ") && strstr (lower, " set ") != NULL && strchr (lower, '=') != NULL)
    return TRUE;
  if (!g_str_has_prefix (lower, "select ") && !g_str_has_prefix (lower, "with "))
    return FALSE;
  if (strncmp (line, "SELECT", 6) == 0 || strstr (line, " FROM ") != NULL || g_str_has_suffix (lower, ";"))
    return TRUE;
  /* In small letters a sentence may look like a statement: then it takes signs that no sentence has. */
  tree = ask_sql_parse (question, -1, NULL);
  return tree != NULL && strpbrk (question, "*=<>()") != NULL;
}

/* "a, b and c" of the first @n. */
static char *
join (GPtrArray *names, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  n = MIN (n, names->len);
  for (guint i = 0; i < n; i++)
    {
      if (i > 0 && i + 1 == n)
        {
          g_autofree char *before = g_strdup (text->str);

          g_string_printf (text, _ ("%s and %s"), before, (char *) names->pdata[i]);
        }
      else
        g_string_append_printf (text, "%s%s", i == 0 ? "" : ", ", (char *) names->pdata[i]);
    }
  return g_strdup (text->str);
}

/**
 * ask_here_ask_back:
 * @choices: (element-type AskAnswerChoice): what may be meant
 *
 * Returns: (transfer full): a question that names them
 */
char *
ask_here_ask_back (GPtrArray *choices)
{
  g_autoptr (GString) text = g_string_new (
    choices->len == 1 ? _ ("Is this what you mean?") : _ ("This can be read in several ways. Which one do you mean?"));

  for (guint i = 0; i < choices->len; i++)
    {
      const AskAnswerChoice *choice = choices->pdata[i];

      g_string_append_printf (text, " (%u) %s", i + 1, choice->words);
      if (choice->n_rows >= ASK_READING_MAX_ROWS)
        g_string_append_printf (text, _ (" At least %d rows."), ASK_READING_MAX_ROWS);
      else if (choice->n_rows >= 0)
        g_string_append_printf (text, ngettext (" %d row.", " %d rows.", (gulong) choice->n_rows),
                                (int) choice->n_rows);
    }
  return g_strdup (text->str);
}

static void
add_related (AskSchema *schema, const char *related, GPtrArray *names)
{
  const AskEntity *entity = ask_schema_find_entity (schema, related);
  char *name;

  if (entity == NULL || entity->hidden)
    return;
  name = ask_text_to_words (entity->name);
  if (g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_free (name);
  else
    g_ptr_array_add (names, name);
}

/**
 * ask_here_describe:
 * @schema: which @entity is in
 * @entity: what is described
 *
 * Returns: (transfer full): what it is, in a few sentences
 */
char *
ask_here_describe (AskSchema *schema, const AskEntity *entity)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) related = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *name = ask_text_to_words (entity->name);
  guint n = 0;

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      n += !attribute->hidden;
      if (attribute->key > 0 && !attribute->hidden)
        g_ptr_array_add (keys, g_strdup (attribute->name));
    }
  for (guint i = 0; i < schema->relationships->len; i++)
    {
      const AskRelationship *relationship = schema->relationships->pdata[i];

      if (g_ascii_strcasecmp (relationship->from, entity->name) == 0)
        add_related (schema, relationship->to, related);
      else if (g_ascii_strcasecmp (relationship->to, entity->name) == 0)
        add_related (schema, relationship->from, related);
    }
  /* Translators: what an entity is called, and how many attributes it has. */
  g_string_append_printf (text, ngettext ("%s has %u attribute.", "%s has %u attributes.", n), name, n);
  if (entity->description != NULL && entity->description[0] != '\0')
    g_string_append_printf (text, " %s%s", entity->description, g_str_has_suffix (entity->description, ".") ? "" : ".");
  if (keys->len > 0)
    {
      g_autofree char *all = join (keys, keys->len);

      g_string_append_c (text, ' ');
      g_string_append_printf (text, _ ("Its key is %s."), all);
    }
  if (related->len > 0)
    {
      g_autofree char *all = join (related, MAX_NAMES);

      g_string_append_c (text, ' ');
      g_string_append_printf (text, _ ("It belongs together with %s."), all);
    }
  return g_strdup (text->str);
}

/**
 * ask_here_tell_route:
 * @routed: where a question was looked for
 *
 * Returns: (transfer full): each source, how likely it is the right one, and why
 */
char *
ask_here_tell_route (const AskRouteResult *routed)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < routed->hits->len; i++)
    {
      const AskRouteHit *hit = routed->hits->pdata[i];

      g_string_append_printf (text, "%s%s (%.0f %%): %s", i == 0 ? "" : " ", hit->source, 100 * hit->score, hit->why);
    }
  return routed->hits->len > 0 ? g_strdup (text->str) : g_strdup (_ ("No source has any word of this question."));
}

static gboolean
is_value (const AskLink *link)
{
  return link->kind == ASK_LINK_VALUE || link->kind == ASK_LINK_NUMBER || link->kind == ASK_LINK_DATE;
}

static gboolean
is_told (const AskLink *link, gboolean values)
{
  return link->kind != ASK_LINK_OPERATION && link->kind != ASK_LINK_QUESTION && is_value (link) == values;
}

/* Whether the same words are better taken for something else. */
static gboolean
is_worse (GPtrArray *links, const AskLink *link, gboolean values)
{
  for (guint i = 0; i < links->len; i++)
    {
      const AskLink *other = links->pdata[i];

      if (is_told (other, values) && other->first < link->last && link->first < other->last
          && other->score > link->score)
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_here_tell_links:
 * @question: what was asked
 * @links: (element-type AskLink): what its words were taken for
 * @values: whether to tell of values, or of names
 *
 * Returns: (transfer full) (nullable): what is said of the words, or %NULL where there is nothing to say
 */
char *
ask_here_tell_links (const char *question, GPtrArray *links, gboolean values)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < links->len; i++)
    {
      const AskLink *link = links->pdata[i];
      g_autofree char *words = NULL;

      if (!is_told (link, values) || is_worse (links, link, values))
        continue;
      words = g_strndup (question + link->start, link->end - link->start);
      g_string_append (text, text->len > 0 ? "; " : "");
      if (values)
        /* Translators: words of a question, and what is said of them: "is a number". */
        g_string_append_printf (text, _ ("“%s” %s"), words, link->reason);
      else
        /* Translators: words of a question, a table or column, and what is said of that: "is called so". */
        g_string_append_printf (text, _ ("“%s”: %s %s"), words, link->target, link->reason);
    }
  if (text->len == 0)
    return NULL;
  g_string_append_c (text, '.');
  return g_strdup (text->str);
}

/* Returns: (transfer full) (element-type AskEntity): what words of the question name, then all others that can be seen */
static GPtrArray *
list_near (AskSchema *schema, const AskInterpretation *found)
{
  GPtrArray *near = g_ptr_array_new ();

  for (guint i = 0; i < found->links->len; i++)
    {
      const AskLink *link = found->links->pdata[i];
      AskEntity *entity;
      AskAttribute *attribute;

      if (ask_link_find_target (link, schema, &entity, &attribute) && !entity->hidden
          && !g_ptr_array_find (near, entity, NULL))
        g_ptr_array_add (near, entity);
    }
  for (guint i = 0; i < schema->entities->len; i++)
    {
      AskEntity *entity = schema->entities->pdata[i];

      if (!entity->hidden && !g_ptr_array_find (near, entity, NULL))
        g_ptr_array_add (near, entity);
    }
  return near;
}

/* A name that stands where no name was looked for, such as in quotation marks, is known all the same. */
static gboolean
is_named (GPtrArray *entities, const char *word)
{
  g_autofree char *folded = ask_text_fold (word);
  g_autofree char *stem = ask_text_stem (folded);

  for (guint i = 0; i < entities->len; i++)
    {
      g_autoptr (GPtrArray) words = ask_text_words (((const AskEntity *) entities->pdata[i])->name);

      for (guint w = 0; w < words->len; w++)
        {
          g_autofree char *own = ask_text_stem (words->pdata[w]);

          if (strcmp (own, stem) == 0)
            return TRUE;
        }
    }
  return FALSE;
}

/**
 * ask_here_say_unknown:
 * @schema: what there is
 * @found: a question that was not understood
 *
 * Returns: (transfer full): what the data is about, and which words it knows nothing of
 */
char *
ask_here_say_unknown (AskSchema *schema, const AskInterpretation *found)
{
  g_autoptr (GPtrArray) near = list_near (schema, found);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) unknown = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *known = NULL;
  g_autofree char *words = NULL;

  for (guint i = 0; i < near->len; i++)
    g_ptr_array_add (names, ask_text_to_words (((const AskEntity *) near->pdata[i])->name));
  for (guint i = 0; i < found->unknown->len; i++)
    {
      g_autofree char *line = ask_text_to_line (found->unknown->pdata[i]);
      g_autofree char *word = ask_text_shorten (line, MAX_WORD);
      char *quoted = g_strdup_printf (_ ("“%s”"), word);

      if (is_named (near, word) || g_ptr_array_find_with_equal_func (unknown, quoted, g_str_equal, NULL))
        g_free (quoted);
      else
        g_ptr_array_add (unknown, quoted);
    }
  known = join (names, MAX_NAMES);
  words = join (unknown, MAX_NAMES);
  if (names->len == 0)
    return g_strdup (_ ("Nothing can be asked about: all tables are hidden in the schema."));
  if (unknown->len > 0)
    /* Translators: names of tables, and words of the question in quotation marks. */
    return g_strdup_printf (
      _ ("I know %s; I do not know %s. Ask with words that the data uses, or set a language model."), known, words);
  return g_strdup_printf (_ ("I know %s, but I do not understand what is asked of them. Ask in other words, or set a "
                             "language model."),
                          known);
}

/**
 * ask_here_suggest:
 * @schema: what there is
 * @found: a question that was not understood
 * @suggestions: (element-type utf8): gets plain questions about what is nearest, up to a few in all
 */
void
ask_here_suggest (AskSchema *schema, const AskInterpretation *found, GPtrArray *suggestions)
{
  g_autoptr (GPtrArray) near = list_near (schema, found);

  for (guint i = 0; i < near->len && suggestions->len < MAX_SUGGESTIONS; i++)
    {
      g_autofree char *name = ask_text_to_words (((const AskEntity *) near->pdata[i])->name);
      /* Translators: a question that ask-plain.c has to understand; a table's name. */
      char *question = g_strdup_printf (_ ("Show %s"), name);

      if (g_ptr_array_find_with_equal_func (suggestions, question, g_str_equal, NULL))
        g_free (question);
      else
        g_ptr_array_add (suggestions, question);
    }
}
