/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the records that a workspace hands out are freed. They are copies: none of them knows the
 * file any more.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

/**
 * ask_source_record_free:
 * @self: (nullable) (transfer full): a record
 */
void
ask_source_record_free (AskSourceRecord *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->location);
  g_free (self->base_url);
  g_clear_pointer (&self->options, g_ptr_array_unref);
  g_clear_pointer (&self->reads, g_ptr_array_unref);
  g_clear_pointer (&self->whole, g_ptr_array_unref);
  g_clear_pointer (&self->follow, g_ptr_array_unref);
  g_clear_pointer (&self->trust_order, g_ptr_array_unref);
  g_free (self->problem);
  g_free (self->title);
  g_free (self);
}

/**
 * ask_verified_free:
 * @self: (nullable) (transfer full): a pair
 */
void
ask_verified_free (AskVerified *self)
{
  if (self == NULL)
    return;
  g_free (self->question);
  g_free (self->sql);
  g_free (self->verified_by);
  ask_fingerprint_free (self->result);
  g_free (self->run_message);
  g_free (self);
}

/**
 * ask_verified_run_free:
 * @self: (nullable) (transfer full): a run
 */
void
ask_verified_run_free (AskVerifiedRun *self)
{
  if (self == NULL)
    return;
  g_free (self->sql);
  ask_fingerprint_free (self->result);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self->message);
  g_clear_error (&self->failure);
  g_free (self);
}

/**
 * ask_break_free:
 * @self: (nullable) (transfer full): a break
 */
void
ask_break_free (AskBreak *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->message);
  g_free (self);
}

/**
 * ask_drift_free:
 * @self: (nullable) (transfer full): a drift
 */
void
ask_drift_free (AskDrift *self)
{
  if (self == NULL)
    return;
  g_free (self->source);
  g_clear_pointer (&self->changes, g_ptr_array_unref);
  g_clear_pointer (&self->breaks, g_ptr_array_unref);
  g_free (self);
}

/**
 * ask_history_entry_free:
 * @self: (nullable) (transfer full): an entry
 */
void
ask_history_entry_free (AskHistoryEntry *self)
{
  if (self == NULL)
    return;
  g_free (self->question);
  g_free (self->status);
  g_free (self->headline);
  g_free (self->answer);
  g_free (self->complaint);
  g_free (self);
}

/**
 * ask_value_hit_free:
 * @self: (nullable) (transfer full): a hit
 */
void
ask_value_hit_free (AskValueHit *self)
{
  if (self == NULL)
    return;
  g_free (self->entity);
  g_free (self->attribute);
  g_free (self->value);
  g_free (self);
}

/**
 * ask_value_span_free:
 * @self: (nullable) (transfer full): a span
 */
void
ask_value_span_free (AskValueSpan *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->hits, g_ptr_array_unref);
  g_free (self);
}

/**
 * ask_schema_version_free:
 * @self: (nullable) (transfer full): a version
 */
void
ask_schema_version_free (AskSchemaVersion *self)
{
  if (self == NULL)
    return;
  g_free (self->reason);
  g_free (self->author);
  g_free (self);
}

void
ask_value_group_free (AskValueGroup *self)
{
  if (self == NULL)
    return;
  g_free (self->table);
  g_free (self->column);
  g_clear_pointer (&self->values, g_ptr_array_unref);
  g_clear_pointer (&self->more, g_ptr_array_unref);
  g_clear_pointer (&self->numbers, g_array_unref);
  ask_value_facts_free (self->facts);
  g_free (self);
}

/**
 * ask_value_facts_free:
 * @self: (nullable) (transfer full): facts of a column
 */
void
ask_value_facts_free (AskValueFacts *self)
{
  if (self == NULL)
    return;
  g_free (self->column);
  g_free (self);
}

/**
 * ask_stored_value_free:
 * @self: (nullable) (transfer full): a value of the index
 */
void
ask_stored_value_free (AskStoredValue *self)
{
  if (self == NULL)
    return;
  g_free (self->source);
  g_free (self->table);
  g_free (self->column);
  g_free (self->value);
  g_free (self);
}
