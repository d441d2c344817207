/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A cell that stays empty though its program shows something in it is always said, never passed over.
 */
#include "config.h"

#include "source/sheet/ask-sheet-tally.h"

#include <string.h>

/**
 * ask_sheet_is_error:
 * @text: of a cell, without blanks around it; need not be terminated
 * @length: in bytes
 *
 * Returns: whether it is what spreadsheet programs show for an error, in any of their languages: "#N/A",
 *   "#DIV/0!", "#NAME?", "#WERT!"
 */
gboolean
ask_sheet_is_error (const char *text, gsize length)
{
  static const char *const missing[] = { "#N/A", "#N/D", "#NV" };

  if (length < 3 || length > 16 || *text != '#')
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (missing); i++)
    if (strlen (missing[i]) == length && memcmp (text, missing[i], length) == 0)
      return TRUE;
  for (gsize i = 1; i < length - 1; i++)
    if (!g_ascii_isupper (text[i]) && text[i] != '/' && text[i] != '0' && text[i] != '_')
      return FALSE;
  return text[length - 1] == '!' || text[length - 1] == '?';
}

/** ask_sheet_tally_begin: forgets what was counted */
void
ask_sheet_tally_begin (AskSheetTally *self)
{
  self->n_errors = 0;
  self->n_unknown = 0;
  self->n_merged = 0;
  self->n_totals = 0;
}

static void
say (AskSheetReader *reader, guint64 n, const char *one, const char *many)
{
  if (n > 0)
    g_ptr_array_add (reader->notes,
                     g_strdup_printf ("%s: %" G_GUINT64_FORMAT " %s", reader->name, n, n == 1 ? one : many));
}

/** ask_sheet_tally_say: adds a note to @reader for each kind that was counted, unless that was done before */
void
ask_sheet_tally_say (AskSheetTally *self, AskSheetReader *reader)
{
  if (self->said)
    return;
  self->said = TRUE;
  say (reader, self->n_errors, "cell holds an error such as #N/A and is empty here.",
       "cells hold an error such as #N/A and are empty here.");
  say (reader, self->n_unknown,
       "formula has no result in the file and is empty here. Save the file in a spreadsheet program to have "
       "it computed.",
       "formulas have no result in the file and are empty here. Save the file in a spreadsheet program to "
       "have them computed.");
  say (reader, self->n_merged, "area of merged cells; only the first cell of it has its value.",
       "areas of merged cells; only the first cell of each has its value.");
  say (reader, self->n_totals, "cell in the row of totals of a table was left out.",
       "cells in the rows of totals of tables were left out.");
}
