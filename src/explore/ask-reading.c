/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds a document in the workspace's sources, as it is now, and in it the passage that somebody was shown. What a steward has
 * hidden is not read. Which file may be opened, the source says that has the document: nothing else names one.
 */
#include "config.h"

#include "explore/ask-reading.h"

#include <string.h>

#include "source/ask-source-kinds.h"
#include "sql/ask-sql-parser.h"
#include "store/ask-source-notes.h"

/** ask_reading_wanted_copy: Returns: (transfer full): a copy */
AskReadingWanted *
ask_reading_wanted_copy (const AskReadingWanted *self)
{
  AskReadingWanted *copy = g_memdup2 (self, sizeof *self);

  copy->source = g_strdup (self->source);
  copy->path = g_strdup (self->path);
  copy->title = g_strdup (self->title);
  copy->heading = g_strdup (self->heading);
  copy->kept = g_strdup (self->kept);
  copy->words = g_strdup (self->words);
  return copy;
}

/** ask_reading_wanted_free: @self: (nullable): frees it */
void
ask_reading_wanted_free (AskReadingWanted *self)
{
  if (self == NULL)
    return;
  g_free ((char *) self->source);
  g_free ((char *) self->path);
  g_free ((char *) self->title);
  g_free ((char *) self->heading);
  g_free ((char *) self->kept);
  g_free ((char *) self->words);
  g_free (self);
}

static void
reading_clear (gpointer data)
{
  AskReading *self = data;

  ask_document_reading_free (self->document);
  g_free (self->index);
  g_free (self->uri);
  g_clear_pointer (&self->hits, g_array_unref);
}

/** ask_reading_ref: Returns: (transfer full): @self; on any thread */
AskReading *
ask_reading_ref (AskReading *self)
{
  return g_atomic_rc_box_acquire (self);
}

/** ask_reading_unref: lets go of @self; on any thread */
void
ask_reading_unref (AskReading *self)
{
  g_atomic_rc_box_release_full (self, reading_clear);
}

static const AskEntity *
find_entity (const AskSchema *schema, const char *source, const char *table)
{
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (entity->kind == ASK_ENTITY_TABLE && !entity->hidden && g_str_equal (entity->source, source)
          && g_str_equal (entity->table, table))
        return entity;
    }
  return NULL;
}

static gboolean
shows (const AskEntity *entity, const char *column)
{
  for (guint i = 0; entity != NULL && i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (!attribute->hidden && g_strcmp0 (attribute->column, column) == 0)
        return TRUE;
    }
  return FALSE;
}

/* (nullable): what the row has in the attribute of that column, where it is shown */
static const AskValue *
get_value (const AskEntity *entity, const char *column, const AskRows *rows, gsize row)
{
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      for (guint c = 0; g_strcmp0 (attribute->column, column) == 0 && c < ask_rows_get_n_columns (rows); c++)
        if (g_strcmp0 (ask_rows_get_column (rows, c)->name, attribute->name) == 0)
          return ask_rows_get (rows, row, c);
    }
  return NULL;
}

static gint64
get_integer (const AskEntity *entity, const char *column, const AskRows *rows, gsize row)
{
  const AskValue *value = get_value (entity, column, rows, row);

  return value != NULL && value->kind == ASK_VALUE_INTEGER ? value->integer : 0;
}

/* Passages have the attribute that says so. */
static gboolean
is_searched (const AskEntity *passages)
{
  for (guint i = 0; passages != NULL && i < passages->attributes->len; i++)
    if (g_strcmp0 (((const AskAttribute *) passages->attributes->pdata[i])->declared, ASK_DECLARED_FULL_TEXT) == 0)
      return TRUE;
  return FALSE;
}

/**
 * ask_reading_wanted_of_row:
 * @schema: as it is now
 * @entity: of @schema
 * @rows: of @entity, with the names of its attributes
 * @row: of @rows
 *
 * Returns: (transfer full) (nullable): the document that the row is, or is a passage of; %NULL of other rows
 */
AskReadingWanted *
ask_reading_wanted_of_row (const AskSchema *schema, const AskEntity *entity, const AskRows *rows, gsize row)
{
  const AskEntity *passages
    = entity->kind == ASK_ENTITY_TABLE ? find_entity (schema, entity->source, "passages") : NULL;
  const gboolean passage = passages == entity;
  gint64 id;
  AskReadingWanted *self;

  if (!is_searched (passages) || (!passage && g_strcmp0 (entity->table, "documents") != 0))
    return NULL;
  id = get_integer (entity, passage ? "document" : "id", rows, row);
  if (id <= 0)
    return NULL;
  self = g_new0 (AskReadingWanted, 1);
  self->source = g_strdup (entity->source);
  self->id = id;
  if (passage)
    {
      self->number = get_integer (entity, "number", rows, row);
      self->page = get_integer (entity, "page", rows, row);
    }
  return self;
}

static void
append_words (GString *words, const char *more)
{
  if (more != NULL && *more != '\0')
    g_string_append_printf (words, "%s%s", words->len > 0 ? " " : "", more);
}

static gboolean
take_match (AskSqlExpr *expr, gpointer words)
{
  /* What is not wanted is not marked. */
  if (expr->negated || (expr->kind == ASK_EXPR_UNARY && expr->op == ASK_OP_NOT))
    return FALSE;
  if (expr->op == ASK_OP_MATCH && expr->right != NULL && expr->right->kind == ASK_EXPR_LITERAL
      && expr->right->value.kind == ASK_VALUE_TEXT)
    append_words (words, expr->right->value.text);
  return TRUE;
}

/* What stands behind MATCH in a condition that somebody wrote. */
static void
append_matches (GString *words, const char *condition)
{
  const AskSqlVisit visit = { .expr = take_match, .user_data = words };
  g_autofree char *sql = g_strdup_printf ("SELECT 1 WHERE %s", condition);
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);

  if (tree != NULL && tree->select->cores[0]->where != NULL)
    ask_sql_walk_expr (tree->select->cores[0]->where, &visit);
}

/**
 * ask_reading_words_of:
 * @browse: what is looked at
 * @wish: (nullable): what a person wants to see of its rows
 *
 * Returns: (transfer full) (nullable): the words by which rows were looked for; %NULL where they were not
 */
char *
ask_reading_words_of (const AskBrowse *browse, const AskTableWish *wish)
{
  g_autoptr (GString) words = g_string_new (wish != NULL ? wish->search : NULL);

  for (guint i = 0; wish != NULL && i < wish->filters->len; i++)
    {
      const AskFilter *filter = wish->filters->pdata[i];

      if (filter->kind <= ASK_FILTER_EQUALS && !filter->negated)
        append_words (words, filter->text);
    }
  for (guint i = 0; i < browse->conditions->len; i++)
    {
      const AskBrowseCondition *condition = browse->conditions->pdata[i];

      if (condition->value.kind == ASK_VALUE_TEXT
          && (condition->test == ASK_BROWSE_CONTAINS || condition->test == ASK_BROWSE_BEGINS))
        append_words (words, condition->value.text);
    }
  if (browse->where != NULL)
    append_matches (words, browse->where);
  return words->len > 0 ? g_string_free (g_steal_pointer (&words), FALSE) : NULL;
}

static gboolean
is_same (const char *kept, const char *text)
{
  const gsize n = strlen (kept);

  if (n >= 3 && strcmp (kept + n - 3, "…") == 0)
    {
      g_autofree char *beginning = g_strchomp (g_strndup (kept, n - 3));

      return g_str_has_prefix (text, beginning);
    }
  return strcmp (kept, text) == 0;
}

/* Where the passage is now: by its number, else by its text. */
static void
find_start (AskReading *self, const AskReadingWanted *wanted)
{
  GPtrArray *parts = self->document->parts;
  guint by_text = parts->len;
  guint by_number = parts->len;

  for (guint i = 0; i < parts->len; i++)
    {
      const AskDocumentPart *part = parts->pdata[i];
      const gboolean same = wanted->kept != NULL && is_same (wanted->kept, part->text);

      if (part->number == wanted->number)
        by_number = i;
      if (same && (by_text == parts->len || by_number == i))
        by_text = i;
    }
  if (wanted->kept == NULL || by_text < parts->len)
    self->start = by_text < parts->len ? by_text : by_number;
  else
    {
      self->start = by_number;
      self->state = ASK_READING_CHANGED;
    }
}

/* What is hidden of a document stays out of it. */
static void
hide (AskDocumentReading *document, const AskEntity *documents, const AskEntity *passages)
{
  if (!shows (documents, "title"))
    {
      g_free (document->title);
      document->title = g_strdup (shows (documents, "path") ? document->path : "");
    }
  if (!shows (documents, "author"))
    g_clear_pointer (&document->author, g_free);
  for (guint i = 0; i < document->parts->len; i++)
    {
      AskDocumentPart *part = document->parts->pdata[i];

      if (!shows (passages, "heading"))
        g_clear_pointer (&part->heading, g_free);
      if (!shows (passages, "page"))
        part->page = 0;
    }
}

/* Where its file is, and whether it is there, the source's own place says. */
static char *
find_file (const AskSourceRecord *record, const char *path)
{
  g_autofree char *whole = g_file_test (record->location, G_FILE_TEST_IS_DIR)
                             ? g_build_filename (record->location, path, NULL)
                             : g_strdup (record->location);
  g_autofree char *absolute = g_canonicalize_filename (whole, NULL);

  return g_file_test (absolute, G_FILE_TEST_IS_REGULAR) ? g_filename_to_uri (absolute, NULL, NULL) : NULL;
}

/* Whether a document that was found by its path alone is the one that somebody else meant. */
static gboolean
is_meant (const AskReading *self, const AskReadingWanted *wanted)
{
  return !wanted->foreign || g_strcmp0 (self->document->title, wanted->title) == 0
         || (wanted->kept != NULL && self->state == ASK_READING_SAME && self->start < self->document->parts->len);
}

/* What is looked for, and where. */
typedef struct
{
  AskWorkspace *workspace;
  const AskSchema *schema;
  const AskReadingWanted *wanted;
} Search;

/* Looks in one source. @self: gets what is found. Returns: whether the source could be read */
static gboolean
look_in (AskReading *self, const Search *search, const AskSourceRecord *record, GCancellable *cancellable,
         GError **error)
{
  const AskReadingWanted *wanted = search->wanted;
  const AskEntity *documents = find_entity (search->schema, record->name, "documents");
  const AskEntity *passages = find_entity (search->schema, record->name, "passages");
  g_autofree char *index = NULL;

  if (documents == NULL || !shows (passages, "text"))
    {
      self->state = ASK_READING_HIDDEN;
      return TRUE;
    }
  index = ask_workspace_ensure_index (search->workspace, record->name, cancellable, error);
  if (index == NULL
      || !ask_document_reading_load (index, wanted->path, wanted->id, &self->document, cancellable, error))
    return FALSE;
  self->state = self->document != NULL ? ASK_READING_SAME : ASK_READING_GONE;
  if (self->document == NULL)
    return TRUE;
  hide (self->document, documents, passages);
  find_start (self, wanted);
  if (!is_meant (self, wanted))
    {
      g_clear_pointer (&self->document, ask_document_reading_free);
      self->state = ASK_READING_UNKNOWN;
      return TRUE;
    }
  if (shows (documents, "path"))
    self->uri = find_file (record, self->document->path);
  self->index = g_steal_pointer (&index);
  self->hits = ask_reading_find (self, wanted->words != NULL ? wanted->words : "", cancellable, error);
  return self->hits != NULL;
}

static int
compare_foreign (gconstpointer a, gconstpointer b, gpointer source)
{
  const AskSourceRecord *one = *(AskSourceRecord *const *) a;
  const AskSourceRecord *other = *(AskSourceRecord *const *) b;

  return (g_strcmp0 (other->name, source) == 0) - (g_strcmp0 (one->name, source) == 0);
}

/**
 * ask_reading_open:
 * @workspace: whose sources are looked at
 * @wanted: what is to be read
 * @cancellable: (nullable): ends it
 * @error: what the store and the source say
 *
 * Blocks, for as long as it takes to read what changed in the source's folder.
 *
 * Returns: (transfer full): the document, or why there is none
 */
AskReading *
ask_reading_open (AskWorkspace *workspace, const AskReadingWanted *wanted, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskReading) self = g_atomic_rc_box_new0 (AskReading);
  g_autoptr (GPtrArray) records = ask_workspace_list_sources (workspace, error);
  g_autoptr (AskSchema) schema = records != NULL ? ask_workspace_load_schema (workspace, error) : NULL;
  const Search search = { workspace, schema, wanted };

  if (schema == NULL)
    return NULL;
  self->state = ASK_READING_UNKNOWN;
  if (wanted->path == NULL && wanted->id <= 0)
    return g_steal_pointer (&self);
  g_ptr_array_sort_with_data (records, compare_foreign, (gpointer) wanted->source);
  for (guint i = 0; i < records->len && self->document == NULL; i++)
    {
      const AskSourceRecord *record = records->pdata[i];
      g_autoptr (GError) local = NULL;
      const gboolean named = g_strcmp0 (record->name, wanted->source) == 0;

      if (!record->kind->full_text || (!named && !wanted->foreign))
        continue;
      if (look_in (self, &search, record, cancellable, &local))
        continue;
      /* A source that is away holds nobody up who does not mean it. */
      if (!wanted->foreign || g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return NULL;
        }
      g_clear_pointer (&self->document, ask_document_reading_free);
      g_clear_pointer (&self->index, g_free);
      g_clear_pointer (&self->uri, g_free);
    }
  if (self->document == NULL && wanted->foreign)
    self->state = ASK_READING_UNKNOWN;
  return g_steal_pointer (&self);
}

/**
 * ask_reading_find:
 * @self: with a document
 * @words: of a person, or the right side of a MATCH
 * @error: %ASK_SOURCE_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Blocks. On any thread.
 *
 * Returns: (transfer full) (element-type AskDocumentHit): where they are, by their stems
 */
GArray *
ask_reading_find (const AskReading *self, const char *words, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) hits = ask_document_reading_find (self->document, self->index, words, cancellable, error);

  /* Headings that are hidden have none. */
  for (guint i = hits != NULL ? hits->len : 0; i-- > 0;)
    {
      const AskDocumentHit *hit = &g_array_index (hits, AskDocumentHit, i);

      if (hit->in_heading && ((const AskDocumentPart *) self->document->parts->pdata[hit->part])->heading == NULL)
        g_array_remove_index (hits, i);
    }
  return g_steal_pointer (&hits);
}

/**
 * ask_reading_dup_uri:
 * @part: the place of a passage in the document's parts
 *
 * Returns: (transfer full) (nullable): of the document's file; a viewer of PDF is told the page
 */
char *
ask_reading_dup_uri (const AskReading *self, guint part)
{
  const AskDocumentPart *at
    = self->document != NULL && part < self->document->parts->len ? self->document->parts->pdata[part] : NULL;
  g_autofree char *folded = self->uri != NULL ? g_ascii_strdown (self->uri, -1) : NULL;

  if (folded != NULL && at != NULL && at->page > 0 && g_str_has_suffix (folded, ".pdf"))
    return g_strdup_printf ("%s#page=%" G_GINT64_FORMAT, self->uri, at->page);
  return g_strdup (self->uri);
}
