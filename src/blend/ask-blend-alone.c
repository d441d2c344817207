/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows that a call reads are read once and by themselves. What depends on the row around the call cannot be, and is refused in
 * words instead of those of SQLite, which knows nothing of a row around it.
 */
#include "config.h"

#include "blend/ask-blend-call-private.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"

typedef struct
{
  const AskBlendScope *scope;
  GHashTable *own; /* folded names of what is read within */
  const AskSqlExpr *stranger;
} Reading;

static gboolean
note_item (AskSqlFrom *from, gpointer data)
{
  Reading *self = data;
  const char *name = ask_sql_from_get_name (from);

  if (name != NULL)
    g_hash_table_add (self->own, g_ascii_strdown (name, -1));
  return TRUE;
}

static gboolean
look (AskSqlExpr *expr, gpointer data)
{
  Reading *self = data;
  g_autofree char *name
    = expr->kind == ASK_EXPR_COLUMN && expr->table != NULL ? g_ascii_strdown (expr->table, -1) : NULL;

  if (name != NULL && self->stranger == NULL && !g_hash_table_contains (self->own, name)
      && ask_blend_find_around (self->scope, expr->table) != NULL)
    self->stranger = expr;
  return TRUE;
}

/**
 * ask_blend_check_alone:
 * @taking: the call
 * @select: rows that it reads
 *
 * Returns: whether @select reads nothing of the tables around the call
 */
gboolean
ask_blend_check_alone (AskBlendFinder *self, const AskBlendTaking *taking, AskSqlSelect *select)
{
  g_autoptr (GHashTable) own = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Reading reading = { taking->scope, own, NULL };
  const AskSqlVisit items = { .from = note_item, .user_data = &reading };
  const AskSqlVisit exprs = { .expr = look, .user_data = &reading };
  g_autofree char *column = NULL;

  ask_sql_walk_select (select, &items);
  ask_sql_walk_select (select, &exprs);
  if (reading.stranger == NULL)
    return TRUE;
  column = g_strdup_printf ("%s.%s", reading.stranger->table, reading.stranger->name);
  ask_error_set (
    self->error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL,
    N_ ("The rows that %s reads stand by themselves, and cannot depend on %s of the row around it. Ask about "
        "each value, or join the tables in FROM."),
    taking->expr->name, column);
  return FALSE;
}
