/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the first step of a stage says: which entity its rows are of, or that they are what the stage before gives.
 */
#include "config.h"

#include "app/explore/ask-build-private.h"

#include <glib/gi18n.h>

#include "base/ask-text.h"
#include "explore/ask-explore.h"

/* Of a result as many columns are named. */
#define MAX_COLUMNS 12

static GtkWidget *
new_words (const char *text)
{
  return g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR,
                       NULL);
}

/* What the stage before gives, column by column. */
static GtkWidget *
new_results (const AskBuildPlace *place)
{
  const AskEntity *results = ask_schema_find_entity (place->schema, ask_build_place_get_step (place)->entity);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  g_autoptr (GString) columns = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; results != NULL && i < results->attributes->len; i++)
    {
      const AskAttribute *attribute = results->attributes->pdata[i];
      g_autofree char *name = ask_text_to_words (attribute->name);

      if (ask_explore_is_shown (attribute) && n++ < MAX_COLUMNS)
        g_string_append_printf (columns, "%s%s", columns->len > 0 ? ", " : "", name);
    }
  if (n > MAX_COLUMNS)
    g_string_append (columns, ", …");
  gtk_box_append (GTK_BOX (box), new_words (_ ("the result of the steps above")));
  if (columns->len > 0)
    {
      GtkWidget *label = new_words (columns->str);

      gtk_widget_add_css_class (label, "dim-label");
      gtk_box_append (GTK_BOX (box), label);
    }
  return box;
}

static GtkWidget *
new_entity (const AskBuildPlace *place)
{
  const AskBuildStep *step = ask_build_place_get_step (place);
  const AskEntity *entity = ask_schema_find_entity (place->schema, step->entity);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  g_autofree char *name = ask_text_to_words (step->entity);

  gtk_box_append (GTK_BOX (box), new_words (name));
  if (entity != NULL && entity->description != NULL)
    {
      GtkWidget *description = new_words (entity->description);

      gtk_widget_add_css_class (description, "dim-label");
      gtk_box_append (GTK_BOX (box), description);
    }
  return box;
}

/* ask_build_rows_of_new: Returns: (transfer full): the words of the step at @place, which is the first of its stage */
GtkWidget *
ask_build_rows_of_new (const AskBuildPlace *place)
{
  return ask_build_place_get_step (place)->before != NULL ? new_results (place) : new_entity (place);
}
