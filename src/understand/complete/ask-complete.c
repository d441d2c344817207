/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Completions, the best first, and the meaning of a composed question. Both walk the same grammar.
 */
#include "config.h"

#include "understand/complete/ask-complete.h"

#include <glib/gi18n.h>
#include <string.h>

#include "understand/complete/ask-complete-private.h"
#include "understand/interpret/ask-reading-words.h"

/* A composed question is a sentence. */
#define MAX_LENGTH 2000
#define MAX_TYPED 60

/**
 * ask_completion_free:
 * @self: (transfer full) (nullable): a completion
 */
void
ask_completion_free (AskCompletion *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_free (self->what);
  g_free (self);
}

/**
 * ask_composed_free:
 * @self: (transfer full) (nullable): what a composed question means
 */
void
ask_composed_free (AskComposed *self)
{
  if (self == NULL)
    return;
  g_free (self->sql);
  g_free (self->words);
  g_ptr_array_unref (self->sources);
  g_free (self);
}

/**
 * ask_completion_kind_to_string:
 * @kind: of a completion
 *
 * Returns: (transfer none): as it is written in JSON: "operation", "entity", "attribute", "value" or "hint"
 */
const char *
ask_completion_kind_to_string (AskCompletionKind kind)
{
  static const char *const words[] = { "operation", "entity", "attribute", "value", "hint" };

  return words[kind];
}

/**
 * ask_completion_apply:
 * @self: a completion of @text
 * @text: as it was typed
 * @at: (out) (optional): where the cursor stands then, in bytes
 *
 * Returns: (transfer full): @text with the completion taken, and a blank behind it; a hint leaves it as it is
 */
char *
ask_completion_apply (const AskCompletion *self, const char *text, gsize *at)
{
  const char *behind = text + self->end;
  const char *blank = self->end > 0 && self->start == self->end && text[self->end - 1] != ' ' ? " " : "";
  g_autofree char *before = g_strndup (text, self->start);
  g_autofree char *begun = NULL;

  if (self->kind == ASK_COMPLETION_HINT)
    {
      if (at != NULL)
        *at = self->end;
      return g_strdup (text);
    }
  begun = g_strconcat (before, blank, self->text, " ", NULL);
  while (*behind == ' ')
    behind++;
  if (at != NULL)
    *at = strlen (begun);
  return g_strconcat (begun, behind, NULL);
}

static AskLang
get_person_lang (void)
{
  /* Translators: the language that questions are composed in: "de" for German, else "en". */
  return g_str_equal (C_ ("language of questions", "en"), "de") ? ASK_LANG_GERMAN : ASK_LANG_ENGLISH;
}

static void
walk_init (AskWalk *walk, AskWorkspace *workspace, const char *text, gsize length)
{
  *walk = (AskWalk) { .workspace = workspace, .person = get_person_lang (), .cursor = length };
  walk->typed = ask_typed_split (text, length);
  walk->queue = g_array_new (FALSE, FALSE, sizeof (AskParse));
  walk->whole = g_array_new (FALSE, FALSE, sizeof (AskParse));
  walk->values = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  walk->offered = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  walk->chunk = g_string_chunk_new (256);
}

static void
walk_clear (AskWalk *walk)
{
  if (walk->typed == NULL)
    return;
  ask_vocab_unref (walk->names);
  g_array_unref (walk->typed);
  g_array_unref (walk->queue);
  g_array_unref (walk->whole);
  g_hash_table_unref (walk->values);
  g_hash_table_unref (walk->offered);
  g_string_chunk_free (walk->chunk);
  g_clear_pointer (&walk->offers, g_ptr_array_unref);
  g_clear_error (&walk->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskWalk, walk_clear)

static int
compare_offers (gconstpointer a, gconstpointer b)
{
  const AskCompletion *left = *(const AskCompletion *const *) a;
  const AskCompletion *right = *(const AskCompletion *const *) b;

  return left->score < right->score ? 1 : left->score > right->score ? -1 : 0;
}

/* The word that the cursor stands in ends where it is typed to, not at the cursor. */
static void
end_word (GPtrArray *offers, const char *text, gsize at)
{
  const char *p = text + at;

  if (at == 0 || !g_unichar_isalnum (g_utf8_get_char (g_utf8_prev_char (p))))
    return;
  while (g_unichar_isalnum (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  for (guint i = 0; i < offers->len; i++)
    {
      AskCompletion *offer = offers->pdata[i];

      if (offer->start < at)
        offer->end = (gsize) (p - text);
    }
}

/* What begins with one letter may be anything. */
static gboolean
begins_name (const AskWalk *walk)
{
  const AskTyped *last = walk->typed->len > 0 ? ask_typed (walk, walk->typed->len - 1) : NULL;

  return last != NULL && !last->quoted && g_utf8_strlen (last->folded, -1) > 1
         && g_unichar_isalpha (g_utf8_get_char (last->folded));
}

/* What goes on so; where nothing does, and it is no question yet, what nearly does. */
static void
find_offers (AskWalk *walk, const char *text)
{
  walk->partial = walk->cursor > 0 && !g_unichar_isspace (g_utf8_get_char (g_utf8_prev_char (text + walk->cursor)));
  ask_walk_run (walk);
  if (walk->offers->len > 0 || walk->whole->len > 0 || !walk->partial || walk->error != NULL)
    return;
  walk->typos = TRUE;
  ask_walk_run (walk);
  walk->typos = FALSE;
  if (walk->offers->len == 0 && walk->error == NULL && begins_name (walk))
    ask_walk_offer_names (walk);
}

/**
 * ask_complete:
 * @workspace: whose data is asked about
 * @text: what was typed
 * @at: the cursor's place, in bytes; what stands behind it is not looked at
 * @max: how many at most
 * @error: %ASK_STORE_ERROR
 *
 * Says what can follow. Asks no source, and reads the index of values only for the attribute that is compared. Blocks,
 * for a few milliseconds; after a change of the schema longer.
 *
 * Returns: (transfer full) (element-type AskCompletion): the best first; perhaps none
 */
GPtrArray *
ask_complete (AskWorkspace *workspace, const char *text, gsize at, guint max, GError **error)
{
  g_autofree char *valid = NULL;
  g_auto (AskWalk) walk = { 0 };
  GPtrArray *offers;

  g_return_val_if_fail (workspace != NULL && text != NULL, NULL);

  valid = g_utf8_make_valid (text, -1);
  at = MIN (at, strlen (valid));
  while (at > 0 && ((guchar) valid[at] & 0xc0) == 0x80)
    at--;
  offers = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_completion_free);
  if (at > MAX_LENGTH)
    return offers;
  walk_init (&walk, workspace, valid, at);
  walk.offers = offers;
  if (walk.typed->len > MAX_TYPED)
    return g_steal_pointer (&walk.offers);
  walk.names = ask_vocab_get (workspace, error);
  if (walk.names == NULL)
    return NULL;
  find_offers (&walk, valid);
  if (walk.error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&walk.error));
      return NULL;
    }
  /* Of the same score those that were found first stay first. */
  g_ptr_array_sort (offers, compare_offers);
  if (offers->len > max)
    g_ptr_array_set_size (offers, (int) max);
  end_word (offers, valid, at);
  return g_steal_pointer (&walk.offers);
}

static GPtrArray *
list_sources (const AskDraft *draft, AskDomain *domain)
{
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, domain);
  GPtrArray *sources = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < entities->len; i++)
    {
      const char *source = ask_domain_entity (domain, g_array_index (entities, guint, i))->entity->source;

      if (*source != '\0' && !g_ptr_array_find_with_equal_func (sources, source, g_str_equal, NULL))
        g_ptr_array_add (sources, g_strdup (source));
    }
  return sources;
}

/* Returns: (nullable): %NULL where two ways to read it, both as good, are not the same */
static AskComposed *
choose (AskWalk *walk)
{
  g_autoptr (AskDraft) chosen = NULL;
  g_autofree char *sql = NULL;
  guint best = G_MAXUINT;
  AskComposed *composed;

  for (guint i = 0; i < walk->whole->len; i++)
    best = MIN (best, g_array_index (walk->whole, AskParse, i).penalty);
  for (guint i = 0; i < walk->whole->len; i++)
    {
      const AskParse *parse = &g_array_index (walk->whole, AskParse, i);
      g_autoptr (AskDraft) draft = NULL;
      g_autofree char *here = NULL;

      if (parse->penalty > best)
        continue;
      draft = ask_parse_to_draft (parse, walk->names);
      here = ask_draft_to_sql (draft, walk->names->domain, 0);
      if (here == NULL || (sql != NULL && strcmp (sql, here) != 0))
        return NULL;
      if (sql == NULL)
        {
          sql = g_steal_pointer (&here);
          chosen = g_steal_pointer (&draft);
        }
    }
  if (sql == NULL)
    return NULL;
  composed = g_new0 (AskComposed, 1);
  composed->words = ask_reading_words (chosen, walk->names->domain);
  composed->sources = list_sources (chosen, walk->names->domain);
  composed->sql = g_steal_pointer (&sql);
  return composed;
}

/*
 * ask_complete_read_one:
 *
 * As ask_complete_read(), for a question of one goal.
 */
gboolean
ask_complete_read_one (AskWorkspace *workspace, const char *text, AskComposed **composed, GError **error)
{
  g_autofree char *valid = NULL;
  g_auto (AskWalk) walk = { 0 };
  gsize length;

  g_return_val_if_fail (workspace != NULL && text != NULL && composed != NULL, FALSE);

  *composed = NULL;
  valid = g_utf8_make_valid (text, -1);
  length = strlen (valid);
  if (length > MAX_LENGTH)
    return TRUE;
  walk_init (&walk, workspace, valid, length);
  if (walk.typed->len > MAX_TYPED || walk.typed->len == 0)
    return TRUE;
  walk.names = ask_vocab_get (workspace, error);
  if (walk.names == NULL)
    return FALSE;
  ask_walk_run (&walk);
  if (walk.error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&walk.error));
      return FALSE;
    }
  *composed = choose (&walk);
  return TRUE;
}

/**
 * ask_complete_read:
 * @workspace: whose data is asked about
 * @text: a question
 * @composed: (out) (transfer full) (nullable): what it means; %NULL where it is not made of what is offered alone, or may
 *   mean two things
 * @error: %ASK_STORE_ERROR
 *
 * Reads a question that was composed, or compares two that were. Nothing is guessed: each word has its place in the
 * grammar.
 *
 * Returns: %FALSE exactly where @error is set
 */
gboolean
ask_complete_read (AskWorkspace *workspace, const char *text, AskComposed **composed, GError **error)
{
  g_autofree char *valid = NULL;

  g_return_val_if_fail (workspace != NULL && text != NULL && composed != NULL, FALSE);

  valid = g_utf8_make_valid (text, -1);
  if (!ask_complete_read_one (workspace, valid, composed, error))
    return FALSE;
  return *composed != NULL || strlen (valid) > MAX_LENGTH
         || ask_complete_read_comparison (workspace, valid, composed, error);
}
