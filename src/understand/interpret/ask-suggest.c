/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions to begin with. A rule makes a question and the query that it means, which has to give rows. The interpreter
 * reads the question alone: only where its first reading gives the same rows, the question is suggested. No API is
 * called for it: what lies behind one alone has no suggestions.
 */
#include "config.h"

#include "understand/interpret/ask-suggest.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-name.h"
#include "base/ask-text.h"
#include "understand/interpret/ask-interpret-private.h"
#include "understand/interpret/ask-reading-words.h"

/* One query alone may take more than each of a hundred candidates. */
#define TRIAL_STEPS 600000
/* More are not read: with hundreds of entities the first few tell as much. */
#define MAX_READ 40
#define MAX_IDEAS_A_KIND 6
/* A category has so many values that one sees them all. */
#define MAX_CATEGORIES 40
/* Of a question for the largest. */
#define TOP 5

typedef enum
{
  KIND_COUNT,
  KIND_TIME,
  KIND_MEASURE,
  KIND_EACH,
  KIND_TOP,
  KIND_AVERAGE_EACH,
  KIND_MOST,
  KIND_LIST,
  KIND_LARGEST,
  KIND_DIFFERENT,
  N_KINDS
} Kind;

/* A question and what it means. */
typedef struct
{
  char *question;
  char *sql;
} Idea;

typedef struct
{
  AskWorkspace *workspace;
  AskEngine *engine;
  AskInterpreter *interpreter;
  AskDomain *domain; /* of the source that ideas are about */
  gboolean local; /* whether ask_tried_is_local() holds for it */
  GArray *entities; /* guint: the largest first */
  GPtrArray *ideas[N_KINDS]; /* Idea */
  GPtrArray *found; /* char *: questions */
  GPtrArray *asked; /* char *: what they mean, so that none is said in two ways */
  guint n_read;
} Suggester;

static void
idea_free (gpointer data)
{
  Idea *self = data;

  g_free (self->question);
  g_free (self->sql);
  g_free (self);
}

static gboolean
is_shown (const AskDomainAttribute *attribute)
{
  return !attribute->attribute->hidden && !attribute->attribute->sensitive;
}

static gboolean
is_name (const AskDomainAttribute *attribute)
{
  static const char *const names[] = { "name", "titl", "title", "label", "bezeichnung", NULL };

  return attribute->kind == ASK_DOMAIN_TEXT && is_shown (attribute) && !attribute->foreign
         && ask_domain_words_have_any (attribute->stems, names);
}

/* What people call its rows by. Returns: -1 where there is none */
static int
find_name (AskDomain *domain, guint entity)
{
  const AskDomainEntity *of = ask_domain_entity (domain, entity);

  for (guint a = of->first; a < of->first + of->n_attributes; a++)
    if (is_name (ask_domain_attribute (domain, a)))
      return (int) a;
  return -1;
}

/* A number that something was measured by, not one that stands for something. */
static gboolean
is_measure (const AskDomainAttribute *attribute)
{
  static const char *const codes[]
    = { "id", "number", "no", "code", "year", "phone", "zip", "key", "rank", "position", "order", NULL };

  return attribute->kind == ASK_DOMAIN_NUMBER && attribute->numeric && !attribute->key && !attribute->foreign
         && !attribute->joins && is_shown (attribute) && !ask_domain_words_have_any (attribute->stems, codes)
         && (attribute->n_distinct < 0 || attribute->n_distinct > 2);
}

static gboolean
is_category (const AskDomainAttribute *attribute)
{
  return attribute->kind == ASK_DOMAIN_TEXT && !attribute->key && !attribute->joins && is_shown (attribute)
         && !is_name (attribute) && attribute->n_distinct >= 2 && attribute->n_distinct <= MAX_CATEGORIES;
}

static void
add_term (GArray *terms, AskDraftAggregate aggregate, int attribute)
{
  AskDraftTerm term = { aggregate, FALSE, attribute };

  g_array_append_val (terms, term);
}

static void
add_extra (AskDraft *draft, guint entity)
{
  int extra = (int) entity;

  g_array_append_val (draft->extra, extra);
}

static void
take_idea (Suggester *self, Kind kind, char *question, AskDraft *draft)
{
  Idea *idea;

  if (self->ideas[kind]->len < MAX_IDEAS_A_KIND)
    {
      idea = g_new0 (Idea, 1);
      idea->question = g_strdup (question);
      idea->sql = ask_draft_to_sql (draft, self->domain, 0);
      g_ptr_array_add (self->ideas[kind], idea);
    }
  g_free (question);
  ask_draft_free (draft);
}

static void
add_count (Suggester *self, guint entity)
{
  g_autofree char *several = ask_reading_name_several (ask_domain_entity (self->domain, entity)->name);
  AskDraft *draft = ask_draft_new ();

  add_term (draft->terms, ASK_DRAFT_COUNT, ASK_DOMAIN_STAR);
  add_extra (draft, entity);
  take_idea (self, KIND_COUNT, g_strdup_printf (_ ("How many %s are there?"), several), draft);
}

static void
add_list (Suggester *self, guint entity)
{
  int name = find_name (self->domain, entity);
  g_autofree char *several = ask_reading_name_several (ask_domain_entity (self->domain, entity)->name);
  g_autofree char *attribute = NULL;
  AskDraft *draft;

  if (name < 0)
    return;
  attribute = ask_reading_name_several (ask_domain_attribute (self->domain, name)->name);
  draft = ask_draft_new ();
  add_term (draft->terms, ASK_DRAFT_PLAIN, name);
  /* Translators: an attribute and an entity: "names", "artists". */
  take_idea (self, KIND_LIST, g_strdup_printf (_ ("What are the %s of all %s?"), attribute, several), draft);
}

static gboolean
is_additive (const AskDomainAttribute *attribute)
{
  AskSense sense = ask_name_read (attribute->name, attribute->attribute->type);

  if (attribute->attribute->meaning != ASK_MEANING_NONE)
    sense.meaning = attribute->attribute->meaning;
  return ask_sense_adds_up (&sense);
}

static void
add_aggregate (Suggester *self, Kind kind, AskDraftAggregate aggregate, const char *format, guint entity, int attribute)
{
  g_autofree char *several = ask_reading_name_several (ask_domain_entity (self->domain, entity)->name);
  g_autofree char *what = ask_text_to_words (ask_domain_attribute (self->domain, attribute)->name);
  AskDraft *draft = ask_draft_new ();

  add_term (draft->terms, aggregate, attribute);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  take_idea (self, kind, g_strdup_printf (format, what, several), draft);
#pragma GCC diagnostic pop
}

/* The rows by name that have the most of it. */
static void
add_top (Suggester *self, guint entity, int attribute)
{
  int name = find_name (self->domain, entity);
  g_autofree char *several = ask_reading_name_several (ask_domain_entity (self->domain, entity)->name);
  g_autofree char *what = ask_text_to_words (ask_domain_attribute (self->domain, attribute)->name);
  AskDraft *draft;

  if (name < 0 || ask_domain_entity (self->domain, entity)->n_rows <= TOP)
    return;
  draft = ask_draft_new ();
  add_term (draft->terms, ASK_DRAFT_PLAIN, name);
  add_term (draft->orders, ASK_DRAFT_PLAIN, attribute);
  draft->descending = TRUE;
  draft->limit = TOP;
  /* Translators: a number, an entity and an attribute: "Which 5 products have the largest price?" */
  take_idea (self, KIND_TOP, g_strdup_printf (_ ("Which %d %s have the largest %s?"), TOP, several, what), draft);
}

static void
add_measure (Suggester *self, guint entity, int attribute)
{
  if (is_additive (ask_domain_attribute (self->domain, attribute)))
    /* Translators: an attribute and an entity: "amount", "sales". */
    add_aggregate (self, KIND_MEASURE, ASK_DRAFT_SUM, _ ("What is the total %s of all %s?"), entity, attribute);
  /* Translators: an attribute and an entity: "price", "products". */
  add_aggregate (self, KIND_MEASURE, ASK_DRAFT_AVG, _ ("What is the average %s of all %s?"), entity, attribute);
  /* Translators: an attribute and an entity: "price", "products". */
  add_aggregate (self, KIND_LARGEST, ASK_DRAFT_MAX, _ ("What is the largest %s of all %s?"), entity, attribute);
  add_top (self, entity, attribute);
}

/* Months, and years where there are too many of them. Said in short where that is understood. */
static void
add_time (Suggester *self, guint entity, int attribute)
{
  static const struct
  {
    AskTimePart part;
    const char *brief;
    const char *whole;
  } ways[] = {
    { ASK_TIME_MONTH, N_ ("How many %s are there for each month?"),
      N_ ("How many %s are there for each month of %s?") },
    { ASK_TIME_YEAR, N_ ("How many %s are there for each year?"), N_ ("How many %s are there for each year of %s?") },
  };
  g_autofree char *several = ask_reading_name_several (ask_domain_entity (self->domain, entity)->name);
  g_autofree char *what = ask_text_to_words (ask_domain_attribute (self->domain, attribute)->name);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (ways); i++)
    {
      AskDraftTerm moment = { ASK_DRAFT_PLAIN, FALSE, attribute, ways[i / 2].part };
      AskDraft *draft = ask_draft_new ();
      char *question;

      g_array_append_val (draft->terms, moment);
      add_term (draft->terms, ASK_DRAFT_COUNT, ASK_DOMAIN_STAR);
      g_array_append_val (draft->groups, moment);
      g_array_append_val (draft->orders, moment);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      question = i % 2 == 0 ? g_strdup_printf (_ (ways[i / 2].brief), several)
                            : g_strdup_printf (_ (ways[i / 2].whole), several, what);
#pragma GCC diagnostic pop
      take_idea (self, KIND_TIME, question, draft);
    }
}

/* @measure: of the same entity, by @category */
static void
add_average_each (Suggester *self, int measure, int category)
{
  g_autofree char *what = ask_text_to_words (ask_domain_attribute (self->domain, measure)->name);
  g_autofree char *one = ask_reading_name_one (ask_domain_attribute (self->domain, category)->name);
  AskDraft *draft = ask_draft_new ();

  add_term (draft->terms, ASK_DRAFT_PLAIN, category);
  add_term (draft->terms, ASK_DRAFT_AVG, measure);
  add_term (draft->groups, ASK_DRAFT_PLAIN, category);
  /* Translators: two attributes: "price", "category". */
  take_idea (self, KIND_AVERAGE_EACH, g_strdup_printf (_ ("What is the average %s for each %s?"), what, one), draft);
}

static void
add_category (Suggester *self, guint entity, int attribute)
{
  g_autofree char *several = ask_reading_name_several (ask_domain_entity (self->domain, entity)->name);
  g_autofree char *one = ask_reading_name_one (ask_domain_attribute (self->domain, attribute)->name);
  g_autofree char *categories = ask_reading_name_several (ask_domain_attribute (self->domain, attribute)->name);
  AskDraft *draft = ask_draft_new ();

  add_term (draft->terms, ASK_DRAFT_PLAIN, attribute);
  add_term (draft->terms, ASK_DRAFT_COUNT, ASK_DOMAIN_STAR);
  add_term (draft->groups, ASK_DRAFT_PLAIN, attribute);
  /* Translators: an entity, and by what it is counted: "customers", "country". */
  take_idea (self, KIND_EACH, g_strdup_printf (_ ("How many %s are there for each %s?"), several, one), draft);
  draft = ask_draft_new ();
  draft->distinct = TRUE;
  add_term (draft->terms, ASK_DRAFT_PLAIN, attribute);
  /* Translators: an attribute and an entity: "countries", "customers". */
  take_idea (self, KIND_DIFFERENT, g_strdup_printf (_ ("What are the different %s of %s?"), categories, several),
             draft);
}

/* @parent has many of @child. */
static void
add_relationship (Suggester *self, guint parent, guint child, int key)
{
  int name = find_name (self->domain, parent);
  g_autofree char *one = ask_reading_name_one (ask_domain_entity (self->domain, parent)->name);
  g_autofree char *several = ask_reading_name_several (ask_domain_entity (self->domain, child)->name);
  AskDraft *draft;

  if (name < 0)
    return;
  draft = ask_draft_new ();
  add_term (draft->terms, ASK_DRAFT_PLAIN, name);
  add_term (draft->terms, ASK_DRAFT_COUNT, ASK_DOMAIN_STAR);
  add_term (draft->groups, ASK_DRAFT_PLAIN, key);
  add_extra (draft, child);
  take_idea (self, KIND_EACH, g_strdup_printf (_ ("How many %s are there for each %s?"), several, one), draft);
  draft = ask_draft_new ();
  add_term (draft->terms, ASK_DRAFT_PLAIN, name);
  add_term (draft->groups, ASK_DRAFT_PLAIN, key);
  add_term (draft->orders, ASK_DRAFT_COUNT, ASK_DOMAIN_STAR);
  draft->descending = TRUE;
  draft->limit = 1;
  add_extra (draft, child);
  /* Translators: two entities: "artist", "albums". */
  take_idea (self, KIND_MOST, g_strdup_printf (_ ("Which %s has the most %s?"), one, several), draft);
}

static gboolean
is_larger (AskDomain *domain, guint a, guint b)
{
  return ask_domain_entity (domain, a)->n_rows > ask_domain_entity (domain, b)->n_rows;
}

/* The largest first, and those last that only join others. */
static GArray *
order_entities (AskDomain *domain)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint pass = 0; pass < 2; pass++)
    {
      guint first = order->len;

      for (guint e = 0; e < domain->entities->len; e++)
        {
          const AskDomainEntity *entity = ask_domain_entity (domain, e);
          gboolean own = FALSE;
          guint at = first;

          for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
            own |= !ask_domain_attribute (domain, a)->joins && !ask_domain_attribute (domain, a)->key;
          if (own != (pass == 0) || entity->n_rows == 0)
            continue;
          while (at < order->len && !is_larger (domain, e, g_array_index (order, guint, at)))
            at++;
          g_array_insert_val (order, at, e);
        }
    }
  return order;
}

/* Of the attributes of an entity. */
static void
find_ideas_of (Suggester *self, guint e)
{
  const AskDomainEntity *entity = ask_domain_entity (self->domain, e);
  int measure = -1;

  for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self->domain, a);

      if (is_measure (attribute))
        {
          add_measure (self, e, (int) a);
          measure = measure < 0 ? (int) a : measure;
        }
      else if (is_category (attribute))
        add_category (self, e, (int) a);
      else if (attribute->dated && is_shown (attribute))
        add_time (self, e, (int) a);
    }
  for (guint a = entity->first; measure >= 0 && a < entity->first + entity->n_attributes; a++)
    if (is_category (ask_domain_attribute (self->domain, a)))
      add_average_each (self, measure, (int) a);
}

static void
find_ideas (Suggester *self)
{
  /* The largest come first; the first few tell as much. */
  for (guint i = 0; i < MIN (self->entities->len, 200); i++)
    {
      guint e = g_array_index (self->entities, guint, i);

      add_count (self, e);
      add_list (self, e);
      for (guint j = 0; j < self->domain->joins->len; j++)
        {
          const AskDomainJoin *join = ask_domain_join (self->domain, j);
          guint parent = ask_domain_attribute (self->domain, join->to)->entity;

          if (ask_domain_attribute (self->domain, join->from)->entity == e && parent != e)
            add_relationship (self, parent, e, join->to);
        }
      find_ideas_of (self, e);
    }
}

/* What a query gives that calls no API. Returns: whether it gives a row with something in it */
static gboolean
try_query (Suggester *self, const char *sql, AskTried *tried, GCancellable *cancellable)
{
  ask_tried_run (tried, self->engine, self->local, sql, TRIAL_STEPS, cancellable);
  return tried->ran && tried->n_rows > 0 && !(tried->n_rows == 1 && tried->first_empty);
}

static gboolean
is_about (const AskQuestionReading *reading, AskDomain *domain)
{
  const char *source = ask_domain_entity (domain, 0)->entity->source;

  return reading->sources->len == 1 && g_ascii_strcasecmp (reading->sources->pdata[0], source) == 0;
}

/* Keeps the idea's question where it is read as it is meant. Returns: FALSE exactly where @error is set */
static gboolean
check_idea (Suggester *self, const Idea *idea, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskInterpretation) read = NULL;
  AskTried meant = { 0 };
  AskTried understood = { 0 };
  const AskQuestionReading *reading;

  if (!g_ptr_array_find_with_equal_func (self->found, idea->question, g_str_equal, NULL)
      && !g_ptr_array_find_with_equal_func (self->asked, idea->sql, g_str_equal, NULL)
      && try_query (self, idea->sql, &meant, cancellable))
    {
      self->n_read++;
      read = ask_interpreter_read (self->interpreter, idea->question, cancellable, error);
      if (read == NULL)
        return FALSE;
      reading = read->readings->len > 0 ? read->readings->pdata[0] : NULL;
      if (reading != NULL && is_about (reading, self->domain)
          && try_query (self, reading->sql, &understood, cancellable) && understood.signature == meant.signature)
        {
          g_ptr_array_add (self->found, g_strdup (idea->question));
          g_ptr_array_add (self->asked, g_strdup (idea->sql));
        }
    }
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* One of each kind, then a second of each. */
static gboolean
check_ideas (Suggester *self, guint max, GCancellable *cancellable, GError **error)
{
  guint next[N_KINDS] = { 0 };
  gboolean any = TRUE;

  while (any)
    {
      any = FALSE;
      for (guint kind = 0; kind < N_KINDS; kind++)
        {
          guint before = self->found->len;

          while (self->found->len == before && next[kind] < self->ideas[kind]->len)
            {
              if (before >= max || self->n_read >= MAX_READ)
                return TRUE;
              if (!check_idea (self, self->ideas[kind]->pdata[next[kind]++], cancellable, error))
                return FALSE;
            }
          any |= self->found->len > before;
        }
    }
  return TRUE;
}

static gboolean
is_called (AskSchema *schema, const char *source)
{
  for (guint e = 0; e < schema->entities->len; e++)
    {
      const AskEntity *entity = schema->entities->pdata[e];

      if (g_ascii_strcasecmp (entity->source, source) == 0 && entity->kind == ASK_ENTITY_API)
        return TRUE;
    }
  return FALSE;
}

static gboolean
suggest_of (Suggester *self, const char *source, guint max, GCancellable *cancellable, GError **error)
{
  AskSchema *schema = ask_engine_get_schema (self->engine);
  g_autoptr (GPtrArray) entities = g_ptr_array_new ();
  gboolean done;

  if (is_called (schema, source))
    return TRUE;
  for (guint e = 0; e < schema->entities->len; e++)
    {
      AskEntity *entity = schema->entities->pdata[e];

      if (g_ascii_strcasecmp (entity->source, source) == 0 && !entity->hidden)
        g_ptr_array_add (entities, entity);
    }
  if (entities->len == 0)
    return TRUE;
  self->domain = ask_domain_new (self->workspace, schema, entities, error);
  if (self->domain == NULL)
    return FALSE;
  self->local = ask_tried_is_local (self->engine, self->domain);
  self->entities = order_entities (self->domain);
  for (guint kind = 0; kind < N_KINDS; kind++)
    self->ideas[kind] = g_ptr_array_new_with_free_func (idea_free);
  find_ideas (self);
  done = check_ideas (self, max, cancellable, error);
  for (guint kind = 0; kind < N_KINDS; kind++)
    g_clear_pointer (&self->ideas[kind], g_ptr_array_unref);
  g_clear_pointer (&self->entities, g_array_unref);
  g_clear_pointer (&self->domain, ask_domain_unref);
  return done;
}

/**
 * ask_suggest_questions:
 * @workspace: whose sources questions are about
 * @engine: over the same sources
 * @max: how many at most
 * @cancellable: (nullable): a way to stop
 * @error: as of ask_interpreter_new() and ask_interpreter_read()
 *
 * Makes questions about the newest source, then about those before it, until there are @max. The first reading of each
 * is what it means, and gives rows. Blocks.
 *
 * Returns: (transfer full) (element-type utf8): perhaps none
 */
GPtrArray *
ask_suggest_questions (AskWorkspace *workspace, AskEngine *engine, guint max, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) asked = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (AskInterpreter) interpreter = NULL;
  Suggester self = { .workspace = workspace, .engine = engine, .found = found, .asked = asked };

  g_return_val_if_fail (workspace != NULL && engine != NULL, NULL);

  sources = ask_workspace_list_sources (workspace, error);
  if (sources == NULL)
    return NULL;
  interpreter = self.interpreter = ask_interpreter_new (workspace, engine, error);
  if (interpreter == NULL)
    return NULL;
  ask_interpreter_set_calls (interpreter, FALSE);
  for (guint i = sources->len; i > 0 && found->len < max; i--)
    {
      const AskSourceRecord *record = sources->pdata[i - 1];

      if (!suggest_of (&self, record->name, max, cancellable, error))
        return NULL;
    }
  return g_steal_pointer (&found);
}
