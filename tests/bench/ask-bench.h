/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of ask-bench share: samples, the table they end up in, and where programs are.
 * Nothing here is linked into AskData, and nothing here decides whether a test passes.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * AskBench:
 * @build: folder of the build that ask-bench itself lies in
 * @folder: private, for data; removed at the end
 * @n_rows: of the large table, 1,000,000 unless told otherwise
 * @lines: (element-type AskBenchLine): the table
 * @verbose: what was done goes to standard error: plans, and the SQL that servers ran
 * @n_missing: figures that could not be measured
 */
typedef struct
{
  char *build;
  char *folder;
  guint n_rows;
  gboolean verbose;
  GPtrArray *lines;
  guint n_missing;
} AskBench;

/**
 * AskBenchLine:
 * @allowed: 0 for a figure that is shown without a limit
 */
typedef struct
{
  char *what;
  char *measured;
  char *allowed;
  char *verdict;
  char *note;
} AskBenchLine;

/* ask-bench-table.c */
GArray *ask_bench_samples_new  (void);
double  ask_bench_median       (const GArray *samples);
void    ask_bench_report       (AskBench     *self,
                                const char   *what,
                                const char   *unit,
                                const GArray *samples,
                                double        allowed,
                                const char   *note);
void    ask_bench_missing      (AskBench     *self,
                                const char   *what,
                                const GError *error);
void    ask_bench_line_free    (AskBenchLine *line);
char   *ask_bench_count_rows   (AskBench     *self);
char   *ask_bench_print        (AskBench     *self);

/* ask-bench-contest.c */
typedef gboolean (*AskBenchRun) (gpointer   data,
                                 GError   **error);

/**
 * AskBenchContest:
 * @ours: does it once, or @n_times
 * @forget: (nullable): frees what the last run made, outside of its time
 * @n_times: by which times are divided; 0 for 1
 * @note: (nullable): for the line
 */
typedef struct
{
  const char *what;
  AskBenchRun ours;
  AskBenchRun theirs;
  void (*forget) (gpointer data);
  gpointer data;
  guint n_pairs;
  guint n_times;
  double allowed;
  const char *note;
} AskBenchContest;

gboolean ask_bench_contest     (AskBench              *self,
                                const AskBenchContest *contest,
                                GError               **error);

/* ask-bench-machine.c */
char   *ask_bench_describe_machine (void);

/* ask-bench-display.c */
typedef struct _AskBenchDisplay AskBenchDisplay;

AskBenchDisplay     *ask_bench_display_new      (AskBench         *bench,
                                                 GError          **error);
void                 ask_bench_display_free     (AskBenchDisplay  *self);
GSubprocessLauncher *ask_bench_display_launcher (AskBenchDisplay  *self,
                                                 GSubprocessFlags  flags);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBenchDisplay, ask_bench_display_free)

/* ask-bench-data.c */
gboolean ask_bench_make_file   (const char   *path,
                                guint         n_rows,
                                GError      **error);

/* ask-bench-workspace.c */
char   *ask_bench_make_workspace (AskBench *self,
                                  GError  **error);
char   *ask_bench_find_program   (AskBench   *self,
                                  const char *path,
                                  GError    **error);

/* The figures, one file each. */
void    ask_bench_query        (AskBench *self);
void    ask_bench_start        (AskBench *self);
void    ask_bench_api          (AskBench *self);
void    ask_bench_push         (AskBench *self);
void    ask_bench_point        (AskBench *self);
void    ask_bench_fetch        (AskBench *self);
void    ask_bench_federate     (AskBench *self);
void    ask_bench_shards       (AskBench *self);
void    ask_bench_plan         (AskBench *self);
void    ask_bench_page         (AskBench *self);
void    ask_bench_ask          (AskBench *self);
void    ask_bench_sheet        (AskBench *self);

G_END_DECLS
