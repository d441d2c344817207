/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A query written with the names of one version of a schema, rewritten with the names of another: only the words
 * that mean a renamed thing change, at their places; the rest of the text stays byte for byte. What comes out
 * means the same, name by name, or nothing comes out: where the new names would run into others, names are
 * qualified, then the table keeps its old name as an alias.
 */
#include "config.h"

#include "schema/names/ask-schema-names-rewrite-private.h"

#include <string.h>

#include "sql/ask-sql-lexer.h"

/* From the text that is nearest to what somebody wrote to the one that is safest. */
typedef enum
{
  MODE_PLAIN,
  MODE_QUALIFIED, /* every column has its table in front */
  MODE_ALIAS, /* and a renamed table is called as before by AS */
  N_MODES
} Mode;

typedef struct
{
  gsize start;
  gsize end;
  char *text;
} Change;

typedef struct
{
  AskSchemaNames *after;
  AskSqlTree *tree;
  Mode mode;
  GArray *changes; /* Change */
  GHashTable *aliased; /* result expressions that have a name by AS */
  GHashTable *unjoined; /* AskSqlFrom whose USING becomes ON */
  const char *reason; /* why it cannot be done */
} Rewrite;

static void
change_clear (gpointer data)
{
  g_free (((Change *) data)->text);
}

static void
add_change (Rewrite *self, gsize start, gsize end, char *text)
{
  const Change change = { start, end, text };

  g_array_append_val (self->changes, change);
}

/* The new name of a renamed table; NULL for any other. */
static const char *
new_table_name (const Rewrite *self, const AskSqlFrom *from)
{
  const AskEntity *after = ask_schema_names_find_after (self->after, from);

  return after != NULL && strcmp (((const AskEntity *) from->catalog_table->data)->name, after->name) != 0 ? after->name
                                                                                                           : NULL;
}

static const char *new_name (const Rewrite *self, const AskSqlExpr *expr);

static const char *
new_column_name (const Rewrite *self, const AskSqlFrom *from, guint column)
{
  const AskSqlExpr *computed;

  if (from->catalog_table != NULL)
    return from->catalog_table->data != NULL ? ask_schema_names_find_new_column (self->after, from, column) : NULL;
  if (from->cte != NULL && from->cte->columns != NULL)
    return NULL;
  /* A subquery's column is called as what it gives, unless AS says otherwise. */
  computed = from->columns[column].expr;
  if (computed == NULL || g_hash_table_contains (self->aliased, computed))
    return NULL;
  return new_name (self, computed);
}

/* What a column is called now; NULL where nothing changed. */
static const char *
new_name (const Rewrite *self, const AskSqlExpr *expr)
{
  if (expr->kind != ASK_EXPR_COLUMN || expr->is_string)
    return NULL;
  if (expr->from != NULL)
    return expr->column >= 0 ? new_column_name (self, expr->from, (guint) expr->column) : NULL;
  if (expr->alias != NULL && !expr->merged && !g_hash_table_contains (self->aliased, expr->alias))
    return new_name (self, expr->alias);
  return NULL;
}

/* The words of a name with dots in it, from the left; a column may stand in parentheses. */
static GArray *
find_words (const char *text, AskSqlSpan span)
{
  g_autofree char *part = g_strndup (text + span.start, span.end - span.start);
  g_autoptr (GArray) tokens = ask_sql_tokenize (part);
  GArray *words = g_array_new (FALSE, FALSE, sizeof (AskSqlToken));

  for (guint i = 0; i < tokens->len; i++)
    {
      AskSqlToken token = g_array_index (tokens, AskSqlToken, i);

      token.start += span.start;
      if (token.kind == ASK_SQL_WORD || token.kind == ASK_SQL_QUOTED || token.kind == ASK_SQL_STRING)
        g_array_append_val (words, token);
    }
  return words;
}

static void
replace_word (Rewrite *self, GArray *words, guint from_end, const char *name)
{
  const AskSqlToken *word;

  if (words->len <= from_end)
    return;
  word = &g_array_index (words, AskSqlToken, words->len - 1 - from_end);
  add_change (self, word->start, word->start + word->length, ask_sql_quote_name_if_needed (name));
}

/* What columns of @from are called by in the text that is being made; NULL where they cannot be. */
static const char *
visible_name (const Rewrite *self, const AskSqlFrom *from)
{
  const char *renamed = self->mode != MODE_ALIAS ? new_table_name (self, from) : NULL;

  return from->alias == NULL && renamed != NULL ? renamed : ask_sql_from_get_name (from);
}

static gboolean
joins_by_unjoined (const Rewrite *self, const AskSqlExpr *expr)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->unjoined);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const AskSqlFrom *from = key;

      for (guint i = 0; from->using[i] != NULL; i++)
        if (g_ascii_strcasecmp (from->using[i], expr -> name) == 0)
          return TRUE;
    }
  return FALSE;
}

/* 'table::column' in a call */
static void
rewrite_text (Rewrite *self, const AskSqlExpr *expr)
{
  const char *name = new_name (self, expr);
  const char *table = expr->from != NULL && expr->from->alias == NULL && self->mode != MODE_ALIAS
                        ? new_table_name (self, expr->from)
                        : NULL;
  g_autofree char *text = NULL;

  if (name == NULL && table == NULL)
    return;
  text = g_strdup_printf ("%s::%s", table != NULL ? table : expr->table, name != NULL ? name : expr->name);
  add_change (self, expr->span.start, expr->span.end, ask_sql_quote_text (text));
}

static gboolean
rewrite_expr (AskSqlExpr *expr, gpointer data)
{
  Rewrite *self = data;
  const char *name;
  g_autoptr (GArray) words = NULL;

  if (expr->kind == ASK_EXPR_IN_TABLE && expr->without_parentheses && expr->select != NULL
      && expr->select->cores[0]->from.n == 1)
    {
      const char *table = new_table_name (self, expr->select->cores[0]->from.items[0]);

      words = find_words (self->tree->text, expr->span);
      if (table != NULL)
        replace_word (self, words, 0, table);
      ask_sql_walk_expr (expr->left, &(AskSqlVisit) { rewrite_expr, NULL, NULL, self });
      return FALSE;
    }
  if (expr->kind != ASK_EXPR_COLUMN || expr->span.end == 0)
    return TRUE;
  if (ask_schema_names_is_text (self->tree, expr))
    {
      rewrite_text (self, expr);
      return TRUE;
    }
  name = new_name (self, expr);
  words = find_words (self->tree->text, expr->span);
  if (name != NULL)
    replace_word (self, words, 0, name);
  if (expr->merged)
    {
      if (joins_by_unjoined (self, expr))
        self->reason = "it reads a column that a FULL JOIN merges";
      return TRUE;
    }
  if (expr->from == NULL || words->len == 0)
    return TRUE;
  if (expr->table == NULL && (self->mode != MODE_PLAIN || joins_by_unjoined (self, expr)))
    {
      const char *table = visible_name (self, expr->from);
      gsize start = g_array_index (words, AskSqlToken, words->len - 1).start;

      if (table != NULL)
        {
          g_autofree char *quoted = ask_sql_quote_name_if_needed (table);

          add_change (self, start, start, g_strconcat (quoted, ".", NULL));
        }
    }
  else if (expr->table != NULL && expr->from->alias == NULL && self->mode != MODE_ALIAS
           && new_table_name (self, expr->from) != NULL)
    replace_word (self, words, 1, new_table_name (self, expr->from));
  return TRUE;
}

static gboolean
changes (const Rewrite *self, const AskSqlExpr *side)
{
  return new_name (self, side) != NULL;
}

/* "USING (a, b)" as ON, where only one side of it was renamed. */
static char *
write_on (const Rewrite *self, const AskSqlFrom *from)
{
  GString *on = g_string_new ("ON ");

  for (guint i = 0; i < from->equalities.n; i++)
    {
      const AskSqlExpr *sides[] = { from->equalities.items[i]->left, from->equalities.items[i]->right };

      g_string_append (on, i > 0 ? " AND " : "");
      for (guint s = 0; s < 2; s++)
        {
          const char *name = new_name (self, sides[s]);
          g_autofree char *table = ask_sql_quote_name_if_needed (visible_name (self, sides[s]->from));
          g_autofree char *column = ask_sql_quote_name_if_needed (name != NULL ? name : sides[s]->name);

          g_string_append_printf (on, "%s%s.%s", s > 0 ? " = " : "", table, column);
        }
    }
  return g_string_free (on, FALSE);
}

/* The number of the token that closes the list of USING, of @tokens that follow the word; their count where there is
 * none. */
static guint
find_closing (const GArray *tokens, const char *text)
{
  guint closing = 0;

  while (closing < tokens->len
         && !(g_array_index (tokens, AskSqlToken, closing).kind == ASK_SQL_OPERATOR
              && text[g_array_index (tokens, AskSqlToken, closing).start] == ')'))
    closing++;
  return closing;
}

/* One side of @from is called otherwise, and the other is not: the list becomes an ON. */
static void
turn_into_on (Rewrite *self, AskSqlFrom *from, const GArray *tokens, guint closing)
{
  guint first = 0;

  for (guint i = 0; i < from->equalities.n; i++)
    if (from->equalities.items[i]->left->from == NULL || from->equalities.items[i]->right->from == NULL)
      {
        self->reason = "it joins by USING what a FULL JOIN merges";
        return;
      }
  while (g_array_index (tokens, AskSqlToken, first).kind == ASK_SQL_COMMENT)
    first++;
  add_change (self, from->span.end + g_array_index (tokens, AskSqlToken, first).start,
              from->span.end + g_array_index (tokens, AskSqlToken, closing).start + 1, write_on (self, from));
  g_hash_table_add (self->unjoined, from);
  for (guint i = 0; i < from->core->n_results; i++)
    if (from->core->results[i].star == 1)
      self->reason = "it joins by USING and selects “*”, which would give the column twice";
}

/* Both sides of @from are called otherwise now: so are the words of the list. */
static void
rename_in_list (Rewrite *self, const AskSqlFrom *from, const GArray *tokens, guint closing)
{
  for (guint i = 0; i < closing; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);
      g_autofree char *word = ask_sql_token_dup_name (self->tree->text + from->span.end, token);

      for (guint e = 0; word != NULL && e < from->equalities.n; e++)
        {
          const AskSqlExpr *left = from->equalities.items[e]->left;

          if (left->from != NULL && g_ascii_strcasecmp (left->name, word) == 0 && new_name (self, left) != NULL)
            add_change (self, from->span.end + token->start, from->span.end + token->start + token->length,
                        ask_sql_quote_name_if_needed (new_name (self, left)));
        }
    }
}

static void
rewrite_using (Rewrite *self, AskSqlFrom *from)
{
  gboolean partly = FALSE;
  gboolean any = FALSE;
  const char *text = self->tree->text + from->span.end;
  g_autoptr (GArray) tokens = NULL;
  guint closing;

  for (guint i = 0; i < from->equalities.n; i++)
    {
      const AskSqlExpr *equality = from->equalities.items[i];
      gboolean left = changes (self, equality->left);
      gboolean right = changes (self, equality->right);

      any |= left || right;
      partly |= left != right;
    }
  if (!any)
    return;
  if (from->natural)
    {
      if (partly)
        self->reason = "it joins by NATURAL JOIN, which goes by the name";
      return;
    }
  tokens = ask_sql_tokenize (text);
  closing = find_closing (tokens, text);
  if (closing == tokens->len)
    return;
  if (partly)
    turn_into_on (self, from, tokens, closing);
  else
    rename_in_list (self, from, tokens, closing);
}

static gboolean
rewrite_from (AskSqlFrom *from, gpointer data)
{
  Rewrite *self = data;
  const char *table = from->kind == ASK_FROM_TABLE && from->name_span.end > 0 ? new_table_name (self, from) : NULL;

  /* JOIN {{f('a::x', 'b::y')}} names its table there alone. */
  if (table != NULL && self->tree->text[from->name_span.start] == '{')
    return TRUE;
  if (table != NULL && self->mode != MODE_ALIAS)
    {
      g_autoptr (GArray) words = find_words (self->tree->text, from->name_span);

      replace_word (self, words, 0, table);
    }
  else if (table != NULL)
    {
      const AskEntity *after = ask_schema_names_find_after (self->after, from);
      g_autofree char *source = ask_sql_quote_name_if_needed (after->source);
      g_autofree char *name = ask_sql_quote_name_if_needed (table);
      g_autofree char *alias = from->alias == NULL ? ask_sql_quote_name_if_needed (from->name) : NULL;

      add_change (self, from->name_span.start, from->name_span.end,
                  g_strconcat (after->source[0] != '\0' ? source : "", after->source[0] != '\0' ? "." : "", name,
                               alias != NULL ? " AS " : NULL, alias, NULL));
    }
  return TRUE;
}

/* USING has to be known before the columns are looked at. */
static gboolean
look_at_using (AskSqlFrom *from, gpointer data)
{
  if (from->using != NULL || from->natural)
    rewrite_using (data, from);
  return TRUE;
}

static gboolean
rewrite_stars (AskSqlSelect *select, gpointer data)
{
  Rewrite *self = data;

  for (guint i = 0; self->mode != MODE_ALIAS && i < select->n_cores; i++)
    {
      AskSqlCore *core = select->cores[i];
      g_autoptr (GPtrArray) items = g_ptr_array_new ();

      ask_sql_core_get_items (core, items);
      for (guint r = 0; r < core->n_results; r++)
        for (guint f = 0; core->results[r].star == 2 && f < items->len; f++)
          {
            const AskSqlFrom *from = items->pdata[f];
            const char *table = new_table_name (self, from);

            if (table != NULL && from->alias == NULL && g_ascii_strcasecmp (from->name, core->results[r].table) == 0)
              {
                g_autoptr (GArray) words = find_words (self->tree->text, core->results[r].span);

                replace_word (self, words, 0, table);
                break;
              }
          }
    }
  return TRUE;
}

static gboolean
note_aliased (AskSqlSelect *select, gpointer data)
{
  for (guint i = 0; i < select->n_cores; i++)
    for (guint r = 0; r < select->cores[i]->n_results; r++)
      if (select->cores[i]->results[r].alias != NULL)
        g_hash_table_add (data, select->cores[i]->results[r].expr);
  return TRUE;
}

static int
compare_changes (gconstpointer a, gconstpointer b)
{
  const Change *left = a;
  const Change *right = b;

  if (left->start != right->start)
    return left->start < right->start ? -1 : 1;
  /* A table put in front of a column comes before the column's new name. */
  return left->end < right->end ? -1 : left->end > right->end;
}

static char *
apply (Rewrite *self)
{
  GString *text = g_string_new (NULL);
  gsize at = 0;

  g_array_sort (self->changes, compare_changes);
  for (guint i = 0; i < self->changes->len; i++)
    {
      const Change *change = &g_array_index (self->changes, Change, i);

      if (change->start < at)
        continue; /* the same word, reached twice */
      g_string_append_len (text, self->tree->text + at, (gssize) (change->start - at));
      g_string_append (text, change->text);
      at = change->end;
    }
  g_string_append (text, self->tree->text + at);
  return g_string_free (text, FALSE);
}

/**
 * ask_schema_rewrite_sql:
 * @sql: one SELECT over entities, written with the names of @before
 * @after: the names to write it with; what has the same id, column or place there is the same thing
 * @rewritten: (out) (transfer full) (nullable): %NULL where @sql does not stand under @before, so that nobody
 *   knows what its words mean, or where it has to change in nothing
 *
 * Returns: whether it could be done; if not, @error has the reason, as part of a sentence
 */
gboolean
ask_schema_rewrite_sql (AskSchemaNames *before, AskSchemaNames *after, const char *sql, char **rewritten,
                        GError **error)
{
  g_autoptr (AskSqlTree) tree = ask_schema_names_parse_with_calls (before, sql, NULL);
  g_autoptr (GHashTable) aliased = g_hash_table_new (NULL, NULL);
  g_autoptr (GError) reason = NULL;

  *rewritten = NULL;
  if (tree == NULL)
    return TRUE;
  ask_sql_walk_select (tree->select, &(AskSqlVisit) { NULL, NULL, note_aliased, aliased });
  for (Mode mode = MODE_PLAIN; mode < N_MODES; mode++)
    {
      g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (Change));
      g_autoptr (GHashTable) unjoined = g_hash_table_new (NULL, NULL);
      Rewrite self = { after, tree, mode, changes, aliased, unjoined, NULL };
      g_autofree char *text = NULL;

      g_array_set_clear_func (changes, change_clear);
      ask_sql_walk_select (tree->select, &(AskSqlVisit) { NULL, look_at_using, NULL, &self });
      ask_sql_walk_select (tree->select, &(AskSqlVisit) { rewrite_expr, rewrite_from, rewrite_stars, &self });
      if (self.reason != NULL)
        return ask_schema_refuse (error, "%s", self.reason);
      text = apply (&self);
      g_clear_error (&reason);
      if (ask_schema_names_mean_the_same (after, tree, text, g_hash_table_size (unjoined) > 0, &reason))
        {
          if (strcmp (text, sql) != 0)
            *rewritten = g_steal_pointer (&text);
          return TRUE;
        }
    }
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}
