/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parameters that bound a time without naming an attribute: bound where it is certain which is meant, asked
 * about in the doctor's report where it is not, and kept for a steward either way.
 */
#include "config.h"

#include "openapi-fixture.h"

#define MOMENT "{type: string, format: date-time}"
#define DAY "{type: string, format: date}"
#define TEXT "{type: string}"

typedef struct
{
  const char *members; /* beside id */
  const char *name;
  const char *schema; /* of the parameter */
  const char *description; /* nullable */
  const char *attribute; /* NULL: not bound */
  AskParameterUse use;
  const char *reason; /* of the report; NULL for none */
} Case;

#define CREATED "created_at: " MOMENT
#define BOTH CREATED ", updated_at: " MOMENT
#define SPAN "starts_at: " MOMENT ", ends_at: " MOMENT

static const Case cases[] = {
  /* There is one only. */
  { CREATED, "since", MOMENT, NULL, "created_at", ASK_PARAMETER_ABOVE, NULL },
  { CREATED, "until", MOMENT, NULL, NULL, 0, "may bound created_at or what the rows do not have." },
  { CREATED, "until", MOMENT, "Created before this time.", "created_at", ASK_PARAMETER_BELOW, NULL },
  { "updated_at: " MOMENT, "until", MOMENT, NULL, "updated_at", ASK_PARAMETER_BELOW, NULL },
  { "updated_at: " MOMENT, "since", MOMENT, NULL, NULL, 0, "may bound updated_at or what the rows do not have." },
  { CREATED, "from", MOMENT, NULL, "created_at", ASK_PARAMETER_AT_LEAST, NULL },
  { CREATED, "to", DAY, NULL, NULL, 0, "may bound created_at or what the rows do not have." },
  { "day: " DAY, "start_date", DAY, NULL, "day", ASK_PARAMETER_ABOVE, NULL },
  { "day: " DAY, "end_date", DAY, NULL, "day", ASK_PARAMETER_BELOW, NULL },
  { "day: " DAY, "endTime", MOMENT, NULL, "day", ASK_PARAMETER_BELOW, NULL },
  { "day: " DAY, "filter[before]", DAY, NULL, "day", ASK_PARAMETER_BELOW, NULL },
  { "day: " DAY, "date_from", DAY, NULL, "day", ASK_PARAMETER_AT_LEAST, NULL },
  { "day: " DAY, "stop", DAY, NULL, "day", ASK_PARAMETER_BELOW, NULL },
  /* One of its kind, beside what every record has. */
  { "day: " DAY ", " BOTH, "from", DAY, NULL, "day", ASK_PARAMETER_AT_LEAST, NULL },
  { "day: " DAY ", " BOTH, "since", MOMENT, NULL, NULL, 0,
    "may bound day, created_at or updated_at." },
  { "updated_on: " DAY ", starts_at: " MOMENT, "from", DAY, NULL, NULL, 0,
    "may bound updated_on or starts_at." },
  /* Its name says it. */
  { BOTH, "created_since", MOMENT, NULL, "created_at", ASK_PARAMETER_ABOVE, NULL },
  { BOTH, "updated_after", MOMENT, NULL, "updated_at", ASK_PARAMETER_ABOVE, NULL },
  { BOTH, "modifiedSince", DAY, NULL, "updated_at", ASK_PARAMETER_ABOVE, NULL },
  { BOTH, "min_creation_date", DAY, NULL, "created_at", ASK_PARAMETER_AT_LEAST, NULL },
  { "dateShipped: " MOMENT ", " BOTH, "shipped_before", MOMENT, NULL, "dateShipped",
    ASK_PARAMETER_BELOW, NULL },
  { SPAN ", " BOTH, "starts_after", MOMENT, NULL, "starts_at", ASK_PARAMETER_ABOVE, NULL },
  { "createTime: " MOMENT, "created[gte]", MOMENT, NULL, "createTime", ASK_PARAMETER_AT_LEAST,
    NULL },
  { BOTH, "paid_after", MOMENT, NULL, NULL, 0, "may bound created_at or updated_at." },
  { CREATED, "paid_after", MOMENT, NULL, NULL, 0,
    "may bound created_at or what the rows do not have." },
  { CREATED ", creation_day: " DAY, "created_before", DAY, NULL, NULL, 0,
    "may bound created_at or creation_day." },
  /* Its description says it. */
  { BOTH, "since", MOMENT, "Only those created after this time.", "created_at", ASK_PARAMETER_ABOVE,
    NULL },
  { BOTH, "since", MOMENT, "Results whose `updated_at` is later.", "updated_at",
    ASK_PARAMETER_ABOVE, NULL },
  { BOTH, "since", MOMENT, "Created or updated after this time.", NULL, 0,
    "may bound created_at or updated_at." },
  { CREATED, "since", MOMENT, "Only what was modified after this time.", NULL, 0,
    "may bound created_at or what" },
  { SPAN ", " BOTH, "from", MOMENT, "Start of the range.", NULL, 0,
    "may bound starts_at, ends_at, created_at or updated_at." },
  /* What may be a time, too. */
  { CREATED ", date: " TEXT, "from", MOMENT, NULL, NULL, 0, "may bound created_at or what" },
  { CREATED ", delivered_at: {type: integer}", "from", MOMENT, NULL, NULL, 0,
    "may bound created_at or what" },
  { CREATED ", open_on: {type: boolean}", "from", MOMENT, NULL, "created_at",
    ASK_PARAMETER_AT_LEAST, NULL },
  /* What lies in another thing is the other thing's. */
  { CREATED ", shop: {type: object, properties: {opened_on: " DAY "}}", "since", MOMENT, NULL,
    "created_at", ASK_PARAMETER_ABOVE, NULL },
  { "shop: {type: object, properties: {opened_on: " DAY "}}", "since", DAY, NULL, NULL, 0, NULL },
  { "type: " TEXT ", attributes: {type: object, properties: {" CREATED "}}", "since", MOMENT, NULL,
    "created_at", ASK_PARAMETER_ABOVE, NULL },
  /* No times. */
  { CREATED, "since", "{type: integer}", NULL, NULL, 0, NULL },
  { CREATED, "since", TEXT, NULL, NULL, 0, NULL },
  { CREATED, "after", TEXT, "A cursor.", NULL, 0, NULL },
  { CREATED, "departure", MOMENT, NULL, NULL, 0, NULL },
  { "price: {type: number}", "since", MOMENT, NULL, NULL, 0, NULL },
};

static AskOpenapi *
import_times (const Case *one, gboolean list, const char *more)
{
  g_autofree char *schema
      = g_strdup_printf ("%s{properties: {id: {type: integer}, %s}}%s",
                         list ? "{type: array, items: " : "", one->members, list ? "}" : "");
  g_autofree char *parameters = g_strdup_printf ("{name: '%s', in: query, description: '%s', schema: %s}%s",
                                                 one->name, one->description != NULL ? one->description : "",
                                                 one->schema, more);

  return import_one ("/orders", parameters, schema);
}

static void
test_meant (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *one = &cases[i];
      g_autoptr (AskOpenapi) api = import_times (one, TRUE, "");
      const AskDoctorEntry *entry = ask_doctor_find (api->doctor, "GET", "/orders");
      AskParameter *found = parameter (api, one->name);

      g_test_message ("%s (%s) of %s", one->name, one->schema, one->members);
      g_assert_cmpstr (found != NULL ? found->attribute : NULL, ==, one->attribute);
      if (found != NULL)
        g_assert_cmpint (found->use, ==, one->use);
      g_assert_true ((entry->reason != NULL) == (one->reason != NULL));
      g_assert_true ((entry->remedy != NULL) == (one->reason != NULL));
      if (one->reason != NULL && strstr (entry->reason, one->reason) == NULL)
        g_error ("%s", entry->reason);
    }
}

/* What is named goes first, each side is bound once, and one object is not chosen by its times. */
static void
test_sides (void)
{
  static const Case since = { "sold_at: " MOMENT, "since", MOMENT, NULL, NULL, 0, NULL };
  g_autoptr (AskOpenapi) named
    = import_times (&since, TRUE, ", {name: sold_after, in: query, schema: " MOMENT "}, "
                                                        "{name: until, in: query, schema: " MOMENT "}");
  g_autoptr (AskOpenapi) single = import_times (&since, FALSE, "");

  g_assert_null (parameter (named, "since"));
  g_assert_cmpstr (parameter (named, "sold_after")->attribute, ==, "sold_at");
  g_assert_cmpstr (parameter (named, "until")->attribute, ==, "sold_at");
  g_assert_null (parameter (single, "since"));
}

static void
test_remedy (void)
{
  static const Case since = { BOTH, "filter[since]", MOMENT, NULL, NULL, 0, NULL };
  g_autoptr (AskOpenapi) api
    = import_times (&since, TRUE, ", {name: until, in: query, schema: " MOMENT "}");
  const AskDoctorEntry *entry = ask_doctor_find (api->doctor, "GET", "/orders");
  g_autofree char *text = ask_doctor_to_text (api->doctor);

  g_assert_cmpstr (entry->reason, ==,
                   "“filter[since]” is not used, since it may bound created_at or updated_at. “until” is not "
                   "used, since it may bound created_at or updated_at.");
  g_assert_cmpstr (entry->remedy, ==,
                   "If you know what is meant, say so: askdata-cli schema parameter orders 'filter[since]' "
                   "created_at; askdata-cli schema parameter orders 'until' created_at.");
  g_assert_nonnull (strstr (text, entry->remedy));
  /* The side is known, whatever it bounds. */
  g_assert_cmpint (known_parameter (api, "filter[since]")->use, ==, ASK_PARAMETER_ABOVE);
  g_assert_cmpint (known_parameter (api, "until")->use, ==, ASK_PARAMETER_BELOW);
}

/* What nothing is bound to is kept, but for what pages, sorts or searches, and what takes no plain value. */
static void
test_kept (void)
{
  g_autoptr (AskOpenapi) api = import_one (
      "/orders",
      "{name: customer, in: query, schema: {type: array, items: {type: integer}}}, {name: page, "
      "in: query, schema: "
      "{type: integer}}, {name: q, in: query, schema: {type: string}}, {name: where, in: query, "
      "schema: {type: "
      "object}}, {name: X-Shop, in: header, schema: {type: string}}",
      "{type: array, items: {properties: {id: {type: integer}, buyer: {type: integer}}}}");
  AskParameter *customer = known_parameter (api, "customer");
  AskEntity *search = ask_schema_find_entity (api->schema, "orders_search");
  guint n_words = 0;

  g_assert_null (customer->attribute);
  g_assert_null (customer->fixed);
  g_assert_cmpint (customer->type, ==, ASK_TYPE_INTEGER);
  g_assert_cmpint (customer->style, ==, ASK_ARRAY_REPEAT);
  g_assert_null (known_parameter (api, "page"));
  g_assert_null (known_parameter (api, "q"));
  g_assert_null (known_parameter (api, "where"));
  g_assert_null (known_parameter (api, "X-Shop"));
  for (guint i = 0; i < search->operation->parameters->len; i++)
    n_words += strcmp (((AskParameter *) search->operation->parameters->pdata[i])->name, "q") == 0;
  g_assert_cmpuint (n_words, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/openapi-time/meant", test_meant);
  g_test_add_func ("/schema/openapi-time/sides", test_sides);
  g_test_add_func ("/schema/openapi-time/remedy", test_remedy);
  g_test_add_func ("/schema/openapi-time/kept", test_kept);
  return g_test_run ();
}
