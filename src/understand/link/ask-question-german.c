/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * German words of asking, counting and comparing, and nouns that databases are often about, with their English
 * ones. What is learned about questions is learned from English ones; with these words put into English it
 * serves German ones, too. A schema's German names are met by what was typed, and so are values.
 */
#include "config.h"

#include "understand/link/ask-question-private.h"

#include "base/ask-text.h"

#include <string.h>

typedef struct
{
  const char *german; /* folded, without an adjective's ending */
  const char *english;
} Pair;

/* Sorted by the German word. */
static const Pair pairs[] = {
  { "aber", "but" },
  { "absteigend", "descending" },
  { "aktuell", "current" },
  { "all", "all" },
  { "alle", "all" },
  { "alphabetisch", "alphabetical" },
  { "als", "than" },
  { "alt", "old" },
  { "alter", "older" },
  { "altest", "oldest" },
  { "am", "the" },
  { "an", "at" },
  { "anzahl", "number" },
  { "auf", "on" },
  { "aufsteigend", "ascending" },
  { "aus", "from" },
  { "ausser", "except" },
  { "bei", "at" },
  { "beid", "both" },
  { "best", "best" },
  { "bis", "to" },
  { "bitte", "please" },
  { "das", "the" },
  { "dass", "that" },
  { "dem", "the" },
  { "den", "the" },
  { "denen", "which" },
  { "der", "the" },
  { "deren", "whose" },
  { "des", "the" },
  { "dessen", "whose" },
  { "die", "the" },
  { "dies", "this" },
  { "dritt", "third" },
  { "durchschnitt", "average" },
  { "durchschnittlich", "average" },
  { "ein", "a" },
  { "erst", "first" },
  { "es", "there" },
  { "finde", "find" },
  { "fruhest", "earliest" },
  { "fur", "for" },
  { "geordnet", "ordered" },
  { "geringst", "lowest" },
  { "gesamt", "total" },
  { "gesamtzahl", "number" },
  { "gestern", "yesterday" },
  { "gib", "give" },
  { "gibt", "are" },
  { "gleich", "equal" },
  { "gross", "large" },
  { "grosser", "greater" },
  { "grosst", "largest" },
  { "gruppiert", "grouped" },
  { "haben", "have" },
  { "hat", "has" },
  { "haufigst", "most common" },
  { "heute", "today" },
  { "hochst", "highest" },
  { "hochstens", "at most" },
  { "hoher", "higher" },
  { "ihr", "their" },
  { "ihre", "their" },
  { "im", "in" },
  { "in", "in" },
  { "insgesamt", "total" },
  { "ist", "is" },
  { "je", "per" },
  { "jed", "each" },
  { "junger", "younger" },
  { "jungst", "youngest" },
  { "kein", "no" },
  { "keine", "no" },
  { "kleiner", "smaller" },
  { "kleinst", "smallest" },
  { "kommend", "coming" },
  { "kurzest", "shortest" },
  { "langst", "longest" },
  { "laufend", "current" },
  { "letzt", "last" },
  { "liste", "list" },
  { "maximal", "maximum" },
  { "mehr", "more" },
  { "meist", "most" },
  { "mindestens", "at least" },
  { "minimal", "minimum" },
  { "mir", "me" },
  { "mit", "with" },
  { "mittelwert", "average" },
  { "morgen", "tomorrow" },
  { "nach", "by" },
  { "nachst", "next" },
  { "namen", "names" },
  { "nenne", "give" },
  { "neuest", "latest" },
  { "nicht", "not" },
  { "niedrigst", "lowest" },
  { "nur", "only" },
  { "oder", "or" },
  { "ohne", "without" },
  { "pro", "per" },
  { "seit", "since" },
  { "sind", "are" },
  { "sortiere", "sort" },
  { "sortiert", "sorted" },
  { "spatest", "latest" },
  { "summe", "sum" },
  { "teuerst", "highest" },
  { "uber", "over" },
  { "und", "and" },
  { "unter", "under" },
  { "unterschiedlich", "different" },
  { "vergangen", "past" },
  { "verschieden", "different" },
  { "viel", "many" },
  { "viele", "many" },
  { "viert", "fourth" },
  { "vom", "of" },
  { "von", "of" },
  { "vor", "before" },
  { "vorig", "previous" },
  { "wann", "when" },
  { "war", "was" },
  { "waren", "were" },
  { "was", "what" },
  { "welch", "which" },
  { "wem", "whom" },
  { "wen", "whom" },
  { "wenig", "few" },
  { "wenigen", "few" },
  { "weniger", "less" },
  { "wenigst", "least" },
  { "wer", "who" },
  { "wessen", "whose" },
  { "wie", "how" },
  { "wieviel", "how many" },
  { "wieviele", "how many" },
  { "wo", "where" },
  { "wurde", "was" },
  { "wurden", "were" },
  { "zahle", "count" },
  { "zeig", "show" },
  { "zeige", "show" },
  { "zu", "to" },
  { "zum", "to" },
  { "zur", "to" },
  { "zweit", "second" },
  { "zwischen", "between" },
};

/* What databases are often about. */
static const Pair nouns[] = {
  { "Abteilung", "department" },
  { "Adresse", "address" },
  { "Aktie", "share" },
  { "Alben", "album" },
  { "Album", "album" },
  { "Alter", "age" },
  { "Angestellte", "employee" },
  { "Anschrift", "address" },
  { "Arzt", "physician" },
  { "Artikel", "item" },
  { "Aufgabe", "task" },
  { "Auftrag", "order" },
  { "Auto", "car" },
  { "Autor", "author" },
  { "Bahnhof", "station" },
  { "Bank", "bank" },
  { "Beruf", "profession" },
  { "Besitzer", "owner" },
  { "Bestellung", "order" },
  { "Betrag", "amount" },
  { "Bewertung", "rating" },
  { "Bezeichnung", "name" },
  { "Bibliothek", "library" },
  { "Buch", "book" },
  { "Budget", "budget" },
  { "Bundesland", "state" },
  { "Darlehen", "loan" },
  { "Datum", "date" },
  { "Dauer", "duration" },
  { "Dokument", "document" },
  { "Dozent", "instructor" },
  { "Einkommen", "income" },
  { "Einwohner", "population" },
  { "Einwohnerzahl", "population" },
  { "Ereignis", "event" },
  { "Fahrer", "driver" },
  { "Fahrzeug", "vehicle" },
  { "Farbe", "color" },
  { "Filiale", "branch" },
  { "Film", "film" },
  { "Firma", "company" },
  { "Flughafen", "airport" },
  { "Flug", "flight" },
  { "Fluggesellschaft", "airline" },
  { "Fluss", "river" },
  { "Frau", "female" },
  { "Gebäude", "building" },
  { "Geburtsdatum", "birthdate" },
  { "Gehalt", "salary" },
  { "Genre", "genre" },
  { "Geschlecht", "gender" },
  { "Gewicht", "weight" },
  { "Gewinn", "profit" },
  { "Größe", "size" },
  { "Gruppe", "group" },
  { "Haus", "house" },
  { "Haustier", "pet" },
  { "Hersteller", "manufacturer" },
  { "Höhe", "height" },
  { "Hotel", "hotel" },
  { "Insel", "island" },
  { "Jahr", "year" },
  { "Kapazität", "capacity" },
  { "Kategorie", "category" },
  { "Klasse", "class" },
  { "Klub", "club" },
  { "Konto", "account" },
  { "Kontinent", "continent" },
  { "Konzert", "concert" },
  { "Kosten", "cost" },
  { "Krankenhaus", "hospital" },
  { "Kunde", "customer" },
  { "Künstler", "artist" },
  { "Kurs", "course" },
  { "Laden", "store" },
  { "Land", "country" },
  { "Länge", "length" },
  { "Lehrer", "teacher" },
  { "Lied", "song" },
  { "Lieferant", "supplier" },
  { "Lieferung", "delivery" },
  { "Mann", "male" },
  { "Mannschaft", "team" },
  { "Maschine", "machine" },
  { "Menge", "quantity" },
  { "Mensch", "person" },
  { "Mitarbeiter", "employee" },
  { "Mitglied", "member" },
  { "Modell", "model" },
  { "Monat", "month" },
  { "Museum", "museum" },
  { "Nachname", "last name" },
  { "Name", "name" },
  { "Nationalität", "nationality" },
  { "Note", "grade" },
  { "Nummer", "number" },
  { "Ort", "location" },
  { "Patient", "patient" },
  { "Person", "person" },
  { "Position", "position" },
  { "Postleitzahl", "zip" },
  { "Preis", "price" },
  { "Produkt", "product" },
  { "Projekt", "project" },
  { "Punkt", "point" },
  { "Rechnung", "invoice" },
  { "Region", "region" },
  { "Reise", "trip" },
  { "Rennen", "race" },
  { "Restaurant", "restaurant" },
  { "Richter", "judge" },
  { "Sänger", "singer" },
  { "Schiff", "ship" },
  { "Schüler", "student" },
  { "Schule", "school" },
  { "Spiel", "game" },
  { "Spieler", "player" },
  { "Sprache", "language" },
  { "Staat", "state" },
  { "Stadion", "stadium" },
  { "Stadt", "city" },
  { "Status", "status" },
  { "Strasse", "street" },
  { "Student", "student" },
  { "Stunde", "hour" },
  { "Tag", "day" },
  { "Teilnehmer", "participant" },
  { "Telefonnummer", "phone" },
  { "Termin", "appointment" },
  { "Tier", "animal" },
  { "Titel", "title" },
  { "Turnier", "tournament" },
  { "Typ", "type" },
  { "Umsatz", "revenue" },
  { "Universität", "university" },
  { "Unternehmen", "company" },
  { "Verkauf", "sale" },
  { "Verein", "club" },
  { "Vertrag", "contract" },
  { "Vorlesung", "lecture" },
  { "Vorname", "first name" },
  { "Währung", "currency" },
  { "Wert", "value" },
  { "Wettbewerb", "competition" },
  { "Woche", "week" },
  { "Zahlung", "payment" },
  { "Zeit", "time" },
  { "Zimmer", "room" },
  { "Zug", "train" },
};

/* German words that are English ones as well decide nothing about the language. */
static const char *const in_both[] = { "all", "alter", "am", "an", "best", "die", "in", "minimal", "war", "was", NULL };

static int
compare_pairs (const void *key, const void *item)
{
  return strcmp (key, ((const Pair *) item)->german);
}

static const Pair *
find_exactly (const char *word)
{
  return bsearch (word, pairs, G_N_ELEMENTS (pairs), sizeof *pairs, compare_pairs);
}

/* An adjective or article has an ending: "welcher", "höchsten", "jedem". */
static const Pair *
find_pair (const char *word)
{
  static const char *const endings[] = { "en", "er", "em", "es", "e" };
  const Pair *pair = find_exactly (word);

  for (guint i = 0; i < G_N_ELEMENTS (endings) && pair == NULL; i++)
    if (strlen (word) > 4 && g_str_has_suffix (word, endings[i]))
      {
        g_autofree char *root = g_strndup (word, strlen (word) - strlen (endings[i]));

        pair = find_exactly (root);
      }
  return pair;
}

/* Stem → English word. */
static GHashTable *
get_nouns (void)
{
  static gsize made;

  if (g_once_init_enter (&made))
    {
      GHashTable *table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

      for (guint i = 0; i < G_N_ELEMENTS (nouns); i++)
        {
          g_autofree char *folded = ask_text_fold (nouns[i].german);

          g_hash_table_insert (table, ask_text_stem_german (folded), (char *) nouns[i].english);
        }
      g_once_init_leave (&made, (gsize) table);
    }
  return (GHashTable *) made;
}

/* The English word for a German one; NULL where none is known. */
static const char *
translate (const char *folded)
{
  const Pair *pair = find_pair (folded);
  g_autofree char *stem = NULL;

  if (pair != NULL)
    return pair->english;
  stem = ask_text_stem_german (folded);
  return g_hash_table_lookup (get_nouns (), stem);
}

static gboolean
is_german (AskQuestion *self)
{
  guint german = 0;
  guint english = 0;

  for (guint i = 0; i < self->tokens->len; i++)
    {
      const AskToken *token = ask_question_token (self, i);

      if (token->quoted)
        continue;
      if (find_pair (token->folded) != NULL && !g_strv_contains (in_both, token->folded))
        german++;
      else if (token->stop && !g_strv_contains (in_both, token->folded))
        english++;
    }
  return german > english;
}

/* "at least" is two words. */
static char *
stem_all (const char *english)
{
  g_auto (GStrv) words = g_strsplit (english, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      char *stem = ask_text_stem (words[i]);

      g_free (words[i]);
      words[i] = stem;
    }
  return g_strjoinv (" ", words);
}

/**
 * ask_question_put_in_english:
 * @work: with its tokens
 *
 * Finds out whether the question is a German one, and then puts its small words into English: their folded form, stem
 * and stop. Their surface stays.
 */
void
ask_question_put_in_english (AskQuestionWork *work)
{
  AskQuestion *self = work->question;

  work->german = is_german (self);
  g_ptr_array_set_size (work->own_stems, (int) self->tokens->len);
  for (guint i = 0; work->german && i < self->tokens->len; i++)
    {
      AskToken *token = ask_question_token (self, i);
      const char *english = token->quoted || !token->word ? NULL : translate (token->folded);

      if (english == NULL)
        continue;
      g_free (token->folded);
      token->folded = g_strdup (english);
      work->own_stems->pdata[i] = token->stem;
      token->stem = stem_all (english);
      token->stop = ask_question_is_idle (token->folded);
    }
}
