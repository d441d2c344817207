/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQLite's authorizer for what people and models write: reading tables, calling functions that only
 * compute, and nothing else. It is an allow-list: what is not named here is refused, whatever a
 * later SQLite adds.
 */
#include "config.h"

#include <string.h>

#include "engine/ask-engine-private.h"

/* Sorted, for bsearch(). */
static const char *const functions[] = {
  "->",
  "->>",
  "_answer",
  "_rank",
  "abs",
  "acos",
  "acosh",
  "asin",
  "asinh",
  "ask_decimal",
  "atan",
  "atan2",
  "atanh",
  "avg",
  "bm25",
  "ceil",
  "ceiling",
  "char",
  "coalesce",
  "concat",
  "concat_ws",
  "cos",
  "cosh",
  "count",
  "cume_dist",
  "current_date",
  "current_time",
  "current_timestamp",
  "date",
  "datetime",
  "degrees",
  "dense_rank",
  "exp",
  "first_value",
  "floor",
  "fold",
  "format",
  "glob",
  "group_concat",
  "hex",
  "ifnull",
  "iif",
  "instr",
  "json",
  "json_array",
  "json_array_length",
  "json_each",
  "json_extract",
  "json_group_array",
  "json_group_object",
  "json_insert",
  "json_object",
  "json_patch",
  "json_quote",
  "json_remove",
  "json_replace",
  "json_set",
  "json_tree",
  "json_type",
  "json_valid",
  "julianday",
  "lag",
  "last_value",
  "lead",
  "length",
  "like",
  "likelihood",
  "likely",
  "ln",
  "log",
  "log10",
  "log2",
  "lower",
  "ltrim",
  "match",
  "max",
  "min",
  "mod",
  "nth_value",
  "ntile",
  "nullif",
  "octet_length",
  "percent_rank",
  "pi",
  "pow",
  "power",
  "printf",
  "quote",
  "radians",
  "random",
  "rank",
  "regexp",
  "replace",
  "round",
  "row_number",
  "rtrim",
  "sign",
  "sin",
  "sinh",
  "sqrt",
  "strftime",
  "string_agg",
  "substr",
  "substring",
  "sum",
  "tan",
  "tanh",
  "time",
  "timediff",
  "total",
  "trim",
  "trunc",
  "typeof",
  "unhex",
  "unicode",
  "unixepoch",
  "unlikely",
  "upper",
};

/* Tables that are functions. */
static const char *const table_functions[] = { "json_each", "json_tree" };

static int
compare (const void *key, const void *item)
{
  return g_ascii_strcasecmp (key, *(const char *const *) item);
}

static gboolean
is_listed (const char *name, const char *const *list, gsize n)
{
  return name != NULL && bsearch (name, list, n, sizeof *list, compare) != NULL;
}

/* @source is empty for temporary tables of earlier steps. */
static void
note_source (AskEngine *self, const char *source)
{
  if (source[0] != '\0' && self->run != NULL)
    ask_run_note_source (self->run, source);
}

/* An entity, or another place of one, by the name that a statement has for it. */
static const AskEntity *
find_entity (AskEngine *self, const char *name)
{
  const AskEntity *entity = ask_schema_find_entity (self->schema, name);

  for (guint i = 0; entity == NULL && i < self->bound->len; i++)
    {
      const AskOtherPlace *place = self->bound->pdata[i];

      if (g_ascii_strcasecmp (place->entity->name, name) == 0)
        entity = place->entity;
    }
  return entity;
}

/* Whether a table of an attached file is one that the schema names, by whatever name: what a steward left out is not
 * read because another table of its file is. */
static gboolean
is_of_entity (AskEngine *self, const char *source, const char *table)
{
  const AskEntity *entity = ask_schema_find_entity (self->schema, table);

  if (entity != NULL && g_ascii_strcasecmp (entity->table, table) == 0 && strcmp (entity->source, source) == 0)
    return TRUE;
  for (guint i = 0; i < self->schema->entities->len; i++)
    {
      entity = self->schema->entities->pdata[i];
      if (g_ascii_strcasecmp (entity->table, table) == 0 && strcmp (entity->source, source) == 0)
        return TRUE;
    }
  for (guint i = 0; i < self->bound->len; i++)
    {
      entity = ((const AskOtherPlace *) self->bound->pdata[i])->entity;
      if (g_ascii_strcasecmp (entity->table, table) == 0 && strcmp (entity->source, source) == 0)
        return TRUE;
    }
  return FALSE;
}

/* FTS5 reads its own tables by statements on this connection. Nobody else can name them: they are in no schema. */
static gboolean
is_full_text (AskEngine *self, const char *source, const char *table)
{
  static const char *const endings[] = { "_data", "_idx", "_content", "_docsize", "_config" };
  const AskSourceConfig *config = g_hash_table_lookup (self->configs, source);

  if (config == NULL || !config->kind->full_text)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (table, endings[i]))
      {
        g_autofree char *owner = g_strndup (table, strlen (table) - strlen (endings[i]));

        if (is_of_entity (self, source, owner))
          return TRUE;
      }
  return FALSE;
}

static gboolean
may_read (AskEngine *self, const char *table, const char *database)
{
  const char *source;
  g_autofree char *name = NULL;

  if (table == NULL)
    return TRUE;
  if (g_ascii_strncasecmp (table, "sqlite_", 7) == 0)
    return FALSE;
  if (is_listed (table, table_functions, G_N_ELEMENTS (table_functions)))
    return TRUE;
  if (database == NULL || database[0] == '\0')
    {
      /* A subquery's columns, and a table of which no column is read, as in count(*). */
      const AskEntity *entity = find_entity (self, table);

      if (entity != NULL)
        note_source (self, entity->source);
      return entity != NULL || g_ascii_strncasecmp (table, "pragma_", 7) != 0;
    }
  if (g_ascii_strcasecmp (database, "temp") == 0)
    {
      /* What runs at a server is noted when it is sent. */
      if (g_hash_table_contains (self->fragments, table))
        return TRUE;
      name = g_ascii_strdown (table, -1);
      source = g_hash_table_lookup (self->made, name);
    }
  else
    {
      name = g_ascii_strdown (database, -1);
      source = g_hash_table_lookup (self->attached, name);
      if (source != NULL && !is_of_entity (self, source, table) && !is_full_text (self, source, table))
        return FALSE;
    }
  if (source == NULL)
    return FALSE;
  note_source (self, source);
  return TRUE;
}

/**
 * ask_engine_authorize:
 *
 * What sqlite3_set_authorizer() calls while a statement is prepared.
 *
 * Returns: %SQLITE_OK or %SQLITE_DENY
 */
int
ask_engine_authorize (void *engine, int action, const char *a, const char *b, const char *database,
                      const char *accessor)
{
  AskEngine *self = engine;

  if (self->trusted)
    return SQLITE_OK;
  switch (action)
    {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_READ:
      return may_read (self, a, database) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_PRAGMA:
      /* So FTS5 notices that somebody wrote. */
      return g_strcmp0 (a, "data_version") == 0 && b == NULL ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_FUNCTION:
      return is_listed (b, functions, G_N_ELEMENTS (functions)) ? SQLITE_OK : SQLITE_DENY;
    default:
      return SQLITE_DENY;
    }
}
