/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The impact test: edits of a schema, and which answers each would change.
 */
#include "config.h"

#include "agent/ask-impact.h"

#include <string.h>

#include "ask-agent-fixture.h"
#include "schema/edit/ask-schema-edit.h"
#include "store/ask-workspace-boards.h"

static const char *const pairs[][2] = {
  { "Sales of Lyon?", "SELECT sum(total) AS t FROM sale JOIN store ON store.id = store_id"
                      " WHERE city = 'Lyon'" },
  { "Stores?", "SELECT city FROM store ORDER BY city" },
  { "How many sales?", "SELECT count(*) AS n FROM sale" },
  { "Broken?", "SELECT weight FROM sale" },
};

static void
edit_nothing (AskSchema *draft)
{
}

static void
edit_rename (AskSchema *draft)
{
  g_assert_true (ask_schema_edit_rename_entity (draft, "shop.sale", "purchases", NULL));
  g_assert_true (ask_schema_edit_rename_attribute (draft, "shop.sale", "total", "amount", NULL));
}

static void
edit_remove (AskSchema *draft)
{
  g_assert_true (ask_schema_edit_remove_entity (draft, "shop.store", NULL));
}

/* An attribute that reads another column: every answer still runs, some are wrong. */
static void
edit_column (AskSchema *draft)
{
  AskEntity *entity = ask_schema_own_entity (draft, "shop.sale");
  AskAttribute *attribute = ask_entity_find_attribute (entity, "total");

  g_free (attribute->column);
  attribute->column = g_strdup ("id");
}

static void
edit_mend (AskSchema *draft)
{
  AskEntity *entity = ask_schema_own_entity (draft, "shop.sale");
  AskAttribute *attribute = ask_entity_find_attribute (entity, "sold_on");

  g_free (attribute->name);
  attribute->name = g_strdup ("weight");
}

static void
count_progress (const AskImpact *impact, guint n_done, guint n_all, gpointer user_data)
{
  guint *n = user_data;

  g_assert_cmpuint (n_done, ==, ++*n);
  g_assert_cmpuint (n_done, <=, n_all);
}

static void
test_edits (void)
{
  static const struct
  {
    const char *name;
    void (*edit) (AskSchema *draft);
    AskImpactKind kinds[G_N_ELEMENTS (pairs)];
    const char *how[G_N_ELEMENTS (pairs)];
  } cases[] = {
    { "nothing", edit_nothing, { 0, 0, 0, ASK_IMPACT_STILL_FAILS }, { NULL, NULL, NULL, "weight" } },
    { "renamed", edit_rename, { 0, 0, 0, ASK_IMPACT_STILL_FAILS }, { NULL, NULL, NULL, "weight" } },
    { "removed",
      edit_remove,
      { ASK_IMPACT_FAILS, ASK_IMPACT_FAILS, 0, ASK_IMPACT_STILL_FAILS },
      { "store", "store", NULL, "weight" } },
    { "another column",
      edit_column,
      { ASK_IMPACT_DIFFERENT, 0, 0, ASK_IMPACT_STILL_FAILS },
      { "1 row changed", NULL, NULL, "weight" } },
    { "mended", edit_mend, { 0, 0, 0, ASK_IMPACT_WORKS }, { NULL, NULL, NULL, "weight" } },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSchema) before = NULL;
      g_autoptr (AskSchema) after = NULL;
      g_autoptr (GPtrArray) impacts = NULL;
      g_autoptr (GPtrArray) versions = NULL;
      guint n = 0;

      ask_agent_fixture_add_shop (fixture);
      for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
        ask_agent_fixture_verify (fixture, pairs[i][0], pairs[i][1]);
      before = ask_workspace_load_schema (fixture->workspace, &error);
      g_assert_no_error (error);
      after = ask_schema_fork (before);
      cases[c].edit (after);
      impacts = ask_impact_find (fixture->workspace, &(AskImpactTrial) { before, after, count_progress, &n },
                                 NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (n, ==, G_N_ELEMENTS (pairs));
      g_assert_cmpuint (impacts->len, ==, G_N_ELEMENTS (pairs));
      for (guint i = 0; i < impacts->len; i++)
        {
          const AskImpact *impact = impacts->pdata[i];

          if (impact->kind != cases[c].kinds[i]
              || (impact->how == NULL) != (cases[c].how[i] == NULL)
              || (impact->how != NULL && strstr (impact->how, cases[c].how[i]) == NULL))
            g_error ("%s: “%s” is “%s”: %s", cases[c].name, impact->question,
                     ask_impact_kind_to_string (impact->kind), impact->how);
          g_assert_cmpstr (impact->sql_before, ==, pairs[i][1]);
        }
      if (cases[c].edit == edit_rename)
        g_assert_nonnull (strstr (((AskImpact *) impacts->pdata[0])->sql_after, "sum(amount)"));

      /* Nothing was saved. */
      versions = ask_workspace_list_schema_versions (fixture->workspace, NULL);
      g_assert_cmpuint (versions->len, ==, 1);
    }
}

/* Questions that people asked: one that names a value goes by the attribute that holds it. */
static void
test_history (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) before = NULL;
  g_autoptr (AskSchema) after = NULL;
  g_autoptr (GPtrArray) impacts = NULL;
  const AskImpact *impact;
  AskEntity *entity;
  static const char *const asked[]
    = { "Sales of Paris?", "sales of lyon", "Weather?", "Sales of Paris?" };

  ask_agent_fixture_add_shop (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    ask_agent_fixture_verify (fixture, pairs[i][0], pairs[i][1]);
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    g_assert_cmpint (ask_workspace_add_history (fixture->workspace,
                                                &(AskHistoryRecord) { asked[i], "answered", NULL, 1 },
                                                NULL),
                     >, 0);
  before = ask_workspace_load_schema (fixture->workspace, &error);
  after = ask_schema_fork (before);
  /* The index holds the values of the column "city"; no attribute reads it any more. */
  entity = ask_schema_own_entity (after, "shop.store");
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      AskAttribute *attribute = entity->attributes->pdata[i];

      if (strcmp (attribute->name, "city") != 0)
        continue;
      g_free (attribute->column);
      attribute->column = g_strdup ("id");
    }
  impacts = ask_impact_find (fixture->workspace, &(AskImpactTrial) { before, after }, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (impacts->len, ==, G_N_ELEMENTS (pairs) + 1);
  impact = impacts->pdata[G_N_ELEMENTS (pairs)];
  g_assert_cmpstr (impact->question, ==, "Sales of Paris?");
  g_assert_cmpint (impact->verified, ==, 0);
  g_assert_cmpint (impact->kind, ==, ASK_IMPACT_FAILS);
  g_assert_nonnull (impact->how);
  g_assert_nonnull (strstr (impact->sql_before, "'Paris'"));
  g_assert_null (impact->sql_after);
}

/* A synonym that a steward adds lets a question of the history find a verified one. */
static void
test_synonym (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) before = NULL;
  g_autoptr (AskSchema) after = NULL;
  g_autoptr (GPtrArray) impacts = NULL;
  const AskImpact *impact;
  AskEntity *entity;
  static const char verified[] = "SELECT store_id, sum(total) AS t FROM sale GROUP BY store_id";

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_verify (fixture, "Total by store", verified);
  g_assert_cmpint (ask_workspace_add_history (fixture->workspace,
                                              &(AskHistoryRecord) { "turnover by store", "unanswerable", NULL, 1 },
                                              NULL),
                   >, 0);
  before = ask_workspace_load_schema (fixture->workspace, &error);
  g_assert_no_error (error);
  after = ask_schema_fork (before);
  entity = ask_schema_own_entity (after, "shop.sale");
  g_ptr_array_add (ask_entity_find_attribute (entity, "total")->synonyms, g_strdup ("turnover"));
  impacts = ask_impact_find (fixture->workspace, &(AskImpactTrial) { before, after }, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (impacts->len, ==, 2);
  g_assert_cmpint (((AskImpact *) impacts->pdata[0])->kind, ==, ASK_IMPACT_SAME);
  impact = impacts->pdata[1];
  g_assert_cmpstr (impact->question, ==, "turnover by store");
  g_assert_cmpint (impact->kind, ==, ASK_IMPACT_WORKS);
  g_assert_null (impact->sql_before);
  g_assert_cmpstr (impact->sql_after, ==, verified);

  /* And the other way round: who takes the synonym away is told what is lost. */
  g_clear_pointer (&impacts, g_ptr_array_unref);
  impacts = ask_impact_find (fixture->workspace, &(AskImpactTrial) { after, before }, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (impacts->len, ==, 2);
  g_assert_cmpint (((AskImpact *) impacts->pdata[1])->kind, ==, ASK_IMPACT_FAILS);
}

/* What is tried may have been published: the SQL of verified questions has the names of the newest version
 * then, whichever of the two schemas that is. */
static void
test_versions (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) first = NULL;
  g_autoptr (AskSchema) second = NULL;

  ask_agent_fixture_add_shop (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    ask_agent_fixture_verify (fixture, pairs[i][0], pairs[i][1]);
  first = ask_workspace_load_schema (fixture->workspace, &error);
  g_assert_no_error (error);
  second = ask_schema_fork (first);
  edit_rename (second);
  g_assert_true (ask_workspace_save_schema (fixture->workspace, second, "Renamed", &error));
  for (guint back = 0; back < 2; back++)
    {
      g_autoptr (GPtrArray) impacts
        = ask_impact_find (fixture->workspace, &(AskImpactTrial) { back ? second : first, back ? first : second },
                           NULL, &error);

      g_assert_no_error (error);
      for (guint i = 0; i < impacts->len; i++)
        {
          const AskImpact *impact = impacts->pdata[i];

          g_assert_cmpint (impact->kind, ==, i == 3 ? ASK_IMPACT_STILL_FAILS : ASK_IMPACT_SAME);
          g_assert_cmpstr (back ? impact->sql_after : impact->sql_before, ==, pairs[i][1]);
        }
    }
}

static void
test_cancelled (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = NULL;

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_verify (fixture, pairs[0][0], pairs[0][1]);
  schema = ask_workspace_load_schema (fixture->workspace, NULL);
  g_cancellable_cancel (cancellable);
  g_assert_null (
    ask_impact_find (fixture->workspace, &(AskImpactTrial) { schema, schema }, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
pin (AskWorkspace *workspace, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text
    = g_strdup_printf ("{\"name\":\"Sales\",\"tiles\":[{\"id\":\"t1\",\"title\":\"Cities\",\"sql\":\"%s\"}]}", sql);
  g_autoptr (JsonNode) document = ask_json_parse (text, -1, &error);

  g_assert_cmpint (ask_workspace_add_board (workspace, document, "", &error), >, 0);
  g_assert_no_error (error);
}

static void
test_tiles (void)
{
  static const struct
  {
    void (*edit) (AskSchema *draft);
    AskImpactKind kind;
  } cases[] = { { edit_nothing, ASK_IMPACT_SAME },
                { edit_rename, ASK_IMPACT_SAME },
                { edit_column, ASK_IMPACT_DIFFERENT },
                { edit_remove, ASK_IMPACT_FAILS } };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSchema) before = NULL;
      g_autoptr (AskSchema) after = NULL;
      g_autoptr (GPtrArray) impacts = NULL;
      const AskImpact *impact;

      ask_agent_fixture_add_shop (fixture);
      pin (fixture->workspace,
           "SELECT city, sum(total) AS t FROM sale JOIN store ON store.id = store_id GROUP BY city");
      before = ask_workspace_load_schema (fixture->workspace, &error);
      after = ask_schema_fork (before);
      cases[c].edit (after);
      impacts = ask_impact_find (fixture->workspace, &(AskImpactTrial) { before, after, NULL, NULL }, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (impacts->len, ==, 1);
      impact = impacts->pdata[0];
      g_assert_true (impact->tile);
      g_assert_cmpstr (impact->question, ==, "Sales: Cities");
      g_assert_cmpint (impact->kind, ==, cases[c].kind);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/impact/each-edit-tells-which-answers-change", test_edits);
  g_test_add_func ("/agent/impact/tiles-of-boards-are-tried-too", test_tiles);
  g_test_add_func ("/agent/impact/a-past-question-follows-its-value", test_history);
  g_test_add_func ("/agent/impact/a-synonym-lets-a-past-question-be-answered", test_synonym);
  g_test_add_func ("/agent/impact/a-published-version-is-compared-by-its-own-names", test_versions);
  g_test_add_func ("/agent/impact/a-cancelled-impact-says-so", test_cancelled);
  return g_test_run ();
}
