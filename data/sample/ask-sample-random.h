/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random numbers that are the same on every machine: xoshiro256**, seeded by splitmix64, integers
 * only. A generator is a plain struct that its user owns; nothing here is for secrets.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint64 state[4];
} AskSampleRandom;

void     ask_sample_random_init     (AskSampleRandom *self,
                                     guint64          seed,
                                     guint64          stream);
guint    ask_sample_random_below    (AskSampleRandom *self,
                                     guint            bound);
gint     ask_sample_random_range    (AskSampleRandom *self,
                                     gint             low,
                                     gint             high);
gboolean ask_sample_random_chance   (AskSampleRandom *self,
                                     guint            per_mille);
guint    ask_sample_random_weighted (AskSampleRandom *self,
                                     const guint     *weights,
                                     guint            n_weights);
void     ask_sample_random_shuffle  (AskSampleRandom *self,
                                     guint           *items,
                                     guint            n_items);

G_END_DECLS
