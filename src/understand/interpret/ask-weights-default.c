/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The weights that the program was built with.
 */
#include "config.h"

#include "understand/interpret/ask-weights.h"

#include "ask-understand-resources.h"

static gpointer
read_default (gpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  AskWeights *weights;

  ask_understand_register_resource ();
  bytes = g_resources_lookup_data ("/com/example/AskData/understand/weights", G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  weights = bytes != NULL ? ask_weights_new (bytes, &error) : NULL;
  /* The file is a part of the program: without it this is no AskData. */
  if (weights == NULL)
    g_error ("%s", error->message);
  return weights;
}

/**
 * ask_weights_get_default:
 *
 * Returns: (transfer none): the weights in data/understand/weights, for any thread
 */
AskWeights *
ask_weights_get_default (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, read_default, NULL);
}
