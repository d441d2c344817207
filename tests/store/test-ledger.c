/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The ledger: what this thread sends stands in it, byte for byte, with its names, its values and its question, until
 * somebody deletes it.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/ask-outgoing.h"
#include "store-fixture.h"
#include "store/ask-workspace-ledger.h"

static const char shop[] = "CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT, \"ship city\" TEXT);"
                           "CREATE TABLE carriers (id INTEGER PRIMARY KEY, name TEXT)";

static void
tell (const char *kind, const char *host, const char *body)
{
  g_autoptr (GBytes) bytes = body != NULL ? g_bytes_new (body, strlen (body)) : NULL;

  ask_outgoing_tell (&(AskOutgoing) { .kind = kind,
                                      .host = host,
                                      .method = body != NULL ? "POST" : "GET",
                                      .address = "/v1/things?page=1",
                                      .body = bytes,
                                      .tries = 1,
                                      .status = 200 });
}

static GPtrArray *
list (AskWorkspace *workspace, const AskLedgerFilter *filter)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *entries = ask_workspace_list_ledger (workspace, filter, &error);

  g_assert_no_error (error);
  return entries;
}

static guint
count (AskWorkspace *workspace, const AskLedgerFilter *filter)
{
  g_autoptr (GPtrArray) entries = list (workspace, filter);

  return entries->len;
}

static void
assert_body (AskWorkspace *workspace, gint64 id, AskLedgerBody wanted, const char *text, gsize size)
{
  g_autoptr (GError) error = NULL;
  AskLedgerBody body;
  g_autoptr (GBytes) bytes = ask_workspace_get_ledger_body (workspace, id, &body, &error);

  g_assert_no_error (error);
  g_assert_cmpint (body, ==, wanted);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), text, size);
}

static void
assert_names (const AskLedgerEntry *entry, const char *wanted)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < entry->names->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", (const char *) entry->names->pdata[i]);
  g_assert_cmpstr (text->str, ==, wanted);
}

static void
test_a_question_is_kept_byte_for_byte (void)
{
  static const char body[] = "{\"q\":\"status of orders, by \\\"ship city\\\"; nothing of Carriers\"}";
  g_autoptr (StoreShop) fixture = store_shop_new (shop);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_ledger_values_free);
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  const AskLedgerEntry *entry;

  tell ("document", "docs.example", NULL);
  ask_workspace_ledger_ask (fixture->workspace, "How many?");
  g_ptr_array_add (values, ask_ledger_values_new ("orders.status", 3, "samples"));
  ask_workspace_ledger_values (fixture->workspace, values);
  tell ("model", "model.example:8080", body);
  g_assert_true (ask_workspace_ledger_answered (fixture->workspace, 17, &error));
  g_assert_no_error (error);
  tell ("model", "model.example:8080", "after");

  entries = list (fixture->workspace, &(AskLedgerFilter) { .history_id = 17 });
  g_assert_cmpuint (entries->len, ==, 1);
  entry = entries->pdata[0];
  g_assert_cmpstr (entry->question, ==, "How many?");
  g_assert_cmpstr (entry->kind, ==, "model");
  g_assert_cmpstr (entry->host, ==, "model.example:8080");
  g_assert_cmpstr (entry->address, ==, "/v1/things?page=1");
  g_assert_cmpint (entry->bytes, ==, strlen (body));
  g_assert_cmpuint (entry->status, ==, 200);
  /* Case tells a name from a word. */
  assert_names (entry, "orders orders.status orders.ship city");
  g_assert_cmpuint (entry->values->len, ==, 1);
  g_assert_cmpstr (((AskLedgerValues *) entry->values->pdata[0])->consent, ==, "samples");
  g_assert_cmpint (((AskLedgerValues *) entry->values->pdata[0])->n, ==, 3);
  assert_body (fixture->workspace, entry->id, ASK_LEDGER_BODY_KEPT, body, strlen (body));

  /* Before and after it was for no question, and with no values. */
  g_clear_pointer (&entries, g_ptr_array_unref);
  entries = list (fixture->workspace, &(AskLedgerFilter) { 0 });
  g_assert_cmpuint (entries->len, ==, 3);
  entry = entries->pdata[0];
  g_assert_null (entry->question);
  g_assert_cmpuint (entry->values->len, ==, 0);
  entry = entries->pdata[2];
  g_assert_null (entry->question);
  g_assert_cmpstr (entry->kind, ==, "document");
  assert_body (fixture->workspace, entry->id, ASK_LEDGER_BODY_NONE, "/v1/things?page=1", 17);
}

static void
test_a_call_says_its_names_and_values (void)
{
  static const char *const names[] = { "orders", "orders.status", "orders.id", "orders.id", NULL };
  static const char sql[] = "SELECT status FROM orders WHERE id = ANY ($1)";
  g_autoptr (StoreShop) fixture = store_shop_new (shop);
  g_autoptr (GBytes) body = g_bytes_new_static (sql, strlen (sql));
  g_autoptr (GPtrArray) entries = NULL;
  const AskLedgerEntry *entry;
  const AskLedgerValues *values;

  ask_outgoing_tell (&(AskOutgoing) { .kind = "api", .host = "h", .address = "/orders", .names = names, .tries = 2 });
  ask_outgoing_tell (&(AskOutgoing) {
    .kind = "server", .host = "h", .about = "shop", .body = body, .n_values = 12, .tries = 1 });
  ask_outgoing_tell (&(AskOutgoing) {
    .kind = "server", .host = "h", .about = "elsewhere", .body = body, .tries = 1, .problem = "cut" });
  entries = list (fixture->workspace, &(AskLedgerFilter) { 0 });
  entry = entries->pdata[2];
  assert_names (entry, "orders orders.status orders.id");
  g_assert_cmpuint (entry->values->len, ==, 2);
  values = entry->values->pdata[1];
  g_assert_cmpstr (values->of, ==, "orders.id");
  g_assert_cmpint (values->n, ==, 2);
  g_assert_cmpstr (values->consent, ==, "query");
  g_assert_cmpuint (entry->tries, ==, 2);

  entry = entries->pdata[1];
  assert_names (entry, "orders orders.id orders.status");
  values = entry->values->pdata[0];
  g_assert_cmpstr (values->of, ==, "shop");
  g_assert_cmpint (values->n, ==, 12);

  /* What another source has is not called by this one's names. */
  entry = entries->pdata[0];
  assert_names (entry, "");
  g_assert_cmpstr (entry->problem, ==, "cut");
}

static void
test_filter_and_totals (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GPtrArray) totals = NULL;
  g_autoptr (GError) error = NULL;
  const AskLedgerTotal *total;
  gint64 at;

  tell ("model", "a.example", "1234567890");
  tell ("api", "b.example", NULL);
  tell ("model", "b.example", "12345");
  tell ("model", "a.example", "1");
  entries = list (workspace, &(AskLedgerFilter) { 0 });
  at = ((AskLedgerEntry *) entries->pdata[0])->at;
  g_assert_cmpuint (count (workspace, &(AskLedgerFilter) { .host = "b.example" }), ==, 2);
  g_assert_cmpuint (count (workspace, &(AskLedgerFilter) { .host = "b.example", .kind = "api" }), ==, 1);
  g_assert_cmpuint (count (workspace, &(AskLedgerFilter) { .since = at + 1 }), ==, 0);
  g_assert_cmpuint (count (workspace, &(AskLedgerFilter) { .until = at + 1 }), ==, 4);
  g_assert_cmpuint (count (workspace, &(AskLedgerFilter) { .text = "B.EXAM" }), ==, 2);
  g_assert_cmpuint (count (workspace, &(AskLedgerFilter) { .text = "b%m" }), ==, 0);
  g_assert_cmpuint (count (workspace, &(AskLedgerFilter) { .text = "" }), ==, 4);

  totals = ask_workspace_sum_ledger (workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (totals->len, ==, 3);
  total = totals->pdata[1];
  g_assert_cmpstr (total->host, ==, "a.example");
  g_assert_cmpint (total->n, ==, 2);
  g_assert_cmpint (total->bytes, ==, 11);
}

static void
test_what_is_deleted_is_gone_from_the_file (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  tell ("api", "forgotten.example", NULL);
  tell ("api", "stays.example", NULL);
  tell ("api", "also.example", NULL);
  g_assert_cmpuint (count (workspace, &(AskLedgerFilter) { 0 }), ==, 3);
  g_assert_true (store_tree_contains (fixture->folder, "forgotten.example"));
  g_assert_true (ask_workspace_delete_ledger (workspace, &(AskLedgerFilter) { .host = "forgotten.example" }, &n, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 1);
  g_assert_false (store_tree_contains (fixture->folder, "forgotten.example"));
  entries = list (workspace, &(AskLedgerFilter) { 0 });
  g_assert_cmpuint (entries->len, ==, 2);
  g_assert_true (ask_workspace_delete_ledger (
    workspace, &(AskLedgerFilter) { .id = ((AskLedgerEntry *) entries->pdata[0])->id }, &n, &error));
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (ask_workspace_delete_ledger (workspace, &(AskLedgerFilter) { 0 }, &n, &error));
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (count (workspace, &(AskLedgerFilter) { 0 }), ==, 0);
}

/* Seeded: bodies of any bytes and any length come back as they were. */
static void
test_any_bytes_come_back (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GPtrArray) bodies = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GPtrArray) entries = NULL;

  for (guint i = 0; i < 40; i++)
    {
      gsize size = (gsize) g_test_rand_int_range (1, i < 38 ? 3000 : 300000);
      guint range = (guint) g_test_rand_int_range (1, 256);
      guint8 *data = g_malloc (size);

      for (gsize b = 0; b < size; b++)
        data[b] = (guint8) ((guint) g_test_rand_int () % (range + 1));
      g_ptr_array_add (bodies, g_bytes_new_take (data, size));
      ask_outgoing_tell (&(AskOutgoing) { .kind = "model", .host = "h", .body = bodies->pdata[i], .tries = 1 });
    }
  entries = list (workspace, &(AskLedgerFilter) { 0 });
  g_assert_cmpuint (entries->len, ==, bodies->len);
  for (guint i = 0; i < entries->len; i++)
    {
      const AskLedgerEntry *entry = entries->pdata[entries->len - 1 - i];

      assert_body (workspace, entry->id, ASK_LEDGER_BODY_KEPT, g_bytes_get_data (bodies->pdata[i], NULL),
                   g_bytes_get_size (bodies->pdata[i]));
    }
}

static void
test_room_is_made_and_lines_stay (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autofree char *huge = g_strnfill (ASK_LEDGER_MAX_BODY + 1, 'x');
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;

  /* A short text takes some twelve bytes more than it has. */
  ask_workspace_set_setting (workspace, "ledger/max-bytes", "60", &error);
  g_assert_no_error (error);
  tell ("model", "h", "first, of 20 letters");
  tell ("model", "h", "second, 20 letters !");
  tell ("model", "h", "third, of 20 letters");
  tell ("model", "h", huge);
  entries = list (workspace, &(AskLedgerFilter) { 0 });
  g_assert_cmpuint (entries->len, ==, 4);
  g_assert_cmpint (((AskLedgerEntry *) entries->pdata[0])->body, ==, ASK_LEDGER_BODY_TOO_LONG);
  g_assert_cmpint (((AskLedgerEntry *) entries->pdata[0])->bytes, ==, ASK_LEDGER_MAX_BODY + 1);
  assert_body (workspace, ((AskLedgerEntry *) entries->pdata[1])->id, ASK_LEDGER_BODY_KEPT, "third, of 20 letters", 20);
  assert_body (workspace, ((AskLedgerEntry *) entries->pdata[3])->id, ASK_LEDGER_BODY_DROPPED, "", 0);
  g_assert_cmpint (((AskLedgerEntry *) entries->pdata[3])->bytes, ==, 20);
}

static void
test_a_key_is_not_kept (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GBytes) body = g_bytes_new_static ("client_secret=hush", 18);
  g_autoptr (GPtrArray) entries = NULL;

  ask_outgoing_tell (&(AskOutgoing) { .kind = "api", .host = "h", .body = body, .is_secret = TRUE, .tries = 1 });
  entries = list (workspace, &(AskLedgerFilter) { 0 });
  assert_body (workspace, ((AskLedgerEntry *) entries->pdata[0])->id, ASK_LEDGER_BODY_SECRET, "", 0);
  g_assert_cmpint (((AskLedgerEntry *) entries->pdata[0])->bytes, ==, 18);
  g_assert_false (store_tree_contains (fixture->folder, "hush"));
}

static gpointer
tell_elsewhere (gpointer data)
{
  tell ("model", "h", "of another thread");
  return NULL;
}

static void
test_each_thread_has_its_own (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *path = store_fixture_file (fixture, "other.askdata");
  AskWorkspace *workspace = store_open (fixture->path);
  AskWorkspace *inner = store_open (path);

  g_thread_join (g_thread_new ("elsewhere", tell_elsewhere, NULL));
  tell ("model", "h", "inner");
  g_assert_cmpuint (count (inner, &(AskLedgerFilter) { 0 }), ==, 1);
  ask_workspace_close (inner);
  tell ("model", "h", "outer");
  /* What was told is there after the workspace was closed, whenever it was written. */
  tell ("api", "h", NULL);
  ask_workspace_close (workspace);
  tell ("model", "h", "nobody's");
  workspace = store_open (fixture->path);
  g_assert_cmpuint (count (workspace, &(AskLedgerFilter) { 0 }), ==, 2);
  ask_workspace_close (workspace);
}

static void
test_a_ledger_that_cannot_be_written_says_so_and_catches_up (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autofree char *away = store_fixture_file (fixture, "away.askdata");
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (count (workspace, &(AskLedgerFilter) { 0 }), ==, 0);
  g_assert_cmpint (g_rename (fixture->path, away), ==, 0);
  ask_workspace_ledger_ask (workspace, "Q");
  tell ("model", "h", "body");
  g_assert_false (ask_workspace_ledger_answered (workspace, 1, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "the ledger was not written"));
  g_assert_cmpint (g_rename (away, fixture->path), ==, 0);
  g_assert_cmpuint (count (workspace, &(AskLedgerFilter) { .text = "Q" }), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  store_without_session ();
  g_test_add_func ("/store/ledger/a-question-is-kept-byte-for-byte", test_a_question_is_kept_byte_for_byte);
  g_test_add_func ("/store/ledger/a-call-says-its-names-and-values", test_a_call_says_its_names_and_values);
  g_test_add_func ("/store/ledger/filter-and-totals", test_filter_and_totals);
  g_test_add_func ("/store/ledger/what-is-deleted-is-gone-from-the-file", test_what_is_deleted_is_gone_from_the_file);
  g_test_add_func ("/store/ledger/any-bytes-come-back", test_any_bytes_come_back);
  g_test_add_func ("/store/ledger/room-is-made-and-lines-stay", test_room_is_made_and_lines_stay);
  g_test_add_func ("/store/ledger/a-key-is-not-kept", test_a_key_is_not_kept);
  g_test_add_func ("/store/ledger/each-thread-has-its-own", test_each_thread_has_its_own);
  g_test_add_func ("/store/ledger/a-ledger-that-cannot-be-written-says-so-and-catches-up",
                   test_a_ledger_that_cannot_be_written_says_so_and_catches_up);
  return g_test_run ();
}
