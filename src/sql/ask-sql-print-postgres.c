/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * PostgreSQL for the remote printers: its types by the words of format_type(), its operators and
 * functions. Text is compared for equality as the column does it, which is by bytes under every
 * deterministic collation, and ordered under "C"; what "C" touched is put back under "default", so
 * that two texts never bring two collations together.
 */
#include "config.h"

#include "sql/ask-sql-print-private.h"

#include <stdlib.h>
#include <string.h>

/* Most are told apart by their first letters. */
static inline gboolean
is (const char *type, const char *name)
{
  return type[0] == name[0] && strcmp (type, name) == 0;
}

static gboolean
is_one_of (const char *name, const char *const *names)
{
  for (; *names != NULL; names++)
    if (is (name, *names))
      return TRUE;
  return FALSE;
}

/* Names of types are seldom longer. */
#define MAX_TYPE 64

/* "timestamp(3) with time zone" as "timestamp with time zone" and 3; @length is without a collation behind it. @few: for the
 * name, where it fits; @many: (out): else it is this */
static const char *
split_type (const char *declared, gsize length, int *first, int *second, char few[MAX_TYPE], char **many)
{
  const char *open = memchr (declared, '(', length);
  const char *close = open != NULL ? memchr (open, ')', length - (gsize) (open - declared)) : NULL;
  const char *comma = open != NULL ? strchr (open, ',') : NULL;
  char *type = length < MAX_TYPE ? few : (*many = g_malloc (length + 1));
  char *to = type;

  *first = -1;
  *second = -1;
  if (close != NULL)
    {
      *first = atoi (open + 1);
      if (comma != NULL && comma < close)
        *second = atoi (comma + 1);
    }
  for (const char *p = declared; p < declared + length; p++)
    if (close == NULL || p < open || p > close)
      *to++ = g_ascii_tolower (*p);
  *to = '\0';
  return type;
}

/* What is computed of a date or a moment. One outside the years 1 to 9999 is an error, upon which the statement runs
 * without the server, and says so: see ask_fragment_take_row(). */
#define WITHIN_YEARS(computed, type) \
  "(CASE WHEN ({a} >= '0001-01-01' AND {a} < '10000-01-01') OR NOT isfinite({a}) THEN " computed \
  " ELSE (({a})::text || ' is out of range')::date::" type " END)"

/* "bigint": nothing has to be taken out of it. A collation has capitals before it. */
static gboolean
is_plain_type (const char *declared)
{
  for (const char *p = declared; *p != '\0'; p++)
    if (*p == '(' || g_ascii_isupper (*p))
      return FALSE;
  return TRUE;
}

/* A declared type, taken apart: numeric(10,2), varchar(20) COLLATE "C". @collation: (nullable) */
typedef struct
{
  const char *name;
  int first;
  int second;
  const char *collation;
} Declared;

static void
set_decimal (const Declared *declared, AskType type, AskSqlRep *rep)
{
  rep->nan = TRUE;
  if (type == ASK_TYPE_INTEGER && declared->first > 0 && declared->second <= 0)
    {
      rep->kind = ASK_REP_INTEGER;
      rep->narrow = TRUE;
      rep->small = declared->first - MIN (declared->second, 0) <= 15;
    }
  else if (type == ASK_TYPE_REAL && declared->first > 0 && declared->first <= 15 && declared->second > 0)
    rep->kind = ASK_REP_NUMERIC;
  else if (type == ASK_TYPE_DECIMAL)
    {
      rep->kind = ASK_REP_DECIMAL;
      rep->fraction = declared->second > 0;
    }
}

/* Returns: whether it is a type of numbers that is known */
static gboolean
set_number (AskSqlPrint *self, const Declared *declared, AskType type, AskSqlRep *rep)
{
  const char *name = declared->name;

  if ((is (name, "integer") || is (name, "smallint") || is (name, "int4") || is (name, "int2") || is (name, "int"))
      && type == ASK_TYPE_INTEGER)
    {
      rep->kind = ASK_REP_INTEGER;
      rep->narrow = TRUE;
      rep->small = TRUE;
    }
  else if ((is (name, "bigint") || is (name, "int8")) && type == ASK_TYPE_INTEGER)
    rep->kind = ASK_REP_INTEGER;
  else if ((is (name, "double precision") || is (name, "float8")) && type == ASK_TYPE_REAL)
    {
      rep->kind = ASK_REP_REAL;
      rep->nan = TRUE;
    }
  else if ((is (name, "real") || is (name, "float4")) && type == ASK_TYPE_REAL)
    {
      /* Here it is the double of the shortest digits. */
      rep->kind = ASK_REP_REAL;
      rep->nan = TRUE;
      rep->text = FILL1 ("({a}::text::float8)", rep->text);
    }
  else if (is (name, "numeric") || is (name, "decimal"))
    set_decimal (declared, type, rep);
  else
    return FALSE;
  return TRUE;
}

/* Returns: whether it is a type of days or moments that is known */
static gboolean
set_moment (const Declared *declared, AskType type, AskSqlRep *rep)
{
  const char *name = declared->name;

  if (is (name, "date") && type == ASK_TYPE_DATE)
    {
      rep->kind = ASK_REP_DATE;
      return TRUE;
    }
  if (type != ASK_TYPE_DATETIME)
    return FALSE;
  if (is (name, "timestamp without time zone") || is (name, "timestamp"))
    rep->kind = ASK_REP_STAMP;
  else if (is (name, "timestamp with time zone") || is (name, "timestamptz"))
    rep->kind = ASK_REP_ZONED;
  else
    return FALSE;
  rep->fraction = declared->first != 0;
  return TRUE;
}

static void
set_text (AskSqlPrint *self, const Declared *declared, AskType type, AskSqlRep *rep)
{
  static const char *const texts[] = { "text", "character varying", "varchar", NULL };
  static const char *const plain[]
    = { "citext", "uuid", "json", "jsonb", "time without time zone", "time", "time with time zone", "timetz", NULL };
  static const char *const opaque[]
    = { "inet", "cidr", "xml", "money", "interval", "\"char\"", "bit", "bit varying", "varbit", NULL };
  const char *name = declared->name;
  const char *ref = rep->text;

  if (is_one_of (name, texts))
    rep->kind = ASK_REP_TEXT;
  else if (is (name, "character") || is (name, "char") || is (name, "bpchar"))
    {
      rep->kind = ASK_REP_TEXT;
      rep->raw_kind = ASK_RAW_BLANK_PADDED;
      rep->raw = ref;
      rep->text = FILL1 ("({a}::text)", ref);
    }
  else if (is (name, "name"))
    {
      rep->kind = ASK_REP_TEXT;
      rep->text = FILL1 ("({a}::text COLLATE \"default\")", ref);
    }
  else if (is_one_of (name, plain)
           || (*name != '\0' && strchr (name, '[') == NULL && !is_one_of (name, opaque) && type == ASK_TYPE_TEXT))
    {
      /* Also enum types, under whatever name. */
      rep->kind = ASK_REP_TEXT;
      rep->text = FILL1 ("({a}::text)", ref);
      if (is (name, "uuid"))
        {
          rep->raw_kind = ASK_RAW_UUID;
          rep->raw = ref;
        }
    }
  /* Under it texts of other bytes are equal; the database's own is never one of those. */
  if (declared->collation != NULL && rep->kind == ASK_REP_TEXT)
    {
      rep->text = FILL1 ("({a} COLLATE \"default\")", rep->text);
      rep->raw = NULL;
      rep->raw_kind = ASK_RAW_NONE;
    }
}

static void
set_column (AskSqlPrint *self, const AskSqlColumn *column, const char *ref, AskSqlRep *rep)
{
  const char *type = column->declared != NULL ? column->declared : "";
  Declared declared = { type, -1, -1, NULL };
  char few[MAX_TYPE];
  g_autofree char *many = NULL;

  if (!is_plain_type (type))
    {
      declared.collation = strstr (type, " COLLATE ");
      declared.name
        = split_type (type, declared.collation != NULL ? (gsize) (declared.collation - type) : strlen (type),
                      &declared.first, &declared.second, few, &many);
    }
  rep->text = ref;
  if (set_number (self, &declared, column->type, rep) || set_moment (&declared, column->type, rep))
    return;
  if ((is (declared.name, "boolean") || is (declared.name, "bool")) && column->type == ASK_TYPE_BOOLEAN)
    rep->kind = ASK_REP_BOOLEAN;
  else if (is (declared.name, "bytea") && column->type == ASK_TYPE_BLOB)
    rep->kind = ASK_REP_BLOB;
  else if (column->type == ASK_TYPE_TEXT || column->type == ASK_TYPE_JSON)
    set_text (self, &declared, column->type, rep);
}

static const char *
print_relation (AskSqlPrint *self, const AskSqlRelation *relation, const char *alias, AskSqlRep *shapes)
{
  g_autoptr (GString) arrays = g_string_new (NULL);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < relation->n_columns; i++)
    {
      const char *slot = ask_sql_print_relation_slot (self, ASK_SLOT_COLUMN, relation, i);
      const char *type = "text";
      AskSqlRep *shape = &shapes[i];

      ask_sql_rep_set_relation (shape, relation->types[i]);
      if (relation->types[i] == ASK_TYPE_BOOLEAN)
        {
          type = "bool";
          shape->kind = ASK_REP_BOOLEAN;
          shape->affinity = ASK_AFFINITY_NUMERIC;
        }
      else if (shape->kind == ASK_REP_INTEGER)
        type = "int8";
      else if (shape->kind == ASK_REP_REAL)
        type = "float8";
      g_string_append_printf (arrays, "%s%s::%s[]", i > 0 ? ", " : "", slot, type);
      g_string_append_printf (names, "%s\"c%u\"", i > 0 ? ", " : "", i + 1);
    }
  return ask_sql_print_keep (self, g_strdup_printf ("unnest(%s) AS %s(%s)", arrays->str, alias, names->str));
}

static const char *
format_time (AskSqlPrint *self, const char *format, const AskSqlRep *rep)
{
  g_autoptr (GString) pattern = g_string_new (NULL);
  const char *slot;

  for (const char *p = format; *p != '\0'; p++)
    {
      if (p[0] == '%' && p[1] != '\0')
        {
          p++;
          switch (*p)
            {
            case 'Y':
              g_string_append (pattern, "YYYY");
              break;
            case 'm':
              g_string_append (pattern, "MM");
              break;
            case 'd':
              g_string_append (pattern, "DD");
              break;
            case 'H':
              g_string_append (pattern, "HH24");
              break;
            case 'M':
              g_string_append (pattern, "MI");
              break;
            case 'S':
              g_string_append (pattern, "SS");
              break;
            case 'j':
              g_string_append (pattern, "DDD");
              break;
            default:
              return NULL;
            }
        }
      else if (*p == '-' || *p == ':' || *p == ' ' || *p == '/' || *p == '.')
        g_string_append_c (pattern, *p);
      else
        return NULL;
    }
  if (g_str_equal (format, "%w"))
    return NULL;
  slot
    = ask_sql_print_slot (self, ask_value_text (ask_sql_tree_strdup (self->tree, pattern->str, -1), -1), ASK_TYPE_TEXT);
  return FILL2 (WITHIN_YEARS ("to_char({a}::timestamp, {b}::text)", "text"), rep->text, slot);
}

static const char *
print_like (AskSqlPrint *self, const char *text, const AskSqlRep *pattern, const char *escape)
{
  gboolean letters = TRUE;
  const char *template;

  /* lower() under "C" knows ASCII alone, and that is what ILIKE does there. */
  if (pattern->literal != NULL && pattern->literal->kind == ASK_VALUE_TEXT)
    {
      letters = FALSE;
      for (const char *p = pattern->literal->text; *p != '\0'; p++)
        letters |= g_ascii_isalpha (*p);
    }
  template = letters ? "(({a} COLLATE \"C\") ILIKE ({b} COLLATE \"C\") ESCAPE {c})"
                     : "(({a} COLLATE \"C\") LIKE ({b} COLLATE \"C\") ESCAPE {c})";
  return ask_sql_print_fill (self, template, text, pattern->text,
                             escape != NULL ? FILL1 ("{a}::text", ask_sql_print_slot (self, ask_value_text (escape, 1),
                                                                                      ASK_TYPE_TEXT))
                                            : "''");
}

static gboolean
is_uuid (const AskValue *value)
{
  if (value->length != 36)
    return FALSE;
  for (guint i = 0; i < 36; i++)
    {
      char c = value->text[i];

      if (i == 8 || i == 13 || i == 18 || i == 23 ? c != '-' : !(g_ascii_isdigit (c) || (c >= 'a' && c <= 'f')))
        return FALSE;
    }
  return TRUE;
}

static const char *
equal_text (AskSqlPrint *self, const AskSqlRep *a, const AskSqlRep *b)
{
  const AskValue *value = b->literal;
  const char *slot;

  if (a->raw == NULL || value == NULL || value->kind != ASK_VALUE_TEXT)
    return NULL;
  slot = ask_sql_print_slot (self, *value, ASK_TYPE_TEXT);
  if (a->raw_kind == ASK_RAW_BLANK_PADDED && value->length > 0 && value->text[value->length - 1] != ' ')
    return FILL2 ("({a} = {b}::bpchar)", a->raw, slot);
  if (a->raw_kind == ASK_RAW_UUID && is_uuid (value))
    return FILL2 ("({a} = {b}::uuid)", a->raw, slot);
  return NULL;
}

const AskSqlOps ask_sql_ops_postgres = {
  .postgres = TRUE,
  .places_nulls = TRUE,
  .quote = '"',
  .max_name = 40,
  .server = "PostgreSQL",
  .widen = "({a})::int8",
  .to_real = "({a})::float8",
  .integer_to_text = "({a})::text",
  .boolean_to_integer = "({a})::int4",
  .date_to_text = WITHIN_YEARS ("({a})::text", "text"),
  .stamp_to_text = WITHIN_YEARS ("({a})::text", "text"),
  .stamp_fraction_to_text = WITHIN_YEARS ("({a})::text", "text"),
  .zoned_to_text = WITHIN_YEARS ("regexp_replace(({a})::text, '^([^ ]+) ([^+]+)[+]00', '\\1T\\2Z')", "text"),
  .decimal_to_real = "({a})::float8",
  .byte_order = "({a} COLLATE \"C\")",
  .truncate = "trunc({a})::int8",
  .integer_parameter = "{a}::int8",
  .real_parameter = "{a}::float8",
  .text_parameter = "{a}::text",
  .blob_parameter = "{a}::bytea",
  .decimal_parameter = "{a}::numeric",
  .date_parameter = "{a}::date",
  .stamp_parameter = "{a}::timestamp",
  .day_zoned_parameter = "({a}::timestamp AT TIME ZONE 'UTC')",
  .not_distinct = "({a} IS NOT DISTINCT FROM {b})",
  .distinct = "({a} IS DISTINCT FROM {b})",
  .concat = "({a} || {b})",
  .subtract_integer = "({a} - {b})",
  .divide_integer = "({a} / NULLIF({b}, 0))",
  .divide_real = "({a} / NULLIF({b}, 0))",
  .remainder = "({a} % NULLIF({b}, 0))",
  .bit_and = "({a} & {b})",
  .bit_or = "({a} | {b})",
  .bit_not = "(~ {a})",
  .null_boolean = "NULL::bool",
  .true_word = "TRUE",
  .false_word = "FALSE",
  .length = "char_length({a})",
  .no_case = "(lower({a} COLLATE \"C\") COLLATE \"default\")",
  .octet_length = "octet_length({a})",
  .text_octets = "octet_length(convert_to({a}, 'UTF8'))",
  .lower = "(lower({a} COLLATE \"C\") COLLATE \"default\")",
  .upper = "(upper({a} COLLATE \"C\") COLLATE \"default\")",
  .trim = "btrim({a}, ' ')",
  .left_trim = "ltrim({a}, ' ')",
  .right_trim = "rtrim({a}, ' ')",
  .position = "strpos({a}, {b})",
  .round_real = "(CASE WHEN ABS({a}) < 4503599627370496 THEN "
                "trunc({a} + CASE WHEN {a} < 0 THEN -0.5 ELSE 0.5 END) ELSE {a} END)",
  .julian_day = WITHIN_YEARS ("(({a} - DATE '2000-01-01')::float8 + 2451544.5)", "text::float8"),
  .julian_stamp = WITHIN_YEARS ("((EXTRACT(EPOCH FROM {a})::float8 + 210866760000) / 86400)", "text::float8"),
  .day = WITHIN_YEARS ("(CASE WHEN isfinite({a}) THEN ({a})::date END)", "date"),
  .midnight = WITHIN_YEARS ("(CASE WHEN isfinite({a}) THEN ({a})::timestamp END)", "timestamp"),
  .whole_seconds = WITHIN_YEARS ("(CASE WHEN isfinite({a}) THEN date_trunc('second', {a}) END)", "timestamp"),
  .clock = WITHIN_YEARS ("to_char({a}, 'HH24:MI:SS')", "text"),
  .zoned_to_stamp = "({a} AT TIME ZONE 'UTC')",
  .greatest = "(CASE WHEN {a} IS NULL OR {b} IS NULL THEN NULL ELSE GREATEST({a}, {b}) END)",
  .least = "(CASE WHEN {a} IS NULL OR {b} IS NULL THEN NULL ELSE LEAST({a}, {b}) END)",
  .sum_integer = "({a})::int8",
  .sum_small = "({a})::int8",
  .column = set_column,
  .relation = print_relation,
  .format_time = format_time,
  .like = print_like,
  .equal_text = equal_text,
};
