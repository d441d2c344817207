/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An AskTestServer that answers as a ClickHouse server of any version would, or as none ever should: it has settings
 * that a profile made, changes those that a request sends, and gives bytes of the Native format for everything else.
 */
#pragma once

#include "support/ask-test-server.h"

G_BEGIN_DECLS

/**
 * AskTestSetting:
 *
 * One of a list that ends with a name of %NULL.
 */
typedef struct
{
  const char *name;
  const char *value;
} AskTestSetting;

/**
 * AskTestNative:
 * @version: (nullable): "18.16.1" unless told
 * @settings: (nullable): of the user; only "readonly" of 0 unless told
 * @fixed: what a request sends changes none of them
 * @answer: for a statement that does not read system.settings
 * @data: of @answer
 */
typedef struct
{
  const char *version;
  const AskTestSetting *settings;
  gboolean fixed;
  AskTestHandler answer;
  gpointer data;
} AskTestNative;

AskTestServer *ask_test_native_new        (AskTestNative        *self);
char          *ask_test_native_dup_uri    (AskTestServer        *server);
char          *ask_test_native_dup_sql    (const AskTestRequest *request);
gint64         ask_test_native_get_number (const AskTestNative  *self,
                                           const AskTestRequest *request,
                                           const char           *setting);

void           ask_test_native_add_length (GByteArray           *bytes,
                                           guint64               length);
void           ask_test_native_add_text   (GByteArray           *bytes,
                                           const char           *text);
void           ask_test_native_begin      (GByteArray           *bytes,
                                           guint                 n_columns,
                                           guint                 n_rows);
void           ask_test_native_add_column (GByteArray           *bytes,
                                           const char           *name,
                                           const char           *declared);
void           ask_test_native_reply      (AskTestReply         *reply,
                                           const GByteArray     *bytes);

G_END_DECLS
