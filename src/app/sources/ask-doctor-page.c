/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What needs a person comes first. Of a POST a person can say here that it only reads; of any operation that is called,
 * what it means when its answers speak of more rows than they hold; of one that sorts, that its order can be trusted. All
 * of it can be taken back. Saying so is the desk's, since it changes the source.
 */
#include "config.h"

#include "app/sources/ask-doctor-page.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/widgets/ask-desk-rows.h"

/* @said: the names that a person gave; @name: "GET /orders"; @id: (nullable): its operationId
 *
 * Returns: (transfer none) (nullable): how the person named it */
static const char *
find_said (GPtrArray *said, const char *name, const char *id)
{
  for (guint i = 0; i < said->len; i++)
    if (strcmp (said->pdata[i], name) == 0 || g_strcmp0 (said->pdata[i], id) == 0)
      return said->pdata[i];
  return NULL;
}

/* @name: "POST /orders/search" */
static void
add_verdict (GtkWidget *row, const AskSourceRecord *record, const AskDoctorEntry *entry, const char *name)
{
  const char *said = find_said (record->reads, name, entry->id);
  GtkWidget *button;

  if (said == NULL && strcmp (entry->method, "POST") != 0)
    return;
  button = said != NULL
             ? ask_desk_add_button (row, _ ("_Take Back"), _ ("It may change something: never call it"), "desk.writes")
             : ask_desk_add_button (row, _ ("It Only _Reads…"), _ ("Say that it changes nothing"), "desk.reads");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", said != NULL ? said : name);
}

/* What a person said of an operation's answers that speak of more rows. */
typedef enum
{
  ROWS_UNSAID,
  ROWS_WHOLE,
  ROWS_FOLLOW
} Rows;

static void
rows_toggled (GtkCheckButton *check, gpointer data)
{
  GVariant *target = g_object_get_data (G_OBJECT (check), "ask-target");

  if (gtk_check_button_get_active (check))
    gtk_widget_activate_action_variant (GTK_WIDGET (check), "desk.rows", target);
}

/* Three choices, of which the first takes back the others.
 *
 * @name: as a person named it, or "GET /orders"
 *
 * Returns: (transfer none): the one that holds */
static GtkWidget *
add_rows (AdwPreferencesPage *page, const char *name, Rows said)
{
  const struct
  {
    const char *action; /* as desk.rows takes it */
    const char *title;
    const char *words;
  } ways[] = {
    [ROWS_UNSAID]
    = { "unsaid", _ ("Nobody has said"), _ ("A question fails where an answer speaks of more rows than it holds.") },
    [ROWS_WHOLE] = { "whole", _ ("That is all"), _ ("The rows that come are all, whatever else the answer says.") },
    [ROWS_FOLLOW] = { "follow", _ ("More rows follow"), _ ("Links in the answer lead to them, and are followed.") },
  };
  AdwPreferencesGroup *group
    = ask_desk_add_group (page, name, _ ("What does it mean when an answer speaks of more rows than it holds?"));
  GtkCheckButton *first = NULL;
  GtkWidget *holds = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      GtkWidget *row = ask_desk_row_new (ways[i].title, ways[i].words, NULL, NULL, NULL);
      GtkWidget *check = gtk_check_button_new ();
      /* Translators: "GET /orders: That is all" */
      g_autofree char *spoken = g_strdup_printf (_ ("%s: %s"), name, ways[i].title);

      gtk_check_button_set_group (GTK_CHECK_BUTTON (check), first);
      first = first != NULL ? first : GTK_CHECK_BUTTON (check);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), said == (Rows) i);
      holds = said == (Rows) i ? check : holds;
      gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
      gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
      g_object_set_data_full (G_OBJECT (check), "ask-target",
                              g_variant_ref_sink (g_variant_new ("(ss)", name, ways[i].action)),
                              (GDestroyNotify) g_variant_unref);
      g_signal_connect (check, "toggled", G_CALLBACK (rows_toggled), NULL);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
      adw_preferences_group_add (group, row);
    }
  return holds;
}

static void
add_all_said (AdwPreferencesPage *page, GPtrArray *names, Rows said, const char *except)
{
  for (guint i = 0; i < names->len; i++)
    if (g_strcmp0 (names->pdata[i], except) != 0)
      add_rows (page, names->pdata[i], said);
}

/* The one that a person was led to, then all of which something was said.
 *
 * Returns: (transfer none) (nullable): of @operation, the choice that holds */
static GtkWidget *
add_choices (AdwPreferencesPage *page, const AskSourceCare *care, const char *operation)
{
  const AskSourceRecord *record = care->record;
  const char *whole = NULL, *follow = NULL;
  GtkWidget *holds = NULL;

  if (operation != NULL)
    {
      const char *id = NULL;

      for (guint i = 0; i < care->doctor->entries->len && id == NULL; i++)
        {
          const AskDoctorEntry *entry = care->doctor->entries->pdata[i];
          g_autofree char *name = g_strdup_printf ("%s %s", entry->method, entry->path);

          id = strcmp (name, operation) == 0 ? entry->id : NULL;
        }
      whole = find_said (record->whole, operation, id);
      follow = whole == NULL ? find_said (record->follow, operation, id) : NULL;
      holds = add_rows (page,
                        whole != NULL    ? whole
                        : follow != NULL ? follow
                                         : operation,
                        whole != NULL    ? ROWS_WHOLE
                        : follow != NULL ? ROWS_FOLLOW
                                         : ROWS_UNSAID);
    }
  add_all_said (page, record->whole, ROWS_WHOLE, whole);
  add_all_said (page, record->follow, ROWS_FOLLOW, follow);
  return holds;
}

/* Where the API can be asked for an order: whether its order can be trusted. */
static void
add_order (GtkWidget *row, const AskSourceCare *care, const AskDoctorEntry *entry, const char *name)
{
  const char *said = find_said (care->record->trust_order, name, entry->id);
  GtkWidget *button;

  if (said == NULL && !g_hash_table_contains (care->sorts, name))
    return;
  button = said != NULL ? ask_desk_add_button (row, _ ("_Distrust Its Order"),
                                               _ ("Read whole lists again, and sort them here"), "desk.distrust-order")
                        : ask_desk_add_button (
                          row, _ ("_Trust Its Order"),
                          _ ("Where a question wants the first rows of an order, read only these. Say so if you know "
                             "that the API sorts rightly: nothing else shows it."),
                          "desk.trust-order");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", said != NULL ? said : name);
}

/* The operations that had one outcome.
 * @description: (nullable): a sentence below the title
 * @icon, @style: of each row; the title is what the icon means */
typedef struct
{
  AskDoctorOutcome outcome;
  const char *title;
  const char *description;
  const char *icon;
  const char *style;
} Section;

static void
add_operations (AdwPreferencesPage *page, const AskSourceCare *care, const Section *section)
{
  const AskDoctor *doctor = care->doctor;
  AskDoctorOutcome outcome = section->outcome;
  guint n = ask_doctor_count (doctor, outcome);
  guint shown = 0;
  AdwPreferencesGroup *group;
  g_autofree char *title = NULL;

  if (n == 0)
    return;
  title = g_strdup_printf ("%s: %u", section->title, n);
  group = ask_desk_add_group (page, title, section->description);
  for (guint i = 0; i < doctor->entries->len && shown < ASK_DESK_MAX_ROWS; i++)
    {
      const AskDoctorEntry *entry = doctor->entries->pdata[i];
      g_autofree char *name = NULL;
      g_autofree char *words = NULL;
      GtkWidget *row;

      if (entry->outcome != outcome)
        continue;
      shown++;
      name = g_strdup_printf ("%s %s", entry->method, entry->path);
      if (outcome == ASK_DOCTOR_ENTITY || outcome == ASK_DOCTOR_MERGED)
        {
          g_autoptr (GPtrArray) names = g_ptr_array_new ();

          for (guint j = 0; j < entry->entities->len; j++)
            g_ptr_array_add (names, entry->entities->pdata[j]);
          g_ptr_array_add (names, NULL);
          words = g_strjoinv (", ", (char **) names->pdata);
        }
      else
        words = g_strjoin (" ", entry->reason != NULL ? entry->reason : "",
                           entry->remedy != NULL ? entry->remedy : NULL, NULL);
      row = ask_desk_row_new (name, words, section->icon, section->style, section->title);
      add_verdict (row, care->record, entry, name);
      add_order (row, care, entry, name);
      if (outcome == ASK_DOCTOR_ENTITY || outcome == ASK_DOCTOR_MERGED)
        {
          GtkWidget *button
            = ask_desk_add_button (row, _ ("_Rows…"), _ ("Say what it means when it speaks of more rows"),
                                   "desk.show-operation");

          gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", name);
        }
      adw_preferences_group_add (group, row);
    }
  ask_desk_add_more (group, n);
}

static void
add_sentences (AdwPreferencesPage *page, const char *title, GPtrArray *sentences)
{
  AdwPreferencesGroup *group;

  if (sentences->len == 0)
    return;
  group = ask_desk_add_group (page, title, NULL);
  for (guint i = 0; i < sentences->len && i < ASK_DESK_MAX_ROWS; i++)
    adw_preferences_group_add (group, ask_desk_row_new (sentences->pdata[i], NULL, NULL, NULL, NULL));
  ask_desk_add_more (group, sentences->len);
}

/**
 * ask_doctor_page_fill:
 * @page: emptied first
 * @care: of an API, with a report
 * @operation: (nullable): as "GET /orders": one that a person is to say something about, which comes first
 *
 * Shows the report. Its buttons want the actions desk.copy, desk.reads, desk.writes, desk.rows, desk.trust-order,
 * desk.distrust-order and desk.show-operation around them.
 *
 * Returns: (transfer none) (nullable): what to put the focus on, for @operation
 */
GtkWidget *
ask_doctor_page_fill (AdwPreferencesPage *page, const AskSourceCare *care, const char *operation)
{
  const AskDoctor *doctor = care->doctor;
  AdwPreferencesGroup *group;
  guint n_used = ask_doctor_count (doctor, ASK_DOCTOR_ENTITY) + ask_doctor_count (doctor, ASK_DOCTOR_MERGED);
  g_autofree char *words = g_strdup_printf (ngettext ("%u of %u operation can be asked about.",
                                                      "%u of %u operations can be asked about.", doctor->entries->len),
                                            n_used, doctor->entries->len);
  GtkWidget *copy = gtk_button_new_with_mnemonic (_ ("_Copy"));
  GtkWidget *choice;

  ask_desk_clear (page);
  group = ask_desk_add_group (page, doctor->title != NULL ? doctor->title : care->record->name, doctor->format);
  gtk_widget_set_valign (copy, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (copy, _ ("Copy the whole report as text"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (copy), "desk.copy");
  adw_preferences_group_set_header_suffix (group, copy);
  adw_preferences_group_add (group, ask_desk_row_new (words, NULL, NULL, NULL, NULL));
  choice = add_choices (page, care, operation);
  add_operations (page, care,
                  &(Section) { ASK_DOCTOR_LEFT_OUT, _ ("Left out"),
                               _ ("These read data and could not become an entity."), "dialog-warning-symbolic",
                               "warning" });
  add_operations (page, care,
                  &(Section) { ASK_DOCTOR_OFFERED, _ ("Could be used"),
                               _ ("These become entities once you say that they only read."),
                               "dialog-question-symbolic", "dim-label" });
  add_sentences (page, _ ("About the Document"), doctor->remarks);
  add_sentences (page, _ ("Faults of the Document"), doctor->faults);
  add_operations (page, care,
                  &(Section) { ASK_DOCTOR_ENTITY, _ ("Became entities"), NULL, "emblem-ok-symbolic", "success" });
  add_operations (page, care,
                  &(Section) { ASK_DOCTOR_MERGED, _ ("Part of another entity"), NULL, "emblem-ok-symbolic",
                               "success" });
  add_operations (page, care,
                  &(Section) { ASK_DOCTOR_WRITES, _ ("Never called"),
                               _ ("These change something, or nobody knows that they do not."),
                               "action-unavailable-symbolic", "dim-label" });
  return choice;
}
