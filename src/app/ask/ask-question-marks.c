/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words are links of a label, so that the keyboard reaches them; each has a tooltip, and a click opens a popover
 * with all that the words may stand for. Another one is chosen by the card's action "card.link", with the words and the
 * target, as of #AskLinkChoice; "" forgets a choice.
 */
#include "config.h"

#include "app/ask/ask-question-marks.h"

#include <glib/gi18n.h>
#include <string.h>

#include "understand/link/ask-link.h"

/* More of what the same words may stand for is more than one reads. */
#define MAX_MEANINGS 6

/* What words may stand for. */
typedef struct
{
  char *words;
  char *target; /* nullable: nobody can choose it */
  char *tip;
  gboolean chosen;
} Meaning;

/* Underlined words. */
typedef struct
{
  int start; /* bytes of the label's text */
  char *words;
  GPtrArray *meanings; /* Meaning: the best first */
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
meaning_free (gpointer data)
{
  Meaning *self = data;

  g_free (self->words);
  g_free (self->target);
  g_free (self->tip);
  g_free (self);
}

static void
mark_free (gpointer data)
{
  Mark *self = data;

  g_free (self->words);
  g_ptr_array_unref (self->meanings);
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
    case ASK_LINK_METRIC:
      return _ ("metric");
    case ASK_LINK_UNIT:
      return _ ("unit");
    case ASK_LINK_RELATIONSHIP:
      return _ ("relationship");
    case ASK_LINK_QUESTION:
      return _ ("verified question");
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

/* The best link that begins at a byte: the longest, of these the surest. All of the question is no word of it. */
static const AskLink *
find_at (GPtrArray *links, guint start)
{
  const AskLink *best = NULL;

  for (guint i = 0; i < links->len; i++)
    {
      const AskLink *link = links->pdata[i];

      if (link->start == start && link->kind != ASK_LINK_QUESTION
          && (best == NULL || link->end > best->end || (link->end == best->end && link->score > best->score)))
        best = link;
    }
  return best;
}

static Meaning *
meaning_new (const char *question, const AskLink *link)
{
  Meaning *self = g_new0 (Meaning, 1);
  g_autofree char *words = g_strndup (question + link->start, link->end - link->start);

  self->words = g_utf8_make_valid (words, -1);
  self->tip = describe (link);
  self->chosen = link->chosen;
  if (ask_link_is_choice (link))
    self->target = g_strdup_printf ("%s:%s", ask_link_kind_to_string (link->kind), link->target);
  return self;
}

static GPtrArray *
find_meanings (const char *question, GPtrArray *links, const AskLink *best)
{
  GPtrArray *meanings = g_ptr_array_new_with_free_func (meaning_free);
  gsize length = strlen (question);

  g_ptr_array_add (meanings, meaning_new (question, best));
  for (guint i = 0; i < links->len && meanings->len < MAX_MEANINGS; i++)
    {
      const AskLink *link = links->pdata[i];

      if (link != best && link->start < best->end && link->end > best->start && link->end <= length)
        g_ptr_array_add (meanings, meaning_new (question, link));
    }
  return meanings;
}

static void
add_mark (AskQuestionMarks *self, const char *words, int start, GPtrArray *meanings)
{
  Mark *mark = g_new0 (Mark, 1);

  mark->start = start;
  mark->words = g_strdup (words);
  mark->meanings = meanings;
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
          GPtrArray *meanings = find_meanings (question, links, link);
          g_autofree char *tip = g_markup_escape_text (((Meaning *) meanings->pdata[0])->tip, -1);

          g_string_append_printf (markup, "<a href=\"%u\" title=\"%s\">%s</a>", self->marks->len, tip, escaped);
          add_mark (self, words, shown, meanings);
        }
      else
        g_string_append (markup, escaped);
      shown += (int) strlen (words);
    }
  gtk_label_set_markup (self->label, markup->str);
}

static const Meaning *
get_meaning (const Mark *mark, guint n)
{
  return mark->meanings->pdata[n];
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
  return n < self->marks->len ? get_meaning (self->marks->pdata[n], 0)->tip : NULL;
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

static void
add_choice (AskQuestionMarks *self, const char *text, const char *words, const char *target)
{
  GtkWidget *button = gtk_button_new_with_label (text);
  GtkWidget *label = gtk_button_get_child (GTK_BUTTON (button));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "ask-suggestion");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "card.link");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "(ss)", words, target);
  g_signal_connect_object (button, "clicked", G_CALLBACK (gtk_popover_popdown), self->popover, G_CONNECT_SWAPPED);
  gtk_box_append (self->box, button);
}

static void
fill_popover (AskQuestionMarks *self, const Mark *mark)
{
  const Meaning *best = get_meaning (mark, 0);
  gboolean told = FALSE;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->box))) != NULL)
    gtk_box_remove (self->box, child);
  add_line (self, mark->words, "heading");
  add_line (self, best->tip, "body");
  if (best->chosen)
    add_choice (self, _ ("Forget this choice"), best->words, "");
  for (guint i = 1; i < mark->meanings->len; i++)
    {
      const Meaning *meaning = get_meaning (mark, i);

      if (meaning->target == NULL)
        continue;
      if (!told)
        add_line (self, _ ("It may also stand for:"), "dim-label");
      told = TRUE;
      add_choice (self, meaning->tip, meaning->words, meaning->target);
    }
}

static gboolean
mark_activated (AskQuestionMarks *self, const char *uri)
{
  guint64 n = g_ascii_strtoull (uri, NULL, 10);
  const Mark *mark = n < self->marks->len ? self->marks->pdata[n] : NULL;
  PangoRectangle place;
  double left, top;
  int x, y;

  if (mark == NULL)
    return TRUE;
  fill_popover (self, mark);
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
