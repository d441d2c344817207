/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a specification says of the members of an API's rows: whether each row has what it must have, and
 * what tells it from all others. Private to the files of the REST source.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _AskRestExpected AskRestExpected;

AskRestExpected *ask_rest_expected_new       (void);
void             ask_rest_expected_free      (AskRestExpected *self);
void             ask_rest_expected_add       (AskRestExpected *self,
                                              const char      *name,
                                              gboolean         key,
                                              gboolean         required);
void             ask_rest_expected_set_alone (AskRestExpected *self,
                                              gboolean         named);
gboolean         ask_rest_expected_note      (AskRestExpected *self,
                                              const char      *name,
                                              guint64          hash,
                                              GError         **error);
gboolean         ask_rest_expected_end       (AskRestExpected *self,
                                              guint64         *key,
                                              gboolean        *keyed,
                                              GError         **error);
gboolean         ask_rest_expected_twice     (const char      *name,
                                              GError         **error);

G_END_DECLS
