/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a cell becomes where its attribute's type promises another kind. Private to the files of the
 * REST source.
 */
#pragma once

#include "base/ask-value.h"

G_BEGIN_DECLS

AskValue ask_rest_promise (AskType          type,
                           const AskValue  *value,
                           const char      *bare);

G_END_DECLS
