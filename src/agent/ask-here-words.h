/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is said of a question that is read on this machine: where it was looked, what its words were taken for, what is
 * not known. Pure functions. Private to this room.
 */
#pragma once

#include "understand/interpret/ask-interpret.h"
#include "understand/route/ask-route.h"

G_BEGIN_DECLS

gboolean ask_here_is_sql      (const char              *question);
char    *ask_here_ask_back    (GPtrArray               *choices);
char    *ask_here_describe    (AskSchema               *schema,
                               const AskEntity         *entity);
char    *ask_here_tell_route  (const AskRouteResult    *routed);
char    *ask_here_tell_links  (const char              *question,
                               GPtrArray               *links,
                               gboolean                 values);
char    *ask_here_say_unknown (AskSchema               *schema,
                               const AskInterpretation *found);
void     ask_here_suggest     (AskSchema               *schema,
                               const AskInterpretation *found,
                               GPtrArray               *suggestions);

G_END_DECLS
