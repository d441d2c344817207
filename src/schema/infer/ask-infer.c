/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inference as a whole: what it looks at, suggestions, and how one becomes part of a draft. Candidates
 * of relationships are found in ask-infer-relate.c and weighed in ask-infer-judge.c; meanings are in ask-infer-meaning.c;
 * names are read in ask-infer-words.c.
 */
#include "config.h"

#include "schema/infer/ask-infer-private.h"

#include <string.h>

#include "base/ask-text.h"
#include "schema/edit/ask-schema-edit.h"

/** ask_suggestion_free: @self: (nullable) (transfer full): frees it */
void
ask_suggestion_free (AskSuggestion *self)
{
  if (self == NULL)
    return;
  g_free (self->key);
  g_free (self->reason);
  g_free (self->from_id);
  g_free (self->from);
  g_ptr_array_unref (self->from_attributes);
  g_free (self->to_id);
  g_free (self->to);
  g_ptr_array_unref (self->to_attributes);
  g_free (self->unit);
  g_free (self);
}

AskSuggestion *
ask_suggestion_new (AskSuggestionKind kind, const AskEntity *from)
{
  AskSuggestion *self = g_new0 (AskSuggestion, 1);

  self->kind = kind;
  self->from_id = g_strdup (from->id);
  self->from = g_strdup (from->name);
  self->from_attributes = g_ptr_array_new_with_free_func (g_free);
  self->to_attributes = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/* @to: (nullable): with @to_attribute, what is referred to */
void
ask_suggestion_add (AskSuggestion *self, const AskEntity *to, const AskAttribute *from_attribute,
                    const AskAttribute *to_attribute)
{
  g_ptr_array_add (self->from_attributes, g_strdup (from_attribute->name));
  if (to == NULL)
    return;
  g_ptr_array_add (self->to_attributes, g_strdup (to_attribute->name));
  if (self->to == NULL)
    {
      self->to_id = g_strdup (to->id);
      self->to = g_strdup (to->name);
    }
}

static void
append_place (GString *key, AskSchema *schema, const char *id, GPtrArray *attributes)
{
  const AskEntity *entity = ask_schema_find_id (schema, id);

  g_string_append_printf (key, " %s (", id);
  for (guint i = 0; i < attributes->len; i++)
    {
      const AskAttribute *attribute = ask_entity_find_attribute (entity, attributes->pdata[i]);

      /* The column outlives a new name. */
      g_string_append_printf (key, "%s%s", i > 0 ? ", " : "",
                              attribute->column != NULL ? attribute->column : attribute->name);
    }
  g_string_append_c (key, ')');
}

/* Gives it its key, once all else is there. */
void
ask_suggestion_seal (AskSuggestion *self, AskSchema *schema)
{
  g_autoptr (GString) key = g_string_new (self->kind == ASK_SUGGESTION_MEANING ? "meaning" : "relationship");

  append_place (key, schema, self->from_id, self->from_attributes);
  if (self->kind == ASK_SUGGESTION_RELATIONSHIP)
    append_place (key, schema, self->to_id, self->to_attributes);
  else
    g_string_append_printf (key, " %s %s", ask_meaning_to_string (self->meaning), self->unit != NULL ? self->unit : "");
  g_free (self->key);
  self->key = g_strdup (g_strchomp (key->str));
}

static void
append_end (GString *text, const char *entity, GPtrArray *attributes)
{
  if (attributes->len == 1)
    {
      g_string_append_printf (text, "%s.%s", entity, (const char *) attributes->pdata[0]);
      return;
    }
  g_string_append_printf (text, "%s (", entity);
  for (guint i = 0; i < attributes->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) attributes->pdata[i]);
  g_string_append_c (text, ')');
}

/**
 * ask_suggestion_to_text:
 *
 * Returns: (transfer full): what is suggested, without why: "orders.cust_id → customers.id",
 *   "orders.total: money, EUR"
 */
char *
ask_suggestion_to_text (const AskSuggestion *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_end (text, self->from, self->from_attributes);
  if (self->kind == ASK_SUGGESTION_RELATIONSHIP)
    {
      g_string_append (text, " → ");
      append_end (text, self->to, self->to_attributes);
      return g_strdup (text->str);
    }
  g_string_append (text, ": ");
  if (self->meaning != ASK_MEANING_NONE)
    g_string_append (text, ask_meaning_to_string (self->meaning));
  if (self->unit != NULL)
    g_string_append_printf (text, "%sin %s", self->meaning != ASK_MEANING_NONE ? ", " : "", self->unit);
  return g_strdup (text->str);
}

/**
 * ask_suggestion_apply:
 * @draft: a schema that nobody else holds
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN where an entity or an attribute is gone since, %ASK_SCHEMA_ERROR_EDIT where it
 *   was done already; @draft is then as it was
 *
 * Makes what is suggested part of the draft, as the steward's own edit.
 *
 * Returns: whether it was done
 */
gboolean
ask_suggestion_apply (const AskSuggestion *self, AskSchema *draft, GError **error)
{
  g_autoptr (GPtrArray) from = NULL;
  g_autoptr (GPtrArray) to = NULL;
  g_autoptr (AskSchema) work = NULL;

  if (self->kind == ASK_SUGGESTION_MEANING)
    {
      const char *attribute = self->from_attributes->pdata[0];

      work = ask_schema_fork (draft);
      if ((self->meaning != ASK_MEANING_NONE
           && !ask_schema_edit_set_attribute (work, self->from_id, attribute, "meaning",
                                              ask_meaning_to_string (self->meaning), error))
          || (self->unit != NULL
              && !ask_schema_edit_set_attribute (work, self->from_id, attribute, "unit", self->unit, error)))
        return FALSE;
      ask_schema_edit_take (draft, work);
      return TRUE;
    }
  from = ask_text_copy_all (self->from_attributes);
  to = ask_text_copy_all (self->to_attributes);
  g_ptr_array_add (from, NULL);
  g_ptr_array_add (to, NULL);
  if (!ask_schema_edit_relate_all (draft, self->from_id, (const char *const *) from->pdata, self->to_id,
                                   (const char *const *) to->pdata, error))
    return FALSE;
  ask_schema_own_relationship (draft, draft->relationships->len - 1)->cardinality = self->cardinality;
  return TRUE;
}

static void
column_free (AskInferColumn *self)
{
  g_strfreev (self->words);
  g_strfreev (self->core);
  g_free (self->joined);
  g_free (self->plain);
  g_clear_pointer (&self->profile.sample, g_ptr_array_unref);
  g_free (self);
}

static void
table_free (AskInferTable *self)
{
  g_strfreev (self->words);
  g_ptr_array_unref (self->keys);
  g_ptr_array_unref (self->columns);
  g_free (self);
}

/* What the source calls it says more than what a steward called it since. */
static const char *
column_name (const AskAttribute *attribute)
{
  return attribute->column != NULL && strpbrk (attribute->column, "./") == NULL ? attribute->column : attribute->name;
}

static char *
dup_plain (const char *name)
{
  g_autofree char *folded = g_utf8_strdown (name, -1);
  GString *plain = g_string_new (NULL);

  for (const char *p = folded; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_isalnum (g_utf8_get_char (p)))
      g_string_append_unichar (plain, g_utf8_get_char (p));
  return g_string_free (plain, FALSE);
}

static AskInferColumn *
column_new (const AskEntity *owner, guint entity, guint attribute, char **table)
{
  AskInferColumn *self = g_new0 (AskInferColumn, 1);

  self->entity = entity;
  self->attribute = attribute;
  self->owner = owner;
  self->what = owner->attributes->pdata[attribute];
  self->words = ask_name_split (column_name (self->what));
  if (self->words[0] != NULL && self->words[1] != NULL && strcmp (self->words[0], "fk") == 0)
    {
      g_free (self->words[0]);
      memmove (self->words, self->words + 1, g_strv_length (self->words + 1) * sizeof (char *) + sizeof (char *));
    }
  self->core = ask_infer_core (self->words);
  self->joined = g_strjoinv ("", self->words);
  self->plain = dup_plain (column_name (self->what));
  self->home = self->core[0] != NULL ? ask_infer_match (self->core, table, TRUE) : 1;
  return self;
}

static AskInferTable *
table_new (const AskEntity *entity, guint index)
{
  AskInferTable *self = g_new0 (AskInferTable, 1);

  self->words = ask_infer_table_words (
    entity->kind == ASK_ENTITY_TABLE || entity->kind == ASK_ENTITY_VIEW ? entity->table : entity->name);
  self->columns = g_ptr_array_new_with_free_func ((GDestroyNotify) column_free);
  self->keys = g_ptr_array_new ();
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      AskInferColumn *column = column_new (entity, index, i, self->words);

      g_ptr_array_add (self->columns, column);
      if (column->what->key > 0)
        g_ptr_array_add (self->keys, column);
    }
  for (guint i = 0; i < self->keys->len; i++)
    ((AskInferColumn *) self->keys->pdata[i])->key = self->keys->len == 1 ? ASK_INFER_KEY_SINGLE : ASK_INFER_KEY_PART;
  return self;
}

/** ask_infer_new: Returns: (transfer full): the inference on @schema, which must not be changed while it lives */
AskInfer *
ask_infer_new (AskSchema *schema)
{
  AskInfer *self = g_new0 (AskInfer, 1);

  self->schema = ask_schema_ref (schema);
  self->tables = g_ptr_array_new_with_free_func ((GDestroyNotify) table_free);
  for (guint i = 0; i < schema->entities->len; i++)
    g_ptr_array_add (self->tables, table_new (schema->entities->pdata[i], i));
  return self;
}

/** ask_infer_free: @self: (nullable) (transfer full): frees it with its profiles, columns and pairs */
void
ask_infer_free (AskInfer *self)
{
  if (self == NULL)
    return;
  ask_infer_clear_relate (self);
  g_ptr_array_unref (self->tables);
  ask_schema_unref (self->schema);
  g_free (self);
}

/** ask_infer_get_schema: Returns: (transfer none): what it looks at */
AskSchema *
ask_infer_get_schema (AskInfer *self)
{
  return self->schema;
}

/**
 * ask_infer_get_profile:
 * @entity: its place in the schema
 * @attribute: its place in the entity
 *
 * Returns: (transfer none): the profile, to be filled before ask_infer_list_pairs()
 */
AskInferProfile *
ask_infer_get_profile (AskInfer *self, guint entity, guint attribute)
{
  const AskInferTable *table = self->tables->pdata[entity];

  return &((AskInferColumn *) table->columns->pdata[attribute])->profile;
}

/** ask_infer_column_get_entity: Returns: (transfer none): the entity that it is of */
const AskEntity *
ask_infer_column_get_entity (const AskInferColumn *self)
{
  return self->owner;
}

/** ask_infer_column_get_attribute: Returns: (transfer none): the attribute that it is */
const AskAttribute *
ask_infer_column_get_attribute (const AskInferColumn *self)
{
  return self->what;
}

/**
 * ask_infer_list_pairs:
 *
 * Returns: (transfer none) (element-type AskInferPair): the ends whose values should be compared, to be filled
 *   before ask_infer_suggest(); those whose names say most come first
 */
GPtrArray *
ask_infer_list_pairs (AskInfer *self)
{
  if (self->pairs == NULL)
    ask_infer_find_pairs (self);
  return self->pairs;
}

static int
compare_suggestions (gconstpointer a, gconstpointer b)
{
  const AskSuggestion *left = *(AskSuggestion *const *) a;
  const AskSuggestion *right = *(AskSuggestion *const *) b;

  if (left->kind != right->kind)
    return (int) left->kind - (int) right->kind;
  if (left->confidence != right->confidence)
    return left->confidence < right->confidence ? 1 : -1;
  return strcmp (left->key, right->key);
}

/**
 * ask_infer_suggest:
 *
 * Returns: (transfer full) (element-type AskSuggestion): relationships, then meanings, the surest first. What is
 *   declared or was said by somebody is not suggested
 */
GPtrArray *
ask_infer_suggest (AskInfer *self)
{
  GPtrArray *suggestions = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_suggestion_free);

  ask_infer_list_pairs (self);
  ask_infer_relate (self, suggestions);
  ask_infer_mean (self, suggestions);
  for (guint i = 0; i < suggestions->len; i++)
    ask_suggestion_seal (suggestions->pdata[i], self->schema);
  g_ptr_array_sort (suggestions, compare_suggestions);
  return suggestions;
}
