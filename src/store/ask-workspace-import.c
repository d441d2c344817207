/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a source gave when it was last read: the next refresh is compared with it. A refresh never goes over what a
 * steward changed.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "schema/merge/ask-schema-merge.h"

/* @sql: for one text of the source ?1; @text: (out) (nullable): %NULL where nothing is kept */
static gboolean
read_import (AskWorkspace *self, const char *source, const char *sql, char **text, GError **error)
{
  const char *what = N_ ("what the source gave was not read");
  g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (self, what, sql, error);
  gboolean row;

  *text = NULL;
  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, source);
  if (!ask_workspace_step (self, what, statement, &row, error))
    return FALSE;
  if (row)
    *text = ask_statement_dup_text (statement, 0);
  return TRUE;
}

/**
 * ask_workspace_get_doctor:
 * @source: of a source
 * @error: %ASK_STORE_ERROR_UNKNOWN where no report is kept: it is no API, or was last read by an
 *   earlier AskData; as of ask_workspace_get_drift()
 *
 * Returns: (transfer full): the report of the last time that the API's specification was read
 */
AskDoctor *
ask_workspace_get_doctor (AskWorkspace *self, const char *source, GError **error)
{
  g_autofree char *report = NULL;
  g_autoptr (JsonNode) node = NULL;

  g_return_val_if_fail (self != NULL && source != NULL, NULL);

  if (!read_import (self, source, "SELECT report FROM source_import WHERE source = ?1", &report, error))
    return NULL;
  if (report == NULL)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                     N_ ("There is no report on the source “%s”. Reports are about web APIs; refresh one "
                         "to have its report made."),
                     source);
      return NULL;
    }
  node = ask_json_parse (report, -1, error);
  return node != NULL ? ask_doctor_from_json (node, error) : NULL;
}

static gboolean
write_import (AskWorkspace *self, const char *source, const char *document, const AskDoctor *doctor, GError **error)
{
  const char *what = N_ ("what the source gave was not saved");
  g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (
    self, what,
    "INSERT INTO source_import (source, document, report) VALUES (?1, ?2, ?3)"
    "  ON CONFLICT (source) DO UPDATE SET document = excluded.document, report = excluded.report",
    error);
  g_autoptr (JsonNode) node = doctor != NULL ? ask_doctor_to_json (doctor) : NULL;
  g_autofree char *report = node != NULL ? ask_json_to_string (node, FALSE) : NULL;

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, source);
  ask_statement_bind_text (statement, 2, document);
  ask_statement_bind_text (statement, 3, report);
  return ask_workspace_run (self, what, statement, error);
}

/* What the source gave the last time; @base: (out) (nullable): %NULL where that is not known. */
static gboolean
read_base (AskWorkspace *self, const char *source, AskSchema **base, GError **error)
{
  g_autofree char *document = NULL;
  g_autoptr (JsonNode) node = NULL;

  *base = NULL;
  if (!read_import (self, source, "SELECT document FROM source_import WHERE source = ?1", &document, error))
    return FALSE;
  if (document == NULL)
    return TRUE;
  node = ask_json_parse (document, -1, error);
  *base = node != NULL ? ask_schema_from_json (node, error) : NULL;
  return *base != NULL;
}

static gboolean
has_source (AskSchema *schema, const char *source)
{
  for (guint i = 0; i < schema->entities->len; i++)
    if (strcmp (((AskEntity *) schema->entities->pdata[i])->source, source) == 0)
      return TRUE;
  return FALSE;
}

/*
 * ask_workspace_merge_import:
 * @source: its name
 * @found: what it gives now
 * @reason: for the list of versions
 *
 * Merges what a source gives into the newest schema, keeps it as what the next refresh compares with,
 * and keeps what changed there and what that breaks. Inside the caller's transaction.
 */
gboolean
ask_workspace_merge_import (AskWorkspace *self, const char *source, AskIntrospection *found, const char *reason,
                            GError **error)
{
  g_autoptr (JsonNode) node = ask_schema_to_json (found->schema);
  g_autofree char *document = ask_json_to_string (node, FALSE);
  g_autoptr (AskSchema) before = ask_workspace_load_schema (self, error);
  g_autoptr (AskSchema) base = NULL;
  g_autoptr (AskSchema) after = NULL;
  g_autoptr (GPtrArray) changes = NULL;
  g_autoptr (GPtrArray) breaks = NULL;

  if (before == NULL || !read_base (self, source, &base, error))
    return FALSE;
  after = ask_schema_merge_source (before, base, found->schema, source, &changes);
  /* Of a source that an earlier AskData read, only the outcome is known. */
  if (base == NULL && has_source (before, source))
    {
      g_ptr_array_unref (changes);
      changes = ask_schema_diff (before, after);
    }
  if (!ask_workspace_put_schema (self, after, reason, error)
      || !write_import (self, source, document, found->doctor, error))
    return FALSE;
  if (changes->len == 0)
    return TRUE;
  breaks = ask_workspace_find_breaks (self, before, after, error);
  return breaks != NULL && ask_workspace_add_drift (self, source, changes, breaks, error);
}
