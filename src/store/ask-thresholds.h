/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Above what a person is asked first, and how long a call to a source takes as a rule. Settings of the workspace, for
 * all sources and for each. Nothing here asks anybody.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskThreshold:
 * @ASK_THRESHOLD_CALLS: calls to an API
 * @ASK_THRESHOLD_ROWS: rows that come from an API or a server
 * @ASK_THRESHOLD_SECONDS: time that it takes
 * @ASK_THRESHOLD_BYTES: bytes that leave to the model
 * @ASK_THRESHOLD_TOKENS: tokens of the model
 * @ASK_THRESHOLD_PRICE: what these tokens cost by the prices that are set
 *
 * The first three are of a source, the others of the model and of no source.
 */
typedef enum
{
  ASK_THRESHOLD_CALLS,
  ASK_THRESHOLD_ROWS,
  ASK_THRESHOLD_SECONDS,
  ASK_THRESHOLD_BYTES,
  ASK_THRESHOLD_TOKENS,
  ASK_THRESHOLD_PRICE
} AskThreshold;

#define ASK_THRESHOLD_N 6
#define ASK_THRESHOLD_N_OF_SOURCES 3

const char *ask_threshold_to_string       (AskThreshold   threshold);
GHashTable *ask_workspace_load_thresholds (AskWorkspace  *self,
                                           GError       **error);
gboolean    ask_thresholds_get            (GHashTable    *thresholds,
                                           AskThreshold   threshold,
                                           const char    *source,
                                           double        *above);
char       *ask_workspace_dup_threshold   (AskWorkspace  *self,
                                           AskThreshold   threshold,
                                           const char    *source);
gboolean    ask_workspace_set_threshold   (AskWorkspace  *self,
                                           AskThreshold   threshold,
                                           const char    *source,
                                           const char    *text,
                                           GError       **error);
gboolean    ask_workspace_forget_thresholds (AskWorkspace *self,
                                           const char    *source,
                                           GError       **error);

/**
 * AskPrice:
 * @prompt: of a million tokens that are sent, below 0 where nobody said
 * @reply: of a million tokens that come back, likewise
 */
typedef struct
{
  double prompt;
  double reply;
} AskPrice;

gboolean    ask_workspace_get_price       (AskWorkspace  *self,
                                           const char    *model,
                                           AskPrice      *price);
gboolean    ask_workspace_set_price       (AskWorkspace  *self,
                                           const char    *model,
                                           const char    *prompt,
                                           const char    *reply,
                                           GError       **error);
double      ask_workspace_get_speed       (AskWorkspace  *self,
                                           const char    *source);
gboolean    ask_workspace_note_speed      (AskWorkspace  *self,
                                           const char    *source,
                                           double         ms,
                                           GError       **error);

G_END_DECLS
