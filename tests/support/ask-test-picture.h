/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures for tests, with and without words in them that must not go anywhere.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** ASK_TEST_PICTURE_SECRET: what stands in the metadata */
#define ASK_TEST_PICTURE_SECRET "TAKEN-IN-OSLO"

GBytes *ask_test_picture_png (guint width, guint height, gboolean worded, guint seed);
GBytes *ask_test_picture_jpeg (guint width, guint height, gboolean turned);
GBytes *ask_test_picture_webp (guint width, guint height, gboolean lossless, gboolean turned);
GBytes *ask_test_picture_bomb (guint width, guint height);
GBytes *ask_test_picture_pdf (void);

G_END_DECLS
