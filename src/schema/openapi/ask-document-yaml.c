/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * YAML events of libyaml become a JSON tree. Aliases share the node of their anchor, but are
 * counted as if written out: whoever walks the tree must not meet a billion nodes.
 */
#include "config.h"

#include "schema/openapi/ask-document.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>
#include <yaml.h>

#define TAG "tag:yaml.org,2002:"

typedef struct
{
  JsonNode *node;
  gsize size; /* values in it, aliases written out */
  guint depth; /* levels in it */
} Item;

typedef struct
{
  JsonNode *node;
  gboolean mapping;
  char *key; /* nullable: a key is expected next */
  gboolean key_is_merge;
  GPtrArray *merges; /* nullable; JsonObject, to be merged at the end */
  char *anchor;
  gsize size;
  guint depth;
  gboolean flow; /* {…} or […] */
  gsize line, column;
} Frame;

typedef struct
{
  const char *what;
  yaml_parser_t parser;
  GArray *frames; /* Frame */
  GHashTable *anchors; /* name → Item; node NULL while the anchored value is still open */
  JsonNode *root;
} Builder;

static void
item_free (gpointer item)
{
  g_clear_pointer (&((Item *) item)->node, json_node_unref);
  g_free (item);
}

static void
frame_clear (gpointer data)
{
  Frame *frame = data;

  g_clear_pointer (&frame->node, json_node_unref);
  g_clear_pointer (&frame->merges, g_ptr_array_unref);
  g_free (frame->key);
  g_free (frame->anchor);
}

static gboolean fail (Builder *self, yaml_mark_t mark, GError **error, const char *format, ...) G_GNUC_PRINTF (4, 5);

static gboolean
fail (Builder *self, yaml_mark_t mark, GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  ask_error_set_valist (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT, format, args);
  va_end (args);
  ask_error_prefix (error, N_ ("%s, line %zu, column %zu: "), self->what, mark.line + 1, mark.column + 1);
  ask_error_append (error, ".");
  return FALSE;
}

static gboolean
is_one_of (const char *text, const char *const *words)
{
  return g_strv_contains (words, text);
}

static gboolean
is_float (const char *text)
{
  const char *p = text + (*text == '-' || *text == '+');
  gboolean digits = FALSE;

  for (; g_ascii_isdigit (*p); p++)
    digits = TRUE;
  if (*p == '.')
    for (p++; g_ascii_isdigit (*p); p++)
      digits = TRUE;
  if (!digits)
    return FALSE;
  if (*p == 'e' || *p == 'E')
    {
      p++;
      p += *p == '-' || *p == '+';
      if (!g_ascii_isdigit (*p))
        return FALSE;
      while (g_ascii_isdigit (*p))
        p++;
    }
  return *p == '\0';
}

/* Decimal, 0o17 and 0x1F. A number with leading zeros (an octal in YAML 1.1, a decimal in 1.2, a
 * postcode in truth) is none. */
static gboolean
is_integer (const char *text, gint64 *integer)
{
  const char *p = text + (*text == '-' || *text == '+');
  guint64 wide;

  if (g_str_has_prefix (text, "0x") || g_str_has_prefix (text, "0o"))
    {
      if (!g_ascii_string_to_unsigned (text + 2, text[1] == 'x' ? 16 : 8, 0, G_MAXINT64, &wide, NULL))
        return FALSE;
      *integer = (gint64) wide;
      return TRUE;
    }
  if (*p == '\0' || p[strspn (p, "0123456789")] != '\0' || (*p == '0' && p[1] != '\0'))
    return FALSE;
  return g_ascii_string_to_signed (*text == '+' ? text + 1 : text, 10, G_MININT64, G_MAXINT64, integer, NULL);
}

static JsonNode *
resolve_plain (const char *text)
{
  static const char *const nulls[] = { "", "~", "null", "Null", "NULL", NULL };
  static const char *const trues[] = { "true", "True", "TRUE", NULL };
  static const char *const falses[] = { "false", "False", "FALSE", NULL };
  JsonNode *node = json_node_alloc ();
  gint64 integer;

  if (is_one_of (text, nulls))
    return json_node_init_null (node);
  if (is_one_of (text, trues) || is_one_of (text, falses))
    return json_node_init_boolean (node, is_one_of (text, trues));
  if (is_integer (text, &integer))
    return json_node_init_int (node, integer);
  /* What looks like an integer and is none (too long, leading zeros) keeps its digits. */
  if (is_float (text) && strpbrk (text, ".eE") != NULL)
    {
      double real = g_ascii_strtod (text, NULL);

      /* JSON has no infinity. */
      if (real >= -G_MAXDOUBLE && real <= G_MAXDOUBLE)
        return json_node_init_double (node, real);
    }
  return json_node_init_string (node, text);
}

static JsonNode *
resolve_scalar (const yaml_event_t *event)
{
  const char *text = (const char *) event->data.scalar.value;
  const char *tag = (const char *) event->data.scalar.tag;

  if (tag != NULL && strcmp (tag, "!") != 0)
    {
      if (strcmp (tag, TAG "int") == 0 || strcmp (tag, TAG "float") == 0 || strcmp (tag, TAG "bool") == 0
          || strcmp (tag, TAG "null") == 0)
        return resolve_plain (text);
      return json_node_init_string (json_node_alloc (), text);
    }
  if (event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && tag == NULL)
    return resolve_plain (text);
  return json_node_init_string (json_node_alloc (), text);
}

/* Members that @frame has not itself, from those mappings that it merges; the first of them wins. */
static void
apply_merges (Frame *frame)
{
  JsonObject *object = json_node_get_object (frame->node);

  for (guint i = 0; frame->merges != NULL && i < frame->merges->len; i++)
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, g_ptr_array_index (frame->merges, i));
      while (json_object_iter_next_ordered (&iter, &name, &member))
        if (!json_object_has_member (object, name))
          json_object_set_member (object, name, json_node_ref (member));
    }
}

static void
add_merge (Frame *frame, JsonNode *node)
{
  if (frame->merges == NULL)
    frame->merges = g_ptr_array_new_with_free_func ((GDestroyNotify) json_object_unref);
  g_ptr_array_add (frame->merges, json_node_dup_object (node));
}

/* Whether @node is a mapping, or a list of nothing but mappings; then noted for merging. */
static gboolean
take_merge (Frame *frame, JsonNode *node)
{
  JsonArray *array;

  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      add_merge (frame, node);
      return TRUE;
    }
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return FALSE;
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (ask_json_element_object (array, i) == NULL)
      return FALSE;
  for (guint i = 0; i < json_array_get_length (array); i++)
    add_merge (frame, json_array_get_element (array, i));
  return TRUE;
}

/* Takes @node into the innermost open value. */
static gboolean
add_value (Builder *self, JsonNode *node, gsize size, guint depth, yaml_mark_t mark, GError **error)
{
  g_autoptr (JsonNode) owned = node;
  Frame *frame;

  if (self->frames->len == 0)
    {
      if (self->root != NULL)
        json_node_unref (self->root);
      self->root = g_steal_pointer (&owned);
      return TRUE;
    }
  if (self->frames->len + depth > ASK_DOCUMENT_MAX_DEPTH)
    return fail (self, mark, error, N_ ("the document is nested more than %d levels deep"), ASK_DOCUMENT_MAX_DEPTH);
  frame = &g_array_index (self->frames, Frame, self->frames->len - 1);
  frame->size += size;
  frame->depth = MAX (frame->depth, depth + 1);
  if (frame->size > ASK_DOCUMENT_MAX_NODES)
    return fail (self, mark, error, N_ ("with its aliases written out the document has more than %d values"),
                 ASK_DOCUMENT_MAX_NODES);
  if (!frame->mapping)
    json_array_add_element (json_node_get_array (frame->node), g_steal_pointer (&owned));
  else
    {
      if (!frame->key_is_merge || !take_merge (frame, owned))
        json_object_set_member (json_node_get_object (frame->node), frame->key, g_steal_pointer (&owned));
      g_clear_pointer (&frame->key, g_free);
    }
  return TRUE;
}

static gboolean
expects_key (Builder *self)
{
  Frame *frame;

  if (self->frames->len == 0)
    return FALSE;
  frame = &g_array_index (self->frames, Frame, self->frames->len - 1);
  return frame->mapping && frame->key == NULL;
}

static void
set_key (Builder *self, const char *key, gboolean merge)
{
  Frame *frame = &g_array_index (self->frames, Frame, self->frames->len - 1);

  frame->key = g_strdup (key);
  frame->key_is_merge = merge;
}

static void
set_anchor (Builder *self, const char *anchor, JsonNode *node, gsize size, guint depth)
{
  Item *item;

  if (anchor == NULL)
    return;
  item = g_new0 (Item, 1);
  item->node = node != NULL ? json_node_ref (node) : NULL;
  item->size = size;
  item->depth = depth;
  g_hash_table_replace (self->anchors, g_strdup (anchor), item);
}

static gboolean
on_scalar (Builder *self, const yaml_event_t *event, GError **error)
{
  const char *text = (const char *) event->data.scalar.value;
  const char *anchor = (const char *) event->data.scalar.anchor;
  JsonNode *node;

  if (strlen (text) != event->data.scalar.length)
    return fail (self, event->start_mark, error, N_ ("a text holds a NUL character"));
  node = resolve_scalar (event);
  set_anchor (self, anchor, node, 1, 0);
  if (!expects_key (self))
    return add_value (self, node, 1, 0, event->start_mark, error);
  json_node_unref (node);
  set_key (self, text, event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && strcmp (text, "<<") == 0);
  return TRUE;
}

static gboolean
on_alias (Builder *self, const yaml_event_t *event, GError **error)
{
  const char *anchor = (const char *) event->data.alias.anchor;
  Item *item = g_hash_table_lookup (self->anchors, anchor);

  if (item == NULL)
    return fail (self, event->start_mark, error, N_ ("the alias “*%s” refers to nothing before it"), anchor);
  if (item->node == NULL)
    return fail (self, event->start_mark, error, N_ ("the alias “*%s” stands inside what it refers to"), anchor);
  if (!expects_key (self))
    return add_value (self, json_node_ref (item->node), item->size, item->depth, event->start_mark, error);
  if (!JSON_NODE_HOLDS_VALUE (item->node) || json_node_get_value_type (item->node) != G_TYPE_STRING)
    return fail (self, event->start_mark, error, N_ ("the key “*%s” is no text"), anchor);
  set_key (self, json_node_get_string (item->node), FALSE);
  return TRUE;
}

static gboolean
on_start (Builder *self, const yaml_event_t *event, GError **error)
{
  gboolean mapping = event->type == YAML_MAPPING_START_EVENT;
  const char *anchor = (const char *) (mapping ? event->data.mapping_start.anchor : event->data.sequence_start.anchor);
  Frame frame = { .mapping = mapping,
                  .size = 1,
                  .depth = 1,
                  .flow = mapping ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                                  : event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE,
                  .line = event->start_mark.line,
                  .column = event->start_mark.column };

  if (expects_key (self))
    return fail (self, event->start_mark, error, N_ ("a key must be a word or a text, and this one is a %s"),
                 mapping ? "mapping" : "list");
  if (self->frames->len >= ASK_DOCUMENT_MAX_DEPTH)
    return fail (self, event->start_mark, error, N_ ("the document is nested more than %d levels deep"),
                 ASK_DOCUMENT_MAX_DEPTH);
  frame.anchor = g_strdup (anchor);
  set_anchor (self, anchor, NULL, 0, 0);
  frame.node = json_node_alloc ();
  if (mapping)
    {
      g_autoptr (JsonObject) object = json_object_new ();

      json_node_init_object (frame.node, object);
    }
  else
    {
      g_autoptr (JsonArray) array = json_array_new ();

      json_node_init_array (frame.node, array);
    }
  g_array_append_val (self->frames, frame);
  return TRUE;
}

static gboolean
on_end (Builder *self, const yaml_event_t *event, GError **error)
{
  Frame *frame = &g_array_index (self->frames, Frame, self->frames->len - 1);
  const Frame *around = self->frames->len > 1 ? frame - 1 : NULL;
  JsonNode *node;
  gsize size = frame->size;
  guint depth = frame->depth;

  /* YAML wants it further in than the member that it belongs to; libyaml does not look. */
  if (frame->flow && around != NULL && !around->flow && event->start_mark.line > frame->line
      && event->start_mark.column < around->column)
    return fail (self, event->start_mark, error,
                 N_ ("this “%c” stands further left than the member that it belongs to"), frame->mapping ? '}' : ']');
  node = g_steal_pointer (&frame->node);
  if (frame->mapping)
    {
      frame->node = node;
      apply_merges (frame);
      frame->node = NULL;
    }
  set_anchor (self, frame->anchor, node, size, depth);
  g_array_set_size (self->frames, self->frames->len - 1);
  return add_value (self, node, size, depth, event->start_mark, error);
}

static gboolean
on_event (Builder *self, const yaml_event_t *event, GError **error)
{
  switch (event->type)
    {
    case YAML_DOCUMENT_START_EVENT:
      if (self->root != NULL)
        return fail (self, event->start_mark, error,
                     N_ ("a second document begins here; keep one specification a file"));
      return TRUE;
    case YAML_SCALAR_EVENT:
      return on_scalar (self, event, error);
    case YAML_ALIAS_EVENT:
      return on_alias (self, event, error);
    case YAML_MAPPING_START_EVENT:
    case YAML_SEQUENCE_START_EVENT:
      return on_start (self, event, error);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
      return on_end (self, event, error);
    default:
      return TRUE;
    }
}

static gboolean
fail_syntax (Builder *self, GError **error)
{
  const yaml_parser_t *parser = &self->parser;
  const char *problem = parser->problem != NULL ? parser->problem : "something is out of place";

  if (parser->error == YAML_MEMORY_ERROR)
    return fail (self, parser->mark, error, N_ ("memory ran out"));
  /* The reader knows a byte, and no line. */
  if (parser->error == YAML_READER_ERROR)
    return fail (self, parser->mark, error, N_ ("this is not valid YAML: %s (byte %zu)"), problem,
                 parser->problem_offset);
  if (parser->context != NULL)
    return fail (self, parser->problem_mark, error, N_ ("this is not valid YAML: %s, %s"), parser->context, problem);
  return fail (self, parser->problem_mark, error, N_ ("this is not valid YAML: %s"), problem);
}

static gboolean
read_events (Builder *self, GError **error)
{
  yaml_event_type_t type;

  do
    {
      yaml_event_t event;
      gboolean ok;

      if (!yaml_parser_parse (&self->parser, &event))
        return fail_syntax (self, error);
      type = event.type;
      ok = on_event (self, &event, error);
      yaml_event_delete (&event);
      if (!ok)
        return FALSE;
    }
  while (type != YAML_STREAM_END_EVENT && type != YAML_NO_EVENT);
  return TRUE;
}

/**
 * ask_document_parse_yaml:
 * @text: UTF-8, @length bytes
 * @what: what errors call the document
 * @error: %ASK_SCHEMA_ERROR_DOCUMENT with line and column, %ASK_SCHEMA_ERROR_NOT_A_SPEC where
 *   nothing stands in it
 *
 * The YAML half of ask_document_parse(), which is what others call. Safe on every thread.
 *
 * Returns: (transfer full): the tree, immutable, or %NULL
 */
JsonNode *
ask_document_parse_yaml (const char *text, gsize length, const char *what, GError **error)
{
  Builder self = { .what = what };
  JsonNode *root = NULL;

  if (!yaml_parser_initialize (&self.parser))
    {
      ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT, N_ ("%s: memory ran out."), what);
      return NULL;
    }
  self.frames = g_array_new (FALSE, TRUE, sizeof (Frame));
  g_array_set_clear_func (self.frames, frame_clear);
  self.anchors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, item_free);
  yaml_parser_set_encoding (&self.parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string (&self.parser, (const unsigned char *) text, length);

  if (read_events (&self, error))
    {
      root = g_steal_pointer (&self.root);
      if (root == NULL)
        ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_NOT_A_SPEC,
                       N_ ("%s: nothing but comments stands in this document. Choose an OpenAPI document "
                           "in JSON or YAML."),
                       what);
      else
        json_node_seal (root);
    }
  yaml_parser_delete (&self.parser);
  g_array_unref (self.frames);
  g_hash_table_unref (self.anchors);
  g_clear_pointer (&self.root, json_node_unref);
  return root;
}
