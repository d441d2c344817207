/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the abstract schema: its document, its printing, which SQLite itself must take, and the
 * merge of what a source is now with what people wrote before.
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "schema/ask-catalog.h"
#include "sql/ask-sql-lexer.h"

static AskEntity *
add_table (AskSchema *schema, const char *source, const char *name, const char *attributes)
{
  AskEntity *entity = ask_entity_new (name, source, name, ASK_ENTITY_TABLE);
  g_auto (GStrv) names = g_strsplit (attributes, " ", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      gboolean key = g_str_has_prefix (names[i], "*");
      AskAttribute *attribute = ask_entity_add_attribute (entity, names[i] + key, names[i] + key,
                                                          ASK_TYPE_INTEGER);

      attribute->key = key;
      attribute->nullable = !key;
    }
  return ask_schema_add_entity (schema, entity);
}

static void
add_strings (GPtrArray *array, const char *first, const char *second)
{
  g_ptr_array_add (array, g_strdup (first));
  if (second != NULL)
    g_ptr_array_add (array, g_strdup (second));
}

/* Uses every member of every struct. */
static AskSchema *
make_schema (void)
{
  AskSchema *schema = ask_schema_new ();
  AskEntity *order = add_table (schema, "sales", "orders", "*order_id customer_id placed_at");
  AskEntity *line = add_table (schema, "sales", "order_lines", "order_id line amount");
  AskEntity *shipment = ask_entity_new ("shipments", "logistics", "listShipments", ASK_ENTITY_API);
  AskEntity *view = ask_entity_new ("latest", "sales", "v_latest", ASK_ENTITY_VIEW);
  AskRelationship *relationship;
  AskAttribute *attribute;
  AskParameter *parameter;
  AskSort *sort;

  order->description = g_strdup ("What somebody bought, \"paid\" or not");
  order->row_estimate = 12345;
  add_strings (order->synonyms, "purchases", "sales é😀");
  attribute = ask_entity_find_attribute (order, "placed_at");
  attribute->type = ASK_TYPE_DATETIME;
  attribute->declared = g_strdup ("TIMESTAMP WITH TIME ZONE");
  attribute->description = g_strdup ("When");
  attribute->nullable = FALSE;
  add_strings (attribute->synonyms, "date", NULL);
  ((AskAttribute *) line->attributes->pdata[0])->key = 2;
  ((AskAttribute *) line->attributes->pdata[1])->key = 1;

  ask_entity_add_attribute (view, "id", "order_id", ASK_TYPE_ANY);
  ask_schema_add_entity (schema, view);

  attribute = ask_entity_add_attribute (shipment, "carrier", "carrier_name", ASK_TYPE_TEXT);
  add_strings (attribute->choices, "Nordfracht", "it's");
  ask_entity_add_attribute (shipment, "region", NULL, ASK_TYPE_TEXT);
  ask_entity_add_attribute (shipment, "order_id", "order_id", ASK_TYPE_INTEGER);
  shipment->operation = ask_operation_new ("/v1/shipments/{region}");
  shipment->operation->rows = g_strdup ("data.items");
  parameter = ask_operation_add_parameter (shipment->operation, "region", ASK_PARAMETER_IN_PATH,
                                           "region", TRUE);
  parameter->type = ASK_TYPE_TEXT;
  parameter = ask_operation_add_parameter (shipment->operation, "X-Version",
                                           ASK_PARAMETER_IN_HEADER, NULL, TRUE);
  parameter->fixed = g_strdup ("2");
  for (guint style = ASK_ARRAY_REPEAT; style <= ASK_ARRAY_MATRIX_REPEAT; style++)
    {
      parameter = ask_operation_add_parameter (shipment->operation, "ids", ASK_PARAMETER_IN_QUERY,
                                               "order_id", FALSE);
      parameter->style = (AskArrayStyle) style;
      parameter->max_items = 10 * style;
    }
  for (guint use = ASK_PARAMETER_AT_LEAST; use <= ASK_PARAMETER_BELOW; use++)
    {
      parameter = ask_operation_add_parameter (shipment->operation, "bound",
                                               ASK_PARAMETER_IN_QUERY, "order_id", FALSE);
      parameter->use = (AskParameterUse) use;
      parameter->narrows = use == ASK_PARAMETER_AT_MOST;
    }
  ask_operation_add_sort (shipment->operation, "carrier", "sort", "carrier", "-carrier");
  sort = ask_operation_add_sort (shipment->operation, "order_id", "sort", "order", "order");
  sort->direction = g_strdup ("dir");
  sort->up = g_strdup ("asc");
  sort->down = g_strdup ("desc");
  shipment->operation->nested = g_strdup ("parcels");
  shipment->operation->single = TRUE;
  ask_entity_add_attribute (shipment, "shipment_id", "../id", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (shipment, "size_height", "size.height", ASK_TYPE_REAL);
  shipment->operation->paging.kind = ASK_PAGING_CURSOR;
  shipment->operation->paging.parameter = g_strdup ("cursor");
  shipment->operation->paging.size_parameter = g_strdup ("limit");
  shipment->operation->paging.size = 200;
  shipment->operation->paging.least = 5;
  shipment->operation->paging.first = 0;
  shipment->operation->paging.next = g_strdup ("meta.next");
  ask_schema_add_entity (schema, shipment);

  relationship = ask_schema_add_relationship (schema, "order_lines", "order_id", "orders",
                                              "order_id");
  relationship->verb = g_strdup ("belongs to");
  relationship = ask_schema_add_relationship (schema, "shipments", "order_id", "orders",
                                              "order_id");
  relationship->cardinality = ASK_CARDINALITY_ONE_TO_ONE;
  relationship = ask_schema_add_relationship (schema, "latest", "id", "orders", "order_id");
  relationship->cardinality = ASK_CARDINALITY_MANY_TO_MANY;
  return schema;
}

static char *
to_json (AskSchema *schema)
{
  g_autoptr (JsonNode) document = ask_schema_to_json (schema);

  return ask_json_to_string (document, TRUE);
}

static AskSchema *
from_json (const char *text, GError **error)
{
  g_autoptr (JsonNode) document = ask_json_parse (text, -1, error);

  return document != NULL ? ask_schema_from_json (document, error) : NULL;
}

static void
test_round_trip (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autofree char *text = to_json (schema);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) again = from_json (text, &error);
  g_autoptr (AskSchema) copy = ask_schema_copy (schema);
  g_autofree char *text_again = NULL;
  g_autofree char *text_copy = to_json (copy);
  const AskEntity *shipment;

  g_assert_no_error (error);
  text_again = to_json (again);
  g_assert_cmpstr (text_again, ==, text);
  g_assert_cmpstr (text_copy, ==, text);
  shipment = ask_schema_find_entity (again, "SHIPMENTS");
  g_assert_nonnull (shipment);
  g_assert_null (ask_entity_find_attribute (shipment, "region")->column);
  g_assert_cmpint (shipment->operation->paging.first, ==, 0);
  g_assert_cmpint (shipment->operation->paging.size, ==, 200);
  g_assert_cmpstr (((AskParameter *) shipment->operation->parameters->pdata[1])->fixed, ==, "2");
  g_assert_cmpint (((AskRelationship *) again->relationships->pdata[1])->cardinality, ==,
                   ASK_CARDINALITY_ONE_TO_ONE);
}

/* What version 2 of the document brought; all of it is in whole.json. */
static const char full_document[]
  = "{\"version\":2,\"notes\":\"All of it\","
    "\"sources\":[{\"name\":\"s\",\"description\":\"d\",\"sharing\":\"samples\"}],"
    "\"entities\":[{\"id\":\"s.t\",\"name\":\"e\",\"kind\":\"table\",\"source\":\"s\",\"table\":\"t\","
    "\"notes\":\"n\",\"hidden\":true,\"attributes\":["
    "{\"name\":\"a\",\"column\":\"a\",\"type\":\"real\",\"meaning\":\"money\",\"unit\":\"EUR\","
    "\"examples\":[\"1.50\"],\"hidden\":true,\"sensitive\":true,\"sharing\":\"yes\"},"
    "{\"name\":\"b\",\"expression\":\"a * 2\",\"type\":\"real\"}],"
    "\"metrics\":[{\"name\":\"m\",\"expression\":\"sum(a)\",\"description\":\"d\",\"unit\":\"EUR\","
    "\"synonyms\":[\"turnover\"]}],"
    "\"bindings\":[{\"kind\":\"view\",\"source\":\"w\",\"namespace\":\"x\",\"table\":\"t\","
    "\"columns\":[\"a_\",\"\"]}],"
    "\"layout\":{\"x\":-12,\"y\":40},\"collapsed\":true},"
    "{\"id\":\"q\",\"name\":\"q\",\"kind\":\"query\",\"source\":\"\",\"table\":\"q\",\"attributes\":["
    "{\"name\":\"a\",\"column\":\"a\",\"type\":\"real\"}],\"query\":\"SELECT a FROM e\"}],"
    "\"relationships\":[],"
    "\"questions\":[{\"question\":\"How much?\",\"sql\":\"SELECT 1\",\"verified_by\":\"Ana\","
    "\"verified_at\":7}]}";

static void
test_full_document (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = from_json (full_document, &error);
  g_autoptr (AskSchema) fork = NULL;
  g_autoptr (AskSchema) copy = NULL;
  g_autoptr (JsonNode) again = NULL;
  g_autofree char *text = NULL;
  g_autofree char *forked = NULL;
  g_autofree char *copied = NULL;
  AskEntity *entity;

  g_assert_no_error (error);
  again = ask_schema_to_json (schema);
  text = ask_json_to_string (again, FALSE);
  g_assert_cmpstr (text, ==, full_document);
  fork = ask_schema_fork (schema);
  copy = ask_schema_copy (schema);
  forked = to_json (fork);
  copied = to_json (copy);
  g_assert_cmpstr (forked, ==, copied);

  /* A fork owns what it changes, and only that. */
  g_assert_true (fork->entities->pdata[0] == schema->entities->pdata[0]);
  entity = ask_schema_own_entity (fork, "s.t");
  g_assert_true (entity != schema->entities->pdata[0] && entity == fork->entities->pdata[0]);
  g_assert_true (fork->entities->pdata[1] == schema->entities->pdata[1]);
  g_assert_true (ask_schema_own_entity (fork, "s.t") == entity);
  g_assert_null (ask_schema_own_entity (fork, "nobody"));
}

/* Either name may have dots: what is there as a whole is found. */
static void
test_find_attribute (void)
{
  static const char *const none[] = { "", ".", "home", "home.town", "home.of." };
  g_autoptr (AskSchema) schema = ask_schema_new ();
  AskEntity *plain = ask_schema_add_entity (schema, ask_entity_new ("home", "s", "t", ASK_ENTITY_TABLE));
  AskEntity *dotted = ask_schema_add_entity (schema, ask_entity_new ("home.of", "s", "u", ASK_ENTITY_TABLE));
  AskAttribute *town = ask_entity_add_attribute (plain, "big.town", "a", ASK_TYPE_TEXT);
  AskAttribute *other = ask_entity_add_attribute (dotted, "town", "a", ASK_TYPE_TEXT);
  AskEntity *entity = NULL;

  g_assert_true (ask_schema_find_attribute (schema, "Home.Big.Town", &entity) == town);
  g_assert_true (entity == plain);
  g_assert_true (ask_schema_find_attribute (schema, "home.of.town", &entity) == other);
  g_assert_true (entity == dotted);
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_assert_null (ask_schema_find_attribute (schema, none[i], &entity));
      g_assert_null (entity);
    }
}

/* Hidden and sensitive never; else the attribute's own word, else its source's, else never. */
static void
test_sharing (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  AskEntity *entity = ask_schema_add_entity (schema, ask_entity_new ("e", "s", "t", ASK_ENTITY_TABLE));
  AskAttribute *attribute = ask_entity_add_attribute (entity, "a", "a", ASK_TYPE_TEXT);

  g_assert_cmpint (ask_schema_get_sharing (schema, entity, attribute), ==, ASK_SHARING_NEVER);
  ask_schema_own_source (schema, "s")->sharing = ASK_SHARING_YES;
  g_assert_cmpint (ask_schema_get_sharing (schema, entity, attribute), ==, ASK_SHARING_YES);
  attribute->sharing = ASK_SHARING_SAMPLES;
  g_assert_cmpint (ask_schema_get_sharing (schema, entity, attribute), ==, ASK_SHARING_SAMPLES);
  attribute->sensitive = TRUE;
  g_assert_cmpint (ask_schema_get_sharing (schema, entity, attribute), ==, ASK_SHARING_NEVER);
}

#define ENTITY(attributes)                                                                         \
  "{\"version\":1,\"entities\":[{\"name\":\"e\",\"source\":\"s\",\"table\":\"t\",\"attributes\":" \
    attributes "}],\"relationships\":[]}"
#define API(operation)                                                                             \
  "{\"version\":1,\"entities\":[{\"name\":\"e\",\"source\":\"s\",\"table\":\"t\",\"kind\":\"api\"," \
  "\"attributes\":[{\"name\":\"a\",\"type\":\"text\"}],\"operation\":" operation                   \
  "}],\"relationships\":[]}"
#define RELATIONSHIP(relationship)                                                                 \
  "{\"version\":1,\"entities\":[{\"name\":\"e\",\"source\":\"s\",\"table\":\"t\",\"attributes\":"  \
  "[{\"name\":\"a\",\"type\":\"text\"}]}],\"relationships\":[" relationship "]}"

static void
test_faults (void)
{
  static const struct
  {
    const char *text;
    const char *where;
  } cases[] = {
    { "[]", "the top" },
    { "7", "the top" },
    { "{}", "version" },
    { "{\"version\":3,\"entities\":[],\"relationships\":[]}", "version" },
    { "{\"version\":\"1\",\"entities\":[],\"relationships\":[]}", "version" },
    { "{\"version\":1}", "entities" },
    { "{\"version\":1,\"entities\":{}}", "entities" },
    { "{\"version\":1,\"entities\":[]}", "relationships" },
    { "{\"version\":1,\"entities\":[7],\"relationships\":[]}", "entities[0]" },
    { "{\"version\":1,\"entities\":[{}],\"relationships\":[]}", "entities[0]" },
    { "{\"version\":1,\"entities\":[{\"name\":\"\",\"source\":\"s\",\"table\":\"t\","
      "\"attributes\":[]}],\"relationships\":[]}",
      "entities[0]" },
    { "{\"version\":1,\"entities\":[{\"name\":\"e\",\"source\":\"s\",\"table\":\"t\",\"kind\":"
      "\"tabel\",\"attributes\":[]}],\"relationships\":[]}",
      "entities[0].kind" },
    { "{\"version\":1,\"entities\":[{\"name\":\"e\",\"source\":\"s\",\"table\":\"t\","
      "\"attributes\":[]},{\"name\":\"E\",\"source\":\"s\",\"table\":\"u\",\"attributes\":[]}],"
      "\"relationships\":[]}",
      "entities[1]" },
    { ENTITY ("{}"), "entities[0]" },
    { ENTITY ("[1]"), "entities[0].attributes[0]" },
    { ENTITY ("[{}]"), "entities[0].attributes[0]" },
    { ENTITY ("[{\"name\":\"a\"}]"), "entities[0].attributes[0]" },
    { ENTITY ("[{\"name\":\"a\",\"type\":\"varchar\"}]"), "entities[0].attributes[0]" },
    { ENTITY ("[{\"name\":\"a\",\"type\":\"text\"},{\"name\":\"A\",\"type\":\"text\"}]"),
      "entities[0].attributes[1]" },
    { ENTITY ("[{\"name\":\"a\",\"type\":\"text\",\"synonyms\":\"x\"}]"),
      "entities[0].attributes[0]" },
    { ENTITY ("[{\"name\":\"a\",\"type\":\"text\",\"choices\":[1]}]"),
      "entities[0].attributes[0]" },
    { ENTITY ("[{\"name\":\"a\",\"type\":\"text\",\"description\":5}]"),
      "entities[0].attributes[0].description" },
    { ENTITY ("[{\"name\":\"a\",\"type\":\"text\",\"column\":5}]"),
      "entities[0].attributes[0].column" },
    { ENTITY ("[{\"name\":\"a\",\"type\":\"text\",\"key\":\"1\"}]"),
      "entities[0].attributes[0].key" },
    { ENTITY ("[{\"name\":\"a\",\"type\":\"text\",\"nullable\":\"no\"}]"),
      "entities[0].attributes[0].nullable" },
    { ENTITY ("[],\"description\":[]"), "entities[0].description" },
    { ENTITY ("[],\"rows\":\"many\""), "entities[0].rows" },
    { ENTITY ("[],\"operation\":{\"path\":\"/\"}"), "entities[0]" },
    { API ("7"), "entities[0]" },
    { API ("{}"), "entities[0].operation" },
    { API ("{\"path\":\"/\",\"parameters\":{}}"), "entities[0].operation.parameters" },
    { API ("{\"path\":\"/\",\"parameters\":[1]}"), "entities[0].operation.parameters[0]" },
    { API ("{\"path\":\"/\",\"parameters\":[{}]}"), "entities[0].operation.parameters[0]" },
    { API ("{\"path\":\"/\",\"parameters\":[{\"name\":\"p\",\"attribute\":\"b\"}]}"),
      "entities[0].operation.parameters[0]" },
    { API ("{\"path\":\"/\",\"parameters\":[{\"name\":\"p\",\"in\":\"form\"}]}"),
      "entities[0].operation.parameters[0].in" },
    { API ("{\"path\":\"/\",\"parameters\":[{\"name\":\"p\",\"in\":\"body\"}]}"),
      "entities[0].operation.parameters[0]: expected \"POST\"" },
    { API ("{\"path\":\"/\",\"method\":\"DELETE\"}"), "entities[0].operation: expected \"POST\"" },
    { API ("{\"path\":\"/\",\"parameters\":[{\"name\":\"p\",\"type\":\"number\"}]}"),
      "entities[0].operation.parameters[0]" },
    { API ("{\"path\":\"/\",\"parameters\":[{\"name\":\"p\",\"fixed\":2}]}"),
      "entities[0].operation.parameters[0].fixed" },
    { API ("{\"path\":\"/\",\"parameters\":[{\"name\":\"p\",\"required\":\"yes\"}]}"),
      "entities[0].operation.parameters[0].required" },
    { API ("{\"path\":\"/\",\"parameters\":[{\"name\":\"p\",\"use\":\"more\"}]}"),
      "entities[0].operation.parameters[0]" },
    { API ("{\"path\":\"/\",\"parameters\":[{\"name\":\"p\",\"array\":\"semicolon\"}]}"),
      "entities[0].operation.parameters[0]" },
    { API ("{\"path\":\"/\",\"parameters\":[{\"name\":\"p\",\"max_items\":\"9\"}]}"),
      "entities[0].operation.parameters[0].max_items" },
    { API ("{\"path\":\"/\",\"parameters\":[{\"name\":\"p\",\"narrows\":1}]}"),
      "entities[0].operation.parameters[0].narrows" },
    { API ("{\"path\":\"/\",\"sorts\":{}}"), "entities[0].operation.sorts" },
    { API ("{\"path\":\"/\",\"sorts\":[\"a\"]}"), "entities[0].operation.sorts[0]" },
    { API ("{\"path\":\"/\",\"sorts\":[{\"attribute\":\"b\",\"parameter\":\"s\",\"ascending\":\"b\","
           "\"descending\":\"-b\"}]}"),
      "entities[0].operation.sorts[0]" },
    { API ("{\"path\":\"/\",\"sorts\":[{\"attribute\":\"a\",\"parameter\":\"s\",\"ascending\":\"a\","
           "\"descending\":\"a\"}]}"),
      "entities[0].operation.sorts[0]: expected different values" },
    { API ("{\"path\":\"/\",\"sorts\":[{\"attribute\":\"a\",\"ascending\":\"a\",\"descending\":\"-a\"}]}"),
      "entities[0].operation.sorts[0]: expected \"parameter\"" },
    { API ("{\"path\":\"/\",\"nested\":[]}"), "entities[0].operation.nested" },
    { API ("{\"path\":\"/\",\"single\":\"yes\"}"), "entities[0].operation.single" },
    { API ("{\"path\":\"/\",\"paging\":\"page\"}"), "entities[0].operation.paging" },
    { API ("{\"path\":\"/\",\"paging\":{\"kind\":\"pages\"}}"), "entities[0].operation" },
    { API ("{\"path\":\"/\",\"paging\":{\"kind\":\"page\",\"size\":\"100\"}}"),
      "entities[0].operation.paging.size" },
    { API ("{\"path\":\"/\",\"rows\":[]}"), "entities[0].operation.rows" },
    { RELATIONSHIP ("1"), "relationships[0]" },
    { RELATIONSHIP ("{}"), "relationships[0]" },
    { RELATIONSHIP ("{\"from\":\"e\",\"to\":\"x\"}"), "relationships[0]" },
    { RELATIONSHIP ("{\"from\":\"e\",\"to\":\"e\"}"), "relationships[0]" },
    { RELATIONSHIP ("{\"from\":\"e\",\"from_attributes\":[\"a\"],\"to\":\"e\",\"to_attributes\":"
                    "[]}"),
      "relationships[0]" },
    { RELATIONSHIP ("{\"from\":\"e\",\"from_attributes\":[\"b\"],\"to\":\"e\",\"to_attributes\":"
                    "[\"a\"]}"),
      "relationships[0]" },
    { RELATIONSHIP ("{\"from\":\"e\",\"from_attributes\":[\"a\"],\"to\":\"e\",\"to_attributes\":"
                    "[\"a\"],\"cardinality\":\"1:n\"}"),
      "relationships[0].cardinality" },
    { RELATIONSHIP ("{\"from\":\"e\",\"from_attributes\":[\"a\"],\"to\":\"e\",\"to_attributes\":"
                    "[\"a\"],\"verb\":[]}"),
      "relationships[0].verb" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSchema) schema = from_json (cases[i].text, &error);

      if (schema != NULL || strstr (error->message, cases[i].where) == NULL)
        g_test_message ("%s\n%s", cases[i].text, error != NULL ? error->message : "taken");
      g_assert_null (schema);
      g_assert_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT);
      g_assert_nonnull (strstr (error->message, cases[i].where));
    }
  g_test_message ("%u faults, each with its place", (guint) G_N_ELEMENTS (cases));
}

/* What may be left out, and null for what is not there. */
static void
test_lenient (void)
{
  static const char *const texts[] = {
    ENTITY ("[]"),
    ENTITY ("[{\"name\":\"a\",\"type\":\"text\",\"description\":null,\"column\":null}]"),
    API ("{\"path\":\"/\"}"),
    API ("{\"path\":\"/\",\"parameters\":[{\"name\":\"p\"}],\"paging\":null}"),
    "{\"version\":1,\"entities\":[],\"relationships\":[],\"comment\":\"from a later program\"}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSchema) schema = from_json (texts[i], &error);

      g_assert_no_error (error);
      g_assert_nonnull (schema);
    }
}

static void
run_sql (const char *sql, int n_tables)
{
  sqlite3 *db;
  sqlite3_stmt *statement;
  char *problem = NULL;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  if (sqlite3_exec (db, sql, NULL, NULL, &problem) != SQLITE_OK)
    g_error ("%s\n%s", problem, sql);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT count(*) FROM sqlite_schema WHERE type = 'table'",
                                       -1, &statement, NULL),
                   ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_assert_cmpint (sqlite3_column_int (statement, 0), ==, n_tables);
  sqlite3_finalize (statement);
  sqlite3_close (db);
}

static void
test_view (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (AskSchema) copy = ask_schema_copy (schema);
  g_autofree char *sql = ask_schema_to_sql (schema);
  g_autofree char *again = ask_schema_to_sql (copy);

  g_assert_cmpstr (sql, ==, again);
  run_sql (sql, 4);
  g_assert_nonnull (strstr (sql, "CREATE TABLE orders ("));
  g_assert_nonnull (strstr (sql, "order_id INTEGER PRIMARY KEY"));
  g_assert_nonnull (strstr (sql, "placed_at DATETIME NOT NULL"));
  g_assert_nonnull (strstr (sql, "PRIMARY KEY (line, order_id)"));
  /* What has words of its own has a line of its own. */
  g_assert_nonnull (strstr (sql, "FOREIGN KEY (order_id) REFERENCES orders (order_id) -- belongs to\n"));
  g_assert_nonnull (strstr (sql, "id INTEGER REFERENCES orders (order_id)"));
  g_assert_nonnull (strstr (sql, "region TEXT, -- required"));
  g_assert_nonnull (strstr (sql, "one of 'Nordfracht', 'it''s'"));
  g_assert_nonnull (strstr (sql, "also called date"));
}

/* Text that tries to leave its comment or its quotes. */
static const char *const hostile[] = {
  "a\nDROP TABLE x;",
  "a\r\n); DROP TABLE x; --",
  "*/ DROP TABLE x; /*",
  "-- a",
  "\"); DROP TABLE x; --",
  "'); DROP TABLE x; --",
  "a\"b",
  "select",
  "ORDER",
  "é😀",
  "two words",
  "a;b",
  "[x]",
  "`x`",
  "\xe2\x80\xa8line\xe2\x80\xa9paragraph",
  "a\vb\fc",
  "1",
  "",
};

static void
test_hostile (void)
{
  g_autofree char *long_text = g_strnfill (5000, 'x');
  g_autofree char *long_line = g_strconcat (long_text, "\nDROP TABLE x;", NULL);

  for (guint i = 0; i <= G_N_ELEMENTS (hostile); i++)
    {
      const char *text = i < G_N_ELEMENTS (hostile) ? hostile[i] : long_line;
      const char *name = text[0] != '\0' ? text : "plain";
      g_autoptr (AskSchema) schema = ask_schema_new ();
      AskEntity *one = ask_entity_new (name, "s", text, ASK_ENTITY_TABLE);
      AskEntity *two = ask_entity_new ("other", "s", "other", ASK_ENTITY_API);
      g_autofree char *sql = NULL;
      g_autofree char *plain = NULL;
      g_autofree char *mermaid = NULL;
      g_autofree char *json = NULL;
      g_autoptr (AskSchema) again = NULL;
      g_autofree char *json_again = NULL;
      g_autoptr (GError) error = NULL;
      AskAttribute *attribute;
      g_auto (GStrv) lines = NULL;
      guint n_lines = 0;

      one->description = g_strdup (text);
      add_strings (one->synonyms, text, text);
      attribute = ask_entity_add_attribute (one, name, text, ASK_TYPE_TEXT);
      attribute->description = g_strdup (text);
      add_strings (attribute->synonyms, text, NULL);
      add_strings (attribute->choices, text, text);
      ask_entity_add_attribute (one, name, text, ASK_TYPE_TEXT)->key = 1;
      ask_schema_add_entity (schema, one);
      two->operation = ask_operation_new ("/");
      ask_entity_add_attribute (two, name, NULL, ASK_TYPE_TEXT)->description = g_strdup (text);
      ask_operation_add_parameter (two->operation, name, ASK_PARAMETER_IN_QUERY, name, TRUE);
      ask_schema_add_entity (schema, two);
      ask_schema_add_relationship (schema, "other", name, name, name)->verb = g_strdup (text);

      sql = ask_schema_to_sql (schema);
      run_sql (sql, 2);
      /* Two statements and nothing else: what the lexer sees outside of comments says so. */
      {
        g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
        guint n_ends = 0;

        for (guint t = 0; t < tokens->len; t++)
          {
            const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, t);

            g_assert_cmpint (token->kind, !=, ASK_SQL_UNFINISHED);
            n_ends += ask_sql_token_is (sql, token, ";");
          }
        g_assert_cmpuint (n_ends, ==, 2);
      }
      plain = ask_schema_to_text (schema);
      g_assert_true (g_utf8_validate (plain, -1, NULL));
      mermaid = ask_schema_to_mermaid (schema);
      lines = g_strsplit (mermaid, "\n", -1);
      for (guint l = 0; lines[l] != NULL; l++)
        n_lines += lines[l][0] != '\0';
      /* erDiagram, { and } of two entities, three attributes, one relationship */
      g_assert_cmpuint (n_lines, ==, 1 + 4 + 3 + 1);
      json = to_json (schema);
      again = from_json (json, &error);
      g_assert_no_error (error);
      json_again = to_json (again);
      g_assert_cmpstr (json_again, ==, json);
    }
}

static void
test_mermaid (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autofree char *text = ask_schema_to_mermaid (schema);

  g_assert_true (g_str_has_prefix (text, "erDiagram\n"));
  g_assert_nonnull (strstr (text, "  \"orders\" {\n    integer order_id PK\n"));
  g_assert_nonnull (strstr (text, "\"order_lines\" }o--|| \"orders\" : \"belongs to\"\n"));
  g_assert_nonnull (strstr (text, "\"shipments\" |o--|| \"orders\""));
  g_assert_nonnull (strstr (text, "\"latest\" }o--o{ \"orders\""));
  g_assert_nonnull (strstr (text, "text region \"required\""));
}

static void
test_text (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autofree char *text = ask_schema_to_text (schema);

  g_assert_nonnull (strstr (text, "orders  (table in sales, about 12345 rows)"));
  g_assert_nonnull (strstr (text, "shipments  (web API logistics)"));
  g_assert_nonnull (strstr (text, "latest  (view in sales)"));
  g_assert_nonnull (strstr (text, "order_id → orders.order_id"));
}

static void
test_unique_names (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  AskEntity *entity;

  add_table (schema, "a", "orders", "x");
  entity = add_table (schema, "b", "Orders", "x");
  g_assert_cmpstr (entity->name, ==, "b_Orders");
  g_assert_cmpstr (entity->table, ==, "Orders");
  entity = add_table (schema, "b", "ORDERS", "x X x");
  g_assert_cmpstr (entity->name, ==, "b_ORDERS_2");
  g_assert_cmpstr (((AskAttribute *) entity->attributes->pdata[1])->name, ==, "X_2");
  g_assert_cmpstr (((AskAttribute *) entity->attributes->pdata[2])->name, ==, "x_3");
  /* As it is written, where there is one that is; else in another case. */
  g_assert_true (ask_entity_find_column (entity, "X") == entity->attributes->pdata[1]);
  g_assert_true (ask_entity_find_column (entity, "x") == entity->attributes->pdata[0]);
}

static gboolean
is_related (AskSchema *schema, const char *from, const char *from_attribute, const char *to,
            const char *to_attribute)
{
  guint n = 0;

  for (guint i = 0; i < schema->relationships->len; i++)
    {
      const AskRelationship *relationship = schema->relationships->pdata[i];

      n += strcmp (relationship->from, from) == 0
           && strcmp (relationship->from_attributes->pdata[0], from_attribute) == 0
           && strcmp (relationship->to, to) == 0
           && strcmp (relationship->to_attributes->pdata[0], to_attribute) == 0;
    }
  g_assert_cmpuint (n, <=, 1);
  return n == 1;
}

static void
merge (AskSchema *schema, const char *source, AskSchema *imported)
{
  ask_schema_merge (schema, source, imported);
  g_assert_cmpuint (imported->entities->len, ==, 0);
  g_assert_cmpuint (imported->relationships->len, ==, 0);
  ask_schema_unref (imported);
}

static AskSchema *
import_sales (void)
{
  AskSchema *imported = ask_schema_new ();

  add_table (imported, "sales", "customers", "*id name");
  add_table (imported, "sales", "orders", "*order_id customer_id total");
  ask_schema_add_relationship (imported, "orders", "customer_id", "customers", "id");
  return imported;
}

static AskSchema *
import_logistics (void)
{
  AskSchema *imported = ask_schema_new ();

  add_table (imported, "logistics", "shipments", "*shipment_id order_id customer_id weight");
  add_table (imported, "logistics", "customers", "*number name");
  return imported;
}

static void
rename_entity (AskSchema *schema, const char *from, const char *to)
{
  AskEntity *entity = ask_schema_find_entity (schema, from);

  for (guint i = 0; i < schema->relationships->len; i++)
    {
      AskRelationship *relationship = schema->relationships->pdata[i];

      if (strcmp (relationship->from, from) == 0)
        {
          g_free (relationship->from);
          relationship->from = g_strdup (to);
        }
      if (strcmp (relationship->to, from) == 0)
        {
          g_free (relationship->to);
          relationship->to = g_strdup (to);
        }
    }
  g_free (entity->name);
  entity->name = g_strdup (to);
}

static AskSchema *
import_sorted (void)
{
  AskSchema *imported = ask_schema_new ();
  AskEntity *entity = ask_entity_new ("parcels", "logistics", "listParcels", ASK_ENTITY_API);

  ask_entity_add_attribute (entity, "weight", "weight", ASK_TYPE_INTEGER);
  entity->operation = ask_operation_new ("/parcels");
  ask_operation_add_sort (entity->operation, "weight", "sort", "weight", "-weight");
  ask_schema_add_entity (imported, entity);
  return imported;
}

/* An order belongs to its attribute, whatever people call that. */
static void
test_merge_sorts (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  AskEntity *entity;
  AskAttribute *attribute;

  merge (schema, "logistics", import_sorted ());
  entity = ask_schema_find_entity (schema, "parcels");
  attribute = ask_entity_find_attribute (entity, "weight");
  g_free (attribute->name);
  attribute->name = g_strdup ("heaviness");
  merge (schema, "logistics", import_sorted ());
  entity = ask_schema_find_entity (schema, "parcels");
  g_assert_cmpuint (entity->operation->sorts->len, ==, 1);
  g_assert_cmpstr (ask_operation_find_sort (entity->operation, "heaviness")->descending, ==, "-weight");
  g_assert_null (ask_operation_find_sort (entity->operation, "weight"));
}

static void
test_relate_across (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autofree char *once = NULL;
  g_autofree char *twice = NULL;

  merge (schema, "sales", import_sales ());
  merge (schema, "logistics", import_logistics ());
  g_assert_nonnull (ask_schema_find_entity (schema, "logistics_customers"));
  g_assert_true (is_related (schema, "shipments", "order_id", "orders", "order_id"));
  g_assert_true (is_related (schema, "shipments", "customer_id", "customers", "id"));
  g_assert_true (is_related (schema, "orders", "customer_id", "customers", "id"));
  g_assert_cmpuint (schema->relationships->len, ==, 3);

  /* A second refresh changes nothing. */
  once = to_json (schema);
  merge (schema, "logistics", import_logistics ());
  twice = to_json (schema);
  g_assert_cmpstr (twice, ==, once);
  merge (schema, "sales", import_sales ());
  g_assert_cmpuint (schema->relationships->len, ==, 3);
  g_assert_true (is_related (schema, "shipments", "order_id", "orders", "order_id"));
}

/* Of two keys that may be meant, neither is taken; "id" alone means nothing; case does not matter. */
static void
test_relate_care (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  AskSchema *imported = ask_schema_new ();

  add_table (imported, "a", "Orders", "*ID x");
  add_table (imported, "a", "clients", "*client_id y");
  add_table (imported, "a", "two_keys", "*p *q");
  merge (schema, "a", imported);
  imported = ask_schema_new ();
  add_table (imported, "b", "clients_old", "*client_id");
  merge (schema, "b", imported);
  imported = ask_schema_new ();
  add_table (imported, "c", "notes", "*id ORDER_ID client_id p");
  merge (schema, "c", imported);
  g_assert_true (is_related (schema, "notes", "ORDER_ID", "Orders", "ID"));
  for (guint i = 0; i < schema->relationships->len; i++)
    {
      const AskRelationship *relationship = schema->relationships->pdata[i];

      if (strcmp (relationship->from, "notes") == 0)
        g_assert_cmpstr (relationship->from_attributes->pdata[0], ==, "ORDER_ID");
    }
}

/* Two shops that have nothing in common but a vendor of software: neither their keys nor what leads to these is related. */
static void
test_relate_namesakes (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  AskSchema *imported = ask_schema_new ();
  AskEntity *letters;

  add_table (imported, "north", "customers", "*customer_id");
  add_table (imported, "north", "bills", "*bill_id customer_id");
  merge (schema, "north", imported);
  imported = ask_schema_new ();
  add_table (imported, "south", "customer", "*customer_id");
  add_table (imported, "south", "orders_view", "customer_id bill_id");
  letters = ask_schema_add_entity (imported, ask_entity_new ("returns", "south", "returns", ASK_ENTITY_TABLE));
  ask_entity_add_attribute (letters, "bill_id", "bill_id", ASK_TYPE_TEXT);
  merge (schema, "south", imported);
  g_assert_cmpuint (schema->relationships->len, ==, 1);
  g_assert_true (is_related (schema, "orders_view", "bill_id", "bills", "bill_id"));
}

static void
test_merge_keeps (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  AskEntity *orders;
  AskAttribute *total;
  AskSchema *imported;

  merge (schema, "sales", import_sales ());
  merge (schema, "logistics", import_logistics ());
  rename_entity (schema, "orders", "purchases");
  orders = ask_schema_find_entity (schema, "purchases");
  orders->description = g_strdup ("What was bought");
  add_strings (orders->synonyms, "sales", "deals");
  total = ask_entity_find_attribute (orders, "total");
  total->description = g_strdup ("With tax");
  add_strings (total->synonyms, "amount", NULL);
  g_free (total->name);
  total->name = g_strdup ("gross");
  ask_schema_add_relationship (schema, "purchases", "gross", "shipments", "weight")->verb
    = g_strdup ("weighs");

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *text = NULL;

      imported = import_sales ();
      /* The source got a column, a table, and a synonym of its own. */
      ask_entity_add_attribute (ask_schema_find_entity (imported, "orders"), "paid", "paid",
                                ASK_TYPE_BOOLEAN);
      add_strings (ask_schema_find_entity (imported, "orders")->synonyms, "sales", NULL);
      add_table (imported, "sales", "stores", "*store_id");
      merge (schema, "sales", imported);

      text = to_json (schema);
      orders = ask_schema_find_entity (schema, "purchases");
      g_assert_nonnull (orders);
      g_assert_null (ask_schema_find_entity (schema, "orders"));
      g_assert_cmpstr (orders->table, ==, "orders");
      g_assert_cmpstr (orders->description, ==, "What was bought");
      g_assert_cmpuint (orders->synonyms->len, ==, 2);
      total = ask_entity_find_attribute (orders, "gross");
      g_assert_nonnull (total);
      g_assert_cmpstr (total->column, ==, "total");
      g_assert_cmpstr (total->description, ==, "With tax");
      g_assert_cmpuint (total->synonyms->len, ==, 1);
      g_assert_nonnull (ask_entity_find_attribute (orders, "paid"));
      g_assert_nonnull (ask_schema_find_entity (schema, "stores"));
      g_assert_true (is_related (schema, "purchases", "customer_id", "customers", "id"));
      g_assert_true (is_related (schema, "shipments", "order_id", "purchases", "order_id"));
      g_assert_true (is_related (schema, "purchases", "gross", "shipments", "weight"));
    }

  /* A table that is gone takes its relationships along. */
  imported = ask_schema_new ();
  add_table (imported, "sales", "customers", "*id name");
  merge (schema, "sales", imported);
  g_assert_null (ask_schema_find_entity (schema, "purchases"));
  for (guint i = 0; i < schema->relationships->len; i++)
    {
      const AskRelationship *relationship = schema->relationships->pdata[i];

      g_assert_cmpstr (relationship->from, !=, "purchases");
      g_assert_cmpstr (relationship->to, !=, "purchases");
    }
}

/* The two tables have each other's name. */
static void
test_rename_swap (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  const AskEntity *entity;

  merge (schema, "sales", import_sales ());
  rename_entity (schema, "orders", "swap");
  rename_entity (schema, "customers", "orders");
  rename_entity (schema, "swap", "customers");
  g_assert_true (is_related (schema, "customers", "customer_id", "orders", "id"));
  merge (schema, "sales", import_sales ());
  entity = ask_schema_find_entity (schema, "customers");
  g_assert_cmpstr (entity->table, ==, "orders");
  entity = ask_schema_find_entity (schema, "orders");
  g_assert_cmpstr (entity->table, ==, "customers");
  g_assert_true (is_related (schema, "customers", "customer_id", "orders", "id"));
  g_assert_cmpuint (schema->relationships->len, ==, 1);
}

/* A new table has the name that people gave to an old one: theirs stays. */
static void
test_rename_taken (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  AskSchema *imported = import_sales ();
  const AskEntity *entity;

  merge (schema, "sales", import_sales ());
  rename_entity (schema, "orders", "archive");
  ask_schema_unref (imported);
  imported = ask_schema_new ();
  add_table (imported, "sales", "archive", "*id customer_id");
  add_table (imported, "sales", "customers", "*id name");
  add_table (imported, "sales", "orders", "*order_id customer_id total");
  ask_schema_add_relationship (imported, "orders", "customer_id", "customers", "id");
  ask_schema_add_relationship (imported, "archive", "customer_id", "customers", "id");
  merge (schema, "sales", imported);
  entity = ask_schema_find_entity (schema, "archive");
  g_assert_cmpstr (entity->table, ==, "orders");
  entity = ask_schema_find_entity (schema, "sales_archive");
  g_assert_cmpstr (entity->table, ==, "archive");
  g_assert_true (is_related (schema, "archive", "customer_id", "customers", "id"));
  g_assert_true (is_related (schema, "sales_archive", "customer_id", "customers", "id"));
  /* In the source's own order. */
  g_assert_true (entity == schema->entities->pdata[0]);
}

static void
test_remove_source (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();

  merge (schema, "sales", import_sales ());
  merge (schema, "logistics", import_logistics ());
  ask_schema_remove_source (schema, "sales");
  g_assert_cmpuint (schema->entities->len, ==, 2);
  g_assert_cmpuint (schema->relationships->len, ==, 0);
  ask_schema_remove_source (schema, "nobody");
  g_assert_cmpuint (schema->entities->len, ==, 2);
}

static void
test_nearest (void)
{
  static const struct
  {
    const char *name;
    const char *nearest; /* NULL for none */
  } cases[] = { { "shipmnets", "shipments" },  { "shipment", "shipments" }, { "ORDERS", "orders" },
                { "purchases", "orders" },     { "order_line", "order_lines" },
                { "zebra_crossings", NULL },   { "latst", "latest" } };
  g_autoptr (AskSchema) schema = make_schema ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) names = ask_schema_nearest_names (schema, cases[i].name, 2);

      g_assert_cmpuint (names->len, <=, 2);
      g_assert_cmpstr (names->len > 0 ? names->pdata[0] : NULL, ==, cases[i].nearest);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/schema/a-schema-reads-back-as-it-was", test_round_trip);
  g_test_add_func ("/schema/schema/a-full-document-is-written-as-it-was-read", test_full_document);
  g_test_add_func ("/schema/schema/an-attribute-is-found-by-names-with-dots", test_find_attribute);
  g_test_add_func ("/schema/schema/the-nearest-word-decides-about-sharing", test_sharing);
  g_test_add_func ("/schema/schema/a-damaged-document-is-refused-with-its-place", test_faults);
  g_test_add_func ("/schema/schema/what-may-be-left-out-may-be-null", test_lenient);
  g_test_add_func ("/schema/schema/sqlite-takes-the-schema-as-it-is-printed", test_view);
  g_test_add_func ("/schema/schema/hostile-names-stay-within-their-quotes", test_hostile);
  g_test_add_func ("/schema/schema/mermaid-shows-keys-and-cardinalities", test_mermaid);
  g_test_add_func ("/schema/schema/a-model-reads-each-entity-with-its-source", test_text);
  g_test_add_func ("/schema/schema/entities-of-the-same-name-get-their-source-s", test_unique_names);
  g_test_add_func ("/schema/schema/an-order-follows-its-renamed-attribute", test_merge_sorts);
  g_test_add_func ("/schema/schema/sources-are-related-by-their-keys", test_relate_across);
  g_test_add_func ("/schema/schema/namesakes-of-two-databases-are-not-related", test_relate_namesakes);
  g_test_add_func ("/schema/schema/a-doubtful-relationship-is-not-guessed", test_relate_care);
  g_test_add_func ("/schema/schema/a-refresh-keeps-what-people-wrote", test_merge_keeps);
  g_test_add_func ("/schema/schema/entities-that-swapped-names-stay-themselves", test_rename_swap);
  g_test_add_func ("/schema/schema/a-name-that-people-gave-is-not-taken", test_rename_taken);
  g_test_add_func ("/schema/schema/a-source-goes-with-all-that-hangs-on-it", test_remove_source);
  g_test_add_func ("/schema/schema/the-nearest-names-are-offered", test_nearest);
  return g_test_run ();
}
