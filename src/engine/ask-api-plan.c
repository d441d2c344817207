/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The choice of what a call is asked for: SQLite's planner offers conditions on a virtual table, and is
 * told which of them go into the call, and what that costs. It fetches nothing.
 */
#include "config.h"

#include <string.h>

#include "engine/ask-fragment.h"
#include "sql/ask-sql-analysis.h"

#define CALL_COST 1000.0
#define UNKNOWN_ROWS 10000
/* A server's rows up to so many are read at once and looked up here. */
#define FEW_ROWS 20000
/* Of more rows than that the first are as good as all. */
#define MAX_TOP 10000
/* Of so many conditions sqlite3_vtab_in() tells whether they are lists. */
#define MAX_TOLD 32

static gint64
estimated_rows (const AskEntity *entity)
{
  return entity->row_estimate >= 0 ? MAX (1, entity->row_estimate) : UNKNOWN_ROWS;
}

static gboolean
is_unique (const AskEntity *entity, const gboolean *bound)
{
  gboolean key = FALSE;

  for (guint i = 0; i < entity->attributes->len; i++)
    if (((AskAttribute *) entity->attributes->pdata[i])->key > 0)
      {
        if (!bound[i])
          return FALSE;
        key = TRUE;
      }
  return key;
}

/* Whether rows that are equal under the collation are found: by an API or a server only where it compares bytes,
 * here also where it compares decimals, since their index goes by the number. */
static gboolean
knows_collation (sqlite3_index_info *info, int constraint, gboolean here)
{
  const char *collation = sqlite3_vtab_collation (info, constraint);

  return g_ascii_strcasecmp (collation, "BINARY") == 0 || (here && g_ascii_strcasecmp (collation, "decimal") == 0);
}

/* Whether values that seem to come from a join find all that they equal. Those of a list seem to, where it is compared
 * with a row value, or stands behind the first 32 conditions. SQLite checks them by the affinity of the column alone then,
 * and not by the list's: as texts, '07' is not 7. */
static gboolean
knows_affinity (const AskEngine *engine, const AskEntity *entity, int constraint, int column)
{
  const AskAttribute *attribute = entity->attributes->pdata[column];
  AskSqlAffinity affinity = ask_sql_affinity_from_type (ask_engine_get_declared_type (attribute->type));

  if (constraint >= MAX_TOLD && engine->distrusts_lists)
    return FALSE;
  return !engine->distrusts_numbers || ask_sql_affinity_get_group (affinity) == ASK_AFFINITY_NUMERIC;
}

/* The best equality on a column of @entity: a constant before a list before a join; -1 for none.
 *
 * @here: it is looked up in rows that were fetched
 *
 * SQLite makes one list of "a = x COLLATE NOCASE OR a = y" and offers it as if it compared by bytes;
 * it checks the OR itself later, but rows that were not fetched cannot pass. A list cannot be told
 * from one that was written, so where a statement has both OR and another collation none is taken. */
static int
find_equality (const AskEngine *engine, const AskEntity *entity, sqlite3_index_info *info, int column, gboolean here)
{
  int best = -1;
  int best_rank = 0;

  for (int i = 0; i < info->nConstraint; i++)
    {
      sqlite3_value *constant = NULL;
      int rank;

      if (!info->aConstraint[i].usable || info->aConstraint[i].iColumn != column
          || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ || !knows_collation (info, i, here))
        continue;
      if (sqlite3_vtab_in (info, i, -1))
        rank = engine->distrusts_lists ? 0 : 2;
      else
        rank = sqlite3_vtab_rhs_value (info, i, &constant) == SQLITE_OK ? 3
               : knows_affinity (engine, entity, i, column)             ? 1
                                                                        : 0;
      if (rank > best_rank)
        {
          best = i;
          best_rank = rank;
        }
    }
  return best;
}

/* A bound on a column that an API's parameter of that use takes. An API may leave out what equals the bound
 * only where the comparison does too, so the use says which of the two it is; of days and moments what is
 * sent lies outside the bound anyway. */
static int
find_range (sqlite3_index_info *info, int column, const AskParameter *parameter, const AskAttribute *attribute)
{
  gboolean lower = parameter->use == ASK_PARAMETER_AT_LEAST || parameter->use == ASK_PARAMETER_ABOVE;
  gboolean within = parameter->use == ASK_PARAMETER_AT_LEAST || parameter->use == ASK_PARAMETER_AT_MOST
                    || attribute->type == ASK_TYPE_DATE || attribute->type == ASK_TYPE_DATETIME;
  unsigned char strict = lower ? SQLITE_INDEX_CONSTRAINT_GT : SQLITE_INDEX_CONSTRAINT_LT;
  unsigned char loose = lower ? SQLITE_INDEX_CONSTRAINT_GE : SQLITE_INDEX_CONSTRAINT_LE;

  for (int i = 0; i < info->nConstraint; i++)
    if (info->aConstraint[i].usable && info->aConstraint[i].iColumn == column
        && (info->aConstraint[i].op == strict || (within && info->aConstraint[i].op == loose))
        && knows_collation (info, i, FALSE))
      return i;
  return -1;
}

static gboolean
read_constant (sqlite3_index_info *info, int constraint, gint64 *number)
{
  sqlite3_value *value = NULL;

  if (!info->aConstraint[constraint].usable || sqlite3_vtab_rhs_value (info, constraint, &value) != SQLITE_OK
      || sqlite3_value_type (value) != SQLITE_INTEGER)
    return FALSE;
  *number = sqlite3_value_int64 (value);
  return TRUE;
}

/* A condition that the call makes as a whole. A comparison of rows, (a, b) > (1, 2), comes as one of
 * its first columns, and has no constant. */
static gboolean
is_settled (sqlite3_index_info *info, int constraint)
{
  sqlite3_value *constant = NULL;

  return info->aConstraintUsage[constraint].argvIndex > 0 && !sqlite3_vtab_in (info, constraint, -1)
         && sqlite3_vtab_rhs_value (info, constraint, &constant) == SQLITE_OK;
}

/* How many rows are enough, where SQLite says so: it names the LIMIT only where it reads one table, and
 * all conditions on it were offered. 0 where all have to be there. */
static gint64
count_wanted (sqlite3_index_info *info)
{
  gint64 limit = -1;
  gint64 offset = 0;

  for (int i = 0; i < info->nConstraint; i++)
    if (info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_LIMIT)
      {
        if (!read_constant (info, i, &limit))
          return 0;
      }
    else if (info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_OFFSET)
      {
        if (!read_constant (info, i, &offset))
          return 0;
      }
    else if (!is_settled (info, i))
      return 0;
  return limit > 0 && limit <= MAX_TOP && offset <= MAX_TOP ? limit + MAX (0, offset) : 0;
}

/* The last word of the plan: the first rows of an order, or a page that is no longer than needed. */
static void
plan_top (AskEngine *engine, const AskEntity *entity, sqlite3_index_info *info, GString *plan)
{
  const AskOperation *operation = entity->operation;
  const AskPaging *paging = &operation->paging;
  const AskAttribute *attribute;
  gint64 wanted = count_wanted (info);
  int column;

  if (wanted == 0 || paging->kind == ASK_PAGING_NONE || operation->nested != NULL || operation->single)
    return;
  if (info->nOrderBy == 0)
    {
      /* With very many terms an ORDER BY is not told: a page's size is no promise that it is the last. */
      if (paging->size_parameter != NULL && paging->least > 0 && wanted < paging->size)
        g_string_append_printf (plan, "n%" G_GINT64_FORMAT " ", wanted);
      return;
    }
  column = info->aOrderBy[0].iColumn;
  if (column < 0 || sqlite3_vtab_distinct (info) != 0)
    return;
  attribute = entity->attributes->pdata[column];
  if (!ask_top_can_order (entity, attribute))
    return;
  if (!ask_top_is_trusted (engine, entity))
    {
      g_string_append (plan, "u ");
      return;
    }
  g_string_append_printf (plan, "n%" G_GINT64_FORMAT " %c%d ", wanted, info->aOrderBy[0].desc ? 'd' : 'o', column);
  if (info->nOrderBy > 1 || attribute->type == ASK_TYPE_DATETIME)
    g_string_append (plan, "t ");
}

/**
 * ask_api_plan:
 * @engine: is told which required parameter it is that has no value
 * @entity: the one of the virtual table
 * @fragment: (nullable): that @entity is the shape of
 * @info: SQLite's question, and the answer: see ask-api-table.c for the words of idxStr
 *
 * What xBestIndex does.
 *
 * Returns: SQLite's result code
 */
int
ask_api_plan (AskEngine *engine, const AskEntity *entity, AskFragment *fragment, sqlite3_index_info *info)
{
  const AskOperation *operation = entity->operation;
  g_autoptr (GString) plan = g_string_new (NULL);
  g_autofree gboolean *bound = g_new0 (gboolean, MAX (1, entity->attributes->len));
  gint64 rows = estimated_rows (entity);
  guint n_bound = 0;
  double calls = 1;
  gboolean local = FALSE;
  gboolean ranged = FALSE;
  int argument = 0;

  for (guint a = 0; a < entity->attributes->len; a++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[a];
      const AskParameter *parameter
        = operation != NULL ? ask_operation_find_parameter_for (operation, attribute->name) : NULL;
      int i;

      if (operation != NULL ? parameter == NULL || parameter->fixed != NULL
                            : fragment->once || rows <= FEW_ROWS || !ask_fragment_takes (engine, fragment, a))
        continue;
      i = find_equality (engine, entity, info, (int) a, FALSE);
      if (i < 0)
        {
          if (parameter == NULL || !parameter->required)
            continue;
          engine->missing_entity = entity;
          engine->missing_parameter = parameter;
          return SQLITE_CONSTRAINT;
        }
      info->aConstraintUsage[i].argvIndex = ++argument;
      if (sqlite3_vtab_in (info, i, 1))
        {
          g_string_append_printf (plan, "i%u ", a);
          calls *= 4;
        }
      else
        {
          sqlite3_value *constant = NULL;

          g_string_append_printf (plan, "%c%u ", sqlite3_vtab_rhs_value (info, i, &constant) == SQLITE_OK ? '=' : 'j',
                                  a);
        }
      bound[a] = TRUE;
      n_bound++;
    }
  for (guint p = 0; operation != NULL && p < operation->parameters->len; p++)
    {
      const AskParameter *parameter = operation->parameters->pdata[p];
      const AskAttribute *attribute
        = parameter->attribute != NULL ? ask_entity_find_attribute (entity, parameter->attribute) : NULL;
      guint a = 0;
      int i;

      if (attribute == NULL || parameter->use == ASK_PARAMETER_EQUALS || parameter->fixed != NULL)
        continue;
      while (entity->attributes->pdata[a] != attribute)
        a++;
      i = ask_parameter_can_bound (parameter, attribute) ? find_range (info, (int) a, parameter, attribute) : -1;
      if (i < 0)
        {
          if (!parameter->required)
            continue;
          engine->missing_entity = entity;
          engine->missing_parameter = parameter;
          return SQLITE_CONSTRAINT;
        }
      if (info->aConstraintUsage[i].argvIndex > 0)
        continue;
      info->aConstraintUsage[i].argvIndex = ++argument;
      g_string_append_printf (plan, "%c%u ", ASK_BOUND_LETTERS[parameter->use], a);
      ranged = TRUE;
    }
  for (guint a = 0; n_bound == 0 && !ranged && !local && a < entity->attributes->len; a++)
    {
      int i = find_equality (engine, entity, info, (int) a, TRUE);

      if (fragment != NULL && fragment->once)
        break;
      if (i < 0 || sqlite3_vtab_in (info, i, -1))
        continue;
      info->aConstraintUsage[i].argvIndex = ++argument;
      g_string_append_printf (plan, "l%u ", a);
      local = TRUE;
      bound[a] = TRUE;
    }

  if (operation != NULL && !local)
    plan_top (engine, entity, info, plan);
  if (ranged)
    rows = MAX (1, rows / 3);
  if (n_bound > 0 || local)
    {
      gboolean unique = is_unique (entity, bound);

      rows = unique ? 1 : MAX (1, rows / 50);
      if (unique && calls == 1)
        info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
    }
  /* All rows are fetched once however often they are looked up; a call is paid every time. */
  if (local)
    info->estimatedCost = 20.0 + (double) rows;
  else if (operation == NULL)
    info->estimatedCost = (n_bound > 0 ? 100.0 : CALL_COST) * calls + 2 * (double) rows;
  else if (n_bound > 0)
    info->estimatedCost = CALL_COST * calls + (double) rows;
  else
    info->estimatedCost = CALL_COST * (1 + (double) rows / 200) + 2 * (double) rows;
  info->estimatedRows = rows;
  if (plan->len > 0)
    {
      info->idxStr = sqlite3_mprintf ("%s", plan->str);
      info->needToFreeIdxStr = 1;
      if (info->idxStr == NULL)
        return SQLITE_NOMEM;
    }
  return SQLITE_OK;
}
