/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whose values a model asks to see, as a person reads it.
 */
#pragma once

#include "agent/ask-agent.h"

G_BEGIN_DECLS

char *ask_consent_to_places (const AskConsent *consent);

G_END_DECLS
