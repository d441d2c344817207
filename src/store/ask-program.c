/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was turned on is a file of keys in the person's configuration: a group for each workspace, by the digest of its path, a key
 * for each function, and as its value a digest of the kind, the command and its files. It must never be in the workspace, which
 * could then turn on itself.
 */
#include "config.h"

#include "store/ask-program.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"

/** ask_program_free: @self: (nullable): freed */
void
ask_program_free (AskProgram *self)
{
  if (self == NULL)
    return;
  g_free (self->command);
  g_strfreev (self->argv);
  g_ptr_array_unref (self->files);
  g_free (self->digest);
  g_free (self);
}

/* Words that a shell would take as they are stay so. */
static char *
join (char **argv)
{
  GString *line = g_string_new (NULL);

  for (guint i = 0; argv[i] != NULL; i++)
    {
      gboolean plain = argv[i][0] != '\0';

      for (const char *c = argv[i]; plain && *c != '\0'; c++)
        plain = g_ascii_isalnum (*c) || strchr ("/._-+=:,@%", *c) != NULL;
      if (i > 0)
        g_string_append_c (line, ' ');
      if (plain)
        g_string_append (line, argv[i]);
      else
        {
          g_autofree char *quoted = g_shell_quote (argv[i]);

          g_string_append (line, quoted);
        }
    }
  return g_string_free (line, FALSE);
}

static gboolean
add_digest (GChecksum *all, const char *path, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, &failure);
  g_autofree char *one = NULL;

  if (file == NULL)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID, N_ ("%s cannot be read: %s."), path,
                     failure->message);
      return FALSE;
    }
  one = g_mapped_file_get_length (file) > 0
          ? g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) g_mapped_file_get_contents (file),
                                         g_mapped_file_get_length (file))
          : g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) "", 0);
  g_checksum_update (all, (const guchar *) path, (gssize) strlen (path) + 1);
  g_checksum_update (all, (const guchar *) one, (gssize) strlen (one));
  return TRUE;
}

/* Gives the program and the files among its arguments their whole paths. */
static gboolean
find_files (AskProgram *self, GError **error)
{
  g_autofree char *program = g_find_program_in_path (self->argv[0]);

  if (program == NULL)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("There is no program “%s” on this computer. Give the path of one."), self->argv[0]);
      return FALSE;
    }
  g_free (self->argv[0]);
  self->argv[0] = g_canonicalize_filename (program, NULL);
  g_ptr_array_add (self->files, g_strdup (self->argv[0]));
  for (guint i = 1; self->argv[i] != NULL; i++)
    if (g_file_test (self->argv[i], G_FILE_TEST_IS_REGULAR))
      {
        char *path = g_canonicalize_filename (self->argv[i], NULL);

        g_free (self->argv[i]);
        self->argv[i] = path;
        g_ptr_array_add (self->files, g_strdup (path));
      }
  return TRUE;
}

/**
 * ask_program_read:
 * @command: words as a shell splits them; no shell ever sees it
 * @error: %ASK_STORE_ERROR_INVALID where it is none, or names no program of this computer
 *
 * Reads the program and the files among its arguments, and starts nothing.
 *
 * Returns: (transfer full): what would be started
 */
AskProgram *
ask_program_read (const char *command, GError **error)
{
  g_autoptr (AskProgram) self = g_new0 (AskProgram, 1);
  g_autoptr (GChecksum) all = g_checksum_new (G_CHECKSUM_SHA256);

  self->files = g_ptr_array_new_with_free_func (g_free);
  if (!g_shell_parse_argv (command, NULL, &self->argv, NULL))
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("“%s” is no command: a quotation mark has no end, or it is empty."), command);
      return NULL;
    }
  if (!find_files (self, error))
    return NULL;
  for (guint i = 0; i < self->files->len; i++)
    if (!add_digest (all, self->files->pdata[i], error))
      return NULL;
  self->command = join (self->argv);
  self->digest = g_strdup (g_checksum_get_string (all));
  return g_steal_pointer (&self);
}

/* ---- what was turned on */

static char *
dup_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "askdata", "programs", NULL);
}

static GKeyFile *
load (void)
{
  g_autofree char *path = dup_path ();
  GKeyFile *keys = g_key_file_new ();

  /* Where there is none, or it cannot be read, nothing is on. */
  g_key_file_load_from_file (keys, path, G_KEY_FILE_NONE, NULL);
  return keys;
}

static gboolean
store (GKeyFile *keys, GError **error)
{
  g_autofree char *path = dup_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) failure = NULL;
  gsize length;
  g_autofree char *text = g_key_file_to_data (keys, &length, NULL);

  if (g_mkdir_with_parents (folder, 0700) == 0
      && g_file_set_contents_full (path, text, (gssize) length,
                                   G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0600, &failure))
    return TRUE;
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_WRITE,
                 N_ ("The file %s, which says what may be started, was not written: %s."), path,
                 failure != NULL ? failure->message : g_strerror (errno));
  return FALSE;
}

/* @workspace: its path */
static char *
make_group (const char *workspace)
{
  g_autofree char *path = g_canonicalize_filename (workspace, NULL);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, path, -1);
}

static char *
make_value (const AskOwnFunction *function, const char *digest)
{
  g_autofree char *text = g_strdup_printf ("%s\n%s\n%s", function->kind, function->command, digest);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

static gboolean
is_on (const char *workspace, const AskOwnFunction *function, const char *digest)
{
  g_autoptr (GKeyFile) keys = load ();
  g_autofree char *group = make_group (workspace);
  g_autofree char *name = g_ascii_strdown (function->name, -1);
  g_autofree char *kept = g_key_file_get_string (keys, group, name, NULL);
  g_autofree char *now = make_value (function, digest);

  return g_strcmp0 (kept, now) == 0;
}

/**
 * ask_program_is_on:
 * @workspace: that has the function
 * @function: that starts a program
 *
 * Returns: whether this person turned it on, for the command and the files as they are now
 */
gboolean
ask_program_is_on (AskWorkspace *workspace, const AskOwnFunction *function)
{
  g_autoptr (AskProgram) program = ask_program_read (function->command, NULL);

  return program != NULL && is_on (ask_workspace_get_path (workspace), function, program->digest);
}

/**
 * ask_program_turn_on:
 * @workspace: that has the function
 * @function: that starts a program
 * @digest: of what the person was shown
 * @error: %ASK_STORE_ERROR_CONFLICT where the files are others by now, %ASK_STORE_ERROR_INVALID, %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it may be started from now on
 */
gboolean
ask_program_turn_on (AskWorkspace *workspace, const AskOwnFunction *function, const char *digest, GError **error)
{
  g_autoptr (AskProgram) program = ask_program_read (function->command, error);
  g_autoptr (GKeyFile) keys = NULL;
  g_autofree char *group = make_group (ask_workspace_get_path (workspace));
  g_autofree char *name = g_ascii_strdown (function->name, -1);
  g_autofree char *value = NULL;

  if (program == NULL)
    return FALSE;
  if (strcmp (program->digest, digest) != 0)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT,
                     N_ ("The program of %s has changed meanwhile. It was not turned on. Look at it again."),
                     function->name);
      return FALSE;
    }
  keys = load ();
  value = make_value (function, digest);
  g_key_file_set_string (keys, group, name, value);
  g_key_file_set_comment (keys, group, NULL, ask_workspace_get_path (workspace), NULL);
  return store (keys, error);
}

/**
 * ask_program_turn_off:
 * @workspace: that has the function
 * @name: of it
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it may not be started any more
 */
gboolean
ask_program_turn_off (AskWorkspace *workspace, const char *name, GError **error)
{
  g_autoptr (GKeyFile) keys = load ();
  g_autofree char *group = make_group (ask_workspace_get_path (workspace));
  g_autofree char *folded = g_ascii_strdown (name, -1);

  return !g_key_file_remove_key (keys, group, folded, NULL) || store (keys, error);
}

/**
 * ask_program_check_sandbox:
 * @function: the name of one that starts a program
 * @error: %ASK_STORE_ERROR_INVALID, which says what to do
 *
 * Returns: whether programs are started where this one runs
 */
gboolean
ask_program_check_sandbox (const char *function, GError **error)
{
  if (!g_file_test ("/.flatpak-info", G_FILE_TEST_EXISTS) && g_getenv ("SNAP_NAME") == NULL)
    return TRUE;
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                 N_ ("%s starts a program, and none is started from within the sandbox. Install AskData as a "
                     "package of your system to use it."),
                 function);
  return FALSE;
}

/**
 * ask_program_may_start:
 * @workspace: the path of the workspace that has the function
 * @function: that starts a program
 * @error: %ASK_STORE_ERROR_INVALID, which says what to do
 *
 * On any thread.
 *
 * Returns: whether its program may be started now
 */
gboolean
ask_program_may_start (const char *workspace, const AskOwnFunction *function, GError **error)
{
  g_autoptr (AskProgram) program = NULL;

  program = ask_program_read (function->command, error);
  if (program == NULL)
    return FALSE;
  if (is_on (workspace, function, program->digest))
    return TRUE;
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                 N_ ("%s starts the program “%s”, which nobody turned on here, or which has changed since. It was not "
                     "started. Look at it, and turn it on in Functions, or with “askdata-cli function on %s”."),
                 function->name, program->command, function->name);
  return FALSE;
}
