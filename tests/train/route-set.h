/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Spider's questions and databases as routing is trained and measured on them: a workspace with every database as a
 * user registers it, and indexes over any part of it. Folds are by database.
 */
#pragma once

#include "store/ask-workspace.h"
#include "understand/route/ask-route-index.h"

G_BEGIN_DECLS

#define ROUTE_N_GROUPS 7
#define ROUTE_N_FOLDS 5

/** RouteQuestion: @source: its database; @fold: of 5, by question */
typedef struct
{
  char *text;
  char *query;
  guint source;
  guint fold;
  GArray *names; /* guint64: the words of names in its query, as the index knows them */
} RouteQuestion;

/** RouteSource: @group: of 7, drawn by its place in a shuffled list; @values: (element-type utf8): table, column, value */
typedef struct
{
  char *name;
  guint group;
  GPtrArray *entities;
  GPtrArray *values;
} RouteSource;

typedef struct
{
  AskWorkspace *workspace;
  AskSchema *schema;
  GPtrArray *sources; /* RouteSource */
  GArray *questions; /* RouteQuestion */
} RouteSet;

/**
 * RouteView:
 * @sources: which sources it has
 * @earlier: whether earlier questions are known
 * @without_fold: and of these, which fold's are not; -1 for none
 */
typedef struct
{
  const gboolean *sources;
  gboolean earlier;
  int without_fold;
} RouteView;

RouteSet      *route_set_new   (const char      *folder,
                                const char      *workspace,
                                GError         **error);
void           route_set_free  (RouteSet        *self);
AskRouteIndex *route_set_index (const RouteSet  *self,
                                const RouteView *view,
                                guint          **numbers);

GHashTable *route_get_words        (const char          *text,
                                    gboolean             query);
gboolean    route_has_names        (const AskRouteIndex *index,
                                    const RouteQuestion *question);
gboolean    route_source_has_names (const AskRouteIndex *index,
                                    guint                source,
                                    const RouteQuestion *question);

#define route_set_source(self, i) ((RouteSource *) g_ptr_array_index ((self)->sources, (i)))
#define route_set_question(self, i) (&g_array_index ((self)->questions, RouteQuestion, (i)))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RouteSet, route_set_free)

G_END_DECLS
