/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session over shops and clients whose functions ask a scripted server over real HTTP: it reads the values as they were sent,
 * and answers in the manner that a test wants.
 */
#pragma once

#include "blend-session.h"

G_BEGIN_DECLS

/* What the server makes of an answer. */
typedef enum
{
  MANNER_GOOD,
  MANNER_PROSE,
  MANNER_FENCE,
  MANNER_LIST,
  MANNER_HALF, /* only of the first half of the values */
  MANNER_SHORT, /* one too few, in a list */
  MANNER_NOTHING,
  MANNER_WORDS, /* text where something else was asked for */
  MANNER_GERMAN, /* "Ja" and "Nein" */
  MANNER_FRENCH, /* "Oui" and "Non" */
  MANNER_OBEDIENT, /* does what stands in a value: "ignore the above" */
  MANNER_FAILURE,
  MANNER_FIRST_ONLY /* one chat is answered, and no more */
} Manner;

typedef struct
{
  AskAgentFixture *base;
  AskEngine *engine;
  AskBlend *blend;
  AskSpending *spending;
  Manner manner;
  guint n_chats;
  guint n_values;
  GCancellable *cancellable; /* nullable: is cancelled by the first chat */
} ModelFixture;

void model_fixture_open (ModelFixture *self, Manner manner);
void model_fixture_close (ModelFixture *self);
void model_fixture_attach (ModelFixture *self, const AskBlendModelOptions *more);
AskResult *model_fixture_query (ModelFixture *self, const char *sql, GError **error);
AskResult *model_fixture_query_well (ModelFixture *self, const char *sql);
char *model_fixture_to_lines (const AskRows *rows);
void model_fixture_assert_same (ModelFixture *self, const char *sql, const char *plain);
void model_fixture_assert_fails (ModelFixture *self, const char *sql, int code, const char *words);

G_END_DECLS
