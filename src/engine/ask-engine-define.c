/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Before a statement is planned: what a steward defined is put into it, and of entities that lie in
 * several places the nearest one is chosen. What comes of it is a statement over tables and columns that
 * are somewhere. It reads names and configurations only, and opens nothing.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "engine/ask-plan.h"
#include "sql/ask-sql-define.h"

#define MAX_TRIED 4096 /* ways to choose; with more, each entity is chosen for by itself */

/** ask_definition_clear: frees what @self has */
void
ask_definition_clear (AskDefinition *self)
{
  g_clear_pointer (&self->sql, g_free);
  g_clear_pointer (&self->note, g_free);
}

/**
 * AskChosen:
 * @table: as the statement names it
 * @tables: (element-type AskSqlTable): where its rows could come from, the nearest to the entity itself
 *   first; at least one
 * @columns: which of the entity's columns are needed
 * @all: all of them are
 */
typedef struct
{
  const AskSqlTable *table;
  GPtrArray *tables;
  gboolean *columns;
  gboolean all;
  gboolean rowid;
  guint chosen;
} AskChosen;

static void
choice_free (gpointer data)
{
  AskChosen *self = data;

  g_ptr_array_unref (self->tables);
  g_free (self->columns);
  g_free (self);
}

typedef struct
{
  AskEngine *engine;
  AskSqlTree *tree;
  GPtrArray *choices; /* AskChosen */
  GPtrArray *fixed; /* source names of what cannot be chosen */
  AskSqlCore *core;
} Chooser;

static gboolean
is_there (AskEngine *engine, const char *source)
{
  const AskSourceConfig *config = source != NULL ? g_hash_table_lookup (engine->configs, source) : NULL;

  return config != NULL && config->problem == NULL;
}

static AskChosen *
get_choice (Chooser *self, const AskSqlTable *table)
{
  AskChosen *choice;

  for (guint i = 0; i < self->choices->len; i++)
    {
      choice = self->choices->pdata[i];
      if (choice->table == table)
        return choice;
    }
  choice = g_new0 (AskChosen, 1);
  choice->table = table;
  choice->tables = g_ptr_array_new ();
  choice->columns = g_new0 (gboolean, table->columns->len);
  g_ptr_array_add (self->choices, choice);
  return choice;
}

static const AskEntity *
get_entity (const AskSqlFrom *from)
{
  return from->catalog_table != NULL ? from->catalog_table->data : NULL;
}

/* Whoever writes the source in front means that one. */
static gboolean
can_choose (const AskSqlFrom *from)
{
  const AskEntity *entity = get_entity (from);

  return entity != NULL && from->schema == NULL && entity->bindings->len > 0
         && g_ascii_strcasecmp (from->catalog_table->name, entity->name) == 0;
}

static gboolean
has_star (const AskSqlCore *core)
{
  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].star != 0)
      return TRUE;
  return FALSE;
}

static gboolean
note_from (AskSqlFrom *from, gpointer data)
{
  Chooser *self = data;
  AskChosen *choice;

  if (from->catalog_table == NULL)
    return TRUE;
  if (!can_choose (from))
    {
      if (from->catalog_table->source != NULL)
        g_ptr_array_add (self->fixed, from->catalog_table->source);
      return TRUE;
    }
  choice = get_choice (self, from->catalog_table);
  choice->all = choice->all || from->natural || (from->core != NULL && has_star (from->core));
  choice->rowid = choice->rowid || from->uses_rowid;
  for (guint i = 0; i < from->n_columns; i++)
    choice->columns[i] = choice->columns[i] || from->used[i];
  return TRUE;
}

/* NATURAL on one side is about the columns of the other, too. */
static gboolean
note_natural (AskSqlFrom *from, gpointer data)
{
  gboolean *natural = data;

  *natural = *natural || from->natural;
  return TRUE;
}

static gboolean
gives_all (const AskChosen *choice, const AskSqlTable *table)
{
  if (choice->rowid)
    return FALSE;
  for (guint i = 0; i < choice->table->columns->len; i++)
    {
      const AskSqlColumn *column = choice->table->columns->pdata[i];

      if ((choice->columns[i] || (choice->all && !column->calculated))
          && ask_sql_table_find_column (table, column->name) < 0)
        return FALSE;
    }
  return TRUE;
}

/* Where its rows could come from. Where nowhere, the entity's own place is the one to complain of. */
static void
find_places (Chooser *self, AskChosen *choice)
{
  const AskEntity *entity = choice->table->data;

  if (is_there (self->engine, entity->source))
    g_ptr_array_add (choice->tables, (gpointer) choice->table);
  for (guint i = 0; i < self->engine->bound->len; i++)
    {
      const AskOtherPlace *bound = self->engine->bound->pdata[i];
      const AskSqlTable *table;

      if (bound->of != entity || !is_there (self->engine, bound->entity->source))
        continue;
      table = ask_sql_catalog_find_table (self->engine->catalog, NULL, bound->entity->name);
      if (table != NULL && table->data == bound->entity && gives_all (choice, table))
        g_ptr_array_add (choice->tables, (gpointer) table);
    }
  if (choice->tables->len == 0)
    g_ptr_array_add (choice->tables, (gpointer) choice->table);
}

static const char *
get_source (const AskChosen *choice, guint place)
{
  return ((const AskSqlTable *) choice->tables->pdata[place])->source;
}

/* How many sources are read where the first @n entities are read where they are now. */
static guint
count_sources (const Chooser *self, guint n)
{
  g_autoptr (GHashTable) sources = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->fixed->len; i++)
    g_hash_table_add (sources, self->fixed->pdata[i]);
  for (guint i = 0; i < n; i++)
    {
      const AskChosen *choice = self->choices->pdata[i];

      g_hash_table_add (sources, (gpointer) get_source (choice, choice->chosen));
    }
  return g_hash_table_size (sources);
}

/* Counts up: the last entity first, so that the first ones stay at home among equals. */
static gboolean
step_on (Chooser *self)
{
  for (guint i = self->choices->len; i > 0; i--)
    {
      AskChosen *choice = self->choices->pdata[i - 1];

      if (++choice->chosen < choice->tables->len)
        return TRUE;
      choice->chosen = 0;
    }
  return FALSE;
}

static guint
count_moved (const Chooser *self)
{
  guint n = 0;

  for (guint i = 0; i < self->choices->len; i++)
    n += ((const AskChosen *) self->choices->pdata[i])->chosen > 0;
  return n;
}

static void
choose_together (Chooser *self)
{
  guint n = self->choices->len;
  g_autofree guint *best = g_new0 (guint, n);
  guint least = G_MAXUINT;
  guint moved = 0;

  do
    {
      guint sources = count_sources (self, n);

      if (sources > least || (sources == least && count_moved (self) >= moved))
        continue;
      least = sources;
      moved = count_moved (self);
      for (guint i = 0; i < n; i++)
        best[i] = ((const AskChosen *) self->choices->pdata[i])->chosen;
    }
  while (step_on (self));
  for (guint i = 0; i < n; i++)
    ((AskChosen *) self->choices->pdata[i])->chosen = best[i];
}

static void
choose_each (Chooser *self)
{
  for (guint i = 0; i < self->choices->len; i++)
    {
      AskChosen *choice = self->choices->pdata[i];
      guint best = 0;
      guint least = G_MAXUINT;

      for (choice->chosen = 0; choice->chosen < choice->tables->len; choice->chosen++)
        {
          guint sources = count_sources (self, i + 1);

          if (sources >= least)
            continue;
          least = sources;
          best = choice->chosen;
        }
      choice->chosen = best;
    }
}

static void
choose (Chooser *self)
{
  guint64 ways = 1;

  for (guint i = 0; i < self->choices->len && ways <= MAX_TRIED; i++)
    ways *= ((const AskChosen *) self->choices->pdata[i])->tables->len;
  if (ways <= MAX_TRIED)
    choose_together (self);
  else
    choose_each (self);
}

static const AskSqlTable *
get_chosen (const Chooser *self, const AskSqlFrom *from)
{
  for (guint i = 0; i < self->choices->len; i++)
    {
      const AskChosen *choice = self->choices->pdata[i];

      if (choice->table == from->catalog_table)
        return choice->tables->pdata[choice->chosen];
    }
  return NULL;
}

static gboolean
forget_schema (AskSqlExpr *expr, gpointer data)
{
  const AskSqlFrom *from = expr->kind == ASK_EXPR_COLUMN ? expr->from : NULL;
  const AskSqlTable *chosen = from != NULL && can_choose (from) ? get_chosen (data, from) : NULL;

  if (chosen != NULL && chosen != from->catalog_table)
    expr->schema = NULL;
  return TRUE;
}

static gboolean
move_from (AskSqlFrom *from, gpointer data)
{
  const Chooser *self = data;
  const AskSqlTable *chosen = can_choose (from) ? get_chosen (self, from) : NULL;

  if (chosen == NULL || chosen == from->catalog_table)
    return TRUE;
  if (from->alias == NULL)
    from->alias = from->name;
  from->name = ask_sql_tree_strdup (self->tree, chosen->name, -1);
  from->catalog_table = chosen;
  return TRUE;
}

static char *
describe (const Chooser *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->choices->len; i++)
    {
      const AskChosen *choice = self->choices->pdata[i];
      const AskEntity *entity = choice->table->data;

      if (choice->tables->pdata[choice->chosen] == choice->table)
        continue;
      g_string_append_printf (text, "%s%s is read from %s, where it lies too, and not from %s",
                              text->len > 0 ? "\n" : "", entity->name, get_source (choice, choice->chosen),
                              entity->source);
    }
  return g_string_free (text, text->len == 0);
}

/* Whether anything was moved; then @note says so. */
static gboolean
choose_places (AskEngine *engine, AskSqlTree *tree, char **note)
{
  g_autoptr (GPtrArray) choices = g_ptr_array_new_with_free_func (choice_free);
  g_autoptr (GPtrArray) fixed = g_ptr_array_new ();
  gboolean natural = FALSE;
  Chooser self = { engine, tree, choices, fixed, NULL };
  AskSqlVisit look = { .from = note_from, .user_data = &self };
  AskSqlVisit all = { .from = note_natural, .user_data = &natural };
  AskSqlVisit move = { .from = move_from, .user_data = &self };
  AskSqlVisit forget = { .expr = forget_schema, .user_data = &self };

  if (engine->bound->len == 0)
    return FALSE;
  ask_planner_use_named (tree);
  ask_sql_walk_select (tree->select, &look);
  ask_sql_walk_select (tree->select, &all);
  for (guint i = 0; i < choices->len; i++)
    {
      AskChosen *choice = choices->pdata[i];

      choice->all = choice->all || natural;
      find_places (&self, choice);
    }
  if (choices->len == 0)
    return FALSE;
  choose (&self);
  *note = describe (&self);
  if (*note == NULL)
    return FALSE;
  ask_sql_walk_select (tree->select, &forget);
  ask_sql_walk_select (tree->select, &move);
  return TRUE;
}

static gboolean
is_of_file (AskEngine *engine, const AskEntity *entity)
{
  return entity != NULL && entity->operation == NULL && entity->kind != ASK_ENTITY_QUERY
         && !ask_engine_is_server (engine, entity->source);
}

/* A table of a file, named with its source in front. SQLite would go to the table itself then, past the names
 * and columns that the schema gives it. */
static gboolean
is_qualified (AskEngine *engine, const AskSqlFrom *from)
{
  return from->schema != NULL && is_of_file (engine, get_entity (from))
         && ask_sql_catalog_find_table (engine->catalog, NULL, from->name) == from->catalog_table;
}

/* "x IN orders" names no item that could be called otherwise. */
static gboolean
spell_out (AskSqlExpr *expr, gpointer data)
{
  if (expr->kind == ASK_EXPR_IN_TABLE && expr->without_parentheses && expr->select != NULL
      && (can_choose (expr->select->cores[0]->from.items[0])
          || is_qualified (data, expr->select->cores[0]->from.items[0])))
    {
      expr->kind = ASK_EXPR_IN_SELECT;
      expr->without_parentheses = FALSE;
      expr->schema = NULL;
      expr->name = NULL;
    }
  return TRUE;
}

/* @tables: the names that lose their source */
typedef struct
{
  AskEngine *engine;
  GPtrArray *tables;
} Bare;

static gboolean
forget_qualifier (AskSqlExpr *expr, gpointer data)
{
  const Bare *self = data;

  if (expr->kind == ASK_EXPR_COLUMN && expr->from != NULL && is_qualified (self->engine, expr->from))
    expr->schema = NULL;
  return TRUE;
}

static gboolean
make_bare (AskSqlFrom *from, gpointer data)
{
  const Bare *self = data;

  if (is_qualified (self->engine, from))
    {
      g_ptr_array_add (self->tables, (gpointer) from->name);
      from->schema = NULL;
    }
  return TRUE;
}

/* Takes the source away in front of tables of files; whether there was one. */
static gboolean
forget_qualifiers (AskEngine *engine, AskSqlTree *tree)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new ();
  Bare self = { engine, tables };
  AskSqlVisit forget = { .expr = forget_qualifier, .user_data = &self };
  AskSqlVisit bare = { .from = make_bare, .user_data = &self };

  ask_sql_walk_select (tree->select, &forget);
  ask_sql_walk_select (tree->select, &bare);
  if (tables->len == 0)
    return FALSE;
  ask_sql_rename_ctes (tree, engine->catalog, tables);
  return TRUE;
}

/* A look at a statement: what @engine's catalogue has under its names. */
typedef struct
{
  AskEngine *engine;
  gboolean defined; /* something that only a definition gives a meaning */
  gboolean qualified; /* a table of a file, with its source in front */
} Look;

static void
look_at_table (Look *self, const char *schema, const char *name)
{
  const AskSqlTable *table = ask_sql_catalog_find_table (self->engine->catalog, schema, name);

  if (table == NULL)
    return;
  self->defined = self->defined || ask_sql_table_is_defined (table) || table->metrics != NULL;
  self->qualified = self->qualified || (schema != NULL && is_of_file (self->engine, table->data));
}

static gboolean
look_at_from (AskSqlFrom *from, gpointer data)
{
  if (from->kind == ASK_FROM_TABLE)
    look_at_table (data, from->schema, from->name);
  return TRUE;
}

static gboolean
look_at_expr (AskSqlExpr *expr, gpointer data)
{
  if (expr->kind == ASK_EXPR_IN_TABLE && expr->without_parentheses)
    look_at_table (data, expr->schema, expr->name);
  return TRUE;
}

static Look
look_at (AskEngine *self, AskSqlTree *tree)
{
  Look look = { self, FALSE, FALSE };
  AskSqlVisit visit = { .from = look_at_from, .expr = tree->flat ? NULL : look_at_expr, .user_data = &look };

  ask_engine_get_catalog (self);
  ask_sql_walk_tree (tree, &visit);
  return look;
}

/**
 * ask_engine_names_defined:
 * @tree: perhaps not analysed
 *
 * Returns: whether it names something that SQLite alone would read past the schema: what is defined, or a
 *   file's table with its source in front
 */
gboolean
ask_engine_names_defined (AskEngine *self, AskSqlTree *tree)
{
  Look look = look_at (self, tree);

  return look.defined || look.qualified;
}

/** ask_engine_may_define: Returns: whether ask_engine_define() may have something to do with @tree, which is analysed */
gboolean
ask_engine_may_define (AskEngine *self, AskSqlTree *tree)
{
  return self->defines || tree->rewritten || look_at (self, tree).qualified;
}

/**
 * ask_engine_define:
 * @tree: one SELECT, as somebody wrote it, analysed; it becomes what it means
 * @origins: (nullable) (element-type AskOrigin): gets what defined names are made of
 * @definition: (out caller-allocates): what was changed in it; to be cleared
 * @error: %ASK_SQL_ERROR: a definition cannot be used, or is used where it may not be
 *
 * Returns: whether the statement can go on; then @tree is analysed
 */
gboolean
ask_engine_define (AskEngine *self, AskSqlTree *tree, GPtrArray *origins, AskDefinition *definition, GError **error)
{
  AskSqlVisit spell = { .expr = spell_out, .user_data = self };
  gboolean changed = FALSE;
  gboolean moved, bare;

  *definition = (AskDefinition) { NULL, NULL };
  if (!ask_engine_may_define (self, tree))
    return TRUE;
  if (!ask_sql_define (tree, self->catalog, &changed, error))
    return FALSE;
  if (changed && origins != NULL)
    ask_origins_note (origins, tree);
  ask_sql_walk_select (tree->select, &spell);
  moved = choose_places (self, tree, &definition->note);
  bare = forget_qualifiers (self, tree);
  if (!changed && !moved && !bare)
    return TRUE;
  definition->sql = ask_sql_print_select (tree->select);
  if (strlen (definition->sql) > ASK_SQL_MAX_LENGTH)
    {
      ask_error_set (error, ASK_SQL_ERROR, ASK_SQL_ERROR_TOO_LARGE,
                     N_ ("With what stands behind its names the query has %zu bytes; %u are the "
                         "most. Name fewer of them, or define them in a simpler way."),
                     strlen (definition->sql), ASK_SQL_MAX_LENGTH);
      ask_definition_clear (definition);
      return FALSE;
    }
  return ask_sql_analyse (tree, self->catalog, error);
}
