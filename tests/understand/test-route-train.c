/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Training of routing sees only the databases that it is given: whatever else is changed, in questions, queries, names
 * or values, the weights are the same; and the groups by which the benchmark measures never share a database.
 */
#include "config.h"

#include <string.h>

#include "train/route-train.h"

static const char *const things[]
    = { "singer", "stadium", "pilot", "airport", "patient", "doctor", "student", "course", "river",
        "mountain", "player", "team", "book", "author", "film", "actor", "farm", "animal" };

#define N_SOURCES 9
#define N_QUESTIONS 8

/* A small set: each source has two things, with names and cities.
 * @strange: (nullable): a word that all sources outside of @sources are about instead */
static RouteSet *
make (const gboolean *sources, const char *strange)
{
  RouteSet *set = g_new0 (RouteSet, 1);

  set->schema = ask_schema_new ();
  set->sources = g_ptr_array_new ();
  set->questions = g_array_new (FALSE, FALSE, sizeof (RouteQuestion));
  for (guint s = 0; s < N_SOURCES; s++)
    {
      RouteSource *source = g_new0 (RouteSource, 1);

      source->name = g_strdup_printf ("source_%u", s);
      source->entities = g_ptr_array_new ();
      source->values = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (set->sources, source);
      for (guint t = 0; t < 2; t++)
        {
          const char *thing = strange != NULL && !sources[s] ? strange : things[2 * s + t];
          g_autofree char *name = g_strdup_printf ("%s_%u", thing, t);
          AskEntity *entity = ask_entity_new (name, source->name, name, ASK_ENTITY_TABLE);

          ask_entity_add_attribute (entity, "name", "name", ASK_TYPE_TEXT);
          ask_entity_add_attribute (entity, "city", "city", ASK_TYPE_TEXT);
          ask_schema_add_entity (set->schema, entity);
          g_ptr_array_add (source->entities, entity);
          g_ptr_array_add (source->values, g_strdup (name));
          g_ptr_array_add (source->values, g_strdup ("city"));
          g_ptr_array_add (source->values, g_strdup_printf ("%s town", thing));
          for (guint q = 0; q < N_QUESTIONS / 2; q++)
            {
              RouteQuestion question = { g_strdup_printf ("How many %ss of city %u?", thing, q),
                                         g_strdup_printf ("SELECT count(*) FROM %s WHERE city = %u", thing, q), s,
                                         (q + t) % ROUTE_N_FOLDS, g_array_new (FALSE, FALSE, sizeof (guint64)) };
              guint64 hash = ask_route_hash (thing);

              g_array_append_val (question.names, hash);
              g_array_append_val (set->questions, question);
            }
        }
    }
  return set;
}

static void
clear (RouteSet *set)
{
  for (guint i = 0; i < set->sources->len; i++)
    {
      RouteSource *source = route_set_source (set, i);

      g_free (source->name);
      g_ptr_array_unref (source->entities);
      g_ptr_array_unref (source->values);
      g_free (source);
    }
  for (guint q = 0; q < set->questions->len; q++)
    {
      g_free (route_set_question (set, q)->text);
      g_free (route_set_question (set, q)->query);
      g_array_unref (route_set_question (set, q)->names);
    }
  g_ptr_array_unref (set->sources);
  g_array_unref (set->questions);
  ask_schema_unref (set->schema);
  g_free (set);
}

static char *
train (const gboolean *sources, const char *strange, GBytes **map)
{
  RouteSet *set = make (sources, strange);
  char *text = route_train (set, sources, map);

  clear (set);
  return text;
}

static void
test_nothing_else_is_seen (void)
{
  gboolean sources[N_SOURCES], all[N_SOURCES];
  g_autofree char *plain = NULL;
  g_autofree char *again = NULL;
  g_autofree char *strange = NULL;
  g_autofree char *whole = NULL;
  g_autoptr (GBytes) plain_map = NULL;
  g_autoptr (GBytes) again_map = NULL;
  g_autoptr (GBytes) strange_map = NULL;
  g_autoptr (GBytes) whole_map = NULL;
  g_autoptr (AskRouteModel) model = NULL;
  g_autoptr (GError) error = NULL;

  for (guint s = 0; s < N_SOURCES; s++)
    {
      sources[s] = s % 3 != 0;
      all[s] = TRUE;
    }
  plain = train (sources, NULL, &plain_map);
  again = train (sources, NULL, &again_map);
  strange = train (sources, "glockenspiel", &strange_map);
  whole = train (all, NULL, &whole_map);
  g_assert_cmpstr (plain, ==, again);
  g_assert_cmpstr (plain, ==, strange);
  g_assert_true (g_bytes_equal (plain_map, again_map));
  g_assert_true (g_bytes_equal (plain_map, strange_map));
  /* So that the comparison can fail. */
  g_assert_cmpstr (plain, !=, whole);
  g_assert_false (g_bytes_equal (plain_map, whole_map));
  model = ask_route_model_new (plain, plain_map, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (model->rank.roots->len, >, 0);
}

static void
test_an_index_has_only_what_was_chosen (void)
{
  gboolean sources[N_SOURCES] = { FALSE, TRUE, FALSE, TRUE };
  RouteSet *set = make (sources, NULL);
  g_autofree guint *numbers = NULL;
  g_autoptr (AskRouteIndex) index = route_set_index (set, &(RouteView) { sources, TRUE, 2 }, &numbers);
  guint n = 0;

  g_assert_cmpuint (index->sources->len, ==, 2);
  g_assert_cmpuint (numbers[1], ==, 0);
  g_assert_cmpuint (numbers[3], ==, 1);
  g_assert_cmpuint (numbers[0], ==, G_MAXUINT);
  for (guint q = 0; q < set->questions->len; q++)
    n += sources[route_set_question (set, q)->source] && route_set_question (set, q)->fold != 2;
  g_assert_cmpuint (index->questions->len, ==, n);
  g_assert_cmpuint (ask_route_index_find (index, ASK_ROUTE_IN_NAMES, ask_route_hash ("singer")).n, ==, 0);
  g_assert_cmpuint (ask_route_index_find (index, ASK_ROUTE_IN_NAMES, ask_route_hash ("pilot")).n, ==, 1);
  clear (set);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/route-train/nothing-else-is-seen", test_nothing_else_is_seen);
  g_test_add_func ("/understand/route-train/an-index-has-only-what-was-chosen", test_an_index_has_only_what_was_chosen);
  return g_test_run ();
}
