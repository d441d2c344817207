/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was probably meant: for a query that SQLite did not take, the nearest names, the table that
 * does have the column, the parameter that is missing. Made of names only, so that it may be shown
 * to a language model.
 */
#include "config.h"

#include <string.h>

#include "base/ask-text.h"
#include "engine/ask-engine-private.h"
#include "sql/ask-sql-lexer.h"

/* What follows @mark in @message up to the end of the name. */
static char *
name_after (const char *message, const char *mark)
{
  const char *start = strstr (message, mark);
  gsize length;

  if (start == NULL)
    return NULL;
  start += strlen (mark);
  length = strlen (start);
  while (length > 0 && strchr (".\n ", start[length - 1]) != NULL)
    length--;
  return length > 0 ? g_strndup (start, length) : NULL;
}

static gboolean
may_be_alias (const char *sql, const AskSqlToken *token)
{
  static const char *const clauses[]
    = { "on",    "using", "where", "group", "order", "limit", "having", "join",      "left",
        "right", "full",  "inner", "cross", "outer", "union", "except", "intersect", "natural",
        "window" };

  if (token->kind != ASK_SQL_WORD && token->kind != ASK_SQL_QUOTED)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (clauses); i++)
    if (ask_sql_token_is (sql, token, clauses[i]))
      return FALSE;
  return TRUE;
}

/* The entities that the text names, each once; with @alias only the one that it stands for. */
static GPtrArray *
named_entities (AskEngine *self, const char *sql, const char *alias)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  GPtrArray *entities = g_ptr_array_new ();

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);
      g_autofree char *name = ask_sql_token_dup_name (sql, token);
      g_autofree char *other = NULL;
      AskEntity *entity = name != NULL ? ask_schema_find_entity (self->schema, name) : NULL;
      guint next = i + 1;

      if (entity == NULL)
        continue;
      if (next < tokens->len && ask_sql_token_is (sql, token + 1, "as"))
        next++;
      if (next < tokens->len
          && may_be_alias (sql, &g_array_index (tokens, AskSqlToken, next)))
        other = ask_sql_token_dup_name (sql, &g_array_index (tokens, AskSqlToken, next));
      if (alias != NULL && g_ascii_strcasecmp (alias, name) != 0
          && (other == NULL || g_ascii_strcasecmp (alias, other) != 0))
        continue;
      if (!g_ptr_array_find (entities, entity, NULL))
        g_ptr_array_add (entities, entity);
    }
  return entities;
}

static void
append_attributes (GString *hint, const AskEntity *entity)
{
  g_string_append_printf (hint, "%s has ", entity->name);
  for (guint i = 0; i < MIN (entity->attributes->len, 40); i++)
    g_string_append_printf (hint, "%s%s", i > 0 ? ", " : "",
                            ((AskAttribute *) entity->attributes->pdata[i])->name);
  g_string_append (hint, entity->attributes->len > 40 ? ", …. " : ". ");
}

static const char *
nearest_attribute (const GPtrArray *entities, const char *name)
{
  const char *best = NULL;
  guint distance = MAX (2, (guint) g_utf8_strlen (name, -1) / 3) + 1;

  for (guint e = 0; e < entities->len; e++)
    {
      const AskEntity *entity = entities->pdata[e];

      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];
          guint d = ask_text_edit_distance (name, attribute->name);

          for (guint s = 0; s < attribute->synonyms->len; s++)
            d = MIN (d, ask_text_edit_distance (name, attribute->synonyms->pdata[s]));
          if (d < distance)
            {
              distance = d;
              best = attribute->name;
            }
        }
    }
  return best;
}

static void
hint_column (AskEngine *self, const char *sql, const char *written, GString *hint)
{
  const char *dot = strrchr (written, '.');
  const char *column = dot != NULL ? dot + 1 : written;
  g_autofree char *alias = dot != NULL ? g_strndup (written, (gsize) (dot - written)) : NULL;
  g_autoptr (GPtrArray) entities = named_entities (self, sql, alias);
  const char *nearest = nearest_attribute (entities, column);
  guint n_owners = 0;

  if (nearest != NULL)
    g_string_append_printf (hint, "Did you mean %s? ", nearest);
  for (guint i = 0; i < self->schema->entities->len && n_owners < 5; i++)
    {
      const AskEntity *entity = self->schema->entities->pdata[i];

      if (g_ptr_array_find (entities, entity, NULL)
          || ask_entity_find_attribute (entity, column) == NULL)
        continue;
      if (n_owners++ == 0)
        g_string_append_printf (hint, "%s is in %s", column, entity->name);
      else
        g_string_append_printf (hint, ", %s", entity->name);
    }
  if (n_owners > 0)
    g_string_append (hint, ". ");
  for (guint i = 0; i < MIN (entities->len, 4); i++)
    append_attributes (hint, entities->pdata[i]);
}

static void
hint_table (AskEngine *self, const char *written, GString *hint)
{
  const char *dot = strrchr (written, '.');
  g_autoptr (GPtrArray) near
    = ask_schema_nearest_names (self->schema, dot != NULL ? dot + 1 : written, 3);

  if (near->len > 0)
    {
      g_string_append (hint, "Did you mean ");
      for (guint i = 0; i < near->len; i++)
        g_string_append_printf (hint, "%s%s", i > 0 ? " or " : "", (char *) near->pdata[i]);
      g_string_append (hint, "? ");
      return;
    }
  g_string_append (hint, "There are ");
  for (guint i = 0; i < MIN (self->schema->entities->len, 40); i++)
    g_string_append_printf (hint, "%s%s", i > 0 ? ", " : "",
                            ((AskEntity *) self->schema->entities->pdata[i])->name);
  g_string_append (hint, self->schema->entities->len > 40 ? ", …. " : ". ");
}

/**
 * ask_engine_get_hint:
 * @sql: what was tried
 * @failure: what ask_engine_query() said
 *
 * Returns: (transfer full) (nullable): what to change, in names of the schema only; %NULL where
 *   nothing is known
 */
char *
ask_engine_get_hint (AskEngine *self, const char *sql, const GError *failure)
{
  g_autoptr (GString) hint = g_string_new (NULL);
  g_autofree char *name = NULL;

  if (failure->domain != ASK_ENGINE_ERROR)
    return NULL;
  if (failure->code == ASK_ENGINE_ERROR_UNKNOWN_NAME)
    {
      if ((name = name_after (failure->message, "no such column: ")) != NULL)
        hint_column (self, sql, name, hint);
      else if ((name = name_after (failure->message, "no such table: ")) != NULL)
        hint_table (self, name, hint);
      else if ((name = name_after (failure->message, "no such function: ")) != NULL)
        g_string_append_printf (hint, "%s is not among the functions of SQLite. ", name);
      else if ((name = name_after (failure->message, "ambiguous column name: ")) != NULL)
        g_string_append_printf (hint, "Write the table's name in front of %s. ", name);
    }
  else if (failure->code == ASK_ENGINE_ERROR_MISSING_PARAMETER && self->missing_entity != NULL)
    {
      const char *attribute = self->missing_parameter->attribute;

      for (guint i = 0; i < self->schema->relationships->len; i++)
        {
          const AskRelationship *relationship = self->schema->relationships->pdata[i];

          if (g_ascii_strcasecmp (relationship->from, self->missing_entity->name) == 0
              && g_ascii_strcasecmp (relationship->from_attributes->pdata[0], attribute) == 0)
            g_string_append_printf (hint, "Join %s on %s.%s = %s.%s, or name a value. ",
                                    relationship->to, relationship->from, attribute,
                                    relationship->to,
                                    (char *) relationship->to_attributes->pdata[0]);
        }
      if (hint->len == 0)
        g_string_append_printf (hint, "Add %s.%s = a value to the WHERE clause. ",
                                self->missing_entity->name, attribute);
    }
  if (hint->len == 0)
    return NULL;
  g_string_truncate (hint, hint->len - 1);
  return g_strdup (hint->str);
}
