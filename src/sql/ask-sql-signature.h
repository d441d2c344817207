/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The functions that a statement may call, as a person reads them who is about to call one.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AskSqlSignature:
 * @name: in small letters
 * @arguments: "text, start, length?"; "?" behind what may be left out, "…" for any number more; "" for none
 * @aggregate: over rows of a group
 * @window: only with OVER
 */
typedef struct
{
  const char *name;
  const char *arguments;
  gboolean aggregate;
  gboolean window;
} AskSqlSignature;

GArray                *ask_sql_list_signatures (void);
gboolean               ask_sql_find_signature  (const char      *name,
                                                AskSqlSignature *signature);

G_END_DECLS
