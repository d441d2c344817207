/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a scan of an API is: its parameters, and which bindings go into one call. Private to the
 * files of the REST source.
 */
#pragma once

#include "source/rest/ask-rest-page.h"
#include "source/rest/ask-rest-source.h"

G_BEGIN_DECLS

/**
 * AskRestGroup:
 * @bindings: (element-type guint): the bindings that one chain of pages serves
 * @arguments: (nullable) (element-type utf8): the values of the array parameter, each once; %NULL
 *   where there is one binding, sent as it is, or where the call does without the parameter
 * @without: bits: which bound attributes the call does not name
 */
typedef struct
{
  GArray *bindings;
  GPtrArray *arguments;
  guint64 without;
} AskRestGroup;

/**
 * AskRestPlan:
 * @columns: what a page's rows hold: the scan's columns, perhaps one more
 * @bound: attributes
 * @parameters: one for each of @bound
 * @bindings: deep copies
 * @unique: a binding names one row at most
 * @array: which of the bound attributes is sent many at once, -1 for none
 * @array_column: where in a page's row that attribute is
 * @groups: (element-type AskRestGroup): all calls' values
 * @first: number of the first page, of offsets of the first row; -1 while nobody knows
 * @sort: (nullable): the order that is asked for
 * @whole: a steward said that the rows that come are all, whatever else the answers say
 * @follow: a steward said that links to further rows are to be followed
 * @page_size: rows a page, 0 to leave it to the API
 * @budget: (nullable): of the calls; borrowed
 */
typedef struct
{
  grefcount ref_count;
  AskRestSource *source;
  AskSourceConfig *config;
  const AskEntity *entity;
  const AskAttribute **columns;
  guint n_columns;
  const AskAttribute **bound;
  const AskParameter **parameters;
  guint n_bound;
  guint n_bindings;
  AskValue *bindings;
  gboolean unique;
  int array;
  guint array_column;
  GPtrArray *groups;
  gint64 first;
  const AskSort *sort;
  gboolean descending;
  gboolean whole;
  gboolean follow;
  gint64 page_size;
  AskCallBudget *budget;

  GPtrArray *calls; /* AskCall, nullable */
  guint n_seen; /* of @calls that were counted */
  guint n_calls; /* of this source among them */
  guint n_open; /* calls that are not recorded yet */
} AskRestPlan;

AskRestPlan *ask_rest_plan_new             (AskRestSource      *source,
                                            const AskScan      *scan,
                                            GPtrArray          *calls,
                                            GError            **error);
AskRestPlan *ask_rest_plan_ref             (AskRestPlan        *self);
void         ask_rest_plan_unref           (AskRestPlan        *self);
const AskValue *ask_rest_plan_get_binding  (const AskRestPlan  *self,
                                            guint               binding,
                                            guint               bound);
char        *ask_rest_plan_describe        (const AskRestPlan  *self,
                                            const AskRestGroup *group);
char       **ask_rest_plan_list_names      (const AskRestPlan  *self,
                                            const AskRestGroup *group);
const char  *ask_rest_plan_get_method      (const AskRestPlan  *self);
void         ask_rest_plan_split           (AskRestPlan        *self,
                                            guint               group,
                                            guint               from);
void         ask_rest_plan_fill_page       (const AskRestPlan  *self,
                                            const AskRestGroup *group,
                                            AskRestPage        *page);
gboolean     ask_rest_plan_knows           (const AskRestPlan  *self,
                                            const AskAttribute *attribute);
gboolean     ask_rest_plan_may_call        (AskRestPlan        *self,
                                            GError            **error);
void         ask_rest_plan_record          (AskRestPlan        *self,
                                            AskCall            *call);
gboolean     ask_rest_plan_fail            (const AskRestPlan  *self,
                                            const char         *call,
                                            AskSourceError      code,
                                            const char         *what,
                                            GError            **error);
gboolean     ask_rest_plan_fail_for        (const AskRestPlan  *self,
                                            const char         *call,
                                            GError             *why,
                                            GError            **error);

gboolean     ask_rest_group_is_without     (const AskRestGroup *self,
                                            guint               bound);
gboolean     ask_rest_plan_does_without    (const AskRestPlan  *self,
                                            guint               binding,
                                            guint               bound);
gboolean     ask_rest_plan_check_separators (const AskRestPlan *self,
                                            GError            **error);
gboolean     ask_rest_holds_separator      (const AskParameter *parameter,
                                            const char         *argument);
char        *ask_rest_argument             (const AskParameter *parameter,
                                            const AskValue     *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRestPlan, ask_rest_plan_unref)

G_END_DECLS
