/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * .xlsx files, made here part by part: cells of every kind, dates in both calendars, several sheets, and what
 * is damaged, too large or an attack.
 */
#include "config.h"

#include <math.h>

#include "source/sheet/ask-sheet-style.h"
#include "source/sheet-zip.h"

#define RELS                                                                                       \
  "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"           \
  "<Relationship Id='rId1' Target='xl/workbook.xml' "                                              \
  "Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'/>"    \
  "</Relationships>"
#define R "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
#define BOOK_RELS                                                                                  \
  "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"           \
  "<Relationship Id='r1' Target='worksheets/sheet1.xml' Type='" R "/worksheet'/>"                  \
  "<Relationship Id='r2' Target='/xl/worksheets/sheet2.xml' Type='" R "/worksheet'/>"              \
  "<Relationship Id='r3' Target='worksheets/../worksheets/sheet3.xml' Type='" R "/worksheet'/>"    \
  "<Relationship Id='r4' Target='charts/c.xml' Type='" R "/chartsheet'/>"                          \
  "<Relationship Id='r5' Target='sharedStrings.xml' Type='" R "/sharedStrings'/>"                  \
  "<Relationship Id='r6' Target='styles.xml' Type='" R "/styles'/>"                                \
  "</Relationships>"
#define BOOK(sheets, properties)                                                                   \
  "<?xml version='1.0' encoding='UTF-8'?>"                                                         \
  "<workbook xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main' xmlns:r='" R "'>"   \
  "<workbookPr " properties "/><sheets>" sheets "</sheets></workbook>"
#define ONE_SHEET BOOK ("<sheet name='Sheet1' sheetId='1' r:id='r1'/>", "")
#define TEXTS                                                                                      \
  "<sst xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'>"                        \
  "<si><t>id</t></si><si><t>name</t></si><si><r><t>rich </t></r><r><t xml:space='preserve'>text"   \
  " </t></r></si><si><t>007</t></si><si><t>a_x000D_b_x005F_</t></si><si/>"                         \
  "<si><t>\xE6\x9D\xB1\xE4\xBA\xAC</t><rPh sb='0' eb='2'><t>spoken</t></rPh></si></sst>"
/* 1: date, 2: date and time, 3: time, 4: elapsed, 5: of our own, 6: of our own, a number, 7: built in */
#define STYLES                                                                                     \
  "<styleSheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'>"                 \
  "<numFmts><numFmt numFmtId='164' formatCode='yyyy\\-mm\\-dd'/>"                                  \
  "<numFmt numFmtId='165' formatCode='[Red]0.00&quot;days&quot;'/></numFmts>"                      \
  "<cellStyleXfs><xf numFmtId='14'/></cellStyleXfs>"                                               \
  "<cellXfs><xf numFmtId='0'/><xf numFmtId='14'/><xf numFmtId='22'/><xf numFmtId='21'/>"           \
  "<xf numFmtId='46'/><xf numFmtId='164'/><xf numFmtId='165'/><xf numFmtId='57'/></cellXfs>"       \
  "</styleSheet>"
#define SHEET(rows)                                                                                \
  "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData>" rows  \
  "</sheetData></worksheet>"

static char *
write_book (const char *name, const char *book, const char *sheet1, const char *sheet2,
            const char *sheet3)
{
  const SheetPart parts[] = {
    { "[Content_Types].xml", "<Types/>", 0 },
    { "_rels/.rels", RELS, 0 },
    { "xl/workbook.xml", book, 0 },
    { "xl/_rels/workbook.xml.rels", BOOK_RELS, 0 },
    { "xl/styles.xml", STYLES, 0 },
    { "xl/worksheets/sheet1.xml", sheet1, 0 },
    { "xl/worksheets/sheet2.xml", sheet2 != NULL ? sheet2 : SHEET (""), 0 },
    { "xl/worksheets/sheet3.xml", sheet3 != NULL ? sheet3 : SHEET (""), 0 },
    { "xl/sharedStrings.xml", TEXTS, 0 },
  };

  return sheet_write_zip (name, parts, G_N_ELEMENTS (parts));
}

typedef struct
{
  const char *name;
  const char *rows;
  const char *schema;
  const char *values;
  const char *note; /* nullable: part of one; "": no notes */
} Case;

#define HEAD "<row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' t='inlineStr'><is><t>x</t></is></c></row>"
#define ROW(n, value) "<row r='" n "'><c r='A" n "'><v>" n "</v></c>" value "</row>"

static const Case cases[] = {
  { "texts",
    HEAD ROW ("2", "<c r='B2' t='s'><v>2</v></c>") ROW ("3", "<c r='B3' t='s'><v>3</v></c>")
      ROW ("4", "<c r='B4' t='s'><v>4</v></c>") ROW ("5", "<c r='B5' t='s'><v>5</v></c>")
        ROW ("6", "<c r='B6' t='s'><v>6</v></c>") ROW ("7", "<c r='B7' t='str'><f>A1</f><v>y</v></c>"),
    "t(id integer, x text)",
    "2|'rich text '\n3|'007'\n4|'a\rb_'\n5|NULL\n6|'\xE6\x9D\xB1\xE4\xBA\xAC'\n7|'y'", "" },
  { "numbers",
    HEAD ROW ("2", "<c r='B2'><v>1.1000000000000001</v></c>") ROW ("3", "<c r='B3' t='n'><v>-2E-3</v></c>")
      ROW ("4", "<c r='B4'><v>3</v></c>"),
    "t(id integer, x real)", "2|1.1\n3|-0.002\n4|3.0", "" },
  { "integers", HEAD ROW ("2", "<c r='B2'><v>12345678901234567</v></c>") ROW ("3", "<c r='B3'><v>0</v></c>"),
    "t(id integer, x integer)", "2|12345678901234567\n3|0", "" },
  { "decimals", HEAD ROW ("2", "<c r='B2'><v>0.12345678901234567890123</v></c>") ROW ("3", "<c r='B3'><v>1E3</v></c>"),
    "t(id integer, x decimal)", "2|'0.12345678901234567890123'\n3|'1000'", "" },
  { "booleans", HEAD ROW ("2", "<c r='B2' t='b'><v>1</v></c>") ROW ("3", "<c r='B3' t='b'><v>0</v></c>"),
    "t(id integer, x boolean)", "2|1\n3|0", "" },
  { "mixed", HEAD ROW ("2", "<c r='B2'><v>12.5</v></c>") ROW ("3", "<c r='B3' t='s'><v>1</v></c>"),
    "t(id integer, x text)", "2|'12.5'\n3|'name'", "" },
  { "number-texts-stay-text", HEAD ROW ("2", "<c r='B2' t='inlineStr'><is><t>12</t></is></c>"),
    "t(id integer, x text)", "2|'12'", "" },
  { "dates",
    HEAD ROW ("2", "<c r='B2' s='1'><v>45351</v></c>") ROW ("3", "<c r='B3' s='5'><v>61</v></c>")
      ROW ("4", "<c r='B4' s='7'><v>59</v></c>") ROW ("5", "<c r='B5' t='d'><v>2024-02-29</v></c>"),
    "t(id integer, x date)", "2|'2024-02-29'\n3|'1900-03-01'\n4|'1900-02-28'\n5|'2024-02-29'", "" },
  { "moments",
    HEAD ROW ("2", "<c r='B2' s='2'><v>45351.354166666664</v></c>") ROW ("3", "<c r='B3' s='2'><v>45351</v></c>")
      ROW ("4", "<c r='B4' s='2'><v>45351.000011574074</v></c>"),
    "t(id integer, x datetime)", "2|'2024-02-29 08:30:00'\n3|'2024-02-29 00:00:00'\n4|'2024-02-29 00:00:01'", "" },
  { "times",
    HEAD ROW ("2", "<c r='B2' s='3'><v>0.35416666666666669</v></c>") ROW ("3", "<c r='B3' s='4'><v>1.5</v></c>"),
    "t(id integer, x text)", "2|'08:30:00'\n3|'36:00:00'", "" },
  { "numbers-with-words", HEAD ROW ("2", "<c r='B2' s='6'><v>45351.5</v></c>"), "t(id integer, x real)",
    "2|45351.5", "" },
  { "errors", HEAD ROW ("2", "<c r='B2' t='e'><v>#N/A</v></c>") ROW ("3", "<c r='B3'><v>5</v></c>"),
    "t(id integer, x integer)", "2|NULL\n3|5", "1 cell holds an error" },
  { "formula-without-result", HEAD ROW ("2", "<c r='B2'><f>1+1</f></c>") ROW ("3", "<c r='B3'><v>5</v></c>"),
    "t(id integer, x integer)", "2|NULL\n3|5", "1 formula has no result" },
  { "without-places", "<row><c t='s'><v>0</v></c><c t='s'><v>1</v></c></row><row><c><v>1</v></c><c><v>2</v></c></row>",
    "t(id integer, name integer)", "1|2", "" },
  { "margins",
    "<row r='3'><c r='C3' t='s'><v>0</v></c><c r='E3' t='s'><v>1</v></c></row><row r='4'><c r='A4' s='1'/></row>"
    "<row r='9'><c r='C9'><v>1</v></c><c r='E9'><v>2</v></c></row>",
    "t(id integer, name integer)", "1|2", "" },
  { "wider-than-header", HEAD ROW ("2", "<c r='B2'><v>1</v></c><c r='C2'><v>9</v></c>"),
    "t(id integer, x integer, column_3 integer)", "2|1|9", "" },
  { "title",
    "<row r='1'><c r='A1' t='inlineStr'><is><t>Report</t></is></c></row>"
    "<row r='3'><c r='A3' t='s'><v>0</v></c><c r='B3' t='s'><v>1</v></c><c r='C3' t='s'><v>2</v></c></row>"
    "<row r='4'><c r='A4'><v>1</v></c><c r='B4'><v>2</v></c><c r='C4'><v>3</v></c></row>",
    "t(id integer, name integer, rich text integer)", "1|2|3", "row 1 was taken for a title" },
  { "numbers-of-21-digits",
    HEAD ROW ("2", "<c r='B2'><v>0.300000000000000000011</v></c>")
      ROW ("3", "<c r='B3'><v>-0.332999999999999999993</v></c>")
        ROW ("4", "<c r='B4'><v>0.999999999999999999993</v></c>"),
    "t(id integer, x real)", "2|0.3\n3|-0.333\n4|1.0", "" },
  { "digits-beyond-long-doubles",
    HEAD ROW ("2", "<c r='B2'><v>0.300000000000000000011</v></c>")
      ROW ("3", "<c r='B3'><v>12345678901234567.891</v></c>"),
    "t(id integer, x decimal)", "2|'0.300000000000000000011'\n3|'12345678901234567.891'", "" },
  { "integers-with-exponents",
    HEAD ROW ("2", "<c r='B2'><v>1.23456789012345E+16</v></c>") ROW ("3", "<c r='B3'><v>-5</v></c>"),
    "t(id integer, x integer)", "2|12345678901234500\n3|-5", "" },
  { "exponents-beyond-64",
    HEAD ROW ("2", "<c r='B2'><v>6.02E+23</v></c>") ROW ("3", "<c r='B3'><v>5</v></c>"),
    "t(id integer, x real)", "2|6.02e+23\n3|5.0", "" },
  { "merged",
    HEAD "<row r='2'><c r='A2'><v>1</v></c></row></sheetData><mergeCells><mergeCell ref='A2:B2'/></mergeCells>"
         "<sheetData>",
    "t(id integer, x text)", "1|NULL", "1 area of merged cells" },
  { "foreign-names", "<x:row xmlns:x='y' r='1'><x:c r='A1' t='inlineStr'><x:is><x:t>id</x:t></x:is></x:c></x:row>",
    "t(id text)", "", "" },
};

static void
test_cells (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *sheet = g_strconcat (SHEET (""), NULL);
      g_autofree char *path = NULL;
      char *at = strstr (sheet, "</sheetData>");
      g_autofree char *whole
        = g_strdup_printf ("%.*s%s%s", (int) (at - sheet), sheet, cases[i].rows, at);

      path = write_book ("t.xlsx", ONE_SHEET, whole, NULL, NULL);
      sheet_check (cases[i].name, path, NULL, "t", cases[i].schema, cases[i].values, cases[i].note);
    }
}

/* What a table of the sheet calls its totals is no data; what lies beside it is. */
static void
test_totals (void)
{
#define TABLE(attributes) "<table xmlns='y' displayName='T' " attributes "/>"
#define TABLE_RELS                                                                                 \
  "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"           \
  "<Relationship Id='t1' Target='../tables/table1.xml' Type='" R "/table'/></Relationships>"
  static const struct
  {
    const char *name;
    const char *table; /* nullable: the part is not there */
    const char *rows;
    const char *note;
  } tables[] = {
    { "totals", TABLE ("ref='A1:B4' totalsRowCount='1'"), "1|2|7\n3|4|8\nNULL|NULL|9",
      "t: 2 cells in the rows of totals" },
    { "no-totals", TABLE ("ref='A1:B4' totalsRowShown='0'"), "1|2|7\n3|4|8\n4|6|9", "" },
    { "one-column", TABLE ("ref='B1:B4' totalsRowCount='1'"), "1|2|7\n3|4|8\n4|NULL|9",
      "t: 1 cell in the row of totals" },
    { "no-area", TABLE ("ref='?' totalsRowCount='1'"), "1|2|7\n3|4|8\n4|6|9", "" },
    { "no-such-part", NULL, "1|2|7\n3|4|8\n4|6|9", "" },
    { "one-row", TABLE ("ref='A4:B4' totalsRowCount='1'"), "1|2|7\n3|4|8\n4|6|9", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      const SheetPart parts[] = {
        { "_rels/.rels", RELS, 0 },
        { "xl/workbook.xml", ONE_SHEET, 0 },
        { "xl/_rels/workbook.xml.rels", BOOK_RELS, 0 },
        { "xl/styles.xml", STYLES, 0 },
        { "xl/worksheets/sheet1.xml",
          SHEET ("<row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' t='s'><v>1</v></c>"
                 "<c r='C1' t='inlineStr'><is><t>z</t></is></c></row>"
                 "<row r='2'><c r='A2'><v>1</v></c><c r='B2'><v>2</v></c><c r='C2'><v>7</v></c></row>"
                 "<row r='3'><c r='A3'><v>3</v></c><c r='B3'><v>4</v></c><c r='C3'><v>8</v></c></row>"
                 "<row r='4'><c r='A4'><v>4</v></c><c r='B4'><v>6</v></c><c r='C4'><v>9</v></c></row>"),
          0 },
        { "xl/worksheets/_rels/sheet1.xml.rels", TABLE_RELS, 0 },
        { tables[i].table != NULL ? "xl/tables/table1.xml" : "xl/tables/other.xml",
          tables[i].table != NULL ? tables[i].table : "<table/>", 0 },
        { "xl/sharedStrings.xml", TEXTS, 0 },
      };
      g_autofree char *path = sheet_write_zip ("t.xlsx", parts, G_N_ELEMENTS (parts));

      sheet_check (tables[i].name, path, NULL, "t", "t(id integer, name integer, z integer)", tables[i].rows,
                   tables[i].note);
    }
}

static void
test_1904 (void)
{
  g_autofree char *path
    = write_book ("t.xlsx", BOOK ("<sheet name='Sheet1' r:id='r1'/>", "date1904='1'"),
                  SHEET (HEAD ROW ("2", "<c r='B2' s='1'><v>0</v></c>") ROW (
                    "3", "<c r='B3' s='1'><v>43889</v></c>")),
                  NULL, NULL);

  sheet_check ("1904", path, NULL, "t", "t(id integer, x date)", "2|'1904-01-01'\n3|'2024-02-29'", "");
}

static void
test_sheets (void)
{
  const char *book = BOOK ("<sheet name='Orders' r:id='r1'/><sheet name='Old' state='hidden' r:id='r2'/>"
                           "<sheet name='sqlite_x' r:id='r3'/><sheet name='Chart' r:id='r4'/>",
                           "");
  g_autofree char *path
    = write_book ("t.xlsx", book, SHEET (HEAD ROW ("2", "")), SHEET (HEAD ROW ("5", "")),
                  SHEET (HEAD ROW ("3", "")));
  g_autofree char *empty = NULL;
  g_autofree char *rows = NULL;

  sheet_check ("sheets", path, NULL, "Orders", "Orders(id integer, x text)\nsheet_sqlite_x(id integer, x text)", "2|NULL",
         "“Old” is hidden");
  rows = sheet_print_rows (path, "Sheet=old", "Old");
  g_assert_cmpstr (rows, ==, "5|NULL");
  sheet_check_refused ("no-sheet", path, "Sheet=Nowhere", ASK_SOURCE_ERROR_CONFIG, "“Orders”");
  empty = write_book ("e.xlsx", BOOK ("<sheet name='A' r:id='r1'/><sheet name='B' r:id='r2'/>", ""),
                      SHEET (""), SHEET (HEAD ROW ("2", "")), NULL);
  sheet_check ("empty", empty, NULL, "B", "B(id integer, x text)", "2|NULL", "A is empty and was left out");
}

static void
test_damaged (void)
{
  static const struct
  {
    const char *name;
    const char *sheet;
    const char *words;
  } sheets[] = {
    { "cut", "<worksheet><sheetData><row r='1'><c r='A1'>", "damaged" },
    { "no-xml", "hello", "damaged" },
    { "empty", " ", "damaged" },
    { "wrong-end", "<worksheet><sheetData></worksheet></sheetData>", "damaged" },
    { "no-such-text", SHEET ("<row><c t='s'><v>99</v></c></row>"), "names a text" },
    { "no-number-of-text", SHEET ("<row><c t='s'><v>x</v></c></row>"), "names a text" },
    { "no-place", SHEET ("<row><c r='XFE1'><v>1</v></c></row>"), "no place" },
    { "no-column", SHEET ("<row><c r='1'><v>1</v></c></row>"), "no place" },
    { "bad-utf8", SHEET ("<row><c t='str'><v>\xFF\xFE</v></c></row>"), "damaged" },
    { "outside-entity",
      "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>" SHEET ("<row><c t='str'><v>&e;</v></c></row>"),
      "declares entities" },
    /* The parser's own bound may come first. */
    { "laughs",
      "<!DOCTYPE x [<!ENTITY a 'ha ha ha ha ha ha'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>"
      "<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'><!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'>"
      "<!ENTITY e '&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;'>]>" SHEET ("<row><c t='str'><v>&e;</v></c></row>"),
      "The part xl/worksheets/sheet1.xml" },
    { "undeclared-entity", SHEET ("<row><c t='str'><v>&e;</v></c></row>"), "damaged" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (sheets); i++)
    {
      g_autofree char *path = write_book ("t.xlsx", ONE_SHEET, sheets[i].sheet, NULL, NULL);

      sheet_check_refused (sheets[i].name, path, NULL, ASK_SOURCE_ERROR_MALFORMED, sheets[i].words);
    }
}

/* Cut at any place, or with any byte changed: an error or a sheet, never fewer rows without a word. */
static void
test_cut (void)
{
  g_autoptr (GString) rows = g_string_new (HEAD);
  g_autofree char *sheet = NULL;
  g_autofree char *path = NULL;
  g_autofree char *bytes = NULL;
  g_autofree char *whole = NULL;
  gsize length;

  for (guint i = 2; i < 500; i++)
    g_string_append_printf (rows, "<row r='%u'><c r='A%u'><v>%u</v></c></row>", i, i, i * 7919 % 1000);
  sheet = g_strdup_printf ("<worksheet><sheetData>%s</sheetData></worksheet>", rows->str);
  path = write_book ("t.xlsx", ONE_SHEET, sheet, NULL, NULL);
  whole = sheet_print_rows (path, NULL, "t");
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  for (gsize n = 4; n < length; n += 1 + length / 60)
    {
      g_autofree char *cut = sheet_write ("cut.xlsx", bytes, (gssize) n);
      g_autoptr (AskSource) source = sheet_source (cut, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_false (ask_source_open (source, NULL, &error));
      g_assert_nonnull (error);
    }
  for (guint i = 0; i < 150; i++)
    {
      g_autofree char *changed = g_memdup2 (bytes, length);
      g_autofree char *broken = NULL;
      g_autoptr (AskSource) source = NULL;
      g_autoptr (GError) error = NULL;

      changed[g_test_rand_int_range (4, (int) length)] ^= (char) (1 << g_test_rand_int_range (0, 8));
      broken = sheet_write ("t.xlsx", changed, (gssize) length);
      source = sheet_source (broken, NULL);
      if (ask_source_open (source, NULL, &error))
        {
          g_autofree char *rows_now = sheet_print_rows (broken, NULL, "t");

          g_assert_cmpstr (rows_now, ==, whole);
        }
      else
        g_assert_nonnull (error);
    }
}

static void
test_bomb (void)
{
  gsize length = 80 * 1024 * 1024;
  g_autofree char *spaces = g_malloc (length);
  SheetPart parts[] = {
    { "_rels/.rels", RELS, 0 },
    { "xl/workbook.xml", ONE_SHEET, 0 },
    { "xl/_rels/workbook.xml.rels", BOOK_RELS, 0 },
    { "xl/styles.xml", STYLES, 0 },
    { "xl/sharedStrings.xml", TEXTS, 0 },
    { "xl/worksheets/sheet1.xml", NULL, 0 },
  };
  const char *start = "<worksheet><sheetData><row><c t='inlineStr'><is><t>id</t></is></c></row>";
  g_autofree char *path = NULL;

  memset (spaces, ' ', length);
  memcpy (spaces, start, strlen (start));
  for (gsize i = 4096; i + 8 < length; i += 4096)
    memcpy (spaces + i, "<row/>", 6);
  memcpy (spaces + length - 24, "</sheetData></worksheet>", 24);
  parts[5].text = spaces;
  parts[5].length = length;
  path = sheet_write_zip ("bomb.xlsx", parts, G_N_ELEMENTS (parts));
  sheet_check_refused ("bomb", path, NULL, ASK_SOURCE_ERROR_LIMIT, "unpacks to more than");
}

static void
test_other_files (void)
{
  const SheetPart nothing[] = { { "x.txt", "hello", 0 } };
  const SheetPart document[] = { { "content.xml", "<office:document-content xmlns:office='o'><office:body>"
                                                  "<office:text/></office:body></office:document-content>",
                                   0 } };
  const SheetPart binary[]
    = { { "_rels/.rels", "<Relationships><Relationship Target='xl/workbook.bin' Type='x/officeDocument'/>"
                         "</Relationships>",
          0 } };
  const SheetPart word[] = { { "_rels/.rels", "<Relationships/>", 0 } };
  const SheetPart lacking[] = { { "_rels/.rels", RELS, 0 } };
  const SheetPart upwards[]
    = { { "_rels/.rels", "<Relationships><Relationship Target='../../../etc/passwd' Type='x/officeDocument'/>"
                         "</Relationships>",
          0 } };
  static const char short_zip[] = "PK\3\4 nothing more";
  g_autofree char *path = NULL;

#define EXPECT(parts, code, words)                                                                 \
  g_free (path);                                                                                   \
  path = sheet_write_zip ("x.xlsx", parts, G_N_ELEMENTS (parts));                                  \
  sheet_check_refused (#parts, path, NULL, code, words)

  EXPECT (nothing, ASK_SOURCE_ERROR_NOT_A_DATABASE, "no spreadsheet");
  EXPECT (document, ASK_SOURCE_ERROR_NOT_A_DATABASE, "no spreadsheet");
  EXPECT (binary, ASK_SOURCE_ERROR_NOT_A_DATABASE, ".xlsb");
  EXPECT (word, ASK_SOURCE_ERROR_NOT_A_DATABASE, "no spreadsheet");
  EXPECT (lacking, ASK_SOURCE_ERROR_MALFORMED, "xl/_rels/workbook.xml.rels");
  EXPECT (upwards, ASK_SOURCE_ERROR_MALFORMED, "lacks its part");
  g_free (path);
  path = sheet_write ("x.xlsx", short_zip, sizeof short_zip);
  sheet_check_refused ("short", path, NULL, ASK_SOURCE_ERROR_MALFORMED, "damaged");
}

static void
test_formats (void)
{
  static const struct
  {
    const char *code;
    AskSheetStyle style;
  } codes[] = {
    { "General", ASK_SHEET_STYLE_NUMBER },        { "0.00", ASK_SHEET_STYLE_NUMBER },
    { "#,##0\\ \"m\"", ASK_SHEET_STYLE_NUMBER },  { "0.00E+00", ASK_SHEET_STYLE_NUMBER },
    { "[Red]0;[Blue]-0", ASK_SHEET_STYLE_NUMBER }, { "\"day\" 0", ASK_SHEET_STYLE_NUMBER },
    { "@", ASK_SHEET_STYLE_NUMBER },              { "_-* #,##0.00\\ \"€\"", ASK_SHEET_STYLE_NUMBER },
    { "yyyy-mm-dd", ASK_SHEET_STYLE_DATE },       { "dd.mm.yy", ASK_SHEET_STYLE_DATE },
    { "mmm", ASK_SHEET_STYLE_DATE },              { "[$-407]d. mmmm yyyy;@", ASK_SHEET_STYLE_DATE },
    { "d/m/yy h:mm", ASK_SHEET_STYLE_DATE },      { "h:mm AM/PM", ASK_SHEET_STYLE_TIME },
    { "mm:ss.0", ASK_SHEET_STYLE_TIME },          { "[h]:mm:ss", ASK_SHEET_STYLE_ELAPSED },
    { "[mm]:ss", ASK_SHEET_STYLE_ELAPSED },       { "[Red", ASK_SHEET_STYLE_NUMBER },
    { "0 \"open", ASK_SHEET_STYLE_NUMBER },       { "0\\", ASK_SHEET_STYLE_NUMBER },
  };
  static const struct
  {
    AskSheetStyle style;
    double serial;
    gboolean from_1904;
    const char *text; /* nullable */
  } serials[] = {
    { ASK_SHEET_STYLE_DATE, 1, FALSE, "1900-01-01" },
    { ASK_SHEET_STYLE_DATE, 59, FALSE, "1900-02-28" },
    { ASK_SHEET_STYLE_DATE, 60, FALSE, "1900-02-29" },
    { ASK_SHEET_STYLE_DATE, 61, FALSE, "1900-03-01" },
    { ASK_SHEET_STYLE_DATE, 36526, FALSE, "2000-01-01" },
    { ASK_SHEET_STYLE_DATE, 2958465, FALSE, "9999-12-31" },
    { ASK_SHEET_STYLE_DATE, 2958466, FALSE, NULL },
    { ASK_SHEET_STYLE_DATE, -1, FALSE, NULL },
    { ASK_SHEET_STYLE_DATE, (double) NAN, FALSE, NULL },
    { ASK_SHEET_STYLE_DATE, 1e300, FALSE, NULL },
    { ASK_SHEET_STYLE_DATE, 0, TRUE, "1904-01-01" },
    { ASK_SHEET_STYLE_DATE, 35064, TRUE, "2000-01-01" },
    { ASK_SHEET_STYLE_DATE, 45351.999999999, FALSE, "2024-03-01" },
    { ASK_SHEET_STYLE_DATE, 45351.5000057870, FALSE, "2024-02-29 12:00:00.500" },
    { ASK_SHEET_STYLE_DATE, 0.5, FALSE, "12:00:00" },
    { ASK_SHEET_STYLE_TIME, 0, FALSE, "00:00:00" },
    { ASK_SHEET_STYLE_TIME, 1.25, FALSE, "1900-01-01 06:00:00" },
    { ASK_SHEET_STYLE_ELAPSED, 100.5, FALSE, "2412:00:00" },
    { ASK_SHEET_STYLE_ELAPSED, -1.5, FALSE, "-36:00:00" },
    { ASK_SHEET_STYLE_ELAPSED, -3000000, FALSE, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    {
      g_test_message ("%s", codes[i].code);
      g_assert_cmpint (ask_sheet_style_from_code (codes[i].code), ==, codes[i].style);
    }
  for (guint i = 0; i < G_N_ELEMENTS (serials); i++)
    {
      char buffer[ASK_SHEET_MOMENT_BYTES];
      gboolean moment;
      gboolean good = ask_sheet_style_format (serials[i].style, serials[i].serial, serials[i].from_1904,
                                              buffer, &moment);

      g_test_message ("%g", serials[i].serial);
      g_assert_cmpstr (good ? buffer : NULL, ==, serials[i].text);
    }
}

int
main (int argc, char **argv)
{
  sheet_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/sheet-xlsx/each-kind-of-cell-keeps-its-value", test_cells);
  g_test_add_func ("/source/sheet-xlsx/a-table-s-totals-are-no-data", test_totals);
  g_test_add_func ("/source/sheet-xlsx/days-count-from-1904-where-the-book-says", test_1904);
  g_test_add_func ("/source/sheet-xlsx/each-visible-sheet-is-a-table", test_sheets);
  g_test_add_func ("/source/sheet-xlsx/a-damaged-file-is-refused", test_damaged);
  g_test_add_func ("/source/sheet-xlsx/a-cut-file-is-an-error-never-fewer-rows", test_cut);
  g_test_add_func ("/source/sheet-xlsx/a-file-that-unpacks-without-end-is-refused", test_bomb);
  g_test_add_func ("/source/sheet-xlsx/a-zip-of-something-else-is-refused", test_other_files);
  g_test_add_func ("/source/sheet-xlsx/formats-of-dates-are-told-from-numbers", test_formats);
  return sheet_end (g_test_run ());
}
