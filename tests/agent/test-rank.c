/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sources are ranked by a model alone, from schemas.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-rank.h"
#include "ask-agent-fixture.h"
#include "store/ask-workspace-ledger.h"

static AskRank *
rank (AskAgentFixture *fixture, const char *reply, const char *question)
{
  const char *const replies[] = { reply, NULL };
  g_autoptr (GError) error = NULL;
  AskRank *ranked;

  ask_agent_fixture_add_music (fixture);
  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_add_api (fixture, "[]");
  ask_agent_fixture_script (fixture, replies);
  ranked = ask_rank_new (fixture->workspace, fixture->model, question, NULL, &error);
  g_assert_no_error (error);
  return ranked;
}

/* What left is in the ledger, with its question. */
static void
assert_in_ledger (AskAgentFixture *fixture, gint64 bytes, const char *question)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = ask_workspace_list_ledger (fixture->workspace, &(AskLedgerFilter) { 0 }, &error);
  gboolean found = FALSE;

  g_assert_no_error (error);
  for (guint i = 0; i < entries->len; i++)
    {
      const AskLedgerEntry *entry = entries->pdata[i];

      found
        |= g_strcmp0 (entry->kind, "model") == 0 && g_strcmp0 (entry->question, question) == 0 && entry->bytes == bytes;
    }
  g_assert_true (found);
}

static void
test_order (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskRank) ranked = rank (fixture, "`SHOP`, weather, music, shop",
                                     "Which store sold most, by the carrier of the shipment or the artist?");

  g_assert_cmpuint (ranked->n_named, ==, 2);
  g_assert_cmpuint (ranked->sources->len, ==, 3);
  g_assert_cmpstr (ranked->sources->pdata[0], ==, "shop");
  g_assert_cmpstr (ranked->sources->pdata[1], ==, "music");
  g_assert_cmpstr (ranked->sources->pdata[2], ==, "logistics");
  g_assert_cmpint (ranked->bytes_sent, >, 100);
  assert_in_ledger (fixture, ranked->bytes_sent,
                    "Which store sold most, by the carrier of the shipment or the artist?");
  g_assert_true (ask_test_model_received (fixture->server, "Source shop:"));
  g_assert_true (ask_test_model_received (fixture->server, "CREATE TABLE sale"));
  g_assert_false (ask_test_model_received (fixture->server, "Paris"));
}

/* What the model says that is no name leaves the order as it was. */
static void
test_prose (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskRank) ranked = rank (fixture, "I cannot say.", "Which store sold most?");

  g_assert_cmpuint (ranked->n_named, ==, 0);
  g_assert_cmpuint (ranked->sources->len, >, 0);
  g_assert_cmpstr (ranked->sources->pdata[0], ==, "shop");
}

static void
test_hidden (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskSchema) loaded = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (AskRank) ranked = NULL;
  g_autoptr (GError) error = NULL;
  const char *const replies[] = { "shop", NULL };

  ask_agent_fixture_add_shop (fixture);
  loaded = ask_workspace_load_schema (fixture->workspace, &error);
  schema = ask_schema_copy (loaded);
  ask_schema_find_entity (schema, "sale")->hidden = TRUE;
  ask_entity_find_attribute (ask_schema_find_entity (schema, "store"), "city")->hidden = TRUE;
  ask_workspace_save_schema (fixture->workspace, schema, "hidden", &error);
  g_assert_no_error (error);
  ask_agent_fixture_script (fixture, replies);
  ranked = ask_rank_new (fixture->workspace, fixture->model, "Which store?", NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ask_test_model_received (fixture->server, "store"));
  g_assert_false (ask_test_model_received (fixture->server, "city"));
  g_assert_false (ask_test_model_received (fixture->server, "sold_on"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/rank/the-model-orders-the-nearest-sources", test_order);
  g_test_add_func ("/agent/rank/prose-leaves-the-order-as-it-was", test_prose);
  g_test_add_func ("/agent/rank/what-is-hidden-is-not-told-to-rank", test_hidden);
  return g_test_run ();
}
