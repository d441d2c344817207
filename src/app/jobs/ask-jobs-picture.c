/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A picture is known by the digest of its bytes, so one that is in many rows, or in a grid that was filled anew, is read once.
 * A text names a file below a folder of documents, or has the picture in it; nothing is fetched from anywhere.
 */
#include "config.h"

#include "app/jobs/ask-jobs-picture.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-number.h"
#include "source/ask-source-kind.h"

/* Of what is kept. */
#define MAX_KEPT (48u * 1024 * 1024)
/* What is larger is looked at once. */
#define MAX_SMALL (256u * 1024)

typedef struct
{
  AskRows *rows;
  AskValue value;
  guint most;
  guint page;
} Request;

typedef struct
{
  char *key;
  AskPicture *picture;
  gsize size;
} Kept;

/* Kept pictures, the one that was used last at the head. */
static GMutex lock;
static GQueue kept = G_QUEUE_INIT;
static GHashTable *places; /* of each key: its link of the queue */
static gsize kept_size;

static void
picture_clear (AskPicture *self)
{
  g_clear_object (&self->texture);
  g_free (self->fault);
}

/** ask_picture_new_fault: @words: why it cannot be shown. Returns: (transfer full): one without a texture */
AskPicture *
ask_picture_new_fault (const char *words)
{
  AskPicture *self = g_atomic_rc_box_new0 (AskPicture);

  self->fault = g_strdup (words);
  return self;
}

/** ask_picture_ref: @self: a picture. Returns: (transfer full): the same */
AskPicture *
ask_picture_ref (AskPicture *self)
{
  return g_atomic_rc_box_acquire (self);
}

/** ask_picture_unref: @self: (nullable): let go of, on any thread */
void
ask_picture_unref (AskPicture *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, (GDestroyNotify) picture_clear);
}

/** ask_picture_to_words: @self: one with a texture. Returns: (transfer full): "PNG, 640 × 480" */
char *
ask_picture_to_words (const AskPicture *self)
{
  if (self->kind == ASK_IMAGE_PDF)
    /* Translators: of a PDF file: the number of a page, and of how many. */
    return g_strdup_printf (_ ("PDF, page %u of %u"), self->page, self->n_pages);
  /* Translators: "PNG", and the width and height of a picture in pixels. */
  return g_strdup_printf (_ ("%s, %u × %u"), ask_image_kind_to_string (self->kind), self->width, self->height);
}

/** ask_picture_say: @self: a picture. Returns: (transfer full): the same for a screen reader, or why it is not there */
char *
ask_picture_say (const AskPicture *self)
{
  g_autofree char *words = NULL;

  if (self->texture == NULL)
    /* Translators: why a picture cannot be shown: a whole sentence. */
    return g_strdup_printf (_ ("a picture that cannot be shown: %s"), self->fault != NULL ? self->fault : "");
  words = ask_picture_to_words (self);
  /* Translators: "PNG, 640 × 480" */
  return g_strdup_printf (_ ("picture, %s"), words);
}

/** ask_picture_may_be: @value: any. Returns: whether it may be a picture, by how it begins or is written */
gboolean
ask_picture_may_be (const AskValue *value)
{
  switch ((AskValueKind) value->kind)
    {
    case ASK_VALUE_BLOB:
      return ask_image_recognise (value->blob, value->length) != ASK_IMAGE_NONE;
    case ASK_VALUE_TEXT:
      return ask_image_may_name (value->text, value->length);
    case ASK_VALUE_NULL:
    case ASK_VALUE_INTEGER:
    case ASK_VALUE_REAL:
    default:
      return FALSE;
    }
}

/* ---- what is kept */

static void
drop_last (void)
{
  Kept *last = g_queue_pop_tail (&kept);

  g_hash_table_remove (places, last->key);
  kept_size -= last->size;
  ask_picture_unref (last->picture);
  g_free (last->key);
  g_free (last);
}

/* Returns: (transfer full) (nullable) */
static AskPicture *
find_kept (const char *key)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  GList *place = places != NULL ? g_hash_table_lookup (places, key) : NULL;

  if (place == NULL)
    return NULL;
  g_queue_unlink (&kept, place);
  g_queue_push_head_link (&kept, place);
  return ask_picture_ref (((Kept *) place->data)->picture);
}

static void
keep (const char *key, AskPicture *picture)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  gsize size = 512;
  Kept *one;

  if (picture->texture != NULL)
    size += (gsize) gdk_texture_get_width (picture->texture) * (gsize) gdk_texture_get_height (picture->texture) * 4;
  if (places == NULL)
    places = g_hash_table_new (g_str_hash, g_str_equal);
  if (size > MAX_SMALL || g_hash_table_contains (places, key))
    return;
  one = g_new0 (Kept, 1);
  *one = (Kept) { g_strdup (key), ask_picture_ref (picture), size };
  g_queue_push_head (&kept, one);
  g_hash_table_insert (places, one->key, kept.head);
  for (kept_size += size; kept_size > MAX_KEPT;)
    drop_last ();
}

/* ---- the job */

static void
request_free (gpointer data)
{
  Request *self = data;

  ask_rows_unref (self->rows);
  g_free (self);
}

/* Returns: (transfer full) (nullable): what the text names; %NULL, and no error, where that is nothing here */
static GBytes *
read_text (AskWorkspace *workspace, const char *text, guint *page, GError **error)
{
  g_autofree char *path = NULL;
  g_autoptr (GPtrArray) sources = NULL;
  GBytes *bytes = NULL;

  if (g_str_has_prefix (text, "data:"))
    return ask_image_read_url (text);
  if (workspace == NULL || (sources = ask_workspace_list_sources (workspace, error)) == NULL)
    return NULL;
  path = ask_image_split_page (text, page);
  for (guint i = 0; i < sources->len && bytes == NULL; i++)
    {
      const AskSourceRecord *record = sources->pdata[i];

      if (record->kind->contents != NULL)
        bytes = ask_image_read_file (record->location, path);
    }
  return bytes;
}

static AskPicture *
draw (GBytes *bytes, guint most, guint page, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskPicture) picture = g_atomic_rc_box_new0 (AskPicture);
  g_autoptr (GError) local = NULL;
  g_autoptr (AskImage) image = ask_image_draw (bytes, most, page, cancellable, &local);

  picture->n_bytes = g_bytes_get_size (bytes);
  picture->kind = ask_image_recognise (g_bytes_get_data (bytes, NULL), picture->n_bytes);
  picture->page = page;
  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  if (image == NULL)
    {
      picture->fault = g_strdup (ask_error_get_words (local));
      return g_steal_pointer (&picture);
    }
  picture->width = image->width;
  picture->height = image->height;
  picture->n_pages = image->n_pages;
  picture->texture = gdk_memory_texture_new ((int) image->new_width, (int) image->new_height, GDK_MEMORY_R8G8B8A8,
                                             image->bytes, (gsize) image->new_width * 4);
  return g_steal_pointer (&picture);
}

static gpointer
picture_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) local = NULL;
  g_autofree char *digest = NULL;
  g_autofree char *key = NULL;
  AskPicture *picture;
  guint page = 1;

  bytes = request->value.kind == ASK_VALUE_BLOB ? g_bytes_new_static (request->value.blob, request->value.length)
                                                : read_text (workspace, request->value.text, &page, &local);
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  if (bytes == NULL)
    return g_atomic_rc_box_new0 (AskPicture);
  page = request->page > 0 ? request->page : page;
  digest = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  key = g_strdup_printf ("%s %u %u", digest, page, request->most);
  picture = find_kept (key);
  if (picture != NULL)
    return picture;
  picture = draw (bytes, request->most, page, cancellable, error);
  if (picture != NULL)
    keep (key, picture);
  return picture;
}

/**
 * ask_jobs_picture:
 * @asked: which one; its rows are kept alive meanwhile
 *
 * A text that names a file needs a workspace, whose folders of documents it may lie in.
 *
 * Returns: (transfer full): the job. Gives AskPicture
 */
AskJob *
ask_jobs_picture (const AskPictureAsked *asked)
{
  Request *request = g_new0 (Request, 1);

  *request = (Request) { ask_rows_ref (asked->rows), *asked->value, asked->most, asked->page };
  return ask_job_new (picture_job, (GDestroyNotify) ask_picture_unref, request, request_free);
}
