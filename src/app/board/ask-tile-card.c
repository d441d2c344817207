/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows one tile. What it shows is made anew only where the rows, or how they are to be shown, are others, so that nobody
 * loses where they scrolled to.
 */
#include "config.h"

#include "app/board/ask-tile-card.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "app/board/ask-tile-remedy.h"
#include "app/charts/ask-chart-view.h"
#include "app/grid/ask-grid.h"
#include "app/widgets/ask-whole-label.h"
#include "base/ask-text.h"
#include "board/ask-board-export.h"
#include "chart/ask-chart-rows.h"

/* In cells of the grid: what a tile needs where buttons stand below its words. */
#define REMEDY_WIDTH 6
#define REMEDY_HEIGHT 5
/* In pixels. */
#define MENU_WIDTH 28

struct _AskTileCard
{
  GtkWidget parent_instance;

  char *path; /* nullable: of the workspace */
  char *id;
  AskTileKind kind;
  AskTileView view;
  AskTileBox place;
  AskTileResult *result; /* nullable */
  AskRows *shown; /* nullable: what @content was made of */
  char *look; /* nullable: likewise */
  AskChart *chart; /* nullable */
  gboolean wall;
  gboolean editing;

  GtkWidget *overlay;
  GtkWidget *box;
  GtkLabel *title;
  GtkSpinner *spinner;
  GtkWidget *menu;
  GtkWidget *content; /* nullable */
  GtkLabel *state;
  GtkWidget *remedy; /* nullable: while it failed */
  gint64 failed_at; /* that @remedy is for */
  gboolean small; /* @remedy is a menu */
};

G_DEFINE_FINAL_TYPE (AskTileCard, ask_tile_card, GTK_TYPE_WIDGET)

enum
{
  CLICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- what an answer shows */

static void
cell_activated (AskTileCard *self, guint row, guint column)
{
  if (!self->editing)
    g_signal_emit (self, signals[CLICKED], 0, row, column);
}

/* Where a mark stands for one row, that is what was chosen; "Other" stands for many. */
static void
mark_chosen (AskTileCard *self, AskChartView *view)
{
  g_autoptr (GArray) rows = NULL;
  AskChartPick pick;

  if (self->editing || !ask_chart_view_get_selected (view, &pick))
    return;
  rows = ask_chart_list_rows (self->chart, &pick);
  /* What was chosen stands above the tiles, with what takes it away. */
  ask_chart_view_unselect (view);
  if (rows->len == 1)
    g_signal_emit (self, signals[CLICKED], 0, (guint) g_array_index (rows, gsize, 0), G_MAXUINT);
}

static GtkWidget *
new_words (const char *words)
{
  GtkWidget *label = gtk_label_new (words);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_vexpand (label, TRUE);
  return label;
}

/* Of rows that were cut off, the tile's own query gives those in another order or with a filter. */
static GtkWidget *
new_table (AskTileCard *self, AskTileResult *result)
{
  GtkWidget *table = ask_grid_new ();

  ask_grid_set_clickable (ASK_GRID (table), _ ("Show only this on the other tiles"));
  ask_grid_set_title (ASK_GRID (table), gtk_label_get_text (self->title));
  ask_grid_set_rows (ASK_GRID (table), result->kept->rows);
  if (self->path != NULL && result->kept->sql != NULL)
    ask_grid_model_set_source (ask_grid_get_model (ASK_GRID (table)), self->path, result->kept->sql);
  gtk_widget_set_vexpand (table, TRUE);
  g_signal_connect_swapped (table, "cell-activated", G_CALLBACK (cell_activated), self);
  return table;
}

/* As small as the tile is: a chart of a page of its own may ask for more room. */
static GtkWidget *
new_chart (AskTileCard *self)
{
  GtkWidget *view = ask_chart_view_new ();

  gtk_widget_set_vexpand (view, TRUE);
  ask_chart_view_set_small (ASK_CHART_VIEW (view), *gtk_label_get_text (self->title) != '\0');
  ask_chart_view_set_chart (ASK_CHART_VIEW (view), self->chart);
  g_signal_connect_swapped (view, "activated", G_CALLBACK (mark_chosen), self);
  return view;
}

static GtkWidget *
new_figure (const AskTile *tile, AskTileResult *result)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  g_autofree char *figure = ask_tile_result_dup_figure (result);
  g_autofree char *change = ask_tile_result_dup_change (tile, result);
  GtkWidget *label = ask_whole_label_new (figure != NULL ? figure : _ ("No figure"));

  gtk_widget_add_css_class (label, "title-1");
  gtk_widget_add_css_class (label, "numeric");
  if (result->level != ASK_LEVEL_NONE)
    gtk_widget_add_css_class (label, result->level == ASK_LEVEL_GOOD      ? "success"
                                     : result->level == ASK_LEVEL_WARNING ? "warning"
                                                                          : "error");
  gtk_box_append (GTK_BOX (box), label);
  if (change != NULL)
    {
      GtkWidget *words = gtk_label_new (change);

      gtk_widget_add_css_class (words, "dim-label");
      gtk_label_set_wrap (GTK_LABEL (words), TRUE);
      gtk_box_append (GTK_BOX (box), words);
    }
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_vexpand (box, TRUE);
  return box;
}

static GtkWidget *
new_answer (AskTileCard *self, const AskTile *tile, AskTileResult *result)
{
  AskRows *rows = result != NULL ? result->kept->rows : NULL;

  /* What failed says so below. */
  if (rows == NULL)
    return new_words (result != NULL && result->state == ASK_TILE_FAILED ? "" : _ ("Nothing yet"));
  if (ask_rows_get_n_rows (rows) == 0)
    return new_words (_ ("No rows"));
  if (tile->view == ASK_VIEW_VALUE)
    return new_figure (tile, result);
  if (tile->view == ASK_VIEW_CHART)
    self->chart = ask_tile_choose_chart (tile, rows, NULL);
  return self->chart != NULL && ask_chart_get_kind (self->chart) != ASK_CHART_TABLE ? new_chart (self)
                                                                                    : new_table (self, result);
}

static GtkWidget *
new_text (const AskTile *tile)
{
  GtkWidget *label;

  if (tile->kind == ASK_TILE_SEPARATOR)
    {
      GtkWidget *rule = gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);

      gtk_widget_set_valign (rule, GTK_ALIGN_CENTER);
      gtk_widget_set_vexpand (rule, TRUE);
      return rule;
    }
  label = gtk_label_new (tile->text != NULL ? tile->text : "");
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), tile->kind == ASK_TILE_HEADING ? 1 : 0);
  gtk_widget_set_vexpand (label, TRUE);
  if (tile->kind == ASK_TILE_HEADING)
    gtk_widget_add_css_class (label, "title-2");
  return label;
}

static void
clear_content (AskTileCard *self)
{
  /* The view borrows the chart. */
  if (self->content != NULL && ASK_IS_CHART_VIEW (self->content))
    ask_chart_view_set_chart (ASK_CHART_VIEW (self->content), NULL);
  if (self->content != NULL)
    gtk_box_remove (GTK_BOX (self->box), self->content);
  self->content = NULL;
  g_clear_pointer (&self->chart, ask_chart_unref);
  g_clear_pointer (&self->shown, ask_rows_unref);
}

/* A run that gave what was there leaves whoever reads it where they are. */
static gboolean
are_same (AskRows *a, AskRows *b)
{
  if (a == NULL || b == NULL || a == b)
    return a == b;
  if (ask_rows_get_n_rows (a) != ask_rows_get_n_rows (b) || ask_rows_get_n_columns (a) != ask_rows_get_n_columns (b)
      || ask_rows_get_truncated (a) != ask_rows_get_truncated (b))
    return FALSE;
  for (guint c = 0; c < ask_rows_get_n_columns (a); c++)
    {
      if (strcmp (ask_rows_get_column (a, c)->name, ask_rows_get_column (b, c)->name) != 0)
        return FALSE;
      for (gsize r = 0; r < ask_rows_get_n_rows (a); r++)
        if (!ask_value_equal (ask_rows_get (a, r, c), ask_rows_get (b, r, c)))
          return FALSE;
    }
  return TRUE;
}

/* What of a tile makes its content another one. */
static char *
describe_look (const AskTile *tile, const AskTileResult *result)
{
  g_autofree char *look = tile->look != NULL ? ask_json_to_string (tile->look, FALSE) : NULL;

  gint64 earlier = result != NULL && result->earlier != NULL ? result->earlier->at : 0;

  return g_strdup_printf ("%s\n%d %d %s\n%s\n%s\n%d %d %" G_GINT64_FORMAT,
                          result != NULL && result->kept->sql != NULL ? result->kept->sql : "", tile->kind, tile->view,
                          tile->text != NULL ? tile->text : "", tile->figure != NULL ? tile->figure : "",
                          look != NULL ? look : "", tile->compare, result != NULL ? (int) result->level : 0, earlier);
}

typedef struct
{
  const char *label;
  const char *verb;
  AskTileKind kind; /* the last that has it */
} Item;

static void
add_items (AskTileCard *self, GMenu *menu, const Item *items, guint n)
{
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GMenuItem) item = NULL;

      if (self->kind > items[i].kind)
        continue;
      item = g_menu_item_new (_ (items[i].label), NULL);
      g_menu_item_set_action_and_target (item, "board.tile", "(ss)", items[i].verb, self->id);
      g_menu_append_item (section, item);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/* What can be done with an answer is always there, what changes the tile while somebody arranges. A wall is looked at. */
static void
show_menu (AskTileCard *self)
{
  static const Item uses[]
    = { { N_ ("_Open as an Answer"), "open", ASK_TILE_ANSWER }, { N_ ("_Refresh"), "refresh", ASK_TILE_ANSWER } };
  static const Item views[] = { { N_ ("As a _Chart"), "chart", ASK_TILE_ANSWER },
                                { N_ ("As a _Table"), "table", ASK_TILE_ANSWER },
                                { N_ ("As a _Figure"), "value", ASK_TILE_ANSWER } };
  static const Item edits[] = { { N_ ("_Edit…"), "edit", ASK_TILE_HEADING },
                                { N_ ("Tile _Settings…"), "settings", ASK_TILE_ANSWER },
                                { N_ ("Re_move"), "remove", ASK_TILE_SEPARATOR } };
  g_autoptr (GMenu) menu = g_menu_new ();

  add_items (self, menu, uses, G_N_ELEMENTS (uses));
  if (self->editing)
    {
      add_items (self, menu, views, G_N_ELEMENTS (views));
      add_items (self, menu, edits, G_N_ELEMENTS (edits));
    }
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->menu), G_MENU_MODEL (menu));
  gtk_widget_set_visible (self->menu, self->editing || (self->kind == ASK_TILE_ANSWER && !self->wall));
}

/** ask_tile_card_update_age: says anew how old its rows are */
void
ask_tile_card_update_age (AskTileCard *self)
{
  gboolean failed = self->result != NULL && self->result->kept->failed_at != 0;
  g_autofree char *words = self->result != NULL ? ask_tile_result_dup_state (self->result, g_get_real_time ()) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->state), words != NULL);
  gtk_label_set_text (self->state, words != NULL ? words : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->state), failed ? words : NULL);
  gtk_label_set_lines (self->state, failed ? 3 : 1);
  /* Red and dim is no longer read. */
  gtk_widget_remove_css_class (GTK_WIDGET (self->state), failed ? "dim-label" : "error");
  gtk_widget_add_css_class (GTK_WIDGET (self->state), failed ? "error" : "dim-label");
}

/* Made anew; whoever was in it is in it again. */
static void
show_content (AskTileCard *self, const AskTile *tile, AskTileResult *result)
{
  AskRows *rows = result != NULL ? result->kept->rows : NULL;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  gboolean inside = focus != NULL && self->content != NULL
                    && (focus == self->content || gtk_widget_is_ancestor (focus, self->content));

  clear_content (self);
  self->shown = rows != NULL ? ask_rows_ref (rows) : NULL;
  self->content = tile->kind == ASK_TILE_ANSWER ? new_answer (self, tile, result) : new_text (tile);
  gtk_box_insert_child_after (GTK_BOX (self->box), self->content, gtk_widget_get_first_child (self->box));
  if (inside)
    gtk_widget_child_focus (self->content, GTK_DIR_TAB_FORWARD);
}

static void
remove_remedy (AskTileCard *self)
{
  if (self->remedy != NULL)
    gtk_box_remove (GTK_BOX (gtk_widget_get_parent (self->remedy)), self->remedy);
  self->remedy = NULL;
}

/* Made once for each failure, so that the focus stays on it. A small tile has no room for buttons below its words. */
static void
show_remedy (AskTileCard *self, const AskTile *tile)
{
  const AskBoardResult *kept = self->result != NULL ? self->result->kept : NULL;
  gint64 failed_at = kept != NULL && self->result->state == ASK_TILE_FAILED ? kept->failed_at : 0;
  gboolean small = tile->box.width < REMEDY_WIDTH || tile->box.height < REMEDY_HEIGHT;
  GtkWidget *ways;

  if (failed_at == self->failed_at && small == self->small)
    return;
  remove_remedy (self);
  self->failed_at = failed_at;
  self->small = small;
  if (failed_at == 0)
    return;
  ways = ask_tile_remedy_new (self->id, kept);
  if (!small)
    {
      self->remedy = ways;
      gtk_box_append (GTK_BOX (self->box), ways);
      return;
    }
  self->remedy = g_object_new (GTK_TYPE_MENU_BUTTON, "icon-name", "dialog-warning-symbolic", "tooltip-text",
                               _ ("What can be done"), "popover", gtk_popover_new (), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->remedy), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("What can be done"),
                                  -1);
  gtk_widget_add_css_class (self->remedy, "flat");
  gtk_popover_set_child (gtk_menu_button_get_popover (GTK_MENU_BUTTON (self->remedy)), ways);
  gtk_box_append (GTK_BOX (gtk_widget_get_parent (GTK_WIDGET (self->title))), self->remedy);
}

/* Where it lies, for whoever moves it without a look. */
static void
describe_place (AskTileCard *self)
{
  g_autofree char *words = NULL;

  if (!self->editing)
    {
      gtk_accessible_reset_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
      return;
    }
  words = g_strdup_printf (
    /* Translators: where a tile lies on a board, in cells of its grid. */
    _ ("Column %d, row %d, %d wide, %d high. Arrows move it, with Shift they size it."), self->place.x + 1,
    self->place.y + 1, self->place.width, self->place.height);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
}

/**
 * ask_tile_card_show:
 * @tile: of a board; not kept
 * @result: (nullable): how it stands with it
 *
 * Shows a tile, or the same one in another state.
 */
void
ask_tile_card_show (AskTileCard *self, const AskTile *tile, AskTileResult *result)
{
  AskRows *rows = result != NULL ? result->kept->rows : NULL;
  g_autofree char *look = describe_look (tile, result);
  g_autofree char *name = ask_tile_get_name (tile);
  gboolean busy = result != NULL && (result->state == ASK_TILE_WAITING || result->state == ASK_TILE_RUNNING);
  gboolean first = self->id == NULL;

  ask_text_set (&self->id, tile->id);
  self->kind = tile->kind;
  self->view = tile->view;
  self->place = tile->box;
  describe_place (self);
  if (result != self->result)
    {
      g_clear_pointer (&self->result, ask_tile_result_unref);
      self->result = result != NULL ? ask_tile_result_ref (result) : NULL;
    }
  gtk_label_set_text (self->title, name);
  gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (self->title)), tile->kind == ASK_TILE_ANSWER);
  gtk_spinner_set_spinning (self->spinner, busy);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), busy);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (tile->kind == ASK_TILE_ANSWER)
    gtk_widget_add_css_class (GTK_WIDGET (self), "card");
  if (first)
    {
      show_menu (self);
      /* The menu lies over the end of the first line. */
      gtk_widget_set_margin_end (gtk_widget_get_parent (GTK_WIDGET (self->title)), self->wall ? 0 : MENU_WIDTH);
    }
  if (self->content == NULL || g_strcmp0 (look, self->look) != 0 || !are_same (rows, self->shown))
    {
      ask_text_set (&self->look, look);
      show_content (self, tile, result);
    }
  show_remedy (self, tile);
  ask_tile_card_update_age (self);
}

/** ask_tile_card_set_editing: @editing: whether it can be moved, and be changed by its menu */
void
ask_tile_card_set_editing (AskTileCard *self, gboolean editing)
{
  gboolean changed = self->editing != editing;

  self->editing = editing;
  gtk_widget_set_focusable (GTK_WIDGET (self), editing);
  if (self->content != NULL)
    {
      gtk_widget_set_can_target (self->content, !editing);
      gtk_widget_set_can_focus (self->content, !editing);
    }
  if (!changed)
    return;
  if (editing)
    gtk_widget_add_css_class (GTK_WIDGET (self), "ask-editing");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "ask-editing");
  show_menu (self);
  describe_place (self);
}

/** ask_tile_card_get_id: Returns: (transfer none) (nullable): the id of the tile that it shows */
const char *
ask_tile_card_get_id (AskTileCard *self)
{
  return self->id;
}

/** ask_tile_card_get_result: Returns: (transfer none) (nullable): how it stands with the tile */
AskTileResult *
ask_tile_card_get_result (AskTileCard *self)
{
  return self->result;
}

/** ask_tile_card_get_rows: Returns: (transfer none) (nullable): what is shown, which a table may have by a query of its own */
AskRows *
ask_tile_card_get_rows (AskTileCard *self)
{
  if (self->content != NULL && ASK_IS_GRID (self->content))
    return ask_grid_get_rows (ASK_GRID (self->content));
  return self->shown;
}

static void
ask_tile_card_dispose (GObject *object)
{
  AskTileCard *self = ASK_TILE_CARD (object);

  if (self->overlay != NULL)
    clear_content (self);
  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  G_OBJECT_CLASS (ask_tile_card_parent_class)->dispose (object);
}

static void
ask_tile_card_finalize (GObject *object)
{
  AskTileCard *self = ASK_TILE_CARD (object);

  g_free (self->path);
  g_free (self->id);
  g_free (self->look);
  g_clear_pointer (&self->result, ask_tile_result_unref);
  G_OBJECT_CLASS (ask_tile_card_parent_class)->finalize (object);
}

static void
ask_tile_card_class_init (AskTileCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_tile_card_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_tile_card_finalize;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_css_name (widget_class, "asktile");
  signals[CLICKED] = g_signal_new ("clicked", ASK_TYPE_TILE_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   2, G_TYPE_UINT, G_TYPE_UINT);
}

static void
ask_tile_card_init (AskTileCard *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_margin_start (self->box, 12);
  gtk_widget_set_margin_end (self->box, 12);
  gtk_widget_set_margin_top (self->box, 9);
  gtk_widget_set_margin_bottom (self->box, 9);
  self->title = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "hexpand", TRUE, "ellipsize", PANGO_ELLIPSIZE_END, "wrap",
                              TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, "lines", 2, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->title), "heading");
  self->spinner = GTK_SPINNER (gtk_spinner_new ());
  self->menu
    = g_object_new (GTK_TYPE_MENU_BUTTON, "icon-name", "view-more-symbolic", "visible", FALSE, "halign", GTK_ALIGN_END,
                    "valign", GTK_ALIGN_START, "tooltip-text", _ ("What to do with this tile"), NULL);
  gtk_widget_add_css_class (self->menu, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("What to do with this tile"), -1);
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->title));
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->spinner));
  self->state
    = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, "ellipsize", PANGO_ELLIPSIZE_END, "lines", 1, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->state), "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->state), "dim-label");
  gtk_box_append (GTK_BOX (self->box), head);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->state));
  self->overlay = gtk_overlay_new ();
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), self->box);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->menu);
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/** ask_tile_card_new: @path: (nullable): of the workspace its query runs over; @wall: it is looked at alone, and has no menu;
 * Returns: (transfer floating): an empty card */
GtkWidget *
ask_tile_card_new (const char *path, gboolean wall)
{
  AskTileCard *self = g_object_new (ASK_TYPE_TILE_CARD, NULL);

  self->path = g_strdup (path);
  self->wall = wall;
  return GTK_WIDGET (self);
}
