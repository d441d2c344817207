/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Arguments of a call: the values that SQLite hands to xFilter, made fit for the API or kept from
 * it. What is sent must mean the same there as here.
 */
#include "config.h"

#include <string.h>

#include "engine/ask-fetch.h"
#include "sql/ask-sql-lexer.h"

/**
 * ask_engine_get_declared_type:
 * @type: of an attribute
 *
 * Returns: (transfer none): the words by which SQLite finds the affinity that fits the values as
 *   they come, and by which ask_catalog_type_from_sql() finds the type again
 */
const char *
ask_engine_get_declared_type (AskType type)
{
  switch (type)
    {
    case ASK_TYPE_BOOLEAN:
      return "BOOLEAN INTEGER";
    case ASK_TYPE_DECIMAL:
      return "DECIMAL TEXT COLLATE decimal";
    case ASK_TYPE_DATE:
      return "DATE TEXT";
    case ASK_TYPE_DATETIME:
      return "DATETIME TEXT";
    case ASK_TYPE_JSON:
      return "JSON TEXT";
    default:
      return ask_type_get_sql (type);
    }
}

/** ask_engine_read_value: Returns: the cell, borrowed from @value */
AskValue
ask_engine_read_value (sqlite3_value *value)
{
  switch (sqlite3_value_type (value))
    {
    case SQLITE_INTEGER:
      return ask_value_integer (sqlite3_value_int64 (value));
    case SQLITE_FLOAT:
      return ask_value_real (sqlite3_value_double (value));
    case SQLITE_TEXT:
      {
        const char *text = (const char *) sqlite3_value_text (value);

        return ask_value_text (text, sqlite3_value_bytes (value));
      }
    case SQLITE_BLOB:
      return ask_value_blob (sqlite3_value_blob (value), (gsize) sqlite3_value_bytes (value));
    default:
      return ASK_NULL_INIT;
    }
}

/**
 * ask_argument_to_text:
 * @value: an integer or a real
 *
 * Returns: (transfer full): the text that SQLite's TEXT affinity makes of it: 1.0e+300, not 1e+300
 */
char *
ask_argument_to_text (const AskValue *value)
{
  char digits[64];

  if (value->kind != ASK_VALUE_REAL)
    return ask_value_to_text (value);
  sqlite3_snprintf (sizeof digits, digits, "%!.15g", value->real);
  return g_strdup (digits);
}

/* The year of the ISO day that a text is, or that a moment begins with; 0 where it is none. */
static guint
find_year (AskType type, const AskValue *value)
{
  static const char pattern[] = "dddd-dd-dd";
  const char *text = value->text;
  guint year, month, day;

  if (value->kind != ASK_VALUE_TEXT || value->length < 10
      || (value->length > 10 && (type == ASK_TYPE_DATE || strchr ("Tt ", text[10]) == NULL)))
    return 0;
  for (guint i = 0; pattern[i] != '\0'; i++)
    if (pattern[i] == 'd' ? !g_ascii_isdigit (text[i]) : text[i] != pattern[i])
      return 0;
  year = (guint) g_ascii_strtoull (text, NULL, 10);
  month = (guint) g_ascii_strtoull (text + 5, NULL, 10);
  day = (guint) g_ascii_strtoull (text + 8, NULL, 10);
  return g_date_valid_dmy ((GDateDay) day, (GDateMonth) month, (GDateYear) year) ? year : 0;
}

typedef enum
{
  ARGUMENT_FITS,
  ARGUMENT_NEVER_EQUAL,
  ARGUMENT_CANNOT_BE_SENT
} ArgumentFit;

/* The value as the attribute's affinity makes it. What is then of another type than the attribute
 * is not sent: '1' is not 1, and what the API would make of it is not known. */
static ArgumentFit
fit_argument (const AskAttribute *attribute, const AskValue *value, AskValue *argument)
{
  AskValue number;

  *argument = ASK_NULL_INIT;
  if (value->kind == ASK_VALUE_NULL)
    return ARGUMENT_NEVER_EQUAL;
  if (value->kind == ASK_VALUE_BLOB)
    return ARGUMENT_CANNOT_BE_SENT;
  switch (attribute->type)
    {
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_BOOLEAN:
    case ASK_TYPE_REAL:
      number = *value;
      if (value->kind == ASK_VALUE_TEXT
          && (memchr (value->text, '\0', value->length) != NULL || !ask_text_to_number (value->text, &number)))
        return ARGUMENT_CANNOT_BE_SENT;
      if (attribute->type != ASK_TYPE_REAL && number.kind == ASK_VALUE_REAL)
        {
          if (number.real < -9.2e18 || number.real > 9.2e18 || number.real != (double) (gint64) number.real)
            return ARGUMENT_CANNOT_BE_SENT;
          number = ask_value_integer ((gint64) number.real);
        }
      *argument = number;
      return ARGUMENT_FITS;
    case ASK_TYPE_ANY:
    case ASK_TYPE_BLOB:
      ask_value_dup_into (argument, value);
      return ARGUMENT_FITS;
    default:
      /* A number beside text: from a literal it means its own digits, but from a numeric column it means any
       * text that reads as that number, '1' for 1.0, and nobody here can tell the two apart. */
      if (value->kind != ASK_VALUE_TEXT)
        return ARGUMENT_CANNOT_BE_SENT;
      /* A URL cannot carry a zero byte, and an API that asks for a day may refuse '2024'. */
      if (memchr (value->text, '\0', value->length) != NULL
          || ((attribute->type == ASK_TYPE_DATE || attribute->type == ASK_TYPE_DATETIME)
              && find_year (attribute->type, value) == 0))
        return ARGUMENT_CANNOT_BE_SENT;
      ask_value_dup_into (argument, value);
      return ARGUMENT_FITS;
    }
}

static void
clear_value (gpointer value)
{
  ask_value_clear (value);
}

static void
bound_clear (gpointer bound)
{
  g_array_unref (((AskBound *) bound)->values);
}

/** ask_bounds_new: Returns: (transfer full) (element-type AskBound): no arguments yet */
GArray *
ask_bounds_new (void)
{
  GArray *bounds = g_array_new (FALSE, FALSE, sizeof (AskBound));

  g_array_set_clear_func (bounds, bound_clear);
  return bounds;
}

/* Days and moments compare as texts here: the same as there for what begins with a whole ISO day, with room
 * on both sides of it. */
static gboolean
is_orderly (const AskAttribute *attribute, GArray *values)
{
  const AskValue *value = values->len > 0 ? &g_array_index (values, AskValue, 0) : NULL;
  guint year;

  if (value == NULL || (attribute->type != ASK_TYPE_DATE && attribute->type != ASK_TYPE_DATETIME))
    return TRUE;
  year = find_year (attribute->type, value);
  return year > 1 && year < 9999;
}

static gboolean
is_required (const AskEntity *entity, const AskAttribute *attribute, AskParameterUse use)
{
  const AskParameter *parameter
    = entity->operation != NULL ? ask_operation_find_parameter_use (entity->operation, attribute->name, use) : NULL;

  return parameter != NULL && parameter->required;
}

/* A list can have a million values, so that none comes twice is told by a hash table. */
static char *
value_key (const AskValue *value)
{
  g_autofree char *text = ask_sql_quote_value (value);

  return g_strdup_printf ("%u%s", value->kind, text);
}

/* @seen: (nullable): of a list, what it has had already. Returns FALSE where the argument must stay out of
 * the call. */
static gboolean
take_value (const AskEntity *entity, const AskAttribute *attribute, AskParameterUse use, sqlite3_value *value,
            GHashTable *seen, GArray *values)
{
  AskValue cell = ask_engine_read_value (value);
  AskValue argument;

  switch (fit_argument (attribute, &cell, &argument))
    {
    case ARGUMENT_NEVER_EQUAL:
      return TRUE;
    case ARGUMENT_CANNOT_BE_SENT:
      if (!is_required (entity, attribute, use))
        return FALSE;
      /* It has to be sent, so it is sent as it reads. */
      {
        g_autofree char *text = ask_value_to_text (&cell);
        AskValue borrowed = ask_value_text (text, -1);

        ask_value_dup_into (&argument, &borrowed);
      }
      break;
    default:
      break;
    }
  if (seen != NULL && !g_hash_table_add (seen, value_key (&argument)))
    ask_value_clear (&argument);
  else
    g_array_append_val (values, argument);
  return TRUE;
}

static AskParameterUse
find_use (char mode)
{
  const char *letter = strchr (ASK_BOUND_LETTERS, mode);

  /* 'j' and 'i' are equalities, too. */
  return letter != NULL ? (AskParameterUse) (letter - ASK_BOUND_LETTERS) : ASK_PARAMETER_EQUALS;
}

/**
 * ask_bounds_take:
 * @bounds: (element-type AskBound): gets the argument
 * @entity: what is called
 * @mode: "=", "j", "i", or a letter of %ASK_BOUND_LETTERS, as in the plan
 * @attribute: place of the attribute in @entity
 * @value: as SQLite hands it to xFilter; with "i" a list; copied
 *
 * Takes one argument of xFilter; what the API must not be asked for is left out.
 *
 * Returns: SQLite's result code
 */
int
ask_bounds_take (GArray *bounds, const AskEntity *entity, char mode, guint attribute, sqlite3_value *value)
{
  const AskAttribute *of = entity->attributes->pdata[attribute];
  AskBound bound = { attribute, find_use (mode), mode == 'j', g_array_new (FALSE, FALSE, sizeof (AskValue)) };
  gboolean sent = TRUE;

  g_array_set_clear_func (bound.values, clear_value);
  if (mode == 'i')
    {
      g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      sqlite3_value *item = NULL;
      int code;

      for (code = sqlite3_vtab_in_first (value, &item); code == SQLITE_OK && item != NULL;
           code = sqlite3_vtab_in_next (value, &item))
        sent = take_value (entity, of, bound.use, item, seen, bound.values) && sent;
      if (code != SQLITE_OK && code != SQLITE_DONE)
        {
          g_array_unref (bound.values);
          return code;
        }
    }
  else
    sent = take_value (entity, of, bound.use, value, NULL, bound.values)
           && (bound.use == ASK_PARAMETER_EQUALS || is_orderly (of, bound.values));
  if (sent)
    g_array_append_val (bounds, bound);
  else
    g_array_unref (bound.values);
  return SQLITE_OK;
}

/**
 * ask_bounds_count_runs:
 * @bounds: (element-type AskBound): the arguments, each with all its values
 *
 * Returns: how many combinations of values there are, %G_MAXUINT64 where they are more than can be
 *   counted; 0 where one argument has none, since nothing equals NULL
 */
guint64
ask_bounds_count_runs (GArray *bounds)
{
  guint64 n = 1;

  for (guint i = 0; i < bounds->len; i++)
    {
      guint64 values = g_array_index (bounds, AskBound, i).values->len;

      if (values == 0)
        return 0;
      n = n > G_MAXUINT64 / values ? G_MAXUINT64 : n * values;
    }
  return n;
}

/**
 * ask_bounds_pick_run:
 * @bounds: (element-type AskBound): the arguments, each with a value at least
 * @n: which combination, from 0; the values of the last argument take turns first
 * @run: (out caller-allocates): one value for each argument, borrowed
 */
void
ask_bounds_pick_run (GArray *bounds, guint n, AskValue *run)
{
  for (guint i = bounds->len; i-- > 0;)
    {
      const AskBound *bound = &g_array_index (bounds, AskBound, i);

      run[i] = g_array_index (bound->values, AskValue, n % bound->values->len);
      n /= bound->values->len;
    }
}

/**
 * ask_bounds_to_text:
 * @bounds: (element-type AskBound): the arguments of calls
 * @entity: what is called
 *
 * How the trace names what was bound: constants as they are, a join's key as a parameter.
 *
 * Returns: (transfer full): "carrier_id => 'NF', order_id => :order_id"
 */
char *
ask_bounds_to_text (GArray *bounds, const AskEntity *entity)
{
  static const char *const operators[] = { [ASK_PARAMETER_EQUALS] = "=>",
                                           [ASK_PARAMETER_AT_LEAST] = ">=",
                                           [ASK_PARAMETER_AT_MOST] = "<=",
                                           [ASK_PARAMETER_ABOVE] = ">",
                                           [ASK_PARAMETER_BELOW] = "<" };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < bounds->len; i++)
    {
      const AskBound *bound = &g_array_index (bounds, AskBound, i);
      const AskAttribute *attribute = entity->attributes->pdata[bound->attribute];
      g_autofree char *name = ask_sql_quote_name_if_needed (attribute->name);

      /* For each call anew, so without a format. */
      g_string_append (text, i > 0 ? ", " : "");
      g_string_append (text, name);
      g_string_append_c (text, ' ');
      g_string_append (text, operators[bound->use]);
      g_string_append (text, bound->join ? " :" : " ");
      if (bound->join)
        g_string_append (text, name);
      else
        {
          if (bound->values->len != 1)
            g_string_append_c (text, '(');
          for (guint v = 0; v < MIN (bound->values->len, 5); v++)
            {
              g_autofree char *value = ask_sql_quote_value (&g_array_index (bound->values, AskValue, v));

              g_string_append_printf (text, "%s%s", v > 0 ? ", " : "", value);
            }
          if (bound->values->len > 5)
            g_string_append_printf (text, ", … %u values", bound->values->len);
          if (bound->values->len != 1)
            g_string_append_c (text, ')');
        }
    }
  return g_string_free (text, FALSE);
}
