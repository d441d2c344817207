/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A native dialog belongs to no window: whoever made it lets go of it when it answers. It never answers where its window goes
 * first, and then it would stay, with all that its handler holds. So its owner holds it; a handler must not hold the owner.
 */
#include "config.h"

#include "app/widgets/ask-chooser.h"

#define KEY "ask-chooser"

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
