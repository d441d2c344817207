/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Why an operation became no entity, or takes what nothing is bound to, and what a steward can do about it,
 * in words. Every refusal has both.
 */
#include "config.h"

#include "schema/openapi/ask-openapi-draft.h"

/* What follows "GET /path: " in a note, and "n of them: " where nothing is usable. */
static const char *const refusals[ASK_N_REFUSALS] = {
  [ASK_REFUSAL_ONE_OBJECT] = "it answers with one object that holds no plain value, or a list that is not understood",
  [ASK_REFUSAL_NO_ANSWER] = "no successful answer is described",
  [ASK_REFUSAL_NO_JSON] = "its answer is not JSON",
  [ASK_REFUSAL_NO_SCHEMA] = "what its answer holds is not described",
  [ASK_REFUSAL_PLAIN_VALUES] = "its list holds plain values rather than objects",
  [ASK_REFUSAL_NO_MEMBERS] = "the members of its objects are not named",
  [ASK_REFUSAL_SEVERAL_LISTS] = "its answer holds several lists, or a list in one case only",
  [ASK_REFUSAL_REFERENCE] = "a part of it cannot be found in the document",
  [ASK_REFUSAL_TOO_INTRICATE] = "its schema combines too many others",
  [ASK_REFUSAL_SERVER] = "it is on another server than the rest",
  [ASK_REFUSAL_INPUT] = "it needs an input that AskData cannot send",
  [ASK_REFUSAL_PATH] = "its path cannot be filled in",
};

/* What a steward can do about it. */
static const char *const remedies[ASK_N_REFUSALS] = {
  [ASK_REFUSAL_ONE_OBJECT] = "Nothing needs to be done where it is not a table; else ask the API's "
                             "maker to describe the members of its answer.",
  [ASK_REFUSAL_NO_ANSWER] = "Ask the API's maker to describe its successful answer (200) in the document.",
  [ASK_REFUSAL_NO_JSON] = "AskData reads JSON. Ask the API's maker whether it has the same as JSON.",
  [ASK_REFUSAL_NO_SCHEMA]
  = "Ask the API's maker to describe its answer, or add a schema for it to a copy of the document.",
  [ASK_REFUSAL_PLAIN_VALUES] = "Nothing needs to be done: it has no columns.",
  [ASK_REFUSAL_NO_MEMBERS] = "Ask the API's maker to name the members of its objects, or add them to a "
                             "copy of the document.",
  [ASK_REFUSAL_SEVERAL_LISTS] = "Describe in a copy of the document which of its lists holds the rows.",
  [ASK_REFUSAL_REFERENCE] = "Put the missing part beside the document, or ask the API's maker for the complete one.",
  [ASK_REFUSAL_TOO_INTRICATE] = "Simplify its schema in a copy of the document.",
  [ASK_REFUSAL_SERVER]
  = "Add the document as a second source with that address as its base URL, and with the keys that may go there.",
  [ASK_REFUSAL_INPUT] = "Ask the API's maker for a way to read it that takes plain values.",
  [ASK_REFUSAL_PATH] = "Correct its path in a copy of the document.",
};

/**
 * ask_refusal_string:
 * @refusal: a reason, not %ASK_REFUSAL_NONE
 *
 * Returns: (transfer none): what follows "GET /path: " in a note
 */
const char *
ask_refusal_string (AskRefusal refusal)
{
  g_return_val_if_fail (refusal > ASK_REFUSAL_NONE && refusal < ASK_N_REFUSALS, NULL);
  return refusals[refusal];
}

/**
 * ask_refusal_tell:
 * @refusal: a reason, not %ASK_REFUSAL_NONE
 * @detail: (nullable): what in the document it is about
 * @entry: without a reason and a remedy yet
 *
 * Writes the reason and the remedy into @entry, which stays left out.
 */
void
ask_refusal_tell (AskRefusal refusal, const char *detail, AskDoctorEntry *entry)
{
  g_autoptr (GString) reason = g_string_new (refusals[refusal]);

  reason->str[0] = g_ascii_toupper (reason->str[0]);
  if (detail != NULL)
    g_string_append_printf (reason, " (%s)", detail);
  g_string_append_c (reason, '.');
  entry->reason = g_strdup (reason->str);
  entry->remedy = g_strdup (remedies[refusal]);
}

/* "created_at", "created_at or updated_at", "a, b or c". */
static char *
dup_either (const GPtrArray *names)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s",
                            i == 0                ? ""
                            : i + 1 == names->len ? " or "
                                                  : ", ",
                            (const char *) names->pdata[i]);
  return g_strdup (text->str);
}

/**
 * ask_openapi_tell_doubts:
 * @doubts: (nullable) (element-type AskOpenapiDoubt)
 * @entity: what the operation became, under its final name
 *
 * Writes into @entry what the parameters may mean, and how a steward says what they do.
 */
void
ask_openapi_tell_doubts (const GPtrArray *doubts, const AskEntity *entity, AskDoctorEntry *entry)
{
  g_autoptr (GString) remedy = g_string_new ("If you know what is meant, say so:");

  for (guint i = 0; doubts != NULL && i < doubts->len; i++)
    {
      const AskOpenapiDoubt *doubt = g_ptr_array_index (doubts, i);
      g_autofree char *either = dup_either (doubt->attributes);
      g_autofree char *quoted = g_shell_quote (doubt->parameter);

      ask_openapi_add_sentence (&entry->reason, "“%s” is not used, since it may %s %s%s.", doubt->parameter,
                                doubt->use == ASK_PARAMETER_EQUALS ? "mean another comparison than with" : "bound",
                                either,
                                doubt->use != ASK_PARAMETER_EQUALS && doubt->attributes->len == 1
                                  ? " or what the rows do not have"
                                  : "");
      g_string_append_printf (remedy, "%s askdata-cli schema parameter %s %s %s", i > 0 ? ";" : "", entity->name,
                              quoted, (const char *) doubt->attributes->pdata[0]);
    }
  if (doubts != NULL && doubts->len > 0)
    entry->remedy = g_strdup_printf ("%s.", remedy->str);
}
