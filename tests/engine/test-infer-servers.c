/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The evidence for missing keys, read from real servers: the same is found in PostgreSQL, in MariaDB and in a file,
 * within one of them and across two, whether a key is kept as an integer, a decimal or a text. What is read is bound,
 * can be stopped, and changes nothing.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "engine/ask-engine-infer.h"
#include "support/ask-test-mariadb.h"
#include "support/ask-test-postgres.h"
#include "support/ask-test-kinds.h"

/* Rows of a table of which all pairs with another one's would take minutes to look at. */
#define MANY 40000
#define CUSTOMERS 40
/* Different customers that invoices name, of which two are nowhere. */
#define NAMED 32
#define INVOICES 100

typedef enum
{
  PLACE_FILE,
  PLACE_POSTGRES,
  PLACE_MARIADB,
  N_PLACES
} Place;

static const char *const place_names[] = { "file", "postgres", "maria" };

/* What a key's column is declared as, and how its values are written. */
static const struct
{
  const char *name;
  const char *type;
  const char *before;
  const char *after;
} kinds[] = {
  { "int", "INTEGER", "", "" },
  { "num", "NUMERIC(20,0)", "", "" },
  { "cent", "NUMERIC(14,2)", "", ".00" },
  { "txt", "VARCHAR(20)", "'", "'" },
};

#define N_KINDS G_N_ELEMENTS (kinds)

typedef struct
{
  char *folder;
  AskTestPostgres *postgres;
  AskTestMariadb *mariadb;
  AskSourceConfig *configs[N_PLACES][N_KINDS];
  AskSchema *schemas[N_PLACES][N_KINDS]; /* as they were read */
} Servers;

/* Customers 101 to 140, and invoices of 111 to 142. */
static char *
make_script (guint kind)
{
  GString *sql = g_string_new (NULL);

  g_string_append_printf (sql,
                          "CREATE TABLE customer (id %s PRIMARY KEY, name VARCHAR(40));"
                          "CREATE TABLE invoice (nr INTEGER PRIMARY KEY, customer_id %s, total INTEGER)",
                          kinds[kind].type, kinds[kind].type);
  for (guint i = 0; i < CUSTOMERS; i++)
    {
      g_string_append (sql, i % 20 == 0 ? "; INSERT INTO customer VALUES (" : ", (");
      g_string_append_printf (sql, "%s%u%s, 'c%u')", kinds[kind].before, 101 + i, kinds[kind].after, i);
    }
  for (guint i = 0; i < INVOICES; i++)
    {
      g_string_append (sql, i % 20 == 0 ? "; INSERT INTO invoice VALUES (" : ", (");
      g_string_append_printf (sql, "%u, ", i + 1);
      if (i == 99)
        g_string_append (sql, "NULL");
      else
        g_string_append_printf (sql, "%s%u%s", kinds[kind].before, 111 + i % NAMED, kinds[kind].after);
      g_string_append_printf (sql, ", %u)", i * 7);
    }
  return g_string_free (sql, FALSE);
}

static AskSourceConfig *
make_source (Servers *self, Place place, guint kind)
{
  g_autofree char *script = make_script (kind);
  g_autofree char *name = g_strdup_printf ("%s_%s", place_names[place], kinds[kind].name);
  g_autofree char *database = NULL;
  g_autofree char *all = NULL;
  g_autofree char *uri = NULL;
  sqlite3 *db = NULL;

  switch (place)
    {
    case PLACE_FILE:
      uri = g_build_filename (self->folder, name, NULL);
      g_assert_cmpint (sqlite3_open (uri, &db), ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_exec (db, script, NULL, NULL, NULL), ==, SQLITE_OK);
      sqlite3_close (db);
      return ask_source_config_new (name, &ask_sqlite_kind, uri);
    case PLACE_POSTGRES:
      all = g_strdup_printf ("CREATE SCHEMA s_%s; SET search_path = s_%s; %s", kinds[kind].name, kinds[kind].name,
                             script);
      ask_test_postgres_exec (self->postgres, all);
      uri = g_strdup_printf ("%s%coptions=-csearch_path%%3Ds_%s", ask_test_postgres_get_uri (self->postgres),
                             strchr (ask_test_postgres_get_uri (self->postgres), '?') ? '&' : '?', kinds[kind].name);
      return ask_source_config_new (name, &ask_postgres_kind, uri);
    default:
      all = g_strdup_printf ("CREATE DATABASE s_%s; USE s_%s; %s", kinds[kind].name, kinds[kind].name, script);
      ask_test_mariadb_exec (self->mariadb, all);
      database = g_strdup_printf ("s_%s", kinds[kind].name);
      uri = ask_test_mariadb_dup_uri (self->mariadb, NULL, database, NULL);
      return ask_source_config_new (name, &ask_mysql_kind, uri);
    }
}

static AskSchema *
introspect (AskSourceConfig *config)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSource) source = ask_source_new (config, &error);
  g_autoptr (AskIntrospection) found = source != NULL ? ask_source_introspect (source, NULL, &error) : NULL;

  g_assert_no_error (error);
  return g_steal_pointer (&found->schema);
}

static gboolean
servers_start (Servers *self, char **reason)
{
  AskTestPostgresOptions options = { .config = "log_statement = all" };
  g_autoptr (GError) error = NULL;

  memset (self, 0, sizeof *self);
  self->postgres = ask_test_postgres_new (&options, reason);
  if (self->postgres != NULL)
    self->mariadb = ask_test_mariadb_new (0, reason);
  if (self->mariadb == NULL)
    {
      g_clear_pointer (&self->postgres, ask_test_postgres_free);
      return FALSE;
    }
  self->folder = g_dir_make_tmp ("ask-infer-XXXXXX", &error);
  g_assert_no_error (error);
  for (guint place = 0; place < N_PLACES; place++)
    for (guint kind = 0; kind < N_KINDS; kind++)
      {
        self->configs[place][kind] = make_source (self, (Place) place, kind);
        self->schemas[place][kind] = introspect (self->configs[place][kind]);
      }
  return TRUE;
}

static void
servers_stop (Servers *self)
{
  for (guint place = 0; place < N_PLACES; place++)
    for (guint kind = 0; kind < N_KINDS; kind++)
      {
        if (place == PLACE_FILE)
          g_unlink (self->configs[place][kind]->location);
        ask_source_config_unref (self->configs[place][kind]);
        ask_schema_unref (self->schemas[place][kind]);
      }
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_clear_pointer (&self->postgres, ask_test_postgres_free);
  g_clear_pointer (&self->mariadb, ask_test_mariadb_free);
}

/* An engine on some entities of some sources, and what it finds out about them. */
typedef struct
{
  AskSchema *schema;
  GPtrArray *configs;
  AskEngine *engine;
  AskInfer *infer;
} Desk;

static void
desk_init (Desk *self)
{
  self->schema = ask_schema_new ();
  self->configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
}

static void
desk_add (Desk *self, AskSourceConfig *config, AskSchema *found, const char *table)
{
  if (!g_ptr_array_find (self->configs, config, NULL))
    g_ptr_array_add (self->configs, ask_source_config_ref (config));
  for (guint i = 0; i < found->entities->len; i++)
    {
      AskEntity *entity = found->entities->pdata[i];

      if (entity->namespace == NULL && strcmp (entity->table, table) == 0)
        {
          ask_schema_add_entity (self->schema, ask_entity_ref (entity));
          return;
        }
    }
  g_error ("there is no table %s", table);
}

static void
desk_open (Desk *self)
{
  g_autoptr (GError) error = NULL;

  self->engine = ask_engine_new (self->schema, self->configs, &error);
  g_assert_no_error (error);
  self->infer = ask_infer_new (self->schema);
}

static void
desk_clear (Desk *self)
{
  ask_infer_free (self->infer);
  ask_engine_free (self->engine);
  ask_schema_unref (self->schema);
  g_ptr_array_unref (self->configs);
}

/* Of the relationships that are offered the one between customers, with its reason. */
static char *
dup_offer (Desk *self)
{
  g_autoptr (GPtrArray) suggestions = ask_infer_suggest (self->infer);

  for (guint i = 0; i < suggestions->len; i++)
    {
      const AskSuggestion *suggestion = suggestions->pdata[i];
      g_autofree char *text = ask_suggestion_to_text (suggestion);

      if (suggestion->kind == ASK_SUGGESTION_RELATIONSHIP)
        return g_strdup_printf ("%s: %s", text, suggestion->reason);
    }
  return g_strdup ("nothing");
}

static void
test_places (gconstpointer data)
{
  const Servers *servers = data;

  for (guint from = 0; from < N_PLACES * N_KINDS; from++)
    for (guint to = 0; to < N_PLACES * N_KINDS; to++)
      {
        Desk desk;
        g_autoptr (GError) error = NULL;
        g_autofree char *offer = NULL;
        const AskInferPair *pair = NULL;
        AskSourceConfig *near = servers->configs[from / N_KINDS][from % N_KINDS];
        AskSourceConfig *far = servers->configs[to / N_KINDS][to % N_KINDS];

        desk_init (&desk);
        desk_add (&desk, near, servers->schemas[from / N_KINDS][from % N_KINDS], "invoice");
        desk_add (&desk, far, servers->schemas[to / N_KINDS][to % N_KINDS], "customer");
        desk_open (&desk);
        g_assert_true (ask_engine_read_evidence (desk.engine, desk.infer, NULL, NULL, &error));
        g_assert_no_error (error);
        for (guint i = 0; i < ask_infer_list_pairs (desk.infer)->len; i++)
          {
            const AskInferPair *one = ask_infer_list_pairs (desk.infer)->pdata[i];

            if (strcmp (ask_infer_column_get_attribute (one->from->pdata[0])->name, "customer_id") == 0
                && strcmp (ask_infer_column_get_attribute (one->to->pdata[0])->name, "id") == 0)
              pair = one;
          }
        offer = dup_offer (&desk);
        g_test_message ("%s → %s: %s%s%s", near->name, far->name, offer,
                        pair != NULL && pair->problem != NULL ? ", " : "",
                        pair != NULL && pair->problem != NULL ? pair->problem : "");
        g_assert_nonnull (pair);
        g_assert_true (pair->known);
        g_assert_cmpint (pair->n_checked, ==, NAMED);
        g_assert_cmpint (pair->n_found, ==, NAMED - 2);
        g_assert_false (pair->repeats);
        g_assert_true (g_str_has_prefix (offer, "invoice.customer_id → customer.id: "));
        g_assert_nonnull (strstr (offer, "2 of 32 values do not occur there"));
        desk_clear (&desk);
      }
}

/* @config: (transfer full) */
static void
add_source (Desk *desk, AskSourceConfig *config, const char *const *tables)
{
  g_autoptr (AskSchema) found = introspect (config);

  for (guint i = 0; tables[i] != NULL; i++)
    desk_add (desk, config, found, tables[i]);
  ask_source_config_unref (config);
}

/* big lies in PostgreSQL, ticket and seat in MariaDB, visit in the file. */
static void
make_many (const Servers *servers, const char *path)
{
  g_autofree char *postgres
    = g_strdup_printf ("CREATE SCHEMA many; SET search_path = many;"
                       "CREATE TABLE big AS SELECT i AS id, 'n' || i AS name FROM generate_series (1, %d) i;"
                       "ALTER TABLE big ADD PRIMARY KEY (id); ANALYZE big",
                       MANY);
  g_autofree char *maria
    = g_strdup_printf ("CREATE DATABASE many; USE many;"
                       "CREATE TABLE ticket (nr INTEGER PRIMARY KEY, big_id BIGINT UNSIGNED) AS "
                       "SELECT seq AS nr, %d - seq AS big_id FROM seq_1_to_%d;"
                       "CREATE TABLE seat (id BIGINT UNSIGNED PRIMARY KEY) AS SELECT seq AS id FROM seq_1_to_%d;"
                       "ANALYZE TABLE ticket, seat",
                       MANY + 10, MANY, MANY);
  g_autofree char *file
    = g_strdup_printf ("CREATE TABLE visit (nr INTEGER PRIMARY KEY, big_id INTEGER, seat_id INTEGER);"
                       "WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < %d) "
                       "INSERT INTO visit SELECT i, i, i FROM s",
                       MANY);
  sqlite3 *db = NULL;

  ask_test_postgres_exec (servers->postgres, postgres);
  ask_test_mariadb_exec (servers->mariadb, maria);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, file, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/* Tables that are longer than what is looked at: the values go to the server, and not all its rows come here. A key
 * without a sign is a decimal here, an integer there. */
static void
test_bounds (gconstpointer data)
{
  static const char *const big[] = { "big", NULL };
  static const char *const of_maria[] = { "ticket", "seat", NULL };
  static const char *const visit[] = { "visit", NULL };
  const Servers *servers = data;
  Desk desk;
  g_autofree char *path = NULL;
  g_autofree char *log_path = NULL;
  g_autofree char *log = NULL;
  g_autofree char *uri = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree char *maria_uri = NULL;
  g_autoptr (GError) error = NULL;
  gsize before;
  guint n_asked = 0;
  guint n_pairs = 0;

  path = g_build_filename (servers->folder, "many.sqlite", NULL);
  make_many (servers, path);
  uri = g_strdup_printf ("%s%coptions=-csearch_path%%3Dmany", ask_test_postgres_get_uri (servers->postgres),
                         strchr (ask_test_postgres_get_uri (servers->postgres), '?') ? '&' : '?');
  maria_uri = ask_test_mariadb_dup_uri (servers->mariadb, NULL, "many", NULL);
  desk_init (&desk);
  add_source (&desk, ask_source_config_new ("postgres", &ask_postgres_kind, uri), big);
  add_source (&desk, ask_source_config_new ("maria", &ask_mysql_kind, maria_uri), of_maria);
  add_source (&desk, ask_source_config_new ("file", &ask_sqlite_kind, path), visit);
  desk_open (&desk);
  log_path = g_build_filename (ask_test_postgres_get_folder (servers->postgres), "log", NULL);
  g_assert_true (g_file_get_contents (log_path, &log, &before, &error));
  g_clear_pointer (&log, g_free);

  g_assert_true (ask_engine_read_evidence (desk.engine, desk.infer, NULL, NULL, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < ask_infer_list_pairs (desk.infer)->len; i++)
    {
      const AskInferPair *pair = ask_infer_list_pairs (desk.infer)->pdata[i];

      g_test_message ("%s.%s: %s", ask_infer_column_get_entity (pair->from->pdata[0])->name,
                      ask_infer_column_get_attribute (pair->from->pdata[0])->name,
                      pair->problem != NULL ? pair->problem : "compared");
      g_assert_true (pair->known);
      g_assert_cmpint (pair->n_checked, ==, ASK_INFER_VALUES);
      g_assert_cmpint (pair->n_found, >=, ASK_INFER_VALUES - 10);
      n_pairs += g_str_has_suffix (ask_infer_column_get_attribute (pair->from->pdata[0])->name, "_id");
    }
  g_assert_cmpuint (n_pairs, >=, 3);
  for (guint e = 0; e < desk.schema->entities->len; e++)
    g_assert_cmpint (ask_infer_get_profile (desk.infer, e, 0)->n_rows, ==, ASK_INFER_ROWS);
  g_assert_true (g_file_get_contents (log_path, &log, NULL, &error));
  lines = g_strsplit (log + before, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (strstr (lines[i], "FROM \"big\"") != NULL || strstr (lines[i], "JOIN \"big\"") != NULL)
      {
        n_asked++;
        g_assert_true (strstr (lines[i], "LIMIT 5000") != NULL || strstr (lines[i], "unnest") != NULL
                       || strstr (lines[i], "ANY") != NULL);
      }
  g_assert_cmpuint (n_asked, >=, 3);
  desk_clear (&desk);
  g_unlink (path);
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (300 * 1000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* A view that takes weeks, and one that writes. */
static AskSourceConfig *
make_traps (const Servers *servers, gboolean mariadb)
{
  g_autofree char *uri = NULL;

  if (mariadb)
    {
      ask_test_mariadb_exec (servers->mariadb,
                             "CREATE DATABASE traps; USE traps; CREATE TABLE audit (i INTEGER) ENGINE=InnoDB;"
                             "CREATE VIEW slow AS SELECT seq AS id, SLEEP (1000) AS nothing FROM seq_1_to_3000;"
                             "CREATE FUNCTION note (i INTEGER) RETURNS INTEGER "
                             "BEGIN INSERT INTO audit VALUES (i); RETURN i; END;"
                             "CREATE VIEW writes AS SELECT note (seq) AS slow_id FROM seq_1_to_3");
      uri = ask_test_mariadb_dup_uri (servers->mariadb, NULL, "traps", NULL);
      return ask_source_config_new ("traps", &ask_mysql_kind, uri);
    }
  ask_test_postgres_exec (servers->postgres,
                          "CREATE SCHEMA traps; SET search_path = traps; CREATE TABLE audit (i integer);"
                          "CREATE VIEW slow AS SELECT i AS id, pg_sleep (1000)::text AS nothing "
                          "FROM generate_series (1, 3000) i;"
                          "CREATE FUNCTION note (i integer) RETURNS integer LANGUAGE sql AS "
                          "'INSERT INTO traps.audit VALUES ($1) RETURNING i';"
                          "CREATE VIEW writes AS SELECT note (i) AS slow_id FROM generate_series (1, 3) i");
  uri = g_strdup_printf ("%s%coptions=-csearch_path%%3Dtraps", ask_test_postgres_get_uri (servers->postgres),
                         strchr (ask_test_postgres_get_uri (servers->postgres), '?') ? '&' : '?');
  return ask_source_config_new ("traps", &ask_postgres_kind, uri);
}

static void
open_trapped (Desk *desk, AskSourceConfig *config)
{
  static const char *const tables[] = { "slow", NULL };
  AskEntity *writes;

  desk_init (desk);
  /* MariaDB does not describe such a view to who may only read, so it is told of by hand. */
  writes = ask_schema_add_entity (desk->schema, ask_entity_new ("writes", "traps", "writes", ASK_ENTITY_VIEW));
  ask_entity_add_attribute (writes, "slow_id", "slow_id", ASK_TYPE_INTEGER);
  add_source (desk, ask_source_config_ref (config), tables);
  desk_open (desk);
}

/* Reads the same, and is stopped by patient_stop() only. */
typedef struct
{
  Desk desk;
  GCancellable *cancellable;
  GThread *thread;
  gint ended; /* atomic */
} Patient;

static gpointer
read_patiently (gpointer data)
{
  Patient *self = data;

  ask_engine_read_evidence (self->desk.engine, self->desk.infer, self->cancellable, NULL, NULL);
  g_atomic_int_set (&self->ended, TRUE);
  return NULL;
}

static void
patient_start (Patient *self, AskSourceConfig *config)
{
  open_trapped (&self->desk, config);
  self->cancellable = g_cancellable_new ();
  self->ended = FALSE;
  self->thread = g_thread_new ("patient", read_patiently, self);
}

static void
patient_stop (Patient *self)
{
  g_cancellable_cancel (self->cancellable);
  g_thread_join (self->thread);
  desk_clear (&self->desk);
  g_object_unref (self->cancellable);
}

/* What is read can be stopped in the middle of a view that is slow, and reading one that writes writes nothing. */
static void
test_traps (gconstpointer data)
{
  const Servers *servers = data;

  for (guint mariadb = 0; mariadb < 2; mariadb++)
    {
      AskSourceConfig *config = make_traps (servers, mariadb);
      g_autofree char *n_written = NULL;

      for (guint given_up = 0; given_up < 2; given_up++)
        {
          g_autoptr (GCancellable) cancellable = g_cancellable_new ();
          g_autoptr (GError) error = NULL;
          GThread *thread;
          Desk desk;
          Patient patient;
          gboolean done;

          open_trapped (&desk, config);
          patient_start (&patient, config);
          thread = g_thread_new ("cancel", cancel_soon, cancellable);
          done = ask_engine_read_evidence (desk.engine, desk.infer, given_up ? NULL : cancellable,
                                           given_up ? cancellable : NULL, &error);
          /* A statement ends by itself after 10 s: who began before, and is not stopped, reads on. */
          g_assert_false (g_atomic_int_get (&patient.ended));
          patient_stop (&patient);
          g_thread_join (thread);
          if (given_up)
            g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
          else
            g_assert_no_error (error);
          g_assert_true (done == !given_up);
          for (guint i = 0; !given_up && i < ask_infer_list_pairs (desk.infer)->len; i++)
            {
              const AskInferPair *pair = ask_infer_list_pairs (desk.infer)->pdata[i];

              g_assert_false (pair->known);
              g_assert_cmpstr (pair->problem, ==, "it took too long");
            }
          g_assert_false (ask_infer_get_profile (desk.infer, 0, 0)->known);
          g_assert_false (ask_infer_get_profile (desk.infer, 1, 0)->known);
          desk_clear (&desk);
        }
      n_written = mariadb ? ask_test_mariadb_dup_value (servers->mariadb, "SELECT count(*) FROM traps.audit")
                          : ask_test_postgres_query (servers->postgres, "SELECT count(*) FROM traps.audit");
      g_assert_cmpstr (g_strstrip (n_written), ==, "0");
      ask_source_config_unref (config);
    }
}

static void
test_nowhere (gconstpointer reason)
{
  g_test_skip (reason);
}

int
main (int argc, char **argv)
{
  Servers servers;
  g_autofree char *reason = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  if (!servers_start (&servers, &reason))
    {
      g_test_add_data_func ("/engine/infer-servers/the-same-keys-are-found-in-every-place", reason, test_nowhere);
      return g_test_run ();
    }
  g_test_add_data_func ("/engine/infer-servers/the-same-keys-are-found-in-every-place", &servers, test_places);
  g_test_add_data_func ("/engine/infer-servers/long-tables-are-looked-at-in-part", &servers, test_bounds);
  g_test_add_data_func ("/engine/infer-servers/a-slow-view-can-be-stopped-and-nothing-is-written",
                        &servers, test_traps);
  status = g_test_run ();
  servers_stop (&servers);
  return status;
}
