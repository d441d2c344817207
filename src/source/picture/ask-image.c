/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures through askdata-picture, a process for each: what a hostile picture does to the libraries that read it, it does to
 * that process, which has its limits of memory and time. Nothing is taken from it but a picture that it wrote itself.
 */
#include "config.h"

#include "source/picture/ask-image.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/ask-error.h"
#include "source/ask-source.h"
#include "source/picture/ask-image-program.h"

/* Of what comes back: a picture of 4,096 × 4,096 pixels that cannot be compressed. */
#define MAX_REDUCED (64u * 1024 * 1024 + 4096)

typedef struct
{
  guint most;
  guint page;
} AskImageAsked;

/** ask_image_free: @self: (nullable): freed */
void
ask_image_free (AskImage *self)
{
  if (self == NULL)
    return;
  g_bytes_unref (self->bytes);
  g_free (self);
}

static char *
dup_program (void)
{
  const char *own = g_getenv ("ASKDATA_LIBEXEC_DIR");

  return g_build_filename (own != NULL ? own : ASK_LIBEXEC_DIR, "askdata-picture", NULL);
}

/* Returns: a file without a name that holds @bytes, or -1 */
static int
make_file (GBytes *bytes, GError **error)
{
  int fd = memfd_create ("picture", MFD_CLOEXEC);
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  for (gsize done = 0; fd >= 0 && done < size;)
    {
      gssize n = write (fd, data + done, size - done);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        {
          close (fd);
          fd = -1;
          break;
        }
      done += (gsize) n;
    }
  if (fd < 0)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                   N_ ("There is no memory for a picture (%s). Close other programs, or ask about fewer pictures."),
                   g_strerror (errno));
  return fd;
}

static gboolean
fail (int code, const char *kind, GError **error)
{
  switch (code)
    {
    case ASK_IMAGE_BROKEN:
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                     N_ ("This %s picture is damaged. Save it again, or fetch it anew."), kind);
      break;
    case ASK_IMAGE_LOCKED:
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE,
                             N_ ("This PDF file is protected with a password. Save it without one."));
      break;
    case ASK_IMAGE_LARGE:
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                             N_ ("This picture has more than 100 million pixels. Save it in a smaller size."));
      break;
    case ASK_IMAGE_NO_LOADER:
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                     N_ ("Nothing on this computer reads %s pictures. Install a loader of GdkPixbuf for them."), kind);
      break;
    case ASK_IMAGE_NO_PAGE:
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                             N_ ("This PDF file has no such page."));
      break;
    default:
      ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                             N_ ("Reading this picture took more memory or time than one may have, or failed."));
    }
  return FALSE;
}

/* What it wrote is pixels, as many as it said, or begins as a picture does. */
static gboolean
judge_reply (AskImage *self, const char *mime)
{
  gsize size;
  gconstpointer bytes = g_bytes_get_data (self->bytes, &size);

  if (strcmp (mime, ASK_IMAGE_PIXELS) == 0)
    return size > 0 && size == (guint64) self->new_width * self->new_height * 4;
  switch (ask_image_recognise (bytes, size))
    {
    case ASK_IMAGE_PNG:
      self->mime = "image/png";
      return TRUE;
    case ASK_IMAGE_JPEG:
      self->mime = "image/jpeg";
      return TRUE;
    case ASK_IMAGE_NONE:
    case ASK_IMAGE_WEBP:
    case ASK_IMAGE_PDF:
    default:
      return FALSE;
    }
}

/* Returns: (transfer full) (nullable): what the program said */
static AskImage *
take_reply (GBytes *reply, AskImageKind kind)
{
  gsize size;
  const char *text = g_bytes_get_data (reply, &size);
  const char *end = size > 0 ? memchr (text, '\n', MIN (size, 100)) : NULL;
  g_autofree char *line = end != NULL ? g_strndup (text, (gsize) (end - text)) : NULL;
  g_autoptr (AskImage) self = g_new0 (AskImage, 1);
  char mime[20];

  self->kind = kind;
  self->bytes = end != NULL ? g_bytes_new_from_bytes (reply, (gsize) (end + 1 - text), size - (gsize) (end + 1 - text))
                            : g_bytes_new (NULL, 0);
  if (line == NULL
      || sscanf (line, "%19s %u %u %u %u %u", mime, &self->width, &self->height, &self->new_width, &self->new_height,
                 &self->n_pages)
           != 6
      || !judge_reply (self, mime))
    return NULL;
  return g_steal_pointer (&self);
}

/* @code: (out): of the process; -1 where a signal ended it. Returns: (transfer full) (nullable): what it wrote */
static GBytes *
run (GSubprocess *process, int *code, GCancellable *cancellable, GError **error)
{
  g_autoptr (GByteArray) reply = g_byte_array_new ();
  g_autoptr (GError) local = NULL;
  gssize n = 1;

  while (n > 0 && reply->len <= MAX_REDUCED)
    {
      guint8 piece[65536];

      n = g_input_stream_read (g_subprocess_get_stdout_pipe (process), piece, sizeof piece, cancellable, &local);
      if (n > 0)
        g_byte_array_append (reply, piece, (guint) n);
    }
  if (n != 0)
    g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, NULL);
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  *code = n == 0 && g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process) : -1;
  return g_byte_array_free_to_bytes (g_steal_pointer (&reply));
}

/* Whether it can be one, and is not too large to be read. */
static gboolean
judge (GBytes *bytes, GError **error)
{
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);

  if (ask_image_recognise (data, size) == ASK_IMAGE_NONE)
    ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                           N_ ("This is no picture: it is neither PNG, JPEG, WebP nor PDF."));
  else if (size > ASK_IMAGE_MAX_BYTES)
    ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                           N_ ("This picture has more than 64 MiB. Save it in a smaller size."));
  else
    return TRUE;
  return FALSE;
}

/* @form: as the program knows it */
static AskImage *
read_image (GBytes *bytes, const AskImageAsked *asked, const char *form, GCancellable *cancellable, GError **error)
{
  AskImageKind kind;
  g_autofree char *program = dup_program ();
  g_autofree char *side = g_strdup_printf ("%u", asked->most);
  g_autofree char *number = g_strdup_printf ("%u", asked->page);
  g_autoptr (GSubprocessLauncher) launcher
    = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) reply = NULL;
  g_autoptr (GError) local = NULL;
  AskImage *image;
  int fd, code;

  if (!judge (bytes, error) || (fd = make_file (bytes, error)) < 0)
    return NULL;
  kind = ask_image_recognise (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_subprocess_launcher_take_stdin_fd (launcher, fd);
  process = g_subprocess_launcher_spawn (launcher, &local, program, side, number, form, NULL);
  if (process == NULL)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                     N_ ("Pictures are read by the program %s, which cannot be started (%s). Install AskData anew."),
                     program, local->message);
      return NULL;
    }
  reply = run (process, &code, cancellable, error);
  if (reply == NULL)
    return NULL;
  image = code == ASK_IMAGE_DONE ? take_reply (reply, kind) : NULL;
  if (image == NULL)
    fail (code == ASK_IMAGE_DONE ? -1 : code, ask_image_kind_to_string (kind), error);
  return image;
}

/**
 * ask_image_reduce:
 * @bytes: a picture, or a PDF file
 * @most: pixels of the longer side of what is wanted; a smaller picture stays as large as it is
 * @page: of a PDF file, from 1
 * @cancellable: (nullable): a way to stop
 * @error: %ASK_SOURCE_ERROR_MALFORMED for what is no picture or damaged, %ASK_SOURCE_ERROR_LIMIT for what is too large,
 *   %ASK_SOURCE_ERROR_NOT_A_DATABASE for a password, %ASK_SOURCE_ERROR_CONFIG where a program or a loader is not there,
 *   %G_IO_ERROR_CANCELLED
 *
 * Blocks, on any thread.
 *
 * Returns: (transfer full): the picture as PNG or JPEG, upright and without metadata, or %NULL
 */
AskImage *
ask_image_reduce (GBytes *bytes, guint most, guint page, GCancellable *cancellable, GError **error)
{
  return read_image (bytes, &(AskImageAsked) { most, page }, "file", cancellable, error);
}

/**
 * ask_image_draw:
 * @bytes: a picture, or a PDF file
 * @most: pixels of the longer side of what is wanted; a smaller picture stays as large as it is
 * @page: of a PDF file, from 1
 * @cancellable: (nullable): a way to stop
 * @error: as of ask_image_reduce()
 *
 * Blocks, on any thread. For the screen: nobody has to read anything once more.
 *
 * Returns: (transfer full): the picture as pixels of four bytes, red, green, blue and opacity, upright, or %NULL
 */
AskImage *
ask_image_draw (GBytes *bytes, guint most, guint page, GCancellable *cancellable, GError **error)
{
  return read_image (bytes, &(AskImageAsked) { most, page }, ASK_IMAGE_PIXELS, cancellable, error);
}
