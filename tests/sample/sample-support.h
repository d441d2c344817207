/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of the sample share: the two programs, run as anybody would run them, and calls to
 * the API over real HTTP. It uses no room of src/, so that it checks AskData's figures by a path of
 * its own.
 */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>
#include <libsoup/soup.h>
#include <sqlite3.h>

G_BEGIN_DECLS

#define SAMPLE_TEST_KEY "key of this test"

/**
 * SampleApi:
 *
 * A running askdata-sample-api.
 */
typedef struct
{
  GSubprocess *process;
  GInputStream *output;
  SoupSession *session;
  char *base; /* "http://127.0.0.1:PORT" */
  const char *key; /* sent with each call; NULL for none */
} SampleApi;

char      *sample_program             (const char        *name);
char      *sample_make_folder         (void);
void       sample_remove_folder       (char              *folder);
char      *sample_make_data           (const char        *folder,
                                       const char        *name,
                                       const char        *seed);
SampleApi *sample_api_start           (const char *const *arguments);
void       sample_api_stop            (SampleApi         *api);
char      *sample_api_get_text        (SampleApi         *api,
                                       const char        *path,
                                       guint             *status);
JsonNode  *sample_api_get             (SampleApi         *api,
                                       const char        *path,
                                       guint             *status);
JsonArray *sample_api_get_shipments   (SampleApi         *api,
                                       guint              per_page,
                                       const char        *filters);
JsonArray *sample_api_get_claims      (SampleApi         *api,
                                       guint              limit);
JsonArray *sample_api_get_carriers    (SampleApi         *api,
                                       guint              limit);
JsonArray *sample_api_get_warehouses  (SampleApi         *api);
JsonArray *sample_api_get_stock       (SampleApi         *api,
                                       guint              limit);
sqlite3   *sample_open                (const char        *path,
                                       int                flags);
gint64     sample_query_integer       (sqlite3           *db,
                                       const char        *sql);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SampleApi, sample_api_stop)

G_END_DECLS
