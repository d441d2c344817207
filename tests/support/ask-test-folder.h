/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where database servers of tests keep their files. Run as root they become another user, who has to get there.
 */
#pragma once

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
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
