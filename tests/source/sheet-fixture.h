/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of spreadsheets share: a private folder with a cache of its own, files, and a source's
 * columns, rows and notes as text.
 */
#pragma once

#include <ftw.h>
#include <glib/gstdio.h>
#include <string.h>

#include "source/sheet/ask-sheet-cache.h"
#include "source/sheet/ask-sheet-source.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "sql/ask-sql-lexer.h"
#include "support/ask-test-kinds.h"

static char *sheet_folder;

static inline int
sheet_remove_one (const char *path, const struct stat *info, int kind, struct FTW *place)
{
  return remove (path);
}

/* Before anything asks for the cache folder. */
static inline void
sheet_begin (void)
{
  g_autofree char *cache = NULL;

  sheet_folder = g_dir_make_tmp ("askdata-test-XXXXXX", NULL);
  g_assert_nonnull (sheet_folder);
  cache = g_build_filename (sheet_folder, "cache", NULL);
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
}

static inline int
sheet_end (int code)
{
  nftw (sheet_folder, sheet_remove_one, 16, FTW_DEPTH | FTW_PHYS);
  g_free (sheet_folder);
  return code;
}

/* Returns: (transfer full): the path */
static inline char *
sheet_write (const char *name, const char *bytes, gssize length)
{
  char *path = g_build_filename (sheet_folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, bytes, length, &error);
  g_assert_no_error (error);
  return path;
}

/* As of one that is added, whose header is looked for. @options: (nullable): "Header=no&Delimiter=|" */
static inline AskSourceConfig *
sheet_config (const char *path, const char *options)
{
  AskSourceConfig *config = ask_source_config_new ("book", &ask_sheet_kind, path);
  g_auto (GStrv) parts = g_strsplit (options != NULL ? options : "", "&", -1);

  ask_source_config_set_text (config, "header", "auto");
  for (guint i = 0; parts[i] != NULL; i++)
    {
      char *value = strchr (parts[i], '=');
      g_autofree char *word = NULL;

      if (value == NULL)
        continue;
      *value = '\0';
      word = g_ascii_strdown (parts[i], -1);
      ask_source_config_set_text (config, word, value + 1);
    }
  return config;
}

static inline AskSource *
sheet_source (const char *path, const char *options)
{
  AskSourceConfig *config = sheet_config (path, options);
  AskSource *source = ask_sheet_source_new (config);

  ask_source_config_unref (config);
  return source;
}

/* "orders(id integer, name text)" of each table, a line each */
static inline char *
sheet_print_schema (const AskSchema *schema)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      g_string_append_printf (text, "%s%s(", i > 0 ? "\n" : "", entity->table);
      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];

          g_assert_cmpstr (attribute->name, ==, attribute->column);
          g_string_append_printf (text, "%s%s %s", a > 0 ? ", " : "", attribute->column,
                                  ask_type_to_string (attribute->type));
        }
      g_string_append_c (text, ')');
    }
  return g_string_free (text, FALSE);
}

/* Cells with | between them, rows with a line end: 1, 1.5, 'text', NULL */
static inline char *
sheet_print_rows (const char *path, const char *options, const char *table)
{
  AskSourceConfig *config = sheet_config (path, options);
  g_autoptr (GError) error = NULL;
  g_autofree char *copy = ask_sheet_cache_ensure (config, NULL, &error);
  g_autofree char *quoted = ask_sql_quote_name (table);
  g_autofree char *sql = g_strdup_printf ("SELECT * FROM %s", quoted);
  g_autoptr (sqlite3_stmt) statement = NULL;
  GString *text = g_string_new (NULL);
  sqlite3 *db;
  int code;

  g_assert_no_error (error);
  g_assert_cmpint (sqlite3_open_v2 (copy, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      if (text->len > 0)
        g_string_append_c (text, '\n');
      for (int i = 0; i < sqlite3_column_count (statement); i++)
        {
          AskValue value = ask_sqlite_column_value (statement, i);
          g_autofree char *cell = ask_value_to_text (&value);
          const char *quote = value.kind == ASK_VALUE_TEXT ? "'" : "";

          g_string_append_printf (text, "%s%s%s%s", i > 0 ? "|" : "", quote,
                                  value.kind == ASK_VALUE_NULL ? "NULL" : cell, quote);
        }
    }
  g_assert_cmpint (code, ==, SQLITE_DONE);
  g_clear_pointer (&statement, sqlite3_finalize);
  sqlite3_close (db);
  ask_source_config_unref (config);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): all notes, a line each */
static inline char *
sheet_print_notes (const AskIntrospection *found)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < found->notes->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", (char *) found->notes->pdata[i]);
  return g_string_free (text, FALSE);
}

/* What the file at @path becomes: its schema, the rows of @table, and a part of its notes (@note: nullable;
 * "" for no notes at all). */
static inline void
sheet_check (const char *name, const char *path, const char *options, const char *table,
             const char *schema, const char *rows, const char *note)
{
  g_autoptr (AskSource) source = sheet_source (path, options);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskIntrospection) found = ask_source_introspect (source, NULL, &error);
  g_autofree char *printed = NULL;
  g_autofree char *given = NULL;
  g_autofree char *notes = NULL;

  g_test_message ("%s", name);
  g_assert_no_error (error);
  printed = sheet_print_schema (found->schema);
  g_assert_cmpstr (printed, ==, schema);
  given = sheet_print_rows (path, options, table);
  g_assert_cmpstr (given, ==, rows);
  notes = sheet_print_notes (found);
  if (note != NULL && *note == '\0')
    g_assert_cmpstr (notes, ==, "");
  else if (note != NULL && strstr (notes, note) == NULL)
    g_error ("no “%s” in: %s", note, notes);
}

/* The file at @path is refused with a sentence that has @words. */
static inline void
sheet_check_refused (const char *name, const char *path, const char *options, int code,
                     const char *words)
{
  g_autoptr (AskSource) source = sheet_source (path, options);
  g_autoptr (GError) error = NULL;

  g_test_message ("%s", name);
  g_assert_false (ask_source_open (source, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, code);
  if (strstr (error->message, words) == NULL)
    g_error ("no “%s” in: %s", words, error->message);
}
