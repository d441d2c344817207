/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The doctor's report: what became of each operation of an API's document, why, and what a steward
 * can do about it. Plain data that outlives the document; it holds names and sentences, never a
 * value of the API and never a secret.
 */
#pragma once

#include "schema/ask-schema.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_DOCTOR_ENTITY, /* it became an entity, perhaps with child entities */
  ASK_DOCTOR_MERGED, /* another entity gives all that it gives */
  ASK_DOCTOR_OFFERED, /* it can become an entity once a steward says that it only reads */
  ASK_DOCTOR_LEFT_OUT, /* it reads, and could not become an entity: see reason and remedy */
  ASK_DOCTOR_WRITES /* it changes something, or nobody knows that it does not */
} AskDoctorOutcome;

/**
 * AskDoctorEntry:
 * @method: "GET"
 * @id: (nullable): the operationId
 * @entities: (element-type utf8): what it became, its own entity first; for %ASK_DOCTOR_MERGED the
 *   one that it is merged with
 * @json: whether a successful answer of it is JSON
 * @reason: (nullable): why it became no entity of its own, or what it can be asked that is bound to nothing
 *   because it may mean several attributes
 * @remedy: (nullable): one sentence: what a steward can do
 *
 * One operation of the document.
 */
typedef struct
{
  char *method;
  char *path;
  char *id;
  AskDoctorOutcome outcome;
  GPtrArray *entities;
  gboolean json;
  char *reason;
  char *remedy;
} AskDoctorEntry;

/**
 * AskDoctor:
 * @title: what the document calls itself
 * @format: what it is: "OpenAPI 3.0.3"
 * @entries: (element-type AskDoctorEntry): in document order
 * @faults: (element-type utf8): where the document breaks its own format, as "place: what"
 * @remarks: (element-type utf8): sentences about the document as a whole
 */
typedef struct
{
  char *title;
  char *format;
  GPtrArray *entries;
  GPtrArray *faults;
  GPtrArray *remarks;
} AskDoctor;

AskDoctor      *ask_doctor_new            (const char       *title,
                                           const char       *format);
void            ask_doctor_free           (AskDoctor        *self);
AskDoctorEntry *ask_doctor_add            (AskDoctor        *self,
                                           const char       *method,
                                           const char       *path,
                                           const char       *id);
AskDoctorEntry *ask_doctor_find           (const AskDoctor  *self,
                                           const char       *method,
                                           const char       *path);
guint           ask_doctor_count          (const AskDoctor  *self,
                                           AskDoctorOutcome  outcome);
const char     *ask_doctor_outcome_string (AskDoctorOutcome  outcome);
char           *ask_doctor_to_text        (const AskDoctor  *self);
JsonNode       *ask_doctor_to_json        (const AskDoctor  *self);
AskDoctor      *ask_doctor_from_json      (JsonNode         *document,
                                           GError          **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDoctor, ask_doctor_free)

G_END_DECLS
