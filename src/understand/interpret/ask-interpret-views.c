/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Views among tables. A view shows rows of tables once more, so that words which mean a table mean the view as well, and
 * a join of both is one of a table with itself. A question is about tables, unless it names the view or what only the
 * view has.
 */
#include "config.h"

#include "understand/interpret/ask-interpret-private.h"

#include "understand/link/ask-question.h"

/* All words of a name are met, whatever rounding left. */
#define WHOLE 0.999

static gboolean
is_view (AskDomain *domain, guint entity)
{
  return ask_domain_entity (domain, entity)->entity->kind == ASK_ENTITY_VIEW;
}

static gboolean
is_whole (const AskNameMatch *match)
{
  return match->met > 0 && (match->exact || match->score >= WHOLE);
}

/* Whether @other says as much of the question as @match does. */
static gboolean
covers (const AskNameMatch *other, const AskNameMatch *match)
{
  return is_whole (other) && match->met > 0 && other->first <= match->first && other->last >= match->last;
}

static gboolean
table_has (const AskQuestion *question, AskDomain *domain, const AskNameMatch *match)
{
  for (guint e = 0; e < domain->entities->len; e++)
    if (!is_view (domain, e) && covers (&g_array_index (question->entities, AskNameMatch, e), match))
      return TRUE;
  for (guint a = 0; a < domain->attributes->len; a++)
    if (!is_view (domain, ask_domain_attribute (domain, a)->entity)
        && covers (&g_array_index (question->attributes, AskNameMatch, a), match))
      return TRUE;
  return FALSE;
}

/* "Names of customers" are those of the table, though a view calls them its customer names. */
static gboolean
holds_a_table (const AskQuestion *question, AskDomain *domain, const AskNameMatch *match)
{
  for (guint e = 0; e < domain->entities->len; e++)
    if (!is_view (domain, e) && covers (match, &g_array_index (question->entities, AskNameMatch, e)))
      return TRUE;
  return FALSE;
}

/* By its name, one of its metrics, or an attribute whose name no table has. */
static gboolean
is_named (const AskQuestion *question, AskDomain *domain, guint view)
{
  const AskDomainEntity *entity = ask_domain_entity (domain, view);
  const AskNameMatch *match = &g_array_index (question->entities, AskNameMatch, view);

  if (is_whole (match) && !table_has (question, domain, match))
    return TRUE;
  for (guint m = 0; m < domain->metrics->len; m++)
    if (g_array_index (domain->metrics, AskDomainMetric, m).entity == view
        && is_whole (&g_array_index (question->metrics, AskNameMatch, m)))
      return TRUE;
  for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
    {
      match = &g_array_index (question->attributes, AskNameMatch, a);
      if (is_whole (match) && !table_has (question, domain, match) && !holds_a_table (question, domain, match))
        return TRUE;
    }
  return FALSE;
}

/*
 * ask_domain_leave_views:
 * @self: (transfer full): a domain, perhaps cut from another
 * @text: a question
 * @error: as of ask_question_new()
 *
 * Returns: (transfer full) (nullable): @self without the views that @text does not name; @self itself where it has no
 *   tables
 */
AskDomain *
ask_domain_leave_views (AskDomain *self, const char *text, GError **error)
{
  g_autoptr (AskDomain) domain = self;
  g_autoptr (AskQuestion) question = NULL;
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n_views = 0;

  for (guint e = 0; e < domain->entities->len; e++)
    n_views += is_view (domain, e);
  if (n_views == 0 || n_views == domain->entities->len)
    return g_steal_pointer (&domain);
  question = ask_question_new (domain, text, error);
  if (question == NULL)
    return NULL;
  for (guint e = 0; e < domain->entities->len; e++)
    if (!is_view (domain, e) || is_named (question, domain, e))
      g_array_append_val (kept, e);
  if (kept->len == domain->entities->len)
    return g_steal_pointer (&domain);
  return ask_domain_cut (domain, (const guint *) (gconstpointer) kept->data, kept->len);
}
