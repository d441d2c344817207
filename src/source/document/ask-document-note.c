/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Notes are kept in the index, where SQL reads them, so they are English there. Which sentences of ours a kept text is made of
 * is found out again when it is shown: a text that is none of them stays as it is.
 */
#include "config.h"

#include "source/document/ask-document-note.h"

#include <glib/gi18n.h>
#include <string.h>

/* Of the values in one sentence. */
#define MOST 2

static const char *const sentences[] = {
  [ASK_DOCUMENT_NOTE_KINDS] = N_ ("Left out: %s of a kind that is not read."),
  [ASK_DOCUMENT_NOTE_LINKS] = N_ ("Left out: symbolic links, which are not followed (%s)."),
  [ASK_DOCUMENT_NOTE_DEEP] = N_ ("Left out: folders deeper than 64 in each other (%s)."),
  /* Translators: the name of a folder, and why. */
  [ASK_DOCUMENT_NOTE_CLOSED] = N_ ("The folder %s could not be looked into: %s."),
  [ASK_DOCUMENT_NOTE_MORE] = N_ ("So many more documents have a note: %s."),
  /* Translators: names of files. */
  [ASK_DOCUMENT_NOTE_ATTACHED] = N_ ("Not read, since attached: %s."),
  /* Errors of reading one file. */
  N_ ("It could not be opened: %s."),
  N_ ("PDF is read by the program %s, which cannot be started (%s). Install AskData anew."),
  N_ ("The file lacks its part %s. Save it again, or fetch it anew."),
  N_ ("The file is damaged or was cut (%s). Save the file again, or fetch it anew."),
  N_ ("The file holds more than %d parts, which no good file does."),
  N_ ("The part %s of the file unpacks to more than %d times the file, which no good file does. It was not read."),
};

/* Returns: (transfer full): what stands around its values, which are texts here, numbers too */
static char **
divide (const char *sentence)
{
  g_autoptr (GString) texts = g_string_new (sentence);

  g_string_replace (texts, "%d", "%s", 0);
  return g_strsplit (texts->str, "%s", MOST + 1);
}

static void
append_filled (GString *into, const char *sentence, const char *const *values)
{
  g_auto (GStrv) parts = divide (sentence);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_string_append (into, parts[i]);
      if (parts[i + 1] != NULL)
        g_string_append (into, values[i]);
    }
}

/**
 * ask_document_note_new:
 * @note: which one
 * @first: what it says
 * @second: (nullable): likewise, where it says two things
 *
 * Returns: (transfer full): the note, to be kept
 */
char *
ask_document_note_new (AskDocumentNote note, const char *first, const char *second)
{
  GString *text = g_string_new (NULL);

  append_filled (text, sentences[note], (const char *const[MOST]) { first, second });
  return g_string_free (text, FALSE);
}

static char *translate (const char *text);

/* Whether a sentence can end before @at. */
static gboolean
is_end (const char *at)
{
  return at[-1] == '.' && (*at == ' ' || *at == '\0');
}

/* @words: (transfer full): what is said of the text before @rest. Returns: (transfer full) (nullable): all of it in words; %NULL
 * where @rest is not all made of sentences of ours */
static char *
join (char *words, const char *rest)
{
  g_autofree char *said = words;
  g_autofree char *more = translate (*rest == ' ' ? rest + 1 : rest);

  return more != NULL ? g_strconcat (said, *rest == ' ' ? " " : "", more, NULL) : NULL;
}

/* Where it begins with a sentence that says nothing but itself: the longest one that there is a translation of. */
static char *
translate_plain (const char *text)
{
  char *words = NULL;

  for (gsize n = strlen (text); n > 0 && words == NULL; n--)
    if (is_end (text + n))
      {
        g_autofree char *sentence = g_strndup (text, n);
        const char *said = gettext (sentence);

        if (said != sentence)
          words = join (g_strdup (said), text + n);
      }
  return words;
}

/* Where it begins with @sentence, whose values may have full stops in them. */
static char *
translate_filled (const char *text, const char *sentence)
{
  g_auto (GStrv) parts = divide (sentence);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  const guint last = g_strv_length (parts) - 1;
  const char *at = text;
  char *words = NULL;

  if (!g_str_has_prefix (text, parts[0]))
    return NULL;
  at += strlen (parts[0]);
  for (guint i = 1; i < last; i++)
    {
      const char *end = strstr (at, parts[i]);

      if (end == NULL)
        return NULL;
      g_ptr_array_add (values, g_strndup (at, (gsize) (end - at)));
      at = end + strlen (parts[i]);
    }
  for (const char *end = strstr (at, parts[last]); end != NULL && words == NULL; end = strstr (end + 1, parts[last]))
    if (is_end (end + strlen (parts[last])))
      {
        GString *said = g_string_new (NULL);

        g_ptr_array_set_size (values, (int) last - 1);
        g_ptr_array_add (values, g_strndup (at, (gsize) (end - at)));
        append_filled (said, gettext (sentence), (const char *const *) values->pdata);
        words = join (g_string_free (said, FALSE), end + strlen (parts[last]));
      }
  return words;
}

/* Returns: (transfer full) (nullable): %NULL where @text is not all made of sentences of ours */
static char *
translate (const char *text)
{
  char *words = *text == '\0' ? g_strdup ("") : translate_plain (text);

  for (guint i = 0; i < G_N_ELEMENTS (sentences) && words == NULL; i++)
    words = translate_filled (text, sentences[i]);
  return words;
}

/**
 * ask_document_note_to_words:
 * @kept: a note, or several, also behind the path of a file and a colon
 *
 * Returns: (transfer full): the same in the language of the person
 */
char *
ask_document_note_to_words (const char *kept)
{
  char *words = translate (kept);

  for (const char *colon = strstr (kept, ": "); words == NULL && colon != NULL; colon = strstr (colon + 1, ": "))
    {
      g_autofree char *note = translate (colon + 2);

      if (note != NULL)
        words = g_strdup_printf ("%.*s: %s", (int) (colon - kept), kept, note);
    }
  return words != NULL ? words : g_strdup (kept);
}
