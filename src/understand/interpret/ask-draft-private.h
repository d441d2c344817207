/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of drafts and sketches share.
 */
#pragma once

#include "understand/interpret/ask-draft.h"

G_BEGIN_DECLS

/** ASK_DRAFT_MAX_DEPTH: how many queries may stand in each other; a block's name has place for no more */
#define ASK_DRAFT_MAX_DEPTH 3

#define ask_draft_term(array, i) (&g_array_index ((array), AskDraftTerm, (i)))
#define ask_draft_condition(array, i) (&g_array_index ((array), AskDraftCondition, (i)))

void        ask_draft_condition_clear (AskDraftCondition       *self);
gboolean    ask_draft_term_equal      (const AskDraftTerm      *a,
                                       const AskDraftTerm      *b);
gboolean    ask_draft_condition_equal (const AskDraftCondition *a,
                                       const AskDraftCondition *b);
gboolean    ask_draft_read_period     (const char              *text,
                                       char                   **first,
                                       char                   **after);
gboolean    ask_draft_find_way        (const AskDraft          *self,
                                       AskDomain               *domain,
                                       const AskSqlTree        *tree,
                                       guint                   *way,
                                       GError                 **error);
void        ask_draft_append_label    (GString                 *sql,
                                       AskTimePart              part,
                                       const char              *time);
const char *ask_draft_get_label       (const AskDraftTerm      *term);
void        ask_draft_append_product  (GString                 *sql,
                                       const AskDomain         *domain,
                                       const AskDomainMetric   *metric,
                                       const char              *alias);
char       *ask_draft_name_product    (const AskDomain         *domain,
                                       const AskDomainMetric   *metric);
AskDraft   *ask_draft_recall_tree     (AskDomain               *domain,
                                       const AskSqlTree        *tree,
                                       GError                 **error);
gboolean    ask_draft_recall_is_exact (const AskDraft          *draft,
                                       const char              *sql,
                                       const AskSqlTree        *tree,
                                       GError                 **error);
guint       ask_draft_count_choice    (const GArray            *conditions,
                                       guint                    at);
gboolean    ask_draft_has_either      (const GArray            *conditions);
int         ask_draft_find_guarded    (const AskDraft          *self,
                                       AskDomain               *domain);
void        ask_draft_drop_guard      (AskDraft                *self);
gboolean    ask_draft_sums            (const AskDraftTerm      *term);
gboolean    ask_draft_can_sum         (const AskDomainAttribute *attribute);
gboolean    ask_draft_has_sense       (const AskDraft          *self,
                                       AskDomain               *domain);
char       *ask_draft_spell_form      (const AskDraft          *self,
                                       AskDomain               *domain,
                                       guint                    way);

G_END_DECLS
