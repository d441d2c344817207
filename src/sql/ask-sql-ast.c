/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tree's arena, small nodes for whoever rewrites a tree, and the operators. An arena is a list of
 * chunks that only grows; nothing in it is freed before the tree is. Copying, comparing and walking
 * have files of their own.
 */
#include "config.h"

#include "sql/ask-sql-ast.h"

#include <string.h>

#define FIRST_CHUNK (16 * 1024)
#define LARGEST_CHUNK (256 * 1024)

/* How clang tells of a sanitizer; gcc defines __SANITIZE_ADDRESS__. */
#ifndef __has_feature
#define __has_feature(feature) 0
#endif

/* A sanitizer has to see who reads what was freed. */
#if defined __SANITIZE_ADDRESS__ || __has_feature(address_sanitizer)
#define KEEPS_SPARE 0
#else
#define KEEPS_SPARE 1
#endif

/* A chunk; that of a tree is the one that was made last. */
typedef struct _AskSqlArena Chunk;
struct _AskSqlArena
{
  Chunk *next;
  gsize size;
  gsize used;
  gsize total; /* of it and all that follow */
  _Alignas(16) char bytes[];
};

/* (nullable): the first chunk of a tree that was freed, for the next tree of any thread. Most trees need no other; and it
 * is large enough for the heap to tidy itself up each time that it is asked for one. */
static Chunk *spare; /* atomic */

static Chunk *
new_chunk (gsize size)
{
  Chunk *chunk = size == FIRST_CHUNK ? g_atomic_pointer_exchange (&spare, NULL) : NULL;

  if (chunk == NULL)
    chunk = g_malloc (sizeof (Chunk) + size);

  chunk->next = NULL;
  chunk->size = size;
  chunk->used = 0;
  return chunk;
}

static void
free_chunk (Chunk *chunk)
{
  if (!KEEPS_SPARE || chunk->size != FIRST_CHUNK || !g_atomic_pointer_compare_and_exchange (&spare, NULL, chunk))
    g_free (chunk);
}

/**
 * ask_sql_tree_free:
 * @self: (nullable) (transfer full): the tree
 *
 * Frees the tree, and with it every node and string that was allocated in it.
 */
void
ask_sql_tree_free (AskSqlTree *self)
{
  if (self == NULL)
    return;
  for (Chunk *chunk = self->arena; chunk != NULL;)
    {
      Chunk *next = chunk->next;

      free_chunk (chunk);
      chunk = next;
    }
  g_free (self);
}

static gpointer
alloc (AskSqlTree *self, gsize size, gsize alignment)
{
  Chunk *chunk = self->arena;
  gsize at = chunk != NULL ? (chunk->used + alignment - 1) & ~(alignment - 1) : 0;
  if (chunk == NULL || at > chunk->size || size > chunk->size - at)
    {
      gsize usual = chunk != NULL ? MIN (chunk->size * 2, LARGEST_CHUNK) : FIRST_CHUNK;
      Chunk *more = new_chunk (MAX (usual, size));

      more->next = chunk;
      more->total = more->size + (chunk != NULL ? chunk->total : 0);
      self->arena = chunk = more;
      at = 0;
    }
  chunk->used = at + size;
  return chunk->bytes + at;
}

/** ask_sql_tree_get_size: Returns: bytes that the tree and all that is known of it take */
gsize
ask_sql_tree_get_size (const AskSqlTree *self)
{
  return self->arena != NULL ? self->arena->total : 0;
}

/**
 * ask_sql_tree_alloc:
 * @self: a tree
 * @size: bytes
 *
 * Returns: (transfer none): zeroed memory that lives as long as the tree; %NULL where @size is 0
 */
gpointer
ask_sql_tree_alloc (AskSqlTree *self, gsize size)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (size == 0)
    return NULL;
  return memset (alloc (self, size, 16), 0, size);
}

/** ask_sql_tree_new_text: @size: bytes with the NUL. Returns: (transfer none): memory for a text, as it comes; it lives as long as
 * the tree */
char *
ask_sql_tree_new_text (AskSqlTree *self, gsize size)
{
  return alloc (self, size, 1);
}

/**
 * ask_sql_tree_strdup:
 * @text: (nullable): what to copy
 * @length: bytes, or -1 up to the NUL
 *
 * Returns: (transfer none) (nullable): a copy that lives as long as the tree, with a NUL behind it;
 *   %NULL where @text is
 */
const char *
ask_sql_tree_strdup (AskSqlTree *self, const char *text, gssize length)
{
  gsize size;
  char *copy;

  g_return_val_if_fail (self != NULL, NULL);

  if (text == NULL)
    return NULL;
  size = length < 0 ? strlen (text) : (gsize) length;
  copy = ask_sql_tree_new_text (self, size + 1);
  memcpy (copy, text, size);
  copy[size] = '\0';
  return copy;
}

/* What a flat statement may have: nothing that calls, or has a SELECT in it. */
static gboolean
is_flat (AskSqlExprKind kind)
{
  const guint flat = 1u << ASK_EXPR_LITERAL | 1u << ASK_EXPR_PARAMETER | 1u << ASK_EXPR_COLUMN | 1u << ASK_EXPR_UNARY
                     | 1u << ASK_EXPR_BINARY | 1u << ASK_EXPR_IS_NULL | 1u << ASK_EXPR_BETWEEN | 1u << ASK_EXPR_LIKE
                     | 1u << ASK_EXPR_IN_LIST | 1u << ASK_EXPR_CASE | 1u << ASK_EXPR_CAST | 1u << ASK_EXPR_COLLATE;

  return (flat >> kind & 1) != 0;
}

/**
 * ask_sql_tree_new_expr:
 * @kind: what it is; the members that such a node needs are for the caller to fill in
 * @span: its place in the text; { 0, 0 } where it has none
 *
 * Returns: (transfer none): a node that has its kind and nothing else; it lives as long as the tree
 */
AskSqlExpr *
ask_sql_tree_new_expr (AskSqlTree *self, AskSqlExprKind kind, AskSqlSpan span)
{
  AskSqlExpr *expr = ask_sql_tree_alloc (self, sizeof *expr);

  self->flat = self->flat && is_flat (kind);
  expr->kind = kind;
  expr->span = span;
  expr->column = -1;
  return expr;
}

/**
 * ask_sql_tree_new_column:
 * @table: (nullable): whose column it is; borrowed, as long as the tree lives
 * @name: borrowed, as long as the tree lives
 *
 * Returns: (transfer none): a COLUMN of that name, not analysed
 */
AskSqlExpr *
ask_sql_tree_new_column (AskSqlTree *self, const char *table, const char *name)
{
  AskSqlExpr *expr = ask_sql_tree_new_expr (self, ASK_EXPR_COLUMN, (AskSqlSpan) { 0, 0 });

  expr->table = table;
  expr->name = name;
  return expr;
}

/** ask_sql_tree_new_one: Returns: (transfer none): the literal 1 */
AskSqlExpr *
ask_sql_tree_new_one (AskSqlTree *self)
{
  AskSqlExpr *one = ask_sql_tree_new_expr (self, ASK_EXPR_LITERAL, (AskSqlSpan) { 0, 0 });

  one->value = ask_value_integer (1);
  one->literal = "1";
  return one;
}

/**
 * ask_sql_tree_new_and:
 * @left: (nullable): conditions so far
 *
 * Returns: (transfer none): @left AND @right; @right where there is no @left
 */
AskSqlExpr *
ask_sql_tree_new_and (AskSqlTree *self, AskSqlExpr *left, AskSqlExpr *right)
{
  AskSqlExpr *both;

  if (left == NULL)
    return right;
  both = ask_sql_tree_new_expr (self, ASK_EXPR_BINARY, (AskSqlSpan) { 0, 0 });
  both->op = ASK_OP_AND;
  both->left = left;
  both->right = right;
  return both;
}

/** ask_sql_tree_new_table: Returns: (transfer none): a TABLE, the first of its list; @name is copied */
AskSqlFrom *
ask_sql_tree_new_table (AskSqlTree *self, const char *name)
{
  AskSqlFrom *from = ask_sql_tree_alloc (self, sizeof *from);

  from->kind = ASK_FROM_TABLE;
  from->name = ask_sql_tree_strdup (self, name, -1);
  return from;
}

/**
 * ask_sql_tree_new_select:
 * @from: its one item
 *
 * Returns: (transfer none): "SELECT … FROM @from" of one core, whose @n_results results are empty yet
 */
AskSqlSelect *
ask_sql_tree_new_select (AskSqlTree *self, AskSqlFrom *from, guint n_results)
{
  AskSqlSelect *select = ask_sql_tree_alloc (self, sizeof *select);
  AskSqlCore *core = ask_sql_tree_alloc (self, sizeof *core);

  self->flat = FALSE;
  core->results = ask_sql_tree_alloc (self, n_results * sizeof *core->results);
  core->n_results = n_results;
  core->from.items = ask_sql_tree_alloc (self, sizeof *core->from.items);
  core->from.items[0] = from;
  core->from.n = 1;
  select->cores = ask_sql_tree_alloc (self, sizeof *select->cores);
  select->cores[0] = core;
  select->n_cores = 1;
  return select;
}

static const struct
{
  const char *text;
  guint precedence;
} operators[] = {
  [ASK_OP_NONE] = { "", 0 },         [ASK_OP_OR] = { "OR", 1 },
  [ASK_OP_AND] = { "AND", 2 },       [ASK_OP_NOT] = { "NOT", 3 },
  [ASK_OP_EQUAL] = { "=", 4 },       [ASK_OP_NOT_EQUAL] = { "<>", 4 },
  [ASK_OP_IS] = { "IS", 4 },         [ASK_OP_IS_NOT] = { "IS NOT", 4 },
  [ASK_OP_LIKE] = { "LIKE", 4 },     [ASK_OP_GLOB] = { "GLOB", 4 },
  [ASK_OP_REGEXP] = { "REGEXP", 4 }, [ASK_OP_MATCH] = { "MATCH", 4 },
  [ASK_OP_LESS] = { "<", 5 },        [ASK_OP_LESS_EQUAL] = { "<=", 5 },
  [ASK_OP_GREATER] = { ">", 5 },     [ASK_OP_GREATER_EQUAL] = { ">=", 5 },
  [ASK_OP_BIT_AND] = { "&", 7 },     [ASK_OP_BIT_OR] = { "|", 7 },
  [ASK_OP_SHIFT_LEFT] = { "<<", 7 }, [ASK_OP_SHIFT_RIGHT] = { ">>", 7 },
  [ASK_OP_ADD] = { "+", 8 },         [ASK_OP_SUBTRACT] = { "-", 8 },
  [ASK_OP_MULTIPLY] = { "*", 9 },    [ASK_OP_DIVIDE] = { "/", 9 },
  [ASK_OP_REMAINDER] = { "%", 9 },   [ASK_OP_CONCAT] = { "||", 10 },
  [ASK_OP_EXTRACT] = { "->", 10 },   [ASK_OP_EXTRACT_TEXT] = { "->>", 10 },
  [ASK_OP_NEGATIVE] = { "-", 12 },   [ASK_OP_POSITIVE] = { "+", 12 },
  [ASK_OP_BIT_NOT] = { "~", 12 },
};

/** ask_sql_op_to_string: Returns: (transfer none): @op as SQLite writes it, "" for %ASK_OP_NONE */
const char *
ask_sql_op_to_string (AskSqlOp op)
{
  g_return_val_if_fail ((gsize) op < G_N_ELEMENTS (operators), "");

  return operators[op].text;
}

/**
 * ask_sql_op_get_precedence:
 * @op: with one operand or two
 *
 * Returns: how tightly it binds in SQLite, from 1 (OR) to 12 (unary minus); 6 is ESCAPE and 11 is
 *   COLLATE. All binary operators group from the left. 0 for %ASK_OP_NONE
 */
guint
ask_sql_op_get_precedence (AskSqlOp op)
{
  g_return_val_if_fail ((gsize) op < G_N_ELEMENTS (operators), 0);

  return operators[op].precedence;
}

/**
 * ask_sql_op_get_mirrored:
 * @op: a comparison
 *
 * Returns: what says the same with the operands the other way around: ">=" for "<="; @op itself where it does
 *   not matter which is left, as for "="
 */
AskSqlOp
ask_sql_op_get_mirrored (AskSqlOp op)
{
  switch ((guint) op)
    {
    case ASK_OP_LESS:
      return ASK_OP_GREATER;
    case ASK_OP_LESS_EQUAL:
      return ASK_OP_GREATER_EQUAL;
    case ASK_OP_GREATER:
      return ASK_OP_LESS;
    case ASK_OP_GREATER_EQUAL:
      return ASK_OP_LESS_EQUAL;
    default:
      return op;
    }
}
