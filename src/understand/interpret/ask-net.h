/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A small neural net that scores the candidates of one question beside each other. Trees ask of one feature at a time;
 * a net adds up many that each say a little.
 *
 * A row is brought to mean 0 and deviation 1, and cut off at %ASK_NET_MOST. The first layer reads each row and
 * the mean of all rows, so it sees what is usual for this question. The second has no rows but that. What it says is added
 * to a linear score of the row.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** ASK_WEIGHTS_NET: inputs, units of the first and of the second layer; numbers as float bits; weights of a byte each */
#define ASK_WEIGHTS_NET "(uuuauay)"
/** ASK_NET_MOST: in deviations; what is further away counts as much as this */
#define ASK_NET_MOST 4.0f
/** ASK_NET_MAX_UNITS: of a layer */
#define ASK_NET_MAX_UNITS 256

/** AskNetShape: how many numbers a row has, and how many units each layer */
typedef struct
{
  guint n_inputs;
  guint n_first;
  guint n_second;
} AskNetShape;

/**
 * AskNetNumbers: where the numbers of a net stand, in this order
 * @means, @factors: of each input: its mean, and one through its deviation
 * @linear: of each input, and of nothing
 * @first_biases, @own_scales, @mean_scales: of each unit of the first layer: its bias, and what a byte of its weights is worth
 * @second: of each unit of the second layer the weights of those of the first
 * @second_biases, @last: of each unit of the second layer
 */
typedef struct
{
  const float *means;
  const float *factors;
  const float *linear;
  const float *first_biases;
  const float *own_scales;
  const float *mean_scales;
  const float *second;
  const float *second_biases;
  const float *last;
} AskNetNumbers;

typedef struct _AskNet AskNet;

AskNet *ask_net_new            (GVariant          *part);
void    ask_net_free           (AskNet            *self);
guint   ask_net_get_n_inputs   (const AskNet      *self);
void    ask_net_apply          (const AskNet      *self,
                                const float       *rows,
                                guint              n,
                                float             *scores);

gsize   ask_net_count_numbers  (const AskNetShape *shape);
void    ask_net_place          (const AskNetShape *shape,
                                const float       *numbers,
                                AskNetNumbers     *places);
void    ask_net_standardize    (const AskNetShape *shape,
                                const float       *means,
                                const float       *factors,
                                const float       *rows,
                                guint              n,
                                float             *inputs);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskNet, ask_net_free)

G_END_DECLS
