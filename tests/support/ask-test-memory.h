/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How much memory a test program has needed so far, as the kernel counts it. For differences only: the
 * peak never falls, so what needs most has to come last.
 */
#pragma once

#include <glib.h>
#include <string.h>

/** ASK_TEST_SANITIZED: whether AddressSanitizer is in the program: it takes several times as much of time and memory, and
 * keeps freed memory for a while */
#if defined(__SANITIZE_ADDRESS__)
#define ASK_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ASK_TEST_SANITIZED 1
#endif
#endif
#ifndef ASK_TEST_SANITIZED
#define ASK_TEST_SANITIZED 0
#endif

/** ask_test_peak_memory: Returns: bytes that were resident at the worst moment; 0 where nobody tells */
static inline gsize
ask_test_peak_memory (void)
{
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;
  line = strstr (status, "VmHWM:");
  return line != NULL ? (gsize) g_ascii_strtoull (line + 6, NULL, 10) * 1024 : 0;
}
