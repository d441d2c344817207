/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Vectors that a server made of names and descriptions, kept so that each text is sent once. A text is known by its
 * hash; the text itself stands in the schema.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskVectorFunc:
 * @text_hash: of what it is the vector
 * @numbers: (array length=n):
 */
typedef void (*AskVectorFunc) (const char *text_hash, const float *numbers, guint n, gpointer data);

/** AskNewVectors: @numbers: (array): @dims for each of @hashes, one after the other */
typedef struct
{
  const char *model;
  GPtrArray *hashes; /* utf8 */
  const float *numbers;
  guint dims;
} AskNewVectors;

char    *ask_vector_text_hash        (const char          *text);
gboolean ask_workspace_add_vectors   (AskWorkspace        *self,
                                      const AskNewVectors *vectors,
                                      GError             **error);
gboolean ask_workspace_each_vector   (AskWorkspace        *self,
                                      const char          *model,
                                      AskVectorFunc        func,
                                      gpointer             data,
                                      GError             **error);
gboolean ask_workspace_clean_vectors (AskWorkspace        *self,
                                      const char          *model,
                                      GHashTable          *kept,
                                      GError             **error);

G_END_DECLS
