/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of entities and attributes as a person types them.
 */
#include "config.h"

#include "explore/ask-explore.h"

static AskSchema *
make_schema (void)
{
  AskSchema *schema = ask_schema_new ();
  AskEntity *entity = ask_schema_add_entity (schema, ask_entity_new ("customer", "s", "customer", ASK_ENTITY_TABLE));
  AskEntity *secret = ask_schema_add_entity (schema, ask_entity_new ("salary", "s", "salary", ASK_ENTITY_TABLE));

  ask_entity_add_attribute (entity, "year", "year", ASK_TYPE_INTEGER)->key = 2;
  ask_entity_add_attribute (entity, "id", "id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (entity, "name", "name", ASK_TYPE_TEXT);
  ask_entity_add_attribute (entity, "card", "card", ASK_TYPE_TEXT)->sensitive = TRUE;
  ask_entity_add_attribute (entity, "rating", "rating", ASK_TYPE_INTEGER)->hidden = TRUE;
  secret->hidden = TRUE;
  return schema;
}

static void
test_names (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  const AskEntity *customer = ask_explore_find_entity (schema, "CUSTOMER", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (customer->name, ==, "customer");
  g_assert_null (ask_explore_find_entity (schema, "custommer", &error));
  g_assert_error (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_UNKNOWN);
  g_assert_nonnull (strstr (error->message, "like it: customer"));
  g_clear_error (&error);
  g_assert_null (ask_explore_find_entity (schema, "salary", &error));
  g_assert_error (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_HIDDEN);
  g_clear_error (&error);
  g_assert_cmpstr (ask_explore_find_attribute (customer, "Card", NULL)->name, ==, "card");
  g_assert_null (ask_explore_find_attribute (customer, "rating", &error));
  g_assert_error (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_HIDDEN);
  g_clear_error (&error);
  g_assert_null (ask_explore_find_attribute (customer, "size", &error));
  g_assert_error (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_UNKNOWN);
}

static void
test_shown (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  const AskEntity *customer = ask_schema_find_entity (schema, "customer");
  g_autoptr (GPtrArray) shown = ask_explore_list_attributes (customer);
  g_autoptr (GPtrArray) key = ask_explore_list_key (customer);

  g_assert_cmpuint (shown->len, ==, 3);
  g_assert_cmpstr (((AskAttribute *) shown->pdata[2])->name, ==, "name");
  g_assert_cmpuint (key->len, ==, 2);
  g_assert_cmpstr (((AskAttribute *) key->pdata[0])->name, ==, "id");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explore/ask-explore/what-is-hidden-is-told-from-what-is-not-there", test_names);
  g_test_add_func ("/explore/ask-explore/hidden-and-sensitive-attributes-are-not-listed", test_shown);
  return g_test_run ();
}
