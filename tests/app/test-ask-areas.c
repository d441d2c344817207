/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Many boxes: found by a search, looked at with what is near, put together into areas.
 */
#include "config.h"

#include <adwaita.h>

#include "app-test.h"
#include "app/jobs/ask-session.h"
#include "app/schema/ask-minimap.h"
#include "app/schema/ask-schema-view.h"
#include "store/ask-workspace.h"
#include "support/ask-test-kinds.h"

#define N_MANY 1000

typedef struct
{
  char *folder;
  char *path;
  AskSession *session;
  GtkWidget *window;
  AskSchemaView *view;
  AskCanvas *canvas;
} Fixture;

static gboolean
is_full (gpointer data)
{
  return g_str_equal (ask_schema_view_get_state (data), "full") && ask_schema_view_is_saved (data);
}

static void
show (Fixture *self)
{
  self->session = ask_session_new (self->path);
  self->view = ASK_SCHEMA_VIEW (ask_schema_view_new (self->session));
  self->window = g_object_ref_sink (gtk_window_new ());
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1200, 800);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->view));
  gtk_window_present (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (is_full, self->view));
  self->canvas = ask_schema_view_get_canvas (self->view);
}

/* t1 → t0, t2 → t1, … */
static void
set_up (Fixture *self, gconstpointer data)
{
  guint n = GPOINTER_TO_UINT (data);
  g_autoptr (GString) sql = g_string_new ("BEGIN;");

  self->folder = g_dir_make_tmp ("ask-areas-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "many.askdata", NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (
      sql, "CREATE TABLE part_%u (id INTEGER PRIMARY KEY, name TEXT, before INTEGER REFERENCES part_%u (id));", i,
      i > 0 ? i - 1 : 0);
  g_string_append (sql, "COMMIT;");
  app_test_add_database (self->path, "parts", sql->str);
  show (self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_clear_object (&self->window);
  g_clear_object (&self->session);
  app_test_remove_folder (self->folder);
  g_free (self->folder);
  g_free (self->path);
}

static AskSchema *
get_schema (Fixture *self)
{
  return ask_schema_editor_get_schema (ask_schema_view_get_editor (self->view));
}

static void
select_entity (Fixture *self, const char *name)
{
  guint place;

  g_assert_true (
    g_ptr_array_find (get_schema (self)->entities, ask_schema_find_entity (get_schema (self), name), &place));
  ask_canvas_select (self->canvas, &(AskDiagramTarget) { ASK_DIAGRAM_BOX, place, -1, -1 });
}

/* One step: a name is typed, and the entity is in sight, readable, selected and in the panel. */
static void
test_many (Fixture *self, gconstpointer data)
{
  GtkWidget *search = app_test_find (GTK_WIDGET (self->view), GTK_TYPE_SEARCH_ENTRY, "Search the schema");
  const AskDiagramTarget *target;
  AskDiagramRect box, view;

  app_test_picture (self->window, "areas-many");
  gtk_editable_set_text (GTK_EDITABLE (search), "part_777");
  app_test_wait_for_words (self->view, "1 of 1");
  app_test_pause (400);
  target = ask_canvas_get_selected (self->canvas);
  g_assert_cmpint (target->hit, ==, ASK_DIAGRAM_BOX);
  g_assert_cmpstr (((AskEntity *) get_schema (self)->entities->pdata[target->entity])->name, ==, "part_777");
  box = ask_diagram_get_box (ask_canvas_get_diagram (self->canvas), target->entity);
  view = ask_canvas_get_view (self->canvas);
  g_assert_cmpfloat (box.x, >=, view.x);
  g_assert_cmpfloat (box.x + box.width, <=, view.x + view.width);
  g_assert_true (ask_diagram_shows_rows (ask_canvas_get_diagram (self->canvas), ask_canvas_get_scale (self->canvas)));
  g_assert_cmpuint (ask_canvas_get_n_bright (self->canvas), ==, 1);
  app_test_picture (self->window, "areas-found");
  /* Enter on the canvas goes into the panel, where it is edited. */
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->canvas), "canvas.edit", NULL));
  app_test_wait_for_words (self->view, "part_777");
  gtk_editable_set_text (GTK_EDITABLE (search), "");
  g_assert_cmpuint (ask_canvas_get_n_bright (self->canvas), ==, 0);
}

static void
test_focus (Fixture *self, gconstpointer data)
{
  select_entity (self, "part_4");
  for (int distance = 1; distance <= 3; distance++)
    {
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->canvas), "canvas.focus", "i", distance));
      g_assert_cmpuint (ask_canvas_get_n_bright (self->canvas), ==, 1 + 2 * (guint) distance);
    }
  app_test_pause (300);
  app_test_picture (self->window, "areas-focus");
  /* Escape shows all again, and then selects nothing. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->canvas), "canvas.cancel", NULL));
  g_assert_cmpuint (ask_canvas_get_n_bright (self->canvas), ==, 0);
  g_assert_cmpuint (ask_canvas_get_n_selected (self->canvas), ==, 1);
}

static void
test_areas (Fixture *self, gconstpointer data)
{
  AskSchemaEditor *editor = ask_schema_view_get_editor (self->view);
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchema) kept = NULL;
  g_autoptr (GError) error = NULL;

  select_entity (self, "part_1");
  ask_canvas_put_into_area (self->canvas, "Beginning");
  select_entity (self, "part_2");
  ask_canvas_put_into_area (self->canvas, "beginning");
  g_assert_cmpstr (ask_schema_find_entity (get_schema (self), "part_2")->area, ==, "Beginning");
  app_test_pause (200);
  app_test_looks (self->window, "areas-frame");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->canvas), "canvas.fold-area", NULL));
  g_assert_true (ask_schema_find_area (get_schema (self), "Beginning")->collapsed);
  app_test_pause (200);
  app_test_picture (self->window, "areas-folded");
  ask_schema_editor_undo (editor);
  g_assert_false (ask_schema_find_area (get_schema (self), "Beginning")->collapsed);
  select_entity (self, "part_2");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->canvas), "canvas.leave-area", NULL));
  g_assert_null (ask_schema_find_entity (get_schema (self), "part_2")->area);
  /* It is on disk, as every edit. */
  g_assert_true (app_test_wait (is_full, self->view));
  workspace = ask_workspace_open (self->path, &error);
  kept = ask_workspace_load_schema (workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (kept->areas->len, ==, 1);
  g_assert_cmpstr (ask_schema_find_entity (kept, "part_1")->area, ==, "Beginning");
}

/* What a company has: @n tables in twenty databases, each with a few tables that many others belong to. */
#define N_DATABASES 20

static void
add_database (Fixture *self, guint at, guint n)
{
  static const char *const topics[]
    = { "sales", "buying", "stock", "payroll", "travel", "assets", "projects", "support", "quality", "transport" };
  static const char *const things[]
    = { "account", "order", "invoice", "contract", "payment", "address", "document", "approval", "schedule", "review" };
  g_autoptr (GString) sql = g_string_new ("BEGIN;");
  g_autofree char *name = g_strdup_printf ("%s_%u", topics[at % G_N_ELEMENTS (topics)], 1 + at / 10);

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (sql, "CREATE TABLE %s_%s_%u (id INTEGER PRIMARY KEY, name TEXT, amount REAL, made_on DATE", name,
                              things[i % G_N_ELEMENTS (things)], 1 + i / 10);
      /* To one of the first five, and now and then to one nearby. */
      if (i >= 5)
        g_string_append_printf (sql, ", parent INTEGER REFERENCES %s_%s_1 (id)", name, things[g_test_rand_int_range (0, 5)]);
      if (i >= 10 && i % 3 == 0)
        g_string_append_printf (sql, ", next INTEGER REFERENCES %s_%s_%u (id)", name,
                                things[(i - 7) % G_N_ELEMENTS (things)], 1 + (i - 7) / 10);
      g_string_append (sql, ");");
    }
  g_string_append (sql, "COMMIT;");
  app_test_add_database (self->path, name, sql->str);
}

static void
set_up_company (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("ask-areas-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "many.askdata", NULL);
  for (guint i = 0; i < N_DATABASES; i++)
    add_database (self, i, N_MANY / N_DATABASES);
  show (self);
}

static void
look (Fixture *self, const char *name)
{
  app_test_pause (300);
  g_assert_cmpuint (app_test_picture (self->window, name), >, 10);
}

/* What lies over the canvas lies over no box. */
static void
check_uncovered (Fixture *self, GtkWidget *over)
{
  AskDiagram *diagram = ask_canvas_get_diagram (self->canvas);
  AskDiagramRect view = ask_canvas_get_view (self->canvas);
  double scale = ask_canvas_get_scale (self->canvas);
  graphene_rect_t covered;

  g_assert_true (gtk_widget_get_mapped (over));
  g_assert_true (gtk_widget_compute_bounds (over, GTK_WIDGET (self->canvas), &covered));
  for (guint i = 0; i < N_MANY; i++)
    {
      AskDiagramRect box = ask_diagram_get_box (diagram, i);
      graphene_rect_t canvas = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (GTK_WIDGET (self->canvas)),
                                                   (float) gtk_widget_get_height (GTK_WIDGET (self->canvas)));
      graphene_rect_t seen = GRAPHENE_RECT_INIT ((float) ((box.x - view.x) * scale), (float) ((box.y - view.y) * scale),
                                                 (float) (box.width * scale), (float) (box.height * scale));

      g_assert_false (graphene_rect_intersection (&canvas, &seen, &seen)
                      && graphene_rect_intersection (&covered, &seen, NULL));
    }
}

static void
test_company (Fixture *self, gconstpointer data)
{
  GtkWidget *minimap = app_test_find (GTK_WIDGET (self->view), ASK_TYPE_MINIMAP, NULL);

  g_assert_cmpuint (get_schema (self)->entities->len, ==, N_MANY);
  ask_canvas_fit (self->canvas);
  look (self, "areas-company");
  check_uncovered (self, minimap);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *name = g_strdup_printf ("areas-company-nearer-%u", i);

      for (guint step = 0; step < 3; step++)
        gtk_widget_activate_action (GTK_WIDGET (self->view), "schema.zoom", "i", 1);
      look (self, name);
      check_uncovered (self, minimap);
    }
  g_object_set (self->view, "coverage", TRUE, NULL);
  app_test_wait_for_words (self->view, "1000");
  app_test_pause (1000);
  ask_canvas_fit (self->canvas);
  look (self, "areas-company-coverage");
  check_uncovered (self, minimap);
  check_uncovered (self, app_test_find (GTK_WIDGET (self->view), GTK_TYPE_DRAWING_AREA, "What the colours mean"));
  /* Nor when one is near. */
  for (guint step = 0; step < 9; step++)
    gtk_widget_activate_action (GTK_WIDGET (self->view), "schema.zoom", "i", 1);
  look (self, "areas-company-coverage-near");
  check_uncovered (self, minimap);
  check_uncovered (self, app_test_find (GTK_WIDGET (self->view), GTK_TYPE_DRAWING_AREA, "What the colours mean"));
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
#define ADD(name, n, func) g_test_add ("/app/ask-areas/" name, Fixture, GUINT_TO_POINTER (n), set_up, func, tear_down)
  ADD ("one-of-a-thousand-is-found-in-one-step", N_MANY, test_many);
  ADD ("what-is-near-stands-out-to-a-chosen-distance", 9, test_focus);
  ADD ("entities-are-put-together-folded-and-taken-out", 9, test_areas);
  g_test_add ("/app/ask-areas/nothing-lies-over-the-boxes-of-a-thousand", Fixture, NULL, set_up_company, test_company, tear_down);
  return g_test_run ();
}
