/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For tests of the MariaDB driver: sources at a private server, and results as text.
 */
#pragma once

#include <string.h>

#include "source/ask-source.h"
#include "support/ask-test-mariadb.h"
#include "support/ask-test-kinds.h"

static G_GNUC_UNUSED AskSourceConfig *
mysql_config_new (const char *uri)
{
  AskSourceConfig *config = ask_source_config_new ("shop", &ask_mysql_kind, uri);

  return config;
}

static G_GNUC_UNUSED AskSource *
mysql_source_new_at (const char *uri, const char *password, guint time_out_ms)
{
  AskSourceConfig *config = mysql_config_new (uri);
  AskSource *source;
  g_autoptr (GError) error = NULL;

  config->password = g_strdup (password);
  if (time_out_ms > 0)
    config->time_out_ms = time_out_ms;
  source = ask_source_new (config, &error);
  g_assert_no_error (error);
  ask_source_config_unref (config);
  return source;
}

static G_GNUC_UNUSED AskSource *
mysql_source_new (AskTestMariadb *server, const char *database)
{
  g_autofree char *uri = ask_test_mariadb_dup_uri (server, NULL, database, NULL);

  return mysql_source_new_at (uri, NULL, 0);
}

static G_GNUC_UNUSED void
mysql_append_cell (GString *text, const AskValue *value)
{
  g_autofree char *cell = NULL;

  switch (value->kind)
    {
    case ASK_VALUE_NULL:
      g_string_append (text, "NULL");
      return;
    case ASK_VALUE_INTEGER:
      g_string_append_printf (text, "%" G_GINT64_FORMAT, value->integer);
      return;
    case ASK_VALUE_TEXT:
      /* The NUL is part of the bargain. */
      g_assert_cmpint (value->text[value->length], ==, '\0');
      g_assert_true (g_utf8_validate (value->text, value->length, NULL));
      g_string_append_printf (text, "'%s'", value->text);
      return;
    case ASK_VALUE_BLOB:
      g_string_append (text, "x'");
      for (guint i = 0; i < value->length; i++)
        g_string_append_printf (text, "%02x", value->blob[i]);
      g_string_append_c (text, '\'');
      return;
    default:
      cell = ask_value_to_text (value);
      g_string_append (text, cell);
      return;
    }
}

/* Rows on lines, cells apart by "|", "binding:" before those of a later binding. */
static G_GNUC_UNUSED char *
mysql_read (AskCursor *cursor)
{
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);
  const AskValue *row;
  guint binding = 0;
  guint n_columns = 0;
  AskStep step;

  ask_cursor_get_columns (cursor, &n_columns);
  while ((step = ask_cursor_next (cursor, &row, &binding, NULL, &error)) == ASK_STEP_ROW)
    {
      if (text->len > 0)
        g_string_append_c (text, '\n');
      if (binding > 0)
        g_string_append_printf (text, "%u:", binding);
      for (guint i = 0; i < n_columns; i++)
        {
          if (i > 0)
            g_string_append_c (text, '|');
          mysql_append_cell (text, &row[i]);
        }
    }
  g_assert_no_error (error);
  g_assert_cmpint (step, ==, ASK_STEP_DONE);
  return g_string_free (text, FALSE);
}

static G_GNUC_UNUSED char *
mysql_ask (AskSource *source, const char *sql, const AskArgument *arguments, guint n_arguments)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor
    = ask_source_query (source, sql, arguments, n_arguments, NULL, &error);

  g_assert_no_error (error);
  return mysql_read (cursor);
}

/* Runs a query to its end or its failure, which has to come. */
static G_GNUC_UNUSED void
mysql_expect (AskSource *source, const char *sql, AskSourceError code, const char *part)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor = ask_source_query (source, sql, NULL, 0, NULL, &error);
  const AskValue *row;
  guint binding;

  if (cursor != NULL)
    while (ask_cursor_next (cursor, &row, &binding, NULL, &error) == ASK_STEP_ROW)
      continue;
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_error (error, ASK_SOURCE_ERROR, (gint) code);
  g_assert_nonnull (strstr (error->message, "shop"));
  if (part != NULL)
    g_assert_nonnull (strstr (error->message, part));
}
