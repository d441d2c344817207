/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is worth a place among the candidates: no draft that nobody means, none that asks what another asks already, and
 * those that need a second entity, another key, or a part that nobody wrote before.
 */
#include "config.h"

#include <string.h>

#include "store/store-fixture.h"
#include "understand/interpret/ask-candidate.h"
#include "understand/interpret/ask-draft-private.h"
#include "understand/understand-handmade.h"

static AskDraft *
parse (AskDomain *domain, const char *sql)
{
  g_autoptr (GError) error = NULL;
  AskDraft *draft = understand_handmade_parse (domain, sql, &error);

  g_test_message ("%s", sql);
  g_assert_no_error (error);
  return draft;
}

static void
test_sense (void)
{
  static const struct
  {
    const char *sql;
    gboolean sense;
  } cases[] = {
    { "SELECT name FROM pupil WHERE city = 'Rome' OR city = 'Bern'", TRUE },
    { "SELECT name FROM pupil WHERE city = 'Rome' AND city = 'Bern'", FALSE },
    { "SELECT name FROM pupil WHERE city = 'Rome' AND age = 7", TRUE },
    { "SELECT name FROM pupil WHERE age > 7 AND age < 9", TRUE },
    { "SELECT name FROM pupil EXCEPT SELECT name FROM pupil", FALSE },
    { "SELECT name FROM pupil WHERE age > 9 EXCEPT SELECT name FROM pupil", FALSE },
    { "SELECT name FROM pupil WHERE age > 9 INTERSECT SELECT name FROM teacher", TRUE },
    { "SELECT name FROM pupil EXCEPT SELECT name FROM pupil WHERE age > 9", TRUE },
    { "SELECT name FROM pupil WHERE id NOT IN (SELECT pupil_id FROM enrolment)", TRUE },
    { "SELECT name FROM pupil WHERE id NOT IN (SELECT mark FROM enrolment)", FALSE },
    { "SELECT pupil_id FROM enrolment WHERE course_id IN (SELECT course_id FROM exam)", TRUE },
    { "SELECT name, name FROM pupil", FALSE },
    { "SELECT count(*) FROM pupil ORDER BY name", FALSE },
    { "SELECT name, count(*) FROM pupil", FALSE },
    { "SELECT name, max(age) FROM pupil", TRUE },
    { "SELECT name, count(*) FROM pupil GROUP BY name", TRUE },
    { "SELECT name FROM pupil WHERE id IN (SELECT pupil_id FROM enrolment WHERE mark = 1 AND mark = 2)", FALSE },
  };
  AskDomain *domain = understand_handmade_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskDraft) draft = parse (domain, cases[i].sql);

      g_assert_cmpint (ask_draft_has_sense (draft, domain), ==, cases[i].sense);
    }
  understand_handmade_free (domain);
}

static void
test_form (void)
{
  static const struct
  {
    const char *one;
    const char *other;
    gboolean same;
  } cases[] = {
    { "SELECT name, age FROM pupil", "SELECT age, name FROM pupil", TRUE },
    { "SELECT name, age FROM pupil", "SELECT name, city FROM pupil", FALSE },
    { "SELECT name FROM pupil WHERE age = 7 AND city = 'Rome'", "SELECT name FROM pupil WHERE city = 'Rome' AND age = 7",
      TRUE },
    { "SELECT name FROM pupil WHERE age = 7 AND city = 'Rome'", "SELECT name FROM pupil WHERE age = 7 OR city = 'Rome'",
      FALSE },
    { "SELECT name FROM pupil WHERE age = 7", "SELECT name FROM pupil WHERE age = 8", FALSE },
    { "SELECT name FROM pupil WHERE city = 'Rome'", "SELECT name FROM pupil WHERE city = 'rome'", FALSE },
    { "SELECT age, city, count(*) FROM pupil GROUP BY age, city", "SELECT city, age, count(*) FROM pupil GROUP BY city, age",
      TRUE },
    { "SELECT name FROM pupil ORDER BY age, city", "SELECT name FROM pupil ORDER BY city, age", FALSE },
    { "SELECT name FROM pupil ORDER BY age", "SELECT name FROM pupil ORDER BY age DESC", FALSE },
    { "SELECT name FROM pupil", "SELECT DISTINCT name FROM pupil", FALSE },
    /* Both ends of a key hold the same, but not where there are two keys between the entities. */
    { "SELECT pupil.id FROM pupil JOIN enrolment ON enrolment.pupil_id = pupil.id",
      "SELECT enrolment.pupil_id FROM pupil JOIN enrolment ON enrolment.pupil_id = pupil.id", TRUE },
    { "SELECT teacher.id, title FROM course JOIN teacher ON course.teacher_id = teacher.id",
      "SELECT teacher_id, title FROM course JOIN teacher ON course.teacher_id = teacher.id", FALSE },
    { "SELECT name, age FROM pupil WHERE age > 1 EXCEPT SELECT name, age FROM pupil WHERE age > 5",
      "SELECT age, name FROM pupil WHERE age > 1 EXCEPT SELECT age, name FROM pupil WHERE age > 5", TRUE },
    { "SELECT name, city FROM pupil EXCEPT SELECT name, city FROM teacher",
      "SELECT name, city FROM pupil EXCEPT SELECT city, name FROM teacher", FALSE },
  };
  AskDomain *domain = understand_handmade_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskDraft) one = parse (domain, cases[i].one);
      g_autoptr (AskDraft) other = parse (domain, cases[i].other);
      g_autofree char *form = ask_draft_spell_form (one, domain, 0);
      g_autofree char *other_form = ask_draft_spell_form (other, domain, 0);

      g_assert_cmpint (strcmp (form, other_form) == 0, ==, cases[i].same);
    }
  understand_handmade_free (domain);
}

/* A random draft keeps its form when its columns, groups and conditions stand in another order. */
static void
test_random_form (void)
{
  AskDomain *domain = understand_handmade_new ();

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (AskDraft) draft = understand_handmade_draw (domain, 1);
      g_autoptr (AskDraft) turned = ask_draft_copy (draft);
      g_autofree char *form = ask_draft_spell_form (draft, domain, 0);
      g_autofree char *other = NULL;
      g_autofree char *sql = ask_draft_to_sql (draft, domain, 0);

      for (guint t = 0; t < draft->groups->len; t++)
        *ask_draft_term (turned->groups, t) = *ask_draft_term (draft->groups, draft->groups->len - 1 - t);
      for (guint t = 0; t < draft->terms->len && draft->second == NULL; t++)
        *ask_draft_term (turned->terms, t) = *ask_draft_term (draft->terms, draft->terms->len - 1 - t);
      other = ask_draft_spell_form (turned, domain, 0);
      g_test_message ("%s", sql != NULL ? sql : "(no SQL)");
      g_assert_cmpstr (form, ==, other);
      turned->limit = draft->limit + 1;
      g_free (other);
      other = ask_draft_spell_form (turned, domain, 0);
      g_assert_cmpstr (form, !=, other);
    }
  understand_handmade_free (domain);
}

/* ---- candidates of a question */

static const char firm_sql[]
  = "CREATE TABLE client (id INTEGER PRIMARY KEY, last_name TEXT, city TEXT, score REAL, height REAL);"
    "CREATE TABLE worker (id INTEGER PRIMARY KEY, last_name TEXT, wage REAL);"
    "CREATE TABLE ticket (id INTEGER PRIMARY KEY, title TEXT, opened_by INTEGER REFERENCES worker,"
    "  closed_by INTEGER REFERENCES worker);"
    "INSERT INTO client VALUES (1, 'Reed', 'Rome', 7, 1), (2, 'Hill', 'Bern', 5, 2), (3, 'Wood', 'Oslo', 6, 3);"
    "INSERT INTO worker VALUES (1, 'Hill', 900), (2, 'Lake', 1200), (3, 'Moor', 1000);"
    "INSERT INTO ticket VALUES (1, 'Leak', 1, 2), (2, 'Noise', 2, 3), (3, 'Smell', 1, 3);";

typedef struct
{
  StoreShop *shop;
  AskEngine *engine;
  AskDomain *domain;
  AskQuestion *question;
  AskGuess *guess;
  AskSketchBook *book;
  GPtrArray *found;
} Found;

static Found *
found_new (const char *text)
{
  Found *self = g_new0 (Found, 1);
  g_autoptr (GArray) choices = NULL;
  g_autoptr (GError) error = NULL;

  self->shop = store_shop_new (firm_sql);
  self->engine = ask_workspace_open_engine (self->shop->workspace, &error);
  g_assert_no_error (error);
  self->domain = ask_domain_new (self->shop->workspace, ask_engine_get_schema (self->engine), NULL, &error);
  g_assert_no_error (error);
  self->question = ask_question_new (self->domain, text, &error);
  g_assert_no_error (error);
  self->guess = ask_guess_new (self->question, ask_weights_get_default ());
  ask_guess_all (self->guess);
  self->book = ask_sketch_book_new (ask_weights_get_default (), &error);
  g_assert_no_error (error);
  choices = ask_sketch_book_choose (self->book, self->guess, ASK_SKETCH_CHOICES);
  self->found = ask_candidates_find (self->guess, choices, 100);
  g_test_message ("%s", text);
  return self;
}

static void
found_free (Found *self)
{
  g_ptr_array_unref (self->found);
  ask_sketch_book_free (self->book);
  ask_guess_free (self->guess);
  ask_question_free (self->question);
  ask_domain_unref (self->domain);
  ask_engine_free (self->engine);
  store_shop_free (self->shop);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Found, found_free)

static gboolean
has (const Found *self, const char *sql)
{
  for (guint i = 0; i < self->found->len; i++)
    if (strcmp (((const AskCandidate *) self->found->pdata[i])->sql, sql) == 0)
      return TRUE;
  return FALSE;
}

static void
test_found (void)
{
  static const struct
  {
    const char *question;
    const char *sql;
  } cases[] = {
    /* The same of two entities that no key joins. */
    { "Which last names are used by both clients and workers?",
      "SELECT last_name FROM client INTERSECT SELECT last_name FROM worker" },
    { "What are the last names of all clients and workers?",
      "SELECT last_name FROM client UNION SELECT last_name FROM worker" },
    /* Which of two keys. */
    { "What is the last name of the worker who closed by ticket \"Noise\"?",
      "SELECT T1.last_name FROM worker AS T1 JOIN ticket AS T2 ON T2.closed_by = T1.id WHERE T2.title = 'Noise'" },
    { "What is the last name of the worker who opened by ticket \"Noise\"?",
      "SELECT T1.last_name FROM worker AS T1 JOIN ticket AS T2 ON T2.opened_by = T1.id WHERE T2.title = 'Noise'" },
    /* Two of a kind. */
    { "What are the average score and the average height of all clients?",
      "SELECT avg(score), avg(height) FROM client" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (Found) found = found_new (cases[i].question);

      if (g_test_verbose ())
        for (guint k = 0; k < found->found->len; k++)
          g_test_message ("%s", ((const AskCandidate *) found->found->pdata[k])->sql);
      g_assert_true (has (found, cases[i].sql));
    }
}

/* Each candidate has a meaning of its own and makes sense; columns stand as the question names them. */
static void
test_own_meaning (void)
{
  static const char *const questions[]
    = { "What are the city and the last name of each client?", "Show the height, score and city of the clients.",
        "How many tickets were opened by each worker?", "Which clients are not in Rome?" };

  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (Found) found = found_new (questions[i]);
      g_autoptr (GHashTable) forms = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

      g_assert_cmpuint (found->found->len, >, 20);
      for (guint k = 0; k < found->found->len; k++)
        {
          const AskCandidate *candidate = found->found->pdata[k];

          g_assert_true (ask_draft_has_sense (candidate->draft, found->domain));
          g_assert_true (g_hash_table_add (forms, ask_draft_spell_form (candidate->draft, found->domain, candidate->way)));
        }
      if (i == 0)
        {
          g_assert_true (has (found, "SELECT city, last_name FROM client"));
          g_assert_false (has (found, "SELECT last_name, city FROM client"));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/candidates/what-nobody-means-has-no-sense", test_sense);
  g_test_add_func ("/understand/candidates/what-asks-the-same-has-one-form", test_form);
  g_test_add_func ("/understand/candidates/a-random-draft-keeps-its-form-in-another-order", test_random_form);
  g_test_add_func ("/understand/candidates/sets-keys-and-new-parts-are-found", test_found);
  g_test_add_func ("/understand/candidates/each-has-a-meaning-of-its-own", test_own_meaning);
  return g_test_run ();
}
