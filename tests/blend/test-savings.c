/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Drawn statements: their rows are those of plain SQL, and no saving of the planner makes values more. Over a file, and over a
 * server, another one and an API together.
 */
#include "config.h"

#include <string.h>

#include "blend-fixture.h"
#include "blend/ask-blend-private.h"

#define DRAWN 300
#define DRAWN_ELSEWHERE 40

typedef struct
{
  GString *sql;
  GString *plain;
} Pair;

static void
append (Pair *self, const char *sql, const char *plain)
{
  g_string_append (self->sql, sql);
  g_string_append (self->plain, plain != NULL ? plain : sql);
}

static void
draw (GRand *rand, Pair *self, guint depth)
{
  static const char *const plain[]
    = { "cat = 'Food'", "amount > 50", "merchant IS NULL", "amount % 3 = 1", "cat <> 'Fuel'" };

  switch (g_rand_int_range (rand, 0, depth > 0 ? 7 : 4))
    {
    case 0:
      append (self, "starts_with('A', merchant)", "(substr(merchant, 1, 1) = 'A')");
      break;
    case 1:
      append (self, "get_length(cat) = 4", "length(cat) = 4");
      break;
    case 2:
    case 3:
      append (self, plain[g_rand_int_range (rand, 0, G_N_ELEMENTS (plain))], NULL);
      break;
    case 4:
      append (self, "NOT (", NULL);
      draw (rand, self, depth - 1);
      append (self, ")", NULL);
      break;
    default:
      append (self, "(", NULL);
      draw (rand, self, depth - 1);
      append (self, g_rand_boolean (rand) ? ") AND (" : ") OR (", NULL);
      draw (rand, self, depth - 1);
      append (self, ")", NULL);
    }
}

/* @loose: any rows will do that pass, since nothing orders those that a LIMIT leaves */
typedef struct
{
  const char *begin;
  const char *plain;
  const char *middle;
  const char *end;
  gboolean loose;
} Shape;

static const Shape shapes[] = {
  { "SELECT id FROM tx WHERE ", NULL, "", NULL, FALSE },
  { "SELECT t.id, s.name FROM tx t LEFT JOIN shop s ON t.shop_id = s.shop_id AND (", NULL, ") WHERE ", "", FALSE },
  { "SELECT id, n FROM (SELECT *, get_length(merchant) AS n FROM tx WHERE ",
    "SELECT id, n FROM (SELECT *, length(merchant) AS n FROM tx WHERE ", ") WHERE ", "", FALSE },
  { "SELECT cat, n FROM (SELECT cat, amount, max(merchant) AS merchant, count(get_length(merchant)) AS n FROM tx WHERE ",
    "SELECT cat, n FROM (SELECT cat, amount, max(merchant) AS merchant, count(length(merchant)) AS n FROM tx WHERE ",
    " GROUP BY cat, amount) WHERE ", "", FALSE },
  { "SELECT id, get_length(merchant) AS n, cat FROM tx WHERE ", "SELECT id, length(merchant) AS n, cat FROM tx WHERE ",
    " ORDER BY amount DESC, id LIMIT 9", NULL, FALSE },
  { "WITH w AS (SELECT *, get_length(merchant) AS n FROM tx WHERE ",
    "WITH w AS (SELECT *, length(merchant) AS n FROM tx WHERE ", ") SELECT * FROM w WHERE ", " ORDER BY id LIMIT 4",
    FALSE },
  { "SELECT id, n FROM (SELECT *, get_length(merchant) AS n FROM tx WHERE ",
    "SELECT id, n FROM (SELECT *, length(merchant) AS n FROM tx WHERE ", " ORDER BY amount, id LIMIT 40) WHERE ", "",
    FALSE },
  { "WITH w AS (SELECT *, starts_with('A', merchant) AS n FROM tx WHERE ",
    "WITH w AS (SELECT *, substr(merchant, 1, 1) = 'A' AS n FROM tx WHERE ",
    " ORDER BY id DESC LIMIT 30 OFFSET 2) SELECT id, n FROM w WHERE ", "", FALSE },
  { "SELECT t.id, s.name FROM tx t JOIN shop s ON same(t.merchant, s.name) AND (",
    "SELECT t.id, s.name FROM tx t JOIN shop s ON t.merchant = s.name AND (", ") WHERE starts_with('A', s.name) AND ",
    "", FALSE },
  { "SELECT t.id, s.name FROM tx t JOIN shop s ON t.shop_id = s.shop_id WHERE starts_with('A', s.name) AND (",
    "SELECT t.id, s.name FROM tx t JOIN shop s ON t.shop_id = s.shop_id WHERE substr(s.name, 1, 1) = 'A' AND (", ")",
    NULL, FALSE },
  { "SELECT id FROM (SELECT *, get_length(merchant) AS n FROM tx WHERE ", "SELECT id FROM (SELECT * FROM tx WHERE ",
    ") WHERE ", "", FALSE },
  { "SELECT id FROM tx WHERE EXISTS (SELECT 1 FROM shop s WHERE starts_with('A', s.name) AND s.shop_id = tx.shop_id) AND ",
    "SELECT id FROM tx WHERE EXISTS (SELECT 1 FROM shop s WHERE substr(s.name, 1, 1) = 'A' AND s.shop_id = tx.shop_id) AND ",
    "", NULL, FALSE },
  { "SELECT id, (SELECT max(get_length(s.name)) FROM shop s WHERE s.shop_id = tx.shop_id AND s.city <> cat) FROM tx WHERE ",
    "SELECT id, (SELECT max(length(s.name)) FROM shop s WHERE s.shop_id = tx.shop_id AND s.city <> cat) FROM tx WHERE ",
    "", NULL, FALSE },
  { "SELECT id, CASE WHEN cat = 'Food' THEN get_length(merchant) WHEN amount > 40 THEN starts_with('A', cat) END FROM tx WHERE ",
    "SELECT id, CASE WHEN cat = 'Food' THEN length(merchant) WHEN amount > 40 THEN substr(cat, 1, 1) = 'A' END FROM tx WHERE ",
    "", NULL, FALSE },
  { "SELECT cat, max(get_length(merchant)), count(*) FILTER (WHERE amount < 30 AND starts_with('A', merchant)) FROM tx WHERE ",
    "SELECT cat, max(length(merchant)), count(*) FILTER (WHERE amount < 30 AND substr(merchant, 1, 1) = 'A') FROM tx WHERE ",
    " GROUP BY cat HAVING cat <> 'Fuel' AND count(*) > 3", NULL, FALSE },
  { "SELECT id, row_number() OVER (PARTITION BY get_length(merchant) ORDER BY id) FROM tx WHERE ",
    "SELECT id, row_number() OVER (PARTITION BY length(merchant) ORDER BY id) FROM tx WHERE ", "", NULL, FALSE },
  { "SELECT id, get_length(merchant) FROM tx WHERE ", "SELECT id, length(merchant) FROM tx WHERE ",
    " AND get_length(merchant) > 6 LIMIT 3", NULL, TRUE },
};

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

/* Whether each line of @some is one of @all. */
static gboolean
are_among (const char *some, const char *all)
{
  g_auto (GStrv) lines = g_strsplit (some, "\n", -1);
  g_autofree char *text = g_strconcat ("\n", all, NULL);

  for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      g_autofree char *line = g_strconcat ("\n", lines[i], "\n", NULL);

      if (strstr (text, line) == NULL)
        return FALSE;
    }
  return TRUE;
}

static void
assert_rows (BlendFixture *plain, const Pair *pair, const Shape *shape, const char *got)
{
  g_autofree char *wanted = blend_fixture_run (plain, pair->plain->str);
  g_autofree char *all = NULL;
  g_autofree char *unlimited = NULL;

  if (!shape->loose)
    {
      if (strcmp (got, wanted) != 0)
        g_error ("%s gives other rows than %s", pair->sql->str, pair->plain->str);
      return;
    }
  all = g_strndup (pair->plain->str, (gsize) (strstr (pair->plain->str, " LIMIT") - pair->plain->str));
  unlimited = blend_fixture_run (plain, all);
  if (count_lines (got) != count_lines (wanted) || !are_among (got, unlimited))
    g_error ("%s gives rows that are not of %s", pair->sql->str, all);
}

/* @n: of each statement how many, with each saving and without it */
static void
assert_drawn (BlendFixture *self, BlendFixture *plain, guint n, guint seed)
{
  static const AskBlendSaving savings[] = { ASK_BLEND_SAVE_CASCADE, ASK_BLEND_SAVE_EXIT, ASK_BLEND_SAVE_LIMIT,
                                            ASK_BLEND_SAVE_PUSH, ASK_BLEND_SAVE_UNREAD, ASK_BLEND_SAVE_FLATTEN,
                                            ASK_BLEND_SAVE_BRANCH };
  guint64 saved[G_N_ELEMENTS (savings)] = { 0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  for (guint i = 0; i < n; i++)
    {
      Pair pair = { g_string_new (NULL), g_string_new (NULL) };
      const Shape *shape = &shapes[g_rand_int_range (rand, 0, G_N_ELEMENTS (shapes))];
      g_autofree char *got = NULL;
      guint64 given;

      append (&pair, shape->begin, shape->plain);
      append (&pair, "(", NULL);
      draw (rand, &pair, 3);
      append (&pair, ")", NULL);
      if (shape->loose)
        append (&pair, shape->middle, " AND length(merchant) > 6 LIMIT 3");
      else
        append (&pair, shape->middle, NULL);
      if (shape->end != NULL)
        {
          append (&pair, "(", NULL);
          draw (rand, &pair, 2);
          append (&pair, ")", NULL);
          append (&pair, shape->end, NULL);
        }
      blend_fixture_forget (self);
      got = blend_fixture_run (self, pair.sql->str);
      given = blend_n_given;
      assert_rows (plain, &pair, shape, got);
      for (gsize s = 0; s < G_N_ELEMENTS (savings); s++)
        {
          g_autofree char *other = NULL;

          blend_fixture_forget (self);
          self->blend->without = savings[s];
          other = blend_fixture_run (self, pair.sql->str);
          assert_rows (plain, &pair, shape, other);
          if (given > blend_n_given)
            g_test_fail_printf ("saving %u: %" G_GUINT64_FORMAT " values, and %" G_GUINT64_FORMAT " without it: %s",
                                savings[s], given, blend_n_given, pair.sql->str);
          saved[s] += blend_n_given - given;
        }
      g_string_free (pair.sql, TRUE);
      g_string_free (pair.plain, TRUE);
    }
  /* Over so many statements each of them saves something. */
  for (gsize s = 0; s < G_N_ELEMENTS (savings); s++)
    {
      g_test_message ("saving %u: %" G_GUINT64_FORMAT " values", savings[s], saved[s]);
      if (n >= DRAWN)
        g_assert_cmpuint (saved[s], >, 0);
    }
}

static void
test_file (void)
{
  BlendFixture self;

  blend_fixture_open (&self);
  assert_drawn (&self, &self, DRAWN, 20);
  blend_fixture_close (&self);
}

static void
test_elsewhere (void)
{
  static const BlendPlace places[][BLEND_N_TABLES] = {
    { BLEND_PLACE_POSTGRES, BLEND_PLACE_POSTGRES, BLEND_PLACE_POSTGRES },
    { BLEND_PLACE_MARIADB, BLEND_PLACE_MARIADB, BLEND_PLACE_MARIADB },
    { BLEND_PLACE_API, BLEND_PLACE_API, BLEND_PLACE_API },
    { BLEND_PLACE_POSTGRES, BLEND_PLACE_API, BLEND_PLACE_MARIADB },
  };
  BlendServers servers;
  BlendFixture plain;

  if (!blend_servers_start (&servers))
    return;
  blend_fixture_open (&plain);
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      BlendFixture self;

      blend_fixture_open_at (&self, &servers, places[i]);
      assert_drawn (&self, &plain, DRAWN_ELSEWHERE, 21);
      blend_fixture_close (&self);
    }
  blend_fixture_close (&plain);
  blend_servers_stop (&servers);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/blend/savings/none-makes-values-more", test_file);
  g_test_add_func ("/blend/savings/none-makes-values-more-on-servers-and-an-api", test_elsewhere);
  return g_test_run ();
}
