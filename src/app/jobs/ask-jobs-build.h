/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What building a query needs, off the main thread: the names, rows of what was built so far, values of the index.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "explore/ask-build-known.h"

G_BEGIN_DECLS

AskJob *ask_jobs_load_names     (void);
AskJob *ask_jobs_read_rows      (const char         *sql,
                                 gsize               max_rows);
AskJob *ask_jobs_list_indexed   (const AskEntity    *entity,
                                 const AskAttribute *attribute,
                                 const char         *begun,
                                 guint               max);
AskJob *ask_jobs_know_build     (AskSchema          *schema,
                                 const AskBuild     *build);

G_END_DECLS
