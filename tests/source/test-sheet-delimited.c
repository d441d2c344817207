/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Delimited text files: encodings, delimiters, quotes, headers, types of whole columns, and what is refused.
 * Every case goes through the source as a query does.
 */
#include "config.h"

#include <math.h>

#include "base/ask-decimal.h"
#include "source/sheet/ask-sheet-profile.h"
#include "source/sheet-fixture.h"

typedef struct
{
  const char *name;
  const char *bytes;
  gssize length; /* 0: up to NUL */
  const char *options;
  const char *schema;
  const char *rows;
  const char *note; /* nullable: part of a note; "" for no notes at all */
} Case;

#define BYTES(text) (text), sizeof (text) - 1

static const Case shapes[] = {
  { "plain", "id,name\n1,Ann\n2,Bob\n", 0, NULL, "t(id integer, name text)", "1|'Ann'\n2|'Bob'", "" },
  { "no-last-line-end", "id,name\n1,Ann\n2,Bob", 0, NULL, "t(id integer, name text)",
    "1|'Ann'\n2|'Bob'", "" },
  { "crlf", "id,name\r\n1,Ann\r\n2,Bob\r\n", 0, NULL, "t(id integer, name text)", "1|'Ann'\n2|'Bob'", "" },
  { "cr", "id,name\r1,Ann\r2,Bob\r", 0, NULL, "t(id integer, name text)", "1|'Ann'\n2|'Bob'", "" },
  { "cr-and-lf", "id,name\r1,Ann\n2,Bob\r3,Cy\r\n4,\"D\re\"\r5,Eva", 0, NULL, "t(id integer, name text)",
    "1|'Ann'\n2|'Bob'\n3|'Cy'\n4|'D\re'\n5|'Eva'", "" },
  { "cr-in-quotes", "id,name\n1,\"A\rnn\"\n", 0, NULL, "t(id integer, name text)", "1|'A\rnn'", "" },
  { "semicolon", "id;x\n1;1,5\n2;2,25\n", 0, NULL, "t(id integer, x real)", "1|1.5\n2|2.25", "" },
  { "semicolon-no-header", "1,5;2,5\n3,5;4,5\n", 0, NULL, "t(column_1 real, column_2 real)",
    "1.5|2.5\n3.5|4.5", "without a header row" },
  { "tab", "id\tname\n1\tAnn, the first\n2\tBob\n", 0, NULL, "t(id integer, name text)",
    "1|'Ann, the first'\n2|'Bob'", "" },
  { "pipe", "id|name\n1|Ann\n", 0, NULL, "t(id integer, name text)", "1|'Ann'", "" },
  { "told-colon", "id:name\n1:Ann\n", 0, "Delimiter=:", "t(id integer, name text)", "1|'Ann'", "" },
  { "told-tab", "id,x\ty\np,q\t3\n", 0, "Delimiter=tab", "t(id,x text, y integer)", "'p,q'|3", NULL },
  { "excel-sep", "sep=|\r\nid|name\r\n1|Ann\r\n", 0, NULL, "t(id integer, name text)", "1|'Ann'", "" },
  { "one-column", "name\nAnn\nBob\n", 0, NULL, "t(name text)", "'Ann'\n'Bob'", "" },
  { "one-column-blank", "n\n1\n\n3\n\n", 0, NULL, "t(n integer)", "1\nNULL\n3", "" },
  { "one-column-sentences", "text\nno comma here\none, here\nnone again\nnor here\n", 0, NULL,
    "t(text text)", "'no comma here'\n'one, here'\n'none again'\n'nor here'", "" },
  { "blank-lines", "\n\na,b\n1,2\n\n3,4\n\n", 0, NULL, "t(a integer, b integer)", "1|2\n3|4", "" },
  { "quotes", "a,b\n\"x, y\",\"say \"\"hi\"\"\"\n", 0, "Header=yes", "t(a text, b text)", "'x, y'|'say \"hi\"'",
    "" },
  { "line-end-in-quotes", "a,b\n\"x\ny\",2\n\"\r\n\",3\n", 0, NULL, "t(a text, b integer)",
    "'x\ny'|2\n'\r\n'|3", "" },
  { "quote-inside", "a,b\n5\" pipe,2\n", 0, NULL, "t(a text, b integer)", "'5\" pipe'|2", "" },
  { "behind-quote", "a,b\n\"Big\" Joe,2\n", 0, NULL, "t(a text, b integer)", "'\"Big\" Joe'|2",
    "behind a closing quote, the first at line 2" },
  { "quoted-empty", "a,b\n\"\",2\n", 0, NULL, "t(a text, b integer)", "NULL|2", NULL },
  { "short-rows", "a,b,c\n1,2,3\n4\n5,6\n", 0, NULL, "t(a integer, b integer, c integer)",
    "1|2|3\n4|NULL|NULL\n5|6|NULL", "2 rows are shorter" },
  { "long-but-empty", "a,b\n1,2,,\n3,4\n", 0, NULL, "t(a integer, b integer)", "1|2\n3|4", "" },
  { "empty-column", "a,b,\n1,2,\n3,4,\n", 0, NULL, "t(a integer, b integer)", "1|2\n3|4", "" },
  { "no-header", "1,Ann\n2,Bob\n", 0, NULL, "t(column_1 integer, column_2 text)", "1|'Ann'\n2|'Bob'",
    "without a header row" },
  { "told-no-header", "x,y\nAnn,Bob\n", 0, "Header=no", "t(column_1 text, column_2 text)",
    "'x'|'y'\n'Ann'|'Bob'", "without a header row" },
  { "told-header", "1,2\n3,4\n", 0, "Header=yes", "t(1 integer, 2 integer)", "3|4", "" },
  { "years-as-header", "country,2019,2020\nAustria,5,7\nChad,1,2\n", 0, NULL,
    "t(country text, 2019 integer, 2020 integer)", "'Austria'|5|7\n'Chad'|1|2", "" },
  { "blank-and-duplicate-names", "a,,A,a_2\n1,2,3,4\n", 0, NULL,
    "t(a integer, column_2 integer, A_2 integer, a_2_2 integer)", "1|2|3|4", "" },
  { "name-with-line-end", "\" first\n name \",b\n1,2\n", 0, NULL, "t(first name integer, b integer)", "1|2",
    "" },
  { "header-only", "name,city\n", 0, NULL, "t(name text, city text)", "", "" },
  { "all-empty-cells", "a,b\n,1\n,2\n", 0, NULL, "t(a text, b integer)", "NULL|1\nNULL|2", "" },
};

static const Case encodings[] = {
  { "utf8", "n\xC3\xA4me,b\nJos\xC3\xA9,1\n", 0, NULL, "t(n\xC3\xA4me text, b integer)", "'Jos\xC3\xA9'|1", "" },
  { "utf8-mark", "\xEF\xBB\xBFid,b\n1,2\n", 0, NULL, "t(id integer, b integer)", "1|2", "" },
  { "windows-1252", "name,b\nJos\xE9 \x80,1\n", 0, NULL, "t(name text, b integer)",
    "'Jos\xC3\xA9 \xE2\x82\xAC'|1", "read as WINDOWS-1252" },
  { "windows-1252-gaps", "name,b\n\x81\x8D\x8F\x90\x9D,1\n", 0, NULL, "t(name text, b integer)",
    "'\xC2\x81\xC2\x8D\xC2\x8F\xC2\x90\xC2\x9D'|1", "read as WINDOWS-1252" },
  { "told-latin2", "name,b\n\xB3\xF3\x64\xBC,1\n", 0, "Encoding=iso-8859-2", "t(name text, b integer)",
    "'\xC5\x82\xC3\xB3\x64\xC5\xBA'|1", "" },
  { "utf16le-mark", BYTES ("\xFF\xFE" "a\0,\0b\0\n\0\xE9\0,\0" "1\0\n\0"), NULL, "t(a text, b integer)",
    "'\xC3\xA9'|1", "" },
  { "utf16be-mark", BYTES ("\xFE\xFF\0a\0,\0b\0\n\0\xE9\0,\0" "1\0\n"), NULL, "t(a text, b integer)",
    "'\xC3\xA9'|1", "" },
  { "utf16le-obvious", BYTES ("a\0,\0b\0\n\0x\0,\0" "1\0\n\0"), NULL, "t(a text, b integer)", "'x'|1", "" },
  { "utf16le-pair", BYTES ("\xFF\xFE" "a\0\n\0\x3D\xD8\x00\xDE\n\0"), "Header=yes", "t(a text)",
    "'\xF0\x9F\x98\x80'", "" },
};

/* One column in a file whose other column is an integer. */
static const struct
{
  const char *name;
  const char *cells; /* one a line */
  const char *type;
  const char *values; /* one a line */
  const char *note; /* nullable */
} columns[] = {
  { "integer", "1\n-5\n0\n9223372036854775807", "integer", "1\n-5\n0\n9223372036854775807", NULL },
  { "integer-least", "-9223372036854775808\n1", "integer", "-9223372036854775808\n1", NULL },
  { "integer-padded", " 1\n2 \n 3 ", "integer", "1\n2\n3", NULL },
  { "beyond-64", "9223372036854775808\n5", "decimal", "'9223372036854775808'\n'5'", NULL },
  { "leading-zero", "007\n012\n1", "text", "'007'\n'012'\n'1'", NULL },
  { "zip-late", "10115\n20095\n01067", "text", "'10115'\n'20095'\n'01067'", NULL },
  { "plus", "+1\n+2", "text", "'+1'\n'+2'", NULL },
  { "minus-zero", "-0\n1", "integer", "0\n1", NULL },
  { "real", "1.5\n2\n-0.25", "real", "1.5\n2.0\n-0.25", NULL },
  { "real-exponent", "1.5e10\n1e-5\n2.5E+3", "real", "15000000000.0\n1e-05\n2500.0", NULL },
  { "exponent-code", "12E4\n13E5", "text", "'12E4'\n'13E5'", NULL },
  { "real-tenths", "0.1\n0.2\n0.30000000000000004", "real", "0.1\n0.2\n0.30000000000000004", NULL },
  { "decimal-long", "0.1234567890123456789\n1", "decimal", "'0.1234567890123456789'\n'1'", NULL },
  { "decimal-17", "1.1000000000000001\n2.50", "decimal", "'1.1000000000000001'\n'2.50'", NULL },
  { "decimal-money", "12345678901234567.89\n1.10", "decimal", "'12345678901234567.89'\n'1.10'", NULL },
  { "decimal-exponent", "1.25e-3\n-1.0000000000000000000001e+2\n1.0e1", "decimal",
    "'0.00125'\n'-100.00000000000000000001'\n'10'", NULL },
  { "no-number-is-so-large", "1.0e401\n1.5", "text", "'1.0e401'\n'1.5'", NULL },
  { "decimal-comma", "1,5\n2,25\n3", "real", "1.5\n2.25\n3.0", NULL },
  { "comma-or-thousand", "1,234\n5,678", "text", "'1,234'\n'5,678'", "commas may be" },
  { "thousand-comma", "1,234\n1,234,567", "integer", "1234\n1234567", NULL },
  { "thousand-comma-point", "1,234.50\n99.9", "real", "1234.5\n99.9", NULL },
  { "thousand-point-comma", "1.234,50\n99,9", "real", "1234.5\n99.9", NULL },
  { "thousand-point", "1.234.567\n12", "integer", "1234567\n12", NULL },
  { "points-are-fractions", "1.234\n5.678", "real", "1.234\n5.678", NULL },
  { "thousand-space", "1 234\n12 345 678", "integer", "1234\n12345678", NULL },
  { "thousand-nbsp", "1\xC2\xA0" "234,5\n1,5", "real", "1234.5\n1.5", NULL },
  { "thousand-narrow", "1\xE2\x80\xAF" "234\n5", "integer", "1234\n5", NULL },
  { "thousand-apostrophe", "1'234.5\n7", "real", "1234.5\n7.0", NULL },
  { "bad-groups", "1,23\n1,2345\n12,34,567", "text", "'1,23'\n'1,2345'\n'12,34,567'", NULL },
  { "boolean", "true\nFALSE\nTrue", "boolean", "1\n0\n1", NULL },
  { "yes-is-text", "yes\nno", "text", "'yes'\n'no'", NULL },
  { "errors-among-numbers", "1.5\n#N/A\n#DIV/0!\n #NAME? \n2", "real", "1.5\nNULL\nNULL\nNULL\n2.0",
    "in 3 of its cells" },
  { "errors-among-dates", "2024-02-29\n#WERT!", "date", "'2024-02-29'\nNULL", "in 1 of its cells" },
  { "errors-among-texts", "a\n#N/A", "text", "'a'\n'#N/A'", "" },
  { "errors-only", "#N/A\n#REF!", "text", "'#N/A'\n'#REF!'", "" },
  { "hash-signs", "1\n#1\n#", "text", "'1'\n'#1'\n'#'", "" },
  { "mixed", "1\nx", "text", "'1'\n'x'", NULL },
  { "nan", "1.5\nnan", "text", "'1.5'\n'nan'", NULL },
  { "hex", "0x10\n0x20", "text", "'0x10'\n'0x20'", NULL },
  { "empty-is-null", "1\n\n3", "integer", "1\nNULL\n3", NULL },
  { "blank-is-null", "1\n  \n3", "integer", "1\nNULL\n3", NULL },
  { "blank-in-text", "a\n  \nc", "text", "'a'\n'  '\n'c'", NULL },
  { "date", "2024-02-29\n2023-12-31", "date", "'2024-02-29'\n'2023-12-31'", NULL },
  { "no-date", "2023-02-29\n2023-12-31", "text", "'2023-02-29'\n'2023-12-31'", NULL },
  { "date-dots", "5.3.2024\n31.12.2023", "date", "'2024-03-05'\n'2023-12-31'", NULL },
  { "date-year-slash", "2024/03/05\n2023/12/31", "date", "'2024-03-05'\n'2023-12-31'", NULL },
  { "date-day-first", "05/03/2024\n31/12/2023", "date", "'2024-03-05'\n'2023-12-31'", NULL },
  { "date-month-first", "03/05/2024\n12/31/2023", "date", "'2024-03-05'\n'2023-12-31'", NULL },
  { "date-ambiguous", "03/05/2024\n12/11/2023", "text", "'03/05/2024'\n'12/11/2023'",
    "the day or with the month" },
  { "date-no-order-fits", "13/12/2024\n12/13/2024", "text", "'13/12/2024'\n'12/13/2024'", NULL },
  { "date-dashes", "31-12-2023\n01-02-2024", "date", "'2023-12-31'\n'2024-02-01'", NULL },
  { "moment", "2024-01-02T03:04:05\n2024-01-02 03:04:05.123456", "datetime",
    "'2024-01-02 03:04:05'\n'2024-01-02 03:04:05.123456'", NULL },
  { "moment-minutes", "02.01.2024 13:05\n3.1.2024 9:30", "datetime",
    "'2024-01-02 13:05:00'\n'2024-01-03 09:30:00'", NULL },
  { "moment-pm", "12/31/2023 1:05 PM\n1/2/2024 12:00 AM", "datetime",
    "'2023-12-31 13:05:00'\n'2024-01-02 00:00:00'", NULL },
  { "moment-zone", "2024-01-02T03:04:05Z\n2024-01-02T03:04:06Z", "datetime",
    "'2024-01-02 03:04:05Z'\n'2024-01-02 03:04:06Z'", NULL },
  { "moment-zones", "2024-01-02T03:04:05Z\n2024-01-02T03:04:06+02:00", "text",
    "'2024-01-02T03:04:05Z'\n'2024-01-02T03:04:06+02:00'", "different zones" },
  { "moment-and-date", "2024-01-02 03:04:05\n2024-01-03", "datetime",
    "'2024-01-02 03:04:05'\n'2024-01-03 00:00:00'", NULL },
  { "no-hour", "2024-01-02 25:00\n2024-01-03 10:00", "text", "'2024-01-02 25:00'\n'2024-01-03 10:00'",
    NULL },
};

/* What other columns of the file tell. */
static const Case hints[] = {
  { "comma-by-neighbour", "a;b\n1,234;0,5\n5,678;1,25\n", 0, NULL, "t(a real, b real)",
    "1.234|0.5\n5.678|1.25", "" },
  { "thousand-by-neighbour", "a;b\n1,234;0.5\n5,678;1.25\n", 0, NULL, "t(a integer, b real)",
    "1234|0.5\n5678|1.25", "" },
  { "point-thousand-by-neighbour", "a;b\n1.234;0,5\n5.678;1,25\n", 0, NULL, "t(a integer, b real)",
    "1234|0.5\n5678|1.25", "" },
  { "day-by-neighbour", "a;b\n01/02/2024;31/01/2024\n03/04/2024;05/06/2024\n", 0, NULL,
    "t(a date, b date)", "'2024-02-01'|'2024-01-31'\n'2024-04-03'|'2024-06-05'", "" },
};

static const struct
{
  const char *name;
  const char *bytes;
  gssize length;
  const char *options;
  int code;
  const char *words;
} faults[] = {
  { "empty", "", 0, NULL, ASK_SOURCE_ERROR_NOT_A_DATABASE, "is empty" },
  { "blanks", "\n\n\n", 0, NULL, ASK_SOURCE_ERROR_NOT_A_DATABASE, "nothing in the file" },
  { "long-row", "a,b\n1,2\n3,4,5\n", 0, NULL, ASK_SOURCE_ERROR_MALFORMED, "line 3 has 3 cells, the header 2" },
  { "long-row-after-quotes", "a,b\n\"1\n\n\",2\n3,4,5\n", 0, NULL, ASK_SOURCE_ERROR_MALFORMED, "line 5 has 3" },
  { "open-quote", "a,b\n1,2\n3,\"4\n5,6\n", 0, NULL, ASK_SOURCE_ERROR_MALFORMED, "line 3 does not close" },
  { "nul", BYTES ("a,b\nx,y\n1\0,2\n"), NULL, ASK_SOURCE_ERROR_MALFORMED, "binary data" },
  { "utf16-nul", BYTES ("\xFF\xFE" "a\0\n\0\0\0\n\0"), NULL, ASK_SOURCE_ERROR_MALFORMED, "binary data" },
  { "utf16-half-pair", BYTES ("\xFF\xFE" "a\0\n\0\x3D\xD8\n\0"), NULL, ASK_SOURCE_ERROR_MALFORMED,
    "no character" },
  { "utf16-odd", BYTES ("\xFF\xFE" "a\0\n\0" "b"), NULL, ASK_SOURCE_ERROR_MALFORMED, "no character" },
  { "told-utf8", "a\n\xE9\n", 0, "Encoding=utf-8", ASK_SOURCE_ERROR_MALFORMED, "not UTF-8" },
  { "marked-utf8", "\xEF\xBB\xBF" "a\n\xE9\n", 0, NULL, ASK_SOURCE_ERROR_MALFORMED, "not UTF-8" },
  { "no-encoding", "a\n", 0, "Encoding=klingon", ASK_SOURCE_ERROR_CONFIG, "“klingon”" },
  { "bad-delimiter", "a\n", 0, "Delimiter=ab", ASK_SOURCE_ERROR_CONFIG, "one character" },
  { "bad-header", "a\n", 0, "Header=maybe", ASK_SOURCE_ERROR_CONFIG, "yes, no or auto" },
  { "sheet-of-text", "a\n", 0, "Sheet=x", ASK_SOURCE_ERROR_CONFIG, "no sheets" },
  { "sqlite", "SQLite format 3", 16, NULL, ASK_SOURCE_ERROR_NOT_A_DATABASE, "SQLite" },
  { "gzip", "\x1F\x8B\x08 ", 4, NULL, ASK_SOURCE_ERROR_NOT_A_DATABASE, ".xlsx and .ods" },
  { "html", "\xEF\xBB\xBF<HTML><table>", 0, NULL, ASK_SOURCE_ERROR_NOT_A_DATABASE, "XML or HTML" },
  { "xls", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8, NULL, ASK_SOURCE_ERROR_NOT_A_DATABASE, "save it as .xlsx" },
  { "password", BYTES ("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0"),
    NULL, ASK_SOURCE_ERROR_NOT_A_DATABASE, "password" },
};

static void
check_case (const Case *one)
{
  g_autofree char *path
    = sheet_write ("t.csv", one->bytes, one->length > 0 ? one->length : (gssize) strlen (one->bytes));

  sheet_check (one->name, path, one->options, "t", one->schema, one->rows, one->note);
}

static void
test_shapes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    check_case (&shapes[i]);
}

static void
test_encodings (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (encodings); i++)
    check_case (&encodings[i]);
}

static void
test_hints (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (hints); i++)
    check_case (&hints[i]);
}

static void
test_columns (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_auto (GStrv) cells = g_strsplit (columns[i].cells, "\n", -1);
      g_auto (GStrv) values = g_strsplit (columns[i].values, "\n", -1);
      g_autoptr (GString) bytes = g_string_new ("n;x\n");
      g_autoptr (GString) rows = g_string_new (NULL);
      g_autofree char *schema = g_strdup_printf ("t(n integer, x %s)", columns[i].type);
      Case one = { columns[i].name, NULL, 0, "Delimiter=;", schema, NULL, columns[i].note };

      for (guint c = 0; cells[c] != NULL; c++)
        {
          g_string_append_printf (bytes, "%u;%s\n", c, cells[c]);
          g_string_append_printf (rows, "%s%u|%s", c > 0 ? "\n" : "", c, values[c]);
        }
      one.bytes = bytes->str;
      one.rows = rows->str;
      check_case (&one);
    }
}

static void
test_faults (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = sheet_write (
        "t.csv", faults[i].bytes,
        faults[i].length > 0 ? faults[i].length : (gssize) strlen (faults[i].bytes));

      sheet_check_refused (faults[i].name, path, faults[i].options, faults[i].code, faults[i].words);
      sheet_check_refused (faults[i].name, path, faults[i].options, faults[i].code, "“book”");
    }
}

/* Cells and rows that are longer than any buffer. */
static void
test_long (void)
{
  g_autoptr (GString) bytes = g_string_new ("id,text\n");
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autofree char *path = NULL;
  g_autofree char *rows = NULL;

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *cell = g_strnfill ((i + 1) * 3 * 1000 * 1000, (char) ('a' + i));

      g_string_append_printf (bytes, "%u,\"%s\"\"\n%s\"\n", i, cell, cell);
      g_string_append_printf (expected, "%s%u|'%s\"\n%s'", i > 0 ? "\n" : "", i, cell, cell);
    }
  path = sheet_write ("t.csv", bytes->str, (gssize) bytes->len);
  rows = sheet_print_rows (path, NULL, "t");
  /* Not g_assert_cmpstr(), which would print them. */
  g_assert_true (strcmp (rows, expected->str) == 0);
}

/* Rows around the ends of buffers: every one comes, with its own digits. */
static void
test_many (void)
{
  g_autoptr (GString) bytes = g_string_new ("id,name,amount,day\r\n");
  g_autofree char *path = NULL;
  g_autofree char *schema = NULL;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *copy = NULL;
  AskSourceConfig *config;
  sqlite3 *db;
  gint64 n = 0;

  for (gint64 i = 0; i < 100000; i++)
    g_string_append_printf (bytes, "%" G_GINT64_FORMAT ",\"n%" G_GINT64_FORMAT ", x\",%" G_GINT64_FORMAT
                                   ".%02d,2024-01-%02d\r\n",
                            i, i * 7919 % 1000, i, (int) (i % 100), (int) (i % 28) + 1);
  path = sheet_write ("t.csv", bytes->str, (gssize) bytes->len);
  source = sheet_source (path, NULL);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  schema = sheet_print_schema (found->schema);
  g_assert_cmpstr (schema, ==, "t(id integer, name text, amount real, day date)");
  g_assert_cmpint (((AskEntity *) found->schema->entities->pdata[0])->row_estimate, ==, 100000);
  config = sheet_config (path, NULL);
  copy = ask_sheet_cache_ensure (config, NULL, &error);
  g_assert_no_error (error);
  ask_source_config_unref (config);
  g_assert_cmpint (sqlite3_open_v2 (copy, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT * FROM t", -1, &statement, NULL), ==, SQLITE_OK);
  for (; sqlite3_step (statement) == SQLITE_ROW; n++)
    {
      g_autofree char *name = g_strdup_printf ("n%" G_GINT64_FORMAT ", x", n * 7919 % 1000);
      g_autofree char *amount = g_strdup_printf ("%" G_GINT64_FORMAT ".%02d", n, (int) (n % 100));

      g_assert_cmpint (sqlite3_column_int64 (statement, 0), ==, n);
      g_assert_cmpstr ((const char *) sqlite3_column_text (statement, 1), ==, name);
      g_assert_cmpfloat (sqlite3_column_double (statement, 2), ==, g_ascii_strtod (amount, NULL));
    }
  g_clear_pointer (&statement, sqlite3_finalize);
  sqlite3_close (db);
  g_assert_cmpint (n, ==, 100000);
}

/* A column is what all of its cells are: the last of many counts as the first. */
static void
test_last_cell (void)
{
  static const struct
  {
    const char *last;
    const char *type;
  } cases[] = { { "5", "integer" }, { "5.5", "real" }, { "x", "text" }, { "05", "text" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) bytes = g_string_new ("a,b\n");
      g_autofree char *path = NULL;
      g_autofree char *schema = NULL;
      g_autofree char *expected = g_strdup_printf ("t(a %s, b integer)", cases[i].type);
      g_autoptr (AskSource) source = NULL;
      g_autoptr (AskIntrospection) found = NULL;

      for (guint r = 0; r < 20000; r++)
        g_string_append_printf (bytes, "%u,%u\n", r, r);
      g_string_append_printf (bytes, "%s,1\n", cases[i].last);
      path = sheet_write ("t.csv", bytes->str, (gssize) bytes->len);
      source = sheet_source (path, NULL);
      found = ask_source_introspect (source, NULL, NULL);
      schema = sheet_print_schema (found->schema);
      g_assert_cmpstr (schema, ==, expected);
    }
}

/* What a letter in the last of many blocks says of the encoding. */
static void
test_late_encoding (void)
{
  g_autoptr (GString) bytes = g_string_new ("a,b\n");
  g_autofree char *path = NULL;
  g_autofree char *rows = NULL;

  for (guint r = 0; r < 200000; r++)
    g_string_append (bytes, "1,Zo\xC3\xAB\n");
  path = sheet_write ("t.csv", bytes->str, (gssize) bytes->len);
  rows = sheet_print_rows (path, NULL, "t");
  g_assert_true (g_str_has_suffix (rows, "1|'Zo\xC3\xAB'"));
  g_clear_pointer (&rows, g_free);
  g_clear_pointer (&path, g_free);
  g_string_append (bytes, "2,Ren\xE9\n");
  path = sheet_write ("t.csv", bytes->str, (gssize) bytes->len);
  rows = sheet_print_rows (path, NULL, "t");
  g_assert_true (g_str_has_suffix (rows, "2|'Ren\xC3\xA9'"));
}

/* What a double prints makes a column real; more digits than that make it decimal. */
static void
test_digits (void)
{
  for (guint i = 0; i < 20000; i++)
    {
      double real = g_test_rand_double () * pow (10, g_test_rand_int_range (-8, 9));
      g_autofree char *shortest = ask_real_to_text (real);
      g_autofree char *longest = g_strdup_printf ("%.17f", real);
      const char *texts[] = { shortest, longest };

      for (guint t = 0; t < G_N_ELEMENTS (texts); t++)
        {
          AskSheetCell cell = { texts[t], (guint32) strlen (texts[t]), ASK_SHEET_RAW };
          g_autofree char *again = ask_real_to_text (g_ascii_strtod (texts[t], NULL));
          gboolean kept
            = strchr (again, 'e') == NULL
              && ask_decimal_compare (again, strlen (again), texts[t], strlen (texts[t])) == 0;
          g_autoptr (GArray) decided = g_array_new (FALSE, FALSE, sizeof (AskSheetColumn));
          g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
          AskSheetColumn column;

          if (strchr (again, 'e') != NULL)
            continue;
          ask_sheet_column_init (&column);
          ask_sheet_column_add (&column, &cell);
          column.name = (char *) "x";
          g_array_append_val (decided, column);
          ask_sheet_columns_decide (decided, notes);
          if (g_array_index (decided, AskSheetColumn, 0).type
              != (kept ? ASK_TYPE_REAL : ASK_TYPE_DECIMAL))
            g_error ("%s is %s", texts[t], kept ? "kept" : "not kept");
        }
    }
}

static void
test_columns_limit (void)
{
  for (guint n = 2000; n <= 2001; n++)
    {
      g_autoptr (GString) bytes = g_string_new (NULL);
      g_autofree char *path = NULL;
      g_autoptr (AskSource) source = NULL;
      g_autoptr (GError) error = NULL;

      for (guint i = 0; i < n; i++)
        g_string_append_printf (bytes, "%sc%u", i > 0 ? "," : "", i);
      g_string_append_c (bytes, '\n');
      for (guint i = 0; i < n; i++)
        g_string_append_printf (bytes, "%s%u", i > 0 ? "," : "", i);
      path = sheet_write ("t.csv", bytes->str, (gssize) bytes->len);
      source = sheet_source (path, NULL);
      ask_source_open (source, NULL, &error);
      if (n == 2000)
        g_assert_no_error (error);
      else
        g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT);
    }
}

int
main (int argc, char **argv)
{
  sheet_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/sheet-delimited/delimiters-quotes-and-line-ends-are-found", test_shapes);
  g_test_add_func ("/source/sheet-delimited/each-encoding-is-recognised", test_encodings);
  g_test_add_func ("/source/sheet-delimited/a-column-s-type-comes-from-all-its-cells", test_columns);
  g_test_add_func ("/source/sheet-delimited/a-person-s-options-go-before-guesses", test_hints);
  g_test_add_func ("/source/sheet-delimited/what-is-no-table-is-refused", test_faults);
  g_test_add_func ("/source/sheet-delimited/cells-longer-than-a-buffer-come-whole", test_long);
  g_test_add_func ("/source/sheet-delimited/rows-around-the-ends-of-buffers-come-whole", test_many);
  g_test_add_func ("/source/sheet-delimited/the-last-of-many-cells-decides-as-well", test_last_cell);
  g_test_add_func ("/source/sheet-delimited/a-letter-late-in-the-file-decides-the-encoding", test_late_encoding);
  g_test_add_func ("/source/sheet-delimited/no-digit-of-a-number-is-lost", test_digits);
  g_test_add_func ("/source/sheet-delimited/more-than-2000-columns-are-refused", test_columns_limit);
  return sheet_end (g_test_run ());
}
