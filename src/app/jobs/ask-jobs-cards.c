/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The workspace has a setting with the numbers of answers in the history, the newest card first.
 */
#include "config.h"

#include "app/jobs/ask-jobs-cards.h"

#include "agent/ask-agent.h"
#include "store/ask-workspace-pins.h"
#include "store/ask-workspace-threads.h"

#define SETTING "window/cards"

static gpointer
keep_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const char *cards = data;

  return GINT_TO_POINTER (ask_workspace_set_setting (workspace, SETTING, *cards != '\0' ? cards : NULL, error));
}

/**
 * ask_jobs_keep_cards:
 * @cards: numbers of answers, the newest card first, with blanks between them; "" for none
 *
 * Keeps which answers stand on the page.
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_keep_cards (const char *cards)
{
  return ask_job_new (keep_job, NULL, g_strdup (cards), g_free);
}

static gpointer
list_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autofree char *setting = ask_workspace_get_setting (workspace, SETTING);
  g_auto (GStrv) numbers = g_strsplit (setting != NULL ? setting : "", " ", ASK_JOBS_MAX_CARDS + 1);
  g_autoptr (GArray) cards = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; numbers[i] != NULL && i < ASK_JOBS_MAX_CARDS; i++)
    {
      gint64 id = g_ascii_strtoll (numbers[i], NULL, 10);
      g_autoptr (GError) failure = NULL;
      g_autoptr (AskHistoryEntry) entry = id > 0 ? ask_workspace_get_history (workspace, id, &failure) : NULL;

      if (entry != NULL)
        g_array_append_val (cards, id);
      else if (failure != NULL && !g_error_matches (failure, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN))
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return NULL;
        }
    }
  return g_steal_pointer (&cards);
}

/** ask_jobs_list_cards: reads which answers stood on the page. Gives GArray of gint64, those that the history still has */
AskJob *
ask_jobs_list_cards (void)
{
  return ask_job_new (list_job, (GDestroyNotify) g_array_unref, NULL, NULL);
}

static gpointer
list_thread_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  gint64 id = *(const gint64 *) data;
  g_autoptr (GArray) before = g_array_new (FALSE, FALSE, sizeof (gint64));

  while (id > 0 && before->len < ASK_JOBS_MAX_CARDS)
    {
      g_autoptr (GError) failure = NULL;
      g_autoptr (AskHistoryEntry) entry = ask_workspace_get_history (workspace, id, &failure);
      g_autoptr (AskAnswer) answer = entry != NULL ? ask_answer_from_json (entry->answer, &failure) : NULL;

      /* The history keeps only so many, and a thread may begin before them. */
      if (before->len > 0 && g_error_matches (failure, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN))
        {
          g_array_set_size (before, before->len - 1);
          break;
        }
      if (answer == NULL)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return NULL;
        }
      /* An answer comes before the one that leans on it, so this ends. */
      id = answer->before < id ? answer->before : 0;
      if (id > 0)
        g_array_append_val (before, id);
    }
  return g_steal_pointer (&before);
}

/**
 * ask_jobs_list_thread:
 * @history_id: of an answer
 *
 * Reads which answers stand before it in its conversation. Gives GArray of gint64, the last first.
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_list_thread (gint64 history_id)
{
  return ask_job_new (list_thread_job, (GDestroyNotify) g_array_unref, g_memdup2 (&history_id, sizeof history_id),
                      g_free);
}

static gpointer
list_threads_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_list_threads (workspace, GPOINTER_TO_UINT (data), error);
}

/** ask_jobs_list_threads: lists at most @max earlier questions by conversations, newest first. Gives (element-type
 * AskHistoryThread) GPtrArray */
AskJob *
ask_jobs_list_threads (guint max)
{
  return ask_job_new (list_threads_job, (GDestroyNotify) g_ptr_array_unref, GUINT_TO_POINTER (max), NULL);
}

typedef struct
{
  gint64 id;
  gboolean pinned;
} Pin;

static gpointer
pin_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Pin *pin = data;

  return GINT_TO_POINTER (ask_workspace_pin (workspace, pin->id, pin->pinned, error));
}

/**
 * ask_jobs_pin_answer:
 * @history_id: of an answer
 * @pinned: whether it stands on the Ask page from now on
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_pin_answer (gint64 history_id, gboolean pinned)
{
  Pin *pin = g_new0 (Pin, 1);

  pin->id = history_id;
  pin->pinned = pinned;
  return ask_job_new (pin_job, NULL, pin, g_free);
}

/** ask_front_free: @self: (nullable) (transfer full): is freed with what it has */
void
ask_front_free (AskFront *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->pinned, g_ptr_array_unref);
  g_clear_pointer (&self->threads, g_ptr_array_unref);
  g_free (self);
}

static gpointer
list_front_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskFront) front = g_new0 (AskFront, 1);

  front->pinned = ask_workspace_list_pinned (workspace, error);
  front->threads
    = front->pinned != NULL ? ask_workspace_list_threads (workspace, GPOINTER_TO_UINT (data), error) : NULL;
  return front->threads != NULL ? g_steal_pointer (&front) : NULL;
}

/** ask_jobs_list_front: lists pinned answers, and at most @max earlier questions by conversations. Gives AskFront */
AskJob *
ask_jobs_list_front (guint max)
{
  return ask_job_new (list_front_job, (GDestroyNotify) ask_front_free, GUINT_TO_POINTER (max), NULL);
}
