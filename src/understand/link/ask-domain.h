/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a question can be about: entities and attributes of a schema as words, how they join, and which
 * values they hold. A domain is made once for a schema (or for the entities that routing chose) and never
 * changes. It never reads a source: facts and values come from the workspace's index.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/** ASK_DOMAIN_STAR: in the place of an attribute: all of a row, as in count(*) */
#define ASK_DOMAIN_STAR (-1)

/**
 * AskDomainKind:
 *
 * What an attribute's values are, as far as a question cares. From type and meaning, and from facts where
 * a text column holds numbers.
 */
typedef enum
{
  ASK_DOMAIN_TEXT,
  ASK_DOMAIN_NUMBER,
  ASK_DOMAIN_TIME,
  ASK_DOMAIN_BOOLEAN
} AskDomainKind;

/**
 * AskDomainAttribute:
 * @name: in the relational view; belongs to the schema
 * @entity: its place in the domain's entities
 * @place: among the attributes of its entity, from 0
 * @stems: (array zero-terminated=1): its name as stems, split, and abbreviations written out ("dept_no" → "depart", "number");
 *   words that say nothing are left out, unless nothing would be left
 * @raw_stems: (array zero-terminated=1): its name as it is written, as stems
 * @synonyms: (element-type GStrv): the steward's synonyms, as stems; perhaps empty
 * @description: (array zero-terminated=1): stems of its description's content words; perhaps empty
 * @numeric: its values are kept as numbers, by facts where they are known, else by type. Where only @kind says
 *   number, they are kept as text and read as numbers
 * @key: it is the key of its entity, or a part of it
 * @foreign: it leads to a key of another entity, declared
 * @joins: it stands at either end of a relationship, declared or likely
 * @required: an API must be given a value of it
 * @dated: its values are days or moments that begin with year, month and day, as far as is known
 * @n_distinct: how many different values, of very many at least so many; -1 where nobody counted
 * @n_empty: rows that lack it: NULL, and "" where it is text; -1 where nobody counted
 * @least, @most: of its numbers; @least > @most where not known, and where they are sensitive
 */
typedef struct
{
  const char *name;
  const AskAttribute *attribute;
  guint entity;
  guint place;
  char **stems;
  char **raw_stems;
  GPtrArray *synonyms;
  char **description;
  AskDomainKind kind;
  gboolean numeric;
  gboolean key;
  gboolean foreign;
  gboolean joins;
  gboolean required;
  gboolean dated;
  double n_distinct;
  double n_empty;
  double least;
  double most;
} AskDomainAttribute;

/**
 * AskDomainEntity:
 * @name: in the relational view; belongs to the schema
 * @stems, @synonyms: as of #AskDomainAttribute
 * @first: its first attribute in the domain's attributes
 * @n_attributes: of them, all in a row
 * @n_rows: -1 where not known
 */
typedef struct
{
  const char *name;
  const AskEntity *entity;
  char **stems;
  GPtrArray *synonyms;
  char **description;
  guint first;
  guint n_attributes;
  double n_rows;
} AskDomainEntity;

/**
 * AskDomainMetric:
 * @name: belongs to the schema
 * @metric: (nullable): %NULL where nobody defined it, and it is worked out of the next four
 * @entity: its place in the domain's entities
 * @price: an attribute of @entity
 * @quantity: what it is taken times, or -1
 * @discount: what is taken off, or -1
 * @percent: @discount is of 100, not of 1
 * @per: that leads to what the figure is of one of, or -1: the order of "average order value"
 * @stems, @synonyms: as of #AskDomainAttribute
 */
typedef struct
{
  const char *name;
  const AskMetric *metric;
  guint entity;
  int price;
  int quantity;
  int discount;
  int per;
  gboolean percent;
  char **stems;
  GPtrArray *synonyms;
} AskDomainMetric;

/**
 * AskDomainJoin:
 * @from, @to: attributes; @to is the key's side where one is
 * @cost: 1 declared, 1.4 likely by values or as "<entity>_id", 1.5 as "<role>_<entity>_id", 1.6 likely by name,
 *   2 the last resort, a name that both have and no key: what a join path pays for it
 *
 * A way to join two entities. Two entities may have several; an entity may join itself.
 * Relationships over several attributes are several joins with one @group.
 */
typedef struct
{
  int from;
  int to;
  guint group;
  double cost;
} AskDomainJoin;

/**
 * AskDomainValue:
 * @attribute: whose value it is
 * @value: as it is stored; belongs to the list that it came in
 * @whole: whether the words are all of the value, or some of its words
 */
typedef struct
{
  int attribute;
  char *value;
  gboolean whole;
} AskDomainValue;

/**
 * AskTaughtWords:
 * @words: of a question
 * @entity: what they stand for
 * @attribute: (nullable): of @entity; %NULL where they stand for the entity
 * @value: (nullable): of @attribute, where they stand for a value
 * @question: that taught it
 */
typedef struct
{
  char *words;
  char *entity;
  char *attribute;
  char *value;
  char *question;
} AskTaughtWords;

typedef struct _AskDomain AskDomain;

/**
 * AskDomain:
 * @attributes: (element-type AskDomainAttribute)
 * @entities: (element-type AskDomainEntity)
 * @joins: (element-type AskDomainJoin)
 * @metrics: (element-type AskDomainMetric): a steward's, of entities that are not hidden; behind them what may be meant
 *   by revenue
 *
 * May be read from several threads; finding values belongs to the workspace's thread.
 */
struct _AskDomain
{
  gatomicrefcount ref_count;
  AskSchema *schema;
  GArray *attributes;
  GArray *entities;
  GArray *joins;
  GArray *metrics;
  GHashTable *rarity; /* stem of attributes' names → double: 0.3 + log ((attributes + 1) / attributes that have it) */
  AskWorkspace *workspace; /* borrowed: it must outlive the domain */
  /*< private >*/
  GHashTable *names; /* entity, or entity and attribute, folded → its place + 1 */
  GHashTable *places; /* a column of a source → GArray of int: attributes */
  GHashTable *keys; /* key → GArray of AskDomainValue: choices of specifications, and words for codes */
  GHashTable *words; /* stem → the same of words within choices */
  GHashTable *taught; /* words and what they stand for → the question that taught it */
  AskDomain *whole; /* nullable: what it was cut from, which owns all words */
  int *places_here; /* of each attribute of @whole its place here, or -1 */
};

AskDomain  *ask_domain_new         (AskWorkspace *workspace,
                                    AskSchema    *schema,
                                    GPtrArray    *entities,
                                    GError      **error);
AskDomain  *ask_domain_cut         (AskDomain    *self,
                                    const guint  *entities,
                                    guint         n_entities);
void        ask_domain_teach       (AskDomain    *self,
                                    GPtrArray    *words);
const char *ask_domain_get_teacher (AskDomain    *self,
                                    const char   *words,
                                    const char   *entity,
                                    const char   *attribute);
AskDomain  *ask_domain_ref         (AskDomain    *self);
void        ask_domain_unref       (AskDomain    *self);
double      ask_domain_get_rarity  (AskDomain    *self,
                                    const char   *stem);
int         ask_domain_find        (AskDomain    *self,
                                    const char   *entity,
                                    const char   *attribute);
int         ask_domain_find_entity (AskDomain    *self,
                                    const char   *entity);
GArray     *ask_domain_find_values (AskDomain    *self,
                                    const char   *key,
                                    GError      **error);
GArray     *ask_domain_find_word   (AskDomain    *self,
                                    const char   *stem,
                                    GError      **error);
gboolean    ask_domain_has_number  (AskDomain    *self,
                                    int           attribute,
                                    double        number);
GPtrArray  *ask_domain_list_values (AskDomain    *self,
                                    int           attribute,
                                    GError      **error);
GPtrArray  *ask_domain_list_values_of (AskDomain *self,
                                    AskWorkspace *workspace,
                                    int           attribute,
                                    GError      **error);
char       *ask_domain_value_key   (const char   *text);

/* How names are read: what is written together is split, and abbreviations are written out. */
GHashTable *ask_domain_words_collect  (GPtrArray          *entities);
char      **ask_domain_words_read     (const char         *name,
                                       const char  *const *owners,
                                       GHashTable         *vocabulary);
gboolean    ask_domain_words_have     (char              **stems,
                                       const char         *stem);
gboolean    ask_domain_words_begin_alike (const char      *a,
                                       const char         *b);
gboolean    ask_domain_words_have_any (char              **stems,
                                       const char  *const *wanted);

#define ask_domain_attribute(self, i) (&g_array_index ((self)->attributes, AskDomainAttribute, (i)))
#define ask_domain_entity(self, i) (&g_array_index ((self)->entities, AskDomainEntity, (i)))
#define ask_domain_join(self, i) (&g_array_index ((self)->joins, AskDomainJoin, (i)))
#define ask_domain_metric(self, i) (&g_array_index ((self)->metrics, AskDomainMetric, (i)))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDomain, ask_domain_unref)

G_END_DECLS
