/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The side panel beside its canvas: what is typed there reaches the schema, whatever a person turns to next, and
 * what cannot be taken is not lost.
 */
#include "config.h"

#include <adwaita.h>

#include "app-test.h"
#include "app/schema/ask-schema-binding.h"
#include "app/schema/ask-schema-panel.h"
#include "schema/edit/ask-schema-edit.h"

typedef struct
{
  AskSchemaEditor *editor;
  AskCanvas *canvas;
  AskSchemaPanel *panel;
  GtkWidget *window;
  guint n_problems;
} Fixture;

static AskSchema *
make_schema (void)
{
  static const char *const names[] = { "orders", "customers" };
  AskSchema *schema = ask_schema_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      AskEntity *entity = ask_entity_new (names[i], "shop", names[i], ASK_ENTITY_TABLE);

      ask_entity_add_attribute (entity, "id", "id", ASK_TYPE_INTEGER)->key = 1;
      ask_entity_add_attribute (entity, "price", "price", ASK_TYPE_REAL);
      ask_entity_add_metric (entity, "total", "sum(price)");
      g_ptr_array_add (((AskAttribute *) entity->attributes->pdata[1])->examples, g_strdup ("1,5"));
      entity->placed = TRUE;
      entity->x = i * 400;
      ask_schema_add_entity (schema, entity);
    }
  ask_schema_add_relationship (schema, "orders", "id", "customers", "id");
  {
    AskEntity *old = ask_entity_new ("old_orders", "archive", "orders", ASK_ENTITY_TABLE);

    ask_entity_add_attribute (old, "id", "id", ASK_TYPE_INTEGER)->key = 1;
    ask_entity_add_attribute (old, "price", "amount", ASK_TYPE_DATE);
    old->placed = TRUE;
    old->y = 300;
    ask_schema_add_entity (schema, old);
  }
  return schema;
}

static void
count_problem (AskSchemaPanel *panel, const char *message, Fixture *self)
{
  self->n_problems++;
}

static gboolean
is_mapped (gpointer data)
{
  return gtk_widget_get_mapped (data);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (AskSchema) schema = make_schema ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->editor = ask_schema_editor_new (schema);
  self->canvas = ASK_CANVAS (ask_canvas_new ());
  self->panel = ASK_SCHEMA_PANEL (ask_schema_panel_new (self->canvas));
  self->window = g_object_ref_sink (gtk_window_new ());
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1100, 800);
  gtk_widget_set_hexpand (GTK_WIDGET (self->canvas), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->canvas));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->panel));
  gtk_widget_set_size_request (GTK_WIDGET (self->panel), 330, -1);
  gtk_window_set_child (GTK_WINDOW (self->window), box);
  g_signal_connect (self->panel, "problem", G_CALLBACK (count_problem), self);
  ask_canvas_set_editor (self->canvas, self->editor);
  ask_schema_panel_set_editor (self->panel, self->editor);
  gtk_window_present (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (is_mapped, self->panel));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  if (self->window != NULL)
    gtk_window_destroy (GTK_WINDOW (self->window));
  g_clear_object (&self->window);
  g_clear_object (&self->editor);
}

static void
select_part (Fixture *self, AskDiagramHit hit, guint entity, int attribute)
{
  AskDiagramTarget target = { hit, entity, attribute, hit == ASK_DIAGRAM_LINE ? 0 : -1 };

  ask_canvas_select (self->canvas, &target);
}

static AskEntity *
find (Fixture *self, const char *name)
{
  AskEntity *entity = ask_schema_find_entity (ask_schema_editor_get_schema (self->editor), name);

  g_assert_nonnull (entity);
  return entity;
}

static GtkWidget *
find_row (GtkWidget *root, const char *title)
{
  if (ADW_IS_PREFERENCES_ROW (root)
      && g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (root)), title) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_row (child, title);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* A row of one line, or a view of several: by its label. */
static void
type (Fixture *self, const char *field, const char *text)
{
  GtkWidget *row = find_row (GTK_WIDGET (self->panel), field);
  GtkWidget *view = row == NULL ? app_test_find (GTK_WIDGET (self->panel), GTK_TYPE_TEXT_VIEW, field) : NULL;

  g_assert_true (row != NULL || view != NULL);
  if (row != NULL)
    gtk_editable_set_text (GTK_EDITABLE (row), text);
  else
    gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), text, -1);
}

static char *
read_field (Fixture *self, const char *field)
{
  GtkWidget *row = find_row (GTK_WIDGET (self->panel), field);
  GtkWidget *view = row == NULL ? app_test_find (GTK_WIDGET (self->panel), GTK_TYPE_TEXT_VIEW, field) : NULL;
  GtkTextIter start, end;

  if (row != NULL)
    return g_strdup (gtk_editable_get_text (GTK_EDITABLE (row)));
  g_assert_nonnull (view);
  gtk_text_buffer_get_bounds (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), &start, &end);
  return gtk_text_buffer_get_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), &start, &end, FALSE);
}

static void
assert_says (Fixture *self, const char *field, const char *text)
{
  g_autofree char *now = read_field (self, field);

  g_assert_cmpstr (now, ==, text);
}

typedef enum
{
  TURN_SELECT,
  TURN_SELECT_NOTHING,
  TURN_HIDE,
  TURN_CLOSE,
  TURN_DISPOSE,
  TURN_ADD
} Turn;

/* Whatever a person turns to, what was typed and not given is given. */
static void
test_turn_away (Fixture *self, gconstpointer data)
{
  /* What is hidden already is not hidden again: only the end of the panel is left to give. */
  if (GPOINTER_TO_INT (data) == TURN_DISPOSE)
    gtk_widget_set_visible (GTK_WIDGET (self->panel), FALSE);
  select_part (self, ASK_DIAGRAM_BOX, 0, -1);
  type (self, "Description", "What was ordered");
  type (self, "Name", "purchases");
  type (self, "Also called, separated by commas", "order, deal");
  switch (GPOINTER_TO_INT (data))
    {
    case TURN_SELECT:
      select_part (self, ASK_DIAGRAM_ROW, 1, 0);
      break;
    case TURN_SELECT_NOTHING:
      select_part (self, ASK_DIAGRAM_NOTHING, 0, -1);
      break;
    case TURN_HIDE:
      gtk_widget_set_visible (GTK_WIDGET (self->panel), FALSE);
      break;
    case TURN_CLOSE:
      gtk_window_destroy (GTK_WINDOW (self->window));
      g_clear_object (&self->window);
      break;
    case TURN_DISPOSE:
      {
        g_autoptr (AskSchemaPanel) panel = g_object_ref (self->panel);

        gtk_box_remove (GTK_BOX (gtk_widget_get_parent (GTK_WIDGET (panel))), GTK_WIDGET (panel));
        break;
      }
    default:
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->panel), "panel.add-metric", NULL));
    }
  g_assert_cmpstr (find (self, "purchases")->description, ==, "What was ordered");
  g_assert_cmpuint (find (self, "purchases")->synonyms->len, ==, 2);
  g_assert_cmpuint (self->n_problems, ==, 0);
}

/* An attribute is renamed, and its other fields still find it. */
static void
test_rename (Fixture *self, gconstpointer data)
{
  select_part (self, ASK_DIAGRAM_ROW, 0, 1);
  type (self, "Name", "amount");
  type (self, "Unit", "EUR");
  select_part (self, ASK_DIAGRAM_BOX, 1, -1);
  g_assert_cmpstr (ask_entity_find_attribute (find (self, "orders"), "amount")->unit, ==, "EUR");
  select_part (self, ASK_DIAGRAM_ROW, 0, 2);
  assert_says (self, "Calculated as", "sum(amount)");
  type (self, "Name", "turnover");
  ask_schema_panel_give (self->panel);
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (self->panel), "orders.turnover"));
  type (self, "Unit", "EUR");
  ask_schema_panel_give (self->panel);
  g_assert_cmpstr (ask_entity_find_metric (find (self, "orders"), "turnover")->unit, ==, "EUR");
  select_part (self, ASK_DIAGRAM_LINE, 0, -1);
  type (self, "Verb, such as “is placed by”", "is placed by");
  select_part (self, ASK_DIAGRAM_NOTHING, 0, -1);
  g_assert_cmpstr (
    ((AskRelationship *) ask_schema_editor_get_schema (self->editor)->relationships->pdata[0])->verb, ==,
    "is placed by");
  g_assert_cmpuint (self->n_problems, ==, 0);
}

/* Another version comes while something is being typed: the text stays, and is of the same entity. */
static void
test_other_version (Fixture *self, gconstpointer data)
{
  g_autoptr (AskSchema) draft = NULL;

  select_part (self, ASK_DIAGRAM_BOX, 1, -1);
  type (self, "Description", "Who buys");
  draft = ask_schema_editor_begin (self->editor);
  g_ptr_array_set_size (draft->relationships, 0);
  g_ptr_array_remove_index (draft->entities, 0);
  ask_entity_add_attribute (ask_schema_own_entity (draft, "shop.customers"), "city", "city", ASK_TYPE_TEXT);
  ask_schema_editor_replace (self->editor, draft, "Refreshed");
  assert_says (self, "Description", "Who buys");
  g_assert_nonnull (find_row (GTK_WIDGET (self->panel), "city"));
  g_assert_null (find (self, "customers")->description);
  select_part (self, ASK_DIAGRAM_NOTHING, 0, -1);
  g_assert_cmpstr (find (self, "customers")->description, ==, "Who buys");
}

/* What the schema refuses is told, stays as it was typed, and is there again when one comes back to it. */
static void
test_refused (Fixture *self, gconstpointer data)
{
  const char *half = "sum(price) / nonsense";

  select_part (self, ASK_DIAGRAM_ROW, 0, 2);
  type (self, "Calculated as", half);
  ask_schema_panel_give (self->panel);
  g_assert_cmpuint (self->n_problems, ==, 1);
  assert_says (self, "Calculated as", half);
  select_part (self, ASK_DIAGRAM_BOX, 1, -1);
  g_assert_cmpstr (ask_entity_find_metric (find (self, "orders"), "total")->expression, ==, "sum(price)");
  select_part (self, ASK_DIAGRAM_ROW, 1, 2);
  assert_says (self, "Calculated as", "sum(price)");
  select_part (self, ASK_DIAGRAM_ROW, 0, 2);
  assert_says (self, "Calculated as", half);
  type (self, "Calculated as", "avg(price)");
  select_part (self, ASK_DIAGRAM_NOTHING, 0, -1);
  g_assert_cmpstr (ask_entity_find_metric (find (self, "orders"), "total")->expression, ==, "avg(price)");
  select_part (self, ASK_DIAGRAM_ROW, 0, 2);
  assert_says (self, "Calculated as", "avg(price)");
}

/* Looking is no edit, whatever the value looks like. */
static void
test_looking (Fixture *self, gconstpointer data)
{
  AskSchema *before = ask_schema_editor_get_schema (self->editor);

  select_part (self, ASK_DIAGRAM_ROW, 0, 1);
  assert_says (self, "Examples, separated by commas", "1,5");
  select_part (self, ASK_DIAGRAM_BOX, 0, -1);
  select_part (self, ASK_DIAGRAM_LINE, 0, -1);
  select_part (self, ASK_DIAGRAM_NOTHING, 0, -1);
  g_assert_true (ask_schema_editor_get_schema (self->editor) == before);
}

static GtkWidget *
find_dialog (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *window = windows; window != NULL; window = window->next)
    if (ASK_IS_SCHEMA_BINDING (window->data))
      return window->data;
  return NULL;
}

static GtkWidget *
find_button (GtkWidget *root, const char *words)
{
  GtkWidget *found[100];
  guint n = app_test_find_all (root, GTK_TYPE_BUTTON, found, G_N_ELEMENTS (found));

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (gtk_widget_get_tooltip_text (found[i]), words) == 0
        || g_strcmp0 (gtk_button_get_label (GTK_BUTTON (found[i])), words) == 0)
      return found[i];
  return NULL;
}

/* A further place is chosen, with its columns; what is wrong with it is said; it goes by an undo, or by its button. */
static void
test_bindings (Fixture *self, gconstpointer data)
{
  const AskBinding *binding;
  GtkWidget *dialog, *row, *remove;

  select_part (self, ASK_DIAGRAM_BOX, 0, -1);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->panel), "panel.add-binding", NULL));
  dialog = find_dialog ();
  g_assert_nonnull (dialog);
  g_assert_cmpuint (app_test_picture (dialog, "panel-binding-dialog"), >, 20);
  /* Its columns are found by their names, or by those of the attributes. */
  row = find_row (dialog, "price");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (row)), ==, 2);
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), 0);
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_row (dialog, "id")), 0);
  g_assert_nonnull (app_test_find_label (dialog, "Choose at least one"));
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_row (dialog, "id")), 1);
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), 2);
  g_signal_emit_by_name (find_button (dialog, "_Add"), "clicked");
  g_assert_cmpuint (find (self, "orders")->bindings->len, ==, 1);
  binding = find (self, "orders")->bindings->pdata[0];
  g_assert_cmpstr (binding->source, ==, "archive");
  g_assert_cmpstr (binding->columns->pdata[0], ==, "id");
  g_assert_cmpstr (binding->columns->pdata[1], ==, "amount");
  app_test_pause (100);
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (self->panel), "2 of 2 attributes"));
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (self->panel), "which holds other values"));
  g_assert_cmpuint (app_test_picture (self->window, "panel-binding"), >, 20);

  g_assert_true (ask_schema_editor_undo (self->editor));
  g_assert_null (app_test_find_label (GTK_WIDGET (self->panel), "2 of 2 attributes"));
  g_assert_true (ask_schema_editor_redo (self->editor));
  remove = find_button (GTK_WIDGET (self->panel), "Read it from there no more");
  g_assert_nonnull (remove);
  g_signal_emit_by_name (remove, "clicked");
  g_assert_cmpuint (find (self, "orders")->bindings->len, ==, 0);
  g_assert_cmpuint (self->n_problems, ==, 0);
}

static void
test_pictures (Fixture *self, gconstpointer data)
{
  select_part (self, ASK_DIAGRAM_LINE, 0, -1);
  g_assert_cmpuint (app_test_picture (self->window, "panel-relationship"), >, 20);
  select_part (self, ASK_DIAGRAM_ROW, 0, 2);
  type (self, "Calculated as", "sum(price) / nonsense");
  ask_schema_panel_give (self->panel);
  g_assert_cmpuint (app_test_picture (self->window, "panel-metric-refused"), >, 20);
  select_part (self, ASK_DIAGRAM_BOX, 0, -1);
  g_assert_cmpuint (app_test_picture (self->window, "panel-entity"), >, 20);
  select_part (self, ASK_DIAGRAM_ROW, 0, 1);
  g_assert_cmpuint (app_test_picture (self->window, "panel-attribute"), >, 20);
}

#define ADD(name, test, data) \
  g_test_add ("/app/ask-schema-panel/" name, Fixture, GINT_TO_POINTER (data), set_up, test, tear_down)

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 0;
  ADD ("typed-text-is-kept/on-selecting", test_turn_away, TURN_SELECT);
  ADD ("typed-text-is-kept/on-deselecting", test_turn_away, TURN_SELECT_NOTHING);
  ADD ("typed-text-is-kept/on-hiding", test_turn_away, TURN_HIDE);
  ADD ("typed-text-is-kept/on-closing", test_turn_away, TURN_CLOSE);
  ADD ("typed-text-is-kept/on-disposing", test_turn_away, TURN_DISPOSE);
  ADD ("typed-text-is-kept/on-adding", test_turn_away, TURN_ADD);
  ADD ("a-renamed-attribute-keeps-its-fields", test_rename, 0);
  ADD ("typed-text-stays-with-its-entity", test_other_version, 0);
  ADD ("what-is-refused-stays-as-it-was-typed", test_refused, 0);
  ADD ("looking-is-no-edit", test_looking, 0);
  ADD ("a-further-place-is-added-and-removed", test_bindings, 0);
  ADD ("the-panel-is-drawn-for-each-part", test_pictures, 0);
  return g_test_run ();
}
