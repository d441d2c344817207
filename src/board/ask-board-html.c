/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board as one HTML file that needs no server and no network: charts as SVG, tables with all digits, a style sheet and a
 * small script that sorts tables. Its policy lets nothing else run or load: both are named by their digests, and no
 * attribute carries style. Texts are escaped, wherever they came from.
 */
#include "config.h"

#include <pango/pango.h>
#include <string.h>

#include "base/ask-number.h"
#include "board/ask-board-private.h"
#include "chart/ask-picture.h"

#include <glib/gi18n.h>

/* Of a tile, in the file: more than anybody reads on a page; what is left out is said. */
#define MAX_ROWS 1000
/* The size of a chart's drawing, in its own units, for each cell of the grid. */
#define CELL_WIDTH 80.0
#define CELL_HEIGHT 56.0

static const char script[]
  = "document.querySelectorAll('th').forEach(function(h){h.tabIndex=0;h.setAttribute('aria-sort','none');"
    "function sort(){var t=h.closest('table'),b=t.tBodies[0],i=h.cellIndex,d=h.getAttribute('aria-sort')==='ascending'?-1:1;"
    "t.querySelectorAll('th').forEach(function(o){o.setAttribute('aria-sort','none')});"
    "h.setAttribute('aria-sort',d===1?'ascending':'descending');"
    "Array.from(b.rows).map(function(r,n){var c=r.cells[i],v=c.dataset.v;return{r:r,n:n,e:v===undefined,"
    "x:h.className==='n'?parseFloat(v):c.textContent}}).sort(function(p,q){if(p.e!==q.e)return p.e?1:-1;"
    "var c=h.className==='n'?p.x-q.x:p.x.localeCompare(q.x);return(c||0)*d||p.n-q.n})"
    ".forEach(function(o){b.appendChild(o.r)})}"
    "h.addEventListener('click',sort);h.addEventListener('keydown',function(e){if(e.key==='Enter'||e.key===' ')"
    "{e.preventDefault();sort()}})});";

static const char style[]
  = ":root{color-scheme:light dark;--ink:#241f31;--muted:#5e5c64;--rule:#d0cfcc;--card:#fff;--page:#f6f5f4;"
    "--good:#1b6e41;--warning:#8a5a00;--bad:#a51d2d}"
    "@media(prefers-color-scheme:dark){:root{--ink:#fff;--muted:#c0bfbc;--rule:#4d4a50;--card:#303030;--page:#1e1e1e;"
    "--good:#8ff0a4;--warning:#f8e45c;--bad:#ff938c}}"
    "body{margin:0;padding:1.5rem;background:var(--page);color:var(--ink);font:1rem/1.45 system-ui,sans-serif}"
    "header{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:baseline;margin-bottom:1rem}"
    "h1{margin:0;font-size:1.6rem;flex:1 1 auto}header p{margin:0;color:var(--muted)}"
    ".grid{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));grid-auto-rows:minmax(3.5rem,auto);gap:.75rem}"
    ".tile{background:var(--card);border:1px solid var(--rule);border-radius:12px;padding:.75rem 1rem;overflow:auto;"
    "display:flex;flex-direction:column}.tile h2{margin:0 0 .5rem;font-size:1rem}"
    ".text{white-space:pre-line}.heading{align-self:end}.heading h2{margin:0;font-size:1.3rem}"
    "hr{align-self:center;width:100%;border:0;border-top:1px solid var(--rule)}"
    ".figure{font-size:2.4rem;font-weight:700;margin:0}.change,.state{color:var(--muted);font-size:.85rem;margin:.25rem 0 0}"
    ".state{margin-top:auto;padding-top:.5rem}.failed{color:var(--bad)}"
    ".good{border-color:var(--good);border-width:2px}.good .figure{color:var(--good)}"
    ".warning{border-color:var(--warning);border-width:2px}.warning .figure{color:var(--warning)}"
    ".bad{border-color:var(--bad);border-width:2px}.bad .figure{color:var(--bad)}"
    "svg{width:100%;height:auto}.dark{display:none}"
    "@media(prefers-color-scheme:dark){.dark{display:block}.light{display:none}}"
    ".rows{overflow:auto;max-height:28rem}table{border-collapse:collapse;width:100%;font-size:.9rem}"
    "th,td{padding:.2rem .6rem;text-align:start;border-bottom:1px solid var(--rule)}th{cursor:pointer;position:sticky;top:0;"
    "background:var(--card)}th.n,td.n{text-align:end;font-variant-numeric:tabular-nums}"
    "th[aria-sort=ascending]::after{content:' ↑'}th[aria-sort=descending]::after{content:' ↓'}"
    "summary{cursor:pointer;color:var(--muted);font-size:.85rem;margin-top:.5rem}"
    "@media(max-width:700px){.grid{display:block}.grid>*{margin-bottom:.75rem}}"
    "@media print{:root{color-scheme:light;--ink:#000;--muted:#444;--rule:#bbb;--card:#fff;--page:#fff;--good:#1b6e41;"
    "--warning:#8a5a00;--bad:#a51d2d}body{padding:0}.tile{break-inside:avoid}.rows{max-height:none}th{position:static}"
    ".dark{display:none}.light{display:block}}";

static void
append_text (GString *html, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *escaped = g_markup_escape_text (valid, -1);

  g_string_append (html, escaped);
}

/* <name class="class">text</name>; @class: (nullable) */
static void
append_element (GString *html, const char *name, const char *class, const char *text)
{
  g_string_append_printf (html, class != NULL ? "<%s class=\"%s\">" : "<%s>", name, class);
  append_text (html, text);
  g_string_append_printf (html, "</%s>", name);
}

/* ---- charts */

static gboolean
to_attributes (const GMatchInfo *match, GString *result, gpointer data)
{
  g_autofree char *styles = g_match_info_fetch (match, 1);
  g_auto (GStrv) parts = g_strsplit (styles, ";", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      char *colon = strchr (parts[i], ':');

      if (colon == NULL)
        continue;
      *colon = '\0';
      g_string_append_printf (result, " %s=\"%s\"", g_strstrip (parts[i]), g_strstrip (colon + 1));
    }
  return FALSE;
}

/* cairo counts its surfaces as long as the program runs. */
static gboolean
to_own_number (const GMatchInfo *match, GString *result, gpointer numbers)
{
  g_autofree char *name = g_match_info_fetch (match, 0);
  gpointer number = g_hash_table_lookup (numbers, name);

  if (number == NULL)
    {
      number = GUINT_TO_POINTER (g_hash_table_size (numbers) + 1);
      g_hash_table_insert (numbers, g_strdup (name), number);
    }
  g_string_append_printf (result, "surface%u", GPOINTER_TO_UINT (number));
  return FALSE;
}

/* cairo's names of glyphs are the same in every drawing, and its styles stand in attributes, which the policy forbids. */
static char *
adapt_svg (const char *svg, const char *prefix)
{
  g_autoptr (GRegex) styles = g_regex_new (" style=\"([^\"]*)\"", 0, 0, NULL);
  g_autoptr (GRegex) names = g_regex_new ("( id=\"|href=\"#|url\\(#)", 0, 0, NULL);
  g_autoptr (GRegex) surfaces = g_regex_new ("surface[0-9]+", 0, 0, NULL);
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *plain = g_regex_replace_eval (styles, svg, -1, 0, 0, to_attributes, NULL, NULL);
  g_autofree char *same = g_regex_replace_eval (surfaces, plain, -1, 0, 0, to_own_number, numbers, NULL);
  g_autofree char *with = g_strdup_printf ("\\1%s", prefix);

  return g_regex_replace (names, same, -1, 0, with, 0, NULL);
}

static void
append_svg (GString *html, AskChart *chart, const AskTile *tile, guint place, gboolean dark)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  double width = MAX (240, tile->box.width * CELL_WIDTH), height = MAX (160, tile->box.height * CELL_HEIGHT - 60);
  AskChartTheme theme = dark ? *ask_chart_theme_dark () : *ask_chart_theme_light ();
  /* Its id may come from a file that anybody made, and would stand here as markup. */
  g_autofree char *prefix = g_strdup_printf ("t%u%c", place, dark ? 'd' : 'l');
  g_autofree char *words = ask_chart_describe (chart);
  g_autofree char *svg = NULL;
  cairo_surface_t *surface = ask_picture_new_surface (ASK_PICTURE_SVG, bytes, width, height, TRUE, "");
  cairo_t *cr = cairo_create (surface);
  const char *start;

  theme.transparent = TRUE;
  ask_chart_draw (chart, cr, width, height, &theme);
  cairo_destroy (cr);
  if (ask_picture_finish (surface, ASK_PICTURE_SVG, bytes, CAIRO_STATUS_SUCCESS) != CAIRO_STATUS_SUCCESS)
    return;
  g_byte_array_append (bytes, (const guint8 *) "", 1);
  start = strstr ((const char *) bytes->data, "<svg");
  if (start == NULL)
    return;
  svg = adapt_svg (start, prefix);
  g_string_append_printf (html, "<div class=\"%s\" role=\"img\" aria-label=\"", dark ? "dark" : "light");
  append_text (html, words);
  g_string_append (html, "\">");
  g_string_append (html, svg);
  g_string_append (html, "</div>");
}

/* ---- tables */

static gboolean
is_number (const AskRows *rows, guint column)
{
  AskType type = ask_rows_get_column (rows, column)->type;

  return type == ASK_TYPE_INTEGER || type == ASK_TYPE_REAL || type == ASK_TYPE_DECIMAL;
}

/* Numbers have all their digits, and in data-v as programs read them. */
static void
append_cell (GString *html, const AskValue *value, const AskColumn *column, gboolean number)
{
  g_autofree char *plain = value->kind != ASK_VALUE_NULL ? ask_value_to_text (value) : NULL;
  g_autofree char *shown = NULL;

  if (plain == NULL)
    {
      g_string_append (html, number ? "<td class=\"n\"></td>" : "<td></td>");
      return;
    }
  if (number && strspn (plain, "0123456789.-") == strlen (plain))
    shown = ask_number_localise (plain, ask_meaning_is_amount (column->sense.meaning));
  g_string_append (html, number ? "<td class=\"n\" data-v=\"" : "<td data-v=\"");
  append_text (html, plain);
  g_string_append (html, "\">");
  append_text (html, shown != NULL ? shown : plain);
  g_string_append (html, "</td>");
}

static void
append_table (GString *html, const AskRows *rows)
{
  guint n = ask_rows_get_n_columns (rows);
  gsize n_rows = ask_rows_get_n_rows (rows);
  gsize n_shown = MIN (n_rows, MAX_ROWS);

  g_string_append (html, "<div class=\"rows\" tabindex=\"0\"><table><thead><tr>");
  for (guint c = 0; c < n; c++)
    {
      g_string_append (html, is_number (rows, c) ? "<th class=\"n\" scope=\"col\">" : "<th scope=\"col\">");
      append_text (html, ask_rows_get_column (rows, c)->name);
      g_string_append (html, "</th>");
    }
  g_string_append (html, "</tr></thead><tbody>");
  for (gsize r = 0; r < n_shown; r++)
    {
      g_string_append (html, "<tr>");
      for (guint c = 0; c < n; c++)
        append_cell (html, ask_rows_get (rows, r, c), ask_rows_get_column (rows, c), is_number (rows, c));
      g_string_append (html, "</tr>\n");
    }
  g_string_append (html, "</tbody></table></div>");
  if (n_shown < n_rows || ask_rows_get_truncated (rows))
    {
      g_autofree char *shown = ask_number_count (n_shown);
      g_autofree char *all = ask_number_count (n_rows);
      g_autofree char *words = ask_rows_get_truncated (rows)
                                 ? g_strdup_printf (_ ("The first %s of more than %s rows."), shown, all)
                                 : g_strdup_printf (_ ("The first %s of %s rows."), shown, all);

      append_element (html, "p", "change", words);
    }
}

static void
append_folded_table (GString *html, const AskRows *rows)
{
  g_string_append (html, "<details>");
  append_element (html, "summary", NULL, _ ("As a table"));
  append_table (html, rows);
  g_string_append (html, "</details>");
}

/* ---- tiles */

static void
append_figure (GString *html, const AskTile *tile, const AskTileResult *result)
{
  g_autofree char *figure = ask_tile_result_dup_figure (result);
  g_autofree char *change = ask_tile_result_dup_change (tile, result);

  append_element (html, "p", "figure", figure != NULL ? figure : _ ("No figure"));
  if (change != NULL)
    append_element (html, "p", "change", change);
}

static void
append_shown (GString *html, const AskTile *tile, guint place, const AskTileResult *result)
{
  AskRows *rows = result != NULL ? result->kept->rows : NULL;
  g_autoptr (AskChart) chart = NULL;

  if (rows == NULL || ask_rows_get_n_rows (rows) == 0)
    {
      append_element (html, "p", NULL, rows == NULL ? _ ("Nothing yet") : _ ("No rows"));
      return;
    }
  if (tile->view == ASK_VIEW_VALUE)
    append_figure (html, tile, result);
  else if (tile->view == ASK_VIEW_CHART)
    chart = ask_tile_choose_chart (tile, rows, NULL);
  if (chart != NULL && ask_chart_get_kind (chart) != ASK_CHART_TABLE)
    {
      append_svg (html, chart, tile, place, FALSE);
      append_svg (html, chart, tile, place, TRUE);
    }
  if (tile->view == ASK_VIEW_TABLE
      || (tile->view == ASK_VIEW_CHART && (chart == NULL || ask_chart_get_kind (chart) == ASK_CHART_TABLE)))
    append_table (html, rows);
  else
    append_folded_table (html, rows);
}

static void
append_answer (GString *html, const AskTile *tile, guint place, const AskTileResult *result)
{
  g_autofree char *name = ask_tile_get_name (tile);
  g_autofree char *state = result != NULL ? ask_tile_result_dup_state (result, 0) : NULL;

  g_string_append_printf (html, "<section class=\"tile t%u%s%s\">", place,
                          result != NULL && result->level != ASK_LEVEL_NONE ? " " : "",
                          result != NULL && result->level != ASK_LEVEL_NONE ? ask_tile_level_to_string (result->level)
                                                                            : "");
  append_element (html, "h2", NULL, name);
  append_shown (html, tile, place, result);
  if (state != NULL)
    append_element (html, "p", result->kept->failed_at != 0 ? "state failed" : "state", state);
  g_string_append (html, "</section>\n");
}

static void
append_tile (GString *html, const AskTile *tile, guint place, const AskTileResult *result)
{
  switch (tile->kind)
    {
    case ASK_TILE_TEXT:
      g_string_append_printf (html, "<div class=\"text t%u\">", place);
      append_text (html, tile->text != NULL ? tile->text : "");
      g_string_append (html, "</div>\n");
      break;
    case ASK_TILE_HEADING:
      g_string_append_printf (html, "<div class=\"heading t%u\">", place);
      append_element (html, "h2", NULL, tile->text != NULL ? tile->text : "");
      g_string_append (html, "</div>\n");
      break;
    case ASK_TILE_SEPARATOR:
      g_string_append_printf (html, "<hr class=\"t%u\">\n", place);
      break;
    case ASK_TILE_ANSWER:
    default:
      append_answer (html, tile, place, result);
      break;
    }
}

/* Returns: (transfer full): the style sheet with the tiles' places in it, in reading order */
static char *
make_style (const GPtrArray *tiles)
{
  GString *css = g_string_new (style);

  for (guint i = 0; i < tiles->len; i++)
    {
      AskTileBox box = ((AskTile *) tiles->pdata[i])->box;

      g_string_append_printf (css, ".t%u{grid-column:%d/span %d;grid-row:%d/span %d}", i, box.x + 1, box.width,
                              box.y + 1, box.height);
    }
  return g_string_free (css, FALSE);
}

static char *
make_digest (const char *text)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize size = sizeof digest;

  g_checksum_update (checksum, (const guchar *) text, (gssize) strlen (text));
  g_checksum_get_digest (checksum, digest, &size);
  return g_base64_encode (digest, size);
}

static const char *
find_language (void)
{
  const char *language = pango_language_to_string (pango_language_get_default ());

  return language != NULL && strcmp (language, "c") != 0 ? language : "en";
}

/**
 * ask_board_to_html:
 * @self: a board
 * @picture: what its tiles gave; sizes are not read
 *
 * Returns: (transfer full): the file's text, which is the same for the same input
 */
char *
ask_board_to_html (const AskBoard *self, const AskBoardPicture *picture)
{
  GString *html = g_string_new ("<!DOCTYPE html>\n");
  g_autoptr (GPtrArray) tiles = ask_board_list_in_order (self);
  g_autofree char *css = make_style (tiles);
  g_autofree char *css_digest = make_digest (css);
  g_autofree char *script_digest = make_digest (script);
  gint64 now = picture->now != 0 ? picture->now : g_get_real_time ();
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (now / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = g_date_time_to_local (utc);
  g_autofree char *when = g_date_time_format (local, "%c");
  g_autofree char *settings = ask_board_dup_settings (self, picture->filters);

  g_string_append_printf (html,
                          "<html lang=\"%s\"><head><meta charset=\"utf-8\">\n"
                          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                          "style-src 'sha256-%s'; script-src 'sha256-%s'; base-uri 'none'; form-action 'none'\">\n"
                          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                          "<meta name=\"generator\" content=\"AskData\">\n",
                          find_language (), css_digest, script_digest);
  append_element (html, "title", NULL, self->name);
  g_string_append_printf (html, "\n<style>%s</style></head>\n<body><header>", css);
  append_element (html, "h1", NULL, self->name);
  if (settings != NULL)
    append_element (html, "p", NULL, settings);
  append_element (html, "p", NULL, when);
  g_string_append (html, "</header>\n<main class=\"grid\">\n");
  for (guint i = 0; i < tiles->len; i++)
    {
      const AskTile *tile = tiles->pdata[i];

      append_tile (html, tile, i, ask_results_find (picture->results, tile->id));
    }
  g_string_append_printf (html, "</main>\n<script>%s</script></body></html>\n", script);
  return g_string_free (html, FALSE);
}
