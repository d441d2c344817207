/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where documents can be searched, and the SQL that does it. Private to this room.
 */
#pragma once

#include "agent/ask-run.h"

G_BEGIN_DECLS

/* Of the passages that people, and models, are shown. */
#define ASK_SEARCH_MAX_SHOWN 20
#define ASK_SEARCH_MAX_TOLD 8

/**
 * AskSearchPlace:
 * @passages: is searched
 * @documents: what they are passages of
 * @all_words: (nullable): the words that occur in them
 * @folder: (nullable): where its files are: a folder, or one file; %NULL where its documents are rows
 * @document, @number, @heading, @text, @page: (nullable): attributes of @passages, as they are called now; %NULL where
 *   hidden
 * @id, @title, @path: (nullable): attributes of @documents, likewise
 * @word: (nullable): the attribute of @all_words
 */
typedef struct
{
  const AskEntity *passages;
  const AskEntity *documents;
  const AskEntity *all_words;
  char *folder;
  const char *document;
  const char *number;
  const char *heading;
  const char *text;
  const char *page;
  const char *id;
  const char *title;
  const char *path;
  const char *word;
} AskSearchPlace;

/**
 * AskSearchMode:
 * @ASK_SEARCH_ANY: passages with one of the words at least
 * @ASK_SEARCH_ALL: passages with all of them
 * @ASK_SEARCH_PARTS: passages with a word that one of the words is a part of
 */
typedef enum
{
  ASK_SEARCH_ANY,
  ASK_SEARCH_ALL,
  ASK_SEARCH_PARTS
} AskSearchMode;

GPtrArray *ask_search_list_places  (AskWorkspace *workspace,
                                    AskSchema    *schema,
                                    GError      **error);
GPtrArray *ask_search_get_places   (AskAgentRun  *run,
                                    GError      **error);
GPtrArray *ask_search_split        (const char   *text);
char      *ask_search_make_sql     (GPtrArray    *places,
                                    GPtrArray    *words,
                                    GHashTable   *only,
                                    AskSearchMode mode,
                                    guint         limit);
GHashTable *ask_search_find_titled (AskAgentRun  *run,
                                    GPtrArray    *words,
                                    GPtrArray    *titles,
                                    GError      **error);

G_END_DECLS
