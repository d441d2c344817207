/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which sources of a workspace can answer a question. An index of all names, descriptions, values and earlier
 * questions finds the sources that share words with it; a learned ranker puts them in order and says how often such
 * an order is right. It reads no source and calls nobody; vectors of a server come from the workspace and with the question.
 *
 * ```c
 * g_autoptr (AskRoute) route = ask_route_new (workspace, &error);
 * g_autoptr (AskRouteResult) result =
 *   ask_route_question (route, &(AskRouteAsked) { .question = "How many singers are from France?" }, 3);
 * ```
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskRoute:
 *
 * The index of a workspace as it was when this was made. Belongs to no thread: several may ask at a time.
 */
typedef struct _AskRoute AskRoute;

/**
 * AskRouteHit:
 * @source: its name
 * @score: how often a source that stands out like this is the right one, 0 to 1
 * @why: a sentence: which words were met where
 */
typedef struct
{
  char *source;
  double score;
  char *why;
} AskRouteHit;

/**
 * AskRouteResult:
 * @hits: (element-type AskRouteHit): the best first; empty where no source has any word of the question
 * @known: how likely it is that any source can answer, 0 to 1
 * @answerable: whether that is enough; where not, @hits are the nearest there is
 * @unknown: (element-type utf8): words of the question that no source has
 */
typedef struct
{
  GPtrArray *hits;
  double known;
  gboolean answerable;
  GPtrArray *unknown;
} AskRouteResult;

/**
 * AskRouteAsked:
 * @question: UTF-8, in words
 * @vector: (nullable) (array length=dims): of @question by the server whose vectors the workspace keeps
 *
 * What is asked. Without @vector, words and the map that ships decide.
 */
typedef struct
{
  const char *question;
  const float *vector;
  guint dims;
} AskRouteAsked;

AskRoute       *ask_route_new          (AskWorkspace        *workspace,
                                        GError             **error);
void            ask_route_free         (AskRoute            *self);
AskRouteResult *ask_route_question     (const AskRoute      *self,
                                        const AskRouteAsked *asked,
                                        guint                top);
GHashTable     *ask_route_get_texts    (const AskRoute      *self);
GPtrArray      *ask_route_list_missing (const AskRoute      *self,
                                        guint                most);
guint           ask_route_get_dims     (const AskRoute      *self);
void            ask_route_result_free  (AskRouteResult      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRoute, ask_route_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRouteResult, ask_route_result_free)

G_END_DECLS
