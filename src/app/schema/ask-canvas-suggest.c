/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Suggestions on the canvas: what nobody said, offered and not imposed. A relationship is a dashed line, numbered on
 * after those of the schema; a meaning belongs to its attribute's row. What does not fit the schema that is shown is
 * left out, and comes back with an undo. Taking one is an edit; dismissing one is for whoever made the list.
 */
#include "config.h"

#include "app/schema/ask-canvas-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"

/** ask_canvas_count_lines: Returns: how many lines there may be: the schema's, and those suggested */
guint
ask_canvas_count_lines (AskCanvas *self)
{
  AskSchema *schema = ask_canvas_get_schema (self);

  return schema != NULL ? schema->relationships->len + self->offered->len : 0;
}

/** ask_canvas_get_line: Returns: (transfer none) (nullable): the relationship of the schema, or the suggested one */
const AskRelationship *
ask_canvas_get_line (AskCanvas *self, int line)
{
  AskSchema *schema = ask_canvas_get_schema (self);
  guint n = schema != NULL ? schema->relationships->len : 0;

  if (line < 0 || (guint) line >= ask_canvas_count_lines (self))
    return NULL;
  return (guint) line < n ? schema->relationships->pdata[line] : self->offered->pdata[(guint) line - n];
}

/* Whether it would still say something about @schema. */
static gboolean
says_something (AskSchema *schema, const AskSuggestion *meaning)
{
  const AskEntity *entity = ask_schema_find_id (schema, meaning->from_id);
  const AskAttribute *attribute
    = entity != NULL ? ask_entity_find_attribute (entity, meaning->from_attributes->pdata[0]) : NULL;

  return attribute != NULL
         && ((meaning->meaning != ASK_MEANING_NONE && meaning->meaning != attribute->meaning)
             || (meaning->unit != NULL && g_strcmp0 (meaning->unit, attribute->unit) != 0));
}

/* The relationship that was shown for the same suggestion, so that the diagram sees that nothing changed. */
static AskRelationship *
find_shown (GPtrArray *offers, GPtrArray *offered, const AskSuggestion *suggestion, const AskRelationship *as)
{
  for (guint i = 0; i < offered->len; i++)
    if (offers->pdata[i] == suggestion && ask_relationship_joins_same (offered->pdata[i], as))
      return ask_relationship_ref (offered->pdata[i]);
  return NULL;
}

/** ask_canvas_offer: finds out which suggestions fit @schema, which the diagram does not show yet */
void
ask_canvas_offer (AskCanvas *self, AskSchema *schema)
{
  GPtrArray *offers = g_ptr_array_new ();
  GPtrArray *offered = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_relationship_unref);
  g_autoptr (GPtrArray) meanings = g_ptr_array_new ();
  g_autoptr (AskSchema) draft = self->suggestions != NULL ? ask_schema_fork (schema) : NULL;

  for (guint i = 0; self->suggestions != NULL && i < self->suggestions->len; i++)
    {
      AskSuggestion *suggestion = self->suggestions->pdata[i];
      AskRelationship *shown;

      if (suggestion->kind == ASK_SUGGESTION_MEANING)
        {
          if (says_something (schema, suggestion))
            g_ptr_array_add (meanings, suggestion);
          continue;
        }
      /* One that cannot be applied is done already, or about what is gone. */
      if (!ask_suggestion_apply (suggestion, draft, NULL))
        continue;
      shown = ask_schema_own_relationship (draft, draft->relationships->len - 1);
      g_free (shown->verb);
      /* Translators: how sure a suggestion is. */
      shown->verb = g_strdup_printf (_ ("%.0f %%?"), suggestion->confidence * 100);
      g_ptr_array_add (offers, suggestion);
      shown = find_shown (self->offers, self->offered, suggestion, shown);
      g_ptr_array_add (offered, shown != NULL
                                  ? shown
                                  : ask_relationship_ref (draft->relationships->pdata[draft->relationships->len - 1]));
    }
  g_ptr_array_extend (offers, meanings, NULL, NULL);
  g_ptr_array_unref (self->offers);
  g_ptr_array_unref (self->offered);
  self->offers = offers;
  self->offered = offered;
}

/**
 * ask_canvas_set_suggestions:
 * @suggestions: (nullable) (element-type AskSuggestion): what is offered from now on; a reference is kept. To be called
 *   again where one is taken out, which is freed only after that
 */
void
ask_canvas_set_suggestions (AskCanvas *self, GPtrArray *suggestions)
{
  g_autoptr (GPtrArray) before = NULL;
  AskSchema *schema;

  g_return_if_fail (ASK_IS_CANVAS (self));
  schema = ask_canvas_get_schema (self);
  before = g_steal_pointer (&self->suggestions);
  self->suggestions = suggestions != NULL ? g_ptr_array_ref (suggestions) : NULL;
  if (schema == NULL)
    return;
  ask_canvas_cancel_drag (self);
  self->hovered = (AskDiagramTarget) { 0 };
  ask_canvas_carry_selection (self, schema);
  ask_diagram_set_suggested (self->diagram, self->offered);
  ask_canvas_selection_changed (self);
  ask_canvas_view_changed (self);
}

/** ask_canvas_get_offers: Returns: (transfer none) (element-type AskSuggestion): those that fit what is shown: the
 * relationships, as their lines are numbered, then the meanings */
GPtrArray *
ask_canvas_get_offers (AskCanvas *self)
{
  return self->offers;
}

/**
 * ask_canvas_get_suggestion:
 * @target: a line that is suggested, or a row whose meaning is
 *
 * Returns: (transfer none) (nullable): what is suggested there; until the next edit
 */
const AskSuggestion *
ask_canvas_get_suggestion (AskCanvas *self, const AskDiagramTarget *target)
{
  AskSchema *schema = ask_canvas_get_schema (self);
  guint n = schema != NULL ? schema->relationships->len : 0;
  const AskEntity *entity;
  const char *attribute;

  g_return_val_if_fail (ASK_IS_CANVAS (self) && target != NULL, NULL);
  if (target->hit == ASK_DIAGRAM_LINE)
    return target->relationship >= (int) n && target->relationship < (int) (n + self->offered->len)
             ? self->offers->pdata[(guint) target->relationship - n]
             : NULL;
  entity = target->hit == ASK_DIAGRAM_ROW ? ask_canvas_get_entity (self, target->entity) : NULL;
  attribute = entity != NULL ? ask_canvas_get_attribute (self, target) : NULL;
  for (guint i = self->offered->len; attribute != NULL && i < self->offers->len; i++)
    {
      const AskSuggestion *meaning = self->offers->pdata[i];

      if (strcmp (meaning->from_id, entity->id) == 0
          && g_ascii_strcasecmp (meaning->from_attributes->pdata[0], attribute) == 0)
        return meaning;
    }
  return NULL;
}

/** ask_canvas_show_suggestion: selects what @suggestion, which is one of the offers, is about, and brings it into view */
void
ask_canvas_show_suggestion (AskCanvas *self, const AskSuggestion *suggestion)
{
  AskDiagramTarget target = { ASK_DIAGRAM_LINE, 0, -1, -1 };
  guint index;

  g_return_if_fail (ASK_IS_CANVAS (self) && suggestion != NULL);
  if (suggestion->kind == ASK_SUGGESTION_MEANING)
    ask_canvas_fly_to (self, suggestion->from_id, suggestion->from_attributes->pdata[0]);
  else if (g_ptr_array_find (self->offers, suggestion, &index))
    {
      target.relationship = (int) (ask_canvas_get_schema (self)->relationships->len + index);
      ask_canvas_select (self, &target);
    }
}

/** ask_canvas_take_suggestion: makes what is suggested for the selection part of the schema: one edit */
void
ask_canvas_take_suggestion (AskCanvas *self)
{
  const AskSuggestion *suggestion = ask_canvas_get_suggestion (self, &self->current);
  gboolean line = self->current.hit == ASK_DIAGRAM_LINE;
  g_autoptr (AskSchema) draft = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *title = NULL;

  if (suggestion == NULL)
    return;
  text = ask_suggestion_to_text (suggestion);
  title = g_strdup_printf (_ ("Took the suggestion %s"), text);
  draft = ask_schema_editor_begin (self->editor);
  if (!ask_suggestion_apply (suggestion, draft, &error))
    {
      ask_canvas_problem (self, ask_error_get_words (error));
      return;
    }
  if (ask_canvas_commit (self, g_steal_pointer (&draft), title, NULL) && line)
    ask_canvas_select_only (self, &(AskDiagramTarget) { ASK_DIAGRAM_LINE, 0, -1,
                                                        (int) ask_canvas_get_schema (self)->relationships->len - 1 });
}

/** ask_canvas_dismiss_suggestion: whoever offers what is suggested for the selection is asked not to */
void
ask_canvas_dismiss_suggestion (AskCanvas *self)
{
  const AskSuggestion *suggestion = ask_canvas_get_suggestion (self, &self->current);

  if (suggestion != NULL)
    g_signal_emit_by_name (self, "dismissed", suggestion);
}
