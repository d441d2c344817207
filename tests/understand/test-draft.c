/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Drafts: what SQL becomes, what becomes SQL, and how entities are joined.
 */
#include "understand-handmade.h"

#include "sql/ask-sql-parser.h"
#include "understand/interpret/ask-reading-words.h"

typedef struct
{
  const char *sql;
  const char *expected; /* as it is printed; or, of what a draft cannot say, words of the message */
} Case;

static void
check_print (AskDomain *domain, const char *sql, guint way, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskDraft) draft = understand_handmade_parse (domain, sql, &error);
  g_autofree char *printed = NULL;

  g_assert_no_error (error);
  printed = ask_draft_to_sql (draft, domain, way);
  g_assert_cmpstr (printed, ==, expected);
}

static void
test_printed (void)
{
  static const Case cases[] = {
    { "select NAME from Pupil", "SELECT name FROM pupil" },
    { "SELECT p.name FROM pupil AS p WHERE p.age > 10 AND p.name LIKE '%a%'",
      "SELECT name FROM pupil WHERE age > 10 AND name LIKE '%a%'" },
    { "SELECT count(name) FROM pupil", "SELECT count(*) FROM pupil" },
    { "SELECT count(DISTINCT city), name FROM pupil", "SELECT name, count(DISTINCT city) FROM pupil" },
    { "SELECT * FROM holiday LIMIT 3", "SELECT * FROM holiday LIMIT 3" },
    { "SELECT \"order\" FROM course ORDER BY title, \"order\"", "SELECT \"order\" FROM course ORDER BY title, \"order\"" },
    { "SELECT title FROM course ORDER BY title DESC, id DESC LIMIT 1",
      "SELECT title FROM course ORDER BY title DESC, id DESC LIMIT 1" },
    { "SELECT points FROM \"exam result\" WHERE 2.50 <= points", "SELECT points FROM \"exam result\" WHERE points >= 2.5" },
    { "SELECT name FROM pupil WHERE name = \"O'Brien\" OR age = -3.0", "SELECT name FROM pupil WHERE name = 'O''Brien' OR age = -3" },
    { "SELECT name FROM pupil WHERE NOT name IS NULL AND NOT age BETWEEN 3 AND 5",
      "SELECT name FROM pupil WHERE age NOT BETWEEN 3 AND 5 AND name IS NOT NULL" },
    { "SELECT city, count(*) AS n FROM pupil GROUP BY 1 HAVING n > 2 ORDER BY n DESC",
      "SELECT city, count(*) FROM pupil GROUP BY city HAVING count(*) > 2 ORDER BY count(*) DESC" },
    { "SELECT name FROM pupil WHERE id NOT IN (SELECT pupil_id FROM enrolment)",
      "SELECT name FROM pupil WHERE id NOT IN (SELECT pupil_id FROM enrolment WHERE pupil_id IS NOT NULL)" },
    { "SELECT name FROM pupil WHERE age > (SELECT avg(age) FROM pupil)",
      "SELECT name FROM pupil WHERE age > (SELECT avg(age) FROM pupil)" },
    { "SELECT city FROM pupil UNION SELECT city FROM teacher EXCEPT SELECT name FROM room ORDER BY city",
      "SELECT city FROM pupil UNION SELECT city FROM teacher EXCEPT SELECT name FROM room ORDER BY city" },
    { "SELECT name FROM pupil WHERE age < id", "SELECT name FROM pupil WHERE age < id" },
    /* What joins follows from what is named. */
    { "SELECT a.title, b.name FROM course a JOIN room b ON a.room_id = b.id",
      "SELECT T1.title, T2.name FROM course AS T1 JOIN room AS T2 ON T1.room_id = T2.id" },
    { "SELECT b.name FROM course a, room b WHERE b.id = a.room_id AND a.title = 'x'",
      "SELECT T1.name FROM room AS T1 JOIN course AS T2 ON T2.room_id = T1.id WHERE T2.title = 'x'" },
    { "SELECT p.name FROM pupil p JOIN enrolment e ON e.pupil_id = p.id JOIN course c ON c.id = e.course_id AND c.title = 'x'",
      "SELECT T1.name FROM pupil AS T1 JOIN enrolment AS T2 ON T2.pupil_id = T1.id "
      "JOIN course AS T3 ON T2.course_id = T3.id WHERE T3.title = 'x'" },
    /* Both attributes of a relationship. */
    { "SELECT r.pupil, e.day FROM exam e JOIN \"exam result\" r ON e.course_id = r.course_id AND e.term = r.term",
      "SELECT T1.pupil, T2.day FROM \"exam result\" AS T1 JOIN exam AS T2 ON T1.course_id = T2.course_id AND T1.term = T2.term" },
    /* An entity that only counts, and one that only lies between. */
    { "SELECT count(*) FROM pupil JOIN enrolment JOIN course",
      "SELECT count(*) FROM pupil AS T1 JOIN enrolment AS T2 ON T2.pupil_id = T1.id JOIN course AS T3 ON T2.course_id = T3.id" },
    { "SELECT pupil.name FROM pupil JOIN enrolment ON pupil.id = enrolment.pupil_id",
      "SELECT T1.name FROM pupil AS T1 JOIN enrolment AS T2 ON T2.pupil_id = T1.id" },
  };
  AskDomain *domain = understand_handmade_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check_print (domain, cases[i].sql, 0, cases[i].expected);
  understand_handmade_free (domain);
}

static void
test_refused (void)
{
  static const Case cases[] = {
    { "SELECT age + 1 FROM pupil", "arithmetic" },
    { "SELECT a.name FROM pupil a JOIN pupil b ON a.city = b.city", "twice in FROM" },
    { "SELECT name FROM (SELECT name FROM pupil)", "query or a function in FROM" },
    { "SELECT name FROM pupil LEFT JOIN enrolment ON id = pupil_id", "outer join" },
    { "SELECT name FROM pupil WHERE (age = 1 OR id = 2) AND city = 'x'", "OR within an AND" },
    { "SELECT name FROM pupil WHERE age IN (1, 2)", "IN with a list" },
    { "SELECT name FROM pupil p WHERE EXISTS (SELECT * FROM enrolment)", "EXISTS" },
    { "SELECT name FROM pupil p WHERE age > (SELECT avg(mark) FROM enrolment WHERE pupil_id = p.id)", "query around it" },
    { "SELECT name FROM pupil ORDER BY age, name DESC", "rises and falls" },
    { "SELECT name FROM pupil LIMIT 1 OFFSET 2", "OFFSET" },
    { "SELECT upper (name) FROM pupil", "function" },
    { "SELECT name FROM pupil UNION ALL SELECT name FROM teacher", "UNION ALL" },
    { "SELECT name FROM pupil WHERE age = 9007199254740993", "so many digits" },
    { "SELECT a.*, b.name FROM course a JOIN room b", "all attributes of one" },
    { "SELECT name FROM pupil WHERE id IN (SELECT id FROM pupil WHERE id IN (SELECT id FROM pupil WHERE id IN "
      "(SELECT id FROM pupil WHERE id IN (SELECT id FROM pupil))))", "so deep" },
    { "SELECT height FROM pupil", "No attribute" },
    { "SELECT x.name FROM pupil", "x.name" },
    { "SELECT name FROM clubs", "No entity" },
  };
  AskDomain *domain = understand_handmade_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskDraft) draft = understand_handmade_parse (domain, cases[i].sql, &error);

      g_assert_null (draft);
      g_assert_nonnull (error);
      if (strstr (error->message, cases[i].expected) == NULL)
        g_error ("%s: %s", cases[i].sql, error->message);
    }
  understand_handmade_free (domain);
}

static void
test_ways (void)
{
  const char *sql = "SELECT course.title, teacher.name FROM course JOIN teacher ON course.teacher_id = teacher.id";
  AskDomain *domain = understand_handmade_new ();

  check_print (domain, sql, 0, "SELECT T1.title, T2.name FROM course AS T1 JOIN teacher AS T2 ON T1.teacher_id = T2.id");
  check_print (domain, sql, 1, "SELECT T1.title, T2.name FROM course AS T1 JOIN teacher AS T2 ON T1.deputy_id = T2.id");
  check_print (domain, sql, 2, "SELECT T1.title, T3.name FROM course AS T1 JOIN room AS T2 ON T1.room_id = T2.id "
                               "JOIN teacher AS T3 ON T2.keeper_id = T3.id");
  check_print (domain, sql, 3, NULL);
  /* Past the key that is only likely. */
  sql = "SELECT pupil.name, teacher.name FROM pupil JOIN teacher ON pupil.city = teacher.city";
  check_print (domain, sql, 0, "SELECT T1.name, T2.name FROM pupil AS T1 JOIN teacher AS T2 ON T1.city = T2.city");
  check_print (domain, sql, 1, NULL);
  check_print (domain, "SELECT name FROM pupil", 1, NULL);
  /* Ways of the outer query come first, then those of the inner one. */
  sql = "SELECT name FROM pupil WHERE name IN (SELECT teacher.name FROM course JOIN teacher ON teacher_id = teacher.id "
        "WHERE title = 'x')";
  check_print (domain, sql, 1, "SELECT name FROM pupil WHERE name IN (SELECT T1.name FROM teacher AS T1 "
                               "JOIN course AS T2 ON T2.deputy_id = T1.id WHERE T2.title = 'x')");
  check_print (domain, sql, 3, NULL);
  /* What stands in both is joined alike in both. */
  sql = "SELECT title FROM course, teacher WHERE teacher_id = teacher.id AND salary > 3 "
        "EXCEPT SELECT title FROM course, teacher WHERE teacher_id = teacher.id AND city = 'x'";
  check_print (domain, sql, 1, "SELECT T1.title FROM course AS T1 JOIN teacher AS T2 ON T1.deputy_id = T2.id "
                               "WHERE T2.salary > 3 EXCEPT SELECT T1.title FROM course AS T1 "
                               "JOIN teacher AS T2 ON T1.deputy_id = T2.id WHERE T2.city = 'x'");
  understand_handmade_free (domain);
}

/* A course leads to a teacher and to a room; that a room's keeper is a teacher, too, is not what is meant. */
static void
test_bridge (void)
{
  AskDomain *domain = understand_handmade_new ();

  check_print (domain, "SELECT room.name, teacher.name, title FROM room, teacher, course", 0,
               "SELECT T1.name, T3.name, T2.title FROM room AS T1 JOIN course AS T2 ON T2.room_id = T1.id "
               "JOIN teacher AS T3 ON T2.teacher_id = T3.id");
  understand_handmade_free (domain);
}

/* The cheapest tree there is, by trying every set of entities that holds all that are needed. */
static double
measure_cheapest (AskDomain *domain, const guint *needed, guint n_needed)
{
  double best = G_MAXDOUBLE;

  for (guint set = 0; set < 1u << domain->entities->len; set++)
    {
      guint reached = 1u << needed[0];
      double cost = 0;
      gboolean grown = TRUE, fits = TRUE;

      for (guint i = 0; i < n_needed; i++)
        fits = fits && (set & 1u << needed[i]) != 0;
      /* Prim: always the cheapest join to an entity that is not reached yet. */
      while (fits && grown && reached != set)
        {
          double least = G_MAXDOUBLE;
          guint next = 0;

          for (guint i = 0; i < domain->joins->len; i++)
            {
              const AskDomainJoin *join = ask_domain_join (domain, i);
              guint a = 1u << ask_domain_attribute (domain, join->from)->entity;
              guint b = 1u << ask_domain_attribute (domain, join->to)->entity;

              if ((set & a) != 0 && (set & b) != 0 && !(reached & a) != !(reached & b) && join->cost < least)
                {
                  least = join->cost;
                  next = a | b;
                }
            }
          grown = next != 0;
          reached |= next;
          cost += grown ? least : 0;
        }
      if (fits && reached == set)
        best = MIN (best, cost);
    }
  return best;
}

static void
test_cheapest (void)
{
  AskDomain *domain = understand_handmade_new ();

  for (guint round = 0; round < 500; round++)
    {
      guint needed[4], n_needed = (guint) g_test_rand_int_range (1, 5);
      double best;
      double before = 0;

      for (guint i = 0; i < n_needed; i++)
        needed[i] = (guint) g_test_rand_int_range (0, (int) domain->entities->len);
      best = measure_cheapest (domain, needed, n_needed);
      for (guint way = 0; way < 20; way++)
        {
          g_autoptr (AskDraftPath) path = ask_draft_find_path (domain, needed, n_needed, way);

          if (way == 0)
            g_assert_true ((path == NULL) == (best == G_MAXDOUBLE));
          if (path == NULL)
            break;
          if (way == 0)
            g_assert_cmpfloat_with_epsilon (path->cost, best, 1e-9);
          g_assert_cmpfloat (path->cost, >, before - 1e-9);
          g_assert_cmpfloat (path->cost, <, best + 1 + 1e-5);
          g_assert_cmpuint (path->joins->len + 1, ==, path->entities->len);
          before = path->cost;
        }
    }
  understand_handmade_free (domain);
}

/* Of two entities that lie side by side on a way, either may stand for both; the SQL is the same. */
static void
forget_extra (AskDraft *draft)
{
  const GArray *conditions[] = { draft->conditions, draft->having };

  g_array_set_size (draft->extra, 0);
  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    for (guint k = 0; k < conditions[i]->len; k++)
      {
        AskDraft *query = g_array_index (conditions[i], AskDraftCondition, k).operands[0].query;

        if (query != NULL)
          forget_extra (query);
      }
  if (draft->second != NULL)
    forget_extra (draft->second);
}

static void
test_round_trip (void)
{
  AskDomain *domain = understand_handmade_new ();

  for (guint round = 0; round < 3000; round++)
    {
      g_autoptr (AskDraft) draft = understand_handmade_draw (domain, 0);
      g_autoptr (AskDraft) copy = ask_draft_copy (draft);
      g_autoptr (AskDraft) again = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *sql = ask_draft_to_sql (draft, domain, 0);
      g_autofree char *sql_again = NULL;

      g_assert_nonnull (sql);
      again = understand_handmade_parse (domain, sql, &error);
      if (error != NULL)
        g_test_message ("%s", sql);
      g_assert_no_error (error);
      sql_again = ask_draft_to_sql (again, domain, 0);
      g_assert_cmpstr (sql_again, ==, sql);
      g_assert_true (ask_draft_equal (copy, draft));
      forget_extra (draft);
      forget_extra (again);
      g_assert_true (ask_draft_equal (again, draft));
    }
  understand_handmade_free (domain);
}

static void
test_normal (void)
{
  const char *same[] = { "SELECT name, count(*) FROM pupil WHERE age > 3 AND name = 'x' GROUP BY name",
                         "SELECT count(id), name FROM pupil WHERE name = 'x' AND age > 3 GROUP BY name" };
  AskDomain *domain = understand_handmade_new ();
  g_autoptr (AskDraft) first = understand_handmade_parse (domain, same[0], NULL);
  g_autoptr (AskDraft) second = understand_handmade_parse (domain, same[1], NULL);
  g_autoptr (AskDraft) other = NULL;

  g_assert_true (ask_draft_equal (first, second));
  /* OR and AND together have an order. */
  other = understand_handmade_parse (domain, "SELECT name FROM pupil WHERE name = 'x' OR age > 3 AND name = 'y'", NULL);
  g_assert_cmpint (g_array_index (other->conditions, AskDraftCondition, 1).op, ==, ASK_DRAFT_GREATER);
  g_assert_true (g_array_index (other->conditions, AskDraftCondition, 1).either);
  g_assert_false (g_array_index (other->conditions, AskDraftCondition, 2).either);
  understand_handmade_free (domain);
}

/* "In May" is from the first of May to before the first of June. */
static void
test_times (void)
{
  AskDomain *domain = understand_handmade_new ();
  static const char *const cases[][2] = {
    { "name = '2010'", "name >= '2010-01-01' AND name < '2011-01-01'" },
    { "name = '2010-12'", "name >= '2010-12-01' AND name < '2011-01-01'" },
    { "name = '2012-02-29'", "name >= '2012-02-29' AND name < '2012-03-01'" },
    { "name = '2010-07-01/2010-09-30'", "name >= '2010-07-01' AND name < '2010-10-01'" },
    { "name > '2010'", "name >= '2011-01-01'" },
    { "name >= '2010-05'", "name >= '2010-05-01'" },
    { "name < '2010-05'", "name < '2010-05-01'" },
    { "name <= '2010-05'", "name < '2010-06-01'" },
    { "name BETWEEN '2010' AND '2011'", "name >= '2010-01-01' AND name < '2012-01-01'" },
    { "name = '2011-02-29'", "name = '2011-02-29'" },
    { "name = 'May'", "name = 'May'" },
    { "name = '2010/2011/2012'", "name = '2010/2011/2012'" },
  };
  int at = understand_handmade_find (domain, "pupil.name");

  g_assert_cmpint (at, >=, 0);
  ask_domain_attribute (domain, at)->kind = ASK_DOMAIN_TIME;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *sql = g_strconcat ("SELECT count(*) FROM pupil WHERE ", cases[i][0], NULL);
      g_autofree char *expected = g_strconcat ("SELECT count(*) FROM pupil WHERE ", cases[i][1], NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskDraft) draft = understand_handmade_parse (domain, sql, &error);
      g_autofree char *bounded = NULL;

      g_assert_no_error (error);
      ask_draft_bound_times (draft, domain);
      bounded = ask_draft_to_sql (draft, domain, 0);
      g_assert_cmpstr (bounded, ==, expected);
    }
  understand_handmade_free (domain);
}

/* What is counted has a name where it is certain which rows they are. */
static void
test_count_words (void)
{
  static const char *const cases[][2] = {
    { "SELECT count(*) FROM course", "Counted: course." },
    { "SELECT city, count(*) FROM pupil GROUP BY city", "number of pupils. For each:" },
    { "SELECT teacher.name, count(*) FROM course JOIN teacher ON course.teacher_id = teacher.id GROUP BY teacher.name",
      "number of courses. For each:" },
    { "SELECT teacher.name, count(*) FROM teacher JOIN course ON course.teacher_id = teacher.id GROUP BY teacher.name"
      " ORDER BY count(*) DESC LIMIT 1",
      "Largest first: number of courses" },
    { "SELECT teacher.name, course.title, count(*) FROM course JOIN teacher ON course.teacher_id = teacher.id"
      " GROUP BY teacher.name, course.title",
      "number of rows. For each:" },
    /* Each course has one room: courses are counted, and the room's keeper changes nothing. */
    { "SELECT course.title, count(*) FROM course JOIN room ON course.room_id = room.id GROUP BY course.title",
      "number of rows. For each:" },
  };
  AskDomain *domain = understand_handmade_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskDraft) draft = understand_handmade_parse (domain, cases[i][0], &error);
      g_autofree char *words = NULL;

      g_assert_no_error (error);
      words = ask_reading_words (draft, domain);
      g_test_message ("%s", words);
      g_assert_nonnull (strstr (words, cases[i][1]));
    }
  understand_handmade_free (domain);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/draft/printed-without-what-joins", test_printed);
  g_test_add_func ("/understand/draft/what-it-cannot-say-is-refused-with-the-reason", test_refused);
  g_test_add_func ("/understand/draft/other-ways-are-other-keys-and-other-paths", test_ways);
  g_test_add_func ("/understand/draft/a-bridge-joins-what-it-leads-to", test_bridge);
  g_test_add_func ("/understand/draft/no-path-is-cheaper", test_cheapest);
  g_test_add_func ("/understand/draft/random-ones-come-back-equal", test_round_trip);
  g_test_add_func ("/understand/draft/what-asks-the-same-becomes-equal", test_normal);
  g_test_add_func ("/understand/draft/days-months-and-years-become-bounds", test_times);
  g_test_add_func ("/understand/draft/what-is-counted-is-named-where-that-is-certain", test_count_words);
  return g_test_run ();
}
