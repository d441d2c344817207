/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which objects were made and not finalized. What should be gone and is not is kept by somebody: a reference that nobody
 * gave back, two that hold each other, a child that nobody let go of.
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * AskTestLivingFunc:
 * @object: alive, and maybe in use by another thread: look, and change nothing
 *
 * Returns: whether it is meant
 */
typedef gboolean (*AskTestLivingFunc) (GObject *object);

void       ask_test_living_begin     (void);
guint      ask_test_living_mark      (void);
char      *ask_test_living_describe  (guint             since,
                                      AskTestLivingFunc func);

G_END_DECLS
