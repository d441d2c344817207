/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The spelling of a sketch. Slots are numbers, clauses are capitals, aggregates and kinds of terms small letters:
 *
 *   Sp0,c*Wp1=v0&p2>(Sa3)Gp0Hc*>=v1O-c*Lv2X0U(Sp4)
 *
 * S select, SD select distinct, W where, G group, H having, O+ or O- order, L limit, X extra entities, and at the
 * end U, I or E for a set. Terms: p plain, c count, s sum, a avg, n min, x max, then d for distinct, then a slot
 * or "*". Conditions are joined by "&" or "|"; behind their operator stand v and a value's slot, a slot of an
 * attribute, or a query in parentheses. A sketch has one spelling, and nothing else is taken.
 */
#include "config.h"

#include <gio/gio.h>

#include "understand/interpret/ask-sketch-private.h"

static const char kinds[] = "pcsanx"; /* as AskDraftAggregate */
static const char sets[] = " UIE"; /* as AskDraftSet */

/* As AskDraftOp; none is read for the beginning of another, see read_op(). */
static const char *const ops[] = { "=", "!=", "<", "<=", ">", ">=", "~", "!~", ":", "!:", "@", "!@", "?", "!?", "^" };

/* ---- writing */

static void
spell_place (GString *key, int slot)
{
  if (slot == ASK_DOMAIN_STAR)
    g_string_append_c (key, '*');
  else
    g_string_append_printf (key, "%d", slot);
}

static void
spell_term (GString *key, const AskDraftTerm *term)
{
  g_string_append_c (key, kinds[term->aggregate]);
  if (term->distinct)
    g_string_append_c (key, 'd');
  spell_place (key, term->attribute);
}

static void
spell_terms (GString *key, const char *before, const GArray *terms)
{
  if (terms->len == 0)
    return;
  g_string_append (key, before);
  for (guint i = 0; i < terms->len; i++)
    {
      g_string_append (key, i > 0 ? "," : "");
      spell_term (key, ask_draft_term (terms, i));
    }
}

static void
spell_operand (GString *key, const AskDraftOperand *operand)
{
  g_autofree char *query = NULL;

  switch (operand->kind)
    {
    case ASK_DRAFT_ATTRIBUTE:
      spell_place (key, operand->attribute);
      break;
    case ASK_DRAFT_QUERY:
      query = ask_sketch_spell (operand->query);
      g_string_append_printf (key, "(%s)", query);
      break;
    case ASK_DRAFT_VALUE:
    default:
      g_string_append_printf (key, "v%d", operand->slot);
      break;
    }
}

static void
spell_conditions (GString *key, const char *before, const GArray *conditions)
{
  for (guint i = 0; i < conditions->len; i++)
    {
      const AskDraftCondition *condition = ask_draft_condition (conditions, i);

      g_string_append (key, i == 0 ? before : condition->either ? "|" : "&");
      spell_term (key, &condition->left);
      g_string_append (key, ops[condition->op]);
      for (guint k = 0; k < condition->n_operands; k++)
        {
          g_string_append (key, k > 0 ? "," : "");
          spell_operand (key, &condition->operands[k]);
        }
    }
}

/**
 * ask_sketch_spell:
 * @draft: with slots
 *
 * Returns: (transfer full): how a sketch of it is spelled
 */
char *
ask_sketch_spell (const AskDraft *draft)
{
  GString *key = g_string_new (NULL);

  spell_terms (key, draft->distinct ? "SD" : "S", draft->terms);
  spell_conditions (key, "W", draft->conditions);
  spell_terms (key, "G", draft->groups);
  spell_conditions (key, "H", draft->having);
  spell_terms (key, draft->descending ? "O-" : "O+", draft->orders);
  if (draft->limit_slot >= 0)
    g_string_append_printf (key, "Lv%d", draft->limit_slot);
  else if (draft->limit != ASK_DRAFT_NO_LIMIT)
    g_string_append (key, "L1");
  for (guint i = 0; i < draft->extra->len; i++)
    g_string_append_printf (key, "%s%d", i == 0 ? "X" : ",", g_array_index (draft->extra, int, i));
  if (draft->second != NULL)
    {
      g_autofree char *second = ask_sketch_spell (draft->second);

      g_string_append_printf (key, "%c(%s)", sets[draft->set], second);
    }
  return g_string_free (key, FALSE);
}

/* ---- reading */

static gboolean
accept (const char **at, const char *text)
{
  gsize length = strlen (text);

  if (strncmp (*at, text, length) != 0)
    return FALSE;
  *at += length;
  return TRUE;
}

static gboolean
read_slot (const char **at, int *slot)
{
  char *end;
  guint64 number;

  if (!g_ascii_isdigit (**at))
    return FALSE;
  number = g_ascii_strtoull (*at, &end, 10);
  *at = end;
  *slot = (int) MIN (number, G_MAXINT);
  return number < G_MAXINT;
}

static gboolean
read_place (const char **at, int *slot)
{
  if (!accept (at, "*"))
    return read_slot (at, slot);
  *slot = ASK_DOMAIN_STAR;
  return TRUE;
}

static gboolean
read_term (const char **at, AskDraftTerm *term)
{
  const char *kind = **at != '\0' ? strchr (kinds, **at) : NULL;

  if (kind == NULL)
    return FALSE;
  (*at)++;
  term->aggregate = (AskDraftAggregate) (kind - kinds);
  term->distinct = accept (at, "d");
  return read_place (at, &term->attribute);
}

static gboolean
read_terms (const char **at, GArray *terms)
{
  do
    {
      AskDraftTerm term = { 0 };

      if (!read_term (at, &term))
        return FALSE;
      g_array_append_val (terms, term);
    }
  while (accept (at, ","));
  return TRUE;
}

static AskDraft *read_draft (const char **at, guint depth);

static AskDraft *
read_query (const char **at, guint depth)
{
  g_autoptr (AskDraft) query = NULL;

  if (depth >= ASK_DRAFT_MAX_DEPTH || !accept (at, "("))
    return NULL;
  query = read_draft (at, depth + 1);
  return query != NULL && accept (at, ")") ? g_steal_pointer (&query) : NULL;
}

static gboolean
read_operand (const char **at, guint depth, AskDraftOperand *operand)
{
  *operand = (AskDraftOperand) { .kind = ASK_DRAFT_VALUE, .attribute = ASK_DOMAIN_STAR, .slot = -1 };
  if (accept (at, "v"))
    return read_slot (at, &operand->slot);
  if (**at == '(')
    {
      operand->kind = ASK_DRAFT_QUERY;
      operand->query = read_query (at, depth);
      return operand->query != NULL;
    }
  operand->kind = ASK_DRAFT_ATTRIBUTE;
  return read_slot (at, &operand->attribute);
}

/* The longest that fits. */
static gboolean
read_op (const char **at, AskDraftOp *op)
{
  gsize best = 0;

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    if (strlen (ops[i]) > best && g_str_has_prefix (*at, ops[i]))
      {
        best = strlen (ops[i]);
        *op = (AskDraftOp) i;
      }
  *at += best;
  return best > 0;
}

static guint
count_operands (AskDraftOp op)
{
  switch (op)
    {
    case ASK_DRAFT_IS_NULL:
    case ASK_DRAFT_IS_NOT_NULL:
    case ASK_DRAFT_IS_BLANK:
      return 0;
    case ASK_DRAFT_BETWEEN:
    case ASK_DRAFT_NOT_BETWEEN:
      return 2;
    default:
      return 1;
    }
}

static gboolean
read_condition (const char **at, guint depth, AskDraftCondition *condition)
{
  if (!read_term (at, &condition->left) || !read_op (at, &condition->op))
    return FALSE;
  condition->n_operands = count_operands (condition->op);
  for (guint i = 0; i < condition->n_operands; i++)
    if ((i > 0 && !accept (at, ",")) || !read_operand (at, depth, &condition->operands[i]))
      return FALSE;
  return TRUE;
}

static gboolean
read_conditions (const char **at, guint depth, GArray *conditions)
{
  gboolean either = FALSE;

  do
    {
      AskDraftCondition condition = { .either = either };
      gboolean read = read_condition (at, depth, &condition);

      g_array_append_val (conditions, condition);
      if (!read)
        return FALSE;
      either = **at == '|';
    }
  while (accept (at, "&") || accept (at, "|"));
  return TRUE;
}

static gboolean
read_extra (const char **at, GArray *extra)
{
  do
    {
      int slot;

      if (!read_slot (at, &slot))
        return FALSE;
      g_array_append_val (extra, slot);
    }
  while (accept (at, ","));
  return TRUE;
}

static gboolean
read_clauses (const char **at, guint depth, AskDraft *draft)
{
  if (accept (at, "W") && !read_conditions (at, depth, draft->conditions))
    return FALSE;
  if (accept (at, "G") && !read_terms (at, draft->groups))
    return FALSE;
  if (accept (at, "H") && !read_conditions (at, depth, draft->having))
    return FALSE;
  draft->descending = g_str_has_prefix (*at, "O-");
  if ((accept (at, "O-") || accept (at, "O+")) && !read_terms (at, draft->orders))
    return FALSE;
  if (accept (at, "L1"))
    draft->limit = 1;
  else if (accept (at, "Lv") && !read_slot (at, &draft->limit_slot))
    return FALSE;
  return !accept (at, "X") || read_extra (at, draft->extra);
}

static AskDraft *
read_draft (const char **at, guint depth)
{
  g_autoptr (AskDraft) draft = ask_draft_new ();
  const char *set;

  if (!accept (at, "S"))
    return NULL;
  draft->distinct = accept (at, "D");
  if (!read_terms (at, draft->terms) || !read_clauses (at, depth, draft))
    return NULL;
  set = **at != '\0' ? strchr (sets, **at) : NULL;
  if (set == NULL || set == sets)
    return g_steal_pointer (&draft);
  (*at)++;
  draft->set = (AskDraftSet) (set - sets);
  draft->second = read_query (at, depth);
  return draft->second != NULL ? g_steal_pointer (&draft) : NULL;
}

/**
 * ask_sketch_parse:
 * @key: from an #AskSketch
 * @error: %G_IO_ERROR_INVALID_DATA
 *
 * Returns: (transfer full): the sketch that @key spells; %NULL on error
 */
AskSketch *
ask_sketch_parse (const char *key, GError **error)
{
  const char *at = key;
  g_autoptr (AskDraft) draft = read_draft (&at, 0);
  g_autoptr (AskSketch) sketch = NULL;

  if (draft == NULL || *at != '\0')
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "“%s” is no sketch from its character %u on.", key,
                   (guint) (at - key) + 1);
      return NULL;
    }
  sketch = ask_sketch_take_draft (g_steal_pointer (&draft), NULL);
  if (strcmp (sketch->key, key) == 0)
    return g_steal_pointer (&sketch);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               "“%s” is no sketch: its slots should be numbered as in “%s”.", key, sketch->key);
  return NULL;
}
