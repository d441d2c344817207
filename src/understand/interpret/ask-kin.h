/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which entities of other places belong to the same things, though nobody declared a relationship: no web API declares
 * one, and no file can declare one that leads out of it. Private to this room.
 */
#pragma once

#include "understand/link/ask-domain.h"

G_BEGIN_DECLS

/**
 * AskKin:
 *
 * Never changes: any thread may read it.
 */
typedef struct _AskKin AskKin;

AskKin *ask_kin_new  (AskWorkspace *workspace,
                      AskSchema    *schema,
                      GError      **error);
void    ask_kin_free (AskKin       *self);
void    ask_kin_add  (AskKin       *self,
                      AskSchema    *schema,
                      GPtrArray    *entities);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskKin, ask_kin_free)

G_END_DECLS
