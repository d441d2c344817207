/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * FROM in the first walk: what each term names gets its columns, tables of the catalog, CTEs, table
 * functions, subqueries and joins in parentheses; then the joins between them are set up.
 */
#include "config.h"

#include "sql/ask-sql-analysis-private.h"

#include <string.h>

#include "base/ask-text.h"

static gpointer
alloc (AskSqlAnalyser *self, gsize n, gsize size)
{
  return ask_sql_tree_alloc (self->tree, MAX (n, 1) * size);
}

/* Names of a subquery's columns are made different, as sqlite3ColumnsFromExprList() does.
 * @last: "x" → the n of the last "x:n" that was made; all before it are taken */
static const char *
make_unique (AskSqlAnalyser *self, GHashTable *seen, GHashTable *last, const char *name)
{
  gsize length = strlen (name);
  gsize at = length;
  g_autofree char *stem = NULL;
  g_autofree char *next = NULL;
  const char *made;
  guint n;

  if (g_hash_table_add (seen, (gpointer) name))
    return name;
  while (at > 1 && g_ascii_isdigit (name[at - 1]))
    at--;
  if (at > 0 && at < length && name[at - 1] == ':')
    length = at - 1;
  stem = g_strndup (name, length);
  n = GPOINTER_TO_UINT (g_hash_table_lookup (last, stem));
  do
    {
      g_free (next);
      next = g_strdup_printf ("%s:%u", stem, ++n);
    }
  while (g_hash_table_contains (seen, next));
  g_hash_table_insert (last, g_steal_pointer (&stem), GUINT_TO_POINTER (n));
  made = ask_sql_tree_strdup (self->tree, next, -1);
  g_hash_table_add (seen, (gpointer) made);
  return made;
}

static GHashTable *
new_last (void)
{
  return g_hash_table_new_full (ask_text_hash_no_case, ask_text_equal_no_case, g_free, NULL);
}

/**
 * ask_sql_make_columns:
 * @names: (nullable): what they are called instead
 *
 * Returns: (transfer none): @n columns like @outputs, with names that all differ
 */
AskSqlOutput *
ask_sql_make_columns (AskSqlAnalyser *self, const AskSqlOutput *outputs, guint n, const char *const *names)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (ask_text_hash_no_case, ask_text_equal_no_case);
  g_autoptr (GHashTable) last = new_last ();
  AskSqlOutput *columns = alloc (self, n, sizeof *columns);

  for (guint i = 0; i < n; i++)
    {
      columns[i] = outputs[i];
      columns[i].name = make_unique (self, seen, last, names != NULL ? names[i] : outputs[i].name);
    }
  return columns;
}

/** ask_sql_from_set_columns: gives @from @n columns, none of which is used yet */
void
ask_sql_from_set_columns (AskSqlAnalyser *self, AskSqlFrom *from, AskSqlOutput *columns, guint n)
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
      columns[i].unlisted = column->unlisted;
    }
  from->catalog_table = table;
  ask_sql_from_set_columns (self, from, columns, n);
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

  if (from->schema != NULL
      || (!ask_sql_same_name (from->name, "json_each") && !ask_sql_same_name (from->name, "json_tree")))
    return FALSE;

  AskSqlOutput *columns = alloc (self, G_N_ELEMENTS (each), sizeof *columns);

  memcpy (columns, each, sizeof each);
  for (gsize i = 0; i < G_N_ELEMENTS (each); i++)
    if (columns[i].affinity == ASK_AFFINITY_NONE)
      columns[i].affinity = ASK_AFFINITY_BLOB;
  ask_sql_from_set_columns (self, from, columns, G_N_ELEMENTS (each));
  return TRUE;
}
static gboolean
expand_table (AskSqlAnalyser *self, AskSqlFrom *from, AskSqlWith *with, AskSqlCore *parent, gboolean top)
{
  for (AskSqlWith *at = with; from->schema == NULL && at != NULL; at = at->outer)
    for (guint i = 0; i < at->select->n_ctes && ask_sql_go_on (self, 1); i++)
      if (ask_sql_same_name (at->select->ctes[i]->name, from->name))
        return ask_sql_use_cte (self, at->select->ctes[i], at, from, parent, top);

  const AskSqlTable *table = ask_sql_catalog_find_table (self->catalog, from->schema, from->name);

  if (self->ended)
    return FALSE;
  if (table == NULL)
    {
      if (set_table_function (self, from))
        return from->args.n <= 2 || ask_sql_misuse (self, from->span, "%s() takes at most 2 arguments", from->name);
      ask_sql_from_set_columns (self, from, NULL, 0);
      return ask_sql_found (self, ASK_SQL_ERROR_UNKNOWN_TABLE, from->name_span.end > 0 ? from->name_span : from->span,
                            (AskSqlName) { from->schema, from->name, NULL }, "there is no table “%s%s%s”",
                            from->schema != NULL ? from->schema : "", from->schema != NULL ? "." : "", from->name);
    }
  if (!ask_sql_go_on (self, 1 + table->columns->len))
    return FALSE;
  set_table (self, from, table);
  if (from->kind == ASK_FROM_FUNCTION)
    return ask_sql_misuse (self, from->span, "“%s” is a table, no function", from->name);
  if (from->indexed_by != NULL)
    return ask_sql_misuse (self, from->span, "“%s” has no index “%s”", from->name, from->indexed_by);
  return TRUE;
}

static gboolean expand_list (AskSqlAnalyser *self, AskSqlCore *core, AskSqlWith *with, AskSqlFroms *froms,
                             AskSqlItems *list, gboolean top);

static gboolean
is_dropped (const AskSqlFrom *from, guint i)
{
  return from->kind == ASK_FROM_JOIN && i == 0 && from->alias == NULL && from->on == NULL && from->using == NULL;
}

static guint
count_terms (const AskSqlFroms *froms)
{
  guint n = 0;

  for (guint i = 0; i < froms->n; i++)
    n += is_dropped (froms->items[i], i) ? count_terms (&froms->items[i]->items) : 1;
  return n;
}

/* Terms of a list, once parentheses that mean nothing are gone. Returns: (transfer none): behind the last */
static AskSqlFrom **
collect_terms (AskSqlFroms *froms, AskSqlFrom **to)
{
  for (guint i = 0; i < froms->n; i++)
    if (is_dropped (froms->items[i], i))
      to = collect_terms (&froms->items[i]->items, to);
    else
      *to++ = froms->items[i];
  return to;
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
    if (j != i && (list->items[j].nested || ask_sql_same_name (list->items[j].name, list->items[i].name)))
      return TRUE;
  return FALSE;
}

/* What can be named of a join in parentheses: SQLite makes it SELECT * with names that say where
 * each column is from, and the merged columns of USING before those of the item to their left. */
static gboolean
make_entries (AskSqlAnalyser *self, AskSqlItem *item, AskSqlItems *list)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, TRUE, sizeof (AskSqlEntry));
  g_autoptr (GHashTable) seen = g_hash_table_new (ask_text_hash_no_case, ask_text_equal_no_case);
  g_autoptr (GHashTable) terms = g_hash_table_new (ask_text_hash_no_case, ask_text_equal_no_case);
  g_autoptr (GHashTable) last = new_last ();

  for (guint i = 0; i < list->n; i++)
    {
      const AskSqlItem *at = &list->items[i];
      const AskSqlItem *next = i + 1 < list->n && at[1].n_using > 0 ? at + 1 : NULL;
      guint n = at->nested ? at->n_entries : at->from->n_columns;

      if (!ask_sql_go_on (self, list->n + n))
        return FALSE;
      for (guint u = 0; next != NULL && u < next->n_using; u++)
        {
          AskSqlExpr *target = ask_sql_tree_new_expr (self->tree, ASK_EXPR_COLUMN, (AskSqlSpan) { 0, 0 });
          AskSqlEntry entry
            = { .schema = "", .table = "", .name = next->using[u], .using_term = TRUE, .target = target };

          target->name = next->using[u];
          ask_sql_items_match (self, list, ask_sql_expr_get_name (target), target, NULL);
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
                  && ask_sql_items_match (self, list, (AskSqlName) { at->schema, at->name, name }, NULL, NULL) > 1
                  && !ask_sql_found (self, ASK_SQL_ERROR_AMBIGUOUS, item->ends->span,
                                     (AskSqlName) { at->schema, at->name, name },
                                     "“%s.%s” is in these parentheses twice; give one of the tables "
                                     "another name with AS",
                                     at->name, name))
                return FALSE;
            }
          entry.using_term = FALSE;
          entry.unlisted = at->nested ? at->entries[c].unlisted : at->from->columns[c].unlisted;
          entry.no_expand = entry.unlisted || (at->nested && at->entries[c].no_expand)
                            || ask_sql_item_is_using (self, at, name)
                            || (next != NULL && ask_sql_item_is_using (self, next, name));
          entry.target = ask_sql_item_bind (self, at, c, (AskSqlSpan) { 0, 0 });
          g_array_append_val (entries, entry);
        }
    }
  if (entries->len > ASK_SQL_MAX_COLUMNS)
    return ask_sql_end (self, ASK_SQL_ERROR_TOO_LARGE, item->ends->span,
                        "the tables in these parentheses have %u columns; %u are the most", entries->len,
                        ASK_SQL_MAX_COLUMNS);
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
      entry->unique = make_unique (self, seen, last, entry->name);
    }
  return TRUE;
}

static gboolean
expand_term (AskSqlAnalyser *self, AskSqlCore *core, AskSqlWith *with, AskSqlFrom *term, AskSqlItem *item, gboolean top)
{
  AskSqlFrom *from = term;

  if (!ask_sql_go_on (self, 1))
    return FALSE;
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
      item->inner = alloc (self, 1, sizeof list);
      *item->inner = list;
      return make_entries (self, item, &list);
    }
  if (from->kind == ASK_FROM_SELECT)
    {
      item->name = term->alias;
      if (!ask_sql_expand_select (self, from->select, with, core))
        return FALSE;

      const AskSqlCore *first = from->select->cores[0];

      ask_sql_from_set_columns (self, from, ask_sql_make_columns (self, first->outputs, first->n_outputs, NULL),
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
expand_list (AskSqlAnalyser *self, AskSqlCore *core, AskSqlWith *with, AskSqlFroms *froms, AskSqlItems *list,
             gboolean top)
{
  guint n = count_terms (froms);
  AskSqlFrom **terms = alloc (self, n, sizeof *terms);

  collect_terms (froms, terms);
  for (guint i = 0; i < froms->n; i++)
    froms->items[i]->core = core;
  if (n > ASK_SQL_MAX_TABLES)
    return ask_sql_misuse (self, core->span, "one FROM has %u tables; SQLite joins at most %u", n, ASK_SQL_MAX_TABLES);
  list->n = n;
  list->items = alloc (self, n, sizeof (AskSqlItem));
  for (guint i = 0; i < list->n; i++)
    if (!expand_term (self, core, with, terms[i], &list->items[i], top))
      return FALSE;
  set_sides (list);
  return ask_sql_join_items (self, list);
}

/**
 * ask_sql_expand_from:
 * @with: (nullable): the CTEs that it may name
 * @list: (out caller-allocates): the terms of @core's FROM clause
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_expand_from (AskSqlAnalyser *self, AskSqlCore *core, AskSqlWith *with, AskSqlItems *list)
{
  return expand_list (self, core, with, &core->from, list, TRUE);
}
