/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One collection of the sample API: rows ready as JSON, the members that a caller may filter by, and
 * how it is cut into pages. It knows nothing of HTTP but query parameters and status codes.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ASK_SAMPLE_PAGING_NONE, /* a bare array */
  ASK_SAMPLE_PAGING_PAGE, /* page, per_page */
  ASK_SAMPLE_PAGING_OFFSET, /* offset, limit */
  ASK_SAMPLE_PAGING_CURSOR, /* cursor, limit; the answer holds next_cursor */
  ASK_SAMPLE_PAGING_LINK /* limit; the answer holds next, a URL */
} AskSamplePaging;

/**
 * AskSampleFilter:
 * @name: of the parameter, and of the member
 * @integer: whether a value has to be a whole number
 * @required: whether no call goes without it
 * @choices: (nullable) (array zero-terminated=1): the values that it may have
 */
typedef struct
{
  const char *name;
  gboolean integer;
  gboolean required;
  const char *const *choices;
} AskSampleFilter;

typedef struct _AskSampleResource AskSampleResource;

AskSampleResource *ask_sample_resource_new     (const char            *path,
                                                AskSamplePaging        paging,
                                                guint                  page_size,
                                                guint                  max_page_size,
                                                const AskSampleFilter *filters);
void               ask_sample_resource_free    (AskSampleResource     *self);
const char        *ask_sample_resource_get_path (AskSampleResource    *self);
void               ask_sample_resource_add_row (AskSampleResource     *self,
                                                char                  *json,
                                                const char *const     *values);
char              *ask_sample_resource_answer  (AskSampleResource     *self,
                                                GHashTable            *query,
                                                guint                 *status);
char              *ask_sample_error_to_json    (const char            *code,
                                                const char            *message);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSampleResource, ask_sample_resource_free)

G_END_DECLS
