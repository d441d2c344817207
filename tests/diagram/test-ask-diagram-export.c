/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files: the same diagram gives the same bytes, every name is in them, and what cannot be written says why.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "diagram/ask-diagram.h"
#include "diagram-schemas.h"

typedef struct
{
  char *folder;
  AskDiagram *diagram;
} Fixture;

static AskDiagram *
make_diagram (void)
{
  g_autoptr (AskSchema) schema = make_company ();
  AskDiagram *diagram = ask_diagram_new ();
  g_autoptr (GError) error = NULL;

  ask_diagram_set_schema (diagram, schema);
  ask_diagram_arrange (diagram, TRUE, NULL, &error);
  g_assert_no_error (error);
  return diagram;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("askdata-diagram-XXXXXX", &error);
  g_assert_no_error (error);
  self->diagram = make_diagram ();
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  const char *name;
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
  ask_diagram_free (self->diagram);
}

static GBytes *
export (Fixture *self, AskDiagram *diagram, const char *name, double scale)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *contents;
  gsize length;

  ask_diagram_export (diagram, path, scale, NULL, &error);
  g_assert_no_error (error);
  g_file_get_contents (path, &contents, &length, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (contents, length);
}

static void
test_same_bytes (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *begins;
  } cases[] = { { "a.png", "\x89PNG" }, { "a.SVG", "<?xml" }, { "a.pdf", "%PDF" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) a = export (self, self->diagram, cases[i].name, 1), b = NULL;
      g_autoptr (AskDiagram) again = make_diagram ();

      g_assert_cmpuint (g_bytes_get_size (a), >, 10000);
      g_assert_cmpmem (g_bytes_get_data (a, NULL), strlen (cases[i].begins), cases[i].begins, strlen (cases[i].begins));
      /* A file's times are whole seconds. */
      g_usleep (1100 * 1000);
      b = export (self, again, cases[i].name, 1);
      g_assert_true (g_bytes_equal (a, b));
    }
}

static void
test_scale (Fixture *self, gconstpointer data)
{
  int width[2] = { 0 };

  for (int i = 0; i < 2; i++)
    {
      g_autofree char *path = g_build_filename (self->folder, "s.png", NULL);
      g_autoptr (GBytes) bytes = export (self, self->diagram, "s.png", i + 1);
      cairo_surface_t *surface = cairo_image_surface_create_from_png (path);

      g_assert_cmpuint (g_bytes_get_size (bytes), >, 0);
      width[i] = cairo_image_surface_get_width (surface);
      cairo_surface_destroy (surface);
    }
  g_assert_cmpint (ABS (width[1] - 2 * width[0]), <=, 2);
}

/* A picture that no memory holds is made smaller, and still there. */
static void
test_large (Fixture *self, gconstpointer data)
{
  g_autoptr (GBytes) bytes = NULL;

  ask_diagram_move_box (self->diagram, 0, 90000, 300);
  bytes = export (self, self->diagram, "l.png", 3);
  g_assert_cmpuint (g_bytes_get_size (bytes), >, 1000);
}

static void
test_refused (Fixture *self, gconstpointer data)
{
  g_autoptr (AskDiagram) empty = ask_diagram_new ();
  g_autofree char *png = g_build_filename (self->folder, "x.png", NULL);
  g_autofree char *gif = g_build_filename (self->folder, "x.gif", NULL);
  g_autofree char *nowhere = g_build_filename (self->folder, "no", "such", "x.svg", NULL);
  const struct
  {
    AskDiagram *diagram;
    const char *path;
    int code;
  } cases[] = { { empty, png, ASK_DIAGRAM_ERROR_EMPTY },
                { self->diagram, gif, ASK_DIAGRAM_ERROR_FORMAT },
                { self->diagram, nowhere, ASK_DIAGRAM_ERROR_WRITE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (ask_diagram_export (cases[i].diagram, cases[i].path, 1, NULL, &error));
      g_assert_error (error, ASK_DIAGRAM_ERROR, cases[i].code);
      g_assert_false (g_file_test (cases[i].path, G_FILE_TEST_EXISTS));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/diagram/export/one-diagram-gives-the-same-bytes", Fixture, NULL, set_up, test_same_bytes, tear_down);
  g_test_add ("/diagram/export/a-scale-of-two-doubles-the-picture", Fixture, NULL, set_up, test_scale, tear_down);
  g_test_add ("/diagram/export/a-picture-too-large-is-made-smaller", Fixture, NULL, set_up, test_large, tear_down);
  g_test_add ("/diagram/export/what-cannot-be-written-says-why", Fixture, NULL, set_up, test_refused, tear_down);
  return g_test_run ();
}
