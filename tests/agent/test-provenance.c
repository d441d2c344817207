/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows behind a cell: as many as it counts and as large as it says, with what brought them, or a sentence why there
 * are none.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-provenance.h"
#include "ask-agent-fixture.h"

typedef struct
{
  AskAgentFixture *agent;
  AskEngine *engine;
} Fixture;

static void
open_engine (Fixture *self)
{
  g_autoptr (GError) error = NULL;

  self->engine = ask_workspace_open_engine (self->agent->workspace, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->agent = ask_agent_fixture_new ();
  ask_agent_fixture_add_shop (self->agent);
  open_engine (self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  ask_engine_free (self->engine);
  ask_agent_fixture_free (self->agent);
}

static AskResult *
run (Fixture *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  AskResult *result = ask_engine_query (self->engine, sql, NULL, NULL, NULL, &error);

  if (error != NULL)
    g_error ("%s\n%s", sql, error->message);
  return result;
}

static char *
print_rows (const AskRows *rows)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
      {
        g_autofree char *cell = ask_value_to_text (ask_rows_get (rows, r, c));

        g_string_append_printf (text, "%s%c", cell, c + 1 < ask_rows_get_n_columns (rows) ? ',' : ';');
      }
  return g_strdup (text->str);
}

/* ---- examples */

static void
test_rows (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *sql;
    gsize row;
    guint column;
    const char *rows;
  } cases[] = {
    /* A group, with what is added up first; groups that are named by place or by another name. */
    { "SELECT s.city, sum(x.total) AS t FROM sale x JOIN store s ON s.id = x.store_id GROUP BY s.city ORDER BY 1", 2, 1,
      "10.5,Paris,1,1;20.0,Paris,2,1;" },
    { "SELECT upper(city) AS name, count(*) FROM store GROUP BY name ORDER BY 1", 2, 1, "PARIS,1,Paris;" },
    { "SELECT city AS name, count(*) FROM store GROUP BY 1 ORDER BY 1 LIMIT 1", 0, 0, "Le Havre,3;" },
    /* All rows; what is not read is left out. */
    { "SELECT count(*) FROM store WHERE id > 1", 0, 0, "2,Lyon;3,Le Havre;" },
    { "SELECT count(*) FILTER (WHERE city LIKE 'L%') FROM store", 0, 0, "2,Lyon;3,Le Havre;" },
    { "SELECT count(nullif(city, 'Lyon')) FROM store", 0, 0, "Paris,1,Paris;Le Havre,3,Le Havre;" },
    { "SELECT max(id) FROM store", 0, 0, "3,Le Havre;2,Lyon;1,Paris;" },
    /* A group whose key is not shown. */
    { "SELECT count(*) FROM store GROUP BY length(city) HAVING count(*) = 1 AND min(id) = 2", 0, 0, "4,2,Lyon;" },
    /* A row; of one that stands for several all of them. */
    { "SELECT city FROM store ORDER BY id LIMIT 1 OFFSET 1", 0, 0, "2,Lyon;" },
    { "SELECT * FROM store", 2, 0, "3,Le Havre;" },
    { "SELECT DISTINCT length(city) > 4 AS long FROM store ORDER BY 1 DESC", 0, 0, "1,Paris;3,Le Havre;" },
    { "WITH a AS (SELECT city AS c, id AS i FROM store) SELECT c FROM a WHERE i < 3", 1, 0, "Lyon,2;" },
    { "SELECT city, rank() OVER (ORDER BY id) FROM store", 0, 0, "1,Paris;" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskResult) answer = run (self, cases[i].sql);
      AskProvenancePlace place = { cases[i].sql, answer->rows, cases[i].row, cases[i].column };
      g_autoptr (GError) error = NULL;
      g_autoptr (AskProvenance) behind = ask_provenance_find (self->engine, &place, NULL, NULL, &error);
      g_autofree char *rows = NULL;

      g_test_message ("%s", cases[i].sql);
      g_assert_no_error (error);
      rows = print_rows (behind->result->rows);
      g_assert_cmpstr (rows, ==, cases[i].rows);
      g_assert_null (behind->changed);
      g_assert_cmpuint (behind->result->sources->len, >, 0);
    }
}

/* What has no rows of its own says so. */
static void
test_none (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *sql;
    guint column;
    int code;
    const char *words;
  } cases[] = {
    { "SELECT city FROM store UNION SELECT total FROM sale", 0, ASK_PROVENANCE_ERROR_NONE, "several queries" },
    { "SELECT id, rank() OVER (ORDER BY city) FROM store", 1, ASK_PROVENANCE_ERROR_NONE, "other rows of the answer" },
    { "SELECT 1", 0, ASK_PROVENANCE_ERROR_NONE, "reads no table" },
    { "SELECT count(*) FROM store GROUP BY id", 0, ASK_PROVENANCE_ERROR_NONE, "Several groups" },
    { "SELECT id FROM store", 1, ASK_PROVENANCE_ERROR_CELL, "1 columns" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskResult) answer = run (self, cases[i].sql);
      AskProvenancePlace place = { cases[i].sql, answer->rows, 0, cases[i].column };
      g_autoptr (GError) error = NULL;

      g_assert_null (ask_provenance_find (self->engine, &place, NULL, NULL, &error));
      g_assert_error (error, ASK_PROVENANCE_ERROR, cases[i].code);
      g_assert_nonnull (strstr (error->message, cases[i].words));
    }
}

/* A number that was right once is not said to be so now. */
static void
test_changed (Fixture *self, gconstpointer data)
{
  g_autoptr (AskResult) answer = run (self, "SELECT 'Lyon' AS city, 7 AS n");
  AskProvenancePlace place = { "SELECT city, count(*) AS n FROM store GROUP BY city", answer->rows, 0, 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (AskProvenance) behind = ask_provenance_find (self->engine, &place, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (behind->result->rows), ==, 1);
  g_assert_nonnull (strstr (behind->changed, "changed"));
}

/* Behind the rows of an API are its calls. */
static void
test_calls (void)
{
  g_autoptr (AskAgentFixture) agent = ask_agent_fixture_new ();
  Fixture self = { agent, NULL };
  const char *sql = "SELECT carrier, count(*) AS n FROM shipment GROUP BY carrier ORDER BY 1";
  g_autoptr (AskResult) answer = NULL;
  g_autoptr (AskProvenance) behind = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *json = NULL;
  g_autofree char *rows = NULL;

  ask_agent_fixture_add_api (agent, "[{\"shipment_id\":1,\"store_id\":1,\"carrier\":\"DHL\"},"
                                    "{\"shipment_id\":2,\"store_id\":1,\"carrier\":\"GLS\"},"
                                    "{\"shipment_id\":3,\"store_id\":2,\"carrier\":\"DHL\"}]");
  open_engine (&self);
  answer = run (&self, sql);
  AskProvenancePlace place = { sql, answer->rows, 0, 1 };
  behind = ask_provenance_find (self.engine, &place, NULL, NULL, &error);
  g_assert_no_error (error);
  rows = print_rows (behind->result->rows);
  g_assert_nonnull (strstr (rows, "DHL,1"));
  g_assert_cmpuint (ask_rows_get_n_rows (behind->result->rows), ==, 2);
  g_assert_cmpuint (behind->result->calls->len, ==, 1);
  json = ask_provenance_to_json (behind, &place);
  g_assert_nonnull (strstr (json, "/shipment\""));
  g_assert_nonnull (strstr (json, "\"status\":200"));
  ask_engine_free (self.engine);
}

/* ---- all figures are what their rows say */

#define PICK(array) array[g_test_rand_int_range (0, G_N_ELEMENTS (array))]

static void
add_drawn (AskAgentFixture *agent)
{
  static const char *const names[] = { "'a'", "'b'", "'A'", "''", "NULL", "'o''k'", "'7'" };
  static const char *const reals[] = { "0.1", "-2.5", "NULL", "1e10", "3" };
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT, x REAL);"
                                          "CREATE TABLE thing (id INTEGER PRIMARY KEY, kind_id INTEGER, n INTEGER,"
                                          "  t TEXT, day DATE);");

  for (int i = 1; i <= 8; i++)
    g_string_append_printf (sql, "INSERT INTO kind VALUES (%d, %s, %s);", i, PICK (names), PICK (reals));
  for (int i = 1; i <= 60; i++)
    g_string_append_printf (sql, "INSERT INTO thing VALUES (%d, %d, %s%d, %s, '202%d-0%d-11');", i,
                            g_test_rand_int_range (1, 11), g_test_rand_int_range (0, 5) == 0 ? "NULL + " : "",
                            g_test_rand_int_range (-9, 10), PICK (names), g_test_rand_int_range (3, 6),
                            g_test_rand_int_range (1, 10));
  ask_agent_fixture_add_sqlite (agent, "drawn", sql->str);
}

/* Keys, count(*), count(n), sum(n): of one table or two, with conditions or without. */
static char *
draw_query (guint *n_keys)
{
  static const char *const keys[] = { "t", "name", "x", "strftime('%Y', day)", "day", "n % 3", "kind_id", "upper(t)",
                                      "coalesce(name, t)", "x IS NULL" };
  static const char *const froms[] = { "thing JOIN kind ON kind.id = thing.kind_id",
                                       "thing LEFT JOIN kind ON kind.id = thing.kind_id", "kind, thing",
                                       "kind k LEFT JOIN thing h ON h.kind_id = k.id AND h.n > 0",
                                       "thing JOIN kind ON kind.id = thing.kind_id AND n <> 2" };
  static const char *const wheres[] = { "", "", " WHERE n > -3", " WHERE t IS NOT NULL OR x > 0",
                                        " WHERE day >= '2024-01-01' AND day < '2025-01-01'",
                                        " WHERE kind_id IN (SELECT id FROM kind WHERE x > 0)" };
  static const char *const havings[] = { "", "", " HAVING count(*) > 1", " HAVING sum(n) IS NOT NULL" };
  g_autoptr (GString) list = g_string_new (NULL);
  g_autoptr (GString) groups = g_string_new (NULL);

  *n_keys = (guint) g_test_rand_int_range (0, 3);
  for (guint k = 0; k < *n_keys; k++)
    {
      const char *key = PICK (keys);
      gboolean named = g_test_rand_int_range (0, 3) == 0;

      g_string_append_printf (list, named ? "%s AS k%u, " : "%s, ", key, k);
      g_string_append (groups, k > 0 ? ", " : "");
      if (named)
        g_string_append_printf (groups, "k%u", k);
      else if (g_test_rand_int_range (0, 3) == 0)
        g_string_append_printf (groups, "%u", k + 1);
      else
        g_string_append (groups, key);
    }
  return g_strdup_printf ("SELECT %scount(*), count(n), sum(n) FROM %s%s%s%s%s", list->str, PICK (froms), PICK (wheres),
                          *n_keys > 0 ? " GROUP BY " : "", groups->str, *n_keys > 0 ? PICK (havings) : "");
}

static void
check_cell (Fixture *self, const AskProvenancePlace *place, guint what)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskProvenance) behind = ask_provenance_find (self->engine, place, NULL, NULL, &error);
  const AskValue *value = ask_rows_get (place->rows, place->row, place->column);
  gint64 sum = 0;

  if (error != NULL)
    g_error ("%s\n%s", place->sql, error->message);
  if (what < 2 && value->integer != (gint64) ask_rows_get_n_rows (behind->result->rows))
    g_error ("%s\n%s\n%d", place->sql, behind->sql, (int) value->integer);
  for (gsize r = 0; what == 2 && r < ask_rows_get_n_rows (behind->result->rows); r++)
    sum += ask_rows_get (behind->result->rows, r, 0)->integer;
  if (what == 2 && (value->kind == ASK_VALUE_NULL ? 0 : value->integer) != sum)
    g_error ("%s\n%s\n%d", place->sql, behind->sql, (int) sum);
}

static void
test_figures (void)
{
  g_autoptr (AskAgentFixture) agent = ask_agent_fixture_new ();
  Fixture self = { agent, NULL };

  add_drawn (agent);
  open_engine (&self);
  for (guint i = 0; i < (g_test_thorough () ? 2000 : 60); i++)
    {
      guint n_keys;
      g_autofree char *sql = draw_query (&n_keys);
      g_autoptr (AskResult) answer = run (&self, sql);

      for (gsize r = 0; r < MIN (ask_rows_get_n_rows (answer->rows), 6); r++)
        for (guint what = 0; what < 3; what++)
          check_cell (&self, &(AskProvenancePlace) { sql, answer->rows, r, n_keys + what }, what);
    }
  ask_engine_free (self.engine);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/agent/provenance/a-cell-has-the-rows-that-made-it", Fixture, NULL, set_up, test_rows, tear_down);
  g_test_add ("/agent/provenance/what-has-no-rows-says-why", Fixture, NULL, set_up, test_none, tear_down);
  g_test_add ("/agent/provenance/what-changed-since-is-said", Fixture, NULL, set_up, test_changed, tear_down);
  g_test_add_func ("/agent/provenance/behind-rows-are-the-calls-that-brought-them", test_calls);
  g_test_add_func ("/agent/provenance/drawn-figures-are-what-their-rows-say", test_figures);
  return g_test_run ();
}
