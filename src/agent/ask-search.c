/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A search is a SELECT like any other: over the passages of each source of documents, best first. What a steward has hidden
 * is not in it. Words are quoted before they go into MATCH, so nobody's words are operators of it.
 */
#include "config.h"

#include "agent/ask-search.h"

#include <string.h>

#include "agent/ask-words.h"
#include "base/ask-text.h"
#include "source/ask-source-kinds.h"
#include "sql/ask-sql-lexer.h"

/* Of a question, and of the documents whose titles are compared with it. */
#define MAX_WORDS 24
#define MAX_TITLES 20000

/* A word that is looked for by a part of others has as many letters at least. */
#define LEAST_PART 4

/* Of a title that is meant, so much is in the words. */
#define LEAST_LIKE 0.5

static void
place_free (gpointer data)
{
  AskSearchPlace *self = data;

  g_free (self->folder);
  g_free (self);
}

/* (nullable): how the column is called now, where it may be seen */
static const char *
find_name (const AskEntity *entity, const char *column)
{
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (!attribute->hidden && g_strcmp0 (attribute->column, column) == 0)
        return attribute->name;
    }
  return NULL;
}

static const AskEntity *
find_entity (AskSchema *schema, const char *source, const char *table)
{
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (entity->kind == ASK_ENTITY_TABLE && !entity->hidden && g_str_equal (entity->source, source)
          && g_str_equal (entity->table, table))
        return entity;
    }
  return NULL;
}

/**
 * ask_search_list_places:
 * @workspace: whose sources are looked at
 * @schema: as it is now
 * @error: %ASK_STORE_ERROR
 *
 * Returns: (transfer full) (element-type AskSearchPlace): a place for each source of documents whose passages, and what
 *   they belong to, may be seen; borrows from @schema
 */
GPtrArray *
ask_search_list_places (AskWorkspace *workspace, AskSchema *schema, GError **error)
{
  g_autoptr (GPtrArray) records = ask_workspace_list_sources (workspace, error);
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func (place_free);

  for (guint i = 0; records != NULL && i < records->len; i++)
    {
      const AskSourceRecord *record = records->pdata[i];
      AskSearchPlace place = { NULL };

      if (!record->kind->full_text)
        continue;
      place.passages = find_entity (schema, record->name, "passages");
      place.documents = find_entity (schema, record->name, "documents");
      place.all_words = find_entity (schema, record->name, "words");
      if (place.passages == NULL || place.documents == NULL)
        continue;
      place.document = find_name (place.passages, "document");
      place.number = find_name (place.passages, "number");
      place.heading = find_name (place.passages, "heading");
      place.text = find_name (place.passages, "text");
      place.page = find_name (place.passages, "page");
      place.id = find_name (place.documents, "id");
      place.title = find_name (place.documents, "title");
      place.path = find_name (place.documents, "path");
      place.word = place.all_words != NULL ? find_name (place.all_words, "word") : NULL;
      if (place.document == NULL || place.number == NULL || place.text == NULL || place.id == NULL)
        continue;
      if (record->kind->find_column == NULL || record->kind->find_column (record->location) == NULL)
        place.folder = g_strdup (record->location);
      g_ptr_array_add (places, g_memdup2 (&place, sizeof place));
    }
  return records != NULL ? g_steal_pointer (&places) : NULL;
}

/**
 * ask_search_get_places:
 * @run: with a schema
 * @error: %ASK_STORE_ERROR
 *
 * Returns: (transfer none) (element-type AskSearchPlace): as of ask_search_list_places(), looked for once a question
 */
GPtrArray *
ask_search_get_places (AskAgentRun *run, GError **error)
{
  if (run->places == NULL)
    run->places = ask_search_list_places (run->workspace, run->schema, error);
  return run->places;
}

/**
 * ask_search_split:
 * @text: valid UTF-8
 *
 * Returns: (transfer full) (element-type utf8): its words that say something, each once; all where none does
 */
GPtrArray *
ask_search_split (const char *text)
{
  g_autoptr (GArray) words = ask_words_split (text);
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);

  for (guint pass = 0; pass < 2 && found->len == 0; pass++)
    for (guint i = 0; i < words->len && found->len < MAX_WORDS; i++)
      {
        const AskWord *word = &g_array_index (words, AskWord, i);
        g_autofree char *raw = g_strndup (text + word->start, word->end - word->start);

        if ((pass == 0 && word->stop) || strchr (raw, '"') != NULL
            || g_ptr_array_find_with_equal_func (found, raw, ask_text_equal_no_case, NULL))
          continue;
        g_ptr_array_add (found, g_steal_pointer (&raw));
      }
  return found;
}

/* @names: of attributes and entities may be keywords, or have blanks. */
static char *
quote (const char *table, const char *name)
{
  g_autofree char *quoted = ask_sql_quote_name_if_needed (name);

  return table != NULL ? g_strconcat (table, ".", quoted, NULL) : g_steal_pointer (&quoted);
}

/* "notice" OR "period", or with AND. */
static char *
join_words (GPtrArray *words, AskSearchMode mode)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < words->len; i++)
    g_string_append_printf (text, "%s\"%s\"",
                            i == 0                   ? ""
                            : mode == ASK_SEARCH_ALL ? " AND "
                                                     : " OR ",
                            (char *) words->pdata[i]);
  return ask_sql_quote_text (text->str);
}

/* What stands on the right of MATCH: a text, or a query that finds words by their parts. (nullable): %NULL where nothing is
 * to be looked for */
static char *
make_match (const AskSearchPlace *place, GPtrArray *words, AskSearchMode mode)
{
  g_autoptr (GString) likes = g_string_new (NULL);
  g_autofree char *entity = NULL;
  g_autofree char *word = NULL;

  if (mode != ASK_SEARCH_PARTS)
    return join_words (words, mode);
  if (place->word == NULL)
    return NULL;
  entity = ask_sql_quote_name_if_needed (place->all_words->name);
  word = ask_sql_quote_name_if_needed (place->word);
  for (guint i = 0; i < words->len; i++)
    {
      g_autofree char *part = g_strdup_printf ("%%%s%%", (char *) words->pdata[i]);
      g_autofree char *quoted = ask_sql_quote_text (part);

      if (g_utf8_strlen (words->pdata[i], -1) >= LEAST_PART)
        g_string_append_printf (likes, "%s%s LIKE %s", likes->len > 0 ? " OR " : "", word, quoted);
    }
  if (likes->len == 0)
    return NULL;
  /* Of no word the text is one that nothing fits. */
  return g_strdup_printf ("(SELECT coalesce (group_concat('\"' || %s || '\"', ' OR '), '\"\"') FROM (SELECT %s FROM %s "
                          "WHERE %s LIMIT 200))",
                          word, word, entity, likes->str);
}

static char *
make_one (const AskSearchPlace *place, GPtrArray *words, const char *ids, AskSearchMode mode, gboolean ranked,
          guint limit)
{
  g_autofree char *match = make_match (place, words, mode);
  g_autofree char *passages = ask_sql_quote_name_if_needed (place->passages->name);
  g_autofree char *documents = ask_sql_quote_name_if_needed (place->documents->name);
  g_autofree char *title = place->title != NULL ? quote ("d", place->title) : g_strdup ("NULL");
  g_autofree char *page = place->page != NULL ? quote ("p", place->page) : g_strdup ("NULL");
  g_autofree char *heading = place->heading != NULL ? quote ("p", place->heading) : g_strdup ("NULL");
  g_autofree char *text = quote ("p", place->text);
  g_autofree char *number = quote ("p", place->number);
  g_autofree char *document = quote ("p", place->document);
  g_autofree char *id = quote ("d", place->id);
  g_autofree char *only = ids != NULL ? g_strdup_printf (" AND %s IN (%s)", id, ids) : g_strdup ("");

  if (match == NULL)
    return NULL;
  return g_strdup_printf (
    "SELECT %s AS document, %s AS page, %s AS heading, %s AS text, %s AS number%s FROM %s AS p JOIN %s AS d ON %s = %s "
    "WHERE p.%s MATCH %s%s ORDER BY p.rank LIMIT %u",
    title, page, heading, text, number, ranked ? ", p.rank AS rank" : "", passages, documents, id, document, passages,
    match, only, limit);
}

/**
 * ask_search_make_sql:
 * @places: (element-type AskSearchPlace): where to look
 * @words: (element-type utf8): as of ask_search_split()
 * @only: (nullable) (element-type AskSearchPlace utf8): ids of documents, with commas; other places are left out
 * @mode: how they are looked for
 * @limit: of the passages
 *
 * Returns: (transfer full) (nullable): a SELECT of the columns document (its title), page, heading, text and number, best
 *   first; %NULL where there is nothing to look for
 */
char *
ask_search_make_sql (GPtrArray *places, GPtrArray *words, GHashTable *only, AskSearchMode mode, guint limit)
{
  g_autoptr (GPtrArray) selects = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) sql = NULL;
  const guint n = only != NULL ? g_hash_table_size (only) : places->len;

  for (guint i = 0; words->len > 0 && i < places->len; i++)
    {
      const char *ids = only != NULL ? g_hash_table_lookup (only, places->pdata[i]) : NULL;
      char *one = only == NULL || ids != NULL ? make_one (places->pdata[i], words, ids, mode, n > 1, limit) : NULL;

      if (one != NULL)
        g_ptr_array_add (selects, one);
    }
  if (selects->len == 0)
    return NULL;
  if (n == 1)
    return g_strdup (selects->pdata[0]);
  sql = g_string_new ("SELECT document, page, heading, text, number FROM (");
  for (guint i = 0; i < selects->len; i++)
    g_string_append_printf (sql, "%sSELECT * FROM (%s)", i > 0 ? " UNION ALL " : "", (char *) selects->pdata[i]);
  g_string_append_printf (sql, ") ORDER BY rank LIMIT %u", limit);
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

/* "contract" and "contracts" are one word, and a word of some length may have a letter wrong. */
static gboolean
is_like (const char *folded, const char *stem, const AskWord *word)
{
  if (g_str_equal (folded, word->folded) || g_str_equal (stem, word->stem))
    return TRUE;
  return strlen (folded) >= 5 && strlen (word->folded) >= 5 && ask_text_edit_distance (folded, word->folded) <= 1;
}

/* Returns: how much of @words is in @title: 0 to 1 */
static double
compare_title (GPtrArray *words, const char *title)
{
  g_autofree char *spaced = g_strdelimit (g_strdup (title), "_-/.", ' ');
  g_autoptr (GArray) own = ask_words_split (spaced);
  guint n = 0;

  for (guint w = 0; w < words->len; w++)
    {
      g_autofree char *folded = ask_text_fold (words->pdata[w]);
      g_autofree char *stem = ask_text_stem (folded);

      for (guint i = 0; i < own->len; i++)
        if (is_like (folded, stem, &g_array_index (own, AskWord, i)))
          {
            n++;
            break;
          }
    }
  return words->len > 0 ? (double) n / words->len : 0;
}

static AskResult *
list_titles (AskAgentRun *run, const AskSearchPlace *place, GError **error)
{
  const AskLimits limits = { MAX_TITLES, 64 << 20, 10000 };
  g_autofree char *entity = ask_sql_quote_name_if_needed (place->documents->name);
  g_autofree char *id = quote (NULL, place->id);
  g_autofree char *title = place->title != NULL ? quote (NULL, place->title) : g_strdup ("NULL");
  g_autofree char *path = place->path != NULL ? quote (NULL, place->path) : g_strdup ("NULL");
  g_autofree char *sql
    = g_strdup_printf ("SELECT %s, coalesce(%s, ''), coalesce(%s, '') FROM %s", id, title, path, entity);

  return ask_engine_query (run->engine, sql, &limits, NULL, run->cancellable, error);
}

/**
 * ask_search_find_titled:
 * @run: with an engine
 * @words: (element-type utf8): as of ask_search_split()
 * @titles: (element-type utf8): gets the titles of what is found
 * @error: what a query says
 *
 * Which documents are meant by their titles or paths: those that have the most of @words, half of them at least. Words are
 * compared by their stems, and a letter may be wrong.
 *
 * Returns: (transfer full) (element-type AskSearchPlace utf8): ids by place, with commas; empty where no title is meant
 */
GHashTable *
ask_search_find_titled (AskAgentRun *run, GPtrArray *words, GPtrArray *titles, GError **error)
{
  g_autoptr (GHashTable) found = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GPtrArray *places = ask_search_get_places (run, error);
  double best = LEAST_LIKE;

  for (guint i = 0; places != NULL && i < places->len; i++)
    {
      g_autoptr (AskResult) result = list_titles (run, places->pdata[i], error);

      if (result == NULL)
        return NULL;
      for (gsize r = 0; r < ask_rows_get_n_rows (result->rows); r++)
        {
          g_autofree char *id = ask_value_to_text (ask_rows_get (result->rows, r, 0));
          g_autofree char *title = ask_value_to_text (ask_rows_get (result->rows, r, 1));
          g_autofree char *path = ask_value_to_text (ask_rows_get (result->rows, r, 2));
          const double like = MAX (compare_title (words, title), compare_title (words, path));
          const char *ids;

          if (like < best)
            continue;
          if (like > best)
            {
              g_hash_table_remove_all (found);
              g_ptr_array_set_size (titles, 0);
              best = like;
            }
          ids = g_hash_table_lookup (found, places->pdata[i]);
          g_hash_table_insert (found, places->pdata[i],
                               ids != NULL ? g_strconcat (ids, ", ", id, NULL) : g_strdup (id));
          g_ptr_array_add (titles, g_strdup (title[0] != '\0' ? title : path));
        }
    }
  return places != NULL ? g_steal_pointer (&found) : NULL;
}
