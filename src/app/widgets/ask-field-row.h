/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One field of a part of the schema: it makes the row of the side panel that shows its value, and emits "edited"
 * when a person has given it another one. What kind of control it is, is its own business.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  ASK_FIELD_TEXT,
  ASK_FIELD_LIST, /* several, one a line in the value, separated by commas on the screen */
  ASK_FIELD_SQL, /* some lines of SQL, highlighted */
  ASK_FIELD_NOTES, /* some lines of text */
  ASK_FIELD_FLAG, /* "true" or "false" */
  ASK_FIELD_CHOICE
} AskFieldKind;

/**
 * AskFieldChoice:
 * @value: as in the schema document
 * @label: for people, to be translated
 */
typedef struct
{
  const char *value;
  const char *label;
} AskFieldChoice;

/**
 * AskField:
 * @name: as in the schema document: "description"
 * @label: for people, to be translated
 * @hint: (nullable): a sentence about it, to be translated
 * @choices: (nullable): of %ASK_FIELD_CHOICE; ended by one without a value
 */
typedef struct
{
  const char *name;
  const char *label;
  const char *hint;
  AskFieldKind kind;
  const AskFieldChoice *choices;
} AskField;

#define ASK_TYPE_FIELD_ROW (ask_field_row_get_type ())
G_DECLARE_FINAL_TYPE (AskFieldRow, ask_field_row, ASK, FIELD_ROW, GObject)

AskFieldRow    *ask_field_row_new       (const AskField *field);
GtkWidget      *ask_field_row_get_widget (AskFieldRow   *self);
const AskField *ask_field_row_get_field (AskFieldRow    *self);
void            ask_field_row_set_value (AskFieldRow    *self,
                                         const char     *value);
char           *ask_field_row_dup_value (AskFieldRow    *self);
void            ask_field_row_give      (AskFieldRow    *self);
void            ask_field_row_refuse    (AskFieldRow    *self);
char           *ask_field_row_dup_draft (AskFieldRow    *self);
void            ask_field_row_put_draft (AskFieldRow    *self,
                                         const char     *draft);

G_END_DECLS
