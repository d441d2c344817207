/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fragments: a SELECT that one database server computes. Made of an analysed tree over the relational
 * view by printing it for that server; opened with or without keys that a join supplies, which travel
 * as a relation of values. What a server would compute otherwise never becomes one.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-memory.h"
#include "engine/ask-shipment.h"

#define KEYS_STEM "keys that a join supplies"

/** ask_fragment_free: frees @self */
void
ask_fragment_free (AskFragment *self)
{
  g_clear_pointer (&self->entity, ask_entity_unref);
  g_clear_pointer (&self->printed, ask_sql_printed_free);
  g_clear_pointer (&self->own_tree, ask_sql_tree_free);
  g_clear_pointer (&self->shipments, g_ptr_array_unref);
  g_free (self->source);
  g_free (self->takes);
  g_free (self);
}

/* @shipments: (element-type AskShipment) */
static gboolean
place_relation (AskSqlFrom *from, gpointer data)
{
  GPtrArray *shipments = data;

  for (guint i = 0; i < shipments->len; i++)
    {
      AskShipment *shipment = shipments->pdata[i];

      if (from->catalog_table == shipment->table)
        from->plan = &shipment->relation;
    }
  return TRUE;
}

/* The analysed statement as the server takes it, or NULL with a reason. */
static AskSqlPrinted *
print (AskEngine *engine, const char *source, AskSqlTree *tree, GPtrArray *shipments, char **reason)
{
  AskSqlPrintOptions options = { .source = source };
  AskSqlVisit visit = { .from = place_relation, .user_data = shipments };

  ask_engine_get_dialect (engine, source, &options.dialect);
  if (shipments != NULL && shipments->len > 0)
    ask_sql_walk_select (tree->select, &visit);
  return ask_sql_print_remote (tree, tree->select, &options, reason);
}

static gboolean
analyse (AskEngine *engine, AskSqlTree *tree, char **reason)
{
  g_autoptr (GError) error = NULL;

  if (ask_sql_analyse (tree, ask_engine_get_catalog (engine), &error))
    return TRUE;
  /* It was made of a tree that could be analysed. */
  *reason = g_strdup_printf ("what was made of it is no query: %s", error->message);
  return FALSE;
}

/* What SQLite has to be told of a column, so that it compares as the expression would. */
static void
add_attribute (AskEntity *entity, const AskSqlOutput *output, AskType printed)
{
  AskType type = printed;
  AskAttribute *attribute;

  if (ask_sql_affinity_from_type (ask_engine_get_declared_type (type)) != output->affinity
      && !(output->affinity == ASK_AFFINITY_NONE
           && ask_sql_affinity_from_type (ask_engine_get_declared_type (type)) == ASK_AFFINITY_BLOB))
    switch (output->affinity)
      {
      case ASK_AFFINITY_INTEGER:
      case ASK_AFFINITY_NUMERIC:
        type = ASK_TYPE_INTEGER;
        break;
      case ASK_AFFINITY_REAL:
        type = ASK_TYPE_REAL;
        break;
      case ASK_AFFINITY_TEXT:
        type = ASK_TYPE_TEXT;
        break;
      default:
        type = ASK_TYPE_ANY;
        break;
      }
  attribute = ask_entity_add_attribute (entity, output->name, output->name, type);
  attribute->nullable = output->nullable;
}

/**
 * ask_fragment_new:
 * @engine: in whose catalogue the tables of @tree are
 * @source: a database server
 * @tree: analysed; one SELECT, closed: it names no column of a statement around it. Has to live as long as
 *   the fragment, and to stay as it is
 * @shipments: (nullable) (element-type AskShipment): that @tree names
 * @reason: (out) (transfer full): why not
 *
 * Returns: (transfer full) (nullable): the fragment, without a name yet; %NULL where the server would
 *   compute something else
 */
AskFragment *
ask_fragment_new (AskEngine *engine, const char *source, AskSqlTree *tree, GPtrArray *shipments, char **reason)
{
  AskSqlPrinted *printed = print (engine, source, tree, shipments, reason);
  AskFragment *self;

  if (printed == NULL)
    return NULL;
  g_assert (printed->n_types == tree->select->cores[0]->n_outputs);
  self = ASK_NEW0 (AskFragment);
  self->tree = tree;
  self->printed = printed;
  self->shipments = shipments != NULL ? g_ptr_array_ref (shipments) : NULL;
  self->source = g_strdup (source);
  self->row_estimate = (gint64) MIN (1e15, ask_estimate_select (tree->select));
  self->one = ask_estimate_is_one (tree->select);
  return self;
}

/** ask_fragment_get_entity: Returns: (transfer none): the shape of its rows, without a name at first */
AskEntity *
ask_fragment_get_entity (AskFragment *self)
{
  if (self->entity == NULL)
    {
      self->entity = ask_entity_new ("", self->source, "", ASK_ENTITY_TABLE);
      self->entity->row_estimate = self->row_estimate;
    }
  return self->entity;
}

/**
 * ask_fragment_new_of_part:
 * @engine: in whose catalogue the tables of @tree are
 * @source: a database server
 * @tree: (transfer full): a part of a statement, as a statement of its own that is not analysed yet
 * @shipments: (nullable) (element-type AskShipment): that @tree names
 * @reason: (out) (transfer full): why not
 *
 * As ask_fragment_new(), with a tree of its own, and with an attribute for each column: others may ask for it as for
 * a table.
 *
 * Returns: (transfer full) (nullable): the fragment, without a name yet; %NULL where the server would
 *   compute something else
 */
AskFragment *
ask_fragment_new_of_part (AskEngine *engine, const char *source, AskSqlTree *tree, GPtrArray *shipments, char **reason)
{
  g_autoptr (AskSqlTree) own = tree;
  AskFragment *self = analyse (engine, own, reason) ? ask_fragment_new (engine, source, own, shipments, reason) : NULL;
  const AskSqlCore *core = tree->select->cores[0];

  if (self == NULL)
    return NULL;
  for (guint i = 0; i < core->n_outputs; i++)
    add_attribute (ask_fragment_get_entity (self), &core->outputs[i], self->printed->types[i]);
  self->own_tree = g_steal_pointer (&own);
  return self;
}

/* "2024-02-29", perhaps with a time after it, or an infinity; not "0044-03-15 BC", not "12000-01-01". */
static gboolean
is_orderly (const AskValue *value)
{
  const char *text = value->text;
  gsize n = value->length;

  if (value->kind != ASK_VALUE_TEXT)
    return TRUE;
  return (n >= 10 && text[4] == '-' && text[n - 1] != 'C') || strcmp (text, "infinity") == 0
         || strcmp (text, "-infinity") == 0;
}

static gboolean
fail_shape (const AskFragment *self, GError **error)
{
  ask_error_set (
    error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_FAILED,
    N_ ("“%s” answered with other columns than it was asked for. See whether a proxy answers in its place, and "
        "refresh the source if its tables were changed."),
    self->source);
  return FALSE;
}

/**
 * ask_fragment_check_columns:
 * @cursor: of ask_fragment_open(), which has given its first row
 * @keyed: whether that had keys
 * @error: %ASK_ENGINE_ERROR_FAILED
 *
 * Returns: whether its rows have the fragment's columns, and one for the key
 */
gboolean
ask_fragment_check_columns (const AskFragment *self, AskCursor *cursor, gboolean keyed, GError **error)
{
  guint n_columns;
  const AskColumn *columns = ask_cursor_get_columns (cursor, &n_columns);

  /* A sheet's copy does not say its columns: nobody else writes there. */
  if (columns == NULL)
    return TRUE;
  if (n_columns != self->printed->n_types + (keyed ? 1 : 0))
    return fail_shape (self, error);
  /* A column that has got more digits since the source was read. */
  for (guint i = 0; i < self->printed->n_types; i++)
    if (columns[i].type == ASK_TYPE_DECIMAL && self->printed->types[i] == ASK_TYPE_REAL)
      return fail_shape (self, error);
  return TRUE;
}

/**
 * ask_fragment_take_row:
 * @row: that came; ask_fragment_check_columns() has looked at the first one's columns
 * @error: %ASK_ENGINE_ERROR_FAILED
 *
 * Counts it. A date outside the years 1 to 9999 is an error: here it would be a text that comes in another order than
 * the date does at its server.
 *
 * Returns: whether it can be taken
 */
gboolean
ask_fragment_take_row (AskFragment *self, const AskValue *row, GError **error)
{
  self->query->rows++;
  self->node->rows++;
  for (guint i = 0; i < self->printed->n_types; i++)
    {
      AskType type = self->printed->types[i];

      if ((type == ASK_TYPE_DATE || type == ASK_TYPE_DATETIME) && !is_orderly (&row[i]))
        {
          ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_FAILED,
                         N_ ("“%s” of “%s” holds “%s”. Here dates have the years 1 to 9999. Leave others out with "
                             "BETWEEN '0001-01-01' AND '9999-12-31', or have a view at the server give them as text."),
                         self->tree->select->cores[0]->outputs[i].name, self->source, row[i].text);
          return FALSE;
        }
    }
  return TRUE;
}

/**
 * ask_fragment_take_keyed_row:
 * @wanted: the keys that ask_fragment_open() was given
 * @row: as of ask_fragment_take_row()
 * @binding: (out): which of the keys it belongs to, as its last cell says
 * @error: %ASK_ENGINE_ERROR_FAILED
 *
 * Returns: whether it can be taken, as ask_fragment_take_row() says
 */
gboolean
ask_fragment_take_keyed_row (AskFragment *self, const AskKeys *wanted, const AskValue *row, guint *binding,
                             GError **error)
{
  const AskValue *last;

  if (!ask_fragment_take_row (self, row, error))
    return FALSE;
  last = &row[self->entity->attributes->len];
  if (last->kind != ASK_VALUE_INTEGER || last->integer < 0 || last->integer >= wanted->n_bindings)
    return fail_shape (self, error);
  *binding = (guint) last->integer;
  return TRUE;
}

/** ask_fragment_note_end: takes the time of the query that has come to its end */
void
ask_fragment_note_end (AskFragment *self)
{
  self->query->elapsed_ms = (double) (g_get_monotonic_time () - self->sent_at) / 1000.0;
  self->node->elapsed_ms += self->query->elapsed_ms;
}

/* PostgreSQL's arrays: one column of all rows, which keep what the cells point at. Returns: (transfer full) */
static AskValue *
take_column (const AskRows *rows, guint column)
{
  gsize n = ask_rows_get_n_rows (rows);
  AskValue *cells = g_new (AskValue, MAX (1, n));

  for (gsize r = 0; r < n; r++)
    cells[r] = *ask_rows_get (rows, r, column);
  return cells;
}

/* MariaDB's JSON_TABLE: all rows as an array of arrays. */
static char *
rows_to_json (const AskRows *rows)
{
  GString *json = g_string_new ("[");

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      g_string_append (json, r > 0 ? ",[" : "[");
      for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
        {
          if (c > 0)
            g_string_append_c (json, ',');
          ask_json_append_value (json, ask_rows_get (rows, r, c));
        }
      g_string_append_c (json, ']');
    }
  g_string_append_c (json, ']');
  return g_string_free (json, FALSE);
}

static const AskRows *
find_rows (const AskFragment *self, const AskShipment *keys, const AskSqlRelation *relation)
{
  if (keys != NULL && relation == &keys->relation)
    return keys->rows;
  for (guint i = 0; self->shipments != NULL && i < self->shipments->len; i++)
    {
      const AskShipment *shipment = self->shipments->pdata[i];

      if (relation == &shipment->relation)
        return shipment->rows;
    }
  g_assert_not_reached ();
}

static void
begin_source (AskRun *run, AskSource *source)
{
  if (run->reading.alone || g_ptr_array_find (run->sets.begun, source, NULL))
    return;
  ask_source_begin (source);
  g_ptr_array_add (run->sets.begun, source);
}

static gboolean
has_reals (const AskSqlPrinted *printed)
{
  for (guint i = 0; i < printed->n_types; i++)
    if (printed->types[i] == ASK_TYPE_REAL || printed->types[i] == ASK_TYPE_ANY)
      return TRUE;
  return FALSE;
}

/* Sends a text to its server, and notes it for the trace. @arguments: one for each slot of @printed */
static AskCursor *
send_text (AskEngine *self, AskSource *source, AskFragment *fragment, const AskSqlPrinted *printed,
           const AskArgument *arguments, GError **error)
{
  AskRemoteQuery *query = ASK_NEW0 (AskRemoteQuery);
  g_autoptr (GError) failure = NULL;
  AskCursor *cursor;

  query->source = g_strdup (fragment->source);
  query->sql = g_strdup (printed->sql);
  g_ptr_array_add (self->run->remote, query);
  ask_run_note_source (self->run, fragment->source);
  fragment->query = query;
  fragment->sent_at = g_get_monotonic_time ();
  if (fragment->node->rows < 0)
    {
      fragment->node->rows = 0;
      fragment->node->calls = 0;
      fragment->node->elapsed_ms = 0;
    }
  fragment->node->calls++;
  begin_source (self->run, source);
  if (printed == fragment->printed)
    ask_source_expect (source, fragment->one ? 1 : fragment->row_estimate, fragment->one, has_reals (printed));
  else
    ask_source_expect (source, -1, FALSE, has_reals (printed));
  cursor = ask_source_query (source, printed->sql, arguments, printed->n_slots, self->run->stop, &failure);
  if (cursor == NULL)
    {
      self->run->refused = g_error_matches (failure, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_SERVER)
                           || g_error_matches (failure, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG);
      g_propagate_error (error, g_steal_pointer (&failure));
    }
  return cursor;
}

/* So many parameters most statements have at most. */
#define FEW_SLOTS 8

/* @sent: (inout) (nullable): made when it is needed, as most statements send values alone; @memory: (transfer full) */
static void
keep (GPtrArray **sent, gpointer memory)
{
  if (*sent == NULL)
    *sent = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (*sent, memory);
}

/* Sends the query with what its parameters stand for. */
static AskCursor *
send (AskEngine *engine, AskFragment *self, const AskSqlPrinted *printed, const AskShipment *keys, GError **error)
{
  AskSource *source = ask_engine_get_source (engine, self->source, error);
  g_autoptr (GPtrArray) sent = NULL;
  AskArgument few_arguments[FEW_SLOTS];
  AskValue few_values[FEW_SLOTS];
  gboolean many = printed->n_slots > FEW_SLOTS;
  g_autofree AskArgument *many_arguments = many ? g_new (AskArgument, printed->n_slots) : NULL;
  g_autofree AskValue *many_values = many ? g_new (AskValue, printed->n_slots) : NULL;
  AskArgument *arguments = many ? many_arguments : few_arguments;
  AskValue *values = many ? many_values : few_values;

  if (source == NULL)
    return NULL;
  for (guint i = 0; i < printed->n_slots; i++)
    {
      const AskSqlSlot *slot = &printed->slots[i];
      const AskRows *rows = slot->kind != ASK_SLOT_VALUE ? find_rows (self, keys, slot->relation) : NULL;
      char *json;

      arguments[i] = (AskArgument) { .type = slot->type, .values = &values[i], .n_values = 1 };
      switch (slot->kind)
        {
        case ASK_SLOT_COLUMN:
          arguments[i].array = TRUE;
          arguments[i].values = take_column (rows, slot->column);
          arguments[i].n_values = ask_rows_get_n_rows (rows);
          keep (&sent, (gpointer) arguments[i].values);
          break;
        case ASK_SLOT_ROWS:
          json = rows_to_json (rows);
          keep (&sent, json);
          arguments[i].type = ASK_TYPE_TEXT;
          values[i] = ask_value_text (json, -1);
          break;
        default:
          values[i] = slot->value;
          break;
        }
    }
  return send_text (engine, source, self, printed, arguments, error);
}

static AskSqlExpr *
make_equal (AskSqlTree *tree, const char *column, guint key)
{
  AskSqlExpr *equal = ask_sql_tree_new_expr (tree, ASK_EXPR_BINARY, (AskSqlSpan) { 0, 0 });
  g_autofree char *name = g_strdup_printf ("k%u", key);

  equal->op = ASK_OP_EQUAL;
  equal->left = ask_sql_tree_new_column (tree, "f", ask_sql_tree_strdup (tree, column, -1));
  equal->right = ask_sql_tree_new_column (tree, "k", ask_sql_tree_strdup (tree, name, -1));
  return equal;
}

/* "SELECT f.* … FROM (the fragment) AS f JOIN keys AS k ON …": the keys' own number comes last, as the
 * binding. */
static AskSqlTree *
make_keyed (const AskFragment *self, const AskTerm *terms, guint n_bound, const char *keys_name)
{
  AskSqlTree *tree = ask_sql_tree_extract (self->tree, self->tree->select);
  AskSqlFrom *fragment = ask_sql_tree_alloc (tree, sizeof *fragment);
  AskSqlFrom *keys = ask_sql_tree_new_table (tree, keys_name);
  guint n = self->entity->attributes->len;
  AskSqlSelect *select = ask_sql_tree_new_select (tree, fragment, n + 1);
  AskSqlCore *core = select->cores[0];

  fragment->kind = ASK_FROM_SELECT;
  fragment->select = tree->select;
  fragment->alias = "f";
  keys->alias = "k";
  keys->join = ASK_JOIN_INNER;
  for (guint i = 0; i < n_bound; i++)
    keys->on = ask_sql_tree_new_and (tree, keys->on, make_equal (tree, terms[i].attribute->column, i));
  core->from.items = ask_sql_tree_alloc (tree, 2 * sizeof *core->from.items);
  core->from.items[0] = fragment;
  core->from.items[1] = keys;
  core->from.n = 2;
  for (guint i = 0; i < n; i++)
    {
      const AskAttribute *attribute = self->entity->attributes->pdata[i];

      core->results[i].expr = ask_sql_tree_new_column (tree, "f", ask_sql_tree_strdup (tree, attribute->column, -1));
    }
  core->results[n].expr = ask_sql_tree_new_column (tree, "k", "n");
  tree->select = select;
  return tree;
}

static AskShipment *
make_keys (AskEngine *engine, const AskFragment *self, const AskKeys *wanted)
{
  guint n_bound = wanted->n_bound;
  g_autoptr (GHashTable) names = ask_sql_select_find_names (self->tree->select);
  g_autofree AskValue *row = g_new (AskValue, n_bound + 1);
  AskRows *rows = ask_rows_new ();
  AskShipment *keys = ask_shipment_new (engine, names, KEYS_STEM, rows, NULL);

  for (guint i = 0; i <= n_bound; i++)
    {
      g_autofree char *name = i < n_bound ? g_strdup_printf ("k%u", i) : g_strdup ("n");
      AskType type = i < n_bound ? wanted->terms[i].attribute->type : ASK_TYPE_INTEGER;
      AskSqlAffinity affinity = ask_sql_affinity_from_type (ask_engine_get_declared_type (type));

      ask_shipment_add_column (keys, name, type, affinity)->nullable = FALSE;
      ask_rows_add_column (rows, name, type);
    }
  keys->table->rows = wanted->n_bindings;
  for (guint b = 0; b < wanted->n_bindings; b++)
    {
      for (guint i = 0; i < n_bound; i++)
        row[i] = wanted->bindings[(gsize) b * n_bound + i];
      row[n_bound] = ask_value_integer (b);
      ask_rows_append (rows, row);
    }
  ask_shipment_measure (keys);
  return keys;
}

/* The query with keys as the server takes it, or NULL with a reason. @keys: @wanted, as they travel; @tree: what it
 * borrows from */
static AskSqlPrinted *
print_keyed (AskEngine *engine, AskFragment *self, const AskKeys *wanted, AskShipment *keys, AskSqlTree **tree,
             char **reason)
{
  g_autoptr (GPtrArray) shipments = g_ptr_array_new ();

  for (guint i = 0; self->shipments != NULL && i < self->shipments->len; i++)
    g_ptr_array_add (shipments, self->shipments->pdata[i]);
  g_ptr_array_add (shipments, keys);
  *tree = make_keyed (self, wanted->terms, wanted->n_bound, keys->name);
  return analyse (engine, *tree, reason) ? print (engine, self->source, *tree, shipments, reason) : NULL;
}

/* Tried with no key at all. */
static gboolean
can_be_keyed (AskEngine *engine, AskFragment *self, const AskAttribute *attribute)
{
  AskTerm term = { attribute, ASK_PARAMETER_EQUALS };
  AskKeys none = { self->entity, &term, 1, NULL, 0 };
  g_autoptr (AskShipment) keys = NULL;
  g_autoptr (AskSqlPrinted) printed = NULL;
  g_autoptr (AskSqlTree) tree = NULL;
  g_autofree char *reason = NULL;

  switch (attribute->type)
    {
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_BOOLEAN:
    case ASK_TYPE_REAL:
    case ASK_TYPE_TEXT:
      break;
    default:
      return FALSE;
    }
  keys = make_keys (engine, self, &none);
  printed = print_keyed (engine, self, &none, keys, &tree, &reason);
  return printed != NULL;
}

/**
 * ask_fragment_takes:
 * @engine: knows the server
 * @column: place of an attribute in the fragment's entity
 *
 * Returns: whether keys for it can travel to the server, and find there what they equal here
 */
gboolean
ask_fragment_takes (AskEngine *engine, AskFragment *self, guint column)
{
  if (self->takes == NULL)
    self->takes = g_new0 (gint8, self->entity->attributes->len);
  if (self->takes[column] == 0)
    self->takes[column] = ask_engine_computes (engine, self->source)
                              && can_be_keyed (engine, self, self->entity->attributes->pdata[column])
                            ? 1
                            : -1;
  return self->takes[column] > 0;
}

/**
 * ask_fragment_open:
 * @engine: has the run that the rows are read for
 * @wanted: (nullable): keys of the fragment's entity; %NULL, or keys without a term, for all rows
 * @error: %ASK_SOURCE_ERROR; %ASK_ENGINE_ERROR_FAILED where keys cannot travel after all
 *
 * With keys the rows have one cell more, the number of the run that they belong to.
 *
 * Returns: (transfer full): a cursor over the rows
 */
AskCursor *
ask_fragment_open (AskEngine *engine, AskFragment *self, const AskKeys *wanted, GError **error)
{
  g_autofree char *reason = NULL;
  g_autoptr (AskSqlPrinted) printed = NULL;
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (AskShipment) keys = NULL;

  if (wanted == NULL || wanted->n_bound == 0)
    return send (engine, self, self->printed, NULL, error);
  keys = make_keys (engine, self, wanted);
  printed = print_keyed (engine, self, wanted, keys, &tree, &reason);
  if (printed == NULL)
    {
      ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_FAILED,
                     N_ ("The keys of a join cannot be sent to “%s”: %s."), self->source, reason);
      return NULL;
    }
  return send (engine, self, printed, keys, error);
}
