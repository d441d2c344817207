/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A CSV file of 1,000,000 rows and eight columns becomes a source, against the sqlite3 shell's .import of the
 * same file, which decides on no types; then one of a quarter of the rows that holds nothing but numbers of 17
 * digits, which are the dearest to read. Both are processes of their own, in turns. The memory is the
 * importing process's at its worst moment, for that file and for one of a tenth of the rows.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/ask-bench.h"

typedef struct
{
  AskBench *bench;
  char *program;
  char *shell;
  char *csv;
  char *cache;
  char *database;
  double peak_mib;
} Sheet;

static gboolean
fail_write (const char *path, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s could not be written", path);
  return FALSE;
}

static gboolean
write_csv (const char *path, guint n_rows, GError **error)
{
  static const char *const customers[] = { "Northwind", "Acme", "Globex", "Initech", "\"Stark, Inc.\"" };
  FILE *file = fopen (path, "w");
  gboolean good;

  if (file == NULL)
    return fail_write (path, error);
  fputs ("id,customer,city,amount,quantity,day,paid,note\n", file);
  for (guint i = 0; i < n_rows; i++)
    fprintf (file, "%u,%s,City %u,%u.%02u,%u,2024-%02u-%02u,%s,%s\n", i,
             customers[i * 7919 % G_N_ELEMENTS (customers)], i * 31 % 997, i * 7919 % 10000, i % 100,
             i % 50, i % 12 + 1, i % 28 + 1, i % 3 != 0 ? "true" : "false",
             i % 4 != 0 ? "some words about this order" : "");
  good = ferror (file) == 0;
  return (fclose (file) == 0 && good) || fail_write (path, error);
}

/* Each has the digits that tell a double from all others and no more: 16 or 17 of them, and the column is real. */
static gboolean
write_digits (const char *path, guint n_rows, GError **error)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (17);
  FILE *file = fopen (path, "w");
  gboolean good;

  if (file == NULL)
    return fail_write (path, error);
  fputs ("a,b,c,d,e,f,g,h\n", file);
  for (guint i = 0; i < n_rows; i++)
    for (guint c = 0; c < 8; c++)
      {
        double real = g_rand_double_range (random, 0.1, 1);
        char digits[G_ASCII_DTOSTR_BUF_SIZE];

        if (g_ascii_strtod (g_ascii_formatd (digits, sizeof digits, "%.16g", real), NULL) != real)
          g_ascii_dtostr (digits, sizeof digits, real);
        fprintf (file, "%s%c", digits, c < 7 ? ',' : '\n');
      }
  good = ferror (file) == 0;
  return (fclose (file) == 0 && good) || fail_write (path, error);
}

static gboolean
run_ours (gpointer data, GError **error)
{
  Sheet *self = data;
  g_autoptr (GSubprocessLauncher) launcher
    = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *out = NULL;

  g_subprocess_launcher_setenv (launcher, "XDG_CACHE_HOME", self->cache, TRUE);
  process = g_subprocess_launcher_spawn (launcher, error, self->program, self->csv, NULL);
  if (process == NULL || !g_subprocess_communicate_utf8 (process, NULL, NULL, &out, NULL, error)
      || !g_subprocess_wait_check (process, NULL, error))
    return FALSE;
  self->peak_mib = g_ascii_strtod (out, NULL) / 1024 / 1024;
  return TRUE;
}

static gboolean
run_theirs (gpointer data, GError **error)
{
  Sheet *self = data;
  g_autofree char *import = g_strdup_printf (".import %s t", self->csv);
  g_autoptr (GSubprocess) process = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, error, self->shell,
                                                      self->database, ".mode csv", import, NULL);

  return process != NULL && g_subprocess_wait_check (process, NULL, error);
}

static void
forget (gpointer data)
{
  Sheet *self = data;
  g_autofree char *folder = g_build_filename (self->cache, "askdata", "sheets", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_unlink (self->database);
}

static gboolean
measure (Sheet *self, GError **error)
{
  g_autofree char *rows = ask_bench_count_rows (self->bench);
  g_autofree char *what
    = g_strdup_printf ("%s of CSV made a source, against the sqlite3 shell's .import", rows);
  g_autofree char *what_memory = g_strdup_printf ("memory of that import at its worst (%s)", rows);
  g_autofree char *note = NULL;
  g_autoptr (GArray) peaks = ask_bench_samples_new ();
  double small;
  AskBenchContest contest = { .what = what,
                              .ours = run_ours,
                              .theirs = run_theirs,
                              .forget = forget,
                              .data = self,
                              .n_pairs = 5,
                              .allowed = 2 };

  if (!write_csv (self->csv, self->bench->n_rows / 10, error) || !run_ours (self, error))
    return FALSE;
  forget (self);
  small = self->peak_mib;
  if (!write_csv (self->csv, self->bench->n_rows, error)
      || !ask_bench_contest (self->bench, &contest, error))
    return FALSE;
  g_array_append_val (peaks, self->peak_mib);
  note = g_strdup_printf ("a tenth of the rows: %.0f MiB", small);
  ask_bench_report (self->bench, what_memory, "MiB", peaks, 64, note);
  contest.what = "numbers of 17 digits, against the sqlite3 shell's .import";
  return write_digits (self->csv, self->bench->n_rows / 4, error)
         && ask_bench_contest (self->bench, &contest, error);
}

/** ask_bench_sheet: a CSV file as a source, beside the sqlite3 shell */
void
ask_bench_sheet (AskBench *self)
{
  Sheet sheet = { .bench = self };
  g_autoptr (GError) error = NULL;

  sheet.program = ask_bench_find_program (self, "tests/bench/ask-bench-import", &error);
  sheet.shell = g_find_program_in_path ("sqlite3");
  sheet.csv = g_build_filename (self->folder, "orders.csv", NULL);
  sheet.cache = g_build_filename (self->folder, "cache", NULL);
  sheet.database = g_build_filename (self->folder, "import.sqlite", NULL);
  if (sheet.program != NULL && sheet.shell == NULL)
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         "there is no sqlite3 shell; install the package sqlite3");
  if (error != NULL || !measure (&sheet, &error))
    ask_bench_missing (self, "a CSV file made a source", error);
  forget (&sheet);
  g_unlink (sheet.csv);
  g_free (sheet.program);
  g_free (sheet.shell);
  g_free (sheet.csv);
  g_free (sheet.cache);
  g_free (sheet.database);
}
