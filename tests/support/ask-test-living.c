/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every class copies what it inherits when it is made. So what is put into GObject's own class first of all is called
 * for each object, whatever made it. ASKDATA_LIVING=1 says where those were made that are told of, too.
 */
#include "config.h"

#include "ask-test-living.h"

#include <execinfo.h>
#include <stdlib.h>

#define FRAMES 24

typedef struct
{
  guint number;
  int n_frames;
  void *frames[FRAMES];
} Birth;

static GMutex mutex;
static GHashTable *living; /* GObject → Birth, under @mutex */
static guint last_number; /* under @mutex */
static gboolean with_frames;
static GObject *(*construct) (GType, guint, GObjectConstructParam *);
static void (*finalize) (GObject *);

static GObject *
noting_construct (GType type, guint n, GObjectConstructParam *params)
{
  GObject *object = construct (type, n, params);
  Birth *birth = with_frames ? g_new0 (Birth, 1) : g_malloc0 (G_STRUCT_OFFSET (Birth, frames));

  if (with_frames)
    birth->n_frames = backtrace (birth->frames, FRAMES);
  g_mutex_lock (&mutex);
  birth->number = ++last_number;
  g_hash_table_insert (living, object, birth);
  g_mutex_unlock (&mutex);
  return object;
}

static void
noting_finalize (GObject *object)
{
  g_mutex_lock (&mutex);
  g_hash_table_remove (living, object);
  g_mutex_unlock (&mutex);
  finalize (object);
}

/** ask_test_living_begin: to be called once, before anything else makes an object. */
void
ask_test_living_begin (void)
{
  GObjectClass *class = g_type_class_ref (G_TYPE_OBJECT);

  with_frames = g_getenv ("ASKDATA_LIVING") != NULL;
  living = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  construct = class->constructor;
  finalize = class->finalize;
  class->constructor = noting_construct;
  class->finalize = noting_finalize;
}

/** ask_test_living_mark: Returns: what ask_test_living_describe() takes for now */
guint
ask_test_living_mark (void)
{
  guint number;

  g_mutex_lock (&mutex);
  number = last_number;
  g_mutex_unlock (&mutex);
  return number;
}

static void
append_frames (GString *lines, const Birth *birth)
{
  char **names = backtrace_symbols (birth->frames, birth->n_frames);

  for (int i = 2; names != NULL && i < birth->n_frames; i++)
    g_string_append_printf (lines, "    %s\n", names[i]);
  free (names);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const Birth *left = g_hash_table_lookup (living, *(gpointer *) a);
  const Birth *right = g_hash_table_lookup (living, *(gpointer *) b);

  return left->number < right->number ? -1 : left->number > right->number;
}

/**
 * ask_test_living_describe:
 * @since: objects that are older do not count
 * @func: (nullable): which objects count; all, with %NULL
 *
 * Returns: (transfer full) (nullable): a line for each of them that lives, in the order in which they were made; %NULL where
 *   none does
 */
char *
ask_test_living_describe (guint since, AskTestLivingFunc func)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  GString *lines = g_string_new (NULL);
  GHashTableIter iter;
  gpointer object, birth;

  g_mutex_lock (&mutex);
  g_hash_table_iter_init (&iter, living);
  while (g_hash_table_iter_next (&iter, &object, &birth))
    if (((const Birth *) birth)->number > since && (func == NULL || func (object)))
      g_ptr_array_add (found, object);
  g_ptr_array_sort (found, compare);
  for (guint i = 0; i < found->len; i++)
    {
      GObject *one = found->pdata[i];

      g_string_append_printf (lines, "%s, held %u times\n", G_OBJECT_TYPE_NAME (one), one->ref_count);
      append_frames (lines, g_hash_table_lookup (living, one));
    }
  g_mutex_unlock (&mutex);
  if (lines->len > 0)
    return g_string_free (lines, FALSE);
  g_string_free (lines, TRUE);
  return NULL;
}
