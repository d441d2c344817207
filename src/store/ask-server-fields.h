/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The address of a database server by its parts, for people who know a host and a port and no URI.
 */
#pragma once

#include "source/ask-source-kind.h"

G_BEGIN_DECLS

/**
 * AskServerFields:
 * @scheme: "postgresql"
 * @host: "" where the address has none
 * @port: digits; "" for the usual one
 * @database: ""
 * @user: ""
 * @secret: (nullable): what stands for the password in the address, as it was typed there
 * @encryption: a place in the kind's list
 * @rest: further options: "connect_timeout=5&application_name=x"; ""
 */
typedef struct
{
  char *scheme;
  char *host;
  char *port;
  char *database;
  char *user;
  char *secret;
  guint encryption;
  char *rest;
} AskServerFields;

AskServerFields *ask_server_fields_read       (const AskSourceKind   *kind,
                                               const char            *address);
char            *ask_server_fields_to_address (const AskServerFields *self,
                                               const AskSourceKind   *kind);
void             ask_server_fields_free       (AskServerFields       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskServerFields, ask_server_fields_free)

G_END_DECLS
