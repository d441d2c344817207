/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be done on the canvas without a pointer: a table of actions with their keys, the way of the keyboard
 * over boxes, rows and lines, and the context menu, which offers the same actions.
 */
#include "config.h"

#include "app/schema/ask-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-error.h"

#define ZOOM_STEP 1.25
#define MOVE_STEP 20.0
/* So many of the selected boxes are named in a title. */
#define MAX_NAMES 3

typedef enum
{
  WAY_UP,
  WAY_DOWN,
  WAY_LEFT,
  WAY_RIGHT
} Way;

static guint
count_entities (AskCanvas *self)
{
  AskSchema *schema = ask_canvas_get_schema (self);

  return schema != NULL ? schema->entities->len : 0;
}

/* Where the keyboard goes on; while a relationship is being drawn, its end goes along. */
static void
go_to (AskCanvas *self, const AskDiagramTarget *target)
{
  AskDiagramRect rect;

  self->keyboard = TRUE;
  ask_canvas_select (self, target);
  if (!self->linking)
    return;
  self->link_target = target->hit == ASK_DIAGRAM_ROW ? *target : (AskDiagramTarget) { 0 };
  rect = ask_diagram_get_box (self->diagram, target->entity);
  if (target->hit == ASK_DIAGRAM_ROW)
    ask_diagram_get_row (self->diagram, target->entity, (guint) target->attribute, &rect);
  self->link_x = rect.x + rect.width / 2;
  self->link_y = rect.y + rect.height / 2;
}

/* The nearest box whose middle lies in that direction from @from: what is beside counts double. */
static gboolean
find_box (AskCanvas *self, const AskDiagramRect *from, Way way, guint except, guint *found)
{
  double x = from->x + from->width / 2;
  double y = from->y + from->height / 2;
  double best = INFINITY;

  for (guint i = 0; i < count_entities (self); i++)
    {
      AskDiagramRect box = ask_diagram_get_box (self->diagram, i);
      double dx = box.x + box.width / 2 - x;
      double dy = box.y + box.height / 2 - y;
      double along = way == WAY_LEFT ? -dx : way == WAY_RIGHT ? dx : way == WAY_UP ? -dy : dy;
      double beside = fabs (way == WAY_LEFT || way == WAY_RIGHT ? dy : dx);
      double distance = along + 2 * beside;

      if (i == except || along <= 0 || distance >= best)
        continue;
      best = distance;
      *found = i;
    }
  return isfinite (best);
}

/* The row that is seen after or before @row in its box; a collapsed box shows only some. */
static gboolean
find_row (AskCanvas *self, guint entity, int row, int step, int *found)
{
  const AskEntity *of = ask_canvas_get_entity (self, entity);
  int n = (int) (of->attributes->len + of->metrics->len);
  AskDiagramRect rect;

  for (int i = row + step; i >= 0 && i < n; i += step)
    if (ask_diagram_get_row (self->diagram, entity, (guint) i, &rect))
      {
        *found = i;
        return TRUE;
      }
  return FALSE;
}

static void
go (AskCanvas *self, Way way)
{
  AskDiagramTarget target = self->current;
  AskDiagramRect box;
  guint found = 0;

  if (count_entities (self) == 0)
    return;
  if (target.hit != ASK_DIAGRAM_BOX && target.hit != ASK_DIAGRAM_ROW)
    {
      AskSchema *schema = ask_canvas_get_schema (self);
      const AskRelationship *line
        = target.hit == ASK_DIAGRAM_LINE ? ask_canvas_get_line (self, target.relationship) : NULL;
      AskEntity *entity = line != NULL ? ask_schema_find_entity (schema, line->from) : NULL;
      guint first = 0;

      /* From a line to the box that it comes from. */
      if (entity != NULL)
        g_ptr_array_find (schema->entities, entity, &first);
      go_to (self, &(AskDiagramTarget) { ASK_DIAGRAM_BOX, first, -1, -1 });
      return;
    }
  if (way == WAY_DOWN
      && find_row (self, target.entity, target.hit == ASK_DIAGRAM_ROW ? target.attribute : -1, 1, &target.attribute))
    target.hit = ASK_DIAGRAM_ROW;
  else if (way == WAY_UP && target.hit == ASK_DIAGRAM_ROW)
    {
      if (!find_row (self, target.entity, target.attribute, -1, &target.attribute))
        target = (AskDiagramTarget) { ASK_DIAGRAM_BOX, target.entity, -1, -1 };
    }
  else
    {
      box = ask_diagram_get_box (self->diagram, target.entity);
      if (!find_box (self, &box, way, target.entity, &found))
        {
          gtk_widget_error_bell (GTK_WIDGET (self));
          return;
        }
      target = (AskDiagramTarget) { ASK_DIAGRAM_BOX, found, -1, -1 };
    }
  go_to (self, &target);
}

static void
action_go (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const char *way = g_variant_get_string (parameter, NULL);

  go (ASK_CANVAS (widget), strcmp (way, "up") == 0     ? WAY_UP
                           : strcmp (way, "down") == 0 ? WAY_DOWN
                           : strcmp (way, "left") == 0 ? WAY_LEFT
                                                       : WAY_RIGHT);
}

/* In the schema's order: 1 and -1 for the next and the one before, 0 for the first, 2 for the last. */
static void
action_step (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);
  int step = g_variant_get_int32 (parameter);
  int n = (int) count_entities (self);
  int now = self->current.hit == ASK_DIAGRAM_NOTHING || self->current.hit == ASK_DIAGRAM_LINE
              ? -1
              : (int) self->current.entity;
  int next = step == 0 ? 0 : step == 2 ? n - 1 : now + step;

  if (n > 0)
    go_to (self, &(AskDiagramTarget) { ASK_DIAGRAM_BOX, (guint) CLAMP (next, 0, n - 1), -1, -1 });
}

/* From a box or row around its lines, one after the other. */
static void
action_line (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);
  guint n = ask_canvas_count_lines (self);
  const char *name = NULL;
  guint after = 0;

  if (n == 0)
    return;
  if (self->current.hit == ASK_DIAGRAM_LINE)
    {
      name = ask_canvas_get_line (self, self->current.relationship)->from;
      after = (guint) self->current.relationship + 1;
    }
  else if (self->current.hit != ASK_DIAGRAM_NOTHING)
    name = ask_canvas_get_entity (self, self->current.entity)->name;
  for (guint i = 0; i < n; i++)
    {
      guint index = (after + i) % n;
      const AskRelationship *line = ask_canvas_get_line (self, (int) index);

      if (name == NULL || g_ascii_strcasecmp (line->from, name) == 0 || g_ascii_strcasecmp (line->to, name) == 0)
        {
          go_to (self, &(AskDiagramTarget) { ASK_DIAGRAM_LINE, 0, -1, (int) index });
          return;
        }
    }
  gtk_widget_error_bell (widget);
}

static void
action_nudge (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);
  double dx, dy;

  g_variant_get (parameter, "(dd)", &dx, &dy);
  for (guint i = 0; i < self->selected->len; i++)
    {
      guint entity = g_array_index (self->selected, guint, i);
      AskDiagramRect box = ask_diagram_get_box (self->diagram, entity);

      ask_diagram_move_box (self->diagram, entity, box.x + dx, box.y + dy);
    }
  ask_canvas_commit_moves (self, "nudge");
  ask_canvas_reveal (self, &self->current);
}

static void
action_zoom (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);
  int direction = g_variant_get_int32 (parameter);

  ask_canvas_zoom (self, direction == 0 ? self->text : self->scale * pow (ZOOM_STEP, direction));
}

static void
action_fit (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_canvas_fit (ASK_CANVAS (widget));
}

static void
action_select_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);

  g_array_set_size (self->selected, 0);
  for (guint i = 0; i < count_entities (self); i++)
    g_array_append_val (self->selected, i);
  /* What the menu and the panel are about is one of them. */
  if (self->selected->len > 0 && self->current.hit != ASK_DIAGRAM_BOX && self->current.hit != ASK_DIAGRAM_ROW)
    self->current = (AskDiagramTarget) { ASK_DIAGRAM_BOX, 0, -1, -1 };
  ask_canvas_selection_changed (self);
}

static void
action_cancel (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);

  if (self->linking || self->drag != ASK_DRAG_NONE)
    ask_canvas_cancel_drag (self);
  else if (!ask_canvas_end_focus (self))
    ask_canvas_select_only (self, &(AskDiagramTarget) { 0 });
}

static void
action_edit (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);

  if (self->linking)
    ask_canvas_link_end (self, &self->current);
  else
    g_signal_emit_by_name (self, "activated");
}

static void
action_relate (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);

  self->keyboard = TRUE;
  ask_canvas_link_begin (self, &self->current);
}

/* One edit over all selected boxes. */
typedef gboolean (*BoxEdit) (AskSchema *draft, const AskEntity *entity, gpointer data, GError **error);

static gboolean
draft_boxes (AskCanvas *self, AskSchema *draft, BoxEdit edit, gpointer data, GError **error)
{
  for (guint i = 0; i < self->selected->len; i++)
    {
      /* Of the present schema, whose places hold while the draft changes. */
      const AskEntity *entity = ask_canvas_get_entity (self, g_array_index (self->selected, guint, i));

      if (!edit (draft, entity, data, error))
        return FALSE;
    }
  return TRUE;
}

static void
edit_boxes (AskCanvas *self, BoxEdit edit, gpointer data, const char *title)
{
  g_autoptr (AskSchema) draft = ask_schema_editor_begin (self->editor);
  g_autoptr (GError) error = NULL;

  if (draft_boxes (self, draft, edit, data, &error))
    ask_canvas_commit (self, g_steal_pointer (&draft), title, NULL);
  else
    ask_canvas_problem (self, ask_error_get_words (error));
}

static gboolean
fold_box (AskSchema *draft, const AskEntity *entity, gpointer data, GError **error)
{
  return ask_schema_edit_collapse (draft, entity->id, GPOINTER_TO_INT (data), error);
}

static void
action_fold (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);
  gboolean fold;

  if (self->selected->len == 0)
    return;
  fold = !ask_canvas_get_entity (self, self->current.entity)->collapsed;
  edit_boxes (self, fold_box, GINT_TO_POINTER (fold), fold ? _ ("Collapsed to keys") : _ ("Opened"));
}

static gboolean
hide_box (AskSchema *draft, const AskEntity *entity, gpointer data, GError **error)
{
  return ask_schema_edit_set_entity (draft, entity->id, "hidden", GPOINTER_TO_INT (data) ? "true" : "false", error);
}

static void
action_hide (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);
  const AskEntity *entity;
  gboolean hide;

  if (self->selected->len == 0)
    return;
  entity = ask_canvas_get_entity (self, self->current.entity);
  if (self->current.hit == ASK_DIAGRAM_ROW && self->current.attribute < (int) entity->attributes->len)
    {
      const AskAttribute *attribute = entity->attributes->pdata[self->current.attribute];
      g_autoptr (AskSchema) draft = ask_schema_editor_begin (self->editor);
      g_autoptr (GError) error = NULL;
      g_autofree char *title = g_strdup_printf (attribute->hidden ? _ ("Showed %s") : _ ("Hid %s"), attribute->name);

      if (ask_schema_edit_set_attribute (draft, entity->id, attribute->name, "hidden",
                                         attribute->hidden ? "false" : "true", &error))
        ask_canvas_commit (self, g_steal_pointer (&draft), title, NULL);
      else
        ask_canvas_problem (self, ask_error_get_words (error));
      return;
    }
  hide = !entity->hidden;
  edit_boxes (self, hide_box, GINT_TO_POINTER (hide), hide ? _ ("Hid from questions") : _ ("Showed to questions"));
}

static gboolean
remove_box (AskSchema *draft, const AskEntity *entity, gpointer data, GError **error)
{
  return ask_schema_edit_remove_entity (draft, entity->id, error);
}

/* Returns: (transfer full): "orders, customers and 3 more" */
static char *
list_selected (AskCanvas *self)
{
  GString *names = g_string_new (NULL);
  guint more = self->selected->len > MAX_NAMES ? self->selected->len - MAX_NAMES : 0;

  for (guint i = 0; i < self->selected->len - more; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            ask_canvas_get_entity (self, g_array_index (self->selected, guint, i))->name);
  if (more > 0)
    /* Translators: the end of a list of names. */
    g_string_append_printf (names, _ (" and %u more"), more);
  return g_string_free (names, FALSE);
}

/* "orders.customer_id", or "orders (year, number)" */
static void
add_end (GString *text, const char *entity, GPtrArray *attributes)
{
  g_string_append (text, entity);
  if (attributes->len == 1)
    g_string_append_printf (text, ".%s", (const char *) attributes->pdata[0]);
  for (guint i = 0; attributes->len > 1 && i < attributes->len; i++)
    g_string_append_printf (text, "%s%s%s", i > 0 ? ", " : " (", (const char *) attributes->pdata[i],
                            i + 1 == attributes->len ? ")" : "");
}

static char *
title_line (const AskRelationship *line)
{
  g_autoptr (GString) ends = g_string_new (NULL);

  add_end (ends, line->from, line->from_attributes);
  g_string_append (ends, " → ");
  add_end (ends, line->to, line->to_attributes);
  /* Translators: an attribute, an arrow, and the attribute that it refers to. */
  return g_strdup_printf (_ ("Removed the relationship %s"), ends->str);
}

static void
action_remove (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);
  g_autoptr (AskSchema) draft = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *title = NULL;
  g_autofree char *about = NULL;
  const AskEntity *entity;
  const char *name;
  gboolean done;

  if (self->current.hit == ASK_DIAGRAM_NOTHING)
    return;
  if (self->current.hit == ASK_DIAGRAM_LINE && ask_canvas_get_suggestion (self, &self->current) != NULL)
    {
      ask_canvas_dismiss_suggestion (self);
      return;
    }
  draft = ask_schema_editor_begin (self->editor);
  if (self->current.hit == ASK_DIAGRAM_LINE)
    {
      title = title_line (ask_canvas_get_line (self, self->current.relationship));
      done = ask_schema_edit_unrelate (draft, (guint) self->current.relationship, &error);
    }
  else if (self->current.hit != ASK_DIAGRAM_ROW)
    {
      about = list_selected (self);
      /* Translators: names of entities, or an entity and one of its attributes. */
      title = g_strdup_printf (_ ("Removed %s"), about);
      done = draft_boxes (self, draft, remove_box, NULL, &error);
    }
  else
    {
      entity = ask_canvas_get_entity (self, self->current.entity);
      name = ask_canvas_get_attribute (self, &self->current);
      about = g_strconcat (entity->name, ".", name, NULL);
      title = g_strdup_printf (_ ("Removed %s"), about);
      done = self->current.attribute < (int) entity->attributes->len
               ? ask_schema_edit_remove_attribute (draft, entity->id, name, &error)
               : ask_schema_edit_remove_metric (draft, entity->id, name, &error);
    }
  if (done)
    ask_canvas_commit_risky (self, g_steal_pointer (&draft), title, about);
  else
    ask_canvas_problem (self, ask_error_get_words (error));
}

static void
action_take (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_canvas_take_suggestion (ASK_CANVAS (widget));
}

static void
action_dismiss (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_canvas_dismiss_suggestion (ASK_CANVAS (widget));
}

static void
action_menu (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);
  double x = gtk_widget_get_width (widget) / 2.0;
  double y = gtk_widget_get_height (widget) / 2.0;

  if (self->current.hit == ASK_DIAGRAM_LINE)
    {
      AskDiagramRect line = ask_diagram_get_line (self->diagram, (guint) self->current.relationship);

      x = CLAMP ((line.x + line.width / 2 - self->x) * self->scale, 0, gtk_widget_get_width (widget));
      y = CLAMP ((line.y + line.height / 2 - self->y) * self->scale, 0, gtk_widget_get_height (widget));
    }
  else if (self->current.hit == ASK_DIAGRAM_BOX || self->current.hit == ASK_DIAGRAM_ROW)
    {
      AskDiagramRect box = ask_diagram_get_box (self->diagram, self->current.entity);

      x = CLAMP ((box.x + box.width / 2 - self->x) * self->scale, 0, gtk_widget_get_width (widget));
      y = CLAMP ((box.y - self->y) * self->scale + 12, 0, gtk_widget_get_height (widget));
    }
  ask_canvas_popup (self, x, y);
}

static void
append (GMenu *menu, const char *label, const char *action)
{
  g_menu_append (menu, label, action);
}

static GMenuModel *
make_menu (AskCanvas *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) first = g_menu_new ();
  g_autoptr (GMenu) second = g_menu_new ();
  gboolean suggested = ask_canvas_get_suggestion (self, &self->current) != NULL;
  const AskEntity *entity
    = self->current.hit != ASK_DIAGRAM_LINE ? ask_canvas_get_entity (self, self->current.entity) : NULL;

  if (suggested)
    {
      append (first, _ ("_Take the Suggestion"), "canvas.take");
      append (first, _ ("_Dismiss the Suggestion"), "canvas.dismiss");
    }
  if (entity != NULL && !entity->hidden)
    {
      g_autoptr (GVariant) name = g_variant_ref_sink (g_variant_new_string (entity->name));
      g_autofree char *browse = g_action_print_detailed_name ("win.browse", name);

      append (first, _ ("_Browse Rows"), browse);
    }
  if (self->current.hit != ASK_DIAGRAM_NOTHING)
    append (first, _ ("_Edit"), "canvas.edit");
  if (self->current.hit == ASK_DIAGRAM_ROW)
    append (first, _ ("Draw a _Relationship"), "canvas.relate");
  if (self->selected->len > 0 && entity != NULL)
    {
      append (first, entity->collapsed ? _ ("_Open") : _ ("_Collapse to Keys"), "canvas.fold");
      append (first, _ ("_Hide from Questions, or Show"), "canvas.hide");
    }
  if (self->current.hit != ASK_DIAGRAM_NOTHING && (!suggested || entity != NULL))
    append (first, _ ("Re_move"), "canvas.remove");
  append (second, _ ("Select _All"), "canvas.select-all");
  append (second, _ ("_Fit Everything"), "canvas.fit");
  append (second, _ ("Arrange _New Boxes"), "schema.arrange(false)");
  append (second, _ ("Arrange All _Boxes"), "schema.arrange(true)");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (first));
  ask_canvas_add_area_menu (self, menu);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (second));
  return G_MENU_MODEL (menu);
}

/** ask_canvas_popup: the menu of what is selected, at @x, @y of the widget */
void
ask_canvas_popup (AskCanvas *self, double x, double y)
{
  g_autoptr (GMenuModel) model = make_menu (self);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = gtk_popover_menu_new_from_model (model);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/** ask_canvas_update_actions: actions that make no sense now are off */
void
ask_canvas_update_actions (AskCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean something = self->current.hit != ASK_DIAGRAM_NOTHING;
  gboolean suggested = ask_canvas_get_suggestion (self, &self->current) != NULL;

  gtk_widget_action_set_enabled (widget, "canvas.relate", self->current.hit == ASK_DIAGRAM_ROW);
  gtk_widget_action_set_enabled (widget, "canvas.edit", something);
  gtk_widget_action_set_enabled (widget, "canvas.remove", something);
  gtk_widget_action_set_enabled (widget, "canvas.take", suggested);
  gtk_widget_action_set_enabled (widget, "canvas.dismiss", suggested);
  gtk_widget_action_set_enabled (widget, "canvas.fold", self->selected->len > 0);
  gtk_widget_action_set_enabled (widget, "canvas.hide", self->selected->len > 0);
  gtk_widget_action_set_enabled (widget, "canvas.nudge", self->selected->len > 0);
}

static gboolean
space_pressed (GtkWidget *widget, GVariant *args, gpointer data)
{
  ASK_CANVAS (widget)->space = TRUE;
  gtk_widget_set_cursor_from_name (widget, "grab");
  return TRUE;
}

static void
key_released (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, AskCanvas *self)
{
  if (key != GDK_KEY_space)
    return;
  self->space = FALSE;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), NULL);
}

/** ask_canvas_init_keys: the one key that is noticed when it is let go */
void
ask_canvas_init_keys (AskCanvas *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect (keys, "key-released", G_CALLBACK (key_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

/** ask_canvas_install_actions: the table of actions, each with its keys */
void
ask_canvas_install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    const char *parameter;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "canvas.go", "s", action_go },
    { "canvas.step", "i", action_step },
    { "canvas.line", NULL, action_line },
    { "canvas.nudge", "(dd)", action_nudge },
    { "canvas.zoom", "i", action_zoom },
    { "canvas.fit", NULL, action_fit },
    { "canvas.select-all", NULL, action_select_all },
    { "canvas.cancel", NULL, action_cancel },
    { "canvas.edit", NULL, action_edit },
    { "canvas.relate", NULL, action_relate },
    { "canvas.fold", NULL, action_fold },
    { "canvas.hide", NULL, action_hide },
    { "canvas.remove", NULL, action_remove },
    { "canvas.take", NULL, action_take },
    { "canvas.dismiss", NULL, action_dismiss },
    { "canvas.menu", NULL, action_menu },
  };
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
    const char *format; /* of the parameter, nullable */
    const char *word;
    int number;
    double x, y;
  } keys[] = {
    { GDK_KEY_Up, 0, "canvas.go", "s", "up", 0, 0, 0 },
    { GDK_KEY_Down, 0, "canvas.go", "s", "down", 0, 0, 0 },
    { GDK_KEY_Left, 0, "canvas.go", "s", "left", 0, 0, 0 },
    { GDK_KEY_Right, 0, "canvas.go", "s", "right", 0, 0, 0 },
    { GDK_KEY_Page_Down, 0, "canvas.step", "i", NULL, 1, 0, 0 },
    { GDK_KEY_Page_Up, 0, "canvas.step", "i", NULL, -1, 0, 0 },
    { GDK_KEY_Home, 0, "canvas.step", "i", NULL, 0, 0, 0 },
    { GDK_KEY_End, 0, "canvas.step", "i", NULL, 2, 0, 0 },
    { GDK_KEY_l, 0, "canvas.line", NULL, NULL, 0, 0, 0 },
    { GDK_KEY_Up, GDK_CONTROL_MASK, "canvas.nudge", "(dd)", NULL, 0, 0, -MOVE_STEP },
    { GDK_KEY_Down, GDK_CONTROL_MASK, "canvas.nudge", "(dd)", NULL, 0, 0, MOVE_STEP },
    { GDK_KEY_Left, GDK_CONTROL_MASK, "canvas.nudge", "(dd)", NULL, 0, -MOVE_STEP, 0 },
    { GDK_KEY_Right, GDK_CONTROL_MASK, "canvas.nudge", "(dd)", NULL, 0, MOVE_STEP, 0 },
    { GDK_KEY_Up, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "canvas.nudge", "(dd)", NULL, 0, 0, -1 },
    { GDK_KEY_Down, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "canvas.nudge", "(dd)", NULL, 0, 0, 1 },
    { GDK_KEY_Left, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "canvas.nudge", "(dd)", NULL, 0, -1, 0 },
    { GDK_KEY_Right, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "canvas.nudge", "(dd)", NULL, 0, 1, 0 },
    { GDK_KEY_plus, GDK_CONTROL_MASK, "canvas.zoom", "i", NULL, 1, 0, 0 },
    { GDK_KEY_equal, GDK_CONTROL_MASK, "canvas.zoom", "i", NULL, 1, 0, 0 },
    { GDK_KEY_KP_Add, GDK_CONTROL_MASK, "canvas.zoom", "i", NULL, 1, 0, 0 },
    { GDK_KEY_minus, GDK_CONTROL_MASK, "canvas.zoom", "i", NULL, -1, 0, 0 },
    { GDK_KEY_KP_Subtract, GDK_CONTROL_MASK, "canvas.zoom", "i", NULL, -1, 0, 0 },
    { GDK_KEY_0, GDK_CONTROL_MASK, "canvas.zoom", "i", NULL, 0, 0, 0 },
    { GDK_KEY_f, 0, "canvas.fit", NULL, NULL, 0, 0, 0 },
    { GDK_KEY_a, GDK_CONTROL_MASK, "canvas.select-all", NULL, NULL, 0, 0, 0 },
    { GDK_KEY_Escape, 0, "canvas.cancel", NULL, NULL, 0, 0, 0 },
    /* Menus show the last one. */
    { GDK_KEY_KP_Enter, 0, "canvas.edit", NULL, NULL, 0, 0, 0 },
    { GDK_KEY_Return, 0, "canvas.edit", NULL, NULL, 0, 0, 0 },
    { GDK_KEY_r, 0, "canvas.relate", NULL, NULL, 0, 0, 0 },
    { GDK_KEY_c, 0, "canvas.fold", NULL, NULL, 0, 0, 0 },
    { GDK_KEY_h, 0, "canvas.hide", NULL, NULL, 0, 0, 0 },
    { GDK_KEY_Delete, 0, "canvas.remove", NULL, NULL, 0, 0, 0 },
    { GDK_KEY_t, 0, "canvas.take", NULL, NULL, 0, 0, 0 },
    { GDK_KEY_d, 0, "canvas.dismiss", NULL, NULL, 0, 0, 0 },
    { GDK_KEY_Menu, 0, "canvas.menu", NULL, NULL, 0, 0, 0 },
    { GDK_KEY_F10, GDK_SHIFT_MASK, "canvas.menu", NULL, NULL, 0, 0, 0 },
  };

  ask_canvas_install_area_actions (widget_class);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter, actions[i].activate);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      if (keys[i].format == NULL)
        gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers, keys[i].action, NULL);
      else if (keys[i].word != NULL)
        gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers, keys[i].action, "s",
                                             keys[i].word);
      else if (keys[i].format[0] == 'i')
        gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers, keys[i].action, "i",
                                             keys[i].number);
      else
        gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers, keys[i].action, "(dd)",
                                             keys[i].x, keys[i].y);
    }
  gtk_widget_class_add_binding (widget_class, GDK_KEY_space, 0, space_pressed, NULL);
}
