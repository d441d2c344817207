/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the files of AskQuestion work together: tokens, then names and their marks, then mentions, then the plain
 * question. Nobody outside includes this.
 */
#pragma once

#include "understand/link/ask-question.h"

G_BEGIN_DECLS

/** ASK_QUESTION_MAX_TOKENS: what comes after them is not read: nobody asks so long a question */
#define ASK_QUESTION_MAX_TOKENS 400

/**
 * AskQuote:
 * @first, @last: tokens with the quotation marks, @last is one past the end
 * @text: what stands between them
 */
typedef struct
{
  guint first;
  guint last;
  char *text;
} AskQuote;

/**
 * AskQuestionWork:
 * @german: most of its small words are German ones
 * @own_stems: (element-type utf8): for each token that was put into English, its stem as it was typed; else %NULL
 * @quotes: (element-type AskQuote)
 *
 * What is known about a question while it is read, and not needed afterwards.
 */
typedef struct
{
  AskQuestion *question;
  gboolean german;
  GPtrArray *own_stems;
  GArray *quotes;
} AskQuestionWork;

/**
 * AskDateReading:
 * @first, @last: tokens, @last is one past the end
 * @value: as of the header: a moment, a day, a month, a year, or "from/to"
 * @relative: it depends on the day of today
 */
typedef struct
{
  guint first;
  guint last;
  char *value;
  gboolean relative;
} AskDateReading;

void        ask_question_read_tokens      (AskQuestionWork *work);
void        ask_question_put_in_english   (AskQuestionWork *work);
void        ask_question_put_usual        (AskQuestionWork *work);
void        ask_question_put_bounds       (AskQuestionWork *work);
guint       ask_question_put_word         (AskQuestionWork *work,
                                           guint            i,
                                           const char      *english);
void        ask_question_insert_word      (AskQuestionWork *work,
                                           guint            i,
                                           const char      *word);
const char *ask_question_find_german      (const char      *word);
const char *ask_question_find_german_noun (const char      *folded);
gboolean    ask_question_is_german_noun   (const char      *folded);
const char *ask_question_find_german_name (const char      *folded);
void        ask_question_match_names      (AskQuestionWork *work);
gboolean    ask_question_is_spelled_out   (const AskQuestion *self,
                                           guint i);
gboolean    ask_question_is_year          (const AskDomainAttribute *attribute);
void        ask_question_drop_codes       (AskQuestion *self);
gboolean    ask_question_find_mentions    (AskQuestionWork *work,
                                           GError         **error);
void        ask_question_find_units       (AskQuestionWork *work);
gboolean    ask_question_apply_choices    (AskQuestionWork *work,
                                           GError         **error);
gboolean    ask_question_read_number      (AskQuestionWork *work,
                                           guint            first,
                                           guint           *last,
                                           double          *number);
gboolean    ask_question_read_date        (AskQuestionWork *work,
                                           guint            first,
                                           AskDateReading  *reading);
char       *ask_question_dup_span         (AskQuestion     *self,
                                           guint            first,
                                           guint            last);
gboolean    ask_question_is_idle          (const char      *folded);
gboolean    ask_question_are_plural       (GArray          *values,
                                           const char      *typed);
GArray     *ask_question_keep_alike       (GArray          *values,
                                           const char      *typed,
                                           gboolean         verb);

G_END_DECLS
