/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one call of an external function was asked for a statement, and what it said: the record that a trace, a plan and the
 * origin of a cell are made of. It holds values as they were sent, so it stays on this computer.
 */
#pragma once

#include <glib.h>

#include "base/ask-rows.h"

G_BEGIN_DECLS

/**
 * AskInquiryRequest:
 * @n_values: that stood in it
 * @bytes: that left
 * @prompt_tokens, @reply_tokens: as the server counted them
 * @problem: (nullable): why it has no reply
 *
 * One request to a model.
 */
typedef struct
{
  guint n_values;
  gint64 bytes;
  gint64 prompt_tokens;
  gint64 reply_tokens;
  double elapsed_ms;
  char *problem;
} AskInquiryRequest;

/** ASK_INQUIRY_MAX_ROWS: so many values of a call are kept with their answers; it counts all of them */
#define ASK_INQUIRY_MAX_ROWS 500
/** ASK_INQUIRY_MAX_REQUESTS: likewise of its requests */
#define ASK_INQUIRY_MAX_REQUESTS 500

/**
 * AskInquiry:
 * @function: as it is called
 * @text: (nullable): the question
 * @about_rows: it was asked once about rows, which are in @rows; else of each value
 * @joins: it was asked which values of two sets belong together
 * @model: (nullable): who was asked; %NULL where a program of this computer answered, or all was known here
 * @host: (nullable): where that is
 * @of: (element-type utf8): what the values were read from, "event.name"; empty where nobody can tell
 * @n_values: that were needed: values, rows, or values of both sides
 * @n_kept: of them with an answer from before: of an earlier run, or of an earlier statement of the session
 * @n_unanswered: of them without an answer that fits; they are NULL
 * @n_requests: that were made; @requests has the first of them
 * @requests: (element-type AskInquiryRequest)
 * @price: of all tokens; below 0 where no price is set
 * @rows: of the first values each as it was sent, what was told beside it, and then "answer" and "kept" (1 or 0); of @joins the
 *   pairs with "how"; of @about_rows the rows
 * @answer: (nullable): of @about_rows
 */
typedef struct
{
  char *function;
  char *text;
  gboolean about_rows;
  gboolean joins;
  char *model;
  char *host;
  GPtrArray *of;
  guint64 n_values;
  guint64 n_kept;
  guint64 n_unanswered;
  guint64 n_requests;
  GPtrArray *requests;
  gint64 bytes;
  gint64 prompt_tokens;
  gint64 reply_tokens;
  double elapsed_ms;
  double price;
  AskRows *rows;
  char *answer;
} AskInquiry;

AskInquiry *ask_inquiry_new         (const char *function,
                                 const char *text);
void      ask_inquiry_free        (AskInquiry   *self);
void      ask_inquiry_add_request (AskInquiry   *self,
                                 const AskInquiryRequest *request);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskInquiry, ask_inquiry_free)

G_END_DECLS
