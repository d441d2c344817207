/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Result sets as delimited text: CSV for files, tabs for the clipboard, columns for a terminal.
 */
#pragma once

#include "base/ask-rows.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_DELIMITED_CSV, /* RFC 4180: commas, CRLF; NULL is an empty field */
  ASK_DELIMITED_TAB
} AskDelimited;

void ask_delimited_append_header (GString       *text,
                                  const AskRows *rows,
                                  AskDelimited   kind);
void ask_delimited_append_rows   (GString       *text,
                                  const AskRows *rows,
                                  gsize          from,
                                  gsize          to,
                                  AskDelimited   kind);
void ask_delimited_append_table  (GString       *text,
                                  const AskRows *rows,
                                  gsize          max_rows);

G_END_DECLS
