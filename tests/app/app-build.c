/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The page where a query is built, as tests use it: by its words, its drop-downs and its SQL.
 */
#include "config.h"

#include "app-build.h"

#include <string.h>

#include "app/sql/ask-sql-editor.h"

GtkWidget *
app_build_open (AppTest *self, const char *text)
{
  GtkWidget *view;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.build", "s", text);
  view = ask_window_get_page (self->window, "build");
  return view;
}

static char *
dup_sql (GtkWidget *view)
{
  GtkWidget *editor = NULL;
  g_autofree char *text = NULL;

  g_assert_cmpuint (app_test_find_all (view, ASK_TYPE_SQL_EDITOR, &editor, 1), ==, 1);
  text = ask_sql_editor_dup_text (ASK_SQL_EDITOR (editor));
  g_strdelimit (text, "\n", ' ');
  /* Lines are indented. */
  for (char *p; (p = strstr (text, "  ")) != NULL;)
    memmove (p, p + 1, strlen (p));
  return g_steal_pointer (&text);
}

typedef struct
{
  GtkWidget *view;
  const char *sql;
} Awaited;

static gboolean
has_sql (gpointer data)
{
  const Awaited *awaited = data;
  g_autofree char *sql = dup_sql (awaited->view);

  return strcmp (sql, awaited->sql) == 0;
}

void
app_build_wait_for_sql (GtkWidget *view, const char *sql)
{
  Awaited awaited = { view, sql };

  if (!app_test_wait (has_sql, &awaited))
    {
      g_autofree char *found = dup_sql (view);

      g_error ("“%s” instead of “%s”", found, sql);
    }
}

void
app_build_add_step (GtkWidget *view, AskBuildKind kind)
{
  gtk_widget_activate_action (view, "build.add", "i", (int) kind);
}

void
app_build_click (GtkWidget *button)
{
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
}

void
app_build_click_words (GtkWidget *view, const char *words)
{
  GtkWidget *label = app_test_find_label (view, words);

  g_assert_nonnull (label);
  app_build_click (gtk_widget_get_ancestor (label, GTK_TYPE_BUTTON));
}

/* Chooses what is called @words in the drop-down @label number @at of the page. */
void
app_build_choose (GtkWidget *view, const char *label, guint at, const char *words)
{
  GtkWidget *all[40];
  guint n = app_test_find_all (view, GTK_TYPE_DROP_DOWN, all, G_N_ELEMENTS (all));

  for (guint i = 0; i < n; i++)
    if (app_test_find (all[i], GTK_TYPE_DROP_DOWN, label) == all[i] && at-- == 0)
      {
        GListModel *model = gtk_drop_down_get_model (GTK_DROP_DOWN (all[i]));

        for (guint w = 0; w < g_list_model_get_n_items (model); w++)
          {
            g_autoptr (GtkStringObject) string = g_list_model_get_item (model, w);

            if (strcmp (gtk_string_object_get_string (string), words) == 0)
              {
                gtk_drop_down_set_selected (GTK_DROP_DOWN (all[i]), w);
                return;
              }
          }
        g_error ("“%s” is not offered in “%s”", words, label);
      }
  g_error ("There is no drop-down “%s”", label);
}
