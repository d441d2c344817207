/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The elements that the pages of a list have had, so that one which comes again is seen. Private to the
 * files of the REST source.
 */
#pragma once

#include <glib.h>

#include "base/ask-rows.h"

G_BEGIN_DECLS

/**
 * AskRestMark:
 * @key: a hash of the element's key
 * @hash: of all its members, in whatever order
 * @n_rows: that it makes: one, or those of its nested list
 * @keyed: all members of its key came, and none is null
 */
typedef struct
{
  guint64 key;
  guint64 hash;
  guint32 n_rows;
  gboolean keyed;
} AskRestMark;

typedef struct _AskRestSeen AskRestSeen;

AskRestSeen *ask_rest_seen_new      (void);
void         ask_rest_seen_free     (AskRestSeen  *self);
AskRows     *ask_rest_seen_filter   (AskRestSeen  *self,
                                     AskRows      *rows,
                                     const GArray *marks,
                                     gboolean     *changed);
gint64       ask_rest_seen_end_page (AskRestSeen  *self,
                                     gboolean     *overlaps);
gboolean     ask_rest_seen_is_keyed (AskRestSeen  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRestSeen, ask_rest_seen_free)

G_END_DECLS
