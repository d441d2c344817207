/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The plan of a scan: finds the parameter of each bound attribute, puts bindings together into calls
 * where a parameter takes several values, and keeps the books of the calls that a query makes. It
 * sends nothing.
 */
#include "config.h"

#include "source/rest/ask-rest-plan.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#include "net/ask-url.h"
#include "source/rest/ask-rest-bound.h"
#include "source/rest/ask-rest-promise.h"
#include "sql/ask-sql-lexer.h"

#define DEFAULT_MAX_CALLS 10000
#define DEFAULT_MAX_ITEMS 100
/* Of escaped values in one call: servers refuse URLs of 8 KiB. */
#define MAX_ARGUMENTS_LENGTH 4000
/* Values that the trace shows of a list. */
#define MAX_SHOWN 20

static void
group_free (gpointer data)
{
  AskRestGroup *group = data;

  g_array_unref (group->bindings);
  g_clear_pointer (&group->arguments, g_ptr_array_unref);
  g_free (group);
}

/** ask_rest_group_is_without: Returns: whether its call leaves out what @bound should be */
gboolean
ask_rest_group_is_without (const AskRestGroup *self, guint bound)
{
  return bound < 64 && (self->without >> bound & 1) != 0;
}

/** ask_rest_plan_ref: Returns: (transfer full): @self */
AskRestPlan *
ask_rest_plan_ref (AskRestPlan *self)
{
  g_ref_count_inc (&self->ref_count);
  return self;
}

/** ask_rest_plan_unref: frees it when nobody holds it any more */
void
ask_rest_plan_unref (AskRestPlan *self)
{
  if (!g_ref_count_dec (&self->ref_count))
    return;
  for (gsize i = 0; i < (gsize) self->n_bound * self->n_bindings; i++)
    ask_value_clear (&self->bindings[i]);
  g_free (self->bindings);
  g_free (self->columns);
  g_free (self->parameters);
  g_free (self->bound);
  g_ptr_array_unref (self->groups);
  g_clear_pointer (&self->calls, g_ptr_array_unref);
  ask_source_config_unref (self->config);
  g_object_unref (self->source);
  g_free (self);
}

/**
 * ask_rest_plan_get_binding:
 * @binding: from 0
 * @bound: which of the bound attributes, from 0
 *
 * Returns: (transfer none): the value of that attribute in that binding
 */
const AskValue *
ask_rest_plan_get_binding (const AskRestPlan *self, guint binding, guint bound)
{
  return &self->bindings[(gsize) binding * self->n_bound + bound];
}

/** ask_rest_plan_get_method: Returns: (transfer none): "GET" or "POST" */
const char *
ask_rest_plan_get_method (const AskRestPlan *self)
{
  return self->entity->operation->method != NULL ? "POST" : "GET";
}

/** ask_rest_argument: Returns: (transfer full): @value as @parameter wants it, not yet escaped */
char *
ask_rest_argument (const AskParameter *parameter, const AskValue *value)
{
  if (parameter->type == ASK_TYPE_BOOLEAN && value->kind == ASK_VALUE_INTEGER)
    return g_strdup (value->integer != 0 ? "true" : "false");
  /* A whole number that the document calls a number came as 5, and may name a row by that. Beyond 2^63 the
   * conversion is undefined; below it every whole double is exact. */
  if (value->kind == ASK_VALUE_REAL && value->real >= -9223372036854775808.0 && value->real < 9223372036854775808.0
      && value->real == (double) (gint64) value->real)
    return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value->real);
  return ask_value_to_text (value);
}

static const char *
sign_of (AskParameterUse use)
{
  switch (use)
    {
    case ASK_PARAMETER_AT_LEAST:
      return ">=";
    case ASK_PARAMETER_AT_MOST:
      return "<=";
    case ASK_PARAMETER_ABOVE:
      return ">";
    case ASK_PARAMETER_BELOW:
      return "<";
    case ASK_PARAMETER_EQUALS:
    default:
      return "=>";
    }
}

/**
 * ask_rest_plan_describe:
 * @group: of the plan: the call's values
 *
 * Returns: (transfer full) (nullable): the arguments of a call, as they are sent, for the trace:
 *   "carrier_id => 'NF'", "price >= 5", "id IN (1, 2)"
 */
char *
ask_rest_plan_describe (const AskRestPlan *self, const AskRestGroup *group)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->n_bound; i++)
    {
      const AskParameter *parameter = self->parameters[i];
      gboolean many = (int) i == self->array && group->arguments != NULL && group->arguments->len > 1;

      if (ask_rest_group_is_without (group, i))
        continue;
      g_string_append_printf (text, "%s%s %s ", text->len > 0 ? ", " : "", parameter->attribute,
                              many ? "IN (" : sign_of (parameter->use));
      if (many)
        g_string_truncate (text, text->len - 1);
      for (guint b = 0; b < (many ? MIN (group->bindings->len, MAX_SHOWN) : 1); b++)
        {
          g_autofree char *shown
            = ask_sql_quote_value (ask_rest_plan_get_binding (self, g_array_index (group->bindings, guint, b), i));

          g_string_append_printf (text, "%s%s", b > 0 ? ", " : "", shown);
        }
      if (many)
        g_string_append (text, group->bindings->len > MAX_SHOWN ? ", …)" : ")");
    }
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

/**
 * ask_rest_plan_list_names:
 * @group: of the plan: the call's values
 *
 * Returns: (transfer full): what a call names, as of #AskOutgoing
 */
char **
ask_rest_plan_list_names (const AskRestPlan *self, const AskRestGroup *group)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  g_strv_builder_add (names, self->entity->name);
  for (guint i = 0; i < self->n_bound; i++)
    {
      g_autofree char *name = g_strconcat (self->entity->name, ".", self->parameters[i]->attribute, NULL);
      gboolean many = (int) i == self->array && group->arguments != NULL && group->arguments->len > 1;

      /* Each value is counted. */
      for (guint b = 0; !ask_rest_group_is_without (group, i) && b < (many ? group->bindings->len : 1); b++)
        g_strv_builder_add (names, name);
    }
  return g_strv_builder_end (names);
}

/**
 * ask_rest_plan_may_call:
 * @error: (nullable): %ASK_SOURCE_ERROR_LIMIT
 *
 * Returns: whether the query may make another call to this API
 */
gboolean
ask_rest_plan_may_call (AskRestPlan *self, GError **error)
{
  guint max = self->config->max_calls > 0 ? self->config->max_calls : DEFAULT_MAX_CALLS;

  for (; self->calls != NULL && self->n_seen < self->calls->len; self->n_seen++)
    {
      const AskCall *call = self->calls->pdata[self->n_seen];

      self->n_calls += call->cached != ASK_CALL_FRESH && strcmp (call->source, self->config->name) == 0;
    }
  if (self->n_calls + self->n_open < max && ask_call_budget_allows (self->budget))
    return TRUE;
  if (error != NULL && self->budget != NULL)
    ask_call_budget_refuse (self->budget);
  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT,
                 N_ ("Source “%s”: this query has made %u calls to the API, and more are not allowed for "
                     "one query. Ask for less with a condition on %s, or allow this source more calls."),
                 self->config->name, self->n_calls + self->n_open, self->entity->name);
  return FALSE;
}

/** ask_rest_plan_record: @call: (transfer full): an open call that is over, for the trace */
void
ask_rest_plan_record (AskRestPlan *self, AskCall *call)
{
  if (call->cached != ASK_CALL_FRESH)
    self->n_open--;
  if (self->calls != NULL)
    g_ptr_array_add (self->calls, call);
  else
    {
      self->n_calls += call->cached != ASK_CALL_FRESH;
      ask_call_free (call);
    }
}

/**
 * ask_rest_plan_fail_for:
 * @call: as it may be shown, AskRestRequest.shown
 * @why: (transfer full): the end of the message, as of ask_rest_plan_fail()
 * @error: @why, after the source and the call
 *
 * Returns: %FALSE
 */
gboolean
ask_rest_plan_fail_for (const AskRestPlan *self, const char *call, GError *why, GError **error)
{
  ask_error_prefix (&why, N_ ("Source “%s”, %s %s: "), self->config->name, ask_rest_plan_get_method (self), call);
  g_propagate_error (error, why);
  return FALSE;
}

/**
 * ask_rest_plan_fail:
 * @call: as it may be shown, AskRestRequest.shown
 * @code: of the error
 * @what: the end of the message, after the source and the call: N_("the pages lead in a circle.")
 * @error: %ASK_SOURCE_ERROR with @code
 *
 * Sets an error that names the call.
 *
 * Returns: %FALSE
 */
gboolean
ask_rest_plan_fail (const AskRestPlan *self, const char *call, AskSourceError code, const char *what, GError **error)
{
  GError *why = NULL;

  ask_error_set_literal (&why, ASK_SOURCE_ERROR, code, what);
  return ask_rest_plan_fail_for (self, call, why, error);
}

/* A POST may change something. It is sent only where a steward has said of this very operation that it
 * only reads, whatever the schema says: schemas come from files too. */
static gboolean
check_method (AskRestPlan *self, GError **error)
{
  g_autofree char *name = NULL;

  if (self->entity->operation->method == NULL || ask_source_said_of (self->config->reads, self->entity))
    return TRUE;
  name = g_strconcat ("POST ", self->entity->operation->path, NULL);
  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                 N_ ("Source “%s”: %s is read with %s, and a POST may change something. If it only reads, "
                     "say so in the report on the source, or with askdata-cli source set %s --reads '%s'."),
                 self->config->name, self->entity->name, name, self->config->name, name);
  return FALSE;
}

/* What is sent for a bound lies where no row is lost. */
static gboolean
move_bounds (AskRestPlan *self, const AskScan *scan, GError **error)
{
  for (guint i = 0; i < self->n_bound; i++)
    for (guint b = 0; self->parameters[i]->use != ASK_PARAMETER_EQUALS && b < self->n_bindings; b++)
      {
        AskValue *value = &self->bindings[(gsize) b * self->n_bound + i];
        g_autofree char *shown = NULL;

        if (ask_rest_bound_move (self->parameters[i], scan->bound[i], value))
          continue;
        shown = ask_value_to_text (value);
        ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT,
                       N_ ("Source “%s”: %s is bounded by a day, and “%s” begins with none. Write it as "
                           "2026-12-31."),
                       self->config->name, scan->bound[i]->name, shown);
        return FALSE;
      }
  return TRUE;
}

/* Every required parameter must be among the bound ones. */
static gboolean
check_required (AskRestPlan *self, GError **error)
{
  const AskOperation *operation = self->entity->operation;

  for (guint i = 0; i < operation->parameters->len; i++)
    {
      const AskParameter *parameter = operation->parameters->pdata[i];
      gboolean bound = !parameter->required || parameter->fixed != NULL;

      for (guint b = 0; !bound && b < self->n_bound; b++)
        bound = self->parameters[b] == parameter;
      if (!bound)
        {
          ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT,
                         N_ ("Source “%s”: %s cannot be read without a value for %s."), self->config->name,
                         self->entity->name, parameter->attribute != NULL ? parameter->attribute : parameter->name);
          return FALSE;
        }
    }
  return TRUE;
}

/* The first bound attribute whose parameter takes several values and whose own value is in the
 * rows, so that they can be told apart. */
static void
choose_array (AskRestPlan *self, const AskScan *scan)
{
  self->array = -1;
  if (self->n_bindings < 2 || ask_rest_source_is_silent (self->source, self->entity->name))
    return;
  for (guint i = 0; i < self->n_bound; i++)
    {
      const AskParameter *parameter = self->parameters[i];

      if (parameter->style == ASK_ARRAY_NONE || parameter->use != ASK_PARAMETER_EQUALS || parameter->max_items == 1
          || scan->bound[i]->column == NULL)
        continue;
      self->array = (int) i;
      for (self->array_column = 0; self->array_column < self->n_columns; self->array_column++)
        if (self->columns[self->array_column] == scan->bound[i])
          return;
      self->columns[self->n_columns++] = scan->bound[i];
      return;
    }
}

/* What cannot stand in a list. */
static gboolean
goes_alone (const AskParameter *parameter, const char *argument)
{
  return (argument[0] == '\0' && parameter->place != ASK_PARAMETER_IN_BODY)
         || ask_rest_holds_separator (parameter, argument);
}

/* A call that takes further values. */
typedef struct
{
  AskRestGroup *group;
  GHashTable *arguments; /* set, borrowed from the group */
  gsize length;
} OpenGroup;

static void
open_group_free (gpointer data)
{
  OpenGroup *open = data;

  g_hash_table_unref (open->arguments);
  g_free (open);
}

/* @binding: its first one */
static AskRestGroup *
add_group (AskRestPlan *self, guint binding)
{
  AskRestGroup *group = g_new0 (AskRestGroup, 1);

  for (guint i = 0; i < self->n_bound; i++)
    if (ask_rest_plan_does_without (self, binding, i))
      group->without |= G_GUINT64_CONSTANT (1) << i;
  group->bindings = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (self->groups, group);
  return group;
}

/* All values of a binding but the array's: only bindings that agree on them share a call. */
static char *
rest_of_binding (const AskRestPlan *self, guint binding)
{
  g_autoptr (GString) key = g_string_new (NULL);

  for (guint i = 0; i < self->n_bound; i++)
    {
      const AskValue *value = ask_rest_plan_get_binding (self, binding, i);
      g_autofree char *text = (int) i != self->array ? ask_value_to_text (value) : NULL;

      if (text != NULL)
        g_string_append_printf (key, "%u:%" G_GSIZE_FORMAT ":%s;", value->kind, strlen (text), text);
    }
  return g_strdup (key->str);
}

/* @bindings: (element-type guint)
 * @max: values of the array parameter in one call */
static void
make_groups (AskRestPlan *self, GArray *bindings, guint max)
{
  g_autoptr (GHashTable) open_groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, open_group_free);
  g_autoptr (GHashTable) without = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const AskParameter *parameter = self->array >= 0 ? self->parameters[self->array] : NULL;

  for (guint i = 0; i < bindings->len; i++)
    {
      guint b = g_array_index (bindings, guint, i);
      g_autofree char *argument = NULL;
      g_autofree char *escaped = NULL;
      g_autofree char *key = NULL;
      OpenGroup *open;

      if (parameter != NULL)
        argument = ask_rest_argument (parameter, ask_rest_plan_get_binding (self, b, (guint) self->array));
      if (parameter == NULL || goes_alone (parameter, argument))
        {
          /* Those that do without it share a call: their rows are told apart by what is in them. */
          gboolean shares = parameter != NULL && max > 1 && ask_rest_plan_does_without (self, b, (guint) self->array);
          AskRestGroup *group;

          if (shares)
            {
              g_autofree char *rest = rest_of_binding (self, b);

              key = g_strconcat ("without:", rest, NULL);
            }
          group = shares ? g_hash_table_lookup (without, key) : NULL;
          if (group == NULL)
            group = add_group (self, b);
          if (shares)
            g_hash_table_replace (without, g_steal_pointer (&key), group);
          g_array_append_val (group->bindings, b);
          continue;
        }
      key = rest_of_binding (self, b);
      escaped = ask_url_escape (argument);
      open = g_hash_table_lookup (open_groups, key);
      if (open != NULL && !g_hash_table_contains (open->arguments, argument)
          && (open->group->arguments->len >= max
              || open->length + strlen (escaped) + strlen (parameter->name) > MAX_ARGUMENTS_LENGTH))
        open = NULL;
      if (open == NULL)
        {
          open = g_new0 (OpenGroup, 1);
          open->group = add_group (self, b);
          open->group->arguments = g_ptr_array_new_with_free_func (g_free);
          open->arguments = g_hash_table_new (g_str_hash, g_str_equal);
          g_hash_table_replace (open_groups, g_steal_pointer (&key), open);
        }
      g_array_append_val (open->group->bindings, b);
      if (!g_hash_table_contains (open->arguments, argument))
        {
          open->length += strlen (escaped) + strlen (parameter->name) + 2;
          g_hash_table_add (open->arguments, argument);
          g_ptr_array_add (open->group->arguments, g_steal_pointer (&argument));
        }
    }
}

static void
make_first_groups (AskRestPlan *self)
{
  g_autoptr (GArray) bindings = g_array_new (FALSE, FALSE, sizeof (guint));
  guint max = self->array >= 0 ? self->parameters[self->array]->max_items : 0;

  for (guint b = 0; b < self->n_bindings; b++)
    g_array_append_val (bindings, b);
  make_groups (self, bindings, max > 0 ? max : DEFAULT_MAX_ITEMS);
}

/**
 * ask_rest_plan_split:
 * @group: the place of a group whose call does not tell which row is whose
 * @from: the place of the first group that no chain was begun for
 *
 * Makes a group for each value instead, after all others; of those from @from on, too.
 */
void
ask_rest_plan_split (AskRestPlan *self, guint group, guint from)
{
  g_autoptr (GArray) bindings = g_array_new (FALSE, FALSE, sizeof (guint));
  const AskRestGroup *silent = self->groups->pdata[group];

  g_assert (self->array >= 0 && group < from);
  ask_rest_source_note_silent (self->source, self->entity->name);
  g_array_append_vals (bindings, silent->bindings->data, silent->bindings->len);
  for (guint i = from; i < self->groups->len; i++)
    {
      const AskRestGroup *other = self->groups->pdata[i];

      g_array_append_vals (bindings, other->bindings->data, other->bindings->len);
    }
  g_ptr_array_set_size (self->groups, (int) from);
  make_groups (self, bindings, 1);
}

/* Whether each row of a call has the parameter's value. A parameter that may be left out is no such one: a row
 * would be another one with it than without it, and an API that leaves out what is null may overlook it. */
static gboolean
holds_for_rows (const AskParameter *parameter, const AskAttribute *attribute)
{
  return attribute->column == NULL || parameter->required || parameter->fixed != NULL
         || parameter->place == ASK_PARAMETER_IN_PATH;
}

/** ask_rest_plan_knows: Returns: whether what a row leaves out for @attribute is what the call was made with */
gboolean
ask_rest_plan_knows (const AskRestPlan *self, const AskAttribute *attribute)
{
  const AskParameter *parameter = ask_operation_find_parameter_for (self->entity->operation, attribute->name);

  return parameter != NULL && holds_for_rows (parameter, attribute);
}

/* @value as the attribute wants it; borrows from @value and @text */
static AskValue
get_fill (AskType type, const AskValue *value, char **text)
{
  if (type == ASK_TYPE_BOOLEAN && value->kind == ASK_VALUE_TEXT
      && (strcmp (value->text, "true") == 0 || strcmp (value->text, "false") == 0))
    return ask_value_integer (value->text[0] == 't');
  if (value->kind != ASK_VALUE_TEXT)
    *text = ask_value_to_text (value);
  return ask_rest_promise (type, value, *text);
}

/**
 * ask_rest_plan_fill_page:
 * @page: one of @group's, before its first byte
 *
 * Tells it what its rows have in the columns that they leave out: what the call was made with.
 */
void
ask_rest_plan_fill_page (const AskRestPlan *self, const AskRestGroup *group, AskRestPage *page)
{
  for (guint c = 0; c < self->n_columns; c++)
    {
      const AskAttribute *attribute = self->columns[c];
      const AskParameter *parameter = ask_operation_find_parameter_for (self->entity->operation, attribute->name);
      g_autofree char *text = NULL;
      AskValue value;
      guint i = 0;

      if (parameter == NULL || !holds_for_rows (parameter, attribute))
        continue;
      while (i < self->n_bound && self->parameters[i] != parameter)
        i++;
      if (parameter->fixed != NULL)
        value = ask_value_text (parameter->fixed, -1);
      else if (i == self->n_bound)
        continue;
      else if ((int) i == self->array && group->arguments != NULL && group->arguments->len > 1)
        {
          ask_rest_page_fill (page, c, NULL);
          continue;
        }
      else
        value = *ask_rest_plan_get_binding (self, g_array_index (group->bindings, guint, 0), i);
      value = get_fill (attribute->type, &value, &text);
      ask_rest_page_fill (page, c, &value);
    }
}

/* A page's size: the one that is wanted, where the API takes others than its usual one. */
static gint64
choose_page_size (const AskPaging *paging, gint64 wanted)
{
  if (wanted <= 0 || paging->size <= 0 || paging->least <= 0 || paging->least > paging->size)
    return paging->size;
  return CLAMP (wanted, paging->least, paging->size);
}

/* The number of the first page. Of offsets it is the one that is fixed for the first page, which an API that
 * calls its first row 1 wants to be told; else 0, whatever AskPaging.first says. */
static gint64
find_first (const AskOperation *operation)
{
  const AskPaging *paging = &operation->paging;
  gint64 first = 0;

  if (paging->kind != ASK_PAGING_OFFSET)
    return paging->first;
  for (guint i = 0; i < operation->parameters->len; i++)
    {
      const AskParameter *parameter = g_ptr_array_index (operation->parameters, i);

      if (parameter->fixed != NULL && g_strcmp0 (parameter->name, paging->parameter) == 0
          && !g_ascii_string_to_signed (parameter->fixed, 10, 0, G_MAXINT32, &first, NULL))
        first = 0;
    }
  return first;
}

/* The parameters of what the scan is bound by. Returns: whether each has one */
static gboolean
take_bound (AskRestPlan *self, const AskScan *scan, GError **error)
{
  const AskOperation *operation = self->entity->operation;
  guint n_keys = 0;
  guint n_bound_keys = 0;

  for (guint i = 0; i < scan->n_bound; i++)
    {
      AskParameterUse use = scan->uses != NULL ? scan->uses[i] : ASK_PARAMETER_EQUALS;

      self->bound[i] = scan->bound[i];
      self->parameters[i] = ask_operation_find_parameter_use (operation, scan->bound[i]->name, use);
      if (self->parameters[i] == NULL)
        {
          ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT,
                         use == ASK_PARAMETER_EQUALS ? N_ ("Source “%s”: %s has no parameter for %s.")
                                                     : N_ ("Source “%s”: %s has no parameter for a bound of %s."),
                         self->config->name, scan->entity->name, scan->bound[i]->name);
          return FALSE;
        }
      n_bound_keys += scan->bound[i]->key > 0 && use == ASK_PARAMETER_EQUALS;
    }
  for (guint i = 0; i < scan->entity->attributes->len; i++)
    n_keys += ((AskAttribute *) scan->entity->attributes->pdata[i])->key > 0;
  self->unique = n_keys > 0 && n_bound_keys == n_keys && operation->nested == NULL;
  return TRUE;
}

/**
 * ask_rest_plan_new:
 * @source: whose API is asked; a reference is kept
 * @scan: as of ask_source_scan(), of an entity with an operation
 * @calls: (element-type AskCall) (nullable): takes a record of every call
 * @error: %ASK_SOURCE_ERROR_ARGUMENT or %ASK_SOURCE_ERROR_CONFIG
 *
 * Returns: (transfer full): what to call, or %NULL
 */
AskRestPlan *
ask_rest_plan_new (AskRestSource *source, const AskScan *scan, GPtrArray *calls, GError **error)
{
  g_autoptr (AskRestPlan) self = g_new0 (AskRestPlan, 1);
  const AskOperation *operation = scan->entity->operation;

  g_return_val_if_fail (operation != NULL, NULL);
  g_ref_count_init (&self->ref_count);
  self->source = g_object_ref (source);
  self->config = ask_source_config_ref (ask_rest_source_get_config (source));
  self->entity = scan->entity;
  self->first = find_first (operation);
  self->sort = scan->sort;
  self->descending = scan->descending;
  self->whole = ask_source_said_of (self->config->whole, self->entity);
  self->follow = ask_source_said_of (self->config->follow, self->entity);
  self->page_size = choose_page_size (&operation->paging, scan->page_size);
  self->budget = scan->budget;
  self->columns = g_new0 (const AskAttribute *, scan->n_columns + 1);
  for (guint i = 0; i < scan->n_columns; i++)
    self->columns[i] = scan->columns[i];
  self->n_columns = scan->n_columns;
  self->n_bound = scan->n_bound;
  self->n_bindings = scan->n_bound > 0 ? scan->n_bindings : 1;
  self->parameters = g_new0 (const AskParameter *, MAX (1, scan->n_bound));
  self->bound = g_new0 (const AskAttribute *, MAX (1, scan->n_bound));
  self->bindings = g_new0 (AskValue, MAX (1, (gsize) scan->n_bound * self->n_bindings));
  self->groups = g_ptr_array_new_with_free_func (group_free);
  self->calls = calls != NULL ? g_ptr_array_ref (calls) : NULL;
  for (gsize i = 0; i < (gsize) self->n_bound * self->n_bindings; i++)
    ask_value_dup_into (&self->bindings[i], &scan->bindings[i]);
  if (!take_bound (self, scan, error))
    return NULL;
  if (self->config->base_url == NULL)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                     N_ ("Source “%s” has no base URL. Refresh it, or add it again."), self->config->name);
      return NULL;
    }
  if (!check_method (self, error) || !check_required (self, error) || !move_bounds (self, scan, error)
      || !ask_rest_plan_check_separators (self, error))
    return NULL;
  choose_array (self, scan);
  make_first_groups (self);
  return g_steal_pointer (&self);
}
