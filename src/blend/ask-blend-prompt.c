/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values go into the message of the user, as JSON, and nothing else does: what stands in them is told apart from what is asked.
 * Of thousands of options those are told that are most like the values, by the groups of three letters that they share.
 */
#include "config.h"

#include "blend/ask-blend-prompt.h"

#include <string.h>

#include "agent/ask-prompts.h"
#include "base/ask-json.h"
#include "base/ask-text.h"
#include "llm/ask-prompt.h"

static void
append_list (GString *text, const AskRows *options)
{
  g_string_append_c (text, '[');
  for (gsize i = 0; i < ask_rows_get_n_rows (options); i++)
    {
      if (i > 0)
        g_string_append (text, ", ");
      ask_json_append_value (text, ask_rows_get (options, i, 0));
    }
  g_string_append_c (text, ']');
}

static const char *
say_type (const AskBlendForm *form)
{
  gboolean list = form->most > 0;

  switch (form->type)
    {
    case ASK_BLEND_TYPE_TRUTH:
      return list ? "true or false" : "Each answer is true or false.";
    case ASK_BLEND_TYPE_INTEGER:
      return list ? "whole numbers" : "Each answer is a whole number.";
    case ASK_BLEND_TYPE_NUMBER:
      return list ? "numbers" : "Each answer is a number, without a unit.";
    case ASK_BLEND_TYPE_DATE:
      return list ? "dates, written YYYY-MM-DD" : "Each answer is a date, written YYYY-MM-DD.";
    case ASK_BLEND_TYPE_JSON:
      return list ? "JSON values" : "Each answer is a JSON value.";
    case ASK_BLEND_TYPE_SUBSTRING:
      return list ? "parts of the value, copied exactly" : "Each answer is a part of the value, copied exactly.";
    case ASK_BLEND_TYPE_TEXT:
      return list ? "short texts" : "Each answer is a short text.";
    case ASK_BLEND_TYPE_ANY:
      break;
    }
  return list ? "values" : NULL;
}

static void
append_type (GString *text, const AskBlendForm *form)
{
  const char *words = say_type (form);

  if (form->most == 0 && words != NULL)
    g_string_append_printf (text, "%s\n", words);
  if (form->most == 0)
    return;
  g_string_append_printf (text, "Each answer is a list of %s", words);
  if (form->least == form->most)
    g_string_append_printf (text, ", exactly %u.\n", form->least);
  else if (form->most != ASK_BLEND_NO_LIMIT)
    g_string_append_printf (text, ", from %u to %u.\n", form->least, form->most);
  else if (form->least > 0)
    g_string_append_printf (text, ", at least %u.\n", form->least);
  else
    g_string_append (text, ", perhaps an empty one.\n");
}

/**
 * ask_blend_prompt_append_value:
 * @json: gets one row
 * @values: its first column is the value, the others are told beside it
 * @row: which one
 */
void
ask_blend_prompt_append_value (GString *json, const AskRows *values, gsize row)
{
  guint n = ask_rows_get_n_columns (values);

  if (n == 1)
    {
      ask_json_append_value (json, ask_rows_get (values, row, 0));
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      g_string_append (json, i == 0 ? "{" : ", ");
      ask_json_append_string (json, ask_rows_get_column (values, i)->name, -1);
      g_string_append (json, ": ");
      ask_json_append_value (json, ask_rows_get (values, row, i));
    }
  g_string_append_c (json, '}');
}

/**
 * ask_blend_prompt_append_beside:
 * @json: gets what is told beside a value that is no text, or a word where nothing is
 * @values: as of ask_blend_prompt_append_value()
 * @row: which one
 */
void
ask_blend_prompt_append_beside (GString *json, const AskRows *values, gsize row)
{
  guint n = ask_rows_get_n_columns (values);

  g_string_append (json, n == 1 ? "\"the picture\"" : "{\"picture\": \"the picture\"");
  for (guint i = 1; i < n; i++)
    {
      g_string_append (json, ", ");
      ask_json_append_string (json, ask_rows_get_column (values, i)->name, -1);
      g_string_append (json, ": ");
      ask_json_append_value (json, ask_rows_get (values, row, i));
    }
  if (n > 1)
    g_string_append_c (json, '}');
}

static void
append_examples (GString *text, const AskRows *examples)
{
  guint last = ask_rows_get_n_columns (examples) - 1;

  g_string_append (text, "Examples:\n");
  for (gsize i = 0; i < ask_rows_get_n_rows (examples); i++)
    {
      ask_json_append_value (text, ask_rows_get (examples, i, 0));
      g_string_append (text, " → ");
      ask_json_append_value (text, ask_rows_get (examples, i, last));
      g_string_append_c (text, '\n');
    }
}

/**
 * ask_blend_prompt_form:
 * @question: a question
 * @options: (nullable): those of its options that are told
 *
 * Returns: (transfer full): how answers have to look, and what is told for all values, in lines
 */
char *
ask_blend_prompt_form (const AskBlendQuestion *question, const AskRows *options)
{
  GString *text = g_string_new (NULL);
  const AskBlendForm *form = question->form;

  append_type (text, form);
  if (options != NULL)
    {
      g_string_append (text, form->most > 0 ? "Each of them is one of: " : "Each answer is one of: ");
      append_list (text, options);
      g_string_append_c (text, '\n');
    }
  if (form->example != NULL)
    {
      g_string_append (text, "Example output: ");
      ask_json_append_string (text, form->example, -1);
      g_string_append_c (text, '\n');
    }
  if (form->pattern != NULL)
    g_string_append_printf (text, "Each answer matches the regular expression %s\n", form->pattern);
  if (question->context != NULL)
    {
      g_autofree char *rows = ask_blend_prompt_rows (question->context);

      g_string_append_printf (text, "What is known besides:\n%s", rows);
    }
  if (question->examples != NULL)
    append_examples (text, question->examples);
  return g_string_free (text, FALSE);
}

/**
 * ask_blend_prompt_make:
 * @name: of a prompt
 * @question: for its place of that name
 * @form: likewise
 * @error: where the prompt has other places
 *
 * Returns: (transfer full): what the model is told to do, or %NULL
 */
char *
ask_blend_prompt_make (const char *name, const char *question, const char *form, GError **error)
{
  g_autofree char *text = ask_prompts_load_fixed (name, error);

  return text != NULL ? ask_prompt_expand (text, error, "question", question, "form", form, NULL) : NULL;
}

/**
 * ask_blend_prompt_rows:
 * @rows: a table
 *
 * Returns: (transfer full): a line of JSON for the names of its columns, and one for each row
 */
char *
ask_blend_prompt_rows (const AskRows *rows)
{
  GString *text = g_string_new ("[");
  guint n = ask_rows_get_n_columns (rows);

  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      ask_json_append_string (text, ask_rows_get_column (rows, i)->name, -1);
    }
  g_string_append (text, "]\n");
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    for (guint i = 0; i < n; i++)
      {
        g_string_append_c (text, i == 0 ? '[' : ',');
        ask_json_append_value (text, ask_rows_get (rows, r, i));
        if (i + 1 == n)
          g_string_append (text, "]\n");
      }
  return g_string_free (text, FALSE);
}

static void
append_item_schema (GString *json, const AskBlendForm *form, const AskRows *options, gboolean nullable)
{
  static const char *const types[] = {
    [ASK_BLEND_TYPE_TEXT] = "string",      [ASK_BLEND_TYPE_INTEGER] = "integer", [ASK_BLEND_TYPE_NUMBER] = "number",
    [ASK_BLEND_TYPE_TRUTH] = "boolean",    [ASK_BLEND_TYPE_DATE] = "string",     [ASK_BLEND_TYPE_JSON] = NULL,
    [ASK_BLEND_TYPE_SUBSTRING] = "string",
  };
  const char *type = types[form->type];

  if (options != NULL)
    {
      g_string_append (json, "{\"enum\":");
      append_list (json, options);
      if (nullable)
        {
          g_string_truncate (json, json->len - 1);
          g_string_append (json, ask_rows_get_n_rows (options) > 0 ? ",null]" : "null]");
        }
      g_string_append_c (json, '}');
    }
  else if (type == NULL)
    g_string_append (json, "{}");
  else if (nullable)
    g_string_append_printf (json, "{\"type\":[\"%s\",\"null\"]}", type);
  else
    g_string_append_printf (json, "{\"type\":\"%s\"}", type);
}

/**
 * ask_blend_prompt_schema:
 * @form: of answers
 * @options: (nullable): what an answer has to be one of, or each item of a list
 * @n: values in the prompt
 *
 * Returns: (transfer full): the JSON schema of a reply
 */
char *
ask_blend_prompt_schema (const AskBlendForm *form, const AskRows *options, guint n)
{
  g_autoptr (GString) answer = g_string_new (NULL);
  GString *json = g_string_new ("{\"type\":\"object\",\"properties\":{");

  if (form->most > 0)
    {
      g_string_append (answer, "{\"type\":[\"array\",\"null\"],\"items\":");
      append_item_schema (answer, form, options, FALSE);
      g_string_append_c (answer, '}');
    }
  else
    append_item_schema (answer, form, options, TRUE);
  for (guint i = 1; i <= n; i++)
    g_string_append_printf (json, "%s\"%u\":%s", i > 1 ? "," : "", i, answer->str);
  g_string_append (json, "},\"required\":[");
  for (guint i = 1; i <= n; i++)
    g_string_append_printf (json, "%s\"%u\"", i > 1 ? "," : "", i);
  g_string_append (json, "],\"additionalProperties\":false}");
  return g_string_free (json, FALSE);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  guint32 first = *(const guint32 *) a, second = *(const guint32 *) b;

  return first < second ? -1 : first > second;
}

/* Returns: (transfer full): hashes of the groups of three bytes of the folded text, sorted */
static GArray *
make_groups (const AskValue *value)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree char *text = ask_value_to_text (value);
  g_autofree char *folded = text != NULL ? ask_text_fold (text) : NULL;
  g_autofree char *padded = g_strconcat ("  ", folded != NULL ? folded : "", " ", NULL);

  for (gsize i = 0; padded[i + 2] != '\0'; i++)
    {
      guint32 group
        = (guint32) (guchar) padded[i] << 16 | (guint32) (guchar) padded[i + 1] << 8 | (guchar) padded[i + 2];

      g_array_append_val (groups, group);
    }
  g_array_sort (groups, compare_keys);
  return groups;
}

/* How alike two texts are, from 0 to 1: Dice's coefficient. */
static double
compare_groups (const GArray *a, const GArray *b)
{
  guint shared = 0;

  for (guint i = 0, j = 0; i < a->len && j < b->len;)
    {
      guint32 first = g_array_index (a, guint32, i), second = g_array_index (b, guint32, j);

      shared += first == second;
      i += first <= second;
      j += second <= first;
    }
  return a->len + b->len > 0 ? 2.0 * shared / (a->len + b->len) : 0;
}

typedef struct
{
  gsize row;
  double score;
} Scored;

static int
compare_scores (gconstpointer a, gconstpointer b)
{
  const Scored *first = a, *second = b;

  return first->score > second->score   ? -1
         : first->score < second->score ? 1
                                        : (first->row > second->row) - (first->row < second->row);
}

/**
 * ask_blend_prompt_choose:
 * @options: (nullable): one column
 * @values: that are asked about
 * @most: so many may be told
 *
 * Returns: (transfer full) (nullable): those of @options that are most like one of @values, in their order; all where they are
 *   few
 */
AskRows *
ask_blend_prompt_choose (const AskRows *options, const AskRows *values, gsize most)
{
  g_autoptr (GArray) scores = g_array_new (FALSE, FALSE, sizeof (Scored));
  g_autoptr (GPtrArray) wanted = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autofree gboolean *chosen = NULL;
  AskRows *rows;

  if (options == NULL || ask_rows_get_n_rows (options) <= most)
    return options != NULL ? ask_rows_ref ((AskRows *) options) : NULL;
  for (gsize i = 0; i < ask_rows_get_n_rows (values); i++)
    g_ptr_array_add (wanted, make_groups (ask_rows_get (values, i, 0)));
  for (gsize i = 0; i < ask_rows_get_n_rows (options); i++)
    {
      g_autoptr (GArray) groups = make_groups (ask_rows_get (options, i, 0));
      Scored scored = { i, 0 };

      for (guint v = 0; v < wanted->len; v++)
        scored.score = MAX (scored.score, compare_groups (groups, wanted->pdata[v]));
      g_array_append_val (scores, scored);
    }
  g_array_sort (scores, compare_scores);
  chosen = g_new0 (gboolean, scores->len);
  for (gsize i = 0; i < most; i++)
    chosen[g_array_index (scores, Scored, i).row] = TRUE;
  rows = ask_rows_new ();
  ask_rows_add_column (rows, "option", ASK_TYPE_ANY);
  for (gsize i = 0; i < ask_rows_get_n_rows (options); i++)
    if (chosen[i])
      ask_rows_append (rows, ask_rows_get_row (options, i));
  return rows;
}
