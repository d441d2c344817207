/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What offices ask on a Monday morning: what is overdue, what came too late, values that stand before what is asked for,
 * rows without a name beside other entities, in English and in German.
 */
#include "understand-shop.h"

#include <string.h>

static const char office_sql[]
  = "CREATE TABLE clients (client_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, city TEXT, segment TEXT);"
    "CREATE TABLE vendors (vendor_id INTEGER PRIMARY KEY, vendor_name TEXT, city TEXT);"
    "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients, order_date DATE, status TEXT);"
    "CREATE TABLE ticket_state (state_code TEXT PRIMARY KEY, state_name TEXT);"
    "CREATE TABLE tickets (ticket_id INTEGER PRIMARY KEY, opened_on DATE, state_code TEXT REFERENCES ticket_state, priority TEXT);"
    "INSERT INTO ticket_state VALUES ('R', 'rejected'), ('S', 'solved'); INSERT INTO tickets VALUES (1, '2025-02-02', 'R', 'open'), (2,"
    "  '2025-03-03', 'S', 'low'), (3, '2024-04-04', 'R', 'low');"
    "CREATE TABLE invoices (invoice_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders, due_date DATE, paid_date DATE,"
    "  total REAL);"
    "INSERT INTO clients VALUES (1, 'Ann', 'Moore', 'Leeds', 'private'), (2, 'Ben', 'Nolan', 'York', 'business'), (3, 'Cleo', 'Moore',"
    "  'York', 'business'), (4, 'Dan', 'Otis', 'Bath', 'private');"
    "INSERT INTO vendors VALUES (1, 'Acme', 'York'), (2, 'Bolt', 'Hull');"
    "INSERT INTO orders VALUES (1, 1, '2025-03-03', 'cancelled'), (2, 2, '2025-04-04', 'closed'), (3, 2, '2025-05-05', 'cancelled'), (4,"
    "  3, '2024-06-06', 'closed'), (5, 1, '2025-12-30', 'open');"
    "INSERT INTO invoices VALUES (1, 2, '2025-05-04', '2025-05-01', 120), (2, 4, '2024-07-06', '2024-08-01', 80), (3, 5, '2026-01-02', NULL,"
    "  45.5), (4, 1, '2027-04-01', NULL, 10);";

/* Who is whose manager, and what is in stock. */
static const char house_sql[]
  = "CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, age INTEGER, manager_id INTEGER REFERENCES"
    "  staff);"
    "CREATE TABLE items (item_id INTEGER PRIMARY KEY, item_name TEXT, category TEXT, price REAL, stock INTEGER);"
    "CREATE TABLE sales (sale_id INTEGER PRIMARY KEY, item_id INTEGER REFERENCES items, staff_id INTEGER REFERENCES staff, price REAL);"
    "INSERT INTO staff VALUES (1, 'Ida', 'Berg', 51, NULL), (2, 'Jon', 'Fell', 44, 1), (3, 'Kim', 'Berg', 29, 2), (4, 'Jon', 'Hay', 33, 2);"
    "INSERT INTO items VALUES (1, 'Lamp', 'Light', 30, 4), (2, 'Rug', 'Floor', 80, 0), (3, 'Bulb', 'Light', 2, 90), (4, 'Mat', 'Floor', 15, 0);"
    "INSERT INTO sales VALUES (1, 1, 2, 29), (2, 1, 3, 28), (3, 3, 3, 2), (4, 4, 2, 15), (5, 1, 4, 30);";

static const char kontor_sql[]
  = "CREATE TABLE kunden (kunde_id INTEGER PRIMARY KEY, vorname TEXT, nachname TEXT, ort TEXT);"
    "CREATE TABLE auftraege (auftrag_id INTEGER PRIMARY KEY, kunde_id INTEGER NOT NULL REFERENCES kunden, auftragsdatum DATE, status TEXT);"
    "CREATE TABLE rechnungen (rechnung_id INTEGER PRIMARY KEY, auftrag_id INTEGER REFERENCES auftraege, faelligkeitsdatum DATE,"
    "  bezahlt_am DATE, betrag REAL);"
    "INSERT INTO kunden VALUES (1, 'Anna', 'Krug', 'Bonn'), (2, 'Bert', 'Lohe', 'Trier'), (3, 'Cora', 'Krug', 'Trier');"
    "INSERT INTO auftraege VALUES (1, 1, '2025-03-03', 'storniert'), (2, 2, '2025-04-04', 'erledigt'), (3, 2, '2025-05-05', 'offen');"
    "INSERT INTO rechnungen VALUES (1, 2, '2025-05-04', '2025-05-14', 120), (2, 3, '2025-06-05', NULL, 80);";

static const UnderstandCase english[] = {
  /* A value that is the first word of all. */
  { "cancelled orders in 2025",
    "SELECT * FROM orders WHERE status = 'cancelled' AND order_date >= '2025-01-01' AND order_date < '2026-01-01'" },
  { "which invoices are overdue?", "FROM invoices WHERE due_date < '2026-01-15' AND paid_date IS NULL" },
  { "how many invoices are overdue",
    "SELECT count(*) FROM invoices WHERE due_date < '2026-01-15' AND paid_date IS NULL" },
  { "sum of total of all overdue invoices",
    "SELECT sum(total) FROM invoices WHERE due_date < '2026-01-15' AND paid_date IS NULL" },
  { "how many invoices are past due",
    "SELECT count(*) FROM invoices WHERE due_date < '2026-01-15' AND paid_date IS NULL" },
  { "how many invoices were paid late", "SELECT count(*) FROM invoices WHERE paid_date > due_date" },
  { "how many invoices were paid after the due date", "SELECT count(*) FROM invoices WHERE paid_date > due_date" },
  /* What a code stands for is no less a value of it. */
  { "how many tickets were rejected in 2025",
    "T1.state_name = 'rejected' AND T2.opened_on >= '2025-01-01' AND T2.opened_on < '2026-01-01'" },
  /* Bounds in other words. */
  { "invoices with a total of 80 or more", "FROM invoices WHERE total >= 80" },
  { "invoices with a total of no more than 80", "FROM invoices WHERE total <= 80" },
  { "invoices with a total of 45.5 or less", "FROM invoices WHERE total <= 45.5" },
  { "invoices with a total up to 80", "FROM invoices WHERE total <= 80" },
  { "orders from May 2025 on", "FROM orders WHERE order_date >= '2025-05-01'" },
  /* Rows without a name, beside another entity. */
  { "orders of Ann Moore",
    "SELECT T1.order_id, T1.client_id, T1.order_date, T1.status FROM orders AS T1 JOIN clients AS T2 ON T1.client_id = T2.client_id WHERE "
    "T2.first_name = 'Ann' AND T2.last_name = 'Moore'" },
  { "cities with clients but no vendors",
    "SELECT DISTINCT city FROM clients WHERE city NOT IN (SELECT city FROM vendors WHERE city IS NOT NULL)" },
};

static const UnderstandCase house[] = {
  { "who reports to Jon Fell?",
    "SELECT first_name, last_name FROM staff WHERE manager_id IN (SELECT staff_id FROM staff WHERE first_name = 'Jon' AND last_name = "
    "'Fell')" },
  { "who is the boss of Kim Berg",
    "SELECT first_name, last_name FROM staff WHERE staff_id IN (SELECT manager_id FROM staff WHERE first_name = 'Kim' AND last_name = "
    "'Berg')" },
  { "which items are out of stock?", "FROM items WHERE stock = 0" },
  { "items in stock", "FROM items WHERE stock != 0" },
  /* Figures side by side. */
  { "number of staff and average age", "SELECT count(*), avg(age) FROM staff" },
  { "how many staff do we have and what is their average age", "SELECT count(*), avg(age) FROM staff" },
  { "minimum, maximum and average age of staff", "SELECT min(age), max(age), avg(age) FROM staff" },
  { "lowest and highest price of items per category",
    "SELECT category, min(price), max(price) FROM items GROUP BY category" },
  { "number of items and average price per category",
    "SELECT category, count(*), avg(price) FROM items GROUP BY category" },
  /* A number that is shared out. */
  { "average number of sales per item", "SELECT count(*) * 1.0 / count(DISTINCT item_id) FROM sales" },
  { "sales per item on average", "SELECT count(*) * 1.0 / count(DISTINCT item_id) FROM sales" },
  { "how many sales does an item have on average?", "SELECT count(*) * 1.0 / count(DISTINCT item_id) FROM sales" },
  { "average number of sales per category",
    "SELECT count(*) * 1.0 / count(DISTINCT T1.category) FROM items AS T1 JOIN sales AS T2 ON T2.item_id = T1.item_id" },
};

static const UnderstandCase german[] = {
  { "stornierte Aufträge", "SELECT * FROM auftraege WHERE status = 'storniert'" },
  { "überfällige Rechnungen", "FROM rechnungen WHERE faelligkeitsdatum < '2026-01-15' AND bezahlt_am IS NULL" },
  { "wie viele Rechnungen sind überfällig?",
    "SELECT count(*) FROM rechnungen WHERE faelligkeitsdatum < '2026-01-15' AND bezahlt_am IS NULL" },
  { "wie viele Rechnungen sind noch nicht bezahlt?", "SELECT count(*) FROM rechnungen WHERE bezahlt_am IS NULL" },
  { "durchschnittliche Anzahl Aufträge pro Kunde", "SELECT count(*) * 1.0 / count(DISTINCT kunde_id) FROM auftraege" },
  { "wie viele Aufträge hat ein Kunde im Durchschnitt?",
    "SELECT count(*) * 1.0 / count(DISTINCT kunde_id) FROM auftraege" },
  { "Anzahl der Rechnungen und durchschnittlicher Betrag", "SELECT count(*), avg(betrag) FROM rechnungen" },
  { "Rechnungen mit einem Betrag ab 100", "FROM rechnungen WHERE betrag >= 100" },
  { "Rechnungen mit einem Betrag bis 100", "FROM rechnungen WHERE betrag <= 100" },
  { "Aufträge ab Mai 2025", "FROM auftraege WHERE auftragsdatum >= '2025-05-01'" },
  { "wie viele Rechnungen wurden verspätet bezahlt?",
    "SELECT count(*) FROM rechnungen WHERE bezahlt_am > faelligkeitsdatum" },
};

static void
test_english (void)
{
  understand_check_readings (office_sql, english, G_N_ELEMENTS (english));
}

static void
test_house (void)
{
  understand_check_readings (house_sql, house, G_N_ELEMENTS (house));
}

/* What was worked out can be followed: the SQL is read back. */
static void
test_recall (void)
{
  UnderstandReader reader;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskQuestionReading) again = NULL;

  understand_reader_open (&reader, house_sql);
  again = ask_interpreter_recall (reader.interpreter, "SELECT count(*) * 1.0 / count(DISTINCT item_id) FROM sales", "",
                                  &error);
  g_assert_no_error (error);
  g_assert_cmpstr (again->sql, ==, "SELECT count(*) * 1.0 / count(DISTINCT item_id) FROM sales");
  g_assert_nonnull (strstr (again->words, "number of sales ÷ different item id"));
  understand_reader_close (&reader);
}

static void
test_german (void)
{
  understand_check_readings (kontor_sql, german, G_N_ELEMENTS (german));
}

int
main (int argc, char *argv[])
{
  g_autoptr (GDate) today = g_date_new_dmy (15, G_DATE_JANUARY, 2026);

  g_test_init (&argc, &argv, NULL);
  ask_question_set_today (today);
  g_test_add_func ("/understand/everyday/questions-of-an-office-are-read", test_english);
  g_test_add_func ("/understand/everyday/figures-managers-and-stock-are-read", test_house);
  g_test_add_func ("/understand/everyday/a-number-that-is-shared-out-is-read-back", test_recall);
  g_test_add_func ("/understand/everyday/german-ones-are-read-over-german-names", test_german);
  return g_test_run ();
}
