/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which encoding a file is in is decided on all of it: UTF-16 by its mark or by its zeros, UTF-8 where
 * every byte is, else Windows-1252, which any byte is. What is read is UTF-8 without a mark and without
 * NUL, or an error: no character is ever replaced or left out. The file descriptor is borrowed.
 */
#include "config.h"

#include "source/sheet/ask-sheet-text.h"

#include "base/ask-error.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "source/ask-source.h"

#define BLOCK_BYTES (256 * 1024)

struct _AskSheetText
{
  int fd;
  goffset skip; /* the mark */
  goffset at; /* of the next read */
  char *encoding; /* as iconv knows it */
  gboolean guessed;
  gboolean plain; /* UTF-8: nothing to convert */
  gboolean lenient; /* Windows-1252 that was guessed: five bytes stand for themselves */
  GIConv converter;
  guint8 *raw; /* what is not converted yet */
  gsize raw_start;
  gsize raw_end;
  gboolean starved; /* what is left is the beginning of a character */
  gboolean eof;
};

static gssize
read_at (int fd, guint8 *buffer, gsize size, goffset at, GError **error)
{
  gssize n;

  do
    n = pread (fd, buffer, size, at);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE, N_ ("The file could not be read: %s."),
                   g_strerror (errno));
  return n;
}

static gboolean
is_ascii (const guint8 *bytes, gsize length)
{
  gsize i = 0;
  guint64 all = 0;

  for (; i + 8 <= length; i += 8)
    {
      guint64 word;

      memcpy (&word, bytes + i, 8);
      all |= word;
    }
  for (; i < length; i++)
    all |= bytes[i];
  return (all & G_GUINT64_CONSTANT (0x8080808080808080)) == 0;
}

static gboolean
fail_binary (goffset at, GError **error)
{
  ask_error_set (
    error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
    N_ (
      "The file holds binary data (a NUL at byte %lld), so it is no text file. Save it as CSV in UTF-8, or as .xlsx."),
    (long long) at);
  return FALSE;
}

/*
 * @utf8: (out): whether all of the file is UTF-8
 */
static gboolean
check_utf8 (AskSheetText *self, gboolean *utf8, GCancellable *cancellable, GError **error)
{
  goffset at = self->skip;
  gsize kept = 0; /* of a character that the last block cut */
  gssize n;

  *utf8 = TRUE;
  while ((n = read_at (self->fd, self->raw + kept, BLOCK_BYTES - kept, at, error)) > 0)
    {
      gsize length = kept + (gsize) n;
      const guint8 *zero = memchr (self->raw, '\0', length);
      const char *end;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (zero != NULL)
        return fail_binary (at - (goffset) kept + (goffset) (zero - self->raw), error);
      at += n;
      kept = 0;
      if (!*utf8 || is_ascii (self->raw, length) || g_utf8_validate_len ((const char *) self->raw, length, &end))
        continue;
      kept = length - (gsize) (end - (const char *) self->raw);
      /* The last three bytes may be the beginning of a character. */
      if (kept > 3 || g_utf8_get_char_validated (end, (gssize) kept) != (gunichar) -2)
        {
          *utf8 = FALSE;
          kept = 0;
        }
      else
        memmove (self->raw, end, kept);
    }
  if (kept > 0)
    *utf8 = FALSE;
  return n == 0;
}

/* Text in UTF-16 without a mark has a zero in most characters, always on the same side. */
static const char *
guess_utf16 (const guint8 *bytes, gsize length)
{
  gsize even = 0;
  gsize odd = 0;

  for (gsize i = 0; i + 1 < length; i += 2)
    {
      even += bytes[i] == 0;
      odd += bytes[i + 1] == 0;
    }
  if (length < 4)
    return NULL;
  if (odd > length / 4 && even == 0)
    return "UTF-16LE";
  if (even > length / 4 && odd == 0)
    return "UTF-16BE";
  return NULL;
}

static gboolean
set_encoding (AskSheetText *self, const char *encoding, GError **error)
{
  g_free (self->encoding);
  self->encoding = g_strdup (encoding);
  self->plain = g_ascii_strcasecmp (encoding, "UTF-8") == 0 || g_ascii_strcasecmp (encoding, "UTF8") == 0;
  if (self->plain)
    return TRUE;
  self->converter = g_iconv_open ("UTF-8", encoding);
  if (self->converter != (GIConv) -1)
    return TRUE;
  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                 N_ ("There is no encoding “%s”. Name one such as utf-8, utf-16, windows-1252 or "
                     "iso-8859-15, or leave it out to have it recognised."),
                 encoding);
  return FALSE;
}

static gboolean
detect (AskSheetText *self, const char *told, GCancellable *cancellable, GError **error)
{
  guint8 *head = self->raw;
  gssize n = read_at (self->fd, head, 4096, 0, error);
  const char *marked = NULL;
  const char *wide;
  gboolean utf8;

  if (n < 0)
    return FALSE;
  if (n >= 3 && memcmp (head, "\xEF\xBB\xBF", 3) == 0)
    {
      marked = "UTF-8";
      self->skip = 3;
    }
  else if (n >= 2 && (memcmp (head, "\xFF\xFE", 2) == 0 || memcmp (head, "\xFE\xFF", 2) == 0))
    {
      marked = head[0] == 0xFF ? "UTF-16LE" : "UTF-16BE";
      self->skip = 2;
    }
  if (told != NULL && marked == NULL)
    {
      /* Without a mark iconv takes UTF-16 for big-endian, and files are mostly not. */
      if (g_ascii_strcasecmp (told, "utf-16") == 0 || g_ascii_strcasecmp (told, "utf16") == 0)
        told = guess_utf16 (head, (gsize) n) != NULL ? guess_utf16 (head, (gsize) n) : "UTF-16LE";
      if (!set_encoding (self, told, error))
        return FALSE;
      if (!self->plain)
        return TRUE;
    }
  else if (marked != NULL && !set_encoding (self, marked, error))
    return FALSE;
  else if (marked == NULL && (wide = guess_utf16 (head, (gsize) n)) != NULL)
    return set_encoding (self, wide, error);
  if (marked != NULL && !self->plain)
    return TRUE;
  if (!check_utf8 (self, &utf8, cancellable, error))
    return FALSE;
  if (utf8)
    return set_encoding (self, "UTF-8", error);
  if (told != NULL || marked != NULL)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                     marked != NULL
                       ? N_ ("The file is not UTF-8 throughout, though it says so in its first bytes. Name "
                             "its encoding, such as windows-1252, or save it as UTF-8.")
                       : N_ ("The file is not UTF-8 throughout. Name its encoding, such as windows-1252, "
                             "or save it as UTF-8."));
      return FALSE;
    }
  self->guessed = TRUE;
  self->lenient = TRUE;
  return set_encoding (self, "WINDOWS-1252", error);
}

/**
 * ask_sheet_text_new:
 * @fd: of a regular file; borrowed, and read without moving its place
 * @encoding: (nullable): as iconv names it; %NULL to have it recognised. A mark at the beginning of the
 *   file outdoes it
 * @error: %ASK_SOURCE_ERROR_MALFORMED, %ASK_SOURCE_ERROR_CONFIG, %ASK_SOURCE_ERROR_UNREACHABLE or
 *   %G_IO_ERROR_CANCELLED
 *
 * Reads all of the file once where that takes it to know the encoding. Blocks.
 *
 * Returns: (transfer full): the text, at its beginning
 */
AskSheetText *
ask_sheet_text_new (int fd, const char *encoding, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSheetText) self = g_new0 (AskSheetText, 1);

  self->fd = fd;
  self->converter = (GIConv) -1;
  self->raw = g_malloc (BLOCK_BYTES);
  if (!detect (self, encoding, cancellable, error) || !ask_sheet_text_rewind (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

/** ask_sheet_text_free: frees @self; the file stays open */
void
ask_sheet_text_free (AskSheetText *self)
{
  if (self == NULL)
    return;
  if (self->converter != (GIConv) -1)
    g_iconv_close (self->converter);
  g_free (self->encoding);
  g_free (self->raw);
  g_free (self);
}

/** ask_sheet_text_get_encoding: Returns: (transfer none): what the file is in */
const char *
ask_sheet_text_get_encoding (AskSheetText *self)
{
  return self->encoding;
}

/** ask_sheet_text_get_guessed: Returns: whether nothing says that it is in that encoding */
gboolean
ask_sheet_text_get_guessed (AskSheetText *self)
{
  return self->guessed;
}

/** ask_sheet_text_rewind: Returns: whether the next read begins at the first character again */
gboolean
ask_sheet_text_rewind (AskSheetText *self, GError **error)
{
  self->at = self->skip;
  self->raw_start = 0;
  self->raw_end = 0;
  self->eof = FALSE;
  self->starved = FALSE;
  if (self->converter != (GIConv) -1)
    g_iconv (self->converter, NULL, NULL, NULL, NULL);
  return TRUE;
}

static gboolean
fill (AskSheetText *self, GError **error)
{
  gsize left = self->raw_end - self->raw_start;
  gssize n;

  memmove (self->raw, self->raw + self->raw_start, left);
  self->raw_start = 0;
  self->raw_end = left;
  n = read_at (self->fd, self->raw + left, BLOCK_BYTES - left, self->at, error);
  if (n < 0)
    return FALSE;
  self->at += n;
  self->raw_end += (gsize) n;
  self->eof = n == 0;
  return TRUE;
}

static gboolean
fail_character (AskSheetText *self, GError **error)
{
  ask_error_set (
    error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
    N_ (
      "The file is not in the encoding %s: what stands at byte %lld is no character there. Name another encoding, or save the file as UTF-8."),
    self->encoding, (long long) (self->at - (goffset) (self->raw_end - self->raw_start)));
  return FALSE;
}

/**
 * ask_sheet_text_read:
 * @size: 16 or more
 * @error: %ASK_SOURCE_ERROR_MALFORMED or %ASK_SOURCE_ERROR_UNREACHABLE
 *
 * Returns: how many bytes of UTF-8 are in @buffer now, 0 at the end, -1 with @error. Characters are
 *   whole where something was converted; UTF-8 comes as it is cut.
 */
gssize
ask_sheet_text_read (AskSheetText *self, char *buffer, gsize size, GError **error)
{
  char *out = buffer;
  gsize room = size;

  if (self->plain)
    {
      gssize n = read_at (self->fd, (guint8 *) buffer, size, self->at, error);

      self->at += MAX (n, 0);
      return n;
    }
  while (out == buffer)
    {
      char *in;
      gsize left;

      if ((self->raw_start == self->raw_end || self->starved) && !self->eof && !fill (self, error))
        return -1;
      self->starved = FALSE;
      if (self->raw_start == self->raw_end)
        return 0;
      in = (char *) self->raw + self->raw_start;
      left = self->raw_end - self->raw_start;
      if (g_iconv (self->converter, &in, &left, &out, &room) != (gsize) -1 || errno == E2BIG)
        {
          self->raw_start = self->raw_end - left;
          continue;
        }
      self->raw_start = self->raw_end - left;
      if (errno == EINVAL && !self->eof)
        self->starved = TRUE;
      else if (errno == EILSEQ && self->lenient && room >= 2)
        {
          /* 81, 8D, 8F, 90, 9D are nothing in Windows-1252; the control characters of Latin-1 there. */
          out += g_unichar_to_utf8 (self->raw[self->raw_start], out);
          room = size - (gsize) (out - buffer);
          self->raw_start++;
        }
      else if (out == buffer)
        {
          fail_character (self, error);
          return -1;
        }
    }
  if (memchr (buffer, '\0', (gsize) (out - buffer)) != NULL)
    {
      fail_binary (self->at, error);
      return -1;
    }
  return out - buffer;
}
