/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds the literals of a query that are compared with attributes, looks them up in those attributes' values, and
 * writes the query with what is clear put right. It changes nothing but literals, at their places; and none that the
 * index may not know: of a column that it does not hold as a whole, of numbers and of what is too long for it.
 */
#include "config.h"

#include "understand/value/ask-value-match.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"
#include "schema/names/ask-schema-reader.h"
#include "sql/ask-sql-lexer.h"
#include "understand/value/ask-value-proof.h"

/* Lists of values that are kept for the next query. */
#define MAX_LISTS 64
/* The index has no longer values. */
#define MAX_CHARS 80
/* Of a query; what has more was not written by a person. */
#define MAX_LITERALS 1000
/* A look whether a literal stands in the data after all. */
#define LOOK_MS 2000
/* An API's attribute with more values is not looked through. */
#define MAX_FETCHED 2000
/* All of them together: somebody waits for the answer. */
#define TOTAL_MS 5000

/**
 * AskValueCorrector:
 * @lists: AskAttribute → AskValueList; %NULL where nothing is known
 * @fetched: the same of APIs, as they answered
 */
struct _AskValueCorrector
{
  AskWorkspace *workspace;
  AskSchema *schema;
  AskSchemaReader *reader;
  GHashTable *lists;
  GHashTable *fetched;
};

/* An attribute in a query. */
typedef struct
{
  const AskEntity *entity;
  const AskAttribute *attribute;
} Column;

/* A literal that is compared with it.
 * @names: it stands in a result column without a name by AS, which is called by its text */
typedef struct
{
  Column column;
  const AskSqlExpr *literal;
  gboolean like;
  gboolean names;
} Comparison;

static void
correction_free (gpointer data)
{
  AskCorrection *self = data;

  g_free (self->entity);
  g_free (self->attribute);
  g_free (self->literal);
  g_free (self->replacement);
  g_ptr_array_unref (self->choices);
  g_free (self);
}

/**
 * ask_corrected_sql_free:
 * @self: (nullable) (transfer full): a query
 */
void
ask_corrected_sql_free (AskCorrectedSql *self)
{
  if (self == NULL)
    return;
  g_free (self->sql);
  g_ptr_array_unref (self->corrections);
  g_ptr_array_unref (self->calls);
  g_free (self);
}

/**
 * ask_value_corrector_new:
 * @workspace: whose index is read; it must outlive what is made
 * @schema: whose names queries use: the workspace's, or one that was not saved yet
 *
 * For many queries over one schema. It belongs to the workspace's thread; the index that it read stays what it was.
 *
 * Returns: (transfer full): a corrector
 */
AskValueCorrector *
ask_value_corrector_new (AskWorkspace *workspace, AskSchema *schema)
{
  AskValueCorrector *self;

  g_return_val_if_fail (workspace != NULL && schema != NULL, NULL);

  self = g_new0 (AskValueCorrector, 1);
  self->workspace = workspace;
  self->schema = ask_schema_ref (schema);
  self->reader = ask_schema_reader_new (schema);
  self->lists = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) ask_value_list_free);
  self->fetched = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) ask_value_list_free);
  return self;
}

/**
 * ask_value_corrector_free:
 * @self: (nullable) (transfer full): a corrector
 */
void
ask_value_corrector_free (AskValueCorrector *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->lists);
  g_hash_table_unref (self->fetched);
  ask_schema_reader_free (self->reader);
  ask_schema_unref (self->schema);
  g_free (self);
}

/* (nullable): the text of a literal; a word in double quotes may be one */
static char *
dup_text (const AskSqlExpr *expr)
{
  if (expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_TEXT && expr->span.end > expr->span.start)
    return g_strndup (expr->value.text, expr->value.length);
  if (expr->kind == ASK_EXPR_COLUMN && expr->is_string && expr->span.end > expr->span.start)
    return g_strdup (expr->name);
  return NULL;
}

static void
add_comparison (GArray *comparisons, const AskSqlExpr *side, const AskSqlExpr *literal, gboolean like)
{
  Comparison comparison = { { NULL, NULL }, literal, like, FALSE };
  g_autofree char *text = dup_text (literal);

  comparison.column.attribute = ask_schema_reader_find_attribute (side, &comparison.column.entity);
  if (text != NULL && comparisons->len < MAX_LITERALS && comparison.column.attribute != NULL
      && !comparison.column.attribute->sensitive)
    g_array_append_val (comparisons, comparison);
}

static gboolean
visit_expr (AskSqlExpr *expr, gpointer data)
{
  switch (expr->kind)
    {
    case ASK_EXPR_BINARY:
      if (expr->op == ASK_OP_EQUAL || expr->op == ASK_OP_NOT_EQUAL || expr->op == ASK_OP_IS
          || expr->op == ASK_OP_IS_NOT)
        {
          add_comparison (data, expr->left, expr->right, FALSE);
          add_comparison (data, expr->right, expr->left, FALSE);
        }
      break;
    case ASK_EXPR_IN_LIST:
      for (guint i = 0; i < expr->list.n; i++)
        add_comparison (data, expr->left, expr->list.items[i], FALSE);
      break;
    case ASK_EXPR_LIKE:
      if (expr->op == ASK_OP_LIKE && expr->escape == NULL)
        add_comparison (data, expr->left, expr->right, TRUE);
      break;
    default:
      break;
    }
  return TRUE;
}

static gboolean
note_names (AskSqlSelect *select, gpointer data)
{
  GArray *comparisons = data;

  for (guint c = 0; c < select->n_cores; c++)
    for (guint r = 0; r < select->cores[c]->n_results; r++)
      {
        const AskSqlResult *result = &select->cores[c]->results[r];

        for (guint i = 0; result->star == 0 && result->alias == NULL && i < comparisons->len; i++)
          {
            Comparison *comparison = &g_array_index (comparisons, Comparison, i);

            comparison->names |= comparison->literal->span.start >= result->span.start
                                 && comparison->literal->span.end <= result->span.end;
          }
      }
  return TRUE;
}

/* All texts of an attribute, as far as the index or its specification has all; %NULL without @error where not. */
static GPtrArray *
load_values (AskValueCorrector *self, const Column *column, GError **error)
{
  const AskEntity *entity = column->entity;
  const AskAttribute *attribute = column->attribute;
  const AskValuePlace place = { entity->source, entity->table, attribute->column };
  g_autoptr (GPtrArray) facts = NULL;

  if (entity->kind == ASK_ENTITY_API)
    return attribute->choices != NULL && attribute->choices->len > 0 ? ask_text_copy_all (attribute->choices) : NULL;
  if (entity->kind == ASK_ENTITY_QUERY || attribute->column == NULL)
    return NULL;
  facts = ask_workspace_load_facts (self->workspace, entity->source, entity->table, error);
  for (guint i = 0; facts != NULL && i < facts->len; i++)
    {
      const AskValueFacts *fact = facts->pdata[i];

      if (strcmp (fact->column, attribute->column) == 0 && fact->complete)
        return ask_workspace_list_values (self->workspace, &place, error);
    }
  return NULL;
}

/* (nullable): @values to be looked up, with what a steward says of @attribute */
static AskValueList *
make_list (const AskAttribute *attribute, GPtrArray *values)
{
  g_autoptr (GPtrArray) sayings = NULL;

  if (values == NULL || values->len == 0)
    return NULL;
  sayings = ask_text_copy_all (attribute->synonyms);
  if (attribute->description != NULL)
    g_ptr_array_add (sayings, g_strdup (attribute->description));
  g_ptr_array_add (sayings, NULL);
  return ask_value_list_new (values, (const char *const *) sayings->pdata);
}

/* @list: (out) (transfer none) (nullable): %NULL where nothing is known of the attribute's values */
static gboolean
get_list (AskValueCorrector *self, const Column *column, AskValueList **list, GError **error)
{
  const AskAttribute *attribute = column->attribute;
  g_autoptr (GPtrArray) values = NULL;
  GError *failure = NULL;

  if (g_hash_table_lookup_extended (self->lists, attribute, NULL, (gpointer *) list))
    return TRUE;
  values = load_values (self, column, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  *list = make_list (attribute, values);
  if (g_hash_table_size (self->lists) >= MAX_LISTS)
    {
      GHashTableIter iter;

      /* Any of them. */
      g_hash_table_iter_init (&iter, self->lists);
      if (g_hash_table_iter_next (&iter, NULL, NULL))
        g_hash_table_iter_remove (&iter);
    }
  g_hash_table_insert (self->lists, (gpointer) attribute, *list);
  return TRUE;
}

/**
 * Asked:
 * @until: of the monotonic clock
 * @proven: (nullable) (element-type AskSqlExpr): the query has run, and only APIs are asked: of what their rows do not prove
 * @calls: (element-type AskCall): gets what APIs were asked
 */
typedef struct
{
  AskEngine *engine; /* nullable */
  gint64 until;
  GCancellable *cancellable;
  GHashTable *proven;
  GPtrArray *calls;
} Asked;

/* @result: (out) (nullable): %NULL where that cannot be read. Returns: whether nobody cancelled it */
static gboolean
look (const Asked *asked, const char *sql, gsize max_rows, AskResult **result, GError **error)
{
  gint64 left_ms = (asked->until - g_get_monotonic_time ()) / 1000;
  const AskLimits limits = { max_rows, 1 << 20, (guint) CLAMP (left_ms, 1, LOOK_MS) };
  g_autoptr (GError) failure = NULL;

  *result = ask_engine_query (asked->engine, sql, &limits, NULL, asked->cancellable, &failure);
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (*result != NULL)
    g_ptr_array_extend_and_steal (asked->calls, g_ptr_array_ref ((*result)->calls));
  return TRUE;
}

/* The index is as the source was when it was last read: what came since is right, too. */
static gboolean
stands_in_data (const Comparison *comparison, const Asked *asked, gboolean *stands, GError **error)
{
  const Column *column = &comparison->column;
  g_autofree char *text = dup_text (comparison->literal);
  g_autofree char *table = ask_sql_quote_name (column->entity->name);
  g_autofree char *name = ask_sql_quote_name (column->attribute->name);
  g_autofree char *quoted = ask_sql_quote_text (text);
  g_autofree char *sql
    = g_strdup_printf ("SELECT 1 FROM %s WHERE %s %s %s LIMIT 1", table, name, comparison->like ? "LIKE" : "=", quoted);
  g_autoptr (AskResult) result = NULL;

  *stands = FALSE;
  if (asked->engine == NULL || (column->entity->kind == ASK_ENTITY_API && asked->proven == NULL))
    return TRUE;
  if (!look (asked, sql, 1, &result, error))
    return FALSE;
  /* Whoever runs the query itself will hear why that could not be read; until then nothing is changed. */
  *stands = result == NULL || ask_rows_get_n_rows (result->rows) > 0;
  return TRUE;
}

/* All values of an API's attribute, as it gives them now; @list: (out) (transfer none) (nullable): where it does. */
static gboolean
fetch_list (AskValueCorrector *self, const Column *column, const Asked *asked, AskValueList **list, GError **error)
{
  g_autofree char *table = ask_sql_quote_name (column->entity->name);
  g_autofree char *name = ask_sql_quote_name (column->attribute->name);
  g_autofree char *sql = g_strdup_printf ("SELECT DISTINCT %s FROM %s LIMIT %d", name, table, MAX_FETCHED + 1);
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);

  if (g_hash_table_lookup_extended (self->fetched, column->attribute, NULL, (gpointer *) list))
    return TRUE;
  if (!look (asked, sql, MAX_FETCHED + 1, &result, error))
    return FALSE;
  for (gsize r = 0; result != NULL && r < ask_rows_get_n_rows (result->rows); r++)
    {
      const AskValue *value = ask_rows_get (result->rows, r, 0);

      if (value->kind == ASK_VALUE_TEXT)
        g_ptr_array_add (values, g_strndup (value->text, value->length));
    }
  *list = values->len <= MAX_FETCHED ? make_list (column->attribute, values) : NULL;
  g_hash_table_insert (self->fetched, (gpointer) column->attribute, *list);
  return TRUE;
}

/* Takes the wildcards at the ends of a LIKE away; %FALSE where there are others. */
static gboolean
strip_wildcards (char *text, gsize *before, gsize *after)
{
  gsize length = strlen (text);

  *before = strspn (text, "%");
  *after = 0;
  while (*after < length - *before && text[length - 1 - *after] == '%')
    (*after)++;
  text[length - *after] = '\0';
  memmove (text, text + *before, length - *after - *before + 1);
  return strpbrk (text, "%_") == NULL;
}

static gboolean
has_letter (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_isalpha (g_utf8_get_char (p)))
      return TRUE;
  return FALSE;
}

static AskCorrection *
correction_new (const Comparison *comparison, const char *literal, AskValueWay way)
{
  AskCorrection *self = g_new0 (AskCorrection, 1);

  self->entity = g_strdup (comparison->column.entity->name);
  self->attribute = g_strdup (comparison->column.attribute->name);
  self->literal = g_strdup (literal);
  self->start = comparison->literal->span.start;
  self->end = comparison->literal->span.end;
  self->choices = g_ptr_array_new_with_free_func (g_free);
  self->way = way;
  return self;
}

/* What is to be said of a literal, @correction: (nullable): nothing. */
static gboolean
look_up (AskValueCorrector *self, const Comparison *comparison, const Asked *asked, AskCorrection **correction,
         GError **error)
{
  g_autofree char *text = dup_text (comparison->literal);
  g_autofree char *key = NULL;
  g_autoptr (GPtrArray) matches = g_ptr_array_new ();
  AskValueList *list = NULL;
  AskValueWay way = ASK_VALUE_NOWHERE;
  gsize before = 0, after = 0;
  gboolean clear = FALSE, stands = FALSE;

  *correction = NULL;
  if (comparison->like && !strip_wildcards (text, &before, &after))
    return TRUE;
  key = ask_value_key (text);
  if (key == NULL || !has_letter (text) || g_utf8_strlen (text, -1) > MAX_CHARS)
    return TRUE;
  if (asked->proven == NULL)
    {
      if (!get_list (self, &comparison->column, &list, error))
        return FALSE;
      if (list == NULL)
        return TRUE;
    }
  else
    list = g_hash_table_lookup (self->fetched, comparison->column.attribute);
  if (list != NULL && ask_value_list_has (list, text, before > 0 || after > 0, comparison->like))
    return TRUE;
  /* What an API has was read a moment ago, where there is a list of it. */
  if ((asked->proven == NULL || list == NULL) && !stands_in_data (comparison, asked, &stands, error))
    return FALSE;
  if (stands)
    return TRUE;
  if (asked->proven != NULL && !fetch_list (self, &comparison->column, asked, &list, error))
    return FALSE;
  if (list != NULL)
    way = ask_value_list_match (list, text, matches, &clear);
  *correction = correction_new (comparison, text, way);
  (*correction)->before = before;
  (*correction)->after = after;
  if (clear && !comparison->names)
    (*correction)->replacement = g_strdup (matches->pdata[0]);
  for (guint i = 0; (*correction)->replacement == NULL && i < matches->len; i++)
    g_ptr_array_add ((*correction)->choices, g_strdup (matches->pdata[i]));
  return TRUE;
}

/* @value in the form of what was written: with its wildcards. */
static char *
write_literal (const AskCorrection *self, const char *value)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < self->before; i++)
    g_string_append_c (text, '%');
  g_string_append (text, value);
  for (gsize i = 0; i < self->after; i++)
    g_string_append_c (text, '%');
  return ask_sql_quote_text (text->str);
}

/**
 * ask_correction_list_values:
 * @self: a correction
 *
 * Returns: (transfer full) (element-type utf8): what may be meant: the value that it was replaced by, or its choices
 */
GPtrArray *
ask_correction_list_values (const AskCorrection *self)
{
  GPtrArray *values = ask_text_copy_all (self->choices);

  if (self->replacement != NULL)
    g_ptr_array_add (values, g_strdup (self->replacement));
  return values;
}

/**
 * ask_correction_apply:
 * @self: a correction
 * @sql: where it was found
 * @value: in the place of its literal
 *
 * Returns: (transfer full): @sql with @value; all else byte for byte
 */
char *
ask_correction_apply (const AskCorrection *self, const char *sql, const char *value)
{
  g_autofree char *literal = write_literal (self, value);
  g_autofree char *before = g_strndup (sql, self->start);

  return g_strconcat (before, literal, sql + self->end, NULL);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Comparison *one = a;
  const Comparison *other = b;

  return one->literal->span.start < other->literal->span.start ? -1 : 1;
}

/* Whether @comparison is to be looked up: before a query runs, all that an index may know; afterwards what an API was asked
 * for and its rows do not prove. */
static gboolean
is_asked (const Comparison *comparison, const Asked *asked)
{
  const Column *column = &comparison->column;

  if (asked->proven == NULL)
    return TRUE;
  return column->entity->kind == ASK_ENTITY_API
         && (column->attribute->choices == NULL || column->attribute->choices->len == 0)
         && !g_hash_table_contains (asked->proven, comparison->literal);
}

static AskCorrectedSql *
correct (AskValueCorrector *self, const char *sql, const AskSqlTree *tree, const Asked *asked, GError **error)
{
  g_autoptr (AskCorrectedSql) corrected = g_new0 (AskCorrectedSql, 1);
  g_autoptr (GArray) comparisons = g_array_new (FALSE, FALSE, sizeof (Comparison));
  g_autoptr (GString) text = g_string_new (NULL);
  gsize at = 0;

  corrected->corrections = g_ptr_array_new_with_free_func (correction_free);
  corrected->calls = g_ptr_array_ref (asked->calls);
  ask_sql_walk_select (tree->select, &(AskSqlVisit) { visit_expr, NULL, NULL, comparisons });
  ask_sql_walk_select (tree->select, &(AskSqlVisit) { NULL, NULL, note_names, comparisons });
  g_array_sort (comparisons, compare_places);
  for (guint i = 0; i < comparisons->len && g_get_monotonic_time () < asked->until; i++)
    {
      const Comparison *comparison = &g_array_index (comparisons, Comparison, i);
      g_autofree char *literal = NULL;
      AskCorrection *correction;

      /* What a view stands for is not in the text. */
      if (comparison->literal->span.start < at || !is_asked (comparison, asked))
        continue;
      if (!look_up (self, comparison, asked, &correction, error))
        return NULL;
      if (correction == NULL)
        continue;
      g_ptr_array_add (corrected->corrections, correction);
      if (correction->replacement == NULL)
        continue;
      literal = write_literal (correction, correction->replacement);
      g_string_append_len (text, sql + at, (gssize) (correction->start - at));
      g_string_append (text, literal);
      at = correction->end;
      corrected->n_replaced++;
    }
  g_string_append (text, sql + at);
  corrected->sql = g_strdup (text->str);
  return g_steal_pointer (&corrected);
}

/**
 * ask_value_correct:
 * @self: a corrector
 * @sql: one SELECT over the schema's entities
 * @engine: (nullable): a session over the same sources, which is asked whether a literal stands in the data after all,
 *   before it is replaced; without it the index is believed
 * @cancellable: (nullable): of that session
 * @error: ASK_SQL_ERROR where @sql does not stand; %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the index
 *   cannot be read; %G_IO_ERROR_CANCELLED
 *
 * Looks at what is compared by =, <>, IS, IN and LIKE without wildcards inside. Columns of the result keep their names:
 * a literal by which one is called is only told. It takes five seconds at most: later literals stay as they are. No API
 * is called.
 *
 * Returns: (transfer full): the query with its literals as the data spells them, and what is to be said of them
 */
AskCorrectedSql *
ask_value_correct (AskValueCorrector *self, const char *sql, AskEngine *engine, GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (GPtrArray) calls = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_call_free);
  const Asked asked
    = { engine, g_get_monotonic_time () + TOTAL_MS * G_TIME_SPAN_MILLISECOND, cancellable, NULL, calls };

  g_return_val_if_fail (self != NULL && sql != NULL, NULL);

  tree = ask_schema_reader_parse (self->reader, sql, error);
  return tree != NULL ? correct (self, sql, tree, &asked, error) : NULL;
}

/**
 * ask_value_correct_after:
 * @self: a corrector
 * @sql: one SELECT over the schema's entities, which has run
 * @asked: with an engine
 * @error: as of ask_value_correct()
 *
 * The same for attributes of web APIs, whose values no index has: the API is asked, one call for a literal that it filters by
 * or that comes early, all of its list for one that it has not. What the rows prove is not asked for: a wrong literal shows
 * where there is no row, and hides where it is negated or one of several.
 *
 * Returns: (transfer full): as of ask_value_correct()
 */
AskCorrectedSql *
ask_value_correct_after (AskValueCorrector *self, const char *sql, const AskValueAsked *asked, GError **error)
{
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (GHashTable) proven = NULL;
  g_autoptr (GPtrArray) calls = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_call_free);
  Asked all
    = { asked->engine, g_get_monotonic_time () + TOTAL_MS * G_TIME_SPAN_MILLISECOND, asked->cancellable, NULL, calls };

  g_return_val_if_fail (self != NULL && sql != NULL && asked->engine != NULL, NULL);

  tree = ask_schema_reader_parse (self->reader, sql, error);
  if (tree == NULL)
    return NULL;
  proven = asked->has_rows ? ask_value_proof_find (tree->select) : g_hash_table_new (NULL, NULL);
  all.proven = proven;
  return correct (self, sql, tree, &all, error);
}

/**
 * ask_correction_to_text:
 * @self: what became of a literal
 *
 * Returns: (transfer full): that in a sentence for a person, values and all; never for a model
 */
char *
ask_correction_to_text (const AskCorrection *self)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (self->replacement != NULL)
    /* Translators: what was written, what the data has, an entity, its attribute. */
    return g_strdup_printf (_ ("“%s” is “%s” in %s.%s."), self->literal, self->replacement, self->entity,
                            self->attribute);
  for (guint i = 0; i < self->choices->len; i++)
    g_string_append_printf (names, "%s“%s”", i > 0 ? ", " : "", (char *) self->choices->pdata[i]);
  /* Translators: an entity, what was written, an attribute. */
  if (self->choices->len == 0)
    return g_strdup_printf (_ ("No row of %s has “%s” as its %s."), self->entity, self->literal, self->attribute);
  return g_strdup_printf (_ ("No row of %s has “%s” as its %s. Near are: %s."), self->entity, self->literal,
                          self->attribute, names->str);
}
