/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * MariaDB for the remote printers: its types by the words of information_schema, its operators and
 * functions. Every text is put under utf8mb4_nopad_bin, which compares by bytes and does not pad; an
 * index of the column's own collation serves only as a first sieve beside that, and so does a join by
 * hash, for which MariaDB wants a bare column on one side. ASCII letters alone are folded by way of a
 * character set that has no other letters with a case.
 */
#include "config.h"

#include "sql/ask-sql-print-private.h"

#include <stdlib.h>
#include <string.h>

#define EXACT "utf8mb4_nopad_bin"
#define BYTES(text) "(CONVERT(" text " USING utf8mb4) COLLATE " EXACT ")"

/* Longer text would not fit into the key of a temporary table; nor would many such columns into a
 * row. */
#define MAX_VARCHAR 500
#define MAX_VARCHARS 8

/* Bytes of UTF-8 taken for Hebrew: there is no case beyond ASCII, and nothing is lost. */
#define FOLD(function, text) BYTES ("CAST(" function "(CONVERT(CAST(" text " AS BINARY) USING hebrew)) AS BINARY)")

#define NUL "_utf8mb4 x'00'"
#define UNTIL_NUL(text) "SUBSTRING_INDEX(" text ", " NUL ", 1)"

/* Days of months that are 0 are no dates to SQLite. */
#define WHOLE_DATE(text) "(CASE WHEN MONTH({a}) > 0 AND DAYOFMONTH({a}) > 0 THEN " text " END)"

static gboolean
is_exact (const char *collation)
{
  return g_strcmp0 (collation, EXACT) == 0;
}

/* @collation: (nullable): of the column */
static void
set_text (AskSqlPrint *self, const char *ref, const char *collation, AskSqlRep *rep)
{
  rep->kind = ASK_REP_TEXT;
  rep->collation = collation;
  if (is_exact (collation))
    {
      rep->raw_kind = ASK_RAW_NONE;
      rep->raw = NULL;
      rep->text = ref;
      return;
    }
  rep->raw_kind = ASK_RAW_COLLATED;
  rep->raw = ref;
  rep->text = FILL1 (BYTES ("{a}"), ref);
}

static gboolean
starts (const char *declared, const char *word)
{
  gsize length = strlen (word);

  /* Most are told apart by their first letters. */
  return (declared[0] | 0x20) == word[0] && g_ascii_strncasecmp (declared, word, length) == 0
         && !g_ascii_isalpha (declared[length]);
}

static gboolean
starts_any (const char *declared, const char *const *words)
{
  for (; *words != NULL; words++)
    if (starts (declared, *words))
      return TRUE;
  return FALSE;
}

/* @digits, @scale: that are declared, or below 0 */
static void
set_decimal (AskSqlPrint *self, AskType type, int digits, int scale, AskSqlRep *rep)
{
  if (type == ASK_TYPE_INTEGER)
    {
      rep->kind = ASK_REP_INTEGER;
      rep->small = digits > 0 && digits <= 15;
      rep->text = FILL1 ("CAST({a} AS SIGNED)", rep->text);
    }
  else if (type == ASK_TYPE_REAL && digits > 0 && digits <= 15)
    rep->kind = ASK_REP_NUMERIC;
  else if (type == ASK_TYPE_DECIMAL)
    {
      rep->kind = ASK_REP_DECIMAL;
      rep->fraction = scale > 0;
    }
}

/* @length: that is declared, or below 0 */
static void
set_declared_text (AskSqlPrint *self, const char *declared, int length, AskSqlRep *rep)
{
  /* Words of an enumeration are no collation, and its index finds only words that it knows. */
  gboolean plain = !starts (declared, "enum") && !starts (declared, "set");
  const char *collate = plain ? strstr (declared, " COLLATE ") : NULL;

  set_text (self, rep->text, collate != NULL ? collate + strlen (" COLLATE ") : NULL, rep);
  rep->bounded = starts (declared, "char") || starts (declared, "enum")
                 || (starts (declared, "varchar") && length > 0 && length <= 250);
}

static void
set_column (AskSqlPrint *self, const AskSqlColumn *column, const char *ref, AskSqlRep *rep)
{
  static const char *const integers[] = { "tinyint", "smallint", "mediumint", "int", "integer", NULL };
  static const char *const texts[]
    = { "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set", "json", NULL };
  static const char *const blobs[] = { "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob", NULL };
  const char *declared = column->declared != NULL ? column->declared : "";
  const char *open = strchr (declared, '(');
  int first = open != NULL ? atoi (open + 1) : -1;
  gboolean is_unsigned = strstr (declared, "unsigned") != NULL;

  rep->text = ref;
  if (starts_any (declared, integers) && (column->type == ASK_TYPE_INTEGER || column->type == ASK_TYPE_BOOLEAN))
    {
      rep->kind = ASK_REP_INTEGER;
      rep->small = TRUE;
      rep->narrow = TRUE;
    }
  else if (starts (declared, "bigint") && !is_unsigned && column->type == ASK_TYPE_INTEGER)
    rep->kind = ASK_REP_INTEGER;
  else if (starts (declared, "year") && column->type == ASK_TYPE_INTEGER)
    {
      /* Beside a year, 99 would be 1999. */
      rep->kind = ASK_REP_INTEGER;
      rep->small = TRUE;
      rep->text = FILL1 ("CAST({a} AS SIGNED)", ref);
    }
  else if (starts (declared, "double") && column->type == ASK_TYPE_REAL)
    rep->kind = ASK_REP_REAL;
  else if (starts (declared, "decimal") || starts (declared, "numeric"))
    {
      const char *comma = open != NULL ? strchr (open, ',') : NULL;

      set_decimal (self, column->type, first, comma != NULL ? atoi (comma + 1) : -1, rep);
    }
  else if (starts (declared, "bigint") && column->type == ASK_TYPE_DECIMAL)
    rep->kind = ASK_REP_DECIMAL;
  else if (starts (declared, "date") && column->type == ASK_TYPE_DATE)
    rep->kind = ASK_REP_DATE;
  else if ((starts (declared, "datetime") || starts (declared, "timestamp")) && column->type == ASK_TYPE_DATETIME)
    {
      rep->kind = ASK_REP_STAMP;
      rep->fraction = first > 0;
    }
  else if (starts_any (declared, texts) && (column->type == ASK_TYPE_TEXT || column->type == ASK_TYPE_JSON))
    set_declared_text (self, declared, first, rep);
  else if ((starts (declared, "uuid") || starts (declared, "inet4") || starts (declared, "inet6"))
           && column->type == ASK_TYPE_TEXT)
    {
      rep->kind = ASK_REP_TEXT;
      rep->bounded = TRUE;
      rep->text = FILL1 (BYTES ("CAST({a} AS CHAR)"), ref);
    }
  else if (starts_any (declared, blobs) && column->type == ASK_TYPE_BLOB)
    rep->kind = ASK_REP_BLOB;
}

static void
set_text_reference (AskSqlPrint *self, const AskSqlRep *shape, const char *ref, AskSqlRep *rep)
{
  gboolean is_raw = shape->raw_kind == ASK_RAW_COLLATED && shape->raw != NULL;

  set_text (self, ref, is_raw || is_exact (shape->collation) ? shape->collation : NULL, rep);
}

static const char *
print_relation (AskSqlPrint *self, const AskSqlRelation *relation, const char *alias, AskSqlRep *shapes)
{
  g_autoptr (GString) columns = g_string_new (NULL);
  guint n_short = 0;

  for (guint i = 0; i < relation->n_columns; i++)
    {
      const char *type = "LONGTEXT CHARACTER SET utf8mb4 COLLATE " EXACT;
      AskSqlRep *shape = &shapes[i];

      ask_sql_rep_set_relation (shape, relation->types[i]);
      if (shape->kind == ASK_REP_INTEGER)
        type = "BIGINT";
      else if (shape->kind == ASK_REP_REAL)
        type = "DOUBLE";
      else if (shape->kind == ASK_REP_TEXT)
        {
          shape->collation = EXACT;
          /* JSON_TABLE would cut a longer one off. Few steps, so that the statement is the same for
           * most rows. */
          if (relation->lengths != NULL && relation->lengths[i] <= MAX_VARCHAR && n_short++ < MAX_VARCHARS)
            {
              shape->bounded = relation->lengths[i] <= 100;
              type = shape->bounded ? "VARCHAR(100) CHARACTER SET utf8mb4 COLLATE " EXACT
                                    : "VARCHAR(" G_STRINGIFY (MAX_VARCHAR) ") CHARACTER SET utf8mb4 COLLATE " EXACT;
            }
        }
      /* A value that does not fit is an error, never a NULL. */
      g_string_append_printf (columns, "%s`c%u` %s PATH '$[%u]' ERROR ON ERROR", i > 0 ? ", " : "", i + 1, type, i);
    }
  return ask_sql_print_keep (self, g_strdup_printf ("JSON_TABLE(%s, '$[*]' COLUMNS (%s)) AS %s",
                                                    ask_sql_print_relation_slot (self, ASK_SLOT_ROWS, relation, 0),
                                                    columns->str, alias));
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
          if (strchr ("YmdHjw", *p) != NULL)
            g_string_append_printf (pattern, "%%%c", *p);
          else if (*p == 'M')
            g_string_append (pattern, "%i");
          else if (*p == 'S')
            g_string_append (pattern, "%s");
          else
            return NULL;
        }
      else if (*p == '-' || *p == ':' || *p == ' ' || *p == '/' || *p == '.')
        g_string_append_c (pattern, *p);
      else
        return NULL;
    }
  slot
    = ask_sql_print_slot (self, ask_value_text (ask_sql_tree_strdup (self->tree, pattern->str, -1), -1), ASK_TYPE_TEXT);
  return FILL2 (WHOLE_DATE (BYTES ("DATE_FORMAT({a}, {b})")), rep->text, slot);
}

/* There is always an escape character there, so one that stands in the pattern is escaped by itself. */
static const char *
print_like (AskSqlPrint *self, const char *text, const AskSqlRep *pattern, const char *escape)
{
  const char *right = pattern->text;
  gboolean letters = TRUE;
  char quoted[4] = { '\'', escape != NULL ? *escape : '|', '\'', '\0' };

  if (quoted[1] == '\'' || quoted[1] == '\\')
    {
      ask_sql_print_refuse_server (self, "This ESCAPE may mean something else in");
      return NULL;
    }
  if (pattern->literal != NULL && pattern->literal->kind == ASK_VALUE_TEXT)
    {
      g_autoptr (GString) plain = g_string_new (NULL);

      letters = FALSE;
      for (const char *p = pattern->literal->text; *p != '\0'; p++)
        {
          letters |= g_ascii_isalpha (*p);
          if (escape == NULL && *p == '|')
            g_string_append_c (plain, '|');
          g_string_append_c (plain, g_ascii_tolower (*p));
        }
      right = FILL1 (self->ops->text_parameter,
                     ask_sql_print_slot (self, ask_value_text (ask_sql_tree_strdup (self->tree, plain->str, -1), -1),
                                         ASK_TYPE_TEXT));
    }
  else
    right = FILL1 ("REPLACE({a}, '|', '||')", FILL1 (self->ops->lower, ask_sql_print_until_nul (self, pattern)));
  if (letters)
    text = FILL1 (self->ops->lower, text);
  return ask_sql_print_fill (self, "({a} LIKE {b} ESCAPE {c})", text, right,
                             ask_sql_print_keep (self, g_strdup (quoted)));
}

/* What is equal by bytes is equal under every collation: that of @a's column serves its index, or a
 * hash. */
static const char *
sieve (AskSqlPrint *self, const AskSqlRep *a, const AskSqlRep *b)
{
  if (a->raw == NULL || a->raw_kind != ASK_RAW_COLLATED || a->collation == NULL || b->kind != ASK_REP_TEXT)
    return NULL;
  if (b->raw != NULL && b->raw_kind == ASK_RAW_COLLATED && g_strcmp0 (a->collation, b->collation) == 0)
    return FILL2 ("{a} = {b}", a->raw, b->raw);
  /* A subquery is not worth running twice. */
  if (!g_str_has_prefix (a->collation, "utf8mb4_") || strlen (b->text) > 300 || strstr (b->text, "SELECT") != NULL)
    return NULL;
  return ask_sql_print_fill (self, "{a} = ({b} COLLATE {c})", a->raw, b->text, a->collation);
}

static const char *
equal_text (AskSqlPrint *self, const AskSqlRep *a, const AskSqlRep *b)
{
  const char *quick;

  if (b->literal != NULL)
    {
      const char *slot;

      if (a->raw == NULL || a->raw_kind != ASK_RAW_COLLATED || b->literal->kind != ASK_VALUE_TEXT
          || !g_str_is_ascii (b->literal->text))
        return NULL;
      slot = ask_sql_print_slot (self, *b->literal, ASK_TYPE_TEXT);
      return FILL2 ("({a} AND {b})", FILL2 ("{a} = {b}", a->raw, slot), FILL2 ("{a} = {b}", a->text, slot));
    }
  if ((quick = sieve (self, a, b)) == NULL && (quick = sieve (self, b, a)) == NULL)
    return NULL;
  return FILL2 ("({a} AND {b})", quick, FILL2 ("{a} = {b}", a->text, b->text));
}

const AskSqlOps ask_sql_ops_mariadb = {
  .quote = '`',
  .max_name = 40,
  .server = "MariaDB",
  .widen = "CAST({a} AS SIGNED)",
  .to_real = "CAST({a} AS DOUBLE)",
  .integer_to_text = BYTES ("CAST({a} AS CHAR)"),
  .boolean_to_integer = "{a}",
  .date_to_text = BYTES ("CAST({a} AS CHAR)"),
  .stamp_to_text = BYTES ("CAST({a} AS CHAR)"),
  .stamp_fraction_to_text = BYTES ("TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST({a} AS CHAR)))"),
  .zoned_to_text = "{a}",
  .decimal_to_real = "CAST({a} AS DOUBLE)",
  .byte_order = "{a}",
  /* It sorts by the first max_sort_length bytes, of which some sorts take four for each character, and sessions have
   * 4,096; and those sorts take a text for the same with NULs behind it. What is longer, or ends so, is sorted here. */
  .sortable = "(CASE WHEN LENGTH({a}) > 1000 OR RIGHT({a}, 1) = " NUL " THEN "
              "CAST(9223372036854775807 + LENGTH({a}) AS CHAR) ELSE {a} END)",
  /* SQLite's length(), substr() and LIKE end there. NOCASE compares what is before it, and then lengths. */
  .until_nul = UNTIL_NUL ("{a}"),
  .no_case = "(CASE WHEN LOCATE(" NUL ", {a}) = 0 THEN " FOLD ("LOWER", "{a}") " ELSE CONCAT(" FOLD (
    "LOWER", UNTIL_NUL ("{a}")) ", " NUL ", LPAD(LENGTH({a}), 10, '0')) END)",
  .truncate = "CAST(TRUNCATE({a}, 0) AS SIGNED)",
  .integer_parameter = "CAST({a} AS SIGNED)",
  .real_parameter = "CAST({a} AS DOUBLE)",
  .text_parameter = BYTES ("{a}"),
  .blob_parameter = "{a}",
  .decimal_parameter = "{a}",
  .date_parameter = "CAST({a} AS DATE)",
  .stamp_parameter = "CAST({a} AS DATETIME(6))",
  .day_zoned_parameter = "{a}",
  .bare_in_comparison = TRUE,
  .not_distinct = "({a} <=> {b})",
  .distinct = "(NOT ({a} <=> {b}))",
  .concat = "CONCAT({a}, {b})",
  /* 0 - -2^63 gives -2^63 there, and no error. */
  .subtract_integer = "(-1 - {b} + {a} + 1)",
  .divide_integer = "({a} DIV {b})",
  .divide_real = "({a} / {b})",
  .remainder = "({a} % {b})",
  .bit_and = "CAST({a} & {b} AS SIGNED)",
  .bit_or = "CAST({a} | {b} AS SIGNED)",
  .bit_not = "CAST(~ {a} AS SIGNED)",
  .null_boolean = "CAST(NULL AS SIGNED)", /* a plain NULL makes a double of what it is added to */
  .true_word = "TRUE",
  .false_word = "FALSE",
  .length = "CHAR_LENGTH({a})",
  .octet_length = "LENGTH({a})",
  .text_octets = "LENGTH(CONVERT({a} USING utf8mb4))",
  .lower = FOLD ("LOWER", "{a}"),
  .upper = FOLD ("UPPER", "{a}"),
  .trim = "TRIM(BOTH ' ' FROM {a})",
  .left_trim = "TRIM(LEADING ' ' FROM {a})",
  .right_trim = "TRIM(TRAILING ' ' FROM {a})",
  .position = "INSTR({a}, {b})",
  /* TRUNCATE gives -0, which MariaDB 11.8 groups apart from 0; the sum of it and 0 is 0. */
  .round_real = "(CASE WHEN ABS({a}) < 4503599627370496 THEN "
                "TRUNCATE({a} + CASE WHEN {a} < 0 THEN -0.5e0 ELSE 0.5e0 END, 0) + 0e0 ELSE {a} END)",
  /* MariaDB's year 0 has no 29 February, SQLite's has. */
  .julian_day = WHOLE_DATE ("(CAST(TO_DAYS({a}) - 730485 - ({a} < '0000-03-01') AS DOUBLE) + 2451544.5e0)"),
  .julian_stamp = WHOLE_DATE ("((CAST(TIMESTAMPDIFF(SECOND, '1970-01-01 00:00:00', {a}) AS DOUBLE) "
                              "+ 210866760000e0 - CASE WHEN {a} < '0000-03-01' THEN 86400e0 ELSE 0e0 END) / 86400e0)"),
  .day = WHOLE_DATE ("CAST({a} AS DATE)"),
  .midnight = WHOLE_DATE ("CAST({a} AS DATETIME)"),
  .whole_seconds = WHOLE_DATE ("CAST(DATE_FORMAT({a}, '%Y-%m-%d %H:%i:%s') AS DATETIME)"),
  .clock = WHOLE_DATE (BYTES ("DATE_FORMAT({a}, '%H:%i:%s')")),
  .zoned_to_stamp = "{a}",
  .greatest = "GREATEST({a}, {b})",
  .least = "LEAST({a}, {b})",
  /* CAST would take what is too large for the largest. */
  .sum_integer = "(CASE WHEN {a} IS NULL THEN NULL "
                 "WHEN {a} BETWEEN -9223372036854775808 AND 9223372036854775807 "
                 "THEN CAST({a} AS SIGNED) ELSE CAST({a} AS SIGNED) * 4 END)",
  .sum_small = "CAST({a} AS SIGNED)",
  .column = set_column,
  .text_reference = set_text_reference,
  .relation = print_relation,
  .format_time = format_time,
  .like = print_like,
  .equal_text = equal_text,
};
