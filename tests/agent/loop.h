/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of `loop` share.
 *
 *   loop.c        the command line, which questions are asked of what, the table
 *   loop-reply.c  who replies: a server, files, or the reference query
 *   loop-judge.c  whether an answer's rows are those of the reference
 */
#pragma once

#include "agent/ask-agent.h"
#include "llm/ask-replay.h"
#include "train/ask-train.h"

G_BEGIN_DECLS

/**
 * LoopReplies:
 * @model: (nullable): a server's model
 * @folder: (nullable): N-T.prompt and N-T.reply are there
 * @waits: for a reply that is not there yet; else the question stays open
 * @n: the question's number, from 1
 * @gold: (nullable): what is replied instead: the reference query
 * @prompt_tokens, @completion_tokens: as the server counted them
 *
 * Who replies to one question.
 */
typedef struct
{
  AskModel *model;
  const char *folder;
  gboolean waits;
  guint n;
  const char *gold;
  gint64 prompt_tokens;
  gint64 completion_tokens;
} LoopReplies;

/* loop-reply.c */
char    *loop_reply    (GPtrArray          *messages,
                        guint               n_call,
                        gpointer            replies,
                        GError            **error);

/* loop-judge.c */
gboolean loop_is_right (const TrainExample *example,
                        const AskAnswer    *answer);

G_END_DECLS
