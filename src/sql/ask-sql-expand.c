/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first of two walks over a tree, SQLite's selectExpander: every table, CTE and table function
 * of every SELECT gets its columns by name, joins are set up and stars expanded. A CTE is looked into
 * when it is first named, and only then, since SQLite does not complain about one that nobody names.
 */
#include "config.h"

#include "sql/ask-sql-analysis-private.h"

#include <string.h>

/* What is known of a CTE beside what the tree says. @error: whether and why it cannot be named right now. */
typedef enum
{
  CTE_FREE,
  CTE_CIRCLE,
  CTE_RECURSIVE
} CteError;

typedef struct
{
  gboolean expanded;
  CteError error;
  guint first_recursive;
} CteState;

static gboolean
same (const char *a, const char *b)
{
  return a != NULL && b != NULL && g_ascii_strcasecmp (a, b) == 0;
}

static gpointer
alloc (AskSqlAnalyser *self, gsize n, gsize size)
{
  return ask_sql_tree_alloc (self->tree, MAX (n, 1) * size);
}

/* Names of a subquery's columns are made different, as sqlite3ColumnsFromExprList() does. */
static const char *
make_unique (AskSqlAnalyser *self, GHashTable *seen, const char *name)
{
  const char *made = name;
  guint n = 0;

  while (g_hash_table_contains (seen, made))
    {
      gsize length = strlen (made);
      gsize at = length;
      g_autofree char *next = NULL;

      while (at > 1 && g_ascii_isdigit (made[at - 1]))
        at--;
      if (at > 0 && at < length && made[at - 1] == ':')
        length = at - 1;
      next = g_strdup_printf ("%.*s:%u", (int) length, made, ++n);
      made = ask_sql_tree_strdup (self->tree, next, -1);
    }
  g_hash_table_add (seen, (gpointer) made);
  return made;
}

static guint
fold_hash (gconstpointer key)
{
  guint hash = 5381;

  for (const char *p = key; *p != '\0'; p++)
    hash = hash * 33 + (guchar) g_ascii_tolower (*p);
  return hash;
}

static gboolean
fold_equal (gconstpointer a, gconstpointer b)
{
  return g_ascii_strcasecmp (a, b) == 0;
}

static AskSqlOutput *
make_columns (AskSqlAnalyser *self, const AskSqlOutput *outputs, guint n,
              const char *const *names)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (fold_hash, fold_equal);
  AskSqlOutput *columns = alloc (self, n, sizeof *columns);

  for (guint i = 0; i < n; i++)
    {
      columns[i] = outputs[i];
      columns[i].name = make_unique (self, seen, names != NULL ? names[i] : outputs[i].name);
    }
  return columns;
}

static void
set_columns (AskSqlAnalyser *self, AskSqlFrom *from, AskSqlOutput *columns, guint n)
{
  from->columns = columns;
  from->n_columns = n;
  from->used = alloc (self, n, sizeof (gboolean));
  from->uses_rowid = FALSE;
}

static void
set_table (AskSqlAnalyser *self, AskSqlFrom *from, const AskSqlTable *table)
{
  guint n = table->columns->len;
  AskSqlOutput *columns = alloc (self, n, sizeof *columns);

  for (guint i = 0; i < n; i++)
    {
      const AskSqlColumn *column = g_ptr_array_index (table->columns, i);

      columns[i].name = column->name;
      columns[i].type = column->type;
      columns[i].affinity = column->affinity;
      columns[i].collation = column->collation;
      columns[i].nullable = column->nullable;
    }
  from->catalog_table = table;
  set_columns (self, from, columns, n);
}

/* json_each and json_tree (json1.html, section 4.18). */
static gboolean
set_table_function (AskSqlAnalyser *self, AskSqlFrom *from)
{
  static const AskSqlOutput each[] = {
    { .name = "key", .type = ASK_TYPE_ANY, .nullable = TRUE },
    { .name = "value", .type = ASK_TYPE_ANY, .nullable = TRUE },
    { .name = "type", .type = ASK_TYPE_TEXT, .affinity = ASK_AFFINITY_TEXT, .nullable = TRUE },
    { .name = "atom", .type = ASK_TYPE_ANY, .nullable = TRUE },
    { .name = "id", .type = ASK_TYPE_INTEGER, .affinity = ASK_AFFINITY_INTEGER, .nullable = TRUE },
    { .name = "parent", .type = ASK_TYPE_INTEGER, .affinity = ASK_AFFINITY_INTEGER, .nullable = TRUE },
    { .name = "fullkey", .type = ASK_TYPE_TEXT, .affinity = ASK_AFFINITY_TEXT, .nullable = TRUE },
    { .name = "path", .type = ASK_TYPE_TEXT, .affinity = ASK_AFFINITY_TEXT, .nullable = TRUE },
    { .name = "json", .type = ASK_TYPE_ANY, .nullable = TRUE, .hidden = TRUE },
    { .name = "root", .type = ASK_TYPE_ANY, .nullable = TRUE, .hidden = TRUE },
  };

  if (from->schema != NULL || (!same (from->name, "json_each") && !same (from->name, "json_tree")))
    return FALSE;

  AskSqlOutput *columns = alloc (self, G_N_ELEMENTS (each), sizeof *columns);

  memcpy (columns, each, sizeof each);
  for (gsize i = 0; i < G_N_ELEMENTS (each); i++)
    if (columns[i].affinity == ASK_AFFINITY_NONE)
      columns[i].affinity = ASK_AFFINITY_BLOB;
  set_columns (self, from, columns, G_N_ELEMENTS (each));
  return TRUE;
}

static gboolean expand_cores (AskSqlAnalyser *self, AskSqlSelect *select, guint start, guint end,
                              AskSqlWith *with, AskSqlCore *parent);

static CteState *
get_state (AskSqlAnalyser *self, AskSqlCte *cte)
{
  CteState *state = g_hash_table_lookup (self->ctes, cte);

  if (state == NULL)
    {
      state = alloc (self, 1, sizeof *state);
      g_hash_table_insert (self->ctes, cte, state);
      cte->recursive = FALSE;
      cte->n_uses = 0;
      cte->n_outputs = 0;
    }
  return state;
}

/* How often the CTE's name stands in the FROM clause of one of its own SELECTs. */
static guint
count_self (const AskSqlFroms *froms, const char *name)
{
  guint count = 0;

  for (guint i = 0; i < froms->n; i++)
    {
      const AskSqlFrom *from = froms->items[i];

      /* Only parentheses that SQLite's grammar drops: the first, without a name. */
      if (from->kind == ASK_FROM_JOIN && i == 0 && from->alias == NULL)
        count += count_self (&from->items, name);
      else if (from->kind == ASK_FROM_TABLE && from->schema == NULL && same (from->name, name))
        count++;
    }
  return count;
}

/* Finds the last SELECTs of a compound that name the CTE itself. */
static gboolean
find_recursion (AskSqlAnalyser *self, AskSqlCte *cte, CteState *state)
{
  AskSqlSelect *select = cte->select;
  AskSqlCompound last = select->cores[select->n_cores - 1]->compound;

  state->first_recursive = select->n_cores;
  if (last != ASK_COMPOUND_UNION && last != ASK_COMPOUND_UNION_ALL)
    return TRUE;
  for (guint i = select->n_cores - 1; i > 0 && select->cores[i]->compound == last; i--)
    {
      guint count = count_self (&select->cores[i]->from, cte->name);

      if (count == 0)
        break;
      if (count > 1)
        return ask_sql_misuse (self, select->cores[i]->span,
                               "“%s” may name itself only once in each of its SELECTs", cte->name);
      state->first_recursive = i;
      cte->recursive = TRUE;
    }
  return TRUE;
}

static gboolean
set_cte_outputs (AskSqlAnalyser *self, AskSqlCte *cte)
{
  const AskSqlCore *first = cte->select->cores[0];

  if (cte->columns != NULL && g_strv_length ((char **) cte->columns) != first->n_outputs)
    {
      if (!ask_sql_misuse (self, cte->span, "“%s” gives %u columns, but names %u of them",
                           cte->name, first->n_outputs, g_strv_length ((char **) cte->columns)))
        return FALSE;
      cte->outputs = make_columns (self, first->outputs, first->n_outputs, NULL);
    }
  else
    cte->outputs = make_columns (self, first->outputs, first->n_outputs, cte->columns);
  cte->n_outputs = first->n_outputs;
  return TRUE;
}

static gboolean
expand_cte (AskSqlAnalyser *self, AskSqlCte *cte, CteState *state, AskSqlWith *with,
            AskSqlCore *parent)
{
  AskSqlSelect *select = cte->select;
  AskSqlWith *inner = with;
  gboolean go_on;

  state->expanded = TRUE;
  if (!find_recursion (self, cte, state))
    return FALSE;
  state->error = CTE_CIRCLE;
  if (select->n_ctes > 0)
    {
      inner = alloc (self, 1, sizeof *inner);
      inner->select = select;
      inner->outer = with;
    }
  if (!cte->recursive)
    go_on = ask_sql_expand_select (self, select, with, parent);
  else
    go_on = expand_cores (self, select, 0, state->first_recursive, inner, parent);
  if (!go_on || !set_cte_outputs (self, cte))
    return FALSE;
  if (cte->recursive)
    {
      state->error = CTE_RECURSIVE;
      if (!expand_cores (self, select, state->first_recursive, select->n_cores, inner, parent))
        return FALSE;
    }
  state->error = CTE_FREE;
  return TRUE;
}

static gboolean
is_self (const AskSqlCte *cte, const CteState *state, const AskSqlCore *core)
{
  if (!cte->recursive || state->error == CTE_FREE)
    return FALSE;
  for (guint i = state->first_recursive; i < cte->select->n_cores; i++)
    if (cte->select->cores[i] == core)
      return TRUE;
  return FALSE;
}

static gboolean
use_cte (AskSqlAnalyser *self, AskSqlCte *cte, AskSqlWith *with, AskSqlFrom *from,
         AskSqlCore *parent, gboolean top)
{
  CteState *state = get_state (self, cte);

  from->cte = cte;
  set_columns (self, from, NULL, 0);
  if (state->error != CTE_FREE && !(top && is_self (cte, state, parent)))
    return ask_sql_misuse (self, from->span,
                           state->error == CTE_CIRCLE
                             ? "“%s” is made from itself in a circle"
                             : "“%s” may name itself only in the FROM of its last SELECTs, and "
                               "once in each",
                           cte->name);
  if (from->kind == ASK_FROM_FUNCTION)
    return ask_sql_misuse (self, from->span, "“%s” is no function", from->name);
  if (from->indexed_by != NULL)
    return ask_sql_misuse (self, from->span, "“%s” has no index “%s”", from->name,
                           from->indexed_by);
  cte->n_uses++;
  if (!state->expanded && !expand_cte (self, cte, state, with, parent))
    return FALSE;
  set_columns (self, from, make_columns (self, cte->outputs, cte->n_outputs, NULL),
               cte->n_outputs);
  return TRUE;
}

static gboolean
expand_table (AskSqlAnalyser *self, AskSqlFrom *from, AskSqlWith *with, AskSqlCore *parent,
              gboolean top)
{
  for (AskSqlWith *at = with; from->schema == NULL && at != NULL; at = at->outer)
    for (guint i = 0; i < at->select->n_ctes; i++)
      if (same (at->select->ctes[i]->name, from->name))
        return use_cte (self, at->select->ctes[i], at, from, parent, top);

  const AskSqlTable *table = ask_sql_catalog_find_table (self->catalog, from->schema, from->name);

  if (table == NULL)
    {
      if (set_table_function (self, from))
        return from->args.n <= 2
               || ask_sql_misuse (self, from->span, "%s() takes at most 2 arguments", from->name);
      set_columns (self, from, NULL, 0);
      return ask_sql_found (self, ASK_SQL_ERROR_UNKNOWN_TABLE,
                            from->name_span.end > 0 ? from->name_span : from->span, from->schema,
                            from->name, NULL, "there is no table “%s%s%s”",
                            from->schema != NULL ? from->schema : "",
                            from->schema != NULL ? "." : "", from->name);
    }
  set_table (self, from, table);
  if (from->kind == ASK_FROM_FUNCTION)
    return ask_sql_misuse (self, from->span, "“%s” is a table, no function", from->name);
  if (from->indexed_by != NULL)
    return ask_sql_misuse (self, from->span, "“%s” has no index “%s”", from->name,
                           from->indexed_by);
  return TRUE;
}

static gboolean expand_list (AskSqlAnalyser *self, AskSqlCore *core, AskSqlWith *with,
                             AskSqlFroms *froms, AskSqlItems *list, gboolean top);

static gboolean
is_dropped (const AskSqlFrom *from, guint i)
{
  return from->kind == ASK_FROM_JOIN && i == 0 && from->alias == NULL && from->on == NULL
         && from->using == NULL;
}

/* Terms of a list, once parentheses that mean nothing are gone. */
static void
collect_terms (AskSqlFroms *froms, GPtrArray *terms)
{
  for (guint i = 0; i < froms->n; i++)
    if (is_dropped (froms->items[i], i))
      collect_terms (&froms->items[i]->items, terms);
    else
      g_ptr_array_add (terms, froms->items[i]);
}

static void
mark_null_supplying (AskSqlFrom *from)
{
  from->null_supplying = TRUE;
  for (guint i = 0; i < from->items.n; i++)
    mark_null_supplying (from->items.items[i]);
}

static void
set_sides (AskSqlItems *list)
{
  for (guint i = 1; i < list->n; i++)
    {
      AskSqlJoin join = list->items[i].ends->join;

      list->items[i].left = join == ASK_JOIN_LEFT || join == ASK_JOIN_FULL;
      list->items[i].right = join == ASK_JOIN_RIGHT || join == ASK_JOIN_FULL;
      if (list->items[i].left)
        mark_null_supplying (list->items[i].ends);
      for (guint j = 0; list->items[i].right && j < i; j++)
        {
          list->items[j].left_of_right = TRUE;
          mark_null_supplying (list->items[j].ends);
        }
    }
}

static gboolean
is_named_twice (const AskSqlItems *list, guint i)
{
  for (guint j = 0; j < list->n; j++)
    if (j != i && (list->items[j].nested || same (list->items[j].name, list->items[i].name)))
      return TRUE;
  return FALSE;
}

/* What can be named of a join in parentheses: SQLite makes it SELECT * with names that say where
 * each column is from, and the merged columns of USING before those of the item to their left. */
static gboolean
make_entries (AskSqlAnalyser *self, AskSqlItem *item, AskSqlItems *list)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, TRUE, sizeof (AskSqlEntry));
  g_autoptr (GHashTable) seen = g_hash_table_new (fold_hash, fold_equal);
  g_autoptr (GHashTable) terms = g_hash_table_new (fold_hash, fold_equal);

  for (guint i = 0; i < list->n; i++)
    {
      const AskSqlItem *at = &list->items[i];
      const AskSqlItem *next = i + 1 < list->n && at[1].n_using > 0 ? at + 1 : NULL;
      guint n = at->nested ? at->n_entries : at->from->n_columns;

      for (guint u = 0; next != NULL && u < next->n_using; u++)
        {
          AskSqlExpr *target
            = ask_sql_tree_new_expr (self->tree, ASK_EXPR_COLUMN, (AskSqlSpan) { 0, 0 });
          AskSqlEntry entry = { .schema = "", .table = "", .name = next->using[u],
                                .using_term = TRUE, .target = target };

          target->name = next->using[u];
          ask_sql_items_match (self, list, NULL, NULL, target->name, target, NULL, NULL);
          g_array_append_val (entries, entry);
        }
      for (guint c = 0; c < n; c++)
        {
          AskSqlEntry entry = { 0 };
          const char *name = at->nested ? at->entries[c].unique : at->from->columns[c].name;

          if (!at->nested && at->from->columns[c].hidden)
            continue;
          if (at->nested)
            entry = at->entries[c];
          else
            {
              entry.schema = at->schema;
              entry.table = at->name;
              entry.name = name;
              /* SQLite writes main.t.x here, which must have one meaning. */
              if (is_named_twice (list, i)
                  && ask_sql_items_match (self, list, at->schema, at->name, name, NULL, NULL, NULL)
                       > 1
                  && !ask_sql_found (self, ASK_SQL_ERROR_AMBIGUOUS, item->ends->span, at->schema,
                                     at->name, name,
                                     "“%s.%s” is in these parentheses twice; give one of the tables "
                                     "another name with AS",
                                     at->name, name))
                return FALSE;
            }
          entry.using_term = FALSE;
          entry.no_expand = at->nested && at->entries[c].no_expand;
          entry.target = ask_sql_item_bind (self, at, c, (AskSqlSpan) { 0, 0 });
          for (guint u = 0; u < at->n_using; u++)
            entry.no_expand = entry.no_expand || same (at->using[u], name);
          for (guint u = 0; next != NULL && u < next->n_using; u++)
            entry.no_expand = entry.no_expand || same (next->using[u], name);
          g_array_append_val (entries, entry);
        }
    }
  item->n_entries = entries->len;
  item->entries = alloc (self, entries->len, sizeof (AskSqlEntry));
  for (guint i = 0; i < entries->len; i++)
    {
      AskSqlEntry *entry = &item->entries[i];

      *entry = g_array_index (entries, AskSqlEntry, i);
      /* What a USING term has merged is not shown a second time. */
      if (g_hash_table_contains (terms, entry->name) && g_hash_table_contains (seen, entry->name))
        entry->no_expand = TRUE;
      if (entry->using_term)
        g_hash_table_add (terms, (gpointer) entry->name);
      entry->unique = make_unique (self, seen, entry->name);
    }
  return TRUE;
}

static gboolean
expand_term (AskSqlAnalyser *self, AskSqlCore *core, AskSqlWith *with, AskSqlFrom *term,
             AskSqlItem *item, gboolean top)
{
  AskSqlFrom *from = term;

  /* "(t AS x)" that stands not first: SQLite takes the table and forgets the x. */
  while (from->kind == ASK_FROM_JOIN && from->items.n == 1)
    {
      from = from->items.items[0];
      from->core = core;
      top = FALSE;
    }
  item->from = from;
  item->ends = term;
  term->core = core;
  from->core = core;
  from->cte = NULL;
  from->catalog_table = NULL;
  term->equalities = (AskSqlExprs) { NULL, 0 };
  term->null_supplying = from->null_supplying = FALSE;
  if (from->kind == ASK_FROM_JOIN)
    {
      AskSqlItems list = { NULL, 0 };

      item->nested = TRUE;
      item->name = term->alias;
      if (!expand_list (self, core, with, &from->items, &list, FALSE))
        return FALSE;
      return make_entries (self, item, &list);
    }
  if (from->kind == ASK_FROM_SELECT)
    {
      item->name = term->alias;
      if (!ask_sql_expand_select (self, from->select, with, core))
        return FALSE;

      const AskSqlCore *first = from->select->cores[0];

      set_columns (self, from, make_columns (self, first->outputs, first->n_outputs, NULL),
                   first->n_outputs);
      return TRUE;
    }
  item->name = term->alias != NULL ? term->alias : from->name;
  if (!expand_table (self, from, with, core, top))
    return FALSE;
  item->schema = from->catalog_table != NULL ? from->catalog_table->schema : NULL;
  return TRUE;
}

static gboolean
expand_list (AskSqlAnalyser *self, AskSqlCore *core, AskSqlWith *with, AskSqlFroms *froms,
             AskSqlItems *list, gboolean top)
{
  g_autoptr (GPtrArray) terms = g_ptr_array_new ();

  collect_terms (froms, terms);
  for (guint i = 0; i < froms->n; i++)
    froms->items[i]->core = core;
  if (terms->len > 64)
    return ask_sql_misuse (self, core->span, "one FROM has %u tables; SQLite joins at most 64",
                           terms->len);
  list->n = terms->len;
  list->items = alloc (self, terms->len, sizeof (AskSqlItem));
  for (guint i = 0; i < list->n; i++)
    if (!expand_term (self, core, with, g_ptr_array_index (terms, i), &list->items[i], top))
      return FALSE;
  set_sides (list);
  return ask_sql_join_items (self, list);
}

typedef struct
{
  AskSqlAnalyser *self;
  AskSqlWith *with;
  AskSqlCore *parent;
  gboolean go_on;
} Subqueries;

/* "x IN t" is "x IN (SELECT * FROM t)". */
static void
make_table_select (AskSqlAnalyser *self, AskSqlExpr *expr)
{
  AskSqlSelect *select = alloc (self, 1, sizeof *select);
  AskSqlCore *core = alloc (self, 1, sizeof *core);
  AskSqlFrom *from = alloc (self, 1, sizeof *from);

  from->span = from->name_span = expr->span;
  from->kind = !expr->without_parentheses ? ASK_FROM_FUNCTION : ASK_FROM_TABLE;
  from->schema = expr->schema;
  from->name = expr->name;
  from->args = expr->list;
  from->has_args = !expr->without_parentheses;
  core->results = alloc (self, 1, sizeof *core->results);
  core->n_results = 1;
  core->results[0].star = 1;
  core->results[0].span = expr->span;
  core->from.items = alloc (self, 1, sizeof (AskSqlFrom *));
  core->from.items[0] = from;
  core->from.n = 1;
  core->span = expr->span;
  select->cores = alloc (self, 1, sizeof (AskSqlCore *));
  select->cores[0] = core;
  select->n_cores = 1;
  select->span = expr->span;
  expr->select = select;
}

static gboolean
visit_expr (AskSqlExpr *expr, gpointer data)
{
  Subqueries *visit = data;

  if (expr->kind == ASK_EXPR_IN_TABLE)
    make_table_select (visit->self, expr);
  return visit->go_on;
}

static gboolean
visit_select (AskSqlSelect *select, gpointer data)
{
  Subqueries *visit = data;

  if (visit->go_on)
    visit->go_on = ask_sql_expand_select (visit->self, select, visit->with, visit->parent);
  return FALSE;
}

/**
 * ask_sql_expand_subqueries:
 * @expr: (nullable): expands the SELECTs in it
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_expand_subqueries (AskSqlAnalyser *self, AskSqlExpr *expr, AskSqlWith *with,
                           AskSqlCore *parent)
{
  Subqueries data = { self, with, parent, TRUE };
  AskSqlVisit visit = { .expr = visit_expr, .select = visit_select, .user_data = &data };

  ask_sql_walk_expr (expr, &visit);
  return data.go_on;
}

static gboolean
expand_from_subqueries (AskSqlAnalyser *self, AskSqlFroms *froms, AskSqlWith *with,
                        AskSqlCore *core)
{
  for (guint i = 0; i < froms->n; i++)
    {
      AskSqlFrom *from = froms->items[i];

      for (guint a = 0; a < from->args.n; a++)
        if (!ask_sql_expand_subqueries (self, from->args.items[a], with, core))
          return FALSE;
      if (!ask_sql_expand_subqueries (self, from->on, with, core)
          || !expand_from_subqueries (self, &from->items, with, core))
        return FALSE;
    }
  return TRUE;
}

static gboolean
expand_window (AskSqlAnalyser *self, AskSqlWindow *window, AskSqlWith *with, AskSqlCore *core)
{
  for (guint i = 0; i < window->partition.n; i++)
    if (!ask_sql_expand_subqueries (self, window->partition.items[i], with, core))
      return FALSE;
  for (guint i = 0; i < window->order.n; i++)
    if (!ask_sql_expand_subqueries (self, window->order.items[i].expr, with, core))
      return FALSE;
  return TRUE;
}

static gboolean
expand_core (AskSqlAnalyser *self, AskSqlSelect *select, AskSqlCore *core, AskSqlWith *with,
             AskSqlCore *parent)
{
  AskSqlScope *scope = alloc (self, 1, sizeof *scope);
  gboolean go_on;

  scope->core = core;
  scope->select = select;
  core->parent = parent;
  core->has_aggregate = core->has_window = core->correlated = FALSE;
  core->n_outputs = 0;
  g_hash_table_insert (self->scopes, core, scope);
  self->current = core;
  go_on = expand_list (self, core, with, &core->from, &scope->list, TRUE)
          && ask_sql_expand_stars (self, scope);
  for (guint i = 0; go_on && i < core->n_results; i++)
    go_on = ask_sql_expand_subqueries (self, core->results[i].expr, with, core);
  for (guint i = 0; i < core->n_rows; i++)
    for (guint c = 0; go_on && c < core->rows[i].n; c++)
      go_on = ask_sql_expand_subqueries (self, core->rows[i].items[c], with, core);
  go_on = go_on && ask_sql_expand_subqueries (self, core->where, with, core)
          && expand_from_subqueries (self, &core->from, with, core);
  for (guint i = 0; go_on && i < core->group_by.n; i++)
    go_on = ask_sql_expand_subqueries (self, core->group_by.items[i], with, core);
  go_on = go_on && ask_sql_expand_subqueries (self, core->having, with, core);
  for (guint i = 0; go_on && i < core->n_windows; i++)
    go_on = expand_window (self, core->windows[i], with, core);
  return go_on;
}

static gboolean
expand_cores (AskSqlAnalyser *self, AskSqlSelect *select, guint start, guint end, AskSqlWith *with,
              AskSqlCore *parent)
{
  AskSqlCore *first = select->cores[0];

  for (guint i = start; i < end; i++)
    if (!expand_core (self, select, select->cores[i], with, parent))
      return FALSE;
  if (end < select->n_cores)
    return TRUE;
  for (guint i = 0; i < select->order.n; i++)
    if (!ask_sql_expand_subqueries (self, select->order.items[i].expr, with, first))
      return FALSE;
  return ask_sql_expand_subqueries (self, select->limit, with, parent)
         && ask_sql_expand_subqueries (self, select->offset, with, parent);
}

/**
 * ask_sql_expand_select:
 * @with: (nullable): the CTEs that it may name
 * @parent: (nullable): the SELECT around it
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_expand_select (AskSqlAnalyser *self, AskSqlSelect *select, AskSqlWith *with,
                       AskSqlCore *parent)
{
  AskSqlWith *inner = with;

  if (select->n_ctes > 0)
    {
      inner = alloc (self, 1, sizeof *inner);
      inner->select = select;
      inner->outer = with;
      for (guint i = 0; i < select->n_ctes; i++)
        for (guint j = 0; j < i; j++)
          if (same (select->ctes[i]->name, select->ctes[j]->name)
              && !ask_sql_misuse (self, select->ctes[i]->span, "WITH defines “%s” twice",
                                  select->ctes[i]->name))
            return FALSE;
    }
  return expand_cores (self, select, 0, select->n_cores, inner, parent);
}
