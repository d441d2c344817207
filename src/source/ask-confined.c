/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Limits that a program sets itself before it reads a file that may come from anywhere, and that file. It must never open
 * one by itself.
 */
#include "config.h"

#include "source/ask-confined.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* How clang tells of a sanitizer; gcc defines __SANITIZE_ADDRESS__. */
#ifndef __has_feature
#define __has_feature(feature) 0
#endif

/* Of a sanitizer's build nearly all memory is its own. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || __has_feature(address_sanitizer)
#define LIMITS_MEMORY FALSE
#else
#define LIMITS_MEMORY TRUE
#endif

static void
limit (int what, rlim_t most)
{
  struct rlimit now;

  if (getrlimit (what, &now) != 0)
    return;
  now.rlim_cur = MIN (now.rlim_max, most);
  setrlimit (what, &now);
}

/**
 * ask_confine:
 * @max_memory: bytes
 * @max_cpu_s: seconds of processor time
 * @max_s: seconds by the clock
 *
 * Limits this process, which ends where it wants more. It can write no file from now on, and leaves no core.
 */
void
ask_confine (gulong max_memory, guint max_cpu_s, guint max_s)
{
  if (LIMITS_MEMORY)
    limit (RLIMIT_AS, max_memory);
  limit (RLIMIT_CPU, max_cpu_s);
  limit (RLIMIT_CORE, 0);
  limit (RLIMIT_FSIZE, 0);
  alarm (max_s);
}

/**
 * ask_confined_read:
 * @max_bytes: a larger file is not read
 *
 * Returns: (transfer full) (nullable): what the file has that is the standard input, up to where it can be read; %NULL of an
 *   empty one, and of one that is too large
 */
GBytes *
ask_confined_read (gsize max_bytes)
{
  struct stat info;
  guint8 *bytes;
  gsize n = 0;

  if (fstat (STDIN_FILENO, &info) != 0 || info.st_size <= 0 || (guint64) info.st_size > max_bytes)
    return NULL;
  bytes = g_malloc ((gsize) info.st_size);
  while (n < (gsize) info.st_size)
    {
      const gssize got = pread (STDIN_FILENO, bytes + n, (gsize) info.st_size - n, (off_t) n);

      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        break;
      n += (gsize) got;
    }
  return g_bytes_new_take (bytes, n);
}
