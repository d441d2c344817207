/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A text has few words that it repeats all the time, and FTS5's tokenizers fold and stem each of them anew. Here each is
 * handed to them once and its tokens are kept. So they are theirs by construction, whatever rules of Unicode they follow.
 *
 * Why a word may be looked at by itself: ASCII characters other than letters and digits end a token for unicode61, and
 * nothing of what came before matters behind them.
 */
#include "config.h"

#include "source/document/ask-document-lexicon.h"

#include <stdlib.h>
#include <string.h>

#include "base/ask-text.h"

/* What is kept at most, in bytes; then all is forgotten. A language's words take a tenth of it: more are noise. */
#define MAX_BYTES (64 * 1024 * 1024)
#define CHUNK (256 * 1024)

/* A longer token has no stem, as for FTS5. */
#define MAX_STEM 64

typedef struct _Entry Entry;

struct _Entry
{
  AskDocumentWord word;
  Entry *next; /* of the same slot */
  guint32 hash;
  guint length;
  const char *text;
};

/* One of FTS5's own. */
typedef struct
{
  fts5_tokenizer methods;
  Fts5Tokenizer *own;
} Tokenizer;

struct _AskDocumentLexicon
{
  Tokenizer folding;
  Tokenizer english;
  Entry **slots;
  guint n_slots; /* a power of two */
  guint n_entries;
  GPtrArray *chunks; /* memory of entries, the last one in use */
  gsize used; /* of the last one */
  gsize n_bytes; /* of all */
  GArray *tokens; /* of the word that is looked at */
  GPtrArray *folded; /* the same, without stems */
  GArray *places; /* of the text that is looked at */
  AskDocumentFresh fresh; /* nullable */
  gpointer data;
};

/* What tells the languages from each other: frequent words that only one of them has, folded, in the order of strcmp(). */
static const char *const english_words[] = {
  "all",  "and",  "any", "are",  "as",    "at",   "be",    "been", "but",   "by",    "can",   "each",
  "for",  "from", "has", "have", "if",    "is",   "it",    "its",  "may",   "must",  "no",    "not",
  "of",   "on",   "or",  "our",  "shall", "such", "that",  "the",  "their", "then",  "there", "they",
  "this", "to",   "was", "we",   "were",  "when", "which", "will", "with",  "would", "you",   "your",
};
static const char *const german_words[] = {
  "als",   "auch", "auf",  "aus",   "bei",    "bis",   "das",   "dass",  "dem",  "den", "der",  "des",  "die",
  "durch", "ein",  "eine", "einem", "einen",  "einer", "eines", "er",    "es",   "fur", "hat",  "ich",  "im",
  "ist",   "kann", "mit",  "nach",  "nicht",  "noch",  "nur",   "oder",  "sich", "sie", "sind", "uber", "um",
  "und",   "vom",  "von",  "vor",   "werden", "wie",   "wird",  "wurde", "zu",   "zum", "zur",
};

/* How German nouns end, and how long a word is at least that ends so: "young" and "sung" are English. */
static const struct
{
  const char *ending;
  gsize least;
} german_endings[] = {
  { "heit", 7 }, { "keit", 7 }, { "schaft", 8 }, { "ung", 7 }, { "ungen", 9 }, { "vertrag", 7 },
};

/**
 * ask_document_get_fts5:
 * @db: a connection
 *
 * Returns: (nullable) (transfer none): where tokenizers are registered
 */
fts5_api *
ask_document_get_fts5 (sqlite3 *db)
{
  fts5_api *api = NULL;
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v2 (db, "SELECT fts5(?1)", -1, &statement, NULL) == SQLITE_OK)
    {
      sqlite3_bind_pointer (statement, 1, &api, "fts5_api_ptr", NULL);
      sqlite3_step (statement);
    }
  sqlite3_finalize (statement);
  return api;
}

static int
create_tokenizer (fts5_api *api, const char *const *arguments, int n_arguments, Tokenizer *made)
{
  void *context = NULL;
  int code = api->xFindTokenizer (api, arguments[0], &context, &made->methods);

  return code != SQLITE_OK
           ? code
           : made->methods.xCreate (context, (const char **) arguments + 1, n_arguments - 1, &made->own);
}

/**
 * ask_document_lexicon_new:
 * @api: (nullable): of a connection whose tokenizers are asked; it outlives the lexicon. %NULL fails
 * @fresh: (nullable): told of words that the lexicon did not have
 * @data: for @fresh
 * @code: (out): SQLite's, where that fails
 *
 * Returns: (nullable) (transfer full): an empty one
 */
AskDocumentLexicon *
ask_document_lexicon_new (fts5_api *api, AskDocumentFresh fresh, gpointer data, int *code)
{
  static const char *const arguments[] = { "porter", "unicode61", "remove_diacritics", "2" };
  g_autoptr (AskDocumentLexicon) self = g_new0 (AskDocumentLexicon, 1);

  self->chunks = g_ptr_array_new_with_free_func (g_free);
  self->tokens = g_array_new (FALSE, FALSE, sizeof (AskDocumentToken));
  self->folded = g_ptr_array_new_with_free_func (g_free);
  self->places = g_array_new (FALSE, FALSE, sizeof (AskDocumentPlace));
  self->fresh = fresh;
  self->data = data;
  self->n_slots = 4096;
  self->slots = g_new0 (Entry *, self->n_slots);
  *code = api == NULL ? SQLITE_ERROR : create_tokenizer (api, arguments + 1, 3, &self->folding);
  if (*code == SQLITE_OK)
    *code = create_tokenizer (api, arguments, 4, &self->english);
  return *code == SQLITE_OK ? g_steal_pointer (&self) : NULL;
}

/** ask_document_lexicon_free: @self: (transfer full) (nullable): a lexicon */
void
ask_document_lexicon_free (AskDocumentLexicon *self)
{
  if (self == NULL)
    return;
  if (self->folding.own != NULL)
    self->folding.methods.xDelete (self->folding.own);
  if (self->english.own != NULL)
    self->english.methods.xDelete (self->english.own);
  g_ptr_array_unref (self->chunks);
  g_array_unref (self->tokens);
  g_ptr_array_unref (self->folded);
  g_array_unref (self->places);
  g_free (self->slots);
  g_free (self);
}

/* Forgets all words where there are too many. */
static void
trim (AskDocumentLexicon *self)
{
  if (self->n_bytes < MAX_BYTES)
    return;
  g_ptr_array_set_size (self->chunks, 0);
  memset (self->slots, 0, self->n_slots * sizeof (Entry *));
  self->n_bytes = self->n_entries = 0;
}

static gpointer
allocate (AskDocumentLexicon *self, gsize size)
{
  const gsize aligned = (size + 7) & ~(gsize) 7;
  char *chunk;

  if (self->chunks->len == 0 || self->used + aligned > CHUNK)
    {
      const gsize whole = MAX (aligned, CHUNK);

      g_ptr_array_add (self->chunks, g_malloc (whole));
      self->used = 0;
      self->n_bytes += whole;
    }
  chunk = self->chunks->pdata[self->chunks->len - 1];
  self->used += aligned;
  return chunk + self->used - aligned;
}

static const char *
keep (AskDocumentLexicon *self, const char *text, gsize length)
{
  char *kept = allocate (self, length + 1);

  memcpy (kept, text, length);
  kept[length] = '\0';
  return kept;
}

static int
compare (const void *text, const void *other)
{
  return strcmp (text, *(const char *const *) other);
}

#define IS_AMONG(words, text) (bsearch (text, words, G_N_ELEMENTS (words), sizeof (char *), compare) != NULL)

/* @folded: a token; @text: what stands in the document. */
static int
find_leaning (const char *folded, const char *text, gsize length)
{
  static const char *const letters[] = { "ä", "ö", "ü", "ß", "Ä", "Ö", "Ü" };
  const gsize n_folded = strlen (folded);
  int leaning = IS_AMONG (english_words, folded) - IS_AMONG (german_words, folded);

  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    if (g_strstr_len (text, (gssize) length, letters[i]) != NULL)
      return leaning - 1;
  for (guint i = 0; i < G_N_ELEMENTS (german_endings); i++)
    if (n_folded >= german_endings[i].least && g_str_has_suffix (folded, german_endings[i].ending))
      return leaning - 1;
  return leaning;
}

static void
forget_tokens (AskDocumentLexicon *self)
{
  g_array_set_size (self->tokens, 0);
  g_ptr_array_set_size (self->folded, 0);
}

/* Of “unicode61”: each token, folded. */
static int
take_folded (void *data, int flags, const char *text, int length, int start, int end)
{
  AskDocumentLexicon *self = data;
  AskDocumentToken token = { .start = (guint) start, .end = (guint) end };

  g_array_append_val (self->tokens, token);
  g_ptr_array_add (self->folded, g_strndup (text, (gsize) length));
  return SQLITE_OK;
}

typedef struct
{
  AskDocumentLexicon *lexicon;
  guint n;
} Stems;

/* Of “porter unicode61”: the same tokens, stemmed. */
static int
take_english (void *data, int flags, const char *text, int length, int start, int end)
{
  Stems *stems = data;
  AskDocumentToken *token;

  if (stems->n >= stems->lexicon->tokens->len)
    return SQLITE_CORRUPT;
  token = &g_array_index (stems->lexicon->tokens, AskDocumentToken, stems->n++);
  token->english = keep (stems->lexicon, text, (gsize) length);
  token->n_english = (guint) length;
  return SQLITE_OK;
}

/* @folded: of @token; its English is there already. */
static void
stem_german (AskDocumentLexicon *self, AskDocumentToken *token, const char *folded)
{
  g_autoptr (GString) plain = NULL;
  g_autofree char *stem = NULL;

  if (strlen (folded) > MAX_STEM)
    return;
  plain = g_string_new (folded);
  g_string_replace (plain, "ß", "ss", 0);
  stem = ask_text_stem_german (plain->str);
  if (*stem == '\0' || strcmp (stem, token->english) == 0)
    return;
  token->n_german = (guint) strlen (stem);
  token->german = keep (self, stem, token->n_german);
}

/* Returns: whether SQLite had the memory for it */
static gboolean
analyse (AskDocumentLexicon *self, Entry *entry)
{
  Stems stems = { self, 0 };
  const int length = (int) entry->length;

  forget_tokens (self);
  if (self->folding.methods.xTokenize (self->folding.own, self, FTS5_TOKENIZE_DOCUMENT, entry->text, length,
                                       take_folded)
        != SQLITE_OK
      || self->english.methods.xTokenize (self->english.own, &stems, FTS5_TOKENIZE_DOCUMENT, entry->text, length,
                                          take_english)
           != SQLITE_OK)
    return FALSE;
  for (guint i = 0; i < self->tokens->len; i++)
    {
      AskDocumentToken *token = &g_array_index (self->tokens, AskDocumentToken, i);
      const char *folded = self->folded->pdata[i];

      entry->word.leaning += find_leaning (folded, entry->text + token->start, token->end - token->start);
      stem_german (self, token, folded);
    }
  entry->word.n_tokens = self->tokens->len;
  if (self->tokens->len > 0)
    {
      AskDocumentToken *tokens = allocate (self, self->tokens->len * sizeof *tokens);

      memcpy (tokens, self->tokens->data, self->tokens->len * sizeof *tokens);
      entry->word.tokens = tokens;
    }
  return TRUE;
}

static void
grow (AskDocumentLexicon *self)
{
  const guint n_slots = self->n_slots * 2;
  Entry **slots = g_new0 (Entry *, n_slots);

  for (guint i = 0; i < self->n_slots; i++)
    for (Entry *entry = self->slots[i]; entry != NULL;)
      {
        Entry *next = entry->next;

        entry->next = slots[entry->hash & (n_slots - 1)];
        slots[entry->hash & (n_slots - 1)] = entry;
        entry = next;
      }
  g_free (self->slots);
  self->slots = slots;
  self->n_slots = n_slots;
}

/* Returns: (nullable): NULL without memory */
static const AskDocumentWord *
find (AskDocumentLexicon *self, const char *text, gsize length, guint32 hash)
{
  Entry *entry = self->slots[hash & (self->n_slots - 1)];

  for (; entry != NULL; entry = entry->next)
    if (entry->hash == hash && entry->length == length && memcmp (entry->text, text, length) == 0)
      return &entry->word;
  if (self->n_entries >= self->n_slots)
    grow (self);
  entry = allocate (self, sizeof *entry);
  *entry = (Entry) { .hash = hash, .length = (guint) length, .text = keep (self, text, length) };
  if (!analyse (self, entry))
    return NULL;
  entry->next = self->slots[hash & (self->n_slots - 1)];
  self->slots[hash & (self->n_slots - 1)] = entry;
  self->n_entries++;
  if (self->fresh != NULL)
    self->fresh (text, length, self->data);
  return &entry->word;
}

static inline gboolean
is_in_word (guchar c)
{
  return c >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/**
 * ask_document_lexicon_divide:
 * @text: a cell, not terminated
 * @length: in bytes
 * @german: (out): whether it is German, as its words say
 *
 * Returns: (nullable) (transfer none) (element-type AskDocumentPlace): its words, until the next call; %NULL where SQLite
 *   has no memory
 */
GArray *
ask_document_lexicon_divide (AskDocumentLexicon *self, const char *text, gsize length, gboolean *german)
{
  int leaning = 0;
  gsize at = 0;

  trim (self);
  g_array_set_size (self->places, 0);
  while (at < length)
    {
      AskDocumentPlace place = { NULL, (guint) at };
      const gsize start = at;
      guint32 hash = 2166136261u;

      for (; at < length && is_in_word ((guchar) text[at]); at++)
        hash = (hash ^ (guchar) text[at]) * 16777619u;
      if (at == start)
        {
          at++;
          continue;
        }
      place.word = find (self, text + start, at - start, hash ^ (hash >> 15));
      if (place.word == NULL)
        return NULL;
      leaning += place.word->leaning;
      g_array_append_val (self->places, place);
    }
  *german = leaning < 0;
  return self->places;
}
