/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A person chooses the way; what an API's document asks for (AskAuthKind) is chosen for them as long as they have
 * typed no secret, so that nothing typed is lost. A token endpoint that is shown here is one that a person has seen
 * before the client's secret goes there. What is typed becomes options of the source; nothing is kept here
 * when the dialog is gone.
 */
#include "config.h"

#include "app/sources/ask-sign-in.h"

#include <glib/gi18n.h>
#include <string.h>

#include "store/ask-option.h"

struct _AskSignIn
{
  GtkWidget parent_instance;

  AdwPreferencesGroup *group;
  AdwComboRow *way;
  AdwEntryRow *name;
  AdwEntryRow *user;
  AdwEntryRow *secret;
  AdwEntryRow *token_url;
  AdwEntryRow *scope;
  GtkTextView *headers;
};

G_DEFINE_FINAL_TYPE (AskSignIn, ask_sign_in, GTK_TYPE_WIDGET)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* In the order of the template's list. */
static const AskAuthKind ways[] = { ASK_AUTH_NONE,   ASK_AUTH_HEADER, ASK_AUTH_QUERY, ASK_AUTH_COOKIE,
                                    ASK_AUTH_BEARER, ASK_AUTH_BASIC,  ASK_AUTH_OAUTH2 };

static void
row_changed (AskSignIn *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static const char *
get_text (AdwEntryRow *row)
{
  return gtk_editable_get_text (GTK_EDITABLE (row));
}

static void
set_text (AdwEntryRow *row, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (row), text != NULL ? text : "");
}

static void
set_row (AdwEntryRow *row, const char *title)
{
  gtk_widget_set_visible (GTK_WIDGET (row), title != NULL);
  if (title != NULL)
    adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
}

static void
way_changed (AskSignIn *self)
{
  const char *name = NULL;
  const char *user = NULL;
  const char *secret = NULL;
  AskAuthKind way = ask_sign_in_get_way (self);

  switch (way)
    {
    case ASK_AUTH_HEADER:
      name = _ ("Name of the header, such as X-Api-Key");
      secret = _ ("Key");
      break;
    case ASK_AUTH_QUERY:
      name = _ ("Name of the parameter, such as api_key");
      secret = _ ("Key");
      break;
    case ASK_AUTH_COOKIE:
      name = _ ("Name of the cookie");
      secret = _ ("Key");
      break;
    case ASK_AUTH_BEARER:
      secret = _ ("Token");
      break;
    case ASK_AUTH_BASIC:
      user = _ ("User");
      secret = _ ("Password");
      break;
    case ASK_AUTH_OAUTH2:
      user = _ ("Client id");
      secret = _ ("Client secret");
      break;
    case ASK_AUTH_NONE:
    default:
      break;
    }
  set_row (self->name, name);
  set_row (self->user, user);
  set_row (self->secret, secret);
  gtk_widget_set_visible (GTK_WIDGET (self->token_url), way == ASK_AUTH_OAUTH2);
  gtk_widget_set_visible (GTK_WIDGET (self->scope), way == ASK_AUTH_OAUTH2);
  row_changed (self);
}

static void
set_way (AskSignIn *self, AskAuthKind way)
{
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    if (ways[i] == way)
      adw_combo_row_set_selected (self->way, i);
}

/* @first: (nullable): a sentence of its own in front */
static void
describe (AskSignIn *self, const char *first)
{
  const char *kept = _ ("Kept in the keyring of this computer, never in the workspace. Write $VARIABLE to read it from "
                        "the environment instead.");
  g_autofree char *words = first != NULL ? g_strdup_printf ("%s %s", first, kept) : g_strdup (kept);
  g_autofree char *escaped = g_markup_escape_text (words, -1);

  adw_preferences_group_set_description (self->group, escaped);
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
ask_sign_in_class_init (AskSignInClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_sign_in_dispose;
  /**
   * AskSignIn::changed:
   *
   * Somebody has typed or chosen.
   */
  signals[CHANGED] = g_signal_new ("changed", ASK_TYPE_SIGN_IN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-sign-in.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, AskSignIn, child)
  BIND (group);
  BIND (way);
  BIND (name);
  BIND (user);
  BIND (secret);
  BIND (token_url);
  BIND (scope);
  BIND (headers);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, row_changed);
  gtk_widget_class_bind_template_callback (widget_class, way_changed);
}

static void
ask_sign_in_init (AskSignIn *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  describe (self, NULL);
  way_changed (self);
}

static char *
join_scopes (const AskIntrospection *found)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; found->scopes != NULL && i < found->scopes->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", (const char *) found->scopes->pdata[i]);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full) (nullable): what the document asks for, as a sentence */
static char *
describe_wish (const AskIntrospection *found)
{
  const char *name = found->auth_name != NULL ? found->auth_name : "";

  switch (found->auth)
    {
    case ASK_AUTH_HEADER:
      /* Translators: %s is the name of an HTTP header. */
      return g_strdup_printf (_ ("The API asks for a key in the header %s."), name);
    case ASK_AUTH_QUERY:
      /* Translators: %s is the name of a parameter in a URL. */
      return g_strdup_printf (_ ("The API asks for a key in the parameter %s of the address."), name);
    case ASK_AUTH_COOKIE:
      /* Translators: %s is the name of a cookie. */
      return g_strdup_printf (_ ("The API asks for a key in the cookie %s."), name);
    case ASK_AUTH_BEARER:
      return g_strdup (_ ("The API asks for a token."));
    case ASK_AUTH_BASIC:
      return g_strdup (_ ("The API asks for a user and a password."));
    case ASK_AUTH_OAUTH2:
      return g_strdup (_ ("The API asks for a client’s id and secret (OAuth 2)."));
    case ASK_AUTH_NONE:
    default:
      return NULL;
    }
}

/**
 * ask_sign_in_show:
 * @found: what the document asks for
 *
 * Says so, and chooses it where no secret was typed yet.
 */
void
ask_sign_in_show (AskSignIn *self, const AskIntrospection *found)
{
  g_autofree char *wish = describe_wish (found);

  describe (self, wish);
  if (found->auth == ASK_AUTH_NONE || *get_text (self->secret) != '\0')
    return;
  set_way (self, found->auth);
  set_text (self->name, found->auth_name);
  if (found->auth == ASK_AUTH_OAUTH2)
    {
      g_autofree char *scope = join_scopes (found);

      set_text (self->token_url, found->token_url);
      set_text (self->scope, scope);
    }
}

static void
choose (AskSignIn *self, AskAuthKind way, AdwEntryRow *row, const char *text)
{
  set_way (self, way);
  set_text (row, text);
}

/* What goes with every call and signs nobody in is left alone. */
static void
show_option (AskSignIn *self, const AskSourceOption *option)
{
  const char *word = option->spec->word;
  gboolean plain = option->keep == ASK_OPTION_PLAIN;

  if (strcmp (word, "header") == 0 && !plain && g_ascii_strcasecmp (option->name, "Authorization") == 0)
    set_way (self, ASK_AUTH_BEARER);
  else if (strcmp (word, "header") == 0 && !plain)
    choose (self, ASK_AUTH_HEADER, self->name, option->name);
  else if (strcmp (word, "query") == 0 && !plain)
    choose (self, ASK_AUTH_QUERY, self->name, option->name);
  else if (strcmp (word, "cookie") == 0)
    choose (self, ASK_AUTH_COOKIE, self->name, option->name);
  else if (strcmp (word, "basic") == 0)
    choose (self, ASK_AUTH_BASIC, self->user, option->name);
  else if (strcmp (word, "client") == 0)
    choose (self, ASK_AUTH_OAUTH2, self->user, option->name);
  else if (strcmp (word, "token-url") == 0)
    set_text (self->token_url, option->text);
  else if (strcmp (word, "scope") == 0)
    set_text (self->scope, option->text);
}

/**
 * ask_sign_in_show_record:
 * @record: of an API
 *
 * Shows how it is signed in now, without the secrets.
 */
void
ask_sign_in_show_record (AskSignIn *self, const AskSourceRecord *record)
{
  for (guint i = 0; i < record->options->len; i++)
    show_option (self, record->options->pdata[i]);
}

/** ask_sign_in_forget: another document may ask for something else; what a person has typed stays */
void
ask_sign_in_forget (AskSignIn *self)
{
  describe (self, NULL);
  if (*get_text (self->secret) != '\0' || *get_text (self->user) != '\0')
    return;
  set_way (self, ASK_AUTH_NONE);
  set_text (self->name, NULL);
  set_text (self->token_url, NULL);
  set_text (self->scope, NULL);
}

/** ask_sign_in_get_way: Returns: what is chosen */
AskAuthKind
ask_sign_in_get_way (AskSignIn *self)
{
  guint i = adw_combo_row_get_selected (self->way);

  return i < G_N_ELEMENTS (ways) ? ways[i] : ASK_AUTH_NONE;
}

/**
 * ask_sign_in_set:
 * @user: (nullable): the user, or the client's id
 * @secret: (nullable): what belongs to it: a password, a key or a token, in the clear
 *
 * Fills the rows, as a test does.
 */
void
ask_sign_in_set (AskSignIn *self, const char *user, const char *secret)
{
  set_text (self->user, user);
  set_text (self->secret, secret);
}

/** ask_sign_in_set_headers: @lines: "K: V" lines: fills the other headers */
void
ask_sign_in_set_headers (AskSignIn *self, const char *lines)
{
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->headers), lines, -1);
}

/** ask_sign_in_find_gap: Returns: (transfer none) (nullable): a sentence, where what was typed is not whole */
const char *
ask_sign_in_find_gap (AskSignIn *self)
{
  gboolean secret = *get_text (self->secret) != '\0';

  switch (ask_sign_in_get_way (self))
    {
    case ASK_AUTH_HEADER:
    case ASK_AUTH_QUERY:
    case ASK_AUTH_COOKIE:
      return secret && *get_text (self->name) == '\0' ? _ ("Say what the key is called, as the API names it.") : NULL;
    case ASK_AUTH_BASIC:
      return secret && *get_text (self->user) == '\0' ? _ ("Say which user the password is of.") : NULL;
    case ASK_AUTH_OAUTH2:
      return secret && *get_text (self->user) == '\0' ? _ ("Say which client the secret is of.") : NULL;
    case ASK_AUTH_BEARER:
    case ASK_AUTH_NONE:
    default:
      return NULL;
    }
}

static gboolean
add_headers (AskSignIn *self, const AskSourceKind *kind, GPtrArray *options, GError **error)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->headers);
  GtkTextIter start, end;
  g_autofree char *text = NULL;
  g_auto (GStrv) typed = NULL;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  typed = g_strsplit (text, "\n", -1);
  for (guint i = 0; typed[i] != NULL; i++)
    if (*g_strstrip (typed[i]) != '\0' && !ask_options_add_line (options, kind, "header", typed[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
add_client (AskSignIn *self, const AskSourceKind *kind, GPtrArray *options, GError **error)
{
  const char *token_url = get_text (self->token_url);
  const char *scope = get_text (self->scope);

  return ask_options_add_typed (options, kind,
                                &(AskTypedOption) { "client", get_text (self->user), get_text (self->secret) }, error)
         && (*token_url == '\0'
             || ask_options_add_typed (options, kind, &(AskTypedOption) { .word = "token-url", .text = token_url },
                                       error))
         && (*scope == '\0'
             || ask_options_add_typed (options, kind, &(AskTypedOption) { .word = "scope", .text = scope }, error));
}

/**
 * ask_sign_in_add_options:
 * @kind: of APIs
 * @options: (element-type AskSourceOption): gets what was typed; no way to sign in while there is no secret
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * Returns: whether what was typed can be used
 */
gboolean
ask_sign_in_add_options (AskSignIn *self, const AskSourceKind *kind, GPtrArray *options, GError **error)
{
  const char *name = get_text (self->name);
  const char *secret = get_text (self->secret);
  AskAuthKind way = ask_sign_in_get_way (self);
  g_autofree char *bearer = NULL;

  if (!add_headers (self, kind, options, error))
    return FALSE;
  if (*secret == '\0')
    return ask_options_check (options, kind, error);
  switch (way)
    {
    case ASK_AUTH_HEADER:
    case ASK_AUTH_QUERY:
    case ASK_AUTH_COOKIE:
      if (!ask_options_add_typed (options, kind,
                                  &(AskTypedOption) { way == ASK_AUTH_HEADER  ? "header"
                                                      : way == ASK_AUTH_QUERY ? "query"
                                                                              : "cookie",
                                                      name, secret },
                                  error))
        return FALSE;
      break;
    case ASK_AUTH_BEARER:
      bearer = g_strconcat ("Bearer ", secret, NULL);
      if (!ask_options_add_typed (options, kind, &(AskTypedOption) { "header", "Authorization", bearer }, error))
        return FALSE;
      break;
    case ASK_AUTH_BASIC:
      if (!ask_options_add_typed (options, kind, &(AskTypedOption) { "basic", get_text (self->user), secret }, error))
        return FALSE;
      break;
    case ASK_AUTH_OAUTH2:
      if (!add_client (self, kind, options, error))
        return FALSE;
      break;
    case ASK_AUTH_NONE:
    default:
      break;
    }
  return ask_options_check (options, kind, error);
}
