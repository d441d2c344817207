/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A figure that is reckoned before a statement runs, and how sure it is.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AskFigureKind:
 * @ASK_FIGURE_UNKNOWN: nobody knows before it runs; of a part it may be known, which is about so many
 * @ASK_FIGURE_EXACT: so many
 * @ASK_FIGURE_AT_MOST: so many or fewer: a LIMIT or kept answers may save some
 * @ASK_FIGURE_ABOUT: by counts of the catalogue, which may have changed, and fixed shares of them
 * @ASK_FIGURE_AT_LEAST: so many, and an unknown number besides
 */
typedef enum
{
  ASK_FIGURE_UNKNOWN,
  ASK_FIGURE_EXACT,
  ASK_FIGURE_AT_MOST,
  ASK_FIGURE_ABOUT,
  ASK_FIGURE_AT_LEAST
} AskFigureKind;

/** AskFigure: @n: 0 where nothing is known */
typedef struct
{
  AskFigureKind kind;
  gint64 n;
} AskFigure;

G_END_DECLS
