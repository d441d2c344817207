/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One call for many values gives the rows of all of them. A row belongs to the bindings whose value
 * its own attribute may equal, whatever its kind: 7, 7.0 and "7" are looked up alike, and letters
 * whatever their case, since the engine compares again. A row that equals none was not wanted. A
 * row that does not tell (NULL) is given to all.
 */
#include "config.h"

#include "source/rest/ask-rest-match.h"

#include <string.h>

struct _AskRestMatch
{
  const AskRestGroup *group;
  guint column;
  GHashTable *bindings; /* key → GArray of guint */
  GHashTable *met; /* set of the arrays in @bindings for which a row came */
  guint n_met; /* rows that came for them */
  GString *last; /* the last text that was looked up */
  GArray *found; /* nullable: what it has */
};

/* Returns: (transfer full): the key of a text that is no number: without blanks at its end, and in small letters */
static char *
key_of_text (const char *text, gsize length)
{
  char *key = g_malloc (length + 2);

  key[0] = 't';
  for (gsize i = 0; i < length; i++)
    key[i + 1] = g_ascii_tolower (text[i]);
  key[length + 1] = '\0';
  g_strchomp (key + 1);
  return key;
}

static char *
key_of (const AskValue *value)
{
  AskValue number = *value;
  g_autofree char *text = NULL;

  if (value->kind == ASK_VALUE_TEXT && memchr (value->text, '\0', value->length) == NULL)
    ask_text_to_number (value->text, &number);
  /* Plus nothing, since -0.0 equals 0.0 and is printed otherwise. */
  if (number.kind == ASK_VALUE_INTEGER || number.kind == ASK_VALUE_REAL)
    return g_strdup_printf ("n%.15g", (number.kind == ASK_VALUE_INTEGER ? (double) number.integer : number.real) + 0.0);
  if (value->kind == ASK_VALUE_TEXT)
    return key_of_text (value->text, strlen (value->text));
  text = ask_value_to_text (value);
  return key_of_text (text, strlen (text));
}

/**
 * ask_rest_match_new:
 * @plan: which sends many values at once; read here only
 * @group: of @plan, with AskRestGroup.arguments; lives longer than what is returned
 *
 * Returns: (transfer full): the bindings of @group by the values that they were sent with
 */
AskRestMatch *
ask_rest_match_new (const AskRestPlan *plan, const AskRestGroup *group)
{
  AskRestMatch *self = g_new0 (AskRestMatch, 1);

  self->group = group;
  self->column = plan->array_column;
  self->bindings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  self->met = g_hash_table_new (NULL, NULL);
  self->last = g_string_new (NULL);
  for (guint i = 0; i < group->bindings->len; i++)
    {
      guint binding = g_array_index (group->bindings, guint, i);
      g_autofree char *key = key_of (ask_rest_plan_get_binding (plan, binding, (guint) plan->array));
      GArray *same = g_hash_table_lookup (self->bindings, key);

      if (same == NULL)
        {
          same = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (self->bindings, g_steal_pointer (&key), same);
        }
      g_array_append_val (same, binding);
    }
  return self;
}

/** ask_rest_match_free: frees @self */
void
ask_rest_match_free (AskRestMatch *self)
{
  g_hash_table_unref (self->met);
  g_hash_table_unref (self->bindings);
  g_string_free (self->last, TRUE);
  g_free (self);
}

static GArray *
look_up (AskRestMatch *self, const AskValue *value)
{
  g_autofree char *key = key_of (value);

  return g_hash_table_lookup (self->bindings, key);
}

/**
 * ask_rest_match_find:
 * @row: of a page
 *
 * Rows of one value mostly come together.
 *
 * Returns: (transfer none) (nullable) (element-type guint): the bindings that it belongs to
 */
GArray *
ask_rest_match_find (AskRestMatch *self, const AskValue *row)
{
  const AskValue *value = &row[self->column];

  if (value->kind == ASK_VALUE_NULL)
    return self->group->bindings;
  if (value->kind != ASK_VALUE_TEXT)
    return look_up (self, value);
  if (self->found == NULL || value->length != self->last->len
      || memcmp (value->text, self->last->str, value->length) != 0)
    {
      self->found = look_up (self, value);
      g_string_truncate (self->last, 0);
      g_string_append_len (self->last, value->text, value->length);
    }
  return self->found;
}

/**
 * ask_rest_match_note:
 * @row: of a page, as of ask_rest_match_find()
 *
 * Remembers that a row of its bindings came.
 */
void
ask_rest_match_note (AskRestMatch *self, const AskValue *row)
{
  GArray *bindings = ask_rest_match_find (self, row);

  if (bindings != NULL && bindings != self->group->bindings)
    {
      g_hash_table_add (self->met, bindings);
      self->n_met++;
    }
}

/**
 * ask_rest_match_has_all:
 *
 * Two values that are looked up alike ("a" and "A") need two rows.
 *
 * Returns: whether a row came for each value
 */
gboolean
ask_rest_match_has_all (AskRestMatch *self)
{
  return g_hash_table_size (self->met) == g_hash_table_size (self->bindings)
         && self->n_met >= self->group->arguments->len;
}
