/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The passages that an answer rests on, in its file: with their text as the person saw it, and without a place on that person's
 * computer. What is read back names no file, whoever wrote it there.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-citation.h"
#include "base/ask-text.h"
#include "bundle/ask-bundle-private.h"

/* An answer has 20 at most, and passages about 1,200 characters. */
#define MAX_CITATIONS 100
#define MAX_NAME 500
#define MAX_TEXT 20000

static const AskEntity *
find_entity (const AskSchema *schema, const char *source, const char *table)
{
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (entity->kind == ASK_ENTITY_TABLE && !entity->hidden && g_strcmp0 (entity->source, source) == 0
          && g_strcmp0 (entity->table, table) == 0)
        return entity;
    }
  return NULL;
}

static gboolean
shows (const AskEntity *entity, const char *column)
{
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (!attribute->hidden && g_strcmp0 (attribute->column, column) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether it leads nowhere but below a folder. */
static gboolean
is_below (const char *path)
{
  g_auto (GStrv) parts = g_strsplit_set (path, "/\\", -1);

  if (g_path_is_absolute (path) || *path == '\0' || *path == '~' || *path == '\\' || strstr (path, "://") != NULL)
    return FALSE;
  for (guint i = 0; parts[i] != NULL; i++)
    if (g_str_equal (parts[i], "..") || (strlen (parts[i]) == 2 && parts[i][1] == ':'))
      return FALSE;
  return TRUE;
}

/* Returns: (transfer full) (nullable): what of it goes into the file */
static AskCitation *
take (const AskSchema *schema, const AskCitation *citation)
{
  const AskEntity *documents = find_entity (schema, citation->source, "documents");
  const AskEntity *passages = find_entity (schema, citation->source, "passages");
  g_autoptr (AskCitation) self = NULL;

  if (documents == NULL || passages == NULL || !shows (passages, "text"))
    return NULL;
  self = ask_citation_new ();
  self->source = g_strdup (citation->source);
  self->text = g_strdup (citation->text);
  if (shows (passages, "number"))
    self->number = citation->number;
  if (shows (passages, "page"))
    self->page = citation->page;
  if (shows (passages, "heading"))
    self->heading = g_strdup (citation->heading);
  if (shows (documents, "path") && citation->path != NULL && is_below (citation->path))
    self->path = g_strdup (citation->path);
  self->title = g_strdup (shows (documents, "title") ? citation->title : self->path);
  return self->title != NULL ? g_steal_pointer (&self) : NULL;
}

/**
 * ask_bundle_take_citations:
 * @schema: of the workspace
 * @answer: with citations
 * @object: the answer in JSON: gets its member "citations"
 *
 * What is hidden now stays out, with all that is hidden only in part.
 */
void
ask_bundle_take_citations (const AskSchema *schema, const AskAnswer *answer, JsonObject *object)
{
  g_autoptr (GString) json = g_string_new ("[");
  g_autoptr (JsonNode) list = NULL;

  for (guint i = 0; i < answer->citations->len; i++)
    {
      g_autoptr (AskCitation) citation = take (schema, answer->citations->pdata[i]);

      if (citation == NULL)
        continue;
      if (json->len > 1)
        g_string_append_c (json, ',');
      ask_citation_append (json, citation);
    }
  g_string_append_c (json, ']');
  list = ask_json_parse (json->str, (gssize) json->len, NULL);
  g_return_if_fail (list != NULL);
  json_object_set_member (object, "citations", g_steal_pointer (&list));
}

static void
shorten (char **text, gsize most)
{
  char *shorter = *text != NULL ? ask_text_shorten (*text, most) : NULL;

  g_free (*text);
  *text = shorter;
}

/** ask_bundle_tame_citations: @answer: of a file that anybody may have made. A click must open nothing that they chose */
void
ask_bundle_tame_citations (AskAnswer *answer)
{
  if (answer->citations->len > MAX_CITATIONS)
    g_ptr_array_set_size (answer->citations, MAX_CITATIONS);
  for (guint i = 0; i < answer->citations->len; i++)
    {
      AskCitation *citation = answer->citations->pdata[i];

      g_clear_pointer (&citation->uri, g_free);
      if (citation->path != NULL && (strlen (citation->path) > MAX_NAME || !is_below (citation->path)))
        g_clear_pointer (&citation->path, g_free);
      shorten (&citation->title, MAX_NAME);
      shorten (&citation->heading, MAX_NAME);
      shorten (&citation->text, MAX_TEXT);
    }
}
