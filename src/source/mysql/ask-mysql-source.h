/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A MariaDB or MySQL server as a source, read-only.
 *
 * The location is a URI, "mysql://user@host:port/database?option=value&…" or "mariadb://…", never with
 * the password, which AskSourceConfig has. Everything but the scheme may be left out:
 *
 * | part | without it |
 * | --- | --- |
 * | user | no user name is sent |
 * | host | the server on this machine, through its usual local socket |
 * | port | 3306 |
 * | database | the tables of all databases that are not the server's own; each has its database as its namespace |
 *
 * | option | means |
 * | --- | --- |
 * | socket=PATH | the server's local socket, instead of host and port |
 * | ssl-mode=disabled | never encrypted |
 * | ssl-mode=preferred | encrypted where the server can; so it is without this option, save on a local socket |
 * | ssl-mode=required | encrypted or not at all; the server's certificate is not looked at |
 * | ssl-mode=verify-ca, verify-identity | encrypted, its certificate is good, and made out to the host of the URI. (The client library has no check of the authority alone, so both do the same) |
 * | ssl-ca=PATH | PEM file of the authorities to trust, in place of the system's; without ssl-mode it means verify-identity |
 * | ssl-cert=PATH, ssl-key=PATH | PEM files of a certificate of ours, for servers that ask for one |
 */
#pragma once

#include "source/ask-source.h"

G_BEGIN_DECLS

#define ASK_TYPE_MYSQL_SOURCE (ask_mysql_source_get_type ())
G_DECLARE_FINAL_TYPE (AskMysqlSource, ask_mysql_source, ASK, MYSQL_SOURCE, GObject)

extern const AskSourceKind ask_mysql_kind;

AskSource *ask_mysql_source_new            (AskSourceConfig *config);
void       ask_mysql_source_set_max_rest   (AskMysqlSource  *self,
                                            guint            ms);
gboolean   ask_mysql_source_check_location (AskSourceConfig *config,
                                            GError         **error);
AskType    ask_mysql_type_from_declared    (const char      *declared);

G_END_DECLS
