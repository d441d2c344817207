/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One page on its way: from the network or the cache to rows. Private to the files of the REST
 * source.
 */
#pragma once

#include "net/ask-http-stream.h"
#include "source/rest/ask-rest-cache.h"
#include "source/rest/ask-rest-page.h"
#include "source/rest/ask-rest-request.h"

G_BEGIN_DECLS

/**
 * AskRestFetch:
 * @n_page: which page of its chain this is, from 0
 * @offset: elements before it, as far as known when it was asked for
 * @names: as of #AskOutgoing
 * @key: (nullable): of the cache
 * @page: its rows so far
 * @entry: (nullable): the answer as it is kept, once it is complete
 * @link: (nullable): its Link header, once it is complete
 * @kept: it is read from @entry; nothing is sent
 * @waiting: it is to be sent once there is a token
 * @renewed: the API refused a token for it once: the next time is an error
 * @complete: it came whole
 * @empty: it came without a row: without a body (204), or saying that there is none
 */
typedef struct
{
  AskRestPlan *plan;
  const AskRestGroup *group;
  AskRestRequest *request;
  guint n_page;
  gint64 offset;
  char **names;
  char *key;
  AskHttpStream *stream;
  AskRestEntry *entry;
  GByteArray *copy; /* for the cache; NULL where it is not to be kept */
  AskRestPage *page;
  AskCall *call; /* NULL once recorded */
  char *link;
  guint generation; /* of the token that it was sent with */
  gboolean kept;
  gboolean waiting;
  gboolean renewed;
  gboolean checked;
  gboolean complete;
  gboolean empty;
  gsize since_element; /* bytes since the last element ended */
  guint64 n_elements;
} AskRestFetch;

AskRestFetch *ask_rest_fetch_new         (AskRestPlan         *plan,
                                          const AskRestGroup  *group,
                                          const char          *link,
                                          const char          *mark,
                                          AskRestEntry        *kept,
                                          GError             **error);
void          ask_rest_fetch_free        (AskRestFetch        *self);
void          ask_rest_fetch_record      (AskRestFetch        *self,
                                          GQueue              *later);
gsize         ask_rest_fetch_get_size    (AskRestFetch        *self);
gboolean      ask_rest_fetch_work        (AskRestFetch        *self,
                                          gsize                max_size,
                                          GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRestFetch, ask_rest_fetch_free)

G_END_DECLS
