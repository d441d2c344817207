/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All names of a workspace as words, with what may be said of them. They are kept, with the state of the workspace that
 * they were made of: every key that is typed asks for them.
 */
#include "config.h"

#include "understand/complete/ask-complete-private.h"

#include <string.h>

#include "base/ask-text.h"
#include "store/ask-workspace-kept.h"

/* A join by a name that both have, and no key, is no certain one. */
#define UNCERTAIN_COST 2
/* Joins that a composed question may go along, one after the other. */
#define MAX_DEPTH 2
/* Two joins that are likely only may cost more than three that are declared. */
#define MAX_COST 2.9

static AskKept kept;

static void
said_free (gpointer data)
{
  AskSaid *self = data;

  g_strfreev (self->words);
  g_strfreev (self->stems);
  g_strfreev (self->german);
  g_free (self->raw);
  g_free (self->text);
  g_free (self->several);
  g_array_unref (self->things);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSaid, said_free)

/* Folded words, as they will be split where they are typed. */
static char **
split_words (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (GArray) typed = ask_typed_split (valid, strlen (valid));
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < typed->len; i++)
    g_strv_builder_add (builder, g_array_index (typed, AskTyped, i).folded);
  return g_strv_builder_end (builder);
}

static char **
stem_words (char **words, char *(*stem) (const char *folded))
{
  guint n = g_strv_length (words);
  char **stems = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    stems[i] = stem (words[i]);
  return stems;
}

/* Only where what is offered is read as the same name again. */
static char *
name_several (const AskSaid *said)
{
  g_autofree char *several = ask_text_to_several (said->text);
  g_auto (GStrv) words = split_words (several);
  guint n = g_strv_length (words);
  g_autofree char *stem = NULL;

  if (n == 0 || n != g_strv_length (said->words))
    return NULL;
  stem = ask_text_stem (words[n - 1]);
  return strcmp (stem, said->stems[n - 1]) == 0 ? g_steal_pointer (&several) : NULL;
}

static AskSaid *
said_new (const char *text, gboolean synonym)
{
  AskSaid *self = g_new0 (AskSaid, 1);

  self->words = split_words (text);
  self->stems = stem_words (self->words, ask_text_stem);
  self->german = stem_words (self->words, ask_text_stem_german);
  self->text = g_strdup (text);
  self->synonym = synonym;
  self->things = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

/* Returns: (transfer none) (nullable): %NULL where it has no words */
static AskSaid *
add_said (GPtrArray *all, GHashTable *known, const char *text, gboolean synonym, guint thing)
{
  g_autoptr (AskSaid) said = NULL;
  g_autofree char *key = NULL;
  AskSaid *here;

  said = said_new (text, synonym);
  if (said->words[0] == NULL)
    return NULL;
  key = g_strjoinv (" ", said->words);
  if (synonym)
    {
      /* Apart from names of the same words: these come before. */
      char *marked = g_strconcat ("\n", key, NULL);

      g_free (key);
      key = marked;
    }
  here = g_hash_table_lookup (known, key);
  if (here == NULL)
    {
      here = g_steal_pointer (&said);
      g_ptr_array_add (all, here);
      g_hash_table_insert (known, g_steal_pointer (&key), here);
    }
  g_array_append_val (here->things, thing);
  return here;
}

static AskSaid *
add_name (GPtrArray *all, GHashTable *known, const char *name, GPtrArray *synonyms, guint thing)
{
  g_autofree char *words = ask_text_to_words (name);
  g_autofree char *folded = ask_text_fold (name);
  AskSaid *said = add_said (all, known, words, FALSE, thing);

  for (guint i = 0; synonyms != NULL && i < synonyms->len; i++)
    add_said (all, known, synonyms->pdata[i], TRUE, thing);
  if (said != NULL && said->raw == NULL && strpbrk (folded, " \t\"'") == NULL && strcmp (folded, words) != 0)
    said->raw = g_steal_pointer (&folded);
  return said;
}

/* Two entities of the same words are told apart by how their names are written. */
static void
part_entities (AskVocab *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = self->entities->len; i-- > 0;)
    {
      AskSaid *said = self->entities->pdata[i];

      if (said->things->len < 2 || said->synonym)
        continue;
      for (guint t = 0; t < said->things->len; t++)
        {
          guint entity = g_array_index (said->things, guint, t);

          self->of_entity->pdata[entity]
            = add_said (self->entities, known, ask_domain_entity (self->domain, entity)->name, FALSE, entity);
        }
      g_ptr_array_remove_index (self->entities, i);
    }
}

static void
add_entities (AskVocab *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint e = 0; e < self->domain->entities->len; e++)
    {
      const AskEntity *entity = ask_domain_entity (self->domain, e)->entity;

      g_ptr_array_add (self->of_entity, add_name (self->entities, known, entity->name, entity->synonyms, e));
    }
  part_entities (self);
  for (guint i = 0; i < self->entities->len; i++)
    {
      AskSaid *said = self->entities->pdata[i];

      if (said->things->len == 1)
        said->several = name_several (said);
    }
}

static void
add_attributes (AskVocab *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint a = 0; a < self->domain->attributes->len; a++)
    {
      const AskAttribute *attribute = ask_domain_attribute (self->domain, a)->attribute;

      g_ptr_array_add (self->of_attribute,
                       attribute->hidden ? NULL
                                         : add_name (self->attributes, known, attribute->name, attribute->synonyms, a));
    }
}

static void
add_metrics (AskVocab *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint m = 0; m < self->domain->metrics->len; m++)
    {
      const AskMetric *metric = ask_domain_metric (self->domain, m)->metric;

      /* What is only likely is no certainty. */
      if (metric == NULL)
        continue;
      add_name (self->metrics, known, metric->name, metric->synonyms, m);
    }
}

static void
add_reach (GPtrArray *of, guint from, const AskDomainAttribute *to, const AskDomainJoin *join)
{
  AskReach reach = { to->entity, join->to, 1, join->cost };

  g_array_append_val ((GArray *) of->pdata[from], reach);
}

/* Relationships, and which of them lead from many rows to one. */
static void
add_steps (AskVocab *self)
{
  AskDomain *domain = self->domain;
  g_autoptr (GHashTable) groups = g_hash_table_new (NULL, NULL);

  for (guint e = 0; e < domain->entities->len; e++)
    {
      g_ptr_array_add (self->steps, g_array_new (FALSE, FALSE, sizeof (AskReach)));
      g_ptr_array_add (self->links, g_array_new (FALSE, FALSE, sizeof (AskReach)));
    }
  for (guint i = 0; i < domain->joins->len; i++)
    {
      const AskDomainJoin *join = ask_domain_join (domain, i);
      const AskDomainAttribute *from = ask_domain_attribute (domain, join->from);
      const AskDomainAttribute *to = ask_domain_attribute (domain, join->to);

      if (from->entity == to->entity || !g_hash_table_add (groups, GUINT_TO_POINTER (join->group + 1)))
        continue;
      add_reach (self->links, from->entity, to, join);
      add_reach (self->links, to->entity, from, join);
      if (join->cost < UNCERTAIN_COST && to->key)
        add_reach (self->steps, from->entity, to, join);
    }
}

static AskDomain *
make_domain (AskWorkspace *workspace, GError **error)
{
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, error);
  g_autoptr (GPtrArray) entities = g_ptr_array_new ();

  if (schema == NULL)
    return NULL;
  for (guint e = 0; e < schema->entities->len; e++)
    if (!((AskEntity *) schema->entities->pdata[e])->hidden)
      g_ptr_array_add (entities, schema->entities->pdata[e]);
  return ask_domain_new (workspace, schema, entities, error);
}

static AskVocab *
names_new (AskDomain *domain)
{
  AskVocab *self = g_atomic_rc_box_new0 (AskVocab);

  /* It outlives the workspace that it was made of. */
  domain->workspace = NULL;
  self->domain = domain;
  self->entities = g_ptr_array_new_with_free_func (said_free);
  self->attributes = g_ptr_array_new_with_free_func (said_free);
  self->metrics = g_ptr_array_new_with_free_func (said_free);
  self->of_attribute = g_ptr_array_new ();
  self->of_entity = g_ptr_array_new ();
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->links = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  add_entities (self);
  add_attributes (self);
  add_metrics (self);
  add_steps (self);
  return self;
}

static void
names_clear (AskVocab *self)
{
  g_ptr_array_unref (self->entities);
  g_ptr_array_unref (self->attributes);
  g_ptr_array_unref (self->metrics);
  g_ptr_array_unref (self->of_attribute);
  g_ptr_array_unref (self->of_entity);
  g_ptr_array_unref (self->steps);
  g_ptr_array_unref (self->links);
  ask_domain_unref (self->domain);
}

/*
 * ask_vocab_unref:
 * @self: (transfer full) (nullable): names
 */
void
ask_vocab_unref (AskVocab *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, (GDestroyNotify) names_clear);
}

static gpointer
make_names (AskWorkspace *workspace, gpointer data, GError **error)
{
  AskDomain *domain = make_domain (workspace, error);

  return domain != NULL ? names_new (domain) : NULL;
}

/*
 * ask_vocab_get:
 * @workspace: whose data may be named
 * @error: as of ask_domain_new() and ask_workspace_get_state()
 *
 * Returns: (transfer full): the names of @workspace as it is now: the kept ones, or new ones, which are kept then
 */
AskVocab *
ask_vocab_get (AskWorkspace *workspace, GError **error)
{
  return ask_kept_get (&kept, workspace, make_names, (GDestroyNotify) ask_vocab_unref, NULL, error);
}

static guint
count_links (const AskVocab *self, guint from, guint to)
{
  const GArray *links = self->links->pdata[from];
  guint n = 0;

  for (guint i = 0; i < links->len; i++)
    n += g_array_index (links, AskReach, i).to == to;
  return n;
}

/* The way that a query joins by itself has to be this one: no other has as few joins, whichever way these lead. */
static gboolean
is_only_way (const AskVocab *self, guint entity, const AskReach *reach)
{
  const GArray *links = self->links->pdata[entity];
  guint direct = count_links (self, entity, reach->to);
  guint n = 0;

  if (reach->depth == 1)
    return direct == 1;
  for (guint i = 0; i < links->len; i++)
    n += count_links (self, g_array_index (links, AskReach, i).to, reach->to);
  return direct == 0 && n == 1 && reach->cost < MAX_COST;
}

/*
 * ask_vocab_list_reach:
 * @self: names
 * @entity: one of the domain's
 *
 * Returns: (transfer full) (element-type AskReach): entities of which each of its rows has one at most, where there is but
 *   one way to them; the nearest first
 */
GArray *
ask_vocab_list_reach (AskVocab *self, guint entity)
{
  g_autoptr (GHashTable) ways = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (AskReach));
  GArray *reach = g_array_new (FALSE, FALSE, sizeof (AskReach));
  AskReach start = { entity, -1, 0, 0 };

  g_array_append_val (found, start);
  for (guint i = 0; i < found->len; i++)
    {
      AskReach at = g_array_index (found, AskReach, i);
      const GArray *steps = self->steps->pdata[at.to];

      for (guint s = 0; s < steps->len && at.depth < MAX_DEPTH; s++)
        {
          AskReach next = g_array_index (steps, AskReach, s);
          gpointer key = GUINT_TO_POINTER (next.to + 1);
          guint n = GPOINTER_TO_UINT (g_hash_table_lookup (ways, key));

          next.depth = at.depth + 1;
          next.cost += at.cost;
          g_hash_table_insert (ways, key, GUINT_TO_POINTER (n + 1));
          if (n == 0 && next.to != entity)
            g_array_append_val (found, next);
        }
    }
  for (guint i = 1; i < found->len; i++)
    {
      const AskReach *at = &g_array_index (found, AskReach, i);

      if (GPOINTER_TO_UINT (g_hash_table_lookup (ways, GUINT_TO_POINTER (at->to + 1))) == 1
          && is_only_way (self, entity, at))
        g_array_append_val (reach, *at);
    }
  return reach;
}
