/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Settings: "ask-above/calls" for all sources, "ask-above/calls/SOURCE" for one, "price/prompt", "speed/SOURCE". What
 * is said of a source goes before what is said of all, and that before what is usual.
 */
#include "config.h"

#include "store/ask-thresholds.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-error.h"
#include "store/ask-workspace-private.h"

/* Larger than anything that is to be asked about, and exact in a double. */
#define MOST 1e15
#define ABOVE "ask-above/"
/* A speed is noted anew where it is another one than before, by so much. */
#define SPEED_SHARE 0.25

static const struct
{
  const char *word;
  double usual; /* below 0: nobody is asked */
} known[] = {
  [ASK_THRESHOLD_CALLS] = { "calls", 500 },    [ASK_THRESHOLD_ROWS] = { "rows", 200000 },
  [ASK_THRESHOLD_SECONDS] = { "seconds", 30 }, [ASK_THRESHOLD_BYTES] = { "bytes", -1 },
  [ASK_THRESHOLD_TOKENS] = { "tokens", -1 },   [ASK_THRESHOLD_PRICE] = { "price", -1 },
};

/** ask_threshold_to_string: @threshold: one. Returns: (transfer none): its word: "calls", "rows", … */
const char *
ask_threshold_to_string (AskThreshold threshold)
{
  return known[threshold].word;
}

/* Names of sources are told apart without case. */
static char *
make_key (const char *stem, const char *word, const char *source)
{
  g_autofree char *lower = source != NULL ? g_ascii_strdown (source, -1) : NULL;

  return g_strconcat (stem, word, lower != NULL ? "/" : NULL, lower, NULL);
}

/* A number of 0 or more. Returns: whether it is one */
static gboolean
read_number (const char *text, double *number)
{
  char *end;

  *number = g_ascii_strtod (text, &end);
  return end != text && *end == '\0' && isfinite (*number) && *number >= 0 && *number <= MOST;
}

/**
 * ask_workspace_dup_threshold:
 * @self: a workspace
 * @threshold: of what
 * @source: (nullable): of which source; %NULL for what holds for all
 *
 * Returns: (transfer full) (nullable): what was said exactly there, "never" or a number; %NULL where nobody said
 *   anything there
 */
char *
ask_workspace_dup_threshold (AskWorkspace *self, AskThreshold threshold, const char *source)
{
  g_autofree char *key = make_key (ABOVE, known[threshold].word, source);

  return ask_workspace_get_setting (self, key);
}

/**
 * ask_workspace_load_thresholds:
 * @self: a workspace
 * @error: %ASK_STORE_ERROR_OPEN and others where the file cannot be read
 *
 * Returns: (transfer full): all that was said, for ask_thresholds_get()
 */
GHashTable *
ask_workspace_load_thresholds (AskWorkspace *self, GError **error)
{
  const char *what = N_ ("the settings cannot be read");
  g_autoptr (GHashTable) thresholds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what, "SELECT key, value FROM setting WHERE key GLOB 'ask-above/*'", error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  while (ask_workspace_step (self, what, statement, &row, error))
    {
      if (!row)
        return g_steal_pointer (&thresholds);
      g_hash_table_insert (thresholds, ask_statement_dup_text (statement, 0), ask_statement_dup_text (statement, 1));
    }
  return NULL;
}

/**
 * ask_thresholds_get:
 * @thresholds: of ask_workspace_load_thresholds()
 * @threshold: of what
 * @source: (nullable): of which source; %NULL for what holds for all, and for the model
 * @above: (out): what may go by without a word
 *
 * Returns: whether anybody is to be asked at all
 */
gboolean
ask_thresholds_get (GHashTable *thresholds, AskThreshold threshold, const char *source, double *above)
{
  g_autofree char *all = make_key (ABOVE, ask_threshold_to_string (threshold), NULL);
  g_autofree char *own = make_key (ABOVE, ask_threshold_to_string (threshold), source);
  const char *text = g_hash_table_lookup (thresholds, own);

  if (text == NULL)
    text = g_hash_table_lookup (thresholds, all);
  if (text != NULL && strcmp (text, "never") == 0)
    return FALSE;
  if (text != NULL && read_number (text, above))
    return TRUE;
  *above = known[threshold].usual;
  return *above >= 0;
}

/**
 * ask_workspace_set_threshold:
 * @self: a workspace
 * @threshold: of what
 * @source: (nullable): of which source
 * @text: a number of 0 or more, "never", or "usual" to take back what was said there
 * @error: %ASK_STORE_ERROR_INVALID or %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_set_threshold (AskWorkspace *self, AskThreshold threshold, const char *source, const char *text,
                             GError **error)
{
  g_autofree char *key = make_key (ABOVE, known[threshold].word, source);
  gboolean usual = strcmp (text, "usual") == 0;
  double number;

  if (!usual && strcmp (text, "never") != 0 && !read_number (text, &number))
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("“%s” is no threshold. Give a number of 0 or more, never, or usual."), text);
      return FALSE;
    }
  return ask_workspace_set_setting (self, key, usual ? NULL : text, error);
}

/**
 * ask_workspace_forget_thresholds:
 * @self: a workspace in the middle of a change
 * @source: that goes
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Takes what was said and noted of a source away, so that the next one of its name begins afresh.
 *
 * Returns: whether nothing failed
 */
gboolean
ask_workspace_forget_thresholds (AskWorkspace *self, const char *source, GError **error)
{
  const char *what = N_ ("the source was not removed");
  g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (
    self, what,
    "DELETE FROM setting WHERE key IN ('speed/' || ?1, 'ask-above/calls/' || ?1, 'ask-above/rows/' || ?1,"
    " 'ask-above/seconds/' || ?1)",
    error);
  g_autofree char *lower = g_ascii_strdown (source, -1);

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, lower);
  return ask_workspace_run (self, what, statement, error);
}

/* Returns: (transfer full): the setting of a price; of the workspace's own model that without a name */
static char *
make_price_key (AskWorkspace *self, const char *model, const char *what)
{
  g_autofree char *own = ask_workspace_get_setting (self, "model/name");

  return model == NULL || g_strcmp0 (model, own) == 0 ? g_strconcat ("price/", what, NULL)
                                                      : g_strconcat ("price/", what, "/", model, NULL);
}

/* Returns: below 0 where none is set */
static double
get_price (AskWorkspace *self, const char *model, const char *what)
{
  g_autofree char *key = make_price_key (self, model, what);
  g_autofree char *own = ask_workspace_get_setting (self, key);
  g_autofree char *usual_key = make_price_key (self, NULL, what);
  g_autofree char *usual = ask_workspace_get_setting (self, usual_key);
  const char *text = own != NULL ? own : usual;
  double price;

  return text != NULL && read_number (text, &price) ? price : -1;
}

/**
 * ask_workspace_get_price:
 * @self: a workspace
 * @model: (nullable): the name of a model; %NULL for that of the workspace, whose price counts where no other is set
 * @price: (out): of a million tokens
 *
 * Returns: whether a price of what is sent is set
 */
gboolean
ask_workspace_get_price (AskWorkspace *self, const char *model, AskPrice *price)
{
  price->prompt = get_price (self, model, "prompt");
  price->reply = get_price (self, model, "reply");
  return price->prompt >= 0;
}

static gboolean
set_price (AskWorkspace *self, const char *key, const char *text, GError **error)
{
  double number;

  if (text == NULL)
    return TRUE;
  if (strcmp (text, "none") != 0 && !read_number (text, &number))
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                     N_ ("“%s” is no price. Give what a million tokens cost, as a number such as 2.5, or none."), text);
      return FALSE;
    }
  return ask_workspace_set_setting (self, key, strcmp (text, "none") == 0 ? NULL : text, error);
}

/**
 * ask_workspace_set_price:
 * @self: a workspace
 * @model: (nullable): the name of a model; %NULL for that of the workspace
 * @prompt: (nullable): of a million tokens that are sent: a number, or "none"; %NULL leaves what is set
 * @reply: (nullable): of a million tokens that come back, likewise
 * @error: %ASK_STORE_ERROR_INVALID or %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether both are on disk
 */
gboolean
ask_workspace_set_price (AskWorkspace *self, const char *model, const char *prompt, const char *reply, GError **error)
{
  g_autofree char *sent = make_price_key (self, model, "prompt");
  g_autofree char *back = make_price_key (self, model, "reply");

  return set_price (self, sent, prompt, error) && set_price (self, back, reply, error);
}

/**
 * ask_workspace_get_speed:
 * @self: a workspace
 * @source: one of its sources
 *
 * Returns: milliseconds that a call to it, or a query of it, takes as a rule; below 0 where nobody has seen one
 */
double
ask_workspace_get_speed (AskWorkspace *self, const char *source)
{
  g_autofree char *key = make_key ("speed", "", source);
  g_autofree char *text = ask_workspace_get_setting (self, key);
  double ms;

  return text != NULL && read_number (text, &ms) ? ms : -1;
}

/**
 * ask_workspace_note_speed:
 * @self: a workspace
 * @source: one of its sources
 * @ms: what a call took lately, in the middle
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Keeps it, smoothed. What differs little from what is kept is not written.
 *
 * Returns: whether nothing failed
 */
gboolean
ask_workspace_note_speed (AskWorkspace *self, const char *source, double ms, GError **error)
{
  double before = ask_workspace_get_speed (self, source);
  double now = before < 0 ? ms : (before + ms) / 2;
  g_autofree char *key = make_key ("speed", "", source);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (before >= 0 && fabs (ms - before) <= SPEED_SHARE * MAX (before, 1))
    return TRUE;
  return ask_workspace_set_setting (self, key, g_ascii_formatd (text, sizeof text, "%.1f", now), error);
}
