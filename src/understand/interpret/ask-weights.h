/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was learned, as flat arrays: hashed linear models with a byte a weight, boosted trees as nodes, the
 * sketches that were seen, and words that stand for names. Made by tests/train/ask-train from public
 * questions (its note says which); read in place, never changed.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/** ASK_FEATURE_BUCKETS: a power of two: what features of linear models are hashed into */
#define ASK_FEATURE_BUCKETS (1u << 17)

typedef struct _AskWeights AskWeights;
typedef struct _AskLinear AskLinear;
typedef struct _AskTrees AskTrees;

AskWeights *ask_weights_get_default (void);
AskWeights *ask_weights_new         (GBytes            *bytes,
                                     GError           **error);
void        ask_weights_free        (AskWeights        *self);

/* Linear models: log-probabilities of classes, from hashed features that are there or not. */
AskLinear  *ask_weights_get_linear  (AskWeights        *self,
                                     const char        *name);
guint       ask_linear_get_n_classes (const AskLinear  *self);
const char *ask_linear_get_class    (const AskLinear   *self,
                                     guint              i);
int         ask_linear_find_class   (const AskLinear   *self,
                                     const char        *name);
void        ask_linear_apply        (const AskLinear   *self,
                                     GArray            *features,
                                     float             *log_probabilities);

/* Boosted trees: the sum of the leaves. */
AskTrees   *ask_weights_get_trees   (AskWeights        *self,
                                     const char        *name);
float       ask_trees_apply         (const AskTrees    *self,
                                     const float       *features,
                                     guint              n_features);

/* Texts by number, "sketches"; numbers by two words, "lexicon". */
GPtrArray  *ask_weights_get_texts   (AskWeights        *self,
                                     const char        *name);
float       ask_weights_get_pair    (AskWeights        *self,
                                     const char        *from,
                                     const char        *to);

/* Features. */
void        ask_features_add        (GArray            *features,
                                     const char        *format,
                                     ...) G_GNUC_PRINTF (2, 3);
void        ask_features_finish     (GArray            *features);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskWeights, ask_weights_free)

G_END_DECLS
