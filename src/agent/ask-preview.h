/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a question or a query is about to cost, for a person who is asked first: from each source, and for a turn of the
 * model. It is for people alone. Nothing of it goes to a model.
 */
#pragma once

#include "agent/ask-agent.h"
#include "engine/ask-cost.h"
#include "engine/ask-external.h"
#include "store/ask-thresholds.h"

G_BEGIN_DECLS

/**
 * AskPreviewSource:
 * @cost: what it is asked for
 * @seconds: how long that takes, by what calls to it took before
 * @spent: what the question has cost there since a person last agreed, or since it began
 */
typedef struct
{
  AskCostItem *cost;
  AskFigure seconds;
  AskSpent spent;
} AskPreviewSource;

/**
 * AskPreviewModel:
 * @name: (nullable): the model's
 * @bytes: that would leave with this turn
 * @tokens: about so many
 * @n_values: that a function asks about, and not a turn of a question; 0 for a turn
 * @n_calls: in which it asks about them
 * @pictures: (nullable) (element-type utf8): what each picture that would leave is called, and its size; a person is always
 *   asked about pictures
 * @price: of this turn's prompt, below 0 where no price is set
 * @bytes_spent: that have left for the question since a person last agreed, or since it began
 * @tokens_spent: likewise, both ways
 * @price_spent: of these
 */
typedef struct
{
  char *name;
  gint64 bytes;
  gint64 tokens;
  guint64 n_values;
  guint64 n_calls;
  GPtrArray *pictures;
  double price;
  gint64 bytes_spent;
  gint64 tokens_spent;
  double price_spent;
} AskPreviewModel;

/**
 * AskPreview:
 * @sql: (nullable): the query that it is about
 * @words: (nullable): what it asks for, in plain words
 * @sources: (element-type AskPreviewSource): APIs and servers; files cost nothing
 * @calls: (nullable) (element-type AskExternalCost): the calls of functions in @sql, once they are estimated
 * @model: (nullable): the turn that it is about, where it is no query
 * @shows: no threshold is passed; pictures would leave, or values that a person wants to see first
 * @threshold: which one is passed; of several the first
 * @above: its value
 * @source: (nullable): whose threshold it is
 * @stopped: the query ran, and was stopped where it came to the threshold
 * @dry: nothing is passed; somebody wants to know, and nothing will run
 */
struct _AskPreview
{
  char *sql;
  char *words;
  GPtrArray *sources;
  GPtrArray *calls;
  AskPreviewModel *model;
  gboolean shows;
  AskThreshold threshold;
  double above;
  char *source;
  gboolean stopped;
  gboolean dry;
};

AskPreview *ask_preview_new       (void);
void        ask_preview_free      (AskPreview       *self);
AskPreview *ask_preview_of_query  (AskWorkspace     *workspace,
                                   AskEngine        *engine,
                                   const char       *sql,
                                   GCancellable     *cancellable,
                                   GError          **error);
gboolean    ask_preview_add_calls (AskPreview       *self,
                                   AskWorkspace     *workspace,
                                   AskEngine        *engine,
                                   GCancellable     *cancellable,
                                   GError          **error);
char       *ask_preview_calls_to_lines (const AskPreview *self);
gboolean    ask_preview_find_passed (AskPreview     *self,
                                   GHashTable       *thresholds,
                                   const AskAgentCaps *caps);
char       *ask_preview_to_lines  (const AskPreview *self);
gboolean    ask_preview_fail      (const AskPreview *self,
                                   GError          **error);
char       *ask_preview_to_reason (const AskPreview *self);
JsonNode   *ask_preview_to_json   (const AskPreview *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskPreview, ask_preview_free)

G_END_DECLS
