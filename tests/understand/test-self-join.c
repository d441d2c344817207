/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions along a key by which an entity leads to itself. What is right is a query that joins the table to itself; a
 * reading is right where both give the same rows.
 */
#include "config.h"

#include <string.h>

#include "understand/understand-shop.h"

static const char staff_sql[]
  = "CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, city TEXT, salary INTEGER,"
    "  manager_id INTEGER REFERENCES staff);"
    "INSERT INTO staff VALUES (1, 'Ada', 'Paris', 90, NULL), (2, 'Bo', 'Lyon', 50, 1), (3, 'Cy', 'Nice', 60, 1),"
    "  (4, 'Dee', 'Lyon', 40, 2), (5, 'Eve', 'Paris', 45, 2);"
    "CREATE TABLE part (id INTEGER PRIMARY KEY, title TEXT, parent_id INTEGER REFERENCES part);"
    "INSERT INTO part VALUES (1, 'Engine', NULL), (2, 'Piston', 1), (3, 'Valve', 1), (4, 'Spring', 3);";

static gboolean
collect (UnderstandReader *self, const char *sql, GPtrArray *lines, GError **error)
{
  g_autoptr (AskResult) result = ask_engine_query (self->engine, sql, NULL, NULL, NULL, error);

  if (result == NULL)
    return FALSE;
  for (gsize r = 0; r < ask_rows_get_n_rows (result->rows); r++)
    {
      g_autoptr (GString) line = g_string_new (NULL);

      for (guint c = 0; c < ask_rows_get_n_columns (result->rows); c++)
        {
          const AskValue *value = ask_rows_get (result->rows, r, c);
          double number;

          if (value->kind == ASK_VALUE_TEXT)
            g_string_append (line, value->text);
          else if (ask_value_get_number (value, &number))
            g_string_append_printf (line, "%.4g", number);
          g_string_append_c (line, ' ');
        }
      g_ptr_array_add (lines, g_string_free (g_steal_pointer (&line), FALSE));
    }
  return TRUE;
}

static int
compare_lines (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* All rows as one text, in an order of their own. */
static char *
run (UnderstandReader *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  collect (self, sql, lines, &error);
  g_assert_no_error (error);
  if (lines->len > 0)
    g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static void
assert_reads (UnderstandReader *self, const char *question, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskInterpretation) found = ask_interpreter_read (self->interpreter, question, NULL, &error);
  g_autofree char *wanted = run (self, sql);
  g_autofree char *given = NULL;
  const AskQuestionReading *first;

  g_assert_no_error (error);
  g_assert_cmpuint (found->readings->len, >, 0);
  first = found->readings->pdata[0];
  g_test_message ("%s: %s (%s)", question, first->sql, first->words);
  given = run (self, first->sql);
  g_assert_cmpstr (given, ==, wanted);
  g_assert_true (found->confident);
  g_assert_cmpuint (strlen (first->words), >, 0);
}

#define UP "SELECT m.name FROM staff AS s JOIN staff AS m ON s.manager_id = m.id WHERE s.name = "
#define DOWN "SELECT s.name FROM staff AS s JOIN staff AS m ON s.manager_id = m.id WHERE m.name = "

static void
test_words_tell_the_direction (void)
{
  static const struct
  {
    const char *question;
    const char *sql;
  } cases[] = {
    { "Who is the manager of Bo?", UP "'Bo'" },
    { "Who is Bo's manager?", UP "'Bo'" },
    { "Who manages Dee?", UP "'Dee'" },
    { "Who is Eve managed by?", UP "'Eve'" },
    { "the manager of Dee", UP "'Dee'" },
    { "Which staff have Bo as manager?", DOWN "'Bo'" },
    { "Who is managed by Bo?", DOWN "'Bo'" },
    { "staff whose manager is Ada", DOWN "'Ada'" },
    { "Which staff are managed by Ada?", DOWN "'Ada'" },
    { "Wer ist der Manager von Bo?", UP "'Bo'" },
    { "What is the salary of the manager of Eve?",
      "SELECT m.salary FROM staff AS s JOIN staff AS m ON s.manager_id = m.id WHERE s.name = 'Eve'" },
    { "Show the city and salary of staff managed by Bo",
      "SELECT s.city, s.salary FROM staff AS s JOIN staff AS m ON s.manager_id = m.id WHERE m.name = 'Bo'" },
    { "How many staff are managed by Bo?",
      "SELECT count(*) FROM staff AS s JOIN staff AS m ON s.manager_id = m.id WHERE m.name = 'Bo'" },
    { "What is the parent of Spring?",
      "SELECT m.title FROM part AS s JOIN part AS m ON s.parent_id = m.id WHERE s.title = 'Spring'" },
    { "parts whose parent is Engine",
      "SELECT s.title FROM part AS s JOIN part AS m ON s.parent_id = m.id WHERE m.title = 'Engine'" },
  };
  UnderstandReader self;

  understand_reader_open (&self, staff_sql);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_reads (&self, cases[i].question, cases[i].sql);
  understand_reader_close (&self);
}

/* Words that say more than the rule knows make it no rule's question. */
static void
test_a_word_that_is_left_over_is_not_passed_over (void)
{
  static const char *const questions[]
    = { "Who is the richest manager of Bo?", "Which managers of Bo earn more than 60?",
        "Who is the manager of Bo in Lyon?", "Who is not managed by Bo?", "Who is the manager of Bo or Cy?" };
  UnderstandReader self;

  understand_reader_open (&self, staff_sql);
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskInterpretation) found = ask_interpreter_read (self.interpreter, questions[i], NULL, &error);

      g_assert_no_error (error);
      for (guint r = 0; r < found->readings->len; r++)
        {
          const AskQuestionReading *reading = found->readings->pdata[r];

          g_test_message ("%s: %.2f %s", questions[i], reading->score, reading->sql);
          g_assert_cmpfloat (reading->score, <, 0.97);
        }
    }
  understand_reader_close (&self);
}

/* Of any tree: who leads to whom is what the tree says. */
static void
test_any_tree_is_read_both_ways (void)
{
  static const char *const names[] = { "Ada", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jon" };
  static const struct
  {
    const char *question;
    gboolean up;
  } ways[] = { { "Who is the boss of %s?", TRUE }, { "Who is %s's boss?", TRUE }, { "staff whose boss is %s", FALSE } };

  for (guint n = 0; n < (g_test_slow () ? 20 : 3); n++)
    {
      g_autoptr (GString) sql = g_string_new ("CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT,"
                                              " boss_id INTEGER REFERENCES staff);");
      UnderstandReader self;

      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        {
          g_string_append_printf (sql, "INSERT INTO staff VALUES (%u, '%s', ", i + 1, names[i]);
          if (i == 0)
            g_string_append (sql, "NULL);");
          else
            g_string_append_printf (sql, "%d);", g_test_rand_int_range (1, (gint32) i + 1));
        }
      understand_reader_open (&self, sql->str);
      for (guint w = 0; w < G_N_ELEMENTS (ways); w++)
        {
          const char *name = names[g_test_rand_int_range (ways[w].up ? 1 : 0, G_N_ELEMENTS (names))];
          g_autofree char *marked = g_strdup (ways[w].question);
          char *mark = strstr (marked, "%s");
          g_autofree char *question = g_strdup_printf ("%.*s%s%s", (int) (mark - marked), marked, name, mark + 2);
          g_autofree char *right = g_strdup_printf ("SELECT %s.name FROM staff AS s JOIN staff AS m ON s.boss_id = m.id"
                                                    " WHERE %s.name = '%s'",
                                                    ways[w].up ? "m" : "s", ways[w].up ? "s" : "m", name);

          assert_reads (&self, question, right);
        }
      understand_reader_close (&self);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/self-join/words-tell-the-direction", test_words_tell_the_direction);
  g_test_add_func ("/understand/self-join/a-word-left-over-is-not-passed-over", test_a_word_that_is_left_over_is_not_passed_over);
  g_test_add_func ("/understand/self-join/any-tree-is-read-both-ways", test_any_tree_is_read_both_ways);
  return g_test_run ();
}
