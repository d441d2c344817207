/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Holds the steps and their history. Cards change the steps in place; here they are moved, removed and added, and what
 * was done is undone. Cards are made anew wherever which steps there are changes.
 */
#include "config.h"

#include "app/explore/ask-build-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/jobs/ask-jobs-build.h"
#include "base/ask-error.h"
#include "base/ask-number.h"
#include "base/ask-text.h"
#include "explore/ask-build-words.h"

/* More entities are found by typing. */
#define MAX_ENTITIES 200

G_DEFINE_FINAL_TYPE (AskBuildView, ask_build_view, GTK_TYPE_WIDGET)

/* ---- what can be done */

/* ask_build_view_update_actions: allows what the present query can do */
void
ask_build_view_update_actions (AskBuildView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean built = self->build != NULL;

  gtk_widget_action_set_enabled (widget, "build.undo",
                                 built && (self->as_sql || ask_build_history_can_undo (self->history)));
  gtk_widget_action_set_enabled (widget, "build.redo",
                                 built && !self->as_sql && ask_build_history_can_redo (self->history));
  gtk_widget_action_set_enabled (widget, "build.rename", built && !self->as_sql);
  gtk_widget_action_set_enabled (widget, "build.add", built && !self->as_sql);
  gtk_widget_action_set_enabled (widget, "build.add-to", built && !self->as_sql);
  gtk_widget_action_set_enabled (widget, "build.go-on", built && !self->as_sql);
  gtk_widget_set_sensitive (GTK_WIDGET (self->add), built && !self->as_sql);
}

/* ask_build_view_remember: the query changed; @same_edit as of ask_build_history_push() */
void
ask_build_view_remember (AskBuildView *self, gboolean same_edit)
{
  ask_build_history_push (self->history, self->build, same_edit);
  ask_build_view_update_actions (self);
  ask_build_view_update (self);
}

/* ask_build_view_move_step: moves the step at @place up (-1) or down (1) */
void
ask_build_view_move_step (AskBuildView *self, const AskBuildPlace *place, int by)
{
  AskBuildStep *step = ask_build_place_get_step (place);

  if (ask_build_move (place->build, place->index, (guint) ((int) place->index + by)))
    {
      ask_build_view_show_cards (self, step);
      ask_build_view_remember (self, FALSE);
    }
}

/* What the stage behind reads goes with it, so only the last stage is left out alone. */
static void
remove_stage (AskBuildView *self, const AskBuildPlace *place)
{
  AskBuild *before = ask_build_copy (ask_build_get_before (place->build));

  ask_build_view_adopt (self, before, TRUE);
  ask_build_view_focus_step (self, ask_build_get_step (before, before->steps->len - 1));
}

/* ask_build_view_remove_step: takes the step at @place out; the first one of a stage takes that stage and those behind it out */
void
ask_build_view_remove_step (AskBuildView *self, const AskBuildPlace *place)
{
  if (place->index == 0 && ask_build_get_before (place->build) != NULL)
    remove_stage (self, place);
  else if (ask_build_remove (place->build, place->index))
    {
      ask_build_view_show_cards (self, ask_build_get_step (place->build, place->index - 1));
      ask_build_view_remember (self, FALSE);
    }
}

/*
 * ask_build_view_adopt:
 * @build: (transfer full): what is built from now on
 * @pushed: it is an edit, which can be undone; else the history begins with it
 */
void
ask_build_view_adopt (AskBuildView *self, AskBuild *build, gboolean pushed)
{
  AskBuild *old = self->build;

  self->build = build;
  ask_build_view_show_cards (self, NULL);
  /* Only now: the cards that went borrowed from it. */
  g_clear_pointer (&old, ask_build_free);
  if (pushed && self->history != NULL)
    ask_build_history_push (self->history, build, FALSE);
  else
    {
      g_clear_pointer (&self->history, ask_build_history_free);
      self->history = ask_build_history_new (build);
    }
  gtk_stack_set_visible_child_name (self->states, "full");
  ask_build_view_update (self);
}

/* ---- actions */

static void
action_undo (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBuildView *self = ASK_BUILD_VIEW (widget);
  AskBuild *old = self->build;
  /* SQL that no steps say is no state of its own: the steps before it are still there. */
  gboolean done = self->as_sql                         ? TRUE
                  : strcmp (action, "build.undo") == 0 ? ask_build_history_undo (self->history)
                                                       : ask_build_history_redo (self->history);

  if (!done)
    return;
  self->build = ask_build_copy (ask_build_history_get (self->history));
  ask_build_view_show_cards (self, NULL);
  ask_build_free (old);
  self->as_sql = FALSE;
  /* Else the SQL is not written anew, since a person seems to be writing it. */
  gtk_widget_set_sensitive (GTK_WIDGET (self->add), TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->add));
  ask_build_view_update (self);
}

/* The stage that a step is added to while a way is chosen; nullable: it may be gone by then. */
static AskBuild *
get_stage (AskBuildView *self, guint at)
{
  g_autoptr (GPtrArray) stages = ask_build_list_stages (self->build);

  return at < stages->len ? stages->pdata[at] : NULL;
}

/* Goes on with the step that came at @place, or says why none came. */
static void
step_came (AskBuildView *self, const AskBuild *stage, guint place, const GError *error)
{
  if (error != NULL)
    {
      ask_session_toast (self->session, ask_error_get_words (error));
      return;
    }
  ask_build_view_show_cards (self, ask_build_get_step (stage, place));
  ask_build_view_remember (self, FALSE);
}

static void
path_chosen (gpointer owner, const AskBuildPath *path)
{
  AskBuildView *self = ASK_BUILD_VIEW (owner);
  AskBuild *stage = get_stage (self, self->joined_stage);
  guint place = stage != NULL ? ask_build_find_place (stage, ASK_BUILD_JOIN) : 0;
  g_autoptr (GError) error = NULL;

  if (stage == NULL)
    return;
  ask_build_take_path (stage, place, path, &error);
  step_came (self, stage, place, error);
}

/* @kind: below zero for the same, written in SQL */
static void
add_step (AskBuildView *self, guint at, gint32 kind)
{
  AskBuild *stage = get_stage (self, at);
  guint place = stage != NULL ? ask_build_find_place (stage, (AskBuildKind) ABS (kind)) : 0;
  g_autoptr (GError) error = NULL;
  AskBuildStep *step;

  if (stage == NULL)
    return;
  if (kind == ASK_BUILD_JOIN)
    {
      g_autoptr (AskSchema) names = ask_build_dup_names (stage, self->schema);
      const AskBuildPlace to = { self->build, stage, names, self->session, at, place };

      self->joined_stage = at;
      ask_build_join_choose (GTK_WIDGET (self), &to, path_chosen);
      return;
    }
  step = ask_build_step_new ((AskBuildKind) ABS (kind));
  if (step->kind == ASK_BUILD_LIMIT)
    step->limit = 10;
  if (kind < 0)
    step->condition = ask_build_condition_new (ASK_BUILD_SQL);
  ask_build_insert (stage, place, step, &error);
  step_came (self, stage, place, error);
}

static void
action_add (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBuildView *self = ASK_BUILD_VIEW (widget);
  g_autoptr (GPtrArray) stages = ask_build_list_stages (self->build);

  add_step (self, stages->len - 1, g_variant_get_int32 (parameter));
}

static void
action_add_to (GtkWidget *widget, const char *action, GVariant *parameter)
{
  guint stage;
  gint32 kind;

  g_variant_get (parameter, "(ui)", &stage, &kind);
  add_step (ASK_BUILD_VIEW (widget), stage, kind);
}

static void
action_go_on (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBuildView *self = ASK_BUILD_VIEW (widget);
  AskBuild *next = ask_build_go_on (self->build, self->schema);

  ask_build_view_adopt (self, next, TRUE);
  ask_build_view_focus_step (self, ask_build_get_step (next, 0));
}

static void
action_new (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBuildView *self = ASK_BUILD_VIEW (widget);

  gtk_stack_set_visible_child_name (self->states, "choose");
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
action_ask (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBuildView *self = ASK_BUILD_VIEW (widget);
  g_autofree char *sql = ask_build_view_dup_sql (self);
  g_autofree char *words = ask_build_view_dup_words (self);

  if (words == NULL)
    ask_session_toast (self->session, _ ("This query cannot run yet."));
  else
    gtk_widget_activate_action (widget, "win.ask-sql", "(ss)", words, sql);
}

static void
action_pin (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBuildView *self = ASK_BUILD_VIEW (widget);
  g_autofree char *sql = ask_build_view_dup_sql (self);
  g_autofree char *words = ask_build_view_dup_words (self);

  if (words == NULL)
    ask_session_toast (self->session, _ ("This query cannot run yet."));
  else
    gtk_widget_activate_action (widget, "win.pin", "(sss)", sql, words, "");
}

static void
action_open_sql (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autofree char *sql = ask_build_view_dup_sql (ASK_BUILD_VIEW (widget));

  gtk_widget_activate_action (widget, "win.open-sql", "s", sql);
}

static void
action_copy_sql (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBuildView *self = ASK_BUILD_VIEW (widget);
  g_autofree char *sql = ask_sql_editor_dup_text (self->editor);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), sql);
  ask_session_toast (self->session, _ ("SQL copied"));
}

static void
action_show_rows (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_build_view_read_rows (ASK_BUILD_VIEW (widget), TRUE);
}

static void
action_verify (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_build_view_verify (ASK_BUILD_VIEW (widget));
}

static void
action_rename (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_build_view_rename (ASK_BUILD_VIEW (widget), g_variant_get_uint32 (parameter));
}

/* ---- where it begins */

static void
entity_chosen (AskBuildView *self, GtkListBoxRow *row)
{
  ask_build_view_open (self, g_object_get_data (G_OBJECT (row), "ask-entity"));
}

static void
add_entity (AskBuildView *self, const AskEntity *entity, const char *name)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row),
                               entity->description != NULL ? entity->description : entity->source);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "ask-entity", g_strdup (entity->name), g_free);
  gtk_list_box_append (self->entities, row);
}

/* How many were found and have no row; who types more of a name finds them. */
static void
add_rest (AskBuildView *self, guint n)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *count = ask_number_count (n);
  g_autofree char *words = g_strdup_printf (ngettext ("and %s more", "and %s more", n), count);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), words);
  gtk_widget_add_css_class (row, "dim-label");
  gtk_list_box_append (self->entities, row);
}

static void
fill_entities (AskBuildView *self)
{
  g_autofree char *typed = ask_text_fold (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  GtkListBoxRow *row;
  guint n = 0;

  while ((row = gtk_list_box_get_row_at_index (self->entities, 0)) != NULL)
    gtk_list_box_remove (self->entities, GTK_WIDGET (row));
  for (guint i = 0; self->schema != NULL && i < self->schema->entities->len; i++)
    {
      const AskEntity *entity = self->schema->entities->pdata[i];
      g_autofree char *name = ask_text_to_words (entity->name);
      g_autofree char *folded = ask_text_fold (name);

      if (!entity->hidden && strstr (folded, typed) != NULL && n++ < MAX_ENTITIES)
        add_entity (self, entity, name);
    }
  if (n > MAX_ENTITIES)
    add_rest (self, n - MAX_ENTITIES);
}

/* Enter in the search takes what is found first. */
static void
take_first (AskBuildView *self)
{
  GtkListBoxRow *row;

  fill_entities (self);
  row = gtk_list_box_get_row_at_index (self->entities, 0);
  if (row != NULL)
    entity_chosen (self, row);
}

static void
open_now (AskBuildView *self, const char *text)
{
  AskBuild *build = ask_build_new_for_entity (self->schema, text);

  if (build == NULL)
    build = ask_build_from_sql (self->schema, text, NULL);
  if (build != NULL)
    {
      self->as_sql = FALSE;
      ask_build_view_adopt (self, build, FALSE);
      return;
    }
  /* The editor reads it once more, and says what it cannot show. Steps of another query say nothing beside it. */
  ask_build_view_remove_cards (self);
  g_clear_pointer (&self->build, ask_build_free);
  g_clear_pointer (&self->history, ask_build_history_free);
  self->as_sql = TRUE;
  ask_build_view_stop (self);
  gtk_stack_set_visible_child_name (self->states, "full");
  ask_sql_editor_set_text (self->editor, text);
  ask_build_view_sql_edited (self);
}

/**
 * ask_build_view_open:
 * @self: the page
 * @sql_or_entity: where it begins: the name of an entity, or one SELECT over the relational view
 *
 * Begins anew with it. SQL that no steps say stays SQL, and the page says which part that is.
 */
void
ask_build_view_open (AskBuildView *self, const char *sql_or_entity)
{
  g_return_if_fail (ASK_IS_BUILD_VIEW (self) && sql_or_entity != NULL);
  if (self->schema != NULL)
    {
      g_autofree char *text = g_strdup (sql_or_entity);

      open_now (self, text);
      return;
    }
  g_free (self->wanted);
  self->wanted = g_strdup (sql_or_entity);
}

/** ask_build_view_focus: moves the focus to the search for an entity, or to the steps */
void
ask_build_view_focus (AskBuildView *self)
{
  g_return_if_fail (ASK_IS_BUILD_VIEW (self));
  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->states), "choose") == 0)
    gtk_widget_grab_focus (GTK_WIDGET (self->search));
  else
    gtk_widget_child_focus (GTK_WIDGET (self->cards), GTK_DIR_TAB_FORWARD);
}

/* ---- names */

static void
names_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBuildView *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = ask_job_finish (source, result, &error);
  AskSchema *old;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_BUILD_VIEW (source);
  if (schema == NULL)
    {
      g_autofree char *text = g_markup_escape_text (ask_error_get_words (error), -1);

      adw_status_page_set_description (self->failed, text);
      gtk_stack_set_visible_child_name (self->states, "failed");
      return;
    }
  /* Cards that are in use stay, unless there is something new to offer. */
  if (self->schema != NULL && self->wanted == NULL && ask_schema_equal (self->schema, schema))
    return;
  old = g_steal_pointer (&self->schema);
  self->schema = g_steal_pointer (&schema);
  ask_sql_editor_set_schema (self->editor, self->schema);
  fill_entities (self);
  if (self->wanted != NULL)
    {
      g_autofree char *wanted = g_steal_pointer (&self->wanted);

      open_now (self, wanted);
    }
  else if (self->build == NULL && !self->as_sql)
    gtk_stack_set_visible_child_name (self->states, self->schema->entities->len > 0 ? "choose" : "empty");
  else if (self->build != NULL)
    {
      ask_build_view_show_cards (self, NULL);
      if (!self->as_sql)
        ask_build_view_update (self);
      gtk_stack_set_visible_child_name (self->states, "full");
    }
  g_clear_pointer (&old, ask_schema_unref);
}

static void
load (AskBuildView *self)
{
  ask_build_view_forget (self);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_load_names (), self, ask_session_get_path (self->session), self->cancellable, names_ready,
                 NULL);
}

static void
ask_build_view_dispose (GObject *object)
{
  AskBuildView *self = ASK_BUILD_VIEW (object);
  GtkWidget *child;

  ask_build_view_stop (self);
  ask_build_view_forget (self);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  g_clear_pointer (&self->build, ask_build_free);
  g_clear_pointer (&self->history, ask_build_history_free);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->wanted, g_free);
  g_clear_pointer (&self->rows_sql, g_free);
  G_OBJECT_CLASS (ask_build_view_parent_class)->dispose (object);
}

static void
ask_build_view_class_init (AskBuildViewClass *klass)
{
  static const struct
  {
    const char *name;
    const char *parameter;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "build.undo", NULL, action_undo },
    { "build.redo", NULL, action_undo },
    { "build.add", "i", action_add },
    { "build.add-to", "(ui)", action_add_to },
    { "build.go-on", NULL, action_go_on },
    { "build.new", NULL, action_new },
    { "build.ask", NULL, action_ask },
    { "build.verify", NULL, action_verify },
    { "build.rename", "u", action_rename },
    { "build.copy-sql", NULL, action_copy_sql },
    { "build.pin", NULL, action_pin },
    { "build.open-sql", NULL, action_open_sql },
    { "build.show-rows", NULL, action_show_rows },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_build_view_dispose;
  g_type_ensure (ASK_TYPE_SQL_EDITOR);
  g_type_ensure (ASK_TYPE_GRID);
  g_type_ensure (ASK_TYPE_WRAP_BOX);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-build-view.ui");
  gtk_widget_class_bind_template_child (widget_class, AskBuildView, states);
  gtk_widget_class_bind_template_child (widget_class, AskBuildView, failed);
  gtk_widget_class_bind_template_child (widget_class, AskBuildView, search);
  gtk_widget_class_bind_template_child (widget_class, AskBuildView, entities);
  gtk_widget_class_bind_template_child (widget_class, AskBuildView, add);
  gtk_widget_class_bind_template_child (widget_class, AskBuildView, go_on);
  gtk_widget_class_bind_template_child (widget_class, AskBuildView, sentence);
  gtk_widget_class_bind_template_child (widget_class, AskBuildView, sides);
  gtk_widget_class_bind_template_child (widget_class, AskBuildView, cards);
  gtk_widget_class_bind_template_child (widget_class, AskBuildView, next_part);
  gtk_widget_class_bind_template_child (widget_class, AskBuildView, next);
  gtk_widget_class_bind_template_child (widget_class, AskBuildView, editor);
  gtk_widget_class_bind_template_child (widget_class, AskBuildView, refusal);
  gtk_widget_class_bind_template_child (widget_class, AskBuildView, rows_words);
  gtk_widget_class_bind_template_child (widget_class, AskBuildView, show_rows);
  gtk_widget_class_bind_template_child (widget_class, AskBuildView, table);
  gtk_widget_class_bind_template_callback (widget_class, fill_entities);
  gtk_widget_class_bind_template_callback (widget_class, entity_chosen);
  gtk_widget_class_bind_template_callback (widget_class, take_first);
  gtk_widget_class_bind_template_callback (widget_class, ask_build_view_sql_edited);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter, actions[i].activate);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "build.undo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "build.redo", NULL);
}

static void
ask_build_view_init (AskBuildView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_layout_manager (self->sides, g_object_new (ASK_TYPE_BUILD_SIDES, NULL));
  gtk_menu_button_set_create_popup_func (self->add, ask_build_view_fill_menu, self, NULL);
  ask_grid_set_rename (self->table, "build.rename");
  ask_build_view_update_actions (self);
}

/**
 * ask_build_view_new:
 * @session: of the window
 *
 * Returns: (transfer full): the page
 */
GtkWidget *
ask_build_view_new (AskSession *session)
{
  AskBuildView *self = g_object_new (ASK_TYPE_BUILD_VIEW, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (load), self, G_CONNECT_SWAPPED);
  load (self);
  return GTK_WIDGET (self);
}
