/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A fault of GTK under X11 where no window manager runs: on a wall, in a remote session, in a test. GDK then moves and
 * resizes a window itself while its header bar or an edge is dragged. It goes on where the window is closed meanwhile, the X
 * server knows no such window, and GDK ends the program over that (seen in 4.8.3, Debian 12: update_pos() of
 * gdksurface-x11.c does not look whether the surface is destroyed). So an error that says no more than that a window which
 * should be placed is gone ends nothing: there is nothing left to place. All other errors stay GDK's.
 *
 * Xlib has one handler of errors for a process; GDK restores this one after each of its own traps.
 */
#include "config.h"

#include "app/widgets/ask-display-errors.h"

#ifdef GDK_WINDOWING_X11
#include <X11/Xlib.h>
#include <X11/Xproto.h>
#include <gdk/x11/gdkx.h>

static XErrorHandler handle_others;

static int
handle (Display *display, XErrorEvent *error)
{
  if (error->error_code == BadWindow && error->request_code == X_ConfigureWindow)
    {
      g_info ("a window was to be placed that is gone: 0x%lx", error->resourceid);
      return 0;
    }
  return handle_others (display, error);
}
#endif

/**
 * ask_display_errors_init:
 *
 * From now on a window that is closed while it is dragged does not end the program. It is called once GTK has its display, and
 * may be again. Call on the main thread.
 */
void
ask_display_errors_init (void)
{
#ifdef GDK_WINDOWING_X11
  if (handle_others == NULL && GDK_IS_X11_DISPLAY (gdk_display_get_default ()))
    handle_others = XSetErrorHandler (handle);
#endif
}
