/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The ledger: everything that left this machine while the workspace was open, told by ask_outgoing_tell(): when, to
 * which host, for which question, how many bytes, which names and values, and the bytes themselves. A workspace that is
 * open writes what its thread sends by itself; who answers a question says which one.
 */
#pragma once

#include "base/ask-rows.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

/** ASK_LEDGER_MAX_BODY: a longer body is counted, and not kept */
#define ASK_LEDGER_MAX_BODY (4 * 1024 * 1024)
/** ASK_LEDGER_MAX_BODIES: of all bodies together, as they are kept; the oldest go first. The setting "ledger/max-bytes" is another one */
#define ASK_LEDGER_MAX_BODIES (64 * 1024 * 1024)

/**
 * AskLedgerBody:
 * @ASK_LEDGER_BODY_NONE: there was none: the address is all that was sent
 * @ASK_LEDGER_BODY_KEPT: it is kept, byte for byte
 * @ASK_LEDGER_BODY_TOO_LONG: it was longer than %ASK_LEDGER_MAX_BODY
 * @ASK_LEDGER_BODY_DROPPED: it was kept, and made room for later ones
 * @ASK_LEDGER_BODY_SECRET: it held a key, which is kept nowhere
 */
typedef enum
{
  ASK_LEDGER_BODY_NONE,
  ASK_LEDGER_BODY_KEPT,
  ASK_LEDGER_BODY_TOO_LONG,
  ASK_LEDGER_BODY_DROPPED,
  ASK_LEDGER_BODY_SECRET
} AskLedgerBody;

/**
 * AskLedgerValues:
 * @of: "orders.status"; of a server's query the source's name
 * @n: how many values
 * @consent: what allowed them: "samples" or "yes" as the attribute's sharing says, "once" where a person let these go for one
 *   question, "query" where they are what the query itself needs
 */
typedef struct
{
  char *of;
  gint64 n;
  char *consent;
} AskLedgerValues;

/**
 * AskLedgerEntry:
 * @at: µs since 1970, UTC
 * @kind: "model", "embeddings", "api", "server" or "document"
 * @host: with its port
 * @method, @address: (nullable): of HTTP, without keys
 * @source: (nullable): of an API's call and of a server's query
 * @question: (nullable): for which it was sent; %NULL for what was sent for none
 * @history_id: of @question; 0 where it is not in the history
 * @bytes: of the body; where there is none, of the address
 * @tries: how often it was sent, or at least tried to be
 * @status: of HTTP; 0 where no answer came
 * @problem: (nullable): why none came
 * @names: (element-type utf8): "orders", "orders.status": names of the schema that stand in it. A word that is also a
 *   name is listed: rather one too many
 * @values: (element-type AskLedgerValues): which values went with it
 */
typedef struct
{
  gint64 id;
  gint64 at;
  char *kind;
  char *host;
  char *method;
  char *address;
  char *source;
  char *question;
  gint64 history_id;
  gint64 bytes;
  guint tries;
  guint status;
  char *problem;
  GPtrArray *names;
  GPtrArray *values;
  AskLedgerBody body;
} AskLedgerEntry;

/**
 * AskLedgerFilter:
 * @id: one entry; 0 for all
 * @host, @kind: (nullable): exactly
 * @since, @until: from when, and before when, µs since 1970, UTC; 0 for no such bound
 * @history_id: of one question; 0 for all
 * @text: (nullable): stands in the host, the address, the question or a name
 *
 * Which entries; all zeroes are all of them.
 */
typedef struct
{
  gint64 id;
  const char *host;
  const char *kind;
  gint64 since;
  gint64 until;
  gint64 history_id;
  const char *text;
} AskLedgerFilter;

/**
 * AskLedgerTotal:
 * @n: entries
 * @bytes: of all of them, each try counted: at most so many left
 * @first, @last: when, µs since 1970, UTC
 */
typedef struct
{
  char *host;
  char *kind;
  gint64 n;
  gint64 bytes;
  gint64 first;
  gint64 last;
} AskLedgerTotal;

AskLedgerValues *ask_ledger_values_new   (const char      *of,
                                          gint64           n,
                                          const char      *consent);
void             ask_ledger_values_free  (AskLedgerValues *self);
void             ask_ledger_entry_free   (AskLedgerEntry  *self);
void             ask_ledger_total_free   (AskLedgerTotal  *self);
const char      *ask_ledger_body_to_string (AskLedgerBody  self);
JsonNode        *ask_ledger_entry_to_json (const AskLedgerEntry *self);
AskRows         *ask_ledger_to_rows      (GPtrArray       *entries);

void       ask_workspace_ledger_ask      (AskWorkspace    *self,
                                          const char      *question);
void       ask_workspace_ledger_values   (AskWorkspace    *self,
                                          GPtrArray       *values);
gboolean   ask_workspace_ledger_answered (AskWorkspace    *self,
                                          gint64           history_id,
                                          GError         **error);
gboolean   ask_workspace_ledger_write    (AskWorkspace    *self,
                                          GError         **error);

GPtrArray *ask_workspace_list_ledger     (AskWorkspace    *self,
                                          const AskLedgerFilter *filter,
                                          GError         **error);
GBytes    *ask_workspace_get_ledger_body (AskWorkspace    *self,
                                          gint64           id,
                                          AskLedgerBody   *body,
                                          GError         **error);
GPtrArray *ask_workspace_sum_ledger      (AskWorkspace    *self,
                                          GError         **error);
gboolean   ask_workspace_delete_ledger   (AskWorkspace    *self,
                                          const AskLedgerFilter *filter,
                                          guint           *n,
                                          GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskLedgerEntry, ask_ledger_entry_free)

G_END_DECLS
