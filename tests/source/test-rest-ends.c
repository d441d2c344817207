/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists that end too early, too late or otherwise than an API says. Drawn are a list, the way that its pages
 * are asked for, what the answers say of the whole, and a fault: all rows come, each once, or an error. Never
 * fewer and never more. Without a fault there is no error.
 */
#include "config.h"

#include <string.h>

#include "rest-fixture.h"

typedef enum
{
  WAY_PAGE,
  WAY_OFFSET,
  WAY_CURSOR,
  WAY_LINK, /* the next URL in the body */
  WAY_HEADER, /* and in a header */
  N_WAYS
} Way;

typedef enum
{
  TOTAL_NONE,
  TOTAL_EACH,
  TOTAL_FIRST, /* only on the first page */
  TOTAL_RANGE, /* Content-Range */
  TOTAL_COUNT, /* X-Total-Count */
  N_TOTALS
} Total;

typedef enum
{
  FAULT_NONE,
  FAULT_NO_CONTENT, /* 204 */
  FAULT_EMPTY, /* no row, and nothing said */
  FAULT_DELETED, /* the first row goes while pages are read */
  FAULT_INSERTED,
  FAULT_CHANGED, /* one comes, and the one that comes twice is another one by then */
  FAULT_OVERLAP, /* each page begins one row too early */
  FAULT_LOW_TOTAL,
  FAULT_SHRINKING, /* the total does, the list does not */
  FAULT_MULTI_STATUS, /* 207 */
  FAULT_ERROR_BODY,
  FAULT_INCOMPLETE, /* "errors" beside the rows */
  N_FAULTS
} Fault;

typedef struct
{
  Way way;
  Total total;
  gboolean more; /* has_more is said */
  gboolean keyed;
  gboolean alike; /* rows without a key look alike */
  gboolean filter;
  guint n_rows;
  guint size;
  Fault fault;
  guint at; /* the page from which the fault is there */
  guint64 looks; /* bits: of which of two looks a row is */
} Case;

static void
append_row (GString *body, const Case *c, gint i, gboolean other)
{
  if (body->str[body->len - 1] != '[')
    g_string_append_c (body, ',');
  if (c->keyed)
    g_string_append_printf (body, "{\"id\":%d,\"name\":\"n%d%s\"}", i, i, other ? "!" : "");
  else if (c->alike)
    g_string_append_printf (body, "{\"name\":\"%s\"}", c->looks >> (i & 63) & 1 ? "A" : "B");
  else
    g_string_append_printf (body, "{\"name\":\"n%d\"}", i);
}

static void
serve (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  const Case *c = data;
  g_autofree char *asked = ask_test_request_dup_param (request, c->way == WAY_PAGE ? "page" : "at");
  gint64 number = asked != NULL ? g_ascii_strtoll (asked, NULL, 10) : c->way == WAY_PAGE ? 1 : 0;
  gint from = (gint) (c->way == WAY_PAGE ? (number - 1) * c->size : number);
  gboolean faulty = c->fault != FAULT_NONE && from >= (gint) (c->at * c->size);
  gint first = 0, last = (gint) c->n_rows, to; /* the list is the rows from @first to @last */
  gint total = last;
  g_autoptr (GString) body = g_string_new ("{\"data\":[");
  gboolean more, silent = FALSE;

  if (faulty && c->fault == FAULT_NO_CONTENT)
    {
      ask_test_reply_set (reply, 204, NULL, "", 0);
      return;
    }
  if (faulty && c->fault == FAULT_ERROR_BODY)
    {
      ask_test_reply_set (reply, 200, "application/json", "{\"error\":\"too many requests\"}", -1);
      return;
    }
  if (faulty && c->fault == FAULT_DELETED)
    first++;
  if (faulty && (c->fault == FAULT_INSERTED || c->fault == FAULT_CHANGED))
    first--;
  total = last - first;
  if (c->fault == FAULT_LOW_TOTAL || (faulty && c->fault == FAULT_SHRINKING))
    total -= 3;
  from += first;
  from -= faulty && c->fault == FAULT_OVERLAP;
  from = MIN (from, last);
  to = MIN (last, from + (gint) c->size);
  if (faulty && c->fault == FAULT_EMPTY)
    {
      silent = TRUE;
      to = from;
    }
  more = to < last && !silent;
  for (gint i = from; i < to; i++)
    append_row (body, c, i, faulty && c->fault == FAULT_CHANGED && i == from);
  g_string_append_c (body, ']');
  if (!silent && (c->total == TOTAL_EACH || (c->total == TOTAL_FIRST && asked == NULL)))
    g_string_append_printf (body, ",\"total\":%d", total);
  if (!silent && c->more)
    g_string_append_printf (body, ",\"has_more\":%s", more ? "true" : "false");
  if (c->way == WAY_CURSOR && more)
    g_string_append_printf (body, ",\"next\":\"%d\"", to - first);
  if (c->way == WAY_LINK && more)
    g_string_append_printf (body, ",\"next\":\"/v1/rows?at=%d\"", to - first);
  if (faulty && c->fault == FAULT_INCOMPLETE)
    g_string_append (body, ",\"errors\":[{\"shard\":3}]");
  g_string_append_c (body, '}');
  if (c->way == WAY_HEADER && more)
    {
      g_autofree char *link = g_strdup_printf ("</v1/rows?at=%d>; rel=\"next\"", to - first);

      ask_test_reply_add_header (reply, "Link", link);
    }
  if (c->total == TOTAL_RANGE && !silent)
    {
      g_autofree char *range = to > from ? g_strdup_printf ("items %d-%d/%d", from - first, to - first - 1, total)
                                         : g_strdup_printf ("items */%d", total);

      ask_test_reply_add_header (reply, "Content-Range", range);
    }
  if (c->total == TOTAL_COUNT && !silent)
    {
      g_autofree char *count = g_strdup_printf ("%d", total);

      ask_test_reply_add_header (reply, "X-Total-Count", count);
    }
  ask_test_reply_set (reply, faulty && c->fault == FAULT_MULTI_STATUS ? 207 : c->total == TOTAL_RANGE ? 206 : 200,
                      "application/json", body->str, (gssize) body->len);
}

static void
draw (Case *c)
{
  *c = (Case) { .way = (Way) g_test_rand_int_range (0, N_WAYS),
                .total = (Total) g_test_rand_int_range (0, N_TOTALS),
                .more = g_test_rand_bit (),
                .keyed = g_test_rand_bit (),
                .filter = g_test_rand_bit (),
                .n_rows = (guint) g_test_rand_int_range (0, 26),
                .size = (guint) g_test_rand_int_range (1, 11),
                .fault = g_test_rand_bit () ? FAULT_NONE : (Fault) g_test_rand_int_range (0, N_FAULTS),
                .at = (guint) g_test_rand_int_range (1, 3),
                .looks = (guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int () };
  c->alike = !c->keyed && c->fault == FAULT_NONE && g_test_rand_bit ();
}

/* Whether the answers say enough for the fault to be seen. */
static gboolean
is_told (const Case *c)
{
  gboolean numbered = c->way == WAY_PAGE || c->way == WAY_OFFSET;
  gboolean total = c->total != TOTAL_NONE;

  switch (c->fault)
    {
    case FAULT_NO_CONTENT:
      return total || c->more || !numbered;
    case FAULT_EMPTY:
      return total || c->more;
    case FAULT_DELETED:
      return total;
    case FAULT_CHANGED:
      /* Without a key it is a row as any other, and one more is no overlap. */
      return c->keyed || (total && c->size > 1);
    case FAULT_INSERTED:
    case FAULT_OVERLAP:
      /* A whole page that comes twice may as well be two that look alike. */
      return c->keyed || c->size > 1;
    case FAULT_LOW_TOTAL:
      /* Where just so many have come, nothing contradicts it. */
      return !numbered || c->more || !total || c->n_rows < 3 || (c->n_rows - 3) % c->size != 0;
    default:
      return TRUE;
    }
}

static AskEntity *
entity_new (const Case *c)
{
  AskEntity *entity = rest_entity_new ("/v1/rows", "data");
  AskPaging *paging = &entity->operation->paging;
  static const AskPagingKind kinds[] = { ASK_PAGING_PAGE, ASK_PAGING_OFFSET, ASK_PAGING_CURSOR, ASK_PAGING_LINK,
                                         ASK_PAGING_LINK };

  paging->kind = kinds[c->way];
  paging->parameter = c->way <= WAY_CURSOR ? g_strdup (c->way == WAY_PAGE ? "page" : "at") : NULL;
  paging->first = c->way == WAY_PAGE;
  paging->next = c->way == WAY_CURSOR || c->way == WAY_LINK ? g_strdup ("next") : NULL;
  ((AskAttribute *) entity->attributes->pdata[0])->key = c->keyed;
  rest_add_parameter (entity, "colour", ASK_PARAMETER_IN_QUERY, FALSE);
  return entity;
}

static void
check_rows (const Case *c, AskRows *rows, const char *shown)
{
  guint64 came = 0;
  gint n_a = 0;

  if (ask_rows_get_n_rows (rows) != c->n_rows)
    g_error ("%" G_GSIZE_FORMAT " rows. %s", ask_rows_get_n_rows (rows), shown);
  for (guint i = 0; i < c->n_rows; i++)
    {
      const char *name = ask_rows_get (rows, i, 1)->text;

      n_a += name[0] == 'A' ? 1 : 0;
      n_a -= c->alike && c->looks >> i & 1;
      if (!c->alike)
        came |= G_GUINT64_CONSTANT (1) << g_ascii_strtoull (name + 1, NULL, 10);
    }
  if (c->alike ? n_a != 0 : came != (G_GUINT64_CONSTANT (1) << c->n_rows) - 1)
    g_error ("Other rows. %s", shown);
}

static void
test_drawn (void)
{
  Case c;
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &c);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  guint n = g_test_slow () ? 20000 : 1500, n_good = 0, n_failed = 0;

  for (guint i = 0; i < n; i++)
    {
      const char *const bound[] = { "colour" };
      AskValue value = ask_value_text ("red", -1);
      g_autoptr (AskEntity) entity = NULL;
      g_autoptr (AskRows) rows = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *shown = NULL;

      draw (&c);
      if (!is_told (&c))
        continue;
      entity = entity_new (&c);
      rows = rest_read (source, entity, 2, bound, c.filter ? 1 : 0, &value, 1, NULL, NULL, &error);
      shown = g_strdup_printf ("way %d, total %d, more %d, keyed %d, alike %d, filter %d, %u rows by %u, fault %d at %u: %s",
                               c.way, c.total, c.more, c.keyed, c.alike, c.filter, c.n_rows, c.size, c.fault, c.at,
                               error != NULL ? error->message : "good");
      if (rows == NULL)
        {
          g_assert_cmpint (error->domain, ==, ASK_SOURCE_ERROR);
          if (c.fault == FAULT_NONE && !c.alike)
            g_error ("%s", shown);
          n_failed++;
          continue;
        }
      check_rows (&c, rows, shown);
      n_good++;
    }
  g_test_message ("%u lists were read, %u were refused", n_good, n_failed);
  g_assert_cmpuint (n_good, >, n / 3);
  g_assert_cmpuint (n_failed, >, n / 20);
}

/* What the drawn ones may seldom meet. */
typedef struct
{
  const char *name;
  AskPagingKind kind;
  gboolean keyed;
  const char *pages[5]; /* the last one again and again */
  guint n_rows; /* 0 where it has to fail */
} Told;

static const Told told[] = {
  { "look-alike", ASK_PAGING_PAGE, FALSE, { "[\"a\",\"a\"]", "[\"a\",\"b\"]", "[]" }, 4 },
  { "look-alike-pages", ASK_PAGING_PAGE, FALSE, { "[\"a\",\"b\"]", "[\"a\",\"b\"]", "[\"c\"]", "[]" }, 5 },
  { "look-alike-end", ASK_PAGING_PAGE, FALSE, { "[\"a\",\"b\"]", "[\"a\",\"b\"]", "[]" }, 4 },
  { "last-page-again", ASK_PAGING_PAGE, FALSE, { "[\"a\",\"b\"]", "[\"c\",\"d\"]" }, 4 },
  { "always-the-same", ASK_PAGING_PAGE, FALSE, { "[\"a\",\"a\"]" }, 2 },
  { "overlap", ASK_PAGING_PAGE, FALSE, { "[\"a\",\"b\"]", "[\"b\",\"c\"]", "[]" }, 0 },
  { "overlap-with-key", ASK_PAGING_PAGE, TRUE, { "[1,2]", "[2,3]", "[]" }, 3 },
  { "key-that-is-none", ASK_PAGING_PAGE, TRUE, { "[1,1.5,2]", "[3]", "[]" }, 4 },
  { "first-page-is-said-wrongly", ASK_PAGING_NONE, FALSE, { "[\"a\"]", "[\"a\"]", "[\"b\"]", "[]" }, 2 },
};

static void
serve_told (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  const Told *self = data;
  g_autofree char *page = ask_test_request_dup_param (request, "page");
  guint number = page != NULL ? (guint) g_ascii_strtoull (page, NULL, 10) : self->kind == ASK_PAGING_NONE ? 0 : 1;
  guint n = 0;
  g_auto (GStrv) cells = NULL;
  g_autofree char *inner = NULL;
  g_autoptr (GString) body = g_string_new ("[");

  number -= self->kind != ASK_PAGING_NONE;
  while (n + 1 < G_N_ELEMENTS (self->pages) && self->pages[n + 1] != NULL)
    n++;
  inner = g_strdup (self->pages[MIN (number, n)] + 1);
  inner[strlen (inner) - 1] = '\0';
  cells = g_strsplit (inner, ",", -1);
  for (guint i = 0; cells[i] != NULL; i++)
    if (self->keyed)
      /* 1.5 is another row with the key 1. */
      g_string_append_printf (body, "%s{\"id\":%.1s,\"name\":\"n%s\"}", i > 0 ? "," : "", cells[i], cells[i]);
    else
      g_string_append_printf (body, "%s{\"name\":%s}", i > 0 ? "," : "", cells[i]);
  g_string_append_c (body, ']');
  ask_test_reply_set (reply, 200, "application/json", body->str, -1);
}

static void
test_told (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (told); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (serve_told, (gpointer) &told[i]);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
      AskPaging *paging = &entity->operation->paging;
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;

      paging->kind = ASK_PAGING_PAGE;
      paging->parameter = g_strdup ("page");
      paging->first = told[i].kind != ASK_PAGING_NONE;
      ((AskAttribute *) entity->attributes->pdata[0])->key = told[i].keyed;
      rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
      g_test_message ("%s: %s", told[i].name, error != NULL ? error->message : "good");
      if (told[i].n_rows == 0)
        {
          g_assert_error (error, ASK_SOURCE_ERROR, error->code);
          g_assert_nonnull (strstr (error->message, "Try again, or tell its owner."));
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, told[i].n_rows);
    }
}

/* An API without described pages, and what a steward says of it. */
typedef struct
{
  const char *name;
  const char *first;
  const char *second; /* nullable: of ?p=2 */
  guint n_rows; /* when nobody has said anything; 0 where it has to fail */
  guint n_whole; /* when it was said that the rows are all */
  guint n_follow; /* when it was said that links are followed; 0 where it has to fail */
} Unpaged;

static const Unpaged unpaged[] = {
  { "plain", "{\"data\":[{\"id\":1}],\"next\":null,\"errors\":[],\"total\":1}", NULL, 1, 1, 1 },
  { "next-link", "{\"data\":[{\"id\":1}],\"next\":\"/v1/rows?p=2\"}", "{\"data\":[{\"id\":2}]}", 0, 1, 2 },
  { "next-in-links", "{\"data\":[{\"id\":1}],\"_links\":{\"next\":{\"href\":\"/v1/rows?p=2\"}}}",
    "{\"data\":[{\"id\":2}],\"_links\":{}}", 0, 1, 2 },
  { "next-cursor", "{\"data\":[{\"id\":1}],\"meta\":{\"next_cursor\":\"abc\"}}", NULL, 0, 1, 0 },
  { "next-of-something-else", "{\"data\":[{\"id\":1}],\"season\":{\"next\":\"2027\"}}", NULL, 1, 1, 1 },
  { "next-but-no-more", "{\"data\":[{\"id\":1}],\"next_cursor\":\"abc\",\"has_more\":false}", NULL, 1, 1, 1 },
  { "truncated", "{\"data\":[{\"id\":1}],\"truncated\":true}", NULL, 0, 1, 0 },
  { "total", "{\"data\":[{\"id\":1}],\"total\":9}", NULL, 0, 1, 0 },
  { "errors", "{\"data\":[{\"id\":1}],\"errors\":{\"shard\":3}}", NULL, 0, 1, 0 },
};

static void
serve_unpaged (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  const Unpaged *self = data;

  ask_test_reply_set (reply, 200, "application/json", request->query != NULL ? self->second : self->first, -1);
}

/* What an answer says of more rows is an error until a person has said what it means; the error says how. */
static void
test_unpaged (void)
{
  static char *said[] = { (char *) "GET /v1/rows", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (unpaged); i++)
    for (guint way = 0; way < 3; way++)
      {
        g_autoptr (AskTestServer) server = ask_test_server_new (serve_unpaged, (gpointer) &unpaged[i]);
        g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
        AskSourceConfig *config = ask_rest_source_get_config (ASK_REST_SOURCE (source));
        g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
        guint expected = way == 0 ? unpaged[i].n_rows : way == 1 ? unpaged[i].n_whole : unpaged[i].n_follow;
        g_autoptr (GError) error = NULL;
        g_autoptr (AskRows) rows = NULL;

        config->whole = way == 1 ? g_strdupv (said) : NULL;
        config->follow = way == 2 ? g_strdupv (said) : NULL;
        rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
        g_test_message ("%s, %u: %s", unpaged[i].name, way, error != NULL ? error->message : "good");
        if (expected > 0)
          {
            g_assert_no_error (error);
            g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, expected);
            continue;
          }
        g_assert_null (rows);
        g_assert_nonnull (strstr (error->message, "source set shop --whole 'GET /v1/rows'"));
        g_assert_cmpint (strstr (error->message, "--follow") != NULL, ==, unpaged[i].n_follow > 1);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/rest-ends/a-drawn-list-gives-all-rows-or-an-error", test_drawn);
  g_test_add_func ("/source/rest-ends/what-a-page-told-holds-to-the-end", test_told);
  g_test_add_func ("/source/rest-ends/an-answer-that-speaks-of-more-is-an-error", test_unpaged);
  return g_test_run ();
}
