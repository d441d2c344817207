/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows at once what is kept, and refreshes where the board wants that. Every tile is shown as soon as it ended.
 */
#include "config.h"

#include "app/board/ask-board-page-private.h"

#include "app/board/ask-board-cost.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-wrap-box.h"
#include "base/ask-error.h"

/* Between two looks at ages. */
#define TICK_S 30

G_DEFINE_FINAL_TYPE (AskBoardPage, ask_board_page, GTK_TYPE_WIDGET)

enum
{
  CLOSED,
  RENAMED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

enum
{
  PROP_POLICY = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

/** ask_board_page_tell: @text: that a person is told for a moment */
void
ask_board_page_tell (AskBoardPage *self, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (escaped));
}

/** ask_board_page_tell_error: @error: likewise; one that was cancelled is not told */
void
ask_board_page_tell_error (AskBoardPage *self, const GError *error)
{
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ask_board_page_tell (self, ask_error_get_words (error));
}

static void
card_clicked (AskBoardPage *self, guint row, guint column, AskTileCard *card)
{
  ask_board_page_clicked (self, card, row, column);
}

/* Each card once. */
static void
listen (AskBoardPage *self)
{
  for (guint i = 0; i < self->open->board->tiles->len; i++)
    {
      AskTileCard *card = ask_board_grid_find (self->grid, ((AskTile *) self->open->board->tiles->pdata[i])->id);

      g_signal_handlers_disconnect_by_func (card, card_clicked, self);
      g_signal_connect_object (card, "clicked", G_CALLBACK (card_clicked), self, G_CONNECT_SWAPPED);
    }
}

/* How often it may refresh, with the interval that is set where it is none of the usual ones. */
static void
show_intervals (AskBoardPage *self)
{
  static const struct
  {
    const char *label;
    const char *action;
  } usual[] = {
    { N_ ("Refresh by Hand"), "hand" },      { N_ ("Refresh When Opened"), "opened" },
    { N_ ("Refresh Every 5 Minutes"), "5" }, { N_ ("Refresh Every 15 Minutes"), "15" },
    { N_ ("Refresh Every Hour"), "60" },     { N_ ("Refresh Every Day"), "1440" },
  };
  g_autofree char *set = ask_board_page_dup_policy (self);
  gboolean found = FALSE;

  g_menu_remove_all (self->intervals);
  for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
    {
      g_autofree char *action = g_strdup_printf ("board.policy('%s')", usual[i].action);

      g_menu_append (self->intervals, _ (usual[i].label), action);
      found |= g_str_equal (usual[i].action, set);
    }
  if (!found)
    {
      guint every = self->open->board->every;
      g_autofree char *label
        = g_strdup_printf (ngettext ("Refresh Every Minute", "Refresh Every %u Minutes", every), every);
      g_autofree char *action = g_strdup_printf ("board.policy('%s')", set);

      g_menu_append (self->intervals, label, action);
    }
  g_menu_append (self->intervals, _ ("Refresh at Another _Interval…"), "board.interval");
}

/** ask_board_page_show: shows the board as it is in memory */
void
ask_board_page_show (AskBoardPage *self)
{
  const AskBoard *board = self->open->board;

  gtk_label_set_text (self->name, board->name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->name), board->name);
  ask_board_grid_show (self->grid, board, self->open->results);
  listen (self);
  gtk_stack_set_visible_child_name (self->states, board->tiles->len > 0 ? "full" : "empty");
  ask_board_page_fill_bar (self);
  show_intervals (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_POLICY]);
  g_signal_emit (self, signals[RENAMED], 0);
}

/* ---- refreshing */

static void
notify_news (AskTileResult *result)
{
  GApplication *application = g_application_get_default ();
  g_autoptr (GNotification) notification = NULL;

  if (result->news == NULL || application == NULL || !g_application_get_is_registered (application))
    return;
  notification = g_notification_new (_ ("AskData"));
  g_notification_set_body (notification, result->news);
  g_notification_set_priority (notification, result->level == ASK_LEVEL_BAD ? G_NOTIFICATION_PRIORITY_HIGH
                                                                            : G_NOTIFICATION_PRIORITY_NORMAL);
  g_application_send_notification (application, result->tile, notification);
}

static void
take_result (AskBoardPage *self, AskTileResult *result)
{
  const AskTile *tile = self->open != NULL ? ask_board_find_tile (self->open->board, result->tile) : NULL;
  AskTileCard *card = tile != NULL ? ask_board_grid_find (self->grid, tile->id) : NULL;

  guint place = 0;

  if (card == NULL)
    return;
  while (place < self->open->results->len
         && !g_str_equal (((AskTileResult *) self->open->results->pdata[place])->tile, result->tile))
    place++;
  if (place < self->open->results->len)
    {
      ask_tile_result_unref (self->open->results->pdata[place]);
      self->open->results->pdata[place] = ask_tile_result_ref (result);
    }
  else
    g_ptr_array_add (self->open->results, ask_tile_result_ref (result));
  ask_tile_card_show (card, tile, result);
}

static void
tile_news (gpointer target, AskTileResult *result)
{
  take_result (ASK_BOARD_PAGE (target), result);
}

static void
show_running (AskBoardPage *self, gboolean running)
{
  gtk_button_set_icon_name (GTK_BUTTON (self->refresh), running ? "process-stop-symbolic" : "view-refresh-symbolic");
  gtk_widget_set_tooltip_text (self->refresh, running ? _ ("Stop refreshing") : _ ("Run all tiles"));
}

static void run_tiles (AskBoardPage *self, const char *tile);

/* One that waits until others have run. */
static void
run_next (AskBoardPage *self)
{
  g_autofree char *tile = NULL;

  if (self->running != NULL || self->next->len == 0)
    return;
  tile = g_ptr_array_steal_index (self->next, 0);
  run_tiles (self, tile);
}

static void
refreshed (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBoardPage *self = ASK_BOARD_PAGE (source);
  g_autoptr (GCancellable) running = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) results = ask_job_finish (source, result, &error);

  if (self->running == running)
    {
      g_clear_object (&self->running);
      if (self->session != NULL)
        show_running (self, FALSE);
    }
  if (self->session == NULL || self->open == NULL)
    return;
  for (guint i = 0; results != NULL && i < results->len; i++)
    {
      take_result (self, results->pdata[i]);
      notify_news (results->pdata[i]);
    }
  if (results == NULL)
    {
      ask_board_page_tell_error (self, error);
      /* What waited waits no more. */
      g_ptr_array_set_size (self->next, self->running != NULL ? (int) self->next->len : 0);
      ask_board_page_look_again (self);
    }
  else if (self->look_wanted && self->running == NULL)
    ask_board_page_look_again (self);
  self->look_wanted &= self->running != NULL;
  run_next (self);
}

static void
stop_running (AskBoardPage *self)
{
  g_ptr_array_set_size (self->next, 0);
  if (self->running == NULL)
    return;
  g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  show_running (self, FALSE);
}

static void
run_job (AskBoardPage *self, AskJob *job)
{
  self->running = g_cancellable_new ();
  show_running (self, TRUE);
  ask_job_start (job, self, ask_session_get_path (self->session), self->running, refreshed,
                 g_object_ref (self->running));
}

static void
run_tiles (AskBoardPage *self, const char *tile)
{
  run_job (self, ask_jobs_refresh_board (self, self->open->board, self->filters, tile, tile_news));
}

/* One that the run under way has yet to come to needs no other; one that has run is run once more behind the others. */
static void
run_later (AskBoardPage *self, const char *id)
{
  const AskTile *tile = ask_board_find_tile (self->open->board, id);
  const AskTileResult *result = ask_results_find (self->open->results, id);
  g_autoptr (AskTileResult) waiting = NULL;

  if (tile == NULL || result == NULL || result->state == ASK_TILE_WAITING || result->state == ASK_TILE_RUNNING)
    return;
  waiting = ask_tile_result_copy_in_state (result, tile, ASK_TILE_WAITING);
  g_ptr_array_add (self->next, g_strdup (id));
  take_result (self, waiting);
}

/** ask_board_page_refresh: @tile: (nullable): the id of one to run alone; %NULL runs all, or ends that */
void
ask_board_page_refresh (AskBoardPage *self, const char *tile)
{
  if (self->open == NULL)
    return;
  if (self->running == NULL)
    run_tiles (self, tile);
  else if (tile != NULL)
    run_later (self, tile);
  else
    stop_running (self);
}

/** ask_board_page_ask: @self: the page; @tile: the id of one whose functions may ask the model, once a person has seen what
 * leaves. While others run it waits for another click. */
void
ask_board_page_ask (AskBoardPage *self, const char *tile)
{
  if (self->open != NULL && self->running == NULL)
    run_job (self, ask_jobs_ask_tile (self, self->open->board, self->filters, tile, tile_news, ask_board_cost_ask));
  else if (self->session != NULL)
    ask_session_toast (self->session, _ ("Other tiles are still running. Ask again when they are done."));
}

/* ---- opening */

static void look (AskBoardPage *self, gboolean reload);

/* Values of parameters that a person set are looked at, and not kept. Returns: whether @to has others now */
static gboolean
keep_values (const AskBoard *from, AskBoard *to)
{
  gboolean changed = FALSE;

  for (guint i = 0; from != NULL && i < from->parameters->len; i++)
    {
      const AskBoardParameter *set = from->parameters->pdata[i];
      AskBoardParameter *parameter = ask_board_find_parameter (to, set->id);

      if (parameter != NULL && g_strcmp0 (parameter->value, set->value) != 0)
        changed |= ask_board_parameter_set_value (parameter, set->value, NULL);
    }
  return changed;
}

/* What a person edited while it was read stays. Returns: whether the results are of other values than are set */
static gboolean
take_open (AskBoardPage *self, AskOpenBoard *open)
{
  const AskBoard *before = self->open != NULL ? self->open->board : self->preset;
  gboolean others = FALSE;

  if (self->reloading)
    {
      others = keep_values (before, open->board);
      ask_board_page_note_version (self, open->board->version);
    }
  else
    {
      ask_board_free (open->board);
      open->board = g_steal_pointer (&self->open->board);
    }
  g_clear_pointer (&self->preset, ask_board_free);
  if (self->open != NULL)
    ask_results_go_on (open->results, self->open->results, open->board, self->running != NULL);
  g_clear_pointer (&self->open, ask_open_board_free);
  self->open = open;
  return others;
}

static void
opened (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBoardPage *self = ASK_BOARD_PAGE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskOpenBoard) open = ask_job_finish (source, result, &error);
  gboolean others, run;

  if (g_task_get_cancellable (G_TASK (result)) != self->looking || self->session == NULL)
    return;
  g_clear_object (&self->looking);
  if (open == NULL)
    {
      g_autofree char *words = g_markup_escape_text (ask_error_get_words (error), -1);

      self->run_wanted = FALSE;
      adw_status_page_set_description (self->failed, words);
      gtk_stack_set_visible_child_name (self->states, "failed");
      return;
    }
  others = take_open (self, g_steal_pointer (&open));
  run = self->run_wanted || (!self->opened && (self->wall || self->open->board->policy != ASK_REFRESH_BY_HAND));
  self->run_wanted = FALSE;
  self->opened = TRUE;
  ask_board_page_show (self);
  if (others)
    look (self, FALSE);
  if (run)
    {
      stop_running (self);
      ask_board_page_refresh (self, NULL);
    }
}

/* Only what was looked for last is shown. */
static void
look (AskBoardPage *self, gboolean reload)
{
  if (self->looking != NULL)
    g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  self->looking = g_cancellable_new ();
  self->reloading = reload || self->open == NULL;
  ask_job_start (ask_jobs_open_board (self->id, self->reloading ? NULL : self->open->board, self->filters), self,
                 ask_session_get_path (self->session), self->looking, opened, NULL);
}

/** ask_board_page_look_again: reads what the tiles gave with the parameters as they are set, and what was clicked */
void
ask_board_page_look_again (AskBoardPage *self)
{
  look (self, FALSE);
}

/** ask_board_page_run_anew: likewise, and then runs all tiles: other values are set, or something was clicked */
void
ask_board_page_run_anew (AskBoardPage *self)
{
  stop_running (self);
  self->run_wanted = TRUE;
  look (self, FALSE);
}

/** ask_board_page_reload: reads the board anew: somebody else may have changed it */
void
ask_board_page_reload (AskBoardPage *self)
{
  if (self->sent == NULL)
    look (self, TRUE);
}

static gboolean
on_tick (gpointer data)
{
  AskBoardPage *self = data;

  if (self->open == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return G_SOURCE_CONTINUE;
  for (guint i = 0; i < self->open->board->tiles->len; i++)
    ask_tile_card_update_age (ask_board_grid_find (self->grid, ((AskTile *) self->open->board->tiles->pdata[i])->id));
  if (self->running == NULL && ask_board_is_due (self->open->board, self->open->results, g_get_real_time ()))
    ask_board_page_refresh (self, NULL);
  return G_SOURCE_CONTINUE;
}

/* ---- the widget */

static void
close_page (AskBoardPage *self)
{
  g_signal_emit (self, signals[CLOSED], 0);
}

static void
toggle_editing (AskBoardPage *self)
{
  ask_board_grid_set_editing (self->grid, gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->edit)));
  if (self->open != NULL)
    ask_board_page_fill_bar (self);
}

static void
run_all (AskBoardPage *self)
{
  ask_board_page_refresh (self, NULL);
}

static GtkWidget *
new_button (AskBoardPage *self, const char *icon, const char *words, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  return button;
}

static GMenuModel *
new_menu (AskBoardPage *self)
{
  static const struct
  {
    const char *label;
    const char *action;
    int section;
  } items[] = {
    { N_ ("Add a _Heading"), "board.add('heading')", 0 },
    { N_ ("Add a _Text"), "board.add('text')", 0 },
    { N_ ("Add a _Separator"), "board.add('separator')", 0 },
    { N_ ("Close _Gaps"), "board.close-gaps", 0 },
    { N_ ("Export as _PDF…"), "board.export('pdf')", 2 },
    { N_ ("Export as P_NG…"), "board.export('png')", 2 },
    { N_ ("Export as _HTML…"), "board.export('html')", 2 },
    { N_ ("Export as _Board…"), "board.export('askboard')", 2 },
    { N_ ("_Undo the Last Change"), "board.undo", 3 },
    { N_ ("Re_do"), "board.redo", 3 },
    { N_ ("_Versions…"), "board.versions", 3 },
    { N_ ("Re_name…"), "board.rename", 3 },
    { N_ ("Show on a _Wall"), "board.wall", 3 },
  };
  GMenu *menu = g_menu_new ();

  for (int section = 0; section < 4; section++)
    {
      g_autoptr (GMenu) part = g_menu_new ();

      for (guint i = 0; i < G_N_ELEMENTS (items); i++)
        if (items[i].section == section)
          g_menu_append (part, _ (items[i].label), items[i].action);
      g_menu_append_section (menu, NULL, G_MENU_MODEL (section == 1 ? self->intervals : part));
    }
  return G_MENU_MODEL (menu);
}

static GtkWidget *
new_bar (AskBoardPage *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autoptr (GMenuModel) menu = new_menu (self);

  gtk_widget_set_margin_start (bar, 12);
  gtk_widget_set_margin_end (bar, 12);
  gtk_widget_set_margin_top (bar, 6);
  gtk_widget_set_margin_bottom (bar, 6);
  self->name = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "hexpand", TRUE, "ellipsize", PANGO_ELLIPSIZE_END, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->name), "title-3");
  self->refresh = new_button (self, "view-refresh-symbolic", _ ("Run all tiles"), G_CALLBACK (run_all));
  self->edit = g_object_new (GTK_TYPE_TOGGLE_BUTTON, "icon-name", "document-edit-symbolic", "tooltip-text",
                             _ ("Arrange the tiles"), NULL);
  gtk_widget_add_css_class (self->edit, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->edit), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Arrange the tiles"),
                                  -1);
  g_signal_connect_swapped (self->edit, "toggled", G_CALLBACK (toggle_editing), self);
  self->more = g_object_new (GTK_TYPE_MENU_BUTTON, "icon-name", "view-more-symbolic", "menu-model", menu,
                             "tooltip-text", _ ("More"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->more), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("More actions for this board"), -1);
  gtk_widget_add_css_class (self->more, "flat");
  gtk_box_append (GTK_BOX (bar), new_button (self, "go-previous-symbolic", _ ("All boards"), G_CALLBACK (close_page)));
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->name));
  gtk_box_append (GTK_BOX (bar), self->refresh);
  gtk_box_append (GTK_BOX (bar), self->edit);
  gtk_box_append (GTK_BOX (bar), self->more);
  return bar;
}

static void
add_states (AskBoardPage *self)
{
  GtkWidget *scrolled
    = g_object_new (GTK_TYPE_SCROLLED_WINDOW, "hscrollbar-policy", GTK_POLICY_NEVER, "vexpand", TRUE, NULL);
  GtkWidget *spinner = g_object_new (GTK_TYPE_SPINNER, "spinning", TRUE, "halign", GTK_ALIGN_CENTER, "valign",
                                     GTK_ALIGN_CENTER, "width-request", 32, "height-request", 32, NULL);
  GtkWidget *empty = adw_status_page_new ();

  gtk_accessible_update_property (GTK_ACCESSIBLE (spinner), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Reading the board"), -1);
  adw_status_page_set_icon_name (ADW_STATUS_PAGE (empty), "ask-board-symbolic");
  adw_status_page_set_title (ADW_STATUS_PAGE (empty), _ ("Nothing on This Board Yet"));
  adw_status_page_set_description (ADW_STATUS_PAGE (empty),
                                   _ ("Ask a question, and pin its answer with the button below it."));
  self->failed = ADW_STATUS_PAGE (adw_status_page_new ());
  adw_status_page_set_icon_name (self->failed, "dialog-warning-symbolic");
  adw_status_page_set_title (self->failed, _ ("The Board Cannot Be Read"));
  self->grid = ASK_BOARD_GRID (ask_board_grid_new ());
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->grid));
  self->states = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_named (self->states, spinner, "loading");
  gtk_stack_add_named (self->states, empty, "empty");
  gtk_stack_add_named (self->states, GTK_WIDGET (self->failed), "failed");
  gtk_stack_add_named (self->states, scrolled, "full");
  g_signal_connect_swapped (self->grid, "placed", G_CALLBACK (ask_board_page_placed), self);
}

static void
ask_board_page_dispose (GObject *object)
{
  AskBoardPage *self = ASK_BOARD_PAGE (object);

  g_cancellable_cancel (self->cancellable);
  if (self->running != NULL)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  if (self->looking != NULL)
    g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  g_clear_handle_id (&self->tick, g_source_remove);
  g_clear_weak_pointer (&self->undo_toast);
  g_clear_object (&self->session);
  if (self->toasts != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->toasts));
  self->toasts = NULL;
  G_OBJECT_CLASS (ask_board_page_parent_class)->dispose (object);
}

static void
ask_board_page_finalize (GObject *object)
{
  AskBoardPage *self = ASK_BOARD_PAGE (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->open, ask_open_board_free);
  g_clear_pointer (&self->preset, ask_board_free);
  g_clear_pointer (&self->sent, ask_board_free);
  g_ptr_array_unref (self->filters);
  g_ptr_array_unref (self->next);
  g_array_unref (self->done);
  g_array_unref (self->undone);
  g_object_unref (self->intervals);
  g_free (self->filled);
  g_free (self->dirty);
  G_OBJECT_CLASS (ask_board_page_parent_class)->finalize (object);
}

static void
ask_board_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_POLICY)
    g_value_take_string (value, ask_board_page_dup_policy (ASK_BOARD_PAGE (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ask_board_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_POLICY)
    ask_board_page_set_policy (ASK_BOARD_PAGE (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ask_board_page_class_init (AskBoardPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_board_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_board_page_finalize;
  G_OBJECT_CLASS (klass)->get_property = ask_board_page_get_property;
  G_OBJECT_CLASS (klass)->set_property = ask_board_page_set_property;
  /* When the board refreshes, in a word: the menu marks it. */
  properties[PROP_POLICY] = g_param_spec_string ("policy", NULL, NULL, "hand",
                                                 G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPERTIES, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ask_board_page_install_edits (widget_class);
  ask_board_page_install_undo (widget_class);
  ask_board_page_install_actions (widget_class);
  signals[CLOSED]
    = g_signal_new ("closed", ASK_TYPE_BOARD_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RENAMED]
    = g_signal_new ("renamed", ASK_TYPE_BOARD_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ask_board_page_init (AskBoardPage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->cancellable = g_cancellable_new ();
  self->filters = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_board_filter_free);
  self->next = g_ptr_array_new_with_free_func (g_free);
  self->done = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->undone = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->intervals = g_menu_new ();
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "board.redo", FALSE);
  self->toasts = ADW_TOAST_OVERLAY (adw_toast_overlay_new ());
  self->bar = new_bar (self);
  self->settings = g_object_new (ASK_TYPE_WRAP_BOX, "margin-start", 12, "margin-end", 12, "visible", FALSE, NULL);
  add_states (self);
  gtk_box_append (GTK_BOX (box), self->bar);
  gtk_box_append (GTK_BOX (box), self->settings);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->states));
  adw_toast_overlay_set_child (self->toasts, box);
  gtk_widget_set_parent (GTK_WIDGET (self->toasts), GTK_WIDGET (self));
  self->tick = g_timeout_add_seconds (TICK_S, on_tick, self);
}

/**
 * ask_board_page_new:
 * @session: of the window
 * @id: of a board
 * @wall: it stands in a window of its own, without a bar, and refreshes when it opens
 *
 * Returns: (transfer floating): the page, which reads the board
 */
GtkWidget *
ask_board_page_new (AskSession *session, gint64 id, gboolean wall)
{
  AskBoardPage *self = g_object_new (ASK_TYPE_BOARD_PAGE, NULL);

  self->session = g_object_ref (session);
  self->id = id;
  self->wall = wall;
  ask_board_grid_set_up (self->grid, ask_session_get_path (session), wall);
  gtk_widget_set_visible (self->bar, !wall);
  /* A wall is looked at. */
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "board.tile-settings", !wall);
  ask_board_page_look_again (self);
  return GTK_WIDGET (self);
}

/** ask_board_page_get_id: Returns: the board's number */
gint64
ask_board_page_get_id (AskBoardPage *self)
{
  return self->id;
}
