/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows of one scan. Its chains of pages run side by side, as many as there are lanes; rows come
 * chain by chain, so that the order is the same from scan to scan. Nothing is asked of the API while
 * nobody asks for rows, and what waits to be read is bound.
 *
 * Whatever goes wrong ends the scan with an error that names the call.
 */
#include "config.h"

#include "source/rest/ask-rest-chain.h"

/* Chains that are begun before the first of them is read. */
#define MAX_AHEAD 256
/* Rows that may wait in all chains together, and in one of several. */
#define MAX_WAITING ((gsize) 16 << 20)
#define MAX_WAITING_EACH ((gsize) 1 << 20)

#define ASK_TYPE_REST_CURSOR (ask_rest_cursor_get_type ())
G_DECLARE_FINAL_TYPE (AskRestCursor, ask_rest_cursor, ASK, REST_CURSOR, AskCursor)

struct _AskRestCursor
{
  AskCursor parent_instance;
  AskRestPlan *plan;
  GQueue chains; /* AskRestChain: the one that is read, then those begun ahead */
  guint group; /* of the chain that is read */
  guint next_group; /* the first that was not begun */

  AskRows *rows; /* nullable: being read */
  gsize row;
  AskRestMatch *match; /* nullable: for a chain of several bindings */
  GArray *bindings; /* of the present row, borrowed; NULL before it was looked up */
  guint binding;
};

G_DEFINE_FINAL_TYPE (AskRestCursor, ask_rest_cursor, ASK_TYPE_CURSOR)

static void
ask_rest_cursor_finalize (GObject *object)
{
  AskRestCursor *self = ASK_REST_CURSOR (object);
  gboolean under_way = !g_queue_is_empty (&self->chains);

  g_queue_clear_full (&self->chains, (GDestroyNotify) ask_rest_chain_free);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_clear_pointer (&self->match, ask_rest_match_free);
  if (under_way)
    ask_http_settle (ask_rest_source_get_http (self->plan->source));
  g_clear_pointer (&self->plan, ask_rest_plan_unref);
  G_OBJECT_CLASS (ask_rest_cursor_parent_class)->finalize (object);
}

/* Begins chains until the lanes are full. Nobody waits for a chain whose rows have no room. */
static void
begin_chains (AskRestCursor *self, gsize waiting)
{
  guint lanes = ask_rest_source_get_lanes (self->plan->source);
  guint n_groups = self->plan->groups->len;
  guint n_open = 0;

  for (GList *l = self->chains.head; l != NULL; l = l->next)
    n_open += !ask_rest_chain_is_done (l->data);
  while (self->next_group < n_groups
         && (g_queue_is_empty (&self->chains)
             || (n_open < 2 * lanes && self->chains.length < MAX_AHEAD && waiting < MAX_WAITING)))
    {
      g_queue_push_tail (&self->chains, ask_rest_chain_new (self->plan, self->next_group++, n_groups > 1));
      n_open++;
    }
}

/* One round over all chains. */
static gboolean
work (AskRestCursor *self, GError **error)
{
  gsize waiting = 0;

  for (GList *l = self->chains.head; l != NULL; l = l->next)
    waiting += ask_rest_chain_get_size (l->data);
  begin_chains (self, waiting);
  for (GList *l = self->chains.head; l != NULL; l = l->next)
    {
      gboolean is_read = l == self->chains.head;
      gsize before = ask_rest_chain_get_size (l->data);

      if (!is_read && waiting > MAX_WAITING)
        break;
      /* What the budget of calls does not allow any more may not be needed. */
      if (!is_read && !ask_rest_plan_may_call (self->plan, NULL))
        break;
      if (!ask_rest_chain_work (l->data, MAX_WAITING_EACH, error))
        return FALSE;
      waiting += ask_rest_chain_get_size (l->data) - before;
    }
  return TRUE;
}

/* Goes on to the next chain. Where the values of this one have to be asked for one by one, their chains come
 * after all others. */
static void
leave_chain (AskRestCursor *self)
{
  g_autoptr (AskRestChain) chain = g_queue_pop_head (&self->chains);

  if (ask_rest_chain_is_silent (chain))
    ask_rest_plan_split (self->plan, self->group, self->next_group);
  g_clear_pointer (&self->match, ask_rest_match_free);
  self->group++;
}

/* Returns: whether there is a row; then @row and @binding are set */
static gboolean
read_row (AskRestCursor *self, const AskValue **row, guint *binding)
{
  const AskRestGroup *group = self->plan->groups->pdata[self->group];

  for (; self->rows != NULL && self->row < ask_rows_get_n_rows (self->rows); self->row++)
    {
      *row = ask_rows_get_row (self->rows, self->row);
      if (group->bindings->len == 1)
        {
          *binding = g_array_index (group->bindings, guint, 0);
          self->row++;
          return TRUE;
        }
      if (self->match == NULL)
        self->match = ask_rest_match_new (self->plan, group);
      if (self->bindings == NULL)
        {
          self->bindings = ask_rest_match_find (self->match, *row);
          self->binding = 0;
        }
      if (self->bindings != NULL && self->binding < self->bindings->len)
        {
          *binding = g_array_index (self->bindings, guint, self->binding++);
          return TRUE;
        }
      self->bindings = NULL;
    }
  g_clear_pointer (&self->rows, ask_rows_unref);
  return FALSE;
}

/* The first chain has nothing to read: lets all go on until it has, or is over. */
static gboolean
fetch_more (AskRestCursor *self, GCancellable *cancellable, GError **error)
{
  AskHttp *http = ask_rest_source_get_http (self->plan->source);
  AskRestToken *token = ask_rest_source_get_token (self->plan->source);

  for (;;)
    {
      AskRestChain *chain;

      if (!work (self, error))
        return FALSE;
      chain = g_queue_peek_head (&self->chains);
      self->rows = ask_rest_chain_take (chain);
      self->row = 0;
      if (self->rows != NULL || ask_rest_chain_is_done (chain))
        {
          /* What was put in line for later goes out before these rows are read. */
          ask_http_poke (http);
          return TRUE;
        }
      /* One for all calls that wait, whatever came together. */
      if (token != NULL && ask_rest_token_is_wanted (token))
        {
          if (!ask_rest_token_fetch (token, cancellable, error))
            return FALSE;
          continue;
        }
      if (!ask_http_wait (http, cancellable, error))
        return FALSE;
    }
}

static AskStep
rest_cursor_next (AskCursor *cursor, const AskValue **row, guint *binding, GCancellable *cancellable, GError **error)
{
  AskRestCursor *self = ASK_REST_CURSOR (cursor);

  while (self->group < self->plan->groups->len)
    {
      AskRestChain *chain = g_queue_peek_head (&self->chains);

      if (read_row (self, row, binding))
        return ASK_STEP_ROW;
      if (chain != NULL)
        self->rows = ask_rest_chain_take (chain);
      self->row = 0;
      if (self->rows != NULL)
        continue;
      if (chain != NULL && ask_rest_chain_is_over (chain))
        {
          leave_chain (self);
          continue;
        }
      if (g_cancellable_set_error_if_cancelled (cancellable, error) || !fetch_more (self, cancellable, error))
        {
          /* Every call that was made is put down before the failure is told. */
          g_queue_clear_full (&self->chains, (GDestroyNotify) ask_rest_chain_free);
          ask_http_settle (ask_rest_source_get_http (self->plan->source));
          return ASK_STEP_FAILED;
        }
    }
  return ASK_STEP_DONE;
}

static void
ask_rest_cursor_class_init (AskRestCursorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_rest_cursor_finalize;
  ASK_CURSOR_CLASS (klass)->next = rest_cursor_next;
}

static void
ask_rest_cursor_init (AskRestCursor *self)
{
  g_queue_init (&self->chains);
}

/**
 * ask_rest_cursor_new:
 * @source: whose API is asked; a reference is kept
 * @scan: as of ask_source_scan(), of an entity with an operation
 * @calls: (element-type AskCall) (nullable): takes a record of every call
 * @error: %ASK_SOURCE_ERROR_ARGUMENT or %ASK_SOURCE_ERROR_CONFIG
 *
 * Nothing is sent before the first row is asked for.
 *
 * Returns: (transfer full): the cursor, or %NULL
 */
AskCursor *
ask_rest_cursor_new (AskRestSource *source, const AskScan *scan, GPtrArray *calls, GError **error)
{
  AskRestPlan *plan = ask_rest_plan_new (source, scan, calls, error);
  AskRestCursor *self;

  if (plan == NULL)
    return NULL;
  self = g_object_new (ASK_TYPE_REST_CURSOR, NULL);
  self->plan = plan;
  return ASK_CURSOR (self);
}
