/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A zip file of parts that are a fuzzer's, since no chance finds the check sum of what it changed. Parts end with the
 * byte FF.
 */
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <glib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct
{
  struct archive *archive;
  guint8 *buffer;
  size_t used;
} FuzzPack;

/* @size: of all parts together. The archive writes where it began: end it before it goes anywhere else. */
static inline FuzzPack *
fuzz_pack_begin (gsize size)
{
  const gsize room = size + 65536;
  FuzzPack *self = g_new0 (FuzzPack, 1);

  self->buffer = g_malloc (room);
  self->archive = archive_write_new ();
  archive_write_set_format_zip (self->archive);
  archive_write_zip_set_compression_store (self->archive);
  archive_write_set_bytes_in_last_block (self->archive, 1);
  archive_write_open_memory (self->archive, self->buffer, room, &self->used);
  return self;
}

static inline void
fuzz_pack_add (FuzzPack *self, const char *name, const void *bytes, gsize length)
{
  struct archive_entry *entry = archive_entry_new ();

  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_size (entry, (gint64) length);
  archive_write_header (self->archive, entry);
  archive_write_data (self->archive, bytes, length);
  archive_entry_free (entry);
}

/* Takes the next part off @data. */
static inline const guint8 *
fuzz_pack_take (const guint8 **data, gsize *size, gsize *length)
{
  const guint8 *start = *data;
  const guint8 *end = *size > 0 ? memchr (start, 0xFF, *size) : NULL;

  *length = end != NULL ? (gsize) (end - start) : *size;
  *data += *length + (end != NULL);
  *size -= *length + (end != NULL);
  return start;
}

/* @self: (transfer full). Returns: a file of it that lies nowhere */
static inline int
fuzz_pack_end (FuzzPack *self)
{
  int fd = memfd_create ("fuzz", MFD_CLOEXEC);

  archive_write_close (self->archive);
  archive_write_free (self->archive);
  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, self->buffer, self->used), ==, (gssize) self->used);
  g_free (self->buffer);
  g_free (self);
  return fd;
}
