/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures that a model is asked about: blobs, data: URLs, and files below the folder of a source of documents. What leaves is a
 * smaller copy without metadata, which askdata-picture made; the model knows a picture by nothing else. A file leaves only where
 * the path may, and the text of the documents of its folder.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-may.h"
#include "base/ask-error.h"
#include "base/ask-number.h"
#include "blend/ask-blend-model-private.h"
#include "source/ask-source-kind.h"
#include "source/ask-source.h"
#include "source/picture/ask-image.h"

/* Pixels of the longer side. */
#define MOST 1024
/* Of pictures that wait to be sent, as they are sent. */
#define MAX_WAITING (512u * 1024 * 1024)
/* askdata-picture at once. */
#define MAX_PROGRAMS 4
/* Models count about a token for so many pixels. */
#define PIXELS_PER_TOKEN 750

/* A picture: where it comes from, and, once it is ready, what is sent. */
typedef struct
{
  GBytes *bytes; /* nullable: none is there */
  guint page;
  GError *fault; /* nullable */
  char *url; /* nullable */
  AskImage *image; /* nullable; its bytes are in the URL */
} Picture;

struct _AskBlendPictures
{
  AskBlendModel *model;
  const AskBlendQuestion *question;
  AskRows *values; /* digests instead of pictures, and what is told beside them */
  GPtrArray *pictures; /* Picture */
};

static void
picture_free (gpointer data)
{
  Picture *self = data;

  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_error (&self->fault);
  g_clear_pointer (&self->image, ask_image_free);
  g_free (self->url);
  g_free (self);
}

/** ask_blend_pictures_free: @self: (nullable): freed */
void
ask_blend_pictures_free (AskBlendPictures *self)
{
  if (self == NULL)
    return;
  ask_rows_unref (self->values);
  g_ptr_array_unref (self->pictures);
  g_free (self);
}

/* Whether the contents of the source's files may leave. */
static gboolean
may_read (AskSchema *schema, const AskSourceRecord *record)
{
  g_auto (GStrv) place = g_strsplit (record->kind->contents, ".", 2);

  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (g_strcmp0 (entity->source, record->name) != 0 || g_strcmp0 (entity->table, place[0]) != 0)
        continue;
      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];

          if (g_strcmp0 (attribute->column, place[1]) == 0)
            return ask_may_rows_of (schema, entity->id, attribute->name);
        }
    }
  return FALSE;
}

/* "photos/fountain.jpg", or "contract.pdf#page=3". */
static gboolean
find_file (AskBlendPictures *self, const char *text, Picture *picture, GError **error)
{
  g_autoptr (GPtrArray) sources = ask_workspace_list_sources (self->model->options.workspace, error);
  g_autoptr (AskSchema) schema = sources != NULL ? ask_blend_model_load_schema (self->model, error) : NULL;
  g_autofree char *path = ask_image_split_page (text, &picture->page);

  if (schema == NULL)
    return FALSE;
  for (guint i = 0; i < sources->len && picture->bytes == NULL; i++)
    {
      const AskSourceRecord *record = sources->pdata[i];

      if (record->kind->contents == NULL)
        continue;
      picture->bytes = ask_image_read_file (record->location, path);
      if (picture->bytes == NULL || may_read (schema, record))
        continue;
      ask_error_set (
        error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CONSENT,
        N_ ("%s would send files of the source “%s” to the model, and what is in them may not reach it. Nothing was "
            "sent. Whoever looks after the data can allow it: share “%s” in the schema."),
        self->model->base.name, record->name, record->kind->contents);
      return FALSE;
    }
  return TRUE;
}

static gboolean
find_bytes (AskBlendPictures *self, const AskValue *value, Picture *picture, GError **error)
{
  gsize size = 0;

  picture->page = 1;
  if (value->kind == ASK_VALUE_BLOB)
    picture->bytes = g_bytes_new (value->blob, value->length);
  else if (value->kind == ASK_VALUE_TEXT && g_str_has_prefix (value->text, "data:"))
    picture->bytes = ask_image_read_url (value->text);
  else if (value->kind == ASK_VALUE_TEXT && !find_file (self, value->text, picture, error))
    return FALSE;
  if (picture->bytes != NULL)
    size = g_bytes_get_size (picture->bytes);
  if (size == 0 || ask_image_recognise (g_bytes_get_data (picture->bytes, NULL), size) == ASK_IMAGE_NONE)
    ask_error_set_literal (
      &picture->fault, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL,
      value->kind == ASK_VALUE_BLOB
        ? N_ ("It is no picture: neither PNG, JPEG, WebP nor PDF.")
        : N_ ("It is neither a data: URL of a picture nor the path of one below a folder of documents."));
  return TRUE;
}

/**
 * ask_blend_pictures_new:
 * @model: asks; lives longer
 * @question: what is asked; lives longer
 * @values: a picture each, and what is told beside it
 * @error: %ASK_BLEND_ERROR_CONSENT where a file may not leave, %ASK_STORE_ERROR
 *
 * Returns: (transfer full): the pictures, none of them read yet, or %NULL
 */
AskBlendPictures *
ask_blend_pictures_new (AskBlendModel *model, const AskBlendQuestion *question, const AskRows *values, GError **error)
{
  g_autoptr (AskBlendPictures) self = g_new0 (AskBlendPictures, 1);
  guint n_columns = ask_rows_get_n_columns (values);
  g_autofree AskValue *row = g_new (AskValue, n_columns);

  self->model = model;
  self->question = question;
  self->values = ask_rows_new ();
  self->pictures = g_ptr_array_new_with_free_func (picture_free);
  for (guint i = 0; i < n_columns; i++)
    ask_rows_add_column (self->values, ask_rows_get_column (values, i)->name, ASK_TYPE_ANY);
  for (gsize r = 0; r < ask_rows_get_n_rows (values); r++)
    {
      Picture *picture = g_new0 (Picture, 1);
      g_autofree char *digest = NULL;
      g_autofree char *name = NULL;

      g_ptr_array_add (self->pictures, picture);
      if (!find_bytes (self, ask_rows_get (values, r, 0), picture, error))
        return NULL;
      digest = picture->bytes != NULL ? g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, picture->bytes) : NULL;
      name = g_strdup_printf ("%s#%u", digest != NULL ? digest : "", picture->page);
      memcpy (row, ask_rows_get_row (values, r), n_columns * sizeof *row);
      row[0] = ask_value_text (name, -1);
      ask_rows_append (self->values, row);
    }
  return g_steal_pointer (&self);
}

/** ask_blend_pictures_get_values: Returns: (transfer full): a digest for each picture, and what is told beside it */
AskRows *
ask_blend_pictures_get_values (AskBlendPictures *self)
{
  return ask_rows_ref (self->values);
}

/* On a thread of the pool. */
static void
reduce (gpointer data, gpointer user_data)
{
  Picture *picture = data;
  GCancellable *cancellable = user_data;
  gsize size;
  const guint8 *bytes;
  g_autofree char *encoded = NULL;

  picture->image = ask_image_reduce (picture->bytes, MOST, picture->page, cancellable, &picture->fault);
  if (picture->image == NULL)
    return;
  bytes = g_bytes_get_data (picture->image->bytes, &size);
  encoded = g_base64_encode (bytes, size);
  picture->url = g_strconcat ("data:", picture->image->mime, ";base64,", encoded, NULL);
  g_clear_pointer (&picture->image->bytes, g_bytes_unref);
  picture->image->bytes = g_bytes_new (NULL, 0);
}

/* What a person calls it. */
static char *
dup_label (AskBlendPictures *self, gsize row)
{
  const GPtrArray *labels = self->question->labels;

  if (labels != NULL && row < labels->len && labels->pdata[row] != NULL)
    return g_strdup (labels->pdata[row]);
  /* Translators: a picture that has no name: its number in a list. */
  return g_strdup_printf (_ ("picture %u"), (guint) row + 1);
}

/* Of which a query ends, whatever on_error says: nothing of the kind can be read here. */
static gboolean
ends_all (const AskBlendPictures *self, const GError *fault)
{
  return g_error_matches (fault, G_IO_ERROR, G_IO_ERROR_CANCELLED)
         || (!self->question->lenient && g_error_matches (fault, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG));
}

/* Says of a picture that cannot be sent why, where that ends the query. */
static gboolean
judge (AskBlendPictures *self, gsize row, GError **error)
{
  const Picture *picture = self->pictures->pdata[row];
  g_autofree char *label = NULL;

  if (picture->fault == NULL || (!self->question->strict && !ends_all (self, picture->fault)))
    return TRUE;
  label = dup_label (self, row);
  if (g_error_matches (picture->fault, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_error_copy (picture->fault));
  else
    ask_error_set (error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL, N_ ("%s cannot ask about %s. %s"),
                   self->model->base.name, label, picture->fault->message);
  return FALSE;
}

/**
 * ask_blend_pictures_prepare:
 * @rows: (element-type gsize): which pictures are to be sent
 * @error: %G_IO_ERROR_CANCELLED; %ASK_BLEND_ERROR_CALL where one cannot be sent and that is no NULL, or all are too many
 *
 * Makes smaller copies of them, several at once.
 *
 * Returns: whether each is ready or known to be none
 */
gboolean
ask_blend_pictures_prepare (AskBlendPictures *self, const GArray *rows, GError **error)
{
  GThreadPool *pool = g_thread_pool_new (reduce, self->question->cancellable, MAX_PROGRAMS, FALSE, NULL);
  gsize waiting = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      Picture *picture = self->pictures->pdata[g_array_index (rows, gsize, i)];

      if (picture->url == NULL && picture->fault == NULL)
        g_thread_pool_push (pool, picture, NULL);
    }
  g_thread_pool_free (pool, FALSE, TRUE);
  for (guint i = 0; i < rows->len; i++)
    {
      gsize row = g_array_index (rows, gsize, i);
      const Picture *picture = self->pictures->pdata[row];

      if (!judge (self, row, error))
        return FALSE;
      waiting += picture->url != NULL ? strlen (picture->url) : 0;
    }
  if (waiting <= MAX_WAITING)
    return TRUE;
  ask_error_set (error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL,
                 N_ ("%s would send more than 512 MiB of pictures at once. Ask about fewer, with a condition."),
                 self->model->base.name);
  return FALSE;
}

/** ask_blend_pictures_get_url: @row: prepared. Returns: (transfer none) (nullable): what is sent; %NULL for what is no picture */
const char *
ask_blend_pictures_get_url (AskBlendPictures *self, gsize row)
{
  return ((const Picture *) self->pictures->pdata[row])->url;
}

/** ask_blend_pictures_describe: @row: prepared. Returns: (transfer full): what a person is told before it leaves */
char *
ask_blend_pictures_describe (AskBlendPictures *self, gsize row)
{
  const Picture *picture = self->pictures->pdata[row];
  g_autofree char *label = dup_label (self, row);
  g_autofree char *bytes = ask_number_count (g_bytes_get_size (picture->bytes));
  g_autofree char *sent = ask_number_count (strlen (picture->url));

  if (picture->image->kind == ASK_IMAGE_PDF)
    /* Translators: the name of a picture, the number of its page, its bytes; what is sent: width, height, bytes. */
    return g_strdup_printf (_ ("%s: page %u of PDF, %s bytes; sent as %u × %u pixels, %s bytes"), label, picture->page,
                            bytes, picture->image->new_width, picture->image->new_height, sent);
  /* Translators: the name of a picture, "PNG", its width, height, bytes; what is sent: width, height, bytes. */
  return g_strdup_printf (_ ("%s: %s, %u × %u pixels, %s bytes; sent as %u × %u pixels, %s bytes"), label,
                          ask_image_kind_to_string (picture->image->kind), picture->image->width,
                          picture->image->height, bytes, picture->image->new_width, picture->image->new_height, sent);
}

/** ask_blend_pictures_count_tokens: @row: prepared. Returns: about how many tokens a model counts for it */
gint64
ask_blend_pictures_count_tokens (AskBlendPictures *self, gsize row)
{
  const Picture *picture = self->pictures->pdata[row];

  return (gint64) picture->image->new_width * picture->image->new_height / PIXELS_PER_TOKEN;
}
