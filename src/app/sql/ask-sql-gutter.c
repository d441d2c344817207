/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A fault of GtkSourceView, seen in 5.6 (Debian 12): its gutter never gives back the reference to the lines that it showed
 * last. These hold the view and its text, and the view holds the gutter. So a view with line numbers never goes. Hiding the
 * numbers does not help. What helps: the lines are remembered when they are shown, without being held; the renderers are
 * taken out of the gutter and the view is disposed of, which lets go of the gutter; if the lines live on after it and have
 * one owner, that one is the gutter that is no more, and its reference is given back in its place. Where the fault is mended
 * the lines are gone by then.
 */
#include "config.h"

#include "app/sql/ask-sql-gutter.h"

/* Draws nothing, and sees the lines that are shown. */
#define ASK_TYPE_SQL_WITNESS (ask_sql_witness_get_type ())
G_DECLARE_FINAL_TYPE (AskSqlWitness, ask_sql_witness, ASK, SQL_WITNESS, GtkSourceGutterRenderer)

struct _AskSqlWitness
{
  GtkSourceGutterRenderer parent_instance;
  GWeakRef lines;
};

G_DEFINE_FINAL_TYPE (AskSqlWitness, ask_sql_witness, GTK_SOURCE_TYPE_GUTTER_RENDERER)

static void
witness_begin (GtkSourceGutterRenderer *renderer, GtkSourceGutterLines *lines)
{
  g_weak_ref_set (&ASK_SQL_WITNESS (renderer)->lines, lines);
}

static void
witness_snapshot_line (GtkSourceGutterRenderer *renderer, GtkSnapshot *snapshot, GtkSourceGutterLines *lines,
                       guint line)
{
}

static void
ask_sql_witness_finalize (GObject *object)
{
  g_weak_ref_clear (&ASK_SQL_WITNESS (object)->lines);
  G_OBJECT_CLASS (ask_sql_witness_parent_class)->finalize (object);
}

static void
ask_sql_witness_class_init (AskSqlWitnessClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_sql_witness_finalize;
  GTK_SOURCE_GUTTER_RENDERER_CLASS (klass)->begin = witness_begin;
  GTK_SOURCE_GUTTER_RENDERER_CLASS (klass)->snapshot_line = witness_snapshot_line;
}

static void
ask_sql_witness_init (AskSqlWitness *self)
{
  g_weak_ref_init (&self->lines, NULL);
}

static GtkSourceGutter *
get_gutter (GtkSourceView *view)
{
  return gtk_source_view_get_gutter (view, GTK_TEXT_WINDOW_LEFT);
}

static AskSqlWitness *
find_witness (GtkSourceView *view)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (get_gutter (view)));

  while (child != NULL && !ASK_IS_SQL_WITNESS (child))
    child = gtk_widget_get_next_sibling (child);
  return (AskSqlWitness *) child;
}

/**
 * ask_sql_gutter_number_lines:
 * @view: a view that ask_sql_gutter_let_go() is called for in the end
 * @number: whether its lines have numbers
 */
void
ask_sql_gutter_number_lines (GtkSourceView *view, gboolean number)
{
  g_return_if_fail (GTK_SOURCE_IS_VIEW (view));
  gtk_source_view_set_show_line_numbers (view, number);
  if (number && find_witness (view) == NULL)
    gtk_source_gutter_insert (get_gutter (view), g_object_new (ASK_TYPE_SQL_WITNESS, NULL), 0);
}

/**
 * ask_sql_gutter_let_go:
 * @view: (transfer none): it has no parent any more, and is of no use after this
 */
void
ask_sql_gutter_let_go (GtkSourceView *view)
{
  AskSqlWitness *witness;
  GObject *lines;
  GtkWidget *next;

  g_return_if_fail (GTK_SOURCE_IS_VIEW (view));
  witness = find_witness (view);
  if (witness == NULL)
    return;
  lines = g_weak_ref_get (&witness->lines);
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (get_gutter (view))); child != NULL; child = next)
    {
      next = gtk_widget_get_next_sibling (child);
      if (GTK_SOURCE_IS_GUTTER_RENDERER (child))
        gtk_source_gutter_remove (get_gutter (view), GTK_SOURCE_GUTTER_RENDERER (child));
    }
  g_object_run_dispose (G_OBJECT (view));
  /* One is ours. */
  if (lines != NULL && lines->ref_count == 2)
    g_object_unref (lines);
  g_clear_object (&lines);
}
