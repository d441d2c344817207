/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Completion of an expression by the letters that its last word begins with, in names or in what they are called.
 */
#include "config.h"

#include "explore/ask-build-complete.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"
#include "explore/ask-build-offer.h"
#include "sql/ask-sql-lexer.h"

#define MAX_WORDS 12

static const struct
{
  const char *name;
  const char *detail;
} functions[] = {
  { "abs", N_ ("without its sign") },
  { "coalesce", N_ ("the first that is not empty") },
  { "date", N_ ("the day of a time") },
  { "iif", N_ ("one of two, by a condition") },
  { "instr", N_ ("where a text begins in another") },
  { "julianday", N_ ("days, to be subtracted from each other") },
  { "length", N_ ("letters of a text") },
  { "lower", N_ ("in small letters") },
  { "max", N_ ("the greatest of several") },
  { "min", N_ ("the smallest of several") },
  { "nullif", N_ ("empty where both are the same") },
  { "replace", N_ ("a text with another in its place") },
  { "round", N_ ("rounded to so many digits") },
  { "strftime", N_ ("a part of a time") },
  { "substr", N_ ("a part of a text") },
  { "trim", N_ ("without blanks around it") },
  { "upper", N_ ("in capital letters") },
};

static void
word_free (gpointer data)
{
  AskBuildWord *self = data;

  g_free (self->words);
  g_free (self->text);
  g_free (self->detail);
  g_free (self);
}

static void
add (GPtrArray *words, const char *called, char *text, const char *detail)
{
  AskBuildWord *word = g_new0 (AskBuildWord, 1);

  word->words = g_strdup (called);
  word->text = text;
  word->detail = g_strdup (detail);
  g_ptr_array_add (words, word);
}

/**
 * ask_build_find_word:
 * @text: an expression
 * @cursor: a place in it, in bytes
 *
 * Returns: where the word begins that ends at @cursor; @cursor where there is none
 */
gsize
ask_build_find_word (const char *text, gsize cursor)
{
  while (cursor > 0
         && (g_ascii_isalnum (text[cursor - 1]) || text[cursor - 1] == '_' || (text[cursor - 1] & 0x80) != 0))
    cursor--;
  return cursor;
}

static gboolean
begins (const char *name, const char *begun)
{
  g_autofree char *folded = ask_text_fold (name);

  return g_str_has_prefix (folded, begun);
}

static char *
write_name (const AskBuildTerm *term, gboolean several)
{
  g_autofree char *name = ask_sql_quote_name_if_needed (term->name);
  g_autofree char *item = several && term->item != NULL ? ask_sql_quote_name_if_needed (term->item) : NULL;

  return item != NULL ? g_strconcat (item, ".", name, NULL) : g_steal_pointer (&name);
}

/**
 * ask_build_complete:
 * @self: steps
 * @schema: whose names they are
 * @place: of the step with the expression
 * @begun: the letters that are there
 *
 * Returns: (transfer full) (element-type AskBuildWord): what may be meant, columns first; nothing for no letters
 */
GPtrArray *
ask_build_complete (const AskBuild *self, AskSchema *schema, guint place, const char *begun)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (word_free);
  g_autoptr (GPtrArray) choices = ask_build_list_choices (self, schema, ASK_BUILD_CALCULATE, place);
  g_autofree char *folded = ask_text_fold (begun);
  guint n_tables = 0;

  if (begun[0] == '\0')
    return words;
  for (guint i = 0; i < self->steps->len; i++)
    n_tables += ask_build_get_step (self, i)->entity != NULL && !ask_build_get_step (self, i)->disabled;
  for (guint i = 0; i < choices->len && words->len < MAX_WORDS; i++)
    {
      const AskBuildChoice *choice = choices->pdata[i];

      if (begins (choice->term.name, folded) || begins (choice->words, folded))
        add (words, choice->words, write_name (&choice->term, n_tables > 1),
             choice->attribute != NULL ? choice->attribute->description : NULL);
    }
  for (guint i = 0; i < G_N_ELEMENTS (functions) && words->len < MAX_WORDS; i++)
    if (begins (functions[i].name, folded))
      add (words, functions[i].name, g_strconcat (functions[i].name, "(", NULL), _ (functions[i].detail));
  return words;
}
