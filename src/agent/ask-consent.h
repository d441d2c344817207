/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tool show_rows: a model asks to see the rows of a step, and a person decides. Private to this room.
 */
#pragma once

#include "agent/ask-form.h"
#include "agent/ask-tools-private.h"

G_BEGIN_DECLS

char          *ask_consent_widen (AskForm       form,
                                  const char   *held);
AskToolOutcome ask_consent_call  (AskTools     *tools,
                                  const char   *input,
                                  const char   *thought,
                                  char        **observation,
                                  GError      **error);

G_END_DECLS
