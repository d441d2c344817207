/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file that says it is a saved answer may be anything. It is an answer or a sentence, nothing of it runs, and nothing
 * beside it is read or written.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/ask-error.h"
#include "bundle-fixture.h"

/* Looks at all that a file which opens can be asked for. */
static void
use (const AskBundle *bundle)
{
  g_autoptr (GPtrArray) lines = ask_bundle_list (bundle);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskChart) chart = ask_bundle_draw (bundle, &error);
  g_autoptr (AskResult) again = NULL;
  g_autoptr (AskProvenance) behind = NULL;
  AskProvenancePlace place = { .row = 0, .column = 1 };
  gboolean same;

  g_assert_cmpuint (lines->len, >, 2);
  g_assert_no_error (error);
  if (chart != NULL)
    {
      g_autofree char *words = ask_chart_describe (chart);

      g_assert_nonnull (words);
    }
  again = ask_bundle_run_again (bundle, &same, NULL, &error);
  g_assert_true ((again == NULL) == (error != NULL));
  g_clear_error (&error);
  behind = ask_bundle_find_behind (bundle, &place, NULL, &error);
  g_assert_true ((behind == NULL) == (error != NULL));
}

static void
damage (GByteArray *bytes)
{
  guint n = (guint) g_test_rand_int_range (1, 9);

  for (guint i = 0; i < n; i++)
    {
      guint at;
      guint length;

      if (bytes->len < 2)
        return;
      at = (guint) g_test_rand_int_range (0, (int) bytes->len);
      length = (guint) g_test_rand_int_range (1, 5000);
      length = MIN (length, bytes->len - at);
      switch (g_test_rand_int_range (0, 6))
        {
        case 0:
          g_byte_array_set_size (bytes, MAX (at, 1));
          break;
        case 1:
          memset (bytes->data + at, g_test_rand_int_range (0, 256), length);
          break;
        case 2:
          memmove (bytes->data + at, bytes->data + g_test_rand_int_range (0, (int) (bytes->len - length + 1)), length);
          break;
        case 3:
          g_byte_array_remove_range (bytes, at, MIN (length, bytes->len - at - (at == 0)));
          break;
        default:
          bytes->data[at] = (guint8) g_test_rand_int_range (0, 256);
        }
    }
}

static void
test_damage (void)
{
  Bundle bundle;
  g_autofree char *good = NULL;
  gsize length;
  guint rounds = g_test_thorough () ? 20000 : 400;
  guint n_opened = 0;

  bundle_open (&bundle);
  bundle_save (&bundle);
  g_assert_true (g_file_get_contents (bundle.file, &good, &length, NULL));
  for (guint round = 0; round < rounds; round++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (AskBundle) back = NULL;

      g_byte_array_append (bytes, (guint8 *) good, (guint) length);
      damage (bytes);
      g_assert_true (g_file_set_contents (bundle.file, (char *) bytes->data, bytes->len, NULL));
      back = ask_bundle_open (bundle.file, NULL, &error);
      g_assert_true ((back == NULL) == (error != NULL));
      if (back != NULL)
        {
          n_opened++;
          use (back);
          continue;
        }
      g_assert_true (error->domain == ASK_BUNDLE_ERROR);
      g_assert_true (g_utf8_validate (ask_error_get_words (error), -1, NULL));
      g_assert_nonnull (strstr (error->message, "an answer.askanswer"));
    }
  /* Some damage hits what nobody reads, or a cell. */
  g_test_message ("%u of %u damaged files still open", n_opened, rounds);
  bundle_close (&bundle);
}

typedef struct
{
  const char *name;
  const char *sql;
  const char *part; /* of the sentence */
} Hostile;

static const Hostile hostile[] = {
  { "trigger", "CREATE TRIGGER t AFTER INSERT ON about BEGIN SELECT 1; END", "declares what no saved answer has" },
  { "view", "CREATE VIEW v AS SELECT load_extension('x')", "declares what no saved answer has" },
  { "view-instead", "DROP TABLE about; CREATE VIEW about AS SELECT 'answer' AS name, '{}' AS value",
    "declares what no saved answer has" },
  { "index", "CREATE INDEX i ON kept (name)", "declares what no saved answer has" },
  { "virtual-table", "CREATE VIRTUAL TABLE f USING fts5(x)", "declares what no saved answer has" },
  { "more-tables", "CREATE TABLE step_9 (x)", "declares what no saved answer has" },
  { "generated-column", "DROP TABLE answer; CREATE TABLE answer (city, n, total AS (hex(zeroblob(100000000))))",
    "declares what no saved answer has" },
  { "check", "DROP TABLE sent; CREATE TABLE sent (x CHECK (length(randomblob(1000000000)) > 0))",
    "declares what no saved answer has" },
  { "missing-table", "DROP TABLE sent", "lacks a table" },
  { "missing-rows", "DROP TABLE step_1", "lacks a table" },
  { "fewer-rows", "DELETE FROM step_1 WHERE rowid = 1", "not as many rows" },
  { "more-rows", "INSERT INTO answer SELECT * FROM answer", "not as many rows" },
  { "no-answer", "DELETE FROM about WHERE name = 'answer'", "lacks the answer" },
  { "no-json", "UPDATE about SET value = '{' WHERE name = 'answer'", "cannot be read" },
  { "deep-json",
    "UPDATE about SET value = (SELECT '{\"question\":\"q\",\"status\":\"answered\",\"x\":' ||"
    " replace(hex(zeroblob(500000)), '00', '[') || '}') WHERE name = 'answer'",
    "cannot be read" },
  { "not-answered", "UPDATE about SET value = replace(value, '\"answered\"', '\"failed\"')", "cannot be read" },
  { "text-that-is-bytes", "UPDATE about SET value = CAST(x'ff00ff' AS TEXT) WHERE name = 'question'", "A text in the file is none" },
  { "text-with-an-end", "UPDATE about SET value = CAST(x'410042' AS TEXT) WHERE name = 'question'", "A text in the file is none" },
  { "bytes-for-text", "UPDATE about SET value = x'41' WHERE name = 'question'", "A text in the file is none" },
  { "columns", "UPDATE kept SET columns = '[]'", "list of tables" },
  { "other-columns", "UPDATE kept SET columns = '{\"columns\":[{\"name\":\"x\"}]}'", "declares what no saved answer" },
  { "own-name", "UPDATE kept SET name = 'kept' WHERE name = 'answer'", "list of tables" },
  { "system-name", "UPDATE kept SET name = 'sqlite_schema'", "list of tables" },
  { "twice", "INSERT INTO kept SELECT * FROM kept", "list of tables" },
  { "sent", "INSERT INTO sent (kind, host, names, shared, body) VALUES ('model', 'h', '{', '[]', 0)",
    "list of what was sent" },
  { "huge-cell", "UPDATE about SET value = hex(zeroblob(40000000)) WHERE name = 'question'", "damaged" },
  { "wide-and-empty",
    "CREATE TABLE n (i); WITH RECURSIVE t (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM t WHERE i < 17000)"
    " INSERT INTO n SELECT i FROM t; DROP TABLE answer; WIDE",
    "more rows than any answer" },
  { "long-text",
    "UPDATE about SET value = (SELECT value || replace(hex(zeroblob(5000000)), '0', ' ')) WHERE name = 'answer'",
    "A text in the file is none" },
  { "newer", "PRAGMA user_version=2", "later AskData" },
  { "older", "PRAGMA user_version=0", "no answer that AskData saved" },
  { "other-program", "PRAGMA application_id=7", "no answer that AskData saved" },
  { "write-ahead-log", "PRAGMA journal_mode=WAL", "damaged" },
};

/* 2,000 columns without a value take a byte each in the file, and 16 in memory. */
static void
make_wide (GString *sql)
{
  g_autoptr (GString) columns = g_string_new ("{\"columns\":[");
  g_autoptr (GString) create = g_string_new ("CREATE TABLE \"answer\" (");

  for (guint i = 0; i < 2000; i++)
    {
      g_string_append_printf (columns, "%s{\"name\":\"c%u\",\"type\":\"any\"}", i > 0 ? "," : "", i);
      g_string_append_printf (create, "%s\"c%u\"", i > 0 ? ", " : "", i);
    }
  g_string_append (columns, "],\"rows\":[]}");
  g_string_append_printf (sql, "%s); INSERT INTO answer (c0) SELECT NULL FROM n; DROP TABLE n;", create->str);
  g_string_append_printf (sql, "UPDATE kept SET columns = '%s', n_rows = 17000 WHERE name = 'answer'", columns->str);
}

static void
make_hostile (Bundle *bundle, const char *how)
{
  g_autoptr (GString) sql = g_string_new (how);

  if (g_string_replace (sql, "WIDE", "", 0) > 0)
    make_wide (sql);
  bundle_exec (bundle, sql->str);
}

static void
test_hostile (gconstpointer data)
{
  const Hostile *how = data;
  Bundle bundle;
  g_autoptr (AskBundle) back = NULL;
  g_autoptr (GError) error = NULL;

  bundle_open (&bundle);
  bundle_save (&bundle);
  make_hostile (&bundle, how->sql);
  back = ask_bundle_open (bundle.file, NULL, &error);
  g_assert_null (back);
  g_assert_true (error->domain == ASK_BUNDLE_ERROR);
  if (strstr (error->message, how->part) == NULL)
    g_error ("“%s” is not in “%s”", how->part, error->message);
  bundle_close (&bundle);
}

/* What is wrong without being damage is harmless. */
static void
test_harmless (void)
{
  static const char *const changes[] = {
    "UPDATE about SET value = replace(value, '\"steps\":[', '\"history_id\":5,\"before\":4,\"follows\":4,"
    "\"remedy\":\"sources\",\"choices\":[{\"words\":\"x\",\"sql\":\"SELECT 1\"}],\"links\":[{\"start\":1,\"end\":900,"
    "\"kind\":\"entity\",\"target\":\"x\"}],\"suggestions\":[\"x\"],\"steps\":[')",
    "UPDATE kept SET step = -5",
    "UPDATE kept SET step = 4000000000",
    "UPDATE step_1 SET city = x'00ff'",
    "UPDATE answer SET total = 'no number', n = NULL",
    "UPDATE about SET value = 'SELECT * FROM step_1, step_1 AS a, step_1 AS b, nowhere' WHERE name = 'sql'",
    "UPDATE about SET value = '[]' WHERE name = 'chart'",
    "DELETE FROM about WHERE name IN ('chart', 'sql', 'program', 'saved_at', 'question')",
  };

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      Bundle bundle;
      g_autoptr (AskBundle) back = NULL;

      bundle_open (&bundle);
      bundle_save (&bundle);
      bundle_exec (&bundle, changes[i]);
      back = bundle_read (&bundle);
      g_assert_cmpint (back->answer->history_id, ==, 0);
      g_assert_cmpint (back->answer->before, ==, 0);
      g_assert_cmpint (back->answer->remedy, ==, ASK_REMEDY_NONE);
      g_assert_cmpuint (back->answer->choices->len + back->answer->links->len + back->answer->suggestions->len, ==, 0);
      use (back);
      bundle_close (&bundle);
    }
}

static void
test_nothing_beside (void)
{
  static const char *const ends[] = { "-journal", "-wal", "-shm" };
  Bundle bundle;
  g_autoptr (AskBundle) back = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize length, length_after;

  bundle_open (&bundle);
  bundle_save (&bundle);
  g_assert_true (g_file_get_contents (bundle.file, &before, &length, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *path = g_strconcat (bundle.file, ends[i], NULL);

      g_assert_true (g_file_set_contents (path, before, (gssize) length, NULL));
    }
  g_assert_cmpint (g_chmod (bundle.file, 0400), ==, 0);
  back = bundle_read (&bundle);
  use (back);
  g_assert_true (g_file_get_contents (bundle.file, &after, &length_after, NULL));
  g_assert_cmpmem (before, length, after, length_after);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *path = g_strconcat (bundle.file, ends[i], NULL);
      g_autofree char *bytes = NULL;

      g_assert_true (g_file_get_contents (path, &bytes, &length_after, NULL));
      g_assert_cmpmem (before, length, bytes, length_after);
    }
  bundle_close (&bundle);
}

static void
test_no_file (void)
{
  Bundle bundle;
  g_autoptr (GError) error = NULL;

  bundle_open (&bundle);
  g_assert_null (ask_bundle_open (bundle.file, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (ask_bundle_open (bundle.shop->fixture->folder, NULL, &error));
  g_assert_error (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_FILE);
  g_clear_error (&error);
  g_assert_null (ask_bundle_open ("/dev/zero", NULL, &error));
  g_assert_error (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_FILE);
  g_clear_error (&error);
  g_assert_null (ask_bundle_open (bundle.shop->shop, NULL, &error));
  g_assert_error (error, ASK_BUNDLE_ERROR, ASK_BUNDLE_ERROR_FILE);
  bundle_close (&bundle);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bundle/read/damaged-bytes-end-in-an-answer-or-in-words", test_damage);
  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      g_autofree char *path = g_strconcat ("/bundle/read/what-nobody-saved-is-refused/", hostile[i].name, NULL);

      g_test_add_data_func (path, &hostile[i], test_hostile);
    }
  g_test_add_func ("/bundle/read/what-is-wrong-leads-nowhere", test_harmless);
  g_test_add_func ("/bundle/read/nothing-beside-a-file-is-read-or-written", test_nothing_beside);
  g_test_add_func ("/bundle/read/what-is-no-file-is-told", test_no_file);
  return g_test_run ();
}
