/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The columns of a step: what rows are grouped by, what sums them up, what is shown, what they are sorted by.
 *
 * ::changed: a person changed them.
 */
#include "config.h"

#include "app/explore/ask-build-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/widgets/ask-wrap-box.h"
#include "explore/ask-build-words.h"

struct _AskBuildColumnList
{
  GtkWidget parent_instance;
  AskBuildPlace place;
  GtkWidget *content;
  guint rebuild_id;
};

G_DEFINE_FINAL_TYPE (AskBuildColumnList, ask_build_column_list, GTK_TYPE_WIDGET)

static guint changed_signal;

/** Row: a column and its widgets, owned by its box */
typedef struct
{
  AskBuildColumnList *list;
  AskBuildColumn *column;
  GtkWidget *box;
  GtkWidget *function; /* nullable */
  GtkWidget *chooser;
  GtkWidget *part; /* nullable */
} Row;

static void rebuild (AskBuildColumnList *self);

static AskBuildStep *
get_step (AskBuildColumnList *self)
{
  return ask_build_place_get_step (&self->place);
}

static void
changed (AskBuildColumnList *self)
{
  g_signal_emit (self, changed_signal, 0, FALSE);
}

static void
rebuild_and_tell (AskBuildColumnList *self)
{
  rebuild (self);
  changed (self);
}

/* A name for the column that goes with what it is now; what a person named otherwise keeps its name. */
static void
name_column (AskBuildColumnList *self, AskBuildColumn *column, gboolean named)
{
  if (named)
    return;
  g_clear_pointer (&column->alias, g_free);
  if (get_step (self)->kind == ASK_BUILD_GROUP || get_step (self)->kind == ASK_BUILD_SUMMARISE)
    column->alias = ask_build_make_alias (self->place.build, self->place.schema, &column->term);
}

static gboolean
is_named (AskBuildColumnList *self, AskBuildColumn *column)
{
  g_autofree char *name = g_steal_pointer (&column->alias);
  g_autofree char *own = ask_build_make_alias (self->place.build, self->place.schema, &column->term);
  gboolean named = name != NULL && g_strcmp0 (name, own) != 0;

  column->alias = g_steal_pointer (&name);
  return named;
}

/* ---- what a row is about */

static void
take_row (Row *row)
{
  AskBuildColumnList *self = row->list;
  gboolean named = is_named (self, row->column);
  g_autofree char *old = g_strdup (row->column->alias);
  AskBuildFunction function = row->function != NULL
                                ? (AskBuildFunction) (gtk_drop_down_get_selected (GTK_DROP_DOWN (row->function)) + 1)
                                : row->column->term.function;
  AskTimePart part
    = row->part != NULL ? (AskTimePart) gtk_drop_down_get_selected (GTK_DROP_DOWN (row->part)) : ASK_TIME_WHOLE;
  AskBuildTerm *term = &row->column->term;
  gboolean counted = term->kind == ASK_BUILD_TERM_ALL;

  if (!ask_build_chooser_get (row->chooser, term))
    return;
  if (get_step (self)->kind == ASK_BUILD_SUMMARISE)
    {
      const AskEntity *entity = NULL;
      const AskAttribute *attribute
        = ask_build_term_get_attribute (self->place.build, self->place.schema, term, &entity);

      /* Rows can be counted; a metric sums up by itself. */
      if (term->kind == ASK_BUILD_TERM_ALL)
        term->function = ASK_BUILD_COUNT;
      else if (entity != NULL && attribute == NULL)
        term->function = ASK_BUILD_PLAIN;
      /* Whoever turns from rows to a number mostly wants its sum. */
      else if (counted)
        term->function = ask_build_term_get_kind (self->place.build, self->place.schema, term) == ASK_DOMAIN_NUMBER
                           ? ASK_BUILD_SUM
                           : ASK_BUILD_COUNT_DISTINCT;
      else
        term->function = function == ASK_BUILD_PLAIN ? ASK_BUILD_COUNT : function;
    }
  if (get_step (self)->kind == ASK_BUILD_GROUP)
    term->part = ask_build_term_get_kind (self->place.build, self->place.schema, term) == ASK_DOMAIN_TIME
                   ? part
                   : ASK_TIME_WHOLE;
  name_column (self, row->column, named);
  if (old != NULL && row->column->alias != NULL && strcmp (old, row->column->alias) != 0)
    ask_build_rename_after (self->place.whole, self->place.build, self->place.schema, old, row->column->alias);
}

static gboolean
rebuild_later (gpointer data)
{
  AskBuildColumnList *self = data;

  self->rebuild_id = 0;
  rebuild (self);
  return G_SOURCE_REMOVE;
}

/* Other choices may need other drop-downs beside it; the one that was used is still in use. */
static void
row_changed (Row *row)
{
  AskBuildColumnList *self = row->list;

  take_row (row);
  if (self->rebuild_id == 0)
    self->rebuild_id = g_idle_add (rebuild_later, self);
  changed (self);
}

static void
remove_row (Row *row)
{
  AskBuildColumnList *self = row->list;

  g_ptr_array_remove (get_step (self)->columns, row->column);
  rebuild_and_tell (self);
}

static void
move_up (Row *row)
{
  GPtrArray *columns = get_step (row->list)->columns;
  guint at;

  if (!g_ptr_array_find (columns, row->column, &at) || at == 0)
    return;
  columns->pdata[at] = columns->pdata[at - 1];
  columns->pdata[at - 1] = row->column;
  rebuild_and_tell (row->list);
}

static void
turn (Row *row)
{
  row->column->descending = !row->column->descending;
  rebuild_and_tell (row->list);
}

/* ---- rows */

static void
add_function (Row *row)
{
  const char *words[ASK_BUILD_MOST + 1] = { NULL };
  AskBuildFunction chosen = row->column->term.function;

  for (guint i = ASK_BUILD_COUNT; i <= ASK_BUILD_MOST; i++)
    words[i - 1] = ask_build_function_to_words ((AskBuildFunction) i);
  row->function = ask_build_words_new (words, chosen > ASK_BUILD_PLAIN ? chosen - 1 : 0, _ ("Summary"));
  gtk_widget_set_parent (row->function, row->box);
  g_signal_connect_swapped (row->function, "notify::selected", G_CALLBACK (row_changed), row);
}

static void
add_part (Row *row)
{
  const char *words[ASK_TIME_HOUR + 2] = { NULL };

  for (guint i = ASK_TIME_WHOLE; i <= ASK_TIME_HOUR; i++)
    words[i] = ask_build_part_to_words ((AskTimePart) i);
  row->part = ask_build_words_new (words, row->column->term.part, _ ("Part of the time"));
  gtk_widget_set_parent (row->part, row->box);
  g_signal_connect_swapped (row->part, "notify::selected", G_CALLBACK (row_changed), row);
}

static void
add_button (Row *row, const char *icon, const char *words, GCallback clicked)
{
  GtkWidget *button = ask_build_button_new (icon, words);

  gtk_widget_set_parent (button, row->box);
  g_signal_connect_swapped (button, "clicked", clicked, row);
}

static GtkWidget *
new_row (AskBuildColumnList *self, AskBuildColumn *column, guint at)
{
  AskBuildKind kind = get_step (self)->kind;
  AskBuildTerm shown = column->term;
  Row *row = g_new0 (Row, 1);
  gboolean metric = shown.kind == ASK_BUILD_TERM_FIELD && shown.function == ASK_BUILD_PLAIN;

  row->list = self;
  row->column = column;
  row->box = g_object_new (ASK_TYPE_WRAP_BOX, NULL);
  g_object_set_data_full (G_OBJECT (row->box), "ask-row", row, g_free);
  if (kind == ASK_BUILD_SUMMARISE)
    {
      if (!metric && shown.kind != ASK_BUILD_TERM_ALL && shown.function != ASK_BUILD_PLAIN)
        add_function (row);
      shown.function = ASK_BUILD_PLAIN;
    }
  if (kind == ASK_BUILD_GROUP)
    shown.part = ASK_TIME_WHOLE;
  row->chooser = ask_build_chooser_new (&self->place, &shown);
  gtk_widget_set_parent (row->chooser, row->box);
  g_signal_connect_swapped (row->chooser, "notify::selected", G_CALLBACK (row_changed), row);
  if (kind == ASK_BUILD_GROUP
      && ask_build_term_get_kind (self->place.build, self->place.schema, &shown) == ASK_DOMAIN_TIME)
    add_part (row);
  if (kind == ASK_BUILD_SORT)
    add_button (row, column->descending ? "view-sort-descending-symbolic" : "view-sort-ascending-symbolic",
                column->descending ? _ ("Largest first; turn it round") : _ ("Smallest first; turn it round"),
                G_CALLBACK (turn));
  if (at > 0)
    add_button (row, "go-up-symbolic", _ ("Before the column above"), G_CALLBACK (move_up));
  add_button (row, "list-remove-symbolic", _ ("Remove this column"), G_CALLBACK (remove_row));
  return row->box;
}

static void
add_clicked (AskBuildColumnList *self)
{
  AskBuildStep *step = get_step (self);
  g_autoptr (GPtrArray) choices
    = ask_build_list_choices (self->place.build, self->place.schema, step->kind, self->place.index);
  g_auto (AskBuildTerm) term = { 0 };
  AskBuildColumn *column;

  if (step->kind == ASK_BUILD_SUMMARISE)
    term = (AskBuildTerm) { .kind = ASK_BUILD_TERM_ALL, .function = ASK_BUILD_COUNT };
  else if (choices->len > 0)
    {
      const AskBuildChoice *choice = choices->pdata[MIN (step->columns->len, choices->len - 1)];

      ask_build_term_set (&term, &choice->term);
    }
  else
    return;
  column = ask_build_step_add (step, &term, NULL);
  name_column (self, column, FALSE);
  rebuild_and_tell (self);
}

static void
distinct_toggled (AskBuildColumnList *self, GtkCheckButton *check)
{
  get_step (self)->distinct = gtk_check_button_get_active (check);
  changed (self);
}

static void
rebuild (AskBuildColumnList *self)
{
  AskBuildStep *step = get_step (self);
  GtkWidget *add = gtk_button_new_with_mnemonic (_ ("_Add a Column"));
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (GTK_ROOT (root)) : NULL;
  gboolean focused = focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));

  g_clear_pointer (&self->content, gtk_widget_unparent);
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  for (guint i = 0; i < step->columns->len; i++)
    gtk_box_append (GTK_BOX (self->content), new_row (self, step->columns->pdata[i], i));
  if (step->kind == ASK_BUILD_COLUMNS)
    {
      GtkWidget *check = gtk_check_button_new_with_mnemonic (_ ("_Each row once"));

      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), step->distinct);
      g_signal_connect_object (check, "toggled", G_CALLBACK (distinct_toggled), self, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (self->content), check);
    }
  gtk_widget_add_css_class (add, "flat");
  gtk_widget_add_css_class (add, "ask-light");
  gtk_widget_set_halign (add, GTK_ALIGN_START);
  g_signal_connect_object (add, "clicked", G_CALLBACK (add_clicked), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->content), add);
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  if (focused)
    gtk_widget_grab_focus (add);
}

static void
ask_build_column_list_dispose (GObject *object)
{
  AskBuildColumnList *self = ASK_BUILD_COLUMN_LIST (object);

  g_clear_handle_id (&self->rebuild_id, g_source_remove);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (ask_build_column_list_parent_class)->dispose (object);
}

static void
ask_build_column_list_class_init (AskBuildColumnListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_build_column_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  changed_signal = g_signal_new ("changed", ASK_TYPE_BUILD_COLUMN_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void
ask_build_column_list_init (AskBuildColumnList *self)
{
}

/* ask_build_column_list_new: Returns: (transfer full): the editor of the columns of the step at @place */
GtkWidget *
ask_build_column_list_new (const AskBuildPlace *place)
{
  AskBuildColumnList *self = g_object_new (ASK_TYPE_BUILD_COLUMN_LIST, NULL);

  self->place = *place;
  rebuild (self);
  return GTK_WIDGET (self);
}
