/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A bound store of answers, the least recently used given up first. Its keys are digests, since
 * URLs and headers hold secrets. It keeps whole 200s only, and none that its server forbids.
 *
 * Pages are kept one by one but used again all together or not at all: a list of which half is
 * old and half is new may lack rows that have moved from one half to the other.
 *
 * A cache belongs to the thread of its source. Between two sources it lies in a shelf of the process,
 * so that the next question finds what the last one fetched; it is never written to a disk.
 */
#include "config.h"

#include "source/rest/ask-rest-cache.h"

#include <string.h>

#include "source/rest/ask-rest-extent.h"

/* More than its bytes is what an entry costs: its key, its place, its headers. */
#define OVERHEAD 512
#define MAX_CHAIN 100000
/* Caches that wait for a source. */
#define MAX_IDLE 4

struct _AskRestCache
{
  gsize max_bytes;
  gsize size;
  GHashTable *entries; /* key → GList in @order */
  GQueue order; /* AskRestEntry, the most recently used first */
};

/** ask_rest_entry_ref: Returns: (transfer full): @self */
AskRestEntry *
ask_rest_entry_ref (AskRestEntry *self)
{
  g_ref_count_inc (&self->ref_count);
  return self;
}

/** ask_rest_entry_unref: frees it when nobody holds it any more */
void
ask_rest_entry_unref (AskRestEntry *self)
{
  if (!g_ref_count_dec (&self->ref_count))
    return;
  g_free (self->key);
  g_bytes_unref (self->body);
  g_free (self->link);
  g_free (self->range);
  g_free (self->etag);
  g_free (self->modified);
  g_free (self->next);
  g_free (self);
}

static gsize
size_of (const AskRestEntry *entry)
{
  return g_bytes_get_size (entry->body) + OVERHEAD;
}

/** ask_rest_cache_new: Returns: (transfer full): an empty cache of at most @max_bytes */
AskRestCache *
ask_rest_cache_new (gsize max_bytes)
{
  AskRestCache *self = g_new0 (AskRestCache, 1);

  self->max_bytes = max_bytes;
  self->entries = g_hash_table_new (g_str_hash, g_str_equal);
  g_queue_init (&self->order);
  return self;
}

/** ask_rest_cache_free: frees @self */
void
ask_rest_cache_free (AskRestCache *self)
{
  g_hash_table_unref (self->entries);
  g_queue_clear_full (&self->order, (GDestroyNotify) ask_rest_entry_unref);
  g_free (self);
}

typedef struct
{
  char *id;
  AskRestCache *cache;
} Idle;

static GMutex idle_lock;
static GQueue idle; /* Idle, the last that was given first; under @idle_lock */

static void
idle_free (Idle *self)
{
  g_clear_pointer (&self->cache, ask_rest_cache_free);
  g_free (self->id);
  g_free (self);
}

static Idle *
idle_steal (const char *id)
{
  for (GList *l = idle.head; l != NULL; l = l->next)
    {
      Idle *found = l->data;

      if (strcmp (found->id, id) != 0)
        continue;
      g_queue_delete_link (&idle, l);
      return found;
    }
  return NULL;
}

/**
 * ask_rest_cache_take:
 * @id: of whom it is, AskSourceConfig.cache_id
 * @max_bytes: of a new one, as of ask_rest_cache_new(); one that was given keeps its own
 *
 * Any thread. While one source has the cache of @id, another one gets an empty one.
 *
 * Returns: (transfer full): the cache that was given under @id, or a new one
 */
AskRestCache *
ask_rest_cache_take (const char *id, gsize max_bytes)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&idle_lock);
  Idle *found = idle_steal (id);
  AskRestCache *cache = found != NULL ? g_steal_pointer (&found->cache) : ask_rest_cache_new (max_bytes);

  if (found != NULL)
    idle_free (found);
  g_assert (locker != NULL);
  return cache;
}

/**
 * ask_rest_cache_give:
 * @self: (transfer full): nobody else refers to it or to an entry in it
 * @id: for the next ask_rest_cache_take()
 *
 * Any thread. Of two under one @id the later one is kept; of many ids the last ones.
 */
void
ask_rest_cache_give (AskRestCache *self, const char *id)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&idle_lock);
  Idle *before = idle_steal (id);
  Idle *now;

  g_assert (locker != NULL);
  if (before != NULL)
    idle_free (before);
  if (self->size == 0)
    {
      ask_rest_cache_free (self);
      return;
    }
  now = g_new0 (Idle, 1);
  now->id = g_strdup (id);
  now->cache = self;
  g_queue_push_head (&idle, now);
  if (idle.length > MAX_IDLE)
    idle_free (g_queue_pop_tail (&idle));
}

/** ask_rest_cache_get_size: Returns: bytes that its entries take */
gsize
ask_rest_cache_get_size (AskRestCache *self)
{
  return self->size;
}

/* Returns: whether a header's list has the word; @seconds: (out) (optional): what it is set to */
static gboolean
has_word (const char *list, const char *word, gint64 *seconds)
{
  g_auto (GStrv) words = g_strsplit (list != NULL ? list : "", ",", -1);
  gsize length = strlen (word);

  for (guint i = 0; words[i] != NULL; i++)
    {
      char *item = g_strstrip (words[i]);

      if (g_ascii_strncasecmp (item, word, length) != 0
          || (item[length] != '\0' && item[length] != '=' && item[length] != ' '))
        continue;
      if (seconds != NULL)
        *seconds = item[length] == '=' ? g_ascii_strtoll (item + length + 1, NULL, 10) : 0;
      return TRUE;
    }
  return FALSE;
}

/** ask_rest_cache_may_keep: Returns: whether the server of an answer with @headers allows it */
gboolean
ask_rest_cache_may_keep (GHashTable *headers)
{
  return !has_word (g_hash_table_lookup (headers, "cache-control"), "no-store", NULL)
         && !has_word (g_hash_table_lookup (headers, "vary"), "*", NULL);
}

/* The steward's time, or the server's where that is shorter. */
static gint64
fresh_until (GHashTable *headers, guint keep_s)
{
  const char *control = g_hash_table_lookup (headers, "cache-control");
  gint64 seconds = keep_s;
  gint64 max_age;

  if (has_word (control, "no-cache", NULL))
    seconds = 0;
  else if (has_word (control, "max-age", &max_age))
    seconds = CLAMP (max_age, 0, seconds);
  return g_get_monotonic_time () + seconds * G_USEC_PER_SEC;
}

static void
remove_link (AskRestCache *self, GList *link)
{
  AskRestEntry *entry = link->data;

  g_hash_table_remove (self->entries, entry->key);
  self->size -= size_of (entry);
  g_queue_delete_link (&self->order, link);
  ask_rest_entry_unref (entry);
}

/** ask_rest_cache_drop: forgets the answer of @key, if there is one */
void
ask_rest_cache_drop (AskRestCache *self, const char *key)
{
  GList *link = g_hash_table_lookup (self->entries, key);

  if (link != NULL)
    remove_link (self, link);
}

/**
 * ask_rest_cache_put:
 * @key: of the request
 * @body: of a whole 200
 * @headers: its headers; ask_rest_cache_may_keep() has allowed it
 * @keep_s: seconds for which the steward lets it be used again
 *
 * Returns: (transfer full): the entry, also where it is too large to be kept
 */
AskRestEntry *
ask_rest_cache_put (AskRestCache *self, const char *key, GBytes *body, GHashTable *headers, guint keep_s)
{
  AskRestEntry *entry = g_new0 (AskRestEntry, 1);

  g_ref_count_init (&entry->ref_count);
  entry->key = g_strdup (key);
  entry->body = g_bytes_ref (body);
  entry->link = g_strdup (g_hash_table_lookup (headers, "link"));
  entry->range = ask_rest_said_dup_range (headers);
  entry->etag = g_strdup (g_hash_table_lookup (headers, "etag"));
  entry->modified = g_strdup (g_hash_table_lookup (headers, "last-modified"));
  entry->fresh_until = fresh_until (headers, keep_s);

  ask_rest_cache_drop (self, key);
  if (size_of (entry) > self->max_bytes)
    return entry;
  g_queue_push_head (&self->order, ask_rest_entry_ref (entry));
  g_hash_table_insert (self->entries, entry->key, self->order.head);
  self->size += size_of (entry);
  while (self->size > self->max_bytes)
    remove_link (self, self->order.tail);
  return entry;
}

static void
touch (AskRestCache *self, const char *key)
{
  GList *link = g_hash_table_lookup (self->entries, key);

  if (link == NULL)
    return;
  g_queue_unlink (&self->order, link);
  g_queue_push_head_link (&self->order, link);
}

/**
 * ask_rest_cache_renew:
 * @entry: whose server has just said that it still holds
 * @headers: of that 304
 * @keep_s: for how many seconds it holds now; @headers may say less
 *
 * Lets it be used again for as long as a new one.
 */
void
ask_rest_cache_renew (AskRestCache *self, AskRestEntry *entry, GHashTable *headers, guint keep_s)
{
  entry->fresh_until = fresh_until (headers, keep_s);
  g_clear_pointer (&entry->next, g_free);
  entry->ends = FALSE;
  touch (self, entry->key);
}

/** ask_rest_cache_find: Returns: (transfer none) (nullable): the answer of @key, fresh or not */
AskRestEntry *
ask_rest_cache_find (AskRestCache *self, const char *key)
{
  GList *link = g_hash_table_lookup (self->entries, key);

  return link != NULL ? link->data : NULL;
}

/**
 * ask_rest_cache_find_chain:
 * @key: of a first page
 *
 * Returns: (transfer full) (nullable) (element-type AskRestEntry): it and all pages after it, where
 *   all are there and fresh
 */
GPtrArray *
ask_rest_cache_find_chain (AskRestCache *self, const char *key)
{
  g_autoptr (GPtrArray) chain = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_rest_entry_unref);
  gint64 now = g_get_monotonic_time ();

  while (key != NULL && chain->len < MAX_CHAIN)
    {
      AskRestEntry *entry = ask_rest_cache_find (self, key);

      if (entry == NULL || entry->fresh_until <= now)
        return NULL;
      g_ptr_array_add (chain, ask_rest_entry_ref (entry));
      if (entry->ends)
        {
          for (guint i = 0; i < chain->len; i++)
            touch (self, ((AskRestEntry *) chain->pdata[i])->key);
          return g_steal_pointer (&chain);
        }
      key = entry->next;
    }
  return NULL;
}

/**
 * ask_rest_cache_link:
 * @entry: a page that was just read
 * @next: (nullable): key of the page that followed it, %NULL where it was the last
 */
void
ask_rest_cache_link (AskRestEntry *entry, const char *next)
{
  g_free (entry->next);
  entry->next = g_strdup (next);
  entry->ends = next == NULL;
}
