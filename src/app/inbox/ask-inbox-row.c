/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row does nothing itself: its buttons activate the page's actions, with the places of the item and the proposal.
 */
#include "config.h"

#include "app/inbox/ask-inbox-row.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/widgets/ask-format.h"

/* What a button says of the proposal beside it. */
static const char *const labels[] = {
  [ASK_INBOX_ACTION_SYNONYM] = N_ ("Add Name"), [ASK_INBOX_ACTION_STATEMENT] = N_ ("Add"),
  [ASK_INBOX_ACTION_VERIFY] = N_ ("Verify"),    [ASK_INBOX_ACTION_RUN] = N_ ("Run"),
  [ASK_INBOX_ACTION_ACCEPT] = N_ ("Accept"),    [ASK_INBOX_ACTION_SEEN] = N_ ("Seen"),
  [ASK_INBOX_ACTION_TAKE] = N_ ("Take"),
};

/* Where a person writes what a word means. */
typedef struct
{
  GtkWidget *row; /* borrowed */
  GtkEditable *entry;
  GtkDropDown *sources; /* nullable: there is no choice */
  guint item;
  guint proposal;
} Form;

static GtkWidget *
new_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

static GtkWidget *
new_button (const char *label, const char *says)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, says, -1);
  return button;
}

static void
write_clicked (Form *form)
{
  GtkStringObject *source
    = form->sources != NULL ? GTK_STRING_OBJECT (gtk_drop_down_get_selected_item (form->sources)) : NULL;

  gtk_widget_activate_action (form->row, "inbox.write", "(uuss)", form->item, form->proposal,
                              source != NULL ? gtk_string_object_get_string (source) : "",
                              gtk_editable_get_text (form->entry));
}

/* A line for "churn: …", with the sources to choose from where there are several. */
static void
add_form (GtkBox *box, GtkWidget *row, AskInboxPage *page, guint item, guint proposal)
{
  const AskInboxItem *its = page->items->pdata[item];
  const AskInboxProposal *shown = its->proposals->pdata[proposal];
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *button = new_button (_ (labels[shown->action]), shown->words);
  g_autofree char *begun = g_strconcat (its->title, ": ", NULL);
  Form *form = g_new0 (Form, 1);

  *form = (Form) { row, GTK_EDITABLE (entry), NULL, item, proposal };
  gtk_editable_set_text (GTK_EDITABLE (entry), begun);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 12);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, shown->words, -1);
  gtk_box_append (GTK_BOX (head), new_label (shown->words, NULL));
  gtk_box_append (box, head);
  gtk_box_append (GTK_BOX (line), entry);
  if (shown->source == NULL && page->sources->len > 0)
    {
      GtkStringList *names = gtk_string_list_new (NULL);
      GtkWidget *sources;

      for (guint i = 0; i < page->sources->len; i++)
        gtk_string_list_append (names, page->sources->pdata[i]);
      sources = gtk_drop_down_new (G_LIST_MODEL (names), NULL);
      gtk_accessible_update_property (GTK_ACCESSIBLE (sources), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Source"), -1);
      form->sources = GTK_DROP_DOWN (sources);
      gtk_box_append (GTK_BOX (head), sources);
    }
  gtk_box_append (GTK_BOX (line), button);
  gtk_box_append (box, line);
  g_object_set_data_full (G_OBJECT (line), "ask-form", form, g_free);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (write_clicked), form);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (write_clicked), form);
}

static void
add_proposal (GtkBox *box, const AskInboxProposal *proposal, guint item, guint place, gboolean suggestion)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *button = new_button (_ (labels[proposal->action]), proposal->words);

  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (words), new_label (proposal->words, NULL));
  if (proposal->action == ASK_INBOX_ACTION_VERIFY)
    {
      GtkWidget *sql = new_label (proposal->text, "monospace");

      gtk_widget_add_css_class (sql, "caption");
      gtk_widget_add_css_class (sql, "dim-label");
      gtk_box_append (GTK_BOX (words), sql);
    }
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "inbox.do");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "(buu)", suggestion, item, place);
  gtk_box_append (GTK_BOX (line), words);
  gtk_box_append (GTK_BOX (line), button);
  gtk_box_append (box, line);
}

/* Where more of it can be seen. */
static GtkWidget *
new_open_button (const AskInboxItem *item)
{
  GtkWidget *button = gtk_button_new_with_label (_ ("Open"));
  GtkActionable *actionable = GTK_ACTIONABLE (button);

  gtk_widget_add_css_class (button, "flat");
  if (item->kind == ASK_INBOX_VERIFIED)
    {
      gtk_actionable_set_action_name (actionable, "win.open-verified");
      gtk_actionable_set_action_target (actionable, "x", item->verified);
    }
  else if (item->history != 0)
    {
      gtk_actionable_set_action_name (actionable, "win.open-answer");
      gtk_actionable_set_action_target (actionable, "x", item->history);
    }
  else
    {
      gtk_actionable_set_action_name (actionable, "win.show-page");
      gtk_actionable_set_action_target (actionable, "s", item->kind == ASK_INBOX_DRIFT ? "sources" : "schema");
    }
  return button;
}

static void
add_foot (GtkBox *box, const AskInboxItem *item, guint place)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *dismiss = gtk_button_new_with_label (C_ ("inbox", "Dismiss"));
  g_autofree char *when = item->at != 0 ? ask_format_near_day (item->at) : NULL;
  g_autofree char *often
    = item->count > 1 && item->kind != ASK_INBOX_DRIFT && when != NULL
        /* Translators: how often something happened, and the day of the last time. */
        ? g_strdup_printf (ngettext ("%u time · %s", "%u times · %s", item->count), item->count, when)
        : g_strdup (when != NULL ? when : "");
  GtkWidget *label = new_label (often, "dim-label");

  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (dismiss, "flat");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (dismiss), "inbox.dismiss");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (dismiss), "(bu)", item->kind == ASK_INBOX_SUGGESTION, place);
  gtk_accessible_update_property (GTK_ACCESSIBLE (dismiss), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, item->title, -1);
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (line), new_open_button (item));
  gtk_box_append (GTK_BOX (line), dismiss);
  gtk_box_append (box, line);
}

/**
 * ask_inbox_row_new:
 * @page: what is shown
 * @item: the place of the item in it
 *
 * Returns: (transfer floating): a row that activates "inbox.do", "inbox.write" and "inbox.dismiss"
 */
GtkWidget *
ask_inbox_row_new (AskInboxPage *page, guint item)
{
  const AskInboxItem *its = page->items->pdata[item];
  GtkWidget *row = adw_preferences_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  GtkBox *into = GTK_BOX (box);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), its->title);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 12);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_box_append (into, new_label (its->title, "heading"));
  if (its->detail != NULL)
    gtk_box_append (into, new_label (its->detail, "dim-label"));
  for (guint i = 0; i < its->proposals->len; i++)
    {
      const AskInboxProposal *proposal = its->proposals->pdata[i];

      if (proposal->action == ASK_INBOX_ACTION_STATEMENT && proposal->text == NULL)
        add_form (into, row, page, item, i);
      else
        add_proposal (into, proposal, item, i, its->kind == ASK_INBOX_SUGGESTION);
    }
  add_foot (into, its, item);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  return row;
}
