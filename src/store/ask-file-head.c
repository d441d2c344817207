/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Looks at the first bytes of a file that a person points to, and at nothing else of it. It opens no database: a file
 * that another program is in the middle of writing is left as it is.
 */
#include "config.h"

#include "store/ask-file-head.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ask-error.h"
#include "source/ask-source-kinds.h"
#include "store/ask-workspace-private.h"

#include <glib/gi18n.h>

/* Where SQLite keeps the number of the program that a file belongs to, and how long its header is. */
#define APPLICATION_PLACE 68
#define HEADER_SIZE 100

static gboolean
read_bytes (AskFileHead *self, int fd, int *cause)
{
  gssize n = 1;

  while (self->n < sizeof self->bytes && n != 0)
    {
      n = read (fd, self->bytes + self->n, sizeof self->bytes - self->n);
      if (n < 0 && errno != EINTR)
        {
          *cause = errno;
          return FALSE;
        }
      if (n > 0)
        self->n += (gsize) n;
    }
  return TRUE;
}

/**
 * ask_file_head_read:
 * @path: of a file
 * @error: %ASK_STORE_ERROR_OPEN where it cannot be read, is a folder or a device, or is empty
 *
 * Blocks.
 *
 * Returns: (transfer full): free with g_free()
 */
AskFileHead *
ask_file_head_read (const char *path, GError **error)
{
  g_autofree AskFileHead *self = g_new0 (AskFileHead, 1);
  /* A pipe would be waited for. */
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat info;
  int cause = 0;
  gboolean is_file = FALSE;

  if (fd < 0 || fstat (fd, &info) != 0)
    cause = errno;
  else if ((is_file = S_ISREG (info.st_mode)))
    read_bytes (self, fd, &cause);
  if (fd >= 0)
    close (fd);
  if (cause != 0)
    ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                   N_ ("The file %s cannot be read: %s. Check its name, and that you may read it."), path,
                   g_strerror (cause));
  else if (!is_file)
    ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                   N_ ("%s is no file, but a folder or a device. Choose a file."), path);
  else if (self->n == 0)
    ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN, N_ ("The file %s is empty. Choose another file."),
                   path);
  else
    return g_steal_pointer (&self);
  return NULL;
}

/** ask_file_head_get_application: Returns: the number of the program that a SQLite file says it belongs to; 0 for none,
 * and for other files */
guint32
ask_file_head_get_application (const AskFileHead *self)
{
  static const char magic[] = "SQLite format 3";
  guint32 application;

  g_return_val_if_fail (self != NULL, 0);
  if (self->n < HEADER_SIZE || memcmp (self->bytes, magic, sizeof magic) != 0)
    return 0;
  memcpy (&application, self->bytes + APPLICATION_PLACE, sizeof application);
  return GUINT32_FROM_BE (application);
}

/** ask_file_head_is_workspace: Returns: whether the file is a workspace of AskData, of whatever version */
gboolean
ask_file_head_is_workspace (const AskFileHead *self)
{
  return ask_file_head_get_application (self) == ASK_WORKSPACE_APPLICATION_ID;
}

/**
 * ask_file_head_find_kind:
 * @self: the beginning of a file
 * @path: its name, whose ending says what its bytes do not
 *
 * Returns: (transfer none) (nullable): the kind of source that it can be added as
 */
const AskSourceKind *
ask_file_head_find_kind (const AskFileHead *self, const char *path)
{
  guint n;
  const AskSourceKind *const *kinds = ask_source_kinds_list (&n);

  g_return_val_if_fail (self != NULL && path != NULL, NULL);
  for (guint i = 0; i < n; i++)
    if (kinds[i]->recognise != NULL && kinds[i]->recognise (path, self->bytes, self->n))
      return kinds[i];
  return NULL;
}
