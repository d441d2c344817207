/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an answer is kept under, and how many of the answers that a call is about to ask for are kept already. Looking them up
 * asks nobody.
 */
#include "config.h"

#include "blend/ask-blend-model-private.h"

#include "base/ask-json.h"
#include "blend/ask-blend-prompt.h"
#include "store/ask-workspace-answers.h"

/* ask_blend_model_count_batch: Returns: how many answers @batch has */
gsize
ask_blend_model_count_batch (const AskBlendBatch *batch)
{
  return batch->is_table ? 1 : ask_rows_get_n_rows (batch->values);
}

/* ask_blend_model_write_value: Returns: (transfer full): a value as it stands in a prompt */
char *
ask_blend_model_write_value (const AskBlendBatch *batch, gsize row)
{
  GString *json;

  if (batch->is_table)
    return ask_blend_prompt_rows (batch->values);
  json = g_string_new (NULL);
  ask_blend_prompt_append_value (json, batch->values, row);
  return g_string_free (json, FALSE);
}

/* ask_blend_model_make_keys: Returns: (transfer full) (element-type utf8): all that an answer depends on, as a digest for each
 * value */
GPtrArray *
ask_blend_model_make_keys (const AskBlendModel *model, const AskBlendBatch *batch)
{
  const AskBlendQuestion *question = batch->question;
  GPtrArray *keys = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *told
    = batch->told != NULL ? g_strdup (batch->told) : ask_blend_prompt_form (question, batch->options);
  g_autoptr (GString) common = g_string_new ("[1,");

  ask_json_append_string (common, ask_model_get_name (model->options.model), -1);
  g_string_append_c (common, ',');
  ask_json_append_string (common, model->prompt, -1);
  g_string_append_c (common, ',');
  ask_json_append_string (common, question->text != NULL ? question->text : "", -1);
  g_string_append_c (common, ',');
  ask_json_append_string (common, told, -1);
  g_string_append_c (common, ',');
  for (gsize i = 0; i < ask_blend_model_count_batch (batch); i++)
    {
      g_autofree char *content = ask_blend_model_write_value (batch, i);
      g_autofree char *whole = g_strconcat (common->str, content, NULL);

      g_ptr_array_add (keys, g_compute_checksum_for_string (G_CHECKSUM_SHA256, whole, -1));
    }
  return keys;
}

/* Characters of a row's cells, as length() of SQL counts them. */
static gint64
measure (const AskRows *values, gsize row)
{
  gint64 n = 0;

  for (guint i = 0; i < ask_rows_get_n_columns (values); i++)
    {
      g_autofree char *text = ask_value_to_text (ask_rows_get (values, row, i));

      n += text != NULL ? g_utf8_strlen (text, -1) : 0;
    }
  return n;
}

/**
 * ask_blend_model_count_kept:
 * @function: of a model
 * @question: what would be asked
 * @values: about what: distinct values, or the rows of a question
 * @characters: (out): of those with a kept answer
 *
 * Returns: how many of them have a kept answer; of rows, which have one answer, all or none
 */
gsize
ask_blend_model_count_kept (AskBlendFunction *function, const AskBlendQuestion *question, const AskRows *values,
                            gint64 *characters)
{
  AskBlendModel *self = (AskBlendModel *) function;
  gboolean is_table = function->shape == ASK_BLEND_QA;
  const AskBlendBatch batch = { question, values, question->form, question->options, NULL, NULL, is_table };
  g_autoptr (GPtrArray) keys = NULL;
  g_autoptr (GPtrArray) found = NULL;
  gsize n = 0;

  *characters = 0;
  if (self->options.model == NULL || self->options.no_cache || ask_rows_get_n_columns (values) == 0)
    return 0;
  keys = ask_blend_model_make_keys (self, &batch);
  /* Whoever cannot look is told the most that it can be. */
  if (!ask_workspace_find_model_answers (self->options.workspace, keys, &found, NULL))
    return 0;
  for (guint i = 0; i < found->len; i++)
    if (found->pdata[i] != NULL && (is_table || ask_rows_get (values, i, 0)->kind != ASK_VALUE_NULL))
      {
        n++;
        *characters += is_table ? 0 : measure (values, i);
      }
  return is_table && n > 0 ? ask_rows_get_n_rows (values) : n;
}
