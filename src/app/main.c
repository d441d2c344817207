/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program `askdata`: sets the language, and runs the application.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "app/ask-application.h"
#include "blend/ask-blend-question.h"

int
main (int argc, char *argv[])
{
  g_autoptr (AskApplication) application = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, ASK_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_application_name (_ ("AskData"));
  ask_blend_use_kept ();
  application = ask_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
