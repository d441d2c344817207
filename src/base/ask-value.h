/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A cell: NULL, a 64-bit integer, a double, text or bytes, and the declared types of columns.
 * Sixteen bytes, borrowed storage. It must never convert a value that nobody asked to convert:
 * "07" stays text, and 9007199254740993 stays an integer.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ASK_VALUE_NULL,
  ASK_VALUE_INTEGER,
  ASK_VALUE_REAL,
  ASK_VALUE_TEXT,
  ASK_VALUE_BLOB
} AskValueKind;

/**
 * AskValue:
 * @kind: which member of the union holds
 * @length: bytes in @text or @blob, not counting the NUL that always follows @text
 *
 * A plain struct, copied by assignment. Whoever made it owns what @text and @blob point at; only
 * ask_value_dup_into() makes a copy that stands alone, freed with ask_value_clear().
 */
typedef struct
{
  union
  {
    gint64 integer;
    double real;
    const char *text;
    const guint8 *blob;
  };
  guint32 length;
  guint32 kind;
} AskValue;

/**
 * AskType:
 *
 * What a column or an attribute is declared to hold. %ASK_TYPE_ANY says that nothing is known.
 * Dates are text in ISO 8601; JSON is text. %ASK_TYPE_DECIMAL is a number whose digits do not fit a
 * double or 64 bits: it is kept as text with all of them, and compared as a number.
 */
typedef enum
{
  ASK_TYPE_ANY,
  ASK_TYPE_INTEGER,
  ASK_TYPE_REAL,
  ASK_TYPE_DECIMAL,
  ASK_TYPE_TEXT,
  ASK_TYPE_BOOLEAN,
  ASK_TYPE_DATE,
  ASK_TYPE_DATETIME,
  ASK_TYPE_JSON,
  ASK_TYPE_BLOB
} AskType;

#define ASK_NULL_INIT ((AskValue) { .integer = 0, .length = 0, .kind = ASK_VALUE_NULL })

AskValue    ask_value_integer    (gint64          integer);
AskValue    ask_value_real       (double          real);
AskValue    ask_value_text       (const char     *text,
                                  gssize          length);
AskValue    ask_value_blob       (const guint8   *blob,
                                  gsize           length);

void        ask_value_dup_into   (AskValue       *to,
                                  const AskValue *from);
void        ask_value_clear      (AskValue       *value);
gboolean    ask_value_equal      (const AskValue *a,
                                  const AskValue *b);
int         ask_value_compare    (const AskValue *a,
                                  const AskValue *b);
char       *ask_value_to_text    (const AskValue *value);
gboolean    ask_value_get_number (const AskValue *value,
                                  double         *number);

char       *ask_real_to_text     (double          real);
gboolean    ask_real_is_exact    (double          real,
                                  const char     *text);
gboolean    ask_text_to_number   (const char     *text,
                                  AskValue       *number);

const char *ask_type_to_string   (AskType         type);
gboolean    ask_type_from_string (const char     *string,
                                  AskType        *type);
const char *ask_type_get_sql     (AskType         type);

G_END_DECLS
