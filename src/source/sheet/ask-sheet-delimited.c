/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A record is looked at where it lies in the buffer, which grows only for a record that is longer; cells
 * point into it. RFC 4180, and what is found in the wild: any of , ; tab | between cells, any line ends,
 * quotes inside of cells that do not begin with one. What stands behind a closing quote is kept, quotes
 * and all. A quote that never closes is an error, never a file in one cell.
 */
#include "config.h"

#include "source/sheet/ask-sheet-delimited.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "source/sheet/ask-sheet-profile.h"
#include "source/sheet/ask-sheet-text.h"

#define BUFFER_BYTES (1024 * 1024)
#define MAX_RECORD_BYTES (64 * 1024 * 1024)
#define MAX_CELLS 16384
#define SAMPLE_BYTES (128 * 1024)
#define SAMPLE_RECORDS 200

/* Of a file of one column: the character that was made for it, and that nobody uses. */
#define NO_DELIMITER '\x1f'

/* A cell as it lies in the buffer. */
typedef struct
{
  gsize start;
  gsize end;
  gboolean quoted;
  gboolean doubled; /* has "" in it */
} Field;

typedef struct
{
  char *data;
  gsize start; /* of the record */
  gsize end;
  gboolean eof; /* nothing comes behind @end */
  char delimiter;
  guint8 special[256];
  GArray *fields; /* Field */
  gsize next; /* behind the record */
  guint64 n_lines; /* that the record takes */
  gboolean odd; /* something stood behind a closing quote */
} Scan;

typedef enum
{
  SCAN_RECORD,
  SCAN_MORE, /* the record is not whole yet */
  SCAN_END,
  SCAN_OPEN, /* a quote does not close */
  SCAN_WIDE
} ScanResult;

typedef struct
{
  AskSheetReader parent;
  AskSheetText *text;
  Scan scan;
  gsize size; /* of the buffer */
  GArray *cells; /* AskSheetCell */
  guint64 line;
  guint64 n_odd;
  guint64 first_odd;
  guint64 blanks; /* lines without anything, of a file of one column, that are not given yet */
  gsize skip; /* bytes of a line "sep=;" */
  gboolean wide; /* some record has more than one cell */
  gboolean noted;
} Delimited;

static void
set_delimiter (Scan *scan, char delimiter)
{
  memset (scan->special, 0, sizeof scan->special);
  scan->delimiter = delimiter;
  scan->special[(guchar) delimiter] = 1;
  scan->special['\r'] = 1;
  scan->special['\n'] = 1;
}

/* Bytes of the line end at @at: 0 for none, -1 where more has to be read to know. A file may have CR, LF and CRLF
 * side by side, as one that was put together from others. */
static int
line_end (const Scan *scan, gsize at)
{
  char c = scan->data[at];

  if (c == '\n')
    return 1;
  if (c != '\r')
    return 0;
  if (at + 1 < scan->end)
    return scan->data[at + 1] == '\n' ? 2 : 1;
  return scan->eof ? 1 : -1;
}

static void
count_lines (Scan *scan, gsize from, gsize to)
{
  for (gsize at = from; at < to; at++)
    scan->n_lines += scan->data[at] == '\n' || (scan->data[at] == '\r' && (at + 1 == to || scan->data[at + 1] != '\n'));
}

/* Up to the delimiter or line end, from @at on; FALSE where more has to be read. */
static gboolean
skip_plain (Scan *scan, gsize *at)
{
  const guint8 *special = scan->special;

  while (*at < scan->end && !special[(guchar) scan->data[*at]])
    ++*at;
  if (*at == scan->end)
    return scan->eof;
  return scan->data[*at] == scan->delimiter || line_end (scan, *at) > 0;
}

static ScanResult
scan_quoted (Scan *scan, gsize *at, Field *field)
{
  const char *from = scan->data + *at + 1;
  const char *end = scan->data + scan->end;
  const char *quote;

  field->start = *at + 1;
  field->quoted = TRUE;
  for (;; from = quote + 2)
    {
      quote = from < end ? memchr (from, '"', (gsize) (end - from)) : NULL;
      if (quote == NULL)
        return scan->eof ? SCAN_OPEN : SCAN_MORE;
      if (quote + 1 == end && !scan->eof)
        return SCAN_MORE;
      if (quote + 1 == end || quote[1] != '"')
        break;
      field->doubled = TRUE;
    }
  field->end = (gsize) (quote - scan->data);
  *at = field->end + 1;
  if (*at == scan->end || scan->data[*at] == scan->delimiter)
    return SCAN_RECORD;
  switch (line_end (scan, *at))
    {
    case -1:
      return SCAN_MORE;
    case 0:
      field->start--;
      field->quoted = FALSE;
      field->doubled = FALSE;
      scan->odd = TRUE;
      if (!skip_plain (scan, at))
        return SCAN_MORE;
      field->end = *at;
      return SCAN_RECORD;
    default:
      return SCAN_RECORD;
    }
}

/* Finds the cells of the record at @scan->start. */
static ScanResult
scan_record (Scan *scan)
{
  gsize at = scan->start;

  if (at == scan->end)
    return scan->eof ? SCAN_END : SCAN_MORE;
  g_array_set_size (scan->fields, 0);
  scan->n_lines = 1;
  scan->odd = FALSE;
  for (;;)
    {
      Field field = { .start = at };

      if (at < scan->end && scan->data[at] == '"')
        {
          ScanResult result = scan_quoted (scan, &at, &field);

          if (result != SCAN_RECORD)
            return result;
        }
      else
        {
          if (!skip_plain (scan, &at))
            return SCAN_MORE;
          field.end = at;
        }
      if (scan->fields->len == MAX_CELLS)
        return SCAN_WIDE;
      g_array_append_val (scan->fields, field);
      if (at == scan->end || scan->data[at] != scan->delimiter)
        break;
      at++;
      if (at == scan->end && !scan->eof)
        return SCAN_MORE;
    }
  if (at < scan->end)
    {
      int n = line_end (scan, at);

      if (n < 0)
        return SCAN_MORE;
      scan->next = at + (gsize) n;
    }
  else if (scan->eof)
    scan->next = at;
  else
    return SCAN_MORE;
  for (guint i = 0; i < scan->fields->len; i++)
    {
      const Field *field = &g_array_index (scan->fields, Field, i);

      if (field->quoted || scan->odd)
        count_lines (scan, field->start, field->end);
    }
  return SCAN_RECORD;
}

static gboolean
is_blank_record (const Scan *scan)
{
  const Field *field = &g_array_index (scan->fields, Field, 0);

  return scan->fields->len == 1 && field->start == field->end && !field->quoted;
}

/* How well a delimiter fits: the share of records that have as many cells as most have, then the share
 * of cells that are more than text. */
static void
try_delimiter (const Scan *sample, char delimiter, double *share, double *typed)
{
  Scan scan = *sample;
  guint counts[64] = { 0 };
  guint n_records = 0;
  guint n_cells = 0;
  guint n_typed = 0;
  guint most = 2;

  scan.fields = g_array_new (FALSE, FALSE, sizeof (Field));
  set_delimiter (&scan, delimiter);
  while (n_records < SAMPLE_RECORDS && scan_record (&scan) == SCAN_RECORD)
    {
      scan.start = scan.next;
      if (is_blank_record (&scan))
        continue;
      n_records++;
      counts[MIN (scan.fields->len, G_N_ELEMENTS (counts) - 1)]++;
      n_cells += scan.fields->len;
      for (guint i = 0; i < scan.fields->len; i++)
        {
          const Field *field = &g_array_index (scan.fields, Field, i);
          AskSheetCell cell = { scan.data + field->start, (guint32) (field->end - field->start), ASK_SHEET_RAW };

          n_typed += field->start == field->end || ask_sheet_cell_read (&cell) != 0;
        }
    }
  for (guint i = 2; i < G_N_ELEMENTS (counts); i++)
    if (counts[i] > counts[most])
      most = i;
  /* Sentences have commas too, but most of them none. */
  *share = n_records > 0 && counts[most] >= counts[1] ? (double) counts[most] / n_records : 0;
  *typed = n_cells > 0 ? (double) n_typed / n_cells : 0;
  g_array_unref (scan.fields);
}

static char
guess_delimiter (const Scan *scan)
{
  static const char candidates[] = { '\t', ';', '|', ',' };
  Scan sample = *scan;
  char best = NO_DELIMITER;
  double best_share = 0;
  double best_typed = 0;

  if (sample.end - sample.start > SAMPLE_BYTES)
    {
      sample.end = sample.start + SAMPLE_BYTES;
      sample.eof = FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    {
      double share, typed;

      try_delimiter (&sample, candidates[i], &share, &typed);
      if (share > best_share + 0.01 || (share > 0 && share > best_share - 0.01 && typed > best_typed + 0.01))
        {
          best = candidates[i];
          best_share = share;
          best_typed = typed;
        }
    }
  return best;
}

/* Makes room, and reads more of the file behind what is there. */
static gboolean
fill (Delimited *self, GError **error)
{
  Scan *scan = &self->scan;
  gsize left = scan->end - scan->start;
  gssize n;

  memmove (scan->data, scan->data + scan->start, left);
  scan->start = 0;
  scan->end = left;
  if (left > self->size / 2)
    {
      if (self->size >= MAX_RECORD_BYTES)
        {
          ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                         N_ ("The record at line %llu is longer than %d MiB. Is a quote "
                             "missing there?"),
                         (unsigned long long) self->line, MAX_RECORD_BYTES / 2 / 1024 / 1024);
          return FALSE;
        }
      self->size *= 2;
      scan->data = g_realloc (scan->data, self->size);
    }
  n = ask_sheet_text_read (self->text, scan->data + scan->end, self->size - scan->end, error);
  if (n < 0)
    return FALSE;
  scan->end += (gsize) n;
  scan->eof = n == 0;
  return TRUE;
}

static gboolean
delimited_rewind (AskSheetReader *reader, GCancellable *cancellable, GError **error)
{
  Delimited *self = (Delimited *) reader;

  self->scan.start = 0;
  self->scan.end = 0;
  self->scan.eof = FALSE;
  self->line = 1;
  self->blanks = 0;
  self->n_odd = 0;
  self->wide = FALSE;
  if (!ask_sheet_text_rewind (self->text, error))
    return FALSE;
  /* All that may be looked at to find the delimiter, and no more. */
  do
    if (!fill (self, error))
      return FALSE;
  while (!self->scan.eof && self->scan.end < SAMPLE_BYTES);
  self->scan.start = self->skip;
  self->line += self->skip > 0;
  return TRUE;
}

static void
note_odd (Delimited *self)
{
  if (self->n_odd == 0 || self->noted)
    return;
  self->noted = TRUE;
  g_ptr_array_add (self->parent.notes,
                   g_strdup_printf ("%" G_GUINT64_FORMAT " cells have text behind a closing quote, the "
                                    "first at line %" G_GUINT64_FORMAT
                                    "; they were taken as they stand, quotes and all.",
                                    self->n_odd, self->first_odd));
}

static void
take_cells (Delimited *self)
{
  Scan *scan = &self->scan;

  g_array_set_size (self->cells, scan->fields->len);
  for (guint i = 0; i < scan->fields->len; i++)
    {
      const Field *field = &g_array_index (scan->fields, Field, i);
      AskSheetCell *cell = &g_array_index (self->cells, AskSheetCell, i);
      char *text = scan->data + field->start;
      gsize length = field->end - field->start;

      if (field->doubled)
        {
          gsize to = 0;

          for (gsize from = 0; from < length; from++)
            {
              text[to++] = text[from];
              from += text[from] == '"';
            }
          length = to;
        }
      cell->text = text;
      cell->length = (guint32) length;
      cell->kind = length > 0 ? ASK_SHEET_RAW : ASK_SHEET_EMPTY;
    }
}

static AskStep
fail_scan (Delimited *self, ScanResult result, GError **error)
{
  if (result == SCAN_OPEN)
    ask_error_set (
      error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
      N_ ("A quote in the record at line %llu does not close before the end of the file. Close it, or write it twice."),
      (unsigned long long) self->line);
  else
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                   N_ ("Line %llu has more than %d cells. Is “%c” what separates them? Tell "
                       "another one as the delimiter."),
                   (unsigned long long) self->line, MAX_CELLS, self->scan.delimiter);
  return ASK_STEP_FAILED;
}

static AskStep
delimited_next (AskSheetReader *reader, AskSheetRow *row, GCancellable *cancellable, GError **error)
{
  static const AskSheetCell nothing = { "", 0, ASK_SHEET_EMPTY };
  Delimited *self = (Delimited *) reader;
  Scan *scan = &self->scan;
  ScanResult result;

  for (;;)
    {
      while ((result = scan_record (scan)) == SCAN_MORE)
        if (g_cancellable_set_error_if_cancelled (cancellable, error) || !fill (self, error))
          return ASK_STEP_FAILED;
      if (result == SCAN_END)
        {
          note_odd (self);
          return ASK_STEP_DONE;
        }
      if (result != SCAN_RECORD)
        return fail_scan (self, result, error);
      self->wide = self->wide || scan->fields->len > 1;
      if (!is_blank_record (scan))
        break;
      /* In a file of one column it is a row without a value, unless nothing follows. */
      self->blanks++;
      self->line += scan->n_lines;
      scan->start = scan->next;
    }
  if (self->blanks > 0 && !self->wide)
    {
      self->blanks--;
      row->cells = &nothing;
      row->n_cells = 1;
      row->line = self->line - self->blanks - 1;
      return ASK_STEP_ROW;
    }
  self->blanks = 0;
  if (scan->odd)
    {
      if (self->n_odd++ == 0)
        self->first_odd = self->line;
    }
  take_cells (self);
  row->cells = (const AskSheetCell *) self->cells->data;
  row->n_cells = self->cells->len;
  row->line = self->line;
  self->line += scan->n_lines;
  scan->start = scan->next;
  return ASK_STEP_ROW;
}

static void
delimited_free (AskSheetReader *reader)
{
  Delimited *self = (Delimited *) reader;

  g_clear_pointer (&self->text, ask_sheet_text_free);
  g_free (self->scan.data);
  g_clear_pointer (&self->scan.fields, g_array_unref);
  g_clear_pointer (&self->cells, g_array_unref);
  g_clear_pointer (&self->parent.notes, g_ptr_array_unref);
  g_free (self->parent.name);
  g_free (self);
}

/* "sep=;" as the first line, which Excel writes and reads. */
static char
read_separator_line (Delimited *self)
{
  Scan *scan = &self->scan;
  gsize at = 5;
  int n;

  if (scan->end < 6 || g_ascii_strncasecmp (scan->data, "sep=", 4) != 0)
    return '\0';
  if (at < scan->end && (n = line_end (scan, at)) > 0 && scan->data[4] != '\r' && scan->data[4] != '\n'
      && scan->data[4] != '"')
    {
      self->skip = at + (gsize) n;
      return scan->data[4];
    }
  return '\0';
}

/**
 * ask_sheet_delimited_new:
 * @fd: of a regular file; borrowed
 * @name: what the table is called
 * @delimiter: between cells, an ASCII character; NUL to have it recognised among , ; tab |
 * @encoding: (nullable): %NULL to have it recognised
 * @error: %ASK_SOURCE_ERROR_MALFORMED, %ASK_SOURCE_ERROR_CONFIG, %ASK_SOURCE_ERROR_UNREACHABLE or
 *   %G_IO_ERROR_CANCELLED
 *
 * Reads all of the file once, for its encoding. Blocks.
 *
 * Returns: (transfer full): a reader at the first record
 */
AskSheetReader *
ask_sheet_delimited_new (int fd, const char *name, char delimiter, const char *encoding, GCancellable *cancellable,
                         GError **error)
{
  Delimited *self = g_new0 (Delimited, 1);
  g_autoptr (AskSheetReader) owned = &self->parent;
  Scan *scan = &self->scan;
  char told;

  self->parent.name = g_strdup (name);
  self->parent.by_line = TRUE;
  self->parent.notes = g_ptr_array_new_with_free_func (g_free);
  self->parent.rewind = delimited_rewind;
  self->parent.next = delimited_next;
  self->parent.free = delimited_free;
  self->size = BUFFER_BYTES;
  scan->data = g_malloc (self->size);
  scan->fields = g_array_new (FALSE, FALSE, sizeof (Field));
  self->cells = g_array_new (FALSE, FALSE, sizeof (AskSheetCell));
  self->text = ask_sheet_text_new (fd, encoding, cancellable, error);
  if (self->text == NULL || !delimited_rewind (owned, cancellable, error))
    return NULL;
  if (ask_sheet_text_get_guessed (self->text))
    g_ptr_array_add (self->parent.notes, g_strdup_printf ("The file is not UTF-8 and was read as %s. If letters look "
                                                          "wrong, tell its encoding.",
                                                          ask_sheet_text_get_encoding (self->text)));
  told = read_separator_line (self);
  scan->start = self->skip;
  if (delimiter == '\0')
    delimiter = told != '\0' ? told : guess_delimiter (scan);
  set_delimiter (scan, delimiter);
  self->line += self->skip > 0;
  return g_steal_pointer (&owned);
}

/**
 * ask_sheet_delimited_get_delimiter:
 * @reader: made by ask_sheet_delimited_new()
 *
 * Returns: what stands between the cells; NUL in a file of one column
 */
char
ask_sheet_delimited_get_delimiter (AskSheetReader *reader)
{
  char delimiter = ((Delimited *) reader)->scan.delimiter;

  return delimiter != NO_DELIMITER ? delimiter : '\0';
}

/**
 * ask_sheet_delimited_get_encoding:
 * @reader: made by ask_sheet_delimited_new()
 * @guessed: (out): whether nothing says that it is in that encoding
 *
 * Returns: (transfer none): what the file is in, as iconv names it
 */
const char *
ask_sheet_delimited_get_encoding (AskSheetReader *reader, gboolean *guessed)
{
  AskSheetText *text = ((Delimited *) reader)->text;

  *guessed = ask_sheet_text_get_guessed (text);
  return ask_sheet_text_get_encoding (text);
}
