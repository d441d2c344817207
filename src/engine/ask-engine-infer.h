/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Evidence for the inference: profiles of columns and comparisons of their values, read on this machine through
 * SQL on the engine, within bounds. It calls no web API, and nothing that it reads goes anywhere else.
 */
#pragma once

#include "engine/ask-engine.h"
#include "schema/infer/ask-infer.h"

G_BEGIN_DECLS

gboolean ask_engine_read_evidence (AskEngine     *self,
                                   AskInfer      *infer,
                                   GCancellable  *until,
                                   GCancellable  *cancellable,
                                   GError       **error);

G_END_DECLS
