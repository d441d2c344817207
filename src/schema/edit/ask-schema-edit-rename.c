/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Renames, and how they reach whatever names the renamed thing. A name is a word that people and queries use, so a
 * rename is made everywhere or nowhere.
 */
#include "config.h"

#include "schema/edit/ask-schema-edit-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-secret.h"
#include "base/ask-text.h"

/* ask_schema_edit_check_name:
 * @what: "entity", "attribute", "metric"
 *
 * Returns: whether @name can be a name at all */
gboolean
ask_schema_edit_check_name (const char *name, const char *what, GError **error)
{
  g_autofree char *masked = NULL;

  if (name == NULL || name[0] == '\0')
    return ask_schema_refuse (error, N_ ("The name is empty; every %s needs one."), what);
  if (!g_utf8_validate (name, -1, NULL))
    return ask_schema_refuse (error, N_ ("The name is no text in UTF-8."));
  if (g_utf8_strlen (name, -1) > ASK_SCHEMA_MAX_NAME)
    return ask_schema_refuse (error, N_ ("The name is longer than %d characters."), ASK_SCHEMA_MAX_NAME);
  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_iscntrl (g_utf8_get_char (p)))
      return ask_schema_refuse (error, N_ ("The name has a line break or another control character in it."));
  if (g_unichar_isspace (g_utf8_get_char (name))
      || g_unichar_isspace (g_utf8_get_char (g_utf8_prev_char (name + strlen (name)))))
    return ask_schema_refuse (error, N_ ("The name “%s” begins or ends with a space."), name);
  masked = ask_secret_mask (name);
  if (strcmp (masked, name) != 0)
    return ask_schema_refuse (error,
                              N_ ("The name looks like an address or a header with a password or a key in it "
                                  "(“%s”), and names are kept in the clear. Choose another one."),
                              masked);
  return TRUE;
}

/* ask_schema_edit_check_free:
 * @but: (nullable): the attribute or metric that has the name now
 *
 * Returns: whether no other attribute or metric of @entity has @name */
gboolean
ask_schema_edit_check_free (const AskEntity *entity, const char *name, const void *but, GError **error)
{
  const AskAttribute *attribute = ask_entity_find_attribute (entity, name);
  const AskMetric *metric = ask_entity_find_metric (entity, name);

  if (attribute != NULL && attribute != but)
    return ask_schema_refuse (error, N_ ("“%s” already has an attribute “%s”; take another name."), entity->name,
                              attribute->name);
  if (metric != NULL && metric != but)
    return ask_schema_refuse (error, N_ ("“%s” already has a metric “%s”; take another name."), entity->name,
                              metric->name);
  return TRUE;
}

static void
rename_in_strings (GPtrArray *strings, const char *from, const char *to)
{
  for (guint i = 0; i < strings->len; i++)
    if (g_ascii_strcasecmp (strings->pdata[i], from) == 0)
      ask_text_set ((char **) &strings->pdata[i], to);
}

/* @entity was @before; its name or its attributes' names are others now. */
static void
rename_in_relationships (AskSchema *work, const AskEntity *before, const AskEntity *entity, const char *attribute,
                         const char *name)
{
  for (guint i = 0; i < work->relationships->len; i++)
    {
      AskRelationship *relationship = work->relationships->pdata[i];
      gboolean from = g_ascii_strcasecmp (relationship->from, before->name) == 0;
      gboolean to = g_ascii_strcasecmp (relationship->to, before->name) == 0;

      if (!from && !to)
        continue;
      relationship = ask_schema_own_relationship (work, i);
      if (from)
        ask_text_set (&relationship->from, entity->name);
      if (to)
        ask_text_set (&relationship->to, entity->name);
      if (from && attribute != NULL)
        rename_in_strings (relationship->from_attributes, attribute, name);
      if (to && attribute != NULL)
        rename_in_strings (relationship->to_attributes, attribute, name);
    }
}

static void
rename_in_operation (AskOperation *operation, const char *from, const char *to)
{
  for (guint i = 0; operation != NULL && i < operation->parameters->len; i++)
    {
      AskParameter *parameter = operation->parameters->pdata[i];

      if (parameter->attribute != NULL && g_ascii_strcasecmp (parameter->attribute, from) == 0)
        ask_text_set (&parameter->attribute, to);
    }
  for (guint i = 0; operation != NULL && i < operation->sorts->len; i++)
    {
      AskSort *sort = operation->sorts->pdata[i];

      if (g_ascii_strcasecmp (sort->attribute, from) == 0)
        ask_text_set (&sort->attribute, to);
    }
}

static gboolean
rename_expression (const AskEntity *before, const AskEntity *entity, const char *name, char **expression,
                   GError **error)
{
  char *renamed = ask_expression_rename (before, entity, *expression);

  if (renamed == NULL)
    return ask_schema_refuse (error,
                              N_ ("“%s” of “%s”, which is %s, cannot follow the new name; change its expression "
                                  "first."),
                              name, before->name, *expression);
  g_free (*expression);
  *expression = renamed;
  return TRUE;
}

static gboolean
rename_in_expressions (const AskEntity *before, AskEntity *entity, GError **error)
{
  for (guint i = 0; i < entity->metrics->len; i++)
    {
      AskMetric *metric = entity->metrics->pdata[i];

      if (!rename_expression (before, entity, metric->name, &metric->expression, error))
        return FALSE;
    }
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->expression != NULL
          && !rename_expression (before, entity, attribute->name, &attribute->expression, error))
        return FALSE;
    }
  return TRUE;
}

/* Only a hint that keeps us from parsing what cannot be concerned: a name with quotes in it may be written otherwise. */
static gboolean
may_name (const char *sql, const char *name)
{
  g_autofree char *lower_sql = NULL;
  g_autofree char *lower_name = NULL;

  if (strpbrk (name, "\"`]'") != NULL)
    return TRUE;
  lower_sql = g_ascii_strdown (sql, -1);
  lower_name = g_ascii_strdown (name, -1);
  return strstr (lower_sql, lower_name) != NULL;
}

/* The columns that a query gives may be called otherwise now: its attributes follow them. */
static void
follow_columns (AskEntity *entity, AskSchemaNames *before, AskSchemaNames *after, const char *old_query)
{
  g_autoptr (AskEntity) old = ask_entity_new ("old", "", "", ASK_ENTITY_QUERY);
  g_autoptr (AskEntity) new = ask_entity_new ("new", "", "", ASK_ENTITY_QUERY);
  g_autofree const char **columns = NULL;

  if (!ask_schema_names_describe (before, old_query, old, NULL)
      || !ask_schema_names_describe (after, entity->query, new, NULL) || old->attributes->len != new->attributes->len)
    return;
  columns = g_new0 (const char *, entity->attributes->len + 1);
  for (guint i = 0; i < entity->attributes->len; i++)
    for (guint c = 0; c < old->attributes->len; c++)
      if (g_strcmp0 (((AskAttribute *) entity->attributes->pdata[i])->column,
                     ((AskAttribute *) old->attributes->pdata[c])->column)
          == 0)
        columns[i] = ((AskAttribute *) new->attributes->pdata[c])->column;
  for (guint i = 0; i < entity->attributes->len; i++)
    if (columns[i] != NULL)
      ask_text_set (&((AskAttribute *) entity->attributes->pdata[i])->column, columns[i]);
}

/* An entity that got another name, or whose attribute did. */
typedef struct
{
  AskSchema *draft; /* as it was */
  AskSchema *work;
  const char *before;
  const char *now;
  AskSchemaNames old_names;
  AskSchemaNames new_names;
} Renaming;

static void
renaming_clear (Renaming *self)
{
  ask_schema_names_clear (&self->old_names);
  ask_schema_names_clear (&self->new_names);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Renaming, renaming_clear)

static gboolean
may_name_it (const Renaming *self, const char *sql)
{
  return sql != NULL && (may_name (sql, self->before) || may_name (sql, self->now));
}

static gboolean
rewrite_queries (Renaming *self, GError **error)
{
  for (guint i = 0; i < self->work->entities->len; i++)
    {
      AskEntity *query = self->work->entities->pdata[i];
      g_autoptr (GError) reason = NULL;
      char *rewritten = NULL;

      if (!may_name_it (self, query->query))
        continue;
      if (!ask_schema_rewrite_sql (&self->old_names, &self->new_names, query->query, &rewritten, &reason))
        return ask_schema_refuse (error, N_ ("The query of “%s” cannot follow the new name: %s. Change it first."),
                                  query->name, reason->message);
      if (rewritten != NULL)
        {
          AskEntity *own = ask_schema_own_entity (self->work, query->id);

          /* The catalogue keeps the other copy as its table's data until it is made again. */
          ask_schema_names_clear (&self->new_names);
          g_free (own->query);
          own->query = rewritten;
        }
    }
  return TRUE;
}

/* What queries give is looked at only once all of them are written anew; the names of then are others. */
static void
follow_queries (Renaming *self)
{
  g_auto (AskSchemaNames) done_names = { 0 };

  ask_schema_names_init (&done_names, self->work);
  for (guint i = 0; i < self->work->entities->len; i++)
    {
      const AskEntity *query = self->work->entities->pdata[i];
      const AskEntity *old = ask_schema_find_id (self->draft, query->id);

      if (!may_name_it (self, query->query))
        continue;
      ask_schema_names_clear (&done_names);
      follow_columns (ask_schema_own_entity (self->work, query->id), &self->old_names, &done_names, old->query);
    }
}

static gboolean
rewrite_questions (Renaming *self, GError **error)
{
  for (guint i = 0; i < self->work->questions->len; i++)
    {
      AskSchemaQuestion *question = self->work->questions->pdata[i];
      g_autoptr (GError) reason = NULL;
      char *rewritten = NULL;

      if (!may_name_it (self, question->sql))
        continue;
      if (!ask_schema_rewrite_sql (&self->old_names, &self->new_names, question->sql, &rewritten, &reason))
        return ask_schema_refuse (error,
                                  N_ ("The SQL of the question “%s” cannot follow the new name: %s. Change it first."),
                                  question->question, reason->message);
      if (rewritten != NULL)
        {
          g_free (question->sql);
          question->sql = rewritten;
        }
    }
  return TRUE;
}

static gboolean
rename_in_queries (AskSchema *draft, AskSchema *work, const AskEntity *before, const AskEntity *entity, GError **error)
{
  g_auto (Renaming) renaming = { .draft = draft, .work = work, .before = before->name, .now = entity->name };

  ask_schema_names_init (&renaming.old_names, draft);
  ask_schema_names_init (&renaming.new_names, work);
  if (!rewrite_queries (&renaming, error))
    return FALSE;
  follow_queries (&renaming);
  ask_schema_names_clear (&renaming.new_names);
  return rewrite_questions (&renaming, error);
}

static gboolean
finish (AskSchema *draft, AskSchema *work, const char *id, const char *attribute, const char *name, GError **error)
{
  const AskEntity *before = ask_schema_find_id (draft, id);
  AskEntity *entity = ask_schema_own_entity (work, id);

  rename_in_relationships (work, before, entity, attribute, name);
  if (!rename_in_expressions (before, entity, error) || !rename_in_queries (draft, work, before, entity, error))
    return FALSE;
  ask_schema_edit_take (draft, work);
  return TRUE;
}

/**
 * ask_schema_edit_rename_entity:
 * @draft: a schema that nobody else holds
 * @id: of the entity, which it keeps
 * @name: that no other entity has, whatever the case
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN, %ASK_SCHEMA_ERROR_EDIT
 *
 * Relationships, expressions, query entities and the document's questions follow.
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_rename_entity (AskSchema *draft, const char *id, const char *name, GError **error)
{
  g_autoptr (AskSchema) work = ask_schema_fork (draft);
  AskEntity *entity = ask_schema_edit_entity (work, id, error);
  const AskEntity *other;

  if (entity == NULL || !ask_schema_edit_check_name (name, "entity", error))
    return FALSE;
  other = ask_schema_find_entity (draft, name);
  if (other != NULL && strcmp (other->id, id) != 0)
    return ask_schema_refuse (error, N_ ("There is an entity “%s” already; take another name."), other->name);
  ask_text_set (&entity->name, name);
  return finish (draft, work, id, NULL, NULL, error);
}

/**
 * ask_schema_edit_rename_attribute:
 * @draft: a schema that nobody else holds
 * @id: of the entity
 * @attribute: its name now
 * @name: that no other attribute or metric of the entity has, whatever the case
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN, %ASK_SCHEMA_ERROR_EDIT
 *
 * Relationships, parameters and orders of an API, expressions, query entities and the document's questions follow.
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_rename_attribute (AskSchema *draft, const char *id, const char *attribute, const char *name,
                                  GError **error)
{
  g_autoptr (AskSchema) work = ask_schema_fork (draft);
  AskEntity *entity = ask_schema_edit_entity (work, id, error);
  AskAttribute *found = entity != NULL ? ask_schema_edit_attribute (entity, attribute, error) : NULL;
  g_autofree char *before = NULL;

  if (found == NULL || !ask_schema_edit_check_name (name, "attribute", error)
      || !ask_schema_edit_check_free (entity, name, found, error))
    return FALSE;
  before = g_strdup (found->name);
  ask_text_set (&found->name, name);
  rename_in_operation (entity->operation, before, name);
  return finish (draft, work, id, before, name, error);
}

/**
 * ask_schema_edit_rename_metric:
 * @draft: a schema that nobody else holds
 * @id: of the entity
 * @metric: its name now
 * @name: that no attribute or other metric of the entity has, whatever the case
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN, %ASK_SCHEMA_ERROR_EDIT
 *
 * Query entities and the document's questions follow.
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_rename_metric (AskSchema *draft, const char *id, const char *metric, const char *name, GError **error)
{
  g_autoptr (AskSchema) work = ask_schema_fork (draft);
  AskEntity *entity = ask_schema_edit_entity (work, id, error);
  AskMetric *found = entity != NULL ? ask_schema_edit_metric (entity, metric, error) : NULL;

  if (found == NULL || !ask_schema_edit_check_name (name, "metric", error)
      || !ask_schema_edit_check_free (entity, name, found, error))
    return FALSE;
  ask_text_set (&found->name, name);
  return finish (draft, work, id, NULL, NULL, error);
}

/**
 * ask_schema_rename_in_sql:
 * @before: the schema that @sql was written for
 * @after: a later version of it
 * @sql: a query in the relational view's dialect, such as that of a verified question
 * @error: %ASK_SCHEMA_ERROR_EDIT: the words of @sql cannot be given their new names
 *
 * Names what was renamed between the two versions as it is called now; entities are known by their id, attributes
 * by their column. All else in the text stays byte for byte. Any thread.
 *
 * Returns: (transfer full) (nullable): the text, the same where nothing in it was renamed or where it did not stand
 *   before; %NULL on error
 */
char *
ask_schema_rename_in_sql (AskSchema *before, AskSchema *after, const char *sql, GError **error)
{
  g_auto (AskSchemaNames) old_names = { 0 };
  g_auto (AskSchemaNames) new_names = { 0 };
  g_autoptr (GError) reason = NULL;
  char *rewritten = NULL;

  g_return_val_if_fail (before != NULL && after != NULL && sql != NULL, NULL);

  ask_schema_names_init (&old_names, before);
  ask_schema_names_init (&new_names, after);
  if (!ask_schema_rewrite_sql (&old_names, &new_names, sql, &rewritten, &reason))
    {
      ask_schema_refuse (error, N_ ("The query cannot follow the new names: %s."), reason->message);
      return NULL;
    }
  return rewritten != NULL ? rewritten : g_strdup (sql);
}

/**
 * ask_schema_check_sql:
 * @sql: a query in the relational view's dialect
 * @error: ASK_SQL_ERROR: what is wrong, with its place in @sql
 *
 * Looks at the names alone: no source is asked whether it has what the schema says, and functions that nobody knows here may be
 * computed elsewhere. Any thread.
 *
 * Returns: whether everything that @sql names stands in the schema
 */
gboolean
ask_schema_check_sql (AskSchema *self, const char *sql, GError **error)
{
  g_auto (AskSchemaNames) names = { 0 };
  AskSqlTree *tree;

  g_return_val_if_fail (self != NULL && sql != NULL, FALSE);

  ask_schema_names_init (&names, self);
  tree = ask_schema_names_parse_with_calls (&names, sql, error);
  if (tree == NULL)
    return FALSE;
  ask_sql_tree_free (tree);
  return TRUE;
}
