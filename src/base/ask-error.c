/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The person's sentence of an error, which GLib keeps beside it (an extended error), copies and frees with it. An
 * error that was made with g_set_error() has none, and is shown in English.
 */
#include "config.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>

typedef struct
{
  char *words; /* nullable */
} Beside;

/* A domain for each room, and some for their parts. */
#define MAX_DOMAINS 32

static GQuark domains[MAX_DOMAINS];
static gint n_domains;

static void
beside_init (GError *error)
{
}

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
beside_copy (const GError *from, GError *to)
{
  get_beside (to)->words = g_strdup (get_beside (from)->words);
}

static void
beside_clear (GError *error)
{
  g_free (get_beside (error)->words);
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
 * @format: a sentence in English, marked with N_(), for values that are the same in all languages
 *
 * Sets @error in English, and beside it in the language of the program.
 */
void
ask_error_set (GError **error, GQuark domain, int code, const char *format, ...)
{
  const char *translated = gettext (format);
  char *words = NULL;
  GError *made;
  va_list arguments;

  if (error == NULL)
    return;
  va_start (arguments, format);
  made = g_error_new_valist (domain, code, format, arguments);
  va_end (arguments);
  if (translated != format)
    {
      va_start (arguments, format);
      words = g_strdup_vprintf (translated, arguments);
      va_end (arguments);
    }
  set (error, made, words);
}

/**
 * ask_error_set_from:
 * @error: (out) (optional)
 * @domain: from ASK_DEFINE_ERROR()
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
