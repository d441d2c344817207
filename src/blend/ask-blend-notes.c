/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is said of calls once their statement is over: how many values each was given, and what has no answer.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "sql/ask-sql-guard.h"

/* "starts_with ('A', …): 43 values in 1 round" */
static void
append_call (GString *notes, const AskBlendCall *call)
{
  g_string_append_printf (notes, "%s%s (%s%s%s…): %" G_GUINT64_FORMAT " %s in %u %s", notes->len > 0 ? "\n" : "",
                          call->function->name, call->text != NULL ? "'" : "", call->text != NULL ? call->text : "",
                          call->text != NULL ? "', " : "", call->n_asked,
                          call->function->shape == ASK_BLEND_QA ? "rows" : "values", call->n_rounds,
                          call->n_rounds == 1 ? "round" : "rounds");
  if (call->tally.n_requests > 0)
    g_string_append_printf (notes, ", %" G_GUINT64_FORMAT " %s", call->tally.n_requests,
                            call->tally.n_requests == 1 ? "request" : "requests");
  if (call->tally.n_kept > 0)
    g_string_append_printf (notes, ", %" G_GUINT64_FORMAT " kept", call->tally.n_kept);
}

static AskSqlHint *
make_hint (const GError *error)
{
  AskSqlHint *hint = g_new0 (AskSqlHint, 1);

  hint->level = ASK_HINT_WARNING;
  hint->kind = ASK_HINT_UNANSWERED;
  hint->message = g_strdup (error->message);
  hint->words = g_strdup (ask_error_get_words (error));
  hint->suggestions = g_ptr_array_new_with_free_func (g_free);
  return hint;
}

/* Returns: (transfer full) (nullable) */
static AskSqlHint *
make_warning (const AskBlendCall *call)
{
  g_autofree char *n = g_strdup_printf ("%" G_GUINT64_FORMAT, call->tally.n_unanswered);
  g_autoptr (GError) error = NULL;

  if (call->tally.n_unanswered == 0)
    return NULL;
  ask_error_set (&error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_ANSWER,
                 N_ ("%s gave no answer that fits for %s of its values. They are NULL here."), call->function->name, n);
  return make_hint (error);
}

/* ask_blend_end: the end of AskExternal: says of each call what came of it */
void
ask_blend_end (GString *notes, GPtrArray *hints, GPtrArray *asked, gpointer data)
{
  AskBlend *self = data;
  GHashTableIter iter;
  gpointer function;

  for (guint i = 0; i < self->calls->len; i++)
    {
      AskBlendCall *call = self->calls->pdata[i];
      AskSqlHint *warning = make_warning (call);
      AskInquiry *record = ask_blend_log_take (call);

      append_call (notes, call);
      if (record != NULL)
        g_ptr_array_add (asked, record);
      if (warning != NULL)
        g_ptr_array_add (hints, warning);
      if (call->tally.note != NULL)
        g_ptr_array_add (hints, make_hint (call->tally.note));
    }
  g_hash_table_iter_init (&iter, self->functions);
  while (g_hash_table_iter_next (&iter, NULL, &function))
    if (((AskBlendFunction *) function)->runner->finish != NULL)
      ((AskBlendFunction *) function)->runner->finish (function);
  self->engine = NULL;
}
