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

/* Between double quotes Mermaid takes one line, without a quote, % and \, for which there is no way to write them. The
 * wide ones look the same. */
static char *
mermaid_name (const char *name)
{
  GString *quoted = g_string_new ("\"");

  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      g_string_append_unichar (quoted, c == '"'                ? '\''
                                       : c == '%'              ? 0xff05
                                       : c == '\\'             ? 0xff3c
                                       : g_unichar_iscntrl (c) ? ' '
                                                               : c);
    }
  g_string_append_c (quoted, '"');
  return g_string_free (quoted, FALSE);
}

/* Names of attributes cannot be quoted: letters of any script but those between ASCII and À, digits, _. */
static char *
mermaid_word (const char *name)
{
  static const char *const keys[] = { "PK", "FK", "UK" };
  GString *word = g_string_new (NULL);
  gboolean taken;

  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean letter = c < 0x80 ? g_ascii_isalnum ((char) c) : c >= 0xc0 && g_unichar_isalnum (c);

      g_string_append_unichar (word, letter ? c : '_');
    }
  taken = word->len == 0 || g_ascii_isdigit (word->str[0]);
  /* Those words mark keys, also where a letter beyond ASCII follows. */
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    taken |= g_ascii_strncasecmp (word->str, keys[i], 2) == 0 && !g_ascii_isalnum (word->str[2]) && word->str[2] != '_';
  if (taken)
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
      if (ask_entity_needs (entity, attribute->name))
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

/* What joins is no word for people where it is hidden. */
static const char *
find_label (const AskRelationship *relationship, const AskEntity *from)
{
  const AskAttribute *attribute = ask_entity_find_attribute (from, relationship->from_attributes->pdata[0]);

  if (relationship->verb != NULL)
    return relationship->verb;
  return attribute != NULL && !attribute->hidden ? attribute->name : "";
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
      const AskEntity *near = ask_schema_find_entity (self, relationship->from);
      const AskEntity *far = ask_schema_find_entity (self, relationship->to);
      g_autofree char *from = NULL;
      g_autofree char *to = NULL;
      g_autofree char *label = NULL;

      if (near == NULL || near->hidden || far == NULL || far->hidden)
        continue;
      from = mermaid_name (near->name);
      to = mermaid_name (far->name);
      label = mermaid_name (find_label (relationship, near));
      g_string_append_printf (text, "  %s %s %s : %s\n", from,
                              relationship->cardinality == ASK_CARDINALITY_ONE_TO_ONE     ? "|o--||"
                              : relationship->cardinality == ASK_CARDINALITY_MANY_TO_MANY ? "}o--o{"
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
  if (ask_entity_needs (entity, attribute->name))
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

  if (entity->attributes->len == 0)
    {
      g_string_append_printf (text, "\n// Table %s has no columns\n", name);
      return;
    }
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

static char *
dbml_end (const char *entity, GPtrArray *attributes)
{
  g_autofree char *name = dbml_name (entity);
  GString *text = g_string_new (name);

  g_string_append (text, attributes->len > 1 ? ".(" : ".");
  append_dbml_names (text, attributes);
  g_string_append (text, attributes->len > 1 ? ")" : "");
  return g_string_free (text, FALSE);
}

/* @seen: pairs of ends that were written. DBML refuses a second reference between two ends, whichever way it leads,
 * and one of an end to itself: those are comments. */
static void
append_dbml_reference (GString *text, const AskRelationship *relationship, GHashTable *seen)
{
  static const char *const signs[] = { ">", "-", "<>" };
  g_autofree char *verb = relationship->verb != NULL ? ask_text_shorten (relationship->verb, 160) : NULL;
  g_autofree char *from = dbml_end (relationship->from, relationship->from_attributes);
  g_autofree char *to = dbml_end (relationship->to, relationship->to_attributes);
  gboolean forward = strcmp (from, to) < 0;
  gboolean first = g_hash_table_add (seen, g_strconcat (forward ? from : to, "\n", forward ? to : from, NULL));

  g_string_append_printf (text, "%sRef: %s %s %s%s%s\n", first && strcmp (from, to) != 0 ? "" : "// ", from,
                          signs[relationship->cardinality], to, verb != NULL && verb[0] != '\0' ? " // " : "",
                          verb != NULL ? verb : "");
}

/* DBML knows no table without columns. */
static gboolean
is_in_group (const AskEntity *entity, const char *source)
{
  return source[0] != '\0' && entity->attributes->len > 0 && strcmp (entity->source, source) == 0;
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

      if (!is_in_group (self->entities->pdata[i], source) || !g_hash_table_add (done, (gpointer) source))
        continue;
      group = dbml_name (source);
      g_string_append_printf (text, "\nTableGroup %s {\n", group);
      for (guint e = i; e < self->entities->len; e++)
        if (is_in_group (self->entities->pdata[e], source))
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
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
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
  if (self->relationships->len > 0)
    g_string_append_c (text, '\n');
  for (guint i = 0; i < self->relationships->len; i++)
    append_dbml_reference (text, self->relationships->pdata[i], seen);
  append_dbml_groups (text, self);
  return g_string_free (text, FALSE);
}
