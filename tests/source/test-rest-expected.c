/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of answers that are not what a specification describes: an error with the status of a success, a row
 * without a member that must be there, members that come twice, and numbers that a double does not hold.
 */
#include "config.h"

#include <string.h>

#include "rest-fixture.h"

typedef struct
{
  const char *path; /* with or without {id} */
  const char *rows;
  const char *body;
  const char *problem; /* nullable: what the error says */
} Answer;

static const Answer answers[] = {
  /* An object that a call names. */
  { "/things/{id}", NULL, "{\"id\":5,\"name\":\"a\"}", NULL },
  { "/things/{id}", NULL, "{\"id\":5}", NULL },
  { "/things/{id}", NULL, "{\"error\":\"not found\"}", "none of the members" },
  { "/things/{id}", NULL, "{}", "none of the members" },
  { "/things/{id}", NULL, "{\"name\":\"a\"}", "lacks the member “id”" },
  { "/things/{id}", "data", "{\"data\":{\"message\":\"not found\"}}", "none of the members" },
  { "/things/{id}", "data", "{\"data\":{\"id\":5}}", NULL },
  { "/things/{id}", "data", "{\"data\":{\"id\":5},\"errors\":[]}", NULL },
  { "/things/{id}", "data", "{\"data\":{\"id\":5},\"errors\":[{\"code\":7}]}", "“errors”" },
  /* A list. */
  { "/things", "data", "{\"data\":[{\"id\":1,\"kind\":\"x\"},{\"id\":2,\"kind\":null}]}", NULL },
  { "/things", "data", "{\"data\":[{\"id\":1,\"kind\":\"x\"},{\"id\":2}]}", "lacks the member “kind”" },
  { "/things", "data", "{\"error\":\"not found\"}", "no list" },
  { "/things", "data", "{\"data\":[{\"id\":1,\"kind\":\"x\"}],\"error\":\"a shard is down\"}", "“error”" },
  /* What comes twice. */
  { "/things", "data", "{\"data\":[],\"data\":[{\"id\":1,\"kind\":\"x\"}]}", "“data” comes twice" },
  { "/things", "data", "{\"data\":[{\"id\":1,\"kind\":\"x\"}],\"data\":[]}", "“data” comes twice" },
  { "/things", "data", "{\"data\":null,\"data\":[{\"id\":1,\"kind\":\"x\"}]}", "“data” comes twice" },
  { "/things", "data", "{\"data\":[{\"id\":1,\"kind\":\"x\",\"id\":2}]}", "“id” comes twice" },
  { "/things", "data", "{\"data\":[{\"id\":1,\"kind\":\"x\",\"address\":{\"city\":\"a\",\"city\":\"b\"}}]}",
    "“city” comes twice" },
  { "/things", "data", "{\"data\":[{\"id\":1,\"kind\":\"x\",\"address\":{},\"address\":{\"city\":\"b\"}}]}",
    "“address” comes twice" },
  /* Nobody asks for it. */
  { "/things", "data", "{\"data\":[{\"id\":1,\"kind\":\"x\",\"z\":1,\"z\":2}]}", NULL },
};

static void
test_answers (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      const Answer *answer = &answers[i];
      gboolean single = strchr (answer->path, '{') != NULL;
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = rest_entity_new (answer->path, answer->rows);
      const char *const bound[] = { "id" };
      AskValue value = ask_value_integer (5);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;

      entity->operation->single = single;
      if (single)
        {
          AskAttribute *id = entity->attributes->pdata[0];

          id->key = 1;
          id->nullable = FALSE;
          ask_operation_add_parameter (entity->operation, "id", ASK_PARAMETER_IN_PATH, "id", TRUE);
        }
      else
        ask_entity_add_attribute (entity, "kind", "kind", ASK_TYPE_TEXT)->nullable = FALSE;
      ask_entity_add_attribute (entity, "city", "address.city", ASK_TYPE_TEXT);
      ask_test_server_add_json (server, single ? "/things/5" : "/things", answer->body);
      g_test_message ("%s", answer->body);
      /* What a scan does not want is looked at, too. */
      for (guint columns = 1; columns <= entity->attributes->len; columns++)
        {
          g_clear_pointer (&rows, ask_rows_unref);
          g_clear_error (&error);
          if (columns < entity->attributes->len && answer->problem != NULL && strstr (answer->problem, "city") != NULL)
            continue;
          rows = rest_read (source, entity, columns, bound, single, &value, 1, NULL, NULL, &error);
          if (answer->problem == NULL)
            g_assert_no_error (error);
          else
            {
              g_assert_null (rows);
              g_assert_nonnull (strstr (error->message, answer->problem));
            }
        }
    }
}

/* What a document calls a number is a real, whole or not, and no digit is lost. */
static void
test_numbers (void)
{
  static const struct
  {
    AskType type;
    const char *sent;
    const char *cell; /* as JSON: "…" is text */
  } cases[] = {
    { ASK_TYPE_REAL, "10", "10.0" },
    { ASK_TYPE_REAL, "10.0", "10.0" },
    { ASK_TYPE_REAL, "-0", "0.0" },
    { ASK_TYPE_REAL, "\"10\"", "10.0" },
    { ASK_TYPE_REAL, "1e3", "1000.0" },
    { ASK_TYPE_REAL, "0.10000000000000001", "0.1" },
    { ASK_TYPE_REAL, "3.141592653589793116", "3.141592653589793" },
    { ASK_TYPE_REAL, "100000000000000000000", "1e+20" },
    { ASK_TYPE_REAL, "9007199254740992", "9007199254740992.0" },
    { ASK_TYPE_REAL, "9007199254740993", "9007199254740993" },
    { ASK_TYPE_REAL, "12345678901234567890.12", "\"12345678901234567890.12\"" },
    { ASK_TYPE_REAL, "9007199254740993.5", "\"9007199254740993.5\"" },
    { ASK_TYPE_REAL, "1e999", "\"1e999\"" },
    { ASK_TYPE_REAL, "-1e999", "\"-1e999\"" },
    { ASK_TYPE_REAL, "1e-999", "\"1e-999\"" },
    { ASK_TYPE_REAL, "0e999", "0.0" },
    { ASK_TYPE_REAL, "null", "null" },
    { ASK_TYPE_REAL, "true", "1" },
    { ASK_TYPE_ANY, "10", "10" },
    { ASK_TYPE_ANY, "12345678901234567890.12", "\"12345678901234567890.12\"" },
    { ASK_TYPE_INTEGER, "10", "10" },
    { ASK_TYPE_INTEGER, "10.0", "10.0" },
    { ASK_TYPE_TEXT, "10", "\"10\"" },
  };
  static const struct
  {
    const char *column;
    const char *body; /* %s: the number */
    gboolean values;
  } places[] = { { "v", "[{\"v\":%s}]", FALSE }, { "a.v", "[{\"a\":{\"v\":%s}}]", FALSE }, { ".", "[%s]", TRUE } };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    for (guint p = 0; p < G_N_ELEMENTS (places); p++)
      {
        g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
        g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
        g_autoptr (AskEntity) entity = ask_entity_new ("things", "shop", "listThings", ASK_ENTITY_API);
        g_auto (GStrv) parts = g_strsplit (places[p].body, "%s", 2);
        g_autofree char *body = g_strconcat (parts[0], cases[c].sent, parts[1], NULL);
        g_autoptr (GString) cell = g_string_new (NULL);
        g_autoptr (GError) error = NULL;
        g_autoptr (AskCursor) cursor = NULL;
        const AskValue *row;

        ask_entity_add_attribute (entity, "unread", NULL, ASK_TYPE_TEXT);
        ask_entity_add_attribute (entity, "v", places[p].column, cases[c].type);
        entity->operation = ask_operation_new ("/things");
        entity->operation->values = places[p].values;
        ask_test_server_add_json (server, "/things", body);
        cursor = rest_scan (source, entity, 1, NULL, 0, NULL, 0, NULL, &error);
        g_assert_no_error (error);
        g_assert_cmpint (ask_cursor_next (cursor, &row, NULL, NULL, &error), ==, ASK_STEP_ROW);
        ask_json_append_value (cell, &row[0]);
        g_test_message ("%s of %s", cases[c].sent, ask_type_to_string (cases[c].type));
        g_assert_cmpstr (cell->str, ==, cases[c].cell);
      }
}

/* A whole number that the document calls a number goes into a call as it came. */
static void
test_sent (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/things/{id}", NULL);
  const char *const bound[] = { "id" };
  AskValue value = ask_value_real (5.0);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = NULL;

  ((AskAttribute *) entity->attributes->pdata[0])->type = ASK_TYPE_REAL;
  entity->operation->single = TRUE;
  ask_operation_add_parameter (entity->operation, "id", ASK_PARAMETER_IN_PATH, "id", TRUE);
  ask_test_server_add_json (server, "/things/5", "{\"id\":5,\"name\":\"a\"}");
  rows = rest_read (source, entity, 2, bound, 1, &value, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 1);
  g_assert_cmpint (ask_rows_get (rows, 0, 0)->kind, ==, ASK_VALUE_REAL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/rest-expected/an-answer-that-was-not-described-is-an-error", test_answers);
  g_test_add_func ("/source/rest-expected/a-number-is-a-real-without-losing-a-digit", test_numbers);
  g_test_add_func ("/source/rest-expected/a-whole-number-is-sent-as-it-came", test_sent);
  return g_test_run ();
}
