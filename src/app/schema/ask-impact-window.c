/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * States: loading, failed, single (there is nothing to compare), ready, working, full. It offers what this session
 * changed: the newest version against the one from before the window was opened. It saves nothing.
 */
#include "config.h"

#include "app/schema/ask-impact-window.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-impact.h"
#include "app/jobs/ask-jobs-schema.h"
#include "app/widgets/ask-format.h"
#include "app/widgets/ask-list-tab.h"
#include "app/grid/ask-grid.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"

struct _AskImpactWindow
{
  AdwWindow parent_instance;
  AskSession *session;
  GCancellable *cancellable;
  GPtrArray *versions; /* AskSchemaVersion, nullable */
  GPtrArray *impacts; /* AskImpact in the order shown; nullable */
  gint64 before; /* of @impacts */
  gint64 after;
  GCancellable *comparing; /* nullable */

  GtkStack *states;
  AdwStatusPage *failed;
  AdwComboRow *before_row;
  AdwComboRow *after_row;
  GtkProgressBar *progress;
  GtkLabel *summary;
  AdwLeaflet *leaflet;
  GtkWidget *list_side;
  GtkWidget *compare_side;
  GtkListBox *list;
  GtkLabel *question;
  GtkLabel *how;
  GtkStack *compare;
  GtkLabel *before_words;
  GtkLabel *after_words;
  AskGrid *before_table;
  AskGrid *after_table;
};

G_DEFINE_FINAL_TYPE (AskImpactWindow, ask_impact_window, ADW_TYPE_WINDOW)

static void
show_failure (AskImpactWindow *self, const GError *error)
{
  g_autofree char *text = g_markup_escape_text (ask_error_get_words (error), -1);

  adw_status_page_set_description (self->failed, text);
  gtk_stack_set_visible_child_name (self->states, "failed");
}

static gint64
get_version (AskImpactWindow *self, AdwComboRow *row)
{
  guint index = adw_combo_row_get_selected (row);

  return self->versions != NULL && index < self->versions->len
           ? ((const AskSchemaVersion *) self->versions->pdata[index])->id
           : 0;
}

static void
choice_changed (AskImpactWindow *self)
{
  gint64 before = get_version (self, self->before_row);
  gint64 after = get_version (self, self->after_row);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "impact.run", before != 0 && after != 0 && before != after);
}

static GtkStringList *
name_versions (GPtrArray *versions)
{
  GtkStringList *names = gtk_string_list_new (NULL);

  for (guint i = 0; i < versions->len; i++)
    {
      const AskSchemaVersion *version = versions->pdata[i];
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, version->id);
      g_autofree char *when = ask_format_moment (version->saved_at);
      /* Translators: a version of the schema: its number, why it was saved, and when. */
      g_autofree char *name
        = g_strdup_printf (_ ("%s · %s · %s"), number, version->reason != NULL ? version->reason : _ ("Edited"), when);

      gtk_string_list_append (names, name);
    }
  return names;
}

static void
versions_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskImpactWindow *self = ASK_IMPACT_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) versions = ask_job_finish (source, result, &error);
  g_autoptr (GtkStringList) names = NULL;
  guint before = 0;

  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (error != NULL)
    {
      show_failure (self, error);
      return;
    }
  if (versions->len < 2)
    {
      gtk_stack_set_visible_child_name (self->states, "single");
      return;
    }
  names = name_versions (versions);
  g_clear_pointer (&self->versions, g_ptr_array_unref);
  self->versions = g_steal_pointer (&versions);
  for (before = 0; before + 1 < self->versions->len; before++)
    if (((const AskSchemaVersion *) self->versions->pdata[before])->saved_at < ask_session_get_started (self->session))
      break;
  adw_combo_row_set_model (self->before_row, G_LIST_MODEL (names));
  adw_combo_row_set_model (self->after_row, G_LIST_MODEL (names));
  /* Nothing was edited yet: then the last edit before. */
  adw_combo_row_set_selected (self->before_row, MAX (before, 1));
  adw_combo_row_set_selected (self->after_row, 0);
  choice_changed (self);
  gtk_stack_set_visible_child_name (self->states, "ready");
}

static void
load (AskImpactWindow *self)
{
  gtk_stack_set_visible_child_name (self->states, "loading");
  ask_job_start (ask_jobs_list_versions (), self, ask_session_get_path (self->session), self->cancellable,
                 versions_ready, NULL);
}

static const char *
name_kind (AskImpactKind kind, const char **icon, const char **style)
{
  switch (kind)
    {
    case ASK_IMPACT_SAME:
      *icon = "emblem-ok-symbolic";
      *style = "success";
      return _ ("Stays the same");
    case ASK_IMPACT_DIFFERENT:
      *icon = "dialog-warning-symbolic";
      *style = "warning";
      return _ ("Another answer");
    case ASK_IMPACT_FAILS:
      *icon = "dialog-error-symbolic";
      *style = "error";
      return _ ("No answer any more");
    case ASK_IMPACT_WORKS:
      *icon = "list-add-symbolic";
      *style = "success";
      return _ ("An answer where there was none");
    case ASK_IMPACT_STILL_FAILS:
    default:
      *icon = "dialog-error-symbolic";
      *style = "dim-label";
      return _ ("No answer either way");
    }
}

static GtkWidget *
new_row (const AskImpact *impact)
{
  GtkWidget *row = adw_action_row_new ();
  const char *icon, *style;
  const char *words = name_kind (impact->kind, &icon, &style);
  GtkWidget *image = gtk_image_new_from_icon_name (icon);
  g_autofree char *subtitle = impact->verified != 0 ? g_strdup (words)
                              : impact->tile
                                /* Translators: what became of a tile of a board. */
                                ? g_strdup_printf (_ ("%s · tile of a board"), words)
                                /* Translators: what became of a question that somebody asked earlier. */
                                : g_strdup_printf (_ ("%s · asked lately"), words);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), impact->question);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  gtk_widget_add_css_class (image, style);
  gtk_accessible_update_property (GTK_ACCESSIBLE (image), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), image);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  return row;
}

/* What needs a look comes first. */
static int
compare_impacts (gconstpointer a, gconstpointer b)
{
  static const int order[] = { 4, 1, 0, 2, 3 };

  return order[(*(AskImpact *const *) a)->kind] - order[(*(AskImpact *const *) b)->kind];
}

static void
summarize (AskImpactWindow *self)
{
  guint n = 0;
  g_autofree char *words = NULL;

  for (guint i = 0; i < self->impacts->len; i++)
    {
      AskImpactKind kind = ((const AskImpact *) self->impacts->pdata[i])->kind;

      n += kind != ASK_IMPACT_SAME && kind != ASK_IMPACT_STILL_FAILS;
    }
  if (self->impacts->len == 0)
    words = g_strdup (_ ("There are no verified questions to try. Add some, and the test can tell."));
  else if (n == 0)
    words = g_strdup (_ ("No answer changes."));
  else
    words
      = g_strdup_printf (ngettext ("%u answer of %u changes.", "%u answers of %u change.", n), n, self->impacts->len);
  gtk_label_set_text (self->summary, words);
}

static void
impact_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskImpactWindow *self = ASK_IMPACT_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) impacts = ask_job_finish (source, result, &error);
  GtkListBoxRow *row;

  if (self->session == NULL)
    return;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      gtk_stack_set_visible_child_name (self->states, "ready");
      return;
    }
  if (error != NULL)
    {
      show_failure (self, error);
      return;
    }
  g_clear_pointer (&self->impacts, g_ptr_array_unref);
  self->impacts = g_steal_pointer (&impacts);
  g_ptr_array_sort (self->impacts, compare_impacts);
  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < self->impacts->len; i++)
    gtk_list_box_append (self->list, new_row (self->impacts->pdata[i]));
  summarize (self);
  gtk_widget_set_visible (GTK_WIDGET (self->leaflet), self->impacts->len > 0);
  gtk_stack_set_visible_child_name (self->states, "full");
  ask_impact_window_select (self, 0);
  adw_leaflet_set_visible_child (self->leaflet, self->list_side);
}

static void
show_progress (gpointer target, guint n_done, guint n_all)
{
  AskImpactWindow *self = ASK_IMPACT_WINDOW (target);

  if (self->session != NULL)
    gtk_progress_bar_set_fraction (self->progress, (double) n_done / MAX (n_all, 1));
}

static void
action_run (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskImpactWindow *self = ASK_IMPACT_WINDOW (widget);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  self->before = get_version (self, self->before_row);
  self->after = get_version (self, self->after_row);
  gtk_progress_bar_set_fraction (self->progress, 0);
  gtk_stack_set_visible_child_name (self->states, "working");
  ask_job_start (ask_jobs_impact (self, self->before, self->after, show_progress), self,
                 ask_session_get_path (self->session), self->cancellable, impact_ready, NULL);
}

static void
action_stop (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_cancellable_cancel (ASK_IMPACT_WINDOW (widget)->cancellable);
}

static void
action_again (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskImpactWindow *self = ASK_IMPACT_WINDOW (widget);

  g_cancellable_cancel (self->comparing);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  load (self);
}

static void
show_side (AskGrid *table, GtkLabel *label, AskRows *rows, const char *words)
{
  gboolean any = rows != NULL && ask_rows_get_n_rows (rows) > 0;

  if (any)
    {
      ask_grid_set_rows (table, rows);
      ask_grid_fit (table, 320);
    }
  gtk_widget_set_visible (GTK_WIDGET (table), any);
  gtk_label_set_text (label, any ? "" : rows != NULL ? _ ("No rows.") : words);
  gtk_widget_set_visible (GTK_WIDGET (label), !any);
}

static void
sides_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskImpactWindow *self = ASK_IMPACT_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskImpactSides) sides = ask_job_finish (source, result, &error);

  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  show_side (self->before_table, self->before_words, sides != NULL ? sides->before.rows : NULL,
             sides != NULL ? sides->before.words : ask_error_get_words (error));
  show_side (self->after_table, self->after_words, sides != NULL ? sides->after.rows : NULL,
             sides != NULL ? sides->after.words : ask_error_get_words (error));
  gtk_stack_set_visible_child_name (self->compare, "sides");
}

static void
row_selected (AskImpactWindow *self, GtkListBoxRow *row)
{
  const AskImpact *impact;
  const char *icon, *style;

  if (row == NULL)
    return;
  impact = self->impacts->pdata[gtk_list_box_row_get_index (row)];
  g_cancellable_cancel (self->comparing);
  g_clear_object (&self->comparing);
  self->comparing = g_cancellable_new ();
  gtk_label_set_text (self->question, impact->question);
  gtk_label_set_text (self->how, impact->how != NULL ? impact->how : name_kind (impact->kind, &icon, &style));
  gtk_stack_set_visible_child_name (self->compare, "working");
  ask_job_start (ask_jobs_impact_sides (self->before, self->after, impact), self, ask_session_get_path (self->session),
                 self->comparing, sides_ready, NULL);
}

static void
row_activated (AskImpactWindow *self)
{
  adw_leaflet_set_visible_child (self->leaflet, self->compare_side);
}

static void
go_back (AskImpactWindow *self)
{
  adw_leaflet_set_visible_child (self->leaflet, self->list_side);
}

/** ask_impact_window_get_state: Returns: (transfer none): "loading", "failed", "single", "ready", "working", "full" */
const char *
ask_impact_window_get_state (AskImpactWindow *self)
{
  g_return_val_if_fail (ASK_IS_IMPACT_WINDOW (self), NULL);
  return gtk_stack_get_visible_child_name (self->states);
}

/** ask_impact_window_select: shows the answer at @index, from 0, under both versions. */
void
ask_impact_window_select (AskImpactWindow *self, guint index)
{
  GtkListBoxRow *row;

  g_return_if_fail (ASK_IS_IMPACT_WINDOW (self));
  row = gtk_list_box_get_row_at_index (self->list, (int) index);
  if (row != NULL)
    gtk_list_box_select_row (self->list, row);
}

static void
stop (gpointer window)
{
  AskImpactWindow *self = ASK_IMPACT_WINDOW (window);

  g_cancellable_cancel (self->cancellable);
  g_cancellable_cancel (self->comparing);
}

static void
ask_impact_window_dispose (GObject *object)
{
  AskImpactWindow *self = ASK_IMPACT_WINDOW (object);

  stop (self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_impact_window_parent_class)->dispose (object);
}

static void
ask_impact_window_finalize (GObject *object)
{
  AskImpactWindow *self = ASK_IMPACT_WINDOW (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->comparing);
  g_clear_pointer (&self->versions, g_ptr_array_unref);
  g_clear_pointer (&self->impacts, g_ptr_array_unref);
  G_OBJECT_CLASS (ask_impact_window_parent_class)->finalize (object);
}

static void
ask_impact_window_class_init (AskImpactWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (ASK_TYPE_GRID);
  G_OBJECT_CLASS (klass)->dispose = ask_impact_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_impact_window_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-impact-window.ui");
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, AskImpactWindow, name)
  BIND (states);
  BIND (failed);
  BIND (before_row);
  BIND (after_row);
  BIND (progress);
  BIND (summary);
  BIND (leaflet);
  BIND (list_side);
  BIND (compare_side);
  BIND (list);
  BIND (question);
  BIND (how);
  BIND (compare);
  BIND (before_words);
  BIND (after_words);
  BIND (before_table);
  BIND (after_table);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, choice_changed);
  gtk_widget_class_bind_template_callback (widget_class, row_selected);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
  gtk_widget_class_bind_template_callback (widget_class, go_back);
  gtk_widget_class_install_action (widget_class, "impact.run", NULL, action_run);
  gtk_widget_class_install_action (widget_class, "impact.stop", NULL, action_stop);
  gtk_widget_class_install_action (widget_class, "impact.again", NULL, action_again);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ask_impact_window_init (AskImpactWindow *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  ask_list_leave_by_tab (self->list);
  ask_transient_init (self, stop);
}

/** ask_impact_window_new: Returns: (transfer none): the window, loading and not yet shown */
GtkWidget *
ask_impact_window_new (AskSession *session)
{
  AskImpactWindow *self = g_object_new (ASK_TYPE_IMPACT_WINDOW, NULL);

  self->session = g_object_ref (session);
  load (self);
  return GTK_WIDGET (self);
}
