/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The language model's settings, off the main thread.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskModelForm:
 * @url: "" for no model
 * @key: (nullable): a key to keep in the Secret Service; %NULL to leave the kept one as it is
 */
typedef struct
{
  char *url;
  char *name;
  char *key_env;
  char *key;
} AskModelForm;

void          ask_model_form_free        (AskModelForm         *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskModelForm, ask_model_form_free)

void          ask_jobs_load_model_async  (gpointer              source,
                                          const char           *path,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
AskModelForm *ask_jobs_load_model_finish (gpointer              source,
                                          GAsyncResult         *result,
                                          GError              **error);

void          ask_jobs_save_model_async  (gpointer              source,
                                          const char           *path,
                                          AskModelForm         *form,
                                          gboolean              test,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
char         *ask_jobs_save_model_finish (gpointer              source,
                                          GAsyncResult         *result,
                                          GError              **error);

G_END_DECLS
