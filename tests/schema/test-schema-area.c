/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Areas: who is in one, how it looks, and that all of it stays in documents, versions and undo.
 */
#include "config.h"

#include <string.h>

#include "schema/edit/ask-schema-edit.h"
#include "schema/edit/ask-schema-editor.h"
#include "schema/merge/ask-schema-diff.h"

static AskSchema *
make_schema (void)
{
  static const char *const names[] = { "invoice", "tax", "customer", "parcel" };
  AskSchema *schema = ask_schema_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      AskEntity *entity = ask_entity_new (names[i], "shop", names[i], ASK_ENTITY_TABLE);

      entity->id = g_strdup_printf ("id-%s", names[i]);
      ask_schema_add_entity (schema, entity);
      ask_entity_add_attribute (entity, "id", "id", ASK_TYPE_INTEGER)->key = 1;
    }
  return schema;
}

static void
put (AskSchema *draft, const char *area, const char *first, const char *second)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (ids, (gpointer) first);
  if (second != NULL)
    g_ptr_array_add (ids, (gpointer) second);
  g_assert_true (ask_schema_edit_set_area (draft, ids, area, &error));
  g_assert_no_error (error);
}

static void
test_members (void)
{
  g_autoptr (AskSchema) schema = make_schema ();

  put (schema, " Billing ", "id-invoice", "id-tax");
  put (schema, "Sending", "id-parcel", NULL);
  g_assert_cmpuint (schema->areas->len, ==, 2);
  g_assert_cmpuint (ask_schema_find_area (schema, "billing")->color, !=,
                    ask_schema_find_area (schema, "Sending")->color);
  g_assert_cmpstr (ask_schema_find_id (schema, "id-tax")->area, ==, "Billing");
  /* In whatever case, it is the same one. */
  put (schema, "BILLING", "id-customer", NULL);
  g_assert_cmpstr (ask_schema_find_id (schema, "id-customer")->area, ==, "Billing");
  /* The last one out takes it away. */
  put (schema, NULL, "id-parcel", NULL);
  g_assert_cmpuint (schema->areas->len, ==, 1);
}

static void
test_looks (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (GError) error = NULL;

  put (schema, "Billing", "id-invoice", "id-tax");
  put (schema, "Sending", "id-parcel", NULL);
  g_assert_true (ask_schema_edit_color_area (schema, "Billing", 5, &error));
  g_assert_true (ask_schema_edit_fold_area (schema, "Billing", TRUE, &error));
  g_assert_true (ask_schema_edit_rename_area (schema, "Billing", "Money", &error));
  g_assert_no_error (error);
  g_assert_cmpstr (ask_schema_find_id (schema, "id-tax")->area, ==, "Money");
  g_assert_cmpuint (ask_schema_find_area (schema, "Money")->color, ==, 5);
  g_assert_true (ask_schema_find_area (schema, "Money")->collapsed);
  /* A name that is there joins both. */
  g_assert_true (ask_schema_edit_rename_area (schema, "Sending", "money", &error));
  g_assert_cmpuint (schema->areas->len, ==, 1);
  g_assert_cmpstr (ask_schema_find_id (schema, "id-parcel")->area, ==, "Money");
  g_assert_false (ask_schema_edit_color_area (schema, "Money", 8, &error));
  g_assert_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_EDIT);
  g_clear_error (&error);
  g_assert_false (ask_schema_edit_fold_area (schema, "Nowhere", TRUE, &error));
  g_assert_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN);
}

static void
test_document (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (JsonNode) document = NULL;
  g_autoptr (JsonNode) again = NULL;
  g_autoptr (AskSchema) read = NULL;
  g_autoptr (GPtrArray) changes = NULL;
  g_autoptr (AskSchema) before = ask_schema_copy (schema);
  g_autoptr (GError) error = NULL;

  put (schema, "Billing", "id-invoice", "id-tax");
  ask_schema_edit_fold_area (schema, "Billing", TRUE, &error);
  document = ask_schema_to_json (schema);
  read = ask_schema_from_json (document, &error);
  g_assert_no_error (error);
  again = ask_schema_to_json (read);
  g_assert_true (json_node_equal (document, again));
  g_assert_true (ask_schema_find_area (read, "Billing")->collapsed);
  changes = ask_schema_diff (before, schema);
  g_assert_cmpuint (changes->len, ==, 3); /* two entities and the list of areas */
}

/* One step back takes an area away, one forth brings it again. */
static void
test_undo (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (AskSchemaEditor) editor = ask_schema_editor_new (schema);
  AskSchema *draft = ask_schema_editor_begin (editor);

  put (draft, "Billing", "id-invoice", "id-tax");
  ask_schema_editor_commit (editor, draft, "Area", NULL);
  g_assert_cmpuint (ask_schema_editor_get_schema (editor)->areas->len, ==, 1);
  ask_schema_editor_undo (editor);
  g_assert_cmpuint (ask_schema_editor_get_schema (editor)->areas->len, ==, 0);
  g_assert_null (ask_schema_find_id (ask_schema_editor_get_schema (editor), "id-tax")->area);
  ask_schema_editor_redo (editor);
  g_assert_cmpstr (ask_schema_find_id (ask_schema_editor_get_schema (editor), "id-tax")->area, ==, "Billing");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/area/an-area-is-there-while-entities-are-in-it", test_members);
  g_test_add_func ("/schema/area/name-colour-and-fold-are-changed-apart", test_looks);
  g_test_add_func ("/schema/area/a-document-has-areas-and-reads-them-back", test_document);
  g_test_add_func ("/schema/area/undo-takes-an-area-away", test_undo);
  return g_test_run ();
}
