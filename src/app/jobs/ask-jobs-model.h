/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The language model's settings, off the main thread.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskModelSwitch:
 * @ASK_MODEL_HERE_FIRST: what is sure is answered without the model
 * @ASK_MODEL_TELL_FACTS: the model is told what columns are like
 * @ASK_MODEL_TELL_READING: the model is told how the question is read here
 * @ASK_MODEL_TELL_REASONS: the model is told why its query has no rows
 *
 * What is on unless a person switched it off.
 */
typedef enum
{
  ASK_MODEL_HERE_FIRST,
  ASK_MODEL_TELL_FACTS,
  ASK_MODEL_TELL_READING,
  ASK_MODEL_TELL_REASONS
} AskModelSwitch;

#define ASK_MODEL_N_SWITCHES (ASK_MODEL_TELL_REASONS + 1)

/**
 * AskModelForm:
 * @url: "" for no model
 * @embeddings: (nullable): the server's model for embeddings
 * @small: (nullable): the model that chooses tables for the large one
 * @context_length: (nullable): a number of tokens; %NULL or "" to ask the server
 * @form: (nullable): of replies: "text", "json" or "tools"; %NULL for what a test found best
 * @form_words: (nullable): in which form it is asked now, as a sentence; ask_jobs_save_model() does not read it
 * @candidates: queries a question
 * @on: of each #AskModelSwitch; ask_jobs_save_model() leaves them as they are
 * @key: (nullable): a key to keep in the Secret Service; %NULL to leave the kept one as it is
 */
typedef struct
{
  char *url;
  char *name;
  char *key_env;
  char *embeddings;
  char *small;
  char *context_length;
  char *form;
  char *form_words;
  guint candidates;
  gboolean on[ASK_MODEL_N_SWITCHES];
  char *key;
} AskModelForm;

void ask_model_form_free (AskModelForm *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskModelForm, ask_model_form_free)

AskJob *ask_jobs_load_model       (void);
AskJob *ask_jobs_save_model       (AskModelForm  *form,
                                   gboolean       test);
AskJob *ask_jobs_set_model_switch (AskModelSwitch which,
                                   gboolean       on);
AskJob *ask_jobs_find_models      (void);
AskJob *ask_jobs_list_models      (AskModelForm  *form,
                                   gboolean       asked);

G_END_DECLS
