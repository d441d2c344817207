/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Looks at the file whenever something is chosen, and says what it recognises; what a person says otherwise is kept,
 * also while another file is looked at. Only what fits the kind of file is said of it: a text file has no sheets, and
 * a workbook no delimiter. It reads the beginning of the file and saves nothing.
 */
#include "config.h"

#include "app/sources/ask-sheet-form.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "app/jobs/ask-jobs-sheet.h"
#include "app/grid/ask-grid.h"
#include "base/ask-error.h"
#include "store/ask-option.h"

/* While somebody types, the file is not looked at with each letter. */
#define DELAY_MS 200
#define PREVIEW_ROWS 20
/* In pixels: of a row and its line, and of what is seen without scrolling. */
#define ROW_HEIGHT 24
#define PREVIEW_HEIGHT 252

struct _AskSheetForm
{
  GtkWidget parent_instance;
  const AskSourceKind *kind; /* (nullable): not shown before it is known */
  char *location;
  char *wanted_sheet; /* (nullable): chosen, perhaps before the file was looked at */
  GCancellable *cancellable;
  guint delay; /* a source, 0 where none waits */
  gboolean known; /* what kind of file it is: it was looked at */
  gboolean quiet;
  GtkStringList *sheets;

  AdwComboRow *sheet;
  AdwComboRow *delimiter;
  AdwEntryRow *other_delimiter;
  AdwComboRow *encoding;
  AdwEntryRow *other_encoding;
  AdwComboRow *header;
  GtkStack *states;
  GtkLabel *title;
  AskGrid *table;
  GtkLabel *problem;
};

G_DEFINE_FINAL_TYPE (AskSheetForm, ask_sheet_form, GTK_TYPE_WIDGET)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Behind "as recognised", in front of "another". */
static const char delimiters[] = { ',', ';', '\t', '|', ' ' };

/* As people call them, and as iconv does. */
static const char *const encodings[]
  = { "UTF-8",     "UTF-16",  "windows-1252", "windows-1250", "windows-1251", "ISO-8859-15", "ISO-8859-2",
      "SHIFT_JIS", "GB18030", "BIG5",         "EUC-KR",       "IBM850",       "MACINTOSH" };

static void look (AskSheetForm *self);

static const char *
get_text (AdwEntryRow *row)
{
  return gtk_editable_get_text (GTK_EDITABLE (row));
}

static gboolean
is_delimited (AskSheetForm *self)
{
  return gtk_widget_get_visible (GTK_WIDGET (self->delimiter));
}

/* Whether "another" is chosen: the last one. */
static gboolean
is_other (AdwComboRow *row)
{
  guint n = g_list_model_get_n_items (adw_combo_row_get_model (row));

  return adw_combo_row_get_selected (row) == n - 1;
}

static void
show_others (AskSheetForm *self)
{
  gboolean delimited = is_delimited (self);

  gtk_widget_set_visible (GTK_WIDGET (self->encoding), delimited);
  gtk_widget_set_visible (GTK_WIDGET (self->other_delimiter), delimited && is_other (self->delimiter));
  gtk_widget_set_visible (GTK_WIDGET (self->other_encoding), delimited && is_other (self->encoding));
}

/* What is said; the strings are borrowed.
 *
 * @all: also what is said of files of the other kind */
static AskSheetOptions
read_options (AskSheetForm *self, gboolean all)
{
  AskSheetOptions options = { 0 };
  guint delimiter = adw_combo_row_get_selected (self->delimiter);
  guint encoding = adw_combo_row_get_selected (self->encoding);

  if (all || gtk_widget_get_visible (GTK_WIDGET (self->sheet)))
    options.sheet = self->wanted_sheet;
  if (all || is_delimited (self))
    {
      if (is_other (self->delimiter))
        options.delimiter = *get_text (self->other_delimiter);
      else if (delimiter > 0)
        options.delimiter = delimiters[delimiter - 1];
      if (is_other (self->encoding))
        options.encoding = (char *) get_text (self->other_encoding);
      else if (encoding > 0)
        options.encoding = (char *) encodings[encoding - 1];
      if (options.encoding != NULL && *options.encoding == '\0')
        options.encoding = NULL;
    }
  options.header = (AskSheetHeader) adw_combo_row_get_selected (self->header);
  return options;
}

static gboolean
look_now (gpointer data)
{
  AskSheetForm *self = data;

  self->delay = 0;
  look (self);
  return G_SOURCE_REMOVE;
}

static void
look_soon (AskSheetForm *self)
{
  g_clear_handle_id (&self->delay, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  gtk_stack_set_visible_child_name (self->states, "looking");
  self->delay = g_timeout_add (DELAY_MS, look_now, self);
}

static void
option_changed (AskSheetForm *self)
{
  if (self->quiet)
    return;
  show_others (self);
  if (gtk_widget_get_visible (GTK_WIDGET (self->sheet)))
    {
      guint i = adw_combo_row_get_selected (self->sheet);

      g_free (self->wanted_sheet);
      self->wanted_sheet
        = i == 0 || i == GTK_INVALID_LIST_POSITION ? NULL : g_strdup (gtk_string_list_get_string (self->sheets, i));
    }
  g_signal_emit (self, signals[CHANGED], 0);
  look_soon (self);
}

static char *
describe_delimiter (char delimiter)
{
  switch (delimiter)
    {
    case '\0':
      return g_strdup (_ ("Recognised: nothing, there is one column"));
    case ',':
      return g_strdup (_ ("Recognised: comma"));
    case ';':
      return g_strdup (_ ("Recognised: semicolon"));
    case '\t':
      return g_strdup (_ ("Recognised: tab"));
    case '|':
      return g_strdup (_ ("Recognised: vertical bar"));
    default:
      /* Translators: %c is the character between the cells of a file. */
      return g_strdup_printf (_ ("Recognised: %c"), delimiter);
    }
}

/* A row says what was recognised only where that is what counts. */
static void
set_recognised (AdwComboRow *row, const char *words)
{
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), adw_combo_row_get_selected (row) == 0 ? words : "");
}

static void
show_sheets (AskSheetForm *self, char **names)
{
  guint n_old = g_list_model_get_n_items (G_LIST_MODEL (self->sheets));
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  guint selected = 0;

  g_ptr_array_add (all, (gpointer) _ ("All that are not hidden"));
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (g_strcmp0 (names[i], self->wanted_sheet) == 0)
        selected = i + 1;
      g_ptr_array_add (all, names[i]);
    }
  g_ptr_array_add (all, NULL);
  /* A file that has no such sheet. */
  if (selected == 0)
    g_clear_pointer (&self->wanted_sheet, g_free);
  gtk_string_list_splice (self->sheets, 0, n_old, (const char *const *) all->pdata);
  adw_combo_row_set_selected (self->sheet, selected);
}

/* @preview: of the file as it is now */
static void
show_preview (AskSheetForm *self, const AskSheetPreview *preview)
{
  gboolean delimited = preview->encoding != NULL;
  gboolean was_delimited = is_delimited (self);
  gboolean had_sheets = gtk_widget_get_visible (GTK_WIDGET (self->sheet));
  g_autofree char *delimiter = describe_delimiter (preview->delimiter);
  g_autofree char *encoding = g_strdup_printf (_ ("Recognised: %s"), delimited ? preview->encoding : "");
  g_autofree char *title = g_strdup_printf (_ ("The first rows of “%s”"), preview->sheet);
  AskSheetOptions said;

  self->quiet = TRUE;
  gtk_widget_set_visible (GTK_WIDGET (self->delimiter), delimited);
  gtk_widget_set_visible (GTK_WIDGET (self->sheet), preview->sheets[0] != NULL);
  if (preview->sheets[0] != NULL)
    show_sheets (self, preview->sheets);
  show_others (self);
  set_recognised (self->delimiter, delimiter);
  set_recognised (self->encoding, encoding);
  set_recognised (self->header, preview->header_unsure ? _ ("Nothing tells what the first row holds: choose")
                                : preview->headed      ? _ ("Recognised: the first row holds names")
                                                       : _ ("Recognised: the first row holds values"));
  self->quiet = FALSE;
  gtk_label_set_text (self->title, title);
  ask_grid_set_rows (self->table, preview->rows);
  gtk_widget_set_size_request (GTK_WIDGET (self->table), -1,
                               MIN (PREVIEW_HEIGHT, ROW_HEIGHT * (2 + (int) ask_rows_get_n_rows (preview->rows))));
  gtk_stack_set_visible_child_name (self->states, ask_rows_get_n_columns (preview->rows) > 0 ? "rows" : "empty");
  self->known = TRUE;
  said = read_options (self, FALSE);
  /* What was said of another file of this kind counts for this one, too: it was not looked at so yet. */
  if ((delimited && !was_delimited && (said.delimiter != '\0' || said.encoding != NULL))
      || (!delimited && !had_sheets && said.sheet != NULL))
    {
      g_signal_emit (self, signals[CHANGED], 0);
      look (self);
    }
}

static void
previewed (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSheetForm *self = ASK_SHEET_FORM (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSheetPreview) preview = ask_job_finish (source, result, &error);

  if (self->states == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (preview != NULL)
    {
      show_preview (self, preview);
      return;
    }
  gtk_label_set_text (self->problem, ask_error_get_words (error));
  gtk_stack_set_visible_child_name (self->states, "failed");
}

static void
look (AskSheetForm *self)
{
  AskSheetOptions options = read_options (self, FALSE);

  g_clear_handle_id (&self->delay, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->kind == NULL || self->location == NULL || *self->location == '\0')
    {
      gtk_stack_set_visible_child_name (self->states, "nothing");
      return;
    }
  self->cancellable = g_cancellable_new ();
  gtk_stack_set_visible_child_name (self->states, "looking");
  ask_job_start (ask_jobs_preview_sheet (self->kind, self->location, &options, PREVIEW_ROWS), self, NULL,
                 self->cancellable, previewed, NULL);
}

static void
ask_sheet_form_dispose (GObject *object)
{
  AskSheetForm *self = ASK_SHEET_FORM (object);
  GtkWidget *child;

  g_clear_handle_id (&self->delay, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  self->states = NULL;
  G_OBJECT_CLASS (ask_sheet_form_parent_class)->dispose (object);
}

static void
ask_sheet_form_finalize (GObject *object)
{
  AskSheetForm *self = ASK_SHEET_FORM (object);

  g_clear_object (&self->cancellable);
  g_free (self->location);
  g_free (self->wanted_sheet);
  G_OBJECT_CLASS (ask_sheet_form_parent_class)->finalize (object);
}

static void
ask_sheet_form_class_init (AskSheetFormClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (ASK_TYPE_GRID);
  G_OBJECT_CLASS (klass)->dispose = ask_sheet_form_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_sheet_form_finalize;
  /**
   * AskSheetForm::changed:
   *
   * What ask_sheet_form_dup_options() says has changed.
   */
  signals[CHANGED]
    = g_signal_new ("changed", ASK_TYPE_SHEET_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-sheet-form.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, AskSheetForm, child)
  BIND (sheet);
  BIND (delimiter);
  BIND (other_delimiter);
  BIND (encoding);
  BIND (other_encoding);
  BIND (header);
  BIND (states);
  BIND (title);
  BIND (table);
  BIND (problem);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, option_changed);
}

/* The names of encodings are the same in every language. */
static void
fill_encodings (AskSheetForm *self)
{
  GtkStringList *list = GTK_STRING_LIST (adw_combo_row_get_model (self->encoding));

  for (guint i = 0; i < G_N_ELEMENTS (encodings); i++)
    gtk_string_list_append (list, encodings[i]);
  gtk_string_list_append (list, _ ("Another…"));
}

static void
ask_sheet_form_init (AskSheetForm *self)
{
  self->quiet = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->sheets = GTK_STRING_LIST (adw_combo_row_get_model (self->sheet));
  fill_encodings (self);
  gtk_widget_set_visible (GTK_WIDGET (self->sheet), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->delimiter), FALSE);
  show_others (self);
  ask_grid_set_title (self->table, _ ("The first rows"));
  self->quiet = FALSE;
}

/** ask_sheet_form_set_location: @location: (nullable): a path; the file is looked at soon */
void
ask_sheet_form_set_location (AskSheetForm *self, const char *location)
{
  g_return_if_fail (ASK_IS_SHEET_FORM (self));
  if (g_strcmp0 (self->location, location) == 0)
    return;
  g_free (self->location);
  self->location = g_strdup (location);
  /* Nobody knows yet what kind of file it is. */
  self->known = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->sheet), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->delimiter), FALSE);
  show_others (self);
  look_soon (self);
}

/** ask_sheet_form_set_options: @options: how the file is read now: shown, and the file is looked at soon */
void
ask_sheet_form_set_options (AskSheetForm *self, const AskSheetOptions *options)
{
  guint other = g_list_model_get_n_items (adw_combo_row_get_model (self->delimiter)) - 1;
  guint delimiter = options->delimiter != '\0' ? other : 0;
  guint encoding = options->encoding != NULL ? G_N_ELEMENTS (encodings) + 1 : 0;

  g_return_if_fail (ASK_IS_SHEET_FORM (self));
  self->quiet = TRUE;
  g_free (self->wanted_sheet);
  self->wanted_sheet = g_strdup (options->sheet);
  for (guint i = 0; i < G_N_ELEMENTS (delimiters); i++)
    if (delimiters[i] == options->delimiter)
      delimiter = i + 1;
  for (guint i = 0; options->encoding != NULL && i < G_N_ELEMENTS (encodings); i++)
    if (g_ascii_strcasecmp (encodings[i], options->encoding) == 0)
      encoding = i + 1;
  if (delimiter == other)
    gtk_editable_set_text (GTK_EDITABLE (self->other_delimiter), (char[]) { options->delimiter, '\0' });
  if (encoding == G_N_ELEMENTS (encodings) + 1)
    gtk_editable_set_text (GTK_EDITABLE (self->other_encoding), options->encoding);
  adw_combo_row_set_selected (self->delimiter, delimiter);
  adw_combo_row_set_selected (self->encoding, encoding);
  adw_combo_row_set_selected (self->header,
                              options->header != ASK_SHEET_HEADER_EARLIER ? options->header : ASK_SHEET_HEADER_GUESS);
  show_others (self);
  self->quiet = FALSE;
  look_soon (self);
}

/** ask_sheet_form_set_kind: @kind: of files whose beginning can be shown */
void
ask_sheet_form_set_kind (AskSheetForm *self, const AskSourceKind *kind)
{
  g_return_if_fail (ASK_IS_SHEET_FORM (self) && kind->preview);
  self->kind = kind;
}

/** ask_sheet_form_dup_options: Returns: (transfer full) (element-type AskSourceOption): what is said */
GPtrArray *
ask_sheet_form_dup_options (AskSheetForm *self)
{
  AskSourceConfig *config;
  AskSheetOptions options;
  GPtrArray *said;

  g_return_val_if_fail (ASK_IS_SHEET_FORM (self) && self->kind != NULL, NULL);
  /* Before the file was looked at, nothing that was said is left out. */
  options = read_options (self, !self->known);
  config = ask_source_config_new ("file", self->kind, "");
  ask_sheet_options_apply (&options, config);
  said = ask_options_copy (config->options);
  ask_source_config_unref (config);
  return said;
}

/** ask_sheet_form_get_state: Returns: (transfer none): "nothing", "looking", "rows", "empty" or "failed" */
const char *
ask_sheet_form_get_state (AskSheetForm *self)
{
  g_return_val_if_fail (ASK_IS_SHEET_FORM (self), NULL);
  return gtk_stack_get_visible_child_name (self->states);
}
