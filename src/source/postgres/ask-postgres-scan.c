/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A scan as SQL. The bindings travel as arrays, one a bound column, and are joined with the table, so
 * that the server may use an index and a thousand keys are one statement:
 *
 * |[<!-- language="SQL" -->
 * SELECT k.i, t."name" FROM "shop"."orders" AS t,
 *   unnest ($1::int8[]) WITH ORDINALITY AS k (b1, i) WHERE (t."id" = k.b1) ORDER BY k.i
 * ]|
 *
 * A binding is compared with the values as they are here: an integer with text matches nothing. What
 * the server would see differently is compared as text, in the form that the server writes it. More
 * rows than a binding allows may come, never fewer.
 */
#include "config.h"

#include "source/postgres/ask-postgres-private.h"

#include <math.h>
#include <string.h>

#include "sql/ask-sql-lexer.h"

/* How a bound column is compared. */
typedef enum
{
  COMPARE_INTEGER, /* t.c = int8 */
  COMPARE_NUMERIC, /* t.c = numeric */
  COMPARE_DOUBLE, /* t.c = float8 */
  COMPARE_SINGLE, /* the shortest digits of a float4, as float8 */
  COMPARE_BOOLEAN,
  COMPARE_TEXT, /* t.c = text */
  COMPARE_CHAR, /* t.c = bpchar */
  COMPARE_BYTES,
  COMPARE_DATE,
  COMPARE_TIMESTAMP,
  COMPARE_ZONED,
  COMPARE_UUID,
  COMPARE_FORM, /* the server's text of it = text */
  COMPARE_NOTHING /* everything matches */
} Compare;

static const struct
{
  const char *declared; /* format_type()'s words, without what stands in parentheses */
  Compare compare;
} compares[] = {
  { "smallint", COMPARE_INTEGER },
  { "integer", COMPARE_INTEGER },
  { "bigint", COMPARE_INTEGER },
  { "numeric", COMPARE_NUMERIC },
  { "double precision", COMPARE_DOUBLE },
  { "real", COMPARE_SINGLE },
  { "boolean", COMPARE_BOOLEAN },
  { "text", COMPARE_TEXT },
  { "character varying", COMPARE_TEXT },
  { "character", COMPARE_CHAR },
  { "bytea", COMPARE_BYTES },
  { "date", COMPARE_DATE },
  { "timestamp without time zone", COMPARE_TIMESTAMP },
  { "timestamp with time zone", COMPARE_ZONED },
  { "uuid", COMPARE_UUID },
};

static Compare
find_compare (const AskAttribute *attribute)
{
  const char *declared = attribute->declared != NULL ? attribute->declared : "";
  const char *open = strchr (declared, '(');
  g_autofree char *words = NULL;

  /* "timestamp(3) with time zone", "numeric(10,2)" */
  if (open != NULL && strchr (open, ')') != NULL)
    {
      g_autofree char *before = g_strndup (declared, (gsize) (open - declared));

      words = g_strconcat (before, strchr (open, ')') + 1, NULL);
    }
  else
    words = g_strdup (declared);
  if (g_str_has_suffix (words, "[]"))
    return COMPARE_NOTHING;
  for (guint i = 0; i < G_N_ELEMENTS (compares); i++)
    if (strcmp (compares[i].declared, words) == 0)
      return compares[i].compare;
  return COMPARE_FORM;
}

/* "2024-02-29", and "2024-02-29 12:00:00.5" with @separator and what follows as @end */
static gboolean
is_moment (const char *text, char separator, const char *end)
{
  static const char date[] = "dddd-dd-dd";
  static const char time[] = "dd:dd:dd";
  guint day;
  guint month;
  guint year;
  const char *p = text;

  for (const char *f = date; *f != '\0'; f++, p++)
    if (*f == 'd' ? !g_ascii_isdigit (*p) : *p != *f)
      return FALSE;
  if (sscanf (text, "%4u-%2u-%2u", &year, &month, &day) != 3 || year == 0
      || !g_date_valid_dmy ((GDateDay) MIN (day, 99), (GDateMonth) MIN (month, 99), (GDateYear) year))
    return FALSE;
  if (separator == '\0')
    return *p == '\0';
  if (*p++ != separator)
    return FALSE;
  for (const char *f = time; *f != '\0'; f++, p++)
    if (*f == 'd' ? !g_ascii_isdigit (*p) : *p != *f)
      return FALSE;
  if (memcmp (p - 8, "23", 2) > 0 || p[-5] > '5' || p[-2] > '5')
    return FALSE;
  if (*p == '.')
    {
      guint digits = 0;

      for (p++; g_ascii_isdigit (*p); p++)
        digits++;
      if (digits == 0 || digits > 6)
        return FALSE;
    }
  return strcmp (p, end) == 0;
}

static gboolean
is_uuid (const char *text)
{
  return strlen (text) == 36 && g_uuid_string_is_valid (text);
}

static gboolean
is_number (const char *text)
{
  const char *p = text + (*text == '-' || *text == '+' ? 1 : 0);
  guint digits = 0;

  for (; g_ascii_isdigit (*p); p++)
    digits++;
  if (*p == '.')
    for (p++; g_ascii_isdigit (*p); p++)
      digits++;
  if (digits > 0 && (*p == 'e' || *p == 'E'))
    {
      p += p[1] == '-' || p[1] == '+' ? 2 : 1;
      if (!g_ascii_isdigit (*p))
        return FALSE;
      /* No number of a column has an exponent of more digits. */
      for (guint n = 0; g_ascii_isdigit (*p); p++)
        if (++n > 4)
          return FALSE;
    }
  return digits > 0 && *p == '\0';
}

/* @to: (out): as of convert(), for a column of integers */
static void
convert_to_integer (const AskValue *value, const char *text, AskValue *to)
{
  AskValue number = *value;

  /* '12' = 12 where a column of integers is compared with text. */
  if (value->kind == ASK_VALUE_TEXT && !ask_text_to_number (text, &number))
    return;
  if (number.kind == ASK_VALUE_REAL && number.real >= -9223372036854775808.0 && number.real < 9223372036854775808.0
      && number.real == floor (number.real))
    *to = ask_value_integer ((gint64) number.real);
  else if (number.kind == ASK_VALUE_INTEGER)
    *to = number;
}

/* @to: (out): as of convert(), for a column of doubles. Returns: whether the column itself can be compared with it */
static gboolean
convert_to_double (const AskValue *value, const char *text, AskValue *to)
{
  if (value->kind == ASK_VALUE_INTEGER || value->kind == ASK_VALUE_REAL)
    *to = *value;
  else if (g_ascii_strcasecmp (text, "NaN") == 0)
    return FALSE;
  else if (value->kind == ASK_VALUE_TEXT)
    ask_text_to_number (text, to);
  return TRUE;
}

/* @to: (out): as of convert(), for a column of truth values */
static void
convert_to_boolean (const AskValue *value, const char *text, AskValue *to)
{
  if (value->kind == ASK_VALUE_INTEGER && (value->integer == 0 || value->integer == 1))
    *to = *value;
  else if (value->kind == ASK_VALUE_REAL && (value->real == 0 || value->real == 1))
    *to = ask_value_integer (value->real != 0);
  else if (strcmp (text, "0") == 0 || strcmp (text, "1") == 0)
    *to = ask_value_integer (text[0] == '1');
}

/* Whether the server can read @text as what the column holds, of those that are sent as text. @fits: (inout): as of
 * convert() */
static gboolean
is_readable (Compare compare, const char *text, gboolean is_text, gboolean *fits)
{
  gboolean good;

  switch (compare)
    {
    case COMPARE_NUMERIC:
      good = is_number (text);
      *fits = *fits && (good || !is_text);
      return good;
    case COMPARE_DATE:
      good = is_moment (text, '\0', "");
      break;
    case COMPARE_TIMESTAMP:
      good = is_moment (text, ' ', "");
      break;
    case COMPARE_ZONED:
      good = is_moment (text, 'T', "Z");
      break;
    case COMPARE_UUID:
      return is_uuid (text);
    default:
      return TRUE;
    }
  *fits = *fits && good;
  return good;
}

/**
 * convert:
 * @to: (out) (transfer full): to send, ASK_NULL_INIT where no value here equals @value
 * @fits: (out): FALSE where only the text form of the column can be compared with it
 */
static void
convert (Compare compare, const AskValue *value, AskValue *to, gboolean *fits)
{
  g_autofree char *text = ask_value_to_text (value);
  gboolean is_text = value->kind == ASK_VALUE_TEXT;

  *to = ASK_NULL_INIT;
  /* Bytes equal bytes only; text that the server cannot hold equals nothing there. */
  if (value->kind == ASK_VALUE_NULL || (value->kind == ASK_VALUE_BLOB) != (compare == COMPARE_BYTES)
      || (is_text && !g_utf8_validate (value->text, value->length, NULL)))
    return;
  switch (compare)
    {
    case COMPARE_INTEGER:
      convert_to_integer (value, text, to);
      return;
    case COMPARE_DOUBLE:
    case COMPARE_SINGLE:
      *fits = convert_to_double (value, text, to) && *fits;
      return;
    case COMPARE_BOOLEAN:
      convert_to_boolean (value, text, to);
      return;
    case COMPARE_BYTES:
      ask_value_dup_into (to, value);
      return;
    default:
      break;
    }
  if (is_readable (compare, text, is_text, fits))
    {
      AskValue sent = ask_value_text (text, -1);

      ask_value_dup_into (to, &sent);
    }
}

/* "2024-02-29T12:00:00Z" is "2024-02-29 12:00:00+00" where the server writes it. */
static void
convert_form (Compare compare, const AskValue *value, AskValue *to)
{
  g_autofree char *text = ask_value_to_text (value);
  g_autoptr (GString) form = g_string_new (text);
  AskValue sent;
  char *mark;

  *to = ASK_NULL_INIT;
  if (value->kind == ASK_VALUE_NULL || value->kind == ASK_VALUE_BLOB
      || (value->kind == ASK_VALUE_TEXT && !g_utf8_validate (value->text, value->length, NULL)))
    return;
  if (compare == COMPARE_ZONED)
    {
      mark = strchr (form->str, 'T');
      if (mark != NULL)
        *mark = ' ';
      mark = strchr (form->str, 'Z');
      if (mark != NULL)
        {
          gssize at = mark - form->str;

          g_string_erase (form, at, 1);
          g_string_insert (form, at, "+00");
        }
    }
  sent = ask_value_text (form->str, (gssize) form->len);
  ask_value_dup_into (to, &sent);
}

/* The condition of a bound column, but for bindings that only its text can equal. */
static AskType
append_condition (GString *condition, Compare compare, const char *column, guint b)
{
  static const struct
  {
    AskType type;
    const char *cast; /* of the column */
    const char *to; /* of the value */
  } conditions[] = {
    [COMPARE_INTEGER] = { ASK_TYPE_INTEGER, "", "" },
    [COMPARE_NUMERIC] = { ASK_TYPE_TEXT, "", "::numeric" },
    [COMPARE_DOUBLE] = { ASK_TYPE_REAL, "", "" },
    [COMPARE_SINGLE] = { ASK_TYPE_REAL, "::text::float8", "" },
    [COMPARE_BOOLEAN] = { ASK_TYPE_BOOLEAN, "", "" },
    [COMPARE_TEXT] = { ASK_TYPE_TEXT, "", "" },
    [COMPARE_CHAR] = { ASK_TYPE_TEXT, "", "::bpchar" },
    [COMPARE_BYTES] = { ASK_TYPE_BLOB, "", "" },
    [COMPARE_DATE] = { ASK_TYPE_TEXT, "", "::date" },
    [COMPARE_TIMESTAMP] = { ASK_TYPE_TEXT, "", "::timestamp" },
    [COMPARE_ZONED] = { ASK_TYPE_TEXT, "", "::timestamptz" },
    [COMPARE_UUID] = { ASK_TYPE_TEXT, "", "::uuid" },
  };

  if (compare == COMPARE_NOTHING)
    {
      g_string_append (condition, "true");
      return ASK_TYPE_TEXT;
    }
  g_string_append_printf (condition, "t.%s%s = k.b%u%s", column, conditions[compare].cast, b + 1,
                          conditions[compare].to);
  return conditions[compare].type;
}

/* An array that travels with the statement, under a name. */
typedef struct
{
  char name[16];
  AskArgument argument;
} Array;

static void
array_clear (gpointer data)
{
  Array *array = data;

  for (gsize i = 0; i < array->argument.n_values; i++)
    ask_value_clear ((AskValue *) &array->argument.values[i]);
  g_free ((AskValue *) array->argument.values);
}

static Array *
add_array (GArray *arrays, char letter, guint b, gsize n_values)
{
  Array array = { .argument = { ASK_TYPE_TEXT, TRUE, g_new0 (AskValue, n_values + 1), n_values } };

  g_snprintf (array.name, sizeof array.name, "%c%u", letter, b + 1);
  g_array_append_val (arrays, array);
  return &g_array_index (arrays, Array, arrays->len - 1);
}

/* One bound column: its values as an array, a second one for those that only the column's text can
 * equal, and the condition. */
static void
add_bound (const AskScan *scan, guint b, GArray *arrays, GString *condition)
{
  const AskAttribute *attribute = scan->bound[b];
  g_autofree char *column = ask_sql_quote_name (attribute->column);
  Compare compare = find_compare (attribute);
  gsize n = scan->n_bindings;
  g_autofree AskValue *forms = g_new0 (AskValue, n + 1);
  gboolean all_fit = TRUE;
  gboolean none_fits = compare == COMPARE_FORM;
  const AskValue *bound = &scan->bindings[b];

  if (!none_fits)
    {
      Array *typed = add_array (arrays, 'b', b, n);
      AskValue *values = (AskValue *) typed->argument.values;

      for (gsize i = 0; i < n; i++)
        {
          gboolean fits = TRUE;

          convert (compare, &bound[i * scan->n_bound], &values[i], &fits);
          if (!fits)
            convert_form (compare, &bound[i * scan->n_bound], &forms[i]);
          all_fit = all_fit && fits;
        }
      g_string_append_c (condition, '(');
      typed->argument.type = append_condition (condition, compare, column, b);
    }
  if (none_fits || !all_fit)
    {
      Array *formed = add_array (arrays, 'f', b, n);

      for (gsize i = 0; i < n; i++)
        if (none_fits)
          convert_form (compare, &bound[i * scan->n_bound], (AskValue *) &formed->argument.values[i]);
        else
          ((AskValue *) formed->argument.values)[i] = forms[i];
      /* The column's output function; a cast may write another form (inet). It writes NULL as the
       * empty text, and IS NOT NULL is not true of a composite value with a NULL in it. */
      g_string_append_printf (condition,
                              "%s(t.%s IS DISTINCT FROM NULL AND pg_catalog.format('%%s', t.%s) = "
                              "k.f%u)",
                              none_fits ? "" : " OR ", column, column, b + 1);
    }
  if (!none_fits)
    g_string_append_c (condition, ')');
}

static const char *
array_type (AskType type)
{
  switch (type)
    {
    case ASK_TYPE_INTEGER:
      return "int8[]";
    case ASK_TYPE_REAL:
      return "float8[]";
    case ASK_TYPE_BOOLEAN:
      return "bool[]";
    case ASK_TYPE_BLOB:
      return "bytea[]";
    default:
      return "text[]";
    }
}

/* Within a binding the rows come in the order of the key, so that they do so from call to call. */
static void
append_order (GString *sql, const AskEntity *entity)
{
  g_string_append (sql, " ORDER BY k.i");
  for (guint place = 1; place <= entity->attributes->len; place++)
    for (guint a = 0; a < entity->attributes->len; a++)
      {
        const AskAttribute *attribute = entity->attributes->pdata[a];
        g_autofree char *column = NULL;

        if (attribute->key != place)
          continue;
        column = ask_sql_quote_name (attribute->column);
        g_string_append_printf (sql, ", t.%s", column);
      }
}

/**
 * ask_postgres_scan_print:
 * @scan: with one run of bindings at least
 * @arguments: (out) (transfer full): of the statement
 *
 * Returns: (transfer full): a SELECT whose first field is the number of the binding
 */
char *
ask_postgres_scan_print (const AskScan *scan, AskPostgresArguments **arguments)
{
  const AskEntity *entity = scan->entity;
  g_autofree char *table = ask_sql_quote_name (entity->table);
  g_autoptr (GArray) arrays = g_array_new (FALSE, FALSE, sizeof (Array));
  g_autoptr (GString) where = g_string_new (NULL);
  g_autofree AskArgument *sent = g_new0 (AskArgument, 2 * (gsize) scan->n_bound + 1);
  g_autoptr (GError) error = NULL;
  GString *sql = g_string_new (scan->n_bound > 0 ? "SELECT k.i - 1" : "SELECT 0");

  for (guint i = 0; i < scan->n_columns; i++)
    {
      g_autofree char *column = ask_sql_quote_name (scan->columns[i]->column);

      g_string_append_printf (sql, ", t.%s", column);
    }
  g_string_append (sql, " FROM ");
  if (entity->namespace != NULL)
    {
      g_autofree char *namespace = ask_sql_quote_name (entity->namespace);

      g_string_append_printf (sql, "%s.", namespace);
    }
  g_string_append_printf (sql, "%s AS t", table);
  g_array_set_clear_func (arrays, array_clear);
  if (scan->n_bound > 0)
    {
      for (guint b = 0; b < scan->n_bound; b++)
        {
          g_string_append (where, b > 0 ? " AND " : "");
          add_bound (scan, b, arrays, where);
        }
      g_string_append (sql, ", unnest(");
      for (guint i = 0; i < arrays->len; i++)
        {
          sent[i] = g_array_index (arrays, Array, i).argument;
          g_string_append_printf (sql, "%s$%u::%s", i > 0 ? ", " : "", i + 1, array_type (sent[i].type));
        }
      g_string_append (sql, ") WITH ORDINALITY AS k (");
      for (guint i = 0; i < arrays->len; i++)
        g_string_append_printf (sql, "%s, ", g_array_index (arrays, Array, i).name);
      g_string_append_printf (sql, "i) WHERE %s", where->str);
      append_order (sql, entity);
    }
  *arguments = ask_postgres_arguments_new (sent, arrays->len, &error);
  /* Texts that cannot be sent have become NULL above. */
  g_assert_no_error (error);
  return g_string_free (sql, FALSE);
}
