/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli schema set, rename, relate, unrelate, metric, query, bind, parameter and remove: one edit each, saved
 * as a version. A verb is a row of the table at the end; what an edit may be is decided in the schema's own room.
 */
#include "config.h"

#include <string.h>

#include "cli/ask-cli.h"
#include "schema/edit/ask-schema-edit.h"
#include "store/ask-workspace-draft.h"

/* What the options of a verb said; each verb has those of its row. */
typedef struct
{
  gboolean source;
  gboolean away;
  char *verb;
  char *cardinality;
  char *namespace;
  gboolean fixed;
  char *use;
  char *rename;
  int color;
  gboolean fold;
  gboolean unfold;
} Options;

typedef enum
{
  OPTION_SOURCE = 1 << 0,
  OPTION_VERB = 1 << 1,
  OPTION_CARDINALITY = 1 << 2,
  OPTION_NAMESPACE = 1 << 3,
  OPTION_AWAY = 1 << 4,
  OPTION_FIXED = 1 << 5,
  OPTION_USE = 1 << 6,
  OPTION_RENAME = 1 << 7,
  OPTION_COLOR = 1 << 8,
  OPTION_FOLD = 1 << 9,
  OPTION_UNFOLD = 1 << 10
} OptionFlags;

/* Edits @draft; @words are those behind the verb.
 *
 * Returns: (transfer full): what was done, for who typed it and for the list of versions; %NULL with @error */
typedef char *(*EditFunc) (AskSchema *draft, char **words, const Options *options, GError **error);

typedef struct
{
  AskCliVerb verb;
  OptionFlags options;
  EditFunc edit;
} EditVerb;

static gboolean
set_no_entity (AskSchema *draft, const char *name, GError **error)
{
  g_autoptr (GPtrArray) near = ask_schema_nearest_names (draft, name, 3);
  g_autoptr (GString) hint = g_string_new (NULL);

  for (guint i = 0; i < near->len; i++)
    g_string_append_printf (hint, "%s%s",
                            i == 0               ? " Did you mean "
                            : i + 1 == near->len ? " or "
                                                 : ", ",
                            (const char *) near->pdata[i]);
  g_set_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN, "There is no entity “%s”.%s%s", name, hint->str,
               near->len > 0 ? "?" : " See “schema show”.");
  return FALSE;
}

/* Returns: (transfer none) (nullable): %NULL with @error */
static AskEntity *
find_entity (AskSchema *draft, const char *name, GError **error)
{
  AskEntity *entity = ask_schema_find_entity (draft, name);

  if (entity == NULL)
    set_no_entity (draft, name, error);
  return entity;
}

/* "orders" or "orders.total"; a name may hold a dot itself, so the whole is tried first.
 * @member: (out) (nullable): what follows the dot, in @place */
static gboolean
find_place (AskSchema *draft, const char *place, AskEntity **entity, const char **member, GError **error)
{
  *member = NULL;
  if ((*entity = ask_schema_find_entity (draft, place)) != NULL)
    return TRUE;
  for (const char *dot = strchr (place, '.'); dot != NULL; dot = strchr (dot + 1, '.'))
    {
      g_autofree char *name = g_strndup (place, (gsize) (dot - place));

      *entity = ask_schema_find_entity (draft, name);
      *member = dot + 1;
      if (*entity != NULL)
        return TRUE;
    }
  return set_no_entity (draft, place, error);
}

/* An attribute goes before a metric of the same name. */
static gboolean
is_metric (const AskEntity *entity, const char *member)
{
  return ask_entity_find_attribute (entity, member) == NULL && ask_entity_find_metric (entity, member) != NULL;
}

static char *
edit_set (AskSchema *draft, char **words, const Options *options, GError **error)
{
  const char *field = words[1];
  const char *value = words[2][0] != '\0' ? words[2] : NULL;
  AskEntity *entity;
  const char *member;
  gboolean done;

  if (options->source)
    done = ask_schema_edit_set_source (draft, words[0], field, value, error);
  else if (!find_place (draft, words[0], &entity, &member, error))
    done = FALSE;
  else if (member == NULL)
    done = ask_schema_edit_set_entity (draft, entity->id, field, value, error);
  else if (is_metric (entity, member))
    done = ask_schema_edit_set_metric (draft, entity->id, member, field, value, error);
  /* What is not there yet and is given an expression is a new calculated attribute. */
  else if (ask_entity_find_attribute (entity, member) == NULL && value != NULL && strcmp (field, "expression") == 0)
    done = ask_schema_edit_add_calculated (draft, entity->id, member, value, error);
  else
    done = ask_schema_edit_set_attribute (draft, entity->id, member, field, value, error);
  return done ? g_strdup_printf ("Set %s of %s", field, words[0]) : NULL;
}

/* Entities go in first, so that an area can be made and given its looks at once. */
static char *
edit_area (AskSchema *draft, char **words, const Options *options, GError **error)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  const char *area = words[0][0] != '\0' ? words[0] : NULL;

  for (guint i = 1; words[i] != NULL; i++)
    {
      const AskEntity *entity = find_entity (draft, words[i], error);

      if (entity == NULL)
        return NULL;
      g_ptr_array_add (ids, entity->id);
    }
  if (ids->len > 0 && !ask_schema_edit_set_area (draft, ids, area, error))
    return NULL;
  if (area == NULL)
    return g_strdup_printf ("Took %u out of areas", ids->len);
  if ((options->color >= 0 && !ask_schema_edit_color_area (draft, area, (guint) options->color, error))
      || ((options->fold || options->unfold) && !ask_schema_edit_fold_area (draft, area, options->fold, error))
      || (options->rename != NULL && !ask_schema_edit_rename_area (draft, area, options->rename, error)))
    return NULL;
  if (ids->len == 0 && options->color < 0 && !options->fold && !options->unfold && options->rename == NULL)
    {
      g_set_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_EDIT,
                   "Nothing is said of the area “%s”. Name entities, or an option; see --help.", area);
      return NULL;
    }
  return g_strdup_printf ("Changed area %s", options->rename != NULL ? options->rename : area);
}

static char *
edit_rename (AskSchema *draft, char **words, G_GNUC_UNUSED const Options *options, GError **error)
{
  AskEntity *entity;
  const char *member;
  gboolean done;

  if (!find_place (draft, words[0], &entity, &member, error))
    return NULL;
  if (member == NULL)
    done = ask_schema_edit_rename_entity (draft, entity->id, words[1], error);
  else if (is_metric (entity, member))
    done = ask_schema_edit_rename_metric (draft, entity->id, member, words[1], error);
  else
    done = ask_schema_edit_rename_attribute (draft, entity->id, member, words[1], error);
  return done ? g_strdup_printf ("Renamed %s to %s", words[0], words[1]) : NULL;
}

/* Both ends of a relationship, as ENTITY.ATTRIBUTE. */
typedef struct
{
  AskEntity *entity;
  const char *attribute;
} End;

static gboolean
find_ends (AskSchema *draft, char **words, End ends[2], GError **error)
{
  for (guint i = 0; i < 2; i++)
    {
      if (!find_place (draft, words[i], &ends[i].entity, &ends[i].attribute, error))
        return FALSE;
      if (ends[i].attribute != NULL && ask_entity_find_attribute (ends[i].entity, ends[i].attribute) != NULL)
        continue;
      g_set_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN,
                   "“%s” names no attribute. Write ENTITY.ATTRIBUTE, as in orders.customer_id.", words[i]);
      return FALSE;
    }
  return TRUE;
}

/* Returns: the place of the relationship between the two, -1 where there is none */
static int
find_relationship (AskSchema *draft, const End ends[2])
{
  for (guint i = 0; i < draft->relationships->len; i++)
    {
      const AskRelationship *relationship = draft->relationships->pdata[i];

      if (relationship->from_attributes->len == 1 && g_ascii_strcasecmp (relationship->from, ends[0].entity->name) == 0
          && g_ascii_strcasecmp (relationship->to, ends[1].entity->name) == 0
          && g_ascii_strcasecmp (relationship->from_attributes->pdata[0], ends[0].attribute) == 0
          && g_ascii_strcasecmp (relationship->to_attributes->pdata[0], ends[1].attribute) == 0)
        return (int) i;
    }
  return -1;
}

static char *
edit_relate (AskSchema *draft, char **words, const Options *options, GError **error)
{
  End ends[2];
  int place;

  if (!find_ends (draft, words, ends, error))
    return NULL;
  place = find_relationship (draft, ends);
  if (place < 0)
    {
      if (!ask_schema_edit_relate (draft, ends[0].entity->id, ends[0].attribute, ends[1].entity->id, ends[1].attribute,
                                   error))
        return NULL;
      place = (int) draft->relationships->len - 1;
    }
  if ((options->verb != NULL && !ask_schema_edit_set_relationship (draft, (guint) place, "verb", options->verb, error))
      || (options->cardinality != NULL
          && !ask_schema_edit_set_relationship (draft, (guint) place, "cardinality", options->cardinality, error)))
    return NULL;
  return g_strdup_printf ("Related %s to %s", words[0], words[1]);
}

static char *
edit_unrelate (AskSchema *draft, char **words, G_GNUC_UNUSED const Options *options, GError **error)
{
  End ends[2];
  int place;

  if (!find_ends (draft, words, ends, error))
    return NULL;
  place = find_relationship (draft, ends);
  if (place < 0)
    {
      g_set_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN,
                   "There is no relationship of %s to %s. See “schema show”.", words[0], words[1]);
      return NULL;
    }
  if (!ask_schema_edit_unrelate (draft, (guint) place, error))
    return NULL;
  return g_strdup_printf ("Took away the relationship of %s to %s", words[0], words[1]);
}

static char *
edit_metric (AskSchema *draft, char **words, G_GNUC_UNUSED const Options *options, GError **error)
{
  AskEntity *entity = find_entity (draft, words[0], error);
  gboolean away = words[2][0] == '\0';

  if (entity == NULL
      || !(away ? ask_schema_edit_remove_metric (draft, entity->id, words[1], error)
                : ask_schema_edit_set_metric (draft, entity->id, words[1], "expression", words[2], error)))
    return NULL;
  return g_strdup_printf (away ? "Took the metric %s.%s away" : "Set the metric %s.%s", words[0], words[1]);
}

static char *
edit_query (AskSchema *draft, char **words, G_GNUC_UNUSED const Options *options, GError **error)
{
  AskEntity *entity = ask_schema_find_entity (draft, words[0]);
  gboolean away = words[1][0] == '\0';
  gboolean done;

  if (away)
    done = entity != NULL ? ask_schema_edit_remove_entity (draft, entity->id, error)
                          : set_no_entity (draft, words[0], error);
  else if (entity != NULL)
    done = ask_schema_edit_set_entity (draft, entity->id, "query", words[1], error);
  else
    done = ask_schema_edit_add_query_entity (draft, words[0], words[1], error);
  if (!done)
    return NULL;
  return g_strdup_printf (away ? "Took the query %s away" : "Set the query %s", words[0]);
}

static char *
unbind (AskSchema *draft, const AskEntity *entity, char **words, const Options *options, GError **error)
{
  for (guint i = 0; i < entity->bindings->len; i++)
    {
      const AskBinding *binding = entity->bindings->pdata[i];

      if (strcmp (binding->source, words[1]) != 0 || strcmp (binding->table, words[2]) != 0
          || g_strcmp0 (binding->namespace, options->namespace) != 0)
        continue;
      if (!ask_schema_edit_remove_binding (draft, entity->id, i, error))
        return NULL;
      return g_strdup_printf ("Took %s of %s away from %s", words[2], words[1], words[0]);
    }
  g_set_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN,
               "%s is not bound to %s of %s. See “schema show --format json”.", words[0], words[2], words[1]);
  return NULL;
}

static char *
edit_bind (AskSchema *draft, char **words, const Options *options, GError **error)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new ();
  AskEntity *entity = find_entity (draft, words[0], error);

  if (entity == NULL)
    return NULL;
  if (options->away)
    return unbind (draft, entity, words, options, error);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      g_ptr_array_add (columns, (gpointer) (attribute->column != NULL ? attribute->column : ""));
    }
  g_ptr_array_add (columns, NULL);
  if (!ask_schema_edit_add_binding (draft, entity->id,
                                    &(AskSchemaPlace) { words[1], options->namespace, words[2], ASK_ENTITY_TABLE },
                                    (const char *const *) columns->pdata, error))
    return NULL;
  return g_strdup_printf ("Bound %s to %s of %s, too", words[0], words[2], words[1]);
}

/* Returns: the place of the parameter, -1 with @error */
static int
find_parameter (const AskEntity *entity, const char *name, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; entity->operation != NULL && i < entity->operation->parameters->len; i++)
    {
      const AskParameter *parameter = entity->operation->parameters->pdata[i];

      if (strcmp (parameter->name, name) == 0)
        return (int) i;
      g_string_append_printf (known, "%s%s", i > 0 ? ", " : " It has ", parameter->name);
    }
  g_set_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN, "“%s” has no parameter “%s”.%s%s", entity->name, name,
               known->str, known->len > 0 ? "." : "");
  return -1;
}

static char *
edit_parameter (AskSchema *draft, char **words, const Options *options, GError **error)
{
  AskEntity *entity = find_entity (draft, words[0], error);
  const char *value = words[2][0] != '\0' ? words[2] : NULL;
  gboolean equals = g_strcmp0 (options->use, "equals") == 0;
  g_autofree char *id = NULL;
  int place;

  if (entity == NULL || (place = find_parameter (entity, words[1], error)) < 0)
    return NULL;
  id = g_strdup (entity->id);
  /* Anything can be equalled, and not anything bounded. */
  if (equals && !ask_schema_edit_set_parameter (draft, id, (guint) place, "use", options->use, error))
    return NULL;
  if (!ask_schema_edit_set_parameter (draft, id, (guint) place, options->fixed ? "fixed" : "attribute", value, error)
      /* It takes the one or the other. */
      || (value != NULL
          && !ask_schema_edit_set_parameter (draft, id, (guint) place, options->fixed ? "attribute" : "fixed", NULL,
                                             error)))
    return NULL;
  if (options->use != NULL && !equals
      && !ask_schema_edit_set_parameter (draft, id, (guint) place, "use", options->use, error))
    return NULL;
  if (value == NULL)
    return g_strdup_printf ("Sent nothing as %s of %s any more", words[1], words[0]);
  return g_strdup_printf ("Sent %s as %s of %s", value, words[1], words[0]);
}

static char *
edit_remove (AskSchema *draft, char **words, G_GNUC_UNUSED const Options *options, GError **error)
{
  AskEntity *entity = find_entity (draft, words[0], error);

  if (entity == NULL || !ask_schema_edit_remove_entity (draft, entity->id, error))
    return NULL;
  return g_strdup_printf ("Removed %s", words[0]);
}

static const EditVerb verbs[] = {
  { { "schema set", "ENTITY[.ATTRIBUTE] FIELD VALUE",
      "Sets a field: description, synonyms (one in a line), notes, hidden, query; of an attribute or a metric also "
      "unit, of an attribute type, meaning, sharing, examples, sensitive, expression, key. An empty VALUE takes it "
      "away. With --source: description, statements (what its business calls things, one in a line) and "
      "sharing of a source.",
      3, 3 },
    OPTION_SOURCE,
    edit_set },
  { { "schema rename", "ENTITY[.ATTRIBUTE] NAME",
      "Renames an entity, an attribute or a metric, wherever it is named: in relationships, expressions, queries and "
      "verified questions.",
      2, 2 },
    0,
    edit_rename },
  { { "schema area", "AREA [ENTITY…]",
      "Puts entities into an area of the diagram, which is made where it is not there, or changes the area. An empty "
      "AREA takes them out of theirs.",
      1, G_MAXINT },
    OPTION_RENAME | OPTION_COLOR | OPTION_FOLD | OPTION_UNFOLD,
    edit_area },
  { { "schema relate", "ENTITY.ATTRIBUTE ENTITY.ATTRIBUTE",
      "Says that each of the first refers to one of the second; where that is said already, sets its verb or "
      "cardinality.",
      2, 2 },
    OPTION_VERB | OPTION_CARDINALITY,
    edit_relate },
  { { "schema unrelate", "ENTITY.ATTRIBUTE ENTITY.ATTRIBUTE", "Takes a relationship away.", 2, 2 }, 0, edit_unrelate },
  { { "schema metric", "ENTITY NAME EXPRESSION",
      "Gives a figure a name: “schema metric orders revenue 'sum(total)'”. An empty EXPRESSION takes it away.", 3, 3 },
    0,
    edit_metric },
  { { "schema query", "NAME SELECT",
      "Makes an entity of a query over other entities, or gives it another query. An empty SELECT takes the entity "
      "away.",
      2, 2 },
    0,
    edit_query },
  { { "schema bind", "ENTITY SOURCE TABLE",
      "Says that a table of another source holds the same rows, under the same column names. A query reads whichever "
      "lies nearer to what else it needs.",
      3, 3 },
    OPTION_NAMESPACE | OPTION_AWAY,
    edit_bind },
  { { "schema parameter", "ENTITY PARAMETER ATTRIBUTE",
      "Says what an API's parameter means: which attribute it equals, or bounds. An empty ATTRIBUTE takes it away. With "
      "--fixed the third word is the value that is always sent.",
      3, 3 },
    OPTION_FIXED | OPTION_USE,
    edit_parameter },
  { { "schema remove", "ENTITY",
      "Takes an entity out of the schema, with what refers to it. Its source keeps the table; earlier versions keep "
      "the entity.",
      1, 1 },
    0,
    edit_remove },
};

/* Says on stderr what does not fit any more. */
static gboolean
tell_breaks (AskWorkspace *workspace, AskSchema *before, AskSchema *after, GError **error)
{
  g_autoptr (GPtrArray) breaks = ask_workspace_find_edit_breaks (workspace, before, after, error);

  for (guint i = 0; breaks != NULL && i < breaks->len; i++)
    {
      const AskBreak *item = breaks->pdata[i];

      g_printerr ("This breaks “%s”: %s\n", item->name, item->message);
    }
  return breaks != NULL;
}

/* The edit of a row: on the newest schema, or in the draft, and saved unless somebody else has changed the same since. */
static AskExit
run_edit (AskCli *cli, const EditVerb *row, int argc, char **argv)
{
  Options options = { .color = -1 };
  const GOptionEntry all[]
    = { { "source", 0, 0, G_OPTION_ARG_NONE, &options.source, "The first word is a source, not an entity", NULL },
        { "verb", 0, 0, G_OPTION_ARG_STRING, &options.verb, "How it reads: “is placed by”", "WORDS" },
        { "cardinality", 0, 0, G_OPTION_ARG_STRING, &options.cardinality, "many-to-one, one-to-one or many-to-many",
          "WORD" },
        { "namespace", 0, 0, G_OPTION_ARG_STRING, &options.namespace,
          "The schema of the database that the table lies in", "NAME" },
        { "away", 0, 0, G_OPTION_ARG_NONE, &options.away, "Takes such a place away again", NULL },
        { "fixed", 0, 0, G_OPTION_ARG_NONE, &options.fixed, "The third word is a value, not an attribute", NULL },
        { "use", 0, 0, G_OPTION_ARG_STRING, &options.use,
          "equals, at-least, at-most, above or below; as its name says where it is not given", "WORD" },
        { "rename", 0, 0, G_OPTION_ARG_STRING, &options.rename, "Its new name", "NAME" },
        { "color", 0, 0, G_OPTION_ARG_INT, &options.color, "0 to 7", "N" },
        { "fold", 0, 0, G_OPTION_ARG_NONE, &options.fold, "Draws it as one box", NULL },
        { "unfold", 0, 0, G_OPTION_ARG_NONE, &options.unfold, "Draws its entities again", NULL } };
  GOptionEntry entries[G_N_ELEMENTS (all) + 1] = { G_OPTION_ENTRY_NULL };
  AskCliVerb verb = row->verb;
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchema) before = NULL;
  g_autoptr (AskSchema) draft = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *done = NULL;
  AskEditBase base;
  guint n = 0;
  AskExit code;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if ((row->options & (1u << i)) != 0)
      entries[n++] = all[i];
  verb.entries = entries;
  workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code);
  if (workspace != NULL)
    {
      before = ask_workspace_load_edited (workspace, &base, &error);
      draft = before != NULL ? ask_schema_fork (before) : NULL;
      if (draft != NULL)
        done = row->edit (draft, argv + 1, &options, &error);
      /* Before it is saved: then the SQL of verified questions has the new names. */
      if (done == NULL || !tell_breaks (workspace, before, draft, &error)
          || !ask_workspace_save_edit (workspace, &base, draft, done, NULL, &error))
        code = ask_cli_failed (error);
      else
        g_print (base.draft ? "%s, in the draft\n" : "%s\n", done);
    }
  g_free (options.verb);
  g_free (options.cardinality);
  g_free (options.namespace);
  g_free (options.use);
  g_free (options.rename);
  return code;
}

/** ask_cli_schema_edit: Returns: the exit code of the edit that the first of @argv names: "set", "rename", … */
AskExit
ask_cli_schema_edit (AskCli *cli, int argc, char **argv)
{
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    if (strcmp (verbs[i].verb.command + strlen ("schema "), argv[0]) == 0)
      return run_edit (cli, &verbs[i], argc, argv);
  g_return_val_if_reached (ASK_EXIT_USAGE);
}
