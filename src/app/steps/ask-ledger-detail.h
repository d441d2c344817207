/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the ledger knows of one request, as a widget.
 */
#pragma once

#include <adwaita.h>

#include "store/ask-workspace-ledger.h"

G_BEGIN_DECLS

const char *ask_ledger_name_kind     (const char           *kind);
char       *ask_ledger_name_question (const AskLedgerEntry *entry);

#define ASK_TYPE_LEDGER_DETAIL (ask_ledger_detail_get_type ())
G_DECLARE_FINAL_TYPE (AskLedgerDetail, ask_ledger_detail, ASK, LEDGER_DETAIL, GtkBox)

GtkWidget *ask_ledger_detail_new (const AskLedgerEntry *entry,
                                  const char           *path);
void       ask_ledger_detail_show_bytes (AskLedgerDetail *self);

G_END_DECLS
