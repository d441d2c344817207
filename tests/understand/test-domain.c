/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Domains: what names say as words, how entities join, and which values and facts of them the index knows.
 */
#include "config.h"

#include "understand/link/ask-domain.h"

#include <string.h>

#include "store/store-fixture.h"
#include "support/ask-test-kinds.h"

static const char *const shop_sql
    = "CREATE TABLE department (dept_no TEXT PRIMARY KEY, dname TEXT, budget REAL);"
      "CREATE TABLE employee (emp_no INTEGER PRIMARY KEY, fname TEXT, lname TEXT, sex TEXT, dob TEXT, hired INTEGER,"
      "  dept_no TEXT REFERENCES department, manager_id INTEGER REFERENCES employee, paid TEXT, pct TEXT, zip TEXT,"
      "  amount TEXT);"
      "CREATE TABLE customer (id INTEGER PRIMARY KEY, customername TEXT, cityname TEXT);"
      "CREATE TABLE sales_order (number INTEGER PRIMARY KEY, customer_id INTEGER, qty INTEGER, OrderDate TEXT);"
      "CREATE TABLE candidate (candidate_id INTEGER PRIMARY KEY, valid_to TEXT, no_of_votes INTEGER, LName TEXT,"
      "  cName TEXT, seen_yn TEXT);"
      "CREATE TABLE place (Code TEXT PRIMARY KEY, title TEXT);"
      "CREATE TABLE day (day TEXT PRIMARY KEY); CREATE TABLE event (happened TEXT);"
      "INSERT INTO day VALUES ('2024-01-01'), ('2024-01-02'), ('2024-01-03'), ('2024-01-04'), ('2024-01-05');"
      "INSERT INTO event SELECT day FROM day;"
      "CREATE TABLE visit (visit_nr INTEGER, target TEXT, emp_no INTEGER);"
      "INSERT INTO department VALUES ('d1', 'Plaza Museums', 10.5), ('d2', 'Women''s Wear', 99), ('d3', 'Zürich', 3);"
      "INSERT INTO employee VALUES (1, 'Ada', 'Lovelace', 'F', '1815-12-10', 2014, 'd1', NULL, 'Y', '10%', '01234', '12'),"
      " (2, 'Alan', 'Turing', 'M', '1912-06-23', 2015, 'd2', 1, 'N', '7.5%', '99999', ' 7'),"
      " (3, 'Grace', 'Hopper', 'F', '1906-12-09', 2014, 'd2', 1, 'Y', '', '00001', 'x');"
      "INSERT INTO place VALUES ('AAA', 'Alpha'), ('BBB', 'Beta'), ('CCC', 'Gamma'), ('DDD', 'Delta'), ('EEE', 'Eta');"
      "INSERT INTO visit VALUES (1, 'AAA', 1), (2, 'CCC', 1), (3, 'EEE', 2), (4, NULL, 3);";

static AskDomain *
make (StoreShop *shop)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (shop->workspace, &error);
  AskDomain *domain;

  g_assert_no_error (error);
  domain = ask_domain_new (shop->workspace, schema, NULL, &error);
  g_assert_no_error (error);
  return domain;
}

static char *
join (char **words)
{
  return g_strjoinv (" ", words);
}

static void
test_names (void)
{
  static const char *const cases[][3] = {
    { "department", "dept_no", "depart number" },  { "employee", "emp_no", "employe number" },
    { "employee", "fname", "first name" },         { "employee", "lname", "last name" },
    { "employee", "dob", "date birth" },           { "employee", "manager_id", "manag id" },
    { "employee", "pct", "percent" },              { "customer", "customername", "custom name" },
    { "customer", "cityname", "citi name" },       { "sales_order", "qty", "quantiti" },
    { "sales_order", "OrderDate", "order date" },  { "visit", "visit_nr", "visit number" },
    { "department", "dname", "depart name" },      { "department", "budget", "budget" },
    { "candidate", "candidate_id", "candid id" },  { "candidate", "valid_to", "valid to" },
    { "candidate", "no_of_votes", "number vote" }, { "candidate", "LName", "last name" },
    { "candidate", "cName", "candid name" },       { "candidate", "seen_yn", "seen" },
    { "place", "Code", "code" },                   { "sales_order", "customer_id", "custom id" },
  };
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (AskDomain) domain = make (shop);
  int entity;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      int found = ask_domain_find (domain, cases[i][0], cases[i][1]);
      g_autofree char *stems = NULL;

      g_assert_cmpint (found, >=, 0);
      stems = join (ask_domain_attribute (domain, found)->stems);
      g_assert_cmpstr (stems, ==, cases[i][2]);
    }
  entity = ask_domain_find_entity (domain, "SALES_ORDER");
  g_assert_cmpint (entity, >=, 0);
  g_assert_cmpstr (ask_domain_entity (domain, entity)->stems[1], ==, "order");
  g_assert_cmpint (ask_domain_find (domain, "employee", "nothing"), ==, -1);
  g_assert_cmpint (ask_domain_find_entity (domain, "nothing"), ==, -1);
  g_assert_cmpfloat (ask_domain_get_rarity (domain, "budget"), >, ask_domain_get_rarity (domain, "number"));
}

/* "from.attribute>to.attribute cost" of each join, in order */
static char *
show_joins (AskDomain *domain)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < domain->joins->len; i++)
    {
      const AskDomainJoin *join = ask_domain_join (domain, i);
      const AskDomainAttribute *from = ask_domain_attribute (domain, join->from);
      const AskDomainAttribute *to = ask_domain_attribute (domain, join->to);

      g_string_append_printf (text, "%s%s.%s>%s.%s %.1f", i > 0 ? "|" : "",
                              ask_domain_entity (domain, from->entity)->name, from->name,
                              ask_domain_entity (domain, to->entity)->name, to->name, join->cost);
    }
  return g_string_free (text, FALSE);
}

static void
test_joins (void)
{
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (AskDomain) domain = make (shop);
  g_autofree char *joins = show_joins (domain);
  const AskDomainAttribute *manager
      = ask_domain_attribute (domain, ask_domain_find (domain, "employee", "manager_id"));

  g_assert_cmpstr (joins, ==,
                   "employee.dept_no>department.dept_no 1.0|employee.manager_id>employee.emp_no 1.0"
                   "|visit.emp_no>employee.emp_no 1.6|sales_order.customer_id>customer.id 1.4"
                   "|visit.target>place.Code 1.4");
  g_assert_true (manager->foreign);
  g_assert_true (manager->joins);
  g_assert_false (ask_domain_attribute (domain, ask_domain_find (domain, "visit", "emp_no"))->foreign);
}

/* Made by another shop: what is joined by likeness alone. */
static void
check_joins (const char *sql, const char *expected)
{
  g_autoptr (StoreShop) shop = store_shop_new (sql);
  g_autoptr (AskDomain) domain = make (shop);
  g_autofree char *shown = show_joins (domain);

  g_assert_cmpstr (shown, ==, expected);
}

static void
test_joins_by_role (void)
{
  /* Two roles are two ways to join the same entities; one of an entity with itself is one, too. */
  check_joins ("CREATE TABLE station (id INTEGER PRIMARY KEY, name TEXT, parent_station_id INTEGER);"
               "CREATE TABLE trip (id INTEGER PRIMARY KEY, start_station_id INTEGER, end_station_id INTEGER);",
               "station.parent_station_id>station.id 1.5|trip.start_station_id>station.id 1.5"
               "|trip.end_station_id>station.id 1.5");
  /* The longest name is meant. */
  check_joins ("CREATE TABLE station (id INTEGER PRIMARY KEY); CREATE TABLE start_station (id INTEGER PRIMARY KEY);"
               "CREATE TABLE trip (id INTEGER PRIMARY KEY, start_station_id INTEGER);",
               "trip.start_station_id>start_station.id 1.4");
}

static void
test_joins_by_shared_name (void)
{
  /* Only where nothing else joins them. */
  check_joins ("CREATE TABLE trip (id INTEGER PRIMARY KEY, zip_code INTEGER);"
               "CREATE TABLE weather (date TEXT, zip_code INTEGER);",
               "trip.zip_code>weather.zip_code 2.0");
  check_joins ("CREATE TABLE trip (id INTEGER PRIMARY KEY, zip_code INTEGER, shop_no INTEGER REFERENCES shop);"
               "CREATE TABLE shop (shop_no INTEGER PRIMARY KEY, zip_code INTEGER);",
               "trip.shop_no>shop.shop_no 1.0");
  /* What no name says, values may: rooms are the same rooms, and names are not the same people. */
  check_joins ("CREATE TABLE list (LastName TEXT, FirstName TEXT, Classroom INTEGER, PRIMARY KEY (LastName, FirstName));"
               "CREATE TABLE teachers (LastName TEXT, FirstName TEXT, Classroom INTEGER, PRIMARY KEY (LastName, FirstName));"
               "INSERT INTO list VALUES ('CAR', 'MAUDE', 101), ('KRISTENSEN', 'STORMY', 102), ('VANDERWOUDE', 'SHERWOOD', 103);"
               "INSERT INTO teachers VALUES ('MACROSTIE', 'MIN', 101), ('COVIN', 'JEROME', 102), ('MOYER', 'OTHA', 103),"
               " ('NIBLER', 'JERLENE', 104);",
               "list.Classroom>teachers.Classroom 2.0");
}

/* Keys of two databases that are called alike are no join by that: a number is no letter, and 1 to 6 are in any key. */
static void
test_namesakes_elsewhere (void)
{
  g_autoptr (StoreShop) shop = store_shop_new (
      "CREATE TABLE customers (customer_id TEXT PRIMARY KEY); CREATE TABLE staff (staff_id INTEGER PRIMARY KEY);"
      "INSERT INTO customers VALUES ('ALFKI'), ('ANATR'), ('BERGS'), ('BLAUS'), ('BONAP');"
      "INSERT INTO staff VALUES (1), (2), (3), (4), (5), (6);");
  g_autofree char *path = store_fixture_file (shop->fixture, "other.sqlite");
  g_autofree char *joins = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (AskDomain) domain = NULL;
  g_autoptr (GError) error = NULL;

  store_exec (path, "CREATE TABLE customer (customer_id INTEGER PRIMARY KEY);"
                    "CREATE TABLE people (staff_id INTEGER PRIMARY KEY); CREATE TABLE shift (day TEXT, staff_id INTEGER);"
                    "INSERT INTO customer VALUES (1), (2), (3), (4), (5);"
                    "INSERT INTO people VALUES (1), (2), (3), (4), (5), (6);"
                    "INSERT INTO shift VALUES ('2024-01-01', 3);");
  record = ask_workspace_add_source (
      shop->workspace, &(AskNewSource) { .kind = &ask_sqlite_kind, .name = "other", .location = path }, NULL, NULL,
      &error);
  g_assert_no_error (error);
  domain = make (shop);
  joins = show_joins (domain);
  g_test_message ("%s", joins);
  g_assert_null (strstr (joins, "customer_id"));
  g_assert_null (strstr (joins, "people.staff_id>staff.staff_id"));
  g_assert_null (strstr (joins, "staff.staff_id>people.staff_id"));
  g_assert_nonnull (strstr (joins, "shift.staff_id>people.staff_id"));
  /* It leads home, so it does not lead to another source's staff as well. */
  g_assert_null (strstr (joins, "shift.staff_id>staff.staff_id"));
}

static void
test_part_of_key_joins_by_no_name (void)
{
  check_joins ("CREATE TABLE club (Club_ID INTEGER PRIMARY KEY, Name TEXT);"
               "CREATE TABLE coach (Coach_ID INTEGER PRIMARY KEY, Club_ID INTEGER REFERENCES club, Rank INTEGER);"
               "CREATE TABLE match_result (Rank INTEGER, Club_ID INTEGER REFERENCES club, Gold INTEGER,"
               "  PRIMARY KEY (Rank, Club_ID));",
               "coach.Club_ID>club.Club_ID 1.0|match_result.Club_ID>club.Club_ID 1.0|coach.Club_ID>match_result.Club_ID 1.6");
}

/* "entity.attribute=value" of each value, in order; "~" where it is a part */
static char *
show_values (AskDomain *domain, GArray *values)
{
  GString *text = g_string_new (NULL);

  g_assert_nonnull (values);
  for (guint i = 0; i < values->len; i++)
    {
      const AskDomainValue *value = &g_array_index (values, AskDomainValue, i);
      const AskDomainAttribute *attribute = ask_domain_attribute (domain, value->attribute);

      g_string_append_printf (text, "%s%s.%s%s%s", i > 0 ? "|" : "", ask_domain_entity (domain, attribute->entity)->name,
                              attribute->name, value->whole ? "=" : "~", value->value);
    }
  return g_string_free (text, FALSE);
}

static void
test_values (void)
{
  static const char *const cases[][2] = {
    { "plaza museum", "department.dname=Plaza Museums" },
    { "Plaza-Museums!", "department.dname=Plaza Museums" },
    { "plaza", "" },
    { "womens wear", "department.dname=Women's Wear" },
    { "women's wear", "department.dname=Women's Wear" },
    { "ZURICH", "department.dname=Zürich" },
    { "men", "employee.sex=M" },
    { "female", "employee.sex=F" },
    { "yes", "employee.paid=Y" },
    { "false", "employee.paid=N" },
    { "1912-06-23", "employee.dob=1912-06-23" },
    { "1912", "" },
  };
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (AskDomain) domain = make (shop);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *key = ask_domain_value_key (cases[i][0]);
      g_autoptr (GArray) values = ask_domain_find_values (domain, key, &error);
      g_autofree char *shown = NULL;

      g_assert_no_error (error);
      shown = show_values (domain, values);
      g_assert_cmpstr (shown, ==, cases[i][1]);
    }
  g_assert_null (ask_domain_value_key (" -?! "));
  g_assert_null (ask_domain_value_key ("1 2 3 4 5 6 7 8 9"));
}

static void
test_words_of_values (void)
{
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (AskDomain) domain = make (shop);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) plaza = ask_domain_find_word (domain, "plaza", &error);
  g_autoptr (GArray) ada = ask_domain_find_word (domain, "ada", &error);
  g_autoptr (GArray) none = ask_domain_find_word (domain, "d", &error);
  g_autofree char *shown = show_values (domain, plaza);
  g_autofree char *whole = show_values (domain, ada);

  g_assert_no_error (error);
  g_assert_cmpstr (shown, ==, "department.dname~Plaza Museums");
  g_assert_cmpstr (whole, ==, "employee.fname=Ada");
  g_assert_cmpuint (none->len, ==, 0);
}

/* A part of a domain says of itself what the whole says of it. */
static void
test_cut (void)
{
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (AskDomain) domain = make (shop);
  const guint kept[] = { (guint) ask_domain_find_entity (domain, "visit"), (guint) ask_domain_find_entity (domain, "employee") };
  g_autoptr (AskDomain) cut = ask_domain_cut (domain, kept, G_N_ELEMENTS (kept));
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) here = ask_domain_find_values (cut, "men", &error);
  g_autoptr (GArray) elsewhere = ask_domain_find_values (cut, "plaza museum", &error);
  g_autofree char *joins = show_joins (cut);
  g_autofree char *values = show_values (cut, here);

  g_assert_no_error (error);
  g_clear_pointer (&domain, ask_domain_unref);
  g_assert_cmpuint (cut->entities->len, ==, 2);
  g_assert_cmpstr (ask_domain_entity (cut, 0)->name, ==, "employee");
  g_assert_cmpstr (ask_domain_attribute (cut, ask_domain_find (cut, "VISIT", "emp_no"))->name, ==, "emp_no");
  g_assert_cmpuint (ask_domain_attribute (cut, ask_domain_find (cut, "visit", "emp_no"))->entity, ==, 1);
  g_assert_cmpint (ask_domain_find (cut, "department", "dname"), ==, -1);
  g_assert_cmpint (ask_domain_find_entity (cut, "department"), ==, -1);
  g_assert_cmpstr (joins, ==, "employee.manager_id>employee.emp_no 1.0|visit.emp_no>employee.emp_no 1.6");
  g_assert_cmpstr (values, ==, "employee.sex=M");
  g_assert_cmpuint (elsewhere->len, ==, 0);
  g_assert_false (ask_domain_attribute (cut, ask_domain_find (cut, "employee", "dept_no"))->joins);
  g_assert_cmpfloat (ask_domain_get_rarity (cut, "budget"), ==, ask_domain_get_rarity (cut, "nowhere"));
}

static void
test_facts (void)
{
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (AskDomain) domain = make (shop);
  const AskDomainAttribute *hired = ask_domain_attribute (domain, ask_domain_find (domain, "employee", "hired"));
  const AskDomainAttribute *budget = ask_domain_attribute (domain, ask_domain_find (domain, "department", "budget"));
  const AskDomainAttribute *amount = ask_domain_attribute (domain, ask_domain_find (domain, "employee", "amount"));
  g_autoptr (GPtrArray) facts = ask_workspace_load_facts (shop->workspace, "Shop", "employee", NULL);
  const AskValueFacts *pct = NULL;
  const AskValueFacts *numbers = NULL;
  const AskValueFacts *dates = NULL;

  g_assert_cmpint (hired->kind, ==, ASK_DOMAIN_NUMBER);
  g_assert_true (hired->numeric);
  g_assert_cmpfloat (hired->n_distinct, ==, 2);
  g_assert_cmpfloat (hired->least, ==, 2014);
  g_assert_cmpfloat (hired->most, ==, 2015);
  g_assert_cmpfloat (budget->least, ==, 3);
  g_assert_cmpfloat (budget->most, ==, 99);
  g_assert_false (amount->numeric);
  g_assert_cmpint (ask_domain_attribute (domain, ask_domain_find (domain, "employee", "dob"))->kind, ==,
                   ASK_DOMAIN_TIME);
  g_assert_cmpfloat (ask_domain_entity (domain, ask_domain_find_entity (domain, "employee"))->n_rows, ==, 3);
  for (guint i = 0; i < facts->len; i++)
    {
      const AskValueFacts *fact = facts->pdata[i];

      if (strcmp (fact->column, "pct") == 0)
        pct = fact;
      else if (strcmp (fact->column, "amount") == 0)
        numbers = fact;
      else if (strcmp (fact->column, "dob") == 0)
        dates = fact;
    }
  g_assert_nonnull (pct);
  g_assert_cmpint (pct->n_percents, ==, 2);
  g_assert_cmpint (pct->n_empty, ==, 1);
  g_assert_cmpint (pct->n_rows, ==, 3);
  g_assert_nonnull (numbers);
  g_assert_cmpint (numbers->n_texts, ==, 3);
  g_assert_cmpint (numbers->n_text_numbers, ==, 2);
  g_assert_cmpint (numbers->n_blanks, ==, 1);
  g_assert_nonnull (dates);
  g_assert_cmpint (dates->n_dates, ==, 3);
}

static void
test_numbers (void)
{
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (AskDomain) domain = make (shop);
  int hired = ask_domain_find (domain, "employee", "hired");
  int budget = ask_domain_find (domain, "department", "budget");

  g_assert_true (ask_domain_has_number (domain, hired, 2014));
  g_assert_false (ask_domain_has_number (domain, hired, 2014.5));
  g_assert_false (ask_domain_has_number (domain, hired, 1999));
  g_assert_true (ask_domain_has_number (domain, budget, 10.5));
  g_assert_true (ask_domain_has_number (domain, ask_domain_find (domain, "employee", "amount"), 12));
}

static void
test_hidden (void)
{
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) loaded = ask_workspace_load_schema (shop->workspace, &error);
  g_autoptr (AskSchema) schema = ask_schema_copy (loaded);
  g_autoptr (AskDomain) domain = NULL;
  g_autoptr (GArray) values = NULL;
  g_autoptr (GArray) words = NULL;

  ask_schema_find_entity (schema, "visit")->hidden = TRUE;
  ask_entity_find_attribute (ask_schema_find_entity (schema, "employee"), "zip")->hidden = TRUE;
  ask_entity_find_attribute (ask_schema_find_entity (schema, "employee"), "lname")->sensitive = TRUE;
  ask_entity_find_attribute (ask_schema_find_entity (schema, "employee"), "hired")->sensitive = TRUE;
  domain = ask_domain_new (shop->workspace, schema, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ask_domain_find_entity (domain, "visit"), ==, -1);
  g_assert_cmpint (ask_domain_find (domain, "employee", "zip"), ==, -1);
  g_assert_cmpint (ask_domain_find (domain, "employee", "lname"), >=, 0);
  values = ask_domain_find_values (domain, "ture", &error);
  words = ask_domain_find_word (domain, "ture", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (values->len, ==, 0);
  g_assert_cmpuint (words->len, ==, 0);
  g_assert_false (ask_domain_has_number (domain, ask_domain_find (domain, "employee", "hired"), 2014));
}

/* What stands in a file is found again, whatever it is, and however it is typed. */
static void
test_found_again (void)
{
  static const char *const pieces[]
      = { "Lyon", "saint", "ÉTIENNE", "O'Brien", "2024", "C3PO", "new", "Straße", "museums", "x", "Women's" };
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE t (name TEXT);");
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (StoreShop) shop = NULL;
  g_autoptr (AskDomain) domain = NULL;

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      /* No more than eight words: more are no value of a question. */
      guint n = (guint) g_test_rand_int_range (1, 3);

      for (guint w = 0; w < n; w++)
        g_string_append_printf (text, "%s%s", w > 0 ? (g_test_rand_bit () ? " " : "-") : "",
                                pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      g_ptr_array_add (texts, g_strdup (text->str));
      g_string_replace (text, "'", "''", 0);
      g_string_append_printf (sql, "INSERT INTO t VALUES ('%s');", text->str);
    }
  shop = store_shop_new (sql->str);
  domain = make (shop);
  for (guint i = 0; i < texts->len; i++)
    {
      g_autofree char *upper = g_utf8_strup (texts->pdata[i], -1);
      g_autofree char *key = ask_domain_value_key (upper);
      g_autoptr (GArray) values = ask_domain_find_values (domain, key, NULL);
      gboolean found = FALSE;

      for (guint v = 0; v < values->len && !found; v++)
        found = strcmp (g_array_index (values, AskDomainValue, v).value, texts->pdata[i]) == 0;
      if (!found)
        g_test_message ("%s by %s", (char *) texts->pdata[i], key);
      g_assert_true (found);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/domain/names-are-split-and-written-out", test_names);
  g_test_add_func ("/domain/joins-are-declared-or-likely", test_joins);
  g_test_add_func ("/domain/columns-named-for-a-role-join", test_joins_by_role);
  g_test_add_func ("/domain/shared-names-join-where-nothing-else-does", test_joins_by_shared_name);
  g_test_add_func ("/domain/keys-called-alike-elsewhere-join-nothing", test_namesakes_elsewhere);
  g_test_add_func ("/domain/a-part-of-a-key-joins-by-no-name", test_part_of_key_joins_by_no_name);
  g_test_add_func ("/domain/a-cut-keeps-what-belongs-to-its-entities", test_cut);
  g_test_add_func ("/domain/values-are-found-by-stems", test_values);
  g_test_add_func ("/domain/words-find-the-values-that-they-are-in", test_words_of_values);
  g_test_add_func ("/domain/facts-are-those-of-the-data", test_facts);
  g_test_add_func ("/domain/numbers-are-found", test_numbers);
  g_test_add_func ("/domain/hidden-is-left-out-and-sensitive-has-no-values", test_hidden);
  g_test_add_func ("/domain/what-stands-there-is-found-again", test_found_again);
  return g_test_run ();
}
