/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The kinds of sources that there are, in the order in which people are shown them. A new one is a folder and a row
 * here; this is the only file outside a kind's folder that knows its name, which tests/check/layers looks at.
 */
#include "config.h"

#include "source/ask-source-kinds.h"

#include <string.h>

#include "source/clickhouse/ask-clickhouse-source.h"
#include "source/document/ask-document-source.h"
#include "source/mysql/ask-mysql-source.h"
#include "source/postgres/ask-postgres-source.h"
#include "source/rest/ask-rest-source.h"
#include "source/sheet/ask-sheet-source.h"
#include "source/sqlite/ask-sqlite-source.h"

static const AskSourceKind *const kinds[] = {
  &ask_sqlite_kind, &ask_sheet_kind,      &ask_document_kind, &ask_postgres_kind,
  &ask_mysql_kind,  &ask_clickhouse_kind, &ask_rest_kind,
};

/** ask_source_kinds_list: @n: (out): how many. Returns: (transfer none) (array length=n): all of them */
const AskSourceKind *const *
ask_source_kinds_list (guint *n)
{
  *n = G_N_ELEMENTS (kinds);
  return kinds;
}

/** ask_source_kinds_find: @word: (nullable). Returns: (transfer none) (nullable): the kind of that word */
const AskSourceKind *
ask_source_kinds_find (const char *word)
{
  for (guint i = 0; word != NULL && i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i]->word, word) == 0)
      return kinds[i];
  return NULL;
}
