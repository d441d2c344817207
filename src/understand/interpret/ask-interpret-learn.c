/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between a workspace's examples and how questions are read: an example becomes a lesson once, which is kept beside it;
 * lessons together are what was learned; and what a person said of this very question counts before all of that.
 */
#include "config.h"

#include "understand/interpret/ask-interpret-private.h"

#include <string.h>

#include "base/ask-text.h"
#include "sql/ask-sql-parser.h"

/* How far what a person called wrong falls, for that question, and what has the same wrong part. */
#define WRONG 30.0f
#define WRONG_PART 15.0f
#define MAX_WAYS 3

/* Returns: (transfer full) (nullable): what @sql says; %NULL where a draft over @domain cannot say it */
static AskDraft *
read_draft (AskDomain *domain, const char *sql)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);
  AskDraft *draft = tree != NULL ? ask_draft_from_tree (domain, tree, NULL) : NULL;

  if (draft != NULL)
    ask_draft_normalise (draft);
  return draft;
}

/* Returns: which way of joining gives just @sql; -1 for none */
static int
find_way (const AskDraft *draft, AskDomain *domain, const char *sql)
{
  for (guint way = 0; way < MAX_WAYS; way++)
    {
      g_autofree char *own = ask_draft_to_sql (draft, domain, way);

      if (g_strcmp0 (own, sql) == 0)
        return (int) way;
    }
  return -1;
}

/* ---- parts of a query */

/* @part: see #AskExampleWrong. Returns: (transfer full): nothing but that part of @draft */
static AskDraft *
take_part (const AskDraft *draft, const char *part)
{
  AskDraft *copy = ask_draft_copy (draft);

  if (strcmp (part, "columns") != 0 && strcmp (part, "count") != 0)
    {
      g_array_set_size (copy->terms, 0);
      copy->distinct = FALSE;
    }
  if (strcmp (part, "filter") != 0)
    {
      g_array_set_size (copy->conditions, 0);
      g_array_set_size (copy->having, 0);
      g_clear_pointer (&copy->second, ask_draft_free);
      copy->set = ASK_DRAFT_NO_SET;
    }
  if (strcmp (part, "group") != 0)
    g_array_set_size (copy->groups, 0);
  if (strcmp (part, "order") != 0)
    {
      g_array_set_size (copy->orders, 0);
      copy->limit = ASK_DRAFT_NO_LIMIT;
      copy->descending = FALSE;
    }
  g_array_set_size (copy->extra, 0);
  return copy;
}

static gboolean
is_part_equal (const AskDraft *a, const AskDraft *b, const char *part)
{
  g_autoptr (AskDraft) one = take_part (a, part);
  g_autoptr (AskDraft) other = take_part (b, part);

  return ask_draft_equal (one, other);
}

/* Whether @draft says the same as @wrong of a part that is wrong there. */
static gboolean
has_wrong_part (const AskDraft *draft, const AskDraft *wrong, const char *parts)
{
  g_auto (GStrv) names = g_strsplit (parts, " ", -1);

  for (guint i = 0; names[i] != NULL; i++)
    if (*names[i] != '\0' && is_part_equal (draft, wrong, names[i]))
      return TRUE;
  return FALSE;
}

/* ---- lessons */

static char *
describe_origin (const AskExample *example)
{
  g_autoptr (GString) text = g_string_new (ask_lesson_format ());

  g_string_append_printf (text, "\n%s\n%s", example->question, example->sql != NULL ? example->sql : "");
  for (guint i = 0; i < example->wrong->len; i++)
    {
      const AskExampleWrong *wrong = example->wrong->pdata[i];

      g_string_append_printf (text, "\n%s\n%s", wrong->sql, wrong->parts);
    }
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text->str, -1);
}

/* The first scope that can say the example's SQL, with what it says there. */
static const AskScope *
choose_scope (GArray *scopes, const AskExample *example, AskDraft **draft)
{
  for (guint s = 0; s < scopes->len; s++)
    {
      const AskScope *scope = &g_array_index (scopes, AskScope, s);

      if (example->sql != NULL && (*draft = read_draft (scope->domain, example->sql)) != NULL)
        return scope;
      for (guint i = 0; example->sql == NULL && i < example->wrong->len; i++)
        {
          g_autoptr (AskDraft) wrong = read_draft (scope->domain, ((AskExampleWrong *) example->wrong->pdata[i])->sql);

          if (wrong != NULL)
            return scope;
        }
    }
  return NULL;
}

static void
judge_right (AskInterpreter *self, const AskLook *look, const AskExample *example, const AskDraft *right,
             gboolean *is_right)
{
  AskDomain *domain = look->question->domain;
  int way = find_way (right, domain, example->sql);
  AskTried tried = { .known = TRUE };

  /* Elsewhere nothing is run to learn. */
  if (ask_tried_is_local (self->engine, domain))
    ask_tried_run (&tried, self->engine, TRUE, example->sql, ASK_TRIAL_STEPS, NULL);
  for (guint i = 0; i < look->candidates->len; i++)
    {
      const AskCandidate *candidate = g_ptr_array_index (look->candidates, i);

      is_right[i]
        = strcmp (candidate->sql, example->sql) == 0
          || (way < 0 && candidate->way == 0 && ask_draft_equal (candidate->draft, right))
          || (tried.ran && tried.n_rows > 0 && candidate->tried.ran && candidate->tried.signature == tried.signature);
    }
}

/* @may_be: those that differ from all wrong ones, where a person said which part is wrong in that part. */
static void
judge_wrong (const AskLook *look, const AskExample *example, gboolean *is_wrong, gboolean *may_be)
{
  for (guint i = 0; i < look->candidates->len; i++)
    {
      const AskCandidate *candidate = g_ptr_array_index (look->candidates, i);

      may_be[i] = TRUE;
      for (guint w = 0; w < example->wrong->len; w++)
        {
          const AskExampleWrong *wrong = example->wrong->pdata[w];
          g_autoptr (AskDraft) draft = read_draft (look->question->domain, wrong->sql);

          is_wrong[i] = is_wrong[i] || strcmp (candidate->sql, wrong->sql) == 0;
          if (is_wrong[i] || (draft != NULL && has_wrong_part (candidate->draft, draft, wrong->parts)))
            may_be[i] = FALSE;
        }
    }
}

/* Returns: (transfer full) (nullable): what @example teaches; %NULL with @error, and without where it teaches nothing */
static AskLesson *
make_lesson (AskInterpreter *self, const AskExample *example, GCancellable *cancellable, GError **error)
{
  AskPosed asked = { example->question, NULL, NULL, TRUE };
  g_autoptr (GArray) scopes = ask_interpreter_find_scopes (self, &asked, error);
  g_autoptr (AskDraft) right = NULL;
  g_autoptr (AskLook) look = NULL;
  g_autofree gboolean *flags = NULL;
  const AskScope *scope;
  guint n;

  if (scopes == NULL)
    return NULL;
  scope = choose_scope (scopes, example, &right);
  look = scope != NULL ? ask_interpreter_look (self, scope, &asked, cancellable, error) : NULL;
  if (look == NULL)
    return NULL;
  n = look->candidates->len;
  flags = g_new0 (gboolean, 3 * n + 1);
  if (right != NULL)
    judge_right (self, look, example, right, flags);
  else
    judge_wrong (look, example, flags + n, flags + 2 * n);
  return ask_lesson_new (look->guess, look->candidates, look->ranking,
                         &(AskLessonCase) { right, flags, flags + n, flags + 2 * n });
}

/* ---- what was learned, kept between questions */

static GMutex lock;
static char *kept_state; /* nullable: of which workspace, and of which of its lessons */
static AskLearned *kept; /* nullable: nothing, where there is a state */

static gboolean
find_kept (const char *state, AskLearned **learned)
{
  gboolean found;

  g_mutex_lock (&lock);
  found = g_strcmp0 (kept_state, state) == 0;
  *learned = found && kept != NULL ? ask_learned_ref (kept) : NULL;
  g_mutex_unlock (&lock);
  return found;
}

static void
keep (const char *state, AskLearned *learned)
{
  g_mutex_lock (&lock);
  ask_text_set (&kept_state, state);
  g_clear_pointer (&kept, ask_learned_unref);
  kept = learned != NULL ? ask_learned_ref (learned) : NULL;
  g_mutex_unlock (&lock);
}

/* Returns: (transfer full) (nullable): %NULL with @error, and without where there is nothing to learn from */
static AskLearned *
fit_learned (AskWorkspace *workspace, GError **error)
{
  g_autoptr (GPtrArray) examples = ask_workspace_list_examples (workspace, TRUE, error);
  AskLearned *learned = NULL;

  for (guint i = 0; examples != NULL && i < examples->len; i++)
    {
      const AskExample *example = examples->pdata[i];
      g_autofree char *origin = example->lesson != NULL ? describe_origin (example) : NULL;
      AskLesson *lesson = origin != NULL && g_strcmp0 (origin, example->lesson_of) == 0
                            ? ask_lesson_from_bytes (example->lesson)
                            : NULL;

      if (lesson == NULL)
        continue;
      if (learned == NULL)
        learned = ask_learned_new ();
      ask_learned_add (learned, example->question, lesson);
    }
  if (learned != NULL)
    ask_learned_fit (learned);
  return learned;
}

/*
 * ask_interpreter_load_learned:
 * @self: an interpreter
 * @error: of the workspace
 *
 * Takes what the workspace's lessons teach, in place of what was known before.
 *
 * Returns: whether they could be read
 */
gboolean
ask_interpreter_load_learned (AskInterpreter *self, GError **error)
{
  /* Before the lessons are read: what changes meanwhile makes them old. */
  g_autofree char *lessons = ask_workspace_get_lessons_state (self->workspace, error);
  g_autofree char *state = NULL;
  g_autoptr (GError) failure = NULL;

  if (lessons == NULL)
    return FALSE;
  /* The id alone would also be that of a copy. */
  state
    = g_strjoin ("\n", ask_workspace_get_id (self->workspace), ask_workspace_get_path (self->workspace), lessons, NULL);
  g_clear_pointer (&self->learned, ask_learned_unref);
  g_hash_table_remove_all (self->places);
  if (find_kept (state, &self->learned))
    return TRUE;
  self->learned = fit_learned (self->workspace, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  keep (state, self->learned);
  return TRUE;
}

/**
 * ask_interpreter_learn:
 * @self: an interpreter
 * @max: examples at most: each takes as long as reading a question
 * @cancellable: (nullable): a way to stop
 * @error: as of ask_interpreter_read(), or of the workspace
 *
 * Learns from examples that were not learned from yet, or that say something else since. Nothing is asked of servers
 * and APIs. Questions that are read afterwards know it.
 *
 * Returns: whether all went well
 */
gboolean
ask_interpreter_learn (AskInterpreter *self, guint max, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) examples = NULL;
  guint n = 0;

  g_return_val_if_fail (self != NULL, FALSE);

  examples = ask_workspace_list_examples (self->workspace, FALSE, error);
  if (examples == NULL)
    return FALSE;
  /* The newest first. */
  for (guint i = examples->len; i-- > 0 && n < max;)
    {
      const AskExample *example = examples->pdata[i];
      g_autofree char *origin = describe_origin (example);
      g_autoptr (AskLesson) lesson = NULL;
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (GError) failure = NULL;

      if (g_strcmp0 (origin, example->lesson_of) == 0)
        continue;
      lesson = make_lesson (self, example, cancellable, &failure);
      if (failure != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      bytes = lesson != NULL ? ask_lesson_to_bytes (lesson) : NULL;
      if (!ask_workspace_keep_lesson (self->workspace, example->id, bytes, origin, error))
        return FALSE;
      n++;
    }
  return n == 0 || ask_interpreter_load_learned (self, error);
}

/* ---- reading */

/* What a person called wrong for this very question, and what is wrong in the same way. */
static void
push_down (AskLook *self, const AskExample *example, float *corrections)
{
  for (guint w = 0; w < example->wrong->len; w++)
    {
      const AskExampleWrong *wrong = example->wrong->pdata[w];
      g_autoptr (AskDraft) draft = read_draft (self->question->domain, wrong->sql);

      for (guint i = 0; i < self->candidates->len; i++)
        {
          const AskCandidate *candidate = g_ptr_array_index (self->candidates, i);

          if (strcmp (candidate->sql, wrong->sql) == 0)
            corrections[i] -= WRONG;
          else if (draft != NULL && has_wrong_part (candidate->draft, draft, wrong->parts))
            corrections[i] -= WRONG_PART;
        }
    }
}

/*
 * ask_look_correct:
 * @self: ranked by the weights alone
 * @asked: the question
 *
 * Moves the ranking as far as what was learned allows.
 */
void
ask_look_correct (AskLook *self, const AskPosed *asked)
{
  g_autofree float *corrections = NULL;

  if (asked->learned == NULL && asked->example == NULL)
    return;
  corrections = asked->learned != NULL
                  ? ask_learned_correct (asked->learned, self->guess, self->candidates, self->ranking)
                  : g_new0 (float, MAX (self->candidates->len, 1));
  if (asked->example != NULL)
    push_down (self, asked->example, corrections);
  ask_ranking_correct (self->ranking, corrections);
}

/* Returns: (transfer full) (nullable): what a person chose, where it can be said just so today */
static AskQuestionReading *
find_repeat (GArray *scopes, const AskExample *example)
{
  for (guint s = 0; s < scopes->len; s++)
    {
      AskDomain *domain = g_array_index (scopes, AskScope, s).domain;
      g_autoptr (AskDraft) draft = read_draft (domain, example->sql);
      int way = draft != NULL ? find_way (draft, domain, example->sql) : -1;

      if (way >= 0)
        return ask_question_reading_new (draft, domain, (guint) way);
    }
  return NULL;
}

/*
 * ask_interpretation_repeat:
 * @self: readings of a question
 * @scopes: (element-type AskScope): what it was looked at with
 * @example: (nullable): what a person said of this very question
 *
 * Where a person chose a reading before, that is it.
 */
void
ask_interpretation_repeat (AskInterpretation *self, GArray *scopes, const AskExample *example)
{
  AskQuestionReading *repeat = example != NULL && example->sql != NULL ? find_repeat (scopes, example) : NULL;

  if (repeat == NULL)
    return;
  for (guint i = self->readings->len; i-- > 0;)
    {
      AskQuestionReading *reading = g_ptr_array_index (self->readings, i);

      reading->score = 0;
      if (strcmp (reading->sql, repeat->sql) != 0)
        continue;
      repeat->n_rows = reading->n_rows;
      g_ptr_array_remove_index (self->readings, i);
    }
  repeat->score = 1;
  repeat->example = example->id;
  g_ptr_array_insert (self->readings, 0, repeat);
  self->confident = TRUE;
  self->doubtful = FALSE;
}
