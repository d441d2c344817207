/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One step: what it does, its editor, its faults, and the rows up to it where a person wants to see them.
 *
 * ::changed: a person changed the step. ::move: it is to go up (-1) or down (1). ::removed: it is to go.
 */
#include "config.h"

#include "app/explore/ask-build-private.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-build.h"
#include "base/ask-error.h"
#include "base/ask-text.h"
#include "explore/ask-build-check.h"
#include "explore/ask-build-rename.h"
#include "explore/ask-build-words.h"

#define PREVIEW_ROWS 10
#define PREVIEW_HEIGHT 240

struct _AskBuildCard
{
  GtkWidget parent_instance;
  AskBuildPlace place; /* borrows @names */
  AskSchema *names; /* what the editor was made with */
  AskSchema *new_names; /* nullable: what it is to be made with next time */
  GCancellable *reading; /* nullable: rows are on their way */
  char *named; /* nullable: what other steps call its calculated column */
  char *rows_sql; /* nullable: of the rows that were read last, all of them */
  GtkWidget *frame;
  GtkWidget *editor; /* nullable */
  GtkWidget *body;
  GtkWidget *problems;
  GtkWidget *eye;
  GtkWidget *rows_part;
  GtkWidget *rows_words;
  GtkWidget *table;
};

G_DEFINE_FINAL_TYPE (AskBuildCard, ask_build_card, GTK_TYPE_WIDGET)

enum
{
  CHANGED,
  MOVE,
  REMOVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static AskBuildStep *
get_step (AskBuildCard *self)
{
  return ask_build_place_get_step (&self->place);
}

static void
changed (AskBuildCard *self, gboolean same_edit)
{
  g_signal_emit (self, signals[CHANGED], 0, same_edit);
}

/* ---- rows */

static void
say_rows (AskBuildCard *self, const char *words)
{
  gtk_label_set_text (GTK_LABEL (self->rows_words), words != NULL ? words : "");
  gtk_widget_set_visible (self->rows_words, words != NULL);
  gtk_widget_set_visible (self->table, words == NULL);
}

static void
rows_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBuildCard *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_BUILD_CARD (source);
  g_clear_object (&self->reading);
  if (self->frame == NULL)
    return;
  if (rows == NULL)
    say_rows (self, ask_error_get_words (error));
  else if (ask_rows_get_n_rows (rows) == 0)
    say_rows (self, _ ("No row is left after this step."));
  else
    {
      ask_grid_set_rows (ASK_GRID (self->table), rows);
      ask_grid_model_set_source (ask_grid_get_model (ASK_GRID (self->table)),
                                 ask_session_get_path (self->place.session), self->rows_sql);
      ask_grid_fit (ASK_GRID (self->table), PREVIEW_HEIGHT);
      say_rows (self, NULL);
    }
}

/* ask_build_card_show_rows: reads the rows up to this step anew, where they are shown */
void
ask_build_card_show_rows (AskBuildCard *self)
{
  g_autofree char *sql = NULL;

  ask_build_stop (&self->reading);
  gtk_widget_set_visible (self->rows_part, gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->eye)));
  if (!gtk_widget_get_visible (self->rows_part))
    return;
  /* One row more tells whether there are more. */
  sql = ask_build_preview_sql (self->place.build, self->place.schema, self->place.index + 1, PREVIEW_ROWS + 1);
  g_free (self->rows_sql);
  self->rows_sql = ask_build_preview_sql (self->place.build, self->place.schema, self->place.index + 1, 0);
  self->reading = g_cancellable_new ();
  ask_job_start (ask_jobs_read_rows (sql, PREVIEW_ROWS), self, ask_session_get_path (self->place.session),
                 self->reading, rows_ready, NULL);
}

/* ask_build_card_hide_rows: they are not those of this step any more, and nobody reads them unasked */
void
ask_build_card_hide_rows (AskBuildCard *self)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->eye), FALSE);
}

/* ---- editors */

static void
child_changed (AskBuildCard *self, gboolean same_edit)
{
  changed (self, same_edit);
}

static GtkWidget *
new_words (const char *text)
{
  return g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR,
                       NULL);
}

static void
outer_toggled (AskBuildCard *self, GtkCheckButton *check)
{
  get_step (self)->outer = gtk_check_button_get_active (check);
  changed (self, FALSE);
}

static void
on_changed (AskBuildCard *self, gboolean same_edit, AskBuildExpression *line)
{
  AskBuildStep *step = get_step (self);
  const char *text = ask_build_expression_get (line);

  g_free (step->on);
  step->on = text[0] != '\0' ? g_strdup (text) : NULL;
  changed (self, same_edit);
}

static GtkWidget *
new_join (AskBuildCard *self)
{
  const AskBuildStep *step = get_step (self);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *check = gtk_check_button_new_with_mnemonic (_ ("_Keep rows that have no partner"));
  g_autofree char *entity = ask_text_to_words (step->item);
  g_autoptr (GString) words = g_string_new (entity);

  for (guint i = 0; i < step->pairs->len; i++)
    {
      const AskBuildPair *pair = step->pairs->pdata[i];
      g_autofree char *item = ask_text_to_words (pair->item);
      g_autofree char *name = ask_text_to_words (pair->name);
      g_autofree char *other = ask_text_to_words (pair->other);

      g_string_append (words, i == 0 ? ": " : ", ");
      /* Translators: attributes that are equal in a join: "customer id of shipment = id" */
      g_string_append_printf (words, _ ("%s of %s = %s"), name, item, other);
    }
  gtk_box_append (GTK_BOX (box), new_words (words->str));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), step->outer);
  g_signal_connect_object (check, "toggled", G_CALLBACK (outer_toggled), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), check);
  if (step->on != NULL)
    {
      GtkWidget *line = ask_build_expression_new (&self->place, step->on, _ ("Condition in SQL"));

      g_signal_connect_object (line, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (box), line);
    }
  return box;
}

static AskBuildColumn *
get_column (AskBuildCard *self)
{
  AskBuildStep *step = get_step (self);
  const AskBuildTerm empty = { .kind = ASK_BUILD_TERM_EXPRESSION };

  return step->columns->len > 0 ? step->columns->pdata[0] : ask_build_step_add (step, &empty, NULL);
}

static void
name_changed (AskBuildCard *self, GtkEditable *entry)
{
  AskBuildColumn *column = get_column (self);
  const char *text = gtk_editable_get_text (entry);

  /* A name that something else has on the way to another one is not that of this column alone. */
  g_clear_pointer (&column->alias, g_free);
  if (text[0] != '\0' && !ask_build_is_name_taken (self->place.build, self->place.schema, text))
    {
      if (self->named != NULL)
        {
          ask_build_rename (self->place.build, self->place.schema, self->named, text);
          ask_build_rename_after (self->place.whole, self->place.build, self->place.schema, self->named, text);
        }
      ask_text_set (&self->named, text);
    }
  column->alias = text[0] != '\0' ? g_strdup (text) : NULL;
  changed (self, TRUE);
}

static void
expression_changed (AskBuildCard *self, gboolean same_edit, AskBuildExpression *line)
{
  AskBuildColumn *column = get_column (self);
  const char *text = ask_build_expression_get (line);

  ask_build_term_clear (&column->term);
  column->term.kind = ASK_BUILD_TERM_EXPRESSION;
  column->term.name = text[0] != '\0' ? g_strdup (text) : NULL;
  changed (self, same_edit);
}

static GtkWidget *
new_calculated (AskBuildCard *self)
{
  AskBuildColumn *column = get_column (self);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *name = gtk_entry_new ();
  GtkWidget *line;

  if (self->named == NULL)
    self->named = g_strdup (column->alias);
  gtk_editable_set_text (GTK_EDITABLE (name), column->alias != NULL ? column->alias : "");
  gtk_entry_set_placeholder_text (GTK_ENTRY (name), _ ("Name of the column"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (name), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name of the column"), -1);
  g_signal_connect_object (name, "changed", G_CALLBACK (name_changed), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), name);
  if (column->term.kind != ASK_BUILD_TERM_EXPRESSION)
    {
      g_autofree char *words = ask_build_term_to_words (self->place.build, self->place.schema, &column->term);

      gtk_box_append (GTK_BOX (box), new_words (words));
      return box;
    }
  line = ask_build_expression_new (&self->place, column->term.name, _ ("What it computes: price * 1.19"));
  g_signal_connect_object (line, "changed", G_CALLBACK (expression_changed), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), line);
  return box;
}

static void
limit_changed (AskBuildCard *self, GtkSpinButton *spin)
{
  AskBuildStep *step = get_step (self);
  gint64 *number = g_object_get_data (G_OBJECT (spin), "ask-offset") != NULL ? &step->offset : &step->limit;

  *number = gtk_spin_button_get_value_as_int (spin);
  changed (self, TRUE);
}

static GtkWidget *
new_number (AskBuildCard *self, const char *words, gint64 value, gboolean offset)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *spin = gtk_spin_button_new_with_range (0, G_MAXINT, 1);

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), (double) value);
  g_object_set_data (G_OBJECT (spin), "ask-offset", offset ? self : NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  g_signal_connect_object (spin, "value-changed", G_CALLBACK (limit_changed), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), g_object_new (GTK_TYPE_LABEL, "label", words, "xalign", 0.0, "hexpand", TRUE, NULL));
  gtk_box_append (GTK_BOX (box), spin);
  return box;
}

static GtkWidget *
new_limit (AskBuildCard *self)
{
  const AskBuildStep *step = get_step (self);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_box_append (GTK_BOX (box), new_number (self, _ ("Rows at most"), step->limit, FALSE));
  gtk_box_append (GTK_BOX (box), new_number (self, _ ("Left out before them"), step->offset, TRUE));
  return box;
}

static GtkWidget *
new_editor (AskBuildCard *self)
{
  GtkWidget *editor;

  switch (get_step (self)->kind)
    {
    case ASK_BUILD_ENTITY:
      return ask_build_rows_of_new (&self->place);
    case ASK_BUILD_JOIN:
      return new_join (self);
    case ASK_BUILD_CALCULATE:
      return new_calculated (self);
    case ASK_BUILD_LIMIT:
      return new_limit (self);
    case ASK_BUILD_FILTER:
    case ASK_BUILD_FILTER_GROUPS:
      if (get_step (self)->condition == NULL)
        get_step (self)->condition = ask_build_condition_new (ASK_BUILD_TEST);
      editor = ask_build_condition_editor_new (&self->place);
      break;
    default:
      editor = ask_build_column_list_new (&self->place);
      break;
    }
  g_signal_connect_object (editor, "changed", G_CALLBACK (child_changed), self, G_CONNECT_SWAPPED);
  return editor;
}

/* ask_build_card_refresh: offers what may be chosen now, where steps before changed; not while a person is in it */
void
ask_build_card_refresh (AskBuildCard *self)
{
  if (gtk_widget_get_focus_child (self->body) != NULL && self->editor != NULL)
    {
      GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
      GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

      if (focus != NULL && gtk_widget_is_ancestor (focus, self->body))
        return;
    }
  if (self->editor != NULL)
    gtk_box_remove (GTK_BOX (self->body), self->editor);
  if (self->new_names != NULL)
    {
      g_clear_pointer (&self->names, ask_schema_unref);
      self->names = g_steal_pointer (&self->new_names);
      self->place.schema = self->names;
    }
  self->editor = new_editor (self);
  gtk_box_prepend (GTK_BOX (self->body), self->editor);
}

/* ask_build_card_get_place: Returns: (transfer none): which step it is */
const AskBuildPlace *
ask_build_card_get_place (AskBuildCard *self)
{
  return &self->place;
}

/* ask_build_card_set_names: from the next refresh on its step may use @names; an editor that is in use keeps its own */
void
ask_build_card_set_names (AskBuildCard *self, AskSchema *names)
{
  g_clear_pointer (&self->new_names, ask_schema_unref);
  self->new_names = ask_schema_ref (names);
}

/* ask_build_card_focus: moves the focus to where the step is edited */
void
ask_build_card_focus (AskBuildCard *self)
{
  if (!gtk_widget_child_focus (self->body, GTK_DIR_TAB_FORWARD))
    gtk_widget_child_focus (self->frame, GTK_DIR_TAB_FORWARD);
}

/* ---- faults */

/*
 * ask_build_card_set_problems:
 * @problems: (element-type AskBuildProblem): of all steps
 */
void
ask_build_card_set_problems (AskBuildCard *self, GPtrArray *problems)
{
  static const char *const styles[] = { "error", "warning", "dim-label" };
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->problems)) != NULL)
    gtk_box_remove (GTK_BOX (self->problems), child);
  for (guint i = 0; i < problems->len; i++)
    {
      const AskBuildProblem *problem = problems->pdata[i];
      GtkWidget *label;

      if (problem->stage != self->place.stage || problem->step != self->place.index)
        continue;
      label = new_words (problem->words);
      gtk_widget_add_css_class (label, styles[problem->level]);
      gtk_widget_add_css_class (label, "caption");
      gtk_box_append (GTK_BOX (self->problems), label);
    }
  gtk_widget_set_visible (self->problems, gtk_widget_get_first_child (self->problems) != NULL);
}

/* ---- what stands around it */

static void
set_disabled_look (AskBuildCard *self)
{
  if (get_step (self)->disabled)
    gtk_widget_add_css_class (self->body, "dim-label");
  else
    gtk_widget_remove_css_class (self->body, "dim-label");
}

static void
switched (AskBuildCard *self, GParamSpec *spec, GtkSwitch *toggle)
{
  get_step (self)->disabled = !gtk_switch_get_active (toggle);
  set_disabled_look (self);
  changed (self, FALSE);
}

static void
up_clicked (AskBuildCard *self)
{
  g_signal_emit (self, signals[MOVE], 0, -1);
}

static void
down_clicked (AskBuildCard *self)
{
  g_signal_emit (self, signals[MOVE], 0, 1);
}

static void
remove_clicked (AskBuildCard *self)
{
  g_signal_emit (self, signals[REMOVED], 0);
}

/* Moved on a copy: whether it may stand there. */
static gboolean
can_move (const AskBuildPlace *place, int by)
{
  g_autoptr (AskBuild) copy = ask_build_copy (place->build);

  return (int) place->index + by > 0 && ask_build_move (copy, place->index, (guint) ((int) place->index + by));
}

static void
add_verb (AskBuildCard *self, GtkWidget *head, const char *icon, const char *words, GCallback clicked)
{
  GtkWidget *button = ask_build_button_new (icon, words);

  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (head), button);
}

static GtkWidget *
new_head (AskBuildCard *self)
{
  AskBuildStep *step = get_step (self);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 3);
  GtkWidget *title = g_object_new (GTK_TYPE_LABEL, "label", ask_build_kind_to_words (step->kind), "xalign", 0.0,
                                   "hexpand", TRUE, "ellipsize", PANGO_ELLIPSIZE_END, NULL);

  gtk_widget_add_css_class (title, "heading");
  gtk_box_append (GTK_BOX (head), title);
  if (can_move (&self->place, -1))
    add_verb (self, head, "go-up-symbolic", _ ("Move this step up"), G_CALLBACK (up_clicked));
  if (can_move (&self->place, 1))
    add_verb (self, head, "go-down-symbolic", _ ("Move this step down"), G_CALLBACK (down_clicked));
  self->eye = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (self->eye), "view-reveal-symbolic");
  gtk_widget_add_css_class (self->eye, "flat");
  gtk_widget_set_tooltip_text (self->eye, _ ("Show rows up to this step"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->eye), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Show rows up to this step"), -1);
  g_signal_connect_object (self->eye, "toggled", G_CALLBACK (ask_build_card_show_rows), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (head), self->eye);
  if (step->before != NULL)
    add_verb (self, head, "user-trash-symbolic", _ ("Remove this and all steps below"), G_CALLBACK (remove_clicked));
  if (step->kind != ASK_BUILD_ENTITY)
    {
      GtkWidget *toggle = gtk_switch_new ();

      gtk_switch_set_active (GTK_SWITCH (toggle), !step->disabled);
      gtk_widget_set_valign (toggle, GTK_ALIGN_CENTER);
      gtk_widget_set_tooltip_text (toggle, _ ("This step counts"));
      gtk_accessible_update_property (GTK_ACCESSIBLE (toggle), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("This step counts"),
                                      -1);
      g_signal_connect_object (toggle, "notify::active", G_CALLBACK (switched), self, G_CONNECT_SWAPPED);
      add_verb (self, head, "user-trash-symbolic", _ ("Remove this step"), G_CALLBACK (remove_clicked));
      gtk_box_append (GTK_BOX (head), toggle);
    }
  return head;
}

static void
ask_build_card_dispose (GObject *object)
{
  AskBuildCard *self = ASK_BUILD_CARD (object);

  ask_build_stop (&self->reading);
  g_clear_pointer (&self->rows_sql, g_free);
  g_clear_pointer (&self->named, g_free);
  self->editor = NULL;
  g_clear_pointer (&self->frame, gtk_widget_unparent);
  g_clear_pointer (&self->names, ask_schema_unref);
  g_clear_pointer (&self->new_names, ask_schema_unref);
  G_OBJECT_CLASS (ask_build_card_parent_class)->dispose (object);
}

static void
ask_build_card_class_init (AskBuildCardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_build_card_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
  signals[CHANGED] = g_signal_new ("changed", ASK_TYPE_BUILD_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   1, G_TYPE_BOOLEAN);
  signals[MOVE]
    = g_signal_new ("move", ASK_TYPE_BUILD_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  signals[REMOVED]
    = g_signal_new ("removed", ASK_TYPE_BUILD_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ask_build_card_init (AskBuildCard *self)
{
}

/* ask_build_card_new: Returns: (transfer full): the card of the step at @place */
GtkWidget *
ask_build_card_new (const AskBuildPlace *place)
{
  AskBuildCard *self = g_object_new (ASK_TYPE_BUILD_CARD, NULL);

  self->place = *place;
  self->names = ask_schema_ref (place->schema);
  self->frame = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (self->frame, "card");
  gtk_widget_add_css_class (self->frame, "ask-step");
  gtk_widget_set_parent (self->frame, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->frame), new_head (self));
  self->body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (self->frame), self->body);
  ask_build_card_refresh (self);
  set_disabled_look (self);
  self->problems = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  gtk_widget_set_visible (self->problems, FALSE);
  gtk_box_append (GTK_BOX (self->frame), self->problems);
  self->rows_part = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_visible (self->rows_part, FALSE);
  self->rows_words = new_words (_ ("Reading…"));
  self->table = ask_grid_new ();
  ask_grid_set_title (ASK_GRID (self->table), ask_build_kind_to_words (get_step (self)->kind));
  gtk_widget_set_visible (self->table, FALSE);
  gtk_box_append (GTK_BOX (self->rows_part), self->rows_words);
  gtk_box_append (GTK_BOX (self->rows_part), self->table);
  gtk_box_append (GTK_BOX (self->frame), self->rows_part);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  ask_build_kind_to_words (get_step (self)->kind), -1);
  return GTK_WIDGET (self);
}
