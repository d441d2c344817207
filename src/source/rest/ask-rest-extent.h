/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How much there is: what one answer says of the whole list, and what all pages of a list have said
 * and given so far. Private to the files of the REST source.
 */
#pragma once

#include <glib.h>

#include "base/ask-value.h"

G_BEGIN_DECLS

/**
 * AskRestSaid:
 * @total: rows in all pages, or -1
 * @from: the number of the answer's first row, from Content-Range, or -1
 * @next: (nullable): the next cursor or URL, where the operation says that it stands there
 * @last: no further page follows
 * @more: further rows exist
 * @part: it came as a part of something (206) of which nobody says how long it is
 * @hint: (nullable): a member that seems to lead to further rows, though no specification says so
 * @hint_link: (nullable): the URL that it holds, where it looks like one
 * @hint_token: (nullable): else the text or number that it holds
 * @lack: (nullable): the member that says of rows that they should be in the answer and are not
 *
 * What one answer says of the list that its rows are from.
 */
typedef struct
{
  gint64 total;
  gint64 from;
  char *next;
  gboolean last;
  gboolean more;
  gboolean part;
  char *hint;
  char *hint_link;
  char *hint_token;
  char *lack;
} AskRestSaid;

void     ask_rest_said_init       (AskRestSaid    *self);
void     ask_rest_said_clear      (AskRestSaid    *self);
gboolean ask_rest_said_wants_cell (const GPtrArray *path);
void     ask_rest_said_note       (AskRestSaid    *self,
                                   const GPtrArray *path,
                                   const AskValue *value);
void     ask_rest_said_note_next  (AskRestSaid    *self,
                                   const AskValue *value);
char    *ask_rest_said_dup_range  (GHashTable      *headers);
void     ask_rest_said_note_range (AskRestSaid    *self,
                                   const char     *range,
                                   gboolean        part);

void     ask_rest_said_believe    (AskRestSaid    *self);

/**
 * AskRestExtent:
 * @total: what the pages have said, or -1
 * @n_rows: elements that came, each once
 * @n_raw: elements that came, those that came again too: an offset counts these
 * @base: the number of the first row in Content-Range, or -1
 * @promised: the last page said that more rows follow
 * @pointed: the last page named a next one, or said so in other ways
 */
typedef struct
{
  gint64 total;
  gint64 n_rows;
  gint64 n_raw;
  gint64 base;
  gboolean promised;
  gboolean pointed;
} AskRestExtent;

void    ask_rest_extent_init      (AskRestExtent     *self);
GError *ask_rest_extent_add       (AskRestExtent     *self,
                                   const AskRestSaid *said,
                                   gint64             n_raw,
                                   gint64             n_new,
                                   gboolean           keyed);
GError *ask_rest_extent_find_gap  (const AskRestExtent *self);

G_END_DECLS
