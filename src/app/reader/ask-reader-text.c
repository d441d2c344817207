/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A text view that is filled while the window lives on: some milliseconds of passages and marks at a time, from the beginning.
 * What somebody wants to go to is gone to when it is there. Whatever stands in a document is plain text here.
 *
 * A heading is shown where it is another than before, a page where it begins.
 */
#include "config.h"

#include "app/reader/ask-reader-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* Of the main loop, for each piece of work. */
#define SLICE_US 8000
#define MAX_WIDTH 760

/* Where a passage is in the buffer, in characters. */
typedef struct
{
  int heading; /* -1 where none is shown */
  int text;
} Place;

struct _AskReaderText
{
  GtkWidget parent_instance;
  GtkTextView *view;
  GtkTextBuffer *buffer;
  GtkWidget *scrolled;
  GtkTextTag *heading;
  GtkTextTag *page;
  GtkTextTag *hit;
  GtkTextTag *cited;
  AskReading *reading; /* nullable */
  GArray *places; /* Place, of the passages that are in */
  GArray *hits; /* AskDocumentHit that are shown */
  guint n_marked;
  guint fill; /* source, while something is left to do */
  guint part; /* that was gone to last */
  guint wanted_part;
  guint wanted_hit;
};

G_DEFINE_FINAL_TYPE (AskReaderText, ask_reader_text, GTK_TYPE_WIDGET)

static AskDocumentPart *
get_part (AskReaderText *self, guint part)
{
  return self->reading->document->parts->pdata[part];
}

static guint
count_parts (AskReaderText *self)
{
  return self->reading != NULL ? self->reading->document->parts->len : 0;
}

static gboolean
shows_heading (AskReaderText *self, guint part)
{
  const char *heading = get_part (self, part)->heading;

  return heading != NULL && *heading != '\0'
         && (part == 0 || g_strcmp0 (heading, get_part (self, part - 1)->heading) != 0);
}

static void
insert (AskReaderText *self, const char *text, GtkTextTag *tag, gboolean cited)
{
  GtkTextIter end, start;
  int offset;

  gtk_text_buffer_get_end_iter (self->buffer, &end);
  offset = gtk_text_iter_get_offset (&end);
  gtk_text_buffer_insert (self->buffer, &end, text, -1);
  gtk_text_buffer_get_iter_at_offset (self->buffer, &start, offset);
  if (tag != NULL)
    gtk_text_buffer_apply_tag (self->buffer, tag, &start, &end);
  if (cited)
    gtk_text_buffer_apply_tag (self->buffer, self->cited, &start, &end);
}

static void
insert_line (AskReaderText *self, const char *text, GtkTextTag *tag, gboolean cited)
{
  insert (self, text, tag, cited);
  insert (self, "\n", tag, cited);
}

static void
insert_part (AskReaderText *self, guint n)
{
  const AskDocumentPart *part = get_part (self, n);
  const gboolean cited = n == self->reading->start;
  Place place = { -1, 0 };

  if (part->page > 0 && (n == 0 || get_part (self, n - 1)->page != part->page))
    {
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, part->page);
      /* Translators: a page of a document begins here. */
      g_autofree char *words = g_strdup_printf (_ ("Page %s"), number);

      insert_line (self, words, self->page, FALSE);
    }
  if (shows_heading (self, n))
    {
      place.heading = gtk_text_buffer_get_char_count (self->buffer);
      insert_line (self, part->heading, self->heading, cited);
    }
  place.text = gtk_text_buffer_get_char_count (self->buffer);
  if (*part->text != '\0')
    insert_line (self, part->text, NULL, cited);
  g_array_append_val (self->places, place);
}

static void
get_hit_bounds (AskReaderText *self, guint n, GtkTextIter *start, GtkTextIter *end)
{
  const AskDocumentHit *hit = &g_array_index (self->hits, AskDocumentHit, n);
  const Place *place = &g_array_index (self->places, Place, hit->part);
  const AskDocumentPart *part = get_part (self, hit->part);
  const char *text = hit->in_heading ? part->heading : part->text;
  const int base = hit->in_heading ? place->heading : place->text;

  gtk_text_buffer_get_iter_at_offset (self->buffer, start,
                                      base + (int) g_utf8_pointer_to_offset (text, text + hit->start));
  gtk_text_buffer_get_iter_at_offset (self->buffer, end, base + (int) g_utf8_pointer_to_offset (text, text + hit->end));
}

static void
go_where_wanted (AskReaderText *self)
{
  GtkTextIter start, end;

  if (self->wanted_hit < self->n_marked)
    {
      get_hit_bounds (self, self->wanted_hit, &start, &end);
      self->part = g_array_index (self->hits, AskDocumentHit, self->wanted_hit).part;
      gtk_text_buffer_select_range (self->buffer, &start, &end);
      gtk_text_view_scroll_to_mark (self->view, gtk_text_buffer_get_insert (self->buffer), 0, TRUE, 0, 0.3);
      self->wanted_hit = self->wanted_part = G_MAXUINT;
    }
  else if (self->wanted_part < self->places->len)
    {
      const Place *place = &g_array_index (self->places, Place, self->wanted_part);

      gtk_text_buffer_get_iter_at_offset (self->buffer, &start, place->heading >= 0 ? place->heading : place->text);
      self->part = self->wanted_part;
      gtk_text_buffer_place_cursor (self->buffer, &start);
      gtk_text_view_scroll_to_mark (self->view, gtk_text_buffer_get_insert (self->buffer), 0, TRUE, 0, 0);
      self->wanted_part = G_MAXUINT;
    }
}

/* Returns: whether there was something to do */
static gboolean
do_some (AskReaderText *self)
{
  GtkTextIter start, end;

  if (self->n_marked < self->hits->len
      && g_array_index (self->hits, AskDocumentHit, self->n_marked).part < self->places->len)
    {
      get_hit_bounds (self, self->n_marked, &start, &end);
      gtk_text_buffer_apply_tag (self->buffer, self->hit, &start, &end);
      self->n_marked++;
      return TRUE;
    }
  if (self->places->len < count_parts (self))
    {
      insert_part (self, self->places->len);
      return TRUE;
    }
  return FALSE;
}

static gboolean
fill_some (gpointer data)
{
  AskReaderText *self = data;
  const gint64 end = g_get_monotonic_time () + SLICE_US;
  gboolean more = TRUE;

  while (more && g_get_monotonic_time () < end)
    more = do_some (self);
  if (self->wanted_part != G_MAXUINT || self->wanted_hit != G_MAXUINT)
    go_where_wanted (self);
  if (more)
    return G_SOURCE_CONTINUE;
  self->fill = 0;
  return G_SOURCE_REMOVE;
}

static void
fill (AskReaderText *self)
{
  /* After drawing and whatever a person does. */
  if (self->fill == 0)
    self->fill = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, fill_some, self, NULL);
}

static void
clear (AskReaderText *self)
{
  g_clear_handle_id (&self->fill, g_source_remove);
  g_clear_pointer (&self->reading, ask_reading_unref);
  g_array_set_size (self->places, 0);
  g_array_set_size (self->hits, 0);
  self->n_marked = self->part = 0;
  self->wanted_part = self->wanted_hit = G_MAXUINT;
  gtk_text_buffer_set_text (self->buffer, "", 0);
}

/** ask_reader_text_set_hits: @hits: (element-type AskDocumentHit): what is marked from now on */
void
ask_reader_text_set_hits (AskReaderText *self, GArray *hits)
{
  GtkTextIter start, end;

  g_return_if_fail (ASK_IS_READER_TEXT (self));
  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  gtk_text_buffer_remove_tag (self->buffer, self->hit, &start, &end);
  g_array_set_size (self->hits, 0);
  self->n_marked = 0;
  self->wanted_hit = G_MAXUINT;
  for (guint i = 0; i < hits->len; i++)
    {
      const AskDocumentHit *hit = &g_array_index (hits, AskDocumentHit, i);

      /* Passages under one heading have it all, and it is shown once. */
      if (hit->part < count_parts (self) && (!hit->in_heading || shows_heading (self, hit->part)))
        g_array_append_val (self->hits, *hit);
    }
  fill (self);
}

/** ask_reader_text_show_reading: @reading: with a document: shows it, from the passage that was wanted on */
void
ask_reader_text_show_reading (AskReaderText *self, AskReading *reading)
{
  g_return_if_fail (ASK_IS_READER_TEXT (self) && reading->document != NULL);
  clear (self);
  self->reading = ask_reading_ref (reading);
  ask_reader_text_set_hits (self, reading->hits);
  /* Without a place to go to the cursor would be behind what came last. */
  ask_reader_text_go_to_part (self, reading->start < count_parts (self) ? reading->start : 0);
}

/** ask_reader_text_show_kept: @heading: (nullable); @text: of one passage, as it was */
void
ask_reader_text_show_kept (AskReaderText *self, const char *heading, const char *text)
{
  GtkTextIter start;

  g_return_if_fail (ASK_IS_READER_TEXT (self));
  clear (self);
  if (heading != NULL && *heading != '\0')
    insert_line (self, heading, self->heading, FALSE);
  insert_line (self, text, NULL, FALSE);
  gtk_text_buffer_get_start_iter (self->buffer, &start);
  gtk_text_buffer_place_cursor (self->buffer, &start);
}

/** ask_reader_text_go_to_part: @part: the place of a passage: scrolls to it, as soon as it is there */
void
ask_reader_text_go_to_part (AskReaderText *self, guint part)
{
  g_return_if_fail (ASK_IS_READER_TEXT (self));
  self->wanted_part = part;
  self->wanted_hit = G_MAXUINT;
  fill (self);
}

/** ask_reader_text_go_to_hit: @hit: below ask_reader_text_count_hits(): selects it, as soon as it is there */
void
ask_reader_text_go_to_hit (AskReaderText *self, guint hit)
{
  g_return_if_fail (ASK_IS_READER_TEXT (self) && hit < self->hits->len);
  self->wanted_hit = hit;
  self->wanted_part = G_MAXUINT;
  fill (self);
}

/** ask_reader_text_count_hits: Returns: how many can be gone to */
guint
ask_reader_text_count_hits (AskReaderText *self)
{
  g_return_val_if_fail (ASK_IS_READER_TEXT (self), 0);
  return self->hits->len;
}

/** ask_reader_text_find_hit: @part: the place of a passage. Returns: the first hit in it; %ASK_READER_NO_HIT for none */
guint
ask_reader_text_find_hit (AskReaderText *self, guint part)
{
  g_return_val_if_fail (ASK_IS_READER_TEXT (self), ASK_READER_NO_HIT);
  for (guint i = 0; i < self->hits->len; i++)
    if (g_array_index (self->hits, AskDocumentHit, i).part == part)
      return i;
  return ASK_READER_NO_HIT;
}

/** ask_reader_text_get_part: Returns: the place of the passage that is at the top, or that was gone to where it can be seen */
guint
ask_reader_text_get_part (AskReaderText *self)
{
  GdkRectangle seen;
  GtkTextIter top, bottom;
  guint low = 0;
  guint high;

  g_return_val_if_fail (ASK_IS_READER_TEXT (self), 0);
  high = self->places->len;
  gtk_text_view_get_visible_rect (self->view, &seen);
  gtk_text_view_get_iter_at_location (self->view, &top, seen.x, seen.y);
  gtk_text_view_get_iter_at_location (self->view, &bottom, seen.x + seen.width, seen.y + seen.height);
  if (self->part < high)
    {
      const int at = g_array_index (self->places, Place, self->part).text;

      if (at >= gtk_text_iter_get_offset (&top) && at <= gtk_text_iter_get_offset (&bottom))
        return self->part;
    }
  while (low + 1 < high)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (self->places, Place, middle).text <= gtk_text_iter_get_offset (&top))
        low = middle;
      else
        high = middle;
    }
  return low;
}

/** ask_reader_text_is_filled: Returns: whether all of the document is there, and marked */
gboolean
ask_reader_text_is_filled (AskReaderText *self)
{
  g_return_val_if_fail (ASK_IS_READER_TEXT (self), FALSE);
  return self->fill == 0;
}

/** ask_reader_text_dup_text: Returns: (transfer full): all that is there */
char *
ask_reader_text_dup_text (AskReaderText *self)
{
  GtkTextIter start, end;

  g_return_val_if_fail (ASK_IS_READER_TEXT (self), NULL);
  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  return gtk_text_buffer_get_text (self->buffer, &start, &end, TRUE);
}

/** ask_reader_text_dup_selected: Returns: (transfer full) (nullable): what is selected: the hit that was gone to */
char *
ask_reader_text_dup_selected (AskReaderText *self)
{
  GtkTextIter start, end;

  g_return_val_if_fail (ASK_IS_READER_TEXT (self), NULL);
  if (!gtk_text_buffer_get_selection_bounds (self->buffer, &start, &end))
    return NULL;
  return gtk_text_buffer_get_text (self->buffer, &start, &end, TRUE);
}

/* Tags know no named colours. */
static void
colour (AskReaderText *self)
{
  const gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  const gboolean high = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
  const GdkRGBA hit = dark ? (GdkRGBA) { 0.90f, 0.65f, 0.04f, 0.45f } : (GdkRGBA) { 0.98f, 0.83f, 0.18f, 0.60f };
  const GdkRGBA cited = dark ? (GdkRGBA) { 0.47f, 0.68f, 0.93f, 0.14f } : (GdkRGBA) { 0.21f, 0.52f, 0.89f, 0.09f };

  g_object_set (self->hit, "background-rgba", &hit, "underline", high ? PANGO_UNDERLINE_SINGLE : PANGO_UNDERLINE_NONE,
                NULL);
  g_object_set (self->cited, "paragraph-background-rgba", &cited, NULL);
}

static gboolean
grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (ASK_READER_TEXT (widget)->view));
}

static void
ask_reader_text_dispose (GObject *object)
{
  AskReaderText *self = ASK_READER_TEXT (object);

  g_clear_handle_id (&self->fill, g_source_remove);
  g_clear_pointer (&self->reading, ask_reading_unref);
  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  G_OBJECT_CLASS (ask_reader_text_parent_class)->dispose (object);
}

static void
ask_reader_text_finalize (GObject *object)
{
  AskReaderText *self = ASK_READER_TEXT (object);

  g_array_unref (self->places);
  g_array_unref (self->hits);
  G_OBJECT_CLASS (ask_reader_text_parent_class)->finalize (object);
}

static void
ask_reader_text_class_init (AskReaderTextClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_reader_text_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_reader_text_finalize;
  GTK_WIDGET_CLASS (klass)->grab_focus = grab_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ask_reader_text_init (AskReaderText *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  GtkWidget *clamp = adw_clamp_scrollable_new ();

  self->places = g_array_new (FALSE, FALSE, sizeof (Place));
  self->hits = g_array_new (FALSE, FALSE, sizeof (AskDocumentHit));
  self->wanted_part = self->wanted_hit = G_MAXUINT;
  self->view = GTK_TEXT_VIEW (gtk_text_view_new ());
  self->buffer = gtk_text_view_get_buffer (self->view);
  self->heading = gtk_text_buffer_create_tag (self->buffer, NULL, "weight", PANGO_WEIGHT_BOLD, "scale", 1.15,
                                              "pixels-above-lines", 12, NULL);
  self->page = gtk_text_buffer_create_tag (self->buffer, NULL, "scale", 0.85, "weight", PANGO_WEIGHT_BOLD,
                                           "pixels-above-lines", 18, "justification", GTK_JUSTIFY_RIGHT, NULL);
  self->cited = gtk_text_buffer_create_tag (self->buffer, NULL, NULL);
  self->hit = gtk_text_buffer_create_tag (self->buffer, NULL, NULL);
  g_object_set (self->view, "editable", FALSE, "wrap-mode", GTK_WRAP_WORD_CHAR, "left-margin", 18, "right-margin", 18,
                "top-margin", 12, "bottom-margin", 24, "pixels-below-lines", 6, "pixels-inside-wrap", 2, "accepts-tab",
                FALSE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Text of the document"), GTK_ACCESSIBLE_PROPERTY_READ_ONLY, TRUE,
                                  GTK_ACCESSIBLE_PROPERTY_MULTI_LINE, TRUE, -1);
  adw_clamp_scrollable_set_maximum_size (ADW_CLAMP_SCROLLABLE (clamp), MAX_WIDTH);
  adw_clamp_scrollable_set_child (ADW_CLAMP_SCROLLABLE (clamp), GTK_WIDGET (self->view));
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), clamp);
  gtk_widget_add_css_class (self->scrolled, "view");
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (colour), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (colour), self, G_CONNECT_SWAPPED);
  colour (self);
}
