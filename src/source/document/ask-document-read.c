/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which reader a file gets: by its name, but by its first bytes where they say something else. A file of which only a
 * part could be read is a document with a note.
 */
#include "config.h"

#include "source/document/ask-document-read.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ask-error.h"
#include "source/ask-source.h"
#include "source/document/ask-document-readers.h"

static const struct
{
  const char *ending;
  AskDocumentReader read;
} readers[] = {
  { ".txt", ask_document_read_plain },   { ".text", ask_document_read_plain },
  { ".md", ask_document_read_markdown }, { ".markdown", ask_document_read_markdown },
  { ".html", ask_document_read_html },   { ".htm", ask_document_read_html },
  { ".xhtml", ask_document_read_html },  { ".pdf", ask_document_read_pdf },
  { ".docx", ask_document_read_docx },   { ".docm", ask_document_read_docx },
  { ".odt", ask_document_read_odt },     { ".eml", ask_document_read_mail },
};

static AskDocumentReader
find_reader (const char *path)
{
  const char *dot = strrchr (path, '.');

  for (guint i = 0; dot != NULL && i < G_N_ELEMENTS (readers); i++)
    if (g_ascii_strcasecmp (dot, readers[i].ending) == 0)
      return readers[i].read;
  return NULL;
}

/**
 * ask_document_is_read:
 * @path: of a file
 *
 * Returns: whether files of such a name are read
 */
gboolean
ask_document_is_read (const char *path)
{
  return find_reader (path) != NULL;
}

static gboolean
fail_open (const char *path, GError **error)
{
  ask_error_set (error, ASK_SOURCE_ERROR, errno == EACCES ? ASK_SOURCE_ERROR_DENIED : ASK_SOURCE_ERROR_UNREACHABLE,
                 N_ ("It could not be opened: %s."), g_strerror (errno));
  return FALSE;
}

static gboolean
load (AskDocumentFile *file, GCancellable *cancellable, GError **error)
{
  struct stat info;
  guint8 *bytes;
  gsize n = 0;

  if (fstat (file->fd, &info) != 0)
    return fail_open (file->path, error);
  if (!S_ISREG (info.st_mode) || info.st_size > ASK_DOCUMENT_MAX_FILE)
    {
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                             S_ISREG (info.st_mode)
                               ? N_ ("It is larger than 256 MiB, and was not read. Divide it, or leave it out.")
                               : N_ ("It is no regular file, and was not read."));
      return FALSE;
    }
  bytes = g_malloc ((gsize) info.st_size + 1);
  while (n < (gsize) info.st_size && !g_cancellable_is_cancelled (cancellable))
    {
      const gssize got = pread (file->fd, bytes + n, MIN ((gsize) info.st_size - n, 1 << 22), (off_t) n);

      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        {
          g_free (bytes);
          return fail_open (file->path, error);
        }
      if (got == 0)
        break;
      n += (gsize) got;
    }
  file->bytes = g_bytes_new_take (bytes, n);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/**
 * ask_document_read:
 * @path: of a file
 * @digest: (out) (optional) (transfer full): of its bytes; %NULL where they could not be read
 * @error: %G_IO_ERROR_CANCELLED only
 *
 * Blocks. Whatever else is wrong with the file is a note of the document.
 *
 * Returns: (transfer full): what could be read of it
 */
AskDocument *
ask_document_read (const char *path, char **digest, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskDocument) document = ask_document_new ();
  g_autoptr (GError) local = NULL;
  AskDocumentReader read = find_reader (path);
  AskDocumentFile file = { path, open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW), NULL };
  gboolean good;

  if (digest != NULL)
    *digest = NULL;
  good = file.fd >= 0 ? load (&file, cancellable, &local) : fail_open (path, &local);
  if (good && digest != NULL)
    *digest = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, file.bytes);
  if (good && g_bytes_get_size (file.bytes) >= 5 && memcmp (g_bytes_get_data (file.bytes, NULL), "%PDF-", 5) == 0)
    read = ask_document_read_pdf;
  if (good && read != NULL)
    good = read (document, &file, cancellable, &local);
  g_clear_pointer (&file.bytes, g_bytes_unref);
  if (file.fd >= 0)
    close (file.fd);
  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  if (local != NULL)
    ask_document_add_note (document, local->message);
  else if (document->blocks->len == 0)
    ask_document_add_note (document, N_ ("There is no text in it."));
  return g_steal_pointer (&document);
}
