/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A workspace with a source whose schema hides something, and an answer of two steps over it, as the agent gives them.
 */
#pragma once

#include "bundle/ask-bundle.h"
#include "store/store-fixture.h"

G_BEGIN_DECLS

/** BUNDLE_LAST: the last query of the answer, over its first step */
#define BUNDLE_LAST "SELECT city, count(*) AS n, sum(amount) AS total FROM step_1 GROUP BY city"

/**
 * Bundle:
 * @engine: over the shop; has step_1
 * @file: where the answer goes; not made yet
 */
typedef struct
{
  StoreShop *shop;
  AskEngine *engine;
  AskAnswer *answer;
  char *file;
} Bundle;

void          bundle_open      (Bundle     *self);
void          bundle_close     (Bundle     *self);
AskTraceStep *bundle_run       (Bundle     *self,
                                const char *sql,
                                const char *temp_table,
                                AskResult **result);
void          bundle_save      (Bundle     *self);
AskBundle    *bundle_read      (Bundle     *self);
void          bundle_exec      (Bundle     *self,
                                const char *sql);

G_END_DECLS
