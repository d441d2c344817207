/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A picture stands at the start of its cell, small, with its kind and size in words beside it. Rows are higher where a column
 * has pictures. What is copied, sorted and exported is the value, of which nothing here changes anything.
 */
#include "config.h"

#include "app/grid/ask-grid-picture.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-picture-window.h"
#include "app/widgets/ask-thumbnails.h"

/* In points. */
#define HEIGHT 56
#define WIDTH 84
#define MARK 16
/* Rows that tell whether a column has pictures. */
#define SAMPLE_ROWS 100

/* @columns: (array): of each column of the rows, whether its values may be pictures
 * @shown: rows are as high as pictures want them */
struct _AskGridPictures
{
  AskGridBody *body;
  AskThumbnails *thumbnails;
  gboolean *columns;
  guint n_columns;
  gboolean shown;
};

static void
ready (AskGridPictures *self)
{
  const gboolean shown = self->shown;

  if (self->body->model == NULL)
    return;
  ask_grid_rows_rebind (ASK_GRID_ROWS (self->body->rows));
  if (self->shown == shown)
    return;
  for (guint i = 0; i < self->n_columns; i++)
    self->body->naturals[i] = 0;
  gtk_widget_queue_resize (GTK_WIDGET (self->body));
}

/** ask_grid_pictures_new: @body: which outlives it. Returns: (transfer full): of a body without columns */
AskGridPictures *
ask_grid_pictures_new (AskGridBody *body)
{
  AskGridPictures *self = g_new0 (AskGridPictures, 1);

  self->body = body;
  self->thumbnails = ask_thumbnails_new ();
  g_signal_connect_swapped (self->thumbnails, "ready", G_CALLBACK (ready), self);
  return self;
}

/** ask_grid_pictures_free: @self: (nullable): freed; nothing is read any more */
void
ask_grid_pictures_free (AskGridPictures *self)
{
  if (self == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->thumbnails, self);
  ask_thumbnails_stop (self->thumbnails);
  g_object_unref (self->thumbnails);
  g_free (self->columns);
  g_free (self);
}

static gboolean
may_have (const AskRows *rows, guint column, gboolean *bytes)
{
  for (gsize row = 0; row < MIN (ask_rows_get_n_rows (rows), SAMPLE_ROWS); row++)
    {
      const AskValue *value = ask_rows_get (rows, row, column);

      if (!ask_picture_may_be (value))
        continue;
      *bytes = *bytes || value->kind == ASK_VALUE_BLOB;
      return TRUE;
    }
  return FALSE;
}

/** ask_grid_pictures_read: @self: pictures; the body has other rows */
void
ask_grid_pictures_read (AskGridPictures *self)
{
  AskGridModel *model = self->body->model;
  AskRows *rows = model != NULL ? ask_grid_model_get_rows (model) : NULL;

  g_clear_pointer (&self->columns, g_free);
  self->n_columns = rows != NULL ? ask_rows_get_n_columns (rows) : 0;
  self->columns = g_new0 (gboolean, self->n_columns + 1);
  self->shown = FALSE;
  /* Whether a text names a picture is known once one was found. */
  for (guint i = 0; i < self->n_columns; i++)
    self->columns[i] = may_have (rows, i, &self->shown);
  ask_thumbnails_set_rows (self->thumbnails, rows);
}

/** ask_grid_pictures_get_height: @self: pictures. Returns: how high rows are at least, in pixels */
int
ask_grid_pictures_get_height (AskGridPictures *self)
{
  return self->shown ? HEIGHT + 6 : 0;
}

/** ask_grid_pictures_get_room: @self: pictures; @column: of the rows. Returns: how much a column is wider for them */
int
ask_grid_pictures_get_room (AskGridPictures *self, guint column)
{
  return self->shown && column < self->n_columns && self->columns[column] ? WIDTH + ASK_GRID_PADDING : 0;
}

/* Returns: (transfer none) (nullable): a picture that is here, or why it cannot be shown */
static AskPicture *
look_up (AskGridPictures *self, const AskValue *value, guint column)
{
  AskPicture *picture
    = column < self->n_columns && self->columns[column]
        ? ask_thumbnails_get (self->thumbnails, value, ask_grid_model_get_workspace (self->body->model))
        : NULL;

  return picture != NULL && (picture->texture != NULL || picture->fault != NULL) ? picture : NULL;
}

/**
 * ask_grid_pictures_describe:
 * @self: pictures
 * @value: of a cell
 * @column: of the rows
 * @look: (inout): what the cell shows
 * @text: (inout): what @look borrows its text from
 *
 * Puts a picture into the look of a cell that has one, and has one read that is not here yet.
 */
void
ask_grid_pictures_describe (AskGridPictures *self, const AskValue *value, guint column, AskGridLook *look, char **text)
{
  AskPicture *picture = look_up (self, value, column);

  if (picture == NULL)
    return;
  look->picture = picture;
  look->right = FALSE;
  if (picture->texture != NULL && value->kind == ASK_VALUE_BLOB)
    {
      g_free (*text);
      *text = ask_picture_to_words (picture);
      look->text = *text;
    }
  if (picture->texture != NULL)
    self->shown = TRUE;
}

static const AskValue *
get_value (AskGridPictures *self, AskGridPoint point, guint *column)
{
  *column = ask_grid_model_get_shown (self->body->model, point.place);
  return ask_arrangement_get (ask_grid_model_get_arrangement (self->body->model), point.row, *column);
}

/* Returns: (transfer none) (nullable): what is in a cell that is a picture, or says why it is none */
static AskPicture *
find (AskGridPictures *self, AskGridPoint point)
{
  guint column;
  const AskValue *value = get_value (self, point, &column);

  return look_up (self, value, column);
}

/** ask_grid_pictures_has: @self: pictures; @point: a cell. Returns: whether it is a picture */
gboolean
ask_grid_pictures_has (AskGridPictures *self, AskGridPoint point)
{
  return find (self, point) != NULL;
}

/** ask_grid_pictures_open: @self: pictures; @point: a cell; shows its picture large. Returns: whether it has one */
gboolean
ask_grid_pictures_open (AskGridPictures *self, AskGridPoint point)
{
  AskRows *rows = ask_grid_model_get_rows (self->body->model);
  guint column;
  const AskValue *value = get_value (self, point, &column);

  if (find (self, point) == NULL)
    return FALSE;
  ask_picture_window_show (GTK_WIDGET (self->body), ask_rows_get_column (rows, column)->name,
                           &(AskPictureAsked) { rows, value, 0, 0 }, ask_grid_model_get_workspace (self->body->model));
  return TRUE;
}

/** ask_grid_pictures_dup_tooltip: @self: pictures; @point: a cell. Returns: (transfer full) (nullable): what a click does, or why there is no picture */
char *
ask_grid_pictures_dup_tooltip (AskGridPictures *self, AskGridPoint point)
{
  const AskPicture *picture = find (self, point);

  if (picture == NULL)
    return NULL;
  return g_strdup (picture->texture != NULL ? _ ("Show it large") : picture->fault);
}

/** ask_grid_pictures_is_busy: @self: pictures. Returns: whether some are read */
gboolean
ask_grid_pictures_is_busy (AskGridPictures *self)
{
  return ask_thumbnails_is_busy (self->thumbnails);
}

static void
snapshot_mark (GtkWidget *cell, GtkSnapshot *snapshot, int x)
{
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (cell));
  g_autoptr (GtkIconPaintable) icon
    = gtk_icon_theme_lookup_icon (theme, "image-missing-symbolic", NULL, MARK, gtk_widget_get_scale_factor (cell),
                                  gtk_widget_get_direction (cell), 0);
  GdkRGBA colour;

  gtk_style_context_get_color (gtk_widget_get_style_context (cell), &colour);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT ((float) x, (float) ((gtk_widget_get_height (cell) - MARK) / 2)));
  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), snapshot, MARK, MARK, &colour, 1);
  gtk_snapshot_restore (snapshot);
}

/* With a line around it: a page is as white as what it stands on. */
static void
snapshot_texture (GtkWidget *cell, GtkSnapshot *snapshot, GdkTexture *texture, const graphene_rect_t *area)
{
  const float widths[] = { 1, 1, 1, 1 };
  GskRoundedRect outline;
  GdkRGBA colours[4];

  gtk_style_context_get_color (gtk_widget_get_style_context (cell), &colours[0]);
  colours[0].alpha *= 0.2f;
  colours[1] = colours[2] = colours[3] = colours[0];
  gtk_snapshot_append_texture (snapshot, texture, area);
  gsk_rounded_rect_init_from_rect (&outline, area, 0);
  gtk_snapshot_append_border (snapshot, &outline, widths, colours);
}

/**
 * ask_grid_picture_snapshot:
 * @cell: that is drawn
 * @picture: that it has, or why it has none
 * @snapshot: where
 *
 * Returns: how much of the start of the cell it takes, in pixels
 */
int
ask_grid_picture_snapshot (GtkWidget *cell, AskPicture *picture, GtkSnapshot *snapshot)
{
  const gboolean rtl = gtk_widget_get_direction (cell) == GTK_TEXT_DIR_RTL;
  const int room = gtk_widget_get_width (cell) - 2 * ASK_GRID_PADDING;
  double width = MARK, height = MARK, scale;
  double x;

  if (picture->texture != NULL)
    {
      width = gdk_texture_get_width (picture->texture);
      height = gdk_texture_get_height (picture->texture);
    }
  scale = MIN (1, MIN (MIN (WIDTH, MAX (1, room)) / width, (gtk_widget_get_height (cell) - 6) / height));
  width *= scale;
  height *= scale;
  x = rtl ? gtk_widget_get_width (cell) - ASK_GRID_PADDING - width : ASK_GRID_PADDING;
  if (picture->texture == NULL)
    snapshot_mark (cell, snapshot, (int) x);
  else
    snapshot_texture (cell, snapshot, picture->texture,
                      &GRAPHENE_RECT_INIT ((float) x, (float) ((gtk_widget_get_height (cell) - height) / 2),
                                           (float) width, (float) height));
  return (int) width + ASK_GRID_PADDING;
}
