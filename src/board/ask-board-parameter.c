/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values in the tiles' SQL that are set once for all of them. Which literals they are is found as the slots of verified
 * questions are, and what each is compared with is looked up in the schema. The SQL of a tile stays what it was pinned as.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-match-slots.h"
#include "base/ask-error.h"
#include "base/ask-text.h"
#include "board/ask-board-private.h"

#include <glib/gi18n.h>

/* Years before the default that are offered where nobody knows which there are. */
#define YEARS_BEFORE 5
#define MAX_CHOICES 1000

/* ---- what a literal is compared with */

typedef struct
{
  guint32 at;
  const AskSqlExpr *found;
} Search;

static gboolean
note_column (AskSqlExpr *expr, gpointer data)
{
  Search *search = data;

  if (expr->kind == ASK_EXPR_COLUMN && expr->span.start == search->at && expr->span.end > 0)
    search->found = expr;
  return TRUE;
}

/* Returns: (nullable): what the literal is compared with; @entity: (out): whose that is */
static const AskAttribute *
find_attribute (AskSqlTree *tree, const AskLiteral *literal, const AskEntity **entity)
{
  Search search = { literal->column_at, NULL };
  AskSqlVisit visit = { .expr = note_column, .user_data = &search };

  *entity = NULL;
  if (literal->column == NULL)
    return NULL;
  ask_sql_walk_select (tree->select, &visit);
  return ask_schema_reader_find_attribute (search.found, entity);
}

/* Returns: (transfer full) (nullable): the slot as a parameter; %NULL where it is compared with nothing that is known */
static AskBoardParameter *
read_slot (const AskSlots *slots, const AskSlot *slot, AskSqlTree *tree)
{
  static const AskBoardParameterKind kinds[]
    = { ASK_BOARD_PARAMETER_TEXT, ASK_BOARD_PARAMETER_NUMBER, ASK_BOARD_PARAMETER_YEAR };
  g_autoptr (AskBoardParameter) parameter = NULL;

  if (slot->kind == ASK_SLOT_LIMIT)
    return NULL;
  parameter = ask_board_parameter_new (kinds[slot->kind], slot->text);
  for (guint i = 0; i < slot->literals->len; i++)
    {
      const AskLiteral *literal
        = &g_array_index (slots->literals, AskLiteral, g_array_index (slot->literals, guint, i));
      const AskEntity *entity;
      const AskAttribute *attribute = find_attribute (tree, literal, &entity);

      if (attribute != NULL)
        ask_board_parameter_add_place (parameter, entity->name, attribute->name);
    }
  return parameter->places->len > 0 ? g_steal_pointer (&parameter) : NULL;
}

/* Texts and numbers are one parameter where they are compared with attributes of one name: the city of customers, and of
 * stores. Years are, whatever date they are of. */
static gboolean
is_same_thing (const AskBoardParameter *a, const AskBoardParameter *b)
{
  if (a->kind != b->kind || strcmp (a->text, b->text) != 0)
    return FALSE;
  if (a->kind == ASK_BOARD_PARAMETER_YEAR)
    return TRUE;
  for (guint i = 0; i < a->places->len; i++)
    for (guint k = 0; k < b->places->len; k++)
      if (g_ascii_strcasecmp (((AskBoardPlace *) a->places->pdata[i])->attribute,
                              ((AskBoardPlace *) b->places->pdata[k])->attribute)
          == 0)
        return TRUE;
  return FALSE;
}

static void
take_places (AskBoardParameter *to, const AskBoardParameter *from)
{
  for (guint i = 0; i < from->places->len; i++)
    {
      const AskBoardPlace *place = from->places->pdata[i];

      ask_board_parameter_add_place (to, place->entity, place->attribute);
    }
}

static void
name_parameter (AskBoardParameter *self)
{
  g_autofree char *words = ask_text_to_words (((AskBoardPlace *) self->places->pdata[0])->attribute);

  if (self->kind == ASK_BOARD_PARAMETER_YEAR)
    ask_board_parameter_set_title (self, _ ("Year"));
  else
    {
      g_autofree char *first = g_utf8_substring (words, 0, MIN (1, g_utf8_strlen (words, -1)));
      g_autofree char *upper = g_utf8_strup (first, -1);
      g_autofree char *title = g_strconcat (upper, words + strlen (first), NULL);

      ask_board_parameter_set_title (self, title);
    }
}

static gboolean
has_already (const AskBoard *self, const AskBoardParameter *found)
{
  for (guint i = 0; i < self->parameters->len; i++)
    if (is_same_thing (self->parameters->pdata[i], found))
      return TRUE;
  return FALSE;
}

static void
add_suggestions (const AskTile *tile, AskSchemaReader *reader, GPtrArray *list)
{
  g_autoptr (AskSqlTree) tree = tile->sql != NULL ? ask_schema_reader_parse (reader, tile->sql, NULL) : NULL;
  g_autoptr (AskSlots) slots = tree != NULL ? ask_slots_new (tile->sql, NULL) : NULL;

  for (guint s = 0; slots != NULL && s < slots->items->len; s++)
    {
      g_autoptr (AskBoardParameter) found = read_slot (slots, slots->items->pdata[s], tree);
      AskBoardParameter *same = NULL;

      for (guint i = 0; found != NULL && i < list->len && same == NULL; i++)
        if (is_same_thing (list->pdata[i], found))
          same = list->pdata[i];
      if (found == NULL)
        continue;
      if (same == NULL)
        g_ptr_array_add (list, same = g_steal_pointer (&found));
      else
        take_places (same, found);
      same->n_tiles++;
    }
}

static int
compare_reach (gconstpointer a, gconstpointer b)
{
  const AskBoardParameter *one = *(AskBoardParameter *const *) a;
  const AskBoardParameter *other = *(AskBoardParameter *const *) b;

  if (one->n_tiles != other->n_tiles)
    return one->n_tiles > other->n_tiles ? -1 : 1;
  return one->kind != other->kind ? (int) one->kind - (int) other->kind : strcmp (one->text, other->text);
}

/**
 * ask_board_suggest_parameters:
 * @self: a board
 * @reader: over the schema of the workspace
 *
 * Returns: (transfer container) (element-type AskBoardParameter): values in the SQL of its tiles that could be set once for
 *   all of them and are not yet; those that reach most tiles first
 */
GPtrArray *
ask_board_suggest_parameters (const AskBoard *self, AskSchemaReader *reader)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_board_parameter_free);

  for (guint i = 0; i < self->tiles->len; i++)
    add_suggestions (self->tiles->pdata[i], reader, list);
  for (guint i = list->len; i-- > 0;)
    if (has_already (self, list->pdata[i]))
      g_ptr_array_remove_index (list, i);
    else
      name_parameter (list->pdata[i]);
  if (list->len > 0)
    g_ptr_array_sort (list, compare_reach);
  return list;
}

/* ---- values */

/**
 * ask_board_parameter_check_value:
 * @value: what somebody typed or chose
 * @error: %ASK_BOARD_ERROR_VALUE
 *
 * Returns: whether it can stand in the place of the default
 */
gboolean
ask_board_parameter_check_value (const AskBoardParameter *self, const char *value, GError **error)
{
  AskValue number;

  switch (self->kind)
    {
    case ASK_BOARD_PARAMETER_YEAR:
      if (strlen (value) == 4 && strspn (value, "0123456789") == 4 && strcmp (value, "1800") >= 0
          && strcmp (value, "2199") <= 0)
        return TRUE;
      ask_error_set (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_VALUE,
                     N_ ("“%s” is no year for the parameter “%s”. Give one from 1800 to 2199."), value, self->title);
      return FALSE;
    case ASK_BOARD_PARAMETER_NUMBER:
      if (ask_text_to_number (value, &number))
        return TRUE;
      ask_error_set (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_VALUE,
                     N_ ("“%s” is no number for the parameter “%s”. Write one such as 12 or 12.5."), value,
                     self->title);
      return FALSE;
    case ASK_BOARD_PARAMETER_TEXT:
    default:
      if (*value != '\0' && strlen (value) <= ASK_BOARD_MAX_TEXT && g_utf8_validate (value, -1, NULL))
        return TRUE;
      ask_error_set (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_VALUE,
                     N_ ("The parameter “%s” needs a value. Choose one, or go back to its default."), self->title);
      return FALSE;
    }
}

/**
 * ask_board_parameter_set_value:
 * @value: (nullable): what is put in the place of the default; %NULL for that
 * @error: %ASK_BOARD_ERROR_VALUE
 *
 * Sets it in memory: what tiles gave with that value is found at once, and a refresh runs them with it. A save keeps it.
 *
 * Returns: whether it could be set
 */
gboolean
ask_board_parameter_set_value (AskBoardParameter *self, const char *value, GError **error)
{
  if (value != NULL && !ask_board_parameter_check_value (self, value, error))
    return FALSE;
  ask_text_set (&self->value, g_strcmp0 (value, self->text) == 0 ? NULL : value);
  return TRUE;
}

static gboolean
fits_slot (const AskBoardParameter *self, const AskBoardParameter *slot)
{
  if (self->kind != slot->kind || strcmp (self->text, slot->text) != 0)
    return FALSE;
  for (guint i = 0; i < slot->places->len; i++)
    {
      const AskBoardPlace *place = slot->places->pdata[i];

      if (ask_board_parameter_has_place (self, place->entity, place->attribute))
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_board_fill:
 * @tile: with SQL
 * @reader: over the schema of the workspace
 *
 * Returns: (transfer full): its SQL with the values of the parameters; byte for byte where all are at their defaults
 */
char *
ask_board_fill (const AskBoard *self, const AskTile *tile, AskSchemaReader *reader)
{
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (AskSlots) slots = NULL;
  g_autofree char **values = NULL;
  gboolean any = FALSE;

  for (guint i = 0; i < self->parameters->len; i++)
    any = any || ((AskBoardParameter *) self->parameters->pdata[i])->value != NULL;
  if (any)
    tree = ask_schema_reader_parse (reader, tile->sql, NULL);
  if (tree == NULL)
    return g_strdup (tile->sql);
  slots = ask_slots_new (tile->sql, NULL);
  values = g_new0 (char *, slots->items->len + 1);
  for (guint s = 0; s < slots->items->len; s++)
    {
      g_autoptr (AskBoardParameter) slot = read_slot (slots, slots->items->pdata[s], tree);

      for (guint i = 0; slot != NULL && i < self->parameters->len; i++)
        if (fits_slot (self->parameters->pdata[i], slot))
          values[s] = ((AskBoardParameter *) self->parameters->pdata[i])->value;
    }
  return ask_slots_fill (slots, values);
}

/* ---- choices */

static gboolean
add_years (const AskBoardParameter *self, AskWorkspace *workspace, GPtrArray *choices, GError **error)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  int text = (int) g_ascii_strtoll (self->text, NULL, 10);
  int last = MAX (text, g_date_time_get_year (now));

  for (int year = last; year >= MIN (text, last - 40); year--)
    {
      g_autofree char *digits = g_strdup_printf ("%04d", year);
      g_autoptr (GPtrArray) hits = ask_workspace_find_value (workspace, digits, error);
      gboolean there = FALSE;

      if (hits == NULL)
        return FALSE;
      for (guint i = 0; i < hits->len && !there; i++)
        {
          const AskValueHit *hit = hits->pdata[i];

          there = ask_board_parameter_has_place (self, hit->entity, hit->attribute);
        }
      if (there)
        g_ptr_array_add (choices, g_steal_pointer (&digits));
    }
  /* What lies behind an API or a server is not indexed. */
  if (choices->len == 0)
    for (int year = last; year >= text - YEARS_BEFORE; year--)
      g_ptr_array_add (choices, g_strdup_printf ("%04d", year));
  return TRUE;
}

static gboolean
add_values (AskWorkspace *workspace, const AskSchema *schema, const AskBoardPlace *there, GHashTable *seen,
            GPtrArray *choices, GError **error)
{
  const AskEntity *entity = ask_schema_find_entity ((AskSchema *) schema, there->entity);
  const AskAttribute *attribute = entity != NULL ? ask_entity_find_attribute (entity, there->attribute) : NULL;
  g_autoptr (GPtrArray) values = NULL;

  if (attribute == NULL || attribute->column == NULL || entity->table == NULL)
    return TRUE;
  values = ask_workspace_list_values (workspace, &(AskValuePlace) { entity->source, entity->table, attribute->column },
                                      error);
  for (guint i = 0; values != NULL && i < values->len && choices->len < MAX_CHOICES; i++)
    if (g_hash_table_add (seen, g_strdup (values->pdata[i])))
      g_ptr_array_add (choices, g_strdup (values->pdata[i]));
  return values != NULL;
}

/**
 * ask_board_parameter_list_choices:
 * @self: a parameter
 * @workspace: whose index of values is looked into; no source is asked
 * @error: %ASK_STORE_ERROR_OPEN where it cannot be read
 *
 * Returns: (transfer container) (element-type utf8): values that the data has, at most 1,000; perhaps none, then it is
 *   to be typed
 */
GPtrArray *
ask_board_parameter_list_choices (const AskBoardParameter *self, AskWorkspace *workspace, GError **error)
{
  g_autoptr (GPtrArray) choices = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (AskSchema) schema = NULL;

  if (self->kind == ASK_BOARD_PARAMETER_YEAR)
    return add_years (self, workspace, choices, error) ? g_steal_pointer (&choices) : NULL;
  if ((schema = ask_workspace_load_schema (workspace, error)) == NULL)
    return NULL;
  for (guint i = 0; self->kind == ASK_BOARD_PARAMETER_TEXT && i < self->places->len; i++)
    if (!add_values (workspace, schema, self->places->pdata[i], seen, choices, error))
      return NULL;
  if (choices->len > 0)
    g_ptr_array_sort (choices, ask_text_compare);
  return g_steal_pointer (&choices);
}
