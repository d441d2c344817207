/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a model is told before its first turn: the relational view of what the question may need, within the model's
 * context length, and what is known here of the question. Names, types, facts and counts; a value only where it may
 * be shared, or where the person typed it. Private to this room.
 *
 *   ask-context.c          the budget, the message of the system and that of the question
 *   ask-context-view.c     tables as CREATE TABLE text, as much of them as fits
 *   ask-context-sources.c  what is said of sources as a whole
 *   ask-context-facts.c    what a column's values are like, without any of them
 *   ask-context-hints.c    links, the reading of `understand`, verified questions that are alike
 */
#pragma once

#include "agent/ask-run.h"

G_BEGIN_DECLS

/**
 * AskContextView:
 * @text: the tables, in the schema's order where all are whole, else the most useful first
 * @n_whole: tables with all their columns
 * @n_part: tables of which only some columns are told
 * @n_named: tables of which only the name is told
 * @n_left: tables that are not even named
 */
typedef struct
{
  char *text;
  guint n_whole;
  guint n_part;
  guint n_named;
  guint n_left;
} AskContextView;

/**
 * AskContext:
 * @system: the system's message
 * @question: the first message of the user
 * @told: for the person, what is in both
 * @fits: all tables are told with all their columns
 */
typedef struct
{
  char *system;
  char *question;
  char *told;
  gboolean fits;
} AskContext;

AskContext     *ask_context_new       (AskAgentRun          *run,
                                       GError              **error);
void            ask_context_free      (AskContext           *self);

guint           ask_context_get_budget (AskAgentRun         *run);

GPtrArray      *ask_context_order     (AskAgentRun          *run);
AskContextView *ask_context_view_new  (AskAgentRun          *run,
                                       guint                 tokens,
                                       GError              **error);
void            ask_context_view_free (AskContextView       *self);

char           *ask_context_describe  (AskAgentRun          *run,
                                       const AskEntity      *entity,
                                       GError              **error);
char           *ask_context_sources   (AskSchema            *schema,
                                       const AskSelection   *selection,
                                       const char           *question,
                                       guint                 tokens);
char           *ask_context_facts     (const AskAttribute   *attribute,
                                       const AskValueFacts  *facts);
char           *ask_context_hints     (AskAgentRun          *run,
                                       GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskContext, ask_context_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskContextView, ask_context_view_free)

G_END_DECLS
