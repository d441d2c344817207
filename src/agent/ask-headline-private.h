/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of headlines share. Only ask-headline*.c include it.
 *
 *   ask-headline.c          what columns are, one row, lists of names
 *   ask-headline-compare.c  rows with a measure: which is highest, by how much
 */
#pragma once

#include "agent/ask-headline.h"

G_BEGIN_DECLS

/** ASK_HEADLINE_MAX_LABEL: of one cell in a sentence, in characters */
#define ASK_HEADLINE_MAX_LABEL 60

/**
 * AskHeadlineRoles:
 * @label, @second: which columns name the rows, the second one where it takes two; -1 for none
 * @measure: which one measures them; -1 for none
 */
typedef struct
{
  int label;
  int second;
  int measure;
} AskHeadlineRoles;

/* ask-headline.c */
gboolean ask_headline_is_time        (const AskRows          *rows,
                                      guint                   column);
char    *ask_headline_format_cell    (const AskRows          *rows,
                                      gsize                   row,
                                      int                     column);
char    *ask_headline_format_label   (const AskRows          *rows,
                                      gsize                   row,
                                      const AskHeadlineRoles *roles);
char    *ask_headline_format_measure (const AskRows          *rows,
                                      gsize                   row,
                                      const AskHeadlineRoles *roles);
char    *ask_headline_name_measure   (const AskRows          *rows,
                                      const AskHeadlineRoles *roles);
gboolean ask_headline_counts_things  (const AskRows          *rows,
                                      gsize                   row,
                                      const AskHeadlineRoles *roles,
                                      const char             *words);
char    *ask_headline_count_rows     (const AskRows          *rows);

/* ask-headline-compare.c */
char    *ask_headline_find_counted   (const char             *question);
char    *ask_headline_compare        (const AskRows          *rows,
                                      const AskHeadlineRoles *roles,
                                      const char             *question,
                                      const char             *sql);

G_END_DECLS
