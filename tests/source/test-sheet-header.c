/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the first row of a table is taken for: names where that is certain, else data. And drawn tables, with and
 * without a header, with every line end that there is: each row comes back, and no cell becomes a name unasked.
 */
#include "config.h"

#include "source/sheet-zip.h"
#include "source/sheet/ask-sheet-header.h"
#include "source/sheet/ask-sheet-preview.h"
#include "support/ask-test-kinds.h"

static const struct
{
  const char *bytes;
  const char *options; /* nullable */
  const char *columns; /* with , between them */
  gboolean unsure;
} cases[] = {
  /* Texts alone. */
  { "Alice,Rome\nBob,Paris\n", NULL, "column_1,column_2", TRUE },
  { "Alice,Rome\n", NULL, "column_1,column_2", TRUE },
  { "Alice,Rome\nAlice,Paris\n", NULL, "column_1,column_2", TRUE },
  { "name,city\nAlice,Rome\nBob,Paris\n", NULL, "name,city", FALSE },
  { "name,city\n", NULL, "name,city", FALSE },
  { "Name\nAlice\nBob\n", NULL, "Name", FALSE },
  { "First name,Last name,E-mail\nAlice,Ames,a@x.org\n", NULL, "First name,Last name,E-mail", FALSE },
  { "Vorname,Ort,Straße\nAnna,Rom,Weg\n", NULL, "Vorname,Ort,Straße", FALSE },
  { "customerName,ship_to\nAlice,Rome\n", NULL, "customerName,ship_to", FALSE },
  { "red_apple,green_pear\nblue_plum,red_cherry\n", NULL, "column_1,column_2", TRUE },
  { "Address line 1,Address line 2\nRing,Wien\n", NULL, "Address line 1,Address line 2", FALSE },
  /* A value that may be a name as well. */
  { "Johnny Cash,Country\nAbba,Pop\n", NULL, "column_1,column_2", TRUE },
  { "Alice,Salt Lake City\nBob,Rome\n", NULL, "column_1,column_2", TRUE },
  { "name,name\nAlice,Rome\n", NULL, "column_1,column_2", TRUE },
  /* Types differ. */
  { "who,years\nAlice,30\nBob,40\n", NULL, "who,years", FALSE },
  { "Alice,30\nBob,40\n", NULL, "column_1,column_2", FALSE },
  { "Alice,unknown\nBob,40\nCy,50\n", NULL, "column_1,column_2", TRUE },
  { "Alice,n/a\nBob,40\nCy,50\n", NULL, "column_1,column_2", TRUE },
  { "Alice,tbd,5,Rome\nBob,6,7,Bonn\n", NULL, "column_1,column_2,column_3,column_4", FALSE },
  { "Alice,2001\nBob,30\nCy,40\n", NULL, "column_1,column_2", TRUE },
  { "country,2019,2020\nAustria,5,7\n", NULL, "country,2019,2020", FALSE },
  { "ana@x.org,score\nbob@x.org,5\n", NULL, "column_1,column_2", TRUE },
  /* Codes differ from what is none. */
  { "part,where\nA-100,left\nB-200,right\nC-300,left\n", NULL, "part,where", FALSE },
  { "part,where\nA-100,left\nB-200,right\n", NULL, "column_1,column_2", TRUE },
  { "Main street,left\nWeg 5,right\nRing 3,left\nHof 1,left\n", NULL, "column_1,column_2", TRUE },
  /* Told. */
  { "Alice,Rome\nBob,Paris\n", "Header=yes", "Alice,Rome", TRUE },
  { "name,city\nAlice,Rome\n", "Header=no", "column_1,column_2", FALSE },
};

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = sheet_write ("t.csv", cases[i].bytes, -1);
      g_autoptr (AskSource) source = sheet_source (path, cases[i].options);
      AskSourceConfig *config = sheet_config (path, cases[i].options);
      g_auto (AskSheetOptions) options = { 0 };
      g_autoptr (GError) error = NULL;
      g_autoptr (AskIntrospection) found = ask_source_introspect (source, NULL, &error);
      g_autoptr (AskSheetPreview) preview = NULL;
      g_autoptr (GString) columns = g_string_new (NULL);
      const AskEntity *entity;

      g_test_message ("%s", cases[i].bytes);
      g_assert_no_error (error);
      entity = found->schema->entities->pdata[0];
      for (guint a = 0; a < entity->attributes->len; a++)
        g_string_append_printf (columns, "%s%s", a > 0 ? "," : "", ((AskAttribute *) entity->attributes->pdata[a])->column);
      g_assert_cmpstr (columns->str, ==, cases[i].columns);
      g_assert_true (ask_sheet_options_read (&options, config, &error));
      preview = ask_sheet_preview_new (path, &options, 10, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (preview->header_unsure, ==, cases[i].unsure);
      g_assert_cmpstr (ask_rows_get_column (preview->rows, 0)->name, ==,
                       ((AskAttribute *) entity->attributes->pdata[0])->column);
      ask_source_config_unref (config);
    }
}

/* A source that was added before a doubt was said: without a word about its header. */
static void
test_earlier (void)
{
  g_autofree char *path = sheet_write ("t.csv", "Alice,Rome\nBob,Paris\n", -1);
  AskSourceConfig *config = ask_source_config_new ("book", &ask_sheet_kind, path);
  g_autoptr (AskSource) source = ask_sheet_source_new (config);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskIntrospection) found = ask_source_introspect (source, NULL, &error);
  g_autofree char *printed = NULL;

  g_assert_no_error (error);
  printed = sheet_print_schema (found->schema);
  g_assert_cmpstr (printed, ==, "t(Alice text, Rome text)");
  ask_source_config_unref (config);
}

static void
test_decided (void)
{
  static const struct
  {
    const char *bytes, *word, *note;
  } files[] = {
    { "Alice,Rome\nBob,Paris\n", "no", "nothing tells whether the first row holds names or data" },
    { "name,city\nAlice,Rome\n", "yes", "taken for names, since its words head columns. If it holds data, say so with "
                                        "“askdata-cli source set book --header no”" },
    { "Alice,30\nBob,40\n", "no", "taken for data, since it has numbers or dates itself. If it holds names, say so with "
                                  "“askdata-cli source set book --header yes”" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = sheet_write ("t.csv", files[i].bytes, -1);
      AskSourceConfig *config = ask_source_config_new ("book", &ask_sheet_kind, path);
      g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GError) error = NULL;

      g_autofree char *word = ask_sheet_header_decide (config, notes, NULL, &error);

      g_assert_cmpstr (word, ==, files[i].word);
      g_assert_no_error (error);
      g_assert_cmpuint (notes->len, ==, 1);
      if (strstr (notes->pdata[0], files[i].note) == NULL)
        g_error ("%s", (char *) notes->pdata[0]);
      ask_source_config_unref (config);
    }
}

/* @sheets: names and their rows, "Guests=Alice,Rome|Bob,Paris" */
static char *
write_book (const char *const *sheets)
{
  g_autoptr (GString) content
    = g_string_new ("<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
                    "xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0' "
                    "xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'><office:body><office:spreadsheet>");

  for (guint i = 0; sheets[i] != NULL; i++)
    {
      g_auto (GStrv) halves = g_strsplit (sheets[i], "=", 2);
      g_auto (GStrv) rows = g_strsplit (halves[1], "|", -1);

      g_string_append_printf (content, "<table:table table:name='%s'>", halves[0]);
      for (guint r = 0; rows[r] != NULL; r++)
        {
          g_auto (GStrv) cells = g_strsplit (rows[r], ",", -1);

          g_string_append (content, "<table:table-row>");
          for (guint c = 0; cells[c] != NULL; c++)
            if (g_ascii_isdigit (cells[c][0]))
              g_string_append_printf (content, "<table:table-cell office:value-type='float' office:value='%s'><text:p>%s</text:p></table:table-cell>",
                                      cells[c], cells[c]);
            else
              g_string_append_printf (content, "<table:table-cell office:value-type='string'><text:p>%s</text:p></table:table-cell>", cells[c]);
          g_string_append (content, "</table:table-row>");
        }
      g_string_append (content, "</table:table>");
    }
  g_string_append (content, "</office:spreadsheet></office:body></office:document-content>");
  {
    const SheetPart parts[] = { { "mimetype", "application/vnd.oasis.opendocument.spreadsheet", 0 }, { "content.xml", content->str, 0 } };

    return sheet_write_zip ("book.ods", parts, G_N_ELEMENTS (parts));
  }
}

/* The columns of all sheets. */
static char *
dup_columns (const char *path, const char *header)
{
  g_autofree char *options = g_strconcat ("Sheet-headers=", header, NULL);
  g_autoptr (AskSource) source = sheet_source (path, options);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskIntrospection) found = ask_source_introspect (source, NULL, &error);
  GString *columns = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint e = 0; e < found->schema->entities->len; e++)
    {
      const AskEntity *entity = found->schema->entities->pdata[e];

      g_string_append (columns, e > 0 ? " " : "");
      for (guint a = 0; a < entity->attributes->len; a++)
        g_string_append_printf (columns, "%s%s", a > 0 ? "," : "", ((AskAttribute *) entity->attributes->pdata[a])->column);
    }
  return g_string_free (columns, FALSE);
}

/* What was decided of a sheet holds for it when rows change, so that none of data becomes names; a sheet that comes
 * later is looked at by itself. */
static void
test_decided_of_several (void)
{
  static const char *const before[] = { "Guests=Alice,Rome|Bob,Paris", "My items=name,city|Ball,Bonn", "Void=", NULL };
  static const char *const after[] = { "Guests=Alice,Rome|3,4|5,6", "My items=Ann,Rome|Ball,Bonn", "Later=Cy,Ulm|Di,Ulm", "More=name,city|Cy,Ulm", NULL };
  g_autofree char *path = write_book (before);
  AskSourceConfig *config = ask_source_config_new ("book", &ask_sheet_kind, path);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autofree char *word = ask_sheet_header_decide (config, notes, NULL, &error);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (word, ==, "no=Guests yes=My%20items");
  g_assert_cmpuint (notes->len, ==, 2);
  first = dup_columns (path, word);
  g_assert_cmpstr (first, ==, "column_1,column_2 name,city");
  g_free (path);
  path = write_book (after);
  second = dup_columns (path, word);
  g_assert_cmpstr (second, ==, "column_1,column_2 Ann,Rome column_1,column_2 name,city");
  ask_source_config_unref (config);
}

/* Never the same twice in a column, so that no row is like another one. */
static char *
draw_cell (guint row, guint column)
{
  static const char *const words[] = { "Rome", "Ann", "weg", "über", "left right", "Q" };
  const char *word = words[g_test_rand_int_range (0, G_N_ELEMENTS (words))];
  g_autofree char *letters = g_strdup_printf ("%c%c%c", 'a' + row / 26 % 26, 'a' + row % 26, 'a' + column);

  switch (g_test_rand_int_range (0, 6))
    {
    case 0:
      return g_strdup_printf ("%s,%s", word, letters);
    case 1:
      return g_strdup_printf ("%s\"%s", word, letters);
    case 2:
      return g_strdup_printf ("%s%s%s", word, g_test_rand_bit () ? "\r" : "\n", letters);
    case 3:
      return g_strdup_printf ("%s\r\n%s", word, letters);
    default:
      return g_strdup_printf ("%s %s", word, letters);
    }
}

static void
append_cell (GString *text, const char *cell)
{
  g_auto (GStrv) parts = g_strsplit (cell, "\"", -1);
  g_autofree char *doubled = g_strjoinv ("\"\"", parts);
  gboolean plain = strpbrk (cell, ",\"\r\n") == NULL && g_test_rand_bit ();

  g_string_append_printf (text, plain ? "%s" : "\"%s\"", doubled);
}

/* As sheet_print_rows() prints a row. */
static void
append_expected (GString *expected, char **cells)
{
  if (expected->len > 0)
    g_string_append_c (expected, '\n');
  for (guint c = 0; cells[c] != NULL; c++)
    g_string_append_printf (expected, "%s'%s'", c > 0 ? "|" : "", cells[c]);
}

static void
check_drawn (void)
{
  static const char *const ends[] = { "\n", "\r", "\r\n" };
  static const char *const heads[] = { "name", "city", "street", "status" };
  guint n_columns = (guint) g_test_rand_int_range (2, 5);
  guint n_rows = (guint) g_test_rand_int_range (1, 120);
  gboolean headed = g_test_rand_bit ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autoptr (GString) schema = g_string_new ("t(");
  g_autofree char *path = NULL;
  g_autofree char *printed = NULL;
  g_autofree char *rows = NULL;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (GError) error = NULL;

  for (guint r = 0; r < n_rows + headed; r++)
    {
      g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);

      for (guint c = 0; c < n_columns; c++)
        {
          char *cell = headed && r == 0 ? g_strdup (heads[c]) : draw_cell (r, c);

          if (c > 0)
            g_string_append_c (text, ',');
          append_cell (text, cell);
          g_ptr_array_add (cells, cell);
        }
      g_ptr_array_add (cells, NULL);
      if (!headed || r > 0)
        append_expected (expected, (char **) cells->pdata);
      if (r + 1 < n_rows + headed || g_test_rand_bit ())
        g_string_append (text, ends[g_test_rand_int_range (0, G_N_ELEMENTS (ends))]);
    }
  for (guint c = 0; c < n_columns; c++)
    {
      g_autofree char *made = g_strdup_printf ("column_%u", c + 1);

      g_string_append_printf (schema, "%s%s text", c > 0 ? ", " : "", headed ? heads[c] : made);
    }
  g_string_append_c (schema, ')');
  path = sheet_write ("t.csv", text->str, (gssize) text->len);
  source = sheet_source (path, "Delimiter=,");
  found = ask_source_introspect (source, NULL, &error);
  g_test_message ("%s", text->str);
  g_assert_no_error (error);
  printed = sheet_print_schema (found->schema);
  g_assert_cmpstr (printed, ==, schema->str);
  rows = sheet_print_rows (path, "Delimiter=,", "t");
  g_assert_cmpstr (rows, ==, expected->str);
}

static void
test_drawn (void)
{
  for (guint i = 0; i < (g_test_slow () ? 2000 : 80); i++)
    check_drawn ();
}

int
main (int argc, char **argv)
{
  sheet_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/sheet-header/only-a-certain-first-row-becomes-names", test_cases);
  g_test_add_func ("/source/sheet-header/an-earlier-source-keeps-its-names", test_earlier);
  g_test_add_func ("/source/sheet-header/a-doubt-is-told-with-its-choice", test_decided);
  g_test_add_func ("/source/sheet-header/decided-of-several", test_decided_of_several);
  g_test_add_func ("/source/sheet-header/no-drawn-row-of-data-becomes-names", test_drawn);
  return sheet_end (g_test_run ());
}
