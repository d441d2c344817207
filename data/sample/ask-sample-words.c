/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places, people and partners of the sample company. See the header; the goods are in
 * ask-sample-goods.c.
 */
#include "config.h"

#include "ask-sample-words.h"

#include <string.h>

const AskSampleCity ask_sample_cities[] = {
  { "Hamburg", "Germany", { "20095", "22765", "21073" }, 120 },
  { "Berlin", "Germany", { "10115", "12047", "13353" }, 110 },
  { "Dresden", "Germany", { "01067", "01099", "01309" }, 60 },
  { "Leipzig", "Germany", { "04109", "04275", "04229" }, 55 },
  { "München", "Germany", { "80331", "81541", "80797" }, 85 },
  { "Köln", "Germany", { "50667", "50823", "51063" }, 70 },
  { "Freiburg im Breisgau", "Germany", { "79098", "79106", "79117" }, 40 },
  { "Görlitz", "Germany", { "02826", "02827", "02828" }, 14 },
  { "Chemnitz", "Germany", { "09111", "09112", "09130" }, 18 },
  { "Lübeck", "Germany", { "23552", "23564", "23566" }, 20 },
  { "Tübingen", "Germany", { "72070", "72072", "72076" }, 16 },
  { "Garmisch-Partenkirchen", "Germany", { "82467", "82467", "82467" }, 15 },
  { "Wien", "Austria", { "1010", "1070", "1220" }, 60 },
  { "Innsbruck", "Austria", { "6020", "6020", "6080" }, 40 },
  { "Graz", "Austria", { "8010", "8020", "8042" }, 35 },
  { "Sölden", "Austria", { "6450", "6450", "6450" }, 8 },
  { "St. Pölten", "Austria", { "3100", "3100", "3107" }, 12 },
  { "Lyon", "France", { "69002", "69003", "69007" }, 60 },
  { "Grenoble", "France", { "38000", "38100", "38000" }, 35 },
  { "Strasbourg", "France", { "67000", "67100", "67200" }, 38 },
  { "Saint-Étienne", "France", { "42000", "42100", "42000" }, 16 },
  { "Bourg-en-Bresse", "France", { "01000", "01000", "01000" }, 12 },
  { "L'Alpe d'Huez", "France", { "38750", "38750", "38750" }, 6 },
  { "København", "Denmark", { "1050", "2200", "2300" }, 45 },
  { "Århus", "Denmark", { "8000", "8200", "8210" }, 30 },
  { "Ærøskøbing", "Denmark", { "5970", "5970", "5970" }, 5 },
  { "Amsterdam", "Netherlands", { "1012 AB", "1053 ZT", "1091 GH" }, 28 },
  { "'s-Hertogenbosch", "Netherlands", { "5211 AA", "5223 DE", "5231 BC" }, 12 },
  { "Luxembourg", "Luxembourg", { "1111", "2229", "1470" }, 16 },
};
const guint ask_sample_n_cities = G_N_ELEMENTS (ask_sample_cities);

static const char *const german_first[] = {
  "Anna", "Jürgen", "Käthe", "Björn", "Sören", "Änne", "Lukas", "Ayşe", "Günther", "Miriam",
  "Jörg", "Frauke", "Emre", "Hannah", "Bärbel", "Felix", "Noah", "Ute", "Moritz", "Zoë",
  "Thomas", "Sabine", "Özlem", "Paul", "Mia", "Detlef", "Katrin", "Jonas", "Heike", "Rüdiger", NULL
};
static const char *const german_last[] = {
  "Müller", "Schröder", "Weiß", "Kowalski", "Böhm", "Großmann", "Yılmaz", "Lüders", "Hartmann",
  "Jäger", "Petersen", "Köhler", "Vogel", "Krüger", "von der Heide", "Schäfer", "Nguyen", "Richter",
  "Brandt", "Möller", "O'Connor", "Dörfler", "Winkler", "Busch", "Günay", "Seidel", "Hübner",
  "Arnold", "Meißner", "Lorenz", NULL
};
static const char *const german_companies[] = {
  "Alpenverein Sektion %s e.V.", "Pfadfinderstamm %s", "Kletterhalle %s GmbH",
  "Müller & Söhne Touren, %s", "Gymnasium %s", "Bergwacht %s", NULL
};
static const char *const french_first[] = {
  "Renée", "Émile", "Chloé", "Jean-François", "Aurélie", "Gaëlle", "Loïc", "Inès", "Théo", "Hélène",
  "François", "Amélie", "Mathieu", "Anaïs", "Benoît", "Camille", "Noël", "Léa", NULL
};
static const char *const french_last[] = {
  "D'Arcy", "Lefèvre", "Besançon", "Mérieux", "L'Hôpital", "Garçon", "Dubois", "Benoît", "Moreau",
  "Château", "Traoré", "Rivière", "D'Aubigné", "Sébastien", "Roux", "Gauthier", NULL
};
static const char *const french_companies[] = {
  "Club Alpin de %s", "Lycée de %s", "L'Échappée Verte, %s", "Guides d'Altitude %s", NULL
};
static const char *const danish_first[] = {
  "Søren", "Jørgen", "Mette", "Åse", "Kåre", "Freja", "Rasmus", "Bjørn", "Ingrid", "Lærke", "Niels",
  "Maja", NULL
};
static const char *const danish_last[] = {
  "Østergård", "Jørgensen", "Sørensen", "Nygaard", "Kjær", "Ågesen", "Holm", "Bæk", "Thygesen",
  "Møller", NULL
};
static const char *const danish_companies[] = {
  "Friluftsforening %s", "Højskole %s", "Kajakklub %s", NULL
};
static const char *const dutch_first[] = {
  "Daan", "Noëlle", "Sanne", "Joris", "Maaike", "Thijs", "Fleur", "Jeroen", "Chloë", "Bram", NULL
};
static const char *const dutch_last[] = {
  "van 't Hoff", "de Vries", "Jansen", "van den Berg", "in 't Veld", "Visser", "Daniëls", "Smit",
  "Koops", "D'Hollander", NULL
};
static const char *const dutch_companies[] = {
  "Wandelvereniging %s", "Scouting %s", NULL
};

static const AskSamplePeople german = { german_first, german_last, german_companies };
static const AskSamplePeople french = { french_first, french_last, french_companies };
static const AskSamplePeople danish = { danish_first, danish_last, danish_companies };
static const AskSamplePeople dutch = { dutch_first, dutch_last, dutch_companies };

/**
 * ask_sample_people_of:
 * @country: as the cities spell it
 *
 * Returns: (transfer none): the names that people have there
 */
const AskSamplePeople *
ask_sample_people_of (const char *country)
{
  if (strcmp (country, "France") == 0 || strcmp (country, "Luxembourg") == 0)
    return &french;
  if (strcmp (country, "Denmark") == 0)
    return &danish;
  if (strcmp (country, "Netherlands") == 0)
    return &dutch;
  return &german;
}

const AskSampleStoreWord ask_sample_stores[] = {
  { "Nordpfad Hamburg Altona", "Hamburg", "22765", "Germany", { 2009, 3, 14 }, { 0 }, 820, 170 },
  { "Nordpfad Hamburg HafenCity", "Hamburg", "20457", "Germany", { 2017, 9, 2 }, { 0 }, 410, 105 },
  { "Nordpfad Berlin Kreuzberg", "Berlin", "10999", "Germany", { 2012, 4, 21 }, { 0 }, 760, 160 },
  { "Nordpfad Dresden Neustadt", "Dresden", "01099", "Germany", { 2014, 6, 7 }, { 0 }, 380, 95 },
  { "Nordpfad Leipzig", "Leipzig", "04109", "Germany", { 2016, 10, 15 }, { 0 }, 350, 80 },
  { "Nordpfad München Sendling", "München", "80336", "Germany", { 2011, 5, 28 }, { 0 }, 900, 185 },
  { "Nordpfad Köln Ehrenfeld", "Köln", "50823", "Germany", { 2015, 3, 21 }, { 0 }, 520, 115 },
  { "Nordpfad Freiburg", "Freiburg im Breisgau", "79098", "Germany", { 2018, 8, 25 }, { 0 }, 340,
    85 },
  { "Nordpfad Wien Neubau", "Wien", "1070", "Austria", { 2016, 4, 9 }, { 0 }, 610, 120 },
  { "Nordpfad Innsbruck", "Innsbruck", "6020", "Austria", { 2013, 11, 16 }, { 0 }, 480, 125 },
  { "Nordpfad Graz", "Graz", "8010", "Austria", { 2019, 5, 11 }, { 0 }, 300, 65 },
  { "Nordpfad Lyon Confluence", "Lyon", "69002", "France", { 2018, 3, 17 }, { 0 }, 560, 110 },
  { ASK_SAMPLE_CLOSED_STORE, "Grenoble", "38000", "France", { 2019, 10, 5 }, { 2024, 9, 28 }, 420,
    90 },
  { "Nordpfad Strasbourg", "Strasbourg", "67000", "France", { 2020, 9, 19 }, { 0 }, 330, 75 },
  { "Nordpfad København Nørrebro", "København", "2200", "Denmark", { 2017, 5, 6 }, { 0 }, 450,
    100 },
  { "Nordpfad Århus", "Århus", "8000", "Denmark", { 2024, 4, 5 }, { 0 }, 290, 90 },
};
const guint ask_sample_n_stores = G_N_ELEMENTS (ask_sample_stores);

const char *const ask_sample_return_reasons[ASK_SAMPLE_N_RETURN_REASONS] = {
  "wrong size", "defect", "changed mind", "arrived too late", "wrong item"
};

const char *const ask_sample_claim_reasons[ASK_SAMPLE_N_CLAIM_REASONS + 1] = {
  "damaged", "late", "lost", "incomplete", NULL
};

/* In the order of AskSampleShipmentStatus. */
const char *const ask_sample_shipment_statuses[] = {
  "pending", "in_transit", "delivered", "returned", "lost", NULL
};

const AskSampleCarrier ask_sample_carriers[ASK_SAMPLE_N_CARRIERS] = {
  [ASK_SAMPLE_CARRIER_NORDFRACHT] = { "01", "Nordfracht", "Germany",
                                      "[\"standard\",\"express\"]", 5, 85, 14, 410, 62,
                                      { 2026, 12, 31 } },
  [ASK_SAMPLE_CARRIER_HANSE] = { "02", "Hanse Paket", "Germany", "[\"standard\"]", 6, 48, 12, 360,
                                 55, { 2027, 6, 30 } },
  [ASK_SAMPLE_CARRIER_ALPENBOTE] = { "03", "Alpenbote", "Austria", "[\"standard\",\"express\"]", 6,
                                     66, 16, 450, 70, { 2026, 3, 31 } },
  [ASK_SAMPLE_CARRIER_RHONE] = { "04", "Rhône Express", "France", "[\"standard\",\"express\"]", 5,
                                 110, 20, 430, 68, { 2025, 12, 31 } },
  [ASK_SAMPLE_CARRIER_ORESUND] = { "05", "Øresund Cargo", "Denmark", "[\"standard\"]", 5, 40, 10,
                                   480, 74, { 2028, 1, 31 } },
  [ASK_SAMPLE_CARRIER_VELO] = { "06", "Vélo Vite", "France", "[\"express\"]", 3, 95, 92, 690, 130,
                                { 2026, 9, 30 } },
  [ASK_SAMPLE_CARRIER_MUELLER] = { "07", "Kurierdienst Müller & Söhne", "Germany",
                                   "[\"express\"]", 2, 72, 18, 890, 95, { 2026, 6, 30 } },
};

const AskSampleWarehouse ask_sample_warehouses[ASK_SAMPLE_N_WAREHOUSES] = {
  [ASK_SAMPLE_WAREHOUSE_HAMBURG] = { "HAM", "Zentrallager Billbrook", "Hamburg", "22113", "Germany",
                                     "{\"latitude\":53.5296,\"longitude\":10.0897}", 4200,
                                     { 2010, 2, 1 } },
  [ASK_SAMPLE_WAREHOUSE_LEIPZIG] = { "LEJ", "Lager Leipzig-Mockau", "Leipzig", "04356", "Germany",
                                     "{\"latitude\":51.3885,\"longitude\":12.4084}", 2600,
                                     { 2017, 7, 3 } },
  [ASK_SAMPLE_WAREHOUSE_LYON] = { "LYS", "Entrepôt de l'Isle", "Lyon", "69007", "France",
                                  "{\"latitude\":45.7256,\"longitude\":4.8419}", 1800,
                                  { 2018, 1, 15 } },
  [ASK_SAMPLE_WAREHOUSE_GRAZ] = { "GRZ", "Lager Graz-Süd", "Graz", "8020", "Austria",
                                  "{\"latitude\":47.0402,\"longitude\":15.4212}", 1200,
                                  { 2019, 3, 4 } },
  [ASK_SAMPLE_WAREHOUSE_AARHUS] = { "AAR", "Østhavn Lager", "Århus", "8000", "Denmark",
                                    "{\"latitude\":56.1518,\"longitude\":10.2305}", 900,
                                    { 2021, 5, 10 } },
};
