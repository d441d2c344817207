/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A value that the data spells otherwise, or does not have: what becomes of it is the same wherever the table lies, in a
 * file whose values are known or behind an API whose values nobody has read.
 */
#include "config.h"

#include <string.h>

#include "ask-agent-fixture.h"

#define SHIPMENTS \
  "[{\"shipment_id\":1,\"store_id\":1,\"carrier\":\"Fast Freight\"}," \
  "{\"shipment_id\":2,\"store_id\":2,\"carrier\":\"DHL\"},{\"shipment_id\":3,\"store_id\":2,\"carrier\":\"Red Van\"}]"

/* What the answer says that it asked the API is what the API was asked. */
static AskAnswer *
ask_api (AskAgentFixture *fixture, const char *const *replies)
{
  AskAnswer *answer;
  guint n;

  ask_agent_fixture_add_api (fixture, SHIPMENTS);
  ask_agent_fixture_script (fixture, replies);
  n = ask_test_server_count (fixture->api, NULL);
  answer = ask_agent_fixture_ask (fixture, "What do you know of our shipments?");
  g_assert_cmpuint (answer->api_requests, ==, ask_test_server_count (fixture->api, NULL) - n);
  return answer;
}

/* Figures over no row are no figures: the reason is told, once. */
static void
test_figures (void)
{
  static const char *const figures[] = { "count(*)", "sum(id)", "count(*), max(city)", "total(id)" };

  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      g_autofree char *reply = g_strdup_printf ("Final Answer: SELECT %s FROM store WHERE city = 'Xanadu'", figures[i]);
      const char *const replies[] = { reply, reply, NULL };
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskAnswer) answer = NULL;

      ask_agent_fixture_add_shop (fixture);
      ask_agent_fixture_script (fixture, replies);
      answer = ask_agent_fixture_ask (fixture, "What is there in Xanadu?");
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 2);
      g_assert_true (
        ask_test_model_received (fixture->server, "its figures come of no row. Why: No row fulfils city = 'Xanadu'."));
    }
}

/* Nor is a figure doubted that comes of rows, whatever it is. */
static void
test_zero (void)
{
  static const char *const queries[]
    = { "Final Answer: SELECT count(*) FROM store WHERE city = 'Lyon'",
        "Final Answer: SELECT sum(total) - sum(total) AS d FROM sale",
        "Final Answer: SELECT max(nullif(city, 'Lyon')) AS c FROM store WHERE city = 'Lyon'" };

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      const char *const replies[] = { queries[i], NULL };
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskAnswer) answer = NULL;

      ask_agent_fixture_add_shop (fixture);
      ask_agent_fixture_script (fixture, replies);
      answer = ask_agent_fixture_ask (fixture, "What is there in Lyon?");
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 1);
    }
}

/* The person is told how an API spells a value, the model is not even asked again. */
static void
test_spelled (void)
{
  static const struct
  {
    const char *sql;
    const char *ran;
    guint n_rows;
  } cases[] = {
    { "SELECT shipment_id FROM shipment WHERE carrier = 'fast  freight'",
      "SELECT shipment_id FROM shipment WHERE carrier = 'Fast Freight'", 1 },
    { "SELECT shipment_id FROM shipment WHERE store_id NOT IN (SELECT store_id FROM shipment WHERE carrier = 'red van')",
      "SELECT shipment_id FROM shipment WHERE store_id NOT IN (SELECT store_id FROM shipment WHERE carrier = 'Red Van')",
      1 },
    { "SELECT shipment_id FROM shipment WHERE carrier IN ('DHL', 'red van')",
      "SELECT shipment_id FROM shipment WHERE carrier IN ('DHL', 'Red Van')", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *reply = g_strconcat ("Final Answer: ", cases[i].sql, NULL);
      const char *const replies[] = { reply, NULL };
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskAnswer) answer = ask_api (fixture, replies);

      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpstr (answer->sql, ==, cases[i].ran);
      g_assert_cmpuint (answer->n_rows, ==, cases[i].n_rows);
      g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 1);
      g_assert_false (ask_test_model_received (fixture->server, "Red Van"));
      /* What was asked for it is in the trace. */
      g_assert_nonnull (json_object_get_array_member (ask_answer_find_step (answer, "values", 0)->fields, "calls"));
    }
}

static void
test_missing (void)
{
  static const char *const replies[] = { "Final Answer: SELECT count(*) FROM shipment WHERE carrier = 'Zeppelin'",
                                         "Final Answer: SELECT count(*) FROM shipment", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = ask_api (fixture, replies);

  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 2);
  g_assert_true (ask_test_model_received (fixture->server, "Why: No row of shipment has 'Zeppelin' as its carrier."));
  g_assert_false (ask_test_model_received (fixture->server, "DHL"));
}

/* Rows that came say that the values are there: nobody is asked. */
static void
test_proven (void)
{
  static const char *const queries[]
    = { "SELECT shipment_id FROM shipment WHERE carrier = 'DHL' AND store_id > 0",
        "SELECT count(*) FROM shipment WHERE carrier = 'DHL'",
        "SELECT carrier, count(*) FROM shipment WHERE 'DHL' = carrier GROUP BY carrier",
        "SELECT s.shipment_id FROM (SELECT * FROM shipment WHERE carrier LIKE 'dhl') AS s",
        "SELECT shipment_id FROM shipment WHERE store_id > 1" };

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autofree char *reply = g_strconcat ("Final Answer: ", queries[i], NULL);
      const char *const replies[] = { reply, NULL };
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskAnswer) answer = ask_api (fixture, replies);

      g_test_message ("%s", queries[i]);
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpuint (answer->api_requests, ==, 1);
    }
}

static const char *const carriers[] = { "Fast Freight", "DHL", "Red Van", "Nord Fracht", "Post" };

/* A carrier as somebody may type it, or one that is nowhere. */
static char *
draw_literal (void)
{
  const char *carrier = carriers[g_test_rand_int_range (0, G_N_ELEMENTS (carriers))];

  switch (g_test_rand_int_range (0, 5))
    {
    case 0:
      return g_ascii_strdown (carrier, -1);
    case 1:
      return g_ascii_strup (carrier, -1);
    case 2:
      return g_strconcat (" ", carrier, NULL);
    case 3:
      return g_strdup ("Zeppelin");
    default:
      return g_strdup (carrier);
    }
}

static char *
draw_query (void)
{
  static const char *const queries[] = {
    "SELECT count(*) FROM shipment WHERE carrier = '%s' OR carrier = '%s'",
    "SELECT shipment_id FROM shipment WHERE carrier <> '%s' AND carrier <> '%s' ORDER BY 1",
    "SELECT shipment_id FROM shipment WHERE carrier IN ('%s', '%s') ORDER BY 1",
    "SELECT shipment_id FROM shipment WHERE store_id NOT IN (SELECT store_id FROM shipment WHERE carrier = '%s' OR "
    "carrier = '%s') ORDER BY 1",
    "SELECT store_id FROM shipment WHERE carrier = '%s' EXCEPT SELECT store_id FROM shipment WHERE carrier = '%s' "
    "ORDER BY 1",
    "SELECT s.shipment_id FROM shipment AS s WHERE EXISTS (SELECT 1 FROM shipment AS o WHERE o.store_id = s.store_id "
    "AND o.carrier = '%s') AND s.carrier NOT LIKE '%s' ORDER BY 1",
  };
  g_autofree char *one = draw_literal ();
  g_autofree char *other = draw_literal ();
  g_auto (GStrv) parts = g_strsplit (queries[g_test_rand_int_range (0, G_N_ELEMENTS (queries))], "%s", 3);

  return g_strconcat (parts[0], one, parts[1], other, parts[2], NULL);
}

static char *
reply_again (const char *last_user, JsonObject *request, gpointer sql)
{
  return g_strconcat ("Final Answer: ", sql, NULL);
}

static AskAnswer *
ask_again (AskAgentFixture *fixture, char *sql)
{
  AskAnswer *answer;

  ask_agent_fixture_script_func (fixture, reply_again, sql);
  answer = ask_agent_fixture_ask (fixture, "What do you know of our shipments?");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  return answer;
}

static void
assert_same (const AskAnswer *a, const AskAnswer *b)
{
  g_assert_cmpstr (a->sql, ==, b->sql);
  g_assert_cmpuint (ask_rows_get_n_rows (a->rows), ==, ask_rows_get_n_rows (b->rows));
  for (gsize r = 0; r < ask_rows_get_n_rows (a->rows); r++)
    g_assert_true (ask_value_equal (ask_rows_get (a->rows, r, 0), ask_rows_get (b->rows, r, 0)));
}

/* The same query over the same rows, in a file and behind an API. */
static void
test_drawn (void)
{
  guint n = g_test_slow () ? 200 : 12;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AskAgentFixture) file = ask_agent_fixture_new ();
      g_autoptr (AskAgentFixture) api = ask_agent_fixture_new ();
      g_autoptr (GString) sql
        = g_string_new ("CREATE TABLE shipment (shipment_id INTEGER, store_id INTEGER, carrier TEXT);");
      g_autoptr (GString) json = g_string_new ("[");
      g_autofree char *query = draw_query ();
      g_autoptr (AskAnswer) one = NULL;
      g_autoptr (AskAnswer) other = NULL;

      /* All but the last stand in the data. */
      for (guint r = 0; r < 8; r++)
        {
          int store = g_test_rand_int_range (1, 5);
          const char *carrier = carriers[r < 4 ? (int) r : g_test_rand_int_range (0, 4)];

          g_string_append_printf (sql, "INSERT INTO shipment VALUES (%u, %d, '%s');", r, store, carrier);
          g_string_append_printf (json, "%s{\"shipment_id\":%u,\"store_id\":%d,\"carrier\":\"%s\"}", r > 0 ? "," : "",
                                  r, store, carrier);
        }
      g_string_append_c (json, ']');
      ask_agent_fixture_add_sqlite (file, "logistics", sql->str);
      ask_agent_fixture_add_api (api, json->str);
      g_test_message ("%s", query);
      one = ask_again (file, query);
      other = ask_again (api, query);
      assert_same (one, other);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/empty/figures-of-no-row-are-told-with-the-reason", test_figures);
  g_test_add_func ("/agent/empty/figures-of-rows-are-not-doubted", test_zero);
  g_test_add_func ("/agent/empty/an-api-s-values-are-put-right-too", test_spelled);
  g_test_add_func ("/agent/empty/a-value-that-an-api-lacks-is-the-reason", test_missing);
  g_test_add_func ("/agent/empty/what-rows-prove-is-not-asked-for", test_proven);
  g_test_add_func ("/agent/empty/a-drawn-literal-means-the-same-in-a-file-and-behind-an-api", test_drawn);
  return g_test_run ();
}
