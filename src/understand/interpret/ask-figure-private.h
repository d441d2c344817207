/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A figure of groups as few words say it: "revenue by category", "orders per customer", "best customers", "latest order of
 * each client", "average order value". Nobody outside includes this.
 *
 *   ask-figure-words.c  the words, and what stands at one: a number of rows, a year, a value
 *   ask-figure-names.c  which entity or attribute stands at a word, and how far it is from what is counted
 *   ask-figure-term.c   the figures
 *   ask-figure-read.c   the words, one after another; each must be taken
 *   ask-figure.c        the query, and its place among the readings
 */
#pragma once

#include "understand/interpret/ask-draft-private.h"
#include "understand/interpret/ask-interpret-private.h"

G_BEGIN_DECLS

#define ASK_FIGURE_MAX_GROUPS 2
#define ASK_FIGURE_MAX_VALUES 3
#define ASK_FIGURE_MAX_MORE 3
#define ASK_FIGURE_ALL (-1)

/**
 * AskFigureGroup:
 * @entity: whose rows are the groups; -1 where they are values of @attribute
 * @attribute: -1 where they are rows
 */
typedef struct
{
  int entity;
  int attribute;
} AskFigureGroup;

/**
 * AskFigureAsked:
 * @fact: the entity whose rows are counted, or whose measure is worked out
 * @term: the figure, or the last of them
 * @more: (array length=n_more): those before it
 * @averaged: the groups are what the figure is shared out among
 * @groups: (array length=n_groups): what there is one row for each of
 * @mentions: (array length=n_mentions): places of values and dates of the question
 * @attributes: (array length=n_mentions): of each the attribute that it is compared with; of a date -1 until it is known
 * @ops: of each how it is compared: =, < or ≥
 * @ranked: the most first, or the least where @least
 * @limit: rows, or %ASK_DRAFT_NO_LIMIT
 * @bare: groups are shown without their figures
 * @sure: nothing had to be chosen
 */
typedef struct
{
  guint fact;
  AskDraftTerm term;
  AskDraftTerm more[ASK_FIGURE_MAX_MORE];
  guint n_more;
  gboolean averaged;
  AskFigureGroup groups[ASK_FIGURE_MAX_GROUPS];
  guint n_groups;
  guint mentions[ASK_FIGURE_MAX_VALUES];
  int attributes[ASK_FIGURE_MAX_VALUES];
  AskDraftOp ops[ASK_FIGURE_MAX_VALUES];
  guint n_mentions;
  gboolean ranked;
  gboolean least;
  gint64 limit;
  gboolean bare;
  gboolean sure;
} AskFigureAsked;

/** AskFigureReader: @figure: gets what the words of @question ask for */
typedef struct
{
  const AskQuestion *question;
  AskFigureAsked *figure;
} AskFigureReader;

/* ask-figure-words.c */
gboolean ask_figure_is_one (const AskQuestion *question, guint t, const char *ways);
guint ask_figure_skip (const AskQuestion *question, guint t, const char *ways);
gboolean ask_figure_is_end (const AskQuestion *question, guint t);
gboolean ask_figure_is_plural (const AskQuestion *question, guint t);
gint64 ask_figure_read_limit (const AskQuestion *question, guint t, guint *last);
gboolean ask_figure_is_year (const AskMention *mention);
guint ask_figure_find_value (const AskQuestion *question, guint t,
                             int (*find_owner) (const AskMention *, gconstpointer), gconstpointer data, int *attribute);

/* ask-figure-names.c */
guint ask_figure_match_entity (const AskQuestion *question, guint t, guint *entity);
guint ask_figure_match_measure (const AskQuestion *question, guint t, int entity, int *attribute);
guint ask_figure_match_group (const AskQuestion *question, guint t, guint fact, AskFigureGroup *group, gboolean *sure);
guint ask_figure_match_metric (const AskQuestion *question, guint t, guint *metric);
double ask_figure_get_distance (const AskDomain *domain, guint from, guint to);
int ask_figure_find_bridge (const AskDomain *domain, guint fact, guint to);
int ask_figure_find_key (const AskDomain *domain, guint entity);
gboolean ask_figure_is_people (AskDomain *domain, guint entity);
int ask_figure_find_date (const AskQuestion *question, guint fact);
int ask_figure_find_owner (const AskQuestion *question, guint fact, const AskMention *mention);

/* ask-figure-term.c */
gboolean ask_figure_put_term (AskFigureReader *self, guint fact, AskDraftAggregate aggregate, int attribute,
                              guint metric);
int ask_figure_find_quantity (const AskFigureReader *self);
guint ask_figure_read_sold (AskFigureReader *self, guint t);
guint ask_figure_read_term (AskFigureReader *self, guint t, gboolean plain);
guint ask_figure_read_terms (AskFigureReader *self, guint t);
gboolean ask_figure_share_out (AskFigureReader *self);

/* ask-figure-read.c */
gboolean ask_figure_read (const AskQuestion *question, AskFigureAsked *figure);

G_END_DECLS
