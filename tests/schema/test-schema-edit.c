/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A steward's edits: a rename reaches all that names the renamed thing and nothing else, an edit that cannot be
 * made says why and changes nothing.
 */
#include "config.h"

#include "schema/edit/ask-schema-edit.h"

#include <math.h>
#include <string.h>

#include "base/ask-json.h"
#include "sql/ask-sql-parser.h"

static AskAttribute *
add (AskEntity *entity, const char *name, AskType type)
{
  return ask_entity_add_attribute (entity, name, name, type);
}

static void
add_question (AskSchema *schema, const char *question, const char *sql)
{
  AskSchemaQuestion *added = g_new0 (AskSchemaQuestion, 1);

  added->question = g_strdup (question);
  added->sql = g_strdup (sql);
  g_ptr_array_add (schema->questions, added);
}

static AskSchema *
make_schema (void)
{
  AskSchema *schema = ask_schema_new ();
  AskEntity *customers = ask_schema_add_entity (schema, ask_entity_new ("customers", "shop", "customers", ASK_ENTITY_TABLE));
  AskEntity *orders = ask_schema_add_entity (schema, ask_entity_new ("orders", "shop", "orders", ASK_ENTITY_TABLE));
  AskEntity *stock = ask_schema_add_entity (schema, ask_entity_new ("stock", "ship", "getStock", ASK_ENTITY_API));
  AskEntity *big;

  add (customers, "id", ASK_TYPE_INTEGER)->key = 1;
  add (customers, "name", ASK_TYPE_TEXT);
  add (orders, "id", ASK_TYPE_INTEGER)->key = 1;
  add (orders, "customer_id", ASK_TYPE_INTEGER);
  add (orders, "price", ASK_TYPE_REAL);
  add (orders, "cost", ASK_TYPE_REAL);
  add (orders, "order date", ASK_TYPE_DATE);
  ask_entity_add_attribute (orders, "margin", NULL, ASK_TYPE_REAL)->expression = g_strdup ("price - cost");
  ask_entity_add_metric (orders, "revenue", "sum (price) /* price */");
  add (stock, "warehouse", ASK_TYPE_TEXT);
  add (stock, "amount", ASK_TYPE_INTEGER);
  stock->operation = ask_operation_new ("/stock/{w}");
  ask_operation_add_parameter (stock->operation, "w", ASK_PARAMETER_IN_PATH, "warehouse", TRUE);
  ask_operation_add_sort (stock->operation, "amount", "sort", "amount", "-amount");
  ask_schema_add_relationship (schema, "orders", "customer_id", "customers", "id");

  big = ask_entity_new ("big_orders", "", "", ASK_ENTITY_QUERY);
  big->query = g_strdup ("SELECT id, price FROM orders WHERE price > 100");
  add (big, "id", ASK_TYPE_INTEGER);
  add (big, "price", ASK_TYPE_REAL);
  ask_schema_add_entity (schema, big);
  add_question (schema, "Revenue by customer",
                "SELECT c.name, revenue FROM orders o JOIN customers c ON o.customer_id = c.id GROUP BY c.name");
  return schema;
}

static char *
to_text (AskSchema *schema)
{
  g_autoptr (JsonNode) node = ask_schema_to_json (schema);

  return ask_json_to_string (node, FALSE);
}

static AskEntity *
find (AskSchema *schema, const char *name)
{
  AskEntity *entity = ask_schema_find_entity (schema, name);

  g_assert_nonnull (entity);
  return entity;
}

/* An edit that was refused has changed nothing, and says why in one sentence. */
static void
assert_refused (AskSchema *schema, const char *before, gboolean done, GError *error, GQuark domain, int code,
                const char *says)
{
  g_autofree char *after = to_text (schema);

  g_assert_false (done);
  g_assert_error (error, domain, code);
  g_assert_cmpstr (after, ==, before);
  if (strstr (error->message, says) == NULL)
    g_error ("“%s” is not in “%s”", says, error->message);
  g_assert_true (g_str_has_suffix (error->message, "."));
}

typedef struct
{
  const char *sql;
  const char *expected; /* NULL: refused */
} RewriteCase;

/* orders.price becomes total */
static const RewriteCase attribute_cases[] = {
  { "SELECT price FROM orders", "SELECT total FROM orders" },
  { "SELECT  Price /* price */ , 'price' FROM orders -- price", "SELECT  total /* price */ , 'price' FROM orders -- price" },
  { "SELECT \"price\", [price], `price` FROM orders", "SELECT total, total, total FROM orders" },
  { "SELECT orders.price, shop.orders.price FROM shop.orders", "SELECT orders.total, shop.orders.total FROM shop.orders" },
  { "SELECT (price) + ((o.price)) FROM orders o", "SELECT (total) + ((o.total)) FROM orders o" },
  { "SELECT price FROM (SELECT price FROM orders) WHERE price > 1",
    "SELECT total FROM (SELECT total FROM orders) WHERE total > 1" },
  { "SELECT price FROM (SELECT cost AS price FROM orders)", "SELECT price FROM (SELECT cost AS price FROM orders)" },
  { "SELECT p FROM (SELECT price AS p FROM orders) ORDER BY p", "SELECT p FROM (SELECT total AS p FROM orders) ORDER BY p" },
  { "SELECT cost AS price FROM orders ORDER BY price", "SELECT cost AS price FROM orders ORDER BY price" },
  { "SELECT price FROM orders UNION SELECT id FROM customers ORDER BY price",
    "SELECT total FROM orders UNION SELECT id FROM customers ORDER BY total" },
  { "WITH a AS (SELECT price FROM orders) SELECT a.price FROM a", "WITH a AS (SELECT total FROM orders) SELECT a.total FROM a" },
  { "WITH a (price) AS (SELECT price FROM orders) SELECT price FROM a",
    "WITH a (price) AS (SELECT total FROM orders) SELECT price FROM a" },
  { "SELECT price FROM (SELECT * FROM orders)", "SELECT total FROM (SELECT * FROM orders)" },
  { "SELECT name FROM customers WHERE EXISTS (SELECT 1 FROM orders WHERE customer_id = customers.id AND price > 3)",
    "SELECT name FROM customers WHERE EXISTS (SELECT 1 FROM orders WHERE customer_id = customers.id AND total > 3)" },
  { "SELECT sum(price) OVER (PARTITION BY cost ORDER BY price) FROM orders",
    "SELECT sum(total) OVER (PARTITION BY cost ORDER BY total) FROM orders" },
  { "SELECT a.id FROM orders a JOIN orders b USING (id, price)", "SELECT a.id FROM orders a JOIN orders b USING (id, total)" },
  /* An alias would catch the new name. */
  { "SELECT cost AS total FROM orders ORDER BY price", "SELECT orders.cost AS total FROM orders ORDER BY orders.total" },
  /* big_orders has a price of its own. */
  { "SELECT b.price FROM big_orders b", "SELECT b.price FROM big_orders b" },
  { "SELECT o.id FROM orders o JOIN big_orders b USING (price) WHERE price > 1",
    "SELECT o.id FROM orders o JOIN big_orders b ON o.total = b.price WHERE o.total > 1" },
  { "SELECT * FROM orders o JOIN big_orders b USING (price)", NULL },
  { "SELECT o.id FROM orders o NATURAL JOIN big_orders b", NULL },
  { "SELECT id FROM orders WHERE 'x' = \"total\"", NULL },
  /* Nobody knows what these mean. */
  { "SELECT price FROM nowhere", "SELECT price FROM nowhere" },
  { "SELECT price FROM", "SELECT price FROM" },
};

static void
test_rewrite_attribute (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (attribute_cases); i++)
    {
      g_autoptr (AskSchema) before = make_schema ();
      g_autoptr (AskSchema) after = ask_schema_fork (before);
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;

      g_assert_true (ask_schema_edit_rename_attribute (after, "shop.orders", "PRICE", "total", &error));
      g_assert_no_error (error);
      text = ask_schema_rename_in_sql (before, after, attribute_cases[i].sql, &error);
      g_assert_cmpstr (text, ==, attribute_cases[i].expected);
      if (text == NULL)
        g_assert_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_EDIT);
      else
        g_assert_no_error (error);
    }
}

/* orders becomes "purchase order" */
static const RewriteCase entity_cases[] = {
  { "SELECT price FROM orders", "SELECT price FROM \"purchase order\"" },
  { "SELECT orders.price, o.price FROM orders, orders o",
    "SELECT \"purchase order\".price, o.price FROM \"purchase order\", \"purchase order\" o" },
  { "SELECT orders.* FROM shop.orders", "SELECT \"purchase order\".* FROM shop.\"purchase order\"" },
  { "SELECT o.* FROM orders AS o", "SELECT o.* FROM \"purchase order\" AS o" },
  { "SELECT 1 IN orders FROM customers", NULL },
  { "WITH orders AS (SELECT 1 AS a) SELECT orders.a FROM orders", "WITH orders AS (SELECT 1 AS a) SELECT orders.a FROM orders" },
  { "WITH x AS (SELECT * FROM orders) SELECT x.id FROM x", "WITH x AS (SELECT * FROM \"purchase order\") SELECT x.id FROM x" },
  { "WITH \"purchase order\" AS (SELECT 1 AS a) SELECT orders.id, a FROM orders, \"purchase order\"",
    "WITH \"purchase order\" AS (SELECT 1 AS a) SELECT orders.id, \"purchase order\".a FROM shop.\"purchase order\" AS orders, "
    "\"purchase order\"" },
  { "SELECT orders.id FROM orders, customers AS \"purchase order\"",
    "SELECT orders.id FROM shop.\"purchase order\" AS orders, customers AS \"purchase order\"" },
};

static void
test_rewrite_entity (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (entity_cases); i++)
    {
      g_autoptr (AskSchema) before = make_schema ();
      g_autoptr (AskSchema) after = ask_schema_fork (before);
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;

      g_assert_true (ask_schema_edit_rename_entity (after, "shop.orders", "purchase order", &error));
      g_assert_no_error (error);
      text = ask_schema_rename_in_sql (before, after, entity_cases[i].sql, &error);
      /* "x IN orders" of many columns does not stand, so it stays. */
      g_assert_cmpstr (text, ==, entity_cases[i].expected != NULL ? entity_cases[i].expected : entity_cases[i].sql);
    }
}

/* Two names change places, and a metric gets another one, all at once. */
static void
test_rewrite_many (void)
{
  g_autoptr (AskSchema) before = make_schema ();
  g_autoptr (AskSchema) after = ask_schema_fork (before);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_schema_edit_rename_attribute (after, "shop.orders", "price", "x", NULL));
  g_assert_true (ask_schema_edit_rename_attribute (after, "shop.orders", "cost", "price", NULL));
  g_assert_true (ask_schema_edit_rename_attribute (after, "shop.orders", "x", "cost", NULL));
  g_assert_true (ask_schema_edit_rename_metric (after, "shop.orders", "revenue", "turnover", NULL));
  g_assert_true (ask_schema_edit_rename_entity (after, "shop.customers", "clients", NULL));
  text = ask_schema_rename_in_sql (before, after,
                                   "SELECT price, cost, customers.id, revenue FROM orders JOIN customers ON customer_id = "
                                   "customers.id",
                                   &error);
  g_assert_no_error (error);
  g_assert_cmpstr (text, ==,
                   "SELECT cost, price, clients.id, turnover FROM orders JOIN clients ON customer_id = clients.id");
}

/* What only took the place of another in the list is not what that was. */
static void
test_rewrite_replaced (void)
{
  static const char *const queries[]
    = { "SELECT revenue FROM orders", "SELECT margin FROM orders", "SELECT amount FROM stock WHERE region = 'north'" };
  g_autoptr (AskSchema) before = make_schema ();
  g_autoptr (AskSchema) renamed = NULL;
  g_autoptr (AskSchema) after = NULL;
  AskEntity *stock = find (before, "stock");

  ask_entity_add_attribute (stock, "region", NULL, ASK_TYPE_TEXT);
  ask_operation_add_parameter (stock->operation, "region", ASK_PARAMETER_IN_QUERY, "region", FALSE);

  after = ask_schema_fork (before);
  g_assert_true (ask_schema_edit_remove_metric (after, "shop.orders", "revenue", NULL));
  g_assert_true (ask_schema_edit_set_metric (after, "shop.orders", "costs", "expression", "sum (cost)", NULL));
  g_assert_true (ask_schema_edit_remove_attribute (after, "shop.orders", "margin", NULL));
  g_assert_true (ask_schema_edit_add_calculated (after, "shop.orders", "tax", "price * 0.2", NULL));
  stock = ask_schema_own_entity (after, "ship.getStock");
  g_free (ask_entity_find_attribute (stock, "region")->name);
  ((AskAttribute *) stock->attributes->pdata[2])->name = g_strdup ("country");
  g_ptr_array_set_size (stock->operation->parameters, 1);
  ask_operation_add_parameter (stock->operation, "country", ASK_PARAMETER_IN_QUERY, "country", FALSE);

  renamed = ask_schema_fork (before);
  g_assert_true (ask_schema_edit_rename_attribute (renamed, "shop.orders", "price", "gross", NULL));
  g_assert_true (ask_schema_edit_rename_metric (renamed, "shop.orders", "revenue", "costs", NULL));
  g_assert_true (ask_schema_edit_rename_attribute (renamed, "shop.orders", "margin", "tax", NULL));
  g_assert_true (ask_schema_edit_rename_attribute (renamed, "ship.getStock", "region", "country", NULL));
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *none = ask_schema_rename_in_sql (before, after, queries[i], &error);
      g_autofree char *follows = ask_schema_rename_in_sql (before, renamed, queries[i], NULL);

      g_assert_cmpstr (none, ==, NULL);
      g_assert_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_EDIT);
      g_assert_nonnull (follows);
      g_assert_cmpstr (follows, !=, queries[i]);
    }
}

static void
test_rename_attribute (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (GError) error = NULL;
  AskEntity *orders;
  AskEntity *big;

  g_assert_true (ask_schema_edit_rename_attribute (schema, "shop.orders", "price", "gross price", &error));
  g_assert_no_error (error);
  orders = find (schema, "orders");
  g_assert_null (ask_entity_find_attribute (orders, "price"));
  g_assert_cmpstr (ask_entity_find_attribute (orders, "gross price")->column, ==, "price");
  g_assert_cmpstr (ask_entity_find_attribute (orders, "margin")->expression, ==, "\"gross price\" - cost");
  g_assert_cmpstr (ask_entity_find_metric (orders, "revenue")->expression, ==, "sum (\"gross price\") /* price */");
  big = find (schema, "big_orders");
  g_assert_cmpstr (big->query, ==, "SELECT id, \"gross price\" FROM orders WHERE \"gross price\" > 100");
  /* The query gives another column now; what people call it stays. */
  g_assert_cmpstr (ask_entity_find_attribute (big, "price")->column, ==, "gross price");

  g_assert_true (ask_schema_edit_rename_attribute (schema, "shop.orders", "customer_id", "client", &error));
  g_assert_cmpstr (((AskRelationship *) schema->relationships->pdata[0])->from_attributes->pdata[0], ==, "client");
  g_assert_cmpstr (((AskSchemaQuestion *) schema->questions->pdata[0])->sql, ==,
                   "SELECT c.name, revenue FROM orders o JOIN customers c ON o.client = c.id GROUP BY c.name");
  g_assert_true (ask_schema_edit_rename_attribute (schema, "ship.getStock", "warehouse", "place", &error));
  g_assert_true (ask_schema_edit_rename_attribute (schema, "ship.getStock", "amount", "pieces", &error));
  g_assert_cmpstr (((AskParameter *) find (schema, "stock")->operation->parameters->pdata[0])->attribute, ==, "place");
  g_assert_cmpstr (((AskSort *) find (schema, "stock")->operation->sorts->pdata[0])->attribute, ==, "pieces");
  /* Only the case of it. */
  g_assert_true (ask_schema_edit_rename_attribute (schema, "ship.getStock", "pieces", "Pieces", &error));
  g_assert_cmpstr (((AskSort *) find (schema, "stock")->operation->sorts->pdata[0])->attribute, ==, "Pieces");
}

static void
test_rename_entity (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (GError) error = NULL;
  AskEntity *orders = find (schema, "orders");

  g_free (ask_entity_find_metric (orders, "revenue")->expression);
  ask_entity_find_metric (orders, "revenue")->expression = g_strdup ("sum (orders.price)");
  g_assert_true (ask_schema_edit_rename_entity (schema, "shop.orders", "Purchases", &error));
  g_assert_no_error (error);
  orders = find (schema, "Purchases");
  g_assert_cmpstr (orders->id, ==, "shop.orders");
  g_assert_cmpstr (ask_entity_find_metric (orders, "revenue")->expression, ==, "sum (Purchases.price)");
  g_assert_cmpstr (((AskRelationship *) schema->relationships->pdata[0])->from, ==, "Purchases");
  g_assert_cmpstr (find (schema, "big_orders")->query, ==, "SELECT id, price FROM Purchases WHERE price > 100");
  g_assert_cmpstr (((AskSchemaQuestion *) schema->questions->pdata[0])->sql, ==,
                   "SELECT c.name, revenue FROM Purchases o JOIN customers c ON o.customer_id = c.id GROUP BY c.name");
}

typedef enum
{
  RENAME_ENTITY,
  RENAME_ATTRIBUTE,
  SET_ENTITY,
  SET_ATTRIBUTE,
  SET_METRIC,
  ADD_CALCULATED,
  ADD_QUERY,
  REMOVE_ATTRIBUTE,
  REMOVE_METRIC,
  REMOVE_ENTITY,
  SET_PARAMETER,
  SET_SOURCE
} Edit;

typedef struct
{
  Edit edit;
  const char *id;
  const char *what;
  const char *field;
  const char *value;
  int code; /* of ASK_SCHEMA_ERROR */
  const char *says;
} RefusedCase;

static gboolean
make_edit (AskSchema *schema, Edit edit, const char *id, const char *what, const char *field, const char *value,
           GError **error)
{
  switch (edit)
    {
    case RENAME_ENTITY:
      return ask_schema_edit_rename_entity (schema, id, value, error);
    case RENAME_ATTRIBUTE:
      return ask_schema_edit_rename_attribute (schema, id, what, value, error);
    case SET_ENTITY:
      return ask_schema_edit_set_entity (schema, id, field, value, error);
    case SET_ATTRIBUTE:
      return ask_schema_edit_set_attribute (schema, id, what, field, value, error);
    case SET_METRIC:
      return ask_schema_edit_set_metric (schema, id, what, field, value, error);
    case ADD_CALCULATED:
      return ask_schema_edit_add_calculated (schema, id, what, value, error);
    case ADD_QUERY:
      return ask_schema_edit_add_query_entity (schema, what, value, error);
    case REMOVE_ATTRIBUTE:
      return ask_schema_edit_remove_attribute (schema, id, what, error);
    case REMOVE_METRIC:
      return ask_schema_edit_remove_metric (schema, id, what, error);
    case REMOVE_ENTITY:
      return ask_schema_edit_remove_entity (schema, id, error);
    case SET_PARAMETER:
      return ask_schema_edit_set_parameter (schema, id, 0, field, value, error);
    case SET_SOURCE:
      return ask_schema_edit_set_source (schema, what, field, value, error);
    }
  g_assert_not_reached ();
}

#define O "shop.orders"

static const RefusedCase refused_cases[] = {
  { RENAME_ENTITY, O, NULL, NULL, "", ASK_SCHEMA_ERROR_EDIT, "empty" },
  { RENAME_ENTITY, O, NULL, NULL, " x", ASK_SCHEMA_ERROR_EDIT, "space" },
  { RENAME_ENTITY, O, NULL, NULL, "a\nb", ASK_SCHEMA_ERROR_EDIT, "line break" },
  { RENAME_ENTITY, O, NULL, NULL, "\xff", ASK_SCHEMA_ERROR_EDIT, "UTF-8" },
  { RENAME_ENTITY, O, NULL, NULL, "CUSTOMERS", ASK_SCHEMA_ERROR_EDIT, "“customers” already" },
  { RENAME_ENTITY, "shop.gone", NULL, NULL, "x", ASK_SCHEMA_ERROR_UNKNOWN, "shop.gone" },
  { RENAME_ENTITY, O, NULL, NULL,
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ASK_SCHEMA_ERROR_EDIT, "longer than 120" },
  { RENAME_ATTRIBUTE, O, "price", NULL, "Cost", ASK_SCHEMA_ERROR_EDIT, "an attribute “cost”" },
  { RENAME_ATTRIBUTE, O, "price", NULL, "REVENUE", ASK_SCHEMA_ERROR_EDIT, "a metric “revenue”" },
  { RENAME_ATTRIBUTE, O, "nothing", NULL, "x", ASK_SCHEMA_ERROR_UNKNOWN, "no attribute “nothing”" },
  { SET_ENTITY, O, NULL, "colour", "x", ASK_SCHEMA_ERROR_EDIT, "no field “colour”" },
  { SET_ENTITY, O, NULL, "hidden", "yes", ASK_SCHEMA_ERROR_EDIT, "true or false" },
  { SET_ENTITY, O, NULL, "query", "SELECT 1", ASK_SCHEMA_ERROR_EDIT, "no query" },
  { SET_ENTITY, "big_orders", NULL, "query", "", ASK_SCHEMA_ERROR_EDIT, "empty" },
  { SET_ENTITY, "big_orders", NULL, "query", "SELECT id FROM big_orders", ASK_SCHEMA_ERROR_EDIT,
    "made of itself: “big_orders” → “big_orders”" },
  { SET_ATTRIBUTE, O, "price", "type", "money", ASK_SCHEMA_ERROR_EDIT, "no type “money”" },
  { SET_ATTRIBUTE, O, "price", "meaning", "cash", ASK_SCHEMA_ERROR_EDIT, "no meaning “cash”" },
  { SET_ATTRIBUTE, O, "price", "sharing", "maybe", ASK_SCHEMA_ERROR_EDIT, "never, samples or yes" },
  { SET_ATTRIBUTE, O, "price", "key", "-1", ASK_SCHEMA_ERROR_EDIT, "primary key" },
  { SET_ATTRIBUTE, O, "price", "expression", "1", ASK_SCHEMA_ERROR_EDIT, "source gives" },
  { SET_ATTRIBUTE, O, "price", "description", "\xff", ASK_SCHEMA_ERROR_EDIT, "UTF-8" },
  { SET_ATTRIBUTE, O, "margin", "expression", "margin + 1", ASK_SCHEMA_ERROR_EDIT, "“margin” → “margin”" },
  { SET_ATTRIBUTE, O, "margin", "expression", NULL, ASK_SCHEMA_ERROR_EDIT, "empty" },
  { ADD_CALCULATED, O, "Price", NULL, "1", ASK_SCHEMA_ERROR_EDIT, "already has" },
  { ADD_CALCULATED, O, "x", NULL, "  ", ASK_SCHEMA_ERROR_EDIT, "empty" },
  { ADD_CALCULATED, O, "x", NULL, "price +", ASK_SCHEMA_ERROR_EDIT, "not complete" },
  { ADD_CALCULATED, O, "x", NULL, "price ++ * 2", ASK_SCHEMA_ERROR_EDIT, "line 1, column 10" },
  { ADD_CALCULATED, O, "x", NULL, "pice * 2", ASK_SCHEMA_ERROR_EDIT, "pice" },
  { ADD_CALCULATED, O, "x", NULL, "sum(price)", ASK_SCHEMA_ERROR_EDIT, "metric" },
  { ADD_CALCULATED, O, "x", NULL, "1, 2", ASK_SCHEMA_ERROR_EDIT, "one expression" },
  { ADD_CALCULATED, O, "x", NULL, "1 FROM customers --", ASK_SCHEMA_ERROR_EDIT, "not" },
  { ADD_CALCULATED, O, "x", NULL, "1 AS y", ASK_SCHEMA_ERROR_EDIT, "one expression" },
  { ADD_CALCULATED, O, "x", NULL, "DISTINCT price", ASK_SCHEMA_ERROR_EDIT, "one expression" },
  { ADD_CALCULATED, O, "x", NULL, "*", ASK_SCHEMA_ERROR_EDIT, "one expression" },
  { ADD_CALCULATED, O, "x", NULL, "(SELECT 1)", ASK_SCHEMA_ERROR_EDIT, "SELECT in it" },
  { ADD_CALCULATED, O, "x", NULL, "price IN orders", ASK_SCHEMA_ERROR_EDIT, "" },
  { ADD_CALCULATED, O, "x", NULL, "row_number () OVER ()", ASK_SCHEMA_ERROR_EDIT, "OVER" },
  { ADD_CALCULATED, O, "x", NULL, "?1", ASK_SCHEMA_ERROR_EDIT, "parameter" },
  { ADD_CALCULATED, O, "x", NULL, "nosuch (1)", ASK_SCHEMA_ERROR_EDIT, "nosuch" },
  { SET_METRIC, O, "n", "expression", "price", ASK_SCHEMA_ERROR_EDIT, "sums nothing up" },
  { SET_METRIC, O, "n", "expression", "sum(price) / cost", ASK_SCHEMA_ERROR_EDIT, "“cost” stands outside" },
  { SET_METRIC, O, "n", "expression", "sum(sum(price))", ASK_SCHEMA_ERROR_EDIT, "inside another aggregate" },
  { SET_METRIC, O, "price", "expression", "sum(price)", ASK_SCHEMA_ERROR_EDIT, "already has" },
  { SET_METRIC, O, "n", "unit", "EUR", ASK_SCHEMA_ERROR_UNKNOWN, "no metric “n”" },
  { SET_METRIC, O, "revenue", "colour", "x", ASK_SCHEMA_ERROR_EDIT, "no field" },
  { SET_METRIC, O, "revenue", "name", "margin", ASK_SCHEMA_ERROR_EDIT, "already has" },
  { ADD_QUERY, NULL, "orders", NULL, "SELECT 1 AS a", ASK_SCHEMA_ERROR_EDIT, "already" },
  { ADD_QUERY, NULL, "q", NULL, "SELECT price + 1 FROM orders", ASK_SCHEMA_ERROR_EDIT, "with AS" },
  { ADD_QUERY, NULL, "q", NULL, "SELECT id, id FROM orders", ASK_SCHEMA_ERROR_EDIT, "Two columns" },
  { ADD_QUERY, NULL, "q", NULL, "SELECT id FROM orders WHERE id = ?", ASK_SCHEMA_ERROR_EDIT, "parameter" },
  { REMOVE_ATTRIBUTE, O, "price", NULL, NULL, ASK_SCHEMA_ERROR_EDIT, "hide it" },
  { REMOVE_METRIC, O, "nothing", NULL, NULL, ASK_SCHEMA_ERROR_UNKNOWN, "no metric" },
  { REMOVE_ENTITY, O, NULL, NULL, NULL, ASK_SCHEMA_ERROR_EDIT, "“big_orders” reads “orders”" },
  { SET_PARAMETER, "ship.getStock", NULL, "attribute", NULL, ASK_SCHEMA_ERROR_EDIT, "no call without “w”" },
  { SET_PARAMETER, "ship.getStock", NULL, "attribute", "nothing", ASK_SCHEMA_ERROR_UNKNOWN, "nothing" },
  { SET_PARAMETER, "ship.getStock", NULL, "use", "often", ASK_SCHEMA_ERROR_EDIT, "at-least" },
  { SET_PARAMETER, O, NULL, "fixed", "1", ASK_SCHEMA_ERROR_UNKNOWN, "no parameter" },
  { SET_SOURCE, NULL, "shop", "sharing", "perhaps", ASK_SCHEMA_ERROR_EDIT, "never, samples" },
  { SET_SOURCE, NULL, "shop", "colour", "x", ASK_SCHEMA_ERROR_EDIT, "no field" },
};

static void
test_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused_cases); i++)
    {
      const RefusedCase *c = &refused_cases[i];
      g_autoptr (AskSchema) schema = make_schema ();
      g_autofree char *before = to_text (schema);
      g_autoptr (GError) error = NULL;
      gboolean done = make_edit (schema, c->edit, c->id, c->what, c->field, c->value, &error);

      if (done)
        g_error ("case %u was made", i);
      assert_refused (schema, before, done, error, ASK_SCHEMA_ERROR, c->code, c->says);
    }
}

static void
test_query_entity (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (GError) error = NULL;
  g_autofree char *before = to_text (schema);
  AskEntity *entity;

  g_assert_false (ask_schema_edit_add_query_entity (schema, "q", "SELECT a FROM orders", &error));
  assert_refused (schema, before, FALSE, error, ASK_SQL_ERROR, ASK_SQL_ERROR_UNKNOWN_COLUMN, "“a”");
  g_clear_error (&error);
  /* "*" gives attributes, calculated ones too, and no metrics; named, a metric is a column. */
  g_assert_true (ask_schema_edit_add_query_entity (schema, "copy", "SELECT * FROM orders", &error));
  g_assert_cmpuint (find (schema, "copy")->attributes->len, ==, 6);
  g_assert_cmpint (ask_entity_find_attribute (find (schema, "copy"), "price")->type, ==, ASK_TYPE_REAL);
  g_assert_true (ask_schema_edit_add_query_entity (
    schema, "totals", "SELECT customer_id, revenue AS turnover FROM orders GROUP BY customer_id", &error));
  g_assert_cmpuint (find (schema, "totals")->attributes->len, ==, 2);
  g_assert_true (ask_schema_edit_add_query_entity (schema, "deep", "SELECT * FROM (SELECT id, revenue FROM orders)", &error));
  g_assert_cmpuint (find (schema, "deep")->attributes->len, ==, 2);

  /* Attributes that stay keep what was said of them. */
  g_assert_true (ask_schema_edit_set_attribute (schema, "totals", "turnover", "unit", "EUR", &error));
  g_assert_true (ask_schema_edit_relate (schema, "totals", "customer_id", "shop.customers", "id", &error));
  g_assert_true (ask_schema_edit_set_entity (schema, "totals", "query",
                                             "SELECT count(*) AS n, sum(price) AS turnover FROM orders", &error));
  g_assert_no_error (error);
  entity = find (schema, "totals");
  g_assert_cmpuint (entity->attributes->len, ==, 2);
  g_assert_cmpstr (ask_entity_find_attribute (entity, "turnover")->unit, ==, "EUR");
  g_assert_nonnull (ask_entity_find_attribute (entity, "n"));
  g_assert_cmpuint (schema->relationships->len, ==, 1);

  /* A circle of two. */
  g_assert_true (ask_schema_edit_add_query_entity (schema, "a", "SELECT id FROM orders", &error));
  g_assert_true (ask_schema_edit_add_query_entity (schema, "b", "SELECT id FROM a", &error));
  g_assert_false (ask_schema_edit_set_entity (schema, "a", "query", "SELECT id FROM b", &error));
  g_assert_cmpstr (error->message, ==, "The query would be made of itself: “a” → “b” → “a”.");
  g_clear_error (&error);
  g_assert_false (ask_schema_edit_remove_entity (schema, "a", &error));
  g_clear_error (&error);
  g_assert_true (ask_schema_edit_remove_entity (schema, "b", &error));
  g_assert_true (ask_schema_edit_remove_entity (schema, "a", &error));
}

static void
test_calculated (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (GError) error = NULL;
  const char *const columns[] = { "ID", "CUST", "PRICE", "", "", "MARGIN", NULL };
  AskEntity *orders;

  g_assert_true (ask_schema_edit_add_binding (schema, "shop.orders", &(AskSchemaPlace) { .source = "lake", .table = "ORDERS" },
                                              columns, &error));
  g_assert_true (ask_schema_edit_add_calculated (schema, "shop.orders", "share", "margin / price", &error));
  g_assert_no_error (error);
  g_assert_true (ask_schema_edit_set_metric (schema, "shop.orders", "best", "expression", "max (share)", &error));
  g_assert_no_error (error);
  g_assert_true (ask_schema_edit_relate (schema, "shop.orders", "margin", "shop.customers", "id", &error));
  orders = find (schema, "orders");
  g_assert_cmpint (ask_entity_find_attribute (orders, "share")->type, ==, ASK_TYPE_REAL);
  g_assert_cmpuint (((AskBinding *) orders->bindings->pdata[0])->columns->len, ==, 7);
  /* No column for what is computed here. */
  g_assert_cmpstr (((AskBinding *) orders->bindings->pdata[0])->columns->pdata[5], ==, "");

  g_assert_false (ask_schema_edit_set_attribute (schema, "shop.orders", "margin", "expression", "share * price", &error));
  g_assert_cmpstr (error->message, ==, "The attribute would be computed from itself: “margin” → “share” → “margin”.");
  g_clear_error (&error);

  /* What is computed from it goes with it; what is not stays. */
  g_assert_true (ask_schema_edit_remove_attribute (schema, "shop.orders", "margin", &error));
  orders = find (schema, "orders");
  g_assert_cmpuint (orders->attributes->len, ==, 5);
  g_assert_cmpuint (((AskBinding *) orders->bindings->pdata[0])->columns->len, ==, 5);
  g_assert_cmpuint (orders->metrics->len, ==, 1);
  g_assert_cmpuint (schema->relationships->len, ==, 1);
}

static void
test_fields (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (GError) error = NULL;
  AskAttribute *price;
  AskEntity *orders;

  g_assert_true (ask_schema_edit_set_entity (schema, O, "synonyms", " sale \nsale\n\npurchase", &error));
  g_assert_true (ask_schema_edit_set_entity (schema, O, "description", "What was bought", &error));
  g_assert_true (ask_schema_edit_set_entity (schema, O, "notes", "Ask Ada", &error));
  g_assert_true (ask_schema_edit_set_entity (schema, O, "hidden", "true", &error));
  g_assert_true (ask_schema_edit_collapse (schema, O, TRUE, &error));
  g_assert_true (ask_schema_edit_move (schema, O, 1.6, -2.4, &error));
  g_assert_false (ask_schema_edit_move (schema, O, NAN, 0, NULL));
  orders = find (schema, "orders");
  g_assert_cmpuint (orders->synonyms->len, ==, 2);
  g_assert_cmpstr (orders->synonyms->pdata[1], ==, "purchase");
  g_assert_cmpstr (orders->description, ==, "What was bought");
  g_assert_cmpstr (orders->notes, ==, "Ask Ada");
  g_assert_true (orders->hidden && orders->collapsed && orders->placed);
  g_assert_cmpfloat (orders->x, ==, 2);
  g_assert_cmpfloat (orders->y, ==, -2);
  g_assert_true (ask_schema_edit_set_entity (schema, O, "description", NULL, &error));
  g_assert_null (find (schema, "orders")->description);

  g_assert_true (ask_schema_edit_set_attribute (schema, O, "price", "type", "decimal", &error));
  g_assert_true (ask_schema_edit_set_attribute (schema, O, "price", "unit", "EUR", &error));
  g_assert_true (ask_schema_edit_set_attribute (schema, O, "price", "meaning", "money", &error));
  g_assert_true (ask_schema_edit_set_attribute (schema, O, "price", "sharing", "samples", &error));
  g_assert_true (ask_schema_edit_set_attribute (schema, O, "price", "sensitive", "true", &error));
  g_assert_true (ask_schema_edit_set_attribute (schema, O, "price", "examples", "1.50\n2", &error));
  g_assert_true (ask_schema_edit_set_attribute (schema, O, "price", "key", "2", &error));
  g_assert_true (ask_schema_edit_set_attribute (schema, O, "price", "nullable", "false", &error));
  g_assert_no_error (error);
  price = ask_entity_find_attribute (find (schema, "orders"), "price");
  g_assert_cmpint (price->type, ==, ASK_TYPE_DECIMAL);
  g_assert_cmpstr (price->unit, ==, "EUR");
  g_assert_cmpint (price->meaning, ==, ASK_MEANING_MONEY);
  g_assert_cmpint (price->sharing, ==, ASK_SHARING_SAMPLES);
  g_assert_true (price->sensitive && !price->nullable);
  g_assert_cmpuint (price->examples->len, ==, 2);
  g_assert_cmpuint (price->key, ==, 2);

  g_assert_true (ask_schema_edit_set_source (schema, "shop", "sharing", "yes", &error));
  g_assert_cmpint (ask_schema_find_source (schema, "shop")->sharing, ==, ASK_SHARING_YES);
  g_assert_true (ask_schema_edit_set_source (schema, "shop", "sharing", NULL, &error));
  g_assert_null (ask_schema_find_source (schema, "shop"));
  g_assert_true (ask_schema_edit_set_source (schema, "shop", "statements", "churn: who left\n\n basket: an order \n",
                                             &error));
  g_assert_cmpuint (ask_schema_find_source (schema, "shop")->statements->len, ==, 2);
  g_assert_cmpstr (ask_schema_find_source (schema, "shop")->statements->pdata[1], ==, "basket: an order");
  g_assert_true (ask_schema_edit_set_source (schema, "shop", "statements", NULL, &error));
  g_assert_null (ask_schema_find_source (schema, "shop"));
  g_assert_true (ask_schema_edit_set_relationship (schema, 0, "verb", "is placed by", &error));
  g_assert_true (ask_schema_edit_set_relationship (schema, 0, "cardinality", "one-to-one", &error));
  g_assert_false (ask_schema_edit_set_relationship (schema, 0, "cardinality", "few", NULL));
  g_assert_false (ask_schema_edit_set_relationship (schema, 7, "verb", "x", NULL));
  g_assert_cmpint (((AskRelationship *) schema->relationships->pdata[0])->cardinality, ==, ASK_CARDINALITY_ONE_TO_ONE);
  g_assert_true (ask_schema_edit_set_parameter (schema, "ship.getStock", 0, "fixed", "Berlin", &error));
  g_assert_true (ask_schema_edit_set_parameter (schema, "ship.getStock", 0, "attribute", NULL, &error));
  g_assert_no_error (error);
}

static void
test_relate (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (GError) error = NULL;
  const char *const from[] = { "id", "customer_id", NULL };
  const char *const to[] = { "id", "name", NULL };
  const char *const one[] = { "id", NULL };

  g_assert_false (ask_schema_edit_relate (schema, O, "Customer_ID", "shop.customers", "ID", &error));
  g_assert_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_EDIT);
  g_clear_error (&error);
  g_assert_false (ask_schema_edit_relate (schema, O, "id", O, "id", &error));
  g_clear_error (&error);
  g_assert_false (ask_schema_edit_relate_all (schema, O, from, "shop.customers", one, &error));
  g_clear_error (&error);
  g_assert_false (ask_schema_edit_relate (schema, O, "id", "shop.customers", "nothing", &error));
  g_assert_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN);
  g_clear_error (&error);
  g_assert_cmpuint (schema->relationships->len, ==, 1);
  g_assert_true (ask_schema_edit_relate_all (schema, O, from, "shop.customers", to, &error));
  g_assert_cmpuint (schema->relationships->len, ==, 2);
  g_assert_true (ask_schema_edit_unrelate (schema, 0, &error));
  g_assert_false (ask_schema_edit_unrelate (schema, 1, &error));
  g_assert_cmpuint (((AskRelationship *) schema->relationships->pdata[0])->to_attributes->len, ==, 2);
}

/* Who holds the version before an edit sees nothing of it. */
static void
test_shared (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autofree char *before = to_text (schema);

  for (guint i = 0; i < G_N_ELEMENTS (refused_cases); i++)
    {
      g_autoptr (AskSchema) draft = ask_schema_fork (schema);
      g_autofree char *after = NULL;

      g_assert_true (ask_schema_edit_rename_entity (draft, "shop.orders", "p", NULL));
      g_assert_true (ask_schema_edit_rename_attribute (draft, "shop.customers", "id", "number", NULL));
      g_assert_true (ask_schema_edit_set_attribute (draft, "shop.customers", "name", "unit", "x", NULL));
      g_assert_true (ask_schema_edit_unrelate (draft, 0, NULL));
      after = to_text (schema);
      g_assert_cmpstr (after, ==, before);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/edit/a-renamed-attribute-is-renamed-in-sql", test_rewrite_attribute);
  g_test_add_func ("/schema/edit/a-renamed-entity-is-renamed-in-sql", test_rewrite_entity);
  g_test_add_func ("/schema/edit/names-that-change-places-are-rewritten-at-once", test_rewrite_many);
  g_test_add_func ("/schema/edit/what-took-another-s-place-is-not-rewritten", test_rewrite_replaced);
  g_test_add_func ("/schema/edit/a-renamed-attribute-keeps-its-place-everywhere", test_rename_attribute);
  g_test_add_func ("/schema/edit/a-renamed-entity-keeps-its-place-everywhere", test_rename_entity);
  g_test_add_func ("/schema/edit/an-edit-that-cannot-be-made-changes-nothing", test_refused);
  g_test_add_func ("/schema/edit/a-query-becomes-an-entity-with-its-columns", test_query_entity);
  g_test_add_func ("/schema/edit/a-calculated-attribute-may-use-others", test_calculated);
  g_test_add_func ("/schema/edit/each-field-is-set-and-cleared", test_fields);
  g_test_add_func ("/schema/edit/a-relationship-is-added-once", test_relate);
  g_test_add_func ("/schema/edit/who-holds-the-old-version-sees-no-edit", test_shared);
  return g_test_run ();
}
