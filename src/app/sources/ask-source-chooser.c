/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is chosen is written where a person could have typed it.
 */
#include "config.h"

#include "app/sources/ask-source-chooser.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-chooser.h"

static void
chosen (GtkNativeDialog *chooser, int response, AdwEntryRow *into)
{
  g_autoptr (GFile) file
    = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path != NULL)
    gtk_editable_set_text (GTK_EDITABLE (into), path);
}

/**
 * ask_source_chooser_show:
 * @into: gets the path
 * @kind: of the source
 * @folder: whether it is a folder
 *
 * Shows the chooser over the window of @into.
 */
void
ask_source_chooser_show (AdwEntryRow *into, const AskSourceKind *kind, gboolean folder)
{
  GtkRoot *window = gtk_widget_get_root (GTK_WIDGET (into));
  GtkFileChooserNative *chooser
    = gtk_file_chooser_native_new (folder ? _ ("Choose a Folder") : _ (kind->choose_title), GTK_WINDOW (window),
                                   folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN,
                                   _ ("_Choose"), _ ("_Cancel"));

  if (!folder)
    {
      ask_chooser_add_filter (chooser, _ (kind->file_filter), kind->file_patterns);
      ask_chooser_add_filter (chooser, _ ("All files"), (const char *const[]) { "*", NULL });
    }
  g_signal_connect_object (chooser, "response", G_CALLBACK (chosen), into, 0);
  ask_chooser_show (chooser, window);
}
