/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The printers of PostgreSQL and MariaDB, from the outside: what one print needs, its texts and its
 * parameters. A value never gets into a text: it becomes a mark, and the marks become $1, $2, … or ?
 * once the text is whole. Either all of a statement prints, or there is a reason why not.
 */
#include "config.h"

#include "sql/ask-sql-printer.h"

#include <string.h>

#include "base/ask-memory.h"
#include "base/ask-text.h"
#include "sql/ask-sql-print-private.h"

/* A parameter's mark: this, its number, this. No name may hold the character. */
#define MARK '\x01'

/* Of parameters in one statement; PostgreSQL counts them in 16 bits. */
#define MAX_SLOTS 30000

/**
 * ask_sql_print_refuse:
 * @reason: a sentence without its full stop
 *
 * The first reason is the one that is told.
 *
 * Returns: %FALSE
 */
gboolean
ask_sql_print_refuse (AskSqlPrint *self, const char *reason)
{
  if (self->reason == NULL)
    self->reason = g_strdup (reason);
  return FALSE;
}

/**
 * ask_sql_print_refuse_server:
 * @what: such as "LIKE means something else in"; the server's name follows
 *
 * Returns: %FALSE
 */
gboolean
ask_sql_print_refuse_server (AskSqlPrint *self, const char *what)
{
  g_autofree char *reason = g_strdup_printf ("%s %s", what, self->ops->server);

  return ask_sql_print_refuse (self, reason);
}

/**
 * ask_sql_print_keep:
 * @text: (transfer full)
 *
 * Returns: (transfer none): @text, for as long as @self lives
 */
const char *
ask_sql_print_keep (AskSqlPrint *self, char *text)
{
  g_ptr_array_add (self->garbage, text);
  return text;
}

/** ask_sql_print_keep_shapes: Returns: (transfer none): a copy, for as long as @self lives */
AskSqlRep *
ask_sql_print_keep_shapes (AskSqlPrint *self, const GArray *shapes)
{
  AskSqlRep *copy = g_new0 (AskSqlRep, shapes->len + 1);

  for (guint i = 0; i < shapes->len; i++)
    copy[i] = g_array_index (shapes, AskSqlRep, i);
  g_ptr_array_add (self->garbage, copy);
  return copy;
}

/* Of a template. */
#define MAX_PLACES 16

/**
 * ask_sql_print_fill:
 * @template: text with {a}, {b}, {c}, at most %MAX_PLACES of them
 * @a, @b, @c: (nullable): what stands in their place
 *
 * Returns: (transfer none)
 */
const char *
ask_sql_print_fill (AskSqlPrint *self, const char *template, const char *a, const char *b, const char *c)
{
  const char *const operands[] = { a, b, c };
  gsize lengths[] = { a != NULL ? strlen (a) : 0, b != NULL ? strlen (b) : 0, c != NULL ? strlen (c) : 0 };
  const char *places[MAX_PLACES];
  guint n = 0;
  const char *rest = template;
  const char *at = template;
  gsize length = 0;
  char *text, *to;

  while (*(at = strchrnul (at, '{')) != '\0')
    {
      if (at[1] < 'a' || at[1] > 'c' || at[2] != '}')
        {
          at++;
          continue;
        }
      g_assert (n < MAX_PLACES && operands[at[1] - 'a'] != NULL);
      length += lengths[at[1] - 'a'];
      places[n++] = at;
      at += 3;
    }
  text = to = ask_sql_tree_new_text (self->tree, length + (gsize) (at - template) + 1);
  for (guint i = 0; i < n; i++)
    {
      guint operand = (guint) (places[i][1] - 'a');

      to = mempcpy (to, rest, (gsize) (places[i] - rest));
      to = mempcpy (to, operands[operand], lengths[operand]);
      rest = places[i] + 3;
    }
  memcpy (to, rest, (gsize) (at - rest) + 1);
  return text;
}

static const AskSqlOps *const dialects[] = {
  [ASK_DIALECT_SQLITE] = NULL,
  [ASK_DIALECT_POSTGRES] = &ask_sql_ops_postgres,
  [ASK_DIALECT_MARIADB] = &ask_sql_ops_mariadb,
  [ASK_DIALECT_CLICKHOUSE] = &ask_sql_ops_clickhouse,
};

/**
 * ask_sql_quote_remote:
 * @dialect: of a server
 *
 * Returns: (transfer full): @name between the dialect's quotes
 */
char *
ask_sql_quote_remote (AskSqlDialect dialect, const char *name)
{
  char mark = dialects[dialect]->quote;
  GString *quoted = g_string_new (NULL);

  g_string_append_c (quoted, mark);
  for (const char *p = name; *p != '\0'; p++)
    {
      if (*p == mark || (*p == '\\' && dialects[dialect]->backslashes))
        g_string_append_c (quoted, dialects[dialect]->backslashes ? '\\' : mark);
      g_string_append_c (quoted, *p);
    }
  g_string_append_c (quoted, mark);
  return g_string_free (quoted, FALSE);
}

/** ask_sql_dialect_joins: Returns: whether a part of a statement may join tables of @dialect's servers */
gboolean
ask_sql_dialect_joins (AskSqlDialect dialect)
{
  return dialects[dialect] != NULL && !dialects[dialect]->joins_wholes;
}

/**
 * ask_sql_print_quote_behind:
 * @front: what comes before it
 * @name: any
 *
 * Returns: (transfer none): @front, and @name between the dialect's quotes
 */
const char *
ask_sql_print_quote_behind (AskSqlPrint *self, const char *front, const char *name)
{
  char quote = self->ops->quote;
  gboolean backslashes = self->ops->backslashes;
  gsize before = strlen (front);
  char *text = ask_sql_tree_new_text (self->tree, before + 2 * strlen (name) + 3);
  char *to = mempcpy (text, front, before);

  *to++ = quote;
  for (const char *p = name; *p != '\0'; p++)
    {
      /* Most are letters. */
      if (*p < 'a' && (*p == quote || (*p == '\\' && backslashes)))
        *to++ = backslashes ? '\\' : quote;
      if (*p == MARK)
        ask_sql_print_refuse (self, "A name holds a control character");
      *to++ = *p;
    }
  *to++ = quote;
  *to = '\0';
  return text;
}

/** ask_sql_print_quote: Returns: (transfer none): @name between the dialect's quotes */
const char *
ask_sql_print_quote (AskSqlPrint *self, const char *name)
{
  return ask_sql_print_quote_behind (self, "", name);
}

/* Of any guint. */
#define MAX_DIGITS 10

/* @digits: (out caller-allocates): %MAX_DIGITS at most. Returns: how many digits */
static gsize
write_number (char *digits, guint number)
{
  gsize n = number >= 10 ? write_number (digits, number / 10) : 0;

  digits[n] = (char) ('0' + number % 10);
  return n + 1;
}

static const char *
make_mark (AskSqlPrint *self, guint slot)
{
  char digits[MAX_DIGITS];
  gsize n = write_number (digits, slot);
  char *mark = ask_sql_tree_new_text (self->tree, n + 3);

  mark[0] = mark[n + 1] = MARK;
  mark[n + 2] = '\0';
  memcpy (mark + 1, digits, n);
  return mark;
}

static const char *
mark_slot (AskSqlPrint *self, const AskSqlSlot *slot)
{
  /* One value is one parameter, so that "GROUP BY x + 1" and "SELECT x + 1" are the same to the
   * server. 0.0 and -0.0 are not one value. */
  for (guint i = 0; i < self->slots->len && i < 1000; i++)
    {
      const AskSqlSlot *other = &g_array_index (self->slots, AskSqlSlot, i);

      if (other->kind == slot->kind && other->type == slot->type && other->relation == slot->relation
          && other->column == slot->column
          && (slot->kind != ASK_SLOT_VALUE
              || (other->value.kind == slot->value.kind && other->value.length == slot->value.length
                  && (slot->value.kind == ASK_VALUE_TEXT || slot->value.kind == ASK_VALUE_BLOB
                        ? memcmp (other->value.blob, slot->value.blob, slot->value.length) == 0
                        : other->value.integer == slot->value.integer))))
        return make_mark (self, i);
    }
  g_array_append_val (self->slots, *slot);
  return make_mark (self, self->slots->len - 1);
}

/**
 * ask_sql_print_slot:
 * @value: text and bytes live as long as the tree
 *
 * Returns: (transfer none): the mark of a parameter of that value
 */
const char *
ask_sql_print_slot (AskSqlPrint *self, AskValue value, AskType type)
{
  AskSqlSlot slot = { .kind = ASK_SLOT_VALUE, .value = value, .type = type };

  return mark_slot (self, &slot);
}

/** ask_sql_print_relation_slot: Returns: (transfer none): the mark of a relation or its column */
const char *
ask_sql_print_relation_slot (AskSqlPrint *self, AskSqlSlotKind kind, const AskSqlRelation *relation, guint column)
{
  AskSqlSlot slot = { .kind = kind, .relation = relation, .column = column };

  slot.type = kind == ASK_SLOT_COLUMN ? relation->types[column] : ASK_TYPE_TEXT;
  return mark_slot (self, &slot);
}

/**
 * ask_sql_print_new_name:
 * @wish: (nullable)
 *
 * Names are one pool for the statement, without regard to case: so a reference to a table around a
 * subquery never means another one of the same name within it.
 *
 * Returns: (transfer none): @wish or something like it, that nothing else in the statement is called
 */
const char *
ask_sql_print_new_name (AskSqlPrint *self, const char *wish)
{
  char *base;
  const char *name;

  if (wish == NULL || *wish == '\0' || strlen (wish) > self->ops->max_name || !g_str_is_ascii (wish))
    wish = "t";
  name = base = (char *) ask_sql_tree_strdup (self->tree, wish, -1);
  for (char *p = base; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_')
      *p = '_';
  for (guint n = 2; !g_hash_table_add (self->names, (gpointer) name); n++)
    {
      g_autofree char *numbered = g_strdup_printf ("%s_%u", base, n);

      name = ask_sql_tree_strdup (self->tree, numbered, -1);
    }
  return name;
}

/* So many parameters most statements have at most. */
#define FEW_SLOTS 32

/* @length: bytes that its text takes at most, with the NUL; @n_slots: as many parameters as it has at most.
 * Returns: (transfer full): one piece of memory, with the types of @self and neither text nor parameters yet */
static AskSqlPrinted *
printed_new (const AskSqlPrint *self, gsize length, gsize n_slots)
{
  guint n_types = self->shapes->len;
  AskSqlPrinted *printed
    = g_malloc (sizeof *printed + n_slots * sizeof (AskSqlSlot) + n_types * sizeof (AskType) + length);

  printed->slots = (AskSqlSlot *) (printed + 1);
  printed->n_slots = 0;
  printed->types = (AskType *) (printed->slots + n_slots);
  printed->n_types = n_types;
  printed->sql = (char *) (printed->types + n_types);
  for (guint i = 0; i < n_types; i++)
    printed->types[i] = g_array_index (self->shapes, AskSqlRep, i).type;
  return printed;
}

/* Marks become parameters, numbered in the order of the text. */
static AskSqlPrinted *
finish (AskSqlPrint *self, const char *text)
{
  guint few[FEW_SLOTS] = { 0 };
  g_autofree guint *many = self->slots->len > FEW_SLOTS ? g_new0 (guint, self->slots->len) : NULL;
  guint *numbers = many != NULL ? many : few;
  gsize n_marks = 0;
  AskSqlPrinted *printed;
  const char *mark;
  char *to;

  for (const char *p = text; (p = strchr (p, MARK)) != NULL; p++)
    n_marks++;
  /* A mark has two of them, and a number is no longer than with "$" before it. */
  printed = printed_new (self, strlen (text) + n_marks / 2 * MAX_DIGITS + 1, n_marks / 2);
  to = printed->sql;
  for (; (mark = strchr (text, MARK)) != NULL; text++)
    {
      char *end;
      guint i = (guint) g_ascii_strtoull (mark + 1, &end, 10);

      g_assert (*end == MARK && i < self->slots->len);
      to = mempcpy (to, text, (gsize) (mark - text));
      text = end;
      if (numbers[i] == 0 || !self->ops->postgres)
        {
          printed->slots[printed->n_slots++] = g_array_index (self->slots, AskSqlSlot, i);
          numbers[i] = printed->n_slots;
        }
      *to++ = self->ops->postgres ? '$' : '?';
      if (self->ops->postgres)
        to += write_number (to, numbers[i]);
    }
  strcpy (to, text);
  if (printed->n_slots > MAX_SLOTS)
    {
      ask_sql_print_refuse (self, "The statement has too many values");
      g_clear_pointer (&printed, ask_sql_printed_free);
    }
  return printed;
}

static void
scope_free (gpointer data)
{
  AskSqlPrintScope *scope = data;

  g_clear_pointer (&scope->groups, g_ptr_array_unref);
  g_clear_pointer (&scope->extra, g_ptr_array_unref);
  g_clear_pointer (&scope->late, g_ptr_array_unref);
  g_clear_pointer (&scope->exprs, g_ptr_array_unref);
  g_clear_pointer (&scope->outputs, g_ptr_array_unref);
  g_clear_pointer (&scope->group_texts, g_ptr_array_unref);
  g_clear_pointer (&scope->conditions, g_ptr_array_unref);
  g_free (scope);
}

/* (nullable): a printer that nobody uses, with its tables, which cost more to make than most statements to print; for the
 * next one of any thread. */
static AskSqlPrint *spare; /* atomic */

/* More than this is not kept. */
#define MAX_SPARE_SCOPES 16
#define MAX_SPARE_GARBAGE 256

static AskSqlPrint *
print_new (AskSqlTree *tree, const AskSqlPrintOptions *options)
{
  AskSqlPrint *self = g_atomic_pointer_exchange (&spare, NULL);

  if (self == NULL)
    {
      self = g_new0 (AskSqlPrint, 1);
      self->slots = g_array_new (FALSE, TRUE, sizeof (AskSqlSlot));
      self->shapes = g_array_new (FALSE, TRUE, sizeof (AskSqlRep));
      self->items = g_hash_table_new_full (NULL, NULL, NULL, g_free);
      self->ctes = g_hash_table_new_full (NULL, NULL, NULL, g_free);
      self->names = g_hash_table_new (ask_text_hash_no_case, ask_text_equal_no_case);
      self->scopes = g_ptr_array_new_with_free_func (scope_free);
      self->spare_scopes = g_ptr_array_new_with_free_func (scope_free);
      self->garbage = g_ptr_array_new_with_free_func (g_free);
    }
  self->tree = tree;
  self->options = options;
  self->ops = dialects[options->dialect];
  return self;
}

static void
print_free (AskSqlPrint *self)
{
  AskSqlPrint empty = { .slots = self->slots,
                        .shapes = self->shapes,
                        .items = self->items,
                        .ctes = self->ctes,
                        .names = self->names,
                        .scopes = self->scopes,
                        .spare_scopes = self->spare_scopes,
                        .garbage = self->garbage };
  gboolean small = self->spare_scopes->len <= MAX_SPARE_SCOPES && self->garbage->len <= MAX_SPARE_GARBAGE
                   && self->slots->len <= MAX_SPARE_GARBAGE && self->shapes->len <= MAX_SPARE_GARBAGE;

  g_array_set_size (self->slots, 0);
  g_array_set_size (self->shapes, 0);
  g_hash_table_remove_all (self->items);
  g_hash_table_remove_all (self->ctes);
  g_hash_table_remove_all (self->names);
  g_ptr_array_set_size (self->scopes, 0);
  g_ptr_array_set_size (self->garbage, 0);
  g_free (self->reason);
  *self = empty;
  if (small && g_atomic_pointer_compare_and_exchange (&spare, NULL, self))
    return;
  g_array_unref (self->slots);
  g_array_unref (self->shapes);
  g_hash_table_unref (self->items);
  g_hash_table_unref (self->ctes);
  g_hash_table_unref (self->names);
  g_ptr_array_unref (self->scopes);
  g_ptr_array_unref (self->spare_scopes);
  g_ptr_array_unref (self->garbage);
  g_free (self);
}

static gboolean
is_remote (const AskSqlPrintOptions *options)
{
  return dialects[options->dialect] != NULL;
}

/**
 * ask_sql_print_remote:
 * @tree: analysed; new nodes may be put into its arena, what it says stays
 * @select: any SELECT of @tree that names no column of a SELECT around it
 * @options: which server, and which source's tables may occur
 * @reason: (out) (optional) (transfer full): why it does not print, in one sentence
 *
 * Writes @select in the server's dialect, so that the rows there are the ones that SQLite gives over
 * the same values. Limits of that: dates are from the years 1 to 9999 or infinite; sums and averages
 * of reals are up to the order of their addition; what the server cannot compute at all is its error
 * of SQLSTATE class 22, upon which SQLite has to compute. A PostgreSQL session has TimeZone UTC and
 * DateStyle ISO, a MariaDB session the character set utf8mb4 and a max_sort_length of 4,096 or
 * more. Columns of PostgreSQL under a collation that is not deterministic are not known as such.
 *
 * Returns: (transfer full) (nullable): the statement; %NULL with @reason set
 */
AskSqlPrinted *
ask_sql_print_remote (AskSqlTree *tree, AskSqlSelect *select, const AskSqlPrintOptions *options, char **reason)
{
  AskSqlPrint *self;
  AskSqlPrinted *printed = NULL;
  const char *text;

  g_return_val_if_fail (tree != NULL && select != NULL && is_remote (options), NULL);
  self = print_new (tree, options);
  text = ask_sql_print_query (self, select, ASK_SELECT_TOP, NULL, self->shapes);
  if (text != NULL && self->reason == NULL)
    printed = finish (self, text);
  g_assert (printed != NULL || self->reason != NULL);
  if (reason != NULL)
    *reason = printed == NULL ? g_steal_pointer (&self->reason) : NULL;
  print_free (self);
  return printed;
}

/**
 * ask_sql_can_print_condition:
 * @tree: analysed, with @expr in it; new nodes may be put into its arena, what it says stays
 * @expr: what may stand in a WHERE, whose columns' tables need not be printed with it
 * @options: which server, and which source's tables may occur
 * @reason: (out) (optional) (transfer full): why not
 *
 * Returns: whether @expr holds for the same rows there as in SQLite
 */
gboolean
ask_sql_can_print_condition (AskSqlTree *tree, AskSqlExpr *expr, const AskSqlPrintOptions *options, char **reason)
{
  AskSqlPrint *self;
  gboolean printed;

  g_return_val_if_fail (tree != NULL && expr != NULL && is_remote (options), FALSE);
  self = print_new (tree, options);
  printed = ask_sql_print_condition (self, expr) != NULL && self->reason == NULL;
  g_assert (printed || self->reason != NULL);
  if (reason != NULL)
    *reason = printed ? NULL : g_steal_pointer (&self->reason);
  print_free (self);
  return printed;
}

/** ask_sql_printed_free: frees @self; not the tree that its values lie in */
void
ask_sql_printed_free (AskSqlPrinted *self)
{
  g_free (self);
}
