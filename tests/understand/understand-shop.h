/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A fixture: a workspace with one source made of SQL, and the domain of it. Questions are asked and drafts are read
 * without WordNet, so that nothing depends on what is installed.
 */
#pragma once

#include "store/store-fixture.h"
#include "understand/interpret/ask-interpret.h"
#include "understand/link/ask-question.h"

G_BEGIN_DECLS

/**
 * UnderstandShop:
 * @schema: of the source; what is changed in it counts until the domain is made
 * @domain: of all of @schema
 */
typedef struct
{
  StoreShop *shop;
  AskSchema *schema;
  AskDomain *domain;
} UnderstandShop;

/**
 * UnderstandReader:
 * @engine: over the workspace of @shop
 * @interpreter: that reads questions there
 */
typedef struct
{
  UnderstandShop shop;
  AskEngine *engine;
  AskInterpreter *interpreter;
} UnderstandReader;

/** UnderstandCase: @sql: what the best reading of @question ends with */
typedef struct
{
  const char *question;
  const char *sql;
} UnderstandCase;

void         understand_shop_open        (UnderstandShop *self,
                                          const char     *sql);
void         understand_shop_make_domain (UnderstandShop *self);
void         understand_shop_close       (UnderstandShop *self);
AskQuestion *understand_shop_ask         (UnderstandShop *self,
                                          const char     *text);
AskDraft    *understand_shop_read        (UnderstandShop *self,
                                          const char     *sql);
void         understand_reader_open      (UnderstandReader *self,
                                          const char     *sql);
void         understand_reader_close     (UnderstandReader *self);
void         understand_check_readings   (const char           *sql,
                                          const UnderstandCase *cases,
                                          guint                 n_cases);

G_END_DECLS
