/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the options of a source's configuration say of a spreadsheet, as the readers take it.
 */
#include "config.h"

#include "source/sheet/ask-sheet-options.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

static const struct
{
  const char *word;
  char delimiter;
} delimiters[]
  = { { "comma", ',' }, { "semicolon", ';' }, { "tab", '\t' }, { "pipe", '|' }, { "space", ' ' }, { "\\t", '\t' } };

static gboolean
fail (const AskSourceConfig *config, GError **error, const char *what)
{
  ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG, what);
  ask_error_prefix (error, N_ ("Source “%s”: "), config->name);
  return FALSE;
}

static gboolean
read_delimiter (AskSheetOptions *self, const char *value)
{
  for (guint i = 0; i < G_N_ELEMENTS (delimiters); i++)
    if (g_ascii_strcasecmp (delimiters[i].word, value) == 0)
      {
        self->delimiter = delimiters[i].delimiter;
        return TRUE;
      }
  self->delimiter = *value;
  return strlen (value) == 1 && (g_ascii_ispunct (*value) || *value == ' ' || *value == '\t') && *value != '"';
}

/* By its word where it has one: a blank would not stay one among lines. */
static const char *
name_delimiter (char delimiter, char buffer[2])
{
  for (guint i = 0; i < G_N_ELEMENTS (delimiters); i++)
    if (delimiters[i].delimiter == delimiter)
      return delimiters[i].word;
  buffer[0] = delimiter;
  return buffer;
}

/**
 * ask_sheet_options_get_header:
 * @sheet: its name
 *
 * Returns: what its first row is
 */
AskSheetHeader
ask_sheet_options_get_header (const AskSheetOptions *self, const char *sheet)
{
  g_autofree char *escaped = g_uri_escape_string (sheet, NULL, TRUE);

  for (guint i = 0; self->header == ASK_SHEET_HEADER_GUESS && self->decided != NULL && self->decided[i] != NULL; i++)
    if (g_str_has_prefix (self->decided[i], "yes=") && strcmp (self->decided[i] + 4, escaped) == 0)
      return ASK_SHEET_HEADER_YES;
    else if (g_str_has_prefix (self->decided[i], "no=") && strcmp (self->decided[i] + 3, escaped) == 0)
      return ASK_SHEET_HEADER_NO;
  return self->header;
}

/**
 * ask_sheet_options_read:
 * @self: (out caller-allocates): cleared with ask_sheet_options_clear(), also after a failure
 * @config: of a spreadsheet; of its options "delimiter" is a character, or comma, semicolon, tab, pipe, space.
 *   Without "header" it is one that was added by an earlier version, or of which ask_sheet_header_decide() has not
 *   been asked yet
 * @error: %ASK_SOURCE_ERROR_CONFIG
 *
 * Returns: whether all of them are understood
 */
gboolean
ask_sheet_options_read (AskSheetOptions *self, const AskSourceConfig *config, GError **error)
{
  const char *delimiter = ask_source_options_get_text (config->options, "delimiter");
  const char *header = ask_source_options_get_text (config->options, "header");
  const char *decided = ask_source_options_get_text (config->options, "sheet-headers");

  memset (self, 0, sizeof *self);
  self->header = header == NULL                ? ASK_SHEET_HEADER_EARLIER
                 : strcmp (header, "yes") == 0 ? ASK_SHEET_HEADER_YES
                 : strcmp (header, "no") == 0  ? ASK_SHEET_HEADER_NO
                                               : ASK_SHEET_HEADER_GUESS;
  self->sheet = g_strdup (ask_source_options_get_text (config->options, "sheet"));
  self->encoding = g_strdup (ask_source_options_get_text (config->options, "encoding"));
  if (decided != NULL)
    self->decided = g_strsplit (decided, " ", -1);
  if (self->header == ASK_SHEET_HEADER_GUESS && strcmp (header, "auto") != 0)
    return fail (config, error, N_ ("whether the first row is a header is said with yes, no or auto."));
  return delimiter == NULL || read_delimiter (self, delimiter)
         || fail (config, error,
                  N_ ("a delimiter is one character such as ; or one of the words comma, semicolon, "
                      "tab, pipe and space."));
}

/**
 * ask_sheet_options_apply:
 * @config: of a spreadsheet: says all of them from now on
 *
 * The other way round: what is to be recognised is not said.
 */
void
ask_sheet_options_apply (const AskSheetOptions *self, AskSourceConfig *config)
{
  const char *delimiter = self->delimiter != '\0' ? name_delimiter (self->delimiter, (char[2]) { 0 }) : NULL;
  const char *header = self->header == ASK_SHEET_HEADER_YES ? "yes" : self->header == ASK_SHEET_HEADER_NO ? "no" : NULL;

  ask_source_config_set_text (config, "sheet", self->sheet);
  ask_source_config_set_text (config, "delimiter", delimiter);
  ask_source_config_set_text (config, "encoding", self->encoding);
  ask_source_config_set_text (config, "header", header);
}

/** ask_sheet_options_clear: frees what @self holds */
void
ask_sheet_options_clear (AskSheetOptions *self)
{
  g_clear_pointer (&self->sheet, g_free);
  g_clear_pointer (&self->encoding, g_free);
  g_clear_pointer (&self->decided, g_strfreev);
}

/** ask_sheet_options_to_text: Returns: (transfer full): the same for the same options, and for no others */
char *
ask_sheet_options_to_text (const AskSheetOptions *self)
{
  /* Copies of earlier sources are found under the number that stood for a guess then. */
  static const int numbers[] = {
    [ASK_SHEET_HEADER_EARLIER] = 0, [ASK_SHEET_HEADER_YES] = 1, [ASK_SHEET_HEADER_NO] = 2, [ASK_SHEET_HEADER_GUESS] = 3
  };

  g_autofree char *decided = self->decided != NULL ? g_strjoinv (" ", self->decided) : g_strdup ("");

  return g_strdup_printf ("%s\n%d\n%s\n%d%s%s", self->sheet != NULL ? self->sheet : "", self->delimiter,
                          self->encoding != NULL ? self->encoding : "", numbers[self->header],
                          *decided != '\0' ? " " : "", decided);
}
