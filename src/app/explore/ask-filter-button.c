/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The popover stays open with what was typed where a value cannot be. Only comparisons that make sense for the type of the
 * attribute are offered.
 */
#include "config.h"

#include "app/explore/ask-filter-button.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-wrapped-label.h"
#include "base/ask-text.h"

#define MAX_VALUE 30

struct _AskFilterButton
{
  GtkWidget parent_instance;
  GtkWidget *button;
  GtkPopover *popover;
  GtkDropDown *attribute;
  GtkDropDown *test;
  GtkEntry *value;
  GtkLabel *refusal;
  GPtrArray *attributes; /* AskAttribute, borrowed from the page's schema */
  GArray *tests; /* AskBrowseTest, of what is offered */
};

G_DEFINE_FINAL_TYPE (AskFilterButton, ask_filter_button, GTK_TYPE_WIDGET)

enum
{
  ADDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const char *const test_words[ASK_BROWSE_N_TESTS] = {
  [ASK_BROWSE_IS] = N_ ("is"),
  [ASK_BROWSE_IS_NOT] = N_ ("is not"),
  [ASK_BROWSE_LESS] = N_ ("is less than"),
  [ASK_BROWSE_AT_MOST] = N_ ("is at most"),
  [ASK_BROWSE_MORE] = N_ ("is more than"),
  [ASK_BROWSE_AT_LEAST] = N_ ("is at least"),
  [ASK_BROWSE_CONTAINS] = N_ ("contains"),
  [ASK_BROWSE_BEGINS] = N_ ("begins with"),
  [ASK_BROWSE_EMPTY] = N_ ("is empty"),
  [ASK_BROWSE_NOT_EMPTY] = N_ ("is not empty"),
};

static gboolean
offers (AskType type, AskBrowseTest test)
{
  gboolean text = type == ASK_TYPE_TEXT || type == ASK_TYPE_ANY || type == ASK_TYPE_JSON;
  gboolean ordered = type != ASK_TYPE_BOOLEAN && type != ASK_TYPE_JSON && type != ASK_TYPE_BLOB;

  switch (test)
    {
    case ASK_BROWSE_CONTAINS:
    case ASK_BROWSE_BEGINS:
      return text;
    case ASK_BROWSE_LESS:
    case ASK_BROWSE_AT_MOST:
    case ASK_BROWSE_MORE:
    case ASK_BROWSE_AT_LEAST:
      return ordered;
    case ASK_BROWSE_IS:
    case ASK_BROWSE_IS_NOT:
      return type != ASK_TYPE_BLOB;
    case ASK_BROWSE_EMPTY:
    case ASK_BROWSE_NOT_EMPTY:
    default:
      return TRUE;
    }
}

static gboolean
needs_value (AskBrowseTest test)
{
  return test != ASK_BROWSE_EMPTY && test != ASK_BROWSE_NOT_EMPTY;
}

/**
 * ask_browse_condition_to_words:
 * @condition: a condition
 *
 * Returns: (transfer full): it for a person: "city is Ulm"
 */
char *
ask_browse_condition_to_words (const AskBrowseCondition *condition)
{
  g_autofree char *text = needs_value (condition->test) ? ask_value_to_text (&condition->value) : NULL;
  g_autofree char *value = text != NULL ? ask_text_shorten (text, MAX_VALUE) : NULL;

  if (value == NULL)
    /* Translators: an attribute and what holds of it: "city is empty". */
    return g_strdup_printf (_ ("%s %s"), condition->attribute, _ (test_words[condition->test]));
  /* Translators: an attribute, how it is compared, and a value: "city is Ulm". */
  return g_strdup_printf (_ ("%s %s %s"), condition->attribute, _ (test_words[condition->test]), value);
}

static const AskAttribute *
get_attribute (AskFilterButton *self)
{
  guint at = gtk_drop_down_get_selected (self->attribute);

  return at < self->attributes->len ? self->attributes->pdata[at] : NULL;
}

static AskBrowseTest
get_test (AskFilterButton *self)
{
  guint at = gtk_drop_down_get_selected (self->test);

  return at < self->tests->len ? g_array_index (self->tests, AskBrowseTest, at) : ASK_BROWSE_IS;
}

static void
test_chosen (AskFilterButton *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->value), needs_value (get_test (self)));
}

static void
attribute_chosen (AskFilterButton *self)
{
  const AskAttribute *attribute = get_attribute (self);
  g_autoptr (GtkStringList) words = gtk_string_list_new (NULL);

  g_array_set_size (self->tests, 0);
  for (AskBrowseTest test = 0; attribute != NULL && test < ASK_BROWSE_N_TESTS; test++)
    if (offers (attribute->type, test))
      {
        g_array_append_val (self->tests, test);
        gtk_string_list_append (words, _ (test_words[test]));
      }
  gtk_drop_down_set_model (self->test, G_LIST_MODEL (words));
  test_chosen (self);
}

static void
add_clicked (AskFilterButton *self)
{
  const AskAttribute *attribute = get_attribute (self);

  if (attribute != NULL)
    g_signal_emit (self, signals[ADDED], 0, attribute->name, get_test (self),
                   gtk_editable_get_text (GTK_EDITABLE (self->value)));
}

/** ask_filter_button_refuse: @self: the button. @words: why the value that was typed cannot be */
void
ask_filter_button_refuse (AskFilterButton *self, const char *words)
{
  g_return_if_fail (ASK_IS_FILTER_BUTTON (self));
  gtk_label_set_text (self->refusal, words);
  gtk_widget_set_visible (GTK_WIDGET (self->refusal), TRUE);
}

/** ask_filter_button_done: @self: the button. The condition was taken */
void
ask_filter_button_done (AskFilterButton *self)
{
  g_return_if_fail (ASK_IS_FILTER_BUTTON (self));
  gtk_widget_set_visible (GTK_WIDGET (self->refusal), FALSE);
  gtk_editable_set_text (GTK_EDITABLE (self->value), "");
  gtk_popover_popdown (self->popover);
}

/** ask_filter_button_set_entity: @self: the button. @entity: whose attributes are offered; it has to live on */
void
ask_filter_button_set_entity (AskFilterButton *self, const AskEntity *entity)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  g_return_if_fail (ASK_IS_FILTER_BUTTON (self));
  g_ptr_array_set_size (self->attributes, 0);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->hidden)
        continue;
      g_ptr_array_add (self->attributes, (gpointer) attribute);
      gtk_string_list_append (names, attribute->name);
    }
  gtk_drop_down_set_model (self->attribute, G_LIST_MODEL (names));
  attribute_chosen (self);
}

static void
ask_filter_button_dispose (GObject *object)
{
  AskFilterButton *self = ASK_FILTER_BUTTON (object);

  g_clear_pointer (&self->button, gtk_widget_unparent);
  g_clear_pointer (&self->attributes, g_ptr_array_unref);
  g_clear_pointer (&self->tests, g_array_unref);
  G_OBJECT_CLASS (ask_filter_button_parent_class)->dispose (object);
}

static void
ask_filter_button_class_init (AskFilterButtonClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_filter_button_dispose;
  signals[ADDED] = g_signal_new ("added", ASK_TYPE_FILTER_BUTTON, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 3, G_TYPE_STRING, G_TYPE_INT, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkDropDown *
make_choice (GtkBox *box, const char *label)
{
  GtkWidget *choice = gtk_drop_down_new (NULL, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_box_append (box, choice);
  return GTK_DROP_DOWN (choice);
}

static void
ask_filter_button_init (AskFilterButton *self)
{
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 9));
  GtkWidget *add = gtk_button_new_with_mnemonic (_ ("_Add Filter"));

  self->attributes = g_ptr_array_new ();
  self->tests = g_array_new (FALSE, FALSE, sizeof (AskBrowseTest));
  self->attribute = make_choice (box, _ ("Attribute"));
  gtk_drop_down_set_enable_search (self->attribute, TRUE);
  gtk_drop_down_set_expression (self->attribute, gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  self->test = make_choice (box, _ ("Comparison"));
  self->value = GTK_ENTRY (gtk_entry_new ());
  gtk_entry_set_placeholder_text (self->value, _ ("Value"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->value), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Value"), -1);
  gtk_box_append (box, GTK_WIDGET (self->value));
  self->refusal = GTK_LABEL (ask_wrapped_label_new (NULL, "error"));
  gtk_label_set_max_width_chars (self->refusal, 30);
  gtk_widget_set_visible (GTK_WIDGET (self->refusal), FALSE);
  gtk_box_append (box, GTK_WIDGET (self->refusal));
  gtk_widget_add_css_class (add, "suggested-action");
  gtk_box_append (box, add);
  self->popover = GTK_POPOVER (gtk_popover_new ());
  gtk_popover_set_child (self->popover, GTK_WIDGET (box));
  self->button = gtk_menu_button_new ();
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->button), _ ("_Filter"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (self->button), TRUE);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->button), GTK_WIDGET (self->popover));
  gtk_widget_add_css_class (self->button, "flat");
  gtk_widget_add_css_class (self->button, "ask-light");
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));
  g_signal_connect_swapped (self->attribute, "notify::selected", G_CALLBACK (attribute_chosen), self);
  g_signal_connect_swapped (self->test, "notify::selected", G_CALLBACK (test_chosen), self);
  g_signal_connect_swapped (self->value, "activate", G_CALLBACK (add_clicked), self);
  g_signal_connect_swapped (add, "clicked", G_CALLBACK (add_clicked), self);
}
