/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A saved answer as plain data, and what a person is told of it before it is saved.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-number.h"
#include "bundle/ask-bundle-private.h"

ASK_DEFINE_ERROR ("ask-bundle-error", ask_bundle_error)

static void
table_free (gpointer data)
{
  AskBundleTable *self = data;

  g_free (self->name);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self);
}

static void
sent_free (gpointer data)
{
  AskBundleSent *self = data;

  g_clear_pointer (&self->entry, ask_ledger_entry_free);
  g_clear_pointer (&self->body, g_bytes_unref);
  g_free (self);
}

/** ask_bundle_new: Returns: (transfer full): one that holds nothing yet */
AskBundle *
ask_bundle_new (void)
{
  AskBundle *self = g_new0 (AskBundle, 1);

  self->tables = g_ptr_array_new_with_free_func (table_free);
  self->sent = g_ptr_array_new_with_free_func (sent_free);
  self->left_out = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/** ask_bundle_free: @self: (nullable) (transfer full): is freed */
void
ask_bundle_free (AskBundle *self)
{
  if (self == NULL)
    return;
  g_free (self->program);
  g_clear_pointer (&self->answer, ask_answer_free);
  g_free (self->json);
  g_clear_pointer (&self->chart, json_node_unref);
  g_free (self->sql);
  g_ptr_array_unref (self->tables);
  g_ptr_array_unref (self->sent);
  g_ptr_array_unref (self->left_out);
  g_free (self);
}

/**
 * ask_bundle_add_table:
 * @name: not yet the name of another
 * @rows: (transfer none): a reference is kept
 *
 * Returns: (transfer none): the table, of no step, with no more rows than @rows
 */
AskBundleTable *
ask_bundle_add_table (AskBundle *self, const char *name, AskRows *rows)
{
  AskBundleTable *table = g_new0 (AskBundleTable, 1);

  table->name = g_strdup (name);
  table->rows = ask_rows_ref (rows);
  table->n_rows = (gint64) ask_rows_get_n_rows (rows);
  g_ptr_array_add (self->tables, table);
  return table;
}

/** ask_bundle_add_sent: @entry: (transfer full): of the ledger; @body: (nullable) (transfer full): what was sent */
void
ask_bundle_add_sent (AskBundle *self, AskLedgerEntry *entry, GBytes *body)
{
  AskBundleSent *sent = g_new0 (AskBundleSent, 1);

  sent->entry = entry;
  sent->body = body;
  g_ptr_array_add (self->sent, sent);
}

/** ask_bundle_find_table: @name: in any case. Returns: (transfer none) (nullable): the table of that name */
AskBundleTable *
ask_bundle_find_table (const AskBundle *self, const char *name)
{
  for (guint i = 0; i < self->tables->len; i++)
    {
      AskBundleTable *table = self->tables->pdata[i];

      if (g_ascii_strcasecmp (table->name, name) == 0)
        return table;
    }
  return NULL;
}

/** ask_bundle_get_memory: Returns: how many bytes all rows of @self take in memory */
gsize
ask_bundle_get_memory (const AskBundle *self)
{
  gsize size = 0;

  for (guint i = 0; i < self->tables->len; i++)
    size += ask_rows_get_size (((const AskBundleTable *) self->tables->pdata[i])->rows);
  return size;
}

/** ask_bundle_table_is_whole: Returns: whether all rows that there were are kept */
gboolean
ask_bundle_table_is_whole (const AskBundleTable *self)
{
  return !ask_rows_get_truncated (self->rows) && self->n_rows <= (gint64) ask_rows_get_n_rows (self->rows);
}

static char *
say_table (const AskBundleTable *table)
{
  gsize n = ask_rows_get_n_rows (table->rows);
  g_autofree char *kept = ask_number_count (n);
  g_autofree char *all = ask_number_count ((guint64) MAX (table->n_rows, 0));

  if (table->n_rows > (gint64) n)
    /* Translators: the name of a table, how many of its rows, and how many it has. */
    return g_strdup_printf (_ ("%s: the first %s of %s rows"), table->name, kept, all);
  if (!ask_bundle_table_is_whole (table))
    /* Translators: the name of a table, and how many of its rows. */
    return g_strdup_printf (_ ("%s: the first %s rows"), table->name, kept);
  /* Translators: the name of a table, then how many rows it has. */
  return g_strdup_printf (ngettext ("%s: %s row", "%s: %s rows", (gulong) n), table->name, kept);
}

static char *
say_sent (const AskBundle *self)
{
  gint64 bytes = 0;
  guint n_bodies = 0;
  g_autofree char *size = NULL;
  g_autoptr (GString) words = NULL;

  for (guint i = 0; i < self->sent->len; i++)
    {
      const AskBundleSent *sent = self->sent->pdata[i];

      bytes += sent->entry->bytes;
      n_bodies += sent->body != NULL;
    }
  size = ask_number_count ((guint64) bytes);
  words = g_string_new (NULL);
  g_string_append_printf (words,
                          /* Translators: how many requests, and how many bytes they had together. */
                          ngettext ("what left this computer for it: %u request, %s bytes",
                                    "what left this computer for it: %u requests, %s bytes", self->sent->len),
                          self->sent->len, size);
  if (n_bodies == 0)
    g_string_append (words, _ (", listed without what stood in them"));
  else
    g_string_append_printf (words,
                            ngettext (", and what stood in %u of them, byte for byte",
                                      ", and what stood in %u of them, byte for byte", n_bodies),
                            n_bodies);
  return g_string_free (g_steal_pointer (&words), FALSE);
}

/**
 * ask_bundle_list:
 * @self: what ask_bundle_collect() gave
 *
 * What a person is told before it is saved: a sentence, then a line for each thing that goes in, then one for each that does
 * not, in the user's language.
 *
 * Returns: (transfer full) (element-type utf8): the lines
 */
GPtrArray *
ask_bundle_list (const AskBundle *self)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (lines, g_strdup (_ ("The file holds this answer as you saw it, and opens without its sources. "
                                       "Whoever has it can read all of it.")));
  g_ptr_array_add (lines, g_strdup (_ ("the question, the answer, its query and the steps that led to it")));
  for (guint i = 0; i < self->tables->len; i++)
    g_ptr_array_add (lines, say_table (self->tables->pdata[i]));
  if (self->answer->citations->len > 0)
    {
      const guint n = self->answer->citations->len;

      g_ptr_array_add (lines,
                       g_strdup_printf (ngettext ("%u passage of a document that the answer rests on, with its "
                                                  "text, and where it lies in its folder",
                                                  "%u passages of documents that the answer rests on, with their "
                                                  "text, and where these lie in their folder",
                                                  n),
                                        n));
    }
  if (self->chart != NULL)
    g_ptr_array_add (lines, g_strdup (_ ("the chart")));
  if (self->sent->len > 0)
    g_ptr_array_add (lines, say_sent (self));
  for (guint i = 0; i < self->left_out->len; i++)
    g_ptr_array_add (lines, g_strdup (self->left_out->pdata[i]));
  g_ptr_array_add (lines, g_strdup (_ ("Not in it: keys, passwords, and what a steward has hidden.")));
  return lines;
}

/* What is wished for is called as what is drawn, but for these. */
static const char *
wish_for (const char *kind)
{
  if (kind == NULL || strcmp (kind, "value") == 0)
    return NULL;
  if (strcmp (kind, "horizontal-bar") == 0)
    return "bar";
  return strcmp (kind, "multi-line") == 0 ? "line" : kind;
}

/**
 * ask_bundle_draw:
 * @error: ASK_CHART_ERROR
 *
 * Draws the answer's rows again, with what a person had changed. Where this program would choose another kind of chart than
 * the one that was seen, it is asked for that one.
 *
 * Returns: (transfer full) (nullable): the chart; %NULL without @error where there are no rows
 */
AskChart *
ask_bundle_draw (const AskBundle *self, GError **error)
{
  const AskAnswer *answer = self->answer;
  const char *kind = self->chart != NULL && JSON_NODE_HOLDS_OBJECT (self->chart)
                       ? ask_json_get_string (json_node_get_object (self->chart), "kind")
                       : NULL;
  JsonObject *changed = self->chart != NULL && JSON_NODE_HOLDS_OBJECT (self->chart)
                          ? ask_json_get_object (json_node_get_object (self->chart), "look")
                          : NULL;
  const char *wish = wish_for (kind);
  AskChart *chart;
  g_autoptr (JsonNode) drawn = NULL;
  g_autoptr (AskChartLook) look = NULL;

  if (answer->rows == NULL || ask_rows_get_n_rows (answer->rows) == 0)
    return NULL;
  if (changed != NULL)
    look = ask_chart_look_from_json (json_object_get_member (json_node_get_object (self->chart), "look"), NULL);
  chart = ask_chart_choose_with (answer->rows, answer->question, answer->wish, look, error);
  if (chart == NULL || wish == NULL || (look != NULL && look->kind != NULL))
    return chart;
  drawn = ask_chart_to_json (chart);
  if (g_strcmp0 (ask_json_get_string (json_node_get_object (drawn), "kind"), kind) == 0)
    return chart;
  ask_chart_unref (chart);
  return ask_chart_choose_with (answer->rows, answer->question, wish, look, error);
}
