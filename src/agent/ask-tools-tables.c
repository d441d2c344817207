/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tools that tell of tables: all of them by name, and some of them with their columns.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-context.h"
#include "agent/ask-share.h"
#include "agent/ask-tools-private.h"
#include "agent/ask-turn.h"
#include "base/ask-text.h"

#define MAX_LIST_BYTES 24000
#define MAX_DESCRIBED 20
#define MAX_DESCRIPTION_BYTES 32000

/**
 * ask_tools_list_entities:
 * @schema: what can be asked about
 *
 * Returns: (transfer full): a line for each entity that is not hidden: its name, source, kind, description and
 *   synonyms. Of more than 150 the names alone; what is too long ends in how many more there are
 */
char *
ask_tools_list_entities (AskSchema *schema)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();
  gboolean names_only;
  guint n;

  for (guint i = 0; i < schema->entities->len; i++)
    if (!((const AskEntity *) schema->entities->pdata[i])->hidden)
      g_ptr_array_add (shown, schema->entities->pdata[i]);
  n = shown->len;
  /* A schema of a thousand tables is listed by names alone. */
  names_only = n > 150;
  for (guint i = 0; i < n; i++)
    {
      const AskEntity *entity = shown->pdata[i];

      if (text->len > MAX_LIST_BYTES)
        {
          g_string_append_printf (text, "… and %u more", n - i);
          break;
        }
      if (i > 0)
        g_string_append_c (text, names_only ? ' ' : '\n');
      if (names_only)
        {
          g_string_append_printf (text, "%s%s", entity->name, i + 1 < n ? "," : "");
          continue;
        }
      if (entity->kind == ASK_ENTITY_QUERY)
        g_string_append_printf (text, "- %s (made from other tables)", entity->name);
      else
        g_string_append_printf (text, "- %s (%s, %s)", entity->name, entity->source,
                                entity->kind == ASK_ENTITY_API    ? "web API"
                                : entity->kind == ASK_ENTITY_VIEW ? "view"
                                                                  : "table");
      if (entity->description != NULL && entity->description[0] != '\0')
        {
          g_autofree char *description = ask_text_shorten (entity->description, 200);

          g_string_append_printf (text, ": %s", description);
        }
      if (entity->synonyms != NULL && entity->synonyms->len > 0)
        {
          g_string_append (text, "; also called ");
          for (guint s = 0; s < MIN (entity->synonyms->len, 8); s++)
            g_string_append_printf (text, "%s%s", s > 0 ? ", " : "", (const char *) entity->synonyms->pdata[s]);
        }
    }
  if (n == 0)
    g_string_append (text, "There are no tables.");
  return g_string_free (text, FALSE);
}

/*
 * ask_tools_call_list: the tool list_entities; as of ask_tools_call()
 */
AskToolOutcome
ask_tools_call_list (AskTools *self, const char *input, const char *thought, char **observation, GError **error)
{
  AskSchema *schema = ask_engine_get_schema (self->run->engine);

  ask_run_step (self->run, "action", _ ("Looked at the list of tables"), NULL);
  *observation = ask_tools_list_entities (schema);
  return ASK_TOOL_DONE;
}

static gboolean
is_shown (const AskEntity *entity, GPtrArray *attributes)
{
  if (entity->hidden)
    return FALSE;
  for (guint i = 0; i < attributes->len; i++)
    {
      const AskAttribute *attribute = ask_entity_find_attribute (entity, attributes->pdata[i]);

      if (attribute == NULL || attribute->hidden)
        return FALSE;
    }
  return TRUE;
}

static void
append_referring (GString *text, AskSchema *schema, const AskEntity *entity)
{
  for (guint i = 0; i < schema->relationships->len; i++)
    {
      const AskRelationship *relationship = schema->relationships->pdata[i];
      const AskEntity *from;

      if (g_ascii_strcasecmp (relationship->to, entity->name) != 0
          || g_ascii_strcasecmp (relationship->from, entity->name) == 0)
        continue;
      from = ask_schema_find_entity (schema, relationship->from);
      if (from == NULL || !is_shown (from, relationship->from_attributes)
          || !is_shown (entity, relationship->to_attributes))
        continue;
      g_string_append_printf (text, "\n-- %s(", relationship->from);
      for (guint a = 0; a < relationship->from_attributes->len; a++)
        g_string_append_printf (text, "%s%s", a > 0 ? ", " : "",
                                (const char *) relationship->from_attributes->pdata[a]);
      g_string_append_printf (text, ") refers to %s(", entity->name);
      for (guint a = 0; a < relationship->to_attributes->len; a++)
        g_string_append_printf (text, "%s%s", a > 0 ? ", " : "", (const char *) relationship->to_attributes->pdata[a]);
      g_string_append_c (text, ')');
    }
}

static void
append_unknown (GString *text, AskSchema *schema, const char *name)
{
  g_autofree char *shown = ask_text_shorten (name, 80);
  g_autoptr (GPtrArray) nearest = ask_schema_nearest_names (schema, name, schema->entities->len);
  guint n = 0;

  g_string_append_printf (text, "There is no table %s.", shown);
  for (guint i = 0; i < nearest->len && n < 3; i++)
    {
      const AskEntity *entity = ask_schema_find_entity (schema, nearest->pdata[i]);

      if (entity != NULL && !entity->hidden)
        g_string_append_printf (text, "%s%s", n++ == 0 ? " Did you mean " : " or ", entity->name);
    }
  if (n > 0)
    g_string_append_c (text, '?');
}

/*
 * ask_tools_call_describe: the tool describe_entities; as of ask_tools_call()
 */
AskToolOutcome
ask_tools_call_describe (AskTools *self, const char *input, const char *thought, char **observation, GError **error)
{
  AskSchema *schema = ask_engine_get_schema (self->run->engine);
  g_autoptr (GPtrArray) names = ask_turn_split_names (input);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) title = g_string_new (NULL);
  g_autofree char *chose = NULL;
  JsonArray *chosen = json_array_new ();
  guint found = 0;

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = names->pdata[i];
      const AskEntity *entity = ask_schema_find_entity (schema, name);

      if (text->len > 0)
        g_string_append (text, "\n\n");
      if (i >= MAX_DESCRIBED || text->len > MAX_DESCRIPTION_BYTES)
        {
          g_string_append (text, "That was all that goes into one answer; ask again for the rest.");
          break;
        }
      if (entity != NULL && !entity->hidden)
        {
          g_autofree char *sql = ask_context_describe (self->run, entity, error);

          if (sql == NULL)
            {
              json_array_unref (chosen);
              return ASK_TOOL_CANCELLED;
            }
          g_string_append (text, sql);
          append_referring (text, schema, entity);
          ask_share_examples (self->run, entity, text);
          json_array_add_string_element (chosen, entity->name);
          g_string_append_printf (title, "%s%s", found > 0 ? ", " : "", entity->name);
          found++;
        }
      else if (ask_tools_find_step (self, name) != NULL)
        g_string_append (text, ask_tools_find_step (self, name));
      else
        append_unknown (text, schema, name);
    }
  if (names->len == 0)
    g_string_append (text, "Name the tables, separated by commas.");
  /* Translators: names of tables. */
  chose
    = found > 0 ? g_strdup_printf (_ ("Chose %s"), title->str) : g_strdup (_ ("Asked for tables that do not exist"));

  g_autofree char *short_title = ask_text_shorten (chose, 64);
  AskTraceStep *step
    = ask_answer_add_step (self->run->answer, found > 0 ? "select" : "action", short_title, found > 0 ? chose : input);

  json_object_set_array_member (ask_run_fields (step), "entities", chosen);
  ask_run_finish_step (self->run, step);
  *observation = g_strdup (text->str);
  return ASK_TOOL_DONE;
}
