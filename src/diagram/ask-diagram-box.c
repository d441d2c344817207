/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One box: which rows it shows, what they say, and how wide that makes it. A box holds on to its entity, and knows
 * nothing of others; what it measured stays until the entity or the font changes.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "diagram/ask-diagram-private.h"

static void
clear_row (gpointer data)
{
  g_clear_pointer (&((AskDiagramRow *) data)->name, ask_diagram_text_free);
}

/** ask_diagram_box_new: Returns: (transfer full): an empty box of @entity, nowhere; see ask_diagram_box_build() */
AskDiagramBox *
ask_diagram_box_new (AskEntity *entity)
{
  AskDiagramBox *self = g_new0 (AskDiagramBox, 1);

  self->entity = ask_entity_ref (entity);
  self->rows = g_array_new (FALSE, TRUE, sizeof (AskDiagramRow));
  g_array_set_clear_func (self->rows, clear_row);
  self->lines = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

void
ask_diagram_box_free (AskDiagramBox *self)
{
  if (self == NULL)
    return;
  ask_diagram_box_forget_text (self);
  g_array_unref (self->rows);
  g_array_unref (self->lines);
  ask_entity_unref (self->entity);
  g_free (self);
}

/** ask_diagram_box_forget_text: lets go of all glyphs: their fonts are about to. */
void
ask_diagram_box_forget_text (AskDiagramBox *self)
{
  g_clear_pointer (&self->title, ask_diagram_text_free);
  g_clear_pointer (&self->label, ask_diagram_text_free);
  for (guint i = 0; i < ASK_DIAGRAM_SMALL_LINES; i++)
    g_clear_pointer (&self->small[i], ask_diagram_text_free);
  for (guint i = 0; i < self->rows->len; i++)
    {
      AskDiagramRow *row = &g_array_index (self->rows, AskDiagramRow, i);

      g_clear_pointer (&row->name, ask_diagram_text_free);
      row->note = NULL;
    }
}

/** ask_diagram_box_get_badge: Returns: (nullable): what stands in the title of what is no table */
const char *
ask_diagram_box_get_badge (const AskDiagramBox *self)
{
  switch (self->entity->kind)
    {
    case ASK_ENTITY_API:
      return _ ("API");
    case ASK_ENTITY_VIEW:
      /* Translators: marks an entity that is a view of a database */
      return _ ("view");
    case ASK_ENTITY_QUERY:
      /* Translators: marks an entity that is made by a query over others */
      return _ ("query");
    case ASK_ENTITY_TABLE:
    default:
      return NULL;
    }
}

/**
 * ask_diagram_box_get_name:
 * @more: where the words of a collapsed box's last row go
 *
 * Returns: (transfer none): what stands at the start of @row
 */
const char *
ask_diagram_box_get_name (const AskDiagramBox *self, const AskDiagramRow *row, char *more, gsize n_more)
{
  guint n = self->entity->attributes->len + self->entity->metrics->len;

  switch (row->kind)
    {
    case ASK_DIAGRAM_ROW_METRIC:
      return ((AskMetric *) self->entity->metrics->pdata[(guint) row->attribute - self->entity->attributes->len])->name;
    case ASK_DIAGRAM_ROW_MORE:
      n -= self->rows->len - 1;
      g_snprintf (more, n_more, ngettext ("… %u more", "… %u more", n), n);
      return more;
    case ASK_DIAGRAM_ROW_ATTRIBUTE:
    default:
      return ((AskAttribute *) self->entity->attributes->pdata[row->attribute])->name;
    }
}

/** ask_diagram_box_get_note: Returns: (transfer none): what stands at the end of @row; "" for nothing */
const char *
ask_diagram_box_get_note (const AskDiagramBox *self, const AskDiagramRow *row)
{
  const AskMetric *metric;

  if (row->kind == ASK_DIAGRAM_ROW_MORE)
    return "";
  if (row->kind == ASK_DIAGRAM_ROW_METRIC)
    {
      metric = self->entity->metrics->pdata[(guint) row->attribute - self->entity->attributes->len];
      return metric->unit != NULL ? metric->unit : _ ("metric");
    }
  if ((row->flags & ASK_DIAGRAM_ROW_REQUIRED) != 0)
    /* Translators: an attribute that every call of the API needs a value for */
    return _ ("required");
  return ask_type_to_string (((AskAttribute *) self->entity->attributes->pdata[row->attribute])->type);
}

static AskDiagramRowFlags
find_flags (const AskEntity *entity, const AskAttribute *attribute)
{
  AskDiagramRowFlags flags = 0;

  if (attribute->key > 0)
    flags |= ASK_DIAGRAM_ROW_KEY;
  if (attribute->hidden)
    flags |= ASK_DIAGRAM_ROW_HIDDEN;
  if (attribute->expression != NULL)
    flags |= ASK_DIAGRAM_ROW_CALCULATED;
  else if (attribute->column == NULL && entity->kind == ASK_ENTITY_API)
    flags |= ASK_DIAGRAM_ROW_INPUT;
  if (entity->operation != NULL)
    for (guint i = 0; i < entity->operation->parameters->len; i++)
      {
        const AskParameter *parameter = entity->operation->parameters->pdata[i];

        if (parameter->required && parameter->fixed == NULL && parameter->attribute != NULL
            && g_ascii_strcasecmp (parameter->attribute, attribute->name) == 0)
          flags |= ASK_DIAGRAM_ROW_REQUIRED;
      }
  return flags;
}

static double
measure_row (AskDiagram *diagram, AskDiagramBox *self, AskDiagramRow *row)
{
  char more[64];

  row->name_width
    = (float) ask_diagram_fonts_measure (diagram->fonts, ask_diagram_box_get_name (self, row, more, sizeof more),
                                         (row->flags & ASK_DIAGRAM_ROW_KEY) != 0);
  row->note_width
    = (float) (ask_diagram_fonts_measure (diagram->fonts, ask_diagram_box_get_note (self, row), FALSE) * 0.92);
  return diagram->metrics.sign + diagram->metrics.pad * 2.2 + diagram->metrics.em
         + (row->name_width + row->note_width) * diagram->metrics.em;
}

/**
 * ask_diagram_box_build:
 *
 * Makes the rows from the entity and gives the box its size, not its place. All texts are forgotten.
 */
void
ask_diagram_box_build (AskDiagram *diagram, AskDiagramBox *self)
{
  const AskEntity *entity = self->entity;
  const AskDiagramMetrics *m = &diagram->metrics;
  guint n_attributes = entity->attributes->len, n_all = n_attributes + entity->metrics->len;
  const char *badge = ask_diagram_box_get_badge (self);
  double width;

  ask_diagram_box_forget_text (self);
  g_array_set_size (self->rows, 0);
  for (guint i = 0; i < n_attributes; i++)
    {
      AskDiagramRow row = { .kind = ASK_DIAGRAM_ROW_ATTRIBUTE, .attribute = (int) i };

      row.flags = find_flags (entity, entity->attributes->pdata[i]);
      if (!entity->collapsed || (row.flags & (ASK_DIAGRAM_ROW_KEY | ASK_DIAGRAM_ROW_REQUIRED)) != 0)
        g_array_append_val (self->rows, row);
    }
  for (guint i = 0; !entity->collapsed && i < entity->metrics->len; i++)
    {
      AskDiagramRow row = { .kind = ASK_DIAGRAM_ROW_METRIC, .attribute = (int) (n_attributes + i) };

      g_array_append_val (self->rows, row);
    }
  if (entity->collapsed && self->rows->len < n_all)
    {
      AskDiagramRow row = { .kind = ASK_DIAGRAM_ROW_MORE, .attribute = -1 };

      g_array_append_val (self->rows, row);
    }
  self->title_width = (float) ask_diagram_fonts_measure (diagram->fonts, entity->name, TRUE);
  width = self->title_width * m->em + m->pad * 3 + m->sign;
  if (badge != NULL)
    width += (ask_diagram_fonts_measure (diagram->fonts, badge, FALSE) * 0.85 + 2.9) * m->em;
  for (guint i = 0; i < self->rows->len; i++)
    width = MAX (width, measure_row (diagram, self, &g_array_index (self->rows, AskDiagramRow, i)));
  self->rect.width = ceil (CLAMP (width, m->min_width, m->max_width));
  self->rect.height = m->title + self->rows->len * m->row + (self->rows->len > 0 ? rint (m->pad * 0.6) : 0);
}

/** ask_diagram_box_find_row: Returns: the row that shows @attribute, -1 where none does */
int
ask_diagram_box_find_row (const AskDiagramBox *self, int attribute)
{
  /* Mostly they are all shown. */
  if (attribute >= 0 && (guint) attribute < self->rows->len
      && g_array_index (self->rows, AskDiagramRow, attribute).attribute == attribute)
    return attribute;
  for (guint i = 0; i < self->rows->len; i++)
    if (attribute >= 0 && g_array_index (self->rows, AskDiagramRow, i).attribute == attribute)
      return (int) i;
  return -1;
}

/** ask_diagram_box_find_end: Returns: the row where a line to @attribute ends: in a collapsed box the last; -1 the title */
int
ask_diagram_box_find_end (const AskDiagramBox *self, int attribute)
{
  int row = ask_diagram_box_find_row (self, attribute);

  if (row < 0 && self->rows->len > 0
      && g_array_index (self->rows, AskDiagramRow, self->rows->len - 1).kind == ASK_DIAGRAM_ROW_MORE)
    row = (int) self->rows->len - 1;
  return row;
}

/** ask_diagram_box_get_row: Returns: where @row is in the plane; the title for -1 */
AskDiagramRect
ask_diagram_box_get_row (AskDiagram *diagram, const AskDiagramBox *self, int row)
{
  const AskDiagramMetrics *m = &diagram->metrics;

  if (row < 0)
    return (AskDiagramRect) { self->rect.x, self->rect.y, self->rect.width, m->title };
  return (AskDiagramRect) { self->rect.x, self->rect.y + m->title + rint (m->pad * 0.3) + row * m->row,
                            self->rect.width, m->row };
}
