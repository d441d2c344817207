/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a word that no name answered to may mean: from what was asked with another word right after, from how names are
 * written, and from WordNet. It proposes; a person says whether it is so.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-inbox-private.h"
#include "base/ask-text.h"
#include "store/ask-workspace-links.h"
#include "understand/link/ask-wordnet.h"

/* So many other names are proposed for a word. */
#define MAX_SYNONYMS 2
/* A name is short for another from so many letters on. */
#define LEAST_SHORT 3
/* Names with more words are no one word for anything. */
#define MAX_NAME_WORDS 2

/* Why a name may be meant, the surest first. */
typedef enum
{
  ASKED_AGAIN,
  SAME_MEANING,
  SPELLED_SO,
  SHORT_FOR,
  MADE_OF_IT,
  N_REASONS
} Reason;

/* A name that may be meant; points into the schema. */
typedef struct
{
  const AskEntity *entity;
  const AskAttribute *attribute; /* nullable */
  Reason reason;
  guint distance; /* of equal reasons the smaller goes first */
  const char *again; /* nullable: the question that was asked right after */
} Near;

/* A name of the schema, which it points into. */
typedef struct
{
  const AskEntity *entity;
  const AskAttribute *attribute; /* nullable */
  GPtrArray *words; /* folded */
  GPtrArray *stems; /* of these */
} Name;

struct _AskInboxNames
{
  AskSchema *schema;
  GArray *names; /* Name */
  GHashTable *known; /* stems of all that a word may be taken for */
};

/* A word that was not understood. */
typedef struct
{
  const char *surface;
  char *folded;
  char *one; /* of several */
  char *stem;
  GHashTable *synonyms; /* stems */
  GPtrArray *nouns; /* that it is made of */
} Word;

static void
word_clear (Word *self)
{
  g_free (self->folded);
  g_free (self->one);
  g_free (self->stem);
  g_clear_pointer (&self->synonyms, g_hash_table_unref);
  g_clear_pointer (&self->nouns, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Word, word_clear)

static GHashTable *
stems_of (const char *text)
{
  g_autoptr (GPtrArray) words = ask_text_words (text);
  GHashTable *stems = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < words->len; i++)
    if (!ask_text_is_stop_word (words->pdata[i]))
      g_hash_table_add (stems, ask_text_stem (words->pdata[i]));
  return stems;
}

/*
 * ask_inbox_fold:
 * @question: that was asked
 *
 * Returns: (transfer full): the same for whatever differs in case, blanks and marks only
 */
char *
ask_inbox_fold (const char *question)
{
  g_autoptr (GPtrArray) words = ask_text_words (question);

  if (words->len == 0)
    return ask_text_fold (question);
  g_ptr_array_add (words, NULL);
  return g_strjoinv (" ", (char **) words->pdata);
}

/*
 * ask_inbox_is_like:
 * @question: that was asked
 * @other: that was asked after it
 *
 * Returns: whether half of the words that count are the same, so that one may be the other in other words
 */
gboolean
ask_inbox_is_like (const char *question, const char *other)
{
  g_autoptr (GHashTable) stems = stems_of (question);
  g_autoptr (GHashTable) others = stems_of (other);
  GHashTableIter iter;
  gpointer stem;
  guint n = 0;

  g_hash_table_iter_init (&iter, stems);
  while (g_hash_table_iter_next (&iter, &stem, NULL))
    n += g_hash_table_contains (others, stem);
  return n > 0 && 2 * n >= MAX (g_hash_table_size (stems), g_hash_table_size (others));
}

static void
name_clear (gpointer data)
{
  Name *self = data;

  g_ptr_array_unref (self->words);
  g_ptr_array_unref (self->stems);
}

/** ask_inbox_names_free: @self: (nullable) (transfer full): names */
void
ask_inbox_names_free (AskInboxNames *self)
{
  if (self == NULL)
    return;
  ask_schema_unref (self->schema);
  g_array_unref (self->names);
  g_hash_table_unref (self->known);
  g_free (self);
}

static void
know (AskInboxNames *self, const char *name)
{
  g_autofree char *text = ask_text_to_words (name);
  g_autoptr (GPtrArray) words = ask_text_words (text);

  for (guint i = 0; i < words->len; i++)
    g_hash_table_add (self->known, ask_text_stem (words->pdata[i]));
}

static void
know_all (AskInboxNames *self, GPtrArray *names)
{
  for (guint i = 0; i < names->len; i++)
    know (self, names->pdata[i]);
}

static void
add_name (AskInboxNames *self, const AskEntity *entity, const AskAttribute *attribute)
{
  g_autofree char *text = ask_text_to_words (attribute != NULL ? attribute->name : entity->name);
  Name name = { entity, attribute, ask_text_words (text), g_ptr_array_new_with_free_func (g_free) };

  for (guint i = 0; i < name.words->len; i++)
    {
      g_ptr_array_add (name.stems, ask_text_stem (name.words->pdata[i]));
      g_hash_table_add (self->known, g_strdup (name.stems->pdata[i]));
    }
  g_array_append_val (self->names, name);
}

static void
add_entity (AskInboxNames *self, const AskEntity *entity)
{
  add_name (self, entity, NULL);
  know_all (self, entity->synonyms);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->hidden)
        continue;
      add_name (self, entity, attribute);
      know_all (self, attribute->synonyms);
    }
  for (guint i = 0; i < entity->metrics->len; i++)
    {
      const AskMetric *metric = entity->metrics->pdata[i];

      know (self, metric->name);
      know_all (self, metric->synonyms);
    }
}

/* A statement is about what stands before its colon. */
static void
add_statement (AskInboxNames *self, const char *statement)
{
  const char *colon = strchr (statement, ':');
  g_autofree char *about = colon != NULL ? g_strndup (statement, (gsize) (colon - statement)) : NULL;

  if (about != NULL)
    know (self, about);
}

/*
 * ask_inbox_names_new:
 * @schema: of today
 * @choices: (element-type AskLinkChoice): what people said that words stand for
 *
 * Returns: (transfer full): what there is for words to mean; what is hidden is left out
 */
AskInboxNames *
ask_inbox_names_new (AskSchema *schema, GPtrArray *choices)
{
  AskInboxNames *self = g_new0 (AskInboxNames, 1);

  self->schema = ask_schema_ref (schema);
  self->names = g_array_new (FALSE, FALSE, sizeof (Name));
  g_array_set_clear_func (self->names, name_clear);
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < schema->entities->len; i++)
    if (!((AskEntity *) schema->entities->pdata[i])->hidden)
      add_entity (self, schema->entities->pdata[i]);
  for (guint i = 0; i < schema->sources->len; i++)
    {
      GPtrArray *statements = ((AskSchemaSource *) schema->sources->pdata[i])->statements;

      for (guint s = 0; s < statements->len; s++)
        add_statement (self, statements->pdata[s]);
    }
  for (guint i = 0; i < choices->len; i++)
    know (self, ((AskLinkChoice *) choices->pdata[i])->words);
  return self;
}

/*
 * ask_inbox_names_has:
 * @stem: of a word that once was not understood
 *
 * Returns: whether something answers to it by now: a name, a statement, or what a person said that it stands for
 */
gboolean
ask_inbox_names_has (const AskInboxNames *self, const char *stem)
{
  return g_hash_table_contains (self->known, stem);
}

/* Whether all letters of @brief stand in @whole, in order, from its first one on: "qty" of "quantity". */
static gboolean
is_short_for (const char *brief, const char *whole)
{
  gsize n = strlen (brief);

  if (n < LEAST_SHORT || n >= strlen (whole) || brief[0] != whole[0])
    return FALSE;
  for (; *brief != '\0' && *whole != '\0'; whole++)
    if (*brief == *whole)
      brief++;
  return *brief == '\0';
}

/* Words that differ in few letters for their length. */
static gboolean
is_spelled_so (const char *word, const char *name, guint *distance)
{
  gsize length = MIN (strlen (word), strlen (name));

  *distance = ask_text_edit_distance (word, name);
  return length >= 4 && *distance <= (length >= 7 ? 2u : 1u);
}

/* What speaks for one word of a name. */
static gboolean
find_reason (const Word *word, const char *name, const char *stem, Near *near)
{
  near->distance = 0;
  if (g_hash_table_contains (word->synonyms, stem))
    near->reason = SAME_MEANING;
  else if (is_spelled_so (word->folded, name, &near->distance) || is_spelled_so (word->one, name, &near->distance))
    near->reason = SPELLED_SO;
  else if (is_short_for (word->folded, name) || is_short_for (name, word->one))
    near->reason = SHORT_FOR;
  else if (g_ptr_array_find_with_equal_func (word->nouns, name, g_str_equal, NULL))
    near->reason = MADE_OF_IT;
  else
    return FALSE;
  return TRUE;
}

static void
look_at (GArray *found, const Word *word, const Name *name)
{
  if (name->words->len > MAX_NAME_WORDS)
    return;
  for (guint i = 0; i < name->words->len; i++)
    {
      Near near = { name->entity, name->attribute, N_REASONS, 0, NULL };

      if (!find_reason (word, name->words->pdata[i], name->stems->pdata[i], &near))
        continue;
      /* A part of a name is less likely than a whole one. */
      near.distance += 4 * (name->words->len - 1);
      g_array_append_val (found, near);
      return;
    }
}

static int
compare_near (gconstpointer a, gconstpointer b)
{
  const Near *one = a;
  const Near *two = b;

  if (one->reason != two->reason)
    return one->reason < two->reason ? -1 : 1;
  if (one->distance != two->distance)
    return one->distance < two->distance ? -1 : 1;
  /* What a word names is more often a table than a column. */
  return (one->attribute != NULL) - (two->attribute != NULL);
}

/* What the question that was asked right after says and the first did not. */
static void
look_again (const AskInboxNames *self, GArray *found, const Word *word, const char *question,
            const AskAskedAgain *again)
{
  g_autoptr (GHashTable) before = stems_of (question);
  g_autoptr (GHashTable) after = stems_of (again->question);

  if (g_hash_table_contains (after, word->stem) || !ask_inbox_is_like (question, again->question))
    return;
  for (guint i = 0; i < self->names->len; i++)
    {
      const Name *name = &g_array_index (self->names, Name, i);
      Near near = { name->entity, name->attribute, ASKED_AGAIN, name->words->len, again->question };

      for (guint w = 0; w < name->stems->len; w++)
        if (g_hash_table_contains (after, name->stems->pdata[w])
            && !g_hash_table_contains (before, name->stems->pdata[w]))
          {
            g_array_append_val (found, near);
            break;
          }
    }
}

static char *
say_near (const Near *near, const char *word)
{
  g_autofree char *name = near->attribute != NULL ? g_strconcat (near->entity->name, ".", near->attribute->name, NULL)
                                                  : g_strdup (near->entity->name);

  switch (near->reason)
    {
    case ASKED_AGAIN:
      /* Translators: a word, a table or column, and a question. */
      return g_strdup_printf (_ ("“%s” means %s: it was asked again as “%s”."), word, name, near->again);
    case SAME_MEANING:
      return g_strdup_printf (_ ("“%s” means %s: both words mean the same."), word, name);
    case SPELLED_SO:
      return g_strdup_printf (_ ("“%s” means %s: it is written nearly so."), word, name);
    case SHORT_FOR:
      return g_strdup_printf (_ ("“%s” means %s: one is short for the other."), word, name);
    case MADE_OF_IT:
    case N_REASONS:
    default:
      return g_strdup_printf (_ ("“%s” means %s: it is made of that word."), word, name);
    }
}

static gboolean
is_taken (GArray *found, guint n)
{
  const Near *near = &g_array_index (found, Near, n);

  for (guint i = 0; i < n; i++)
    {
      const Near *other = &g_array_index (found, Near, i);

      if (other->entity == near->entity && other->attribute == near->attribute)
        return TRUE;
    }
  return FALSE;
}

static void
propose_synonyms (AskInboxItem *item, const char *word, GArray *found)
{
  guint n = 0;

  g_array_sort (found, compare_near);
  for (guint i = 0; i < found->len && n < MAX_SYNONYMS; i++)
    {
      const Near *near = &g_array_index (found, Near, i);
      AskInboxProposal *proposal;

      if (is_taken (found, i))
        continue;
      proposal = ask_inbox_propose (item, ASK_INBOX_ACTION_SYNONYM, say_near (near, word));
      proposal->text = g_strdup (word);
      proposal->entity = g_strdup (near->entity->id);
      proposal->attribute = near->attribute != NULL ? g_strdup (near->attribute->name) : NULL;
      n++;
    }
}

/* "poodle: a kind of dog", where the schema has dogs. */
static void
propose_kind (const AskInboxNames *self, AskInboxItem *item, const Word *word)
{
  g_autoptr (GPtrArray) kinds = ask_wordnet_kinds (word->folded);

  for (guint k = 0; k < kinds->len; k++)
    for (guint i = 0; i < self->names->len; i++)
      {
        const Name *name = &g_array_index (self->names, Name, i);
        g_autofree char *kind = ask_text_stem (kinds->pdata[k]);
        AskInboxProposal *proposal;

        if (name->attribute != NULL || name->entity->source[0] == '\0' || name->stems->len != 1
            || strcmp (name->stems->pdata[0], kind) != 0)
          continue;
        proposal = ask_inbox_propose (item, ASK_INBOX_ACTION_STATEMENT, NULL);
        /* Translators: what a word means: "apprentice: a kind of employee". */
        proposal->text = g_strdup_printf (_ ("%s: a kind of %s"), word->surface, name->entity->name);
        proposal->words = g_strdup_printf (_ ("Say what it means: “%s”."), proposal->text);
        proposal->source = g_strdup (name->entity->source);
        return;
      }
}

/* Returns: (nullable): the source of all tables; %NULL where there are several */
static const char *
find_only_source (AskSchema *schema)
{
  const char *only = NULL;

  for (guint i = 0; i < schema->entities->len; i++)
    {
      const char *source = ((const AskEntity *) schema->entities->pdata[i])->source;

      if (source[0] != '\0' && only != NULL && strcmp (only, source) != 0)
        return NULL;
      if (source[0] != '\0')
        only = source;
    }
  return only;
}

/*
 * ask_inbox_names_propose:
 * @item: of a word that was not understood; gets proposals, the last of which a person has to write
 * @word: the word
 * @again: (element-type AskAskedAgain): what was asked right after the newest question with it
 */
void
ask_inbox_names_propose (const AskInboxNames *self, AskInboxItem *item, const char *word, GPtrArray *again)
{
  g_autoptr (GArray) found = g_array_new (FALSE, TRUE, sizeof (Near));
  g_auto (Word) its = { word, ask_text_fold (word), NULL, NULL, NULL, NULL };
  AskInboxProposal *proposal;

  its.one = ask_text_to_one (its.folded);
  its.stem = ask_text_stem (its.folded);
  its.synonyms = ask_wordnet_synonyms (its.stem);
  its.nouns = ask_wordnet_pertainyms (its.folded);
  for (guint i = 0; i < again->len; i++)
    look_again (self, found, &its, item->questions->pdata[0], again->pdata[i]);
  for (guint i = 0; i < self->names->len; i++)
    look_at (found, &its, &g_array_index (self->names, Name, i));
  propose_synonyms (item, word, found);
  propose_kind (self, item, &its);
  proposal = ask_inbox_propose (item, ASK_INBOX_ACTION_STATEMENT, g_strdup (_ ("Write what it means.")));
  proposal->source = g_strdup (find_only_source (self->schema));
}
