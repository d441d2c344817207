/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "Show X", "list X", "describe X" and "how many X" work for whatever X is called: in singular and plural, in English
 * and German, by a synonym, for an API's entity, too. Schemas and questions are made at random.
 */
#include "config.h"

#include "agent/ask-plain.h"

#include <string.h>

typedef struct
{
  const char *one;
  const char *many;
} Noun;

static const Noun english[] = {
  { "customer", "customers" }, { "order", "orders" },     { "category", "categories" }, { "box", "boxes" },
  { "company", "companies" },  { "address", "addresses" }, { "city", "cities" },        { "class", "classes" },
  { "dish", "dishes" },        { "match", "matches" },     { "day", "days" },           { "house", "houses" },
  { "invoice", "invoices" },   { "employee", "employees" }, { "bus", "buses" },         { "person", "people" },
  { "child", "children" },     { "status", "statuses" },   { "series", "series" },      { "knife", "knives" },
};

static const Noun german[] = {
  { "Kunde", "Kunden" },     { "Bestellung", "Bestellungen" }, { "Artikel", "Artikel" }, { "Rechnung", "Rechnungen" },
  { "Mitarbeiter", "Mitarbeiter" }, { "Produkt", "Produkte" }, { "Lieferant", "Lieferanten" }, { "Haus", "Häuser" },
  { "Buch", "Bücher" },      { "Stadt", "Städte" },            { "Auto", "Autos" },      { "Konto", "Konten" },
};

typedef enum
{
  COUNT,
  SHOW,
  DESCRIBE
} Verb;

static const struct
{
  const char *words;
  const char *tail;
  Verb verb;
  gboolean german;
} asks[] = {
  { "show", "", SHOW, FALSE },
  { "Show me all", ".", SHOW, FALSE },
  { "list", "", SHOW, FALSE },
  { "List the", "!", SHOW, FALSE },
  { "describe", "", DESCRIBE, FALSE },
  { "how many", "", COUNT, FALSE },
  { "How many", "are there?", COUNT, FALSE },
  { "Zeige alle", "", SHOW, TRUE },
  { "Liste", "auf", SHOW, TRUE },
  { "Wie viele", "gibt es?", COUNT, TRUE },
  { "beschreibe", "", DESCRIBE, TRUE },
};

static const char *
draw_form (const Noun *noun)
{
  return g_test_rand_bit () ? noun->one : noun->many;
}

/* "order_line", "OrderLines", "order": @first stands before @noun where there is one */
static char *
draw_name (const Noun *noun, const char *first)
{
  const char *form = draw_form (noun);
  g_autofree char *upper = g_strdup (form);
  g_autofree char *upper_first = g_strdup (first);

  if (first == NULL)
    return g_strdup (form);
  if (g_test_rand_bit ())
    return g_strjoin ("_", first, form, NULL);
  upper[0] = g_ascii_toupper (upper[0]);
  upper_first[0] = g_ascii_toupper (upper_first[0]);
  return g_strconcat (upper_first, upper, NULL);
}

static AskEntity *
add_entity (AskSchema *schema, const char *name)
{
  gboolean api = g_test_rand_bit ();
  AskEntity *entity = ask_entity_new (name, "shop", name, api ? ASK_ENTITY_API : ASK_ENTITY_TABLE);

  if (api)
    {
      entity->operation = ask_operation_new ("/things");
      ask_operation_add_parameter (entity->operation, "label", ASK_PARAMETER_IN_QUERY, "label", FALSE);
    }
  entity->row_estimate = g_test_rand_bit () ? -1 : 10;
  ask_entity_add_attribute (entity, "id", "id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (entity, "label", "label", ASK_TYPE_TEXT);
  return ask_schema_add_entity (schema, entity);
}

static void
assert_found (AskSchema *schema, const char *question, const AskEntity *wanted, Verb verb)
{
  g_autoptr (GPtrArray) found = ask_plain_find (schema, question);
  const AskPlain *plain;

  g_test_message ("%s (%s)", question, wanted->name);
  g_assert_cmpuint (found->len, ==, 1);
  plain = found->pdata[0];
  g_assert_true (plain->entity == wanted);
  if (verb == DESCRIBE)
    {
      g_autoptr (AskRows) rows = ask_plain_describe (plain->entity);

      g_assert_null (plain->sql);
      g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 2);
    }
  else
    g_assert_true (g_str_has_prefix (plain->sql, verb == COUNT ? "SELECT count(*) AS " : "SELECT * FROM "));
}

/* Each noun is of one entity at most. */
static void
ask_all (const Noun *nouns, guint n_nouns, gboolean is_german)
{
  for (guint round = 0; round < (g_test_slow () ? 100 : 10); round++)
    {
      g_autoptr (AskSchema) schema = ask_schema_new ();
      g_autoptr (GPtrArray) entities = g_ptr_array_new ();

      for (guint i = 0; i < n_nouns; i++)
        {
          const char *first = !is_german && i % 3 == 2 ? "sales" : NULL;
          g_autofree char *name = draw_name (&nouns[i], first);

          g_ptr_array_add (entities, add_entity (schema, name));
        }
      for (guint i = 0; i < n_nouns; i++)
        {
          const char *first = !is_german && i % 3 == 2 ? "sales " : "";
          guint a = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (asks));
          g_autofree char *question = NULL;

          while (is_german != asks[a].german)
            a = (a + 1) % G_N_ELEMENTS (asks);
          question = g_strdup_printf ("%s %s%s %s", asks[a].words, first, draw_form (&nouns[i]), asks[a].tail);
          assert_found (schema, question, entities->pdata[i], asks[a].verb);
        }
    }
}

static void
test_singular_and_plural_are_the_same (void)
{
  ask_all (english, G_N_ELEMENTS (english), FALSE);
}

static void
test_german_names_are_found_in_german_questions (void)
{
  ask_all (german, G_N_ELEMENTS (german), TRUE);
}

/* A table "t17" that people call by a noun of either language. */
static void
test_synonyms_are_names (void)
{
  for (guint round = 0; round < (g_test_slow () ? 200 : 30); round++)
    {
      const Noun *noun = g_test_rand_bit () ? &english[g_test_rand_int_range (0, G_N_ELEMENTS (english))]
                                            : &german[g_test_rand_int_range (0, G_N_ELEMENTS (german))];
      guint a = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (asks));
      g_autoptr (AskSchema) schema = ask_schema_new ();
      AskEntity *entity = add_entity (schema, "t17");
      g_autofree char *question = g_strdup_printf ("%s %s %s", asks[a].words, draw_form (noun), asks[a].tail);

      add_entity (schema, "t18");
      g_ptr_array_add (entity->synonyms, g_strdup (draw_form (noun)));
      assert_found (schema, question, entity, asks[a].verb);
    }
}

static void
test_what_is_hidden_is_not_found (void)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GPtrArray) found = NULL;

  add_entity (schema, "customer")->hidden = TRUE;
  found = ask_plain_find (schema, "show customers");
  g_assert_cmpuint (found->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/plain/singular-and-plural-are-the-same", test_singular_and_plural_are_the_same);
  g_test_add_func ("/agent/plain/german-names-are-found-in-german-questions",
                   test_german_names_are_found_in_german_questions);
  g_test_add_func ("/agent/plain/synonyms-are-names", test_synonyms_are_names);
  g_test_add_func ("/agent/plain/what-is-hidden-is-not-found", test_what_is_hidden_is_not_found);
  return g_test_run ();
}
