/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list below the entry that never has the focus: typing goes on while it is open. What can follow is worked out in a
 * thread. One job runs at a time; what is typed meanwhile starts the next one, and what came too late is dropped.
 */
#include "config.h"

#include "app/ask/ask-suggestions.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/ask/ask-question-row.h"
#include "app/jobs/ask-jobs-question.h"
#include "base/ask-text.h"
#include "understand/complete/ask-complete.h"

#define MAX_QUESTIONS 5
#define MAX_COMPLETIONS 12
#define LEAST_WIDTH 200
#define MARGIN 24
/* An entry that is narrower has room for words alone. */
#define DETAIL_WIDTH 400

struct _AskSuggestions
{
  GtkPopover parent_instance;
  AskSession *session; /* nullable */
  GPtrArray *questions; /* char *, verified */
  GPtrArray *folded; /* char *, as many */
  GtkEntry *entry; /* our parent */
  GtkListBox *list;
  GCancellable *cancellable;
  guint idle; /* 0, or what starts a job */
  gboolean wanted; /* what is found is to be shown */
  gboolean running; /* a job */
  gboolean again; /* something else was typed since */
  gboolean quiet; /* the entry is being filled by us */
};

G_DEFINE_FINAL_TYPE (AskSuggestions, ask_suggestions, GTK_TYPE_POPOVER)

enum
{
  QUESTION,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
set_expanded (AskSuggestions *self, gboolean expanded)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_EXPANDED, expanded, -1);
  if (!expanded)
    gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT);
}

/**
 * ask_suggestions_hide:
 * @self: suggestions
 *
 * Closes the list; what is still worked out is not shown.
 */
void
ask_suggestions_hide (AskSuggestions *self)
{
  g_return_if_fail (ASK_IS_SUGGESTIONS (self));
  self->wanted = FALSE;
  self->again = FALSE;
  gtk_popover_popdown (GTK_POPOVER (self));
}

static void
remove_rows (AskSuggestions *self)
{
  GtkWidget *row;

  gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT);
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
}

static gboolean
holds_all_words (const char *folded, GPtrArray *words)
{
  for (guint i = 0; i < words->len; i++)
    if (strstr (folded, words->pdata[i]) == NULL)
      return FALSE;
  return TRUE;
}

static void
add_questions (AskSuggestions *self, const char *text)
{
  g_autoptr (GPtrArray) words = ask_text_words (text);
  guint n = 0;

  for (guint i = 0; i < self->questions->len && n < MAX_QUESTIONS; i++)
    if (words->len > 0 && holds_all_words (self->folded->pdata[i], words)
        && g_strcmp0 (self->questions->pdata[i], text) != 0)
      {
        gtk_list_box_append (self->list, ask_question_row_new (self->questions->pdata[i], ASK_QUESTION_ROW_OFFERED));
        n++;
      }
}

static void
add_completion (AskSuggestions *self, const AskCompletion *completion, const char *text)
{
  gboolean hint = completion->kind == ASK_COMPLETION_HINT;
  GtkWidget *row = ask_question_row_new (completion->text, hint ? ASK_QUESTION_ROW_HINT : ASK_QUESTION_ROW_WORD);
  gsize at;

  ask_question_row_set_detail (row, completion->what, gtk_widget_get_width (GTK_WIDGET (self->entry)) >= DETAIL_WIDTH);
  if (hint)
    {
      gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (row), FALSE);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
    }
  else
    {
      char *taken = ask_completion_apply (completion, text, &at);

      g_object_set_data_full (G_OBJECT (row), "ask-completion", taken, g_free);
      g_object_set_data (G_OBJECT (row), "ask-cursor", GINT_TO_POINTER (g_utf8_strlen (taken, (gssize) at)));
    }
  gtk_list_box_append (self->list, row);
}

static gboolean
has_focus (AskSuggestions *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self->entry));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL
         && (focus == GTK_WIDGET (self->entry) || gtk_widget_is_ancestor (focus, GTK_WIDGET (self->entry)));
}

static void
show_rows (AskSuggestions *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self->entry));

  /* A surface needs a place to stand at. */
  if (gtk_widget_get_first_child (GTK_WIDGET (self->list)) == NULL || width <= 0
      || !gtk_widget_get_mapped (GTK_WIDGET (self->entry)) || !has_focus (self))
    {
      gtk_popover_popdown (GTK_POPOVER (self));
      return;
    }
  gtk_widget_set_size_request (GTK_WIDGET (self->list), MAX (width - MARGIN, LEAST_WIDTH), -1);
  /* An open one only gets another size when it is asked to. */
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    gtk_popover_present (GTK_POPOVER (self));
  else
    gtk_popover_popup (GTK_POPOVER (self));
  set_expanded (self, TRUE);
}

static void start (AskSuggestions *self);

static void
completed (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSuggestions *self = ASK_SUGGESTIONS (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) completions = ask_job_finish (source, result, &error);
  const char *text;

  self->running = FALSE;
  if (self->again)
    {
      self->again = FALSE;
      start (self);
      return;
    }
  if (!self->wanted || self->list == NULL)
    return;
  /* One can type without them; whoever asks is told what is wrong. */
  if (completions == NULL)
    g_info ("Nothing can be offered: %s", error->message);
  text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  remove_rows (self);
  add_questions (self, text);
  for (guint i = 0; completions != NULL && i < completions->len; i++)
    add_completion (self, completions->pdata[i], text);
  show_rows (self);
}

static void
start (AskSuggestions *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  const char *at = g_utf8_offset_to_pointer (text, gtk_editable_get_position (GTK_EDITABLE (self->entry)));

  self->running = TRUE;
  ask_job_start (ask_jobs_complete (text, (gsize) (at - text), MAX_COMPLETIONS), self,
                 ask_session_get_path (self->session), self->cancellable, completed, NULL);
}

static gboolean
start_soon (gpointer data)
{
  AskSuggestions *self = data;

  self->idle = 0;
  if (self->wanted)
    start (self);
  return G_SOURCE_REMOVE;
}

/**
 * ask_suggestions_update:
 * @self: suggestions
 *
 * Works out what can follow what stands in the entry now, and shows it then. Returns at once.
 */
void
ask_suggestions_update (AskSuggestions *self)
{
  g_return_if_fail (ASK_IS_SUGGESTIONS (self));
  if (self->quiet || self->session == NULL)
    return;
  self->wanted = TRUE;
  if (self->running)
    self->again = TRUE;
  /* The cursor is moved after the text has changed. */
  else if (self->idle == 0)
    self->idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, start_soon, self, NULL);
}

/* Returns: whether the row goes on with the question */
static gboolean
take_completion (AskSuggestions *self, GtkListBoxRow *row)
{
  g_autofree char *text = g_strdup (g_object_get_data (G_OBJECT (row), "ask-completion"));
  int cursor = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "ask-cursor"));

  if (text == NULL)
    return FALSE;
  self->quiet = TRUE;
  gtk_entry_grab_focus_without_selecting (self->entry);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_editable_set_position (GTK_EDITABLE (self->entry), cursor);
  self->quiet = FALSE;
  ask_suggestions_update (self);
  return TRUE;
}

static void
take (AskSuggestions *self, GtkListBoxRow *row)
{
  g_autofree char *question = g_strdup (g_object_get_data (G_OBJECT (row), "ask-question"));

  if (!gtk_list_box_row_get_activatable (row) || take_completion (self, row))
    return;
  ask_suggestions_hide (self);
  g_signal_emit (self, signals[QUESTION], 0, question);
}

/**
 * ask_suggestions_take_chosen:
 * @self: suggestions
 *
 * Returns: whether a row of the open list was chosen, which is taken then
 */
gboolean
ask_suggestions_take_chosen (AskSuggestions *self)
{
  GtkListBoxRow *row;

  g_return_val_if_fail (ASK_IS_SUGGESTIONS (self), FALSE);
  row = gtk_widget_get_visible (GTK_WIDGET (self)) ? gtk_list_box_get_selected_row (self->list) : NULL;
  if (row == NULL)
    return FALSE;
  take (self, row);
  return TRUE;
}

/* The list does not have the focus, so nobody scrolls it else. */
static void
scroll_to (AskSuggestions *self, GtkListBoxRow *row)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (GTK_WIDGET (self->list), GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;

  if (gtk_widget_compute_bounds (GTK_WIDGET (row), GTK_WIDGET (self->list), &bounds))
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)), bounds.origin.y,
                               bounds.origin.y + bounds.size.height);
}

static void
choose_neighbour (AskSuggestions *self, int step)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  int index = row != NULL ? gtk_list_box_row_get_index (row) + step : (step > 0 ? 0 : -1);

  for (; index >= 0 && (row = gtk_list_box_get_row_at_index (self->list, index)) != NULL; index += step)
    if (gtk_list_box_row_get_selectable (row))
      {
        gtk_list_box_select_row (self->list, row);
        gtk_accessible_update_relation (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT, row,
                                        -1);
        scroll_to (self, row);
        return;
      }
  if (index < 0)
    {
      gtk_list_box_unselect_all (self->list);
      gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT);
    }
}

/**
 * ask_suggestions_take_key:
 * @self: suggestions
 * @key: that was pressed in the entry, without Ctrl, Shift or Alt
 *
 * Down opens the list and goes through it, Tab takes what is chosen, Escape closes it.
 *
 * Returns: whether the key is used up
 */
gboolean
ask_suggestions_take_key (AskSuggestions *self, guint key)
{
  gboolean open;

  g_return_val_if_fail (ASK_IS_SUGGESTIONS (self), FALSE);
  open = gtk_widget_get_visible (GTK_WIDGET (self));
  switch (key)
    {
    case GDK_KEY_Down:
    case GDK_KEY_Up:
      if (open)
        choose_neighbour (self, key == GDK_KEY_Down ? 1 : -1);
      else if (key == GDK_KEY_Down)
        ask_suggestions_update (self);
      return open || key == GDK_KEY_Down;
    case GDK_KEY_Escape:
      if (open)
        ask_suggestions_hide (self);
      return open;
    case GDK_KEY_Tab:
      if (ask_suggestions_take_chosen (self))
        return TRUE;
      ask_suggestions_hide (self);
      return FALSE;
    default:
      return FALSE;
    }
}

/**
 * ask_suggestions_set_session:
 * @self: suggestions
 * @session: whose data is asked about
 */
void
ask_suggestions_set_session (AskSuggestions *self, AskSession *session)
{
  g_return_if_fail (ASK_IS_SUGGESTIONS (self));
  g_set_object (&self->session, session);
}

/**
 * ask_suggestions_set_questions:
 * @self: suggestions
 * @questions: (transfer none) (element-type utf8): that are verified
 */
void
ask_suggestions_set_questions (AskSuggestions *self, GPtrArray *questions)
{
  g_return_if_fail (ASK_IS_SUGGESTIONS (self));
  g_ptr_array_unref (self->questions);
  self->questions = g_ptr_array_ref (questions);
  g_ptr_array_set_size (self->folded, 0);
  for (guint i = 0; i < questions->len; i++)
    g_ptr_array_add (self->folded, ask_text_fold (questions->pdata[i]));
}

static void
closed (AskSuggestions *self)
{
  if (self->list != NULL)
    set_expanded (self, FALSE);
}

static void
ask_suggestions_dispose (GObject *object)
{
  AskSuggestions *self = ASK_SUGGESTIONS (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  self->list = NULL;
  self->wanted = FALSE;
  self->again = FALSE;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_suggestions_parent_class)->dispose (object);
}

static void
ask_suggestions_finalize (GObject *object)
{
  AskSuggestions *self = ASK_SUGGESTIONS (object);

  g_ptr_array_unref (self->questions);
  g_ptr_array_unref (self->folded);
  g_object_unref (self->cancellable);
  G_OBJECT_CLASS (ask_suggestions_parent_class)->finalize (object);
}

static void
ask_suggestions_class_init (AskSuggestionsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_suggestions_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_suggestions_finalize;
  /* A verified question was chosen. */
  signals[QUESTION] = g_signal_new ("question", ASK_TYPE_SUGGESTIONS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ask_suggestions_init (AskSuggestions *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->questions = g_ptr_array_new_with_free_func (g_free);
  self->folded = g_ptr_array_new_with_free_func (g_free);
  self->cancellable = g_cancellable_new ();
  self->list
    = g_object_new (GTK_TYPE_LIST_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_LIST_BOX, "focusable", FALSE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("What can follow"),
                                  -1);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "ask-suggestions");
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (take), self, G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 360);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->list));
  gtk_popover_set_autohide (GTK_POPOVER (self), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (self), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self), GTK_POS_BOTTOM);
  gtk_popover_set_child (GTK_POPOVER (self), scroller);
  gtk_widget_add_css_class (GTK_WIDGET (self), "ask-suggestions-popover");
  g_signal_connect (self, "closed", G_CALLBACK (closed), NULL);
}

/**
 * ask_suggestions_new:
 * @entry: whose words are completed; its dispose must unparent what is returned
 *
 * Returns: (transfer none): suggestions, a child of @entry
 */
AskSuggestions *
ask_suggestions_new (GtkEntry *entry)
{
  AskSuggestions *self = g_object_new (ASK_TYPE_SUGGESTIONS, NULL);

  self->entry = entry;
  gtk_widget_set_parent (GTK_WIDGET (self), GTK_WIDGET (entry));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_AUTOCOMPLETE,
                                  GTK_ACCESSIBLE_AUTOCOMPLETE_LIST, GTK_ACCESSIBLE_PROPERTY_HAS_POPUP, TRUE, -1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_RELATION_CONTROLS, self->list, NULL, -1);
  set_expanded (self, FALSE);
  return self;
}
