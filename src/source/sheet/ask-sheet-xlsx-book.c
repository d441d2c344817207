/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parts are found by their relationships, as the standard has it, and not by the names that one program
 * gives them. Shared texts have to be held, since any row may name any of them: up to a bound.
 */
#include "config.h"

#include "source/sheet/ask-sheet-xlsx-book.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#include "source/sheet/ask-sheet-cells.h"
#include "source/sheet/ask-sheet-zip.h"
#include "source/ask-source.h"

#define MAX_TEXT_BYTES (512u * 1024 * 1024)
#define MAX_STYLES 65536
#define MAX_SHEETS 1000

static void
sheet_free (gpointer data)
{
  AskSheetXlsxSheet *sheet = data;

  g_free (sheet->name);
  g_free (sheet->part);
  g_free (sheet);
}

/** ask_sheet_xlsx_book_ref: Returns: (transfer full): @self */
AskSheetXlsxBook *
ask_sheet_xlsx_book_ref (AskSheetXlsxBook *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/** ask_sheet_xlsx_book_unref: frees it when nobody holds it any more */
void
ask_sheet_xlsx_book_unref (AskSheetXlsxBook *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_ptr_array_unref (self->sheets);
  g_string_free (self->texts, TRUE);
  g_array_unref (self->ends);
  g_byte_array_unref (self->styles);
  g_free (self);
}

/* A relationship: what kind of part, and where. */
typedef struct
{
  char *id;
  char *type; /* its last word: "worksheet" */
  char *part; /* "xl/worksheets/sheet1.xml" */
} Relation;

static void
relation_free (gpointer data)
{
  Relation *relation = data;

  g_free (relation->id);
  g_free (relation->type);
  g_free (relation->part);
  g_free (relation);
}

/* @target: "worksheets/sheet1.xml", "../x.xml", "/xl/workbook.xml", from where @part lies */
static char *
resolve (const char *part, const char *target)
{
  g_autofree char *folder = g_path_get_dirname (part);
  g_autofree char *joined = *target == '/'              ? g_strdup (target)
                            : strcmp (folder, ".") == 0 ? g_strconcat ("/", target, NULL)
                                                        : g_strconcat ("/", folder, "/", target, NULL);
  g_autofree char *whole = g_canonicalize_filename (joined, "/");

  return g_strdup (whole + 1);
}

/* @part: "" for the file as a whole
 *
 * Returns: (transfer full): the member that tells what it is related to */
static char *
name_relations (const char *part)
{
  g_autofree char *folder = g_path_get_dirname (part);
  g_autofree char *base = *part != '\0' ? g_path_get_basename (part) : g_strdup ("");

  return strcmp (folder, ".") == 0 ? g_strdup_printf ("_rels/%s.rels", base)
                                   : g_strdup_printf ("%s/_rels/%s.rels", folder, base);
}

static GPtrArray *
read_relations (int fd, const char *part, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = name_relations (part);
  g_autoptr (AskSheetXml) xml = ask_sheet_xml_open (fd, name, error);
  g_autoptr (GPtrArray) relations = g_ptr_array_new_with_free_func (relation_free);
  AskSheetXmlStep step;

  if (xml == NULL)
    return NULL;
  while ((step = ask_sheet_xml_next (xml, cancellable, error)) > ASK_SHEET_XML_FAILED && step != ASK_SHEET_XML_DONE)
    {
      g_autofree char *target = NULL;
      g_autofree char *type = NULL;
      Relation *relation;

      if (step != ASK_SHEET_XML_START || !ask_sheet_xml_is (xml, "Relationship"))
        continue;
      target = ask_sheet_xml_dup_attribute (xml, "Target");
      type = ask_sheet_xml_dup_attribute (xml, "Type");
      if (target == NULL || type == NULL || *target == '\0')
        continue;
      relation = g_new0 (Relation, 1);
      relation->id = ask_sheet_xml_dup_attribute (xml, "Id");
      relation->type = g_strdup (strrchr (type, '/') != NULL ? strrchr (type, '/') + 1 : type);
      relation->part = resolve (part, target);
      g_ptr_array_add (relations, relation);
    }
  return step == ASK_SHEET_XML_DONE ? g_steal_pointer (&relations) : NULL;
}

static const Relation *
find_relation (GPtrArray *relations, const char *type, const char *id)
{
  for (guint i = 0; i < relations->len; i++)
    {
      const Relation *relation = relations->pdata[i];

      if ((type == NULL || strcmp (relation->type, type) == 0) && (id == NULL || g_strcmp0 (relation->id, id) == 0))
        return relation;
    }
  return NULL;
}

static gboolean
fail (GError **error, int code, const char *words)
{
  ask_error_set_literal (error, ASK_SOURCE_ERROR, code, words);
  return FALSE;
}

static gboolean
is_true (const char *value)
{
  return value != NULL && (strcmp (value, "1") == 0 || strcmp (value, "true") == 0);
}

static gboolean
read_workbook (AskSheetXlsxBook *self, const char *part, GPtrArray *relations, GCancellable *cancellable,
               GError **error)
{
  g_autoptr (AskSheetXml) xml = ask_sheet_xml_open (self->fd, part, error);
  AskSheetXmlStep step;

  if (xml == NULL)
    return FALSE;
  while ((step = ask_sheet_xml_next (xml, cancellable, error)) > ASK_SHEET_XML_FAILED && step != ASK_SHEET_XML_DONE)
    {
      if (step != ASK_SHEET_XML_START)
        continue;
      if (ask_sheet_xml_is (xml, "workbookPr"))
        {
          g_autofree char *value = ask_sheet_xml_dup_attribute (xml, "date1904");

          self->from_1904 = is_true (value);
        }
      else if (ask_sheet_xml_is (xml, "sheet"))
        {
          g_autofree char *name = ask_sheet_xml_dup_attribute (xml, "name");
          g_autofree char *id = ask_sheet_xml_dup_attribute (xml, "id");
          g_autofree char *state = ask_sheet_xml_dup_attribute (xml, "state");
          const Relation *relation = id != NULL ? find_relation (relations, NULL, id) : NULL;
          AskSheetXlsxSheet *sheet;

          /* A sheet may be nothing but a chart. */
          if (relation == NULL || strcmp (relation->type, "worksheet") != 0)
            continue;
          if (self->sheets->len == MAX_SHEETS)
            return fail (error, ASK_SOURCE_ERROR_LIMIT, N_ ("The file holds more than 1000 sheets. Split it."));
          sheet = g_new0 (AskSheetXlsxSheet, 1);
          sheet->name = g_strdup (name != NULL ? name : "sheet");
          sheet->part = g_strdup (relation->part);
          sheet->hidden = g_strcmp0 (state, "hidden") == 0 || g_strcmp0 (state, "veryHidden") == 0;
          g_ptr_array_add (self->sheets, sheet);
        }
    }
  return step == ASK_SHEET_XML_DONE;
}

/**
 * ask_sheet_xlsx_unescape:
 * @from: where in @text to begin
 *
 * "_x000D_" stands for a character that XML cannot hold.
 */
void
ask_sheet_xlsx_unescape (GString *text, gsize from)
{
  char *p = text->str + from;

  while ((p = strstr (p, "_x")) != NULL)
    {
      gunichar c = 0;
      gboolean good = TRUE;

      for (guint i = 2; good && i < 6; i++)
        {
          good = g_ascii_isxdigit (p[i]);
          c = good ? c * 16 + (gunichar) g_ascii_xdigit_value (p[i]) : 0;
        }
      if (good && p[6] == '_' && c != 0 && g_unichar_validate (c))
        {
          gsize at = (gsize) (p - text->str);
          char bytes[6];
          int n = g_unichar_to_utf8 (c, bytes);

          g_string_erase (text, (gssize) at, 7);
          g_string_insert_len (text, (gssize) at, bytes, n);
          p = text->str + at + n;
        }
      else
        p += 2;
    }
}

static gboolean
read_texts (AskSheetXlsxBook *self, const char *part, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSheetXml) xml = ask_sheet_xml_open (self->fd, part, error);
  gboolean within = FALSE; /* a text that people see */
  guint phonetic = 0; /* how it is spoken, which nobody sees */
  gsize begun = 0;
  AskSheetXmlStep step;

  if (xml == NULL)
    return FALSE;
  while ((step = ask_sheet_xml_next (xml, cancellable, error)) > ASK_SHEET_XML_FAILED && step != ASK_SHEET_XML_DONE)
    {
      gboolean whole = step == ASK_SHEET_XML_FINISH;

      if (step == ASK_SHEET_XML_TEXT)
        {
          if (within && phonetic == 0)
            g_string_append (self->texts, ask_sheet_xml_get_text (xml));
          if (self->texts->len > MAX_TEXT_BYTES)
            return fail (error, ASK_SOURCE_ERROR_LIMIT,
                         N_ ("The texts of the file take more than 512 MiB. Split it, or save it as CSV."));
          continue;
        }
      if (ask_sheet_xml_is (xml, "t"))
        within = step == ASK_SHEET_XML_START && !ask_sheet_xml_is_empty (xml);
      else if (ask_sheet_xml_is (xml, "rPh") && !ask_sheet_xml_is_empty (xml))
        phonetic += step == ASK_SHEET_XML_START ? 1u : -1u;
      else if (ask_sheet_xml_is (xml, "si"))
        {
          guint32 end;

          whole = whole || ask_sheet_xml_is_empty (xml);
          if (!whole)
            begun = self->texts->len;
          else
            {
              if (step == ASK_SHEET_XML_FINISH)
                ask_sheet_xlsx_unescape (self->texts, begun);
              end = (guint32) self->texts->len;
              g_array_append_val (self->ends, end);
              if (self->ends->len > MAX_TEXT_BYTES / 8)
                return fail (error, ASK_SOURCE_ERROR_LIMIT,
                             N_ ("The file holds too many texts. Split it, or save it as CSV."));
            }
        }
    }
  return step == ASK_SHEET_XML_DONE;
}

static gboolean
read_styles (AskSheetXlsxBook *self, const char *part, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSheetXml) xml = ask_sheet_xml_open (self->fd, part, error);
  g_autoptr (GHashTable) codes = g_hash_table_new (g_direct_hash, g_direct_equal);
  gboolean of_cells = FALSE;
  AskSheetXmlStep step;

  if (xml == NULL)
    return FALSE;
  while ((step = ask_sheet_xml_next (xml, cancellable, error)) > ASK_SHEET_XML_FAILED && step != ASK_SHEET_XML_DONE)
    {
      if (step != ASK_SHEET_XML_TEXT && ask_sheet_xml_is (xml, "cellXfs"))
        of_cells = step == ASK_SHEET_XML_START && !ask_sheet_xml_is_empty (xml);
      if (step != ASK_SHEET_XML_START)
        continue;
      if (ask_sheet_xml_is (xml, "numFmt"))
        {
          g_autofree char *id = ask_sheet_xml_dup_attribute (xml, "numFmtId");
          g_autofree char *code = ask_sheet_xml_dup_attribute (xml, "formatCode");

          if (id != NULL && code != NULL && g_hash_table_size (codes) < MAX_STYLES)
            g_hash_table_insert (codes, GUINT_TO_POINTER ((guint) g_ascii_strtoull (id, NULL, 10)),
                                 GUINT_TO_POINTER (ask_sheet_style_from_code (code) + 1));
        }
      else if (of_cells && ask_sheet_xml_is (xml, "xf") && self->styles->len < MAX_STYLES)
        {
          g_autofree char *id = ask_sheet_xml_dup_attribute (xml, "numFmtId");
          guint number = id != NULL ? (guint) g_ascii_strtoull (id, NULL, 10) : 0;
          guint told = GPOINTER_TO_UINT (g_hash_table_lookup (codes, GUINT_TO_POINTER (number)));
          guint8 style = (guint8) (told > 0 ? told - 1 : (guint) ask_sheet_style_from_id (number));

          g_byte_array_append (self->styles, &style, 1);
        }
    }
  return step == ASK_SHEET_XML_DONE;
}

/**
 * ask_sheet_xlsx_book_open:
 * @fd: of a zip file; must stay open
 * @error: %ASK_SOURCE_ERROR_MALFORMED, %ASK_SOURCE_ERROR_LIMIT, %ASK_SOURCE_ERROR_NOT_A_DATABASE or
 *   %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): all of the file but its sheets
 */
AskSheetXlsxBook *
ask_sheet_xlsx_book_open (int fd, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSheetXlsxBook) self = g_new0 (AskSheetXlsxBook, 1);
  g_autoptr (GPtrArray) top = NULL;
  g_autoptr (GPtrArray) relations = NULL;
  const Relation *workbook, *texts, *styles;

  g_atomic_ref_count_init (&self->ref_count);
  self->fd = fd;
  self->sheets = g_ptr_array_new_with_free_func (sheet_free);
  self->texts = g_string_new (NULL);
  self->ends = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->styles = g_byte_array_new ();
  top = read_relations (fd, "", cancellable, error);
  if (top == NULL)
    return NULL;
  workbook = find_relation (top, "officeDocument", NULL);
  if (workbook == NULL || g_str_has_suffix (workbook->part, ".bin"))
    {
      fail (error, ASK_SOURCE_ERROR_NOT_A_DATABASE,
            workbook == NULL ? N_ ("The file is no spreadsheet. AskData reads CSV, TSV, .xlsx and .ods files.")
                             : N_ ("The file is a binary workbook (.xlsb). Save it as .xlsx, and add that."));
      return NULL;
    }
  relations = read_relations (fd, workbook->part, cancellable, error);
  if (relations == NULL || !read_workbook (self, workbook->part, relations, cancellable, error))
    return NULL;
  if (self->sheets->len == 0)
    {
      fail (error, ASK_SOURCE_ERROR_NOT_A_DATABASE, N_ ("The file holds no sheet with cells."));
      return NULL;
    }
  texts = find_relation (relations, "sharedStrings", NULL);
  styles = find_relation (relations, "styles", NULL);
  if ((texts != NULL && !read_texts (self, texts->part, cancellable, error))
      || (styles != NULL && !read_styles (self, styles->part, cancellable, error)))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * ask_sheet_xlsx_book_get_text:
 * @place: the number of a shared text, from 0
 * @text: (out) (transfer none): the text, not terminated; set where %TRUE is returned
 * @length: (out): in bytes; likewise
 *
 * Returns: whether there is a shared text of that number
 */
gboolean
ask_sheet_xlsx_book_get_text (AskSheetXlsxBook *self, guint64 place, const char **text, gsize *length)
{
  guint32 start;

  if (place >= self->ends->len)
    return FALSE;
  start = place > 0 ? g_array_index (self->ends, guint32, place - 1) : 0;
  *text = self->texts->str + start;
  *length = g_array_index (self->ends, guint32, place) - start;
  return TRUE;
}

/**
 * ask_sheet_xlsx_read_place:
 * @reference: "BC12"
 * @column: (out): 54
 * @row: (out): 12; 0 where there is none
 *
 * Returns: whether a sheet may have such a column
 */
gboolean
ask_sheet_xlsx_read_place (const char *reference, guint *column, guint64 *row)
{
  guint number = 0;
  const char *p = reference;

  for (; g_ascii_isalpha (*p) && number <= ASK_SHEET_LAST_COLUMN; p++)
    number = number * 26 + (guint) (g_ascii_toupper (*p) - 'A') + 1;
  if (p == reference || number > ASK_SHEET_LAST_COLUMN)
    return FALSE;
  *column = number - 1;
  *row = g_ascii_strtoull (p, NULL, 10);
  return TRUE;
}

static gboolean
read_table (AskSheetXlsxBook *self, const char *part, GArray *totals, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSheetXml) xml = ask_sheet_xml_open (self->fd, part, error);
  AskSheetXmlStep step;

  if (xml == NULL)
    return FALSE;
  while ((step = ask_sheet_xml_next (xml, cancellable, error)) > ASK_SHEET_XML_FAILED && step != ASK_SHEET_XML_DONE)
    {
      g_autofree char *area = NULL;
      g_autofree char *count = NULL;
      const char *colon;
      AskSheetXlsxTotals found;
      guint64 top;

      if (step != ASK_SHEET_XML_START || !ask_sheet_xml_is (xml, "table"))
        continue;
      area = ask_sheet_xml_dup_attribute (xml, "ref");
      count = ask_sheet_xml_dup_attribute (xml, "totalsRowCount");
      colon = area != NULL ? strchr (area, ':') : NULL;
      if (g_strcmp0 (count, "1") == 0 && colon != NULL && ask_sheet_xlsx_read_place (area, &found.first, &top)
          && ask_sheet_xlsx_read_place (colon + 1, &found.last, &found.row) && found.row > top)
        g_array_append_val (totals, found);
    }
  return step == ASK_SHEET_XML_DONE;
}

/**
 * ask_sheet_xlsx_book_read_totals:
 * @part: of a sheet
 * @totals: (element-type AskSheetXlsxTotals): gets the totals of its tables
 * @error: %ASK_SOURCE_ERROR_MALFORMED, %ASK_SOURCE_ERROR_LIMIT or %G_IO_ERROR_CANCELLED
 *
 * Returns: whether that could be told
 */
gboolean
ask_sheet_xlsx_book_read_totals (AskSheetXlsxBook *self, const char *part, GArray *totals, GCancellable *cancellable,
                                 GError **error)
{
  g_autofree char *name = name_relations (part);
  g_autoptr (GPtrArray) relations = NULL;
  gboolean related;

  if (!ask_sheet_zip_has (self->fd, name, &related, error))
    return FALSE;
  if (!related)
    return TRUE;
  relations = read_relations (self->fd, part, cancellable, error);
  if (relations == NULL)
    return FALSE;
  for (guint i = 0; i < relations->len; i++)
    {
      const Relation *relation = relations->pdata[i];
      gboolean there;

      if (strcmp (relation->type, "table") != 0)
        continue;
      /* Some programs name parts that they never write; such a table has no totals. */
      if (!ask_sheet_zip_has (self->fd, relation->part, &there, error)
          || (there && !read_table (self, relation->part, totals, cancellable, error)))
        return FALSE;
    }
  return TRUE;
}
