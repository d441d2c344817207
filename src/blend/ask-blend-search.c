/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * llm_search: which values of a column are nearest to a text. Words rank them (BM25 over stems), and vectors of a server do, where
 * one is set; both ranks are put together by their reciprocals. Vectors are kept by the digest of their text, so that each is sent
 * once. Where values may not leave, or the server fails, words alone rank them, and the result says so.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "agent/ask-agent.h"
#include "agent/ask-may.h"
#include "agent/ask-run.h"
#include "base/ask-error.h"
#include "base/ask-text.h"
#include "blend/ask-blend-model-private.h"
#include "engine/ask-external.h"
#include "llm/ask-openai.h"
#include "llm/ask-prompt.h"
#include "store/ask-workspace-vectors.h"

#define EMBED_BATCH 64
/* Beyond so many values words alone rank them: who waits would wait for minutes. */
#define MAX_EMBEDDED 10000
/* Of a value: what is longer no server reads whole. */
#define MAX_EMBEDDED_BYTES 8000
/* Of both ranks; the usual constant of reciprocal rank fusion. */
#define FUSION 60.0
#define BM25_K 1.2
#define BM25_B 0.75

/* What the search is in. */
typedef struct
{
  AskBlendModel *model;
  const AskBlendQuestion *question;
  const AskRows *values;
  gsize n;
  double *scores; /* for each value, put together */
} Search;

typedef struct
{
  gsize row;
  double score;
} Scored;

static int
compare_scored (gconstpointer a, gconstpointer b)
{
  const Scored *first = a, *second = b;

  return first->score > second->score   ? -1
         : first->score < second->score ? 1
                                        : (first->row > second->row) - (first->row < second->row);
}

/* Adds to the scores what the ranks are worth. @scored: those that are ranked at all */
static void
add_ranks (Search *self, GArray *scored)
{
  g_array_sort (scored, compare_scored);
  for (guint i = 0; i < scored->len; i++)
    self->scores[g_array_index (scored, Scored, i).row] += 1 / (FUSION + i + 1);
}

/* Returns: (transfer full) (element-type utf8): the stems of a text */
static GPtrArray *
make_stems (const char *text)
{
  g_autoptr (GPtrArray) words = ask_text_words (text);
  GPtrArray *stems = g_ptr_array_new_full (words->len, g_free);

  for (guint i = 0; i < words->len; i++)
    g_ptr_array_add (stems, ask_text_stem (words->pdata[i]));
  return stems;
}

/* Returns: (transfer full): the stems that are looked for, each with its number */
static GHashTable *
make_terms (const char *text)
{
  g_autoptr (GPtrArray) words = ask_text_words (text);
  GHashTable *terms = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  /* Where all of it is small words, these are what is meant. */
  for (guint pass = 0; pass < 2 && g_hash_table_size (terms) == 0; pass++)
    for (guint i = 0; i < words->len; i++)
      if (pass == 1 || !ask_text_is_stop_word (words->pdata[i]))
        {
          g_autofree char *stem = ask_text_stem (words->pdata[i]);

          if (!g_hash_table_contains (terms, stem))
            g_hash_table_insert (terms, g_strdup (stem), GUINT_TO_POINTER (g_hash_table_size (terms)));
        }
  return terms;
}

/* BM25: a rare word that stands often in a short value weighs most. */
static gboolean
rank_by_words (Search *self, GError **error)
{
  g_autoptr (GHashTable) terms = make_terms (self->question->text);
  guint n_terms = g_hash_table_size (terms);
  g_autofree guint *counts = g_new0 (guint, self->n * n_terms + 1);
  g_autofree guint *lengths = g_new0 (guint, self->n + 1);
  g_autofree guint *holding = g_new0 (guint, n_terms + 1);
  g_autoptr (GArray) scored = g_array_new (FALSE, FALSE, sizeof (Scored));
  double mean = 0;

  for (gsize row = 0; row < self->n; row++)
    {
      g_autofree char *text = ask_value_to_text (ask_rows_get (self->values, row, 0));
      g_autoptr (GPtrArray) stems = make_stems (text != NULL ? text : "");

      if (row % 256 == 0 && g_cancellable_set_error_if_cancelled (self->question->cancellable, error))
        return FALSE;
      lengths[row] = stems->len;
      mean += (double) stems->len / (double) self->n;
      for (guint i = 0; i < stems->len; i++)
        {
          gpointer number;

          if (g_hash_table_lookup_extended (terms, stems->pdata[i], NULL, &number)
              && counts[row * n_terms + GPOINTER_TO_UINT (number)]++ == 0)
            holding[GPOINTER_TO_UINT (number)]++;
        }
    }
  for (gsize row = 0; row < self->n; row++)
    {
      Scored found = { row, 0 };

      for (guint t = 0; t < n_terms; t++)
        {
          double count = counts[row * n_terms + t];
          double rare = log (1 + ((double) self->n - holding[t] + 0.5) / (holding[t] + 0.5));

          found.score
            += rare * count * (BM25_K + 1) / (count + BM25_K * (1 - BM25_B + BM25_B * lengths[row] / MAX (mean, 1)));
        }
      if (found.score > 0)
        g_array_append_val (scored, found);
    }
  add_ranks (self, scored);
  return TRUE;
}

/* Vectors of one model, by the digest of their text. */
typedef struct
{
  const char *name; /* of the model, as the workspace keeps them */
  GHashTable *vectors; /* hash → GBytes of floats */
  GHashTable *wanted; /* hash */
} Vectors;

static void
take_vector (const char *hash, const float *numbers, guint n, gpointer data)
{
  Vectors *self = data;

  if (g_hash_table_contains (self->wanted, hash))
    g_hash_table_replace (self->vectors, g_strdup (hash), g_bytes_new (numbers, n * sizeof *numbers));
}

/* Returns: (transfer full): what is sent of a value */
static char *
make_text (const AskValue *value)
{
  g_autofree char *text = ask_value_to_text (value);
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "", -1);

  return strlen (valid) > MAX_EMBEDDED_BYTES ? ask_text_shorten (valid, MAX_EMBEDDED_BYTES / 4)
                                             : g_steal_pointer (&valid);
}

static gboolean
may_cost (Search *self, AskOpenai *server, const GPtrArray *texts, GError **error)
{
  AskPreviewModel *asked = g_new0 (AskPreviewModel, 1);

  asked->name = g_strdup (ask_model_get_name (ASK_MODEL (server)));
  asked->n_values = texts->len;
  asked->n_calls = (texts->len + EMBED_BATCH - 1) / EMBED_BATCH;
  for (guint i = 0; i < texts->len; i++)
    {
      asked->bytes += (gint64) strlen (texts->pdata[i]) + 4;
      asked->tokens += ask_prompt_count_tokens (texts->pdata[i]);
    }
  return ask_spending_may_ask (self->model->options.spending, asked, self->model->spent, self->question->cancellable,
                               error);
}

/* The request, for the record of the call. */
static void
log_request (const Search *self, AskOpenai *server, const AskInquiryRequest *request)
{
  AskInquiry *asked = self->question->asked;

  if (asked == NULL)
    return;
  ask_text_set (&asked->model, ask_model_get_name (ASK_MODEL (server)));
  asked->elapsed_ms += request->elapsed_ms;
  ask_inquiry_add_request (asked, request);
}

/* Sends @texts, and keeps their vectors; the last one may be what is looked for */
static gboolean
embed (Search *self, AskOpenai *server, GPtrArray *hashes, GPtrArray *texts, Vectors *vectors, GError **error)
{
  for (guint first = 0; first < texts->len; first += EMBED_BATCH)
    {
      g_autoptr (GPtrArray) some = g_ptr_array_new ();
      g_autoptr (GPtrArray) some_hashes = g_ptr_array_new ();
      g_autoptr (AskEmbedding) embedding = NULL;
      AskInquiryRequest request = { 0 };
      gint64 began = g_get_monotonic_time ();
      AskNewVectors kept = { vectors->name, some_hashes, NULL, 0 };

      for (guint i = first; i < MIN (first + EMBED_BATCH, texts->len); i++)
        {
          g_ptr_array_add (some, texts->pdata[i]);
          g_ptr_array_add (some_hashes, hashes->pdata[i]);
        }
      ask_blend_model_tell_ledger (self->model, self->question, some->len);
      embedding = ask_openai_embed (server, some, self->question->cancellable, error);
      ask_blend_model_tell_ledger (self->model, self->question, 0);
      self->question->tally->n_requests++;
      if (embedding == NULL)
        return FALSE;
      ask_blend_model_count (self->model, self->question, ask_model_get_name (ASK_MODEL (server)),
                             embedding->bytes_sent, embedding->tokens, 0);
      request = (AskInquiryRequest) {
        some->len, embedding->bytes_sent, embedding->tokens, 0, (double) (g_get_monotonic_time () - began) / 1000.0,
        NULL
      };
      log_request (self, server, &request);
      kept.numbers = embedding->numbers;
      kept.dims = embedding->dims;
      if (!ask_workspace_add_vectors (self->model->options.workspace, &kept, error))
        return FALSE;
      for (guint i = 0; i < some_hashes->len; i++)
        take_vector (some_hashes->pdata[i], embedding->numbers + (gsize) i * embedding->dims, embedding->dims, vectors);
    }
  return TRUE;
}

/* The cosine of two vectors; below -1 where they are of different models. */
static double
compare_vectors (GBytes *a, GBytes *b)
{
  gsize size = g_bytes_get_size (a);
  const float *first = g_bytes_get_data (a, NULL), *second = g_bytes_get_data (b, NULL);
  double both = 0, one = 0, other = 0;

  if (size != g_bytes_get_size (b))
    return -2;
  for (gsize i = 0; i < size / sizeof *first; i++)
    {
      both += (double) first[i] * second[i];
      one += (double) first[i] * first[i];
      other += (double) second[i] * second[i];
    }
  return one > 0 && other > 0 ? both / sqrt (one * other) : -2;
}

static gboolean
rank_by_vectors (Search *self, AskOpenai *server, GError **error)
{
  /* Names of the schema have vectors of the same model, which are cleaned by what is in the schema. */
  g_autofree char *name = g_strconcat (ask_model_get_name (ASK_MODEL (server)), " (values)", NULL);
  g_autoptr (GHashTable) known
    = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_bytes_unref);
  g_autoptr (GHashTable) wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) hashes = g_ptr_array_new ();
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) scored = g_array_new (FALSE, FALSE, sizeof (Scored));
  Vectors vectors = { name, known, wanted };
  GBytes *question;

  for (gsize i = 0; i <= self->n; i++)
    {
      g_autofree char *text
        = i < self->n ? make_text (ask_rows_get (self->values, i, 0)) : g_strdup (self->question->text);

      g_ptr_array_add (all, ask_vector_text_hash (text));
      g_hash_table_add (wanted, g_strdup (all->pdata[i]));
    }
  if (!ask_workspace_each_vector (self->model->options.workspace, name, take_vector, &vectors, error))
    return FALSE;
  self->question->tally->n_kept += g_hash_table_size (known);
  for (guint i = 0; i < all->len; i++)
    {
      /* Each text once. */
      if (g_hash_table_contains (known, all->pdata[i]) || !g_hash_table_remove (wanted, all->pdata[i]))
        continue;
      g_ptr_array_add (hashes, all->pdata[i]);
      g_ptr_array_add (texts,
                       i < self->n ? make_text (ask_rows_get (self->values, i, 0)) : g_strdup (self->question->text));
    }
  for (guint i = 0; i < all->len; i++)
    g_hash_table_add (wanted, g_strdup (all->pdata[i]));
  if (texts->len > 0 && self->model->options.kept_only)
    {
      ask_error_set_literal (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
                             N_ ("vectors of some texts are not kept, and here no server is asked."));
      return FALSE;
    }
  if (texts->len > 0
      && (!may_cost (self, server, texts, error) || !embed (self, server, hashes, texts, &vectors, error)))
    return FALSE;
  question = g_hash_table_lookup (known, all->pdata[self->n]);
  for (gsize i = 0; i < self->n; i++)
    {
      GBytes *vector = g_hash_table_lookup (known, all->pdata[i]);
      Scored found = { i, vector != NULL && question != NULL ? compare_vectors (vector, question) : -2 };

      if (found.score >= -1.001)
        g_array_append_val (scored, found);
    }
  add_ranks (self, scored);
  return TRUE;
}

/* Words alone rank them, and the result says why. @words: marked with N_(), with a place for the function first */
#define NOTE(self, words, ...) \
  (g_clear_error (&(self)->question->tally->note), \
   ask_error_set (&(self)->question->tally->note, ASK_BLEND_ERROR, ASK_BLEND_ERROR_ANSWER, words, \
                  (self)->model->base.name, __VA_ARGS__))

/* Returns: (transfer full) (nullable): the server that may be asked; else, where one is set, the note says why not */
static AskOpenai *
open_server (Search *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskOpenai) server = ask_agent_open_embedder (self->model->options.workspace, &error);
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GString) withheld = g_string_new (NULL);
  gboolean unknown = FALSE;

  if (server == NULL)
    {
      if (error != NULL)
        NOTE (self, N_ ("%s compared words only: %s"), error->message);
      return NULL;
    }
  schema = ask_blend_model_load_schema (self->model, &error);
  for (guint i = 0; schema != NULL && i < self->question->origins->len; i++)
    {
      const GPtrArray *origins = self->question->origins->pdata[i];
      g_autofree char *names = origins != NULL ? ask_may_find_withheld (schema, origins) : NULL;

      unknown = unknown || origins == NULL;
      if (names != NULL)
        g_string_append_printf (withheld, "%s%s", withheld->len > 0 ? ", " : "", names);
    }
  if (schema == NULL)
    NOTE (self, N_ ("%s compared words only: %s"), error->message);
  else if (unknown)
    ask_error_set (&self->question->tally->note, ASK_BLEND_ERROR, ASK_BLEND_ERROR_ANSWER,
                   N_ ("%s compared words only: nobody can tell what its values are made from."),
                   self->model->base.name);
  else if (withheld->len > 0)
    NOTE (
      self,
      N_ ("%s compared words only: values of %s may not reach the server of embeddings. Share these attributes in the "
          "schema to find what means the same in other words."),
      withheld->str);
  else if (self->n > MAX_EMBEDDED)
    NOTE (self, N_ ("%s compared words only: there are more than %s values, which is too many for embeddings."),
          "10000");
  else
    return g_steal_pointer (&server);
  return NULL;
}

/**
 * ask_blend_search:
 * @function: of a model
 * @question: what is looked for is its text, and its batch is how many are wanted
 * @values: distinct, of one column
 * @found: gets rows of two columns, the value and its rank, from 1
 * @error: %G_IO_ERROR_CANCELLED, %ASK_AGENT_ERROR_COST, %ASK_STORE_ERROR
 *
 * Blocks, on the statement's thread.
 *
 * Returns: whether they were searched
 */
gboolean
ask_blend_search (AskBlendFunction *function, const AskBlendQuestion *question, const AskRows *values, AskRows *found,
                  GError **error)
{
  AskBlendModel *model = (AskBlendModel *) function;
  g_autofree double *scores = g_new0 (double, ask_rows_get_n_rows (values) + 1);
  Search self = { model, question, values, ask_rows_get_n_rows (values), scores };
  g_autoptr (GArray) ranked = g_array_new (FALSE, FALSE, sizeof (Scored));
  g_autoptr (AskOpenai) server = NULL;
  g_autoptr (GError) local = NULL;
  gboolean good = TRUE;

  if (self.n == 0)
    return TRUE;
  if (!rank_by_words (&self, error))
    return FALSE;
  server = open_server (&self);
  if (server != NULL)
    {
      if (!model->options.counts)
        ask_engine_hold_deadline (question->engine);
      good = rank_by_vectors (&self, server, &local);
      if (!model->options.counts)
        ask_engine_release_deadline (question->engine);
    }
  if (!good && local->domain != ASK_LLM_ERROR)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (!good)
    NOTE (&self, N_ ("%s compared words only: %s"), local->message);
  for (gsize i = 0; i < self.n; i++)
    if (scores[i] > 0)
      {
        Scored one = { i, scores[i] };

        g_array_append_val (ranked, one);
      }
  g_array_sort (ranked, compare_scored);
  for (guint i = 0; i < MIN (ranked->len, question->batch); i++)
    ask_rows_append (found, (const AskValue[]) { *ask_rows_get (values, g_array_index (ranked, Scored, i).row, 0),
                                                 ask_value_integer (i + 1) });
  return TRUE;
}

/* ask_blend_search_estimate: as ask_blend_model_estimate(). Words are compared here; only embeddings leave */
void
ask_blend_search_estimate (AskBlendFunction *function, const AskBlendQuestion *question, const AskBlendAmount *amount,
                           AskExternalCost *cost)
{
  const AskExternalCount *values = &cost->values;
  Search self = { (AskBlendModel *) function, question, NULL, (gsize) values->n.n, NULL };
  g_autoptr (AskOpenai) server = open_server (&self);

  if (server == NULL)
    return;
  cost->model = g_strdup (ask_model_get_name (ASK_MODEL (server)));
  ask_blend_model_take_cost (cost, (values->n.n + EMBED_BATCH - 1) / EMBED_BATCH, &(AskBlendRequest) { 0, 0 },
                             values->characters < 0 ? -1 : values->characters + 4 * values->n.n);
}
