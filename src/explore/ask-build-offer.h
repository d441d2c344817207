/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What may be chosen in a step of a query: its columns, comparisons, and ways to other entities. It offers nothing that
 * a steward has hidden.
 */
#pragma once

#include "explore/ask-build.h"
#include "understand/link/ask-domain.h"

G_BEGIN_DECLS

/** ASK_BUILD_MAX_HOPS: a way over more relationships is not offered */
#define ASK_BUILD_MAX_HOPS 5

/**
 * AskBuildChoice:
 * @kind: what its values are
 * @words: in the user's language
 * @attribute: (nullable): of the schema
 * @entity: (nullable): of the schema
 *
 * Something that a step may be about.
 */
typedef struct
{
  AskBuildTerm term;
  AskDomainKind kind;
  char *words;
  const AskAttribute *attribute;
  const AskEntity *entity;
} AskBuildChoice;

/**
 * AskBuildTarget:
 * @entity: (transfer none): of the schema
 * @hops: relationships of the shortest way
 */
typedef struct
{
  const AskEntity *entity;
  guint hops;
} AskBuildTarget;

/**
 * AskBuildPath:
 * @steps: (element-type AskBuildStep): the joins, in their order
 * @words: "shipment → carrier (carrier id)"
 */
typedef struct
{
  GPtrArray *steps;
  char *words;
} AskBuildPath;

void           ask_build_choice_free   (AskBuildChoice      *self);
void           ask_build_path_free     (AskBuildPath        *self);
GPtrArray     *ask_build_list_choices  (const AskBuild      *self,
                                        AskSchema           *schema,
                                        AskBuildKind         kind,
                                        guint                place);
AskDomainKind  ask_build_term_get_kind (const AskBuild      *self,
                                        AskSchema           *schema,
                                        const AskBuildTerm  *term);
const AskAttribute *ask_build_term_get_attribute (const AskBuild *self,
                                        AskSchema           *schema,
                                        const AskBuildTerm  *term,
                                        const AskEntity    **entity);
gboolean       ask_build_op_suits      (AskBuildOp           op,
                                        AskDomainKind        kind);
GArray        *ask_build_list_targets  (const AskBuild      *self,
                                        AskSchema           *schema,
                                        guint                place);
GPtrArray     *ask_build_find_paths    (const AskBuild      *self,
                                        AskSchema           *schema,
                                        guint                place,
                                        const char          *target);
gboolean       ask_build_take_path     (AskBuild            *self,
                                        guint                place,
                                        const AskBuildPath  *path,
                                        GError             **error);
gboolean       ask_build_reads_apis    (const AskBuild      *self,
                                        AskSchema           *schema,
                                        guint                n_steps);
char          *ask_build_make_alias    (const AskBuild      *self,
                                        AskSchema           *schema,
                                        const AskBuildTerm  *term);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBuildChoice, ask_build_choice_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBuildPath, ask_build_path_free)

G_END_DECLS
