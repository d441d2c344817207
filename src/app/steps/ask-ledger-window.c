/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The ledger's entries left, the last first under its day, the chosen one right. States: loading, empty (there is
 * nothing), nothing (of what is searched for), failed, full. The list makes widgets for what is seen only, so that ten
 * thousand entries are as quick as ten. It searches, saves and deletes through jobs.
 */
#include "config.h"

#include "app/steps/ask-ledger-window.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-export.h"
#include "app/jobs/ask-jobs-ledger.h"
#include "app/steps/ask-ledger-detail.h"
#include "app/widgets/ask-chooser.h"
#include "app/widgets/ask-format.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"
#include "base/ask-number.h"

/* An entry of the list; @day is NULL for all but the first of a day. */
#define ASK_TYPE_LEDGER_ITEM (ask_ledger_item_get_type ())
G_DECLARE_FINAL_TYPE (AskLedgerItem, ask_ledger_item, ASK, LEDGER_ITEM, GObject)

struct _AskLedgerItem
{
  GObject parent_instance;
  const AskLedgerEntry *entry; /* of @entries */
  GPtrArray *entries;
  char *day;
};

G_DEFINE_FINAL_TYPE (AskLedgerItem, ask_ledger_item, G_TYPE_OBJECT)

struct _AskLedgerWindow
{
  AdwWindow parent_instance;
  AskSession *session;
  GCancellable *cancellable;
  GPtrArray *entries; /* AskLedgerEntry, nullable: what is shown */
  char *text; /* what they were searched by */
  GListStore *items;
  GtkSingleSelection *selection;

  AdwToastOverlay *toasts;
  AdwLeaflet *leaflet;
  GtkStack *states;
  AdwStatusPage *failed;
  GtkSearchEntry *search;
  GtkListView *list;
  GtkLabel *sum;
  GtkWidget *detail_side;
  GtkWidget *list_side;
  AdwBin *detail;
};

G_DEFINE_FINAL_TYPE (AskLedgerWindow, ask_ledger_window, ADW_TYPE_WINDOW)

static void
ask_ledger_item_finalize (GObject *object)
{
  AskLedgerItem *self = ASK_LEDGER_ITEM (object);

  g_ptr_array_unref (self->entries);
  g_free (self->day);
  G_OBJECT_CLASS (ask_ledger_item_parent_class)->finalize (object);
}

static void
ask_ledger_item_class_init (AskLedgerItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_ledger_item_finalize;
}

static void
ask_ledger_item_init (AskLedgerItem *self)
{
}

static GtkWidget *
new_line (const char *style, gboolean expand)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, expand);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

/* The labels of a row, in the order that bind_row() fills them. */
static void
set_up_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *day = new_line ("heading", TRUE);
  GtkWidget *time = new_line ("dim-label", FALSE);

  gtk_widget_add_css_class (time, "numeric");
  gtk_widget_set_margin_top (day, 9);
  gtk_widget_set_margin_bottom (day, 3);
  gtk_box_append (GTK_BOX (line), new_line (NULL, TRUE));
  gtk_box_append (GTK_BOX (line), time);
  gtk_box_append (GTK_BOX (box), day);
  gtk_box_append (GTK_BOX (box), line);
  gtk_box_append (GTK_BOX (box), new_line ("dim-label", TRUE));
  gtk_widget_set_margin_top (box, 3);
  gtk_widget_set_margin_bottom (box, 3);
  gtk_list_item_set_child (item, box);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  AskLedgerItem *item = ASK_LEDGER_ITEM (gtk_list_item_get_item (list_item));
  const AskLedgerEntry *entry = item->entry;
  GtkWidget *day = gtk_widget_get_first_child (gtk_list_item_get_child (list_item));
  GtkWidget *line = gtk_widget_get_next_sibling (day);
  GtkWidget *question = gtk_widget_get_first_child (line);
  GtkWidget *place = gtk_widget_get_next_sibling (line);
  g_autofree char *words = ask_ledger_name_question (entry);
  g_autofree char *size = ask_format_size (entry->bytes);
  /* Translators: a kind such as “Web API”, a host, and a size such as 1.9 kB. */
  g_autofree char *where = g_strdup_printf (_ ("%s · %s · %s"), ask_ledger_name_kind (entry->kind), entry->host, size);
  g_autofree char *time = ask_format_time (entry->at);

  gtk_label_set_text (GTK_LABEL (day), item->day != NULL ? item->day : "");
  gtk_widget_set_visible (day, item->day != NULL);
  gtk_label_set_text (GTK_LABEL (question), words);
  gtk_widget_set_tooltip_text (question, words);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_next_sibling (question)), time);
  gtk_label_set_text (GTK_LABEL (place), where);
  gtk_widget_set_tooltip_text (place, where);
}

static void
enable_actions (AskLedgerWindow *self)
{
  gboolean any = self->entries != NULL && self->entries->len > 0;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "ledger.export", any);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "ledger.delete", any);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "ledger.delete-one", any);
}

static void
show_sum (AskLedgerWindow *self)
{
  gint64 bytes = 0;
  g_autofree char *size = NULL;
  g_autofree char *n = NULL;
  g_autofree char *words = NULL;

  for (guint i = 0; i < self->entries->len; i++)
    {
      const AskLedgerEntry *entry = self->entries->pdata[i];

      bytes += entry->bytes * MAX (entry->tries, 1);
    }
  size = ask_format_size (bytes);
  n = ask_number_count (self->entries->len);
  /* Translators: a number of requests, and their size, such as 1.9 kB. */
  words = g_strdup_printf (ngettext ("%s request, %s", "%s requests, %s", self->entries->len), n, size);
  gtk_label_set_text (self->sum, words);
  gtk_widget_set_visible (GTK_WIDGET (self->sum), self->entries->len > 0);
}

static void
fill (AskLedgerWindow *self)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *last = NULL;

  for (guint i = 0; i < self->entries->len; i++)
    {
      AskLedgerItem *item = g_object_new (ASK_TYPE_LEDGER_ITEM, NULL);
      g_autofree char *day = NULL;

      item->entries = g_ptr_array_ref (self->entries);
      item->entry = self->entries->pdata[i];
      day = ask_format_near_day (item->entry->at);
      if (g_strcmp0 (day, last) != 0)
        {
          item->day = g_strdup (day);
          g_free (last);
          last = g_steal_pointer (&day);
        }
      g_ptr_array_add (items, item);
    }
  g_list_store_splice (self->items, 0, g_list_model_get_n_items (G_LIST_MODEL (self->items)), items->pdata, items->len);
  show_sum (self);
  enable_actions (self);
  gtk_stack_set_visible_child_name (self->states, items->len > 0 ? "full" : *self->text != '\0' ? "nothing" : "empty");
}

static void
selection_changed (AskLedgerWindow *self)
{
  AskLedgerItem *item = gtk_single_selection_get_selected_item (self->selection);

  adw_bin_set_child (self->detail,
                     item != NULL ? ask_ledger_detail_new (item->entry, ask_session_get_path (self->session)) : NULL);
}

static void
entries_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskLedgerWindow *self = ASK_LEDGER_WINDOW (source);
  g_autofree char *text = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = ask_job_finish (source, result, &error);

  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (error != NULL)
    {
      g_autofree char *words = g_markup_escape_text (ask_error_get_words (error), -1);

      adw_status_page_set_description (self->failed, words);
      gtk_stack_set_visible_child_name (self->states, "failed");
      return;
    }
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  self->entries = g_steal_pointer (&entries);
  g_free (self->text);
  self->text = g_steal_pointer (&text);
  fill (self);
}

static void
load (AskLedgerWindow *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_list_ledger (text), self, ask_session_get_path (self->session), self->cancellable,
                 entries_ready, g_strdup (text));
}

static void
search_changed (AskLedgerWindow *self)
{
  if (self->session != NULL)
    load (self);
}

static void
row_activated (AskLedgerWindow *self)
{
  adw_leaflet_set_visible_child (self->leaflet, self->detail_side);
}

static void
go_back (AskLedgerWindow *self)
{
  adw_leaflet_set_visible_child (self->leaflet, self->list_side);
}

static void
tell (AskLedgerWindow *self, const char *words)
{
  AdwToast *toast = adw_toast_new ("");
  GtkWidget *label = gtk_label_new (words);

  /* A title of the toast's own would take signs of a path for markup. */
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (label, words);
  adw_toast_set_custom_title (toast, label);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  AskLedgerWindow *self = ASK_LEDGER_WINDOW (source);
  g_autoptr (GError) error = NULL;
  gboolean done = ask_job_finish (source, result, &error) != NULL;

  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  tell (self, done ? _ ("Saved.") : ask_error_get_words (error));
}

/**
 * ask_ledger_window_save:
 * @path: of a file
 *
 * Writes what is shown to @path as CSV, without the bytes.
 */
void
ask_ledger_window_save (AskLedgerWindow *self, const char *path)
{
  g_autoptr (AskRows) rows = NULL;

  g_return_if_fail (ASK_IS_LEDGER_WINDOW (self) && path != NULL);
  if (self->entries == NULL)
    return;
  rows = ask_ledger_to_rows (self->entries);
  ask_job_start (ask_jobs_save_table (rows, NULL, path), self, NULL, NULL, saved, NULL);
}

static void
place_chosen (gpointer owner, const char *path)
{
  if (path != NULL)
    ask_ledger_window_save (owner, path);
  else
    tell (owner, ask_chooser_get_elsewhere ());
}

static void
action_export (GtkWidget *widget, const char *action, GVariant *parameter)
{
  /* Translators: the name of a file, without its ending. */
  ask_chooser_save (widget, _ ("Save the table"), _ ("Ledger"), ".csv", place_chosen);
}

static void
deleted (GObject *source, GAsyncResult *result, gpointer data)
{
  AskLedgerWindow *self = ASK_LEDGER_WINDOW (source);
  g_autoptr (GError) error = NULL;
  gboolean done = ask_job_finish (source, result, &error) != NULL;

  if (self->session == NULL)
    return;
  if (!done && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    tell (self, ask_error_get_words (error));
  adw_leaflet_set_visible_child (self->leaflet, self->list_side);
  load (self);
}

static void
delete_answered (AdwMessageDialog *dialog, const char *response, AskLedgerWindow *self)
{
  gint64 id = *(gint64 *) g_object_get_data (G_OBJECT (dialog), "ask-id");
  const AskLedgerEntry *newest = self->entries != NULL && self->entries->len > 0 ? self->entries->pdata[0] : NULL;

  if (!g_str_equal (response, "delete") || newest == NULL)
    return;
  /* What was sent since the list was read was not asked about. */
  ask_job_start (ask_jobs_delete_ledger (id, id == 0 ? self->text : NULL, id == 0 ? newest->at + 1 : 0), self,
                 ask_session_get_path (self->session), NULL, deleted, NULL);
}

/* @id: of the only entry; 0 for all that are shown */
static void
ask_to_delete (AskLedgerWindow *self, gint64 id, guint n)
{
  g_autofree char *count = ask_number_count (n);
  g_autofree char *title
    = g_strdup_printf (ngettext ("Delete %s Entry of the Ledger?", "Delete %s Entries of the Ledger?", n), count);
  GtkWidget *dialog
    = adw_message_dialog_new (GTK_WINDOW (self), title,
                              _ ("The record is deleted with its bytes. What left has left. This cannot be undone."));

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "delete", _ ("_Delete"),
                                    NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "delete", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "ask-id", g_memdup2 (&id, sizeof id), g_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (delete_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
action_delete (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskLedgerWindow *self = ASK_LEDGER_WINDOW (widget);

  ask_to_delete (self, 0, self->entries->len);
}

static void
action_delete_one (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskLedgerWindow *self = ASK_LEDGER_WINDOW (widget);
  AskLedgerItem *item = gtk_single_selection_get_selected_item (self->selection);

  if (item != NULL)
    ask_to_delete (self, item->entry->id, 1);
}

static void
action_again (GtkWidget *widget, const char *action, GVariant *parameter)
{
  load (ASK_LEDGER_WINDOW (widget));
}

/** ask_ledger_window_get_state: Returns: (transfer none): "loading", "empty", "nothing", "failed" or "full" */
const char *
ask_ledger_window_get_state (AskLedgerWindow *self)
{
  g_return_val_if_fail (ASK_IS_LEDGER_WINDOW (self), NULL);
  return gtk_stack_get_visible_child_name (self->states);
}

/** ask_ledger_window_get_n_rows: Returns: how many entries are listed */
guint
ask_ledger_window_get_n_rows (AskLedgerWindow *self)
{
  g_return_val_if_fail (ASK_IS_LEDGER_WINDOW (self), 0);
  return g_list_model_get_n_items (G_LIST_MODEL (self->items));
}

/** ask_ledger_window_select: shows the entry at @index, from 0 */
void
ask_ledger_window_select (AskLedgerWindow *self, guint index)
{
  g_return_if_fail (ASK_IS_LEDGER_WINDOW (self));
  gtk_single_selection_set_selected (self->selection, index);
}

static void
stop (gpointer window)
{
  g_cancellable_cancel (ASK_LEDGER_WINDOW (window)->cancellable);
}

static void
ask_ledger_window_dispose (GObject *object)
{
  AskLedgerWindow *self = ASK_LEDGER_WINDOW (object);

  stop (self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_ledger_window_parent_class)->dispose (object);
}

static void
ask_ledger_window_finalize (GObject *object)
{
  AskLedgerWindow *self = ASK_LEDGER_WINDOW (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_free (self->text);
  G_OBJECT_CLASS (ask_ledger_window_parent_class)->finalize (object);
}

static void
ask_ledger_window_class_init (AskLedgerWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_ledger_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_ledger_window_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-ledger-window.ui");
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, AskLedgerWindow, name)
  BIND (toasts);
  BIND (leaflet);
  BIND (states);
  BIND (failed);
  BIND (search);
  BIND (list);
  BIND (sum);
  BIND (detail_side);
  BIND (list_side);
  BIND (detail);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, search_changed);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
  gtk_widget_class_bind_template_callback (widget_class, go_back);
  gtk_widget_class_install_action (widget_class, "ledger.export", NULL, action_export);
  gtk_widget_class_install_action (widget_class, "ledger.delete", NULL, action_delete);
  gtk_widget_class_install_action (widget_class, "ledger.delete-one", NULL, action_delete_one);
  gtk_widget_class_install_action (widget_class, "ledger.again", NULL, action_again);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ask_ledger_window_init (AskLedgerWindow *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  self->cancellable = g_cancellable_new ();
  self->text = g_strdup ("");
  self->items = g_list_store_new (ASK_TYPE_LEDGER_ITEM);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->items));
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (selection_changed), self,
                           G_CONNECT_SWAPPED);
  enable_actions (self);
  ask_transient_init (self, stop);
}

/** ask_ledger_window_new: Returns: (transfer none): the window, loading and not yet shown */
GtkWidget *
ask_ledger_window_new (AskSession *session)
{
  AskLedgerWindow *self = g_object_new (ASK_TYPE_LEDGER_WINDOW, NULL);

  self->session = g_object_ref (session);
  load (self);
  return GTK_WIDGET (self);
}
