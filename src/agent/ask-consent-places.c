/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A source is named once, before all of its attributes that follow each other.
 */
#include "config.h"

#include "agent/ask-consent-places.h"

#include <string.h>

/**
 * ask_consent_to_places:
 * @consent: what a model asks to see
 *
 * Returns: (transfer full): whose values stand in it: "shop: store.city, store.name, depot: van.plate"
 */
char *
ask_consent_to_places (const AskConsent *consent)
{
  GString *text = g_string_new (NULL);
  const char *before = "";
  gsize n_before = 0; /* of the source's name, with what parts it from the attribute */

  for (guint i = 0; i < consent->attributes->len; i++)
    {
      const char *place = consent->attributes->pdata[i];
      const char *colon = strstr (place, ": ");
      gsize n = colon != NULL ? (gsize) (colon + 2 - place) : 0;
      gboolean same = n > 0 && n == n_before && strncmp (place, before, n) == 0;

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", same ? place + n : place);
      before = place;
      n_before = n;
    }
  return g_string_free (text, FALSE);
}
