/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words are links of a label, so that the keyboard reaches them; each has a tooltip, and a click opens a popover
 * with all that the words may stand for. It shows links and changes none.
 */
#include "config.h"

#include "app/ask/ask-question-marks.h"

#include <glib/gi18n.h>
#include <string.h>

#include "understand/link/ask-link.h"

/* More of what the same words may stand for is more than one reads. */
#define MAX_ALTERNATIVES 5

/* Underlined words. */
typedef struct
{
  int start; /* bytes of the label's text */
  char *words;
  GPtrArray *tips; /* char *: the best first */
} Mark;

struct _AskQuestionMarks
{
  GtkWidget parent_instance;

  GtkLabel *label;
  GtkPopover *popover;
  GtkBox *box;
  GPtrArray *marks; /* Mark */
};

G_DEFINE_FINAL_TYPE (AskQuestionMarks, ask_question_marks, GTK_TYPE_WIDGET)

static void
mark_free (gpointer data)
{
  Mark *self = data;

  g_free (self->words);
  g_ptr_array_unref (self->tips);
  g_free (self);
}

static const char *
name_kind (AskLinkKind kind)
{
  switch (kind)
    {
    case ASK_LINK_ENTITY:
      return _ ("entity");
    case ASK_LINK_ATTRIBUTE:
      return _ ("attribute");
    case ASK_LINK_VALUE:
      return _ ("value");
    case ASK_LINK_NUMBER:
      return _ ("number");
    case ASK_LINK_DATE:
      return _ ("date");
    case ASK_LINK_OPERATION:
    default:
      return _ ("operation");
    }
}

static char *
describe (const AskLink *link)
{
  const char *kind = name_kind (link->kind);

  if (link->value != NULL && *link->value != '\0')
    /* Translators: what words stand for: "value “France” of singer.country: is a value of singer.country". */
    return g_strdup_printf (_ ("%s “%s” of %s: %s"), kind, link->value, link->target, link->reason);
  /* Translators: what words stand for, and why: "entity album: is called so". */
  return g_strdup_printf (_ ("%s %s: %s"), kind, link->target, link->reason);
}

/* The best link that begins at a byte: the longest, of these the surest. */
static const AskLink *
find_at (GPtrArray *links, guint start)
{
  const AskLink *best = NULL;

  for (guint i = 0; i < links->len; i++)
    {
      const AskLink *link = links->pdata[i];

      if (link->start == start
          && (best == NULL || link->end > best->end || (link->end == best->end && link->score > best->score)))
        best = link;
    }
  return best;
}

static GPtrArray *
describe_all (GPtrArray *links, const AskLink *best)
{
  GPtrArray *tips = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (tips, describe (best));
  for (guint i = 0; i < links->len && tips->len < MAX_ALTERNATIVES; i++)
    {
      const AskLink *link = links->pdata[i];

      if (link != best && link->start < best->end && link->end > best->start)
        g_ptr_array_add (tips, describe (link));
    }
  return tips;
}

static void
add_mark (AskQuestionMarks *self, const char *words, int start, GPtrArray *tips)
{
  Mark *mark = g_new0 (Mark, 1);

  mark->start = start;
  mark->words = g_strdup (words);
  mark->tips = tips;
  g_ptr_array_add (self->marks, mark);
}

/**
 * ask_question_marks_show:
 * @self: the widget
 * @question: as it was asked
 * @links: (element-type AskLink): what its words were taken for; they are not kept
 *
 * Shows the question with its marks. A link that is not within the question is left out.
 */
void
ask_question_marks_show (AskQuestionMarks *self, const char *question, GPtrArray *links)
{
  g_autoptr (GString) markup = g_string_new (NULL);
  gsize length = strlen (question);
  int shown = 0;

  g_return_if_fail (ASK_IS_QUESTION_MARKS (self));
  gtk_popover_popdown (self->popover);
  g_ptr_array_set_size (self->marks, 0);
  for (gsize at = 0, end; at < length; at = end)
    {
      const AskLink *link = find_at (links, (guint) at);
      gboolean linked = link != NULL && link->end > at && link->end <= length;
      g_autofree char *part = NULL;
      g_autofree char *words = NULL;
      g_autofree char *escaped = NULL;

      end = linked ? link->end : MIN ((gsize) (g_utf8_next_char (question + at) - question), length);
      part = g_strndup (question + at, end - at);
      words = g_utf8_make_valid (part, -1);
      escaped = g_markup_escape_text (words, -1);
      if (linked)
        {
          GPtrArray *tips = describe_all (links, link);
          g_autofree char *tip = g_markup_escape_text (tips->pdata[0], -1);

          g_string_append_printf (markup, "<a href=\"%u\" title=\"%s\">%s</a>", self->marks->len, tip, escaped);
          add_mark (self, words, shown, tips);
        }
      else
        g_string_append (markup, escaped);
      shown += (int) strlen (words);
    }
  gtk_label_set_markup (self->label, markup->str);
}

/**
 * ask_question_marks_get_tip:
 * @self: the widget
 * @n: which of the underlined words, from 0
 *
 * Returns: (transfer none) (nullable): what they were taken for; %NULL where there are not so many
 */
const char *
ask_question_marks_get_tip (AskQuestionMarks *self, guint n)
{
  g_return_val_if_fail (ASK_IS_QUESTION_MARKS (self), NULL);
  return n < self->marks->len ? ((Mark *) self->marks->pdata[n])->tips->pdata[0] : NULL;
}

static void
add_line (AskQuestionMarks *self, const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  gtk_widget_add_css_class (label, style);
  gtk_box_append (self->box, label);
}

static gboolean
mark_activated (AskQuestionMarks *self, const char *uri)
{
  guint64 n = g_ascii_strtoull (uri, NULL, 10);
  const Mark *mark = n < self->marks->len ? self->marks->pdata[n] : NULL;
  PangoRectangle place;
  GtkWidget *child;
  double left, top;
  int x, y;

  if (mark == NULL)
    return TRUE;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->box))) != NULL)
    gtk_box_remove (self->box, child);
  add_line (self, mark->words, "heading");
  add_line (self, mark->tips->pdata[0], "body");
  if (mark->tips->len > 1)
    add_line (self, _ ("It may also stand for:"), "dim-label");
  for (guint i = 1; i < mark->tips->len; i++)
    add_line (self, mark->tips->pdata[i], "dim-label");
  pango_layout_index_to_pos (gtk_label_get_layout (self->label), mark->start, &place);
  gtk_label_get_layout_offsets (self->label, &x, &y);
  gtk_widget_translate_coordinates (GTK_WIDGET (self->label), GTK_WIDGET (self), x + PANGO_PIXELS (place.x),
                                    y + PANGO_PIXELS (place.y), &left, &top);
  gtk_popover_set_pointing_to (self->popover, &(GdkRectangle) { (int) left, (int) top, PANGO_PIXELS (place.width),
                                                                PANGO_PIXELS (place.height) });
  gtk_popover_popup (self->popover);
  return TRUE;
}

static void
ask_question_marks_dispose (GObject *object)
{
  AskQuestionMarks *self = ASK_QUESTION_MARKS (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->marks, g_ptr_array_unref);
  G_OBJECT_CLASS (ask_question_marks_parent_class)->dispose (object);
}

static void
ask_question_marks_class_init (AskQuestionMarksClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_question_marks_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ask_question_marks_init (AskQuestionMarks *self)
{
  self->marks = g_ptr_array_new_with_free_func (mark_free);
  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->label, 0);
  gtk_label_set_wrap (self->label, TRUE);
  gtk_label_set_wrap_mode (self->label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_natural_wrap_mode (self->label, GTK_NATURAL_WRAP_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->label), "ask-marks");
  gtk_widget_set_parent (GTK_WIDGET (self->label), GTK_WIDGET (self));
  g_signal_connect_object (self->label, "activate-link", G_CALLBACK (mark_activated), self, G_CONNECT_SWAPPED);
  self->box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6));
  self->popover = GTK_POPOVER (gtk_popover_new ());
  gtk_popover_set_child (self->popover, GTK_WIDGET (self->box));
  gtk_popover_set_position (self->popover, GTK_POS_BOTTOM);
  gtk_widget_set_parent (GTK_WIDGET (self->popover), GTK_WIDGET (self));
}

/** ask_question_marks_new: Returns: (transfer floating): the widget, empty */
GtkWidget *
ask_question_marks_new (void)
{
  return g_object_new (ASK_TYPE_QUESTION_MARKS, NULL);
}
