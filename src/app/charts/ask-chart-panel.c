/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Kinds that cannot be drawn are grey and say why. A row that is left as it was says nothing, so that the rules go on choosing
 * what nobody chose.
 */
#include "config.h"

#include "app/charts/ask-chart-panel-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-text.h"
#include "chart/ask-chart-columns.h"

G_DEFINE_FINAL_TYPE (AskChartPanel, ask_chart_panel, GTK_TYPE_WIDGET)

static guint changed_signal;

#define WIDTH 380
#define MAX_HEIGHT 540

/** ask_chart_panel_changed: @self: a panel whose look was changed. Tells. */
void
ask_chart_panel_changed (AskChartPanel *self)
{
  if (!self->filling)
    g_signal_emit (self, changed_signal, 0);
}

static AdwPreferencesGroup *
add_group (AskChartPanel *self, const char *title)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  gtk_box_append (self->groups, group);
  return ADW_PREFERENCES_GROUP (group);
}

static void
kind_chosen (AdwActionRow *row, AskChartPanel *self)
{
  const char *kind = g_object_get_data (G_OBJECT (row), "kind");

  ask_text_set (&self->look->kind, kind);
  adw_expander_row_set_expanded (self->kind, FALSE);
  /* The list that folds up would keep the keyboard. The row above it does not take it: what is first in it does. */
  gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (self)), NULL);
  gtk_widget_child_focus (GTK_WIDGET (self->kind), GTK_DIR_TAB_FORWARD);
  ask_chart_panel_changed (self);
}

static const char *
name_now (AskChartPanel *self)
{
  return ask_chart_name_kind (ask_chart_get_kind (self->chart));
}

/* What can be drawn comes first. */
static void
add_kinds (AskChartPanel *self, AdwPreferencesGroup *group, GPtrArray *choices)
{
  self->kind = ADW_EXPANDER_ROW (adw_expander_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->kind), _ ("Kind"));
  adw_expander_row_set_subtitle (self->kind, name_now (self));
  adw_preferences_group_add (group, GTK_WIDGET (self->kind));
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < choices->len; i++)
      {
        const AskChartChoice *choice = choices->pdata[i];
        GtkWidget *row;

        if ((choice->reason == NULL) != (pass == 0))
          continue;
        row = adw_action_row_new ();
        adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
        adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), choice->name);
        if (choice->reason != NULL)
          adw_action_row_set_subtitle (ADW_ACTION_ROW (row), choice->reason);
        gtk_widget_set_sensitive (row, choice->reason == NULL);
        gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
        g_object_set_data_full (G_OBJECT (row), "kind", g_strdup (choice->kind), g_free);
        g_signal_connect (row, "activated", G_CALLBACK (kind_chosen), self);
        adw_expander_row_add_row (self->kind, row);
        g_ptr_array_add (self->kinds, row);
      }
}

/* Another chart is drawn now: which kinds can be drawn may have changed with its columns. */
static void
update_kinds (AskChartPanel *self, GPtrArray *choices)
{
  adw_expander_row_set_subtitle (self->kind, name_now (self));
  for (guint r = 0; r < self->kinds->len; r++)
    for (guint i = 0; i < choices->len; i++)
      {
        const AskChartChoice *choice = choices->pdata[i];
        GtkWidget *row = self->kinds->pdata[r];

        if (strcmp (choice->kind, g_object_get_data (G_OBJECT (row), "kind")) != 0)
          continue;
        adw_action_row_set_subtitle (ADW_ACTION_ROW (row), choice->reason != NULL ? choice->reason : "");
        gtk_widget_set_sensitive (row, choice->reason == NULL);
      }
}

typedef void (*Chosen) (AskChartPanel *self, guint selected);

static void
combo_chosen (AdwComboRow *row, GParamSpec *param, AskChartPanel *self)
{
  Chosen chosen = (Chosen) g_object_get_data (G_OBJECT (row), "chosen");

  if (!self->filling)
    chosen (self, adw_combo_row_get_selected (row));
}

static void
add_combo (AskChartPanel *self, AdwPreferencesGroup *group, const char *title, GtkStringList *words, guint selected,
           Chosen chosen)
{
  GtkWidget *row = adw_combo_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (words));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), selected);
  g_object_set_data (G_OBJECT (row), "chosen", (gpointer) chosen);
  g_signal_connect (row, "notify::selected", G_CALLBACK (combo_chosen), self);
  adw_preferences_group_add (group, row);
  g_object_unref (words);
}

static void
across_chosen (AskChartPanel *self, guint selected)
{
  ask_text_set (&self->look->x, selected > 0 ? ask_chart_get_column_name (self->chart, selected - 1) : NULL);
  ask_chart_panel_changed (self);
}

static void
series_chosen (AskChartPanel *self, guint selected)
{
  ask_text_set (&self->look->group, selected == 0   ? NULL
                                    : selected == 1 ? ""
                                                    : ask_chart_get_column_name (self->chart, selected - 2));
  ask_chart_panel_changed (self);
}

static GtkStringList *
list_columns (AskChartPanel *self, const char *none)
{
  GtkStringList *words = gtk_string_list_new (NULL);

  /* Translators: of what is chosen for a chart: nobody chose, so the program does. */
  gtk_string_list_append (words, _ ("Automatic"));
  if (none != NULL)
    gtk_string_list_append (words, none);
  for (guint i = 0; i < ask_chart_count_columns (self->chart); i++)
    gtk_string_list_append (words, ask_chart_get_column_name (self->chart, i));
  return words;
}

static guint
find_column (AskChartPanel *self, const char *name)
{
  for (guint i = 0; name != NULL && i < ask_chart_count_columns (self->chart); i++)
    if (strcmp (ask_chart_get_column_name (self->chart, i), name) == 0)
      return i + 1;
  return 0;
}

static void
amount_toggled (GtkCheckButton *check, AskChartPanel *self)
{
  const char *name = g_object_get_data (G_OBJECT (check), "column");
  guint place;

  if (self->filling)
    return;
  /* The first change says all that was drawn before. */
  if (self->look->y->len == 0)
    for (guint i = 0; i < ask_chart_count_columns (self->chart); i++)
      if (ask_chart_draws_column (self->chart, i))
        g_ptr_array_add (self->look->y, g_strdup (ask_chart_get_column_name (self->chart, i)));
  if (!gtk_check_button_get_active (check))
    {
      if (g_ptr_array_find_with_equal_func (self->look->y, name, g_str_equal, &place))
        g_ptr_array_remove_index (self->look->y, place);
    }
  else if (!g_ptr_array_find_with_equal_func (self->look->y, name, g_str_equal, NULL))
    g_ptr_array_add (self->look->y, g_strdup (name));
  ask_chart_panel_changed (self);
}

static void
add_amounts (AskChartPanel *self, AdwPreferencesGroup *group)
{
  GtkWidget *amounts = adw_expander_row_new ();
  guint n = 0;

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (amounts), _ ("Amounts"));
  for (guint i = 0; i < ask_chart_count_columns (self->chart); i++)
    {
      const char *name = ask_chart_get_column_name (self->chart, i);
      GtkWidget *row, *check;

      if (!ask_chart_could_draw_column (self->chart, i))
        continue;
      row = adw_action_row_new ();
      check = gtk_check_button_new ();
      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), ask_chart_draws_column (self->chart, i));
      gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
      g_object_set_data_full (G_OBJECT (check), "column", g_strdup (name), g_free);
      g_signal_connect (check, "toggled", G_CALLBACK (amount_toggled), self);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
      adw_expander_row_add_row (ADW_EXPANDER_ROW (amounts), row);
      n++;
    }
  if (n > 1)
    adw_preferences_group_add (group, amounts);
  else
    g_object_unref (g_object_ref_sink (amounts));
}

static void
order_chosen (AskChartPanel *self, guint selected)
{
  self->look->order = (AskChartOrder) selected;
  ask_chart_panel_changed (self);
}

static const char *const stackings[] = { "grouped-bar", "stacked-bar", "percent-bar" };

static void
stacking_chosen (AskChartPanel *self, guint selected)
{
  ask_text_set (&self->look->kind, stackings[selected]);
  ask_chart_panel_changed (self);
}

static void
add_stacking (AskChartPanel *self, AdwPreferencesGroup *group)
{
  GtkStringList *words;

  for (guint i = 0; i < G_N_ELEMENTS (stackings); i++)
    {
      if (ask_chart_get_kind (self->chart)
          != ((AskChartKind[]) { ASK_CHART_GROUPED_BAR, ASK_CHART_STACKED_BAR, ASK_CHART_PERCENT_BAR })[i])
        continue;
      words = gtk_string_list_new ((const char *[]) { _ ("Side by side"), _ ("On each other"), _ ("To 100 %"), NULL });
      add_combo (self, group, _ ("Stacking"), words, i, stacking_chosen);
    }
}

static void
most_changed (GtkSpinButton *spin, AskChartPanel *self)
{
  if (self->filling)
    return;
  self->look->most = (guint) gtk_spin_button_get_value_as_int (spin);
  if (self->look->most == 1)
    self->look->most = 2;
  ask_chart_panel_changed (self);
}

static int
say_automatic (GtkSpinButton *spin)
{
  if (gtk_spin_button_get_value_as_int (spin) > 0)
    return FALSE;
  gtk_editable_set_text (GTK_EDITABLE (spin), _ ("Automatic"));
  return TRUE;
}

/* The word stands for 0. */
static int
read_automatic (GtkSpinButton *spin, double *value)
{
  *value = g_ascii_strtod (gtk_editable_get_text (GTK_EDITABLE (spin)), NULL);
  return TRUE;
}

static void
add_order (AskChartPanel *self, AdwPreferencesGroup *group)
{
  GtkStringList *words = gtk_string_list_new ((const char *[]) {
    _ ("Automatic"), _ ("Largest first"), _ ("Smallest first"), _ ("By name"), _ ("As the rows come"), NULL });
  GtkWidget *row = adw_action_row_new (), *spin = gtk_spin_button_new_with_range (0, ASK_CHART_LOOK_MOST, 1);

  add_combo (self, group, _ ("Order"), words, self->look->order, order_chosen);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Names at most"));
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 11);
  /* Made for a range it takes digits alone, and shows no word. */
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), FALSE);
  g_signal_connect (spin, "output", G_CALLBACK (say_automatic), NULL);
  g_signal_connect (spin, "input", G_CALLBACK (read_automatic), NULL);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), self->look->most);
  gtk_spin_button_update (GTK_SPIN_BUTTON (spin));
  g_signal_connect (spin, "value-changed", G_CALLBACK (most_changed), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), spin);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), spin);
  adw_preferences_group_add (group, row);
}

typedef enum
{
  TEXT_TITLE,
  TEXT_X,
  TEXT_Y,
  TEXT_MIN,
  TEXT_MAX
} Text;

/* A number as people write it, NAN for none; FALSE where it is no number. */
static gboolean
read_number (const char *text, double *number)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  char *end = NULL;

  *number = NAN;
  if (*stripped == '\0')
    return TRUE;
  *number = g_strtod (stripped, &end);
  return *end == '\0' && isfinite (*number);
}

static void
text_applied (AdwEntryRow *row, AskChartPanel *self)
{
  Text which = (Text) GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "text"));
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row));
  char **fields[] = { &self->look->title, &self->look->x_title, &self->look->y_title };
  double number, *ends[] = { &self->look->min, &self->look->max }, other;

  if (self->filling)
    return;
  if (which < TEXT_MIN)
    ask_text_set (fields[which], *text != '\0' ? text : NULL);
  else
    {
      other = *ends[which == TEXT_MIN ? 1 : 0];
      if (!read_number (text, &number)
          || (!isnan (number) && !isnan (other) && (which == TEXT_MIN ? number >= other : number <= other)))
        {
          gtk_widget_add_css_class (GTK_WIDGET (row), "error");
          return;
        }
      *ends[which - TEXT_MIN] = number;
    }
  gtk_widget_remove_css_class (GTK_WIDGET (row), "error");
  ask_chart_panel_changed (self);
}

static GtkWidget *
add_text (AskChartPanel *self, AdwPreferencesGroup *group, const char *title, const char *text, Text which)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_editable_set_text (GTK_EDITABLE (row), text != NULL ? text : "");
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (row), TRUE);
  g_object_set_data (G_OBJECT (row), "text", GINT_TO_POINTER (which));
  g_signal_connect (row, "apply", G_CALLBACK (text_applied), self);
  adw_preferences_group_add (group, row);
  return row;
}

static void
add_titles (AskChartPanel *self)
{
  AdwPreferencesGroup *group = add_group (self, _ ("Titles"));

  add_text (self, group, _ ("Title"), self->look->title != NULL ? self->look->title : ask_chart_get_title (self->chart),
            TEXT_TITLE);
  add_text (self, group, _ ("Title of the lower axis"), self->look->x_title, TEXT_X);
  add_text (self, group, _ ("Title of the value axis"), self->look->y_title, TEXT_Y);
}

static void
zero_switched (GtkSwitch *button, GParamSpec *param, AskChartPanel *self)
{
  if (self->filling)
    return;
  self->look->zero = gtk_switch_get_active (button) ? ASK_CHART_ZERO_ALWAYS : ASK_CHART_ZERO_NEVER;
  ask_chart_panel_changed (self);
}

static char *
number_text (double number)
{
  return isnan (number) ? NULL : g_strdup_printf ("%.15g", number);
}

static void
add_axis (AskChartPanel *self)
{
  AdwPreferencesGroup *group = add_group (self, _ ("Value axis"));
  GtkWidget *row = adw_action_row_new (), *zero = gtk_switch_new ();
  gboolean free = ask_chart_may_begin_elsewhere (self->chart);
  g_autofree char *min = number_text (self->look->min);
  g_autofree char *max = number_text (self->look->max);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Begin at zero"));
  if (!free)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _ ("Always so where a length is the value"));
  gtk_widget_set_valign (zero, GTK_ALIGN_CENTER);
  gtk_switch_set_active (GTK_SWITCH (zero), ask_chart_begins_at_zero (self->chart));
  gtk_widget_set_sensitive (row, free);
  g_signal_connect (zero, "notify::active", G_CALLBACK (zero_switched), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), zero);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), zero);
  adw_preferences_group_add (group, row);
  add_text (self, group, _ ("From"), min, TEXT_MIN);
  add_text (self, group, _ ("To"), max, TEXT_MAX);
}

static void
clear (AskChartPanel *self)
{
  GtkWidget *child;

  g_ptr_array_set_size (self->kinds, 0);
  self->keys = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->groups))) != NULL)
    gtk_box_remove (self->groups, child);
}

static void
build (AskChartPanel *self, GPtrArray *choices)
{
  AdwPreferencesGroup *group;

  clear (self);
  group = add_group (self, _ ("Chart"));
  add_kinds (self, group, choices);
  add_stacking (self, group);
  group = add_group (self, _ ("Columns and order"));
  add_combo (self, group, _ ("Along the axis"), list_columns (self, NULL), find_column (self, self->look->x),
             across_chosen);
  add_amounts (self, group);
  /* Translators: of the column whose values are the series of a chart. */
  add_combo (self, group, _ ("Series"), list_columns (self, C_ ("series", "None")),
             self->look->group == NULL    ? 0
             : *self->look->group == '\0' ? 1
                                          : find_column (self, self->look->group) + 1,
             series_chosen);
  add_order (self, group);
  add_titles (self);
  add_axis (self);
  ask_chart_panel_fill_keys (self);
  /* The popover is open already: what opened it by keys goes on in it. */
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

/**
 * ask_chart_panel_show:
 * @chart: (nullable) (transfer none): what is drawn; has to live until another one is shown
 * @choices: (element-type AskChartChoice): the kinds that could be drawn
 *
 * Shows what can be changed of it. Rows that somebody is typing in stay.
 */
void
ask_chart_panel_show (AskChartPanel *self, AskChart *chart, GPtrArray *choices)
{
  gboolean typing = gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL && self->kinds->len > 0;

  g_return_if_fail (ASK_IS_CHART_PANEL (self));
  self->chart = chart;
  if (chart == NULL)
    return;
  self->filling = TRUE;
  g_clear_pointer (&self->look, ask_chart_look_free);
  self->look = ask_chart_look_copy (ask_chart_get_look (chart));
  if (typing)
    {
      update_kinds (self, choices);
      ask_chart_panel_fill_keys (self);
    }
  else
    build (self, choices);
  self->filling = FALSE;
}

/** ask_chart_panel_get_look: Returns: (transfer none): what the person wants of the chart */
const AskChartLook *
ask_chart_panel_get_look (AskChartPanel *self)
{
  return self->look;
}

static void
ask_chart_panel_dispose (GObject *object)
{
  AskChartPanel *self = ASK_CHART_PANEL (object);

  g_clear_pointer (&self->kinds, g_ptr_array_unref);
  g_clear_pointer (&self->look, ask_chart_look_free);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (ask_chart_panel_parent_class)->dispose (object);
}

static void
ask_chart_panel_class_init (AskChartPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_chart_panel_dispose;
  changed_signal
    = g_signal_new ("changed", ASK_TYPE_CHART_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_FORM);
}

static void
ask_chart_panel_init (AskChartPanel *self)
{
  self->kinds = g_ptr_array_new ();
  self->look = ask_chart_look_new ();
  self->groups = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 18));
  gtk_widget_set_margin_start (GTK_WIDGET (self->groups), 12);
  gtk_widget_set_margin_end (GTK_WIDGET (self->groups), 12);
  gtk_widget_set_margin_top (GTK_WIDGET (self->groups), 12);
  gtk_widget_set_margin_bottom (GTK_WIDGET (self->groups), 12);
  self->scroller = gtk_scrolled_window_new ();
  /* It would take the keyboard while there is nothing in it, and Tab does not lead from it into what comes. */
  gtk_widget_set_focusable (self->scroller, FALSE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller), MAX_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->groups));
  gtk_widget_set_size_request (self->scroller, WIDTH, -1);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

/** ask_chart_panel_new: Returns: (transfer floating): a form that shows nothing yet */
GtkWidget *
ask_chart_panel_new (void)
{
  return g_object_new (ASK_TYPE_CHART_PANEL, NULL);
}
