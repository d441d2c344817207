/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of a domain share: ask-domain.c puts it together, ask-domain-words.c reads names,
 * ask-domain-key.c guesses keys of APIs, ask-domain-joins.c finds how entities join,
 * ask-domain-product.c what may be meant by revenue, ask-domain-values.c looks values up. No other file includes it.
 */
#pragma once

#include "understand/link/ask-domain.h"

G_BEGIN_DECLS

/* ask-domain-words.c */
char      **ask_domain_words_raw      (const char *name);
char      **ask_domain_words_describe (const char *text);
GPtrArray  *ask_domain_words_synonyms (GPtrArray  *synonyms);

/* ask-domain.c */
int         ask_domain_get_place_here (AskDomain  *self,
                                       int         attribute);

/* ask-domain-key.c */
void        ask_domain_guess_key      (AskDomain  *self,
                                       GPtrArray  *facts);

/* ask-domain-product.c */
void        ask_domain_find_products  (AskDomain  *self);

/* ask-domain-joins.c */
gboolean    ask_domain_find_joins     (AskDomain  *self,
                                       GPtrArray  *facts,
                                       GError    **error);

/* ask-domain-values.c */
AskValuePlace ask_domain_get_place  (AskDomain  *self,
                                     guint       attribute);
void          ask_domain_keep_value (AskDomain  *self,
                                     const char *key,
                                     int         attribute,
                                     const char *value);
gboolean      ask_domain_read_codes (AskDomain  *self,
                                     GPtrArray  *facts,
                                     GError    **error);

void        ask_domain_put_in_english (AskDomain *self);

G_END_DECLS
