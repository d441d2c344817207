/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One answer of an API: lists and single objects, members of nested objects, rows of nested arrays.
 * Each document is read whole and byte by byte; both must give the same.
 */
#include "config.h"

#include <string.h>

#include "source/rest/ask-rest-page.h"

typedef struct
{
  const char *rows, *nested;
  gboolean single;
  const char *columns; /* with spaces between them */
  const char *document;
  const char *expected; /* cells with a comma, rows with a bar; or an error that begins with "!" */
} Case;

static char *
print_rows (AskRows *rows)
{
  GString *text = g_string_new (NULL);

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
      {
        const AskValue *cell = ask_rows_get (rows, r, c);
        g_autofree char *value = ask_value_to_text (cell);

        g_string_append (text, c > 0 ? "," : r > 0 ? "|" : "");
        g_string_append (text, cell->kind == ASK_VALUE_NULL ? "-" : value);
        /* A number that comes as text keeps digits that no number keeps. */
        if (cell->kind == ASK_VALUE_TEXT && g_ascii_isdigit (value[0]))
          g_string_append_c (text, '\'');
      }
  return g_string_free (text, FALSE);
}

static AskEntity *
make_entity (const Case *one)
{
  AskEntity *entity = ask_entity_new ("e", "s", "t", ASK_ENTITY_API);
  g_auto (GStrv) columns = g_strsplit (one->columns, " ", -1);

  entity->operation = ask_operation_new ("/e");
  entity->operation->rows = g_strdup (one->rows);
  entity->operation->nested = g_strdup (one->nested);
  entity->operation->single = one->single;
  entity->operation->values = strcmp (one->columns, ".") == 0;
  for (guint i = 0; columns[i] != NULL; i++)
    ask_entity_add_attribute (entity, columns[i], columns[i], ASK_TYPE_ANY);
  return entity;
}

static void
check (const Case *one, gsize step)
{
  g_autoptr (AskEntity) entity = make_entity (one);
  g_autoptr (AskRestPage) page
    = ask_rest_page_new (entity->operation,
                         (const AskAttribute *const *) entity->attributes->pdata,
                         entity->attributes->len);
  g_autoptr (GError) error = NULL;
  g_autofree char *found = NULL;
  gsize length = strlen (one->document);
  gboolean good = TRUE;

  for (gsize at = 0; good && at < length; at += step)
    good = ask_rest_page_push (page, one->document + at, MIN (step, length - at), &error);
  good = good && ask_rest_page_end (page, &error);
  g_assert_cmpint (good, ==, error == NULL);
  found = good ? print_rows (ask_rest_page_get_rows (page)) : g_strconcat ("!", error->message, NULL);
  if (*one->expected == '!' ? strstr (found, one->expected + 1) == NULL || *found != '!'
                            : strcmp (found, one->expected) != 0)
    g_error ("%s of %s: “%s”, not “%s”", one->columns, one->document, found, one->expected);
}

static void
check_all (const Case *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      check (&cases[i], G_MAXSIZE / 2);
      check (&cases[i], 1);
      check (&cases[i], 7);
    }
}

static void
test_lists (void)
{
  static const Case cases[] = {
    { NULL, NULL, FALSE, "a b", "[{\"a\": 1, \"b\": \"x\", \"c\": [1]}, {\"b\": null}, {}]", "1,x|-,-|-,-" },
    { NULL, NULL, FALSE, "a", "[]", "" },
    { "data", NULL, FALSE, "a", "{\"n\": {\"data\": 5}, \"data\": [{\"a\": 1}], \"m\": []}", "1" },
    { "data", NULL, FALSE, "a", "{\"data\": null}", "" },
    { "d.e", NULL, FALSE, "a", "{\"d\": {\"x\": 1, \"e\": [{\"a\": true}]}}", "1" },
    { "data", NULL, FALSE, "a", "{\"other\": []}", "!no list “data”" },
    { "data", NULL, FALSE, "a", "{\"data\": {\"a\": 1}}", "!is no list" },
    { "data", NULL, FALSE, "a", "{\"data\": [1]}", "!other than objects" },
    { NULL, NULL, FALSE, "a", "{\"a\": 1}", "!An object came where a list" },
    { NULL, NULL, FALSE, "a", "[{\"a\": 1}", "!" },
    { NULL, NULL, FALSE, "a a2", "[{\"a\": 12345678901234567890123, \"a2\": 0.1}]",
      "12345678901234567890123',0.1" },
  };

  check_all (cases, G_N_ELEMENTS (cases));
}

static void
test_dotted (void)
{
  static const Case cases[] = {
    { NULL, NULL, FALSE, "id a.city a.geo.lat", "[{\"a\": {\"geo\": {\"lat\": 1.5}, \"city\": \"x\"}, \"id\": 7}]",
      "7,x,1.5" },
    /* Both the object and what is in it. */
    { NULL, NULL, FALSE, "a a.b", "[{\"a\": { \"b\" : 1.10 }}]", "{\"b\":1.10},1.1" },
    { NULL, NULL, FALSE, "a.b a.b.c", "[{\"a\": {\"b\": {\"c\": 2}}}]", "{\"c\":2},2" },
    { NULL, NULL, FALSE, "a.n", "[{\"a\": {\"n\": 98765432109876543210}}]", "98765432109876543210'" },
    { NULL, NULL, FALSE, "a.b", "[{\"a\": null}, {}, {\"a\": {}}, {\"a\": {\"b\": null}}, {\"a\": []}]",
      "-|-|-|-|-" },
    { NULL, NULL, FALSE, "a.b", "[{\"a\": {\"b\": 1}}, {\"a\": {}}]", "1|-" },
    { NULL, NULL, FALSE, "a.b", "[{\"a\": {\"b\": [1, {\"x\": 2}]}}]", "[1,{\"x\":2}]" },
    /* A member of the whole name goes first, wherever it stands. */
    { NULL, NULL, FALSE, "a.b", "[{\"a.b\": 1, \"a\": {\"b\": 2}}, {\"a\": {\"b\": 2}, \"a.b\": 1}]", "1|1" },
    { NULL, NULL, FALSE, "a.b", "[{\"a\": \"text\", \"a.b\": 1}]", "1" },
    { NULL, NULL, FALSE, "@odata.id .x y.", "[{\"@odata.id\": 1, \".x\": 2, \"y.\": 3, \"@odata\": null}]",
      "1,2,3" },
    { NULL, NULL, FALSE, "a.b", "[{\"a\": \"text\"}]", "!The member “a” is no object." },
    { NULL, NULL, FALSE, "a.b", "[{\"a\": \"{}\"}]", "!The member “a” is no object." },
    { NULL, NULL, FALSE, "a.b", "[{\"a\": \"[]\"}]", "!The member “a” is no object." },
    { NULL, NULL, FALSE, "a.b", "[{\"a\": [{\"b\": 1}]}]", "!The member “a” is no object." },
    { NULL, NULL, FALSE, "x a.b.c", "[{\"a\": {\"b\": {\"c\": 1}}}, {\"a\": {\"b\": 4}}]",
      "!The member “a.b” is no object." },
    { NULL, NULL, FALSE, "a", "[{\"a\": \"text\"}]", "text" },
  };

  check_all (cases, G_N_ELEMENTS (cases));
}

static void
test_nested (void)
{
  static const Case cases[] = {
    { "data", "items", FALSE, "../id sku qty",
      "{\"data\": [{\"id\": 1, \"items\": [{\"sku\": \"a\", \"qty\": 2}, {\"sku\": \"b\"}]}, {\"id\": 2, \"items\": "
      "[{\"sku\": \"c\", \"qty\": 3}]}]}",
      "1,a,2|1,b,-|2,c,3" },
    /* The parent's members come after the array. */
    { NULL, "items", FALSE, "../id id", "[{\"items\": [{\"id\": 5}, {}], \"id\": 98765432109876543210}]",
      "98765432109876543210',5|98765432109876543210',-" },
    { NULL, "items", FALSE, "../id id", "[{\"id\": 1, \"items\": [{\"id\": 5}]}, {\"items\": [{\"id\": 6}]}]",
      "1,5|-,6" },
    { NULL, "items", FALSE, "../id", "[{\"id\": 1, \"items\": null}, {\"id\": 2}, {\"id\": 3, \"items\": []}]", "" },
    { NULL, "a.items", FALSE, "../a.n x.y", "[{\"a\": {\"items\": [{\"x\": {\"y\": 1}}, {\"x\": null}], \"n\": 8}}]",
      "8,1|8,-" },
    { NULL, "a.items", FALSE, "x", "[{\"a\": null}, {\"a\": {}}]", "" },
    { NULL, "items", TRUE, "../id x", "{\"items\": [{\"x\": 1}, {\"x\": [2]}], \"id\": 4}", "4,1|4,[2]" },
    { NULL, "items", FALSE, "x", "[{\"items\": {\"x\": 1}}]", "!The member “items” is no list of objects." },
    { NULL, "items", FALSE, "x", "[{\"items\": \"[]\"}]", "!The member “items” is no list of objects." },
    { NULL, "items", FALSE, "x", "[{\"items\": 0}]", "!The member “items” is no list of objects." },
    { NULL, "items", FALSE, "x", "[{\"items\": [{\"x\": 1}, 2]}]", "!The member “items” is no list of objects." },
    { NULL, "items", FALSE, "x", "[{\"items\": [null]}]", "!The member “items” is no list of objects." },
    { NULL, "a.items", FALSE, "x", "[{\"a\": 3}]", "!The member “a” is no object." },
    { NULL, "items", FALSE, "x.y", "[{\"items\": [{\"x\": 3}]}]", "!The member “x” is no object." },
  };

  check_all (cases, G_N_ELEMENTS (cases));
}

static void
test_single (void)
{
  static const Case cases[] = {
    { NULL, NULL, TRUE, "a b.c", "{\"a\": 1, \"b\": {\"c\": 2}, \"total\": 9}", "1,2" },
    { NULL, NULL, TRUE, "a", "{}", "-" },
    { "data", NULL, TRUE, "a", "{\"meta\": {\"a\": 3}, \"data\": {\"a\": 1}, \"x\": {\"data\": {\"a\": 2}}}", "1" },
    { "d.e", NULL, TRUE, "a", "{\"d\": {\"e\": {\"a\": 1}, \"f\": [{\"a\": 2}]}}", "1" },
    { "data", NULL, TRUE, "a", "{\"data\": null}", "" },
    { "data", NULL, TRUE, "a", "{\"a\": 1}", "!no object “data”" },
    { "data", NULL, TRUE, "a", "{\"data\": [{\"a\": 1}]}", "!is no object" },
    { "data", NULL, TRUE, "a", "{\"data\": 4}", "!A single value came where an object" },
    { NULL, NULL, TRUE, "a", "[{\"a\": 1}]", "!A list came where an object" },
    { NULL, NULL, TRUE, "a", "null", "!A single value came" },
    { NULL, NULL, TRUE, "a", "{\"a\": 1", "!" },
  };

  check_all (cases, G_N_ELEMENTS (cases));
}

/* Rows that are values, whatever they are. */
static void
test_values (void)
{
  static const Case cases[] = {
    { NULL, NULL, FALSE, ".", "[\"a\", 1, 2.50, null, true, {\"x\": [ 1 ]}, [2], 12345678901234567890123]",
      "a|1|2.5|-|1|{\"x\":[1]}|[2]|12345678901234567890123'" },
    { NULL, NULL, FALSE, ".", "[]", "" },
    { NULL, NULL, FALSE, ".", "{}", "!An object came where a list" },
    { NULL, NULL, FALSE, ".", "[1, ", "!" },
    { "d.markets", NULL, FALSE, ".", "{\"n\": 1, \"d\": {\"x\": [3], \"markets\": [\"DE\", \"FR\"]}, \"m\": []}",
      "DE|FR" },
    { "data", NULL, FALSE, ".", "{\"data\": null}", "" },
    { "data", NULL, FALSE, ".", "{\"other\": [1]}", "!no list “data”" },
    { NULL, NULL, TRUE, ".", "{\"a\": [1, {}]}", "{\"a\":[1,{}]}" },
    { NULL, NULL, TRUE, ".", "[1, 2]", "[1,2]" },
    { NULL, NULL, TRUE, ".", "\"text\"", "text" },
    { NULL, NULL, TRUE, ".", "{\"a\": 1", "!" },
    { NULL, NULL, TRUE, ".", "", "!" },
    { "data", NULL, TRUE, ".", "{\"a\": 1, \"data\": {\"b\": 2}, \"c\": {\"data\": 5}}", "{\"b\":2}" },
    { "data", NULL, TRUE, ".", "{\"data\": 7, \"x\": 1}", "7" },
    { "data", NULL, TRUE, ".", "{\"a\": 1}", "!no object “data”" },
  };

  check_all (cases, G_N_ELEMENTS (cases));
}

/* Offsets and totals count elements, not the rows of a child table. */
static void
test_elements (void)
{
  static const Case one = { "data", "items", FALSE, "x", NULL, NULL };
  static const char *const documents[] = {
    "{\"total\": 3, \"data\": [{\"id\": 1}, {\"id\": 2, \"items\": [{\"x\": 1}, {\"x\": 2}]}, {\"id\": 3}]}",
    "{\"total\": 3, \"data\": [{\"id\": 1}, {\"id\": 2, \"items\": [{\"x\": 1}, {\"x\": 3}]}, {\"id\": 3}]}",
    "{\"total\": 3, \"data\": [{\"id\": 1}, {\"id\": 2, \"items\": [{\"x\": 1}, {\"x\": 2}]}, {\"id\": 4}]}",
  };
  guint64 hashes[G_N_ELEMENTS (documents)];

  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autoptr (AskEntity) entity = make_entity (&one);
      g_autoptr (AskRestPage) page
        = ask_rest_page_new (entity->operation,
                             (const AskAttribute *const *) entity->attributes->pdata, 1);
      g_autoptr (GError) error = NULL;

      g_assert_true (ask_rest_page_push (page, documents[i], strlen (documents[i]), &error)
                     && ask_rest_page_end (page, &error));
      g_assert_cmpuint (ask_rest_page_get_n_elements (page), ==, 3);
      g_assert_cmpuint (ask_rows_get_n_rows (ask_rest_page_get_rows (page)), ==, 2);
      g_assert_cmpint (ask_rest_page_get_said (page)->total, ==, 3);
      hashes[i] = ask_rest_page_get_hash (page);
    }
  /* A page is the same only if all of it is. */
  g_assert_true (hashes[0] != hashes[1] && hashes[0] != hashes[2] && hashes[1] != hashes[2]);
}

/* A random value of one member, as JSON and as the cell that it should be. */
static void
add_value (GString *json, GString *cell)
{
  switch (g_test_rand_int_range (0, 5))
    {
    case 0:
      g_string_append (json, "null");
      g_string_append (cell, "-");
      return;
    case 1:
      /* A text that looks like something else. */
      g_string_append (json, "\"[{\\\"id\\\":1}]\"");
      g_string_append (cell, "[{\"id\":1}]");
      return;
    case 2:
      g_string_append (json, " [ 1 , {\"id\" : 2.50} ] ");
      g_string_append (cell, "[1,{\"id\":2.50}]");
      return;
    default:
      {
        gint number = g_test_rand_int_range (0, 1000);

        g_string_append_printf (json, "%d", number);
        g_string_append_printf (cell, "%d", number);
      }
    }
}

/* {"id": …, "o": {"id": …}}, members in any order or missing; the cells of "id" and "o.id". */
static void
add_object (GString *json, GString *cells, const char *more)
{
  g_autoptr (GString) id = g_string_new (NULL);
  g_autoptr (GString) inner = g_string_new (NULL);
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (g_free);

  if (g_test_rand_bit ())
    {
      g_autoptr (GString) text = g_string_new ("\"id\": ");

      add_value (text, id);
      g_ptr_array_add (members, g_strdup (text->str));
    }
  if (g_test_rand_bit ())
    {
      g_autoptr (GString) text = g_string_new ("\"o\": {\"x\": [{\"id\": 7}], \"id\": ");

      add_value (text, inner);
      g_ptr_array_add (members, g_strconcat (text->str, "}", NULL));
    }
  else if (g_test_rand_bit ())
    g_ptr_array_add (members, g_strdup ("\"o\": null"));
  if (more != NULL)
    g_ptr_array_insert (members, g_test_rand_int_range (0, (gint) members->len + 1),
                        g_strdup (more));
  g_string_append_c (json, '{');
  for (guint i = 0; i < members->len; i++)
    g_string_append_printf (json, "%s%s", i > 0 ? ", " : "", (char *) members->pdata[i]);
  g_string_append_c (json, '}');
  g_string_append_printf (cells, "%s;%s", id->len > 0 ? id->str : "-",
                          inner->len > 0 ? inner->str : "-");
}

/* Random elements with random children, in random pieces: what comes is what was written. */
static void
test_random (void)
{
  static const Case one = { "d", "n", FALSE, "../id ../o.id id o.id", NULL, NULL };
  guint n = g_test_thorough () ? 50000 : 2000;

  for (guint round = 0; round < n; round++)
    {
      g_autoptr (GString) json = g_string_new ("{\"x\": {\"d\": [{\"n\": 1}]}, \"d\": [");
      g_autoptr (GString) expected = g_string_new (NULL);
      g_autoptr (GString) found = g_string_new (NULL);
      g_autoptr (AskEntity) entity = make_entity (&one);
      g_autoptr (AskRestPage) page
        = ask_rest_page_new (entity->operation,
                             (const AskAttribute *const *) entity->attributes->pdata, 4);
      g_autoptr (GError) error = NULL;
      guint n_elements = (guint) g_test_rand_int_range (0, 4);
      AskRows *rows;

      for (guint e = 0; e < n_elements; e++)
        {
          g_autoptr (GString) nested = g_string_new ("\"n\": [");
          g_autoptr (GString) around = g_string_new (NULL);
          g_autoptr (GPtrArray) children = g_ptr_array_new_with_free_func (g_free);
          guint n_children = (guint) g_test_rand_int_range (0, 4);

          for (guint c = 0; c < n_children; c++)
            {
              g_autoptr (GString) cells = g_string_new (NULL);

              g_string_append (nested, c > 0 ? "," : "");
              add_object (nested, cells, NULL);
              g_ptr_array_add (children, g_strdup (cells->str));
            }
          g_string_append_c (nested, ']');
          g_string_append (json, e > 0 ? "," : "");
          add_object (json, around, n_children > 0 || g_test_rand_bit () ? nested->str : NULL);
          for (guint c = 0; c < children->len; c++)
            g_string_append_printf (expected, "%s;%s\n", around->str,
                                    (char *) children->pdata[c]);
        }
      g_string_append (json, "]}");
      for (gsize at = 0; at < json->len;)
        {
          gsize wanted = (gsize) g_test_rand_int_range (1, 40);
          gsize step = MIN (wanted, json->len - at);

          if (!ask_rest_page_push (page, json->str + at, step, &error))
            g_error ("%s: %s", json->str, error->message);
          at += step;
        }
      g_assert_true (ask_rest_page_end (page, &error));
      rows = ask_rest_page_get_rows (page);
      for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
        for (guint c = 0; c < 4; c++)
          {
            const AskValue *cell = ask_rows_get (rows, r, c);
            g_autofree char *text = ask_value_to_text (cell);

            g_string_append_printf (found, "%s%c", cell->kind == ASK_VALUE_NULL ? "-" : text,
                                    c < 3 ? ';' : '\n');
          }
      if (strcmp (found->str, expected->str) != 0)
        g_error ("%s: “%s”, not “%s”", json->str, found->str, expected->str);
      g_assert_cmpuint (ask_rest_page_get_n_elements (page), ==, n_elements);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/rest-page/a-list-s-elements-are-rows", test_lists);
  g_test_add_func ("/source/rest-page/members-of-objects-are-columns", test_dotted);
  g_test_add_func ("/source/rest-page/a-nested-list-s-elements-are-rows", test_nested);
  g_test_add_func ("/source/rest-page/one-object-is-one-row", test_single);
  g_test_add_func ("/source/rest-page/plain-values-are-rows", test_values);
  g_test_add_func ("/source/rest-page/offsets-and-totals-count-elements", test_elements);
  g_test_add_func ("/source/rest-page/random-elements-in-random-pieces-come-whole", test_random);
  return g_test_run ();
}
