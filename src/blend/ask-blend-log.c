/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The record of each call of a statement: which values it was given, what became of each, and who was asked. Of many values the
 * first are recorded, and of a long one its beginning: a record is for people, and counts all.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

#include <string.h>

/* Of one value, in bytes. */
#define MAX_VALUE 1000

/* What is long, or no text, is recorded as a text that says so. @store: (out): of what is returned */
static AskValue
shorten (const AskValue *value, char **store)
{
  *store = NULL;
  if (value->kind == ASK_VALUE_BLOB)
    *store = g_strdup_printf ("(%u bytes)", value->length);
  else if (value->kind == ASK_VALUE_TEXT && value->length > MAX_VALUE)
    {
      g_autofree char *valid = g_utf8_make_valid (value->text, MAX_VALUE);

      *store = g_strconcat (valid, "…", NULL);
    }
  return *store != NULL ? ask_value_text (*store, -1) : *value;
}

/* Appends the first @n of @values, and @more behind them. */
static void
append (AskRows *rows, const AskValue *values, guint n, const AskValue *more, guint n_more)
{
  g_autofree AskValue *row = g_new0 (AskValue, n + n_more);
  g_autoptr (GPtrArray) stores = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n + n_more; i++)
    {
      char *store;

      row[i] = shorten (i < n ? &values[i] : &more[i - n], &store);
      g_ptr_array_add (stores, store);
    }
  ask_rows_append (rows, row);
}

static gboolean
is_full (AskBlendCall *call)
{
  if (ask_rows_get_n_rows (call->asked->rows) < ASK_INQUIRY_MAX_ROWS)
    return FALSE;
  ask_rows_set_truncated (call->asked->rows, TRUE);
  return TRUE;
}

/* The columns of a record of @values, with an answer to each. */
static void
name_columns (AskBlendCall *call, const AskRows *values, guint n)
{
  AskRows *rows = call->asked->rows;

  if (ask_rows_get_n_columns (rows) > 0)
    return;
  for (guint i = 0; i < n; i++)
    ask_rows_add_column (rows, ask_rows_get_column (values, i)->name, ASK_TYPE_ANY);
  ask_rows_add_column (rows, "answer", ASK_TYPE_ANY);
  ask_rows_add_column (rows, "kept", ASK_TYPE_BOOLEAN);
}

/* Returns: whether the value was not yet recorded */
static gboolean
note_value (AskBlendCall *call, const AskValue *values, guint n)
{
  if (call->logged == NULL)
    call->logged = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  return g_hash_table_add (call->logged, ask_blend_answers_key (values, n));
}

/**
 * Entry:
 * @row: of @values
 * @n: columns of a value: itself, and what is told beside it
 * @label: (nullable): what a person calls it
 */
typedef struct
{
  const AskRows *values;
  gsize row;
  guint n;
  const char *label;
} Entry;

static void
log_value (AskBlendCall *call, const Entry *entry, const AskValue *answer, gboolean kept)
{
  const AskValue more[] = { *answer, ask_value_integer (kept) };
  guint n = entry->n;
  g_autofree AskValue *of = g_memdup2 (ask_rows_get_row (entry->values, entry->row), n * sizeof (AskValue));

  if (is_full (call))
    return;
  name_columns (call, entry->values, n);
  /* All values of a call have the columns that it names. */
  g_assert (ask_rows_get_n_columns (call->asked->rows) == n + 2);
  if (entry->label != NULL)
    of[0] = ask_value_text (entry->label, -1);
  append (call->asked->rows, of, n, more, 2);
}

/* ask_blend_log_known: of @values those whose answers an earlier statement of the session asked for */
void
ask_blend_log_known (AskBlendCall *call, const AskRows *values)
{
  guint n = MIN (call->n_values, ask_rows_get_n_columns (values));

  for (gsize r = 0; r < ask_rows_get_n_rows (values); r++)
    {
      const AskValue *known = ask_rows_get (values, r, 0)->kind != ASK_VALUE_NULL
                                ? ask_blend_answers_find (call->answers, ask_rows_get_row (values, r), n)
                                : NULL;

      if (known == NULL || !note_value (call, ask_rows_get_row (values, r), n))
        continue;
      call->asked->n_values++;
      call->asked->n_kept++;
      log_value (call, &(Entry) { values, r, n, NULL }, known, TRUE);
    }
}

/* ask_blend_log_question: who is asked, and what the values are read from */
void
ask_blend_log_question (AskBlendCall *call, const AskBlendQuestion *question)
{
  for (guint i = 0; i < question->origins->len; i++)
    {
      const GPtrArray *origins = question->origins->pdata[i];

      for (guint o = 0; origins != NULL && o < origins->len; o++)
        {
          const AskOrigin *origin = origins->pdata[o];
          g_autofree char *of = origin->attribute != NULL
                                  ? g_strdup_printf ("%s.%s", origin->entity->name, origin->attribute->name)
                                  : g_strdup (origin->entity != NULL ? origin->entity->name : origin->step);

          if (!g_ptr_array_find_with_equal_func (call->asked->of, of, g_str_equal, NULL))
            g_ptr_array_add (call->asked->of, g_steal_pointer (&of));
        }
    }
}

/* ask_blend_log_map: @values were asked about, and have @answers; those that failed have none */
void
ask_blend_log_map (AskBlendCall *call, const AskBlendQuestion *question, const AskRows *values, const AskRows *answers)
{
  guint n = ask_rows_get_n_columns (values);
  gsize n_rows = ask_rows_get_n_rows (values);

  call->asked->n_values += n_rows;
  for (gsize r = 0; r < n_rows; r++)
    {
      gboolean kept = question->kept != NULL && r < question->kept->len && question->kept->data[r];

      note_value (call, ask_rows_get_row (values, r), n);
      if (r < ask_rows_get_n_rows (answers))
        log_value (call, &(Entry) { values, r, n, question->labels != NULL ? question->labels->pdata[r] : NULL },
                   ask_rows_get (answers, r, 0), kept);
    }
}

/* ask_blend_log_found: a search looked through @values, and these have ranks */
void
ask_blend_log_found (AskBlendCall *call, const AskRows *values)
{
  call->asked->n_values = ask_rows_get_n_rows (values);
  for (gsize r = 0; r < ask_rows_get_n_rows (values); r++)
    {
      const AskValue *rank = ask_blend_answers_find (call->answers, ask_rows_get_row (values, r), 1);

      if (rank != NULL)
        log_value (call, &(Entry) { values, r, 1, NULL }, rank, FALSE);
    }
}

/* ask_blend_log_qa: one question was asked about @rows */
void
ask_blend_log_qa (AskBlendCall *call, const AskBlendQuestion *question, const AskRows *rows, const AskRows *answers)
{
  AskInquiry *asked = call->asked;
  g_autoptr (GString) answer = g_string_new (NULL);
  guint n = ask_rows_get_n_columns (rows);

  asked->about_rows = TRUE;
  asked->n_values = ask_rows_get_n_rows (rows);
  if (question->kept != NULL && question->kept->len > 0 && question->kept->data[0])
    asked->n_kept = asked->n_values;
  for (guint i = 0; i < n; i++)
    ask_rows_add_column (asked->rows, ask_rows_get_column (rows, i)->name, ASK_TYPE_ANY);
  for (gsize r = 0; n > 0 && r < ask_rows_get_n_rows (rows) && !is_full (call); r++)
    append (asked->rows, ask_rows_get_row (rows, r), n, NULL, 0);
  for (gsize r = 0; r < ask_rows_get_n_rows (answers); r++)
    {
      g_autofree char *store = NULL;
      const AskValue value = shorten (ask_rows_get (answers, r, 0), &store);
      g_autofree char *text = ask_value_to_text (&value);

      g_string_append_printf (answer, "%s%s", r > 0 ? "; " : "", text != NULL ? text : "NULL");
    }
  if (ask_rows_get_n_rows (answers) > 0)
    asked->answer = g_strdup (answer->str);
}

/* ask_blend_log_join: these @pairs belong together */
void
ask_blend_log_join (AskBlendCall *call, const AskBlendQuestion *question, const AskRows *pairs)
{
  AskRows *rows = call->asked->rows;
  GPtrArray *hows = question->hows;

  call->asked->joins = TRUE;
  for (guint i = 0; i < 2; i++)
    ask_rows_add_column (rows,
                         question->sides[i] != NULL ? question->sides[i]
                         : i == 0                   ? "left"
                                                    : "right",
                         ASK_TYPE_ANY);
  ask_rows_add_column (rows, "how", ASK_TYPE_TEXT);
  for (gsize r = 0; r < ask_rows_get_n_rows (pairs) && !is_full (call); r++)
    {
      const AskValue how
        = hows != NULL && r < hows->len ? ask_value_text (hows->pdata[r], -1) : (AskValue) ASK_NULL_INIT;

      append (rows, ask_rows_get_row (pairs, r), 2, &how, 1);
    }
}

/* ask_blend_log_take: Returns: (transfer full) (nullable): the record of @call; %NULL where nothing came of it */
AskInquiry *
ask_blend_log_take (AskBlendCall *call)
{
  AskInquiry *asked = call->asked;

  /* Calls of a subquery that another call is about are gone with it, and have asked nothing. */
  if (asked == NULL || (call->n_asked == 0 && asked->n_values == 0 && call->n_rounds == 0 && !call->resolved))
    return NULL;
  if (asked->joins)
    asked->n_values = call->n_asked;
  if (!asked->about_rows)
    asked->n_kept += call->tally.n_kept;
  asked->n_unanswered = call->tally.n_unanswered;
  call->asked = NULL;
  return asked;
}
