/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The relational view as CREATE TABLE text, and the abstract schema as text for people and as a
 * Mermaid diagram. Deterministic: the same schema gives the same bytes.
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

static gboolean
is_required (const AskEntity *entity, const AskAttribute *attribute)
{
  const AskParameter *parameter
    = entity->operation != NULL
        ? ask_operation_find_parameter_for (entity->operation, attribute->name)
        : NULL;

  return parameter != NULL && parameter->required;
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

static GPtrArray *
key_names (const AskEntity *entity)
{
  GPtrArray *names = g_ptr_array_new ();

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

/* What the API can do with conditions on it, where that is more than one value a call. */
static void
add_uses (GPtrArray *parts, const AskEntity *entity, const AskAttribute *attribute)
{
  static const char *const signs[] = { NULL, ">=", "<=", ">", "<" };
  const AskParameter *many;
  g_autoptr (GString) bounds = g_string_new (NULL);

  if (entity->operation == NULL)
    return;
  many = ask_operation_find_parameter_for (entity->operation, attribute->name);
  if (many != NULL && many->style != ASK_ARRAY_NONE && many->max_items != 1)
    {
      if (many->max_items > 0)
        g_ptr_array_add (parts, g_strdup_printf ("IN takes %u values a call", many->max_items));
      else
        g_ptr_array_add (parts, g_strdup ("IN takes many values a call"));
    }
  for (guint use = ASK_PARAMETER_AT_LEAST; use <= ASK_PARAMETER_BELOW; use++)
    if (ask_operation_find_parameter_use (entity->operation, attribute->name,
                                          (AskParameterUse) use)
        != NULL)
      g_string_append_printf (bounds, "%s%s", bounds->len > 0 ? ", " : "", signs[use]);
  if (bounds->len > 0)
    g_ptr_array_add (parts, g_strdup_printf ("the API filters by %s", bounds->str));
  if (ask_operation_find_sort (entity->operation, attribute->name) != NULL)
    g_ptr_array_add (parts, g_strdup ("the API can order by it"));
}

static char *
attribute_comment (const AskEntity *entity, const AskAttribute *attribute)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  if (is_required (entity, attribute))
    g_ptr_array_add (parts, g_strdup ("required: give it a value with = or IN, or join on it"));
  add_uses (parts, entity, attribute);
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
        g_string_append_printf (synonyms, "%s%s", i > 0 ? ", " : "",
                                (char *) attribute->synonyms->pdata[i]);
      g_ptr_array_add (parts, one_line (synonyms->str, 160));
    }
  if (parts->len == 0)
    return NULL;
  g_ptr_array_add (parts, NULL);
  return g_strjoinv ("; ", (char **) parts->pdata);
}

/* A line of the table's body: its text, and the comment that follows the comma. */
static void
append_line (GPtrArray *lines, GPtrArray *comments, char *line, char *comment)
{
  g_ptr_array_add (lines, line);
  g_ptr_array_add (comments, comment);
}

/**
 * ask_schema_entity_to_sql:
 * @entity: of @self
 *
 * One table of the relational view: columns with types and comments, its key, its foreign keys.
 * Required parameters of an API say so, and those that take several values or bounds.
 *
 * Returns: (transfer full): a CREATE TABLE statement with a line break at its end
 */
char *
ask_schema_entity_to_sql (AskSchema *self, const AskEntity *entity)
{
  GString *sql = g_string_new (NULL);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) comments = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) key = key_names (entity);
  g_autofree char *name = ask_sql_quote_name_if_needed (entity->name);

  if (entity->description != NULL && entity->description[0] != '\0')
    {
      g_autofree char *description = one_line (entity->description, 300);

      g_string_append_printf (sql, "-- %s\n", description);
    }
  g_string_append_printf (sql, "CREATE TABLE %s ( -- %s %s\n", name,
                          entity->kind == ASK_ENTITY_API    ? "web API"
                          : entity->kind == ASK_ENTITY_VIEW ? "view of"
                                                            : "database",
                          entity->source);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      g_autofree char *column = ask_sql_quote_name_if_needed (attribute->name);
      const char *type = type_word (attribute);

      append_line (lines, comments,
                   g_strconcat (column, type[0] != '\0' ? " " : "", type,
                                attribute->nullable || attribute->key > 0 ? "" : " NOT NULL",
                                key->len == 1 && attribute->key == 1 ? " PRIMARY KEY" : "", NULL),
                   attribute_comment (entity, attribute));
    }
  if (key->len > 1)
    {
      g_autoptr (GString) line = g_string_new ("PRIMARY KEY (");

      append_name_list (line, key);
      g_string_append_c (line, ')');
      append_line (lines, comments, g_strdup (line->str), NULL);
    }
  for (guint i = 0; i < self->relationships->len; i++)
    {
      const AskRelationship *relationship = self->relationships->pdata[i];
      g_autoptr (GString) line = NULL;
      g_autofree char *to = NULL;

      if (g_ascii_strcasecmp (relationship->from, entity->name) != 0)
        continue;
      line = g_string_new ("FOREIGN KEY (");
      to = ask_sql_quote_name_if_needed (relationship->to);
      append_name_list (line, relationship->from_attributes);
      g_string_append_printf (line, ") REFERENCES %s (", to);
      append_name_list (line, relationship->to_attributes);
      g_string_append_c (line, ')');
      append_line (lines, comments, g_strdup (line->str),
                   relationship->verb != NULL && relationship->verb[0] != '\0'
                     ? one_line (relationship->verb, 160)
                     : NULL);
    }
  for (guint i = 0; i < lines->len; i++)
    {
      const char *comment = comments->pdata[i];

      g_string_append_printf (sql, "  %s%s%s%s\n", (char *) lines->pdata[i],
                              i + 1 < lines->len ? "," : "", comment != NULL ? " -- " : "",
                              comment != NULL ? comment : "");
    }
  g_string_append (sql, ");\n");
  return g_string_free (sql, FALSE);
}

/** ask_schema_to_sql: Returns: (transfer full): the whole relational view */
char *
ask_schema_to_sql (AskSchema *self)
{
  GString *sql = g_string_new (NULL);

  for (guint i = 0; i < self->entities->len; i++)
    {
      g_autofree char *table = ask_schema_entity_to_sql (self, self->entities->pdata[i]);

      g_string_append_printf (sql, "%s%s", i > 0 ? "\n" : "", table);
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

      g_string_append_printf (text, "%s%s  (%s %s", i > 0 ? "\n" : "", entity->name,
                              entity->kind == ASK_ENTITY_API    ? "web API"
                              : entity->kind == ASK_ENTITY_VIEW ? "view in"
                                                                : "table in",
                              entity->source);
      if (entity->row_estimate >= 0)
        g_string_append_printf (text, ", about %" G_GINT64_FORMAT " rows", entity->row_estimate);
      g_string_append (text, ")\n");
      if (entity->description != NULL)
        {
          g_autofree char *line = one_line (entity->description, 300);

          g_string_append_printf (text, "  %s\n", line);
        }
      for (guint a = 0; a < entity->attributes->len; a++)
        width = MAX (width,
                     g_utf8_strlen (((AskAttribute *) entity->attributes->pdata[a])->name, -1));
      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];
          g_autofree char *comment = attribute_comment (entity, attribute);

          g_string_append_printf (text, "  %s %s%*s  %-8s%s%s\n", attribute->key > 0 ? "*" : " ",
                                  attribute->name,
                                  (int) (width - g_utf8_strlen (attribute->name, -1)), "",
                                  ask_type_to_string (attribute->type),
                                  comment != NULL ? "  " : "", comment != NULL ? comment : "");
        }
      for (guint r = 0; r < self->relationships->len; r++)
        {
          const AskRelationship *relationship = self->relationships->pdata[r];

          if (g_ascii_strcasecmp (relationship->from, entity->name) != 0)
            continue;
          for (guint a = 0; a < relationship->from_attributes->len; a++)
            g_string_append_printf (text, "  %s %s → %s.%s\n", a == 0 ? "→" : " ",
                                    (char *) relationship->from_attributes->pdata[a],
                                    relationship->to,
                                    (char *) relationship->to_attributes->pdata[a]);
        }
    }
  return g_string_free (text, FALSE);
}

/* Mermaid takes letters, digits, _ and - in names, and anything between double quotes. */
static char *
mermaid_name (const char *name)
{
  g_autofree char *plain = g_strdup (name);

  return g_strdup_printf ("\"%s\"", g_strdelimit (plain, "\"\r\n", '\''));
}

static char *
mermaid_word (const char *name)
{
  GString *word = g_string_new (NULL);

  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      g_string_append_unichar (word, g_unichar_isalnum (c) || c == '_' ? c : '_');
    }
  if (word->len == 0 || g_ascii_isdigit (word->str[0]))
    g_string_prepend_c (word, '_');
  return g_string_free (word, FALSE);
}

/** ask_schema_to_mermaid: Returns: (transfer full): an erDiagram */
char *
ask_schema_to_mermaid (AskSchema *self)
{
  GString *text = g_string_new ("erDiagram\n");

  for (guint i = 0; i < self->entities->len; i++)
    {
      const AskEntity *entity = self->entities->pdata[i];
      g_autofree char *name = mermaid_name (entity->name);

      g_string_append_printf (text, "  %s {\n", name);
      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];
          g_autofree char *word = mermaid_word (attribute->name);

          g_string_append_printf (text, "    %s %s%s%s\n", ask_type_to_string (attribute->type),
                                  word, attribute->key > 0 ? " PK" : "",
                                  is_required (entity, attribute) ? " \"required\"" : "");
        }
      g_string_append (text, "  }\n");
    }
  for (guint i = 0; i < self->relationships->len; i++)
    {
      const AskRelationship *relationship = self->relationships->pdata[i];
      g_autofree char *from = mermaid_name (relationship->from);
      g_autofree char *to = mermaid_name (relationship->to);
      g_autofree char *label = mermaid_name (relationship->verb != NULL
                                               ? relationship->verb
                                               : (char *) relationship->from_attributes->pdata[0]);

      g_string_append_printf (text, "  %s %s %s : %s\n", from,
                              relationship->cardinality == ASK_CARDINALITY_ONE_TO_ONE ? "|o--||"
                              : relationship->cardinality == ASK_CARDINALITY_MANY_TO_MANY
                                ? "}o--o{"
                                : "}o--||",
                              to, label);
    }
  return g_string_free (text, FALSE);
}
