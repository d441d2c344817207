/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queries in plain words: a table of sentences in English and German, and of thousands of queries that each entity and
 * each compared value is in what is said. German words are those of the build folder, which is the program's argument.
 */
#include "config.h"

#include "understand/explain/ask-explain.h"

#include <glib/gi18n.h>
#include <string.h>

#include "../engine/engine-queries.h"
#include "base/ask-json.h"
#include "base/ask-text.h"
#include "store/store-fixture.h"
#include "support/ask-test-locale.h"

static const char *catalogue;

static const char *const shop_sql
  = "CREATE TABLE carrier (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT, region TEXT);"
    "CREATE TABLE shipment (id INTEGER PRIMARY KEY, carrier_id INTEGER REFERENCES carrier,"
    "  customer_id INTEGER REFERENCES customer, day DATE, promised DATE, price REAL, weight REAL, state TEXT);"
    "CREATE TABLE employee (id INTEGER PRIMARY KEY, name TEXT, boss_id INTEGER REFERENCES employee, hired DATE);";

static const struct
{
  const char *sql;
  const char *english;
  const char *german;
} sentences[] = {
  { "SELECT count(*) FROM shipment",
    "Counted: shipment.",
    "Gezählt: shipment." },
  { ("SELECT c.name, count(*) AS n FROM shipment s JOIN carrier c ON s.carrier_id = c.id WHERE s.day > "
     "s.promised AND s.day >= '2025-01-01' AND s.day < '2026-01-01' GROUP BY c.name ORDER BY n DESC"),
    ("Shown: name, n (number of rows). From: shipment with carrier. Only where: day above promised and day in "
     "2025. For each: name. Largest first: n."),
    ("Gezeigt: name, n (Anzahl der Zeilen). Aus: shipment mit carrier. Nur wo: day über promised und day im "
     "Jahr 2025. Für jedes: name. Größte zuerst: n.") },
  { "SELECT * FROM customer WHERE city = 'Lyon'",
    "Shown: customer. Only where: city is Lyon.",
    "Gezeigt: customer. Nur wo: city ist Lyon." },
  { "SELECT id FROM shipment WHERE day >= date('now', '-30 days') AND day < date('now', '+1 days') AND price > 5",
    "Shown: id. From: shipment. Only where: day in the last 30 days and price above 5.",
    "Gezeigt: id. Aus: shipment. Nur wo: day in den letzten 30 Tagen und price über 5." },
  { ("SELECT id FROM shipment WHERE day >= date('now', 'start of month', '-1 months') AND day < date('now', "
     "'start of month')"),
    "Shown: id. From: shipment. Only where: day last month.",
    "Gezeigt: id. Aus: shipment. Nur wo: day im vorigen Monat." },
  { "SELECT DISTINCT region FROM customer",
    "Shown, each once: region. From: customer.",
    "Gezeigt, jedes einmal: region. Aus: customer." },
  { "SELECT name FROM customer WHERE city IN ('Lyon', 'Paris', 'Nice') AND region IS NOT NULL",
    "Shown: name. From: customer. Only where: city is one of Lyon, Paris, Nice and region is not empty.",
    "Gezeigt: name. Aus: customer. Nur wo: city ist eins von Lyon, Paris, Nice und region ist nicht leer." },
  { "SELECT c.name FROM carrier c LEFT JOIN shipment s ON s.carrier_id = c.id WHERE s.id IS NULL",
    "Shown: name. From: carrier, with or without shipment. Only where: id of shipment is empty.",
    "Gezeigt: name. Aus: carrier, mit oder ohne shipment. Nur wo: id von shipment ist leer." },
  { "SELECT name FROM customer WHERE id IN (SELECT customer_id FROM shipment WHERE price > 100)",
    ("Shown: name. From: customer. Only where: id among (Shown: customer id. From: shipment. Only where: "
     "price above 100.)."),
    ("Gezeigt: name. Aus: customer. Nur wo: id unter denen von (Gezeigt: customer id. Aus: shipment. Nur wo: "
     "price über 100.).") },
  { "SELECT name FROM customer AS k WHERE NOT EXISTS (SELECT 1 FROM shipment WHERE customer_id = k.id)",
    ("Shown: name. From: customer. Only where: there is none: (From: shipment. Only where: customer id is id "
     "of customer.)."),
    ("Gezeigt: name. Aus: customer. Nur wo: es gibt keines: (Aus: shipment. Nur wo: customer id ist id von "
     "customer.).") },
  { "SELECT state, avg(price), max(weight) FROM shipment GROUP BY state HAVING count(*) >= 3",
    ("Shown: state, average price, largest weight. From: shipment. For each: state. Only groups where: number "
     "of shipments at least 3."),
    ("Gezeigt: state, Durchschnitt von price, größtes weight. Aus: shipment. Für jedes: state. Nur Gruppen, "
     "wo: Anzahl von shipment mindestens 3.") },
  { "SELECT name, city FROM customer WHERE (city = 'Lyon' OR region = 'North') AND NOT name LIKE 'A%'",
    ("Shown: name, city. From: customer. Only where: (city is Lyon or region is North) and not (name begins "
     "with A)."),
    ("Gezeigt: name, city. Aus: customer. Nur wo: (city ist Lyon oder region ist North) und nicht (name "
     "beginnt mit A).") },
  { "SELECT sum(price) FROM shipment WHERE strftime('%Y', day) = '2025' AND strftime('%m', day) = '03'",
    "Shown: sum of price. From: shipment. Only where: day in 2025 and month of any year of day is March.",
    "Gezeigt: Summe price. Aus: shipment. Nur wo: day im Jahr 2025 und Monat jedes Jahres von day ist März." },
  { "SELECT strftime('%Y-%m', day) AS month, sum(price) AS revenue FROM shipment GROUP BY 1 ORDER BY 1",
    ("Shown: month (month of day), revenue (sum of price). From: shipment. For each: month. Smallest first: "
     "month."),
    ("Gezeigt: month (Monat von day), revenue (Summe price). Aus: shipment. Für jedes: month. Kleinste "
     "zuerst: month.") },
  { "SELECT id FROM shipment WHERE day >= '2025-03-01' AND day < '2025-04-01'",
    "Shown: id. From: shipment. Only where: day in March 2025.",
    "Gezeigt: id. Aus: shipment. Nur wo: day im März 2025." },
  { "SELECT id FROM shipment WHERE day BETWEEN '2025-01-01' AND '2025-03-31'",
    "Shown: id. From: shipment. Only where: day in quarter 1 of 2025.",
    "Gezeigt: id. Aus: shipment. Nur wo: day im 1. Quartal 2025." },
  { "SELECT name FROM customer UNION SELECT name FROM carrier ORDER BY name",
    "Shown: name. From: customer. Together with: Shown: name. From: carrier. Smallest first: name.",
    "Gezeigt: name. Aus: customer. Zusammen mit: Gezeigt: name. Aus: carrier. Kleinste zuerst: name." },
  { "SELECT name FROM customer EXCEPT SELECT name FROM carrier",
    "Shown: name. From: customer. Without: Shown: name. From: carrier.",
    "Gezeigt: name. Aus: customer. Ohne: Gezeigt: name. Aus: carrier." },
  { ("WITH top AS (SELECT customer_id, sum(price) AS total FROM shipment GROUP BY customer_id) SELECT c.name, "
     "t.total FROM top t JOIN customer c ON c.id = t.customer_id ORDER BY t.total DESC LIMIT 5"),
    ("Step “top”: Shown: customer id, total (sum of price). From: shipment. For each: customer id. Then: "
     "Shown: name, total. From: “top” with customer (where id is customer id). Largest first: total, only the "
     "first 5."),
    ("Schritt „top“: Gezeigt: customer id, total (Summe price). Aus: shipment. Für jedes: customer id. Dann: "
     "Gezeigt: name, total. Aus: „top“ mit customer (wo id ist customer id). Größte zuerst: total, nur die "
     "ersten 5.") },
  { ("SELECT CASE WHEN price > 100 THEN 'dear' WHEN price > 10 THEN 'fair' ELSE 'cheap' END AS class, "
     "count(*) FROM shipment GROUP BY class"),
    ("Shown: class (dear where price above 100; fair where price above 10; else cheap), number of shipments. "
     "From: shipment. For each: class."),
    ("Gezeigt: class (dear, wo price über 100; fair, wo price über 10; sonst cheap), Anzahl von shipment. "
     "Aus: shipment. Für jedes: class.") },
  { "SELECT name, rank() OVER (PARTITION BY city ORDER BY id DESC) FROM customer",
    "Shown: name, rank (for each city; by id, largest first). From: customer.",
    "Gezeigt: name, Rang (je city; nach id, größte zuerst). Aus: customer." },
  { "SELECT e.name, b.name FROM employee e LEFT JOIN employee b ON e.boss_id = b.id",
    ("Shown: name of employee “e”, name of employee “b”. From: employee “e”, with or without employee “b” "
     "(where boss id of employee “e” is id of employee “b”)."),
    ("Gezeigt: name von employee „e“, name von employee „b“. Aus: employee „e“, mit oder ohne employee „b“ "
     "(wo boss id von employee „e“ ist id von employee „b“).") },
  { "SELECT price * weight AS value, price / 2 - 1 FROM shipment ORDER BY price DESC, weight LIMIT 3 OFFSET 2",
    ("Shown: value (price × weight), (price / 2) − 1. From: shipment. In the order of: price (largest first), "
     "weight (smallest first). Only the first: 3. Left out at the start: 2."),
    ("Gezeigt: value (price × weight), (price / 2) − 1. Aus: shipment. Geordnet nach: price (größte zuerst), "
     "weight (kleinste zuerst). Nur die ersten: 3. Am Anfang ausgelassen: 2.") },
  { "SELECT count(DISTINCT customer_id), sum(CASE WHEN state = 'lost' THEN 1 ELSE 0 END) FROM shipment",
    "Shown: number of different customer id, number of shipments (only where state is lost). From: shipment.",
    "Gezeigt: Anzahl verschiedener customer id, Anzahl von shipment (nur wo state ist lost). Aus: shipment." },
  { "SELECT id FROM shipment WHERE price > (SELECT avg(price) FROM shipment)",
    "Shown: id. From: shipment. Only where: price above (Shown: average price. From: shipment.).",
    "Gezeigt: id. Aus: shipment. Nur wo: price über (Gezeigt: Durchschnitt von price. Aus: shipment.)." },
  { "SELECT coalesce(region, 'none'), upper(name), length(city), round(avg(id), 2) FROM customer",
    ("Shown: region (none where it is empty), name in capitals, length of city, average id rounded to 2 "
     "digits. From: customer."),
    ("Gezeigt: region (none, wo leer), name in Großbuchstaben, Länge von city, Durchschnitt von id gerundet "
     "auf 2 Stellen. Aus: customer.") },
  { "SELECT json_extract(name, '$.a') FROM customer WHERE name GLOB 'A*'",
    "Shown: “json_extract(name, '$.a')”. From: customer. Only where: name like “A*”.",
    "Gezeigt: „json_extract(name, '$.a')“. Aus: customer. Nur wo: name wie „A*“." },
  { "SELECT c.name, k.name FROM carrier c CROSS JOIN customer k",
    "Shown: name of carrier, name of customer. From: carrier, each with all of customer.",
    "Gezeigt: name von carrier, name von customer. Aus: carrier, jedes mit allen von customer." },
  { "SELECT name FROM carrier UNION ALL SELECT name FROM customer LIMIT 1",
    "Shown: name. From: carrier. Followed by: Shown: name. From: customer. Only the first: 1.",
    "Gezeigt: name. Aus: carrier. Gefolgt von: Gezeigt: name. Aus: customer. Nur die ersten: 1." },
  { ("SELECT julianday(promised) - julianday(day) FROM shipment WHERE day = date('now') OR state NOT IN "
     "('sent', 'lost')"),
    ("Shown: days from day to promised. From: shipment. Only where: day is today or state is none of sent, "
     "lost."),
    ("Gezeigt: Tage von day bis promised. Aus: shipment. Nur wo: day ist heute oder state ist keins von sent, "
     "lost.") },
  { "SELECT group_concat(name) FROM customer",
    "Shown: list of name. From: customer.",
    "Gezeigt: Liste von name. Aus: customer." },
  { "SELECT t.n FROM (SELECT count(*) AS n FROM shipment GROUP BY state) t WHERE t.n > 1",
    ("Shown: n. From: “t” (Shown: n (number of shipments). From: shipment. For each: state.). Only where: n "
     "above 1."),
    ("Gezeigt: n. Aus: „t“ (Gezeigt: n (Anzahl von shipment). Aus: shipment. Für jedes: state.). Nur wo: n "
     "über 1.") },
  { "SELECT name FROM employee WHERE boss_id = 90 AND hired BETWEEN 'a' AND 'b' AND name <> ''",
    "Shown: name. From: employee. Only where: boss id is 90 and hired from a to b and name is not “”.",
    "Gezeigt: name. Aus: employee. Nur wo: boss id ist 90 und hired von a bis b und name ist nicht „“." },
  { "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT n FROM r",
    ("Step “r”, repeated until nothing is added: Shown: 1. Followed by: Shown: n + 1. From: “r”. Only where: "
     "n below 5. Then: Shown: n. From: “r”."),
    ("Schritt „r“, wiederholt, bis nichts dazukommt: Gezeigt: 1. Gefolgt von: Gezeigt: n + 1. Aus: „r“. Nur "
     "wo: n unter 5. Dann: Gezeigt: n. Aus: „r“.") },
  { "VALUES (1, 'a'), (2, 'b')",
    "Shown: 1, a; 2, b.",
    "Gezeigt: 1, a; 2, b." },
  { ("SELECT sum(price) FILTER (WHERE state = 'sent'), sum(price) OVER (ORDER BY day) FROM shipment GROUP BY "
     "day"),
    "Shown: sum of price (only where state is sent), sum of price (by day). From: shipment. For each: day.",
    "Gezeigt: Summe price (nur wo state ist sent), Summe price (nach day). Aus: shipment. Für jedes: day." },
  { "SELECT c.name FROM carrier c FULL JOIN customer k ON c.city = k.city",
    ("Shown: name of carrier. From: carrier and customer, each also without the other (where city of carrier "
     "is city of customer)."),
    ("Gezeigt: name von carrier. Aus: carrier und customer, jeweils auch ohne das andere (wo city von carrier "
     "ist city von customer).") },
  { ("SELECT s.day, c.name FROM shipment s, carrier c, customer u WHERE s.carrier_id = c.id AND u.id = "
     "s.customer_id AND u.city = 'Lyon'"),
    ("Shown: day, name of carrier. From: shipment with carrier with customer. Only where: city of customer is "
     "Lyon."),
    ("Gezeigt: day, name von carrier. Aus: shipment mit carrier mit customer. Nur wo: city von customer ist "
     "Lyon.") },
  { "SELECT price > 5, weight + 1 IS NULL, -price, CAST(price AS INTEGER), 'a' || name FROM shipment, carrier",
    ("Shown: whether price above 5, whether weight + 1 is empty, -price, price, a followed by name. From: "
     "shipment, each with all of carrier."),
    ("Gezeigt: ob price über 5, ob weight + 1 ist leer, -price, price, a, gefolgt von name. Aus: shipment, "
     "jedes mit allen von carrier.") },
  { "SELECT count(*) * 100.0 / (SELECT count(*) FROM shipment) FROM shipment WHERE state = 'lost'",
    "Shown: (number of shipments × 100.0) / (Counted: shipment.). From: shipment. Only where: state is lost.",
    "Gezeigt: (Anzahl von shipment × 100.0) / (Gezählt: shipment.). Aus: shipment. Nur wo: state ist lost." },
};

/* ---- sentences */

static AskSchema *
open_schema (const char *sql, StoreShop **shop)
{
  g_autoptr (GError) error = NULL;
  AskSchema *schema;

  *shop = store_shop_new (sql);
  schema = ask_workspace_load_schema ((*shop)->workspace, &error);
  g_assert_no_error (error);
  return schema;
}

static void
check_sentences (AskSchema *schema, gboolean german)
{
  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *words = ask_explain_sql (schema, sentences[i].sql, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (words, ==, german ? sentences[i].german : sentences[i].english);
    }
}

static void
begin_german (void)
{
  g_setenv ("LANGUAGE", "de", TRUE);
  bindtextdomain (GETTEXT_PACKAGE, catalogue);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}

static void
test_english (void)
{
  g_autoptr (StoreShop) shop = NULL;
  g_autoptr (AskSchema) schema = open_schema (shop_sql, &shop);

  check_sentences (schema, FALSE);
}

static void
test_german (void)
{
  AskTestLocale locale;

  if (ask_test_locale_set_german (&locale))
    {
      g_autoptr (StoreShop) shop = NULL;
      g_autoptr (AskSchema) schema = open_schema (shop_sql, &shop);

      begin_german ();
      check_sentences (schema, TRUE);
      g_unsetenv ("LANGUAGE");
    }
  ask_test_locale_unset (&locale);
}

/* What a steward wrote is used: units, metrics, what is calculated. */
static void
test_meanings (void)
{
  g_autoptr (StoreShop) shop = NULL;
  g_autoptr (AskSchema) schema = open_schema (shop_sql, &shop);
  g_autoptr (AskSchema) draft = ask_schema_fork (schema);
  AskEntity *shipment = ask_schema_own_entity (draft, ask_schema_find_entity (draft, "shipment")->id);
  g_autofree char *unit = NULL;
  g_autofree char *metric = NULL;
  g_autofree char *broken = NULL;
  g_autoptr (GError) error = NULL;

  ask_entity_find_attribute (shipment, "weight")->unit = g_strdup ("kg");
  ask_entity_add_metric (shipment, "revenue", "sum(price)");
  unit = ask_explain_sql (draft, "SELECT id FROM shipment WHERE weight > 5", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (unit, ==, "Shown: id. From: shipment. Only where: weight above 5 kg.");
  metric = ask_explain_sql (draft, "SELECT state, revenue FROM shipment GROUP BY state HAVING revenue > 9", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (metric, ==,
                   "Shown: state, revenue. From: shipment. For each: state. Only groups where: revenue above 9.");
  broken = ask_explain_sql (draft, "SELECT nothing FROM shipment", &error);
  g_assert_null (broken);
  g_assert_nonnull (error);
}

/* ---- all that is said */

typedef struct
{
  const char *sql;
  const char *words;
} Said;

static void
assert_says (const Said *said, const char *text)
{
  g_autofree char *line = ask_text_to_line (text);
  g_autofree char *doubled = NULL;
  g_auto (GStrv) parts = g_strsplit (line, "'", -1);

  /* What is shown as SQL has its quotes doubled. */
  doubled = g_strjoinv ("''", parts);
  if (strstr (said->words, line) == NULL && strstr (said->words, doubled) == NULL)
    g_error ("“%s” is not in what is said of\n%s\n%s", line, said->sql, said->words);
}

static gboolean
is_day (const char *text)
{
  return strlen (text) >= 10 && text[4] == '-' && text[7] == '-' && strspn (text, "0123456789-") >= 10;
}

static void
check_value (const Said *said, const AskSqlExpr *expr, gboolean pattern)
{
  g_autofree char *text = NULL;
  g_autofree char *piece = NULL;
  gsize length;

  if (expr == NULL || expr->kind != ASK_EXPR_LITERAL || expr->value.kind == ASK_VALUE_NULL
      || expr->value.kind == ASK_VALUE_BLOB)
    return;
  text = expr->value.kind != ASK_VALUE_TEXT && expr->literal != NULL ? g_strdup (expr->literal)
                                                                     : ask_value_to_text (&expr->value);
  length = strlen (text);
  if (pattern)
    {
      gboolean begins = text[0] == '%';

      piece = g_strndup (text + begins, length > 0 && text[length - 1] == '%' && length > 1 ? length - begins - 1
                                                                                           : length - begins);
    }
  else
    piece = is_day (text) ? g_strndup (text, 4) : g_strdup (text);
  if (strchr (piece, '%') == NULL)
    assert_says (said, piece);
}

/* A month or a weekday is said by its name. */
static gboolean
is_function (const AskSqlExpr *expr)
{
  return expr != NULL && (expr->kind == ASK_EXPR_FUNCTION || expr->kind == ASK_EXPR_CAST);
}

static gboolean
check_expr (AskSqlExpr *expr, gpointer data)
{
  const Said *said = data;

  if (expr->kind == ASK_EXPR_BINARY && expr->op >= ASK_OP_EQUAL && expr->op <= ASK_OP_GREATER_EQUAL)
    {
      if (!is_function (expr->left))
        check_value (said, expr->right, FALSE);
      if (!is_function (expr->right))
        check_value (said, expr->left, FALSE);
    }
  if (expr->kind == ASK_EXPR_BETWEEN || expr->kind == ASK_EXPR_IN_LIST)
    for (guint i = 0; i < expr->list.n; i++)
      check_value (said, expr->list.items[i], FALSE);
  if (expr->kind == ASK_EXPR_LIKE)
    check_value (said, expr->right, TRUE);
  return TRUE;
}

static gboolean
check_select (AskSqlSelect *select, gpointer data)
{
  AskSqlVisit visit = { .expr = check_expr, .user_data = data };

  for (guint i = 0; i < select->n_cores; i++)
    {
      if (select->cores[i]->where != NULL)
        ask_sql_walk_expr (select->cores[i]->where, &visit);
      if (select->cores[i]->having != NULL)
        ask_sql_walk_expr (select->cores[i]->having, &visit);
    }
  return TRUE;
}

static gboolean
check_from (AskSqlFrom *from, gpointer data)
{
  const Said *said = data;

  if (from->catalog_table != NULL)
    {
      g_autofree char *words = ask_text_to_words (from->catalog_table->name);

      if (strstr (said->words, words) == NULL)
        assert_says (said, from->catalog_table->name);
    }
  return TRUE;
}

/* Returns: whether @sql stands, and so was looked at */
static gboolean
check_query (AskSchemaReader *reader, AskSchema *schema, const char *sql)
{
  g_autoptr (AskSqlTree) tree = ask_schema_reader_parse (reader, sql, NULL);
  g_autofree char *words = NULL;
  Said said = { sql, NULL };
  AskSqlVisit visit = { .from = check_from, .select = check_select, .user_data = &said };

  if (tree == NULL)
    return FALSE;
  words = ask_explain_tree (tree, schema);
  said.words = words;
  g_assert_cmpuint (strlen (words), >, 8);
  g_assert_true (g_utf8_validate (words, -1, NULL));
  g_assert_null (strstr (words, "(null)"));
  ask_sql_walk_select (tree->select, &visit);
  return TRUE;
}

static void
check_drawn (void)
{
  g_autofree char *tables = engine_queries_make_tables ();
  g_autoptr (StoreShop) shop = NULL;
  g_autoptr (AskSchema) schema = open_schema (tables, &shop);
  g_autoptr (AskSchemaReader) reader = ask_schema_reader_new (schema);
  guint n = g_test_thorough () ? 20000 : 1500;
  guint n_said = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *sql = i % 2 == 0 ? engine_queries_random () : engine_queries_random_form ();

      /* A few name a temporary table. */
      n_said += check_query (reader, schema, sql);
    }
  g_test_message ("%u of %u drawn queries", n_said, n);
  g_assert_cmpuint (n_said, >, n * 9 / 10);
}

/* ---- Spider's queries */

static const char *
get_member (JsonArray *names, guint i, gint64 *table)
{
  JsonArray *pair = json_array_get_array_element (names, i);

  *table = json_array_get_int_element (pair, 0);
  return json_array_get_string_element (pair, 1);
}

static AskEntity *
get_entity (AskSchema *schema, JsonArray *names, guint i, const char **attribute)
{
  gint64 table;

  *attribute = get_member (names, i, &table);
  return schema->entities->pdata[table];
}

static AskSchema *
read_schema (JsonObject *database)
{
  AskSchema *schema = ask_schema_new ();
  JsonArray *tables = json_object_get_array_member (database, "table_names_original");
  JsonArray *names = json_object_get_array_member (database, "column_names_original");
  JsonArray *keys = json_object_get_array_member (database, "foreign_keys");
  const char *attribute;
  const char *target;

  for (guint i = 0; i < json_array_get_length (tables); i++)
    {
      const char *name = json_array_get_string_element (tables, i);
      AskEntity *entity = ask_entity_new (name, "spider", name, ASK_ENTITY_TABLE);

      entity->id = g_strdup (name);
      g_ptr_array_add (schema->entities, entity);
    }
  for (guint i = 1; i < json_array_get_length (names); i++)
    {
      AskEntity *entity = get_entity (schema, names, i, &attribute);

      ask_entity_add_attribute (entity, attribute, attribute, ASK_TYPE_TEXT);
    }
  for (guint i = 0; i < json_array_get_length (keys); i++)
    {
      JsonArray *key = json_array_get_array_element (keys, i);
      AskEntity *from = get_entity (schema, names, (guint) json_array_get_int_element (key, 0), &attribute);
      AskEntity *to = get_entity (schema, names, (guint) json_array_get_int_element (key, 1), &target);

      ask_schema_add_relationship (schema, from->name, attribute, to->name, target);
    }
  return schema;
}

/* (nullable): %NULL where Spider is not here */
static JsonParser *
load (const char *name)
{
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");
  g_autofree char *path = g_build_filename (root != NULL ? root : ".", "..", "shared", "data", "spider", name, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();

  return json_parser_load_from_file (parser, path, NULL) ? g_steal_pointer (&parser) : NULL;
}

static void
check_spider (JsonArray *databases, JsonArray *questions)
{
  guint step = g_test_thorough () ? 1 : 5;
  guint n = 0;
  guint n_said = 0;

  for (guint d = 0; d < json_array_get_length (databases); d++)
    {
      JsonObject *database = json_array_get_object_element (databases, d);
      const char *name = json_object_get_string_member (database, "db_id");
      g_autoptr (AskSchema) schema = read_schema (database);
      g_autoptr (AskSchemaReader) reader = ask_schema_reader_new (schema);

      for (guint i = 0; i < json_array_get_length (questions); i += step)
        {
          JsonObject *question = json_array_get_object_element (questions, i);

          if (strcmp (json_object_get_string_member (question, "db_id"), name) != 0)
            continue;
          n++;
          n_said += check_query (reader, schema, json_object_get_string_member (question, "query"));
        }
    }
  g_test_message ("%u of %u queries", n_said, n);
  g_assert_cmpuint (n_said, >, n * 9 / 10);
}

static void
check_all (void)
{
  g_autoptr (JsonParser) databases = load ("tables.json");
  g_autoptr (JsonParser) questions = load ("train.json");

  check_drawn ();
  if (databases != NULL && questions != NULL)
    check_spider (json_node_get_array (json_parser_get_root (databases)),
                  json_node_get_array (json_parser_get_root (questions)));
}

static void
test_all_english (void)
{
  check_all ();
}

static void
test_all_german (void)
{
  AskTestLocale locale;

  if (ask_test_locale_set_german (&locale))
    {
      begin_german ();
      check_all ();
      g_unsetenv ("LANGUAGE");
    }
  ask_test_locale_unset (&locale);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  catalogue = argv[1];
  g_test_add_func ("/understand/explain/english-sentences-say-what-a-query-does", test_english);
  g_test_add_func ("/understand/explain/german-sentences-say-the-same", test_german);
  g_test_add_func ("/understand/explain/units-and-metrics-are-said", test_meanings);
  g_test_add_func ("/understand/explain/all-tables-and-values-are-said/english", test_all_english);
  g_test_add_func ("/understand/explain/all-tables-and-values-are-said/german", test_all_german);
  return g_test_run ();
}
