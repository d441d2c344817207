/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Buttons that add a source, one for each kind. A box for templates, which fills itself: a kind that is new is offered
 * on each page at once. Its words are those of the kinds, which mark them to be translated.
 */
#include "config.h"

#include "app/widgets/ask-add-buttons.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "source/ask-source-kinds.h"

struct _AskAddButtons
{
  GtkBox parent_instance;
};

G_DEFINE_FINAL_TYPE (AskAddButtons, ask_add_buttons, GTK_TYPE_BOX)

static GtkWidget *
make_button (const AskSourceKind *kind)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *content = adw_button_content_new ();

  adw_button_content_set_icon_name (ADW_BUTTON_CONTENT (content), "list-add-symbolic");
  adw_button_content_set_label (ADW_BUTTON_CONTENT (content), _ (kind->menu));
  adw_button_content_set_use_underline (ADW_BUTTON_CONTENT (content), TRUE);
  gtk_widget_set_halign (content, GTK_ALIGN_CENTER);
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_widget_add_css_class (button, "pill");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (kind->add_title), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.add-source");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", kind->word);
  return button;
}

static void
ask_add_buttons_class_init (AskAddButtonsClass *klass)
{
}

static void
ask_add_buttons_init (AskAddButtons *self)
{
  guint n;
  const AskSourceKind *const *kinds = ask_source_kinds_list (&n);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 12);
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  for (guint i = 0; i < n; i++)
    gtk_box_append (GTK_BOX (self), make_button (kinds[i]));
  gtk_widget_add_css_class (gtk_widget_get_first_child (GTK_WIDGET (self)), "suggested-action");
}
