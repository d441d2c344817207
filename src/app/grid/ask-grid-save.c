/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table as a file: the rows that pass, in their order, with the columns that are shown. Where a statement has more rows
 * than are here, it runs again for all of them. What came of it stands in the grid's line. An owner may write the file itself
 * ("save-wanted").
 */
#include "config.h"

#include "app/grid/ask-grid.h"

#include <glib/gi18n.h>

#include "app/grid/ask-grid-private.h"
#include "app/jobs/ask-jobs-export.h"
#include "app/widgets/ask-chooser.h"
#include "base/ask-error.h"
#include "base/ask-number.h"

#define MAX_NAME 60

static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree char *name = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSavedGrid) saved = ask_job_finish (source, result, &error);
  g_autofree char *count = saved != NULL ? ask_number_count (saved->n_rows) : NULL;
  g_autofree char *words = NULL;

  if (saved == NULL)
    words = g_strdup (ask_error_get_words (error));
  else if (saved->more)
    /* Translators: the name of a file, then a number of rows. */
    words = g_strdup_printf (_ ("Saved as %s: the first %s rows only, there are more"), name, count);
  else
    words = g_strdup_printf (ngettext ("Saved as %s: %s row", "Saved as %s: %s rows", saved->n_rows), name, count);
  ask_grid_tell (ASK_GRID (source), words);
}

/**
 * ask_grid_save:
 * @self: a grid
 * @path: of a file; its ending says how it is written: .csv, .xlsx or .json
 *
 * Begins to write the table there, and tells in its line when that is done; or has its owner do both.
 */
void
ask_grid_save (AskGrid *self, const char *path)
{
  AskGridModel *model = ask_grid_get_model (self);
  g_autofree guint *columns = NULL;
  g_autofree char *sql = NULL;
  AskSaveGrid what = { .title = ask_grid_get_title (self), .path = path };
  gboolean taken = FALSE;

  g_return_if_fail (ASK_IS_GRID (self) && path != NULL);
  if (model == NULL)
    return;
  g_signal_emit_by_name (self, "save-wanted", path, &taken);
  if (taken)
    return;
  what.n_columns = ask_grid_model_get_n_shown (model);
  what.columns = columns = g_new (guint, what.n_columns);
  for (guint i = 0; i < what.n_columns; i++)
    columns[i] = ask_grid_model_get_shown (model, i);
  what.arrangement = ask_grid_model_get_arrangement (model);
  if (ask_rows_get_truncated (ask_grid_model_get_rows (model)) && ask_grid_model_get_workspace (model) != NULL)
    what.sql = sql = ask_grid_make_statement (self);
  ask_grid_tell (self, _ ("Saving…"));
  ask_job_start (ask_jobs_save_grid (&what), self, ask_grid_model_get_workspace (model), NULL, saved,
                 g_filename_display_basename (path));
}

static void
place_chosen (gpointer owner, const char *path)
{
  AskGrid *self = ASK_GRID (owner);

  if (path != NULL)
    ask_grid_save (self, path);
  else
    ask_grid_tell (self, ask_chooser_get_elsewhere ());
}

/* A name without signs that a file system or a shell stumbles over. */
static char *
suggest_name (const char *title, const char *ending)
{
  GString *name = g_string_new (NULL);

  for (const char *p = title; *p != '\0' && name->len < MAX_NAME; p = g_utf8_next_char (p))
    if (g_unichar_isalnum (g_utf8_get_char (p)))
      g_string_append_unichar (name, g_utf8_get_char (p));
    else if (name->len > 0 && name->str[name->len - 1] != '-')
      g_string_append_c (name, '-');
  if (name->len > 0 && name->str[name->len - 1] == '-')
    g_string_truncate (name, name->len - 1);
  g_string_append_printf (name, "%s.%s", name->len > 0 ? "" : _ ("result"), ending);
  return g_string_free (name, FALSE);
}

static void
action_save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskGrid *self = ASK_GRID (widget);
  g_autofree char *name = suggest_name (ask_grid_get_title (self), g_variant_get_string (parameter, NULL));

  if (ask_grid_get_model (self) != NULL)
    ask_chooser_save (widget, _ ("Save the table"), name, NULL, place_chosen);
}

/** ask_grid_save_install: @klass: the grid's; adds the action */
void
ask_grid_save_install (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "grid.save", "s", action_save);
}

/** ask_grid_save_menu: Returns: (transfer full): the kinds of files that there are */
GMenu *
ask_grid_save_menu (void)
{
  GMenu *menu = g_menu_new ();

  g_menu_append (menu, _ ("Table as _CSV…"), "grid.save::csv");
  g_menu_append (menu, _ ("Table as _Workbook (XLSX)…"), "grid.save::xlsx");
  g_menu_append (menu, _ ("Table as _JSON…"), "grid.save::json");
  return menu;
}
