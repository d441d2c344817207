/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The draft is kept as a document beside the versions, so that nothing that reads the schema finds it by accident. It
 * never goes over what somebody else published: then it is refused, with the names of what both changed, and may be
 * rebased where there are none. One that was discarded can be brought back until the next one is started.
 */
#include "config.h"

#include "store/ask-workspace-draft.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "store/ask-workspace-private.h"

/* So many edits are named in the list of versions, and names in a sentence. */
#define MAX_NAMED 3

static const char not_read[] = N_ ("the draft was not read");
static const char not_saved[] = N_ ("the draft was not saved");

/** ask_schema_draft_free: @self: (nullable) (transfer full): a draft */
void
ask_schema_draft_free (AskSchemaDraft *self)
{
  if (self == NULL)
    return;
  g_free (self->author);
  g_ptr_array_unref (self->edits);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_free (self);
}

/* Whoever began before this sees that something changed. */
static gboolean
bump (AskWorkspace *self, GError **error)
{
  return ask_workspace_exec (self, not_saved, "UPDATE draft_serial SET serial = serial + 1", error);
}

static gboolean
read_edits (AskWorkspace *self, GPtrArray *edits, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, not_read, "SELECT title FROM draft_edit ORDER BY n", error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  while (TRUE)
    {
      if (!ask_workspace_step (self, not_read, statement, &row, error))
        return FALSE;
      if (!row)
        return TRUE;
      g_ptr_array_add (edits, ask_statement_dup_text (statement, 0));
    }
}

/**
 * ask_workspace_load_draft:
 * @draft: (out) (nullable) (transfer full): the draft, %NULL where none is open
 * @error: %ASK_STORE_ERROR_OPEN where it cannot be read
 *
 * Returns: whether that could be found out
 */
gboolean
ask_workspace_load_draft (AskWorkspace *self, AskSchemaDraft **draft, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autoptr (AskSchemaDraft) found = NULL;
  g_autofree char *document = NULL;
  g_autoptr (JsonNode) node = NULL;
  gboolean row;

  g_return_val_if_fail (self != NULL && draft != NULL, FALSE);

  *draft = NULL;
  statement = ask_workspace_prepare (self, not_read,
                                     "SELECT base, started_at, author, document,"
                                     "  (SELECT coalesce(max(id), 0) FROM schema_version) FROM draft"
                                     "  WHERE NOT discarded",
                                     error);
  if (statement == NULL || !ask_workspace_step (self, not_read, statement, &row, error))
    return FALSE;
  if (!row)
    return TRUE;
  found = g_new0 (AskSchemaDraft, 1);
  found->edits = g_ptr_array_new_with_free_func (g_free);
  found->base = sqlite3_column_int64 (statement, 0);
  found->started_at = sqlite3_column_int64 (statement, 1);
  found->author = ask_statement_dup_text (statement, 2);
  document = ask_statement_dup_text (statement, 3);
  found->newest = sqlite3_column_int64 (statement, 4);
  node = ask_json_parse (document, -1, error);
  found->schema = node != NULL ? ask_schema_from_json (node, error) : NULL;
  if (found->schema == NULL || !read_edits (self, found->edits, error))
    return FALSE;
  *draft = g_steal_pointer (&found);
  return TRUE;
}

/* The open draft. Returns: (transfer full): %NULL with @error, also where there is none */
static AskSchemaDraft *
need_draft (AskWorkspace *self, GError **error)
{
  AskSchemaDraft *draft;

  if (!ask_workspace_load_draft (self, &draft, error))
    return NULL;
  if (draft == NULL)
    ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                           N_ ("No draft of the schema is open. Start one first."));
  return draft;
}

/* @base: (nullable): the version that it is based on from now on; %NULL leaves that */
static gboolean
write_document (AskWorkspace *self, AskSchema *schema, const gint64 *base, GError **error)
{
  g_autoptr (JsonNode) node = ask_schema_to_json (schema);
  g_autofree char *document = ask_json_to_string (node, FALSE);
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, not_saved, "UPDATE draft SET document = ?1, base = coalesce(?2, base)", error);

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, document);
  if (base != NULL)
    sqlite3_bind_int64 (statement, 2, *base);
  return ask_workspace_run (self, not_saved, statement, error) && bump (self, error);
}

static gboolean
insert_draft (AskWorkspace *self, GError **error)
{
  g_autofree char *author = ask_workspace_dup_person (self);
  gint64 version;
  g_autoptr (AskSchema) schema = ask_workspace_load_newest_schema (self, &version, error);
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (schema == NULL || !ask_workspace_exec (self, not_saved, "DELETE FROM draft; DELETE FROM draft_edit", error))
    return FALSE;
  statement = ask_workspace_prepare (self, not_saved,
                                     "INSERT INTO draft (id, base, document, started_at, author)"
                                     "  VALUES (1, ?1, '', ?2, ?3)",
                                     error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, version);
  sqlite3_bind_int64 (statement, 2, g_get_real_time ());
  ask_statement_bind_text (statement, 3, author);
  return ask_workspace_run (self, not_saved, statement, error) && write_document (self, schema, NULL, error);
}

/**
 * ask_workspace_start_draft:
 * @error: %ASK_STORE_ERROR_EXISTS where one is open; %ASK_STORE_ERROR_WRITE
 *
 * Begins a draft with the published schema. One that was discarded is gone for good then.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_start_draft (AskWorkspace *self, GError **error)
{
  gint64 n;

  g_return_val_if_fail (self != NULL, FALSE);

  if (!ask_workspace_begin (self, not_saved, error))
    return FALSE;
  if (!ask_workspace_get_integer (self, not_read, "SELECT count(*) FROM draft WHERE NOT discarded", &n, error))
    return ask_workspace_end (self, not_saved, FALSE, error);
  if (n > 0)
    {
      ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_EXISTS,
                             N_ ("A draft of the schema is open already. Publish or discard it first."));
      return ask_workspace_end (self, not_saved, FALSE, error);
    }
  return ask_workspace_end (self, not_saved, insert_draft (self, error), error);
}

/* Returns: (transfer full): "Renamed a to b; Removed c and 2 more" */
static char *
name_edits (const AskSchemaDraft *draft)
{
  GString *text = g_string_new (NULL);
  guint n = MIN (draft->edits->len, MAX_NAMED);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", (const char *) draft->edits->pdata[i]);
  if (draft->edits->len > n)
    /* Translators: the end of a list of names. */
    g_string_append_printf (text, _ (" and %u more"), draft->edits->len - n);
  return g_string_free (text, FALSE);
}

static char *
quote_names (GPtrArray *names)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s“%s”",
                            i == 0                ? ""
                            : i + 1 == names->len ? " and "
                                                  : ", ",
                            (const char *) names->pdata[i]);
  return g_string_free (text, FALSE);
}

/* What the draft is on the newest version; %NULL with @error where both changed the same. */
static AskSchema *
join_draft (AskWorkspace *self, const AskSchemaDraft *draft, AskSchema *newest, GError **error)
{
  g_autoptr (AskSchema) base
    = draft->base != 0 ? ask_workspace_read_version (self, draft->base, error) : ask_schema_new ();
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *quoted = NULL;

  if (base == NULL)
    return NULL;
  names = ask_schema_list_clashes (base, newest, draft->schema);
  if (names->len == 0)
    return ask_schema_join (base, newest, draft->schema, error);
  quoted = quote_names (names);
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT,
                 N_ ("The schema was changed since the draft began, and both changed %s. Nothing was published. Take "
                     "back in the draft what it says of that, or discard the draft."),
                 quoted);
  return NULL;
}

/* Says why a draft on an older version is not published. */
static void
set_moved (AskWorkspace *self, const AskSchemaDraft *draft, GError **error)
{
  g_autoptr (AskSchema) newest = ask_workspace_load_schema (self, error);
  g_autoptr (AskSchema) joined = newest != NULL ? join_draft (self, draft, newest, error) : NULL;

  if (joined != NULL)
    ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT,
                           N_ ("The schema was changed since the draft began, though nothing that the draft changes. "
                               "Nothing was published. Rebase the draft, look at it, and publish it then."));
}

/**
 * ask_workspace_publish_draft:
 * @error: %ASK_STORE_ERROR_CONFLICT where the schema was changed since the draft began, with what both changed;
 *   %ASK_STORE_ERROR_UNKNOWN where no draft is open; as of ask_workspace_save_schema()
 *
 * Makes the draft one version, and closes it.
 *
 * Returns: (transfer full): what the list of versions says of it; %NULL where nothing was published
 */
char *
ask_workspace_publish_draft (AskWorkspace *self, GError **error)
{
  g_autoptr (AskSchemaDraft) draft = NULL;
  g_autofree char *reason = NULL;
  gboolean done = FALSE;

  g_return_val_if_fail (self != NULL, NULL);

  if (!ask_workspace_begin (self, not_saved, error))
    return NULL;
  draft = need_draft (self, error);
  if (draft != NULL && draft->base != draft->newest)
    set_moved (self, draft, error);
  else if (draft != NULL)
    {
      reason = name_edits (draft);
      done = ask_workspace_put_schema (self, draft->schema, reason, error)
             && ask_workspace_exec (self, not_saved, "DELETE FROM draft; DELETE FROM draft_edit", error)
             && bump (self, error);
    }
  return ask_workspace_end (self, not_saved, done, error) ? g_steal_pointer (&reason) : NULL;
}

/**
 * ask_workspace_rebase_draft:
 * @error: %ASK_STORE_ERROR_CONFLICT, which names what both changed; then the draft stays as it is; otherwise as of
 *   ask_workspace_publish_draft()
 *
 * Takes into the draft what was published since it began.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_rebase_draft (AskWorkspace *self, GError **error)
{
  g_autoptr (AskSchemaDraft) draft = NULL;
  g_autoptr (AskSchema) newest = NULL;
  g_autoptr (AskSchema) joined = NULL;
  gint64 version;

  g_return_val_if_fail (self != NULL, FALSE);

  if (!ask_workspace_begin (self, not_saved, error))
    return FALSE;
  if ((draft = need_draft (self, error)) != NULL
      && (newest = ask_workspace_load_newest_schema (self, &version, error)) != NULL)
    joined = join_draft (self, draft, newest, error);
  return ask_workspace_end (self, not_saved, joined != NULL && write_document (self, joined, &version, error), error);
}

/**
 * ask_workspace_discard_draft:
 * @discard: %FALSE brings back the one that was discarded last, unless another one was started since
 * @error: %ASK_STORE_ERROR_UNKNOWN where there is none; %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_discard_draft (AskWorkspace *self, gboolean discard, GError **error)
{
  gboolean done;

  g_return_val_if_fail (self != NULL, FALSE);

  if (!ask_workspace_begin (self, not_saved, error))
    return FALSE;
  done = ask_workspace_exec (self, not_saved,
                             discard ? "UPDATE draft SET discarded = 1 WHERE NOT discarded"
                                     : "UPDATE draft SET discarded = 0 WHERE discarded",
                             error);
  if (done && sqlite3_changes (self->db) == 0)
    {
      ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                             discard ? N_ ("No draft of the schema is open. Start one first.")
                                     : N_ ("There is no discarded draft to bring back."));
      done = FALSE;
    }
  return ask_workspace_end (self, not_saved, done && bump (self, error), error);
}

static gboolean
read_base (AskWorkspace *self, AskEditBase *base, GError **error)
{
  gint64 n_edits;

  *base = (AskEditBase) { 0 };
  if (!ask_workspace_get_integer (self, not_read, "SELECT max(id) FROM schema_version", &base->version, error)
      || !ask_workspace_get_integer (self, not_read, "SELECT serial FROM draft_serial", &base->serial, error)
      || !ask_workspace_get_integer (self, not_read,
                                     "SELECT coalesce(max(started_at), 0) FROM draft WHERE NOT discarded",
                                     &base->started_at, error)
      || !ask_workspace_get_integer (self, not_read, "SELECT count(*) FROM draft_edit", &n_edits, error))
    return FALSE;
  base->draft = base->started_at != 0;
  base->n_edits = base->draft ? (guint) n_edits : 0;
  return TRUE;
}

/**
 * ask_workspace_load_edited:
 * @base: (out): for ask_workspace_save_edit()
 * @error: as of ask_workspace_load_draft() and ask_workspace_load_schema()
 *
 * Returns: (transfer full): what edits go to: the draft where one is open, otherwise the published schema
 */
AskSchema *
ask_workspace_load_edited (AskWorkspace *self, AskEditBase *base, GError **error)
{
  AskEditBase now;

  g_return_val_if_fail (self != NULL && base != NULL, NULL);

  /* Whoever else has the workspace open may start or discard a draft between two of these. */
  for (;;)
    {
      g_autoptr (AskSchemaDraft) draft = NULL;
      g_autoptr (AskSchema) schema = NULL;

      if (!read_base (self, base, error) || !ask_workspace_load_draft (self, &draft, error))
        return NULL;
      schema = draft != NULL ? ask_schema_ref (draft->schema)
                             : ask_workspace_load_newest_schema (self, &base->version, error);
      if (schema == NULL || !read_base (self, &now, error))
        return NULL;
      if (now.serial == base->serial)
        return g_steal_pointer (&schema);
    }
}

/**
 * ask_workspace_check_no_draft:
 * @error: %ASK_STORE_ERROR_EXISTS where one is open; %ASK_STORE_ERROR_OPEN
 *
 * For what goes into no draft and would replace what the draft stands on.
 *
 * Returns: whether none is open
 */
gboolean
ask_workspace_check_no_draft (AskWorkspace *self, GError **error)
{
  AskEditBase base;

  if (!read_base (self, &base, error))
    return FALSE;
  if (base.draft)
    ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_EXISTS,
                           N_ ("A draft of the schema is open, and a document replaces the schema and its verified "
                               "questions at once. Publish or discard the draft first."));
  return !base.draft;
}

/* An undo of the last edit takes it out of the list. */
static gboolean
note_edit (AskWorkspace *self, const char *title, GError **error)
{
  g_autoptr (sqlite3_stmt) remove
    = ask_workspace_prepare (self, not_saved,
                             "DELETE FROM draft_edit WHERE n = (SELECT max(n) FROM draft_edit)"
                             "  AND 'Undo: ' || title = ?1",
                             error);
  g_autoptr (sqlite3_stmt) insert = NULL;

  if (remove == NULL)
    return FALSE;
  ask_statement_bind_text (remove, 1, title);
  if (!ask_workspace_run (self, not_saved, remove, error))
    return FALSE;
  if (sqlite3_changes (self->db) > 0)
    return TRUE;
  insert = ask_workspace_prepare (self, not_saved, "INSERT INTO draft_edit (at, title) VALUES (?1, ?2)", error);
  if (insert == NULL)
    return FALSE;
  sqlite3_bind_int64 (insert, 1, g_get_real_time ());
  ask_statement_bind_text (insert, 2, title);
  return ask_workspace_run (self, not_saved, insert, error);
}

/* Whether @after says what @before says: the first place of a box, which opening the window finds, is no edit. */
static gboolean
says_same (AskSchema *before, AskSchema *after)
{
  g_autoptr (AskSchema) rest = ask_schema_fork (after);

  for (guint i = 0; i < before->entities->len; i++)
    {
      const AskEntity *old = before->entities->pdata[i];
      AskEntity *own = ask_schema_find_id (rest, old->id);

      if (own == NULL || own->placed == old->placed)
        continue;
      own = ask_schema_own_entity (rest, old->id);
      own->x = old->x;
      own->y = old->y;
      own->placed = old->placed;
    }
  return ask_schema_equal (before, rest);
}

static gboolean
save_in_draft (AskWorkspace *self, AskEditBase *base, AskSchema *schema, const char *title, GError **error)
{
  g_autoptr (AskSchemaDraft) draft = NULL;
  AskEditBase now;
  gboolean done;

  if (!ask_workspace_begin (self, not_saved, error))
    return FALSE;
  done = read_base (self, &now, error);
  if (done && now.serial != base->serial)
    {
      ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT,
                             N_ (
                               "The draft of the schema was changed elsewhere in the meantime, so your change was not "
                               "saved. Load the schema again and make the change once more."));
      done = FALSE;
    }
  done = done && (draft = need_draft (self, error)) != NULL
         && (says_same (draft->schema, schema) || note_edit (self, title, error))
         && write_document (self, schema, NULL, error) && read_base (self, &now, error);
  if (!ask_workspace_end (self, not_saved, done, error))
    return FALSE;
  *base = now;
  return TRUE;
}

/**
 * ask_workspace_save_edit:
 * @base: (inout): from ask_workspace_load_edited(); on return what to go on from
 * @schema: that with the edit; as of ask_workspace_save_schema()
 * @title: what was done
 * @joined: (out) (optional) (nullable) (transfer full): as of ask_workspace_save_schema_from()
 * @error: %ASK_STORE_ERROR_CONFLICT where somebody changed the draft, started or closed one in the meantime; as of
 *   ask_workspace_save_schema_from()
 *
 * Saves an edit where it began: in the draft, or as a version. Boxes that get their first place are no edit of a draft.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_save_edit (AskWorkspace *self, AskEditBase *base, AskSchema *schema, const char *title,
                         AskSchema **joined, GError **error)
{
  AskEditBase now;

  g_return_val_if_fail (self != NULL && base != NULL && schema != NULL && title != NULL, FALSE);

  if (joined != NULL)
    *joined = NULL;
  if (base->draft)
    return save_in_draft (self, base, schema, title, error);
  if (!read_base (self, &now, error))
    return FALSE;
  if (now.draft)
    {
      ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT,
                             N_ (
                               "A draft of the schema was started in the meantime, so your change was not saved. Load "
                               "the schema again and make the change once more."));
      return FALSE;
    }
  return ask_workspace_save_schema_from (self, &base->version, schema, title, joined, error);
}

static gboolean
has_break (GPtrArray *breaks, const AskBreak *item)
{
  for (guint i = 0; i < breaks->len; i++)
    {
      const AskBreak *other = breaks->pdata[i];

      if (other->kind == item->kind && other->verified == item->verified && strcmp (other->name, item->name) == 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_workspace_find_edit_breaks:
 * @before: from ask_workspace_load_edited()
 * @after: with an edit
 * @error: as of ask_workspace_find_breaks()
 *
 * What an edit breaks. Verified questions know the names of the published schema, so an edit of a draft is looked at
 * from there, and what the draft broke before is left out.
 *
 * Returns: (transfer container) (element-type AskBreak): as ask_workspace_find_breaks()
 */
GPtrArray *
ask_workspace_find_edit_breaks (AskWorkspace *self, AskSchema *before, AskSchema *after, GError **error)
{
  g_autoptr (AskSchema) published = NULL;
  g_autoptr (GPtrArray) breaks = NULL;
  g_autoptr (GPtrArray) earlier = NULL;
  AskEditBase base;

  g_return_val_if_fail (self != NULL && before != NULL && after != NULL, NULL);

  if (!read_base (self, &base, error))
    return NULL;
  if (!base.draft)
    return ask_workspace_find_breaks (self, before, after, error);
  if ((published = ask_workspace_load_schema (self, error)) == NULL
      || (breaks = ask_workspace_find_breaks (self, published, after, error)) == NULL
      || (earlier = ask_workspace_find_breaks (self, published, before, error)) == NULL)
    return NULL;
  for (guint i = breaks->len; i-- > 0;)
    if (has_break (earlier, breaks->pdata[i]))
      g_ptr_array_remove_index (breaks, i);
  return g_steal_pointer (&breaks);
}
