/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers a request for rows of a table as its NightApi says, and wrongly where it says so. It reads the
 * world and changes nothing, so that its threads share nothing else. Each answer depends on its request alone.
 */
#include "config.h"

#include "night-api.h"

#include <string.h>

#include "base/ask-json.h"

/* One request: the rows that are left, and where its page lies among them. */
typedef struct
{
  const NightTable *table;
  const NightApi *api;
  char **pairs; /* of the query, still encoded */
  GPtrArray *rows;
  guint size;
  guint offset;
  guint total;
} Answer;

static char *
decode (const char *text)
{
  g_autofree char *spaced = g_strdelimit (g_strdup (text), "+", ' ');
  char *decoded = g_uri_unescape_string (spaced, NULL);

  return decoded != NULL ? decoded : g_strdup ("");
}

/* The values of a parameter, still encoded. */
static GPtrArray *
find_values (const Answer *self, const char *name)
{
  GPtrArray *values = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; self->pairs != NULL && self->pairs[i] != NULL; i++)
    {
      const char *equals = strchr (self->pairs[i], '=');
      g_autofree char *raw = g_strndup (self->pairs[i], equals != NULL ? (gsize) (equals - self->pairs[i]) : strlen (self->pairs[i]));
      g_autofree char *one = decode (raw);

      if (strcmp (one, name) == 0)
        g_ptr_array_add (values, g_strdup (equals != NULL ? equals + 1 : ""));
    }
  return values;
}

static char *
find_value (const Answer *self, const char *name)
{
  g_autoptr (GPtrArray) values = find_values (self, name);

  return values->len > 0 ? decode (values->pdata[0]) : NULL;
}

static guint64
find_number (const Answer *self, const char *name, guint64 otherwise)
{
  g_autofree char *value = find_value (self, name);
  const char *digits = value != NULL ? value + strcspn (value, "0123456789") : NULL;

  return digits != NULL ? g_ascii_strtoull (digits, NULL, 10) : otherwise;
}

static gboolean
is_real (const NightColumn *column)
{
  return column->kind == NIGHT_REAL || strcmp (column->type, "number") == 0;
}

static char *
spell_number (const NightApi *api, const NightColumn *column, const char *text)
{
  if (!is_real (column) || api->exponents == 0 || strchr (text, 'e') != NULL)
    return g_strdup (text);
  if (api->exponents == 2)
    return g_strconcat (text, "e0", NULL);
  return g_strconcat (text, strchr (text, '.') != NULL ? "" : ".0", NULL);
}

static GDateTime *
read_time (const char *text)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autofree char *full = strlen (text) == 10 ? g_strconcat (text, "T00:00:00Z", NULL) : g_strdup (text);

  return g_date_time_new_from_iso8601 (full, utc);
}

/* Less than, equal to or greater than 0; texts by their bytes. */
static int
compare_cells (const NightColumn *column, const char *a, const char *b)
{
  switch (column->kind)
    {
    case NIGHT_INT:
      if (strpbrk (a, ".eE") == NULL && strpbrk (b, ".eE") == NULL && !is_real (column))
        {
          gint64 one = g_ascii_strtoll (a, NULL, 10);
          gint64 other = g_ascii_strtoll (b, NULL, 10);

          return (one > other) - (one < other);
        }
      G_GNUC_FALLTHROUGH;
    case NIGHT_REAL:
    case NIGHT_DEC:
      {
        double one = g_ascii_strtod (a, NULL);
        double other = g_ascii_strtod (b, NULL);

        return (one > other) - (one < other);
      }
    case NIGHT_STAMP:
      {
        g_autoptr (GDateTime) one = read_time (a);
        g_autoptr (GDateTime) other = read_time (b);

        return one != NULL && other != NULL ? g_date_time_compare (one, other) : strcmp (a, b);
      }
    case NIGHT_DATE:
      return strncmp (a, b, 10);
    case NIGHT_TEXT:
    case NIGHT_BOOL:
    default:
      return strcmp (a, b);
    }
}

/* Whether the value is one that the document allows there. */
static gboolean
is_value (const NightColumn *column, const char *value)
{
  switch (column->kind)
    {
    case NIGHT_INT:
      if (!is_real (column))
        return g_ascii_string_to_signed (value, 10, G_MININT64, G_MAXINT64, NULL, NULL);
      G_GNUC_FALLTHROUGH;
    case NIGHT_REAL:
    case NIGHT_DEC:
      {
        char *end;

        g_ascii_strtod (value, &end);
        return *value != '\0' && *end == '\0';
      }
    case NIGHT_BOOL:
      return strcmp (value, "true") == 0 || strcmp (value, "false") == 0;
    case NIGHT_DATE:
    case NIGHT_STAMP:
      {
        g_autoptr (GDateTime) time = read_time (value);

        return time != NULL;
      }
    case NIGHT_TEXT:
    default:
      return TRUE;
    }
}

static gboolean
equals (const NightApi *api, const NightColumn *column, const GString *cell, const char *value)
{
  if (cell == NULL)
    return FALSE;
  switch (column->kind)
    {
    case NIGHT_BOOL:
      return (cell->str[0] == '1') == (strcmp (value, "true") == 0);
    case NIGHT_TEXT:
      if (api->sloppy)
        return g_ascii_strcasecmp (cell->str, value) == 0;
      return strlen (cell->str) == cell->len && strcmp (cell->str, value) == 0;
    default:
      return compare_cells (column, cell->str, value) == 0;
    }
}

static char **
split_values (const NightApi *api, const NightColumn *column, GPtrArray *raw)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  static const char *const delimiters[] = { NULL, NULL, ",", "|", " " };
  const char *delimiter = column->kind == NIGHT_TEXT ? delimiters[api->array] : NULL;
  gboolean late = api->array == NIGHT_ARRAY_COMMA && !api->decodes_first;

  for (guint i = 0; i < raw->len; i++)
    {
      g_autofree char *decoded = decode (raw->pdata[i]);
      g_auto (GStrv) parts = g_strsplit (late ? raw->pdata[i] : decoded, delimiter != NULL ? delimiter : "\n\n", -1);

      if (parts[0] == NULL || delimiter == NULL)
        {
          g_strv_builder_add (builder, decoded);
          continue;
        }
      for (guint p = 0; parts[p] != NULL; p++)
        {
          g_autofree char *part = late ? decode (parts[p]) : g_strdup (parts[p]);

          g_strv_builder_add (builder, part);
        }
    }
  return g_strv_builder_end (builder);
}

static void
keep_rows (Answer *self, guint column, char **values)
{
  for (guint r = 0; r < self->rows->len;)
    {
      const GPtrArray *row = self->rows->pdata[r];
      gboolean any = FALSE;

      for (guint v = 0; values[v] != NULL; v++)
        any = any || equals (self->api, self->table->columns->pdata[column], row->pdata[column], values[v]);
      if (any)
        r++;
      else
        g_ptr_array_remove_index (self->rows, r);
    }
}

static void
keep_bound (Answer *self, guint column, const char *value, int side)
{
  for (guint r = 0; r < self->rows->len;)
    {
      const GPtrArray *row = self->rows->pdata[r];
      const GString *cell = row->pdata[column];

      if (cell != NULL && side * compare_cells (self->table->columns->pdata[column], cell->str, value) >= 0)
        r++;
      else
        g_ptr_array_remove_index (self->rows, r);
    }
}

/* FALSE where a value is none that the document allows. */
static gboolean
filter_column (Answer *self, guint c)
{
  const NightColumn *column = self->table->columns->pdata[c];
  static const char *const sides[] = { "min_", "max_" };

  if (NIGHT_API_FILTERS (self->api, c))
    {
      g_autoptr (GPtrArray) raw = find_values (self, column->name);
      g_auto (GStrv) values = split_values (self->api, column, raw);

      for (guint v = 0; values[v] != NULL; v++)
        if (!is_value (column, values[v]))
          return FALSE;
      if (raw->len > 0)
        keep_rows (self, c, values);
    }
  for (guint i = 0; self->api->bounds && i < 2; i++)
    {
      g_autofree char *name = g_strconcat (sides[i], column->name, NULL);
      g_autofree char *value = find_value (self, name);

      if (value == NULL || (column->kind != NIGHT_INT && column->kind != NIGHT_REAL))
        continue;
      if (!is_value (column, value))
        return FALSE;
      keep_bound (self, c, value, i == 0 ? 1 : -1);
    }
  return TRUE;
}

/* A day that goes with the row and that it does not show. */
static void
keep_hidden (Answer *self, const char *value)
{
  g_autoptr (GDateTime) since = read_time (value);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) first = g_date_time_new (utc, 1990, 1, 1, 0, 0, 0);

  for (guint r = 0; r < self->rows->len;)
    {
      const GString *id = ((GPtrArray *) self->rows->pdata[r])->pdata[0];
      g_autoptr (GDateTime) hidden = g_date_time_add_days (first, (int) (g_ascii_strtoull (id->str, NULL, 10) * 1009 % 13000));

      if (g_date_time_compare (hidden, since) >= 0)
        r++;
      else
        g_ptr_array_remove_index (self->rows, r);
    }
}

static gboolean
filter (Answer *self)
{
  for (guint c = 0; c < self->table->columns->len; c++)
    if (!filter_column (self, c))
      return FALSE;
  if (self->api->since != NULL)
    {
      g_autofree char *value = find_value (self, self->api->since);

      if (value != NULL && !is_value (self->table->columns->pdata[self->api->since_column], value))
        return FALSE;
      if (value != NULL && self->api->since_hidden)
        keep_hidden (self, value);
      else if (value != NULL)
        keep_bound (self, self->api->since_column, value, 1);
    }
  return TRUE;
}

typedef struct
{
  const NightColumn *column;
  guint index;
  gboolean down;
  gboolean text;
} Order;

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  const Order *order = data;
  const GString *one = (*(GPtrArray *const *) a)->pdata[order->index];
  const GString *other = (*(GPtrArray *const *) b)->pdata[order->index];
  int way = order->down ? -1 : 1;

  if (one == NULL || other == NULL)
    return way * ((one != NULL) - (other != NULL));
  return way * (order->text ? strcmp (one->str, other->str) : compare_cells (order->column, one->str, other->str));
}

static void
sort (Answer *self, gboolean page)
{
  g_autofree char *value = find_value (self, "sort");
  Order order = { .text = self->api->sort == NIGHT_SORT_TEXT };

  if (value == NULL || self->api->sort == NIGHT_SORT_IGNORED || (self->api->sort == NIGHT_SORT_EACH_PAGE) != page)
    return;
  order.down = value[0] == '-';
  for (guint c = 0; c < self->table->columns->len; c++)
    if (strcmp (((NightColumn *) self->table->columns->pdata[c])->name, value + order.down) == 0)
      {
        order.column = self->table->columns->pdata[c];
        order.index = c;
        g_ptr_array_sort_with_data (self->rows, compare_rows, &order);
        return;
      }
}

static void
append_cell (GString *json, const NightApi *api, const NightColumn *column, const GString *cell)
{
  g_autofree char *number = NULL;

  if (cell == NULL)
    {
      g_string_append (json, "null");
      return;
    }
  switch (column->kind)
    {
    case NIGHT_INT:
    case NIGHT_REAL:
    case NIGHT_DEC:
      number = spell_number (api, column, cell->str);
      g_string_append (json, number);
      break;
    case NIGHT_BOOL:
      g_string_append (json, cell->str[0] == '1' ? "true" : "false");
      break;
    case NIGHT_TEXT:
    case NIGHT_DATE:
    case NIGHT_STAMP:
    default:
      ask_json_append_string (json, cell->str, (gssize) cell->len);
    }
}

/* @value: (nullable): comes later */
static void
append_member (GString *json, const NightColumn *column, const char *value)
{
  if (json->str[json->len - 1] != '{')
    g_string_append_c (json, ',');
  ask_json_append_string (json, column->name, -1);
  g_string_append_c (json, ':');
  if (value != NULL)
    g_string_append (json, value);
}

static void
append_row (GString *json, const Answer *self, const GPtrArray *row)
{
  g_string_append_c (json, '{');
  for (guint c = 0; c < self->table->columns->len; c++)
    {
      const NightColumn *column = self->table->columns->pdata[c];
      const char *wrong = column->kind == NIGHT_INT ? "4711" : "null";
      gboolean twice = self->api->wrong == NIGHT_WRONG_DUPLICATES && c == 1;

      if (row->pdata[c] == NULL && self->api->omits && column->nullable)
        continue;
      /* Which of the two is right depends on the API. */
      if (twice && self->api->size % 2 == 0)
        append_member (json, column, wrong);
      append_member (json, column, NULL);
      append_cell (json, self->api, column, row->pdata[c]);
      if (twice && self->api->size % 2 == 1)
        append_member (json, column, wrong);
    }
  g_string_append_c (json, '}');
}

static char *
make_next (const Answer *self, const AskTestRequest *request, guint next)
{
  GString *url = g_string_new (request->path);
  char separator = '?';

  for (guint i = 0; self->pairs != NULL && self->pairs[i] != NULL; i++)
    {
      if (*self->pairs[i] == '\0' || g_str_has_prefix (self->pairs[i], "at="))
        continue;
      g_string_append_printf (url, "%c%s", separator, self->pairs[i]);
      separator = '&';
    }
  g_string_append_printf (url, "%cat=%u", separator, next);
  return g_string_free (url, FALSE);
}

static void
find_page (Answer *self)
{
  const NightApi *api = self->api;

  self->size = api->paging == NIGHT_PAGING_NONE ? G_MAXINT : api->size;
  if (api->paging != NIGHT_PAGING_NONE && (api->sized || api->paging == NIGHT_PAGING_OFFSET))
    self->size = (guint) CLAMP (find_number (self, "limit", self->size), 1, self->size);
  switch (api->paging)
    {
    case NIGHT_PAGING_PAGE:
      {
        guint64 page = find_number (self, "page", api->first);

        self->offset = (guint) MIN ((page - MIN (page, api->first)) * self->size, G_MAXINT);
      }
      break;
    case NIGHT_PAGING_OFFSET:
      self->offset = (guint) MIN (find_number (self, "offset", 0), G_MAXINT);
      break;
    case NIGHT_PAGING_CURSOR:
      self->offset = (guint) find_number (self, "cursor", 0);
      break;
    case NIGHT_PAGING_HEADER:
    case NIGHT_PAGING_NEXT:
      self->offset = (guint) find_number (self, "at", 0);
      break;
    case NIGHT_PAGING_NONE:
    case NIGHT_N_PAGINGS:
    default:
      break;
    }
}

/* Whether this is the page that an API goes wrong at: any after the first, or the only one. */
static gboolean
is_here (const Answer *self)
{
  return self->offset >= self->size || self->api->paging == NIGHT_PAGING_NONE;
}

/* What is wrong with the rows themselves. */
static void
spoil_rows (Answer *self)
{
  gboolean later = self->offset > 0;

  switch (self->api->wrong)
    {
    case NIGHT_WRONG_DELETES:
      if (later && self->rows->len > 0)
        {
          g_ptr_array_remove_index (self->rows, 0);
          self->total--;
        }
      break;
    case NIGHT_WRONG_INSERTS:
      if (later && self->rows->len > 0)
        {
          g_ptr_array_insert (self->rows, 0, self->rows->pdata[0]);
          self->total++;
        }
      break;
    case NIGHT_WRONG_ENDS_EARLY:
      g_ptr_array_set_size (self->rows, (int) MIN (self->rows->len, 2 * MIN (self->size, 1000)));
      break;
    case NIGHT_WRONG_REPEATS:
      if (self->offset == self->size)
        self->offset = 0;
      break;
    case NIGHT_WRONG_OVERLAPS:
      if (later)
        self->offset--;
      break;
    case NIGHT_WRONG_EMPTY:
      if (self->offset == self->size)
        g_ptr_array_set_size (self->rows, 0);
      break;
    default:
      break;
    }
}

/* What is wrong with the answer as such. TRUE where nothing else is to be sent. */
static gboolean
spoil_answer (const Answer *self, AskTestReply *reply)
{
  g_autofree char *count = NULL;

  if (!is_here (self))
    return FALSE;
  switch (self->api->wrong)
    {
    case NIGHT_WRONG_ERROR_BODY:
      ask_test_reply_set (reply, 200, "application/json", "{\"error\":{\"code\":17,\"message\":\"The database is busy.\"}}", -1);
      return TRUE;
    case NIGHT_WRONG_NO_CONTENT:
      /* By itself it says that there are no rows. */
      count = g_strdup_printf ("%u", self->total);
      ask_test_reply_add_header (reply, "X-Total-Count", count);
      ask_test_reply_set (reply, 204, "application/json", "", 0);
      return TRUE;
    case NIGHT_WRONG_SERVER:
      ask_test_reply_set (reply, 501, "application/json", "{\"error\":\"not now\"}", -1);
      return TRUE;
    case NIGHT_WRONG_HTML:
      ask_test_reply_set (reply, 200, "text/html", "<html><body>We are back soon.</body></html>", -1);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
send (const Answer *self, const AskTestRequest *request, AskTestReply *reply, GString *list, gboolean last, const char *next)
{
  const NightApi *api = self->api;
  g_autoptr (GString) json = g_string_new (NULL);
  gboolean here = is_here (self);
  guint status = here && api->wrong == NIGHT_WRONG_MULTI ? 207 : here && api->wrong == NIGHT_WRONG_PARTIAL ? 206 : 200;

  if (api->member == NULL)
    g_string_append (json, here && api->wrong == NIGHT_WRONG_NULL ? "null" : list->str);
  else
    {
      g_string_append_printf (json, "{\"%s\":%s", api->member, here && api->wrong == NIGHT_WRONG_NULL ? "null" : list->str);
      if (api->total)
        g_string_append_printf (json, ",\"total\":%u", self->total);
      if (api->more)
        g_string_append_printf (json, ",\"has_more\":%s", last ? "false" : "true");
      if (api->paging == NIGHT_PAGING_CURSOR && !last)
        g_string_append_printf (json, ",\"next_cursor\":\"c%u\"", self->offset + self->size);
      else if (api->paging == NIGHT_PAGING_CURSOR && !api->omits)
        g_string_append (json, ",\"next_cursor\":null");
      if (api->paging == NIGHT_PAGING_NEXT && !last)
        g_string_append_printf (json, ",\"next\":\"%s\"", next);
      else if (api->paging == NIGHT_PAGING_NEXT && !api->omits)
        g_string_append (json, ",\"next\":null");
      g_string_append_c (json, '}');
    }
  if (api->paging == NIGHT_PAGING_HEADER && !last)
    {
      g_autofree char *link = g_strdup_printf ("<%s>; rel=\"next\"", next);

      ask_test_reply_add_header (reply, "Link", link);
    }
  if (api->counted)
    {
      g_autofree char *count = g_strdup_printf ("%u", self->total);

      ask_test_reply_add_header (reply, "X-Total-Count", count);
    }
  /* Not each of them says of how many. */
  if (status == 206 && api->sized)
    {
      g_autofree char *range = g_strdup_printf ("items %u-%u/%u", self->offset, self->offset + self->size - 1, self->total);

      ask_test_reply_add_header (reply, "Content-Range", range);
    }
  if (here && api->wrong == NIGHT_WRONG_HALF)
    g_string_truncate (json, json->len / 2);
  ask_test_reply_set (reply, status, "application/json", json->str, (gssize) json->len);
  if (here && api->wrong == NIGHT_WRONG_CUT)
    reply->cut_at = (gssize) json->len / 2;
}

/* @id: (out): the rest of the path; NULL for the list */
static const NightTable *
find_table (const NightWorld *world, const char *path, const char **id)
{
  const char *slash = strchr (path + 1, '/');
  g_autofree char *name = slash != NULL ? g_strndup (path + 1, (gsize) (slash - path - 1)) : g_strdup (path + 1);

  *id = slash != NULL ? slash + 1 : NULL;
  for (guint i = 0; i < world->tables->len; i++)
    if (strcmp (((NightTable *) world->tables->pdata[i])->name, name) == 0)
      return world->tables->pdata[i];
  return NULL;
}

/* One row by its id, or what the API says where none has it. */
static void
send_one (const Answer *self, const char *id, AskTestReply *reply)
{
  g_autoptr (GString) json = g_string_new (NULL);
  gboolean good = self->api->one == NIGHT_ONE_GOOD;

  for (guint r = 0; r < self->table->rows->len; r++)
    {
      const GPtrArray *row = self->table->rows->pdata[r];

      if (strcmp (((GString *) row->pdata[0])->str, id) == 0)
        {
          append_row (json, self, row);
          ask_test_reply_set (reply, 200, "application/json", json->str, (gssize) json->len);
          return;
        }
    }
  ask_test_reply_set (reply, good ? 404 : 200, "application/json",
                      self->api->one == NIGHT_ONE_EMPTY ? "{}" : "{\"error\":\"not found\"}", -1);
}

/**
 * night_api_handle:
 * @data: a NightWorld, which must not change meanwhile
 *
 * The handler for ask_test_server_new().
 */
void
night_api_handle (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  const char *id = NULL;
  Answer self = { .table = find_table (data, request->path, &id) };
  g_auto (GStrv) pairs = request->query != NULL ? g_strsplit (request->query, "&", -1) : NULL;
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  g_autoptr (GString) list = g_string_new ("[");
  g_autofree char *next = NULL;
  gboolean last;

  if (self.table == NULL || (id != NULL && self.table->api.one == NIGHT_ONE_NONE))
    {
      ask_test_reply_set (reply, 404, "application/json", "{}", -1);
      return;
    }
  self.api = &self.table->api;
  if (id != NULL)
    {
      send_one (&self, id, reply);
      return;
    }
  self.pairs = pairs;
  self.rows = rows;
  g_ptr_array_extend (rows, self.table->rows, NULL, NULL);
  if (!filter (&self))
    {
      ask_test_reply_set (reply, 400, "application/json", "{\"error\":\"a parameter has a value that is not allowed\"}", -1);
      return;
    }
  sort (&self, FALSE);
  self.total = rows->len;
  find_page (&self);
  if (spoil_answer (&self, reply))
    return;
  spoil_rows (&self);
  last = self.offset >= rows->len || self.size >= rows->len - self.offset;
  next = make_next (&self, request, self.offset + self.size);
  if (self.offset > 0)
    g_ptr_array_remove_range (rows, 0, MIN (self.offset, rows->len));
  g_ptr_array_set_size (rows, (int) MIN (rows->len, self.size));
  if ((self.api->wrong == NIGHT_WRONG_PARTIAL || self.api->wrong == NIGHT_WRONG_MULTI) && is_here (&self) && rows->len > 0)
    g_ptr_array_set_size (rows, (int) rows->len - 1);
  sort (&self, TRUE);
  for (guint r = 0; r < rows->len; r++)
    {
      g_string_append (list, r > 0 ? "," : "");
      append_row (list, &self, rows->pdata[r]);
    }
  g_string_append_c (list, ']');
  send (&self, request, reply, list, last, next);
}
