/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of columns are seen by everybody, a model too; data are not. So the first row is taken for names only where
 * that is certain, and a doubt is said. Where a table begins with names it has one of these: numbers or dates below a
 * text, two years or more, codes below what is none, or words that head columns.
 */
#include "config.h"

#include "source/sheet/ask-sheet-header.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "base/ask-error.h"
#include "base/ask-text.h"
#include "source/sheet/ask-sheet-book.h"
#include "source/sheet/ask-sheet-layout.h"
#include "source/sqlite/ask-sqlite-source.h"

/* More is a sentence. */
#define MAX_NAME_BYTES 100
/* Fewer codes below prove nothing. */
#define MIN_CODES 3

/* Words that head columns, in lower case. Values that people write are not among them. */
static const char *const heads[]
  = { "account", "address", "age", "amount", "author", "balance", "barcode", "birthday", "birthdate", "brand",
      "category", "city", "class", "code", "color", "colour", "comment", "comments", "company", "contact", "cost",
      "count", "country", "county", "created", "currency", "customer", "date", "datetime", "day", "department",
      "description", "discount", "district", "duration", "email", "employee", "end", "fax", "firstname", "gender",
      "genre", "group", "guid", "id", "ids", "index", "industry", "isbn", "item", "job", "key", "keyword", "label",
      "language", "lastname", "lat", "latitude", "length", "level", "link", "lng", "location", "lon", "longitude",
      "mail", "manufacturer", "material", "message", "mobile", "model", "modified", "month", "name", "names",
      "nationality", "no", "note", "notes", "nr", "num", "number", "occupation", "order", "owner", "parent", "password",
      "percent", "percentage", "phone", "position", "postcode", "price", "priority", "product", "profession", "project",
      "qty", "quantity", "rank", "rate", "rating", "reason", "reference", "region", "remark", "remarks", "result",
      "role", "salary", "sector", "serial", "sex", "size", "sku", "source", "start", "state", "status", "street",
      "subject", "sum", "supplier", "surname", "tag", "tags", "telephone", "text", "time", "timestamp", "title",
      "total", "town", "type", "unit", "units", "updated", "uri", "url", "user", "username", "uuid", "value", "vendor",
      "version", "website", "weight", "year", "zip", "zipcode",
      /* German */
      "adresse", "alter", "anmerkung", "anrede", "anzahl", "artikel", "artikelnummer", "bemerkung", "beruf",
      "beschreibung", "betrag", "bezeichnung", "datum", "ende", "farbe", "firma", "geburtsdatum", "gruppe",
      "hausnummer", "jahr", "kategorie", "kommentar", "kosten", "kunde", "kundennummer", "land", "lieferant", "menge",
      "monat", "nachname", "nummer", "ort", "plz", "postleitzahl", "preis", "produkt", "rabatt", "stadt", "straße",
      "strasse", "summe", "telefon", "titel", "typ", "umsatz", "vorname", "währung", "wert",
      /* French, Spanish, Italian */
      "apellido", "calle", "ciudad", "città", "cognome", "correo", "código", "edad", "fecha", "indirizzo", "montant",
      "nom", "nombre", "nome", "pays", "país", "precio", "prenom", "prénom", "prix", "ville", "téléphone", NULL };

/* Words that stand beside those, and alone say nothing. */
static const char *const besides[]
  = { "a",        "alt",      "and",   "at",   "avg",  "bill",     "billing", "birth",    "by",    "de",
      "delivery", "der",      "des",   "di",   "e",    "external", "first",   "full",     "home",  "in",
      "internal", "iso",      "last",  "line", "main", "max",      "mean",    "middle",   "min",   "net",
      "new",      "of",       "old",   "on",   "per",  "postal",   "primary", "purchase", "sales", "second",
      "ship",     "shipping", "short", "tax",  "the",  "unique",   "und",     "work",     NULL };

/* What stands for a value that nobody knows. */
static const char *const missing[]
  = { "-",   "--",  "?",       ".",         "n/a",  "na",           "n.a.",    "nil",   "none", "null",
      "nan", "tbd", "unknown", "unbekannt", "k.a.", "keine angabe", "missing", "empty", NULL };

/* What is found of a column. */
typedef struct
{
  gboolean again; /* the first cell stands below, too */
  guint n_below; /* that hold anything */
  guint n_typed;
  guint n_codes;
  guint n_identifiers;
} Below;

/* In one case, without white space around. */
static char *
fold (const AskSheetCell *cell)
{
  g_autofree char *text = g_strndup (cell->text, cell->length);
  g_autofree char *valid = g_utf8_make_valid (g_strstrip (text), -1);

  return g_utf8_strdown (valid, -1);
}

/* A word with a digit in it, an address of mail or of the web. */
static gboolean
is_code (const AskSheetCell *cell)
{
  gboolean marked = FALSE;

  for (guint32 i = 0; i < cell->length; i++)
    {
      if (g_ascii_isspace (cell->text[i]))
        return FALSE;
      marked = marked || g_ascii_isdigit (cell->text[i]) || cell->text[i] == '@' || cell->text[i] == '/';
    }
  return marked;
}

static gboolean
has_mark (const AskSheetCell *cell)
{
  for (guint32 i = 0; i < cell->length; i++)
    if (g_ascii_isdigit (cell->text[i]) || cell->text[i] == '@' || cell->text[i] == '/')
      return TRUE;
  return FALSE;
}

/* first_name and firstName, as programs write. */
static gboolean
is_identifier (const AskSheetCell *cell)
{
  gboolean joined = FALSE;

  for (guint32 i = 0; i < cell->length; i++)
    {
      char c = cell->text[i];

      if (!g_ascii_isalnum (c) && c != '_')
        return FALSE;
      joined = joined
               || (i > 0 && i + 1 < cell->length
                   && (c == '_' || (g_ascii_isupper (c) && g_ascii_islower (cell->text[i - 1]))));
    }
  return joined && g_ascii_islower (cell->text[0]);
}

static gboolean
is_head (const AskSheetCell *cell)
{
  g_autofree char *text = g_strndup (cell->text, cell->length);
  g_autofree char *words = ask_text_to_words (text);
  g_auto (GStrv) list = g_strsplit (words, " ", -1);
  gboolean head = FALSE;

  for (guint i = 0; list[i] != NULL; i++)
    {
      gboolean number = list[i][0] != '\0' && strspn (list[i], "0123456789") == strlen (list[i]);

      if (g_strv_contains (heads, list[i]))
        head = TRUE;
      else if (!(number && i > 0) && !g_strv_contains (besides, list[i]))
        return FALSE;
    }
  return head;
}

static gboolean
may_be_name (const AskSheetCell *cell)
{
  g_autofree char *text = fold (cell);

  return cell->length <= MAX_NAME_BYTES && strchr (text, '@') == NULL && strstr (text, "://") == NULL;
}

static gboolean
is_missing (const AskSheetCell *cell)
{
  g_autofree char *text = fold (cell);

  return g_strv_contains (missing, text);
}

static Below
look_below (const AskSheetRow *rows, guint n_rows, guint column)
{
  g_autofree char *first = fold (&rows[0].cells[column]);
  Below below = { 0 };

  for (guint r = 1; r < n_rows; r++)
    {
      const AskSheetCell *cell;
      g_autofree char *text = NULL;

      if (column >= rows[r].n_cells || ask_sheet_cell_is_blank (&rows[r].cells[column]))
        continue;
      cell = &rows[r].cells[column];
      text = fold (cell);
      below.again = below.again || strcmp (text, first) == 0;
      below.n_below++;
      below.n_typed += ask_sheet_cell_read (cell) != 0;
      below.n_codes += is_code (cell);
      below.n_identifiers += is_identifier (cell);
    }
  return below;
}

static gboolean
has_year_below (const AskSheetRow *rows, guint n_rows, guint column)
{
  for (guint r = 1; r < n_rows; r++)
    if (column < rows[r].n_cells && ask_sheet_cell_is_year (&rows[r].cells[column]))
      return TRUE;
  return FALSE;
}

/* Whether two cells of the row say the same. */
static gboolean
has_twins (const AskSheetRow *row)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < row->n_cells; i++)
    if (!ask_sheet_cell_is_blank (&row->cells[i]) && !g_hash_table_add (seen, fold (&row->cells[i])))
      return TRUE;
  return FALSE;
}

/**
 * ask_sheet_first_guess:
 * @rows: the first row with anything in it, and some below
 * @n_rows: at least 1
 * @reason: (out): why, to stand behind "since"; %NULL for %ASK_SHEET_FIRST_UNSURE
 *
 * Returns: what the first row holds
 */
AskSheetFirst
ask_sheet_first_guess (const AskSheetRow *rows, guint n_rows, const char **reason)
{
  guint n_typed = 0, n_years = 0, n_text = 0, n_named = 0;
  gboolean above = FALSE, codes = FALSE, doubted = FALSE;

  *reason = NULL;
  for (guint i = 0; i < rows[0].n_cells; i++)
    {
      const AskSheetCell *cell = &rows[0].cells[i];
      Below below;

      if (ask_sheet_cell_is_blank (cell))
        continue;
      if (ask_sheet_cell_read (cell) != 0)
        {
          n_typed++;
          n_years += ask_sheet_cell_is_year (cell) && !has_year_below (rows, n_rows, i);
          continue;
        }
      below = look_below (rows, n_rows, i);
      n_text++;
      doubted = doubted || !may_be_name (cell);
      /* What a value may say as well proves nothing, whatever stands below. */
      if (below.again || is_missing (cell))
        continue;
      above = above || (below.n_typed > 0 && below.n_typed * 10 >= below.n_below * 9);
      codes = codes || (below.n_below >= MIN_CODES && below.n_codes == below.n_below && !has_mark (cell));
      n_named += is_head (cell) || (is_identifier (cell) && below.n_below > 0 && below.n_identifiers == 0);
    }
  if (n_typed > n_years && !(above && n_text > n_typed))
    {
      *reason = "it has numbers or dates itself";
      return ASK_SHEET_FIRST_DATA;
    }
  if (n_text == 0 && (n_years < 2 || n_rows < 2))
    {
      *reason = "it has numbers itself";
      return ASK_SHEET_FIRST_DATA;
    }
  if (doubted || n_typed > n_years)
    return ASK_SHEET_FIRST_UNSURE;
  if (n_years > 1)
    *reason = "years head its columns";
  else if (above)
    *reason = "numbers or dates stand below texts";
  else if (codes)
    *reason = "codes stand below what is none";
  else if (n_named * 2 > n_text && !has_twins (&rows[0]))
    *reason = "its words head columns";
  return *reason != NULL ? ASK_SHEET_FIRST_NAMES : ASK_SHEET_FIRST_UNSURE;
}

static void
add_note (GPtrArray *notes, const char *source, const char *sheet, const AskSheetLayout *layout)
{
  g_autofree char *told = g_strdup_printf ("say so with “askdata-cli source set %s --header %s”, or in the window.",
                                           source, layout->headed ? "no" : "yes");

  if (layout->columns->len == 0)
    return;
  if (layout->reason == NULL)
    g_ptr_array_add (notes,
                     g_strdup_printf ("%s: nothing tells whether the first row holds names or data, so it was taken "
                                      "for data. If it holds names, %s",
                                      sheet, told));
  else
    g_ptr_array_add (notes, g_strdup_printf ("%s: the first row was taken for %s, since %s. If it holds %s, %s", sheet,
                                             layout->headed ? "names" : "data", layout->reason,
                                             layout->headed ? "data" : "names", told));
}

static char *
decide_file (int fd, const AskSourceConfig *config, const AskSheetOptions *options, GPtrArray *notes,
             GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSheetBook) book = ask_sheet_book_open (fd, config->location, options, cancellable, error);
  g_autoptr (GPtrArray) unused = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) words = g_string_new (NULL);

  if (book == NULL)
    return NULL;
  for (guint i = 0; i < book->readers->len; i++)
    {
      AskSheetReader *reader = book->readers->pdata[i];
      g_auto (AskSheetLayout) layout = { 0 };

      if (!ask_sheet_layout_find_start (&layout, reader, ASK_SHEET_HEADER_GUESS, unused, cancellable, error))
        return NULL;
      add_note (notes, config->name, reader->name, &layout);
      if (book->readers->len == 1)
        return g_strdup (layout.headed ? "yes" : "no");
      /* Of one without a row nothing is decided. */
      if (layout.columns->len > 0)
        {
          g_autofree char *name = g_uri_escape_string (reader->name, NULL, TRUE);

          g_string_append_printf (words, "%s%s=%s", words->len > 0 ? " " : "", layout.headed ? "yes" : "no", name);
        }
    }
  return g_string_free (g_steal_pointer (&words), FALSE);
}

/**
 * ask_sheet_header_decide:
 * @config: of a spreadsheet that is added, or that is to be read in another way; without a word about its header
 * @notes: (element-type utf8): gets a sentence about each sheet: what its first row was taken for and why, and
 *   how to say otherwise
 * @error: as of ask_sheet_preview_new(); the source is not named
 *
 * What is decided is kept with the source, of several sheets for each, so that a file that changes is not read in
 * another way. A sheet that comes later has names where that is certain. Blocks.
 *
 * Returns: (transfer full) (nullable): "yes", "no" or, for several sheets, "yes=Orders no=Opening%20hours"
 */
char *
ask_sheet_header_decide (const AskSourceConfig *config, GPtrArray *notes, GCancellable *cancellable, GError **error)
{
  g_auto (AskSheetOptions) options = { 0 };
  char *word;
  int fd;

  if (!ask_sheet_options_read (&options, config, error)
      || !ask_sqlite_check_file (config->name, config->location, error))
    return NULL;
  fd = open (config->location, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE, N_ ("%s could not be opened: %s."),
                     config->location, g_strerror (errno));
      return NULL;
    }
  word = decide_file (fd, config, &options, notes, cancellable, error);
  close (fd);
  if (word == NULL)
    ask_error_prefix (error, N_ ("Source “%s”, %s: "), config->name, config->location);
  return word;
}
