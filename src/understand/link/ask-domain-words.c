/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of tables and columns as the words that people would say: split where people split them, written out
 * where people abbreviate, and without words that say nothing. What is written together is split only where
 * both halves are words of the schema or of names in general.
 */
#include "config.h"

#include "understand/link/ask-domain-private.h"

#include <string.h>

/* Of stems of one word: letters that they begin with alike, and what may follow these. */
#define LEAST_SHARED 5
#define MOST_OTHER 2

#include "base/ask-name.h"
#include "base/ask-text.h"

#define MAX_DESCRIPTION_WORDS 12
/* "in", "a" and the like are no halves of words. */
#define MIN_HALF 3

/* Abbreviations of names, sorted for bsearch(), and what they stand for. One that means several things is left as
 * it is. */
static const struct
{
  const char *word;
  const char *full;
} abbreviations[] = {
  { "abbr", "abbreviation" },
  { "abbrev", "abbreviation" },
  { "abk", "abkurzung" },
  { "acct", "account" },
  { "addr", "address" },
  { "adr", "adresse" },
  { "amt", "amount" },
  { "apt", "apartment" },
  { "arr", "arrival" },
  { "artnr", "artikel nummer" },
  { "asst", "assistant" },
  { "attr", "attribute" },
  { "auth", "author" },
  { "avg", "average" },
  { "bal", "balance" },
  { "bday", "birthday" },
  { "bez", "bezeichnung" },
  { "bldg", "building" },
  { "btw", "between" },
  { "calc", "calculated" },
  { "categ", "category" },
  { "cert", "certificate" },
  { "cnt", "count" },
  { "cntry", "country" },
  { "comm", "commission" },
  { "conf", "conference" },
  { "cred", "credit" },
  { "crs", "course" },
  { "ctry", "country" },
  { "cur", "current" },
  { "curr", "current" },
  { "cust", "customer" },
  { "cyl", "cylinders" },
  { "dat", "date" },
  { "decr", "decrease" },
  { "deg", "degree" },
  { "dept", "department" },
  { "desc", "description" },
  { "descr", "description" },
  { "dest", "destination" },
  { "disc", "discount" },
  { "dist", "distance" },
  { "distr", "district" },
  { "dob", "date birth" },
  { "doc", "document" },
  { "dt", "date" },
  { "dur", "duration" },
  { "edu", "education" },
  { "emp", "employee" },
  { "empl", "employee" },
  { "enr", "enrollment" },
  { "env", "environment" },
  { "fac", "faculty" },
  { "fam", "family" },
  { "fname", "first name" },
  { "freq", "frequency" },
  { "geb", "geburt" },
  { "gebdat", "geburt datum" },
  { "gov", "government" },
  { "govt", "government" },
  { "grp", "group" },
  { "hosp", "hospital" },
  { "hp", "horsepower" },
  { "hr", "hour" },
  { "hrs", "hours" },
  { "img", "image" },
  { "info", "information" },
  { "init", "initial" },
  { "inst", "institution" },
  { "instr", "instructor" },
  { "inv", "invoice" },
  { "jg", "jahrgang" },
  { "kd", "kunde" },
  { "kdnr", "kunde nummer" },
  { "lang", "language" },
  { "lat", "latitude" },
  { "len", "length" },
  { "lfd", "laufende" },
  { "lic", "license" },
  { "lief", "lieferant" },
  { "ln", "line" },
  { "lname", "last name" },
  { "lng", "longitude" },
  { "loc", "location" },
  { "lon", "longitude" },
  { "ltd", "limited" },
  { "maint", "maintenance" },
  { "manuf", "manufacturer" },
  { "mfg", "manufacturing" },
  { "mfr", "manufacturer" },
  { "mgr", "manager" },
  { "mgt", "management" },
  { "minit", "middle initial" },
  { "mitarb", "mitarbeiter" },
  { "mkt", "market" },
  { "mktg", "marketing" },
  { "mname", "middle name" },
  { "mob", "mobile" },
  { "mpg", "miles gallon" },
  { "msg", "message" },
  { "mth", "month" },
  { "nat", "nationality" },
  { "nbr", "number" },
  { "nr", "number" },
  { "num", "number" },
  { "obj", "object" },
  { "opt", "option" },
  { "org", "organization" },
  { "orig", "original" },
  { "param", "parameter" },
  { "pct", "percent" },
  { "perc", "percent" },
  { "pers", "person" },
  { "ph", "phone" },
  { "phn", "phone" },
  { "pic", "picture" },
  { "plz", "postleitzahl" },
  { "pmt", "payment" },
  { "pop", "population" },
  { "pos", "position" },
  { "pref", "preference" },
  { "prereq", "prerequisite" },
  { "prev", "previous" },
  { "prod", "product" },
  { "prof", "professor" },
  { "prog", "program" },
  { "proj", "project" },
  { "prov", "province" },
  { "purch", "purchase" },
  { "pwd", "password" },
  { "qty", "quantity" },
  { "qual", "qualification" },
  { "rcpt", "receipt" },
  { "rec", "record" },
  { "ref", "reference" },
  { "reg", "registration" },
  { "rep", "representative" },
  { "req", "required" },
  { "rev", "revenue" },
  { "rm", "room" },
  { "rnd", "round" },
  { "sal", "salary" },
  { "sched", "schedule" },
  { "sem", "semester" },
  { "seq", "sequence" },
  { "sig", "signature" },
  { "sqft", "square feet" },
  { "src", "source" },
  { "std", "standard" },
  { "stmt", "statement" },
  { "str", "street" },
  { "stu", "student" },
  { "stud", "student" },
  { "subj", "subject" },
  { "supp", "supplier" },
  { "supv", "supervisor" },
  { "sys", "system" },
  { "tech", "technology" },
  { "tel", "telephone" },
  { "temp", "temperature" },
  { "tot", "total" },
  { "tran", "transaction" },
  { "trans", "transaction" },
  { "txt", "text" },
  { "typ", "type" },
  { "univ", "university" },
  { "usr", "user" },
  { "val", "value" },
  { "veh", "vehicle" },
  { "vol", "volume" },
  { "wk", "week" },
  { "wt", "weight" },
  { "yr", "year" },
  { "yrs", "years" },
};

/* What names of columns end in, and what is often written together with it. */
static const char *const usual[]
  = { "account",  "address", "amount",   "anzahl",     "artikel",     "bestell",  "betrag",  "birth",    "book",
      "category", "city",    "class",    "code",       "cost",        "count",    "country", "create",   "customer",
      "date",     "datum",   "day",      "department", "description", "duration", "email",   "employee", "end",
      "file",     "first",   "flag",     "gender",     "grade",       "group",    "height",  "hire",     "home",
      "hours",    "job",     "key",      "kunden",     "last",        "length",   "letter",  "level",    "liefer",
      "line",     "list",    "location", "manager",    "menge",       "middle",   "model",   "month",    "name",
      "nick",     "note",    "number",   "nummer",     "order",       "page",     "percent", "phone",    "place",
      "point",    "points",  "position", "post",       "preis",       "price",    "product", "project",  "quantity",
      "rank",     "rate",    "rating",   "rechnungs",  "region",      "road",     "room",    "salary",   "score",
      "size",     "staff",   "start",    "state",      "station",     "status",   "street",  "student",  "team",
      "text",     "time",    "title",    "total",      "type",        "unit",     "user",    "value",    "version",
      "week",     "weight",  "width",    "work",       "year",        "zip" };

/* Words that only look as if they were put together, or that people say as one. */
static const char *const whole[]
  = { "average",    "birthday", "breakfast", "cabinet",  "carrier",  "classroom", "coverage", "datetime", "deadline",
      "download",   "feedback", "filename",  "forename", "forward",  "framework", "headline", "holiday",  "homepage",
      "horsepower", "hostage",  "household", "keyboard", "keyword",  "language",  "lifetime", "manager",  "message",
      "mileage",    "network",  "nickname",  "notebook", "overtime", "package",   "passport", "password", "percentage",
      "playground", "postcode", "storage",   "surname",  "timeline", "timestamp", "today",    "update",   "upload",
      "username",   "voltage",  "website",   "weekday",  "weekend",  "wordcount", "workshop", "yearbook", "zipcode" };

/* What follows the first letters of an entity: "cname", "c_name". */
static const char *const tails[] = {
  "addr", "address", "code",   "date",  "desc",  "id",  "location", "name", "no",
  "nr",   "num",     "number", "phone", "price", "ref", "title",    "type",
};

static int
compare_abbreviation (const void *key, const void *item)
{
  return strcmp (key, *(const char *const *) item);
}

/* Returns: (transfer none) (nullable) */
static const char *
write_out (const char *word)
{
  const char *const *found
    = bsearch (word, abbreviations, G_N_ELEMENTS (abbreviations), sizeof *abbreviations, compare_abbreviation);

  return found != NULL ? found[1] : NULL;
}

static gboolean
is_among (const char *word, const char *const *words, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (strcmp (word, words[i]) == 0)
      return TRUE;
  return FALSE;
}

/* "customerid", but not "valid" */
static gboolean
ends_in_id (const char *word)
{
  g_auto (GStrv) words = ask_name_split (word);

  return words[0] != NULL && words[1] != NULL && strcmp (words[1], "id") == 0;
}

/* Returns: (transfer full): folded words of @name, digits apart from letters */
static GPtrArray *
split (const char *name)
{
  g_autofree char *spaced = ask_text_to_words (name);
  g_autofree char *folded = ask_text_fold (spaced);
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) word = g_string_new (NULL);
  gboolean digits = FALSE;

  for (const char *p = folded;; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean inside = c != 0 && g_unichar_isalnum (c);

      if (word->len > 0 && (!inside || digits != g_unichar_isdigit (c)))
        {
          g_ptr_array_add (words, g_strdup (word->str));
          g_string_truncate (word, 0);
        }
      if (c == 0)
        return words;
      if (inside)
        g_string_append_unichar (word, c);
      digits = g_unichar_isdigit (c);
    }
}

static void
collect_name (GHashTable *vocabulary, const char *name)
{
  g_autoptr (GPtrArray) words = split (name);

  for (guint i = 0; i < words->len; i++)
    {
      const char *word = words->pdata[i];
      const char *full = write_out (word);
      gsize length = strlen (word);

      if (length < MIN_HALF)
        continue;
      g_hash_table_add (vocabulary, g_strdup (word));
      if (full != NULL && strchr (full, ' ') == NULL)
        g_hash_table_add (vocabulary, g_strdup (full));
      if (length > MIN_HALF + 1 && word[length - 1] == 's' && word[length - 2] != 's')
        g_hash_table_add (vocabulary, g_strndup (word, length - 1));
    }
}

/**
 * ask_domain_words_collect:
 * @entities: (element-type AskEntity): any
 *
 * Returns: (transfer full) (element-type utf8): the words that their names are made of
 */
GHashTable *
ask_domain_words_collect (GPtrArray *entities)
{
  GHashTable *vocabulary = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
    g_hash_table_add (vocabulary, g_strdup (usual[i]));
  for (guint e = 0; e < entities->len; e++)
    {
      const AskEntity *entity = entities->pdata[e];

      collect_name (vocabulary, entity->name);
      for (guint a = 0; a < entity->attributes->len; a++)
        collect_name (vocabulary, ((const AskAttribute *) entity->attributes->pdata[a])->name);
    }
  return vocabulary;
}

/* "studentname" → "student", "name"; "empid" → "emp", "id".
 * Returns: how long the first half is, 0 where @word is one */
static gsize
find_half (const char *word, GHashTable *vocabulary)
{
  static const char *const ends[] = { "no", "nr" };
  gsize length = strlen (word);
  gsize best = 0;

  if (is_among (word, whole, G_N_ELEMENTS (whole)) || !g_str_is_ascii (word))
    return 0;
  if (length > 4 && ends_in_id (word))
    return length - 2;
  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *first = length > 4 ? g_strndup (word, length - 2) : NULL;

      if (first != NULL && g_str_has_suffix (word, ends[i])
          && (g_hash_table_contains (vocabulary, first) || write_out (first) != NULL))
        return length - 2;
    }
  for (gsize at = MIN_HALF; at + MIN_HALF <= length; at++)
    {
      g_autofree char *first = g_strndup (word, at);

      if ((g_hash_table_contains (vocabulary, first) || write_out (first) != NULL)
          && g_hash_table_contains (vocabulary, word + at))
        best = at;
    }
  return best;
}

static void
add_words (GPtrArray *words, const char *word, GHashTable *vocabulary)
{
  const char *full = write_out (word);
  gsize half;

  if (full != NULL)
    {
      g_auto (GStrv) all = g_strsplit (full, " ", -1);

      for (guint i = 0; all[i] != NULL; i++)
        g_ptr_array_add (words, g_strdup (all[i]));
      return;
    }
  half = find_half (word, vocabulary);
  if (half > 0)
    {
      g_autofree char *first = g_strndup (word, half);

      add_words (words, first, vocabulary);
      add_words (words, strcmp (word + half, "no") == 0 ? "number" : word + half, vocabulary);
      return;
    }
  g_ptr_array_add (words, g_strdup (word));
}

static char **
stem_all (GPtrArray *words)
{
  GStrvBuilder *builder = g_strv_builder_new ();
  char **stems;

  for (guint i = 0; i < words->len; i++)
    {
      g_autofree char *stem = ask_text_stem (words->pdata[i]);

      g_strv_builder_add (builder, stem);
    }
  stems = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return stems;
}

/*
 * ask_domain_words_raw:
 * @name: of an entity or attribute
 *
 * Returns: (transfer full): its words as they are written, as stems
 */
char **
ask_domain_words_raw (const char *name)
{
  g_autoptr (GPtrArray) words = split (name);

  return stem_all (words);
}

/* Whose first letters @start may be: a word of the first of @owners that has one, its last words first. Not one that
 * begins with all of @whole_part: "candidate_id" is of candidates.
 * Returns: (transfer full) (nullable): the word */
static char *
find_owner (const char *start, const char *whole_part, const char *const *owners)
{
  gsize length = strlen (start);

  for (gsize o = 0; owners[o] != NULL; o++)
    {
      g_autoptr (GPtrArray) words = split (owners[o]);

      for (guint w = words->len; w > 0; w--)
        {
          const char *word = words->pdata[w - 1];

          if (g_str_has_prefix (word, start) && strlen (word) > length + 1
              && (strcmp (start, whole_part) == 0 || !g_str_has_prefix (word, whole_part)))
            return g_strdup (word);
        }
    }
  return NULL;
}

/* "c" and "name", or "cname" alone: what they begin with, written out where it is the entity's.
 * Returns: how many of @parts that was */
static guint
read_start (GPtrArray *parts, const char *const *owners, GPtrArray *words)
{
  const char *first = parts->pdata[0];
  const char *second = parts->len > 1 ? parts->pdata[1] : NULL;
  gsize length = strlen (first);
  g_autofree char *glued = second != NULL ? g_strconcat (first, second, NULL) : NULL;
  g_autofree char *start = NULL;
  g_autofree char *owner = NULL;

  /* "LName" is as good as "lname". */
  if (length == 1 && glued != NULL && write_out (glued) != NULL)
    {
      g_auto (GStrv) full = g_strsplit (write_out (glued), " ", -1);

      for (guint i = 0; full[i] != NULL; i++)
        g_ptr_array_add (words, g_strdup (full[i]));
      return 2;
    }
  if (second != NULL && is_among (second, tails, G_N_ELEMENTS (tails))
      && !is_among (first, usual, G_N_ELEMENTS (usual)))
    owner = length <= 5 ? find_owner (first, first, owners) : NULL;
  if (owner != NULL)
    {
      g_ptr_array_add (words, g_steal_pointer (&owner));
      return 1;
    }
  for (gsize n = 1; n <= 5 && n < length && write_out (first) == NULL; n++)
    {
      if (!is_among (first + n, tails, G_N_ELEMENTS (tails)))
        continue;
      start = g_strndup (first, n);
      owner = is_among (start, usual, G_N_ELEMENTS (usual)) ? NULL : find_owner (start, first, owners);
      if (owner == NULL)
        return 0;
      g_ptr_array_add (words, g_steal_pointer (&owner));
      /* The rest is read as ever. */
      parts->pdata[0] = g_strdup (first + n);
      g_free ((char *) first);
      return 0;
    }
  return 0;
}

/**
 * ask_domain_words_read:
 * @name: of an entity or attribute
 * @owners: (array zero-terminated=1): names of entities that the name's first letters may stand for
 * @vocabulary: from ask_domain_words_collect()
 *
 * Returns: (transfer full): the stems of what people would say for it
 */
char **
ask_domain_words_read (const char *name, const char *const *owners, GHashTable *vocabulary)
{
  g_autoptr (GPtrArray) parts = split (name);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  for (guint i = parts->len > 0 ? read_start (parts, owners, words) : 0; i < parts->len; i++)
    {
      const char *part = parts->pdata[i];
      gboolean last = i + 1 == parts->len;

      /* At the end it says something: "valid_to". */
      if (!last && ask_name_word_is (part, ASK_WORD_NOISE))
        continue;
      if (last && words->len > 0 && (strcmp (part, "yn") == 0 || strcmp (part, "mf") == 0))
        continue;
      /* "emp_no", "no_of_loans" */
      if (strcmp (part, "no") == 0 && ((last && words->len > 0) || (!last && strcmp (parts->pdata[i + 1], "of") == 0)))
        part = "number";
      add_words (words, part, vocabulary);
    }
  return stem_all (words);
}

/*
 * ask_domain_words_describe:
 * @text: (nullable): a description
 *
 * Returns: (transfer full): the stems of its first words that say something, each once
 */
char **
ask_domain_words_describe (const char *text)
{
  g_autoptr (GPtrArray) words = ask_text_words (text != NULL ? text : "");
  g_autoptr (GPtrArray) stems = g_ptr_array_new ();

  for (guint i = 0; i < words->len && stems->len < MAX_DESCRIPTION_WORDS; i++)
    {
      g_autofree char *stem = NULL;

      if (ask_text_is_stop_word (words->pdata[i]))
        continue;
      stem = ask_text_stem (words->pdata[i]);
      if (!g_ptr_array_find_with_equal_func (stems, stem, g_str_equal, NULL))
        g_ptr_array_add (stems, g_steal_pointer (&stem));
    }
  g_ptr_array_add (stems, NULL);
  return (char **) g_ptr_array_steal (stems, NULL);
}

/*
 * ask_domain_words_synonyms:
 * @synonyms: (nullable) (element-type utf8): as a steward wrote them
 *
 * Returns: (transfer full) (element-type GStrv): as stems
 */
GPtrArray *
ask_domain_words_synonyms (GPtrArray *synonyms)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  for (guint i = 0; synonyms != NULL && i < synonyms->len; i++)
    {
      char **stems = ask_domain_words_raw (synonyms->pdata[i]);

      if (stems[0] != NULL)
        g_ptr_array_add (all, stems);
      else
        g_strfreev (stems);
    }
  return all;
}

/**
 * ask_domain_words_have:
 * @stems: (array zero-terminated=1): as of ask_domain_words_read()
 * @stem: what is looked for
 *
 * Returns: whether @stems have it
 */
gboolean
ask_domain_words_have (char **stems, const char *stem)
{
  return g_strv_contains ((const char *const *) stems, stem);
}

/**
 * ask_domain_words_have_any:
 * @stems: (array zero-terminated=1): as of ask_domain_words_read()
 * @wanted: (array zero-terminated=1): what is looked for
 *
 * Returns: whether @stems have one of @wanted
 */
gboolean
ask_domain_words_have_any (char **stems, const char *const *wanted)
{
  for (guint i = 0; wanted[i] != NULL; i++)
    if (ask_domain_words_have (stems, wanted[i]))
      return TRUE;
  return FALSE;
}

/**
 * ask_domain_words_begin_alike:
 * @a: a stem
 * @b: another one
 *
 * Returns: whether both are of one word, or nearly: "assign" and "assigne", "subscrib" and "subscript"
 */
gboolean
ask_domain_words_begin_alike (const char *a, const char *b)
{
  gsize n = 0;

  while (a[n] != '\0' && a[n] == b[n])
    n++;
  return (a[n] == '\0' && b[n] == '\0')
         || (n >= LEAST_SHARED && strlen (a) <= n + MOST_OTHER && strlen (b) <= n + MOST_OTHER);
}
