/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The person's sentence of an error, which GLib keeps beside it (an extended error), copies and frees with it. An
 * error that was made with g_set_error() has none, and is shown in English. Beside it is also what the error is about.
 */
#include "config.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>

#include "base/ask-secret.h"

typedef struct
{
  char *words; /* nullable */
  char *whose; /* nullable */
  char *what; /* nullable */
} Beside;

/* A domain for each room, and some for their parts. */
#define MAX_DOMAINS 32

static GQuark domains[MAX_DOMAINS];
static gint n_domains;

/* GLib lays what is beside an error before it, aligned as G_DEFINE_EXTENDED_ERROR() says. Returns: (nullable) */
static Beside *
get_beside (const GError *error)
{
  const gsize alignment = 2 * sizeof (gsize);
  const gsize size = (sizeof (Beside) + alignment - 1) & -alignment;
  gint n = g_atomic_int_get (&n_domains);

  for (gint i = 0; i < n; i++)
    if (domains[i] == error->domain)
      return (Beside *) (gpointer) ((guint8 *) error - size);
  return NULL;
}

static void
beside_init (GError *error)
{
  *get_beside (error) = (Beside) { NULL };
}

static void
beside_copy (const GError *from, GError *to)
{
  const Beside *source = get_beside (from);
  Beside *copy = get_beside (to);

  copy->words = g_strdup (source->words);
  copy->whose = g_strdup (source->whose);
  copy->what = g_strdup (source->what);
}

static void
beside_clear (GError *error)
{
  Beside *beside = get_beside (error);

  g_free (beside->words);
  g_free (beside->whose);
  g_free (beside->what);
}

/**
 * ask_error_register:
 * @name: of the domain; a string that stays
 *
 * Once for each domain, before its first error: see ASK_DEFINE_ERROR().
 *
 * Returns: the domain
 */
GQuark
ask_error_register (const char *name)
{
  static GMutex lock;
  GQuark domain;

  g_mutex_lock (&lock);
  g_assert (n_domains < MAX_DOMAINS);
  domain = g_error_domain_register_static (name, sizeof (Beside), beside_init, beside_copy, beside_clear);
  domains[n_domains] = domain;
  g_atomic_int_inc (&n_domains);
  g_mutex_unlock (&lock);
  return domain;
}

/* @words: (transfer full) (nullable) */
static void
set (GError **error, GError *made, char *words)
{
  Beside *beside = get_beside (made);

  g_assert (beside != NULL);
  g_free (beside->words);
  beside->words = words;
  g_propagate_error (error, made);
}

/**
 * ask_error_set:
 * @error: (out) (optional)
 * @domain: from ASK_DEFINE_ERROR()
 * @code: of @domain
 * @format: a sentence in English, marked with N_(), for values that are the same in all languages
 *
 * Sets @error in English, and beside it in the language of the program.
 */
void
ask_error_set (GError **error, GQuark domain, int code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  ask_error_set_valist (error, domain, code, format, arguments);
  va_end (arguments);
}

/**
 * ask_error_set_valist:
 * @error: (out) (optional)
 * @domain: from ASK_DEFINE_ERROR()
 * @code: of @domain
 * @format: as of ask_error_set()
 * @arguments: its values
 *
 * As ask_error_set(), for functions that are given a format themselves.
 */
void
ask_error_set_valist (GError **error, GQuark domain, int code, const char *format, va_list arguments)
{
  char *words = NULL;
  va_list again;

  if (error == NULL)
    return;
  if (gettext (format) != format)
    {
      va_copy (again, arguments);
      words = g_strdup_vprintf (gettext (format), again);
      va_end (again);
    }
  set (error, g_error_new_valist (domain, code, format, arguments), words);
}

/**
 * ask_error_set_literal:
 * @error: (out) (optional)
 * @domain: from ASK_DEFINE_ERROR()
 * @code: of @domain
 * @sentence: in English, marked with N_(); taken as it is
 *
 * As ask_error_set(), without values.
 */
void
ask_error_set_literal (GError **error, GQuark domain, int code, const char *sentence)
{
  const char *translated = gettext (sentence);

  if (error != NULL)
    set (error, g_error_new_literal (domain, code, sentence), translated != sentence ? g_strdup (translated) : NULL);
}

/**
 * ask_error_set_from:
 * @error: (out) (optional)
 * @domain: from ASK_DEFINE_ERROR()
 * @code: of @domain
 * @from: of any domain
 *
 * Sets @error to what @from says, in both languages, as an error of another kind.
 */
void
ask_error_set_from (GError **error, GQuark domain, int code, const GError *from)
{
  const Beside *beside = get_beside (from);

  if (error != NULL)
    set (error, g_error_new_literal (domain, code, from->message), beside != NULL ? g_strdup (beside->words) : NULL);
}

/* Puts more before or behind what @error says, in both languages. */
G_GNUC_PRINTF (3, 0)
static void
extend (GError *error, gboolean before, const char *format, va_list arguments)
{
  g_autofree char *words = NULL;
  g_autofree char *more = NULL;
  va_list again;

  va_copy (again, arguments);
  words = g_strdup_vprintf (gettext (format), again);
  va_end (again);
  more = g_strdup_vprintf (format, arguments);
  ask_error_take_message (error,
                          before ? g_strconcat (more, error->message, NULL) : g_strconcat (error->message, more, NULL),
                          before ? g_strconcat (words, ask_error_get_words (error), NULL)
                                 : g_strconcat (ask_error_get_words (error), words, NULL));
}

/**
 * ask_error_prefix:
 * @error: (inout) (optional): set
 * @format: marked with N_()
 *
 * As g_prefix_error(), in both languages.
 */
void
ask_error_prefix (GError **error, const char *format, ...)
{
  va_list arguments;

  if (error == NULL)
    return;
  va_start (arguments, format);
  extend (*error, TRUE, format, arguments);
  va_end (arguments);
}

/**
 * ask_error_append:
 * @error: (inout) (optional): set
 * @format: marked with N_()
 *
 * Adds what else is to be said, in both languages.
 */
void
ask_error_append (GError **error, const char *format, ...)
{
  va_list arguments;

  if (error == NULL)
    return;
  va_start (arguments, format);
  extend (*error, FALSE, format, arguments);
  va_end (arguments);
}

/**
 * ask_error_take_message:
 * @message: (transfer full): in English
 * @words: (transfer full) (nullable): the same for a person
 *
 * Puts other sentences in the place of those that @error has.
 */
void
ask_error_take_message (GError *error, char *message, char *words)
{
  Beside *beside = get_beside (error);

  g_free (error->message);
  error->message = message;
  if (beside == NULL)
    {
      g_free (words);
      return;
    }
  g_free (beside->words);
  beside->words = words;
}

/** ask_error_mask: masks what may be a secret in what @error says, in both languages: see ask_secret_mask() */
void
ask_error_mask (GError *error)
{
  const Beside *beside = get_beside (error);
  gboolean translated = beside != NULL && beside->words != NULL;

  ask_error_take_message (error, ask_secret_mask (error->message), translated ? ask_secret_mask (beside->words) : NULL);
}

/**
 * ask_error_set_about:
 * @error: (nullable): of a domain from ASK_DEFINE_ERROR()
 * @whose, @what: such as a source's name and its operation
 *
 * Says what a person has to say something about before it goes on.
 */
void
ask_error_set_about (GError *error, const char *whose, const char *what)
{
  Beside *beside = error != NULL ? get_beside (error) : NULL;

  if (error == NULL)
    return;
  g_return_if_fail (beside != NULL);
  g_free (beside->whose);
  g_free (beside->what);
  beside->whose = g_strdup (whose);
  beside->what = g_strdup (what);
}

/**
 * ask_error_get_about:
 * @error: of any domain
 * @whose: (out) (transfer none) (nullable)
 *
 * Returns: (transfer none) (nullable): what ask_error_set_about() was given
 */
const char *
ask_error_get_about (const GError *error, const char **whose)
{
  const Beside *beside = get_beside (error);

  *whose = beside != NULL ? beside->whose : NULL;
  return beside != NULL ? beside->what : NULL;
}

/**
 * ask_error_get_words:
 *
 * Returns: (transfer none): what a person reads of it; in English where nobody has translated it
 */
const char *
ask_error_get_words (const GError *error)
{
  const Beside *beside = get_beside (error);

  return beside != NULL && beside->words != NULL ? beside->words : error->message;
}
