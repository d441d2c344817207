/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * PDF through askdata-pdf, a process for each file: what a hostile file does to a PDF library it does to that process,
 * which has its limits of memory and time. Nothing is taken from it but text.
 */
#include "config.h"

#include <fcntl.h>
#include <glib/gi18n.h>

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
  ask_document_take_pdf_items (document, g_subprocess_get_stdout_pipe (process), cancellable, &local);
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
