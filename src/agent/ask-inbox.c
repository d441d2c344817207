/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Gathers what wants a person. An item is there as long as its cause is: a question that was answered since, a word that
 * is a name by now, a verified question that runs again are gone from it by themselves. What was dismissed is left out
 * until it happens again.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-inbox-private.h"
#include "base/ask-text.h"
#include "store/ask-workspace-examples.h"
#include "store/ask-workspace-kept.h"
#include "store/ask-workspace-links.h"

/* So many questions, changes or broken things are named. */
#define MAX_NAMED 3
#define ID_LENGTH 8

static const char *const kind_words[] = { "wrong", "word", "question", "verified", "drift", "suggestion" };
static const char *const action_words[] = { "synonym", "statement", "verify", "run", "accept", "seen", "take" };

/* What the list is made of. */
typedef struct
{
  AskWorkspace *workspace;
  AskSchema *schema;
  GHashTable *dismissed;
  GPtrArray *items;
} Inbox;

/** ask_inbox_kind_to_string: @kind: of an item. Returns: (transfer none): "wrong", "word", "question", "verified", … */
const char *
ask_inbox_kind_to_string (AskInboxKind kind)
{
  return kind_words[kind];
}

/** ask_inbox_action_to_string: @action: of a proposal. Returns: (transfer none): "synonym", "statement", "verify", "run", … */
const char *
ask_inbox_action_to_string (AskInboxAction action)
{
  return action_words[action];
}

/** ask_inbox_proposal_free: @self: (nullable) (transfer full): a proposal */
void
ask_inbox_proposal_free (AskInboxProposal *self)
{
  if (self == NULL)
    return;
  g_free (self->words);
  g_free (self->question);
  g_free (self->text);
  g_free (self->entity);
  g_free (self->attribute);
  g_free (self->source);
  g_free (self);
}

/**
 * ask_inbox_proposal_complete:
 * @source: (nullable): whose statement it is; %NULL leaves it
 * @text: what a person wrote
 *
 * Writes what the program could not.
 */
void
ask_inbox_proposal_complete (AskInboxProposal *self, const char *source, const char *text)
{
  ask_text_set (&self->text, text);
  if (source != NULL)
    ask_text_set (&self->source, source);
}

/* Suggestions, which take long to find, for as long as the workspace stays as it is. */
typedef struct
{
  GPtrArray *list; /* AskSuggestion */
} Found;

static void
found_clear (gpointer data)
{
  g_clear_pointer (&((Found *) data)->list, g_ptr_array_unref);
}

static void
found_release (gpointer found)
{
  g_atomic_rc_box_release_full (found, found_clear);
}

/** ask_inbox_item_free: @self: (nullable) (transfer full): an item */
void
ask_inbox_item_free (AskInboxItem *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_free (self->key);
  g_free (self->title);
  g_free (self->detail);
  g_ptr_array_unref (self->questions);
  g_free (self->source);
  g_ptr_array_unref (self->proposals);
  g_clear_pointer (&self->kept, found_release);
  g_free (self);
}

/* @key: (transfer full). Returns: (transfer full): an item that is in no list yet */
static AskInboxItem *
item_new (AskInboxKind kind, char *key, gint64 at)
{
  AskInboxItem *item = g_new0 (AskInboxItem, 1);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA1, key, -1);

  item->kind = kind;
  item->key = key;
  item->id = g_strndup (digest, ID_LENGTH);
  item->at = at;
  item->count = 1;
  item->questions = g_ptr_array_new_with_free_func (g_free);
  item->proposals = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_inbox_proposal_free);
  return item;
}

/*
 * ask_inbox_propose:
 * @item: gets the proposal, after those that it has
 * @words: (nullable) (transfer full): what it would do and why
 *
 * Returns: (transfer none): the proposal, to be filled
 */
AskInboxProposal *
ask_inbox_propose (AskInboxItem *item, AskInboxAction action, char *words)
{
  AskInboxProposal *proposal = g_new0 (AskInboxProposal, 1);

  proposal->action = action;
  proposal->words = words;
  g_ptr_array_add (item->proposals, proposal);
  return proposal;
}

/* @item: (transfer full). Returns: whether it was not dismissed since it last happened, and is in the list now */
static gboolean
take (Inbox *self, AskInboxItem *item)
{
  const gint64 *until = g_hash_table_lookup (self->dismissed, item->key);

  if (until != NULL && *until >= item->at)
    {
      ask_inbox_item_free (item);
      return FALSE;
    }
  g_ptr_array_add (self->items, item);
  return TRUE;
}

static void
propose_verify (AskInboxItem *item, const char *question, const char *sql, char *words)
{
  AskInboxProposal *proposal;

  for (guint i = 0; i < item->proposals->len; i++)
    {
      const AskInboxProposal *other = item->proposals->pdata[i];

      if (other->action == ASK_INBOX_ACTION_VERIFY && strcmp (other->text, sql) == 0
          && strcmp (other->question, question) == 0)
        {
          g_free (words);
          return;
        }
    }
  proposal = ask_inbox_propose (item, ASK_INBOX_ACTION_VERIFY, words);
  proposal->question = g_strdup (question);
  proposal->text = g_strdup (sql);
}

/* What a person said that the question means, by choosing or by asking again. */
static gboolean
propose_meant (Inbox *self, AskInboxItem *item, const AskWanting *wanting, GError **error)
{
  g_autoptr (GPtrArray) examples = ask_workspace_find_examples (self->workspace, wanting->question, error);
  g_autoptr (GPtrArray) again = NULL;

  if (examples == NULL)
    return FALSE;
  again = ask_workspace_list_asked_again (self->workspace, wanting->id, error);
  if (again == NULL)
    return FALSE;
  for (guint i = 0; i < examples->len; i++)
    {
      const AskExample *example = examples->pdata[i];

      if (example->sql != NULL)
        propose_verify (item, wanting->question, example->sql,
                        g_strdup (_ ("Verify it with the query that somebody chose for it.")));
    }
  for (guint i = 0; i < again->len; i++)
    {
      const AskAskedAgain *next = again->pdata[i];

      if (next->follows == wanting->id || ask_inbox_is_like (wanting->question, next->question))
        /* Translators: a question. */
        propose_verify (item, wanting->question, next->sql,
                        g_strdup_printf (_ ("Verify it with the query of “%s”, which was asked next."),
                                         next->question));
    }
  return TRUE;
}

/* Gives questions, changes and the like as one text: "…", "…" and 2 more. */
static char *
join_some (GPtrArray *texts)
{
  GString *joined = g_string_new (NULL);
  guint n = MIN (texts->len, MAX_NAMED);

  for (guint i = 0; i < n; i++)
    /* Translators: quotation marks around a name. */
    g_string_append_printf (joined, i > 0 ? _ (", “%s”") : _ ("“%s”"), (const char *) texts->pdata[i]);
  if (texts->len > n)
    /* Translators: the end of a list of names. */
    g_string_append_printf (joined, _ (" and %u more"), texts->len - n);
  return g_string_free (joined, FALSE);
}

static void
add_question (AskInboxItem *item, const AskWanting *wanting)
{
  for (guint i = 0; i < item->questions->len; i++)
    if (strcmp (item->questions->pdata[i], wanting->question) == 0)
      return;
  g_ptr_array_add (item->questions, g_strdup (wanting->question));
}

/* Answers that were called wrong: an item a question, with what was said last. */
static gboolean
add_wrong (Inbox *self, GPtrArray *all, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < all->len; i++)
    {
      const AskWanting *wanting = all->pdata[i];
      g_autofree char *folded = ask_inbox_fold (wanting->question);
      AskInboxItem *item;

      if (wanting->complaint == NULL)
        continue;
      item = g_hash_table_lookup (seen, folded);
      if (item != NULL)
        {
          item->count++;
          item->at = MAX (item->at, wanting->at);
          continue;
        }
      item = item_new (ASK_INBOX_WRONG, g_strconcat ("wrong:", folded, NULL), wanting->at);
      item->title = g_strdup (wanting->question);
      /* Translators: what a person said of an answer. */
      item->detail = g_strdup_printf (_ ("Called wrong: %s"), wanting->complaint);
      item->history = wanting->id;
      add_question (item, wanting);
      /* The newest that is not dismissed says what is shown; older ones count only where it is. */
      if (!take (self, item))
        continue;
      g_hash_table_insert (seen, strchr (item->key, ':') + 1, item);
      if (!propose_meant (self, item, wanting, error))
        return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer full) (element-type utf8 gint64): folded questions, and when they were answered last, by the number
 * in the history; those that somebody vouches for are answered for good */
static GHashTable *
list_settled (GPtrArray *answered, GPtrArray *pairs)
{
  GHashTable *settled = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  const gint64 for_good = G_MAXINT64;

  for (guint i = answered->len; i-- > 0;)
    {
      const AskAsked *asked = answered->pdata[i];

      g_hash_table_replace (settled, ask_inbox_fold (asked->question), g_memdup2 (&asked->id, sizeof asked->id));
    }
  for (guint i = 0; i < pairs->len; i++)
    g_hash_table_replace (settled, ask_inbox_fold (((AskVerified *) pairs->pdata[i])->question),
                          g_memdup2 (&for_good, sizeof for_good));
  return settled;
}

static gboolean
is_settled (GHashTable *settled, const AskWanting *wanting)
{
  g_autofree char *folded = ask_inbox_fold (wanting->question);
  const gint64 *when = g_hash_table_lookup (settled, folded);

  return when != NULL && *when > wanting->id;
}

/* Of what a question without an answer is an item: of each word that nothing answers to, else of itself. */
static void
collect (const AskWanting *wanting, const AskInboxNames *names, GHashTable *items, GPtrArray *order)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  for (guint i = 0; wanting->unknown != NULL && wanting->unknown[i] != NULL; i++)
    {
      g_autofree char *folded = ask_text_fold (wanting->unknown[i]);
      g_autofree char *stem = ask_text_stem (folded);

      if (ask_inbox_names_has (names, stem))
        continue;
      g_ptr_array_add (keys, g_strconcat ("word:", stem, NULL));
      g_ptr_array_add (words, wanting->unknown[i]);
    }
  /* Its words are known by now, so whether it is answered now is found out by asking it again. */
  if (keys->len == 0 && wanting->unknown != NULL && wanting->unknown[0] != NULL)
    return;
  if (keys->len == 0)
    {
      g_autofree char *folded = ask_inbox_fold (wanting->question);

      g_ptr_array_add (keys, g_strconcat ("question:", folded, NULL));
    }
  for (guint i = 0; i < keys->len; i++)
    {
      AskInboxItem *item = g_hash_table_lookup (items, keys->pdata[i]);

      if (item == NULL)
        {
          item
            = item_new (words->len > 0 ? ASK_INBOX_WORD : ASK_INBOX_QUESTION, g_strdup (keys->pdata[i]), wanting->at);
          item->title = g_strdup (words->len > 0 ? words->pdata[i] : wanting->question);
          item->history = wanting->id;
          g_hash_table_insert (items, item->key, item);
          g_ptr_array_add (order, item);
        }
      else
        {
          item->count++;
          item->at = MAX (item->at, wanting->at);
        }
      add_question (item, wanting);
    }
}

static const AskWanting *
find_wanting (GPtrArray *all, gint64 id)
{
  for (guint i = 0; i < all->len; i++)
    if (((AskWanting *) all->pdata[i])->id == id)
      return all->pdata[i];
  return NULL;
}

/* @item: that was taken */
static gboolean
complete_unanswered (Inbox *self, AskInboxItem *item, const AskWanting *newest, const AskInboxNames *names,
                     GError **error)
{
  g_autoptr (GPtrArray) again = NULL;
  g_autofree char *questions = join_some (item->questions);

  if (item->kind == ASK_INBOX_QUESTION)
    {
      item->detail = g_strdup (_ ("It could not be answered, although its words are known."));
      return propose_meant (self, item, newest, error);
    }
  /* Translators: questions in quotation marks. */
  item->detail = g_strdup_printf (_ ("Nobody could answer %s."), questions);
  again = ask_workspace_list_asked_again (self->workspace, newest->id, error);
  if (again == NULL)
    return FALSE;
  ask_inbox_names_propose (names, item, item->title, again);
  return propose_meant (self, item, newest, error);
}

static gint64
find_first (GPtrArray *all)
{
  gint64 first = G_MAXINT64;

  for (guint i = 0; i < all->len; i++)
    if (((AskWanting *) all->pdata[i])->complaint == NULL)
      first = MIN (first, ((AskWanting *) all->pdata[i])->id);
  return first;
}

/* Questions without an answer, by the words that were not understood. */
static gboolean
add_unanswered (Inbox *self, GPtrArray *all, GPtrArray *pairs, GError **error)
{
  gint64 first = find_first (all);
  g_autoptr (GPtrArray) choices = NULL;
  g_autoptr (GPtrArray) answered = NULL;
  g_autoptr (GHashTable) settled = NULL;
  g_autoptr (AskInboxNames) names = NULL;
  g_autoptr (GHashTable) items = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  gboolean done = TRUE;

  if (first == G_MAXINT64)
    return TRUE;
  if ((choices = ask_workspace_list_link_choices (self->workspace, error)) == NULL
      || (answered = ask_workspace_list_answered_since (self->workspace, first, error)) == NULL)
    return FALSE;
  settled = list_settled (answered, pairs);
  names = ask_inbox_names_new (self->schema, choices);
  for (guint i = 0; i < all->len; i++)
    {
      const AskWanting *wanting = all->pdata[i];

      if (wanting->complaint == NULL && !is_settled (settled, wanting))
        collect (wanting, names, items, order);
    }
  for (guint i = 0; i < order->len; i++)
    {
      AskInboxItem *item = order->pdata[i];

      if (!done)
        ask_inbox_item_free (item);
      else if (take (self, item))
        done = complete_unanswered (self, item, find_wanting (all, item->history), names, error);
    }
  return done;
}

static gboolean
add_verified (Inbox *self, GPtrArray *pairs, GError **error)
{
  g_autoptr (GHashTable) failing = ask_workspace_load_failing (self->workspace, error);

  if (failing == NULL)
    return FALSE;
  for (guint i = 0; i < pairs->len; i++)
    {
      const AskVerified *pair = pairs->pdata[i];
      const gint64 *since = g_hash_table_lookup (failing, &pair->id);
      const char *message = pair->run_message != NULL ? pair->run_message : "";
      gboolean failed = pair->run_status == ASK_VERIFIED_FAILED;
      AskInboxItem *item;

      if (since == NULL)
        continue;
      item = item_new (ASK_INBOX_VERIFIED, g_strdup_printf ("verified:%" G_GINT64_FORMAT, pair->id), *since);
      item->title = g_strdup (pair->question);
      item->verified = pair->id;
      item->detail = g_strdup_printf (failed ? _ ("Does not run: %s") : _ ("Gives another result: %s"), message);
      if (!failed)
        ask_inbox_propose (item, ASK_INBOX_ACTION_ACCEPT, g_strdup (_ ("What it gives now is right.")));
      ask_inbox_propose (item, ASK_INBOX_ACTION_RUN,
                         g_strdup (failed ? _ ("Run it again, when its source is mended.")
                                          : _ ("Run it again: the data may be as it was.")));
      take (self, item);
    }
  return TRUE;
}

static char *
tell_drift (const AskDrift *drift)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GPtrArray) broken = g_ptr_array_new ();
  guint n = MIN (drift->changes->len, MAX_NAMED);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *line = ask_change_to_text (drift->changes->pdata[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", line);
    }
  if (drift->changes->len > n)
    g_string_append_printf (text, _ (" and %u more"), drift->changes->len - n);
  g_string_append_c (text, '.');
  for (guint i = 0; i < drift->breaks->len; i++)
    g_ptr_array_add (broken, ((AskBreak *) drift->breaks->pdata[i])->name);
  if (broken->len > 0)
    {
      g_autofree char *names = join_some (broken);

      g_string_append_c (text, ' ');
      /* Translators: names in quotation marks: what does not work any more. */
      g_string_append_printf (text, _ ("This breaks %s."), names);
    }
  return g_string_free (text, FALSE);
}

static gboolean
add_drift (Inbox *self, GError **error)
{
  g_autoptr (GPtrArray) sources = ask_workspace_list_sources (self->workspace, error);

  if (sources == NULL)
    return FALSE;
  for (guint i = 0; i < sources->len; i++)
    {
      const char *name = ((AskSourceRecord *) sources->pdata[i])->name;
      g_autoptr (AskDrift) drift = ask_workspace_get_drift (self->workspace, name, error);
      AskInboxItem *item;

      if (drift == NULL)
        return FALSE;
      if (drift->changes->len == 0)
        continue;
      item = item_new (ASK_INBOX_DRIFT, g_strconcat ("drift:", name, NULL), drift->found_at);
      item->count = drift->changes->len;
      item->title = g_strdup (name);
      item->source = g_strdup (name);
      item->detail = tell_drift (drift);
      ask_inbox_propose (item, ASK_INBOX_ACTION_SEEN, g_strdup (_ ("I have seen what changed.")));
      take (self, item);
    }
  return TRUE;
}

static gpointer
find_suggestions (AskWorkspace *workspace, gpointer cancellable, GError **error)
{
  GPtrArray *list = ask_workspace_suggest (workspace, cancellable, error);
  Found *found;

  if (list == NULL)
    return NULL;
  found = g_atomic_rc_box_new0 (Found);
  found->list = list;
  return found;
}

static gboolean
add_suggestions (Inbox *self, GCancellable *cancellable, GError **error)
{
  static AskKept kept;
  Found *found = ask_kept_get (&kept, self->workspace, find_suggestions, found_release, cancellable, error);

  if (found == NULL)
    return FALSE;
  for (guint i = 0; i < found->list->len; i++)
    {
      const AskSuggestion *suggestion = found->list->pdata[i];
      g_autofree char *setting = ask_workspace_suggestion_setting (suggestion->key);
      g_autofree char *dismissed = ask_workspace_get_setting (self->workspace, setting);
      AskInboxItem *item;

      /* Dismissed since it was found. */
      if (dismissed != NULL)
        continue;
      item = item_new (ASK_INBOX_SUGGESTION, g_strconcat ("suggestion:", suggestion->key, NULL), 0);
      item->title = ask_suggestion_to_text (suggestion);
      item->detail = g_strdup (suggestion->reason);
      item->suggestion = suggestion;
      item->kept = g_atomic_rc_box_acquire (found);
      ask_inbox_propose (item, ASK_INBOX_ACTION_TAKE, g_strdup (_ ("It is so.")));
      g_ptr_array_add (self->items, item);
    }
  found_release (found);
  return TRUE;
}

/**
 * ask_inbox_list:
 * @workspace: whose
 * @suggestions: whether to look for suggestions, too: that reads values of the sources and takes up to 30 s, see
 *   ask_workspace_suggest(); what was found is kept for as long as the workspace stays as it is
 * @cancellable: (nullable): stops the search for suggestions
 * @error: %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the file cannot be read; %ASK_ENGINE_ERROR;
 *   %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type AskInboxItem): what wants a person and was not dismissed, kind by kind; in a
 *   kind the newest first
 */
GPtrArray *
ask_inbox_list (AskWorkspace *workspace, gboolean suggestions, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GHashTable) dismissed = NULL;
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_inbox_item_free);
  g_autoptr (GPtrArray) wanting = NULL;
  g_autoptr (GPtrArray) pairs = NULL;
  Inbox self;

  g_return_val_if_fail (workspace != NULL, NULL);

  if ((schema = ask_workspace_load_schema (workspace, error)) == NULL
      || (dismissed = ask_workspace_load_dismissed (workspace, error)) == NULL
      || (wanting = ask_workspace_list_wanting (workspace, error)) == NULL
      || (pairs = ask_workspace_list_verified (workspace, error)) == NULL)
    return NULL;
  self = (Inbox) { workspace, schema, dismissed, items };
  if (!add_wrong (&self, wanting, error) || !add_unanswered (&self, wanting, pairs, error)
      || !add_verified (&self, pairs, error) || !add_drift (&self, error)
      || (suggestions && !add_suggestions (&self, cancellable, error)))
    return NULL;
  return g_steal_pointer (&items);
}
