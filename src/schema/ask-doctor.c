/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The doctor's report as data, as text for people and as JSON for what keeps it. It says only what
 * the importer found; it never looks at a document itself.
 */
#include "config.h"

#include "schema/ask-doctor.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

static const char *const outcomes[] = { "entity", "merged", "offered", "left out", "writes", NULL };

static void
entry_free (gpointer data)
{
  AskDoctorEntry *entry = data;

  g_free (entry->method);
  g_free (entry->path);
  g_free (entry->id);
  g_ptr_array_unref (entry->entities);
  g_free (entry->reason);
  g_free (entry->remedy);
  g_free (entry);
}

/**
 * ask_doctor_new:
 * @title: what the document calls itself
 * @format: what it is: "OpenAPI 3.0.3"
 *
 * Returns: (transfer full): a report without operations
 */
AskDoctor *
ask_doctor_new (const char *title, const char *format)
{
  AskDoctor *self = g_new0 (AskDoctor, 1);

  self->title = g_strdup (title);
  self->format = g_strdup (format);
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->faults = g_ptr_array_new_with_free_func (g_free);
  self->remarks = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/** ask_doctor_free: @self: (nullable) (transfer full): frees it */
void
ask_doctor_free (AskDoctor *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_free (self->format);
  g_ptr_array_unref (self->entries);
  g_ptr_array_unref (self->faults);
  g_ptr_array_unref (self->remarks);
  g_free (self);
}

/**
 * ask_doctor_add:
 * @method: in capitals: "GET"
 * @path: as the document writes it: "/orders/{id}"
 * @id: (nullable): the operationId
 *
 * Returns: (transfer none): the new last entry, %ASK_DOCTOR_LEFT_OUT until somebody knows better
 */
AskDoctorEntry *
ask_doctor_add (AskDoctor *self, const char *method, const char *path, const char *id)
{
  AskDoctorEntry *entry = g_new0 (AskDoctorEntry, 1);

  entry->method = g_strdup (method);
  entry->path = g_strdup (path);
  entry->id = g_strdup (id);
  entry->outcome = ASK_DOCTOR_LEFT_OUT;
  entry->entities = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->entries, entry);
  return entry;
}

/**
 * ask_doctor_find:
 * @method: in capitals: "GET"
 * @path: as the document writes it
 *
 * Returns: (transfer none) (nullable): the entry of that operation
 */
AskDoctorEntry *
ask_doctor_find (const AskDoctor *self, const char *method, const char *path)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      AskDoctorEntry *entry = self->entries->pdata[i];

      if (strcmp (entry->method, method) == 0 && strcmp (entry->path, path) == 0)
        return entry;
    }
  return NULL;
}

/** ask_doctor_count: Returns: how many operations ended as @outcome */
guint
ask_doctor_count (const AskDoctor *self, AskDoctorOutcome outcome)
{
  guint n = 0;

  for (guint i = 0; i < self->entries->len; i++)
    n += ((AskDoctorEntry *) self->entries->pdata[i])->outcome == outcome;
  return n;
}

/** ask_doctor_outcome_string: Returns: (transfer none): the word that the JSON has for @outcome */
const char *
ask_doctor_outcome_string (AskDoctorOutcome outcome)
{
  g_return_val_if_fail (outcome <= ASK_DOCTOR_WRITES, NULL);
  return outcomes[outcome];
}

static void
append_entry (GString *text, const AskDoctorEntry *entry)
{
  g_string_append_printf (text, "  %s %s", entry->method, entry->path);
  if (entry->id != NULL)
    g_string_append_printf (text, " (%s)", entry->id);
  for (guint i = 0; i < entry->entities->len; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? " → " : ", ", (const char *) entry->entities->pdata[i]);
  g_string_append_c (text, '\n');
  if (entry->reason != NULL)
    g_string_append_printf (text, "      %s\n", entry->reason);
  if (entry->remedy != NULL)
    g_string_append_printf (text, "      What you can do: %s\n", entry->remedy);
}

static void
append_list (GString *text, const char *heading, const GPtrArray *lines)
{
  if (lines->len == 0)
    return;
  g_string_append_printf (text, "\n%s\n", heading);
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "  %s\n", (const char *) lines->pdata[i]);
}

/**
 * ask_doctor_to_text:
 *
 * What needs a person comes first; what only changes data is counted, not listed.
 *
 * Returns: (transfer full): the report for people, lines of UTF-8
 */
char *
ask_doctor_to_text (const AskDoctor *self)
{
  static const struct
  {
    AskDoctorOutcome outcome;
    const char *heading;
  } parts[] = {
    { ASK_DOCTOR_LEFT_OUT, "Could not become an entity" },
    { ASK_DOCTOR_OFFERED, "Can become an entity once you say that it only reads" },
    { ASK_DOCTOR_MERGED, "Already in another entity" },
    { ASK_DOCTOR_ENTITY, "Became an entity" },
  };
  GString *text = g_string_new (NULL);
  guint n_writes = ask_doctor_count (self, ASK_DOCTOR_WRITES);

  g_string_append_printf (text, "%s (%s): %u operations\n", self->title, self->format, self->entries->len);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      guint n = ask_doctor_count (self, parts[i].outcome);

      if (n == 0)
        continue;
      g_string_append_printf (text, "\n%s: %u\n", parts[i].heading, n);
      for (guint j = 0; j < self->entries->len; j++)
        {
          const AskDoctorEntry *entry = self->entries->pdata[j];

          if (entry->outcome == parts[i].outcome)
            append_entry (text, entry);
        }
    }
  if (n_writes > 0)
    g_string_append_printf (text, "\nLeft aside because they do not only read: %u\n", n_writes);
  append_list (text, "Faults of the document", self->faults);
  append_list (text, "Also worth knowing", self->remarks);
  return g_string_free (text, FALSE);
}

/**
 * ask_doctor_to_json:
 *
 * {"title", "format", "operations": [{"method", "path", "id", "outcome", "entities", "json",
 * "reason", "remedy"}], "faults": […], "remarks": […]}; members without a value are left out.
 *
 * Returns: (transfer full): the report as JSON
 */
JsonNode *
ask_doctor_to_json (const AskDoctor *self)
{
  JsonObject *object = json_object_new ();
  JsonArray *operations = json_array_new ();

  ask_json_set_string (object, "title", self->title);
  ask_json_set_string (object, "format", self->format);
  for (guint i = 0; i < self->entries->len; i++)
    {
      const AskDoctorEntry *entry = self->entries->pdata[i];
      JsonObject *one = json_object_new ();

      ask_json_set_string (one, "method", entry->method);
      ask_json_set_string (one, "path", entry->path);
      ask_json_set_string (one, "id", entry->id);
      ask_json_set_string (one, "outcome", outcomes[entry->outcome]);
      ask_json_set_strings (one, "entities", entry->entities);
      json_object_set_boolean_member (one, "json", entry->json);
      ask_json_set_string (one, "reason", entry->reason);
      ask_json_set_string (one, "remedy", entry->remedy);
      json_array_add_object_element (operations, one);
    }
  json_object_set_array_member (object, "operations", operations);
  ask_json_set_strings (object, "faults", self->faults);
  ask_json_set_strings (object, "remarks", self->remarks);
  return ask_json_take_object (object);
}

static void
read_list (JsonObject *object, const char *member, GPtrArray *list)
{
  JsonArray *array = ask_json_get_array (object, member);

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (ask_json_element_string (array, i) != NULL)
      g_ptr_array_add (list, g_strdup (ask_json_element_string (array, i)));
}

static gboolean
read_entry (AskDoctor *self, JsonObject *object)
{
  const char *method = ask_json_get_string (object, "method");
  const char *path = ask_json_get_string (object, "path");
  const char *outcome = ask_json_get_string (object, "outcome");
  AskDoctorEntry *entry;
  guint i = 0;

  if (method == NULL || path == NULL || outcome == NULL)
    return FALSE;
  while (outcomes[i] != NULL && strcmp (outcomes[i], outcome) != 0)
    i++;
  if (outcomes[i] == NULL)
    return FALSE;
  entry = ask_doctor_add (self, method, path, ask_json_get_string (object, "id"));
  entry->outcome = (AskDoctorOutcome) i;
  entry->json = ask_json_get_boolean (object, "json", FALSE);
  entry->reason = g_strdup (ask_json_get_string (object, "reason"));
  entry->remedy = g_strdup (ask_json_get_string (object, "remedy"));
  read_list (object, "entities", entry->entities);
  return TRUE;
}

/**
 * ask_doctor_from_json:
 * @document: from ask_doctor_to_json()
 * @error: %ASK_SCHEMA_ERROR_DOCUMENT where it is something else
 *
 * Returns: (transfer full): the report, or %NULL
 */
AskDoctor *
ask_doctor_from_json (JsonNode *document, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (document) ? json_node_get_object (document) : NULL;
  JsonArray *operations = ask_json_get_array (object, "operations");
  const char *title = ask_json_get_string (object, "title");
  const char *format = ask_json_get_string (object, "format");
  g_autoptr (AskDoctor) self = NULL;

  if (operations == NULL || title == NULL || format == NULL)
    {
      ask_error_set_literal (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT,
                             N_ ("The doctor's report lacks its title, format or operations. Refresh the "
                                 "source to get a new one."));
      return NULL;
    }
  self = ask_doctor_new (title, format);
  for (guint i = 0; i < json_array_get_length (operations); i++)
    {
      JsonObject *one = ask_json_element_object (operations, i);

      if (one == NULL || !read_entry (self, one))
        {
          ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT,
                         N_ ("Operation %u of the doctor's report cannot be read. Refresh the source to "
                             "get a new one."),
                         i + 1);
          return NULL;
        }
    }
  read_list (object, "faults", self->faults);
  read_list (object, "remarks", self->remarks);
  return g_steal_pointer (&self);
}
