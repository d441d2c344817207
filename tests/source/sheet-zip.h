/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Zip files for tests of spreadsheets, made with libarchive in memory.
 */
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include "source/sheet-fixture.h"

typedef struct
{
  const char *name;
  const char *text;
  gsize length; /* 0: up to NUL */
} SheetPart;

/* Returns: (transfer full): the bytes of the zip file */
static inline GByteArray *
sheet_zip (const SheetPart *parts, guint n_parts)
{
  gsize room = 65536;
  g_autofree guint8 *buffer = NULL;
  struct archive *archive = archive_write_new ();
  GByteArray *bytes = g_byte_array_new ();
  size_t used = 0;

  for (guint i = 0; i < n_parts; i++)
    room += 4096 + (parts[i].length > 0 ? parts[i].length : strlen (parts[i].text));
  buffer = g_malloc (room);
  g_assert_cmpint (archive_write_set_format_zip (archive), ==, ARCHIVE_OK);
  archive_write_set_bytes_in_last_block (archive, 1);
  g_assert_cmpint (archive_write_open_memory (archive, buffer, room, &used), ==, ARCHIVE_OK);
  for (guint i = 0; i < n_parts; i++)
    {
      gsize length = parts[i].length > 0 ? parts[i].length : strlen (parts[i].text);
      struct archive_entry *entry = archive_entry_new ();

      archive_entry_set_pathname (entry, parts[i].name);
      archive_entry_set_filetype (entry, AE_IFREG);
      archive_entry_set_perm (entry, 0644);
      archive_entry_set_size (entry, (gint64) length);
      g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
      g_assert_cmpint (archive_write_data (archive, parts[i].text, length), ==, (gint64) length);
      archive_entry_free (entry);
    }
  g_assert_cmpint (archive_write_close (archive), ==, ARCHIVE_OK);
  archive_write_free (archive);
  g_byte_array_append (bytes, buffer, (guint) used);
  return bytes;
}

/* Returns: (transfer full): the path */
static inline char *
sheet_write_zip (const char *name, const SheetPart *parts, guint n_parts)
{
  g_autoptr (GByteArray) bytes = sheet_zip (parts, n_parts);

  return sheet_write (name, (const char *) bytes->data, (gssize) bytes->len);
}
