/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is said of a source that is neither a key nor how its file is read, such as how an API is called. Kept with the
 * source; it never calls the source.
 */
#include "config.h"

#include "store/ask-source-row.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>

static gboolean
save_options (AskWorkspace *self, const char *what, const AskSourceRow *row, GError **error)
{
  g_autofree char *said = ask_options_to_json (row->options);
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what, "UPDATE source SET options = ?2 WHERE name = ?1", error);

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, row->record->name);
  ask_statement_bind_text (statement, 2, said);
  return ask_workspace_run (self, what, statement, error);
}

/* Whether @options take the consent back that values are kept. */
static gboolean
forgets (GPtrArray *options)
{
  return g_strcmp0 (ask_source_options_get_text (options, "remember-values"), "no") == 0;
}

static gboolean
forget_values (AskWorkspace *self, const char *name, GError **error)
{
  g_autoptr (GPtrArray) nothing = g_ptr_array_new ();

  return ask_workspace_put_values (self, name, nothing, error);
}

static gboolean
say_options (AskWorkspace *self, const char *what, const char *name, GPtrArray *options, GError **error)
{
  g_autoptr (AskSourceRow) row = ask_workspace_get_source (self, name, error);

  if (row == NULL)
    return FALSE;
  for (guint i = 0; i < options->len; i++)
    {
      const AskSourceOption *option = options->pdata[i];
      const AskOptionSpec *spec = option->spec;

      if (ask_source_kind_find_option (row->record->kind, spec->word) != spec
          || (spec->flags & (ASK_OPTION_KEY | ASK_OPTION_SHAPE)) != 0)
        {
          ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                         N_ ("The source “%s” is of the kind %s, of which no %s can be said. Leave it out."),
                         row->record->name, row->record->kind->word, spec->what);
          return FALSE;
        }
    }
  ask_options_say_all (row->options, options);
  return save_options (self, what, row, error) && (!forgets (options) || forget_values (self, name, error));
}

/**
 * ask_workspace_say:
 * @name: of a source
 * @options: (element-type AskSourceOption): of its kind, and neither keys nor how a file is read. A list is added to
 *   what was said; anything else takes its place
 * @error: %ASK_STORE_ERROR_UNKNOWN, %ASK_STORE_ERROR_INVALID, %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_say (AskWorkspace *self, const char *name, GPtrArray *options, GError **error)
{
  const char *what = N_ ("the source was not changed");

  g_return_val_if_fail (self != NULL && name != NULL && options != NULL, FALSE);

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  if (!say_options (self, what, name, options, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}

/* 0 is what is usual, and needs no option. */
static gboolean
set_number (AskSourceRow *row, const char *word, gint64 number, GError **error)
{
  AskSourceOption *old = ask_source_options_find (row->options, word);
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, number);

  if (number == 0 && old != NULL)
    g_ptr_array_remove (row->options, old);
  return number <= 0 || ask_options_say (row->options, row->record->kind, word, text, error);
}

static gboolean
update_tuning (AskWorkspace *self, const char *what, AskSourceRow *row, const AskSourceTuning *tuning, GError **error)
{
  if (ask_source_kind_find_option (row->record->kind, "lanes") == NULL)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The source “%s” is no API: there are no calls whose answers could be kept, or "
                         "that could be counted."),
                     row->record->name);
      return FALSE;
    }
  return set_number (row, "cache", tuning->cache_s, error) && set_number (row, "max-calls", tuning->max_calls, error)
         && set_number (row, "lanes", tuning->lanes, error) && save_options (self, what, row, error);
}

/**
 * ask_workspace_tune_source:
 * @name: of an API
 * @tuning: negative numbers leave what is set, 0 sets what is usual
 * @error: %ASK_STORE_ERROR_UNKNOWN; %ASK_STORE_ERROR_INVALID where a number is too large or the
 *   source is no API; %ASK_STORE_ERROR_WRITE
 *
 * Sessions that are opened later call the API so.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_tune_source (AskWorkspace *self, const char *name, const AskSourceTuning *tuning, GError **error)
{
  const char *what = N_ ("the source was not changed");
  g_autoptr (AskSourceRow) row = NULL;

  g_return_val_if_fail (self != NULL && name != NULL && tuning != NULL, FALSE);

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  row = ask_workspace_get_source (self, name, error);
  if (row == NULL || !update_tuning (self, what, row, tuning, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}
