/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Embeddings of a server, for finding the sources of a question: vectors of names and descriptions are kept in the
 * workspace and renewed when these change; the question's own is made as it is asked. No value is sent.
 */
#pragma once

#include "agent/ask-run.h"
#include "understand/interpret/ask-interpret.h"

G_BEGIN_DECLS

gboolean ask_embed_question (AskAgentRun     *run,
                             AskInterpreter **interpreter,
                             GError         **error);

G_END_DECLS
