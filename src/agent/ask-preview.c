/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A preview's figures in words and as JSON. Each figure says how sure it is; what nobody knows is said to be unknown.
 */
#include "config.h"

#include "agent/ask-preview-private.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "base/ask-json-builder.h"
#include "base/ask-number.h"
#include "base/ask-text.h"
#include "understand/explain/ask-explain.h"

/* Of a list that a person looks through. All are in the JSON. */
#define MAX_PICTURES 100

static void
source_free (gpointer data)
{
  AskPreviewSource *self = data;

  ask_cost_item_free (self->cost);
  g_free (self);
}

/** ask_preview_new: Returns: (transfer full): a preview of nothing */
AskPreview *
ask_preview_new (void)
{
  AskPreview *self = g_new0 (AskPreview, 1);

  self->sources = g_ptr_array_new_with_free_func (source_free);
  return self;
}

/** ask_preview_free: frees @self */
void
ask_preview_free (AskPreview *self)
{
  if (self == NULL)
    return;
  if (self->model != NULL)
    {
      g_free (self->model->name);
      g_clear_pointer (&self->model->pictures, g_ptr_array_unref);
    }
  g_free (self->model);
  g_ptr_array_unref (self->sources);
  g_clear_pointer (&self->calls, g_ptr_array_unref);
  g_free (self->source);
  g_free (self->words);
  g_free (self->sql);
  g_free (self);
}

/* By what calls to it took before; unknown where there were none, or where their number is. */
static AskFigure
estimate_seconds (AskWorkspace *workspace, const AskCostItem *item)
{
  double ms = ask_workspace_get_speed (workspace, item->source);

  if (ms < 0 || item->rounds == 0)
    return (AskFigure) { ASK_FIGURE_UNKNOWN, 0 };
  return (AskFigure) { item->calls.kind == ASK_FIGURE_EXACT || item->calls.kind == ASK_FIGURE_AT_MOST
                         ? ASK_FIGURE_ABOUT
                         : item->calls.kind,
                       (gint64) ((double) item->rounds * ms / 1000 + 0.5) };
}

/**
 * ask_preview_of_query:
 * @workspace: knows how long calls took before
 * @engine: over its sources
 * @sql: one SELECT
 * @cancellable: (nullable): a way to stop
 * @error: as of ask_engine_estimate()
 *
 * Returns: (transfer full): what @sql is about to cost, or %NULL
 */
AskPreview *
ask_preview_of_query (AskWorkspace *workspace, AskEngine *engine, const char *sql, GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (GPtrArray) items = ask_engine_estimate (engine, sql, cancellable, error);
  AskPreview *self;

  if (items == NULL)
    return NULL;
  self = ask_preview_new ();
  self->sql = g_strdup (sql);
  self->words = ask_explain_sql (ask_engine_get_schema (engine), sql, NULL);
  while (items->len > 0)
    {
      AskPreviewSource *source = g_new0 (AskPreviewSource, 1);

      source->cost = g_ptr_array_steal_index (items, 0);
      source->seconds = estimate_seconds (workspace, source->cost);
      g_ptr_array_add (self->sources, source);
    }
  return self;
}

/* ask_preview_say_figure: Returns: (transfer full): "about 1,200": what stands before a noun */
char *
ask_preview_say_figure (AskFigure figure)
{
  g_autofree char *n = ask_number_count ((guint64) MAX (0, figure.n));

  switch (figure.kind)
    {
    case ASK_FIGURE_EXACT:
      return g_steal_pointer (&n);
    case ASK_FIGURE_AT_MOST:
      /* Translators: a number; a noun follows: "at most 20 calls". */
      return g_strdup_printf (_ ("at most %s"), n);
    case ASK_FIGURE_ABOUT:
      /* Translators: a number; a noun follows: "about 20 calls". */
      return g_strdup_printf (_ ("about %s"), n);
    case ASK_FIGURE_AT_LEAST:
      /* Translators: a number; a noun follows: "at least 20 calls". */
      return g_strdup_printf (_ ("at least %s"), n);
    case ASK_FIGURE_UNKNOWN:
      break;
    }
  if (figure.n > 0)
    /* Translators: a number; a noun follows: "about 20 or more calls". */
    return g_strdup_printf (_ ("about %s or more"), n);
  /* Translators: a noun follows: "an unknown number of calls". */
  return g_strdup (_ ("an unknown number of"));
}

/* "billing: about 340 calls, about 34,000 rows, about 40 s" */
static void
append_source (GString *text, const AskPreviewSource *source)
{
  const AskCostItem *cost = source->cost;
  gulong n_calls = cost->calls.kind == ASK_FIGURE_UNKNOWN ? 2 : (gulong) cost->calls.n;
  gulong n_rows = cost->rows.kind == ASK_FIGURE_UNKNOWN ? 2 : (gulong) cost->rows.n;
  g_autofree char *calls = ask_preview_say_figure (cost->calls);
  g_autofree char *rows = ask_preview_say_figure (cost->rows);

  g_string_append_printf (text, "%s: ", cost->source);
  if (cost->api)
    /* Translators: a number of calls, such as "about 340". */
    g_string_append_printf (text, ngettext ("%s call", "%s calls", n_calls), calls);
  else
    /* Translators: a number of queries that a server runs, such as "about 2". */
    g_string_append_printf (text, ngettext ("%s query", "%s queries", n_calls), calls);
  if (cost->api && cost->calls.kind == ASK_FIGURE_UNKNOWN)
    {
      g_autofree char *most = ask_number_count ((guint64) cost->most_calls);

      /* Translators: behind an unknown number of calls: how many its settings allow. */
      g_string_append_printf (text, _ (" (%s are allowed)"), most);
    }
  /* Translators: a number of rows, such as "about 340"; it follows a number of calls. */
  g_string_append_printf (text, ngettext (", %s row", ", %s rows", n_rows), rows);
  if (source->seconds.n > 0)
    {
      g_autofree char *seconds = ask_preview_say_figure (source->seconds);

      /* Translators: a number of seconds, such as "about 40". */
      g_string_append_printf (text, _ (", %s s"), seconds);
    }
  g_string_append_c (text, '\n');
}

/* ask_preview_say_price: Returns: (transfer full): "0.0012" */
char *
ask_preview_say_price (double price)
{
  g_autofree char *plain = g_strdup_printf ("%.4f", price);

  return ask_number_localise (plain, TRUE);
}

static void
append_model (GString *text, const AskPreviewModel *model)
{
  g_autofree char *bytes = ask_number_count ((guint64) model->bytes);
  g_autofree char *tokens = ask_number_count ((guint64) model->tokens);

  if (model->n_calls > 0)
    {
      g_autofree char *values = ask_number_count (model->n_values);
      g_autofree char *calls = ask_number_count (model->n_calls);

      /* Translators: a model, a number of values, one of calls, one of bytes, and one of tokens. */
      g_string_append_printf (text, _ ("%s: values to ask about %s, calls %s, %s bytes leave, about %s tokens"),
                              model->name != NULL ? model->name : _ ("the model"), values, calls, bytes, tokens);
    }
  else
    /* Translators: a model, a number of bytes, and one of tokens. */
    g_string_append_printf (text, _ ("%s: %s bytes leave with the next turn, about %s tokens"),
                            model->name != NULL ? model->name : _ ("the model"), bytes, tokens);
  if (model->price >= 0)
    {
      g_autofree char *price = ask_preview_say_price (model->price);

      /* Translators: what the tokens cost, without a currency; it follows a number of tokens. */
      g_string_append_printf (text, _ (", price %s and what the reply costs"), price);
    }
  g_string_append_c (text, '\n');
  for (guint i = 0; model->pictures != NULL && i < model->pictures->len && i < MAX_PICTURES; i++)
    g_string_append_printf (text, "· %s\n", (const char *) model->pictures->pdata[i]);
  if (model->pictures != NULL && model->pictures->len > MAX_PICTURES)
    {
      g_string_append_printf (text,
                              ngettext ("· and %u more picture", "· and %u more pictures",
                                        model->pictures->len - MAX_PICTURES),
                              model->pictures->len - MAX_PICTURES);
      g_string_append_c (text, '\n');
    }
  if (model->bytes_spent > 0)
    {
      g_autofree char *spent = ask_number_count ((guint64) model->bytes_spent);

      /* Translators: a number of bytes. */
      g_string_append_printf (text, _ ("%s bytes have left for this question so far"), spent);
      g_string_append_c (text, '\n');
    }
}

/**
 * ask_preview_to_lines:
 * @self: a preview
 *
 * Returns: (transfer full): a line for each source, each call of a function and the model, with what it is asked for
 */
char *
ask_preview_to_lines (const AskPreview *self)
{
  GString *text = g_string_new (NULL);
  g_autofree char *calls = ask_preview_calls_to_lines (self);

  for (guint i = 0; i < self->sources->len; i++)
    append_source (text, self->sources->pdata[i]);
  if (*calls != '\0')
    g_string_append_printf (text, "%s\n", calls);
  if (self->model != NULL)
    append_model (text, self->model);
  if (text->len == 0)
    g_string_append (text, _ ("Only files of this computer are read. Nothing is called, and nothing leaves."));
  else
    g_string_truncate (text, text->len - 1);
  return g_string_free (text, FALSE);
}

static void
say_passing (const AskPreview *self, const char *above, GError **error)
{
  switch (self->threshold)
    {
    case ASK_THRESHOLD_CALLS:
      ask_error_set (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST, N_ ("This may make more than %s calls to “%s”."),
                     above, self->source);
      break;
    case ASK_THRESHOLD_ROWS:
      ask_error_set (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST, N_ ("This may fetch more than %s rows from “%s”."),
                     above, self->source);
      break;
    case ASK_THRESHOLD_SECONDS:
      ask_error_set (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST, N_ ("This may take more than %s seconds at “%s”."),
                     above, self->source);
      break;
    case ASK_THRESHOLD_BYTES:
      ask_error_set (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST, N_ ("This sends more than %s bytes to the model."),
                     above);
      break;
    case ASK_THRESHOLD_TOKENS:
      ask_error_set (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST, N_ ("This takes more than %s tokens of the model."),
                     above);
      break;
    case ASK_THRESHOLD_PRICE:
      ask_error_set (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST,
                     N_ ("This costs more than %s for the model's tokens."), above);
      break;
    }
}

/**
 * ask_preview_fail:
 * @self: of what passes a threshold
 * @error: %ASK_AGENT_ERROR_COST: why a person is asked, one or two sentences
 *
 * Returns: %FALSE
 */
gboolean
ask_preview_fail (const AskPreview *self, GError **error)
{
  g_autofree char *plain = g_strdup_printf ("%.15g", self->above);
  g_autofree char *above = ask_number_localise (plain, TRUE);

  if (self->shows && self->model->pictures == NULL)
    {
      g_autofree char *n = ask_number_count (self->model->n_values);

      ask_error_set (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST, N_ ("Values go to the model: %s."), n);
    }
  else if (self->shows)
    {
      g_autofree char *n = g_strdup_printf ("%u", self->model->pictures->len);

      ask_error_set (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST, N_ ("Pictures go to the model: %s."), n);
    }
  else if (self->stopped)
    ask_error_set (
      error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_COST,
      self->threshold == ASK_THRESHOLD_CALLS
        ? N_ ("It has made %s calls to “%s” and needs more. It was stopped there; to go on, it begins again.")
        : N_ ("It has fetched %s rows from “%s” and needs more. It was stopped there; to go on, it begins again."),
      above, self->source);
  else
    say_passing (self, above, error);
  return FALSE;
}

/**
 * ask_preview_to_reason:
 * @self: of what passes a threshold
 *
 * Returns: (transfer full): why a person is asked, in the person's language
 */
char *
ask_preview_to_reason (const AskPreview *self)
{
  g_autoptr (GError) error = NULL;

  ask_preview_fail (self, &error);
  return g_strdup (ask_error_get_words (error));
}

static gboolean
pass (AskPreview *self, AskThreshold threshold, const char *source, double above)
{
  self->threshold = threshold;
  self->above = above;
  ask_text_set (&self->source, source);
  return TRUE;
}

/* Of what nobody knows there is one at least. */
static gboolean
is_above (AskFigure figure, guint64 spent, double above)
{
  gint64 n = figure.kind == ASK_FIGURE_UNKNOWN ? MAX (1, figure.n) : figure.n;

  return n > 0 && (double) n + (double) spent > above;
}

static gboolean
find_passed_by_source (AskPreview *self, GHashTable *thresholds, const AskAgentCaps *caps,
                       const AskPreviewSource *source)
{
  const AskCostItem *cost = source->cost;
  double above;

  if (cost->api && caps->calls == 0 && ask_thresholds_get (thresholds, ASK_THRESHOLD_CALLS, cost->source, &above)
      && is_above (cost->calls, source->spent.calls, above))
    return pass (self, ASK_THRESHOLD_CALLS, cost->source, above);
  if (caps->rows == 0 && cost->rows.n > 0 && ask_thresholds_get (thresholds, ASK_THRESHOLD_ROWS, cost->source, &above)
      && (double) cost->rows.n + (double) source->spent.rows > above)
    return pass (self, ASK_THRESHOLD_ROWS, cost->source, above);
  if (source->seconds.n > 0 && ask_thresholds_get (thresholds, ASK_THRESHOLD_SECONDS, cost->source, &above)
      && (double) source->seconds.n > above)
    return pass (self, ASK_THRESHOLD_SECONDS, cost->source, above);
  return FALSE;
}

static gboolean
find_passed_by_model (AskPreview *self, GHashTable *thresholds, const AskAgentCaps *caps)
{
  const AskPreviewModel *model = self->model;
  double above;

  if (caps->bytes == 0 && ask_thresholds_get (thresholds, ASK_THRESHOLD_BYTES, NULL, &above)
      && (double) (model->bytes + model->bytes_spent) > above)
    return pass (self, ASK_THRESHOLD_BYTES, NULL, above);
  if (ask_thresholds_get (thresholds, ASK_THRESHOLD_TOKENS, NULL, &above)
      && (double) (model->tokens + model->tokens_spent) > above)
    return pass (self, ASK_THRESHOLD_TOKENS, NULL, above);
  if (caps->price <= 0 && model->price >= 0 && ask_thresholds_get (thresholds, ASK_THRESHOLD_PRICE, NULL, &above)
      && model->price + model->price_spent > above)
    return pass (self, ASK_THRESHOLD_PRICE, NULL, above);
  return FALSE;
}

/**
 * ask_preview_find_passed:
 * @self: gets the threshold that is passed
 * @thresholds: of ask_workspace_load_thresholds()
 * @caps: what is capped needs no threshold: whoever caps it has been asked about it
 *
 * Returns: whether a person has to be asked
 */
gboolean
ask_preview_find_passed (AskPreview *self, GHashTable *thresholds, const AskAgentCaps *caps)
{
  for (guint i = 0; i < self->sources->len; i++)
    if (find_passed_by_source (self, thresholds, caps, self->sources->pdata[i]))
      return TRUE;
  if (self->model != NULL && find_passed_by_model (self, thresholds, caps))
    return TRUE;
  self->shows = self->model != NULL && self->model->pictures != NULL;
  return self->shows;
}

/* ask_preview_figure_to_json: Returns: (transfer full): {"kind", "n"} */
JsonNode *
ask_preview_figure_to_json (AskFigure figure)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ask_json_add_string (builder, "kind", ask_figure_to_string (figure.kind));
  if (figure.kind != ASK_FIGURE_UNKNOWN || figure.n > 0)
    {
      ask_json_add_integer (builder, "n", figure.n);
    }
  json_builder_end_object (builder);
  return json_builder_get_root (builder);
}

/**
 * ask_preview_to_json:
 * @self: a preview
 *
 * Returns: (transfer full): {"sql", "sources": [{"source", "calls" or "queries", "rows", "seconds"}], "functions", "model"}
 */
JsonNode *
ask_preview_to_json (const AskPreview *self)
{
  JsonObject *object = json_object_new ();
  JsonArray *sources = json_array_new ();
  JsonNode *root = json_node_new (JSON_NODE_OBJECT);

  if (self->sql != NULL)
    json_object_set_string_member (object, "sql", self->sql);
  for (guint i = 0; i < self->sources->len; i++)
    {
      const AskPreviewSource *source = self->sources->pdata[i];
      JsonObject *line = json_object_new ();

      json_object_set_string_member (line, "source", source->cost->source);
      json_object_set_member (line, source->cost->api ? "calls" : "queries",
                              ask_preview_figure_to_json (source->cost->calls));
      json_object_set_member (line, "rows", ask_preview_figure_to_json (source->cost->rows));
      json_object_set_member (line, "seconds", ask_preview_figure_to_json (source->seconds));
      json_array_add_object_element (sources, line);
    }
  json_object_set_array_member (object, "sources", sources);
  if (self->calls != NULL && self->calls->len > 0)
    json_object_set_array_member (object, "functions", ask_preview_calls_to_json (self));
  if (self->model != NULL)
    {
      JsonObject *model = json_object_new ();

      if (self->model->name != NULL)
        json_object_set_string_member (model, "name", self->model->name);
      json_object_set_int_member (model, "bytes", self->model->bytes);
      json_object_set_int_member (model, "tokens", self->model->tokens);
      if (self->model->n_calls > 0)
        {
          json_object_set_int_member (model, "values", (gint64) self->model->n_values);
          json_object_set_int_member (model, "calls", (gint64) self->model->n_calls);
        }
      if (self->model->pictures != NULL)
        {
          JsonArray *pictures = json_array_new ();

          for (guint i = 0; i < self->model->pictures->len; i++)
            json_array_add_string_element (pictures, self->model->pictures->pdata[i]);
          json_object_set_array_member (model, "pictures", pictures);
        }
      if (self->model->price >= 0)
        json_object_set_double_member (model, "price", self->model->price);
      json_object_set_object_member (object, "model", model);
    }
  json_node_take_object (root, object);
  return root;
}
