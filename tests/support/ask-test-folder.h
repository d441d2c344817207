/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Folders of tests. Where database servers keep their files: run as root they become another user, who has to get
 * there. And how a folder that holds little but files is removed.
 */
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* Whether the user of the servers can get there, and a socket's path stays short enough. */
static inline gboolean
ask_test_folder_is_usable (const char *folder)
{
  g_autofree char *path = g_strdup (folder);
  GStatBuf info;

  if (strlen (folder) > 70)
    return FALSE;
  while (geteuid () == 0 && strcmp (path, "/") != 0)
    {
      char *parent = g_path_get_dirname (path);

      if (g_stat (path, &info) != 0 || (info.st_mode & S_IXOTH) == 0)
        {
          g_free (parent);
          return FALSE;
        }
      g_free (path);
      path = parent;
    }
  return TRUE;
}

/* Returns: (transfer full): a new folder; @template ends with XXXXXX */
static inline char *
ask_test_folder_new (const char *template)
{
  /* P_tmpdir is for everybody. */
  const char *in = ask_test_folder_is_usable (g_get_tmp_dir ()) ? g_get_tmp_dir () : P_tmpdir;
  char *folder = g_build_filename (in, template, NULL);

  g_assert_nonnull (g_mkdtemp (folder));
  return folder;
}

/* Removes a folder with all that is in it; of a link only the link. */
static inline void
ask_test_folder_remove (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        ask_test_folder_remove (path);
      else
        g_remove (path);
    }
  g_rmdir (folder);
}

/**
 * AskTestShared:
 * @folder: what the programs of one run of tests share
 * @is_filled: by one that came before
 *
 * What takes long to make and is the same for all: tests/run names a place for it in ASKDATA_TEST_SHARED. The first program
 * that needs it makes it, and the others wait.
 */
typedef struct
{
  char *folder;
  gboolean is_filled;
  char *done; /* a file that is there once @folder is filled */
  int lock;
} AskTestShared;

/* Returns: FALSE where nothing is shared; else @self->folder is there, empty or filled, and ours until ask_test_shared_end() */
static inline gboolean
ask_test_shared_begin (AskTestShared *self, const char *name)
{
  const char *in = g_getenv ("ASKDATA_TEST_SHARED");
  g_autofree char *lock = NULL;

  if (in == NULL || !ask_test_folder_is_usable (in))
    return FALSE;
  self->folder = g_build_filename (in, name, NULL);
  self->done = g_strconcat (self->folder, ".done", NULL);
  lock = g_strconcat (self->folder, ".lock", NULL);
  self->lock = open (lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  g_assert_cmpint (self->lock, >=, 0);
  while (flock (self->lock, LOCK_EX) != 0)
    g_assert_cmpint (errno, ==, EINTR);
  self->is_filled = g_file_test (self->done, G_FILE_TEST_EXISTS);
  if (!self->is_filled)
    {
      /* Of a program that was ended while it filled it. */
      ask_test_folder_remove (self->folder);
      g_assert_cmpint (g_mkdir (self->folder, 0700), ==, 0);
    }
  return TRUE;
}

/* @self->folder is filled, and stays as it is. */
static inline void
ask_test_shared_end (AskTestShared *self)
{
  g_assert_true (self->is_filled || g_file_set_contents (self->done, "", 0, NULL));
  close (self->lock);
  g_free (self->done);
  g_free (self->folder);
}
