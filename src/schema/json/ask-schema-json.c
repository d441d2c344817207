/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the abstract schema from one JSON document, of this version or the one before, whoever wrote it: a fault is an
 * error that names its place, and nothing is read in part. What a document looks like, ask-schema-json-write.c tells.
 */
#include "config.h"

#include "schema/json/ask-schema-json-private.h"

static gboolean
read_relationship (AskSchema *self, JsonObject *object, const char *where, GError **error)
{
  const char *from = ask_json_get_string (object, "from");
  const char *to = ask_json_get_string (object, "to");
  AskEntity *from_entity = from != NULL ? ask_schema_find_entity (self, from) : NULL;
  AskEntity *to_entity = to != NULL ? ask_schema_find_entity (self, to) : NULL;
  static const AskMember members[] = { { "from", ASK_MEMBER_STRING },
                                       { "to", ASK_MEMBER_STRING },
                                       { "cardinality", ASK_MEMBER_STRING },
                                       { "verb", ASK_MEMBER_STRING } };
  const char *word = ask_json_get_string (object, "cardinality");
  AskCardinality cardinality = ASK_CARDINALITY_MANY_TO_ONE;
  AskRelationship *relationship;

  if (!ask_member_check (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (from_entity == NULL || to_entity == NULL)
    return ask_member_wrong (error, where, "\"from\" and \"to\", both names of entities");
  if (word != NULL && !ask_cardinality_from_string (word, &cardinality))
    {
      g_autofree char *place = g_strconcat (where, ".cardinality", NULL);

      return ask_member_wrong (error, place, "many-to-one, one-to-one or many-to-many");
    }
  relationship = g_new0 (AskRelationship, 1);
  g_atomic_ref_count_init (&relationship->ref_count);
  relationship->from = g_strdup (from);
  relationship->to = g_strdup (to);
  relationship->from_attributes = g_ptr_array_new_with_free_func (g_free);
  relationship->to_attributes = g_ptr_array_new_with_free_func (g_free);
  relationship->cardinality = cardinality;
  relationship->verb = g_strdup (ask_json_get_string (object, "verb"));
  g_ptr_array_add (self->relationships, relationship);
  if (!ask_member_get_strings (object, "from_attributes", relationship->from_attributes, where, error)
      || !ask_member_get_strings (object, "to_attributes", relationship->to_attributes, where, error))
    return FALSE;
  if (relationship->from_attributes->len == 0 || relationship->from_attributes->len != relationship->to_attributes->len)
    return ask_member_wrong (error, where, "as many \"from_attributes\" as \"to_attributes\", at least one");
  for (guint i = 0; i < relationship->from_attributes->len; i++)
    if (ask_entity_find_attribute (from_entity, relationship->from_attributes->pdata[i]) == NULL
        || ask_entity_find_attribute (to_entity, relationship->to_attributes->pdata[i]) == NULL)
      return ask_member_wrong (error, where, "attributes that the two entities have");
  return TRUE;
}

static gboolean
read_source (AskSchema *self, JsonObject *object, const char *where, GError **error)
{
  const char *name = ask_json_get_string (object, "name");
  static const AskMember members[]
    = { { "name", ASK_MEMBER_STRING }, { "description", ASK_MEMBER_STRING }, { "sharing", ASK_MEMBER_STRING } };
  AskSchemaSource *source;

  if (!ask_member_check (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (name == NULL || ask_schema_find_source (self, name) != NULL)
    return ask_member_wrong (error, where, "a \"name\" that no other source has");
  source = ask_schema_own_source (self, name);
  source->description = g_strdup (ask_json_get_string (object, "description"));
  if (!ask_member_get_strings (object, "statements", source->statements, where, error))
    return FALSE;
  return ask_member_get_sharing (object, &source->sharing, where, error);
}

static gboolean
read_area (AskSchema *self, JsonObject *object, const char *where, GError **error)
{
  static const AskMember members[]
    = { { "name", ASK_MEMBER_STRING }, { "color", ASK_MEMBER_INTEGER }, { "collapsed", ASK_MEMBER_BOOLEAN } };
  const char *name = ask_json_get_string (object, "name");
  gint64 color = ask_json_get_integer (object, "color", 0);
  AskSchemaArea *area;

  if (!ask_member_check (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (name == NULL || name[0] == '\0' || ask_schema_find_area (self, name) != NULL)
    return ask_member_wrong (error, where, "a \"name\" that no other area has");
  if (color < 0 || color >= ASK_SCHEMA_AREA_COLORS)
    return ask_member_wrong (error, where, "a \"color\" from 0 to 7");
  area = ask_schema_own_area (self, name);
  area->color = (guint) color;
  area->collapsed = ask_json_get_boolean (object, "collapsed", FALSE);
  return TRUE;
}

static gboolean
read_question (AskSchema *self, JsonObject *object, const char *where, GError **error)
{
  const char *text = ask_json_get_string (object, "question");
  const char *sql = ask_json_get_string (object, "sql");
  static const AskMember members[] = { { "question", ASK_MEMBER_STRING },
                                       { "sql", ASK_MEMBER_STRING },
                                       { "verified_by", ASK_MEMBER_STRING },
                                       { "verified_at", ASK_MEMBER_INTEGER } };
  AskSchemaQuestion *question;

  if (!ask_member_check (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (text == NULL || text[0] == '\0' || sql == NULL)
    return ask_member_wrong (error, where, "\"question\" and \"sql\"");
  question = g_new0 (AskSchemaQuestion, 1);
  question->question = g_strdup (text);
  question->sql = g_strdup (sql);
  question->verified_by = g_strdup (ask_json_get_string (object, "verified_by"));
  question->verified_at = ask_json_get_integer (object, "verified_at", 0);
  g_ptr_array_add (self->questions, question);
  return TRUE;
}

static gboolean
read_list (AskSchema *self, JsonObject *document, const char *member,
           gboolean (*read) (AskSchema *, JsonObject *, const char *, GError **), GError **error)
{
  JsonArray *array = ask_json_get_array (document, member);

  if (array == NULL)
    return ask_member_wrong (error, member, "an array");
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonObject *object = ask_json_element_object (array, i);
      g_autofree char *where = g_strdup_printf ("%s[%u]", member, i);

      if (object == NULL)
        return ask_member_wrong (error, where, "an object");
      if (!read (self, object, where, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_schema_from_json:
 * @document: what ask_schema_to_json() made, or somebody wrote
 * @error: %ASK_SCHEMA_ERROR_DOCUMENT, which says where
 *
 * Returns: (transfer full): the schema, or %NULL
 */
AskSchema *
ask_schema_from_json (JsonNode *document, GError **error)
{
  g_autoptr (AskSchema) self = ask_schema_new ();
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (document) ? json_node_get_object (document) : NULL;
  static const AskMember members[] = { { "notes", ASK_MEMBER_STRING },
                                       { "sources", ASK_MEMBER_ARRAY },
                                       { "questions", ASK_MEMBER_ARRAY },
                                       { "areas", ASK_MEMBER_ARRAY } };
  gint64 version;

  if (object == NULL)
    {
      ask_member_wrong (error, "the top", "an object");
      return NULL;
    }
  version = ask_json_get_integer (object, "version", 0);
  if (version < 1 || version > ASK_SCHEMA_FORMAT_VERSION)
    {
      ask_member_wrong (error, "\"version\"", "1 or 2, the versions that this program knows");
      return NULL;
    }
  if (!ask_member_check (object, members, G_N_ELEMENTS (members), "the top", error)
      || (json_object_has_member (object, "sources") && !read_list (self, object, "sources", read_source, error))
      || (json_object_has_member (object, "areas") && !read_list (self, object, "areas", read_area, error))
      || !read_list (self, object, "entities", ask_schema_read_entity, error)
      || !read_list (self, object, "relationships", read_relationship, error)
      || (json_object_has_member (object, "questions") && !read_list (self, object, "questions", read_question, error)))
    return NULL;
  self->notes = g_strdup (ask_json_get_string (object, "notes"));
  return g_steal_pointer (&self);
}
