/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sheets of an .ods file, row by row from its one part. Cells say what they are: numbers with the digits of
 * the file, dates in ISO 8601. Rows and cells may be written once for many times; how often is bounded, so
 * that a small file does not become an endless table.
 */
#include "config.h"

#include "source/sheet/ask-sheet-ods.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#include "source/sheet/ask-sheet-cells.h"
#include "source/sheet/ask-sheet-tally.h"
#include "source/sheet/ask-sheet-xml.h"
#include "source/sheet/ask-sheet-zip.h"

#define CONTENT "content.xml"
#define MAX_SHEETS 200
#define LAST_ROW 1048576

/* Cells that are there only by repetition. */
#define MAX_REPEATED (20 * 1000 * 1000)

typedef struct
{
  AskSheetReader parent;
  int fd;
  guint place; /* among the tables of the file */
  AskSheetXml *xml;
  AskSheetCells row;
  AskSheetRow ready; /* what is given again while @again > 0 */
  GString *text;
  GString *value;
  guint64 line;
  guint64 again;
  guint64 n_repeated;
  AskSheetTally tally;
} Ods;

typedef struct
{
  char type[16];
  gboolean is_error;
  gboolean formula;
  gboolean truth; /* =TRUE() or =FALSE() */
  guint64 repeated;
} Cell;

static gboolean
is_start (AskSheetXml *xml, AskSheetXmlStep step, const char *name)
{
  return step == ASK_SHEET_XML_START && ask_sheet_xml_is (xml, name);
}

/* Skips to behind the end of the element that has just begun. */
static gboolean
skip_element (AskSheetXml *xml, GCancellable *cancellable, GError **error)
{
  int depth = ask_sheet_xml_get_depth (xml);
  AskSheetXmlStep step;

  if (ask_sheet_xml_is_empty (xml))
    return TRUE;
  while ((step = ask_sheet_xml_next (xml, cancellable, error)) > ASK_SHEET_XML_FAILED && step != ASK_SHEET_XML_DONE)
    if (step == ASK_SHEET_XML_FINISH && ask_sheet_xml_get_depth (xml) == depth)
      return TRUE;
  return step != ASK_SHEET_XML_FAILED;
}

static gboolean
ods_rewind (AskSheetReader *reader, GCancellable *cancellable, GError **error)
{
  Ods *self = (Ods *) reader;
  AskSheetXmlStep step;
  guint n = 0;

  g_clear_pointer (&self->xml, ask_sheet_xml_free);
  self->line = 0;
  self->again = 0;
  self->n_repeated = 0;
  ask_sheet_tally_begin (&self->tally);
  self->xml = ask_sheet_xml_open (self->fd, CONTENT, error);
  if (self->xml == NULL)
    return FALSE;
  while ((step = ask_sheet_xml_next (self->xml, cancellable, error)) > ASK_SHEET_XML_FAILED
         && step != ASK_SHEET_XML_DONE)
    {
      if (!is_start (self->xml, step, "table"))
        continue;
      if (n++ == self->place)
        return TRUE;
      if (!skip_element (self->xml, cancellable, error))
        return FALSE;
    }
  if (step == ASK_SHEET_XML_DONE)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED, N_ ("%s is no longer in the file. Try again."),
                   self->parent.name);
  return FALSE;
}

/* "PT08H30M00.5S" → "08:30:00.5"; what is written otherwise stays as it is. Of a day and more, a double holds
 * no more than the microsecond. */
static void
write_clock (GString *value)
{
  guint64 hours = 0, minutes = 0, seconds = 0;
  char fraction[24] = "";
  const char *p = value->str;
  gboolean negative = *p == '-';
  gsize n_fraction;

  p += negative;
  if (p[0] != 'P' || p[1] != 'T')
    return;
  for (p += 2; *p != '\0'; p++)
    {
      const char *digits = p;
      gsize n;

      while (g_ascii_isdigit (*p) || *p == '.' || *p == ',')
        p++;
      n = (gsize) (p - digits);
      if (n == 0 || n > 16)
        return;
      if (*p == 'H')
        hours = g_ascii_strtoull (digits, NULL, 10);
      else if (*p == 'M')
        minutes = g_ascii_strtoull (digits, NULL, 10);
      else if (*p == 'S')
        {
          const char *point = digits;

          seconds = g_ascii_strtoull (digits, NULL, 10);
          while (point < p && g_ascii_isdigit (*point))
            point++;
          if (point < p)
            g_snprintf (fraction, sizeof fraction, ".%.*s", (int) (p - point - 1), point + 1);
        }
      else
        return;
    }
  if (hours >= 24 && strlen (fraction) > 7)
    {
      guint64 micro = g_ascii_strtoull (fraction + 1, NULL, 10);

      for (gsize n = strlen (fraction); n > 8; n--)
        micro /= 10;
      micro = (micro + 5) / 10;
      seconds += micro / 1000000;
      g_snprintf (fraction, sizeof fraction, ".%06u", (guint) (micro % 1000000));
    }
  minutes += seconds / 60;
  hours += minutes / 60;
  seconds %= 60;
  minutes %= 60;
  n_fraction = strlen (fraction);
  while (n_fraction > 0 && (fraction[n_fraction - 1] == '0' || fraction[n_fraction - 1] == '.'))
    n_fraction--;
  g_string_printf (value, "%s%02" G_GUINT64_FORMAT ":%02" G_GUINT64_FORMAT ":%02" G_GUINT64_FORMAT "%.*s",
                   negative ? "-" : "", hours, minutes, seconds, (int) n_fraction, fraction);
}

static guint64
read_count (const char *value)
{
  guint64 count = g_ascii_strtoull (value, NULL, 10);

  return MAX (count, 1);
}

static void
begin_cell (Ods *self, Cell *cell)
{
  const char *name, *value;

  memset (cell, 0, sizeof *cell);
  cell->repeated = 1;
  g_string_truncate (self->text, 0);
  g_string_truncate (self->value, 0);
  while (ask_sheet_xml_next_attribute (self->xml, &name, &value))
    if (strcmp (name, "value-type") == 0)
      {
        /* LibreOffice's own says "error" where the standard's says "string". */
        cell->is_error = cell->is_error || strcmp (value, "error") == 0;
        if (strcmp (value, "error") != 0)
          g_strlcpy (cell->type, value, sizeof cell->type);
      }
    else if (strcmp (name, "formula") == 0)
      {
        cell->formula = TRUE;
        cell->truth = g_str_has_suffix (value, ":=TRUE()") || g_str_has_suffix (value, ":=FALSE()");
      }
    else if (strcmp (name, "number-columns-repeated") == 0)
      cell->repeated = read_count (value);
    else if (strcmp (name, "value") == 0 || strcmp (name, "date-value") == 0 || strcmp (name, "time-value") == 0
             || strcmp (name, "boolean-value") == 0 || strcmp (name, "string-value") == 0)
      g_string_assign (self->value, value);
    else if ((strcmp (name, "number-columns-spanned") == 0 || strcmp (name, "number-rows-spanned") == 0)
             && strcmp (value, "1") != 0)
      self->tally.n_merged++;
}

/* The text that people see in the cell: its paragraphs. */
static gboolean
read_text (Ods *self, GCancellable *cancellable, GError **error)
{
  int depth = ask_sheet_xml_get_depth (self->xml);
  guint n_paragraphs = 0;
  gboolean within = FALSE;
  AskSheetXmlStep step;

  if (ask_sheet_xml_is_empty (self->xml))
    return TRUE;
  while ((step = ask_sheet_xml_next (self->xml, cancellable, error)) > ASK_SHEET_XML_FAILED
         && step != ASK_SHEET_XML_DONE)
    {
      AskSheetXml *xml = self->xml;

      if (step == ASK_SHEET_XML_FINISH && ask_sheet_xml_get_depth (xml) == depth)
        return TRUE;
      if (step == ASK_SHEET_XML_TEXT)
        {
          if (within)
            g_string_append (self->text, ask_sheet_xml_get_text (xml));
        }
      else if (is_start (xml, step, "annotation") || is_start (xml, step, "table") || is_start (xml, step, "frame")
               || is_start (xml, step, "custom-shape"))
        {
          if (!skip_element (xml, cancellable, error))
            return FALSE;
        }
      else if (ask_sheet_xml_is (xml, "p"))
        {
          if (step == ASK_SHEET_XML_START && n_paragraphs++ > 0)
            g_string_append_c (self->text, '\n');
          within = step == ASK_SHEET_XML_START && !ask_sheet_xml_is_empty (xml);
        }
      else if (within && is_start (xml, step, "s"))
        {
          g_autofree char *count = ask_sheet_xml_dup_attribute (xml, "c");
          guint64 n = count != NULL ? read_count (count) : 1;

          for (guint64 i = 0; i < MIN (n, 1000); i++)
            g_string_append_c (self->text, ' ');
        }
      else if (within && is_start (xml, step, "tab"))
        g_string_append_c (self->text, '\t');
      else if (within && is_start (xml, step, "line-break"))
        g_string_append_c (self->text, '\n');
    }
  return step == ASK_SHEET_XML_DONE;
}

static gboolean
fail_limit (Ods *self, GError **error)
{
  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                 N_ ("%s: row %llu is repeated more often than a sheet has room for. Delete the "
                     "rows and columns behind the data."),
                 self->parent.name, (unsigned long long) self->line);
  return FALSE;
}

static gboolean
end_cell (Ods *self, const Cell *cell, guint64 *column, GError **error)
{
  AskSheetCellKind kind = ASK_SHEET_TEXT;
  GString *from = self->value;

  /* So does LibreOffice with what was a truth value in an .xlsx file. */
  if (cell->truth && strcmp (cell->type, "float") == 0)
    {
      g_string_assign (self->value, strcmp (self->value->str, "0") != 0 ? "true" : "false");
      kind = ASK_SHEET_RAW;
    }
  /* Gnumeric writes errors as texts. */
  else if (cell->is_error
           || (cell->formula && strcmp (cell->type, "string") == 0
               && ask_sheet_is_error (self->text->str, self->text->len)))
    {
      self->tally.n_errors++;
      kind = ASK_SHEET_EMPTY;
    }
  else if (strcmp (cell->type, "float") == 0 || strcmp (cell->type, "percentage") == 0
           || strcmp (cell->type, "currency") == 0)
    kind = ASK_SHEET_NUMBER;
  else if (strcmp (cell->type, "date") == 0 || strcmp (cell->type, "boolean") == 0)
    kind = ASK_SHEET_RAW;
  else if (strcmp (cell->type, "time") == 0)
    write_clock (self->value);
  else if (self->value->len == 0)
    from = self->text;
  if (kind != ASK_SHEET_EMPTY && from->len > 0)
    {
      if (cell->repeated > ASK_SHEET_LAST_COLUMN - MIN (*column, ASK_SHEET_LAST_COLUMN))
        return fail_limit (self, error);
      for (guint64 i = 0; i < cell->repeated; i++)
        ask_sheet_cells_set (&self->row, (guint) (*column + i), kind, from->str, from->len);
      self->n_repeated += cell->repeated - 1;
    }
  *column += MIN (cell->repeated, LAST_ROW);
  return TRUE;
}

/* @repeated: (out): how often the row is there */
static gboolean
read_row (Ods *self, guint64 *repeated, GCancellable *cancellable, GError **error)
{
  int depth = ask_sheet_xml_get_depth (self->xml);
  guint64 column = 0;
  const char *name, *value;
  AskSheetXmlStep step;

  *repeated = 1;
  ask_sheet_cells_begin (&self->row);
  while (ask_sheet_xml_next_attribute (self->xml, &name, &value))
    if (strcmp (name, "number-rows-repeated") == 0)
      *repeated = read_count (value);
  if (ask_sheet_xml_is_empty (self->xml))
    return TRUE;
  while ((step = ask_sheet_xml_next (self->xml, cancellable, error)) > ASK_SHEET_XML_FAILED
         && step != ASK_SHEET_XML_DONE)
    {
      Cell cell;

      if (step == ASK_SHEET_XML_FINISH && ask_sheet_xml_get_depth (self->xml) == depth)
        return TRUE;
      if (!is_start (self->xml, step, "table-cell") && !is_start (self->xml, step, "covered-table-cell"))
        continue;
      begin_cell (self, &cell);
      if (!read_text (self, cancellable, error) || !end_cell (self, &cell, &column, error))
        return FALSE;
    }
  return step == ASK_SHEET_XML_DONE;
}

static AskStep
ods_next (AskSheetReader *reader, AskSheetRow *row, GCancellable *cancellable, GError **error)
{
  Ods *self = (Ods *) reader;
  AskSheetXmlStep step;

  if (self->again > 0)
    {
      self->again--;
      self->line++;
      self->ready.line = self->line;
      *row = self->ready;
      return ASK_STEP_ROW;
    }
  while ((step = ask_sheet_xml_next (self->xml, cancellable, error)) > ASK_SHEET_XML_FAILED
         && step != ASK_SHEET_XML_DONE)
    {
      guint64 repeated;

      if (step == ASK_SHEET_XML_FINISH && ask_sheet_xml_is (self->xml, "table"))
        break;
      if (is_start (self->xml, step, "shapes") || is_start (self->xml, step, "forms"))
        {
          if (!skip_element (self->xml, cancellable, error))
            return ASK_STEP_FAILED;
          continue;
        }
      if (!is_start (self->xml, step, "table-row"))
        continue;
      self->line++;
      if (!read_row (self, &repeated, cancellable, error))
        return ASK_STEP_FAILED;
      if (self->row.n_filled == 0)
        {
          self->line += MIN (repeated - 1, LAST_ROW);
          continue;
        }
      if (repeated > LAST_ROW || (self->n_repeated += (repeated - 1) * self->row.n_filled) > MAX_REPEATED)
        {
          fail_limit (self, error);
          return ASK_STEP_FAILED;
        }
      ask_sheet_cells_finish (&self->row, &self->ready, self->line);
      self->again = repeated - 1;
      *row = self->ready;
      return ASK_STEP_ROW;
    }
  if (step == ASK_SHEET_XML_FAILED)
    return ASK_STEP_FAILED;
  ask_sheet_tally_say (&self->tally, reader);
  return ASK_STEP_DONE;
}

static void
ods_free (AskSheetReader *reader)
{
  Ods *self = (Ods *) reader;

  g_clear_pointer (&self->xml, ask_sheet_xml_free);
  ask_sheet_cells_clear (&self->row);
  g_string_free (self->text, TRUE);
  g_string_free (self->value, TRUE);
  g_ptr_array_unref (self->parent.notes);
  g_free (self->parent.name);
  g_free (self);
}

static AskSheetReader *
reader_new (int fd, const char *name, guint place, gboolean hidden)
{
  Ods *self = g_new0 (Ods, 1);

  self->parent.name = g_strdup (name);
  self->parent.hidden = hidden;
  self->parent.ragged = TRUE;
  self->parent.notes = g_ptr_array_new_with_free_func (g_free);
  self->parent.rewind = ods_rewind;
  self->parent.next = ods_next;
  self->parent.free = ods_free;
  self->fd = fd;
  self->place = place;
  ask_sheet_cells_init (&self->row);
  self->text = g_string_new (NULL);
  self->value = g_string_new (NULL);
  return &self->parent;
}

static gboolean
is_encrypted (int fd, gboolean *encrypted, GCancellable *cancellable, GError **error)
{
  const char *manifest = "META-INF/manifest.xml";
  g_autoptr (AskSheetXml) xml = NULL;
  AskSheetXmlStep step;

  if (!ask_sheet_zip_has (fd, manifest, encrypted, error))
    return FALSE;
  if (!*encrypted)
    return TRUE;
  *encrypted = FALSE;
  xml = ask_sheet_xml_open (fd, manifest, error);
  if (xml == NULL)
    return FALSE;
  while ((step = ask_sheet_xml_next (xml, cancellable, error)) > ASK_SHEET_XML_FAILED && step != ASK_SHEET_XML_DONE)
    *encrypted = *encrypted || is_start (xml, step, "encryption-data");
  return step == ASK_SHEET_XML_DONE;
}

static gboolean
list_tables (int fd, GPtrArray *readers, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSheetXml) xml = ask_sheet_xml_open (fd, CONTENT, error);
  g_autoptr (GHashTable) hidden = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *style = NULL;
  gboolean spreadsheet = FALSE;
  AskSheetXmlStep step;

  if (xml == NULL)
    return FALSE;
  while ((step = ask_sheet_xml_next (xml, cancellable, error)) > ASK_SHEET_XML_FAILED && step != ASK_SHEET_XML_DONE)
    {
      if (step != ASK_SHEET_XML_START)
        continue;
      if (ask_sheet_xml_is (xml, "spreadsheet"))
        spreadsheet = TRUE;
      else if (ask_sheet_xml_is (xml, "style"))
        {
          g_free (style);
          style = ask_sheet_xml_dup_attribute (xml, "name");
        }
      else if (ask_sheet_xml_is (xml, "table-properties") && style != NULL)
        {
          g_autofree char *display = ask_sheet_xml_dup_attribute (xml, "display");

          if (g_strcmp0 (display, "false") == 0)
            g_hash_table_add (hidden, g_strdup (style));
        }
      else if (ask_sheet_xml_is (xml, "table"))
        {
          g_autofree char *name = ask_sheet_xml_dup_attribute (xml, "name");
          g_autofree char *of = ask_sheet_xml_dup_attribute (xml, "style-name");

          if (readers->len == MAX_SHEETS)
            {
              ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                             N_ ("The file holds more than %d sheets. Split it."), MAX_SHEETS);
              return FALSE;
            }
          g_ptr_array_add (readers, reader_new (fd, name != NULL ? name : "sheet", readers->len,
                                                of != NULL && g_hash_table_contains (hidden, of)));
          if (!skip_element (xml, cancellable, error))
            return FALSE;
        }
    }
  if (step == ASK_SHEET_XML_DONE && !spreadsheet)
    ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE,
                           N_ ("The file is no spreadsheet. AskData reads CSV, TSV, .xlsx and .ods files."));
  return step == ASK_SHEET_XML_DONE && spreadsheet;
}

/**
 * ask_sheet_ods_open:
 * @fd: of the file; must stay open as long as @readers
 * @readers: (element-type AskSheetReader): gets its sheets, hidden ones too, in their order
 * @error: %ASK_SOURCE_ERROR_MALFORMED, %ASK_SOURCE_ERROR_LIMIT, %ASK_SOURCE_ERROR_NOT_A_DATABASE or
 *   %G_IO_ERROR_CANCELLED
 *
 * Returns: whether the file could be read so far
 */
gboolean
ask_sheet_ods_open (int fd, GPtrArray *readers, GCancellable *cancellable, GError **error)
{
  gboolean encrypted;

  if (!is_encrypted (fd, &encrypted, cancellable, error))
    return FALSE;
  if (encrypted)
    {
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE,
                             N_ ("The file is protected with a password. Open it in its program, save it "
                                 "without one, and add that."));
      return FALSE;
    }
  return list_tables (fd, readers, cancellable, error);
}
