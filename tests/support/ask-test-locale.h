/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window in German or in another language's numbers: a locale such as de_DE, which not every machine has. Where it is
 * missing and the C library has its source, it is made for the test.
 */
#pragma once

#include <gio/gio.h>
#include <locale.h>

/* What ask_test_locale_unset() takes back; @folder: (nullable): a locale that was made */
typedef struct
{
  char *folder;
} AskTestLocale;

/* @name: "de_DE"
 *
 * Returns: whether numbers and words are of @name from here on; where not, the test is skipped and says so */
static inline gboolean
ask_test_locale_set (AskTestLocale *self, const char *name)
{
  g_autofree char *full = g_strconcat (name, ".UTF-8", NULL);
  g_autofree char *made = NULL;
  g_autofree char *reason = NULL;
  g_autoptr (GSubprocess) process = NULL;

  self->folder = NULL;
  if (setlocale (LC_ALL, full) != NULL)
    return TRUE;
  self->folder = g_dir_make_tmp ("ask-locale-XXXXXX", NULL);
  g_assert_nonnull (self->folder);
  made = g_build_filename (self->folder, full, NULL);
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL, "localedef",
                              "--no-archive", "-i", name, "-f", "UTF-8", made, NULL);
  if (process != NULL && g_subprocess_wait (process, NULL, NULL))
    {
      g_setenv ("LOCPATH", self->folder, TRUE);
      if (setlocale (LC_ALL, full) != NULL)
        return TRUE;
    }
  reason = g_strdup_printf ("This machine has no locale %s.", full);
  g_test_skip (reason);
  return FALSE;
}

/* Returns: whether numbers and words are German from here on; where not, the test is skipped and says so */
static inline gboolean
ask_test_locale_set_german (AskTestLocale *self)
{
  return ask_test_locale_set (self, "de_DE");
}

static inline void
ask_test_locale_unset (AskTestLocale *self)
{
  setlocale (LC_ALL, "C");
  if (self->folder != NULL)
    {
      g_autoptr (GSubprocess) process = NULL;

      g_unsetenv ("LOCPATH");
      process = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, NULL, "rm", "-r", self->folder, NULL);
      g_assert_true (process != NULL && g_subprocess_wait_check (process, NULL, NULL));
    }
  g_clear_pointer (&self->folder, g_free);
}
