/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the commands about boards share.
 */
#pragma once

#include "board/ask-board-export.h"
#include "cli/ask-cli.h"

G_BEGIN_DECLS

AskBoard *ask_cli_load_board      (AskWorkspace *workspace,
                                   const char   *name,
                                   char        **settings,
                                   GError      **error);
AskExit   ask_cli_board_refresh   (AskCli       *cli,
                                   int           argc,
                                   char        **argv);
AskExit   ask_cli_board_show      (AskCli       *cli,
                                   int           argc,
                                   char        **argv);

G_END_DECLS
