/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the ledger share.
 *
 *   ask-ledger-write.c      what this thread sends: noted, and written
 *   ask-ledger-entry.c      entries as JSON, as rows, and their parts
 *   ask-workspace-ledger.c  reading and deleting
 */
#pragma once

#include "store/ask-workspace-ledger.h"
#include "store/ask-workspace-private.h"

G_BEGIN_DECLS

AskLedgerEntry *ask_ledger_entry_new        (void);
char           *ask_ledger_names_to_json    (GPtrArray      *names);
char           *ask_ledger_values_to_json   (GPtrArray      *values);
void            ask_ledger_entry_take_json  (AskLedgerEntry *self,
                                             const char     *names,
                                             const char     *values);
GBytes         *ask_ledger_deflate          (GBytes         *body,
                                             GError        **error);
GBytes         *ask_ledger_inflate          (const void     *data,
                                             gsize           size,
                                             gsize           wanted);
void            ask_ledger_find_names       (AskSchema      *schema,
                                             AskLedgerEntry *entry,
                                             GBytes         *body);

G_END_DECLS
