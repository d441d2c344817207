/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Workbooks, read back by our own source of spreadsheets, and by openpyxl and LibreOffice where they are installed.
 */
#include "config.h"

#include "table/ask-table-export.h"
#include "table/ask-workbook.h"

#include "source/sheet-fixture.h"
#include "support/ask-test-locale.h"

#define TEXT(string) ask_value_text (string, -1)

static void
add_column (AskRows *rows, const char *name, AskType type, AskMeaning meaning, const char *unit)
{
  guint at = ask_rows_get_n_columns (rows);

  ask_rows_add_column (rows, name, type);
  ask_rows_set_sense (rows, at, &(AskSense) { .meaning = meaning, .unit = unit });
}

/* One column of each kind, and what is hard in each. */
static AskRows *
new_rows (void)
{
  AskRows *rows = ask_rows_new ();
  AskValue cells[][9] = {
    { TEXT ("007"), ask_value_integer (42), ask_value_real (712165.79), TEXT ("2025-03-01"),
      TEXT ("2025-03-01 14:05:07"), ask_value_real (0.081), ask_value_integer (1), TEXT ("0.10"),
      TEXT ("<a & \"b\">\nsecond _x0041_ line") },
    { TEXT ("12.50"), ask_value_integer (-7), ask_value_real (-0.5), TEXT ("1899-05-01"), TEXT ("2025-12-31T23:59"),
      ask_value_real (0.5), ask_value_integer (0), TEXT ("12345678901234567.25"), TEXT (" Straße 🐦 ") },
    { TEXT ("=1+1"), ask_value_integer (G_GINT64_CONSTANT (9007199254740993)), ask_value_real (1234.5), ASK_NULL_INIT,
      TEXT ("2025-03-01T14:05:07Z"), ask_value_real (1), ASK_NULL_INIT, TEXT ("-5"), ASK_NULL_INIT },
  };

  add_column (rows, "code", ASK_TYPE_TEXT, ASK_MEANING_CODE, NULL);
  add_column (rows, "count", ASK_TYPE_INTEGER, ASK_MEANING_QUANTITY, NULL);
  add_column (rows, "revenue", ASK_TYPE_REAL, ASK_MEANING_MONEY, "EUR");
  add_column (rows, "day", ASK_TYPE_DATE, ASK_MEANING_DATE, NULL);
  add_column (rows, "at", ASK_TYPE_DATETIME, ASK_MEANING_MOMENT, NULL);
  add_column (rows, "share", ASK_TYPE_REAL, ASK_MEANING_SHARE, NULL);
  add_column (rows, "paid", ASK_TYPE_BOOLEAN, ASK_MEANING_FLAG, NULL);
  add_column (rows, "weight", ASK_TYPE_DECIMAL, ASK_MEANING_QUANTITY, "kg");
  add_column (rows, "note", ASK_TYPE_TEXT, ASK_MEANING_TEXT, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    ask_rows_append (rows, cells[i]);
  return rows;
}

static char *
write_book (const char *name, const AskWorkbookSheet *sheets, guint n)
{
  char *path = g_build_filename (sheet_folder, name, NULL);
  g_autoptr (GError) error = NULL;

  ask_workbook_write (path, sheets, n, NULL, &error);
  g_assert_no_error (error);
  return path;
}

static char *
write_rows (const char *name)
{
  g_autoptr (AskRows) rows = new_rows ();

  return write_book (name, &(AskWorkbookSheet) { "Orders: 2025/26", rows, 1 }, 1);
}

/* Whole columns of integers, days and flags keep their type; where a column mixes, no value changes. */
static void
test_own_source (void)
{
  g_autofree char *path = write_rows ("own.xlsx");
  g_autofree char *printed = sheet_print_rows (path, "Header=yes", "Orders  2025 26");

  g_assert_cmpstr (
    printed, ==,
    "'007'|'42'|712165.79|'2025-03-01'|'2025-03-01 14:05:07'|0.081|1|'0.10'|'<a & \"b\">\nsecond _x0041_ line'\n"
    "'12.50'|'-7'|-0.5|'1899-05-01'|'2025-12-31 23:59:00'|0.5|0|'12345678901234567.25'|' Straße 🐦 '\n"
    "'=1+1'|'9007199254740993'|1234.5|NULL|'2025-03-01T14:05:07Z'|1.0|NULL|'-5'|NULL");
}

static void
test_bytes (void)
{
  g_autofree char *first = write_rows ("first.xlsx");
  g_autofree char *a = NULL, *b = NULL;
  gsize n_a, n_b;
  AskTestLocale locale;

  if (ask_test_locale_set_german (&locale))
    {
      g_autofree char *second = write_rows ("second.xlsx");

      g_assert_true (g_file_get_contents (first, &a, &n_a, NULL));
      g_assert_true (g_file_get_contents (second, &b, &n_b, NULL));
      g_assert_cmpmem (a, n_a, b, n_b);
    }
  ask_test_locale_unset (&locale);
}

/* What @argv prints, or NULL where it cannot be run. */
static char *
run (const char *const *argv, const char *what)
{
  g_autoptr (GSubprocess) process = NULL;
  char *out = NULL;

  process = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL);
  if (process == NULL || !g_subprocess_communicate_utf8 (process, NULL, NULL, &out, NULL, NULL)
      || !g_subprocess_get_successful (process))
    {
      g_free (out);
      g_test_skip (what);
      return NULL;
    }
  return out;
}

static void
test_openpyxl (void)
{
  static const char *const script
    = "import sys, openpyxl\n"
      "book = openpyxl.load_workbook(sys.argv[1])\n"
      "print(book.sheetnames)\n"
      "sheet = book.active\n"
      "print(sheet.freeze_panes, sheet.auto_filter.ref, all(c.font.b for c in sheet[1]))\n"
      "for row in sheet.iter_rows(min_row=2):\n"
      "  print([c.value for c in row][:8])\n"
      "print([c.number_format for c in sheet[2]])\n"
      "print([c.data_type for c in sheet[3]])\n";
  static const char *const probe[] = { "/usr/bin/python3", "-c", "import openpyxl", NULL };
  g_autofree char *path = write_rows ("openpyxl.xlsx");
  g_autofree char *there = run (probe, "This machine has no openpyxl.");
  const char *argv[] = { "/usr/bin/python3", "-W", "error", "-c", script, path, NULL };
  g_autofree char *out = there != NULL ? run (argv, "This machine has no openpyxl.") : NULL;

  if (there == NULL)
    return;
  g_assert_cmpstr (
    out, ==,
    "['Orders  2025 26']\n"
    "B2 A1:I4 True\n"
    "['007', 42, 712165.79, datetime.datetime(2025, 3, 1, 0, 0), datetime.datetime(2025, 3, 1, 14, 5, 7), 0.081, True, 0.1]\n"
    "['12.50', -7, -0.5, '1899-05-01', datetime.datetime(2025, 12, 31, 23, 59), 0.5, False, '12345678901234567.25']\n"
    "['=1+1', '9007199254740993', 1234.5, None, '2025-03-01T14:05:07Z', 1.0, None, -5]\n"
    "['General', '#,##0', '#,##0.00\\\\ [$€]', 'yyyy\\\\-mm\\\\-dd', 'yyyy\\\\-mm\\\\-dd\\\\ hh:mm:ss', '#,##0.0%', 'General', "
    "'#,##0.00\"\\xa0kg\"', 'General']\n"
    "['s', 'n', 'n', 's', 'd', 'n', 'b', 's', 's']\n");
}

static void
test_libreoffice (void)
{
  g_autofree char *program = g_find_program_in_path ("soffice");
  g_autofree char *path = write_rows ("office.xlsx");
  g_autofree char *home = g_strconcat ("-env:UserInstallation=file://", sheet_folder, "/office", NULL);
  g_autofree char *made = g_build_filename (sheet_folder, "office.csv", NULL);
  const char *argv[] = { "soffice",
                         home,
                         "--headless",
                         "--convert-to",
                         "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true",
                         "--outdir",
                         sheet_folder,
                         path,
                         NULL };
  g_autofree char *out = NULL;
  g_autofree char *csv = NULL;

  if (program == NULL)
    {
      g_test_skip ("This machine has no LibreOffice.");
      return;
    }
  out = run (argv, "LibreOffice does not start here.");
  if (out == NULL)
    return;
  g_assert_true (g_file_get_contents (made, &csv, NULL, NULL));
  g_assert_cmpstr (csv, ==,
                   "code,count,revenue,day,at,share,paid,weight,note\n"
                   "007,42,\"712,165.79 €\",2025-03-01,2025-03-01 14:05:07,8.1%,TRUE,0.10\u00a0kg,"
                   "\"<a & \"\"b\"\">\nsecond _x0041_ line\"\n"
                   "12.50,-7,-0.50 €,1899-05-01,2025-12-31 23:59:00,50.0%,FALSE,12345678901234567.25, Straße 🐦 \n"
                   "=1+1,9007199254740993,\"1,234.50 €\",,2025-03-01T14:05:07Z,100.0%,,-5.00\u00a0kg,\n");
}

static void
test_sheets (void)
{
  g_autoptr (AskRows) rows = new_rows ();
  AskWorkbookSheet sheets[] = { { "Orders", rows, 0 },
                                { "ORDERS", rows, 0 },
                                { "[a]:b*?/\\'", rows, 0 },
                                { "a name that is much longer than thirty-one characters", rows, 0 } };
  g_autofree char *path = write_book ("sheets.xlsx", sheets, G_N_ELEMENTS (sheets));
  g_autoptr (AskSource) source = sheet_source (path, "Header=yes");
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (GError) error = NULL;
  static const char *const names[] = { "Orders", "ORDERS 2", "a  b", "a name that is much longer than" };

  g_assert_true (ask_source_open (source, NULL, &error));
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->schema->entities->len, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpstr (((AskEntity *) found->schema->entities->pdata[i])->table, ==, names[i]);
}

/* Whatever stops it, the file that was there stays. */
static void
test_faults (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (AskRows) fine = new_rows ();
  g_autofree char *longest = g_strnfill (32767, 'x');
  g_autofree char *longer = g_strnfill (32768, 'x');
  AskValue cell = ask_value_text (longest, -1);
  g_autofree char *path = sheet_write ("kept.xlsx", "kept", -1);
  g_autofree char *kept = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  ask_rows_add_column (rows, "text", ASK_TYPE_TEXT);
  ask_rows_append (rows, &cell);
  g_free (write_book ("long.xlsx", &(AskWorkbookSheet) { NULL, rows, 0 }, 1));
  cell = ask_value_text (longer, -1);
  ask_rows_append (rows, &cell);
  g_assert_false (ask_table_export (rows, NULL, path, ASK_TABLE_XLSX, NULL, &error));
  g_assert_cmpstr (
    error->message, ==,
    "The cell of “text” in row 2 is longer than the 32,767 characters that a cell of a workbook holds. Save "
    "the rows as CSV.");
  g_clear_error (&error);
  g_cancellable_cancel (cancelled);
  g_assert_false (ask_table_export (fine, NULL, path, ASK_TABLE_XLSX, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (g_file_get_contents (path, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "kept");
}

static void
test_long (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autofree char *path = NULL;
  g_autofree char *printed = NULL;

  ask_rows_add_column (rows, "n", ASK_TYPE_INTEGER);
  for (gint64 i = 0; i < ASK_WORKBOOK_ROWS + 1; i++)
    {
      AskValue cell = ask_value_integer (i);

      ask_rows_append (rows, &cell);
    }
  path = write_book ("many.xlsx", &(AskWorkbookSheet) { "Many", rows, 0 }, 1);
  printed = sheet_print_rows (path, "Header=yes", "Many 2");
  g_assert_cmpstr (printed, ==, "1048575\n1048576");
}

static void
test_formats (void)
{
  static const struct
  {
    const char *path;
    const char *text;
  } cases[] = {
    { "rows.csv", "name,n\r\n\"a,b\",1\r\n" },
    { "rows.tsv", "name\tn\na,b\t1\n" },
    { "rows.JSON", "{\"columns\":[{\"name\":\"name\",\"type\":\"text\"},{\"name\":\"n\",\"type\":\"integer\"}],"
                   "\"rows\":[[\"a,b\",1]],\"truncated\":false}\n" },
  };
  g_autoptr (AskRows) rows = ask_rows_new ();
  AskValue cells[] = { TEXT ("a,b"), ask_value_integer (1) };
  AskTableFormat format;

  ask_rows_add_column (rows, "name", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "n", ASK_TYPE_INTEGER);
  ask_rows_append (rows, cells);
  g_assert_false (ask_table_format_from_path ("rows.parquet", &format));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (sheet_folder, cases[i].path, NULL);
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (ask_table_format_from_path (path, &format));
      g_assert_true (ask_table_export (rows, NULL, path, format, NULL, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

int
main (int argc, char *argv[])
{
  sheet_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/ask-workbook/our-own-source-reads-every-value", test_own_source);
  g_test_add_func ("/table/ask-workbook/the-same-rows-are-the-same-bytes-in-every-locale", test_bytes);
  g_test_add_func ("/table/ask-workbook/openpyxl-reads-types-and-formats", test_openpyxl);
  g_test_add_func ("/table/ask-workbook/libreoffice-reads-what-people-see", test_libreoffice);
  g_test_add_func ("/table/ask-workbook/sheets-have-names-of-their-own", test_sheets);
  g_test_add_func ("/table/ask-workbook/what-fails-leaves-the-file-as-it-was", test_faults);
  g_test_add_func ("/table/ask-workbook/more-rows-than-a-sheet-holds-go-on-in-the-next", test_long);
  g_test_add_func ("/table/ask-workbook/every-format-is-exact-text", test_formats);
  return sheet_end (g_test_run ());
}
