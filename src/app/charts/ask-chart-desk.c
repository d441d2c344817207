/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every change is a look. One that only dresses the chart is drawn at once; one that chooses another chart is worked out by a
 * job, and what is there stays until that is done. The looks before are kept, so that each change can be taken back.
 */
#include "config.h"

#include "app/charts/ask-chart-desk-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/charts/ask-chart-dress.h"
#include "app/charts/ask-chart-saver.h"
#include "base/ask-error.h"
#include "base/ask-text.h"

G_DEFINE_FINAL_TYPE (AskChartDesk, ask_chart_desk, GTK_TYPE_WIDGET)

enum
{
  CHANGED,
  WANTS_BEHIND,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Nobody goes back further. */
#define MOST_UNDO 100

static void
look_free (gpointer look)
{
  ask_chart_look_free (look);
}

/** ask_chart_desk_say: @self: a desk; @words: (nullable): why something could not be done, below the buttons. */
void
ask_chart_desk_say (AskChartDesk *self, const char *words)
{
  gtk_label_set_text (self->unfit, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->unfit), words != NULL);
}

static void
show_panel (AskChartDesk *self)
{
  if (self->choices != NULL && gtk_widget_get_visible (GTK_WIDGET (gtk_menu_button_get_popover (self->change))))
    ask_chart_panel_show (self->panel, self->chart, self->choices);
}

static void
update (AskChartDesk *self)
{
  g_autofree char *back = ask_chart_desk_dup_back (self);
  const AskChartLook *look = ask_chart_get_look (self->chart);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "chart.undo", self->before->len > 0 || back != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "chart.back", back != NULL);
  gtk_widget_set_visible (self->back, back != NULL);
  gtk_widget_set_tooltip_text (self->back, back);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "chart.reset", !ask_chart_look_is_empty (look));
  gtk_widget_set_visible (self->zoomed, ask_chart_look_is_zoomed (look));
  ask_chart_desk_say (self, ask_chart_get_unfit (self->chart));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->change), ask_chart_get_reason (self->chart));
}

/** ask_chart_desk_update: @self: a desk that shows another chart. Has its buttons and its panel follow. */
void
ask_chart_desk_update (AskChartDesk *self)
{
  update (self);
  show_panel (self);
}

/* Remembers the look before, and tells of the new one. */
static void
tell (AskChartDesk *self, gboolean remember)
{
  const AskChartLook *look = ask_chart_get_look (self->chart);

  if (ask_chart_look_equal (look, self->last))
    return;
  if (remember)
    {
      if (self->before->len == MOST_UNDO)
        g_ptr_array_remove_index (self->before, 0);
      g_ptr_array_add (self->before, self->last);
    }
  else
    ask_chart_look_free (self->last);
  self->last = ask_chart_look_copy (look);
  update (self);
  if (self->levels->len == 0)
    g_signal_emit (self, signals[CHANGED], 0);
}

typedef struct
{
  gboolean remember;
  gboolean first; /* nothing was changed: only which kinds there are is wanted */
} Drawing;

static void
drawn (GObject *source, GAsyncResult *result, gpointer data)
{
  AskChartDesk *self = ASK_CHART_DESK (source);
  g_autofree Drawing *drawing = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskChartDrawn) found = ask_job_finish (source, result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable || self->view == NULL)
    return;
  g_clear_object (&self->cancellable);
  if (found == NULL)
    {
      ask_chart_desk_say (self, ask_error_get_words (error));
      return;
    }
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  self->choices = g_steal_pointer (&found->choices);
  if (!drawing->first)
    {
      AskChart *old = g_steal_pointer (&self->chart);

      self->chart = g_steal_pointer (&found->chart);
      ask_chart_view_set_chart (self->view, self->chart);
      /* The view has let go of it. */
      ask_chart_unref (old);
      tell (self, drawing->remember);
    }
  update (self);
  show_panel (self);
}

static void
draw (AskChartDesk *self, const AskChartLook *look, gboolean remember, gboolean first)
{
  const AskChartAsked asked = { self->rows, self->question, self->wish };
  Drawing *drawing = g_new0 (Drawing, 1);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  drawing->remember = remember;
  drawing->first = first;
  ask_job_start (ask_jobs_draw_chart (&asked, look), self, NULL, self->cancellable, drawn, drawing);
}

static void
take_look (AskChartDesk *self, const AskChartLook *look, gboolean remember)
{
  if (ask_chart_look_chooses (ask_chart_get_look (self->chart), look))
    {
      draw (self, look, remember, FALSE);
      return;
    }
  ask_chart_set_look (self->chart, look);
  ask_chart_view_redraw (self->view);
  tell (self, remember);
  show_panel (self);
}

/** ask_chart_desk_set_look: @self: a desk; @look: (nullable): what is changed of the chart. Draws it so; it can be taken back. */
void
ask_chart_desk_set_look (AskChartDesk *self, const AskChartLook *look)
{
  g_autoptr (AskChartLook) copy = ask_chart_look_copy (look);

  g_return_if_fail (ASK_IS_CHART_DESK (self));
  take_look (self, copy, TRUE);
}

static void
panel_changed (AskChartDesk *self)
{
  g_autoptr (AskChartLook) look = ask_chart_look_copy (ask_chart_panel_get_look (self->panel));

  take_look (self, look, TRUE);
}

static void
view_dressed (AskChartDesk *self)
{
  tell (self, TRUE);
  show_panel (self);
}

static void
popover_shown (GtkWidget *popover, GParamSpec *param, AskChartDesk *self)
{
  if (!gtk_widget_get_visible (popover))
    return;
  if (self->choices == NULL)
    draw (self, ask_chart_get_look (self->chart), FALSE, TRUE);
  show_panel (self);
}

static void
action_undo (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskChartDesk *self = ASK_CHART_DESK (widget);
  g_autoptr (AskChartLook) look = NULL;

  if (self->before->len == 0)
    {
      ask_chart_desk_go_back (self);
      return;
    }
  look = g_ptr_array_steal_index (self->before, self->before->len - 1);
  take_look (self, look, FALSE);
  update (self);
}

static void
action_back (GtkWidget *widget, const char *action, GVariant *parameter)
{
  if (ask_chart_desk_go_back (ASK_CHART_DESK (widget)))
    gtk_widget_grab_focus (GTK_WIDGET (ASK_CHART_DESK (widget)->view));
}

static void
action_reset (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_chart_desk_set_look (ASK_CHART_DESK (widget), NULL);
}

static void
action_unzoom (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_chart_view_unzoom (ASK_CHART_DESK (widget)->view);
}

static void
action_copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_chart_saver_copy (widget, ASK_CHART_DESK (widget)->chart);
}

static void
action_export (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskChartDesk *self = ASK_CHART_DESK (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *dialog = ask_chart_saver_new (&(AskChartAsked) { self->rows, self->question, self->wish },
                                           ask_chart_get_look (self->chart), ask_chart_get_title (self->chart));

  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
action_fullscreen (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GtkWidget *screen = ask_chart_screen_new (ASK_CHART_DESK (widget));

  gtk_window_present (GTK_WINDOW (screen));
}

static void
ask_chart_desk_dispose (GObject *object)
{
  AskChartDesk *self = ASK_CHART_DESK (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->asking != NULL)
    g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  if (self->view != NULL)
    ask_chart_view_set_chart (self->view, NULL);
  if (self->panel != NULL)
    ask_chart_panel_show (self->panel, NULL, NULL);
  self->view = NULL;
  self->panel = NULL;
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->spans, g_ptr_array_unref);
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  g_clear_pointer (&self->before, g_ptr_array_unref);
  g_clear_pointer (&self->last, ask_chart_look_free);
  g_clear_pointer (&self->chart, ask_chart_unref);
  g_clear_pointer (&self->levels, g_ptr_array_unref);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_clear_pointer (&self->question, g_free);
  g_clear_pointer (&self->wish, g_free);
  g_clear_pointer (&self->sql, g_free);
  g_clear_pointer (&self->path, g_free);
  G_OBJECT_CLASS (ask_chart_desk_parent_class)->dispose (object);
}

static void
ask_chart_desk_class_init (AskChartDeskClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = ASK_TYPE_CHART_DESK;

  G_OBJECT_CLASS (klass)->dispose = ask_chart_desk_dispose;
  signals[CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[WANTS_BEHIND] = g_signal_new ("wants-behind", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                        G_TYPE_UINT, G_TYPE_UINT);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_install_action (widget_class, "chart.undo", NULL, action_undo);
  gtk_widget_class_install_action (widget_class, "chart.back", NULL, action_back);
  gtk_widget_class_install_action (widget_class, "chart.reset", NULL, action_reset);
  gtk_widget_class_install_action (widget_class, "chart.unzoom", NULL, action_unzoom);
  gtk_widget_class_install_action (widget_class, "chart.copy", NULL, action_copy);
  gtk_widget_class_install_action (widget_class, "chart.export", NULL, action_export);
  gtk_widget_class_install_action (widget_class, "chart.fullscreen", NULL, action_fullscreen);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F11, 0, "chart.fullscreen", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "chart.undo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK, "chart.back", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "chart.copy", NULL);
  ask_chart_desk_install_menu (widget_class);
}

static GtkWidget *
add_button (GtkWidget *bar, const char *icon, const char *action, const char *words)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_box_append (GTK_BOX (bar), button);
  return button;
}

static GtkWidget *
new_bar (AskChartDesk *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 3);
  GtkWidget *popover = gtk_popover_new ();

  self->back = add_button (bar, "go-previous-symbolic", "chart.back", _ ("Back to the coarser unit of time"));
  self->panel = ASK_CHART_PANEL (ask_chart_panel_new ());
  g_signal_connect_object (self->panel, "changed", G_CALLBACK (panel_changed), self, G_CONNECT_SWAPPED);
  gtk_popover_set_child (GTK_POPOVER (popover), GTK_WIDGET (self->panel));
  g_signal_connect_object (popover, "notify::visible", G_CALLBACK (popover_shown), self, 0);
  self->change = GTK_MENU_BUTTON (gtk_menu_button_new ());
  gtk_menu_button_set_label (self->change, _ ("_Change"));
  gtk_menu_button_set_use_underline (self->change, TRUE);
  gtk_menu_button_set_has_frame (self->change, FALSE);
  gtk_menu_button_set_popover (self->change, popover);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->change));
  add_button (bar, "edit-undo-symbolic", "chart.undo", _ ("Undo the last change of the chart"));
  add_button (bar, "view-refresh-symbolic", "chart.reset", _ ("Draw the chart as it was at first"));
  self->zoomed = add_button (bar, "zoom-original-symbolic", "chart.unzoom", _ ("Show all of the chart"));
  self->spinner = g_object_new (GTK_TYPE_SPINNER, "visible", FALSE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->spinner), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Working"), -1);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->spinner));
  self->unfit = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->unfit, 0);
  gtk_label_set_wrap (self->unfit, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->unfit), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->unfit), "dim-label");
  gtk_widget_set_hexpand (bar, TRUE);
  gtk_box_append (GTK_BOX (bar), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  gtk_widget_add_css_class (gtk_widget_get_last_child (bar), "spacer");
  gtk_widget_set_hexpand (gtk_widget_get_last_child (bar), TRUE);
  add_button (bar, "edit-copy-symbolic", "chart.copy", _ ("Copy the chart as a picture"));
  add_button (bar, "document-save-as-symbolic", "chart.export", _ ("Save the chart as a file"));
  add_button (bar, "view-fullscreen-symbolic", "chart.fullscreen", _ ("Show the chart on all of the screen"));
  return bar;
}

static void
ask_chart_desk_init (AskChartDesk *self)
{
  self->before = g_ptr_array_new_with_free_func (look_free);
  self->levels = g_ptr_array_new_with_free_func (ask_chart_level_free);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  gtk_box_append (GTK_BOX (self->box), new_bar (self));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->unfit));
  self->view = ASK_CHART_VIEW (ask_chart_view_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->view), TRUE);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->view));
  g_signal_connect_object (self->view, "dressed", G_CALLBACK (view_dressed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "activated", G_CALLBACK (ask_chart_desk_open_menu), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/**
 * ask_chart_desk_new:
 * @asked: what the chart is of
 * @chart: (transfer none): how it is drawn now; a reference is kept, as a job that draws keeps the desk
 * @drill: what the rows behind a place can be found by
 *
 * Returns: (transfer floating): the chart with what changes it
 */
GtkWidget *
ask_chart_desk_new (const AskChartAsked *asked, AskChart *chart, AskChartDrill drill)
{
  AskChartDesk *self = g_object_new (ASK_TYPE_CHART_DESK, NULL);

  self->rows = ask_rows_ref (asked->rows);
  self->question = g_strdup (asked->question);
  self->wish = g_strdup (asked->wish);
  self->drill = drill;
  self->chart = ask_chart_ref (chart);
  self->last = ask_chart_look_copy (ask_chart_get_look (chart));
  ask_chart_view_set_chart (self->view, chart);
  update (self);
  return GTK_WIDGET (self);
}

/** ask_chart_desk_set_sql: @self: a desk; @sql: (nullable): the query of its rows, which can be asked by finer units of time;
 * @path: (nullable): the workspace that it is asked of. */
void
ask_chart_desk_set_sql (AskChartDesk *self, const char *sql, const char *path)
{
  ask_text_set (&self->sql, sql);
  ask_text_set (&self->path, path);
}

/** ask_chart_desk_get_chart: Returns: (transfer none): what is drawn now */
AskChart *
ask_chart_desk_get_chart (AskChartDesk *self)
{
  return self->chart;
}

/** ask_chart_desk_get_view: Returns: (transfer none): the picture */
AskChartView *
ask_chart_desk_get_view (AskChartDesk *self)
{
  return self->view;
}

/** ask_chart_desk_get_look: Returns: (transfer none): what is changed of the chart of the answer's own rows, also while a finer
 * unit of time is seen */
const AskChartLook *
ask_chart_desk_get_look (AskChartDesk *self)
{
  return ask_chart_desk_get_kept_look (self);
}
