/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows pairs and says what a person did with a switch; who shows it keeps that. A switch that could not be kept goes back.
 */
#include "config.h"

#include "app/functions/ask-match-pairs.h"

#include <glib/gi18n.h>

#include "base/ask-json.h"

/* ---- a pair as an item of the table */

#define ASK_TYPE_MATCH_ITEM (ask_match_item_get_type ())
G_DECLARE_FINAL_TYPE (AskMatchItem, ask_match_item, ASK, MATCH_ITEM, GObject)

struct _AskMatchItem
{
  GObject parent_instance;
  gint64 id;
  char *left;
  char *right;
  AskPairHow how;
  AskPairVerdict verdict;
};

enum
{
  PROP_VERDICT = 1
};

G_DEFINE_FINAL_TYPE (AskMatchItem, ask_match_item, G_TYPE_OBJECT)

static void
ask_match_item_finalize (GObject *object)
{
  AskMatchItem *self = ASK_MATCH_ITEM (object);

  g_free (self->left);
  g_free (self->right);
  G_OBJECT_CLASS (ask_match_item_parent_class)->finalize (object);
}

static void
ask_match_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_value_set_uint (value, ASK_MATCH_ITEM (object)->verdict);
}

static void
ask_match_item_class_init (AskMatchItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_match_item_finalize;
  G_OBJECT_CLASS (klass)->get_property = ask_match_item_get_property;
  g_object_class_install_property (G_OBJECT_CLASS (klass), PROP_VERDICT,
                                   g_param_spec_uint ("verdict", NULL, NULL, ASK_PAIR_OPEN, ASK_PAIR_CUT, ASK_PAIR_OPEN,
                                                      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
ask_match_item_init (AskMatchItem *self)
{
}

/* A value as a person reads it: a text without its quotes. */
static char *
to_text (const char *json)
{
  g_autoptr (JsonNode) node = ask_json_parse (json, -1, NULL);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
           ? g_strdup (json_node_get_string (node))
           : g_strdup (json);
}

static AskMatchItem *
item_new (const AskPair *pair)
{
  AskMatchItem *self = g_object_new (ASK_TYPE_MATCH_ITEM, NULL);

  self->id = pair->id;
  self->left = to_text (pair->left);
  self->right = to_text (pair->right);
  self->how = pair->how;
  self->verdict = pair->verdict;
  return self;
}

static void
item_set_verdict (AskMatchItem *self, AskPairVerdict verdict)
{
  self->verdict = verdict;
  g_object_notify (G_OBJECT (self), "verdict");
}

static const char *
describe (const AskMatchItem *self)
{
  if (self->verdict == ASK_PAIR_CUT)
    return _ ("cut");
  if (self->how == ASK_PAIR_PERSON)
    return _ ("added");
  if (self->verdict == ASK_PAIR_CONFIRMED)
    return _ ("confirmed");
  switch (self->how)
    {
    case ASK_PAIR_EQUAL:
      /* Translators: how a pair of values was found. */
      return _ ("equal");
    case ASK_PAIR_NEAR:
      /* Translators: how a pair of values was found. */
      return _ ("nearly equal");
    case ASK_PAIR_MODEL:
    case ASK_PAIR_PERSON:
      break;
    }
  /* Translators: how a pair of values was found. */
  return _ ("by the model");
}

/* ---- the table */

struct _AskMatchPairs
{
  GtkWidget parent_instance;
  GListStore *items;
  GtkColumnView *view;
};

enum
{
  CORRECTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AskMatchPairs, ask_match_pairs, GTK_TYPE_WIDGET)

static void
correct (AskMatchPairs *self, AskMatchItem *item, AskPairVerdict verdict)
{
  item_set_verdict (item, verdict);
  g_signal_emit (self, signals[CORRECTED], 0, item->id, (guint) verdict);
}

static GtkWidget *
new_label (GtkListItem *cell)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_END, NULL);

  gtk_list_item_set_child (cell, label);
  return label;
}

static void
show_text (GtkListItem *cell, const char *text)
{
  GtkWidget *label = gtk_list_item_get_child (cell);

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, text);
}

static void
set_up_label (GtkListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  new_label (cell);
}

static void
bind_left (GtkListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  show_text (cell, ASK_MATCH_ITEM (gtk_list_item_get_item (cell))->left);
}

static void
bind_right (GtkListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  show_text (cell, ASK_MATCH_ITEM (gtk_list_item_get_item (cell))->right);
}

static void
verdict_changed (AskMatchItem *item, GParamSpec *spec, GtkListItem *cell)
{
  GtkWidget *child = gtk_list_item_get_child (cell);

  if (GTK_IS_SWITCH (child))
    gtk_switch_set_active (GTK_SWITCH (child), item->verdict != ASK_PAIR_CUT);
  else
    show_text (cell, describe (item));
}

/* What changes while it is seen. */
static void
bind_verdict (GtkListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  AskMatchItem *item = gtk_list_item_get_item (cell);
  gulong handler = g_signal_connect_object (item, "notify::verdict", G_CALLBACK (verdict_changed), cell, 0);

  g_object_set_data (G_OBJECT (cell), "handler", GSIZE_TO_POINTER (handler));
  verdict_changed (item, NULL, cell);
  if (GTK_IS_SWITCH (gtk_list_item_get_child (cell)))
    {
      /* Translators: a switch; two values: whether they belong together. */
      g_autofree char *words = g_strdup_printf (_ ("“%s” belongs to “%s”"), item->left, item->right);

      gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_list_item_get_child (cell)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      words, -1);
    }
}

static void
unbind_verdict (GtkListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  g_signal_handler_disconnect (gtk_list_item_get_item (cell),
                               GPOINTER_TO_SIZE (g_object_get_data (G_OBJECT (cell), "handler")));
}

static void
switched (GtkSwitch *toggle, GParamSpec *spec, GtkListItem *cell)
{
  AskMatchItem *item = gtk_list_item_get_item (cell);
  gboolean holds = gtk_switch_get_active (toggle);
  AskMatchPairs *self = ASK_MATCH_PAIRS (gtk_widget_get_ancestor (GTK_WIDGET (toggle), ASK_TYPE_MATCH_PAIRS));

  /* Nobody turned it where it only shows what is so. */
  if (self != NULL && item != NULL && holds != (item->verdict != ASK_PAIR_CUT))
    correct (self, item, holds ? ASK_PAIR_CONFIRMED : ASK_PAIR_CUT);
}

static void
set_up_switch (GtkListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  GtkWidget *toggle = g_object_new (GTK_TYPE_SWITCH, "halign", GTK_ALIGN_CENTER, "valign", GTK_ALIGN_CENTER, NULL);

  gtk_list_item_set_child (cell, toggle);
  gtk_list_item_set_activatable (cell, TRUE);
  g_signal_connect_object (toggle, "notify::active", G_CALLBACK (switched), cell, 0);
}

/* Enter turns the switch of its row. */
static void
activated (GtkColumnView *view, guint position, AskMatchPairs *self)
{
  g_autoptr (AskMatchItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), position);

  correct (self, item, item->verdict == ASK_PAIR_CUT ? ASK_PAIR_CONFIRMED : ASK_PAIR_CUT);
}

typedef void (*CellFunc) (GtkListItemFactory *factory, GtkListItem *cell, gpointer data);

static void
add_column (AskMatchPairs *self, const char *title, CellFunc set_up, CellFunc bind)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  gboolean wide = bind != bind_verdict;
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (set_up), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind), NULL);
  if (bind == bind_verdict)
    g_signal_connect (factory, "unbind", G_CALLBACK (unbind_verdict), NULL);
  column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_expand (column, wide);
  gtk_column_view_append_column (self->view, column);
}

/**
 * ask_match_pairs_set_pairs:
 * @self: the table
 * @pairs: (element-type AskPair): what it shows from here on
 */
void
ask_match_pairs_set_pairs (AskMatchPairs *self, GPtrArray *pairs)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_if_fail (ASK_IS_MATCH_PAIRS (self));
  for (guint i = 0; i < pairs->len; i++)
    g_ptr_array_add (items, item_new (pairs->pdata[i]));
  g_list_store_splice (self->items, 0, g_list_model_get_n_items (G_LIST_MODEL (self->items)), items->pdata, items->len);
}

/**
 * ask_match_pairs_list:
 * @self: the table
 * @verdict: what a person said
 * @numbers: (element-type gint64): gets the numbers of those pairs
 */
void
ask_match_pairs_list (AskMatchPairs *self, AskPairVerdict verdict, GArray *numbers)
{
  g_return_if_fail (ASK_IS_MATCH_PAIRS (self));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->items)); i++)
    {
      g_autoptr (AskMatchItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

      if (item->verdict == verdict)
        g_array_append_val (numbers, item->id);
    }
}

/** ask_match_pairs_count: @verdict: what a person said. Returns: of how many pairs of the table @self */
guint
ask_match_pairs_count (AskMatchPairs *self, AskPairVerdict verdict)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (gint64));

  ask_match_pairs_list (self, verdict, numbers);
  return numbers->len;
}

/**
 * ask_match_pairs_correct:
 * @self: the table
 * @pair: the number of one of its pairs
 * @verdict: what is so; nobody is told of it
 */
void
ask_match_pairs_correct (AskMatchPairs *self, gint64 pair, AskPairVerdict verdict)
{
  g_return_if_fail (ASK_IS_MATCH_PAIRS (self));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->items)); i++)
    {
      g_autoptr (AskMatchItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

      if (item->id == pair)
        item_set_verdict (item, verdict);
    }
}

static void
ask_match_pairs_dispose (GObject *object)
{
  AskMatchPairs *self = ASK_MATCH_PAIRS (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->items);
  G_OBJECT_CLASS (ask_match_pairs_parent_class)->dispose (object);
}

static void
ask_match_pairs_class_init (AskMatchPairsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_match_pairs_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[CORRECTED] = g_signal_new ("corrected", ASK_TYPE_MATCH_PAIRS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_UINT);
}

static void
ask_match_pairs_init (AskMatchPairs *self)
{
  GtkWidget *view;
  GtkWidget *scroller;

  self->items = g_list_store_new (ASK_TYPE_MATCH_ITEM);
  /* Takes its model; set_model() would not. */
  view = gtk_column_view_new (GTK_SELECTION_MODEL (gtk_no_selection_new (g_object_ref (G_LIST_MODEL (self->items)))));
  self->view = GTK_COLUMN_VIEW (view);
  gtk_column_view_set_show_row_separators (self->view, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Pairs"), -1);
  /* Translators: a column of a table: the values of the list that is named first. */
  add_column (self, _ ("Left"), set_up_label, bind_left);
  /* Translators: a column of a table: the values of the list that is named second. */
  add_column (self, _ ("Right"), set_up_label, bind_right);
  /* Translators: a column of a table: how a pair was found. */
  add_column (self, _ ("How"), set_up_label, bind_verdict);
  /* Translators: a column of a table: a switch, whether a pair is one. */
  add_column (self, _ ("Pair"), set_up_switch, bind_verdict);
  g_signal_connect_object (view, "activate", G_CALLBACK (activated), self, 0);
  scroller = g_object_new (GTK_TYPE_SCROLLED_WINDOW, "hscrollbar-policy", GTK_POLICY_NEVER, "vexpand", TRUE,
                           "min-content-height", 200, "child", view, NULL);
  gtk_widget_add_css_class (scroller, "card");
  gtk_widget_set_overflow (scroller, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_parent (scroller, GTK_WIDGET (self));
}

/** ask_match_pairs_new: Returns: (transfer none): a table of no pairs yet */
GtkWidget *
ask_match_pairs_new (void)
{
  return g_object_new (ASK_TYPE_MATCH_PAIRS, NULL);
}
