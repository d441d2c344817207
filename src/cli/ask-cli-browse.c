/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli browse and profile: what is in an entity, without a question.
 */
#include "config.h"

#include <string.h>

#include "base/ask-cell.h"
#include "base/ask-delimited.h"
#include "base/ask-text.h"
#include "cli/ask-cli.h"
#include "explore/ask-browse.h"
#include "explore/ask-profile.h"
#include "store/ask-kept-functions.h"

/* How wide a value may be beside the others. */
#define VALUE_WIDTH 24

/**
 * Typed:
 * @order: (nullable): "city,-name"
 * @columns: (nullable): "name,city"
 * @page: from 1
 */
typedef struct
{
  char *where;
  char *order;
  char *columns;
  char *format;
  gint64 page;
  gint64 size;
} Typed;

static void
typed_clear (Typed *self)
{
  g_free (self->where);
  g_free (self->order);
  g_free (self->columns);
  g_free (self->format);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Typed, typed_clear)

/* "city,-name": a minus puts the greatest first. */
static AskBrowse *
make_browse (const Typed *typed, const char *entity)
{
  AskBrowse *browse = ask_browse_new (entity);
  g_auto (GStrv) order = g_strsplit (typed->order != NULL ? typed->order : "", ",", -1);
  g_auto (GStrv) columns = g_strsplit (typed->columns != NULL ? typed->columns : "", ",", -1);

  browse->where = g_strdup (typed->where);
  for (guint i = 0; order[i] != NULL; i++)
    {
      const char *name = g_strstrip (order[i]);

      if (name[0] != '\0')
        ask_browse_add_order (browse, name[0] == '-' ? name + 1 : name, name[0] == '-');
    }
  for (guint i = 0; columns[i] != NULL; i++)
    if (g_strstrip (columns[i])[0] != '\0')
      {
        if (browse->columns == NULL)
          browse->columns = g_ptr_array_new_with_free_func (g_free);
        g_ptr_array_add (browse->columns, g_strdup (columns[i]));
      }
  return browse;
}

static AskExit
print_page_json (const AskBrowsePage *page)
{
  g_autoptr (GString) json = g_string_new ("{");

  ask_json_append_rows (json, page->rows, G_MAXSIZE);
  g_string_append_printf (json, ",\"first\":%" G_GSIZE_FORMAT ",\"more\":%s,\"sql\":", page->first,
                          page->more ? "true" : "false");
  ask_json_append_string (json, page->sql, -1);
  g_string_append_printf (json, ",\"stats\":{\"elapsed_ms\":%.3f,\"api_requests\":%u}}\n", page->elapsed_ms,
                          ask_calls_count_requests (page->calls));
  return ask_cli_print (json->str);
}

static AskExit
print_page (const AskBrowsePage *page, const char *format)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n = ask_rows_get_n_rows (page->rows);
  guint n_calls = ask_calls_count_requests (page->calls);

  if (strcmp (format, "json") == 0)
    return print_page_json (page);
  if (strcmp (format, "csv") == 0)
    return ask_cli_print_csv (page->rows);
  ask_delimited_append_table (text, page->rows, n);
  if (ask_cli_print (text->str) != ASK_EXIT_DONE)
    return ASK_EXIT_FAILED;
  if (n == 0)
    g_printerr ("No rows%s.\n", page->first > 0 ? " on this page" : "");
  else
    g_printerr ("Rows %" G_GSIZE_FORMAT " to %" G_GSIZE_FORMAT "%s", page->first + 1, page->first + n,
                page->more ? "; there may be more" : "; these are the last");
  if (n > 0 && n_calls > 0)
    g_printerr ("; %u %s", n_calls, n_calls == 1 ? "call" : "calls");
  if (n > 0)
    g_printerr ("\n");
  return ASK_EXIT_DONE;
}

/** ask_cli_browse: Returns: the exit code of `askdata-cli browse ENTITY` */
AskExit
ask_cli_browse (AskCli *cli, int argc, char **argv)
{
  g_auto (Typed) typed = { .page = 1, .size = 50 };
  GOptionEntry entries[]
    = { { "where", 0, 0, G_OPTION_ARG_STRING, &typed.where, "Only rows for which this SQL holds", "CONDITION" },
        { "order", 0, 0, G_OPTION_ARG_STRING, &typed.order, "Attributes; a minus puts the greatest first",
          "NAME,-NAME" },
        { "columns", 0, 0, G_OPTION_ARG_STRING, &typed.columns, "Only these, also sensitive ones", "NAME,NAME" },
        { "page", 0, 0, G_OPTION_ARG_INT64, &typed.page, "Which page, from 1", "N" },
        { "rows", 0, 0, G_OPTION_ARG_INT64, &typed.size, "Rows a page (50)", "N" },
        { "format", 0, 0, G_OPTION_ARG_STRING, &typed.format, "table, json or csv", "FORMAT" },
        G_OPTION_ENTRY_NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_auto (AskKeptAttachment) functions = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskBrowse) browse = NULL;
  g_autoptr (AskBrowsePage) page = NULL;
  g_autoptr (GError) error = NULL;
  const char *format;
  AskExit code;

  if (!ask_cli_parse (&(AskCliVerb) { "browse", "ENTITY", "Shows a page of an entity's rows.", 1, 1, entries }, &argc,
                      &argv, &code))
    return code;
  format = typed.format != NULL ? typed.format : "table";
  if (strcmp (format, "table") != 0 && strcmp (format, "json") != 0 && strcmp (format, "csv") != 0)
    return ask_cli_usage ("browse", "There is no format “%s”; there are table, json and csv.", format);
  if (typed.page < 1 || typed.size < 1 || typed.size > 100000 || typed.page > 1000000000)
    return ask_cli_usage ("browse", "--page takes a number above 0, --rows one from 1 to 100000.");
  workspace = ask_cli_open (cli);
  if (workspace == NULL)
    return ASK_EXIT_FAILED;
  browse = make_browse (&typed, argv[1]);
  engine = ask_kept_functions_open_engine (workspace, &functions, &error);
  page = engine != NULL ? ask_browse_read_at (browse, engine, (gsize) ((typed.page - 1) * typed.size),
                                              (gsize) typed.size, cli->cancellable, &error)
                        : NULL;
  return page != NULL ? print_page (page, format) : ask_cli_failed (error);
}

/* "1,234" of rows that are counted, "about 1,234" of those that are not. */
static void
append_rows (GString *text, const AskProfile *profile)
{
  static const char *const which[] = {
    [ASK_PROFILE_ALL_ROWS] = "",
    [ASK_PROFILE_SPREAD_ROWS] = " from all over its key were looked at",
    [ASK_PROFILE_FIRST_ROWS] = ", the first ones, were looked at",
  };

  g_string_append_printf (text, "%s", profile->entity->name);
  if (profile->entity->source[0] != '\0')
    g_string_append_printf (text, " (%s)", profile->entity->source);
  if (profile->n_rows >= 0)
    g_string_append_printf (text, ": %s%" G_GINT64_FORMAT " rows", profile->about ? "about " : "", profile->n_rows);
  if (profile->sample != ASK_PROFILE_ALL_ROWS)
    g_string_append_printf (text, "%s %" G_GINT64_FORMAT " rows%s", profile->n_rows >= 0 ? ";" : ":", profile->n_read,
                            which[profile->sample]);
  if (profile->n_calls > 0)
    g_string_append_printf (text, ", %u %s", profile->n_calls, profile->n_calls == 1 ? "call" : "calls");
  g_string_append_c (text, '\n');
  if (profile->entity->description != NULL)
    g_string_append_printf (text, "%s\n", profile->entity->description);
}

static void
append_key (GString *text, const AskProfile *profile)
{
  g_string_append (text, "Key: ");
  if (profile->key->len == 0)
    g_string_append (text, "none");
  for (guint i = 0; i < profile->key->len; i++)
    {
      const AskAttribute *attribute = profile->key->pdata[i];

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", attribute->hidden ? "(hidden)" : attribute->name);
    }
  if (profile->key_failure != NULL)
    g_string_append_printf (text, "; not looked at: %s", profile->key_failure->message);
  else if (profile->key_ready && profile->n_key_repeated + profile->n_key_empty == 0)
    g_string_append (text, "; tells all rows apart");
  else if (profile->key_ready)
    g_string_append_printf (text,
                            "; %" G_GINT64_FORMAT " keys stand for %" G_GINT64_FORMAT " rows, %" G_GINT64_FORMAT
                            " rows have none",
                            profile->n_key_repeated, profile->n_key_rows, profile->n_key_empty);
  g_string_append_c (text, '\n');
}

static void
append_names (GString *text, const char *entity, GPtrArray *names)
{
  g_string_append_printf (text, "%s (", entity);
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (char *) names->pdata[i]);
  g_string_append_c (text, ')');
}

static void
append_match (GString *text, const AskProfileMatch *match)
{
  append_names (text, match->relationship->from, match->relationship->from_attributes);
  g_string_append (text, " → ");
  append_names (text, match->relationship->to, match->relationship->to_attributes);
  if (match->failure != NULL)
    g_string_append_printf (text, ": %s", match->failure->message);
  else if (match->ready && match->n_checked > 0)
    g_string_append_printf (text, ": %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " values found (%.0f %%)",
                            match->n_found, match->n_checked,
                            100.0 * (double) match->n_found / (double) match->n_checked);
  else
    g_string_append (text, ": not compared");
  g_string_append_c (text, '\n');
}

/* One value as a cell of the table: on one line, and not wider than its place. */
static char *
dup_value (const AskProfileAttribute *attribute, const AskValue *value)
{
  g_autofree char *text
    = value->kind != ASK_VALUE_NULL ? ask_cell_to_text (value, ask_profile_find_format (attribute)) : g_strdup ("");
  g_autofree char *line = ask_text_to_line (text);

  if (g_utf8_strlen (line, -1) > VALUE_WIDTH)
    {
      g_autofree char *begin = g_utf8_substring (line, 0, VALUE_WIDTH - 1);

      return g_strconcat (begin, "…", NULL);
    }
  return g_steal_pointer (&line);
}

/* "▁▃█" of ranges, "open 40 %, closed 12 %" of values. */
static char *
dup_spread (const AskProfileAttribute *self)
{
  static const char *const blocks[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
  g_autoptr (GString) text = g_string_new (NULL);
  gint64 highest = 1;

  for (guint i = 0; i < self->bars->len; i++)
    highest = MAX (highest, ((AskProfileBar *) self->bars->pdata[i])->n);
  for (guint i = 0; i < self->bars->len; i++)
    {
      const AskProfileBar *bar = self->bars->pdata[i];
      g_autofree char *value = dup_value (self, &bar->low);

      if (self->spread == ASK_PROFILE_HISTOGRAM)
        g_string_append (text, blocks[bar->n == 0 ? 0 : 1 + 7 * bar->n / highest]);
      else if (i < 3)
        g_string_append_printf (text, "%s%s %.0f %%", i > 0 ? ", " : "", value,
                                100.0 * (double) bar->n / (double) MAX (1, self->n_rows));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
dup_notes (const AskProfileAttribute *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gint64 n = self->n_rows - self->n_empty;

  if (self->failure != NULL)
    return g_strdup (self->failure->message);
  if (self->attribute->sensitive)
    g_string_append (text, "values withheld; ");
  if (n > 0 && self->n_distinct == n)
    g_string_append (text, "all different; ");
  if (self->n_blank > 0)
    g_string_append_printf (text, "%" G_GINT64_FORMAT " blank; ", self->n_blank);
  if (self->n_outer_blanks > 0)
    g_string_append_printf (text, "%" G_GINT64_FORMAT " with outer blanks; ", self->n_outer_blanks);
  if (self->n_numbers > 0)
    g_string_append_printf (text, "%" G_GINT64_FORMAT " look like numbers; ", self->n_numbers);
  if (text->len > 0)
    g_string_truncate (text, text->len - 2);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
append_attribute (AskRows *table, const AskProfileAttribute *self)
{
  g_autofree char *least = dup_value (self, &self->least);
  g_autofree char *most = dup_value (self, &self->most);
  g_autofree char *spread = dup_spread (self);
  g_autofree char *notes = dup_notes (self);
  const char *meaning = self->meaning != ASK_MEANING_NONE ? ask_meaning_to_string (self->meaning) : "";

  ask_rows_append (table, (AskValue[]) { ask_value_text (self->attribute->name, -1),
                                         ask_value_text (ask_type_to_string (self->attribute->type), -1),
                                         ask_value_text (meaning, -1),
                                         self->n_distinct >= 0 ? ask_value_integer (self->n_distinct) : ASK_NULL_INIT,
                                         self->ready ? ask_value_integer (self->n_empty) : ASK_NULL_INIT,
                                         ask_value_text (least, -1), ask_value_text (most, -1),
                                         ask_value_text (spread, -1), ask_value_text (notes, -1) });
}

static AskExit
print_profile (const AskProfile *profile)
{
  static const char *const columns[]
    = { "attribute", "type", "meaning", "distinct", "empty", "least", "most", "spread", "notes" };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (AskRows) table = ask_rows_new ();

  append_rows (text, profile);
  append_key (text, profile);
  if (profile->newest != NULL)
    {
      g_autofree char *newest = dup_value (profile->newest, &profile->newest->most);

      g_string_append_printf (text, "Newest: %s %s\n", profile->newest->attribute->name, newest);
    }
  g_string_append_c (text, '\n');
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    ask_rows_add_column (table, columns[i], i == 3 || i == 4 ? ASK_TYPE_INTEGER : ASK_TYPE_TEXT);
  for (guint i = 0; i < profile->attributes->len; i++)
    append_attribute (table, profile->attributes->pdata[i]);
  ask_delimited_append_table (text, table, G_MAXSIZE);
  if (profile->matches->len > 0)
    g_string_append_c (text, '\n');
  for (guint i = 0; i < profile->matches->len; i++)
    append_match (text, profile->matches->pdata[i]);
  return ask_cli_print (text->str);
}

/** ask_cli_profile: Returns: the exit code of `askdata-cli profile ENTITY` */
AskExit
ask_cli_profile (AskCli *cli, int argc, char **argv)
{
  g_autofree char *where = NULL;
  gint64 sample = 0;
  gboolean all = FALSE;
  gboolean calls = FALSE;
  GOptionEntry entries[]
    = { { "sample", 0, 0, G_OPTION_ARG_INT64, &sample, "Look at about so many rows", "N" },
        { "all", 0, 0, G_OPTION_ARG_NONE, &all, "Look at all rows, however many there are", NULL },
        { "where", 0, 0, G_OPTION_ARG_STRING, &where, "Only rows for which this SQL holds", "CONDITION" },
        { "calls", 0, 0, G_OPTION_ARG_NONE, &calls, "Compare with the rows of APIs, too, which costs calls", NULL },
        G_OPTION_ENTRY_NULL };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_auto (AskKeptAttachment) functions = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  gboolean as_json;
  AskExit code;

  workspace = ask_cli_begin (cli,
                             &(AskCliVerb) { "profile", "ENTITY", "Says what the values of an entity are like.", 1, 1,
                                             entries },
                             &as_json, &argc, &argv, &code);
  if (workspace == NULL)
    return code;
  if (sample < 0 || (all && sample > 0))
    return ask_cli_usage ("profile", "--sample takes a number above 0, and none beside --all.");
  engine = ask_kept_functions_open_engine (workspace, &functions, &error);
  profile = engine != NULL ? ask_profile_run (engine,
                                              &(AskProfileRequest) { .entity = argv[1],
                                                                     .n_sample = all ? -1 : sample,
                                                                     .given = where,
                                                                     .calls_apis = calls,
                                                                     .workspace = workspace },
                                              cli->cancellable, &error)
                           : NULL;
  if (profile == NULL)
    return ask_cli_failed (error);
  if (!as_json)
    return print_profile (profile);
  return ask_cli_print_json (ask_profile_to_json (profile));
}
