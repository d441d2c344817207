/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A folder and all below it, or one file. Symbolic links are not followed: they lead out of what somebody added, or in
 * circles. Files and folders whose names begin with a dot are left alone, as everywhere.
 */
#include "config.h"

#include "source/document/ask-document-folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ask-error.h"
#include "source/ask-source.h"
#include "source/document/ask-document-note.h"
#include "source/document/ask-document-read.h"

#define MAX_FILES 200000
#define MAX_DEPTH 64

typedef struct
{
  AskDocumentFolder *found;
  GCancellable *cancellable;
  guint n_unknown; /* files of kinds that are not read */
  guint n_links;
  guint n_deep;
} Listing;

/** ask_document_found_free: @data: (transfer full): an #AskDocumentFound */
void
ask_document_found_free (gpointer data)
{
  AskDocumentFound *self = data;

  g_clear_pointer (&self->text, g_bytes_unref);
  g_free (self->title);
  g_free (self->path);
  g_free (self->whole);
  g_free (self->stamp);
  g_free (self->changed);
  g_free (self);
}

/** ask_document_folder_free: frees @self */
void
ask_document_folder_free (AskDocumentFolder *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->closed);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

/**
 * ask_document_make_stamp:
 * @info: of a file
 *
 * As of spreadsheets: a change that came right after another may leave the times as they were, so what changed just now
 * has a stamp that no later look finds again.
 *
 * Returns: (transfer full): its size and times
 */
char *
ask_document_make_stamp (const struct stat *info)
{
  const gboolean coarse = info->st_mtim.tv_nsec == 0 && info->st_ctim.tv_nsec == 0;
  const gint64 changed = (gint64) info->st_ctim.tv_sec * G_USEC_PER_SEC + info->st_ctim.tv_nsec / 1000;
  const gboolean settled = g_get_real_time () - changed > (coarse ? 3 * G_USEC_PER_SEC : G_USEC_PER_SEC / 20);

  if (!settled)
    return g_strdup_printf ("not settled %" G_GINT64_FORMAT, g_get_real_time ());
  return g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT ".%09ld %" G_GINT64_FORMAT
                          ".%09ld",
                          (guint64) info->st_ino, (gint64) info->st_size, (gint64) info->st_mtim.tv_sec,
                          info->st_mtim.tv_nsec, (gint64) info->st_ctim.tv_sec, info->st_ctim.tv_nsec);
}

static gboolean
add_file (Listing *self, const char *path, const char *whole, const struct stat *info, GError **error)
{
  AskDocumentFound *file;
  g_autoptr (GDateTime) changed = g_date_time_new_from_unix_utc ((gint64) info->st_mtim.tv_sec);

  if (self->found->files->len >= MAX_FILES)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                     N_ ("There are more than %d documents in the folder. Add its folders one by one."), MAX_FILES);
      return FALSE;
    }
  file = g_new0 (AskDocumentFound, 1);
  file->path = g_filename_display_name (path);
  file->whole = g_strdup (whole);
  file->stamp = ask_document_make_stamp (info);
  file->changed = changed != NULL ? g_date_time_format (changed, "%Y-%m-%dT%H:%M:%SZ") : NULL;
  g_ptr_array_add (self->found->files, file);
  return TRUE;
}

static gboolean
list_folder (Listing *self, const char *whole, const char *path, guint depth, GError **error)
{
  DIR *dir = opendir (whole);
  struct dirent *entry;
  gboolean good = TRUE;

  if (dir == NULL)
    {
      g_ptr_array_add (self->found->closed, g_strconcat (path, "/", NULL));
      g_ptr_array_add (self->found->notes, ask_document_note_new (ASK_DOCUMENT_NOTE_CLOSED, path, g_strerror (errno)));
      return TRUE;
    }
  while (good && (entry = readdir (dir)) != NULL)
    {
      g_autofree char *child = NULL;
      g_autofree char *below = NULL;
      struct stat info;

      if (entry->d_name[0] == '.')
        continue;
      child = g_build_filename (whole, entry->d_name, NULL);
      below = *path != '\0' ? g_build_filename (path, entry->d_name, NULL) : g_strdup (entry->d_name);
      /* What went away meanwhile is not there. */
      if (fstatat (dirfd (dir), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      if (S_ISLNK (info.st_mode))
        self->n_links++;
      else if (S_ISDIR (info.st_mode) && depth + 1 >= MAX_DEPTH)
        self->n_deep++;
      else if (S_ISDIR (info.st_mode))
        good = list_folder (self, child, below, depth + 1, error);
      else if (S_ISREG (info.st_mode) && ask_document_is_read (entry->d_name))
        good = add_file (self, below, child, &info, error);
      else
        self->n_unknown++;
      good = good && !g_cancellable_set_error_if_cancelled (self->cancellable, error);
    }
  closedir (dir);
  return good;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const AskDocumentFound *one = *(AskDocumentFound *const *) a;
  const AskDocumentFound *other = *(AskDocumentFound *const *) b;
  const int order = strcmp (one->path, other->path);

  return order != 0 ? order : strcmp (one->whole, other->whole);
}

static void
add_counts (Listing *self)
{
  const struct
  {
    guint n;
    AskDocumentNote note;
  } counts[] = {
    { self->n_unknown, ASK_DOCUMENT_NOTE_KINDS },
    { self->n_links, ASK_DOCUMENT_NOTE_LINKS },
    { self->n_deep, ASK_DOCUMENT_NOTE_DEEP },
  };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    if (counts[i].n > 0)
      {
        g_autofree char *n = g_strdup_printf ("%u", counts[i].n);

        g_ptr_array_add (self->found->notes, ask_document_note_new (counts[i].note, n, NULL));
      }
}

/* Names that are no UTF-8 may look alike. */
static void
tell_apart (GPtrArray *files)
{
  guint n = 1;

  for (guint i = 1; i < files->len; i++)
    {
      AskDocumentFound *file = files->pdata[i];
      const AskDocumentFound *before = files->pdata[i - n];

      if (strcmp (file->path, before->path) != 0)
        {
          n = 1;
          continue;
        }
      n++;
      g_free (file->path);
      file->path = g_strdup_printf ("%s (%u)", before->path, n);
    }
}

/**
 * ask_document_folder_list:
 * @location: the path of a folder or a file
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE, %ASK_SOURCE_ERROR_DENIED, %ASK_SOURCE_ERROR_NOT_A_DATABASE,
 *   %ASK_SOURCE_ERROR_LIMIT or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): what is there
 */
AskDocumentFolder *
ask_document_folder_list (const char *location, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskDocumentFolder) found = g_new0 (AskDocumentFolder, 1);
  Listing self = { found, cancellable, 0, 0, 0 };
  struct stat info;

  found->files = g_ptr_array_new_with_free_func (ask_document_found_free);
  found->closed = g_ptr_array_new_with_free_func (g_free);
  found->notes = g_ptr_array_new_with_free_func (g_free);
  if (stat (location, &info) != 0 || access (location, R_OK) != 0)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, errno == EACCES ? ASK_SOURCE_ERROR_DENIED : ASK_SOURCE_ERROR_UNREACHABLE,
                     N_ ("%s could not be read: %s."), location, g_strerror (errno));
      return NULL;
    }
  if (S_ISDIR (info.st_mode))
    {
      if (!list_folder (&self, location, "", 0, error))
        return NULL;
    }
  else
    {
      g_autofree char *name = g_path_get_basename (location);

      if (!S_ISREG (info.st_mode) || !ask_document_is_read (name))
        {
          ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE,
                         N_ ("%s is neither a folder nor a text, HTML, PDF, Word, Writer or mail file."), location);
          return NULL;
        }
      if (!add_file (&self, name, location, &info, error))
        return NULL;
    }
  g_ptr_array_sort (found->files, compare);
  tell_apart (found->files);
  add_counts (&self);
  return g_steal_pointer (&found);
}

/**
 * ask_document_folder_is_closed:
 * @path: below the folder
 *
 * Returns: whether nobody knows if that file is still there
 */
gboolean
ask_document_folder_is_closed (const AskDocumentFolder *self, const char *path)
{
  for (guint i = 0; i < self->closed->len; i++)
    if (g_str_has_prefix (path, self->closed->pdata[i]))
      return TRUE;
  return FALSE;
}
