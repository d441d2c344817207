/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be done in any window, by its keys and by widgets of other rooms, which know no page but the names of actions.
 */
#include "config.h"

#include "app/ask-window-private.h"

#include "app/ask-workspaces.h"
#include "app/ask/ask-ask-view.h"
#include "app/ask/ask-history-view.h"
#include "app/board/ask-boards-view.h"
#include "app/board/ask-pin-dialog.h"
#include "app/explore/ask-browse-view.h"
#include "app/explore/ask-build-view.h"
#include "app/query/ask-query-view.h"
#include "app/schema/ask-impact-window.h"
#include "app/sources/ask-sources-view.h"
#include "app/verified/ask-verified-view.h"
#include "base/ask-json.h"

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
action_reload (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_session_changed (ASK_WINDOW (widget)->session);
}

/** ask_window_install_actions: @widget_class: of AskWindow. To be called once, when the class is made */
void
ask_window_install_actions (GtkWidgetClass *widget_class)
{
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

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter, actions[i].activate);
}
