/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Short statements that stand for a lot: names that double with every step, wide tables, long lists. For tests
 * that each ends, with an answer or with a sentence.
 *
 * They are over the tables "o" (id, x, y) and "w", which is as wide as a table can be, and over definitions of
 * "o": see ask_test_bomb_get_schema(), ask_test_bomb_make_attribute() and their like.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AskTestBomb:
 * @make: a statement; each one more of @n may double what it stands for
 * @n: as large as it has to be tried; SQLite or we refuse it or it is long
 * @refused: it has to be refused as too large
 */
typedef struct
{
  const char *name;
  char *(*make) (guint n);
  guint n;
  gboolean refused;
} AskTestBomb;

extern const AskTestBomb ask_test_bombs[];
extern const guint ask_test_n_bombs;

/* Definitions that double: o.k0 … o.k39 (attributes), o.m0 … o.m39 (metrics), q0 … q39 (queries). */
#define ASK_TEST_BOMB_DEFINED 40

char *ask_test_bomb_get_schema     (void);
char *ask_test_bomb_make_attribute (guint i);
char *ask_test_bomb_make_metric    (guint i);
char *ask_test_bomb_make_query     (guint i);
char *ask_test_bomb_make_random    (void);
void  ask_test_bomb_set_limits     (void);

G_END_DECLS
