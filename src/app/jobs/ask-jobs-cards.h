/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Jobs of which answers stand on the page, so that they are there again when the window opens, and of which belong
 * together.
 */
#pragma once

#include "app/jobs/ask-job.h"

G_BEGIN_DECLS

/** ASK_JOBS_MAX_CARDS: more answers nobody wants to find open again */
#define ASK_JOBS_MAX_CARDS 10

AskJob *ask_jobs_keep_cards  (const char *cards);
AskJob *ask_jobs_list_cards  (void);
AskJob *ask_jobs_list_thread (gint64      history_id);
AskJob *ask_jobs_list_threads (guint      max);
AskJob *ask_jobs_pin_answer  (gint64      history_id,
                              gboolean    pinned);
AskJob *ask_jobs_list_front  (guint       max);

/**
 * AskFront:
 * @pinned: (element-type AskHistoryEntry): answers that a person pinned, the newest pin first
 * @threads: (element-type AskHistoryThread): the newest conversations
 */
typedef struct
{
  GPtrArray *pinned;
  GPtrArray *threads;
} AskFront;

void ask_front_free (AskFront *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskFront, ask_front_free)

G_END_DECLS
