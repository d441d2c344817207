/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Some APIs answer 200 with an error in words where a row should be: that must not become a row whose
 * members are all NULL, or what the call was made with. And of a member that comes twice nobody knows
 * which one is meant.
 */
#include "config.h"

#include "source/rest/ask-rest-expected.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "base/ask-json.h"

typedef struct
{
  gboolean key;
  gboolean required;
  guint64 met; /* with which row it came last */
} Member;

struct _AskRestExpected
{
  GHashTable *members; /* name → Member */
  guint n_required;
  guint n_keys;
  gboolean alone;
  gboolean named;
  /* Of the row that is read: */
  guint64 row;
  guint n_members;
  guint n_met; /* those of @members */
  guint n_required_met;
  guint n_keys_met;
  guint64 key;
};

/** ask_rest_expected_new: Returns: (transfer full): nothing is expected yet */
AskRestExpected *
ask_rest_expected_new (void)
{
  AskRestExpected *self = g_new0 (AskRestExpected, 1);

  self->members = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->row = 1;
  return self;
}

/** ask_rest_expected_free: frees @self */
void
ask_rest_expected_free (AskRestExpected *self)
{
  g_hash_table_unref (self->members);
  g_free (self);
}

/**
 * ask_rest_expected_add:
 * @name: of a member that the specification names
 * @key: all members of the key tell one row from another
 * @required: a row without it is an error
 *
 * Call before the first row.
 */
void
ask_rest_expected_add (AskRestExpected *self, const char *name, gboolean key, gboolean required)
{
  Member *member = g_hash_table_lookup (self->members, name);

  if (member == NULL)
    {
      member = g_new0 (Member, 1);
      g_hash_table_insert (self->members, g_strdup (name), member);
    }
  self->n_keys += key && !member->key;
  self->n_required += required && !member->required;
  member->key = member->key || key;
  member->required = member->required || required;
}

/**
 * ask_rest_expected_set_alone:
 * @named: whether the call names the row, so that an object without members is none
 *
 * Says that the row is the whole answer: one that has nothing of what is expected is an error.
 */
void
ask_rest_expected_set_alone (AskRestExpected *self, gboolean named)
{
  self->alone = TRUE;
  self->named = named;
}

/**
 * ask_rest_expected_twice:
 * @name: of the member, or where it lies, for the message
 * @error: %ASK_JSON_ERROR_SHAPE
 *
 * Says that a member comes twice in one object.
 *
 * Returns: %FALSE
 */
gboolean
ask_rest_expected_twice (const char *name, GError **error)
{
  ask_error_set (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SHAPE,
                 N_ ("The member “%s” comes twice in one object, and which one is meant nobody says."), name);
  return FALSE;
}

/**
 * ask_rest_expected_note:
 * @name: of a member that came
 * @hash: of it; 0 for null
 * @error: %ASK_JSON_ERROR_SHAPE where an expected one comes twice
 *
 * Returns: whether it may come
 */
gboolean
ask_rest_expected_note (AskRestExpected *self, const char *name, guint64 hash, GError **error)
{
  Member *member = g_hash_table_lookup (self->members, name);

  self->n_members++;
  if (member == NULL)
    return TRUE;
  if (member->met == self->row)
    return ask_rest_expected_twice (name, error);
  member->met = self->row;
  self->n_met++;
  self->n_required_met += member->required;
  if (member->key && hash != 0)
    {
      self->n_keys_met++;
      self->key += hash;
    }
  return TRUE;
}

static gboolean
fail_missing (AskRestExpected *self, GError **error)
{
  GHashTableIter iter;
  gpointer name, member;

  g_hash_table_iter_init (&iter, self->members);
  while (g_hash_table_iter_next (&iter, &name, &member))
    if (((Member *) member)->required && ((Member *) member)->met != self->row)
      break;
  ask_error_set (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SHAPE,
                 N_ ("A row lacks the member “%s”, which the specification requires. If it may be missing, say so: "
                     "askdata-cli schema set ENTITY.ATTRIBUTE nullable yes"),
                 (const char *) name);
  return FALSE;
}

/**
 * ask_rest_expected_end:
 * @key: (out): a hash of the row's key
 * @keyed: (out): whether all members of the key came
 * @error: %ASK_JSON_ERROR_SHAPE, in words
 *
 * Call at the end of a row.
 *
 * Returns: whether it is one, by what the specification says
 */
gboolean
ask_rest_expected_end (AskRestExpected *self, guint64 *key, gboolean *keyed, GError **error)
{
  if (self->alone && self->n_met == 0 && g_hash_table_size (self->members) > 0 && (self->named || self->n_members > 0))
    {
      ask_error_set_literal (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SHAPE,
                             N_ ("The object has none of the members that the specification names."));
      return FALSE;
    }
  if (self->n_required_met < self->n_required)
    return fail_missing (self, error);
  *key = self->key;
  *keyed = self->n_keys > 0 && self->n_keys_met == self->n_keys;
  self->n_members = self->n_met = self->n_required_met = self->n_keys_met = 0;
  self->key = 0;
  self->row++;
  return TRUE;
}
