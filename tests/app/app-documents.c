/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Folders of documents are in the test's own folder, and go with it.
 */
#include "config.h"

#include "app-documents.h"

#include <glib/gstdio.h>

#include "source/ask-source-kinds.h"
#include "store/ask-workspace.h"

/* Returns: (transfer full): a new folder */
char *
app_documents_new (AppTest *self, const char *name)
{
  char *folder = g_build_filename (self->folder, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  return folder;
}

/* Writes a file, and the folders above it. */
void
app_documents_put (const char *folder, const char *path, const char *text)
{
  g_autofree char *whole = g_build_filename (folder, path, NULL);
  g_autofree char *parent = g_path_get_dirname (whole);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (whole, text, -1, NULL));
}

void
app_documents_take (const char *folder, const char *path)
{
  g_autofree char *whole = g_build_filename (folder, path, NULL);

  g_assert_cmpint (g_remove (whole), ==, 0);
}

/* Adds the folder as a source, beside the window, which is told. */
void
app_documents_add (AppTest *self, const char *folder, const char *source)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = ask_workspace_add_source (
      workspace, &(AskNewSource) { ask_source_kinds_find ("documents"), source, folder, NULL, NULL }, NULL, NULL,
      &error);

  g_assert_no_error (error);
  g_assert_nonnull (record);
  ask_session_changed (ask_window_get_session (self->window));
}

/* Hides an attribute, as a steward does. */
void
app_documents_hide (AppTest *self, const char *entity, const char *attribute)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, &error);
  g_autoptr (AskSchema) copy = ask_schema_fork (schema);
  AskEntity *found = ask_schema_own_entity (copy, ask_schema_find_entity (copy, entity)->id);

  g_assert_no_error (error);
  ask_entity_find_attribute (found, attribute)->hidden = TRUE;
  g_assert_true (ask_workspace_save_schema (workspace, copy, "Hidden", &error));
}

static gboolean
is_browsed (gpointer view)
{
  return g_str_equal (ask_browse_view_get_state (view), "full") && !ask_browse_view_is_busy (view);
}

/* Returns: (transfer none): the page, with the rows of @entity */
AskBrowseView *
app_documents_browse (AppTest *self, const char *entity)
{
  AskBrowseView *view;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.browse", "s", entity);
  view = ASK_BROWSE_VIEW (ask_window_get_page (self->window, "browse"));
  app_test_wait_for_words (view, entity);
  g_assert_true (app_test_wait (is_browsed, view));
  return view;
}
