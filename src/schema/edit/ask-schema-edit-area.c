/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edits of areas: which entities are in one, what it is called, its colour, whether it is folded. An entity is in one
 * area at most.
 */
#include "config.h"

#include "schema/edit/ask-schema-edit.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "schema/edit/ask-schema-edit-private.h"

static gboolean
check_name (const char *name, GError **error)
{
  if (name[0] == '\0' || g_utf8_strlen (name, -1) > ASK_SCHEMA_MAX_NAME || strpbrk (name, "\r\n") != NULL)
    return ask_schema_refuse (error, N_ ("An area needs a name of one line."));
  return TRUE;
}

/**
 * ask_schema_edit_set_area:
 * @draft: a schema that nobody else holds
 * @ids: (element-type utf8): of entities
 * @area: (nullable): the area that they go into, made where it is not there; %NULL takes them out of theirs
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN, %ASK_SCHEMA_ERROR_EDIT
 *
 * An area that nobody is left in goes.
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_set_area (AskSchema *draft, GPtrArray *ids, const char *area, GError **error)
{
  g_autoptr (AskSchema) work = ask_schema_fork (draft);
  g_autofree char *name = area != NULL ? g_strstrip (g_strdup (area)) : NULL;

  if (name != NULL && !check_name (name, error))
    return FALSE;
  for (guint i = 0; i < ids->len; i++)
    {
      AskEntity *entity = ask_schema_edit_entity (work, ids->pdata[i], error);

      if (entity == NULL)
        return FALSE;
      g_free (entity->area);
      /* As it is written already, where it is there. */
      entity->area = name != NULL ? g_strdup (ask_schema_own_area (work, name)->name) : NULL;
    }
  ask_schema_settle_areas (work);
  ask_schema_edit_take (draft, work);
  return TRUE;
}

static AskSchemaArea *
find (AskSchema *draft, const char *name, GError **error)
{
  AskSchemaArea *area = ask_schema_find_area (draft, name);

  if (area == NULL)
    ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN, N_ ("There is no area “%s”."), name);
  return area;
}

/**
 * ask_schema_edit_rename_area:
 * @draft: a schema that nobody else holds
 * @area: its name
 * @name: its new name; where another area has it, both become one
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN, %ASK_SCHEMA_ERROR_EDIT
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_rename_area (AskSchema *draft, const char *area, const char *name, GError **error)
{
  g_autofree char *new_name = g_strstrip (g_strdup (name));
  AskSchemaArea *found = find (draft, area, error);
  AskSchemaArea *other;
  const char *last;

  if (found == NULL || !check_name (new_name, error))
    return FALSE;
  other = ask_schema_find_area (draft, new_name);
  last = other != NULL && other != found ? other->name : new_name;
  for (guint i = 0; i < draft->entities->len; i++)
    {
      const AskEntity *old = draft->entities->pdata[i];
      AskEntity *entity;

      if (old->area == NULL || g_ascii_strcasecmp (old->area, found->name) != 0)
        continue;
      entity = ask_schema_own_entity (draft, old->id);
      g_free (entity->area);
      entity->area = g_strdup (last);
    }
  if (other == NULL || other == found)
    {
      g_free (found->name);
      found->name = g_steal_pointer (&new_name);
    }
  ask_schema_settle_areas (draft);
  return TRUE;
}

/**
 * ask_schema_edit_color_area:
 * @draft: a schema that nobody else holds
 * @area: its name
 * @color: from 0, less than %ASK_SCHEMA_AREA_COLORS
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN, %ASK_SCHEMA_ERROR_EDIT
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_color_area (AskSchema *draft, const char *area, guint color, GError **error)
{
  AskSchemaArea *found = find (draft, area, error);

  if (found == NULL)
    return FALSE;
  if (color >= ASK_SCHEMA_AREA_COLORS)
    return ask_schema_refuse (error, N_ ("An area has one of eight colours."));
  found->color = color;
  return TRUE;
}

/**
 * ask_schema_edit_fold_area:
 * @draft: a schema that nobody else holds
 * @area: its name
 * @collapsed: whether it is drawn as one box
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_fold_area (AskSchema *draft, const char *area, gboolean collapsed, GError **error)
{
  AskSchemaArea *found = find (draft, area, error);

  if (found == NULL)
    return FALSE;
  found->collapsed = collapsed;
  return TRUE;
}
