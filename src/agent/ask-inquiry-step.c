/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The record of a call in words, in JSON and as a step. It reads the record alone: nothing is asked here.
 */
#include "config.h"

#include "agent/ask-inquiry-step.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-preview-private.h"
#include "base/ask-number.h"
#include "base/ask-text.h"

/* Of a question as much stands in a title. */
#define MAX_QUESTION_SHOWN 60
/* So many columns are named. */
#define MAX_NAMED 6

/** ask_inquiry_to_title: Returns: (transfer full): a few words */
char *
ask_inquiry_to_title (const AskInquiry *asked)
{
  g_autofree char *question
    = ask_text_shorten (asked->text != NULL ? asked->text : asked->function, MAX_QUESTION_SHOWN);

  if (asked->model == NULL)
    /* Translators: the name of a function that a program computes, and its question. */
    return g_strdup_printf (_ ("Computed by %s: %s"), asked->function, question);
  if (asked->n_requests == 0 && asked->joins)
    return g_strdup_printf (_ ("Matched two lists: %s"), question);
  if (asked->n_requests == 0)
    /* Translators: answers of a model that were known from before, and the question. */
    return g_strdup_printf (_ ("Took kept answers: %s"), question);
  /* Translators: a model's name, and what it was asked about values. */
  return g_strdup_printf (_ ("Asked %s: %s"), asked->model, question);
}

static char *
list_columns (const AskInquiry *asked)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (asked->of->len, MAX_NAMED); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) asked->of->pdata[i]);
  if (asked->of->len > MAX_NAMED)
    g_string_append (text, ", …");
  return g_string_free (text, FALSE);
}

static void
say (GString *text, char *sentence)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", sentence);
  g_free (sentence);
}

static void
say_values (GString *text, const AskInquiry *asked)
{
  gulong n = (gulong) asked->n_values;
  g_autofree char *count = ask_number_count (asked->n_values);
  g_autofree char *kept = ask_number_count (asked->n_kept);

  if (asked->about_rows)
    say (text,
         g_strdup_printf (ngettext ("The question is about %s row.", "The question is about %s rows.", n), count));
  else if (asked->joins)
    say (text, g_strdup_printf (ngettext ("%s value was compared.", "%s values were compared.", n), count));
  else
    say (text, g_strdup_printf (ngettext ("%s value was needed.", "%s values were needed.", n), count));
  if (asked->n_kept == 0)
    return;
  if (asked->about_rows)
    say (text, g_strdup (_ ("Its answer was kept from before.")));
  else if (asked->n_kept >= asked->n_values)
    say (text, g_strdup (_ ("All answers were kept from before.")));
  else
    say (text, g_strdup_printf (ngettext ("%s answer was kept from before.", "%s answers were kept from before.",
                                          (gulong) asked->n_kept),
                                kept));
}

static void
say_cost (GString *text, const AskInquiry *asked)
{
  g_autofree char *n = ask_number_count (asked->n_requests);
  g_autofree char *bytes = ask_number_count ((guint64) asked->bytes);
  g_autofree char *there = ask_number_count ((guint64) asked->prompt_tokens);
  g_autofree char *back = ask_number_count ((guint64) asked->reply_tokens);
  g_autofree char *of = list_columns (asked);
  const char *host = asked->host != NULL ? asked->host : _ ("the model");

  if (asked->model == NULL)
    {
      say (text, g_strdup (_ ("A program on this computer answered; nothing left.")));
      return;
    }
  if (asked->n_requests == 0)
    {
      say (text, g_strdup (_ ("Nothing was sent.")));
      return;
    }
  if (*of != '\0')
    /* Translators: how many requests, a server's name, a number of bytes, and of which columns values were among them. */
    say (text,
         g_strdup_printf (ngettext ("%s request went to %s: %s bytes, with values of %s.",
                                    "%s requests went to %s: %s bytes, with values of %s.", (gulong) asked->n_requests),
                          n, host, bytes, of));
  else
    say (text, g_strdup_printf (ngettext ("%s request went to %s: %s bytes.", "%s requests went to %s: %s bytes.",
                                          (gulong) asked->n_requests),
                                n, host, bytes));
  say (text, g_strdup_printf (_ ("That was %s tokens there and %s back."), there, back));
  if (asked->price >= 0)
    {
      g_autofree char *price = ask_preview_say_price (asked->price);

      say (text, g_strdup_printf (_ ("It cost %s."), price));
    }
}

/** ask_inquiry_to_words: Returns: (transfer full): what was asked, what it cost, and what came of it, in sentences */
char *
ask_inquiry_to_words (const AskInquiry *asked)
{
  GString *text = g_string_new (NULL);

  say_values (text, asked);
  say_cost (text, asked);
  if (asked->n_unanswered > 0)
    {
      g_autofree char *n = ask_number_count (asked->n_unanswered);

      say (text, g_strdup_printf (ngettext ("%s value has no answer that fits, and is empty.",
                                            "%s values have no answer that fits, and are empty.",
                                            (gulong) asked->n_unanswered),
                                  n));
    }
  if (asked->answer != NULL)
    say (text, g_strdup_printf (_ ("The answer: %s"), asked->answer));
  for (guint i = 0; i < asked->requests->len; i++)
    {
      const AskInquiryRequest *request = asked->requests->pdata[i];

      if (request->problem != NULL)
        {
          say (text, g_strdup (request->problem));
          break;
        }
    }
  return g_string_free (text, FALSE);
}

static JsonArray *
describe_requests (const AskInquiry *asked)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < asked->requests->len; i++)
    {
      const AskInquiryRequest *request = asked->requests->pdata[i];
      JsonObject *object = json_object_new ();

      json_object_set_int_member (object, "values", request->n_values);
      json_object_set_int_member (object, "bytes", request->bytes);
      json_object_set_int_member (object, "prompt_tokens", request->prompt_tokens);
      json_object_set_int_member (object, "completion_tokens", request->reply_tokens);
      json_object_set_double_member (object, "elapsed_ms", request->elapsed_ms);
      if (request->problem != NULL)
        json_object_set_string_member (object, "problem", request->problem);
      json_array_add_object_element (array, object);
    }
  return array;
}

static JsonArray *
describe_columns (const AskInquiry *asked)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < asked->of->len; i++)
    {
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "of", asked->of->pdata[i]);
      json_array_add_object_element (array, object);
    }
  return array;
}

/** ask_inquiry_to_fields: Returns: (transfer full): all but the rows, as fields of a step */
JsonObject *
ask_inquiry_to_fields (const AskInquiry *asked)
{
  JsonObject *fields = json_object_new ();

  json_object_set_string_member (fields, "function", asked->function);
  if (asked->text != NULL)
    json_object_set_string_member (fields, "question", asked->text);
  if (asked->model != NULL)
    json_object_set_string_member (fields, "model", asked->model);
  if (asked->host != NULL)
    json_object_set_string_member (fields, "host", asked->host);
  json_object_set_int_member (fields, "n_values", (gint64) asked->n_values);
  json_object_set_int_member (fields, "n_kept", (gint64) asked->n_kept);
  json_object_set_int_member (fields, "n_unanswered", (gint64) asked->n_unanswered);
  json_object_set_int_member (fields, "n_requests", (gint64) asked->n_requests);
  json_object_set_array_member (fields, "requests", describe_requests (asked));
  json_object_set_int_member (fields, "bytes", asked->bytes);
  json_object_set_int_member (fields, "prompt_tokens", asked->prompt_tokens);
  json_object_set_int_member (fields, "completion_tokens", asked->reply_tokens);
  if (asked->price >= 0)
    json_object_set_double_member (fields, "price", asked->price);
  if (asked->answer != NULL)
    json_object_set_string_member (fields, "answer", asked->answer);
  json_object_set_array_member (fields, "values", describe_columns (asked));
  json_object_set_int_member (fields, "n_rows",
                              ask_rows_get_truncated (asked->rows) && !asked->joins
                                ? (gint64) asked->n_values
                                : (gint64) ask_rows_get_n_rows (asked->rows));
  return fields;
}

/** ask_inquiry_append_json: @json: gets a list; @asked: (element-type AskInquiry): each with its rows */
void
ask_inquiry_append_json (GString *json, GPtrArray *asked)
{
  g_string_append_c (json, '[');
  for (guint i = 0; i < asked->len; i++)
    {
      const AskInquiry *one = asked->pdata[i];
      g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
      g_autofree char *text = NULL;

      json_node_take_object (node, ask_inquiry_to_fields (one));
      json_object_set_double_member (json_node_get_object (node), "elapsed_ms", one->elapsed_ms);
      text = ask_json_to_string (node, FALSE);
      /* The rows go in before the brace that ends it. */
      g_string_append_printf (json, "%s%.*s,", i > 0 ? "," : "", (int) strlen (text) - 1, text);
      ask_json_append_rows (json, one->rows, ASK_INQUIRY_MAX_ROWS);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
}

/**
 * ask_inquiry_add_step:
 * @answer: whose query called the function; what left counts among what left for it
 * @asked: what came of it
 *
 * Returns: (transfer none): the step, which @answer owns
 */
AskTraceStep *
ask_inquiry_add_step (AskAnswer *answer, const AskInquiry *asked)
{
  g_autofree char *title = ask_inquiry_to_title (asked);
  g_autofree char *words = ask_inquiry_to_words (asked);
  AskTraceStep *step = ask_answer_add_step (answer, ASK_STEP_FUNCTION, title, words);

  step->fields = ask_inquiry_to_fields (asked);
  step->elapsed_ms = asked->elapsed_ms;
  step->started_at -= (gint64) (asked->elapsed_ms * 1000);
  step->rows = ask_rows_ref (asked->rows);
  answer->bytes_sent += asked->bytes;
  answer->prompt_tokens += asked->prompt_tokens;
  answer->completion_tokens += asked->reply_tokens;
  return step;
}

/**
 * ask_inquiry_name_rows:
 * @rows: of such a step
 *
 * Returns: (transfer full): the same as people read them: the columns that a record has are named in their language
 */
AskRows *
ask_inquiry_name_rows (const AskRows *rows)
{
  static const char *const names[][2] = {
    /* Translators: headings of a table: what a model answered; whether that was known before; how a pair was found. */
    { "answer", N_ ("Answer") },
    { "kept", N_ ("Kept") },
    { "how", N_ ("How") },
  };
  static const char *const hows[][2] = {
    /* Translators: how a pair of two lists was found. */
    { "equal", N_ ("equal") },
    { "near", N_ ("nearly equal") },
    { "model", N_ ("by the model") },
    { "person", N_ ("by a person") },
  };
  guint n = ask_rows_get_n_columns (rows);
  AskRows *named = ask_rows_new ();
  g_autofree AskValue *row = g_new0 (AskValue, MAX (n, 1));
  const char *last = n > 0 ? ask_rows_get_column (rows, n - 1)->name : "";

  for (guint i = 0; i < n; i++)
    {
      const AskColumn *column = ask_rows_get_column (rows, i);
      const char *name = column->name;

      for (gsize w = 0; w < G_N_ELEMENTS (names); w++)
        if (i + 2 >= n && strcmp (names[w][0], name) == 0)
          name = _ (names[w][1]);
      ask_rows_add_column (named, name, i + 1 == n && strcmp (last, "kept") == 0 ? ASK_TYPE_TEXT : column->type);
    }
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      memcpy (row, ask_rows_get_row (rows, r), n * sizeof (AskValue));
      if (n > 1 && strcmp (last, "kept") == 0 && row[n - 1].kind == ASK_VALUE_INTEGER)
        row[n - 1] = ask_value_text (row[n - 1].integer != 0 ? _ ("yes") : _ ("no"), -1);
      for (gsize w = 0; n == 3 && strcmp (last, "how") == 0 && w < G_N_ELEMENTS (hows); w++)
        if (row[n - 1].kind == ASK_VALUE_TEXT && strcmp (row[n - 1].text, hows[w][0]) == 0)
          {
            row[n - 1] = ask_value_text (_ (hows[w][1]), -1);
            break;
          }
      ask_rows_append (named, row);
    }
  ask_rows_set_truncated (named, ask_rows_get_truncated (rows));
  return named;
}

/** ask_inquiry_count_tokens: Returns: how many of the tokens of @answer were spent on functions, and not on the question itself */
gint64
ask_inquiry_count_tokens (const AskAnswer *answer)
{
  gint64 n = 0;

  for (guint i = 0; i < answer->steps->len; i++)
    {
      const AskTraceStep *step = answer->steps->pdata[i];

      if (strcmp (step->kind, ASK_STEP_FUNCTION) == 0 && step->fields != NULL)
        n += ask_json_get_integer (step->fields, "prompt_tokens", 0)
             + ask_json_get_integer (step->fields, "completion_tokens", 0);
    }
  return n;
}
