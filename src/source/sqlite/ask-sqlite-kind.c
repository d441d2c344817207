/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQLite files as a kind of source: attached as they are, read-only.
 */
#include "config.h"

#include "source/sqlite/ask-sqlite-source.h"

#include <glib/gi18n.h>
#include <string.h>

static char *
ensure_file (const AskSourceConfig *config, GCancellable *cancellable, GError **error)
{
  return ask_sqlite_check_file (config->name, config->location, error) ? g_strdup (config->location) : NULL;
}

static gboolean
recognise (const char *path, const char *head, gsize n_head)
{
  static const char magic[] = "SQLite format 3";

  return n_head >= sizeof magic && memcmp (head, magic, sizeof magic) == 0;
}

const AskSourceKind ask_sqlite_kind = {
  .word = "sqlite",
  .nature = ASK_NATURE_FILE,
  .label = N_ ("Database file"),
  .menu = N_ ("_SQLite Database…"),
  .add_title = N_ ("Add a Database File"),
  .add_place = N_ ("SQLite file"),
  .add_words = N_ ("The file is opened for reading only."),
  .choose_title = N_ ("Choose a Database File"),
  .file_filter = N_ ("SQLite databases"),
  .file_patterns = (const char *const[]) { "*.db", "*.sqlite", "*.sqlite3", "*.db3", NULL },
  .icon = "ask-source-symbolic",
  .product = "SQLite",
  .place = "the path of its file",
  .usage = "the path of a SQLite file, opened read-only",
  .time_out_ms = 10000,
  .recognise = recognise,
  .make = ask_sqlite_source_new,
  .ensure_file = ensure_file,
};
