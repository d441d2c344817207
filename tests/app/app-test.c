/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Set-up of the window's tests. With ASKDATA_PICTURES=FOLDER every picture is also saved there, to
 * be looked at by a person.
 */
#include "config.h"

#include "app-test.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "schema/edit/ask-schema-edit.h"
#include "support/ask-test-kinds.h"
#include "support/ask-test-folder.h"
#include "support/ask-test-living.h"

/* Generous: sanitizers and a loaded machine are slow, and nothing waits this long when all is
 * well. */
#define TIME_OUT_SECONDS 60
#define TICK_MILLISECONDS 20

static AppTestComplaintFunc complaint_func;
static gpointer complaint_data;

/* libadwaita 1.7 measures the labels of its own AdwMessageDialog for a width that it then does not
 * give them, and GTK 4.18 warns of it. Every other warning ends the test. */
static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, "MESSAGE") && fields[i].length < 0
        && g_str_has_prefix (fields[i].value, "Trying to measure GtkLabel"))
      {
        g_autoptr (GList) windows = gtk_window_list_toplevels ();

        for (GList *window = windows; window != NULL; window = window->next)
          if (ADW_IS_MESSAGE_DIALOG (window->data))
            return G_LOG_WRITER_HANDLED;
      }
  for (gsize i = 0; complaint_func != NULL && level <= G_LOG_LEVEL_WARNING && i < n_fields; i++)
    if (g_str_equal (fields[i].key, "MESSAGE") && fields[i].length < 0)
      {
        complaint_func (fields[i].value, complaint_data);
        return G_LOG_WRITER_HANDLED;
      }
  return g_log_writer_default (level, fields, n_fields, data);
}

/**
 * app_test_init:
 *
 * Returns: whether there is a display; if not, a TAP line has said so and the program should end
 */
gboolean
app_test_init (int *argc, char ***argv)
{
  g_autoptr (GtkCssProvider) style = NULL;

  ask_test_living_begin ();
  if (!gtk_init_check ())
    {
      g_print ("1..0 # SKIP there is no display to show the window on\n");
      return FALSE;
    }
  g_log_set_writer_func (write_log, NULL, NULL);
  g_test_init (argc, argv, NULL);
  adw_init ();
  style = gtk_css_provider_new ();
  ask_application_register_resources ();
  /* What AdwApplication does for the program itself. */
  gtk_css_provider_load_from_resource (style, "/com/example/AskData/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (style),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_icon_theme_add_resource_path (gtk_icon_theme_get_for_display (gdk_display_get_default ()),
                                    "/com/example/AskData/icons");
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  return TRUE;
}

/**
 * app_test_collect_complaints:
 * @func: what hears of warnings and worse from now on, instead of the program ending with the first
 */
void
app_test_collect_complaints (AppTestComplaintFunc func, gpointer data)
{
  complaint_func = func;
  complaint_data = data;
  g_log_set_always_fatal (G_LOG_FATAL_MASK);
}

/**
 * app_test_exec:
 * @path: of a SQLite file, made where it is not there; the window may just be reading it
 * @sql: statements
 */
void
app_test_exec (const char *path, const char *sql)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 10000);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/**
 * app_test_add_database:
 * @workspace: its path; it is made where it is not there
 * @name: of the source; its file is made beside @workspace
 * @sql: what makes its tables
 */
void
app_test_add_database (const char *workspace, const char *name, const char *sql)
{
  g_autofree char *folder = g_path_get_dirname (workspace);
  g_autofree char *file = g_strconcat (name, ".db", NULL);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autoptr (AskWorkspace) opened = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GError) error = NULL;

  app_test_exec (path, sql);
  opened = ask_workspace_open (workspace, &error);
  g_assert_no_error (error);
  record = ask_workspace_add_source (opened, &(AskNewSource) { &ask_sqlite_kind, name, path }, NULL, NULL, &error);
  g_assert_no_error (error);
}

/**
 * app_test_make_workspace:
 *
 * Makes shop.db and a workspace with it and some verified questions.
 *
 * Returns: (transfer full): the workspace's path
 */
char *
app_test_make_workspace (const char *folder)
{
  static const char *const verified[][2] = {
    { "Sales by city", "SELECT city, sum(amount) AS sales FROM sale GROUP BY city ORDER BY 2 DESC" },
    { "Sales by month", "SELECT month, sum(amount) AS sales FROM sale GROUP BY month ORDER BY 1" },
    { "How many sales are there?", "SELECT count(*) AS sales FROM sale" },
    { "Count forever", "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) "
                       "SELECT count(*) AS n FROM c, sale" },
  };
  char *path = g_build_filename (folder, "shop.askdata", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = NULL;

  app_test_add_database (path, "shop",
                         "CREATE TABLE city (name TEXT PRIMARY KEY, country TEXT);"
                         "CREATE TABLE sale (id INTEGER PRIMARY KEY,"
                         " city TEXT REFERENCES city (name), month TEXT, amount REAL);"
                         "INSERT INTO city VALUES ('Lyon', 'France'), ('Köln', 'Germany'),"
                         " ('Porto', 'Portugal');"
                         "WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c"
                         " WHERE n < 359) INSERT INTO sale SELECT n, CASE n % 4 WHEN 0 THEN"
                         " 'Köln' WHEN 1 THEN 'Porto' ELSE 'Lyon' END,"
                         " printf('2025-%02d-01', 1 + n % 12), 10.5 + n FROM c;");
  workspace = ask_workspace_open (path, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (verified); i++)
    {
      g_autoptr (AskVerified) saved
          = ask_workspace_add_verified (workspace, verified[i][0], verified[i][1], &error);

      g_assert_no_error (error);
      g_assert_nonnull (saved);
    }
  return path;
}

/** app_test_share: a steward lets the values of @attribute reach a model */
void
app_test_share (AskWorkspace *workspace, const char *entity, const char *attribute)
{
  gint64 version = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) newest = ask_workspace_load_newest_schema (workspace, &version, &error);
  g_autoptr (AskSchema) draft = ask_schema_fork (newest);

  ask_schema_edit_set_attribute (draft, ask_schema_find_entity (draft, entity)->id, attribute, "sharing", "yes",
                                 &error);
  g_assert_no_error (error);
  ask_workspace_save_schema_from (workspace, &version, draft, "test", NULL, &error);
  g_assert_no_error (error);
}

/** app_test_remove_folder: removes @folder and all that is in it. */
void
app_test_remove_folder (const char *folder)
{
  ask_test_folder_remove (folder);
}

static gboolean
set_flag (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
keep_going (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/** app_test_wait: runs the main loop until @func says so. Returns: whether it ever did */
gboolean
app_test_wait (AppTestFunc func, gpointer data)
{
  gboolean late = FALSE;
  guint id = g_timeout_add_seconds (TIME_OUT_SECONDS, set_flag, &late);
  /* What is waited for may come from elsewhere, without an event for this program. */
  guint tick = g_timeout_add (TICK_MILLISECONDS, keep_going, NULL);

  while (!late && !func (data))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (tick);
  if (!late)
    g_source_remove (id);
  return !late;
}

/** app_test_pause: runs the main loop for a while, so that frames are drawn. */
void
app_test_pause (guint milliseconds)
{
  gboolean over = FALSE;

  g_timeout_add (milliseconds, set_flag, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
has_size (gpointer data)
{
  return gtk_widget_get_width (data) > 0;
}

/**
 * app_test_picture:
 * @window: shown
 * @name: of the file, without its ending
 *
 * Returns: how many colours the picture has; an empty window has few
 */
guint
app_test_picture (GtkWidget *window, const char *name)
{
  const char *folder = g_getenv ("ASKDATA_PICTURES");
  g_autoptr (GdkPaintable) paintable = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GHashTable) colours = g_hash_table_new (NULL, NULL);
  g_autofree guint32 *pixels = NULL;
  GskRenderNode *node = NULL;
  int width, height;

  app_test_pause (250);
  g_assert_true (app_test_wait (has_size, window));
  paintable = gtk_widget_paintable_new (window);
  width = gtk_widget_get_width (window);
  height = gtk_widget_get_height (window);
  /* On a busy machine the first frame may still be to come. */
  for (guint i = 0; node == NULL && i < 40; i++)
    {
      g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();

      gdk_paintable_snapshot (paintable, snapshot, width, height);
      node = gtk_snapshot_free_to_node (g_steal_pointer (&snapshot));
      if (node == NULL)
        app_test_pause (250);
    }
  g_assert_nonnull (node);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, width, height));
  gsk_render_node_unref (node);
  pixels = g_new (guint32, (gsize) width * height);
  gdk_texture_download (texture, (guchar *) pixels, (gsize) width * 4);
  for (gsize i = 0; i < (gsize) width * height; i++)
    g_hash_table_add (colours, GUINT_TO_POINTER (pixels[i]));
  if (folder != NULL)
    {
      g_autofree char *file = g_strdup_printf ("%s/%s.png", folder, name);

      g_mkdir_with_parents (folder, 0755);
      g_assert_true (gdk_texture_save_to_png (texture, file));
    }
  return g_hash_table_size (colours);
}

/**
 * app_test_looks:
 * @window: shown
 * @name: of the pictures, without what they are of
 *
 * Takes pictures of the looks that a person may have set: dark, from right to left, twice as large, and narrow at
 * last. Nothing is checked but that each of them draws.
 */
void
app_test_looks (GtkWidget *window, const char *name)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  g_autofree char *dark = g_strconcat (name, "-dark", NULL);
  g_autofree char *rtl = g_strconcat (name, "-rtl", NULL);
  g_autofree char *large = g_strconcat (name, "-200", NULL);
  g_autofree char *narrow = g_strconcat (name, "-narrow", NULL);
  int dpi;

  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_FORCE_DARK);
  g_assert_cmpuint (app_test_picture (window, dark), >, 10);
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_DEFAULT);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  g_assert_cmpuint (app_test_picture (window, rtl), >, 10);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  g_assert_cmpuint (app_test_picture (window, large), >, 10);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", dpi, NULL);
  gtk_window_set_default_size (GTK_WINDOW (window), 360, 640);
  app_test_pause (200);
  g_assert_cmpuint (app_test_picture (window, narrow), >, 10);
}

/* A button that was not shown yet has its letter for the keyboard in its name: see widgets/ask-button-names.c. */
static gboolean
is_called (GtkWidget *widget, const char *name)
{
  g_autofree char *mismatch
    = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name);
  g_autofree char *other = NULL;
  g_auto (GStrv) parts = NULL;
  g_autofree char *plain = NULL;

  if (mismatch == NULL || strchr (name, '_') == NULL)
    return mismatch == NULL;
  parts = g_strsplit (name, "_", 2);
  plain = g_strjoinv (NULL, parts);
  other = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, plain);
  return other == NULL;
}

/**
 * app_test_find:
 * @accessible_name: (nullable): %NULL for any
 *
 * Returns: (transfer none) (nullable): the first widget of that type and accessible label
 */
GtkWidget *
app_test_find (GtkWidget *root, GType type, const char *accessible_name)
{
  if (g_type_is_a (G_OBJECT_TYPE (root), type))
    {
      if (accessible_name == NULL || is_called (root, accessible_name))
        return root;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = app_test_find (child, type, accessible_name);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/** app_test_find_label: Returns: (transfer none) (nullable): the first shown label with @part in it */
GtkWidget *
app_test_find_label (GtkWidget *root, const char *part)
{
  if (GTK_IS_LABEL (root) && gtk_widget_get_mapped (root)
      && strstr (gtk_label_get_text (GTK_LABEL (root)), part) != NULL)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = app_test_find_label (child, part);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/** app_test_find_all: fills @found with the first @max widgets of @type. Returns: how many */
guint
app_test_find_all (GtkWidget *root, GType type, GtkWidget **found, guint max)
{
  guint n = 0;

  if (max > 0 && g_type_is_a (G_OBJECT_TYPE (root), type))
    found[n++] = root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && n < max;
       child = gtk_widget_get_next_sibling (child))
    n += app_test_find_all (child, type, found + n, max - n);
  return n;
}

/** app_test_find_toplevel: Returns: (transfer none) (nullable): the first window of @type */
GtkWidget *
app_test_find_toplevel (GType type)
{
  for (guint i = 0; i < g_list_model_get_n_items (gtk_window_get_toplevels ()); i++)
    {
      g_autoptr (GtkWidget) toplevel = g_list_model_get_item (gtk_window_get_toplevels (), i);

      if (g_type_is_a (G_OBJECT_TYPE (toplevel), type))
        return toplevel;
    }
  return NULL;
}

/** app_test_shows: @root: (type GtkWidget). Returns: whether a shown label has @words in it */
gboolean
app_test_shows (gpointer root, const char *words)
{
  return app_test_find_label (GTK_WIDGET (root), words) != NULL;
}

typedef struct
{
  gpointer root;
  const char *words;
} Words;

static gboolean
says (gpointer data)
{
  const Words *words = data;

  return app_test_shows (words->root, words->words);
}

static gboolean
says_not (gpointer data)
{
  return !says (data);
}

/** app_test_wait_for_words: runs the main loop until @root shows @words; that it never does fails the test. */
void
app_test_wait_for_words (gpointer root, const char *words)
{
  if (!app_test_wait (says, &(Words) { root, words }))
    g_error ("“%s” was never shown", words);
}

/** app_test_wait_for_no_words: the same until it no longer shows them. */
void
app_test_wait_for_no_words (gpointer root, const char *words)
{
  if (!app_test_wait (says_not, &(Words) { root, words }))
    g_error ("“%s” never went away", words);
}

static gboolean
is_open (gpointer data)
{
  return app_test_find_toplevel (*(GType *) data) != NULL;
}

/** app_test_wait_for_window: runs the main loop until there is a window of @type. Returns: (transfer none): it */
GtkWidget *
app_test_wait_for_window (GType type)
{
  if (!app_test_wait (is_open, &type))
    g_error ("%s was never opened", g_type_name (type));
  return app_test_find_toplevel (type);
}

static gboolean
is_closed (gpointer data)
{
  return app_test_find_toplevel (*(GType *) data) == NULL;
}

/** app_test_wait_for_no_window: runs the main loop until there is no window of @type. */
void
app_test_wait_for_no_window (GType type)
{
  if (!app_test_wait (is_closed, &type))
    g_error ("%s was never closed", g_type_name (type));
}

/* Ours, menus, and widgets that no other widget holds: what is below one of these goes with it. */
static gboolean
should_be_gone (GObject *object)
{
  if (GTK_IS_WIDGET (object))
    return gtk_widget_get_parent (GTK_WIDGET (object)) == NULL;
  return G_IS_MENU_MODEL (object) || g_str_has_prefix (G_OBJECT_TYPE_NAME (object), "Ask");
}

/**
 * app_test_describe_kept:
 * @since: what ask_test_living_mark() gave
 *
 * Returns: (transfer full) (nullable): a line for each object of ours, each menu, and each widget without a parent, that was made
 *   since then and lives; %NULL where all are gone, as they should be when the window is closed and its jobs have ended
 */
char *
app_test_describe_kept (guint since)
{
  return ask_test_living_describe (since, should_be_gone);
}

/** app_test_set_up: @workspace: %APP_TEST_SHOP or %APP_TEST_EMPTY: fills @self and shows its window. */
void
app_test_set_up (AppTest *self, gconstpointer workspace)
{
  self->folder = g_dir_make_tmp ("askdata-window-XXXXXX", NULL);
  self->path = workspace == APP_TEST_EMPTY ? g_build_filename (self->folder, "empty.askdata", NULL)
                                           : app_test_make_workspace (self->folder);
  self->born = ask_test_living_mark ();
  self->window = ask_window_new (NULL, self->path);
  gtk_window_present (GTK_WINDOW (self->window));
  app_test_pause (100);
}

/** app_test_tear_down: closes the window and removes the folder. With ASKDATA_LIVING it says what is kept. */
void
app_test_tear_down (AppTest *self, gconstpointer workspace)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  /* Jobs that were cancelled end soon after. */
  app_test_pause (100);
  if (g_getenv ("ASKDATA_LIVING") != NULL)
    {
      g_autofree char *kept = NULL;

      app_test_pause (1000);
      kept = app_test_describe_kept (self->born);
      if (kept != NULL)
        g_printerr ("Kept after %s:\n%s", g_test_get_path (), kept);
    }
  app_test_remove_folder (self->folder);
  g_free (self->folder);
  g_free (self->path);
}
