/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Editing with undo and redo: what is undone is exactly what was there before, however long the row of
 * edits, and a version that somebody holds is never changed.
 */
#include "config.h"

#include "schema/edit/ask-schema-editor.h"

static AskSchema *
make_schema (void)
{
  AskSchema *schema = ask_schema_new ();

  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("entity_%u", i);
      AskEntity *entity = ask_schema_add_entity (schema, ask_entity_new (name, "s", name, ASK_ENTITY_TABLE));

      ask_entity_add_attribute (entity, "id", "id", ASK_TYPE_INTEGER)->key = 1;
      ask_entity_add_attribute (entity, "name", "name", ASK_TYPE_TEXT);
    }
  return schema;
}

static char *
to_text (AskSchema *schema)
{
  g_autoptr (JsonNode) node = ask_schema_to_json (schema);

  return ask_json_to_string (node, FALSE);
}

static gboolean
describe (AskSchemaEditor *editor, const char *id, const char *description, const char *merge_key)
{
  AskSchema *draft = ask_schema_editor_begin (editor);
  AskEntity *entity = ask_schema_own_entity (draft, id);

  g_free (entity->description);
  entity->description = g_strdup (description);
  return ask_schema_editor_commit (editor, draft, description, merge_key);
}

static void
test_undo (void)
{
  g_autoptr (AskSchema) first = make_schema ();
  g_autoptr (AskSchemaEditor) editor = ask_schema_editor_new (first);
  g_autofree char *before = to_text (first);
  g_autofree char *after = NULL;

  g_assert_null (ask_schema_editor_get_undo_title (editor));
  g_assert_false (ask_schema_editor_undo (editor));
  g_assert_false (ask_schema_editor_redo (editor));
  g_assert_true (describe (editor, "s.entity_3", "Orders", NULL));
  g_assert_false (describe (editor, "s.entity_3", "Orders", NULL));
  g_assert_cmpstr (ask_schema_editor_get_undo_title (editor), ==, "Orders");
  after = to_text (ask_schema_editor_get_schema (editor));
  g_assert_cmpstr (after, !=, before);
  {
    g_autofree char *held = to_text (first);

    g_assert_cmpstr (held, ==, before);
  }
  g_assert_true (ask_schema_editor_undo (editor));
  g_assert_true (ask_schema_editor_get_schema (editor) == first);
  g_assert_cmpstr (ask_schema_editor_get_redo_title (editor), ==, "Orders");
  g_assert_true (ask_schema_editor_redo (editor));
  {
    g_autofree char *again = to_text (ask_schema_editor_get_schema (editor));

    g_assert_cmpstr (again, ==, after);
  }
  /* An edit after an undo forgets what was undone. */
  ask_schema_editor_undo (editor);
  describe (editor, "s.entity_4", "Items", NULL);
  g_assert_null (ask_schema_editor_get_redo_title (editor));
}

static void
test_merge_key (void)
{
  g_autoptr (AskSchema) first = make_schema ();
  g_autoptr (AskSchemaEditor) editor = ask_schema_editor_new (first);

  describe (editor, "s.entity_3", "O", "description");
  describe (editor, "s.entity_3", "Or", "description");
  describe (editor, "s.entity_3", "Ord", "description");
  describe (editor, "s.entity_4", "x", "other");
  g_assert_true (ask_schema_editor_undo (editor));
  g_assert_cmpstr (ask_schema_editor_get_undo_title (editor), ==, "Ord");
  g_assert_true (ask_schema_editor_undo (editor));
  g_assert_true (ask_schema_editor_get_schema (editor) == first);
  g_assert_false (ask_schema_editor_undo (editor));
}

static void
count (AskSchemaEditor *editor, const char *title, guint *n)
{
  ++*n;
}

static void
test_replace (void)
{
  g_autoptr (AskSchema) first = make_schema ();
  g_autoptr (AskSchema) second = ask_schema_copy (first);
  g_autoptr (AskSchemaEditor) editor = ask_schema_editor_new (first);
  guint n = 0;

  g_signal_connect (editor, "changed", G_CALLBACK (count), &n);
  ask_schema_editor_replace (editor, second, "Refreshed s");
  g_assert_cmpuint (n, ==, 0);
  ask_schema_own_entity (second, "s.entity_0")->hidden = TRUE;
  ask_schema_editor_replace (editor, second, "Refreshed s");
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (ask_schema_editor_undo (editor));
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (ask_schema_editor_get_schema (editor) == first);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/editor/undo-gives-back-what-was-there", test_undo);
  g_test_add_func ("/schema/editor/typing-in-one-field-is-one-step", test_merge_key);
  g_test_add_func ("/schema/editor/a-version-from-elsewhere-can-be-undone", test_replace);
  return g_test_run ();
}
