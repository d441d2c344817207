/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one way in which a file that a person named is written. A regular file is replaced as a whole when all of it
 * is on the disk, so a full disk never leaves half a file where a good one was. A symbolic link stays, and what it
 * points to is written. A pipe, a terminal or another device is written into and never replaced.
 */
#include "config.h"

#include "base/ask-file-writer.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As many as Linux follows. */
#define MAX_LINKS 40

/* What a pipe that says it is ready takes without blocking. */
#define CHUNK 4096

/* How often a cancellable is looked at while nobody reads. */
#define WAIT_MS 20

/**
 * AskFileWriter:
 * @path: as it was given, for sentences
 * @target: (nullable): the file that is replaced at the end; %NULL where @fd is written into
 * @draft: (nullable): what is renamed to @target; %NULL once it is
 */
struct _AskFileWriter
{
  char *path;
  char *target;
  char *draft;
  int fd;
};

static gboolean
failed (const char *path, int code, GError **error)
{
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "%s cannot be written: %s. Choose another place.",
               strcmp (path, "-") == 0 ? "Standard output" : path, g_strerror (code));
  return FALSE;
}

/* Returns: whether @path is one of this process's own open files, as /dev/stdout is behind its links */
static gboolean
is_own_file (const char *path, int *fd)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *own = g_strdup_printf ("/proc/%ld/fd", (long) getpid ());
  char *real = realpath (folder, NULL);
  gboolean found = real != NULL && strcmp (real, own) == 0;
  gint64 number;

  free (real);
  if (!found || !g_ascii_string_to_signed (name, 10, 0, G_MAXINT, &number, NULL))
    return FALSE;
  *fd = (int) number;
  return TRUE;
}

/* Follows links by hand, since what the last one points to may not be there yet.
 * Returns: (transfer full) (nullable): what is to be written; %NULL where @fd is it, or with @error */
static char *
follow (const char *path, int *fd, GError **error)
{
  g_autofree char *at = g_strdup (path);

  for (guint i = 0; i < MAX_LINKS; i++)
    {
      g_autofree char *folder = NULL;
      g_autofree char *next = NULL;
      struct stat info;
      int own;

      if (lstat (at, &info) != 0 || !S_ISLNK (info.st_mode))
        return g_steal_pointer (&at);
      if (is_own_file (at, &own))
        {
          *fd = fcntl (own, F_DUPFD_CLOEXEC, 3);
          if (*fd < 0)
            failed (path, errno, error);
          return NULL;
        }
      next = g_file_read_link (at, error);
      if (next == NULL)
        return NULL;
      folder = g_path_get_dirname (at);
      g_free (at);
      at = g_path_is_absolute (next) ? g_steal_pointer (&next) : g_build_filename (folder, next, NULL);
    }
  failed (path, ELOOP, error);
  return NULL;
}

/* A pipe opens for writing once somebody reads it. Who gives no cancellable could not be freed from waiting. */
static int
open_special (const char *path, GCancellable *cancellable, GError **error)
{
  for (;;)
    {
      int fd = open (path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

      if (fd >= 0)
        return fd;
      if (errno == ENXIO && cancellable == NULL)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                       "%s cannot be written: nobody reads from it. Choose another place.", path);
          return -1;
        }
      if (errno != ENXIO && errno != EINTR)
        {
          failed (path, errno, error);
          return -1;
        }
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return -1;
      g_usleep (WAIT_MS * 1000);
    }
}

/* @mode: of the file that is replaced; 0 where there is none */
static gboolean
open_draft (AskFileWriter *self, mode_t mode, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->target);

  if (mode != 0 && access (self->target, W_OK) != 0)
    return failed (self->path, errno, error);
  for (guint tries = 0; tries < 100; tries++)
    {
      g_autofree char *name = g_strdup_printf (".askdata-%08x", g_random_int ());
      g_autofree char *draft = g_build_filename (folder, name, NULL);

      self->fd = open (draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (self->fd >= 0)
        {
          self->draft = g_steal_pointer (&draft);
          return mode == 0 || fchmod (self->fd, mode & 07777) == 0 || failed (self->path, errno, error);
        }
      if (errno != EEXIST)
        break;
    }
  return failed (self->path, errno, error);
}

static gboolean
open_target (AskFileWriter *self, GCancellable *cancellable, GError **error)
{
  g_autofree char *target = NULL;
  struct stat info;
  gboolean there;

  fflush (stdout);
  if (strcmp (self->path, "-") == 0)
    {
      self->fd = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
      return self->fd >= 0 || failed (self->path, errno, error);
    }
  /* The kernel looks first: it may forbid to follow a link that somebody else has put there. */
  there = stat (self->path, &info) == 0;
  if (!there && errno != ENOENT)
    return failed (self->path, errno, error);
  target = follow (self->path, &self->fd, error);
  if (target == NULL)
    return self->fd >= 0;
  if (there && S_ISDIR (info.st_mode))
    return failed (self->path, EISDIR, error);
  if (there && (S_ISBLK (info.st_mode) || S_ISSOCK (info.st_mode)))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                   "%s cannot be written: it is a %s. Choose another place.", self->path,
                   S_ISBLK (info.st_mode) ? "disk" : "socket");
      return FALSE;
    }
  if (there && !S_ISREG (info.st_mode))
    {
      self->fd = open_special (self->path, cancellable, error);
      return self->fd >= 0;
    }
  self->target = g_steal_pointer (&target);
  return open_draft (self, there ? info.st_mode : 0, error);
}

/**
 * ask_file_writer_new:
 * @path: the file; "-" is standard output
 * @cancellable: (nullable): ends the waiting for somebody who reads a pipe; without one nobody is waited for
 * @error: %G_IO_ERROR, a sentence with the path
 *
 * Blocks. A file that is there is not touched before ask_file_writer_finish().
 *
 * Returns: (transfer full) (nullable): what ask_file_writer_append() writes to
 */
AskFileWriter *
ask_file_writer_new (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskFileWriter) self = g_new0 (AskFileWriter, 1);

  g_return_val_if_fail (path != NULL, NULL);
  self->path = g_strdup (path);
  self->fd = -1;
  return open_target (self, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

/* As write(); a reader who has gone is EPIPE and no signal, which would end the program. */
static gssize
write_quietly (int fd, const void *data, gsize length)
{
  sigset_t pipe_signal, before, pending;
  gssize written;
  int code;

  sigemptyset (&pipe_signal);
  sigaddset (&pipe_signal, SIGPIPE);
  sigpending (&pending);
  pthread_sigmask (SIG_BLOCK, &pipe_signal, &before);
  written = write (fd, data, length);
  code = errno;
  if (written < 0 && code == EPIPE && !sigismember (&pending, SIGPIPE))
    {
      const struct timespec now = { 0, 0 };

      while (sigtimedwait (&pipe_signal, NULL, &now) < 0 && errno == EINTR)
        ;
    }
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  errno = code;
  return written;
}

/**
 * ask_file_writer_append:
 * @data: (array length=length) (element-type guint8): what follows; any bytes
 * @length: in bytes
 * @cancellable: (nullable): looked at before each part
 * @error: %G_IO_ERROR; the file that was there is as it was
 *
 * Returns: whether all of it was written
 */
gboolean
ask_file_writer_append (AskFileWriter *self, const void *data, gsize length, GCancellable *cancellable, GError **error)
{
  const char *rest = data;

  while (length > 0)
    {
      struct pollfd ready = { .fd = self->fd, .events = POLLOUT };
      gssize written;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (self->target == NULL && poll (&ready, 1, WAIT_MS) <= 0)
        continue;
      written
        = self->target != NULL ? write (self->fd, rest, length) : write_quietly (self->fd, rest, MIN (length, CHUNK));
      if (written < 0 && errno != EINTR && errno != EAGAIN)
        return failed (self->path, errno, error);
      rest += MAX (written, 0);
      length -= (gsize) MAX (written, 0);
    }
  return TRUE;
}

/**
 * ask_file_writer_finish:
 * @error: %G_IO_ERROR; the file that was there is as it was
 *
 * Puts in place what was written. Nothing can be appended any more.
 *
 * Returns: whether the file is there, as a whole
 */
gboolean
ask_file_writer_finish (AskFileWriter *self, GError **error)
{
  gboolean good = self->draft == NULL || fsync (self->fd) == 0;

  if (!good)
    return failed (self->path, errno, error);
  if (close (self->fd) != 0 && errno != EINTR)
    good = failed (self->path, errno, error);
  self->fd = -1;
  if (!good || self->draft == NULL)
    return good;
  if (rename (self->draft, self->target) != 0)
    return failed (self->path, errno, error);
  g_clear_pointer (&self->draft, g_free);
  return TRUE;
}

/** ask_file_writer_free: frees @self; what was not finished leaves no file */
void
ask_file_writer_free (AskFileWriter *self)
{
  if (self->fd >= 0)
    close (self->fd);
  if (self->draft != NULL)
    unlink (self->draft);
  g_free (self->draft);
  g_free (self->target);
  g_free (self->path);
  g_free (self);
}

/**
 * ask_file_write:
 * @path: as for ask_file_writer_new(), as are @cancellable and @error
 * @data: (array length=length) (element-type guint8): all that the file is to hold
 * @length: in bytes
 *
 * Returns: whether the whole file is written
 */
gboolean
ask_file_write (const char *path, const void *data, gsize length, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskFileWriter) self = ask_file_writer_new (path, cancellable, error);

  return self != NULL && ask_file_writer_append (self, data, length, cancellable, error)
         && ask_file_writer_finish (self, error);
}
