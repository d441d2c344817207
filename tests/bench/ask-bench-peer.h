/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The peer of the engine: the sqlite3 library alone, reading every column of every row and keeping
 * it, as any client must that shows or computes with the rows later.
 */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

typedef struct
{
  union
  {
    sqlite3_int64 integer;
    double real;
    const char *bytes;
  };
  int length;
  int type; /* SQLITE_INTEGER … */
} PeerCell;

typedef struct _PeerRows PeerRows;

PeerRows       *peer_query (sqlite3        *db,
                            const char     *sql,
                            GError        **error);
void            peer_free  (PeerRows       *self);
gsize           peer_count (const PeerRows *self);
const PeerCell *peer_row   (const PeerRows *self,
                            gsize           row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PeerRows, peer_free)

G_END_DECLS
