/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The public benchmark: databases of which a part has moved behind web APIs, and questions with the SQL that answers them.
 * Everything lies in one folder, so that any system can be measured with it. See doc/benchmark.md.
 *
 *   ask-trial.c         the folder: trial.json and questions.jsonl, read and written
 *   ask-trial-prepare.c chooses tables, gives them a design, draws other values
 *   ask-trial-spec.c    OpenAPI documents
 *   ask-trial-serve.c   serves them on this machine
 *   ask-trial-ask.c     asks AskData's agents
 *   ask-trial-post.c    asks another system over HTTP
 *   ask-trial-run.c     asks all questions, and writes down what came
 *   ask-trial-rows.c    rows of the reference, and whether others are the same
 *   ask-trial-score.c   the figures
 *   ask-bench-main.c    the command line
 */
#pragma once

#include <json-glib/json-glib.h>
#include <sqlite3.h>

#include "agent/ask-agent.h"

G_BEGIN_DECLS

/**
 * AskTrialDesign:
 * @ASK_TRIAL_OPTIONAL: every column is an optional parameter
 * @ASK_TRIAL_KEYS: only keys are parameters
 * @ASK_TRIAL_PAGED: as the first, a page at a time
 * @ASK_TRIAL_REQUIRED: one column's value has to be given
 * @ASK_TRIAL_AGGREGATE: keys, and beside the rows counts, sums and averages by a column, and by month
 * @ASK_TRIAL_DOCUMENT: documents with their fields nested, a page at a time by a cursor
 */
typedef enum
{
  ASK_TRIAL_OPTIONAL,
  ASK_TRIAL_KEYS,
  ASK_TRIAL_PAGED,
  ASK_TRIAL_REQUIRED,
  ASK_TRIAL_AGGREGATE,
  ASK_TRIAL_DOCUMENT,
  ASK_TRIAL_N_DESIGNS
} AskTrialDesign;

/**
 * AskTrialColumn:
 * @type: of its values: integer, real or text; %ASK_TYPE_ANY where they are of several
 * @key: whether it is of the primary key, or refers to another table
 * @foreign: whether it refers to another table
 */
typedef struct
{
  char *name;
  AskType type;
  gboolean key;
  gboolean foreign;
} AskTrialColumn;

/** AskTrialTable: one that lies behind the API; @required: (nullable): the column of %ASK_TRIAL_REQUIRED */
typedef struct
{
  char *name;
  AskTrialDesign design;
  char *required;
  GPtrArray *columns; /* AskTrialColumn */
} AskTrialTable;

typedef struct
{
  char *name;
  GPtrArray *tables; /* AskTrialTable */
} AskTrialDatabase;

/**
 * AskTrialQuestion:
 * @sql: (nullable): the reference; %NULL where no database answers it
 * @databases: which of them the reference reads: none, one or two
 * @offered: which of them the system is given
 */
typedef struct
{
  char *id;
  char *text;
  char *sql;
  GStrv databases;
  GStrv offered;
} AskTrialQuestion;

/** AskTrial: @n_variants: drawings of every database, the first with the values as they are */
typedef struct
{
  char *folder;
  guint n_variants;
  GPtrArray *databases; /* AskTrialDatabase */
  GPtrArray *questions; /* AskTrialQuestion */
} AskTrial;

/* ask-trial.c */
AskTrial         *ask_trial_new             (const char             *folder);
AskTrial         *ask_trial_open            (const char             *folder,
                                             GError                **error);
gboolean          ask_trial_save            (AskTrial               *self,
                                             GError                **error);
void              ask_trial_free            (AskTrial               *self);
gboolean          ask_trial_read_questions  (AskTrial               *self,
                                             const char             *path,
                                             GError                **error);
AskTrialDatabase *ask_trial_find            (const AskTrial         *self,
                                             const char             *name);
AskTrialTable    *ask_trial_find_table      (const AskTrialDatabase *self,
                                             const char             *name);
char             *ask_trial_dup_path        (const AskTrial         *self,
                                             const char             *database,
                                             guint                   variant,
                                             gboolean                rest);
AskTrialDatabase *ask_trial_database_new    (const char             *name);
AskTrialTable    *ask_trial_database_add    (AskTrialDatabase       *self,
                                             const char             *table);
AskTrialColumn   *ask_trial_table_add       (AskTrialTable          *self,
                                             const char             *column);
const char       *ask_trial_design_to_string (AskTrialDesign         design);
gboolean          ask_trial_design_from_string (const char           *string,
                                             AskTrialDesign         *design);

/** AskTrialPlan: @designs: (element-type AskTrialDesign): are given in turn */
typedef struct
{
  const char *databases; /* the folder with NAME.sqlite, or NAME/NAME.sqlite */
  const char *questions;
  guint share; /* percent of the tables */
  guint32 seed;
  GArray *designs;
} AskTrialPlan;

/* ask-trial-prepare.c */
gboolean          ask_trial_prepare         (AskTrial               *self,
                                             const AskTrialPlan     *plan,
                                             GError                **error);

/* ask-trial-spec.c */
char             *ask_trial_print_spec      (const AskTrialDatabase *database,
                                             const char             *base_url);
gboolean          ask_trial_is_grouped      (const AskTrialColumn   *column);
gboolean          ask_trial_is_measured     (const AskTrialColumn   *column);
gboolean          ask_trial_is_day          (const AskTrialColumn   *column);

/* ask-trial-serve.c */
typedef struct _AskTrialServer AskTrialServer;

AskTrialServer   *ask_trial_server_new      (const AskTrial         *trial,
                                             guint                   port,
                                             GError                **error);
void              ask_trial_server_free     (AskTrialServer         *self);
const char       *ask_trial_server_get_url  (AskTrialServer         *self);
char             *ask_trial_server_dup_url  (AskTrialServer         *self,
                                             const char             *database,
                                             guint                   variant);
guint             ask_trial_server_count    (AskTrialServer         *self);

/**
 * AskTrialAnswer:
 * @status: "answered", "unanswerable" or "failed"
 * @sql: (nullable): what gave the rows
 * @view: @sql is over the relational view, and not over the databases as they were
 * @rows: (nullable) (element-type GPtrArray): cells as ask_trial_cell() writes them
 * @sources: (element-type utf8): which databases it read
 * @route: (element-type utf8): all databases, the likeliest first; empty where that was not asked
 */
typedef struct
{
  char *status;
  char *text;
  char *sql;
  gboolean view;
  GPtrArray *rows;
  GPtrArray *sources;
  double ms;
  guint calls;
  gint64 tokens;
  gint64 sent;
} AskTrialAnswer;

void              ask_trial_answer_free     (AskTrialAnswer         *self);
AskTrialAnswer   *ask_trial_answer_new      (void);

/**
 * AskTrialRun:
 * @post: (nullable): another system's address
 * @model: (nullable): for AskData's agents
 * @oracle: the reference query is the model's reply
 * @routes: the databases are ranked for each question, among all of them
 */
typedef struct
{
  AskTrial *trial;
  AskTrialServer *server;
  const char *post;
  AskModel *model;
  AskAgentKind agent;
  gboolean oracle;
  gboolean no_here;
  gboolean routes;
  char *scratch;
  GHashTable *workspaces; /* names of databases and variant → AskWorkspace */
} AskTrialRun;

/* ask-trial-ask.c */
AskWorkspace     *ask_trial_open_workspace  (AskTrialRun            *run,
                                             char                  **databases,
                                             guint                   variant,
                                             GError                **error);
AskTrialAnswer   *ask_trial_ask             (AskTrialRun            *run,
                                             const AskTrialQuestion *question,
                                             GError                **error);
AskTrialAnswer   *ask_trial_query           (AskTrialRun            *run,
                                             const AskTrialQuestion *question,
                                             const char             *sql,
                                             guint                   variant,
                                             GError                **error);

/* ask-trial-post.c */
AskTrialAnswer   *ask_trial_post            (AskTrialRun            *run,
                                             const AskTrialQuestion *question,
                                             guint                   variant,
                                             GError                **error);

/* ask-trial-run.c */
gboolean          ask_trial_run             (AskTrialRun            *run,
                                             GError                **error);

/* ask-trial-rows.c */
char             *ask_trial_cell            (const AskValue         *value);
GPtrArray        *ask_trial_read_rows       (const AskRows          *rows);
GPtrArray        *ask_trial_run_reference   (const AskTrial         *trial,
                                             char                  **databases,
                                             const char             *sql,
                                             guint                   variant,
                                             GError                **error);
gboolean          ask_trial_same_rows       (GPtrArray              *gold,
                                             GPtrArray              *rows,
                                             gboolean                ordered);

/* ask-trial-score.c */
gboolean          ask_trial_score           (const AskTrial         *trial,
                                             GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTrial, ask_trial_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTrialServer, ask_trial_server_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTrialAnswer, ask_trial_answer_free)

G_END_DECLS
