/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of parameters that take several values, in every style, and of ranges: what goes over the
 * wire, how few calls there are, and that each row comes to the bindings that it belongs to.
 */
#include "config.h"

#include <string.h>

#include "rest-fixture.h"

/* Gives a row for each value that was asked for, and two that nobody asked for. */
static void
serve_ids (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply,
           gpointer user_data)
{
  const char *separator = user_data;
  g_autoptr (GString) body = g_string_new ("[{\"id\":-5,\"name\":\"unwanted\"}");
  g_auto (GStrv) pairs = g_strsplit (request->query != NULL ? request->query : "", "&", -1);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_autofree char *pair = g_uri_unescape_string (pairs[i], NULL);
      const char *value = strchr (pair, '=');
      g_auto (GStrv) values = NULL;

      if (value == NULL || !g_str_has_prefix (pair, "id"))
        continue;
      values = g_strsplit (value + 1, separator, -1);
      for (guint v = 0; values[v] != NULL; v++)
        g_string_append_printf (body, ",{\"id\":%s,\"name\":\"n%s\"}", values[v], values[v]);
    }
  g_string_append (body, ",{\"id\":null,\"name\":\"untold\"}]");
  ask_test_reply_set (reply, 200, "application/json", body->str, -1);
}

static void
test_styles (void)
{
  static const struct
  {
    AskArrayStyle style;
    const char *separator;
    const char *query; /* of the first call of three values */
  } cases[] = {
    { ASK_ARRAY_REPEAT, "\n", "id=1&id=2&id=3" },
    { ASK_ARRAY_COMMA, ",", "id=1,2,3" },
    { ASK_ARRAY_SPACE, " ", "id=1%202%203" },
    { ASK_ARRAY_PIPE, "|", "id=1%7C2%7C3" },
    { ASK_ARRAY_BRACKETS, "\n", "id%5B%5D=1&id%5B%5D=2&id%5B%5D=3" },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (AskTestServer) server
        = ask_test_server_new (serve_ids, (gpointer) cases[c].separator);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
      const char *const bound[] = { "id" };
      AskValue values[8];
      guint times[8] = { 0 };
      g_autoptr (GPtrArray) calls = rest_calls_new ();
      g_autoptr (GPtrArray) requests = NULL;
      g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;
      AskParameter *parameter = ask_operation_add_parameter (entity->operation, "id",
                                                             ASK_PARAMETER_IN_QUERY, "id", TRUE);

      parameter->style = cases[c].style;
      parameter->type = ASK_TYPE_INTEGER;
      parameter->max_items = 3;
      for (guint i = 0; i < 7; i++)
        values[i] = ask_value_integer (i + 1);
      values[7] = ask_value_integer (2); /* once more */
      /* The attribute is needed to tell the rows apart, though the scan does not want it. */
      rows = rest_read (source, entity, 1, bound, 1, values, 8, order, calls, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (calls->len, ==, 3);
      requests = ask_test_server_dup_requests (server);
      g_assert_cmpuint (requests->len, ==, 3);
      gboolean found = FALSE;
      for (guint i = 0; i < 3; i++)
        found = found
                || g_strcmp0 (((AskTestRequest *) requests->pdata[i])->query, cases[c].query) == 0;
      g_assert_true (found);
      g_assert_cmpstr (((AskCall *) calls->pdata[0])->arguments, ==, "id IN (1, 2, 3)");
      for (guint i = 0; i < order->len; i++)
        {
          guint binding = g_array_index (order, guint, i);
          const AskValue *name = ask_rows_get (rows, i, 0);
          g_autofree char *expected
            = g_strdup_printf ("n%" G_GINT64_FORMAT, values[binding].integer);

          g_assert_cmpstr (name->text, !=, "unwanted");
          if (strcmp (name->text, "untold") != 0)
            {
              g_assert_cmpstr (name->text, ==, expected);
              times[binding]++;
            }
        }
      for (guint i = 0; i < 8; i++)
        g_assert_cmpuint (times[i], ==, 1);
    }
}

static void
serve_nothing (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply,
               gpointer user_data)
{
  ask_test_reply_set (reply, 200, "application/json", "[]", -1);
}

/* A path marks its values, one or several; what would be another path is refused. */
static void
test_paths (void)
{
  static const struct
  {
    AskArrayStyle style;
    guint max_items;
    const char *values[3];
    const char *fixed;
    const char *paths; /* that were called, in order */
    gboolean refused; /* after them */
  } cases[] = {
    { ASK_ARRAY_COMMA, 0, { "a", "b", "c d" }, "1", "/v1/1/t/a,b,c%20d", FALSE },
    { ASK_ARRAY_COMMA, 0, { "a", "b,c", "d" }, "1", "", TRUE },
    { ASK_ARRAY_NONE, 0, { "a", "b", NULL }, "1", "/v1/1/t/a /v1/1/t/b", FALSE },
    { ASK_ARRAY_LABEL, 0, { "a", "b", "c,d" }, "1", "/v1/.1/t/.a.b.c%2Cd", FALSE },
    { ASK_ARRAY_LABEL, 1, { "a", "2.5", NULL }, "1.0", "/v1/.1.0/t/.a /v1/.1.0/t/.2.5", FALSE },
    { ASK_ARRAY_LABEL, 0, { "2.5", NULL, NULL }, "1", "", TRUE },
    { ASK_ARRAY_LABEL, 1, { ".", NULL, NULL }, "1", "", TRUE },
    { ASK_ARRAY_MATRIX, 0, { "a", "b", "c;d" }, "1", "/v1/;v%5B%5D=1/t/;name=a,b,c%3Bd", FALSE },
    { ASK_ARRAY_MATRIX, 0, { "a", "b,c", NULL }, "1", "", TRUE },
    { ASK_ARRAY_MATRIX_REPEAT, 0, { "a", "b", "c,d" }, "1",
      "/v1/;v%5B%5D=1/t/;name=a;name=b;name=c%2Cd", FALSE },
    { ASK_ARRAY_MATRIX_REPEAT, 0, { "a", "b;c", "d" }, "1", "", TRUE },
    { ASK_ARRAY_MATRIX, 0, { "", NULL, NULL }, "1", "", TRUE },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (serve_nothing, NULL);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/{v[]}/t/{name}", NULL);
      const char *const bound[] = { "name" };
      g_auto (GStrv) paths = g_strsplit (cases[c].paths, " ", -1);
      AskValue values[3];
      guint n = 0;
      g_autoptr (GPtrArray) requests = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;
      AskParameter *version = ask_operation_add_parameter (entity->operation, "v[]",
                                                           ASK_PARAMETER_IN_PATH, NULL, TRUE);
      AskParameter *name = ask_operation_add_parameter (entity->operation, "name",
                                                        ASK_PARAMETER_IN_PATH, "name", TRUE);

      version->fixed = g_strdup (cases[c].fixed);
      version->style = cases[c].style;
      version->max_items = 1;
      name->style = cases[c].style;
      name->max_items = cases[c].max_items;
      for (; n < 3 && cases[c].values[n] != NULL; n++)
        values[n] = ask_value_text (cases[c].values[n], -1);
      rows = rest_read (source, entity, 2, bound, 1, values, n, NULL, NULL, &error);
      if (cases[c].refused)
        g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT);
      else
        g_assert_no_error (error);
      requests = ask_test_server_dup_requests (server);
      g_assert_cmpuint (requests->len, ==, g_strv_length (paths));
      for (guint i = 0; paths[i] != NULL; i++)
        {
          g_autofree char *line = g_strdup_printf ("GET %s HTTP/1.1\r\n", paths[i]);
          gboolean found = FALSE;

          for (guint r = 0; r < requests->len; r++)
            {
              gsize length;
              const char *raw = g_bytes_get_data (((AskTestRequest *) requests->pdata[r])->raw, &length);

              found = found || (length > strlen (line) && memcmp (raw, line, strlen (line)) == 0);
            }
          if (!found)
            g_error ("case %u: no call of %s", c, paths[i]);
        }
    }
}

/* What can't stand in a list goes alone, and what separates other lists is part of a value. */
static void
test_separators (void)
{
  static const struct
  {
    AskArrayStyle style;
    const char *values[4];
    guint n_calls;
    const char *alone; /* as it went over the wire */
  } cases[] = {
    { ASK_ARRAY_COMMA, { "a", "b|c", "d", "" }, 2, "name=" },
    { ASK_ARRAY_COMMA, { "a", "b c", "d", "e" }, 1, "name=a,b%20c,d,e" },
    { ASK_ARRAY_REPEAT, { "a", "b,c", "d&e", "f g" }, 1,
      "name=a&name=b%2Cc&name=d%26e&name=f%20g" },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
      const char *const bound[] = { "name" };
      AskValue values[4];
      g_autoptr (GPtrArray) requests = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;
      gboolean found = FALSE;

      ask_operation_add_parameter (entity->operation, "name", ASK_PARAMETER_IN_QUERY, "name", TRUE)
        ->style = cases[c].style;
      for (guint i = 0; i < 4; i++)
        values[i] = ask_value_text (cases[c].values[i], -1);
      ask_test_server_add_json (server, "/v1/rows", "[]");
      rows = rest_read (source, entity, 2, bound, 1, values, 4, NULL, NULL, &error);
      g_assert_no_error (error);
      requests = ask_test_server_dup_requests (server);
      g_assert_cmpuint (requests->len, ==, cases[c].n_calls);
      for (guint i = 0; i < requests->len; i++)
        found = found
                || g_strcmp0 (((AskTestRequest *) requests->pdata[i])->query, cases[c].alone) == 0;
      g_assert_true (found);
    }
}

/* A server that decodes a value before it splits it. */
static void
serve_split (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer user_data)
{
  static const char *const names[] = { "a", "b,c", "[1,2]", "d e", "f|g", "h" };
  const char *separator = user_data;
  g_autofree char *asked = ask_test_request_dup_param (request, "name");
  g_auto (GStrv) values = asked != NULL ? g_strsplit (asked, separator, -1) : NULL;
  g_autoptr (GString) body = g_string_new ("[");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (values == NULL || g_strv_contains ((const char *const *) values, names[i]))
      g_string_append_printf (body, "%s{\"id\":%u,\"name\":\"%s\"}", body->len > 1 ? "," : "", i, names[i]);
  g_string_append_c (body, ']');
  ask_test_reply_set (reply, 200, "application/json", body->str, -1);
}

/* Where a call can do without the parameter, a value that holds its separator is not sent at all. */
static void
test_split (void)
{
  static const struct
  {
    AskArrayStyle style;
    const char *separator;
    guint n_values; /* of those below */
    guint n_calls;
  } cases[] = {
    { ASK_ARRAY_COMMA, ",", 6, 2 }, { ASK_ARRAY_SPACE, " ", 6, 2 }, { ASK_ARRAY_PIPE, "|", 6, 2 },
    { ASK_ARRAY_COMMA, ",", 1, 1 }, { ASK_ARRAY_REPEAT, "\n", 1, 1 },
  };
  static const char *const names[] = { "b,c", "[1,2]", "d e", "f|g", "a", "h" };

  for (guint key = 0; key < 2; key++)
    for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
      {
        g_autoptr (AskTestServer) server = ask_test_server_new (serve_split, (gpointer) cases[c].separator);
        g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
        g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
        const char *const bound[] = { "name" };
        AskValue values[6];
        guint times[6] = { 0 };
        g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
        g_autoptr (GError) error = NULL;
        g_autoptr (AskRows) rows = NULL;

        ((AskAttribute *) entity->attributes->pdata[1])->key = key;
        ask_operation_add_parameter (entity->operation, "name", ASK_PARAMETER_IN_QUERY, "name", FALSE)->style
          = cases[c].style;
        for (guint i = 0; i < cases[c].n_values; i++)
          values[i] = ask_value_text (names[i], -1);
        rows = rest_read (source, entity, 2, bound, 1, values, cases[c].n_values, order, NULL, &error);
        g_assert_no_error (error);
        for (guint i = 0; i < order->len; i++)
          {
            guint binding = g_array_index (order, guint, i);

            times[binding] += strcmp (ask_rows_get (rows, i, 1)->text, names[binding]) == 0;
          }
        g_test_message ("case %u", c);
        for (guint i = 0; i < cases[c].n_values; i++)
          g_assert_cmpuint (times[i], ==, 1);
        g_assert_cmpuint (ask_test_server_count (server, NULL), ==, cases[c].n_calls);
      }
}

/* Where a call cannot do without it, nobody can tell whether a server would take the value for two: an error, before
 * any call, wherever among the values it stands. */
static void
test_required (void)
{
  static const struct
  {
    AskArrayStyle style;
    AskParameterPlace place;
    const char *value;
    gboolean narrows;
  } cases[] = {
    { ASK_ARRAY_COMMA, ASK_PARAMETER_IN_QUERY, "b,c", FALSE },     { ASK_ARRAY_PIPE, ASK_PARAMETER_IN_QUERY, "b|c", FALSE },
    { ASK_ARRAY_SPACE, ASK_PARAMETER_IN_QUERY, "b c", FALSE },     { ASK_ARRAY_COMMA, ASK_PARAMETER_IN_QUERY, "b,c", TRUE },
    { ASK_ARRAY_COMMA, ASK_PARAMETER_IN_PATH, "b,c", FALSE },      { ASK_ARRAY_LABEL, ASK_PARAMETER_IN_PATH, "b.c", FALSE },
    { ASK_ARRAY_MATRIX_REPEAT, ASK_PARAMETER_IN_PATH, "b;c", FALSE }, { ASK_ARRAY_COMMA, ASK_PARAMETER_IN_HEADER, "b,c", FALSE },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    for (guint n = 1; n < 3; n++)
      {
        g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
        g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
        gboolean in_path = cases[c].place == ASK_PARAMETER_IN_PATH;
        g_autoptr (AskEntity) entity = rest_entity_new (in_path ? "/v1/rows/{name}" : "/v1/rows", NULL);
        const char *const bound[] = { "name" };
        const AskValue values[] = { n == 1 ? ask_value_text (cases[c].value, -1) : ask_value_text ("a", -1), ask_value_text (cases[c].value, -1) };
        g_autoptr (GError) error = NULL;
        g_autoptr (AskRows) rows = NULL;
        AskParameter *parameter
          = ask_operation_add_parameter (entity->operation, "name", cases[c].place, "name", !cases[c].narrows);

        parameter->style = cases[c].style;
        parameter->narrows = cases[c].narrows;
        ask_test_server_add_json (server, "/v1/rows", "[]");
        rows = rest_read (source, entity, 2, bound, 1, values, n, NULL, NULL, &error);
        g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT);
        g_assert_nonnull (strstr (error->message, cases[c].value));
        g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 0);
      }
}

/* A URL stays below what servers take (8 KiB), however many values there are and long they are. */
static void
test_length (void)
{
  static const AskArrayStyle styles[] = { ASK_ARRAY_COMMA, ASK_ARRAY_REPEAT };

  for (guint s = 0; s < G_N_ELEMENTS (styles); s++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (serve_nothing, NULL);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
      const char *const bound[] = { "name" };
      g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GPtrArray) requests = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;
      AskValue values[90];
      gsize length = 0;

      ask_operation_add_parameter (entity->operation, "name", ASK_PARAMETER_IN_QUERY, "name", FALSE)
        ->style = styles[s];
      for (guint i = 0; i < G_N_ELEMENTS (values); i++)
        {
          /* Three bytes each, once they are escaped. */
          g_autofree char *spaces = g_strnfill (100, ' ');

          g_ptr_array_add (texts, g_strdup_printf ("%u%s.", i, spaces));
          values[i] = ask_value_text (texts->pdata[i], -1);
        }
      rows = rest_read (source, entity, 2, bound, 1, values, G_N_ELEMENTS (values), NULL, NULL,
                        &error);
      g_assert_no_error (error);
      requests = ask_test_server_dup_requests (server);
      for (guint i = 0; i < requests->len; i++)
        {
          const char *query = ((AskTestRequest *) requests->pdata[i])->query;

          g_assert_cmpuint (strlen (query), <, 4500);
          length += strlen (query);
        }
      g_assert_cmpuint (length, >, 300 * G_N_ELEMENTS (values));
      g_assert_cmpuint (requests->len, <, 12);
    }
}

/* Bindings share a call only where all else is the same; without the attribute in the rows each
 * value has a call of its own. */
static void
test_groups (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
  const char *const both[] = { "id", "colour" };
  const char *const hidden[] = { "shade" };
  AskValue values[12];
  g_autoptr (GError) error = NULL;
  AskRows *rows;

  ask_operation_add_parameter (entity->operation, "id", ASK_PARAMETER_IN_QUERY, "id", FALSE)->style
    = ASK_ARRAY_COMMA;
  rest_add_parameter (entity, "colour", ASK_PARAMETER_IN_QUERY, FALSE);
  rest_add_parameter (entity, "shade", ASK_PARAMETER_IN_QUERY, FALSE)->style = ASK_ARRAY_COMMA;
  ask_test_server_add_json (server, "/v1/rows", "[]");
  for (guint i = 0; i < 6; i++)
    {
      values[2 * i] = ask_value_integer (i);
      values[2 * i + 1] = ask_value_text (i % 2 == 0 ? "red" : "blue", -1);
    }
  rows = rest_read (source, entity, 2, both, 2, values, 6, NULL, NULL, &error);
  g_assert_no_error (error);
  ask_rows_unref (rows);
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 2);
  ask_test_server_forget (server);
  rows = rest_read (source, entity, 2, hidden, 1, values, 6, NULL, NULL, &error);
  g_assert_no_error (error);
  ask_rows_unref (rows);
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 6);
}

/* A value is looked up whatever its kind and its letters' case; the engine compares again. */
static void
test_kinds (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
  const char *const bound[] = { "name" };
  AskValue values[] = { ask_value_integer (7), ask_value_text ("Ada", -1), ask_value_text ("07", -1),
                        ask_value_real (2.5) };
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = NULL;
  guint times[4] = { 0 };

  ask_operation_add_parameter (entity->operation, "name", ASK_PARAMETER_IN_QUERY, "name", FALSE)
    ->style = ASK_ARRAY_REPEAT;
  ask_test_server_add_json (server, "/v1/rows",
                            "[{\"id\":1,\"name\":\"7\"},{\"id\":2,\"name\":\"ADA \"},"
                            "{\"id\":3,\"name\":\"2.50\"},{\"id\":4,\"name\":\"x\"}]");
  rows = rest_read (source, entity, 2, bound, 1, values, 4, order, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 1);
  for (guint i = 0; i < order->len; i++)
    times[g_array_index (order, guint, i)]++;
  g_assert_cmpuint (times[0], ==, 1);
  g_assert_cmpuint (times[1], ==, 1);
  g_assert_cmpuint (times[3], ==, 1);
  for (guint i = 0; i < order->len; i++)
    g_assert_cmpint (ask_rows_get (rows, i, 0)->integer, !=, 4);
}

/* With a key as the array, the chain ends when each value has its row, and not before. */
static void
serve_key_pages (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply,
                 gpointer user_data)
{
  g_autofree char *page = ask_test_request_dup_param (request, "page");
  guint number = page != NULL ? (guint) g_ascii_strtoull (page, NULL, 10) : 1;
  static const char *const bodies[] = { "[{\"id\":1},{\"id\":2}]", "[{\"id\":3},{\"id\":4}]", "[]" };

  ask_test_reply_set (reply, 200, "application/json", bodies[MIN (number, 3) - 1], -1);
}

static void
test_unique (void)
{
  static const guint n_calls[] = { 1, 2, 3 }; /* 2, 4 and 5 values */
  static const guint n_values[] = { 2, 4, 5 };

  for (guint c = 0; c < 3; c++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (serve_key_pages, NULL);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
      const char *const bound[] = { "id" };
      AskValue values[5];
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;

      ((AskAttribute *) entity->attributes->pdata[0])->key = 1;
      entity->operation->paging.kind = ASK_PAGING_PAGE;
      entity->operation->paging.parameter = g_strdup ("page");
      entity->operation->paging.first = 1;
      ask_operation_add_parameter (entity->operation, "id", ASK_PARAMETER_IN_QUERY, "id", FALSE)
        ->style = ASK_ARRAY_COMMA;
      for (guint i = 0; i < 5; i++)
        values[i] = ask_value_integer (i + 1);
      rows = rest_read (source, entity, 2, bound, 1, values, n_values[c], NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, MIN (n_values[c], 4));
      g_assert_cmpuint (ask_test_server_count (server, NULL), ==, n_calls[c]);
    }
}

/* A minimum finds the minimum's parameter, and both ends may be bound at once. */
static void
test_ranges (gconstpointer data)
{
  gboolean open = GPOINTER_TO_INT (data);
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
  const AskAttribute *id = entity->attributes->pdata[0];
  const AskAttribute *bound[] = { id, id, id };
  AskParameterUse uses[] = { open ? ASK_PARAMETER_BELOW : ASK_PARAMETER_AT_MOST,
                             open ? ASK_PARAMETER_ABOVE : ASK_PARAMETER_AT_LEAST,
                             ASK_PARAMETER_EQUALS };
  AskValue values[] = { ask_value_integer (9), ask_value_integer (3), ask_value_integer (5) };
  AskScan scan = { .entity = entity,
                   .columns = (const AskAttribute *const *) entity->attributes->pdata,
                   .n_columns = 2,
                   .bound = bound,
                   .n_bound = 2,
                   .uses = uses,
                   .bindings = values,
                   .n_bindings = 1 };
  g_autoptr (GPtrArray) calls = rest_calls_new ();
  g_autoptr (GPtrArray) requests = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  const AskValue *row;

  ask_operation_add_parameter (entity->operation, "min_id", ASK_PARAMETER_IN_QUERY, "id", FALSE)->use
    = uses[1];
  ask_operation_add_parameter (entity->operation, "max_id", ASK_PARAMETER_IN_QUERY, "id", FALSE)->use
    = uses[0];
  ask_test_server_add_json (server, "/v1/rows", "[{\"id\":4}]");
  cursor = ask_source_scan (source, &scan, calls, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ask_cursor_next (cursor, &row, NULL, NULL, &error), ==, ASK_STEP_ROW);
  requests = ask_test_server_dup_requests (server);
  g_assert_cmpstr (((AskTestRequest *) requests->pdata[0])->query, ==, "max_id=9&min_id=3");
  g_assert_cmpint (ask_cursor_next (cursor, &row, NULL, NULL, &error), ==, ASK_STEP_DONE);
  g_assert_cmpstr (((AskCall *) calls->pdata[0])->arguments, ==,
                   open ? "id < 9, id > 3" : "id <= 9, id >= 3");
  /* There is none for what it equals. */
  g_clear_object (&cursor);
  scan.n_bound = 3;
  cursor = ask_source_scan (source, &scan, calls, NULL, &error);
  g_assert_null (cursor);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/rest-array/each-style-of-array-is-sent-as-described", test_styles);
  g_test_add_func ("/source/rest-array/values-in-a-path-stay-within-their-segment", test_paths);
  g_test_add_func ("/source/rest-array/a-value-with-a-separator-goes-alone", test_separators);
  g_test_add_func ("/source/rest-array/a-required-value-with-a-separator-is-refused", test_required);
  g_test_add_func ("/source/rest-array/a-value-that-cannot-be-sent-is-left-out", test_split);
  g_test_add_func ("/source/rest-array/an-address-stays-below-eight-kilobytes", test_length);
  g_test_add_func ("/source/rest-array/only-equal-bindings-share-a-call", test_groups);
  g_test_add_func ("/source/rest-array/a-value-is-looked-up-whatever-its-kind", test_kinds);
  g_test_add_func ("/source/rest-array/a-unique-key-needs-no-more-pages", test_unique);
  g_test_add_data_func ("/source/rest-array/both-ends-of-a-range-are-sent", GINT_TO_POINTER (FALSE), test_ranges);
  g_test_add_data_func ("/source/rest-array/both-ends-of-an-open-range-are-sent",
                        GINT_TO_POINTER (TRUE), test_ranges);
  return g_test_run ();
}
