/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GListModel over AskRows. It never copies a cell; every item keeps the result set alive.
 */
#include "config.h"

#include "app/widgets/ask-rows-model.h"

struct _AskRowItem
{
  GObject parent_instance;
  AskRows *rows;
  gsize index;
};

G_DEFINE_FINAL_TYPE (AskRowItem, ask_row_item, G_TYPE_OBJECT)

static void
ask_row_item_finalize (GObject *object)
{
  ask_rows_unref (ASK_ROW_ITEM (object)->rows);
  G_OBJECT_CLASS (ask_row_item_parent_class)->finalize (object);
}

static void
ask_row_item_class_init (AskRowItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_row_item_finalize;
}

static void
ask_row_item_init (AskRowItem *self)
{
}

/** ask_row_item_get_cell: Returns: (transfer none): a cell, valid while @self lives */
const AskValue *
ask_row_item_get_cell (AskRowItem *self, guint column)
{
  g_return_val_if_fail (ASK_IS_ROW_ITEM (self), NULL);
  return ask_rows_get (self->rows, self->index, column);
}

struct _AskRowsModel
{
  GObject parent_instance;
  AskRows *rows;
};

static GType
ask_rows_model_get_item_type (GListModel *model)
{
  return ASK_TYPE_ROW_ITEM;
}

static guint
ask_rows_model_get_n_items (GListModel *model)
{
  return (guint) MIN (ask_rows_get_n_rows (ASK_ROWS_MODEL (model)->rows), G_MAXUINT);
}

static gpointer
ask_rows_model_get_item (GListModel *model, guint position)
{
  AskRowsModel *self = ASK_ROWS_MODEL (model);
  AskRowItem *item;

  if (position >= ask_rows_get_n_rows (self->rows))
    return NULL;
  item = g_object_new (ASK_TYPE_ROW_ITEM, NULL);
  item->rows = ask_rows_ref (self->rows);
  item->index = position;
  return item;
}

static void
ask_rows_model_list_init (GListModelInterface *iface)
{
  iface->get_item_type = ask_rows_model_get_item_type;
  iface->get_n_items = ask_rows_model_get_n_items;
  iface->get_item = ask_rows_model_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (AskRowsModel, ask_rows_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, ask_rows_model_list_init))

static void
ask_rows_model_finalize (GObject *object)
{
  g_clear_pointer (&ASK_ROWS_MODEL (object)->rows, ask_rows_unref);
  G_OBJECT_CLASS (ask_rows_model_parent_class)->finalize (object);
}

static void
ask_rows_model_class_init (AskRowsModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_rows_model_finalize;
}

static void
ask_rows_model_init (AskRowsModel *self)
{
}

/**
 * ask_rows_model_new:
 * @rows: (transfer none): a result that changes no more; a reference is kept
 *
 * |[<!-- language="C" -->
 * g_autoptr (AskRowsModel) model = ask_rows_model_new (answer->rows);
 * GtkNoSelection *selection = gtk_no_selection_new (G_LIST_MODEL (g_steal_pointer (&model)));
 * ]|
 *
 * Returns: (transfer full): the model
 */
AskRowsModel *
ask_rows_model_new (AskRows *rows)
{
  AskRowsModel *self;

  g_return_val_if_fail (rows != NULL, NULL);
  self = g_object_new (ASK_TYPE_ROWS_MODEL, NULL);
  self->rows = ask_rows_ref (rows);
  return self;
}

/** ask_rows_model_get_rows: Returns: (transfer none): the result behind it */
AskRows *
ask_rows_model_get_rows (AskRowsModel *self)
{
  g_return_val_if_fail (ASK_IS_ROWS_MODEL (self), NULL);
  return self->rows;
}
