/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The canvas by its actions and by real input events: moving, selecting, relating, folding, undoing, with the
 * keyboard alone and with the pointer; what assistive technology is told; pictures.
 */
#include "config.h"

#include <adwaita.h>
#include <gdk/x11/gdkx.h>
#include <math.h>

#include "app-test.h"
#include "app/schema/ask-canvas-private.h"
#include "schema/edit/ask-schema-edit.h"

typedef struct
{
  AskSchemaEditor *editor;
  AskCanvas *canvas;
  GtkWidget *window;
  char *problem;
} Fixture;

static AskSchema *
make_schema (void)
{
  static const struct
  {
    const char *name;
    double x, y;
  } places[] = { { "orders", 0, 0 }, { "customers", 400, 0 }, { "items", 0, 300 } };
  AskSchema *schema = ask_schema_new ();

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      AskEntity *entity = ask_entity_new (places[i].name, "shop", places[i].name, ASK_ENTITY_TABLE);

      ask_entity_add_attribute (entity, "id", "id", ASK_TYPE_INTEGER)->key = 1;
      ask_entity_add_attribute (entity, "customer_id", "customer_id", ASK_TYPE_INTEGER);
      ask_entity_add_attribute (entity, "price", "price", ASK_TYPE_REAL);
      entity->placed = TRUE;
      entity->x = places[i].x;
      entity->y = places[i].y;
      ask_schema_add_entity (schema, entity);
    }
  ask_schema_add_relationship (schema, "items", "id", "orders", "id");
  return schema;
}

static void
keep_problem (AskCanvas *canvas, const char *message, Fixture *self)
{
  g_free (self->problem);
  self->problem = g_strdup (message);
}

static gboolean
is_mapped (gpointer data)
{
  return gtk_widget_get_mapped (data) && gtk_widget_get_width (data) > 100;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (AskSchema) schema = make_schema ();

  self->editor = ask_schema_editor_new (schema);
  self->canvas = ASK_CANVAS (ask_canvas_new ());
  self->window = g_object_ref_sink (gtk_window_new ());
  gtk_window_set_default_size (GTK_WINDOW (self->window), 900, 700);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->canvas));
  g_signal_connect (self->canvas, "problem", G_CALLBACK (keep_problem), self);
  ask_canvas_set_editor (self->canvas, self->editor);
  gtk_window_present (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (is_mapped, self->canvas));
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  app_test_pause (100);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_clear_object (&self->window);
  g_clear_object (&self->editor);
  g_free (self->problem);
}

static void
act (Fixture *self, const char *action, const char *parameter)
{
  g_autoptr (GVariant) variant
    = parameter != NULL ? g_variant_ref_sink (g_variant_parse (NULL, parameter, NULL, NULL, NULL)) : NULL;

  g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (self->canvas), action, variant));
}

static AskEntity *
find (Fixture *self, const char *name)
{
  AskEntity *entity = ask_schema_find_entity (ask_schema_editor_get_schema (self->editor), name);

  g_assert_nonnull (entity);
  return entity;
}

static void
assert_selected (Fixture *self, AskDiagramHit hit, guint entity, int attribute)
{
  const AskDiagramTarget *target = ask_canvas_get_selected (self->canvas);

  g_assert_cmpint (target->hit, ==, hit);
  if (hit != ASK_DIAGRAM_LINE)
    g_assert_cmpuint (target->entity, ==, entity);
  if (hit == ASK_DIAGRAM_ROW)
    g_assert_cmpint (target->attribute, ==, attribute);
}

static void
test_keyboard (Fixture *self, gconstpointer data)
{
  act (self, "canvas.step", "0");
  assert_selected (self, ASK_DIAGRAM_BOX, 0, -1);
  act (self, "canvas.go", "'right'");
  assert_selected (self, ASK_DIAGRAM_BOX, 1, -1);
  act (self, "canvas.go", "'left'");
  act (self, "canvas.go", "'down'");
  assert_selected (self, ASK_DIAGRAM_ROW, 0, 0);
  act (self, "canvas.go", "'down'");
  act (self, "canvas.go", "'down'");
  assert_selected (self, ASK_DIAGRAM_ROW, 0, 2);
  act (self, "canvas.go", "'down'");
  assert_selected (self, ASK_DIAGRAM_BOX, 2, -1);
  act (self, "canvas.go", "'up'");
  assert_selected (self, ASK_DIAGRAM_BOX, 0, -1);
  act (self, "canvas.line", NULL);
  assert_selected (self, ASK_DIAGRAM_LINE, 0, -1);
  act (self, "canvas.cancel", NULL);
  assert_selected (self, ASK_DIAGRAM_NOTHING, 0, -1);
  act (self, "canvas.step", "2");
  assert_selected (self, ASK_DIAGRAM_BOX, 2, -1);
}

static void
test_move (Fixture *self, gconstpointer data)
{
  act (self, "canvas.step", "0");
  act (self, "canvas.nudge", "(20.0, 0.0)");
  act (self, "canvas.nudge", "(0.0, 20.0)");
  g_assert_cmpfloat (find (self, "orders")->x, ==, 20);
  g_assert_cmpfloat (find (self, "orders")->y, ==, 20);
  /* Steps that come fast are one step of undo. */
  g_assert_true (ask_schema_editor_undo (self->editor));
  g_assert_cmpfloat (find (self, "orders")->x, ==, 0);
  g_assert_false (ask_schema_editor_undo (self->editor));
  assert_selected (self, ASK_DIAGRAM_BOX, 0, -1);

  act (self, "canvas.select-all", NULL);
  g_assert_cmpuint (ask_canvas_get_n_selected (self->canvas), ==, 3);
  act (self, "canvas.cancel", NULL);
  act (self, "canvas.select-all", NULL);
  assert_selected (self, ASK_DIAGRAM_BOX, 0, -1);
  act (self, "canvas.nudge", "(5.0, 5.0)");
  g_assert_cmpfloat (find (self, "items")->y, ==, 305);
  g_assert_cmpfloat (find (self, "customers")->x, ==, 405);
}

static void
test_relate (Fixture *self, gconstpointer data)
{
  AskSchema *schema;
  AskRelationship *line;

  /* From a key to what refers to it: the key is what is referred to. */
  act (self, "canvas.step", "0");
  act (self, "canvas.step", "1");
  act (self, "canvas.go", "'down'");
  assert_selected (self, ASK_DIAGRAM_ROW, 1, 0);
  act (self, "canvas.relate", NULL);
  act (self, "canvas.step", "0");
  act (self, "canvas.go", "'down'");
  act (self, "canvas.go", "'down'");
  act (self, "canvas.edit", NULL);
  schema = ask_schema_editor_get_schema (self->editor);
  g_assert_cmpuint (schema->relationships->len, ==, 2);
  line = schema->relationships->pdata[1];
  g_assert_cmpstr (line->from, ==, "orders");
  g_assert_cmpstr (line->from_attributes->pdata[0], ==, "customer_id");
  g_assert_cmpstr (line->to, ==, "customers");
  assert_selected (self, ASK_DIAGRAM_LINE, 0, -1);

  act (self, "canvas.remove", NULL);
  g_assert_cmpuint (ask_schema_editor_get_schema (self->editor)->relationships->len, ==, 1);
  g_assert_true (ask_schema_editor_undo (self->editor));
  g_assert_cmpuint (ask_schema_editor_get_schema (self->editor)->relationships->len, ==, 2);
  g_assert_null (self->problem);

  /* One that is there already is refused in words. */
  act (self, "canvas.step", "0");
  act (self, "canvas.go", "'down'");
  act (self, "canvas.go", "'down'");
  act (self, "canvas.relate", NULL);
  act (self, "canvas.step", "1");
  act (self, "canvas.go", "'down'");
  act (self, "canvas.edit", NULL);
  g_assert_nonnull (self->problem);
}

static void
test_fold_and_hide (Fixture *self, gconstpointer data)
{
  act (self, "canvas.step", "0");
  act (self, "canvas.fold", NULL);
  g_assert_true (find (self, "orders")->collapsed);
  /* Only keys are on the way now. */
  act (self, "canvas.go", "'down'");
  assert_selected (self, ASK_DIAGRAM_ROW, 0, 0);
  act (self, "canvas.go", "'down'");
  assert_selected (self, ASK_DIAGRAM_BOX, 2, -1);
  act (self, "canvas.hide", NULL);
  g_assert_true (find (self, "items")->hidden);
  ask_schema_editor_undo (self->editor);
  ask_schema_editor_undo (self->editor);
  g_assert_false (find (self, "orders")->collapsed || find (self, "items")->hidden);
  /* What a source has is not removed but hidden, or refused in words. */
  act (self, "canvas.go", "'down'");
  act (self, "canvas.remove", NULL);
  g_assert_nonnull (self->problem);
}

static void
test_view (Fixture *self, gconstpointer data)
{
  AskDiagramRect view;
  AskDiagramRect box = ask_diagram_get_box (ask_canvas_get_diagram (self->canvas), 1);
  double scale = ask_canvas_get_scale (self->canvas);

  act (self, "canvas.zoom", "1");
  g_assert_cmpfloat (ask_canvas_get_scale (self->canvas), >, scale);
  act (self, "canvas.zoom", "0");
  g_assert_cmpfloat (ask_canvas_get_scale (self->canvas), ==, 1);
  ask_canvas_scroll_to (self->canvas, 10000, 10000);
  view = ask_canvas_get_view (self->canvas);
  g_assert_cmpfloat (fabs (view.x + view.width / 2 - 10000), <, 0.5);
  g_assert_false (ask_canvas_fly_to (self->canvas, "nobody", NULL));
  g_assert_true (ask_canvas_fly_to (self->canvas, "shop.customers", "price"));
  assert_selected (self, ASK_DIAGRAM_ROW, 1, 2);
  app_test_pause (600);
  view = ask_canvas_get_view (self->canvas);
  g_assert_cmpfloat (view.x, <, box.x);
  g_assert_cmpfloat (view.x + view.width, >, box.x + box.width);
}

/* Whatever is selected follows it into other versions. */
static void
test_selection_follows (Fixture *self, gconstpointer data)
{
  g_autoptr (AskSchema) draft = ask_schema_editor_begin (self->editor);

  act (self, "canvas.step", "2");
  g_ptr_array_remove_index (draft->entities, 1);
  ask_schema_editor_replace (self->editor, draft, "Refreshed");
  assert_selected (self, ASK_DIAGRAM_BOX, 1, -1);
  g_clear_pointer (&draft, ask_schema_unref);
  draft = ask_schema_editor_begin (self->editor);
  g_ptr_array_set_size (draft->relationships, 0);
  g_ptr_array_remove_index (draft->entities, 1);
  ask_schema_editor_replace (self->editor, draft, "Refreshed");
  assert_selected (self, ASK_DIAGRAM_NOTHING, 0, -1);
}

static gboolean
has_items (gpointer data)
{
  return gtk_widget_get_first_child (data) != NULL;
}

static void
test_accessible (Fixture *self, gconstpointer data)
{
  act (self, "canvas.zoom", "0");
  act (self, "canvas.step", "0");
  act (self, "canvas.go", "'down'");
  g_assert_true (app_test_wait (has_items, self->canvas));
  app_test_pause (300);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (self->canvas), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Schema diagram");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (self->canvas), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "id, key of orders, integer");
  g_assert_true (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (self->canvas),
                                                   GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT));
  g_assert_nonnull (app_test_find (GTK_WIDGET (self->canvas), GTK_TYPE_WIDGET, "customers, 3 attributes"));
  g_assert_nonnull (
    app_test_find (GTK_WIDGET (self->canvas), GTK_TYPE_WIDGET, "Relationship: items refers to orders"));
}

static AskSuggestion *
make_suggestion (Fixture *self, const char *from, const char *attribute, const char *to)
{
  AskSuggestion *suggestion = g_new0 (AskSuggestion, 1);

  suggestion->kind = to != NULL ? ASK_SUGGESTION_RELATIONSHIP : ASK_SUGGESTION_MEANING;
  suggestion->key = g_strconcat (from, " ", attribute, NULL);
  suggestion->confidence = 0.92;
  suggestion->reason = g_strdup ("All values are there.");
  suggestion->from_id = g_strdup (find (self, from)->id);
  suggestion->from = g_strdup (from);
  suggestion->from_attributes = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (suggestion->from_attributes, g_strdup (attribute));
  suggestion->to_attributes = g_ptr_array_new_with_free_func (g_free);
  suggestion->meaning = to == NULL ? ASK_MEANING_MONEY : ASK_MEANING_NONE;
  if (to != NULL)
    {
      suggestion->to_id = g_strdup (find (self, to)->id);
      suggestion->to = g_strdup (to);
      g_ptr_array_add (suggestion->to_attributes, g_strdup ("id"));
    }
  return suggestion;
}

/* Two relationships, one of which there is already, and a meaning. */
static GPtrArray *
suggest (Fixture *self)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_suggestion_free);

  g_ptr_array_add (list, make_suggestion (self, "orders", "price", NULL));
  g_ptr_array_add (list, make_suggestion (self, "orders", "customer_id", "customers"));
  g_ptr_array_add (list, make_suggestion (self, "items", "id", "orders"));
  ask_canvas_set_suggestions (self->canvas, list);
  return list;
}

static void
forget (AskCanvas *canvas, AskSuggestion *suggestion, GPtrArray *list)
{
  guint index;

  g_assert_true (g_ptr_array_find (list, suggestion, &index));
  suggestion = g_ptr_array_steal_index (list, index);
  ask_canvas_set_suggestions (canvas, list);
  ask_suggestion_free (suggestion);
}

static void
count (guint *n)
{
  ++*n;
}

/* What is suggested is a line beside the schema's own: walked to, opened, taken, undone, dismissed. */
static void
test_suggestions (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) list = suggest (self);
  AskSchema *schema = ask_schema_editor_get_schema (self->editor);
  guint n_opened = 0;

  g_signal_connect_swapped (self->canvas, "activated", G_CALLBACK (count), &n_opened);
  g_signal_connect (self->canvas, "dismissed", G_CALLBACK (forget), list);
  g_assert_cmpuint (ask_canvas_get_offers (self->canvas)->len, ==, 2);
  g_assert_cmpuint (ask_schema_editor_get_schema (self->editor)->relationships->len, ==, 1);
  act (self, "canvas.zoom", "0");
  act (self, "canvas.step", "0");
  act (self, "canvas.go", "'right'");
  act (self, "canvas.line", NULL);
  assert_selected (self, ASK_DIAGRAM_LINE, 0, -1);
  g_assert_cmpint (ask_canvas_get_selected (self->canvas)->relationship, ==, 1);
  app_test_pause (300);
  g_assert_nonnull (app_test_find (GTK_WIDGET (self->canvas), GTK_TYPE_WIDGET,
                                   "Suggested: orders refers to customers, 92 % sure"));
  act (self, "canvas.edit", NULL);
  g_assert_cmpuint (n_opened, ==, 1);
  g_assert_cmpuint (app_test_picture (self->window, "canvas-suggested"), >, 20);

  act (self, "canvas.take", NULL);
  g_assert_cmpuint (ask_schema_editor_get_schema (self->editor)->relationships->len, ==, 2);
  g_assert_cmpint (ask_canvas_get_selected (self->canvas)->relationship, ==, 1);
  g_assert_null (ask_canvas_get_suggestion (self->canvas, ask_canvas_get_selected (self->canvas)));
  g_assert_cmpuint (ask_canvas_get_offers (self->canvas)->len, ==, 1);
  g_assert_true (ask_schema_editor_undo (self->editor));
  g_assert_true (ask_schema_editor_get_schema (self->editor) == schema);
  g_assert_cmpuint (ask_canvas_get_offers (self->canvas)->len, ==, 2);

  /* The selection stays on it, whatever else is edited. */
  ask_canvas_show_suggestion (self->canvas, list->pdata[1]);
  {
    g_autoptr (AskSchema) draft = ask_schema_editor_begin (self->editor);

    g_ptr_array_set_size (draft->relationships, 0);
    ask_schema_editor_replace (self->editor, draft, "Refreshed");
  }
  g_assert_true (ask_canvas_get_suggestion (self->canvas, ask_canvas_get_selected (self->canvas)) == list->pdata[1]);
  g_assert_cmpuint (ask_canvas_get_offers (self->canvas)->len, ==, 3);
  /* Delete is no edit here. */
  act (self, "canvas.remove", NULL);
  assert_selected (self, ASK_DIAGRAM_NOTHING, 0, -1);
  g_assert_cmpuint (list->len, ==, 2);
  g_assert_cmpuint (ask_canvas_get_offers (self->canvas)->len, ==, 2);

  /* A meaning belongs to its row. */
  ask_canvas_fly_to (self->canvas, "shop.orders", "price");
  act (self, "canvas.take", NULL);
  g_assert_cmpint (ask_entity_find_attribute (find (self, "orders"), "price")->meaning, ==, ASK_MEANING_MONEY);
  g_assert_cmpuint (ask_canvas_get_offers (self->canvas)->len, ==, 1);
  ask_canvas_set_suggestions (self->canvas, NULL);
  g_assert_cmpuint (ask_canvas_get_offers (self->canvas)->len, ==, 0);
  g_assert_null (self->problem);
}

/* Real events, by way of the X server. @commands: xdotool's, with "@" before each place in the diagram's plane,
 * written "@X,Y". */
static void
point (Fixture *self, const char *commands)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (self->window));
  g_autofree char *id = NULL;
  g_auto (GStrv) words = g_strsplit (commands, " ", -1);
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  AskDiagramRect view = ask_canvas_get_view (self->canvas);
  double left, top, x, y;

  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  id = g_strdup_printf ("%lu", gdk_x11_surface_get_xid (surface));
  G_GNUC_END_IGNORE_DEPRECATIONS
  gtk_native_get_surface_transform (GTK_NATIVE (self->window), &left, &top);
  g_ptr_array_add (args, g_strdup ("xdotool"));
  for (guint i = 0; words[i] != NULL; i++)
    if (sscanf (words[i], "@%lf,%lf", &x, &y) == 2)
      {
        double widget_x, widget_y;

        gtk_widget_translate_coordinates (GTK_WIDGET (self->canvas), self->window,
                                          (x - view.x) * ask_canvas_get_scale (self->canvas),
                                          (y - view.y) * ask_canvas_get_scale (self->canvas), &widget_x, &widget_y);
        g_ptr_array_add (args, g_strdup ("mousemove"));
        g_ptr_array_add (args, g_strdup ("--window"));
        g_ptr_array_add (args, g_strdup (id));
        g_ptr_array_add (args, g_strdup_printf ("%.0f", widget_x + left));
        g_ptr_array_add (args, g_strdup_printf ("%.0f", widget_y + top));
        g_ptr_array_add (args, g_strdup ("sleep"));
        g_ptr_array_add (args, g_strdup ("0.05"));
      }
    else
      g_ptr_array_add (args, g_strdup (words[i]));
  g_ptr_array_add (args, NULL);
  process = g_subprocess_newv ((const char *const *) args->pdata, G_SUBPROCESS_FLAGS_NONE, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_wait_check (process, NULL, &error));
  g_assert_no_error (error);
  app_test_pause (300);
}

static gboolean
has_moved (gpointer data)
{
  return ((AskEntity *) ask_schema_editor_get_schema (data)->entities->pdata[0])->x != 0;
}

static gboolean
has_second_line (gpointer data)
{
  return ask_schema_editor_get_schema (data)->relationships->len == 2;
}

static void
test_pointer (Fixture *self, gconstpointer data)
{
  g_autofree char *tool = g_find_program_in_path ("xdotool");
  AskDiagram *diagram = ask_canvas_get_diagram (self->canvas);
  AskDiagramRect from, to, box;
  g_autofree char *drag = NULL;
  g_autofree char *link = NULL;
  g_autofree char *band = NULL;
  double scale;

  if (tool == NULL)
    {
      g_test_skip ("xdotool is not installed, so there is no pointer");
      return;
    }
  act (self, "canvas.zoom", "0");
  app_test_pause (300);

  /* By its title a box is moved. */
  box = ask_diagram_get_box (diagram, 0);
  drag = g_strdup_printf ("@%f,%f mousedown 1 @%f,%f @%f,%f mouseup 1", box.x + 40, box.y + 10, box.x + 60, box.y + 30,
                          box.x + 80, box.y + 50);
  point (self, drag);
  g_assert_true (app_test_wait (has_moved, self->editor));
  g_assert_cmpfloat (fabs (find (self, "orders")->x - 40), <, 3);
  g_assert_cmpfloat (fabs (find (self, "orders")->y - 40), <, 3);

  /* From afar a row is no row: the box is moved wherever it is taken; with Ctrl, rows choose their box, too. */
  {
    g_autofree char *far = NULL;
    g_autofree char *more = NULL;

    ask_schema_editor_undo (self->editor);
    ask_canvas_zoom (self->canvas, 0.25);
    app_test_pause (300);
    g_assert_true (ask_diagram_get_row (diagram, 0, 1, &from));
    far = g_strdup_printf ("@%f,%f mousedown 1 @%f,%f @%f,%f mouseup 1", from.x + 40, from.y + 10, from.x + 140,
                           from.y + 10, from.x + 240, from.y + 10);
    point (self, far);
    g_assert_true (app_test_wait (has_moved, self->editor));
    g_assert_cmpfloat (fabs (find (self, "orders")->x - 200), <, 8);
    g_assert_cmpuint (ask_schema_editor_get_schema (self->editor)->relationships->len, ==, 1);
    ask_schema_editor_undo (self->editor);
    act (self, "canvas.zoom", "0");
    ask_canvas_fly_to (self->canvas, "shop.orders", NULL);
    app_test_pause (300);
    g_assert_true (ask_diagram_get_row (diagram, 1, 1, &to));
    more = g_strdup_printf ("@%f,%f keydown ctrl click 1 keyup ctrl", to.x + 30, to.y + 8);
    point (self, more);
    g_assert_cmpuint (ask_canvas_get_n_selected (self->canvas), ==, 2);
  }

  /* From row to row a relationship is drawn. */
  g_assert_true (ask_diagram_get_row (diagram, 0, 1, &from) && ask_diagram_get_row (diagram, 1, 0, &to));
  link = g_strdup_printf ("@%f,%f mousedown 1 @%f,%f @%f,%f mouseup 1", from.x + 30, from.y + 8, from.x + 80, from.y + 8,
                          to.x + 30, to.y + 8);
  point (self, link);
  g_assert_true (app_test_wait (has_second_line, self->editor));

  /* A band over empty ground selects what it meets. */
  box = ask_diagram_get_bounds (diagram);
  band = g_strdup_printf ("@%f,%f mousedown 1 @%f,%f @%f,%f mouseup 1", box.x - 8, box.y - 8, box.x + 60, box.y + 60,
                          box.x + box.width + 8, box.y + box.height + 8);
  point (self, band);
  g_assert_cmpuint (ask_canvas_get_n_selected (self->canvas), ==, 3);

  /* The wheel with Ctrl zooms. */
  scale = ask_canvas_get_scale (self->canvas);
  point (self, "@100,100 keydown ctrl click 4 click 4 keyup ctrl");
  g_assert_cmpfloat (ask_canvas_get_scale (self->canvas), >, scale);

  /* A click on what is suggested opens it. */
  {
    g_autoptr (GPtrArray) list = suggest (self);
    g_autofree char *click = NULL;
    guint n_opened = 0;

    ask_schema_editor_undo (self->editor);
    g_signal_connect_swapped (self->canvas, "activated", G_CALLBACK (count), &n_opened);
    ask_canvas_show_suggestion (self->canvas, list->pdata[1]);
    box = ask_diagram_get_line (diagram, (guint) ask_canvas_get_selected (self->canvas)->relationship);
    act (self, "canvas.cancel", NULL);
    app_test_pause (400);
    g_assert_true (ask_diagram_get_row (diagram, 1, 0, &to));
    click = g_strdup_printf ("@%f,%f click 1", box.x + box.width - 40, to.y + to.height / 2);
    point (self, click);
    assert_selected (self, ASK_DIAGRAM_LINE, 0, -1);
    g_assert_cmpuint (n_opened, ==, 1);
    g_signal_handlers_disconnect_by_data (self->canvas, &n_opened);
    ask_canvas_set_suggestions (self->canvas, NULL);
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  }

  /* Keys reach it. */
  point (self, "key Escape key Home key Right");
  assert_selected (self, ASK_DIAGRAM_BOX, 1, -1);
  g_assert_null (self->problem);
}

static void
test_pictures (Fixture *self, gconstpointer data)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  ask_canvas_fit (self->canvas);
  act (self, "canvas.step", "0");
  app_test_pause (400);
  g_assert_cmpuint (app_test_picture (self->window, "canvas-light"), >, 20);
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_FORCE_DARK);
  g_assert_cmpuint (app_test_picture (self->window, "canvas-dark"), >, 20);
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_DEFAULT);
  gtk_widget_set_direction (GTK_WIDGET (self->canvas), GTK_TEXT_DIR_RTL);
  g_assert_cmpuint (app_test_picture (self->window, "canvas-rtl"), >, 20);
  gtk_widget_set_direction (GTK_WIDGET (self->canvas), GTK_TEXT_DIR_NONE);
}

#define ADD(name, test) g_test_add ("/app/ask-canvas/" name, Fixture, NULL, set_up, test, tear_down)

/* What it draws into is as large as the window: it goes while nobody looks, and is there again for the next frame. */
static void
test_unseen (Fixture *self, gconstpointer data)
{
  for (guint i = 0; i < 2; i++)
    {
      g_assert_nonnull (self->canvas->pictures[0]);
      gtk_widget_set_visible (GTK_WIDGET (self->canvas), FALSE);
      g_assert_null (self->canvas->pictures[0]);
      g_assert_null (self->canvas->pictures[1]);
      gtk_widget_set_visible (GTK_WIDGET (self->canvas), TRUE);
      g_assert_cmpuint (app_test_picture (self->window, "canvas-again"), >, 5);
    }
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 0;
  adw_init ();
  ADD ("the-keyboard-reaches-every-part", test_keyboard);
  ADD ("a-moved-box-stays-and-can-be-undone", test_move);
  ADD ("two-attributes-are-related-and-undone", test_relate);
  ADD ("a-folded-box-shows-only-its-keys", test_fold_and_hide);
  ADD ("zooming-keeps-the-selection-in-view", test_view);
  ADD ("a-selection-follows-into-other-versions", test_selection_follows);
  ADD ("a-screen-reader-hears-every-part", test_accessible);
  ADD ("a-suggestion-is-opened-taken-and-dismissed", test_suggestions);
  ADD ("the-pointer-moves-relates-and-selects", test_pointer);
  ADD ("the-canvas-is-drawn-light-and-dark", test_pictures);
  ADD ("what-it-draws-into-goes-while-nobody-looks", test_unseen);
  return g_test_run ();
}
