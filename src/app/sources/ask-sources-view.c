/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists sources through a job whenever the session changed. States: loading, empty, failed, full.
 */
#include "config.h"

#include "app/sources/ask-sources-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-care.h"
#include "app/sources/ask-add-source-dialog.h"
#include "app/sources/ask-source-card.h"
#include "app/sources/ask-source-desk.h"
#include "app/widgets/ask-add-buttons.h"
#include "base/ask-error.h"

struct _AskSourcesView
{
  GtkWidget parent_instance;
  AskSession *session;
  GCancellable *cancellable;

  GtkStack *states;
  AdwStatusPage *failed;
  GtkBox *cards;
  GtkMenuButton *files;
  GtkMenuButton *servers;
};

G_DEFINE_FINAL_TYPE (AskSourcesView, ask_sources_view, GTK_TYPE_WIDGET)

static void
sources_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSourcesView *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) cares = ask_job_finish (source, result, &error);
  GtkWidget *card;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_SOURCES_VIEW (source);
  if (error != NULL)
    {
      g_autofree char *text = g_markup_escape_text (ask_error_get_words (error), -1);

      adw_status_page_set_description (self->failed, text);
      gtk_stack_set_visible_child_name (self->states, "failed");
      return;
    }
  while ((card = gtk_widget_get_first_child (GTK_WIDGET (self->cards))) != NULL)
    gtk_box_remove (self->cards, card);
  for (guint i = 0; i < cares->len; i++)
    gtk_box_append (self->cards, ask_source_card_new (self->session, cares->pdata[i]));
  gtk_stack_set_visible_child_name (self->states, cares->len > 0 ? "full" : "empty");
}

static void
load (AskSourcesView *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_list_cares (), self, ask_session_get_path (self->session), self->cancellable, sources_ready,
                 NULL);
}

/**
 * ask_sources_view_add:
 * @kind: the word of a kind of source
 *
 * Returns: (transfer none): the dialog that was opened
 */
GtkWidget *
ask_sources_view_add (AskSourcesView *self, const char *kind)
{
  const AskSourceKind *which = ask_source_kinds_find (kind);
  GtkRoot *root;
  GtkWidget *dialog;

  g_return_val_if_fail (ASK_IS_SOURCES_VIEW (self) && which != NULL, NULL);
  root = gtk_widget_get_root (GTK_WIDGET (self));
  dialog = ask_add_source_dialog_new (self->session, which);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (dialog));
  return dialog;
}

/** ask_sources_view_fill: @dialog: from ask_sources_view_add(); @location: what is to be added: writes it into the form */
void
ask_sources_view_fill (GtkWidget *dialog, const char *location)
{
  g_return_if_fail (ASK_IS_ADD_SOURCE_DIALOG (dialog) && location != NULL);
  ask_add_source_dialog_set (ASK_ADD_SOURCE_DIALOG (dialog), NULL, location, NULL, NULL);
}

/** ask_sources_view_read: @dialog: from ask_sources_view_add(), filled in: begins to read what is to be added */
void
ask_sources_view_read (GtkWidget *dialog)
{
  g_return_if_fail (ASK_IS_ADD_SOURCE_DIALOG (dialog));
  gtk_widget_activate_action (dialog, "dialog.go", NULL);
}

/** ask_sources_view_get_state: Returns: (transfer none): "loading", "empty", "failed" or "full" */
const char *
ask_sources_view_get_state (AskSourcesView *self)
{
  g_return_val_if_fail (ASK_IS_SOURCES_VIEW (self), NULL);
  return gtk_stack_get_visible_child_name (self->states);
}

static void
ask_sources_view_dispose (GObject *object)
{
  AskSourcesView *self = ASK_SOURCES_VIEW (object);
  GtkWidget *child;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_sources_view_parent_class)->dispose (object);
}

static void
ask_sources_view_class_init (AskSourcesViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (ASK_TYPE_ADD_BUTTONS);
  G_OBJECT_CLASS (klass)->dispose = ask_sources_view_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-sources-view.ui");
  gtk_widget_class_bind_template_child (widget_class, AskSourcesView, states);
  gtk_widget_class_bind_template_child (widget_class, AskSourcesView, failed);
  gtk_widget_class_bind_template_child (widget_class, AskSourcesView, cards);
  gtk_widget_class_bind_template_child (widget_class, AskSourcesView, files);
  gtk_widget_class_bind_template_child (widget_class, AskSourcesView, servers);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

/* The kinds of that nature, each of which can be added. */
static void
fill_menu (GtkMenuButton *button, AskSourceNature nature)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  guint n;
  const AskSourceKind *const *kinds = ask_source_kinds_list (&n);

  for (guint i = 0; i < n; i++)
    if (kinds[i]->nature == nature)
      {
        g_autoptr (GMenuItem) item = g_menu_item_new (_ (kinds[i]->menu), NULL);

        g_menu_item_set_action_and_target (item, "win.add-source", "s", kinds[i]->word);
        g_menu_append_item (menu, item);
      }
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

static void
ask_sources_view_init (AskSourcesView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  fill_menu (self->files, ASK_NATURE_FILE);
  fill_menu (self->servers, ASK_NATURE_SERVER);
}

/** ask_sources_view_new: Returns: (transfer floating): the page, loading */
GtkWidget *
ask_sources_view_new (AskSession *session)
{
  AskSourcesView *self = g_object_new (ASK_TYPE_SOURCES_VIEW, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (load), self, G_CONNECT_SWAPPED);
  load (self);
  return GTK_WIDGET (self);
}

typedef struct
{
  AskSession *session;
  char *source;
  char *operation;
} Place;

static void
place_free (Place *self)
{
  g_object_unref (self->session);
  g_free (self->source);
  g_free (self->operation);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Place, place_free)

static void
place_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Place) place = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) cares = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  for (guint i = 0; cares != NULL && i < cares->len; i++)
    {
      AskSourceCare *care = cares->pdata[i];
      GtkWidget *desk;

      if (!g_str_equal (care->record->name, place->source))
        continue;
      desk = ask_source_desk_new (place->session, care, "doctor");
      gtk_window_set_transient_for (GTK_WINDOW (desk), GTK_WINDOW (source));
      ask_source_desk_show_operation (ASK_SOURCE_DESK (desk), place->operation);
      gtk_window_present (GTK_WINDOW (desk));
      return;
    }
  ask_session_toast (place->session,
                     error != NULL ? ask_error_get_words (error) : _ ("There is no such source any more."));
}

/**
 * ask_sources_view_open_operation:
 * @window: that the source's desk belongs to
 * @session: its workspace has the source; it shows a toast where that is gone
 * @cancellable: for when the window goes
 * @place: a source and one of its operations: "shop GET /orders"
 *
 * Opens the doctor's report of the source, where a person can say what answers of the operation mean.
 */
void
ask_sources_view_open_operation (GtkWindow *window, AskSession *session, GCancellable *cancellable, const char *place)
{
  g_auto (GStrv) parts = g_strsplit (place, " ", 2);
  Place *wanted = g_new0 (Place, 1);

  wanted->session = g_object_ref (session);
  wanted->source = g_strdup (parts[0] != NULL ? parts[0] : "");
  wanted->operation = g_strdup (parts[0] != NULL && parts[1] != NULL ? parts[1] : "");
  ask_job_start (ask_jobs_list_cares (), window, ask_session_get_path (session), cancellable, place_found, wanted);
}
