/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads a model's reply. Models decorate: bold labels, code fences, thinking out loud, an
 * observation they made up. All that is tolerated here and nowhere else. It must never change what
 * a query says: a stacked statement stays stacked, so that the engine can refuse it.
 */
#include "config.h"

#include "agent/ask-turn-private.h"

#include <string.h>

#include "base/ask-text.h"

typedef enum
{
  LABEL_NONE,
  LABEL_THOUGHT,
  LABEL_ACTION,
  LABEL_INPUT,
  LABEL_GOAL,
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
  { "goal step", LABEL_GOAL, TRUE },
  { "goal", LABEL_GOAL, TRUE },
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
  g_clear_pointer (&self->goals, g_ptr_array_unref);
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
      /* A column may be called "goal". */
      if (labels[i].label != LABEL_GOAL && (*end == '\n' || *end == '\r' || *end == '\0'))
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

/**
 * ask_turn_strip_thinking:
 * @reply: what a model wrote
 *
 * Models that reason put it between marks; it is no part of the turn.
 *
 * Returns: (transfer full): the rest
 */
char *
ask_turn_strip_thinking (const char *reply)
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
          || g_ascii_strncasecmp (p, "search documents", 16) == 0 || g_ascii_strncasecmp (p, "final answer", 12) == 0))
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
set_thought (AskTurn *turn, const char *said)
{
  g_autofree char *text = NULL;

  if (turn->thought != NULL)
    return;
  text = g_strdelimit (g_strdup (said), "\r\n\t", ' ');
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
  else if (ask_turn_find_statement_word (text) != NULL)
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

/* Returns: (nullable): the plain form of what is to be done */
static char *
write_input (const AskTurn *turn)
{
  switch (turn->kind)
    {
    case ASK_TURN_FINAL:
      return g_strdup_printf ("Final Answer: %s%s%s", turn->input, turn->sentence != NULL ? "\nSentence: " : "",
                              turn->sentence != NULL ? turn->sentence : "");
    case ASK_TURN_ACTION:
      return g_strdup_printf ("Action: %s\nAction Input: %s", turn->action, turn->input);
    case ASK_TURN_UNKNOWN:
      return g_strdup_printf ("I don't know: %s", turn->input);
    case ASK_TURN_WORDS:
      return g_strdup_printf ("From %s: %s", strcmp (turn->action, "model") == 0 ? "general knowledge" : "the question",
                              turn->input);
    case ASK_TURN_MALFORMED:
    default:
      return NULL;
    }
}

/**
 * ask_turn_new:
 * @action: what is to be done: a tool, or "final_answer", "i_dont_know", "from_the_question", "from_general_knowledge",
 *   in about these words
 * @thought: (nullable): what the model said that it thinks
 * @input: (nullable): what for
 * @sentence: (nullable): the answer in a sentence
 *
 * A turn that came in parts and needs no reading but that of its input.
 *
 * Returns: (transfer full): the turn, whose @used says the same in plain text
 */
AskTurn *
ask_turn_new (const char *action, const char *thought, const char *input, const char *sentence)
{
  static const char *const ends[] = { "final_answer", "final", "answer", "finish", NULL };
  static const char *const unknown[] = { "i_dont_know", "dont_know", "unknown", NULL };
  static const char *const queries[] = { "query", "sql", NULL };
  AskTurn *turn = g_new0 (AskTurn, 1);
  g_autofree char *name = g_strstrip (g_strdelimit (g_ascii_strdown (action, -1), " -", '_'));
  g_auto (GStrv) marks = g_strsplit (name, "'", -1);
  g_autofree char *folded = g_strjoinv ("", marks);
  g_autofree char *text = g_strstrip (g_strdup (input != NULL ? input : ""));
  g_autofree char *said = NULL;

  if (thought != NULL)
    set_thought (turn, thought);
  if (g_strv_contains (ends, folded))
    {
      set_query (turn, ASK_TURN_FINAL, text);
      if (turn->kind == ASK_TURN_FINAL && sentence != NULL && *sentence != '\0')
        turn->sentence = clean_words (sentence);
    }
  else if (g_strv_contains (unknown, folded))
    set_unknown (turn, text);
  else if (strcmp (folded, "from_the_question") == 0 && *text != '\0')
    set_words (turn, "question", text);
  else if (strcmp (folded, "from_general_knowledge") == 0 && *text != '\0')
    set_words (turn, "model", text);
  else if (g_strv_contains (queries, folded))
    set_query (turn, ASK_TURN_ACTION, text);
  else if (is_no_action (folded) || g_str_has_prefix (folded, "from_"))
    turn->input = g_strdup ("There was neither an action nor a final answer.");
  else
    {
      turn->kind = ASK_TURN_ACTION;
      turn->action = g_steal_pointer (&folded);
      turn->input = g_steal_pointer (&text);
    }
  said = write_input (turn);
  if (said == NULL)
    turn->used = g_strdup ("");
  else if (turn->thought != NULL)
    turn->used = g_strdup_printf ("Thought: %s\n%s", turn->thought, said);
  else
    turn->used = g_steal_pointer (&said);
  return turn;
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
  g_autofree char *valid = g_utf8_make_valid (reply, -1);
  g_autofree char *text = ask_turn_strip_thinking (valid);
  AskTurn *turn = ask_turn_parse_json (text);
  g_autoptr (GArray) sections = NULL;
  const char *end = NULL;

  if (turn != NULL)
    return turn;
  turn = g_new0 (AskTurn, 1);
  sections = find_sections (text);
  for (guint i = 0; i < sections->len && turn->input == NULL; i++)
    {
      const Section *section = &g_array_index (sections, Section, i);
      const Section *next = i + 1 < sections->len ? &g_array_index (sections, Section, i + 1) : NULL;
      g_autofree char *content = dup_section (section);

      end = section->end;
      switch (section->label)
        {
        case LABEL_THOUGHT:
          set_thought (turn, content);
          break;
        case LABEL_GOAL:
          ask_turn_add_goal (turn, section->line, content);
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
          if (ask_turn_begins_statement (content))
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
  if (turn->input == NULL && turn->goals != NULL)
    {
      turn->kind = ASK_TURN_PLAN;
      turn->input = g_strdup ("");
    }
  else if (turn->input == NULL)
    {
      /* No label at all: a bare statement is taken as a query, which can do no harm. */
      g_autofree char *fenced = ask_turn_take_fenced (text);
      const char *statement = fenced != NULL && ask_turn_begins_statement (fenced) ? fenced : text;

      end = text + strlen (text);
      if (ask_turn_begins_statement (statement))
        set_query (turn, ASK_TURN_ACTION, statement);
      else
        turn->input = g_strdup ("There was neither an action nor a final answer.");
    }
  else if (turn->thought == NULL && sections->len > 1)
    {
      /* Words without a label in front of an action are what the model thought. */
      const Section *first = &g_array_index (sections, Section, 0);

      g_autofree char *said = dup_section (first);

      if (first->label == LABEL_NONE && !g_str_has_prefix (first->start, "```"))
        set_thought (turn, said);
    }
  turn->used = g_strchomp (g_strndup (text, (gsize) (end - text)));
  return turn;
}
