/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of tables and columns as the words that people would say: split where people split them, written out
 * where people abbreviate, and without words that say nothing. What is written together is split only where
 * both halves are words of the schema or of names in general.
 */
#include "config.h"

#include "understand/link/ask-domain-private.h"

#include <string.h>

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
  { "acc", "account" },
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
  { "dir", "director" },
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
static const char *const usual[] = {
  "account", "address",  "amount", "birth",    "book",    "category", "city",       "class",       "code",
  "count",   "country",  "cost",   "customer", "date",    "day",      "department", "description", "duration",
  "email",   "employee", "end",    "file",     "first",   "flag",     "gender",     "grade",       "group",
  "height",  "home",     "hours",  "last",     "length",  "level",    "line",       "list",        "location",
  "manager", "middle",   "model",  "month",    "name",    "nick",     "note",       "number",      "order",
  "page",    "percent",  "phone",  "place",    "points",  "position", "post",       "price",       "product",
  "project", "quantity", "rank",   "rate",     "rating",  "region",   "road",       "room",        "salary",
  "score",   "size",     "staff",  "start",    "state",   "station",  "status",     "street",      "student",
  "team",    "text",     "time",   "title",    "total",   "type",     "unit",       "user",        "value",
  "version", "week",     "weight", "width",    "work",    "year",     "zip",        "nummer",      "datum",
  "preis",   "betrag",   "menge",  "kunden",   "artikel", "bestell",  "rechnungs",  "liefer",      "anzahl",
};

/* Words that only look as if they were put together, or that people say as one. */
static const char *const whole[] = {
  "average",   "birthday", "breakfast", "cabinet",    "carrier",    "coverage", "deadline",   "download", "feedback",
  "forename",  "forward",  "framework", "headline",   "holiday",    "homepage", "horsepower", "hostage",  "household",
  "language",  "lifetime", "manager",   "message",    "mileage",    "network",  "nickname",   "notebook", "overtime",
  "package",   "password", "passport",  "percentage", "playground", "postcode", "storage",    "surname",  "timeline",
  "timestamp", "today",    "update",    "upload",     "username",   "voltage",  "website",    "weekday",  "weekend",
  "wordcount", "workshop", "yearbook",  "zipcode",
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
is_whole (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    if (strcmp (word, whole[i]) == 0)
      return TRUE;
  return FALSE;
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

/*
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
  static const char *const ends[] = { "id", "no", "nr" };
  gsize length = strlen (word);
  gsize best = 0;

  if (is_whole (word) || !g_str_is_ascii (word))
    return 0;
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
add_words (GPtrArray *words, const char *word, GHashTable *vocabulary, gboolean last)
{
  const char *full = write_out (word);
  gsize half;

  if (full == NULL && last && strcmp (word, "no") == 0)
    full = "number";
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

      add_words (words, first, vocabulary, FALSE);
      add_words (words, word + half, vocabulary, last);
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

/*
 * ask_domain_words_read:
 * @name: of an entity or attribute
 * @vocabulary: from ask_domain_words_collect()
 *
 * Returns: (transfer full): the stems of what people would say for it
 */
char **
ask_domain_words_read (const char *name, GHashTable *vocabulary)
{
  g_autoptr (GPtrArray) parts = split (name);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < parts->len; i++)
    {
      const char *part = parts->pdata[i];

      /* At the end it says something: "valid_to". */
      if (i + 1 < parts->len && ask_name_word_is (part, ASK_WORD_NOISE))
        continue;
      add_words (words, part, vocabulary, i > 0 && i + 1 == parts->len);
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
