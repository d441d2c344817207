/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the client library calls where it would wait for the server.
 */
#pragma once

#include <glib.h>

#include <mysql.h>

G_BEGIN_DECLS

int ask_mysql_wait (my_socket socket,
                    my_bool   reads,
                    int       time_out_ms);

G_END_DECLS
