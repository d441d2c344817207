/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions of SQLite's that take as long as one text times another: LIKE, GLOB, instr(), replace(), trim(),
 * json_patch() and unhex(). A cell may have 64 MB, and SQLite looks at nothing while such a function is at work, so
 * that one call can take days. These here give the same, look at the deadline and at who cancels on their way, and
 * stand in their place on the engine's connection. What is lost is that SQLite looks "x LIKE 'a%'" up in an index.
 * json_patch() stays SQLite's, and is refused where it would take too long. unhex() is left with one argument only.
 *
 * fold() is our own: a value as filters and searches compare it, in lower case and without accents.
 */
#include "config.h"

#include "engine/ask-external.h"
#include "engine/ask-statement.h"

#include <string.h>

#include "base/ask-text.h"
#include "base/ask-value.h"

#define STEPS_A_LOOK (1 << 20)

/* What a call has done since somebody looked whether it is to stop. */
typedef struct
{
  AskEngine *engine;
  gsize steps;
  gboolean stopped;
} Work;

static gboolean
spend (Work *self, gsize steps)
{
  self->steps += steps;
  if (self->steps < STEPS_A_LOOK)
    return TRUE;
  self->steps = 0;
  self->stopped = self->stopped || ask_engine_is_stopped (self->engine);
  return !self->stopped;
}

typedef enum
{
  MATCH,
  NO_MATCH,
  NO_MATCH_ANYWHERE /* not from any later place either */
} Verdict;

/**
 * Wild:
 * @all, @one: any number of characters, and one; 0 for none
 * @other: the escape of LIKE, 0 for none; "[" of GLOB
 */
typedef struct
{
  guint32 all;
  guint32 one;
  guint32 other;
  gboolean is_glob;
  Work work;
} Wild;

/* As SQLite reads UTF-8, be it valid or not. */
static guint32
read_char (const guchar **text)
{
  static const guchar firsts[]
    = { 0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,
        0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f,
        0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,
        0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x00, 0x01, 0x02, 0x03, 0x00, 0x01, 0x00, 0x00 };
  guint32 c = *(*text)++;

  if (c < 0xc0)
    return c;
  c = firsts[c - 0xc0];
  while ((**text & 0xc0) == 0x80)
    c = (c << 6) + (0x3f & *(*text)++);
  if (c < 0x80 || (c & 0xfffff800) == 0xd800 || (c & 0xfffffffe) == 0xfffe)
    c = 0xfffd;
  return c;
}

/* Whether @c is one of "[^a-z]"; @pattern stands behind the bracket. */
static gboolean
is_in_set (const guchar **pattern, guint32 c)
{
  guint32 before = 0;
  guint32 next = read_char (pattern);
  gboolean inverted = next == '^';
  gboolean seen = FALSE;

  if (inverted)
    next = read_char (pattern);
  if (next == ']')
    {
      seen = c == ']';
      next = read_char (pattern);
    }
  for (; next != 0 && next != ']'; next = read_char (pattern))
    if (next == '-' && **pattern != ']' && **pattern != 0 && before > 0)
      {
        next = read_char (pattern);
        seen = seen || (c >= before && c <= next);
        before = 0;
      }
    else
      {
        seen = seen || c == next;
        before = next;
      }
  return next != 0 && seen != inverted;
}

static Verdict match (Wild *self, const guchar *pattern, const guchar *text);

/* @pattern: what follows "%", from its first character, which is @c; @behind: what follows that */
static Verdict
match_later (Wild *self, guint32 c, const guchar *pattern, const guchar *behind, const guchar *text)
{
  Verdict verdict = NO_MATCH;

  if (c == self->other && self->is_glob)
    {
      for (; *text != 0 && verdict == NO_MATCH; read_char (&text))
        verdict = match (self, pattern, text);
      return verdict == NO_MATCH ? NO_MATCH_ANYWHERE : verdict;
    }
  if (c < 0x80)
    {
      const char stops[] = { (char) (self->is_glob ? (int) c : g_ascii_toupper ((char) c)),
                             (char) (self->is_glob ? 0 : g_ascii_tolower ((char) c)), 0 };

      while (verdict == NO_MATCH)
        {
          gsize n = strcspn ((const char *) text, stops);

          text += n;
          if (*text == 0 || !spend (&self->work, n))
            break;
          verdict = match (self, behind, ++text);
        }
    }
  else
    for (guint32 next; verdict == NO_MATCH && (next = read_char (&text)) != 0 && spend (&self->work, 1);)
      if (next == c)
        verdict = match (self, behind, text);
  return verdict == NO_MATCH ? NO_MATCH_ANYWHERE : verdict;
}

/* Goes on behind "%" and those that follow it. */
static Verdict
match_all (Wild *self, const guchar *pattern, const guchar *text)
{
  const guchar *first = pattern;
  guint32 c;

  while ((c = read_char (&pattern)) == self->all || (c == self->one && self->one != 0))
    {
      if (c == self->one && read_char (&text) == 0)
        return NO_MATCH_ANYWHERE;
      first = pattern;
    }
  if (c == 0)
    return MATCH;
  if (c == self->other && !self->is_glob && (c = read_char (&pattern)) == 0)
    return NO_MATCH_ANYWHERE;
  return match_later (self, c, first, pattern, text);
}

/* Patterns are short (ASK_SQL_MAX_PATTERN), so that the calls within each other are few. */
static Verdict
match (Wild *self, const guchar *pattern, const guchar *text)
{
  guint32 c;

  while ((c = read_char (&pattern)) != 0)
    {
      gboolean escaped = FALSE;
      guint32 next;

      if (!spend (&self->work, 1))
        return NO_MATCH_ANYWHERE;
      if (c == self->all && self->all != 0)
        return match_all (self, pattern, text);
      if (c == self->other && self->other != 0)
        {
          if (self->is_glob)
            {
              next = read_char (&text);
              if (next == 0 || !is_in_set (&pattern, next))
                return NO_MATCH;
              continue;
            }
          c = read_char (&pattern);
          if (c == 0)
            return NO_MATCH;
          escaped = TRUE;
        }
      next = read_char (&text);
      if (c == next
          || (!self->is_glob && c < 0x80 && next < 0x80 && g_ascii_tolower ((char) c) == g_ascii_tolower ((char) next))
          || (c == self->one && self->one != 0 && !escaped && next != 0))
        continue;
      return NO_MATCH;
    }
  return *text == 0 ? MATCH : NO_MATCH;
}

static void
finish (sqlite3_context *context, const Work *work)
{
  if (work->stopped)
    sqlite3_result_error_code (context, SQLITE_INTERRUPT);
}

/* like(pattern, text[, escape]) and glob(pattern, text) */
static void
compare_pattern (sqlite3_context *context, int argc, sqlite3_value **argv, gboolean is_glob)
{
  Wild wild = { .all = is_glob ? '*' : '%',
                .one = is_glob ? '?' : '_',
                .other = is_glob ? '[' : 0,
                .is_glob = is_glob,
                .work = { .engine = sqlite3_user_data (context) } };
  int most = sqlite3_limit (sqlite3_context_db_handle (context), SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1);
  const guchar *pattern;
  const guchar *text;
  gboolean matches;

  if (sqlite3_compileoption_used ("LIKE_DOESNT_MATCH_BLOBS")
      && (sqlite3_value_type (argv[0]) == SQLITE_BLOB || sqlite3_value_type (argv[1]) == SQLITE_BLOB))
    {
      sqlite3_result_int (context, 0);
      return;
    }
  if (sqlite3_value_bytes (argv[0]) > most)
    {
      sqlite3_result_error (context, "LIKE or GLOB pattern too complex", -1);
      return;
    }
  if (argc == 3)
    {
      const guchar *escape = sqlite3_value_text (argv[2]);

      if (escape == NULL)
        return;
      wild.other = read_char (&escape);
      if (wild.other == 0 || *escape != 0)
        {
          sqlite3_result_error (context, "ESCAPE expression must be a single character", -1);
          return;
        }
      if (wild.other == wild.all)
        wild.all = 0;
      if (wild.other == wild.one)
        wild.one = 0;
    }
  pattern = sqlite3_value_text (argv[0]);
  text = sqlite3_value_text (argv[1]);
  if (pattern == NULL || text == NULL)
    return;
  matches = match (&wild, pattern, text) == MATCH;
  sqlite3_result_int (context, matches);
  finish (context, &wild.work);
}

static void
like (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  compare_pattern (context, argc, argv, FALSE);
}

static void
glob (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  compare_pattern (context, argc, argv, TRUE);
}

/* As memmem(), a piece of the text after the other. */
static const char *
find (Work *work, const char *text, gsize n, const char *part, gsize n_part)
{
  gsize stride = MAX (n_part, 4096);
  const char *found = NULL;

  while (found == NULL && n >= n_part && spend (work, stride))
    {
      gsize piece = MIN (n, stride + n_part - 1);
      gsize step = MIN (n, stride);

      found = memmem (text, piece, part, n_part);
      text += step;
      n -= step;
    }
  return found;
}

/* Places within a character of a text that is no UTF-8 do not count, and there may be as many of them as there are
 * bytes. */
static void
instr (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  Work work = { .engine = sqlite3_user_data (context) };
  gboolean bytes = sqlite3_value_type (argv[0]) == SQLITE_BLOB && sqlite3_value_type (argv[1]) == SQLITE_BLOB;
  const char *hay, *needle, *found;
  gsize n_hay, n_needle;
  sqlite3_int64 place = 1;

  if (sqlite3_value_type (argv[0]) == SQLITE_NULL || sqlite3_value_type (argv[1]) == SQLITE_NULL)
    return;
  hay = bytes ? sqlite3_value_blob (argv[0]) : (const char *) sqlite3_value_text (argv[0]);
  needle = bytes ? sqlite3_value_blob (argv[1]) : (const char *) sqlite3_value_text (argv[1]);
  n_hay = (gsize) sqlite3_value_bytes (argv[0]);
  n_needle = (gsize) sqlite3_value_bytes (argv[1]);
  if (n_needle == 0)
    {
      sqlite3_result_int (context, 1);
      return;
    }
  if (hay == NULL || needle == NULL)
    {
      sqlite3_result_int (context, 0);
      return;
    }
  found = find (&work, hay, n_hay, needle, n_needle);
  /* A character begins where it does, also where a text is none. */
  while (found != NULL && !bytes && found > hay && (*found & 0xc0) == 0x80)
    found = find (&work, found + 1, n_hay - (gsize) (found + 1 - hay), needle, n_needle);
  for (const char *p = hay; found != NULL && p < found; p++)
    place += bytes || (p[1] & 0xc0) != 0x80;
  sqlite3_result_int64 (context, found != NULL ? place : 0);
  finish (context, &work);
}

static void
replace (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  Work work = { .engine = sqlite3_user_data (context) };
  const char *text = (const char *) sqlite3_value_text (argv[0]);
  const char *old = text != NULL ? (const char *) sqlite3_value_text (argv[1]) : NULL;
  int most = sqlite3_limit (sqlite3_context_db_handle (context), SQLITE_LIMIT_LENGTH, -1);
  const char *new;
  const char *end;
  const char *found;
  gsize n_old, n_new;
  g_autoptr (GString) out = NULL;

  if (old == NULL)
    return;
  if (old[0] == '\0')
    {
      sqlite3_result_value (context, argv[0]);
      return;
    }
  new = (const char *) sqlite3_value_text (argv[2]);
  if (new == NULL)
    return;
  end = text + sqlite3_value_bytes (argv[0]);
  n_old = (gsize) sqlite3_value_bytes (argv[1]);
  n_new = (gsize) sqlite3_value_bytes (argv[2]);
  out = g_string_new (NULL);
  while (out->len <= (gsize) most && (found = find (&work, text, (gsize) (end - text), old, n_old)) != NULL)
    {
      g_string_append_len (out, text, found - text);
      g_string_append_len (out, new, (gssize) n_new);
      text = found + n_old;
    }
  g_string_append_len (out, text, end - text);
  if (out->len > (gsize) most)
    sqlite3_result_error_toobig (context);
  else
    sqlite3_result_text (context, out->str, (int) out->len, SQLITE_TRANSIENT);
  finish (context, &work);
}

/* Returns: how long the character of @set is that @text begins with, or, @at_end, ends with; 0 for none */
static gsize
find_in_set (Work *work, const char *text, gsize length, gboolean at_end, const char *set, gsize n_set)
{
  gsize n;

  for (gsize i = 0; i < n_set && spend (work, 1); i += n)
    {
      for (n = 1; i + n < n_set && ((guchar) set[i]) >= 0xc0 && (set[i + n] & 0xc0) == 0x80; n++)
        continue;
      if (n <= length && memcmp (at_end ? text + length - n : text, set + i, n) == 0)
        return n;
    }
  return 0;
}

typedef enum
{
  TRIM_LEFT = 1,
  TRIM_RIGHT = 2
} TrimSides;

static void
trim_sides (sqlite3_context *context, int argc, sqlite3_value **argv, TrimSides sides)
{
  Work work = { .engine = sqlite3_user_data (context) };
  const char *text = (const char *) sqlite3_value_text (argv[0]);
  const char *set = argc == 1 ? " " : (const char *) sqlite3_value_text (argv[1]);
  gsize length = (gsize) sqlite3_value_bytes (argv[0]);
  gsize n_set, n;

  if (text == NULL || set == NULL)
    return;
  n_set = strlen (set);
  while ((sides & TRIM_LEFT) != 0 && length > 0 && (n = find_in_set (&work, text, length, FALSE, set, n_set)) > 0)
    {
      text += n;
      length -= n;
    }
  while ((sides & TRIM_RIGHT) != 0 && length > 0 && (n = find_in_set (&work, text, length, TRUE, set, n_set)) > 0)
    length -= n;
  sqlite3_result_text (context, text, (int) length, SQLITE_TRANSIENT);
  finish (context, &work);
}

static void
trim (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  trim_sides (context, argc, argv, TRIM_LEFT | TRIM_RIGHT);
}

static void
ltrim (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  trim_sides (context, argc, argv, TRIM_LEFT);
}

static void
rtrim (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  trim_sides (context, argc, argv, TRIM_RIGHT);
}

/* What grids filter by here has to be what they filter by there: numbers by the digits that programs write. */
static void
fold (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  g_autofree char *text = NULL;
  char *folded;
  AskValue value;

  switch (sqlite3_value_type (argv[0]))
    {
    case SQLITE_NULL:
      return;
    case SQLITE_INTEGER:
      value = ask_value_integer (sqlite3_value_int64 (argv[0]));
      text = ask_value_to_text (&value);
      break;
    case SQLITE_FLOAT:
      value = ask_value_real (sqlite3_value_double (argv[0]));
      text = ask_value_to_text (&value);
      break;
    case SQLITE_TEXT:
      text = g_strdup ((const char *) sqlite3_value_text (argv[0]));
      break;
    default:
      break;
    }
  folded = ask_text_fold (text != NULL ? text : "");
  sqlite3_result_text (context, folded, -1, g_free);
}

/* SQLite compares each member of the patch with each of the text, which from 3.45 on grows meanwhile: what is larger
 * than this would take minutes. A member has five bytes at least. */
#define MOST_PATCH_PAIRS ((guint64) 25 << 30)

/* @context: its data is a connection of our own, where json_patch() is still SQLite's. */
static void
json_patch (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  sqlite3 *db = sqlite3_user_data (context);
  sqlite3_stmt *statement = NULL;
  guint64 n_text, n_patch;

  /* Read as texts, so that their lengths are of what is compared. */
  sqlite3_value_text (argv[0]);
  sqlite3_value_text (argv[1]);
  n_text = (guint64) sqlite3_value_bytes (argv[0]);
  n_patch = (guint64) sqlite3_value_bytes (argv[1]);
  if ((n_text + n_patch) * n_patch > MOST_PATCH_PAIRS)
    {
      sqlite3_result_error_toobig (context);
      return;
    }
  if (sqlite3_prepare_v2 (db, "SELECT json_patch(?1, ?2)", -1, &statement, NULL) == SQLITE_OK
      && sqlite3_bind_value (statement, 1, argv[0]) == SQLITE_OK
      && sqlite3_bind_value (statement, 2, argv[1]) == SQLITE_OK && sqlite3_step (statement) == SQLITE_ROW)
    {
      sqlite3_result_value (context, sqlite3_column_value (statement, 0));
      sqlite3_result_subtype (context, 'J');
    }
  else
    {
      sqlite3_result_error (context, sqlite3_errmsg (db), -1);
      sqlite3_result_error_code (context, sqlite3_errcode (db));
    }
  sqlite3_finalize (statement);
}

/* Since 3.45, SQLite has to be told which functions say of their result that it is JSON. Earlier ones know no such
 * flag, and look at none that they do not know. */
#ifndef SQLITE_RESULT_SUBTYPE
#define SQLITE_RESULT_SUBTYPE 0x001000000
#endif

static void
close_connection (gpointer data)
{
  sqlite3_close (data);
}

static int
add_json_patch (sqlite3 *db)
{
  sqlite3 *own = NULL;
  int code = sqlite3_open_v2 (":memory:", &own, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);

  if (code != SQLITE_OK)
    {
      sqlite3_close (own);
      return code;
    }
  sqlite3_limit (own, SQLITE_LIMIT_LENGTH, sqlite3_limit (db, SQLITE_LIMIT_LENGTH, -1));
  /* It closes the connection also where it fails. */
  return sqlite3_create_function_v2 (db, "json_patch", 2,
                                     SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS | SQLITE_RESULT_SUBTYPE, own,
                                     json_patch, NULL, NULL, close_connection);
}

/**
 * ask_functions_add:
 * @db: the connection of @engine
 *
 * Returns: %SQLITE_OK or what went wrong
 */
int
ask_functions_add (AskEngine *engine, sqlite3 *db)
{
  static const struct
  {
    const char *name;
    int n;
    void (*call) (sqlite3_context *, int, sqlite3_value **);
  } functions[] = { { "like", 2, like },       { "like", 3, like },   { "glob", 2, glob },   { "instr", 2, instr },
                    { "replace", 3, replace }, { "fold", 1, fold },   { "trim", 1, trim },   { "trim", 2, trim },
                    { "ltrim", 1, ltrim },     { "ltrim", 2, ltrim }, { "rtrim", 1, rtrim }, { "rtrim", 2, rtrim } };
  int code = SQLITE_OK;

  for (gsize i = 0; i < G_N_ELEMENTS (functions) && code == SQLITE_OK; i++)
    code = sqlite3_create_function (db, functions[i].name, functions[i].n,
                                    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, engine, functions[i].call,
                                    NULL, NULL);
  if (code == SQLITE_OK)
    code = sqlite3_create_function (db, ASK_EXTERNAL_ANSWER, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                    engine, ask_external_answer, NULL, NULL);
  /* NULL in the place of a function takes SQLite's own away. */
  if (code == SQLITE_OK)
    code = sqlite3_create_function (db, "unhex", 2, SQLITE_UTF8, NULL, NULL, NULL, NULL);
  return code == SQLITE_OK ? add_json_patch (db) : code;
}
