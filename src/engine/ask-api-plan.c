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

/* What is found out of SQLite's question. @words: of idxStr; @bound: of each attribute, whether it has a value */
typedef struct
{
  AskEngine *engine;
  const AskEntity *entity;
  AskFragment *fragment; /* nullable */
  sqlite3_index_info *info;
  GString *words;
  gboolean *bound;
  guint n_bound;
  int argument; /* the last one that xFilter gets */
  gint64 rows;
  double calls;
  gboolean ranged;
  gboolean local; /* found here, among rows that were fetched */
} ApiPlan;

/* Returns: whether the plan can do without a value; else the engine is told */
static gboolean
goes_without (const ApiPlan *self, const AskParameter *parameter)
{
  if (parameter == NULL || !parameter->required)
    return TRUE;
  self->engine->missing_entity = self->entity;
  self->engine->missing_parameter = parameter;
  return FALSE;
}

/* The @a-th attribute gets its value, or its values one after the other, from the @i-th condition. */
static void
bind_value (ApiPlan *self, guint a, int i)
{
  self->info->aConstraintUsage[i].argvIndex = ++self->argument;
  if (sqlite3_vtab_in (self->info, i, 1))
    {
      g_string_append_printf (self->words, "i%u ", a);
      self->calls *= 4;
    }
  else
    {
      sqlite3_value *constant = NULL;

      g_string_append_printf (self->words, "%c%u ",
                              sqlite3_vtab_rhs_value (self->info, i, &constant) == SQLITE_OK ? '=' : 'j', a);
    }
  self->bound[a] = TRUE;
  self->n_bound++;
}

/* Parameters that are equal to what they are given, and keys of a fragment. Returns: whether each that is required has a
 * value */
static gboolean
bind_equalities (ApiPlan *self)
{
  const AskOperation *operation = self->entity->operation;

  for (guint a = 0; a < self->entity->attributes->len; a++)
    {
      const AskAttribute *attribute = self->entity->attributes->pdata[a];
      const AskParameter *parameter
        = operation != NULL ? ask_operation_find_parameter_for (operation, attribute->name) : NULL;
      int i;

      if (operation != NULL
            ? parameter == NULL || parameter->fixed != NULL
            : self->fragment->once || self->rows <= FEW_ROWS || !ask_fragment_takes (self->engine, self->fragment, a))
        continue;
      i = find_equality (self->engine, self->entity, self->info, (int) a, FALSE);
      if (i >= 0)
        bind_value (self, a, i);
      else if (!goes_without (self, parameter))
        return FALSE;
    }
  return TRUE;
}

/* Parameters that bound what they are given. Returns: whether each that is required has a value */
static gboolean
bind_ranges (ApiPlan *self)
{
  const AskOperation *operation = self->entity->operation;

  for (guint p = 0; operation != NULL && p < operation->parameters->len; p++)
    {
      const AskParameter *parameter = operation->parameters->pdata[p];
      const AskAttribute *attribute
        = parameter->attribute != NULL ? ask_entity_find_attribute (self->entity, parameter->attribute) : NULL;
      guint a = 0;
      int i;

      if (attribute == NULL || parameter->use == ASK_PARAMETER_EQUALS || parameter->fixed != NULL)
        continue;
      while (self->entity->attributes->pdata[a] != attribute)
        a++;
      i = ask_parameter_can_bound (parameter, attribute) ? find_range (self->info, (int) a, parameter, attribute) : -1;
      if (i < 0 && !goes_without (self, parameter))
        return FALSE;
      if (i < 0 || self->info->aConstraintUsage[i].argvIndex > 0)
        continue;
      self->info->aConstraintUsage[i].argvIndex = ++self->argument;
      g_string_append_printf (self->words, "%c%u ", ASK_BOUND_LETTERS[parameter->use], a);
      self->ranged = TRUE;
    }
  return TRUE;
}

/* One attribute by which rows that were fetched are looked up here. */
static void
bind_locally (ApiPlan *self)
{
  if (self->fragment != NULL && self->fragment->once)
    return;
  for (guint a = 0; !self->local && a < self->entity->attributes->len; a++)
    {
      int i = find_equality (self->engine, self->entity, self->info, (int) a, TRUE);

      if (i < 0 || sqlite3_vtab_in (self->info, i, -1))
        continue;
      self->info->aConstraintUsage[i].argvIndex = ++self->argument;
      g_string_append_printf (self->words, "l%u ", a);
      self->local = TRUE;
      self->bound[a] = TRUE;
    }
}

/* How many rows, and what they cost. */
static void
set_estimates (ApiPlan *self)
{
  double each;

  if (self->ranged)
    self->rows = MAX (1, self->rows / 3);
  if (self->n_bound > 0 || self->local)
    {
      gboolean unique = is_unique (self->entity, self->bound);

      self->rows = unique ? 1 : MAX (1, self->rows / 50);
      if (unique && self->calls == 1)
        self->info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
    }
  each = (double) self->rows;
  /* All rows are fetched once however often they are looked up; a call is paid every time. */
  if (self->local)
    self->info->estimatedCost = 20.0 + each;
  else if (self->entity->operation == NULL)
    self->info->estimatedCost = (self->n_bound > 0 ? 100.0 : CALL_COST) * self->calls + 2 * each;
  else if (self->n_bound > 0)
    self->info->estimatedCost = CALL_COST * self->calls + each;
  else
    self->info->estimatedCost = CALL_COST * (1 + each / 200) + 2 * each;
  self->info->estimatedRows = self->rows;
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
  g_autoptr (GString) words = g_string_new (NULL);
  g_autofree gboolean *bound = g_new0 (gboolean, MAX (1, entity->attributes->len));
  ApiPlan self = { .engine = engine,
                   .entity = entity,
                   .fragment = fragment,
                   .info = info,
                   .words = words,
                   .bound = bound,
                   .rows = estimated_rows (entity),
                   .calls = 1 };

  if (!bind_equalities (&self) || !bind_ranges (&self))
    return SQLITE_CONSTRAINT;
  if (self.n_bound == 0 && !self.ranged)
    bind_locally (&self);
  if (entity->operation != NULL && !self.local)
    plan_top (engine, entity, info, words);
  set_estimates (&self);
  if (words->len > 0)
    {
      info->idxStr = sqlite3_mprintf ("%s", words->str);
      info->needToFreeIdxStr = 1;
      if (info->idxStr == NULL)
        return SQLITE_NOMEM;
    }
  return SQLITE_OK;
}
