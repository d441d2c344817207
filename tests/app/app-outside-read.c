/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What assistive technology finds of a program, read as fast as a busy machine allows.
 */
#include "config.h"

#include "app-outside.h"

#define MAX_DEPTH 80

/* What is being read of a node: its parts are asked for side by side, since each answer takes a turn of the program. */
typedef struct Reading Reading;

struct Reading
{
  char *owner;
  char *path;
  char *role;
  char *name;
  GPtrArray *children; /* Reading */
  guint *n_open;
};

static void
reading_free (Reading *reading)
{
  g_free (reading->owner);
  g_free (reading->path);
  g_free (reading->role);
  g_free (reading->name);
  g_ptr_array_unref (reading->children);
  g_free (reading);
}

static Reading *
reading_new (const char *owner, const char *path, guint *n_open)
{
  Reading *reading = g_new0 (Reading, 1);

  reading->owner = g_strdup (owner);
  reading->path = g_strdup (path);
  reading->children = g_ptr_array_new_with_free_func ((GDestroyNotify) reading_free);
  reading->n_open = n_open;
  return reading;
}

/* What went meanwhile says nothing. */
static GVariant *
finish (Reading *reading, GObject *bus, GAsyncResult *result)
{
  *reading->n_open -= 1;
  return g_dbus_connection_call_finish (G_DBUS_CONNECTION (bus), result, NULL);
}

static void
role_read (GObject *bus, GAsyncResult *result, gpointer data)
{
  Reading *reading = data;
  g_autoptr (GVariant) answer = finish (reading, bus, result);

  if (answer != NULL)
    g_variant_get (answer, "(s)", &reading->role);
}

static void
name_read (GObject *bus, GAsyncResult *result, gpointer data)
{
  Reading *reading = data;
  g_autoptr (GVariant) answer = finish (reading, bus, result);
  g_autoptr (GVariant) inner = NULL;

  if (answer == NULL)
    return;
  g_variant_get (answer, "(v)", &inner);
  reading->name = g_variant_dup_string (inner, NULL);
}

static void
children_read (GObject *bus, GAsyncResult *result, gpointer data)
{
  Reading *reading = data;
  g_autoptr (GVariant) answer = finish (reading, bus, result);
  g_autoptr (GVariantIter) iter = NULL;
  const char *owner, *path;

  if (answer == NULL)
    return;
  g_variant_get (answer, "(a(so))", &iter);
  while (g_variant_iter_next (iter, "(&s&o)", &owner, &path))
    g_ptr_array_add (reading->children, reading_new (owner, path, reading->n_open));
}

static void
begin (AppOutside *self, Reading *reading, const char *interface, const char *method, GVariant *arguments,
       GAsyncReadyCallback callback)
{
  *reading->n_open += 1;
  g_dbus_connection_call (self->bus, reading->owner, reading->path, interface, method, arguments, NULL,
                          G_DBUS_CALL_FLAGS_NONE, 5000, NULL, callback, reading);
}

/* Reads @level, and what is below it, one level after the other. */
static void
read_levels (AppOutside *self, GPtrArray *level, guint *n_open, guint depth)
{
  g_autoptr (GPtrArray) below = g_ptr_array_new ();

  for (guint i = 0; i < level->len; i++)
    {
      begin (self, level->pdata[i], "org.a11y.atspi.Accessible", "GetRoleName", NULL, role_read);
      begin (self, level->pdata[i], "org.freedesktop.DBus.Properties", "Get",
             g_variant_new ("(ss)", "org.a11y.atspi.Accessible", "Name"), name_read);
      begin (self, level->pdata[i], "org.a11y.atspi.Accessible", "GetChildren", NULL, children_read);
    }
  while (*n_open > 0)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < level->len; i++)
    g_ptr_array_extend (below, ((Reading *) level->pdata[i])->children, NULL, NULL);
  if (below->len > 0 && depth < MAX_DEPTH)
    read_levels (self, below, n_open, depth + 1);
}

/* In the order of a screen reader: each before what is in it. */
static void
keep (AppOutside *self, const Reading *reading)
{
  AppOutsideNode *node = g_new0 (AppOutsideNode, 1);

  node->says = g_strdup_printf ("%s: %s", reading->role != NULL ? reading->role : "",
                                reading->name != NULL ? reading->name : "");
  node->owner = g_strdup (reading->owner);
  node->path = g_strdup (reading->path);
  g_ptr_array_add (self->seen, node);
  for (guint i = 0; i < reading->children->len; i++)
    keep (self, reading->children->pdata[i]);
}

/** app_outside_read: reads all that assistive technology finds. */
void
app_outside_read (AppOutside *self)
{
  guint n_open = 0;
  Reading *root = reading_new ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root", &n_open);
  g_autoptr (GPtrArray) level = g_ptr_array_new ();

  g_ptr_array_add (level, root);
  read_levels (self, level, &n_open, 0);
  g_ptr_array_set_size (self->seen, 0);
  keep (self, root);
  reading_free (root);
}
