/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the sources of a workspace do not say of themselves: reads the evidence within a time, and leaves out what a
 * steward dismissed. A dismissal is a setting; a suggestion itself is never kept, since the data may change.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include <glib/gi18n.h>

#include "base/ask-number.h"
#include "engine/ask-engine-infer.h"
#include "store/ask-workspace-draft.h"
#include "store/ask-workspace-inbox.h"
#include "store/ask-time-out.h"
#include "store/ask-workspace-overlaps.h"

#define BUDGET_MS 30000
/* At registration somebody waits for another thing. */
#define SOURCE_BUDGET_MS 10000
#define DISMISSED "suggestion/dismissed/"

/* Returns: (transfer full): the schema with what comes from @source only */
static AskSchema *
restrict_to (AskSchema *schema, const char *source)
{
  AskSchema *part = ask_schema_fork (schema);

  for (guint i = part->entities->len; i-- > 0;)
    if (g_ascii_strcasecmp (((AskEntity *) part->entities->pdata[i])->source, source) != 0)
      g_ptr_array_remove_index (part->entities, i);
  for (guint i = part->relationships->len; i-- > 0;)
    if (ask_schema_find_entity (part, ((AskRelationship *) part->relationships->pdata[i])->from) == NULL
        || ask_schema_find_entity (part, ((AskRelationship *) part->relationships->pdata[i])->to) == NULL)
      g_ptr_array_remove_index (part->relationships, i);
  return part;
}

/* Returns: (transfer full) (nullable): the keys of what was dismissed */
static GHashTable *
read_dismissed (AskWorkspace *self, GError **error)
{
  const char *what = N_ ("the dismissed suggestions were not read");
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what, "SELECT substr(key, length(?1) + 1) FROM setting WHERE key GLOB ?1 || '*'",
                             error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  ask_statement_bind_text (statement, 1, DISMISSED);
  for (;;)
    {
      if (!ask_workspace_step (self, what, statement, &row, error))
        return NULL;
      if (!row)
        return g_steal_pointer (&keys);
      g_hash_table_add (keys, ask_statement_dup_text (statement, 0));
    }
}

/* Says what a question found of the join when it used it: of an API nobody else compares values. */
static gboolean
add_overlap (AskWorkspace *self, AskSchema *schema, AskSuggestion *suggestion, GError **error)
{
  AskOverlapEnds ends = { 0 };
  AskOverlap overlap;
  gboolean found;
  const char *change;
  g_autofree char *matched = NULL;
  g_autofree char *checked = NULL;
  g_autofree char *words = NULL;
  char *reason;

  if (suggestion->kind != ASK_SUGGESTION_RELATIONSHIP || suggestion->from_attributes->len != 1)
    return TRUE;
  ends.from_entity = ask_schema_find_entity (schema, suggestion->from);
  ends.to_entity = ask_schema_find_entity (schema, suggestion->to);
  ends.from = ask_entity_find_attribute (ends.from_entity, suggestion->from_attributes->pdata[0]);
  ends.to = ask_entity_find_attribute (ends.to_entity, suggestion->to_attributes->pdata[0]);
  if (!ask_workspace_find_overlap (self, &ends, &overlap, &found, error))
    return FALSE;
  if (!found || overlap.n_checked == 0)
    return TRUE;
  change = ask_overlap_change_to_sql (overlap.change);
  matched = ask_number_count ((guint64) overlap.n_found);
  checked = ask_number_count ((guint64) overlap.n_checked);
  if (change == NULL)
    words = g_strdup_printf (_ ("When a question used it, %s of %s different values matched."), matched, checked);
  else
    /* Translators: two numbers, then a function of SQL, such as lower(). */
    words = g_strdup_printf (_ ("When a question used it, %s of %s different values matched after %s on both sides."),
                             matched, checked, change);
  reason = g_strdup_printf ("%s %s", suggestion->reason, words);
  g_free (suggestion->reason);
  suggestion->reason = reason;
  return TRUE;
}

/**
 * ask_workspace_suggest:
 * @error: %ASK_STORE_ERROR_OPEN, %ASK_ENGINE_ERROR, %G_IO_ERROR_CANCELLED. A source that does not answer is no error:
 *   what would need its values is less sure, and says so
 *
 * Reads the sources' first rows and compares values, on this machine and for 30 s at most, to find relationships that
 * nobody declared and what columns mean. No web API is called. Blocks; not for the window's own thread.
 *
 * Returns: (transfer full) (element-type AskSuggestion): what wants to be said of the schema that edits go to; the
 *   surest first, relationships before meanings, without those that were dismissed; take one with
 *   ask_suggestion_apply(), on a fork
 */
GPtrArray *
ask_workspace_suggest (AskWorkspace *self, GCancellable *cancellable, GError **error)
{
  return ask_workspace_suggest_for (self, NULL, cancellable, error);
}

/**
 * ask_workspace_suggest_for:
 * @source: (nullable): the one whose entities are looked at, among themselves and for 10 s at most
 * @error: as of ask_workspace_suggest()
 *
 * Returns: (transfer full) (element-type AskSuggestion): as ask_workspace_suggest()
 */
GPtrArray *
ask_workspace_suggest_for (AskWorkspace *self, const char *source, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSchema) whole = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GHashTable) dismissed = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskInfer) infer = NULL;
  g_autoptr (AskTimeOut) time_out = NULL;
  g_autoptr (GPtrArray) suggestions = NULL;
  AskEditBase base;

  g_return_val_if_fail (self != NULL, NULL);

  /* What was just added is in no draft yet. */
  whole = source != NULL ? ask_workspace_load_newest_schema (self, NULL, error)
                         : ask_workspace_load_edited (self, &base, error);
  if (whole == NULL || (dismissed = read_dismissed (self, error)) == NULL)
    return NULL;
  schema = source != NULL ? restrict_to (whole, source) : ask_schema_ref (whole);
  if ((engine = ask_workspace_open_engine_on (self, schema, error)) == NULL)
    return NULL;
  infer = ask_infer_new (schema);
  time_out = ask_time_out_new (cancellable, source != NULL ? SOURCE_BUDGET_MS : BUDGET_MS);
  if (!ask_engine_read_evidence (engine, infer, ask_time_out_get_cancellable (time_out), cancellable, error))
    return NULL;
  suggestions = ask_infer_suggest (infer);
  for (guint i = suggestions->len; i-- > 0;)
    if (g_hash_table_contains (dismissed, ((AskSuggestion *) suggestions->pdata[i])->key))
      g_ptr_array_remove_index (suggestions, i);
  for (guint i = 0; i < suggestions->len; i++)
    if (!add_overlap (self, schema, suggestions->pdata[i], error))
      return NULL;
  return g_steal_pointer (&suggestions);
}

/**
 * ask_workspace_suggestion_setting:
 * @key: of a suggestion
 *
 * Returns: (transfer full): the setting that is there where it was dismissed
 */
char *
ask_workspace_suggestion_setting (const char *key)
{
  return g_strconcat (DISMISSED, key, NULL);
}

/**
 * ask_workspace_dismiss_suggestion:
 * @key: of the suggestion
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * It is not offered again, until ask_workspace_recall_suggestions().
 *
 * Returns: whether it was kept
 */
gboolean
ask_workspace_dismiss_suggestion (AskWorkspace *self, const char *key, GError **error)
{
  g_autofree char *setting = ask_workspace_suggestion_setting (key);

  return ask_workspace_set_setting (self, setting, "1", error);
}

/**
 * ask_workspace_recall_suggestions:
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Offers again what was dismissed.
 *
 * Returns: whether it was done
 */
gboolean
ask_workspace_recall_suggestions (AskWorkspace *self, GError **error)
{
  const char *what = N_ ("the dismissed suggestions were not brought back");
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what, "DELETE FROM setting WHERE key GLOB ?1 || '*'", error);

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, DISMISSED);
  return ask_workspace_run (self, what, statement, error);
}
