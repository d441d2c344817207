/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Versions of the schema: each can be read back as it was, costs what it changed, and is not lost to
 * another window that saves at the same time.
 */
#include "config.h"

#include "store/ask-workspace.h"

#include <string.h>

#include "base/ask-text.h"
#include "schema/edit/ask-schema-edit.h"

#include "store-fixture.h"
#include "store/ask-source-row.h"
#include "support/ask-test-options.h"

static AskEntity *
add_entity (AskSchema *schema, const char *name)
{
  AskEntity *entity = ask_schema_add_entity (schema, ask_entity_new (name, "sales", name, ASK_ENTITY_TABLE));

  ask_entity_add_attribute (entity, "id", "id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (entity, "city \"of\" 🙂", "city", ASK_TYPE_TEXT);
  return entity;
}

static AskSchema *
make_schema (const char *entity_name)
{
  AskSchema *schema = ask_schema_new ();

  add_entity (schema, entity_name);
  return schema;
}

static char *
print (AskSchema *schema)
{
  g_autoptr (JsonNode) node = ask_schema_to_json (schema);

  return ask_json_to_string (node, FALSE);
}

static void
assert_same (AskSchema *a, AskSchema *b)
{
  g_autofree char *text_a = print (a);
  g_autofree char *text_b = print (b);

  g_assert_cmpstr (text_a, ==, text_b);
}

static void
test_versions (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (AskWorkspace) other = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) empty = ask_workspace_load_schema (workspace, &error);
  g_autoptr (AskSchema) one = make_schema ("order");
  g_autoptr (AskSchema) two = make_schema ("sale");
  g_autoptr (AskSchema) read = NULL;
  g_autoptr (AskSchema) unknown = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  const AskSchemaVersion *newest;
  const AskSchemaVersion *oldest;

  g_assert_no_error (error);
  g_assert_cmpuint (empty->entities->len, ==, 0);

  g_assert_true (ask_workspace_set_setting (workspace, "person/name", "Ada é", NULL));
  g_assert_true (ask_workspace_save_schema (workspace, one, "First", &error));
  g_assert_true (ask_workspace_save_schema (workspace, one, "The same", &error));
  g_assert_true (ask_workspace_save_schema (other, two, NULL, &error));
  g_assert_true (ask_workspace_save_schema (workspace, one, "Back", &error));
  g_assert_no_error (error);

  versions = ask_workspace_list_schema_versions (workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (versions->len, ==, 3);
  newest = g_ptr_array_index (versions, 0);
  oldest = g_ptr_array_index (versions, 2);
  g_assert_cmpstr (newest->reason, ==, "Back");
  g_assert_cmpstr (newest->author, ==, "Ada é");
  g_assert_cmpstr (oldest->reason, ==, "First");

  read = ask_workspace_load_schema (other, &error);
  g_assert_no_error (error);
  assert_same (read, one);
  g_clear_pointer (&read, ask_schema_unref);
  read = ask_workspace_load_schema_version (other, ((AskSchemaVersion *) g_ptr_array_index (versions, 1))->id, &error);
  g_assert_no_error (error);
  assert_same (read, two);
  unknown = ask_workspace_load_schema_version (other, 4711, &error);
  g_assert_null (unknown);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
}

/* A person edits anything; every version reads back as the document that was saved. */
static void
edit (AskSchema *draft, guint step)
{
  guint n = draft->entities->len;
  AskEntity *entity = n > 0 ? draft->entities->pdata[g_test_rand_int_range (0, (gint32) n)] : NULL;
  g_autofree char *word = g_strdup_printf ("w%u é\"'\\", step);
  g_autofree char *name = g_strdup_printf ("e%u", step);

  if (entity != NULL)
    entity = ask_schema_own_entity (draft, entity->id);
  switch (n < 3 ? 0 : g_test_rand_int_range (0, 10))
    {
    case 0:
      add_entity (draft, name);
      break;
    case 1:
      for (guint i = draft->relationships->len; i-- > 0;)
        {
          const AskRelationship *relationship = draft->relationships->pdata[i];

          if (strcmp (relationship->from, entity->name) == 0 || strcmp (relationship->to, entity->name) == 0)
            g_ptr_array_remove_index (draft->relationships, i);
        }
      g_ptr_array_remove (draft->entities, entity);
      break;
    case 2:
      for (guint i = 0; i < draft->relationships->len; i++)
        {
          AskRelationship *relationship = ask_schema_own_relationship (draft, i);

          if (strcmp (relationship->from, entity->name) == 0)
            ask_text_set (&relationship->from, name);
          if (strcmp (relationship->to, entity->name) == 0)
            ask_text_set (&relationship->to, name);
        }
      ask_text_set (&entity->name, name);
      break;
    case 3:
      entity->placed = TRUE;
      entity->x = g_test_rand_double_range (-1000, 1000);
      entity->y = g_test_rand_int_range (-1000, 1000);
      break;
    case 4:
    case 5:
      ask_schema_add_relationship (draft, entity->name, "id", ((AskEntity *) draft->entities->pdata[0])->name, "id");
      break;
    case 6:
      if (draft->relationships->len > 0)
        g_ptr_array_remove_index (draft->relationships,
                                  (guint) g_test_rand_int_range (0, (gint32) draft->relationships->len));
      break;
    case 7:
      ask_text_set (&draft->notes, step % 2 == 0 ? word : NULL);
      ask_schema_own_source (draft, step % 3 == 0 ? "sales" : "api")->sharing
        = step % 2 == 0 ? ASK_SHARING_YES : ASK_SHARING_SAMPLES;
      break;
    case 8:
      {
        gpointer first = draft->entities->pdata[0];

        draft->entities->pdata[0] = draft->entities->pdata[n - 1];
        draft->entities->pdata[n - 1] = first;
        break;
      }
    default:
      ask_text_set (&entity->description, word);
    }
}

static void
test_random (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (AskWorkspace) fresh = NULL;
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (GError) error = NULL;

  for (guint step = 0; step < 200; step++)
    {
      g_autoptr (AskSchema) draft = ask_schema_fork (schema);
      char *text;

      edit (draft, step);
      text = print (draft);
      if (texts->len > 0 && strcmp (text, texts->pdata[texts->len - 1]) == 0)
        {
          g_free (text);
          continue;
        }
      g_ptr_array_add (texts, text);
      ask_workspace_save_schema (workspace, draft, NULL, &error);
      g_assert_no_error (error);
      ask_schema_unref (schema);
      schema = g_steal_pointer (&draft);
    }
  fresh = store_open (fixture->path);
  versions = ask_workspace_list_schema_versions (fresh, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (versions->len, ==, texts->len);
  for (guint i = 0; i < versions->len; i++)
    {
      const AskSchemaVersion *version = versions->pdata[versions->len - 1 - i];
      g_autoptr (AskSchema) read = ask_workspace_load_schema_version (fresh, version->id, &error);
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      text = print (read);
      g_assert_cmpstr (text, ==, texts->pdata[i]);
    }

  /* Any of them can be brought back. */
  for (guint i = 0; i < texts->len; i += 23)
    {
      const AskSchemaVersion *version = versions->pdata[versions->len - 1 - i];
      g_autoptr (AskSchema) read = NULL;
      g_autofree char *text = NULL;

      g_assert_true (ask_workspace_restore_schema (workspace, version->id, &error));
      read = ask_workspace_load_schema (fresh, &error);
      g_assert_no_error (error);
      text = print (read);
      g_assert_cmpstr (text, ==, texts->pdata[i]);
    }
  store_assert_whole (fixture->path);
}

static AskSchema *
make_large (guint n_entities)
{
  AskSchema *schema = ask_schema_new ();

  for (guint i = 0; i < n_entities; i++)
    {
      g_autofree char *name = g_strdup_printf ("table_%u", i);
      AskEntity *entity = add_entity (schema, name);

      for (guint a = 0; a < 8; a++)
        {
          g_autofree char *attribute = g_strdup_printf ("attribute_%u", a);

          ask_entity_add_attribute (entity, attribute, attribute, ASK_TYPE_TEXT)->description
            = g_strdup ("What this column holds, in a sentence");
        }
      if (i > 0)
        ask_schema_add_relationship (schema, name, "id", "table_0", "id");
    }
  return schema;
}

/* An edit of one entity in 500 writes that entity. */
static void
test_cost (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (AskSchema) schema = make_large (500);
  g_autoptr (AskSchema) draft = NULL;
  g_autoptr (AskSchema) read = NULL;
  g_autoptr (GError) error = NULL;
  gint64 started;
  static const struct
  {
    const char *sql;
    gint64 most;
  } limits[] = {
    { "SELECT count(*) FROM schema_part WHERE version > 1", 2 },
    { "SELECT sum(length(json)) FROM schema_part WHERE version > 1", 3000 },
  };

  g_assert_true (ask_workspace_save_schema (workspace, schema, NULL, &error));
  g_clear_pointer (&workspace, ask_workspace_close);
  workspace = store_open (fixture->path);
  started = g_get_monotonic_time ();
  read = ask_workspace_load_schema (workspace, &error);
  g_assert_no_error (error);
  g_test_message ("500 entities, 5,000 attributes: loaded in %.1f ms",
                  (double) (g_get_monotonic_time () - started) / 1000);
  assert_same (read, schema);

  draft = ask_schema_fork (schema);
  ask_text_set (&ask_schema_own_entity (draft, "sales.table_250")->description, "Edited");
  started = g_get_monotonic_time ();
  g_assert_true (ask_workspace_save_schema (workspace, draft, NULL, &error));
  g_test_message ("first edit saved in %.1f ms", (double) (g_get_monotonic_time () - started) / 1000);
  g_clear_pointer (&schema, ask_schema_unref);
  schema = ask_schema_fork (draft);
  ask_schema_add_relationship (schema, "table_1", "id", "table_2", "id");
  started = g_get_monotonic_time ();
  g_assert_true (ask_workspace_save_schema (workspace, schema, NULL, &error));
  g_test_message ("second edit, which shares the rest, saved in %.1f ms",
                  (double) (g_get_monotonic_time () - started) / 1000);
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    g_assert_cmpint (store_get_integer (fixture->path, limits[i].sql), <=, limits[i].most);
}

/* Who edits what was saved, as the schema's header says, loses nothing. */
static void
test_edit_after_save (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (AskSchema) schema = make_schema ("order");
  g_autoptr (AskSchema) loaded = NULL;
  g_autoptr (AskSchema) read = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_workspace_save_schema (workspace, schema, NULL, &error));
  ask_text_set (&ask_schema_own_entity (schema, "sales.order")->description, "One");
  g_assert_true (ask_workspace_save_schema (workspace, schema, NULL, &error));
  loaded = ask_workspace_load_schema (workspace, &error);
  /* What was loaded is the caller's own. */
  ask_text_set (&((AskEntity *) loaded->entities->pdata[0])->description, "Two");
  g_assert_true (ask_workspace_save_schema (workspace, loaded, NULL, &error));
  g_assert_no_error (error);
  g_clear_pointer (&workspace, ask_workspace_close);
  workspace = store_open (fixture->path);
  read = ask_workspace_load_schema (workspace, &error);
  g_assert_cmpstr (ask_schema_find_entity (read, "order")->description, ==, "Two");
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT max(id) FROM schema_version"), ==, 3);
}

static void
describe (AskSchema *schema, const char *id, const char *text)
{
  ask_text_set (&ask_schema_own_entity (schema, id)->description, text);
}

static void
describe_a (AskSchema *schema)
{
  describe (schema, "sales.a", "A is this");
}

static void
describe_a_otherwise (AskSchema *schema)
{
  describe (schema, "sales.a", "A is that");
}

static void
describe_b (AskSchema *schema)
{
  describe (schema, "sales.b", "B is this");
}

static void
add_c (AskSchema *schema)
{
  add_entity (schema, "c");
}

static void
add_d_as_c (AskSchema *schema)
{
  AskEntity *entity = ask_entity_new ("c", "sales", "d", ASK_ENTITY_TABLE);

  ask_entity_add_attribute (entity, "id", "id", ASK_TYPE_INTEGER);
  ask_schema_add_entity (schema, entity);
}

static void
remove_b (AskSchema *schema)
{
  g_ptr_array_set_size (schema->relationships, 0);
  g_ptr_array_remove (schema->entities, ask_schema_find_entity (schema, "b"));
}

static void
relate_a_b (AskSchema *schema)
{
  ask_schema_add_relationship (schema, "a", "city \"of\" 🙂", "b", "id");
}

static void
set_verb (AskSchema *schema)
{
  ask_text_set (&ask_schema_own_relationship (schema, 0)->verb, "knows");
}

static void
set_other_verb (AskSchema *schema)
{
  ask_text_set (&ask_schema_own_relationship (schema, 0)->verb, "forgets");
}

static void
unrelate (AskSchema *schema)
{
  g_ptr_array_set_size (schema->relationships, 0);
}

static void
share (AskSchema *schema)
{
  ask_schema_own_source (schema, "sales")->sharing = ASK_SHARING_YES;
}

static void
share_samples (AskSchema *schema)
{
  ask_schema_own_source (schema, "sales")->sharing = ASK_SHARING_SAMPLES;
}

static void
note (AskSchema *schema)
{
  ask_text_set (&schema->notes, "Mind the gap");
}

static void
rename_b (AskSchema *schema)
{
  g_assert_true (ask_schema_edit_rename_entity (schema, ask_schema_find_entity (schema, "b")->id, "renamed", NULL));
}

static void
query_b (AskSchema *schema)
{
  g_assert_true (ask_schema_edit_add_query_entity (schema, "all_b", "SELECT id FROM b", NULL));
}

static void
query_a (AskSchema *schema)
{
  g_assert_true (ask_schema_edit_add_query_entity (schema, "all_a", "SELECT id FROM a", NULL));
}

static void
test_two_windows (void)
{
  static const struct
  {
    const char *name;
    void (*first) (AskSchema *);
    void (*second) (AskSchema *);
    const char *conflict; /* what the message names; NULL where both are kept */
  } cases[] = {
    { "two entities", describe_a, describe_b, NULL },
    { "the same entity, differently", describe_a, describe_a_otherwise, "“a”" },
    { "the same entity, the same", describe_a, describe_a, NULL },
    { "one added, one edited", add_c, describe_b, NULL },
    { "both added, one name", add_c, add_d_as_c, "what your change needs" },
    { "both added the same", add_c, add_c, NULL },
    { "removed, edited", remove_b, describe_b, "“b”" },
    { "removed, another edited", remove_b, describe_a, NULL },
    { "edited, removed", describe_b, remove_b, "“b”" },
    { "removed, related", remove_b, relate_a_b, "what your change needs" },
    { "related, another edited", relate_a_b, describe_b, NULL },
    { "renamed, queried", rename_b, query_b, "what the query of “all_b” reads" },
    { "queried, renamed", query_b, rename_b, "what the query of “all_b” reads" },
    { "renamed, another queried", rename_b, query_a, NULL },
    { "verb, another related", set_verb, relate_a_b, NULL },
    { "two verbs", set_verb, set_other_verb, "“a” with “b”" },
    { "verb, unrelated", set_verb, unrelate, NULL },
    { "both unrelated", unrelate, unrelate, NULL },
    { "shared, edited", share, describe_a, NULL },
    { "shared, noted", share, note, NULL },
    { "shared in two ways", share, share_samples, "the source “sales”" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StoreFixture) fixture = store_fixture_new ();
      g_autoptr (AskWorkspace) one = store_open (fixture->path);
      g_autoptr (AskWorkspace) two = store_open (fixture->path);
      g_autoptr (AskSchema) start = make_schema ("a");
      g_autoptr (AskSchema) mine = NULL;
      g_autoptr (AskSchema) yours = NULL;
      g_autoptr (AskSchema) joined = NULL;
      g_autoptr (AskSchema) newest = NULL;
      g_autoptr (AskSchema) again = NULL;
      g_autoptr (GError) error = NULL;
      gint64 base_one, base_two;

      g_test_message ("%s", cases[i].name);
      add_entity (start, "b");
      ask_schema_add_relationship (start, "a", "id", "b", "id");
      g_assert_true (ask_workspace_save_schema (one, start, NULL, &error));
      mine = ask_workspace_load_newest_schema (one, &base_one, &error);
      yours = ask_workspace_load_newest_schema (two, &base_two, &error);
      g_assert_no_error (error);
      cases[i].first (mine);
      cases[i].second (yours);
      g_assert_true (ask_workspace_save_schema_from (one, &base_one, mine, "Mine", &joined, &error));
      g_assert_no_error (error);
      g_assert_null (joined);
      if (cases[i].conflict != NULL)
        {
          gint64 before = base_two;

          g_assert_false (ask_workspace_save_schema_from (two, &base_two, yours, "Yours", &joined, &error));
          g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT);
          if (strstr (error->message, cases[i].conflict) == NULL)
            g_error ("%s: %s", cases[i].name, error->message);
          g_assert_cmpint (base_two, ==, before);
          newest = ask_workspace_load_schema (two, NULL);
          assert_same (newest, mine);
          continue;
        }
      g_assert_true (ask_workspace_save_schema_from (two, &base_two, yours, "Yours", &joined, &error));
      g_assert_no_error (error);
      g_assert_nonnull (joined);
      newest = ask_workspace_load_newest_schema (one, &base_one, &error);
      g_assert_no_error (error);
      g_assert_cmpint (base_one, ==, base_two);
      assert_same (newest, joined);

      /* Both edits are in it: made once more on either's, they give the same. */
      again = ask_schema_fork (newest);
      if (cases[i].first == cases[i].second)
        assert_same (newest, mine);
      else if (cases[i].second != unrelate && cases[i].first != add_c && cases[i].first != relate_a_b
               && cases[i].first != remove_b && cases[i].second != relate_a_b && cases[i].second != query_a)
        {
          cases[i].first (again);
          cases[i].second (again);
          assert_same (newest, again);
        }
      else
        g_assert_cmpuint (newest->entities->len, ==,
                          cases[i].first == add_c || cases[i].second == query_a ? 3
                          : cases[i].first == remove_b                          ? 1
                                                                                : 2);
    }
}

/* What could not be read again is refused, and nothing of it is kept. */
static void
test_not_whole (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (AskSchema) schema = make_schema ("a");
  g_autoptr (GError) error = NULL;

  ask_schema_add_relationship (schema, "a", "id", "nowhere", "id");
  g_assert_false (ask_workspace_save_schema (workspace, schema, NULL, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "nowhere.id"));
  g_clear_error (&error);
  g_ptr_array_set_size (schema->relationships, 0);
  ask_text_set (&add_entity (schema, "b")->name, "A");
  g_assert_false (ask_workspace_save_schema (workspace, schema, NULL, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT count(*) FROM schema_part"), ==, 0);
}

static void
test_unreadable (void)
{
  static const struct
  {
    const char *name;
    const char *sql;
  } cases[] = {
    { "unread", "UPDATE schema_version SET unread = '{' WHERE id = 2" },
    { "no json", "UPDATE schema_part SET json = '{' WHERE version = 2 AND part = 'entity'" },
    { "another json", "UPDATE schema_part SET json = '7' WHERE version = 2 AND part = 'entity'" },
    { "no top", "DELETE FROM schema_part WHERE part = 'top'" },
    { "a top without end", "UPDATE schema_part SET json = '{' WHERE part = 'top'" },
    { "no order", "UPDATE schema_part SET json = '7' WHERE part = 'order'" },
    { "an order too long", "UPDATE schema_part SET json = '[\"x\",\"sales.b\",3]' WHERE part = 'order'" },
    { "an entity is missing", "DELETE FROM schema_part WHERE part = 'entity'" },
    { "a relationship is missing", "UPDATE schema_part SET id = '3' WHERE part = 'relationship'" },
    { "a relationship far off", "UPDATE schema_part SET id = '1000' WHERE part = 'relationship'" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StoreFixture) fixture = store_fixture_new ();
      g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSchema) one = make_schema ("a");
      g_autoptr (AskSchema) two = NULL;
      g_autoptr (AskSchema) schema = NULL;

      add_entity (one, "b");
      ask_schema_add_relationship (one, "a", "id", "b", "id");
      two = ask_schema_fork (one);
      describe (two, "sales.a", "Two");
      g_assert_true (ask_workspace_save_schema (workspace, one, NULL, &error));
      g_assert_true (ask_workspace_save_schema (workspace, two, NULL, &error));
      store_exec (fixture->path, cases[i].sql);
      g_clear_pointer (&workspace, ask_workspace_close);
      workspace = store_open (fixture->path);
      schema = ask_workspace_load_schema (workspace, &error);
      if (schema != NULL)
        g_error ("%s was read", cases[i].name);
      g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN);
      g_assert_nonnull (strstr (error->message, "Version 2 of the schema"));
      g_clear_error (&error);

      /* A better one can be put after it, and is read back as it was. */
      g_assert_true (ask_workspace_save_schema (workspace, two, "Mended", &error));
      g_assert_no_error (error);
      g_clear_pointer (&workspace, ask_workspace_close);
      workspace = store_open (fixture->path);
      schema = ask_workspace_load_schema (workspace, &error);
      g_assert_no_error (error);
      assert_same (schema, two);
    }
}

static void
test_version_3 (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *path
    = g_build_filename (g_getenv ("ASKDATA_SOURCE_ROOT"), "tests", "store", "workspace-v3.sql", NULL);
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (GPtrArray) verified = NULL;
  AskSchema *read[4] = { NULL, NULL, NULL, NULL };
  g_autofree char *sql = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &sql, NULL, &error);
  g_assert_no_error (error);
  store_exec (fixture->path, sql);
  workspace = store_open (fixture->path);
  g_assert_cmpint (store_get_integer (fixture->path, "PRAGMA user_version"), ==, STORE_NEWEST_VERSION);
  store_assert_whole (fixture->path);
  versions = ask_workspace_list_schema_versions (workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (versions->len, ==, 4);
  g_assert_cmpstr (((AskSchemaVersion *) versions->pdata[2])->reason, ==, "It's described");
  g_assert_cmpint (((AskSchemaVersion *) versions->pdata[2])->saved_at, ==, 1735689601000000);
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GError) local = NULL;

      read[i] = ask_workspace_load_schema_version (workspace, i + 2, &local);
      if (i == 2)
        g_assert_error (local, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN);
      else
        g_assert_no_error (local);
    }
  g_assert_cmpuint (read[0]->entities->len, ==, 3);
  g_assert_cmpuint (read[0]->relationships->len, ==, 1);
  g_assert_cmpstr (((AskEntity *) read[0]->entities->pdata[0])->name, ==, "orders");
  g_assert_cmpuint (read[1]->entities->len, ==, 3);
  g_assert_cmpstr (((AskEntity *) read[1]->entities->pdata[0])->name, ==, "customers");
  g_assert_cmpstr (((AskEntity *) read[1]->entities->pdata[0])->description, ==, "Who buys. é🙂");
  g_assert_cmpuint (read[3]->entities->len, ==, 2);
  g_assert_cmpuint (read[3]->relationships->len, ==, 0);
  verified = ask_workspace_list_verified (workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (verified->len, ==, 2);

  /* New versions go on from there. */
  describe (read[3], "sales.orders", "What was bought");
  g_assert_true (ask_workspace_save_schema (workspace, read[3], "Described", &error));
  g_assert_no_error (error);
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT max(id) FROM schema_version"), ==, 6);
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT count(*) FROM schema_part WHERE version = 6"), ==, 1);
  for (guint i = 0; i < 4; i++)
    g_clear_pointer (&read[i], ask_schema_unref);
}

/* What earlier versions kept as header lines is typed now, and keys are found where they were. */
static void
test_version_4 (void)
{
  static const struct
  {
    const char *name;
    const char *said;
  } sources[] = {
    { "shop", "" },
    { "towns", "delimiter=tab, encoding=windows-1252, header=yes" },
    { "plain", "header=yes" },
    { "parcels", "header X-Api-Key=$ASK_TEST_KEY, header Accept=application/json, query lang=de, "
                 "cookie sid=$ASK_TEST_KEY, reads=POST /orders/search, lenient=yes, basic ana@shop=1=$ASK_TEST_WORD, "
                 "whole=GET /parcels, follow=listOrders, cache=300, lanes=4" },
    { "depot", "header Authorization2, basic bob" },
    { "office", "password=$ASK_TEST_WORD" },
    { "cloud", "client api://me:7, token-url=https://id.example.com/token, scope=read list" },
  };
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *path
    = g_build_filename (g_getenv ("ASKDATA_SOURCE_ROOT"), "tests", "store", "workspace-v4.sql", NULL);
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) records = NULL;
  g_autofree char *sql = NULL;
  g_autofree char *key = NULL;
  g_autofree char *bob = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  g_file_get_contents (path, &sql, NULL, &error);
  g_assert_no_error (error);
  store_exec (fixture->path, sql);
  workspace = store_open (fixture->path);
  g_assert_cmpint (store_get_integer (fixture->path, "PRAGMA user_version"), ==, STORE_NEWEST_VERSION);
  store_assert_whole (fixture->path);
  records = ask_workspace_list_sources (workspace, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < records->len; i++)
    for (guint s = 0; s < G_N_ELEMENTS (sources); s++)
      {
        const AskSourceRecord *record = records->pdata[i];
        g_autofree char *said = ask_test_describe_options (record->options);

        if (strcmp (record->name, sources[s].name) != 0)
          continue;
        g_assert_cmpstr (said, ==, sources[s].said);
        n++;
        if (strcmp (record->name, "parcels") == 0)
          {
            g_assert_cmpint (record->tuning.cache_s, ==, 300);
            g_assert_cmpint (record->tuning.lanes, ==, 4);
            g_assert_true (record->lenient);
          }
        if (strcmp (record->name, "cloud") == 0)
          g_assert_cmpstr (record->base_url, ==, "https://cloud.example.com/v1");
        /* The Secret Service files them as it did. */
        if (strcmp (record->name, "depot") == 0)
          {
            key = ask_secret_key ("id", record->options->pdata[0]);
            bob = ask_secret_key ("id", record->options->pdata[1]);
          }
      }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (sources));
  g_assert_cmpuint (records->len, ==, n);
  g_assert_cmpstr (key, ==, "id/header:Authorization2");
  g_assert_cmpstr (bob, ==, "id/basic:bob");
}

/* Each kind of source keeps its word and its options' words: workspaces hold them. */
static void
test_words (void)
{
  static const char *const words[] = {
    "sqlite",
    "sheet sheet delimiter encoding header sheet-headers",
    "postgres password",
    "mysql password",
    "documents title-column changed-column key-column",
    "clickhouse password",
    ("openapi base-url header query cookie basic client token-url scope reads whole follow trust-order lenient "
     "remember-values cache max-calls lanes"),
  };
  guint n_kinds;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_auto (GStrv) parts = g_strsplit (words[i], " ", -1);
      const AskSourceKind *kind = ask_source_kinds_find (parts[0]);

      g_assert_nonnull (kind);
      /* One that is new belongs into the list, too. */
      g_assert_cmpuint (g_strv_length (parts) - 1, ==, kind->n_options);
      for (guint p = 1; parts[p] != NULL; p++)
        if (ask_source_kind_find_option (kind, parts[p]) == NULL)
          g_error ("%s lost its option %s", parts[0], parts[p]);
    }
  ask_source_kinds_list (&n_kinds);
  g_assert_cmpuint (n_kinds, ==, G_N_ELEMENTS (words));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  store_without_session ();
  g_test_add_func ("/store/versions/each-version-tells-its-title-and-author", test_versions);
  g_test_add_func ("/store/versions/every-version-reads-back-as-it-was", test_random);
  g_test_add_func ("/store/versions/an-edit-writes-only-what-it-changed", test_cost);
  g_test_add_func ("/store/versions/an-edit-after-a-save-is-not-lost", test_edit_after_save);
  g_test_add_func ("/store/versions/two-windows-merge-or-conflict", test_two_windows);
  g_test_add_func ("/store/versions/a-schema-that-is-not-whole-is-refused", test_not_whole);
  g_test_add_func ("/store/versions/an-unreadable-version-is-told", test_unreadable);
  g_test_add_func ("/store/versions/a-file-of-version-3-keeps-its-versions", test_version_3);
  g_test_add_func ("/store/versions/a-workspace-of-version-4-keeps-what-was-said", test_version_4);
  g_test_add_func ("/store/versions/words-never-change", test_words);
  return g_test_run ();
}
