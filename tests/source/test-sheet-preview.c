/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is recognised in a file before it is added, and that the import then does the same; options as the
 * lines that a workspace keeps.
 */
#include "config.h"

#include "source/sheet/ask-sheet-preview.h"
#include "source/sheet-zip.h"
#include "support/ask-test-kinds.h"

/* "sheet|delimiter|encoding[?]|headed: name type, …: first row" */
static char *
print_preview (const AskSheetPreview *self)
{
  GString *text = g_string_new (NULL);

  g_string_printf (text, "%s|%d|%s%s|%s:", self->sheet, self->delimiter,
                   self->encoding != NULL ? self->encoding : "none", self->encoding_guessed ? "?" : "",
                   self->headed ? "headed" : "bare");
  for (guint i = 0; i < ask_rows_get_n_columns (self->rows); i++)
    {
      const AskColumn *column = ask_rows_get_column (self->rows, i);

      g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : " ", column->name,
                              ask_type_to_string (column->type));
    }
  for (guint i = 0; i < ask_rows_get_n_columns (self->rows) && ask_rows_get_n_rows (self->rows) > 0; i++)
    {
      g_autofree char *cell = ask_value_to_text (ask_rows_get (self->rows, 0, i));

      g_string_append_printf (text, "%s%s", i > 0 ? "|" : ": ", cell != NULL ? cell : "NULL");
    }
  return g_string_free (text, FALSE);
}

static void
test_text (void)
{
  static const struct
  {
    const char *bytes;
    AskSheetOptions options;
    const char *expected;
  } cases[] = {
    { "id;name;paid\n7;Ann;1,5\n8;Bob;2,25\n", { 0 },
      "p|59|UTF-8|headed: id integer, name text, paid real: 7|Ann|1.5" },
    { "id\tname\n7\tJos\xE9\n", { 0 }, "p|9|WINDOWS-1252?|headed: id integer, name text: 7|Jos\xC3\xA9" },
    { "id\tname\n7\tJos\xB3\n", { .encoding = (char *) "iso-8859-2" },
      "p|9|iso-8859-2|headed: id integer, name text: 7|Jos\xC5\x82" },
    { "1,2024-03-05\n2,2024-03-06\n", { 0 },
      "p|44|UTF-8|bare: column_1 integer, column_2 date: 1|2024-03-05" },
    { "a,b\n1,2\n", { .header = ASK_SHEET_HEADER_NO },
      "p|44|UTF-8|bare: column_1 text, column_2 text: a|b" },
    { "a,b;c\n1,2;3\n", { .delimiter = ';' }, "p|59|UTF-8|headed: a,b real, c integer: 1.2|3" },
    { "name\nAnn\n", { 0 }, "p|0|UTF-8|headed: name text: Ann" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = sheet_write ("p.csv", cases[i].bytes, -1);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSheetPreview) preview
        = ask_sheet_preview_new (path, &cases[i].options, 10, NULL, &error);
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      g_assert_nonnull (preview);
      text = print_preview (preview);
      g_assert_cmpstr (text, ==, cases[i].expected);
      g_assert_cmpuint (g_strv_length (preview->sheets), ==, 0);
      g_assert_cmpuint (preview->encoding_guessed, ==, preview->notes->len > 0);
    }
}

static void
test_sheets (void)
{
  static const SheetPart parts[] = {
    { "[Content_Types].xml", "<Types/>", 0 },
    { "_rels/.rels",
      "<Relationships><Relationship Id='r1' Type='x/officeDocument' Target='w.xml'/></Relationships>", 0 },
    { "_rels/w.xml.rels",
      "<Relationships><Relationship Id='a' Type='x/worksheet' Target='a.xml'/>"
      "<Relationship Id='b' Type='x/worksheet' Target='b.xml'/></Relationships>",
      0 },
    { "w.xml",
      "<workbook><sheets><sheet name='Secret' id='a' state='hidden'/><sheet name='Open' id='b'/></sheets>"
      "</workbook>",
      0 },
    { "a.xml",
      "<worksheet><sheetData><row><c t='inlineStr'><is><t>k</t></is></c></row>"
      "<row><c><v>1</v></c></row></sheetData></worksheet>",
      0 },
    { "b.xml",
      "<worksheet><sheetData><row><c t='inlineStr'><is><t>n</t></is></c></row>"
      "<row><c><v>1.5</v></c></row><row><c><v>2.5</v></c></row></sheetData></worksheet>",
      0 },
  };
  g_autofree char *path = sheet_write_zip ("book.xlsx", parts, G_N_ELEMENTS (parts));
  g_autoptr (GError) error = NULL;
  AskSheetOptions options = { 0 };
  g_autoptr (AskSheetPreview) preview = ask_sheet_preview_new (path, &options, 1, NULL, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = print_preview (preview);
  g_assert_cmpstr (text, ==, "Open|0|none|headed: n real: 1.5");
  g_assert_cmpuint (ask_rows_get_n_rows (preview->rows), ==, 1);
  g_assert_cmpuint (g_strv_length (preview->sheets), ==, 2);
  g_assert_cmpstr (preview->sheets[0], ==, "Secret");
  g_assert_cmpstr (preview->sheets[1], ==, "Open");
  g_assert_cmpuint (preview->notes->len, ==, 1);
  g_assert_nonnull (strstr (preview->notes->pdata[0], "Secret"));
  g_clear_pointer (&preview, ask_sheet_preview_free);
  g_clear_pointer (&text, g_free);
  options.sheet = (char *) "secret";
  preview = ask_sheet_preview_new (path, &options, 10, NULL, &error);
  g_assert_no_error (error);
  text = print_preview (preview);
  g_assert_cmpstr (text, ==, "Secret|0|none|headed: k integer: 1");
  g_clear_pointer (&preview, ask_sheet_preview_free);
  options.sheet = (char *) "Nowhere";
  g_assert_null (ask_sheet_preview_new (path, &options, 10, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG);
}

/* Only the first rows are looked at; the import decides on all of them. */
static void
test_later (void)
{
  g_autoptr (GString) bytes = g_string_new ("id,code\n");
  g_autofree char *path = NULL;
  g_autofree char *schema = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (AskSheetPreview) preview = NULL;
  const AskSheetOptions options = { 0 };
  g_autofree char *text = NULL;

  for (guint i = 1; i < 200; i++)
    g_string_append_printf (bytes, "%u,%u\n", i, i);
  g_string_append (bytes, "200,x\n");
  path = sheet_write ("later.csv", bytes->str, (gssize) bytes->len);
  preview = ask_sheet_preview_new (path, &options, 1000, NULL, &error);
  g_assert_no_error (error);
  text = print_preview (preview);
  g_assert_cmpstr (text, ==, "later|44|UTF-8|headed: id integer, code integer: 1|1");
  g_assert_cmpuint (ask_rows_get_n_rows (preview->rows), ==, 200);
  g_assert_cmpstr (ask_rows_get (preview->rows, 199, 1)->text, ==, "x");
  source = sheet_source (path, NULL);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  schema = sheet_print_schema (found->schema);
  g_assert_cmpstr (schema, ==, "later(id integer, code text)");
}

static void
test_refused (void)
{
  static const struct
  {
    const char *name;
    const char *bytes;
    AskSheetOptions options;
    int code;
  } cases[] = {
    { "none.csv", NULL, { 0 }, ASK_SOURCE_ERROR_UNREACHABLE },
    { "empty.csv", "", { 0 }, ASK_SOURCE_ERROR_NOT_A_DATABASE },
    { "sheet.csv", "a,b\n", { .sheet = (char *) "May" }, ASK_SOURCE_ERROR_CONFIG },
    { "unknown.csv", "a,b\n", { .encoding = (char *) "klingon" }, ASK_SOURCE_ERROR_CONFIG },
    { "long.csv", "a,b\n1,2,3\n", { 0 }, ASK_SOURCE_ERROR_MALFORMED },
    { "open.csv", "a,b\n1,\"2\n", { 0 }, ASK_SOURCE_ERROR_MALFORMED },
    { "half.xlsx", "PK\3\4half", { 0 }, ASK_SOURCE_ERROR_MALFORMED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = cases[i].bytes != NULL
                                ? sheet_write (cases[i].name, cases[i].bytes, -1)
                                : g_build_filename (sheet_folder, cases[i].name, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_null (ask_sheet_preview_new (path, &cases[i].options, 10, NULL, &error));
      g_assert_error (error, ASK_SOURCE_ERROR, cases[i].code);
    }
}

/* As a configuration says them, and back. */
static void
test_said (void)
{
  static const struct
  {
    AskSheetOptions options;
    const char *said;
  } cases[] = {
    { { .header = ASK_SHEET_HEADER_EARLIER }, "" },
    { { .sheet = (char *) "May", .header = ASK_SHEET_HEADER_NO }, "sheet=May&header=no" },
    { { .delimiter = '\t', .encoding = (char *) "utf-16", .header = ASK_SHEET_HEADER_EARLIER },
      "delimiter=tab&encoding=utf-16" },
    { { .delimiter = ' ', .header = ASK_SHEET_HEADER_YES }, "delimiter=space&header=yes" },
    { { .delimiter = '^', .header = ASK_SHEET_HEADER_EARLIER }, "delimiter=^" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      AskSourceConfig *config = ask_source_config_new ("book", &ask_sheet_kind, "x.csv");
      g_auto (AskSheetOptions) read = { 0 };
      g_autofree char *before = ask_sheet_options_to_text (&cases[i].options);
      g_autofree char *after = NULL;
      g_autoptr (GString) said = g_string_new (NULL);
      g_autoptr (GError) error = NULL;

      ask_sheet_options_apply (&cases[i].options, config);
      for (guint o = 0; o < config->options->len; o++)
        {
          const AskSourceOption *option = config->options->pdata[o];

          g_string_append_printf (said, "%s%s=%s", o > 0 ? "&" : "", option->spec->word, option->text);
        }
      g_assert_cmpstr (said->str, ==, cases[i].said);
      g_assert_true (ask_sheet_options_read (&read, config, &error));
      g_assert_no_error (error);
      after = ask_sheet_options_to_text (&read);
      g_assert_cmpstr (after, ==, before);
      ask_source_config_unref (config);
    }
}

int
main (int argc, char **argv)
{
  sheet_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/sheet-preview/a-preview-shows-what-the-import-does", test_text);
  g_test_add_func ("/source/sheet-preview/a-preview-lists-the-sheets", test_sheets);
  g_test_add_func ("/source/sheet-preview/the-import-decides-on-all-rows", test_later);
  g_test_add_func ("/source/sheet-preview/a-preview-refuses-what-the-import-does", test_refused);
  g_test_add_func ("/source/sheet-preview/what-is-said-comes-back", test_said);
  return sheet_end (g_test_run ());
}
