/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Opens and closes the fixture. Whatever fails in it fails the test.
 */
#include "config.h"

#include "understand-shop.h"

#include "sql/ask-sql-parser.h"
#include "understand/link/ask-wordnet.h"

/** understand_shop_open: @self: (out caller-allocates): without its domain; @sql: makes the source */
void
understand_shop_open (UnderstandShop *self, const char *sql)
{
  g_autoptr (GError) error = NULL;

  ask_wordnet_set_folder ("/nonexistent");
  self->shop = store_shop_new (sql);
  self->schema = ask_workspace_load_schema (self->shop->workspace, &error);
  g_assert_no_error (error);
}

/** understand_shop_make_domain: @self: as it was opened */
void
understand_shop_make_domain (UnderstandShop *self)
{
  g_autoptr (GError) error = NULL;

  self->domain = ask_domain_new (self->shop->workspace, self->schema, NULL, &error);
  g_assert_no_error (error);
}

/** understand_shop_close: @self: with its domain */
void
understand_shop_close (UnderstandShop *self)
{
  ask_domain_unref (self->domain);
  ask_schema_unref (self->schema);
  store_shop_free (self->shop);
  ask_wordnet_set_folder (NULL);
}

/** understand_shop_ask: Returns: (transfer full): @text as a question */
AskQuestion *
understand_shop_ask (UnderstandShop *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  AskQuestion *question = ask_question_new (self->domain, text, &error);

  g_assert_no_error (error);
  return question;
}

/** understand_shop_read: Returns: (transfer full): the query @sql as a draft */
AskDraft *
understand_shop_read (UnderstandShop *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, &error);
  AskDraft *draft;

  g_assert_no_error (error);
  draft = ask_draft_from_tree (self->domain, tree, &error);
  g_assert_no_error (error);
  return draft;
}

/** understand_reader_open: @sql: of the one source */
void
understand_reader_open (UnderstandReader *self, const char *sql)
{
  g_autoptr (GError) error = NULL;

  understand_shop_open (&self->shop, sql);
  understand_shop_make_domain (&self->shop);
  self->engine = ask_workspace_open_engine_on (self->shop.shop->workspace, self->shop.schema, &error);
  g_assert_no_error (error);
  self->interpreter = ask_interpreter_new (self->shop.shop->workspace, self->engine, &error);
  g_assert_no_error (error);
}

/** understand_reader_close: @self: an opened one */
void
understand_reader_close (UnderstandReader *self)
{
  ask_interpreter_free (self->interpreter);
  ask_engine_free (self->engine);
  understand_shop_close (&self->shop);
}

/** understand_check_readings: @sql: of the one source; @cases: questions over it, with what is read first */
void
understand_check_readings (const char *sql, const UnderstandCase *cases, guint n_cases)
{
  UnderstandReader reader;

  understand_reader_open (&reader, sql);
  for (guint i = 0; i < n_cases; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskInterpretation) found = ask_interpreter_read (reader.interpreter, cases[i].question, NULL, &error);
      const AskQuestionReading *reading;

      g_assert_no_error (error);
      g_assert_cmpuint (found->readings->len, >, 0);
      reading = found->readings->pdata[0];
      if (!g_str_has_suffix (reading->sql, cases[i].sql))
        g_error ("%s\n%s\n%s", cases[i].question, reading->sql, cases[i].sql);
    }
  understand_reader_close (&reader);
}
