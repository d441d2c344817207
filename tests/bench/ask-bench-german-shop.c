/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A mail-order shop, whose orders have codes for what became of them, and a German trading house. Both have what offices ask
 * for: due dates, invoices and payments, managers, first and last names in two columns. Rows come from arithmetic.
 */
#include "config.h"

#include "ask-bench-german-data.h"

#include <string.h>

static const char shop[]
  = "CREATE TABLE departments (department_id INTEGER PRIMARY KEY, department_name TEXT NOT NULL, location TEXT, budget REAL);"
    "CREATE TABLE employees (employee_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, job_title TEXT,"
    " department_id INTEGER REFERENCES departments, manager_id INTEGER REFERENCES employees, salary REAL, hire_date DATE, age"
    " INTEGER);"
    "CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, city TEXT, country"
    " TEXT, email TEXT, segment TEXT, registered_on DATE);"
    "CREATE TABLE suppliers (supplier_id INTEGER PRIMARY KEY, supplier_name TEXT NOT NULL, city TEXT, country TEXT);"
    "CREATE TABLE products (product_id INTEGER PRIMARY KEY, product_name TEXT NOT NULL, category TEXT, price REAL, stock INTEGER,"
    " supplier_id INTEGER REFERENCES suppliers, discontinued INTEGER);"
    "CREATE TABLE order_status (status_code TEXT PRIMARY KEY, status_name TEXT NOT NULL);"
    "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers, employee_id INTEGER"
    " REFERENCES employees, order_date DATE, due_date DATE, shipped_date DATE, status_code TEXT REFERENCES order_status);"
    "CREATE TABLE order_lines (order_id INTEGER REFERENCES orders, line_no INTEGER, product_id INTEGER REFERENCES products,"
    " quantity INTEGER, unit_price REAL, PRIMARY KEY (order_id, line_no));"
    "CREATE TABLE invoices (invoice_id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders, invoice_date DATE, due_date DATE,"
    " total REAL, paid_date DATE);"
    "CREATE TABLE payments (payment_id INTEGER PRIMARY KEY, invoice_id INTEGER REFERENCES invoices, payment_date DATE, amount REAL,"
    " method TEXT);"
    "CREATE TABLE tickets (ticket_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, subject TEXT, status TEXT,"
    " priority TEXT, opened_on DATE, closed_on DATE);"
    "INSERT INTO departments VALUES (1, 'Sales', 'London', 400000), (2, 'Purchasing', 'London', 210000), (3, 'Warehouse', 'Leeds',"
    " 320000), (4, 'Accounting', 'London', 180000), (5, 'Legal', 'Bristol', 90000);"
    "INSERT INTO employees VALUES (1, 'Grace', 'Holt', 'Director', 1, NULL, 9800, '2009-02-01', 58), (2, 'Ian', 'Moss', 'Sales Manager',"
    " 1, 1, 6100, '2013-05-13', 47), (3, 'Tess', 'Quill', 'Sales Representative', 1, 2, 4100, '2017-09-04', 36), (4, 'Omar', 'Reyes',"
    " 'Sales Representative', 1, 2, 3900, '2019-03-18', 31), (5, 'Lucy', 'Baum', 'Buyer', 2, 1, 4600, '2015-11-02', 41), (6, 'Hugo',"
    " 'Stone', 'Warehouse Manager', 3, 1, 5200, '2012-08-20', 52), (7, 'Nina', 'Wolf', 'Packer', 3, 6, 2700, '2021-01-11', 26), (8,"
    " 'Paul', 'Young', 'Packer', 3, 6, 2650, '2023-06-05', 23), (9, 'Ruth', 'Zander', 'Accountant', 4, 1, 4400, '2016-04-25', 45),"
    " (10, 'Sam', 'Adler', 'Sales Representative', 1, 2, 4000, '2025-10-06', 29);"
    "INSERT INTO suppliers VALUES (1, 'Northern Lights', 'Leeds', 'United Kingdom'), (2, 'Blumen Berg', 'Berlin', 'Germany'), (3,"
    " 'Papeterie Rousseau', 'Lyon', 'France'), (4, 'Holm & Son', 'Oslo', 'Norway'), (5, 'Casa Verde', 'Milan', 'Italy');"
    "INSERT INTO products VALUES (1, 'Desk Lamp', 'Lighting', 39.9, 60, 1, 0), (2, 'Floor Lamp', 'Lighting', 119, 12, 1, 0), (3,"
    " 'Candle', 'Lighting', 6.5, 400, 2, 0), (4, 'Vase', 'Decoration', 24, 0, 2, 0), (5, 'Picture Frame', 'Decoration', 17.5, 80, 5,"
    " 0), (6, 'Wall Clock', 'Decoration', 45, 8, 4, 1), (7, 'Notebook', 'Paper', 5.2, 900, 3, 0), (8, 'Gift Wrap', 'Paper', 3.1, 0, 3,"
    " 0), (9, 'Tea Pot', 'Kitchen', 32, 25, 5, 0), (10, 'Tea Cup', 'Kitchen', 9.8, 5, 5, 0), (11, 'Bread Knife', 'Kitchen', 28, 40,"
    " 4, 0), (12, 'Fondue Set', 'Kitchen', 75, 3, 4, 1), (13, 'Wool Blanket', 'Textiles', 88, 30, 4, 0), (14, 'Cushion', 'Textiles',"
    " 22, 65, 5, 0);"
    "INSERT INTO order_status VALUES ('N', 'new'), ('P', 'in progress'), ('S', 'shipped'), ('C', 'cancelled'), ('R', 'returned');"
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 40), a (k, t) AS (VALUES (0, 'Anna'), (1, 'Bruno'),"
    " (2, 'Carla'), (3, 'David'), (4, 'Ella'), (5, 'Felix'), (6, 'Greta')), b (k, t) AS (VALUES (0, 'Meier'), (1, 'Novak'), (2,"
    " 'Olsen'), (3, 'Perez'), (4, 'Rossi'), (5, 'Smith')), c (k, t, l) AS (VALUES (0, 'London', 'United Kingdom'), (1, 'Berlin',"
    " 'Germany'), (2, 'Hamburg', 'Germany'), (3, 'Lyon', 'France'), (4, 'Vienna', 'Austria'), (5, 'London', 'United Kingdom'), (6,"
    " 'Milan', 'Italy'), (7, 'Paris', 'France')) INSERT INTO customers SELECT i, a.t, b.t, c.t, c.l, CASE WHEN i % 7 = 3 THEN NULL"
    " ELSE lower (a.t) || i || '@mail.example' END, CASE i % 4 WHEN 0 THEN 'business' WHEN 3 THEN 'school' ELSE 'private' END, CASE i WHEN 38 THEN"
    " '2026-01-08' ELSE date ('2019-01-15', (i * 157 % 2550) || ' days') END FROM n JOIN a ON a.k = i % 7 JOIN b ON b.k = i % 6 JOIN c ON c.k = i * i % 8;"
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300), d (i, t) AS (SELECT i, CASE WHEN i IN (297,"
    " 298) THEN '2026-01-12' WHEN i = 299 THEN '2026-01-14' ELSE date ('2023-02-01', (i * 331 % 1079) || ' days') END FROM n), s (i, c) AS (SELECT i, CASE WHEN i % 11 = 0 THEN 'C' WHEN i % 17 = 0 THEN 'R' WHEN t >="
    " '2025-12-20' THEN 'N' WHEN t >= '2025-11-01' THEN 'P' ELSE 'S' END FROM d) INSERT INTO orders SELECT n.i, CASE WHEN n.i % 3 = 0 THEN 1 + n.i * n.i % 37 ELSE 1 + n.i * 23 % 39 END,"
    " CASE n.i % 4 WHEN 0 THEN NULL WHEN 1 THEN 3 WHEN 2 THEN 4 ELSE 2 END, t, date (t, '+30 days'), CASE WHEN c IN ('S', 'R') THEN"
    " date (t, (2 + n.i % 40) || ' days') END, c FROM n JOIN d ON d.i = n.i JOIN s ON s.i = n.i;"
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 760) INSERT INTO order_lines SELECT 1 + i % 298, 1 +"
    " i / 298, p.product_id, 1 + i * 13 % 8, p.price FROM n JOIN products p ON p.product_id = 1 + i * 19 % 13;"
    "INSERT INTO invoices SELECT order_id, order_id, date (order_date, '+3 days'), date (order_date, '+17 days'), (SELECT"
    " coalesce (round (sum (quantity * unit_price), 2), 20) FROM order_lines l WHERE l.order_id = o.order_id), CASE WHEN order_id % 6 = 1"
    " OR order_date > '2025-12-10' THEN NULL ELSE date (order_date, (5 + order_id % 25) || ' days') END FROM orders o WHERE status_code <>"
    " 'C';"
    "INSERT INTO payments SELECT invoice_id, invoice_id, paid_date, total, CASE invoice_id % 3 WHEN 0 THEN 'card' WHEN 1 THEN 'bank"
    " transfer' ELSE 'cash' END FROM invoices WHERE paid_date IS NOT NULL;"
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 70) INSERT INTO tickets SELECT i, 1 + i * 7 % 33, CASE"
    " i % 5 WHEN 0 THEN 'Late delivery' WHEN 1 THEN 'Broken item' WHEN 2 THEN 'Wrong invoice' ELSE 'Question' END, CASE WHEN i % 3 = 0"
    " THEN 'open' WHEN i % 10 = 1 THEN 'waiting' ELSE 'closed' END, CASE i % 4 WHEN 0 THEN 'high' WHEN 1 THEN 'low' ELSE 'normal' END,"
    " date ('2025-01-07', (i * 53 % 370) || ' days'), CASE WHEN i % 3 = 0 OR i % 10 = 1 THEN NULL ELSE date ('2025-01-07', (i * 53 % 370"
    " + 3) || ' days') END FROM n;"
    "CREATE VIEW open_invoices AS SELECT * FROM invoices WHERE paid_date IS NULL;";

static const char kontor[]
  = "CREATE TABLE abteilungen (abteilung_id INTEGER PRIMARY KEY, bezeichnung TEXT, standort TEXT);"
    "CREATE TABLE mitarbeiter (mitarbeiter_id INTEGER PRIMARY KEY, vorname TEXT, nachname TEXT, funktion TEXT, abteilung_id INTEGER"
    " REFERENCES abteilungen, vorgesetzter_id INTEGER REFERENCES mitarbeiter, gehalt REAL, eintrittsdatum DATE);"
    "CREATE TABLE kunden (kunde_id INTEGER PRIMARY KEY, vorname TEXT, nachname TEXT, ort TEXT, land TEXT, telefon TEXT, kundengruppe"
    " TEXT, kunde_seit DATE);"
    "CREATE TABLE artikel (artikel_id INTEGER PRIMARY KEY, bezeichnung TEXT, warengruppe TEXT, preis REAL, bestand INTEGER);"
    "CREATE TABLE auftraege (auftrag_id INTEGER PRIMARY KEY, kunde_id INTEGER NOT NULL REFERENCES kunden, mitarbeiter_id INTEGER"
    " REFERENCES mitarbeiter, auftragsdatum DATE, liefertermin DATE, lieferdatum DATE, status TEXT);"
    "CREATE TABLE auftragspositionen (auftrag_id INTEGER REFERENCES auftraege, position INTEGER, artikel_id INTEGER REFERENCES artikel,"
    " menge INTEGER, einzelpreis REAL, PRIMARY KEY (auftrag_id, position));"
    "CREATE TABLE rechnungen (rechnung_id INTEGER PRIMARY KEY, auftrag_id INTEGER REFERENCES auftraege, rechnungsdatum DATE,"
    " faelligkeitsdatum DATE, betrag REAL, bezahlt_am DATE);"
    "INSERT INTO abteilungen VALUES (1, 'Vertrieb', 'Köln'), (2, 'Einkauf', 'Köln'), (3, 'Lager', 'Bonn'), (4, 'Buchhaltung', 'Köln'), (5,"
    " 'Rechtsabteilung', 'Berlin');"
    "INSERT INTO mitarbeiter VALUES (1, 'Helga', 'Brandt', 'Geschäftsführerin', 1, NULL, 9100, '2008-01-02'), (2, 'Jens', 'Kühn',"
    " 'Vertriebsleiter', 1, 1, 6300, '2012-07-01'), (3, 'Silke', 'Lorenz', 'Sachbearbeiterin', 1, 2, 3600, '2018-10-01'), (4, 'Timo',"
    " 'Maas', 'Sachbearbeiter', 1, 2, 3500, '2020-02-15'), (5, 'Ute', 'Nagel', 'Einkäuferin', 2, 1, 4300, '2014-03-01'), (6, 'Volker',"
    " 'Otte', 'Lagerist', 3, 1, 2900, '2019-05-06'), (7, 'Wiebke', 'Pohl', 'Buchhalterin', 4, 1, 4100, '2016-11-01');"
    "INSERT INTO artikel VALUES (1, 'Aktenordner', 'Büro', 3.2, 800), (2, 'Bleistift', 'Büro', 0.6, 2500), (3, 'Locher', 'Büro', 11.9, 0),"
    " (4, 'Drehstuhl', 'Möbel', 249, 14), (5, 'Schreibtisch', 'Möbel', 389, 6), (6, 'Regal', 'Möbel', 129, 0), (7, 'Tischlampe',"
    " 'Beleuchtung', 45, 33), (8, 'Stehlampe', 'Beleuchtung', 99, 9), (9, 'Kaffeemaschine', 'Küche', 149, 11), (10, 'Wasserkocher',"
    " 'Küche', 35, 27), (11, 'Teppich', 'Deko', 210, 4);"
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 32), a (k, t) AS (VALUES (0, 'Anton'), (1, 'Beate'), (2,"
    " 'Clemens'), (3, 'Dörte'), (4, 'Emil')), b (k, t) AS (VALUES (0, 'Fuchs'), (1, 'Graf'), (2, 'Haas'), (3, 'Imhof'), (4, 'Jung'), (5,"
    " 'Krause'), (6, 'Lang')), c (k, t, l) AS (VALUES (0, 'Köln', 'Deutschland'), (1, 'Bonn', 'Deutschland'), (2, 'Wien', 'Österreich'),"
    " (3, 'Zürich', 'Schweiz'), (4, 'Hamburg', 'Deutschland'), (5, 'Graz', 'Österreich')) INSERT INTO kunden SELECT i, a.t, b.t, c.t,"
    " c.l, CASE WHEN i % 6 = 2 THEN NULL ELSE '0' || (20000 + i * 731) END, CASE i % 3 WHEN 0 THEN 'Firmen' WHEN 1 THEN 'Privat' ELSE"
    " 'Behörden' END, date ('2017-03-01', (i * 193 % 3100) || ' days') FROM n JOIN a ON a.k = i % 5 JOIN b ON b.k = i % 7 JOIN c ON c.k ="
    " i * i % 6;"
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 220), d (i, t) AS (SELECT i, CASE i WHEN 218 THEN"
    " '2026-01-14' ELSE date ('2023-04-01', (i * 277 % 1018) || ' days') END FROM n), s (i, c) AS (SELECT i, CASE WHEN i % 9 = 0 THEN 'storniert' WHEN t >= '2025-12-15' THEN 'offen'"
    " WHEN t >= '2025-11-01' THEN 'in Arbeit' ELSE 'erledigt' END FROM d) INSERT INTO auftraege SELECT n.i, CASE WHEN n.i % 3 = 0 THEN 1 + n.i * n.i % 29 ELSE 1 + n.i * 17 % 30 END, CASE n.i %"
    " 3 WHEN 0 THEN 3 WHEN 1 THEN 4 ELSE 2 END, t, date (t, '+21 days'), CASE WHEN c = 'erledigt' THEN date (t, (4 + n.i % 30) || ' days')"
    " END, c FROM n JOIN d ON d.i = n.i JOIN s ON s.i = n.i;"
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 520) INSERT INTO auftragspositionen SELECT 1 + i % 219, 1"
    " + i / 219, p.artikel_id, 1 + i * 7 % 9, p.preis FROM n JOIN artikel p ON p.artikel_id = 1 + i * 13 % 10;"
    "INSERT INTO rechnungen SELECT auftrag_id, auftrag_id, date (auftragsdatum, '+5 days'), date (auftragsdatum, '+19 days'), (SELECT"
    " coalesce (round (sum (menge * einzelpreis), 2), 15) FROM auftragspositionen p WHERE p.auftrag_id = a.auftrag_id), CASE WHEN auftrag_id"
    " % 7 = 2 OR auftragsdatum > '2025-12-05' THEN NULL ELSE date (auftragsdatum, (6 + auftrag_id % 20) || ' days') END FROM auftraege a"
    " WHERE status <> 'storniert';";

/**
 * bench_german_get_shop_sql:
 * @name: of a database
 *
 * Returns: (transfer none) (nullable): what makes it; %NULL where no file of these makes it
 */
const char *
bench_german_get_shop_sql (const char *name)
{
  if (strcmp (name, "shop") == 0)
    return shop;
  return strcmp (name, "kontor") == 0 ? kontor : bench_german_get_office_sql (name);
}
