/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shipments that only choose: "x = ANY (list)" instead of a join with a relation of values, about whose
 * equal rows a server guesses badly. Only where each row is chosen at most once either way.
 */
#include "config.h"

#include "engine/ask-shipment.h"

/**
 * ask_ship_find_only_use:
 * @item: whose rows travel
 * @column: (out): of @item
 *
 * The column of a table of the server that one of @item's columns has to be equal to, and which is named nowhere else.
 *
 * Returns: (transfer none) (nullable): that condition, where no other one is about @item
 */
AskConjunct *
ask_ship_find_only_use (AskShip *self, const AskSqlFrom *item, guint *column)
{
  g_autofree gboolean *needed = g_new0 (gboolean, item->n_columns + 1);
  AskConjunct *only = NULL;
  const AskSqlExpr *own;

  for (guint i = 0; i < self->core->n_results; i++)
    if (self->core->results[i].star > 0)
      return NULL;
  for (guint i = 0; i < self->conjuncts->len; i++)
    {
      AskConjunct *conjunct = self->conjuncts->pdata[i];

      if (conjunct->moved || !g_ptr_array_find (conjunct->items, item, NULL))
        continue;
      if (only != NULL || conjunct->expr->kind != ASK_EXPR_BINARY || conjunct->expr->op != ASK_OP_EQUAL
          || conjunct->expr->left->kind != ASK_EXPR_COLUMN || conjunct->expr->right->kind != ASK_EXPR_COLUMN
          || (conjunct->expr->left->from == item) == (conjunct->expr->right->from == item))
        return NULL;
      only = conjunct;
    }
  if (only == NULL)
    return NULL;
  own = only->expr->left->from == item ? only->expr->left : only->expr->right;
  if (own->column < 0 || (guint) own->column >= item->n_columns)
    return NULL;
  only->moved = TRUE;
  ask_ship_note_needed (self, item, needed);
  only->moved = FALSE;
  *column = (guint) own->column;
  return needed[own->column] ? NULL : only;
}

/** ask_ship_get_width: @column: an expression. Returns: 32 or 64, the bits of a server's column of integers; 0 for any other */
int
ask_ship_get_width (const AskSqlExpr *column)
{
  const AskSqlTable *table = column->from != NULL && column->from->kind == ASK_FROM_TABLE && column->column >= 0
                               ? column->from->catalog_table
                               : NULL;
  const char *declared = table != NULL && (guint) column->column < table->columns->len
                           ? ((const AskSqlColumn *) table->columns->pdata[column->column])->declared
                           : NULL;

  if (g_strcmp0 (declared, "integer") == 0 || g_strcmp0 (declared, "int4") == 0)
    return 32;
  return g_strcmp0 (declared, "bigint") == 0 || g_strcmp0 (declared, "int8") == 0 ? 64 : 0;
}

/* No NULL, none twice, and none that the column cannot hold. */
static gboolean
is_list_for (const AskRows *rows, const AskSqlExpr *column)
{
  int width = ask_ship_get_width (column);

  for (gsize r = 0; width == 32 && r < ask_rows_get_n_rows (rows); r++)
    {
      const AskValue *cell = ask_rows_get (rows, r, 0);

      if (cell->kind != ASK_VALUE_INTEGER || cell->integer < G_MININT32 || cell->integer > G_MAXINT32)
        return FALSE;
    }
  return width > 0 && ask_shipment_is_key (rows, 0);
}

/* Of rows that only choose among the server's, the join is a list to look a column up in. */
static void
make_list (AskShip *self, AskSqlFrom *item, AskShipment *shipment)
{
  guint column;
  AskConjunct *conjunct = self->core->from.n > 1 && shipment->relation.n_columns == 1
                              && ask_rows_get_n_rows (shipment->rows) >= ASK_SHIP_MIN_TOLD
                            ? ask_ship_find_only_use (self, item, &column)
                            : NULL;
  AskSqlExpr *expr = conjunct != NULL ? conjunct->expr : NULL;
  AskSqlSelect *select;
  guint kept = 0;

  if (expr == NULL || !is_list_for (shipment->rows, expr->left->from == item ? expr->right : expr->left))
    return;
  select = ask_sql_tree_new_select (self->tree, item, 1);
  select->cores[0]->results[0].expr = expr->left->from == item ? expr->left : expr->right;
  expr->left = expr->left->from == item ? expr->right : expr->left;
  expr->right = NULL;
  expr->kind = ASK_EXPR_IN_SELECT;
  expr->op = ASK_OP_NONE;
  expr->select = select;
  for (guint i = 0; i < self->core->from.n; i++)
    if (self->core->from.items[i] != item)
      self->core->from.items[kept++] = self->core->from.items[i];
  self->core->from.n = kept;
  self->core->from.items[0]->join = ASK_JOIN_FIRST;
  item->join = ASK_JOIN_FIRST;
  item->on = NULL;
  shipment->relation.is_list = TRUE;
}

/**
 * ask_ship_make_lists:
 * @shipments: (element-type AskShipment): that stand in the statement
 *
 * Where a shipment's only column merely chooses rows of one column of the server's, it goes as a list to
 * look values up in, which the server hashes, and not as a table to be joined.
 */
void
ask_ship_make_lists (AskShip *self, const GPtrArray *shipments)
{
  AskSource *source = ask_engine_get_source (self->engine, self->target, NULL);

  if (source == NULL || !(ask_source_capability (source) & ASK_CAPABILITY_LISTS))
    return;
  for (guint s = 0; s < shipments->len; s++)
    {
      AskShipment *shipment = shipments->pdata[s];

      for (guint i = 0; i < self->core->from.n; i++)
        if (self->core->from.items[i]->catalog_table == shipment->table)
          {
            make_list (self, self->core->from.items[i], shipment);
            break;
          }
    }
}
