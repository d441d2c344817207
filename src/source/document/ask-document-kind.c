/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Documents as a kind of source: an index of ours is attached.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "source/document/ask-document-cache.h"
#include "source/document/ask-document-read.h"
#include "source/document/ask-document-rows.h"
#include "source/document/ask-document-source.h"
#include "source/document/ask-document-tokenizer.h"

/* What a person means by a .txt file is for them to say: it may be rows. */
static gboolean
recognise (const char *path, const char *head, gsize n_head)
{
  return ask_document_is_read (path);
}

static int
prepare (sqlite3 *db)
{
  return ask_document_add_tokenizer (db, NULL);
}

static const AskOptionSpec options[] = {
  { "title-column", ASK_OPTION_TEXT, 0, "column of titles", "COLUMN",
    "of a column of texts: what each text is called (the table and the row's key)" },
  { "changed-column", ASK_OPTION_TEXT, 0, "column of changes", "COLUMN",
    "of a column of texts: when each text was changed (nobody knows)" },
  { "key-column", ASK_OPTION_TEXT, 0, "column of keys", "COLUMN",
    "of a column of texts: what tells its rows apart (the table's key)" },
};

const AskSourceKind ask_document_kind = {
  .word = "documents",
  .nature = ASK_NATURE_FILE,
  .label = N_ ("Documents"),
  .menu = N_ ("_Documents…"),
  .add_title = N_ ("Add Documents"),
  .add_place = N_ ("Folder or file"),
  .add_words
  = N_ ("Text, HTML, PDF, Word, Writer and mail files. AskData keeps an index of its own to search, and reads "
        "files again when they have changed. The files themselves are never written."),
  .choose_title = N_ ("Choose a Document"),
  .file_filter = N_ ("Documents"),
  .file_patterns = (const char *const[]) { "*.txt", "*.md", "*.html", "*.htm", "*.pdf", "*.docx", "*.odt", "*.eml",
                                           "*.PDF", "*.DOCX", "*.TXT", "*.HTM", "*.HTML", NULL },
  .icon = "ask-source-symbolic",
  .product = "documents",
  .place = "the path of its folder",
  .usage = "the path of a folder of text, HTML, PDF, Word, Writer and mail files, or of one such file;\n"
           "             or column:SOURCE.TABLE.COLUMN, a column of texts of another source",
  .time_out_ms = 10000,
  .full_text = TRUE,
  .contents = "documents.text",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .find_column = ask_document_find_column,
  .recognise = recognise,
  .make = ask_document_source_new,
  .ensure_file = ask_document_cache_ensure,
  .find_file = ask_document_cache_find,
  .prepare = prepare,
  .forget = ask_document_cache_remove,
};
