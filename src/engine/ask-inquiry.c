/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The record of a call. Who computes it fills it in; it owns all that it holds.
 */
#include "config.h"

#include "engine/ask-inquiry.h"

static void
request_free (gpointer data)
{
  AskInquiryRequest *self = data;

  g_free (self->problem);
  g_free (self);
}

/**
 * ask_inquiry_new:
 * @function: as it is called
 * @text: (nullable): the question
 *
 * Returns: (transfer full): nothing was asked yet
 */
AskInquiry *
ask_inquiry_new (const char *function, const char *text)
{
  AskInquiry *self = g_new0 (AskInquiry, 1);

  self->function = g_strdup (function);
  self->text = g_strdup (text);
  self->of = g_ptr_array_new_with_free_func (g_free);
  self->requests = g_ptr_array_new_with_free_func (request_free);
  self->rows = ask_rows_new ();
  self->price = -1;
  return self;
}

/** ask_inquiry_free: @self: (nullable): freed */
void
ask_inquiry_free (AskInquiry *self)
{
  if (self == NULL)
    return;
  g_free (self->function);
  g_free (self->text);
  g_free (self->model);
  g_free (self->host);
  g_free (self->answer);
  g_ptr_array_unref (self->of);
  g_ptr_array_unref (self->requests);
  ask_rows_unref (self->rows);
  g_free (self);
}

/** ask_inquiry_add_request: counts @request, which is copied where there are not too many */
void
ask_inquiry_add_request (AskInquiry *self, const AskInquiryRequest *request)
{
  self->n_requests++;
  self->bytes += request->bytes;
  self->prompt_tokens += request->prompt_tokens;
  self->reply_tokens += request->reply_tokens;
  if (self->requests->len < ASK_INQUIRY_MAX_REQUESTS)
    {
      AskInquiryRequest *copy = g_new0 (AskInquiryRequest, 1);

      *copy = *request;
      copy->problem = g_strdup (request->problem);
      g_ptr_array_add (self->requests, copy);
    }
}
