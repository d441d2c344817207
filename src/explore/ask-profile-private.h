/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of a profile share. Private to the room.
 *
 *   ask-profile.c            the order of its pieces
 *   ask-profile-sample.c     which rows are looked at
 *   ask-profile-attribute.c  what one attribute's values are like
 *   ask-profile-bars.c       how they spread
 *   ask-profile-match.c      the key and the relationships
 *   ask-profile-json.c       for other programs
 */
#pragma once

#include "explore/ask-profile.h"

G_BEGIN_DECLS

/** ASK_PROFILE_KEPT: the temporary table with the rows that were read of an API */
#define ASK_PROFILE_KEPT "profiled_rows"

/**
 * AskProfileRun:
 * @from: what stands behind FROM: the entity, or the part of it that is looked at
 */
typedef struct
{
  AskEngine *engine;
  const AskProfileRequest *request;
  AskProfile *profile;
  char *from;
  GCancellable *cancellable;
} AskProfileRun;

AskRows *ask_profile_query (const AskProfileRun *run, const char *sql, GError **error);
gint64 ask_profile_integer (const AskRows *rows, guint column);
void ask_profile_bar_free (gpointer bar);

/* ask-profile-sample.c */
gboolean ask_profile_choose_rows (AskProfileRun *run, GError **error);

/* ask-profile-attribute.c */
gboolean ask_profile_attribute_fill (const AskProfileRun *run, AskProfileAttribute *attribute, GError **error);

/* ask-profile-bars.c */
gboolean ask_profile_bars_fill (const AskProfileRun *run, AskProfileAttribute *attribute, GError **error);

/* ask-profile-match.c */
gboolean ask_profile_key_fill (const AskProfileRun *run, GError **error);
gboolean ask_profile_match_fill (const AskProfileRun *run, AskProfileMatch *match, GError **error);

G_END_DECLS
