/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One answer of an API, read as it arrives: its rows, and what it says about further pages.
 */
#pragma once

#include "base/ask-json-reader.h"
#include "schema/ask-schema.h"
#include "source/rest/ask-rest-expected.h"
#include "source/rest/ask-rest-extent.h"
#include "source/rest/ask-rest-seen.h"

G_BEGIN_DECLS

typedef struct _AskRestPage AskRestPage;

AskRestPage *ask_rest_page_new       (const AskOperation        *operation,
                                      const AskAttribute *const *columns,
                                      guint                      n_columns);
void         ask_rest_page_free      (AskRestPage  *self);
void         ask_rest_page_fill      (AskRestPage  *self,
                                      guint         place,
                                      const AskValue *value);
AskRestExpected *ask_rest_page_get_expected (AskRestPage *self);
gboolean     ask_rest_page_is_silent (AskRestPage  *self);
gboolean     ask_rest_page_push      (AskRestPage  *self,
                                      const char   *bytes,
                                      gsize         length,
                                      GError      **error);
gboolean     ask_rest_page_end       (AskRestPage  *self,
                                      GError      **error);
AskRows     *ask_rest_page_get_rows  (AskRestPage  *self);
guint64      ask_rest_page_get_n_rows (AskRestPage *self);
AskRows     *ask_rest_page_take_rows (AskRestPage  *self,
                                      GArray      **marks);
guint64      ask_rest_page_get_n_elements (AskRestPage *self);
AskRestSaid *ask_rest_page_get_said  (AskRestPage  *self);
guint64      ask_rest_page_get_hash  (AskRestPage  *self);
guint64      ask_rest_page_get_head_hash (AskRestPage *self);
gboolean     ask_rest_page_is_constant (AskRestPage *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRestPage, ask_rest_page_free)

G_END_DECLS
