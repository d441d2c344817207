/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sample company's sales as a SQLite file. It writes one file and never reads one, except for
 * the seed in the file's header.
 */
#pragma once

#include <gio/gio.h>

#include "ask-sample-company.h"

G_BEGIN_DECLS

gboolean ask_sample_sales_file_write     (AskSampleCompany *company,
                                          const char       *path,
                                          guint             from_year,
                                          GError          **error);
gboolean ask_sample_sales_file_read_seed (const char       *path,
                                          guint            *seed,
                                          GError          **error);

G_END_DECLS
