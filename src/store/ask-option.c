/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person typed becomes an option under the rules of its kind's table, and the workspace keeps it as JSON:
 * [{"option":"header","name":"X-Api-Key","variable":"$KEY"}, {"option":"cache","number":300}]. Messages name an option
 * and never its value, since nobody knows yet whether that is a secret.
 */
#include "config.h"

#include "store/ask-option.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-json-builder.h"
#include "base/ask-json.h"
#include "base/ask-secret.h"

/* The name of the variable in "$NAME" or "Scheme $NAME"; %NULL where it is neither. */
static const char *
find_variable (const char *text)
{
  const char *dollar = text;

  while (g_ascii_isalnum (*dollar) || *dollar == '-' || *dollar == '_')
    dollar++;
  if (dollar > text)
    {
      if (*dollar != ' ')
        return NULL;
      while (*dollar == ' ')
        dollar++;
    }
  if (*dollar != '$' || !(g_ascii_isalpha (dollar[1]) || dollar[1] == '_'))
    return NULL;
  for (const char *p = dollar + 1; *p != '\0'; p++)
    {
      if (!g_ascii_isalnum (*p) && *p != '_')
        return NULL;
    }
  return dollar + 1;
}

/** ask_option_has_variable: Returns: whether @text is "$NAME", or that behind a word: "Bearer $NAME" */
gboolean
ask_option_has_variable (const char *text)
{
  return find_variable (text) != NULL;
}

/** ask_option_is_variable: Returns: whether @text is "$NAME" and nothing else */
gboolean
ask_option_is_variable (const char *text)
{
  return *text == '$' && find_variable (text) == text + 1;
}

/** ask_option_describe: Returns: (transfer full): "header “X-Key”", for a message */
char *
ask_option_describe (const AskSourceOption *self)
{
  if ((self->spec->flags & ASK_OPTION_NAMED) == 0)
    return g_strdup (self->spec->what);
  return g_strdup_printf ("%s “%s”", self->spec->what, self->name);
}

/**
 * ask_option_dup_variable:
 * @self: kept as %ASK_OPTION_VARIABLE
 * @error: %ASK_STORE_ERROR_INVALID where the variable is not set, is empty or holds a line break
 *
 * Returns: (transfer full): the text with the variable's in its place
 */
char *
ask_option_dup_variable (const AskSourceOption *self, GError **error)
{
  const char *name = find_variable (self->text);
  g_autofree char *before = NULL;
  const char *text;

  g_return_val_if_fail (name != NULL, NULL);

  text = g_getenv (name);
  if (text == NULL || *text == '\0')
    {
      g_autofree char *what = ask_option_describe (self);

      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The %s takes its value from the environment variable %s, which is not set. "
                         "Set it and start AskData again."),
                     what, name);
      return NULL;
    }
  if (!g_utf8_validate (text, -1, NULL) || strpbrk (text, "\r\n") != NULL)
    {
      g_autofree char *what = ask_option_describe (self);

      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("The environment variable %s, for the %s, holds a line break or is not UTF-8. Set "
                         "it to one line."),
                     name, what);
      return NULL;
    }
  before = g_strndup (self->text, (gsize) (name - 1 - self->text));
  return g_strconcat (before, text, NULL);
}

static gboolean
name_is_good (const AskOptionSpec *spec, const char *name)
{
  if ((spec->flags & ASK_OPTION_NAMED) == 0)
    return *name == '\0';
  return *name != '\0' && g_utf8_validate (name, -1, NULL) && spec->name_is_good (name);
}

/* Line breaks would begin another header, and NUL cannot be here. */
static gboolean
text_is_good (const char *text)
{
  for (const char *p = text; *p != '\0'; p++)
    {
      if (((guchar) *p < ' ' && *p != '\t') || *p == 0x7f)
        return FALSE;
    }
  return g_utf8_validate (text, -1, NULL);
}

/* A value from the environment must be there already when a source is added. */
static gboolean
settle_keep (AskSourceOption *self, gboolean verbatim, GError **error)
{
  gboolean secret = self->spec->type == ASK_OPTION_SECRET;
  gboolean may_be = (self->spec->flags & ASK_OPTION_MAY_BE_SECRET) != 0;
  /* "Bearer $TOKEN" makes sense in a header only. */
  gboolean variable
    = !verbatim && ((may_be && find_variable (self->text) != NULL) || (secret && ask_option_is_variable (self->text)));
  g_autofree char *text = NULL;

  if (!variable)
    {
      self->keep = secret || (may_be && ask_secret_is_name (self->name)) ? ASK_OPTION_KEYRING : ASK_OPTION_PLAIN;
      return TRUE;
    }
  self->keep = ASK_OPTION_VARIABLE;
  text = ask_option_dup_variable (self, error);
  if (text == NULL)
    return FALSE;
  explicit_bzero (text, strlen (text));
  return TRUE;
}

static gboolean
read_number (AskSourceOption *self, const char *text, GError **error)
{
  const AskOptionSpec *spec = self->spec;
  char *end = NULL;
  gboolean digits = g_ascii_isdigit (*text);

  self->number = digits ? g_ascii_strtoll (text, &end, 10) : 0;
  if (digits && *end == '\0' && self->number >= spec->least && self->number <= spec->most)
    return TRUE;
  if (digits && *end == '\0' && self->number > spec->most)
    ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID, N_ ("The %s cannot be %s; the most is %lld."),
                   spec->what, text, (long long) spec->most);
  else
    ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   N_ ("The %s is a whole number of %lld or more, not “%s”. Give one."), spec->what,
                   (long long) spec->least, text);
  return FALSE;
}

static gboolean
check_text (const AskSourceOption *self, GError **error)
{
  g_autofree char *what = ask_option_describe (self);
  const char *fault = NULL;

  if (*self->text == '\0')
    {
      if (self->spec->type == ASK_OPTION_SECRET || (self->spec->flags & ASK_OPTION_MAY_BE_SECRET) == 0)
        ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                       N_ ("The %s is empty. Give it, or the name of an environment variable that holds it."), what);
      else
        ask_error_set (
          error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
          N_ ("The %s has no value. If it comes from a variable, give the variable's name, on a command line "
              "in single quotes, as in '$MY_KEY'."),
          what);
      return FALSE;
    }
  if (!text_is_good (self->text))
    fault = N_ ("holds a control character or is not UTF-8. Give it on one line.");
  else if (self->spec->find_fault != NULL)
    fault = self->spec->find_fault (self->text);
  if (fault != NULL)
    {
      ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID, fault);
      ask_error_prefix (error, N_ ("The value of the %s "), what);
    }
  return fault == NULL;
}

/**
 * ask_option_new_typed:
 * @spec: which option of its kind of source
 * @name: "" for one that is not named
 * @text: what was typed: a number by its digits, of a list one item
 * @verbatim: a secret is taken as it is, even where it looks like a variable
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * Returns: (transfer full): the option, where it keeps the rules of its kind
 */
AskSourceOption *
ask_option_new_typed (const AskOptionSpec *spec, const char *name, const char *text, gboolean verbatim, GError **error)
{
  g_autoptr (AskSourceOption) option = ask_source_option_new (spec, name, NULL);

  if (!name_is_good (spec, name))
    {
      if (spec->name_help != NULL)
        ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID, spec->name_help);
      else
        ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                       N_ ("The name of a %s is empty, or holds a character that it cannot have. Write it as in "
                           "'X-Api-Key: $MY_KEY'."),
                       spec->what);
      return NULL;
    }
  switch (spec->type)
    {
    case ASK_OPTION_NUMBER:
      return read_number (option, text, error) ? g_steal_pointer (&option) : NULL;
    case ASK_OPTION_CHOICE:
      option->text = g_ascii_strdown (text, -1);
      if (g_strv_contains (spec->choices, option->text))
        return g_steal_pointer (&option);
      else
        {
          g_autoptr (GString) choices = g_string_new (NULL);

          for (guint i = 0; spec->choices[i] != NULL; i++)
            g_string_append_printf (choices, "%s%s",
                                    i == 0                         ? ""
                                    : spec->choices[i + 1] == NULL ? " or "
                                                                   : ", ",
                                    spec->choices[i]);
          ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID, N_ ("The %s is said with %s."), spec->what,
                         choices->str);
          return NULL;
        }
    case ASK_OPTION_LIST:
      if (*text == '\0' || !text_is_good (text))
        {
          ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                         N_ ("An item of the list “%s” is empty, or holds a control character. Write it as in %s."),
                         spec->word, spec->argument);
          return NULL;
        }
      ask_source_option_add_item (option, text);
      return g_steal_pointer (&option);
    case ASK_OPTION_TEXT:
    case ASK_OPTION_SECRET:
    default:
      option->text = g_strdup (text);
      return check_text (option, error) && settle_keep (option, verbatim, error) ? g_steal_pointer (&option) : NULL;
    }
}

/**
 * ask_options_add_typed:
 * @options: (element-type AskSourceOption): gets it; an item of a list goes to the list that is there
 * @kind: of the source that they are for
 * @typed: what to add
 * @error: %ASK_STORE_ERROR_INVALID, also where the kind has no such option
 *
 * Like ask_option_new_typed(), by the option's word.
 *
 * Returns: whether it was added
 */
gboolean
ask_options_add_typed (GPtrArray *options, const AskSourceKind *kind, const AskTypedOption *typed, GError **error)
{
  const AskOptionSpec *spec = ask_source_kind_find_option (kind, typed->word);
  AskSourceOption *list;
  AskSourceOption *option;

  if (spec == NULL)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("A source of the kind %s takes no “%s”. Leave it out."), kind->word, typed->word);
      return FALSE;
    }
  option = ask_option_new_typed (spec, typed->name != NULL ? typed->name : "", typed->text, typed->verbatim, error);
  if (option == NULL)
    return FALSE;
  list = spec->type == ASK_OPTION_LIST ? ask_source_options_find (options, typed->word) : NULL;
  if (list == NULL)
    g_ptr_array_add (options, option);
  else
    {
      ask_source_option_add_item (list, option->items[0]);
      ask_source_option_free (option);
    }
  return TRUE;
}

/* An item of a list joins it, and leaves the list that excludes it; anything else takes the place of what was said.
 * @option: (transfer full) */
static void
say_option (GPtrArray *options, AskSourceOption *option)
{
  AskSourceOption *old = ask_source_options_find_named (options, option->spec->word, option->name);
  AskSourceOption *other
    = option->spec->excludes != NULL ? ask_source_options_find (options, option->spec->excludes) : NULL;

  for (char **item = option->items; item != NULL && *item != NULL; item++)
    {
      if (other != NULL)
        ask_source_option_take_item (other, *item);
      if (old != NULL)
        ask_source_option_add_item (old, *item);
    }
  if (old != NULL && option->items != NULL)
    {
      ask_source_option_free (option);
      return;
    }
  if (old != NULL)
    g_ptr_array_remove (options, old);
  g_ptr_array_add (options, option);
}

/**
 * ask_options_say:
 * @options: (element-type AskSourceOption): what was said before; gets it
 * @kind: of the source that they are for
 * @word: of an option that is not named
 * @text: as of ask_option_new_typed()
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * An item of a list joins it, and leaves the list that excludes it. Anything else takes the place of what was said
 * before.
 *
 * Returns: whether it could be said
 */
gboolean
ask_options_say (GPtrArray *options, const AskSourceKind *kind, const char *word, const char *text, GError **error)
{
  g_autoptr (GPtrArray) said = ask_source_options_new ();

  if (!ask_options_add_typed (said, kind, &(AskTypedOption) { .word = word, .text = text }, error))
    return FALSE;
  ask_options_say_all (options, said);
  return TRUE;
}

/**
 * ask_options_say_all:
 * @options: (element-type AskSourceOption): what was said before; gets them
 * @said: (element-type AskSourceOption): what is said now; copied
 *
 * Like ask_options_say(), of options that were typed already.
 */
void
ask_options_say_all (GPtrArray *options, GPtrArray *said)
{
  for (guint i = 0; i < said->len; i++)
    say_option (options, ask_source_option_copy (said->pdata[i]));
}

/**
 * ask_options_add_line:
 * @options: (element-type AskSourceOption): gets it
 * @kind: of the source that they are for
 * @word: of a named option
 * @line: "NAME: VALUE"; "?NAME: VALUE" of a header is a parameter of the address, where the kind has those
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * Returns: whether it was added
 */
gboolean
ask_options_add_line (GPtrArray *options, const AskSourceKind *kind, const char *word, const char *line, GError **error)
{
  gboolean query = *line == '?' && strcmp (word, "header") == 0 && ask_source_kind_find_option (kind, "query") != NULL;
  const char *start = line + query;
  const char *colon = strchr (start, ':');
  g_autofree char *name = colon != NULL ? g_strstrip (g_strndup (start, (gsize) (colon - start))) : NULL;
  const AskOptionSpec *spec = ask_source_kind_find_option (kind, query ? "query" : word);
  g_autofree char *value = NULL;
  gboolean added;

  if (spec == NULL || name == NULL || !name_is_good (spec, name))
    {
      if (spec == NULL)
        return ask_options_add_typed (options, kind, &(AskTypedOption) { .word = word, .text = "" }, error);
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("A %s is not of the form 'Name: value' (of a header also '?name: value', for a query "
                         "parameter). Write it as in 'X-Api-Key: $MY_KEY'."),
                     spec->what);
      return FALSE;
    }
  value = g_strstrip (g_strdup (colon + 1));
  added = ask_options_add_typed (options, kind, &(AskTypedOption) { spec->word, name, value }, error);
  explicit_bzero (value, strlen (value));
  return added;
}

/**
 * ask_options_have_keys:
 * @options: (element-type AskSourceOption): of one source
 *
 * Returns: whether any of them belongs to signing in
 */
gboolean
ask_options_have_keys (GPtrArray *options)
{
  for (guint i = 0; i < options->len; i++)
    if ((((AskSourceOption *) options->pdata[i])->spec->flags & ASK_OPTION_KEY) != 0)
      return TRUE;
  return FALSE;
}

/* No item is in two lists of which one excludes the other. */
static gboolean
check_lists (GPtrArray *options, GError **error)
{
  for (guint i = 0; i < options->len; i++)
    {
      const AskSourceOption *option = options->pdata[i];
      const AskSourceOption *other
        = option->spec->excludes != NULL ? ask_source_options_find (options, option->spec->excludes) : NULL;

      for (char **item = option->items; other != NULL && item != NULL && *item != NULL; item++)
        if (g_strv_contains ((const char *const *) other->items, *item))
          {
            ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                           N_ ("“%s” is said with “%s” and with “%s”, which exclude each other. Say one of both."),
                           *item, option->spec->word, other->spec->word);
            return FALSE;
          }
    }
  return TRUE;
}

/**
 * ask_options_check:
 * @options: (element-type AskSourceOption): all that is said of a source
 * @kind: of that source
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * Returns: whether they go together: one of each, no item in two lists that exclude each other, and what else the
 *   kind says
 */
gboolean
ask_options_check (GPtrArray *options, const AskSourceKind *kind, GError **error)
{
  const char *clash;

  for (guint i = 0; i < options->len; i++)
    {
      const AskSourceOption *option = options->pdata[i];
      gboolean once = (option->spec->flags & ASK_OPTION_ONCE) != 0;
      const AskSourceOption *first = once ? ask_source_options_find (options, option->spec->word)
                                          : ask_source_options_find_named (options, option->spec->word, option->name);

      if (first != option)
        {
          g_autofree char *what = ask_option_describe (option);

          ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID, N_ ("The %s is given twice. Give it once."),
                         what);
          return FALSE;
        }
    }
  if (!check_lists (options, error))
    return FALSE;
  clash = kind->find_clash != NULL ? kind->find_clash (options) : NULL;
  if (clash != NULL)
    ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID, clash);
  return clash == NULL;
}

/**
 * ask_options_copy:
 * @options: (element-type AskSourceOption): left as they are
 *
 * Returns: (transfer full) (element-type AskSourceOption): copies of them, in their order
 */
GPtrArray *
ask_options_copy (GPtrArray *options)
{
  GPtrArray *copy = ask_source_options_new ();

  for (guint i = 0; i < options->len; i++)
    g_ptr_array_add (copy, ask_source_option_copy (options->pdata[i]));
  return copy;
}

/**
 * ask_options_apply_typed:
 * @options: (element-type AskSourceOption): their values are at hand, or in the environment
 * @config: of the kind of source that they are for; what it was told before is forgotten
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * Returns: whether @config has all of them
 */
gboolean
ask_options_apply_typed (GPtrArray *options, AskSourceConfig *config, GError **error)
{
  g_autoptr (GPtrArray) clear = ask_options_copy (options);

  for (guint i = 0; i < clear->len; i++)
    {
      AskSourceOption *option = clear->pdata[i];
      char *text;

      if (option->keep != ASK_OPTION_VARIABLE)
        continue;
      text = ask_option_dup_variable (option, error);
      if (text == NULL)
        return FALSE;
      g_free (option->text);
      option->text = text;
    }
  ask_source_config_set_options (config, clear);
  return TRUE;
}

static void
add_value (JsonBuilder *json, const AskSourceOption *option)
{
  const char *name = option->spec->type == ASK_OPTION_CHOICE ? "choice" : "text";

  if (option->spec->type == ASK_OPTION_NUMBER)
    {
      ask_json_add_integer (json, "number", option->number);
    }
  else if (option->spec->type == ASK_OPTION_LIST)
    {
      ask_json_begin_array (json, "list");
      for (char **item = option->items; *item != NULL; item++)
        json_builder_add_string_value (json, *item);
      json_builder_end_array (json);
    }
  else if (option->keep == ASK_OPTION_KEYRING)
    {
      ask_json_add_boolean (json, "keyring", TRUE);
    }
  else
    ask_json_add_string (json, option->keep == ASK_OPTION_VARIABLE ? "variable" : name, option->text);
}

/**
 * ask_options_to_json:
 * @options: (element-type AskSourceOption): of one source
 *
 * Returns: (transfer full): for the workspace file; no secret is in it
 */
char *
ask_options_to_json (GPtrArray *options)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_array (json);
  for (guint i = 0; i < options->len; i++)
    {
      const AskSourceOption *option = options->pdata[i];

      if (option->spec->type == ASK_OPTION_LIST && option->items[0] == NULL)
        continue;
      json_builder_begin_object (json);
      ask_json_add_string (json, "option", option->spec->word);
      if (*option->name != '\0')
        ask_json_add_string (json, "name", option->name);
      add_value (json, option);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  root = json_builder_get_root (json);
  return ask_json_to_string (root, FALSE);
}

static gboolean
read_list (AskSourceOption *option, JsonObject *object)
{
  JsonNode *node = json_object_get_member (object, "list");
  JsonArray *array = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      const char *item = ask_json_element_string (array, i);

      if (item == NULL)
        return FALSE;
      ask_source_option_add_item (option, item);
    }
  return array != NULL;
}

static gboolean
read_text (AskSourceOption *option, JsonObject *object)
{
  gboolean choice = option->spec->type == ASK_OPTION_CHOICE;
  const char *variable = ask_json_get_string (object, "variable");
  const char *text = ask_json_get_string (object, choice ? "choice" : "text");

  if (json_object_has_member (object, "keyring"))
    option->keep = ASK_OPTION_KEYRING;
  else if (variable != NULL && find_variable (variable) != NULL)
    {
      option->keep = ASK_OPTION_VARIABLE;
      option->text = g_strdup (variable);
    }
  else if (text != NULL && option->spec->type != ASK_OPTION_SECRET)
    option->text = g_strdup (text);
  else
    return FALSE;
  return !choice || (option->text != NULL && g_strv_contains (option->spec->choices, option->text));
}

static AskSourceOption *
read_option (const AskSourceKind *kind, JsonObject *object)
{
  const char *word = ask_json_get_string (object, "option");
  const char *name = ask_json_get_string (object, "name");
  const AskOptionSpec *spec = word != NULL ? ask_source_kind_find_option (kind, word) : NULL;
  g_autoptr (AskSourceOption) option
    = spec != NULL ? ask_source_option_new (spec, name != NULL ? name : "", NULL) : NULL;
  JsonNode *number;

  if (option == NULL || !name_is_good (spec, option->name))
    return NULL;
  switch (spec->type)
    {
    case ASK_OPTION_NUMBER:
      number = json_object_get_member (object, "number");
      if (number == NULL || !JSON_NODE_HOLDS_VALUE (number) || json_node_get_value_type (number) != G_TYPE_INT64)
        return NULL;
      /* A later version may allow more. */
      option->number = CLAMP (json_node_get_int (number), spec->least, spec->most);
      return g_steal_pointer (&option);
    case ASK_OPTION_LIST:
      return read_list (option, object) ? g_steal_pointer (&option) : NULL;
    case ASK_OPTION_TEXT:
    case ASK_OPTION_CHOICE:
    case ASK_OPTION_SECRET:
    default:
      return read_text (option, object) ? g_steal_pointer (&option) : NULL;
    }
}

/**
 * ask_options_from_json:
 * @kind: of the source; options that it does not have are damage
 * @json: what ask_options_to_json() wrote
 * @damaged: (out): whether the file holds something else, too, which is left out
 *
 * Returns: (transfer full) (element-type AskSourceOption): the options; without their texts those that are in the
 *   Secret Service
 */
GPtrArray *
ask_options_from_json (const AskSourceKind *kind, const char *json, gboolean *damaged)
{
  GPtrArray *options = ask_source_options_new ();
  g_autoptr (JsonNode) node = ask_json_parse (json, -1, NULL);
  JsonArray *array = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  *damaged = array == NULL;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);
      AskSourceOption *option
        = JSON_NODE_HOLDS_OBJECT (element) ? read_option (kind, json_node_get_object (element)) : NULL;

      if (option != NULL)
        g_ptr_array_add (options, option);
      else
        *damaged = TRUE;
    }
  return options;
}
