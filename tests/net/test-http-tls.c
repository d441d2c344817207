/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A server that cannot prove who it is. A program of its own, because the leak sanitizer of gcc 12
 * crashes in a process that has loaded a TLS library: here it does not look for leaks, and the
 * programs beside it do.
 */
#include "config.h"

#include <string.h>

#include "net/ask-http.h"
#include "support/ask-test-memory.h"
#include "support/ask-test-server.h"

#if ASK_TEST_SANITIZED
int __lsan_is_turned_off (void);

int
__lsan_is_turned_off (void)
{
  return 1;
}
#endif

/* Signed by itself, for 127.0.0.1, made for this test and used nowhere else. */
static const char UNTRUSTED[] =
  "-----BEGIN CERTIFICATE-----\n"
  "MIIBkDCCATagAwIBAgIUJ5ZxRyCCsHBgGnNwOe88a27lbJswCgYIKoZIzj0EAwIw\n"
  "FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTAxMzM1MVoYDzIxMjYxMDI4\n"
  "MDEzMzUxWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO\n"
  "PQMBBwNCAATH3IwVdYUkXC77fV3Zvh63KSYZ16qQ309QLhPqegCzDMfh4yi1oelw\n"
  "yca2TTzaUQiKCSt/8DeXfqOnIycSepTNo2QwYjAdBgNVHQ4EFgQUYFxtJDfihUhU\n"
  "4QCzziscJjKmo+kwHwYDVR0jBBgwFoAUYFxtJDfihUhU4QCzziscJjKmo+kwDwYD\n"
  "VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC\n"
  "IF9rEDipyDNLZ4GWZP+Aec+jd32lO/pZKq3i67lnmtFYAiEA9aRg+e9kEoR3010k\n"
  "gJaB+9oaiOSR9xH8f57Dl/eOFNM=\n"
  "-----END CERTIFICATE-----\n"
  "-----BEGIN PRIVATE KEY-----\n"
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgWczSYPlSS7WSA/DY\n"
  "reLf+AJ3Ocg/+KEGFMOIbdF2VdyhRANCAATH3IwVdYUkXC77fV3Zvh63KSYZ16qQ\n"
  "309QLhPqegCzDMfh4yi1oelwyca2TTzaUQiKCSt/8DeXfqOnIycSepTN\n"
  "-----END PRIVATE KEY-----\n";

static void
test_untrusted (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskHttp) http = ask_http_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *url = g_strdup_printf ("https://127.0.0.1:%u/p?key=s3cret",
                                          ask_test_server_get_port (server));
  AskHttpRequest request = { .url = url };
  g_autoptr (GTlsCertificate) certificate = NULL;
  g_autoptr (AskHttpResponse) response = NULL;

  if (!g_tls_backend_supports_tls (g_tls_backend_get_default ()))
    {
      g_test_skip ("no TLS backend here");
      return;
    }
  certificate = g_tls_certificate_new_from_pem (UNTRUSTED, -1, &error);
  g_assert_no_error (error);
  ask_test_server_set_certificate (server, certificate);
  ask_test_server_add_json (server, "/p", "[]");

  response = ask_http_send (http, &request, NULL, NULL, NULL, &error);
  g_assert_null (response);
  g_test_message ("%s", error->message);
  g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_TLS);
  g_assert_true (g_str_has_prefix (error->message, "https://127.0.0.1:"));
  g_assert_null (strstr (error->message, "s3cret"));
  /* Nothing was sent to a server that could not prove who it is. */
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/net/http-tls/a-server-that-nobody-vouches-for-is-refused", test_untrusted);
  return g_test_run ();
}
