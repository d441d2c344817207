/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Literals as the data spells them. Each text that a query compares with an attribute is looked up among the values
 * of that attribute; where it stands otherwise there, and it is clear as what, it is replaced. What is not clear is
 * left, and told.
 *
 * |[
 * g_autoptr (AskValueCorrector) corrector = ask_value_corrector_new (workspace, schema);
 * g_autoptr (AskCorrectedSql) corrected
 *   = ask_value_correct (corrector, "SELECT name FROM shops WHERE city = 'LA'", NULL, NULL, &error);
 * // corrected->sql: "SELECT name FROM shops WHERE city = 'Los Angeles'"
 * ]|
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskValueWay:
 * @ASK_VALUE_NOWHERE: no value is near
 * @ASK_VALUE_STORED: it is a value as it stands
 * @ASK_VALUE_CASE: but for case, accents and blanks
 * @ASK_VALUE_SIGNS: but for signs and blanks: "U.S.A." is "USA"
 * @ASK_VALUE_SYNONYM: a steward said so
 * @ASK_VALUE_FORM: another form of its words: "museums" is "Museum"
 * @ASK_VALUE_ORDER: its words in another order
 * @ASK_VALUE_ABBREVIATION: an abbreviation of it, or it is one
 * @ASK_VALUE_TYPO: a letter or two off
 * @ASK_VALUE_PART: some of its words
 *
 * How a text is a stored value.
 */
typedef enum
{
  ASK_VALUE_NOWHERE,
  ASK_VALUE_STORED,
  ASK_VALUE_CASE,
  ASK_VALUE_SIGNS,
  ASK_VALUE_SYNONYM,
  ASK_VALUE_FORM,
  ASK_VALUE_ORDER,
  ASK_VALUE_ABBREVIATION,
  ASK_VALUE_TYPO,
  ASK_VALUE_PART
} AskValueWay;

/**
 * AskCorrection:
 * @entity, @attribute: what the literal is compared with
 * @literal: as it was written, without quotation marks, and without the wildcards of a LIKE
 * @start, @end: bytes of the SQL that was given: the literal with its quotation marks
 * @before, @after: how many wildcards of a LIKE stand before and behind it
 * @replacement: (nullable): the value that it was replaced by
 * @choices: (element-type utf8): values that may be meant, the nearest first, where it was not; none where no value
 *   is near
 * @way: how @replacement, or the first of @choices, is what was written
 *
 * A literal that no row has.
 */
typedef struct
{
  char *entity;
  char *attribute;
  char *literal;
  gsize start;
  gsize end;
  gsize before;
  gsize after;
  char *replacement;
  GPtrArray *choices;
  AskValueWay way;
} AskCorrection;

/**
 * AskCorrectedSql:
 * @sql: what was given, with replacements; all else byte for byte
 * @corrections: (element-type AskCorrection): in the order of the text; literals that are right are not among them
 * @n_replaced: how many of them were replaced
 * @calls: (element-type AskCall): what APIs were asked for it
 */
typedef struct
{
  char *sql;
  GPtrArray *corrections;
  guint n_replaced;
  GPtrArray *calls;
} AskCorrectedSql;

/**
 * AskValueAsked:
 * @engine: (nullable): a session over the same sources as the corrector's
 * @has_rows: the query has run and gave rows; where it only computes aggregates, of some row
 * @cancellable: (nullable): of that session
 *
 * Who is asked whether a literal stands in the data.
 */
typedef struct
{
  AskEngine *engine;
  gboolean has_rows;
  GCancellable *cancellable;
} AskValueAsked;

typedef struct _AskValueCorrector AskValueCorrector;

AskValueCorrector *ask_value_corrector_new    (AskWorkspace        *workspace,
                                               AskSchema           *schema);
void               ask_value_corrector_free   (AskValueCorrector   *self);
AskCorrectedSql   *ask_value_correct          (AskValueCorrector   *self,
                                               const char          *sql,
                                               AskEngine           *engine,
                                               GCancellable        *cancellable,
                                               GError             **error);
AskCorrectedSql   *ask_value_correct_after    (AskValueCorrector   *self,
                                               const char          *sql,
                                               const AskValueAsked *asked,
                                               GError             **error);
void               ask_corrected_sql_free     (AskCorrectedSql     *self);
char              *ask_correction_to_text     (const AskCorrection *self);
GPtrArray         *ask_correction_list_values (const AskCorrection *self);
char              *ask_correction_apply       (const AskCorrection *self,
                                               const char          *sql,
                                               const char          *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskValueCorrector, ask_value_corrector_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskCorrectedSql, ask_corrected_sql_free)

G_END_DECLS
