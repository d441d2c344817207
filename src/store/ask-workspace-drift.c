/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What changed at a source since a steward last looked, and what that breaks. It must never let a change go unsaid
 * because a refresh came twice: what was found stays until somebody says that they have seen it.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#include "schema/edit/ask-schema-edit.h"
#include "schema/merge/ask-schema-diff.h"
#include "sql/ask-sql-lexer.h"
#include "store/ask-kept-functions.h"
#include "store/ask-workspace-boards.h"

static const char not_read[] = "the changes of the source were not read";

static const char *const break_words[]
  = { "verified question", "metric", "attribute", "entity", "relationship", "tile" };

static AskBreak *
add_break (GPtrArray *breaks, AskBreakKind kind, const char *name, const char *message)
{
  AskBreak *self = g_new0 (AskBreak, 1);

  self->kind = kind;
  self->name = g_strdup (name);
  self->message = g_strdup (message);
  g_ptr_array_add (breaks, self);
  return self;
}

static char *
describe_relationship (const AskRelationship *relationship)
{
  g_autoptr (GString) text = g_string_new (relationship->from);

  for (guint end = 0; end < 2; end++)
    {
      GPtrArray *attributes = end == 0 ? relationship->from_attributes : relationship->to_attributes;

      if (end == 1)
        g_string_append_printf (text, " → %s", relationship->to);
      for (guint i = 0; i < attributes->len; i++)
        g_string_append_printf (text, "%s%s", i == 0 ? " (" : ", ", (const char *) attributes->pdata[i]);
      g_string_append_c (text, ')');
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Whether the names that a relationship of @before goes by still join something in @after, whatever
 * they are called there. */
static gboolean
still_joins (AskSchema *before, AskSchema *after, const AskRelationship *relationship, char **why)
{
  for (guint end = 0; end < 2; end++)
    {
      const char *name = end == 0 ? relationship->from : relationship->to;
      GPtrArray *attributes = end == 0 ? relationship->from_attributes : relationship->to_attributes;
      const AskEntity *old = ask_schema_find_entity (before, name);
      const AskEntity *new = old != NULL ? ask_schema_find_id (after, old->id) : NULL;

      if (new == NULL)
        {
          *why = g_strdup_printf ("%s is gone.", name);
          return FALSE;
        }
      for (guint i = 0; i < attributes->len; i++)
        {
          const char *attribute = attributes->pdata[i];
          const AskAttribute *known = ask_entity_find_attribute (old, attribute);

          if (ask_entity_find_attribute (new, attribute) != NULL
              || (known != NULL && known->column != NULL && ask_entity_find_column (new, known->column) != NULL))
            continue;
          *why = g_strdup_printf ("%s.%s is gone.", name, attribute);
          return FALSE;
        }
    }
  return TRUE;
}

/* A session that knows the names of @schema and has no keys: it checks statements and reads nothing. */
typedef struct
{
  AskEngine *engine;
  gpointer attached;
} Dry;

static void
dry_clear (Dry *self)
{
  g_clear_pointer (&self->engine, ask_engine_free);
  g_clear_pointer (&self->attached, ask_kept_functions_detach);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Dry, dry_clear)

static gboolean
open_dry (AskWorkspace *self, AskSchema *schema, Dry *dry, GError **error)
{
  g_autoptr (GPtrArray) records = ask_workspace_list_sources (self, error);
  g_autoptr (GPtrArray) configs = NULL;

  if (records == NULL)
    return FALSE;
  configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  for (guint i = 0; i < records->len; i++)
    {
      const AskSourceRecord *record = records->pdata[i];
      AskSourceConfig *config = ask_source_config_new (record->name, record->kind, record->location);

      config->base_url = g_strdup (record->base_url);
      g_ptr_array_add (configs, config);
    }
  dry->engine = ask_engine_new (schema, configs, error);
  return dry->engine != NULL && ask_kept_functions_attach (self, dry->engine, &dry->attached, error);
}

typedef struct
{
  AskSchema *before;
  AskEngine *after;
  GPtrArray *breaks;
} Search;

/* Adds a break where @old was right before and @new is not now. A file may be another one already,
 * so that of the time before only the names can be looked at; @ran says that it was right anyway. */
static AskBreak *
compare_sql (Search *search, AskBreakKind kind, const char *name, const char *old, const char *new, gboolean ran)
{
  g_autoptr (GError) why = NULL;

  if (ask_engine_check (search->after, new, &why) || (!ran && !ask_schema_check_sql (search->before, old, NULL)))
    return NULL;
  return add_break (search->breaks, kind, name, why->message);
}

/* An expression over an entity as a query of it. */
static char *
wrap (const AskEntity *entity, const char *expression)
{
  g_autofree char *quoted = ask_sql_quote_name (entity->name);

  return g_strdup_printf ("SELECT %s FROM %s", expression, quoted);
}

/* A metric or a calculated attribute.
 * @before: what it was
 * @after: (nullable): what it is; %NULL where it is gone */
typedef struct
{
  AskBreakKind kind;
  const char *name;
  const char *before;
  const char *after;
} Expression;

static void
compare_expression (Search *search, const AskEntity *old, const AskEntity *new, const Expression *expression)
{
  AskBreakKind kind = expression->kind;
  g_autofree char *full = g_strdup_printf ("%s.%s", old->name, expression->name);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  if (new == NULL)
    {
      g_autofree char *why = g_strdup_printf ("%s is gone.", old->name);

      add_break (search->breaks, kind, full, why);
      return;
    }
  if (expression->after == NULL)
    {
      add_break (search->breaks, kind, full, "It went with what it is made of.");
      return;
    }
  before = wrap (old, expression->before);
  after = wrap (new, expression->after);
  compare_sql (search, kind, full, before, after, FALSE);
}

/* A metric and a calculated attribute have no id. One whose name is gone was renamed where another one, with a name that
 * there was not, stands in its place. */
static const AskMetric *
find_metric (const AskEntity *old, const AskEntity *new, guint place)
{
  const AskMetric *same = ask_entity_find_metric (new, ((AskMetric *) old->metrics->pdata[place])->name);

  if (same == NULL
      && old->metrics->len
           == new->metrics->len &&ask_entity_find_metric (old, ((AskMetric *) new->metrics->pdata[place])->name)
           == NULL)
    return new->metrics->pdata[place];
  return same;
}

static const AskAttribute *
find_calculated (const AskEntity *old, const AskEntity *new, guint place)
{
  const AskAttribute *same = ask_entity_find_attribute (new, ((AskAttribute *) old->attributes->pdata[place])->name);
  const AskAttribute *there = place < new->attributes->len ? new->attributes->pdata[place] : NULL;

  if (same == NULL && old->attributes->len == new->attributes->len
      && there->expression != NULL &&ask_entity_find_attribute (old, there->name) == NULL)
    return there;
  return same;
}

static void
compare_entity (Search *search, const AskEntity *old, const AskEntity *new)
{
  for (guint i = 0; i < old->metrics->len; i++)
    {
      const AskMetric *metric = old->metrics->pdata[i];
      const AskMetric *now = new != NULL ? find_metric (old, new, i) : NULL;

      compare_expression (search, old, new,
                          &(Expression) { ASK_BREAK_METRIC, metric->name, metric->expression,
                                          now != NULL ? now->expression : NULL });
    }
  for (guint i = 0; i < old->attributes->len; i++)
    {
      const AskAttribute *attribute = old->attributes->pdata[i];
      const AskAttribute *now = new != NULL && attribute->expression != NULL ? find_calculated (old, new, i) : NULL;

      if (attribute->expression != NULL)
        compare_expression (search, old, new,
                            &(Expression) { ASK_BREAK_ATTRIBUTE, attribute->name, attribute->expression,
                                            now != NULL ? now->expression : NULL });
    }
  if (old->query == NULL)
    return;
  if (new == NULL || new->query == NULL)
    add_break (search->breaks, ASK_BREAK_ENTITY, old->name, "It went with what it is made of.");
  else
    compare_sql (search, ASK_BREAK_ENTITY, old->name, old->query, new->query, FALSE);
}

/* Verified questions, and tiles of boards. */
static gboolean
compare_saved (AskWorkspace *self, Search *search, AskSchema *after, GError **error)
{
  g_autoptr (GPtrArray) pairs = ask_workspace_list_verified (self, error);
  g_autoptr (GPtrArray) tiles = pairs != NULL ? ask_workspace_list_board_tiles (self, error) : NULL;

  if (tiles == NULL)
    return FALSE;
  for (guint i = 0; i < pairs->len; i++)
    {
      const AskVerified *pair = pairs->pdata[i];
      g_autofree char *renamed = ask_schema_rename_in_sql (search->before, after, pair->sql, NULL);
      AskBreak *found
        = compare_sql (search, ASK_BREAK_VERIFIED, pair->question, pair->sql, renamed != NULL ? renamed : pair->sql,
                       pair->run_at != 0 && pair->run_status != ASK_VERIFIED_FAILED);

      if (found != NULL)
        found->verified = pair->id;
    }
  for (guint i = 0; i < tiles->len; i++)
    {
      const AskBoardTile *tile = tiles->pdata[i];
      g_autofree char *renamed = ask_schema_rename_in_sql (search->before, after, tile->sql, NULL);

      compare_sql (search, ASK_BREAK_TILE, tile->name, tile->sql, renamed != NULL ? renamed : tile->sql, FALSE);
    }
  return TRUE;
}

/**
 * ask_workspace_find_breaks:
 * @before: a version of the schema
 * @after: a later one, saved or not; what was only renamed breaks nothing
 * @error: %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the file cannot be read;
 *   %ASK_ENGINE_ERROR
 *
 * What fitted @before and does not fit @after: verified questions, tiles of boards, metrics, calculated attributes,
 * query entities, relationships. Nothing is run and no server is asked.
 *
 * Returns: (transfer container) (element-type AskBreak): in the order of the schema, verified
 *   questions and tiles first
 */
GPtrArray *
ask_workspace_find_breaks (AskWorkspace *self, AskSchema *before, AskSchema *after, GError **error)
{
  g_autoptr (GPtrArray) breaks = NULL;
  g_auto (Dry) dry = { NULL, NULL };
  Search search;

  g_return_val_if_fail (self != NULL && before != NULL && after != NULL, NULL);

  breaks = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_break_free);
  if (!open_dry (self, after, &dry, error))
    return NULL;
  search = (Search) { before, dry.engine, breaks };
  if (!compare_saved (self, &search, after, error))
    return NULL;
  for (guint i = 0; i < before->entities->len; i++)
    {
      const AskEntity *entity = before->entities->pdata[i];

      compare_entity (&search, entity, ask_schema_find_id (after, entity->id));
    }
  for (guint i = 0; i < before->relationships->len; i++)
    {
      const AskRelationship *relationship = before->relationships->pdata[i];
      g_autofree char *why = NULL;

      if (!still_joins (before, after, relationship, &why))
        {
          g_autofree char *name = describe_relationship (relationship);

          add_break (breaks, ASK_BREAK_RELATIONSHIP, name, why);
        }
    }
  return g_steal_pointer (&breaks);
}

static char *
print_breaks (GPtrArray *breaks)
{
  g_autoptr (JsonNode) node = NULL;
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < breaks->len; i++)
    {
      const AskBreak *item = breaks->pdata[i];
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "kind", break_words[item->kind]);
      if (item->verified != 0)
        json_object_set_int_member (object, "verified", item->verified);
      json_object_set_string_member (object, "name", item->name);
      json_object_set_string_member (object, "message", item->message);
      json_array_add_object_element (array, object);
    }
  node = ask_json_take_array (array);
  return ask_json_to_string (node, FALSE);
}

static void
read_break (JsonObject *object, GPtrArray *breaks)
{
  const char *name = ask_json_get_string (object, "name");
  const char *message = ask_json_get_string (object, "message");
  const char *kind = ask_json_get_string (object, "kind");
  AskBreak *item = add_break (breaks, ASK_BREAK_VERIFIED, name != NULL ? name : "", message != NULL ? message : "");

  for (guint i = 0; kind != NULL && i < G_N_ELEMENTS (break_words); i++)
    if (strcmp (break_words[i], kind) == 0)
      item->kind = (AskBreakKind) i;
  item->verified = ask_json_get_integer (object, "verified", 0);
}

static void
read_change (JsonObject *object, GPtrArray *changes)
{
  g_ptr_array_add (changes, ask_change_from_json (object));
}

static gboolean
read_list (sqlite3_stmt *statement, int column, void (*read) (JsonObject *, GPtrArray *), GPtrArray *list,
           GError **error)
{
  g_autofree char *text = ask_statement_dup_text (statement, column);
  g_autoptr (JsonNode) node = ask_json_parse (text != NULL ? text : "", -1, error);
  JsonArray *array;

  if (node == NULL)
    return FALSE;
  array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject *object = ask_json_element_object (array, i);

      if (object != NULL)
        read (object, list);
    }
  return TRUE;
}

/* Leaves out what is mended, or was taken away; the reason of what is not is that of today. */
static gboolean
keep_broken (AskWorkspace *self, GPtrArray *breaks, GError **error)
{
  g_auto (Dry) dry = { NULL, NULL };
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (AskSchema) schema = NULL;

  if (breaks->len == 0)
    return TRUE;
  /* Held: opening the engine reads the workspace, and lets go of a schema that is no longer the newest. */
  schema = ask_workspace_load_schema (self, error);
  if (schema == NULL || !open_dry (self, schema, &dry, error))
    return FALSE;
  for (guint i = 0; i < breaks->len;)
    {
      AskBreak *item = breaks->pdata[i];
      g_autoptr (AskVerified) pair = NULL;
      g_autoptr (GError) why = NULL;
      /* Two refreshes may have broken the same. */
      gboolean gone = !g_hash_table_add (seen, g_strdup_printf ("%u %" G_GINT64_FORMAT " %s", item->kind,
                                                                item->verified, item->name));

      if (!gone && item->kind == ASK_BREAK_VERIFIED)
        {
          pair = ask_workspace_get_verified (self, item->verified, &why);
          if (pair == NULL && !g_error_matches (why, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN))
            {
              g_propagate_error (error, g_steal_pointer (&why));
              return FALSE;
            }
          gone = pair == NULL || ask_engine_check (dry.engine, pair->sql, &why);
          if (!gone)
            {
              g_free (item->message);
              item->message = g_strdup (why->message);
            }
        }
      if (gone)
        g_ptr_array_remove_index (breaks, i);
      else
        i++;
    }
  return TRUE;
}

/**
 * ask_workspace_get_drift:
 * @source: of a source
 * @error: %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the file cannot be read
 *
 * What refreshes found changed at the source since ask_workspace_clear_drift(). A verified question
 * that was mended meanwhile is no longer among the breaks.
 *
 * Returns: (transfer full): the drift; without changes, and @since 0, where there is none
 */
AskDrift *
ask_workspace_get_drift (AskWorkspace *self, const char *source, GError **error)
{
  g_autoptr (AskDrift) drift = NULL;
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row;

  g_return_val_if_fail (self != NULL && source != NULL, NULL);

  drift = g_new0 (AskDrift, 1);
  drift->source = g_strdup (source);
  drift->changes = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_change_free);
  drift->breaks = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_break_free);
  statement
    = ask_workspace_prepare (self, not_read,
                             "SELECT found_at, changes, breaks FROM source_drift WHERE source = ?1 ORDER BY id", error);
  if (statement == NULL)
    return NULL;
  ask_statement_bind_text (statement, 1, source);
  while (TRUE)
    {
      if (!ask_workspace_step (self, not_read, statement, &row, error))
        return NULL;
      if (!row)
        break;
      drift->found_at = sqlite3_column_int64 (statement, 0);
      if (drift->since == 0)
        drift->since = drift->found_at;
      if (!read_list (statement, 1, read_change, drift->changes, error)
          || !read_list (statement, 2, read_break, drift->breaks, error))
        return NULL;
    }
  g_clear_pointer (&statement, ask_statement_finalize);
  return keep_broken (self, drift->breaks, error) ? g_steal_pointer (&drift) : NULL;
}

/**
 * ask_workspace_clear_drift:
 * @source: of a source
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * A steward has seen what changed.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_clear_drift (AskWorkspace *self, const char *source, GError **error)
{
  const char *what = N_ ("that the changes were seen was not saved");
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL && source != NULL, FALSE);

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  statement = ask_workspace_prepare (self, what, "DELETE FROM source_drift WHERE source = ?1", error);
  if (statement != NULL)
    ask_statement_bind_text (statement, 1, source);
  return ask_workspace_run_and_end (self, what, statement, error);
}

/*
 * ask_workspace_add_drift:
 * @source: its name
 * @changes: (element-type AskChange): what changed there
 * @breaks: (element-type AskBreak): what that breaks
 *
 * Inside the caller's transaction: keeps it until ask_workspace_clear_drift().
 */
gboolean
ask_workspace_add_drift (AskWorkspace *self, const char *source, GPtrArray *changes, GPtrArray *breaks, GError **error)
{
  const char *what = N_ ("the changes of the source were not saved");
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what,
                             "INSERT INTO source_drift (source, found_at, changes, breaks) VALUES (?1, ?2, ?3, ?4)",
                             error);
  g_autoptr (JsonNode) node = ask_changes_to_json (changes);
  g_autofree char *changes_text = ask_json_to_string (node, FALSE);
  g_autofree char *breaks_text = print_breaks (breaks);

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, source);
  sqlite3_bind_int64 (statement, 2, g_get_real_time ());
  ask_statement_bind_text (statement, 3, changes_text);
  ask_statement_bind_text (statement, 4, breaks_text);
  return ask_workspace_run (self, what, statement, error);
}
