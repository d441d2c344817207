/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads queries as far as they go: clause words say where in a query one is, parentheses which query. What does not fit
 * is passed over. Each query is read to its end, so that what stands behind the cursor is known at it.
 */
#include "config.h"

#include "sql/ask-sql-outline-private.h"

#include <string.h>

/**
 * Call:
 * @function: (nullable): the word before the parenthesis
 * @argument: the present one
 *
 * An open parenthesis that holds no query.
 */
typedef struct
{
  char *function;
  guint argument;
} Call;

/**
 * State:
 * @clause: where in the query it is
 * @wants_table: of FROM: an item comes next
 * @operand: a value comes next
 * @on: ON came just now
 * @item: (nullable): the last item of FROM, which may still get an alias
 * @result: (nullable): a name for the result that is being read
 * @stars: (element-type utf8): what gives all its columns as results: the qualifier, "" for all items
 * @calls: (element-type Call): open parentheses
 * @frozen: the core with the hole was read: later ones change nothing of what is seen there
 *
 * Where the reading of one query stands.
 */
typedef struct
{
  AskOutlineReader *reader;
  AskOutlineQuery *query;
  AskSqlClause clause;
  gboolean wants_table;
  gboolean operand;
  gboolean on;
  AskSqlOutlineItem *item;
  char *result;
  GPtrArray *stars;
  GArray *calls;
  gboolean frozen;
} State;

/** ask_outline_query_free: @self: (transfer full): a query */
void
ask_outline_query_free (gpointer self)
{
  AskOutlineQuery *query = self;

  g_ptr_array_unref (query->items);
  g_ptr_array_unref (query->aliases);
  g_ptr_array_unref (query->outputs);
  g_ptr_array_unref (query->ctes);
  g_free (query);
}

static const AskSqlToken *
peek (const AskOutlineReader *self, guint i)
{
  return i < self->tokens->len ? &g_array_index (self->tokens, AskSqlToken, i) : NULL;
}

static gboolean
is (const AskOutlineReader *self, guint i, const char *word)
{
  return i < self->tokens->len && ask_sql_token_is (self->sql, peek (self, i), word);
}

static char *
dup_name (const AskOutlineReader *self, guint i)
{
  return i < self->tokens->len ? ask_sql_token_dup_name (self->sql, peek (self, i)) : NULL;
}

static void
clear_call (gpointer data)
{
  g_free (((Call *) data)->function);
}

static Call *
get_call (State *state)
{
  return state->calls->len > 0 ? &g_array_index (state->calls, Call, state->calls->len - 1) : NULL;
}

/* Columns of an item of this query: its own, or those of the table or CTE that it names. */
static void
append_columns (State *state, const AskSqlOutlineItem *item, GPtrArray *columns)
{
  if (item->columns != NULL)
    for (guint i = 0; i < item->columns->len; i++)
      g_ptr_array_add (columns, g_strdup (item->columns->pdata[i]));
  else if (item->table != NULL && state->reader->columns != NULL)
    state->reader->columns (item->schema, item->table, columns, state->reader->data);
}

static void
end_result (State *state)
{
  if (state->result != NULL && state->query->n_cores == 0)
    g_ptr_array_add (state->query->outputs, g_strdup (state->result));
  g_clear_pointer (&state->result, g_free);
}

/* Stars of the first core become columns once its FROM is known. */
static void
end_core (State *state)
{
  end_result (state);
  for (guint s = 0; s < state->stars->len && state->query->n_cores == 0; s++)
    for (guint i = 0; i < state->query->items->len; i++)
      {
        const AskSqlOutlineItem *item = state->query->items->pdata[i];
        const char *of = state->stars->pdata[s];

        if (*of == '\0' || g_ascii_strcasecmp (of, item->name) == 0)
          append_columns (state, item, state->query->outputs);
      }
  g_ptr_array_set_size (state->stars, 0);
  state->query->n_cores++;
}

/* What is known where the word at the cursor is missing. */
static void
note_hole (State *state)
{
  AskSqlOutline *outline = state->reader->outline;
  const Call *call = get_call (state);

  state->reader->at = state->query;
  outline->clause = state->clause;
  outline->wants_table = state->wants_table;
  outline->wants_operand = state->operand || outline->qualifier != NULL;
  outline->after_on = state->on;
  for (guint i = state->calls->len; i-- > 0 && outline->function == NULL;)
    {
      call = &g_array_index (state->calls, Call, i);
      if (call->function != NULL)
        {
          outline->function = g_strdup (call->function);
          outline->argument = call->argument;
        }
    }
}

static AskSqlOutlineItem *
find_cte (const AskOutlineQuery *query, const char *name)
{
  for (; query != NULL; query = query->parent)
    for (guint i = 0; i < query->ctes->len; i++)
      if (g_ascii_strcasecmp (((AskSqlOutlineItem *) query->ctes->pdata[i])->name, name) == 0)
        return query->ctes->pdata[i];
  return NULL;
}

static void
keep_item (State *state, AskSqlOutlineItem *item)
{
  if (state->frozen)
    {
      ask_outline_item_free (item);
      state->item = NULL;
    }
  else
    {
      g_ptr_array_add (state->query->items, item);
      state->item = item;
    }
  state->wants_table = FALSE;
  state->operand = FALSE;
}

/* "sales.orders" or "orders". */
static void
read_table (State *state, guint *i)
{
  g_autofree char *first = dup_name (state->reader, *i);
  g_autofree char *second = is (state->reader, *i + 1, ".") ? dup_name (state->reader, *i + 2) : NULL;
  const char *name = second != NULL ? second : first;
  const AskSqlOutlineItem *cte = second == NULL ? find_cte (state->query, name) : NULL;
  AskSqlOutlineItem *item;

  /* "sales.|": the table is being written. */
  if (is (state->reader, *i + 1, ".") && *i + 2 == state->reader->hole)
    {
      *i += 2;
      return;
    }
  item = ask_outline_item_new (name);
  *i += second != NULL ? 3 : 1;
  item->schema = second != NULL ? g_strdup (first) : NULL;
  if (cte != NULL && cte->columns != NULL)
    item->columns = g_ptr_array_ref (cte->columns);
  else if (cte == NULL)
    item->table = g_strdup (name);
  keep_item (state, item);
}

/* Columns that are named in parentheses: "x (a, b)". */
static GPtrArray *
read_columns (AskOutlineReader *self, guint *i)
{
  GPtrArray *columns = g_ptr_array_new_with_free_func (g_free);

  for ((*i)++; *i < self->tokens->len && !is (self, *i, ")"); (*i)++)
    {
      char *name = dup_name (self, *i);

      if (name != NULL)
        g_ptr_array_add (columns, name);
    }
  *i += is (self, *i, ")");
  return columns;
}

/* Behind its open parenthesis; reads that which closes it, too. */
static AskOutlineQuery *
read_inner (State *state, guint *i, gboolean in_from, guint depth)
{
  AskOutlineQuery *inner = ask_outline_read (state->reader, i, state->query, depth + 1);

  inner->in_from = in_from;
  *i += is (state->reader, *i, ")");
  return inner;
}

/* Behind WITH: "x (a, b) AS (SELECT …), y AS (…)". */
static void
read_ctes (State *state, guint *i, guint depth)
{
  AskOutlineReader *self = state->reader;

  *i += is (self, *i, "recursive");
  while (*i < self->tokens->len && !is (self, *i, "select") && !is (self, *i, ")") && *i != self->hole)
    {
      g_autofree char *name = dup_name (self, *i);
      AskSqlOutlineItem *cte;
      AskOutlineQuery *inner;

      if (name == NULL)
        {
          (*i)++;
          continue;
        }
      cte = ask_outline_item_new (name);
      g_ptr_array_add (state->query->ctes, cte);
      (*i)++;
      if (is (self, *i, "("))
        cte->columns = read_columns (self, i);
      *i += is (self, *i, "as");
      while (is (self, *i, "not") || is (self, *i, "materialized"))
        (*i)++;
      if (!is (self, *i, "("))
        continue;
      (*i)++;
      inner = read_inner (state, i, TRUE, depth);
      if (cte->columns == NULL)
        cte->columns = g_ptr_array_ref (inner->outputs);
      *i += is (self, *i, ",");
    }
}

static gboolean
begins_query (const AskOutlineReader *self, guint i)
{
  return is (self, i, "select") || is (self, i, "with") || is (self, i, "values")
         || (i == self->hole && (is (self, i, ")") || i == self->tokens->len));
}

static void
open_parenthesis (State *state, guint *i, guint depth)
{
  AskOutlineReader *self = state->reader;
  gboolean from = state->clause == ASK_CLAUSE_FROM && state->wants_table;
  const AskSqlToken *before = *i > 0 ? peek (self, *i - 1) : NULL;
  Call call = { NULL, 0 };

  (*i)++;
  if (depth < ASK_OUTLINE_MAX_DEPTH && begins_query (self, *i)
      && (is (self, *i, "select") || is (self, *i, "with") || is (self, *i, "values") || from))
    {
      AskOutlineQuery *inner = read_inner (state, i, from, depth);

      if (from)
        {
          AskSqlOutlineItem *item = ask_outline_item_new ("");

          item->columns = g_ptr_array_ref (inner->outputs);
          keep_item (state, item);
        }
      state->operand = FALSE;
      return;
    }
  /* Of a join in parentheses the items are those of the query. */
  if (from)
    {
      g_array_append_val (state->calls, call);
      return;
    }
  if (before != NULL && before->kind == ASK_SQL_WORD && !state->operand)
    call.function = ask_sql_token_dup_name (self->sql, before);
  g_array_append_val (state->calls, call);
  state->operand = TRUE;
}

/* A FROM stands in no parenthesis but that of its query: one before it was never closed. */
static void
begin_clause (State *state, AskSqlClause clause)
{
  if (clause == ASK_CLAUSE_FROM)
    g_array_set_size (state->calls, 0);
  if (state->clause == ASK_CLAUSE_SELECT)
    end_result (state);
  state->clause = clause;
  state->wants_table = clause == ASK_CLAUSE_FROM;
  state->operand = TRUE;
  state->item = NULL;
}

static gboolean
read_clause (State *state, guint *i)
{
  static const struct
  {
    const char *word;
    AskSqlClause clause;
    gboolean alone; /* in no parenthesis */
  } clauses[] = {
    { "from", ASK_CLAUSE_FROM, FALSE },    { "where", ASK_CLAUSE_WHERE, TRUE }, { "group", ASK_CLAUSE_GROUP, TRUE },
    { "having", ASK_CLAUSE_HAVING, TRUE }, { "order", ASK_CLAUSE_ORDER, TRUE }, { "limit", ASK_CLAUSE_LIMIT, TRUE },
    { "offset", ASK_CLAUSE_LIMIT, TRUE },
  };
  AskOutlineReader *self = state->reader;

  if (peek (self, *i)->kind != ASK_SQL_WORD || is (self, *i + 1, ".")
      || (*i > 0 && is (self, *i - 1, ".") && *i != self->hole))
    return FALSE;
  for (guint c = 0; c < G_N_ELEMENTS (clauses); c++)
    if (is (self, *i, clauses[c].word) && (!clauses[c].alone || state->calls->len == 0))
      {
        begin_clause (state, clauses[c].clause);
        (*i)++;
        *i += is (self, *i, "by");
        return TRUE;
      }
  if (state->calls->len == 0 && (is (self, *i, "union") || is (self, *i, "intersect") || is (self, *i, "except")))
    {
      end_core (state);
      begin_clause (state, ASK_CLAUSE_START);
      (*i)++;
      *i += is (self, *i, "all");
      return TRUE;
    }
  if (is (self, *i, "select"))
    {
      /* Another SELECT of a compound, or one that was begun before another. */
      if (state->clause != ASK_CLAUSE_START)
        end_core (state);
      if (self->at == state->query)
        state->frozen = TRUE;
      if (!state->frozen)
        {
          g_ptr_array_set_size (state->query->items, 0);
          g_ptr_array_set_size (state->query->aliases, 0);
        }
      g_array_set_size (state->calls, 0);
      begin_clause (state, ASK_CLAUSE_SELECT);
      (*i)++;
      *i += is (self, *i, "distinct") || is (self, *i, "all");
      return TRUE;
    }
  return FALSE;
}

/* Words between the items of a FROM. Returns: whether it was one */
static gboolean
read_join (State *state, guint *i)
{
  AskOutlineReader *self = state->reader;

  if (state->clause != ASK_CLAUSE_FROM && state->clause != ASK_CLAUSE_ON)
    return FALSE;
  if (is (self, *i, "join") || (is (self, *i, ",") && state->calls->len == 0))
    {
      begin_clause (state, ASK_CLAUSE_FROM);
      (*i)++;
      return TRUE;
    }
  if (is (self, *i, "on") || is (self, *i, "using"))
    {
      state->clause = ASK_CLAUSE_ON;
      state->wants_table = FALSE;
      state->operand = TRUE;
      state->on = is (self, *i, "on");
      state->item = NULL;
      (*i)++;
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_join_word (const AskOutlineReader *self, guint i)
{
  static const char *const words[]
    = { "left", "right", "full", "inner", "outer", "cross", "natural", "not", "indexed" };

  for (guint w = 0; w < G_N_ELEMENTS (words); w++)
    if (is (self, i, words[w]))
      return TRUE;
  return FALSE;
}

/* An item's alias: "AS o", or a name just behind it. */
static void
read_alias (State *state, guint *i)
{
  AskOutlineReader *self = state->reader;
  g_autofree char *name = NULL;

  if (is_join_word (self, *i))
    {
      state->item = NULL;
      (*i)++;
      return;
    }
  /* "orders AS |": the alias is being written. */
  *i += is (self, *i, "as");
  name = *i != self->hole ? dup_name (self, *i) : NULL;
  if (name == NULL)
    {
      state->item = NULL;
      return;
    }
  g_free (state->item->name);
  state->item->name = g_steal_pointer (&name);
  state->item = NULL;
  (*i)++;
}

static void
add_alias (State *state, const char *name)
{
  if (!state->frozen)
    g_ptr_array_add (state->query->aliases, g_strdup (name));
}

/* Of a result, its name: the last of a.b, or what stands behind AS. */
static void
read_result (State *state, guint i)
{
  AskOutlineReader *self = state->reader;
  g_autofree char *name = dup_name (self, i);

  if (is (self, i, ","))
    end_result (state);
  else if (is (self, i, "*") && (state->operand || (i > 0 && is (self, i - 1, "."))))
    {
      g_autofree char *of = i > 1 && is (self, i - 1, ".") ? dup_name (self, i - 2) : NULL;

      g_ptr_array_add (state->stars, g_strdup (of != NULL ? of : ""));
      g_clear_pointer (&state->result, g_free);
    }
  else if (name != NULL && i > 0 && is (self, i - 1, "as") && state->calls->len == 0)
    {
      g_free (state->result);
      state->result = g_strdup (name);
      add_alias (state, name);
    }
  else if (name != NULL && (state->operand || is (self, i - 1, ".")))
    {
      g_free (state->result);
      state->result = g_strdup (name);
    }
  else if (name != NULL && peek (self, i)->kind != ASK_SQL_OPERATOR && !is (self, i, "as"))
    {
      /* "sum(a) total": an alias without AS; "a AND b" names nothing. */
      const AskSqlToken *before = peek (self, i - 1);

      g_clear_pointer (&state->result, g_free);
      if (before->kind != ASK_SQL_OPERATOR || ask_sql_token_is (self->sql, before, ")"))
        {
          state->result = g_strdup (name);
          add_alias (state, name);
        }
    }
  else if (name == NULL && !is (self, i, ".") && !is (self, i, ")"))
    g_clear_pointer (&state->result, g_free);
}

/* Whether a value comes behind the word. */
static gboolean
wants_value (const AskOutlineReader *self, guint i)
{
  static const char *const words[] = { "and", "or", "not",  "case",   "when",     "then", "else",   "between", "like",
                                       "in",  "is", "glob", "regexp", "distinct", "by",   "exists", "filter",  "over" };

  if (peek (self, i)->kind == ASK_SQL_OPERATOR)
    return !is (self, i, ")");
  for (guint w = 0; peek (self, i)->kind == ASK_SQL_WORD && w < G_N_ELEMENTS (words); w++)
    if (is (self, i, words[w]))
      return TRUE;
  return FALSE;
}

static void
read_token (State *state, guint *i, guint depth)
{
  AskOutlineReader *self = state->reader;
  gboolean on = state->on;

  state->on = FALSE;
  if (is (self, *i, "("))
    {
      if (state->clause == ASK_CLAUSE_SELECT && state->calls->len == 0)
        g_clear_pointer (&state->result, g_free);
      open_parenthesis (state, i, depth);
      state->on = on && state->clause == ASK_CLAUSE_ON;
      return;
    }
  if (read_clause (state, i) || read_join (state, i))
    return;
  if (state->clause == ASK_CLAUSE_FROM && state->wants_table
      && (peek (self, *i)->kind == ASK_SQL_WORD || peek (self, *i)->kind == ASK_SQL_QUOTED))
    {
      read_table (state, i);
      return;
    }
  if (state->clause == ASK_CLAUSE_FROM && state->item != NULL && !is (self, *i, ")") && *i != self->hole)
    {
      guint before = *i;

      read_alias (state, i);
      if (*i > before)
        return;
    }
  if (is (self, *i, ")") && state->calls->len > 0)
    g_array_set_size (state->calls, state->calls->len - 1);
  else if (is (self, *i, ",") && state->calls->len > 0)
    get_call (state)->argument++;
  else if (state->clause == ASK_CLAUSE_SELECT && state->calls->len == 0)
    read_result (state, *i);
  state->operand = wants_value (self, *i);
  (*i)++;
}

/**
 * ask_outline_read:
 * @i: (inout): the token that it begins with; then the parenthesis that ends it, or the end of the text
 * @parent: (nullable): the query around it
 * @depth: how many are around it
 *
 * Returns: (transfer none): the query
 */
AskOutlineQuery *
ask_outline_read (AskOutlineReader *self, guint *i, AskOutlineQuery *parent, guint depth)
{
  AskOutlineQuery *query = g_new0 (AskOutlineQuery, 1);
  State state = { .reader = self, .query = query, .operand = TRUE };
  gboolean told = *i > self->hole;

  query->parent = parent;
  query->items = g_ptr_array_new_with_free_func (ask_outline_item_free);
  query->aliases = g_ptr_array_new_with_free_func (g_free);
  query->outputs = g_ptr_array_new_with_free_func (g_free);
  query->ctes = g_ptr_array_new_with_free_func (ask_outline_item_free);
  g_ptr_array_add (self->queries, query);
  state.stars = g_ptr_array_new_with_free_func (g_free);
  state.calls = g_array_new (FALSE, FALSE, sizeof (Call));
  g_array_set_clear_func (state.calls, clear_call);
  if (is (self, *i, "with") && *i != self->hole)
    {
      (*i)++;
      read_ctes (&state, i, depth);
    }
  while (TRUE)
    {
      /* Unless a query within came to it. */
      if (!told && *i >= self->hole)
        {
          told = TRUE;
          if (self->at == NULL)
            note_hole (&state);
        }
      if (*i >= self->tokens->len || (parent != NULL && is (self, *i, ")") && state.calls->len == 0))
        break;
      read_token (&state, i, depth);
    }
  end_core (&state);
  g_clear_pointer (&state.result, g_free);
  g_ptr_array_unref (state.stars);
  g_array_unref (state.calls);
  return query;
}
