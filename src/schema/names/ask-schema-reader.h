/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Many queries that somebody else wrote, read one after the other with a schema's names: whether each stands, and what
 * it is in the names of the relational view where it was written with those of one source. It looks at names alone; no
 * source is asked anything.
 *
 * |[
 * g_autoptr (AskSchemaReader) reader = ask_schema_reader_new (schema);
 * g_autofree char *sql = ask_schema_reader_read (reader, "SELECT name FROM city", "crm", &error);
 * // "SELECT name FROM crm_city", where another source's “city” came first
 * ]|
 */
#pragma once

#include "schema/ask-schema.h"
#include "sql/ask-sql-ast.h"

G_BEGIN_DECLS

typedef struct _AskSchemaReader AskSchemaReader;

AskSchemaReader    *ask_schema_reader_new            (AskSchema        *schema);
void                ask_schema_reader_free           (AskSchemaReader  *self);
char               *ask_schema_reader_read           (AskSchemaReader  *self,
                                                      const char       *sql,
                                                      const char       *source,
                                                      GError          **error);
AskSqlTree         *ask_schema_reader_parse          (AskSchemaReader  *self,
                                                      const char       *sql,
                                                      GError          **error);
GPtrArray          *ask_schema_reader_guard          (AskSchemaReader  *self,
                                                      const char       *sql);
const AskAttribute *ask_schema_reader_find_attribute (const AskSqlExpr *expr,
                                                      const AskEntity **entity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSchemaReader, ask_schema_reader_free)

G_END_DECLS
