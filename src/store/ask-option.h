/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Options of sources as a person types them, as the workspace file keeps them, and where their values are. It never
 * writes a secret into the file or a message.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskTypedOption:
 * @word: of the option
 * @name: (nullable): of an option that has one
 * @text: its value
 * @verbatim: whether "$" is nothing special in @text
 *
 * An option as somebody typed it.
 */
typedef struct
{
  const char *word;
  const char *name;
  const char *text;
  gboolean verbatim;
} AskTypedOption;

AskSourceOption *ask_option_new_typed   (const AskOptionSpec   *spec,
                                         const char            *name,
                                         const char            *text,
                                         gboolean               verbatim,
                                         GError               **error);
gboolean         ask_options_add_typed  (GPtrArray             *options,
                                         const AskSourceKind   *kind,
                                         const AskTypedOption  *typed,
                                         GError               **error);
gboolean         ask_options_say        (GPtrArray             *options,
                                         const AskSourceKind   *kind,
                                         const char            *word,
                                         const char            *text,
                                         GError               **error);
void             ask_options_say_all    (GPtrArray             *options,
                                         GPtrArray             *said);
gboolean         ask_options_add_line   (GPtrArray             *options,
                                         const AskSourceKind   *kind,
                                         const char            *word,
                                         const char            *line,
                                         GError               **error);
gboolean         ask_options_check      (GPtrArray             *options,
                                         const AskSourceKind   *kind,
                                         GError               **error);
gboolean         ask_options_have_keys  (GPtrArray             *options);
gboolean         ask_options_apply_typed (GPtrArray            *options,
                                         AskSourceConfig       *config,
                                         GError               **error);
char            *ask_options_to_json    (GPtrArray             *options);
GPtrArray       *ask_options_from_json  (const AskSourceKind   *kind,
                                         const char            *json,
                                         gboolean              *damaged);
GPtrArray       *ask_options_copy       (GPtrArray             *options);
char            *ask_option_describe    (const AskSourceOption *self);
char            *ask_option_dup_variable (const AskSourceOption *self,
                                         GError               **error);
gboolean         ask_option_has_variable (const char           *text);
gboolean         ask_option_is_variable (const char            *text);

G_END_DECLS
