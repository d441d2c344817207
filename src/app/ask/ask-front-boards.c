/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads what boards last gave and asks no source. The widget shows itself where there is a board, so a workspace without
 * one has no empty part.
 */
#include "config.h"

#include "app/ask/ask-front-boards.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-board.h"
#include "app/widgets/ask-format.h"
#include "app/widgets/ask-wrapped-label.h"

#define MAX_BOARDS 4
/* Of a board: what can be taken in at a glance. */
#define MAX_LINES 3

struct _AskFrontBoards
{
  GtkWidget parent_instance;
  GCancellable *cancellable; /* (nullable): while they are read */

  GtkWidget *box;
  GtkFlowBox *boards;
};

G_DEFINE_FINAL_TYPE (AskFrontBoards, ask_front_boards, GTK_TYPE_WIDGET)

static guint looked_signal;

static void
remove_all (AskFrontBoards *self)
{
  GtkFlowBoxChild *child;

  while ((child = gtk_flow_box_get_child_at_index (self->boards, 0)) != NULL)
    gtk_flow_box_remove (self->boards, GTK_WIDGET (child));
}

static const char *
get_title (const AskTile *tile)
{
  return tile->title != NULL ? tile->title : tile->question != NULL ? tile->question : "";
}

/* A figure that is cut off would be another figure: what is before it gives way. */
static GtkWidget *
new_figure (const char *figure)
{
  GtkWidget *label = gtk_label_new (figure);

  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  return label;
}

static GtkWidget *
new_line (const AskTile *tile, const AskTileResult *result, const char *figure)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *title = ask_wrapped_label_new (get_title (tile), NULL);

  gtk_widget_set_hexpand (title, TRUE);
  gtk_box_append (GTK_BOX (line), title);
  if (figure != NULL)
    {
      GtkWidget *number = new_figure (figure);

      if (result->level != ASK_LEVEL_NONE)
        gtk_widget_add_css_class (number, result->level == ASK_LEVEL_GOOD      ? "success"
                                          : result->level == ASK_LEVEL_WARNING ? "warning"
                                                                               : "error");
      gtk_box_append (GTK_BOX (line), number);
    }
  return line;
}

/* Figures first; where there are fewer, what else is on the board. @said: gets the same in words */
static void
add_lines (GtkBox *box, const AskOpenBoard *open, GString *said)
{
  guint n = 0;

  for (int figures = TRUE; figures >= FALSE; figures--)
    for (guint i = 0; i < open->board->tiles->len && n < MAX_LINES; i++)
      {
        const AskTile *tile = open->board->tiles->pdata[i];
        const AskTileResult *result = tile->kind == ASK_TILE_ANSWER ? ask_results_find (open->results, tile->id) : NULL;
        g_autofree char *figure = result != NULL ? ask_tile_result_dup_figure (result) : NULL;

        if (tile->kind != ASK_TILE_ANSWER || (figure != NULL) != figures || *get_title (tile) == '\0')
          continue;
        gtk_box_append (box, new_line (tile, result, figure));
        g_string_append_printf (said, "%s%s%s%s", said->len > 0 ? ", " : "", get_title (tile),
                                figure != NULL ? ": " : "", figure != NULL ? figure : "");
        n++;
      }
}

/* "6 tiles · 2 hours ago · 1 failed" */
static char *
dup_state (const AskOpenBoard *open)
{
  gint64 run_at = 0;
  gulong failed = 0, answers = 0;
  GString *words = g_string_new (NULL);
  g_autofree char *when = NULL;

  for (guint i = 0; i < open->board->tiles->len; i++)
    {
      const AskTile *tile = open->board->tiles->pdata[i];
      const AskTileResult *result = tile->kind == ASK_TILE_ANSWER ? ask_results_find (open->results, tile->id) : NULL;

      answers += tile->kind == ASK_TILE_ANSWER;
      if (result == NULL)
        continue;
      run_at = MAX (run_at, result->kept->run_at);
      failed += result->state == ASK_TILE_FAILED;
    }
  when = run_at != 0 ? ask_format_moment (run_at) : g_strdup (_ ("Not run yet"));
  g_string_append_printf (words, ngettext ("%lu answer", "%lu answers", answers), answers);
  g_string_append_printf (words, " · %s", when);
  if (failed > 0)
    {
      g_string_append (words, " · ");
      /* Translators: answers on a board */
      g_string_append_printf (words, ngettext ("%lu failed", "%lu failed", failed), failed);
    }
  return g_string_free (words, FALSE);
}

static GtkWidget *
new_board (const AskOpenBoard *open)
{
  GtkWidget *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_autofree char *state = dup_state (open);
  g_autoptr (GString) said = g_string_new (NULL);
  GtkWidget *foot = ask_wrapped_label_new (state, "dim-label");

  gtk_box_append (GTK_BOX (box), ask_wrapped_label_new (open->board->name, "heading"));
  add_lines (GTK_BOX (box), open, said);
  gtk_widget_add_css_class (foot, "caption");
  gtk_widget_set_vexpand (foot, TRUE);
  gtk_widget_set_valign (foot, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (box), foot);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "card");
  gtk_widget_set_size_request (button, 200, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.open-board");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "x", open->board->id);
  g_string_append_printf (said, "%s%s", said->len > 0 ? " · " : "", state);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, open->board->name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, said->str, -1);
  return button;
}

static void
boards_found (GObject *source, GAsyncResult *result, gpointer data)
{
  AskFrontBoards *self = ASK_FRONT_BOARDS (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) boards = ask_job_finish (source, result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  /* The page of boards says why they cannot be read. */
  if (boards == NULL)
    g_info ("No boards to show: %s", error->message);
  remove_all (self);
  for (guint i = 0; boards != NULL && i < boards->len; i++)
    {
      GtkWidget *child = gtk_flow_box_child_new ();

      /* The button has the focus, and not the place that it stands in. */
      gtk_widget_set_focusable (child, FALSE);
      gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), new_board (boards->pdata[i]));
      gtk_flow_box_insert (self->boards, child, -1);
    }
  gtk_widget_set_visible (self->box, boards != NULL && boards->len > 0);
  g_signal_emit (self, looked_signal, 0);
}

/**
 * ask_front_boards_look:
 * @session: whose boards
 *
 * Reads them anew. What stands there stays until they are read.
 */
void
ask_front_boards_look (AskFrontBoards *self, AskSession *session)
{
  g_return_if_fail (ASK_IS_FRONT_BOARDS (self));
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_front_boards (MAX_BOARDS), self, ask_session_get_path (session), self->cancellable,
                 boards_found, NULL);
}

/** ask_front_boards_forget: @self: shows none */
void
ask_front_boards_forget (AskFrontBoards *self)
{
  g_return_if_fail (ASK_IS_FRONT_BOARDS (self));
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  remove_all (self);
  gtk_widget_set_visible (self->box, FALSE);
}

/** ask_front_boards_is_empty: Returns: whether no board stands there */
gboolean
ask_front_boards_is_empty (AskFrontBoards *self)
{
  g_return_val_if_fail (ASK_IS_FRONT_BOARDS (self), TRUE);
  return !gtk_widget_get_visible (self->box);
}

static void
ask_front_boards_dispose (GObject *object)
{
  AskFrontBoards *self = ASK_FRONT_BOARDS (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (ask_front_boards_parent_class)->dispose (object);
}

static void
ask_front_boards_class_init (AskFrontBoardsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_front_boards_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  looked_signal
    = g_signal_new ("looked", ASK_TYPE_FRONT_BOARDS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ask_front_boards_init (AskFrontBoards *self)
{
  GtkWidget *boards = gtk_flow_box_new ();

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->boards = GTK_FLOW_BOX (boards);
  gtk_flow_box_set_selection_mode (self->boards, GTK_SELECTION_NONE);
  gtk_flow_box_set_homogeneous (self->boards, TRUE);
  gtk_flow_box_set_max_children_per_line (self->boards, 2);
  gtk_flow_box_set_row_spacing (self->boards, 6);
  gtk_flow_box_set_column_spacing (self->boards, 6);
  gtk_accessible_update_property (GTK_ACCESSIBLE (boards), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Your boards"), -1);
  gtk_box_append (GTK_BOX (self->box), ask_wrapped_label_new (_ ("Pinned on your boards:"), "dim-label"));
  gtk_box_append (GTK_BOX (self->box), boards);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (self->box, FALSE);
}
