/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Zip through libarchive, by the directory at the file's end, so that a file that was cut is refused. What
 * unpacks to far more than the file itself is an attack and no spreadsheet: it ends with an error long
 * before memory or disk do. Nothing is ever written to disk here.
 */
#include "config.h"

#include "source/sheet/ask-sheet-zip.h"

#include "base/ask-error.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "source/ask-source.h"

#define BLOCK_BYTES (64 * 1024)
#define MAX_ENTRIES 100000

/* Sheets that say the same in every row come to a hundred times. */
#define MAX_RATIO 400
#define FREE_BYTES (64 * 1024 * 1024)
#define MAX_BYTES (G_GINT64_CONSTANT (8) * 1024 * 1024 * 1024)

struct _AskSheetMember
{
  struct archive *archive;
  int fd;
  goffset at;
  goffset end;
  gint64 n_read;
  char *name;
  guint8 block[BLOCK_BYTES];
};

static la_ssize_t
on_read (struct archive *archive, void *data, const void **buffer)
{
  AskSheetMember *self = data;
  gssize n;

  do
    n = pread (self->fd, self->block, BLOCK_BYTES, self->at);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    {
      archive_set_error (archive, errno, "%s", g_strerror (errno));
      return ARCHIVE_FATAL;
    }
  self->at += n;
  *buffer = self->block;
  return n;
}

static la_int64_t
on_seek (struct archive *archive, void *data, la_int64_t offset, int whence)
{
  AskSheetMember *self = data;
  la_int64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? self->at : self->end;

  if (offset > self->end - from || offset < -from)
    {
      archive_set_error (archive, EINVAL, "a place outside of the file");
      return ARCHIVE_FATAL;
    }
  self->at = from + offset;
  return self->at;
}

static la_int64_t
on_skip (struct archive *archive, void *data, la_int64_t n)
{
  AskSheetMember *self = data;
  la_int64_t skipped = CLAMP (n, 0, self->end - self->at);

  self->at += skipped;
  return skipped;
}

/** ask_sheet_member_free: frees @self; the file stays open */
void
ask_sheet_member_free (AskSheetMember *self)
{
  if (self == NULL)
    return;
  if (self->archive != NULL)
    archive_read_free (self->archive);
  g_free (self->name);
  g_free (self);
}

static gboolean
fail (AskSheetMember *self, GError **error)
{
  const char *words = archive_error_string (self->archive);

  if (words != NULL && (strstr (words, "ncrypt") != NULL || strstr (words, "assphrase") != NULL))
    ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE,
                           N_ ("The file is protected with a password. Open it in its program, save it without "
                               "one, and add that."));
  else
    {
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                             N_ ("The file is damaged or was cut"));
      if (words != NULL)
        ask_error_append (error, " (%s)", words);
      ask_error_append (error, N_ (". Save the file again, or fetch it anew."));
    }
  return FALSE;
}

static AskSheetMember *
open_zip (int fd, GError **error)
{
  AskSheetMember *self = g_new0 (AskSheetMember, 1);

  self->fd = fd;
  self->end = lseek (fd, 0, SEEK_END);
  self->archive = archive_read_new ();
  archive_read_support_format_zip_seekable (self->archive);
  archive_read_set_read_callback (self->archive, on_read);
  archive_read_set_seek_callback (self->archive, on_seek);
  archive_read_set_skip_callback (self->archive, on_skip);
  archive_read_set_callback_data (self->archive, self);
  if (archive_read_open1 (self->archive) == ARCHIVE_OK)
    return self;
  fail (self, error);
  ask_sheet_member_free (self);
  return NULL;
}

static gboolean
is_named (const char *entry, const char *name)
{
  while (entry != NULL && *entry == '/')
    entry++;
  return entry != NULL && g_ascii_strcasecmp (entry, name) == 0;
}

/* @found: (out): whether there is one; it is the next to be read then */
static gboolean
seek_entry (AskSheetMember *self, const char *name, gboolean *found, GError **error)
{
  struct archive_entry *entry;
  int code = ARCHIVE_OK;

  *found = FALSE;
  for (guint i = 0; i < MAX_ENTRIES; i++)
    {
      code = archive_read_next_header (self->archive, &entry);
      if (code == ARCHIVE_EOF)
        return TRUE;
      if (code != ARCHIVE_OK && code != ARCHIVE_WARN)
        return fail (self, error);
      if (!is_named (archive_entry_pathname (entry), name))
        continue;
      if (archive_entry_is_encrypted (entry))
        {
          archive_set_error (self->archive, EINVAL, "Encrypted");
          return fail (self, error);
        }
      *found = TRUE;
      return TRUE;
    }
  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                 N_ ("The file holds more than %d parts, which no good file does."), MAX_ENTRIES);
  return FALSE;
}

/**
 * ask_sheet_zip_has:
 * @fd: of a regular file; left open
 * @name: of a member, whatever the case
 * @has: (out): whether there is one; holds where %TRUE is returned
 * @error: %ASK_SOURCE_ERROR_MALFORMED, %ASK_SOURCE_ERROR_NOT_A_DATABASE or %ASK_SOURCE_ERROR_LIMIT
 *
 * Returns: whether that could be told
 */
gboolean
ask_sheet_zip_has (int fd, const char *name, gboolean *has, GError **error)
{
  g_autoptr (AskSheetMember) self = open_zip (fd, error);

  return self != NULL && seek_entry (self, name, has, error);
}

/**
 * ask_sheet_member_open:
 * @fd: of a regular file; must stay open
 * @name: of a member, whatever the case
 * @error: %ASK_SOURCE_ERROR_MALFORMED, also where there is none of that name;
 *   %ASK_SOURCE_ERROR_NOT_A_DATABASE for a password; %ASK_SOURCE_ERROR_LIMIT
 *
 * Returns: (transfer full): the member at its beginning
 */
AskSheetMember *
ask_sheet_member_open (int fd, const char *name, GError **error)
{
  g_autoptr (AskSheetMember) self = open_zip (fd, error);
  gboolean found;

  if (self == NULL || !seek_entry (self, name, &found, error))
    return NULL;
  if (!found)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                     N_ ("The file lacks its part %s. Save it again, or fetch it anew."), name);
      return NULL;
    }
  self->name = g_strdup (name);
  return g_steal_pointer (&self);
}

/**
 * ask_sheet_member_read:
 * @buffer: (out caller-allocates) (array length=size): gets what comes next, unpacked
 * @size: in bytes
 * @error: %ASK_SOURCE_ERROR_MALFORMED or %ASK_SOURCE_ERROR_LIMIT
 *
 * Returns: how many bytes are in @buffer now, 0 at the end, -1 with @error
 */
gssize
ask_sheet_member_read (AskSheetMember *self, char *buffer, gsize size, GError **error)
{
  la_ssize_t n = archive_read_data (self->archive, buffer, size);

  /* A check sum that is wrong is a warning to libarchive. */
  if (n < 0)
    {
      fail (self, error);
      return -1;
    }
  self->n_read += n;
  if (self->n_read > MAX_BYTES || (self->n_read > FREE_BYTES && self->n_read / MAX_RATIO > self->end))
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                     N_ ("The part %s of the file unpacks to more than %d times the file, which no good file "
                         "does. It was not read."),
                     self->name, MAX_RATIO);
      return -1;
    }
  return n;
}
