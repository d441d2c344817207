/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * They travel as the headers of the source's configuration ("Delimiter: tab"), so that the workspace keeps
 * them as it keeps what goes with every call to an API. An option that nobody knows is an error.
 */
#include "config.h"

#include "source/sheet/ask-sheet-options.h"

#include <string.h>

static const struct
{
  const char *word;
  char delimiter;
} delimiters[] = { { "comma", ',' }, { "semicolon", ';' }, { "tab", '\t' },
                   { "pipe", '|' },  { "space", ' ' },     { "\\t", '\t' } };

static gboolean
fail (const AskSourceConfig *config, GError **error, const char *what)
{
  g_set_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG, "Source “%s”: %s", config->name, what);
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
  return strlen (value) == 1 && (g_ascii_ispunct (*value) || *value == ' ' || *value == '\t')
         && *value != '"';
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

static void
add_line (GStrvBuilder *lines, const char *name, const char *value)
{
  g_autofree char *line = value != NULL && *value != '\0' ? g_strdup_printf ("%s: %s", name, value) : NULL;

  if (line != NULL)
    g_strv_builder_add (lines, line);
}

/**
 * ask_sheet_options_read:
 * @self: (out caller-allocates): cleared with ask_sheet_options_clear(), also after a failure
 * @config: its headers may be Sheet, Delimiter (a character, or comma, semicolon, tab, pipe, space),
 *   Encoding and Header (yes, no or auto); without the last it is one that was added by an earlier version, or
 *   of which ask_sheet_header_decide() has not been asked yet
 * @error: %ASK_SOURCE_ERROR_CONFIG
 *
 * Returns: whether all of them are understood
 */
gboolean
ask_sheet_options_read (AskSheetOptions *self, const AskSourceConfig *config, GError **error)
{
  memset (self, 0, sizeof *self);
  self->header = ASK_SHEET_HEADER_EARLIER;
  for (guint i = 0; i < config->headers->len; i++)
    {
      const AskSourceHeader *option = config->headers->pdata[i];

      if (g_ascii_strcasecmp (option->name, "Sheet") == 0)
        {
          g_free (self->sheet);
          self->sheet = g_strdup (option->value);
        }
      else if (g_ascii_strcasecmp (option->name, "Encoding") == 0)
        {
          g_free (self->encoding);
          self->encoding = g_strdup (option->value);
        }
      else if (g_ascii_strcasecmp (option->name, "Delimiter") == 0)
        {
          if (!read_delimiter (self, option->value))
            return fail (config, error,
                         "a delimiter is one character such as ; or one of the words comma, semicolon, "
                         "tab, pipe and space.");
        }
      else if (g_ascii_strcasecmp (option->name, "Header") == 0)
        {
          if (g_ascii_strcasecmp (option->value, "yes") == 0)
            self->header = ASK_SHEET_HEADER_YES;
          else if (g_ascii_strcasecmp (option->value, "no") == 0)
            self->header = ASK_SHEET_HEADER_NO;
          else if (g_ascii_strcasecmp (option->value, "auto") == 0)
            self->header = ASK_SHEET_HEADER_GUESS;
          else
            return fail (config, error,
                         "whether the first row is a header is said with yes, no or auto.");
        }
      else
        return fail (config, error,
                     "a spreadsheet takes the options sheet, delimiter, encoding and header only.");
    }
  return TRUE;
}

/**
 * ask_sheet_options_to_lines:
 *
 * The other way round: what ask_workspace_add_source() takes, and ask_sheet_options_read() understands.
 *
 * Returns: (transfer full) (array zero-terminated=1): "Sheet: May", "Delimiter: tab", "Encoding: utf-16",
 *   "Header: no"; none for what is to be recognised
 */
char **
ask_sheet_options_to_lines (const AskSheetOptions *self)
{
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();

  add_line (lines, "Sheet", self->sheet);
  if (self->delimiter != '\0')
    add_line (lines, "Delimiter", name_delimiter (self->delimiter, (char[2]){ 0 }));
  add_line (lines, "Encoding", self->encoding);
  if (self->header == ASK_SHEET_HEADER_YES || self->header == ASK_SHEET_HEADER_NO)
    add_line (lines, "Header", self->header == ASK_SHEET_HEADER_YES ? "yes" : "no");
  return g_strv_builder_end (lines);
}

/** ask_sheet_options_clear: frees what @self holds */
void
ask_sheet_options_clear (AskSheetOptions *self)
{
  g_clear_pointer (&self->sheet, g_free);
  g_clear_pointer (&self->encoding, g_free);
}

/** ask_sheet_options_to_text: Returns: (transfer full): the same for the same options, and for no others */
char *
ask_sheet_options_to_text (const AskSheetOptions *self)
{
  /* Copies of earlier sources are found under the number that stood for a guess then. */
  static const int numbers[] = { [ASK_SHEET_HEADER_EARLIER] = 0,
                                 [ASK_SHEET_HEADER_YES] = 1,
                                 [ASK_SHEET_HEADER_NO] = 2,
                                 [ASK_SHEET_HEADER_GUESS] = 3 };

  return g_strdup_printf ("%s\n%d\n%s\n%d", self->sheet != NULL ? self->sheet : "", self->delimiter,
                          self->encoding != NULL ? self->encoding : "", numbers[self->header]);
}
