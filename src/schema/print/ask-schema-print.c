/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The relational view as CREATE TABLE text, and the abstract schema as text for people. Deterministic: the same
 * schema gives the same bytes. The view has what questions and models see: nothing that is hidden.
 */
#include "config.h"

#include "schema/ask-schema.h"

#include <string.h>

#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"

static const char *
type_word (const AskAttribute *attribute)
{
  return ask_type_get_sql (attribute->type);
}

static void
append_name_list (GString *sql, GPtrArray *names)
{
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *name = ask_sql_quote_name_if_needed (names->pdata[i]);

      g_string_append_printf (sql, "%s%s", i > 0 ? ", " : "", name);
    }
}

/* None where a part of the key is hidden: what is left tells no rows apart. */
static GPtrArray *
key_names (const AskEntity *entity)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->key > 0 && attribute->hidden)
        return names;
    }

  for (guint place = 1; place <= entity->attributes->len; place++)
    for (guint i = 0; i < entity->attributes->len; i++)
      {
        AskAttribute *attribute = entity->attributes->pdata[i];

        if (attribute->key == place)
          g_ptr_array_add (names, attribute->name);
      }
  return names;
}

/* A comment must not end early nor start a new line of SQL. */
static char *
one_line (const char *text, guint max)
{
  return ask_text_shorten (text, max);
}

/* What the API can do with conditions on it, where that is more than one value a call. @many_too: how many values it takes, too;
 * who writes queries need not know, since calls are made for all of them. */
static void
add_uses (GPtrArray *parts, const AskEntity *entity, const AskAttribute *attribute, gboolean many_too)
{
  static const char *const signs[] = { NULL, ">=", "<=", ">", "<" };
  const AskParameter *many;
  g_autoptr (GString) bounds = g_string_new (NULL);

  if (entity->operation == NULL)
    return;
  many = ask_operation_find_parameter_for (entity->operation, attribute->name);
  if (many_too && many != NULL && many->style != ASK_ARRAY_NONE && many->max_items != 1)
    {
      if (many->max_items > 0)
        g_ptr_array_add (parts, g_strdup_printf ("IN takes %u values a call", many->max_items));
      else
        g_ptr_array_add (parts, g_strdup ("IN takes many values a call"));
    }
  for (guint use = ASK_PARAMETER_AT_LEAST; use <= ASK_PARAMETER_BELOW; use++)
    if (ask_operation_find_parameter_use (entity->operation, attribute->name, (AskParameterUse) use) != NULL)
      g_string_append_printf (bounds, "%s%s", bounds->len > 0 ? ", " : "", signs[use]);
  if (bounds->len > 0)
    g_ptr_array_add (parts, g_strdup_printf ("the API filters by %s", bounds->str));
  if (ask_operation_find_sort (entity->operation, attribute->name) != NULL)
    g_ptr_array_add (parts, g_strdup ("the API can order by it"));
}

static char *
attribute_comment (const AskEntity *entity, const AskAttribute *attribute, const AskEntityNotes *notes)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  if (ask_entity_needs (entity, attribute->name))
    g_ptr_array_add (parts, g_strdup ("required: give it a value with = or IN, or join on it"));
  add_uses (parts, entity, attribute, notes->attribute == NULL);
  if (attribute->unit != NULL && attribute->unit[0] != '\0')
    {
      g_autofree char *unit = one_line (attribute->unit, 40);

      g_ptr_array_add (parts, g_strdup_printf ("in %s", unit));
    }
  if (attribute->expression != NULL)
    {
      g_autofree char *expression = one_line (attribute->expression, 160);

      g_ptr_array_add (parts, g_strdup_printf ("computed as %s", expression));
    }
  if (attribute->sensitive)
    g_ptr_array_add (parts, g_strdup ("sensitive: only where it is asked for"));
  if (attribute->description != NULL && attribute->description[0] != '\0')
    g_ptr_array_add (parts, one_line (attribute->description, 160));
  if (attribute->choices->len > 0)
    {
      g_autoptr (GString) choices = g_string_new ("one of ");

      for (guint i = 0; i < MIN (attribute->choices->len, 20); i++)
        {
          g_autofree char *choice = one_line (attribute->choices->pdata[i], 40);
          g_autofree char *quoted = ask_sql_quote_text (choice);

          g_string_append_printf (choices, "%s%s", i > 0 ? ", " : "", quoted);
        }
      if (attribute->choices->len > 20)
        g_string_append (choices, ", …");
      g_ptr_array_add (parts, g_strdup (choices->str));
    }
  if (attribute->synonyms->len > 0)
    {
      g_autoptr (GString) synonyms = g_string_new ("also called ");

      for (guint i = 0; i < attribute->synonyms->len; i++)
        g_string_append_printf (synonyms, "%s%s", i > 0 ? ", " : "", (char *) attribute->synonyms->pdata[i]);
      g_ptr_array_add (parts, one_line (synonyms->str, 160));
    }
  if (notes->attribute != NULL)
    {
      char *note = notes->attribute (entity, attribute, notes->data);

      if (note != NULL)
        g_ptr_array_add (parts, note);
    }
  if (parts->len == 0)
    return NULL;
  g_ptr_array_add (parts, NULL);
  return g_strjoinv ("; ", (char **) parts->pdata);
}

static void
append_synonyms (GString *text, GPtrArray *synonyms)
{
  g_autoptr (GString) list = g_string_new ("also called ");
  g_autofree char *line = NULL;

  if (synonyms->len == 0)
    return;
  for (guint i = 0; i < synonyms->len; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", (char *) synonyms->pdata[i]);
  line = one_line (list->str, 160);
  g_string_append_printf (text, "; %s", line);
}

/* "revenue = sum(price), in EUR; What customers paid" */
static char *
metric_text (const AskMetric *metric)
{
  g_autofree char *name = ask_sql_quote_name_if_needed (metric->name);
  g_autofree char *plain = one_line (name, 160);
  g_autofree char *expression = one_line (metric->expression, 300);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s = %s", plain, expression);
  if (metric->unit != NULL && metric->unit[0] != '\0')
    {
      g_autofree char *unit = one_line (metric->unit, 40);

      g_string_append_printf (text, ", in %s", unit);
    }
  if (metric->description != NULL && metric->description[0] != '\0')
    {
      g_autofree char *description = one_line (metric->description, 160);

      g_string_append_printf (text, "; %s", description);
    }
  append_synonyms (text, metric->synonyms);
  return g_string_free (text, FALSE);
}

/* A table without columns is none. */
static gboolean
is_visible (const AskEntity *entity)
{
  for (guint i = 0; i < entity->attributes->len && !entity->hidden; i++)
    if (!((AskAttribute *) entity->attributes->pdata[i])->hidden)
      return TRUE;
  return FALSE;
}

static gboolean
are_visible (const AskEntity *entity, GPtrArray *names)
{
  for (guint i = 0; entity != NULL && i < names->len; i++)
    {
      const AskAttribute *attribute = ask_entity_find_attribute (entity, names->pdata[i]);

      if (attribute == NULL || attribute->hidden)
        return FALSE;
    }
  return entity != NULL && !entity->hidden;
}

/* What an entity is, and where its rows come from. */
static const char *
kind_text (const AskEntity *entity, gboolean sql)
{
  switch (entity->kind)
    {
    case ASK_ENTITY_API:
      return "web API";
    case ASK_ENTITY_VIEW:
      return sql ? "view of" : "view in";
    case ASK_ENTITY_QUERY:
      return "query";
    case ASK_ENTITY_TABLE:
      break;
    }
  return sql ? "database" : "table in";
}

/* Whether all tables lie in one place: a model need not be told of each that it does. */
static gboolean
is_of_only_source (AskSchema *schema, const AskEntity *entity)
{
  for (guint i = 0; i < schema->entities->len; i++)
    if (strcmp (((AskEntity *) schema->entities->pdata[i])->source, entity->source) != 0)
      return FALSE;
  return TRUE;
}

/* A line of the table's body: its text, and the comment that follows the comma. */
static void
append_line (GPtrArray *lines, GPtrArray *comments, char *line, char *comment)
{
  g_ptr_array_add (lines, line);
  g_ptr_array_add (comments, comment);
}

/* Returns: (transfer container): the relationships of @entity that are told */
static GPtrArray *
list_relationships (AskSchema *schema, const AskEntity *entity)
{
  GPtrArray *told = g_ptr_array_new ();

  for (guint i = 0; i < schema->relationships->len; i++)
    {
      AskRelationship *relationship = schema->relationships->pdata[i];

      if (g_ascii_strcasecmp (relationship->from, entity->name) == 0
          && are_visible (entity, relationship->from_attributes)
          && are_visible (ask_schema_find_entity (schema, relationship->to), relationship->to_attributes))
        g_ptr_array_add (told, relationship);
    }
  return told;
}

/* " REFERENCES orders (order_id)" */
static void
append_reference (GString *line, const AskRelationship *relationship)
{
  g_autofree char *to = ask_sql_quote_name_if_needed (relationship->to);

  g_string_append_printf (line, " REFERENCES %s (", to);
  append_name_list (line, relationship->to_attributes);
  g_string_append_c (line, ')');
}

/* (nullable): the column whose line says the relationship; one of several columns, or with a verb, has a line of its own. */
static const AskAttribute *
get_place (const AskEntity *entity, const AskRelationship *relationship, const AskEntityNotes *notes)
{
  const AskAttribute *attribute = relationship->from_attributes->len == 1
                                    ? ask_entity_find_attribute (entity, relationship->from_attributes->pdata[0])
                                    : NULL;

  if (relationship->verb != NULL && relationship->verb[0] != '\0')
    return NULL;
  return attribute != NULL && (notes->only == NULL || g_hash_table_contains (notes->only, attribute)) ? attribute
                                                                                                      : NULL;
}

static char *
column_text (const AskEntity *entity, const AskAttribute *attribute, GPtrArray *relationships,
             const AskEntityNotes *notes)
{
  g_autofree char *column = ask_sql_quote_name_if_needed (attribute->name);
  g_autoptr (GPtrArray) key = key_names (entity);
  const char *type = type_word (attribute);
  GString *line = g_string_new (column);

  g_string_append_printf (line, "%s%s%s%s", type[0] != '\0' ? " " : "", type,
                          attribute->nullable || attribute->key > 0 ? "" : " NOT NULL",
                          key->len == 1 && attribute->key == 1 ? " PRIMARY KEY" : "");
  for (guint i = 0; i < relationships->len; i++)
    if (get_place (entity, relationships->pdata[i], notes) == attribute)
      append_reference (line, relationships->pdata[i]);
  return g_string_free (line, FALSE);
}

/**
 * ask_schema_entity_to_sql:
 * @entity: of @self
 *
 * One table of the relational view: columns with types and comments, its key, its foreign keys, its metrics as
 * comments. Required parameters of an API say so, and those that take several values or bounds. What is hidden is not
 * in it, nor is a foreign key that needs it.
 *
 * Returns: (transfer full): a CREATE TABLE statement with a line break at its end
 */
char *
ask_schema_entity_to_sql (AskSchema *self, const AskEntity *entity)
{
  return ask_schema_entity_to_sql_with (self, entity, &(AskEntityNotes) { 0 });
}

/* The first lines: what the entity is, and its name. */
static void
append_head (GString *sql, AskSchema *self, const AskEntity *entity, const AskEntityNotes *notes)
{
  g_autofree char *name = ask_sql_quote_name_if_needed (entity->name);

  if (entity->description != NULL && entity->description[0] != '\0')
    {
      g_autofree char *description = one_line (entity->description, 300);

      g_string_append_printf (sql, "-- %s\n", description);
    }
  g_string_append_printf (sql, "CREATE TABLE %s (", name);
  if (notes->attribute == NULL || entity->kind != ASK_ENTITY_TABLE || !is_of_only_source (self, entity))
    g_string_append_printf (sql, " -- %s%s%s", kind_text (entity, TRUE), entity->source[0] != '\0' ? " " : "",
                            entity->source);
  g_string_append_c (sql, '\n');
}

/* The keys that do not stand beside a column. @lines, @comments: (element-type utf8): one more each a line */
static void
list_keys (const AskEntity *entity, GPtrArray *relationships, const AskEntityNotes *notes, GPtrArray *lines,
           GPtrArray *comments)
{
  g_autoptr (GPtrArray) key = key_names (entity);

  if (key->len > 1)
    {
      g_autoptr (GString) line = g_string_new ("PRIMARY KEY (");

      append_name_list (line, key);
      g_string_append_c (line, ')');
      append_line (lines, comments, g_strdup (line->str), NULL);
    }
  for (guint i = 0; i < relationships->len; i++)
    {
      const AskRelationship *relationship = relationships->pdata[i];
      g_autoptr (GString) line = NULL;

      if (get_place (entity, relationship, notes) != NULL)
        continue;
      line = g_string_new ("FOREIGN KEY (");
      append_name_list (line, relationship->from_attributes);
      g_string_append_c (line, ')');
      append_reference (line, relationship);
      append_line (lines, comments, g_strdup (line->str),
                   relationship->verb != NULL && relationship->verb[0] != '\0' ? one_line (relationship->verb, 160)
                                                                               : NULL);
    }
}

/**
 * ask_schema_entity_to_sql_with:
 * @entity: of @self
 * @notes: what else is said of it, and which columns
 *
 * Returns: (transfer full): as ask_schema_entity_to_sql(); columns that @notes leaves out are counted in a comment
 */
char *
ask_schema_entity_to_sql_with (AskSchema *self, const AskEntity *entity, const AskEntityNotes *notes)
{
  GString *sql = g_string_new (NULL);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) comments = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) relationships = list_relationships (self, entity);
  guint n_left_out = 0;

  append_head (sql, self, entity, notes);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->hidden)
        continue;
      if (notes->only != NULL && !g_hash_table_contains (notes->only, attribute))
        {
          n_left_out++;
          continue;
        }
      append_line (lines, comments, column_text (entity, attribute, relationships, notes),
                   attribute_comment (entity, attribute, notes));
    }
  list_keys (entity, relationships, notes, lines, comments);
  for (guint i = 0; i < lines->len; i++)
    {
      const char *comment = comments->pdata[i];

      g_string_append_printf (sql, "  %s%s%s%s\n", (char *) lines->pdata[i], i + 1 < lines->len ? "," : "",
                              comment != NULL ? " -- " : "", comment != NULL ? comment : "");
    }
  if (n_left_out > 0)
    g_string_append_printf (sql, "  -- and %u more column%s\n", n_left_out, n_left_out > 1 ? "s" : "");
  for (guint i = 0; i < entity->metrics->len; i++)
    {
      g_autofree char *metric = metric_text (entity->metrics->pdata[i]);

      g_string_append_printf (sql, "  -- metric, to be named like a column: %s\n", metric);
    }
  if (notes->more != NULL)
    g_string_append (sql, notes->more);
  g_string_append (sql, ");\n");
  return g_string_free (sql, FALSE);
}

/** ask_schema_to_sql: Returns: (transfer full): the whole relational view, without what is hidden */
char *
ask_schema_to_sql (AskSchema *self)
{
  GString *sql = g_string_new (NULL);

  for (guint i = 0; i < self->entities->len; i++)
    {
      g_autofree char *table = NULL;

      if (!is_visible (self->entities->pdata[i]))
        continue;
      table = ask_schema_entity_to_sql (self, self->entities->pdata[i]);
      g_string_append_printf (sql, "%s%s", sql->len > 0 ? "\n" : "", table);
    }
  return g_string_free (sql, FALSE);
}

/** ask_schema_to_text: Returns: (transfer full): entity by entity, for people */
char *
ask_schema_to_text (AskSchema *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->entities->len; i++)
    {
      const AskEntity *entity = self->entities->pdata[i];
      glong width = 0;

      g_string_append_printf (text, "%s%s  (%s%s%s", i > 0 ? "\n" : "", entity->name, kind_text (entity, FALSE),
                              entity->source[0] != '\0' ? " " : "", entity->source);
      if (entity->hidden)
        g_string_append (text, ", hidden");
      if (entity->row_estimate >= 0)
        g_string_append_printf (text, ", about %" G_GINT64_FORMAT " rows", entity->row_estimate);
      g_string_append (text, ")\n");
      if (entity->description != NULL)
        {
          g_autofree char *line = one_line (entity->description, 300);

          g_string_append_printf (text, "  %s\n", line);
        }
      for (guint a = 0; a < entity->attributes->len; a++)
        width = MAX (width, g_utf8_strlen (((AskAttribute *) entity->attributes->pdata[a])->name, -1));
      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];
          g_autofree char *comment = attribute_comment (entity, attribute, &(AskEntityNotes) { 0 });

          g_string_append_printf (text, "  %s %s%*s  %-8s%s%s%s%s\n", attribute->key > 0 ? "*" : " ", attribute->name,
                                  (int) (width - g_utf8_strlen (attribute->name, -1)), "",
                                  ask_type_to_string (attribute->type), attribute->hidden ? "  hidden" : "",
                                  attribute->hidden && comment != NULL ? "; " : "",
                                  !attribute->hidden && comment != NULL ? "  " : "", comment != NULL ? comment : "");
        }
      for (guint m = 0; m < entity->metrics->len; m++)
        {
          g_autofree char *metric = metric_text (entity->metrics->pdata[m]);

          g_string_append_printf (text, "  ∑ %s\n", metric);
        }
      for (guint r = 0; r < self->relationships->len; r++)
        {
          const AskRelationship *relationship = self->relationships->pdata[r];

          if (g_ascii_strcasecmp (relationship->from, entity->name) != 0)
            continue;
          for (guint a = 0; a < relationship->from_attributes->len; a++)
            g_string_append_printf (text, "  %s %s → %s.%s\n", a == 0 ? "→" : " ",
                                    (char *) relationship->from_attributes->pdata[a], relationship->to,
                                    (char *) relationship->to_attributes->pdata[a]);
        }
    }
  return g_string_free (text, FALSE);
}
