/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows as few words ask for them: "urgent tickets of Blue Harbor", "latest 2 tickets", "who has no boss"; what goes on and
 * what is over; the most of something; revenue where there is only an amount.
 */
#include "understand-shop.h"

#include "understand/interpret/ask-draft-private.h"
#include "understand/interpret/ask-rows-private.h"

static const char desk_sql[]
  = "CREATE TABLE staff (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, team TEXT, hired DATE, salary NUMERIC,"
    "  boss_id INTEGER REFERENCES staff);"
    "CREATE TABLE accounts (id INTEGER PRIMARY KEY, company TEXT NOT NULL, country TEXT, industry TEXT, employees INTEGER,"
    "  signed_up DATE, account_manager_id INTEGER REFERENCES staff);"
    "CREATE TABLE invoices (id INTEGER PRIMARY KEY, account_id INTEGER REFERENCES accounts, issued_on DATE, due_on DATE,"
    "  amount NUMERIC, status TEXT, paid_on DATE);"
    "CREATE TABLE plans (id INTEGER PRIMARY KEY, name TEXT, monthly_price NUMERIC);"
    "CREATE TABLE subscriptions (id INTEGER PRIMARY KEY, account_id INTEGER REFERENCES accounts, plan_id INTEGER"
    "  REFERENCES plans, seats INTEGER, started_on DATE, cancelled_on DATE);"
    "CREATE TABLE tickets (id INTEGER PRIMARY KEY, account_id INTEGER REFERENCES accounts, opened_at TIMESTAMP, closed_at"
    "  TIMESTAMP, priority TEXT, subject TEXT, assignee_id INTEGER REFERENCES staff, signed_by TEXT, satisfaction INTEGER);"
    "CREATE TABLE calls (id INTEGER PRIMARY KEY, staff_id INTEGER REFERENCES staff, duration_min INTEGER, cost NUMERIC);"
    "INSERT INTO calls VALUES (1, 2, 5, 1.5), (2, 2, 25, 7), (3, 3, 40, 11), (4, 3, 3, 1);"
    "CREATE TABLE animals (id INTEGER PRIMARY KEY, name TEXT, species TEXT, birth_date DATE, keeper_town TEXT, price NUMERIC);"
    "INSERT INTO animals VALUES (1, 'Rex', 'Dog', '2015-02-03', 'Lyon', 300), (2, 'Fido', 'Dog', '2021-03-04', 'Nice', 500), (3,"
    "  'Tom', 'Cat', '2018-04-05', 'Lyon', 90), (4, 'Mia', 'Cat', '2022-05-06', 'Paris', 120);"
    "CREATE TABLE projects (id INTEGER PRIMARY KEY, title TEXT, kickoff DATE, completed_on DATE);"
    "INSERT INTO projects VALUES (1, 'Website', '2022-03-04', '2023-04-05'), (2, 'Audit', '2023-02-01', NULL);"
    "CREATE TABLE alarms (id INTEGER PRIMARY KEY, raised_on DATE, priority TEXT, site INTEGER);"
    "INSERT INTO alarms VALUES (1, '2025-03-04', 'high', 4), (2, '2025-04-05', 'low', 4), (3, '2025-05-06', 'high', 9);"
    "CREATE TABLE rooms (id INTEGER PRIMARY KEY, label TEXT, active INTEGER);"
    "INSERT INTO staff VALUES (1, 'Ada Brook', 'Management', '2012-02-01', 90000, NULL), (2, 'Ben Carver', 'Support',"
    "  '2015-05-01', 51000, 1), (3, 'Cleo Dunn', 'Support', '2019-06-01', 47000, 2), (4, 'Dario Elm', 'Sales', '2020-07-01',"
    "  58000, 1);"
    "INSERT INTO accounts VALUES (1, 'Blue Harbor Ltd', 'France', 'Retail', 120, '2021-03-01', 4), (2, 'Grand Peak Ltd',"
    "  'Germany', 'Healthcare', 700, '2022-04-01', NULL), (3, 'Solid Field GmbH', 'France', 'Healthcare', 40, '2020-01-15', 4);"
    "INSERT INTO invoices VALUES (1, 1, '2025-03-03', '2025-04-02', 1200, 'paid', '2025-03-20'), (2, 1, '2025-05-05',"
    "  '2025-06-04', 300, 'open', NULL), (3, 2, '2024-06-06', '2024-07-06', 2500, 'open', NULL), (4, 3, '2025-03-09',"
    "  '2025-04-08', 80, 'void', NULL);"
    "INSERT INTO plans VALUES (1, 'Free', 0), (2, 'Team', 99), (3, 'Business', 249);"
    "INSERT INTO subscriptions VALUES (1, 1, 2, 10, '2021-03-01', NULL), (2, 1, 2, 5, '2021-09-01', '2023-02-02'), (3, 2, 1, 1,"
    "  '2022-04-01', NULL);"
    "INSERT INTO tickets VALUES (1, 1, '2025-01-01 08:00:00', '2025-01-02 09:00:00', 'high', 'Login fails', 2, 'Ada', 4), (2, 1,"
    "  '2025-02-01 08:00:00', NULL, 'urgent', 'Export is slow', 3, NULL, NULL), (3, 2, '2025-03-01 08:00:00', NULL, 'low',"
    "  'Login fails again', NULL, NULL, 2), (4, 2, '2024-03-01 08:00:00', '2024-03-05 10:00:00', 'high', 'Invoice is wrong', 2,"
    "  'Bo', 5);"
    "INSERT INTO rooms VALUES (1, 'North', 1), (2, 'South', 0), (3, 'West', 1);";

static const UnderstandCase some[] = {
  { "high priority alarms", "SELECT * FROM alarms WHERE priority = 'high'" },
  /* A value in the place of what is asked for. */
  { "dogs", "SELECT name FROM animals WHERE species = 'Dog'" },
  { "dogs under 400 euros", "SELECT name FROM animals WHERE species = 'Dog' AND price < 400" },
  { "oldest dog", "SELECT name FROM animals WHERE species = 'Dog' ORDER BY birth_date LIMIT 1" },
  { "2 youngest animals", "SELECT name FROM animals ORDER BY birth_date DESC LIMIT 2" },
  { "animals born before 2018", "SELECT name FROM animals WHERE birth_date < '2018-01-01'" },
  { "animals kept in Lyon or Nice", "SELECT name FROM animals WHERE keeper_town = 'Lyon' OR keeper_town = 'Nice'" },
  { "most expensive animal", "SELECT name FROM animals ORDER BY price DESC LIMIT 1" },
  { "invoices with an amount of at least 1200", "SELECT * FROM invoices WHERE amount >= 1200" },
  { "tickets opened since February 2025", "SELECT * FROM tickets WHERE opened_at >= '2025-02-01'" },
  { "tickets opened until 2024", "SELECT * FROM tickets WHERE opened_at < '2025-01-01'" },
  { "invoices of Solid Field GmbH in 2025", "WHERE T2.company = 'Solid Field GmbH' AND T1.issued_on >= '2025-01-01' AND T1.issued_on < '2026-01-01'" },
  { "how many accounts are in France", "SELECT count(*) FROM accounts WHERE country = 'France'" },
  { "earliest invoice", "SELECT * FROM invoices ORDER BY issued_on LIMIT 1" },
  /* What is said of days is said of rows, and not of their number. */
  { "tickets opened on Saturdays", "SELECT * FROM tickets WHERE (CAST(strftime('%w', opened_at) AS INTEGER) + 6) % 7 + 1 = 6" },
  { "calls longer than 20 minutes", "SELECT * FROM calls WHERE duration_min > 20" },
  { "calls of less than 10 minutes", "SELECT * FROM calls WHERE duration_min < 10" },
  { "urgent tickets",
    "SELECT * FROM tickets WHERE priority = 'urgent'" },
  { "urgent tickets of Blue Harbor Ltd",
    "FROM tickets AS T1 JOIN accounts AS T2 ON T1.account_id = T2.id WHERE T1.priority = 'urgent' AND T2.company = 'Blue Harbor Ltd'" },
  { "high or urgent tickets",
    "SELECT * FROM tickets WHERE priority = 'high' OR priority = 'urgent'" },
  { "latest 2 tickets",
    "SELECT * FROM tickets ORDER BY opened_at DESC LIMIT 2" },
  { "2 newest tickets",
    "SELECT * FROM tickets ORDER BY opened_at DESC LIMIT 2" },
  { "oldest account",
    "SELECT * FROM accounts ORDER BY signed_up LIMIT 1" },
  { "largest invoice",
    "SELECT * FROM invoices ORDER BY amount DESC LIMIT 1" },
  { "biggest invoices",
    "SELECT * FROM invoices ORDER BY amount DESC" },
  { "most expensive plan",
    "SELECT name FROM plans ORDER BY monthly_price DESC LIMIT 1" },
  { "invoices over 1000 euros",
    "SELECT * FROM invoices WHERE amount > 1000" },
  { "tickets with satisfaction below 3",
    "SELECT * FROM tickets WHERE satisfaction < 3" },
  { "accounts with more than 100 employees",
    "SELECT * FROM accounts WHERE employees > 100" },
  { "staff earning more than 50000",
    "SELECT full_name FROM staff WHERE salary > 50000" },
  { "invoices issued in March 2025",
    "SELECT * FROM invoices WHERE issued_on >= '2025-03-01' AND issued_on < '2025-04-01'" },
  { "staff hired after 2018",
    "SELECT full_name FROM staff WHERE hired >= '2019-01-01'" },
  { "employees hired after 2018",
    "SELECT full_name FROM staff WHERE hired >= '2019-01-01'" },
  { "tickets about login",
    "SELECT * FROM tickets WHERE subject LIKE '%login%'" },
  { "tickets assigned to Cleo Dunn",
    "FROM tickets AS T1 JOIN staff AS T2 ON T1.assignee_id = T2.id WHERE T2.full_name = 'Cleo Dunn'" },
  { "which accounts does Dario Elm manage",
    "FROM accounts AS T1 JOIN staff AS T2 ON T1.account_manager_id = T2.id WHERE T2.full_name = 'Dario Elm'" },
  { "healthcare companies in France",
    "SELECT company FROM accounts WHERE industry = 'Healthcare' AND country = 'France'" },
  { "who works in Support",
    "SELECT full_name FROM staff WHERE team = 'Support'" },
  { "support staff",
    "SELECT full_name FROM staff WHERE team = 'Support'" },
};

/* What goes on, what is over, what lacks. */
static const UnderstandCase states[] = {
  { "how many high or urgent tickets are open",
    "SELECT count(*) FROM tickets WHERE (priority = 'high' OR priority = 'urgent') AND closed_at IS NULL" },
  { "unpaid invoices over 200 euros",
    "SELECT * FROM invoices WHERE amount > 200 AND paid_on IS NULL" },
  { "who has no boss",
    "SELECT full_name FROM staff WHERE boss_id IS NULL" },
  { "open tickets",
    "SELECT * FROM tickets WHERE closed_at IS NULL" },
  { "how many tickets are still open",
    "SELECT count(*) FROM tickets WHERE closed_at IS NULL" },
  { "closed tickets",
    "SELECT * FROM tickets WHERE closed_at IS NOT NULL" },
  { "resolved tickets",
    "SELECT * FROM tickets WHERE closed_at IS NOT NULL" },
  { "unassigned tickets",
    "SELECT * FROM tickets WHERE assignee_id IS NULL" },
  { "unsigned tickets",
    "SELECT * FROM tickets WHERE (signed_by IS NULL OR signed_by = '')" },
  { "active subscriptions",
    "SELECT * FROM subscriptions WHERE cancelled_on IS NULL" },
  { "how many active subscriptions are there",
    "SELECT count(*) FROM subscriptions WHERE cancelled_on IS NULL" },
  { "inactive rooms",
    "SELECT label FROM rooms WHERE active = 0" },
  { "active rooms",
    "SELECT label FROM rooms WHERE active != 0" },
  { "open invoices",
    "SELECT * FROM invoices WHERE status = 'open'" },
  { "plans nobody subscribed to",
    "SELECT name FROM plans WHERE id NOT IN (SELECT plan_id FROM subscriptions WHERE plan_id IS NOT NULL)" },
};

/* The most of something, and figures of it. */
static const UnderstandCase most[] = {
  { "new accounts per year",
    "SELECT strftime('%Y', signed_up) AS year, count(*) FROM accounts GROUP BY strftime('%Y', signed_up) ORDER BY strftime('%Y', signed_up)" },
  { "who closed the most tickets",
    "SELECT T1.full_name FROM staff AS T1 JOIN tickets AS T2 ON T2.assignee_id = T1.id GROUP BY T1.id ORDER BY count(*) DESC LIMIT 1" },
  { "who has the most tickets",
    "SELECT T1.full_name FROM staff AS T1 JOIN tickets AS T2 ON T2.assignee_id = T1.id GROUP BY T1.id ORDER BY count(*) DESC LIMIT 1" },
  { "staff by number of tickets",
    "SELECT T1.full_name, count(*) FROM staff AS T1 JOIN tickets AS T2 ON T2.assignee_id = T1.id GROUP BY T1.id ORDER BY count(*) DESC" },
  { "revenue by country",
    "SELECT T1.country, sum(T2.amount) AS revenue FROM accounts AS T1 JOIN invoices AS T2 ON T2.account_id = T1.id GROUP BY T1.country" },
  { "monthly revenue in 2025",
    "SELECT strftime('%Y-%m', issued_on) AS month, sum(amount) AS revenue FROM invoices WHERE issued_on >= '2025-01-01' AND issued_on < '2026-01-01' GROUP BY strftime('%Y-%m', issued_on) ORDER BY strftime('%Y-%m', issued_on)" },
  { "top 2 companies by invoice amount",
    "SELECT T1.company, sum(T2.amount) FROM accounts AS T1 JOIN invoices AS T2 ON T2.account_id = T1.id GROUP BY T1.id ORDER BY sum(T2.amount) DESC LIMIT 2" },
};

static const UnderstandCase german[] = {
  { "alle dringenden Tickets", "SELECT * FROM tickets WHERE priority = 'urgent'" },
  { "Projekte, die 2023 abgeschlossen wurden",
    "SELECT title FROM projects WHERE completed_on >= '2023-01-01' AND completed_on < '2024-01-01'" },
  { "offene Tickets",
    "SELECT * FROM tickets WHERE closed_at IS NULL" },
  { "die 2 neuesten Tickets",
    "SELECT * FROM tickets ORDER BY opened_at DESC LIMIT 2" },
  { "Rechnungen über 1000 Euro",
    "SELECT * FROM invoices WHERE amount > 1000" },
  { "wie viele Tickets sind noch offen",
    "SELECT count(*) FROM tickets WHERE closed_at IS NULL" },
};

static void
test_rows (void)
{
  understand_check_readings (desk_sql, some, G_N_ELEMENTS (some));
}

static void
test_states (void)
{
  understand_check_readings (desk_sql, states, G_N_ELEMENTS (states));
}

static void
test_most (void)
{
  understand_check_readings (desk_sql, most, G_N_ELEMENTS (most));
}

static void
test_german (void)
{
  understand_check_readings (desk_sql, german, G_N_ELEMENTS (german));
}

/* A word that is not understood may change everything. */
static void
test_left_over (void)
{
  static const char *const questions[]
    = { "groovy tickets", "urgent tickets not of Blue Harbor Ltd", "latest 2 groovy tickets", "tickets of nobody",
        "tickets of Blue Harbor Ltd by priority", "urgent tickets with priority low", "5 tickets", "largest staff member of all",
        "ticket" };
  UnderstandShop shop;

  understand_shop_open (&shop, desk_sql);
  understand_shop_make_domain (&shop);
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (AskQuestion) question = understand_shop_ask (&shop, questions[i]);
      gboolean sure;
      g_autoptr (AskDraft) draft = ask_rows_read (question, ASK_ROWS_SOME, &sure);

      if (draft != NULL)
        g_error ("%s: %s", questions[i], ask_draft_to_sql (draft, shop.domain, 0));
    }
  understand_shop_close (&shop);
}

/* All that is known of rows is said by their name, also beside what they belong to. */
static void
test_words (void)
{
  UnderstandReader reader;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskInterpretation) found = NULL;

  understand_reader_open (&reader, desk_sql);
  found = ask_interpreter_read (reader.interpreter, "open tickets of Blue Harbor Ltd", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (((const AskQuestionReading *) found->readings->pdata[0])->words, ==,
                   "Shown: tickets. Only where: company is Blue Harbor Ltd and closed at is empty.");
  understand_reader_close (&reader);
}

/* Values with OR between them stand in parentheses beside other conditions, and are read back as they were. */
static void
test_choice (void)
{
  static const struct
  {
    const char *sql;
    gboolean said;
  } queries[] = {
    { "SELECT count(*) FROM tickets WHERE (priority = 'high' OR priority = 'urgent') AND closed_at IS NULL", TRUE },
    { "SELECT count(*) FROM tickets WHERE closed_at IS NULL AND (priority = 'high' OR priority = 'urgent')", TRUE },
    { "SELECT count(*) FROM tickets WHERE priority = 'high' OR priority = 'urgent'", TRUE },
    { "SELECT count(*) FROM tickets WHERE priority = 'high' OR satisfaction = 1", TRUE },
    /* AND binds first here: a list would be written as another query. */
    { "SELECT count(*) FROM tickets WHERE closed_at IS NULL AND priority = 'high' OR priority = 'urgent'", FALSE },
    { "SELECT count(*) FROM tickets WHERE (priority = 'high' OR satisfaction = 1) AND closed_at IS NULL", FALSE },
  };
  UnderstandShop shop;

  understand_shop_open (&shop, desk_sql);
  understand_shop_make_domain (&shop);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSqlTree) tree = ask_sql_parse (queries[i].sql, -1, &error);
      g_autoptr (AskDraft) draft = NULL;
      g_autofree char *sql = NULL;

      g_assert_no_error (error);
      draft = ask_draft_from_tree (shop.domain, tree, NULL);
      g_assert_cmpint (draft != NULL, ==, queries[i].said);
      sql = draft != NULL ? ask_draft_to_sql (draft, shop.domain, 0) : NULL;
      if (queries[i].said)
        g_assert_cmpstr (sql, ==, queries[i].sql);
    }
  understand_shop_close (&shop);
}

int
main (int argc, char *argv[])
{
  g_autoptr (GDate) today = g_date_new_dmy (15, G_DATE_JANUARY, 2026);

  g_test_init (&argc, &argv, NULL);
  ask_question_set_today (today);
  g_test_add_func ("/understand/rows/few-words-ask-for-rows", test_rows);
  g_test_add_func ("/understand/rows/what-goes-on-is-over-or-lacks-is-read", test_states);
  g_test_add_func ("/understand/rows/the-most-of-something-is-read", test_most);
  g_test_add_func ("/understand/rows/german-ones-are-read", test_german);
  g_test_add_func ("/understand/rows/a-word-that-is-left-over-opens-nothing", test_left_over);
  g_test_add_func ("/understand/rows/whole-rows-are-said-by-their-name", test_words);
  g_test_add_func ("/understand/rows/a-choice-of-values-stands-in-parentheses", test_choice);
  return g_test_run ();
}
