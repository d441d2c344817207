/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A zip file as it is made: what is written goes on to the disk, so a large sheet takes no memory. The same members give
 * the same bytes, wherever and whenever: no time is written. Sizes follow the members, in 32 bits, since Excel refuses
 * those of 64; a member that is larger is an error.
 */
#include "config.h"

#include "table/ask-workbook-private.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "base/ask-file-writer.h"
#include "table/ask-table-error.h"

/* Below 4 GiB with room for a portion. */
#define MAX_MEMBER_BYTES (G_GUINT64_CONSTANT (4) << 30)

/* @fault: what the disk said, where writing failed
 * @discards: nothing is written any more */
struct _AskWorkbookZip
{
  AskFileWriter *file;
  struct archive *archive;
  GCancellable *cancellable;
  GError *fault;
  guint64 bytes;
  gboolean discards;
};

/* libarchive is never told of a failure: an archive that failed does not let go of what compresses (3.6). */
static la_ssize_t
write_bytes (struct archive *archive, void *data, const void *bytes, size_t n)
{
  AskWorkbookZip *self = data;

  if (!self->discards && !ask_file_writer_append (self->file, bytes, n, self->cancellable, &self->fault))
    self->discards = TRUE;
  return (la_ssize_t) n;
}

static gboolean
failed (AskWorkbookZip *self, GError **error)
{
  if (self->fault != NULL)
    g_propagate_error (error, g_steal_pointer (&self->fault));
  else
    ask_error_set (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_WRITE, N_ ("The workbook cannot be written: %s."),
                   archive_error_string (self->archive));
  return FALSE;
}

/**
 * ask_workbook_zip_new:
 * @path: the file, replaced when all of it is written; - is standard output
 * @cancellable: (nullable): asked at each portion
 * @error: ASK_TABLE_ERROR or G_IO_ERROR
 *
 * Returns: (transfer full) (nullable): a zip file without members
 */
AskWorkbookZip *
ask_workbook_zip_new (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskWorkbookZip) self = g_new0 (AskWorkbookZip, 1);

  self->cancellable = cancellable;
  self->file = ask_file_writer_new (path, cancellable, error);
  if (self->file == NULL)
    return NULL;
  self->archive = archive_write_new ();
  if (archive_write_set_format_zip (self->archive) != ARCHIVE_OK
      || archive_write_set_format_option (self->archive, "zip", "zip64", NULL) != ARCHIVE_OK
      || archive_write_set_bytes_per_block (self->archive, 65536) != ARCHIVE_OK
      || archive_write_set_bytes_in_last_block (self->archive, 1) != ARCHIVE_OK
      || archive_write_open (self->archive, self, NULL, write_bytes, NULL) != ARCHIVE_OK)
    {
      failed (self, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/** ask_workbook_zip_free: without ask_workbook_zip_finish() the file stays as it was */
void
ask_workbook_zip_free (AskWorkbookZip *self)
{
  if (self == NULL)
    return;
  /* Freeing writes the end, of a file that nobody wants. */
  self->discards = TRUE;
  if (self->archive != NULL)
    archive_write_free (self->archive);
  g_clear_pointer (&self->file, ask_file_writer_free);
  g_clear_error (&self->fault);
  g_free (self);
}

/** ask_workbook_zip_begin: @name: of the next member, which gets what is appended from here on. Returns: %FALSE with @error */
gboolean
ask_workbook_zip_begin (AskWorkbookZip *self, const char *name, GError **error)
{
  struct archive_entry *entry = archive_entry_new ();
  int done;

  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  done = archive_write_header (self->archive, entry);
  archive_entry_free (entry);
  self->bytes = 0;
  return (done == ARCHIVE_OK && !self->discards) || failed (self, error);
}

/** ask_workbook_zip_append: @text: added to the member. Returns: %FALSE with @error */
gboolean
ask_workbook_zip_append (AskWorkbookZip *self, const GString *text, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  self->bytes += text->len;
  if (self->bytes >= MAX_MEMBER_BYTES)
    {
      ask_error_set (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_LARGE,
                     N_ ("A sheet of a workbook holds 4 GB, and these rows are more. Save them as CSV."));
      return FALSE;
    }
  if (text->len > 0 && archive_write_data (self->archive, text->str, text->len) != (la_ssize_t) text->len)
    return failed (self, error);
  return !self->discards || failed (self, error);
}

/** ask_workbook_zip_finish: puts the file in its place. Returns: %FALSE with @error */
gboolean
ask_workbook_zip_finish (AskWorkbookZip *self, GError **error)
{
  if (archive_write_close (self->archive) != ARCHIVE_OK || self->discards)
    return failed (self, error);
  return ask_file_writer_finish (self->file, error);
}
