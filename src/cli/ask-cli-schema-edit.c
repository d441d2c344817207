/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli schema set, rename, relate, unrelate and metric: one edit each, saved as a version. What
 * an edit may be is decided in the schema's own room.
 */
#include "config.h"

#include <string.h>

#include "cli/ask-cli.h"
#include "schema/ask-schema-edit.h"

/* The schema that is edited, and what it was made from. */
typedef struct
{
  AskWorkspace *workspace;
  AskSchema *draft;
  gint64 version;
} Edit;

static void
edit_clear (Edit *edit)
{
  g_clear_pointer (&edit->draft, ask_schema_unref);
  g_clear_pointer (&edit->workspace, ask_workspace_close);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Edit, edit_clear)

/* Returns: whether the newest schema is there to be edited; a failure has been said */
static gboolean
edit_open (Edit *edit, AskCli *cli)
{
  g_autoptr (GError) error = NULL;

  if ((edit->workspace = ask_cli_open (cli)) == NULL)
    return FALSE;
  edit->draft = ask_workspace_load_newest_schema (edit->workspace, &edit->version, &error);
  if (edit->draft == NULL)
    ask_cli_failed (error);
  return edit->draft != NULL;
}

static AskExit
edit_save (Edit *edit, char *done)
{
  g_autofree char *reason = done;
  g_autoptr (GError) error = NULL;

  if (!ask_workspace_save_schema_from (edit->workspace, &edit->version, edit->draft, reason, NULL,
                                       &error))
    return ask_cli_failed (error);
  g_print ("%s\n", reason);
  return ASK_EXIT_DONE;
}

static gboolean
set_no_entity (Edit *edit, const char *name, GError **error)
{
  g_autoptr (GPtrArray) near = ask_schema_nearest_names (edit->draft, name, 3);
  g_autoptr (GString) hint = g_string_new (NULL);

  for (guint i = 0; i < near->len; i++)
    g_string_append_printf (hint, "%s%s", i == 0 ? " Did you mean " : i + 1 == near->len ? " or " : ", ",
                            (const char *) near->pdata[i]);
  g_set_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN, "There is no entity “%s”.%s%s",
               name, hint->str, near->len > 0 ? "?" : " See “schema show”.");
  return FALSE;
}

/* "orders" or "orders.total"; a name may hold a dot itself, so the whole is tried first.
 * @member: (out) (nullable): what follows the dot, in @place */
static gboolean
find_place (Edit *edit, const char *place, AskEntity **entity, const char **member, GError **error)
{
  *member = NULL;
  if ((*entity = ask_schema_find_entity (edit->draft, place)) != NULL)
    return TRUE;
  for (const char *dot = strchr (place, '.'); dot != NULL; dot = strchr (dot + 1, '.'))
    {
      g_autofree char *name = g_strndup (place, (gsize) (dot - place));

      *entity = ask_schema_find_entity (edit->draft, name);
      *member = dot + 1;
      if (*entity != NULL)
        return TRUE;
    }
  return set_no_entity (edit, place, error);
}

/** ask_cli_schema_set: sets a field, or makes a calculated attribute. Returns: the exit code */
AskExit
ask_cli_schema_set (AskCli *cli, int argc, char **argv)
{
  g_auto (Edit) edit = { NULL, NULL, 0 };
  g_autoptr (GError) error = NULL;
  AskEntity *entity;
  const char *member;
  const char *value;
  gboolean source = FALSE, done;
  GOptionEntry entries[] = { { "source", 0, 0, G_OPTION_ARG_NONE, &source,
                               "The first word is a source, not an entity", NULL },
                             G_OPTION_ENTRY_NULL };
  AskExit code;

  if (!ask_cli_parse ("schema set", "ENTITY[.ATTRIBUTE] FIELD VALUE",
                      "Sets a field: description, synonyms (one in a line), notes, hidden, query; of "
                      "an attribute or a metric also unit, of an attribute type, meaning, sharing, "
                      "examples, sensitive, expression, key. An empty VALUE takes it away. With "
                      "--source: sharing and description of a source.",
                      entries, 3, &argc, &argv, &code))
    return code;
  if (!edit_open (&edit, cli))
    return ASK_EXIT_FAILED;
  value = argv[3][0] != '\0' ? argv[3] : NULL;
  if (source)
    done = ask_schema_edit_set_source (edit.draft, argv[1], argv[2], value, &error);
  else if (!find_place (&edit, argv[1], &entity, &member, &error))
    done = FALSE;
  else if (member == NULL)
    done = ask_schema_edit_set_entity (edit.draft, entity->id, argv[2], value, &error);
  else if (ask_entity_find_attribute (entity, member) == NULL
           && ask_entity_find_metric (entity, member) != NULL)
    done = ask_schema_edit_set_metric (edit.draft, entity->id, member, argv[2], value, &error);
  /* What is not there yet and is given an expression is a new calculated attribute. */
  else if (ask_entity_find_attribute (entity, member) == NULL && value != NULL
           && strcmp (argv[2], "expression") == 0)
    done = ask_schema_edit_add_calculated (edit.draft, entity->id, member, value, &error);
  else
    done = ask_schema_edit_set_attribute (edit.draft, entity->id, member, argv[2], value, &error);
  if (!done)
    return ask_cli_failed (error);
  return edit_save (&edit, g_strdup_printf ("Set %s of %s", argv[2], argv[1]));
}

/** ask_cli_schema_rename: Returns: the exit code of `schema rename` */
AskExit
ask_cli_schema_rename (AskCli *cli, int argc, char **argv)
{
  g_auto (Edit) edit = { NULL, NULL, 0 };
  g_autoptr (GError) error = NULL;
  AskEntity *entity;
  const char *member;
  gboolean done;
  AskExit code;

  if (!ask_cli_parse ("schema rename", "ENTITY[.ATTRIBUTE] NAME",
                      "Renames an entity, an attribute or a metric, wherever it is named: in "
                      "relationships, expressions, queries and verified questions.",
                      NULL, 2, &argc, &argv, &code))
    return code;
  if (!edit_open (&edit, cli))
    return ASK_EXIT_FAILED;
  if (!find_place (&edit, argv[1], &entity, &member, &error))
    done = FALSE;
  else if (member == NULL)
    done = ask_schema_edit_rename_entity (edit.draft, entity->id, argv[2], &error);
  else if (ask_entity_find_attribute (entity, member) == NULL
           && ask_entity_find_metric (entity, member) != NULL)
    done = ask_schema_edit_rename_metric (edit.draft, entity->id, member, argv[2], &error);
  else
    done = ask_schema_edit_rename_attribute (edit.draft, entity->id, member, argv[2], &error);
  if (!done)
    return ask_cli_failed (error);
  return edit_save (&edit, g_strdup_printf ("Renamed %s to %s", argv[1], argv[2]));
}

/* Both ends of a relationship, as ENTITY.ATTRIBUTE. */
static gboolean
find_ends (Edit *edit, char **words, AskEntity **from, const char **from_attribute, AskEntity **to,
           const char **to_attribute, GError **error)
{
  for (guint end = 0; end < 2; end++)
    {
      AskEntity **entity = end == 0 ? from : to;
      const char **member = end == 0 ? from_attribute : to_attribute;

      if (!find_place (edit, words[end], entity, member, error))
        return FALSE;
      if (*member != NULL && ask_entity_find_attribute (*entity, *member) != NULL)
        continue;
      g_set_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN,
                   "“%s” names no attribute. Write ENTITY.ATTRIBUTE, as in orders.customer_id.",
                   words[end]);
      return FALSE;
    }
  return TRUE;
}

/* Returns: the place of the relationship between the two, -1 where there is none */
static int
find_relationship (AskSchema *schema, const AskEntity *from, const char *from_attribute,
                   const AskEntity *to, const char *to_attribute)
{
  for (guint i = 0; i < schema->relationships->len; i++)
    {
      const AskRelationship *relationship = schema->relationships->pdata[i];

      if (relationship->from_attributes->len == 1
          && g_ascii_strcasecmp (relationship->from, from->name) == 0
          && g_ascii_strcasecmp (relationship->to, to->name) == 0
          && g_ascii_strcasecmp (relationship->from_attributes->pdata[0], from_attribute) == 0
          && g_ascii_strcasecmp (relationship->to_attributes->pdata[0], to_attribute) == 0)
        return (int) i;
    }
  return -1;
}

/** ask_cli_schema_relate: Returns: the exit code of `schema relate` */
AskExit
ask_cli_schema_relate (AskCli *cli, int argc, char **argv)
{
  g_auto (Edit) edit = { NULL, NULL, 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *verb = NULL;
  g_autofree char *cardinality = NULL;
  AskEntity *from, *to;
  const char *from_attribute, *to_attribute;
  int place;
  GOptionEntry entries[]
    = { { "verb", 0, 0, G_OPTION_ARG_STRING, &verb, "How it reads: “is placed by”", "WORDS" },
        { "cardinality", 0, 0, G_OPTION_ARG_STRING, &cardinality,
          "many-to-one, one-to-one or many-to-many", "WORD" },
        G_OPTION_ENTRY_NULL };
  AskExit code;

  if (!ask_cli_parse ("schema relate", "ENTITY.ATTRIBUTE ENTITY.ATTRIBUTE",
                      "Says that each of the first refers to one of the second; where that is said "
                      "already, sets its verb or cardinality.",
                      entries, 2, &argc, &argv, &code))
    return code;
  if (!edit_open (&edit, cli))
    return ASK_EXIT_FAILED;
  if (!find_ends (&edit, argv + 1, &from, &from_attribute, &to, &to_attribute, &error))
    return ask_cli_failed (error);
  place = find_relationship (edit.draft, from, from_attribute, to, to_attribute);
  if (place < 0)
    {
      if (!ask_schema_edit_relate (edit.draft, from->id, from_attribute, to->id, to_attribute, &error))
        return ask_cli_failed (error);
      place = (int) edit.draft->relationships->len - 1;
    }
  if ((verb != NULL
       && !ask_schema_edit_set_relationship (edit.draft, (guint) place, "verb", verb, &error))
      || (cardinality != NULL
          && !ask_schema_edit_set_relationship (edit.draft, (guint) place, "cardinality", cardinality,
                                                &error)))
    return ask_cli_failed (error);
  return edit_save (&edit, g_strdup_printf ("Related %s to %s", argv[1], argv[2]));
}

/** ask_cli_schema_unrelate: Returns: the exit code of `schema unrelate` */
AskExit
ask_cli_schema_unrelate (AskCli *cli, int argc, char **argv)
{
  g_auto (Edit) edit = { NULL, NULL, 0 };
  g_autoptr (GError) error = NULL;
  AskEntity *from, *to;
  const char *from_attribute, *to_attribute;
  int place;
  AskExit code;

  if (!ask_cli_parse ("schema unrelate", "ENTITY.ATTRIBUTE ENTITY.ATTRIBUTE",
                      "Takes a relationship away.", NULL, 2, &argc, &argv, &code))
    return code;
  if (!edit_open (&edit, cli))
    return ASK_EXIT_FAILED;
  if (!find_ends (&edit, argv + 1, &from, &from_attribute, &to, &to_attribute, &error))
    return ask_cli_failed (error);
  place = find_relationship (edit.draft, from, from_attribute, to, to_attribute);
  if (place < 0)
    {
      g_printerr ("askdata-cli: There is no relationship of %s to %s. See “schema show”.\n", argv[1],
                  argv[2]);
      return ASK_EXIT_FAILED;
    }
  if (!ask_schema_edit_unrelate (edit.draft, (guint) place, &error))
    return ask_cli_failed (error);
  return edit_save (&edit, g_strdup_printf ("Took away the relationship of %s to %s", argv[1], argv[2]));
}

/** ask_cli_schema_metric: Returns: the exit code of `schema metric` */
AskExit
ask_cli_schema_metric (AskCli *cli, int argc, char **argv)
{
  g_auto (Edit) edit = { NULL, NULL, 0 };
  g_autoptr (GError) error = NULL;
  AskEntity *entity;
  gboolean done;
  AskExit code;

  if (!ask_cli_parse ("schema metric", "ENTITY NAME EXPRESSION",
                      "Gives a figure a name: “schema metric orders revenue 'sum(total)'”. An empty "
                      "EXPRESSION takes it away.",
                      NULL, 3, &argc, &argv, &code))
    return code;
  if (!edit_open (&edit, cli))
    return ASK_EXIT_FAILED;
  entity = ask_schema_find_entity (edit.draft, argv[1]);
  if (entity == NULL)
    done = set_no_entity (&edit, argv[1], &error);
  else if (argv[3][0] == '\0')
    done = ask_schema_edit_remove_metric (edit.draft, entity->id, argv[2], &error);
  else
    done = ask_schema_edit_set_metric (edit.draft, entity->id, argv[2], "expression", argv[3], &error);
  if (!done)
    return ask_cli_failed (error);
  return edit_save (&edit, g_strdup_printf (argv[3][0] == '\0' ? "Took the metric %s.%s away"
                                                               : "Set the metric %s.%s",
                                            argv[1], argv[2]));
}

/** ask_cli_schema_query: Returns: the exit code of `schema query` */
AskExit
ask_cli_schema_query (AskCli *cli, int argc, char **argv)
{
  g_auto (Edit) edit = { NULL, NULL, 0 };
  g_autoptr (GError) error = NULL;
  AskEntity *entity;
  gboolean done;
  AskExit code;

  if (!ask_cli_parse ("schema query", "NAME SELECT",
                      "Makes an entity of a query over other entities, or gives it another query. An empty SELECT takes "
                      "the entity away.",
                      NULL, 2, &argc, &argv, &code))
    return code;
  if (!edit_open (&edit, cli))
    return ASK_EXIT_FAILED;
  entity = ask_schema_find_entity (edit.draft, argv[1]);
  if (argv[2][0] == '\0')
    done = entity != NULL ? ask_schema_edit_remove_entity (edit.draft, entity->id, &error)
                          : set_no_entity (&edit, argv[1], &error);
  else if (entity != NULL)
    done = ask_schema_edit_set_entity (edit.draft, entity->id, "query", argv[2], &error);
  else
    done = ask_schema_edit_add_query_entity (edit.draft, argv[1], argv[2], &error);
  if (!done)
    return ask_cli_failed (error);
  return edit_save (&edit, g_strdup_printf (argv[2][0] == '\0' ? "Took the query %s away" : "Set the query %s",
                                            argv[1]));
}

/** ask_cli_schema_bind: Returns: the exit code of `schema bind` */
AskExit
ask_cli_schema_bind (AskCli *cli, int argc, char **argv)
{
  g_autofree char *namespace = NULL;
  gboolean away = FALSE;
  GOptionEntry entries[] = { { "namespace", 0, 0, G_OPTION_ARG_STRING, &namespace,
                               "The schema of the database that the table lies in", "NAME" },
                             { "away", 0, 0, G_OPTION_ARG_NONE, &away, "Takes such a place away again", NULL },
                             G_OPTION_ENTRY_NULL };
  g_auto (Edit) edit = { NULL, NULL, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) columns = g_ptr_array_new ();
  AskEntity *entity;
  AskExit code;
  gboolean done = FALSE;

  if (!ask_cli_parse ("schema bind", "ENTITY SOURCE TABLE",
                      "Says that a table of another source holds the same rows, under the same column names. A query reads "
                      "whichever lies nearer to what else it needs.",
                      entries, 3, &argc, &argv, &code))
    return code;
  if (!edit_open (&edit, cli))
    return ASK_EXIT_FAILED;
  entity = ask_schema_find_entity (edit.draft, argv[1]);
  if (entity == NULL)
    {
      set_no_entity (&edit, argv[1], &error);
      return ask_cli_failed (error);
    }
  if (!away)
    {
      for (guint i = 0; i < entity->attributes->len; i++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[i];

          g_ptr_array_add (columns, (gpointer) (attribute->column != NULL ? attribute->column : ""));
        }
      g_ptr_array_add (columns, NULL);
      done = ask_schema_edit_add_binding (edit.draft, entity->id, argv[2], namespace, argv[3], ASK_ENTITY_TABLE,
                                          (const char *const *) columns->pdata, &error);
    }
  for (guint i = 0; away && !done && i < entity->bindings->len; i++)
    {
      const AskBinding *binding = entity->bindings->pdata[i];

      if (strcmp (binding->source, argv[2]) == 0 && strcmp (binding->table, argv[3]) == 0
          && g_strcmp0 (binding->namespace, namespace) == 0)
        {
          done = ask_schema_edit_remove_binding (edit.draft, entity->id, i, &error);
          break;
        }
    }
  if (error != NULL)
    return ask_cli_failed (error);
  if (!done)
    {
      g_printerr ("askdata-cli: %s is not bound to %s of %s. See “schema show --format json”.\n", argv[1], argv[3], argv[2]);
      return ASK_EXIT_FAILED;
    }
  return edit_save (&edit, away ? g_strdup_printf ("Took %s of %s away from %s", argv[3], argv[2], argv[1])
                                : g_strdup_printf ("Bound %s to %s of %s, too", argv[1], argv[3], argv[2]));
}

/** ask_cli_schema_remove: Returns: the exit code of `schema remove` */
AskExit
ask_cli_schema_remove (AskCli *cli, int argc, char **argv)
{
  g_auto (Edit) edit = { NULL, NULL, 0 };
  g_autoptr (GError) error = NULL;
  AskEntity *entity;
  AskExit code;

  if (!ask_cli_parse ("schema remove", "ENTITY",
                      "Takes an entity out of the schema, with what refers to it. Its source keeps the table; earlier "
                      "versions keep the entity.",
                      NULL, 1, &argc, &argv, &code))
    return code;
  if (!edit_open (&edit, cli))
    return ASK_EXIT_FAILED;
  entity = ask_schema_find_entity (edit.draft, argv[1]);
  if (entity == NULL ? !set_no_entity (&edit, argv[1], &error)
                     : !ask_schema_edit_remove_entity (edit.draft, entity->id, &error))
    return ask_cli_failed (error);
  return edit_save (&edit, g_strdup_printf ("Removed %s", argv[1]));
}
