/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli verified import: thousands of pairs of question and SQL, from a file that anybody may have written. Each
 * is checked by its names, and no source is asked. What is fine is kept in one transaction; of the rest the report
 * says where it stands and what is wrong with it.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/ask-text.h"
#include "cli/ask-cli.h"
#include "schema/names/ask-schema-reader.h"

#define MAX_FILE ((gsize) 256 << 20)
#define MAX_LINE ((gsize) 1 << 20)
/* Of a question, in the report. */
#define MAX_SHOWN 100

/**
 * Import:
 * @unit: what is counted: "line" or "entry"
 * @n_read: lines with something in them, or entries
 * @pairs: (element-type AskSchemaQuestion): those that are fine
 * @places: (element-type guint): where each of them stands
 * @refused: (element-type Refusal): in the order of the file
 */
typedef struct
{
  AskSchemaReader *reader;
  const char *unit;
  guint n_read;
  GPtrArray *pairs;
  GArray *places;
  GArray *refused;
} Import;

/** Refusal: @question: (nullable): where it could be read */
typedef struct
{
  guint place;
  char *question;
  char *why;
} Refusal;

static void
pair_free (gpointer data)
{
  AskSchemaQuestion *self = data;

  g_free (self->question);
  g_free (self->sql);
  g_free (self);
}

static void
refusal_clear (gpointer data)
{
  Refusal *self = data;

  g_free (self->question);
  g_free (self->why);
}

static void
import_clear (Import *self)
{
  g_clear_pointer (&self->reader, ask_schema_reader_free);
  g_clear_pointer (&self->pairs, g_ptr_array_unref);
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_pointer (&self->refused, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Import, import_clear)

static void
refuse (Import *self, guint place, const char *question, const char *why)
{
  const Refusal refusal = { place, g_strdup (question), ask_text_to_line (why) };

  g_array_append_val (self->refused, refusal);
}

/* @path: or "-" for standard input */
static GByteArray *
read_all (const char *path, GError **error)
{
  gboolean is_input = strcmp (path, "-") == 0;
  int fd = is_input ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint8 buffer[65536];
  gssize n = fd < 0 ? -1 : 0;

  while (fd >= 0 && bytes->len <= MAX_FILE)
    {
      n = read (fd, buffer, sizeof buffer);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      g_byte_array_append (bytes, buffer, (guint) n);
    }
  if (n < 0)
    g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (errno), "“%s” cannot be read: %s.", path,
                 g_strerror (errno));
  else if (bytes->len > MAX_FILE)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                 "“%s” is larger than %u MiB. Split it, and import the parts one after the other.", path,
                 (guint) (MAX_FILE >> 20));
  if (fd >= 0 && !is_input)
    close (fd);
  return n < 0 || bytes->len > MAX_FILE ? NULL : g_steal_pointer (&bytes);
}

/* A member that is text with something in it; else %NULL with @why. */
static const char *
get_text (JsonObject *object, const char *member, char **why)
{
  const char *text = ask_json_get_string (object, member);

  if (text == NULL)
    *why
      = g_strdup_printf (json_object_has_member (object, member) ? "Its “%s” is no text." : "It has no “%s”.", member);
  else if (text[strspn (text, " \t\r\n\f\v")] == '\0')
    *why = g_strdup_printf ("Its “%s” is empty.", member);
  else
    return text;
  return NULL;
}

static void
take_object (Import *self, guint place, JsonObject *object)
{
  g_autofree char *why = NULL;
  const char *question = get_text (object, "question", &why);
  const char *sql = question != NULL ? get_text (object, "sql", &why) : NULL;
  const char *source = NULL;
  g_autofree char *resolved = NULL;
  g_autoptr (GError) error = NULL;

  if (sql != NULL && json_object_has_member (object, "source") && !json_object_get_null_member (object, "source"))
    source = get_text (object, "source", &why);
  if (why == NULL)
    resolved = ask_schema_reader_read (self->reader, sql, source, &error);
  if (resolved == NULL)
    refuse (self, place, question, why != NULL ? why : error->message);
  else
    {
      AskSchemaQuestion *pair = g_new0 (AskSchemaQuestion, 1);

      pair->question = g_strdup (question);
      pair->sql = g_steal_pointer (&resolved);
      g_ptr_array_add (self->pairs, pair);
      g_array_append_val (self->places, place);
    }
}

static void
take_line (Import *self, guint place, const char *line, gsize length)
{
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GError) error = NULL;

  while (length > 0 && strchr (" \t\r", line[length - 1]) != NULL)
    length--;
  if (length == 0)
    return;
  self->n_read++;
  if (length > MAX_LINE)
    {
      g_autofree char *why
        = g_strdup_printf ("It is longer than %u KiB, which no question and its SQL are.", (guint) (MAX_LINE >> 10));

      refuse (self, place, NULL, why);
    }
  else if ((node = ask_json_parse (line, (gssize) length, &error)) == NULL)
    refuse (self, place, NULL, error->message);
  else if (!JSON_NODE_HOLDS_OBJECT (node))
    refuse (self, place, NULL, "It is no object. A line is {\"question\": …, \"sql\": …}.");
  else
    take_object (self, place, json_node_get_object (node));
}

/* A whole document that is a list, as the sample has it; %FALSE where the text is none. */
static gboolean
take_list (Import *self, const char *text, gsize length, GCancellable *cancellable)
{
  g_autoptr (JsonNode) document = NULL;
  gsize blank = 0;
  JsonArray *array;

  while (blank < length && strchr (" \t\r\n", text[blank]) != NULL)
    blank++;
  if (blank == length || text[blank] != '[' || (document = ask_json_parse (text, (gssize) length, NULL)) == NULL)
    return FALSE;
  self->unit = "entry";
  array = json_node_get_array (document);
  for (guint i = 0; i < json_array_get_length (array) && !g_cancellable_is_cancelled (cancellable); i++)
    {
      JsonObject *object = ask_json_element_object (array, i);

      self->n_read++;
      if (object != NULL)
        take_object (self, i + 1, object);
      else
        refuse (self, i + 1, NULL, "It is no object. An entry is {\"question\": …, \"sql\": …}.");
    }
  return TRUE;
}

static void
take_lines (Import *self, const char *text, gsize length, GCancellable *cancellable)
{
  /* An empty file has no memory to count in. */
  const char *end = length > 0 ? text + length : text;
  guint place = 1;

  for (const char *line = text; line < end && !g_cancellable_is_cancelled (cancellable); place++)
    {
      const char *stop = memchr (line, '\n', (gsize) (end - line));

      if (stop == NULL)
        stop = end;
      take_line (self, place, line, (gsize) (stop - line));
      line = stop + 1;
    }
}

static int
compare_refusals (gconstpointer a, gconstpointer b)
{
  return (int) ((const Refusal *) a)->place - (int) ((const Refusal *) b)->place;
}

/* Keeps what is fine; what turns out to be another's question joins those that are refused. */
static gboolean
keep (Import *self, AskWorkspace *workspace, guint *n_there, GError **error)
{
  g_autoptr (GArray) outcomes = ask_workspace_import_verified (workspace, self->pairs, error);

  if (outcomes == NULL)
    return FALSE;
  for (guint i = 0; i < outcomes->len; i++)
    {
      AskVerifiedImport outcome = g_array_index (outcomes, AskVerifiedImport, i);
      const AskSchemaQuestion *pair = self->pairs->pdata[i];

      *n_there += outcome == ASK_VERIFIED_IMPORT_THERE;
      if (outcome == ASK_VERIFIED_IMPORT_OTHER_SQL)
        refuse (self, g_array_index (self->places, guint, i), pair->question,
                "This question is verified already, with other SQL. “verified list” shows it; edit or remove that one "
                "first.");
    }
  g_array_sort (self->refused, compare_refusals);
  return TRUE;
}

static char *
report_as_text (const Import *self, guint n_there)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->refused->len; i++)
    {
      const Refusal *refusal = &g_array_index (self->refused, Refusal, i);

      g_string_append_printf (text, "%s %u: ", self->unit, refusal->place);
      if (refusal->question != NULL)
        {
          g_autofree char *question = ask_text_shorten (refusal->question, MAX_SHOWN);

          g_string_append_printf (text, "“%s”: ", question);
        }
      g_string_append_printf (text, "%s\n", refusal->why);
    }
  g_string_append_printf (text, "Kept %u new questions of %u.", self->n_read - n_there - self->refused->len,
                          self->n_read);
  if (n_there > 0)
    g_string_append_printf (text, " %u were there already.", n_there);
  if (self->refused->len > 0)
    g_string_append_printf (text, " %u were refused.", self->refused->len);
  g_string_append_c (text, '\n');
  return g_string_free (text, FALSE);
}

static char *
report_as_json (const Import *self, guint n_there)
{
  GString *json = g_string_new (NULL);

  g_string_append_printf (json, "{\"read\":%u,\"kept\":%u,\"there\":%u,\"refused\":[", self->n_read,
                          self->n_read - n_there - self->refused->len, n_there);
  for (guint i = 0; i < self->refused->len; i++)
    {
      const Refusal *refusal = &g_array_index (self->refused, Refusal, i);

      g_string_append_printf (json, "%s{\"%s\":%u,\"question\":", i > 0 ? ",\n" : "", self->unit, refusal->place);
      if (refusal->question != NULL)
        ask_json_append_string (json, refusal->question, -1);
      else
        g_string_append (json, "null");
      g_string_append (json, ",\"why\":");
      ask_json_append_string (json, refusal->why, -1);
      g_string_append_c (json, '}');
    }
  g_string_append (json, "]}\n");
  return g_string_free (json, FALSE);
}

/** ask_cli_verified_import: Returns: the exit code of `askdata-cli verified import FILE` */
AskExit
ask_cli_verified_import (AskCli *cli, int argc, char **argv)
{
  gboolean json;
  g_autofree char *format = NULL;
  GOptionEntry entries[] = { ASK_CLI_FORMAT (&format), G_OPTION_ENTRY_NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GByteArray) bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *report = NULL;
  g_auto (Import) import = { .unit = "line" };
  const char *text;
  gsize length;
  guint n_there = 0;
  AskExit code;

  if (!ask_cli_parse (
        &(AskCliVerb) { "verified import", "FILE",
                        "Keeps many questions with their SQL. FILE, or “-” for standard input, has a JSON object a "
                        "line: {\"question\": …, \"sql\": …, \"source\": …}, or is one list of them. With a source "
                        "the SQL may name tables and columns as that source does. A pair that is kept already is "
                        "passed over. What cannot be kept is reported with its line and the reason, the rest is "
                        "kept; then it exits with 1.",
                        1, 1, entries },
        &argc, &argv, &code)
      || !ask_cli_is_json ("verified import", format, &json, &code))
    return code;
  if ((bytes = read_all (argv[1], &error)) == NULL)
    return ask_cli_failed (error);
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((schema = ask_workspace_load_schema (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  import.reader = ask_schema_reader_new (schema);
  import.pairs = g_ptr_array_new_with_free_func (pair_free);
  import.places = g_array_new (FALSE, FALSE, sizeof (guint));
  import.refused = g_array_new (FALSE, FALSE, sizeof (Refusal));
  g_array_set_clear_func (import.refused, refusal_clear);
  text = (const char *) bytes->data;
  length = bytes->len;
  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    {
      text += 3;
      length -= 3;
    }
  if (!take_list (&import, text, length, cli->cancellable))
    take_lines (&import, text, length, cli->cancellable);
  if (g_cancellable_set_error_if_cancelled (cli->cancellable, &error) || !keep (&import, workspace, &n_there, &error))
    return ask_cli_failed (error);
  report = json ? report_as_json (&import, n_there) : report_as_text (&import, n_there);
  code = ask_cli_print (report);
  if (code != ASK_EXIT_DONE || import.refused->len == 0)
    return code;
  g_printerr ("askdata-cli: %u of %u questions were refused; see above.\n", import.refused->len, import.n_read);
  return ASK_EXIT_FAILED;
}
