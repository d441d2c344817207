/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A GtkSourceCompletionProvider over ask_sql_words_find(). It holds a schema that is shared and never changed.
 */
#include "config.h"

#include "app/sql/ask-sql-completion.h"

#include <glib/gi18n.h>

#include "app/sql/ask-sql-words.h"

/* One name in the pop-up. */
#define ASK_TYPE_SQL_PROPOSAL (ask_sql_proposal_get_type ())
G_DECLARE_FINAL_TYPE (AskSqlProposal, ask_sql_proposal, ASK, SQL_PROPOSAL, GObject)

struct _AskSqlProposal
{
  GObject parent_instance;
  AskSqlWord *word;
};

static char *
proposal_get_typed_text (GtkSourceCompletionProposal *proposal)
{
  return g_strdup (ASK_SQL_PROPOSAL (proposal)->word->text);
}

static void
proposal_iface_init (GtkSourceCompletionProposalInterface *iface)
{
  iface->get_typed_text = proposal_get_typed_text;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (AskSqlProposal, ask_sql_proposal, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_COMPLETION_PROPOSAL, proposal_iface_init))

static void
ask_sql_proposal_finalize (GObject *object)
{
  g_clear_pointer (&ASK_SQL_PROPOSAL (object)->word, ask_sql_word_free);
  G_OBJECT_CLASS (ask_sql_proposal_parent_class)->finalize (object);
}

static void
ask_sql_proposal_class_init (AskSqlProposalClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_sql_proposal_finalize;
}

static void
ask_sql_proposal_init (AskSqlProposal *self)
{
}

struct _AskSqlCompletion
{
  GObject parent_instance;
  AskSchema *schema; /* nullable */
  char *typed;
};

static gboolean
is_wanted (gpointer item, gpointer data)
{
  AskSqlCompletion *self = data;

  return ask_sql_word_matches (ASK_SQL_PROPOSAL (item)->word, self->typed != NULL ? self->typed : "");
}

static char *
completion_get_title (GtkSourceCompletionProvider *provider)
{
  return g_strdup (_ ("Schema"));
}

static int
completion_get_priority (GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context)
{
  return 1;
}

static gboolean
completion_is_trigger (GtkSourceCompletionProvider *provider, const GtkTextIter *iter, gunichar c)
{
  return c == '.';
}

static gboolean
completion_key_activates (GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context,
                          GtkSourceCompletionProposal *proposal, guint key, GdkModifierType state)
{
  return FALSE;
}

static void
completion_populate_async (GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context,
                           GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  AskSqlCompletion *self = ASK_SQL_COMPLETION (provider);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GListStore *store = g_list_store_new (ASK_TYPE_SQL_PROPOSAL);
  GtkSourceBuffer *buffer = gtk_source_completion_context_get_buffer (context);
  GtkTextIter start, begin, end;
  g_autofree char *sql = NULL;
  g_autofree char *before = NULL;

  g_free (self->typed);
  self->typed = gtk_source_completion_context_get_word (context);
  if (self->schema != NULL && buffer != NULL && gtk_source_completion_context_get_bounds (context, &begin, &end))
    {
      g_autoptr (GPtrArray) words = NULL;

      gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (buffer), &start, &end);
      sql = gtk_text_iter_get_slice (&start, &end);
      before = gtk_text_iter_get_slice (&start, &begin);
      words = ask_sql_words_find (self->schema, sql, strlen (before));
      while (words->len > 0)
        {
          g_autoptr (AskSqlProposal) proposal = g_object_new (ASK_TYPE_SQL_PROPOSAL, NULL);

          proposal->word = g_ptr_array_steal_index (words, 0);
          g_list_store_append (store, proposal);
        }
    }
  g_task_return_pointer (task,
                         gtk_filter_list_model_new (G_LIST_MODEL (store),
                                                    GTK_FILTER (gtk_custom_filter_new (is_wanted, g_object_ref (self),
                                                                                       g_object_unref))),
                         g_object_unref);
}

static GListModel *
completion_populate_finish (GtkSourceCompletionProvider *provider, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
completion_refilter (GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context, GListModel *model)
{
  AskSqlCompletion *self = ASK_SQL_COMPLETION (provider);

  g_free (self->typed);
  self->typed = gtk_source_completion_context_get_word (context);
  gtk_filter_changed (gtk_filter_list_model_get_filter (GTK_FILTER_LIST_MODEL (model)), GTK_FILTER_CHANGE_DIFFERENT);
}

static void
completion_display (GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context,
                    GtkSourceCompletionProposal *proposal, GtkSourceCompletionCell *cell)
{
  const AskSqlWord *word = ASK_SQL_PROPOSAL (proposal)->word;

  switch (gtk_source_completion_cell_get_column (cell))
    {
    case GTK_SOURCE_COMPLETION_COLUMN_ICON:
      gtk_source_completion_cell_set_icon_name (cell, word->kind == ASK_SQL_WORD_ENTITY ? "ask-source-symbolic" : NULL);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_TYPED_TEXT:
      gtk_source_completion_cell_set_text (cell, word->name);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_AFTER:
      if (word->kind == ASK_SQL_WORD_METRIC)
        {
          /* Translators: a metric, and the entity that it is of. */
          g_autofree char *words = g_strdup_printf (_ ("metric of %s"), word->detail);

          gtk_source_completion_cell_set_text (cell, words);
        }
      else
        gtk_source_completion_cell_set_text (cell, word->detail);
      break;
    default:
      gtk_source_completion_cell_set_text (cell, NULL);
    }
}

static void
completion_activate (GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context,
                     GtkSourceCompletionProposal *proposal)
{
  GtkSourceBuffer *buffer = gtk_source_completion_context_get_buffer (context);
  GtkTextIter begin, end;

  if (buffer == NULL || !gtk_source_completion_context_get_bounds (context, &begin, &end))
    return;
  gtk_text_buffer_begin_user_action (GTK_TEXT_BUFFER (buffer));
  gtk_text_buffer_delete (GTK_TEXT_BUFFER (buffer), &begin, &end);
  gtk_text_buffer_insert (GTK_TEXT_BUFFER (buffer), &begin, ASK_SQL_PROPOSAL (proposal)->word->text, -1);
  gtk_text_buffer_end_user_action (GTK_TEXT_BUFFER (buffer));
}

static void
provider_iface_init (GtkSourceCompletionProviderInterface *iface)
{
  iface->get_title = completion_get_title;
  iface->get_priority = completion_get_priority;
  iface->is_trigger = completion_is_trigger;
  iface->key_activates = completion_key_activates;
  iface->populate_async = completion_populate_async;
  iface->populate_finish = completion_populate_finish;
  iface->refilter = completion_refilter;
  iface->display = completion_display;
  iface->activate = completion_activate;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (AskSqlCompletion, ask_sql_completion, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_COMPLETION_PROVIDER, provider_iface_init))

static void
ask_sql_completion_finalize (GObject *object)
{
  AskSqlCompletion *self = ASK_SQL_COMPLETION (object);

  g_clear_pointer (&self->schema, ask_schema_unref);
  g_free (self->typed);
  G_OBJECT_CLASS (ask_sql_completion_parent_class)->finalize (object);
}

static void
ask_sql_completion_class_init (AskSqlCompletionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_sql_completion_finalize;
}

static void
ask_sql_completion_init (AskSqlCompletion *self)
{
}

/** ask_sql_completion_new: Returns: (transfer full): a provider without a schema: it offers nothing yet */
AskSqlCompletion *
ask_sql_completion_new (void)
{
  return g_object_new (ASK_TYPE_SQL_COMPLETION, NULL);
}

/** ask_sql_completion_set_schema: @schema: (transfer none) (nullable): a reference is kept; shared, not changed */
void
ask_sql_completion_set_schema (AskSqlCompletion *self, AskSchema *schema)
{
  g_return_if_fail (ASK_IS_SQL_COMPLETION (self));
  g_clear_pointer (&self->schema, ask_schema_unref);
  self->schema = schema != NULL ? ask_schema_ref (schema) : NULL;
}
