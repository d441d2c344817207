/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words of names, in every language of the program: what they mean and what they are for. A language more
 * is a paragraph more in the table below. Words stand folded, as ask_text_fold() gives them, without accents;
 * where people also write an umlaut as two letters, both stand there.
 */
#include "config.h"

#include "base/ask-name-private.h"

#include <string.h>

/* A word may stand in several lists; what they say comes together. */
static const struct
{
  const char *words;
  AskMeaning meaning;
  guint flags;
} lists[] = {
  /* Both languages, and what everybody abbreviates alike. */
  { "id ids uuid guid uid key pk fk rowid hash", ASK_MEANING_IDENTIFIER, 0 },
  { "id uid guid uuid pk key", ASK_MEANING_NONE, ASK_WORD_ID },
  { "code codes cd iso bic ean gtin iban imei isbn sku ssn vin", ASK_MEANING_CODE, 0 },
  { "code cd isbn sku ssn", ASK_MEANING_NONE, ASK_WORD_ID },
  { "isbn sku uuid", ASK_MEANING_NONE, ASK_WORD_STARTS },
  { "mobile fax tel", ASK_MEANING_PHONE, 0 },
  { "email mail", ASK_MEANING_EMAIL, 0 },
  { "url link uri homepage", ASK_MEANING_URL, 0 },
  { "lat", ASK_MEANING_LATITUDE, ASK_WORD_NO_SUM },
  { "lon lng", ASK_MEANING_LONGITUDE, ASK_WORD_NO_SUM },
  { "pct", ASK_MEANING_PERCENTAGE, ASK_WORD_ANYWHERE | ASK_WORD_NO_SUM },
  { "budget", ASK_MEANING_MONEY, ASK_WORD_MEASURE },
  { "no nr num nbr", ASK_MEANING_NONE, ASK_WORD_ID | ASK_WORD_NUMBER },
  { "min max minimum maximum", ASK_MEANING_NONE, ASK_WORD_NO_SUM },
  { "person", ASK_MEANING_NONE, ASK_WORD_PEOPLE },
  { "text name", ASK_MEANING_NONE, ASK_WORD_MEASURE },
  { "name", ASK_MEANING_NONE, ASK_WORD_KEY },

  /* English */
  { "number", ASK_MEANING_NONE, ASK_WORD_ID | ASK_WORD_NUMBER },
  { "abbreviation abbr", ASK_MEANING_CODE, ASK_WORD_KEY },
  { "barcode zip zipcode postcode postal rank ranking", ASK_MEANING_CODE, 0 },
  { "ref title", ASK_MEANING_NONE, ASK_WORD_KEY },
  { "zip postal postcode phone telephone", ASK_MEANING_NONE, ASK_WORD_STARTS },
  { "phone telephone cell", ASK_MEANING_PHONE, 0 },
  { "website", ASK_MEANING_URL, 0 },
  { "latitude", ASK_MEANING_LATITUDE, ASK_WORD_NO_SUM },
  { "longitude long", ASK_MEANING_LONGITUDE, ASK_WORD_NO_SUM },
  { "year", ASK_MEANING_YEAR, ASK_WORD_STARTS },
  { "yr decade", ASK_MEANING_YEAR, 0 },
  { "month", ASK_MEANING_MONTH, 0 },
  { "quarter", ASK_MEANING_QUARTER, 0 },
  { "week", ASK_MEANING_WEEK, 0 },
  { "day weekday dow", ASK_MEANING_DAY, 0 },
  { "hour", ASK_MEANING_HOUR, 0 },
  { "date", ASK_MEANING_DATE, 0 },
  { "country nation", ASK_MEANING_COUNTRY, 0 },
  { "city town region province county address street state district", ASK_MEANING_PLACE, 0 },
  { "percent percentage", ASK_MEANING_PERCENTAGE, ASK_WORD_ANYWHERE | ASK_WORD_NO_SUM },
  { "share proportion fraction", ASK_MEANING_SHARE, ASK_WORD_ANYWHERE | ASK_WORD_NO_SUM },
  { "rate ratio margin", ASK_MEANING_RATE, ASK_WORD_ANYWHERE | ASK_WORD_NO_SUM },
  { "exchange hourly daily weekly monthly heart bit frame day hour billing", ASK_MEANING_NONE, ASK_WORD_NO_RATE },
  { "price", ASK_MEANING_MONEY, ASK_WORD_NO_SUM },
  { "cost salary revenue fee balance wage income payment amount", ASK_MEANING_MONEY, 0 },
  { "quantity qty", ASK_MEANING_QUANTITY, 0 },
  { "count counts", ASK_MEANING_QUANTITY, ASK_WORD_COUNTS },
  { "sum total totals avg average mean median", ASK_MEANING_NONE, ASK_WORD_TOTALS },
  { "avg average mean median lowest highest smallest largest temperature temp score rating rank age level stdev "
    "stddev deviation variance per distinct unique index",
    ASK_MEANING_NONE, ASK_WORD_NO_SUM },
  { "surname firstname lastname fname lname", ASK_MEANING_PERSON, 0 },
  { "flag yn", ASK_MEANING_FLAG, 0 },
  { "description comment note remark summary text", ASK_MEANING_TEXT, 0 },
  { "quantity qty time duration description count amount price cost total sum percent percentage rate date day month "
    "year detail comment note status level size length width height weight rank score point age capacity salary "
    "balance value title address email phone",
    ASK_MEANING_NONE, ASK_WORD_MEASURE },
  { "description detail comment note text address status email phone", ASK_MEANING_NONE, ASK_WORD_PROSE },
  { "manager head supervisor boss instructor teacher advisor adviser tutor author owner president rep representative "
    "agent winner loser male female husband wife mother father friend leader captain coach chair secretary treasurer "
    "creator editor assignee reporter approver reviewer nurse doctor physician salesperson seller buyer sender "
    "recipient receiver follower followee contact professor prof dean director report",
    ASK_MEANING_NONE, ASK_WORD_ROLE },
  { "people employee emp staff member faculty physician worker", ASK_MEANING_NONE, ASK_WORD_PEOPLE },
  { "in of by for at on from to with", ASK_MEANING_NONE, ASK_WORD_PREPOSITION },
  { "ref reference tbl tab dim fact fk the of and in for to", ASK_MEANING_NONE, ASK_WORD_NOISE },
  /* They end in "id" and are no identifiers. */
  { "paid valid void grid guid uuid solid liquid fluid rapid avoid humid acid said maid raid android asteroid id "
    "unpaid squid covid david madrid invalid hybrid steroid eyelid prepaid overpaid stupid vivid orchid pyramid "
    "lipid",
    ASK_MEANING_NONE, ASK_WORD_WHOLE },

  /* German: the last part of a compound says what it is, as in "Rechnungsbetrag". */
  { "nummer", ASK_MEANING_NONE, ASK_WORD_ID | ASK_WORD_NUMBER | ASK_WORD_COMPOUND },
  { "nr", ASK_MEANING_NONE, ASK_WORD_COMPOUND },
  { "kennung schlussel schluessel", ASK_MEANING_IDENTIFIER, ASK_WORD_ID | ASK_WORD_COMPOUND },
  { "plz postleitzahl kurzel kuerzel kennzeichen", ASK_MEANING_CODE, 0 },
  { "plz postleitzahl telefon", ASK_MEANING_NONE, ASK_WORD_STARTS },
  { "telefon telefonnummer telefonnr rufnummer faxnummer handy handynummer mobilnummer", ASK_MEANING_PHONE, 0 },
  { "mailadresse emailadresse", ASK_MEANING_EMAIL, 0 },
  { "webseite internetseite", ASK_MEANING_URL, 0 },
  { "breitengrad", ASK_MEANING_LATITUDE, ASK_WORD_NO_SUM },
  { "langengrad laengengrad", ASK_MEANING_LONGITUDE, ASK_WORD_NO_SUM },
  { "jahr", ASK_MEANING_YEAR, ASK_WORD_COMPOUND },
  { "jahrzehnt", ASK_MEANING_YEAR, 0 },
  { "monat", ASK_MEANING_MONTH, ASK_WORD_COMPOUND },
  { "quartal", ASK_MEANING_QUARTER, ASK_WORD_COMPOUND },
  { "woche", ASK_MEANING_WEEK, ASK_WORD_COMPOUND },
  { "tag wochentag", ASK_MEANING_DAY, 0 },
  { "stunde", ASK_MEANING_HOUR, 0 },
  { "datum", ASK_MEANING_DATE, ASK_WORD_COMPOUND },
  { "geburtstag", ASK_MEANING_DATE, 0 },
  { "zeitpunkt", ASK_MEANING_MOMENT, ASK_WORD_COMPOUND },
  { "land herkunftsland lieferland staat", ASK_MEANING_COUNTRY, 0 },
  { "stadt ort wohnort geburtsort standort lagerort gemeinde bundesland bezirk provinz", ASK_MEANING_PLACE, 0 },
  { "adresse anschrift strasse", ASK_MEANING_PLACE, ASK_WORD_COMPOUND | ASK_WORD_PROSE },
  { "prozent prozentsatz", ASK_MEANING_PERCENTAGE, ASK_WORD_ANYWHERE | ASK_WORD_NO_SUM },
  { "anteil", ASK_MEANING_SHARE, ASK_WORD_ANYWHERE | ASK_WORD_NO_SUM | ASK_WORD_COMPOUND },
  { "quote", ASK_MEANING_RATE, ASK_WORD_ANYWHERE | ASK_WORD_NO_SUM | ASK_WORD_COMPOUND },
  { "preis", ASK_MEANING_MONEY, ASK_WORD_NO_SUM | ASK_WORD_COMPOUND },
  { "betrag umsatz kosten erlos erloes gebuhr gebuehr lohn honorar einkommen zahlung gewinn saldo", ASK_MEANING_MONEY,
    ASK_WORD_COMPOUND },
  { "gehalt miete", ASK_MEANING_MONEY, 0 },
  { "menge stuckzahl stueckzahl", ASK_MEANING_QUANTITY, ASK_WORD_COMPOUND },
  { "anzahl", ASK_MEANING_QUANTITY, ASK_WORD_COUNTS | ASK_WORD_COMPOUND },
  { "summe gesamt durchschnitt mittelwert", ASK_MEANING_NONE, ASK_WORD_TOTALS },
  { "durchschnitt mittelwert alter rang temperatur bewertung punkte stufe pro je kleinste grosste groesste niedrigste "
    "hochste hoechste",
    ASK_MEANING_NONE, ASK_WORD_NO_SUM },
  { "vorname nachname familienname", ASK_MEANING_PERSON, 0 },
  { "beschreibung bemerkung kommentar notiz", ASK_MEANING_TEXT, ASK_WORD_PROSE },
  { "bezeichnung titel", ASK_MEANING_NONE, ASK_WORD_KEY },
  { "jahr monat quartal woche tag stunde datum preis betrag umsatz kosten gehalt menge anzahl summe anteil prozent "
    "gewicht grosse groesse lange laenge breite hohe hoehe dauer flache flaeche alter rang stufe wert bezeichnung "
    "titel beschreibung adresse",
    ASK_MEANING_NONE, ASK_WORD_MEASURE },
  { "leiter chef vorgesetzter betreuer lehrer autor verfasser besitzer eigentumer eigentuemer vertreter gewinner "
    "verlierer kapitan kapitaen arzt verkaufer verkaeufer kaufer kaeufer absender empfanger empfaenger",
    ASK_MEANING_NONE, ASK_WORD_ROLE },
  { "mitarbeiter angestellte angestellter mitglied beschaftigte beschaeftigte", ASK_MEANING_NONE, ASK_WORD_PEOPLE },
  { "von bei fur fuer aus mit", ASK_MEANING_NONE, ASK_WORD_PREPOSITION },
  { "tabelle und", ASK_MEANING_NONE, ASK_WORD_NOISE },
};

/* Units as names write them; a single letter means too much. */
static const struct
{
  const char *word;
  const char *unit;
  AskMeaning meaning;
} units[] = {
  { "eur", "EUR", ASK_MEANING_MONEY },        { "euro", "EUR", ASK_MEANING_MONEY },
  { "usd", "USD", ASK_MEANING_MONEY },        { "dollar", "USD", ASK_MEANING_MONEY },
  { "gbp", "GBP", ASK_MEANING_MONEY },        { "chf", "CHF", ASK_MEANING_MONEY },
  { "jpy", "JPY", ASK_MEANING_MONEY },        { "cny", "CNY", ASK_MEANING_MONEY },
  { "percent", "%", ASK_MEANING_PERCENTAGE }, { "percentage", "%", ASK_MEANING_PERCENTAGE },
  { "pct", "%", ASK_MEANING_PERCENTAGE },     { "prozent", "%", ASK_MEANING_PERCENTAGE },
  { "kg", "kg", ASK_MEANING_QUANTITY },       { "mg", "mg", ASK_MEANING_QUANTITY },
  { "lb", "lb", ASK_MEANING_QUANTITY },       { "km", "km", ASK_MEANING_QUANTITY },
  { "cm", "cm", ASK_MEANING_QUANTITY },       { "mm", "mm", ASK_MEANING_QUANTITY },
  { "mile", "mi", ASK_MEANING_QUANTITY },     { "meter", "m", ASK_MEANING_QUANTITY },
  { "metre", "m", ASK_MEANING_QUANTITY },     { "kwh", "kWh", ASK_MEANING_QUANTITY },
  { "kw", "kW", ASK_MEANING_QUANTITY },       { "mw", "MW", ASK_MEANING_QUANTITY },
  { "ml", "ml", ASK_MEANING_QUANTITY },       { "mb", "MB", ASK_MEANING_QUANTITY },
  { "gb", "GB", ASK_MEANING_QUANTITY },       { "ms", "ms", ASK_MEANING_QUANTITY },
  { "sqm", "m²", ASK_MEANING_QUANTITY },      { "mph", "mph", ASK_MEANING_QUANTITY },
  { "kmh", "km/h", ASK_MEANING_QUANTITY },
};

static GHashTable *
make_table (void)
{
  GHashTable *table = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      char **words = g_strsplit (lists[i].words, " ", -1);

      for (guint w = 0; words[w] != NULL; w++)
        {
          AskNameEntry *entry = g_hash_table_lookup (table, words[w]);

          if (entry == NULL)
            {
              entry = g_new0 (AskNameEntry, 1);
              g_hash_table_insert (table, g_strdup (words[w]), entry);
            }
          if (lists[i].meaning != ASK_MEANING_NONE)
            entry->meaning = lists[i].meaning;
          entry->flags |= lists[i].flags;
        }
      g_strfreev (words);
    }
  return table;
}

static GHashTable *
get_table (void)
{
  static gsize table;

  if (g_once_init_enter (&table))
    g_once_init_leave (&table, (gsize) make_table ());
  return (GHashTable *) table;
}

/*
 * ask_name_find_word:
 * @word: folded
 *
 * Returns: (transfer none) (nullable): what is known of it
 */
const AskNameEntry *
ask_name_find_word (const char *word)
{
  return g_hash_table_lookup (get_table (), word);
}

/*
 * ask_name_find_compound:
 * @word: folded: "rechnungsbetrag"
 *
 * Returns: (transfer none) (nullable): what is known of the longest word that it ends in, where such words end others
 */
const AskNameEntry *
ask_name_find_compound (const char *word)
{
  /* Two letters are the least that stand in front of another word. */
  for (const char *p = word; *p != '\0'; p = g_utf8_next_char (p))
    {
      const AskNameEntry *entry = p - word >= 2 ? ask_name_find_word (p) : NULL;

      if (entry != NULL && (entry->flags & ASK_WORD_COMPOUND))
        return entry;
    }
  return NULL;
}

/**
 * ask_name_word_is:
 * @word: (nullable): folded and in the singular, as ask_name_split() gives it
 * @kinds: #AskNameWord flags
 *
 * Returns: whether it is a word of one of @kinds
 */
gboolean
ask_name_word_is (const char *word, guint kinds)
{
  const AskNameEntry *entry = word != NULL ? ask_name_find_word (word) : NULL;

  return entry != NULL && (entry->flags & kinds) != 0;
}

/**
 * ask_name_word_mean:
 * @word: (nullable): the last word of a name, as ask_name_split() gives it
 *
 * Returns: what the word means by itself
 */
AskMeaning
ask_name_word_mean (const char *word)
{
  const AskNameEntry *entry = word != NULL ? ask_name_find_word (word) : NULL;

  if (entry == NULL && word != NULL)
    entry = ask_name_find_compound (word);
  return entry != NULL ? entry->meaning : ASK_MEANING_NONE;
}

/**
 * ask_name_word_unit:
 * @word: (nullable): "kg", "EUR"
 * @meaning: (out): what a value in it is; set only where it is a unit
 *
 * Returns: (transfer none) (nullable): the unit as people write it
 */
const char *
ask_name_word_unit (const char *word, AskMeaning *meaning)
{
  g_autofree char *folded = word != NULL ? g_ascii_strdown (word, -1) : NULL;

  for (guint i = 0; folded != NULL && i < G_N_ELEMENTS (units); i++)
    if (strcmp (folded, units[i].word) == 0 || strcmp (word, units[i].unit) == 0)
      {
        *meaning = units[i].meaning;
        return units[i].unit;
      }
  return NULL;
}
