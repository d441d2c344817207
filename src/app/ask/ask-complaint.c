/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A dialog with a tick for each part of how the question was read, what may stand in its place, and a line for words. It
 * keeps nothing: whoever opened it does.
 */
#include "config.h"

#include "app/ask/ask-complaint.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-teach.h"

/* A longer one wraps. */
#define LABEL_CHARS 40
/* More parts than these make the list scroll. */
#define MAX_HEIGHT 320

/* What is asked about where the reading has no such part: see ask_teach_list_parts(). */
static const struct
{
  const char *label;
  const char *name;
} kinds[] = {
  { N_ ("What is shown"), "columns" },        { N_ ("What is counted or summed"), "count" },
  { N_ ("Which rows are taken"), "filter" },  { N_ ("What it is grouped by"), "group" },
  { N_ ("The order, or how many"), "order" },
};

/* What can be ticked. */
typedef struct
{
  const char *name;
  char *label;
  GPtrArray *sql; /* char *: of the alternatives */
  GtkCheckButton *check;
  GtkDropDown *instead; /* nullable: nothing, then the alternatives */
} Part;

/* The data of a dialog. */
typedef struct
{
  GtkWidget *dialog;
  GPtrArray *parts;
  GtkEditable *entry;
} Complaint;

static void
part_free (gpointer data)
{
  Part *self = data;

  g_free (self->label);
  g_ptr_array_unref (self->sql);
  g_free (self);
}

static void
complaint_free (gpointer data)
{
  Complaint *self = data;

  g_ptr_array_unref (self->parts);
  g_free (self);
}

static Complaint *
get_complaint (GtkWidget *dialog)
{
  return g_object_get_data (G_OBJECT (dialog), "ask-complaint");
}

static const Part *
get_ticked (const Complaint *complaint, guint i)
{
  const Part *part = complaint->parts->pdata[i];

  return gtk_check_button_get_active (part->check) ? part : NULL;
}

/**
 * ask_complaint_dup_words:
 * @dialog: from ask_complaint_new()
 *
 * Returns: (transfer full): what was written, without blanks around it
 */
char *
ask_complaint_dup_words (GtkWidget *dialog)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (get_complaint (dialog)->entry)));
}

/**
 * ask_complaint_dup_parts:
 * @dialog: from ask_complaint_new()
 *
 * Returns: (transfer full): the names of what was ticked, with blanks between them: see ask_teach_wrong()
 */
char *
ask_complaint_dup_parts (GtkWidget *dialog)
{
  const Complaint *complaint = get_complaint (dialog);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < complaint->parts->len; i++)
    {
      const Part *part = get_ticked (complaint, i);

      if (part != NULL && !g_ptr_array_find_with_equal_func (names, part->name, g_str_equal, NULL))
        g_ptr_array_add (names, (gpointer) part->name);
    }
  g_ptr_array_add (names, NULL);
  return g_strjoinv (" ", (char **) names->pdata);
}

/**
 * ask_complaint_dup_sql:
 * @dialog: from ask_complaint_new()
 *
 * Returns: (transfer full) (nullable): the answer's query with what was chosen in a part's place; %NULL where nothing was
 */
char *
ask_complaint_dup_sql (GtkWidget *dialog)
{
  const Complaint *complaint = get_complaint (dialog);

  for (guint i = 0; i < complaint->parts->len; i++)
    {
      const Part *part = get_ticked (complaint, i);

      if (part != NULL && part->instead != NULL && gtk_drop_down_get_selected (part->instead) > 0)
        return g_strdup (part->sql->pdata[gtk_drop_down_get_selected (part->instead) - 1]);
    }
  return NULL;
}

/**
 * ask_complaint_dup_text:
 * @dialog: from ask_complaint_new()
 *
 * Returns: (transfer full): all that was said, in one line for people
 */
char *
ask_complaint_dup_text (GtkWidget *dialog)
{
  const Complaint *complaint = get_complaint (dialog);
  g_autofree char *words = ask_complaint_dup_words (dialog);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < complaint->parts->len; i++)
    {
      const Part *part = get_ticked (complaint, i);

      if (part != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", part->label);
    }
  if (*words != '\0')
    g_string_append_printf (text, "%s%s", text->len > 0 ? ": " : "", words);
  return g_string_free (text, FALSE);
}

/* Without a word and a tick there is nothing to keep. */
static void
changed (GtkWidget *dialog)
{
  g_autofree char *words = ask_complaint_dup_words (dialog);
  g_autofree char *names = ask_complaint_dup_parts (dialog);

  adw_message_dialog_set_response_enabled (ADW_MESSAGE_DIALOG (dialog), "keep", *words != '\0' || *names != '\0');
}

/* Each alternative is a whole query, so only one part is replaced at a time. */
static void
chosen (GtkDropDown *instead, GParamSpec *property, Complaint *complaint)
{
  if (gtk_drop_down_get_selected (instead) == 0)
    return;
  for (guint i = 0; i < complaint->parts->len; i++)
    {
      const Part *part = complaint->parts->pdata[i];

      if (part->instead != NULL && part->instead != instead)
        gtk_drop_down_set_selected (part->instead, 0);
    }
}

static void
add_check (Complaint *complaint, GtkBox *box, const char *name, const char *label)
{
  Part *part = g_new0 (Part, 1);
  GtkWidget *check = gtk_check_button_new ();
  GtkWidget *words = gtk_label_new (label);

  gtk_label_set_xalign (GTK_LABEL (words), 0);
  gtk_label_set_wrap (GTK_LABEL (words), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (words), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (words), LABEL_CHARS);
  gtk_check_button_set_child (GTK_CHECK_BUTTON (check), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  part->name = name;
  part->label = g_strdup (label);
  part->sql = g_ptr_array_new_with_free_func (g_free);
  part->check = GTK_CHECK_BUTTON (check);
  g_ptr_array_add (complaint->parts, part);
  g_signal_connect_object (check, "toggled", G_CALLBACK (changed), complaint->dialog, G_CONNECT_SWAPPED);
  gtk_box_append (box, check);
}

/* A list of what the part just added may be instead, while it is ticked. */
static void
add_instead (Complaint *complaint, GtkBox *box, const GPtrArray *alternatives)
{
  Part *part = complaint->parts->pdata[complaint->parts->len - 1];
  GtkStringList *words = gtk_string_list_new (NULL);
  GtkWidget *instead;

  gtk_string_list_append (words, _ ("Instead: not said"));
  for (guint i = 0; i < alternatives->len; i++)
    {
      const AskAnswerChoice *choice = alternatives->pdata[i];
      /* Translators: what should stand in the place of a part of the answer. */
      g_autofree char *said = g_strdup_printf (_ ("Instead: %s"), choice->words);

      gtk_string_list_append (words, said);
      g_ptr_array_add (part->sql, g_strdup (choice->sql));
    }
  instead = gtk_drop_down_new (G_LIST_MODEL (words), NULL);
  gtk_widget_set_margin_start (instead, 24);
  gtk_accessible_update_property (GTK_ACCESSIBLE (instead), GTK_ACCESSIBLE_PROPERTY_LABEL, part->label, -1);
  g_object_bind_property (part->check, "active", instead, "visible", G_BINDING_SYNC_CREATE);
  g_signal_connect (instead, "notify::selected", G_CALLBACK (chosen), complaint);
  part->instead = GTK_DROP_DOWN (instead);
  gtk_box_append (box, instead);
}

/* What the answer has of a kind. Returns: whether it has any */
static gboolean
add_parts (Complaint *complaint, GtkBox *box, const AskAnswer *answer, const char *name)
{
  gboolean any = FALSE;

  for (guint i = 0; i < answer->parts->len; i++)
    {
      const AskAnswerPart *part = answer->parts->pdata[i];
      g_autofree char *label
        = part->lead != NULL ? g_strconcat (part->lead, " ", part->words, NULL) : g_strdup (part->words);

      if (g_strcmp0 (ask_teach_name_part (part->kind), name) != 0)
        continue;
      add_check (complaint, box, name, label);
      if (part->alternatives->len > 0)
        add_instead (complaint, box, part->alternatives);
      any = TRUE;
    }
  return any;
}

static GtkWidget *
new_checks (Complaint *complaint, const AskAnswer *answer)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  gboolean shown = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      gboolean any = add_parts (complaint, GTK_BOX (box), answer, kinds[i].name);

      shown = shown || any;
      /* What is counted is among what is shown. */
      if (!any && !(shown && strcmp (kinds[i].name, "count") == 0))
        add_check (complaint, GTK_BOX (box), kinds[i].name, _ (kinds[i].label));
    }
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), MAX_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  return scroller;
}

/**
 * ask_complaint_new:
 * @parent: (nullable): over which it is shown
 * @answer: that is wrong; it is not kept. A verified one has no parts: that is for whoever vouches for it
 *
 * Returns: (transfer none): a message dialog, whose response "keep" means that something was said
 */
GtkWidget *
ask_complaint_new (GtkWindow *parent, const AskAnswer *answer)
{
  gboolean has_parts = answer->sql != NULL && answer->verified == NULL;
  const char *text = has_parts && answer->follows == 0
                       ? _ ("The question is not answered so again. The answer and its steps are kept with your words "
                            "for whoever looks after the data.")
                       : _ ("The answer and its steps are kept with your words for whoever looks after the data.");
  GtkWidget *dialog = adw_message_dialog_new (parent, _ ("What is wrong?"), text);
  AdwMessageDialog *self = ADW_MESSAGE_DIALOG (dialog);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *entry = gtk_entry_new ();
  Complaint *complaint = g_new0 (Complaint, 1);

  g_object_set_data_full (G_OBJECT (dialog), "ask-complaint", complaint, complaint_free);
  complaint->dialog = dialog;
  complaint->parts = g_ptr_array_new_with_free_func (part_free);
  complaint->entry = GTK_EDITABLE (entry);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("For example: returns are counted twice"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("What is wrong"), -1);
  if (has_parts)
    gtk_box_append (GTK_BOX (box), new_checks (complaint, answer));
  gtk_box_append (GTK_BOX (box), entry);
  adw_message_dialog_set_extra_child (self, box);
  adw_message_dialog_add_responses (self, "cancel", _ ("_Cancel"), "keep", _ ("_Keep"), NULL);
  adw_message_dialog_set_response_appearance (self, "keep", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (self, "keep");
  adw_message_dialog_set_close_response (self, "cancel");
  g_signal_connect_object (entry, "changed", G_CALLBACK (changed), dialog, G_CONNECT_SWAPPED);
  changed (dialog);
  return dialog;
}
