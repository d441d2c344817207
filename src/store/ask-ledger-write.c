/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What this thread sends while a workspace is open: noted as it is told, and written in one transaction with its like,
 * at once where a model is asked and after a second at most while calls follow each other. It must never stop what it
 * notes: what cannot be written stays noted, and is tried again.
 */
#include "config.h"

#include "store/ask-ledger-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-outgoing.h"

/* So many, or so long, are kept in memory while calls follow each other. */
#define MAX_NOTED 200
#define MAX_WAIT_US G_TIME_SPAN_SECOND
/* After a failure nobody is made to wait for the next one at once. */
#define REST_US (10 * G_TIME_SPAN_SECOND)

typedef struct
{
  AskLedgerEntry *entry;
  GBytes *body; /* NULL where it is not kept */
  gboolean is_searched; /* its names are to be found in it */
} Note;

struct _AskLedger
{
  AskWorkspace *workspace;
  GPtrArray *notes; /* Note */
  gint64 noted_at; /* the first of them */
  gint64 failed_at;
  char *question; /* nullable */
  GPtrArray *values; /* AskLedgerValues: what a model is told of in this question */
  GArray *asked; /* gint64: the rows of this question */
};

static void
note_free (gpointer data)
{
  Note *self = data;

  ask_ledger_entry_free (self->entry);
  g_clear_pointer (&self->body, g_bytes_unref);
  g_free (self);
}

/* Each name once, and how often a value of an attribute went. */
static void
take_names (AskLedgerEntry *entry, const char *const *names)
{
  for (gsize i = 0; names[i] != NULL; i++)
    {
      AskLedgerValues *values = NULL;

      if (!g_ptr_array_find_with_equal_func (entry->names, names[i], g_str_equal, NULL))
        g_ptr_array_add (entry->names, g_strdup (names[i]));
      for (guint v = 0; v < entry->values->len && values == NULL; v++)
        if (strcmp (((AskLedgerValues *) entry->values->pdata[v])->of, names[i]) == 0)
          values = entry->values->pdata[v];
      if (values != NULL)
        values->n++;
      else if (i > 0)
        g_ptr_array_add (entry->values, ask_ledger_values_new (names[i], 1, "query"));
    }
}

static void
take_values (AskLedgerEntry *entry, GPtrArray *values)
{
  for (guint i = 0; i < values->len; i++)
    {
      const AskLedgerValues *one = values->pdata[i];

      g_ptr_array_add (entry->values, ask_ledger_values_new (one->of, one->n, one->consent));
    }
}

static Note *
note_new (AskLedger *self, const AskOutgoing *outgoing)
{
  Note *note = g_new0 (Note, 1);
  AskLedgerEntry *entry = ask_ledger_entry_new ();
  gsize size = outgoing->body != NULL ? g_bytes_get_size (outgoing->body) : 0;

  note->entry = entry;
  entry->at = g_get_real_time ();
  entry->kind = g_strdup (outgoing->kind);
  entry->host = g_strdup (outgoing->host);
  entry->method = g_strdup (outgoing->method);
  entry->address = g_strdup (outgoing->address);
  entry->source = g_strdup (outgoing->about);
  entry->question = g_strdup (self->question);
  entry->bytes = (gint64) (size > 0 || outgoing->address == NULL ? size : strlen (outgoing->address));
  entry->tries = outgoing->tries;
  entry->status = outgoing->status;
  entry->problem = g_strdup (outgoing->problem);
  entry->body = size == 0                    ? ASK_LEDGER_BODY_NONE
                : outgoing->is_secret        ? ASK_LEDGER_BODY_SECRET
                : size > ASK_LEDGER_MAX_BODY ? ASK_LEDGER_BODY_TOO_LONG
                                             : ASK_LEDGER_BODY_KEPT;
  if (entry->body == ASK_LEDGER_BODY_KEPT || entry->body == ASK_LEDGER_BODY_TOO_LONG)
    note->body = g_bytes_ref (outgoing->body);
  note->is_searched = note->body != NULL && outgoing->names == NULL;
  if (outgoing->names != NULL)
    take_names (entry, outgoing->names);
  if (strcmp (entry->kind, "model") == 0 && size > 0)
    take_values (entry, self->values);
  if (outgoing->n_values > 0 && outgoing->about != NULL)
    g_ptr_array_add (entry->values, ask_ledger_values_new (outgoing->about, outgoing->n_values, "query"));
  return note;
}

static void
on_outgoing (const AskOutgoing *outgoing, gpointer data)
{
  AskLedger *self = data;
  gint64 now = g_get_monotonic_time ();
  gboolean is_model = strcmp (outgoing->kind, "model") == 0 || strcmp (outgoing->kind, "embeddings") == 0;

  if (self->notes->len == 0)
    self->noted_at = now;
  g_ptr_array_add (self->notes, note_new (self, outgoing));
  if (self->failed_at != 0 && now - self->failed_at < REST_US)
    return;
  /* Whoever ends a question or closes the workspace gets what stays unwritten told. */
  if (is_model || self->notes->len >= MAX_NOTED || now - self->noted_at >= MAX_WAIT_US)
    ask_workspace_ledger_write (self->workspace, NULL);
}

/** ask_ledger_open: notes what this thread sends from now on */
void
ask_ledger_open (AskWorkspace *self)
{
  AskLedger *ledger = g_new0 (AskLedger, 1);

  ledger->workspace = self;
  ledger->notes = g_ptr_array_new_with_free_func (note_free);
  ledger->values = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_ledger_values_free);
  ledger->asked = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->ledger = ledger;
  ask_outgoing_watch (on_outgoing, ledger);
}

/** ask_ledger_close: writes what was noted; where that fails, the log says how much is lost */
void
ask_ledger_close (AskWorkspace *self)
{
  AskLedger *ledger = self->ledger;
  g_autoptr (GError) failure = NULL;

  if (ledger == NULL)
    return;
  ask_outgoing_unwatch (ledger);
  if (!ask_workspace_ledger_write (self, &failure))
    g_message ("The ledger lacks %u requests that were sent. %s", ledger->notes->len, failure->message);
  g_ptr_array_unref (ledger->notes);
  g_ptr_array_unref (ledger->values);
  g_array_unref (ledger->asked);
  g_free (ledger->question);
  g_free (ledger);
  self->ledger = NULL;
}

static gboolean
insert (AskWorkspace *self, const char *what, const Note *note, GError **error)
{
  const AskLedgerEntry *entry = note->entry;
  g_autofree char *names = ask_ledger_names_to_json (entry->names);
  g_autofree char *values = ask_ledger_values_to_json (entry->values);
  g_autoptr (GBytes) small = NULL;
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what,
                             "INSERT INTO ledger (at, kind, host, method, address, source, question, bytes, tries,"
                             "  status, problem, names, \"values\", kept, stored, body)"
                             "  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
                             error);

  if (statement == NULL)
    return FALSE;
  if (entry->body == ASK_LEDGER_BODY_KEPT && (small = ask_ledger_deflate (note->body, error)) == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, entry->at);
  ask_statement_bind_text (statement, 2, entry->kind);
  ask_statement_bind_text (statement, 3, entry->host);
  ask_statement_bind_text (statement, 4, entry->method);
  ask_statement_bind_text (statement, 5, entry->address);
  ask_statement_bind_text (statement, 6, entry->source);
  ask_statement_bind_text (statement, 7, entry->question);
  sqlite3_bind_int64 (statement, 8, entry->bytes);
  sqlite3_bind_int64 (statement, 9, entry->tries);
  sqlite3_bind_int64 (statement, 10, entry->status);
  ask_statement_bind_text (statement, 11, entry->problem);
  ask_statement_bind_text (statement, 12, names);
  ask_statement_bind_text (statement, 13, values);
  sqlite3_bind_int64 (statement, 14, entry->body);
  sqlite3_bind_int64 (statement, 15, small != NULL ? (gint64) g_bytes_get_size (small) : 0);
  if (small != NULL)
    sqlite3_bind_blob64 (statement, 16, g_bytes_get_data (small, NULL), g_bytes_get_size (small), SQLITE_STATIC);
  return ask_workspace_run (self, what, statement, error);
}

/* Room for the bodies of later requests. The lines stay. */
static gboolean
drop_oldest (AskWorkspace *self, const char *what, GError **error)
{
  g_autofree char *set = ask_workspace_get_setting (self, "ledger/max-bytes");
  gint64 most = set != NULL ? g_ascii_strtoll (set, NULL, 10) : ASK_LEDGER_MAX_BODIES;
  gint64 sum;
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (!ask_workspace_get_integer (self, what, "SELECT coalesce(sum(stored), 0) FROM ledger WHERE stored > 0", &sum,
                                  error))
    return FALSE;
  if (sum <= most)
    return TRUE;
  statement = ask_workspace_prepare (self, what,
                                     "UPDATE ledger SET body = NULL, stored = 0, kept = ?2 WHERE id IN"
                                     "  (SELECT id FROM (SELECT id, sum(stored) OVER (ORDER BY id DESC) AS with_later"
                                     "    FROM ledger WHERE stored > 0) WHERE with_later > ?1)",
                                     error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, most);
  sqlite3_bind_int64 (statement, 2, ASK_LEDGER_BODY_DROPPED);
  return ask_workspace_run (self, what, statement, error);
}

/* What was sent names what the schema has; a schema that cannot be read leaves the line without names. */
static void
find_names (AskWorkspace *self)
{
  g_autoptr (AskSchema) schema = NULL;

  for (guint i = 0; i < self->ledger->notes->len; i++)
    {
      Note *note = self->ledger->notes->pdata[i];

      if (!note->is_searched)
        continue;
      if (schema == NULL && (schema = ask_workspace_load_schema (self, NULL)) == NULL)
        return;
      ask_ledger_find_names (schema, note->entry, note->body);
      note->is_searched = FALSE;
    }
}

static gboolean
write_notes (AskWorkspace *self, const char *what, GArray *ids, GError **error)
{
  for (guint i = 0; i < self->ledger->notes->len; i++)
    {
      gint64 id;

      if (!insert (self, what, self->ledger->notes->pdata[i], error))
        return FALSE;
      id = sqlite3_last_insert_rowid (self->db);
      g_array_append_val (ids, id);
    }
  return drop_oldest (self, what, error);
}

/**
 * ask_workspace_ledger_write:
 * @self: a workspace
 * @error: %ASK_STORE_ERROR_WRITE; what was noted is tried again then
 *
 * Writes what was sent and is not written yet. In the middle of a transaction it waits for the next time.
 *
 * Returns: whether there was no failure
 */
gboolean
ask_workspace_ledger_write (AskWorkspace *self, GError **error)
{
  const char *what = N_ ("the ledger was not written");
  AskLedger *ledger;
  g_autoptr (GArray) ids = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  ledger = self->ledger;
  if (ledger->notes->len == 0 || !sqlite3_get_autocommit (self->db))
    return TRUE;
  find_names (self);
  ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  ledger->failed_at = g_get_monotonic_time ();
  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  if (!write_notes (self, what, ids, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  if (!ask_workspace_commit (self, what, error))
    return FALSE;
  ledger->failed_at = 0;
  g_ptr_array_set_size (ledger->notes, 0);
  if (ledger->question != NULL)
    g_array_append_vals (ledger->asked, ids->data, ids->len);
  return TRUE;
}

/**
 * ask_workspace_ledger_ask:
 * @self: a workspace
 * @question: for which is sent whatever this thread sends until ask_workspace_ledger_answered()
 */
void
ask_workspace_ledger_ask (AskWorkspace *self, const char *question)
{
  g_return_if_fail (self != NULL && question != NULL);

  /* What was sent before was for nothing that is asked now; where it stays unwritten, the next time tries again. */
  ask_workspace_ledger_write (self, NULL);
  g_free (self->ledger->question);
  self->ledger->question = g_strdup (question);
  g_ptr_array_set_size (self->ledger->values, 0);
  g_array_set_size (self->ledger->asked, 0);
}

/**
 * ask_workspace_ledger_values:
 * @self: a workspace
 * @values: (element-type AskLedgerValues): what the next requests to a model hold of values; copied
 */
void
ask_workspace_ledger_values (AskWorkspace *self, GPtrArray *values)
{
  g_return_if_fail (self != NULL && values != NULL);

  g_ptr_array_set_size (self->ledger->values, 0);
  for (guint i = 0; i < values->len; i++)
    {
      const AskLedgerValues *one = values->pdata[i];

      g_ptr_array_add (self->ledger->values, ask_ledger_values_new (one->of, one->n, one->consent));
    }
}

static gboolean
set_history (AskWorkspace *self, const char *what, gint64 history_id, GError **error)
{
  GArray *asked = self->ledger->asked;
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what, "UPDATE ledger SET history = ?2 WHERE id = ?1", error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, history_id);
  for (guint i = 0; i < asked->len; i++)
    {
      sqlite3_bind_int64 (statement, 1, g_array_index (asked, gint64, i));
      if (!ask_workspace_run (self, what, statement, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_history (AskWorkspace *self, gint64 history_id, GError **error)
{
  const char *what = N_ ("the ledger was not written");

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  if (!set_history (self, what, history_id, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}

/**
 * ask_workspace_ledger_answered:
 * @self: a workspace
 * @history_id: of the question of ask_workspace_ledger_ask(); 0 where it is not in the history
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Ends the question. What is sent from now on is for none.
 *
 * Returns: whether all that was sent for it is in the ledger, with its number
 */
gboolean
ask_workspace_ledger_answered (AskWorkspace *self, gint64 history_id, GError **error)
{
  AskLedger *ledger;
  gboolean done;

  g_return_val_if_fail (self != NULL, FALSE);

  ledger = self->ledger;
  done = ask_workspace_ledger_write (self, error);
  if (done && history_id != 0 && ledger->asked->len > 0)
    done = write_history (self, history_id, error);
  g_clear_pointer (&ledger->question, g_free);
  g_ptr_array_set_size (ledger->values, 0);
  g_array_set_size (ledger->asked, 0);
  return done;
}
