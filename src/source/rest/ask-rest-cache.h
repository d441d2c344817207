/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers of an API that were kept for later queries. Private to the room.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _AskRestCache AskRestCache;

/**
 * AskRestEntry:
 * @body: decompressed
 * @link: (nullable): the Link header
 * @range: (nullable): the Content-Range header
 * @etag: (nullable): for If-None-Match
 * @modified: (nullable): for If-Modified-Since
 * @next: (nullable): key of the page that followed it
 * @ends: no page followed it
 *
 * One answer. Whoever holds a reference may read it, even after it was dropped from the cache.
 */
typedef struct
{
  grefcount ref_count;
  char *key;
  GBytes *body;
  char *link;
  char *range;
  char *etag;
  char *modified;
  gint64 fresh_until;
  char *next;
  gboolean ends;
} AskRestEntry;

AskRestEntry *ask_rest_entry_ref        (AskRestEntry *self);
void          ask_rest_entry_unref      (AskRestEntry *self);

AskRestCache *ask_rest_cache_new        (gsize         max_bytes);
void          ask_rest_cache_free       (AskRestCache *self);
AskRestCache *ask_rest_cache_take       (const char   *id,
                                         gsize         max_bytes);
void          ask_rest_cache_give       (AskRestCache *self,
                                         const char   *id);
gsize         ask_rest_cache_get_size   (AskRestCache *self);
gboolean      ask_rest_cache_may_keep   (GHashTable   *headers);
AskRestEntry *ask_rest_cache_put        (AskRestCache *self,
                                         const char   *key,
                                         GBytes       *body,
                                         GHashTable   *headers,
                                         guint         keep_s);
void          ask_rest_cache_renew      (AskRestCache *self,
                                         AskRestEntry *entry,
                                         GHashTable   *headers,
                                         guint         keep_s);
void          ask_rest_cache_drop       (AskRestCache *self,
                                         const char   *key);
AskRestEntry *ask_rest_cache_find       (AskRestCache *self,
                                         const char   *key);
GPtrArray    *ask_rest_cache_find_chain (AskRestCache *self,
                                         const char   *key);
void          ask_rest_cache_link       (AskRestEntry *entry,
                                         const char   *next);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRestEntry, ask_rest_entry_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRestCache, ask_rest_cache_free)

G_END_DECLS
