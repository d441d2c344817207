/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of rows that leave out what they were asked for with: orders of /customers/7/orders that do not
 * repeat the 7. What a row says itself, null too, stays as it is; where several values go into one call
 * and a row does not tell for which of them it is, they are asked for one by one.
 */
#include "config.h"

#include <string.h>

#include "rest-fixture.h"

static AskEntity *
entity_new (const char *path, AskType type, const char *column)
{
  AskEntity *entity = ask_entity_new ("orders", "shop", "listOrders", ASK_ENTITY_API);

  ask_entity_add_attribute (entity, "customer_id", column, type);
  ask_entity_add_attribute (entity, "n", "n", ASK_TYPE_INTEGER);
  entity->operation = ask_operation_new (path);
  return entity;
}

/* All of them; @values are of customer_id. */
static AskRows *
read_orders (AskSource *source, const AskEntity *entity, const AskValue *values, guint n, GArray *order,
             GError **error)
{
  const char *const bound[] = { "customer_id" };
  g_autoptr (AskCursor) cursor
    = rest_scan (source, entity, entity->attributes->len, bound, n > 0, values, n, NULL, error);

  return cursor != NULL
           ? rest_read_all (cursor, entity->attributes->len, order, NULL, NULL, error)
           : NULL;
}

typedef enum
{
  IN_PATH,
  IN_QUERY,
  IN_HEADER,
  OPTIONAL, /* in the query */
  FIXED, /* in the query, by a steward: nothing is bound */
  FIXED_OPTIONAL
} Way;

static AskParameter *
add_parameter (AskEntity *entity, Way way)
{
  static const AskParameterPlace places[]
    = { [IN_PATH] = ASK_PARAMETER_IN_PATH, [IN_HEADER] = ASK_PARAMETER_IN_HEADER,
        [IN_QUERY] = ASK_PARAMETER_IN_QUERY, [OPTIONAL] = ASK_PARAMETER_IN_QUERY,
        [FIXED] = ASK_PARAMETER_IN_QUERY, [FIXED_OPTIONAL] = ASK_PARAMETER_IN_QUERY };

  return ask_operation_add_parameter (entity->operation, "customer", places[way], "customer_id",
                                      way != OPTIONAL && way != FIXED_OPTIONAL);
}

static void
test_rows (void)
{
  static const struct
  {
    Way way;
    AskType type;
    const char *column;
    const char *value; /* JSON; text for what is fixed */
    const char *body;
    const char *expected; /* the attribute in each row, as JSON */
  } cases[] = {
    { IN_PATH, ASK_TYPE_INTEGER, "customer_id", "7", "[{\"n\":1},{\"n\":2}]", "[7,7]" },
    { IN_QUERY, ASK_TYPE_INTEGER, "customer_id", "7", "[{\"n\":1}]", "[7]" },
    { IN_HEADER, ASK_TYPE_INTEGER, "customer_id", "7", "[{\"n\":1}]", "[7]" },
    /* What the row says stays. */
    { IN_PATH, ASK_TYPE_INTEGER, "customer_id", "7",
      "[{\"n\":1,\"customer_id\":7},{\"n\":2,\"customer_id\":8},{\"n\":3,\"customer_id\":null},{\"n\":4}]",
      "[7,8,null,7]" },
    /* With a parameter that may be missing a row is what it is without it. */
    { OPTIONAL, ASK_TYPE_INTEGER, "customer_id", "7", "[{\"n\":1},{\"n\":2,\"customer_id\":7}]", "[null,7]" },
    { OPTIONAL, ASK_TYPE_INTEGER, NULL, "7", "[{\"n\":1}]", "[7]" },
    { IN_PATH, ASK_TYPE_TEXT, NULL, "\"a b\"", "[{\"n\":1},{\"n\":2}]", "[\"a b\",\"a b\"]" },
    { FIXED, ASK_TYPE_INTEGER, "customer_id", "7", "[{\"n\":1}]", "[7]" },
    { FIXED, ASK_TYPE_INTEGER, NULL, "7", "[{\"n\":1}]", "[7]" },
    { FIXED_OPTIONAL, ASK_TYPE_BOOLEAN, "customer_id", "true", "[{\"n\":1}]", "[1]" },
    { FIXED, ASK_TYPE_BOOLEAN, "customer_id", "false", "[{\"n\":1}]", "[0]" },
    { FIXED, ASK_TYPE_TEXT, "customer_id", "007", "[{\"n\":1}]", "[\"007\"]" },
    /* In the attribute's type, with all digits. */
    { IN_PATH, ASK_TYPE_TEXT, "customer_id", "7", "[{\"n\":1}]", "[\"7\"]" },
    { IN_PATH, ASK_TYPE_TEXT, "customer_id", "\"007\"", "[{\"n\":1}]", "[\"007\"]" },
    { IN_PATH, ASK_TYPE_INTEGER, "customer_id", "\"7\"", "[{\"n\":1}]", "[7]" },
    { IN_PATH, ASK_TYPE_INTEGER, "customer_id", "\"007\"", "[{\"n\":1}]", "[\"007\"]" },
    { IN_PATH, ASK_TYPE_REAL, "customer_id", "\"0.25\"", "[{\"n\":1}]", "[0.25]" },
    { IN_PATH, ASK_TYPE_BOOLEAN, "customer_id", "1", "[{\"n\":1}]", "[1]" },
    { IN_PATH, ASK_TYPE_DECIMAL, "customer_id", "\"12345678901234567890.10\"", "[{\"n\":1}]",
      "[\"12345678901234567890.10\"]" },
    { IN_PATH, ASK_TYPE_INTEGER, "customer_id", "9223372036854775807", "[{\"n\":1}]",
      "[9223372036854775807]" },
    /* A member of an object: it is missing with it, but null with it too. */
    { IN_PATH, ASK_TYPE_INTEGER, "customer.id", "7",
      "[{\"n\":1},{\"customer\":{}},{\"customer\":[]},{\"customer\":null},{\"customer\":{\"id\":null}},"
      "{\"customer\":{\"id\":8}},{\"customer\":{\"id\":7}}]",
      "[7,7,7,null,null,8,7]" },
    { IN_PATH, ASK_TYPE_INTEGER, "customer.of.id", "7",
      "[{\"customer\":{\"of\":null}},{\"customer\":null},{\"customer\":{\"of\":{}}},{}]", "[null,null,7,7]" },
    /* A name with a dot. */
    { IN_PATH, ASK_TYPE_INTEGER, "customer.id", "7", "[{\"customer.id\":9,\"customer\":null}]", "[9]" },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = entity_new (cases[c].way == IN_PATH ? "/c/{customer}/orders" : "/orders",
                                                 cases[c].type, cases[c].column);
      AskParameter *parameter = add_parameter (entity, cases[c].way);
      gboolean fixed = cases[c].way == FIXED || cases[c].way == FIXED_OPTIONAL;
      g_autofree char *text = NULL;
      g_autofree char *path = NULL;
      AskValue value = ASK_NULL_INIT;
      g_autoptr (GString) found = g_string_new ("[");
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;

      parameter->type = cases[c].type;
      if (fixed)
        parameter->fixed = g_strdup (cases[c].value);
      else if (cases[c].value[0] == '"')
        {
          text = g_strndup (cases[c].value + 1, strlen (cases[c].value) - 2);
          value = ask_value_text (text, -1);
        }
      else
        value = ask_value_integer (g_ascii_strtoll (cases[c].value, NULL, 10));
      text = text != NULL ? text : g_strdup (cases[c].type == ASK_TYPE_BOOLEAN ? "true" : cases[c].value);
      path = cases[c].way == IN_PATH ? g_strdup_printf ("/c/%s/orders", text) : g_strdup ("/orders");
      ask_test_server_add_json (server, path, cases[c].body);
      rows = read_orders (source, entity, &value, fixed ? 0 : 1, NULL, &error);
      g_assert_no_error (error);
      for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
        {
          if (r > 0)
            g_string_append_c (found, ',');
          ask_json_append_value (found, ask_rows_get (rows, r, 0));
        }
      g_string_append_c (found, ']');
      g_test_message ("case %u", c);
      g_assert_cmpstr (found->str, ==, cases[c].expected);
    }
}

/* The rows of a child table lie in what leaves it out. */
static void
test_child (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = entity_new ("/c/{customer}/orders", ASK_TYPE_TEXT, "../customer_id");
  AskValue value = ask_value_text ("x7", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = NULL;
  static const char *const expected[] = { "x7", "x7", "own", "own", "x7" };

  entity->operation->nested = g_strdup ("items");
  add_parameter (entity, IN_PATH);
  ask_test_server_add_json (server, "/c/x7/orders",
                            "[{\"items\":[{\"n\":0},{\"n\":1}]},{\"items\":[{\"n\":2},{\"n\":3}],"
                            "\"customer_id\":\"own\"},{\"items\":[]},{\"items\":[{\"n\":4}]}]");
  rows = read_orders (source, entity, &value, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 5);
  for (guint r = 0; r < 5; r++)
    {
      g_assert_cmpstr (ask_rows_get (rows, r, 0)->text, ==, expected[r]);
      g_assert_cmpint (ask_rows_get (rows, r, 1)->integer, ==, r);
    }
}

typedef struct
{
  guint tells_from; /* of rows: those before leave the customer out */
  guint tells_until; /* and those from here on */
  guint rows; /* each customer has so many */
  guint page; /* rows of an answer, 0 for all */
} Orders;

/* ?customer=1,2,3 gives rows of each, customer after customer. */
static void
serve_orders (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  const Orders *self = data;
  g_autofree char *list = ask_test_request_dup_param (request, "customer");
  g_autofree char *offset = ask_test_request_dup_param (request, "offset");
  guint from = offset != NULL ? (guint) g_ascii_strtoull (offset, NULL, 10) : 0;
  g_auto (GStrv) values = g_strsplit (list != NULL ? list : "", ",", -1);
  g_autoptr (GString) body = g_string_new ("[");
  guint n = 0;

  for (guint v = 0; values[v] != NULL; v++)
    for (guint r = 0; r < self->rows; r++, n++)
      {
        if (n < from || (self->page > 0 && n >= from + self->page))
          continue;
        g_string_append_printf (body, "%s{\"n\":%u", body->len > 1 ? "," : "",
                                (guint) g_ascii_strtoull (values[v], NULL, 10) * 1000 + r);
        if (n >= self->tells_from && n < self->tells_until)
          g_string_append_printf (body, ",\"customer_id\":%s", values[v]);
        g_string_append_c (body, '}');
      }
  g_string_append_c (body, ']');
  ask_test_reply_set (reply, 200, "application/json", body->str, -1);
}

/* Many values in one call: where the rows tell whose they are it stays one, else each gets its own. */
static void
test_arrays (void)
{
  static const struct
  {
    Orders orders;
    guint n_values;
    guint max_items;
    guint n_calls; /* 0 for any number */
  } cases[] = {
    { { 0, G_MAXUINT, 2, 0 }, 5, 0, 1 },
    { { G_MAXUINT, 0, 2, 0 }, 5, 0, 1 + 5 },
    { { G_MAXUINT, 0, 2, 0 }, 1, 0, 1 },
    /* Only the last one does not tell. */
    { { 0, 9, 2, 0 }, 5, 0, 1 + 5 },
    { { 9, G_MAXUINT, 2, 0 }, 5, 0, 1 + 5 },
    /* Found out at once, though not of all that are under way. */
    { { G_MAXUINT, 0, 1, 0 }, 100, 4, 0 },
    { { G_MAXUINT, 0, 0, 0 }, 5, 0, 1 },
    /* Later pages: their rows were not given out before. */
    { { G_MAXUINT, 0, 3, 2 }, 4, 0, 0 },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (serve_orders, (gpointer) &cases[c].orders);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = entity_new ("/orders", ASK_TYPE_INTEGER, "customer_id");
      AskParameter *parameter = add_parameter (entity, IN_QUERY);
      g_autofree AskValue *values = g_new (AskValue, cases[c].n_values + 1);
      g_autofree guint *times = g_new0 (guint, cases[c].n_values + 1);

      parameter->style = ASK_ARRAY_COMMA;
      parameter->max_items = cases[c].max_items;
      if (cases[c].orders.page > 0)
        {
          entity->operation->paging.kind = ASK_PAGING_OFFSET;
          entity->operation->paging.parameter = g_strdup ("offset");
        }
      for (guint i = 0; i < cases[c].n_values; i++)
        values[i] = ask_value_integer (i + 1);
      /* The second time it is known. */
      for (guint time = 0; time < 2; time++)
        {
          g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
          g_autoptr (GError) error = NULL;
          g_autoptr (AskRows) rows = NULL;
          guint n_calls = ask_test_server_count (server, "/orders");

          memset (times, 0, cases[c].n_values * sizeof *times);
          rows = read_orders (source, entity, values, cases[c].n_values, order, &error);
          g_assert_no_error (error);
          g_test_message ("case %u, time %u", c, time);
          for (guint i = 0; i < order->len; i++)
            {
              guint binding = g_array_index (order, guint, i);

              g_assert_cmpint (ask_rows_get (rows, i, 0)->integer, ==, binding + 1);
              g_assert_cmpint (ask_rows_get (rows, i, 1)->integer / 1000, ==, binding + 1);
              times[binding]++;
            }
          for (guint i = 0; i < cases[c].n_values; i++)
            g_assert_cmpuint (times[i], ==, cases[c].orders.rows);
          n_calls = ask_test_server_count (server, "/orders") - n_calls;
          if (time == 0 && cases[c].n_calls > 0)
            g_assert_cmpuint (n_calls, ==, cases[c].n_calls);
          if (time == 1 && cases[c].n_calls > 1)
            g_assert_cmpuint (n_calls, ==, cases[c].n_values);
        }
    }
}

/* Rows have gone out before one came that does not tell. */
static void
test_late (void)
{
  static const Orders orders = { 0, 150000, 60000, 0 };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve_orders, (gpointer) &orders);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = entity_new ("/orders", ASK_TYPE_INTEGER, "customer_id");
  AskValue values[3] = { ask_value_integer (1), ask_value_integer (2), ask_value_integer (3) };
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = NULL;

  add_parameter (entity, IN_QUERY)->style = ASK_ARRAY_COMMA;
  rows = read_orders (source, entity, values, 3, NULL, &error);
  g_assert_null (rows);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED);
  g_assert_nonnull (strstr (error->message, "do not say for which"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/rest-fill/a-row-that-leaves-out-its-key-gets-it", test_rows);
  g_test_add_func ("/source/rest-fill/a-child-s-rows-get-their-parent-s-key", test_child);
  g_test_add_func ("/source/rest-fill/rows-that-do-not-tell-get-a-call-each", test_arrays);
  g_test_add_func ("/source/rest-fill/rows-that-went-out-are-not-filled-wrongly", test_late);
  return g_test_run ();
}
