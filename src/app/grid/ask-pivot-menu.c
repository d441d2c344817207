/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The menu of a column in a pivot: where it may go, and what may be said of it there. It offers nothing that means nothing.
 */
#include "config.h"

#include "app/grid/ask-pivot-well-view.h"

#include <glib/gi18n.h>

static void
add (GMenu *menu, const char *label, const char *action, GVariant *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target_value (item, action, target);
  g_menu_append_item (menu, item);
}

static void
add_put (GMenu *menu, const char *label, AskPivotPlace from, AskPivotWell well, guint index)
{
  add (menu, label, "pivot.put", g_variant_new ("(uuuu)", from.well, from.index, well, index));
}

static void
add_wells (GMenu *menu, AskPivotPlace place)
{
  if (place.well != ASK_PIVOT_ROWS)
    add_put (menu, _ ("Put into _Rows"), place, ASK_PIVOT_ROWS, G_MAXUINT);
  if (place.well != ASK_PIVOT_COLUMNS)
    add_put (menu, _ ("Put into _Columns"), place, ASK_PIVOT_COLUMNS, G_MAXUINT);
  if (place.well != ASK_PIVOT_VALUES)
    add_put (menu, _ ("Put into _Values"), place, ASK_PIVOT_VALUES, G_MAXUINT);
  if (place.well != ASK_PIVOT_FILTERS)
    add_put (menu, _ ("Put into _Filters"), place, ASK_PIVOT_FILTERS, G_MAXUINT);
}

static void
add_parts (GMenu *menu, AskPivotPlace place)
{
  const char *const labels[ASK_N_PIVOT_PARTS] = {
    [ASK_PIVOT_WHOLE] = _ ("As It _Is"), [ASK_PIVOT_YEAR] = _ ("By _Year"), [ASK_PIVOT_QUARTER] = _ ("By _Quarter"),
    [ASK_PIVOT_MONTH] = _ ("By _Month"), [ASK_PIVOT_WEEK] = _ ("By _Week"), [ASK_PIVOT_DAY] = _ ("By _Day"),
  };

  for (guint part = 0; part < ASK_N_PIVOT_PARTS; part++)
    add (menu, labels[part], "pivot.part", g_variant_new ("(uuu)", place.well, place.index, part));
}

/* @how: 0 by label, else 1 + twice the value; one more for the largest first */
static void
add_orders (GMenu *menu, const AskPivot *pivot, const AskRows *rows, AskPivotPlace place)
{
  add (menu, _ ("First to Last"), "pivot.order", g_variant_new ("(uuub)", place.well, place.index, 0, FALSE));
  add (menu, _ ("Last to First"), "pivot.order", g_variant_new ("(uuub)", place.well, place.index, 0, TRUE));
  for (guint v = 0; v < pivot->values->len; v++)
    {
      g_autofree char *name = ask_pivot_name_value (rows, &g_array_index (pivot->values, AskPivotValue, v));
      /* Translators: an order of groups by a value: "Largest sum of amount first". */
      g_autofree char *largest = g_strdup_printf (_ ("Largest %s First"), name);
      g_autofree char *smallest = g_strdup_printf (_ ("Smallest %s First"), name);

      add (menu, largest, "pivot.order", g_variant_new ("(uuub)", place.well, place.index, v + 1, TRUE));
      add (menu, smallest, "pivot.order", g_variant_new ("(uuub)", place.well, place.index, v + 1, FALSE));
    }
}

static gboolean
means_something (const AskRows *rows, int column, AskPivotFunction function)
{
  g_autoptr (AskPivot) pivot = ask_pivot_new ();

  ask_pivot_add_value (pivot, column, function, ASK_PIVOT_OF_NOTHING);
  return ask_pivot_check (pivot, rows, NULL);
}

static void
add_functions (GMenu *menu, const AskRows *rows, AskPivotPlace place, const AskPivotValue *value)
{
  const char *const labels[ASK_N_PIVOT_FUNCTIONS] = {
    [ASK_PIVOT_COUNT] = _ ("_Count"),     [ASK_PIVOT_SUM] = _ ("_Sum"),
    [ASK_PIVOT_AVERAGE] = _ ("_Average"), [ASK_PIVOT_LEAST] = _ ("S_mallest"),
    [ASK_PIVOT_MOST] = _ ("_Largest"),    [ASK_PIVOT_DISTINCT] = _ ("_Different Values"),
  };

  for (guint f = 0; f < ASK_N_PIVOT_FUNCTIONS; f++)
    if (means_something (rows, value->column, (AskPivotFunction) f))
      add (menu, labels[f], "pivot.function", g_variant_new ("(uu)", place.index, f));
}

static void
add_shares (GMenu *menu, AskPivotPlace place)
{
  const char *const labels[ASK_N_PIVOT_SHARES] = {
    [ASK_PIVOT_OF_NOTHING] = _ ("As a _Number"),
    [ASK_PIVOT_OF_ROW] = _ ("As a Share of the _Row"),
    [ASK_PIVOT_OF_COLUMN] = _ ("As a Share of the C_olumn"),
    [ASK_PIVOT_OF_ALL] = _ ("As a Share of _All"),
  };

  for (guint s = 0; s < ASK_N_PIVOT_SHARES; s++)
    add (menu, labels[s], "pivot.share", g_variant_new ("(uu)", place.index, s));
}

static void
add_moves (GMenu *menu, const AskPivot *pivot, AskPivotPlace place)
{
  if (place.index > 0)
    add_put (menu, _ ("Move _Up"), place, place.well, place.index - 1);
  if (place.index + 1 < ask_pivot_count (pivot, place.well))
    add_put (menu, _ ("Move Do_wn"), place, place.well, place.index + 2);
}

static void
take_section (GMenu *menu, GMenu *section)
{
  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_object_unref (section);
}

/**
 * ask_pivot_menu_new:
 * @pivot: what is made
 * @rows: what of
 * @place: which column
 *
 * Returns: (transfer full): its menu
 */
GMenuModel *
ask_pivot_menu_new (const AskPivot *pivot, const AskRows *rows, AskPivotPlace place)
{
  GMenu *menu = g_menu_new ();
  GMenu *say = g_menu_new (), *order = g_menu_new (), *go = g_menu_new ();
  AskPivotPart part;
  int column = ask_pivot_get_column (pivot, place, &part);

  if (place.well == ASK_PIVOT_VALUES)
    {
      const AskPivotValue *value = &g_array_index (pivot->values, AskPivotValue, place.index);

      add_functions (say, rows, place, value);
      if (value->function == ASK_PIVOT_SUM || value->function == ASK_PIVOT_COUNT)
        add_shares (order, place);
    }
  else if (place.well != ASK_PIVOT_FIELDS)
    {
      if (place.well == ASK_PIVOT_FILTERS)
        add (say, _ ("Choose _Values…"), "pivot.choose", g_variant_new_uint32 (place.index));
      if (ask_pivot_has_parts (rows, (guint) column))
        add_parts (say, place);
      if (place.well != ASK_PIVOT_FILTERS)
        add_orders (order, pivot, rows, place);
    }
  if (column >= 0)
    add_wells (go, place);
  if (place.well != ASK_PIVOT_FIELDS)
    {
      add_moves (go, pivot, place);
      add_put (go, _ ("_Take Out"), place, ASK_PIVOT_FIELDS, 0);
    }
  take_section (menu, say);
  take_section (menu, order);
  take_section (menu, go);
  return G_MENU_MODEL (menu);
}
