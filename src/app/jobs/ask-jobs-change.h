/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a steward changes of a source that was added: its keys, how it is called, how it is read. Off the main
 * thread.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskSourceChange:
 * @name: of the source
 * @keys: (nullable) (element-type AskSourceOption): as of ask_workspace_set_keys()
 * @shape: (nullable) (element-type AskSourceOption): as of ask_workspace_set_shape()
 * @reads: (nullable): an operation that only reads
 * @writes: (nullable): one of which that was said, and is not so
 * @whole: (nullable): an operation whose rows are all, whatever else its answers say
 * @follow: (nullable): one whose links to further rows are followed
 * @unsaid: (nullable): one of which either was said, and is not so
 * @trust_order: (nullable): an operation whose order can be trusted
 * @distrust_order: (nullable): one of which that was said, and is not so
 * @lenient: 1 or 0 to say so, -1 to leave it
 * @tuning: negative numbers leave what is set
 * @refresh: the source is read again afterwards, so that the change shows
 *
 * What is to be changed; all of it is optional. It may hold a secret: it is wiped when freed.
 */
typedef struct
{
  char *name;
  GPtrArray *keys;
  GPtrArray *shape;
  char *reads;
  char *writes;
  char *whole;
  char *follow;
  char *unsaid;
  char *trust_order;
  char *distrust_order;
  int lenient;
  AskSourceTuning tuning;
  gboolean refresh;
} AskSourceChange;

AskSourceChange *ask_source_change_new         (const char          *name);
void             ask_source_change_free        (AskSourceChange     *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSourceChange, ask_source_change_free)

AskJob *ask_jobs_change_source (AskSourceChange *change);

G_END_DECLS
