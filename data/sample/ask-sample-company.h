/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nordpfad Outdoor, the sample company, in memory: what it sells, to whom, and how it is shipped.
 * The same seed makes the same company on every machine. Money is whole cents, weight whole grams,
 * a day counts from 1970-01-01 and is 0 where there is none. An index refers to the array of that
 * name; an id that people see is the index plus one.
 */
#pragma once

#include <glib.h>

#include "ask-sample-words.h"

G_BEGIN_DECLS

/* The company's first and last day of business that the data knows. */
#define ASK_SAMPLE_FIRST_YEAR 2023
#define ASK_SAMPLE_LAST_YEAR 2025
#define ASK_SAMPLE_DEFAULT_SEED 1

typedef struct
{
  const char *name;
  const char *city;
  const char *postcode;
  const char *country;
  gint since;
  gboolean business;
  gboolean newsletter;
} AskSampleCustomer;

typedef struct
{
  const char *name;
  const char *city;
  const char *postcode;
  const char *country;
  gint opened;
  gint closed;
  guint area_m2;
  guint pull; /* orders a day, in hundredths of the usual */
} AskSampleStore;

typedef struct
{
  const char *sku;
  const char *name;
  const char *brand;
  guint category;
  guint list_cents;
  guint cost_cents;
  guint weight_g;
  gint introduced;
  gint discontinued;
  guint popularity; /* against others of its category */
  guint returned_per_mille; /* how often a line of it comes back */
} AskSampleProduct;

typedef enum
{
  ASK_SAMPLE_ORDER_COMPLETED,
  ASK_SAMPLE_ORDER_OPEN, /* paid, not all of it sent */
  ASK_SAMPLE_ORDER_CANCELLED
} AskSampleOrderStatus;

typedef struct
{
  gint customer; /* index, -1 for a walk-in */
  gint store; /* index, -1 for the web shop */
  gint day;
  AskSampleOrderStatus status;
  guint first_line;
  guint n_lines;
} AskSampleOrder;

typedef struct
{
  guint order;
  guint product;
  guint quantity;
  guint unit_cents;
  guint discount_percent;
  guint total_cents;
  guint returned_quantity;
  gint returned;
  guint return_reason; /* of ask_sample_return_reasons */
} AskSampleLine;

typedef enum
{
  ASK_SAMPLE_SHIPMENT_PENDING,
  ASK_SAMPLE_SHIPMENT_IN_TRANSIT,
  ASK_SAMPLE_SHIPMENT_DELIVERED,
  ASK_SAMPLE_SHIPMENT_RETURNED,
  ASK_SAMPLE_SHIPMENT_LOST
} AskSampleShipmentStatus;

typedef struct
{
  guint order;
  guint carrier;
  guint warehouse;
  AskSampleShipmentStatus status;
  gboolean express;
  gint shipped;
  gint promised;
  gint delivered;
  guint weight_g;
  guint cost_cents;
  guint parcels;
  guint tracking; /* the digits after the leading zeros */
} AskSampleShipment;

typedef struct
{
  guint shipment;
  guint reason; /* of ask_sample_claim_reasons */
  gint opened;
  gint closed;
  guint amount_cents;
} AskSampleClaim;

typedef struct
{
  guint warehouse;
  guint product;
  gint on_hand;
  guint reserved;
  guint reorder_level;
  gint counted;
} AskSampleStock;

/**
 * AskSampleCompany:
 *
 * Owns all its arrays and the texts that they point to.
 */
typedef struct
{
  guint seed;
  gint first_day;
  gint last_day;
  GArray *customers; /* AskSampleCustomer, by the day they came */
  GArray *stores; /* AskSampleStore */
  GArray *products; /* AskSampleProduct */
  GArray *orders; /* AskSampleOrder, by day */
  GArray *lines; /* AskSampleLine, by order */
  GArray *shipments; /* AskSampleShipment, by order */
  GArray *claims; /* AskSampleClaim */
  GArray *stock; /* AskSampleStock, by warehouse */
  GStringChunk *texts;
} AskSampleCompany;

AskSampleCompany *ask_sample_company_new          (guint             seed);
void              ask_sample_company_free         (AskSampleCompany *self);

/* Its parts, in the order in which ask_sample_company_new() makes them. */
void              ask_sample_company_add_people   (AskSampleCompany *self);
void              ask_sample_company_add_products (AskSampleCompany *self);
void              ask_sample_company_add_orders   (AskSampleCompany *self);
void              ask_sample_company_add_logistics (AskSampleCompany *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSampleCompany, ask_sample_company_free)

G_END_DECLS
