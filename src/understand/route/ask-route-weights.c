/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads a learned ranker from its text: a line a node, a word or a link. The one that ships is built into the
 * program; its first lines say what it was made from.
 */
#include "config.h"

#include "understand/route/ask-route-model.h"

#include <stdio.h>
#include <string.h>

#include "understand/route/ask-route-resources.h"

#define FOLDER "/org/askdata/AskData/understand/"

static AskRouteTrees
trees_new (void)
{
  return (AskRouteTrees) { g_array_new (FALSE, FALSE, sizeof (AskRouteNode)),
                           g_array_new (FALSE, FALSE, sizeof (guint)) };
}

static void
trees_clear (AskRouteTrees *self)
{
  g_array_unref (self->nodes);
  g_array_unref (self->roots);
}

/**
 * ask_route_model_free:
 * @self: (nullable): a model
 */
void
ask_route_model_free (AskRouteModel *self)
{
  if (self == NULL)
    return;
  trees_clear (&self->rank);
  trees_clear (&self->earlier);
  trees_clear (&self->sure);
  trees_clear (&self->known);
  ask_route_lexicon_free (self->lexicon);
  ask_route_map_free (self->map);
  g_free (self);
}

/* Every step leads onwards and stays in its tree, so that none is without an end. */
static gboolean
check_trees (const AskRouteTrees *self, int n_features)
{
  for (guint t = 0; t < self->roots->len; t++)
    {
      guint root = g_array_index (self->roots, guint, t);
      guint end = t + 1 < self->roots->len ? g_array_index (self->roots, guint, t + 1) : self->nodes->len;

      if (root >= end)
        return FALSE;
      for (guint i = root; i < end; i++)
        {
          const AskRouteNode *node = &g_array_index (self->nodes, AskRouteNode, i);

          if (node->feature >= n_features
              || (node->feature >= 0 && (root + node->left <= i || root + node->left + 1 >= end)))
            return FALSE;
        }
    }
  return TRUE;
}

/* @trees: the ones that nodes belong to */
static gboolean
read_line (AskRouteModel *self, AskRouteTrees **trees, const char *line)
{
  const struct
  {
    const char *name;
    AskRouteTrees *trees;
  } parts[]
    = { { "rank", &self->rank }, { "earlier", &self->earlier }, { "sure", &self->sure }, { "known", &self->known } };
  char first[64], second[64];
  int feature, hundredths;
  guint left;
  float bound;

  if (*line == '\0' || *line == '#')
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strcmp (line, parts[i].name) == 0)
      {
        *trees = parts[i].trees;
        return TRUE;
      }
  if (strcmp (line, "tree") == 0 && *trees != NULL)
    {
      g_array_append_val ((*trees)->roots, (*trees)->nodes->len);
      return TRUE;
    }
  if (sscanf (line, "word %63s %d", first, &hundredths) == 2)
    ask_route_lexicon_weigh (self->lexicon, first, hundredths / 100.0);
  else if (sscanf (line, "link %63s %63s %d", first, second, &hundredths) == 3)
    ask_route_lexicon_link (self->lexicon, first, second, hundredths / 100.0);
  else if (sscanf (line, "threshold %d", &hundredths) == 1)
    self->threshold = hundredths / 100.0;
  else if (*trees != NULL && (*trees)->roots->len > 0 && sscanf (line, "%d %u", &feature, &left) == 2
           && strchr (line, '=') != NULL)
    {
      AskRouteNode node;

      bound = (float) g_ascii_strtod (strchr (line, '=') + 1, NULL);
      node = (AskRouteNode) { (gint16) feature, (guint16) left, bound };
      g_array_append_val ((*trees)->nodes, node);
    }
  else
    return FALSE;
  return TRUE;
}

/**
 * ask_route_model_new:
 * @text: as tests/train/ask-train-route writes it
 * @map: (nullable): what ask_route_map_new() reads
 * @error: %G_IO_ERROR_INVALID_DATA where it is not that
 *
 * Returns: (transfer full): the model
 */
AskRouteModel *
ask_route_model_new (const char *text, GBytes *map, GError **error)
{
  g_autoptr (AskRouteModel) self = g_new0 (AskRouteModel, 1);
  g_auto (GStrv) lines = NULL;
  AskRouteTrees *trees = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  self->rank = trees_new ();
  self->earlier = trees_new ();
  self->sure = trees_new ();
  self->known = trees_new ();
  self->lexicon = ask_route_lexicon_new ();
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (!read_line (self, &trees, lines[i]))
      {
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                     "The weights of routing cannot be read: line %u, “%s”.", i + 1, lines[i]);
        return NULL;
      }
  if (!check_trees (&self->rank, ASK_ROUTE_N_FEATURES) || !check_trees (&self->earlier, ASK_ROUTE_N_FEATURES)
      || !check_trees (&self->sure, ASK_ROUTE_N_SURE_FEATURES)
      || !check_trees (&self->known, ASK_ROUTE_N_SURE_FEATURES))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   "The weights of routing cannot be read: a tree leads out of itself, or names a feature of another "
                   "version. Make them anew.");
      return NULL;
    }
  if (map != NULL && (self->map = ask_route_map_new (map, error)) == NULL)
    return NULL;
  return g_steal_pointer (&self);
}

static gpointer
load_default (gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) map = NULL;
  g_autofree char *text = NULL;
  AskRouteModel *model = NULL;

  ask_route_register_resource ();
  bytes = g_resources_lookup_data (FOLDER "route-weights.txt", G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  if (bytes != NULL)
    map = g_resources_lookup_data (FOLDER "route-map", G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  if (map != NULL)
    {
      text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
      model = ask_route_model_new (text, map, &error);
    }
  if (model == NULL)
    g_error ("%s", error->message); /* it is a part of the program */
  return model;
}

/**
 * ask_route_model_get_default:
 *
 * Returns: (transfer none): the model that ships
 */
const AskRouteModel *
ask_route_model_get_default (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, load_default, NULL);
}
