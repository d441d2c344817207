/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inference on public databases: what they declare is taken away, what the inference then offers is compared
 * with the truth. For the test and for the table that a person reads.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * InferOffer:
 * @text: "orders.cust_id → customers.id", folded: one pair of columns of a suggestion
 * @right: whether the truth holds it
 */
typedef struct
{
  char *text;
  char *reason;
  double confidence;
  gboolean right;
} InferOffer;

/**
 * InferDatabase:
 * @truth: (element-type utf8): the foreign keys, one text for each pair of columns
 * @missed: (element-type utf8): those that were not offered
 * @offers: (element-type InferOffer): what was
 * @empty: no table holds a row
 */
typedef struct
{
  char *name;
  GPtrArray *truth;
  GPtrArray *missed;
  GPtrArray *offers;
  gboolean empty;
  double elapsed_ms;
} InferDatabase;

char      *infer_survey_folder (void);
GPtrArray *infer_survey_run    (const char *folder,
                                const char *only);

G_END_DECLS
