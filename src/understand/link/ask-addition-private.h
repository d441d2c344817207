/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What finding additions and leaving them out share. Nobody outside includes this.
 *
 *   ask-addition.c         finds them, word by word; parts of times, comparisons
 *   ask-addition-figure.c  shares and metrics
 *   ask-addition-lack.c    what is not there, and what is
 *   ask-addition-done.c    what was done, or not yet
 *   ask-addition-due.c     what is overdue, or was done too late
 *   ask-addition-but.c     one value but not the other, one entity but not the other
 *   ask-addition-rest.c    the question without them
 */
#pragma once

#include "understand/link/ask-addition.h"

G_BEGIN_DECLS

/**
 * AskAdditionReader:
 * @typed: (element-type utf8): for each token, as it was typed, folded
 * @found: (element-type AskAddition)
 * @about: (nullable): for each entity: the question is about it though it may not name it
 */
typedef struct
{
  AskQuestion *question;
  GPtrArray *typed;
  GArray *found;
  const gboolean *about;
} AskAdditionReader;

/* ask-addition.c */
GPtrArray *ask_additions_fold           (AskQuestion             *question);
gboolean   ask_addition_is_one          (const AskAdditionReader *self,
                                         guint                    i,
                                         const char              *ways);
guint      ask_addition_skip            (const AskAdditionReader *self,
                                         guint                    i,
                                         const char              *ways);
guint      ask_addition_skip_back       (const AskAdditionReader *self,
                                         guint                    i,
                                         guint                    least,
                                         const char              *ways);
gboolean   ask_addition_is_end          (const AskAdditionReader *self,
                                         guint                    i);
gboolean   ask_addition_is_named        (const AskAdditionReader *self,
                                         guint                    first,
                                         guint                    last);
gboolean   ask_addition_is_entity_named (const AskAdditionReader *self,
                                         guint                    entity);
void       ask_addition_add             (AskAdditionReader       *self,
                                         AskAddition              addition,
                                         const char              *instead);

/* ask-addition-figure.c */
guint      ask_addition_read_share      (AskAdditionReader       *self,
                                         guint                    i);
guint      ask_addition_read_metric     (AskAdditionReader       *self,
                                         guint                    i);

/* ask-addition-lack.c */
guint      ask_addition_read_lack       (AskAdditionReader       *self,
                                         guint                    i);
guint      ask_addition_read_never      (AskAdditionReader       *self,
                                         guint                    i);
guint      ask_addition_read_have       (AskAdditionReader       *self,
                                         guint                    i);
guint      ask_addition_read_stock      (AskAdditionReader       *self,
                                         guint                    i);

/* ask-addition-but.c */
guint      ask_addition_read_but        (AskAdditionReader       *self,
                                         guint                    i);
guint      ask_addition_read_elsewhere  (AskAdditionReader       *self,
                                         guint                    i);

/* ask-addition-due.c */
guint      ask_addition_read_due        (AskAdditionReader       *self,
                                         guint                    i);

/* ask-addition-done.c */
guint      ask_addition_read_done       (AskAdditionReader       *self,
                                         guint                    i);

G_END_DECLS
