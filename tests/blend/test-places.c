/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same queries over tables that lie on servers, behind an API and in several places at once: the rows of plain SQL over a
 * file, and no more values than there.
 */
#include "config.h"

#include "blend-fixture.h"

typedef struct
{
  const char *path;
  BlendPlace places[BLEND_N_TABLES];
} Spread;

static BlendServers servers;

static void
test_spread (gconstpointer data)
{
  const Spread *spread = data;
  BlendFixture self;
  BlendFixture plain;

  /* They go on until the last test has ended. */
  if (servers.postgres == NULL && !blend_servers_start (&servers))
    return;
  blend_fixture_open (&plain);
  blend_fixture_open_at (&self, &servers, spread->places);
  blend_fixture_assert_cases (&self, &plain);
  blend_fixture_close (&self);
  blend_fixture_close (&plain);
}

/* What ran is told as it was written, with what the API was called with. */
static void
test_told (void)
{
  static const BlendPlace places[] = { BLEND_PLACE_API, BLEND_PLACE_API, BLEND_PLACE_API };
  BlendFixture self;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) error = NULL;

  blend_fixture_open_at (&self, NULL, places);
  result = ask_engine_query (
    self.engine, "SELECT id, get_length(merchant) FROM tx WHERE starts_with('A', merchant) AND cat = 'Food' LIMIT 2",
    NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_test_message ("%s", result->executable_sql);
  g_assert_true (g_str_has_prefix (result->executable_sql, "SELECT id, get_length(merchant) FROM tx("));
  g_assert_true (
    g_str_has_suffix (result->executable_sql, " WHERE starts_with('A', merchant) AND cat = 'Food' LIMIT 2"));
  blend_fixture_close (&self);
}

int
main (int argc, char **argv)
{
  static const Spread spreads[] = {
    { "/blend/places/postgres", { BLEND_PLACE_POSTGRES, BLEND_PLACE_POSTGRES, BLEND_PLACE_POSTGRES } },
    { "/blend/places/mariadb", { BLEND_PLACE_MARIADB, BLEND_PLACE_MARIADB, BLEND_PLACE_MARIADB } },
    { "/blend/places/api", { BLEND_PLACE_API, BLEND_PLACE_API, BLEND_PLACE_API } },
    { "/blend/places/rows-on-a-server-and-an-api", { BLEND_PLACE_POSTGRES, BLEND_PLACE_API, BLEND_PLACE_FILE } },
    { "/blend/places/rows-of-an-api-and-two-servers", { BLEND_PLACE_API, BLEND_PLACE_MARIADB, BLEND_PLACE_POSTGRES } },
  };
  int failed;

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (spreads); i++)
    g_test_add_data_func (spreads[i].path, &spreads[i], test_spread);
  g_test_add_func ("/blend/places/what-ran-is-told-as-it-was-written", test_told);
  failed = g_test_run ();
  blend_servers_stop (&servers);
  return failed;
}
