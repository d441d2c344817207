/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What names say of values, in every language of the program.
 */
#include "config.h"

#include <string.h>

#include "base/ask-name.h"

typedef struct
{
  const char *name;
  AskType type;
  AskMeaning meaning;
  const char *unit;
  AskAdding adding;
} Case;

static const Case cases[] = {
  /* English */
  { "customer_id", ASK_TYPE_INTEGER, ASK_MEANING_IDENTIFIER, NULL, 0 },
  { "CustomerID", ASK_TYPE_INTEGER, ASK_MEANING_IDENTIFIER, NULL, 0 },
  { "orderid", ASK_TYPE_INTEGER, ASK_MEANING_IDENTIFIER, NULL, 0 },
  { "paid", ASK_TYPE_REAL, ASK_MEANING_NONE, NULL, 0 },
  { "order number", ASK_TYPE_INTEGER, ASK_MEANING_IDENTIFIER, NULL, 0 },
  { "number of orders", ASK_TYPE_INTEGER, ASK_MEANING_QUANTITY, NULL, 0 },
  { "number", ASK_TYPE_INTEGER, ASK_MEANING_NONE, NULL, 0 },
  { "n_orders", ASK_TYPE_INTEGER, ASK_MEANING_QUANTITY, NULL, 0 },
  { "COUNT(customer_id)", ASK_TYPE_INTEGER, ASK_MEANING_QUANTITY, NULL, 0 },
  { "sku", ASK_TYPE_INTEGER, ASK_MEANING_CODE, NULL, 0 },
  { "zip_code", ASK_TYPE_INTEGER, ASK_MEANING_CODE, NULL, 0 },
  { "phone_number", ASK_TYPE_INTEGER, ASK_MEANING_PHONE, NULL, 0 },
  { "email_address", ASK_TYPE_TEXT, ASK_MEANING_EMAIL, NULL, 0 },
  { "address", ASK_TYPE_TEXT, ASK_MEANING_PLACE, NULL, 0 },
  { "year", ASK_TYPE_INTEGER, ASK_MEANING_YEAR, NULL, 0 },
  { "year_of_birth", ASK_TYPE_INTEGER, ASK_MEANING_YEAR, NULL, 0 },
  { "years", ASK_TYPE_INTEGER, ASK_MEANING_NONE, NULL, 0 },
  { "orders per year", ASK_TYPE_REAL, ASK_MEANING_NONE, NULL, ASK_ADDING_NO },
  { "price per month", ASK_TYPE_REAL, ASK_MEANING_MONEY, NULL, ASK_ADDING_NO },
  { "order_month", ASK_TYPE_TEXT, ASK_MEANING_MONTH, NULL, 0 },
  { "countries", ASK_TYPE_INTEGER, ASK_MEANING_NONE, NULL, 0 },
  { "country", ASK_TYPE_TEXT, ASK_MEANING_COUNTRY, NULL, 0 },
  { "city", ASK_TYPE_INTEGER, ASK_MEANING_NONE, NULL, 0 },
  { "unit_price", ASK_TYPE_REAL, ASK_MEANING_MONEY, NULL, ASK_ADDING_NO },
  { "total price", ASK_TYPE_REAL, ASK_MEANING_MONEY, NULL, 0 },
  { "average_price", ASK_TYPE_REAL, ASK_MEANING_MONEY, NULL, ASK_ADDING_NO },
  { "total of order number", ASK_TYPE_REAL, ASK_MEANING_NONE, NULL, 0 },
  { "share_percent", ASK_TYPE_REAL, ASK_MEANING_PERCENTAGE, "%", ASK_ADDING_NO },
  { "Growth %", ASK_TYPE_REAL, ASK_MEANING_PERCENTAGE, "%", ASK_ADDING_NO },
  { "share", ASK_TYPE_REAL, ASK_MEANING_SHARE, NULL, ASK_ADDING_NO },
  { "share price", ASK_TYPE_REAL, ASK_MEANING_MONEY, NULL, ASK_ADDING_NO },
  { "hourly_rate", ASK_TYPE_REAL, ASK_MEANING_NONE, NULL, ASK_ADDING_NO },
  { "weight_kg", ASK_TYPE_REAL, ASK_MEANING_QUANTITY, "kg", 0 },
  { "Price (EUR)", ASK_TYPE_REAL, ASK_MEANING_MONEY, "EUR", ASK_ADDING_NO },
  { "price", ASK_TYPE_TEXT, ASK_MEANING_NONE, NULL, ASK_ADDING_NO },
  { "created", ASK_TYPE_DATETIME, ASK_MEANING_MOMENT, NULL, 0 },
  { "returned", ASK_TYPE_BOOLEAN, ASK_MEANING_FLAG, NULL, 0 },
  /* German */
  { "Kundennummer", ASK_TYPE_INTEGER, ASK_MEANING_IDENTIFIER, NULL, 0 },
  { "KundenNr", ASK_TYPE_INTEGER, ASK_MEANING_IDENTIFIER, NULL, 0 },
  { "kunden_id", ASK_TYPE_INTEGER, ASK_MEANING_IDENTIFIER, NULL, 0 },
  { "PLZ", ASK_TYPE_INTEGER, ASK_MEANING_CODE, NULL, 0 },
  { "Postleitzahl", ASK_TYPE_TEXT, ASK_MEANING_CODE, NULL, 0 },
  { "Telefonnummer", ASK_TYPE_INTEGER, ASK_MEANING_PHONE, NULL, 0 },
  { "Geburtsjahr", ASK_TYPE_INTEGER, ASK_MEANING_YEAR, NULL, 0 },
  { "Bestellmonat", ASK_TYPE_TEXT, ASK_MEANING_MONTH, NULL, 0 },
  { "Rechnungsbetrag", ASK_TYPE_REAL, ASK_MEANING_MONEY, NULL, 0 },
  { "Stückpreis", ASK_TYPE_REAL, ASK_MEANING_MONEY, NULL, ASK_ADDING_NO },
  { "Gebühr", ASK_TYPE_REAL, ASK_MEANING_MONEY, NULL, 0 },
  { "Anzahl Bestellungen", ASK_TYPE_INTEGER, ASK_MEANING_QUANTITY, NULL, 0 },
  { "Menge", ASK_TYPE_INTEGER, ASK_MEANING_QUANTITY, NULL, 0 },
  { "Marktanteil", ASK_TYPE_REAL, ASK_MEANING_SHARE, NULL, ASK_ADDING_NO },
  { "Durchschnittspreis", ASK_TYPE_REAL, ASK_MEANING_MONEY, NULL, ASK_ADDING_NO },
  { "Straße", ASK_TYPE_TEXT, ASK_MEANING_PLACE, NULL, 0 },
  { "Land", ASK_TYPE_TEXT, ASK_MEANING_COUNTRY, NULL, 0 },
  { "Bestelldatum", ASK_TYPE_TEXT, ASK_MEANING_DATE, NULL, 0 },
  { "Umsatz pro Jahr", ASK_TYPE_REAL, ASK_MEANING_MONEY, NULL, ASK_ADDING_NO },
  /* Nothing */
  { "", ASK_TYPE_ANY, ASK_MEANING_NONE, NULL, 0 },
  { "***", ASK_TYPE_REAL, ASK_MEANING_NONE, NULL, 0 },
  { "%", ASK_TYPE_REAL, ASK_MEANING_PERCENTAGE, "%", ASK_ADDING_NO },
  { "\xff\xfe", ASK_TYPE_REAL, ASK_MEANING_NONE, NULL, 0 },
};

static void
test_names (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];
      AskSense sense = ask_name_read (c->name, c->type);

      if (sense.meaning != c->meaning || g_strcmp0 (sense.unit, c->unit) != 0 || sense.adding != c->adding)
        g_error ("“%s” is %s in %s, adding %d", c->name, ask_meaning_to_string (sense.meaning), sense.unit, sense.adding);
    }
}

static void
test_split (void)
{
  static const struct
  {
    const char *name;
    const char *words;
  } names[] = {
    { "CustomerID", "customer id" }, { "stuid", "stu id" },       { "club_id_2", "club id" }, { "IDs", "ids" },
    { "addresses", "address" },      { "Einzelpreis", "einzelpreis" }, { "Größe", "grosse" },   { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_auto (GStrv) words = ask_name_split (names[i].name);
      g_autofree char *joined = g_strjoinv (" ", words);

      g_assert_cmpstr (joined, ==, names[i].words);
    }
}

static void
test_unit (void)
{
  g_autofree char *percent = ask_name_without_unit ("share percent", "%");
  g_autofree char *other = ask_name_without_unit ("share percent", "EUR");
  g_autofree char *only = ask_name_without_unit ("kg", "kg");

  g_assert_cmpstr (percent, ==, "share");
  g_assert_cmpstr (other, ==, "share percent");
  g_assert_cmpstr (only, ==, "kg");
}

/* Meanings go into documents by their words. */
static void
test_words (void)
{
  for (guint i = 0; i < ASK_N_MEANINGS; i++)
    {
      AskMeaning meaning = ASK_MEANING_NONE;

      g_assert_true (ask_meaning_from_string (ask_meaning_to_string ((AskMeaning) i), &meaning));
      g_assert_cmpint (meaning, ==, i);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/name/says-what-values-are", test_names);
  g_test_add_func ("/base/name/is-split-into-words", test_split);
  g_test_add_func ("/base/name/loses-a-unit-that-stands-elsewhere", test_unit);
  g_test_add_func ("/base/name/each-meaning-has-a-word-of-its-own", test_words);
  return g_test_run ();
}
