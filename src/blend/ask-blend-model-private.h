/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the functions of a language model share.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "blend/ask-blend-flight.h"
#include "blend/ask-blend-model.h"

G_BEGIN_DECLS

/** ASK_BLEND_DEFAULT_BATCH: values in one prompt, where a call does not say how many */
#define ASK_BLEND_DEFAULT_BATCH 20
/** ASK_BLEND_BATCH_BYTES: of values in one prompt together; a longer one has a prompt of its own */
#define ASK_BLEND_BATCH_BYTES 24000
/** ASK_BLEND_MAX_OPTIONS: that are told in one prompt */
#define ASK_BLEND_MAX_OPTIONS 100
/** ASK_BLEND_MAX_CHOICES: values to choose from in one prompt of a join */
#define ASK_BLEND_MAX_CHOICES 150

/**
 * AskBlendModel:
 * @base: of the function
 * @options: its objects are held
 * @no_model: (nullable): as of the options
 * @prompt: the name of its prompt
 * @spent: what has left in this session, shared by all functions of one model
 */
typedef struct
{
  AskBlendFunction base;
  AskBlendModelOptions options;
  GError *no_model;
  const char *prompt;
  AskSpendingTally *spent;
} AskBlendModel;

typedef struct _AskBlendPictures AskBlendPictures;

/**
 * AskBlendBatch:
 * @question: what is asked
 * @values: of one column at least: the value, and what is told beside it
 * @form, @options: (nullable): of an answer; those of @question, or other ones
 * @told: (nullable): what the prompt says of the form; %NULL for what the question's says
 * @pictures: (nullable): a picture goes with each of @values, in a prompt of its own
 * @is_table: @values are no values but one table, which has one answer
 *
 * Values, each of which is to have an answer.
 */
typedef struct
{
  const AskBlendQuestion *question;
  const AskRows *values;
  const AskBlendForm *form;
  const AskRows *options;
  const char *told;
  AskBlendPictures *pictures;
  gboolean is_table;
} AskBlendBatch;

/* ask-blend-model.c */
gboolean  ask_blend_model_may_send  (AskBlendModel          *self,
                                     const AskBlendQuestion *question,
                                     GError                **error);
AskSchema *ask_blend_model_load_schema (AskBlendModel       *self,
                                     GError                **error);
void      ask_blend_model_count     (AskBlendModel          *self,
                                     const AskBlendQuestion *question,
                                     const char             *name,
                                     gint64                  bytes,
                                     gint64                  sent,
                                     gint64                  back);

/**
 * AskBlendRequest:
 * @characters: of its prompt, and of what stands around it
 * @tokens: likewise
 *
 * What each request has, whatever values stand in it.
 */
typedef struct
{
  gint64 characters;
  gint64 tokens;
} AskBlendRequest;

/* ask-blend-pair.c */
gboolean  ask_blend_model_join      (AskBlendFunction       *function,
                                     const AskBlendQuestion *question,
                                     const AskRows          *left,
                                     const AskRows          *right,
                                     AskRows                *pairs,
                                     GError                **error);

/* ask-blend-kept.c */
gsize      ask_blend_model_count_batch (const AskBlendBatch *batch);
char      *ask_blend_model_write_value (const AskBlendBatch *batch,
                                     gsize                   row);
GPtrArray *ask_blend_model_make_keys (const AskBlendModel    *model,
                                     const AskBlendBatch    *batch);
gsize      ask_blend_model_count_kept (AskBlendFunction      *function,
                                     const AskBlendQuestion *question,
                                     const AskRows          *values,
                                     gint64                 *characters);

/* ask-blend-price.c */
void ask_blend_model_estimate (AskBlendFunction *function, const AskBlendQuestion *question,
                               const AskBlendAmount *amount, AskExternalCost *cost);
void ask_blend_model_take_cost (AskExternalCost *cost, gint64 requests, const AskBlendRequest *request, gint64 values);

/* ask-blend-picture.c */
AskBlendPictures *ask_blend_pictures_new (AskBlendModel     *model,
                                     const AskBlendQuestion *question,
                                     const AskRows          *values,
                                     GError                **error);
void      ask_blend_pictures_free   (AskBlendPictures       *self);
AskRows  *ask_blend_pictures_get_values (AskBlendPictures   *self);
gboolean  ask_blend_pictures_prepare (AskBlendPictures      *self,
                                     const GArray           *rows,
                                     GError                **error);
const char *ask_blend_pictures_get_url (AskBlendPictures    *self,
                                     gsize                   row);
char     *ask_blend_pictures_describe (AskBlendPictures     *self,
                                     gsize                   row);
gint64    ask_blend_pictures_count_tokens (AskBlendPictures *self,
                                     gsize                   row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBlendPictures, ask_blend_pictures_free)

/* ask-blend-search.c */
gboolean  ask_blend_search          (AskBlendFunction       *function,
                                     const AskBlendQuestion *question,
                                     const AskRows          *values,
                                     AskRows                *found,
                                     GError                **error);

void ask_blend_search_estimate (AskBlendFunction *function, const AskBlendQuestion *question,
                                const AskBlendAmount *amount, AskExternalCost *cost);

/* ask-blend-batch.c */
void      ask_blend_model_tell_ledger (AskBlendModel        *self,
                                     const AskBlendQuestion *question,
                                     gsize                   n_values);
GPtrArray *ask_blend_model_answer   (AskBlendModel          *self,
                                     const AskBlendBatch    *batch,
                                     GError                **error);

G_END_DECLS
