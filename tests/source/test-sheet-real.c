/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files that real programs wrote (data/README.md says which): what every sheet of them becomes, types, values
 * and notes, against what was put into them. With a file as its argument the program prints what it becomes;
 * nothing may be taken over as expected before a person compared it with what was written.
 */
#include "config.h"

#include "source/sheet-fixture.h"

/* All that a file becomes: its tables, their rows, its notes. */
static char *
print_file (const char *path, GError **error)
{
  g_autoptr (AskSource) source = sheet_source (path, NULL);
  g_autoptr (AskIntrospection) found = ask_source_introspect (source, NULL, error);
  g_autofree char *notes = NULL;
  GString *text;

  if (found == NULL)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < found->schema->entities->len; i++)
    {
      const AskEntity *entity = found->schema->entities->pdata[i];
      g_autofree char *rows = sheet_print_rows (path, NULL, entity->table);

      g_string_append_printf (text, "%s(", entity->table);
      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];

          g_string_append_printf (text, "%s%s %s", a > 0 ? ", " : "", attribute->column,
                                  ask_type_to_string (attribute->type));
        }
      g_string_append_printf (text, ")\n%s%s", rows, *rows != '\0' ? "\n" : "");
    }
  notes = sheet_print_notes (found);
  if (*notes != '\0')
    g_string_append_printf (text, "-- %s\n", notes);
  return g_string_free (text, FALSE);
}

static void
test_file (gconstpointer data)
{
  const char *path = data;
  g_autofree char *expected_path = g_strconcat (path, ".txt", NULL);
  g_autofree char *expected = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  text = print_file (path, &error);
  g_assert_no_error (error);
  g_file_get_contents (expected_path, &expected, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, expected);
}

static void
add_tests (GPtrArray *paths)
{
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");
  g_autofree char *folder = g_build_filename (root != NULL ? root : ".", "tests", "source", "data", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *test = g_strconcat ("/source/sheet-real/a-real-file-is-read-whole/", name, NULL);
      char *path;

      if (g_str_has_suffix (name, ".txt") || g_str_has_suffix (name, ".md"))
        continue;
      path = g_build_filename (folder, name, NULL);
      g_ptr_array_add (paths, path);
      g_test_add_data_func (test, path, test_file);
    }
  g_assert_cmpuint (paths->len, >=, 15);
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  sheet_begin ();
  if (argc == 2 && *argv[1] != '-')
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = g_canonicalize_filename (argv[1], NULL);
      g_autofree char *text = print_file (path, &error);

      /* As UTF-8, whatever the locale. */
      fputs (text != NULL ? text : error->message, stdout);
      return sheet_end (text != NULL ? 0 : 1);
    }
  g_test_init (&argc, &argv, NULL);
  add_tests (paths);
  return sheet_end (g_test_run ());
}
