/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It owns the editor: the newest schema is read into it once, edits go to disk by AskSchemaSaver, and what changes
 * elsewhere (a refresh, another window) comes in as one more version that can be undone.
 */
#include "config.h"

#include "app/schema/ask-schema-view-private.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-schema.h"
#include "app/schema/ask-minimap.h"
#include "app/schema/ask-schema-adviser.h"
#include "app/schema/ask-draft-bar.h"
#include "app/schema/ask-schema-guard.h"
#include "app/schema/ask-schema-legend.h"
#include "app/schema/ask-schema-list.h"
#include "app/schema/ask-schema-panel.h"
#include "app/schema/ask-versions-dialog.h"
#include "app/widgets/ask-add-buttons.h"
#include "app/widgets/ask-banner.h"
#include "app/widgets/ask-transient.h"
#include "app/widgets/ask-wrap-box.h"
#include "base/ask-error.h"

G_DEFINE_FINAL_TYPE (AskSchemaView, ask_schema_view, GTK_TYPE_WIDGET)

/** ask_schema_view_is_list: Returns: whether the list stands in the place of the canvas */
gboolean
ask_schema_view_is_list (AskSchemaView *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->modes), "list") == 0;
}

/** ask_schema_view_show_problem: @message: what went wrong, in words; shown above the canvas */
void
ask_schema_view_show_problem (AskSchemaView *self, const char *message)
{
  ask_banner_show (self->banner, message, NULL, NULL);
}

static void
update_tools (AskSchemaView *self)
{
  const char *undo = self->editor != NULL ? ask_schema_editor_get_undo_title (self->editor) : NULL;
  const char *redo = self->editor != NULL ? ask_schema_editor_get_redo_title (self->editor) : NULL;
  /* Translators: a zoom level. */
  g_autofree char *percent = g_strdup_printf (_ ("%.0f %%"), ask_canvas_get_zoom (self->canvas) * 100);
  /* Translators: what the button takes back: "Undo: Moved orders". */
  g_autofree char *undo_tip = undo != NULL ? g_strdup_printf (_ ("Undo: %s"), undo) : g_strdup (_ ("Undo"));
  g_autofree char *redo_tip = redo != NULL ? g_strdup_printf (_ ("Redo: %s"), redo) : g_strdup (_ ("Redo"));

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "schema.undo", undo != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "schema.redo", redo != NULL);
  gtk_widget_set_tooltip_text (self->undo, undo_tip);
  gtk_widget_set_tooltip_text (self->redo, redo_tip);
  gtk_button_set_label (self->percent, percent);
}

static void
coverage_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSchemaView *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) coverage = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_SCHEMA_VIEW (source);
  if (coverage == NULL)
    ask_schema_view_show_problem (self, ask_error_get_words (error));
  /* Of another version by now: the next count is on its way. */
  else if (self->coverage && coverage->len == ask_schema_editor_get_schema (self->editor)->entities->len)
    {
      ask_canvas_set_coverage (self->canvas, (const AskCoverage *) coverage->data, coverage->len);
      ask_schema_legend_show (self->legend);
    }
}

static void
count_coverage (AskSchemaView *self)
{
  ask_job_start (ask_jobs_coverage (ask_schema_editor_get_schema (self->editor)), self,
                 ask_session_get_path (self->session), self->cancellable, coverage_ready, NULL);
}

static void
schema_changed (AskSchemaView *self)
{
  AskSchema *schema = ask_schema_editor_get_schema (self->editor);

  ask_schema_list_set_schema (self->list, schema);
  gtk_stack_set_visible_child_name (self->states, schema->entities->len > 0 ? "full" : "empty");
  update_tools (self);
  if (self->coverage)
    count_coverage (self);
}

static void
arranged (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSchemaView *self = ASK_SCHEMA_VIEW (source);
  g_autoptr (AskDiagramLayout) layout = g_steal_pointer (&self->layout);
  g_autoptr (GError) error = NULL;

  if (ask_job_finish (source, result, &error) != NULL)
    {
      if (self->states != NULL)
        ask_canvas_apply_layout (self->canvas, layout);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ask_schema_view_show_problem (self, ask_error_get_words (error));
}

/** ask_schema_view_arrange: @all: also what has its place already. Nothing, while a layout is under way */
void
ask_schema_view_arrange (AskSchemaView *self, gboolean all)
{
  if (self->layout != NULL || self->editor == NULL)
    return;
  self->layout = ask_diagram_layout_new (ask_canvas_get_diagram (self->canvas), all);
  ask_job_start (ask_jobs_arrange (self->layout), self, NULL, self->cancellable, arranged, NULL);
}

static void
save_failed (AskSchemaView *self, const char *message, gboolean conflict)
{
  if (conflict)
    ask_banner_show (self->banner, message, _ ("Show the Other"), "schema.take");
  else
    ask_banner_show (self->banner, message, _ ("Try Again"), "schema.save");
}

static void
saved (AskSchemaView *self)
{
  ask_banner_hide (self->banner);
}

static void
start_editing (AskSchemaView *self, AskSchemaState *state)
{
  self->editor = ask_schema_editor_new (state->schema);
  self->saver = ask_schema_saver_new (self->session, self->editor, &state->base);
  g_signal_connect_object (self->saver, "failed", G_CALLBACK (save_failed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->saver, "saved", G_CALLBACK (saved), self, G_CONNECT_SWAPPED);
  ask_schema_guard_set_saver (self->guard, self->saver);
  ask_draft_bar_set_saver (self->draft, self->saver);
  ask_canvas_set_editor (self->canvas, self->editor);
  ask_schema_panel_set_editor (self->panel, self->editor);
  g_signal_connect_object (self->editor, "changed", G_CALLBACK (schema_changed), self, G_CONNECT_SWAPPED);
  schema_changed (self);
  if (self->version_wanted >= 0)
    ask_schema_view_show_versions (self, self->version_wanted);
  if (self->entity_wanted != NULL)
    ask_schema_view_show_attribute (self, self->entity_wanted, self->attribute_wanted);
}

static void
schema_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSchemaView *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchemaState) state = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_SCHEMA_VIEW (source);
  if (error != NULL)
    {
      g_autofree char *text = g_markup_escape_text (ask_error_get_words (error), -1);

      adw_status_page_set_description (self->failed, text);
      gtk_stack_set_visible_child_name (self->states, "failed");
      return;
    }
  if (self->editor == NULL)
    start_editing (self, state);
  else
    {
      ask_schema_saver_take (self->saver, state->schema, &state->base, _ ("Changed elsewhere"), self->give_way);
      self->give_way = FALSE;
      gtk_stack_set_visible_child_name (self->states, ask_schema_editor_get_schema (self->editor)->entities->len > 0
                                                        ? "full"
                                                        : "empty");
    }
  if (ask_diagram_has_unplaced (ask_canvas_get_diagram (self->canvas)))
    ask_schema_view_arrange (self, FALSE);
}

/** ask_schema_view_load: reads the newest schema */
void
ask_schema_view_load (AskSchemaView *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_open_schema (), self, ask_session_get_path (self->session), self->cancellable, schema_ready,
                 NULL);
}

/** ask_schema_view_open_panel: shows the panel, to write in */
void
ask_schema_view_open_panel (AskSchemaView *self)
{
  adw_flap_set_reveal_flap (self->flap, TRUE);
  ask_schema_panel_focus (self->panel);
}

static void
mode_changed (AskSchemaView *self)
{
  gtk_widget_set_visible (self->tools, !ask_schema_view_is_list (self));
  gtk_label_set_text (self->matches, "");
}

/* Whether the list is shown, the panel is out, coverage is painted, suggestions are shown: as properties, so that buttons and menus show
 * their state. */
enum
{
  PROP_LIST = 1,
  PROP_PANEL,
  PROP_COVERAGE,
  PROP_SUGGESTIONS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
ask_schema_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  AskSchemaView *self = ASK_SCHEMA_VIEW (object);

  g_value_set_boolean (value, id == PROP_LIST          ? ask_schema_view_is_list (self)
                              : id == PROP_PANEL       ? adw_flap_get_reveal_flap (self->flap)
                              : id == PROP_SUGGESTIONS ? ask_schema_adviser_get_active (self->adviser)
                                                       : self->coverage);
}

static void
ask_schema_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  AskSchemaView *self = ASK_SCHEMA_VIEW (object);
  gboolean on = g_value_get_boolean (value);

  if (id == PROP_LIST)
    {
      gtk_stack_set_visible_child_name (self->modes, on ? "list" : "canvas");
      mode_changed (self);
    }
  else if (id == PROP_PANEL)
    adw_flap_set_reveal_flap (self->flap, on);
  else if (id == PROP_SUGGESTIONS)
    ask_schema_adviser_set_active (self->adviser, on && self->editor != NULL);
  else if (self->coverage != on)
    {
      self->coverage = on;
      if (on && self->editor != NULL)
        count_coverage (self);
      else
        {
          ask_canvas_set_coverage (self->canvas, NULL, 0);
          ask_schema_legend_hide (self->legend);
        }
    }
  g_object_notify_by_pspec (object, properties[id]);
}

/** ask_schema_view_focus: puts the cursor into the search. */
void
ask_schema_view_focus (AskSchemaView *self)
{
  g_return_if_fail (ASK_IS_SCHEMA_VIEW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

/** ask_schema_view_get_state: Returns: (transfer none): "loading", "empty", "failed" or "full" */
const char *
ask_schema_view_get_state (AskSchemaView *self)
{
  g_return_val_if_fail (ASK_IS_SCHEMA_VIEW (self), NULL);
  return gtk_stack_get_visible_child_name (self->states);
}

/** ask_schema_view_get_canvas: Returns: (transfer none): the canvas */
AskCanvas *
ask_schema_view_get_canvas (AskSchemaView *self)
{
  return self->canvas;
}

/** ask_schema_view_get_editor: Returns: (transfer none) (nullable): the editor, once the schema is read */
AskSchemaEditor *
ask_schema_view_get_editor (AskSchemaView *self)
{
  return self->editor;
}

/** ask_schema_view_get_saver: Returns: (transfer none) (nullable): what saves the edits, once the schema is read */
AskSchemaSaver *
ask_schema_view_get_saver (AskSchemaView *self)
{
  return self->saver;
}

/** ask_schema_view_is_saved: Returns: whether all edits are on disk, and no layout is under way */
gboolean
ask_schema_view_is_saved (AskSchemaView *self)
{
  return self->saver != NULL && ask_schema_saver_is_idle (self->saver) && self->layout == NULL;
}

/* What is read, counted or arranged holds the page, and what is suggested its canvas; edits are saved by others. */
static void
stop (gpointer view)
{
  AskSchemaView *self = ASK_SCHEMA_VIEW (view);

  g_cancellable_cancel (self->cancellable);
  if (self->adviser != NULL)
    ask_schema_adviser_set_active (self->adviser, FALSE);
}

/* The panel gives what is typed when it goes, and that has to be while everybody is here who is told. What GTK holds because it
 * was under the pointer last must not hold the panel, which has the canvas. */
static void
remove_side (AskSchemaView *self)
{
  GtkWidget *side = adw_flap_get_flap (self->flap);
  GtkWidget *child;

  if (side == NULL)
    return;
  g_object_ref (side);
  adw_flap_set_flap (self->flap, NULL);
  while ((child = gtk_widget_get_first_child (side)) != NULL)
    gtk_box_remove (GTK_BOX (side), child);
  g_object_unref (side);
}

static void
ask_schema_view_dispose (GObject *object)
{
  AskSchemaView *self = ASK_SCHEMA_VIEW (object);
  GtkWidget *child;

  g_cancellable_cancel (self->cancellable);
  if (self->guard != NULL)
    ask_schema_guard_stop (self->guard);
  if (self->flap != NULL)
    remove_side (self);
  /* What that started ends as well. */
  g_clear_object (&self->cancellable);
  g_clear_object (&self->guard);
  g_clear_pointer (&self->entity_wanted, g_free);
  g_clear_pointer (&self->attribute_wanted, g_free);
  self->states = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  g_clear_object (&self->adviser);
  g_clear_object (&self->saver);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (ask_schema_view_parent_class)->dispose (object);
}

static void
ask_schema_view_class_init (AskSchemaViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ask_schema_view_dispose;
  object_class->get_property = ask_schema_view_get_property;
  object_class->set_property = ask_schema_view_set_property;
  properties[PROP_LIST] = g_param_spec_boolean ("list", NULL, NULL, FALSE,
                                                G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_PANEL] = g_param_spec_boolean ("panel", NULL, NULL, TRUE,
                                                 G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_COVERAGE]
    = g_param_spec_boolean ("coverage", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_SUGGESTIONS]
    = g_param_spec_boolean ("suggestions", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (ASK_TYPE_ADD_BUTTONS);
  g_type_ensure (ASK_TYPE_BANNER);
  g_type_ensure (ASK_TYPE_CANVAS);
  g_type_ensure (ASK_TYPE_DRAFT_BAR);
  g_type_ensure (ASK_TYPE_SCHEMA_LIST);
  g_type_ensure (ASK_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-schema-view.ui");
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, states);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, failed);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, banner);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, draft);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, search);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, matches);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, tools);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, percent);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, undo);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, redo);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, modes);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, flap);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, below);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, overlay);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, canvas);
  gtk_widget_class_bind_template_child (widget_class, AskSchemaView, list);
  ask_schema_view_bind_search (widget_class);
  ask_schema_view_install_actions (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
advice_failed (AskSchemaView *self, const char *message)
{
  ask_schema_view_show_problem (self, message);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUGGESTIONS]);
}

static void
panel_toggled (AskSchemaView *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PANEL]);
}

/* The overview stands above the panel, and not over the canvas, where it would cover boxes as soon as one is near. */
static GtkWidget *
new_side (AskSchemaView *self)
{
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *minimap = ask_minimap_new (self->canvas);

  gtk_widget_set_margin_start (minimap, 12);
  gtk_widget_set_margin_end (minimap, 12);
  gtk_widget_set_margin_top (minimap, 12);
  gtk_widget_set_vexpand (GTK_WIDGET (self->panel), TRUE);
  gtk_widget_add_css_class (side, "background");
  gtk_box_append (GTK_BOX (side), minimap);
  gtk_box_append (GTK_BOX (side), GTK_WIDGET (self->panel));
  return side;
}

static void
ask_schema_view_init (AskSchemaView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ask_transient_init_part (self, stop);
  self->version_wanted = -1;
  self->panel = ASK_SCHEMA_PANEL (ask_schema_panel_new (self->canvas));
  gtk_widget_set_size_request (GTK_WIDGET (self->panel), 330, -1);
  adw_flap_set_flap (self->flap, new_side (self));
  self->legend = ask_schema_legend_new (self->canvas);
  gtk_box_append (self->below, self->legend);
  g_signal_connect_object (self->canvas, "view-changed", G_CALLBACK (update_tools), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "activated", G_CALLBACK (ask_schema_view_open_panel), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "problem", G_CALLBACK (ask_schema_view_show_problem), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->panel, "problem", G_CALLBACK (ask_schema_view_show_problem), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->flap, "notify::reveal-flap", G_CALLBACK (panel_toggled), self, G_CONNECT_SWAPPED);
  update_tools (self);
}

/** ask_schema_view_new: Returns: (transfer floating): the page, loading */
GtkWidget *
ask_schema_view_new (AskSession *session)
{
  AskSchemaView *self = g_object_new (ASK_TYPE_SCHEMA_VIEW, NULL);

  self->session = g_object_ref (session);
  self->adviser = ask_schema_adviser_new (session, self->canvas);
  gtk_overlay_add_overlay (self->overlay, ask_schema_adviser_get_widget (self->adviser));
  self->guard = ask_schema_guard_new (self->canvas, session);
  ask_draft_bar_attach (self->draft, session, GTK_WIDGET (self), GTK_WIDGET (self->canvas));
  g_signal_connect_object (self->draft, "problem", G_CALLBACK (ask_schema_view_show_problem), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->adviser, "failed", G_CALLBACK (advice_failed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (ask_schema_view_load), self, G_CONNECT_SWAPPED);
  ask_schema_view_load (self);
  return GTK_WIDGET (self);
}

/**
 * ask_schema_view_show_attribute:
 * @entity: the id of an entity
 * @attribute: (nullable): the name of its attribute
 *
 * Selects it on the canvas, as soon as the schema is read.
 */
void
ask_schema_view_show_attribute (AskSchemaView *self, const char *entity, const char *attribute)
{
  g_autofree char *id = g_strdup (entity);
  g_autofree char *name = g_strdup (attribute);

  g_return_if_fail (ASK_IS_SCHEMA_VIEW (self) && entity != NULL);
  g_free (self->entity_wanted);
  g_free (self->attribute_wanted);
  self->entity_wanted = self->editor == NULL ? g_strdup (id) : NULL;
  self->attribute_wanted = self->editor == NULL ? g_strdup (name) : NULL;
  if (self->editor != NULL)
    ask_canvas_fly_to (self->canvas, id, name);
}

/** ask_schema_view_show_versions: shows them as soon as the schema is read; @version: the id of one to open, or 0 */
void
ask_schema_view_show_versions (AskSchemaView *self, gint64 version)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *dialog;

  self->version_wanted = self->editor == NULL ? version : -1;
  if (self->editor == NULL)
    return;
  dialog = ask_versions_dialog_new (self->session, self->editor, version);
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (dialog));
}
