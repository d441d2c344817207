/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An inverted index over the sources of a workspace: which source, entity, attribute or earlier question
 * has a word. Filled source by source, finished once, then only read.
 */
#pragma once

#include "schema/ask-schema.h"
#include "understand/route/ask-route-table.h"

G_BEGIN_DECLS

/**
 * AskRouteField:
 *
 * Where a word may stand, and what its postings name.
 */
typedef enum
{
  ASK_ROUTE_IN_SOURCE, /* its name: a source */
  ASK_ROUTE_IN_ABOUT, /* its description and domain statements: a source */
  ASK_ROUTE_IN_ENTITY, /* an entity's name: an entity */
  ASK_ROUTE_IN_TEXT, /* descriptions, metrics, verbs: an entity */
  ASK_ROUTE_IN_ATTRIBUTE, /* an attribute's name or synonym: an attribute */
  ASK_ROUTE_IN_VALUE, /* a whole value, its words in a row: an attribute */
  ASK_ROUTE_IN_VALUE_WORD, /* a word of a longer value: a source */
  ASK_ROUTE_IN_QUESTION, /* a word of an earlier question: a question */
  ASK_ROUTE_IN_PHRASE, /* two words in a row of an earlier question, or any word of it: a question */
  ASK_ROUTE_IN_NAMES, /* anything but values and questions: a source */
  ASK_ROUTE_N_FIELDS
} AskRouteField;

/** AskRouteSource: @first_entity, @first_attribute, @first_join: of its own, all in a row */
typedef struct
{
  char *name;
  guint first_entity;
  guint n_entities;
  guint first_attribute;
  guint n_attributes;
  guint n_questions;
  guint n_values;
  guint first_join;
  guint n_joins;
} AskRouteSource;

/** AskRouteEntity: @n_words: of its name */
typedef struct
{
  const AskEntity *entity;
  guint source;
  guint first_attribute;
  guint16 n_attributes;
  guint16 n_words;
} AskRouteEntity;

typedef struct
{
  const AskAttribute *attribute;
  guint entity;
  guint n_words;
} AskRouteAttribute;

/** AskRouteJoin: two entities of one source that can be joined */
typedef struct
{
  guint from;
  guint to;
} AskRouteJoin;

/** AskRouteEarlier: @norm, @phrase_norm: square root of the sum of its words' or phrases' squared weights, once the index
 * is finished */
typedef struct
{
  guint source;
  guint n_words;
  float norm;
  float phrase_norm;
} AskRouteEarlier;

typedef struct
{
  AskSchema *schema;
  GArray *sources; /* AskRouteSource */
  GArray *entities; /* AskRouteEntity */
  GArray *attributes; /* AskRouteAttribute */
  GArray *questions; /* AskRouteEarlier */
  GArray *joins; /* AskRouteJoin */
  AskRouteTable tables[ASK_ROUTE_N_FIELDS];
  GPtrArray *vocabulary; /* utf8: all stems of names, in order */
  GPtrArray *texts; /* utf8: of the questions */
  GHashTable *columns; /* "table\x1f" "column" of the source that is being filled → its attribute */
  GHashTable *words; /* that the names of the source that is being filled are made of */
  GHashTable *known; /* what of the vocabulary is there, until it is finished */
} AskRouteIndex;

AskRouteIndex   *ask_route_index_new          (AskSchema           *schema);
void             ask_route_index_free         (AskRouteIndex       *self);
void             ask_route_index_add_source   (AskRouteIndex       *self,
                                               const char          *name,
                                               GPtrArray           *entities);
void             ask_route_index_add_value    (AskRouteIndex       *self,
                                               const char          *table,
                                               const char          *column,
                                               const char          *value);
void             ask_route_index_add_question (AskRouteIndex       *self,
                                               guint                source,
                                               const char          *question);
void             ask_route_index_finish       (AskRouteIndex       *self);
AskRoutePostings ask_route_index_find         (const AskRouteIndex *self,
                                               AskRouteField        field,
                                               guint64              word);
gsize            ask_route_index_get_size     (const AskRouteIndex *self);

const char      *ask_route_index_get_plain_name (const AskEntity  *entity);

GArray          *ask_route_phrases            (GPtrArray           *stems);
GPtrArray       *ask_route_words              (const char          *text);
GPtrArray       *ask_route_stems              (const char          *text);
guint64          ask_route_hash               (const char          *stem);

#define ask_route_index_source(self, i) (&g_array_index ((self)->sources, AskRouteSource, (i)))
#define ask_route_index_entity(self, i) (&g_array_index ((self)->entities, AskRouteEntity, (i)))
#define ask_route_index_attribute(self, i) (&g_array_index ((self)->attributes, AskRouteAttribute, (i)))
#define ask_route_index_join(self, i) (&g_array_index ((self)->joins, AskRouteJoin, (i)))
#define ask_route_index_question(self, i) (&g_array_index ((self)->questions, AskRouteEarlier, (i)))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRouteIndex, ask_route_index_free)

G_END_DECLS
