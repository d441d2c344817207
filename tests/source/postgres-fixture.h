/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of PostgreSQL sources share: one server a program, a fresh source a test, and rows as
 * text.
 */
#pragma once

#include <gio/gio.h>

#include "source/ask-source.h"
#include "support/ask-test-postgres.h"
#include "support/ask-test-kinds.h"

/* So many rows are read by COPY where the source is told to expect them. */
#define MANY 1000000

typedef struct
{
  AskTestPostgres *server; /* NULL: the test has been skipped */
  AskSource *source;
} Fixture;

static AskTestPostgres *shared_server;

static void
free_shared_server (void)
{
  g_clear_pointer (&shared_server, ask_test_postgres_free);
}

static inline AskSource *
new_source (const char *uri, const char *password)
{
  AskSourceConfig *config = ask_source_config_new ("shop", &ask_postgres_kind, uri);
  g_autoptr (GError) error = NULL;
  AskSource *source;

  config->password = g_strdup (password);
  source = ask_source_new (config, &error);
  g_assert_no_error (error);
  ask_source_config_unref (config);
  return source;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autofree char *reason = NULL;

  if (shared_server == NULL)
    {
      shared_server = ask_test_postgres_new (NULL, &reason);
      if (shared_server == NULL)
        {
          g_test_skip (reason);
          return;
        }
      atexit (free_shared_server);
    }
  f->server = shared_server;
  ask_test_postgres_exec (f->server, "DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public");
  f->source = new_source (ask_test_postgres_get_uri (f->server), NULL);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_clear_object (&f->source);
}

#define add(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

static inline void
append_cell (GString *text, const AskValue *cell)
{
  g_autofree char *shown = ask_value_to_text (cell);

  switch (cell->kind)
    {
    case ASK_VALUE_NULL:
      g_string_append (text, "NULL");
      break;
    case ASK_VALUE_TEXT:
      g_assert_cmpint (cell->text[cell->length], ==, '\0');
      g_string_append_printf (text, "'%s'", shown);
      break;
    case ASK_VALUE_BLOB:
      g_string_append_printf (text, "x'%s'", shown);
      break;
    default:
      g_string_append (text, shown);
      break;
    }
}

/* Returns: (transfer full): all rows, "1|'a'\n" each; fails where the cursor fails */
static inline char *
read_rows (AskCursor *cursor, guint n_columns)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  const AskValue *row;
  guint binding;
  AskStep step;

  while ((step = ask_cursor_next (cursor, &row, &binding, NULL, &error)) == ASK_STEP_ROW)
    {
      for (guint c = 0; c < n_columns; c++)
        {
          if (c > 0)
            g_string_append_c (text, '|');
          append_cell (text, &row[c]);
        }
      g_string_append_c (text, '\n');
    }
  g_assert_no_error (error);
  g_assert_cmpint (step, ==, ASK_STEP_DONE);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): all rows of @sql */
static inline char *
read_query (AskSource *source, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor = ask_source_query (source, sql, NULL, 0, NULL, &error);
  guint n_columns;

  g_assert_no_error (error);
  ask_cursor_get_columns (cursor, &n_columns);
  return read_rows (cursor, n_columns);
}
