/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An entry of the ledger and its parts: as JSON, as a row of a table, and its bytes made small. Names are found in what
 * was sent, and not told by who sent it: so none is forgotten.
 */
#include "config.h"

#include "store/ask-ledger-private.h"

#include <string.h>

#include "base/ask-json.h"

static const char *const bodies[] = { "none", "kept", "too long", "dropped", "secret" };

/** ask_ledger_body_to_string: Returns: (transfer none): "kept", … */
const char *
ask_ledger_body_to_string (AskLedgerBody self)
{
  return bodies[self];
}

/**
 * ask_ledger_values_new:
 * @of, @n, @consent: as of #AskLedgerValues
 *
 * Returns: (transfer full): them
 */
AskLedgerValues *
ask_ledger_values_new (const char *of, gint64 n, const char *consent)
{
  AskLedgerValues *self = g_new0 (AskLedgerValues, 1);

  self->of = g_strdup (of);
  self->n = n;
  self->consent = g_strdup (consent);
  return self;
}

/** ask_ledger_values_free: @self: (nullable): to free */
void
ask_ledger_values_free (AskLedgerValues *self)
{
  if (self == NULL)
    return;
  g_free (self->of);
  g_free (self->consent);
  g_free (self);
}

/** ask_ledger_entry_new: Returns: (transfer full): an empty one */
AskLedgerEntry *
ask_ledger_entry_new (void)
{
  AskLedgerEntry *self = g_new0 (AskLedgerEntry, 1);

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->values = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_ledger_values_free);
  return self;
}

/** ask_ledger_entry_free: @self: (nullable): to free */
void
ask_ledger_entry_free (AskLedgerEntry *self)
{
  if (self == NULL)
    return;
  g_free (self->kind);
  g_free (self->host);
  g_free (self->method);
  g_free (self->address);
  g_free (self->source);
  g_free (self->question);
  g_free (self->problem);
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->values);
  g_free (self);
}

/** ask_ledger_total_free: @self: (nullable): to free */
void
ask_ledger_total_free (AskLedgerTotal *self)
{
  if (self == NULL)
    return;
  g_free (self->host);
  g_free (self->kind);
  g_free (self);
}

static JsonArray *
list_names (GPtrArray *names)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < names->len; i++)
    json_array_add_string_element (array, names->pdata[i]);
  return array;
}

static JsonArray *
list_values (GPtrArray *values)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < values->len; i++)
    {
      const AskLedgerValues *one = values->pdata[i];
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "of", one->of);
      json_object_set_int_member (object, "values", one->n);
      json_object_set_string_member (object, "consent", one->consent);
      json_array_add_object_element (array, object);
    }
  return array;
}

static char *
array_to_text (JsonArray *array)
{
  g_autoptr (JsonNode) node = ask_json_take_array (array);

  return ask_json_to_string (node, FALSE);
}

/** ask_ledger_names_to_json: Returns: (transfer full): as the table keeps them */
char *
ask_ledger_names_to_json (GPtrArray *names)
{
  return array_to_text (list_names (names));
}

/** ask_ledger_values_to_json: Returns: (transfer full): as the table keeps them */
char *
ask_ledger_values_to_json (GPtrArray *values)
{
  return array_to_text (list_values (values));
}

static JsonNode *
parse_array (const char *text)
{
  g_autoptr (JsonNode) node = text != NULL ? ask_json_parse (text, -1, NULL) : NULL;

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? g_steal_pointer (&node) : NULL;
}

/**
 * ask_ledger_entry_take_json:
 * @names, @values: (nullable): as the table keeps them; what is no such list is passed over
 *
 * Adds them.
 */
void
ask_ledger_entry_take_json (AskLedgerEntry *self, const char *names, const char *values)
{
  g_autoptr (JsonNode) names_node = parse_array (names);
  g_autoptr (JsonNode) values_node = parse_array (values);
  JsonArray *array = names_node != NULL ? json_node_get_array (names_node) : NULL;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      const char *name = ask_json_element_string (array, i);

      if (name != NULL)
        g_ptr_array_add (self->names, g_strdup (name));
    }
  array = values_node != NULL ? json_node_get_array (values_node) : NULL;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject *object = ask_json_element_object (array, i);
      const char *of = object != NULL ? ask_json_get_string (object, "of") : NULL;
      const char *consent = object != NULL ? ask_json_get_string (object, "consent") : NULL;

      if (of != NULL && consent != NULL)
        g_ptr_array_add (self->values,
                         ask_ledger_values_new (of, json_object_get_int_member_with_default (object, "values", 0),
                                                consent));
    }
}

static char *
time_to_text (gint64 at)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (at / G_USEC_PER_SEC);

  return time != NULL ? g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ") : g_strdup ("");
}

static void
set_nullable (JsonObject *object, const char *member, const char *text)
{
  if (text != NULL)
    json_object_set_string_member (object, member, text);
  else
    json_object_set_null_member (object, member);
}

/**
 * ask_ledger_entry_to_json:
 * @self: an entry
 *
 * Returns: (transfer full): an object without the bytes
 */
JsonNode *
ask_ledger_entry_to_json (const AskLedgerEntry *self)
{
  JsonObject *object = json_object_new ();
  g_autofree char *at = time_to_text (self->at);

  json_object_set_int_member (object, "id", self->id);
  json_object_set_string_member (object, "at", at);
  json_object_set_string_member (object, "kind", self->kind);
  json_object_set_string_member (object, "host", self->host);
  set_nullable (object, "method", self->method);
  set_nullable (object, "address", self->address);
  set_nullable (object, "source", self->source);
  set_nullable (object, "question", self->question);
  json_object_set_int_member (object, "history_id", self->history_id);
  json_object_set_int_member (object, "bytes", self->bytes);
  json_object_set_int_member (object, "tries", self->tries);
  json_object_set_int_member (object, "status", self->status);
  set_nullable (object, "problem", self->problem);
  json_object_set_array_member (object, "names", list_names (self->names));
  json_object_set_array_member (object, "values", list_values (self->values));
  json_object_set_string_member (object, "body", ask_ledger_body_to_string (self->body));
  return ask_json_take_object (object);
}

static char *
join_values (GPtrArray *values)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < values->len; i++)
    {
      const AskLedgerValues *one = values->pdata[i];

      g_string_append_printf (text, "%s%s: %" G_GINT64_FORMAT " (%s)", i > 0 ? ", " : "", one->of, one->n,
                              one->consent);
    }
  return g_strdup (text->str);
}

static char *
join_names (GPtrArray *names)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) names->pdata[i]);
  return g_strdup (text->str);
}

static AskValue
text_or_null (const char *text)
{
  return text != NULL ? ask_value_text (text, -1) : ASK_NULL_INIT;
}

/* 0 is none. */
static AskValue
number_or_null (gint64 number)
{
  return number != 0 ? ask_value_integer (number) : ASK_NULL_INIT;
}

/**
 * ask_ledger_to_rows:
 * @entries: (element-type AskLedgerEntry): to show or to save as a table
 *
 * Returns: (transfer full): a row each, without the bytes
 */
AskRows *
ask_ledger_to_rows (GPtrArray *entries)
{
  static const struct
  {
    const char *name;
    AskType type;
  } columns[] = { { "id", ASK_TYPE_INTEGER },    { "at", ASK_TYPE_DATETIME },        { "kind", ASK_TYPE_TEXT },
                  { "host", ASK_TYPE_TEXT },     { "method", ASK_TYPE_TEXT },        { "address", ASK_TYPE_TEXT },
                  { "question", ASK_TYPE_TEXT }, { "history_id", ASK_TYPE_INTEGER }, { "bytes", ASK_TYPE_INTEGER },
                  { "tries", ASK_TYPE_INTEGER }, { "status", ASK_TYPE_INTEGER },     { "problem", ASK_TYPE_TEXT },
                  { "names", ASK_TYPE_TEXT },    { "values", ASK_TYPE_TEXT },        { "body", ASK_TYPE_TEXT } };
  AskRows *rows = ask_rows_new ();

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    ask_rows_add_column (rows, columns[i].name, columns[i].type);
  for (guint i = 0; i < entries->len; i++)
    {
      const AskLedgerEntry *entry = entries->pdata[i];
      g_autofree char *at = time_to_text (entry->at);
      g_autofree char *names = join_names (entry->names);
      g_autofree char *values = join_values (entry->values);
      const AskValue cells[] = { ask_value_integer (entry->id),
                                 ask_value_text (at, -1),
                                 ask_value_text (entry->kind, -1),
                                 ask_value_text (entry->host, -1),
                                 text_or_null (entry->method),
                                 text_or_null (entry->address),
                                 text_or_null (entry->question),
                                 number_or_null (entry->history_id),
                                 ask_value_integer (entry->bytes),
                                 ask_value_integer (entry->tries),
                                 number_or_null (entry->status),
                                 text_or_null (entry->problem),
                                 ask_value_text (names, -1),
                                 ask_value_text (values, -1),
                                 ask_value_text (ask_ledger_body_to_string (entry->body), -1) };

      G_STATIC_ASSERT (G_N_ELEMENTS (cells) == G_N_ELEMENTS (columns));
      ask_rows_append (rows, cells);
    }
  return rows;
}

/* Returns: (transfer full) (nullable): what comes out, where that is no more than @room */
static GBytes *
convert (GConverter *converter, const void *data, gsize size, gsize room, GError **error)
{
  g_autofree guint8 *out = g_malloc (room + 1);
  gsize n_in = 0;
  gsize n_out = 0;

  while (TRUE)
    {
      gsize took;
      gsize gave;
      GConverterResult result = g_converter_convert (converter, (const guint8 *) data + n_in, size - n_in, out + n_out,
                                                     room + 1 - n_out, G_CONVERTER_INPUT_AT_END, &took, &gave, error);

      if (result == G_CONVERTER_ERROR)
        return NULL;
      n_in += took;
      n_out += gave;
      if (result == G_CONVERTER_FINISHED)
        return g_bytes_new (out, n_out);
    }
}

/** ask_ledger_deflate: Returns: (transfer full): @body made small */
GBytes *
ask_ledger_deflate (GBytes *body, GError **error)
{
  g_autoptr (GZlibCompressor) zlib = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, -1);
  gsize size;
  const void *data = g_bytes_get_data (body, &size);

  /* What cannot be made small grows by a few bytes. */
  return convert (G_CONVERTER (zlib), data, size, size + size / 100 + 1024, error);
}

/**
 * ask_ledger_inflate:
 * @wanted: how long it is
 *
 * Returns: (transfer full) (nullable): the bytes; %NULL where they are not what was kept
 */
GBytes *
ask_ledger_inflate (const void *data, gsize size, gsize wanted)
{
  g_autoptr (GZlibDecompressor) zlib = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB);
  g_autoptr (GBytes) bytes = convert (G_CONVERTER (zlib), data, size, wanted, NULL);

  return bytes != NULL && g_bytes_get_size (bytes) == wanted ? g_steal_pointer (&bytes) : NULL;
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar) c >= 0x80;
}

/* Returns: (transfer full): the words of @text, as identifiers are read */
static GHashTable *
split (const char *text)
{
  GHashTable *words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (const char *c = text; *c != '\0';)
    {
      const char *end = c;

      while (is_word (*end))
        end++;
      if (end > c)
        g_hash_table_add (words, g_strndup (c, end - c));
      else
        end++;
      c = end;
    }
  return words;
}

/* A name that is no identifier cannot be told by words. */
static gboolean
stands_in (GHashTable *words, const char *text, const char *name)
{
  const char *c = name;

  if (name == NULL || *name == '\0')
    return FALSE;
  while (is_word (*c))
    c++;
  return *c == '\0' ? g_hash_table_contains (words, name) : strstr (text, name) != NULL;
}

/**
 * ask_ledger_find_names:
 * @schema: a workspace's
 * @entry: gets the names of it that stand in @body; of a server's query, those of its source, by the names that they
 *   have there
 * @body: what was sent
 */
void
ask_ledger_find_names (AskSchema *schema, AskLedgerEntry *entry, GBytes *body)
{
  gboolean physical = strcmp (entry->kind, "server") == 0;
  gsize size;
  const char *data = g_bytes_get_data (body, &size);
  g_autofree char *text = g_strndup (data != NULL ? data : "", size);
  g_autoptr (GHashTable) words = split (text);

  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (physical && g_strcmp0 (entity->source, entry->source) != 0)
        continue;
      if (!stands_in (words, text, physical && entity->table != NULL ? entity->table : entity->name))
        continue;
      g_ptr_array_add (entry->names, g_strdup (entity->name));
      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];

          if (stands_in (words, text, physical && attribute->column != NULL ? attribute->column : attribute->name))
            g_ptr_array_add (entry->names, g_strconcat (entity->name, ".", attribute->name, NULL));
        }
    }
}
