/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the generated server share: the operations that a document describes. Only for
 * ask-test-openapi*.c, which hold the server's lock.
 */
#pragma once

#include "support/ask-test-openapi.h"
#include "support/ask-test-openapi-private.h"
#include "support/ask-test-server.h"

G_BEGIN_DECLS

#define ASK_TEST_SECRET "opensesame"

/**
 * AskTestParameter:
 * @in: as the document says; "body" for a member of a POST's body, whose @name is dotted
 * @schema: of one value; of an array in 2.0 and 3.x that of the array
 */
typedef struct
{
  char *name;
  char *in;
  gboolean required;
  AskTestPlace schema;
  const char *description;
} AskTestParameter;

typedef struct
{
  char *method;
  char *path;
  GRegex *regex;
  gsize n_literal;
  GPtrArray *parameters; /* AskTestParameter */
  AskTestPlace node;
  AskTestPlace schema; /* of the answer */
  JsonNode *example; /* nullable: the answer where there is no schema */
  gboolean link_header;
  char *list; /* nullable */
  guint n_rows;
} AskTestOperation;

struct _AskTestOpenapi
{
  AskTestFiles files;
  AskTestPlace root;
  gboolean two;
  GPtrArray *operations;
  GHashTable *answers; /* method, path and arguments → JSON text, since copies of nodes share what is in them */
  AskTestServer *server;
  GMutex lock;
  guint n_calls;
  guint n_later;
  char *refusal;
};

extern const char *const ask_test_served_offset_names[];
extern const char *const ask_test_served_page_names[];
extern const char *const ask_test_served_size_names[];
extern const char *const ask_test_served_cursor_names[];

void ask_test_served_operation_free (gpointer data);
AskTestParameter *ask_test_served_find_parameter (const AskTestOperation *operation, const char *name, const char *in);
AskTestParameter *ask_test_served_find_paging (AskTestOpenapi *self, const AskTestOperation *operation, const char *const *names, gboolean counted);
AskTestParameter *ask_test_served_find_offset (AskTestOpenapi *self, const AskTestOperation *operation);
gint64 ask_test_served_get_bound (AskTestOpenapi *self, const AskTestParameter *parameter, const char *member, gint64 otherwise);
void ask_test_served_add_operation (AskTestOpenapi *self, AskTestPlace item, const char *path, const char *method);
gboolean ask_test_served_is_paging (AskTestOpenapi *self, const AskTestOperation *operation, const AskTestParameter *parameter);
AskTestOperation *ask_test_served_find_operation (AskTestOpenapi *self, const char *method, const char *path, const char *name, GHashTable *arguments);
JsonArray *ask_test_served_find_list (const AskTestOperation *operation, JsonNode *answer);
gboolean ask_test_served_is_plain (const char *type);
JsonNode *ask_test_served_dup_answer (AskTestOpenapi *self, const AskTestOperation *operation, GHashTable *arguments);
gboolean ask_test_served_meet_scheme (AskTestOpenapi *self, const char *name, const AskTestRequest *request, AskSourceConfig *config);
JsonArray *ask_test_served_get_security (AskTestOpenapi *self, const AskTestOperation *operation);
gboolean ask_test_served_is_allowed (AskTestOpenapi *self, const AskTestOperation *operation, const AskTestRequest *request);
char *ask_test_served_read_arguments (AskTestOpenapi *self, const AskTestOperation *operation, GMatchInfo *match, const AskTestRequest *request, GHashTable *arguments);
char *ask_test_served_find_stranger (const AskTestOperation *operation, const AskTestRequest *request);
char *ask_test_served_cut_page (AskTestOpenapi *self, const AskTestOperation *operation, GHashTable *arguments, const AskTestRequest *request, JsonNode *answer, AskTestReply *reply);

G_END_DECLS
