/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row a parameter: its name, its value and what that is. What was typed is turned into a literal when the statement
 * runs, so a value keeps its digits.
 *
 * ::run: Enter was pressed in a field.
 */
#include "config.h"

#include "app/query/ask-query-parameters.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "base/ask-json.h"
#include "sql/ask-sql-parameter.h"

/* What a value may be said to be, as the list shows it. */
static const struct
{
  AskType type;
  const char *word;
  const char *name;
} kinds[] = {
  { ASK_TYPE_ANY, "any", N_ ("Number or text") },    { ASK_TYPE_TEXT, "text", N_ ("Text") },
  { ASK_TYPE_REAL, "number", N_ ("Number") },        { ASK_TYPE_DATE, "date", N_ ("Date") },
  { ASK_TYPE_BOOLEAN, "boolean", N_ ("Yes or no") },
};
#define NOTHING G_N_ELEMENTS (kinds)

/**
 * Value:
 * @kind: among the kinds, or NOTHING for NULL
 */
typedef struct
{
  char *text;
  guint kind;
} Value;

struct _AskQueryParameters
{
  GtkWidget parent_instance;
  GtkWidget *grid;
  GHashTable *values; /* name → Value, of all that were ever given in this tab */
  GPtrArray *names; /* utf8: of those that are shown */
  guint n_rows;
};

G_DEFINE_FINAL_TYPE (AskQueryParameters, ask_query_parameters, GTK_TYPE_WIDGET)

static guint run_signal;

static void
value_free (gpointer data)
{
  g_free (((Value *) data)->text);
  g_free (data);
}

static guint
find_kind (AskType type)
{
  switch (type)
    {
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_REAL:
    case ASK_TYPE_DECIMAL:
      return 2;
    case ASK_TYPE_DATE:
    case ASK_TYPE_DATETIME:
      return 3;
    case ASK_TYPE_BOOLEAN:
      return 4;
    case ASK_TYPE_TEXT:
      return 1;
    default:
      return 0;
    }
}

static void
keep (AskQueryParameters *self, const char *name, const char *text, guint kind)
{
  Value *value = g_new0 (Value, 1);

  value->text = g_strdup (text);
  value->kind = MIN (kind, NOTHING);
  g_hash_table_insert (self->values, g_strdup (name), value);
}

static GtkWidget *
get_entry (AskQueryParameters *self, guint row)
{
  return gtk_grid_get_child_at (GTK_GRID (self->grid), 1, (int) row);
}

static GtkWidget *
get_choice (AskQueryParameters *self, guint row)
{
  return gtk_grid_get_child_at (GTK_GRID (self->grid), 2, (int) row);
}

static void
read_rows (AskQueryParameters *self)
{
  for (guint i = 0; i < self->n_rows; i++)
    keep (self, self->names->pdata[i], gtk_editable_get_text (GTK_EDITABLE (get_entry (self, i))),
          gtk_drop_down_get_selected (GTK_DROP_DOWN (get_choice (self, i))));
}

static void
activated (AskQueryParameters *self)
{
  g_signal_emit (self, run_signal, 0);
}

/* NULL needs no text. */
static void
kind_chosen (GtkDropDown *choice, GParamSpec *pspec, GtkWidget *entry)
{
  gtk_widget_set_sensitive (entry, gtk_drop_down_get_selected (choice) != NOTHING);
}

static void
add_row (AskQueryParameters *self, const AskSqlParameter *parameter)
{
  const Value *value = g_hash_table_lookup (self->values, parameter->name);
  GtkWidget *label = gtk_label_new (parameter->name);
  GtkWidget *entry = gtk_entry_new ();
  const char *names[G_N_ELEMENTS (kinds) + 2] = { NULL };
  g_autofree char *says = NULL;
  GtkWidget *choice;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    names[i] = _ (kinds[i].name);
  names[NOTHING] = _ ("Nothing (NULL)");
  choice = gtk_drop_down_new_from_strings (names);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), parameter->column);
  if (value != NULL)
    gtk_editable_set_text (GTK_EDITABLE (entry), value->text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, parameter->name, -1);
  /* Translators: a parameter's name: what its value is, a number or a text. */
  says = g_strdup_printf (_ ("What %s is"), parameter->name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL, says, -1);
  gtk_grid_attach (GTK_GRID (self->grid), label, 0, (int) self->n_rows, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), entry, 1, (int) self->n_rows, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), choice, 2, (int) self->n_rows, 1, 1);
  g_signal_connect_object (entry, "activate", G_CALLBACK (activated), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (choice, "notify::selected", G_CALLBACK (kind_chosen), entry, 0);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), value != NULL ? value->kind : find_kind (parameter->type));
  g_ptr_array_add (self->names, g_strdup (parameter->name));
  self->n_rows++;
}

static gboolean
shows (AskQueryParameters *self, GPtrArray *parameters)
{
  if (self->n_rows != parameters->len)
    return FALSE;
  for (guint i = 0; i < self->n_rows; i++)
    if (!g_str_equal (self->names->pdata[i], ((const AskSqlParameter *) parameters->pdata[i])->name))
      return FALSE;
  return TRUE;
}

/**
 * ask_query_parameters_ask:
 * @parameters: (element-type AskSqlParameter): of the statement that is to run
 *
 * Shows a row for each; without any, nothing.
 *
 * Returns: whether all have a value already; else the first that has none is focused
 */
gboolean
ask_query_parameters_ask (AskQueryParameters *self, GPtrArray *parameters)
{
  int missing = -1;

  g_return_val_if_fail (ASK_IS_QUERY_PARAMETERS (self), TRUE);
  if (shows (self, parameters))
    {
      read_rows (self);
      return TRUE;
    }
  read_rows (self);
  while (self->n_rows > 0)
    gtk_grid_remove_row (GTK_GRID (self->grid), (int) --self->n_rows);
  g_ptr_array_set_size (self->names, 0);
  for (guint i = 0; i < parameters->len; i++)
    {
      const AskSqlParameter *parameter = parameters->pdata[i];

      if (missing < 0 && !g_hash_table_contains (self->values, parameter->name))
        missing = (int) i;
      add_row (self, parameter);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), self->n_rows > 0);
  if (missing >= 0)
    gtk_widget_grab_focus (get_entry (self, (guint) missing));
  return missing < 0;
}

/* Returns: (transfer full) (nullable): what stands for it */
static char *
make_literal (AskQueryParameters *self, const char *name, GError **error)
{
  const Value *value = g_hash_table_lookup (self->values, name);
  char *literal;

  if (value == NULL || value->kind == NOTHING)
    return g_strdup ("NULL");
  literal = ask_sql_make_literal (value->text, kinds[value->kind].type, error);
  if (literal == NULL)
    /* Translators: a parameter's name, before what is wrong with its value. */
    ask_error_prefix (error, N_ ("%s: "), name);
  return literal;
}

/**
 * ask_query_parameters_put:
 * @sql: the statement that was asked about
 * @error: where a value is not what it is said to be
 *
 * Returns: (transfer full) (nullable): the same with what was given in the place of its parameters
 */
char *
ask_query_parameters_put (AskQueryParameters *self, const char *sql, GError **error)
{
  g_autoptr (GPtrArray) parameters = ask_sql_list_parameters (sql, NULL);
  g_autoptr (GPtrArray) literals = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (ASK_IS_QUERY_PARAMETERS (self), NULL);
  for (guint i = 0; i < parameters->len; i++)
    {
      char *literal = make_literal (self, ((const AskSqlParameter *) parameters->pdata[i])->name, error);

      if (literal == NULL)
        return NULL;
      g_ptr_array_add (literals, literal);
    }
  return ask_sql_put_parameters (sql, parameters, (const char *const *) literals->pdata);
}

/** ask_query_parameters_to_json: Returns: (transfer full) (nullable): what was given, to be kept; %NULL where nothing was */
char *
ask_query_parameters_to_json (AskQueryParameters *self)
{
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  GHashTableIter iter;
  gpointer name, data;

  g_return_val_if_fail (ASK_IS_QUERY_PARAMETERS (self), NULL);
  read_rows (self);
  if (g_hash_table_size (self->values) == 0)
    return NULL;
  g_hash_table_iter_init (&iter, self->values);
  while (g_hash_table_iter_next (&iter, &name, &data))
    {
      const Value *value = data;
      JsonObject *member = json_object_new ();

      json_object_set_string_member (member, "text", value->text);
      json_object_set_string_member (member, "type", value->kind < NOTHING ? kinds[value->kind].word : "null");
      json_object_set_object_member (object, name, member);
    }
  json_node_set_object (node, object);
  return json_to_string (node, FALSE);
}

static void
read_member (JsonObject *object, const char *name, JsonNode *node, gpointer self)
{
  JsonObject *member = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *type = member != NULL ? ask_json_get_string (member, "type") : NULL;
  const char *text = member != NULL ? ask_json_get_string (member, "text") : NULL;
  guint kind = 0;

  while (kind < NOTHING && g_strcmp0 (type, kinds[kind].word) != 0)
    kind++;
  if (type != NULL)
    keep (self, name, text != NULL ? text : "", kind);
}

/** ask_query_parameters_set_json: @json: (nullable): from ask_query_parameters_to_json() */
void
ask_query_parameters_set_json (AskQueryParameters *self, const char *json)
{
  g_autoptr (JsonNode) node = json != NULL ? ask_json_parse (json, -1, NULL) : NULL;

  g_return_if_fail (ASK_IS_QUERY_PARAMETERS (self));
  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    json_object_foreach_member (json_node_get_object (node), read_member, self);
}

static void
ask_query_parameters_dispose (GObject *object)
{
  AskQueryParameters *self = ASK_QUERY_PARAMETERS (object);

  self->n_rows = 0;
  g_clear_pointer (&self->grid, gtk_widget_unparent);
  G_OBJECT_CLASS (ask_query_parameters_parent_class)->dispose (object);
}

static void
ask_query_parameters_finalize (GObject *object)
{
  AskQueryParameters *self = ASK_QUERY_PARAMETERS (object);

  g_hash_table_unref (self->values);
  g_ptr_array_unref (self->names);
  G_OBJECT_CLASS (ask_query_parameters_parent_class)->finalize (object);
}

static void
ask_query_parameters_class_init (AskQueryParametersClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_query_parameters_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_query_parameters_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  run_signal = g_signal_new ("run", ASK_TYPE_QUERY_PARAMETERS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ask_query_parameters_init (AskQueryParameters *self)
{
  self->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, value_free);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->grid = g_object_new (GTK_TYPE_GRID, "row-spacing", 6, "column-spacing", 9, NULL);
  gtk_widget_set_parent (self->grid, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
