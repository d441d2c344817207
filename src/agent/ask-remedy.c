/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one table of which failure is mended where. The switches have no default, so the compiler says when a code has
 * no place here yet.
 */
#include "config.h"

#include "agent/ask-remedy.h"

#include "engine/ask-engine.h"
#include "llm/ask-model.h"
#include "net/ask-http.h"
#include "source/ask-source.h"
#include "store/ask-workspace.h"

static const char *const names[] = {
  [ASK_REMEDY_NONE] = "none",           [ASK_REMEDY_SOURCES] = "sources", [ASK_REMEDY_ADD_SOURCE] = "add-source",
  [ASK_REMEDY_MODEL] = "model",         [ASK_REMEDY_SCHEMA] = "schema",   [ASK_REMEDY_VERSIONS] = "versions",
  [ASK_REMEDY_OPERATION] = "operation", [ASK_REMEDY_SQL] = "sql",         [ASK_REMEDY_ASK_MODEL] = "ask-model",
};

static AskRemedy
find_for_model (AskLlmError code)
{
  switch (code)
    {
    case ASK_LLM_ERROR_UNREACHABLE:
    case ASK_LLM_ERROR_DENIED:
    case ASK_LLM_ERROR_NO_MODEL:
    case ASK_LLM_ERROR_MALFORMED:
    case ASK_LLM_ERROR_CONFIG:
    /* Whoever is refused for asking too often may set another model meanwhile. */
    case ASK_LLM_ERROR_BUSY:
    case ASK_LLM_ERROR_TIMED_OUT:
      return ASK_REMEDY_MODEL;
    }
  return ASK_REMEDY_NONE;
}

static AskRemedy
find_for_source (AskSourceError code)
{
  switch (code)
    {
    case ASK_SOURCE_ERROR_UNREACHABLE:
    case ASK_SOURCE_ERROR_NOT_A_DATABASE:
    case ASK_SOURCE_ERROR_LOCKED:
    case ASK_SOURCE_ERROR_DENIED:
    case ASK_SOURCE_ERROR_NOT_FOUND:
    case ASK_SOURCE_ERROR_BUSY:
    case ASK_SOURCE_ERROR_SERVER:
    case ASK_SOURCE_ERROR_TIMED_OUT:
    case ASK_SOURCE_ERROR_MALFORMED:
    case ASK_SOURCE_ERROR_CUT:
    case ASK_SOURCE_ERROR_CONFIG:
    case ASK_SOURCE_ERROR_DATA:
    /* How many calls an API may cost is set there. */
    case ASK_SOURCE_ERROR_LIMIT:
      return ASK_REMEDY_SOURCES;
    case ASK_SOURCE_ERROR_ARGUMENT:
      return ASK_REMEDY_NONE;
    }
  return ASK_REMEDY_NONE;
}

static AskRemedy
find_for_engine (AskEngineError code)
{
  switch (code)
    {
    case ASK_ENGINE_ERROR_UNKNOWN_NAME:
    case ASK_ENGINE_ERROR_REFUSED:
    case ASK_ENGINE_ERROR_MISSING_PARAMETER:
      return ASK_REMEDY_SCHEMA;
    case ASK_ENGINE_ERROR_FAILED:
      return ASK_REMEDY_SOURCES;
    case ASK_ENGINE_ERROR_SYNTAX:
    case ASK_ENGINE_ERROR_LIMIT:
    case ASK_ENGINE_ERROR_CAP:
    case ASK_ENGINE_ERROR_DEADLINE:
      return ASK_REMEDY_NONE;
    }
  return ASK_REMEDY_NONE;
}

static AskRemedy
find_for_store (AskStoreError code)
{
  switch (code)
    {
    case ASK_STORE_ERROR_SECRET:
      return ASK_REMEDY_SOURCES;
    case ASK_STORE_ERROR_OPEN:
    case ASK_STORE_ERROR_EXISTS:
    case ASK_STORE_ERROR_UNKNOWN:
    case ASK_STORE_ERROR_WRITE:
    case ASK_STORE_ERROR_INVALID:
    case ASK_STORE_ERROR_CONFLICT:
      return ASK_REMEDY_NONE;
    }
  return ASK_REMEDY_NONE;
}

/** ask_remedy_find: Returns: where @error is mended; %ASK_REMEDY_NONE for what nobody knows better */
AskRemedy
ask_remedy_find (const GError *error)
{
  const char *source;

  if (error->domain == ASK_LLM_ERROR)
    return find_for_model ((AskLlmError) error->code);
  if (ask_source_error_get_operation (error, &source) != NULL)
    return ASK_REMEDY_OPERATION;
  if (error->domain == ASK_SOURCE_ERROR)
    return find_for_source ((AskSourceError) error->code);
  if (error->domain == ASK_ENGINE_ERROR)
    return find_for_engine ((AskEngineError) error->code);
  if (error->domain == ASK_STORE_ERROR)
    return find_for_store ((AskStoreError) error->code);
  /* What a server of data says; a model's is ASK_LLM_ERROR. */
  return error->domain == ASK_HTTP_ERROR ? ASK_REMEDY_SOURCES : ASK_REMEDY_NONE;
}

/**
 * ask_remedy_dup_place:
 *
 * Returns: (transfer full) (nullable): where exactly @error is mended, of %ASK_REMEDY_OPERATION as "shop GET /orders":
 *   the source, which has no space in its name, and the operation
 */
char *
ask_remedy_dup_place (const GError *error)
{
  const char *source;
  const char *operation = ask_source_error_get_operation (error, &source);

  return operation != NULL ? g_strconcat (source, " ", operation, NULL) : NULL;
}

/** ask_remedy_to_string: Returns: (transfer none): as an answer's JSON has it */
const char *
ask_remedy_to_string (AskRemedy self)
{
  g_return_val_if_fail ((guint) self < G_N_ELEMENTS (names), names[ASK_REMEDY_NONE]);
  return names[self];
}

/** ask_remedy_from_string: @string: (nullable). Returns: the remedy; %ASK_REMEDY_NONE for a word that none has */
AskRemedy
ask_remedy_from_string (const char *string)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (names[i], string) == 0)
      return (AskRemedy) i;
  return ASK_REMEDY_NONE;
}
