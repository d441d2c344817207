/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One scan of the table, with the key, the title, the time and the text of each row, on a connection of its own. Of rows
 * nobody knows which have changed, so each has a digest of what it says. A table of a server is read when somebody asks
 * for that (a refresh), and that of a file when the file has changed, too.
 */
#include "config.h"

#include "source/document/ask-document-rows.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"

static const char prefix[] = "column:";

/* What a scan has for each row. */
enum
{
  TEXT,
  TITLE,
  CHANGED,
  KEY, /* and from here on, where it is of several columns */
  MAX_COLUMNS = KEY + 16
};

/* @columns: those that are there; @places: of which of them TEXT, TITLE and CHANGED are, -1 for none */
struct _AskDocumentRows
{
  const AskSourceConfig *config;
  AskSource *source;
  AskCursor *cursor;
  const AskAttribute *columns[MAX_COLUMNS];
  guint n_columns;
  int places[KEY];
  guint first_key;
  GHashTable *keys; /* those that were read */
};

/** ask_document_find_column: Returns: (nullable): what stands behind "column:" in @location; %NULL where that does not begin so */
const char *
ask_document_find_column (const char *location)
{
  return g_ascii_strncasecmp (location, prefix, strlen (prefix)) == 0 ? location + strlen (prefix) : NULL;
}

/** ask_document_rows_free: frees @self */
void
ask_document_rows_free (AskDocumentRows *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->cursor);
  g_clear_object (&self->source);
  g_hash_table_unref (self->keys);
  g_free (self);
}

static void
append_option (GString *stamp, const AskSourceConfig *config, const char *word)
{
  const char *text = ask_source_options_get_text (config->options, word);

  g_string_append_printf (stamp, "%s\n", text != NULL ? text : "");
}

/**
 * ask_document_rows_make_stamp:
 * @config: of a column
 *
 * Returns: (transfer full): another text where all rows have to be read again though nobody asked for that: what is said
 *   of the source has changed, or the file that has the table
 */
char *
ask_document_rows_make_stamp (const AskSourceConfig *config)
{
  static const char *const endings[] = { "", "-wal" };
  GString *stamp = g_string_new (config->location);

  g_string_append_printf (stamp, "\n%s\n", config->origin->location);
  append_option (stamp, config, "title-column");
  append_option (stamp, config, "changed-column");
  append_option (stamp, config, "key-column");
  for (guint i = 0; config->origin->kind->nature == ASK_NATURE_FILE && i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *path = g_strconcat (config->origin->location, endings[i], NULL);
      g_autofree char *of = NULL;
      struct stat info;

      if (stat (path, &info) == 0)
        of = ask_document_make_stamp (&info);
      g_string_append_printf (stamp, "%s\n", of != NULL ? of : "");
    }
  return g_string_free (stamp, FALSE);
}

/* An attribute by its own name, or by that of its column. */
static const AskAttribute *
find_attribute (const AskSourceConfig *config, const char *name, GError **error)
{
  const AskEntity *entity = config->origin_entity;
  const AskAttribute *attribute = ask_entity_find_column (entity, name);

  if (attribute == NULL)
    attribute = ask_entity_find_attribute (entity, name);
  if (attribute != NULL && attribute->column != NULL && !attribute->hidden && !attribute->sensitive)
    return attribute;
  if (attribute == NULL)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                   N_ ("Source “%s”: “%s” has no column “%s”. Name one that it has."), config->name, entity->name,
                   name);
  else if (attribute->column == NULL)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                   N_ ("Source “%s”: in “%s” the column “%s” is calculated here. Name one that the table has itself."),
                   config->name, entity->name, name);
  else
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                   N_ (
                     "Source “%s”: in “%s” the column “%s” is hidden or sensitive in the schema, and is not read. Name "
                     "another one, or change that."),
                   config->name, entity->name, name);
  return NULL;
}

static gboolean
add_column (AskDocumentRows *self, guint what, const char *name, GError **error)
{
  const AskAttribute *attribute;

  if (what < KEY)
    self->places[what] = -1;
  if (name == NULL)
    return TRUE;
  attribute = find_attribute (self->config, name, error);
  if (attribute == NULL)
    return FALSE;
  if (what < KEY)
    self->places[what] = (int) self->n_columns;
  self->columns[self->n_columns++] = attribute;
  return TRUE;
}

/* What was said to tell rows apart, else the table's own key. */
static gboolean
add_keys (AskDocumentRows *self, GError **error)
{
  const AskSourceConfig *config = self->config;
  const AskEntity *entity = config->origin_entity;
  const char *said = ask_source_options_get_text (config->options, "key-column");

  self->first_key = self->n_columns;
  if (said != NULL)
    return add_column (self, KEY, said, error);
  for (guint place = 1; self->n_columns < MAX_COLUMNS; place++)
    {
      const AskAttribute *key = NULL;

      for (guint i = 0; i < entity->attributes->len && key == NULL; i++)
        if (((const AskAttribute *) entity->attributes->pdata[i])->key == place)
          key = entity->attributes->pdata[i];
      if (key == NULL)
        break;
      if (!add_column (self, KEY, key->name, error))
        return FALSE;
    }
  if (self->n_columns > self->first_key)
    return TRUE;
  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                 N_ ("Source “%s”: “%s” has no key, so nobody could tell its rows apart. Name a column that does with "
                     "--key-column."),
                 config->name, entity->name);
  return FALSE;
}

/**
 * ask_document_rows_open:
 * @config: of a column, with its origin; it must outlive the rows
 * @error: %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): all rows, from the first one
 */
AskDocumentRows *
ask_document_rows_open (const AskSourceConfig *config, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskDocumentRows) self = g_new0 (AskDocumentRows, 1);
  AskScan scan = { .entity = config->origin_entity, .columns = self->columns, .n_bindings = 1 };

  self->config = config;
  self->keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!add_column (self, TEXT, config->origin_column, error)
      || !add_column (self, TITLE, ask_source_options_get_text (config->options, "title-column"), error)
      || !add_column (self, CHANGED, ask_source_options_get_text (config->options, "changed-column"), error)
      || !add_keys (self, error))
    return NULL;
  scan.n_columns = self->n_columns;
  self->source = ask_source_new (config->origin, error);
  if (self->source == NULL || !ask_source_open (self->source, cancellable, error))
    return NULL;
  self->cursor = ask_source_scan (self->source, &scan, NULL, cancellable, error);
  return self->cursor != NULL ? g_steal_pointer (&self) : NULL;
}

/* Returns: (transfer full) (nullable): %NULL of NULL */
static char *
dup_cell (AskDocumentRows *self, const AskValue *row, guint what)
{
  const AskValue *cell = self->places[what] >= 0 ? &row[self->places[what]] : NULL;

  return cell != NULL && cell->kind != ASK_VALUE_NULL ? ask_value_to_text (cell) : NULL;
}

/* "17", or "17/2" of a key of two columns. A row without one has no name. */
static char *
dup_key (AskDocumentRows *self, const AskValue *row, GError **error)
{
  GString *key = g_string_new (NULL);
  g_autofree char *valid = NULL;
  gboolean good = TRUE;

  for (guint i = self->first_key; i < self->n_columns; i++)
    {
      g_autofree char *text = ask_value_to_text (&row[i]);

      good = good && row[i].kind != ASK_VALUE_NULL;
      g_string_append_printf (key, "%s%s", i > self->first_key ? "/" : "", text);
    }
  valid = g_utf8_make_valid (key->str, (gssize) key->len);
  g_string_free (key, TRUE);
  if (good && g_hash_table_add (self->keys, g_strdup (valid)))
    return g_steal_pointer (&valid);
  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                 good ? N_ ("Source “%s”: two rows of “%s” have the same key, “%s”. Name a column that tells all rows "
                            "apart with --key-column.")
                      : N_ ("Source “%s”: a row of “%s” has no key (“%s”). Name a column that every row has with "
                            "--key-column."),
                 self->config->name, self->config->origin_entity->name, valid);
  return NULL;
}

static GBytes *
dup_bytes (const AskValue *cell)
{
  g_autofree char *text = NULL;

  if (cell->kind == ASK_VALUE_NULL)
    return NULL;
  if (cell->kind == ASK_VALUE_TEXT)
    return g_bytes_new (cell->text, cell->length);
  if (cell->kind == ASK_VALUE_BLOB)
    return g_bytes_new (cell->blob, cell->length);
  text = ask_value_to_text (cell);
  return g_bytes_new (text, strlen (text));
}

static void
add_to_digest (GChecksum *digest, const void *bytes, gsize length, gboolean there)
{
  const guint64 marked = there ? (guint64) length : G_MAXUINT64;

  g_checksum_update (digest, (const guchar *) &marked, sizeof marked);
  if (there)
    g_checksum_update (digest, bytes, (gssize) length);
}

static char *
make_digest (const AskDocumentFound *found)
{
  g_autoptr (GChecksum) digest = g_checksum_new (G_CHECKSUM_SHA256);
  const char *const texts[] = { found->title, found->changed };
  gsize n = 0;
  const void *bytes = found->text != NULL ? g_bytes_get_data (found->text, &n) : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    add_to_digest (digest, texts[i], texts[i] != NULL ? strlen (texts[i]) : 0, texts[i] != NULL);
  add_to_digest (digest, bytes, n, found->text != NULL);
  return g_strdup (g_checksum_get_string (digest));
}

/**
 * ask_document_rows_next:
 * @found: (out) (transfer full) (nullable): the next row; %NULL after the last
 * @error: %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Returns: whether it could be read
 */
gboolean
ask_document_rows_next (AskDocumentRows *self, AskDocumentFound **found, GCancellable *cancellable, GError **error)
{
  const AskValue *row;
  const AskStep step = ask_cursor_next (self->cursor, &row, NULL, cancellable, error);
  AskDocumentFound *next;
  char *key;

  *found = NULL;
  if (step != ASK_STEP_ROW)
    return step == ASK_STEP_DONE;
  key = dup_key (self, row, error);
  if (key == NULL)
    return FALSE;
  *found = next = g_new0 (AskDocumentFound, 1);
  next->path = key;
  next->text = dup_bytes (&row[self->places[TEXT]]);
  next->title = dup_cell (self, row, TITLE);
  next->changed = dup_cell (self, row, CHANGED);
  if (next->title == NULL)
    next->title = g_strdup_printf ("%s %s", self->config->origin_entity->name, key);
  next->stamp = make_digest (next);
  return TRUE;
}
