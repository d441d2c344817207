/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What people call the things of a schema: for each entity, attribute and metric its name and its
 * synonyms, as the stems of their words. Private to this room; only ask-match.c and
 * ask-match-closest.c call it.
 */
#pragma once

#include "schema/ask-schema.h"

G_BEGIN_DECLS

typedef struct _AskNames AskNames;
typedef struct _AskNamed AskNamed;

AskNames  *ask_names_new            (AskSchema   *schema);
void       ask_names_free           (AskNames    *self);
GPtrArray *ask_names_find_used      (AskNames    *self,
                                     const char  *sql);
GPtrArray *ask_names_get_phrases    (AskNamed    *named);
guint      ask_names_match_at       (GPtrArray   *phrase,
                                     GArray      *words,
                                     guint        at);
gboolean   ask_names_is_shared      (GPtrArray   *among,
                                     AskNamed    *named,
                                     GPtrArray   *phrase);
gboolean   ask_names_is_only        (GPtrArray   *among,
                                     AskNamed    *named,
                                     GPtrArray   *phrase,
                                     GArray      *words,
                                     guint        at);
GPtrArray *ask_names_get_all        (AskNames    *self);
void       ask_names_add_stems      (AskNames    *self,
                                     GArray      *words,
                                     GHashTable  *stems);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskNames, ask_names_free)

G_END_DECLS
