/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of browsing share. Private to the room.
 *
 *   ask-browse.c       what is looked at: columns, conditions, an order
 *   ask-browse-sql.c   it as SQL
 *   ask-browse-page.c  a page of it, and how many rows there are
 *   ask-feed.c         pages of an API as they are wanted
 *   ask-related.c      the rows that belong to one row
 */
#pragma once

#include "explore/ask-browse.h"

G_BEGIN_DECLS

/**
 * AskBrowseShape:
 * @entity: that is looked at
 * @shown: (element-type AskAttribute): columns that a person sees
 * @behind: (element-type AskAttribute): columns that are read beside them
 * @terms: (element-type AskAttribute): that the order goes by, those that make it stable included
 * @descending: (element-type gboolean): for each of @terms
 * @seeks: a page begins behind the values of the row before it; otherwise rows are counted
 *
 * A browse with all names resolved.
 */
typedef struct
{
  const AskEntity *entity;
  GPtrArray *shown;
  GPtrArray *behind;
  GPtrArray *terms;
  GArray *descending;
  gboolean seeks;
} AskBrowseShape;

void ask_browse_shape_clear (AskBrowseShape *shape);
gboolean ask_browse_shape_init (AskBrowseShape *shape, const AskBrowse *self, AskSchema *schema, gboolean local,
                                GError **error);
gboolean ask_browse_append_where (const AskBrowse *self, const AskBrowseShape *shape, GPtrArray *place, GString *sql,
                                  GError **error);
void ask_browse_append_from (const AskBrowseShape *shape, const char *roughly, GString *sql);
void ask_browse_append_select (const AskBrowseShape *shape, const char *roughly, GString *sql);
void ask_browse_append_order (const AskBrowseShape *shape, GString *sql);

AskBrowsePage *ask_browse_page_new (const AskBrowseShape *shape, const AskRows *rows, gsize from, gsize first);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskBrowseShape, ask_browse_shape_clear)

G_END_DECLS
