/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Forms filled in as a person does, by the words on them; what is not there fails the test.
 */
#include "config.h"

#include "app-form.h"

#include <string.h>

#include "app/sources/ask-sheet-form.h"
#include "app/grid/ask-grid.h"

/* Returns: (transfer none): the row of that title; that there is none fails the test */
GtkWidget *
app_form_find_row (gpointer root, GType type, const char *title)
{
  GtkWidget *rows[64] = { NULL };
  guint n = app_test_find_all (GTK_WIDGET (root), type, rows, G_N_ELEMENTS (rows));

  for (guint i = 0; i < n; i++)
    if (g_str_has_prefix (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (rows[i])), title)
        && gtk_widget_get_visible (rows[i]))
      return rows[i];
  g_error ("there is no row “%s”", title);
}

void
app_form_type (gpointer root, const char *title, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (app_form_find_row (root, ADW_TYPE_ENTRY_ROW, title)), text);
}

const char *
app_form_get_typed (gpointer root, const char *title)
{
  return gtk_editable_get_text (GTK_EDITABLE (app_form_find_row (root, ADW_TYPE_ENTRY_ROW, title)));
}

/* Chooses by the words of the list. */
void
app_form_choose (gpointer root, const char *title, const char *words)
{
  AdwComboRow *row = ADW_COMBO_ROW (app_form_find_row (root, ADW_TYPE_COMBO_ROW, title));
  GListModel *model = adw_combo_row_get_model (row);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    if (g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (model), i), words))
      {
        adw_combo_row_set_selected (row, i);
        return;
      }
  g_error ("“%s” offers no “%s”", title, words);
}

/* Returns: (transfer none): the button inside of @root that says @label; that there is none fails the test */
GtkWidget *
app_form_find_button (gpointer root, const char *label)
{
  GtkWidget *words = app_test_find_label (GTK_WIDGET (root), label);
  GtkWidget *button = words != NULL ? gtk_widget_get_ancestor (words, GTK_TYPE_BUTTON) : NULL;

  if (button == NULL)
    g_error ("there is no button “%s”", label);
  return button;
}

void
app_form_press (gpointer root, const char *label)
{
  GtkWidget *button = app_form_find_button (root, label);

  if (!gtk_widget_is_sensitive (button))
    g_error ("“%s” cannot be pressed", label);
  gtk_widget_activate (button);
}

AskAddSourceDialog *
app_form_open (AppTest *self, const char *kind)
{
  ask_window_show_page (self->window, "sources");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.add-source", "s", kind));
  return ASK_ADD_SOURCE_DIALOG (app_test_find_toplevel (ASK_TYPE_ADD_SOURCE_DIALOG));
}

static gboolean
is_settled (gpointer data)
{
  return !g_str_equal (ask_add_source_dialog_get_state (data), "working")
         && ask_add_source_dialog_get_words (data) != NULL;
}

/* Presses Test, and waits for what comes of it. */
void
app_form_test (AskAddSourceDialog *dialog)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_true (app_test_wait (is_settled, dialog));
}

static void
assert_found (AskAddSourceDialog *dialog)
{
  if (!g_str_equal (ask_add_source_dialog_get_state (dialog), "found"))
    g_error ("nothing was found: %s", ask_add_source_dialog_get_words (dialog));
}

void
app_form_assert_refused (AskAddSourceDialog *dialog, const char *words)
{
  g_assert_cmpstr (ask_add_source_dialog_get_state (dialog), ==, "idle");
  if (strstr (ask_add_source_dialog_get_words (dialog), words) == NULL)
    g_error ("no “%s” in: %s", words, ask_add_source_dialog_get_words (dialog));
}

/* What was found is added, and its card is there. */
void
app_form_add (AppTest *self, AskAddSourceDialog *dialog, const char *name)
{
  assert_found (dialog);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  app_test_wait_for_no_window (ASK_TYPE_ADD_SOURCE_DIALOG);
  app_test_wait_for_words (ask_window_get_page (self->window, "sources"), name);
}

AskSourceCard *
app_form_find_card (AppTest *self, const char *name)
{
  return ASK_SOURCE_CARD (app_test_find (GTK_WIDGET (self->window), ASK_TYPE_SOURCE_CARD, name));
}

AskSourceRecord *
app_form_read_record (AppTest *self)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (GPtrArray) records = ask_workspace_list_sources (workspace, NULL);

  g_assert_cmpuint (records->len, ==, 1);
  return g_ptr_array_steal_index (records, 0);
}

/* Returns: (transfer full): the rows of a query of one column, with | between them */
char *
app_form_query (AppTest *self, const char *sql)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = ask_engine_query (engine, sql, NULL, NULL, NULL, &error);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_no_error (error);
  for (gsize i = 0; i < ask_rows_get_n_rows (result->rows); i++)
    {
      g_autofree char *cell = ask_value_to_text (ask_rows_get (result->rows, i, 0));

      g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", cell);
    }
  return g_strdup (text->str);
}

static gboolean
shows_rows (gpointer data)
{
  return g_str_equal (ask_sheet_form_get_state (data), "rows");
}

/* Returns: (transfer none): what the preview shows, once it does */
AskRows *
app_form_wait_for_preview (gpointer root)
{
  GtkWidget *form = app_test_find (GTK_WIDGET (root), ASK_TYPE_SHEET_FORM, NULL);

  g_assert_true (app_test_wait (shows_rows, form));
  return ask_grid_get_rows (ASK_GRID (app_test_find (form, ASK_TYPE_GRID, NULL)));
}

static gboolean
is_let_in (const AppFormDoor *door, const AskTestRequest *request)
{
  g_auto (GStrv) parts = door->header != NULL ? g_strsplit (door->header, ": ", 2) : NULL;

  if (door->query != NULL)
    return g_strcmp0 (request->query, door->query) == 0;
  return parts == NULL || g_strcmp0 (ask_test_request_get_header (request, parts[0]), parts[1]) == 0;
}

void
app_form_serve_door (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  const AppFormDoor *door = data;

  if (g_str_equal (request->path, "/openapi.json"))
    ask_test_reply_set (reply, 200, "application/json", APP_FORM_PARCELS (""), -1);
  else if (g_str_equal (request->path, "/token"))
    ask_test_reply_set (reply, 200, "application/json", "{\"access_token\":\"t\"}", -1);
  else if (is_let_in (door, request))
    ask_test_reply_set (reply, 200, "application/json", "[{\"id\":1}]", -1);
  else
    ask_test_reply_set (reply, 401, "application/json", "{\"error\":\"who are you?\"}", -1);
}
