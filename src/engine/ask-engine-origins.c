/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the rows of a statement come from: every attribute that it reads, for whatever purpose, and every
 * earlier step. It says too much rather than too little: a column that only a condition compares is an
 * origin, too. Nothing is opened or read.
 */
#include "config.h"

#include "engine/ask-engine-private.h"
#include "engine/ask-external.h"
#include "engine/ask-plan.h"
#include "engine/ask-statement.h"
#include "sql/ask-sql-parser.h"

#include <string.h>

/* As many columns as most statements name. */
#define USUAL_ORIGINS 8

/* As many as most arrays have lie in one piece of memory, which goes with the last of them. */
typedef struct _Piece Piece;

typedef struct
{
  AskOrigin origin;
  Piece *piece;
} Placed;

struct _Piece
{
  guint n_used;
  guint n_left; /* of those, not freed yet */
  Placed places[USUAL_ORIGINS];
};

static void
origin_free (gpointer data)
{
  Placed *self = data;

  g_free (self->origin.step);
  if (--self->piece->n_left == 0)
    g_free (self->piece);
}

/* Returns: (transfer full): for @origins, empty */
static AskOrigin *
origin_new (const GPtrArray *origins)
{
  const Placed *last = origins->len > 0 ? origins->pdata[origins->len - 1] : NULL;
  Piece *piece = last != NULL ? last->piece : NULL;
  Placed *self;

  if (piece == NULL || piece->n_used == USUAL_ORIGINS)
    {
      piece = g_new (Piece, 1);
      piece->n_used = piece->n_left = 0;
    }
  self = &piece->places[piece->n_used++];
  self->piece = piece;
  piece->n_left++;
  return &self->origin;
}

static void
add_origin (GPtrArray *origins, const AskEntity *entity, const AskAttribute *attribute, const char *step)
{
  AskOrigin *origin;

  for (guint i = 0; i < origins->len; i++)
    {
      origin = origins->pdata[i];
      if (origin->entity == entity && origin->attribute == attribute && g_strcmp0 (origin->step, step) == 0)
        return;
    }
  origin = origin_new (origins);
  *origin = (AskOrigin) { .entity = entity, .attribute = attribute, .step = g_strdup (step) };
  g_ptr_array_add (origins, origin);
}

/* Returns: (nullable): what the column is in the schema */
static const AskAttribute *
find_attribute (const AskSqlTable *table, guint column)
{
  return column < table->columns->len ? ((const AskSqlColumn *) table->columns->pdata[column])->data : NULL;
}

static gboolean
note_from (AskSqlFrom *from, gpointer data)
{
  GPtrArray *origins = data;
  const AskSqlTable *table = from->catalog_table;
  const AskEntity *entity = table != NULL ? table->data : NULL;
  gboolean any = FALSE;

  if (table == NULL)
    return TRUE;
  if (entity == NULL)
    {
      add_origin (origins, NULL, NULL, table->name);
      return TRUE;
    }
  for (guint i = 0; i < from->n_columns; i++)
    if (from->used[i])
      {
        const AskAttribute *attribute = find_attribute (table, i);

        any = any || attribute != NULL;
        add_origin (origins, entity, attribute, NULL);
      }
  /* How many rows there are, and which, is known of the entity as a whole. */
  if (!any || from->uses_rowid)
    add_origin (origins, entity, NULL, NULL);
  return TRUE;
}

/* @used: of @from, as it was */
typedef struct _Kept Kept;
struct _Kept
{
  AskSqlFrom *from;
  gboolean *used;
  Kept *next;
};

typedef struct
{
  AskSqlTree *tree;
  Kept *kept;
} Keeping;

static gboolean
keep_used (AskSqlFrom *from, gpointer data)
{
  Keeping *self = data;
  gsize size = from->n_columns * sizeof *from->used;

  if (size > 0)
    {
      Kept *kept = ask_sql_tree_alloc (self->tree, sizeof *kept);

      *kept = (Kept) { from, ask_sql_tree_alloc (self->tree, size), self->kept };
      memcpy (kept->used, from->used, size);
      self->kept = kept;
    }
  return TRUE;
}

/** ask_origins_new: Returns: (transfer full) (element-type AskOrigin): of nothing yet */
GPtrArray *
ask_origins_new (void)
{
  return g_ptr_array_new_full (USUAL_ORIGINS, origin_free);
}

/**
 * ask_origins_add:
 * @origins: (element-type AskOrigin): gets each once
 * @more: (element-type AskOrigin): others
 */
void
ask_origins_add (GPtrArray *origins, const GPtrArray *more)
{
  for (guint i = 0; i < more->len; i++)
    {
      const AskOrigin *origin = more->pdata[i];

      add_origin (origins, origin->entity, origin->attribute, origin->step);
    }
}

/**
 * ask_engine_trace_origins:
 * @self: a session
 * @origins: (element-type AskOrigin): what something reads
 * @more: (element-type AskOrigin): what else it is made from
 *
 * Returns: (transfer full) (element-type AskOrigin): all of it, with what an earlier step was made from in the place of that step
 */
GPtrArray *
ask_engine_trace_origins (AskEngine *self, const GPtrArray *origins, const GPtrArray *more)
{
  GPtrArray *traced = ask_origins_new ();
  g_autoptr (GPtrArray) all = ask_origins_new ();

  ask_origins_add (all, origins);
  ask_origins_add (all, more);
  for (guint i = 0; i < all->len; i++)
    {
      const AskOrigin *origin = all->pdata[i];
      g_autofree char *step = origin->step != NULL ? g_ascii_strdown (origin->step, -1) : NULL;
      /* What a step was made from was traced when it was kept. */
      const GPtrArray *made_from = step != NULL ? g_hash_table_lookup (self->step_origins, step) : NULL;

      if (made_from != NULL)
        ask_origins_add (traced, made_from);
      else
        add_origin (traced, origin->entity, origin->attribute, origin->step);
    }
  return traced;
}

/**
 * ask_origins_note:
 * @origins: (element-type AskOrigin): gets each once
 * @tree: analysed; it stays as it is
 *
 * Adds what @tree reads. Names that a steward defined are read, too: note it once before and once after they are put
 * in.
 */
void
ask_origins_note (GPtrArray *origins, AskSqlTree *tree)
{
  Keeping keeping = { tree, NULL };
  AskSqlVisit keep = { .from = keep_used, .user_data = &keeping };
  AskSqlVisit note = { .from = note_from, .user_data = origins };

  /* What is named counts here, needed or not; to the planner it does not. Of a flat one all is needed. */
  if (!tree->flat)
    ask_sql_walk_select (tree->select, &keep);
  ask_planner_use_named (tree);
  ask_sql_walk_tree (tree, &note);
  for (const Kept *kept = keeping.kept; kept != NULL; kept = kept->next)
    memcpy (kept->from->used, kept->used, kept->from->n_columns * sizeof *kept->used);
}

/**
 * ask_engine_find_origins:
 * @self: a session
 * @sql: one SELECT over the relational view
 * @error: %ASK_SQL_ERROR
 *
 * Nothing runs.
 *
 * Returns: (transfer full) (element-type AskOrigin): what @sql would read, with what defined names are made of; or %NULL
 */
GPtrArray *
ask_engine_find_origins (AskEngine *self, const char *sql, GError **error)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, error);
  g_autoptr (GPtrArray) origins = ask_origins_new ();
  g_auto (AskDefinition) definition = { NULL, NULL };

  if (tree == NULL || !ask_sql_analyse (tree, ask_engine_get_catalog (self), error))
    return NULL;
  ask_origins_note (origins, tree);
  return ask_engine_define (self, tree, origins, &definition, error) ? g_steal_pointer (&origins) : NULL;
}
