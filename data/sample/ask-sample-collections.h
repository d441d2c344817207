/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The collections of the sample API, filled from the sample company.
 */
#pragma once

#include "ask-sample-company.h"
#include "ask-sample-resource.h"

G_BEGIN_DECLS

GPtrArray *ask_sample_collections_new (const AskSampleCompany *company);

G_END_DECLS
