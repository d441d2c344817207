/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every public OpenAPI document, imported in a process of its own, so that a crash, a hang or a
 * gigabyte is a figure and not the end: for the test and for the benchmark that prints the table.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  SURVEY_REAL, /* in use somewhere: has to import */
  SURVEY_PASS, /* of a conformance set: has to import */
  SURVEY_FAIL, /* likewise: has to be refused, with the place */
  SURVEY_ODD /* anything else: has to end */
} SurveyKind;

/**
 * Survey:
 * @path: below the folder
 * @ok: it was imported
 * @ended: the process ended by itself with an answer
 * @error: (nullable): why it was not imported
 * @n_json: GET operations that answer with JSON
 * @n_entities, @n_merged, @n_left: what became of these
 * @n_times: optional parameters that bound a day or a moment of the rows
 * @n_asked: operations of which a steward is asked what a parameter means
 * @reasons: for each of those left out, "path: reason"
 * @cpu_s, @wall_s: of the whole process
 * @peak_kib: its memory
 */
typedef struct
{
  char *path;
  SurveyKind kind;
  gboolean ok, ended;
  char *error;
  guint n_operations, n_get, n_json, n_entities, n_merged, n_left, n_offered, n_tables, n_relationships;
  guint n_times, n_asked;
  GPtrArray *reasons;
  double cpu_s, wall_s;
  glong peak_kib;
} Survey;

char      *survey_dup_folder (void);
GPtrArray *survey_find       (const char *folder);
Survey    *survey_run        (const char *program,
                              const char *folder,
                              const char *path);
void       survey_free       (Survey     *self);
int        survey_child      (const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Survey, survey_free)

G_END_DECLS
