/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A draft in words, for people who do not read SQL.
 */
#pragma once

#include "understand/interpret/ask-draft.h"

G_BEGIN_DECLS

char    *ask_reading_words           (const AskDraft          *draft,
                                      AskDomain               *domain);
char    *ask_reading_name_term       (const AskDraftTerm      *term,
                                      const AskDraft          *draft,
                                      AskDomain               *domain);
char    *ask_reading_name_terms      (const GArray            *terms,
                                      const AskDraft          *draft,
                                      AskDomain               *domain);
char    *ask_reading_name_condition  (const AskDraftCondition *condition,
                                      const AskDraft          *draft,
                                      AskDomain               *domain);
char    *ask_reading_name_entities   (const AskDraft          *draft,
                                      AskDomain               *domain);
char    *ask_reading_name_several    (const char              *name);
char    *ask_reading_name_one        (const char              *name);
char    *ask_reading_name_count      (const char              *words);
char    *ask_reading_name_part       (AskTimePart              part,
                                      const char              *name);
char    *ask_reading_name_aggregate  (AskDraftAggregate        aggregate,
                                      gboolean                 distinct,
                                      const char              *name);
char    *ask_reading_say             (AskDraftOp               op,
                                      const char              *left,
                                      const char              *first,
                                      const char              *second);
void     ask_reading_append          (GString                 *words,
                                      const char              *label,
                                      const char              *what);
void     ask_reading_append_order    (GString                 *words,
                                      const char              *by,
                                      gboolean                 descending,
                                      gint64                   limit);
gboolean ask_reading_is_count        (const AskDraft          *draft);
char    *ask_reading_describe_change (const AskDraft          *before,
                                      const AskDraft          *now,
                                      AskDomain               *domain,
                                      const char              *chart);

G_END_DECLS
