/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as a text file. The first one chooses the options. libFuzzer calls it, and test-sheet-corpus
 * replays what libFuzzer found worth keeping.
 */
#include "config.h"

#include "source/fuzz-sheet.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  static const char delimiters[] = { '\0', ',', ';', '\t' };
  static const char *const encodings[] = { NULL, "UTF-8", "UTF-16", "SHIFT_JIS" };
  AskSheetOptions options = { 0 };
  int fd;

  if (size == 0)
    return 0;
  options.delimiter = delimiters[data[0] & 3];
  options.encoding = (char *) encodings[data[0] >> 2 & 3];
  options.header = (AskSheetHeader) ((data[0] >> 4 & 3) % 3);
  fd = fuzz_open (data + 1, size - 1);
  fuzz_file (fd, &options);
  close (fd);
  return 0;
}
