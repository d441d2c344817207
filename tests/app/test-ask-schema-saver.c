/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edits on their way to the workspace: each is there in the end, those of two windows are joined, and of two that
 * exclude each other none is lost.
 */
#include "config.h"

#include <glib/gstdio.h>

#include "app/schema/ask-schema-saver.h"
#include "store/ask-workspace.h"

typedef struct
{
  char *folder;
  char *path;
  AskSession *session;
  AskSchemaEditor *editor;
  AskSchemaSaver *saver;
  char *failure;
  gboolean conflict;
} Fixture;

static AskWorkspace *
open_workspace (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  AskWorkspace *workspace = ask_workspace_open (self->path, &error);

  g_assert_no_error (error);
  return workspace;
}

static AskSchema *
load (Fixture *self, AskEditBase *version)
{
  g_autoptr (AskWorkspace) workspace = open_workspace (self);
  g_autoptr (GError) error = NULL;
  AskSchema *schema = ask_workspace_load_edited (workspace, version, &error);

  g_assert_no_error (error);
  return schema;
}

/* What another window does. */
static void
save_elsewhere (Fixture *self, const char *id, const char *description)
{
  g_autoptr (AskWorkspace) workspace = open_workspace (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, &error);
  AskEntity *entity = ask_schema_own_entity (schema, id);

  g_free (entity->description);
  entity->description = g_strdup (description);
  ask_workspace_save_schema (workspace, schema, "Elsewhere", &error);
  g_assert_no_error (error);
}

static void
failed (AskSchemaSaver *saver, const char *message, gboolean conflict, Fixture *self)
{
  g_free (self->failure);
  self->failure = g_strdup (message);
  self->conflict = conflict;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (AskSchema) loaded = NULL;
  g_autoptr (GError) error = NULL;
  AskEditBase version;

  self->folder = g_dir_make_tmp ("ask-saver-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "w.askdata", NULL);
  ask_schema_add_entity (schema, ask_entity_new ("orders", "s", "orders", ASK_ENTITY_TABLE));
  ask_schema_add_entity (schema, ask_entity_new ("items", "s", "items", ASK_ENTITY_TABLE));
  {
    g_autoptr (AskWorkspace) workspace = open_workspace (self);

    ask_workspace_save_schema (workspace, schema, "First", &error);
    g_assert_no_error (error);
  }
  loaded = load (self, &version);
  self->session = ask_session_new (self->path);
  self->editor = ask_schema_editor_new (loaded);
  self->saver = ask_schema_saver_new (self->session, self->editor, &version);
  g_signal_connect (self->saver, "failed", G_CALLBACK (failed), self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  g_clear_object (&self->saver);
  g_clear_object (&self->editor);
  g_clear_object (&self->session);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->path);
  g_free (self->failure);
}

static void
edit (Fixture *self, const char *id, const char *description)
{
  AskSchema *draft = ask_schema_editor_begin (self->editor);
  AskEntity *entity = ask_schema_own_entity (draft, id);

  g_free (entity->description);
  entity->description = g_strdup (description);
  g_assert_true (ask_schema_editor_commit (self->editor, draft, description, NULL));
}

static void
wait_for (Fixture *self, gboolean idle)
{
  gint64 end = g_get_monotonic_time () + 30 * G_USEC_PER_SEC;

  while ((idle ? !ask_schema_saver_is_idle (self->saver) : self->failure == NULL) && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (idle ? ask_schema_saver_is_idle (self->saver) : self->failure != NULL);
}

static void
assert_saved (Fixture *self, const char *orders, const char *items)
{
  AskEditBase version;
  g_autoptr (AskSchema) schema = load (self, &version);

  g_assert_cmpstr (ask_schema_find_id (schema, "s.orders")->description, ==, orders);
  g_assert_cmpstr (ask_schema_find_id (schema, "s.items")->description, ==, items);
}

static void
test_in_order (Fixture *self, gconstpointer data)
{
  for (guint i = 0; i < 30; i++)
    {
      g_autofree char *words = g_strdup_printf ("Edit %u", i);

      edit (self, i % 2 == 0 ? "s.orders" : "s.items", words);
      if (i % 7 == 0)
        wait_for (self, TRUE);
    }
  wait_for (self, TRUE);
  assert_saved (self, "Edit 28", "Edit 29");
  ask_schema_editor_undo (self->editor);
  wait_for (self, TRUE);
  assert_saved (self, "Edit 28", "Edit 27");
}

static void
test_joined (Fixture *self, gconstpointer data)
{
  save_elsewhere (self, "s.items", "Theirs");
  edit (self, "s.orders", "Ours");
  wait_for (self, TRUE);
  assert_saved (self, "Ours", "Theirs");
  g_assert_cmpstr (ask_schema_find_id (ask_schema_editor_get_schema (self->editor), "s.items")->description, ==,
                   "Theirs");
  g_assert_null (self->failure);
}

/* What was edited while the save was under way is joined as well. */
static void
test_joined_on_the_way (Fixture *self, gconstpointer data)
{
  save_elsewhere (self, "s.items", "Theirs");
  edit (self, "s.orders", "Ours");
  edit (self, "s.orders", "Ours, again");
  wait_for (self, TRUE);
  assert_saved (self, "Ours, again", "Theirs");
  g_assert_cmpstr (ask_schema_find_id (ask_schema_editor_get_schema (self->editor), "s.items")->description, ==,
                   "Theirs");
}

/* And where it excludes what the other saved, it waits for a person. */
static void
test_conflict_on_the_way (Fixture *self, gconstpointer data)
{
  save_elsewhere (self, "s.items", "Theirs");
  edit (self, "s.orders", "Ours");
  edit (self, "s.items", "Ours");
  wait_for (self, FALSE);
  g_assert_true (self->conflict);
  assert_saved (self, "Ours", "Theirs");
  g_clear_pointer (&self->failure, g_free);
  ask_schema_saver_retry (self->saver);
  wait_for (self, FALSE);
  assert_saved (self, "Ours", "Theirs");
  g_assert_cmpstr (ask_schema_find_id (ask_schema_editor_get_schema (self->editor), "s.items")->description, ==,
                   "Ours");
}

static void
test_conflict (Fixture *self, gconstpointer data)
{
  g_autoptr (AskSchema) theirs = NULL;
  AskEditBase version;

  save_elsewhere (self, "s.orders", "Theirs");
  edit (self, "s.orders", "Ours");
  wait_for (self, FALSE);
  g_assert_true (self->conflict);
  assert_saved (self, "Theirs", NULL);
  /* Trying again does not help, and does not overwrite. */
  g_clear_pointer (&self->failure, g_free);
  ask_schema_saver_retry (self->saver);
  wait_for (self, FALSE);
  assert_saved (self, "Theirs", NULL);

  theirs = load (self, &version);
  ask_schema_saver_take (self->saver, theirs, &version, "Elsewhere", FALSE);
  g_assert_cmpstr (ask_schema_find_id (ask_schema_editor_get_schema (self->editor), "s.orders")->description, ==,
                   "Ours");
  ask_schema_saver_take (self->saver, theirs, &version, "Elsewhere", TRUE);
  g_assert_cmpstr (ask_schema_find_id (ask_schema_editor_get_schema (self->editor), "s.orders")->description, ==,
                   "Theirs");
  g_assert_true (ask_schema_saver_is_idle (self->saver));
  /* Ours is a step of undo away, and goes to disk then. */
  g_assert_true (ask_schema_editor_undo (self->editor));
  wait_for (self, TRUE);
  assert_saved (self, "Ours", NULL);
}

/* What somebody has to agree to first waits, also while a save is under way, and is saved with what comes after it or
 * when somebody asks for it. */
static void
test_held (Fixture *self, gconstpointer data)
{
  edit (self, "s.items", "First");
  ask_schema_saver_hold (self->saver, TRUE);
  edit (self, "s.orders", "Held");
  for (guint i = 0; i < 50; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (10000);
    }
  g_assert_false (ask_schema_saver_is_idle (self->saver));
  assert_saved (self, NULL, "First");
  /* Taken back: there is nothing to save. */
  ask_schema_editor_undo (self->editor);
  ask_schema_saver_hold (self->saver, FALSE);
  wait_for (self, TRUE);
  assert_saved (self, NULL, "First");

  ask_schema_saver_hold (self->saver, TRUE);
  edit (self, "s.orders", "Agreed");
  ask_schema_saver_hold (self->saver, FALSE);
  wait_for (self, TRUE);
  assert_saved (self, "Agreed", "First");
  /* As when the window closes. */
  ask_schema_saver_hold (self->saver, TRUE);
  edit (self, "s.orders", "Closing");
  ask_schema_saver_retry (self->saver);
  wait_for (self, TRUE);
  assert_saved (self, "Closing", "First");
}

#define ADD(name, test) g_test_add ("/app/ask-schema-saver/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("edits-are-saved-in-their-order", test_in_order);
  ADD ("edits-of-two-windows-are-joined", test_joined);
  ADD ("edits-under-way-are-joined", test_joined_on_the_way);
  ADD ("edits-that-exclude-each-other-are-told", test_conflict);
  ADD ("a-conflict-under-way-is-told", test_conflict_on_the_way);
  ADD ("what-is-held-is-saved-once-it-is-agreed", test_held);
  return g_test_run ();
}
