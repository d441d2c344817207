/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The virtual table of an API entity, or of a fragment that a database server computes.
 *
 *     CREATE VIRTUAL TABLE temp.shipments USING ask_api('shipments');
 *     SELECT * FROM shipments WHERE carrier_id = 'NF';    -- GET /shipments?carrier_id=NF
 *
 * Its columns are the entity's attributes. idxStr is the plan, one word for each argument of
 * xFilter: "=3" the attribute 3 equals a constant, "j3" a value that a join supplies, "i3" a list
 * of values handed over at once, "g3" or "a3" a lower and "s3" or "b3" an upper bound; these go into
 * the call. "l5" is an equality that the API cannot
 * check: all rows are fetched and looked up here. Words come in the order of xFilter's arguments. After
 * them "n10" says that ten rows are enough, "o2" and "d2" by which attribute they have to be the smallest
 * or the greatest ones, and "t" that those which equal the tenth must be there too; "u" that the API could order
 * them, but nobody trusts its order.
 *
 * A required parameter without a usable equality is SQLITE_CONSTRAINT, so that the planner looks
 * for a join order that supplies it. SQLite checks every condition again (omit is never set), so a
 * call may give too many rows, never too few. A failed call is SQLITE_ERROR and ends the statement.
 */
#include "config.h"

#include <string.h>

#include "engine/ask-dry.h"
#include "engine/ask-fragment.h"
#include "sql/ask-sql-lexer.h"

#define MAX_RUNS 100000
#define MANY_RUNS 500

typedef struct
{
  sqlite3_vtab base;
  AskEngine *engine;
  const AskEntity *entity;
  AskFragment *fragment; /* nullable */
} ApiTable;

typedef struct
{
  sqlite3_vtab_cursor base;
  GPtrArray *fetches; /* AskFetch */
  guint fetch;
  gsize row;
  gboolean found; /* @row is one of the local lookup, or there is none */
  int local_column; /* -1 for none: where the API cannot, or need not, be asked for @locals */
  GArray *locals; /* AskValue, deep copies */
  guint local;
  gsize last; /* so many rows of the one fetch are enough */
  gboolean several; /* more than one call: each row must belong to its own */
  gboolean noted; /* how it is called is told to people, and always the same */
  gboolean eof;
  AskDryTable *dry; /* nullable: where it notes what it would ask for */
} ApiCursor;

static int
api_connect (sqlite3 *db, void *data, int argc, const char *const *argv, sqlite3_vtab **out, char **message)
{
  AskEngine *engine = data;
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE x(");
  g_autofree char *name = argc > 3 ? g_strdup (argv[3]) : NULL;
  gsize length = name != NULL ? strlen (name) : 0;
  const AskEntity *entity = NULL;
  AskFragment *fragment = NULL;
  ApiTable *table;
  int code;

  if (length >= 2)
    {
      AskSqlToken token = { ASK_SQL_STRING, 0, length };
      g_autofree char *plain = ask_sql_token_dup_text (name, &token);

      fragment = g_hash_table_lookup (engine->fragments, plain);
      entity = fragment != NULL ? fragment->entity : ask_schema_find_entity (engine->schema, plain);
    }
  if (entity == NULL || (entity->operation == NULL && fragment == NULL))
    {
      *message = sqlite3_mprintf ("there is no API entity %s", name != NULL ? name : "");
      return SQLITE_ERROR;
    }
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      g_autofree char *column = ask_sql_quote_name (attribute->name);

      g_string_append_printf (sql, "%s%s %s", i > 0 ? ", " : "", column,
                              ask_engine_get_declared_type (attribute->type));
    }
  g_string_append_c (sql, ')');
  code = sqlite3_declare_vtab (db, sql->str);
  if (code != SQLITE_OK)
    {
      *message = sqlite3_mprintf ("%s", sqlite3_errmsg (db));
      return code;
    }
  sqlite3_vtab_config (db, SQLITE_VTAB_INNOCUOUS);
  table = g_new0 (ApiTable, 1);
  table->engine = engine;
  table->entity = entity;
  table->fragment = fragment;
  *out = &table->base;
  return SQLITE_OK;
}

static int
api_disconnect (sqlite3_vtab *vtab)
{
  g_free (vtab);
  return SQLITE_OK;
}

static int
api_best_index (sqlite3_vtab *vtab, sqlite3_index_info *info)
{
  ApiTable *table = (ApiTable *) vtab;

  return ask_api_plan (table->engine, table->entity, table->fragment, info);
}

static void
clear_value (gpointer value)
{
  ask_value_clear (value);
}

static int
api_open (sqlite3_vtab *vtab, sqlite3_vtab_cursor **out)
{
  ApiCursor *cursor = g_new0 (ApiCursor, 1);

  cursor->fetches = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_fetch_unref);
  cursor->locals = g_array_new (FALSE, FALSE, sizeof (AskValue));
  g_array_set_clear_func (cursor->locals, clear_value);
  *out = &cursor->base;
  return SQLITE_OK;
}

static int
api_close (sqlite3_vtab_cursor *base)
{
  ApiCursor *cursor = (ApiCursor *) base;

  if (cursor->dry != NULL)
    cursor->dry->n_open--;
  g_array_unref (cursor->locals);
  g_ptr_array_unref (cursor->fetches);
  g_free (cursor);
  return SQLITE_OK;
}

static int
fail (ApiTable *table, GError *error)
{
  AskRun *run = table->engine->run;

  sqlite3_free (table->base.zErrMsg);
  table->base.zErrMsg = sqlite3_mprintf ("%s", error->message);
  if (run->failure == NULL && !run->shadow)
    run->failure = error;
  else
    g_error_free (error);
  return SQLITE_ERROR;
}

static gboolean look_up (ApiTable *table, ApiCursor *cursor, GArray *bounds);

/* Gets the rows of all combinations, making calls for those that are not there. */
static gboolean
get_fetches (ApiTable *table, ApiCursor *cursor, GArray *bounds, guint n_runs, int *code, GError **error)
{
  g_auto (AskLookup) lookup = { 0 };

  ask_lookup_init (&lookup, table->engine, table->entity, bounds, n_runs);
  if (ask_lookup_find (&lookup, cursor->fetches))
    return TRUE;
  if (table->engine->run->shadow)
    {
      *code = ask_lookup_note (&lookup);
      return TRUE;
    }
  if (!ask_lookup_fetch (&lookup, error))
    return FALSE;
  /* The whole list may have come instead of the keys. */
  if (!look_up (table, cursor, bounds))
    ask_lookup_take (&lookup, cursor->fetches);
  return TRUE;
}

/* Of several calls each gives its own rows: one that an API adds to a call where it does not belong
 * would come twice. */
static gboolean
belongs (const AskFetch *fetch, gsize row)
{
  for (guint i = 0; i < fetch->n_bound; i++)
    for (guint c = 0; c < fetch->entity->attributes->len; c++)
      {
        const AskAttribute *attribute = fetch->entity->attributes->pdata[c];

        if (attribute == fetch->terms[i].attribute && fetch->terms[i].use == ASK_PARAMETER_EQUALS
            && !ask_fetch_equal (attribute->type, ask_rows_get (fetch->rows, row, c), &fetch->bound[i]))
          return FALSE;
      }
  return TRUE;
}

/* Of several values each finds its own rows, as of several calls. */
static gboolean
is_found (const ApiCursor *cursor, const AskFetch *fetch, const AskValue *value)
{
  const AskAttribute *attribute = fetch->entity->attributes->pdata[cursor->local_column];

  return cursor->locals->len == 1
         || ask_fetch_equal (attribute->type, ask_rows_get (fetch->rows, cursor->row, (guint) cursor->local_column),
                             value);
}

/* All rows are there already: the first of the equalities finds its own among them, SQLite looks at the
 * others. An input of the API has no column to be found in. */
static gboolean
look_up (ApiTable *table, ApiCursor *cursor, GArray *bounds)
{
  AskFetch *all = bounds->len > 0 ? ask_fetch_get_all (table->engine, table->entity) : NULL;
  const AskBound *best = NULL;

  if (all == NULL)
    return FALSE;
  for (guint i = 0; i < bounds->len; i++)
    {
      const AskBound *bound = &g_array_index (bounds, AskBound, i);
      const AskAttribute *attribute = table->entity->attributes->pdata[bound->attribute];

      if (attribute->column == NULL)
        return FALSE;
      if (bound->use == ASK_PARAMETER_EQUALS && (best == NULL || bound->values->len < best->values->len))
        best = bound;
    }
  g_ptr_array_set_size (cursor->fetches, 0);
  g_ptr_array_add (cursor->fetches, ask_fetch_ref (all));
  if (best == NULL)
    return TRUE;
  cursor->local_column = (int) best->attribute;
  for (guint i = 0; i < best->values->len; i++)
    {
      AskValue copy;

      ask_value_dup_into (&copy, &g_array_index (best->values, AskValue, i));
      g_array_append_val (cursor->locals, copy);
    }
  return TRUE;
}

/* Lists multiply: two of a thousand values each are a million calls. A list that need not be sent is
 * left to SQLite, the longest first. */
static void
drop_lists (const AskEntity *entity, GArray *bounds)
{
  while (ask_bounds_count_runs (bounds) > MANY_RUNS)
    {
      int longest = -1;

      for (guint i = 0; i < bounds->len; i++)
        {
          const AskBound *bound = &g_array_index (bounds, AskBound, i);
          const AskAttribute *attribute = entity->attributes->pdata[bound->attribute];
          const AskParameter *parameter
            = entity->operation != NULL ? ask_operation_find_parameter_for (entity->operation, attribute->name) : NULL;

          if (bound->values->len < 2 || attribute->column == NULL
              || (parameter != NULL && (parameter->required || parameter->narrows)))
            continue;
          if (longest < 0 || bound->values->len > g_array_index (bounds, AskBound, longest).values->len)
            longest = (int) i;
        }
      if (longest < 0 || bounds->len == 1)
        return;
      g_array_remove_index (bounds, (guint) longest);
    }
}

/* Moves to the first row at or after the place where the cursor stands. */
static int
settle (ApiTable *table, ApiCursor *cursor)
{
  g_autoptr (GError) error = NULL;

  for (; cursor->fetch < cursor->fetches->len; cursor->fetch++, cursor->row = 0)
    {
      AskFetch *fetch = cursor->fetches->pdata[cursor->fetch];

      if (cursor->local_column >= 0)
        {
          for (; cursor->local < cursor->locals->len; cursor->local++, cursor->found = FALSE)
            {
              const AskValue *value = &g_array_index (cursor->locals, AskValue, cursor->local);

              if (!cursor->found)
                {
                  cursor->row = ask_fetch_find (fetch, table->engine, (guint) cursor->local_column, value, &error);
                  if (error != NULL)
                    return fail (table, g_steal_pointer (&error));
                  cursor->found = TRUE;
                }
              while (cursor->row != ASK_FETCH_NO_ROW && !is_found (cursor, fetch, value))
                cursor->row = ask_fetch_find_next (fetch, (guint) cursor->local_column, cursor->row);
              if (cursor->row != ASK_FETCH_NO_ROW)
                return SQLITE_OK;
            }
          continue;
        }
      for (;; cursor->row++)
        {
          AskStep step = cursor->row < cursor->last ? ask_fetch_get_row (fetch, table->engine, cursor->row, &error)
                                                    : ASK_STEP_DONE;

          if (step == ASK_STEP_FAILED)
            return fail (table, g_steal_pointer (&error));
          if (step == ASK_STEP_DONE)
            break;
          if (!cursor->several || belongs (fetch, cursor->row))
            return SQLITE_OK;
        }
    }
  cursor->eof = TRUE;
  return SQLITE_OK;
}

/* The words of a plan after those of the arguments. */
static gboolean
read_top (AskEngine *engine, const AskEntity *entity, const char *plan, AskTop *top)
{
  memset (top, 0, sizeof *top);
  if (plan != NULL && *plan == 'u')
    ask_top_note_untrusted (engine, entity);
  if (plan == NULL || *plan != 'n')
    return FALSE;
  top->n = g_ascii_strtoll (plan + 1, (char **) &plan, 10);
  plan++;
  if (*plan != 'o' && *plan != 'd')
    return TRUE;
  top->descending = *plan == 'd';
  top->column = (guint) g_ascii_strtoull (plan + 1, (char **) &plan, 10);
  top->attribute = entity->attributes->pdata[top->column];
  top->sort = ask_operation_find_sort (entity->operation, top->attribute->name);
  top->ties = plan[1] == 't';
  return TRUE;
}

/* Where the first rows are enough, gets no more than them. */
static gboolean
take_top (ApiTable *table, ApiCursor *cursor, GArray *bounds, const AskTop *top, GError **error)
{
  g_autofree AskTerm *terms = g_new (AskTerm, MAX (1, bounds->len));
  g_autofree AskValue *values = g_new (AskValue, MAX (1, bounds->len));
  AskFetch *fetch;
  gsize last;

  for (guint i = 0; i < bounds->len; i++)
    {
      const AskBound *bound = &g_array_index (bounds, AskBound, i);

      terms[i] = (AskTerm) { table->entity->attributes->pdata[bound->attribute], bound->use };
    }
  ask_bounds_pick_run (bounds, 0, values);
  if (!ask_fetch_find_top (table->engine, &(AskKeys) { table->entity, terms, bounds->len, values, 1 }, top, &fetch,
                           &last, error))
    return FALSE;
  if (fetch == NULL)
    return TRUE;
  g_ptr_array_add (cursor->fetches, ask_fetch_ref (fetch));
  cursor->last = last;
  return TRUE;
}

/* Whether all arguments are told by the name of what a join supplies, and none by its value. */
static gboolean
is_named_only (const GArray *bounds)
{
  for (guint i = 0; i < bounds->len; i++)
    if (!g_array_index (bounds, AskBound, i).join)
      return FALSE;
  return TRUE;
}

static void
rewind_cursor (ApiCursor *self)
{
  g_ptr_array_set_size (self->fetches, 0);
  self->fetch = 0;
  self->row = 0;
  self->found = FALSE;
  self->local_column = -1;
  self->eof = FALSE;
  self->local = 0;
  self->last = G_MAXSIZE;
  self->several = FALSE;
  g_array_set_size (self->locals, 0);
}

/* What SQLite gives for the words of @plan. @plan: (inout): then the words that are given nothing. Returns: SQLite's code */
static int
take_arguments (const ApiTable *table, ApiCursor *cursor, const char **plan, int argc, sqlite3_value **argv,
                GArray *bounds)
{
  int code = SQLITE_OK;

  for (int i = 0; i < argc && code == SQLITE_OK; i++)
    {
      char mode = **plan;
      guint attribute = (guint) g_ascii_strtoull (*plan + 1, (char **) plan, 10);

      (*plan)++;
      if (mode == 'l')
        {
          AskValue value = ask_engine_read_value (argv[i]);
          AskValue copy;

          ask_value_dup_into (&copy, &value);
          g_array_append_val (cursor->locals, copy);
          cursor->local_column = (int) attribute;
        }
      else
        code = ask_bounds_take (bounds, table->entity, mode, attribute, argv[i]);
    }
  return code;
}

static int
api_filter (sqlite3_vtab_cursor *base, int number, const char *plan, int argc, sqlite3_value **argv)
{
  ApiCursor *cursor = (ApiCursor *) base;
  ApiTable *table = (ApiTable *) base->pVtab;
  g_autoptr (GArray) bounds = ask_bounds_new ();
  g_autoptr (GError) error = NULL;
  guint64 n_runs;
  AskTop top;
  gboolean topped;
  int code;

  g_assert (table->engine->run != NULL);
  rewind_cursor (cursor);
  if (table->engine->run->dry != NULL && cursor->dry == NULL)
    cursor->dry = ask_dry_open (table->engine->run->dry, table, table->entity);
  code = take_arguments (table, cursor, &plan, argc, argv, bounds);
  if (code != SQLITE_OK)
    return code;
  if (ask_bounds_count_runs (bounds) > 0 && look_up (table, cursor, bounds))
    return settle (table, cursor);
  drop_lists (table->entity, bounds);
  /* A server gives all its rows for less than so many keys cost; SQLite looks at the list then. */
  if (table->entity->operation == NULL && ask_bounds_count_runs (bounds) > MAX_RUNS)
    g_array_set_size (bounds, 0);
  n_runs = ask_bounds_count_runs (bounds);
  if (n_runs == 0)
    {
      cursor->eof = TRUE;
      return SQLITE_OK;
    }
  if (n_runs > MAX_RUNS)
    return fail (table, g_error_new (ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT,
                                     "The query would make %" G_GUINT64_FORMAT
                                     " calls to “%s”. Ask for less with a condition.",
                                     n_runs, table->entity->name));
  /* An argument that was kept from the call is a condition that its rows need not satisfy. */
  topped = read_top (table->engine, table->entity, plan, &top) && n_runs == 1 && bounds->len == (guint) argc;
  if (cursor->dry != NULL)
    {
      ask_dry_note (cursor->dry, bounds, (guint) n_runs, topped ? top.n : 0);
      cursor->eof = TRUE;
      return SQLITE_OK;
    }
  if (!table->engine->run->shadow && table->entity->operation != NULL && !cursor->noted)
    {
      ask_engine_note_arguments (table->engine, table->entity, bounds);
      cursor->noted = is_named_only (bounds);
    }
  if (topped && !take_top (table, cursor, bounds, &top, &error))
    return fail (table, g_steal_pointer (&error));
  if (cursor->fetches->len > 0)
    return settle (table, cursor);
  if (!get_fetches (table, cursor, bounds, (guint) n_runs, &code, &error))
    return fail (table, g_steal_pointer (&error));
  if (code != SQLITE_OK)
    return code;
  cursor->several = n_runs > 1 && cursor->local_column < 0;
  return settle (table, cursor);
}

static int
api_next (sqlite3_vtab_cursor *base)
{
  ApiCursor *cursor = (ApiCursor *) base;

  if (cursor->local_column >= 0)
    cursor->row
      = ask_fetch_find_next (cursor->fetches->pdata[cursor->fetch], (guint) cursor->local_column, cursor->row);
  else
    cursor->row++;
  return settle ((ApiTable *) base->pVtab, cursor);
}

static int
api_eof (sqlite3_vtab_cursor *base)
{
  return ((ApiCursor *) base)->eof;
}

/** ask_engine_give_value: makes @value what the SQL function or column of @context gives; it is copied */
void
ask_engine_give_value (sqlite3_context *context, const AskValue *value)
{
  switch (value->kind)
    {
    case ASK_VALUE_INTEGER:
      sqlite3_result_int64 (context, value->integer);
      break;
    case ASK_VALUE_REAL:
      sqlite3_result_double (context, value->real);
      break;
    case ASK_VALUE_TEXT:
      sqlite3_result_text64 (context, value->text, value->length, SQLITE_TRANSIENT, SQLITE_UTF8);
      break;
    case ASK_VALUE_BLOB:
      sqlite3_result_blob64 (context, value->blob, value->length, SQLITE_TRANSIENT);
      break;
    default:
      sqlite3_result_null (context);
    }
}

static int
api_column (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  ApiCursor *cursor = (ApiCursor *) base;
  AskFetch *fetch = cursor->fetches->pdata[cursor->fetch];

  ask_engine_give_value (context, ask_fetch_get_cell (fetch, cursor->row, (guint) column));
  return SQLITE_OK;
}

static int
api_rowid (sqlite3_vtab_cursor *base, sqlite3_int64 *rowid)
{
  ApiCursor *cursor = (ApiCursor *) base;

  /* Under a FULL JOIN SQLite asks this of a table without rows, too. */
  if (api_eof (base))
    {
      *rowid = 0;
      return SQLITE_OK;
    }
  *rowid = ask_fetch_get_rowid (cursor->fetches->pdata[cursor->fetch], cursor->row);
  return SQLITE_OK;
}

const sqlite3_module ask_api_table_module = {
  .iVersion = 1,
  .xCreate = api_connect,
  .xConnect = api_connect,
  .xBestIndex = api_best_index,
  .xDisconnect = api_disconnect,
  .xDestroy = api_disconnect,
  .xOpen = api_open,
  .xClose = api_close,
  .xFilter = api_filter,
  .xNext = api_next,
  .xEof = api_eof,
  .xColumn = api_column,
  .xRowid = api_rowid,
};
