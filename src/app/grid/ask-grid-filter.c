/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A column's filter: a condition that is typed, by what the column has, or values that are chosen from those that pass
 * the other filters, each with how often it stands there. Nothing changes before Apply.
 */
#include "config.h"

#include "app/grid/ask-grid-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/grid/ask-grid-model-private.h"
#include "app/jobs/ask-job.h"
#include "base/ask-number.h"
#include "base/ask-text.h"

/* More are found by what is typed. */
#define MOST_SHOWN 200
#define AT_ONCE_ROWS 20000

#define ASK_TYPE_GRID_FILTER (ask_grid_filter_get_type ())
G_DECLARE_FINAL_TYPE (AskGridFilter, ask_grid_filter, ASK, GRID_FILTER, GtkPopover)

/* @choices: (nullable) (element-type AskChoice): of @rows; @chosen: of them
 * @kinds: what the entries of @how are */
struct _AskGridFilter
{
  GtkPopover parent_instance;
  AskGridModel *model;
  AskRows *rows;
  guint column;
  AskFilterKind range; /* ASK_FILTER_CONTAINS where there is none */
  GtkWidget *stack;
  GtkWidget *how;
  GtkWidget *text;
  GtkWidget *least;
  GtkWidget *most;
  GtkWidget *bounds;
  GtkWidget *said;
  GtkWidget *negated;
  GtkWidget *find;
  GtkWidget *list;
  GtkWidget *more;
  GArray *choices;
  GHashTable *chosen;
  GCancellable *cancellable;
};

G_DEFINE_FINAL_TYPE (AskGridFilter, ask_grid_filter, GTK_TYPE_POPOVER)

static gpointer
choices_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const AskGridRequest *request = data;
  g_autoptr (AskArrangement) others = ask_arrangement_new (request->rows, request->wish, cancellable, error);

  return others != NULL ? ask_table_count_choices (others, request->column, cancellable, error) : NULL;
}

static void
choice_toggled (GtkCheckButton *button, AskGridFilter *self)
{
  guint i = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "choice"));

  if (gtk_check_button_get_active (button))
    g_hash_table_add (self->chosen, GUINT_TO_POINTER (i));
  else
    g_hash_table_remove (self->chosen, GUINT_TO_POINTER (i));
}

static char *
dup_choice (const AskGridFilter *self, const AskChoice *choice)
{
  g_autofree char *text = NULL;

  if (choice->value.kind == ASK_VALUE_NULL)
    return g_strdup (_ ("no value"));
  text = ask_cell_to_text (&choice->value, ask_cell_format_find (self->rows, self->column));
  return ask_text_shorten (text, 60);
}

static void
add_choice (AskGridFilter *self, guint i, const char *text)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *check = gtk_check_button_new_with_label (text);
  g_autofree char *count = ask_number_count (g_array_index (self->choices, AskChoice, i).count);
  GtkWidget *label = gtk_label_new (count);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), g_hash_table_contains (self->chosen, GUINT_TO_POINTER (i)));
  g_object_set_data (G_OBJECT (check), "choice", GUINT_TO_POINTER (i));
  g_signal_connect (check, "toggled", G_CALLBACK (choice_toggled), self);
  gtk_widget_set_hexpand (check, TRUE);
  gtk_box_append (GTK_BOX (row), check);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (self->list), row);
}

static void
show_choices (AskGridFilter *self)
{
  g_autofree char *needle = ask_text_fold (gtk_editable_get_text (GTK_EDITABLE (self->find)));
  guint n = self->choices != NULL ? self->choices->len : 0;
  guint shown = 0, found = 0;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_box_remove (GTK_BOX (self->list), child);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = dup_choice (self, &g_array_index (self->choices, AskChoice, i));
      g_autofree char *folded = ask_text_fold (text);

      if (strstr (folded, needle) == NULL)
        continue;
      found++;
      if (shown == MOST_SHOWN)
        continue;
      add_choice (self, i, text);
      shown++;
    }
  gtk_widget_set_visible (self->more, found > shown || (n > 0 && found == 0));
  if (found > shown)
    {
      g_autofree char *count = ask_number_count (found - shown);
      g_autofree char *words = g_strdup_printf (ngettext ("and %s more", "and %s more", found - shown), count);

      gtk_label_set_text (GTK_LABEL (self->more), words);
    }
  else
    gtk_label_set_text (GTK_LABEL (self->more), _ ("No value has these words in it."));
}

static void
take_choices (AskGridFilter *self, GArray *choices)
{
  const AskFilter *filter = ask_table_wish_find_filter (ask_grid_model_get_wish (self->model), self->column);

  self->choices = choices;
  for (guint i = 0; filter != NULL && filter->choices != NULL && i < choices->len; i++)
    for (guint j = 0; j < filter->choices->len; j++)
      if (ask_value_compare (&g_array_index (choices, AskChoice, i).value,
                             &g_array_index (filter->choices, AskValue, j))
          == 0)
        g_hash_table_add (self->chosen, GUINT_TO_POINTER (i));
  show_choices (self);
}

static void
choices_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  GArray *choices = ask_job_finish (source, result, &error);

  if (choices != NULL)
    take_choices (ASK_GRID_FILTER (source), choices);
}

static void
count_choices (AskGridFilter *self)
{
  AskGridRequest *request = ask_grid_request_new (self->rows, ask_grid_model_get_wish (self->model), self->column);

  ask_table_wish_remove_filter (request->wish, self->column);
  g_array_set_size (request->wish->order, 0);
  if (ask_rows_get_n_rows (self->rows) <= AT_ONCE_ROWS)
    {
      take_choices (self, choices_job (NULL, request, NULL, NULL));
      ask_grid_request_free (request);
      return;
    }
  ask_job_start (ask_job_new (choices_job, (GDestroyNotify) g_array_unref, request, ask_grid_request_free), self, NULL,
                 self->cancellable, choices_ready, NULL);
}

/* Returns: (transfer full) (nullable): what is typed; %NULL where nothing is, or where it can't be read, which is said */
static AskFilter *
read_condition (AskGridFilter *self, gboolean *failed)
{
  static const AskFilterKind texts[] = { ASK_FILTER_CONTAINS, ASK_FILTER_BEGINS, ASK_FILTER_EQUALS, ASK_FILTER_EMPTY };
  guint how = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->how));
  gboolean ranged = self->range != ASK_FILTER_CONTAINS;
  AskFilterKind kind = ranged ? (how == 0 ? self->range : ASK_FILTER_EMPTY) : texts[MIN (how, 3)];
  g_autoptr (AskFilter) filter = ask_filter_new (self->column, kind);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->text));

  *failed = FALSE;
  if (kind == ASK_FILTER_EMPTY)
    return g_steal_pointer (&filter);
  if (!ranged)
    {
      filter->text = g_strdup (text);
      return *text != '\0' ? g_steal_pointer (&filter) : NULL;
    }
  if (!ask_filter_read_bounds (filter, gtk_editable_get_text (GTK_EDITABLE (self->least)),
                               gtk_editable_get_text (GTK_EDITABLE (self->most))))
    {
      gtk_label_set_text (GTK_LABEL (self->said),
                          kind == ASK_FILTER_DATES
                            ? _ ("This is no day. Type one like 2024-05-31, 2024-05 or 2024.")
                            : _ ("This is no number. Type digits, with a sign before them or without."));
      gtk_widget_set_visible (self->said, TRUE);
      *failed = TRUE;
      return NULL;
    }
  return filter->least.kind != ASK_VALUE_NULL || filter->most.kind != ASK_VALUE_NULL ? g_steal_pointer (&filter) : NULL;
}

static AskFilter *
read_choices (AskGridFilter *self)
{
  AskFilter *filter;

  if (self->choices == NULL || g_hash_table_size (self->chosen) == 0)
    return NULL;
  filter = ask_filter_new (self->column, ASK_FILTER_CHOICES);
  for (guint i = 0; i < self->choices->len; i++)
    if (g_hash_table_contains (self->chosen, GUINT_TO_POINTER (i)))
      ask_filter_add_choice (filter, &g_array_index (self->choices, AskChoice, i).value);
  return filter;
}

static void
set_filter (AskGridFilter *self, AskFilter *filter)
{
  AskTableWish *wish = ask_table_wish_copy (ask_grid_model_get_wish (self->model));

  if (filter != NULL)
    ask_table_wish_take_filter (wish, filter);
  else
    ask_table_wish_remove_filter (wish, self->column);
  ask_grid_model_take_wish (self->model, wish);
  gtk_popover_popdown (GTK_POPOVER (self));
}

static void
apply (AskGridFilter *self)
{
  gboolean failed = FALSE;
  AskFilter *filter = g_str_equal (gtk_stack_get_visible_child_name (GTK_STACK (self->stack)), "choices")
                        ? read_choices (self)
                        : read_condition (self, &failed);

  if (failed)
    return;
  if (filter != NULL)
    filter->negated = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->negated));
  set_filter (self, filter);
}

static void
clear (AskGridFilter *self)
{
  set_filter (self, NULL);
}

static void
how_changed (AskGridFilter *self)
{
  guint how = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->how));
  gboolean ranged = self->range != ASK_FILTER_CONTAINS;

  gtk_widget_set_visible (self->text, !ranged && how < 3);
  gtk_widget_set_visible (self->bounds, ranged && how == 0);
  gtk_widget_set_visible (self->said, FALSE);
}

/* What is wanted of the column now is what the popover begins with. */
static void
show_filter (AskGridFilter *self)
{
  const AskFilter *filter = ask_table_wish_find_filter (ask_grid_model_get_wish (self->model), self->column);
  gboolean ranged = self->range != ASK_FILTER_CONTAINS;
  g_autofree char *least = NULL;
  g_autofree char *most = NULL;

  if (filter == NULL)
    return;
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->negated), filter->negated);
  if (filter->kind == ASK_FILTER_CHOICES)
    gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "choices");
  else if (filter->kind == ASK_FILTER_EMPTY)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->how), ranged ? 1 : 3);
  else if (filter->kind <= ASK_FILTER_EQUALS && !ranged)
    {
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->how), (guint) filter->kind);
      gtk_editable_set_text (GTK_EDITABLE (self->text), filter->text != NULL ? filter->text : "");
    }
  else if (filter->kind == self->range)
    {
      least = ask_value_to_text (&filter->least);
      most = ask_value_to_text (&filter->most);
      if (self->range == ASK_FILTER_NUMBERS)
        {
          g_autofree char *plain_least = g_steal_pointer (&least);
          g_autofree char *plain_most = g_steal_pointer (&most);

          least = ask_number_localise (plain_least, FALSE);
          most = ask_number_localise (plain_most, FALSE);
        }
      gtk_editable_set_text (GTK_EDITABLE (self->least), filter->least.kind != ASK_VALUE_NULL ? least : "");
      gtk_editable_set_text (GTK_EDITABLE (self->most), filter->most.kind != ASK_VALUE_NULL ? most : "");
    }
}

/* What is typed at once is the condition. */
static void
ask_grid_filter_map (GtkWidget *widget)
{
  AskGridFilter *self = ASK_GRID_FILTER (widget);
  gboolean choices = g_str_equal (gtk_stack_get_visible_child_name (GTK_STACK (self->stack)), "choices");
  GtkWidget *entry = self->range != ASK_FILTER_CONTAINS ? self->least : self->text;

  GTK_WIDGET_CLASS (ask_grid_filter_parent_class)->map (widget);
  gtk_widget_grab_focus (choices ? self->find : gtk_widget_get_mapped (entry) ? entry : self->how);
}

static void
ask_grid_filter_dispose (GObject *object)
{
  AskGridFilter *self = ASK_GRID_FILTER (object);

  g_cancellable_cancel (self->cancellable);
  G_OBJECT_CLASS (ask_grid_filter_parent_class)->dispose (object);
}

static void
ask_grid_filter_finalize (GObject *object)
{
  AskGridFilter *self = ASK_GRID_FILTER (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->model);
  g_clear_pointer (&self->choices, g_array_unref);
  g_clear_pointer (&self->chosen, g_hash_table_unref);
  g_clear_pointer (&self->rows, ask_rows_unref);
  G_OBJECT_CLASS (ask_grid_filter_parent_class)->finalize (object);
}

static void
ask_grid_filter_class_init (AskGridFilterClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_grid_filter_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_grid_filter_finalize;
  GTK_WIDGET_CLASS (klass)->map = ask_grid_filter_map;
}

static void
ask_grid_filter_init (AskGridFilter *self)
{
  self->chosen = g_hash_table_new (NULL, NULL);
  self->cancellable = g_cancellable_new ();
}

static GtkWidget *
add_entry (AskGridFilter *self, GtkWidget *box, const char *words, const char *placeholder)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), placeholder);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 11);
  gtk_widget_set_hexpand (entry, TRUE);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (apply), self);
  gtk_box_append (GTK_BOX (box), entry);
  return entry;
}

static GtkWidget *
make_condition (AskGridFilter *self)
{
  const char *const texts[] = { _ ("Contains"), _ ("Begins with"), _ ("Is"), _ ("Is empty"), NULL };
  const char *const ranges[] = { _ ("From … to"), _ ("Is empty"), NULL };
  gboolean ranged = self->range != ASK_FILTER_CONTAINS;
  const char *least = self->range == ASK_FILTER_DATES ? "2024-01-01" : NULL;
  const char *most = self->range == ASK_FILTER_DATES ? "2024-12-31" : NULL;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->how = gtk_drop_down_new_from_strings (ranged ? ranges : texts);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->how), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Condition"), -1);
  g_signal_connect_swapped (self->how, "notify::selected", G_CALLBACK (how_changed), self);
  gtk_box_append (GTK_BOX (box), self->how);
  self->text = add_entry (self, box, _ ("Text"), NULL);
  self->bounds = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->least = add_entry (self, self->bounds, _ ("From"), least != NULL ? least : _ ("From"));
  self->most = add_entry (self, self->bounds, _ ("To"), most != NULL ? most : _ ("To"));
  gtk_box_append (GTK_BOX (box), self->bounds);
  self->said = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->said), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->said), 30);
  gtk_label_set_xalign (GTK_LABEL (self->said), 0);
  gtk_widget_add_css_class (self->said, "error");
  gtk_box_append (GTK_BOX (box), self->said);
  how_changed (self);
  return box;
}

static GtkWidget *
make_choices (AskGridFilter *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->find = gtk_search_entry_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->find), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Find a value"), -1);
  g_signal_connect_swapped (self->find, "search-changed", G_CALLBACK (show_choices), self);
  gtk_box_append (GTK_BOX (box), self->find);
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller), 160);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 260);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_box_append (GTK_BOX (box), scroller);
  self->more = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->more), 0);
  gtk_widget_add_css_class (self->more, "dim-label");
  gtk_widget_set_visible (self->more, FALSE);
  gtk_box_append (GTK_BOX (box), self->more);
  return box;
}

static void
add_buttons (AskGridFilter *self, GtkWidget *box)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *none = gtk_button_new_with_mnemonic (_ ("_Remove"));
  GtkWidget *go = gtk_button_new_with_mnemonic (_ ("_Apply"));

  gtk_box_set_homogeneous (GTK_BOX (line), TRUE);
  g_signal_connect_swapped (none, "clicked", G_CALLBACK (clear), self);
  g_signal_connect_swapped (go, "clicked", G_CALLBACK (apply), self);
  gtk_widget_add_css_class (go, "suggested-action");
  gtk_box_append (GTK_BOX (line), none);
  gtk_box_append (GTK_BOX (line), go);
  gtk_box_append (GTK_BOX (box), line);
}

/**
 * ask_grid_filter_new:
 * @model: whose wish it changes
 * @column: of the rows
 *
 * Returns: (transfer floating): a popover for the filter of the column
 */
GtkWidget *
ask_grid_filter_new (AskGridModel *model, guint column)
{
  AskGridFilter *self = g_object_new (ASK_TYPE_GRID_FILTER, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  GtkWidget *switcher = gtk_stack_switcher_new ();
  const char *name;
  g_autofree char *title = NULL;

  self->model = g_object_ref (model);
  self->rows = ask_rows_ref (ask_grid_model_get_rows (model));
  self->column = column;
  self->range = ask_filter_find_kind (self->rows, column);
  name = ask_rows_get_column (self->rows, column)->name;
  title = g_strdup_printf (_ ("Filter of %s"), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  self->stack = gtk_stack_new ();
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_add_titled (GTK_STACK (self->stack), make_condition (self), "condition", _ ("Condition"));
  gtk_stack_add_titled (GTK_STACK (self->stack), make_choices (self), "choices", _ ("Values"));
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), GTK_STACK (self->stack));
  gtk_box_append (GTK_BOX (box), switcher);
  gtk_box_append (GTK_BOX (box), self->stack);
  self->negated = gtk_check_button_new_with_mnemonic (_ ("Show all _but these"));
  gtk_box_append (GTK_BOX (box), self->negated);
  add_buttons (self, box);
  gtk_widget_set_size_request (box, 260, -1);
  gtk_popover_set_child (GTK_POPOVER (self), box);
  show_filter (self);
  count_choices (self);
  return GTK_WIDGET (self);
}
