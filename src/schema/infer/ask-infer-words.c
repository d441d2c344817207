/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of tables and columns as words, and how well the words of one stand for those of another. General rules of
 * how people name things in databases; nothing here knows a particular one.
 */
#include "config.h"

#include "schema/infer/ask-infer-private.h"

#include <string.h>

/* Each list is sorted by nothing: they are short. */
static const char *const id_words[] = { "id", "code", "number", "num", "no", "nr", "key", "uid", "nbr", "cd",
                                        "guid", "uuid", "pk", "ssn", "isbn", "sku", NULL };
static const char *const more_key_words[] = { "ref", "name", "title", "abbreviation", "abbr", NULL };
static const char *const noise_words[] = { "ref", "reference", "tbl", "tab", "dim", "fact", "fk", "the", "of",
                                           "and", "in", "for", "to", NULL };
static const char *const measure_words[]
  = { "quantity", "qty",     "time",   "duration",   "description", "count",  "amount", "price",  "cost",
      "total",    "sum",     "percent", "percentage", "rate",       "date",   "day",    "month",  "year",
      "detail",   "comment", "note",   "text",       "status",      "level",  "size",   "length", "width",
      "height",   "weight",  "rank",   "score",      "point",       "age",    "capacity", "salary", "budget",
      "balance",  "value",   "name",   "title",      "address",     "email",  "phone",  NULL };
static const char *const prose_words[]
  = { "description", "detail", "comment", "note", "text", "address", "status", "email", "phone", NULL };
/* What a column calls somebody in a table of people. */
static const char *const role_words[]
  = { "manager", "head",     "supervisor", "boss",      "instructor", "teacher",  "advisor", "adviser",
      "tutor",   "author",   "owner",      "president", "rep",        "representative", "agent", "winner",
      "loser",   "male",     "female",     "husband",   "wife",       "mother",   "father",  "friend",
      "leader",  "captain",  "coach",      "chair",     "secretary",  "treasurer", "creator", "editor",
      "assignee", "reporter", "approver",  "reviewer",  "nurse",      "doctor",   "physician", "salesperson",
      "seller",  "buyer",    "sender",     "recipient", "receiver",   "follower", "followee", "contact",
      "professor", "prof",   "dean",       "director",  "report",     NULL };
static const char *const people_words[]
  = { "person", "people", "employee", "emp", "staff", "member", "faculty", "physician", "worker", NULL };
static const char *const prepositions[] = { "in", "of", "by", "for", "at", "on", "from", "to", "with", NULL };
/* Words that end in "id" and are no identifiers. */
static const char *const whole_words[]
  = { "paid",  "valid", "void",  "grid",   "guid",    "uuid",   "solid",   "liquid",   "fluid", "rapid",
      "avoid", "humid", "acid",  "said",   "maid",    "raid",   "android", "asteroid", "id",    "unpaid",
      "squid", "covid", "david", "madrid", "invalid", "hybrid", "steroid", "eyelid",   NULL };

gboolean
ask_infer_is_id_word (const char *word)
{
  return word != NULL && g_strv_contains (id_words, word);
}

gboolean
ask_infer_is_key_word (const char *word)
{
  return ask_infer_is_id_word (word) || (word != NULL && g_strv_contains (more_key_words, word));
}

gboolean
ask_infer_is_measure (const char *word)
{
  return word != NULL && g_strv_contains (measure_words, word);
}

gboolean
ask_infer_is_prose (const char *word)
{
  return word != NULL && g_strv_contains (prose_words, word);
}

gboolean
ask_infer_is_role (const char *word)
{
  return word != NULL && g_strv_contains (role_words, word);
}

gboolean
ask_infer_is_people (const char *word)
{
  return word != NULL && g_strv_contains (people_words, word);
}

gboolean
ask_infer_is_preposition (const char *word)
{
  return word != NULL && g_strv_contains (prepositions, word);
}

const char *
ask_infer_last (char **words)
{
  guint n = g_strv_length (words);

  return n > 0 ? words[n - 1] : NULL;
}

/* The singular of an English noun; others stay as they are, on both sides alike. */
static char *
dup_singular (const char *word)
{
  static const char *const es[] = { "sses", "xes", "ches", "shes", "uses", NULL };
  gsize length = strlen (word);

  if (length > 4 && g_str_has_suffix (word, "ies"))
    return g_strdup_printf ("%.*sy", (int) length - 3, word);
  for (guint i = 0; length > 4 && es[i] != NULL; i++)
    if (g_str_has_suffix (word, es[i]))
      return g_strndup (word, length - 2);
  if (length > 3 && g_str_has_suffix (word, "s") && !g_str_has_suffix (word, "ss")
      && !g_str_has_suffix (word, "us"))
    return g_strndup (word, length - 1);
  return g_strdup (word);
}

static void
take_word (GPtrArray *words, const char *word, gboolean only)
{
  g_autofree char *whole = g_strdup (word);
  gsize length = strlen (whole);

  /* "phone2", but not "f1" */
  if (length > 3 && g_ascii_isdigit (whole[length - 1]) && g_ascii_isalpha (whole[length - 2]))
    whole[--length] = '\0';
  /* "customerid", "stuid"; and by itself "aid" or "kid" is an identifier too */
  if (length > 2 && g_str_has_suffix (whole, "id") && !g_strv_contains (whole_words, whole)
      && (length > 3 || only || (strcmp (whole, "bid") != 0 && strcmp (whole, "mid") != 0)))
    {
      whole[length - 2] = '\0';
      g_ptr_array_add (words, dup_singular (whole));
      g_ptr_array_add (words, g_strdup ("id"));
      return;
    }
  g_ptr_array_add (words, dup_singular (whole));
}

/*
 * ask_infer_words:
 * @name: "CustomerID", "cust_id", "club_id_2"
 *
 * Returns: (transfer full): its words, folded and in the singular; a number at the end is left out
 */
char **
ask_infer_words (const char *name)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autoptr (GString) part = g_string_new (NULL);
  gunichar before = 0;

  for (const char *p = name;; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean inside = c != 0 && g_unichar_isalnum (c);
      gunichar after = inside ? g_utf8_get_char (g_utf8_next_char (p)) : 0;
      gboolean begins = inside && g_unichar_isupper (c)
                        && (g_unichar_islower (before)
                            || (g_unichar_isupper (before) && g_unichar_islower (after)
                                /* "IDs" is one word */
                                && !(after == 's' && !g_unichar_isalpha (g_utf8_get_char (
                                                       g_utf8_next_char (g_utf8_next_char (p)))))));

      if ((!inside || begins) && part->len > 0)
        {
          g_ptr_array_add (parts, g_utf8_strdown (part->str, -1));
          g_string_truncate (part, 0);
        }
      if (c == 0)
        break;
      if (inside)
        g_string_append_unichar (part, c);
      before = c;
    }
  while (parts->len > 1 && strspn (parts->pdata[parts->len - 1], "0123456789") == strlen (parts->pdata[parts->len - 1]))
    g_ptr_array_set_size (parts, (int) parts->len - 1);
  for (guint i = 0; i < parts->len; i++)
    take_word (words, parts->pdata[i], parts->len == 1);
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_steal (words, NULL);
}

static char **
without (char **words, const char *const *left_out)
{
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();

  for (guint i = 0; words[i] != NULL; i++)
    if (!g_strv_contains (left_out, words[i]))
      g_ptr_array_add (kept, g_strdup (words[i]));
  g_ptr_array_add (kept, NULL);
  return (char **) g_ptr_array_steal (kept, NULL);
}

/* Returns: (transfer full): the words of a table's name, without those that say only that it is one */
char **
ask_infer_table_words (const char *name)
{
  g_auto (GStrv) words = ask_infer_words (name);
  g_auto (GStrv) kept = without (words, noise_words);

  return g_strv_length (kept) > 0 ? g_steal_pointer (&kept) : g_steal_pointer (&words);
}

/* Returns: (transfer full): what is left of a column's words without those that say only that it is a key */
char **
ask_infer_core (char **words)
{
  char **core = without (words, noise_words);
  guint n = g_strv_length (core);

  if (n > 0 && ask_infer_is_key_word (core[n - 1]))
    g_clear_pointer (&core[n - 1], g_free);
  return core;
}

/* "dept" of "department", "stu" of "student" */
static gboolean
abbreviates (const char *brief, const char *whole)
{
  gsize length = strlen (brief);
  const char *p = brief;

  if (length < 2 || length >= strlen (whole) || brief[0] != whole[0])
    return FALSE;
  if (g_str_has_prefix (whole, brief))
    return TRUE;
  if (length < 3)
    return FALSE;
  for (const char *q = whole; *q != '\0' && *p != '\0'; q++)
    p += *p == *q;
  return *p == '\0';
}

static gboolean
same_words (char **a, char **b, guint n)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (a[i], b[i]) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
is_initials (const char *word, char **other, guint n)
{
  if (strlen (word) != n || n < 2)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (word[i] != other[i][0])
      return FALSE;
  return TRUE;
}

static gboolean
abbreviate_all (char **a, char **b, guint n, gboolean either)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (a[i], b[i]) != 0 && !abbreviates (a[i], b[i]) && !(either && strlen (b[i]) > 2 && abbreviates (b[i], a[i])))
      return FALSE;
  return TRUE;
}

/*
 * ask_infer_match:
 * @words: of a column, without what says that it is a key
 * @other: of a table, or of its key
 * @initials: one letter stands for a word that begins with it
 *
 * Returns: how well @words stand for @other: 1 for the same, 0 for not at all
 */
double
ask_infer_match (char **words, char **other, gboolean initials)
{
  guint n = g_strv_length (words);
  guint m = g_strv_length (other);

  if (n == 0 || m == 0)
    return 0;
  if (n == m && same_words (words, other, n))
    return 1;
  if (n != m && (n == 1 || m == 1))
    {
      g_autofree char *a = g_strjoinv ("", words);
      g_autofree char *b = g_strjoinv ("", other);

      if (strcmp (a, b) == 0)
        return 1;
    }
  if (n == m && abbreviate_all (words, other, n, TRUE))
    return 0.9;
  if (initials && n == 1 && words[0][1] == '\0' && words[0][0] == other[0][0])
    return 0.8;
  if (n == 1 && is_initials (words[0], other, m))
    return 0.85;
  if (n == 1 && m > 1 && strlen (words[0]) > 2 && abbreviates (words[0], other[m - 1]))
    return 0.7;
  /* A role before it: the home team */
  if (n > m && same_words (words + n - m, other, m))
    return 0.8;
  if (n > m && abbreviate_all (words + n - m, other, m, FALSE))
    return 0.7;
  /* An address of customer addresses, a claim of claim headers */
  if (n < m && same_words (words, other + m - n, n))
    return 0.8;
  if (n < m && same_words (words, other, n))
    return 0.75;
  if (m == 1 && strlen (other[0]) > 4 && g_str_has_suffix (words[n - 1], other[0]))
    return 0.7;
  return 0;
}
