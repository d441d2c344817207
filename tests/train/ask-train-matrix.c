/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of features that trees and nets learn from.
 */
#include "config.h"

#include "train/ask-train.h"

TrainMatrix *
train_matrix_new (guint n_columns)
{
  TrainMatrix *self = g_new0 (TrainMatrix, 1);

  self->n_columns = n_columns;
  self->values = g_array_new (FALSE, FALSE, sizeof (float));
  self->labels = g_array_new (FALSE, FALSE, sizeof (float));
  self->weights = g_array_new (FALSE, FALSE, sizeof (float));
  self->groups = g_array_new (FALSE, FALSE, sizeof (guint));
  self->scores = g_array_new (FALSE, FALSE, sizeof (float));
  return self;
}

void
train_matrix_free (TrainMatrix *self)
{
  g_array_unref (self->values);
  g_array_unref (self->labels);
  g_array_unref (self->weights);
  g_array_unref (self->groups);
  g_array_unref (self->scores);
  g_free (self);
}

void
train_matrix_add (TrainMatrix *self, const float *row, float label)
{
  g_array_append_vals (self->values, row, self->n_columns);
  g_array_append_val (self->labels, label);
}
