/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers as people read them, with the signs of ask-locale.h: 1,234.5 or 1.234,5. What programs read never comes through
 * here.
 */
#include "config.h"

#include "base/ask-number.h"

#include <limits.h>
#include <string.h>

#include "base/ask-locale.h"

/* Whether a group begins at the digit before which @left digits, itself included, are left. */
static gboolean
begins_group (gsize left, const char *sizes)
{
  gsize size = 0;

  for (const char *p = sizes; left > size;)
    {
      if (*p == CHAR_MAX)
        return FALSE;
      size += (gsize) *p;
      if (left == size)
        return TRUE;
      if (p[1] != '\0')
        p++;
    }
  return FALSE;
}

/**
 * ask_number_localise:
 * @plain: a number as C writes it: "-1234.50", "1e+300"
 * @grouped: whether the digits of its whole part stand in groups
 *
 * Safe on every thread.
 *
 * Returns: (transfer full): the number with the signs of the locale and a true minus
 */
char *
ask_number_localise (const char *plain, gboolean grouped)
{
  AskLocaleSigns signs = ask_locale_get_signs ();
  GString *text = g_string_new (*plain == '-' ? "−" : NULL);
  const char *p = plain + (*plain == '-');
  gsize n_whole = strspn (p, "0123456789");

  for (gsize i = 0; i < n_whole; i++)
    {
      if (grouped && i > 0 && begins_group (n_whole - i, signs.sizes))
        g_string_append (text, signs.separator);
      g_string_append_c (text, p[i]);
    }
  p += n_whole;
  if (*p == '.')
    {
      g_string_append (text, signs.point);
      p++;
    }
  g_string_append (text, p);
  return g_string_free (text, FALSE);
}

/** ask_number_count: Returns: (transfer full): @count with its digits in groups */
char *
ask_number_count (guint64 count)
{
  g_autofree char *plain = g_strdup_printf ("%" G_GUINT64_FORMAT, count);

  return ask_number_localise (plain, TRUE);
}
