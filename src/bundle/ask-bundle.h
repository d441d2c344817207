/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An answer as a file of its own, NAME.askanswer: the question, how it was answered, the rows, the chart and what left the
 * machine for it. It opens anywhere, without the sources, and holds no more than the person who saved it saw. It is an
 * SQLite file; see README.md here for what stands in it. A board, NAME.askboard, is a file of the same form.
 *
 * |[
 * g_autoptr (AskBundle) bundle = ask_bundle_collect (workspace, answer, FALSE, &error);
 * g_autoptr (GPtrArray) lines = ask_bundle_list (bundle); // what a person is told before it is saved
 *
 * if (ask_bundle_save (bundle, "june.askanswer", cancellable, &error))
 *   …
 * ]|
 */
#pragma once

#include "agent/ask-provenance.h"
#include "chart/ask-chart-look.h"
#include "store/ask-workspace-ledger.h"

G_BEGIN_DECLS

#define ASK_BUNDLE_ERROR (ask_bundle_error_quark ())

/**
 * AskBundleError:
 * @ASK_BUNDLE_ERROR_UNFIT: the answer cannot be a file of its own
 * @ASK_BUNDLE_ERROR_LARGE: it is larger than %ASK_BUNDLE_MAX_BYTES
 * @ASK_BUNDLE_ERROR_FILE: the file is no saved answer, or damaged
 * @ASK_BUNDLE_ERROR_NEWER: a later AskData wrote it
 * @ASK_BUNDLE_ERROR_SOURCES: a query needs what is not in the file
 * @ASK_BUNDLE_ERROR_WRITE: the file cannot be written
 */
typedef enum
{
  ASK_BUNDLE_ERROR_UNFIT,
  ASK_BUNDLE_ERROR_LARGE,
  ASK_BUNDLE_ERROR_FILE,
  ASK_BUNDLE_ERROR_NEWER,
  ASK_BUNDLE_ERROR_SOURCES,
  ASK_BUNDLE_ERROR_WRITE
} AskBundleError;

GQuark ask_bundle_error_quark (void);

/** ASK_BUNDLE_SUFFIX: how the names of such files end */
#define ASK_BUNDLE_SUFFIX ".askanswer"
/** ASK_BUNDLE_MAX_BYTES: of a file; a larger one is neither written nor read */
#define ASK_BUNDLE_MAX_BYTES (256 * 1024 * 1024)

/**
 * AskBundleTable:
 * @name: what queries over the file call it: "answer", "step_1", …
 * @step: the step whose rows they are, from 1; 0 where it is none's
 * @n_rows: how many there were; more than @rows has where not all of them were kept
 */
typedef struct
{
  char *name;
  guint step;
  AskRows *rows;
  gint64 n_rows;
} AskBundleTable;

/**
 * AskBundleSent:
 * @body: (nullable): what was sent, where the person wanted it to be in the file
 */
typedef struct
{
  AskLedgerEntry *entry;
  GBytes *body;
} AskBundleSent;

/**
 * AskBundle:
 * @program: the version of the program that saved it
 * @saved_at: µs since 1970, UTC
 * @board: it is a board and no answer: there is no @answer, and @json is what src/board knows
 * @answer: (nullable): with its rows and those of its steps. Nothing in it leads back to the workspace that it was asked in
 * @json: @answer without any rows, as it stands in the file
 * @chart: (nullable): the specification of the chart that was seen
 * @sql: (nullable): the answer's query as it reads the earlier steps; runs here where these are all that it reads
 * @tables: (element-type AskBundleTable): the rows
 * @sent: (element-type AskBundleSent): the ledger's entries for this question
 * @n_bodies, @bodies_size: requests whose bytes the ledger has, whether or not they are in @sent
 * @left_out: (element-type utf8): one sentence for each thing that is not in it, in the user's language
 */
typedef struct
{
  char *program;
  gint64 saved_at;
  gboolean board;
  AskAnswer *answer;
  char *json;
  JsonNode *chart;
  char *sql;
  GPtrArray *tables;
  GPtrArray *sent;
  guint n_bodies;
  gint64 bodies_size;
  GPtrArray *left_out;
} AskBundle;

void            ask_bundle_free       (AskBundle         *self);
AskBundle      *ask_bundle_collect    (AskWorkspace      *workspace,
                                       AskAnswer         *answer,
                                       gboolean           bodies,
                                       GError           **error);
AskBundle      *ask_bundle_collect_board (AskWorkspace   *workspace,
                                       JsonNode          *document,
                                       const GPtrArray   *rows,
                                       GError           **error);
GPtrArray      *ask_bundle_list       (const AskBundle   *self);
gboolean        ask_bundle_save       (const AskBundle   *self,
                                       const char        *path,
                                       GCancellable      *cancellable,
                                       GError           **error);
AskBundle      *ask_bundle_open       (const char        *path,
                                       GCancellable      *cancellable,
                                       GError           **error);
AskBundle      *ask_bundle_open_board (const char        *path,
                                       GCancellable      *cancellable,
                                       GError           **error);
AskBundleTable *ask_bundle_find_table (const AskBundle   *self,
                                       const char        *name);
AskChart       *ask_bundle_draw       (const AskBundle   *self,
                                       GError           **error);

AskSchema      *ask_bundle_make_schema (const AskBundle  *self);
AskResult      *ask_bundle_query      (const AskBundle   *self,
                                       const char        *sql,
                                       GCancellable      *cancellable,
                                       GError           **error);
AskResult      *ask_bundle_run_again  (const AskBundle   *self,
                                       gboolean          *same,
                                       GCancellable      *cancellable,
                                       GError           **error);
AskProvenance  *ask_bundle_find_behind (const AskBundle  *self,
                                       AskProvenancePlace *place,
                                       GCancellable      *cancellable,
                                       GError           **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBundle, ask_bundle_free)

G_END_DECLS
