/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The collections of the sample API: shipments, claims, carriers, warehouses and stock as JSON rows.
 * The members are those of openapi.yaml; tests/sample holds the two together.
 */
#include "config.h"

#include "ask-sample-collections.h"

#include "ask-sample-day.h"


static const AskSampleFilter shipment_filters[] = {
  { "shipment_id", TRUE, FALSE, NULL },  { "order_id", TRUE, FALSE, NULL },
  { "carrier_id", FALSE, FALSE, NULL },  { "warehouse_id", FALSE, FALSE, NULL },
  { "status", FALSE, FALSE, ask_sample_shipment_statuses },
  { NULL },
};
static const AskSampleFilter claim_filters[] = {
  { "shipment_id", TRUE, FALSE, NULL },
  { "reason", FALSE, FALSE, ask_sample_claim_reasons },
  { NULL },
};
static const AskSampleFilter carrier_filters[] = {
  { "carrier_id", FALSE, FALSE, NULL },
  { NULL },
};
static const AskSampleFilter stock_filters[] = {
  { "warehouse_id", FALSE, TRUE, NULL },
  { "product_id", TRUE, FALSE, NULL },
  { NULL },
};

/* All texts of ours are UTF-8 without control characters; quotes and backslashes need care. */
static void
append_text (GString *json, const char *name, const char *text)
{
  g_string_append_printf (json, "%s\"%s\":", json->len > 1 ? "," : "", name);
  if (text == NULL)
    {
      g_string_append (json, "null");
      return;
    }
  g_string_append_c (json, '"');
  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '"' || *p == '\\')
        g_string_append_c (json, '\\');
      g_string_append_c (json, *p);
    }
  g_string_append_c (json, '"');
}

static void
append_number (GString *json, const char *name, gint64 number)
{
  g_string_append_printf (json, "%s\"%s\":%" G_GINT64_FORMAT, json->len > 1 ? "," : "", name,
                          number);
}

static void
append_cents (GString *json, const char *name, guint cents)
{
  g_string_append_printf (json, "%s\"%s\":%u.%02u", json->len > 1 ? "," : "", name, cents / 100,
                          cents % 100);
}

static void
append_grams (GString *json, const char *name, guint grams)
{
  g_string_append_printf (json, "%s\"%s\":%u.%03u", json->len > 1 ? "," : "", name, grams / 1000,
                          grams % 1000);
}

static void
append_day (GString *json, const char *name, gint day)
{
  char text[ASK_SAMPLE_DAY_TEXT];

  append_text (json, name, day == 0 ? NULL : ask_sample_day_format (day, text));
}

static void
append_date (GString *json, const char *name, const guint date[3])
{
  append_day (json, name, ask_sample_day_from_date (date[0], date[1], date[2]));
}

/* @value is JSON already. */
static void
append_json (GString *json, const char *name, const char *value)
{
  g_string_append_printf (json, "%s\"%s\":%s", json->len > 1 ? "," : "", name, value);
}

static void
finish_row (AskSampleResource *resource, GString *json, const char *const *values)
{
  g_string_append_c (json, '}');
  ask_sample_resource_add_row (resource, g_string_free (json, FALSE), values);
}

static AskSampleResource *
collect_shipments (const AskSampleCompany *company)
{
  AskSampleResource *resource
    = ask_sample_resource_new ("/v1/shipments", ASK_SAMPLE_PAGING_PAGE, 100, 1000,
                               shipment_filters);

  for (guint i = 0; i < company->shipments->len; i++)
    {
      const AskSampleShipment *row = &g_array_index (company->shipments, AskSampleShipment, i);
      GString *json = g_string_new ("{");
      g_autofree char *id = g_strdup_printf ("%u", i + 1);
      g_autofree char *order = g_strdup_printf ("%u", row->order + 1);
      g_autofree char *tracking = g_strdup_printf ("0034%012u", row->tracking);
      const char *status = ask_sample_shipment_statuses[row->status];
      const char *const values[] = {
        id, order, ask_sample_carriers[row->carrier].id, ask_sample_warehouses[row->warehouse].id,
        status,
      };

      append_number (json, "shipment_id", i + 1);
      append_number (json, "order_id", row->order + 1);
      append_text (json, "carrier_id", ask_sample_carriers[row->carrier].id);
      append_text (json, "warehouse_id", ask_sample_warehouses[row->warehouse].id);
      append_text (json, "status", status);
      append_text (json, "service", row->express ? "express" : "standard");
      append_day (json, "shipped_on", row->shipped);
      append_day (json, "promised_on", row->promised);
      append_day (json, "delivered_on", row->delivered);
      append_grams (json, "weight_kg", row->weight_g);
      append_cents (json, "shipping_cost", row->cost_cents);
      append_number (json, "parcels", row->parcels);
      append_text (json, "tracking_code", tracking);
      finish_row (resource, json, values);
    }
  return resource;
}

static AskSampleResource *
collect_claims (const AskSampleCompany *company)
{
  AskSampleResource *resource
    = ask_sample_resource_new ("/v1/claims", ASK_SAMPLE_PAGING_LINK, 100, 200, claim_filters);

  for (guint i = 0; i < company->claims->len; i++)
    {
      const AskSampleClaim *row = &g_array_index (company->claims, AskSampleClaim, i);
      GString *json = g_string_new ("{");
      g_autofree char *shipment = g_strdup_printf ("%u", row->shipment + 1);
      const char *const values[] = { shipment, ask_sample_claim_reasons[row->reason] };

      append_number (json, "claim_id", i + 1);
      append_number (json, "shipment_id", row->shipment + 1);
      append_text (json, "reason", ask_sample_claim_reasons[row->reason]);
      append_day (json, "opened_on", row->opened);
      append_day (json, "closed_on", row->closed);
      append_cents (json, "amount", row->amount_cents);
      finish_row (resource, json, values);
    }
  return resource;
}

static AskSampleResource *
collect_carriers (void)
{
  AskSampleResource *resource
    = ask_sample_resource_new ("/v1/carriers", ASK_SAMPLE_PAGING_CURSOR, 5, 5, carrier_filters);

  for (guint i = 0; i < ASK_SAMPLE_N_CARRIERS; i++)
    {
      const AskSampleCarrier *row = &ask_sample_carriers[i];
      GString *json = g_string_new ("{");

      append_text (json, "carrier_id", row->id);
      append_text (json, "carrier_name", row->name);
      append_text (json, "country", row->country);
      append_json (json, "services", row->services);
      append_number (json, "promised_days", row->promised_days);
      append_date (json, "contract_until", row->contract_until);
      finish_row (resource, json, &row->id);
    }
  return resource;
}

static AskSampleResource *
collect_warehouses (void)
{
  AskSampleResource *resource
    = ask_sample_resource_new ("/v1/warehouses", ASK_SAMPLE_PAGING_NONE, 0, 0, NULL);

  for (guint i = 0; i < ASK_SAMPLE_N_WAREHOUSES; i++)
    {
      const AskSampleWarehouse *row = &ask_sample_warehouses[i];
      GString *json = g_string_new ("{");

      append_text (json, "warehouse_id", row->id);
      append_text (json, "warehouse_name", row->name);
      append_text (json, "city", row->city);
      append_text (json, "postcode", row->postcode);
      append_text (json, "country", row->country);
      append_json (json, "location", row->location);
      append_number (json, "pallet_places", row->pallet_places);
      append_date (json, "opened_on", row->opened);
      finish_row (resource, json, NULL);
    }
  return resource;
}

static AskSampleResource *
collect_stock (const AskSampleCompany *company)
{
  AskSampleResource *resource
    = ask_sample_resource_new ("/v1/stock", ASK_SAMPLE_PAGING_OFFSET, 50, 100, stock_filters);

  for (guint i = 0; i < company->stock->len; i++)
    {
      const AskSampleStock *row = &g_array_index (company->stock, AskSampleStock, i);
      GString *json = g_string_new ("{");
      g_autofree char *product = g_strdup_printf ("%u", row->product + 1);
      const char *const values[] = { ask_sample_warehouses[row->warehouse].id, product };

      append_text (json, "warehouse_id", ask_sample_warehouses[row->warehouse].id);
      append_number (json, "product_id", row->product + 1);
      append_number (json, "on_hand", row->on_hand);
      append_number (json, "reserved", row->reserved);
      append_number (json, "reorder_level", row->reorder_level);
      append_day (json, "counted_on", row->counted);
      finish_row (resource, json, values);
    }
  return resource;
}

/**
 * ask_sample_collections_new:
 * @company: copied from; may go afterwards
 *
 * Returns: (transfer full) (element-type AskSampleResource): what the API serves
 */
GPtrArray *
ask_sample_collections_new (const AskSampleCompany *company)
{
  GPtrArray *collections
    = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_sample_resource_free);

  g_ptr_array_add (collections, collect_shipments (company));
  g_ptr_array_add (collections, collect_claims (company));
  g_ptr_array_add (collections, collect_carriers ());
  g_ptr_array_add (collections, collect_warehouses ());
  g_ptr_array_add (collections, collect_stock (company));
  return collections;
}
