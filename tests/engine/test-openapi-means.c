/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a parameter means is the API's secret: rows and parameters are drawn, and a server filters each parameter by
 * an attribute that is drawn, too, shown or not. Whatever the importer makes of the document, a query gives the
 * rows that the plain table gives.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "engine/ask-engine.h"
#include "support/ask-test-server.h"
#include "support/ask-test-kinds.h"

#define N_ROWS 60
#define N_TIMES 7

/* The first is the time at which a thing was made; nothing was changed before. */
static const struct
{
  const char *name;
  gboolean day;
  const char *words;
} times[N_TIMES] = {
  { "created_at", FALSE, "created" },
  { "updated_at", FALSE, "updated" },
  { "due_date", TRUE, "due" },
  { "date", TRUE, NULL },
  { "sold_on", TRUE, "sold" },
  { "starts_at", FALSE, NULL },
  { "start_date", TRUE, NULL },
};

/* @meant: what the name says, as a place in times; -1 where it says none */
static const struct
{
  const char *name;
  int side;
  int meant;
} names[] = {
  { "from_date", 1, -1 },     { "to_date", -1, -1 },     { "since", 1, -1 },       { "until", -1, -1 },
  { "start_date", 1, -1 },    { "end_date", -1, -1 },    { "date_from", 1, -1 },   { "before", -1, -1 },
  { "created_after", 1, 0 },  { "created_before", -1, 0 }, { "modified_since", 1, 1 }, { "due_before", -1, 2 },
  { "due_date_from", 1, 2 },  { "sold_until", -1, 4 },   { "date", 1, -1 },
};

typedef struct
{
  const char *name;
  int side;
  guint truth;
} Drawn;

typedef struct
{
  gboolean shown[N_TIMES];
  char *cells[N_ROWS][N_TIMES];
  Drawn parameters[4];
  guint n_parameters;
} World;

static gint64
seconds_of (const char *text)
{
  g_autofree char *whole = strlen (text) == 10 ? g_strconcat (text, "T00:00:00Z", NULL) : g_strdup (text);
  g_autoptr (GDateTime) moment = g_date_time_new_from_iso8601 (whole, NULL);

  g_assert_nonnull (moment);
  return g_date_time_to_unix (moment);
}

static gboolean
is_given (const World *self, guint row, const AskTestRequest *request)
{
  for (guint i = 0; i < self->n_parameters; i++)
    {
      const Drawn *parameter = &self->parameters[i];
      g_autofree char *value = ask_test_request_dup_param (request, parameter->name);
      gint64 bound = value != NULL ? seconds_of (value) : 0;
      gint64 cell = seconds_of (self->cells[row][parameter->truth]);

      if (value != NULL && (parameter->side > 0 ? cell < bound : cell >= bound))
        return FALSE;
    }
  return TRUE;
}

static void
answer (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  const World *self = data;
  g_autoptr (GString) json = g_string_new ("[");

  for (guint r = 0; r < N_ROWS; r++)
    if (is_given (self, r, request))
      {
        g_string_append_printf (json, "%s{\"id\": %u", json->len > 1 ? ", " : "", r);
        for (guint i = 0; i < N_TIMES; i++)
          if (self->shown[i])
            g_string_append_printf (json, ", \"%s\": \"%s\"", times[i].name, self->cells[r][i]);
        g_string_append_c (json, '}');
      }
  g_string_append_c (json, ']');
  ask_test_reply_set (reply, 200, "application/json", json->str, (gssize) json->len);
}

static void
draw_rows (World *self)
{
  for (guint r = 0; r < N_ROWS; r++)
    {
      gint64 made = seconds_of ("2024-01-01") + g_test_rand_int_range (0, 300 * 86400);

      for (guint i = 0; i < N_TIMES; i++)
        {
          gint64 at = i == 0   ? made
                      : i == 1 ? made + g_test_rand_int_range (0, 100 * 86400)
                               : seconds_of ("2024-01-01") + g_test_rand_int_range (0, 400 * 86400);
          g_autoptr (GDateTime) moment = g_date_time_new_from_unix_utc (at);

          self->cells[r][i] = g_date_time_format (moment, times[i].day ? "%Y-%m-%d" : "%Y-%m-%dT%H:%M:%SZ");
        }
    }
}

/* Where all that the rows show is a "date", it is theirs. */
static gboolean
shows_only_date (const World *self)
{
  guint n = 0;

  for (guint i = 0; i < N_TIMES; i++)
    n += self->shown[i];
  return n == 1 && self->shown[3];
}

static guint
draw_truth (const World *self, int meant)
{
  guint truth;

  if (meant >= 0)
    return (guint) meant;
  /* A time that the rows do not show is that of their making or changing. */
  do
    truth = (guint) g_test_rand_int_range (0, N_TIMES);
  while (!self->shown[truth] && (truth > 1 || shows_only_date (self)));
  return truth;
}

static char *
draw_document (World *self)
{
  g_autoptr (GString) parameters = g_string_new (NULL);
  g_autoptr (GString) members = g_string_new ("\"id\": {\"type\": \"integer\"}");
  gboolean used[G_N_ELEMENTS (names)] = { FALSE };

  self->shown[g_test_rand_int_range (0, N_TIMES)] = TRUE;
  for (guint i = 0; i < N_TIMES; i++)
    {
      self->shown[i] = self->shown[i] || g_test_rand_int_range (0, 3) == 0;
      if (self->shown[i])
        g_string_append_printf (members, ", \"%s\": {\"type\": \"string\", \"format\": \"%s\"}", times[i].name,
                                times[i].day ? "date" : "date-time");
    }
  self->n_parameters = (guint) g_test_rand_int_range (1, 5);
  for (guint i = 0; i < self->n_parameters; i++)
    {
      guint n;
      Drawn *drawn = &self->parameters[i];
      const char *words = NULL;

      do
        n = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (names));
      while (used[n]);
      used[n] = TRUE;
      drawn->name = names[n].name;
      drawn->side = names[n].side;
      drawn->truth = draw_truth (self, names[n].meant);
      if (g_test_rand_bit ())
        words = times[drawn->truth].words;
      /* A name that is an attribute's, without a word of what else it does, compares with it. */
      if (words == NULL && (strcmp (drawn->name, "date") == 0 || strcmp (drawn->name, "start_date") == 0))
        words = "after what is given, or then";
      g_string_append_printf (parameters,
                              "%s{\"name\": \"%s\", \"in\": \"query\", \"description\": \"%s%s.\", \"schema\": "
                              "{\"type\": \"string\", \"format\": \"%s\"}}",
                              i > 0 ? ", " : "", drawn->name,
                              words == NULL ? "Filters" : drawn->side > 0 ? "Only from this on " : "Only before this ",
                              words != NULL ? words : "", g_test_rand_bit () ? "date" : "date-time");
    }
  return g_strdup_printf (
    "{\"openapi\": \"3.0.3\", \"info\": {\"title\": \"T\", \"version\": \"1\"}, \"paths\": {\"/orders\": {\"get\": "
    "{\"parameters\": [%s], \"responses\": {\"200\": {\"description\": \"d\", \"content\": {\"application/json\": "
    "{\"schema\": {\"type\": \"array\", \"items\": {\"type\": \"object\", \"properties\": {%s}}}}}}}}}}}",
    parameters->str, members->str);
}

static sqlite3 *
make_plain (const World *self)
{
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE orders (id INTEGER");
  sqlite3 *db;

  for (guint i = 0; i < N_TIMES; i++)
    g_string_append_printf (sql, ", %s TEXT", times[i].name);
  g_string_append (sql, ");");
  for (guint r = 0; r < N_ROWS; r++)
    {
      g_string_append_printf (sql, "INSERT INTO orders VALUES (%u", r);
      for (guint i = 0; i < N_TIMES; i++)
        g_string_append_printf (sql, ", '%s'", self->cells[r][i]);
      g_string_append (sql, ");");
    }
  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql->str, NULL, NULL, NULL), ==, SQLITE_OK);
  return db;
}

static char *
draw_condition (const World *self)
{
  static const char *const operators[] = { ">=", ">", "<", "<=", "=" };
  guint i;

  do
    i = (guint) g_test_rand_int_range (0, N_TIMES);
  while (!self->shown[i]);
  return g_strdup_printf ("%s %s '%s'", times[i].name, operators[g_test_rand_int_range (0, 5)],
                          self->cells[g_test_rand_int_range (0, N_ROWS)][i]);
}

/* Returns: whether the API was asked for less than all */
static gboolean
check_query (const World *self, AskEngine *engine, sqlite3 *plain)
{
  g_autofree char *one = draw_condition (self);
  g_autofree char *two = draw_condition (self);
  g_autofree char *sql
    = g_strdup_printf ("SELECT group_concat (id) FROM (SELECT id FROM orders WHERE %s %s %s ORDER BY id) AS o", one,
                       g_test_rand_bit () ? "AND" : "OR", two);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = ask_engine_query (engine, sql, NULL, NULL, NULL, &error);
  g_autofree char *got = NULL;
  sqlite3_stmt *statement = NULL;
  gboolean sent = FALSE;

  g_assert_no_error (error);
  got = ask_value_to_text (ask_rows_get (result->rows, 0, 0));
  g_assert_cmpint (sqlite3_prepare_v2 (plain, sql, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_test_message ("%s", sql);
  if (sqlite3_column_type (statement, 0) == SQLITE_NULL)
    g_assert_cmpint (ask_rows_get (result->rows, 0, 0)->kind, ==, ASK_VALUE_NULL);
  else
    g_assert_cmpstr (got, ==, (const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  for (guint i = 0; i < result->calls->len; i++)
    sent = sent || strchr (((AskCall *) result->calls->pdata[i])->url, '?') != NULL;
  return sent;
}

/* Returns: how many queries asked for less than all */
static guint
check_world (const char *path)
{
  g_autofree World *self = g_new0 (World, 1);
  g_autofree char *document = draw_document (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (AskEngine) engine = NULL;
  AskSourceConfig *config = ask_source_config_new ("shop", &ask_rest_kind, path);
  AskTestServer *server = ask_test_server_new (answer, self);
  sqlite3 *plain;
  guint n_sent = 0;

  draw_rows (self);
  g_test_message ("%s", document);
  for (guint i = 0; i < self->n_parameters; i++)
    g_test_message ("%s filters by %s", self->parameters[i].name, times[self->parameters[i].truth].name);
  g_file_set_contents (path, document, -1, &error);
  g_assert_no_error (error);
  plain = make_plain (self);
  config->base_url = ask_test_server_dup_url (server, "");
  g_ptr_array_add (configs, config);
  source = ask_source_new (config, &error);
  g_assert_no_error (error);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  engine = ask_engine_new (found->schema, configs, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 8; i++)
    n_sent += check_query (self, engine, plain);
  sqlite3_close (plain);
  g_clear_pointer (&engine, ask_engine_free);
  ask_test_server_free (server);
  for (guint r = 0; r < N_ROWS; r++)
    for (guint i = 0; i < N_TIMES; i++)
      g_free (self->cells[r][i]);
  return n_sent;
}

static void
test_nothing_lost (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("ask-means-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "openapi.json", NULL);
  guint n_sent = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < (g_test_slow () ? 1000 : 60); i++)
    n_sent += check_world (path);
  /* Else nothing was tried. */
  g_assert_cmpuint (n_sent, >, 0);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/openapi-means/whatever-a-parameter-means-no-row-is-lost", test_nothing_lost);
  return g_test_run ();
}
