/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person may say of a source, typed. Each kind of source has a list of options (AskOptionSpec); what was said
 * is an AskSourceOption. The command line, the dialogs and the store go by the list and know no option of a kind.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AskOptionType:
 * @ASK_OPTION_TEXT: one line
 * @ASK_OPTION_NUMBER: a whole number
 * @ASK_OPTION_CHOICE: one of some words
 * @ASK_OPTION_SECRET: one line that no file holds: it lies in the Secret Service, or in an environment variable
 * @ASK_OPTION_LIST: lines
 */
typedef enum
{
  ASK_OPTION_TEXT,
  ASK_OPTION_NUMBER,
  ASK_OPTION_CHOICE,
  ASK_OPTION_SECRET,
  ASK_OPTION_LIST
} AskOptionType;

/**
 * AskOptionFlags:
 * @ASK_OPTION_NAMED: may be given many times, each under a name of its own, such as an HTTP header's
 * @ASK_OPTION_ONCE: though named, there is one at most
 * @ASK_OPTION_MAY_BE_SECRET: a text that is a secret where its name says so ("X-Api-Key"), or may hold "$VARIABLE"
 *   behind a word ("Bearer $TOKEN")
 * @ASK_OPTION_KEY: belongs to signing in: shown among the keys, and tried before it is kept
 * @ASK_OPTION_SHAPE: says how a file is read, so that another one may give other columns
 * @ASK_OPTION_NO_WORD: the command line has another way to say it
 */
typedef enum
{
  ASK_OPTION_NAMED = 1 << 0,
  ASK_OPTION_ONCE = 1 << 1,
  ASK_OPTION_MAY_BE_SECRET = 1 << 2,
  ASK_OPTION_KEY = 1 << 3,
  ASK_OPTION_SHAPE = 1 << 4,
  ASK_OPTION_NO_WORD = 1 << 5
} AskOptionFlags;

/**
 * AskOptionSpec:
 * @word: in the workspace and on the command line; it never changes
 * @what: in sentences: "header", "password of"; where it is named, the name follows
 * @argument: (nullable): in the command line's help: "SECONDS"
 * @help: (nullable): likewise: what it says, with what holds otherwise in brackets
 * @choices: (nullable) (array zero-terminated=1): of a choice
 * @least: of a number
 * @most: of a number
 * @excludes: (nullable): of a list: another one that has none of its items
 * @name_is_good: of a named one: whether it can have that name
 * @name_help: (nullable): a sentence for one that it cannot have
 * @find_fault: (nullable): what is wrong with a text, as a sentence that begins with "The value of the … "
 *
 * One option of a kind of source. Static.
 */
typedef struct
{
  const char *word;
  AskOptionType type;
  AskOptionFlags flags;
  const char *what;
  const char *argument;
  const char *help;
  const char *const *choices;
  gint64 least;
  gint64 most;
  const char *excludes;
  gboolean (*name_is_good) (const char *name);
  const char *name_help;
  const char *(*find_fault) (const char *text);
} AskOptionSpec;

/**
 * AskOptionKeep:
 * @ASK_OPTION_PLAIN: the value itself is kept
 * @ASK_OPTION_VARIABLE: the text names an environment variable: "$KEY", "Bearer $KEY"
 * @ASK_OPTION_KEYRING: the text is in the Secret Service
 */
typedef enum
{
  ASK_OPTION_PLAIN,
  ASK_OPTION_VARIABLE,
  ASK_OPTION_KEYRING
} AskOptionKeep;

/**
 * AskSourceOption:
 * @name: of a named one, else ""
 * @text: (nullable): of a text, a choice or a secret; in a configuration always the value itself, in a record %NULL
 *   for what is in the Secret Service
 * @number: of a number
 * @items: (array zero-terminated=1): of a list
 */
typedef struct
{
  const AskOptionSpec *spec;
  AskOptionKeep keep;
  char *name;
  char *text;
  gint64 number;
  char **items;
} AskSourceOption;

/* The password of a database server. */
#define ASK_OPTION_SPEC_PASSWORD                                                                                 \
  {                                                                                                                \
    "password", ASK_OPTION_SECRET, ASK_OPTION_KEY | ASK_OPTION_NO_WORD, "password"                                 \
  }

AskSourceOption *ask_source_option_new       (const AskOptionSpec   *spec,
                                              const char            *name,
                                              const char            *text);
AskSourceOption *ask_source_option_copy      (const AskSourceOption *self);
void             ask_source_option_free      (AskSourceOption       *self);
void             ask_source_option_add_item  (AskSourceOption       *self,
                                              const char            *item);
gboolean         ask_source_option_take_item (AskSourceOption       *self,
                                              const char            *item);
GPtrArray       *ask_source_options_new      (void);
AskSourceOption *ask_source_options_find     (GPtrArray             *options,
                                              const char            *word);
AskSourceOption *ask_source_options_find_named (GPtrArray           *options,
                                              const char            *word,
                                              const char            *name);
const char      *ask_source_options_get_text (GPtrArray             *options,
                                              const char            *word);
gint64           ask_source_options_get_number (GPtrArray           *options,
                                              const char            *word);
char           **ask_source_options_dup_list (GPtrArray             *options,
                                              const char            *word);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSourceOption, ask_source_option_free)

G_END_DECLS
