/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nodes become items of a GtkTreeListModel, so that the tree folds and is walked by keyboard. An item holds words alone.
 */
#include "config.h"

#include "app/query/ask-plan-view.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-format.h"
#include "base/ask-number.h"

/* One node, in words. */
#define ASK_TYPE_PLAN_ITEM (ask_plan_item_get_type ())
G_DECLARE_FINAL_TYPE (AskPlanItem, ask_plan_item, ASK, PLAN_ITEM, GObject)

struct _AskPlanItem
{
  GObject parent_instance;
  AskPlanKind kind;
  char *title;
  char *figures;
  char *note;
  char *sql;
  GListStore *children; /* nullable AskPlanItem */
};

G_DEFINE_FINAL_TYPE (AskPlanItem, ask_plan_item, G_TYPE_OBJECT)

static void
ask_plan_item_finalize (GObject *object)
{
  AskPlanItem *self = ASK_PLAN_ITEM (object);

  g_free (self->title);
  g_free (self->figures);
  g_free (self->note);
  g_free (self->sql);
  g_clear_object (&self->children);
  G_OBJECT_CLASS (ask_plan_item_parent_class)->finalize (object);
}

static void
ask_plan_item_class_init (AskPlanItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_plan_item_finalize;
}

static void
ask_plan_item_init (AskPlanItem *self)
{
}

struct _AskPlanView
{
  GtkWidget parent_instance;
  GtkWidget *box;
  GtkLabel *words;
  GtkListView *list;
};

G_DEFINE_FINAL_TYPE (AskPlanView, ask_plan_view, GTK_TYPE_WIDGET)

static void
append (GString *text, const char *part)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", part);
}

/* "about 12 calls": @figure of what @many of them are called. */
static void
append_figure (GString *text, AskFigure figure, const char *counted, const char *many)
{
  g_autofree char *words = NULL;

  switch (figure.kind)
    {
    case ASK_FIGURE_UNKNOWN:
      /* Translators: what nobody knows the number of: "calls", "rows". */
      words = g_strdup_printf (_ ("an unknown number of %s"), many);
      break;
    case ASK_FIGURE_AT_MOST:
      /* Translators: "12 calls" */
      words = g_strdup_printf (_ ("at most %s"), counted);
      break;
    case ASK_FIGURE_ABOUT:
      words = g_strdup_printf (_ ("about %s"), counted);
      break;
    case ASK_FIGURE_AT_LEAST:
      words = g_strdup_printf (_ ("at least %s"), counted);
      break;
    case ASK_FIGURE_EXACT:
    default:
      words = g_strdup (counted);
    }
  append (text, words);
}

static char *
count_rows (gint64 n)
{
  g_autofree char *count = ask_number_count ((guint64) n);

  return g_strdup_printf (ngettext ("%s row", "%s rows", (gulong) n), count);
}

static char *
count_calls (gint64 n, gboolean api)
{
  g_autofree char *count = ask_number_count ((guint64) n);

  return g_strdup_printf (api ? ngettext ("%s call", "%s calls", (gulong) n)
                              : ngettext ("%s query", "%s queries", (gulong) n),
                          count);
}

/* What it was, where it ran; else what is reckoned. */
static char *
describe (const AskPlanNode *node)
{
  gboolean api = node->kind == ASK_PLAN_API;
  GString *text = g_string_new (NULL);

  if (node->rows >= 0)
    {
      g_autofree char *rows = count_rows (node->rows);

      append (text, rows);
      if (node->calls >= 0)
        {
          g_autofree char *calls = count_calls (node->calls, api);

          append (text, calls);
        }
      if (node->elapsed_ms >= 0)
        {
          g_autofree char *elapsed = ask_format_elapsed (node->elapsed_ms);

          append (text, elapsed);
        }
    }
  else if (node->asked)
    {
      g_autofree char *calls = count_calls (node->wanted_calls.n, api);
      g_autofree char *rows = count_rows (node->wanted_rows.n);

      append_figure (text, node->wanted_calls, calls, api ? _ ("calls") : _ ("queries"));
      append_figure (text, node->wanted_rows, rows, _ ("rows"));
    }
  else if (node->estimate >= 0)
    {
      g_autofree char *rows = count_rows (node->estimate);

      append_figure (text, (AskFigure) { ASK_FIGURE_ABOUT, node->estimate }, rows, _ ("rows"));
    }
  return g_string_free (text, FALSE);
}

static AskPlanItem *
item_new (const AskPlanNode *node)
{
  AskPlanItem *item = g_object_new (ASK_TYPE_PLAN_ITEM, NULL);

  item->kind = node->kind;
  item->title = g_strdup (node->title);
  item->figures = describe (node);
  item->note = g_strdup (node->note);
  item->sql = g_strdup (node->sql);
  if (node->first != NULL)
    item->children = g_list_store_new (ASK_TYPE_PLAN_ITEM);
  for (const AskPlanNode *below = node->first; below != NULL; below = below->next)
    {
      g_autoptr (AskPlanItem) child = item_new (below);

      g_list_store_append (item->children, child);
    }
  return item;
}

static GListModel *
list_children (gpointer item, gpointer data)
{
  GListStore *children = ASK_PLAN_ITEM (item)->children;

  return children != NULL ? G_LIST_MODEL (g_object_ref (children)) : NULL;
}

static const char *
name_kind (AskPlanKind kind)
{
  switch (kind)
    {
    case ASK_PLAN_REMOTE:
      /* Translators: where a part of a statement runs. */
      return _ ("At the server");
    case ASK_PLAN_SHIPPED:
      /* Translators: rows that are computed here and sent to a server with its query. */
      return _ ("Sent along");
    case ASK_PLAN_API:
      return _ ("Calls");
    case ASK_PLAN_FILE:
      return _ ("File");
    case ASK_PLAN_LOCAL:
    default:
      return _ ("Here");
    }
}

static GtkWidget *
new_label (const char *style)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR,
                                   "natural-wrap-mode", GTK_NATURAL_WRAP_NONE, NULL);

  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

static void
setup (GtkSignalListItemFactory *factory, GtkListItem *cell)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *kind = new_label ("ask-kind");
  GtkWidget *title = new_label ("heading");

  gtk_widget_set_valign (kind, GTK_ALIGN_CENTER);
  gtk_label_set_wrap (GTK_LABEL (kind), FALSE);
  gtk_box_append (GTK_BOX (head), kind);
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (box), head);
  gtk_box_append (GTK_BOX (box), new_label ("dim-label"));
  gtk_box_append (GTK_BOX (box), new_label (NULL));
  gtk_box_append (GTK_BOX (box), new_label ("monospace"));
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_widget_set_hexpand (box, TRUE);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  gtk_list_item_set_child (cell, expander);
  gtk_list_item_set_activatable (cell, FALSE);
}

static void
set_words (GtkWidget *label, const char *words)
{
  gtk_label_set_text (GTK_LABEL (label), words != NULL ? words : "");
  gtk_widget_set_visible (label, words != NULL && *words != '\0');
}

static void
bind (GtkSignalListItemFactory *factory, GtkListItem *cell)
{
  GtkTreeListRow *row = gtk_list_item_get_item (cell);
  g_autoptr (AskPlanItem) item = ASK_PLAN_ITEM (gtk_tree_list_row_get_item (row));
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (cell));
  GtkWidget *head = gtk_widget_get_first_child (gtk_tree_expander_get_child (expander));
  GtkWidget *figures = gtk_widget_get_next_sibling (head);
  GtkWidget *note = gtk_widget_get_next_sibling (figures);
  GtkWidget *sql = gtk_widget_get_next_sibling (note);

  gtk_tree_expander_set_list_row (expander, row);
  set_words (gtk_widget_get_first_child (head), name_kind (item->kind));
  set_words (gtk_widget_get_last_child (head), item->title);
  set_words (figures, item->figures);
  set_words (note, item->note);
  set_words (sql, item->sql);
}

static void
ask_plan_view_dispose (GObject *object)
{
  g_clear_pointer (&ASK_PLAN_VIEW (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (ask_plan_view_parent_class)->dispose (object);
}

static void
ask_plan_view_class_init (AskPlanViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_plan_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ask_plan_view_init (AskPlanView *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind), NULL);
  self->words = GTK_LABEL (new_label (NULL));
  gtk_label_set_selectable (self->words, TRUE);
  self->list = GTK_LIST_VIEW (gtk_list_view_new (NULL, factory));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("What runs where"),
                                  -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->list));
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_widget_add_css_class (scroller, "ask-frame");
  gtk_widget_set_overflow (scroller, GTK_OVERFLOW_HIDDEN);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->words));
  gtk_box_append (GTK_BOX (self->box), scroller);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/** ask_plan_view_new: Returns: (transfer floating): a view without a plan */
GtkWidget *
ask_plan_view_new (void)
{
  return g_object_new (ASK_TYPE_PLAN_VIEW, NULL);
}

/**
 * ask_plan_view_set_plan:
 * @root: (nullable): a plan; nothing of it is kept
 * @words: (nullable): what stands above it
 */
void
ask_plan_view_set_plan (AskPlanView *self, const AskPlanNode *root, const char *words)
{
  g_autoptr (GListStore) top = g_list_store_new (ASK_TYPE_PLAN_ITEM);
  g_autoptr (GtkNoSelection) selection = NULL;

  g_return_if_fail (ASK_IS_PLAN_VIEW (self));
  if (root != NULL)
    {
      g_autoptr (AskPlanItem) item = item_new (root);

      g_list_store_append (top, item);
    }
  selection = gtk_no_selection_new (G_LIST_MODEL (
    gtk_tree_list_model_new (G_LIST_MODEL (g_steal_pointer (&top)), FALSE, TRUE, list_children, NULL, NULL)));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
  set_words (GTK_WIDGET (self->words), words);
}
