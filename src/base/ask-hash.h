/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Hashes of bytes, FNV-1a but for one, for tables in memory: not for anything that outlives the process (but for
 * data/understand/route-map, which is made by them), and not against somebody who wants two things to look alike.
 */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

#define ASK_HASH_START G_GUINT64_CONSTANT (14695981039346656037)

/** ask_hash_add: Returns: @hash, %ASK_HASH_START at first, with @length bytes more */
static inline guint64
ask_hash_add (guint64 hash, const void *bytes, gsize length)
{
  const guchar *p = bytes;

  for (gsize i = 0; i < length; i++)
    hash = (hash ^ p[i]) * G_GUINT64_CONSTANT (1099511628211);
  return hash;
}

/** ask_hash_text: Returns: a hash of @length bytes, of which eight are taken in one step: for what is as long as a statement */
static inline guint64
ask_hash_text (const char *text, gsize length)
{
  guint64 hash = length;

  for (; length > 0;)
    {
      guint64 word = 0;
      gsize n = MIN (length, sizeof word);

      memcpy (&word, text, n);
      hash = (hash ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
      text += n;
      length -= n;
    }
  return hash;
}

/** ask_hash_stir: Returns: @hash so mixed that what differs in one bit lies far apart */
static inline guint64
ask_hash_stir (guint64 hash)
{
  hash = (hash ^ (hash >> 33)) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  hash = (hash ^ (hash >> 33)) * G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53);
  return hash ^ (hash >> 33);
}

G_END_DECLS
