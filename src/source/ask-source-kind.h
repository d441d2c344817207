/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A kind of source: one row of the table in ask-source-kinds.c, filled in by the kind's own folder. Everybody else
 * reads the row and never asks which one it is.
 */
#pragma once

#include <gio/gio.h>

#include "source/ask-source-option.h"
#include "sql/ask-sql-printer.h"

G_BEGIN_DECLS

struct sqlite3;

typedef struct _AskSource AskSource;
typedef struct _AskSourceConfig AskSourceConfig;
typedef struct _AskSourceKind AskSourceKind;

/**
 * AskSourceNature:
 * @ASK_NATURE_FILE: a file of rows; SQLite attaches it, or a copy of it
 * @ASK_NATURE_SERVER: a database server with an address and perhaps a password
 * @ASK_NATURE_DOCUMENT: a document, a file or at an address, that says how the rows are got
 */
typedef enum
{
  ASK_NATURE_FILE,
  ASK_NATURE_SERVER,
  ASK_NATURE_DOCUMENT
} AskSourceNature;

/**
 * AskSourceEncryption:
 * @option: (nullable): in the address: "sslmode=require"; %NULL of the first, which is what holds where nothing is said
 * @label: what a person calls it; to be translated
 *
 * One way in which the connection to a server may be encrypted.
 */
typedef struct
{
  const char *option;
  const char *label;
} AskSourceEncryption;

/**
 * AskSourceKind:
 * @word: in the workspace and on the command line; it never changes
 * @label: what a person calls such a source; to be translated, like the next members up to @file_filter
 * @menu: in the menu that adds one, with a mnemonic
 * @add_title: the title of the dialog that adds one
 * @add_place: what that dialog asks for
 * @add_words: what it says of it
 * @choose_title: (nullable): the title of the dialog that chooses its file
 * @file_filter: (nullable): what such files are called there
 * @file_patterns: (nullable) (array zero-terminated=1): by which they are known: "*.csv"
 * @icon: the name of an icon
 * @product: in plans and messages: "PostgreSQL"
 * @plain_product: (nullable): the same of an open source that computes nothing itself: "MySQL"
 * @place: in sentences: "the path of its file"
 * @usage: the place on the command line
 * @schemes: (nullable) (array zero-terminated=1): of a server's address, the first one for messages
 * @port: of a server, where its address names none
 * @encryption: (nullable) (array zero-terminated=1): of a server, the ways that its address can say
 * @dialect: of a server's SQL
 * @ask_first: the printer has to know an open server, since not all of that kind compute
 * @year: (nullable): of a server, its SQL for the year of the date c as an integer
 * @year_where: (nullable): which dates c have one: " WHERE isfinite(c)"
 * @time_out_ms: for one call without a byte from the source
 * @columns_change: the columns of a file may be others without anybody having said so
 * @full_text: its file is made by ourselves, and may have FTS5 tables that queries search
 * @contents: (nullable): its location is a folder of files, or one file, that values may name; the table and the attribute that
 *   stand for what is in them: "documents.text"
 * @options: (array length=n_options): what may be said of one
 * @find_clash: (nullable): a sentence where options do not go together
 * @replaces: (nullable): whether @old goes when @added come; without it, where one of the same word and name comes
 * @find_column: (nullable): what a location says of a column of another source: "support.ticket.body"; %NULL where it is
 *   no such location. Whoever makes a configuration for it fills in AskSourceConfig.origin
 * @recognise: (nullable): of files, whether one is of that kind: by its name, and the first @n_head bytes of it; what
 *   makes sure is adding it
 * @make: a source that is not open yet
 * @take_options: (nullable): puts config->options where the source's own files look
 * @settle: (nullable): decides what nobody said and has to be known from now on, in config->options; @notes gets
 *   sentences about it. May read the source
 * @ensure_file: (nullable): the SQLite file that stands for the source now, made anew where it has to be; only kinds
 *   with it are attached
 * @find_file: (nullable): that file as it was made last, without a look at the source; (nullable): %NULL where there is none
 * @prepare: (nullable): gives a connection what it needs to read that file; once or more often. SQLite's code
 * @forget: (nullable): throws away what is kept of the source elsewhere
 * @same_copy: (nullable): whether what is kept of both is the same
 * @preview: whether the beginning of a file can be shown before it is added, in the ways that its options say
 */
struct _AskSourceKind
{
  const char *word;
  AskSourceNature nature;

  const char *label;
  const char *menu;
  const char *add_title;
  const char *add_place;
  const char *add_words;
  const char *choose_title;
  const char *file_filter;
  const char *const *file_patterns;

  const char *icon;
  const char *product;
  const char *plain_product;
  const char *place;
  const char *usage;

  const char *const *schemes;
  guint port;
  const AskSourceEncryption *encryption;
  AskSqlDialect dialect;
  gboolean ask_first;
  const char *year;
  const char *year_where;
  guint time_out_ms;

  gboolean columns_change;
  gboolean preview;
  gboolean full_text;
  const char *contents;

  const AskOptionSpec *options;
  guint n_options;

  const char *(*find_column) (const char *location);
  const char *(*find_clash) (GPtrArray *options);
  gboolean (*replaces) (const AskSourceOption *old, GPtrArray *added);
  gboolean (*recognise) (const char *path, const char *head, gsize n_head);
  AskSource *(*make) (AskSourceConfig *config);
  void (*take_options) (AskSourceConfig *config);
  gboolean (*settle) (AskSourceConfig *config, GPtrArray *notes, GCancellable *cancellable, GError **error);
  char *(*ensure_file) (const AskSourceConfig *config, GCancellable *cancellable, GError **error);
  char *(*find_file) (const AskSourceConfig *config);
  int (*prepare) (struct sqlite3 *db);
  void (*forget) (const AskSourceConfig *config);
  gboolean (*same_copy) (const AskSourceConfig *one, const AskSourceConfig *other);
};

const AskOptionSpec *ask_source_kind_find_option (const AskSourceKind *self, const char *word);
gboolean ask_source_kind_has_keys (const AskSourceKind *self);

G_END_DECLS
