/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The merge of three: what people changed and still exists stays, what nobody changed follows the source, twice is
 * once. First by examples, then by random edits against random changes at the source, judged field by field by a
 * rule that knows nothing of how the merge works.
 */
#include "config.h"

#include "schema/merge/ask-schema-merge.h"

#include <string.h>

#include "schema-random.h"
#include "schema/edit/ask-schema-edit.h"

static AskSchema *
import_shop (void)
{
  AskSchema *import = ask_schema_new ();
  AskEntity *customers = ask_schema_add_entity (import, ask_entity_new ("customers", "shop", "customers", ASK_ENTITY_TABLE));
  AskEntity *orders = ask_schema_add_entity (import, ask_entity_new ("orders", "shop", "orders", ASK_ENTITY_TABLE));
  AskEntity *stock = ask_schema_add_entity (import, ask_entity_new ("stock", "shop", "getStock", ASK_ENTITY_API));

  ask_entity_add_attribute (customers, "id", "id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (customers, "name", "name", ASK_TYPE_TEXT)->description = g_strdup ("Full name");
  ask_entity_add_attribute (orders, "id", "id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (orders, "customer", "customer", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (orders, "price", "price", ASK_TYPE_REAL);
  ask_entity_add_attribute (stock, "amount", "amount", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (stock, "place", "place", ASK_TYPE_TEXT);
  ask_entity_add_attribute (stock, "w", NULL, ASK_TYPE_TEXT);
  stock->operation = ask_operation_new ("/stock");
  ask_operation_add_parameter (stock->operation, "w", ASK_PARAMETER_IN_QUERY, "w", TRUE);
  ask_schema_add_relationship (import, "orders", "customer", "customers", "id");
  return import;
}

static AskSchema *
start (AskSchema *base)
{
  g_autoptr (AskSchema) empty = ask_schema_new ();

  return ask_schema_merge_source (empty, NULL, base, "shop", NULL);
}

#define MUST(edit) \
  G_STMT_START \
  { \
    g_autoptr (GError) must_error = NULL; \
    gboolean must_done = edit; \
    g_assert_no_error (must_error); \
    g_assert_true (must_done); \
  } \
  G_STMT_END

static char *
drift_text (GPtrArray *drift)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < drift->len; i++)
    {
      g_autofree char *line = ask_change_to_text (drift->pdata[i]);

      g_string_append_printf (text, "%s\n", line);
    }
  return g_string_free (text, FALSE);
}

static void
test_fields (void)
{
  g_autoptr (AskSchema) base = import_shop ();
  g_autoptr (AskSchema) theirs = import_shop ();
  g_autoptr (AskSchema) ours = start (base);
  g_autoptr (AskSchema) merged = NULL;
  g_autoptr (GPtrArray) drift = NULL;
  g_autofree char *text = NULL;
  AskEntity *orders;
  AskAttribute *name;

  MUST (ask_schema_edit_rename_entity (ours, "shop.orders", "purchases", &must_error));
  MUST (ask_schema_edit_rename_attribute (ours, "shop.orders", "price", "gross", &must_error));
  MUST (ask_schema_edit_set_attribute (ours, "shop.orders", "gross", "type", "decimal", &must_error));
  MUST (ask_schema_edit_set_attribute (ours, "shop.customers", "name", "description", "What we call them", &must_error));
  MUST (ask_schema_edit_set_metric (ours, "shop.orders", "revenue", "expression", "sum(gross)", &must_error));
  MUST (ask_schema_edit_move (ours, "shop.orders", 10, 20, &must_error));
  MUST (ask_schema_edit_add_calculated (ours, "shop.orders", "twice", "gross * 2", &must_error));

  /* The source: a new column, a changed type and description, a table gone, one new. */
  orders = ask_schema_find_entity (theirs, "orders");
  ask_entity_add_attribute (orders, "paid", "paid", ASK_TYPE_BOOLEAN);
  ask_entity_find_attribute (orders, "price")->type = ASK_TYPE_INTEGER;
  ask_entity_find_attribute (orders, "customer")->type = ASK_TYPE_TEXT;
  name = ask_entity_find_attribute (ask_schema_find_entity (theirs, "customers"), "name");
  g_free (name->description);
  name->description = g_strdup ("Name, new");
  g_ptr_array_remove_index (theirs->entities, 2);
  ask_entity_add_attribute (ask_schema_add_entity (theirs, ask_entity_new ("stores", "shop", "stores", ASK_ENTITY_TABLE)),
                            "id", "id", ASK_TYPE_INTEGER);

  merged = ask_schema_merge_source (ours, base, theirs, "shop", &drift);
  orders = ask_schema_find_id (merged, "shop.orders");
  g_assert_cmpstr (orders->name, ==, "purchases");
  g_assert_cmpfloat (orders->x, ==, 10);
  g_assert_cmpint (ask_entity_find_attribute (orders, "gross")->type, ==, ASK_TYPE_DECIMAL);
  g_assert_cmpint (ask_entity_find_attribute (orders, "customer")->type, ==, ASK_TYPE_TEXT);
  g_assert_nonnull (ask_entity_find_metric (orders, "revenue"));
  g_assert_cmpstr (ask_entity_find_attribute (ask_schema_find_id (merged, "shop.customers"), "name")->description, ==,
                   "What we call them");
  /* What is new stands before what is calculated here. */
  g_assert_cmpstr (((AskAttribute *) orders->attributes->pdata[3])->name, ==, "paid");
  g_assert_cmpstr (((AskAttribute *) orders->attributes->pdata[4])->name, ==, "twice");
  g_assert_null (ask_schema_find_entity (merged, "stock"));
  g_assert_nonnull (ask_schema_find_entity (merged, "stores"));
  g_assert_cmpuint (merged->relationships->len, ==, 1);

  text = drift_text (drift);
  g_assert_cmpstr (text, ==,
                   "customers.name: description changed from “Full name” to “Name, new”\n"
                   "purchases.customer: type changed from “integer” to “text”\n"
                   "purchases.gross: type changed from “real” to “integer”\n"
                   "purchases.paid: attribute added\n"
                   "stores: entity added\n"
                   "stock: entity removed\n");
}

static AskSchema *
import_twins (const char *columns)
{
  AskSchema *import = ask_schema_new ();
  AskEntity *entity = ask_schema_add_entity (import, ask_entity_new ("t", "shop", "t", ASK_ENTITY_TABLE));
  AskEntity *other = ask_schema_add_entity (import, ask_entity_new ("o", "shop", "o", ASK_ENTITY_TABLE));
  g_auto (GStrv) names = g_strsplit (columns, " ", -1);

  for (guint i = 0; names[i] != NULL; i++)
    ask_entity_add_attribute (entity, names[i], names[i], ASK_TYPE_TEXT);
  ask_entity_add_attribute (other, "id", "id", ASK_TYPE_TEXT)->key = 1;
  ask_schema_add_relationship (import, "t", ask_entity_find_column (entity, names[1])->name, "o", "id");
  return import;
}

static void
check_twins (AskSchema *schema, const char *expected)
{
  const AskEntity *entity = ask_schema_find_id (schema, "shop.t");
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      g_string_append_printf (text, "%s%s=%s", i > 0 ? " " : "", attribute->name, attribute->column);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

/* Columns that differ by nothing but their case stay apart, whichever come and go. */
static void
test_twins (void)
{
  g_autoptr (AskSchema) base = import_twins ("Name name id");
  g_autoptr (AskSchema) more = import_twins ("NAME name Name id");
  g_autoptr (AskSchema) fewer = import_twins ("name id");
  g_autoptr (AskSchema) other_case = import_twins ("Name NAME ID");
  g_autoptr (AskSchema) ours = start (base);
  g_autoptr (AskSchema) same = ask_schema_merge_source (ours, base, base, "shop", NULL);
  g_autoptr (AskSchema) with_more = ask_schema_merge_source (ours, base, more, "shop", NULL);
  g_autoptr (AskSchema) with_fewer = ask_schema_merge_source (ours, base, fewer, "shop", NULL);
  g_autoptr (AskSchema) with_case = ask_schema_merge_source (ours, base, other_case, "shop", NULL);
  const AskRelationship *relationship = ours->relationships->pdata[0];

  check_twins (ours, "Name=Name name_2=name id=id");
  g_assert_cmpstr (relationship->from_attributes->pdata[0], ==, "name_2");
  check_twins (same, "Name=Name name_2=name id=id");
  check_twins (with_more, "NAME_3=NAME Name=Name name_2=name id=id");
  check_twins (with_fewer, "name_2=name id=id");
  check_twins (with_case, "Name=Name name_2=NAME id=ID");
}

/* What people took out stays out, what they added stays in. */
static void
test_taken_out (void)
{
  g_autoptr (AskSchema) base = import_shop ();
  g_autoptr (AskSchema) theirs = import_shop ();
  g_autoptr (AskSchema) ours = NULL;
  g_autoptr (AskSchema) merged = NULL;
  g_autoptr (GPtrArray) drift = NULL;
  AskEntity *customers = ask_schema_find_entity (base, "customers");

  g_ptr_array_add (customers->synonyms, g_strdup ("client"));
  g_ptr_array_add (customers->synonyms, g_strdup ("buyer"));
  ours = start (base);
  MUST (ask_schema_edit_unrelate (ours, 0, &must_error));
  MUST (ask_schema_edit_relate (ours, "shop.orders", "price", "shop.customers", "id", &must_error));
  MUST (ask_schema_edit_remove_entity (ours, "shop.getStock", &must_error));
  MUST (ask_schema_edit_set_entity (ours, "shop.customers", "synonyms", "buyer\nperson", &must_error));

  customers = ask_schema_find_entity (theirs, "customers");
  g_ptr_array_add (customers->synonyms, g_strdup ("CLIENT"));
  g_ptr_array_add (customers->synonyms, g_strdup ("account"));
  merged = ask_schema_merge_source (ours, base, theirs, "shop", &drift);
  g_assert_cmpuint (merged->entities->len, ==, 2);
  g_assert_cmpuint (merged->relationships->len, ==, 1);
  g_assert_cmpstr (((AskRelationship *) merged->relationships->pdata[0])->from_attributes->pdata[0], ==, "price");
  customers = ask_schema_find_entity (merged, "customers");
  g_assert_cmpuint (customers->synonyms->len, ==, 2);
  g_assert_cmpstr (customers->synonyms->pdata[0], ==, "person");
  g_assert_cmpstr (customers->synonyms->pdata[1], ==, "account");
  /* What people took out is no news. */
  for (guint i = 0; i < drift->len; i++)
    g_assert_cmpstr (((AskChange *) drift->pdata[i])->entity, !=, "stock");
}

/* The API's way to be called changes; what a steward put into a parameter stays. */
static void
test_parameter (void)
{
  g_autoptr (AskSchema) base = import_shop ();
  g_autoptr (AskSchema) theirs = import_shop ();
  g_autoptr (AskSchema) ours = start (base);
  g_autoptr (AskSchema) merged = NULL;
  AskOperation *operation;
  const AskParameter *parameter;

  MUST (ask_schema_edit_set_parameter (ours, "shop.getStock", 0, "attribute", "place", &must_error));
  MUST (ask_schema_edit_rename_attribute (ours, "shop.getStock", "place", "site", &must_error));
  operation = ask_schema_find_entity (theirs, "stock")->operation;
  ask_operation_add_parameter (operation, "limit", ASK_PARAMETER_IN_QUERY, NULL, FALSE)->fixed = g_strdup ("100");
  merged = ask_schema_merge_source (ours, base, theirs, "shop", NULL);
  operation = ask_schema_find_entity (merged, "stock")->operation;
  g_assert_cmpuint (operation->parameters->len, ==, 2);
  parameter = operation->parameters->pdata[0];
  g_assert_cmpstr (parameter->attribute, ==, "site");
}

/* Columns of a binding stay beside their attributes. */
static void
test_binding (void)
{
  g_autoptr (AskSchema) base = import_shop ();
  g_autoptr (AskSchema) theirs = import_shop ();
  g_autoptr (AskSchema) ours = start (base);
  g_autoptr (AskSchema) merged = NULL;
  const char *const columns[] = { "ID", "CUST", "PRICE", NULL };
  AskEntity *orders;
  const AskBinding *binding;

  MUST (ask_schema_edit_add_binding (ours, "shop.orders", &(AskSchemaPlace) { .source = "lake", .table = "O" }, columns,
                                     &must_error));
  orders = ask_schema_find_entity (theirs, "orders");
  g_ptr_array_remove_index (theirs->relationships, 0);
  g_ptr_array_remove_index (orders->attributes, 1);
  ask_entity_add_attribute (orders, "paid", "paid", ASK_TYPE_BOOLEAN);
  merged = ask_schema_merge_source (ours, base, theirs, "shop", NULL);
  orders = ask_schema_find_entity (merged, "orders");
  binding = orders->bindings->pdata[0];
  g_assert_cmpuint (binding->columns->len, ==, 3);
  g_assert_cmpstr (binding->columns->pdata[0], ==, "ID");
  g_assert_cmpstr (binding->columns->pdata[1], ==, "PRICE");
  g_assert_cmpstr (binding->columns->pdata[2], ==, "");
}

/* A relationship to another source that somebody took out is not guessed again. */
static void
test_across (void)
{
  g_autoptr (AskSchema) base = import_shop ();
  g_autoptr (AskSchema) ours = start (base);
  g_autoptr (AskSchema) other = ask_schema_new ();
  g_autoptr (AskSchema) both = NULL;
  g_autoptr (AskSchema) merged = NULL;
  AskEntity *visits = ask_schema_add_entity (other, ask_entity_new ("visits", "web", "visits", ASK_ENTITY_TABLE));

  ask_entity_add_attribute (visits, "customer_id", "customer_id", ASK_TYPE_INTEGER);
  both = ask_schema_merge_source (ours, NULL, other, "web", NULL);
  g_assert_cmpuint (both->relationships->len, ==, 2);
  MUST (ask_schema_edit_unrelate (both, 1, &must_error));
  merged = ask_schema_merge_source (both, other, other, "web", NULL);
  g_assert_cmpuint (merged->relationships->len, ==, 1);
}

static void
assert_same (AskSchema *a, AskSchema *b)
{
  g_autofree char *text_a = schema_random_to_text (a);
  g_autofree char *text_b = schema_random_to_text (b);

  g_assert_cmpstr (text_a, ==, text_b);
}

static AskEntity *
find_bound (AskSchema *schema, const AskEntity *other)
{
  for (guint i = 0; i < schema->entities->len; i++)
    {
      AskEntity *entity = schema->entities->pdata[i];

      if (strcmp (entity->source, other->source) == 0 && strcmp (entity->table, other->table) == 0)
        return entity;
    }
  return NULL;
}

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* A member as text, lists in the order of the alphabet. */
static char *
member_text (JsonObject *object, const char *member)
{
  JsonNode *node = json_object_get_member (object, member);
  g_autoptr (GPtrArray) list = NULL;

  if (node == NULL)
    return NULL;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return ask_json_to_string (node, FALSE);
  list = g_ptr_array_new ();
  for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
    g_ptr_array_add (list, (gpointer) json_array_get_string_element (json_node_get_array (node), i));
  g_ptr_array_sort (list, compare_strings);
  g_ptr_array_add (list, NULL);
  return g_strjoinv ("\n", (char **) list->pdata);
}

static JsonObject *
find_column (JsonNode *entity, const char *column)
{
  JsonArray *attributes = json_object_get_array_member (json_node_get_object (entity), "attributes");

  for (guint i = 0; i < json_array_get_length (attributes); i++)
    if (g_strcmp0 (ask_json_get_string (json_array_get_object_element (attributes, i), "column"), column) == 0)
      return json_array_get_object_element (attributes, i);
  return NULL;
}

/* The rule of three, of whatever the document says of it. */
static guint
judge (JsonObject *ours, JsonObject *base, JsonObject *theirs, JsonObject *merged, const char *const *members)
{
  guint judged = 0;

  for (guint i = 0; members[i] != NULL; i++)
    {
      g_autofree char *o = member_text (ours, members[i]);
      g_autofree char *b = member_text (base, members[i]);
      g_autofree char *t = member_text (theirs, members[i]);
      g_autofree char *m = member_text (merged, members[i]);
      gboolean list = strcmp (members[i], "synonyms") == 0 || strcmp (members[i], "examples") == 0;

      judged += g_strcmp0 (o, b) != 0 || g_strcmp0 (t, b) != 0;
      if (g_strcmp0 (o, b) == 0)
        g_assert_cmpstr (m, ==, t);
      else if (!list || g_strcmp0 (t, b) == 0)
        g_assert_cmpstr (m, ==, o);
    }
  return judged;
}

static guint
judge_entity (const AskEntity *ours, const AskEntity *base, const AskEntity *theirs, const AskEntity *merged)
{
  static const char *const entity_members[] = { "description", "synonyms", "hidden", NULL };
  static const char *const kept[] = { "id", "name", "notes", "layout", "collapsed", NULL };
  static const char *const members[]
    = { "type", "nullable", "description", "synonyms", "choices", "meaning", "unit", "examples", "hidden", "sensitive",
        "sharing", "key", NULL };
  static const char *const own[] = { "name", NULL };
  g_autoptr (JsonNode) o = ask_entity_to_json (ours);
  g_autoptr (JsonNode) b = ask_entity_to_json (base);
  g_autoptr (JsonNode) t = ask_entity_to_json (theirs);
  g_autoptr (JsonNode) m = ask_entity_to_json (merged);
  JsonObject *object = json_node_get_object (m);
  guint judged = judge (json_node_get_object (o), json_node_get_object (b), json_node_get_object (t), object,
                        entity_members);

  judge (json_node_get_object (o), json_node_get_object (t), json_node_get_object (t), object, kept);
  g_assert_cmpuint (merged->metrics->len, ==, ours->metrics->len);
  for (guint i = 0; i < ours->metrics->len; i++)
    g_assert_cmpstr (((AskMetric *) merged->metrics->pdata[i])->expression, ==,
                     ((AskMetric *) ours->metrics->pdata[i])->expression);
  for (guint i = 0; i < ours->attributes->len; i++)
    {
      const AskAttribute *attribute = ours->attributes->pdata[i];
      JsonObject *mine = attribute->column != NULL ? find_column (o, attribute->column) : NULL;
      JsonObject *before = mine != NULL ? find_column (b, attribute->column) : NULL;
      JsonObject *now = mine != NULL ? find_column (t, attribute->column) : NULL;

      if (attribute->expression != NULL)
        g_assert_cmpstr (ask_entity_find_attribute (merged, attribute->name)->expression, ==, attribute->expression);
      if (before == NULL || now == NULL)
        continue;
      judged += judge (mine, before, now, find_column (m, attribute->column), members);
      judge (mine, now, mine, find_column (m, attribute->column), own);
    }
  for (guint i = 0; i < theirs->attributes->len; i++)
    {
      const char *column = ((AskAttribute *) theirs->attributes->pdata[i])->column;

      g_assert_true (column == NULL || find_column (m, column) != NULL);
    }
  for (guint i = 0; i < merged->attributes->len; i++)
    {
      const AskAttribute *attribute = merged->attributes->pdata[i];

      g_assert_true (attribute->column == NULL || find_column (t, attribute->column) != NULL);
    }
  for (guint i = 0; i < merged->bindings->len; i++)
    g_assert_cmpuint (((AskBinding *) merged->bindings->pdata[i])->columns->len, ==, merged->attributes->len);
  return judged;
}

/* What a relationship joins, whatever it is called. */
static char *
join_key (AskSchema *schema, const AskRelationship *relationship)
{
  const AskEntity *ends[]
    = { ask_schema_find_entity (schema, relationship->from), ask_schema_find_entity (schema, relationship->to) };
  const char *names[] = { relationship->from_attributes->pdata[0], relationship->to_attributes->pdata[0] };
  GString *key = g_string_new (NULL);

  for (guint i = 0; i < 2; i++)
    {
      const AskAttribute *attribute = ask_entity_find_attribute (ends[i], names[i]);

      /* An input of an API has no column to be known by. */
      g_string_append_printf (key, "%s.%s.%s\n", ends[i]->source, ends[i]->table[0] != '\0' ? ends[i]->table : ends[i]->id,
                              attribute->column != NULL       ? attribute->column
                              : attribute->expression != NULL ? attribute->name
                                                              : "(input)");
    }
  return g_string_free (key, FALSE);
}

static gboolean
has_join (AskSchema *schema, const char *key)
{
  for (guint i = 0; i < schema->relationships->len; i++)
    {
      g_autofree char *other = join_key (schema, schema->relationships->pdata[i]);

      if (strcmp (other, key) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_whole (AskSchema *schema, const AskRelationship *relationship)
{
  const AskEntity *from = ask_schema_find_entity (schema, relationship->from);
  const AskEntity *to = ask_schema_find_entity (schema, relationship->to);

  return from != NULL && to != NULL && ask_entity_find_attribute (from, relationship->from_attributes->pdata[0]) != NULL
         && ask_entity_find_attribute (to, relationship->to_attributes->pdata[0]) != NULL;
}

static guint
run_random (void)
{
  g_autoptr (AskSchema) empty = ask_schema_new ();
  g_autoptr (AskSchema) base = schema_random_import ("alpha", 1 + (guint) g_test_rand_int_range (0, 6));
  g_autoptr (AskSchema) other = schema_random_import ("beta", 2);
  g_autoptr (AskSchema) theirs = schema_random_drift (base);
  g_autoptr (AskSchema) first = ask_schema_merge_source (empty, NULL, base, "alpha", NULL);
  g_autoptr (AskSchema) imported = ask_schema_merge_source (first, NULL, other, "beta", NULL);
  g_autoptr (AskSchema) ours = ask_schema_fork (imported);
  g_autoptr (AskSchema) merged = NULL;
  g_autoptr (AskSchema) twice = NULL;
  g_autoptr (AskSchema) again = NULL;
  g_autoptr (AskSchema) same = NULL;
  g_autoptr (AskSchema) read = NULL;
  g_autoptr (GPtrArray) drift = NULL;
  g_autoptr (GPtrArray) no_drift = NULL;
  g_autoptr (JsonNode) document = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *held = NULL;
  guint judged = 0;

  for (guint n = (guint) g_test_rand_int_range (0, 30); n > 0; n--)
    schema_random_edit (ours, NULL, NULL);
  held = schema_random_to_text (ours);

  merged = ask_schema_merge_source (ours, base, theirs, "alpha", &drift);
  for (guint i = 0; i < ours->entities->len; i++)
    {
      AskEntity *mine = ours->entities->pdata[i];
      AskEntity *now = find_bound (theirs, mine);
      AskEntity *result = ask_schema_find_id (merged, mine->id);

      if (strcmp (mine->source, "alpha") != 0)
        g_assert_true (result == mine);
      else if (now == NULL)
        g_assert_null (result);
      else
        judged += judge_entity (mine, find_bound (base, mine), now, result);
    }
  for (guint i = 0; i < theirs->entities->len; i++)
    {
      const AskEntity *now = theirs->entities->pdata[i];
      gboolean removed = find_bound (base, now) != NULL && find_bound (ours, now) == NULL;

      g_assert_true ((find_bound (merged, now) == NULL) == removed);
    }
  /* Relationships that are whole: those that people added, and none that they took out. */
  for (guint i = 0; i < ours->relationships->len; i++)
    {
      const AskRelationship *relationship = ours->relationships->pdata[i];

      g_autofree char *key = join_key (ours, relationship);

      if (strstr (key, "(input)") == NULL && !has_join (imported, key) && is_whole (merged, relationship))
        g_assert_true (has_join (merged, key));
    }
  for (guint i = 0; i < imported->relationships->len; i++)
    {
      g_autofree char *key = join_key (imported, imported->relationships->pdata[i]);

      if (strstr (key, "(input)") == NULL && !has_join (ours, key))
        g_assert_false (has_join (merged, key));
    }
  for (guint i = 0; i < merged->relationships->len; i++)
    g_assert_true (is_whole (merged, merged->relationships->pdata[i]));

  /* Once is as good as twice, whether or not the new base was kept. */
  twice = ask_schema_merge_source (merged, theirs, theirs, "alpha", &no_drift);
  assert_same (twice, merged);
  g_assert_cmpuint (no_drift->len, ==, 0);
  again = ask_schema_merge_source (merged, base, theirs, "alpha", NULL);
  assert_same (again, merged);
  /* Nothing new at the source changes nothing. */
  same = ask_schema_merge_source (ours, base, base, "alpha", NULL);
  assert_same (same, ours);
  {
    g_autofree char *after = schema_random_to_text (ours);

    g_assert_cmpstr (after, ==, held);
  }
  document = ask_schema_to_json (merged);
  read = ask_schema_from_json (document, &error);
  g_assert_no_error (error);
  assert_same (read, merged);
  return judged;
}

static void
test_random (void)
{
  guint judged = 0;

  for (guint i = 0; i < 250; i++)
    judged += run_random ();
  g_test_message ("%u fields that somebody had changed were judged", judged);
  g_assert_cmpuint (judged, >, 200);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/merge/what-people-changed-stays", test_fields);
  g_test_add_func ("/schema/merge/what-people-took-out-stays-out", test_taken_out);
  g_test_add_func ("/schema/merge/a-steward-s-parameter-survives-a-new-call", test_parameter);
  g_test_add_func ("/schema/merge/columns-of-other-case-stay-apart", test_twins);
  g_test_add_func ("/schema/merge/a-binding-s-columns-stay-with-their-attributes", test_binding);
  g_test_add_func ("/schema/merge/a-relationship-taken-out-is-not-guessed-again", test_across);
  g_test_add_func ("/schema/merge/random-changes-on-both-sides-are-merged", test_random);
  return g_test_run ();
}
