/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What two schemas differ in, in words: every kind of change, each alone.
 */
#include "config.h"

#include "schema/merge/ask-schema-diff.h"

#include "base/ask-text.h"

static AskSchema *
make_schema (void)
{
  AskSchema *schema = ask_schema_new ();
  AskEntity *orders = ask_schema_add_entity (schema, ask_entity_new ("orders", "s", "orders", ASK_ENTITY_TABLE));
  AskEntity *customers
    = ask_schema_add_entity (schema, ask_entity_new ("customers", "s", "customers", ASK_ENTITY_TABLE));

  ask_entity_add_attribute (orders, "id", "id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (orders, "customer_id", "customer_id", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (orders, "total", "total", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (customers, "id", "id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_metric (orders, "turnover", "sum(total)");
  ask_schema_add_relationship (schema, "orders", "customer_id", "customers", "id");
  return schema;
}

static void
rename_entity (AskSchema *schema)
{
  ask_text_set (&ask_schema_own_entity (schema, "s.customers")->name, "clients");
  ask_text_set (&ask_schema_own_relationship (schema, 0)->to, "clients");
}

static void
rename_attribute (AskSchema *schema)
{
  ask_text_set (&ask_entity_find_attribute (ask_schema_own_entity (schema, "s.orders"), "customer_id")->name, "client");
  ask_text_set ((char **) &ask_schema_own_relationship (schema, 0)->from_attributes->pdata[0], "client");
}

static void
change_type (AskSchema *schema)
{
  ask_entity_find_attribute (ask_schema_own_entity (schema, "s.orders"), "total")->type = ASK_TYPE_REAL;
}

static void
describe (AskSchema *schema)
{
  ask_text_set (&ask_schema_own_entity (schema, "s.orders")->description, "What was bought");
}

static void
add_synonyms (AskSchema *schema)
{
  AskEntity *orders = ask_schema_own_entity (schema, "s.orders");

  g_ptr_array_add (orders->synonyms, g_strdup ("sales"));
  g_ptr_array_add (orders->synonyms, g_strdup ("purchases"));
}

static void
add_entity (AskSchema *schema)
{
  ask_schema_add_entity (schema, ask_entity_new ("items", "s", "items", ASK_ENTITY_TABLE));
}

static void
remove_attribute (AskSchema *schema)
{
  g_ptr_array_remove_index (ask_schema_own_entity (schema, "s.orders")->attributes, 2);
}

static void
change_metric (AskSchema *schema)
{
  ask_text_set (&ask_entity_find_metric (ask_schema_own_entity (schema, "s.orders"), "turnover")->expression,
       "sum(total) / 100");
}

static void
unrelate (AskSchema *schema)
{
  g_ptr_array_set_size (schema->relationships, 0);
}

static void
change_verb (AskSchema *schema)
{
  ask_text_set (&ask_schema_own_relationship (schema, 0)->verb, "is placed by");
}

static void
move (AskSchema *schema)
{
  AskEntity *orders = ask_schema_own_entity (schema, "s.orders");

  orders->placed = TRUE;
  orders->x = 7;
}

static void
share (AskSchema *schema)
{
  ask_schema_own_source (schema, "s")->sharing = ASK_SHARING_SAMPLES;
}

static void
remove_source (AskSchema *schema)
{
  ask_schema_remove_source (schema, "s");
}

static void
nothing (AskSchema *schema)
{
  /* Its own, and the same. */
  ask_schema_own_entity (schema, "s.orders");
}

static const struct
{
  const char *name;
  void (*edit) (AskSchema *schema);
  const char *changes;
} cases[] = {
  { "rename-entity", rename_entity, "clients: name changed from “customers” to “clients”\n" },
  { "rename-attribute", rename_attribute, "orders.client: name changed from “customer_id” to “client”\n" },
  { "type", change_type, "orders.total: type changed from “integer” to “real”\n" },
  { "description", describe, "orders: description set to “What was bought”\n" },
  { "synonyms", add_synonyms, "orders: synonyms set to “sales, purchases”\n" },
  { "add-entity", add_entity, "items: entity added\n" },
  { "remove-attribute", remove_attribute, "orders.total: attribute removed\n" },
  { "metric", change_metric, "orders.turnover: expression changed from “sum(total)” to “sum(total) / 100”\n" },
  { "unrelate", unrelate, "Relationship orders (customer_id) → customers (id): relationship removed\n" },
  { "verb", change_verb, "Relationship orders (customer_id) → customers (id): verb set to “is placed by”\n" },
  { "move", move, "orders: moved on the canvas\n" },
  { "share", share, "Source s: source added\n" },
  { "remove-source", remove_source,
    "orders: entity removed\ncustomers: entity removed\n"
    "Relationship orders (customer_id) → customers (id): relationship removed\n" },
  { "nothing", nothing, "" },
};

static void
test_change (gconstpointer data)
{
  guint n = GPOINTER_TO_UINT (data);
  g_autoptr (AskSchema) before = make_schema ();
  g_autoptr (AskSchema) after = ask_schema_fork (before);
  g_autoptr (GPtrArray) changes = NULL;
  g_autoptr (JsonNode) json = NULL;
  g_autoptr (JsonNode) again = NULL;
  g_autoptr (GPtrArray) read = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  cases[n].edit (after);
  changes = ask_schema_diff (before, after);
  for (guint i = 0; i < changes->len; i++)
    {
      g_autofree char *line = ask_change_to_text (changes->pdata[i]);

      g_string_append_printf (text, "%s\n", line);
    }
  g_assert_cmpstr (text->str, ==, cases[n].changes);
  json = ask_changes_to_json (changes);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (json)), ==, changes->len);
  read = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_change_free);
  for (guint i = 0; i < changes->len; i++)
    g_ptr_array_add (read, ask_change_from_json (ask_json_element_object (json_node_get_array (json), i)));
  again = ask_changes_to_json (read);
  g_assert_true (json_node_equal (again, json));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/schema/diff/each-change-is-told/", cases[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_change);
    }
  return g_test_run ();
}
