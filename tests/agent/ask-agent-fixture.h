/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A workspace in a private folder, with a small shop's database and perhaps an API, and a scripted
 * model behind real HTTP. Everything is gone when the test ends.
 */
#pragma once

#include "agent/ask-agent.h"
#include "support/ask-test-model.h"

G_BEGIN_DECLS

typedef struct
{
  char *folder;
  AskWorkspace *workspace;
  AskTestServer *api; /* nullable */
  AskTestReply *shipments; /* nullable: what the API answers */
  AskTestModel *server; /* nullable */
  AskModel *model; /* nullable */
} AskAgentFixture;

AskAgentFixture *ask_agent_fixture_new        (void);
void             ask_agent_fixture_free       (AskAgentFixture *self);
char            *ask_agent_fixture_run_sqlite (AskAgentFixture *self,
                                               const char      *name,
                                               const char      *sql);
void             ask_agent_fixture_add_sqlite (AskAgentFixture *self,
                                               const char      *name,
                                               const char      *sql);
void             ask_agent_fixture_add_shop   (AskAgentFixture *self);
void             ask_agent_fixture_add_music  (AskAgentFixture *self);
void             ask_agent_fixture_add_api    (AskAgentFixture *self,
                                               const char      *rows);
void             ask_agent_fixture_script     (AskAgentFixture *self,
                                               const char *const *replies);
void             ask_agent_fixture_script_func (AskAgentFixture *self,
                                               AskTestModelFunc func,
                                               gpointer         user_data);
void             ask_agent_fixture_set_form   (AskAgentFixture *self,
                                               const char      *form);
void             ask_agent_fixture_share      (AskAgentFixture *self,
                                               const char      *entity,
                                               const char      *attribute);
void             ask_agent_fixture_verify     (AskAgentFixture *self,
                                               const char      *question,
                                               const char      *sql);
AskAnswer       *ask_agent_fixture_ask        (AskAgentFixture *self,
                                               const char      *question);
const AskTraceStep *ask_answer_find_step      (AskAnswer       *answer,
                                               const char      *kind,
                                               guint            nth);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskAgentFixture, ask_agent_fixture_free)

G_END_DECLS
