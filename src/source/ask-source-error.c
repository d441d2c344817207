/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Errors of sources. Of some it is known which operation they are about, so that a person can be led there; that goes
 * with the error wherever it is handed on.
 */
#include "config.h"

#include "source/ask-source.h"

typedef struct
{
  char *source;
  char *operation;
} AskSourceErrorPrivate;

static void
ask_source_error_private_init (AskSourceErrorPrivate *self)
{
  self->source = NULL;
  self->operation = NULL;
}

static void
ask_source_error_private_copy (const AskSourceErrorPrivate *from, AskSourceErrorPrivate *to)
{
  to->source = g_strdup (from->source);
  to->operation = g_strdup (from->operation);
}

static void
ask_source_error_private_clear (AskSourceErrorPrivate *self)
{
  g_free (self->source);
  g_free (self->operation);
}

G_DEFINE_EXTENDED_ERROR (AskSourceError, ask_source_error)

/**
 * ask_source_error_set_operation:
 * @error: (nullable): of %ASK_SOURCE_ERROR
 * @source: its name
 * @operation: as "GET /orders"
 *
 * Says that a person has to say something about this operation of an API before it goes on.
 */
void
ask_source_error_set_operation (GError *error, const char *source, const char *operation)
{
  AskSourceErrorPrivate *self;

  if (error == NULL)
    return;
  g_return_if_fail (error->domain == ASK_SOURCE_ERROR);
  self = ask_source_error_get_private (error);
  g_free (self->source);
  g_free (self->operation);
  self->source = g_strdup (source);
  self->operation = g_strdup (operation);
}

/**
 * ask_source_error_get_operation:
 * @error: of any domain
 * @source: (out) (transfer none) (nullable): the name of the source
 *
 * Returns: (transfer none) (nullable): the operation that a person has to say something about
 */
const char *
ask_source_error_get_operation (const GError *error, const char **source)
{
  const AskSourceErrorPrivate *self = error->domain == ASK_SOURCE_ERROR ? ask_source_error_get_private (error) : NULL;

  *source = self != NULL ? self->source : NULL;
  return self != NULL ? self->operation : NULL;
}
