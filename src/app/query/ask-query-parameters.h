/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A small form for the parameters of a statement. What is given is kept for its tab.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_QUERY_PARAMETERS (ask_query_parameters_get_type ())
G_DECLARE_FINAL_TYPE (AskQueryParameters, ask_query_parameters, ASK, QUERY_PARAMETERS, GtkWidget)

gboolean ask_query_parameters_ask      (AskQueryParameters *self,
                                        GPtrArray          *parameters);
char    *ask_query_parameters_put      (AskQueryParameters *self,
                                        const char         *sql,
                                        GError            **error);
char    *ask_query_parameters_to_json  (AskQueryParameters *self);
void     ask_query_parameters_set_json (AskQueryParameters *self,
                                        const char         *json);

G_END_DECLS
