/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the figures were measured on. A figure without its machine says nothing.
 */
#include "config.h"

#include <adwaita.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/utsname.h>

#include "bench/ask-bench.h"

/* The value of the first line of @file that begins with @key. */
static char *
read_field (const char *file, const char *key)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (file, &text, NULL, NULL))
    return NULL;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *colon = strchr (lines[i], ':');

      if (g_str_has_prefix (lines[i], key) && colon != NULL)
        return g_strstrip (g_strdup (colon + 1));
    }
  return NULL;
}

/* What else runs weighs on every figure: the first of the three numbers is the last minute's. */
static char *
read_load (void)
{
  g_autofree char *text = NULL;
  char *space;

  if (!g_file_get_contents ("/proc/loadavg", &text, NULL, NULL))
    return g_strdup ("unknown");
  space = strchr (text, ' ');
  if (space != NULL)
    *space = '\0';
  return g_steal_pointer (&text);
}

/**
 * ask_bench_describe_machine:
 *
 * Call it before anything is measured: it tells the load that others made.
 *
 * Returns: (transfer full): one line and its end
 */
char *
ask_bench_describe_machine (void)
{
  g_autofree char *model = read_field ("/proc/cpuinfo", "model name");
  g_autofree char *memory = read_field ("/proc/meminfo", "MemTotal");
  g_autofree char *load = read_load ();
  struct utsname kernel = { 0 };

  uname (&kernel);
  return g_strdup_printf (
    "Machine: %u cores, %s, %.0f GiB of memory, %s %s %s; SQLite %s, GLib %u.%u.%u, GTK %u.%u.%u, "
    "libadwaita %u.%u.%u; load of the minute before: %s\n",
    g_get_num_processors (), model != NULL ? model : "unknown processor",
    memory != NULL ? (double) g_ascii_strtoull (memory, NULL, 10) / (1 << 20) : 0.0,
    kernel.sysname, kernel.release, kernel.machine, sqlite3_libversion (), glib_major_version,
    glib_minor_version, glib_micro_version, gtk_get_major_version (), gtk_get_minor_version (),
    gtk_get_micro_version (), adw_get_major_version (), adw_get_minor_version (),
    adw_get_micro_version (), load);
}
