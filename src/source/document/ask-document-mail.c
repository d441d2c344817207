/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A mail as a file (RFC 5322 and MIME): its subject, who wrote it and when, and its text. Of several forms of one
 * text the plain one is read. Attachments are named in a note and not read. Ours, since it is small: what a mail
 * reader has to know beyond this is not asked of a file.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "source/document/ask-document-note.h"
#include "source/document/ask-document-readers.h"

/* Parts in parts; a mail that somebody forwarded ten times. */
#define MAX_DEPTH 12
#define MAX_PARTS 1000

typedef struct
{
  AskDocument *document;
  GError **error;
  guint n_parts;
  GPtrArray *attached; /* names */
} Mail;

typedef struct
{
  const char *text;
  gsize n;
} Slice;

static gboolean read_part (Mail *self, Slice part, guint depth);

/* Reads one line. Returns: whether there is one */
static gboolean
take_line (Slice *from, Slice *line)
{
  const char *stop = from->n > 0 ? memchr (from->text, '\n', from->n) : NULL;
  const gsize n = stop != NULL ? (gsize) (stop - from->text) + 1 : from->n;

  line->text = from->text;
  line->n = n;
  from->text += n;
  from->n -= n;
  while (line->n > 0 && (line->text[line->n - 1] == '\n' || line->text[line->n - 1] == '\r'))
    line->n--;
  return n > 0;
}

/* Takes the header off @part. Returns: (transfer full): its fields by their names in lower case */
static GHashTable *
take_header (Slice *part)
{
  GHashTable *fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GString) field = g_string_new (NULL);
  Slice line = { part->text, 0 };
  gboolean more = TRUE;

  while (more)
    {
      more = take_line (part, &line) && line.n > 0;
      if (more && (line.text[0] == ' ' || line.text[0] == '\t'))
        {
          if (field->len < 65536)
            g_string_append_len (field, line.text, (gssize) line.n);
          continue;
        }
      if (strchr (field->str, ':') != NULL)
        {
          const char *colon = strchr (field->str, ':');
          char *name = g_strchomp (g_ascii_strdown (field->str, colon - field->str));

          /* The first one of a name counts. */
          if (g_hash_table_contains (fields, name))
            g_free (name);
          else
            g_hash_table_insert (fields, name, g_strstrip (g_strdup (colon + 1)));
        }
      g_string_truncate (field, 0);
      if (more)
        g_string_append_len (field, line.text, (gssize) MIN (line.n, 65536));
    }
  return fields;
}

static char *
dup_field (GHashTable *fields, const char *name)
{
  const char *raw = g_hash_table_lookup (fields, name);
  gsize n;
  g_autofree char *text = raw != NULL ? ask_document_decode (raw, strlen (raw), NULL, &n) : NULL;

  return text != NULL ? ask_document_mime_words (text) : NULL;
}

/* "--boundary" or "--boundary--". */
static gboolean
is_boundary (Slice line, const char *boundary, gboolean *last)
{
  const gsize n = strlen (boundary);

  if (line.n < n + 2 || memcmp (line.text, "--", 2) != 0 || memcmp (line.text + 2, boundary, n) != 0)
    return FALSE;
  *last = line.n >= n + 4 && memcmp (line.text + n + 2, "--", 2) == 0;
  return *last || line.n == n + 2 || g_ascii_isspace (line.text[n + 2]);
}

/* The parts between boundaries, without what stands before the first. Returns: (transfer full): of Slice */
static GArray *
split_parts (Slice body, const char *boundary)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Slice));
  Slice line, part = { NULL, 0 };
  gboolean last = FALSE;

  while (!last && take_line (&body, &line))
    {
      if (!is_boundary (line, boundary, &last))
        continue;
      if (part.text != NULL)
        {
          part.n = (gsize) (line.text - part.text);
          g_array_append_val (parts, part);
        }
      part.text = body.text;
    }
  /* A mail that was cut ends without its last boundary. */
  if (!last && part.text != NULL)
    {
      part.n = (gsize) (body.text + body.n - part.text);
      g_array_append_val (parts, part);
    }
  return parts;
}

static char *
dup_type (Slice part)
{
  g_autoptr (GHashTable) fields = take_header (&part);
  char *type = ask_document_mime_get (g_hash_table_lookup (fields, "content-type"), NULL);

  return type != NULL ? type : g_strdup ("text/plain");
}

/* Of several forms of the same text: plain, else the last, which is the richest. */
static gboolean
read_alternative (Mail *self, GArray *parts, guint depth)
{
  for (guint i = 0; i < parts->len; i++)
    {
      g_autofree char *type = dup_type (g_array_index (parts, Slice, i));

      if (strcmp (type, "text/plain") == 0)
        return read_part (self, g_array_index (parts, Slice, i), depth);
    }
  return parts->len == 0 || read_part (self, g_array_index (parts, Slice, parts->len - 1), depth);
}

static gboolean
read_multipart (Mail *self, Slice body, const char *type, const char *boundary, guint depth)
{
  g_autoptr (GArray) parts = split_parts (body, boundary);

  if (strcmp (type, "multipart/alternative") == 0)
    return read_alternative (self, parts, depth);
  for (guint i = 0; i < parts->len; i++)
    if (!read_part (self, g_array_index (parts, Slice, i), depth))
      return FALSE;
  return TRUE;
}

static void
add_paragraphs (AskDocument *document, const char *text, gsize n)
{
  const char *end = text + n;

  while (text < end)
    {
      const char *stop = g_strstr_len (text, end - text, "\n\n");
      const char *dos = g_strstr_len (text, stop != NULL ? stop - text : end - text, "\r\n\r\n");

      stop = dos != NULL ? dos : stop != NULL ? stop : end;
      if (!ask_document_add (document, 0, 0, text, stop - text))
        return;
      text = stop + (dos != NULL ? 4 : 2);
    }
}

static gboolean
read_text (Mail *self, Slice body, GHashTable *fields, const char *type)
{
  g_autofree char *charset = ask_document_mime_get (g_hash_table_lookup (fields, "content-type"), "charset");
  gsize n;
  g_autofree char *bytes
    = ask_document_mime_decode (body.text, body.n, g_hash_table_lookup (fields, "content-transfer-encoding"), &n);
  g_autofree char *text = NULL;

  if (strcmp (type, "text/html") == 0)
    return ask_document_add_html (self->document, bytes, n, charset, self->error);
  text = ask_document_decode (bytes, n, charset, &n);
  add_paragraphs (self->document, text, n);
  return TRUE;
}

static gboolean
read_part (Mail *self, Slice part, guint depth)
{
  g_autoptr (GHashTable) fields = take_header (&part);
  const char *content = g_hash_table_lookup (fields, "content-type");
  g_autofree char *type = ask_document_mime_get (content != NULL ? content : "text/plain", NULL);
  g_autofree char *boundary = ask_document_mime_get (content, "boundary");
  g_autofree char *way = ask_document_mime_get (g_hash_table_lookup (fields, "content-disposition"), NULL);
  g_autofree char *file = ask_document_mime_get (g_hash_table_lookup (fields, "content-disposition"), "filename");

  if (depth >= MAX_DEPTH || ++self->n_parts > MAX_PARTS)
    {
      if (self->n_parts <= MAX_PARTS + 1)
        ask_document_add_note (self->document,
                               N_ ("It has more parts in each other than are read; the rest was left out."));
      self->n_parts = MAX_PARTS + 1;
      return TRUE;
    }
  if (g_strcmp0 (way, "attachment") == 0
      || !(g_str_has_prefix (type, "text/") || g_str_has_prefix (type, "multipart/")
           || strcmp (type, "message/rfc822") == 0))
    {
      g_ptr_array_add (self->attached, file != NULL ? ask_document_mime_words (file) : g_strdup (type));
      return TRUE;
    }
  if (g_str_has_prefix (type, "multipart/") && boundary != NULL && *boundary != '\0')
    return read_multipart (self, part, type, boundary, depth + 1);
  if (strcmp (type, "message/rfc822") == 0)
    {
      g_autoptr (GHashTable) inner = NULL;
      Slice rest = part;
      g_autofree char *subject = NULL;

      inner = take_header (&rest);
      subject = dup_field (inner, "subject");
      if (subject != NULL)
        ask_document_add (self->document, 1, 0, subject, -1);
      return read_part (self, part, depth + 1);
    }
  return read_text (self, part, fields, type);
}

/* "Tue, 24 Nov 2026 10:00:00 +0100 (CET)"; old zones by name are taken for UTC. */
static GDateTime *
read_date (const char *text)
{
  static const char months[] = "janfebmaraprmayjunjulaugsepoctnovdec";
  const char *comma = strchr (text, ',');
  int day, year, hour, minute, second = 0;
  char name[4] = "", offset[6] = "";
  g_autofree char *lower = NULL;
  g_autoptr (GTimeZone) zone = NULL;
  const char *found;

  if (sscanf (comma != NULL ? comma + 1 : text, " %2d %3s %4d %2d:%2d:%2d %5s", &day, name, &year, &hour, &minute,
              &second, offset)
      < 5)
    return NULL;
  lower = g_ascii_strdown (name, -1);
  found = strlen (lower) == 3 ? strstr (months, lower) : NULL;
  if (found == NULL || (found - months) % 3 != 0)
    return NULL;
  if (offset[0] == '+' || offset[0] == '-')
    zone = g_time_zone_new_identifier (offset);
  if (zone == NULL)
    zone = g_time_zone_new_utc ();
  return g_date_time_new (zone, year, (int) (found - months) / 3 + 1, day, hour, minute, MIN (second, 59));
}

/**
 * ask_document_read_mail:
 * @document: takes what is found
 * @file: one mail
 * @error: %ASK_SOURCE_ERROR_MALFORMED
 *
 * Returns: whether all of it was read
 */
gboolean
ask_document_read_mail (AskDocument *document, const AskDocumentFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) attached = g_ptr_array_new_with_free_func (g_free);
  Mail self = { document, error, 0, attached };
  Slice all, rest;
  g_autoptr (GHashTable) fields = NULL;
  const char *date;
  gboolean good;

  all.text = g_bytes_get_data (file->bytes, &all.n);
  /* Of an empty file; there is nothing that a pointer could go through. */
  if (all.text == NULL)
    return TRUE;
  rest = all;
  fields = take_header (&rest);
  ask_document_take_field (&document->title, dup_field (fields, "subject"));
  ask_document_take_field (&document->author, dup_field (fields, "from"));
  date = g_hash_table_lookup (fields, "date");
  ask_document_take_changed (document, date != NULL ? read_date (date) : NULL);
  if (document->title != NULL)
    ask_document_add (document, 1, 0, document->title, -1);
  good = read_part (&self, all, 0);
  if (attached->len > 0)
    {
      g_autofree char *names = NULL;
      g_autofree char *note = NULL;

      g_ptr_array_set_size (attached, (int) MIN (attached->len, 20));
      g_ptr_array_add (attached, NULL);
      names = g_strjoinv (", ", (char **) attached->pdata);
      note = ask_document_note_new (ASK_DOCUMENT_NOTE_ATTACHED, names, NULL);
      ask_document_add_note (document, note);
    }
  return good;
}
