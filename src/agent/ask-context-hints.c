/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is known here of a question, for a model: what its words were taken for, how a program would read it, and
 * verified questions that are alike. A literal is told as the person typed it. As the data spells it, it is told where
 * its attribute may be shared; otherwise "…" stands for it.
 */
#include "config.h"

#include "agent/ask-context.h"

#include <string.h>

#include "agent/ask-match.h"
#include "agent/ask-share.h"
#include "agent/ask-thread.h"
#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"
#include "understand/interpret/ask-interpret.h"

#define MAX_LINKS 12
/* Of the words of one link. */
#define MAX_TARGETS 3
#define LEAST_SCORE 0.2
/* A reading that is more often wrong misleads. */
#define LEAST_READING 0.45
#define MAX_EXAMPLES 3
#define MAX_SQL_BYTES 2000
#define HIDDEN "…"

/* "%Y-%m" */
static gboolean
is_format (const char *text)
{
  for (const char *p = text; *p != '\0'; p++)
    if (*p == '%' && g_ascii_isalpha (p[1]))
      p++;
    else if (strchr ("-/:. ", *p) == NULL)
      return FALSE;
  return text[0] != '\0';
}

/* "2025", "2025-03", "2025-03-01 12:00": what a day or a span in the question becomes. */
static gboolean
is_date (const char *text)
{
  return g_regex_match_simple ("^[0-9]{4}(-[0-9]{2}(-[0-9]{2}([ T][0-9:.]+)?)?)?$", text, 0, 0);
}

static gboolean
may_tell_value (AskSchema *schema, const AskLink *link)
{
  AskEntity *entity;
  AskAttribute *attribute;

  return ask_link_find_target (link, schema, &entity, &attribute) && ask_share_may_values (schema, entity, attribute);
}

/* @text as the person typed it in @question, or as it is where its attribute may be shared; NULL where neither holds.
 * @dated: set where @question speaks of a number or a day */
static char *
tell_link (AskAgentRun *run, const char *text, const char *question, GPtrArray *links, gboolean *dated)
{
  if (strstr (question, text) != NULL)
    return g_strdup (text);
  for (guint i = 0; i < links->len; i++)
    {
      const AskLink *link = links->pdata[i];

      *dated |= link->kind == ASK_LINK_DATE || link->kind == ASK_LINK_NUMBER;
      if (link->kind != ASK_LINK_VALUE || g_strcmp0 (link->value, text) != 0)
        continue;
      if (may_tell_value (run->schema, link))
        return g_strdup (text);
      return g_strndup (question + link->start, link->end - link->start);
    }
  return NULL;
}

/* A text of a query as it may be told: as it is, in the person's own words of this question or one before it; NULL where
 * neither may be. */
static char *
tell_text (AskAgentRun *run, const char *text)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  gboolean dated = FALSE;
  char *told;

  if (is_format (text))
    return g_strdup (text);
  told = tell_link (run, text, run->answer->question, run->found != NULL ? run->found->links : none, &dated);
  for (guint i = 0; told == NULL && run->thread != NULL && i < run->thread->len; i++)
    {
      const AskAnswer *before = run->thread->pdata[i];

      told = tell_link (run, text, before->question, before->links, &dated);
    }
  return told == NULL && dated && is_date (text) ? g_strdup (text) : told;
}

/* @hidden: (nullable): gets the texts that are not told. Returns: (transfer full): @sql with its texts as they may be
 * told, HIDDEN for others */
static char *
tell_sql (AskAgentRun *run, const char *sql, GPtrArray *hidden)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  GString *told = g_string_new (NULL);
  gsize at = 0;

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);
      g_autofree char *text = NULL;
      g_autofree char *shown = NULL;
      g_autofree char *quoted = NULL;

      if (token->kind != ASK_SQL_STRING && token->kind != ASK_SQL_BLOB && token->kind != ASK_SQL_COMMENT)
        continue;
      if (token->kind == ASK_SQL_STRING)
        {
          text = ask_sql_token_dup_text (sql, token);
          shown = tell_text (run, text);
        }
      if (shown == NULL && text != NULL)
        g_ptr_array_add (hidden, g_strdup (text));
      quoted = token->kind == ASK_SQL_COMMENT ? g_strdup ("") : ask_sql_quote_text (shown != NULL ? shown : HIDDEN);
      g_string_append_len (told, sql + at, (gssize) (token->start - at));
      g_string_append (told, quoted);
      at = token->start + token->length;
    }
  g_string_append (told, sql + at);
  return g_string_free (told, FALSE);
}

static gboolean
is_visible (AskSchema *schema, const AskLink *link)
{
  AskEntity *entity;
  AskAttribute *attribute;

  if (!ask_link_find_target (link, schema, &entity, &attribute) || entity->hidden)
    return FALSE;
  return attribute == NULL || (!attribute->hidden && (link->kind != ASK_LINK_VALUE || !attribute->sensitive));
}

/* Whether @word, as of ask_text_words(), is a part of @name, in whatever form. */
static gboolean
is_part (const char *word, const char *name)
{
  g_autofree char *stem = ask_text_stem (word);
  gsize length = strlen (stem);

  /* "categori" is the stem of "category". */
  if (length > 1 && stem[length - 1] == 'i')
    stem[length - 1] = '\0';
  return strstr (name, stem) != NULL;
}

/* Whether the words of @link say by themselves which table or column they are: then there is nothing to tell. Words like
 * "of" never tell anything. */
static gboolean
says_itself (const AskLink *link, const char *question)
{
  g_autofree char *said = g_strndup (question + link->start, link->end - link->start);
  g_autoptr (GPtrArray) words = ask_text_words (said);
  g_autofree char *name = ask_text_fold (link->target);

  if (link->kind == ASK_LINK_VALUE)
    return FALSE;
  for (guint i = 0; i < words->len; i++)
    if (!ask_text_is_stop_word (words->pdata[i]) && !is_part (words->pdata[i], name))
      return FALSE;
  return TRUE;
}

static void
append_target (GString *text, const AskLink *link)
{
  const char *what = link->kind == ASK_LINK_ENTITY ? "table" : link->kind == ASK_LINK_ATTRIBUTE ? "column" : "in";

  g_string_append_printf (text, "%s %s", what, link->target);
}

/* "- “older”: column head.age" */
static void
append_links (AskAgentRun *run, GString *text)
{
  GPtrArray *links = run->found->links;
  guint n = 0;

  for (guint i = 0; i < links->len && n < MAX_LINKS; i++)
    {
      const AskLink *link = links->pdata[i];
      guint n_targets = 0;

      for (guint l = 0; l < links->len && n_targets < MAX_TARGETS; l++)
        {
          const AskLink *other = links->pdata[l];

          if (other->start != link->start || other->end != link->end)
            continue;
          /* The first of these words speaks for all. */
          if (l < i)
            break;
          if (!ask_link_is_choice (other) || other->score < LEAST_SCORE || !is_visible (run->schema, other)
              || says_itself (other, run->answer->question))
            continue;
          if (n_targets++ == 0)
            g_string_append_printf (text, "%s- “%.*s”: ", n == 0 ? "\n\nWhat its words were found as:\n" : "\n",
                                    (int) (link->end - link->start), run->answer->question + link->start);
          else
            g_string_append (text, "; ");
          append_target (text, other);
        }
      n += n_targets > 0;
    }
}

static void
append_reading (AskAgentRun *run, GString *text)
{
  const AskQuestionReading *reading = run->found->readings->len > 0 ? run->found->readings->pdata[0] : NULL;
  g_autoptr (GPtrArray) hidden = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *sql = NULL;

  if (reading == NULL || run->found->doubtful || reading->score < LEAST_READING
      || strlen (reading->sql) > MAX_SQL_BYTES)
    return;
  sql = tell_sql (run, reading->sql, hidden);
  /* A value that nobody typed is what it turns on: without it the reading is none. */
  if (hidden->len > 0)
    return;
  g_string_append_printf (text, "\n\nA program read it so, which is right in about %.0f of 10 cases:\n%s",
                          CLAMP (10 * reading->score, 1, 9), sql);
}

static char *
hide_in (const char *text, GPtrArray *hidden)
{
  char *told = g_strdup (text);

  for (guint i = 0; i < hidden->len; i++)
    {
      g_autofree char *escaped = g_regex_escape_string (hidden->pdata[i], -1);
      g_autoptr (GRegex) regex = escaped[0] != '\0' ? g_regex_new (escaped, G_REGEX_CASELESS, 0, NULL) : NULL;
      char *replaced = regex != NULL ? g_regex_replace_literal (regex, told, -1, 0, HIDDEN, 0, NULL) : NULL;

      if (replaced == NULL)
        continue;
      g_free (told);
      told = replaced;
    }
  return told;
}

static void
append_examples (AskAgentRun *run, GString *text)
{
  g_autoptr (GPtrArray) closest
    = ask_match_closest_pairs (run->verified, run->answer->question, run->schema, MAX_EXAMPLES);

  for (guint i = 0; i < closest->len; i++)
    {
      const AskVerified *pair = closest->pdata[i];
      g_autoptr (GPtrArray) hidden = g_ptr_array_new_with_free_func (g_free);
      g_autofree char *sql = tell_sql (run, pair->sql, hidden);
      g_autofree char *question = hide_in (pair->question, hidden);

      if (strlen (sql) > MAX_SQL_BYTES)
        continue;
      g_string_append_printf (text, "%s%s\n%s", i == 0 ? "\n\nQuestions like it that people have verified:\n" : "\n",
                              question, sql);
    }
}

/* The questions before this one and their queries, the last first. */
static void
append_thread (AskAgentRun *run, GString *text)
{
  for (guint i = 0; run->thread != NULL && i < run->thread->len; i++)
    {
      const AskAnswer *before = run->thread->pdata[i];
      g_autoptr (GPtrArray) hidden = g_ptr_array_new_with_free_func (g_free);
      g_autofree char *table = ask_thread_get_table (i);
      g_autofree char *sql = tell_sql (run, before->sql, hidden);

      g_string_append_printf (text, "%s%s: %s\n%s",
                              i == 0
                                ? "\n\nIt may lean on the questions before it, the last first. The rows of each are a "
                                  "table that a query may read:\n"
                                : "\n",
                              table, before->question, strlen (sql) <= MAX_SQL_BYTES ? sql : "(a long query)");
    }
}

/**
 * ask_context_hints:
 * @run: with the schema, the verified questions and, where there is one, the interpretation
 * @error: %ASK_STORE_ERROR
 *
 * Returns: (transfer full): the question and what is known of it; %NULL on error
 */
char *
ask_context_hints (AskAgentRun *run, GError **error)
{
  g_autoptr (GString) text = g_string_new ("Question: ");
  g_autofree char *reading = ask_workspace_get_setting (run->workspace, "model/reading");
  g_autofree char *shared = NULL;
  g_autoptr (GError) failure = NULL;

  shared = ask_share_question (run, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  g_string_append (text, run->answer->question);
  if (run->found != NULL && g_strcmp0 (reading, "off") != 0)
    {
      append_links (run, text);
      append_reading (run, text);
    }
  append_thread (run, text);
  append_examples (run, text);
  if (shared != NULL)
    g_string_append_printf (text, "\n\n%s", shared);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
