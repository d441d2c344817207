/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was learned, as flat arrays: hashed linear models with a byte a weight, boosted trees as nodes, neural nets, the
 * sketches that were seen, and words that stand for names. tests/train/ask-train makes them from public
 * questions; they are read in place and never change.
 *
 * The file is one GVariant of the type a{sv}, little-endian. Each part has a name and a type of its own:
 * linear models %ASK_WEIGHTS_LINEAR, trees %ASK_WEIGHTS_TREES, nets %ASK_WEIGHTS_NET, texts "as", pairs of words "a{su}".
 */
#pragma once

#include <gio/gio.h>

#include "understand/interpret/ask-net.h"

G_BEGIN_DECLS

/** ASK_FEATURE_BUCKETS: a power of two: what features of linear models are hashed into */
#define ASK_FEATURE_BUCKETS (1u << 17)

/** ASK_WEIGHTS_LINEAR: heads (name, classes, biases as float bits, scale as float bits), starts of buckets, classes, weights */
#define ASK_WEIGHTS_LINEAR "(a(sasauu)auaqay)"
/** ASK_WEIGHTS_TREES: roots, features (-1: a leaf), float bits of thresholds or leaves, places of the left child */
#define ASK_WEIGHTS_TREES "(auanauau)"

/** ASK_HASHED_BUCKETS: a power of two: what pairs of words and parts are hashed into */
#define ASK_HASHED_BUCKETS (1u << 20)
/** ASK_WEIGHTS_HASHED: scale as float bits, a bit a bucket that has a weight, the weights in the order of their buckets */
#define ASK_WEIGHTS_HASHED "(uauay)"

typedef struct _AskWeights AskWeights;
typedef struct _AskLinear AskLinear;
typedef struct _AskTrees AskTrees;
typedef struct _AskHashed AskHashed;

AskWeights      *ask_weights_get_default (void);
AskWeights      *ask_weights_new         (GBytes            *bytes,
                                          GError           **error);
void             ask_weights_free        (AskWeights        *self);
const AskLinear *ask_weights_get_linear  (AskWeights        *self,
                                          const char        *name);
const AskTrees  *ask_weights_get_trees   (AskWeights        *self,
                                          const char        *name);
const AskHashed *ask_weights_get_hashed  (AskWeights        *self,
                                          const char        *name);
const AskNet    *ask_weights_get_net     (AskWeights        *self,
                                          const char        *name);
char           **ask_weights_get_texts   (AskWeights        *self,
                                          const char        *name);
GHashTable      *ask_weights_get_pairs   (AskWeights        *self,
                                          const char        *name);

/**
 * AskLinearHead:
 * @name: what it decides
 * @classes: (array zero-terminated=1): among what
 * @first: its first class in what ask_linear_apply() writes
 */
typedef struct
{
  char *name;
  char **classes;
  guint first;
  guint n_classes;
  float scale;
  float *biases;
} AskLinearHead;

guint                ask_linear_get_n_classes (const AskLinear     *self);
const AskLinearHead *ask_linear_find_head     (const AskLinear     *self,
                                               const char          *name);
int                  ask_linear_head_find     (const AskLinearHead *self,
                                               const char          *class_name);
void                 ask_linear_apply         (const AskLinear     *self,
                                               GArray              *features,
                                               float               *log_probabilities);

float                ask_trees_apply          (const AskTrees      *self,
                                               const float         *features);

float                ask_hashed_sum           (const AskHashed     *self,
                                               const guint32       *buckets,
                                               guint                n);

void                 ask_features_add         (GArray              *features,
                                               const char          *format,
                                               ...) G_GNUC_PRINTF (2, 3);
void                 ask_features_finish      (GArray              *features);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskWeights, ask_weights_free)

G_END_DECLS
