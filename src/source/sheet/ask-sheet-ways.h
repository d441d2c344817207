/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The ways in which people and programs write numbers, moments and truth, as a set.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AskSheetFormats:
 *
 * A set of the ways to write a value that a cell, or all cells of a column, can be read in.
 */
typedef guint32 AskSheetFormats;

enum
{
  ASK_SHEET_WAY_PLAIN = 1 << 0, /* 1234.5, 1.5e-7 */
  ASK_SHEET_WAY_COMMA = 1 << 1, /* 1234,5 */
  ASK_SHEET_WAY_GROUP_POINT = 1 << 2, /* 1,234.5 */
  ASK_SHEET_WAY_GROUP_COMMA = 1 << 3, /* 1.234,5 */
  ASK_SHEET_WAY_SPACE_POINT = 1 << 4, /* 1 234.5 */
  ASK_SHEET_WAY_SPACE_COMMA = 1 << 5, /* 1 234,5 */
  ASK_SHEET_WAY_APOSTROPHE = 1 << 6, /* 1'234.5 */
  ASK_SHEET_WAY_TRUTH = 1 << 7, /* true, False */
  ASK_SHEET_WAY_YMD = 1 << 8, /* 2024-03-05, with T or a space and a time, with a zone */
  ASK_SHEET_WAY_YMD_SLASH = 1 << 9, /* 2024/03/05 */
  ASK_SHEET_WAY_DMY_DOT = 1 << 10, /* 5.3.2024 */
  ASK_SHEET_WAY_DMY_SLASH = 1 << 11,
  ASK_SHEET_WAY_MDY_SLASH = 1 << 12,
  ASK_SHEET_WAY_DMY_DASH = 1 << 13,
  ASK_SHEET_WAY_MDY_DASH = 1 << 14,
  ASK_SHEET_WAYS_ALL = (1 << 15) - 1,
  ASK_SHEET_WAYS_NUMBER = ASK_SHEET_WAY_PLAIN | ASK_SHEET_WAY_COMMA | ASK_SHEET_WAY_GROUP_POINT
                          | ASK_SHEET_WAY_GROUP_COMMA | ASK_SHEET_WAY_SPACE_POINT
                          | ASK_SHEET_WAY_SPACE_COMMA | ASK_SHEET_WAY_APOSTROPHE,
  ASK_SHEET_WAYS_COMMA = ASK_SHEET_WAY_COMMA | ASK_SHEET_WAY_GROUP_COMMA | ASK_SHEET_WAY_SPACE_COMMA,
  ASK_SHEET_WAYS_DAY_FIRST = ASK_SHEET_WAY_DMY_SLASH | ASK_SHEET_WAY_DMY_DASH,
  ASK_SHEET_WAYS_MONTH_FIRST = ASK_SHEET_WAY_MDY_SLASH | ASK_SHEET_WAY_MDY_DASH,
  ASK_SHEET_WAYS_DATE = ASK_SHEET_WAY_YMD | ASK_SHEET_WAY_YMD_SLASH | ASK_SHEET_WAY_DMY_DOT
                        | ASK_SHEET_WAY_DMY_SLASH | ASK_SHEET_WAY_MDY_SLASH | ASK_SHEET_WAY_DMY_DASH
                        | ASK_SHEET_WAY_MDY_DASH
};

G_END_DECLS
