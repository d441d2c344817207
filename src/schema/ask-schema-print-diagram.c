/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The abstract schema in the words of two diagram languages: Mermaid (erDiagram), which shows what questions see, and
 * DBML, which has everything, what is hidden with a note. Deterministic: the same schema gives the same bytes.
 * Names and texts come from people and sources, so none may end its quotes or its line.
 */
#include "config.h"

#include "schema/ask-schema.h"

#include <string.h>

#include "base/ask-text.h"

static gboolean
is_required (const AskEntity *entity, const AskAttribute *attribute)
{
  const AskParameter *parameter
    = entity->operation != NULL ? ask_operation_find_parameter_for (entity->operation, attribute->name) : NULL;

  return parameter != NULL && parameter->required && parameter->fixed == NULL;
}

/* Mermaid takes letters, digits, _ and - in names, and anything on one line between double quotes. */
static char *
mermaid_name (const char *name)
{
  g_autofree char *plain = g_strdup (name);

  g_strdelimit (plain, "\"", '\'');
  return g_strdup_printf ("\"%s\"", g_strdelimit (plain, "\r\n", ' '));
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

static void
add_text (GPtrArray *parts, const char *format, const char *text, guint max)
{
  g_autofree char *line = text != NULL && text[0] != '\0' ? ask_text_shorten (text, max) : NULL;
  g_autoptr (GString) part = g_string_new (format);

  if (line == NULL)
    return;
  g_string_replace (part, "%", line, 1);
  g_ptr_array_add (parts, g_strdup (part->str));
}

static char *
join (GPtrArray *parts, const char *between)
{
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (between, (char **) parts->pdata);
}

static void
append_mermaid_comment (GString *text, GPtrArray *parts)
{
  g_autofree char *comment = NULL;
  g_autofree char *quoted = NULL;

  if (parts->len == 0)
    return;
  comment = join (parts, "; ");
  quoted = mermaid_name (comment);
  g_string_append_printf (text, " %s", quoted);
}

static void
append_mermaid_entity (GString *text, const AskEntity *entity)
{
  g_autofree char *name = mermaid_name (entity->name);

  g_string_append_printf (text, "  %s {\n", name);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      g_autofree char *word = mermaid_word (attribute->name);
      g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

      if (attribute->hidden)
        continue;
      if (is_required (entity, attribute))
        g_ptr_array_add (parts, g_strdup ("required"));
      add_text (parts, "%", attribute->unit, 40);
      add_text (parts, "= %", attribute->expression, 80);
      g_string_append_printf (text, "    %s %s%s", ask_type_to_string (attribute->type), word,
                              attribute->key > 0 ? " PK" : "");
      append_mermaid_comment (text, parts);
      g_string_append_c (text, '\n');
    }
  for (guint i = 0; i < entity->metrics->len; i++)
    {
      const AskMetric *metric = entity->metrics->pdata[i];
      g_autofree char *word = mermaid_word (metric->name);
      g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

      add_text (parts, "%", metric->unit, 40);
      add_text (parts, "= %", metric->expression, 80);
      g_string_append_printf (text, "    metric %s", word);
      append_mermaid_comment (text, parts);
      g_string_append_c (text, '\n');
    }
  g_string_append (text, "  }\n");
}

static gboolean
is_hidden (AskSchema *self, const char *entity)
{
  const AskEntity *found = ask_schema_find_entity (self, entity);

  return found == NULL || found->hidden;
}

/**
 * ask_schema_to_mermaid:
 *
 * Returns: (transfer full): an erDiagram of what is not hidden; metrics are rows of the type "metric"
 */
char *
ask_schema_to_mermaid (AskSchema *self)
{
  GString *text = g_string_new ("erDiagram\n");

  for (guint i = 0; i < self->entities->len; i++)
    if (!((AskEntity *) self->entities->pdata[i])->hidden)
      append_mermaid_entity (text, self->entities->pdata[i]);
  for (guint i = 0; i < self->relationships->len; i++)
    {
      const AskRelationship *relationship = self->relationships->pdata[i];
      g_autofree char *from = mermaid_name (relationship->from);
      g_autofree char *to = mermaid_name (relationship->to);
      g_autofree char *label = mermaid_name (relationship->verb != NULL
                                               ? relationship->verb
                                               : (char *) relationship->from_attributes->pdata[0]);

      if (is_hidden (self, relationship->from) || is_hidden (self, relationship->to))
        continue;
      g_string_append_printf (text, "  %s %s %s : %s\n", from,
                              relationship->cardinality == ASK_CARDINALITY_ONE_TO_ONE ? "|o--||"
                              : relationship->cardinality == ASK_CARDINALITY_MANY_TO_MANY
                                ? "}o--o{"
                                : "}o--||",
                              to, label);
    }
  return g_string_free (text, FALSE);
}

/* DBML has names in double quotes, with no way to write one inside, and texts in single quotes. */
static char *
dbml_name (const char *name)
{
  GString *quoted = g_string_new ("\"");

  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      g_string_append_unichar (quoted, c == '"' ? '\'' : g_unichar_iscntrl (c) || c == 0x2028 || c == 0x2029 ? ' ' : c);
    }
  g_string_append_c (quoted, '"');
  return g_string_free (quoted, FALSE);
}

static char *
dbml_text (GPtrArray *parts)
{
  g_autofree char *joined = join (parts, "; ");
  GString *quoted = g_string_new ("'");

  for (const char *p = joined; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '\'' || c == '\\')
        g_string_append_c (quoted, '\\');
      g_string_append_unichar (quoted, g_unichar_iscntrl (c) || c == 0x2028 || c == 0x2029 ? ' ' : c);
    }
  g_string_append_c (quoted, '\'');
  return g_string_free (quoted, FALSE);
}

static void
add_synonyms (GPtrArray *parts, GPtrArray *synonyms)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < synonyms->len; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", (char *) synonyms->pdata[i]);
  add_text (parts, "also called %", list->str, 300);
}

static void
append_dbml_attribute (GString *text, const AskEntity *entity, const AskAttribute *attribute, gboolean single_key)
{
  g_autofree char *name = dbml_name (attribute->name);
  g_autoptr (GPtrArray) settings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);

  if (attribute->key > 0 && single_key)
    g_ptr_array_add (settings, g_strdup ("pk"));
  if (!attribute->nullable)
    g_ptr_array_add (settings, g_strdup ("not null"));
  if (attribute->hidden)
    g_ptr_array_add (notes, g_strdup ("hidden"));
  if (attribute->sensitive)
    g_ptr_array_add (notes, g_strdup ("sensitive"));
  if (is_required (entity, attribute))
    g_ptr_array_add (notes, g_strdup ("required"));
  add_text (notes, "%", attribute->description, 1000);
  add_text (notes, "in %", attribute->unit, 40);
  if (attribute->meaning != ASK_MEANING_NONE)
    g_ptr_array_add (notes, g_strdup_printf ("meaning: %s", ask_meaning_to_string (attribute->meaning)));
  add_text (notes, "computed as %", attribute->expression, 1000);
  add_synonyms (notes, attribute->synonyms);
  if (notes->len > 0)
    {
      g_autofree char *note = dbml_text (notes);

      g_ptr_array_add (settings, g_strdup_printf ("note: %s", note));
    }
  g_string_append_printf (text, "  %s %s", name, ask_type_to_string (attribute->type));
  if (settings->len > 0)
    {
      g_autofree char *list = join (settings, ", ");

      g_string_append_printf (text, " [%s]", list);
    }
  g_string_append_c (text, '\n');
}

static guint
count_keys (const AskEntity *entity)
{
  guint n = 0;

  for (guint i = 0; i < entity->attributes->len; i++)
    n += ((AskAttribute *) entity->attributes->pdata[i])->key > 0;
  return n;
}

static void
append_dbml_names (GString *text, GPtrArray *names)
{
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *name = dbml_name (names->pdata[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", name);
    }
}

/* A key of several attributes is an index of them. */
static void
append_dbml_key (GString *text, const AskEntity *entity)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint last = 0;

  for (guint i = 0; i < entity->attributes->len; i++)
    last = MAX (last, ((AskAttribute *) entity->attributes->pdata[i])->key);
  for (guint place = 1; place <= last; place++)
    for (guint i = 0; i < entity->attributes->len; i++)
      if (((AskAttribute *) entity->attributes->pdata[i])->key == place)
        g_ptr_array_add (names, ((AskAttribute *) entity->attributes->pdata[i])->name);
  g_string_append (text, "\n  indexes {\n    (");
  append_dbml_names (text, names);
  g_string_append (text, ") [pk]\n  }\n");
}

static void
append_dbml_entity (GString *text, const AskEntity *entity)
{
  static const char *const kinds[] = { "table", "view", "web API", "query" };
  g_autofree char *name = dbml_name (entity->name);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *note = NULL;

  g_string_append_printf (text, "\nTable %s {\n", name);
  for (guint i = 0; i < entity->attributes->len; i++)
    append_dbml_attribute (text, entity, entity->attributes->pdata[i], count_keys (entity) == 1);
  if (count_keys (entity) > 1)
    append_dbml_key (text, entity);
  if (entity->hidden)
    g_ptr_array_add (notes, g_strdup ("hidden"));
  add_text (notes, "%", entity->description, 1000);
  g_ptr_array_add (notes, g_strdup_printf ("%s%s%s", kinds[entity->kind], entity->source[0] != '\0' ? " of " : "",
                                           entity->source));
  add_synonyms (notes, entity->synonyms);
  add_text (notes, "query: %", entity->query, 2000);
  for (guint i = 0; i < entity->metrics->len; i++)
    {
      const AskMetric *metric = entity->metrics->pdata[i];
      g_autofree char *line
        = g_strdup_printf ("%s = %s%s%s", metric->name, metric->expression, metric->unit != NULL ? ", in " : "",
                           metric->unit != NULL ? metric->unit : "");

      add_text (notes, "metric %", line, 1000);
    }
  note = dbml_text (notes);
  g_string_append_printf (text, "\n  Note: %s\n}\n", note);
}

static void
append_dbml_end (GString *text, const char *entity, GPtrArray *attributes)
{
  g_autofree char *name = dbml_name (entity);

  g_string_append_printf (text, "%s.%s", name, attributes->len > 1 ? "(" : "");
  append_dbml_names (text, attributes);
  g_string_append (text, attributes->len > 1 ? ")" : "");
}

/* Groups in the order in which their sources first come. */
static void
append_dbml_groups (GString *text, AskSchema *self)
{
  g_autoptr (GHashTable) done = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->entities->len; i++)
    {
      const char *source = ((AskEntity *) self->entities->pdata[i])->source;
      g_autofree char *group = NULL;

      if (source[0] == '\0' || !g_hash_table_add (done, (gpointer) source))
        continue;
      group = dbml_name (source);
      g_string_append_printf (text, "\nTableGroup %s {\n", group);
      for (guint e = i; e < self->entities->len; e++)
        if (strcmp (((AskEntity *) self->entities->pdata[e])->source, source) == 0)
          {
            g_autofree char *name = dbml_name (((AskEntity *) self->entities->pdata[e])->name);

            g_string_append_printf (text, "  %s\n", name);
          }
      g_string_append (text, "}\n");
    }
}

/**
 * ask_schema_to_dbml:
 *
 * Everything that DBML (dbml.dbdiagram.io) has a word for; the rest stands in notes, hidden things too. A double quote
 * in a name becomes a single one.
 *
 * Returns: (transfer full): the DBML text
 */
char *
ask_schema_to_dbml (AskSchema *self)
{
  static const char *const signs[] = { ">", "-", "<>" };
  GString *text = g_string_new ("Project AskData {\n  database_type: 'AskData'\n");
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);

  add_text (notes, "%", self->notes, 2000);
  if (notes->len > 0)
    {
      g_autofree char *note = dbml_text (notes);

      g_string_append_printf (text, "  Note: %s\n", note);
    }
  g_string_append (text, "}\n");
  for (guint i = 0; i < self->entities->len; i++)
    append_dbml_entity (text, self->entities->pdata[i]);
  for (guint i = 0; i < self->relationships->len; i++)
    {
      const AskRelationship *relationship = self->relationships->pdata[i];
      g_autofree char *verb = relationship->verb != NULL ? ask_text_shorten (relationship->verb, 160) : NULL;

      g_string_append (text, i == 0 ? "\nRef: " : "Ref: ");
      append_dbml_end (text, relationship->from, relationship->from_attributes);
      g_string_append_printf (text, " %s ", signs[relationship->cardinality]);
      append_dbml_end (text, relationship->to, relationship->to_attributes);
      g_string_append_printf (text, "%s%s\n", verb != NULL && verb[0] != '\0' ? " // " : "", verb != NULL ? verb : "");
    }
  append_dbml_groups (text, self);
  return g_string_free (text, FALSE);
}
