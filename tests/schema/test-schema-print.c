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

static void
assert_lines (const char *text, const char *const *lines)
{
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line = g_strdup_printf ("\n%s\n", lines[i]);

      if (strstr (text, line) == NULL)
        g_error ("“%s” is no line of\n%s", lines[i], text);
    }
}

/* Names that have no place between Mermaid's quotes, or that are words of it; what DBML refuses is a comment. */
static void
test_words (void)
{
  static const char *const mermaid[]
    = { "  \"a％b'c＼d e\" {",  "    text _PK PK", "    text _uk",       "    text fkey", "    text _Pké",
        "    text _g",         "    text _2024",   "    text Größe_日", "    text wait \"％'＼\"",
        "  \"a％b'c＼d e\" |o--|| \"b\" : \"PK\"", NULL };
  static const char *const dbml[]
    = { "Ref: \"b\".\"x\" > \"a%b'c\\d e\".\"PK\"", "// Ref: \"a%b'c\\d e\".\"PK\" - \"b\".\"x\"",
        "// Ref: \"b\".\"x\" <> \"b\".\"x\"", "// Table \"empty\" has no columns",
        "TableGroup \"s\" {\n  \"a%b'c\\d e\"\n  \"b\"\n}", NULL };
  static const char *const names[] = { "PK", "uk", "fkey", "Pké", "µg", "2024", "Größe 日", "wait" };
  g_autoptr (AskSchema) schema = ask_schema_new ();
  AskEntity *a = ask_schema_add_entity (schema, ask_entity_new ("a%b\"c\\d\ve", "s", "a", ASK_ENTITY_TABLE));
  AskEntity *b = ask_schema_add_entity (schema, ask_entity_new ("b", "s", "b", ASK_ENTITY_TABLE));
  g_autofree char *sql = NULL;
  g_autofree char *of_mermaid = NULL;
  g_autofree char *of_dbml = NULL;

  ask_schema_add_entity (schema, ask_entity_new ("empty", "s", "empty", ASK_ENTITY_TABLE));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ask_entity_add_attribute (a, names[i], names[i], ASK_TYPE_TEXT)->key = i == 0;
  ask_entity_find_attribute (a, "wait")->unit = g_strdup ("%\"\\");
  ask_entity_add_attribute (b, "x", "x", ASK_TYPE_TEXT);
  ask_schema_add_relationship (schema, "b", "x", a->name, "PK");
  ask_schema_add_relationship (schema, a->name, "PK", "b", "x")->cardinality = ASK_CARDINALITY_ONE_TO_ONE;
  ask_schema_add_relationship (schema, "b", "x", "b", "x")->cardinality = ASK_CARDINALITY_MANY_TO_MANY;
  of_mermaid = ask_schema_to_mermaid (schema);
  assert_lines (of_mermaid, mermaid);
  of_dbml = ask_schema_to_dbml (schema);
  assert_lines (of_dbml, dbml);
  sql = ask_schema_to_sql (schema);
  g_assert_null (strstr (sql, "empty"));
}

/* A name that is hidden is no label either. */
static void
test_hidden_label (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  AskRelationship *relationship = schema->relationships->pdata[0];
  g_autofree char *text = NULL;

  g_clear_pointer (&relationship->verb, g_free);
  text = ask_schema_to_mermaid (schema);
  assert_lines (text, (const char *const[]) { "  \"order lines\" }o--|| \"customers\" : \"\"", NULL });
}

/* A value that is fixed for all calls is nobody's to give. */
static void
test_fixed (void)
{
  g_autoptr (AskSchema) schema = make_schema ();
  const AskEntity *stock = ask_schema_find_entity (schema, "stock");
  g_autofree char *sql = NULL;

  g_assert_true (ask_entity_needs (stock, "PLACE"));
  g_assert_false (ask_entity_needs (stock, "amount"));
  g_assert_false (ask_entity_needs (ask_schema_find_entity (schema, "customers"), "id"));
  ((AskParameter *) stock->operation->parameters->pdata[0])->fixed = g_strdup ("north");
  g_assert_false (ask_entity_needs (stock, "place"));
  sql = ask_schema_to_sql (schema);
  g_assert_null (strstr (sql, "required"));
}

/* Every line is one that Mermaid's own lexer takes (erDiagram.jison of 11.17). */
static void
assert_mermaid (const char *text)
{
  static const char name[] = "\"[^\"%\\\\\\p{Cc}]*\"";
  g_autofree char *pattern = g_strdup_printf (
    "^(erDiagram|  %s \\{|    [a-z]+ (?!(?i:PK|FK|UK)(?![A-Za-z0-9_]))[A-Za-z_\\x{c0}-\\x{10ffff}]"
    "[A-Za-z0-9_\\x{c0}-\\x{10ffff}]*( PK)?( \"[^\"]*\")?|  \\}|"
    "  %s (\\}o--\\|\\||\\|o--\\|\\||\\}o--o\\{) %s : %s)$",
    name, name, name, name);
  g_autoptr (GError) error = NULL;
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, &error);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_assert_no_error (error);
  for (char **line = lines; *line != NULL; line++)
    if (**line != '\0' && !g_regex_match (regex, *line, 0, NULL))
      g_error ("Mermaid does not take: %s", *line);
}

/* No two references of DBML have the same ends. */
static void
assert_dbml_references (const char *text)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    {
      g_auto (GStrv) ends = NULL;
      g_autofree char *plain = g_str_has_prefix (*line, "Ref: ") ? g_strdup (*line + 5) : NULL;
      char *verb = plain != NULL ? strstr (plain, " // ") : NULL;

      if (plain == NULL)
        continue;
      if (verb != NULL)
        *verb = '\0';
      ends = g_regex_split_simple ("(?<=[\")]) (?:>|-|<>) (?=[\"(])", plain, 0, 0);
      g_assert_cmpuint (g_strv_length (ends), ==, 2);
      g_assert_cmpstr (ends[0], !=, ends[1]);
      g_assert_true (g_hash_table_add (seen, g_strconcat (ends[0], "\n", ends[1], NULL)));
      g_assert_true (g_hash_table_add (seen, g_strconcat (ends[1], "\n", ends[0], NULL)));
    }
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

/* Whatever the names are: SQLite takes the view, Mermaid its lines, DBML closes its quotes, and twice is the same. */
static void
test_random (void)
{
  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (AskSchema) schema = schema_random_new (8);
      g_autofree char *sql = ask_schema_to_sql (schema);
      g_autofree char *dbml = ask_schema_to_dbml (schema);
      g_autofree char *mermaid = ask_schema_to_mermaid (schema);
      g_autofree char *again = NULL;
      g_autoptr (AskSchema) copy = ask_schema_copy (schema);
      sqlite3 *db;
      char *problem = NULL;

      g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
      if (sqlite3_exec (db, sql, NULL, NULL, &problem) != SQLITE_OK)
        g_error ("%s\n%s", problem, sql);
      sqlite3_close (db);
      assert_dbml_closed (dbml);
      assert_dbml_references (dbml);
      assert_mermaid (mermaid);
      again = ask_schema_to_dbml (copy);
      g_assert_cmpstr (again, ==, dbml);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/print/the-schema-prints-as-sql", test_sql);
  g_test_add_func ("/schema/print/the-schema-prints-as-mermaid", test_mermaid);
  g_test_add_func ("/schema/print/the-schema-prints-as-dbml", test_dbml);
  g_test_add_func ("/schema/print/awkward-names-stay-within-their-quotes", test_words);
  g_test_add_func ("/schema/print/a-hidden-name-is-no-label", test_hidden_label);
  g_test_add_func ("/schema/print/a-fixed-value-is-nobody-s-to-give", test_fixed);
  g_test_add_func ("/schema/print/any-names-print-as-valid-text", test_random);
  return g_test_run ();
}
