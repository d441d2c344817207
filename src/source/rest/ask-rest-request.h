/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is sent for one page, and the same as it may be shown. Private to the files of the REST
 * source.
 */
#pragma once

#include "source/rest/ask-rest-plan.h"

G_BEGIN_DECLS

/**
 * AskRestRequest:
 * @url: absolute, with its keys
 * @shown: the path and the query, keys replaced by "•••"
 * @headers: (element-type utf8): name, value, name, value, …
 * @body: (nullable): of a POST, JSON; it holds no key
 */
typedef struct
{
  char *url;
  char *shown;
  GPtrArray *headers;
  char *body;
} AskRestRequest;

AskRestRequest *ask_rest_request_new        (const AskRestPlan    *plan,
                                             const AskRestGroup   *group,
                                             const char           *link,
                                             const char           *mark,
                                             GError              **error);
void            ask_rest_request_free       (AskRestRequest       *self);
void            ask_rest_request_add_header (AskRestRequest       *self,
                                             const char           *name,
                                             const char           *value);
char           *ask_rest_request_dup_key    (const AskRestRequest *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRestRequest, ask_rest_request_free)

G_END_DECLS
