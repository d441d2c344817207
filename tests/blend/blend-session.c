/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session whose functions ask the model of a workspace. What it spends is the test's to say.
 */
#include "config.h"

#include "blend-session.h"

/**
 * blend_session_renew:
 * @more: options beside the workspace and its model, which are those of @base
 * @engine: (inout): %NULL, or the session that ends
 * @blend: (inout): what is attached to it
 *
 * Opens the workspace anew, as the next query of a person finds it.
 */
void
blend_session_renew (AskAgentFixture *base, const AskBlendModelOptions *more, AskEngine **engine, AskBlend **blend)
{
  g_autoptr (GError) error = NULL;
  AskBlendModelOptions options = *more;

  g_clear_pointer (engine, ask_engine_free);
  g_clear_pointer (blend, ask_blend_free);
  *engine = ask_workspace_open_engine (base->workspace, &error);
  g_assert_no_error (error);
  *blend = ask_blend_new ();
  options.workspace = base->workspace;
  options.model = base->model;
  ask_blend_add_model (*blend, &options);
  ask_blend_attach (*blend, *engine);
}
