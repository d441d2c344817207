/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The language models that run on this computer: a row for each program, and in it one for each of its models. Emits
 * "picked" with address and name, and "look-again".
 */
#include "config.h"

#include "app/widgets/ask-found-models.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-model-row.h"
#include "llm/ask-openai-find.h"

/* So many models of a program are seen without a click. */
#define MAX_UNFOLDED 6

struct _AskFoundModels
{
  AdwPreferencesGroup parent_instance;

  GPtrArray *rows; /* AdwPreferencesRow: what is shown; borrowed */
  GtkWidget *again;
};

G_DEFINE_FINAL_TYPE (AskFoundModels, ask_found_models, ADW_TYPE_PREFERENCES_GROUP)

enum
{
  PICKED,
  LOOK_AGAIN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
add (AskFoundModels *self, GtkWidget *row)
{
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
  g_ptr_array_add (self->rows, row);
}

static void
add_words (AskFoundModels *self, const char *words)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), words);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  gtk_widget_add_css_class (row, "dim-label");
  add (self, row);
}

static void
clear (AskFoundModels *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self), self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
}

static void
pick (gpointer self, const char *url, const char *name)
{
  g_signal_emit (self, signals[PICKED], 0, url, name);
}

static void
add_server (AskFoundModels *self, const AskFoundServer *server)
{
  GtkWidget *row = adw_expander_row_new ();
  const char *program = ask_server_kind_get_program (server->kind);
  g_autofree char *count
    = g_strdup_printf (ngettext ("%u model", "%u models", server->models->len), server->models->len);
  g_autofree char *subtitle = g_strdup_printf ("%s · %s", server->url, count);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), program != NULL ? program : _ ("A server for models"));
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), subtitle);
  for (guint i = 0; i < server->models->len; i++)
    adw_expander_row_add_row (ADW_EXPANDER_ROW (row),
                              ask_model_row_new (server->models->pdata[i], server->url, pick, self));
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row),
                                 server->models->len > 0 && server->models->len <= MAX_UNFOLDED);
  add (self, row);
}

/**
 * ask_found_models_show:
 * @self: the list
 * @servers: (nullable) (element-type AskFoundServer): what was found; %NULL while one looks
 */
void
ask_found_models_show (AskFoundModels *self, GPtrArray *servers)
{
  g_return_if_fail (ASK_IS_FOUND_MODELS (self));

  clear (self);
  gtk_widget_set_sensitive (self->again, servers != NULL);
  if (servers == NULL)
    add_words (self, _ ("Looking for models…"));
  else if (servers->len == 0)
    add_words (self, _ ("None is running. Start Ollama, LM Studio or llama.cpp, and look again."));
  for (guint i = 0; servers != NULL && i < servers->len; i++)
    add_server (self, servers->pdata[i]);
}

static void
again_clicked (AskFoundModels *self)
{
  g_signal_emit (self, signals[LOOK_AGAIN], 0);
}

static void
ask_found_models_finalize (GObject *object)
{
  g_ptr_array_unref (ASK_FOUND_MODELS (object)->rows);
  G_OBJECT_CLASS (ask_found_models_parent_class)->finalize (object);
}

static void
ask_found_models_class_init (AskFoundModelsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_found_models_finalize;
  signals[PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  signals[LOOK_AGAIN]
    = g_signal_new ("look-again", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ask_found_models_init (AskFoundModels *self)
{
  self->rows = g_ptr_array_new ();
  self->again = gtk_button_new_from_icon_name ("view-refresh-symbolic");
  gtk_widget_set_tooltip_text (self->again, _ ("Look again"));
  gtk_widget_set_valign (self->again, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->again, "flat");
  g_signal_connect_swapped (self->again, "clicked", G_CALLBACK (again_clicked), self);
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (self), _ ("On this computer"));
  adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (self), self->again);
}
