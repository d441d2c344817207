/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Validation: a whole schema has no faults, and each thing that can be wrong with one is found where it is, with what
 * to do about it.
 */
#include "config.h"

#include "schema/check/ask-schema-check.h"

#include <string.h>

#include "base/ask-text.h"

#include "schema-random.h"

static AskAttribute *
add (AskEntity *entity, const char *name, AskType type)
{
  return ask_entity_add_attribute (entity, name, name, type);
}

/* Nothing to say about it. */
static AskSchema *
make_schema (void)
{
  AskSchema *schema = ask_schema_new ();
  AskEntity *customers = ask_schema_add_entity (schema, ask_entity_new ("customers", "shop", "customers", ASK_ENTITY_TABLE));
  AskEntity *orders = ask_schema_add_entity (schema, ask_entity_new ("orders", "shop", "orders", ASK_ENTITY_TABLE));
  AskEntity *stock = ask_schema_add_entity (schema, ask_entity_new ("stock", "ship", "getStock", ASK_ENTITY_API));
  AskEntity *big;

  customers->description = g_strdup ("Who buys");
  add (customers, "id", ASK_TYPE_INTEGER)->key = 1;
  add (customers, "email", ASK_TYPE_TEXT)->meaning = ASK_MEANING_EMAIL;
  orders->description = g_strdup ("What was bought");
  add (orders, "id", ASK_TYPE_INTEGER)->key = 1;
  add (orders, "customer_id", ASK_TYPE_INTEGER);
  add (orders, "price", ASK_TYPE_REAL);
  add (orders, "day", ASK_TYPE_DATE);
  ask_entity_add_attribute (orders, "double_price", NULL, ASK_TYPE_REAL)->expression = g_strdup ("price * 2");
  ask_entity_add_metric (orders, "revenue", "sum(price)");
  stock->description = g_strdup ("What is in store");
  add (stock, "amount", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (stock, "place", NULL, ASK_TYPE_TEXT);
  stock->operation = ask_operation_new ("/stock/{w}");
  ask_operation_add_parameter (stock->operation, "w", ASK_PARAMETER_IN_PATH, "place", TRUE);
  ask_operation_add_sort (stock->operation, "amount", "sort", "amount", "-amount");
  ask_schema_add_relationship (schema, "orders", "customer_id", "customers", "id");
  big = ask_entity_new ("big_orders", "", "", ASK_ENTITY_QUERY);
  big->description = g_strdup ("Orders that matter");
  big->query = g_strdup ("SELECT id, revenue AS total FROM orders GROUP BY id");
  add (big, "id", ASK_TYPE_INTEGER);
  add (big, "total", ASK_TYPE_REAL);
  ask_schema_add_entity (schema, big);
  return schema;
}

static AskEntity *
get (AskSchema *schema, const char *name)
{
  AskEntity *entity = ask_schema_find_entity (schema, name);

  g_assert_nonnull (entity);
  return entity;
}

static AskAttribute *
attribute (AskSchema *schema, const char *entity, const char *name)
{
  AskAttribute *found = ask_entity_find_attribute (get (schema, entity), name);

  g_assert_nonnull (found);
  return found;
}

static void
break_entity_name (AskSchema *schema)
{
  ask_text_set (&get (schema, "stock")->name, "");
}

static void
break_attribute_name (AskSchema *schema)
{
  ask_text_set (&attribute (schema, "stock", "amount")->name, "");
  g_ptr_array_set_size (get (schema, "stock")->operation->sorts, 0);
}

static void
break_clash (AskSchema *schema)
{
  ask_text_set (&get (schema, "stock")->name, "CUSTOMERS");
}

static void
break_part_clash (AskSchema *schema)
{
  ask_text_set (&ask_entity_find_metric (get (schema, "orders"), "revenue")->name, "DAY");
  ask_text_set (&get (schema, "big_orders")->query, "SELECT id, price AS total FROM orders");
}

static void
use_keyword (AskSchema *schema)
{
  ask_text_set (&attribute (schema, "customers", "email")->name, "Order");
}

static void
break_metric (AskSchema *schema)
{
  ask_entity_add_metric (get (schema, "customers"), "n", "count(missing)");
}

static void
break_metric_syntax (AskSchema *schema)
{
  ask_entity_add_metric (get (schema, "customers"), "n", "sum(id) ++ * 2");
}

static void
break_metric_without_aggregate (AskSchema *schema)
{
  ask_entity_add_metric (get (schema, "customers"), "n", "id");
}

static void
break_calculated (AskSchema *schema)
{
  ask_text_set (&attribute (schema, "orders", "double_price")->expression, "gone * 2");
}

static void
break_calculated_cycle (AskSchema *schema)
{
  ask_text_set (&attribute (schema, "orders", "double_price")->expression, "double_price * 2");
}

static void
break_query (AskSchema *schema)
{
  ask_text_set (&get (schema, "big_orders")->query, "SELECT id\nFROM order_s");
}

static void
break_query_column (AskSchema *schema)
{
  ask_text_set (&get (schema, "big_orders")->query, "SELECT id FROM orders");
}

static void
break_query_cycle (AskSchema *schema)
{
  ask_text_set (&get (schema, "big_orders")->query, "SELECT id, total FROM big_orders");
}

static void
break_relationship_attribute (AskSchema *schema)
{
  AskRelationship *relationship = schema->relationships->pdata[0];

  ask_text_set ((char **) &relationship->to_attributes->pdata[0], "nothing");
}

static void
break_relationship_entity (AskSchema *schema)
{
  ask_text_set (&((AskRelationship *) schema->relationships->pdata[0])->to, "nobody");
}

static void
break_relationship_types (AskSchema *schema)
{
  attribute (schema, "orders", "customer_id")->type = ASK_TYPE_DATE;
}

static void
break_parameter (AskSchema *schema)
{
  AskParameter *parameter = get (schema, "stock")->operation->parameters->pdata[0];

  ask_text_set (&parameter->attribute, NULL);
}

static void
break_parameter_attribute (AskSchema *schema)
{
  AskParameter *parameter = get (schema, "stock")->operation->parameters->pdata[0];

  ask_text_set (&parameter->attribute, "nothing");
}

static void
hide_parameter (AskSchema *schema)
{
  attribute (schema, "stock", "place")->hidden = TRUE;
}

static void
break_sort (AskSchema *schema)
{
  AskSort *sort = get (schema, "stock")->operation->sorts->pdata[0];

  ask_text_set (&sort->attribute, "nothing");
}

static void
share_synonym (AskSchema *schema)
{
  g_ptr_array_add (get (schema, "customers")->synonyms, g_strdup ("buyers"));
  g_ptr_array_add (get (schema, "orders")->synonyms, g_strdup ("Buyers"));
}

static void
name_synonym (AskSchema *schema)
{
  g_ptr_array_add (get (schema, "orders")->synonyms, g_strdup ("Stock"));
}

static void
share_part_synonym (AskSchema *schema)
{
  g_ptr_array_add (attribute (schema, "orders", "day")->synonyms, g_strdup ("price"));
}

static void
share_sensitive (AskSchema *schema)
{
  attribute (schema, "customers", "email")->sensitive = TRUE;
  attribute (schema, "customers", "email")->sharing = ASK_SHARING_YES;
}

static void
share_email (AskSchema *schema)
{
  ask_schema_own_source (schema, "shop")->sharing = ASK_SHARING_SAMPLES;
}

static void
bind_nowhere (AskSchema *schema)
{
  AskBinding *binding = ask_entity_add_binding (get (schema, "customers"), "lake", NULL, "c", ASK_ENTITY_TABLE);

  g_ptr_array_add (binding->columns, g_strdup ("id"));
  g_ptr_array_add (binding->columns, g_strdup ("email"));
}

static void
bind_too_few (AskSchema *schema)
{
  ask_entity_add_binding (get (schema, "customers"), "shop", NULL, "c", ASK_ENTITY_TABLE);
}

static void
bind_wrong (AskSchema *schema)
{
  AskBinding *binding = ask_entity_add_binding (get (schema, "customers"), "shop", NULL, "orders", ASK_ENTITY_TABLE);

  g_ptr_array_add (binding->columns, g_strdup ("id"));
  g_ptr_array_add (binding->columns, g_strdup ("mail"));
}

static void
bind_again (AskSchema *schema)
{
  AskBinding *binding = ask_entity_add_binding (get (schema, "customers"), "Shop", NULL, "customers", ASK_ENTITY_TABLE);

  g_ptr_array_add (binding->columns, g_strdup ("id"));
  g_ptr_array_add (binding->columns, g_strdup ("email"));
}

static void
bind_other_type (AskSchema *schema)
{
  AskBinding *binding = ask_entity_add_binding (get (schema, "customers"), "shop", NULL, "orders", ASK_ENTITY_TABLE);

  g_ptr_array_add (binding->columns, g_strdup ("day"));
  g_ptr_array_add (binding->columns, g_strdup (""));
}

static void
lose_column (AskSchema *schema)
{
  ask_text_set (&attribute (schema, "orders", "day")->column, NULL);
}

static void
lose_answer (AskSchema *schema)
{
  ask_text_set (&attribute (schema, "stock", "amount")->column, NULL);
}

static void
relate_twice (AskSchema *schema)
{
  ask_schema_add_relationship (schema, "Orders", "Customer_ID", "customers", "ID");
}

static void
relate_to_no_key (AskSchema *schema)
{
  AskRelationship *relationship = schema->relationships->pdata[0];

  ask_text_set ((char **) &relationship->to_attributes->pdata[0], "email");
}

static void
relate_to_half_a_key (AskSchema *schema)
{
  attribute (schema, "customers", "email")->key = 2;
}

static void
drop_key (AskSchema *schema)
{
  attribute (schema, "customers", "id")->key = 0;
}

static void
drop_description (AskSchema *schema)
{
  ask_text_set (&get (schema, "customers")->description, NULL);
}

static void
hide_all (AskSchema *schema)
{
  attribute (schema, "customers", "id")->hidden = TRUE;
  attribute (schema, "customers", "email")->hidden = TRUE;
}

static void
say_of_nobody (AskSchema *schema)
{
  ask_schema_own_source (schema, "gone")->sharing = ASK_SHARING_NEVER;
}

static void
ask_wrong (AskSchema *schema)
{
  AskSchemaQuestion *question = g_new0 (AskSchemaQuestion, 1);

  question->question = g_strdup ("How many?");
  question->sql = g_strdup ("SELECT count(*) FROM nobody");
  g_ptr_array_add (schema->questions, question);
}

typedef struct
{
  const char *name;
  void (*break_it) (AskSchema *schema);
  AskFaultLevel level;
  const char *entity_id;
  const char *attribute;
  const char *metric;
  const char *field;
  int relationship;
  const char *says;
} Case;

#define E ASK_FAULT_ERROR
#define W ASK_FAULT_WARNING
#define A ASK_FAULT_ADVICE

static const Case cases[] = {
  { "entity-name", break_entity_name, E, "ship.getStock", NULL, NULL, "name", -1, "One entity has no name." },
  { "attribute-name", break_attribute_name, E, "ship.getStock", "", NULL, "name", -1, "One attribute of “stock” has no name." },
  { "clash", break_clash, E, "ship.getStock", NULL, NULL, "name", -1, "Two entities are called “CUSTOMERS”." },
  { "part-clash", break_part_clash, E, "shop.orders", NULL, "DAY", "name", -1, "called “DAY”" },
  { "keyword", use_keyword, A, "shop.customers", "Order", NULL, "name", -1, "“Order” is called like a word of SQL" },
  { "metric", break_metric, E, "shop.customers", NULL, "n", "expression", -1, "line 1, column 7: there is no column “missing”" },
  { "metric-syntax", break_metric_syntax, E, "shop.customers", NULL, "n", "expression", -1, "line 1, column 12" },
  { "metric-aggregate", break_metric_without_aggregate, E, "shop.customers", NULL, "n", "expression", -1, "sums nothing up" },
  { "calculated", break_calculated, E, "shop.orders", "double_price", NULL, "expression", -1, "“gone”" },
  { "calculated-cycle", break_calculated_cycle, E, "shop.orders", "double_price", NULL, "expression", -1, "computed from itself" },
  { "query", break_query, E, "big_orders", NULL, NULL, "query", -1, "Line 2, column 6: there is no table “order_s”" },
  { "query-column", break_query_column, E, "big_orders", "total", NULL, "query", -1, "no column “total”" },
  { "query-cycle", break_query_cycle, E, "big_orders", NULL, NULL, "query", -1, "“big_orders” → “big_orders”" },
  { "relationship-attribute", break_relationship_attribute, E, NULL, NULL, NULL, NULL, 0, "“nothing” of “customers”" },
  { "relationship-entity", break_relationship_entity, E, NULL, NULL, NULL, NULL, 0, "no entity “nobody”" },
  { "relationship-types", break_relationship_types, W, NULL, NULL, NULL, NULL, 0, "“customer_id” (date) with “id” (integer)" },
  { "parameter", break_parameter, E, "ship.getStock", NULL, NULL, "parameter", -1, "without “w”, and nothing supplies it" },
  { "parameter-attribute", break_parameter_attribute, E, "ship.getStock", NULL, NULL, "parameter", -1, "“nothing”, which is not there" },
  { "parameter-hidden", hide_parameter, W, "ship.getStock", NULL, NULL, "parameter", -1, "hidden and related to nothing" },
  { "sort", break_sort, E, "ship.getStock", NULL, NULL, "parameter", -1, "sorted by the attribute “nothing”" },
  { "synonym", share_synonym, W, "shop.orders", NULL, NULL, "synonyms", -1, "“Buyers” of “orders” is a word for “customers”" },
  { "synonym-name", name_synonym, W, "shop.orders", NULL, NULL, "synonyms", -1, "a word for “stock”" },
  { "synonym-part", share_part_synonym, W, "shop.orders", "day", NULL, "synonyms", -1, "“price” of “day” is a word for “price”" },
  { "sensitive", share_sensitive, W, "shop.customers", "email", NULL, "sharing", -1, "is sensitive" },
  { "email", share_email, W, "shop.customers", "email", NULL, "sharing", -1, "e-mail addresses" },
  { "binding-nowhere", bind_nowhere, W, "shop.customers", NULL, NULL, "binding", -1, "source “lake”" },
  { "binding-few", bind_too_few, E, "shop.customers", NULL, NULL, "binding", -1, "2 attributes" },
  { "binding-column", bind_wrong, E, "shop.customers", "email", NULL, "binding", -1, "no column “mail”" },
  { "binding-again", bind_again, W, "shop.customers", NULL, NULL, "binding", -1, "second time to its own table" },
  { "binding-type", bind_other_type, W, "shop.customers", "id", NULL, "binding", -1, "column “day” (date) of “orders”" },
  { "column", lose_column, E, "shop.orders", "day", NULL, "expression", -1, "neither a column of “orders” nor calculated" },
  { "column-api", lose_answer, W, "ship.getStock", "amount", NULL, "parameter", -1, "always empty" },
  { "relationship-twice", relate_twice, W, NULL, NULL, NULL, NULL, 1, "related twice" },
  { "relationship-key", relate_to_no_key, A, NULL, NULL, NULL, NULL, 0, "by what is not the key of “customers”" },
  { "relationship-half", relate_to_half_a_key, A, NULL, NULL, NULL, NULL, 0, "by what is not the key of “customers”" },
  { "key", drop_key, A, "shop.customers", NULL, NULL, "key", -1, "no key" },
  { "description", drop_description, A, "shop.customers", NULL, NULL, "description", -1, "no description" },
  { "hidden", hide_all, W, "shop.customers", NULL, NULL, NULL, -1, "nobody can ask" },
  { "source", say_of_nobody, A, NULL, NULL, NULL, NULL, -1, "source “gone”" },
  { "question", ask_wrong, E, NULL, NULL, NULL, NULL, -1, "“How many?”" },
};

static void
test_fault (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (GPtrArray) faults = NULL;
  const AskFault *fault;

  c->break_it (schema);
  faults = ask_schema_check (schema);
  for (guint i = 0; i < faults->len; i++)
    g_test_message ("%s", ((AskFault *) faults->pdata[i])->message);
  /* Nothing else was broken. */
  g_assert_cmpuint (faults->len, ==, 1);
  fault = faults->pdata[0];
  g_assert_cmpint (fault->level, ==, c->level);
  g_assert_cmpstr (fault->entity_id, ==, c->entity_id);
  g_assert_cmpstr (fault->attribute, ==, c->attribute);
  g_assert_cmpstr (fault->metric, ==, c->metric);
  g_assert_cmpstr (fault->field, ==, c->field);
  g_assert_cmpint (fault->relationship, ==, c->relationship);
  g_assert_nonnull (strstr (fault->message, c->says));
  g_assert_true (g_str_has_suffix (fault->message, "."));
  g_assert_true (g_str_has_suffix (fault->remedy, "."));
  g_assert_true (g_utf8_validate (fault->message, -1, NULL));
}

static void
test_whole (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (GPtrArray) faults = ask_schema_check (schema);
  g_autoptr (AskSchema) empty = ask_schema_new ();
  g_autoptr (GPtrArray) none = ask_schema_check (empty);

  g_assert_cmpuint (faults->len, ==, 0);
  g_assert_cmpuint (none->len, ==, 0);
}

static void
test_json (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;

  drop_key (schema);
  faults = ask_schema_check (schema);
  node = ask_faults_to_json (faults);
  text = ask_json_to_string (node, FALSE);
  g_assert_cmpstr (text, ==,
                   "[{\"level\":\"advice\",\"entity_id\":\"shop.customers\",\"entity\":\"customers\",\"field\":\"key\","
                   "\"message\":\"“customers” has no key.\",\"remedy\":\"Say which attributes tell its rows apart, so that "
                   "joins are not counted twice.\"}]");
  line = ask_fault_to_text (faults->pdata[0]);
  g_assert_true (g_str_has_prefix (line, "advice: “customers” has no key. Say"));
}

/* What edits make has no errors but those that were drawn: questions and queries that never stood. */
static void
test_random (void)
{
  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (AskSchema) schema = schema_random_new (8);
      g_autoptr (GPtrArray) faults = ask_schema_check (schema);

      for (guint f = 0; f < faults->len; f++)
        {
          const AskFault *fault = faults->pdata[f];

          g_assert_true (fault->entity_id == NULL || ask_schema_find_id (schema, fault->entity_id) != NULL);
          /* Bindings are drawn without a look at the other source. */
          if (fault->level == ASK_FAULT_ERROR && fault->question == NULL && g_strcmp0 (fault->field, "binding") != 0)
            g_error ("%s", fault->message);
        }
    }
}

/* A chain of attributes and one of queries, each naming the one before twice: read once each they take a moment,
 * read anew for each start and each pair they would take hours. */
static void
test_chains (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  AskEntity *base = ask_schema_add_entity (schema, ask_entity_new ("base", "s", "base", ASK_ENTITY_TABLE));
  g_autoptr (GPtrArray) faults = NULL;

  ask_entity_add_attribute (base, "id", "id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (base, "k0", NULL, ASK_TYPE_INTEGER)->expression = g_strdup ("id + 1");
  for (guint i = 1; i < 300; i++)
    {
      g_autofree char *name = g_strdup_printf ("k%u", i);
      g_autofree char *query = g_strdup_printf ("q%u", i);
      g_autofree char *before = i > 1 ? g_strdup_printf ("q%u", i - 1) : g_strdup ("base");
      AskEntity *entity = ask_schema_add_entity (schema, ask_entity_new (query, "", "", ASK_ENTITY_QUERY));

      ask_entity_add_attribute (base, name, NULL, ASK_TYPE_INTEGER)->expression
        = g_strdup_printf ("k%u * k%u", i - 1, i - 1);
      entity->query = g_strdup_printf ("SELECT a.id AS id FROM %s a JOIN %s b ON a.id = b.id", before, before);
      ask_entity_add_attribute (entity, "id", "id", ASK_TYPE_INTEGER);
    }
  faults = ask_schema_check (schema);
  for (guint i = 0; i < faults->len; i++)
    g_assert_cmpint (((AskFault *) faults->pdata[i])->level, !=, ASK_FAULT_ERROR);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/check/a-whole-schema-has-no-faults", test_whole);
  g_test_add_func ("/schema/check/faults-are-written-as-json", test_json);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/schema/check/a-fault-is-found-where-it-is/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_fault);
    }
  g_test_add_func ("/schema/check/long-chains-of-definitions-are-read-once", test_chains);
  g_test_add_func ("/schema/check/random-edits-leave-no-errors", test_random);
  return g_test_run ();
}
