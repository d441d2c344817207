/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * .ods files, made here: cells of every kind, repeated rows and cells, several sheets, and what is damaged or
 * too large.
 */
#include "config.h"

#include "source/sheet-zip.h"

#define DOCUMENT(styles, tables)                                                                   \
  "<?xml version='1.0' encoding='UTF-8'?>"                                                         \
  "<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "      \
  "xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0' "                                 \
  "xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0' "                                   \
  "xmlns:style='urn:oasis:names:tc:opendocument:xmlns:style:1.0' xmlns:calcext='urn:calcext'>"     \
  "<office:automatic-styles>" styles "</office:automatic-styles><office:body><office:spreadsheet>" \
  tables "</office:spreadsheet></office:body></office:document-content>"
#define TABLE(name, rows) "<table:table table:name='" name "'><table:table-column/>" rows "</table:table>"
#define ROW(cells) "<table:table-row>" cells "</table:table-row>"
#define TEXT(text) "<table:table-cell office:value-type='string'><text:p>" text "</text:p></table:table-cell>"
#define NUMBER(n)                                                                                  \
  "<table:table-cell office:value-type='float' office:value='" n "'><text:p>shown</text:p></table:table-cell>"
#define HEAD ROW (TEXT ("id") TEXT ("x"))

static char *
write_document (const char *name, const char *content)
{
  const SheetPart parts[] = {
    { "mimetype", "application/vnd.oasis.opendocument.spreadsheet", 0 },
    { "content.xml", content, 0 },
    { "META-INF/manifest.xml", "<manifest><file-entry/></manifest>", 0 },
  };

  return sheet_write_zip (name, parts, G_N_ELEMENTS (parts));
}

static const struct
{
  const char *name;
  const char *rows;
  const char *schema;
  const char *values;
  const char *note; /* nullable: part of one; "": no notes */
} cases[] = {
  { "plain", HEAD ROW (NUMBER ("1") TEXT ("Ann")) ROW (NUMBER ("2") TEXT ("007")),
    "t(id integer, x text)", "1|'Ann'\n2|'007'", "" },
  { "numbers",
    HEAD ROW (NUMBER ("1") NUMBER ("1.1")) ROW (
      NUMBER ("2") "<table:table-cell office:value-type='percentage' office:value='0.25'/>")
      ROW (NUMBER ("3") "<table:table-cell office:value-type='currency' office:value='-3' office:currency='EUR'/>"),
    "t(id integer, x real)", "1|1.1\n2|0.25\n3|-3.0", "" },
  { "dates",
    HEAD ROW (NUMBER ("1") "<table:table-cell office:value-type='date' office:date-value='2024-02-29'/>"),
    "t(id integer, x date)", "1|'2024-02-29'", "" },
  { "moments",
    HEAD ROW (NUMBER ("1") "<table:table-cell office:value-type='date' office:date-value='2024-02-29T08:30:00'/>"),
    "t(id integer, x datetime)", "1|'2024-02-29 08:30:00'", "" },
  { "times",
    HEAD ROW (NUMBER ("1") "<table:table-cell office:value-type='time' office:time-value='PT08H30M05.5000S'/>")
      ROW (NUMBER ("2") "<table:table-cell office:value-type='time' office:time-value='PT36H00M00S'/>")
        ROW (NUMBER ("3") "<table:table-cell office:value-type='time' office:time-value='soon'/>"),
    "t(id integer, x text)", "1|'08:30:05.5'\n2|'36:00:00'\n3|'soon'", "" },
  { "spans-of-doubles",
    HEAD ROW (NUMBER ("1") "<table:table-cell office:value-type='time' office:time-value='PT1088447H59M58.998999596S'/>")
      ROW (NUMBER ("2") "<table:table-cell office:value-type='time' office:time-value='PT47H59M59.999999974S'/>")
        ROW (NUMBER ("3") "<table:table-cell office:value-type='time' office:time-value='PT23H00M00.123456789S'/>")
          ROW (NUMBER ("4") "<table:table-cell office:value-type='time' office:time-value='-PT90M'/>"),
    "t(id integer, x text)", "1|'1088447:59:58.999'\n2|'48:00:00'\n3|'23:00:00.123456789'\n4|'-01:30:00'",
    "" },
  { "booleans-by-formula",
    HEAD ROW (NUMBER ("1") "<table:table-cell table:formula='of:=TRUE()' office:value-type='float' "
                           "office:value='1'/>")
      ROW (NUMBER ("2") "<table:table-cell table:formula='of:=FALSE()' office:value-type='float' "
                        "office:value='0'/>"),
    "t(id integer, x boolean)", "1|1\n2|0", "" },
  { "errors-as-texts",
    HEAD ROW (NUMBER ("1") "<table:table-cell table:formula='of:=1/0' office:value-type='string' "
                           "office:string-value='#DIV/0!'><text:p>#DIV/0!</text:p></table:table-cell>")
      ROW (NUMBER ("2") NUMBER ("5")),
    "t(id integer, x integer)", "1|NULL\n2|5", "1 cell holds an error" },
  { "what-looks-like-an-error",
    HEAD ROW (NUMBER ("1") TEXT ("#DIV/0!")) ROW (NUMBER ("2") NUMBER ("5")),
    "t(id integer, x text)", "1|'#DIV/0!'\n2|'5'", "" },
  { "booleans",
    HEAD ROW (NUMBER ("1") "<table:table-cell office:value-type='boolean' office:boolean-value='true'/>")
      ROW (NUMBER ("2") "<table:table-cell office:value-type='boolean' office:boolean-value='false'/>"),
    "t(id integer, x boolean)", "1|1\n2|0", "" },
  { "texts",
    HEAD ROW (NUMBER ("1") "<table:table-cell office:value-type='string'><text:p>a<text:s text:c='3'/>b<text:tab/>"
                           "<text:span>c</text:span></text:p><text:p>d<text:line-break/>e</text:p>"
                           "<office:annotation><text:p>a note</text:p></office:annotation></table:table-cell>"),
    "t(id integer, x text)", "1|'a   b\tc\nd\ne'", "" },
  { "errors",
    HEAD ROW (NUMBER ("1") "<table:table-cell office:value-type='string' calcext:value-type='error'>"
                           "<text:p>#N/A</text:p></table:table-cell>") ROW (NUMBER ("2") NUMBER ("5")),
    "t(id integer, x integer)", "1|NULL\n2|5", "1 cell holds an error" },
  { "repeated",
    HEAD "<table:table-row table:number-rows-repeated='3'>" NUMBER ("7") NUMBER ("8") "</table:table-row>"
         "<table:table-row table:number-rows-repeated='1000000'><table:table-cell "
         "table:number-columns-repeated='16384'/></table:table-row>",
    "t(id integer, x integer)", "7|8\n7|8\n7|8", "" },
  { "repeated-cells",
    ROW (TEXT ("a") TEXT ("b") TEXT ("c"))
      ROW ("<table:table-cell office:value-type='float' office:value='4' table:number-columns-repeated='3'/>"
           "<table:table-cell table:number-columns-repeated='16381'/>"),
    "t(a integer, b integer, c integer)", "4|4|4", "" },
  { "gaps",
    "<table:table-row table:number-rows-repeated='2'><table:table-cell/></table:table-row>"
    ROW ("<table:table-cell table:number-columns-repeated='2'/>" TEXT ("id") TEXT ("x"))
      ROW ("<table:table-cell table:number-columns-repeated='2'/>" NUMBER ("1") TEXT ("y")),
    "t(id integer, x text)", "1|'y'", "" },
  { "groups",
    "<table:table-header-rows>" HEAD "</table:table-header-rows><table:table-row-group>" ROW (
      NUMBER ("1") TEXT ("y")) "</table:table-row-group>",
    "t(id integer, x text)", "1|'y'", "" },
  { "covered",
    HEAD ROW ("<table:table-cell table:number-columns-spanned='2' office:value-type='float' office:value='1'/>"
              "<table:covered-table-cell/>"),
    "t(id integer, x text)", "1|NULL", "1 area of merged cells" },
  { "table-in-cell",
    HEAD ROW (NUMBER ("1") "<table:table-cell>" TABLE ("inner", ROW (TEXT ("no"))) "</table:table-cell>")
      ROW (NUMBER ("2") TEXT ("y")),
    "t(id integer, x text)", "1|NULL\n2|'y'", "" },
};

static void
test_cells (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *frame = DOCUMENT ("", TABLE ("Sheet1", "@"));
      const char *at = strchr (frame, '@');
      g_autofree char *content
        = g_strdup_printf ("%.*s%s%s", (int) (at - frame), frame, cases[i].rows, at + 1);
      g_autofree char *path = write_document ("t.ods", content);

      sheet_check (cases[i].name, path, NULL, "t", cases[i].schema, cases[i].values, cases[i].note);
    }
}

static void
test_sheets (void)
{
  g_autofree char *path = write_document (
    "t.ods",
    DOCUMENT ("<style:style style:name='ta1'><style:table-properties table:display='true'/></style:style>"
              "<style:style style:name='ta2'><style:table-properties table:display='false'/></style:style>",
              TABLE ("Orders", HEAD ROW (NUMBER ("1") TEXT ("y")))
              "<table:table table:name='Old' table:style-name='ta2'>" HEAD ROW (NUMBER ("2"))
              "</table:table>" TABLE ("Items", HEAD ROW (NUMBER ("3")))));
  g_autofree char *rows = NULL;

  sheet_check ("sheets", path, NULL, "Items", "Orders(id integer, x text)\nItems(id integer, x text)", "3|NULL",
         "“Old” is hidden");
  rows = sheet_print_rows (path, "Sheet=OLD", "Old");
  g_assert_cmpstr (rows, ==, "2|NULL");
}

static void
test_damaged (void)
{
  static const struct
  {
    const char *name;
    const char *content;
    int code;
    const char *words;
  } documents[] = {
    { "cut", "<office:document-content xmlns:office='o'><office:body>", ASK_SOURCE_ERROR_MALFORMED, "damaged" },
    { "no-xml", "\1\2\3", ASK_SOURCE_ERROR_MALFORMED, "damaged" },
    { "entity", "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;</x>", ASK_SOURCE_ERROR_MALFORMED,
      "declares entities" },
    { "no-tables", DOCUMENT ("", ""), ASK_SOURCE_ERROR_NOT_A_DATABASE, "hidden" },
    { "only-blanks", DOCUMENT ("", TABLE ("a", ROW ("<table:table-cell/>"))), ASK_SOURCE_ERROR_NOT_A_DATABASE,
      "nothing in the file" },
    { "endless-rows",
      DOCUMENT ("", TABLE ("a", HEAD "<table:table-row table:number-rows-repeated='99999999'>" NUMBER ("1")
                           "</table:table-row>")),
      ASK_SOURCE_ERROR_LIMIT, "repeated more often" },
    { "endless-cells",
      DOCUMENT ("", TABLE ("a", HEAD ROW ("<table:table-cell office:value-type='float' office:value='1' "
                                          "table:number-columns-repeated='99999999999999999999'/>"))),
      ASK_SOURCE_ERROR_LIMIT, "repeated more often" },
    { "both",
      DOCUMENT ("", TABLE ("a", HEAD "<table:table-row table:number-rows-repeated='1000000'><table:table-cell "
                           "office:value-type='float' office:value='1' "
                           "table:number-columns-repeated='1999'/></table:table-row>")),
      ASK_SOURCE_ERROR_LIMIT, "repeated more often" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autofree char *path = write_document ("t.ods", documents[i].content);

      sheet_check_refused (documents[i].name, path, NULL, documents[i].code, documents[i].words);
    }
}

static void
test_password (void)
{
  const SheetPart parts[] = {
    { "content.xml", "\x13\x37", 0 },
    { "META-INF/manifest.xml", "<manifest><file-entry><encryption-data/></file-entry></manifest>", 0 },
  };
  g_autofree char *path = sheet_write_zip ("t.ods", parts, G_N_ELEMENTS (parts));

  sheet_check_refused ("password", path, NULL, ASK_SOURCE_ERROR_NOT_A_DATABASE, "password");
}

int
main (int argc, char **argv)
{
  sheet_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/sheet-ods/each-kind-of-cell-keeps-its-value", test_cells);
  g_test_add_func ("/source/sheet-ods/each-visible-sheet-is-a-table", test_sheets);
  g_test_add_func ("/source/sheet-ods/a-damaged-file-is-refused", test_damaged);
  g_test_add_func ("/source/sheet-ods/a-file-with-a-password-is-refused", test_password);
  return sheet_end (g_test_run ());
}
