/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A job that waits for a person: before what costs much, and before rows leave to a model, its thread stops here until the
 * window has an answer. The main loop never waits. Cancelling the job ends the wait, and so does letting go of whoever was to ask.
 */
#pragma once

#include "agent/ask-agent.h"
#include "app/jobs/ask-job.h"
#include "store/ask-thresholds.h"

G_BEGIN_DECLS

/**
 * AskWaitAnswer:
 * @ASK_WAIT_NO: it is not done
 * @ASK_WAIT_YES: it is, this time
 * @ASK_WAIT_ALWAYS: of rows that a model asks to see: and of their columns from now on
 */
typedef enum
{
  ASK_WAIT_NO,
  ASK_WAIT_YES,
  ASK_WAIT_ALWAYS
} AskWaitAnswer;

/**
 * AskCostWait:
 * @consent: it is about rows that a model asks to see, and @lines is exactly what would leave
 * @reason: why a person is asked, in their language
 * @words: (nullable): what the query asks for
 * @lines: what it would cost, a line for each source
 * @unit: (nullable): what a cap caps, "calls"; %NULL where it cannot be capped
 * @cap: what to suggest
 * @digits: behind the point, of @cap
 *
 * Never changes but for its answer. Any thread may hold it.
 */
typedef struct _AskCostWait AskCostWait;

struct _AskCostWait
{
  gatomicrefcount ref_count;
  gboolean consent;
  char *reason;
  char *words;
  char *lines;
  const char *unit;
  double cap;
  guint digits;

  /*< private >*/
  AskThreshold threshold;
  GMutex mutex;
  GCond cond;
  gboolean answered;
  AskWaitAnswer answer;
  double capped;
};

/**
 * AskCostFunc:
 * @target: (type GObject): as given to ask_job_target_new(); still alive
 * @wait: (transfer full): what to ask
 *
 * A job waits for a person. Called on the main thread.
 */
typedef void (*AskCostFunc) (gpointer     target,
                             AskCostWait *wait);

void     ask_cost_wait_unref  (AskCostWait     *self);
void     ask_cost_wait_answer (AskCostWait     *self,
                               AskWaitAnswer    answer,
                               double           cap);
gboolean ask_cost_wait_is_over (AskCostWait    *self);
gboolean ask_cost_wait_ask    (const AskPreview *preview,
                               AskAgentCaps    *caps,
                               AskJobTarget    *target,
                               AskCostFunc      func,
                               GCancellable    *cancellable,
                               GError         **error);
gboolean ask_cost_wait_ask_consent (const AskConsent *consent,
                               AskConsentAnswer *answer,
                               AskJobTarget    *target,
                               AskCostFunc      func,
                               GCancellable    *cancellable,
                               GError         **error);

G_END_DECLS
