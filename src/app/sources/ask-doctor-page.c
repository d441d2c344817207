/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What needs a person comes first. Of a POST a person can say here that it only reads, and take that back; saying so
 * is the desk's, since it changes the source.
 */
#include "config.h"

#include "app/sources/ask-doctor-page.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/widgets/ask-desk-rows.h"

/* Returns: (transfer none) (nullable): how a person named this operation when they said that it only reads */
static const char *
find_read (const AskSourceRecord *record, const AskDoctorEntry *entry, const char *name)
{
  for (guint i = 0; i < record->reads->len; i++)
    if (strcmp (record->reads->pdata[i], name) == 0 || g_strcmp0 (entry->id, record->reads->pdata[i]) == 0)
      return record->reads->pdata[i];
  return NULL;
}

/* @name: "POST /orders/search" */
static void
add_verdict (GtkWidget *row, const AskSourceRecord *record, const AskDoctorEntry *entry, const char *name)
{
  const char *said = find_read (record, entry, name);
  GtkWidget *button;

  if (said == NULL && strcmp (entry->method, "POST") != 0)
    return;
  button = said != NULL ? ask_desk_add_button (row, _("_Take Back"), _("It may change something: never call it"),
                                               "desk.writes")
                        : ask_desk_add_button (row, _("It Only _Reads…"), _("Say that it changes nothing"),
                                               "desk.reads");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", said != NULL ? said : name);
}

static void
add_operations (AdwPreferencesPage *page, const AskSourceCare *care, AskDoctorOutcome outcome, const char *format,
                const char *description, const char *icon, const char *style)
{
  const AskDoctor *doctor = care->doctor;
  guint n = ask_doctor_count (doctor, outcome);
  guint shown = 0;
  AdwPreferencesGroup *group;
  g_autofree char *title = NULL;

  if (n == 0)
    return;
  title = g_strdup_printf ("%s: %u", format, n);
  group = ask_desk_add_group (page, title, description);
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
      row = ask_desk_row_new (name, words, icon, style, format);
      add_verdict (row, care->record, entry, name);
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
 *
 * Shows the report. Its buttons want the actions desk.copy, desk.reads and desk.writes around them.
 */
void
ask_doctor_page_fill (AdwPreferencesPage *page, const AskSourceCare *care)
{
  const AskDoctor *doctor = care->doctor;
  AdwPreferencesGroup *group;
  guint n_used = ask_doctor_count (doctor, ASK_DOCTOR_ENTITY) + ask_doctor_count (doctor, ASK_DOCTOR_MERGED);
  g_autofree char *words = g_strdup_printf (ngettext ("%u of %u operation can be asked about.",
                                                      "%u of %u operations can be asked about.", doctor->entries->len),
                                            n_used, doctor->entries->len);
  GtkWidget *copy = gtk_button_new_with_mnemonic (_("_Copy"));

  ask_desk_clear (page);
  group = ask_desk_add_group (page, doctor->title != NULL ? doctor->title : care->record->name, doctor->format);
  gtk_widget_set_valign (copy, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (copy, _("Copy the whole report as text"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (copy), "desk.copy");
  adw_preferences_group_set_header_suffix (group, copy);
  adw_preferences_group_add (group, ask_desk_row_new (words, NULL, NULL, NULL, NULL));
  add_operations (page, care, ASK_DOCTOR_LEFT_OUT, _("Left out"),
                  _("These read data and could not become an entity."), "dialog-warning-symbolic", "warning");
  add_operations (page, care, ASK_DOCTOR_OFFERED, _("Could be used"),
                  _("These become entities once you say that they only read."), "dialog-question-symbolic",
                  "dim-label");
  add_sentences (page, _("About the Document"), doctor->remarks);
  add_sentences (page, _("Faults of the Document"), doctor->faults);
  add_operations (page, care, ASK_DOCTOR_ENTITY, _("Became entities"), NULL, "emblem-ok-symbolic", "success");
  add_operations (page, care, ASK_DOCTOR_MERGED, _("Part of another entity"), NULL, "emblem-ok-symbolic",
                  "success");
  add_operations (page, care, ASK_DOCTOR_WRITES, _("Never called"),
                  _("These change something, or nobody knows that they do not."), "action-unavailable-symbolic",
                  "dim-label");
}
