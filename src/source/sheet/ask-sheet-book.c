/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What kind of file it is, by its first bytes and not by its name. What cannot be read is told apart, so
 * that people know what to do with it.
 */
#include "config.h"

#include "source/sheet/ask-sheet-book.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "source/sheet/ask-sheet-delimited.h"
#include "source/sheet/ask-sheet-ods.h"
#include "source/sheet/ask-sheet-xlsx.h"
#include "source/sheet/ask-sheet-zip.h"

/** ask_sheet_book_free: frees @self and its readers */
void
ask_sheet_book_free (AskSheetBook *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->sheets, g_ptr_array_unref);
  g_clear_pointer (&self->readers, g_ptr_array_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_free (self);
}

static gboolean
refuse (const char *what, GError **error)
{
  ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE, what);
  return FALSE;
}

/* Old Excel files, and new ones with a password, lie in the same container. */
static gboolean
refuse_compound (int fd, GError **error)
{
  static const char mark[] = "E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e";
  g_autofree char *bytes = g_malloc (65536);
  gssize n = pread (fd, bytes, 65536, 0);
  gboolean encrypted = n > 0 && memmem (bytes, (gsize) n, mark, sizeof mark - 1) != NULL;
  goffset end = lseek (fd, 0, SEEK_END);

  /* The directory may stand anywhere; at the end, where it is not at the beginning. */
  if (!encrypted && end > 65536)
    {
      n = pread (fd, bytes, 65536, end - 65536);
      encrypted = n > 0 && memmem (bytes, (gsize) n, mark, sizeof mark - 1) != NULL;
    }
  return refuse (encrypted ? N_ ("The file is protected with a password. Open it in its program, save it "
                                 "without one as .xlsx, and add that.")
                           : N_ ("The file is of the old Excel format (.xls). Open it in a spreadsheet "
                                 "program and save it as .xlsx, and add that."),
                 error);
}

/* Many programs write HTML or XML into what they call .xls. */
static gboolean
is_markup (const guint8 *head, gssize n)
{
  static const char *const marks[] = { "<?xml", "<html", "<!doctype", "<table", "<meta" };

  if (n >= 3 && memcmp (head, "\xEF\xBB\xBF", 3) == 0)
    {
      head += 3;
      n -= 3;
    }
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (n >= (gssize) strlen (marks[i]) && g_ascii_strncasecmp ((const char *) head, marks[i], strlen (marks[i])) == 0)
      return TRUE;
  return FALSE;
}

static char *
name_from_path (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = g_utf8_make_valid (base, -1);
  char *dot = strrchr (name, '.');

  if (dot != NULL && dot != name)
    *dot = '\0';
  return g_steal_pointer (&name);
}

/* What programs call the only sheet when nobody names it says less than the file's name. */
static gboolean
is_default_name (const char *name)
{
  static const char *const words[]
    = { "sheet", "tabelle", "feuil", "feuille", "hoja",     "foglio", "blad",  "planilha",
        "plan",  "arkusz",  "ark",   "list",    "taulukko", "лист",   "シート" };
  g_autofree char *folded = g_utf8_casefold (name, -1);
  gsize n = strlen (folded);

  while (n > 0 && g_ascii_isdigit (folded[n - 1]))
    n--;
  folded[n] = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (folded, words[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
choose_sheet (AskSheetBook *self, const char *wanted, GError **error)
{
  g_autofree char *folded = g_utf8_casefold (wanted, -1);
  g_autoptr (GString) names = g_string_new (NULL);
  AskSheetReader *found = NULL;

  for (guint i = 0; i < self->readers->len; i++)
    {
      AskSheetReader *reader = self->readers->pdata[i];
      g_autofree char *name = g_utf8_casefold (reader->name, -1);

      if (found == NULL && strcmp (name, folded) == 0)
        found = g_ptr_array_steal_index (self->readers, i);
      if (found != NULL)
        break;
      if (i < 20)
        g_string_append_printf (names, "%s“%s”", i > 0 ? ", " : "", reader->name);
    }
  if (found == NULL)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                     N_ ("There is no sheet “%s” in the file; there is %s."), wanted, names->str);
      return FALSE;
    }
  g_ptr_array_set_size (self->readers, 0);
  g_ptr_array_add (self->readers, found);
  return TRUE;
}

static void
leave_out_hidden (AskSheetBook *self)
{
  for (guint i = 0; i < self->readers->len;)
    {
      AskSheetReader *reader = self->readers->pdata[i];

      if (reader->hidden)
        {
          g_ptr_array_add (self->notes, g_strdup_printf ("The sheet “%s” is hidden and was left out.", reader->name));
          g_ptr_array_remove_index (self->readers, i);
        }
      else
        i++;
    }
}

static gboolean
open_zip (AskSheetBook *self, int fd, const char *name, const AskSheetOptions *options, GCancellable *cancellable,
          GError **error)
{
  gboolean xlsx, ods;

  if (options->delimiter != '\0' || options->encoding != NULL)
    {
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                             N_ ("The file is no text file, so it has no delimiter and no encoding. Leave them "
                                 "out."));
      return FALSE;
    }
  if (!ask_sheet_zip_has (fd, "_rels/.rels", &xlsx, error) || !ask_sheet_zip_has (fd, "content.xml", &ods, error))
    return FALSE;
  if (xlsx && !ask_sheet_xlsx_open (fd, self->readers, cancellable, error))
    return FALSE;
  if (!xlsx && ods && !ask_sheet_ods_open (fd, self->readers, cancellable, error))
    return FALSE;
  if (!xlsx && !ods)
    return refuse (N_ ("The file is a zip file and no spreadsheet. AskData reads CSV, TSV, .xlsx and .ods "
                       "files."),
                   error);
  for (guint i = 0; i < self->readers->len; i++)
    g_ptr_array_add (self->sheets, g_strdup (((AskSheetReader *) self->readers->pdata[i])->name));
  if (options->sheet == NULL)
    leave_out_hidden (self);
  else if (!choose_sheet (self, options->sheet, error))
    return FALSE;
  if (self->readers->len == 0)
    return refuse (N_ ("All sheets of the file are hidden. Name the one to read, or show it."), error);
  if (self->readers->len == 1)
    {
      AskSheetReader *only = self->readers->pdata[0];

      if (is_default_name (only->name))
        {
          g_free (only->name);
          only->name = g_strdup (name);
        }
    }
  return TRUE;
}

/**
 * ask_sheet_book_open:
 * @fd: of a regular file; must stay open as long as the book
 * @path: of that file, for its name
 * @error: %ASK_SOURCE_ERROR_NOT_A_DATABASE where it is no spreadsheet, %ASK_SOURCE_ERROR_MALFORMED,
 *   %ASK_SOURCE_ERROR_LIMIT, %ASK_SOURCE_ERROR_CONFIG, %ASK_SOURCE_ERROR_UNREACHABLE or
 *   %G_IO_ERROR_CANCELLED
 *
 * Sheets that are hidden are left out with a note, unless @options names one.
 *
 * Returns: (transfer full): its sheets
 */
AskSheetBook *
ask_sheet_book_open (int fd, const char *path, const AskSheetOptions *options, GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (AskSheetBook) self = g_new0 (AskSheetBook, 1);
  g_autofree char *name = name_from_path (path);
  guint8 head[16];
  gssize n = pread (fd, head, sizeof head, 0);
  AskSheetReader *reader;

  self->sheets = g_ptr_array_new_with_free_func (g_free);
  self->readers = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_sheet_reader_free);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  if (n == 0)
    {
      refuse (N_ ("The file is empty."), error);
      return NULL;
    }
  if (n >= 8 && memcmp (head, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8) == 0)
    {
      refuse_compound (fd, error);
      return NULL;
    }
  if (n >= 15 && memcmp (head, "SQLite format 3", 15) == 0)
    {
      refuse (N_ ("The file is a SQLite database. Add it as one."), error);
      return NULL;
    }
  if ((n >= 2 && memcmp (head, "\x1F\x8B", 2) == 0) || (n >= 4 && memcmp (head, "PAR1", 4) == 0)
      || (n >= 5 && memcmp (head, "%PDF-", 5) == 0))
    {
      refuse (N_ ("The file is no text and no spreadsheet. AskData reads CSV, TSV, .xlsx and .ods files."), error);
      return NULL;
    }
  if (n >= 4 && (memcmp (head, "PK\3\4", 4) == 0 || memcmp (head, "PK\5\6", 4) == 0))
    return open_zip (self, fd, name, options, cancellable, error) ? g_steal_pointer (&self) : NULL;
  if (is_markup (head, n))
    {
      refuse (N_ ("The file is XML or HTML, whatever its name says. Open it in a spreadsheet program and save it "
                  "as .xlsx, and add that."),
              error);
      return NULL;
    }
  if (options->sheet != NULL)
    {
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                             N_ ("A text file has no sheets to choose from. Leave the sheet out."));
      return NULL;
    }
  reader = ask_sheet_delimited_new (fd, name, options->delimiter, options->encoding, cancellable, error);
  if (reader == NULL)
    return NULL;
  self->delimited = TRUE;
  g_ptr_array_add (self->readers, reader);
  return g_steal_pointer (&self);
}
