/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Registers Spider's databases in a workspace, once, and makes indexes of parts of them. A database whose file is not
 * there is made empty from its schema.
 */
#include "config.h"

#include "route-set.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "base/ask-json.h"
#include "base/ask-text.h"
#include "support/ask-test-kinds.h"

static void
source_free (gpointer data)
{
  RouteSource *self = data;

  g_free (self->name);
  g_ptr_array_unref (self->entities);
  g_ptr_array_unref (self->values);
  g_free (self);
}

static void
question_clear (gpointer data)
{
  g_array_unref (((RouteQuestion *) data)->names);
  g_free (((RouteQuestion *) data)->text);
  g_free (((RouteQuestion *) data)->query);
}

void
route_set_free (RouteSet *self)
{
  g_clear_pointer (&self->workspace, ask_workspace_close);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_ptr_array_unref (self->sources);
  g_array_unref (self->questions);
  g_free (self);
}

static JsonNode *
read_json (const char *folder, const char *name, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  gsize length;

  return g_file_get_contents (path, &text, &length, error) ? ask_json_parse (text, (gssize) length, error) : NULL;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const RouteSource *const *) a)->name, (*(const RouteSource *const *) b)->name);
}

/* The distinct stems of @text; of a query only those that are no word of SQL and no literal. */
GHashTable *
route_get_words (const char *text, gboolean query)
{
  GHashTable *words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) plain = g_string_new (NULL);
  g_autoptr (GPtrArray) stems = NULL;
  char quote = '\0';

  for (const char *p = text; *p != '\0'; p++)
    {
      if (query && quote == '\0' && (*p == '"' || *p == '\''))
        quote = *p;
      else if (quote != '\0' && *p == quote)
        quote = '\0';
      else if (quote == '\0')
        g_string_append_c (plain, *p);
    }
  stems = ask_route_stems (query ? plain->str : text);
  for (guint i = 0; i < stems->len; i++)
    {
      static const char *const sql[] = { "select", "from", "where", "group", "by", "order", "have", "limit", "join",
                                         "on", "as", "and", "or", "not", "in", "count", "avg", "sum", "min", "max",
                                         "desc", "asc", "distinct", "between", "like", "intersect", "except", "union",
                                         NULL };
      const char *stem = stems->pdata[i];

      if (g_ascii_isdigit (*stem) || stem[1] == '\0' || ask_text_is_stop_word (stem)
          || (query && (g_strv_contains (sql, stem) || (*stem == 't' && g_ascii_isdigit (stem[1])))))
        continue;
      g_hash_table_add (words, g_strdup (stem));
    }
  return words;
}

/* Whether any source has all the words of names that the question's query has: then it may well answer it, too. */
gboolean
route_has_names (const AskRouteIndex *index, const RouteQuestion *question)
{
  g_autofree guint *counts = g_new0 (guint, index->sources->len + 1);

  for (guint n = 0; n < question->names->len; n++)
    {
      AskRoutePostings found
        = ask_route_index_find (index, ASK_ROUTE_IN_NAMES, g_array_index (question->names, guint64, n));

      for (guint i = 0; i < found.n; i++)
        if (++counts[found.first[i]] == question->names->len)
          return TRUE;
    }
  return FALSE;
}

/* Whether @source has all the words of names that the question's query has. */
gboolean
route_source_has_names (const AskRouteIndex *index, guint source, const RouteQuestion *question)
{
  for (guint n = 0; n < question->names->len; n++)
    if (ask_route_postings_within (
          ask_route_index_find (index, ASK_ROUTE_IN_NAMES, g_array_index (question->names, guint64, n)), source, 1)
          .n
        == 0)
      return FALSE;
  return TRUE;
}

static GArray *
hash_names (const char *query)
{
  g_autoptr (GHashTable) names = route_get_words (query, TRUE);
  GArray *hashes = g_array_new (FALSE, FALSE, sizeof (guint64));
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      guint64 hash = ask_route_hash (name);

      g_array_append_val (hashes, hash);
    }
  return hashes;
}

static gboolean
read_questions (RouteSet *self, const char *folder, GError **error)
{
  g_autoptr (JsonNode) node = read_json (folder, "train.json", error);
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GRand) shuffle = g_rand_new_with_seed (11);
  JsonArray *array;

  if (node == NULL)
    return FALSE;
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      const char *name = ask_json_get_string (ask_json_element_object (array, i), "db_id");
      RouteSource *source;

      if (g_hash_table_contains (places, name))
        continue;
      source = g_new0 (RouteSource, 1);
      source->name = g_strdup (name);
      source->entities = g_ptr_array_new ();
      source->values = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (self->sources, source);
      g_hash_table_insert (places, source->name, source);
    }
  g_ptr_array_sort (self->sources, compare_names);
  for (guint i = 0; i < self->sources->len; i++)
    route_set_source (self, i)->group = i % ROUTE_N_GROUPS;
  for (guint i = self->sources->len - 1; i > 0; i--)
    {
      guint j = (guint) g_rand_int_range (shuffle, 0, (gint32) i + 1);
      guint group = route_set_source (self, i)->group;

      route_set_source (self, i)->group = route_set_source (self, j)->group;
      route_set_source (self, j)->group = group;
    }
  for (guint i = 0; i < self->sources->len; i++)
    g_hash_table_insert (places, route_set_source (self, i)->name, GUINT_TO_POINTER (i));
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonObject *object = ask_json_element_object (array, i);
      RouteQuestion question = { g_strdup (ask_json_get_string (object, "question")),
                                 g_strdup (ask_json_get_string (object, "query")), 0, 0, NULL };

      question.source = GPOINTER_TO_UINT (g_hash_table_lookup (places, ask_json_get_string (object, "db_id")));
      question.names = hash_names (question.query);
      question.fold = (guint) g_rand_int_range (shuffle, 0, ROUTE_N_FOLDS);
      g_array_append_val (self->questions, question);
    }
  return TRUE;
}

static char *
make_empty (JsonArray *tables, const char *name, const char *workspace)
{
  char *path = g_strdup_printf ("%s.%s.sqlite", workspace, name);
  sqlite3 *db = NULL;

  g_unlink (path);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  for (guint i = 0; i < json_array_get_length (tables); i++)
    {
      JsonObject *object = ask_json_element_object (tables, i);
      JsonArray *names = ask_json_get_array (object, "table_names_original");
      JsonArray *columns = ask_json_get_array (object, "column_names_original");

      if (strcmp (ask_json_get_string (object, "db_id"), name) != 0)
        continue;
      for (guint t = 0; t < json_array_get_length (names); t++)
        {
          g_autoptr (GString) sql = g_string_new (NULL);
          const char *separator = "";

          if (g_str_has_prefix (ask_json_element_string (names, t), "sqlite_"))
            continue;
          g_string_append_printf (sql, "CREATE TABLE \"%s\" (", ask_json_element_string (names, t));
          for (guint c = 0; c < json_array_get_length (columns); c++)
            {
              JsonArray *column = json_array_get_array_element (columns, c);

              if (json_array_get_int_element (column, 0) != t)
                continue;
              g_string_append_printf (sql, "%s\"%s\" TEXT", separator, json_array_get_string_element (column, 1));
              separator = ", ";
            }
          g_string_append (sql, ")");
          g_assert_cmpint (sqlite3_exec (db, sql->str, NULL, NULL, NULL), ==, SQLITE_OK);
        }
    }
  sqlite3_close (db);
  return path;
}

static gboolean
register_all (RouteSet *self, const char *folder, const char *workspace, GError **error)
{
  g_autoptr (JsonNode) tables = read_json (folder, "tables.json", error);
  g_autoptr (GPtrArray) known = NULL;
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  if (tables == NULL || (known = ask_workspace_list_sources (self->workspace, error)) == NULL)
    return FALSE;
  for (guint i = 0; i < known->len; i++)
    g_hash_table_add (names, ((AskSourceRecord *) known->pdata[i])->name);
  for (guint i = 0; i < self->sources->len; i++)
    {
      const char *name = route_set_source (self, i)->name;
      g_autofree char *file = g_strconcat (name, ".sqlite", NULL);
      g_autofree char *path = g_build_filename (folder, "database", name, file, NULL);
      g_autofree char *empty = NULL;
      g_autoptr (AskSourceRecord) record = NULL;

      if (g_hash_table_contains (names, name))
        continue;
      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        empty = make_empty (json_node_get_array (tables), name, workspace);
      record = ask_workspace_add_source (self->workspace,
                                         &(AskNewSource) { .kind = &ask_sqlite_kind, .name = name,
                                                           .location = empty != NULL ? empty : path },
                                         NULL, NULL, error);
      if (record == NULL)
        return FALSE;
      if (empty != NULL)
        g_unlink (empty);
    }
  return TRUE;
}

static void
keep_value (const char *source, const char *table, const char *column, const char *value, gpointer data)
{
  RouteSet *self = data;

  for (guint i = 0; i < self->sources->len; i++)
    if (g_ascii_strcasecmp (route_set_source (self, i)->name, source) == 0)
      {
        GPtrArray *values = route_set_source (self, i)->values;

        g_ptr_array_add (values, g_strdup (table));
        g_ptr_array_add (values, g_strdup (column));
        g_ptr_array_add (values, g_strdup (value));
        return;
      }
}

/* @folder: of Spider; @workspace: the path of a workspace that is made, or of one that was made like this before */
RouteSet *
route_set_new (const char *folder, const char *workspace, GError **error)
{
  g_autoptr (RouteSet) self = g_new0 (RouteSet, 1);

  self->sources = g_ptr_array_new_with_free_func (source_free);
  self->questions = g_array_new (FALSE, FALSE, sizeof (RouteQuestion));
  g_array_set_clear_func (self->questions, question_clear);
  if (!read_questions (self, folder, error) || (self->workspace = ask_workspace_open (workspace, error)) == NULL
      || !register_all (self, folder, workspace, error)
      || (self->schema = ask_workspace_load_schema (self->workspace, error)) == NULL
      || !ask_workspace_each_value (self->workspace, keep_value, self, error))
    return NULL;
  for (guint e = 0; e < self->schema->entities->len; e++)
    {
      AskEntity *entity = self->schema->entities->pdata[e];

      for (guint i = 0; i < self->sources->len; i++)
        if (g_ascii_strcasecmp (route_set_source (self, i)->name, entity->source) == 0)
          g_ptr_array_add (route_set_source (self, i)->entities, entity);
    }
  return g_steal_pointer (&self);
}

/* @numbers: (out) (transfer full): each source's number in the index, G_MAXUINT where it has none */
AskRouteIndex *
route_set_index (const RouteSet *self, const RouteView *view, guint **numbers)
{
  AskRouteIndex *index = ask_route_index_new (self->schema);

  *numbers = g_new (guint, self->sources->len);
  for (guint i = 0; i < self->sources->len; i++)
    {
      const RouteSource *source = route_set_source (self, i);

      (*numbers)[i] = G_MAXUINT;
      if (!view->sources[i])
        continue;
      (*numbers)[i] = index->sources->len;
      ask_route_index_add_source (index, source->name, source->entities);
      for (guint v = 0; v < source->values->len; v += 3)
        ask_route_index_add_value (index, source->values->pdata[v], source->values->pdata[v + 1],
                                   source->values->pdata[v + 2]);
    }
  for (guint q = 0; view->earlier && q < self->questions->len; q++)
    {
      const RouteQuestion *question = route_set_question (self, q);

      if (view->sources[question->source] && (int) question->fold != view->without_fold)
        ask_route_index_add_question (index, (*numbers)[question->source], question->text);
    }
  ask_route_index_finish (index);
  return index;
}
