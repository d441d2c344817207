/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the sample company ships: a shipment for most orders of the web shop, two for some, none for
 * a few, damage claims, and the stock of each warehouse at the end. Integers only, see
 * ask-sample-company.c.
 */
#include "config.h"

#include "ask-sample-company.h"

#include "ask-sample-day.h"
#include "ask-sample-random.h"

#include <string.h>

enum
{
  STREAM_SHIPMENTS = 6,
  STREAM_CLAIMS = 7,
  STREAM_STOCK = 8
};

typedef struct
{
  const char *country;
  guint warehouses[ASK_SAMPLE_N_WAREHOUSES];
  guint carriers[ASK_SAMPLE_N_CARRIERS];
} Lane;

static const Lane lanes[] = {
  { "Germany", { 58, 36, 1, 3, 2 }, { 36, 38, 6, 0, 2, 4, 14 } },
  { "Austria", { 4, 12, 1, 83, 0 }, { 6, 4, 82, 0, 0, 4, 4 } },
  { "France", { 4, 3, 92, 1, 0 }, { 4, 4, 0, 66, 0, 26, 0 } },
  { "Denmark", { 14, 2, 0, 0, 84 }, { 10, 8, 0, 0, 78, 0, 4 } },
  { "Netherlands", { 90, 4, 4, 0, 2 }, { 30, 58, 0, 4, 2, 2, 4 } },
  { "Luxembourg", { 12, 4, 84, 0, 0 }, { 10, 18, 0, 58, 0, 14, 0 } },
};

static const Lane *
lane_to (const char *country)
{
  for (guint i = 0; i < G_N_ELEMENTS (lanes); i++)
    if (strcmp (lanes[i].country, country) == 0)
      return &lanes[i];
  g_assert_not_reached ();
}

static gint
skip_sunday (gint day)
{
  return ask_sample_day_weekday (day) == 6 ? day + 1 : day;
}

static guint
order_weight (AskSampleCompany *self, const AskSampleOrder *order)
{
  guint grams = 0;

  for (guint i = 0; i < order->n_lines; i++)
    {
      const AskSampleLine *line
        = &g_array_index (self->lines, AskSampleLine, order->first_line + i);

      grams += line->quantity
               * g_array_index (self->products, AskSampleProduct, line->product).weight_g;
    }
  return grams;
}

/* In the summer of 2024 Rhône Express changed its depot and was late half of the time. */
static guint
late_per_mille (guint carrier, gint shipped)
{
  AskSampleDate date = ask_sample_day_to_date (shipped);

  if (carrier == ASK_SAMPLE_CARRIER_RHONE && date.year == 2024
      && (date.month == 7 || date.month == 8))
    return 560;
  /* Christmas is hard on everybody. */
  if (date.month == 12)
    return ask_sample_carriers[carrier].late_per_mille * 2;
  return ask_sample_carriers[carrier].late_per_mille;
}

static void
draw_delivery (AskSampleCompany *self, AskSampleRandom *random, AskSampleShipment *shipment)
{
  gint delivered;

  if (ask_sample_random_chance (random, late_per_mille (shipment->carrier, shipment->shipped)))
    delivered = shipment->promised + ask_sample_random_range (random, 1, 9);
  else
    delivered = shipment->promised - ask_sample_random_range (random, 0, 2);
  delivered = MAX (skip_sunday (delivered), shipment->shipped + 1);

  if (ask_sample_random_chance (random, 5))
    shipment->status = ASK_SAMPLE_SHIPMENT_LOST;
  else if (ask_sample_random_chance (random, 12))
    shipment->status = ASK_SAMPLE_SHIPMENT_RETURNED;
  else if (delivered > self->last_day)
    shipment->status = ASK_SAMPLE_SHIPMENT_IN_TRANSIT;
  else
    {
      shipment->status = ASK_SAMPLE_SHIPMENT_DELIVERED;
      shipment->delivered = delivered;
    }
}

static void
draw_shipment (AskSampleCompany *self,
               AskSampleRandom  *random,
               guint             order_index,
               guint             warehouse,
               guint             weight_g,
               gboolean          stuck,
               gint              extra_days)
{
  const AskSampleOrder *order = &g_array_index (self->orders, AskSampleOrder, order_index);
  const AskSampleCustomer *customer
    = &g_array_index (self->customers, AskSampleCustomer, order->customer);
  guint index
    = ask_sample_random_weighted (random, lane_to (customer->country)->carriers,
                                  ASK_SAMPLE_N_CARRIERS);
  const AskSampleCarrier *carrier = &ask_sample_carriers[index];
  gboolean only_express = strstr (carrier->services, "standard") == NULL;
  gboolean both = !only_express && strstr (carrier->services, "express") != NULL;
  AskSampleShipment shipment = {
    .order = order_index,
    .carrier = index,
    .warehouse = warehouse,
  };
  gint shipped = skip_sunday (order->day + ask_sample_random_range (random, 0, 2) + extra_days);

  shipment.express = only_express || (both && ask_sample_random_chance (random, 140));
  shipment.weight_g = weight_g + 200 + ask_sample_random_below (random, 40) * 10;
  shipment.tracking
    = 10000000 + self->shipments->len * 37 + ask_sample_random_below (random, 37);
  shipment.parcels = 1 + shipment.weight_g / 30000;
  shipment.cost_cents = carrier->base_cents * shipment.parcels
                        + carrier->cents_per_kg * shipment.weight_g / 1000;
  if (shipment.express && !only_express)
    shipment.cost_cents = shipment.cost_cents * 165 / 100;
  shipment.promised = skip_sunday (order->day + (gint) carrier->promised_days + extra_days
                                   - (shipment.express && !only_express ? 2 : 0));
  shipment.promised = MAX (shipment.promised, skip_sunday (shipped + 1));

  if (stuck || shipped > self->last_day)
    shipment.status = ASK_SAMPLE_SHIPMENT_PENDING;
  else
    {
      shipment.shipped = shipped;
      draw_delivery (self, random, &shipment);
    }
  g_array_append_val (self->shipments, shipment);
}

static void
draw_shipments_of (AskSampleCompany *self, AskSampleRandom *random, guint order_index)
{
  AskSampleOrder *order = &g_array_index (self->orders, AskSampleOrder, order_index);
  const AskSampleCustomer *customer
    = &g_array_index (self->customers, AskSampleCustomer, order->customer);
  guint warehouse = ask_sample_random_weighted (random, lane_to (customer->country)->warehouses,
                                                ASK_SAMPLE_N_WAREHOUSES);
  guint weight_g = order_weight (self, order);
  gboolean stuck = FALSE;

  /* A few orders fell through the cracks: paid, marked completed, never sent. */
  if (ask_sample_random_chance (random, 4))
    return;
  /* Since 24 November 2025 the conveyor in Leipzig stands still. */
  if (warehouse == ASK_SAMPLE_WAREHOUSE_LEIPZIG
      && order->day >= ask_sample_day_from_date (2025, 11, 24)
      && ask_sample_random_chance (random, 850))
    {
      order->status = ASK_SAMPLE_ORDER_OPEN;
      if (ask_sample_random_chance (random, 500))
        return;
      stuck = TRUE;
    }

  if (order->n_lines >= 3 && !stuck && ask_sample_random_chance (random, 90))
    {
      guint share = (guint) ask_sample_random_range (random, 30, 70);
      guint other = (warehouse + 1 + ask_sample_random_below (random, 4)) % ASK_SAMPLE_N_WAREHOUSES;

      draw_shipment (self, random, order_index, warehouse, weight_g / 100 * share, FALSE, 0);
      draw_shipment (self, random, order_index, other, weight_g / 100 * (100 - share), FALSE,
                     ask_sample_random_range (random, 1, 4));
    }
  else
    draw_shipment (self, random, order_index, warehouse, weight_g, stuck, 0);

  if (g_array_index (self->shipments, AskSampleShipment, self->shipments->len - 1).status
      == ASK_SAMPLE_SHIPMENT_PENDING)
    order->status = ASK_SAMPLE_ORDER_OPEN;
}

static guint
order_total (AskSampleCompany *self, const AskSampleOrder *order)
{
  guint cents = 0;

  for (guint i = 0; i < order->n_lines; i++)
    cents += g_array_index (self->lines, AskSampleLine, order->first_line + i).total_cents;
  return cents;
}

static void
draw_claim (AskSampleCompany *self, AskSampleRandom *random, guint index)
{
  static const guint velo_reasons[ASK_SAMPLE_N_CLAIM_REASONS] = { 86, 8, 0, 6 };
  static const guint usual_reasons[ASK_SAMPLE_N_CLAIM_REASONS] = { 52, 30, 0, 18 };
  const AskSampleShipment *shipment
    = &g_array_index (self->shipments, AskSampleShipment, index);
  const AskSampleOrder *order = &g_array_index (self->orders, AskSampleOrder, shipment->order);
  guint cents = order_total (self, order);
  AskSampleClaim claim = { .shipment = index };

  if (shipment->status == ASK_SAMPLE_SHIPMENT_LOST)
    {
      claim.reason = ASK_SAMPLE_CLAIM_LOST;
      claim.opened = shipment->promised + ask_sample_random_range (random, 5, 20);
      claim.amount_cents = cents;
    }
  else if (shipment->status == ASK_SAMPLE_SHIPMENT_DELIVERED
           && ask_sample_random_chance (random,
                                        ask_sample_carriers[shipment->carrier].claims_per_mille))
    {
      claim.reason = ask_sample_random_weighted (
        random, shipment->carrier == ASK_SAMPLE_CARRIER_VELO ? velo_reasons : usual_reasons,
        ASK_SAMPLE_N_CLAIM_REASONS);
      claim.opened = shipment->delivered + ask_sample_random_range (random, 0, 9);
      claim.amount_cents = cents / 100 * (guint) ask_sample_random_range (random, 10, 80);
    }
  else
    return;

  if (claim.opened > self->last_day)
    return;
  claim.closed = claim.opened + ask_sample_random_range (random, 6, 70);
  if (claim.closed > self->last_day)
    claim.closed = 0;
  g_array_append_val (self->claims, claim);
}

static void
draw_stock (AskSampleCompany *self, AskSampleRandom *random)
{
  guint n_negative = 0;

  for (guint w = 0; w < ASK_SAMPLE_N_WAREHOUSES; w++)
    for (guint p = 0; p < self->products->len; p++)
      {
        const AskSampleProduct *product = &g_array_index (self->products, AskSampleProduct, p);
        AskSampleStock stock = {
          .warehouse = w,
          .product = p,
        };

        stock.counted = self->last_day - (gint) ask_sample_random_below (random, 85);
        stock.reorder_level
          = 5 + 5 * ask_sample_random_below (random, product->list_cents > 20000 ? 3 : 6);
        if (ask_sample_random_chance (random, 70)
            || (product->discontinued != 0 && ask_sample_random_chance (random, 600)))
          continue;
        if (ask_sample_random_chance (random, 60))
          stock.on_hand = 0;
        else
          {
            gint one = ask_sample_random_range (random, 1, 190);
            gint other = ask_sample_random_range (random, 1, 190);

            stock.on_hand = MIN (one, other);
          }
        /* Goods booked out twice. */
        if (w == ASK_SAMPLE_WAREHOUSE_GRAZ && n_negative < 3
            && ask_sample_random_chance (random, 25))
          {
            stock.on_hand = -ask_sample_random_range (random, 2, 11);
            n_negative++;
          }
        if (stock.on_hand > 0)
          stock.reserved = ask_sample_random_below (random, (guint) MIN (stock.on_hand, 12) + 1);
        g_array_append_val (self->stock, stock);
      }
}

/**
 * ask_sample_company_add_logistics:
 * @self: a company with orders, without shipments
 *
 * Adds shipments, claims and stock, and marks orders that wait for a shipment as open.
 */
void
ask_sample_company_add_logistics (AskSampleCompany *self)
{
  AskSampleRandom random;

  ask_sample_random_init (&random, self->seed, STREAM_SHIPMENTS);
  for (guint i = 0; i < self->orders->len; i++)
    {
      const AskSampleOrder *order = &g_array_index (self->orders, AskSampleOrder, i);

      if (order->store < 0 && order->status != ASK_SAMPLE_ORDER_CANCELLED)
        draw_shipments_of (self, &random, i);
    }

  ask_sample_random_init (&random, self->seed, STREAM_CLAIMS);
  for (guint i = 0; i < self->shipments->len; i++)
    draw_claim (self, &random, i);

  ask_sample_random_init (&random, self->seed, STREAM_STOCK);
  draw_stock (self, &random);
}
