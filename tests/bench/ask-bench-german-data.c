/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trade with customers, orders, articles and suppliers; a firm with staff, departments and projects; a library; and a
 * clinic, whose names are English. Rows come from arithmetic, so that they are the same each time.
 */
#include "config.h"

#include "ask-bench-german-data.h"

#include <string.h>

static const char trade[]
    = "CREATE TABLE Kunden (KundenNr INTEGER PRIMARY KEY, Name TEXT, Stadt TEXT, Land TEXT, Geburtsdatum DATE, Kreditlimit REAL);"
      "CREATE TABLE Lieferanten (LieferantenNr INTEGER PRIMARY KEY, Firma TEXT, Ort TEXT, Land TEXT, Telefon TEXT);"
      "CREATE TABLE Kategorien (KategorieNr INTEGER PRIMARY KEY, Bezeichnung TEXT);"
      "CREATE TABLE Artikel (ArtikelNr INTEGER PRIMARY KEY, Bezeichnung TEXT, Preis REAL, Lagerbestand INTEGER, Gewicht REAL,"
      "  KategorieNr INTEGER REFERENCES Kategorien, LieferantenNr INTEGER REFERENCES Lieferanten);"
      "CREATE TABLE Bestellungen (BestellNr INTEGER PRIMARY KEY, KundenNr INTEGER REFERENCES Kunden, Bestelldatum DATE,"
      "  Status TEXT, Versandkosten REAL);"
      "CREATE TABLE Bestellpositionen (PositionsNr INTEGER PRIMARY KEY, BestellNr INTEGER REFERENCES Bestellungen,"
      "  ArtikelNr INTEGER REFERENCES Artikel, Menge INTEGER, Einzelpreis REAL);"
      "INSERT INTO Kategorien VALUES (1, 'Möbel'), (2, 'Werkzeug'), (3, 'Papier'), (4, 'Elektronik'), (5, 'Garten');"
      "INSERT INTO Lieferanten VALUES (1, 'Holz Huber', 'München', 'Deutschland', '089 111'),"
      " (2, 'Stahl AG', 'Linz', 'Österreich', '0732 222'), (3, 'Papyrus GmbH', 'Hamburg', 'Deutschland', '040 333'),"
      " (4, 'Elektra SA', 'Genf', 'Schweiz', '022 444'), (5, 'Grünwerk', 'Bremen', 'Deutschland', '0421 555'),"
      " (6, 'Nordlicht', 'Kiel', 'Deutschland', '0431 666');"
      "INSERT INTO Artikel VALUES (1, 'Schreibtisch', 349, 12, 40.5, 1, 1), (2, 'Regal', 89.9, 30, 18, 1, 1),"
      " (3, 'Stuhl', 59, 44, 6.5, 1, 1), (4, 'Hammer', 19.5, 120, 0.9, 2, 2), (5, 'Zange', 14, 80, 0.4, 2, 2),"
      " (6, 'Bohrmaschine', 129, 15, 2.2, 2, 4), (7, 'Druckerpapier', 4.5, 900, 2.5, 3, 3), (8, 'Notizblock', 2.2, 400, 0.2, 3, 3),"
      " (9, 'Briefumschlag', 0.1, 0, 0.01, 3, 3), (10, 'Monitor', 219, 25, 4.8, 4, 4), (11, 'Tastatur', 39, 60, 0.7, 4, 4),"
      " (12, 'Maus', 24, 0, 0.1, 4, 4), (13, 'Rasenmäher', 289, 7, 21, 5, 5), (14, 'Schaufel', 22, 33, 1.9, 5, 5),"
      " (15, 'Blumentopf', 6.5, 150, 1.1, 5, 5);"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 40),"
      " vorn (k, t) AS (VALUES (0, 'Anna'), (1, 'Bernd'), (2, 'Clara'), (3, 'Dieter'), (4, 'Eva'), (5, 'Frank'), (6, 'Greta')),"
      " nach (k, t) AS (VALUES (0, 'Bauer'), (1, 'Fischer'), (2, 'Koch'), (3, 'Lang'), (4, 'Schmidt'), (5, 'Wolf')),"
      " ort (k, t, l) AS (VALUES (0, 'Berlin', 'Deutschland'), (1, 'Hamburg', 'Deutschland'), (2, 'Wien', 'Österreich'),"
      "  (3, 'Zürich', 'Schweiz'), (4, 'Köln', 'Deutschland'), (5, 'Graz', 'Österreich'), (6, 'Basel', 'Schweiz'),"
      "  (7, 'München', 'Deutschland'))"
      " INSERT INTO Kunden SELECT i, vorn.t || ' ' || nach.t, ort.t, ort.l,"
      "  date ('1950-01-15', (i * 431 % 20000) || ' days'), 500 + i * 7919 % 9500 FROM n"
      "  JOIN vorn ON vorn.k = i % 7 JOIN nach ON nach.k = i % 6 JOIN ort ON ort.k = (i * 5 + i / 4) % 8;"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 160)"
      " INSERT INTO Bestellungen SELECT i, 1 + i * i * 7 % 34, date ('2023-01-05', (i * 137 % 1050) || ' days'),"
      "  CASE i * 13 % 11 WHEN 0 THEN 'storniert' WHEN 1 THEN 'offen' WHEN 2 THEN 'offen' WHEN 3 THEN 'versandt'"
      "   ELSE 'bezahlt' END, round (3.9 + i * 31 % 17, 2) FROM n;"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 380)"
      " INSERT INTO Bestellpositionen SELECT i, 1 + i * 73 % 160, a.ArtikelNr, 1 + i * 29 % 12, a.Preis FROM n"
      "  JOIN Artikel a ON a.ArtikelNr = 1 + i * 11 % 14;";

static const char firm[]
    = "CREATE TABLE Abteilungen (AbteilungsNr INTEGER PRIMARY KEY, Name TEXT, Standort TEXT, Budget REAL);"
      "CREATE TABLE Mitarbeiter (PersonalNr INTEGER PRIMARY KEY, Vorname TEXT, Nachname TEXT, AbteilungsNr INTEGER"
      "  REFERENCES Abteilungen, Gehalt REAL, Eintrittsdatum DATE, \"Alter\" INTEGER, Geschlecht TEXT, Position TEXT);"
      "CREATE TABLE Projekte (ProjektNr INTEGER PRIMARY KEY, Titel TEXT, Beginn DATE, Kosten REAL, Status TEXT,"
      "  AbteilungsNr INTEGER REFERENCES Abteilungen);"
      "CREATE TABLE Projektzuordnungen (PersonalNr INTEGER REFERENCES Mitarbeiter, ProjektNr INTEGER REFERENCES Projekte,"
      "  Stunden INTEGER, PRIMARY KEY (PersonalNr, ProjektNr));"
      "CREATE TABLE Fahrzeuge (Kennzeichen TEXT PRIMARY KEY, Marke TEXT, Baujahr INTEGER, Kilometerstand INTEGER,"
      "  PersonalNr INTEGER REFERENCES Mitarbeiter);"
      "INSERT INTO Abteilungen VALUES (1, 'Vertrieb', 'Berlin', 500000), (2, 'Einkauf', 'Berlin', 220000),"
      " (3, 'Entwicklung', 'Dresden', 900000), (4, 'Personal', 'Leipzig', 150000), (5, 'Buchhaltung', 'Leipzig', 180000),"
      " (6, 'Marketing', 'Dresden', 310000), (7, 'Archiv', 'Berlin', 40000);"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 48),"
      " vorn (k, t, g) AS (VALUES (0, 'Ute', 'weiblich'), (1, 'Jens', 'männlich'), (2, 'Sabine', 'weiblich'), (3, 'Paul', 'männlich'),"
      "  (4, 'Mia', 'weiblich'), (5, 'Karl', 'männlich'), (6, 'Lena', 'weiblich'), (7, 'Tim', 'männlich')),"
      " nach (k, t) AS (VALUES (0, 'Arnold'), (1, 'Brandt'), (2, 'Decker'), (3, 'Engel'), (4, 'Franke'), (5, 'Graf'), (6, 'Herrmann'),"
      "  (7, 'Jung'), (8, 'Keller')),"
      " rolle (k, t) AS (VALUES (0, 'Leiter'), (1, 'Sachbearbeiter'), (2, 'Entwickler'), (3, 'Assistent'), (4, 'Sachbearbeiter'))"
      " INSERT INTO Mitarbeiter SELECT i, vorn.t, nach.t, 1 + i * i % 6, 31000 + i * 7351 % 52000,"
      "  date ('2005-03-01', (i * 577 % 7000) || ' days'), 21 + i * 17 % 43, vorn.g, rolle.t FROM n"
      "  JOIN vorn ON vorn.k = i % 8 JOIN nach ON nach.k = i % 9 JOIN rolle ON rolle.k = i * 3 % 5;"
      "INSERT INTO Projekte VALUES (1, 'Webshop', '2022-02-01', 120000, 'abgeschlossen', 3), (2, 'Messe', '2023-05-10', 45000, 'laufend', 6),"
      " (3, 'Lagerumbau', '2023-09-01', 200000, 'laufend', 2), (4, 'Schulung', '2024-01-15', 15000, 'geplant', 4),"
      " (5, 'App', '2024-03-01', 260000, 'laufend', 3), (6, 'Rebranding', '2021-07-01', 80000, 'abgeschlossen', 6),"
      " (7, 'Kundenportal', '2024-06-20', 175000, 'geplant', 3), (8, 'Buchungssystem', '2022-11-11', 98000, 'abgeschlossen', 5);"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 90)"
      " INSERT OR IGNORE INTO Projektzuordnungen SELECT 1 + i * 37 % 44, 1 + i * i % 7, 5 + i * 41 % 150 FROM n;"
      "INSERT INTO Fahrzeuge VALUES ('B-AA 1', 'Audi', 2018, 82000, 3), ('B-AB 2', 'BMW', 2020, 41000, 7), ('DD-C 3', 'Opel', 2015, 160500, 12),"
      " ('L-D 4', 'Audi', 2021, 22000, 20), ('L-E 5', 'Ford', 2019, 73000, 33), ('B-F 6', 'BMW', 2016, 131000, 41), ('DD-G 7', 'Audi', 2023, 4500, 5);";

static const char library[]
    = "CREATE TABLE Verlage (VerlagID INTEGER PRIMARY KEY, Name TEXT, Sitz TEXT, Gruendungsjahr INTEGER);"
      "CREATE TABLE Autoren (AutorID INTEGER PRIMARY KEY, Vorname TEXT, Nachname TEXT, Herkunftsland TEXT, Geburtsjahr INTEGER);"
      "CREATE TABLE Buecher (BuchID INTEGER PRIMARY KEY, Titel TEXT, Seitenzahl INTEGER, Erscheinungsjahr INTEGER, Preis REAL,"
      "  Sprache TEXT, AutorID INTEGER REFERENCES Autoren, VerlagID INTEGER REFERENCES Verlage);"
      "CREATE TABLE Mitglieder (MitgliedID INTEGER PRIMARY KEY, Vorname TEXT, Nachname TEXT, Wohnort TEXT, Eintrittsdatum DATE,"
      "  Jahresbeitrag REAL);"
      "CREATE TABLE Ausleihen (AusleiheID INTEGER PRIMARY KEY, BuchID INTEGER REFERENCES Buecher, MitgliedID INTEGER REFERENCES"
      "  Mitglieder, Ausleihdatum DATE, Rueckgabedatum DATE, Gebuehr REAL);"
      "INSERT INTO Verlage VALUES (1, 'Suhrkamp', 'Berlin', 1950), (2, 'Fischer', 'Frankfurt', 1886), (3, 'Hanser', 'München', 1928),"
      " (4, 'Diogenes', 'Zürich', 1952), (5, 'Residenz', 'Salzburg', 1956);"
      "INSERT INTO Autoren VALUES (1, 'Juli', 'Arendt', 'Deutschland', 1971), (2, 'Max', 'Brunner', 'Schweiz', 1911),"
      " (3, 'Ida', 'Celan', 'Österreich', 1926), (4, 'Thomas', 'Dorn', 'Deutschland', 1955), (5, 'Lea', 'Ernst', 'Deutschland', 1983),"
      " (6, 'Peter', 'Frisch', 'Österreich', 1942), (7, 'Nora', 'Gernhardt', 'Deutschland', 1990);"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 30)"
      " INSERT INTO Buecher SELECT i, 'Band ' || i, 90 + i * 67 % 611, 1950 + i * 13 % 73, 8.5 + i * 7 % 29,"
      "  CASE i % 5 WHEN 0 THEN 'Englisch' WHEN 1 THEN 'Französisch' ELSE 'Deutsch' END,"
      "  CASE WHEN i < 5 THEN 1 WHEN i < 13 THEN 4 WHEN i < 18 THEN 2 WHEN i < 24 THEN 3 WHEN i < 26 THEN 5 ELSE 6 END,"
      "  CASE WHEN i < 11 THEN 1 WHEN i < 18 THEN 2 WHEN i < 24 THEN 3 ELSE 4 END FROM n;"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 24),"
      " vorn (k, t) AS (VALUES (0, 'Rosa'), (1, 'Emil'), (2, 'Hanna'), (3, 'Otto'), (4, 'Ella'), (5, 'Kurt'), (6, 'Ines')),"
      " nach (k, t) AS (VALUES (0, 'Adler'), (1, 'Beck'), (2, 'Conrad'), (3, 'Dietz'), (4, 'Ebert')),"
      " ort (k, t) AS (VALUES (0, 'Kassel'), (1, 'Fulda'), (2, 'Kassel'), (3, 'Marburg'), (4, 'Kassel'), (5, 'Fulda'))"
      " INSERT INTO Mitglieder SELECT i, vorn.t, nach.t, ort.t, date ('2015-02-01', (i * 163 % 3000) || ' days'), 12 + i * 5 % 27 FROM n"
      "  JOIN vorn ON vorn.k = i % 7 JOIN nach ON nach.k = i % 5 JOIN ort ON ort.k = i % 6;"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 120)"
      " INSERT INTO Ausleihen SELECT i, 1 + i * i % 27, 1 + i * 7 * i % 21, date ('2022-01-10', (i * 89 % 1000) || ' days'),"
      "  CASE WHEN i % 9 > 0 THEN date ('2022-01-31', (i * 89 % 1000) || ' days') END, 0.5 * (i * 11 % 8) FROM n;";

static const char clinic[]
    = "CREATE TABLE department (id INTEGER PRIMARY KEY, name TEXT, floor INTEGER);"
      "CREATE TABLE doctor (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, specialty TEXT, salary REAL, hire_date DATE,"
      "  department_id INTEGER REFERENCES department);"
      "CREATE TABLE patient (id INTEGER PRIMARY KEY, name TEXT, gender TEXT, birth_date DATE, city TEXT, weight_kg REAL);"
      "CREATE TABLE appointment (id INTEGER PRIMARY KEY, patient_id INTEGER REFERENCES patient, doctor_id INTEGER REFERENCES doctor,"
      "  appointment_date DATE, status TEXT, duration_minutes INTEGER);"
      "CREATE TABLE payment (id INTEGER PRIMARY KEY, appointment_id INTEGER REFERENCES appointment, amount REAL, method TEXT,"
      "  paid_on DATE);"
      "INSERT INTO department VALUES (1, 'Cardiology', 2), (2, 'Surgery', 3), (3, 'Pediatrics', 1), (4, 'Radiology', 0), (5, 'Archive', -1);"
      "INSERT INTO doctor VALUES (1, 'Ann', 'Hill', 'cardiologist', 120500, '2010-04-01', 1), (2, 'Bob', 'Reed', 'surgeon', 150000, '2005-09-15', 2),"
      " (3, 'Cleo', 'Stone', 'surgeon', 133000, '2016-01-10', 2), (4, 'Dan', 'Marsh', 'pediatrician', 98000, '2019-06-01', 3),"
      " (5, 'Eve', 'Lake', 'pediatrician', 91000, '2021-03-20', 3), (6, 'Fay', 'Ford', 'radiologist', 110000, '2013-11-05', 4),"
      " (7, 'Gus', 'Wood', 'surgeon', 88000, '2023-02-02', 2);"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 36),"
      " town (k, t) AS (VALUES (0, 'Leeds'), (1, 'York'), (2, 'Hull'), (3, 'Leeds'), (4, 'Leeds'), (5, 'York'), (6, 'Bath'))"
      " INSERT INTO patient SELECT i, 'Patient ' || char (65 + i % 26) || i, CASE WHEN i % 3 = 0 THEN 'male' ELSE 'female' END,"
      "  date ('1940-05-01', (i * 811 % 27000) || ' days'), town.t, 45 + i * 13 % 61 FROM n JOIN town ON town.k = i % 7;"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 150)"
      " INSERT INTO appointment SELECT i, 1 + i * i % 33, CASE WHEN i % 3 = 0 THEN 2 WHEN i % 7 < 2 THEN 1 WHEN i % 7 < 4 THEN 4"
      "  WHEN i % 7 < 5 THEN 3 ELSE 6 END,"
      "  date ('2022-02-01', (i * 97 % 1000) || ' days'), CASE i % 6 WHEN 0 THEN 'cancelled' WHEN 1 THEN 'open' ELSE 'done' END,"
      "  10 + i * 5 % 50 FROM n;"
      "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 110)"
      " INSERT INTO payment SELECT i, i, 20 + i * 37 % 300, CASE i % 4 WHEN 0 THEN 'cash' WHEN 1 THEN 'transfer' ELSE 'card' END,"
      "  date ('2022-02-11', (i * 97 % 1000) || ' days') FROM n;";

/**
 * bench_german_get_sql:
 * @name: of a database
 *
 * Returns: (transfer none) (nullable): what makes it; %NULL where it is not made here
 */
const char *
bench_german_get_sql (const char *name)
{
  static const struct
  {
    const char *name;
    const char *sql;
  } made[] = { { "handel", trade }, { "betrieb", firm }, { "bibliothek", library }, { "klinik", clinic } };

  for (guint i = 0; i < G_N_ELEMENTS (made); i++)
    if (strcmp (name, made[i].name) == 0)
      return made[i].sql;
  return bench_german_get_more_sql (name);
}
