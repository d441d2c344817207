/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The columns' names. A click sorts, with Shift by one more column; the button in it, the right one of the pointer or the
 * Menu key opens what else can be done. The edge between two names is dragged, and so is a name, to another place. Each is
 * reached by Tab and arrows.
 */
#include "config.h"

#include "app/grid/ask-grid-private.h"

#include <glib/gi18n.h>

/* Near the edge of a name, its width is meant. */
#define EDGE 6
/* So far the pointer has to go before a name goes with it. */
#define DRAG 10

/* A name, its place among the keys, and whether its column is filtered. */
#define ASK_TYPE_GRID_NAME (ask_grid_name_get_type ())
G_DECLARE_FINAL_TYPE (AskGridName, ask_grid_name, ASK, GRID_NAME, GtkWidget)

struct _AskGridName
{
  GtkWidget parent_instance;
  GtkWidget *label;
  GtkWidget *filtered;
  GtkWidget *key;
  GtkWidget *arrow;
  GtkWidget *menu;
};

G_DEFINE_FINAL_TYPE (AskGridName, ask_grid_name, GTK_TYPE_WIDGET)

/* @dragged: the column whose edge or name is dragged, -1 where none is; @start: its width, or where the pointer was */
struct _AskGridHead
{
  GtkWidget parent_instance;
  AskGridBody *body;
  GPtrArray *names; /* AskGridName, one for each slot */
  int dragged;
  gboolean sizing;
  gboolean moving;
  double start;
};

G_DEFINE_FINAL_TYPE (AskGridHead, ask_grid_head, GTK_TYPE_WIDGET)

static void
ask_grid_name_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ask_grid_name_parent_class)->dispose (object);
}

static void
ask_grid_name_class_init (AskGridNameClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_grid_name_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "name");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_COLUMN_HEADER);
}

static GtkWidget *
add_image (AskGridName *self, const char *icon)
{
  GtkWidget *image = gtk_image_new_from_icon_name (icon);

  gtk_image_set_pixel_size (GTK_IMAGE (image), 12);
  gtk_widget_set_parent (image, GTK_WIDGET (self));
  return image;
}

static void
ask_grid_name_init (AskGridName *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  self->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (self->label), TRUE);
  gtk_widget_set_hexpand (self->label, TRUE);
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
  self->filtered = add_image (self, "ask-filter-symbolic");
  self->arrow = add_image (self, "pan-up-symbolic");
  self->key = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->key, "caption");
  gtk_widget_set_parent (self->key, GTK_WIDGET (self));
  /* Seen where the pointer or the keyboard is; keys open the menu from the name. */
  self->menu = gtk_button_new_from_icon_name ("view-more-symbolic");
  gtk_widget_add_css_class (self->menu, "flat");
  gtk_widget_set_focusable (self->menu, FALSE);
  gtk_widget_set_valign (self->menu, GTK_ALIGN_CENTER);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
}

/* A name stands over its values; the button is at the other end. */
static void
stand (AskGridName *self, gboolean right)
{
  if (gtk_widget_has_css_class (GTK_WIDGET (self), "right") == right)
    return;
  gtk_label_set_xalign (GTK_LABEL (self->label), right ? 1 : 0);
  if (right)
    {
      gtk_widget_add_css_class (GTK_WIDGET (self), "right");
      gtk_widget_insert_after (self->menu, GTK_WIDGET (self), NULL);
    }
  else
    {
      gtk_widget_remove_css_class (GTK_WIDGET (self), "right");
      gtk_widget_insert_before (self->menu, GTK_WIDGET (self), NULL);
    }
}

static void
name_show (AskGridName *self, AskGridBody *body, guint column)
{
  const AskTableWish *wish = ask_grid_model_get_wish (body->model);
  const AskFilter *filter = ask_table_wish_find_filter (wish, column);
  const char *title = ask_rows_get_column (ask_grid_model_get_rows (body->model), column)->name;
  gboolean descending = FALSE;
  int place = ask_table_wish_find_order (wish, column, &descending);
  g_autofree char *key = g_strdup_printf ("%d", place + 1);
  g_autofree char *what = filter != NULL ? ask_filter_describe (filter, ask_grid_model_get_rows (body->model)) : NULL;

  g_autofree char *menu = g_strdup_printf (_ ("Menu of %s"), title);

  gtk_label_set_text (GTK_LABEL (self->label), title);
  gtk_widget_set_tooltip_text (self->menu, menu);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu), GTK_ACCESSIBLE_PROPERTY_LABEL, menu, -1);
  stand (self, body->formats[column].right);
  gtk_widget_set_visible (self->filtered, filter != NULL);
  gtk_widget_set_tooltip_text (self->filtered, what);
  gtk_widget_set_visible (self->arrow, place >= 0);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow), descending ? "pan-down-symbolic" : "pan-up-symbolic");
  gtk_widget_set_visible (self->key, place >= 0 && wish->order->len > 1);
  gtk_label_set_text (GTK_LABEL (self->key), key);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_SORT,
                                  place < 0    ? GTK_ACCESSIBLE_SORT_NONE
                                  : descending ? GTK_ACCESSIBLE_SORT_DESCENDING
                                               : GTK_ACCESSIBLE_SORT_ASCENDING,
                                  -1);
  if (what != NULL || place >= 0)
    {
      /* Translators: said by a screen reader of a column by which rows are in order. */
      const char *sorted = place < 0 ? NULL : descending ? _ ("sorted, largest first") : _ ("sorted, smallest first");
      g_autofree char *said = g_strjoin (", ", sorted != NULL ? sorted : what, sorted != NULL ? what : NULL, NULL);

      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, said, -1);
    }
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

static const AskGridSlot *
get_slot (const AskGridHead *self, guint i)
{
  return &g_array_index (self->body->slots, AskGridSlot, i);
}

static AskGrid *
get_grid (AskGridHead *self)
{
  return ASK_GRID (gtk_widget_get_ancestor (GTK_WIDGET (self), ASK_TYPE_GRID));
}

/* A first click sorts ascending, a further one the other way, a third one not at all. */
static void
sort_by (AskGridHead *self, guint column, gboolean further)
{
  AskTableWish *wish;
  gboolean descending = FALSE;
  gboolean sorted;

  if (ask_grid_model_is_fixed (self->body->model))
    return;
  wish = ask_table_wish_copy (ask_grid_model_get_wish (self->body->model));
  sorted = ask_table_wish_find_order (wish, column, &descending) >= 0 && (further || wish->order->len == 1);

  if (sorted && descending)
    ask_table_wish_remove_order (wish, column);
  else
    ask_table_wish_sort (wish, column, sorted, further);
  ask_grid_model_take_wish (self->body->model, wish);
}

static int
find_name (AskGridHead *self, GtkWidget *name)
{
  guint i;

  return g_ptr_array_find (self->names, name, &i) && i < self->body->slots->len ? (int) i : -1;
}

static gboolean
name_key_pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, AskGridHead *self)
{
  GtkWidget *name = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
  int i = find_name (self, name);
  const AskGridSlot *slot = i >= 0 ? get_slot (self, (guint) i) : NULL;
  gboolean rtl = ask_grid_body_is_rtl (self->body);
  int step = 0;

  if (slot == NULL)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      sort_by (self, slot->column, (state & GDK_SHIFT_MASK) != 0);
      return TRUE;
    case GDK_KEY_Menu:
    case GDK_KEY_F10:
      if (key == GDK_KEY_F10 && (state & GDK_SHIFT_MASK) == 0)
        return FALSE;
      ask_grid_menu_popup_column (get_grid (self), slot->column);
      return TRUE;
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      step = rtl ? 1 : -1;
      break;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      step = rtl ? -1 : 1;
      break;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      ask_grid_select_point (self->body, (AskGridPoint) { 0, slot->place }, FALSE);
      return TRUE;
    default:
      return FALSE;
    }
  if ((state & GDK_ALT_MASK) != 0)
    ask_grid_model_move (self->body->model, slot->column, step);
  else if ((state & GDK_CONTROL_MASK) != 0)
    ask_grid_model_set_width (self->body->model, slot->column,
                              MAX (ASK_GRID_LEAST_WIDTH, slot->width + 12 * (rtl ? -step : step)));
  else if ((int) slot->place + step >= 0 && slot->place + (guint) step < self->body->n_columns)
    {
      guint column = ask_grid_model_get_shown (self->body->model, slot->place + (guint) step);

      ask_grid_body_show (self->body, (AskGridPoint) { (gsize) (gtk_adjustment_get_value (
                                                                  self->body->adjustments[GTK_ORIENTATION_VERTICAL])
                                                                  / self->body->row_height
                                                                + 0.999),
                                                       slot->place + (guint) step });
      name = ask_grid_head_find_cell (self, column);
      if (name != NULL)
        gtk_widget_grab_focus (name);
    }
  return TRUE;
}

static void
menu_clicked (GtkWidget *button, AskGridHead *self)
{
  int i = find_name (self, gtk_widget_get_parent (button));

  if (i >= 0)
    ask_grid_menu_popup_column (get_grid (self), get_slot (self, (guint) i)->column);
}

/** ask_grid_head_update: @self: a head; shows the names of what is on screen, and their signs */
void
ask_grid_head_update (AskGridHead *self)
{
  guint n = self->body->slots->len;

  while (self->names->len > n)
    {
      gtk_widget_unparent (self->names->pdata[self->names->len - 1]);
      g_ptr_array_set_size (self->names, (int) self->names->len - 1);
    }
  while (self->names->len < n)
    {
      GtkWidget *name = g_object_new (ASK_TYPE_GRID_NAME, NULL);
      GtkEventController *keys = gtk_event_controller_key_new ();

      g_signal_connect (keys, "key-pressed", G_CALLBACK (name_key_pressed), self);
      gtk_widget_add_controller (name, keys);
      g_signal_connect (ASK_GRID_NAME (name)->menu, "clicked", G_CALLBACK (menu_clicked), self);
      gtk_widget_set_parent (name, GTK_WIDGET (self));
      g_ptr_array_add (self->names, name);
    }
  for (guint i = 0; i < n; i++)
    name_show (self->names->pdata[i], self->body, get_slot (self, i)->column);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/** ask_grid_head_find_cell: @self: a head; @column: of the rows; Returns: (transfer none) (nullable): its name on screen */
GtkWidget *
ask_grid_head_find_cell (AskGridHead *self, guint column)
{
  for (guint i = 0; i < MIN (self->names->len, self->body->slots->len); i++)
    if (get_slot (self, i)->column == column)
      return self->names->pdata[i];
  return NULL;
}

/* The column whose end is near @x. */
static const AskGridSlot *
find_edge (AskGridHead *self, double x)
{
  if (ask_grid_body_is_rtl (self->body))
    x = gtk_widget_get_width (GTK_WIDGET (self)) - x;
  for (guint i = 0; i < self->body->slots->len; i++)
    {
      const AskGridSlot *slot = get_slot (self, i);
      int end = slot->x + slot->width;

      if (x > end - EDGE && x < end + EDGE && (slot->frozen || end > self->body->frozen))
        return slot;
    }
  return NULL;
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, AskGridHead *self)
{
  const AskGridSlot *slot = find_edge (self, x);

  self->sizing = slot != NULL;
  self->moving = FALSE;
  if (slot == NULL)
    slot = ask_grid_body_find_slot (self->body, x);
  self->dragged = slot != NULL ? (int) slot->column : -1;
  self->start = slot == NULL ? 0 : self->sizing ? slot->width : x;
}

/* The place of a column among those that are shown; -1 where it is not. */
static int
find_shown (AskGridModel *model, int column)
{
  for (guint i = 0; i < ask_grid_model_get_n_shown (model); i++)
    if ((int) ask_grid_model_get_shown (model, i) == column)
      return (int) i;
  return -1;
}

static void
drag_update (GtkGestureDrag *gesture, double x, double y, AskGridHead *self)
{
  double along = ask_grid_body_is_rtl (self->body) ? -x : x;
  int from = self->dragged >= 0 ? find_shown (self->body->model, self->dragged) : -1;
  const AskGridSlot *over;

  /* It may have been hidden meanwhile, or its rows are others. */
  if (from < 0)
    self->dragged = -1;
  if (self->dragged < 0)
    return;
  if (self->sizing)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      ask_grid_model_set_width (self->body->model, (guint) self->dragged,
                                MAX (ASK_GRID_LEAST_WIDTH, (int) (self->start + along)));
      return;
    }
  if (ABS (x) < DRAG && !self->moving)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->moving = TRUE;
  over = ask_grid_body_find_slot (self->body, self->start + x);
  if (over != NULL && over->column != (guint) self->dragged)
    ask_grid_model_move (self->body->model, (guint) self->dragged, (int) over->place - from);
}

static void
drag_end (GtkGestureDrag *gesture, double x, double y, AskGridHead *self)
{
  self->dragged = -1;
  self->sizing = FALSE;
}

static void
released (GtkGestureClick *gesture, int n_press, double x, double y, AskGridHead *self)
{
  const AskGridSlot *slot = ask_grid_body_find_slot (self->body, x);
  const AskGridSlot *edge = find_edge (self, x);
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (button == GDK_BUTTON_PRIMARY && edge != NULL)
    {
      if (n_press == 2)
        ask_grid_model_set_width (self->body->model, edge->column, ask_grid_body_find_width (self->body, edge->column));
    }
  else if (button == GDK_BUTTON_PRIMARY && slot != NULL)
    sort_by (self, slot->column,
             (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) & GDK_SHIFT_MASK) != 0);
}

static void
pressed (GtkGestureClick *gesture, int n_press, double x, double y, AskGridHead *self)
{
  const AskGridSlot *slot = ask_grid_body_find_slot (self->body, x);

  if (slot == NULL)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  ask_grid_menu_popup_column (get_grid (self), slot->column);
}

static void
moved (GtkEventControllerMotion *controller, double x, double y, AskGridHead *self)
{
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), find_edge (self, x) != NULL ? "col-resize" : NULL);
}

static void
ask_grid_head_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  AskGridHead *self = ASK_GRID_HEAD (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  for (guint i = 0; i < MIN (self->names->len, self->body->slots->len); i++)
    {
      const AskGridSlot *slot = get_slot (self, i);
      int least;

      gtk_widget_measure (self->names->pdata[i], GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      gtk_widget_size_allocate (self->names->pdata[i],
                                &(GtkAllocation) { rtl ? width - slot->x - slot->width : slot->x, 0,
                                                   MAX (least, slot->width), height },
                                -1);
    }
}

static void
ask_grid_head_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AskGridHead *self = ASK_GRID_HEAD (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  for (guint frozen = 0; frozen < 2; frozen++)
    {
      int begin = frozen ? 0 : MIN (self->body->frozen, width);

      gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (rtl ? 0 : (float) begin, 0, (float) (width - begin),
                                                             (float) height));
      for (guint i = 0; i < MIN (self->names->len, self->body->slots->len); i++)
        if (get_slot (self, i)->frozen == (frozen == 1))
          {
            const AskGridSlot *slot = get_slot (self, i);

            gtk_snapshot_push_clip (snapshot,
                                    &GRAPHENE_RECT_INIT ((float) (rtl ? width - slot->x - slot->width : slot->x), 0,
                                                         (float) slot->width, (float) height));
            gtk_widget_snapshot_child (widget, self->names->pdata[i], snapshot);
            gtk_snapshot_pop (snapshot);
          }
      gtk_snapshot_pop (snapshot);
    }
}

static void
ask_grid_head_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                       int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = 0;
}

static void
ask_grid_head_dispose (GObject *object)
{
  AskGridHead *self = ASK_GRID_HEAD (object);

  for (guint i = 0; i < self->names->len; i++)
    gtk_widget_unparent (self->names->pdata[i]);
  g_ptr_array_set_size (self->names, 0);
  G_OBJECT_CLASS (ask_grid_head_parent_class)->dispose (object);
}

static void
ask_grid_head_finalize (GObject *object)
{
  g_ptr_array_unref (ASK_GRID_HEAD (object)->names);
  G_OBJECT_CLASS (ask_grid_head_parent_class)->finalize (object);
}

static void
ask_grid_head_class_init (AskGridHeadClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_grid_head_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_grid_head_finalize;
  widget_class->measure = ask_grid_head_measure;
  widget_class->size_allocate = ask_grid_head_size_allocate;
  widget_class->snapshot = ask_grid_head_snapshot;
  gtk_widget_class_set_css_name (widget_class, "head");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ROW);
}

static void
ask_grid_head_init (AskGridHead *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *menu = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  self->names = g_ptr_array_new ();
  self->dragged = -1;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (click, "released", G_CALLBACK (released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect (menu, "pressed", G_CALLBACK (pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (menu));
  g_signal_connect (motion, "motion", G_CALLBACK (moved), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
}

/** ask_grid_head_new: @body: which outlives it; Returns: (transfer floating): the names of what is on screen */
GtkWidget *
ask_grid_head_new (AskGridBody *body)
{
  AskGridHead *self = g_object_new (ASK_TYPE_GRID_HEAD, NULL);

  self->body = body;
  return GTK_WIDGET (self);
}
