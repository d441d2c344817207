/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The schema as SQL, Mermaid and DBML: golden texts, what is hidden, and texts that try to leave their quotes.
 */
#include "config.h"

#include "schema/ask-schema.h"

#include <sqlite3.h>
#include <string.h>

#include "schema-random.h"

static AskSchema *
make_schema (void)
{
  AskSchema *schema = ask_schema_new ();
  AskEntity *customers = ask_schema_add_entity (schema, ask_entity_new ("customers", "shop", "customers", ASK_ENTITY_TABLE));
  AskEntity *lines = ask_schema_add_entity (schema, ask_entity_new ("order lines", "shop", "lines", ASK_ENTITY_VIEW));
  AskEntity *stock = ask_schema_add_entity (schema, ask_entity_new ("stock", "ship", "getStock", ASK_ENTITY_API));
  AskEntity *secret = ask_schema_add_entity (schema, ask_entity_new ("secret", "shop", "secret", ASK_ENTITY_TABLE));
  AskEntity *big;
  AskAttribute *attribute;
  AskMetric *metric;

  schema->notes = g_strdup ("It's Ada's");
  ask_entity_add_attribute (customers, "id", "id", ASK_TYPE_INTEGER)->key = 1;
  attribute = ask_entity_add_attribute (customers, "email", "email", ASK_TYPE_TEXT);
  attribute->sensitive = TRUE;
  attribute->meaning = ASK_MEANING_EMAIL;
  ask_entity_add_attribute (lines, "order", "order", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (lines, "line", "line", ASK_TYPE_INTEGER)->key = 2;
  ask_entity_add_attribute (lines, "customer", "customer", ASK_TYPE_INTEGER)->hidden = TRUE;
  attribute = ask_entity_add_attribute (lines, "price", "price", ASK_TYPE_REAL);
  attribute->unit = g_strdup ("EUR");
  attribute->nullable = FALSE;
  attribute->description = g_strdup ("What it\ncost");
  ask_entity_add_attribute (lines, "double", NULL, ASK_TYPE_REAL)->expression = g_strdup ("price * 2");
  metric = ask_entity_add_metric (lines, "revenue", "sum(price)");
  metric->unit = g_strdup ("EUR");
  metric->description = g_strdup ("What customers paid");
  g_ptr_array_add (metric->synonyms, g_strdup ("turnover"));
  ask_entity_add_attribute (stock, "place", NULL, ASK_TYPE_TEXT);
  ask_entity_add_attribute (stock, "amount", "amount", ASK_TYPE_INTEGER);
  stock->operation = ask_operation_new ("/stock");
  ask_operation_add_parameter (stock->operation, "w", ASK_PARAMETER_IN_QUERY, "place", TRUE);
  secret->hidden = TRUE;
  ask_entity_add_attribute (secret, "id", "id", ASK_TYPE_INTEGER)->key = 1;
  big = ask_entity_new ("big", "", "", ASK_ENTITY_QUERY);
  big->query = g_strdup ("SELECT 'a' AS a");
  ask_entity_add_attribute (big, "a", "a", ASK_TYPE_TEXT);
  ask_schema_add_entity (schema, big);
  ask_schema_add_relationship (schema, "order lines", "customer", "customers", "id")->verb = g_strdup ("belongs\nto");
  ask_schema_add_relationship (schema, "order lines", "order", "secret", "id");
  return schema;
}

static void
test_sql (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autofree char *sql = ask_schema_to_sql (schema);

  g_assert_cmpstr (sql, ==,
                   "CREATE TABLE customers ( -- database shop\n"
                   "  id INTEGER PRIMARY KEY,\n"
                   "  email TEXT -- sensitive: only where it is asked for\n"
                   ");\n"
                   "\n"
                   "CREATE TABLE \"order lines\" ( -- view of shop\n"
                   "  \"order\" INTEGER,\n"
                   "  line INTEGER,\n"
                   "  price REAL NOT NULL, -- in EUR; What it cost\n"
                   "  double REAL, -- computed as price * 2\n"
                   "  PRIMARY KEY (\"order\", line)\n"
                   "  -- metric, to be named like a column: revenue = sum(price), in EUR; What customers paid; also "
                   "called turnover\n"
                   ");\n"
                   "\n"
                   "CREATE TABLE stock ( -- web API ship\n"
                   "  place TEXT, -- required: give it a value with = or IN, or join on it\n"
                   "  amount INTEGER\n"
                   ");\n"
                   "\n"
                   "CREATE TABLE big ( -- query\n"
                   "  a TEXT\n"
                   ");\n");
}

static void
test_mermaid (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autofree char *text = ask_schema_to_mermaid (schema);

  g_assert_cmpstr (text, ==,
                   "erDiagram\n"
                   "  \"customers\" {\n"
                   "    integer id PK\n"
                   "    text email\n"
                   "  }\n"
                   "  \"order lines\" {\n"
                   "    integer order PK\n"
                   "    integer line PK\n"
                   "    real price \"EUR\"\n"
                   "    real double \"= price * 2\"\n"
                   "    metric revenue \"EUR; = sum(price)\"\n"
                   "  }\n"
                   "  \"stock\" {\n"
                   "    text place \"required\"\n"
                   "    integer amount\n"
                   "  }\n"
                   "  \"big\" {\n"
                   "    text a\n"
                   "  }\n"
                   "  \"order lines\" }o--|| \"customers\" : \"belongs to\"\n");
}

static void
test_dbml (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autofree char *text = ask_schema_to_dbml (schema);

  g_assert_cmpstr (text, ==,
                   "Project AskData {\n"
                   "  database_type: 'AskData'\n"
                   "  Note: 'It\\'s Ada\\'s'\n"
                   "}\n"
                   "\n"
                   "Table \"customers\" {\n"
                   "  \"id\" integer [pk]\n"
                   "  \"email\" text [note: 'sensitive; meaning: email']\n"
                   "\n"
                   "  Note: 'table of shop'\n"
                   "}\n"
                   "\n"
                   "Table \"order lines\" {\n"
                   "  \"order\" integer\n"
                   "  \"line\" integer\n"
                   "  \"customer\" integer [note: 'hidden']\n"
                   "  \"price\" real [not null, note: 'What it cost; in EUR']\n"
                   "  \"double\" real [note: 'computed as price * 2']\n"
                   "\n"
                   "  indexes {\n"
                   "    (\"order\", \"line\") [pk]\n"
                   "  }\n"
                   "\n"
                   "  Note: 'view of shop; metric revenue = sum(price), in EUR'\n"
                   "}\n"
                   "\n"
                   "Table \"stock\" {\n"
                   "  \"place\" text [note: 'required']\n"
                   "  \"amount\" integer\n"
                   "\n"
                   "  Note: 'web API of ship'\n"
                   "}\n"
                   "\n"
                   "Table \"secret\" {\n"
                   "  \"id\" integer [pk]\n"
                   "\n"
                   "  Note: 'hidden; table of shop'\n"
                   "}\n"
                   "\n"
                   "Table \"big\" {\n"
                   "  \"a\" text\n"
                   "\n"
                   "  Note: 'query; query: SELECT \\'a\\' AS a'\n"
                   "}\n"
                   "\n"
                   "Ref: \"order lines\".\"customer\" > \"customers\".\"id\" // belongs to\n"
                   "Ref: \"order lines\".\"order\" > \"secret\".\"id\"\n"
                   "\n"
                   "TableGroup \"shop\" {\n"
                   "  \"customers\"\n"
                   "  \"order lines\"\n"
                   "  \"secret\"\n"
                   "}\n"
                   "\n"
                   "TableGroup \"ship\" {\n"
                   "  \"stock\"\n"
                   "}\n");
}

/* Every line of DBML closes what it opens: quotes, and braces over all. */
static void
assert_dbml_closed (const char *text)
{
  int depth = 0;
  char quote = '\0';

  for (const char *p = text; *p != '\0'; p++)
    if (quote != '\0')
      {
        g_assert_cmpint (*p, !=, '\n');
        if (*p == '\\' && quote == '\'')
          p++;
        else if (*p == quote)
          quote = '\0';
      }
    else if (*p == '/' && p[1] == '/')
      p += strcspn (p, "\n") - 1;
    else if (*p == '"' || *p == '\'')
      quote = *p;
    else
      {
        depth += (*p == '{') - (*p == '}');
        g_assert_cmpint (depth, >=, 0);
      }
  g_assert_cmpint (depth, ==, 0);
  g_assert_cmpint (quote, ==, '\0');
}

/* Whatever the names are: SQLite takes the view, DBML closes its quotes, and twice is the same. */
static void
test_random (void)
{
  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (AskSchema) schema = schema_random_new (8);
      g_autofree char *sql = ask_schema_to_sql (schema);
      g_autofree char *dbml = ask_schema_to_dbml (schema);
      g_autofree char *again = NULL;
      g_autoptr (AskSchema) copy = ask_schema_copy (schema);
      sqlite3 *db;
      char *problem = NULL;

      g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
      if (sqlite3_exec (db, sql, NULL, NULL, &problem) != SQLITE_OK)
        g_error ("%s\n%s", problem, sql);
      sqlite3_close (db);
      assert_dbml_closed (dbml);
      again = ask_schema_to_dbml (copy);
      g_assert_cmpstr (again, ==, dbml);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/print/sql", test_sql);
  g_test_add_func ("/schema/print/mermaid", test_mermaid);
  g_test_add_func ("/schema/print/dbml", test_dbml);
  g_test_add_func ("/schema/print/random", test_random);
  return g_test_run ();
}
