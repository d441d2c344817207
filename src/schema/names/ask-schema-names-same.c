/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is the same thing in two versions of a schema, and whether two texts mean the same, each under the names of its
 * version. What cannot be told counts as another thing.
 */
#include "config.h"

#include "schema/names/ask-schema-names-rewrite-private.h"

#include <glib/gi18n.h>
#include <string.h>

/*
 * ask_schema_names_find_after:
 * @self: the names of the later version
 * @from: of a text under the earlier names
 *
 * Returns: (nullable): the entity there that @from means here; %NULL also where @from is no entity
 */
const AskEntity *
ask_schema_names_find_after (const AskSchemaNames *self, const AskSqlFrom *from)
{
  const AskEntity *entity = from->catalog_table != NULL ? from->catalog_table->data : NULL;

  return entity != NULL ? ask_schema_find_id (self->schema, entity->id) : NULL;
}

/*
 * ask_schema_names_find_new_column:
 * @self: the names of the later version
 * @from: an entity in a text under the earlier names
 * @column: of its attributes, then its metrics
 *
 * Returns: (nullable): what the column is called later; %NULL where that is the same, or where it is gone
 */
const char *
ask_schema_names_find_new_column (const AskSchemaNames *self, const AskSqlFrom *from, guint column)
{
  const AskEntity *before = from->catalog_table->data;
  const AskEntity *after = ask_schema_names_find_after (self, from);

  if (after == NULL)
    return NULL;
  if (column < before->attributes->len)
    {
      const AskAttribute *attribute = before->attributes->pdata[column];
      const AskAttribute *match = ask_entity_match_attribute (before, attribute, after);

      return match != NULL && strcmp (match->name, attribute->name) != 0 ? match->name : NULL;
    }

  const AskMetric *metric = before->metrics->pdata[column - before->attributes->len];
  const AskMetric *match;

  if (ask_entity_find_metric (after, metric->name) != NULL)
    {
      const char *name = ask_entity_find_metric (after, metric->name)->name;

      return strcmp (name, metric->name) != 0 ? name : NULL;
    }
  if (column - before->attributes->len >= after->metrics->len)
    return NULL;
  match = after->metrics->pdata[column - before->attributes->len];
  return ask_entity_find_metric (before, match->name) == NULL
             && ask_expression_is_same (before, metric->expression, after, match->expression)
           ? match->name
           : NULL;
}

/* All columns and tables of a text in its order. */
typedef struct
{
  GPtrArray *columns; /* AskSqlExpr */
  GHashTable *places; /* AskSqlFrom → its number + 1 */
} Meaning;

static gboolean
note_column (AskSqlExpr *expr, gpointer data)
{
  if (expr->kind == ASK_EXPR_COLUMN)
    g_ptr_array_add (((Meaning *) data)->columns, expr);
  return TRUE;
}

static gboolean
note_from (AskSqlFrom *from, gpointer data)
{
  Meaning *self = data;

  g_hash_table_insert (self->places, from, GUINT_TO_POINTER (g_hash_table_size (self->places) + 1));
  return TRUE;
}

static void
meaning_init (Meaning *self, AskSqlTree *tree)
{
  const AskSqlVisit visit = { note_column, note_from, NULL, self };

  self->columns = g_ptr_array_new ();
  self->places = g_hash_table_new (NULL, NULL);
  ask_sql_walk_select (tree->select, &visit);
}

static void
meaning_clear (Meaning *self)
{
  g_clear_pointer (&self->columns, g_ptr_array_unref);
  g_clear_pointer (&self->places, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Meaning, meaning_clear)

static gboolean
is_same_column (const AskSchemaNames *after, const Meaning *old, const AskSqlExpr *a, const Meaning *new,
                const AskSqlExpr *b)
{
  const AskSqlTable *table;
  const char *name;

  if (a->is_string != b->is_string || a->merged != b->merged || (a->alias == NULL) != (b->alias == NULL)
      || (a->from == NULL) != (b->from == NULL))
    return FALSE;
  if (a->from == NULL)
    return TRUE;
  if (g_hash_table_lookup (old->places, a->from) != g_hash_table_lookup (new->places, b->from)
      || (a->column < 0) != (b->column < 0))
    return FALSE;
  table = a->from->catalog_table;
  if (a->column < 0 || table == NULL)
    return TRUE;
  name = table->data != NULL ? ask_schema_names_find_new_column (after, a->from, (guint) a->column) : NULL;
  return g_ascii_strcasecmp (b->from->columns[b->column].name, name != NULL ? name : a->from->columns[a->column].name)
         == 0;
}

static gboolean
is_same_table (const AskSqlFrom *a, const AskSqlFrom *b)
{
  const AskEntity *one = a->catalog_table != NULL ? a->catalog_table->data : NULL;
  const AskEntity *other = b->catalog_table != NULL ? b->catalog_table->data : NULL;

  if (a->kind != b->kind || (a->catalog_table == NULL) != (b->catalog_table == NULL)
      || (a->cte == NULL) != (b->cte == NULL))
    return FALSE;
  return one == NULL ? other == NULL : other != NULL && strcmp (one->id, other->id) == 0;
}

/*
 * ask_schema_names_mean_the_same:
 * @self: the names of the later version
 * @before: a text under the earlier names, read
 * @text: the same under the later ones
 * @unjoined: whether a USING became an ON
 * @error: the reason, as part of a sentence
 *
 * Returns: whether they mean the same, name by name
 */
gboolean
ask_schema_names_mean_the_same (AskSchemaNames *self, AskSqlTree *before, const char *text, gboolean unjoined,
                                GError **error)
{
  g_autoptr (AskSqlTree) tree = ask_schema_names_parse_with_calls (self, text, error);
  g_auto (Meaning) old = { 0 };
  g_auto (Meaning) new = { 0 };
  GHashTableIter iter;
  gpointer from, place;
  g_autoptr (GHashTable) by_place = NULL;

  if (tree == NULL)
    return FALSE;
  meaning_init (&old, before);
  meaning_init (&new, tree);
  if (g_hash_table_size (old.places) != g_hash_table_size (new.places)
      || (!unjoined && old.columns->len != new.columns->len))
    return ask_schema_refuse (error, N_ ("it would mean something else"));
  by_place = g_hash_table_new (NULL, NULL);
  g_hash_table_iter_init (&iter, new.places);
  while (g_hash_table_iter_next (&iter, &from, &place))
    g_hash_table_insert (by_place, place, from);
  g_hash_table_iter_init (&iter, old.places);
  while (g_hash_table_iter_next (&iter, &from, &place))
    if (!is_same_table (from, g_hash_table_lookup (by_place, place)))
      return ask_schema_refuse (error, N_ ("a name in it would mean another table"));
  /* An ON that was a USING has columns of its own: then every one of the others was written with its table. */
  for (guint i = 0; !unjoined && i < old.columns->len; i++)
    if (!is_same_column (self, &old, old.columns->pdata[i], &new, new.columns->pdata[i]))
      return ask_schema_refuse (error, N_ ("“%s” in it would mean something else"),
                                ((AskSqlExpr *) old.columns->pdata[i])->name);
  return TRUE;
}
