/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The beginning of a file, which says what it is: a workspace, a database of some program, or a source.
 */
#pragma once

#include "source/ask-source-kind.h"

G_BEGIN_DECLS

/**
 * AskFileHead:
 * @n: how many bytes there are
 *
 * So much of a file that its kind shows.
 */
typedef struct
{
  char bytes[65536];
  gsize n;
} AskFileHead;

AskFileHead *ask_file_head_read (const char *path, GError **error);
guint32 ask_file_head_get_application (const AskFileHead *self);
gboolean ask_file_head_is_workspace (const AskFileHead *self);
const AskSourceKind *ask_file_head_find_kind (const AskFileHead *self, const char *path);

G_END_DECLS
