/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Life and death of the test server's requests and replies. Only for the server: tests include
 * ask-test-server.h.
 */
#pragma once

#include "support/ask-test-server.h"

G_BEGIN_DECLS

void          ask_test_request_unref (gpointer            data);
AskTestReply *ask_test_reply_new     (void);
void          ask_test_reply_free    (gpointer            data);
AskTestReply *ask_test_reply_copy    (const AskTestReply *other);

G_END_DECLS
