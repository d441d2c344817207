/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shipments that say a few things of many keys, as customers say their cities. Of a relation of values PostgreSQL does not
 * know that its keys are all different. It hashes the table that they belong to, on disk where it is large, and cannot
 * share that work out among its processes. So the rows become a dictionary of what they say, each with a number, and an
 * array that has the number of each key at the key's place:
 *
 *   FROM orders o JOIN rows c ON c.id = o.customer
 *   FROM orders o JOIN dictionary c ON c.number = (SELECT number FROM numbers WHERE id = o.customer)
 *
 * The subquery prints as an element of the array. Both mean the same, whoever computes it. Only where keys are integers that
 * lie close together, none twice, and where a quarter of a table travels or more: fewer had better be looked up in an index.
 */
#include "config.h"

#include <string.h>

#include "base/ask-hash.h"
#include "engine/ask-shipment.h"

/* Fewer keys are joined in no time. */
#define MIN_KEYS 1000

/* Of a table's rows, one in so many has to travel. */
#define LEAST_SHARE 4

/* The array may have so many places for a key. */
#define MAX_PLACES 2

/* A power of two, several times as many as the dictionary may have rows. */
#define N_PLACES 1024

/* A row of the dictionary, or none. */
#define NO_ROW G_MAXSIZE

/**
 * Lookup:
 * @key: column of @rows
 * @first: the least key
 * @last: the greatest
 * @dictionary: number, and what rows say
 * @places: a row of @rows for each of the dictionary's, by the hash of what it says
 * @numbers: (array): the number of each key from @first on; 0 for none
 */
typedef struct
{
  const AskRows *rows;
  guint key;
  gint64 first;
  gint64 last;
  gsize places[N_PLACES];
  guint place_numbers[N_PLACES];
  guint n;
  AskRows *dictionary;
  guint *numbers;
} Lookup;

static guint64
hash_row (const Lookup *self, const AskValue *row)
{
  guint64 hash = ASK_HASH_START;

  for (guint c = 0; c < ask_rows_get_n_columns (self->rows); c++)
    if (c != self->key)
      hash = row[c].kind == ASK_VALUE_TEXT ? ask_hash_add (hash, row[c].text, row[c].length)
                                           : ask_hash_add (hash, &row[c].integer, sizeof row[c].integer);
  return ask_hash_stir (hash);
}

/* Bit by bit: 0.0 and -0.0 are shown otherwise. */
static gboolean
is_same (const AskValue *a, const AskValue *b)
{
  if (a->kind != b->kind || a->length != b->length)
    return FALSE;
  return a->kind == ASK_VALUE_TEXT ? memcmp (a->text, b->text, a->length) == 0 : a->integer == b->integer;
}

static gboolean
says_the_same (const Lookup *self, const AskValue *a, const AskValue *b)
{
  for (guint c = 0; c < ask_rows_get_n_columns (self->rows); c++)
    if (c != self->key && !is_same (&a[c], &b[c]))
      return FALSE;
  return TRUE;
}

static void
add_word (Lookup *self, const AskValue *row)
{
  guint n_columns = ask_rows_get_n_columns (self->rows);
  g_autofree AskValue *word = g_memdup2 (row, n_columns * sizeof *row);

  word[self->key] = ask_value_integer (++self->n);
  ask_rows_append (self->dictionary, word);
}

/* Returns: the number of what the row says; 0 where the dictionary is full */
static guint
find_number (Lookup *self, gsize r)
{
  const AskValue *row = ask_rows_get_row (self->rows, r);
  guint64 at = hash_row (self, row) % N_PLACES;

  for (; self->places[at] != NO_ROW; at = (at + 1) % N_PLACES)
    if (says_the_same (self, ask_rows_get_row (self->rows, self->places[at]), row))
      return self->place_numbers[at];
  if (self->n + 1 >= ASK_SHIP_MIN_TOLD)
    return 0;
  add_word (self, row);
  self->places[at] = r;
  self->place_numbers[at] = self->n;
  return self->n;
}

/* Returns: whether the keys are integers that lie close together */
static gboolean
find_range (Lookup *self)
{
  gsize n = ask_rows_get_n_rows (self->rows);

  for (gsize r = 0; r < n; r++)
    {
      const AskValue *cell = ask_rows_get (self->rows, r, self->key);

      if (cell->kind != ASK_VALUE_INTEGER)
        return FALSE;
      self->first = r == 0 ? cell->integer : MIN (self->first, cell->integer);
      self->last = r == 0 ? cell->integer : MAX (self->last, cell->integer);
    }
  return n > 0 && (guint64) self->last - (guint64) self->first < (guint64) n * MAX_PLACES;
}

/* Returns: whether each key is there once, and all of them say few things */
static gboolean
fill (Lookup *self)
{
  for (gsize r = 0; r < ask_rows_get_n_rows (self->rows); r++)
    {
      guint *number = &self->numbers[ask_rows_get (self->rows, r, self->key)->integer - self->first];

      if (*number != 0 || (*number = find_number (self, r)) == 0)
        return FALSE;
    }
  return TRUE;
}

static void
lookup_clear (Lookup *self)
{
  g_clear_pointer (&self->dictionary, ask_rows_unref);
  g_clear_pointer (&self->numbers, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lookup, lookup_clear)

/* Returns: whether the shipment's rows can be told so */
static gboolean
lookup_make (Lookup *self, const AskShipment *shipment, guint key)
{
  self->rows = shipment->rows;
  self->key = key;
  if (!find_range (self))
    return FALSE;
  for (guint i = 0; i < N_PLACES; i++)
    self->places[i] = NO_ROW;
  self->dictionary = ask_rows_new ();
  for (guint c = 0; c < shipment->relation.n_columns; c++)
    ask_rows_add_column (self->dictionary, shipment->columns[c], shipment->types[c]);
  self->numbers = g_new0 (guint, self->last - self->first + 1);
  return fill (self);
}

/* The numbers of all keys. @names: (out) (array fixed-size=2) (transfer none): of its columns */
static AskShipment *
make_numbers (AskShip *self, const Lookup *lookup, const AskShipment *shipment, const char *names[2])
{
  AskRows *rows = ask_rows_new ();
  AskShipment *numbers = ask_shipment_new (self->engine, self->names, "rows", rows, g_strdup (shipment->sql));

  for (guint c = 0; c < 2; c++)
    {
      g_autofree char *name = ask_planner_make_name (self->engine, self->names, "number");

      ask_shipment_add_column (numbers, name, ASK_TYPE_INTEGER, ASK_AFFINITY_INTEGER);
      ask_rows_add_column (rows, name, ASK_TYPE_INTEGER);
      names[c] = numbers->columns[c];
    }
  /* The last key may be the last integer that there is. */
  for (gint64 i = 0; i <= lookup->last - lookup->first; i++)
    {
      const AskValue row[] = { ask_value_integer (lookup->first + i), ask_value_integer (lookup->numbers[i]) };

      ask_rows_append (rows, row);
    }
  numbers->table->rows = (gint64) ask_rows_get_n_rows (rows);
  numbers->relation.is_lookup = TRUE;
  numbers->relation.first = lookup->first;
  numbers->relation.last = lookup->last;
  return numbers;
}

/* The same columns as the shipment, but for a number in the place of the key. */
static AskShipment *
make_dictionary (AskShip *self, Lookup *lookup, const AskShipment *shipment, const char *number)
{
  AskShipment *dictionary
    = ask_shipment_new (self->engine, self->names, "rows", g_steal_pointer (&lookup->dictionary), NULL);

  for (guint c = 0; c < shipment->relation.n_columns; c++)
    {
      const AskSqlColumn *column = shipment->table->columns->pdata[c];

      ask_shipment_add_column (dictionary, c == lookup->key ? number : shipment->columns[c], shipment->types[c],
                               column->affinity);
    }
  ask_shipment_measure (dictionary);
  return dictionary;
}

/* "number = (SELECT number FROM numbers WHERE key = theirs)" */
static void
rewrite (AskShip *self, AskSqlFrom *item, AskSqlExpr *equal, const AskShipment *numbers, const char *number)
{
  AskSqlTree *tree = self->tree;
  AskSqlExpr *theirs = equal->left->from == item ? equal->right : equal->left;
  AskSqlSelect *select = ask_sql_tree_new_select (tree, ask_sql_tree_new_table (tree, numbers->name), 1);
  AskSqlExpr *where = ask_sql_tree_new_expr (tree, ASK_EXPR_BINARY, (AskSqlSpan) { 0, 0 });

  where->op = ASK_OP_EQUAL;
  where->left = ask_sql_tree_new_column (tree, NULL, ask_sql_tree_strdup (tree, numbers->columns[0], -1));
  where->right = theirs;
  select->cores[0]->where = where;
  select->cores[0]->results[0].expr
    = ask_sql_tree_new_column (tree, NULL, ask_sql_tree_strdup (tree, numbers->columns[1], -1));
  equal->left = ask_sql_tree_new_column (tree, ask_sql_from_get_name (item), ask_sql_tree_strdup (tree, number, -1));
  equal->right = ask_sql_tree_new_expr (tree, ASK_EXPR_SELECT, (AskSqlSpan) { 0, 0 });
  equal->right->select = select;
}

static gboolean
is_worth_it (const AskShipment *shipment)
{
  gint64 n = (gint64) ask_rows_get_n_rows (shipment->rows);

  return n >= MIN_KEYS && shipment->n_all > 0 && n >= shipment->n_all / LEAST_SHARE;
}

/* @at: (inout): place of the shipment in @shipments; two come for it where it is told so */
static void
make_lookup (AskShip *self, AskSqlFrom *item, GPtrArray *shipments, guint at)
{
  AskShipment *shipment = shipments->pdata[at];
  g_auto (Lookup) lookup = { 0 };
  AskShipment *numbers;
  AskShipment *dictionary;
  AskConjunct *conjunct;
  const char *names[2];
  const AskSqlExpr *theirs;
  guint column;
  int key = -1;

  conjunct = is_worth_it (shipment) ? ask_ship_find_only_use (self, item, &column) : NULL;
  if (conjunct == NULL)
    return;
  theirs = conjunct->expr->left->from == item ? conjunct->expr->right : conjunct->expr->left;
  for (guint c = 0; c < shipment->relation.n_columns; c++)
    if (g_ascii_strcasecmp (shipment->columns[c], item->columns[column].name) == 0)
      key = (int) c;
  if (key < 0 || ask_ship_get_width (theirs) == 0 || !lookup_make (&lookup, shipment, (guint) key))
    return;
  numbers = make_numbers (self, &lookup, shipment, names);
  dictionary = make_dictionary (self, &lookup, shipment, names[1]);
  rewrite (self, item, conjunct->expr, numbers, names[1]);
  item->name = ask_sql_tree_strdup (self->tree, dictionary->name, -1);
  item->catalog_table = dictionary->table;
  g_ptr_array_remove_index (shipments, at);
  g_ptr_array_add (shipments, numbers);
  g_ptr_array_add (shipments, dictionary);
}

/**
 * ask_ship_make_lookups:
 * @shipments: (inout) (element-type AskShipment): that stand in the statement, whose joins are all inner ones
 *
 * Tells a PostgreSQL server of many keys by a dictionary and an array.
 */
void
ask_ship_make_lookups (AskShip *self, GPtrArray *shipments)
{
  AskSqlDialect dialect;

  if (!ask_engine_get_dialect (self->engine, self->target, &dialect) || dialect != ASK_DIALECT_POSTGRES)
    return;
  for (guint i = 0; i < self->core->from.n; i++)
    for (guint s = 0; s < shipments->len; s++)
      if (self->core->from.items[i]->catalog_table == ((const AskShipment *) shipments->pdata[s])->table)
        {
          make_lookup (self, self->core->from.items[i], shipments, s);
          break;
        }
}
