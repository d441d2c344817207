/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names that are not there, and what could have been meant: by folded words, synonyms and edit
 * distance, first among the tables of the query, then anywhere, with the join that leads there.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"
#include "sql/ask-sql-guard-private.h"

#define NOWHERE_NEAR 100
#define MOST_SUGGESTIONS 3

/* The words of a name as one text: "customerName", "customer_names" → "customer name". */
static char *
fold_name (const char *name)
{
  g_autofree char *apart = ask_text_to_words (name);
  g_autoptr (GPtrArray) words = ask_text_words (apart);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < words->len; i++)
    {
      g_autofree char *stem = ask_text_stem (words->pdata[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", stem);
    }
  return g_string_free (text, FALSE);
}

static gboolean
has_words (const char *of, const char *all)
{
  g_auto (GStrv) words = g_strsplit (of, " ", -1);
  g_auto (GStrv) there = g_strsplit (all, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) there, words[i]))
      return FALSE;
  return words[0] != NULL;
}

/* ask_sql_guard_distance: Returns: 0 for the same words, more for less alike, 100 for nothing alike */
guint
ask_sql_guard_distance (const char *wanted, const char *name, GPtrArray *synonyms)
{
  g_autofree char *a = fold_name (wanted);
  g_autofree char *b = fold_name (name);
  guint length = (guint) strlen (wanted);
  guint edits;

  if (strcmp (a, b) == 0)
    return 0;
  for (guint i = 0; synonyms != NULL && i < synonyms->len; i++)
    {
      g_autofree char *synonym = fold_name (synonyms->pdata[i]);

      if (strcmp (a, synonym) == 0)
        return 1;
    }
  /* Every letter is one edit from every other. */
  if (length < 2)
    return NOWHERE_NEAR;
  edits = ask_text_edit_distance (wanted, name);
  if (edits <= MAX (1, length / 4))
    return 1 + edits;
  if (has_words (a, b) || has_words (b, a))
    return 6;
  if (edits <= MAX (1, length / 3))
    return 6 + edits;
  return NOWHERE_NEAR;
}

typedef struct
{
  char *text;
  guint distance;
  guint order;
} Candidate;

static void
candidate_clear (gpointer data)
{
  g_free (((Candidate *) data)->text);
}

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *left = a;
  const Candidate *right = b;

  if (left->distance != right->distance)
    return left->distance < right->distance ? -1 : 1;
  return left->order < right->order ? -1 : left->order > right->order;
}

static GArray *
new_candidates (void)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  g_array_set_clear_func (candidates, candidate_clear);
  return candidates;
}

static void
add_candidate (GArray *candidates, const char *wanted, const char *name, GPtrArray *synonyms, const char *prefix)
{
  Candidate made = { .distance = ask_sql_guard_distance (wanted, name, synonyms) };

  if (made.distance >= NOWHERE_NEAR)
    return;
  made.text = prefix != NULL ? g_strconcat (prefix, ".", name, NULL) : g_strdup (name);
  made.order = candidates->len;
  g_array_append_val (candidates, made);
}

static void
add_metrics (GArray *candidates, const char *wanted, const AskSqlTable *table, const char *prefix)
{
  for (guint i = 0; table != NULL && table->metrics != NULL && i < table->metrics->len; i++)
    {
      const AskSqlMetric *metric = table->metrics->pdata[i];

      add_candidate (candidates, wanted, metric->name, metric->synonyms, prefix);
    }
}

static void
suggest_best (AskSqlHint *hint, GArray *candidates)
{
  g_array_sort (candidates, compare_candidates);
  for (guint i = 0; i < candidates->len && hint->suggestions->len < MOST_SUGGESTIONS; i++)
    ask_sql_guard_suggest (hint, "%s", g_array_index (candidates, Candidate, i).text);
}

/* Returns: (transfer full): “a”, “b” or “c”, @last being " or " and @quotes those of a language */
static char *
list_names (GPtrArray *names, const char *last, const char *const quotes[2])
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    {
      const char *between = i + 1 == names->len ? last : ", ";

      g_string_append_printf (text, "%s%s%s%s", i == 0 ? "" : between, quotes[0], (const char *) names->pdata[i],
                              quotes[1]);
    }
  return g_string_free (text, FALSE);
}

/* @before, @last: marked with N_() */
static void
add_list (AskSqlHint *hint, const char *before, const char *last, const char *after)
{
  static const char *const english[] = { "“", "”" };
  /* Translators: opens a name that is quoted. */
  const char *const own[] = { _ ("“"),
                              /* Translators: closes a name that is quoted. */
                              _ ("”") };
  g_autofree char *list = NULL;
  g_autofree char *own_list = NULL;

  if (hint->suggestions->len == 0)
    return;
  list = list_names (hint->suggestions, last, english);
  own_list = list_names (hint->suggestions, gettext (last), own);
  ask_sql_guard_take_words (hint, g_strconcat (hint->message, " ", before, list, after, NULL),
                            g_strconcat (hint->words, " ", gettext (before), own_list, after, NULL));
}

static void
ask_which (AskSqlHint *hint)
{
  /* Translators: a list of names, which belong together by " or ", and a question mark follow. */
  add_list (hint, N_ ("Did you mean "), N_ (" or "), "?");
}

/* ask_sql_guard_table: for a table that is not there */
void
ask_sql_guard_table (AskSqlGuard *self, const AskSqlProblem *problem)
{
  g_autoptr (GArray) candidates = new_candidates ();
  guint n_tables = 0;
  AskSqlHint *hint = ask_sql_guard_add (self, ASK_HINT_ERROR, ASK_HINT_UNKNOWN_TABLE, problem->span,
                                        N_ ("There is no table “%s”."), problem->table);

  for (guint i = 0; i < ask_sql_catalog_get_n_tables (self->catalog); i++)
    {
      const AskSqlTable *table = ask_sql_catalog_get_table (self->catalog, i);

      if (table->hidden)
        continue;
      n_tables++;
      add_candidate (candidates, problem->table, table->name, table->synonyms, NULL);
    }
  suggest_best (hint, candidates);
  if (hint->suggestions->len > 0)
    {
      ask_which (hint);
      return;
    }
  /* Nothing like it: a catalogue of a few tables can be told whole. */
  if (n_tables > 8)
    return;
  for (guint i = 0; i < ask_sql_catalog_get_n_tables (self->catalog); i++)
    {
      const AskSqlTable *table = ask_sql_catalog_get_table (self->catalog, i);

      if (!table->hidden)
        ask_sql_guard_suggest (hint, "%s", table->name);
    }
  /* Translators: a list of tables, the last of which is joined by " and ", and a full stop follow. */
  add_list (hint, N_ ("There are "), N_ (" and "), ".");
}

static void
collect_items (const AskSqlProblem *problem, GPtrArray *items)
{
  for (AskSqlCore *core = problem->core; core != NULL; core = core->parent)
    ask_sql_core_get_items (core, items);
}

static gboolean
is_meant (const AskSqlFrom *from, const char *table)
{
  const char *name = ask_sql_from_get_name (from);

  return table == NULL || (name != NULL && g_ascii_strcasecmp (name, table) == 0);
}

static GPtrArray *
get_synonyms (const AskSqlFrom *from, guint column)
{
  if (from->catalog_table == NULL || column >= from->catalog_table->columns->len)
    return NULL;
  return ((const AskSqlColumn *) from->catalog_table->columns->pdata[column])->synonyms;
}

/* Nobody is told of what is hidden. */
static gboolean
is_hidden (const AskSqlTable *table, guint column)
{
  return table != NULL && column < table->columns->len
         && ((const AskSqlColumn *) table->columns->pdata[column])->hidden;
}

static gboolean
has_shown (const AskSqlTable *table, const char *name)
{
  int column = ask_sql_table_find_column (table, name);

  if (table->hidden)
    return FALSE;
  return column >= 0 ? !is_hidden (table, (guint) column) : ask_sql_table_find_metric (table, name) != NULL;
}

/* How a table that has the column could be joined with one of the query's. */
static char *
find_join (const AskSqlTable *table, GPtrArray *items)
{
  for (guint i = 0; i < items->len; i++)
    {
      const AskSqlFrom *from = items->pdata[i];
      char *text;

      if (from->catalog_table == NULL || from->catalog_table == table)
        continue;
      text = ask_sql_guard_join_text (from->catalog_table, ask_sql_from_get_name (from), table, table->name);
      if (text != NULL)
        return text;
    }
  return NULL;
}

/* Another table of the catalogue has it. The ones that can be joined come first. */
static gboolean
tell_elsewhere (AskSqlGuard *self, const AskSqlProblem *problem, AskSqlHint *hint, GPtrArray *items)
{
  const AskSqlTable *best = NULL;
  g_autofree char *join = NULL;

  for (guint i = 0; i < ask_sql_catalog_get_n_tables (self->catalog); i++)
    {
      const AskSqlTable *table = ask_sql_catalog_get_table (self->catalog, i);
      char *by;

      if (!has_shown (table, problem->name))
        continue;
      by = find_join (table, items);
      if (best == NULL || (join == NULL && by != NULL))
        {
          best = table;
          g_free (join);
          join = by;
        }
      else
        g_free (by);
      if (hint->suggestions->len < MOST_SUGGESTIONS)
        ask_sql_guard_suggest (hint, "%s.%s", table->name, problem->name);
    }
  if (best == NULL)
    return FALSE;
  if (join != NULL)
    ask_sql_guard_lengthen (hint, TRUE, N_ ("; %s has it, joined by %s."), best->name, join);
  else
    ask_sql_guard_lengthen (hint, TRUE, N_ ("; %s has it."), best->name);
  return TRUE;
}

static char *
name_items (GPtrArray *items)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < items->len; i++)
    {
      const AskSqlFrom *from = items->pdata[i];
      const char *name = ask_sql_from_get_name (from);

      g_string_append_printf (text, "%s%s",
                              i == 0                ? ""
                              : i + 1 == items->len ? " or "
                                                    : ", ",
                              name != NULL ? name : "the subquery");
      if (from->alias != NULL && from->name != NULL)
        g_string_append_printf (text, " (%s)", from->name);
    }
  return g_string_free (text, FALSE);
}

/* ask_sql_guard_column: for a column that is not there */
void
ask_sql_guard_column (AskSqlGuard *self, const AskSqlProblem *problem)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_autoptr (GPtrArray) meant = g_ptr_array_new ();
  g_autoptr (GArray) candidates = new_candidates ();
  g_autofree char *names = NULL;
  AskSqlHint *hint;

  collect_items (problem, items);
  for (guint i = 0; i < items->len; i++)
    {
      AskSqlFrom *from = items->pdata[i];

      /* What an unknown table has, nobody knows: it has its own hint. */
      if (from->kind == ASK_FROM_TABLE && from->n_columns == 0 && is_meant (from, problem->table))
        return;
      if (is_meant (from, problem->table))
        g_ptr_array_add (meant, from);
    }
  if (problem->table != NULL && meant->len == 0)
    {
      hint = ask_sql_guard_add (self, ASK_HINT_ERROR, ASK_HINT_UNKNOWN_COLUMN, problem->span,
                                N_ ("“%s.%s”: no table of this query is called “%s” here."), problem->table,
                                problem->name, problem->table);
      for (guint i = 0; i < items->len; i++)
        {
          const AskSqlFrom *from = items->pdata[i];

          for (guint c = 0; c < from->n_columns; c++)
            if (g_ascii_strcasecmp (from->columns[c].name, problem->name) == 0 && ask_sql_from_get_name (from) != NULL)
              ask_sql_guard_suggest (hint, "%s.%s", ask_sql_from_get_name (from), from->columns[c].name);
        }
      if (hint->suggestions->len > 0)
        ask_which (hint);
      else if (ask_sql_catalog_find_table (self->catalog, NULL, problem->table) != NULL
               && tell_elsewhere (self, problem, hint, items))
        return;
      return;
    }
  names = name_items (meant);
  hint = meant->len > 0 ? ask_sql_guard_add (self, ASK_HINT_ERROR, ASK_HINT_UNKNOWN_COLUMN, problem->span,
                                             N_ ("“%s” is not in %s."), problem->name, names)
                        : ask_sql_guard_add (self, ASK_HINT_ERROR, ASK_HINT_UNKNOWN_COLUMN, problem->span,
                                             N_ ("“%s” names no column here."), problem->name);
  for (guint i = 0; i < meant->len; i++)
    {
      const AskSqlFrom *from = meant->pdata[i];

      for (guint c = 0; c < from->n_columns; c++)
        if (!is_hidden (from->catalog_table, c))
          add_candidate (candidates, problem->name, from->columns[c].name, get_synonyms (from, c),
                         items->len > 1 ? ask_sql_from_get_name (from) : NULL);
      add_metrics (candidates, problem->name, from->catalog_table,
                   items->len > 1 ? ask_sql_from_get_name (from) : NULL);
    }
  g_array_sort (candidates, compare_candidates);
  if (candidates->len > 0 && g_array_index (candidates, Candidate, 0).distance <= 2)
    {
      suggest_best (hint, candidates);
      ask_which (hint);
      return;
    }
  /* Another table of this query has exactly that. */
  for (guint i = 0; i < items->len; i++)
    {
      const AskSqlFrom *from = items->pdata[i];

      if (is_meant (from, problem->table) || ask_sql_from_get_name (from) == NULL)
        continue;
      for (guint c = 0; c < from->n_columns; c++)
        if (g_ascii_strcasecmp (from->columns[c].name, problem->name) == 0)
          {
            ask_sql_guard_suggest (hint, "%s.%s", ask_sql_from_get_name (from), from->columns[c].name);
            ask_sql_guard_lengthen (hint, FALSE, N_ ("Write “%s.%s”."), ask_sql_from_get_name (from),
                                    from->columns[c].name);
            return;
          }
    }
  if (tell_elsewhere (self, problem, hint, items))
    return;
  suggest_best (hint, candidates);
  if (hint->suggestions->len > 0)
    {
      ask_which (hint);
      return;
    }
  for (guint t = 0; t < ask_sql_catalog_get_n_tables (self->catalog); t++)
    {
      const AskSqlTable *table = ask_sql_catalog_get_table (self->catalog, t);

      for (guint c = 0; c < table->columns->len && !table->hidden; c++)
        {
          const AskSqlColumn *column = table->columns->pdata[c];

          if (!column->hidden && ask_sql_guard_distance (problem->name, column->name, column->synonyms) <= 2)
            add_candidate (candidates, problem->name, column->name, column->synonyms, table->name);
        }
    }
  suggest_best (hint, candidates);
  /* Translators: a list of names and a full stop follow. */
  add_list (hint, N_ ("Elsewhere there is "), N_ (" or "), ".");
}

/* ask_sql_guard_ambiguous: for a column that several tables have */
void
ask_sql_guard_ambiguous (AskSqlGuard *self, const AskSqlProblem *problem)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  AskSqlHint *hint = ask_sql_guard_add (self, ASK_HINT_ERROR, ASK_HINT_AMBIGUOUS, problem->span,
                                        N_ ("“%s” is a column of more than one table here."), problem->name);

  if (problem->core != NULL)
    ask_sql_core_get_items (problem->core, items);
  for (guint i = 0; i < items->len; i++)
    {
      const AskSqlFrom *from = items->pdata[i];

      for (guint c = 0; c < from->n_columns && ask_sql_from_get_name (from) != NULL; c++)
        if (g_ascii_strcasecmp (from->columns[c].name, problem->name) == 0)
          ask_sql_guard_suggest (hint, "%s.%s", ask_sql_from_get_name (from), from->columns[c].name);
      if (from->catalog_table != NULL && ask_sql_from_get_name (from) != NULL
          && ask_sql_table_find_metric (from->catalog_table, problem->name) != NULL)
        ask_sql_guard_suggest (hint, "%s.%s", ask_sql_from_get_name (from), problem->name);
    }
  if (hint->suggestions->len > 1)
    /* Translators: a list of names and a full stop follow. */
    add_list (hint, N_ ("Write "), N_ (" or "), ".");
  else
    ask_sql_guard_lengthen (hint, FALSE, N_ ("Give each table a name of its own with AS."));
}
