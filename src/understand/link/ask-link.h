/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the words of a question were taken for, for people: the same links as an AskQuestion's, and the
 * operations that its words ask for, each with a reason.
 */
#pragma once

#include "understand/link/ask-question.h"

G_BEGIN_DECLS

/**
 * AskLinkKind:
 * @ASK_LINK_ENTITY: target is its name
 * @ASK_LINK_ATTRIBUTE: target is "entity.attribute"
 * @ASK_LINK_VALUE: target is "entity.attribute", whose value it is
 * @ASK_LINK_NUMBER: target is the number in digits
 * @ASK_LINK_DATE: target is as of #AskMentionLink
 * @ASK_LINK_OPERATION: target is a word of ask_link_list()
 * @ASK_LINK_METRIC: target is "entity.metric"
 * @ASK_LINK_UNIT: target is "entity.attribute", whose numbers are in it
 * @ASK_LINK_RELATIONSHIP: target is "entity verb entity"
 * @ASK_LINK_QUESTION: target is a verified question that is like this one
 */
typedef enum
{
  ASK_LINK_ENTITY,
  ASK_LINK_ATTRIBUTE,
  ASK_LINK_VALUE,
  ASK_LINK_NUMBER,
  ASK_LINK_DATE,
  ASK_LINK_OPERATION,
  ASK_LINK_METRIC,
  ASK_LINK_UNIT,
  ASK_LINK_RELATIONSHIP,
  ASK_LINK_QUESTION
} AskLinkKind;

/**
 * AskLink:
 * @first, @last: tokens, @last is one past the end
 * @start, @end: bytes of the question
 * @target: what it was taken for
 * @value: (nullable): of %ASK_LINK_VALUE as it is stored
 * @score: from 0 to 1
 * @chosen: a person said so
 * @reason: in the user's language, what is said of the words: "is called so"
 */
typedef struct
{
  guint first;
  guint last;
  guint start;
  guint end;
  AskLinkKind kind;
  char *target;
  char *value;
  double score;
  gboolean chosen;
  char *reason;
} AskLink;

AskLink    *ask_link_new              (AskQuestion   *question,
                                       guint          first,
                                       guint          last,
                                       AskLinkKind    kind,
                                       double         score);
GPtrArray  *ask_link_list             (AskQuestion   *question);
void        ask_link_free             (AskLink       *self);
gboolean    ask_link_names_data       (const AskLink *self);
gboolean    ask_link_is_choice        (const AskLink *self);
gboolean    ask_link_find_target      (const AskLink *self,
                                       AskSchema     *schema,
                                       AskEntity    **entity,
                                       AskAttribute **attribute);
const char *ask_link_kind_to_string   (AskLinkKind    kind);
gboolean    ask_link_kind_from_string (const char    *name,
                                       AskLinkKind   *kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskLink, ask_link_free)

G_END_DECLS
