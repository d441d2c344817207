/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows one sentence at a time. The remedy is an action name, so that the banner holds no logic.
 */
#include "config.h"

#include "app/widgets/ask-banner.h"

struct _AskBanner
{
  GtkWidget parent_instance;
  GtkRevealer *revealer;
  GtkLabel *label;
  GtkButton *button;
};

G_DEFINE_FINAL_TYPE (AskBanner, ask_banner, GTK_TYPE_WIDGET)

static void
ask_banner_dispose (GObject *object)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  if (child != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ask_banner_parent_class)->dispose (object);
}

static void
ask_banner_class_init (AskBannerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_banner_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-banner.ui");
  gtk_widget_class_bind_template_child (widget_class, AskBanner, revealer);
  gtk_widget_class_bind_template_child (widget_class, AskBanner, label);
  gtk_widget_class_bind_template_child (widget_class, AskBanner, button);
  gtk_widget_class_bind_template_callback (widget_class, ask_banner_hide);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ALERT);
}

static void
ask_banner_init (AskBanner *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ask_banner_show:
 * @text: one sentence: what, where, what to do
 * @button: (nullable): the remedy in a word or two
 * @action: (nullable): the detailed action behind it
 */
void
ask_banner_show (AskBanner *self, const char *text, const char *button, const char *action)
{
  g_return_if_fail (ASK_IS_BANNER (self));
  gtk_label_set_text (self->label, text);
  gtk_widget_set_visible (GTK_WIDGET (self->button), button != NULL && action != NULL);
  if (button != NULL && action != NULL)
    {
      gtk_button_set_label (self->button, button);
      gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (self->button), action);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
}

/** ask_banner_hide: takes the sentence away. */
void
ask_banner_hide (AskBanner *self)
{
  g_return_if_fail (ASK_IS_BANNER (self));
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
}

/** ask_banner_get_text: Returns: (transfer none) (nullable): the sentence, %NULL while hidden */
const char *
ask_banner_get_text (AskBanner *self)
{
  g_return_val_if_fail (ASK_IS_BANNER (self), NULL);
  return gtk_revealer_get_reveal_child (self->revealer) ? gtk_label_get_text (self->label) : NULL;
}
