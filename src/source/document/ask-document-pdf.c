/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * PDF through askdata-pdf, a process for each file: what a hostile file does to a PDF library it does to that process,
 * which has its limits of memory and time. Nothing is taken from it but text.
 */
#include "config.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/ask-error.h"
#include "source/ask-source.h"
#include "source/document/ask-document-pdf-program.h"
#include "source/document/ask-document-readers.h"

static char *
dup_program (void)
{
  const char *own = g_getenv ("ASKDATA_LIBEXEC_DIR");

  return g_build_filename (own != NULL ? own : ASK_LIBEXEC_DIR, "askdata-pdf", NULL);
}

/* Joins what was divided at the end of a line: "Kündi-\ngung". */
static void
join_lines (GString *page)
{
  gsize to = 0;

  for (gsize i = 0; i < page->len; i++)
    {
      const gboolean divided = page->str[i] == '-' && i > 0 && i + 2 < page->len && page->str[i + 1] == '\n'
                               && g_unichar_islower (g_utf8_get_char (page->str + i + 2))
                               && g_unichar_isalpha (g_utf8_get_char (g_utf8_prev_char (page->str + i)));

      if (divided)
        i++;
      else
        page->str[to++] = page->str[i];
    }
  g_string_truncate (page, to);
}

/* Reads "P 3 1200\n" and such lines, and the bytes behind them. Returns: whether more follows */
static gboolean
take_item (AskDocument *document, GDataInputStream *stream, GCancellable *cancellable, GError **error)
{
  gsize n_line, n;
  g_autofree char *line = g_data_input_stream_read_line (stream, &n_line, cancellable, error);
  g_autoptr (GString) bytes = NULL;
  char *end = NULL;
  guint64 number, length;

  if (line == NULL || n_line < 3)
    return FALSE;
  number = g_ascii_strtoull (line + 2, &end, 10);
  length = g_ascii_strtoull (end, NULL, 10);
  if (length > ASK_DOCUMENT_MAX_TEXT)
    length = ASK_DOCUMENT_MAX_TEXT;
  bytes = g_string_sized_new (length);
  g_string_set_size (bytes, length);
  if (!g_input_stream_read_all (G_INPUT_STREAM (stream), bytes->str, length, &n, cancellable, error) || n < length)
    return FALSE;
  switch (line[0])
    {
    case 'T':
      ask_document_take_field (&document->title, g_strdup (bytes->str));
      return TRUE;
    case 'A':
      ask_document_take_field (&document->author, g_strdup (bytes->str));
      return TRUE;
    case 'D':
      ask_document_take_changed (document, g_date_time_new_from_unix_utc ((gint64) number));
      return TRUE;
    case 'N':
      document->pages = (guint) MIN (number, G_MAXINT);
      return TRUE;
    case 'P':
      if (g_utf8_validate_len (bytes->str, bytes->len, NULL))
        join_lines (bytes);
      return ask_document_add (document, 0, (guint) number, bytes->str, (gssize) bytes->len);
    default:
      return FALSE;
    }
}

/* @code: of the process; -1 where a signal ended it */
static gboolean
judge (const AskDocument *document, int code, GError **error)
{
  if (code == ASK_PDF_READ || document->full)
    return TRUE;
  if (code == ASK_PDF_LOCKED)
    ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE,
                           N_ ("It is protected with a password. Save it without one."));
  else if (code == ASK_PDF_BROKEN)
    ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                           N_ ("It is damaged, or no PDF. Save it again, or fetch it anew."));
  else
    ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                           N_ ("Reading it took more memory or time than one file may have, or failed; the rest of its "
                               "text is left out."));
  return FALSE;
}

/**
 * ask_document_read_pdf:
 * @document: takes what is found
 * @file: PDF
 * @error: %ASK_SOURCE_ERROR_NOT_A_DATABASE for a password, %ASK_SOURCE_ERROR_MALFORMED, %ASK_SOURCE_ERROR_LIMIT,
 *   %ASK_SOURCE_ERROR_CONFIG where the program is not there, or %G_IO_ERROR_CANCELLED
 *
 * Returns: whether all of it was read
 */
gboolean
ask_document_read_pdf (AskDocument *document, const AskDocumentFile *file, GCancellable *cancellable, GError **error)
{
  g_autofree char *program = dup_program ();
  g_autoptr (GSubprocessLauncher) launcher
    = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GDataInputStream) stream = NULL;
  g_autoptr (GError) local = NULL;

  g_subprocess_launcher_take_stdin_fd (launcher, fcntl (file->fd, F_DUPFD_CLOEXEC, 3));
  process = g_subprocess_launcher_spawn (launcher, &local, program, NULL);
  if (process == NULL)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                     N_ ("PDF is read by the program %s, which cannot be started (%s). Install AskData anew."), program,
                     local->message);
      return FALSE;
    }
  stream = g_data_input_stream_new (g_subprocess_get_stdout_pipe (process));
  while (take_item (document, stream, cancellable, &local))
    ;
  if (local != NULL || document->full)
    g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, NULL);
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  return judge (document, g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process) : -1, error);
}
