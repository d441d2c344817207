/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writes rows to files in portions, so that neither memory nor Cancel has to wait for the last row.
 */
#include "config.h"

#include "table/ask-table-export.h"

#include "base/ask-delimited.h"
#include "base/ask-file-writer.h"
#include "base/ask-json.h"
#include "table/ask-workbook.h"

/* Rows written between two looks at the cancellable. */
#define ROWS_A_CHUNK 4096

/**
 * ask_table_format_from_path:
 * @path: the name of a file
 * @format: (out): what its ending says
 *
 * Returns: whether it ends in .csv, .tsv, .json or .xlsx
 */
gboolean
ask_table_format_from_path (const char *path, AskTableFormat *format)
{
  static const char *const endings[] = { ".csv", ".tsv", ".json", ".xlsx" };
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (lower, endings[i]))
      {
        *format = (AskTableFormat) i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
write_delimited (const AskRows *rows, AskFileWriter *file, AskDelimited kind, GCancellable *cancellable, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n_rows = ask_rows_get_n_rows (rows);

  ask_delimited_append_header (text, rows, kind);
  for (gsize i = 0; i < n_rows || text->len > 0; i += ROWS_A_CHUNK)
    {
      ask_delimited_append_rows (text, rows, MIN (i, n_rows), MIN (i + ROWS_A_CHUNK, n_rows), kind);
      if (!ask_file_writer_append (file, text->str, text->len, cancellable, error))
        return FALSE;
      g_string_truncate (text, 0);
    }
  return TRUE;
}

/* {"columns":[{"name","type"}],"rows":[[…]],"truncated":false}, as "askdata-cli query --format json" begins */
static gboolean
write_json (const AskRows *rows, AskFileWriter *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GString) json = g_string_new ("{");

  ask_json_append_rows (json, rows, G_MAXSIZE);
  g_string_append_printf (json, ",\"truncated\":%s}\n", ask_rows_get_truncated (rows) ? "true" : "false");
  return ask_file_writer_append (file, json->str, json->len, cancellable, error);
}

/**
 * ask_table_export:
 * @rows: what is written
 * @title: (nullable): what a workbook's sheet is called
 * @path: the file, replaced when all of it is written; - is standard output
 * @format: which form
 * @cancellable: (nullable): asked at each portion
 * @error: ASK_TABLE_ERROR or G_IO_ERROR
 *
 * Blocks.
 *
 * Returns: %FALSE with @error; then the file is as it was
 */
gboolean
ask_table_export (const AskRows *rows, const char *title, const char *path, AskTableFormat format,
                  GCancellable *cancellable, GError **error)
{
  g_autoptr (AskFileWriter) file = NULL;
  AskWorkbookSheet sheet = { title, rows, 0 };
  gboolean done;

  if (format == ASK_TABLE_XLSX)
    return ask_workbook_write (path, &sheet, 1, cancellable, error);
  file = ask_file_writer_new (path, cancellable, error);
  if (file == NULL)
    return FALSE;
  done = format == ASK_TABLE_JSON
           ? write_json (rows, file, cancellable, error)
           : write_delimited (rows, file, format == ASK_TABLE_CSV ? ASK_DELIMITED_CSV : ASK_DELIMITED_TAB, cancellable,
                              error);
  return done && ask_file_writer_finish (file, error);
}
