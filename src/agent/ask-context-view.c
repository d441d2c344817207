/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The relational view within a number of tokens. Where all of it fits, it stands in the schema's order and is the same
 * for each question, so that a server which keeps what it has read reads it once. Else what the question needs comes
 * first: whole, then in part, then by name.
 */
#include "config.h"

#include "agent/ask-context.h"

#include <string.h>

#include "agent/ask-likely.h"
#include "agent/ask-share.h"
#include "base/ask-text.h"
#include "llm/ask-prompt.h"
#include "understand/interpret/ask-interpret.h"

/* Of a table that is told in part, so many columns at least. */
#define LEAST_COLUMNS 12
/* What names of further tables may take of the budget. */
#define NAMES_SHARE 0.15
/* The words around them. */
#define NAMES_TOKENS 40
/* What is said of the sources may take. */
#define SOURCES_SHARE 0.25
/* No table but the first takes more than this share of what is left. */
#define TABLE_SHARE 0.5

typedef struct
{
  AskAgentRun *run;
  AskSchema *schema;
  gboolean may_facts;
  const AskSelection *selection; /* nullable: what the question may need */
  GHashTable *known; /* AskAttribute * → char *: its facts */
  GHashTable *asked; /* set of AskAttribute *: what the question may need */
  GHashTable *shown; /* AskEntity * → AskExampleRows *: rows that are told */
  guint budget; /* tokens that are left */
} View;

static void
view_init (View *self, AskAgentRun *run, guint budget)
{
  g_autofree char *facts = ask_workspace_get_setting (run->workspace, "model/facts");

  self->run = run;
  self->schema = ask_engine_get_schema (run->engine);
  self->may_facts = g_strcmp0 (facts, "off") != 0;
  self->selection = run->found != NULL ? ask_interpretation_get_selection (run->found) : NULL;
  self->known = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->asked = g_hash_table_new (NULL, NULL);
  self->shown = g_hash_table_new (NULL, NULL);
  self->budget = budget;
}

static void
view_clear (View *self)
{
  g_hash_table_unref (self->known);
  g_hash_table_unref (self->asked);
  g_hash_table_unref (self->shown);
}

/* @table: what is told of @entity. Returns: (transfer full) (nullable): the same with example rows, which are
 * noted as told; %NULL on error */
static char *
add_rows (View *self, const AskEntity *entity, const char *table, GError **error)
{
  const AskExampleRows *rows = ask_example_rows_read (self->run, entity, error);

  if (rows == NULL)
    return NULL;
  g_hash_table_insert (self->shown, (gpointer) entity, (gpointer) rows);
  return g_strconcat (table, rows->text, NULL);
}

/* What is left of them does leave. */
static void
note_shown (View *self)
{
  for (guint i = 0; i < self->schema->entities->len; i++)
    {
      const AskExampleRows *rows = g_hash_table_lookup (self->shown, self->schema->entities->pdata[i]);

      if (rows != NULL)
        ask_share_note_examples (self->run, self->schema->entities->pdata[i], rows);
    }
}

static void
collect_facts (View *self, const AskEntity *entity, GPtrArray *facts)
{
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      for (guint f = 0; f < facts->len && attribute->column != NULL; f++)
        {
          const AskValueFacts *known = facts->pdata[f];
          char *text;

          if (g_ascii_strcasecmp (known->column, attribute->column) == 0
              && (text = ask_context_facts (attribute, known)) != NULL)
            g_hash_table_insert (self->known, (gpointer) attribute, text);
        }
    }
}

static gboolean
load_facts (View *self, const AskEntity *entity, GError **error)
{
  g_autoptr (GPtrArray) facts = NULL;

  if (!self->may_facts || entity->source[0] == '\0' || entity->table == NULL)
    return TRUE;
  facts = ask_workspace_load_facts (self->run->workspace, entity->source, entity->table, error);
  if (facts == NULL)
    return FALSE;
  collect_facts (self, entity, facts);
  return TRUE;
}

static char *
tell_attribute (const AskEntity *entity, const AskAttribute *attribute, gpointer data)
{
  return g_strdup (g_hash_table_lookup (((View *) data)->known, attribute));
}

/* @whole: all columns, or those that the question may need, keys, and the first ones */
static char *
write_table (View *self, const AskEntity *entity, gboolean whole)
{
  g_autoptr (GHashTable) only = g_hash_table_new (NULL, NULL);
  g_autofree char *more = ask_likely_tell (self->run, entity->name);
  AskEntityNotes notes = { whole ? NULL : only, tell_attribute, more, self };

  for (guint i = 0; i < entity->attributes->len && !whole; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->key > 0 || g_hash_table_contains (self->asked, attribute)
          || ask_entity_needs (entity, attribute->name))
        g_hash_table_add (only, (gpointer) attribute);
    }
  for (guint i = 0; i < entity->attributes->len && !whole && g_hash_table_size (only) < LEAST_COLUMNS; i++)
    if (!((const AskAttribute *) entity->attributes->pdata[i])->hidden)
      g_hash_table_add (only, entity->attributes->pdata[i]);
  return ask_schema_entity_to_sql_with (self->schema, entity, &notes);
}

static void
add_entity (GPtrArray *order, GHashTable *seen, const AskEntity *entity)
{
  if (entity != NULL && !entity->hidden && g_hash_table_add (seen, (gpointer) entity))
    g_ptr_array_add (order, (gpointer) entity);
}

/* What the model chose, and nothing else; or what the question may need, what is joined to that, all others. */
static GPtrArray *
order_entities (View *self)
{
  GPtrArray *order = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint n;

  if (self->run->refined != NULL)
    {
      for (guint i = 0; i < self->run->refined->len; i++)
        add_entity (order, seen, self->run->refined->pdata[i]);
      return order;
    }
  for (guint i = 0; self->selection != NULL && i < self->selection->entities->len; i++)
    {
      const AskSelectionItem *item = &g_array_index (self->selection->entities, AskSelectionItem, i);

      add_entity (order, seen, ask_schema_find_entity (self->schema, item->entity->name));
    }
  n = order->len;
  for (guint i = 0; i < self->schema->relationships->len && n > 0; i++)
    {
      const AskRelationship *relationship = self->schema->relationships->pdata[i];
      const AskEntity *from = ask_schema_find_entity (self->schema, relationship->from);
      const AskEntity *to = ask_schema_find_entity (self->schema, relationship->to);

      for (guint e = 0; e < n; e++)
        if (order->pdata[e] == from)
          add_entity (order, seen, to);
        else if (order->pdata[e] == to)
          add_entity (order, seen, from);
    }
  for (guint i = 0; i < self->schema->entities->len; i++)
    add_entity (order, seen, self->schema->entities->pdata[i]);
  return order;
}

static void
note_asked (View *self)
{
  for (guint i = 0; self->selection != NULL && i < self->selection->attributes->len; i++)
    {
      const AskSelectionItem *item = &g_array_index (self->selection->attributes, AskSelectionItem, i);
      const AskEntity *entity = ask_schema_find_entity (self->schema, item->entity->name);
      const AskAttribute *attribute = entity != NULL ? ask_entity_find_attribute (entity, item->attribute->name) : NULL;

      if (attribute != NULL)
        g_hash_table_add (self->asked, (gpointer) attribute);
    }
}

static gboolean
append_if_fits (View *self, GString *text, const char *table, double share)
{
  guint tokens = ask_prompt_count_tokens (table);

  if (tokens > self->budget * share)
    return FALSE;
  g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", table);
  self->budget -= tokens;
  return TRUE;
}

/* All tables in the schema's order; %FALSE where they do not fit. @rows: with example rows */
static gboolean
try_whole (View *self, GString *text, gboolean rows, GError **error)
{
  for (guint i = 0; i < self->schema->entities->len; i++)
    {
      const AskEntity *entity = self->schema->entities->pdata[i];
      g_autofree char *table = NULL;

      if (entity->hidden)
        continue;
      if (!load_facts (self, entity, error))
        return FALSE;
      table = write_table (self, entity, TRUE);
      if (rows)
        {
          g_autofree char *without = g_steal_pointer (&table);

          table = add_rows (self, entity, without, error);
          if (table == NULL)
            return FALSE;
        }
      if (!append_if_fits (self, text, table, 1))
        return FALSE;
    }
  return TRUE;
}

/* The same, with example rows where these fit, too. */
static gboolean
try_all (View *self, GString *text, GError **error)
{
  const gsize length = text->len;
  const guint budget = self->budget;
  g_autoptr (GError) failure = NULL;

  for (guint pass = 0; pass < 2; pass++)
    {
      if (try_whole (self, text, pass == 0, &failure))
        return TRUE;
      g_hash_table_remove_all (self->shown);
      g_string_truncate (text, length);
      self->budget = budget;
      if (failure != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
    }
  return FALSE;
}

static guint
count_shown (const AskSchema *schema)
{
  guint n = 0;

  for (guint i = 0; i < schema->entities->len; i++)
    n += ((const AskEntity *) schema->entities->pdata[i])->hidden ? 0 : 1;
  return n;
}

/* @n_dropped: tables that the model has looked at by name, and wants to hear no more of */
static void
append_names (View *self, AskContextView *view, GString *text, GPtrArray *named, guint n_dropped)
{
  g_autoptr (GString) names = g_string_new (NULL);

  self->budget -= MIN (self->budget, NAMES_TOKENS);
  for (guint i = 0; i < named->len; i++)
    {
      const AskEntity *entity = named->pdata[i];

      if (ask_prompt_count_tokens (entity->name) + 2 > self->budget)
        {
          view->n_left = named->len - i;
          break;
        }
      self->budget -= ask_prompt_count_tokens (entity->name) + 2;
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", entity->name);
      view->n_named++;
    }
  view->n_left += n_dropped;
  if (named->len > 0)
    g_string_append_printf (text, "\n-- Further tables, which describe_entities tells more of: %s", names->str);
  if (view->n_left > 0)
    g_string_append_printf (text, "%s%u more, which list_entities names",
                            view->n_named > 0 ? ", and "
                            : named->len > 0  ? ""
                                              : "\n-- Further tables: ",
                            view->n_left);
  if (view->n_left > 0 || named->len > 0)
    g_string_append_c (text, '\n');
}

static void
choose (View *self, AskContextView *view, GPtrArray *order, GString *text, GError **error)
{
  guint names = (guint) (NAMES_SHARE * self->budget);
  g_autoptr (GPtrArray) named = g_ptr_array_new ();

  self->budget -= names;
  for (guint i = 0; i < order->len; i++)
    {
      const AskEntity *entity = order->pdata[i];
      g_autofree char *whole = NULL;
      g_autofree char *with_rows = NULL;
      g_autofree char *part = NULL;

      /* Not worth to be looked at: a table takes more than this. */
      if (self->budget < 20)
        {
          g_ptr_array_add (named, (gpointer) entity);
          continue;
        }
      if (!load_facts (self, entity, error))
        return;
      whole = write_table (self, entity, TRUE);
      with_rows = add_rows (self, entity, whole, error);
      if (with_rows == NULL)
        return;
      if (append_if_fits (self, text, with_rows, TABLE_SHARE))
        {
          view->n_whole++;
          continue;
        }
      g_hash_table_remove (self->shown, entity);
      if (append_if_fits (self, text, whole, i == 0 ? 1 : TABLE_SHARE))
        {
          view->n_whole++;
          continue;
        }
      part = write_table (self, entity, FALSE);
      if (strlen (part) < strlen (whole) && append_if_fits (self, text, part, 1))
        view->n_part++;
      else
        g_ptr_array_add (named, (gpointer) entity);
    }
  self->budget += names;
  append_names (self, view, text, named, self->run->refined != NULL ? count_shown (self->schema) - order->len : 0);
}

/**
 * ask_context_order:
 * @run: with an engine
 *
 * Returns: (transfer container) (element-type AskEntity): all tables that are not hidden, those first that the question may
 *   need
 */
GPtrArray *
ask_context_order (AskAgentRun *run)
{
  View self;
  GPtrArray *order;

  view_init (&self, run, 0);
  order = order_entities (&self);
  view_clear (&self);
  return order;
}

/**
 * ask_context_view_new:
 * @run: with an engine; its interpretation, where there is one, says what the question may need
 * @tokens: at most, as ask_prompt_count_tokens() counts them
 * @error: %ASK_STORE_ERROR
 *
 * Returns: (transfer full): the tables of the relational view; %NULL on error
 */
AskContextView *
ask_context_view_new (AskAgentRun *run, guint tokens, GError **error)
{
  AskContextView *view = g_new0 (AskContextView, 1);
  View self;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) order = NULL;
  g_autofree char *sources = NULL;
  g_autoptr (GError) failure = NULL;

  view_init (&self, run, tokens);
  sources = ask_context_sources (self.schema, self.selection, run->answer->question, (guint) (SOURCES_SHARE * tokens));
  order = order_entities (&self);
  append_if_fits (&self, text, sources, 1);
  if (run->refined == NULL && try_all (&self, text, &failure))
    view->n_whole = order->len;
  else if (failure == NULL)
    {
      note_asked (&self);
      choose (&self, view, order, text, &failure);
    }
  if (failure == NULL)
    note_shown (&self);
  view_clear (&self);
  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      ask_context_view_free (view);
      return NULL;
    }
  view->text = order->len > 0 ? g_strchomp (g_strdup (text->str)) : g_strdup ("There are no tables.");
  return view;
}

/**
 * ask_context_describe:
 * @run: with an engine
 * @entity: of its schema
 * @error: %ASK_STORE_ERROR
 *
 * Returns: (transfer full): the table with all its columns, as ask_context_view_new() writes it; %NULL on error
 */
char *
ask_context_describe (AskAgentRun *run, const AskEntity *entity, GError **error)
{
  View self;
  char *table = NULL;

  view_init (&self, run, 0);
  if (load_facts (&self, entity, error))
    {
      g_autofree char *without = write_table (&self, entity, TRUE);

      table = add_rows (&self, entity, without, error);
      note_shown (&self);
    }
  view_clear (&self);
  return table != NULL ? g_strchomp (table) : NULL;
}

/**
 * ask_context_view_free:
 * @self: (transfer full) (nullable): a view
 */
void
ask_context_view_free (AskContextView *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_free (self);
}
