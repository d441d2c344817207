/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One turn of a model, read from plain text, JSON or the call of a tool: what it thought and what it wants done. Pure
 * functions over text; nothing here runs what was written.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AskTurnKind:
 * @ASK_TURN_MALFORMED: neither an action nor an end could be read
 * @ASK_TURN_ACTION: a tool and its input
 * @ASK_TURN_PLAN: goals, and no final SELECT yet
 * @ASK_TURN_FINAL: the SELECT whose rows are the answer; it may read the tables of goals
 * @ASK_TURN_UNKNOWN: "I don't know:" and why
 * @ASK_TURN_WORDS: an answer in words that no data gave: the question itself holds it, or the model knows it
 */
typedef enum
{
  ASK_TURN_MALFORMED,
  ASK_TURN_ACTION,
  ASK_TURN_PLAN,
  ASK_TURN_FINAL,
  ASK_TURN_UNKNOWN,
  ASK_TURN_WORDS
} AskTurnKind;

/**
 * AskTurnGoal:
 * @n: of the table step_n that keeps its rows; 0 where nobody said
 * @sql: one SELECT
 */
typedef struct
{
  guint n;
  char *sql;
} AskTurnGoal;

/**
 * AskTurn:
 * @thought: (nullable): what the model said that it thinks, on one line
 * @action: (nullable): the tool's name in lower case, for %ASK_TURN_ACTION; "question" or "model", where the words of
 *   %ASK_TURN_WORDS are from
 * @sentence: (nullable): of %ASK_TURN_FINAL: the answer in a sentence with holes, as of ask_sentence_fill()
 * @goals: (nullable) (element-type AskTurnGoal): of %ASK_TURN_PLAN and %ASK_TURN_FINAL: what is to be fetched before
 * @input: the tool's input, the SELECT, the words, or the reason; for %ASK_TURN_MALFORMED what is wrong, as a
 *   sentence for the model
 * @used: what of the reply counts, in plain text: all up to where the model began to invent an observation
 */
typedef struct
{
  AskTurnKind kind;
  char *thought;
  char *action;
  char *sentence;
  GPtrArray *goals;
  char *input;
  char *used;
} AskTurn;

AskTurn *ask_turn_parse (const char *reply);
AskTurn *ask_turn_new   (const char *action,
                         const char *thought,
                         const char *input,
                         const char *sentence);
void     ask_turn_free  (AskTurn    *self);

/* ask-turn-sql.c */
GPtrArray *ask_turn_split_names (const char *input);
char      *ask_turn_clean_sql   (const char *text);

/* ask-turn-goal.c */
void       ask_turn_add_goal    (AskTurn    *self,
                                 const char *label,
                                 const char *content);
char      *ask_turn_rename_step (const char *sql,
                                 const char *from,
                                 const char *to);

/* ask-turn-json.c */
char      *ask_turn_unwrap_input (const char *input);
AskTurn   *ask_turn_parse_json   (const char *reply);
AskTurn   *ask_turn_parse_call   (const char *name,
                                  const char *arguments);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTurn, ask_turn_free)

G_END_DECLS
