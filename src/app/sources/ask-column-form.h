/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A column of a table as documents: which one, and what of a row is a document's title, time and name.
 */
#pragma once

#include <adwaita.h>

#include "source/ask-source-kind.h"

G_BEGIN_DECLS

#define ASK_TYPE_COLUMN_FORM (ask_column_form_get_type ())
G_DECLARE_FINAL_TYPE (AskColumnForm, ask_column_form, ASK, COLUMN_FORM, AdwPreferencesGroup)

void     ask_column_form_set_origins  (AskColumnForm        *self,
                                       GPtrArray            *origins);
void     ask_column_form_set_location (AskColumnForm        *self,
                                       const char           *text);
char    *ask_column_form_dup_location (AskColumnForm        *self);
gboolean ask_column_form_add_options  (AskColumnForm        *self,
                                       const AskSourceKind  *kind,
                                       GPtrArray            *options,
                                       GError              **error);

G_END_DECLS
