/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What leaves this machine, told by whoever sends it: HTTP sessions and clients of database servers. Whoever keeps a
 * record watches its thread. Nothing here keeps or sends anything.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AskOutgoing:
 * @kind: "model", "embeddings", "api", "server" or "document"
 * @host: with its port, "api.example:8080"
 * @method: (nullable): "POST"; %NULL for what is no HTTP
 * @address: (nullable): where it went, without keys: "/orders?status=open"
 * @about: (nullable): the source's name, of an API's call and of a server's query
 * @names: (nullable) (array zero-terminated=1): of an API's call: the entity, and "entity.attribute" for each attribute
 *   that a value was sent of
 * @body: (nullable): what was sent, byte for byte
 * @is_secret: @body holds a key; it is counted and not kept
 * @n_values: of a query: how many values went with it beside its text
 * @tries: how often it was sent
 * @status: of HTTP; 0 where no answer came, and where there is none
 * @problem: (nullable): why no answer came
 *
 * One request that went out, whatever came of it. Headers, which hold the keys, are not told.
 */
typedef struct
{
  const char *kind;
  const char *host;
  const char *method;
  const char *address;
  const char *about;
  const char *const *names;
  GBytes *body;
  gboolean is_secret;
  gint64 n_values;
  guint tries;
  guint status;
  const char *problem;
} AskOutgoing;

/** AskOutgoingFunc: @outgoing: borrowed for the call. Called on the thread that sends and watches. */
typedef void (*AskOutgoingFunc) (const AskOutgoing *outgoing,
                                 gpointer           data);

void     ask_outgoing_watch   (AskOutgoingFunc    func,
                               gpointer           data);
void     ask_outgoing_unwatch (gpointer           data);
gboolean ask_outgoing_is_watched (void);
void     ask_outgoing_tell    (const AskOutgoing *outgoing);

G_END_DECLS
