/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Three tables, wherever they lie, and stubs as functions that count what they are given.
 */
#include "config.h"

#include "blend-fixture.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "support/ask-test-kinds.h"

guint64 blend_n_given;

/* starts_with ('A', x) */
static gboolean
starts_with (AskBlendFunction *self, const AskBlendQuestion *question, const AskRows *values, AskRows *answers,
             GError **error)
{
  gsize n = ask_rows_get_n_rows (values);

  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *text = ask_value_to_text (ask_rows_get (values, i, 0));
      const AskValue answer = ask_value_integer (g_str_has_prefix (text, question->text != NULL ? question->text : ""));

      ask_rows_append (answers, &answer);
    }
  blend_n_given += n;
  return TRUE;
}

/* get_length (x) */
static gboolean
get_length (AskBlendFunction *self, const AskBlendQuestion *question, const AskRows *values, AskRows *answers,
            GError **error)
{
  gsize n = ask_rows_get_n_rows (values);

  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *text = ask_value_to_text (ask_rows_get (values, i, 0));
      const AskValue answer = ask_value_integer ((gint64) strlen (text));

      ask_rows_append (answers, &answer);
    }
  blend_n_given += n;
  return TRUE;
}

/* first_sorted (options => …), table_size ('…', (SELECT …)), every ('…', (SELECT …)), which is a list */
static gboolean
about_rows (AskBlendFunction *self, const AskBlendQuestion *question, const AskRows *rows, AskRows *answers,
            GError **error)
{
  const AskRows *options = question->options;
  AskValue answer = ask_value_integer ((gint64) ask_rows_get_n_rows (rows));

  for (gsize i = 0; options != NULL && i < ask_rows_get_n_rows (options); i++)
    if (i == 0 || ask_value_compare (ask_rows_get (options, i, 0), &answer) < 0)
      answer = *ask_rows_get (options, i, 0);
  if (strcmp (self->name, "every") != 0)
    ask_rows_append (answers, &answer);
  for (gsize i = 0; strcmp (self->name, "every") == 0 && i < ask_rows_get_n_rows (rows); i++)
    ask_rows_append (answers, ask_rows_get (rows, i, 0));
  blend_n_given += ask_rows_get_n_rows (rows);
  return TRUE;
}

/* same (a.x, b.y) */
static gboolean
pair_equal (AskBlendFunction *self, const AskBlendQuestion *question, const AskRows *left, const AskRows *right,
            AskRows *pairs, GError **error)
{
  for (gsize l = 0; l < ask_rows_get_n_rows (left); l++)
    for (gsize r = 0; r < ask_rows_get_n_rows (right); r++)
      if (ask_value_equal (ask_rows_get (left, l, 0), ask_rows_get (right, r, 0)))
        ask_rows_append (pairs, (const AskValue[]) { *ask_rows_get (left, l, 0), *ask_rows_get (right, r, 0) });
  blend_n_given += ask_rows_get_n_rows (left) + ask_rows_get_n_rows (right);
  return TRUE;
}

static void
function_free (AskBlendFunction *self)
{
  g_free (self);
}

static void
add_function (AskBlend *blend, const char *name, AskBlendShape shape, const AskBlendRunner *runner)
{
  AskBlendFunction *function = g_new0 (AskBlendFunction, 1);

  *function = (AskBlendFunction) { g_strdup (name), shape, runner };
  ask_blend_add_function (blend, function);
}

/* In a dialect that all places take. */
static char *
make_script (void)
{
  static const char *const words[]
    = { "Amazon", "Aldi", "Arby", "Burger", "Zara", "Apple", "Bosch", "Edeka", "Esso", "Fuji" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (14);
  g_autoptr (GString) sql = g_string_new (
    "BEGIN; CREATE TABLE tx (id INTEGER PRIMARY KEY, merchant TEXT, cat TEXT, amount INTEGER, shop_id INTEGER);"
    "CREATE TABLE shop (shop_id INTEGER PRIMARY KEY, name TEXT, city TEXT, secret TEXT);"
    "CREATE TABLE empty (x TEXT);");

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (sql, "INSERT INTO shop VALUES (%u, '%s %u', '%s', 's');", i, words[i % 10], i % 7,
                            i % 3 == 0   ? "Berlin"
                            : i % 3 == 1 ? "Rome"
                                         : "Oslo");
  for (guint i = 0; i < 300; i++)
    {
      const char *word = words[g_rand_int_range (rand, 0, 10)];
      int n = g_rand_int_range (rand, 0, 7);
      g_autofree char *merchant = i % 17 == 0 ? g_strdup ("NULL") : g_strdup_printf ("'%s %d'", word, n);

      g_string_append_printf (sql, "INSERT INTO tx VALUES (%u, %s, %s, %d, %d);", i, merchant,
                              i % 13 == 0  ? "NULL"
                              : i % 4 == 0 ? "'Food'"
                              : i % 4 == 1 ? "'Gifts'"
                              : i % 4 == 2 ? "'Fuel'"
                                           : "'Books'",
                              g_rand_int_range (rand, 0, 100), g_rand_int_range (rand, 0, 50));
    }
  g_string_append (sql, "COMMIT");
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

/** blend_fixture_forget: nothing is known any more of what was asked before */
void
blend_fixture_forget (BlendFixture *self)
{
  static const AskBlendRunner with_prefix = { .map = starts_with, .free = function_free };
  static const AskBlendRunner with_length = { .map = get_length, .free = function_free };
  static const AskBlendRunner with_rows = { .qa = about_rows, .free = function_free };
  static const AskBlendRunner with_pairs = { .join = pair_equal, .free = function_free };

  g_clear_pointer (&self->blend, ask_blend_free);
  self->blend = ask_blend_new ();
  add_function (self->blend, "starts_with", ASK_BLEND_MAP, &with_prefix);
  add_function (self->blend, "get_length", ASK_BLEND_MAP, &with_length);
  add_function (self->blend, "first_sorted", ASK_BLEND_QA, &with_rows);
  add_function (self->blend, "table_size", ASK_BLEND_QA, &with_rows);
  add_function (self->blend, "every", ASK_BLEND_QA, &with_rows);
  add_function (self->blend, "same", ASK_BLEND_JOIN, &with_pairs);
  ask_blend_attach (self->blend, self->engine);
  blend_n_given = 0;
}

static void
make_file (const char *path, const char *script)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, script, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/** blend_servers_start: Returns: whether both servers run, with all tables; where not, the test is skipped */
gboolean
blend_servers_start (BlendServers *self)
{
  g_autofree char *script = make_script ();
  g_autofree char *in_shop = g_strdup_printf ("CREATE DATABASE shops; USE shops; %s", script);
  g_autofree char *reason = NULL;

  self->mariadb = NULL;
  self->postgres = ask_test_postgres_new (NULL, &reason);
  if (self->postgres != NULL)
    self->mariadb = ask_test_mariadb_new (0, &reason);
  if (self->mariadb == NULL)
    {
      g_test_skip (reason);
      blend_servers_stop (self);
      return FALSE;
    }
  ask_test_postgres_exec (self->postgres, script);
  ask_test_mariadb_exec (self->mariadb, in_shop);
  return TRUE;
}

/** blend_servers_stop: ends the servers and removes what they kept */
void
blend_servers_stop (BlendServers *self)
{
  g_clear_pointer (&self->postgres, ask_test_postgres_free);
  g_clear_pointer (&self->mariadb, ask_test_mariadb_free);
}

static AskSourceConfig *
make_config (BlendFixture *self, BlendServers *servers, BlendPlace place)
{
  g_autofree char *uri = NULL;
  AskSourceConfig *config;

  switch (place)
    {
    case BLEND_PLACE_POSTGRES:
      return ask_source_config_new ("postgres", &ask_postgres_kind, ask_test_postgres_get_uri (servers->postgres));
    case BLEND_PLACE_MARIADB:
      uri = ask_test_mariadb_dup_uri (servers->mariadb, NULL, "shops", NULL);
      return ask_source_config_new ("mariadb", &ask_mysql_kind, uri);
    case BLEND_PLACE_API:
      uri = ask_test_server_dup_url (self->server, "");
      config = ask_source_config_new ("api", &ask_rest_kind, "none");
      config->base_url = g_steal_pointer (&uri);
      return config;
    default:
      return ask_source_config_new ("file", &ask_sqlite_kind, self->path);
    }
}

/* The tables that lie in @place go into the schema. */
static void
add_tables (BlendFixture *self, AskSourceConfig *config, BlendPlace place, const BlendPlace *places)
{
  static const char *const names[] = { "tx", "shop", "empty" };
  static const char *const parameters[] = { "shop_id", "cat", NULL };
  static const char *const none[] = { NULL };
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (GError) error = NULL;

  if (place == BLEND_PLACE_API)
    {
      for (guint i = 0; i < BLEND_N_TABLES; i++)
        if (places[i] == place)
          ask_schema_add_entity (self->schema, ask_test_table_new_entity (&self->table, "api", names[i],
                                                                          i == 0 ? parameters : none, NULL));
      return;
    }
  source = ask_source_new (config, &error);
  g_assert_no_error (error);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < BLEND_N_TABLES; i++)
    if (places[i] == place)
      {
        guint at;

        g_assert_true (
          g_ptr_array_find (found->schema->entities, ask_schema_find_entity (found->schema, names[i]), &at));
        ask_schema_add_entity (self->schema, g_ptr_array_steal_index (found->schema->entities, at));
      }
}

/**
 * blend_fixture_open_at:
 * @servers: (nullable): where nothing lies on a server
 * @places: where "tx", "shop" and "empty" lie
 *
 * Opens a session over the three tables, with the stubs as its functions.
 */
void
blend_fixture_open_at (BlendFixture *self, BlendServers *servers, const BlendPlace *places)
{
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autofree char *script = make_script ();
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("ask-blend-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "tx.sqlite", NULL);
  make_file (self->path, script);
  self->table = (AskTestTable) { .path = self->path, .paging = ASK_PAGING_PAGE, .page_size = 100 };
  self->server = ask_test_server_new (ask_test_table_handle, &self->table);
  self->schema = ask_schema_new ();
  for (guint place = 0; place < BLEND_N_PLACES; place++)
    {
      gboolean here = FALSE;

      for (guint i = 0; i < BLEND_N_TABLES; i++)
        here = here || places[i] == place;
      if (!here)
        continue;
      g_ptr_array_add (configs, make_config (self, servers, place));
      add_tables (self, configs->pdata[configs->len - 1], place, places);
    }
  ask_entity_find_attribute (ask_schema_find_entity (self->schema, "shop"), "secret")->hidden = TRUE;
  self->engine = ask_engine_new (self->schema, configs, &error);
  g_assert_no_error (error);
  self->blend = NULL;
  blend_fixture_forget (self);
}

/** blend_fixture_open: over a file */
void
blend_fixture_open (BlendFixture *self)
{
  static const BlendPlace places[BLEND_N_TABLES] = { BLEND_PLACE_FILE, BLEND_PLACE_FILE, BLEND_PLACE_FILE };

  blend_fixture_open_at (self, NULL, places);
}

/** blend_fixture_close: ends the session; servers go on */
void
blend_fixture_close (BlendFixture *self)
{
  ask_engine_free (self->engine);
  ask_blend_free (self->blend);
  ask_schema_unref (self->schema);
  ask_test_server_free (self->server);
  g_unlink (self->path);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->path);
  g_free (self->folder);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/** blend_fixture_run: Returns: (transfer full): the rows of @sql, sorted, each a line */
char *
blend_fixture_run (BlendFixture *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = ask_engine_query (self->engine, sql, NULL, NULL, NULL, &error);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);

  if (error != NULL)
    g_error ("%s: %s", sql, error->message);
  for (gsize r = 0; r < ask_rows_get_n_rows (result->rows); r++)
    {
      GString *line = g_string_new (NULL);

      for (guint i = 0; i < ask_rows_get_n_columns (result->rows); i++)
        {
          const AskValue *value = ask_rows_get (result->rows, r, i);
          g_autofree char *cell = ask_value_to_text (value);

          g_string_append_printf (line, "%u:%s|", value->kind, cell != NULL ? cell : "");
        }
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  g_ptr_array_sort (lines, compare_texts);
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s\n", (char *) lines->pdata[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* How many values @sql, a query of one number, allows. */
static guint64
count (BlendFixture *self, const char *sql)
{
  g_autofree char *rows = blend_fixture_run (self, sql);

  return g_ascii_strtoull (strchr (rows, ':') + 1, NULL, 10);
}

/**
 * blend_fixture_assert_cases:
 * @plain: where the same tables lie in a file
 *
 * Each case gives the rows of its plain SQL, and its functions are given no more values than that allows.
 */
void
blend_fixture_assert_cases (BlendFixture *self, BlendFixture *plain)
{
  for (gsize i = 0; i < blend_n_cases; i++)
    {
      const BlendCase *it = &blend_cases[i];
      g_autofree char *got = NULL;
      g_autofree char *wanted = blend_fixture_run (plain, it->plain);
      guint64 most = count (plain, it->values);
      g_autoptr (GError) error = NULL;

      blend_fixture_forget (self);
      got = blend_fixture_run (self, it->sql);
      if (strcmp (got, wanted) != 0)
        g_test_fail_printf ("%s gives\n%s\nand not\n%s", it->sql, got, wanted);
      if (blend_n_given > most)
        g_test_fail_printf ("%s: %" G_GUINT64_FORMAT " values, and not %" G_GUINT64_FORMAT, it->sql, blend_n_given, most);
      g_assert_cmpuint (blend_n_given, ==, ask_blend_count_values (self->blend));
      if (!ask_engine_check (self->engine, it->sql, &error))
        g_test_fail_printf ("%s: %s", it->sql, error->message);
    }
}
