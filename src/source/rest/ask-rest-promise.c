/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An API may send numbers where its specification promises text, or digits in quotes where it
 * promises numbers. Then a join with what is of the promised type would find nothing. A cell is
 * converted only where not one digit is lost: "07" stays the text that it is. What the document calls a
 * number is a real, whole or not.
 */
#include "config.h"

#include "source/rest/ask-rest-promise.h"

#include <string.h>

/* Whether a number prints as @text does, but for noughts at the end of its fraction. */
static gboolean
is_exact (const AskValue *number, const char *text)
{
  g_autofree char *printed = ask_value_to_text (number);
  gsize length = strlen (text);
  const char *point = strchr (text, '.');

  if (point != NULL)
    while (text[length - 1] == '0' && text + length - 1 > point + 1)
      length--;
  return strlen (printed) == length && memcmp (printed, text, length) == 0;
}

/* A number is a real even where it is whole, so that 10 / 4 is 2.5: unless the double would lose a digit. */
static AskValue
as_real (const AskValue *number, const char *text)
{
  double real = number->kind == ASK_VALUE_INTEGER ? (double) number->integer : g_ascii_strtod (text, NULL);

  return ask_real_is_exact (real, text) ? ask_value_real (real + 0.0) : *number;
}

/**
 * ask_rest_promise:
 * @type: of the attribute
 * @value: as the API sent it; no object and no array
 * @bare: (nullable): the number or the true or false as it was written; %NULL for what was in quotes
 *
 * Returns: the cell as @type wants it, or as it was; borrows from @value and @bare
 */
AskValue
ask_rest_promise (AskType type, const AskValue *value, const char *bare)
{
  AskValue number;

  if (type == ASK_TYPE_TEXT && value->kind != ASK_VALUE_NULL && bare != NULL)
    return ask_value_text (bare, -1);
  if (type == ASK_TYPE_REAL && value->kind != ASK_VALUE_NULL && value->kind != ASK_VALUE_REAL && bare != NULL)
    return g_ascii_isalpha (bare[0]) ? *value : as_real (value, bare);
  if ((type != ASK_TYPE_INTEGER && type != ASK_TYPE_REAL) || value->kind != ASK_VALUE_TEXT || bare != NULL
      || strlen (value->text) != value->length || !ask_text_to_number (value->text, &number)
      || !is_exact (&number, value->text))
    return *value;
  if (type == ASK_TYPE_REAL)
    return as_real (&number, value->text);
  return number.kind == ASK_VALUE_INTEGER ? number : *value;
}
