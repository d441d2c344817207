/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is looked at. A value that was typed becomes one of its attribute's type, or is refused: no comparison is ever of
 * a number with a word.
 */
#include "config.h"

#include "explore/ask-browse-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"

static void
condition_free (gpointer data)
{
  AskBrowseCondition *condition = data;

  g_free (condition->attribute);
  ask_value_clear (&condition->value);
  g_free (condition);
}

static void
order_free (gpointer data)
{
  AskBrowseOrder *order = data;

  g_free (order->attribute);
  g_free (order);
}

/** ask_browse_new: @entity: its name. Returns: (transfer full): all of its rows, in the order of its key */
AskBrowse *
ask_browse_new (const char *entity)
{
  AskBrowse *self = g_new0 (AskBrowse, 1);

  self->entity = g_strdup (entity);
  self->conditions = g_ptr_array_new_with_free_func (condition_free);
  self->order = g_ptr_array_new_with_free_func (order_free);
  return self;
}

/** ask_browse_copy: Returns: (transfer full): @self once more */
AskBrowse *
ask_browse_copy (const AskBrowse *self)
{
  AskBrowse *copy = ask_browse_new (self->entity);

  if (self->columns != NULL)
    {
      copy->columns = g_ptr_array_new_with_free_func (g_free);
      for (guint i = 0; i < self->columns->len; i++)
        g_ptr_array_add (copy->columns, g_strdup (self->columns->pdata[i]));
    }
  for (guint i = 0; i < self->conditions->len; i++)
    {
      const AskBrowseCondition *condition = self->conditions->pdata[i];

      ask_browse_add_condition (copy, condition->attribute, condition->test, &condition->value);
      ((AskBrowseCondition *) copy->conditions->pdata[i])->joins = condition->joins;
    }
  for (guint i = 0; i < self->order->len; i++)
    {
      const AskBrowseOrder *order = self->order->pdata[i];

      ask_browse_add_order (copy, order->attribute, order->descending);
    }
  copy->where = g_strdup (self->where);
  copy->roughly = g_strdup (self->roughly);
  return copy;
}

/** ask_browse_free: frees @self */
void
ask_browse_free (AskBrowse *self)
{
  g_free (self->entity);
  g_clear_pointer (&self->columns, g_ptr_array_unref);
  g_clear_pointer (&self->conditions, g_ptr_array_unref);
  g_clear_pointer (&self->order, g_ptr_array_unref);
  g_free (self->where);
  g_free (self->roughly);
  g_free (self);
}

/**
 * ask_browse_add_order:
 * @self: what is looked at
 * @attribute: its name
 * @descending: the greatest first
 *
 * Orders by one more attribute, where those before it are equal.
 */
void
ask_browse_add_order (AskBrowse *self, const char *attribute, gboolean descending)
{
  AskBrowseOrder *order = g_new0 (AskBrowseOrder, 1);

  order->attribute = g_strdup (attribute);
  order->descending = descending;
  g_ptr_array_add (self->order, order);
}

/**
 * ask_browse_add_condition:
 * @self: what is looked at
 * @attribute: its name
 * @test: how it is compared
 * @value: (nullable): what with; copied
 *
 * Leaves out the rows for which this does not hold.
 */
void
ask_browse_add_condition (AskBrowse *self, const char *attribute, AskBrowseTest test, const AskValue *value)
{
  AskBrowseCondition *condition = g_new0 (AskBrowseCondition, 1);

  condition->attribute = g_strdup (attribute);
  condition->test = test;
  condition->value = ASK_NULL_INIT;
  if (value != NULL)
    ask_value_dup_into (&condition->value, value);
  g_ptr_array_add (self->conditions, condition);
}

static gboolean
is_number (AskType type)
{
  return type == ASK_TYPE_INTEGER || type == ASK_TYPE_REAL || type == ASK_TYPE_DECIMAL;
}

/* Yes and no as people and data write them. */
static gboolean
read_flag (const char *text, AskValue *value)
{
  static const char *const words[][2] = { { "0", "1" }, { "false", "true" }, { "no", "yes" }, { "f", "t" } };

  for (guint w = 0; w < G_N_ELEMENTS (words); w++)
    for (guint i = 0; i < 2; i++)
      if (g_ascii_strcasecmp (text, words[w][i]) == 0)
        {
          *value = ask_value_integer (i);
          return TRUE;
        }
  return FALSE;
}

/**
 * ask_browse_add_text:
 * @self: what is looked at
 * @attribute: of its entity
 * @test: how it is compared
 * @text: what with, as it was typed; ignored where @test needs nothing
 * @error: %ASK_EXPLORE_ERROR_VALUE
 *
 * As ask_browse_add_condition(), of a value that a person wrote. Numbers are written with a point.
 *
 * Returns: whether @text can be a value of @attribute; %FALSE with @error set
 */
gboolean
ask_browse_add_text (AskBrowse *self, const AskAttribute *attribute, AskBrowseTest test, const char *text,
                     GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  AskValue value = ask_value_text (text, -1);

  if (test == ASK_BROWSE_EMPTY || test == ASK_BROWSE_NOT_EMPTY)
    value = ASK_NULL_INIT;
  else if (test == ASK_BROWSE_CONTAINS || test == ASK_BROWSE_BEGINS)
    ;
  else if (is_number (attribute->type) && !ask_text_to_number (stripped, &value))
    {
      ask_error_set (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_VALUE,
                     N_ ("“%s” is no number, and “%s” has numbers. Write it as 1234.5."), text, attribute->name);
      return FALSE;
    }
  else if (attribute->type == ASK_TYPE_BOOLEAN && !read_flag (stripped, &value))
    {
      ask_error_set (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_VALUE,
                     N_ ("“%s” is neither yes nor no, and “%s” has nothing else. Write yes or no."), text,
                     attribute->name);
      return FALSE;
    }
  ask_browse_add_condition (self, attribute->name, test, &value);
  return TRUE;
}

static gboolean
is_given (const AskBrowse *self, const AskParameter *parameter)
{
  for (guint i = 0; i < self->conditions->len; i++)
    {
      const AskBrowseCondition *condition = self->conditions->pdata[i];

      if (g_ascii_strcasecmp (condition->attribute, parameter->attribute) != 0)
        continue;
      if (condition->test == ASK_BROWSE_IS)
        return TRUE;
      if (parameter->use == ASK_PARAMETER_AT_LEAST || parameter->use == ASK_PARAMETER_ABOVE)
        return condition->test == ASK_BROWSE_AT_LEAST || condition->test == ASK_BROWSE_MORE;
      if (parameter->use == ASK_PARAMETER_AT_MOST || parameter->use == ASK_PARAMETER_BELOW)
        return condition->test == ASK_BROWSE_AT_MOST || condition->test == ASK_BROWSE_LESS;
    }
  return FALSE;
}

/**
 * ask_browse_list_missing:
 * @self: what is looked at
 * @entity: that it names
 *
 * What an API has to be told before it gives a row, and no condition tells it. A condition that was written as SQL may
 * tell anything, so nothing is missing beside one.
 *
 * Returns: (transfer container) (element-type AskParameter): of the entity's operation; mostly empty
 */
GPtrArray *
ask_browse_list_missing (const AskBrowse *self, const AskEntity *entity)
{
  GPtrArray *missing = g_ptr_array_new ();

  for (guint i = 0; self->where == NULL && entity->operation != NULL && i < entity->operation->parameters->len; i++)
    {
      const AskParameter *parameter = entity->operation->parameters->pdata[i];

      if (parameter->required && parameter->fixed == NULL && parameter->attribute != NULL
          && !is_given (self, parameter))
        g_ptr_array_add (missing, (gpointer) parameter);
    }
  return missing;
}

/**
 * ask_browse_check_given:
 * @self: what is looked at
 * @entity: that it names
 * @error: %ASK_EXPLORE_ERROR_PARAMETER
 *
 * Returns: whether nothing is missing, see ask_browse_list_missing(); %FALSE with @error set, which names what is
 */
gboolean
ask_browse_check_given (const AskBrowse *self, const AskEntity *entity, GError **error)
{
  g_autoptr (GPtrArray) missing = ask_browse_list_missing (self, entity);
  g_autoptr (GString) names = g_string_new (NULL);

  if (missing->len == 0)
    return TRUE;
  for (guint i = 0; i < missing->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", ((AskParameter *) missing->pdata[i])->attribute);
  ask_error_set (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_PARAMETER,
                 N_ ("The API gives rows of “%s” only for a given value. Say which: %s."), entity->name, names->str);
  return FALSE;
}
