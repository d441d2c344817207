/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of tables, columns and functions as SQLite compares them: letters of ASCII are the same in
 * both cases, all other bytes only as they are. All of it is here. Not for other rooms.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether both are there and name the same. */
static inline gboolean
ask_sql_same_name (const char *a, const char *b)
{
  return a != NULL && b != NULL && g_ascii_strcasecmp (a, b) == 0;
}

/* Whether @name is one of @names, which end with %NULL. */
static inline gboolean
ask_sql_name_is_one_of (const char *name, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (ask_sql_same_name (name, names[i]))
      return TRUE;
  return FALSE;
}

/* TRUE and FALSE are columns to SQLite's parser and 1 and 0 where no column is called so. */
static inline gboolean
ask_sql_name_is_truth (const char *name)
{
  return ask_sql_same_name (name, "true") || ask_sql_same_name (name, "false");
}

G_END_DECLS
