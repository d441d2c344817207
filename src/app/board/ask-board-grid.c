/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asks the room board where everything goes, also while something is dragged: then it shows what a drop would make. It
 * changes no board.
 */
#include "config.h"

#include "app/board/ask-board-grid.h"

#include <math.h>
#include <string.h>

#include "base/ask-text.h"

#define ROW_HEIGHT 56
#define GAP 10
/* Narrower than this, one below the other. */
#define NARROW 620
#define MIN_WIDTH 260
#define NATURAL_WIDTH 960
/* The corner that sizes a tile. */
#define CORNER 26

/**
 * AskBoardGrid:
 * @cards: (element-type AskTileCard): one for each tile, in the board's order
 * @boxes: (element-type AskTileBox): where they are, in the same places
 * @before: (nullable): where they were when a drag began
 * @dragged: which one is dragged
 * @sizing: it is sized, not moved
 */
struct _AskBoardGrid
{
  GtkWidget parent_instance;
  char *path; /* nullable: of the workspace */
  gboolean wall;
  GPtrArray *cards;
  GArray *boxes;
  GArray *before;
  guint dragged;
  gboolean sizing;
  gboolean editing;
};

G_DEFINE_FINAL_TYPE (AskBoardGrid, ask_board_grid, GTK_TYPE_WIDGET)

enum
{
  PLACED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static AskTileBox *
get_boxes (GArray *boxes)
{
  return (AskTileBox *) (void *) boxes->data;
}

/* Where the tiles are at that width. Returns: how many rows they take */
static int
lay_out (AskBoardGrid *self, int width, AskTileBox *out)
{
  guint n = self->cards->len;

  if (n == 0)
    return 0;
  memcpy (out, get_boxes (self->boxes), n * sizeof *out);
  if (width < NARROW)
    ask_layout_fold (get_boxes (self->boxes), n, out);
  return ask_layout_count_rows (out, n);
}

static void
ask_board_grid_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                        int *minimum_baseline, int *natural_baseline)
{
  AskBoardGrid *self = ASK_BOARD_GRID (widget);
  g_autofree AskTileBox *boxes = g_new (AskTileBox, self->cards->len + 1);

  /* A widget has to be asked before it is given a place. */
  for (guint i = 0; i < self->cards->len; i++)
    gtk_widget_measure (self->cards->pdata[i], orientation, -1, NULL, NULL, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MIN_WIDTH;
      *natural = NATURAL_WIDTH;
    }
  else
    *minimum = *natural = lay_out (self, for_size > 0 ? for_size : NATURAL_WIDTH, boxes) * ROW_HEIGHT + GAP;
}

static void
ask_board_grid_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  AskBoardGrid *self = ASK_BOARD_GRID (widget);
  g_autofree AskTileBox *boxes = g_new (AskTileBox, self->cards->len + 1);
  double column = (double) (width - GAP) / ASK_BOARD_COLUMNS;

  lay_out (self, width, boxes);
  for (guint i = 0; i < self->cards->len; i++)
    {
      GtkAllocation place = { (int) (GAP + boxes[i].x * column), GAP + boxes[i].y * ROW_HEIGHT,
                              (int) (boxes[i].width * column - GAP), boxes[i].height * ROW_HEIGHT - GAP };
      int least_width, least_height;

      if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
        place.x = width - place.x - place.width;
      gtk_widget_measure (self->cards->pdata[i], GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
      place.width = MAX (place.width, least_width);
      gtk_widget_measure (self->cards->pdata[i], GTK_ORIENTATION_VERTICAL, place.width, &least_height, NULL, NULL,
                          NULL);
      place.height = MAX (place.height, least_height);
      gtk_widget_size_allocate (self->cards->pdata[i], &place, -1);
    }
}

/* ---- moving and sizing */

static void
emit_placed (AskBoardGrid *self, guint i, AskTileBox box)
{
  g_signal_emit (self, signals[PLACED], 0, ask_tile_card_get_id (self->cards->pdata[i]), box.x, box.y, box.width,
                 box.height);
}

static gboolean
find_card (AskBoardGrid *self, double x, double y, guint *place, gboolean *corner)
{
  for (guint i = 0; i < self->cards->len; i++)
    {
      GtkWidget *card = self->cards->pdata[i];
      graphene_rect_t bounds;

      if (!gtk_widget_compute_bounds (card, GTK_WIDGET (self), &bounds)
          || !graphene_rect_contains_point (&bounds, &GRAPHENE_POINT_INIT ((float) x, (float) y)))
        continue;
      *place = i;
      *corner
        = y > bounds.origin.y + bounds.size.height - CORNER
          && (gtk_widget_get_direction (card) == GTK_TEXT_DIR_RTL ? x < bounds.origin.x + CORNER
                                                                  : x > bounds.origin.x + bounds.size.width - CORNER);
      return TRUE;
    }
  return FALSE;
}

/* The pointer says what a drag would do. */
static void
pointed_at (AskBoardGrid *self, double x, double y)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  gboolean corner;
  guint place;

  if (self->before != NULL)
    return;
  if (!self->editing || gtk_widget_get_width (widget) < NARROW || !find_card (self, x, y, &place, &corner))
    gtk_widget_set_cursor (widget, NULL);
  else
    gtk_widget_set_cursor_from_name (widget, !corner ? "grab" : rtl ? "sw-resize" : "se-resize");
}

static void
drag_begin (AskBoardGrid *self, double x, double y, GtkGesture *gesture)
{
  if (!self->editing || gtk_widget_get_width (GTK_WIDGET (self)) < NARROW
      || !find_card (self, x, y, &self->dragged, &self->sizing))
    {
      gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->before = g_array_copy (self->boxes);
  gtk_widget_grab_focus (self->cards->pdata[self->dragged]);
}

static void
drag_update (AskBoardGrid *self, double x, double y, GtkGesture *gesture)
{
  double column = (double) gtk_widget_get_width (GTK_WIDGET (self)) / ASK_BOARD_COLUMNS;
  AskTileBox to;
  int by_x, by_y;

  if (self->before == NULL)
    return;
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = -x;
  by_x = (int) round (x / column);
  by_y = (int) round (y / ROW_HEIGHT);
  to = get_boxes (self->before)[self->dragged];
  /* A press that goes nowhere is none. */
  if (fabs (x) + fabs (y) > 6)
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  to.x += self->sizing ? 0 : by_x;
  to.y += self->sizing ? 0 : by_y;
  to.width += self->sizing ? by_x : 0;
  to.height += self->sizing ? by_y : 0;
  memcpy (self->boxes->data, self->before->data, self->before->len * sizeof (AskTileBox));
  ask_layout_place (get_boxes (self->boxes), self->boxes->len, self->dragged, to);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
drag_end (AskBoardGrid *self)
{
  AskTileBox was, is;

  if (self->before == NULL)
    return;
  was = get_boxes (self->before)[self->dragged];
  is = get_boxes (self->boxes)[self->dragged];
  g_clear_pointer (&self->before, g_array_unref);
  if (memcmp (&was, &is, sizeof was) != 0)
    emit_placed (self, self->dragged, is);
}

/* Of the tile that has the focus. */
static gboolean
open_settings (AskBoardGrid *self)
{
  GtkWidget *card = gtk_widget_get_focus_child (GTK_WIDGET (self));

  if (card == NULL)
    return GDK_EVENT_PROPAGATE;
  gtk_widget_activate_action (card, "board.tile", "(ss)", "settings", ask_tile_card_get_id (ASK_TILE_CARD (card)));
  return GDK_EVENT_STOP;
}

static gboolean
key_pressed (AskBoardGrid *self, guint key, guint code, GdkModifierType state)
{
  gboolean size = (state & GDK_SHIFT_MASK) != 0;
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  int x = key == GDK_KEY_Left ? -1 : key == GDK_KEY_Right ? 1 : 0;
  int y = key == GDK_KEY_Up ? -1 : key == GDK_KEY_Down ? 1 : 0;

  if (self->editing && (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter)
      && (state & gtk_accelerator_get_default_mod_mask ()) == GDK_ALT_MASK)
    return open_settings (self);
  if (!self->editing || (x == 0 && y == 0) || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  for (guint i = 0; i < self->cards->len; i++)
    {
      AskTileBox box = get_boxes (self->boxes)[i];

      if (!gtk_widget_is_focus (self->cards->pdata[i]))
        continue;
      x = rtl ? -x : x;
      box.x += size ? 0 : x;
      box.y += size ? 0 : y;
      box.width += size ? x : 0;
      box.height += size ? y : 0;
      emit_placed (self, i, ask_layout_clamp (box));
      return GDK_EVENT_STOP;
    }
  return GDK_EVENT_PROPAGATE;
}

/* ---- tiles */

/** ask_board_grid_find: @id: of a tile; Returns: (transfer none) (nullable): its card */
AskTileCard *
ask_board_grid_find (AskBoardGrid *self, const char *id)
{
  for (guint i = 0; i < self->cards->len; i++)
    if (g_strcmp0 (ask_tile_card_get_id (self->cards->pdata[i]), id) == 0)
      return self->cards->pdata[i];
  return NULL;
}

static void
forget (AskBoardGrid *self, const AskBoard *board)
{
  for (guint i = self->cards->len; i-- > 0;)
    if (board == NULL || ask_board_find_tile (board, ask_tile_card_get_id (self->cards->pdata[i])) == NULL)
      {
        gtk_widget_unparent (self->cards->pdata[i]);
        g_ptr_array_remove_index (self->cards, i);
      }
}

/**
 * ask_board_grid_show:
 * @board: whose tiles are shown; not kept
 * @results: (nullable) (element-type AskTileResult): how it stands with them
 *
 * Shows a board. Cards of tiles that were there stay, so that nobody loses the focus.
 */
void
ask_board_grid_show (AskBoardGrid *self, const AskBoard *board, const GPtrArray *results)
{
  g_autoptr (GPtrArray) cards = g_ptr_array_new ();

  forget (self, board);
  g_array_set_size (self->boxes, 0);
  g_clear_pointer (&self->before, g_array_unref);
  for (guint i = 0; i < board->tiles->len; i++)
    {
      const AskTile *tile = board->tiles->pdata[i];
      AskTileCard *card = ask_board_grid_find (self, tile->id);

      if (card == NULL)
        {
          card = ASK_TILE_CARD (ask_tile_card_new (self->path, self->wall));
          gtk_widget_set_parent (GTK_WIDGET (card), GTK_WIDGET (self));
        }
      ask_tile_card_show (card, tile, (AskTileResult *) ask_results_find (results, tile->id));
      ask_tile_card_set_editing (card, self->editing);
      g_ptr_array_add (cards, card);
      g_array_append_val (self->boxes, tile->box);
    }
  g_ptr_array_set_size (self->cards, 0);
  for (guint i = 0; i < cards->len; i++)
    g_ptr_array_add (self->cards, cards->pdata[i]);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/** ask_board_grid_set_editing: @editing: whether tiles can be moved and sized */
void
ask_board_grid_set_editing (AskBoardGrid *self, gboolean editing)
{
  self->editing = editing;
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
  for (guint i = 0; i < self->cards->len; i++)
    ask_tile_card_set_editing (self->cards->pdata[i], editing);
}

static void
ask_board_grid_dispose (GObject *object)
{
  forget (ASK_BOARD_GRID (object), NULL);
  G_OBJECT_CLASS (ask_board_grid_parent_class)->dispose (object);
}

static void
ask_board_grid_finalize (GObject *object)
{
  AskBoardGrid *self = ASK_BOARD_GRID (object);

  g_free (self->path);
  g_ptr_array_unref (self->cards);
  g_array_unref (self->boxes);
  g_clear_pointer (&self->before, g_array_unref);
  G_OBJECT_CLASS (ask_board_grid_parent_class)->finalize (object);
}

static GtkSizeRequestMode
ask_board_grid_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ask_board_grid_class_init (AskBoardGridClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_board_grid_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_board_grid_finalize;
  widget_class->get_request_mode = ask_board_grid_get_request_mode;
  widget_class->measure = ask_board_grid_measure;
  widget_class->size_allocate = ask_board_grid_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  signals[PLACED] = g_signal_new ("placed", ASK_TYPE_BOARD_GRID, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 5,
                                  G_TYPE_STRING, G_TYPE_INT, G_TYPE_INT, G_TYPE_INT, G_TYPE_INT);
}

static void
ask_board_grid_init (AskBoardGrid *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  self->cards = g_ptr_array_new ();
  self->boxes = g_array_new (FALSE, FALSE, sizeof (AskTileBox));
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (pointed_at), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

/** ask_board_grid_set_up: before it shows a board; @path: of the workspace that queries of its tiles run over; @wall: its tiles
 * are looked at alone, without a menu */
void
ask_board_grid_set_up (AskBoardGrid *self, const char *path, gboolean wall)
{
  ask_text_set (&self->path, path);
  self->wall = wall;
}

/** ask_board_grid_new: Returns: (transfer floating): a grid without tiles */
GtkWidget *
ask_board_grid_new (void)
{
  return g_object_new (ASK_TYPE_BOARD_GRID, NULL);
}
