/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window over the board. It has a copy of what it shows of the tile and changes neither tile nor board: whoever opened it
 * takes over what is set when the SQL has been found to be good.
 */
#include "config.h"

#include "app/board/ask-tile-settings.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/jobs/ask-jobs-query.h"
#include "app/sql/ask-sql-editor.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"
#include "base/ask-text.h"
#include "sql/ask-sql-layout.h"
#include "sql/ask-sql-split.h"

/* Digits of a threshold that are shown: as many as a double has. */
#define DIGITS 15
#define MOST 1e15

/**
 * AskTileSettings:
 * @was: its SQL as the editor showed it at first
 * @rows: (element-type Threshold): those that are shown
 * @columns: (element-type utf8): that may have the figure, in the order in which they are offered below the first choice
 * @check: (nullable): while the SQL is checked
 */
struct _AskTileSettings
{
  AdwWindow parent_instance;
  AskSession *session;
  char *id;
  char *was;
  GPtrArray *rows;
  GPtrArray *columns;
  GCancellable *check;

  GtkWidget *save;
  AdwPreferencesPage *page;
  AdwComboRow *figure;
  AdwComboRow *compare;
  AdwPreferencesGroup *thresholds;
  GtkWidget *add;
  AskSqlEditor *editor;
  GtkLabel *said;
  GtkSpinButton *minutes;
};

G_DEFINE_FINAL_TYPE (AskTileSettings, ask_tile_settings, ADW_TYPE_WINDOW)

static guint kept_signal;

/* In the order in which a person finds them. */
static const struct
{
  AskTileCompare compare;
  const char *words;
} comparisons[] = {
  { ASK_COMPARE_NONE, N_ ("Nothing") },     { ASK_COMPARE_LAST, N_ ("The last refresh") },
  { ASK_COMPARE_DAY, N_ ("Yesterday") },    { ASK_COMPARE_WEEK, N_ ("Last week") },
  { ASK_COMPARE_MONTH, N_ ("Last month") }, { ASK_COMPARE_YEAR, N_ ("Last year") },
};

/** Threshold: a row of the window */
typedef struct
{
  GtkWidget *row;
  GtkDropDown *side;
  GtkSpinButton *value;
  GtkDropDown *level;
  GtkToggleButton *notify;
} Threshold;

/* ---- thresholds */

static GtkWidget *
name (gpointer widget, const char *words)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_widget_set_valign (GTK_WIDGET (widget), GTK_ALIGN_CENTER);
  return widget;
}

static void
show_adding (AskTileSettings *self)
{
  gtk_widget_set_sensitive (self->add, self->rows->len < ASK_BOARD_MAX_THRESHOLDS);
}

static void
remove_threshold (AskTileSettings *self, GtkWidget *button)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      Threshold *threshold = self->rows->pdata[i];

      if (!gtk_widget_is_ancestor (button, threshold->row))
        continue;
      adw_preferences_group_remove (self->thresholds, threshold->row);
      g_ptr_array_remove_index (self->rows, i);
      break;
    }
  show_adding (self);
  gtk_widget_grab_focus (self->add);
}

/* As many digits as the number has, and no more. */
static gboolean
show_number (GtkSpinButton *button)
{
  g_autofree char *text = g_strdup_printf ("%.*g", DIGITS, gtk_spin_button_get_value (button));

  if (strcmp (gtk_editable_get_text (GTK_EDITABLE (button)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (button), text);
  return TRUE;
}

static GtkWidget *
new_number (double value)
{
  GtkWidget *button = gtk_spin_button_new_with_range (-MOST, MOST, 1);

  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (button), 6);
  g_signal_connect (button, "output", G_CALLBACK (show_number), NULL);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (button), value);
  gtk_editable_set_width_chars (GTK_EDITABLE (button), 8);
  return button;
}

/* What colour the figure has is seen where it is chosen. */
static void
colour (Threshold *threshold)
{
  static const char *const classes[] = { "success", "warning", "error" };
  guint at = gtk_drop_down_get_selected (threshold->level);

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if (i == at)
      gtk_widget_add_css_class (GTK_WIDGET (threshold->level), classes[i]);
    else
      gtk_widget_remove_css_class (GTK_WIDGET (threshold->level), classes[i]);
}

static void
add_row (AskTileSettings *self, const AskTileThreshold *shown)
{
  const char *const sides[] = { _ ("Above"), _ ("Below"), NULL };
  const char *const levels[] = { _ ("Green"), _ ("Yellow"), _ ("Red"), NULL };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *remove = gtk_button_new_from_icon_name ("user-trash-symbolic");
  Threshold *threshold = g_new0 (Threshold, 1);

  threshold->side = GTK_DROP_DOWN (name (gtk_drop_down_new_from_strings (sides), _ ("On which side of the threshold")));
  gtk_drop_down_set_selected (threshold->side, shown->below ? 1 : 0);
  threshold->value = GTK_SPIN_BUTTON (name (new_number (shown->value), _ ("Threshold")));
  threshold->level = GTK_DROP_DOWN (name (gtk_drop_down_new_from_strings (levels), _ ("Colour of the figure")));
  gtk_drop_down_set_selected (threshold->level, shown->level > ASK_LEVEL_NONE ? (guint) shown->level - 1 : 0);
  g_signal_connect_swapped (threshold->level, "notify::selected", G_CALLBACK (colour), threshold);
  colour (threshold);
  threshold->notify = GTK_TOGGLE_BUTTON (
    name (g_object_new (GTK_TYPE_TOGGLE_BUTTON, "icon-name", "preferences-system-notifications-symbolic",
                        "tooltip-text", _ ("Notify me when the figure passes it"), "active", shown->notify, NULL),
          _ ("Notify me when the figure passes it")));
  gtk_widget_set_tooltip_text (remove, _ ("Remove this threshold"));
  g_signal_connect_swapped (name (remove, _ ("Remove this threshold")), "clicked", G_CALLBACK (remove_threshold), self);
  gtk_widget_add_css_class (GTK_WIDGET (threshold->notify), "flat");
  gtk_widget_add_css_class (remove, "flat");
  gtk_widget_set_hexpand (GTK_WIDGET (threshold->value), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (threshold->side));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (threshold->value));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (threshold->level));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (threshold->notify));
  gtk_box_append (GTK_BOX (box), remove);
  g_object_set (box, "margin-start", 12, "margin-end", 12, "margin-top", 9, "margin-bottom", 9, NULL);
  threshold->row
    = g_object_new (ADW_TYPE_PREFERENCES_ROW, "activatable", FALSE, "focusable", FALSE, "child", box, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (threshold->row), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Threshold"), -1);
  adw_preferences_group_add (self->thresholds, threshold->row);
  g_ptr_array_add (self->rows, threshold);
  show_adding (self);
}

static void
add_threshold (AskTileSettings *self)
{
  const AskTileThreshold fresh = { FALSE, 0, ASK_LEVEL_GOOD, FALSE };
  const Threshold *threshold;

  if (self->rows->len >= ASK_BOARD_MAX_THRESHOLDS)
    return;
  add_row (self, &fresh);
  threshold = self->rows->pdata[self->rows->len - 1];
  gtk_widget_grab_focus (GTK_WIDGET (threshold->value));
}

static GArray *
list_thresholds (AskTileSettings *self)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (AskTileThreshold));

  for (guint i = 0; i < self->rows->len; i++)
    {
      const Threshold *row = self->rows->pdata[i];
      AskTileThreshold threshold = { 0 };

      /* What was typed counts without a press of Enter. */
      gtk_spin_button_update (row->value);
      threshold.below = gtk_drop_down_get_selected (row->side) == 1;
      threshold.value = gtk_spin_button_get_value (row->value);
      threshold.level = (AskTileLevel) (gtk_drop_down_get_selected (row->level) + 1);
      threshold.notify = gtk_toggle_button_get_active (row->notify);
      g_array_append_val (list, threshold);
    }
  return list;
}

/* ---- keeping */

static void
say (AskTileSettings *self, const char *words)
{
  gtk_label_set_text (self->said, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->said), words != NULL);
  if (words != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->editor));
}

static void
keep (AskTileSettings *self)
{
  g_signal_emit (self, kept_signal, 0);
  gtk_window_close (GTK_WINDOW (self));
}

/* Warnings are the editor's to show. */
static const AskQueryProblem *
find_fault (GPtrArray *problems)
{
  for (guint i = 0; i < problems->len; i++)
    if (!((AskQueryProblem *) problems->pdata[i])->warning)
      return problems->pdata[i];
  return NULL;
}

static void
checked (GObject *source, GAsyncResult *result, gpointer data)
{
  AskTileSettings *self = ASK_TILE_SETTINGS (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) problems = ask_job_finish (source, result, &error);
  const AskQueryProblem *fault = problems != NULL ? find_fault (problems) : NULL;

  /* It was closed meanwhile. */
  if (self->check == NULL)
    return;
  g_clear_object (&self->check);
  gtk_widget_set_sensitive (self->save, TRUE);
  if (problems == NULL)
    say (self, ask_error_get_words (error));
  else if (fault != NULL)
    say (self, fault->words);
  else
    keep (self);
}

static gboolean
has_other_sql (AskTileSettings *self)
{
  g_autofree char *sql = ask_sql_editor_dup_whole (self->editor);

  return strcmp (sql, self->was) != 0;
}

static void
save (AskTileSettings *self)
{
  g_autofree char *sql = ask_sql_editor_dup_whole (self->editor);
  g_autoptr (GArray) spans = ask_sql_split (sql);

  if (self->check != NULL)
    return;
  say (self, NULL);
  /* What was there before may be broken, and is no reason to refuse the rest. */
  if (!has_other_sql (self))
    keep (self);
  else if (spans->len != 1)
    say (self, _ ("A tile runs one statement. Write one SELECT here."));
  else
    {
      self->check = g_cancellable_new ();
      gtk_widget_set_sensitive (self->save, FALSE);
      ask_job_start (ask_jobs_check_sql (sql), self, ask_session_get_path (self->session), self->check, checked, NULL);
    }
}

/** ask_tile_settings_get_id: Returns: (transfer none): of its tile */
const char *
ask_tile_settings_get_id (AskTileSettings *self)
{
  g_return_val_if_fail (ASK_IS_TILE_SETTINGS (self), NULL);
  return self->id;
}

/** ask_tile_settings_get_minutes: Returns: after how many the board is to refresh itself; 0 for never */
guint
ask_tile_settings_get_minutes (AskTileSettings *self)
{
  g_return_val_if_fail (ASK_IS_TILE_SETTINGS (self), 0);
  gtk_spin_button_update (self->minutes);
  return (guint) gtk_spin_button_get_value_as_int (self->minutes);
}

/** ask_tile_settings_apply: @tile: gets what is set; Returns: what of it is another one now */
AskTileChange
ask_tile_settings_apply (AskTileSettings *self, AskTile *tile)
{
  AskTileCompare compare = comparisons[adw_combo_row_get_selected (self->compare)].compare;
  g_autofree char *sql = g_strstrip (ask_sql_editor_dup_whole (self->editor));
  g_autoptr (GArray) thresholds = list_thresholds (self);
  guint chosen = adw_combo_row_get_selected (self->figure);
  const char *figure = chosen > 0 && chosen <= self->columns->len ? self->columns->pdata[chosen - 1] : NULL;
  gboolean other = compare != tile->compare;

  if (g_strcmp0 (figure, tile->figure) != 0)
    {
      ask_tile_set_figure (tile, figure);
      other = TRUE;
    }
  tile->compare = compare;
  other |= ask_tile_set_thresholds (tile, thresholds);
  if (has_other_sql (self) && ask_tile_set_sql (tile, sql))
    return ASK_TILE_CHANGED_QUERY;
  return other ? ASK_TILE_CHANGED_WORTH : ASK_TILE_CHANGED_NOT;
}

/* ---- the window */

/* Without names the editor offers none; it is there all the same. */
static void
desk_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskTileSettings *self = ASK_TILE_SETTINGS (source);
  g_autoptr (AskQueryDesk) desk = ask_job_finish (source, result, NULL);

  if (desk != NULL && gtk_widget_get_realized (GTK_WIDGET (self)))
    {
      ask_sql_editor_set_schema (self->editor, desk->schema);
      ask_sql_editor_set_functions (self->editor, desk->functions);
    }
}

static void
stop (gpointer window)
{
  AskTileSettings *self = window;

  if (self->check != NULL)
    g_cancellable_cancel (self->check);
  g_clear_object (&self->check);
}

static AdwPreferencesGroup *
add_group (AskTileSettings *self, const char *title, const char *description)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), description);
  adw_preferences_page_add (self->page, ADW_PREFERENCES_GROUP (group));
  return ADW_PREFERENCES_GROUP (group);
}

static void
add_figure (AskTileSettings *self)
{
  AdwPreferencesGroup *group = add_group (self, _ ("Figure"), NULL);
  g_autoptr (GtkStringList) words = gtk_string_list_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (comparisons); i++)
    gtk_string_list_append (words, _ (comparisons[i].words));
  self->figure = g_object_new (ADW_TYPE_COMBO_ROW, "title", _ ("Column"), "subtitle",
                               _ ("Of several rows the first one that has a number there"), NULL);
  adw_preferences_group_add (group, GTK_WIDGET (self->figure));
  self->compare = g_object_new (ADW_TYPE_COMBO_ROW, "title", _ ("Compared with"), "model", words, NULL);
  adw_preferences_group_add (group, GTK_WIDGET (self->compare));
  self->thresholds = add_group (self, _ ("Thresholds"), _ ("The last one that the figure passes gives it its colour."));
  self->add = gtk_button_new_with_mnemonic (_ ("_Add a Threshold"));
  gtk_widget_add_css_class (self->add, "flat");
  g_signal_connect_swapped (self->add, "clicked", G_CALLBACK (add_threshold), self);
  adw_preferences_group_set_header_suffix (self->thresholds, self->add);
}

static void
add_query (AskTileSettings *self)
{
  AdwPreferencesGroup *group
    = add_group (self, _ ("Query"),
                 _ ("It is checked before it is kept. The values of parameters stay as written here."));

  self->editor = g_object_new (ASK_TYPE_SQL_EDITOR, NULL);
  self->said = g_object_new (GTK_TYPE_LABEL, "visible", FALSE, "xalign", 0.0, "wrap", TRUE, "wrap-mode",
                             PANGO_WRAP_WORD_CHAR, "selectable", TRUE, "margin-top", 6, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->said), "error");
  adw_preferences_group_add (group, GTK_WIDGET (self->editor));
  adw_preferences_group_add (group, GTK_WIDGET (self->said));
}

static void
add_interval (AskTileSettings *self)
{
  AdwPreferencesGroup *group = add_group (self, _ ("The Whole Board"), NULL);
  GtkWidget *row = adw_action_row_new ();

  self->minutes = GTK_SPIN_BUTTON (gtk_spin_button_new_with_range (0, ASK_BOARD_MAX_EVERY, 1));
  gtk_spin_button_set_numeric (self->minutes, TRUE);
  name (self->minutes, _ ("Minutes Between Two Refreshes"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Minutes Between Two Refreshes"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row),
                               _ ("While the board is open; with 0 it does not refresh by itself"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), GTK_WIDGET (self->minutes));
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), GTK_WIDGET (self->minutes));
  adw_preferences_group_add (group, row);
}

static GtkWidget *
new_header (AskTileSettings *self)
{
  GtkWidget *header
    = g_object_new (ADW_TYPE_HEADER_BAR, "show-start-title-buttons", FALSE, "show-end-title-buttons", FALSE, NULL);
  GtkWidget *cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));

  self->save = gtk_button_new_with_mnemonic (_ ("_Save"));
  gtk_widget_add_css_class (self->save, "suggested-action");
  g_signal_connect_swapped (self->save, "clicked", G_CALLBACK (save), self);
  g_signal_connect_swapped (cancel, "clicked", G_CALLBACK (gtk_window_close), self);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), cancel);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), self->save);
  return header;
}

static void
ask_tile_settings_finalize (GObject *object)
{
  AskTileSettings *self = ASK_TILE_SETTINGS (object);

  g_clear_object (&self->session);
  g_clear_object (&self->check);
  g_ptr_array_unref (self->rows);
  g_ptr_array_unref (self->columns);
  g_free (self->id);
  g_free (self->was);
  G_OBJECT_CLASS (ask_tile_settings_parent_class)->finalize (object);
}

static void
ask_tile_settings_class_init (AskTileSettingsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ask_tile_settings_finalize;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  kept_signal = g_signal_new ("kept", ASK_TYPE_TILE_SETTINGS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ask_tile_settings_init (AskTileSettings *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->rows = g_ptr_array_new_with_free_func (g_free);
  self->columns = g_ptr_array_new_with_free_func (g_free);
  self->page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->page), TRUE);
  gtk_box_append (GTK_BOX (box), new_header (self));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->page));
  add_figure (self);
  add_query (self);
  add_interval (self);
  adw_window_set_content (ADW_WINDOW (self), box);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Tile Settings"));
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 560, 640);
  ask_transient_init (self, stop);
}

/* Numbers of what the tile gave last; what was chosen stands there also where it has gone. */
static void
offer_columns (AskTileSettings *self, const AskTile *tile, AskRows *rows)
{
  g_autoptr (GtkStringList) words = gtk_string_list_new (NULL);
  guint chosen = 0;

  gtk_string_list_append (words, _ ("The first number"));
  for (guint i = 0; rows != NULL && i < ask_rows_get_n_columns (rows); i++)
    {
      const AskColumn *column = ask_rows_get_column (rows, i);

      if (column->type == ASK_TYPE_INTEGER || column->type == ASK_TYPE_REAL || column->type == ASK_TYPE_DECIMAL
          || g_strcmp0 (column->name, tile->figure) == 0)
        g_ptr_array_add (self->columns, g_strdup (column->name));
    }
  if (tile->figure != NULL && !g_ptr_array_find_with_equal_func (self->columns, tile->figure, g_str_equal, NULL))
    g_ptr_array_add (self->columns, g_strdup (tile->figure));
  for (guint i = 0; i < self->columns->len; i++)
    {
      gtk_string_list_append (words, self->columns->pdata[i]);
      if (g_strcmp0 (self->columns->pdata[i], tile->figure) == 0)
        chosen = i + 1;
    }
  adw_combo_row_set_model (self->figure, G_LIST_MODEL (words));
  adw_combo_row_set_selected (self->figure, chosen);
}

/**
 * ask_tile_settings_new:
 * @session: of the window; names of its workspace are offered, and the SQL is checked by them
 * @board: that the tile is on; not kept
 * @tile: an answer; not kept
 * @rows: (nullable): what it gave last: its columns may have the figure
 *
 * Returns: (transfer none): a window, which is not shown yet
 */
GtkWidget *
ask_tile_settings_new (AskSession *session, const AskBoard *board, const AskTile *tile, AskRows *rows)
{
  AskTileSettings *self = g_object_new (ASK_TYPE_TILE_SETTINGS, NULL);
  g_autofree char *laid_out = ask_sql_lay_out (tile->sql != NULL ? tile->sql : "");

  self->session = g_object_ref (session);
  self->id = g_strdup (tile->id);
  offer_columns (self, tile, rows);
  for (guint i = 0; i < G_N_ELEMENTS (comparisons); i++)
    if (comparisons[i].compare == tile->compare)
      adw_combo_row_set_selected (self->compare, i);
  for (guint i = 0; i < tile->thresholds->len; i++)
    add_row (self, &g_array_index (tile->thresholds, AskTileThreshold, i));
  ask_sql_editor_set_text (self->editor, laid_out);
  self->was = ask_sql_editor_dup_whole (self->editor);
  ask_sql_editor_set_workspace (self->editor, ask_session_get_path (session));
  gtk_spin_button_set_value (self->minutes, board->policy == ASK_REFRESH_EVERY ? board->every : 0);
  ask_job_start (ask_jobs_load_query_desk (), self, ask_session_get_path (session), NULL, desk_ready, NULL);
  return GTK_WIDGET (self);
}
