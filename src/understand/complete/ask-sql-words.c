/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be named at the cursor, the outline of the statement says (sql/ask-sql-outline.h); what that has, the schema.
 * Words that begin as it was typed come before those that only have it within. What is hidden from questions is not
 * offered.
 */
#include "config.h"

#include "understand/complete/ask-sql-words.h"

#include <string.h>

#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-outline.h"

/* Before a table is named, attributes of all tables are offered once so much is typed. */
#define LEAST_TYPED 2
#define MAX_DETAIL 60

static const char *const operand_words[] = { "CASE", "NOT", "EXISTS", "NULL", "DISTINCT", "SELECT" };
static const char *const after_value_words[]
  = { "AS",   "AND",  "OR",   "IN",  "LIKE", "BETWEEN",      "IS NULL", "IS NOT NULL",    "NOT",       "ASC", "DESC",
      "WHEN", "THEN", "ELSE", "END", "OVER", "PARTITION BY", "FILTER",  "COLLATE NOCASE", "NULLS LAST" };
static const char *const clause_words[]
  = { "FROM",     "JOIN",   "LEFT JOIN", "INNER JOIN", "CROSS JOIN", "FULL JOIN", "ON",        "USING",     "WHERE",
      "GROUP BY", "HAVING", "ORDER BY",  "LIMIT",      "OFFSET",     "UNION",     "UNION ALL", "INTERSECT", "EXCEPT" };
static const char *const start_words[] = { "SELECT", "WITH", "VALUES" };

/**
 * Find:
 * @folded: (nullable): what is typed, to compare with; %NULL where all of it is ASCII
 * @typed: as it is typed
 * @best: (element-type AskSqlWord): those that begin so
 * @rest: those that have it within
 */
typedef struct
{
  AskSchema *schema;
  const AskSqlOffers *offers; /* nullable */
  AskSqlOutline *outline;
  const char *typed;
  char *folded;
  GPtrArray *best;
  GPtrArray *rest;
} Find;

/** ask_sql_word_free: frees @self */
void
ask_sql_word_free (AskSqlWord *self)
{
  g_free (self->name);
  g_free (self->text);
  g_free (self->detail);
  g_free (self);
}

/* Returns: where @part, of ASCII, stands in @name; NULL where it does not */
static const char *
find_ascii (const char *name, const char *part)
{
  gsize length = strlen (part);

  for (; *name != '\0'; name++)
    if (g_ascii_tolower (*name) == g_ascii_tolower (*part) && g_ascii_strncasecmp (name, part, length) == 0)
      return name;
  return NULL;
}

/* Returns: 0 where @name does not have what is typed, 1 where it does, 2 where it begins so */
static guint
match (const Find *self, const char *name)
{
  g_autofree char *folded = NULL;
  const char *found;

  if (*self->typed == '\0')
    return 2;
  if (g_str_is_ascii (name) && g_str_is_ascii (self->typed))
    {
      found = find_ascii (name, self->typed);
      return found == NULL ? 0 : found == name ? 2 : 1;
    }
  folded = ask_text_fold (name);
  found = strstr (folded, self->folded);
  return found == NULL ? 0 : found == folded ? 2 : 1;
}

/* Adds a word where what is typed stands in its name. Words of SQL have to begin so. Returns: the word, or NULL */
static AskSqlWord *
offer (Find *self, AskSqlWordKind kind, const char *name, const char *detail)
{
  guint fit = match (self, name);
  gboolean plain = kind == ASK_SQL_WORD_KEYWORD || kind == ASK_SQL_WORD_FUNCTION;
  AskSqlWord *word;

  if (fit == 0 || (plain && fit < 2) || (fit == 1 && self->rest->len >= ASK_SQL_MAX_WORDS)
      || self->best->len >= ASK_SQL_MAX_WORDS)
    return NULL;
  word = g_new0 (AskSqlWord, 1);
  word->kind = kind;
  word->name = g_strdup (name);
  word->text = plain ? g_strdup (name) : ask_sql_quote_name_if_needed (name);
  word->detail = detail != NULL && *detail != '\0' ? ask_text_shorten (detail, MAX_DETAIL) : NULL;
  g_ptr_array_add (fit == 2 ? self->best : self->rest, word);
  return word;
}

static void
offer_words (Find *self, const char *const *words, guint n)
{
  for (guint i = 0; i < n; i++)
    offer (self, ASK_SQL_WORD_KEYWORD, words[i], NULL);
}

/* @schema: (nullable): a source, whose table may be meant by the name that it has there */
static AskEntity *
find_entity (AskSchema *schema, const char *source, const char *name)
{
  if (source == NULL)
    return ask_schema_find_entity (schema, name);
  for (guint i = 0; i < schema->entities->len; i++)
    {
      AskEntity *entity = schema->entities->pdata[i];

      if (entity->source != NULL && g_ascii_strcasecmp (entity->source, source) == 0
          && (g_ascii_strcasecmp (entity->name, name) == 0
              || (entity->table != NULL && g_ascii_strcasecmp (entity->table, name) == 0)))
        return entity;
    }
  return NULL;
}

static void
add_columns (const char *source, const char *table, GPtrArray *columns, gpointer schema)
{
  const AskEntity *entity = find_entity (schema, source, table);

  for (guint i = 0; entity != NULL && i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (!attribute->hidden && !attribute->sensitive)
        g_ptr_array_add (columns, g_strdup (attribute->name));
    }
}

/* How often an attribute of that name can be meant. */
static guint
count_bearers (const Find *self, const char *name)
{
  guint n = 0;

  for (guint i = 0; i < self->outline->n_own; i++)
    {
      const AskSqlOutlineItem *item = self->outline->items->pdata[i];
      g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_free);

      if (item->table != NULL)
        add_columns (item->schema, item->table, columns, self->schema);
      for (guint c = 0; c < columns->len; c++)
        n += g_ascii_strcasecmp (columns->pdata[c], name) == 0;
      for (guint c = 0; item->columns != NULL && c < item->columns->len; c++)
        n += g_ascii_strcasecmp (item->columns->pdata[c], name) == 0;
    }
  return n;
}

/* Where two items have it, it says which one is meant. */
static void
qualify (const Find *self, AskSqlWord *word, const AskSqlOutlineItem *item)
{
  if (word != NULL && self->outline->qualifier == NULL && self->outline->n_own > 1 && *item->name != '\0'
      && count_bearers (self, word->name) > 1)
    {
      g_autofree char *of = ask_sql_quote_name_if_needed (item->name);
      char *text = g_strdup_printf ("%s.%s", of, word->text);

      g_free (word->text);
      word->text = text;
    }
}

static void
offer_item (Find *self, const AskSqlOutlineItem *item)
{
  const AskEntity *entity = item->table != NULL ? find_entity (self->schema, item->schema, item->table) : NULL;

  for (guint i = 0; item->columns != NULL && i < item->columns->len; i++)
    qualify (self, offer (self, ASK_SQL_WORD_ATTRIBUTE, item->columns->pdata[i], item->name), item);
  if (entity == NULL || entity->hidden)
    return;
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (!attribute->hidden)
        qualify (self, offer (self, ASK_SQL_WORD_ATTRIBUTE, attribute->name, entity->name), item);
    }
  for (guint i = 0; i < entity->metrics->len; i++)
    offer (self, ASK_SQL_WORD_METRIC, ((const AskMetric *) entity->metrics->pdata[i])->name, entity->name);
}

/* Behind "o.": what o has; behind a source's name, its tables. */
static void
offer_qualified (Find *self)
{
  const char *qualifier = self->outline->qualifier;
  gboolean found = FALSE;

  for (guint i = 0; i < self->outline->items->len && !found; i++)
    {
      const AskSqlOutlineItem *item = self->outline->items->pdata[i];

      if (g_ascii_strcasecmp (item->name, qualifier) == 0)
        {
          offer_item (self, item);
          found = TRUE;
        }
    }
  /* A table that no FROM names yet. */
  if (!found && ask_schema_find_entity (self->schema, qualifier) != NULL)
    offer_item (self, &(AskSqlOutlineItem) { (char *) qualifier, NULL, (char *) qualifier, NULL });
  for (guint i = 0; !found && i < self->schema->entities->len; i++)
    {
      const AskEntity *entity = self->schema->entities->pdata[i];

      if (!entity->hidden && entity->source != NULL && g_ascii_strcasecmp (entity->source, qualifier) == 0)
        offer (self, ASK_SQL_WORD_ENTITY, entity->table != NULL ? entity->table : entity->name, entity->source);
    }
}

static void
offer_tables (Find *self)
{
  for (guint i = 0; i < self->outline->ctes->len; i++)
    offer (self, ASK_SQL_WORD_CTE, ((const AskSqlOutlineItem *) self->outline->ctes->pdata[i])->name, NULL);
  for (guint i = 0; i < self->schema->entities->len; i++)
    {
      const AskEntity *entity = self->schema->entities->pdata[i];

      if (!entity->hidden)
        offer (self, ASK_SQL_WORD_ENTITY, entity->name,
               entity->description != NULL && *entity->description != '\0' ? entity->description : entity->source);
    }
}

/* What a language model computes; the engine knows nothing of it. */
static const AskSqlSignature of_models[] = {
  { .name = "llm_join", .arguments = "left, right, criterion?" },
  { .name = "llm_map", .arguments = "question, value" },
  { .name = "llm_pick", .arguments = "question, value, options" },
  { .name = "llm_qa", .arguments = "question, (SELECT …)" },
  { .name = "llm_validate", .arguments = "claim, (SELECT …)" },
};

static void
offer_function (Find *self, const AskSqlSignature *signature)
{
  gboolean bare = g_str_has_prefix (signature->name, "current_");
  AskSqlWord *word = offer (self, ASK_SQL_WORD_FUNCTION, signature->name, NULL);

  if (word == NULL || bare)
    return;
  g_free (word->text);
  word->text = g_strconcat (signature->name, "()", signature->window ? " OVER ()" : "", NULL);
  word->back = signature->window ? 1 : *signature->arguments != '\0';
  g_free (word->detail);
  word->detail = g_strdup_printf ("(%s)", signature->arguments);
}

static void
offer_functions (Find *self)
{
  g_autoptr (GArray) functions = ask_sql_list_signatures ();
  const GArray *own = self->offers != NULL ? self->offers->functions : NULL;

  for (guint i = 0; own != NULL && i < own->len; i++)
    offer_function (self, &g_array_index (own, AskSqlSignature, i));
  for (guint i = 0; i < functions->len; i++)
    offer_function (self, &g_array_index (functions, AskSqlSignature, i));
  for (gsize i = 0; i < G_N_ELEMENTS (of_models); i++)
    offer_function (self, &of_models[i]);
}

/* Of what the comparison before it is of, the values that are known. */
static const AskAttribute *
find_compared (const Find *self)
{
  const AskSqlOutline *outline = self->outline;

  for (guint i = 0; outline->compared != NULL && i < outline->items->len; i++)
    {
      const AskSqlOutlineItem *item = outline->items->pdata[i];
      const AskEntity *entity = item->table != NULL ? find_entity (self->schema, item->schema, item->table) : NULL;

      if (entity == NULL
          || (outline->compared_with != NULL && g_ascii_strcasecmp (outline->compared_with, item->name) != 0))
        continue;
      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];

          if (g_ascii_strcasecmp (attribute->name, outline->compared) == 0)
            return attribute->hidden || attribute->sensitive ? NULL : attribute;
        }
    }
  return NULL;
}

static gboolean
is_number_type (AskType type)
{
  return type == ASK_TYPE_INTEGER || type == ASK_TYPE_REAL || type == ASK_TYPE_DECIMAL || type == ASK_TYPE_BOOLEAN;
}

static void
offer_values (Find *self)
{
  const AskAttribute *attribute = find_compared (self);
  GPtrArray *values = NULL;

  if (attribute != NULL)
    values = attribute->choices->len > 0 ? attribute->choices : attribute->examples;
  for (guint i = 0; values != NULL && i < values->len; i++)
    {
      AskSqlWord *word = offer (self, ASK_SQL_WORD_VALUE, values->pdata[i], attribute->name);

      if (word == NULL)
        continue;
      g_free (word->text);
      word->text = is_number_type (attribute->type) && self->outline->quote == 0
                     ? g_strdup (values->pdata[i])
                     : ask_sql_quote_text (values->pdata[i]);
    }
}

static const AskSqlOutlineItem *
find_item (const Find *self, const char *entity, guint end)
{
  for (guint i = 0; i < end; i++)
    {
      const AskSqlOutlineItem *item = self->outline->items->pdata[i];

      if (item->table != NULL && g_ascii_strcasecmp (item->table, entity) == 0)
        return item;
    }
  return NULL;
}

static void
offer_join (Find *self, const AskRelationship *relationship, const AskSqlOutlineItem *from, const AskSqlOutlineItem *to)
{
  g_autoptr (GString) condition = g_string_new (NULL);
  AskSqlWord *word;

  for (guint i = 0; i < relationship->from_attributes->len; i++)
    {
      g_autofree char *left = ask_sql_quote_name_if_needed (from->name);
      g_autofree char *left_column = ask_sql_quote_name_if_needed (relationship->from_attributes->pdata[i]);
      g_autofree char *right = ask_sql_quote_name_if_needed (to->name);
      g_autofree char *right_column = ask_sql_quote_name_if_needed (relationship->to_attributes->pdata[i]);

      g_string_append_printf (condition, "%s%s.%s = %s.%s", i > 0 ? " AND " : "", left, left_column, right,
                              right_column);
    }
  word = offer (self, ASK_SQL_WORD_JOIN, condition->str, relationship->verb);
  if (word != NULL)
    {
      g_free (word->text);
      word->text = g_string_free (g_steal_pointer (&condition), FALSE);
    }
}

/* Behind ON: how the last item is related with those before it. */
static void
offer_joins (Find *self)
{
  guint n = self->outline->n_own;

  for (guint i = 0; n > 1 && i < self->schema->relationships->len; i++)
    {
      const AskRelationship *relationship = self->schema->relationships->pdata[i];
      const AskSqlOutlineItem *last = self->outline->items->pdata[n - 1];
      const AskSqlOutlineItem *other;

      if (last->table == NULL)
        return;
      if (g_ascii_strcasecmp (last->table, relationship->from) == 0
          && (other = find_item (self, relationship->to, n - 1)) != NULL)
        offer_join (self, relationship, last, other);
      if (g_ascii_strcasecmp (last->table, relationship->to) == 0
          && (other = find_item (self, relationship->from, n - 1)) != NULL)
        offer_join (self, relationship, other, last);
    }
}

/* SELECT comes before FROM, so that its tables may not be named yet. */
static void
offer_all_attributes (Find *self)
{
  for (guint i = 0; i < self->schema->entities->len && self->best->len < ASK_SQL_MAX_WORDS / 2; i++)
    {
      const AskEntity *entity = self->schema->entities->pdata[i];

      if (!entity->hidden)
        offer_item (self, &(AskSqlOutlineItem) { entity->name, NULL, entity->name, NULL });
    }
}

/* Where a value comes next. */
static void
offer_operands (Find *self)
{
  const AskSqlOutline *outline = self->outline;

  if (outline->after_on)
    offer_joins (self);
  for (guint i = 0; i < outline->n_own; i++)
    offer_item (self, outline->items->pdata[i]);
  if (outline->clause == ASK_CLAUSE_GROUP || outline->clause == ASK_CLAUSE_ORDER
      || outline->clause == ASK_CLAUSE_HAVING)
    for (guint i = 0; i < outline->aliases->len; i++)
      offer (self, ASK_SQL_WORD_ALIAS, outline->aliases->pdata[i], NULL);
  for (guint i = outline->n_own; i < outline->items->len; i++)
    offer_item (self, outline->items->pdata[i]);
  for (guint i = 0; i < outline->items->len; i++)
    {
      const AskSqlOutlineItem *item = outline->items->pdata[i];

      if (*item->name != '\0')
        offer (self, ASK_SQL_WORD_ALIAS, item->name, item->table != item->name ? item->table : NULL);
    }
  if (outline->clause == ASK_CLAUSE_SELECT && outline->n_own == 0 && strlen (self->typed) >= LEAST_TYPED)
    offer_all_attributes (self);
}

static void
offer_snippets (Find *self)
{
  const GArray *snippets = self->offers != NULL ? self->offers->snippets : NULL;

  for (guint i = 0; snippets != NULL && i < snippets->len; i++)
    {
      const AskSqlSnippet *snippet = &g_array_index (snippets, AskSqlSnippet, i);
      AskSqlWord *word = offer (self, ASK_SQL_WORD_QUESTION, snippet->name, snippet->sql);

      if (word == NULL)
        continue;
      g_free (word->text);
      word->text = g_strdup (snippet->sql);
    }
}

static void
offer_all (Find *self)
{
  const AskSqlOutline *outline = self->outline;

  if (outline->qualifier != NULL)
    offer_qualified (self);
  else if (outline->quote == '\'')
    offer_values (self);
  else if (outline->wants_table)
    offer_tables (self);
  else if (outline->clause == ASK_CLAUSE_START)
    {
      offer_words (self, start_words, G_N_ELEMENTS (start_words));
      offer_snippets (self);
    }
  else
    {
      offer_values (self);
      if (outline->wants_operand || outline->clause == ASK_CLAUSE_LIMIT)
        offer_operands (self);
      if (outline->quote != 0)
        return;
      if (outline->wants_operand)
        {
          offer_functions (self);
          offer_words (self, operand_words, G_N_ELEMENTS (operand_words));
        }
      else
        offer_words (self, after_value_words, G_N_ELEMENTS (after_value_words));
      offer_words (self, clause_words, G_N_ELEMENTS (clause_words));
    }
}

/**
 * ask_sql_words_find:
 * @schema: that @sql is about
 * @offers: (nullable): what is offered beside it
 * @sql: as it is, finished or not
 * @cursor: byte offset of the cursor
 * @start: (out): where that begins which a word takes the place of; it ends at the cursor
 *
 * Returns: (transfer full) (element-type AskSqlWord): the words that have what is typed, those that fit best first, at
 *   most %ASK_SQL_MAX_WORDS
 */
GPtrArray *
ask_sql_words_find (AskSchema *schema, const AskSqlOffers *offers, const char *sql, gsize cursor, gsize *start)
{
  g_autoptr (AskSqlOutline) outline = ask_sql_outline_new (sql, cursor, add_columns, schema);
  g_autofree char *folded = ask_text_fold (outline->typed);
  Find self = { .schema = schema, .offers = offers, .outline = outline, .typed = outline->typed, .folded = folded };

  self.best = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_sql_word_free);
  self.rest = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_sql_word_free);
  *start = outline->start;
  if (!outline->nothing)
    offer_all (&self);
  while (self.rest->len > 0 && self.best->len < ASK_SQL_MAX_WORDS)
    g_ptr_array_add (self.best, g_ptr_array_steal_index (self.rest, 0));
  g_ptr_array_unref (self.rest);
  return self.best;
}

/**
 * ask_sql_words_find_call:
 * @sql: as it is, finished or not
 * @cursor: byte offset of the cursor
 * @signature: (out): of the function whose arguments the cursor stands among
 * @argument: (out): which of them, from 0
 *
 * Returns: whether it stands among any
 */
gboolean
ask_sql_words_find_call (const char *sql, gsize cursor, AskSqlSignature *signature, guint *argument)
{
  g_autoptr (AskSqlOutline) outline = ask_sql_outline_new (sql, cursor, NULL, NULL);

  *argument = outline->argument;
  for (gsize i = 0; outline->function != NULL && i < G_N_ELEMENTS (of_models); i++)
    if (g_ascii_strcasecmp (outline->function, of_models[i].name) == 0)
      {
        *signature = of_models[i];
        return TRUE;
      }
  return outline->function != NULL && ask_sql_find_signature (outline->function, signature);
}
