/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Versions of a schema as a row of references, without end: versions share what they have in common, so a
 * thousand edits cost a thousand changed entities. The present one is at @now; what lies behind it was
 * undone, and is forgotten by the next edit.
 */
#include "config.h"

#include "schema/edit/ask-schema-editor.h"

/* Edits with the same key that come faster than this are one step: typing, dragging. */
#define MERGE_US (2 * G_USEC_PER_SEC)

typedef struct
{
  AskSchema *schema;
  char *title; /* of the edit that made it; NULL for the first */
  char *merge_key;
  gint64 at; /* monotonic, µs */
} Version;

struct _AskSchemaEditor
{
  GObject parent_instance;
  GPtrArray *versions; /* Version */
  guint now;
};

G_DEFINE_FINAL_TYPE (AskSchemaEditor, ask_schema_editor, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static Version *
version_new (AskSchema *schema, const char *title, const char *merge_key)
{
  Version *self = g_new0 (Version, 1);

  self->schema = ask_schema_ref (schema);
  self->title = g_strdup (title);
  self->merge_key = g_strdup (merge_key);
  self->at = g_get_monotonic_time ();
  return self;
}

static void
version_free (gpointer data)
{
  Version *self = data;

  ask_schema_unref (self->schema);
  g_free (self->title);
  g_free (self->merge_key);
  g_free (self);
}

static Version *
get_version (AskSchemaEditor *self, guint index)
{
  return self->versions->pdata[index];
}

static void
ask_schema_editor_finalize (GObject *object)
{
  AskSchemaEditor *self = ASK_SCHEMA_EDITOR (object);

  g_ptr_array_unref (self->versions);
  G_OBJECT_CLASS (ask_schema_editor_parent_class)->finalize (object);
}

static void
ask_schema_editor_class_init (AskSchemaEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_schema_editor_finalize;

  /**
   * AskSchemaEditor::changed:
   * @title: what happened, for people and for the list of versions: "Renamed order to purchase",
   *   "Undo: Renamed order to purchase"
   *
   * The present schema is another one.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ask_schema_editor_init (AskSchemaEditor *self)
{
  self->versions = g_ptr_array_new_with_free_func (version_free);
}

/**
 * ask_schema_editor_new:
 * @schema: shared from now on: it is never changed again
 *
 * Returns: (transfer full): an editor with nothing to undo
 */
AskSchemaEditor *
ask_schema_editor_new (AskSchema *schema)
{
  AskSchemaEditor *self = g_object_new (ASK_TYPE_SCHEMA_EDITOR, NULL);

  g_ptr_array_add (self->versions, version_new (schema, NULL, NULL));
  return self;
}

/**
 * ask_schema_editor_get_schema:
 *
 * Returns: (transfer none): the present schema, never to be changed; whoever keeps it takes a reference
 */
AskSchema *
ask_schema_editor_get_schema (AskSchemaEditor *self)
{
  g_return_val_if_fail (ASK_IS_SCHEMA_EDITOR (self), NULL);
  return get_version (self, self->now)->schema;
}

/** ask_schema_editor_begin: Returns: (transfer full): a draft of the present schema, to be changed */
AskSchema *
ask_schema_editor_begin (AskSchemaEditor *self)
{
  return ask_schema_fork (ask_schema_editor_get_schema (self));
}

static void
push (AskSchemaEditor *self, AskSchema *schema, const char *title, const char *merge_key)
{
  g_ptr_array_set_size (self->versions, (int) self->now + 1);
  g_ptr_array_add (self->versions, version_new (schema, title, merge_key));
  self->now++;
  g_signal_emit (self, signals[CHANGED], 0, title);
}

/**
 * ask_schema_editor_commit:
 * @draft: (transfer full): from ask_schema_editor_begin(), with no edit committed since
 * @title: what the edit did, for people: "Renamed order to purchase"
 * @merge_key: (nullable): an edit that comes soon after one with the same key is one step of undo with
 *   it: typing into a field, dragging a box
 *
 * Makes the draft the present schema. What was undone is forgotten.
 *
 * Returns: whether it differs from the present one; if not, nothing happened
 */
gboolean
ask_schema_editor_commit (AskSchemaEditor *self, AskSchema *draft, const char *title, const char *merge_key)
{
  Version *present;

  g_return_val_if_fail (ASK_IS_SCHEMA_EDITOR (self) && draft != NULL && title != NULL, FALSE);

  present = get_version (self, self->now);
  if (ask_schema_equal (present->schema, draft))
    {
      ask_schema_unref (draft);
      return FALSE;
    }
  if (merge_key != NULL && self->now > 0 && self->now + 1 == self->versions->len
      && g_strcmp0 (present->merge_key, merge_key) == 0 && g_get_monotonic_time () - present->at < MERGE_US)
    {
      /* The step before is kept as what undo goes back to. */
      g_ptr_array_remove_index (self->versions, self->now);
      self->now--;
    }
  push (self, draft, title, merge_key);
  ask_schema_unref (draft);
  return TRUE;
}

/**
 * ask_schema_editor_replace:
 * @schema: what another window, a refresh or an earlier version made of it
 * @title: what happened: "Refreshed sales"
 *
 * Makes @schema the present one; it can be undone.
 */
void
ask_schema_editor_replace (AskSchemaEditor *self, AskSchema *schema, const char *title)
{
  g_return_if_fail (ASK_IS_SCHEMA_EDITOR (self) && schema != NULL && title != NULL);

  if (!ask_schema_equal (ask_schema_editor_get_schema (self), schema))
    push (self, schema, title, NULL);
}

/**
 * ask_schema_editor_restart:
 * @schema: what edits begin with from now on
 * @title: why: "Changed elsewhere"
 *
 * Makes @schema the present one, with nothing to undo: for where what was edited until now went is no more.
 */
void
ask_schema_editor_restart (AskSchemaEditor *self, AskSchema *schema, const char *title)
{
  g_return_if_fail (ASK_IS_SCHEMA_EDITOR (self) && schema != NULL && title != NULL);

  g_ptr_array_set_size (self->versions, 0);
  self->now = 0;
  g_ptr_array_add (self->versions, version_new (schema, NULL, NULL));
  g_signal_emit (self, signals[CHANGED], 0, title);
}

/** ask_schema_editor_undo: Returns: whether there was an edit to take back */
gboolean
ask_schema_editor_undo (AskSchemaEditor *self)
{
  const char *title = ask_schema_editor_get_undo_title (self);
  g_autofree char *undone = g_strconcat ("Undo: ", title, NULL);

  if (title == NULL)
    return FALSE;
  self->now--;
  g_signal_emit (self, signals[CHANGED], 0, undone);
  return TRUE;
}

/** ask_schema_editor_redo: Returns: whether there was an edit to make again */
gboolean
ask_schema_editor_redo (AskSchemaEditor *self)
{
  const char *title = ask_schema_editor_get_redo_title (self);

  if (title == NULL)
    return FALSE;
  self->now++;
  g_signal_emit (self, signals[CHANGED], 0, title);
  return TRUE;
}

/** ask_schema_editor_get_undo_title: Returns: (transfer none) (nullable): what undo would take back */
const char *
ask_schema_editor_get_undo_title (AskSchemaEditor *self)
{
  g_return_val_if_fail (ASK_IS_SCHEMA_EDITOR (self), NULL);
  return get_version (self, self->now)->title;
}

/** ask_schema_editor_get_redo_title: Returns: (transfer none) (nullable): what redo would make again */
const char *
ask_schema_editor_get_redo_title (AskSchemaEditor *self)
{
  g_return_val_if_fail (ASK_IS_SCHEMA_EDITOR (self), NULL);
  return self->now + 1 < self->versions->len ? get_version (self, self->now + 1)->title : NULL;
}
