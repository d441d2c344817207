/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Decimals beside numbers of every kind and place: a CSV's column, PostgreSQL's numeric, MariaDB's DECIMAL
 * and BIGINT UNSIGNED, beside integers, reals and literals, from 1e-300 to 1e300. Drawn statements give the rows
 * that an oracle of its own gives, with push-down and without. The oracle lays the digits that were drawn under
 * each other, and never makes a double of them. The seed that g_test prints repeats a failure; -m slow asks ten
 * times as many.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "engine-servers.h"
#include "source/sheet-fixture.h"
#include "support/ask-test-kinds.h"

#define ROWS 9
#define ROUNDS 2
#define CASES 150
#define MAX_SHOWN 5

/* The digits before the point, and behind it. */
#define BEFORE 340
#define BEHIND 340

/* A number as it was drawn: its sign ('-', '0' or '+'), and its digits. */
typedef struct
{
  char *text; /* NULL: NULL */
  char sign;
  char digits[BEFORE + BEHIND + 1];
} Number;

typedef enum
{
  KIND_EXACT, /* any decimal */
  KIND_SCALED, /* of 35 digits before the point and 30 behind it */
  KIND_UNSIGNED,
  KIND_INTEGER,
  KIND_REAL
} Kind;

static const struct
{
  const char *table;
  const char *column;
  const char *type;
  Kind kind;
} columns[] = {
  { "sheet", "rate", NULL, KIND_SCALED },
  { "exact", "price", "numeric", KIND_EXACT },
  { "exact", "ratio", "float8", KIND_REAL },
  { "exact", "whole", "bigint", KIND_INTEGER },
  { "scaled", "amount", "DECIMAL(65,30)", KIND_SCALED },
  { "scaled", "large", "BIGINT UNSIGNED", KIND_UNSIGNED },
  { "scaled", "share", "DOUBLE", KIND_REAL },
  { "scaled", "count", "BIGINT", KIND_INTEGER },
  { "plain", "weight", "REAL", KIND_REAL },
  { "plain", "number", "INTEGER", KIND_INTEGER },
};

#define N_COLUMNS G_N_ELEMENTS (columns)

typedef struct
{
  EngineServers servers;
  char *sheet;
  Number cells[N_COLUMNS][ROWS];
} Fixture;

/* What stands in a statement: a column, or a literal. */
typedef struct
{
  int column; /* -1 for a literal */
  Number literal;
  char *sql;
} Operand;

static void
number_read (Number *self, char *text)
{
  const char *p = text;
  int at;
  int place = BEFORE;
  gboolean negative = FALSE;

  self->text = text;
  self->sign = '0';
  memset (self->digits, '0', sizeof self->digits - 1);
  self->digits[sizeof self->digits - 1] = '\0';
  if (text == NULL)
    return;
  if (*p == '-')
    {
      negative = TRUE;
      p++;
    }
  place -= (int) strspn (p, "0123456789");
  if (strpbrk (p, "eE") != NULL)
    place -= (int) g_ascii_strtoll (strpbrk (p, "eE") + 1, NULL, 10);
  for (at = place; *p != '\0' && *p != 'e' && *p != 'E'; p++)
    if (g_ascii_isdigit (*p))
      {
        if (*p != '0')
          {
            g_assert_true (at >= 0 && at < BEFORE + BEHIND);
            self->sign = negative ? '-' : '+';
            self->digits[at] = *p;
          }
        at++;
      }
}

static int
number_compare (const Number *a, const Number *b)
{
  static const char signs[] = "-0+";
  int order;

  if (a->sign != b->sign)
    return strchr (signs, a->sign) < strchr (signs, b->sign) ? -1 : 1;
  order = strcmp (a->digits, b->digits);
  order = (order > 0) - (order < 0);
  return a->sign == '-' ? -order : order;
}

static char *
draw_digits (int n)
{
  GString *digits = g_string_new (NULL);

  for (int i = 0; i < n; i++)
    g_string_append_c (digits, (char) ('0' + g_test_rand_int_range (i == 0 ? 1 : 0, 10)));
  return g_string_free (digits, FALSE);
}

/* What many columns and literals have in common, so that some are equal. */
static const char *const common[]
  = { "0",        "1",         "-1",  "7",    "0.5",  "-0.5", "0.00002", "0.00001", "0.000001", "12345678901234567.12345",
      "9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551615", "100", "-2.5", "0.1",
      "0.30000000000000004", "12345678901234567.12346", "9007199254740992", "9223372036854775807.5" };
static const char *const wide[]
  = { "1e300", "-1e300", "1e-300", "1.00000000000000000001e300", "1e-299", "-1e-300", "123456789e200", "1e16", "2e-5" };

static gboolean
fits (Kind kind, const char *text)
{
  const char *point = strchr (text, '.');
  const char *first = text + strspn (text, "-0.");
  gsize n = strlen (first) - (strchr (first, '.') != NULL);
  gboolean plain = strpbrk (text, "eE") == NULL;

  switch (kind)
    {
    case KIND_UNSIGNED:
      return plain && point == NULL && text[0] != '-' && (n < 20 || strcmp (text, "18446744073709551615") <= 0);
    case KIND_INTEGER:
      return plain && point == NULL && (n < 19 || (n == 19 && strcmp (first, "9223372036854775807") <= 0));
    case KIND_REAL:
      /* What a double keeps of a decimal, as the rule has it: 15 digits, or an integer. */
      return !plain || n <= 15 || strcmp (text, "9007199254740992") == 0 || strcmp (text, "0.30000000000000004") == 0;
    case KIND_SCALED:
      return plain;
    default:
      return TRUE;
    }
}

static char *
draw_text (Kind kind)
{
  for (;;)
    {
      g_autofree char *text = NULL;
      g_autofree char *digits = draw_digits (g_test_rand_int_range (1, kind == KIND_REAL ? 16 : 22));
      int way = g_test_rand_int_range (0, 10);

      if (way < 6)
        text = g_strdup (common[g_test_rand_int_range (0, G_N_ELEMENTS (common))]);
      else if (way < 7)
        text = g_strdup (wide[g_test_rand_int_range (0, G_N_ELEMENTS (wide))]);
      else
        {
          const char *minus = g_test_rand_int_range (0, 3) == 0 ? "-" : "";

          if (way < 8)
            text = g_strdup_printf ("%s%s", minus, digits);
          else if (way < 9)
            text = g_strdup_printf ("%s%d.%s", minus, g_test_rand_int_range (0, 3), digits);
          else
            text = g_strdup_printf ("%s%c.%se%d", minus, digits[0], digits + 1,
                                    g_test_rand_int_range (-290, 290));
        }
      if (g_str_has_suffix (text, ".") || strstr (text, ".e") != NULL
          || (kind == KIND_REAL && strstr (text, "1.00000000000000000001") != NULL) || !fits (kind, text))
        continue;
      /* A whole real beyond 2^53 is its own integer, which has other digits than were drawn. */
      if (kind == KIND_REAL && fabs (g_ascii_strtod (text, NULL)) > 1e15 && fabs (g_ascii_strtod (text, NULL)) < 1e19
          && strcmp (text, "9007199254740992") != 0 && strcmp (text, "1e16") != 0)
        continue;
      return g_steal_pointer (&text);
    }
}

static void
draw_cells (Fixture *self)
{
  for (guint c = 0; c < N_COLUMNS; c++)
    for (guint r = 0; r < ROWS; r++)
      {
        g_free (self->cells[c][r].text);
        number_read (&self->cells[c][r], r == 2 && c > 0 ? NULL : draw_text (columns[c].kind));
      }
  /* So that the sheet's column is one of decimals, whatever else is drawn. */
  g_free (self->cells[0][0].text);
  number_read (&self->cells[0][0], g_strdup ("12345678901234567.12345"));
}

static char *
make_table (const Fixture *self, const char *table)
{
  g_autoptr (GString) create = g_string_new (NULL);
  g_autoptr (GString) insert = g_string_new (NULL);

  g_string_printf (create, "DROP TABLE IF EXISTS %s; CREATE TABLE %s (id INTEGER PRIMARY KEY", table, table);
  for (guint r = 0; r < ROWS; r++)
    {
      g_string_append_printf (insert, "; INSERT INTO %s VALUES (%u", table, r + 1);
      for (guint c = 0; c < N_COLUMNS; c++)
        {
          if (strcmp (columns[c].table, table) != 0)
            continue;
          if (r == 0)
            g_string_append_printf (create, ", %s %s", columns[c].column, columns[c].type);
          g_string_append_printf (insert, ", %s", self->cells[c][r].text != NULL ? self->cells[c][r].text : "NULL");
        }
      g_string_append_c (insert, ')');
    }
  g_string_append_printf (create, ")%s", insert->str);
  return g_string_free (g_steal_pointer (&create), FALSE);
}

static void
add_source (Fixture *self, AskSourceConfig *config)
{
  g_autoptr (AskSource) source G_GNUC_UNUSED = engine_servers_introspect (&self->servers, config, NULL);

  g_ptr_array_add (self->servers.configs, config);
}

static void
open_session (Fixture *self)
{
  g_autoptr (GString) csv = g_string_new ("id,rate\n");
  g_autofree char *exact = make_table (self, "exact");
  g_autofree char *scaled = make_table (self, "scaled");
  g_autofree char *plain = make_table (self, "plain");
  g_autofree char *there = g_strdup_printf ("USE shop; %s", scaled);
  g_autofree char *uri = ask_test_mariadb_dup_uri (self->servers.mariadb, NULL, "shop", NULL);
  g_autoptr (GError) error = NULL;
  sqlite3 *file = NULL;

  for (guint r = 0; r < ROWS; r++)
    g_string_append_printf (csv, "%u,%s\n", r + 1, self->cells[0][r].text);
  g_free (sheet_write ("sheet.csv", csv->str, -1));
  self->sheet = g_build_filename (sheet_folder, "sheet.csv", NULL);
  self->servers.path = g_build_filename (sheet_folder, "plain.sqlite", NULL);
  g_unlink (self->servers.path);
  g_assert_cmpint (sqlite3_open (self->servers.path, &file), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (file, plain, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (file);
  ask_test_postgres_exec (self->servers.postgres, exact);
  ask_test_mariadb_exec (self->servers.mariadb, there);
  self->servers.schema = ask_schema_new ();
  self->servers.configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  add_source (self, sheet_config (self->sheet, NULL));
  add_source (self, ask_source_config_new ("file", &ask_sqlite_kind, self->servers.path));
  add_source (self, ask_source_config_new ("pg", &ask_postgres_kind, ask_test_postgres_get_uri (self->servers.postgres)));
  add_source (self, ask_source_config_new ("maria", &ask_mysql_kind, uri));
  self->servers.engine = ask_engine_new (self->servers.schema, self->servers.configs, &error);
  g_assert_no_error (error);
  for (guint c = 0; c < N_COLUMNS; c++)
    {
      const AskEntity *entity = ask_schema_find_entity (self->servers.schema, columns[c].table);
      const AskAttribute *attribute = ask_entity_find_attribute (entity, columns[c].column);

      g_assert_cmpint (attribute->type, ==,
                       columns[c].kind == KIND_REAL ? ASK_TYPE_REAL
                       : columns[c].kind == KIND_INTEGER ? ASK_TYPE_INTEGER : ASK_TYPE_DECIMAL);
    }
}

static void
close_session (Fixture *self)
{
  g_clear_pointer (&self->servers.engine, ask_engine_free);
  ask_sheet_cache_remove (self->servers.configs->pdata[0]);
  g_clear_pointer (&self->servers.schema, ask_schema_unref);
  g_clear_pointer (&self->servers.configs, g_ptr_array_unref);
  g_clear_pointer (&self->servers.path, g_free);
  g_clear_pointer (&self->sheet, g_free);
}

static gboolean
is_decimal (const Operand *operand)
{
  return operand->column >= 0 && columns[operand->column].kind <= KIND_UNSIGNED;
}

static void
operand_clear (Operand *self)
{
  g_free (self->sql);
  g_free (self->literal.text);
}

/* A literal, written in one way or another. */
static void
draw_literal (Operand *self)
{
  g_autofree char *text = draw_text (KIND_EXACT);

  self->column = -1;
  if (strpbrk (text, "eE") == NULL && g_test_rand_int_range (0, 4) == 0)
    self->sql = g_strdup_printf ("%se0", text);
  else if (strchr (text, '.') != NULL && strpbrk (text, "eE") == NULL && g_test_rand_int_range (0, 4) == 0)
    self->sql = g_strdup_printf ("%s00", text);
  else
    self->sql = g_strdup (text);
  number_read (&self->literal, g_steal_pointer (&text));
}

static void
draw_column (Operand *self, gboolean decimal)
{
  *self = (Operand) { .column = -1 };
  while (self->column < 0 || (decimal && !is_decimal (self)))
    self->column = g_test_rand_int_range (0, (gint32) N_COLUMNS);
  self->sql = NULL;
}

static void
name_column (Operand *self, const char *alias)
{
  if (self->column >= 0)
    self->sql = g_strdup_printf ("%s.%s", alias, columns[self->column].column);
}

static const Number *
get (const Fixture *self, const Operand *operand, guint row)
{
  return operand->column >= 0 ? &self->cells[operand->column][row] : &operand->literal;
}

static const char *const operators[] = { "=", "<>", "<", "<=", ">", ">=" };

/* 1, 0, or -1 for NULL */
static int
holds (guint op, const Number *a, const Number *b)
{
  int order;

  if (a->text == NULL || b->text == NULL)
    return -1;
  order = number_compare (a, b);
  switch (op)
    {
    case 0:
      return order == 0;
    case 1:
      return order != 0;
    case 2:
      return order < 0;
    case 3:
      return order <= 0;
    case 4:
      return order > 0;
    default:
      return order >= 0;
    }
}

static int
both (int a, int b)
{
  return a == 0 || b == 0 ? 0 : a < 0 || b < 0 ? -1 : 1;
}

static int
either (int a, int b)
{
  return a == 1 || b == 1 ? 1 : a < 0 || b < 0 ? -1 : 0;
}

static const Number *
larger (const Number *a, const Number *b)
{
  return a->text == NULL ? a : b->text == NULL ? b : number_compare (a, b) >= 0 ? a : b;
}

static const Number *
smaller (const Number *a, const Number *b)
{
  return a->text == NULL ? a : b->text == NULL ? b : number_compare (a, b) <= 0 ? a : b;
}

/* A condition over two operands and an operator, as SQL, and whether it holds for them. */
#define N_FORMS 12
#define FORM_SUBQUERY 10

static char *
write_form (guint form, guint op, const char *a, const char *b, const char *c)
{
  const char *sign = operators[op];

  switch (form)
    {
    case 0:
      return g_strdup_printf ("%s %s %s", a, sign, b);
    case 1:
      return g_strdup_printf ("%s BETWEEN %s AND %s", a, b, c);
    case 2:
      return g_strdup_printf ("%s IN (%s, %s)", a, b, c);
    case 3:
      return g_strdup_printf ("max(%s, %s) %s %s", a, b, sign, c);
    case 4:
      return g_strdup_printf ("min(%s, %s) %s %s", a, b, sign, c);
    case 5:
      return g_strdup_printf ("coalesce(%s, %s) %s %s", a, b, sign, c);
    case 6:
      return g_strdup_printf ("CASE %s WHEN %s THEN 1 WHEN %s THEN 1 ELSE 0 END", a, b, c);
    case 7:
      return g_strdup_printf ("CASE WHEN %s %s %s THEN %s ELSE %s END = %s", a, sign, b, a, b, c);
    case 8:
      return g_strdup_printf ("nullif(%s, %s) IS NULL", a, b);
    case 9:
      return g_strdup_printf ("(%s, 1) IN ((%s, 1), (%s, 1))", a, b, c);
    case FORM_SUBQUERY:
      return g_strdup_printf ("%s %s (SELECT %s)", a, sign, b);
    default:
      return g_strdup_printf ("%s IS NOT %s", a, b);
    }
}

static int
form_holds (guint form, guint op, const Number *a, const Number *b, const Number *c)
{
  const Number *chosen;

  switch (form)
    {
    case 0:
    case FORM_SUBQUERY:
      return holds (op, a, b);
    case 1:
      return both (holds (5, a, b), holds (3, a, c));
    case 2:
    case 9:
      return either (holds (0, a, b), holds (0, a, c));
    case 3:
      return holds (op, larger (a, b), c);
    case 4:
      return holds (op, smaller (a, b), c);
    case 5:
      return holds (op, a->text != NULL ? a : b, c);
    case 6:
      return holds (0, a, b) == 1 || holds (0, a, c) == 1;
    case 7:
      chosen = holds (op, a, b) == 1 ? a : b;
      return holds (0, chosen, c);
    case 8:
      return a->text == NULL || holds (0, a, b) == 1;
    default:
      if (a->text == NULL || b->text == NULL)
        return a->text != b->text;
      return holds (1, a, b);
    }
}

static char *
run (Fixture *self, const char *sql, gboolean push_down)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  ask_engine_set_push_down (self->servers.engine, push_down);
  result = ask_engine_query (self->servers.engine, sql, NULL, NULL, NULL, &error);
  if (error != NULL)
    return g_strdup (error->message);
  for (gsize r = 0; r < ask_rows_get_n_rows (result->rows); r++)
    {
      GString *line = g_string_new (NULL);

      for (guint c = 0; c < ask_rows_get_n_columns (result->rows); c++)
        {
          g_autofree char *cell = ask_value_to_text (ask_rows_get (result->rows, r, c));

          g_string_append_printf (line, "%s%s", c > 0 ? "|" : "", cell);
        }
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  g_ptr_array_add (lines, NULL);
  return g_strjoinv (" ", (char **) lines->pdata);
}

static gboolean
check (Fixture *self, const char *sql, const char *expected)
{
  gboolean good = TRUE;

  for (int push_down = 0; push_down < 2; push_down++)
    {
      g_autofree char *got = run (self, sql, push_down);

      if (strcmp (got, expected) == 0)
        continue;
      g_printerr ("push-down %d: %s\nexpected: %s\ngot:      %s\n\n", push_down, sql, expected, got);
      good = FALSE;
    }
  return good;
}

/* A condition between the rows of two tables, or of one and literals. */
static gboolean
check_condition (Fixture *self)
{
  Operand operands[3] = { 0 };
  guint form = (guint) g_test_rand_int_range (0, N_FORMS);
  guint op = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (operators));
  guint first = (guint) g_test_rand_int_range (0, 2);
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autofree char *condition = NULL;
  gboolean good;

  /* One column is a decimal; where the values are chosen from, one of those. */
  draw_column (&operands[first], TRUE);
  name_column (&operands[first], "l");
  if (g_test_rand_int_range (0, 2) == 0)
    {
      draw_column (&operands[1 - first], FALSE);
      name_column (&operands[1 - first], "r");
    }
  else
    draw_literal (&operands[1 - first]);
  draw_literal (&operands[2]);
  /* Behind a subquery a literal is a real. */
  if (operands[1].column < 0 && form == FORM_SUBQUERY)
    form = 0;
  condition = write_form (form, op, operands[0].sql, operands[1].sql, operands[2].sql);
  g_string_printf (sql, "SELECT l.id, r.id FROM %s AS l JOIN %s AS r ON %s%s ORDER BY 1, 2",
                   columns[operands[first].column].table,
                   operands[1 - first].column >= 0 ? columns[operands[1 - first].column].table : "plain",
                   operands[1 - first].column >= 0 ? "" : "r.id = 1 AND ", condition);
  for (guint l = 0; l < ROWS; l++)
    for (guint r = 0; r < (operands[1 - first].column >= 0 ? ROWS : 1); r++)
      if (form_holds (form, op, get (self, &operands[0], first == 0 ? l : r), get (self, &operands[1], first == 0 ? r : l),
                      &operands[2].literal)
          == 1)
        g_string_append_printf (expected, "%s%u|%u", expected->len > 0 ? " " : "", l + 1, r + 1);
  good = check (self, sql->str, expected->str);
  for (guint i = 0; i < G_N_ELEMENTS (operands); i++)
    operand_clear (&operands[i]);
  return good;
}

static gboolean
is_there (GPtrArray *numbers, const Number *number)
{
  for (guint i = 0; i < numbers->len; i++)
    {
      const Number *other = numbers->pdata[i];

      if (other->text == NULL || number->text == NULL ? other->text == number->text
                                                      : number_compare (other, number) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
collect (const Fixture *self, int column, GPtrArray *numbers)
{
  for (guint r = 0; r < ROWS; r++)
    if (!is_there (numbers, &self->cells[column][r]))
      g_ptr_array_add (numbers, (gpointer) &self->cells[column][r]);
}

/* Sets of values: of compound SELECTs, DISTINCT, GROUP BY and IN (SELECT …). */
static gboolean
check_set (Fixture *self)
{
  static const char *const words[] = { "UNION", "INTERSECT", "EXCEPT" };
  Operand a, b;
  g_autoptr (GPtrArray) of_a = g_ptr_array_new ();
  g_autoptr (GPtrArray) of_b = g_ptr_array_new ();
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autofree char *sql = NULL;
  g_autofree char *expected = NULL;
  guint n_both = 0;
  guint n = 0;
  int way = g_test_rand_int_range (0, 7);
  g_autofree char *least_text = g_strdup ("-1e300");
  Number least;

  number_read (&least, least_text);
  draw_column (&a, g_test_rand_int_range (0, 2) == 0);
  draw_column (&b, !is_decimal (&a));
  collect (self, a.column, of_a);
  collect (self, b.column, of_b);
  collect (self, a.column, all);
  collect (self, b.column, all);
  for (guint i = 0; i < of_a->len; i++)
    n_both += is_there (of_b, of_a->pdata[i]);
  switch (way)
    {
    case 0:
    case 1:
    case 2:
      n = way == 0 ? all->len : way == 1 ? n_both : of_a->len - n_both;
      sql = g_strdup_printf ("SELECT count(*) FROM (SELECT %s FROM %s %s SELECT %s FROM %s)", columns[a.column].column,
                             columns[a.column].table, words[way], columns[b.column].column, columns[b.column].table);
      break;
    case 3:
      n = all->len;
      sql = g_strdup_printf ("SELECT count(*) FROM (SELECT v, count(*) FROM (SELECT %s AS v FROM %s UNION ALL SELECT %s FROM %s) AS q "
                             "GROUP BY v)",
                             columns[a.column].column, columns[a.column].table, columns[b.column].column,
                             columns[b.column].table);
      break;
    case 4:
      for (guint r = 0; r < ROWS; r++)
        n += self->cells[a.column][r].text != NULL && is_there (of_b, &self->cells[a.column][r]);
      sql = g_strdup_printf ("SELECT count(*) FROM %s WHERE %s IN (SELECT %s FROM %s)", columns[a.column].table,
                             columns[a.column].column, columns[b.column].column, columns[b.column].table);
      break;
    default:
      for (guint l = 0; l < ROWS; l++)
        {
          guint n_before = n;

          for (guint r = 0; r < ROWS; r++)
            n += holds (0, &self->cells[a.column][l], &self->cells[b.column][r]) == 1
                 && (way == 5 || holds (5, &self->cells[a.column][l], &least) == 1);
          if (way == 6 && n == n_before)
            n += holds (5, &self->cells[a.column][l], &least) == 1;
        }
      for (guint r = 0; r < ROWS && way == 6; r++)
        n += !is_there (of_a, &self->cells[b.column][r]) && holds (5, &self->cells[b.column][r], &least) == 1;
      sql = g_strdup_printf ("SELECT count(*) FROM (SELECT %s AS v FROM %s) AS l %s (SELECT %s AS v FROM %s) AS r USING (v)%s",
                             columns[a.column].column, columns[a.column].table, way == 5 ? "JOIN" : "FULL JOIN",
                             columns[b.column].column, columns[b.column].table, way == 5 ? "" : " WHERE v >= -1e300");
    }
  expected = g_strdup_printf ("%u", n);
  return check (self, sql, expected);
}

/* What is shown is a number in plain digits, the right one, in the right order. */
static gboolean
check_shown (Fixture *self)
{
  static const char *const names[] = { "max", "min", "coalesce" };
  guint function = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (names));
  gboolean good = TRUE;
  Operand a, b = { 0 };
  g_autofree char *sql = NULL;

  draw_column (&a, TRUE);
  draw_literal (&b);
  sql = g_strdup_printf ("SELECT %s(%s, %s) FROM %s ORDER BY 1", names[function], columns[a.column].column, b.sql,
                         columns[a.column].table);
  for (int push_down = 0; push_down < 2; push_down++)
    {
      g_autofree char *got = run (self, sql, push_down);
      g_auto (GStrv) cells = g_strsplit (got, " ", -1);
      g_autofree Number *shown = g_new0 (Number, g_strv_length (cells) + 1);
      guint n = g_strv_length (cells);
      guint n_found = 0;

      for (guint i = 0; i < n && good; i++)
        {
          good = strspn (cells[i], "-.0123456789") == strlen (cells[i]);
          if (good)
            number_read (&shown[i], cells[i][0] != '\0' ? cells[i] : NULL);
          good = good && (i == 0 || shown[i - 1].text == NULL || number_compare (&shown[i - 1], &shown[i]) <= 0);
        }
      for (guint r = 0; r < ROWS && good; r++)
        {
          const Number *cell = get (self, &a, r);
          const Number *wanted = function == 0   ? larger (cell, &b.literal)
                                 : function == 1 ? smaller (cell, &b.literal)
                                 : cell->text != NULL ? cell : &b.literal;

          for (guint i = 0; i < n; i++)
            if (wanted->text == NULL ? shown[i].text == NULL
                                     : shown[i].text != NULL && number_compare (wanted, &shown[i]) == 0)
              {
                n_found++;
                break;
              }
        }
      if (!good || n != ROWS || n_found != ROWS)
        g_printerr ("push-down %d: %s\ngot: %s\n\n", push_down, sql, got);
      good = good && n == ROWS && n_found == ROWS;
    }
  operand_clear (&b);
  return good;
}

static void
test_drawn (void)
{
  Fixture *self = g_new0 (Fixture, 1);
  guint n_cases = CASES * (g_test_slow () ? 10 : 1);
  guint n_bad = 0;

  if (!engine_servers_start (&self->servers))
    {
      g_free (self);
      return;
    }
  for (guint round = 0; round < ROUNDS; round++)
    {
      draw_cells (self);
      open_session (self);
      for (guint i = 0; i < n_cases && n_bad < MAX_SHOWN; i++)
        {
          int way = g_test_rand_int_range (0, 6);

          n_bad += !(way < 4 ? check_condition (self) : way < 5 ? check_set (self) : check_shown (self));
        }
      close_session (self);
    }
  engine_servers_stop (&self->servers);
  for (guint c = 0; c < N_COLUMNS; c++)
    for (guint r = 0; r < ROWS; r++)
      g_free (self->cells[c][r].text);
  g_free (self);
  g_assert_cmpuint (n_bad, ==, 0);
}

/* What was found wrong, each at its place. */
static void
test_known (void)
{
  static const struct
  {
    const char *sql;
    const char *rows;
  } cases[] = {
    { "SELECT id FROM sheet WHERE rate > 0.00001 ORDER BY id", "1 2 4" },
    { "SELECT id FROM sheet WHERE rate < 1e15 ORDER BY id", "1 2 3" },
    { "SELECT id FROM sheet WHERE rate = 0.000001 OR rate = 12345678901234567.12345 ORDER BY id", "3 4" },
    { "SELECT max(rate, 0.00001) FROM sheet WHERE id = 1 OR id = 3 ORDER BY id", "0.5 0.00001" },
    { "SELECT id FROM exact WHERE price = 0.000001", "2" },
    { "SELECT max(price, 0.00001) FROM exact WHERE id < 4 ORDER BY id", "0.5 0.00001 0.00001" },
    { "SELECT id FROM exact WHERE price > 1e300 ORDER BY id", "4 5" },
    { "SELECT id FROM exact WHERE price < -1e300", "6" },
    { "SELECT id FROM exact ORDER BY coalesce(price, 2.5e-300) DESC, id LIMIT 3", "4 5 1" },
    { "SELECT id FROM exact WHERE price = ratio ORDER BY id", "1 2 3" },
    { "SELECT id FROM scaled WHERE large >= 9223372036854775808 ORDER BY id", "2 3" },
    { "SELECT id FROM scaled WHERE large > 1.8446744073709551614e19", "3" },
    { "SELECT l.id, r.id FROM scaled AS l JOIN scaled AS r ON l.large = r.whole", "1|1" },
    { "SELECT l.id, r.id FROM sheet AS l JOIN exact AS r ON l.rate = r.ratio ORDER BY 1", "1|1 3|2" },
    { "SELECT count(*) FROM sheet JOIN exact ON rate = price", "2" },
    /* Two literals beside a decimal are decimals, too, wherever they are compared. */
    { "SELECT id FROM scaled WHERE 9223372036854775808 BETWEEN large AND 9223372036854775807e0", "" },
    { "SELECT id FROM scaled WHERE 9223372036854775808 IN (large, 9223372036854775807e0)", "2" },
    { "SELECT id FROM scaled WHERE CASE 9223372036854775808 WHEN large THEN 1 WHEN 9223372036854775807e0 THEN 1 END", "2" },
    /* Of NULL and of sums no type is known; beside a decimal they are none the less numbers, through subqueries too. */
    { "SELECT count(*) FROM (SELECT CASE WHEN id = 0 THEN n ELSE rate END AS o FROM sheet, (SELECT NULL AS n)) WHERE o > 5", "1" },
    { "SELECT count(*) FROM (SELECT CASE WHEN id = 2 THEN n ELSE rate END AS o FROM sheet, (SELECT sum(rate) AS n FROM sheet)) WHERE o > 5", "2" },
    { "SELECT count(*) FROM (SELECT rate AS o FROM sheet UNION ALL SELECT n FROM (SELECT NULL AS n UNION ALL SELECT 0)) WHERE o > 5", "1" },
    { "SELECT max(coalesce((SELECT NULL), rate), 5) FROM sheet ORDER BY id", "5 5 5 12345678901234567.12345" },
    { "WITH RECURSIVE r AS (SELECT NULL AS n, 1 AS i UNION ALL SELECT n, i + 1 FROM r WHERE i < 2) "
      "SELECT count(*) FROM (SELECT coalesce(n, rate) AS o FROM r, sheet) WHERE o > 5", "2" },
    /* The least integer has no negative among the integers. */
    { "SELECT -n FROM least", "9.223372036854776e+18" },
    { "SELECT 0 - n FROM least", "9.223372036854776e+18" },
    { "SELECT none - n FROM least", "9.223372036854776e+18" },
    { "SELECT n * -1 FROM least", "9.223372036854776e+18" },
    { "SELECT n / -1 FROM least", "9.223372036854776e+18" },
    { "SELECT n - none, -none, 5 - id, none - 5 FROM least", "-9223372036854775808|0|4|-5" },
    { "SELECT id FROM least WHERE -n > 0", "1" },
  };
  Fixture self = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *uri = NULL;
  guint n_bad = 0;

  if (!engine_servers_start (&self.servers))
    return;
  ask_test_postgres_exec (self.servers.postgres,
                          "CREATE TABLE exact (id int PRIMARY KEY, price numeric, ratio float8); INSERT INTO exact VALUES (1, 0.5, 0.5), "
                          "(2, 0.000001, 1e-6), (3, -0.0, 0), (4, 'NaN', 1), (5, 'NaN', 2), (6, '-1.5e300', -1.4e300), (7, NULL, 1)");
  ask_test_mariadb_exec (self.servers.mariadb,
                         "USE shop; CREATE TABLE scaled (id INT PRIMARY KEY, large BIGINT UNSIGNED, whole BIGINT); INSERT INTO scaled "
                         "VALUES (1, 9007199254740993, 9007199254740993), (2, 9223372036854775808, 9223372036854775807), "
                         "(3, 18446744073709551615, -1); CREATE TABLE least (id INT PRIMARY KEY, n BIGINT, none BIGINT); "
                         "INSERT INTO least VALUES (1, -9223372036854775808, 0)");
  g_free (sheet_write ("sheet.csv", "id,rate\n1,0.5\n2,0.00002\n3,0.000001\n4,12345678901234567.12345\n", -1));
  self.sheet = g_build_filename (sheet_folder, "sheet.csv", NULL);
  uri = ask_test_mariadb_dup_uri (self.servers.mariadb, NULL, "shop", NULL);
  self.servers.schema = ask_schema_new ();
  self.servers.configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  add_source (&self, sheet_config (self.sheet, NULL));
  add_source (&self, ask_source_config_new ("pg", &ask_postgres_kind, ask_test_postgres_get_uri (self.servers.postgres)));
  add_source (&self, ask_source_config_new ("maria", &ask_mysql_kind, uri));
  self.servers.engine = ask_engine_new (self.servers.schema, self.servers.configs, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    n_bad += !check (&self, cases[i].sql, cases[i].rows);
  close_session (&self);
  engine_servers_stop (&self.servers);
  g_assert_cmpuint (n_bad, ==, 0);
}

int
main (int argc, char **argv)
{
  sheet_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/decimals/decimals-that-once-went-wrong-are-right", test_known);
  g_test_add_func ("/engine/decimals/drawn-decimals-compare-by-value-everywhere", test_drawn);
  return sheet_end (g_test_run ());
}
