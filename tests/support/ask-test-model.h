/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A language model's server for tests: chat completions over real HTTP, streamed or not, with
 * scripted replies. It keeps every byte that reached it. A chat with max_tokens 1 gets "OK" and is
 * not counted. Lines that begin with "call " are calls of tools, "call query {\"sql\": …}"; "cut " before a reply says that
 * it is as long as it may be. Embeddings are counts of words, those of like meaning counted together.
 *
 * |[<!-- language="C" -->
 * const char *const replies[] = { "Thought: …", "Final Answer: SELECT 1", NULL };
 * g_autoptr (AskTestModel) model = ask_test_model_new (replies);
 * AskOpenaiOptions options = { .url = ask_test_model_get_url (model), .model = "scripted" };
 * ]|
 */
#pragma once

#include <json-glib/json-glib.h>

#include "support/ask-test-server.h"

G_BEGIN_DECLS

typedef struct _AskTestModel AskTestModel;

/**
 * AskTestForm:
 * @ASK_TEST_FORM_IGNORED: the field is not known, and nobody says so
 * @ASK_TEST_FORM_SPOKEN: a reply in plain text, "Final Answer: SELECT 1", becomes one in the form that is asked for
 * @ASK_TEST_FORM_REFUSED: 400, which names the field
 * @ASK_TEST_FORM_SILENT: 400, which names nothing
 *
 * What the server makes of a form that is asked for.
 */
typedef enum
{
  ASK_TEST_FORM_IGNORED,
  ASK_TEST_FORM_SPOKEN,
  ASK_TEST_FORM_REFUSED,
  ASK_TEST_FORM_SILENT
} AskTestForm;

/**
 * AskTestModelFunc:
 * @last_user: the last message with the role "user"
 * @request: the whole body
 *
 * Called on a server's thread, never twice at once.
 *
 * Returns: (transfer full) (nullable): the reply; %NULL for a server error
 */
typedef char *(*AskTestModelFunc) (const char *last_user,
                                   JsonObject *request,
                                   gpointer    user_data);

AskTestModel  *ask_test_model_new          (const char *const *replies);
AskTestModel  *ask_test_model_new_func     (AskTestModelFunc   func,
                                            gpointer           user_data);
void           ask_test_model_free         (AskTestModel      *self);
const char    *ask_test_model_get_url      (AskTestModel      *self);
AskTestServer *ask_test_model_get_server   (AskTestModel      *self);
void           ask_test_model_set_key      (AskTestModel      *self,
                                            const char        *key);
void           ask_test_model_set_names    (AskTestModel      *self,
                                            const char *const *names);
void           ask_test_model_set_pieces   (AskTestModel      *self,
                                            gsize              text_bytes,
                                            gsize              wire_bytes);
void           ask_test_model_set_embeddings (AskTestModel    *self,
                                              guint            dims,
                                              const char *const *alike);
void           ask_test_model_set_forms    (AskTestModel      *self,
                                            AskTestForm        json,
                                            AskTestForm        tools);
guint          ask_test_model_get_n_chats  (AskTestModel      *self);
GBytes        *ask_test_model_dup_received (AskTestModel      *self);
gboolean       ask_test_model_received     (AskTestModel      *self,
                                            const char        *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTestModel, ask_test_model_free)

G_END_DECLS
