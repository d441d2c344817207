/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names: none may be empty or taken twice, those that are words of SQL are a trap for whoever writes SQL by hand, and
 * a synonym that means two things helps nobody.
 */
#include "config.h"

#include "schema/check/ask-schema-check-private.h"

#include <string.h>

#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"

/* A word that would have to be quoted although it looks like a name. */
static gboolean
is_keyword (const char *name)
{
  g_autofree char *quoted = NULL;

  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_')
      return FALSE;
  if (name[0] == '\0' || g_ascii_isdigit (name[0]))
    return FALSE;
  quoted = ask_sql_quote_name_if_needed (name);
  return quoted[0] == '"';
}

static void
check_word (AskSchemaCheck *self, const char *what, const char *name, const char *attribute, const char *metric)
{
  AskFault *fault = NULL;

  if (name[0] == '\0')
    fault = ask_check_add (self, ASK_FAULT_ERROR, "Give it a name.",
                           attribute != NULL || metric != NULL ? "One %s of “%s” has no name." : "One %s has no name.",
                           what, self->entity->name);
  else if (is_keyword (name))
    fault = ask_check_add (self, ASK_FAULT_ADVICE, "Give it another name, so that nobody has to write it in quotes.",
                           "The %s “%s” is called like a word of SQL.", what, name);
  if (fault == NULL)
    return;
  fault->attribute = g_strdup (attribute);
  fault->metric = g_strdup (metric);
  fault->field = g_strdup ("name");
}

/* ask_check_names: of the entity that is looked at, and of its parts */
void
ask_check_names (AskSchemaCheck *self)
{
  const AskEntity *entity = self->entity;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  check_word (self, "entity", entity->name, NULL, NULL);
  if (entity->name[0] != '\0' && ask_check_find (self, entity->name) != entity)
    ask_check_add (self, ASK_FAULT_ERROR, "Give one of them another name.", "Two entities are called “%s”.",
                   entity->name)
      ->field
      = g_strdup ("name");
  for (guint i = 0; i < entity->attributes->len + entity->metrics->len; i++)
    {
      gboolean is_attribute = i < entity->attributes->len;
      const char *name = is_attribute ? ((AskAttribute *) entity->attributes->pdata[i])->name
                                      : ((AskMetric *) entity->metrics->pdata[i - entity->attributes->len])->name;

      check_word (self, is_attribute ? "attribute" : "metric", name, is_attribute ? name : NULL,
                  is_attribute ? NULL : name);
      if (name[0] != '\0' && !g_hash_table_add (seen, g_ascii_strdown (name, -1)))
        {
          AskFault *fault = ask_check_add (self, ASK_FAULT_ERROR, "Give one of them another name.",
                                           "“%s” has two attributes or metrics called “%s”.", entity->name, name);

          fault->attribute = g_strdup (is_attribute ? name : NULL);
          fault->metric = g_strdup (is_attribute ? NULL : name);
          fault->field = g_strdup ("name");
        }
    }
}

/* One word and who is meant by it. */
static void
claim (AskSchemaCheck *self, GHashTable *owners, const char *word, const char *attribute, const char *metric,
       const char *owner)
{
  g_autofree char *folded = ask_text_fold (word);
  const char *first = g_hash_table_lookup (owners, folded);
  AskFault *fault;

  if (first == NULL)
    {
      g_hash_table_insert (owners, g_steal_pointer (&folded), g_strdup (owner));
      return;
    }
  if (strcmp (first, owner) == 0)
    return;
  fault = ask_check_add (self, ASK_FAULT_WARNING, "Leave it to one of them.",
                         "The synonym “%s” of “%s” is a word for “%s”, too, so a question with it means either.", word,
                         owner, first);
  fault->attribute = g_strdup (attribute);
  fault->metric = g_strdup (metric);
  fault->field = g_strdup ("synonyms");
}

static void
own (GHashTable *owners, const char *name)
{
  char *folded = ask_text_fold (name);

  if (g_hash_table_contains (owners, folded))
    g_free (folded);
  else
    g_hash_table_insert (owners, folded, g_strdup (name));
}

static void
check_parts (AskSchemaCheck *self)
{
  const AskEntity *entity = self->entity;
  g_autoptr (GHashTable) owners = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < entity->attributes->len; i++)
    if (!((AskAttribute *) entity->attributes->pdata[i])->hidden)
      own (owners, ((AskAttribute *) entity->attributes->pdata[i])->name);
  for (guint i = 0; i < entity->metrics->len; i++)
    own (owners, ((AskMetric *) entity->metrics->pdata[i])->name);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      for (guint s = 0; !attribute->hidden && s < attribute->synonyms->len; s++)
        claim (self, owners, attribute->synonyms->pdata[s], attribute->name, NULL, attribute->name);
    }
  for (guint i = 0; i < entity->metrics->len; i++)
    {
      const AskMetric *metric = entity->metrics->pdata[i];

      for (guint s = 0; s < metric->synonyms->len; s++)
        claim (self, owners, metric->synonyms->pdata[s], NULL, metric->name, metric->name);
    }
}

/* ask_check_synonyms: of entities among each other, and within each entity; hidden ones mean nothing to a question */
void
ask_check_synonyms (AskSchemaCheck *self)
{
  g_autoptr (GHashTable) owners = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < self->schema->entities->len; i++)
    if (!((AskEntity *) self->schema->entities->pdata[i])->hidden)
      own (owners, ((AskEntity *) self->schema->entities->pdata[i])->name);
  for (guint i = 0; i < self->schema->entities->len; i++)
    {
      const AskEntity *entity = self->schema->entities->pdata[i];

      if (entity->hidden)
        continue;
      self->entity = entity;
      for (guint s = 0; s < entity->synonyms->len; s++)
        claim (self, owners, entity->synonyms->pdata[s], NULL, NULL, entity->name);
      check_parts (self);
      self->entity = NULL;
    }
}
