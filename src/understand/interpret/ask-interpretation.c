/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What interpreting gives: readings beside each other, made, freed, and written for programs.
 */
#include "config.h"

#include "understand/interpret/ask-interpret-private.h"

#include "base/ask-json-builder.h"
#include "understand/interpret/ask-reading-words.h"

/**
 * ask_question_reading_free:
 * @self: (transfer full) (nullable): a reading
 */
void
ask_question_reading_free (AskQuestionReading *self)
{
  if (self == NULL)
    return;
  g_free (self->sql);
  g_free (self->words);
  g_clear_pointer (&self->sources, g_ptr_array_unref);
  g_clear_pointer (&self->draft, ask_draft_free);
  g_clear_pointer (&self->domain, ask_domain_unref);
  g_free (self->chart);
  g_free (self->change);
  g_free (self);
}

/*
 * ask_interpretation_new:
 * @question: what was asked
 *
 * Returns: (transfer full): without readings
 */
AskInterpretation *
ask_interpretation_new (const char *question)
{
  AskInterpretation *self = g_new0 (AskInterpretation, 1);

  self->question = g_strdup (question);
  self->readings = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_question_reading_free);
  self->links = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_link_free);
  self->unknown = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/**
 * ask_interpretation_free:
 * @self: (transfer full) (nullable): an interpretation
 */
void
ask_interpretation_free (AskInterpretation *self)
{
  if (self == NULL)
    return;
  g_free (self->question);
  g_ptr_array_unref (self->readings);
  g_ptr_array_unref (self->links);
  g_ptr_array_unref (self->unknown);
  ask_selection_free (self->selection);
  g_clear_pointer (&self->guess, ask_guess_free);
  g_clear_pointer (&self->read, ask_question_free);
  g_clear_pointer (&self->domain, ask_domain_unref);
  g_free (self);
}

/**
 * ask_interpretation_get_selection:
 * @self: an interpretation
 *
 * Made when it is asked for first: only a model needs it.
 *
 * Returns: (transfer none) (nullable): what of the domain the question may need, the likeliest first: more than a reading
 *   does; %NULL where nothing was looked at
 */
const AskSelection *
ask_interpretation_get_selection (AskInterpretation *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->selection == NULL && self->guess != NULL)
    self->selection = ask_selection_new (self->guess, ASK_SELECT_MAX_ENTITIES, ASK_SELECTION_ATTRIBUTES);
  return self->selection;
}

static GPtrArray *
list_sources (const AskDraft *draft, AskDomain *domain)
{
  GPtrArray *sources = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, domain);

  for (guint i = 0; i < entities->len; i++)
    {
      const char *source = ask_domain_entity (domain, g_array_index (entities, guint, i))->entity->source;

      if (!g_ptr_array_find_with_equal_func (sources, source, g_str_equal, NULL))
        g_ptr_array_add (sources, g_strdup (source));
    }
  return sources;
}

/*
 * ask_question_reading_new:
 * @draft: without slots
 * @domain: what it is about
 * @way: to join; see ask_draft_to_sql()
 *
 * Returns: (transfer full) (nullable): a reading that was not tried; %NULL where there is no such way
 */
AskQuestionReading *
ask_question_reading_new (const AskDraft *draft, AskDomain *domain, guint way)
{
  g_autofree char *sql = ask_draft_to_sql (draft, domain, way);
  AskQuestionReading *self;

  if (sql == NULL)
    return NULL;
  self = g_new0 (AskQuestionReading, 1);
  self->sql = g_steal_pointer (&sql);
  self->words = ask_reading_words (draft, domain);
  self->sources = list_sources (draft, domain);
  self->n_rows = -1;
  self->draft = ask_draft_copy (draft);
  self->domain = ask_domain_ref (domain);
  self->way = way;
  return self;
}

static void
add_link (JsonBuilder *builder, const AskLink *link)
{
  json_builder_begin_object (builder);
  ask_json_add_integer (builder, "start", link->start);
  ask_json_add_integer (builder, "end", link->end);
  ask_json_add_string (builder, "kind", ask_link_kind_to_string (link->kind));
  ask_json_add_string (builder, "target", link->target);
  json_builder_set_member_name (builder, "score");
  json_builder_add_double_value (builder, link->score);
  ask_json_add_string (builder, "reason", link->reason);
  json_builder_end_object (builder);
}

/**
 * ask_interpretation_to_json:
 * @self: an interpretation
 *
 * Returns: (transfer full): {"question", "confident", "readings": [{"sql", "score", "words", "links"}], "unknown"}
 */
JsonNode *
ask_interpretation_to_json (const AskInterpretation *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ask_json_add_string (builder, "question", self->question);
  ask_json_add_boolean (builder, "confident", self->confident);
  ask_json_begin_array (builder, "readings");
  for (guint i = 0; i < self->readings->len; i++)
    {
      const AskQuestionReading *reading = g_ptr_array_index (self->readings, i);

      json_builder_begin_object (builder);
      ask_json_add_string (builder, "sql", reading->sql);
      json_builder_set_member_name (builder, "score");
      json_builder_add_double_value (builder, reading->score);
      ask_json_add_string (builder, "words", reading->words);
      ask_json_begin_array (builder, "links");
      for (guint l = 0; l < self->links->len; l++)
        add_link (builder, g_ptr_array_index (self->links, l));
      json_builder_end_array (builder);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  ask_json_begin_array (builder, "unknown");
  for (guint i = 0; i < self->unknown->len; i++)
    json_builder_add_string_value (builder, g_ptr_array_index (self->unknown, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  return json_builder_get_root (builder);
}
