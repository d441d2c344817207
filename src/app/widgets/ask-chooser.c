/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A native dialog belongs to no window: whoever made it lets go of it when it answers. It never answers where its window goes
 * first, and then it would stay, with all that its handler holds. So its owner holds it; a handler must not hold the owner.
 */
#include "config.h"

#include "app/widgets/ask-chooser.h"

#include <glib/gi18n.h>

#define KEY "ask-chooser"
#define KEY_OF_PLACE "ask-chooser-place"

/* What becomes of a place. */
typedef struct
{
  AskChooserFunc chosen;
  char *ending; /* nullable */
} Place;

static void
place_free (gpointer place)
{
  g_free (((Place *) place)->ending);
  g_free (place);
}

static void
let_go (gpointer chooser)
{
  gtk_native_dialog_destroy (chooser);
  g_object_unref (chooser);
}

/* After the handler of the owner, which was connected before. */
static void
answered (GtkNativeDialog *chooser, int response, GObject *owner)
{
  /* That handler may have shown another one. */
  if (g_object_get_data (owner, KEY) == chooser)
    g_object_set_data (owner, KEY, NULL);
}

/**
 * ask_chooser_show:
 * @chooser: (transfer full): one that is not shown yet; its "response" has been connected without a reference to @owner
 * @owner: (type GObject): who asks; @chooser goes with it, and when another one is shown for it
 *
 * Shows it, as modal, until it has answered.
 */
void
ask_chooser_show (GtkFileChooserNative *chooser, gpointer owner)
{
  g_return_if_fail (GTK_IS_FILE_CHOOSER_NATIVE (chooser));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (answered), owner, 0);
  g_object_set_data_full (owner, KEY, chooser, let_go);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
place_chosen (GtkNativeDialog *chooser, int response, gpointer owner)
{
  const Place *place = g_object_get_data (G_OBJECT (chooser), KEY_OF_PLACE);
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;
  g_autofree char *named = NULL;

  if (response != GTK_RESPONSE_ACCEPT)
    return;
  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  path = file != NULL ? g_file_get_path (file) : NULL;
  if (path != NULL && place->ending != NULL && !g_str_has_suffix (path, place->ending))
    named = g_strconcat (path, place->ending, NULL);
  place->chosen (owner, named != NULL ? named : path);
}

/**
 * ask_chooser_save:
 * @owner: who asks, in a window or being one
 * @title: of the dialog: "Save the table"
 * @name: what the file is called until a person says otherwise
 * @ending: (nullable): with its point, put behind @name and behind whatever is typed without it; %NULL where a person decides
 * @chosen: called when a place was chosen
 *
 * Asks where something is to be saved.
 */
void
ask_chooser_save (GtkWidget *owner, const char *title, const char *name, const char *ending, AskChooserFunc chosen)
{
  GtkRoot *root = gtk_widget_get_root (owner);
  GtkFileChooserNative *chooser
    = gtk_file_chooser_native_new (title, GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, GTK_FILE_CHOOSER_ACTION_SAVE,
                                   _ ("_Save"), _ ("_Cancel"));
  g_autofree char *whole = g_strconcat (name, ending, NULL);
  Place *place = g_new0 (Place, 1);

  place->chosen = chosen;
  place->ending = g_strdup (ending);
  g_object_set_data_full (G_OBJECT (chooser), KEY_OF_PLACE, place, place_free);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), whole);
  g_signal_connect_object (chooser, "response", G_CALLBACK (place_chosen), owner, 0);
  ask_chooser_show (chooser, owner);
}

/** ask_chooser_get_elsewhere: Returns: (transfer none): what is said of a place that is not on this computer */
const char *
ask_chooser_get_elsewhere (void)
{
  return _ ("This place cannot be written to. Choose a folder of this computer.");
}

/**
 * ask_chooser_add_filter:
 * @chooser: of files
 * @name: what such files are called
 * @patterns: (array zero-terminated=1): by which they are known: "*.csv", in capitals, too
 */
void
ask_chooser_add_filter (GtkFileChooserNative *chooser, const char *name, const char *const *patterns)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i] != NULL; i++)
    if (g_str_has_prefix (patterns[i], "*."))
      gtk_file_filter_add_suffix (filter, patterns[i] + 2);
    else
      gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
}
