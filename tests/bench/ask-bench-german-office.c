/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A house that sells software, with its accounts, subscriptions, invoices and tickets, and an agency with projects and hours.
 * Each has more than one person in a row (a manager and an assignee, a lead and an approver), more than one amount and more
 * than one date. Rows come from arithmetic. What the questions call the most or the least is one row's alone.
 */
#include "config.h"

#include "ask-bench-german-data.h"

#include <string.h>

static const char helpdesk[]
  = "CREATE TABLE staff (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, team TEXT, email TEXT, hired DATE, salary NUMERIC, boss_id"
    " INTEGER REFERENCES staff);"
    "CREATE TABLE accounts (id INTEGER PRIMARY KEY, company TEXT NOT NULL, country TEXT, industry TEXT, employees INTEGER, signed_up"
    " DATE, account_manager_id INTEGER REFERENCES staff);"
    "CREATE TABLE plans (id INTEGER PRIMARY KEY, name TEXT, monthly_price NUMERIC);"
    "CREATE TABLE subscriptions (id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES accounts, plan_id INTEGER NOT NULL"
    " REFERENCES plans, seats INTEGER, started_on DATE, cancelled_on DATE);"
    "CREATE TABLE invoices (id INTEGER PRIMARY KEY, account_id INTEGER REFERENCES accounts, issued_on DATE, due_on DATE, amount"
    " NUMERIC, currency TEXT, status TEXT, paid_on DATE);"
    "CREATE TABLE tickets (id INTEGER PRIMARY KEY, account_id INTEGER REFERENCES accounts, opened_at TIMESTAMP, closed_at TIMESTAMP,"
    " priority TEXT, channel TEXT, subject TEXT, assignee_id INTEGER REFERENCES staff, satisfaction INTEGER);"
    "WITH a (i, t) AS (VALUES (1, 'Ada Brook'), (2, 'Ben Carver'), (3, 'Cleo Dunn'), (4, 'Dario Elm'), (5, 'Esra Fox'), (6, 'Finn"
    " Gale'), (7, 'Gita Hale'), (8, 'Hugo Ives'), (9, 'Ines Jett'), (10, 'Jon Kerr'), (11, 'Kira Lund'), (12, 'Leo Marsh'), (13, 'Mia"
    " Nash'), (14, 'Noor Oaks'))"
    " INSERT INTO staff SELECT i, t, CASE WHEN i = 1 THEN 'Management' WHEN i % 4 = 2 THEN 'Sales' WHEN i % 4 = 3 THEN 'Support'"
    "  WHEN i % 4 = 0 THEN 'Engineering' ELSE 'Finance' END, replace (lower (t), ' ', '.') || '@acme.example',"
    "  date ('2012-01-01', (i * 331) || ' days'), 42000 + i * 6151 % 57000,"
    "  CASE WHEN i = 1 THEN NULL WHEN i < 6 THEN 1 ELSE 2 + (i - 2) % 4 END FROM a;"
    "INSERT INTO plans VALUES (1, 'Free', 0), (2, 'Starter', 29), (3, 'Team', 99), (4, 'Business', 249), (5, 'Enterprise', 990), (6,"
    " 'Reseller', 499);"
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 48), a (k, t) AS (VALUES (0, 'North'), (1, 'Blue'),"
    " (2, 'Silver'), (3, 'Green'), (4, 'Bright'), (5, 'Urban'), (6, 'Solid'), (7, 'Rapid'), (8, 'Grand')), b (k, t) AS (VALUES (0,"
    " 'Harbor'), (1, 'Field'), (2, 'Peak'), (3, 'Stone'), (4, 'Works'), (5, 'Labs')), c (k, t) AS (VALUES (0, 'Germany'), (1,"
    " 'France'), (2, 'Spain'), (3, 'Poland'), (4, 'Canada'), (5, 'France'), (6, 'Germany'), (7, 'Germany')), d (k, t) AS (VALUES (0,"
    " 'Retail'), (1, 'Healthcare'), (2, 'Logistics'), (3, 'Education'), (4, 'Banking'), (5, 'Healthcare'), (6, 'Retail'))"
    " INSERT INTO accounts SELECT i, a.t || ' ' || b.t || CASE WHEN i % 3 = 0 THEN ' GmbH' ELSE ' Ltd' END, c.t, d.t,"
    "  5 + i * 137 % 900, date ('2019-04-17', ((i * 29 + 5) % 48 * 47) || ' days'),"
    "  CASE WHEN i % 11 = 0 THEN NULL WHEN i % 7 IN (0, 5) THEN 2 WHEN i % 7 IN (1, 3, 6) THEN 6 WHEN i % 7 = 2 THEN 10 ELSE 14 END"
    "  FROM n JOIN a ON a.k = i % 9 JOIN b ON b.k = i / 9 JOIN c ON c.k = i * 5 % 8 JOIN d ON d.k = i % 7;"
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 70)"
    " INSERT INTO subscriptions SELECT i, CASE WHEN i % 6 = 0 THEN 1 + i % 5 ELSE 1 + i * 7 % 33 END,"
    "  CASE WHEN i % 13 = 0 THEN 2 ELSE 1 + i % 5 END, 1 + i * 11 % 120,"
    "  date ('2020-01-01', (i * 29) || ' days'), CASE WHEN i % 4 = 0 THEN date ('2020-01-01', (i * 30 + 120) || ' days') END FROM n;"
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300), d (i, t, p) AS (SELECT i, date ('2023-01-03',"
    " (i * 73 / 20) || ' days'), date ('2023-01-03', (i * 73 / 20 + 10 + i * 11 % 60) || ' days') FROM n), s (i, c) AS (SELECT i, CASE"
    " WHEN i % 10 = 0 THEN 'void' WHEN i % 5 = 0 OR p > '2026-01-14' THEN 'open' ELSE 'paid' END FROM d)"
    " INSERT INTO invoices SELECT i, 1 + i * 5 % 43, t, date (t, '+30 days'), 29 + i * 3767 % 190000 / 100.0,"
    "  CASE WHEN i % 3 = 0 THEN 'USD' ELSE 'EUR' END, c, CASE WHEN c = 'paid' THEN p END FROM d JOIN s USING (i);"
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 240), d (i, t, o) AS (SELECT i, datetime ('2024-01-02"
    " 08:00', (i * 101 % 241 * 73) || ' hours'), i % 9 = 4 OR i % 16 = 6 FROM n), p (k, t) AS (VALUES (0, 'low'), (1, 'urgent'), (2,"
    " 'high'), (4, 'normal')), s (k, t) AS (VALUES (0, 'Login fails'), (1, 'Export is slow'), (2, 'Invoice is wrong'), (3, 'Feature"
    " request'), (4, 'Cannot add user'), (5, 'Login fails'), (6, 'Export is slow'))"
    " INSERT INTO tickets SELECT i, CASE WHEN i % 4 = 0 THEN 1 + i / 4 % 5 ELSE 1 + i * 17 % 38 END, d.t,"
    "  CASE WHEN NOT o THEN datetime (d.t, (3 + i * 7 % 90) || ' hours') END, p.t,"
    "  CASE i % 5 WHEN 3 THEN 'phone' WHEN 0 THEN 'chat' WHEN 1 THEN 'chat' ELSE 'email' END, s.t,"
    "  CASE WHEN i % 9 = 2 THEN NULL WHEN i % 8 IN (1, 4, 6) THEN 7 WHEN i % 8 IN (0, 2, 3) THEN 11 WHEN i % 8 = 5 THEN 3 ELSE 8 END,"
    "  CASE WHEN i % 4 > 0 AND NOT o THEN 1 + i * i % 11 % 5 END"
    "  FROM n JOIN d USING (i) JOIN p ON p.k = i * i % 7 JOIN s ON s.k = i * 3 / 2 % 7;";

static const char agency[]
  = "CREATE TABLE departments (dept_id INTEGER PRIMARY KEY, dept_name TEXT, location TEXT, budget NUMERIC);"
    "CREATE TABLE employees (emp_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, job_title TEXT, dept_id INTEGER REFERENCES"
    " departments, manager_id INTEGER REFERENCES employees, birth_date DATE, start_date DATE, end_date DATE, hourly_rate NUMERIC,"
    " gender TEXT);"
    "CREATE TABLE clients (client_id INTEGER PRIMARY KEY, client_name TEXT, sector TEXT, city TEXT, country TEXT);"
    "CREATE TABLE projects (project_id INTEGER PRIMARY KEY, project_name TEXT, client_id INTEGER REFERENCES clients, lead_id INTEGER"
    " REFERENCES employees, status TEXT, kickoff DATE, deadline DATE, completed_on DATE, budget NUMERIC);"
    "CREATE TABLE timesheets (entry_id INTEGER PRIMARY KEY, emp_id INTEGER REFERENCES employees, project_id INTEGER REFERENCES"
    " projects, work_date DATE, hours NUMERIC, billable INTEGER);"
    "CREATE TABLE expenses (expense_id INTEGER PRIMARY KEY, project_id INTEGER REFERENCES projects, emp_id INTEGER REFERENCES"
    " employees, expense_date DATE, category TEXT, amount NUMERIC, approved_by INTEGER REFERENCES employees);"
    "INSERT INTO departments VALUES (1, 'Design', 'Berlin', 250000), (2, 'Development', 'Munich', 600000), (3, 'Consulting', 'Hamburg',"
    " 400000), (4, 'Marketing', 'Berlin', 180000), (5, 'Legal', 'Cologne', 90000);"
    "INSERT INTO clients VALUES (1, 'Alpina AG', 'Energy', 'Vienna', 'Austria'), (2, 'Borealis', 'Logistics', 'Oslo', 'Norway'), (3,"
    " 'Cargo Nord', 'Logistics', 'Hamburg', 'Germany'), (4, 'Delta Foods', 'Retail', 'Zurich', 'Switzerland'), (5, 'Elbe Energy',"
    " 'Energy', 'Hamburg', 'Germany'), (6, 'Fjord Travel', 'Retail', 'Oslo', 'Norway'), (7, 'Gamma Pharma', 'Health', 'Berlin',"
    " 'Germany'), (8, 'Helios Media', 'Retail', 'Vienna', 'Austria'), (9, 'Isar Bank', 'Finance', 'Zurich', 'Switzerland'), (10, 'Jura"
    " Legal', 'Finance', 'Berlin', 'Germany');"
    "WITH a (i, t, g) AS (VALUES (1, 'Anna', 'F'), (2, 'Bert', 'M'), (3, 'Carla', 'F'), (4, 'Dirk', 'M'), (5, 'Eva', 'F'), (6, 'Frank',"
    " 'M'), (7, 'Greta', 'F'), (8, 'Hans', 'M'), (9, 'Ida', 'F'), (10, 'Jan', 'M'), (11, 'Katja', 'F'), (12, 'Lars', 'M'), (13, 'Maren',"
    " 'F'), (14, 'Nina', 'F'), (15, 'Ole', 'M'), (16, 'Paula', 'F'), (17, 'Rolf', 'M'), (18, 'Sina', 'F'), (19, 'Tim', 'M'), (20,"
    " 'Uta', 'F'), (21, 'Vera', 'F'), (22, 'Wim', 'M')), b (k, t) AS (VALUES (0, 'Adler'), (1, 'Busch'), (2, 'Conrad'), (3, 'Dorn'), (4,"
    " 'Ebert'), (5, 'Falk'), (6, 'Groß'), (7, 'Hahn')), c (k, t) AS (VALUES (0, 'Designer'), (1, 'Developer'), (2, 'Consultant'), (3,"
    " 'Analyst'), (4, 'Project Manager'))"
    " INSERT INTO employees SELECT i, a.t, b.t, c.t, 1 + i % 4, CASE WHEN i = 1 THEN NULL WHEN i < 4 THEN 1 ELSE 1 + i % 3 END,"
    "  date ('1962-05-01', (i * 13 % 23 * 611) || ' days'), date ('2011-02-01', (i * 170) || ' days'),"
    "  CASE WHEN i % 7 = 0 THEN date ('2011-02-01', (i * 170 + 900) || ' days') END, 45 + i * i % 60, g"
    "  FROM a JOIN b ON b.k = i * 3 % 8 JOIN c ON c.k = i % 5;"
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 30), a (k, t) AS (VALUES (0, 'Website'), (1, 'App'),"
    " (2, 'Audit'), (3, 'Campaign'), (4, 'Migration'), (5, 'Training')), d (i, s, t) AS (SELECT i, CASE WHEN i % 3 = 0 AND i < 30 THEN"
    " 'completed' WHEN i % 5 = 0 THEN 'on hold' ELSE 'active' END, date ('2022-01-10', (i * 47) || ' days') FROM n)"
    " INSERT INTO projects SELECT i, a.t || ' ' || (100 + i), CASE WHEN i % 7 = 6 THEN 7 WHEN i % 9 = 1 AND i > 1 THEN 1"
    "  ELSE 1 + i * 5 % 8 END, 1 + i * 7 % 11, s, d.t, date (d.t, '+150 days'), CASE WHEN s = 'completed' THEN date (d.t, (100 + i * 2) || ' days') END,"
    "  8000 + (i * 11 % 31) * (i * 11 % 31) * 97 FROM d JOIN a ON a.k = i % 6;"
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 600)"
    " INSERT INTO timesheets SELECT i, 1 + i * 8 % 21, 1 + i * 11 % 28, date ('2023-01-02', (i * 11 / 6) || ' days'),"
    "  1 + i % 8 + 0.5 * (i % 2), i % 4 > 0 FROM n;"
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 160), c (k, t) AS (VALUES (0, 'Meals'), (1, 'Travel'),"
    " (2, 'Hotel'), (4, 'Software'))"
    " INSERT INTO expenses SELECT i, 1 + i * 5 % 27, 1 + i * 3 % 20, date ('2023-03-01', (i * 6) || ' days'), c.t,"
    "  12 + i * 3767 % 80000 / 100.0, CASE WHEN i % 5 > 0 OR i % 4 = 0 THEN 1 + i % 3 END FROM n JOIN c ON c.k = i * i % 7;";

/**
 * bench_german_get_office_sql:
 * @name: of a database
 *
 * Returns: (transfer none) (nullable): what makes it; %NULL where it is not made here
 */
const char *
bench_german_get_office_sql (const char *name)
{
  if (strcmp (name, "helpdesk") == 0)
    return helpdesk;
  return strcmp (name, "agency") == 0 ? agency : NULL;
}
