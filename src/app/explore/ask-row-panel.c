/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each relationship is a fold with its count and first rows, read by a job of its own, so that a slow source keeps nobody
 * waiting for another. Of an API, which is called for it, only when its fold is opened.
 */
#include "config.h"

#include "app/explore/ask-row-panel.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-browse.h"
#include "app/grid/ask-grid.h"
#include "app/reader/ask-reader-window.h"
#include "app/widgets/ask-picture-view.h"
#include "app/widgets/ask-wrapped-label.h"
#include "base/ask-cell.h"
#include "base/ask-error.h"
#include "base/ask-number.h"
#include "explore/ask-related.h"

#define FIRST_ROWS 5
#define TABLE_HEIGHT 260

struct _AskRowPanel
{
  GtkWidget parent_instance;
  AskSession *session;
  AskSchema *schema; /* nullable */
  GCancellable *cancellable;
  guint n_reading;

  GtkWidget *box;
  GtkLabel *title;
  GtkBox *content;
};

G_DEFINE_FINAL_TYPE (AskRowPanel, ask_row_panel, GTK_TYPE_WIDGET)

enum
{
  RELATED,
  CLOSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/**
 * Fold:
 * @row: that shows it
 * @browse: the rows that belong there
 * @begun: they were asked for
 *
 * A relationship of the row; its row owns it.
 */
typedef struct
{
  AskRowPanel *panel;
  AdwExpanderRow *row;
  AskBrowse *browse;
  gboolean begun;
} Fold;

static void
fold_free (gpointer data)
{
  Fold *self = data;

  ask_browse_free (self->browse);
  g_free (self);
}

static char *
count_words (const AskBrowseRead *read)
{
  gsize n = ask_rows_get_n_rows (read->page->rows);
  g_autofree char *count = ask_number_count (read->number.n >= 0 ? (guint64) read->number.n : n);

  if (read->number.count == ASK_BROWSE_EXACT)
    return g_strdup_printf (ngettext ("%s row", "%s rows", (gulong) read->number.n), count);
  if (read->number.count == ASK_BROWSE_ABOUT)
    return g_strdup_printf (_ ("about %s rows"), count);
  return g_strdup_printf (_ ("%s rows or more"), count);
}

static void
open_clicked (Fold *fold)
{
  g_signal_emit (fold->panel, signals[RELATED], 0, fold->browse);
}

static void
show_rows (Fold *fold, const AskBrowseRead *read)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *table = ask_grid_new ();
  GtkWidget *open = gtk_button_new_with_mnemonic (_ ("_Browse These"));
  guint n_calls = ask_calls_count_requests (read->page->calls);

  ask_grid_fit (ASK_GRID (table), TABLE_HEIGHT);
  ask_grid_set_rows (ASK_GRID (table), read->page->rows);
  ask_grid_model_set_workspace (ask_grid_get_model (ASK_GRID (table)), ask_session_get_path (fold->panel->session));
  gtk_box_append (GTK_BOX (box), table);
  if (n_calls > 0)
    {
      g_autofree char *words = g_strdup_printf (ngettext ("%u call", "%u calls", n_calls), n_calls);

      gtk_box_append (GTK_BOX (box), ask_wrapped_label_new (words, "dim-label"));
    }
  gtk_widget_set_halign (open, GTK_ALIGN_START);
  gtk_widget_set_margin_start (open, 9);
  gtk_widget_set_margin_bottom (open, 9);
  gtk_widget_add_css_class (open, "flat");
  g_signal_connect_swapped (open, "clicked", G_CALLBACK (open_clicked), fold);
  gtk_box_append (GTK_BOX (box), open);
  adw_expander_row_add_row (fold->row, box);
}

static void
rows_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskRowPanel *self;
  g_autoptr (AdwExpanderRow) row = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBrowseRead) read = ask_job_finish (source, result, &error);
  g_autofree char *words = NULL;
  Fold *fold;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_ROW_PANEL (source);
  self->n_reading--;
  fold = g_object_get_data (G_OBJECT (row), "ask-fold");
  if (error != NULL)
    {
      GtkWidget *label = ask_wrapped_label_new (ask_error_get_words (error), "error");

      gtk_widget_set_margin_start (label, 12);
      gtk_widget_set_margin_end (label, 12);
      adw_expander_row_set_subtitle (row, _ ("They cannot be read"));
      adw_expander_row_add_row (row, label);
      return;
    }
  words = count_words (read);
  adw_expander_row_set_subtitle (row, words);
  if (ask_rows_get_n_rows (read->page->rows) > 0)
    show_rows (fold, read);
  else
    adw_expander_row_set_enable_expansion (row, FALSE);
}

static void
read_fold (Fold *fold)
{
  AskRowPanel *self = fold->panel;

  if (fold->begun)
    return;
  fold->begun = TRUE;
  self->n_reading++;
  adw_expander_row_set_subtitle (fold->row, _ ("Reading…"));
  ask_job_start (ask_jobs_browse (&(AskBrowseReading) { .browse = fold->browse, .n = FIRST_ROWS, .counted = TRUE }),
                 self, ask_session_get_path (self->session), self->cancellable, rows_ready, g_object_ref (fold->row));
}

static void
expanded (AdwExpanderRow *row, GParamSpec *pspec, Fold *fold)
{
  if (adw_expander_row_get_expanded (row))
    read_fold (fold);
}

static GtkWidget *
make_list (const char *label)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return list;
}

static void
picture_is_none (GtkWidget *picture)
{
  gtk_widget_set_visible (picture, FALSE);
}

/* A value that may be a picture has it below its text. */
static void
append_picture (AskRowPanel *self, GtkWidget *box, AskRows *rows, gsize row, guint column)
{
  GtkWidget *picture;

  if (!ask_picture_may_be (ask_rows_get (rows, row, column)))
    return;
  picture = ask_picture_view_new (rows, row, column, ask_session_get_path (self->session));
  g_signal_connect (picture, "none", G_CALLBACK (picture_is_none), NULL);
  gtk_box_append (GTK_BOX (box), picture);
}

static void
append_value (AskRowPanel *self, GtkWidget *list, AskRows *rows, gsize row, guint column)
{
  const AskValue *value = ask_rows_get (rows, row, column);
  g_autofree char *text
    = value->kind != ASK_VALUE_NULL ? ask_cell_to_text (value, ask_cell_format_find (rows, column)) : NULL;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *name = ask_wrapped_label_new (ask_rows_get_column (rows, column)->name, "caption");
  GtkWidget *label = ask_wrapped_label_new (text != NULL ? text : _ ("no value"), text != NULL ? NULL : "dim-label");

  gtk_widget_add_css_class (name, "dim-label");
  gtk_label_set_selectable (GTK_LABEL (label), text != NULL);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), label);
  append_picture (self, box, rows, row, column);
  gtk_list_box_append (GTK_LIST_BOX (list), box);
}

static void
append_relation (AskRowPanel *self, GtkWidget *list, const AskRelation *relation, AskBrowsePage *page, gsize row)
{
  GtkWidget *expander = adw_expander_row_new ();
  AskBrowse *browse = ask_related_browse (relation, page, row);
  g_autofree char *words = ask_relation_to_words (relation);
  g_autofree char *title = g_markup_escape_text (words, -1);
  Fold *fold;

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (expander), title);
  gtk_list_box_append (GTK_LIST_BOX (list), expander);
  if (browse == NULL)
    {
      adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (expander), _ ("None: the key is empty"));
      adw_expander_row_set_enable_expansion (ADW_EXPANDER_ROW (expander), FALSE);
      return;
    }
  fold = g_new0 (Fold, 1);
  *fold = (Fold) { self, ADW_EXPANDER_ROW (expander), browse, FALSE };
  g_object_set_data_full (G_OBJECT (expander), "ask-fold", fold, fold_free);
  g_signal_connect (expander, "notify::expanded", G_CALLBACK (expanded), fold);
  if (relation->other->kind != ASK_ENTITY_API)
    read_fold (fold);
  else
    adw_expander_row_set_subtitle (fold->row, _ ("Open it to call the API"));
}

static void
wanted_free (gpointer data, GClosure *closure)
{
  ask_reading_wanted_free (data);
}

static void
read_clicked (GtkButton *button, const AskReadingWanted *wanted)
{
  AskRowPanel *self = ASK_ROW_PANEL (gtk_widget_get_ancestor (GTK_WIDGET (button), ASK_TYPE_ROW_PANEL));

  ask_reader_window_open (GTK_WIDGET (button), self->session, wanted);
}

/* A row that is a document, or a passage of one. */
static void
append_reader (AskRowPanel *self, const AskEntity *entity, const AskRows *rows, gsize row, const char *words)
{
  AskReadingWanted *wanted = ask_reading_wanted_of_row (self->schema, entity, rows, row);
  GtkWidget *button;

  if (wanted == NULL)
    return;
  wanted->words = g_strdup (words);
  button = gtk_button_new_with_mnemonic (_ ("_Read the Document"));
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  g_signal_connect_data (button, "clicked", G_CALLBACK (read_clicked), wanted, wanted_free, 0);
  gtk_box_append (self->content, button);
}

static void
stop (AskRowPanel *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->n_reading = 0;
}

/** ask_row_panel_clear: @self: the panel. Shows nothing, and stops what is read */
void
ask_row_panel_clear (AskRowPanel *self)
{
  GtkWidget *child;

  g_return_if_fail (ASK_IS_ROW_PANEL (self));
  stop (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->content))) != NULL)
    gtk_box_remove (self->content, child);
}

/**
 * ask_row_panel_show:
 * @self: the panel
 * @schema: with the relationships
 * @entity: of @schema, whose row it is
 * @page: that the row is on
 * @row: of @page, from 0
 * @words: (nullable): that rows were looked for by
 *
 * Shows another row, and reads what belongs to it.
 */
void
ask_row_panel_show (AskRowPanel *self, AskSchema *schema, const AskEntity *entity, AskBrowsePage *page, gsize row,
                    const char *words)
{
  g_autoptr (GPtrArray) relations = ask_related_list (schema, entity);
  GtkWidget *values = make_list (_ ("Values"));
  GtkWidget *related = make_list (_ ("Related Rows"));

  g_return_if_fail (ASK_IS_ROW_PANEL (self));
  ask_row_panel_clear (self);
  self->cancellable = g_cancellable_new ();
  g_clear_pointer (&self->schema, ask_schema_unref);
  self->schema = ask_schema_ref (schema);
  gtk_label_set_text (self->title, entity->name);
  append_reader (self, entity, page->rows, row, words);
  if (relations->len > 0)
    {
      gtk_box_append (self->content, ask_wrapped_label_new (_ ("Related Rows"), "heading"));
      gtk_box_append (self->content, related);
    }
  else
    g_object_unref (g_object_ref_sink (related));
  for (guint i = 0; i < relations->len; i++)
    append_relation (self, related, relations->pdata[i], page, row);
  gtk_box_append (self->content, ask_wrapped_label_new (_ ("Values"), "heading"));
  for (guint c = 0; c < ask_rows_get_n_columns (page->rows); c++)
    append_value (self, values, page->rows, row, c);
  gtk_box_append (self->content, values);
}

/** ask_row_panel_is_busy: Returns: whether something is read */
gboolean
ask_row_panel_is_busy (AskRowPanel *self)
{
  g_return_val_if_fail (ASK_IS_ROW_PANEL (self), FALSE);
  return self->n_reading > 0;
}

static void
close_clicked (AskRowPanel *self)
{
  ask_row_panel_clear (self);
  g_signal_emit (self, signals[CLOSED], 0);
}

static void
ask_row_panel_dispose (GObject *object)
{
  AskRowPanel *self = ASK_ROW_PANEL (object);

  stop (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_pointer (&self->schema, ask_schema_unref);
  G_OBJECT_CLASS (ask_row_panel_parent_class)->dispose (object);
}

static void
ask_row_panel_class_init (AskRowPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_row_panel_dispose;
  signals[RELATED] = g_signal_new ("related", ASK_TYPE_ROW_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   1, G_TYPE_POINTER);
  signals[CLOSED] = g_signal_new ("closed", ASK_TYPE_ROW_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ask_row_panel_init (AskRowPanel *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  /* Folded, it lies on the rows, and lets nothing of them through. */
  gtk_widget_add_css_class (self->box, "background");
  self->title = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->title, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->title, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->title), TRUE);
  gtk_widget_set_margin_start (GTK_WIDGET (self->title), 6);
  gtk_widget_add_css_class (GTK_WIDGET (self->title), "heading");
  gtk_widget_add_css_class (bar, "toolbar");
  gtk_widget_set_tooltip_text (close, _ ("Close the row"));
  gtk_widget_add_css_class (close, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Close the row"), -1);
  g_signal_connect_swapped (close, "clicked", G_CALLBACK (close_clicked), self);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->title));
  gtk_box_append (GTK_BOX (bar), close);
  gtk_box_append (GTK_BOX (self->box), bar);
  self->content = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 9));
  gtk_widget_set_margin_start (GTK_WIDGET (self->content), 12);
  gtk_widget_set_margin_end (GTK_WIDGET (self->content), 12);
  gtk_widget_set_margin_bottom (GTK_WIDGET (self->content), 12);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->content));
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (self->box), scroller);
  gtk_widget_set_size_request (self->box, 300, -1);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/** ask_row_panel_new: @session: whose workspace it is. Returns: (transfer floating): the panel, with nothing in it */
GtkWidget *
ask_row_panel_new (AskSession *session)
{
  AskRowPanel *self = g_object_new (ASK_TYPE_ROW_PANEL, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}
