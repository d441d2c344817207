/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A TCP proxy on 127.0.0.1 between a program and its source, whatever they speak, that can spoil what comes back:
 * delay it, cut it after any byte, stop in the middle, or put other bytes in its place.
 *
 * |[<!-- language="C" -->
 * g_autoptr (AskTestProxy) proxy = ask_test_proxy_new (port);
 * AskTestFault fault = ASK_TEST_FAULT_NONE;
 *
 * fault.cut_at = 100;
 * ask_test_proxy_set_fault (proxy, &fault);
 * ]|
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AskTestAnswer:
 * @n: how many answers were put in before
 *
 * Called on a connection's thread; several may run at once.
 *
 * Returns: (transfer full): the bytes of a whole answer
 */
typedef char *(*AskTestAnswer) (guint    n,
                                gpointer user_data);

/**
 * AskTestFault:
 * @cut_at: bytes from the source, of all connections together, after which connections are closed, those that come
 *   later at their first byte; -1 for never
 * @hang_at: the same, but connections stay open and silent; -1 for never
 * @reset: connections are reset instead of closed
 * @refuse: connections are closed as soon as they come
 * @delay_ms: before each piece of what the source sends
 * @answer: (nullable): what an HTTP request gets instead of the source's answer
 * @after: HTTP requests that pass before @answer begins
 */
typedef struct
{
  gssize cut_at;
  gssize hang_at;
  gboolean reset;
  gboolean refuse;
  guint delay_ms;
  AskTestAnswer answer;
  gpointer answer_data;
  guint after;
} AskTestFault;

#define ASK_TEST_FAULT_NONE ((AskTestFault) { .cut_at = -1, .hang_at = -1 })

typedef struct _AskTestProxy AskTestProxy;

AskTestProxy *ask_test_proxy_new        (guint16             target_port);
void          ask_test_proxy_free       (AskTestProxy       *self);
guint16       ask_test_proxy_get_port   (AskTestProxy       *self);
void          ask_test_proxy_set_fault  (AskTestProxy       *self,
                                         const AskTestFault *fault);
gsize         ask_test_proxy_get_passed (AskTestProxy       *self);
gboolean      ask_test_proxy_has_struck (AskTestProxy       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTestProxy, ask_test_proxy_free)

G_END_DECLS
