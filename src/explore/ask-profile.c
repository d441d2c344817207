/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The order of a profile's pieces. What fails alone, such as one column that a server cannot compute, is told where it
 * belongs, and the rest goes on; who leaves ends all of it.
 */
#include "config.h"

#include "explore/ask-profile-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"

/** ask_profile_bar_free: @bar: (transfer full): an #AskProfileBar */
void
ask_profile_bar_free (gpointer bar)
{
  AskProfileBar *self = bar;

  ask_value_clear (&self->low);
  ask_value_clear (&self->high);
  g_free (self);
}

static void
attribute_free (gpointer data)
{
  AskProfileAttribute *attribute = data;

  ask_value_clear (&attribute->least);
  ask_value_clear (&attribute->most);
  ask_value_clear (&attribute->average);
  g_ptr_array_unref (attribute->bars);
  g_clear_error (&attribute->failure);
  g_free (attribute);
}

static void
match_free (gpointer data)
{
  AskProfileMatch *match = data;

  g_clear_error (&match->failure);
  g_free (match);
}

/** ask_profile_free: frees @self */
void
ask_profile_free (AskProfile *self)
{
  g_ptr_array_unref (self->key);
  g_ptr_array_unref (self->attributes);
  g_ptr_array_unref (self->matches);
  g_clear_error (&self->key_failure);
  ask_schema_unref (self->schema);
  g_free (self);
}

static void
copy_attribute (AskProfileAttribute *to, const AskProfileAttribute *from)
{
  GPtrArray *bars = to->bars;

  *to = *from;
  to->bars = bars;
  ask_value_dup_into (&to->least, &from->least);
  ask_value_dup_into (&to->most, &from->most);
  ask_value_dup_into (&to->average, &from->average);
  to->failure = from->failure != NULL ? g_error_copy (from->failure) : NULL;
  for (guint i = 0; i < from->bars->len; i++)
    {
      const AskProfileBar *bar = from->bars->pdata[i];
      AskProfileBar *copy = g_new0 (AskProfileBar, 1);

      copy->n = bar->n;
      ask_value_dup_into (&copy->low, &bar->low);
      ask_value_dup_into (&copy->high, &bar->high);
      g_ptr_array_add (bars, copy);
    }
}

static void
add_attribute (AskProfile *self, const AskAttribute *attribute)
{
  AskProfileAttribute *profile = g_new0 (AskProfileAttribute, 1);

  profile->attribute = attribute;
  profile->n_distinct = -1;
  profile->bars = g_ptr_array_new_with_free_func (ask_profile_bar_free);
  g_ptr_array_add (self->attributes, profile);
}

static void
add_match (AskProfile *self, const AskRelationship *relationship)
{
  AskProfileMatch *match = g_new0 (AskProfileMatch, 1);

  match->relationship = relationship;
  g_ptr_array_add (self->matches, match);
}

/** ask_profile_has: Returns: whether a profile has @attribute: it is not hidden, and more than what is told to an API */
gboolean
ask_profile_has (const AskAttribute *attribute)
{
  return !attribute->hidden && (attribute->column != NULL || attribute->expression != NULL);
}

/** ask_profile_has_match: Returns: whether a profile of @entity has @relationship: it is from there, or to there */
gboolean
ask_profile_has_match (const AskEntity *entity, const AskRelationship *relationship)
{
  return g_ascii_strcasecmp (relationship->from, entity->name) == 0
         || g_ascii_strcasecmp (relationship->to, entity->name) == 0;
}

static AskProfile *
profile_new (AskSchema *schema, const AskEntity *entity)
{
  AskProfile *self = g_new0 (AskProfile, 1);

  self->schema = ask_schema_ref (schema);
  self->entity = entity;
  self->n_rows = self->n_read = -1;
  self->key = ask_explore_list_key (entity);
  self->attributes = g_ptr_array_new_with_free_func (attribute_free);
  self->matches = g_ptr_array_new_with_free_func (match_free);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (ask_profile_has (attribute))
        add_attribute (self, attribute);
    }
  for (guint i = 0; i < schema->relationships->len; i++)
    {
      const AskRelationship *relationship = schema->relationships->pdata[i];

      if (ask_profile_has_match (entity, relationship))
        add_match (self, relationship);
    }
  return self;
}

/** ask_profile_copy: Returns: (transfer full): @self as it is now, for another thread */
AskProfile *
ask_profile_copy (const AskProfile *self)
{
  AskProfile *copy = profile_new (self->schema, self->entity);

  copy->sample = self->sample;
  copy->n_rows = self->n_rows;
  copy->about = self->about;
  copy->n_read = self->n_read;
  copy->n_calls = self->n_calls;
  copy->key_ready = self->key_ready;
  copy->n_key_repeated = self->n_key_repeated;
  copy->n_key_rows = self->n_key_rows;
  copy->n_key_empty = self->n_key_empty;
  copy->key_failure = self->key_failure != NULL ? g_error_copy (self->key_failure) : NULL;
  for (guint i = 0; i < self->attributes->len; i++)
    {
      copy_attribute (copy->attributes->pdata[i], self->attributes->pdata[i]);
      if (self->newest == self->attributes->pdata[i])
        copy->newest = copy->attributes->pdata[i];
    }
  for (guint i = 0; i < self->matches->len; i++)
    {
      AskProfileMatch *match = copy->matches->pdata[i];

      *match = *(const AskProfileMatch *) self->matches->pdata[i];
      match->failure = match->failure != NULL ? g_error_copy (match->failure) : NULL;
    }
  return copy;
}

/**
 * ask_profile_query:
 * @run: the profile under way
 * @sql: one SELECT
 * @error: as of ask_engine_query()
 *
 * Nobody waits for a profile, and who leaves cancels it: a statement of it may take as long as it takes.
 *
 * Returns: (transfer full): its rows; %NULL with @error set
 */
AskRows *
ask_profile_query (const AskProfileRun *run, const char *sql, GError **error)
{
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autoptr (AskResult) result = NULL;

  limits.deadline_ms = 0;
  result = ask_engine_query (run->engine, sql, &limits, NULL, run->cancellable, error);
  if (result == NULL)
    return NULL;
  run->profile->n_calls += ask_calls_count_requests (result->calls);
  return ask_rows_ref (result->rows);
}

/** ask_profile_integer: Returns: the integer in @column of the first of @rows, 0 where it is none */
gint64
ask_profile_integer (const AskRows *rows, guint column)
{
  const AskValue *value = ask_rows_get (rows, 0, column);

  return value->kind == ASK_VALUE_INTEGER ? value->integer : 0;
}

static void
tell (const AskProfileRun *run, AskProfilePart part, guint index)
{
  if (run->request->on_part != NULL)
    run->request->on_part (run->profile, part, index, run->request->data);
}

/* What failed alone is kept where it belongs. Returns FALSE with @error set where all of it ends. */
static gboolean
settle (const AskProfileRun *run, GError *failure, GError **place, GError **error)
{
  if (failure != NULL && g_cancellable_is_cancelled (run->cancellable))
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  *place = failure;
  return TRUE;
}

/* The newest of all days and moments that are over: an order that is due tomorrow says nothing of how fresh its row is. */
static void
find_newest (AskProfile *self)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *today = g_date_time_format (now, "%Y-%m-%d~");

  for (guint i = 0; i < self->attributes->len; i++)
    {
      const AskProfileAttribute *attribute = self->attributes->pdata[i];
      AskType type = attribute->attribute->type;

      if ((type != ASK_TYPE_DATE && type != ASK_TYPE_DATETIME) || attribute->most.kind != ASK_VALUE_TEXT
          || strcmp (attribute->most.text, today) > 0)
        continue;
      if (self->newest == NULL || strcmp (attribute->most.text, self->newest->most.text) > 0)
        self->newest = attribute;
    }
}

static gboolean
run_attributes (const AskProfileRun *run, GError **error)
{
  for (guint i = 0; i < run->profile->attributes->len; i++)
    {
      AskProfileAttribute *attribute = run->profile->attributes->pdata[i];
      GError *failure = NULL;

      if (ask_profile_attribute_fill (run, attribute, &failure))
        attribute->ready = ask_profile_bars_fill (run, attribute, &failure);
      if (!settle (run, failure, &attribute->failure, error))
        return FALSE;
      if (attribute->ready && run->profile->n_read < 0)
        run->profile->n_read = attribute->n_rows;
      tell (run, ASK_PROFILE_PART_ATTRIBUTE, i);
    }
  return TRUE;
}

static gboolean
run_pieces (AskProfileRun *run, GError **error)
{
  AskProfile *self = run->profile;
  GError *failure = NULL;

  if (self->attributes->len == 0)
    {
      ask_error_set (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_HIDDEN,
                     N_ ("All of “%s” is hidden. Whoever looks after the data can show it on the Schema page."),
                     self->entity->name);
      return FALSE;
    }
  if (!ask_profile_choose_rows (run, error))
    return FALSE;
  tell (run, ASK_PROFILE_PART_ROWS, 0);
  if (!run_attributes (run, error))
    return FALSE;
  if (self->sample == ASK_PROFILE_ALL_ROWS && self->n_read >= 0)
    {
      self->n_rows = self->n_read;
      self->about = FALSE;
    }
  find_newest (self);
  if (self->key->len > 0)
    {
      self->key_ready = ask_profile_key_fill (run, &failure);
      if (!settle (run, failure, &self->key_failure, error))
        return FALSE;
    }
  tell (run, ASK_PROFILE_PART_KEY, 0);
  for (guint i = 0; i < self->matches->len; i++)
    {
      AskProfileMatch *match = self->matches->pdata[i];

      failure = NULL;
      match->ready = ask_profile_match_fill (run, match, &failure);
      if (!settle (run, failure, &match->failure, error))
        return FALSE;
      tell (run, ASK_PROFILE_PART_MATCH, i);
    }
  return TRUE;
}

/**
 * ask_profile_run:
 * @engine: a session that runs nothing
 * @request: what is wanted
 * @cancellable: (nullable): ends it within 100 ms
 * @error: %ASK_EXPLORE_ERROR, as of ask_engine_query() where no row can be had, or %G_IO_ERROR_CANCELLED
 *
 * Looks at an entity's rows, piece by piece. Blocks.
 *
 * Returns: (transfer full): the profile; what could not be computed alone says why in its place. %NULL with @error set
 */
AskProfile *
ask_profile_run (AskEngine *engine, const AskProfileRequest *request, GCancellable *cancellable, GError **error)
{
  AskSchema *schema = ask_engine_get_schema (engine);
  const AskEntity *entity = ask_explore_find_entity (schema, request->entity, error);
  g_autoptr (AskProfile) profile = NULL;
  AskProfileRun run = { .engine = engine, .request = request, .cancellable = cancellable };
  gboolean done;

  if (entity == NULL)
    return NULL;
  run.profile = profile = profile_new (schema, entity);
  done = run_pieces (&run, error);
  g_free (run.from);
  return done ? g_steal_pointer (&profile) : NULL;
}
