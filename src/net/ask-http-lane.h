/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The way to one host: who waits for it, how many are on it, and what it allows. Private to the
 * room.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _AskHttpJob AskHttpJob;

/**
 * AskHttpLane:
 * @waiting: (element-type AskHttpJob): borrowed
 * @in_flight: jobs on their way; one that pauses because nobody reads it is not
 * @n_sending: those whose answer has not begun: the server may not have counted them yet
 * @n_sent: calls that went out, ever
 * @n_told: of them, those that had gone out when a limit was last taken down
 * @remaining: calls that the server still allows, -1 for no limit that we know of
 * @reset: when it counts anew, in g_get_monotonic_time()
 * @hold_until: nothing is sent before, in g_get_monotonic_time()
 */
typedef struct
{
  char *origin;
  GQueue waiting;
  guint in_flight;
  guint n_sending;
  guint64 n_sent;
  guint64 n_told;
  gint64 remaining;
  gint64 reset;
  gint64 hold_until;
} AskHttpLane;

AskHttpLane *ask_http_lane_new         (const char  *origin);
void         ask_http_lane_free        (AskHttpLane *self);
void         ask_http_lane_note        (AskHttpLane *self,
                                        guint64      nth,
                                        guint        status,
                                        GHashTable  *headers);
gint64       ask_http_lane_get_wait_ms (AskHttpLane *self);

G_END_DECLS
