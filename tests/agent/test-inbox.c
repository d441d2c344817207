/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The steward's inbox: what wants a person, what is proposed, and that it goes and comes back.
 */
#include "config.h"

#include "agent/ask-inbox.h"

#include <string.h>

#include "agent/ask-teach.h"
#include "ask-agent-fixture.h"
#include "schema/edit/ask-schema-edit.h"
#include "store/ask-workspace-draft.h"
#include "store/ask-workspace-examples.h"

static AskAgentFixture *
open_shop (void)
{
  AskAgentFixture *fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_sqlite (
    fixture, "shop",
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer_id INTEGER, total REAL, quantity INTEGER);"
    "CREATE TABLE employee (id INTEGER PRIMARY KEY, surname TEXT);"
    "INSERT INTO customer VALUES (1, 'Ada', 'Lyon'), (2, 'Bo', 'Paris');"
    "INSERT INTO purchase VALUES (1, 1, 10, 2), (2, 2, 5, 1);"
    "INSERT INTO employee VALUES (1, 'Roe')");
  return fixture;
}

static GPtrArray *
list (AskAgentFixture *fixture)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *items = ask_inbox_list (fixture->workspace, FALSE, NULL, &error);

  g_assert_no_error (error);
  return items;
}

/* Returns: (nullable): the item of @kind and @title */
static const AskInboxItem *
find (GPtrArray *items, AskInboxKind kind, const char *title)
{
  for (guint i = 0; i < items->len; i++)
    {
      const AskInboxItem *item = items->pdata[i];

      if (item->kind == kind && strcmp (item->title, title) == 0)
        return item;
    }
  return NULL;
}

static const AskInboxProposal *
find_proposal (const AskInboxItem *item, AskInboxAction action)
{
  g_assert_nonnull (item);
  for (guint i = 0; i < item->proposals->len; i++)
    if (((AskInboxProposal *) item->proposals->pdata[i])->action == action)
      return item->proposals->pdata[i];
  return NULL;
}

static gboolean
has (AskAgentFixture *fixture, AskInboxKind kind, const char *title)
{
  g_autoptr (GPtrArray) items = list (fixture);

  return find (items, kind, title) != NULL;
}

static AskStatus
ask (AskAgentFixture *fixture, const char *question)
{
  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, question);

  return answer->status;
}

static gint64
keep (AskAgentFixture *fixture, const char *question, const char *status, const char *answer)
{
  const AskHistoryRecord record = { question, status, NULL, 1, answer };
  g_autoptr (GError) error = NULL;
  gint64 id = ask_workspace_add_history (fixture->workspace, &record, &error);

  g_assert_no_error (error);
  return id;
}

static void
carry_out (AskAgentFixture *fixture, const AskInboxItem *item, const AskInboxProposal *proposal)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *done = NULL;

  g_assert_nonnull (proposal);
  done = ask_inbox_do (fixture->workspace, item, proposal, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (done);
}

static void
dismiss (AskAgentFixture *fixture, const AskInboxItem *item, gboolean away)
{
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (item);
  g_assert_true (ask_inbox_dismiss (fixture->workspace, item, away, &error));
  g_assert_no_error (error);
}

static void
test_words_are_grouped (void)
{
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (GPtrArray) items = NULL;
  const AskInboxItem *item;

  g_assert_cmpint (ask (fixture, "Show the churn"), ==, ASK_STATUS_UNANSWERABLE);
  g_assert_cmpint (ask (fixture, "What is the churn?"), ==, ASK_STATUS_UNANSWERABLE);
  g_assert_cmpint (ask (fixture, "How many customers are there?"), ==, ASK_STATUS_ANSWERED);
  items = list (fixture);
  g_assert_cmpuint (items->len, ==, 1);
  item = items->pdata[0];
  g_assert_cmpint (item->kind, ==, ASK_INBOX_WORD);
  g_assert_cmpstr (item->title, ==, "churn");
  g_assert_cmpuint (item->count, ==, 2);
  g_assert_cmpuint (item->questions->len, ==, 2);
  g_assert_cmpstr (item->questions->pdata[0], ==, "What is the churn?");
}

/* Each word, and the name that is proposed for it; NULL where none is. */
static void
test_names_are_proposed (void)
{
  static const struct
  {
    const char *word;
    const char *entity;
    const char *attribute;
  } cases[] = {
    { "qty", "shop.purchase", "quantity" },
    { "prchs", "shop.purchase", NULL },
    { "churn", NULL, NULL },
    { "gizmo", NULL, NULL },
  };
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (GPtrArray) items = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *answer = g_strdup_printf ("{\"steps\":[{\"unknown\":[\"%s\"]}]}", cases[i].word);
      g_autofree char *question = g_strdup_printf ("Show the %s", cases[i].word);

      keep (fixture, question, "unanswerable", answer);
    }
  items = list (fixture);
  g_assert_cmpuint (items->len, ==, G_N_ELEMENTS (cases));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const AskInboxItem *item = find (items, ASK_INBOX_WORD, cases[i].word);
      const AskInboxProposal *proposal = find_proposal (item, ASK_INBOX_ACTION_SYNONYM);

      g_assert_cmpint (proposal != NULL, ==, cases[i].entity != NULL);
      g_assert_cmpstr (proposal != NULL ? proposal->entity : NULL, ==, cases[i].entity);
      g_assert_cmpstr (proposal != NULL ? proposal->attribute : NULL, ==, cases[i].attribute);
      /* Whatever is proposed, a person may write it. */
      proposal = item->proposals->pdata[item->proposals->len - 1];
      g_assert_cmpint (proposal->action, ==, ASK_INBOX_ACTION_STATEMENT);
      g_assert_null (proposal->text);
      g_assert_cmpstr (proposal->source, ==, "shop");
    }
}

static void
test_synonym_settles (void)
{
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  const AskInboxItem *item;

  g_assert_cmpint (ask (fixture, "Show all prchs"), ==, ASK_STATUS_UNANSWERABLE);
  items = list (fixture);
  item = find (items, ASK_INBOX_WORD, "prchs");
  carry_out (fixture, item, find_proposal (item, ASK_INBOX_ACTION_SYNONYM));
  g_assert_false (has (fixture, ASK_INBOX_WORD, "prchs"));
  versions = ask_workspace_list_schema_versions (fixture->workspace, NULL);
  g_assert_cmpstr (((AskSchemaVersion *) versions->pdata[0])->reason, ==, "purchase is also called “prchs”");
  g_assert_cmpint (ask (fixture, "Show all prchs"), ==, ASK_STATUS_ANSWERED);
}

static void
test_statement_settles (void)
{
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GError) error = NULL;
  const AskInboxItem *item;
  AskInboxProposal *proposal;

  g_assert_cmpint (ask (fixture, "Show the churn"), ==, ASK_STATUS_UNANSWERABLE);
  items = list (fixture);
  item = find (items, ASK_INBOX_WORD, "churn");
  proposal = (AskInboxProposal *) find_proposal (item, ASK_INBOX_ACTION_STATEMENT);
  /* Not yet written. */
  g_assert_null (ask_inbox_do (fixture->workspace, item, proposal, NULL, NULL, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
  ask_inbox_proposal_complete (proposal, NULL, "churn: customers who left in a year");
  carry_out (fixture, item, proposal);
  g_assert_false (has (fixture, ASK_INBOX_WORD, "churn"));
  schema = ask_workspace_load_schema (fixture->workspace, NULL);
  g_assert_cmpstr (ask_schema_find_source (schema, "shop")->statements->pdata[0], ==,
                   "churn: customers who left in a year");
}

/* What is asked next in other words tells what the word means, and what the question does. */
static void
test_asking_again_teaches (void)
{
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (GPtrArray) items = NULL;
  const AskInboxItem *item;
  const AskInboxProposal *proposal;

  g_assert_cmpint (ask (fixture, "How many gizmos are there?"), ==, ASK_STATUS_UNANSWERABLE);
  g_assert_cmpint (ask (fixture, "Show employees"), ==, ASK_STATUS_ANSWERED);
  items = list (fixture);
  item = find (items, ASK_INBOX_WORD, "gizmos");
  g_assert_null (find_proposal (item, ASK_INBOX_ACTION_SYNONYM));
  g_assert_null (find_proposal (item, ASK_INBOX_ACTION_VERIFY));
  keep (fixture, "Total of gizmos in Lyon", "unanswerable", "{\"steps\":[{\"unknown\":[\"gizmos\"]}]}");
  keep (fixture, "Total of purchases in Lyon", "answered", "{\"sql\":\"SELECT sum(total) FROM purchase\",\"steps\":[]}");
  g_clear_pointer (&items, g_ptr_array_unref);
  items = list (fixture);
  item = find (items, ASK_INBOX_WORD, "gizmos");
  proposal = item->proposals->pdata[0];
  g_assert_cmpint (proposal->action, ==, ASK_INBOX_ACTION_SYNONYM);
  g_assert_cmpstr (proposal->entity, ==, "shop.purchase");
  proposal = find_proposal (item, ASK_INBOX_ACTION_VERIFY);
  g_assert_cmpstr (proposal->question, ==, "Total of gizmos in Lyon");
  g_assert_cmpstr (proposal->text, ==, "SELECT sum(total) FROM purchase");
}

static void
test_answered_since (void)
{
  g_autoptr (AskAgentFixture) fixture = open_shop ();

  keep (fixture, "What is due?", "unanswerable", "{\"steps\":[]}");
  g_assert_true (has (fixture, ASK_INBOX_QUESTION, "What is due?"));
  keep (fixture, "what is due", "answered", "{\"sql\":\"SELECT 1\",\"steps\":[]}");
  g_assert_false (has (fixture, ASK_INBOX_QUESTION, "What is due?"));
  keep (fixture, "What is due?", "unanswerable", "{\"steps\":[]}");
  g_assert_true (has (fixture, ASK_INBOX_QUESTION, "What is due?"));
  ask_agent_fixture_verify (fixture, "What is due?", "SELECT count(*) FROM purchase");
  g_assert_false (has (fixture, ASK_INBOX_QUESTION, "What is due?"));
}

static void
test_dismissed_comes_back (void)
{
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (GPtrArray) items = NULL;

  g_assert_cmpint (ask (fixture, "Show the churn"), ==, ASK_STATUS_UNANSWERABLE);
  items = list (fixture);
  dismiss (fixture, find (items, ASK_INBOX_WORD, "churn"), TRUE);
  g_assert_false (has (fixture, ASK_INBOX_WORD, "churn"));
  dismiss (fixture, find (items, ASK_INBOX_WORD, "churn"), FALSE);
  g_assert_true (has (fixture, ASK_INBOX_WORD, "churn"));
  dismiss (fixture, find (items, ASK_INBOX_WORD, "churn"), TRUE);
  /* In another question, but the same word. */
  g_assert_cmpint (ask (fixture, "What is the churn?"), ==, ASK_STATUS_UNANSWERABLE);
  g_assert_true (has (fixture, ASK_INBOX_WORD, "churn"));
}

static void
test_wrong_is_verified (void)
{
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GPtrArray) pairs = NULL;
  g_autoptr (AskHistoryEntry) entry = NULL;
  g_autoptr (GError) error = NULL;
  const AskInboxItem *item;
  gint64 id = keep (fixture, "Sales?", "answered", "{\"sql\":\"SELECT count(*) FROM purchase\",\"steps\":[]}");
  g_autofree char *next = NULL;

  g_assert_true (ask_workspace_complain (fixture->workspace, id, "the sum was meant", &error));
  items = list (fixture);
  item = find (items, ASK_INBOX_WRONG, "Sales?");
  g_assert_nonnull (item);
  g_assert_nonnull (strstr (item->detail, "the sum was meant"));
  g_assert_cmpuint (item->proposals->len, ==, 0);

  /* A part of it is taken otherwise, in the card that was called wrong. */
  next = g_strdup_printf ("{\"sql\":\"SELECT sum(total) FROM purchase\",\"follows\":%" G_GINT64_FORMAT ",\"steps\":[]}",
                          id);
  keep (fixture, "Sales?", "answered", next);
  g_clear_pointer (&items, g_ptr_array_unref);
  items = list (fixture);
  item = find (items, ASK_INBOX_WRONG, "Sales?");
  carry_out (fixture, item, find_proposal (item, ASK_INBOX_ACTION_VERIFY));
  g_assert_false (has (fixture, ASK_INBOX_WRONG, "Sales?"));
  pairs = ask_workspace_list_verified (fixture->workspace, NULL);
  g_assert_cmpuint (pairs->len, ==, 1);
  g_assert_cmpstr (((AskVerified *) pairs->pdata[0])->sql, ==, "SELECT sum(total) FROM purchase");
  entry = ask_workspace_get_history (fixture->workspace, id, &error);
  g_assert_null (entry->complaint);
}

static void
test_wrong_comes_back (void)
{
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GError) error = NULL;
  gint64 first = keep (fixture, "Sales?", "answered", "{\"sql\":\"SELECT 1\",\"steps\":[]}");
  gint64 second = keep (fixture, "sales?", "answered", "{\"sql\":\"SELECT 1\",\"steps\":[]}");

  g_assert_true (ask_workspace_complain (fixture->workspace, first, "one", &error));
  g_assert_true (ask_workspace_complain (fixture->workspace, second, "two", &error));
  items = list (fixture);
  g_assert_cmpuint (items->len, ==, 1);
  g_assert_cmpuint (((AskInboxItem *) items->pdata[0])->count, ==, 2);
  dismiss (fixture, items->pdata[0], TRUE);
  g_clear_pointer (&items, g_ptr_array_unref);
  items = list (fixture);
  g_assert_cmpuint (items->len, ==, 0);
  /* Of the older one, after the dismissal. */
  g_assert_true (ask_workspace_complain (fixture->workspace, first, "three", &error));
  g_clear_pointer (&items, g_ptr_array_unref);
  items = list (fixture);
  g_assert_cmpuint (items->len, ==, 1);
  g_assert_nonnull (strstr (((AskInboxItem *) items->pdata[0])->detail, "three"));
}

static void
run_pair (AskAgentFixture *fixture, gint64 id, AskVerifiedStatus status)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (fixture->workspace, &error);
  g_autoptr (AskVerifiedRun) run = ask_workspace_run_verified (fixture->workspace, engine, id, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (run->status, ==, status);
}

static void
edit_shop (AskAgentFixture *fixture, const char *sql)
{
  g_autofree char *path = ask_agent_fixture_run_sqlite (fixture, "shop", sql);

  g_assert_nonnull (path);
}

static void
test_verified_accepted (void)
{
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (GError) error = NULL;
  const AskInboxItem *item;

  pair = ask_workspace_add_verified (fixture->workspace, "Cities?", "SELECT city FROM customer", &error);
  run_pair (fixture, pair->id, ASK_VERIFIED_NEW);
  g_assert_false (has (fixture, ASK_INBOX_VERIFIED, "Cities?"));
  edit_shop (fixture, "INSERT INTO customer VALUES (3, 'Cy', 'Rome')");
  run_pair (fixture, pair->id, ASK_VERIFIED_DIFFERENT);
  items = list (fixture);
  item = find (items, ASK_INBOX_VERIFIED, "Cities?");
  dismiss (fixture, item, TRUE);
  /* The same once more is no news; something else is. */
  run_pair (fixture, pair->id, ASK_VERIFIED_DIFFERENT);
  g_assert_false (has (fixture, ASK_INBOX_VERIFIED, "Cities?"));
  edit_shop (fixture, "INSERT INTO customer VALUES (4, 'Di', 'Oslo')");
  run_pair (fixture, pair->id, ASK_VERIFIED_DIFFERENT);
  g_assert_true (has (fixture, ASK_INBOX_VERIFIED, "Cities?"));
  /* And so is the same after it was good. */
  dismiss (fixture, item, TRUE);
  edit_shop (fixture, "DELETE FROM customer WHERE id > 2");
  run_pair (fixture, pair->id, ASK_VERIFIED_SAME);
  g_assert_false (has (fixture, ASK_INBOX_VERIFIED, "Cities?"));
  edit_shop (fixture, "INSERT INTO customer VALUES (3, 'Cy', 'Rome')");
  run_pair (fixture, pair->id, ASK_VERIFIED_DIFFERENT);
  g_clear_pointer (&items, g_ptr_array_unref);
  items = list (fixture);
  item = find (items, ASK_INBOX_VERIFIED, "Cities?");
  carry_out (fixture, item, find_proposal (item, ASK_INBOX_ACTION_ACCEPT));
  g_assert_false (has (fixture, ASK_INBOX_VERIFIED, "Cities?"));
  run_pair (fixture, pair->id, ASK_VERIFIED_SAME);
}

static void
test_verified_fails (void)
{
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *done = NULL;
  const AskInboxItem *item;

  pair = ask_workspace_add_verified (fixture->workspace, "Totals?", "SELECT total FROM purchase", &error);
  edit_shop (fixture, "ALTER TABLE purchase RENAME TO gone");
  run_pair (fixture, pair->id, ASK_VERIFIED_FAILED);
  items = list (fixture);
  item = find (items, ASK_INBOX_VERIFIED, "Totals?");
  g_assert_null (find_proposal (item, ASK_INBOX_ACTION_ACCEPT));
  done = ask_inbox_do (fixture->workspace, item, find_proposal (item, ASK_INBOX_ACTION_RUN), NULL, NULL, &error);
  g_assert_null (done);
  g_assert_nonnull (error);
  g_assert_true (has (fixture, ASK_INBOX_VERIFIED, "Totals?"));
  edit_shop (fixture, "ALTER TABLE gone RENAME TO purchase");
  carry_out (fixture, item, find_proposal (item, ASK_INBOX_ACTION_RUN));
  g_assert_false (has (fixture, ASK_INBOX_VERIFIED, "Totals?"));
}

static void
refresh (AskAgentFixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_workspace_refresh_source (fixture->workspace, "shop", NULL, NULL, &error));
  g_assert_no_error (error);
}

static void
test_drift (void)
{
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (GPtrArray) items = NULL;
  const AskInboxItem *item;

  ask_agent_fixture_verify (fixture, "Surnames?", "SELECT surname FROM employee");
  edit_shop (fixture, "ALTER TABLE employee DROP COLUMN surname");
  refresh (fixture);
  items = list (fixture);
  item = find (items, ASK_INBOX_DRIFT, "shop");
  g_assert_nonnull (item);
  g_assert_nonnull (strstr (item->detail, "surname"));
  g_assert_nonnull (strstr (item->detail, "Surnames?"));
  dismiss (fixture, item, TRUE);
  refresh (fixture);
  g_assert_false (has (fixture, ASK_INBOX_DRIFT, "shop"));
  edit_shop (fixture, "ALTER TABLE customer ADD COLUMN born TEXT");
  refresh (fixture);
  g_clear_pointer (&items, g_ptr_array_unref);
  items = list (fixture);
  item = find (items, ASK_INBOX_DRIFT, "shop");
  carry_out (fixture, item, find_proposal (item, ASK_INBOX_ACTION_SEEN));
  g_assert_false (has (fixture, ASK_INBOX_DRIFT, "shop"));
}

static const AskInboxItem *
find_suggested (GPtrArray *items, const char *part)
{
  for (guint i = 0; i < items->len; i++)
    {
      const AskInboxItem *item = items->pdata[i];

      if (item->kind == ASK_INBOX_SUGGESTION && strstr (item->title, part) != NULL)
        return item;
    }
  return NULL;
}

static GPtrArray *
list_all (AskAgentFixture *fixture)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *items = ask_inbox_list (fixture->workspace, TRUE, NULL, &error);

  g_assert_no_error (error);
  return items;
}

static void
test_suggestion (void)
{
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (GPtrArray) items = list_all (fixture);
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (AskSchema) schema = NULL;
  const AskInboxItem *item = find_suggested (items, "purchase.customer_id → customer.id");
  const AskInboxItem *other = find_suggested (items, "quantity");

  g_assert_nonnull (item);
  dismiss (fixture, other, TRUE);
  left = list_all (fixture);
  g_assert_nonnull (find_suggested (left, "purchase.customer_id → customer.id"));
  g_assert_null (find_suggested (left, "quantity"));
  carry_out (fixture, item, find_proposal (item, ASK_INBOX_ACTION_TAKE));
  schema = ask_workspace_load_schema (fixture->workspace, NULL);
  g_assert_cmpuint (schema->relationships->len, ==, 1);
  g_clear_pointer (&left, g_ptr_array_unref);
  left = list_all (fixture);
  g_assert_null (find_suggested (left, "purchase.customer_id → customer.id"));
  g_assert_null (find_suggested (left, "quantity"));
}

/* Where a draft is open, what is taken goes there, and is not proposed again. */
static void
test_in_draft (void)
{
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (AskSchemaDraft) draft = NULL;
  const AskInboxItem *item;

  g_assert_true (ask_workspace_start_draft (fixture->workspace, NULL));
  ask (fixture, "Show all prchs");
  items = list_all (fixture);
  item = find (items, ASK_INBOX_WORD, "prchs");
  carry_out (fixture, item, find_proposal (item, ASK_INBOX_ACTION_SYNONYM));
  item = find_suggested (items, "purchase.customer_id → customer.id");
  carry_out (fixture, item, find_proposal (item, ASK_INBOX_ACTION_TAKE));
  schema = ask_workspace_load_schema (fixture->workspace, NULL);
  g_assert_cmpuint (schema->relationships->len, ==, 0);
  g_assert_true (ask_workspace_load_draft (fixture->workspace, &draft, NULL));
  g_assert_cmpuint (draft->edits->len, ==, 2);
  g_assert_cmpstr (draft->edits->pdata[0], ==, "purchase is also called “prchs”");
  g_assert_cmpuint (draft->schema->relationships->len, ==, 1);
  left = list_all (fixture);
  g_assert_null (find_suggested (left, "purchase.customer_id → customer.id"));
  /* A word waits until the draft is published; taking it again changes nothing. */
  item = find (left, ASK_INBOX_WORD, "prchs");
  carry_out (fixture, item, find_proposal (item, ASK_INBOX_ACTION_SYNONYM));
  g_clear_pointer (&draft, ask_schema_draft_free);
  g_assert_true (ask_workspace_load_draft (fixture->workspace, &draft, NULL));
  g_assert_cmpuint (draft->edits->len, ==, 2);
  g_free (ask_workspace_publish_draft (fixture->workspace, NULL));
  g_assert_false (has (fixture, ASK_INBOX_WORD, "prchs"));
}

/* Every draw is a history of questions, answers and complaints, and a dismissal at some point: what is shown is what
 * happened after it. */
static void
test_draws (void)
{
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  guint rounds = g_test_slow () ? 200 : 20;

  for (guint r = 0; r < rounds; r++)
    {
      g_autofree char *question = g_strdup_printf ("Total number %u?", r);
      gboolean wanted = FALSE;

      for (guint i = g_test_rand_int_range (1, 6); i > 0; i--)
        {
          g_autoptr (GPtrArray) items = NULL;

          switch (g_test_rand_int_range (0, 3))
            {
            case 0:
              keep (fixture, question, "unanswerable", "{\"steps\":[]}");
              wanted = TRUE;
              break;
            case 1:
              keep (fixture, question, "answered", "{\"steps\":[]}");
              wanted = FALSE;
              break;
            default:
              items = list (fixture);
              if (wanted)
                dismiss (fixture, find (items, ASK_INBOX_QUESTION, question), TRUE);
              wanted = FALSE;
            }
          g_assert_cmpint (has (fixture, ASK_INBOX_QUESTION, question), ==, wanted);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/inbox/questions-are-grouped-by-the-words-that-were-not-understood", test_words_are_grouped);
  g_test_add_func ("/agent/inbox/a-name-is-proposed-for-a-word-that-is-near-it", test_names_are_proposed);
  g_test_add_func ("/agent/inbox/another-name-settles-a-word", test_synonym_settles);
  g_test_add_func ("/agent/inbox/a-written-statement-settles-a-word", test_statement_settles);
  g_test_add_func ("/agent/inbox/what-is-asked-next-tells-what-was-meant", test_asking_again_teaches);
  g_test_add_func ("/agent/inbox/what-was-answered-since-wants-nobody", test_answered_since);
  g_test_add_func ("/agent/inbox/what-was-dismissed-comes-back-when-it-recurs", test_dismissed_comes_back);
  g_test_add_func ("/agent/inbox/what-was-called-wrong-is-verified-as-it-was-meant", test_wrong_is_verified);
  g_test_add_func ("/agent/inbox/what-is-called-wrong-again-comes-back", test_wrong_comes_back);
  g_test_add_func ("/agent/inbox/a-changed-result-is-accepted-and-a-new-change-comes-back", test_verified_accepted);
  g_test_add_func ("/agent/inbox/a-failing-question-stays-until-it-runs", test_verified_fails);
  g_test_add_func ("/agent/inbox/a-changed-source-is-shown-until-it-is-seen", test_drift);
  g_test_add_func ("/agent/inbox/a-suggestion-is-taken-or-dismissed", test_suggestion);
  g_test_add_func ("/agent/inbox/what-is-taken-goes-to-the-draft-that-is-open", test_in_draft);
  g_test_add_func ("/agent/inbox/drawn-histories-show-what-happened-since", test_draws);
  return g_test_run ();
}
