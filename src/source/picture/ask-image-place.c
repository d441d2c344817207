/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures that a text names: data: URLs, and files below the folder of a source. No step of a path leads out of it, and none is
 * a link. Nothing is ever fetched.
 */
#include "config.h"

#include "source/picture/ask-image.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/picture/ask-image-program.h"

#define PAGE "#page="
/* Longer texts are no paths. */
#define MAX_PATH 1024

/**
 * ask_image_may_name:
 * @text: any text
 * @length: its bytes
 *
 * Returns: whether a person would take it for a picture by how it is written: "photos/a.jpg", "contract.pdf#page=3", a data: URL
 */
gboolean
ask_image_may_name (const char *text, gsize length)
{
  static const char *const ends[] = { ".png", ".jpg", ".jpeg", ".webp" };
  const char *mark;

  if (length > 11 && g_ascii_strncasecmp (text, "data:image/", 11) == 0)
    return TRUE;
  if (length < 5 || length > MAX_PATH || strstr (text, "://") != NULL || text[0] == '/')
    return FALSE;
  mark = g_strrstr (text, PAGE);
  if (mark != NULL && mark - text > 4)
    return g_ascii_strncasecmp (mark - 4, ".pdf", 4) == 0;
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (length > strlen (ends[i]) && g_ascii_strcasecmp (text + length - strlen (ends[i]), ends[i]) == 0)
      return TRUE;
  return FALSE;
}

/**
 * ask_image_split_page:
 * @text: "contract.pdf#page=3", or without a page
 * @page: (out): 1 where none is said
 *
 * Returns: (transfer full): the path
 */
char *
ask_image_split_page (const char *text, guint *page)
{
  const char *mark = g_strrstr (text, PAGE);

  *page = mark != NULL ? (guint) g_ascii_strtoull (mark + strlen (PAGE), NULL, 10) : 1;
  return mark != NULL ? g_strndup (text, (gsize) (mark - text)) : g_strdup (text);
}

/** ask_image_read_url: @text: "data:image/png;base64,…". Returns: (transfer full) (nullable): its bytes */
GBytes *
ask_image_read_url (const char *text)
{
  const char *comma = strchr (text, ',');
  gsize size;
  guchar *bytes;

  if (comma == NULL || comma - text < 7 || strncmp (comma - 7, ";base64", 7) != 0
      || strlen (comma) > ASK_IMAGE_MAX_BYTES / 3 * 4)
    return NULL;
  bytes = g_base64_decode (comma + 1, &size);
  return g_bytes_new_take (bytes, size);
}

/* Opens @path below @folder: no step of it leads out, and none is a link. Returns: a descriptor, or -1 */
static int
open_below (const char *folder, const char *path)
{
  g_auto (GStrv) steps = g_strsplit (path, "/", -1);
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  for (guint i = 0; fd >= 0 && steps[i] != NULL; i++)
    {
      const gboolean inner = steps[i + 1] != NULL;
      const gboolean plain = steps[i][0] != '\0' && strcmp (steps[i], ".") != 0 && strcmp (steps[i], "..") != 0;
      int next = plain
                   ? openat (fd, steps[i], O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (inner ? O_DIRECTORY : 0))
                   : -1;

      close (fd);
      fd = next;
    }
  return fd;
}

/* Returns: (transfer full) (nullable) */
static GBytes *
read_below (const char *folder, const char *path)
{
  int fd = open_below (folder, path);
  struct stat info;
  GBytes *bytes = NULL;

  if (fd < 0)
    return NULL;
  if (fstat (fd, &info) == 0 && S_ISREG (info.st_mode) && info.st_size > 0
      && info.st_size <= (off_t) ASK_IMAGE_MAX_BYTES)
    {
      guint8 *data = g_malloc ((gsize) info.st_size);
      gsize done = 0;
      gssize n = 1;

      while (done < (gsize) info.st_size && n > 0)
        {
          n = read (fd, data + done, (gsize) info.st_size - done);
          if (n < 0 && errno == EINTR)
            n = 1;
          else if (n > 0)
            done += (gsize) n;
        }
      bytes = g_bytes_new_take (data, done);
    }
  close (fd);
  return bytes;
}

/**
 * ask_image_read_file:
 * @location: a folder, or a file, which names itself alone
 * @path: below the folder
 *
 * Blocks, on any thread.
 *
 * Returns: (transfer full) (nullable): what is in the file; %NULL where none is there that may be read
 */
GBytes *
ask_image_read_file (const char *location, const char *path)
{
  g_autofree char *folder = NULL;
  g_autofree char *name = NULL;

  if (g_file_test (location, G_FILE_TEST_IS_DIR))
    return read_below (location, path);
  /* One file is a source, too: it lies in a folder that is none of the source's. */
  folder = g_path_get_dirname (location);
  name = g_path_get_basename (location);
  return strcmp (name, path) == 0 ? read_below (folder, path) : NULL;
}
