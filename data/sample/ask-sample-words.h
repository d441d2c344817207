/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words that the sample company is made of: cities, names, stores, kinds of goods, carriers,
 * warehouses. All invented except the cities. Read-only tables; nothing here draws anything.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *name;
  const char *country;
  const char *postcodes[3];
  guint weight; /* how many customers live there */
} AskSampleCity;

/* First and last names of one language; a country picks from its own. */
typedef struct
{
  const char *const *first;
  const char *const *last;
  const char *const *companies; /* "%s" stands for the city */
} AskSamplePeople;

typedef struct
{
  const char *name;
  const char *city;
  const char *postcode;
  const char *country;
  guint opened[3]; /* year, month, day */
  guint closed[3]; /* year 0 while it is open */
  guint area_m2;
  guint pull;
} AskSampleStoreWord;

/* A kind of goods: "%s Two-Person Tent". Prices in euros, weight in grams. */
typedef struct
{
  const char *format;
  guint low_price;
  guint high_price;
  guint low_weight;
  guint high_weight;
  guint n_products;
} AskSampleKind;

typedef struct
{
  const char *name;
  const char *code; /* of the SKU */
  guint weight; /* how many order lines */
  guint months[12]; /* of these, by month, in percent */
  guint returned_per_mille;
  const AskSampleKind *kinds; /* ends with a NULL format */
} AskSampleCategory;

typedef struct
{
  const char *id;
  const char *name;
  const char *country;
  const char *services; /* a JSON array */
  guint promised_days;
  guint late_per_mille;
  guint claims_per_mille;
  guint base_cents;
  guint cents_per_kg;
  guint contract_until[3];
} AskSampleCarrier;

typedef struct
{
  const char *id;
  const char *name;
  const char *city;
  const char *postcode;
  const char *country;
  const char *location; /* a JSON object */
  guint pallet_places;
  guint opened[3];
} AskSampleWarehouse;

enum
{
  ASK_SAMPLE_CARRIER_NORDFRACHT,
  ASK_SAMPLE_CARRIER_HANSE,
  ASK_SAMPLE_CARRIER_ALPENBOTE,
  ASK_SAMPLE_CARRIER_RHONE,
  ASK_SAMPLE_CARRIER_ORESUND,
  ASK_SAMPLE_CARRIER_VELO,
  ASK_SAMPLE_CARRIER_MUELLER,
  ASK_SAMPLE_N_CARRIERS
};

enum
{
  ASK_SAMPLE_WAREHOUSE_HAMBURG,
  ASK_SAMPLE_WAREHOUSE_LEIPZIG,
  ASK_SAMPLE_WAREHOUSE_LYON,
  ASK_SAMPLE_WAREHOUSE_GRAZ,
  ASK_SAMPLE_WAREHOUSE_AARHUS,
  ASK_SAMPLE_N_WAREHOUSES
};

enum
{
  ASK_SAMPLE_CLAIM_DAMAGED,
  ASK_SAMPLE_CLAIM_LATE,
  ASK_SAMPLE_CLAIM_LOST,
  ASK_SAMPLE_CLAIM_INCOMPLETE,
  ASK_SAMPLE_N_CLAIM_REASONS
};

#define ASK_SAMPLE_N_CATEGORIES 11
#define ASK_SAMPLE_N_RETURN_REASONS 5

/* The goods, store and person behind the oddities. */
#define ASK_SAMPLE_MISPRICED_PRODUCT "Zugspitz Four-Person Tent"
#define ASK_SAMPLE_RETURNED_PRODUCT "Névé Winter Boot"
#define ASK_SAMPLE_BULK_CUSTOMER "Klaus-Dieter D'Hondt"
#define ASK_SAMPLE_CLOSED_STORE "Nordpfad Grenoble"

extern const AskSampleCity ask_sample_cities[];
extern const guint ask_sample_n_cities;
extern const AskSampleStoreWord ask_sample_stores[];
extern const guint ask_sample_n_stores;
extern const AskSampleCategory ask_sample_categories[ASK_SAMPLE_N_CATEGORIES];
extern const char *const ask_sample_models[];
extern const guint ask_sample_n_models;
extern const char *const ask_sample_brands[];
extern const guint ask_sample_n_brands;
extern const char *const ask_sample_return_reasons[ASK_SAMPLE_N_RETURN_REASONS];
/* These two end with %NULL. */
extern const char *const ask_sample_claim_reasons[ASK_SAMPLE_N_CLAIM_REASONS + 1];
extern const char *const ask_sample_shipment_statuses[];
extern const AskSampleCarrier ask_sample_carriers[ASK_SAMPLE_N_CARRIERS];
extern const AskSampleWarehouse ask_sample_warehouses[ASK_SAMPLE_N_WAREHOUSES];

const AskSamplePeople *ask_sample_people_of (const char *country);

G_END_DECLS
