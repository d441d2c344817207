/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A column's name as people read it.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "chart/ask-chart-label.h"

#include <string.h>

#include "base/ask-text.h"

typedef enum
{
  COUNT_OF,
  SUM_OF,
  AVERAGE_OF,
  SMALLEST,
  LARGEST,
  TOTAL_OF
} Function;

/* TRANSLATORS: the words of a column's name follow: "sum of amount" */
static char *
name_function (Function function, const char *words)
{
  switch (function)
    {
    case COUNT_OF:
      return g_strdup_printf (_ ("count of %s"), words);
    case AVERAGE_OF:
      return g_strdup_printf (_ ("average of %s"), words);
    case SMALLEST:
      return g_strdup_printf (_ ("smallest %s"), words);
    case LARGEST:
      return g_strdup_printf (_ ("largest %s"), words);
    case TOTAL_OF:
      return g_strdup_printf (_ ("total of %s"), words);
    case SUM_OF:
    default:
      return g_strdup_printf (_ ("sum of %s"), words);
    }
}

/**
 * ask_chart_name_to_label:
 * @name: (nullable): a column's name
 * @column: its place, for a column without a name
 *
 * Returns: (transfer full): the name in words: "order month", "sum of amount"
 */
char *
ask_chart_name_to_label (const char *name, guint column)
{
  static const struct
  {
    const char *opening;
    Function function;
  } functions[] = {
    { "count(", COUNT_OF }, { "sum(", SUM_OF },  { "avg(", AVERAGE_OF },
    { "min(", SMALLEST },   { "max(", LARGEST }, { "total(", TOTAL_OF },
  };
  g_autofree char *valid = name != NULL ? g_utf8_make_valid (name, -1) : g_strdup ("");
  g_autofree char *words = NULL;

  g_strstrip (valid);
  if (g_ascii_strcasecmp (valid, "count(*)") == 0)
    return g_strdup (_ ("count"));
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      gsize length = strlen (functions[i].opening);
      const char *argument = valid + length;
      gsize table;

      if (g_ascii_strncasecmp (valid, functions[i].opening, length) != 0 || !g_str_has_suffix (valid, ")"))
        continue;
      if (g_ascii_strncasecmp (argument, "distinct ", 9) == 0)
        argument += 9;
      /* "sum(o.amount)" is about the amount, not about o. */
      table = strspn (argument, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_");
      if (argument[table] == '.')
        argument += table + 1;
      words = ask_text_to_words (argument);
      return name_function (functions[i].function, words);
    }
  /* A name with spaces or signs was written for people and keeps its case and signs. */
  if (strpbrk (valid, " %€$£") != NULL && strpbrk (valid, "()\"[]*+/|_") == NULL)
    return ask_text_shorten (valid, 60);
  words = ask_text_to_words (valid);
  if (*words == '\0')
    return *valid != '\0' ? ask_text_shorten (valid, 60) : g_strdup_printf (_ ("column %u"), column + 1);
  return ask_text_shorten (words, 60);
}
