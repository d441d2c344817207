/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What has to hold of a row or of a group: a comparison, SQL, or several of these of which all or any hold.
 *
 * ::changed: a person changed it.
 */
#include "config.h"

#include "app/explore/ask-build-private.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-wrap-box.h"
#include "explore/ask-build-words.h"

struct _AskBuildConditionEditor
{
  GtkWidget parent_instance;
  AskBuildPlace place;
  GtkWidget *content;
};

G_DEFINE_FINAL_TYPE (AskBuildConditionEditor, ask_build_condition_editor, GTK_TYPE_WIDGET)

static guint changed_signal;

/** Row: a comparison and its widgets, owned by its box */
typedef struct
{
  AskBuildConditionEditor *editor;
  AskBuildCondition *test;
  AskBuildCondition *parent; /* nullable */
  GtkWidget *box;
  GtkWidget *chooser;
  GtkWidget *op;
  GtkWidget *value;
  AskBuildOp ops[ASK_BUILD_N_OPS];
} Row;

static GtkWidget *new_condition (AskBuildConditionEditor *self, AskBuildCondition *condition,
                                 AskBuildCondition *parent);
static void rebuild (AskBuildConditionEditor *self);

static void
changed (AskBuildConditionEditor *self, gboolean same_edit)
{
  g_signal_emit (self, changed_signal, 0, same_edit);
}

/* ---- parts */

static void
remove_part (AskBuildConditionEditor *self, AskBuildCondition *part, AskBuildCondition *parent)
{
  AskBuildStep *step = ask_build_place_get_step (&self->place);

  g_ptr_array_remove (parent->parts, part);
  /* Of two one is left: it stands for itself. */
  if (parent->parts->len == 1 && parent == step->condition)
    {
      step->condition = g_ptr_array_steal_index (parent->parts, 0);
      ask_build_condition_free (parent);
    }
  rebuild (self);
  changed (self, FALSE);
}

static void
add_part (AskBuildConditionEditor *self, AskBuildCondition *group, AskBuildConditionKind kind)
{
  AskBuildCondition *part = ask_build_condition_new (kind);

  if (kind == ASK_BUILD_ALL_OF || kind == ASK_BUILD_ANY_OF)
    g_ptr_array_add (part->parts, ask_build_condition_new (ASK_BUILD_TEST));
  g_ptr_array_add (group->parts, part);
  rebuild (self);
  changed (self, FALSE);
}

/* ---- a comparison */

static void
value_changed (Row *row, gboolean same_edit)
{
  changed (row->editor, same_edit);
}

static void
fill_value (Row *row)
{
  if (row->value != NULL)
    gtk_widget_unparent (row->value);
  row->value = ask_build_value_new (&row->editor->place, row->test);
  gtk_widget_insert_after (row->value, row->box, row->op);
  g_signal_connect_swapped (row->value, "changed", G_CALLBACK (value_changed), row);
}

static void
op_chosen (Row *row)
{
  guint at = gtk_drop_down_get_selected (GTK_DROP_DOWN (row->op));
  AskBuildOp op = at < ASK_BUILD_N_OPS ? row->ops[at] : ASK_BUILD_EQUAL;

  if (op == row->test->op)
    return;
  row->test->op = op;
  if (op == ASK_BUILD_EMPTY || op == ASK_BUILD_NOT_EMPTY || op == ASK_BUILD_WITHIN)
    g_ptr_array_set_size (row->test->values, 0);
  else if (op != ASK_BUILD_IN && op != ASK_BUILD_NOT_IN && row->test->values->len > 1 && op != ASK_BUILD_BETWEEN
           && op != ASK_BUILD_NOT_BETWEEN)
    g_ptr_array_set_size (row->test->values, 1);
  fill_value (row);
  changed (row->editor, FALSE);
}

static void
fill_ops (Row *row)
{
  AskBuildConditionEditor *self = row->editor;
  AskDomainKind kind = ask_build_term_get_kind (self->place.build, self->place.schema, &row->test->term);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  guint chosen = 0;

  for (AskBuildOp op = ASK_BUILD_EQUAL; op < ASK_BUILD_N_OPS; op++)
    if (ask_build_op_suits (op, kind) || op == row->test->op)
      {
        if (op == row->test->op)
          chosen = words->len;
        row->ops[words->len] = op;
        g_ptr_array_add (words, (gpointer) ask_build_op_to_words (op));
      }
  g_ptr_array_add (words, NULL);
  if (row->op != NULL)
    gtk_widget_unparent (row->op);
  row->op = ask_build_words_new ((const char *const *) words->pdata, chosen, _ ("Comparison"));
  gtk_widget_insert_after (row->op, row->box, row->chooser);
  g_signal_connect_swapped (row->op, "notify::selected", G_CALLBACK (op_chosen), row);
}

static void
term_chosen (Row *row)
{
  AskBuildConditionEditor *self = row->editor;
  AskDomainKind before = ask_build_term_get_kind (self->place.build, self->place.schema, &row->test->term);
  AskDomainKind now;

  if (!ask_build_chooser_get (row->chooser, &row->test->term))
    return;
  now = ask_build_term_get_kind (self->place.build, self->place.schema, &row->test->term);
  /* What was compared with one thing says nothing of another. */
  if (now != before || !ask_build_op_suits (row->test->op, now))
    {
      row->test->op = ASK_BUILD_EQUAL;
      g_ptr_array_set_size (row->test->values, 0);
    }
  fill_ops (row);
  fill_value (row);
  changed (self, FALSE);
}

static void
remove_row (Row *row)
{
  remove_part (row->editor, row->test, row->parent);
}

static GtkWidget *
new_test (AskBuildConditionEditor *self, AskBuildCondition *test, AskBuildCondition *parent)
{
  Row *row = g_new0 (Row, 1);

  row->editor = self;
  row->test = test;
  row->parent = parent;
  row->box = g_object_new (ASK_TYPE_WRAP_BOX, NULL);
  g_object_set_data_full (G_OBJECT (row->box), "ask-row", row, g_free);
  row->chooser
    = ask_build_chooser_new (&self->place,
                             test->term.name != NULL || test->term.function != ASK_BUILD_PLAIN ? &test->term : NULL);
  gtk_widget_set_parent (row->chooser, row->box);
  g_signal_connect_swapped (row->chooser, "notify::selected", G_CALLBACK (term_chosen), row);
  fill_ops (row);
  fill_value (row);
  if (parent != NULL)
    {
      GtkWidget *remove = ask_build_button_new ("list-remove-symbolic", _ ("Remove this condition"));

      gtk_widget_set_parent (remove, row->box);
      g_signal_connect_swapped (remove, "clicked", G_CALLBACK (remove_row), row);
    }
  return row->box;
}

/* ---- SQL */

static void
sql_changed (AskBuildExpression *line, gboolean same_edit, AskBuildCondition *condition)
{
  AskBuildConditionEditor *self
    = ASK_BUILD_CONDITION_EDITOR (gtk_widget_get_ancestor (GTK_WIDGET (line), ASK_TYPE_BUILD_CONDITION_EDITOR));

  g_free (condition->sql);
  condition->sql = g_strdup (ask_build_expression_get (line));
  changed (self, same_edit);
}

typedef struct
{
  AskBuildConditionEditor *editor;
  AskBuildCondition *condition;
  AskBuildCondition *parent; /* nullable */
} Button;

static void
remove_clicked (Button *button)
{
  remove_part (button->editor, button->condition, button->parent);
}

static void
free_button (gpointer data, GClosure *closure)
{
  g_free (data);
}

static GtkWidget *
connect_button (GtkWidget *widget, GCallback clicked, AskBuildConditionEditor *self, AskBuildCondition *condition,
                AskBuildCondition *parent)
{
  Button *button = g_new0 (Button, 1);

  *button = (Button) { self, condition, parent };
  g_signal_connect_data (widget, "clicked", clicked, button, free_button, G_CONNECT_SWAPPED);
  return widget;
}

static GtkWidget *
new_sql (AskBuildConditionEditor *self, AskBuildCondition *condition, AskBuildCondition *parent)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *line = ask_build_expression_new (&self->place, condition->sql, _ ("Condition in SQL"));

  gtk_widget_set_hexpand (line, TRUE);
  g_signal_connect (line, "changed", G_CALLBACK (sql_changed), condition);
  gtk_box_append (GTK_BOX (box), line);
  if (parent != NULL)
    gtk_box_append (GTK_BOX (box),
                    connect_button (ask_build_button_new ("list-remove-symbolic", _ ("Remove this condition")),
                                    G_CALLBACK (remove_clicked), self, condition, parent));
  return box;
}

/* ---- several */

static void
either_chosen (GtkDropDown *drop_down, GParamSpec *spec, AskBuildCondition *group)
{
  group->kind = gtk_drop_down_get_selected (drop_down) == 0 ? ASK_BUILD_ALL_OF : ASK_BUILD_ANY_OF;
  changed (ASK_BUILD_CONDITION_EDITOR (
             gtk_widget_get_ancestor (GTK_WIDGET (drop_down), ASK_TYPE_BUILD_CONDITION_EDITOR)),
           FALSE);
}

static void
add_test_clicked (Button *button)
{
  add_part (button->editor, button->condition, ASK_BUILD_TEST);
}

static void
add_group_clicked (Button *button)
{
  add_part (button->editor, button->condition,
            button->condition->kind == ASK_BUILD_ANY_OF ? ASK_BUILD_ALL_OF : ASK_BUILD_ANY_OF);
}

static GtkWidget *
new_text_button (const char *text)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (text);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "ask-light");
  return button;
}

static GtkWidget *
new_group (AskBuildConditionEditor *self, AskBuildCondition *group, AskBuildCondition *parent)
{
  const char *const words[] = { _ ("All of these hold"), _ ("Any of these holds"), NULL };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *head = g_object_new (ASK_TYPE_WRAP_BOX, NULL);
  GtkWidget *parts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *verbs = g_object_new (ASK_TYPE_WRAP_BOX, NULL);
  GtkWidget *either = ask_build_words_new (words, group->kind == ASK_BUILD_ANY_OF, _ ("All or any"));

  g_signal_connect (either, "notify::selected", G_CALLBACK (either_chosen), group);
  gtk_widget_set_parent (either, head);
  if (parent != NULL)
    gtk_widget_set_parent (connect_button (ask_build_button_new ("list-remove-symbolic", _ ("Remove these conditions")),
                                           G_CALLBACK (remove_clicked), self, group, parent),
                           head);
  gtk_widget_set_margin_start (parts, 12);
  for (guint i = 0; i < group->parts->len; i++)
    gtk_box_append (GTK_BOX (parts), new_condition (self, group->parts->pdata[i], group));
  gtk_widget_set_parent (connect_button (new_text_button (_ ("Add a _Condition")), G_CALLBACK (add_test_clicked), self,
                                         group, NULL),
                         verbs);
  gtk_widget_set_parent (connect_button (new_text_button (_ ("Add _Several")), G_CALLBACK (add_group_clicked), self,
                                         group, NULL),
                         verbs);
  gtk_box_append (GTK_BOX (parts), verbs);
  gtk_box_append (GTK_BOX (box), head);
  gtk_box_append (GTK_BOX (box), parts);
  return box;
}

static GtkWidget *
new_condition (AskBuildConditionEditor *self, AskBuildCondition *condition, AskBuildCondition *parent)
{
  switch (condition->kind)
    {
    case ASK_BUILD_TEST:
      return new_test (self, condition, parent);
    case ASK_BUILD_SQL:
      return new_sql (self, condition, parent);
    case ASK_BUILD_ALL_OF:
    case ASK_BUILD_ANY_OF:
    default:
      return new_group (self, condition, parent);
    }
}

/* ---- the widget */

/* One condition becomes the first of two, of which any holds; all of two are two filters. */
static void
or_clicked (AskBuildConditionEditor *self)
{
  AskBuildStep *step = ask_build_place_get_step (&self->place);
  AskBuildCondition *group = ask_build_condition_new (ASK_BUILD_ANY_OF);

  g_ptr_array_add (group->parts, step->condition);
  step->condition = group;
  add_part (self, group, ASK_BUILD_TEST);
}

static void
rebuild (AskBuildConditionEditor *self)
{
  AskBuildStep *step = ask_build_place_get_step (&self->place);
  gboolean focused = gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL;

  g_clear_pointer (&self->content, gtk_widget_unparent);
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (self->content), new_condition (self, step->condition, NULL));
  if (step->condition->kind == ASK_BUILD_TEST || step->condition->kind == ASK_BUILD_SQL)
    {
      GtkWidget *either = new_text_button (_ ("_Or …"));

      gtk_widget_set_halign (either, GTK_ALIGN_START);
      gtk_widget_set_tooltip_text (either, _ ("Add another condition, of which any has to hold"));
      g_signal_connect_object (either, "clicked", G_CALLBACK (or_clicked), self, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (self->content), either);
    }
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  if (focused)
    gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

static void
ask_build_condition_editor_dispose (GObject *object)
{
  AskBuildConditionEditor *self = ASK_BUILD_CONDITION_EDITOR (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (ask_build_condition_editor_parent_class)->dispose (object);
}

static void
ask_build_condition_editor_class_init (AskBuildConditionEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_build_condition_editor_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  changed_signal = g_signal_new ("changed", ASK_TYPE_BUILD_CONDITION_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void
ask_build_condition_editor_init (AskBuildConditionEditor *self)
{
}

/* ask_build_condition_editor_new: Returns: (transfer full): the editor of the condition of the step at @place */
GtkWidget *
ask_build_condition_editor_new (const AskBuildPlace *place)
{
  AskBuildConditionEditor *self = g_object_new (ASK_TYPE_BUILD_CONDITION_EDITOR, NULL);

  self->place = *place;
  rebuild (self);
  return GTK_WIDGET (self);
}
