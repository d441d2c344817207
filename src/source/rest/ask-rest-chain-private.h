/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the two parts of a chain of pages share.
 *
 *   ask-rest-chain.c          asks for pages and takes what has come
 *   ask-rest-chain-advance.c  decides where it goes on
 */
#pragma once

#include "source/rest/ask-rest-chain.h"

G_BEGIN_DECLS

struct _AskRestChain
{
  AskRestPlan *plan;
  const AskRestGroup *group;
  AskRestMatch *match; /* of an array call whose values name one row each */
  gboolean eager; /* all pages are wanted, whatever the reader does */
  AskPagingKind kind;
  guint n_pages;
  guint n_answers; /* pages, and those that came again */
  gint64 step; /* elements of the first page */
  AskRestExtent extent;
  AskRestSeen *seen;
  guint64 hash; /* of the last page */
  guint64 head_hash;
  guint n_same;
  AskRows *held; /* nullable: of a page that may be the one before it once more; then one from far
                    beyond is asked for */
  gint64 n_held; /* elements of @held that are new */
  guint n_stale; /* pages on end without a new row */
  gboolean probing; /* the page under way tells whether counting begins at 0 or 1 */
  char *token; /* cursor paging: the next cursor; link paging: the next URL */
  GHashTable *tokens; /* those already followed */
  gboolean done;
  gboolean taken; /* rows have gone to the reader */
  gboolean silent; /* its rows do not tell whose they are */

  GQueue fetches; /* AskRestFetch: the present page, then those asked for ahead */
  gboolean given; /* rows of the present page were given out */
  GQueue ready; /* AskRows */
  gsize size; /* of @ready */
  GQueue calls; /* AskCall: of an eager chain, until it is read */

  GPtrArray *kept; /* nullable: all pages, from the cache */
  AskRestEntry *last; /* nullable: the page before, as it was kept */
};

gboolean ask_rest_chain_fail        (AskRestChain       *self,
                                     AskRestFetch       *fetch,
                                     AskSourceError      code,
                                     const char         *what,
                                     GError            **error);
gboolean ask_rest_chain_give_rows   (AskRestChain       *self,
                                     AskRestFetch       *fetch,
                                     GError            **error);
gboolean ask_rest_chain_is_numbered (const AskRestChain *self);
gboolean ask_rest_chain_advance     (AskRestChain       *self,
                                     AskRestFetch       *fetch,
                                     GError            **error);

G_END_DECLS
