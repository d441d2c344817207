/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which rows there are is the document's to say (AskAuthKind). A token endpoint that is shown here is one
 * that a person has seen before the client's secret goes there. What is typed becomes the lines that the
 * store takes; nothing is kept here when the dialog is gone.
 */
#include "config.h"

#include "app/ask-sign-in.h"

#include <glib/gi18n.h>

struct _AskSignIn
{
  GtkWidget parent_instance;
  AskAuthKind kind;
  char *name; /* nullable: of the header, parameter or cookie */

  AdwPreferencesGroup *group;
  AdwEntryRow *user;
  AdwEntryRow *secret;
  AdwEntryRow *token_url;
  AdwEntryRow *scope;
};

G_DEFINE_FINAL_TYPE (AskSignIn, ask_sign_in, GTK_TYPE_WIDGET)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
row_changed (AskSignIn *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
ask_sign_in_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ask_sign_in_parent_class)->dispose (object);
}

static void
ask_sign_in_finalize (GObject *object)
{
  g_free (ASK_SIGN_IN (object)->name);
  G_OBJECT_CLASS (ask_sign_in_parent_class)->finalize (object);
}

static void
ask_sign_in_class_init (AskSignInClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_sign_in_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_sign_in_finalize;
  /**
   * AskSignIn::changed:
   *
   * Somebody has typed.
   */
  signals[CHANGED] = g_signal_new ("changed", ASK_TYPE_SIGN_IN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-sign-in.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, AskSignIn, child)
  BIND (group);
  BIND (user);
  BIND (secret);
  BIND (token_url);
  BIND (scope);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, row_changed);
}

static void
ask_sign_in_init (AskSignIn *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static void
set_row (AdwEntryRow *row, const char *title)
{
  gtk_widget_set_visible (GTK_WIDGET (row), title != NULL);
  if (title != NULL)
    adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
}

static char *
join_scopes (const AskIntrospection *found)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; found->scopes != NULL && i < found->scopes->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", (const char *) found->scopes->pdata[i]);
  return g_string_free (text, FALSE);
}

/**
 * ask_sign_in_show:
 * @found: what the document asks for
 *
 * Shows the rows for it; what was typed into them stays while it is the same.
 */
void
ask_sign_in_show (AskSignIn *self, const AskIntrospection *found)
{
  gboolean client = found->auth == ASK_AUTH_OAUTH2;
  const char *name = found->auth_name != NULL ? found->auth_name : "";
  gboolean same = self->kind == found->auth && g_strcmp0 (self->name, found->auth_name) == 0;
  g_autofree char *key = NULL;

  if (!same)
    {
      self->kind = found->auth;
      g_free (self->name);
      self->name = g_strdup (found->auth_name);
      gtk_editable_set_text (GTK_EDITABLE (self->secret), "");
      if (client)
        {
          g_autofree char *scope = join_scopes (found);

          gtk_editable_set_text (GTK_EDITABLE (self->token_url),
                                 found->token_url != NULL ? found->token_url : "");
          gtk_editable_set_text (GTK_EDITABLE (self->scope), scope);
        }
    }
  switch (found->auth)
    {
    case ASK_AUTH_HEADER:
      /* Translators: %s is the name of an HTTP header. */
      key = g_strdup_printf (_("Key, for the header %s"), name);
      break;
    case ASK_AUTH_QUERY:
      /* Translators: %s is the name of a parameter in a URL. */
      key = g_strdup_printf (_("Key, for the parameter %s"), name);
      break;
    case ASK_AUTH_COOKIE:
      /* Translators: %s is the name of a cookie. */
      key = g_strdup_printf (_("Key, for the cookie %s"), name);
      break;
    case ASK_AUTH_BEARER:
      key = g_strdup (_("Token"));
      break;
    case ASK_AUTH_BASIC:
      key = g_strdup (_("Password"));
      break;
    case ASK_AUTH_OAUTH2:
      key = g_strdup (_("Client secret"));
      break;
    case ASK_AUTH_NONE:
    default:
      break;
    }
  set_row (self->user, found->auth == ASK_AUTH_BASIC ? _("User") : client ? _("Client id") : NULL);
  set_row (self->secret, key);
  set_row (self->token_url, client ? _("Address that gives tokens, which will see the secret") : NULL);
  set_row (self->scope, client ? _("Scopes, with spaces between") : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), key != NULL);
}

/** ask_sign_in_hide: hides the rows and forgets what was typed */
void
ask_sign_in_hide (AskSignIn *self)
{
  AskIntrospection nothing = { .auth = ASK_AUTH_NONE };

  ask_sign_in_show (self, &nothing);
  gtk_editable_set_text (GTK_EDITABLE (self->user), "");
}

/** ask_sign_in_set: @user: (nullable): fills the rows, as a test does */
void
ask_sign_in_set (AskSignIn *self, const char *user, const char *secret)
{
  gtk_editable_set_text (GTK_EDITABLE (self->user), user != NULL ? user : "");
  gtk_editable_set_text (GTK_EDITABLE (self->secret), secret);
}

static const char *
get_text (AdwEntryRow *row)
{
  return gtk_editable_get_text (GTK_EDITABLE (row));
}

/**
 * ask_sign_in_add_lines:
 * @lines: (element-type utf8): gets what was typed, as ask_workspace_add_source() takes it; nothing while
 *   there is no secret
 */
void
ask_sign_in_add_lines (AskSignIn *self, GPtrArray *lines)
{
  const char *secret = get_text (self->secret);
  const char *user = get_text (self->user);

  if (*secret == '\0')
    return;
  switch (self->kind)
    {
    case ASK_AUTH_HEADER:
      g_ptr_array_add (lines, g_strdup_printf ("%s: %s", self->name, secret));
      break;
    case ASK_AUTH_QUERY:
      g_ptr_array_add (lines, g_strdup_printf ("?%s: %s", self->name, secret));
      break;
    case ASK_AUTH_COOKIE:
      g_ptr_array_add (lines, g_strdup_printf ("@cookie %s: %s", self->name, secret));
      break;
    case ASK_AUTH_BEARER:
      g_ptr_array_add (lines, g_strdup_printf ("Authorization: Bearer %s", secret));
      break;
    case ASK_AUTH_BASIC:
      g_ptr_array_add (lines, g_strdup_printf ("@basic %s: %s", user, secret));
      break;
    case ASK_AUTH_OAUTH2:
      g_ptr_array_add (lines, g_strdup_printf ("@client %s: %s", user, secret));
      if (*get_text (self->token_url) != '\0')
        g_ptr_array_add (lines, g_strdup_printf ("@token-url: %s", get_text (self->token_url)));
      if (*get_text (self->scope) != '\0')
        g_ptr_array_add (lines, g_strdup_printf ("@scope: %s", get_text (self->scope)));
      break;
    case ASK_AUTH_NONE:
    default:
      break;
    }
}
