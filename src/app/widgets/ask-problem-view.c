/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One sentence, questions that can be answered now, and buttons. Every way on is an action of the
 * card or the window.
 */
#include "config.h"

#include "app/widgets/ask-problem-view.h"

#include "app/widgets/ask-wrap-box.h"
#include "app/widgets/ask-wrapped-label.h"

struct _AskProblemView
{
  GtkWidget parent_instance;

  GtkImage *icon;
  GtkLabel *words;
  GtkWidget *suggestion_part;
  GtkBox *suggestions;
  GtkWidget *see_sources;
  GtkWidget *add_source;
  GtkWidget *set_model;
  GtkWidget *see_schema;
  GtkWidget *see_versions;
  GtkWidget *see_verified;
  GtkWidget *see_report;
};

G_DEFINE_FINAL_TYPE (AskProblemView, ask_problem_view, GTK_TYPE_WIDGET)

static void
add_suggestion (AskProblemView *self, const char *question)
{
  GtkWidget *button = gtk_button_new ();

  gtk_button_set_child (GTK_BUTTON (button), ask_wrapped_label_new (question, NULL));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "ask-suggestion");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, question, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "card.ask");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", question);
  gtk_box_append (self->suggestions, button);
}

/**
 * ask_problem_view_show:
 * @icon: an icon's name
 * @style: a style class for it
 * @words: what, where, and what to do
 * @suggestions: (nullable) (element-type utf8): questions that can be answered now
 * @question: (nullable): the question itself, which is no way out of its own failure
 */
void
ask_problem_view_show (AskProblemView *self, const char *icon, const char *style, const char *words,
                       GPtrArray *suggestions, const char *question)
{
  GtkWidget *child;

  g_return_if_fail (ASK_IS_PROBLEM_VIEW (self));
  gtk_image_set_from_icon_name (self->icon, icon);
  gtk_widget_set_css_classes (GTK_WIDGET (self->icon), (const char *[]) { style, NULL });
  gtk_label_set_text (self->words, words);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->suggestions))) != NULL)
    gtk_box_remove (self->suggestions, child);
  for (guint i = 0; suggestions != NULL && i < suggestions->len; i++)
    if (g_strcmp0 (suggestions->pdata[i], question) != 0)
      add_suggestion (self, suggestions->pdata[i]);
  gtk_widget_set_visible (self->suggestion_part, gtk_widget_get_first_child (GTK_WIDGET (self->suggestions)) != NULL);
}

/* @place: (nullable): that its action is about */
static void
set_place (GtkWidget *button, const char *place)
{
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", place != NULL ? place : "");
}

/**
 * ask_problem_view_set_remedy:
 * @remedy: where a button leads that helps
 * @place: (nullable): where exactly, as of AskAnswer
 */
void
ask_problem_view_set_remedy (AskProblemView *self, AskRemedy remedy, const char *place)
{
  g_return_if_fail (ASK_IS_PROBLEM_VIEW (self));
  set_place (self->see_versions, place);
  set_place (self->see_report, place);
  gtk_widget_set_visible (self->see_report, remedy == ASK_REMEDY_OPERATION);
  gtk_widget_set_visible (self->see_sources, remedy == ASK_REMEDY_SOURCES);
  gtk_widget_set_visible (self->add_source, remedy == ASK_REMEDY_ADD_SOURCE);
  gtk_widget_set_visible (self->set_model, remedy == ASK_REMEDY_MODEL);
  gtk_widget_set_visible (self->see_schema, remedy == ASK_REMEDY_SCHEMA);
  gtk_widget_set_visible (self->see_versions, remedy == ASK_REMEDY_VERSIONS);
  gtk_widget_set_visible (self->see_verified, remedy == ASK_REMEDY_SQL);
}

/** ask_problem_view_get_words: Returns: (transfer none): the sentence */
const char *
ask_problem_view_get_words (AskProblemView *self)
{
  g_return_val_if_fail (ASK_IS_PROBLEM_VIEW (self), NULL);
  return gtk_label_get_text (self->words);
}

static void
ask_problem_view_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ask_problem_view_parent_class)->dispose (object);
}

static void
ask_problem_view_class_init (AskProblemViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_problem_view_dispose;
  g_type_ensure (ASK_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-problem-view.ui");
  gtk_widget_class_bind_template_child (widget_class, AskProblemView, icon);
  gtk_widget_class_bind_template_child (widget_class, AskProblemView, words);
  gtk_widget_class_bind_template_child (widget_class, AskProblemView, suggestion_part);
  gtk_widget_class_bind_template_child (widget_class, AskProblemView, suggestions);
  gtk_widget_class_bind_template_child (widget_class, AskProblemView, see_sources);
  gtk_widget_class_bind_template_child (widget_class, AskProblemView, add_source);
  gtk_widget_class_bind_template_child (widget_class, AskProblemView, set_model);
  gtk_widget_class_bind_template_child (widget_class, AskProblemView, see_schema);
  gtk_widget_class_bind_template_child (widget_class, AskProblemView, see_versions);
  gtk_widget_class_bind_template_child (widget_class, AskProblemView, see_verified);
  gtk_widget_class_bind_template_child (widget_class, AskProblemView, see_report);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ask_problem_view_init (AskProblemView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
