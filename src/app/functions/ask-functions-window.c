/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list, and behind it the definition of one. Each change is a version of its own in the workspace, so a removal is done at once,
 * and its Undo is one more version.
 */
#include "config.h"

#include "app/functions/ask-functions-window.h"

#include <glib/gi18n.h>

#include "app/functions/ask-function-form.h"
#include "app/functions/ask-program-switch.h"
#include "app/jobs/ask-jobs-function.h"
#include "app/jobs/ask-jobs-query.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"
#include "sql/ask-sql-lexer.h"

/**
 * AskFunctionsWindow:
 * @desk: (nullable): the functions, and the schema whose columns they are tried on
 * @columns: (element-type utf8): of these, an entity and an attribute in turns
 * @removed: (nullable): what the toast brings back
 */
struct _AskFunctionsWindow
{
  AdwWindow parent_instance;
  AskSession *session;
  GCancellable *cancellable;
  AskQueryDesk *desk;
  GPtrArray *columns;
  AskOwnFunction *removed;

  AdwToastOverlay *toasts;
  GtkStack *pages;
  AdwPreferencesGroup *list;
  GPtrArray *rows; /* of the list, borrowed */
  GtkWidget *back;
  GtkWidget *add;
  GtkWidget *save;
  AdwEntryRow *name;
  AdwComboRow *column;
  AskFunctionForm *form;
};

G_DEFINE_FINAL_TYPE (AskFunctionsWindow, ask_functions_window, ADW_TYPE_WINDOW)

static void load (AskFunctionsWindow *self);

static void
show_page (AskFunctionsWindow *self, const char *page)
{
  gboolean edits = g_str_equal (page, "edit");

  gtk_stack_set_visible_child_name (self->pages, page);
  gtk_widget_set_visible (self->back, edits);
  gtk_widget_set_visible (self->save, edits);
  /* The page without functions has the button itself. */
  gtk_widget_set_visible (self->add, g_str_equal (page, "list"));
}

static void
show_list (AskFunctionsWindow *self)
{
  show_page (self, self->rows->len > 0 ? "list" : "empty");
}

/* Its title is markup, and before libadwaita 1.4 it cannot be told otherwise. */
static AdwToast *
make_toast (const char *words)
{
  g_autofree char *escaped = g_markup_escape_text (words, -1);

  return adw_toast_new (escaped);
}

static void
tell (AskFunctionsWindow *self, const char *words)
{
  adw_toast_overlay_add_toast (self->toasts, make_toast (words));
}

/* ---- one function */

static void
choose_column (AskFunctionsWindow *self)
{
  guint at = adw_combo_row_get_selected (self->column);
  g_autofree char *entity = NULL;
  g_autofree char *attribute = NULL;
  g_autofree char *sql = NULL;
  g_autofree char *from = NULL;

  if (2 * at + 1 >= self->columns->len)
    {
      ask_function_form_set_values (self->form, NULL);
      return;
    }
  entity = ask_sql_quote_name_if_needed (self->columns->pdata[2 * at]);
  attribute = ask_sql_quote_name_if_needed (self->columns->pdata[2 * at + 1]);
  sql = g_strdup_printf ("SELECT %s FROM %s", attribute, entity);
  from = g_strdup_printf ("(%s) AS answer", sql);
  ask_function_form_set_values (self->form, &(AskBlendColumn) { sql, from, self->columns->pdata[2 * at + 1], 0 });
}

static void
edit (AskFunctionsWindow *self, const AskOwnFunction *function)
{
  g_autoptr (AskOwnFunction) fresh = ask_own_function_new ("", "");

  gtk_editable_set_text (GTK_EDITABLE (self->name), function != NULL ? function->name : "");
  /* Another name would be another function. */
  gtk_widget_set_sensitive (GTK_WIDGET (self->name), function == NULL);
  ask_function_form_set_asked (self->form, function != NULL ? function : fresh);
  choose_column (self);
  show_page (self, "edit");
  if (function == NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->name));
  else
    ask_function_form_focus (self->form);
}

static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  AskFunctionsWindow *self = ASK_FUNCTIONS_WINDOW (source);
  g_autoptr (GError) error = NULL;

  if (ask_job_finish (source, result, &error) == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        tell (self, ask_error_get_words (error));
      return;
    }
  show_list (self);
  load (self);
}

static void
save_clicked (AskFunctionsWindow *self)
{
  g_autoptr (AskOwnFunction) asked = ask_function_form_dup_asked (self->form);

  if (asked == NULL)
    {
      /* It says what is missing. */
      ask_function_form_try (self->form);
      return;
    }
  g_free (asked->name);
  asked->name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  ask_job_start (ask_jobs_save_function (asked), self, ask_session_get_path (self->session), self->cancellable, saved,
                 NULL);
}

/* ---- the list */

static const AskOwnFunction *
find_function (AskFunctionsWindow *self, GtkWidget *button)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (gtk_widget_is_ancestor (button, self->rows->pdata[i]))
      return self->desk->functions->pdata[i];
  return NULL;
}

static void
edit_clicked (AskFunctionsWindow *self, GtkWidget *button)
{
  const AskOwnFunction *function = find_function (self, button);

  if (function != NULL)
    edit (self, function);
}

static void
undo (AskFunctionsWindow *self)
{
  if (self->removed != NULL)
    ask_job_start (ask_jobs_save_function (self->removed), self, ask_session_get_path (self->session),
                   self->cancellable, saved, NULL);
}

static void
removed (GObject *source, GAsyncResult *result, gpointer data)
{
  AskFunctionsWindow *self = ASK_FUNCTIONS_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autofree char *words = NULL;
  AdwToast *toast;

  if (ask_job_finish (source, result, &error) == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        tell (self, ask_error_get_words (error));
      return;
    }
  words = g_strdup_printf (_ ("“%s” was removed"), self->removed->name);
  toast = make_toast (words);
  adw_toast_set_button_label (toast, _ ("_Undo"));
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (undo), self, G_CONNECT_SWAPPED);
  adw_toast_overlay_add_toast (self->toasts, toast);
  load (self);
}

static void
remove_clicked (AskFunctionsWindow *self, GtkWidget *button)
{
  const AskOwnFunction *function = find_function (self, button);

  if (function == NULL)
    return;
  g_clear_pointer (&self->removed, ask_own_function_free);
  self->removed = ask_own_function_copy (function);
  gtk_widget_set_sensitive (button, FALSE);
  ask_job_start (ask_jobs_remove_function (function->name), self, ask_session_get_path (self->session),
                 self->cancellable, removed, NULL);
}

static void
add_button (AskFunctionsWindow *self, GtkWidget *row, const char *icon, const char *words, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
}

static void
add_row (AskFunctionsWindow *self, const AskOwnFunction *function)
{
  g_autofree char *version = g_strdup_printf ("%" G_GINT64_FORMAT, function->version);
  /* Translators: a version's number, and the question of a function. */
  g_autofree char *subtitle = g_strdup_printf (_ ("Version %s: %s"), version, function->question);
  g_autofree char *edit_words = g_strdup_printf (_ ("Change %s"), function->name);
  g_autofree char *remove_words = g_strdup_printf (_ ("Remove %s"), function->name);
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "use-markup", FALSE, "title", function->name, "subtitle",
                                 subtitle, "subtitle-lines", 2, NULL);

  add_button (self, row, "document-edit-symbolic", edit_words, G_CALLBACK (edit_clicked));
  add_button (self, row, "user-trash-symbolic", remove_words, G_CALLBACK (remove_clicked));
  if (function->command != NULL)
    ask_program_switch_add (ADW_ACTION_ROW (row), self->session, function);
  adw_preferences_group_add (self->list, row);
  g_ptr_array_add (self->rows, row);
}

static void
list_columns (AskFunctionsWindow *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  g_ptr_array_set_size (self->columns, 0);
  for (guint e = 0; e < self->desk->schema->entities->len; e++)
    {
      const AskEntity *entity = self->desk->schema->entities->pdata[e];

      for (guint a = 0; !entity->hidden && a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];
          g_autofree char *name = g_strdup_printf ("%s.%s", entity->name, attribute->name);

          if (attribute->hidden)
            continue;
          g_ptr_array_add (self->columns, g_strdup (entity->name));
          g_ptr_array_add (self->columns, g_strdup (attribute->name));
          gtk_string_list_append (names, name);
        }
    }
  adw_combo_row_set_model (self->column, G_LIST_MODEL (names));
}

static void
loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  AskFunctionsWindow *self = ASK_FUNCTIONS_WINDOW (source);
  g_autoptr (GError) error = NULL;
  AskQueryDesk *desk = ask_job_finish (source, result, &error);

  if (desk == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        tell (self, ask_error_get_words (error));
      return;
    }
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->list, self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
  g_clear_pointer (&self->desk, ask_query_desk_free);
  self->desk = desk;
  for (guint i = 0; i < desk->functions->len; i++)
    add_row (self, desk->functions->pdata[i]);
  if (!g_str_equal (gtk_stack_get_visible_child_name (self->pages), "edit"))
    show_list (self);
  list_columns (self);
}

static void
load (AskFunctionsWindow *self)
{
  ask_job_start (ask_jobs_load_query_desk (), self, ask_session_get_path (self->session), self->cancellable, loaded,
                 NULL);
}

/* ---- the window */

static void
add_clicked (AskFunctionsWindow *self)
{
  edit (self, NULL);
}

static void
back_clicked (AskFunctionsWindow *self)
{
  ask_function_form_stop (self->form);
  show_list (self);
}

static void
stop (gpointer window)
{
  g_cancellable_cancel (((AskFunctionsWindow *) window)->cancellable);
}

static void
ask_functions_window_finalize (GObject *object)
{
  AskFunctionsWindow *self = ASK_FUNCTIONS_WINDOW (object);

  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->desk, ask_query_desk_free);
  g_clear_pointer (&self->removed, ask_own_function_free);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->rows);
  G_OBJECT_CLASS (ask_functions_window_parent_class)->finalize (object);
}

static void
ask_functions_window_class_init (AskFunctionsWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_functions_window_finalize;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static GtkWidget *
new_button (AskFunctionsWindow *self, const char *label, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  return button;
}

static void
add_page (AskFunctionsWindow *self, const char *name, GtkWidget *box)
{
  GtkWidget *clamp = g_object_new (ADW_TYPE_CLAMP, "maximum-size", 600, "child", box, NULL);

  g_object_set (box, "margin-start", 12, "margin-end", 12, "margin-top", 18, "margin-bottom", 18, NULL);
  gtk_stack_add_named (self->pages,
                       g_object_new (GTK_TYPE_SCROLLED_WINDOW, "hscrollbar-policy", GTK_POLICY_NEVER, "vexpand", TRUE,
                                     "child", clamp, NULL),
                       name);
}

static GtkWidget *
new_empty (AskFunctionsWindow *self)
{
  GtkWidget *button = new_button (self, _ ("_New Function"), G_CALLBACK (add_clicked));

  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "pill");
  gtk_widget_add_css_class (button, "suggested-action");
  return g_object_new (ADW_TYPE_STATUS_PAGE, "icon-name", "ask-question-symbolic", "title", _ ("No Functions Yet"),
                       "description",
                       _ ("A question about each value of a column, such as “Is this a complaint?”, becomes a function "
                          "that SQL and questions can call."),
                       "child", button, NULL);
}

static GtkWidget *
new_definition (AskFunctionsWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  GtkWidget *group = adw_preferences_group_new ();

  self->name = g_object_new (ADW_TYPE_ENTRY_ROW, "title", _ ("_Name in SQL"), "use-underline", TRUE, NULL);
  self->column = g_object_new (ADW_TYPE_COMBO_ROW, "title", _ ("Tried _on"), "use-underline", TRUE, "expression",
                               gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"), NULL);
  g_signal_connect_object (self->column, "notify::selected", G_CALLBACK (choose_column), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), GTK_WIDGET (self->name));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), GTK_WIDGET (self->column));
  gtk_box_append (GTK_BOX (box), group);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->form));
  return box;
}

static void
ask_functions_window_init (AskFunctionsWindow *self)
{
  self->cancellable = g_cancellable_new ();
  self->columns = g_ptr_array_new_with_free_func (g_free);
  self->rows = g_ptr_array_new ();
  gtk_window_set_title (GTK_WINDOW (self), _ ("Functions"));
  gtk_window_set_default_size (GTK_WINDOW (self), 600, 680);
  ask_transient_init (self, stop);
}

static void
build (AskFunctionsWindow *self)
{
  GtkWidget *outer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);

  self->back = new_button (self, _ ("_Cancel"), G_CALLBACK (back_clicked));
  self->add = new_button (self, _ ("_New Function"), G_CALLBACK (add_clicked));
  self->save = new_button (self, _ ("_Save"), G_CALLBACK (save_clicked));
  gtk_widget_add_css_class (self->save, "suggested-action");
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), self->back);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), self->add);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), self->save);
  self->pages = GTK_STACK (gtk_stack_new ());
  self->list = ADW_PREFERENCES_GROUP (
    g_object_new (ADW_TYPE_PREFERENCES_GROUP, "description", _ ("SQL and questions can call them."), NULL));
  gtk_box_append (GTK_BOX (list), GTK_WIDGET (self->list));
  add_page (self, "list", list);
  gtk_stack_add_named (self->pages, new_empty (self), "empty");
  add_page (self, "edit", new_definition (self));
  self->toasts = ADW_TOAST_OVERLAY (adw_toast_overlay_new ());
  adw_toast_overlay_set_child (self->toasts, GTK_WIDGET (self->pages));
  gtk_widget_set_vexpand (GTK_WIDGET (self->toasts), TRUE);
  gtk_box_append (GTK_BOX (outer), header);
  gtk_box_append (GTK_BOX (outer), GTK_WIDGET (self->toasts));
  adw_window_set_content (ADW_WINDOW (self), outer);
  show_page (self, "list");
}

/** ask_functions_window_new: @session: of the window behind. Returns: (transfer none): a window, which is not shown yet */
GtkWidget *
ask_functions_window_new (AskSession *session)
{
  AskFunctionsWindow *self = g_object_new (ASK_TYPE_FUNCTIONS_WINDOW, NULL);

  self->session = g_object_ref (session);
  self->form = ASK_FUNCTION_FORM (ask_function_form_new (session, TRUE));
  build (self);
  load (self);
  return GTK_WIDGET (self);
}
