/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A function that another program computes. The program is started once a statement, with the first question, and speaks JSON
 * lines: one for each value and one back for each (map), or one question and one answer (qa, join). What it is given never
 * goes through a shell. A program that dies, hangs or answers something else is an error.
 */
#include "config.h"

#include "blend/ask-blend-function.h"

#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-json.h"
#include "blend/ask-blend-reply.h"
#include "engine/ask-engine.h"
#include "store/ask-program.h"

ASK_DEFINE_ERROR ("ask-blend-error-quark", ask_blend_error)

/* Values that are written before their answers are read: few enough that both pipes hold them. */
#define MAX_AHEAD 16
#define MAX_AHEAD_BYTES 4096

/* Bytes of a wrong line that an error shows. */
#define EXCERPT 60

/* How often, and how long each time, to look whether a program that closed its pipes has ended. */
#define END_TRIES 25
#define END_WAIT_US 20000

/* How often, and how long each time, to look whether more comes than was asked for. */
#define MORE_TRIES 10
#define MORE_WAIT_US 2000

/**
 * Command:
 * @argv: what is started
 * @process: (nullable): of the statement under way
 * @watched: it was seen that nothing comes behind its first answers
 * @may_start: (nullable): is asked before it is started
 */
typedef struct
{
  AskBlendFunction base;
  char **argv;
  GSubprocess *process;
  GDataInputStream *answers;
  gboolean watched;
  AskBlendGuardFunc may_start;
  gpointer guard;
  GDestroyNotify guard_free;
} Command;

/** ask_blend_function_free: frees @self, with who computes it */
void
ask_blend_function_free (AskBlendFunction *self)
{
  g_free (self->name);
  g_free (self->question);
  g_free (self->form.example);
  g_free (self->form.pattern);
  g_clear_pointer (&self->options, ask_rows_unref);
  g_clear_pointer (&self->examples, ask_rows_unref);
  self->runner->free (self);
}

static void
finish (AskBlendFunction *function)
{
  Command *self = (Command *) function;

  if (self->process == NULL)
    return;
  /* The end of its questions ends it; what does not listen is ended. */
  g_output_stream_close (g_subprocess_get_stdin_pipe (self->process), NULL, NULL);
  g_subprocess_force_exit (self->process);
  g_subprocess_wait (self->process, NULL, NULL);
  g_clear_object (&self->answers);
  g_clear_object (&self->process);
}

static void
command_free (AskBlendFunction *function)
{
  Command *self = (Command *) function;

  finish (function);
  if (self->guard_free != NULL)
    self->guard_free (self->guard);
  g_strfreev (self->argv);
  g_free (self);
}

static gboolean
start (Command *self, GError **error)
{
  g_autoptr (GError) failure = NULL;

  if (self->process != NULL)
    return TRUE;
  if (!ask_program_check_sandbox (self->base.name, error)
      || (self->may_start != NULL && !self->may_start (self->guard, error)))
    return FALSE;
  /* What does not listen is an error to whoever writes, and not the end of this program. */
  signal (SIGPIPE, SIG_IGN);
  self->process = g_subprocess_newv ((const char *const *) self->argv,
                                     G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &failure);
  if (self->process == NULL)
    {
      ask_error_set (error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_ANSWER,
                     N_ ("“%s” of the function %s could not be started: %s"), self->argv[0], self->base.name,
                     failure->message);
      return FALSE;
    }
  self->watched = FALSE;
  self->answers = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  return TRUE;
}

static void
append_question (GString *line, const AskBlendQuestion *question)
{
  g_string_append (line, "\"question\":");
  if (question->text != NULL)
    ask_json_append_string (line, question->text, -1);
  else
    g_string_append (line, "null");
}

static void
append_values (GString *line, const AskRows *rows)
{
  g_string_append_c (line, '[');
  for (gsize i = 0; i < ask_rows_get_n_rows (rows); i++)
    {
      if (i > 0)
        g_string_append_c (line, ',');
      ask_json_append_value (line, ask_rows_get (rows, i, 0));
    }
  g_string_append_c (line, ']');
}

static void
append_options (GString *line, const AskBlendQuestion *question)
{
  g_string_append (line, ",\"options\":");
  if (question->options != NULL)
    append_values (line, question->options);
  else
    g_string_append (line, "null");
}

/* A sentence with the names of the function and of its program. @words: marked with N_() */
#define FAIL(self, error, words) \
  (ask_error_set (error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_ANSWER, words, (self)->base.name, (self)->argv[0]), FALSE)

/* Returns: whether @why is that the statement was stopped; then @error says what it waited for. Whether it was a person or the
 * deadline that stopped it the engine knows. @n_read: answers of @n */
static gboolean
was_stopped (const Command *self, const GError *why, gsize n_read, gsize n, GError **error)
{
  g_autofree char *read = NULL;
  g_autofree char *all = NULL;

  if (!g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return FALSE;
  read = g_strdup_printf ("%" G_GSIZE_FORMAT, n_read);
  all = g_strdup_printf ("%" G_GSIZE_FORMAT, n);
  ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_DEADLINE,
                 N_ ("The time of the query was over, and the program of the function %s (“%s”) had not answered all "
                     "values: %s of %s. Allow more time, or look whether the program hangs."),
                 self->base.name, self->argv[0], read, all);
  return TRUE;
}

/* Returns: whether the program has ended, or does so in a moment */
static gboolean
has_ended (Command *self)
{
  for (guint i = 0; i < END_TRIES; i++)
    {
      if (g_subprocess_get_identifier (self->process) == NULL)
        return TRUE;
      g_usleep (END_WAIT_US);
    }
  return FALSE;
}

/* Says how the program came to its end before it was done. @n_read, @n: of its answers. Returns: %FALSE */
static gboolean
fail_ended (Command *self, gsize n_read, gsize n, GError **error)
{
  g_autofree char *read = g_strdup_printf ("%" G_GSIZE_FORMAT, n_read);
  g_autofree char *all = g_strdup_printf ("%" G_GSIZE_FORMAT, n);
  g_autofree char *how = NULL;

  if (!has_ended (self))
    ask_error_set (error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_ANSWER,
                   N_ ("The program of the function %s (“%s”) closed its input or output after %s of %s answers, and "
                       "runs on."),
                   self->base.name, self->argv[0], read, all);
  else if (g_subprocess_wait (self->process, NULL, NULL) && g_subprocess_get_if_signaled (self->process))
    {
      how = g_strdup_printf ("%d", g_subprocess_get_term_sig (self->process));
      ask_error_set (error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_ANSWER,
                     N_ ("The program of the function %s (“%s”) was ended by signal %s before it had answered all "
                         "values: %s of %s."),
                     self->base.name, self->argv[0], how, read, all);
    }
  else
    {
      how = g_strdup_printf ("%d", g_subprocess_get_if_exited (self->process)
                                     ? g_subprocess_get_exit_status (self->process)
                                     : -1);
      ask_error_set (error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_ANSWER,
                     N_ (
                       "The program of the function %s (“%s”) ended before it had answered all values: %s of %s, with "
                       "exit code %s."),
                     self->base.name, self->argv[0], read, all, how);
    }
  return FALSE;
}

static gboolean
is_readable (Command *self)
{
  GInputStream *pipe = g_subprocess_get_stdout_pipe (self->process);

  return G_IS_POLLABLE_INPUT_STREAM (pipe) && g_pollable_input_stream_can_poll (G_POLLABLE_INPUT_STREAM (pipe))
         && g_pollable_input_stream_is_readable (G_POLLABLE_INPUT_STREAM (pipe));
}

/* Refuses lines that nobody asked for: answers would belong to other values. After the first answers it waits a moment, since
 * whoever writes too much does so from the beginning. */
static gboolean
refuse_more (Command *self, GError **error)
{
  GBufferedInputStream *answers = G_BUFFERED_INPUT_STREAM (self->answers);
  gboolean more = g_buffered_input_stream_get_available (answers) > 0;

  for (guint i = 0; i < MORE_TRIES && !more && !self->watched && !is_readable (self); i++)
    g_usleep (MORE_WAIT_US);
  self->watched = TRUE;
  more = more || (is_readable (self) && g_buffered_input_stream_fill (answers, -1, NULL, NULL) > 0);
  return !more
         || FAIL (self, error,
                  N_ (
                    "The program of the function %s (“%s”) wrote more lines than it was asked for. It writes one line "
                    "for each line that it reads."));
}

static gboolean
try_write (Command *self, const AskBlendQuestion *question, const GString *line, GError **why)
{
  GOutputStream *input = g_subprocess_get_stdin_pipe (self->process);

  return g_output_stream_write_all (input, line->str, line->len, NULL, question->cancellable, why)
         && g_output_stream_flush (input, question->cancellable, why);
}

static gboolean
write_line (Command *self, const AskBlendQuestion *question, const GString *line, GError **error)
{
  g_autoptr (GError) why = NULL;

  return try_write (self, question, line, &why)
         || (!was_stopped (self, why, 0, 1, error) && fail_ended (self, 0, 1, error));
}

/* Returns: (transfer full) (nullable): the next line as JSON */
static JsonNode *
read_line (Command *self, const AskBlendQuestion *question, gsize n_read, gsize n, GError **error)
{
  g_autoptr (GError) why = NULL;
  gsize length;
  g_autofree char *line = g_data_input_stream_read_line (self->answers, &length, question->cancellable, &why);
  JsonNode *node;

  if (line == NULL)
    {
      if (!was_stopped (self, why, n_read, n, error))
        fail_ended (self, n_read, n, error);
      return NULL;
    }
  node = ask_json_parse (line, (gssize) length, &why);
  if (node == NULL)
    {
      g_autofree char *valid = g_utf8_make_valid (line, (gssize) MIN (length, EXCERPT));

      ask_error_set (error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_ANSWER,
                     N_ ("The program of the function %s (“%s”) answered with a line that is no JSON value: %s"),
                     self->base.name, self->argv[0], valid);
    }
  return node;
}

static gboolean
map (AskBlendFunction *function, const AskBlendQuestion *question, const AskRows *values, AskRows *answers,
     GError **error)
{
  Command *self = (Command *) function;
  gsize n_values = ask_rows_get_n_rows (values);
  g_autoptr (GString) line = g_string_new (NULL);
  gsize written = 0;
  gsize ahead = 0; /* bytes that are not answered yet */
  gboolean ended = FALSE;

  if (!start (self, error))
    return FALSE;
  for (gsize read = 0; read < n_values; read++)
    {
      g_autoptr (JsonNode) node = NULL;

      if (read == written)
        ahead = 0;
      while (!ended && written < n_values && written - read < MAX_AHEAD && (written == read || ahead < MAX_AHEAD_BYTES))
        {
          g_autoptr (GError) why = NULL;

          g_string_assign (line, "{\"value\":");
          ask_json_append_value (line, ask_rows_get (values, written, 0));
          g_string_append_c (line, ',');
          append_question (line, question);
          append_options (line, question);
          g_string_append (line, "}\n");
          ended = !try_write (self, question, line, &why);
          if (ended && was_stopped (self, why, read, n_values, error))
            return FALSE;
          /* What it wrote before its end can still be read, and counts. */
          if (ended && !has_ended (self))
            return fail_ended (self, read, n_values, error);
          ahead += line->len;
          written++;
        }
      node = read_line (self, question, read, n_values, error);
      if (node == NULL)
        return FALSE;
      ask_blend_reply_append (answers, node);
    }
  return refuse_more (self, error);
}

static gboolean
qa (AskBlendFunction *function, const AskBlendQuestion *question, const AskRows *rows, AskRows *answers, GError **error)
{
  Command *self = (Command *) function;
  g_autoptr (GString) line = g_string_new ("{");
  g_autoptr (JsonNode) node = NULL;

  append_question (line, question);
  g_string_append (line, ",\"columns\":[");
  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    {
      if (i > 0)
        g_string_append_c (line, ',');
      ask_json_append_string (line, ask_rows_get_column (rows, i)->name, -1);
    }
  g_string_append (line, "],\"rows\":[");
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
      {
        g_string_append (line, i > 0 ? "," : r > 0 ? ",[" : "[");
        ask_json_append_value (line, ask_rows_get (rows, r, i));
        if (i + 1 == ask_rows_get_n_columns (rows))
          g_string_append_c (line, ']');
      }
  g_string_append_c (line, ']');
  append_options (line, question);
  g_string_append (line, "}\n");
  if (!start (self, error) || !write_line (self, question, line, error)
      || (node = read_line (self, question, 0, 1, error)) == NULL || !refuse_more (self, error))
    return FALSE;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    {
      ask_blend_reply_append (answers, node);
      return TRUE;
    }
  for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
    ask_blend_reply_append (answers, json_array_get_element (json_node_get_array (node), i));
  return TRUE;
}

static gboolean
join (AskBlendFunction *function, const AskBlendQuestion *question, const AskRows *left, const AskRows *right,
      AskRows *pairs, GError **error)
{
  Command *self = (Command *) function;
  g_autoptr (GString) line = g_string_new ("{");
  g_autoptr (JsonNode) node = NULL;
  JsonArray *array;

  append_question (line, question);
  g_string_append (line, ",\"left\":");
  append_values (line, left);
  g_string_append (line, ",\"right\":");
  append_values (line, right);
  g_string_append (line, "}\n");
  if (!start (self, error) || !write_line (self, question, line, error)
      || (node = read_line (self, question, 0, 1, error)) == NULL || !refuse_more (self, error))
    return FALSE;
  array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *item = json_array_get_element (array, i);
      JsonArray *pair = JSON_NODE_HOLDS_ARRAY (item) ? json_node_get_array (item) : NULL;
      g_autoptr (AskRows) cells = ask_rows_new ();

      if (pair == NULL || json_array_get_length (pair) != 2)
        return FAIL (self, error,
                     N_ ("The program of the function %s (“%s”) answered with something else than a list of pairs."));
      ask_rows_add_column (cells, "cell", ASK_TYPE_ANY);
      ask_blend_reply_append (cells, json_array_get_element (pair, 0));
      ask_blend_reply_append (cells, json_array_get_element (pair, 1));
      ask_rows_append (pairs, (const AskValue[]) { *ask_rows_get (cells, 0, 0), *ask_rows_get (cells, 1, 0) });
    }
  return array != NULL
         || FAIL (self, error,
                  N_ ("The program of the function %s (“%s”) answered with something else than a list of pairs."));
}

static const AskBlendRunner runners[] = {
  [ASK_BLEND_MAP] = { map, NULL, NULL, NULL, finish, NULL, command_free, FALSE },
  [ASK_BLEND_QA] = { NULL, qa, NULL, NULL, finish, NULL, command_free, FALSE },
  [ASK_BLEND_JOIN] = { NULL, NULL, join, NULL, finish, NULL, command_free, FALSE },
};

/**
 * ask_blend_command_new:
 * @definition: "NAME=map:COMMAND", or with qa or join; COMMAND is split as a shell splits words, and no shell sees it
 * @error: %ASK_BLEND_ERROR_CALL
 *
 * Returns: (transfer full): a function that the program computes, or %NULL
 */
AskBlendFunction *
ask_blend_command_new (const char *definition, GError **error)
{
  static const char *const shapes[] = { "map", "qa", "join" };
  const char *equals = strchr (definition, '=');
  const char *colon = equals != NULL ? strchr (equals, ':') : NULL;
  g_autofree char *name = equals != NULL ? g_strndup (definition, (gsize) (equals - definition)) : NULL;
  g_autofree char *shape = colon != NULL ? g_strndup (equals + 1, (gsize) (colon - equals) - 1) : NULL;
  g_auto (GStrv) argv = NULL;
  Command *self;
  gsize length = 0;
  guint at = 0;

  while (shape != NULL && at < G_N_ELEMENTS (shapes) && strcmp (shape, shapes[at]) != 0)
    at++;
  while (name != NULL && (g_ascii_isalnum (name[length]) || name[length] == '_'))
    length++;
  if (shape == NULL || at == G_N_ELEMENTS (shapes) || length == 0 || name[length] != '\0' || !g_ascii_isalpha (name[0])
      || !g_shell_parse_argv (colon + 1, NULL, &argv, NULL))
    {
      ask_error_set (error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL,
                     N_ ("A function is given as NAME=map:COMMAND, NAME=qa:COMMAND or NAME=join:COMMAND, not as “%s”."),
                     definition);
      return NULL;
    }
  self = g_new0 (Command, 1);
  self->base = (AskBlendFunction) { g_steal_pointer (&name), (AskBlendShape) at, &runners[at] };
  self->argv = g_steal_pointer (&argv);
  return &self->base;
}

/**
 * ask_blend_command_guard:
 * @self: of ask_blend_command_new()
 * @may_start: is asked before the program is started, once a statement
 * @data: (transfer full) (nullable): for @may_start
 * @data_free: (nullable): frees @data
 */
void
ask_blend_command_guard (AskBlendFunction *self, AskBlendGuardFunc may_start, gpointer data, GDestroyNotify data_free)
{
  Command *command = (Command *) self;

  command->may_start = may_start;
  command->guard = data;
  command->guard_free = data_free;
}
