/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ClickHouse's types by their names, "Array(Nullable(Decimal(18, 4)))", and what they are here:
 *
 *   Int8 … Int64, UInt8 … UInt32              integer; UInt64 of what a statement computes, too
 *   UInt64, Int128 …, Decimal of 16 digits on decimal
 *   Decimal of up to 15 digits, Float32/64    real; whole ones of up to 18 digits integers
 *   Bool                                      boolean
 *   Date, Date32                              date
 *   DateTime, DateTime64                      a moment in UTC, "2024-07-02T01:04:05Z"
 *   String, FixedString, Enum, UUID, IPv4     text; bytes where it is no UTF-8
 *   Array, Tuple                              JSON
 *
 * LowCardinality and Nullable are what they are made of. Columns of other types (Map, IPv6, Variant, …) are left out.
 */
#include "config.h"

#include "source/clickhouse/ask-clickhouse-private.h"

#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 32

/* Of a Decimal256, and what 64 bits hold of a moment. */
#define MAX_DIGITS 76
#define MAX_FRACTION 18

static AskClickhouseType *parse (const char **p, guint depth);

/** ask_clickhouse_type_free: @self: (nullable) (transfer full) */
void
ask_clickhouse_type_free (AskClickhouseType *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->starts, g_array_unref);
  g_clear_pointer (&self->lengths, g_array_unref);
  if (self->space != NULL)
    g_string_free (self->space, TRUE);
  g_free (self);
}

/** ask_clickhouse_type_set_counts: numbers of 64 bits without a sign are integers here, where they fit */
void
ask_clickhouse_type_set_counts (AskClickhouseType *self)
{
  if (self->kind == ASK_CLICKHOUSE_NULLABLE)
    {
      ask_clickhouse_type_set_counts (self->parts->pdata[0]);
      self->type = ((AskClickhouseType *) self->parts->pdata[0])->type;
    }
  else if (self->kind == ASK_CLICKHOUSE_UNSIGNED && self->size == 8)
    self->type = ASK_TYPE_INTEGER;
}

static AskClickhouseType *
make (AskClickhouseKind kind, guint size, AskType type)
{
  AskClickhouseType *self = g_new0 (AskClickhouseType, 1);

  self->kind = kind;
  self->size = size;
  self->type = type;
  self->space = g_string_new (NULL);
  return self;
}

static void
skip_blanks (const char **p)
{
  while (**p == ' ' || **p == '\n')
    (*p)++;
}

/* A number of up to @most. One that is larger stays where it is, so that the type is none. */
static guint
parse_number (const char **p, guint most)
{
  char *end;
  guint64 number = g_ascii_strtoull (*p, &end, 10);

  if (!g_ascii_isdigit (**p) || number > most)
    return 0;
  *p = end;
  return (guint) number;
}

/* "'word'", with backslashes; Returns: (transfer full) (nullable) */
static char *
parse_quoted (const char **p)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (**p != '\'')
    return NULL;
  for ((*p)++; **p != '\0' && **p != '\''; (*p)++)
    {
      if (**p == '\\' && (*p)[1] != '\0')
        (*p)++;
      g_string_append_c (text, **p);
    }
  if (**p != '\'')
    return NULL;
  (*p)++;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Behind "(": "'a' = 1, 'b' = 2" */
static gboolean
parse_enum (const char **p, AskClickhouseType *self)
{
  self->names = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, g_free);
  while (**p != ')')
    {
      g_autofree char *word = NULL;
      char *end;
      long number;

      skip_blanks (p);
      word = parse_quoted (p);
      skip_blanks (p);
      if (word == NULL || **p != '=')
        return FALSE;
      (*p)++;
      number = strtol (*p, &end, 10);
      if (end == *p)
        return FALSE;
      *p = end;
      g_hash_table_insert (self->names, GINT_TO_POINTER ((int) number), g_steal_pointer (&word));
      skip_blanks (p);
      if (**p == ',')
        (*p)++;
      else if (**p != ')')
        return FALSE;
    }
  return TRUE;
}

/* The types between the brackets; names of a tuple's elements are passed over. */
static gboolean
parse_parts (const char **p, AskClickhouseType *self, guint depth)
{
  self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_clickhouse_type_free);
  while (**p != ')')
    {
      AskClickhouseType *part;
      const char *start;

      skip_blanks (p);
      start = *p;
      part = parse (p, depth + 1);
      skip_blanks (p);
      if (part != NULL && **p != ',' && **p != ')')
        g_clear_pointer (&part, ask_clickhouse_type_free);
      if (part == NULL)
        {
          /* "name String" */
          *p = start;
          while (g_ascii_isalnum (**p) || **p == '_')
            (*p)++;
          skip_blanks (p);
          part = *p > start ? parse (p, depth + 1) : NULL;
        }
      if (part == NULL)
        return FALSE;
      g_ptr_array_add (self->parts, part);
      skip_blanks (p);
      if (**p == ',')
        (*p)++;
      else if (**p != ')')
        return FALSE;
    }
  return TRUE;
}

static const struct
{
  const char *name;
  AskClickhouseKind kind;
  guint size;
  AskType type;
} simple[] = {
  { "Int8", ASK_CLICKHOUSE_INTEGER, 1, ASK_TYPE_INTEGER },
  { "Int16", ASK_CLICKHOUSE_INTEGER, 2, ASK_TYPE_INTEGER },
  { "Int32", ASK_CLICKHOUSE_INTEGER, 4, ASK_TYPE_INTEGER },
  { "Int64", ASK_CLICKHOUSE_INTEGER, 8, ASK_TYPE_INTEGER },
  { "Int128", ASK_CLICKHOUSE_INTEGER, 16, ASK_TYPE_DECIMAL },
  { "Int256", ASK_CLICKHOUSE_INTEGER, 32, ASK_TYPE_DECIMAL },
  { "UInt8", ASK_CLICKHOUSE_UNSIGNED, 1, ASK_TYPE_INTEGER },
  { "UInt16", ASK_CLICKHOUSE_UNSIGNED, 2, ASK_TYPE_INTEGER },
  { "UInt32", ASK_CLICKHOUSE_UNSIGNED, 4, ASK_TYPE_INTEGER },
  { "UInt64", ASK_CLICKHOUSE_UNSIGNED, 8, ASK_TYPE_DECIMAL },
  { "UInt128", ASK_CLICKHOUSE_UNSIGNED, 16, ASK_TYPE_DECIMAL },
  { "UInt256", ASK_CLICKHOUSE_UNSIGNED, 32, ASK_TYPE_DECIMAL },
  { "Bool", ASK_CLICKHOUSE_BOOLEAN, 1, ASK_TYPE_BOOLEAN },
  { "Float32", ASK_CLICKHOUSE_REAL, 4, ASK_TYPE_REAL },
  { "Float64", ASK_CLICKHOUSE_REAL, 8, ASK_TYPE_REAL },
  { "Date", ASK_CLICKHOUSE_DATE, 2, ASK_TYPE_DATE },
  { "Date32", ASK_CLICKHOUSE_DATE, 4, ASK_TYPE_DATE },
  { "String", ASK_CLICKHOUSE_STRING, 0, ASK_TYPE_TEXT },
  { "UUID", ASK_CLICKHOUSE_UUID, 16, ASK_TYPE_TEXT },
  { "IPv4", ASK_CLICKHOUSE_IPV4, 4, ASK_TYPE_TEXT },
  { "Nothing", ASK_CLICKHOUSE_NOTHING, 1, ASK_TYPE_ANY },
};

static AskClickhouseType *
parse_decimal (const char **p)
{
  AskClickhouseType *self = make (ASK_CLICKHOUSE_DECIMAL, 0, ASK_TYPE_DECIMAL);

  self->precision = parse_number (p, MAX_DIGITS);
  skip_blanks (p);
  if (**p == ',')
    {
      (*p)++;
      skip_blanks (p);
      self->scale = parse_number (p, self->precision);
    }
  self->size = self->precision <= 9 ? 4 : self->precision <= 18 ? 8 : self->precision <= 38 ? 16 : 32;
  if (self->scale == 0 && self->precision <= 18)
    self->type = ASK_TYPE_INTEGER;
  else if (self->precision <= 15)
    self->type = ASK_TYPE_REAL;
  return self;
}

/* What stands in brackets behind @name; @p is behind "(". */
static AskClickhouseType *
parse_made (const char *name, const char **p, guint depth)
{
  g_autoptr (AskClickhouseType) self = NULL;
  g_autofree char *zone = NULL;

  if (strcmp (name, "Decimal") == 0)
    self = parse_decimal (p);
  else if (strcmp (name, "FixedString") == 0)
    {
      self = make (ASK_CLICKHOUSE_FIXED, parse_number (p, G_MAXINT32), ASK_TYPE_TEXT);
      if (self->size == 0)
        return NULL;
    }
  else if (strcmp (name, "DateTime") == 0)
    {
      self = make (ASK_CLICKHOUSE_MOMENT, 4, ASK_TYPE_DATETIME);
      zone = parse_quoted (p);
    }
  else if (strcmp (name, "DateTime64") == 0)
    {
      self = make (ASK_CLICKHOUSE_MOMENT, 8, ASK_TYPE_DATETIME);
      self->scale = parse_number (p, MAX_FRACTION);
      skip_blanks (p);
      if (**p == ',')
        {
          (*p)++;
          skip_blanks (p);
          zone = parse_quoted (p);
        }
    }
  else if (strcmp (name, "Enum8") == 0 || strcmp (name, "Enum16") == 0)
    {
      self = make (ASK_CLICKHOUSE_ENUM, strcmp (name, "Enum8") == 0 ? 1 : 2, ASK_TYPE_TEXT);
      if (!parse_enum (p, self))
        return NULL;
    }
  else if (strcmp (name, "LowCardinality") == 0)
    self = parse (p, depth + 1); /* it is sent as what it is made of */
  else if (strcmp (name, "Nullable") == 0 || strcmp (name, "Array") == 0 || strcmp (name, "Tuple") == 0)
    {
      gboolean nullable = *name == 'N';

      self = make (nullable       ? ASK_CLICKHOUSE_NULLABLE
                   : *name == 'A' ? ASK_CLICKHOUSE_ARRAY
                                  : ASK_CLICKHOUSE_TUPLE,
                   0, ASK_TYPE_JSON);
      /* Values without a byte could be any number of them. */
      if (!parse_parts (p, self, depth) || self->parts->len == 0 || (*name != 'T' && self->parts->len != 1))
        return NULL;
      if (nullable)
        self->type = ((AskClickhouseType *) self->parts->pdata[0])->type;
    }
  if (self == NULL || **p != ')')
    return NULL;
  (*p)++;
  return g_steal_pointer (&self);
}

static AskClickhouseType *
parse (const char **p, guint depth)
{
  const char *start = *p;
  g_autofree char *name = NULL;

  while (g_ascii_isalnum (**p))
    (*p)++;
  if (depth > MAX_DEPTH || *p == start)
    return NULL;
  name = g_strndup (start, (gsize) (*p - start));
  if (**p == '(')
    {
      (*p)++;
      return parse_made (name, p, depth);
    }
  for (guint i = 0; i < G_N_ELEMENTS (simple); i++)
    if (strcmp (simple[i].name, name) == 0)
      return make (simple[i].kind, simple[i].size, simple[i].type);
  if (strcmp (name, "DateTime") == 0)
    return make (ASK_CLICKHOUSE_MOMENT, 4, ASK_TYPE_DATETIME);
  return NULL;
}

/** ask_clickhouse_type_new: @declared: as the server names it. Returns: (transfer full) (nullable): %NULL where it is not known here */
AskClickhouseType *
ask_clickhouse_type_new (const char *declared)
{
  const char *p = declared;
  g_autoptr (AskClickhouseType) self = parse (&p, 0);

  return self != NULL && *p == '\0' ? g_steal_pointer (&self) : NULL;
}
