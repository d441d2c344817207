/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sketches: what is taken out of a draft can be put back, and their spelling is read again.
 */
#include "understand-handmade.h"

#include "understand/interpret/ask-sketch.h"

static AskSketch *
sketch_of (AskDomain *domain, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskDraft) draft = understand_handmade_parse (domain, sql, &error);

  g_assert_no_error (error);
  return ask_sketch_new (domain, draft, NULL);
}

static void
test_key (void)
{
  static const char *const cases[][2] = {
    { "SELECT name FROM pupil", "Sp0" },
    { "SELECT DISTINCT name, count(DISTINCT city) FROM pupil", "SDp0,cd1" },
    { "SELECT count(*) FROM pupil", "Sc*X0" },
    { "SELECT name FROM pupil WHERE age > 3 OR city LIKE 'x' LIMIT 1", "Sp0Wp1>v0|p2~v1L1" },
    { "SELECT name FROM pupil WHERE age BETWEEN 3 AND 5 AND id < age LIMIT 4", "Sp0Wp1<2&p3:v0,v1Lv2" },
    { "SELECT city FROM pupil GROUP BY city HAVING count(*) > 2 ORDER BY count(*) DESC", "Sp0Gp1Hc*>v0O-c*" },
    /* What the block around has named is the same slot. */
    { "SELECT name FROM pupil WHERE age > (SELECT avg(age) FROM pupil)", "Sp0Wp1>(Sa1)" },
    { "SELECT name FROM pupil EXCEPT SELECT name FROM pupil WHERE city IS NULL", "Sp0E(Sp0Wp1?)" },
  };
  AskDomain *domain = understand_handmade_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskSketch) sketch = sketch_of (domain, cases[i][0]);

      g_assert_cmpstr (sketch->key, ==, cases[i][1]);
    }
  understand_handmade_free (domain);
}

static void
test_slots (void)
{
  AskDomain *domain = understand_handmade_new ();
  g_autoptr (AskSketch) sketch =
    sketch_of (domain, "SELECT name, max(age) FROM pupil WHERE city = 'x' AND id IN (SELECT pupil_id FROM enrolment WHERE mark > 2) "
                       "GROUP BY name HAVING count(*) > 3 ORDER BY avg(age) LIMIT 5");
  const AskSketchSlot *slots = (AskSketchSlot *) sketch->slots->data;
  const AskSketchValue *values = (AskSketchValue *) sketch->values->data;
  static const AskSlotRole roles[] = { ASK_SLOT_SELECT, ASK_SLOT_AGGREGATE, ASK_SLOT_WHERE, ASK_SLOT_WHERE_QUERY,
                                       ASK_SLOT_SELECT, ASK_SLOT_WHERE,     ASK_SLOT_GROUP, ASK_SLOT_ORDER };

  g_assert_cmpuint (sketch->slots->len, ==, G_N_ELEMENTS (roles));
  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    {
      g_assert_cmpint (slots[i].role, ==, roles[i]);
      g_assert_cmpstr (slots[i].block, ==, i == 4 || i == 5 ? "n." : "");
    }
  g_assert_cmpint (slots[3].op, ==, ASK_DRAFT_IN);
  g_assert_cmpuint (sketch->values->len, ==, 4);
  g_assert_cmpint (values[0].attribute, ==, 2);
  g_assert_cmpstr (values[1].block, ==, "n.");
  g_assert_cmpint (values[2].place, ==, ASK_SKETCH_HAVING);
  g_assert_cmpint (values[2].attribute, ==, -1);
  g_assert_cmpint (values[2].aggregate, ==, ASK_DRAFT_COUNT);
  g_assert_cmpint (values[3].place, ==, ASK_SKETCH_LIMIT);
  g_assert_false (sketch->plain);
  g_assert_cmpstr (sketch->parts[ASK_PART_SELECT], ==, "none,max");
  g_assert_cmpstr (sketch->parts[ASK_PART_WHERE], ==, "=:v&in:q");
  g_assert_cmpstr (sketch->parts[ASK_PART_GROUP], ==, "G1Hcount>:v");
  g_assert_cmpstr (sketch->parts[ASK_PART_ORDER], ==, "avgascn");
  g_assert_cmpstr (sketch->parts[ASK_PART_NESTING], ==, "NnoneW1");
  g_assert_cmpstr (sketch->parts[ASK_PART_EXTRA], ==, "x0");
  understand_handmade_free (domain);
}

static void
test_fill (void)
{
  AskDomain *domain = understand_handmade_new ();

  for (guint round = 0; round < 3000; round++)
    {
      g_autoptr (AskDraft) draft = understand_handmade_draw (domain, 0);
      g_autoptr (AskFilling) filling = NULL;
      g_autoptr (AskSketch) sketch = ask_sketch_new (domain, draft, &filling);
      g_autoptr (AskDraft) filled = ask_sketch_fill (sketch, filling);

      g_assert_true (ask_draft_equal (draft, filled));
      g_assert_cmpuint (filling->attributes->len, ==, sketch->slots->len);
      g_assert_cmpuint (filling->values->len, ==, sketch->values->len);
      g_assert_cmpuint (filling->entities->len, ==, sketch->extras->len);
    }
  understand_handmade_free (domain);
}

static void
test_parse (void)
{
  AskDomain *domain = understand_handmade_new ();

  for (guint round = 0; round < 3000; round++)
    {
      g_autoptr (AskDraft) draft = understand_handmade_draw (domain, 0);
      g_autoptr (AskFilling) filling = NULL;
      g_autoptr (AskSketch) sketch = ask_sketch_new (domain, draft, &filling);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSketch) again = ask_sketch_parse (sketch->key, &error);
      g_autoptr (AskDraft) filled = NULL;

      g_assert_no_error (error);
      g_assert_cmpstr (again->key, ==, sketch->key);
      g_assert_true (ask_draft_equal (again->draft, sketch->draft));
      g_assert_cmpmem (again->slots->data, again->slots->len * sizeof (AskSketchSlot), sketch->slots->data,
                       sketch->slots->len * sizeof (AskSketchSlot));
      g_assert_cmpmem (again->values->data, again->values->len * sizeof (AskSketchValue), sketch->values->data,
                       sketch->values->len * sizeof (AskSketchValue));
      for (guint i = 0; i < ASK_N_SKETCH_PARTS; i++)
        g_assert_cmpstr (again->parts[i], ==, sketch->parts[i]);
      filled = ask_sketch_fill (again, filling);
      g_assert_true (ask_draft_equal (filled, draft));
    }
  understand_handmade_free (domain);
}

/* A key that somebody broke is refused, or is a key. */
static void
test_broken (void)
{
  static const char *const wrong[] = { "", "S", "Sq0", "Sp1", "Sp0,p0", "Sp0W", "Sp0Wp1=", "Sp0Wp1=v1", "Sp0Wp1:v0", "Sp0Lv",
                                       "Sp0O+", "Sp0 ", "Sp0U", "Sp0U(Sp0", "Sp0U(Sp2)", "Sp99999999999999999999", "Sp0X1",
                                       "Sp0U(Sp0U(Sp0U(Sp0U(Sp0))))", "Sp0O-c*Wp1=v0" };
  AskDomain *domain = understand_handmade_new ();

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSketch) sketch = ask_sketch_parse (wrong[i], &error);

      g_assert_null (sketch);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    }
  for (guint round = 0; round < 3000; round++)
    {
      g_autoptr (AskDraft) draft = understand_handmade_draw (domain, 0);
      g_autoptr (AskSketch) sketch = ask_sketch_new (domain, draft, NULL);
      g_autofree char *key = g_strdup (sketch->key);
      g_autoptr (AskSketch) again = NULL;

      key[g_test_rand_int_range (0, (int) strlen (key))] = "SDpcsanxd*0123v=!<>~:@?()&|,WGHO+-LXUIE"[g_test_rand_int_range (0, 38)];
      again = ask_sketch_parse (key, NULL);
      if (again != NULL)
        g_assert_cmpstr (again->key, ==, key);
    }
  understand_handmade_free (domain);
}

static void
test_compose (void)
{
  AskDomain *domain = understand_handmade_new ();
  g_autoptr (AskSketch) select = sketch_of (domain, "SELECT DISTINCT name, max(age) FROM pupil WHERE id = 3 ORDER BY id");
  g_autoptr (AskSketch) where = sketch_of (domain, "SELECT name FROM pupil WHERE age > 3 OR city = 'x' LIMIT 2");
  g_autoptr (AskSketch) group = sketch_of (domain, "SELECT city FROM pupil GROUP BY city HAVING count(*) > 2");
  g_autoptr (AskSketch) order = sketch_of (domain, "SELECT city FROM pupil ORDER BY age DESC LIMIT 3");
  g_autoptr (AskSketch) all = ask_sketch_compose (select, where, group, order, 1);
  g_autoptr (AskSketch) parsed = ask_sketch_parse (all->key, NULL);

  g_assert_true (select->plain && where->plain && group->plain && order->plain && all->plain);
  g_assert_cmpstr (all->key, ==, "SDp0,x1Wp2=v0|p3>v1Gp4Hc*>v2O-p5Lv3X0");
  g_assert_nonnull (parsed);
  g_assert_cmpstr (all->parts[ASK_PART_SELECT], ==, select->parts[ASK_PART_SELECT]);
  g_assert_cmpstr (all->parts[ASK_PART_WHERE], ==, where->parts[ASK_PART_WHERE]);
  g_assert_cmpstr (all->parts[ASK_PART_GROUP], ==, group->parts[ASK_PART_GROUP]);
  g_assert_cmpstr (all->parts[ASK_PART_ORDER], ==, order->parts[ASK_PART_ORDER]);
  g_assert_cmpstr (all->parts[ASK_PART_EXTRA], ==, "x1");
  understand_handmade_free (domain);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/sketch/spelled-in-one-way", test_key);
  g_test_add_func ("/understand/sketch/slots-know-what-they-do", test_slots);
  g_test_add_func ("/understand/sketch/filled-again-gives-the-draft", test_fill);
  g_test_add_func ("/understand/sketch/its-key-is-read-again", test_parse);
  g_test_add_func ("/understand/sketch/a-broken-key-is-refused", test_broken);
  g_test_add_func ("/understand/sketch/composed-of-parts-of-others", test_compose);
  return g_test_run ();
}
