/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Examples: questions of which a person said how they are meant, and how they are not. What is learned from one is kept
 * beside it. They stay in this file: nothing exports them, and nothing sends them.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/** ASK_EXAMPLES_MAX: of verified questions, and as many of all others; those that were of no use longest go first */
#define ASK_EXAMPLES_MAX 250
/** ASK_EXAMPLE_MAX_WRONG: readings of one question that are known to be wrong */
#define ASK_EXAMPLE_MAX_WRONG 8

/**
 * AskExampleOrigin:
 * @ASK_EXAMPLE_VERIFIED: a person vouches for the SQL
 * @ASK_EXAMPLE_CHOSEN: a person chose this reading of those that were offered
 * @ASK_EXAMPLE_LINK: a person changed what words stand for, so what was read before is wrong
 * @ASK_EXAMPLE_WRONG: a person said that the answer is wrong
 */
typedef enum
{
  ASK_EXAMPLE_VERIFIED,
  ASK_EXAMPLE_CHOSEN,
  ASK_EXAMPLE_LINK,
  ASK_EXAMPLE_WRONG
} AskExampleOrigin;

/**
 * AskExampleWrong:
 * @sql: what the question does not mean
 * @parts: words with blanks between them, which parts of it are wrong: "columns", "filter", "group", "order", "count";
 *   "" where nobody said
 * @note: (nullable): what was meant, as the person said it
 */
typedef struct
{
  char *sql;
  char *parts;
  char *note;
} AskExampleWrong;

/**
 * AskExample:
 * @sql: (nullable): what the question means; %NULL where only wrong readings are known
 * @wrong: (element-type AskExampleWrong): in the order of their SQL
 * @made_at, @used_at: µs since 1970, UTC: when it came, when it was last of use
 * @lesson: (nullable): what it teaches, as of ask_workspace_keep_lesson(), where it was asked for
 * @lesson_of: (nullable): what @lesson was made of
 */
typedef struct
{
  gint64 id;
  char *question;
  char *sql;
  AskExampleOrigin origin;
  GPtrArray *wrong;
  gint64 made_at;
  gint64 used_at;
  GBytes *lesson;
  char *lesson_of;
} AskExample;

AskExampleWrong *ask_example_wrong_new        (const char      *sql,
                                               const char      *parts,
                                               const char      *note);
void             ask_example_wrong_free       (AskExampleWrong *self);
void             ask_example_free             (AskExample      *self);
const char      *ask_example_origin_to_string (AskExampleOrigin origin);

gboolean   ask_workspace_add_example       (AskWorkspace     *self,
                                            const AskExample *example,
                                            GError          **error);
GPtrArray *ask_workspace_list_examples     (AskWorkspace     *self,
                                            gboolean          lessons,
                                            GError          **error);
char      *ask_workspace_get_lessons_state (AskWorkspace     *self,
                                            GError          **error);
GPtrArray *ask_workspace_find_examples     (AskWorkspace     *self,
                                            const char       *question,
                                            GError          **error);
gboolean   ask_workspace_keep_lesson       (AskWorkspace     *self,
                                            gint64            id,
                                            GBytes           *lesson,
                                            const char       *lesson_of,
                                            GError          **error);
gboolean   ask_workspace_use_example       (AskWorkspace     *self,
                                            gint64            id,
                                            GError          **error);
gboolean   ask_workspace_count_learned     (AskWorkspace     *self,
                                            guint            *n,
                                            GError          **error);
gboolean   ask_workspace_forget_learned    (AskWorkspace     *self,
                                            GError          **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskExample, ask_example_free)

G_END_DECLS
