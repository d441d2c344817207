/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of what a greeting is answered with.
 */
#include "config.h"

#include "agent/ask-smalltalk.h"

/* @entities: names; those in capitals are hidden */
static char *
answer (const char *entities)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GPtrArray) verified = g_ptr_array_new ();
  g_auto (GStrv) names = g_strsplit (entities, " ", -1);

  for (char **name = names; *name != NULL; name++)
    ask_schema_add_entity (schema, ask_entity_new (*name, "shop", *name, ASK_ENTITY_TABLE))->hidden
      = g_ascii_isupper (**name);
  return ask_smalltalk_answer (schema, verified);
}

static void
test_hidden (void)
{
  static const struct
  {
    const char *entities;
    const char *answer;
  } cases[] = {
    { "", "Hello. There is no data yet. Add a source first, then ask about it." },
    { "store", "Hello. You can ask about store." },
    { "STAFF store", "Hello. You can ask about store." },
    { "store STAFF", "Hello. You can ask about store." },
    { "store STAFF sale_line PAY", "Hello. You can ask about store and sale line." },
    { "a b c d e f g h i j k l STAFF", "Hello. You can ask about a, b, c, d, e, f, g, h, i, j, k and l." },
    { "STAFF a b c d e f g h i j k l m PAY", "Hello. You can ask about a, b, c, d, e, f, g, h, i, j, k, l and 1 more." },
    { "STAFF PAY", "Hello. Nothing can be asked about: all tables are hidden in the schema." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = answer (cases[i].entities);

      g_assert_cmpstr (text, ==, cases[i].answer);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/smalltalk/hidden-entities-are-not-named", test_hidden);
  return g_test_run ();
}
