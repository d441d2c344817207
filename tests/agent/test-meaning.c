/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a column is, is decided once: a steward's change of a meaning shows in the headline, the table, the chart
 * and the export of the next answer, all at once. And a German window is German throughout. The catalogue is the one
 * of the build folder, which is the program's argument.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ask-agent-fixture.h"
#include "base/ask-cell.h"
#include "base/ask-error.h"
#include "chart/ask-chart-rules.h"
#include "chart/ask-chart.h"
#include "llm/ask-openai-url.h"
#include "schema/edit/ask-schema-edit.h"
#include "schema/infer/ask-infer.h"
#include "schema/openapi/ask-document.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "support/ask-test-locale.h"

static const char *catalogue;

static void
set_meaning (AskAgentFixture *fixture, const char *attribute, const char *meaning)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (fixture->workspace, &error);
  g_autoptr (AskSchema) draft = NULL;

  g_assert_no_error (error);
  draft = ask_schema_fork (schema);
  g_assert_true (ask_schema_edit_set_attribute (draft, ask_schema_find_entity (schema, "goods")->id, attribute,
                                                "meaning", meaning, &error));
  g_assert_no_error (error);
  g_assert_true (ask_workspace_save_schema (fixture->workspace, draft, "meaning", &error));
  g_assert_no_error (error);
}

static char *
get_cell (const AskRows *rows, gsize row, guint column)
{
  return ask_cell_to_text (ask_rows_get (rows, row, column), ask_cell_format_find (rows, column));
}

/* What people see of the answer, in one text. */
static char *
describe (AskAgentFixture *fixture, const char *question)
{
  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, question);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskChart) chart = NULL;
  g_autofree char *json = ask_answer_to_json (answer, NULL, 10);
  g_autoptr (AskAnswer) kept = NULL;
  g_autofree char *cell = NULL;
  g_autofree char *again = NULL;
  g_autofree char *member = NULL;
  const AskColumn *column;

  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  chart = ask_chart_choose (answer->rows, question, &error);
  g_assert_no_error (error);
  column = ask_rows_get_column (answer->rows, 1);
  member = g_strdup_printf ("\"meaning\":\"%s\"", ask_meaning_to_string (column->sense.meaning));
  g_assert_nonnull (strstr (json, member));
  cell = get_cell (answer->rows, 0, 1);
  /* From the history it comes back as it was. */
  kept = ask_answer_from_json (json, &error);
  g_assert_no_error (error);
  again = get_cell (kept->rows, 0, 1);
  g_assert_cmpstr (again, ==, cell);
  return g_strdup_printf ("%s | %s | %s | %s of %s.%s", answer->text, cell, ask_chart_kind_to_string (ask_chart_get_kind (chart)),
                          ask_meaning_to_string (column->sense.meaning), column->sense.entity, column->sense.attribute);
}

static AskAgentFixture *
make_goods (void)
{
  AskAgentFixture *fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_sqlite (fixture, "shop",
                                "CREATE TABLE goods (label TEXT, sku INTEGER, price REAL, built INTEGER);"
                                "INSERT INTO goods VALUES ('Tent', 12345, 1959.5, 1959), ('Rope', 1200, 8.25, 2025), "
                                "('Boat', 700, 60000, 1700);");
  ask_agent_fixture_verify (fixture, "list the goods", "SELECT label, sku FROM goods ORDER BY sku DESC");
  ask_agent_fixture_verify (fixture, "the dearest goods",
                            "WITH t AS (SELECT label, max(price) AS p FROM goods GROUP BY label) "
                            "SELECT label, p FROM t ORDER BY p DESC");
  ask_agent_fixture_verify (fixture, "when was the tent built", "SELECT built FROM goods WHERE label = 'Tent'");
  return fixture;
}

static void
test_change (void)
{
  static const char code[] = "Tent, Rope and Boat | 12345 | table | code of goods.sku";
  static const char number[]
    = "Tent has the highest sku: 12,345 | 12,345 | bar | quantity of goods.sku";
  g_autoptr (AskAgentFixture) fixture = make_goods ();

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *first = NULL;
      g_autofree char *second = NULL;

      set_meaning (fixture, "sku", "code");
      first = describe (fixture, "list the goods");
      g_assert_cmpstr (first, ==, code);
      set_meaning (fixture, "sku", "quantity");
      second = describe (fixture, "list the goods");
      g_assert_cmpstr (second, ==, number);
    }
}

/* A year as it is, an amount in groups: in the card and in the step that fetched it. */
static void
test_steps (void)
{
  g_autoptr (AskAgentFixture) fixture = make_goods ();
  g_autoptr (AskAnswer) year = ask_agent_fixture_ask (fixture, "when was the tent built");
  g_autoptr (AskAnswer) price = NULL;
  const AskTraceStep *step;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  g_assert_cmpstr (year->text, ==, "Built: 1,959");
  set_meaning (fixture, "built", "year");
  ask_answer_free (g_steal_pointer (&year));
  year = ask_agent_fixture_ask (fixture, "when was the tent built");
  g_assert_cmpstr (year->text, ==, "Built: 1959");
  step = ask_answer_find_step (year, "sql", 0);
  first = get_cell (step->rows, 0, 0);
  g_assert_cmpstr (first, ==, "1959");

  price = ask_agent_fixture_ask (fixture, "the dearest goods");
  g_assert_cmpstr (price->text, ==, "Boat has the highest p: 60,000.00");
  step = ask_answer_find_step (price, "sql", 0);
  second = get_cell (step->rows, 1, 1);
  g_assert_cmpstr (second, ==, "1,959.50");
}

static void
test_german (void)
{
  g_autoptr (AskAgentFixture) fixture = make_goods ();
  AskTestLocale locale;

  if (ask_test_locale_set_german (&locale))
    {
      g_autoptr (AskAnswer) list = NULL;
      g_autoptr (AskAnswer) price = NULL;
      g_autoptr (AskAnswer) none = NULL;
      g_autoptr (AskAnswer) shown = NULL;
      g_autoptr (AskChart) chart = NULL;
      g_autofree char *words = NULL;
      g_autofree char *cell = NULL;

      g_setenv ("LANGUAGE", "de", TRUE);
      bindtextdomain (GETTEXT_PACKAGE, catalogue);
      bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
      textdomain (GETTEXT_PACKAGE);
      list = ask_agent_fixture_ask (fixture, "list the goods");
      g_assert_cmpstr (list->text, ==, "Tent, Rope und Boat");
      g_assert_cmpstr (ask_answer_find_step (list, "sql", 0)->title, ==, "Ihre Abfrage ausgeführt");
      price = ask_agent_fixture_ask (fixture, "the dearest goods");
      g_assert_cmpstr (price->text, ==, "p ist am höchsten bei Boat: 60.000,00");
      cell = get_cell (price->rows, 1, 1);
      g_assert_cmpstr (cell, ==, "1.959,50");
      chart = ask_chart_choose (price->rows, "the dearest goods", NULL);
      words = ask_chart_describe (chart);
      g_assert_nonnull (strstr (words, "60.000"));
      none = ask_agent_fixture_ask (fixture, "how groovy is the zeppelin");
      g_assert_nonnull (strstr (none->text, "Unbekannt: „groovy“ und „zeppelin“."));
      /* What it suggests is understood. */
      g_assert_cmpstr (none->suggestions->pdata[none->suggestions->len - 1], ==, "Zeige goods");
      shown = ask_agent_fixture_ask (fixture, "Zeige goods");
      g_assert_cmpstr (shown->reading, ==, "Gezeigt: goods.");
      g_unsetenv ("LANGUAGE");
    }
  ask_test_locale_unset (&locale);
}

/* What an error says to a person and what it says to a model, to whom the language of the person is nothing. */
static void
test_german_errors (void)
{
  static const struct
  {
    const char *sql;
    const char *message;
    const char *words;
  } cases[] = {
    { "SELECT label FROM goodz", "There is no table “goodz”. Did you mean “goods”?",
      "Es gibt keine Tabelle „goodz“. Meinten Sie „goods“?" },
    { "SELECT lable FROM goods", "“lable” is not in goods. Did you mean “label”?",
      "„lable“ ist nicht in goods. Meinten Sie „label“?" },
    { "DROP TABLE goods", "Only a SELECT is allowed here; this begins with “DROP”.",
      "Hier ist nur ein SELECT erlaubt; dies beginnt mit „DROP“." },
  };
  static const char *const replies[]
    = { "Thought: I read the goods.\nAction: query\nAction Input: SELECT label FROM goodz",
        "Thought: Their name is another one.\nFinal Answer:\n```sql\nSELECT label FROM goods ORDER BY sku\n```", NULL };
  g_autoptr (AskAgentFixture) fixture = make_goods ();
  AskTestLocale locale;

  if (ask_test_locale_set_german (&locale))
    {
      g_autoptr (GError) failure = NULL;
      g_autoptr (AskEngine) engine = ask_workspace_open_engine (fixture->workspace, &failure);
      g_autoptr (AskAnswer) answer = NULL;

      g_assert_no_error (failure);
      g_setenv ("LANGUAGE", "de", TRUE);
      bindtextdomain (GETTEXT_PACKAGE, catalogue);
      bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
      textdomain (GETTEXT_PACKAGE);
      for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
        {
          g_autoptr (GError) error = NULL;

          g_assert_null (ask_engine_query (engine, cases[i].sql, NULL, NULL, NULL, &error));
          ask_engine_add_hint (engine, cases[i].sql, error);
          g_assert_nonnull (strstr (error->message, cases[i].message));
          g_assert_nonnull (strstr (ask_error_get_words (error), cases[i].words));
        }
      ask_agent_fixture_script (fixture, replies);
      answer = ask_agent_fixture_ask (fixture, "Which names do they have");
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_true (ask_test_model_received (fixture->server, "There is no table “goodz”"));
      g_assert_false (ask_test_model_received (fixture->server, "Es gibt keine"));
      g_unsetenv ("LANGUAGE");
    }
  ask_test_locale_unset (&locale);
}

/* As above, of rooms that know nothing of questions; the parts of a sentence are translated apart. */
static void
assert_both (const GError *error, const char *message, const char *words)
{
  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, ==, message);
  g_assert_cmpstr (ask_error_get_words (error), ==, words);
}

static void
test_german_rooms (void)
{
  g_autoptr (AskAgentFixture) fixture = make_goods ();
  AskTestLocale locale;

  if (ask_test_locale_set_german (&locale))
    {
      AskSourceConfig *config = ask_source_config_new ("here", &ask_sqlite_kind, "/nowhere/at.all");
      g_autoptr (AskSource) source = NULL;
      g_autoptr (GError) found = NULL;
      g_autoptr (GError) document = NULL;
      g_autoptr (GError) key = NULL;
      g_autoptr (GError) empty = NULL;

      g_setenv ("LANGUAGE", "de", TRUE);
      bindtextdomain (GETTEXT_PACKAGE, catalogue);
      bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
      textdomain (GETTEXT_PACKAGE);
      source = ask_source_new (config, NULL);
      ask_source_config_unref (config);
      g_assert_false (ask_source_open (source, NULL, &found));
      assert_both (found, "Source “here”: there is no file /nowhere/at.all. Was it moved or renamed?",
                   "Quelle „here“: Es gibt keine Datei /nowhere/at.all. Wurde sie verschoben oder umbenannt?");
      g_assert_null (ask_document_parse ("PK\003\004", 4, "api.zip", &document));
      assert_both (document,
                   "api.zip: this is a ZIP archive or an office document, not a specification. Choose an OpenAPI "
                   "document in JSON or YAML.",
                   "api.zip: Das ist ein ZIP-Archiv oder ein Office-Dokument, keine Spezifikation. Wählen Sie ein "
                   "OpenAPI-Dokument in JSON oder YAML.");
      g_assert_false (ask_openai_check_secrets (NULL, NULL, "sk-secret", &key));
      g_assert_true (g_str_has_prefix (key->message, "The key of the model is read from a variable"));
      g_assert_true (g_str_has_prefix (ask_error_get_words (key), "Der Schlüssel des Modells wird aus einer"));
      g_assert_null (ask_workspace_add_verified (fixture->workspace, " ", "SELECT 1", &empty));
      assert_both (empty,
                   "The question is empty, so nothing was saved. Give a question and the SQL that answers it.",
                   "Die Frage ist leer, daher wurde nichts gespeichert. Geben Sie eine Frage an und das SQL, das sie "
                   "beantwortet.");
      g_unsetenv ("LANGUAGE");
    }
  ask_test_locale_unset (&locale);
}

/* Of orders that name customers, whose values nobody compared, or were all found. */
static void
check_reason (gint64 n_found, const char *reason)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  AskEntity *orders = ask_schema_add_entity (schema, ask_entity_new ("orders", "shop", "orders", ASK_ENTITY_TABLE));
  AskEntity *customers
    = ask_schema_add_entity (schema, ask_entity_new ("customers", "shop", "customers", ASK_ENTITY_TABLE));
  g_autoptr (AskInfer) infer = NULL;
  g_autoptr (GPtrArray) suggestions = NULL;
  GPtrArray *pairs;

  ask_entity_add_attribute (orders, "cust_id", "cust_id", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (customers, "id", "id", ASK_TYPE_INTEGER)->key = 1;
  infer = ask_infer_new (schema);
  pairs = ask_infer_list_pairs (infer);
  g_assert_cmpuint (pairs->len, >=, 1);
  for (guint i = 0; i < pairs->len; i++)
    {
      AskInferPair *pair = pairs->pdata[i];

      pair->known = n_found > 0;
      pair->n_checked = pair->n_found = n_found;
    }
  suggestions = ask_infer_suggest (infer);
  g_assert_cmpuint (suggestions->len, >=, 1);
  g_assert_cmpstr (((AskSuggestion *) suggestions->pdata[0])->reason, ==, reason);
}

static void
test_german_suggestions (void)
{
  AskTestLocale locale;

  if (ask_test_locale_set_german (&locale))
    {
      g_setenv ("LANGUAGE", "de", TRUE);
      bindtextdomain (GETTEXT_PACKAGE, catalogue);
      bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
      textdomain (GETTEXT_PACKAGE);
      check_reason (1200, "cust_id sieht aus wie der Schlüssel von customers; alle 1.200 Werte kommen dort vor.");
      check_reason (0, "cust_id sieht aus wie der Schlüssel von customers; ihre Werte wurden nicht verglichen.");
      g_unsetenv ("LANGUAGE");
    }
  ask_test_locale_unset (&locale);
}

int
main (int argc, char **argv)
{
  g_assert_cmpint (argc, >=, 2);
  catalogue = argv[1];
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/meaning/a-change-shows-everywhere-at-once", test_change);
  g_test_add_func ("/agent/meaning/a-year-stays-whole-in-cards-and-steps", test_steps);
  g_test_add_func ("/agent/meaning/a-german-window-is-german-throughout", test_german);
  g_test_add_func ("/agent/meaning/a-person-reads-an-error-in-german-and-a-model-in-english", test_german_errors);
  g_test_add_func ("/agent/meaning/a-suggestion-gives-its-reason-in-german", test_german_suggestions);
  g_test_add_func ("/agent/meaning/a-file-a-document-and-the-workspace-speak-german-to-people", test_german_rooms);
  return g_test_run ();
}
