/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be done to a column, to a selection and to the whole grid: actions, their keys, and the menus that name them.
 * Columns are named by their place in the rows.
 */
#include "config.h"

#include "app/grid/ask-grid-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/grid/ask-pivot-window.h"
#include "app/jobs/ask-job.h"
#include "chart/ask-chart-trend.h"
#include "table/ask-table-copy.h"
#include "table/ask-table-query.h"

/* More is written in a thread, and not as a table of HTML, of which a clipboard would take gigabytes. */
#define AT_ONCE_CELLS 20000
#define MOST_HTML_CELLS 500000
/* Rows that are asked about, where a filter says which. */
#define MOST_ASKED 1000000

static AskTableWish *
copy_wish (AskGrid *self)
{
  return ask_table_wish_copy (ask_grid_model_get_wish (ask_grid_get_model (self)));
}

static void
action_sort (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AskTableWish *wish = copy_wish (ASK_GRID (widget));
  guint column;
  gboolean descending, further;

  g_variant_get (parameter, "(ubb)", &column, &descending, &further);
  ask_table_wish_sort (wish, column, descending, further);
  ask_grid_model_take_wish (ask_grid_get_model (ASK_GRID (widget)), wish);
}

static void
action_unsort (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AskTableWish *wish = copy_wish (ASK_GRID (widget));

  ask_table_wish_remove_order (wish, g_variant_get_uint32 (parameter));
  ask_grid_model_take_wish (ask_grid_get_model (ASK_GRID (widget)), wish);
}

static void
action_unfilter (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AskTableWish *wish = copy_wish (ASK_GRID (widget));

  ask_table_wish_remove_filter (wish, g_variant_get_uint32 (parameter));
  ask_grid_model_take_wish (ask_grid_get_model (ASK_GRID (widget)), wish);
}

static void
action_reset (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AskGridModel *model = ask_grid_get_model (ASK_GRID (widget));
  AskTableWish *wish = copy_wish (ASK_GRID (widget));

  g_ptr_array_set_size (wish->filters, 0);
  ask_table_wish_set_search (wish, NULL);
  ask_grid_model_take_wish (model, wish);
  ask_grid_close_search (ASK_GRID (widget));
}

/* The name of a column, scrolled into sight, to point at. */
static GtkWidget *
find_name (AskGrid *self, guint column)
{
  AskGridBody *body = ask_grid_get_body (self);
  GtkWidget *name = ask_grid_head_find_cell (ASK_GRID_HEAD (body->head), column);

  return name != NULL ? name : body->head;
}

static void
action_filter (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AskGrid *self = ASK_GRID (widget);
  guint column = g_variant_get_uint32 (parameter);

  ask_grid_show_popover (self, ask_grid_filter_new (ask_grid_get_model (self), column), find_name (self, column));
}

static void
action_columns (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AskGrid *self = ASK_GRID (widget);

  if (ask_grid_get_model (self) != NULL)
    ask_grid_show_popover (self, ask_grid_columns_new (ask_grid_get_model (self)), ask_grid_get_body (self)->head);
}

static void
action_freeze (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ask_grid_model_set_n_frozen (ask_grid_get_model (ASK_GRID (widget)), g_variant_get_uint32 (parameter));
}

static void
action_hide (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ask_grid_model_set_hidden (ask_grid_get_model (ASK_GRID (widget)), g_variant_get_uint32 (parameter), TRUE);
}

static void
action_move (GtkWidget *widget, const char *name, GVariant *parameter)
{
  guint column;
  int by;

  g_variant_get (parameter, "(ui)", &column, &by);
  ask_grid_model_move (ask_grid_get_model (ASK_GRID (widget)), column, by);
}

static void
action_fit_width (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AskGrid *self = ASK_GRID (widget);
  guint column = g_variant_get_uint32 (parameter);

  ask_grid_model_set_width (ask_grid_get_model (self), column,
                            ask_grid_body_find_width (ask_grid_get_body (self), column));
}

static void
action_colour (GtkWidget *widget, const char *name, GVariant *parameter)
{
  guint column, colour;

  g_variant_get (parameter, "(uu)", &column, &colour);
  /* A list is as wide as its text, or as a small line. */
  ask_grid_get_body (ASK_GRID (widget))->naturals[column] = 0;
  ask_grid_model_set_colour (ask_grid_get_model (ASK_GRID (widget)), column, (AskGridColour) colour);
}

static void
action_search (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ask_grid_search (ASK_GRID (widget));
}

static void
action_enlarge (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ask_grid_enlarge (ASK_GRID (widget));
}

static void
action_pivot (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AskGrid *self = ASK_GRID (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  const char *sql, *path;
  GtkWidget *window;

  if (ask_grid_get_rows (self) == NULL)
    return;
  window = ask_pivot_window_new (ask_grid_get_rows (self), ask_grid_get_title (self));
  sql = ask_grid_model_get_source (ask_grid_get_model (self), &path);
  /* Of rows that are not all here, those are grouped where they lie. */
  if (sql != NULL)
    {
      g_autofree char *from = ask_table_query_to_from (ask_grid_get_rows (self), sql);

      ask_pivot_window_set_source (ASK_PIVOT_WINDOW (window), path, from);
    }
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (window));
}

static void
action_trend (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (ask_grid_get_model (ASK_GRID (widget)) != NULL)
    ask_grid_show_trend (ASK_GRID (widget));
}

/** ask_grid_make_statement: @self: a grid; Returns: (transfer full) (nullable): what gives all rows as they are wanted; %NULL where
 * no statement gave them */
char *
ask_grid_make_statement (AskGrid *self)
{
  AskGridModel *model = ask_grid_get_model (self);
  const AskTableWish *wish = model != NULL ? ask_grid_model_get_wish (model) : NULL;
  const char *sql = model != NULL ? ask_grid_model_get_statement (model) : NULL;

  if (sql == NULL)
    return g_strdup (ask_grid_get_statement (self));
  return ask_table_wish_is_empty (wish) ? g_strdup (sql)
                                        : ask_table_wish_to_query (wish, ask_grid_get_rows (self), sql, MOST_ASKED);
}

/* Whether SQL can name a column: it has a name, and no other has the same. */
static gboolean
has_name (AskGrid *self, guint column)
{
  AskRows *rows = ask_grid_get_rows (self);
  const char *name = ask_rows_get_column (rows, column)->name;
  guint n = 0;

  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    n += g_ascii_strcasecmp (ask_rows_get_column (rows, i)->name, name) == 0 ? 1 : 0;
  return *name != '\0' && n == 1;
}

/* The window has the dialog, or, where the grid fills one of its own, the window before that. */
static void
action_ask_each (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AskGrid *self = ASK_GRID (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  guint column = g_variant_get_uint32 (parameter);
  g_autofree char *sql = ask_grid_make_statement (self);
  g_autofree char *from = NULL;
  GVariant *target;

  if (sql == NULL)
    return;
  from = ask_table_query_to_answer (ask_grid_get_rows (self), sql);
  target = g_variant_new ("(sssu)", sql, from, ask_rows_get_column (ask_grid_get_rows (self), column)->name, column);
  if (GTK_IS_WINDOW (root) && gtk_window_get_transient_for (GTK_WINDOW (root)) != NULL)
    widget = GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (root)));
  gtk_widget_activate_action_variant (widget, "win.ask-each", target);
}

static void
action_select_all (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (ask_grid_get_model (ASK_GRID (widget)) != NULL)
    ask_grid_select_all (ask_grid_get_body (ASK_GRID (widget)));
}

typedef struct
{
  AskGridSelection *selection;
  AskTableCopy form;
} Request;

/* @html: (nullable): the same for whom takes it */
typedef struct
{
  char *text;
  char *html;
} Copy;

static void
request_free (gpointer data)
{
  Request *request = data;

  ask_grid_selection_free (request->selection);
  g_free (request);
}

static void
copy_free (gpointer data)
{
  Copy *copy = data;

  g_free (copy->text);
  g_free (copy->html);
  g_free (copy);
}

static gpointer
copy_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  const AskBlock *block = &request->selection->block;
  gsize cells = request->selection->cells;
  Copy *copy = g_new0 (Copy, 1);

  copy->text
    = ask_block_to_text (block, request->form == ASK_TABLE_COPY_HTML ? ASK_TABLE_COPY_HEADINGS : request->form);
  /* One cell is a text. */
  if (cells == 1 && request->form == ASK_TABLE_COPY_TAB)
    g_strchomp (copy->text);
  else if (cells <= MOST_HTML_CELLS && request->form != ASK_TABLE_COPY_MARKDOWN && request->form != ASK_TABLE_COPY_CSV)
    copy->html = ask_block_to_text (block, ASK_TABLE_COPY_HTML);
  return copy;
}

static void
give (AskGrid *self, const Copy *copy)
{
  GdkContentProvider *providers[2] = { NULL };
  g_autoptr (GdkContentProvider) all = NULL;
  guint n = 0;

  if (copy->html != NULL)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (copy->html, strlen (copy->html));

      providers[n++] = gdk_content_provider_new_for_bytes ("text/html", bytes);
    }
  providers[n++] = gdk_content_provider_new_typed (G_TYPE_STRING, copy->text);
  all = gdk_content_provider_new_union (providers, n);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), all);
}

static void
copied (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  Copy *copy = ask_job_finish (source, result, &error);

  if (copy == NULL)
    return;
  give (ASK_GRID (source), copy);
  copy_free (copy);
}

static void
action_copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AskGrid *self = ASK_GRID (widget);
  AskGridSelection *selection = ask_grid_selection_new (ask_grid_get_body (self));
  Request *request;

  if (selection == NULL)
    return;
  request = g_new0 (Request, 1);
  request->selection = selection;
  request->form = (AskTableCopy) g_variant_get_uint32 (parameter);
  if (selection->cells <= AT_ONCE_CELLS)
    {
      Copy *copy = copy_job (NULL, request, NULL, NULL);

      give (self, copy);
      copy_free (copy);
      request_free (request);
      return;
    }
  ask_job_start (ask_job_new (copy_job, copy_free, request, request_free), self, NULL, NULL, copied, NULL);
}

/** ask_grid_menu_install: @klass: the grid's; adds its actions and their keys */
void
ask_grid_menu_install (GtkWidgetClass *klass)
{
  static const struct
  {
    const char *name;
    const char *type;
    GtkWidgetActionActivateFunc func;
  } actions[] = {
    { "grid.sort", "(ubb)", action_sort },
    { "grid.unsort", "u", action_unsort },
    { "grid.filter", "u", action_filter },
    { "grid.unfilter", "u", action_unfilter },
    { "grid.reset", NULL, action_reset },
    { "grid.freeze", "u", action_freeze },
    { "grid.hide", "u", action_hide },
    { "grid.move", "(ui)", action_move },
    { "grid.fit-width", "u", action_fit_width },
    { "grid.colour", "(uu)", action_colour },
    { "grid.columns", NULL, action_columns },
    { "grid.copy", "u", action_copy },
    { "grid.select-all", NULL, action_select_all },
    { "grid.search", NULL, action_search },
    { "grid.enlarge", NULL, action_enlarge },
    { "grid.pivot", NULL, action_pivot },
    { "grid.trend", NULL, action_trend },
    { "grid.ask-each", "u", action_ask_each },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (klass, actions[i].name, actions[i].type, actions[i].func);
  ask_grid_filter_by_install (klass);
  ask_grid_save_install (klass);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_f, GDK_CONTROL_MASK, "grid.search", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_a, GDK_CONTROL_MASK, "grid.select-all", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_c, GDK_CONTROL_MASK, "grid.copy", "u", ASK_TABLE_COPY_TAB);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "grid.copy", "u",
                                       ASK_TABLE_COPY_HEADINGS);
}

static void
add_item (GMenu *menu, const char *words, const char *action, GVariant *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (words, NULL);

  g_menu_item_set_action_and_target_value (item, action, target);
  g_menu_append_item (menu, item);
}

static void
add_section (GMenu *menu, GMenu *section)
{
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_object_unref (section);
}

static GMenu *
make_order_section (AskGrid *self, guint column)
{
  const AskTableWish *wish = ask_grid_model_get_wish (ask_grid_get_model (self));
  GMenu *section = g_menu_new ();

  if (!ask_grid_model_is_fixed (ask_grid_get_model (self)))
    {
      add_item (section, _ ("Sort _Ascending"), "grid.sort", g_variant_new ("(ubb)", column, FALSE, FALSE));
      add_item (section, _ ("Sort _Descending"), "grid.sort", g_variant_new ("(ubb)", column, TRUE, FALSE));
    }
  if (wish->order->len > 0 && ask_table_wish_find_order (wish, column, NULL) < 0)
    add_item (section, _ ("_Then Sort by This"), "grid.sort", g_variant_new ("(ubb)", column, FALSE, TRUE));
  if (ask_table_wish_find_order (wish, column, NULL) >= 0)
    add_item (section, _ ("Do _Not Sort by This"), "grid.unsort", g_variant_new_uint32 (column));
  add_item (section, _ ("_Filter…"), "grid.filter", g_variant_new_uint32 (column));
  if (ask_table_wish_find_filter (wish, column) != NULL)
    add_item (section, _ ("_Remove Filter"), "grid.unfilter", g_variant_new_uint32 (column));
  return section;
}

static guint
find_shown (AskGridModel *model, guint column)
{
  guint place = 0;

  while (place < ask_grid_model_get_n_shown (model) && ask_grid_model_get_shown (model, place) != column)
    place++;
  return place;
}

static GMenu *
make_place_section (AskGrid *self, guint column)
{
  AskGridModel *model = ask_grid_get_model (self);
  guint place = find_shown (model, column);
  guint n = ask_grid_model_get_n_shown (model);
  gboolean rtl = ask_grid_body_is_rtl (ask_grid_get_body (self));
  GMenu *section = g_menu_new ();

  if (ask_grid_get_rename (self) != NULL)
    add_item (section, _ ("Rena_me…"), ask_grid_get_rename (self), g_variant_new_uint32 (column));
  if (place + 1 < n)
    add_item (section, _ ("Free_ze up to Here"), "grid.freeze", g_variant_new_uint32 (place + 1));
  if (ask_grid_model_get_n_frozen (model) > 0)
    add_item (section, _ ("Freeze No Column"), "grid.freeze", g_variant_new_uint32 (0));
  if (rtl ? place + 1 < n : place > 0)
    add_item (section, _ ("Move _Left"), "grid.move", g_variant_new ("(ui)", column, rtl ? 1 : -1));
  if (rtl ? place > 0 : place + 1 < n)
    add_item (section, _ ("Move Ri_ght"), "grid.move", g_variant_new ("(ui)", column, rtl ? -1 : 1));
  add_item (section, _ ("Fit _Width"), "grid.fit-width", g_variant_new_uint32 (column));
  if (n > 1)
    add_item (section, _ ("_Hide"), "grid.hide", g_variant_new_uint32 (column));
  add_item (section, _ ("_Columns…"), "grid.columns", NULL);
  return section;
}

/* @words: what each of @colours is called, of which there are @n */
static void
add_looks (AskGrid *self, GMenu *menu, guint column, const char *const *words, const AskGridColour *colours, guint n)
{
  AskGridColour now = ask_grid_model_get_colour (ask_grid_get_model (self), column);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *marked = g_strdup_printf ("✓ %s", _ (words[i]));

      add_item (menu, colours[i] == now ? marked : _ (words[i]), "grid.colour",
                g_variant_new ("(uu)", column, (guint) colours[i]));
    }
}

static void
add_colours (AskGrid *self, GMenu *menu, guint column)
{
  static const char *const words[] = { N_ ("No Colour"), N_ ("Bars"), N_ ("Scale"), N_ ("Negative Red") };
  static const AskGridColour colours[]
    = { ASK_GRID_COLOUR_NONE, ASK_GRID_COLOUR_BARS, ASK_GRID_COLOUR_SCALE, ASK_GRID_COLOUR_NEGATIVE };
  static const char *const list_words[] = { N_ ("Line"), N_ ("Bars"), N_ ("Text") };
  static const AskGridColour list_colours[] = { ASK_GRID_COLOUR_NONE, ASK_GRID_COLOUR_BARS, ASK_GRID_COLOUR_TEXT };
  g_autoptr (GMenu) looks = g_menu_new ();

  if (ask_grid_get_body (self)->series[column])
    {
      add_looks (self, looks, column, list_words, list_colours, G_N_ELEMENTS (list_words));
      /* TRANSLATORS: a column's lists of numbers: as a small line, as bars, as text */
      g_menu_append_submenu (menu, _ ("Sho_w As"), G_MENU_MODEL (looks));
    }
  else if (ask_grid_get_body (self)->formats[column].right)
    {
      add_looks (self, looks, column, words, colours, G_N_ELEMENTS (words));
      g_menu_append_submenu (menu, _ ("C_olour"), G_MENU_MODEL (looks));
    }
}

static GMenu *
make_column_menu (AskGrid *self, guint column)
{
  GMenu *menu = g_menu_new ();
  GMenu *section = make_place_section (self, column);

  add_colours (self, section, column);
  add_section (menu, make_order_section (self, column));
  add_section (menu, section);
  if (has_name (self, column)
      && (ask_grid_get_statement (self) != NULL || ask_grid_model_get_statement (ask_grid_get_model (self)) != NULL))
    {
      GMenu *asking = g_menu_new ();

      add_item (asking, _ ("_Ask of Each Row…"), "grid.ask-each", g_variant_new_uint32 (column));
      add_section (menu, asking);
    }
  return menu;
}

static void
popup (AskGrid *self, GMenu *menu, GtkWidget *at)
{
  GtkWidget *popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));

  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  ask_grid_show_popover (self, popover, at);
}

/** ask_grid_menu_popup_column: @self: a grid; @column: of the rows; opens the menu of the column at its name */
void
ask_grid_menu_popup_column (AskGrid *self, guint column)
{
  g_autoptr (GMenu) menu = make_column_menu (self, column);

  popup (self, menu, find_name (self, column));
}

/** ask_grid_menu_popup_cell: @self: a grid; @point: a selected cell, at which the menu of the selection opens */
void
ask_grid_menu_popup_cell (AskGrid *self, AskGridPoint point)
{
  AskGridBody *body = ask_grid_get_body (self);
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) column = make_column_menu (self, ask_grid_model_get_shown (body->model, point.place));
  g_autoptr (GMenu) files = ask_grid_save_menu ();
  GMenu *copies = g_menu_new ();
  GMenu *rest = g_menu_new ();
  GtkWidget *cell = ask_grid_rows_find_cell (ASK_GRID_ROWS (body->rows), point);

  add_item (copies, _ ("_Copy"), "grid.copy", g_variant_new_uint32 (ASK_TABLE_COPY_TAB));
  add_item (copies, _ ("Copy with _Headings"), "grid.copy", g_variant_new_uint32 (ASK_TABLE_COPY_HEADINGS));
  add_item (copies, _ ("Copy as _Markdown"), "grid.copy", g_variant_new_uint32 (ASK_TABLE_COPY_MARKDOWN));
  add_item (copies, _ ("Copy as C_SV"), "grid.copy", g_variant_new_uint32 (ASK_TABLE_COPY_CSV));
  add_section (menu, copies);
  add_section (menu, ask_grid_filter_by_menu (body, point));
  add_item (rest, _ ("Select _All"), "grid.select-all", NULL);
  g_menu_append_submenu (rest, _ ("Co_lumn"), G_MENU_MODEL (column));
  g_menu_append_submenu (rest, _ ("Sa_ve As"), G_MENU_MODEL (files));
  add_item (rest, _ ("_Pivot…"), "grid.pivot", NULL);
  if (ask_chart_trend_may_be (ask_grid_get_rows (self)))
    add_item (rest, _ ("Show as _Trend"), "grid.trend", NULL);
  add_section (menu, rest);
  popup (self, menu, cell != NULL ? cell : GTK_WIDGET (body));
}
