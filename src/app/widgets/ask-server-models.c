/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a typed server says it has. It is asked when the keys rest, and never for an address that only came from the
 * workspace: nothing goes over the network because somebody looks at a page. What is typed as the name of the model says
 * which of many are shown.
 */
#include "config.h"

#include "app/widgets/ask-server-models.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/widgets/ask-model-row.h"

/* After the last key: an address is typed in one go. */
#define PAUSE_MS 700
/* More are found by a part of their name. */
#define MAX_SHOWN 30

struct _AskServerModels
{
  AdwExpanderRow parent_instance;

  AdwEntryRow *url; /* nullable: borrowed, as is the next */
  AdwEntryRow *name;
  AskFoundServer *server; /* nullable: what was found */
  GPtrArray *rows; /* GtkWidget: those of the models; borrowed */
  GtkWidget *again;
  guint pause;
  gboolean looking; /* for what stands in the row of the address now */
};

G_DEFINE_FINAL_TYPE (AskServerModels, ask_server_models, ADW_TYPE_EXPANDER_ROW)

enum
{
  PICKED,
  LOOK,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
pick (gpointer self, const char *url, const char *name)
{
  g_signal_emit (self, signals[PICKED], 0, url, name);
}

static char *
dup_typed (AdwEntryRow *row)
{
  return g_strstrip (g_strdup (row != NULL ? gtk_editable_get_text (GTK_EDITABLE (row)) : ""));
}

static void
clear (AskServerModels *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    adw_expander_row_remove (ADW_EXPANDER_ROW (self), self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
}

static void
say (AskServerModels *self, const char *words)
{
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), words);
}

static void
add (AskServerModels *self, GtkWidget *row)
{
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self), row);
  g_ptr_array_add (self->rows, row);
}

/* Returns: whether @name has @part in it, in whatever case; all do where @part is empty */
static gboolean
has_part (const char *name, const char *part)
{
  g_autofree char *folded_name = g_utf8_casefold (name, -1);
  g_autofree char *folded_part = g_utf8_casefold (part, -1);

  return strstr (folded_name, folded_part) != NULL;
}

/* What is typed as a name narrows the list, but for a name that is one of them, or of none. */
static char *
find_part (AskServerModels *self)
{
  g_autofree char *typed = dup_typed (self->name);
  gboolean matches = FALSE;

  for (guint i = 0; i < self->server->models->len; i++)
    {
      const AskModelFacts *facts = self->server->models->pdata[i];

      if (g_str_equal (facts->name, typed))
        return g_strdup ("");
      matches = matches || has_part (facts->name, typed);
    }
  return matches ? g_steal_pointer (&typed) : g_strdup ("");
}

static void
fill (AskServerModels *self)
{
  g_autofree char *part = NULL;
  guint n = 0;

  clear (self);
  if (self->server == NULL)
    return;
  part = find_part (self);
  for (guint i = 0; i < self->server->models->len; i++)
    {
      const AskModelFacts *facts = self->server->models->pdata[i];

      if (has_part (facts->name, part) && n++ < MAX_SHOWN)
        add (self, ask_model_row_new (facts, self->server->url, pick, self));
    }
  if (n > MAX_SHOWN)
    {
      GtkWidget *row = adw_action_row_new ();
      g_autofree char *words = g_strdup_printf (ngettext ("%u more: type a part of its name above",
                                                          "%u more: type a part of a name above", n - MAX_SHOWN),
                                                n - MAX_SHOWN);

      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), words);
      adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
      gtk_widget_add_css_class (row, "dim-label");
      add (self, row);
    }
}

static void
drop_server (AskServerModels *self)
{
  g_clear_pointer (&self->server, ask_found_server_free);
  clear (self);
  gtk_widget_remove_css_class (GTK_WIDGET (self), "error");
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self), FALSE);
  adw_expander_row_set_enable_expansion (ADW_EXPANDER_ROW (self), FALSE);
}

static void
look (AskServerModels *self, gboolean asked)
{
  g_autofree char *url = dup_typed (self->url);

  g_clear_handle_id (&self->pause, g_source_remove);
  drop_server (self);
  gtk_widget_set_visible (GTK_WIDGET (self), *url != '\0');
  if (*url == '\0')
    return;
  say (self, _ ("Looking for models…"));
  self->looking = TRUE;
  g_signal_emit (self, signals[LOOK], 0, asked);
}

static gboolean
paused (gpointer self)
{
  ASK_SERVER_MODELS (self)->pause = 0;
  look (self, FALSE);
  return G_SOURCE_REMOVE;
}

static void
url_changed (AskServerModels *self)
{
  g_autofree char *url = dup_typed (self->url);

  g_clear_handle_id (&self->pause, g_source_remove);
  self->looking = FALSE;
  drop_server (self);
  say (self, "");
  gtk_widget_set_visible (GTK_WIDGET (self), *url != '\0');
  if (*url != '\0')
    self->pause = g_timeout_add (PAUSE_MS, paused, self);
}

static void
name_changed (AskServerModels *self)
{
  if (self->server != NULL && self->server->models->len > MAX_SHOWN / 5)
    fill (self);
}

/**
 * ask_server_models_look:
 * @self: the list
 *
 * A person wants the list now, with the key that stands in the window.
 */
void
ask_server_models_look (AskServerModels *self)
{
  g_return_if_fail (ASK_IS_SERVER_MODELS (self));
  look (self, TRUE);
}

/**
 * ask_server_models_watch:
 * @self: the list
 * @url: the row of the address
 * @name: the row of the model's name
 *
 * Follows what is typed. Both rows live as long as @self.
 */
void
ask_server_models_watch (AskServerModels *self, AdwEntryRow *url, AdwEntryRow *name)
{
  g_return_if_fail (ASK_IS_SERVER_MODELS (self));
  self->url = url;
  self->name = name;
  g_signal_connect_object (url, "changed", G_CALLBACK (url_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (url, "entry-activated", G_CALLBACK (ask_server_models_look), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (name, "changed", G_CALLBACK (name_changed), self, G_CONNECT_SWAPPED);
}

/**
 * ask_server_models_rest:
 * @self: the list
 *
 * The address came from the workspace or from another list: nobody is asked before a person wants it.
 */
void
ask_server_models_rest (AskServerModels *self)
{
  g_return_if_fail (ASK_IS_SERVER_MODELS (self));
  url_changed (self);
  g_clear_handle_id (&self->pause, g_source_remove);
  say (self, _ ("The button on the right asks which ones it has"));
}

/**
 * ask_server_models_show:
 * @self: the list
 * @server: (nullable) (transfer full): what was found
 * @failure: (nullable): why nothing was
 *
 * What comes after another address was typed is about none that is to be seen, and is dropped.
 */
void
ask_server_models_show (AskServerModels *self, AskFoundServer *server, const char *failure)
{
  const char *program = server != NULL ? ask_server_kind_get_program (server->kind) : NULL;
  g_autofree char *count = NULL;
  g_autofree char *words = NULL;

  g_return_if_fail (ASK_IS_SERVER_MODELS (self));
  if (!self->looking)
    {
      ask_found_server_free (server);
      return;
    }
  self->looking = FALSE;
  drop_server (self);
  if (server == NULL)
    {
      gtk_widget_add_css_class (GTK_WIDGET (self), "error");
      say (self, failure);
      return;
    }
  self->server = server;
  count = g_strdup_printf (ngettext ("%u model", "%u models", server->models->len), server->models->len);
  words = program != NULL ? g_strdup_printf ("%s · %s", program, count) : g_steal_pointer (&count);
  say (self, words);
  fill (self);
  adw_expander_row_set_enable_expansion (ADW_EXPANDER_ROW (self), server->models->len > 0);
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self), server->models->len > 0);
}

static void
ask_server_models_dispose (GObject *object)
{
  AskServerModels *self = ASK_SERVER_MODELS (object);

  g_clear_handle_id (&self->pause, g_source_remove);
  G_OBJECT_CLASS (ask_server_models_parent_class)->dispose (object);
}

static void
ask_server_models_finalize (GObject *object)
{
  AskServerModels *self = ASK_SERVER_MODELS (object);

  g_clear_pointer (&self->server, ask_found_server_free);
  g_ptr_array_unref (self->rows);
  G_OBJECT_CLASS (ask_server_models_parent_class)->finalize (object);
}

static void
ask_server_models_class_init (AskServerModelsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_server_models_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_server_models_finalize;
  signals[PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  signals[LOOK] = g_signal_new ("look", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_BOOLEAN);
}

static void
ask_server_models_init (AskServerModels *self)
{
  self->rows = g_ptr_array_new ();
  self->again = gtk_button_new_from_icon_name ("view-refresh-symbolic");
  gtk_widget_set_tooltip_text (self->again, _ ("Ask this server which models it has"));
  gtk_widget_set_valign (self->again, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->again, "flat");
  g_signal_connect_swapped (self->again, "clicked", G_CALLBACK (ask_server_models_look), self);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), _ ("Models of this server"));
  adw_expander_row_add_action (ADW_EXPANDER_ROW (self), self->again);
  adw_expander_row_set_enable_expansion (ADW_EXPANDER_ROW (self), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
