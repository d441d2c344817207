/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pages are made when they are first shown, so that the first frame waits for the Ask page alone.
 * The window owns the session; its pages hold references. What it does before it closes is in ask-window-close.c.
 */
#include "config.h"

#include "app/ask-window-private.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app/ask-workspaces.h"
#include "app/ask/ask-ask-view.h"
#include "app/ask/ask-history-view.h"
#include "app/board/ask-boards-view.h"
#include "app/board/ask-pin-dialog.h"
#include "app/explore/ask-build-view.h"
#include "app/explore/ask-browse-view.h"
#include "app/inbox/ask-inbox-view.h"
#include "app/jobs/ask-jobs-inbox.h"
#include "app/jobs/ask-jobs-question.h"
#include "app/query/ask-query-view.h"
#include "app/schema/ask-impact-window.h"
#include "app/sources/ask-sources-view.h"
#include "app/verified/ask-verified-view.h"
#include "app/welcome/ask-welcome.h"
#include "app/widgets/ask-display-errors.h"
#include "app/widgets/ask-popovers.h"
#include "base/ask-error.h"
#include "store/ask-workspace.h"

G_DEFINE_FINAL_TYPE (AskWindow, ask_window, ADW_TYPE_APPLICATION_WINDOW)

static const struct
{
  const char *name;
  const char *title;
  const char *icon;
  GtkWidget *(*create) (AskSession *session);
} page_table[] = {
  { "ask", N_ ("Ask"), "ask-question-symbolic", ask_ask_view_new },
  { "boards", N_ ("Boards"), "ask-board-symbolic", ask_boards_view_new },
  { "browse", N_ ("Browse"), "ask-browse-symbolic", ask_browse_view_new },
  { "build", N_ ("Build"), "ask-build-symbolic", ask_build_view_new },
  { "sql", N_ ("SQL"), "ask-sql-symbolic", ask_query_view_new },
  { "history", N_ ("History"), "ask-history-symbolic", ask_history_view_new },
  { "verified", N_ ("Verified"), "ask-verified-symbolic", ask_verified_view_new },
  { "inbox", N_ ("Inbox"), "ask-inbox-symbolic", ask_inbox_view_new },
  { "sources", N_ ("Sources"), "ask-source-symbolic", ask_sources_view_new },
  { "schema", N_ ("Schema"), "ask-schema-symbolic", ask_schema_view_new },
};

static void count_inbox (AskWindow *self);

static GSettings *
get_settings (AskWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  return ASK_IS_APPLICATION (application) ? ask_application_get_settings (ASK_APPLICATION (application)) : NULL;
}

/**
 * ask_window_get_page:
 * @name: as in the table of pages: "ask", "history", …
 *
 * Returns: (transfer none) (nullable): the page, made if it was not there; %NULL for another name
 */
GtkWidget *
ask_window_get_page (AskWindow *self, const char *name)
{
  GtkWidget *page;

  g_return_val_if_fail (ASK_IS_WINDOW (self), NULL);
  page = gtk_stack_get_child_by_name (self->pages, name);
  for (guint i = 0; page == NULL && i < G_N_ELEMENTS (page_table); i++)
    if (g_str_equal (page_table[i].name, name))
      {
        page = page_table[i].create (self->session);
        if (ASK_IS_ASK_VIEW (page))
          ask_ask_view_set_welcome (ASK_ASK_VIEW (page), ask_welcome_new ());
        gtk_stack_add_named (self->pages, page, name);
      }
  return page;
}

/**
 * ask_window_show_page:
 * @name: as for ask_window_get_page(); another name is ignored
 *
 * Shows a page and remembers it for the next start.
 */
void
ask_window_show_page (AskWindow *self, const char *name)
{
  GtkWidget *page;
  GSettings *settings;

  g_return_if_fail (ASK_IS_WINDOW (self));
  page = ask_window_get_page (self, name);
  if (page == NULL)
    return;
  gtk_stack_set_visible_child (self->pages, page);
  for (guint i = 0; i < G_N_ELEMENTS (page_table); i++)
    if (g_str_equal (page_table[i].name, name))
      {
        GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->sidebar, (int) i);

        adw_window_title_set_title (self->title, _ (page_table[i].title));
        if (gtk_list_box_get_selected_row (self->sidebar) != row)
          gtk_list_box_select_row (self->sidebar, row);
      }
  /* Questions were asked since. */
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    count_inbox (self);
  settings = get_settings (self);
  if (settings != NULL)
    g_settings_set_string (settings, "last-page", name);
}

static void
row_selected (AskWindow *self, GtkListBoxRow *row)
{
  int index = row != NULL ? gtk_list_box_row_get_index (row) : -1;

  if (index < 0 || index >= (int) G_N_ELEMENTS (page_table))
    return;
  ask_window_show_page (self, page_table[index].name);
}

static void
row_activated (AskWindow *self)
{
  if (adw_flap_get_folded (self->flap))
    adw_flap_set_reveal_flap (self->flap, FALSE);
}

static void
action_show_page (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_window_show_page (ASK_WINDOW (widget), g_variant_get_string (parameter, NULL));
}

static AskAskView *
show_ask_page (AskWindow *self)
{
  ask_window_show_page (self, "ask");
  return ASK_ASK_VIEW (ask_window_get_page (self, "ask"));
}

static void
action_focus_question (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_ask_view_focus (show_ask_page (ASK_WINDOW (widget)));
}

static void
action_new_question (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_ask_view_begin_afresh (show_ask_page (ASK_WINDOW (widget)));
}

static void
action_ask (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_ask_view_ask (show_ask_page (ASK_WINDOW (widget)), g_variant_get_string (parameter, NULL));
}

/* An entity, or SQL, to be built on. */
static void
action_build (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskWindow *self = ASK_WINDOW (widget);

  ask_window_show_page (self, "build");
  ask_build_view_open (ASK_BUILD_VIEW (ask_window_get_page (self, "build")), g_variant_get_string (parameter, NULL));
}

/* A query that was built or written, with the question that it answers. */
static void
action_ask_sql (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const char *question, *sql;

  g_variant_get (parameter, "(&s&s)", &question, &sql);
  ask_ask_view_run (show_ask_page (ASK_WINDOW (widget)), question, sql);
}

/* A question about an entity is begun, for a person to finish. */
static void
action_ask_about (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_ask_view_begin_about (show_ask_page (ASK_WINDOW (widget)), g_variant_get_string (parameter, NULL));
}

/* An entity's name, or "" for the page as it is. */
static void
action_browse (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskWindow *self = ASK_WINDOW (widget);
  const char *entity = g_variant_get_string (parameter, NULL);

  ask_window_show_page (self, "browse");
  if (*entity != '\0')
    ask_browse_view_open (ASK_BROWSE_VIEW (ask_window_get_page (self, "browse")), entity);
}

/* A source's name: its entities are searched. */
static void
action_browse_source (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskWindow *self = ASK_WINDOW (widget);

  ask_window_show_page (self, "browse");
  ask_browse_view_search (ASK_BROWSE_VIEW (ask_window_get_page (self, "browse")),
                          g_variant_get_string (parameter, NULL));
}

static void
action_answer_sql (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_ask_view_write (show_ask_page (ASK_WINDOW (widget)), g_variant_get_string (parameter, NULL));
}

static void
action_open_answer (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_ask_view_open (show_ask_page (ASK_WINDOW (widget)), g_variant_get_int64 (parameter));
}

static void
action_open_board (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskWindow *self = ASK_WINDOW (widget);

  ask_window_show_page (self, "boards");
  ask_boards_view_open (ASK_BOARDS_VIEW (ask_window_get_page (self, "boards")), g_variant_get_int64 (parameter));
}

static void
action_add_source (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskWindow *self = ASK_WINDOW (widget);

  ask_window_show_page (self, "sources");
  ask_sources_view_add (ASK_SOURCES_VIEW (ask_window_get_page (self, "sources")),
                        g_variant_get_string (parameter, NULL));
}

static void
action_open_verified (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskWindow *self = ASK_WINDOW (widget);

  ask_window_show_page (self, "verified");
  ask_verified_view_select (ASK_VERIFIED_VIEW (ask_window_get_page (self, "verified")),
                            g_variant_get_int64 (parameter));
}

/* A query, with the question that it answers and the look of its chart as JSON; both may be empty. */
static void
action_pin (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBoardPin pin = { 0 };
  g_autoptr (JsonNode) look = NULL;
  const char *question, *json;

  g_variant_get (parameter, "(&s&s&s)", &pin.sql, &question, &json);
  pin.question = *question != '\0' ? question : NULL;
  look = *json != '\0' ? ask_json_parse (json, -1, NULL) : NULL;
  pin.look = look;
  ask_pin_dialog_present (widget, ASK_WINDOW (widget)->session, &pin);
}

static void
action_open_sql (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskWindow *self = ASK_WINDOW (widget);

  ask_window_show_page (self, "sql");
  ask_query_view_open (ASK_QUERY_VIEW (ask_window_get_page (self, "sql")), g_variant_get_string (parameter, NULL));
}

static void
action_impact_test (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GtkWidget *window = ask_impact_window_new (ASK_WINDOW (widget)->session);

  gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (widget));
  gtk_window_present (GTK_WINDOW (window));
}

static void
action_show_versions (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskWindow *self = ASK_WINDOW (widget);

  ask_window_show_page (self, "schema");
  ask_schema_view_show_versions (ASK_SCHEMA_VIEW (ask_window_get_page (self, "schema")),
                                 g_ascii_strtoll (g_variant_get_string (parameter, NULL), NULL, 10));
}

static void
action_show_operation (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskWindow *self = ASK_WINDOW (widget);

  ask_sources_view_open_operation (GTK_WINDOW (self), self->session, self->cancellable,
                                   g_variant_get_string (parameter, NULL));
}

static void
action_toggle_sidebar (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskWindow *self = ASK_WINDOW (widget);

  adw_flap_set_reveal_flap (self->flap, !adw_flap_get_reveal_flap (self->flap));
}

static void
action_find (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskWindow *self = ASK_WINDOW (widget);
  GtkWidget *page = gtk_stack_get_visible_child (self->pages);

  if (ASK_IS_HISTORY_VIEW (page))
    ask_history_view_focus (ASK_HISTORY_VIEW (page));
  else if (ASK_IS_VERIFIED_VIEW (page))
    ask_verified_view_focus (ASK_VERIFIED_VIEW (page));
  else if (ASK_IS_BROWSE_VIEW (page))
    ask_browse_view_focus (ASK_BROWSE_VIEW (page));
  else if (ASK_IS_SCHEMA_VIEW (page))
    ask_schema_view_focus (ASK_SCHEMA_VIEW (page));
  else if (ASK_IS_BUILD_VIEW (page))
    ask_build_view_focus (ASK_BUILD_VIEW (page));
  else if (ASK_IS_QUERY_VIEW (page))
    ask_query_view_find (ASK_QUERY_VIEW (page));
  else
    ask_ask_view_focus (show_ask_page (self));
}

static void
show_toast (AskWindow *self, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (escaped);

  /* What is said last is seen at once. Toasts would wait for each other, and speak of what is long over. */
  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  g_set_weak_pointer (&self->toast, toast);
  adw_toast_set_timeout (toast, 4);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
overview_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskWindow *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskOverview) overview = ask_job_finish (source, result, &error);
  g_autofree char *words = NULL;
  const char *problem;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_WINDOW (source);
  if (overview != NULL && overview->model_name != NULL)
    {
      words = overview->model_host != NULL
                /* Translators: a language model and where it runs: "llama3.1 · local". */
                ? g_strdup_printf (_ ("%s · %s"), overview->model_name, overview->model_host)
                : g_strdup (overview->model_name);
      problem = ask_session_get_model_problem (self->session);
      gtk_widget_set_css_classes (self->model_dot, (const char *[]) { problem != NULL ? "error" : "success", NULL });
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->model_button),
                                   problem != NULL ? problem
                                                   : _ ("This language model answers questions that nobody has "
                                                        "verified yet"));
    }
  else
    {
      /* Translators: where answers are worked out while no language model is set. */
      words = g_strdup (_ ("on this computer"));
      gtk_widget_set_css_classes (self->model_dot, (const char *[]) { "success", NULL });
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->model_button),
                                   _ ("Answers are worked out on this computer. Click to set a language model as "
                                      "well"));
    }
  gtk_label_set_text (self->model_label, words);
  /* In a narrow window the dot stands alone. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->model_button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  if (overview != NULL)
    ask_ask_view_set_overview (ASK_ASK_VIEW (ask_window_get_page (self, "ask")), overview);
  else
    ask_ask_view_set_problem (ASK_ASK_VIEW (ask_window_get_page (self, "ask")), ask_error_get_words (error));
}

/* What happened and was not seen to; suggestions wait until somebody looks. */
static void
inbox_counted (GObject *source, GAsyncResult *result, gpointer data)
{
  AskWindow *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskInboxPage) page = ask_job_finish (source, result, &error);
  g_autofree char *number = NULL;
  g_autofree char *says = NULL;
  guint n = page != NULL ? page->items->len : 0;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_WINDOW (source);
  number = g_strdup_printf ("%u", n);
  /* Translators: the name of a page, and how much it has. */
  says = n > 0 ? g_strdup_printf (_ ("Inbox, %u"), n) : g_strdup (_ ("Inbox"));
  gtk_label_set_text (self->inbox_count, number);
  gtk_widget_set_visible (GTK_WIDGET (self->inbox_count), n > 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->inbox_row), GTK_ACCESSIBLE_PROPERTY_LABEL, says, -1);
}

/* The page says why the inbox cannot be read; a number that is not known is not shown. */
static void
count_inbox (AskWindow *self)
{
  ask_job_start (ask_jobs_list_inbox (FALSE), self, ask_session_get_path (self->session), self->cancellable,
                 inbox_counted, NULL);
}

static void
load_overview (AskWindow *self)
{
  ask_job_start (ask_jobs_overview (), self, ask_session_get_path (self->session), self->cancellable, overview_ready,
                 NULL);
  count_inbox (self);
}

static void
action_reload (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_session_changed (ASK_WINDOW (widget)->session);
}

/* Milliseconds since the process began, from the kernel's clock ticks: the measure that the
 * benchmark quotes has to count the dynamic linker too. */
static double
get_process_age (void)
{
  g_autofree char *stat = NULL;
  unsigned long long start = 0;
  struct timespec now;
  char *rest;

  if (!g_file_get_contents ("/proc/self/stat", &stat, NULL, NULL))
    return -1;
  rest = strrchr (stat, ')');
  if (rest == NULL
      || sscanf (rest + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &start)
           != 1)
    return -1;
  clock_gettime (CLOCK_BOOTTIME, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6 - (double) start * 1e3 / (double) sysconf (_SC_CLK_TCK);
}

static void
after_first_paint (GdkFrameClock *clock, AskWindow *self)
{
  g_signal_handlers_disconnect_by_func (clock, after_first_paint, self);
  if (g_getenv ("ASKDATA_PRINT_FIRST_FRAME") != NULL)
    {
      g_print ("first frame %.0f ms\n", get_process_age ());
      fflush (stdout);
    }
  /* Nothing reads the workspace before the person sees the window. */
  load_overview (self);
}

static void
ask_window_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ask_window_parent_class)->realize (widget);
  g_signal_connect_object (gtk_widget_get_frame_clock (widget), "after-paint", G_CALLBACK (after_first_paint), widget,
                           0);
}

static gboolean
ask_window_close_request (GtkWindow *window)
{
  AskWindow *self = ASK_WINDOW (window);
  GSettings *settings = get_settings (self);
  int width, height;

  if (ask_window_wait_before_close (self))
    return TRUE;
  if (settings != NULL)
    {
      gtk_window_get_default_size (window, &width, &height);
      g_settings_set_int (settings, "window-width", width);
      g_settings_set_int (settings, "window-height", height);
      g_settings_set_boolean (settings, "window-maximized", gtk_window_is_maximized (window));
    }
  return GTK_WINDOW_CLASS (ask_window_parent_class)->close_request (window);
}

static void
ask_window_dispose (GObject *object)
{
  AskWindow *self = ASK_WINDOW (object);

  ask_window_stop_waiting (self);
  g_clear_weak_pointer (&self->asking);
  g_clear_weak_pointer (&self->toast);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_window_parent_class)->dispose (object);
}

static void
ask_window_finalize (GObject *object)
{
  g_clear_object (&ASK_WINDOW (object)->cancellable);
  G_OBJECT_CLASS (ask_window_parent_class)->finalize (object);
}

static void
ask_window_class_init (AskWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const struct
  {
    const char *name;
    const char *parameter;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "win.show-page", "s", action_show_page },
    { "win.focus-question", NULL, action_focus_question },
    { "win.new-question", NULL, action_new_question },
    { "win.ask", "s", action_ask },
    { "win.ask-sql", "(ss)", action_ask_sql },
    { "win.build", "s", action_build },
    { "win.ask-about", "s", action_ask_about },
    { "win.browse", "s", action_browse },
    { "win.browse-source", "s", action_browse_source },
    { "win.open-answer", "x", action_open_answer },
    { "win.open-board", "x", action_open_board },
    { "win.open-file", NULL, ask_window_choose_files },
    { "win.try-sample", NULL, ask_window_try_sample },
    { "win.remove-sample", "s", ask_window_remove_sample },
    { "win.open-workspace", NULL, ask_workspaces_choose },
    { "win.new-workspace", NULL, ask_workspaces_choose_new },
    { "win.open-recent", "s", ask_workspaces_open_recent },
    { "win.add-source", "s", action_add_source },
    { "win.pin", "(sss)", action_pin },
    { "win.impact-test", NULL, action_impact_test },
    { "win.open-verified", "x", action_open_verified },
    { "win.open-sql", "s", action_open_sql },
    { "win.answer-sql", "s", action_answer_sql },
    { "win.show-functions", NULL, ask_window_show_functions },
    { "win.match-lists", NULL, ask_window_match_lists },
    { "win.ask-each", "(sssu)", ask_window_ask_each },
    { "win.show-attribute", "(ss)", ask_window_show_attribute },
    { "win.show-versions", "s", action_show_versions },
    { "win.show-operation", "s", action_show_operation },
    { "win.toggle-sidebar", NULL, action_toggle_sidebar },
    { "win.find", NULL, action_find },
    { "win.reload", NULL, action_reload },
  };

  ask_popovers_init ();
  ask_display_errors_init ();
  G_OBJECT_CLASS (klass)->dispose = ask_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_window_finalize;
  widget_class->realize = ask_window_realize;
  GTK_WINDOW_CLASS (klass)->close_request = ask_window_close_request;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-window.ui");
  gtk_widget_class_bind_template_child (widget_class, AskWindow, flap);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, header);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, title);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, recent_menu);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, sidebar);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, model_button);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, model_label);
  gtk_widget_class_bind_template_child (widget_class, AskWindow, model_dot);
  gtk_widget_class_bind_template_callback (widget_class, row_selected);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter, actions[i].activate);
}

/* The row of a page in the sidebar: its icon and its name. */
static void
add_row (AskWindow *self, guint page)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *icon = g_object_new (GTK_TYPE_IMAGE, "icon-name", page_table[page].icon, "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  GtkWidget *name = g_object_new (GTK_TYPE_LABEL, "label", _ (page_table[page].title), "xalign", 0.0, "ellipsize",
                                  PANGO_ELLIPSIZE_END, "hexpand", TRUE, NULL);

  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), name);
  if (g_str_equal (page_table[page].name, "inbox"))
    {
      self->inbox_row = row;
      self->inbox_count = g_object_new (GTK_TYPE_LABEL, "visible", FALSE, "valign", GTK_ALIGN_CENTER, NULL);
      gtk_widget_add_css_class (GTK_WIDGET (self->inbox_count), "ask-badge");
      gtk_widget_add_css_class (GTK_WIDGET (self->inbox_count), "ask-news");
      gtk_widget_add_css_class (GTK_WIDGET (self->inbox_count), "numeric");
      gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->inbox_count));
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (page_table[page].title), -1);
  gtk_list_box_append (self->sidebar, row);
}

static void
ask_window_init (AskWindow *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  ask_window_take_drops (self);
  for (guint i = 0; i < G_N_ELEMENTS (page_table); i++)
    add_row (self, i);
}

static void
fill_recent (AskWindow *self)
{
  ask_workspaces_fill_menu (self->recent_menu, get_settings (self), ask_session_get_path (self->session));
}

/* Several windows are told apart by their workspace; the usual one needs no name. */
static void
show_workspace (AskWindow *self, const char *path)
{
  g_autofree char *usual = ask_workspace_get_default_path ();
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *title = NULL;

  if (g_str_equal (path, usual))
    return;
  if (g_str_has_suffix (name, ".askdata"))
    name[strlen (name) - strlen (".askdata")] = '\0';
  /* Translators: the name of a workspace's file, in the window's title. */
  title = g_strdup_printf (_ ("%s – AskData"), name);
  gtk_window_set_title (GTK_WINDOW (self), title);
  adw_window_title_set_subtitle (self->title, name);
}

/**
 * ask_window_new:
 * @application: (nullable): whose settings it keeps
 * @path: the workspace file
 *
 * Returns: (transfer none): the window, not yet shown; GTK holds it
 */
AskWindow *
ask_window_new (AskApplication *application, const char *path)
{
  AskWindow *self = g_object_new (ASK_TYPE_WINDOW, "application", application, NULL);
  GSettings *settings = get_settings (self);
  g_autofree char *page = NULL;

  self->session = ask_session_new (path);
  show_workspace (self, path);
  g_signal_connect_object (self->session, "toast", G_CALLBACK (show_toast), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "changed", G_CALLBACK (load_overview), self, G_CONNECT_SWAPPED);
  if (settings != NULL)
    {
      gtk_window_set_default_size (GTK_WINDOW (self), g_settings_get_int (settings, "window-width"),
                                   g_settings_get_int (settings, "window-height"));
      if (g_settings_get_boolean (settings, "window-maximized"))
        gtk_window_maximize (GTK_WINDOW (self));
      page = g_settings_get_string (settings, "last-page");
      ask_workspaces_remember (settings, path);
      g_signal_connect_object (settings, "changed::recent-workspaces", G_CALLBACK (fill_recent), self,
                               G_CONNECT_SWAPPED);
    }
  fill_recent (self);
  ask_window_show_page (self, "ask");
  if (page != NULL && !g_str_equal (page, "ask"))
    ask_window_show_page (self, page);
  return self;
}

/** ask_window_get_session: Returns: (transfer none): what its pages share */
AskSession *
ask_window_get_session (AskWindow *self)
{
  g_return_val_if_fail (ASK_IS_WINDOW (self), NULL);
  return self->session;
}
