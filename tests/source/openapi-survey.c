/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parent starts itself with "--one PATH" for each document; that child imports it as a source would
 * and prints one JSON object. The documents are not ours and are never changed.
 */
#include "config.h"

#include "source/openapi-survey.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "source/ask-source.h"
#include "support/ask-test-kinds.h"

/** survey_dup_folder: Returns: (transfer full): where the documents lie, if they do */
char *
survey_dup_folder (void)
{
  const char *set = g_getenv ("ASKDATA_SHARED_DATA");
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");

  if (set != NULL)
    return g_build_filename (set, "openapi", NULL);
  return g_build_filename (root != NULL ? root : ".", "..", "shared", "data", "openapi", NULL);
}

/* A document, and no part of one: parts are read with what they are parts of. */
static gboolean
is_whole (const char *path)
{
  g_autofree char *text = NULL;
  g_autoptr (GRegex) regex = g_regex_new ("^\\s*[{]?\\s*['\"]?(openapi|swagger)['\"]?\\s*:",
                                          G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);

  return g_file_get_contents (path, &text, NULL, NULL) && g_regex_match (regex, text, 0, NULL);
}

static SurveyKind
find_kind (const char *path)
{
  if (strstr (path, "/fail/") != NULL)
    return SURVEY_FAIL;
  if (strstr (path, "/pass/") != NULL)
    return SURVEY_PASS;
  return strstr (path, "/malicious/") != NULL || strstr (path, "/partial/") != NULL ? SURVEY_ODD
                                                                                 : SURVEY_REAL;
}

static void
walk (const char *folder, const char *below, GPtrArray *found)
{
  g_autofree char *full = g_build_filename (folder, below, NULL);
  g_autoptr (GDir) dir = g_dir_open (full, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (below, name, NULL);
      g_autofree char *absolute = g_build_filename (folder, path, NULL);

      if (g_file_test (absolute, G_FILE_TEST_IS_DIR))
        walk (folder, path, found);
      else if ((g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".yaml")
                || g_str_has_suffix (name, ".yml"))
               && (find_kind (path) == SURVEY_FAIL || find_kind (path) == SURVEY_ODD
                   || is_whole (absolute)))
        g_ptr_array_add (found, g_steal_pointer (&path));
    }
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/** survey_find: Returns: (transfer full) (element-type utf8): the documents below @folder, sorted */
GPtrArray *
survey_find (const char *folder)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);

  walk (folder, "", found);
  g_ptr_array_sort (found, compare);
  return found;
}

/** survey_free: frees it */
void
survey_free (Survey *self)
{
  g_free (self->path);
  g_free (self->error);
  g_ptr_array_unref (self->reasons);
  g_free (self);
}

static void
read_answer (Survey *self, const char *text)
{
  g_autoptr (JsonNode) node = ask_json_parse (text, -1, NULL);
  JsonObject *object
    = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonArray *reasons = ask_json_get_array (object, "reasons");

  if (object == NULL)
    return;
  self->ended = TRUE;
  self->ok = ask_json_get_boolean (object, "ok", FALSE);
  self->error = g_strdup (ask_json_get_string (object, "error"));
  self->n_operations = (guint) ask_json_get_integer (object, "operations", 0);
  self->n_get = (guint) ask_json_get_integer (object, "get", 0);
  self->n_json = (guint) ask_json_get_integer (object, "json", 0);
  self->n_entities = (guint) ask_json_get_integer (object, "entities", 0);
  self->n_merged = (guint) ask_json_get_integer (object, "merged", 0);
  self->n_left = (guint) ask_json_get_integer (object, "left", 0);
  self->n_offered = (guint) ask_json_get_integer (object, "offered", 0);
  self->n_tables = (guint) ask_json_get_integer (object, "tables", 0);
  self->n_relationships = (guint) ask_json_get_integer (object, "relationships", 0);
  self->n_times = (guint) ask_json_get_integer (object, "times", 0);
  self->n_asked = (guint) ask_json_get_integer (object, "asked", 0);
  for (guint i = 0; reasons != NULL && i < json_array_get_length (reasons); i++)
    g_ptr_array_add (self->reasons, g_strdup (ask_json_element_string (reasons, i)));
}

static char *
read_all (int fd)
{
  GString *text = g_string_new (NULL);
  char buffer[8192];
  gssize n;

  while ((n = read (fd, buffer, sizeof buffer)) > 0)
    g_string_append_len (text, buffer, n);
  close (fd);
  return g_string_free (text, FALSE);
}

/**
 * survey_run:
 * @program: this program, which calls survey_child() when started with "--one PATH"
 *
 * Returns: (transfer full): what became of one document
 */
Survey *
survey_run (const char *program, const char *folder, const char *path)
{
  Survey *self = g_new0 (Survey, 1);
  g_autofree char *absolute = g_build_filename (folder, path, NULL);
  const char *argv[] = { program, "--one", absolute, NULL };
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  struct rusage usage = { 0 };
  gint64 start = g_get_monotonic_time ();
  GPid pid;
  int out, status = 0;

  self->path = g_strdup (path);
  self->kind = find_kind (path);
  self->reasons = g_ptr_array_new_with_free_func (g_free);
  if (!g_spawn_async_with_pipes (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid,
                                 NULL, &out, NULL, &error))
    g_error ("%s", error->message);
  text = read_all (out);
  wait4 (pid, &status, 0, &usage);
  self->wall_s = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  self->cpu_s = (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
                + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
  self->peak_kib = usage.ru_maxrss;
  if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
    read_answer (self, text);
  return self;
}

static gboolean
is_time (const AskEntity *entity, const char *attribute)
{
  const AskAttribute *found = attribute != NULL ? ask_entity_find_attribute (entity, attribute) : NULL;

  return found != NULL && (found->type == ASK_TYPE_DATE || found->type == ASK_TYPE_DATETIME);
}

static guint
count_times (const AskSchema *schema)
{
  guint n = 0;

  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      for (guint p = 0; entity->operation != NULL && p < entity->operation->parameters->len; p++)
        {
          const AskParameter *parameter = entity->operation->parameters->pdata[p];

          n += parameter->use != ASK_PARAMETER_EQUALS && is_time (entity, parameter->attribute);
        }
    }
  return n;
}

static void
print_report (JsonObject *object, const AskIntrospection *found)
{
  guint n_get = 0, n_json = 0, n_entities = 0, n_merged = 0, n_left = 0, n_asked = 0;
  JsonArray *reasons = json_array_new ();

  for (guint i = 0; i < found->doctor->entries->len; i++)
    {
      const AskDoctorEntry *entry = found->doctor->entries->pdata[i];

      if (strcmp (entry->method, "GET") != 0)
        continue;
      n_get++;
      if (!entry->json)
        continue;
      n_json++;
      n_entities += entry->outcome == ASK_DOCTOR_ENTITY;
      n_merged += entry->outcome == ASK_DOCTOR_MERGED;
      n_asked += entry->reason != NULL && strstr (entry->reason, "is not used, since it may") != NULL;
      if (entry->outcome != ASK_DOCTOR_LEFT_OUT)
        continue;
      n_left++;
      {
        g_autofree char *line = g_strdup_printf ("%s: %s", entry->path,
                                                 entry->reason != NULL ? entry->reason : "");

        json_array_add_string_element (reasons, line);
      }
    }
  json_object_set_int_member (object, "operations", found->doctor->entries->len);
  json_object_set_int_member (object, "get", n_get);
  json_object_set_int_member (object, "json", n_json);
  json_object_set_int_member (object, "entities", n_entities);
  json_object_set_int_member (object, "merged", n_merged);
  json_object_set_int_member (object, "left", n_left);
  json_object_set_int_member (object, "offered",
                              ask_doctor_count (found->doctor, ASK_DOCTOR_OFFERED));
  json_object_set_int_member (object, "times", count_times (found->schema));
  json_object_set_int_member (object, "asked", n_asked);
  json_object_set_int_member (object, "tables", found->schema->entities->len);
  json_object_set_int_member (object, "relationships", found->schema->relationships->len);
  json_object_set_array_member (object, "reasons", reasons);
}

/**
 * survey_child:
 *
 * Imports the document at @path as a source does, and prints what was found as JSON.
 *
 * Returns: the status to exit with
 */
int
survey_child (const char *path)
{
  AskSourceConfig *config = ask_source_config_new ("api", &ask_rest_kind, path);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  g_autofree char *text = NULL;

  config->base_url = g_strdup ("http://127.0.0.1:9");
  config->time_out_ms = 1000;
  source = ask_source_new (config, &error);
  g_assert_no_error (error);
  found = ask_source_introspect (source, NULL, &error);
  json_object_set_boolean_member (object, "ok", found != NULL);
  if (found == NULL)
    json_object_set_string_member (object, "error", error->message);
  else
    print_report (object, found);
  json_node_set_object (node, object);
  text = ask_json_to_string (node, FALSE);
  g_print ("%s\n", text);
  ask_source_config_unref (config);
  return 0;
}
