/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The edits that a steward can make, each on a draft (see AskSchemaEditor). An edit keeps the whole
 * consistent: a rename reaches relationships, parameters, metrics, calculated attributes, query entities
 * (through the parser, never by text) and document questions; what refers to something removed goes with it,
 * but for a query entity, which is somebody's work and has to be removed first.
 *
 * One that cannot be made leaves the draft as it was and says why: ASK_SCHEMA_ERROR_EDIT, or
 * ASK_SCHEMA_ERROR_UNKNOWN where what it is about is not there. Pointers into the draft are not to be kept over an
 * edit: it may give an entity a copy of its own.
 *
 * |[
 * g_autoptr (AskSchema) draft = ask_schema_editor_begin (editor);
 *
 * if (ask_schema_edit_rename_attribute (draft, "shop.orders", "cust", "customer", &error))
 *   ask_schema_editor_commit (editor, g_steal_pointer (&draft), "Renamed cust to customer", NULL);
 * ]|
 */
#pragma once

#include "schema/ask-schema.h"

G_BEGIN_DECLS

/**
 * AskSchemaPlace:
 * @source: short name of the source
 * @namespace: (nullable): see AskEntity
 * @table: of that source
 * @kind: %ASK_ENTITY_TABLE or %ASK_ENTITY_VIEW
 *
 * Where rows lie.
 */
typedef struct
{
  const char *source;
  const char *namespace;
  const char *table;
  AskEntityKind kind;
} AskSchemaPlace;

/* The longest name that an edit gives, in characters. */
#define ASK_SCHEMA_MAX_NAME 120

gboolean ask_schema_edit_set_area            (AskSchema          *draft,
                                              GPtrArray          *ids,
                                              const char         *area,
                                              GError            **error);
gboolean ask_schema_edit_rename_area         (AskSchema          *draft,
                                              const char         *area,
                                              const char         *name,
                                              GError            **error);
gboolean ask_schema_edit_color_area          (AskSchema          *draft,
                                              const char         *area,
                                              guint               color,
                                              GError            **error);
gboolean ask_schema_edit_fold_area           (AskSchema          *draft,
                                              const char         *area,
                                              gboolean            collapsed,
                                              GError            **error);
gboolean ask_schema_edit_rename_entity       (AskSchema          *draft,
                                              const char         *id,
                                              const char         *name,
                                              GError            **error);
gboolean ask_schema_edit_rename_attribute    (AskSchema          *draft,
                                              const char         *id,
                                              const char         *attribute,
                                              const char         *name,
                                              GError            **error);
gboolean ask_schema_edit_rename_metric       (AskSchema          *draft,
                                              const char         *id,
                                              const char         *metric,
                                              const char         *name,
                                              GError            **error);
char    *ask_schema_rename_in_sql            (AskSchema          *before,
                                              AskSchema          *after,
                                              const char         *sql,
                                              GError            **error);

gboolean ask_schema_check_sql                (AskSchema          *self,
                                              const char         *sql,
                                              GError            **error);

gboolean ask_schema_edit_set_source          (AskSchema          *draft,
                                              const char         *source,
                                              const char         *field,
                                              const char         *value,
                                              GError            **error);
gboolean ask_schema_edit_set_entity          (AskSchema          *draft,
                                              const char         *id,
                                              const char         *field,
                                              const char         *value,
                                              GError            **error);
gboolean ask_schema_edit_set_attribute       (AskSchema          *draft,
                                              const char         *id,
                                              const char         *attribute,
                                              const char         *field,
                                              const char         *value,
                                              GError            **error);
gboolean ask_schema_edit_set_metric          (AskSchema          *draft,
                                              const char         *id,
                                              const char         *metric,
                                              const char         *field,
                                              const char         *value,
                                              GError            **error);
gboolean ask_schema_edit_set_parameter       (AskSchema          *draft,
                                              const char         *id,
                                              guint               index,
                                              const char         *field,
                                              const char         *value,
                                              GError            **error);
gboolean ask_schema_edit_set_relationship    (AskSchema          *draft,
                                              guint               index,
                                              const char         *field,
                                              const char         *value,
                                              GError            **error);

gboolean ask_schema_edit_add_calculated      (AskSchema          *draft,
                                              const char         *id,
                                              const char         *name,
                                              const char         *expression,
                                              GError            **error);
gboolean ask_schema_edit_remove_attribute    (AskSchema          *draft,
                                              const char         *id,
                                              const char         *attribute,
                                              GError            **error);
gboolean ask_schema_edit_remove_metric       (AskSchema          *draft,
                                              const char         *id,
                                              const char         *metric,
                                              GError            **error);
gboolean ask_schema_edit_add_query_entity    (AskSchema          *draft,
                                              const char         *name,
                                              const char         *sql,
                                              GError            **error);
gboolean ask_schema_edit_remove_entity       (AskSchema          *draft,
                                              const char         *id,
                                              GError            **error);

gboolean ask_schema_edit_relate              (AskSchema          *draft,
                                              const char         *from_id,
                                              const char         *from_attribute,
                                              const char         *to_id,
                                              const char         *to_attribute,
                                              GError            **error);
gboolean ask_schema_edit_relate_all          (AskSchema          *draft,
                                              const char         *from_id,
                                              const char *const  *from_attributes,
                                              const char         *to_id,
                                              const char *const  *to_attributes,
                                              GError            **error);
gboolean ask_schema_edit_unrelate            (AskSchema          *draft,
                                              guint               index,
                                              GError            **error);

gboolean ask_schema_edit_add_binding         (AskSchema          *draft,
                                              const char         *id,
                                              const AskSchemaPlace *place,
                                              const char *const  *columns,
                                              GError            **error);
gboolean ask_schema_edit_remove_binding      (AskSchema          *draft,
                                              const char         *id,
                                              guint               index,
                                              GError            **error);

gboolean ask_schema_edit_move                (AskSchema          *draft,
                                              const char         *id,
                                              double              x,
                                              double              y,
                                              GError            **error);
gboolean ask_schema_edit_collapse            (AskSchema          *draft,
                                              const char         *id,
                                              gboolean            collapsed,
                                              GError            **error);
void     ask_schema_edit_take                (AskSchema          *draft,
                                              AskSchema          *done);

G_END_DECLS
