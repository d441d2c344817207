/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether the key tells rows apart, and how many of the values that refer are found where they refer to. Overlaps of one
 * attribute are the engine's, as they are for the adviser, and are kept in the workspace where it finds them.
 */
#include "config.h"

#include "explore/ask-profile-private.h"

#include "sql/ask-sql-lexer.h"
#include "store/ask-workspace-overlaps.h"

/* @format: with one %s for each name. */
static void
append_names (GString *sql, GPtrArray *names, const char *separator, const char *before, const char *behind)
{
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *name = ask_sql_quote_name_if_needed (names->pdata[i]);

      g_string_append_printf (sql, "%s%s%s%s", i > 0 ? separator : "", before, name, behind);
    }
}

/* A key of one attribute was counted with it. */
static gboolean
is_counted (AskProfile *self)
{
  for (guint i = 0; self->key->len == 1 && i < self->attributes->len; i++)
    {
      const AskProfileAttribute *attribute = self->attributes->pdata[i];

      if (attribute->attribute != self->key->pdata[0] || !attribute->ready
          || attribute->n_distinct != attribute->n_rows - attribute->n_empty)
        continue;
      self->n_key_empty = attribute->n_empty;
      return TRUE;
    }
  return FALSE;
}

/**
 * ask_profile_key_fill:
 * @run: the profile under way, of an entity that has a key
 * @error: as of ask_engine_query()
 *
 * Counts keys that several rows have, and those that are empty.
 *
 * Returns: whether it was done; %FALSE with @error set
 */
gboolean
ask_profile_key_fill (const AskProfileRun *run, GError **error)
{
  AskProfile *self = run->profile;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GString) repeated = g_string_new ("SELECT count(*), sum(n) FROM (SELECT count(*) AS n FROM ");
  g_autoptr (GString) empty = g_string_new ("SELECT count(*) FROM ");
  g_autoptr (AskRows) repeated_rows = NULL;
  g_autoptr (AskRows) empty_rows = NULL;

  if (is_counted (self))
    return TRUE;
  for (guint i = 0; i < self->key->len; i++)
    g_ptr_array_add (names, ((AskAttribute *) self->key->pdata[i])->name);
  g_string_append_printf (repeated, "%s WHERE ", run->from);
  append_names (repeated, names, " AND ", "", " IS NOT NULL");
  g_string_append (repeated, " GROUP BY ");
  append_names (repeated, names, ", ", "", "");
  g_string_append (repeated, " HAVING count(*) > 1)");
  g_string_append_printf (empty, "%s WHERE ", run->from);
  append_names (empty, names, " OR ", "", " IS NULL");
  repeated_rows = ask_profile_query (run, repeated->str, error);
  empty_rows = repeated_rows != NULL ? ask_profile_query (run, empty->str, error) : NULL;
  if (empty_rows == NULL)
    return FALSE;
  self->n_key_repeated = ask_profile_integer (repeated_rows, 0);
  self->n_key_rows = ask_profile_integer (repeated_rows, 1);
  self->n_key_empty = ask_profile_integer (empty_rows, 0);
  return TRUE;
}

/* Keys of several parts, which only match as a whole. */
static gboolean
match_parts (const AskProfileRun *run, AskProfileMatch *match, GError **error)
{
  const AskRelationship *relationship = match->relationship;
  g_autofree char *from = ask_sql_quote_name_if_needed (relationship->from);
  g_autofree char *to = ask_sql_quote_name_if_needed (relationship->to);
  g_autoptr (GString) sql = g_string_new ("SELECT count(*), count(found) FROM (SELECT DISTINCT ");
  g_autoptr (AskRows) rows = NULL;

  append_names (sql, relationship->from_attributes, ", ", "", "");
  g_string_append_printf (sql, " FROM %s WHERE ", from);
  append_names (sql, relationship->from_attributes, " AND ", "", " IS NOT NULL");
  g_string_append_printf (sql, " LIMIT %d) AS a LEFT JOIN (SELECT DISTINCT 1 AS found, ", ASK_OVERLAP_VALUES);
  append_names (sql, relationship->to_attributes, ", ", "", "");
  g_string_append_printf (sql, " FROM %s) AS b ON ", to);
  for (guint i = 0; i < relationship->from_attributes->len; i++)
    {
      g_autofree char *a = ask_sql_quote_name_if_needed (relationship->from_attributes->pdata[i]);
      g_autofree char *b = ask_sql_quote_name_if_needed (relationship->to_attributes->pdata[i]);

      g_string_append_printf (sql, "%sa.%s = b.%s", i > 0 ? " AND " : "", a, b);
    }
  rows = ask_profile_query (run, sql->str, error);
  if (rows == NULL)
    return FALSE;
  match->n_checked = ask_profile_integer (rows, 0);
  match->n_found = ask_profile_integer (rows, 1);
  return TRUE;
}

/* @known: it need not be measured, since that would cost calls that nobody asked for */
static gboolean
match_values (const AskProfileRun *run, AskProfileMatch *match, const AskOverlapEnds *ends, gboolean known,
              GError **error)
{
  AskWorkspace *workspace = run->request->workspace;
  AskOverlap overlap = { 0 };
  gboolean found = FALSE;

  if (known && (workspace == NULL || !ask_workspace_find_overlap (workspace, ends, &overlap, &found, NULL)))
    return TRUE;
  if (!known && !ask_engine_measure_overlap (run->engine, ends, &overlap, run->cancellable, error))
    return FALSE;
  /* What cannot be kept is known all the same. */
  if (!known && workspace != NULL)
    ask_workspace_put_overlap (workspace, ends, &overlap, NULL);
  match->n_checked = overlap.n_checked;
  match->n_found = overlap.n_plain;
  return TRUE;
}

/**
 * ask_profile_match_fill:
 * @run: the profile under way
 * @match: (inout): one of its relationships
 * @error: as of ask_engine_measure_overlap()
 *
 * Looks for some of the values that refer. With an API at one end that is done only where calls were asked for.
 *
 * Returns: whether it was done; %FALSE with @error set
 */
gboolean
ask_profile_match_fill (const AskProfileRun *run, AskProfileMatch *match, GError **error)
{
  AskSchema *schema = run->profile->schema;
  const AskRelationship *relationship = match->relationship;
  AskOverlapEnds ends = { .from_entity = ask_schema_find_entity (schema, relationship->from),
                          .to_entity = ask_schema_find_entity (schema, relationship->to) };
  gboolean api;

  if (ends.from_entity == NULL || ends.to_entity == NULL)
    return TRUE;
  api = ends.from_entity->kind == ASK_ENTITY_API || ends.to_entity->kind == ASK_ENTITY_API;
  if (relationship->from_attributes->len > 1)
    return (api && !run->request->calls_apis) || match_parts (run, match, error);
  ends.from = ask_entity_find_attribute (ends.from_entity, relationship->from_attributes->pdata[0]);
  ends.to = ask_entity_find_attribute (ends.to_entity, relationship->to_attributes->pdata[0]);
  if (ends.from == NULL || ends.to == NULL || ends.from->expression != NULL || ends.to->expression != NULL)
    return TRUE;
  return match_values (run, match, &ends, api && !run->request->calls_apis, error);
}
