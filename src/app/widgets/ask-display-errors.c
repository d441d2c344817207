/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A fault of GTK under X11 where no window manager runs: on a wall, in a remote session, in a test. GDK then moves and
 * resizes a window itself while its header bar or an edge is dragged. It goes on where the window is closed meanwhile, the X
 * server knows no such window, and GDK ends the program over that (seen in 4.8.3, Debian 12: update_pos() of
 * gdksurface-x11.c does not look whether the surface is destroyed). So an error that says no more than that a window which
 * should be placed is gone ends nothing: there is nothing left to place. All other errors stay GDK's.
 *
 * It is heard before Xlib's one handler of errors, as Xlib's own calls hear theirs: GDK puts its own handler in the place of
 * any other while it awaits errors, and errors come late, whatever is awaited by then.
 */
#include "config.h"

#include "app/widgets/ask-display-errors.h"

#ifdef GDK_WINDOWING_X11
#include <X11/Xlibint.h>
#include <X11/Xproto.h>
#include <gdk/x11/gdkx.h>

/* Xlib holds its lock meanwhile. Returns: whether nobody else is to hear of it */
static Bool
hear (Display *display, xReply *reply, char *bytes, int n_bytes, XPointer data)
{
  const xError *error = (const xError *) reply;

  if (error->type != X_Error || error->errorCode != BadWindow || error->majorCode != X_ConfigureWindow)
    return False;
  g_info ("a window was to be placed that is gone: 0x%lx", (gulong) error->resourceID);
  return True;
}

/* It stays as long as @display, which is as long as the program. */
static void
begin_hearing (Display *display)
{
  static _XAsyncHandler handler;

  if (handler.handler != NULL)
    return;
  handler.handler = hear;
  LockDisplay (display);
  handler.next = display->async_handlers;
  display->async_handlers = &handler;
  UnlockDisplay (display);
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
  GdkDisplay *display = gdk_display_get_default ();

  if (GDK_IS_X11_DISPLAY (display))
    begin_hearing (gdk_x11_display_get_xdisplay (display));
#endif
}
