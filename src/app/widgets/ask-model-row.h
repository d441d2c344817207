/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A language model that a server has, to be taken by a click.
 */
#pragma once

#include <adwaita.h>

#include "llm/ask-openai-facts.h"

G_BEGIN_DECLS

typedef void (*AskModelRowFunc) (gpointer    data,
                                 const char *url,
                                 const char *name);

GtkWidget *ask_model_row_new (const AskModelFacts *facts,
                              const char          *url,
                              AskModelRowFunc      use,
                              gpointer             data);

G_END_DECLS
