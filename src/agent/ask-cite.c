/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The passages behind an answer are found by its own query: each SELECT of passages that it is made of shows in addition
 * which ones they are, and whatever reads that SELECT hands it on. Groups are taken apart. Where servers or web APIs are
 * read, too, the query is not run again: then its SELECT of passages alone is, where it stands on its own.
 *
 * Citations are for people. Nothing of them goes to a model.
 */
#include "config.h"

#include "agent/ask-cite.h"

#include <string.h>

#include "agent/ask-citation.h"
#include "agent/ask-search.h"
#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-parser.h"
#include "sql/ask-sql-printer.h"

#define MAX_CITATIONS 20
#define MAX_ROWS 200
/* Passages have about 1,200 characters: this is all of one, mostly. */
#define MAX_SNIPPET 4000
#define CITE_MS 5000

/* What each SELECT shows in addition: PLACE is where in the run's places, as a number. */
enum
{
  PLACE,
  DOCUMENT,
  NUMBER,
  PAGE,
  HEADING,
  TEXT,
  N_SHOWN
};

static const char *const shown[N_SHOWN]
  = { "askdata_place", "askdata_document", "askdata_number", "askdata_page", "askdata_heading", "askdata_text" };

typedef struct
{
  AskSqlTree *tree;
  GPtrArray *places;
  GHashTable *ctes; /* AskSqlSelect by folded name: those that can be seen */
  GHashTable *done; /* AskSqlSelect → whether it shows passages */
} Cite;

static AskSqlExpr *
new_literal (Cite *self, gint64 number)
{
  AskSqlExpr *expr = ask_sql_tree_new_expr (self->tree, ASK_EXPR_LITERAL, (AskSqlSpan) { 0, 0 });

  if (number >= 0)
    expr->value = ask_value_integer (number);
  return expr;
}

/* (nullable): the place whose passages @from names */
static const AskSearchPlace *
find_place (Cite *self, const AskSqlFrom *from, guint *index)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      const AskSearchPlace *place = self->places->pdata[i];
      const char *name = from->schema != NULL ? place->passages->table : place->passages->name;

      if (g_ascii_strcasecmp (from->name, name) != 0
          || (from->schema != NULL && g_ascii_strcasecmp (from->schema, place->passages->source) != 0))
        continue;
      *index = i;
      return place;
    }
  return NULL;
}

static gboolean expose (Cite *self, AskSqlSelect *select);

static void
show (Cite *self, AskSqlExpr **exprs, const char *of, const AskSearchPlace *place, guint index)
{
  const char *const names[N_SHOWN] = { NULL, place->document, place->number, place->page, place->heading, place->text };

  exprs[PLACE] = new_literal (self, index);
  for (guint i = DOCUMENT; i < N_SHOWN; i++)
    exprs[i] = names[i] != NULL ? ask_sql_tree_new_column (self->tree, of, names[i]) : new_literal (self, -1);
}

/* What shows which passages a row of @from is of. Returns: whether there is something */
static gboolean
expose_item (Cite *self, AskSqlFrom *from, AskSqlExpr **exprs)
{
  const char *of = ask_sql_from_get_name (from);
  AskSqlSelect *select = from->select;
  guint index;

  if (from->kind == ASK_FROM_JOIN)
    {
      for (guint i = 0; i < from->items.n; i++)
        if (expose_item (self, from->items.items[i], exprs))
          return TRUE;
      return FALSE;
    }
  if (from->kind == ASK_FROM_TABLE)
    {
      g_autofree char *folded = g_ascii_strdown (from->name, -1);

      select = from->schema == NULL ? g_hash_table_lookup (self->ctes, folded) : NULL;
      if (select == NULL)
        {
          const AskSearchPlace *place = find_place (self, from, &index);

          if (place != NULL)
            show (self, exprs, of, place, index);
          return place != NULL;
        }
    }
  if (select == NULL || !expose (self, select))
    return FALSE;
  /* What has no name of its own needs one to be spoken of. */
  if (of == NULL)
    from->alias = of = ask_sql_tree_strdup (self->tree, "askdata_part", -1);
  for (guint i = 0; i < N_SHOWN; i++)
    exprs[i] = ask_sql_tree_new_column (self->tree, of, shown[i]);
  return TRUE;
}

static gboolean
find_aggregate (AskSqlExpr *expr, gpointer data)
{
  static const char *const names[] = {
    "count", "sum", "total", "avg", "group_concat", "string_agg", "json_group_array", "json_group_object", "median"
  };

  if (expr->kind == ASK_EXPR_SELECT || expr->kind == ASK_EXPR_EXISTS || expr->kind == ASK_EXPR_IN_SELECT)
    return FALSE;
  if (expr->kind != ASK_EXPR_FUNCTION || expr->window != NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    *(gboolean *) data |= g_ascii_strcasecmp (expr->name, names[i]) == 0;
  *(gboolean *) data |= expr->list.n == 1
                        && (g_ascii_strcasecmp (expr->name, "min") == 0 || g_ascii_strcasecmp (expr->name, "max") == 0);
  return TRUE;
}

static gboolean
is_grouped (const AskSqlCore *core)
{
  gboolean found = core->group_by.n > 0 || core->having != NULL;
  AskSqlVisit visit = { .expr = find_aggregate, .user_data = &found };

  for (guint i = 0; i < core->n_results && !found; i++)
    if (core->results[i].expr != NULL)
      ask_sql_walk_expr (core->results[i].expr, &visit);
  return found;
}

/* @only: nothing else is shown */
static void
add_results (Cite *self, AskSqlCore *core, AskSqlExpr **exprs, gboolean only)
{
  const guint before = only ? 0 : core->n_results;
  AskSqlResult *results = ask_sql_tree_alloc (self->tree, (before + N_SHOWN) * sizeof (AskSqlResult));

  if (before > 0)
    memcpy (results, core->results, before * sizeof (AskSqlResult));
  memset (results + before, 0, N_SHOWN * sizeof (AskSqlResult));
  for (guint i = 0; i < N_SHOWN; i++)
    {
      results[before + i].expr = exprs[i];
      results[before + i].alias = shown[i];
    }
  core->results = results;
  core->n_results = before + N_SHOWN;
}

static gboolean
expose_core (Cite *self, AskSqlSelect *select, AskSqlCore *core)
{
  AskSqlExpr *exprs[N_SHOWN];
  gboolean found = FALSE;
  const gboolean grouped = is_grouped (core);

  for (guint i = 0; i < core->from.n && !found; i++)
    found = expose_item (self, core->from.items[i], exprs);
  if (!found)
    return FALSE;
  if (grouped)
    {
      core->group_by.n = 0;
      core->having = NULL;
      core->distinct = FALSE;
      select->order.n = 0;
      select->limit = NULL;
      select->offset = NULL;
    }
  add_results (self, core, exprs, grouped);
  return TRUE;
}

/* Has the SELECT show which passages its rows are of. Returns: whether it does */
static gboolean
expose (Cite *self, AskSqlSelect *select)
{
  gboolean good = select->n_cores > 0 && !select->recursive;

  if (g_hash_table_contains (self->done, select))
    return GPOINTER_TO_INT (g_hash_table_lookup (self->done, select));
  /* One that reads itself is left as it is. */
  g_hash_table_insert (self->done, select, GINT_TO_POINTER (FALSE));
  for (guint i = 0; i < select->n_ctes; i++)
    {
      AskSqlCte *cte = select->ctes[i];

      if (cte->columns == NULL)
        g_hash_table_insert (self->ctes, g_ascii_strdown (cte->name, -1), cte->select);
    }
  for (guint i = 0; i < select->n_cores && good; i++)
    good = select->cores[i]->rows == NULL && (select->n_cores == 1 || !is_grouped (select->cores[i]))
           && expose_core (self, select, select->cores[i]);
  g_hash_table_insert (self->done, select, GINT_TO_POINTER (good));
  return good;
}

/* @uri: of a file. A viewer of PDF can turn to a page. */
static char *
dup_uri (const AskSearchPlace *place, const char *path, gint64 page)
{
  g_autofree char *whole = g_file_test (place->folder, G_FILE_TEST_IS_DIR)
                             ? g_build_filename (place->folder, path, NULL)
                             : g_strdup (place->folder);
  g_autofree char *absolute = g_canonicalize_filename (whole, NULL);
  g_autofree char *uri = g_filename_to_uri (absolute, NULL, NULL);
  g_autofree char *folded = g_ascii_strdown (path, -1);

  if (uri != NULL && page > 0 && g_str_has_suffix (folded, ".pdf"))
    return g_strdup_printf ("%s#page=%" G_GINT64_FORMAT, uri, page);
  return g_steal_pointer (&uri);
}

static gboolean
is_known (GPtrArray *citations, const char *source, const char *id, gint64 number, GPtrArray *ids)
{
  for (guint i = 0; i < citations->len; i++)
    {
      const AskCitation *citation = citations->pdata[i];

      if (citation->number == number && g_str_equal (citation->source, source) && g_str_equal (ids->pdata[i], id))
        return TRUE;
    }
  return FALSE;
}

static gint64
get_integer (const AskRows *rows, gsize row, guint column)
{
  const AskValue *value = ask_rows_get (rows, row, column);

  return value->kind == ASK_VALUE_INTEGER ? value->integer : -1;
}

/* Fills in what the document itself says: its title and path. */
static void
name_document (AskAgentRun *run, const AskSearchPlace *place, const char *id, AskCitation *citation)
{
  const AskLimits limits = { 1, 1 << 20, CITE_MS };
  g_autofree char *entity = ask_sql_quote_name_if_needed (place->documents->name);
  g_autofree char *key = ask_sql_quote_name_if_needed (place->id);
  g_autofree char *title = place->title != NULL ? ask_sql_quote_name_if_needed (place->title) : g_strdup ("NULL");
  g_autofree char *path = place->path != NULL ? ask_sql_quote_name_if_needed (place->path) : g_strdup ("NULL");
  g_autofree char *sql = g_strdup_printf ("SELECT %s, %s FROM %s WHERE %s = %s", title, path, entity, key, id);
  g_autoptr (AskResult) result = ask_engine_query (run->engine, sql, &limits, NULL, run->cancellable, NULL);

  if (result != NULL && ask_rows_get_n_rows (result->rows) == 1)
    {
      const AskValue *called = ask_rows_get (result->rows, 0, 0);
      const AskValue *lies = ask_rows_get (result->rows, 0, 1);

      citation->title = called->kind == ASK_VALUE_TEXT ? ask_value_to_text (called) : NULL;
      citation->path = lies->kind == ASK_VALUE_TEXT ? ask_value_to_text (lies) : NULL;
    }
  citation->row = place->folder == NULL;
  if (citation->path != NULL && !citation->row)
    citation->uri = dup_uri (place, citation->path, citation->page);
  if (citation->title == NULL)
    citation->title = g_strdup (citation->path != NULL ? citation->path : id);
}

static void
take_row (AskAgentRun *run, const AskRows *rows, gsize row, guint first, GPtrArray *ids)
{
  GPtrArray *citations = run->answer->citations;
  const gint64 index = get_integer (rows, row, first + PLACE);
  const gint64 number = get_integer (rows, row, first + NUMBER);
  const gint64 page = get_integer (rows, row, first + PAGE);
  g_autofree char *id = ask_value_to_text (ask_rows_get (rows, row, first + DOCUMENT));
  g_autofree char *text = ask_value_to_text (ask_rows_get (rows, row, first + TEXT));
  const AskValue *heading = ask_rows_get (rows, row, first + HEADING);
  const AskSearchPlace *place;
  AskCitation *citation;

  /* An outer join has rows without a passage. */
  if (index < 0 || index >= run->places->len || number < 0)
    return;
  place = run->places->pdata[index];
  if (is_known (citations, place->passages->source, id, number, ids))
    return;
  citation = ask_citation_new ();
  citation->source = g_strdup (place->passages->source);
  citation->number = number;
  citation->page = MAX (page, 0);
  citation->heading = heading->kind == ASK_VALUE_TEXT ? ask_value_to_text (heading) : NULL;
  citation->text = ask_text_shorten (text, MAX_SNIPPET);
  name_document (run, place, id, citation);
  g_ptr_array_add (citations, citation);
  g_ptr_array_add (ids, g_steal_pointer (&id));
}

/* Whether asking again costs nothing: no source of the question is somewhere else. A query of steps names none itself. */
static gboolean
is_cheap (AskAgentRun *run)
{
  GPtrArray *sources = run->answer->sources;

  for (guint i = 0; i < sources->len; i++)
    if (!ask_engine_is_local (run->engine, sources->pdata[i]))
      return FALSE;
  return run->answer->api_requests == 0;
}

static gboolean
reads_documents (AskAgentRun *run)
{
  GPtrArray *places = ask_search_get_places (run, NULL);

  for (guint i = 0; places != NULL && i < places->len; i++)
    if (g_ptr_array_find_with_equal_func (run->answer->sources, ((AskSearchPlace *) places->pdata[i])->passages->source,
                                          g_str_equal, NULL))
      return TRUE;
  return FALSE;
}

/* (nullable): the first SELECT within that is of passages alone, as an earlier step that searched is */
static AskSqlSelect *
find_search (const AskSqlSelect *select, GPtrArray *places)
{
  for (guint i = 0; i < select->n_ctes; i++)
    {
      g_autoptr (GArray) tables = ask_sql_select_find_tables (select->ctes[i]->select);
      guint n_passages = 0;
      gboolean alone = tables->len > 0;

      for (guint t = 0; t < tables->len; t++)
        {
          const char *name = g_array_index (tables, AskSqlTableUse, t).name;
          gboolean known = FALSE;

          for (guint p = 0; p < places->len; p++)
            {
              const AskSearchPlace *place = places->pdata[p];

              n_passages += g_ascii_strcasecmp (name, place->passages->name) == 0;
              known |= g_ascii_strcasecmp (name, place->passages->name) == 0
                       || g_ascii_strcasecmp (name, place->documents->name) == 0
                       || (place->all_words != NULL && g_ascii_strcasecmp (name, place->all_words->name) == 0);
            }
          alone &= known;
        }
      if (alone && n_passages > 0)
        return select->ctes[i]->select;
    }
  return NULL;
}

/**
 * ask_cite:
 * @run: whose answer gets its citations
 * @sql: the answer's query, which stands on its own
 *
 * Finds the passages behind the answer: 20 at most, in the order of its rows. Where that cannot be found out there are none.
 */
void
ask_cite (AskAgentRun *run, const char *sql)
{
  const AskLimits limits = { MAX_ROWS, 16 << 20, CITE_MS };
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (GHashTable) ctes = NULL;
  g_autoptr (GHashTable) done = NULL;
  g_autoptr (GPtrArray) ids = NULL;
  g_autoptr (AskResult) found = NULL;
  g_autofree char *shows = NULL;
  AskSqlSelect *select;
  guint first;

  if (!reads_documents (run) || (tree = ask_sql_parse (sql, -1, NULL)) == NULL)
    return;
  ctes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  done = g_hash_table_new (NULL, NULL);
  ids = g_ptr_array_new_with_free_func (g_free);
  select = is_cheap (run) ? tree->select : find_search (tree->select, run->places);
  if (select == NULL || !expose (&(Cite) { .tree = tree, .places = run->places, .ctes = ctes, .done = done }, select))
    return;
  shows = ask_sql_print_select (select);
  found = ask_engine_query (run->engine, shows, &limits, NULL, run->cancellable, NULL);
  if (found == NULL || ask_rows_get_n_columns (found->rows) < N_SHOWN)
    return;
  first = ask_rows_get_n_columns (found->rows) - N_SHOWN;
  for (gsize r = 0; r < ask_rows_get_n_rows (found->rows) && run->answer->citations->len < MAX_CITATIONS; r++)
    take_row (run, found->rows, r, first, ids);
}
