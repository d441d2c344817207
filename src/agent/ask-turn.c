/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads a model's reply. Models decorate: bold labels, code fences, thinking out loud, an
 * observation they made up. All that is tolerated here and nowhere else. It must never change what
 * a query says: a stacked statement stays stacked, so that the engine can refuse it.
 */
#include "config.h"

#include "agent/ask-turn.h"

#include <string.h>

#include "base/ask-json.h"
#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"

typedef enum
{
  LABEL_NONE,
  LABEL_THOUGHT,
  LABEL_ACTION,
  LABEL_INPUT,
  LABEL_OBSERVATION,
  LABEL_FINAL,
  LABEL_SENTENCE,
  LABEL_UNKNOWN,
  LABEL_QUESTION,
  LABEL_KNOWLEDGE
} Label;

/* "Action Input" stands before "Action", which it begins with. A label without @colon is one even
 * where no colon follows. */
static const struct
{
  const char *words;
  Label label;
  gboolean colon;
} labels[] = {
  { "thought", LABEL_THOUGHT, TRUE },
  { "action input", LABEL_INPUT, TRUE },
  { "action_input", LABEL_INPUT, TRUE },
  { "action", LABEL_ACTION, TRUE },
  { "observation", LABEL_OBSERVATION, TRUE },
  { "final answer", LABEL_FINAL, TRUE },
  { "final_answer", LABEL_FINAL, TRUE },
  { "sentence", LABEL_SENTENCE, TRUE },
  { "from the question", LABEL_QUESTION, TRUE },
  { "from general knowledge", LABEL_KNOWLEDGE, TRUE },
  { "i don't know", LABEL_UNKNOWN, FALSE },
  { "i don’t know", LABEL_UNKNOWN, FALSE },
  { "i dont know", LABEL_UNKNOWN, FALSE },
  { "i do not know", LABEL_UNKNOWN, FALSE },
};

static const char *const statements[] = {
  "SELECT", "WITH",    "VALUES",  "DELETE",   "INSERT",    "UPDATE",  "REPLACE", "CREATE",
  "DROP",   "ALTER",   "ATTACH",  "DETACH",   "PRAGMA",    "EXPLAIN", "BEGIN",   "COMMIT",
  "VACUUM", "ANALYZE", "REINDEX", "ROLLBACK", "SAVEPOINT", "RELEASE", "END",
};

typedef struct
{
  Label label;
  const char *line; /* where its line starts */
  const char *start;
  const char *end;
  gboolean bare; /* a label without its colon */
} Section;

/** ask_turn_free: frees it with its texts. */
void
ask_turn_free (AskTurn *self)
{
  if (self == NULL)
    return;
  g_free (self->thought);
  g_free (self->action);
  g_free (self->sentence);
  g_free (self->input);
  g_free (self->used);
  g_free (self);
}

static gboolean
is_decoration (char c)
{
  return c == ' ' || c == '\t' || c == '*' || c == '#' || c == '>' || c == '`' || c == '_';
}

/* Returns the label that @line begins with, and where its content starts. */
static Label
read_label (const char *line, const char **content)
{
  const char *p = line;

  while (is_decoration (*p) || (*p == '-' && p[1] == ' '))
    p++;
  /* "1. Thought:" */
  if (g_ascii_isdigit (*p))
    {
      const char *number = p;

      while (g_ascii_isdigit (*number))
        number++;
      if ((*number == '.' || *number == ')') && number[1] == ' ')
        p = number + 2;
    }
  while (is_decoration (*p))
    p++;
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      gsize length = strlen (labels[i].words);

      if (g_ascii_strncasecmp (p, labels[i].words, length) != 0)
        continue;

      const char *after = p + length;
      const char *end = after;

      /* "Thought 1:" */
      while (is_decoration (*end) || g_ascii_isdigit (*end))
        end++;
      if (*end == ':' || g_str_has_prefix (end, "："))
        {
          end += *end == ':' ? 1 : strlen ("：");
          while (*end == '*' || *end == '_' || *end == ' ' || *end == '\t')
            end++;
          *content = end;
          return labels[i].label;
        }
      /* Without a colon only where nothing else could be meant. */
      if (!labels[i].colon && !g_ascii_isalnum (*after) && *after != '_')
        {
          while (is_decoration (*after) || *after == ',' || *after == '.')
            after++;
          if (g_str_has_prefix (after, "—") || g_str_has_prefix (after, "–"))
            after += strlen ("—");
          *content = after;
          return labels[i].label;
        }
      if (*end == '\n' || *end == '\r' || *end == '\0')
        {
          *content = end;
          return labels[i].label;
        }
    }
  return LABEL_NONE;
}

static GArray *
find_sections (const char *text)
{
  GArray *sections = g_array_new (FALSE, FALSE, sizeof (Section));
  Section section = { LABEL_NONE, text, text, NULL, FALSE };
  const char *line = text;

  for (;;)
    {
      const char *content = NULL;
      Label label = read_label (line, &content);
      const char *next = strchr (line, '\n');

      if (label != LABEL_NONE)
        {
          section.end = line;
          g_array_append_val (sections, section);
          section = (Section) { label, line, content, NULL, memchr (line, ':', (gsize) (content - line)) == NULL };
        }
      if (next == NULL)
        break;
      line = next + 1;
    }
  section.end = text + strlen (text);
  g_array_append_val (sections, section);
  return sections;
}

/* Models that reason put it between these; it is no part of the turn. */
static char *
strip_thinking (const char *reply)
{
  GString *text = g_string_new (NULL);
  const char *p = reply;

  for (;;)
    {
      const char *open = strstr (p, "<think>");
      const char *close = strstr (p, "</think>");

      /* Some servers swallow the opening tag. */
      if (close != NULL && (open == NULL || close < open))
        {
          g_string_truncate (text, 0);
          p = close + strlen ("</think>");
          continue;
        }
      if (open == NULL)
        break;
      g_string_append_len (text, p, open - p);
      if (close == NULL)
        {
          p = open + strlen ("<think>");
          break;
        }
      p = close + strlen ("</think>");
    }
  g_string_append (text, p);
  return g_string_free (text, FALSE);
}

static const char *
find_statement_word (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      gsize length = strlen (statements[i]);

      if (g_ascii_strncasecmp (text, statements[i], length) == 0 && !g_ascii_isalnum (text[length])
          && text[length] != '_')
        return statements[i];
    }
  return NULL;
}

/* "With pleasure, …" begins with a statement's word too: what follows must be able to go on. */
static gboolean
begins_statement (const char *text)
{
  const char *word;

  while (g_ascii_isspace (*text) || *text == '(' || *text == ';')
    text++;
  /* A comment may stand in front. */
  while (g_str_has_prefix (text, "--"))
    {
      text = strchr (text, '\n');
      if (text == NULL)
        return FALSE;
      while (g_ascii_isspace (*text))
        text++;
    }
  word = find_statement_word (text);
  if (word == NULL)
    return FALSE;
  if (strcmp (word, "WITH") == 0)
    {
      g_autofree char *rest = g_ascii_strdown (text, -1);

      return strstr (rest, " as") != NULL && strchr (rest, '(') != NULL;
    }
  return TRUE;
}

/* The first block between fences, where there is one that is closed or goes to the end. */
static char *
take_fenced (const char *text)
{
  const char *open = strstr (text, "```");

  if (open == NULL)
    return NULL;

  const char *start = open + 3;
  const char *newline = strchr (start, '\n');
  const char *close = strstr (start, "```");

  if (newline != NULL && (close == NULL || newline < close))
    {
      /* A language's name may stand behind the fence, and sometimes the statement itself does. */
      g_autofree char *info = g_strndup (start, (gsize) (newline - start));

      if (!begins_statement (info))
        start = newline + 1;
    }
  else if (g_ascii_strncasecmp (start, "sql", 3) == 0 && !g_ascii_isalnum (start[3]))
    start += 3;

  char *block = close != NULL && close >= start ? g_strndup (start, (gsize) (close - start)) : g_strdup (start);

  if (g_strstrip (block)[0] != '\0')
    return block;
  g_free (block);
  return NULL;
}

/* Words that open a paragraph of prose and no clause of SQL. */
static gboolean
opens_prose (const char *text)
{
  static const char *const words[]
    = { "this", "the", "note", "explanation", "it", "here", "these", "in", "i", "please" };
  gsize length = strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == length && g_ascii_strncasecmp (text, words[i], length) == 0)
      return TRUE;
  return FALSE;
}

/* Prose behind a statement goes; a second statement stays, for the engine to refuse. */
static void
cut_prose (char *sql)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);
      char *at = sql + token->start;

      if (token->length == 1 && *at == ';')
        {
          if (!begins_statement (at + 1))
            at[0] = '\0';
          break;
        }
    }
  for (char *gap = strstr (sql, "\n\n"); gap != NULL; gap = strstr (gap + 1, "\n\n"))
    if (opens_prose (gap + strspn (gap, "\r\n \t")))
      {
        *gap = '\0';
        break;
      }
}

/**
 * ask_turn_clean_sql:
 * @text: a statement with whatever a model puts around it
 *
 * Takes fences, quotes and prose away.
 *
 * Returns: (transfer full) (nullable): the statement, or %NULL where there is none
 */
char *
ask_turn_clean_sql (const char *text)
{
  g_autofree char *fenced = take_fenced (text);
  g_autofree char *sql = NULL;

  if (fenced != NULL && begins_statement (fenced))
    sql = g_steal_pointer (&fenced);
  else
    sql = g_strdup (text);
  g_strstrip (sql);

  gsize length = strlen (sql);

  if (length > 1 && strchr ("`\"", sql[0]) != NULL && sql[length - 1] == sql[0])
    {
      sql[length - 1] = '\0';
      memmove (sql, sql + 1, length - 1);
      g_strstrip (sql);
    }
  if (g_ascii_strncasecmp (sql, "sql:", 4) == 0 || g_ascii_strncasecmp (sql, "sql\n", 4) == 0)
    {
      memmove (sql, sql + 4, strlen (sql + 4) + 1);
      g_strstrip (sql);
    }
  if (!begins_statement (sql))
    {
      /* Stray words first: the statement has a line of its own. */
      const char *line = sql;

      while ((line = strchr (line, '\n')) != NULL)
        if (begins_statement (++line))
          break;
      if (line == NULL)
        return NULL;

      char *rest = g_strdup (line);

      g_free (sql);
      sql = rest;
    }
  cut_prose (sql);
  /* A fence that was opened elsewhere ends here. */
  length = strlen (g_strchomp (sql));
  while (length >= 3 && strcmp (sql + length - 3, "```") == 0)
    {
      sql[length - 3] = '\0';
      length = strlen (g_strchomp (sql));
    }
  return g_steal_pointer (&sql);
}

/**
 * ask_turn_split_names:
 * @input: "shipment, carrier" in whatever brackets and quotes
 *
 * Returns: (transfer container) (element-type utf8): the names, each once
 */
GPtrArray *
ask_turn_split_names (const char *input)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) parts = g_strsplit_set (input, ",;\n", -1);

  for (char **part = parts; *part != NULL; part++)
    {
      char *name = *part;
      gsize length;

      while (*name != '\0' && strchr ("[](){}\"'` \t\r*-", *name) != NULL)
        name++;
      length = strlen (name);
      while (length > 0 && strchr ("[](){}\"'` \t\r*.", name[length - 1]) != NULL)
        name[--length] = '\0';
      if (length > 0 && !g_str_has_prefix (name, "```")
          && !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, g_strdup (name));
    }
  return names;
}

static char *
dup_section (const Section *section)
{
  return g_strstrip (g_strndup (section->start, (gsize) (section->end - section->start)));
}

/* "query(SELECT 1)", "query[…]", "query: SELECT 1", "query SELECT 1" or just "query". */
static char *
split_action (const char *text, char **input)
{
  const char *p = text;
  gsize length;

  while (*p != '\0' && strchr ("`*_\"'[{( \n\r\t", *p) != NULL)
    p++;
  length = strspn (p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_ ");
  /* Names hold no spaces, so the first word is the tool; "list entities" is one all the same. */
  gsize word = strcspn (p, " ");

  if (word < length
      && (g_ascii_strncasecmp (p, "list entities", 13) == 0 || g_ascii_strncasecmp (p, "describe entities", 17) == 0
          || g_ascii_strncasecmp (p, "final answer", 12) == 0))
    word += 1 + strcspn (p + word + 1, " :([{`*\n");
  length = MIN (length, word);

  g_autofree char *name = g_ascii_strdown (p, (gssize) length);
  const char *rest = p + length;

  g_strdelimit (g_strstrip (name), " ", '_');
  while (*rest != '\0' && strchr ("`*_\"': \t\r\n", *rest) != NULL)
    rest++;
  *input = g_strstrip (g_strdup (rest));

  gsize n = strlen (*input);

  if (n >= 2 && ((**input == '(' && (*input)[n - 1] == ')') || (**input == '[' && (*input)[n - 1] == ']')))
    {
      (*input)[n - 1] = '\0';
      memmove (*input, *input + 1, n - 1);
      g_strstrip (*input);
    }
  return g_steal_pointer (&name);
}

static gboolean
is_no_action (const char *name)
{
  return name[0] == '\0' || strcmp (name, "none") == 0 || strcmp (name, "n") == 0 || strcmp (name, "no") == 0;
}

static void
set_thought (AskTurn *turn, const Section *section)
{
  if (turn->thought != NULL)
    return;

  g_autofree char *text = dup_section (section);

  g_strdelimit (text, "\r\n\t", ' ');
  for (char *p = text; *p != '\0'; p++)
    if (*p == '`' || *p == '*')
      *p = ' ';
  g_strstrip (text);
  if (text[0] != '\0')
    turn->thought = ask_text_shorten (text, 600);
}

static void
set_query (AskTurn *turn, AskTurnKind kind, const char *text)
{
  turn->input = ask_turn_clean_sql (text);
  if (turn->input != NULL)
    {
      turn->kind = kind;
      if (kind == ASK_TURN_ACTION)
        turn->action = g_strdup ("query");
      return;
    }
  turn->kind = ASK_TURN_MALFORMED;
  turn->input = g_strdup (kind == ASK_TURN_FINAL ? "The final answer has to be one SELECT, not words or data."
                                                 : "The input of query has to be one SELECT.");
}

/* Words as a person may read them, without the marks of a formatted text around them. */
static char *
clean_words (const char *text)
{
  g_autofree char *clean = g_strdup (text);

  while (g_strchomp (clean)[0] != '\0' && strchr ("`*", clean[strlen (clean) - 1]) != NULL)
    clean[strlen (clean) - 1] = '\0';
  return ask_text_shorten (g_strstrip (clean), 600);
}

static void
set_unknown (AskTurn *turn, const char *reason)
{
  turn->kind = ASK_TURN_UNKNOWN;
  turn->input = clean_words (reason);
}

static void
set_words (AskTurn *turn, const char *from, const char *text)
{
  turn->kind = ASK_TURN_WORDS;
  turn->action = g_strdup (from);
  turn->input = clean_words (text);
}

static void
read_action (AskTurn *turn, const char *text, const char *labelled)
{
  g_autofree char *inner = NULL;
  g_autofree char *name = split_action (text, &inner);
  g_autofree char *unwrapped = NULL;
  const char *input = labelled != NULL && labelled[0] != '\0' ? labelled : inner;

  unwrapped = ask_turn_unwrap_input (input);
  if (unwrapped != NULL)
    input = unwrapped;
  if (strcmp (name, "final_answer") == 0)
    set_query (turn, ASK_TURN_FINAL, input);
  else if (strcmp (name, "query") == 0 || strcmp (name, "sql") == 0)
    set_query (turn, ASK_TURN_ACTION, input);
  else if (find_statement_word (text) != NULL)
    set_query (turn, ASK_TURN_ACTION, text);
  else
    {
      turn->kind = ASK_TURN_ACTION;
      turn->action = g_steal_pointer (&name);
      turn->input = g_strdup (input);
    }
}

static gboolean
is_decided (GArray *sections, guint from)
{
  for (guint i = from; i < sections->len; i++)
    {
      Label label = g_array_index (sections, Section, i).label;

      if (label == LABEL_ACTION || label == LABEL_FINAL || label == LABEL_QUESTION || label == LABEL_KNOWLEDGE)
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_turn_parse:
 * @reply: what a model wrote; need not be UTF-8
 *
 * Takes the first thing that the model wants done; whatever comes behind it was written without
 * having seen what it leads to, and is left out.
 *
 * Returns: (transfer full): the turn
 */
AskTurn *
ask_turn_parse (const char *reply)
{
  AskTurn *turn = g_new0 (AskTurn, 1);
  g_autofree char *valid = g_utf8_make_valid (reply, -1);
  g_autofree char *stripped = strip_thinking (valid);
  g_autofree char *unwrapped = ask_turn_unwrap_reply (stripped);
  const char *text = unwrapped != NULL ? unwrapped : stripped;
  g_autoptr (GArray) sections = find_sections (text);
  const char *end = NULL;

  for (guint i = 0; i < sections->len && turn->input == NULL; i++)
    {
      const Section *section = &g_array_index (sections, Section, i);
      const Section *next = i + 1 < sections->len ? &g_array_index (sections, Section, i + 1) : NULL;
      g_autofree char *content = dup_section (section);

      end = section->end;
      switch (section->label)
        {
        case LABEL_THOUGHT:
          set_thought (turn, section);
          break;
        case LABEL_ACTION:
          {
            g_autofree char *inner = NULL;
            g_autofree char *name = split_action (content, &inner);
            g_autofree char *labelled = next != NULL && next->label == LABEL_INPUT ? dup_section (next) : NULL;

            if (is_no_action (name) && labelled == NULL)
              break;
            if (labelled != NULL)
              end = next->end;
            read_action (turn, content, labelled);
            break;
          }
        case LABEL_INPUT:
          /* Without an action before it, a statement can only be for query. */
          if (begins_statement (content))
            set_query (turn, ASK_TURN_ACTION, content);
          break;
        case LABEL_FINAL:
          {
            const char *reason;

            if (read_label (content, &reason) == LABEL_UNKNOWN)
              set_unknown (turn, reason);
            else if (content[0] == '\0' && next != NULL && next->label == LABEL_UNKNOWN)
              break;
            else
              set_query (turn, ASK_TURN_FINAL, content);
            if (turn->kind == ASK_TURN_FINAL && next != NULL && next->label == LABEL_SENTENCE)
              {
                g_autofree char *sentence = dup_section (next);

                turn->sentence = clean_words (sentence);
                end = next->end;
              }
            break;
          }
        case LABEL_QUESTION:
        case LABEL_KNOWLEDGE:
          if (content[0] != '\0')
            set_words (turn, section->label == LABEL_QUESTION ? "question" : "model", content);
          break;
        case LABEL_UNKNOWN:
          /* "I don't know yet which table it is" is a thought where an action follows. */
          if (!section->bare || !is_decided (sections, i + 1))
            set_unknown (turn, content);
          break;
        default:
          break;
        }
    }
  if (turn->input == NULL)
    {
      /* No label at all: a bare statement is taken as a query, which can do no harm. */
      g_autofree char *fenced = take_fenced (text);
      const char *statement = fenced != NULL && begins_statement (fenced) ? fenced : text;

      end = text + strlen (text);
      if (begins_statement (statement))
        set_query (turn, ASK_TURN_ACTION, statement);
      else
        turn->input = g_strdup ("There was neither an action nor a final answer.");
    }
  else if (turn->thought == NULL && sections->len > 1)
    {
      /* Words without a label in front of an action are what the model thought. */
      const Section *first = &g_array_index (sections, Section, 0);

      if (first->label == LABEL_NONE && !g_str_has_prefix (first->start, "```"))
        set_thought (turn, first);
    }
  turn->used = g_strchomp (g_strndup (text, (gsize) (end - text)));
  return turn;
}
