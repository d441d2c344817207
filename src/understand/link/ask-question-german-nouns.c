/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * German nouns that databases are often about, and names that a value may have in both languages, with their English
 * ones.
 */
#include "config.h"

#include <string.h>

#include "base/ask-text.h"
#include "understand/link/ask-question-private.h"

typedef struct
{
  const char *german;
  const char *english;
} Pair;

/* What databases are often about. */
static const Pair nouns[] = {
  { "Abschluss", "degree" },
  { "Abteilung", "department" },
  { "Adresse", "address" },
  { "Aktie", "share" },
  { "Alben", "album" },
  { "Album", "album" },
  { "Alter", "age" },
  { "Anfang", "start" },
  { "Angestellte", "employee" },
  { "Anlage", "facility" },
  { "Anruf", "call" },
  { "Anschrift", "address" },
  { "Anteil", "share" },
  { "Arbeiter", "worker" },
  { "Arbeitgeber", "employer" },
  { "Artikel", "item" },
  { "Arzt", "physician" },
  { "Aufgabe", "task" },
  { "Auftrag", "order" },
  { "Ausgabe", "expense" },
  { "Auto", "car" },
  { "Autor", "author" },
  { "Bahnhof", "station" },
  { "Bank", "bank" },
  { "Beginn", "start" },
  { "Behandlung", "treatment" },
  { "Beitrag", "contribution" },
  { "Benutzer", "user" },
  { "Berg", "mountain" },
  { "Beruf", "profession" },
  { "Beschreibung", "description" },
  { "Besitzer", "owner" },
  { "Bestand", "stock" },
  { "Bestelldatum", "order date" },
  { "Bestellung", "order" },
  { "Besuch", "visit" },
  { "Besucher", "visitor" },
  { "Betrag", "amount" },
  { "Bewertung", "rating" },
  { "Bezeichnung", "name" },
  { "Bezirk", "district" },
  { "Bibliothek", "library" },
  { "Bier", "beer" },
  { "Brücke", "bridge" },
  { "Buch", "book" },
  { "Buchung", "booking" },
  { "Budget", "budget" },
  { "Bundesland", "state" },
  { "Bürger", "citizen" },
  { "Büro", "office" },
  { "Chef", "manager" },
  { "Darlehen", "loan" },
  { "Datei", "file" },
  { "Datum", "date" },
  { "Dauer", "duration" },
  { "Diagnose", "diagnosis" },
  { "Dokument", "document" },
  { "Dozent", "instructor" },
  { "Durchschnitt", "average" },
  { "Einheit", "unit" },
  { "Einkauf", "purchase" },
  { "Einkommen", "income" },
  { "Einnahme", "revenue" },
  { "Einwohner", "population" },
  { "Einwohnerzahl", "population" },
  { "Eltern", "parent" },
  { "Ende", "end" },
  { "Entfernung", "distance" },
  { "Ereignis", "event" },
  { "Ergebnis", "result" },
  { "Fach", "subject" },
  { "Fahrer", "driver" },
  { "Fahrt", "trip" },
  { "Fahrzeug", "vehicle" },
  { "Faktura", "invoice" },
  { "Fakultät", "faculty" },
  { "Familie", "family" },
  { "Farbe", "color" },
  { "Filiale", "branch" },
  { "Film", "film" },
  { "Firma", "company" },
  { "Firmen", "company" },
  { "Flug", "flight" },
  { "Fluggesellschaft", "airline" },
  { "Flughafen", "airport" },
  { "Flugzeug", "aircraft" },
  { "Fluss", "river" },
  { "Fläche", "area" },
  { "Foto", "photo" },
  { "Fracht", "freight" },
  { "Frau", "female" },
  { "Freund", "friend" },
  { "Fähigkeit", "skill" },
  { "Gast", "guest" },
  { "Gebiet", "territory" },
  { "Geburtsdatum", "birthdate" },
  { "Gebäude", "building" },
  { "Gebühr", "fee" },
  { "Gehalt", "salary" },
  { "Geld", "money" },
  { "Gemeinde", "community" },
  { "Genre", "genre" },
  { "Gericht", "dish" },
  { "Gerät", "device" },
  { "Geschlecht", "gender" },
  { "Geschäft", "store" },
  { "Gesellschaft", "company" },
  { "Gewicht", "weight" },
  { "Gewinn", "profit" },
  { "Grund", "reason" },
  { "Gruppe", "group" },
  { "Größe", "size" },
  { "Halter", "owner" },
  { "Haltestelle", "stop" },
  { "Hauptstadt", "capital" },
  { "Haus", "house" },
  { "Haustier", "pet" },
  { "Hersteller", "manufacturer" },
  { "Hotel", "hotel" },
  { "Händler", "dealer" },
  { "Höhe", "height" },
  { "Insel", "island" },
  { "Jahr", "year" },
  { "Kamera", "camera" },
  { "Kandidat", "candidate" },
  { "Kapazität", "capacity" },
  { "Karte", "card" },
  { "Kategorie", "category" },
  { "Kauf", "purchase" },
  { "Kenntnis", "skill" },
  { "Kilometerstand", "mileage" },
  { "Kind", "child" },
  { "Klasse", "class" },
  { "Klub", "club" },
  { "Kommentar", "comment" },
  { "Komponist", "composer" },
  { "Konten", "account" },
  { "Kontinent", "continent" },
  { "Konto", "account" },
  { "Konzert", "concert" },
  { "Kosten", "cost" },
  { "Krankenhaus", "hospital" },
  { "Krankheit", "disease" },
  { "Kreis", "district" },
  { "Kunde", "customer" },
  { "Kurs", "course" },
  { "Käufer", "buyer" },
  { "Künstler", "artist" },
  { "Laden", "store" },
  { "Lager", "stock" },
  { "Lagerbestand", "stock" },
  { "Land", "country" },
  { "Lehrer", "teacher" },
  { "Lehrgang", "course" },
  { "Leiter", "manager" },
  { "Lied", "song" },
  { "Lieferant", "supplier" },
  { "Lieferung", "delivery" },
  { "Lohn", "wage" },
  { "Länge", "length" },
  { "Mann", "male" },
  { "Mannschaft", "team" },
  { "Marke", "brand" },
  { "Markt", "market" },
  { "Maschine", "machine" },
  { "Maß", "measure" },
  { "Maßnahme", "measure" },
  { "Medien", "media" },
  { "Medikament", "medication" },
  { "Meister", "champion" },
  { "Menge", "quantity" },
  { "Mensch", "person" },
  { "Miete", "rent" },
  { "Mieter", "tenant" },
  { "Mitarbeiter", "employee" },
  { "Mitglied", "member" },
  { "Modell", "model" },
  { "Monat", "month" },
  { "Motor", "engine" },
  { "Museen", "museum" },
  { "Museum", "museum" },
  { "Musik", "music" },
  { "Musiker", "musician" },
  { "Nachname", "last name" },
  { "Nachricht", "message" },
  { "Name", "name" },
  { "Nationalität", "nationality" },
  { "Niederlage", "loss" },
  { "Niederlassung", "branch" },
  { "Note", "grade" },
  { "Nummer", "number" },
  { "Ort", "location" },
  { "Partei", "party" },
  { "Patient", "patient" },
  { "Person", "person" },
  { "Pilot", "pilot" },
  { "Platz", "rank" },
  { "Position", "position" },
  { "Posten", "item" },
  { "Postleitzahl", "zip" },
  { "Preis", "price" },
  { "Produkt", "product" },
  { "Projekt", "project" },
  { "Prozent", "percent" },
  { "Prüfung", "exam" },
  { "Punkt", "point" },
  { "Quartal", "quarter" },
  { "Rabatt", "discount" },
  { "Rang", "rank" },
  { "Rechnung", "invoice" },
  { "Region", "region" },
  { "Regisseur", "director" },
  { "Reihenfolge", "order" },
  { "Reise", "trip" },
  { "Rennen", "race" },
  { "Reservierung", "reservation" },
  { "Restaurant", "restaurant" },
  { "Rezept", "recipe" },
  { "Richter", "judge" },
  { "Rolle", "role" },
  { "Route", "route" },
  { "Saison", "season" },
  { "Satz", "rate" },
  { "Schauspieler", "actor" },
  { "Schiff", "ship" },
  { "Schulden", "debt" },
  { "Schule", "school" },
  { "Schüler", "student" },
  { "Sekunde", "second" },
  { "Semester", "semester" },
  { "Sendung", "shipment" },
  { "Sieg", "win" },
  { "Sitz", "seat" },
  { "Sparte", "division" },
  { "Spediteur", "shipper" },
  { "Spesen", "expense" },
  { "Spiel", "game" },
  { "Spieler", "player" },
  { "Sprache", "language" },
  { "Staat", "state" },
  { "Stadien", "stadium" },
  { "Stadion", "stadium" },
  { "Stadt", "city" },
  { "Standort", "location" },
  { "Status", "status" },
  { "Stelle", "job" },
  { "Steuer", "tax" },
  { "Stimme", "vote" },
  { "Straße", "street" },
  { "Strecke", "route" },
  { "Student", "student" },
  { "Stunde", "hour" },
  { "Stück", "quantity" },
  { "Sänger", "singer" },
  { "Tag", "day" },
  { "Team", "team" },
  { "Teilnehmer", "participant" },
  { "Telefon", "phone" },
  { "Telefonnummer", "phone" },
  { "Temperatur", "temperature" },
  { "Termin", "appointment" },
  { "Text", "text" },
  { "Theater", "theater" },
  { "Thema", "topic" },
  { "Themen", "topic" },
  { "Themengebiet", "topic" },
  { "Tier", "animal" },
  { "Titel", "title" },
  { "Tor", "goal" },
  { "Trainer", "coach" },
  { "Turnier", "tournament" },
  { "Typ", "type" },
  { "Umsatz", "revenue" },
  { "Universität", "university" },
  { "Unternehmen", "company" },
  { "Verein", "club" },
  { "Verfasser", "author" },
  { "Verkauf", "sale" },
  { "Verkäufer", "seller" },
  { "Verlag", "publisher" },
  { "Versand", "shipping" },
  { "Versicherung", "insurance" },
  { "Vertrag", "contract" },
  { "Vertreter", "representative" },
  { "Viertel", "district" },
  { "Vorgang", "case" },
  { "Vorgesetzte", "manager" },
  { "Vorgesetzter", "manager" },
  { "Vorlesung", "lecture" },
  { "Vorname", "first name" },
  { "Wagen", "car" },
  { "Wahl", "election" },
  { "Ware", "product" },
  { "Wein", "wine" },
  { "Wert", "value" },
  { "Wettbewerb", "competition" },
  { "Wetter", "weather" },
  { "Wiederholung", "repetition" },
  { "Woche", "week" },
  { "Wohnung", "apartment" },
  { "Wähler", "voter" },
  { "Währung", "currency" },
  { "Zahl", "number" },
  { "Zahlung", "payment" },
  { "Zeit", "time" },
  { "Zeitschrift", "magazine" },
  { "Zeitung", "newspaper" },
  { "Zentren", "center" },
  { "Zentrum", "center" },
  { "Zertifikat", "certificate" },
  { "Ziel", "destination" },
  { "Zimmer", "room" },
  { "Zone", "zone" },
  { "Zug", "train" },
  { "Zuschauer", "audience" },
  { "Zutat", "ingredient" },
};

/* Countries, cities, languages, days, colours. */
static const Pair names[] = {
  { "abgeschlossen", "completed" },
  { "Afrika", "Africa" },
  { "aktiv", "active" },
  { "amerikanisch", "USA" },
  { "Argentinien", "Argentina" },
  { "Asien", "Asia" },
  { "Australien", "Australia" },
  { "Belgien", "Belgium" },
  { "bezahlt", "paid" },
  { "Blau", "Blue" },
  { "Brasilien", "Brazil" },
  { "Brüssel", "Brussels" },
  { "Bulgarien", "Bulgaria" },
  { "deutsch", "Germany" },
  { "Deutsch", "German" },
  { "Deutschland", "Germany" },
  { "Dienstag", "Tuesday" },
  { "Donnerstag", "Thursday" },
  { "dringend", "urgent" },
  { "Dänemark", "Denmark" },
  { "dänisch", "Denmark" },
  { "Englisch", "English" },
  { "Estland", "Estonia" },
  { "Europa", "Europe" },
  { "Finnland", "Finland" },
  { "Frankreich", "France" },
  { "französisch", "France" },
  { "Französisch", "French" },
  { "Freitag", "Friday" },
  { "Gelb", "Yellow" },
  { "Genf", "Geneva" },
  { "geplant", "planned" },
  { "geschlossen", "closed" },
  { "Griechenland", "Greece" },
  { "Großbritannien", "United Kingdom" },
  { "Grün", "Green" },
  { "hoch", "high" },
  { "inaktiv", "inactive" },
  { "Indien", "India" },
  { "Indonesien", "Indonesia" },
  { "Irland", "Ireland" },
  { "Island", "Iceland" },
  { "Italien", "Italy" },
  { "italienisch", "Italy" },
  { "Italienisch", "Italian" },
  { "Kanada", "Canada" },
  { "Kolumbien", "Colombia" },
  { "Kopenhagen", "Copenhagen" },
  { "Kroatien", "Croatia" },
  { "Köln", "Cologne" },
  { "Lettland", "Latvia" },
  { "Lissabon", "Lisbon" },
  { "Litauen", "Lithuania" },
  { "Luxemburg", "Luxembourg" },
  { "Mailand", "Milan" },
  { "Marokko", "Morocco" },
  { "Mexiko", "Mexico" },
  { "Mittwoch", "Wednesday" },
  { "Montag", "Monday" },
  { "Moskau", "Moscow" },
  { "München", "Munich" },
  { "neu", "new" },
  { "Neuseeland", "New Zealand" },
  { "Niederlande", "Netherlands" },
  { "niederländisch", "Netherlands" },
  { "niedrig", "low" },
  { "Nordamerika", "North America" },
  { "Norwegen", "Norway" },
  { "norwegisch", "Norway" },
  { "offen", "open" },
  { "Polen", "Poland" },
  { "polnisch", "Poland" },
  { "Prag", "Prague" },
  { "Rom", "Rome" },
  { "Rot", "Red" },
  { "Rumänien", "Romania" },
  { "Russland", "Russia" },
  { "Samstag", "Saturday" },
  { "Saudi-Arabien", "Saudi Arabia" },
  { "Schottland", "Scotland" },
  { "Schwarz", "Black" },
  { "Schweden", "Sweden" },
  { "schwedisch", "Sweden" },
  { "Schweiz", "Switzerland" },
  { "schweizerisch", "Switzerland" },
  { "Serbien", "Serbia" },
  { "Slowakei", "Slovakia" },
  { "Slowenien", "Slovenia" },
  { "Sonntag", "Sunday" },
  { "Spanien", "Spain" },
  { "spanisch", "Spain" },
  { "Spanisch", "Spanish" },
  { "storniert", "cancelled" },
  { "Südafrika", "South Africa" },
  { "Südamerika", "South America" },
  { "Südkorea", "South Korea" },
  { "Tschechien", "Czech Republic" },
  { "Türkei", "Turkey" },
  { "USA", "United States" },
  { "Ungarn", "Hungary" },
  { "Venedig", "Venice" },
  { "Warschau", "Warsaw" },
  { "Weiß", "White" },
  { "Wien", "Vienna" },
  { "Ägypten", "Egypt" },
  { "Österreich", "Austria" },
  { "österreichisch", "Austria" },
};

static GHashTable *
make_table (const Pair *items, guint n, char *(*key) (const char *folded))
{
  GHashTable *table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *folded = ask_text_fold (items[i].german);

      g_hash_table_insert (table, key (folded), (char *) items[i].english);
    }
  return table;
}

/* Names of columns often have "ae" for "ä": "auftraege" is "auftrage" without its accent. NULL where no such letters stand
 * in it. */
static char *
drop_second_vowels (const char *folded)
{
  GString *plain = g_string_new (NULL);

  for (const char *p = folded; *p != '\0'; p++)
    {
      g_string_append_c (plain, *p);
      if (strchr ("aou", *p) != NULL && p[1] == 'e')
        p++;
    }
  if (plain->len == strlen (folded))
    {
      g_string_free (plain, TRUE);
      return NULL;
    }
  return g_string_free (plain, FALSE);
}

/*
 * ask_question_find_german_noun:
 * @folded: a noun, perhaps with an ending
 *
 * Returns: (transfer none) (nullable): its English word
 */
const char *
ask_question_find_german_noun (const char *folded)
{
  static gsize made;
  g_autofree char *stem = ask_text_stem_german (folded);
  g_autofree char *plain = drop_second_vowels (folded);
  const char *english;

  if (g_once_init_enter (&made))
    g_once_init_leave (&made, (gsize) make_table (nouns, G_N_ELEMENTS (nouns), ask_text_stem_german));
  english = g_hash_table_lookup ((GHashTable *) made, stem);
  if (english == NULL && plain != NULL)
    {
      g_autofree char *other = ask_text_stem_german (plain);

      english = g_hash_table_lookup ((GHashTable *) made, other);
    }
  return english;
}

/*
 * ask_question_is_german_noun:
 * @folded: a word
 *
 * Returns: whether it is a German noun, and no English word
 */
gboolean
ask_question_is_german_noun (const char *folded)
{
  /* Most of them mean something else there: they decide nothing. */
  static const char *const in_both[]
    = { "album",    "alter",      "anlage", "auto",     "bank",   "bier",    "budget",  "burger", "chef",     "datum",
        "diagnose", "film",       "form",   "genre",    "halter", "hotel",   "kind",    "laden",  "lager",    "land",
        "loss",     "motor",      "museum", "name",     "note",   "patient", "person",  "pilot",  "position", "rang",
        "region",   "restaurant", "route",  "semester", "status", "stuck",   "student", "tag",    "team",     "text",
        "theater",  "tier",       "tor",    "trainer",  "ware",   "zone",    "typ",     "titel",  NULL };

  return ask_question_find_german_noun (folded) != NULL && !g_strv_contains (in_both, folded);
}

static char *
copy (const char *text)
{
  return g_strdup (text);
}

/*
 * ask_question_find_german_name:
 * @folded: a name
 *
 * Returns: (transfer none) (nullable): what it is called in English: "Germany" of "deutschland"
 */
const char *
ask_question_find_german_name (const char *folded)
{
  static gsize made;

  if (g_once_init_enter (&made))
    g_once_init_leave (&made, (gsize) make_table (names, G_N_ELEMENTS (names), copy));
  return g_hash_table_lookup ((GHashTable *) made, folded);
}
