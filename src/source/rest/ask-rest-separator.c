/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values that hold what stands between the values of their parameter. RFC 6570 has them escaped, and many servers decode
 * a value before they look for separators in it: to them it is two, and what they find is wrong without a word. Such a
 * value is not sent: the call does without the parameter, or is an error.
 */
#include "config.h"

#include "source/rest/ask-rest-plan.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

/**
 * ask_rest_holds_separator:
 * @parameter: which says how a list is written and where
 * @argument: a value as it is sent, not yet escaped
 *
 * Returns: whether it holds what stands between values: it would be two
 */
gboolean
ask_rest_holds_separator (const AskParameter *parameter, const char *argument)
{
  /* JSON has no separator that a value could hold. */
  if (parameter->style == ASK_ARRAY_NONE || parameter->place == ASK_PARAMETER_IN_BODY)
    return FALSE;
  if (parameter->place == ASK_PARAMETER_IN_HEADER
      || (parameter->place == ASK_PARAMETER_IN_PATH && !ask_array_style_marks_one (parameter->style)))
    return strchr (argument, ',') != NULL;
  switch (parameter->style)
    {
    case ASK_ARRAY_COMMA:
    case ASK_ARRAY_MATRIX:
      return strchr (argument, ',') != NULL;
    case ASK_ARRAY_SPACE:
      return strchr (argument, ' ') != NULL;
    case ASK_ARRAY_PIPE:
      return strchr (argument, '|') != NULL;
    case ASK_ARRAY_LABEL:
      return strchr (argument, '.') != NULL;
    case ASK_ARRAY_MATRIX_REPEAT:
      return strchr (argument, ';') != NULL;
    case ASK_ARRAY_NONE:
    case ASK_ARRAY_REPEAT:
    case ASK_ARRAY_BRACKETS:
    default:
      return FALSE;
    }
}

/* Whether its rows can be told apart by what they show, with the parameter and without it. */
static gboolean
can_do_without (const AskParameter *parameter, const AskAttribute *attribute, guint bound)
{
  return bound < 64 && !parameter->required && !parameter->narrows && parameter->place != ASK_PARAMETER_IN_PATH
         && attribute->column != NULL;
}

static gboolean
is_doubtful (const AskRestPlan *self, guint binding, guint bound)
{
  const AskParameter *parameter = self->parameters[bound];
  g_autofree char *argument = NULL;

  if (parameter->max_items == 1 || parameter->use != ASK_PARAMETER_EQUALS)
    return FALSE;
  argument = ask_rest_argument (parameter, ask_rest_plan_get_binding (self, binding, bound));
  return ask_rest_holds_separator (parameter, argument);
}

/** ask_rest_plan_does_without: Returns: whether the call for @binding leaves the parameter of @bound out; its rows are
 *   compared here all the same */
gboolean
ask_rest_plan_does_without (const AskRestPlan *self, guint binding, guint bound)
{
  return can_do_without (self->parameters[bound], self->bound[bound], bound) && is_doubtful (self, binding, bound);
}

/**
 * ask_rest_plan_check_separators:
 * @error: %ASK_SOURCE_ERROR_ARGUMENT
 *
 * Returns: whether each value can be sent, or done without
 */
gboolean
ask_rest_plan_check_separators (const AskRestPlan *self, GError **error)
{
  for (guint i = 0; i < self->n_bound; i++)
    for (guint b = 0; !can_do_without (self->parameters[i], self->bound[i], i) && b < self->n_bindings; b++)
      {
        g_autofree char *argument = NULL;

        if (!is_doubtful (self, b, i))
          continue;
        argument = ask_rest_argument (self->parameters[i], ask_rest_plan_get_binding (self, b, i));
        ask_error_set (
          error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT,
          N_ (
            "Source “%s”: %s cannot be asked for %s “%s”. The parameter “%s” takes several values, and this one holds "
            "what stands between them, so that a server may take it for two. Leave such values out."),
          self->config->name, self->entity->name, self->bound[i]->name, argument, self->parameters[i]->name);
        return FALSE;
      }
  return TRUE;
}
