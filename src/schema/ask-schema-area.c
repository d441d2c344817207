/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Areas of a schema: entities that belong together for people who look at it. An entity says which area it is in; the
 * schema says how that area looks. An area is there as long as an entity is in it.
 */
#include "config.h"

#include "schema/ask-schema.h"

#include <string.h>

/** ask_schema_find_area: Returns: (transfer none) (nullable): the area @name, in whatever case */
AskSchemaArea *
ask_schema_find_area (AskSchema *self, const char *name)
{
  g_return_val_if_fail (self != NULL, NULL);
  for (guint i = 0; name != NULL && i < self->areas->len; i++)
    if (g_ascii_strcasecmp (((AskSchemaArea *) self->areas->pdata[i])->name, name) == 0)
      return self->areas->pdata[i];
  return NULL;
}

/* The first colour that the fewest areas have. */
static guint
choose_color (AskSchema *self)
{
  guint n[ASK_SCHEMA_AREA_COLORS] = { 0 };
  guint best = 0;

  for (guint i = 0; i < self->areas->len; i++)
    n[((AskSchemaArea *) self->areas->pdata[i])->color % ASK_SCHEMA_AREA_COLORS]++;
  for (guint i = 1; i < ASK_SCHEMA_AREA_COLORS; i++)
    if (n[i] < n[best])
      best = i;
  return best;
}

/**
 * ask_schema_own_area:
 * @self: a schema that nobody else holds
 * @name: of an area, there or not
 *
 * Returns: (transfer none): the area, to be changed
 */
AskSchemaArea *
ask_schema_own_area (AskSchema *self, const char *name)
{
  AskSchemaArea *area = ask_schema_find_area (self, name);

  g_return_val_if_fail (name != NULL, NULL);
  if (area != NULL)
    return area;
  area = g_new0 (AskSchemaArea, 1);
  area->name = g_strdup (name);
  area->color = choose_color (self);
  g_ptr_array_add (self->areas, area);
  return area;
}

/** ask_schema_copy_areas: @self: gets the areas of @other instead of its own. */
void
ask_schema_copy_areas (AskSchema *self, AskSchema *other)
{
  g_return_if_fail (self != NULL && other != NULL && self != other);
  g_ptr_array_set_size (self->areas, 0);
  for (guint i = 0; i < other->areas->len; i++)
    {
      const AskSchemaArea *from = other->areas->pdata[i];
      AskSchemaArea *to = ask_schema_own_area (self, from->name);

      to->color = from->color;
      to->collapsed = from->collapsed;
    }
}

/** ask_schema_settle_areas: @self: a schema that nobody else holds: has the areas that its entities are in, and no others. */
void
ask_schema_settle_areas (AskSchema *self)
{
  g_return_if_fail (self != NULL);
  for (guint i = self->areas->len; i > 0; i--)
    {
      const AskSchemaArea *area = self->areas->pdata[i - 1];
      gboolean used = FALSE;

      for (guint e = 0; e < self->entities->len && !used; e++)
        {
          const AskEntity *entity = self->entities->pdata[e];

          used = entity->area != NULL && g_ascii_strcasecmp (entity->area, area->name) == 0;
        }
      if (!used)
        g_ptr_array_remove_index (self->areas, i - 1);
    }
  for (guint e = 0; e < self->entities->len; e++)
    if (((AskEntity *) self->entities->pdata[e])->area != NULL)
      ask_schema_own_area (self, ((AskEntity *) self->entities->pdata[e])->area);
}
