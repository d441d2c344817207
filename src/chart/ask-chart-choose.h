/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The steps of choosing, for the files of this room that choose. Private to it.
 */
#pragma once

#include "chart/ask-chart-rules.h"

G_BEGIN_DECLS

AskChart   *ask_chart_new_bare      (AskRows             *rows,
                                     const AskChartLook  *look);
gboolean    ask_chart_choose_rule   (AskChart            *self,
                                     AskChartRules       *rules,
                                     const char          *question,
                                     AskChartFacts       *facts,
                                     AskChartRule        *rule);
char       *ask_chart_make_reason   (AskChart            *self,
                                     const AskChartRule  *rule,
                                     const AskChartFacts *facts,
                                     const char          *lying);
const char *ask_chart_look_get_wish (const AskChartLook  *look,
                                     const char          *wish);
gboolean    ask_chart_kind_is       (AskChartKind         drawn,
                                     const char          *wanted);
void        ask_chart_say_unfit     (AskChart            *self,
                                     const char          *sentence);

G_END_DECLS
