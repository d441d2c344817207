/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts questions to cards. AskSuggestions has what is offered while one types, AskStartPage what an empty page offers. The
 * view holds copies of questions and no other data.
 */
#include "config.h"

#include "app/ask/ask-ask-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "app/ask/ask-follow-line.h"
#include "app/ask/ask-ideas.h"
#include "app/ask/ask-start-page.h"
#include "app/ask/ask-suggestions.h"
#include "app/jobs/ask-jobs-cards.h"
#include "app/widgets/ask-banner.h"
#include "base/ask-text.h"

/* Cards kept on the page. Each holds its result; older answers are in History. */
#define MAX_CARDS 30

struct _AskAskView
{
  GtkWidget parent_instance;
  AskSession *session;
  GPtrArray *questions; /* char *, verified */
  gboolean quiet; /* the entry is being filled by us */
  guint n_sources; /* when that was last heard of */
  gboolean knows_sources; /* that was heard of */
  gboolean restoring; /* the cards of the last time are looked for, or were */
  gboolean restored; /* the cards of the last time were looked for */
  gboolean unreadable; /* the workspace, so there are no cards to look for */
  gboolean keeping; /* a job keeps which cards there are */
  GPtrArray *files; /* (nullable) char *: saved answers to open once it is known which cards there were */
  char *kept; /* nullable: which cards were kept last; see ask_jobs_keep_cards() */

  AskBanner *banner;
  GtkEntry *entry;
  GtkButton *ask;
  AskFollowLine *line;
  GtkStack *states;
  AskStartPage *start;
  AskIdeas *ideas; /* about a source that came while answers stand on the page */
  GtkScrolledWindow *card_scroller;
  GtkBox *cards;
  AskSuggestions *suggestions;
};

G_DEFINE_FINAL_TYPE (AskAskView, ask_ask_view, GTK_TYPE_WIDGET)

static void
text_changed (AskAskView *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  gtk_widget_set_sensitive (GTK_WIDGET (self->ask), *text != '\0');
  if (self->quiet || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (*text != '\0')
    ask_suggestions_update (self->suggestions);
  else
    ask_suggestions_hide (self->suggestions);
}

static void
set_text (AskAskView *self, const char *text)
{
  self->quiet = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
  self->quiet = FALSE;
}

static gboolean
can_be_followed (const AskAnswer *answer)
{
  return answer != NULL && answer->status == ASK_STATUS_ANSWERED && answer->sql != NULL && answer->history_id > 0;
}

/* The next question leans on the newest answer that it could change. */
static void
update_line (AskAskView *self)
{
  for (GtkWidget *card = gtk_widget_get_first_child (GTK_WIDGET (self->cards)); card != NULL;
       card = gtk_widget_get_next_sibling (card))
    {
      const AskAnswer *answer = ask_answer_card_get_answer (ASK_ANSWER_CARD (card));

      if (can_be_followed (answer))
        {
          ask_follow_line_set (self->line, answer->question, answer->history_id);
          return;
        }
    }
  ask_follow_line_clear (self->line);
}

static char *
list_cards (AskAskView *self)
{
  GString *text = g_string_new (NULL);
  guint n = 0;

  for (GtkWidget *card = gtk_widget_get_first_child (GTK_WIDGET (self->cards)); card != NULL && n < ASK_JOBS_MAX_CARDS;
       card = gtk_widget_get_next_sibling (card))
    {
      gint64 id = ask_answer_card_get_history_id (ASK_ANSWER_CARD (card));

      if (id > 0)
        g_string_append_printf (text, "%s%" G_GINT64_FORMAT, n++ > 0 ? " " : "", id);
    }
  return g_string_free (text, FALSE);
}

static void keep_cards (AskAskView *self);

static void
kept_cards (GObject *source, GAsyncResult *result, gpointer data)
{
  AskAskView *self = ASK_ASK_VIEW (source);
  g_autoptr (GError) error = NULL;

  ask_job_finish (source, result, &error);
  self->keeping = FALSE;
  /* They are in the history all the same. */
  if (error != NULL)
    g_info ("Which answers are open was not kept: %s", error->message);
  else
    keep_cards (self);
}

/* One job at a time, so that the last one says what there is. */
static void
keep_cards (AskAskView *self)
{
  g_autofree char *cards = list_cards (self);

  if (self->keeping || !self->restored || g_strcmp0 (cards, self->kept) == 0)
    return;
  self->keeping = TRUE;
  g_free (self->kept);
  self->kept = g_steal_pointer (&cards);
  ask_job_start (ask_jobs_keep_cards (self->kept), self, ask_session_get_path (self->session), NULL, kept_cards, NULL);
}

static gint64
get_id (GtkWidget *card)
{
  const AskAnswer *answer = card != NULL ? ask_answer_card_get_answer (ASK_ANSWER_CARD (card)) : NULL;

  return answer != NULL ? answer->history_id : 0;
}

/* An answer stands close to the one that its question was asked after. */
static void
draw_together (AskAskView *self)
{
  for (GtkWidget *card = gtk_widget_get_first_child (GTK_WIDGET (self->cards)); card != NULL;
       card = gtk_widget_get_next_sibling (card))
    {
      const AskAnswer *answer = ask_answer_card_get_answer (ASK_ANSWER_CARD (card));

      if (answer != NULL && answer->before > 0 && answer->before == get_id (gtk_widget_get_next_sibling (card)))
        gtk_widget_add_css_class (card, "ask-continues");
      else
        gtk_widget_remove_css_class (card, "ask-continues");
    }
}

static void
card_answered (AskAskView *self)
{
  draw_together (self);
  update_line (self);
  keep_cards (self);
}

static void
card_closed (AskAnswerCard *card, AskAskView *self)
{
  ask_answer_card_cancel (card);
  gtk_box_remove (self->cards, GTK_WIDGET (card));
  card_answered (self);
  if (gtk_widget_get_first_child (GTK_WIDGET (self->cards)) == NULL)
    gtk_stack_set_visible_child_name (self->states, "empty");
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

static AskAnswerCard *add_card (AskAskView *self);

/* SQL that a person changed in a card: its answer stands on top, and the card stays. */
static void
card_derived (AskAnswerCard *card, AskOutcome *outcome, AskAskView *self)
{
  ask_ask_view_show (self, outcome);
}

static AskAnswerCard *
add_card (AskAskView *self)
{
  GtkWidget *card = ask_answer_card_new (self->session);
  GtkWidget *old;
  guint count = 0;

  g_signal_connect_object (card, "closed", G_CALLBACK (card_closed), self, 0);
  g_signal_connect_object (card, "answered", G_CALLBACK (card_answered), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (card, "derived", G_CALLBACK (card_derived), self, 0);
  gtk_box_prepend (self->cards, card);
  for (old = gtk_widget_get_first_child (GTK_WIDGET (self->cards)); old != NULL; count++)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (old);

      if (count >= MAX_CARDS)
        gtk_box_remove (self->cards, old);
      old = next;
    }
  gtk_stack_set_visible_child_name (self->states, "cards");
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->card_scroller), 0);
  return ASK_ANSWER_CARD (card);
}

static AskAnswerCard *
ask_so (AskAskView *self, const char *question, const AskAsking *how)
{
  g_autofree char *stripped = g_strstrip (g_strdup (question));
  AskAnswerCard *card;

  ask_suggestions_hide (self->suggestions);
  if (*stripped == '\0')
    return NULL;
  ask_ideas_forget (self->ideas);
  card = add_card (self);
  if (how->reading != 0)
    ask_answer_card_read (card, stripped, how->reading);
  else
    ask_answer_card_follow (card, stripped, how->follow);
  set_text (self, "");
  return card;
}

/**
 * ask_ask_view_ask:
 * @self: the page
 * @question: in plain language; empty is ignored
 *
 * Asks a question of its own, whatever was answered before.
 *
 * Returns: (transfer none) (nullable): the new card, on top
 */
AskAnswerCard *
ask_ask_view_ask (AskAskView *self, const char *question)
{
  g_return_val_if_fail (ASK_IS_ASK_VIEW (self), NULL);
  return ask_so (self, question, &(AskAsking) { 0 });
}

/**
 * ask_ask_view_run:
 * @self: the page
 * @question: what @sql answers, in words
 * @sql: one SELECT over the relational view, which a person wrote or built
 *
 * Returns: (transfer none): a new card, on top, which runs it; questions can follow on it
 */
AskAnswerCard *
ask_ask_view_run (AskAskView *self, const char *question, const char *sql)
{
  AskAnswerCard *card;

  g_return_val_if_fail (ASK_IS_ASK_VIEW (self), NULL);
  ask_suggestions_hide (self->suggestions);
  card = add_card (self);
  ask_answer_card_run (card, question, sql);
  return card;
}

/**
 * ask_ask_view_show:
 * @self: the page
 * @outcome: (transfer none): an answer that came about elsewhere
 *
 * Returns: (transfer none): a new card, on top, which shows its rows
 */
AskAnswerCard *
ask_ask_view_show (AskAskView *self, AskOutcome *outcome)
{
  AskAnswerCard *card;

  g_return_val_if_fail (ASK_IS_ASK_VIEW (self), NULL);
  ask_suggestions_hide (self->suggestions);
  card = add_card (self);
  ask_answer_card_show (card, ask_outcome_ref (outcome));
  ask_answer_card_show_view (card, "table");
  return card;
}

static gboolean
has_card (AskAskView *self, gint64 id)
{
  for (GtkWidget *card = gtk_widget_get_first_child (GTK_WIDGET (self->cards)); card != NULL;
       card = gtk_widget_get_next_sibling (card))
    if (get_id (card) == id)
      return TRUE;
  return FALSE;
}

/* What stands before the card that was opened goes below it. */
static void
opened (GObject *source, GAsyncResult *result, gpointer data)
{
  AskAskView *self = ASK_ASK_VIEW (source);
  g_autoptr (GtkWidget) below = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) before = ask_job_finish (source, result, &error);

  /* The card says for itself what cannot be read. */
  if (before == NULL)
    g_info ("What stands before an answer is not known: %s", error->message);
  for (guint i = 0; before != NULL && i < before->len; i++)
    {
      gint64 id = g_array_index (before, gint64, i);
      AskAnswerCard *card;

      if (gtk_widget_get_parent (below) != GTK_WIDGET (self->cards) || has_card (self, id))
        return;
      card = add_card (self);
      ask_answer_card_open (card, id);
      gtk_box_reorder_child_after (self->cards, GTK_WIDGET (card), below);
      g_set_object (&below, GTK_WIDGET (card));
    }
}

/**
 * ask_ask_view_write:
 * @self: the page
 * @sql: that a person wrote
 *
 * Runs it as an answer of its own.
 *
 * Returns: (transfer none): the new card, on top
 */
AskAnswerCard *
ask_ask_view_write (AskAskView *self, const char *sql)
{
  g_autofree char *line = ask_text_shorten (sql, 80);
  /* Translators: how a statement begins. */
  g_autofree char *question = g_strdup_printf (_ ("SQL: %s"), line);

  g_return_val_if_fail (ASK_IS_ASK_VIEW (self), NULL);
  return ask_ask_view_run (self, question, sql);
}

/**
 * ask_ask_view_open:
 * @history_id: of an earlier question
 *
 * The answers before it in its conversation come back, too, below it.
 *
 * Returns: (transfer none): a new card that reads its answer back; nothing is asked again
 */
AskAnswerCard *
ask_ask_view_open (AskAskView *self, gint64 history_id)
{
  AskAnswerCard *card;

  g_return_val_if_fail (ASK_IS_ASK_VIEW (self), NULL);
  card = add_card (self);
  ask_answer_card_open (card, history_id);
  ask_job_start (ask_jobs_list_thread (history_id), self, ask_session_get_path (self->session), NULL, opened,
                 g_object_ref (card));
  return card;
}

/* Those of the last time are there, or will not be: nothing stands in the way of other cards. */
static void
open_files (AskAskView *self)
{
  g_autoptr (GPtrArray) files = g_steal_pointer (&self->files);

  for (guint i = 0; files != NULL && i < files->len; i++)
    ask_answer_card_open_file (add_card (self), files->pdata[i]);
}

/** ask_ask_view_open_file: @path: of a saved answer. Shows it in a card of its own; a card says why where it cannot. */
void
ask_ask_view_open_file (AskAskView *self, const char *path)
{
  g_return_if_fail (ASK_IS_ASK_VIEW (self));
  if (self->files == NULL)
    self->files = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->files, g_strdup (path));
  if (self->restored || self->unreadable)
    open_files (self);
}

/** ask_ask_view_get_newest: Returns: (transfer none) (nullable): the card on top */
AskAnswerCard *
ask_ask_view_get_newest (AskAskView *self)
{
  GtkWidget *card;

  g_return_val_if_fail (ASK_IS_ASK_VIEW (self), NULL);
  card = gtk_widget_get_first_child (GTK_WIDGET (self->cards));
  return card != NULL ? ASK_ANSWER_CARD (card) : NULL;
}

/** ask_ask_view_focus: puts the cursor into the question. */
void
ask_ask_view_focus (AskAskView *self)
{
  g_return_if_fail (ASK_IS_ASK_VIEW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

/** ask_ask_view_begin_afresh: puts the cursor into the question, which leans on no answer. */
void
ask_ask_view_begin_afresh (AskAskView *self)
{
  g_return_if_fail (ASK_IS_ASK_VIEW (self));
  ask_follow_line_clear (self->line);
  ask_ask_view_focus (self);
}

/** ask_ask_view_begin_about: @entity: its name. Begins a question that leans on no answer, and offers how it goes on. */
void
ask_ask_view_begin_about (AskAskView *self, const char *entity)
{
  g_autofree char *words = ask_text_to_words (entity);
  g_autofree char *text = g_strconcat (words, " ", NULL);

  g_return_if_fail (ASK_IS_ASK_VIEW (self));
  ask_follow_line_clear (self->line);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
}

static void
entry_activated (AskAskView *self)
{
  g_autofree char *question = NULL;

  if (ask_suggestions_take_chosen (self->suggestions))
    return;
  question = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  /* What is typed may lean on the answer before; a verified question says it all. */
  ask_so (self, question, &(AskAsking) { .follow = ask_follow_line_get (self->line) });
}

static void
question_chosen (AskAskView *self, const char *question)
{
  ask_ask_view_ask (self, question);
}

/* The first reading of a suggestion is known to be what it means; nobody chose it. */
static void
start_chosen (AskAskView *self, const char *question, gboolean suggested)
{
  ask_so (self, question, &(AskAsking) { .reading = suggested ? -1 : 0 });
}

static void
idea_chosen (AskAskView *self, const char *question)
{
  start_chosen (self, question, TRUE);
}

static gboolean
cancel_running (AskAskView *self)
{
  gboolean any = FALSE;

  for (GtkWidget *card = gtk_widget_get_first_child (GTK_WIDGET (self->cards)); card != NULL;
       card = gtk_widget_get_next_sibling (card))
    any = ask_answer_card_cancel (ASK_ANSWER_CARD (card)) || any;
  return any;
}

static gboolean
entry_key (AskAskView *self, guint key, guint code, GdkModifierType modifiers)
{
  if ((modifiers & gtk_accelerator_get_default_mod_mask ()) != 0)
    return FALSE;
  return ask_suggestions_take_key (self->suggestions, key);
}

static void
entry_left (AskAskView *self)
{
  if (self->suggestions != NULL)
    ask_suggestions_hide (self->suggestions);
}

static void
action_cancel (GtkWidget *widget, const char *action, GVariant *parameter)
{
  cancel_running (ASK_ASK_VIEW (widget));
}

static void
restore_cards (GObject *source, GAsyncResult *result, gpointer data)
{
  AskAskView *self = ASK_ASK_VIEW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) cards = ask_job_finish (source, result, &error);

  /* They are in the history all the same. */
  if (cards == NULL)
    g_info ("Which answers were open is not known: %s", error->message);
  /* Whoever has asked meanwhile has other things in mind. */
  else if (gtk_widget_get_first_child (GTK_WIDGET (self->cards)) == NULL)
    for (guint i = cards->len; i-- > 0;)
      ask_answer_card_open (add_card (self), g_array_index (cards, gint64, i));
  self->restored = TRUE;
  keep_cards (self);
  open_files (self);
}

/**
 * ask_ask_view_set_overview:
 * @overview: (transfer none): what there is to ask
 *
 * Fills the suggestions and says what to do first.
 */
void
ask_ask_view_set_overview (AskAskView *self, AskOverview *overview)
{
  gboolean more = self->knows_sources && overview->n_sources > self->n_sources;

  g_return_if_fail (ASK_IS_ASK_VIEW (self));
  ask_banner_hide (self->banner);
  g_ptr_array_set_size (self->questions, 0);
  for (guint i = 0; i < overview->verified->len; i++)
    g_ptr_array_add (self->questions, g_strdup (((AskVerified *) overview->verified->pdata[i])->question));
  ask_suggestions_set_questions (self->suggestions, self->questions);
  ask_start_page_set_overview (self->start, overview);
  /* Where answers stand on the page, nobody sees what the start page suggests. */
  if (more && gtk_widget_get_first_child (GTK_WIDGET (self->cards)) != NULL)
    ask_ideas_look (self->ideas, self->session, NULL);
  self->n_sources = overview->n_sources;
  self->knows_sources = TRUE;
  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->states), "loading") == 0)
    gtk_stack_set_visible_child_name (self->states, "empty");
  /* Also where a question was quicker than the overview: else its card would not be kept. */
  if (!self->restoring)
    {
      self->restoring = TRUE;
      ask_job_start (ask_jobs_list_cards (), self, ask_session_get_path (self->session), NULL, restore_cards, NULL);
    }
}

/** ask_ask_view_set_welcome: @welcome: (transfer floating): what the page shows where there are no sources */
void
ask_ask_view_set_welcome (AskAskView *self, GtkWidget *welcome)
{
  g_return_if_fail (ASK_IS_ASK_VIEW (self));
  ask_start_page_set_welcome (self->start, welcome);
}

/** ask_ask_view_set_problem: @text: why the workspace cannot be read, as a sentence: shown with a way to try again */
void
ask_ask_view_set_problem (AskAskView *self, const char *text)
{
  g_return_if_fail (ASK_IS_ASK_VIEW (self));
  ask_banner_show (self->banner, text, _ ("Try Again"), "win.reload");
  self->unreadable = TRUE;
  open_files (self);
  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->states), "loading") == 0)
    {
      ask_start_page_set_problem (self->start);
      gtk_stack_set_visible_child_name (self->states, "empty");
    }
}

static void
ask_ask_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ask_ask_view_parent_class)->map (widget);
  gtk_widget_grab_focus (GTK_WIDGET (ASK_ASK_VIEW (widget)->entry));
}

static void
ask_ask_view_dispose (GObject *object)
{
  AskAskView *self = ASK_ASK_VIEW (object);
  GtkWidget *child;

  if (self->suggestions != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->suggestions)));
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  g_clear_pointer (&self->questions, g_ptr_array_unref);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->kept, g_free);
  G_OBJECT_CLASS (ask_ask_view_parent_class)->dispose (object);
}

static void
ask_ask_view_class_init (AskAskViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (ASK_TYPE_BANNER);
  g_type_ensure (ASK_TYPE_FOLLOW_LINE);
  g_type_ensure (ASK_TYPE_IDEAS);
  g_type_ensure (ASK_TYPE_START_PAGE);
  G_OBJECT_CLASS (klass)->dispose = ask_ask_view_dispose;
  widget_class->map = ask_ask_view_map;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-ask-view.ui");
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, AskAskView, name)
  BIND (banner);
  BIND (entry);
  BIND (ask);
  BIND (line);
  BIND (states);
  BIND (start);
  BIND (ideas);
  BIND (card_scroller);
  BIND (cards);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, text_changed);
  gtk_widget_class_bind_template_callback (widget_class, entry_activated);
  gtk_widget_class_bind_template_callback (widget_class, entry_key);
  gtk_widget_class_bind_template_callback (widget_class, entry_left);
  gtk_widget_class_bind_template_callback (widget_class, start_chosen);
  gtk_widget_class_bind_template_callback (widget_class, idea_chosen);
  gtk_widget_class_install_action (widget_class, "ask.cancel", NULL, action_cancel);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "ask.cancel", NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ask_ask_view_init (AskAskView *self)
{
  self->questions = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  self->suggestions = ask_suggestions_new (self->entry);
  g_signal_connect_object (self->suggestions, "question", G_CALLBACK (question_chosen), self, G_CONNECT_SWAPPED);
}

/** ask_ask_view_new: Returns: (transfer floating): the page */
GtkWidget *
ask_ask_view_new (AskSession *session)
{
  AskAskView *self = g_object_new (ASK_TYPE_ASK_VIEW, NULL);

  self->session = g_object_ref (session);
  ask_suggestions_set_session (self->suggestions, session);
  ask_start_page_set_session (self->start, session);
  return GTK_WIDGET (self);
}
