/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A wholesaler whose lines have prices and quantities but no totals, and a haulier. Keys and texts are missing here and
 * there, as in real data: a purchase without a client, a driver without an address. Rows come from arithmetic.
 */
#include "config.h"

#include "ask-bench-german-data.h"

#include <string.h>

static const char wholesale[]
    = "CREATE TABLE regions (region_id INTEGER PRIMARY KEY, region_name TEXT NOT NULL);"
      "CREATE TABLE reps (rep_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, hired_on DATE,"
      " region_id INTEGER REFERENCES regions);"
      "CREATE TABLE clients (client_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, country TEXT, phone"
      " TEXT, email TEXT, region_id INTEGER REFERENCES regions, client_since DATE);"
      "CREATE TABLE items (item_id INTEGER PRIMARY KEY, item_name TEXT NOT NULL, category TEXT, list_price"
      " REAL, qty_in_stock INTEGER, discontinued_on DATE);"
      "CREATE TABLE purchases (purchase_id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients, rep_id"
      " INTEGER REFERENCES reps, purchase_date DATE, status TEXT, paid_on DATE);"
      "CREATE TABLE purchase_lines (purchase_id INTEGER REFERENCES purchases, line_no INTEGER, item_id INTEGER"
      " REFERENCES items, qty INTEGER, unit_price REAL, discount REAL, PRIMARY KEY (purchase_id, line_no));"
      "INSERT INTO regions VALUES (1, 'North'), (2, 'South'), (3, 'East'), (4, 'West'), (5, 'Overseas');"
      "INSERT INTO reps VALUES (1, 'Ann', 'Abel', '2016-03-01', 1), (2, 'Ben', 'Boone', '2018-09-15', 2), (3,"
      " 'Cora', 'Cole', '2019-01-07', 3), (4, 'Dan', 'Drew', '2021-06-21', 4), (5, 'Edie', 'Ely',"
      " '2023-11-02', 1), (6, 'Finn', 'Frost', '2025-10-01', NULL);"
      "INSERT INTO items VALUES (1, 'Anvil', 'Metalwork', 220, 14, NULL), (2, 'Bench Vice', 'Metalwork', 89.5,"
      " 40, NULL), (3, 'Chisel Set', 'Woodwork', 34, 120, NULL), (4, 'Drill Press', 'Machines', 640, 3, NULL),"
      " (5, 'Edge Banding', 'Woodwork', 12.9, 300, NULL), (6, 'File Set', 'Metalwork', 27, 85, NULL), (7,"
      " 'Glue', 'Supplies', 6.4, 510, NULL), (8, 'Hand Plane', 'Woodwork', 71, 22, NULL), (9, 'Ink Marker',"
      " 'Supplies', 2.1, 0, '2024-08-31'), (10, 'Jigsaw', 'Machines', 149, 18, NULL), (11, 'Knee Pads',"
      " 'Clothing', 19, 64, NULL), (12, 'Lathe', 'Machines', 1890, 1, NULL), (13, 'Mallet', 'Woodwork', 15.5,"
      " 90, NULL), (14, 'Nail Gun', 'Machines', 210, 0, '2025-03-31'), (15, 'Overalls', 'Clothing', 48, 37,"
      " NULL);"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 36), town (k, t, l) AS"
      " (VALUES (0, 'Leeds', 'United Kingdom'), (1, 'Lyon', 'France'), (2, 'Bremen', 'Germany'), (3, 'Porto',"
      " 'Portugal'), (4, 'York', 'United Kingdom'), (5, 'Munich', 'Germany'), (6, 'Nantes', 'France')), w (k,"
      " t) AS (VALUES (0, 'Arden'), (1, 'Birch'), (2, 'Cask'), (3, 'Dale'), (4, 'Elm'), (5, 'Fern'), (6,"
      " 'Grove'), (7, 'Heath'), (8, 'Ivy')), f (k, t) AS (VALUES (0, 'Joinery'), (1, 'Builders'), (2,"
      " 'Tools'), (3, 'Works')) INSERT INTO clients SELECT i, w.t || ' ' || f.t, town.t, town.l, CASE WHEN i %"
      " 6 = 1 THEN NULL ELSE '0' || (4000 + i * 37) END, CASE WHEN i % 9 = 4 THEN '' ELSE lower (w.t) || i ||"
      " '@' || lower (f.t) || '.example' END, CASE WHEN i % 8 = 3 THEN NULL ELSE 1 + i % 4 END, date"
      " ('2015-02-01', (i * 199 % 3900) || ' days') FROM n JOIN town ON town.k = i * i % 7 JOIN w ON w.k = i %"
      " 9 JOIN f ON f.k = i / 9 % 4;"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 240) INSERT INTO purchases"
      " SELECT i, CASE WHEN i % 17 = 0 THEN NULL ELSE 1 + i * i * 3 % 31 END, CASE WHEN i % 13 = 0 THEN NULL"
      " ELSE 1 + i * 7 % 5 END, date ('2023-01-03', (i * 389 % 1105) || ' days'), CASE i * 5 % 9 WHEN 0 THEN"
      " 'cancelled' WHEN 1 THEN 'open' WHEN 2 THEN 'open' WHEN 3 THEN 'shipped' ELSE 'delivered' END, CASE"
      " WHEN i * 5 % 9 < 3 THEN NULL ELSE date ('2023-01-03', (i * 389 % 1105 + 5 + i % 30) || ' days') END"
      " FROM n;"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 600) INSERT INTO"
      " purchase_lines SELECT 1 + i % 237, 1 + i / 237, t.item_id, 1 + i * 11 % 9, t.list_price, CASE i % 5"
      " WHEN 0 THEN 0.1 WHEN 3 THEN 0.05 ELSE 0 END FROM n JOIN items t ON t.item_id = 1 + i * 17 % 14;";

static const char fleet[]
    = "CREATE TABLE depots (depot_id INTEGER PRIMARY KEY, depot_name TEXT NOT NULL, city TEXT, manager TEXT);"
      "CREATE TABLE drivers (driver_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, birth_date DATE,"
      " licence_class TEXT, depot_id INTEGER REFERENCES depots, email TEXT, hired_on DATE);"
      "CREATE TABLE vehicles (plate TEXT PRIMARY KEY, make TEXT, model TEXT, build_year INTEGER, mileage_km"
      " INTEGER, fuel TEXT, depot_id INTEGER REFERENCES depots);"
      "CREATE TABLE trips (trip_id INTEGER PRIMARY KEY, driver_id INTEGER REFERENCES drivers, plate TEXT"
      " REFERENCES vehicles, trip_date DATE, destination TEXT, distance_km REAL, delay_minutes INTEGER);"
      "CREATE TABLE repairs (repair_id INTEGER PRIMARY KEY, plate TEXT REFERENCES vehicles, repaired_on DATE,"
      " cost REAL, workshop TEXT);"
      "CREATE TABLE deliveries (delivery_id INTEGER PRIMARY KEY, trip_id INTEGER REFERENCES trips, customer"
      " TEXT, pallets INTEGER, price_per_pallet REAL, signed_by TEXT);"
      "INSERT INTO depots VALUES (1, 'Harbour', 'Hamburg', 'Otto Wenz'), (2, 'Airport', 'Frankfurt', 'Pia"
      " Roth'), (3, 'Ring Road', 'Berlin', NULL), (4, 'Old Mill', 'Dresden', 'Lars Klee'), (5, 'South Yard',"
      " 'Munich', NULL);"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 26), a (k, t) AS (VALUES"
      " (0, 'Mara'), (1, 'Nils'), (2, 'Olga'), (3, 'Piet'), (4, 'Rosa'), (5, 'Sven'), (6, 'Tilda')), b (k, t)"
      " AS (VALUES (0, 'Abt'), (1, 'Born'), (2, 'Claas'), (3, 'Doll'), (4, 'Eder')) INSERT INTO drivers SELECT"
      " i, a.t, b.t, date ('1958-04-11', (i * 613 % 15000) || ' days'), CASE i % 3 WHEN 0 THEN 'C' WHEN 1 THEN"
      " 'CE' ELSE 'B' END, CASE WHEN i = 9 THEN NULL ELSE 1 + i % 4 END, CASE WHEN i % 5 = 2 THEN NULL ELSE"
      " lower (a.t) || i || '@fleet.example' END, date ('2008-05-01', (i * 257 % 6200) || ' days') FROM n JOIN"
      " a ON a.k = i % 7 JOIN b ON b.k = i % 5;"
      "INSERT INTO vehicles VALUES ('HH-T 101', 'Volvo', 'FH16', 2017, 412000, 'diesel', 1), ('HH-T 102',"
      " 'Scania', 'R450', 2019, 288000, 'diesel', 1), ('F-A 201', 'MAN', 'TGX', 2016, 530500, 'diesel', 2),"
      " ('F-A 202', 'Volvo', 'FM', 2021, 121000, 'diesel', 2), ('B-R 301', 'Mercedes', 'eActros', 2023, 38000,"
      " 'electric', 3), ('B-R 302', 'Scania', 'P280', 2014, 611000, 'diesel', 3), ('DD-O 401', 'Iveco',"
      " 'Daily', 2020, 97000, 'diesel', 4), ('DD-O 402', 'Mercedes', 'Actros', 2018, 350200, 'diesel', 4),"
      " ('DD-O 403', 'Volvo', 'FE Electric', 2024, 9000, 'electric', 4), ('M-S 501', 'MAN', 'TGL', 2022,"
      " 66000, 'diesel', NULL);"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 260), v (k, p) AS (SELECT"
      " row_number () OVER (ORDER BY build_year) - 1, plate FROM vehicles), t (k, d) AS (VALUES (0, 'Bremen'),"
      " (1, 'Leipzig'), (2, 'Prague'), (3, 'Vienna'), (4, 'Stuttgart'), (5, 'Rostock')) INSERT INTO trips"
      " SELECT i, CASE WHEN i % 29 = 0 THEN NULL ELSE 1 + i * i % 23 END, v.p, date ('2023-06-01', (i * 211 %"
      " 955) || ' days'), t.d, 40 + i * 97 % 610, CASE WHEN i % 4 = 0 THEN i * 7 % 95 ELSE 0 END FROM n JOIN v"
      " ON v.k = i * 7 % 9 JOIN t ON t.k = i * i % 6;"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 40), v (k, p) AS (SELECT"
      " row_number () OVER (ORDER BY build_year) - 1, plate FROM vehicles) INSERT INTO repairs SELECT i, v.p,"
      " date ('2023-06-20', (i * 173 % 930) || ' days'), 80 + i * 431 % 3900, CASE i % 3 WHEN 0 THEN 'Kranz'"
      " WHEN 1 THEN 'Truckfix' ELSE 'Autohaus Mai' END FROM n JOIN v ON v.k = i * 5 % 8;"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 420), c (k, t) AS (VALUES"
      " (0, 'Aldine'), (1, 'Borg'), (2, 'Cirrus'), (3, 'Delphi'), (4, 'Elbtor'), (5, 'Feldmann'), (6, 'Gral'))"
      " INSERT INTO deliveries SELECT i, 1 + i * 13 % 251, c.t, 1 + i * 19 % 24, 11.5 + i % 6, CASE WHEN i % 8"
      " = 5 THEN NULL ELSE 'K. ' || c.t END FROM n JOIN c ON c.k = i * i % 7;";

/**
 * bench_german_get_more_sql:
 * @name: of a database
 *
 * Returns: (transfer none) (nullable): what makes it; %NULL where no file of these makes it
 */
const char *
bench_german_get_more_sql (const char *name)
{
  if (strcmp (name, "wholesale") == 0)
    return wholesale;
  return strcmp (name, "fleet") == 0 ? fleet : bench_german_get_shop_sql (name);
}
