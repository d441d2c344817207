/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A GtkSourceCompletionProvider over ask_sql_words_find(), which is asked anew after each key. It holds a schema that is
 * shared and never changed.
 */
#include "config.h"

#include "app/sql/ask-sql-completion.h"

#include <glib/gi18n.h>
#include <string.h>

#include "store/ask-workspace.h"
#include "store/ask-workspace-functions.h"
#include "understand/complete/ask-sql-words.h"

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
  GPtrArray *verified; /* nullable AskVerified */
  GArray *snippets; /* AskSqlSnippet, of these */
  GPtrArray *own; /* nullable: AskOwnFunction */
  GArray *functions; /* AskSqlSignature, of these */
};

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

/* What is written before the cursor, and behind it. Returns: (transfer full): all of it */
static char *
dup_text (GtkSourceCompletionContext *context, gsize *cursor)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (gtk_source_completion_context_get_buffer (context));
  GtkTextIter start, end, here;
  g_autofree char *before = NULL;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_get_iter_at_mark (buffer, &here, gtk_text_buffer_get_insert (buffer));
  before = gtk_text_iter_get_slice (&start, &here);
  *cursor = strlen (before);
  return gtk_text_iter_get_slice (&start, &end);
}

/* A word that stands there already wants no list over it. */
static gboolean
is_written (GPtrArray *words, const char *sql, gsize start, gsize cursor)
{
  const AskSqlWord *word = words->len == 1 ? words->pdata[0] : NULL;

  return word != NULL && strlen (word->text) == cursor - start
         && g_ascii_strncasecmp (sql + start, word->text, cursor - start) == 0;
}

static void
fill (AskSqlCompletion *self, GtkSourceCompletionContext *context, GListStore *store)
{
  gsize cursor = 0;
  gsize start = 0;
  g_autofree char *sql = dup_text (context, &cursor);
  g_autoptr (GPtrArray) words = NULL;
  g_autoptr (GPtrArray) proposals = g_ptr_array_new_with_free_func (g_object_unref);

  if (self->schema != NULL)
    words = ask_sql_words_find (self->schema, &(AskSqlOffers) { self->snippets, self->functions }, sql, cursor, &start);
  for (guint i = 0; words != NULL && !is_written (words, sql, start, cursor) && i < words->len; i++)
    {
      AskSqlProposal *proposal = g_object_new (ASK_TYPE_SQL_PROPOSAL, NULL);

      proposal->word = words->pdata[i];
      words->pdata[i] = NULL;
      g_ptr_array_add (proposals, proposal);
    }
  /* Those that became proposals are theirs. */
  if (words != NULL && proposals->len > 0)
    g_ptr_array_set_free_func (words, NULL);
  g_list_store_splice (store, 0, g_list_model_get_n_items (G_LIST_MODEL (store)), proposals->pdata, proposals->len);
}

static void
completion_populate_async (GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context,
                           GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  AskSqlCompletion *self = ASK_SQL_COMPLETION (provider);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GListStore *store = g_list_store_new (ASK_TYPE_SQL_PROPOSAL);

  if (gtk_source_completion_context_get_buffer (context) != NULL)
    fill (self, context, store);
  g_task_return_pointer (task, store, g_object_unref);
}

static GListModel *
completion_populate_finish (GtkSourceCompletionProvider *provider, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
completion_refilter (GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context, GListModel *model)
{
  if (gtk_source_completion_context_get_buffer (context) != NULL)
    fill (ASK_SQL_COMPLETION (provider), context, G_LIST_STORE (model));
}

static const char *
get_icon (AskSqlWordKind kind)
{
  switch (kind)
    {
    case ASK_SQL_WORD_ENTITY:
    case ASK_SQL_WORD_CTE:
      return "ask-source-symbolic";
    case ASK_SQL_WORD_JOIN:
      return "ask-schema-symbolic";
    case ASK_SQL_WORD_QUESTION:
      return "ask-verified-symbolic";
    default:
      return NULL;
    }
}

static void
completion_display (GtkSourceCompletionProvider *provider, GtkSourceCompletionContext *context,
                    GtkSourceCompletionProposal *proposal, GtkSourceCompletionCell *cell)
{
  const AskSqlWord *word = ASK_SQL_PROPOSAL (proposal)->word;

  switch (gtk_source_completion_cell_get_column (cell))
    {
    case GTK_SOURCE_COMPLETION_COLUMN_ICON:
      gtk_source_completion_cell_set_icon_name (cell, get_icon (word->kind));
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
  AskSqlCompletion *self = ASK_SQL_COMPLETION (provider);
  const AskSqlWord *word = ASK_SQL_PROPOSAL (proposal)->word;
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (gtk_source_completion_context_get_buffer (context));
  GtkTextIter begin, end;
  g_autofree char *sql = NULL;
  g_autofree char *text = NULL;
  guint back;
  gsize cursor, start;

  if (buffer == NULL || self->schema == NULL)
    return;
  /* The list with the word in it goes with the change. */
  text = g_strdup (word->text);
  back = word->back;
  sql = dup_text (context, &cursor);
  g_ptr_array_unref (ask_sql_words_find (self->schema, NULL, sql, cursor, &start));
  gtk_text_buffer_get_iter_at_mark (buffer, &end, gtk_text_buffer_get_insert (buffer));
  begin = end;
  gtk_text_iter_backward_chars (&begin, (int) g_utf8_strlen (sql + start, (gssize) (cursor - start)));
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &begin, &end);
  gtk_text_buffer_insert (buffer, &begin, text, -1);
  gtk_text_iter_backward_chars (&begin, (int) back);
  gtk_text_buffer_place_cursor (buffer, &begin);
  gtk_text_buffer_end_user_action (buffer);
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
  g_clear_pointer (&self->verified, g_ptr_array_unref);
  g_array_unref (self->snippets);
  g_clear_pointer (&self->own, g_ptr_array_unref);
  g_array_unref (self->functions);
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
  self->snippets = g_array_new (FALSE, FALSE, sizeof (AskSqlSnippet));
  self->functions = g_array_new (FALSE, FALSE, sizeof (AskSqlSignature));
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

/** ask_sql_completion_set_questions: @verified: (nullable) (element-type AskVerified): whose SQL is offered to begin with */
void
ask_sql_completion_set_questions (AskSqlCompletion *self, GPtrArray *verified)
{
  g_return_if_fail (ASK_IS_SQL_COMPLETION (self));
  g_clear_pointer (&self->verified, g_ptr_array_unref);
  self->verified = verified != NULL ? g_ptr_array_ref (verified) : NULL;
  g_array_set_size (self->snippets, 0);
  for (guint i = 0; verified != NULL && i < verified->len; i++)
    {
      const AskVerified *pair = verified->pdata[i];
      AskSqlSnippet snippet = { pair->question, pair->sql };

      g_array_append_val (self->snippets, snippet);
    }
}

/** ask_sql_completion_set_functions: @own: (nullable) (element-type AskOwnFunction): what a steward defined, offered like other
 * functions */
void
ask_sql_completion_set_functions (AskSqlCompletion *self, GPtrArray *own)
{
  g_return_if_fail (ASK_IS_SQL_COMPLETION (self));
  g_clear_pointer (&self->own, g_ptr_array_unref);
  self->own = own != NULL ? g_ptr_array_ref (own) : NULL;
  g_array_set_size (self->functions, 0);
  for (guint i = 0; own != NULL && i < own->len; i++)
    {
      const AskOwnFunction *function = own->pdata[i];
      AskSqlSignature signature = { .name = function->name, .arguments = "value, context…" };

      g_array_append_val (self->functions, signature);
    }
}
