/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Looks up which attributes hold a value: in the workspace's index, among the choices that specifications
 * list, and among codes that people say in words ("male" for M).
 */
#include "config.h"

#include "understand/link/ask-domain-private.h"

#include <string.h>

#define MAX_CODES 4
/* A domain of more values that a word occurs in does not learn from them. */
#define MAX_VALUES 400

static void
value_clear (AskDomainValue *self)
{
  g_free (self->value);
}

static GArray *
values_new (void)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (AskDomainValue));

  g_array_set_clear_func (values, (GDestroyNotify) value_clear);
  return values;
}

static gboolean
has_value (const GArray *values, int attribute, const char *text)
{
  for (guint i = 0; i < values->len; i++)
    {
      const AskDomainValue *known = &g_array_index (values, AskDomainValue, i);

      if (known->attribute == attribute && strcmp (known->value, text) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
add_value (GArray *values, int attribute, const char *text, gboolean whole)
{
  AskDomainValue value = { attribute, NULL, whole };

  if (values->len >= MAX_VALUES)
    return;
  value.value = g_strdup (text);
  g_array_append_val (values, value);
}

/*
 * ask_domain_get_place:
 * @attribute: of the domain
 *
 * Returns: where it stands; without a column where the index knows nothing of it
 */
AskValuePlace
ask_domain_get_place (AskDomain *self, guint attribute)
{
  const AskDomainAttribute *here = ask_domain_attribute (self, attribute);
  const AskEntity *entity = ask_domain_entity (self, here->entity)->entity;
  return (AskValuePlace) { entity->source, entity->table,
                           entity->kind != ASK_ENTITY_QUERY ? here->attribute->column : NULL };
}

static void
keep (GHashTable *table, const char *key, int attribute, const char *value, gboolean whole)
{
  GArray *values = g_hash_table_lookup (table, key);

  if (values == NULL)
    {
      values = values_new ();
      g_hash_table_insert (table, g_strdup (key), values);
    }
  if (!has_value (values, attribute, value))
    add_value (values, attribute, value, whole);
}

/*
 * ask_domain_keep_value:
 * @key: from ask_domain_value_key()
 * @attribute: of the domain
 * @value: as it is stored
 *
 * Words with @key are @value from now on.
 */
void
ask_domain_keep_value (AskDomain *self, const char *key, int attribute, const char *value)
{
  keep (self->keys, key, attribute, value, TRUE);
}

/* What people say for the codes of a column that holds nothing else. */
static const struct
{
  const char *codes; /* all that may stand there */
  const char *code;
  const char *words;
} sayings[] = {
  { " m f u o ", "m", "male man men boy" },
  { " m f u o ", "f", "female woman women girl" },
  { " y n ", "y", "yes true" },
  { " y n ", "n", "no false" },
  { " t f ", "t", "yes true" },
  { " t f ", "f", "no false" },
  { " yes no ", "yes", "yes true" },
  { " yes no ", "no", "no false" },
  { " true false ", "true", "yes true" },
  { " true false ", "false", "no false" },
};

/* @values: (element-type utf8): all that the column holds */
static gboolean
all_among (GPtrArray *values, const char *codes)
{
  guint n = 0;

  for (guint i = 0; i < values->len; i++)
    {
      g_autofree char *lower = g_ascii_strdown (values->pdata[i], -1);
      g_autofree char *code = g_strdup_printf (" %s ", lower);

      if (*lower == '\0')
        continue;
      if (strstr (codes, code) == NULL)
        return FALSE;
      n++;
    }
  /* Of two signs a single one says little. */
  return n >= 2 || (n == 1 && strcmp (codes, sayings[0].codes) == 0);
}

static void
keep_sayings (AskDomain *self, int attribute, GPtrArray *values)
{
  for (guint i = 0; i < G_N_ELEMENTS (sayings); i++)
    {
      g_auto (GStrv) words = NULL;

      if (!all_among (values, sayings[i].codes))
        continue;
      words = g_strsplit (sayings[i].words, " ", -1);
      for (guint v = 0; v < values->len; v++)
        for (guint w = 0; words[w] != NULL && g_ascii_strcasecmp (values->pdata[v], sayings[i].code) == 0; w++)
          {
            g_autofree char *key = ask_value_key (words[w]);

            keep (self->keys, key, attribute, values->pdata[v], TRUE);
          }
    }
}

static void
keep_choices (AskDomain *self, int attribute, GPtrArray *choices)
{
  for (guint i = 0; i < choices->len; i++)
    {
      g_autofree char *key = ask_value_key (choices->pdata[i]);
      g_auto (GStrv) stems = key != NULL ? g_strsplit (key, " ", -1) : NULL;

      if (key == NULL)
        continue;
      keep (self->keys, key, attribute, choices->pdata[i], TRUE);
      for (guint s = 0; stems[s] != NULL; s++)
        if (g_utf8_strlen (stems[s], -1) > 2)
          keep (self->words, stems[s], attribute, choices->pdata[i], stems[1] == NULL);
    }
}

/*
 * ask_domain_read_codes:
 * @facts: (element-type AskValueFacts): one an attribute, %NULL where nothing is known
 *
 * Takes what lookups find beside the index.
 */
gboolean
ask_domain_read_codes (AskDomain *self, GPtrArray *facts, GError **error)
{
  for (guint i = 0; i < self->attributes->len; i++)
    {
      const AskAttribute *attribute = ask_domain_attribute (self, i)->attribute;
      const AskValueFacts *here = facts->pdata[i];
      AskValuePlace place = ask_domain_get_place (self, i);
      g_autoptr (GPtrArray) values = NULL;

      if (attribute->sensitive)
        continue;
      if (attribute->choices != NULL && attribute->choices->len > 0)
        {
          keep_choices (self, (int) i, attribute->choices);
          keep_sayings (self, (int) i, attribute->choices);
        }
      if (here == NULL || !here->complete || here->n_texts == 0 || here->n_distinct > MAX_CODES || here->n_numbers > 0)
        continue;
      values = ask_workspace_list_values (self->workspace, &place, error);
      if (values == NULL)
        return FALSE;
      /* What is blank is not in the index. */
      keep_sayings (self, (int) i, values);
    }
  return TRUE;
}

/* Returns: (transfer none) (nullable) (element-type int): the attributes that @value stands in, of what @self was cut
 * from */
static const GArray *
find_attributes (AskDomain *self, const AskStoredValue *value)
{
  g_autofree char *source = g_ascii_strdown (value->source, -1);
  g_autofree char *place = g_strjoin ("\n", source, value->table, value->column, NULL);

  return g_hash_table_lookup (self->whole != NULL ? self->whole->places : self->places, place);
}

static gboolean
same_column (const AskStoredValue *a, const AskStoredValue *b)
{
  return strcmp (a->column, b->column) == 0 && strcmp (a->table, b->table) == 0 && strcmp (a->source, b->source) == 0;
}

/* @stored: (transfer container) (element-type AskStoredValue) (nullable): from the index
 * @also: (nullable): (element-type AskDomainValue) */
static GArray *
choose (AskDomain *self, GPtrArray *stored, const GArray *also)
{
  g_autoptr (GPtrArray) found = stored;
  const GArray *here = NULL;
  GArray *values;

  if (found == NULL)
    return NULL;
  values = values_new ();
  for (guint i = 0; i < found->len; i++)
    {
      const AskStoredValue *value = found->pdata[i];

      if (i == 0 || !same_column (value, found->pdata[i - 1]))
        here = find_attributes (self, value);
      for (guint a = 0; here != NULL && a < here->len; a++)
        {
          int attribute = ask_domain_get_place_here (self, g_array_index (here, int, a));

          if (attribute >= 0 && !ask_domain_attribute (self, attribute)->attribute->sensitive)
            add_value (values, attribute, value->value, value->whole);
        }
    }
  for (guint i = 0; also != NULL && i < also->len; i++)
    {
      const AskDomainValue *value = &g_array_index (also, AskDomainValue, i);
      int attribute = ask_domain_get_place_here (self, value->attribute);

      if (attribute >= 0 && !has_value (values, attribute, value->value))
        add_value (values, attribute, value->value, value->whole);
    }
  return values;
}

/**
 * ask_domain_find_values:
 * @self: a domain
 * @key: from ask_domain_value_key()
 * @error: as of ask_domain_new()
 *
 * Returns: (transfer full) (element-type AskDomainValue): all values of that key, each once; perhaps none
 */
GArray *
ask_domain_find_values (AskDomain *self, const char *key, GError **error)
{
  g_return_val_if_fail (self != NULL && key != NULL, NULL);

  return choose (self, ask_workspace_find_key (self->workspace, key, error),
                 g_hash_table_lookup (self->whole != NULL ? self->whole->keys : self->keys, key));
}

/**
 * ask_domain_find_word:
 * @self: a domain
 * @stem: of one word
 * @error: as of ask_domain_new()
 *
 * Returns: (transfer full) (element-type AskDomainValue): values that the word occurs in, some of each attribute
 */
GArray *
ask_domain_find_word (AskDomain *self, const char *stem, GError **error)
{
  g_return_val_if_fail (self != NULL && stem != NULL, NULL);

  return choose (self, ask_workspace_find_stem (self->workspace, stem, error),
                 g_hash_table_lookup (self->whole != NULL ? self->whole->words : self->words, stem));
}

/**
 * ask_domain_has_number:
 * @self: a domain
 * @attribute: of the domain
 * @number: any number
 *
 * Returns: whether @attribute is known to hold @number; %FALSE too where it holds too many numbers for the index,
 *   and where the workspace cannot be read
 */
gboolean
ask_domain_has_number (AskDomain *self, int attribute, double number)
{
  const AskDomainAttribute *here;
  AskValuePlace place;
  gboolean found;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (attribute >= 0 && (guint) attribute < self->attributes->len, FALSE);

  here = ask_domain_attribute (self, attribute);
  if (number < here->least || number > here->most)
    return FALSE;
  place = ask_domain_get_place (self, (guint) attribute);
  return place.column != NULL && ask_workspace_find_number (self->workspace, &place, number, &found, NULL) && found;
}

/**
 * ask_domain_list_values:
 * @self: a domain
 * @attribute: of the domain
 * @error: what the store says
 *
 * Returns: (transfer full) (element-type utf8): texts that it is known to hold, in their order: what its specification
 *   lists, or what the index has of it; none of a sensitive one
 */
GPtrArray *
ask_domain_list_values (AskDomain *self, int attribute, GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);
  return ask_domain_list_values_of (self, self->workspace, attribute, error);
}

/**
 * ask_domain_list_values_of:
 * @self: a domain, which may have outlived the workspace that it was made of
 * @workspace: the same one, opened anew
 * @attribute: of the domain
 * @error: what the store says
 *
 * Returns: (transfer full) (element-type utf8): as ask_domain_list_values()
 */
GPtrArray *
ask_domain_list_values_of (AskDomain *self, AskWorkspace *workspace, int attribute, GError **error)
{
  const AskAttribute *here;
  AskValuePlace place;
  GPtrArray *values;

  g_return_val_if_fail (self != NULL && workspace != NULL, NULL);
  g_return_val_if_fail (attribute >= 0 && (guint) attribute < self->attributes->len, NULL);

  here = ask_domain_attribute (self, attribute)->attribute;
  place = ask_domain_get_place (self, (guint) attribute);
  if (!here->sensitive && place.column != NULL && (here->choices == NULL || here->choices->len == 0))
    return ask_workspace_list_values (workspace, &place, error);
  values = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; !here->sensitive && here->choices != NULL && i < here->choices->len; i++)
    g_ptr_array_add (values, g_strdup (here->choices->pdata[i]));
  return values;
}

/**
 * ask_domain_value_key:
 * @text: a value, or words of a question
 *
 * Returns: (transfer full) (nullable): what ask_domain_find_values() looks for; %NULL where @text has no word, or more
 *   than eight
 */
char *
ask_domain_value_key (const char *text)
{
  return ask_value_key (text);
}
