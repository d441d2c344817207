/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Spreadsheets as a kind of source: a copy of ours is attached.
 */
#include "config.h"

#include "source/sheet/ask-sheet-source.h"

#include <glib/gi18n.h>
#include <string.h>

#include "source/sheet/ask-sheet-cache.h"
#include "source/sheet/ask-sheet-header.h"
#include "source/sheet/ask-sheet-options.h"

/* Of a file of which nobody said it: whether its first row is one of names, as it is read from now on; of several
 * sheets for each. */
static gboolean
settle (AskSourceConfig *config, GPtrArray *notes, GCancellable *cancellable, GError **error)
{
  const char *said = ask_source_options_get_text (config->options, "header");
  g_autofree char *word = NULL;

  ask_source_config_set_text (config, "sheet-headers", NULL);
  if (said != NULL && strcmp (said, "auto") != 0)
    return TRUE;
  ask_source_config_set_text (config, "header", NULL);
  word = ask_sheet_header_decide (config, notes, cancellable, error);
  if (word == NULL)
    return FALSE;
  if (strchr (word, '=') != NULL)
    ask_source_config_set_text (config, "sheet-headers", word);
  ask_source_config_set_text (config, "header", strcmp (word, "yes") == 0 || strcmp (word, "no") == 0 ? word : "auto");
  return TRUE;
}

/* Two ways to read a file make two copies, where they differ. */
static gboolean
same_copy (const AskSourceConfig *one, const AskSourceConfig *other)
{
  g_auto (AskSheetOptions) options = { 0 };
  g_auto (AskSheetOptions) others = { 0 };
  g_autofree char *text = NULL;
  g_autofree char *other_text = NULL;

  if (!ask_sheet_options_read (&options, one, NULL) || !ask_sheet_options_read (&others, other, NULL))
    return FALSE;
  text = ask_sheet_options_to_text (&options);
  other_text = ask_sheet_options_to_text (&others);
  return strcmp (text, other_text) == 0;
}

static gboolean
has_ending (const char *path, const char *const *endings)
{
  const char *dot = strrchr (path, '.');

  for (guint i = 0; dot != NULL && endings[i] != NULL; i++)
    if (g_ascii_strcasecmp (dot, endings[i]) == 0)
      return TRUE;
  return FALSE;
}

/* A zip file is a spreadsheet by its name, or by what an .ods file begins with; a text only by its name, since any text
 * is rows of something. */
static gboolean
recognise (const char *path, const char *head, gsize n_head)
{
  static const char *const books[] = { ".xlsx", ".xlsm", ".ods", NULL };
  static const char *const texts[] = { ".csv", ".tsv", ".tab", ".txt", NULL };
  static const char mimetype[] = "mimetypeapplication/vnd.oasis.opendocument.spreadsheet";
  const gsize place = 30; /* the first file's name, in the header of a zip file */

  if (n_head >= 4 && memcmp (head, "PK\3\4", 4) == 0)
    return has_ending (path, books)
           || (n_head >= place + strlen (mimetype) && memcmp (head + place, mimetype, strlen (mimetype)) == 0);
  return has_ending (path, texts);
}

static const AskOptionSpec options[] = {
  { "sheet", ASK_OPTION_TEXT, ASK_OPTION_SHAPE, "sheet", "NAME", "the only one to take (all)" },
  { "delimiter", ASK_OPTION_TEXT, ASK_OPTION_SHAPE, "delimiter", "C",
    "what separates cells: a character, comma, semicolon, tab or pipe (recognised)" },
  { "encoding", ASK_OPTION_TEXT, ASK_OPTION_SHAPE, "encoding", "NAME",
    "of a text file, such as windows-1252 (recognised)" },
  { "header", ASK_OPTION_CHOICE, ASK_OPTION_SHAPE, "header row", "yes|no|auto",
    "whether the first row is one of names (auto)", (const char *const[]) { "yes", "no", "auto", NULL } },
  { "sheet-headers", ASK_OPTION_TEXT, ASK_OPTION_SHAPE | ASK_OPTION_NO_WORD, "header rows of sheets" },
};

const AskSourceKind ask_sheet_kind = {
  .word = "sheet",
  .nature = ASK_NATURE_FILE,
  .label = N_ ("Spreadsheet"),
  .menu = N_ ("Spreadsheet or _CSV File…"),
  .add_title = N_ ("Add a Spreadsheet"),
  .add_place = N_ ("CSV, TSV, Excel or OpenDocument file"),
  .add_words = N_ ("AskData keeps a copy of its own to ask, and reads the file again when it "
                   "has changed. The file itself is never written."),
  .choose_title = N_ ("Choose a Spreadsheet"),
  .file_filter = N_ ("Spreadsheets and CSV files"),
  .file_patterns = (const char *const[]) { "*.csv", "*.tsv", "*.tab", "*.txt", "*.xlsx", "*.xlsm", "*.ods", "*.CSV",
                                           "*.TXT", "*.XLSX", "*.ODS", NULL },
  .icon = "ask-source-symbolic",
  .product = "spreadsheet",
  .place = "the path of its file",
  .usage = "the path of a CSV, TSV, .xlsx or .ods file",
  .time_out_ms = 10000,
  .columns_change = TRUE,
  .preview = TRUE,
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .recognise = recognise,
  .make = ask_sheet_source_new,
  .settle = settle,
  .ensure_file = ask_sheet_cache_ensure,
  .forget = ask_sheet_cache_remove,
  .same_copy = same_copy,
};
