/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Draws tables and rows. Values repeat often, so that joins find something, and lie where types end:
 * beyond 53 and 64 bits, at the last digit of a double, in texts that differ by case or by a blank.
 */
#include "config.h"

#include "night-world.h"

#include <string.h>

#include "night-random.h"
#include "night-settings.h"

#define MOST_TABLES 4
#define MOST_ROWS 60

GRand *night_rand;

static const char *const integers[] = { "0", "1", "2", "3", "4", "5", "7", "10", "-1", "100" };
static const char *const wild_integers[]
  = { "2147483647",           "-2147483648",         "2147483648",       "9007199254740992", "9007199254740993",
      "9223372036854775807", "-9223372036854775808", "9223372036854775806", "1", "7" };
static const char *const small_integers[] = { "127", "-128", "0", "1", "7", "10" };
static const char *const middle_integers[] = { "2147483647", "-2147483648", "65536", "7" };
static const char *const reals[] = { "0", "0.5", "1.5", "-2.5", "0.1", "0.3", "7", "10", "100000", "123456.789", "0.001" };
static const char *const wild_reals[]
  = { "0.0000001", "0.00000000025", "1e15", "1e16", "1.25e20", "1e300", "5e-300", "9007199254740992", "1e22", "123456789012345.6",
      "0.1", "7", "0.00001", "2.5e-10" };
static const char *const money[] = { "0.00", "7.00", "2.50", "0.10", "-2.50", "10.00", "99999.99" };
static const char *const decimals[] = { "0", "7", "7.0", "10", "2.5", "0.1", "9", "-2.5", "100.25", "0.001" };
static const char *const wild_decimals[]
  = { "0.0000001",           "0.00000000025",      "12345678901234.5678", "12345678901234.5679", "9007199254740993",
      "9007199254740992",    "9223372036854775808", "18446744073709551615", "123456789012345678901234567890",
      "1000000000000000",    "125000000000000000000", "10000000000000000000000", "7", "7.00", "2.50",
      "-0.0000001",          "-9007199254740993",  "0.1" };
static const char *const wholes[]
  = { "0", "7", "10", "9", "18446744073709551615", "9223372036854775808", "9223372036854775807", "9007199254740993", "100000000000000000" };
static const char *const texts[]
  = { "a",    "A",     "a ",   " a",  "b",   "B",      "ä",    "Ä",     "ae",    "ß",        "ss",  "10",   "9",  "1e2",     "07",
      "7",    "NULL",  "true", "%",   "_",   "a,b",    "a|b",  "a b",   "50%",   "O'Brien",  "x;y", "\\",   "\"q\"", "I",    "ı",
      "İ",    "😀",    "é",    "e\xcc\x81", "-",  "2024-02-29", "[1,2]", "{\"a\":1}", "line\nbreak", "tab\there", "x", "y", "z", "x", "y",
      "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz1",
      "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz2", "7.0", "=1+1", "a#b&c=d", "+1", "a/b", "." };
/* What a list of values in one parameter may fall apart at. */
static const char *const listed[] = { "a,b", "a", "b", "a|b", "a b", "b,a", "a%2Cb", "c" };
static const char *const latin_texts[] = { "a", "A", "b", "B", "ä", "Ä", "x", "y", "10", "9", "é", "ß" };
static const char *const dates[]
  = { "2024-02-29", "1999-12-31", "2024-01-01", "2024-03-01", "1970-01-01", "9999-12-31", "1900-02-28", "2024-12-30", "2023-10-29" };
static const char *const stamps[] = { "2024-02-29 12:00:00", "2024-02-29 00:00:00", "1999-12-31 23:59:59", "2024-03-31 02:30:00",
                                      "2024-10-27 02:30:00", "1970-01-01 00:00:00", "2024-02-29 12:00:01" };

#define DRAW(array) g_string_new (NIGHT_PICK (array))

static GString *
draw_text (NightPlace place, const char *type)
{
  GString *text;

  if (type != NULL && strstr (type, "latin1") != NULL)
    return DRAW (latin_texts);
  if (place == NIGHT_API && night_one_in (3))
    return DRAW (listed);
  if (night_one_in (12) && place != NIGHT_SHEET)
    return g_string_new (night_one_in (2) ? "" : " ");
  /* Where there can be a NUL in a text. */
  if (night_one_in (14) && (place == NIGHT_MARIADB || place == NIGHT_API))
    {
      text = g_string_new ("a");
      g_string_append_len (text, "\0b", night_one_in (2) ? 1 : 2);
      return text;
    }
  return DRAW (texts);
}

/**
 * night_cell_draw:
 * @type: (nullable): as @place declares it
 * @wild: numbers may be of any size
 *
 * Returns: (transfer full): a value that such a column can hold, as text
 */
GString *
night_cell_draw (NightPlace place, NightKind kind, const char *type, gboolean wild)
{
  GString *text;

  if (type == NULL)
    type = "";
  switch (kind)
    {
    case NIGHT_INT:
      if (strstr (type, "SMALLINT") != NULL)
        return DRAW (small_integers);
      /* Of a real a whole number that no double holds keeps its digits here, and not in SQLite. */
      if (strcmp (type, "INT") == 0 || strcmp (type, "number") == 0 || strstr (type, "(10,0)") != NULL)
        return wild && night_one_in (2) ? DRAW (middle_integers) : DRAW (integers);
      return wild && night_one_in (2) ? DRAW (wild_integers) : DRAW (integers);
    case NIGHT_REAL:
      if (strstr (type, "(10,2)") != NULL)
        return DRAW (money);
      return wild && night_one_in (2) ? DRAW (wild_reals) : DRAW (reals);
    case NIGHT_DEC:
      if (strstr (type, "UNSIGNED") != NULL || strstr (type, ",0)") != NULL)
        return DRAW (wholes);
      return wild && night_one_in (2) ? DRAW (wild_decimals) : DRAW (decimals);
    case NIGHT_TEXT:
      return draw_text (place, type);
    case NIGHT_DATE:
      if (place == NIGHT_POSTGRES && night_one_in (15))
        return g_string_new (night_one_in (2) ? "0044-03-15 BC" : "infinity");
      return DRAW (dates);
    case NIGHT_STAMP:
      text = DRAW (stamps);
      /* Moments, and not what a clock on a wall shows. */
      if (place == NIGHT_API || strcmp (type, "TIMESTAMPTZ") == 0)
        {
          text->str[10] = 'T';
          g_string_append_c (text, 'Z');
        }
      return text;
    case NIGHT_BOOL:
    default:
      return g_string_new (night_one_in (2) ? "1" : "0");
    }
}

#define N_TYPES 6

/* Upper case, so that a draw can look for words in them. */
static const char *const types[NIGHT_N_PLACES][NIGHT_N_KINDS][N_TYPES] = {
  [NIGHT_FILE] = { { "INTEGER", "BIGINT" }, { "REAL", "DOUBLE" }, { NULL }, { "TEXT", "VARCHAR(100)" }, { "DATE", "TEXT" },
                   { "DATETIME", "TEXT" }, { "BOOLEAN", "INTEGER" } },
  [NIGHT_SHEET] = { { "" }, { "" }, { "" }, { "" }, { "" }, { "" }, { NULL } },
  [NIGHT_POSTGRES] = { { "BIGINT", "BIGINT", "SMALLINT" },
                       { "DOUBLE PRECISION", "NUMERIC(10,2)" },
                       { "NUMERIC", "NUMERIC(44,12)", "NUMERIC(30,0)" },
                       { "TEXT", "VARCHAR(100)", "TEXT COLLATE night_ci", "TEXT COLLATE night_accents", "TEXT COLLATE \"en-x-icu\"" },
                       { "DATE" },
                       { "TIMESTAMP", "TIMESTAMPTZ" },
                       { "BOOLEAN" } },
  [NIGHT_MARIADB] = { { "BIGINT", "INT", "SMALLINT", "DECIMAL(10,0)" },
                      { "DOUBLE", "DECIMAL(10,2)" },
                      { "DECIMAL(50,12)", "BIGINT UNSIGNED", "DECIMAL(30,0)" },
                      { "TEXT", "VARCHAR(100)", "VARCHAR(100) COLLATE utf8mb4_bin", "LONGTEXT COLLATE utf8mb4_unicode_ci",
                        "VARCHAR(50) CHARACTER SET latin1" },
                      { "DATE" },
                      { "DATETIME" },
                      { "BOOLEAN" } },
  [NIGHT_API] = { { "integer", "integer", "number" }, { "number" }, { NULL }, { "string" }, { "date" }, { "date-time" }, { "boolean" } },
};

static const char *
draw_type (NightPlace place, NightKind kind)
{
  guint n = 0;

  while (n < N_TYPES && types[place][kind][n] != NULL)
    n++;
  return n > 0 ? types[place][kind][night_below (n)] : NULL;
}

/** night_column_free: @data: (transfer full): a NightColumn */
void
night_column_free (gpointer data)
{
  NightColumn *self = data;

  g_free (self->name);
  g_free (self);
}

/** night_cell_free: @data: (transfer full) (nullable): a GString */
void
night_cell_free (gpointer data)
{
  if (data != NULL)
    g_string_free (data, TRUE);
}

/** night_table_free: @data: (transfer full): a NightTable */
void
night_table_free (gpointer data)
{
  NightTable *self = data;

  g_free (self->name);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->rows);
  g_free (self);
}

static NightColumn *
add_column (NightTable *table, const char *name, NightKind kind)
{
  const char *type = draw_type (table->place, kind);
  NightColumn *column;

  if (type == NULL)
    return NULL;
  column = g_new0 (NightColumn, 1);
  column->name = g_strdup (name);
  column->kind = kind;
  column->type = type;
  column->wild = night_one_in (2);
  column->nullable = !night_one_in (3);
  g_ptr_array_add (table->columns, column);
  return column;
}

static void
draw_columns (NightTable *table)
{
  static const char *const names[] = { "name", "price", "order", "Total amount", "group", "value", "label", "x" };
  static const char *const times[] = { "created_at", "updated_at", "ordered_at", "shipped_at" };
  guint n = 2 + night_below (5);

  add_column (table, "id", NIGHT_INT)->nullable = FALSE;
  add_column (table, "ref", NIGHT_INT);
  for (guint i = 0; i < 2; i++)
    {
      NightColumn *column = table->columns->pdata[i];

      column->wild = FALSE;
      column->type = table->place == NIGHT_API ? "integer" : table->place == NIGHT_SHEET ? "" : "BIGINT";
    }
  for (guint i = 0; i < n; i++)
    {
      NightKind kind = (NightKind) night_below (NIGHT_N_KINDS);
      g_autofree char *plain = g_strdup_printf ("c%u", i);
      const char *name = night_one_in (4) ? NIGHT_PICK (names) : plain;

      if (kind == NIGHT_STAMP && !night_one_in (4))
        name = NIGHT_PICK (times);
      for (guint k = 0; k < table->columns->len; k++)
        if (g_ascii_strcasecmp (((NightColumn *) table->columns->pdata[k])->name, name) == 0)
          name = plain;
      add_column (table, name, kind);
    }
}

static void
draw_rows (NightTable *table)
{
  guint n = night_one_in (8) ? 0 : night_one_in (table->place == NIGHT_API ? 2 : 4) ? night_below (MOST_ROWS + 1) : night_below (15);

  for (guint r = 0; r < n; r++)
    {
      GPtrArray *row = g_ptr_array_new_with_free_func (night_cell_free);

      for (guint c = 0; c < table->columns->len; c++)
        {
          const NightColumn *column = table->columns->pdata[c];
          GString *cell = NULL;

          if (c == 0)
            {
              cell = g_string_new (NULL);
              g_string_printf (cell, "%u", r + 1);
            }
          else if (!column->nullable || !night_one_in (6))
            cell = night_cell_draw (table->place, column->kind, column->type, column->wild);
          g_ptr_array_add (row, cell);
        }
      g_ptr_array_insert (table->rows, night_one_in (3) ? 0 : -1, row);
    }
}

static NightTable *
draw_table (guint n)
{
  NightTable *self = g_new0 (NightTable, 1);

  self->name = g_strdup_printf ("t%u", n);
  self->place = (NightPlace) night_below (NIGHT_N_PLACES);
  self->columns = g_ptr_array_new_with_free_func (night_column_free);
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  draw_columns (self);
  draw_rows (self);
  night_api_draw (self);
  self->sheet.delimiter = ",;\t|"[night_below (4)];
  self->sheet.ends = night_below (4);
  self->sheet.quotes = night_one_in (3);
  self->sheet.mark = night_one_in (3);
  self->sheet.last_end = !night_one_in (3);
  return self;
}

/** night_world_draw: Returns: (transfer full): tables, their places, and what the servers are set to */
NightWorld *
night_world_draw (void)
{
  NightWorld *self = g_new0 (NightWorld, 1);
  guint n = 1 + night_below (MOST_TABLES);

  self->tables = g_ptr_array_new_with_free_func (night_table_free);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (self->tables, draw_table (i));
  self->settings = night_settings_draw ();
  return self;
}

/** night_world_free: frees it */
void
night_world_free (NightWorld *self)
{
  g_ptr_array_unref (self->tables);
  g_ptr_array_unref (self->settings);
  g_free (self);
}

/* A date that is no text in ISO 8601. */
static gboolean
has_odd_dates (const NightTable *table)
{
  for (guint r = 0; r < table->rows->len; r++)
    for (guint c = 0; c < table->columns->len; c++)
      {
        const GString *cell = ((GPtrArray *) table->rows->pdata[r])->pdata[c];

        if (((NightColumn *) table->columns->pdata[c])->kind == NIGHT_DATE && cell != NULL
            && (cell->str[0] == 'i' || g_str_has_suffix (cell->str, "BC")))
          return TRUE;
      }
  return FALSE;
}

/**
 * night_world_is_wrong:
 * @sql: a statement over it
 *
 * Returns: whether @sql reads an API that breaks its word, or dates that SQLite does not have, so that an error is a
 *   right answer, too
 */
gboolean
night_world_is_wrong (const NightWorld *self, const char *sql)
{
  for (guint i = 0; i < self->tables->len; i++)
    {
      const NightTable *table = self->tables->pdata[i];

      if (strstr (sql, table->name) != NULL
          && ((table->place == NIGHT_API && (table->api.wrong != NIGHT_RIGHT || table->api.one > NIGHT_ONE_GOOD))
              || has_odd_dates (table)))
        return TRUE;
    }
  return FALSE;
}

static void
describe_cell (const GString *cell, GString *text)
{

  if (cell == NULL)
    {
      g_string_append (text, "NULL");
      return;
    }
  g_string_append_c (text, '\'');
  for (gsize i = 0; i < cell->len; i++)
    if (g_ascii_iscntrl (cell->str[i]))
      g_string_append_printf (text, "\\x%02x", (guchar) cell->str[i]);
    else
      g_string_append_c (text, cell->str[i]);
  g_string_append_c (text, '\'');
}

static void
describe_table (const NightTable *table, GString *text)
{
  static const char *const places[] = { "a SQLite file", "a CSV file", "PostgreSQL", "MariaDB", "an API" };

  g_string_append_printf (text, "  table %s in %s (", table->name, places[table->place]);
  for (guint c = 0; c < table->columns->len; c++)
    {
      const NightColumn *column = table->columns->pdata[c];

      g_string_append_printf (text, "%s\"%s\" %s%s", c > 0 ? ", " : "", column->name, column->type,
                              column->nullable ? "" : " NOT NULL");
    }
  g_string_append (text, ")\n");
  if (table->place == NIGHT_API)
    night_api_describe (table, text);
  if (table->place == NIGHT_SHEET)
    g_string_append_printf (text, "    delimiter U+%04X, %s%s%s%s\n", (guint) table->sheet.delimiter,
                            table->sheet.ends == 0   ? "LF"
                            : table->sheet.ends == 1 ? "CRLF"
                            : table->sheet.ends == 3 ? "CR, LF and CRLF by turns"
                                                     : "LF and CRLF by turns",
                            table->sheet.quotes ? ", all in quotes" : "", table->sheet.mark ? ", byte order mark" : "",
                            table->sheet.last_end ? "" : ", no end after the last line");
  for (guint r = 0; r < table->rows->len; r++)
    {
      const GPtrArray *row = table->rows->pdata[r];

      g_string_append (text, "    ");
      for (guint c = 0; c < row->len; c++)
        {
          g_string_append (text, c > 0 ? ", " : "");
          describe_cell (row->pdata[c], text);
        }
      g_string_append_c (text, '\n');
    }
}

/** night_world_describe: appends all that a person needs to make it again by hand */
void
night_world_describe (const NightWorld *self, GString *text)
{
  for (guint i = 0; i < self->settings->len; i++)
    g_string_append_printf (text, "  setting: %s\n", (char *) self->settings->pdata[i]);
  for (guint i = 0; i < self->tables->len; i++)
    describe_table (self->tables->pdata[i], text);
}
