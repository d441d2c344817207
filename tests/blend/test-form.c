/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How an answer has to look, by where its call stands and by what it says: seen by who answers.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "base/ask-rows.h"
#include "blend/ask-blend.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "support/ask-test-kinds.h"

/* What the last question was like: "truth", "number example=-1", "text{0,} options=a;b". */
static GString *seen;

static const char *const types[] = {
  [ASK_BLEND_TYPE_ANY] = "any",       [ASK_BLEND_TYPE_TEXT] = "text",           [ASK_BLEND_TYPE_INTEGER] = "integer",
  [ASK_BLEND_TYPE_NUMBER] = "number", [ASK_BLEND_TYPE_TRUTH] = "truth",         [ASK_BLEND_TYPE_DATE] = "date",
  [ASK_BLEND_TYPE_JSON] = "json",     [ASK_BLEND_TYPE_SUBSTRING] = "substring",
};

static gboolean
look (AskBlendFunction *self, const AskBlendQuestion *question, const AskRows *values, AskRows *answers, GError **error)
{
  const AskBlendForm *form = question->form;
  const AskValue answer = ASK_NULL_INIT;

  g_string_assign (seen, types[form->type]);
  if (form->most == ASK_BLEND_NO_LIMIT)
    g_string_append_printf (seen, "{%u,}", form->least);
  else if (form->most > 0)
    g_string_append_printf (seen, "{%u,%u}", form->least, form->most);
  if (form->example != NULL)
    g_string_append_printf (seen, " example=%s", form->example);
  if (form->pattern != NULL)
    g_string_append_printf (seen, " pattern=%s", form->pattern);
  for (gsize i = 0; question->options != NULL && i < ask_rows_get_n_rows (question->options); i++)
    {
      g_autofree char *option = ask_value_to_text (ask_rows_get (question->options, i, 0));

      g_string_append_printf (seen, "%s%s", i == 0 ? " options=" : ";", option);
    }
  if (ask_rows_get_n_columns (values) > 1)
    g_string_append_printf (seen, " beside=%s", ask_rows_get_column (values, 1)->name);
  if (question->examples != NULL)
    g_string_append_printf (seen, " examples=%" G_GSIZE_FORMAT, ask_rows_get_n_rows (question->examples));
  if (question->batch > 0)
    g_string_append_printf (seen, " batch=%u", question->batch);
  if (question->lenient)
    g_string_append (seen, " lenient");
  for (gsize i = 0; i < ask_rows_get_n_rows (values); i++)
    ask_rows_append (answers, &answer);
  return TRUE;
}

static void
function_free (AskBlendFunction *self)
{
  g_free (self);
}

static AskEngine *
open_engine (const char *path)
{
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (AskIntrospection) file = NULL;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (GError) error = NULL;
  AskEngine *engine;
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db,
                                 "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, kind TEXT);"
                                 "INSERT INTO t VALUES (1, 'a', 'x'), (2, 'b', 'y'), (3, 'c', 'x');",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (db);
  g_ptr_array_add (configs, ask_source_config_new ("file", &ask_sqlite_kind, path));
  source = ask_source_new (configs->pdata[0], &error);
  g_assert_no_error (error);
  file = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  engine = ask_engine_new (file->schema, configs, &error);
  g_assert_no_error (error);
  return engine;
}

static void
test_forms (void)
{
  static const AskBlendRunner runner = { .map = look, .free = function_free, .knows_forms = TRUE };
  static const char *const cases[][2] = {
    { "SELECT f('q', name) FROM t", "any" },
    { "SELECT id FROM t WHERE f('q', name)", "truth" },
    { "SELECT id FROM t WHERE NOT f('q', name) OR id = 2", "truth" },
    { "SELECT id FROM t WHERE f('q', name) = TRUE", "truth" },
    { "SELECT count(*) FILTER (WHERE f('q', name)) FROM t", "truth" },
    { "SELECT CASE WHEN f('q', name) THEN 1 ELSE 0 END FROM t", "truth" },
    { "SELECT kind FROM t GROUP BY kind HAVING f('q', kind)", "truth" },
    { "SELECT a.id FROM t a JOIN t b ON a.id = b.id AND f('q', a.name)", "truth" },
    { "SELECT id FROM t WHERE f('q', name) > 5", "number" },
    { "SELECT id FROM t WHERE -1 < f('q', name)", "number" },
    { "SELECT id FROM t WHERE f('q', name) BETWEEN 1 AND 2", "number" },
    { "SELECT id FROM t WHERE f('q', name) IN (1, 2)", "number" },
    { "SELECT sum(f('q', name)) FROM t", "number" },
    { "SELECT 1 + f('q', name) FROM t", "number" },
    { "SELECT f('q', name) || '!' FROM t", "text" },
    { "SELECT id FROM t WHERE f('q', name) LIKE 'a%'", "text" },
    { "SELECT id FROM t WHERE {{f('q', 't::name')}} = 'CA'", "text example=CA" },
    { "SELECT id FROM t WHERE f('q', name) >= '2024-05-01'", "date example=2024-05-01" },
    { "SELECT id FROM t WHERE f('q', name) = kind", "any options=x;y" },
    { "SELECT id FROM t WHERE kind IN (f('q', name), 'z')", "any options=x;y" },
    { "SELECT id FROM t WHERE f('q', name) IN (SELECT kind FROM t WHERE id < 3)", "any options=x;y" },
    { "SELECT id FROM t WHERE f('q', name) = 'CA' AND f('q', name) = 'NY'", "text example=CA" },
    { "SELECT f('q', name, return_type => 'int') FROM t", "integer" },
    { "SELECT id FROM t WHERE f('q', name, return_type => 'date') > 5", "date" },
    { "SELECT f('q', name, return_type => 'list[bool]') FROM t", "truth{0,}" },
    { "SELECT f('q', name, quantifier => '+') FROM t", "any{1,}" },
    { "SELECT f('q', name, return_type => 'str', quantifier => '{2,5}') FROM t", "text{2,5}" },
    { "SELECT {{f('q', 't::name', regex='[a-z]')}} FROM t", "any pattern=^(?:[a-z])$" },
    { "SELECT f('q', name, options => 'a;b') FROM t", "any options=a;b" },
    { "SELECT {{f('q', 't::name', options='t::kind')}} FROM t", "any options=x;y" },
    { "SELECT f('q', name, options => (SELECT name FROM t WHERE id > 1)) FROM t", "any options=b;c" },
    { "SELECT f('q', name, context => kind) FROM t", "any beside=kind" },
    { "SELECT f('q', name, few_shot => (SELECT name, kind FROM t)) FROM t", "any examples=3" },
    { "SELECT f('q', name, batch_size => 7, on_error => 'null') FROM t", "any batch=7 lenient" },
    { "SELECT id FROM t WHERE f('q', name, infer_gen_constraints => FALSE) = 'CA'", "any" },
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("ask-form-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "t.sqlite", NULL);
  AskEngine *engine = open_engine (path);

  seen = g_string_new (NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskBlend) blend = ask_blend_new ();
      AskBlendFunction *function = g_new0 (AskBlendFunction, 1);
      g_autoptr (AskResult) result = NULL;

      *function = (AskBlendFunction) { g_strdup ("f"), ASK_BLEND_MAP, &runner };
      ask_blend_add_function (blend, function);
      ask_blend_attach (blend, engine);
      g_string_truncate (seen, 0);
      result = ask_engine_query (engine, cases[i][0], NULL, NULL, NULL, &error);
      if (result == NULL)
        g_error ("%s: %s", cases[i][0], error->message);
      if (strcmp (seen->str, cases[i][1]) != 0)
        g_error ("%s: wanted “%s”, was “%s”", cases[i][0], cases[i][1], seen->str);
      ask_blend_attach (NULL, engine);
    }
  g_string_free (seen, TRUE);
  ask_engine_free (engine);
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_quantifiers (void)
{
  static const char *const wrong[] = { "", "{}", "{0}", "{5,2}", "{1,2,3}", "2", "**", "{9999999}", "{-1}" };
  static const AskBlendRunner runner = { .map = look, .free = function_free, .knows_forms = TRUE };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("ask-form-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "t.sqlite", NULL);
  AskEngine *engine = open_engine (path);
  g_autoptr (AskBlend) blend = ask_blend_new ();
  AskBlendFunction *function = g_new0 (AskBlendFunction, 1);

  *function = (AskBlendFunction) { g_strdup ("f"), ASK_BLEND_MAP, &runner };
  ask_blend_add_function (blend, function);
  ask_blend_attach (blend, engine);
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT f('q', name, quantifier => '%s') FROM t", wrong[i]);
      g_autoptr (GError) failure = NULL;
      g_autoptr (AskResult) result = ask_engine_query (engine, sql, NULL, NULL, NULL, &failure);

      g_assert_null (result);
      g_assert_nonnull (strstr (failure->message, "quantifier"));
    }
  ask_engine_free (engine);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/blend/form/an-answer-looks-as-its-place-and-its-arguments-say", test_forms);
  g_test_add_func ("/blend/form/a-quantifier-of-no-kind-is-refused", test_quantifiers);
  return g_test_run ();
}
