/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A body is an object whose members are named by dotted names, "filter.city". It is printed with its
 * members in the order of their names, so that the same search is the same text whoever asks. Numbers
 * keep their digits: they are never read as doubles here.
 */
#include "config.h"

#include "source/rest/ask-rest-body.h"

#include <string.h>

#include "base/ask-json.h"

/* An object, or where @text is set a value. */
struct _AskRestBody
{
  char *text;
  GHashTable *members; /* name → AskRestBody */
};

/** ask_rest_body_new: Returns: (transfer full): an empty object */
AskRestBody *
ask_rest_body_new (void)
{
  AskRestBody *self = g_new0 (AskRestBody, 1);

  self->members = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ask_rest_body_free);
  return self;
}

/** ask_rest_body_free: frees @self with its members */
void
ask_rest_body_free (AskRestBody *self)
{
  g_free (self->text);
  g_hash_table_unref (self->members);
  g_free (self);
}

/* Returns: whether the member was free: a value has no members, and an object is no value */
static gboolean
set (AskRestBody *self, const char *name, char *text)
{
  g_auto (GStrv) names = g_strsplit (name, ".", -1);
  AskRestBody *at = self;

  for (guint i = 0; names[i] != NULL; i++)
    {
      AskRestBody *next = g_hash_table_lookup (at->members, names[i]);
      gboolean is_last = names[i + 1] == NULL;

      if (next != NULL && (is_last || next->text != NULL))
        {
          g_free (text);
          return FALSE;
        }
      if (next == NULL)
        {
          next = ask_rest_body_new ();
          g_hash_table_insert (at->members, g_strdup (names[i]), next);
        }
      at = next;
    }
  if (at == self)
    {
      g_free (text);
      return FALSE;
    }
  at->text = text;
  return TRUE;
}

/* RFC 8259's grammar: "07", "+1", ".5" and "inf" are none. */
static gboolean
is_number (const char *text)
{
  const char *p = text + (*text == '-');

  if (*p == '0')
    p++;
  else if (g_ascii_isdigit (*p))
    while (g_ascii_isdigit (*p))
      p++;
  else
    return FALSE;
  if (*p == '.')
    {
      if (!g_ascii_isdigit (*++p))
        return FALSE;
      while (g_ascii_isdigit (*p))
        p++;
    }
  if (*p == 'e' || *p == 'E')
    {
      p++;
      if (*p == '+' || *p == '-')
        p++;
      if (!g_ascii_isdigit (*p))
        return FALSE;
      while (g_ascii_isdigit (*p))
        p++;
    }
  return *p == '\0';
}

/* What is no value of the parameter's own type goes as text: the API may say what it thinks of it. */
static void
append_argument (GString *text, const AskParameter *parameter, const char *argument)
{
  gboolean bare = FALSE;

  switch (parameter->type)
    {
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_REAL:
    case ASK_TYPE_DECIMAL:
      bare = is_number (argument);
      break;
    case ASK_TYPE_BOOLEAN:
      bare = strcmp (argument, "true") == 0 || strcmp (argument, "false") == 0;
      break;
    case ASK_TYPE_ANY:
    case ASK_TYPE_TEXT:
    case ASK_TYPE_DATE:
    case ASK_TYPE_DATETIME:
    case ASK_TYPE_JSON:
    case ASK_TYPE_BLOB:
    default:
      break;
    }
  if (bare)
    g_string_append (text, argument);
  else
    ask_json_append_string (text, argument, -1);
}

/**
 * ask_rest_body_set_argument:
 * @parameter: in the body
 * @arguments: (element-type utf8): its values; one, unless it takes a list
 *
 * Returns: whether its member was free; %FALSE where another parameter has it, or a part of it
 */
gboolean
ask_rest_body_set_argument (AskRestBody *self, const AskParameter *parameter, GPtrArray *arguments)
{
  GString *text = g_string_new (NULL);
  gboolean list = parameter->style != ASK_ARRAY_NONE;

  if (list)
    g_string_append_c (text, '[');
  for (guint i = 0; i < (list ? arguments->len : MIN (1, arguments->len)); i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      append_argument (text, parameter, arguments->pdata[i]);
    }
  if (list)
    g_string_append_c (text, ']');
  return set (self, parameter->name, g_string_free (text, FALSE));
}

/**
 * ask_rest_body_set_number:
 * @name: of a member; a dot leads into an object
 * @number: its digits
 *
 * Returns: whether the member was free
 */
gboolean
ask_rest_body_set_number (AskRestBody *self, const char *name, const char *number)
{
  return set (self, name, g_strdup (number));
}

/**
 * ask_rest_body_set_text:
 * @name: of a member; a dot leads into an object
 * @text: in UTF-8, not yet escaped
 *
 * Returns: whether the member was free
 */
gboolean
ask_rest_body_set_text (AskRestBody *self, const char *name, const char *text)
{
  GString *json = g_string_new (NULL);

  ask_json_append_string (json, text, -1);
  return set (self, name, g_string_free (json, FALSE));
}

static void
print (const AskRestBody *self, GString *text)
{
  g_autoptr (GList) names = NULL;
  gboolean first = TRUE;

  if (self->text != NULL)
    {
      g_string_append (text, self->text);
      return;
    }
  names = g_list_sort (g_hash_table_get_keys (self->members), (GCompareFunc) strcmp);
  g_string_append_c (text, '{');
  for (GList *l = names; l != NULL; l = l->next)
    {
      if (!first)
        g_string_append_c (text, ',');
      first = FALSE;
      ask_json_append_string (text, l->data, -1);
      g_string_append_c (text, ':');
      print (g_hash_table_lookup (self->members, l->data), text);
    }
  g_string_append_c (text, '}');
}

/** ask_rest_body_to_text: Returns: (transfer full): JSON; "{}" where nothing was set */
char *
ask_rest_body_to_text (const AskRestBody *self)
{
  GString *text = g_string_new (NULL);

  print (self, text);
  return g_string_free (text, FALSE);
}
