/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Results as digests. Values are told apart by kind and digits, as everywhere; only doubles are taken
 * to 12 digits, because a sum that a server adds up in another order ends in other ones. It must
 * never call two results the same because it could not compare them.
 */
#include "config.h"

#include "store/ask-fingerprint.h"

#include <math.h>
#include <string.h>

#include "base/ask-text.h"
#include "sql/ask-sql-parser.h"

/* What one row comes to. */
typedef struct
{
  guint64 key;
  guint64 all;
} RowMark;

/* Whether the outermost SELECT says in which order its rows come. */
static gboolean
has_order (const char *sql)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);

  return tree != NULL && tree->select->order.n > 0;
}

static void
add_cell (GChecksum *sum, const AskValue *cell)
{
  guchar kind = (guchar) cell->kind;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  switch (cell->kind)
    {
    case ASK_VALUE_INTEGER:
      g_checksum_update (sum, &kind, 1);
      g_checksum_update (sum, (const guchar *) &cell->integer, sizeof cell->integer);
      break;
    case ASK_VALUE_REAL:
      /* -0.0 is 0.0 to everybody who reads it. */
      g_ascii_formatd (number, sizeof number, "%.12g", cell->real == 0 ? 0 : cell->real);
      g_checksum_update (sum, &kind, 1);
      g_checksum_update (sum, (const guchar *) number, (gssize) strlen (number) + 1);
      break;
    case ASK_VALUE_TEXT:
    case ASK_VALUE_BLOB:
      g_checksum_update (sum, &kind, 1);
      g_checksum_update (sum, (const guchar *) &cell->length, sizeof cell->length);
      g_checksum_update (sum, cell->blob, (gssize) cell->length);
      break;
    default:
      g_checksum_update (sum, &kind, 1);
    }
}

static guint64
finish (GChecksum *sum)
{
  guint8 digest[32];
  gsize length = sizeof digest;
  guint64 mark;

  g_checksum_get_digest (sum, digest, &length);
  g_checksum_reset (sum);
  memcpy (&mark, digest, sizeof mark);
  return mark;
}

/* Which columns say what a row is about: those that are no number; where all are, the first of
 * several. The rest are its figures. */
static gboolean *
find_keys (const AskRows *rows)
{
  guint n = ask_rows_get_n_columns (rows);
  gboolean *keys = g_new0 (gboolean, MAX (n, 1));
  gboolean any = FALSE;

  for (guint c = 0; c < n; c++)
    {
      AskType type = ask_rows_get_column (rows, c)->type;

      keys[c] = type != ASK_TYPE_INTEGER && type != ASK_TYPE_REAL && type != ASK_TYPE_DECIMAL && type != ASK_TYPE_ANY;
      any |= keys[c];
    }
  if (!any && n > 1)
    keys[0] = TRUE;
  return keys;
}

static RowMark
mark_row (const AskRows *rows, gsize row, const gboolean *keys, GChecksum *sum)
{
  guint n_columns = ask_rows_get_n_columns (rows);
  RowMark mark;

  for (guint c = 0; c < n_columns; c++)
    if (keys[c])
      add_cell (sum, ask_rows_get (rows, row, c));
  mark.key = finish (sum);
  for (guint c = 0; c < n_columns; c++)
    add_cell (sum, ask_rows_get (rows, row, c));
  mark.all = finish (sum);
  return mark;
}

static int
compare_marks (gconstpointer a, gconstpointer b)
{
  const RowMark *ma = a;
  const RowMark *mb = b;

  if (ma->key != mb->key)
    return ma->key < mb->key ? -1 : 1;
  return ma->all < mb->all ? -1 : ma->all > mb->all;
}

/**
 * ask_fingerprint_new:
 * @rows: a whole result
 * @sql: what gave it
 * @elapsed_ms: how long that took
 *
 * Returns: (transfer full): the fingerprint
 */
AskFingerprint *
ask_fingerprint_new (const AskRows *rows, const char *sql, double elapsed_ms)
{
  AskFingerprint *self = g_new0 (AskFingerprint, 1);
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GChecksum) whole = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree gboolean *keys = find_keys (rows);
  guint n_columns = ask_rows_get_n_columns (rows);

  self->columns = g_ptr_array_new_with_free_func (g_free);
  self->rows = g_array_new (FALSE, FALSE, sizeof (RowMark));
  self->n_rows = ask_rows_get_n_rows (rows);
  self->ordered = has_order (sql);
  self->elapsed_ms = elapsed_ms;
  for (guint c = 0; c < n_columns; c++)
    {
      const char *name = ask_rows_get_column (rows, c)->name;

      g_ptr_array_add (self->columns, g_strdup (name));
      g_checksum_update (whole, (const guchar *) name, (gssize) strlen (name) + 1);
    }
  for (gsize r = 0; r < self->n_rows; r++)
    {
      RowMark mark = mark_row (rows, r, keys, sum);

      g_array_append_val (self->rows, mark);
    }
  if (!self->ordered)
    g_array_sort (self->rows, compare_marks);
  for (guint i = 0; i < self->rows->len; i++)
    g_checksum_update (whole, (const guchar *) &g_array_index (self->rows, RowMark, i).all, sizeof (guint64));
  if (ask_rows_get_truncated (rows))
    g_checksum_update (whole, (const guchar *) "…", -1);
  self->digest = g_strdup (g_checksum_get_string (whole));
  g_array_sort (self->rows, compare_marks);
  if (self->n_rows > ASK_FINGERPRINT_MAX_ROWS)
    g_array_set_size (self->rows, 0);
  return self;
}

/** ask_fingerprint_copy: Returns: (transfer full) (nullable): a copy; %NULL of %NULL */
AskFingerprint *
ask_fingerprint_copy (const AskFingerprint *self)
{
  AskFingerprint *copy;

  if (self == NULL)
    return NULL;
  copy = g_new0 (AskFingerprint, 1);
  *copy = *self;
  copy->columns = ask_text_copy_all (self->columns);
  copy->digest = g_strdup (self->digest);
  copy->rows = g_array_copy (self->rows);
  return copy;
}

/**
 * ask_fingerprint_free:
 * @self: (nullable) (transfer full): a fingerprint
 */
void
ask_fingerprint_free (AskFingerprint *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->columns);
  g_array_unref (self->rows);
  g_free (self->digest);
  g_free (self);
}

static gboolean
has_same_columns (const AskFingerprint *a, const AskFingerprint *b)
{
  if (a->columns->len != b->columns->len)
    return FALSE;
  for (guint i = 0; i < a->columns->len; i++)
    if (strcmp (a->columns->pdata[i], b->columns->pdata[i]) != 0)
      return FALSE;
  return TRUE;
}

/* A row of today's result, on its way to be compared. The mark comes first, so compare_marks() sorts it. */
typedef struct
{
  RowMark mark;
  gsize row;
} MarkedRow;

/* @marks: of RowMark or MarkedRow */
static const RowMark *
get_mark (GArray *marks, guint i)
{
  return i < marks->len ? (const RowMark *) (gpointer) (marks->data + i * g_array_get_element_size (marks)) : NULL;
}

/* Both lists are sorted by key, then by all. Goes on over the rows of the smallest key that is left.
 *
 * @added: takes the places of those of @after that @before has not
 *
 * Returns: how many of @before @after has not: a key that lost a row and got a row has a row that changed */
static gsize
pair_key (GArray *before, guint *i, GArray *after, guint *j, GArray *added)
{
  const RowMark *a = get_mark (before, *i);
  const RowMark *b = get_mark (after, *j);
  guint64 key = a == NULL ? b->key : b == NULL ? a->key : MIN (a->key, b->key);
  gsize removed = 0;

  g_array_set_size (added, 0);
  while (TRUE)
    {
      int order;

      a = get_mark (before, *i);
      b = get_mark (after, *j);
      if (a != NULL && a->key != key)
        a = NULL;
      if (b != NULL && b->key != key)
        b = NULL;
      if (a == NULL && b == NULL)
        return removed;
      order = a == NULL ? 1 : b == NULL ? -1 : compare_marks (a, b);
      removed += order < 0;
      if (order > 0)
        g_array_append_val (added, *j);
      *i += order <= 0;
      *j += order >= 0;
    }
}

static void
count_rows (const AskFingerprint *before, const AskFingerprint *after, AskDifference *difference)
{
  g_autoptr (GArray) added = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0, j = 0; i < before->rows->len || j < after->rows->len;)
    {
      gsize removed = pair_key (before->rows, &i, after->rows, &j, added);
      gsize changed = MIN (removed, added->len);

      difference->changed += changed;
      difference->removed += removed - changed;
      difference->added += added->len - changed;
    }
}

/**
 * ask_fingerprint_compare:
 * @before: of a result
 * @after: of another one
 * @difference: (out): in what they differ; all 0 where they don't
 *
 * Order counts where both queries have one.
 *
 * Returns: whether they are of the same result
 */
gboolean
ask_fingerprint_compare (const AskFingerprint *before, const AskFingerprint *after, AskDifference *difference)
{
  memset (difference, 0, sizeof *difference);
  difference->columns = !has_same_columns (before, after);
  difference->counted = before->rows->len == before->n_rows && after->rows->len == after->n_rows;
  if (before->ordered == after->ordered && strcmp (before->digest, after->digest) == 0)
    return TRUE;
  if (!difference->counted)
    return FALSE;
  count_rows (before, after, difference);
  if (difference->added + difference->removed + difference->changed > 0 || difference->columns)
    return FALSE;
  difference->order = before->ordered && after->ordered;
  return !difference->order;
}

/**
 * ask_fingerprint_tell_rows:
 * @before: of an earlier result
 * @rows: a later one
 *
 * Says of each row of @rows what ask_fingerprint_compare() counts. Which rows are gone nobody can show: their
 * values are not kept.
 *
 * Returns: (transfer full) (nullable): an AskRowNews for each row; %NULL where the columns differ, or either
 *   result has more than %ASK_FINGERPRINT_MAX_ROWS rows
 */
guint8 *
ask_fingerprint_tell_rows (const AskFingerprint *before, const AskRows *rows)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree gboolean *keys = find_keys (rows);
  g_autoptr (GArray) marked = g_array_new (FALSE, FALSE, sizeof (MarkedRow));
  g_autoptr (GArray) added = g_array_new (FALSE, FALSE, sizeof (guint));
  gsize n_rows = ask_rows_get_n_rows (rows);
  guint8 *news;

  if (before->rows->len != before->n_rows || n_rows > ASK_FINGERPRINT_MAX_ROWS
      || before->columns->len != ask_rows_get_n_columns (rows))
    return NULL;
  for (guint c = 0; c < before->columns->len; c++)
    if (strcmp (before->columns->pdata[c], ask_rows_get_column (rows, c)->name) != 0)
      return NULL;
  for (gsize r = 0; r < n_rows; r++)
    {
      MarkedRow row = { mark_row (rows, r, keys, sum), r };

      g_array_append_val (marked, row);
    }
  g_array_sort (marked, compare_marks);
  news = g_new0 (guint8, MAX (n_rows, 1));
  for (guint i = 0, j = 0; j < marked->len;)
    {
      gsize removed = pair_key (before->rows, &i, marked, &j, added);

      for (guint k = 0; k < added->len; k++)
        {
          gsize row = g_array_index (marked, MarkedRow, g_array_index (added, guint, k)).row;

          news[row] = k < removed ? ASK_ROW_CHANGED : ASK_ROW_ADDED;
        }
    }
  return news;
}

static void
append_count (GString *text, gsize count, const char *what)
{
  if (count > 0)
    g_string_append_printf (text, "%s%" G_GSIZE_FORMAT " %s %s", text->len > 0 ? ", " : "", count,
                            count == 1 ? "row" : "rows", what);
}

/**
 * ask_fingerprint_describe:
 *
 * Returns: (transfer full) (nullable): in words, without a full stop, how @after differs from
 *   @before: "2 rows added, 1 row changed"; %NULL where it does not
 */
char *
ask_fingerprint_describe (const AskFingerprint *before, const AskFingerprint *after)
{
  g_autoptr (GString) text = g_string_new (NULL);
  AskDifference difference;

  if (ask_fingerprint_compare (before, after, &difference))
    return NULL;
  if (difference.columns)
    {
      if (before->columns->len != after->columns->len)
        g_string_append_printf (text, "%u %s instead of %u", after->columns->len,
                                after->columns->len == 1 ? "column" : "columns", before->columns->len);
      else if (difference.counted && difference.added + difference.removed + difference.changed == 0)
        g_string_append (text, "the same rows under other column names");
      else
        g_string_append (text, "other columns");
    }
  append_count (text, difference.added, "added");
  append_count (text, difference.removed, "removed");
  append_count (text, difference.changed, "changed");
  if (difference.order)
    g_string_append (text, "the same rows in another order");
  if (!difference.counted)
    {
      if (text->len > 0)
        g_string_append (text, ", ");
      if (before->n_rows != after->n_rows)
        g_string_append_printf (text, "%" G_GSIZE_FORMAT " rows instead of %" G_GSIZE_FORMAT, after->n_rows,
                                before->n_rows);
      else
        g_string_append (text, "other rows, or another order");
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/** ask_fingerprint_to_json: Returns: (transfer full): all of it but @rows */
char *
ask_fingerprint_to_json (const AskFingerprint *self)
{
  g_autoptr (GString) json = g_string_new ("{\"columns\":[");
  char elapsed[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < self->columns->len; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      ask_json_append_string (json, self->columns->pdata[i], -1);
    }
  g_string_append_printf (json,
                          "],\"rows\":%" G_GSIZE_FORMAT ",\"ordered\":%s,\"digest\":\"%s\","
                          "\"elapsed_ms\":%s}",
                          self->n_rows, self->ordered ? "true" : "false", self->digest,
                          g_ascii_formatd (elapsed, sizeof elapsed, "%.3f", self->elapsed_ms));
  return g_string_free (g_steal_pointer (&json), FALSE);
}

/**
 * ask_fingerprint_from_json:
 * @json: what ask_fingerprint_to_json() made
 * @rows: (nullable) (array length=length) (element-type guint8): what @rows of that held
 * @length: in bytes
 *
 * Returns: (transfer full) (nullable): the fingerprint; %NULL where it is none
 */
AskFingerprint *
ask_fingerprint_from_json (const char *json, gconstpointer rows, gsize length)
{
  g_autoptr (JsonNode) node = ask_json_parse (json, -1, NULL);
  g_autoptr (AskFingerprint) self = NULL;
  JsonObject *object;
  JsonArray *columns;
  const char *digest;
  JsonNode *elapsed;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;
  object = json_node_get_object (node);
  columns = ask_json_get_array (object, "columns");
  digest = ask_json_get_string (object, "digest");
  if (columns == NULL || digest == NULL || length % sizeof (RowMark) != 0)
    return NULL;
  self = g_new0 (AskFingerprint, 1);
  self->columns = g_ptr_array_new_with_free_func (g_free);
  self->rows = g_array_new (FALSE, FALSE, sizeof (RowMark));
  for (guint i = 0; i < json_array_get_length (columns); i++)
    {
      const char *column = ask_json_element_string (columns, i);

      if (column == NULL)
        return NULL;
      g_ptr_array_add (self->columns, g_strdup (column));
    }
  self->n_rows = (gsize) MAX (0, ask_json_get_integer (object, "rows", 0));
  self->ordered = ask_json_get_boolean (object, "ordered", FALSE);
  self->digest = g_strdup (digest);
  elapsed = json_object_get_member (object, "elapsed_ms");
  if (elapsed != NULL && JSON_NODE_HOLDS_VALUE (elapsed))
    self->elapsed_ms = json_node_get_double (elapsed);
  if (length > 0)
    g_array_append_vals (self->rows, rows, (guint) (length / sizeof (RowMark)));
  return g_steal_pointer (&self);
}
