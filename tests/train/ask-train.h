/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes the file of weights from public questions with their SQL. What each file does:
 *
 * | file | what |
 * | --- | --- |
 * | ask-train.c | the order of all, folds, the command line |
 * | ask-train-set.c | questions, their databases as a user registers them, what is right |
 * | ask-train-words.c | the lexicon, linear models |
 * | ask-train-linear.c | fits a linear model |
 * | ask-train-matrix.c | the rows that both learn from |
 * | ask-train-trees.c | fits boosted trees with xgboost, as arrays |
 * | ask-train-net.c | fits a neural net |
 * | ask-train-file.c | writes the parts of the file |
 * | ask-train-found.c | candidates, what came of running them |
 * | ask-train-wording.c | what words say of candidates |
 * | ask-train-rank.c | the ranker and the calibrator |
 * | ask-train-report.c | how good it is on databases that it has not seen |
 */
#pragma once

#include <sqlite3.h>

#include "understand/interpret/ask-learned.h"
#include "understand/interpret/ask-wording.h"
#include "understand/understand-match.h"

G_BEGIN_DECLS

#define TRAIN_FOLDS 5
/* The weights that have seen all folds. */
#define TRAIN_ALL TRAIN_FOLDS
/** TRAIN_LEARNED: the part of a file of weights that names the databases that it was made from */
#define TRAIN_LEARNED "learned-from"

/** TrainDatabase: a database registered in a workspace of its own */
typedef struct
{
  char *name;
  char *folder;
  guint fold;
  AskWorkspace *workspace;
  AskDomain *domain;
  sqlite3 *sqlite;
} TrainDatabase;

/** TrainValue: a literal of the right query: "w:=" and the like, see #AskLinearHead "operator" */
typedef struct
{
  int attribute;
  char *op;
  char *text; /* nullable: a number */
  double number;
} TrainValue;

/**
 * TrainExample:
 * @draft: (nullable): the right query; %NULL where it has no such form
 * @roles: for each attribute a set of bits of #AskGuessRole, and bit 7 for HAVING
 * @entities: for each entity whether FROM has it
 * @values: (element-type TrainValue)
 * @found: what its candidates are, see ask-train-rank.c
 */
typedef struct
{
  TrainDatabase *database;
  char *text;
  char *sql;
  AskDraft *draft;
  AskSketch *sketch;
  guint8 *roles;
  gboolean *entities;
  GArray *values;
  AskQuestion *question;
  AskGuess *guess;
  char *hardness;
  /* Candidates. */
  guint n_candidates;
  float *features;
  float *blind; /* the same as if nothing had been run */
  float *asked;
  float *preferred; /* how each is preferred beside what was learned; NULL where none is */
  float *doubts; /* what is left of being sure of each */
  AskWording *wording;
  gboolean *right;
  guint64 *signatures;
  gboolean *ran;
  char **texts;
  double ms; /* of a thread's time, from the question to the ranking */
  gboolean empty; /* the right query gives no rows */
  /* Learning from examples. */
  gboolean teaches; /* a lesson is made of it */
  AskLesson *lesson;
  const AskLearned *learned; /* nullable: what its database has learned */
  float *corrections; /* by what was learned; NULL where nothing was */
} TrainExample;

/** TrainSet: @databases: (element-type TrainDatabase); @examples: (element-type TrainExample) */
typedef struct
{
  GPtrArray *databases;
  GPtrArray *examples;
  char *scratch;
  gboolean temporary; /* the scratch folder goes away with the set */
} TrainSet;

/* ask-train-set.c */
char     *train_data_dup         (void);
TrainSet *train_set_new          (void);
void      train_set_add_database (TrainSet            *self,
                                  const char          *name);
void      train_set_fold         (TrainSet            *self);
TrainSet *train_set_list_from    (const char          *data,
                                  const char          *path,
                                  guint                max_databases,
                                  GError             **error);
TrainSet *train_set_list         (const char          *data,
                                  guint                max_databases,
                                  GError             **error);
void      train_set_keep_fold    (TrainSet            *self,
                                  guint                fold);
gboolean  train_set_open         (TrainSet            *self,
                                  const char          *data,
                                  const char          *scratch,
                                  GError             **error);
TrainSet *train_set_load         (const char          *data,
                                  const char          *scratch,
                                  guint                max_databases,
                                  GError             **error);
gboolean  train_set_link         (TrainSet            *self,
                                  GError             **error);
void      train_set_free         (TrainSet            *self);
GVariant *train_list_learned     (TrainSet            *self,
                                  guint                without);
double    train_get_ms           (void);
gboolean  train_learns_from      (const TrainDatabase *database,
                                  guint                without);
gboolean  train_learns_query     (const TrainExample  *example,
                                  guint                without);
void      train_example_forget   (TrainExample        *self);
#define train_example(set, i) ((TrainExample *) g_ptr_array_index ((set)->examples, (i)))

/** TrainFile: parts of a file of weights that is growing */
typedef struct _TrainFile TrainFile;

/* ask-train-file.c */
TrainFile  *train_file_new     (void);
TrainFile  *train_file_load    (const char *path,
                                GError    **error);
void        train_file_free    (TrainFile  *self);
gboolean    train_files_load   (TrainFile **files,
                                guint       n,
                                const char *folder,
                                GError    **error);
void        train_file_put     (TrainFile  *self,
                                const char *name,
                                GVariant   *part);
AskWeights *train_file_weights (TrainFile  *self);
gboolean    train_file_save    (TrainFile  *self,
                                const char *path,
                                GError    **error);
guint32     train_bits         (float       value);
GVariant   *train_pairs        (GHashTable *pairs);

/**
 * TrainHead: one decision of a linear model
 * @labels: one an example; %NULL to leave the example out
 */
typedef struct
{
  const char *name;
  const char **labels;
  guint least; /* labels that are rarer become "<rare>" */
} TrainHead;

/* ask-train-linear.c */
GVariant   *train_linear          (GPtrArray *features, const TrainHead *heads, guint n_heads, guint epochs);

/** TrainMatrix: rows of features */
typedef struct
{
  GArray *values; /* float */
  GArray *labels; /* float */
  GArray *weights; /* float; empty for all alike */
  GArray *groups; /* guint: rows of each question, for ranking */
  GArray *scores; /* float; empty for none: what trees of a ranking add to */
  guint n_columns;
} TrainMatrix;

/** TrainTrees: how trees are grown */
typedef struct
{
  guint n;
  guint depth;
  double rate;
  double least_weight;
  double rows;
  double columns;
  gboolean ranks; /* softmax over each group instead of logistic */
} TrainTrees;

/* ask-train-matrix.c */
TrainMatrix *train_matrix_new     (guint n_columns);
void         train_matrix_free    (TrainMatrix *self);
void         train_matrix_add     (TrainMatrix *self, const float *row, float label);

/* ask-train-trees.c */
GVariant    *train_trees          (const TrainMatrix *matrix, const TrainTrees *how);

/* ask-train-net.c */
GVariant    *train_net            (const TrainMatrix *matrix);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainMatrix, train_matrix_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainSet, train_set_free)

/* ask-train-words.c */
gboolean train_same_value (const char *a, double a_number, const char *b, double b_number);
void train_lexicon                (TrainSet *set, TrainFile *file, guint without);
void train_context                (TrainSet *set, TrainFile *file, guint without);
void train_parts                  (TrainSet *set, TrainFile *file, guint without, gboolean summary);

/* ask-train-found.c */
void         train_guess_all       (TrainSet           *set,
                                    TrainFile   *const *files);
void         train_find_candidates (TrainSet           *set,
                                    TrainFile   *const *files,
                                    guint               max);
gboolean     train_is_right        (const TrainExample *example,
                                    guint               candidate);
gboolean     train_is_right_sql    (const TrainExample *example,
                                    const char         *sql,
                                    guint              *n_rows);
const float *train_features_of     (const TrainExample *example,
                                    gboolean            blind,
                                    guint               candidate);
AskRanking  *train_rank_once       (const TrainExample *example,
                                    TrainFile   *const *files,
                                    gboolean            blind);
AskRanking  *train_rank_twice      (const TrainExample *example,
                                    TrainFile   *const *files,
                                    gboolean            blind);
AskRanking  *train_rank            (const TrainExample *example,
                                    TrainFile   *const *files,
                                    gboolean            blind);

/* ask-train-wording.c */
void train_wording     (TrainSet          *set,
                        TrainFile         *file,
                        guint              without);
void train_put_wording (TrainSet          *set,
                        TrainFile  *const *files);

/* ask-train-rank.c */
void train_ranker     (TrainSet          *set,
                       TrainFile         *file,
                       guint              without,
                       gboolean           blind);
void train_again      (TrainSet          *set,
                       TrainFile  *const *files,
                       gboolean           blind);
GPtrArray *train_list_weighed (TrainSet          *set,
                               TrainFile *const  *files,
                               gboolean           blind);
void train_weighing   (TrainSet          *set,
                       GPtrArray         *all,
                       TrainFile         *file,
                       guint              without,
                       gboolean           blind);
void train_calibrator (TrainSet          *set,
                       TrainFile  *const *files,
                       gboolean           blind);

/* Of how hard a question is; the last is what no draft can say, and "all" comes after them. */
#define TRAIN_N_KINDS 5
extern const char *const train_kinds[];

/**
 * TrainJudged:
 * @confidence: that the best candidate is right
 * @right: whether it is
 * @place: of the first candidate that is right, before ranking; -1 where none is
 * @best: the candidate that is ranked first, -1 where there is none
 * @kind: see train_kinds
 */
typedef struct
{
  double confidence;
  gboolean right;
  int place;
  int best;
  guint kind;
  guint fold;
} TrainJudged;

/* ask-train-report.c */
TrainJudged *train_judge      (TrainSet          *set,
                               TrainFile  *const *files,
                               gboolean           blind);
void         train_print      (TrainSet          *set,
                               const TrainJudged *judged);
void         train_report     (TrainSet          *set,
                               const TrainJudged *judged,
                               const char        *name);
void         train_thresholds (TrainSet          *set,
                               TrainJudged       *judged,
                               TrainFile  *const *files);
void         train_look       (TrainSet          *set,
                               TrainFile  *const *files,
                               guint              n_folds);

G_END_DECLS
