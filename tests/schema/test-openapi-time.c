/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parameters that bound a time without naming an attribute, and those whose name is an attribute's and may mean
 * something else: bound where it is certain what is meant, asked about in the doctor's report where it is not, and kept for a steward either way.
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
  /* That the rows show one only does not say that it is meant. */
  { CREATED, "since", MOMENT, NULL, NULL, 0, "may bound created_at or what the rows do not have." },
  { CREATED, "until", MOMENT, NULL, NULL, 0, "may bound created_at or what the rows do not have." },
  { CREATED, "until", MOMENT, "Created before this time.", "created_at", ASK_PARAMETER_BELOW, NULL },
  { "updated_at: " MOMENT, "until", MOMENT, NULL, NULL, 0, "may bound updated_at or what the rows do not have." },
  { "updated_at: " MOMENT, "since", MOMENT, NULL, NULL, 0, "may bound updated_at or what the rows do not have." },
  { CREATED, "from", MOMENT, NULL, NULL, 0, "may bound created_at or what the rows do not have." },
  { CREATED, "to", DAY, NULL, NULL, 0, "may bound created_at or what the rows do not have." },
  { "day: " DAY, "start_date", DAY, NULL, NULL, 0, "may bound day or what the rows do not have." },
  { "day: " DAY, "end_date", DAY, NULL, NULL, 0, "may bound day or what the rows do not have." },
  { "day: " DAY, "endTime", MOMENT, NULL, NULL, 0, "may bound day or what the rows do not have." },
  { "day: " DAY, "filter[before]", DAY, NULL, NULL, 0, "may bound day or what the rows do not have." },
  { "day: " DAY, "date_from", DAY, NULL, NULL, 0, "may bound day or what the rows do not have." },
  { "day: " DAY, "stop", DAY, NULL, NULL, 0, "may bound day or what the rows do not have." },
  { "day: " DAY, "day_from", DAY, NULL, "day", ASK_PARAMETER_AT_LEAST, NULL },
  { "date: " DAY, "from_date", DAY, NULL, "date", ASK_PARAMETER_AT_LEAST, NULL },
  { "date: " DAY, "since", DAY, NULL, NULL, 0, "may bound date or what the rows do not have." },
  { "due_date: " DAY, "from_date", DAY, NULL, NULL, 0, "may bound due_date or what the rows do not have." },
  { "due_date: " DAY, "from_date", DAY, "First day that is due.", "due_date", ASK_PARAMETER_AT_LEAST, NULL },
  { "sold_at: " MOMENT, "since", MOMENT, NULL, NULL, 0, "may bound sold_at or what the rows do not have." },
  { CREATED, "from", MOMENT, "Start of the delivery.", NULL, 0, "may bound created_at or what" },
  { CREATED, "from", MOMENT, "Only return orders from this date on (ISO 8601).", NULL, 0,
    "may bound created_at or what the rows do not have." },
  { CREATED, "from", MOMENT, "Only return orders created from this date on.", "created_at", ASK_PARAMETER_AT_LEAST, NULL },
  /* The kind of a time tells nothing. */
  { CREATED ", due_date: " DAY, "from_date", DAY, NULL, NULL, 0, "may bound created_at or due_date." },
  { CREATED ", due_date: " DAY, "due_date_from", DAY, NULL, "due_date", ASK_PARAMETER_AT_LEAST, NULL },
  { CREATED ", date: " DAY, "from_date", DAY, NULL, NULL, 0, "may bound created_at or date." },
  { CREATED ", date: " DAY, "from_date", DAY, "Created from this day on.", "created_at", ASK_PARAMETER_AT_LEAST, NULL },
  { CREATED ", date: " DAY, "date", DAY, NULL, "date", ASK_PARAMETER_EQUALS, NULL },
  { "day: " DAY ", " BOTH, "from", DAY, NULL, NULL, 0, "may bound day, created_at or updated_at." },
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
  { "due_date: " DAY, "from", DAY, "Created from this day on, and due.", NULL, 0, "may bound due_date or what" },
  { BOTH, "created_since", MOMENT, "Those with an updated_at after this.", NULL, 0,
    "may bound created_at or updated_at." },
  /* What has an attribute's name may be another comparison. */
  { "start_date: " DAY ", end_date: " DAY, "start_date", DAY, NULL, "start_date", ASK_PARAMETER_EQUALS, NULL },
  { "start_date: " DAY, "start_date", DAY, "Only those after this day.", NULL, 0,
    "may mean another comparison than with start_date." },
  { "price: {type: number}", "price", "{type: number}", "The highest price, i.e. the upper bound.", NULL, 0,
    "may mean another comparison than with price." },
  { "price: {type: number}", "price", "{type: number}", "The price.", "price", ASK_PARAMETER_EQUALS, NULL },
  { "status: " TEXT, "status", TEXT, "Statuses to exclude.", NULL, 0, "may mean another comparison than with status." },
  { "status: {enum: [a, b]}", "status", "{enum: [a, b, all]}", NULL, "status", ASK_PARAMETER_EQUALS, NULL },
  { "status: {enum: [a, b, c]}", "status", "{enum: [a, b, all]}", NULL, NULL, 0,
    "may mean another comparison than with status." },
  { "createdBy: " TEXT ", created_by: " TEXT, "created-by", TEXT, NULL, NULL, 0,
    "may mean another comparison than with createdBy." },
  { "createdBy: " TEXT ", created_by: " TEXT, "created_by", TEXT, NULL, "created_by", ASK_PARAMETER_EQUALS, NULL },
  { "netPrice: {type: number}, net_price: {type: number}", "min-net-price", "{type: number}", NULL, NULL, 0, NULL },
  /* What may be a time, too. */
  { CREATED ", creation_date: " TEXT, "created_after", MOMENT, NULL, NULL, 0, "may bound created_at or what" },
  { CREATED ", date: " TEXT, "from", MOMENT, NULL, NULL, 0, "may bound created_at or what" },
  { CREATED ", delivered_at: {type: integer}", "from", MOMENT, NULL, NULL, 0,
    "may bound created_at or what" },
  { CREATED ", open_on: {type: boolean}", "from", MOMENT, NULL, NULL, 0, "may bound created_at or what" },
  /* What lies in another thing is the other thing's. */
  { CREATED ", shop: {type: object, properties: {opened_on: " DAY "}}", "since", MOMENT, "Created since.",
    "created_at", ASK_PARAMETER_ABOVE, NULL },
  { "shop: {type: object, properties: {opened_on: " DAY "}}", "since", DAY, NULL, NULL, 0, NULL },
  { "type: " TEXT ", attributes: {type: object, properties: {" CREATED "}}", "since", MOMENT, "Created since.",
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

/* Of a range neither end says what a row shows. */
static void
test_ranges (void)
{
  static const Case start = { "start_date: " DAY ", end_date: " DAY ", start_stop: {type: string}, end_stop: {type: string}",
                              "start_date", DAY, NULL, NULL, 0, NULL };
  g_autoptr (AskOpenapi) api
    = import_times (&start, TRUE, ", {name: end_date, in: query, schema: " DAY "}, {name: start_stop, in: query, schema: "
                                  "{type: string}}, {name: end_stop, in: query, schema: {type: string}}");
  const AskDoctorEntry *entry = ask_doctor_find (api->doctor, "GET", "/orders");

  g_assert_null (parameter (api, "start_date"));
  g_assert_null (parameter (api, "end_date"));
  g_assert_nonnull (strstr (entry->reason, "“start_date” is not used"));
  g_assert_nonnull (strstr (entry->reason, "“end_date” is not used"));
  /* Stops have no order. */
  g_assert_cmpstr (parameter (api, "start_stop")->attribute, ==, "start_stop");
  g_assert_cmpstr (parameter (api, "end_stop")->attribute, ==, "end_stop");
}

/* What is named goes first, each side is bound once, and one object is not chosen by its times. */
static void
test_sides (void)
{
  static const Case since = { "sold_at: " MOMENT, "since", MOMENT, "Sold after this.", NULL, 0, NULL };
  g_autoptr (AskOpenapi) named
    = import_times (&since, TRUE, ", {name: sold_after, in: query, schema: " MOMENT "}, "
                                                        "{name: until, in: query, description: Sold before this., schema: " MOMENT "}");
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
  g_test_add_func ("/schema/openapi-time/a-bound-of-time-finds-the-time-it-means", test_meant);
  g_test_add_func ("/schema/openapi-time/of-a-range-neither-end-is-bound", test_ranges);
  g_test_add_func ("/schema/openapi-time/each-side-is-bound-once", test_sides);
  g_test_add_func ("/schema/openapi-time/an-unused-bound-comes-with-a-remedy", test_remedy);
  g_test_add_func ("/schema/openapi-time/what-is-bound-to-nothing-is-kept", test_kept);
  return g_test_run ();
}
