/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The schema's document: what is exported, read and exported again is the same byte for byte; it is what
 * data/askdata-schema.json says; and a thousand edits, undone one by one, give the first document again.
 */
#include "config.h"

#include "schema/edit/ask-schema-editor.h"

#include <string.h>

#include "schema-random.h"

/* A validator of the keywords that data/askdata-schema.json uses; one that it does not know fails the test. */
typedef struct
{
  JsonObject *definitions;
  GString *problem; /* the first thing that is wrong */
  GHashTable *used; /* (nullable): the rules of members that a document had */
} Validator;

static void validate (Validator *self, JsonObject *rule, JsonNode *node, const char *where);

static void
complain (Validator *self, const char *where, const char *what)
{
  if (self->problem->len == 0)
    g_string_printf (self->problem, "%s: %s", where, what);
}

static gboolean
has_type (JsonNode *node, const char *type)
{
  GType value = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

  if (strcmp (type, "object") == 0)
    return JSON_NODE_HOLDS_OBJECT (node);
  if (strcmp (type, "array") == 0)
    return JSON_NODE_HOLDS_ARRAY (node);
  if (strcmp (type, "string") == 0)
    return value == G_TYPE_STRING;
  if (strcmp (type, "integer") == 0)
    return value == G_TYPE_INT64;
  if (strcmp (type, "boolean") == 0)
    return value == G_TYPE_BOOLEAN;
  g_error ("the validator does not know the type %s", type);
}

static void
validate_members (Validator *self, JsonObject *rule, JsonNode *node, const char *where)
{
  JsonObject *properties = ask_json_get_object (rule, "properties");
  JsonArray *required = ask_json_get_array (rule, "required");
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  g_autoptr (GList) names = object != NULL ? json_object_get_members (object) : NULL;

  for (GList *l = names; l != NULL; l = l->next)
    {
      JsonObject *member = properties != NULL ? ask_json_get_object (properties, l->data) : NULL;
      g_autofree char *place = g_strdup_printf ("%s.%s", where, (const char *) l->data);

      if (member != NULL && self->used != NULL)
        g_hash_table_add (self->used, member);
      if (member != NULL)
        validate (self, member, json_object_get_member (object, l->data), place);
      else if (!ask_json_get_boolean (rule, "additionalProperties", TRUE))
        complain (self, place, "no such member");
    }
  for (guint i = 0; object != NULL && required != NULL && i < json_array_get_length (required); i++)
    if (!json_object_has_member (object, ask_json_element_string (required, i)))
      complain (self, where, ask_json_element_string (required, i));
}

static gboolean
is_one_of (JsonArray *values, JsonNode *node)
{
  for (guint i = 0; i < json_array_get_length (values); i++)
    if (json_node_equal (json_array_get_element (values, i), node))
      return TRUE;
  return FALSE;
}

static void
validate (Validator *self, JsonObject *rule, JsonNode *node, const char *where)
{
  g_autoptr (GList) keywords = json_object_get_members (rule);

  for (GList *l = keywords; l != NULL; l = l->next)
    {
      const char *keyword = l->data;
      JsonNode *value = json_object_get_member (rule, keyword);

      if (g_str_equal (keyword, "description") || g_str_equal (keyword, "title") || keyword[0] == '$'
          || g_str_equal (keyword, "required") || g_str_equal (keyword, "additionalProperties"))
        {
          if (g_str_equal (keyword, "$ref"))
            {
              const char *name = json_node_get_string (value);

              g_assert_true (g_str_has_prefix (name, "#/$defs/"));
              validate (self, json_object_get_object_member (self->definitions, name + strlen ("#/$defs/")), node, where);
            }
        }
      else if (g_str_equal (keyword, "properties"))
        validate_members (self, rule, node, where);
      else if (g_str_equal (keyword, "type"))
        {
          if (!has_type (node, json_node_get_string (value)))
            complain (self, where, json_node_get_string (value));
        }
      else if (g_str_equal (keyword, "enum"))
        {
          if (!is_one_of (json_node_get_array (value), node))
            complain (self, where, "not among the values");
        }
      else if (g_str_equal (keyword, "items"))
        {
          for (guint i = 0; JSON_NODE_HOLDS_ARRAY (node) && i < json_array_get_length (json_node_get_array (node)); i++)
            {
              g_autofree char *place = g_strdup_printf ("%s[%u]", where, i);

              validate (self, json_node_get_object (value), json_array_get_element (json_node_get_array (node), i), place);
            }
        }
      else if (g_str_equal (keyword, "minItems"))
        {
          if (JSON_NODE_HOLDS_ARRAY (node) && json_array_get_length (json_node_get_array (node)) < json_node_get_int (value))
            complain (self, where, "too few");
        }
      else if (g_str_equal (keyword, "minLength"))
        {
          if (has_type (node, "string") && g_utf8_strlen (json_node_get_string (node), -1) < json_node_get_int (value))
            complain (self, where, "too short");
        }
      else if (g_str_equal (keyword, "minimum"))
        {
          if (has_type (node, "integer") && json_node_get_int (node) < json_node_get_int (value))
            complain (self, where, "too small");
        }
      else if (g_str_equal (keyword, "maximum"))
        {
          if (has_type (node, "integer") && json_node_get_int (node) > json_node_get_int (value))
            complain (self, where, "too great");
        }
      else
        g_error ("the validator does not know the keyword %s", keyword);
    }
}

static char *
load_text (const char *path)
{
  g_autofree char *whole = g_build_filename (g_getenv ("ASKDATA_SOURCE_ROOT"), path, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (whole, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = ask_json_parse (text, -1, &error);

  g_assert_no_error (error);
  return node;
}

static JsonNode *
load_rules (void)
{
  g_autofree char *text = load_text ("data/askdata-schema.json");

  return parse (text);
}

/* @used: (nullable): takes the rules of members that @document has
 *
 * Returns: (nullable): what is wrong */
static char *
find_problem (JsonNode *rules, JsonNode *document, GHashTable *used)
{
  Validator validator = { ask_json_get_object (json_node_get_object (rules), "$defs"), g_string_new (NULL), used };

  validate (&validator, json_node_get_object (rules), document, "document");
  if (validator.problem->len == 0)
    {
      g_string_free (validator.problem, TRUE);
      return NULL;
    }
  return g_string_free (validator.problem, FALSE);
}

static void
test_round_trip (void)
{
  g_autoptr (JsonNode) rules = load_rules ();

  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (AskSchema) schema = schema_random_new (10);
      g_autofree char *text = schema_random_to_text (schema);
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) document = ask_json_parse (text, -1, &error);
      g_autoptr (AskSchema) read = ask_schema_from_json (document, &error);
      g_autofree char *again = NULL;
      g_autofree char *problem = NULL;

      g_assert_no_error (error);
      again = schema_random_to_text (read);
      g_assert_cmpstr (again, ==, text);
      g_assert_true (ask_schema_equal (schema, read));
      problem = find_problem (rules, document, NULL);
      g_assert_cmpstr (problem, ==, NULL);
    }
}

static void
assert_all_used (const char *what, JsonObject *rule, GHashTable *used)
{
  JsonObject *properties = ask_json_get_object (rule, "properties");
  g_autoptr (GList) names = properties != NULL ? json_object_get_members (properties) : NULL;

  for (GList *l = names; l != NULL; l = l->next)
    if (!g_hash_table_contains (used, json_object_get_object_member (properties, l->data)))
      g_error ("tests/schema/whole.json has no “%s” of %s", (const char *) l->data, what);
}

/* A document that has every member that there is, none of them as it is by default, is written as it was read; so is
 * a copy of what was read. What reader, writer or copy forget is seen here. */
static void
test_whole (void)
{
  g_autoptr (JsonNode) rules = load_rules ();
  JsonObject *definitions = ask_json_get_object (json_node_get_object (rules), "$defs");
  g_autoptr (GList) names = json_object_get_members (definitions);
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);
  g_autofree char *text = load_text ("tests/schema/whole.json");
  g_autoptr (JsonNode) document = parse (text);
  g_autofree char *problem = find_problem (rules, document, used);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = ask_schema_from_json (document, &error);
  g_autoptr (AskSchema) copy = NULL;
  g_autofree char *again = NULL;
  g_autofree char *copied = NULL;

  g_assert_cmpstr (problem, ==, NULL);
  assert_all_used ("a document", json_node_get_object (rules), used);
  for (GList *l = names; l != NULL; l = l->next)
    assert_all_used (l->data, json_object_get_object_member (definitions, l->data), used);
  g_assert_no_error (error);
  again = schema_random_to_text (schema);
  g_assert_cmpstr (again, ==, g_strchomp (text));
  copy = ask_schema_copy (schema);
  copied = schema_random_to_text (copy);
  g_assert_cmpstr (copied, ==, text);
}

/* Sets @member of every object below @node that has it to @value. */
static void
set_everywhere (JsonNode *node, const char *member, JsonNode *value)
{
  if (JSON_NODE_HOLDS_ARRAY (node))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
      set_everywhere (json_array_get_element (json_node_get_array (node), i), member, value);
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return;

  JsonObject *object = json_node_get_object (node);
  g_autoptr (GList) names = json_object_get_members (object);

  for (GList *l = names; l != NULL; l = l->next)
    if (strcmp (l->data, member) == 0)
      json_object_set_member (object, member, json_node_copy (value));
    else
      set_everywhere (json_object_get_member (object, l->data), member, value);
}

/* Every word that the rules allow is read, and written as it was unless it is the one that nobody needs to say. */
static void
test_choices (void)
{
  static const struct
  {
    const char *definition;
    const char *member;
    const char *unsaid; /* NULL where it is always written */
  } choices[] = {
    { "relationship", "cardinality", "many-to-one" }, { "parameter", "in", NULL }, { "parameter", "use", "equals" },
    { "parameter", "array", "none" },                 { "sharing", "sharing", "inherit" }, { "type", "type", NULL },
    { "attribute", "meaning", "none" },
  };
  g_autoptr (JsonNode) rules = load_rules ();
  JsonObject *definitions = ask_json_get_object (json_node_get_object (rules), "$defs");
  g_autofree char *text = load_text ("tests/schema/whole.json");

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      JsonObject *definition = ask_json_get_object (definitions, choices[i].definition);
      JsonObject *properties = ask_json_get_object (definition, "properties");
      JsonArray *words = ask_json_get_array (
        properties != NULL ? ask_json_get_object (properties, choices[i].member) : definition, "enum");

      g_assert_nonnull (words);
      for (guint w = 0; w < json_array_get_length (words); w++)
        {
          const char *word = ask_json_element_string (words, w);
          g_autoptr (JsonNode) document = parse (text);
          g_autoptr (GError) error = NULL;
          g_autoptr (AskSchema) schema = NULL;
          g_autofree char *again = NULL;
          g_autofree char *said = g_strdup_printf ("\"%s\": \"%s\"", choices[i].member, word);

          set_everywhere (document, choices[i].member, json_array_get_element (words, w));
          schema = ask_schema_from_json (document, &error);
          g_assert_no_error (error);
          again = schema_random_to_text (schema);
          g_assert_cmpint (strstr (again, said) != NULL, ==, g_strcmp0 (word, choices[i].unsaid) != 0);
        }
    }
}

typedef struct
{
  const char *document;
  const char *problem; /* NULL for none */
} RuleCase;

#define DOCUMENT(entity) "{\"version\": 2, \"entities\": [" entity "], \"relationships\": []}"
#define ENTITY(more) "{\"name\": \"a\", \"source\": \"s\", \"table\": \"t\", \"attributes\": []" more "}"

static const RuleCase rule_cases[] = {
  { DOCUMENT (""), NULL },
  { DOCUMENT (ENTITY ("")), NULL },
  { "[]", "document: object" },
  { "{\"version\": 3, \"entities\": [], \"relationships\": []}", "document.version: too great" },
  { "{\"version\": 2, \"entities\": []}", "document: relationships" },
  { DOCUMENT (ENTITY (", \"colour\": 1")), "document.entities[0].colour: no such member" },
  { DOCUMENT (ENTITY (", \"kind\": \"thing\"")), "document.entities[0].kind: not among the values" },
  { DOCUMENT (ENTITY (", \"hidden\": \"yes\"")), "document.entities[0].hidden: boolean" },
  { DOCUMENT ("{\"name\": \"\", \"source\": \"s\", \"table\": \"t\", \"attributes\": []}"),
    "document.entities[0].name: too short" },
  { DOCUMENT ("{\"name\": \"a\", \"source\": \"s\", \"table\": \"t\", \"attributes\": [{\"name\": \"b\", \"type\": \"x\"}]}"),
    "document.entities[0].attributes[0].type: not among the values" },
};

/* The rules refuse what the reader refuses. */
static void
test_rules (void)
{
  g_autoptr (JsonNode) rules = load_rules ();

  for (guint i = 0; i < G_N_ELEMENTS (rule_cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) document = ask_json_parse (rule_cases[i].document, -1, &error);
      g_autofree char *problem = NULL;

      g_assert_no_error (error);
      problem = find_problem (rules, document, NULL);
      g_assert_cmpstr (problem, ==, rule_cases[i].problem);
    }
}

/* Every word that the writer has is in the rules, and no other. */
static void
test_words (void)
{
  g_autoptr (JsonNode) rules = load_rules ();
  JsonObject *definitions = ask_json_get_object (json_node_get_object (rules), "$defs");
  JsonArray *types = ask_json_get_array (ask_json_get_object (definitions, "type"), "enum");
  JsonArray *meanings = ask_json_get_array (
    ask_json_get_object (ask_json_get_object (ask_json_get_object (definitions, "attribute"), "properties"), "meaning"),
    "enum");

  g_assert_cmpuint (json_array_get_length (types), ==, ASK_TYPE_BLOB + 1);
  for (guint i = 0; i < json_array_get_length (types); i++)
    g_assert_cmpstr (ask_json_element_string (types, i), ==, ask_type_to_string ((AskType) i));
  g_assert_cmpuint (json_array_get_length (meanings), ==, ASK_N_MEANINGS);
  for (guint i = 0; i < json_array_get_length (meanings); i++)
    g_assert_cmpstr (ask_json_element_string (meanings, i), ==, ask_meaning_to_string ((AskMeaning) i));
}

#define N_EDITS 1000

/* Every version on the way is what it was when it was made, backwards and forwards. */
static void
test_undo (void)
{
  g_autoptr (AskSchema) first = schema_random_new (12);
  g_autoptr (AskSchemaEditor) editor = ask_schema_editor_new (first);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) titles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint refused = 0;

  g_ptr_array_add (texts, schema_random_to_text (first));
  while (texts->len <= N_EDITS)
    {
      AskSchema *draft = ask_schema_editor_begin (editor);
      g_autofree char *title = NULL;
      g_autofree char *before = g_strdup (texts->pdata[texts->len - 1]);
      g_autoptr (GError) error = NULL;
      gboolean done = schema_random_edit (draft, &title, &error);

      if (!done)
        {
          g_autofree char *after = schema_random_to_text (draft);

          g_assert_nonnull (error);
          g_assert_cmpstr (after, ==, before);
          ask_schema_unref (draft);
          refused++;
          g_assert_cmpuint (refused, <, 50 * N_EDITS);
          continue;
        }
      g_assert_no_error (error);
      g_hash_table_add (titles, g_strndup (title, strlen ("Edit 10")));
      if (ask_schema_editor_commit (editor, draft, title, NULL))
        g_ptr_array_add (texts, schema_random_to_text (ask_schema_editor_get_schema (editor)));
    }
  g_test_message ("%u edits of %u sorts made, %u refused", N_EDITS, g_hash_table_size (titles), refused);
  g_assert_cmpuint (g_hash_table_size (titles), >, 10);
  for (guint i = N_EDITS; i-- > 0;)
    {
      g_autofree char *text = NULL;

      g_assert_true (ask_schema_editor_undo (editor));
      text = schema_random_to_text (ask_schema_editor_get_schema (editor));
      g_assert_cmpstr (text, ==, texts->pdata[i]);
    }
  g_assert_false (ask_schema_editor_undo (editor));
  for (guint i = 1; i <= N_EDITS; i++)
    {
      g_autofree char *text = NULL;

      g_assert_true (ask_schema_editor_redo (editor));
      text = schema_random_to_text (ask_schema_editor_get_schema (editor));
      g_assert_cmpstr (text, ==, texts->pdata[i]);
    }
  g_assert_false (ask_schema_editor_redo (editor));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/document/random-schemas-export-and-read-back", test_round_trip);
  g_test_add_func ("/schema/document/every-member-is-written-as-it-was-read", test_whole);
  g_test_add_func ("/schema/document/every-word-allowed-is-read", test_choices);
  g_test_add_func ("/schema/document/the-rules-refuse-what-the-reader-refuses", test_rules);
  g_test_add_func ("/schema/document/the-rules-have-the-writer-s-words", test_words);
  g_test_add_func ("/schema/document/every-version-comes-back-by-undo-and-redo", test_undo);
  return g_test_run ();
}
