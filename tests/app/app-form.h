/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of sources share: forms that are filled in by the words on them, and what became of a source.
 */
#pragma once

#include "app-test.h"
#include "app/sources/ask-add-source-dialog.h"
#include "app/sources/ask-source-card.h"
#include "base/ask-rows.h"
#include "store/ask-workspace.h"
#include "support/ask-test-server.h"

G_BEGIN_DECLS

/**
 * AppFormDoor:
 * @header: (nullable): "name: value" of a request that is let in
 * @query: (nullable): its query, instead
 *
 * Whom app_form_serve_door() lets in.
 */
typedef struct
{
  const char *header;
  const char *query;
} AppFormDoor;

/* A document with one operation, and @more behind it. */
#define APP_FORM_PARCELS(more)                                                                                         \
  "{\"openapi\":\"3.0.0\",\"info\":{\"title\":\"Parcels\",\"version\":\"1\"},\"servers\":[{\"url\":\"/v1\"}],"        \
  "\"paths\":{\"/parcels\":{\"get\":{\"operationId\":\"parcels\",\"responses\":{\"200\":{\"description\":\"All\","    \
  "\"content\":{\"application/json\":{\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{" \
  "\"id\":{\"type\":\"integer\"}}}}}}}}}}" more "}}"

GtkWidget          *app_form_find_row         (gpointer               root,
                                               GType                  type,
                                               const char            *title);
GtkWidget          *app_form_find_button      (gpointer               root,
                                               const char            *label);
void                app_form_type             (gpointer               root,
                                               const char            *title,
                                               const char            *text);
const char         *app_form_get_typed        (gpointer               root,
                                               const char            *title);
void                app_form_choose           (gpointer               root,
                                               const char            *title,
                                               const char            *words);
void                app_form_press            (gpointer               root,
                                               const char            *label);
AskRows            *app_form_wait_for_preview (gpointer               root);

AskAddSourceDialog *app_form_open             (AppTest               *self,
                                               const char            *kind);
void                app_form_test             (AskAddSourceDialog    *dialog);
void                app_form_assert_refused   (AskAddSourceDialog    *dialog,
                                               const char            *words);
void                app_form_add              (AppTest               *self,
                                               AskAddSourceDialog    *dialog,
                                               const char            *name);

AskSourceCard      *app_form_find_card        (AppTest               *self,
                                               const char            *name);
AskSourceRecord    *app_form_read_record      (AppTest               *self);
char               *app_form_query            (AppTest               *self,
                                               const char            *sql);

void                app_form_serve_door       (AskTestServer         *server,
                                               const AskTestRequest  *request,
                                               AskTestReply          *reply,
                                               gpointer               data);

G_END_DECLS
