/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A source of very many tables: how often names are compared grows with their number, not with its square. The
 * comparisons of the C library and of GLib are counted, by functions of the same names here.
 */
#include "config.h"

#include "schema/ask-catalog.h"
#include "schema/merge/ask-schema-diff.h"
#include "schema/merge/ask-schema-merge.h"

#include <string.h>

static guint64 n_compared;

int strcmp (const char *a, const char *b);
int (g_ascii_strcasecmp) (const char *a, const char *b);

int
strcmp (const char *a, const char *b)
{
  n_compared++;
  while (*a != '\0' && *a == *b)
    {
      a++;
      b++;
    }
  return (int) (guchar) *a - (int) (guchar) *b;
}

int
(g_ascii_strcasecmp) (const char *a, const char *b)
{
  n_compared++;
  while (*a != '\0' && g_ascii_tolower (*a) == g_ascii_tolower (*b))
    {
      a++;
      b++;
    }
  return (int) (guchar) g_ascii_tolower (*a) - (int) (guchar) g_ascii_tolower (*b);
}

/* @skip: this table is not there */
static AskSchema *
make_source (const char *source, guint n, guint skip)
{
  g_autoptr (AskCatalog) catalog = ask_catalog_new ();

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("table_%u", i);
      g_autofree char *key = g_strdup_printf ("%s_%u_id", source, i);
      g_autofree char *other = g_strdup_printf ("%s_%u_id", source, i / 2);
      g_autofree char *to = g_strdup_printf ("table_%u", i / 2);
      AskCatalogTable *table;

      if (i == skip)
        continue;
      table = ask_catalog_add_table (catalog, name, FALSE);
      ask_catalog_add_column (table, key, "INTEGER", ASK_TYPE_INTEGER)->key = 1;
      if (i > 1)
        {
          AskCatalogForeignKey *foreign = ask_catalog_add_foreign_key (table, to);

          ask_catalog_add_column (table, other, "INTEGER", ASK_TYPE_INTEGER);
          g_ptr_array_add (foreign->columns, g_strdup (other));
          g_ptr_array_add (foreign->referred, g_strdup (other));
        }
    }
  return ask_catalog_import (catalog, source);
}

/* Registers @n tables beside another source of as many, and refreshes them. Returns: how many comparisons it took */
static guint64
count (guint n)
{
  g_autoptr (AskSchema) ours = make_source ("other", n, G_MAXUINT);
  g_autoptr (AskSchema) theirs = NULL;
  g_autoptr (AskSchema) registered = NULL;
  g_autoptr (AskSchema) later = NULL;
  g_autoptr (AskSchema) refreshed = NULL;
  g_autoptr (GPtrArray) drift = NULL;

  n_compared = 0;
  theirs = make_source ("shop", n, n / 3);
  registered = ask_schema_merge_source (ours, NULL, theirs, "shop", NULL);
  g_assert_cmpuint (registered->entities->len, ==, 2 * n - 1);
  later = make_source ("shop", n, n / 2);
  refreshed = ask_schema_merge_source (registered, theirs, later, "shop", &drift);
  g_assert_cmpuint (refreshed->entities->len, ==, 2 * n - 1);
  g_assert_cmpuint (drift->len, >=, 2);
  return n_compared;
}

static void
test_ten_times_the_tables_are_ten_times_the_work (void)
{
  guint64 few = count (200);
  guint64 many = count (2000);

  g_test_message ("%" G_GUINT64_FORMAT " comparisons of 200 tables, %" G_GUINT64_FORMAT " of 2,000", few, many);
  g_assert_cmpuint (few, >, 0);
  g_assert_cmpuint (many, <, 15 * few);
}

static void
test_new_tables_stand_where_they_stand_at_the_source (void)
{
  g_autoptr (AskSchema) first = make_source ("shop", 6, 2);
  g_autoptr (AskSchema) all = make_source ("shop", 8, G_MAXUINT);
  g_autoptr (AskSchema) merged = ask_schema_merge_source (first, NULL, all, "shop", NULL);

  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *name = g_strdup_printf ("table_%u", i);

      g_assert_cmpstr (((AskEntity *) merged->entities->pdata[i])->name, ==, name);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/merge-many/ten-times-the-tables-are-ten-times-the-work",
                   test_ten_times_the_tables_are_ten_times_the_work);
  g_test_add_func ("/schema/merge-many/new-tables-stand-where-they-stand-at-the-source",
                   test_new_tables_stand_where_they_stand_at_the_source);
  return g_test_run ();
}
