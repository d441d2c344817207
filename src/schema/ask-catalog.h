/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Catalogue rows: what a database says of itself, as plain data, and their import into an abstract
 * schema. A source fills this in; nothing here opens a connection.
 */
#pragma once

#include "schema/ask-schema.h"

G_BEGIN_DECLS

typedef struct
{
  char *name;
  char *declared; /* "VARCHAR(20)", "" where nothing is declared */
  AskType type;
  gboolean nullable;
  guint key; /* place in the primary key, from 1; 0 for none */
  char *comment; /* nullable */
} AskCatalogColumn;

typedef struct
{
  GPtrArray *columns; /* char *, of this table */
  char *table; /* the table referred to */
  char *namespace; /* nullable: of @table */
  GPtrArray *referred; /* char *, of that table; as many as @columns */
} AskCatalogForeignKey;

typedef struct
{
  char *name;
  char *namespace; /* nullable: the schema of the database, as AskEntity has it */
  gboolean view;
  char *comment; /* nullable */
  gint64 row_estimate; /* -1 where unknown */
  GPtrArray *columns; /* AskCatalogColumn */
  GPtrArray *foreign_keys; /* AskCatalogForeignKey */
} AskCatalogTable;

typedef struct
{
  GPtrArray *tables; /* AskCatalogTable */
} AskCatalog;

AskCatalog           *ask_catalog_new             (void);
void                  ask_catalog_free            (AskCatalog      *self);
AskCatalogTable      *ask_catalog_add_table       (AskCatalog      *self,
                                                   const char      *name,
                                                   gboolean         view);
AskCatalogColumn     *ask_catalog_add_column      (AskCatalogTable *table,
                                                   const char      *name,
                                                   const char      *declared,
                                                   AskType          type);
AskCatalogForeignKey *ask_catalog_add_foreign_key (AskCatalogTable *table,
                                                   const char      *referred_table);

AskType               ask_catalog_type_from_sql   (const char      *declared);
AskSchema            *ask_catalog_import          (const AskCatalog *self,
                                                   const char      *source);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskCatalog, ask_catalog_free)

G_END_DECLS
