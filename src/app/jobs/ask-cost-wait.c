/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The wait of a job's thread for a person. The window's side answers once; if it goes without an answer, that is a no.
 */
#include "config.h"

#include "app/jobs/ask-cost-wait.h"

#include <glib/gi18n.h>

#include "agent/ask-consent-places.h"
#include "agent/ask-preview.h"

static AskCostWait *
wait_new (void)
{
  AskCostWait *self = g_new0 (AskCostWait, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  return self;
}

static AskCostWait *
wait_new_for_cost (const AskPreview *preview)
{
  AskCostWait *self = wait_new ();

  self->reason = ask_preview_to_reason (preview);
  self->words = g_strdup (preview->words);
  self->lines = ask_preview_to_lines (preview);
  self->threshold = preview->threshold;
  /* What leaves is agreed to or not; nothing is passed that could be capped. */
  if (preview->shows)
    return self;
  /* A round step further, from where it would be asked again. */
  self->cap = MAX (1, preview->above * 2);
  switch (preview->threshold)
    {
    case ASK_THRESHOLD_CALLS:
      /* Translators: "At most 500 calls". */
      self->unit = _ ("calls");
      break;
    case ASK_THRESHOLD_ROWS:
      /* Translators: "At most 500 rows". */
      self->unit = _ ("rows");
      break;
    case ASK_THRESHOLD_BYTES:
      /* Translators: "At most 500 bytes". */
      self->unit = _ ("bytes");
      break;
    case ASK_THRESHOLD_PRICE:
      /* Translators: what a model's tokens cost, without a currency: "At most 0.50 for the model". */
      self->unit = _ ("for the model");
      self->cap = preview->above * 2;
      self->digits = 4;
      break;
    case ASK_THRESHOLD_SECONDS:
    case ASK_THRESHOLD_TOKENS:
      break;
    }
  return self;
}

/** ask_cost_wait_unref: lets go of @self; on any thread */
void
ask_cost_wait_unref (AskCostWait *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self->reason);
  g_free (self->words);
  g_free (self->lines);
  g_free (self);
}

/**
 * ask_cost_wait_answer:
 * @self: what was asked; a second answer changes nothing
 * @answer: whether it may be done
 * @cap: by what it is capped; 0 for nothing
 *
 * Lets the job go on.
 */
void
ask_cost_wait_answer (AskCostWait *self, AskWaitAnswer answer, double cap)
{
  g_mutex_lock (&self->mutex);
  if (!self->answered)
    {
      self->answered = TRUE;
      self->answer = answer;
      self->capped = cap;
      g_cond_signal (&self->cond);
    }
  g_mutex_unlock (&self->mutex);
}

/** ask_cost_wait_is_over: @self: what was asked. Returns: whether there is an answer, such as that the job was cancelled */
gboolean
ask_cost_wait_is_over (AskCostWait *self)
{
  gboolean over;

  g_mutex_lock (&self->mutex);
  over = self->answered;
  g_mutex_unlock (&self->mutex);
  return over;
}

typedef struct
{
  AskCostFunc func;
  AskCostWait *wait; /* nullable: once it is handed over */
} News;

/* Nobody is there any more whom it could be handed to. */
static void
news_free (gpointer data)
{
  News *self = data;

  if (self->wait != NULL)
    {
      ask_cost_wait_answer (self->wait, ASK_WAIT_NO, 0);
      ask_cost_wait_unref (self->wait);
    }
  g_free (self);
}

static void
deliver (gpointer object, gpointer data)
{
  News *news = data;

  news->func (object, g_steal_pointer (&news->wait));
}

static void
on_cancelled (GCancellable *cancellable, gpointer wait)
{
  ask_cost_wait_answer (wait, ASK_WAIT_NO, 0);
}

static void
take_cap (const AskCostWait *self, AskAgentCaps *caps)
{
  if (self->capped <= 0)
    return;
  if (self->threshold == ASK_THRESHOLD_CALLS)
    caps->calls = (guint64) self->capped;
  else if (self->threshold == ASK_THRESHOLD_ROWS)
    caps->rows = (guint64) self->capped;
  else if (self->threshold == ASK_THRESHOLD_BYTES)
    caps->bytes = (guint64) self->capped;
  else if (self->threshold == ASK_THRESHOLD_PRICE)
    caps->price = self->capped;
}

/* Blocks until there is an answer. */
static AskWaitAnswer
wait_for_answer (AskCostWait *self, AskJobTarget *target, AskCostFunc func, GCancellable *cancellable)
{
  News *news = g_new0 (News, 1);
  AskWaitAnswer answer;
  gulong handler = 0;

  news->func = func;
  news->wait = self;
  g_atomic_ref_count_inc (&self->ref_count);
  /* Before anybody is asked: whoever hears of it can see whether it was cancelled meanwhile. */
  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), self, NULL);
  ask_job_post (target, deliver, news, news_free);
  g_mutex_lock (&self->mutex);
  while (!self->answered)
    g_cond_wait (&self->cond, &self->mutex);
  answer = self->answer;
  g_mutex_unlock (&self->mutex);
  if (handler != 0)
    g_cancellable_disconnect (cancellable, handler);
  return answer;
}

/**
 * ask_cost_wait_ask:
 * @preview: what is about to be done
 * @caps: (inout): changed where a person caps it
 * @target: who asks
 * @func: called on the main thread
 * @cancellable: (nullable): ends the wait
 * @error: %G_IO_ERROR_CANCELLED where the person does not want it, or nobody is there any more
 *
 * Blocks a job's thread until there is an answer.
 *
 * Returns: whether it may be done
 */
gboolean
ask_cost_wait_ask (const AskPreview *preview, AskAgentCaps *caps, AskJobTarget *target, AskCostFunc func,
                   GCancellable *cancellable, GError **error)
{
  AskCostWait *self = wait_new_for_cost (preview);
  gboolean agreed = wait_for_answer (self, target, func, cancellable) != ASK_WAIT_NO;

  if (agreed)
    take_cap (self, caps);
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "It was not run.");
  ask_cost_wait_unref (self);
  return agreed;
}

/**
 * ask_cost_wait_ask_consent:
 * @consent: what a model asks to see
 * @answer: (out): what the person says
 * @target: who asks
 * @func: called on the main thread
 * @cancellable: (nullable): ends the wait
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Blocks a job's thread until there is an answer. Nobody left to ask is a no.
 *
 * Returns: whether there is one
 */
gboolean
ask_cost_wait_ask_consent (const AskConsent *consent, AskConsentAnswer *answer, AskJobTarget *target, AskCostFunc func,
                           GCancellable *cancellable, GError **error)
{
  AskCostWait *self = wait_new ();
  g_autofree char *places = ask_consent_to_places (consent);
  AskWaitAnswer said;

  self->consent = TRUE;
  /* Translators: a model, and columns: "llama3.1 asks to see these rows, of shop: store.city." */
  self->reason = g_strdup_printf (_ ("%s asks to see these rows, of %s. Exactly this would leave:"),
                                  consent->model != NULL ? consent->model : _ ("The model"), places);
  self->lines = g_strdup (consent->text);
  said = wait_for_answer (self, target, func, cancellable);
  ask_cost_wait_unref (self);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  *answer = said == ASK_WAIT_ALWAYS ? ASK_CONSENT_ALWAYS : said == ASK_WAIT_YES ? ASK_CONSENT_ONCE : ASK_CONSENT_NO;
  return TRUE;
}
