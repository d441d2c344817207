/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Errors in two languages. A GError's message is English, whoever reads it: a model, a log, a test. Beside it stands
 * the same sentence in the language of the person at the screen, made of the same format and the same values. Faces
 * show that one; nothing else does.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GQuark      ask_error_register       (const char    *name);
void        ask_error_set            (GError       **error,
                                      GQuark         domain,
                                      int            code,
                                      const char    *format,
                                      ...) G_GNUC_PRINTF (4, 5);
void        ask_error_set_valist     (GError       **error,
                                      GQuark         domain,
                                      int            code,
                                      const char    *format,
                                      va_list        arguments) G_GNUC_PRINTF (4, 0);
void        ask_error_set_literal    (GError       **error,
                                      GQuark         domain,
                                      int            code,
                                      const char    *sentence);
void        ask_error_set_from       (GError       **error,
                                      GQuark         domain,
                                      int            code,
                                      const GError  *from);
void        ask_error_prefix         (GError       **error,
                                      const char    *format,
                                      ...) G_GNUC_PRINTF (2, 3);
void        ask_error_append         (GError       **error,
                                      const char    *format,
                                      ...) G_GNUC_PRINTF (2, 3);
void        ask_error_take_message   (GError        *error,
                                      char          *message,
                                      char          *words);
void        ask_error_mask           (GError        *error);
void        ask_error_set_about      (GError        *error,
                                      const char    *whose,
                                      const char    *what);
const char *ask_error_get_about      (const GError  *error,
                                      const char   **whose);
const char *ask_error_get_words      (const GError  *error);

/**
 * ASK_DEFINE_ERROR:
 * @name: "ask-engine-error-quark"
 * @function: ask_engine_error
 *
 * As G_DEFINE_QUARK(), of a domain whose errors know their sentence in the person's language.
 */
#define ASK_DEFINE_ERROR(name, function) \
  GQuark function##_quark (void) \
  { \
    static gsize quark; \
    if (g_once_init_enter (&quark)) \
      g_once_init_leave (&quark, ask_error_register (name)); \
    return (GQuark) quark; \
  }

G_END_DECLS
