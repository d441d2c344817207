/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sample company's frame: stores, customers, products. Orders are in ask-sample-orders.c,
 * shipments and stock in ask-sample-logistics.c. It must never depend on the clock, the locale or
 * floating point, or the same seed would not make the same company.
 */
#include "config.h"

#include "ask-sample-company.h"

#include "ask-sample-day.h"
#include "ask-sample-random.h"

#include <string.h>

#define N_CUSTOMERS 5200

enum
{
  STREAM_PEOPLE = 1,
  STREAM_PRODUCTS = 2
};

/**
 * ask_sample_company_new:
 * @seed: which company; any number
 *
 * Makes the whole company in memory, in well under a second.
 *
 * Returns: (transfer full): the company
 */
AskSampleCompany *
ask_sample_company_new (guint seed)
{
  AskSampleCompany *self = g_new0 (AskSampleCompany, 1);

  self->seed = seed;
  self->first_day = ask_sample_day_from_date (ASK_SAMPLE_FIRST_YEAR, 1, 1);
  self->last_day = ask_sample_day_from_date (ASK_SAMPLE_LAST_YEAR, 12, 31);
  self->customers = g_array_new (FALSE, TRUE, sizeof (AskSampleCustomer));
  self->stores = g_array_new (FALSE, TRUE, sizeof (AskSampleStore));
  self->products = g_array_new (FALSE, TRUE, sizeof (AskSampleProduct));
  self->orders = g_array_new (FALSE, TRUE, sizeof (AskSampleOrder));
  self->lines = g_array_new (FALSE, TRUE, sizeof (AskSampleLine));
  self->shipments = g_array_new (FALSE, TRUE, sizeof (AskSampleShipment));
  self->claims = g_array_new (FALSE, TRUE, sizeof (AskSampleClaim));
  self->stock = g_array_new (FALSE, TRUE, sizeof (AskSampleStock));
  self->texts = g_string_chunk_new (64 * 1024);

  ask_sample_company_add_people (self);
  ask_sample_company_add_products (self);
  ask_sample_company_add_orders (self);
  ask_sample_company_add_logistics (self);
  return self;
}

/**
 * ask_sample_company_free:
 * @self: (nullable) (transfer full): a company
 */
void
ask_sample_company_free (AskSampleCompany *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->customers);
  g_array_unref (self->stores);
  g_array_unref (self->products);
  g_array_unref (self->orders);
  g_array_unref (self->lines);
  g_array_unref (self->shipments);
  g_array_unref (self->claims);
  g_array_unref (self->stock);
  g_string_chunk_free (self->texts);
  g_free (self);
}

static const char *keep (AskSampleCompany *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static const char *
keep (AskSampleCompany *self, const char *format, ...)
{
  va_list args;
  g_autofree char *text = NULL;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  return g_string_chunk_insert (self->texts, text);
}

/* Formats come from our own tables, each with one "%s". */
static const char *
keep_filled (AskSampleCompany *self, const char *pattern, const char *word)
{
  const char *hole = strstr (pattern, "%s");

  g_assert (hole != NULL);
  return keep (self, "%.*s%s%s", (int) (hole - pattern), pattern, word, hole + 2);
}

static gint
day_of (const guint date[3])
{
  return date[0] == 0 ? 0 : ask_sample_day_from_date (date[0], date[1], date[2]);
}

static int
compare_since (gconstpointer a, gconstpointer b)
{
  const AskSampleCustomer *one = a;
  const AskSampleCustomer *other = b;

  return one->since - other->since;
}

/* People share names, companies of one city do not: the second one is "… II". */
static const char *
keep_unique (AskSampleCompany *self, GHashTable *companies, const char *name)
{
  static const char *const numbers[] = { "", " II", " III", " IV", " V", " VI", " VII", " VIII" };
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (companies, name));

  g_hash_table_insert (companies, (gpointer) name, GUINT_TO_POINTER (n + 1));
  return keep (self, "%s%s", name, numbers[MIN (n, G_N_ELEMENTS (numbers) - 1)]);
}

static void
add_customer (AskSampleCompany *self,
              AskSampleRandom  *random,
              const guint      *city_weights,
              GHashTable       *companies)
{
  const AskSampleCity *city
    = &ask_sample_cities[ask_sample_random_weighted (random, city_weights, ask_sample_n_cities)];
  const AskSamplePeople *people = ask_sample_people_of (city->country);
  guint n_first = g_strv_length ((char **) people->first);
  guint n_last = g_strv_length ((char **) people->last);
  guint n_companies = g_strv_length ((char **) people->companies);
  AskSampleCustomer customer = { .city = city->name, .country = city->country };

  /* One draw a statement: C leaves open in which order an initialiser's expressions run. */
  customer.postcode = city->postcodes[ask_sample_random_below (random, 3)];
  customer.business = ask_sample_random_chance (random, 30);
  customer.newsletter = ask_sample_random_chance (random, 380);
  if (customer.business)
    {
      const char *name = keep_filled (
        self, people->companies[ask_sample_random_below (random, n_companies)], city->name);

      customer.name = keep_unique (self, companies, name);
    }
  else
    {
      const char *first = people->first[ask_sample_random_below (random, n_first)];
      const char *last = people->last[ask_sample_random_below (random, n_last)];

      customer.name = keep (self, "%s %s", first, last);
    }

  /* Two in five were customers before the data begins. */
  if (ask_sample_random_chance (random, 400))
    customer.since = ask_sample_random_range (random, ask_sample_day_from_date (2018, 1, 1),
                                              self->first_day - 1);
  else
    customer.since = ask_sample_random_range (random, self->first_day, self->last_day - 10);
  g_array_append_val (self->customers, customer);
}

/**
 * ask_sample_company_add_people:
 * @self: a company without people
 *
 * Adds stores and customers, the customer of the bulk orders among them.
 */
void
ask_sample_company_add_people (AskSampleCompany *self)
{
  AskSampleRandom random;
  g_autofree guint *city_weights = g_new (guint, ask_sample_n_cities);
  g_autoptr (GHashTable) companies = g_hash_table_new (g_str_hash, g_str_equal);
  AskSampleCustomer *bulk;

  ask_sample_random_init (&random, self->seed, STREAM_PEOPLE);
  for (guint i = 0; i < ask_sample_n_stores; i++)
    {
      const AskSampleStoreWord *word = &ask_sample_stores[i];
      AskSampleStore store = {
        .name = word->name,
        .city = word->city,
        .postcode = word->postcode,
        .country = word->country,
        .opened = day_of (word->opened),
        .closed = day_of (word->closed),
        .area_m2 = word->area_m2,
        .pull = word->pull,
      };

      g_array_append_val (self->stores, store);
    }

  for (guint i = 0; i < ask_sample_n_cities; i++)
    city_weights[i] = ask_sample_cities[i].weight;
  for (guint i = 0; i < N_CUSTOMERS; i++)
    add_customer (self, &random, city_weights, companies);
  /* Stable in GLib, so that customers of one day keep their order on every machine. */
  g_array_sort (self->customers, compare_since);

  bulk = &g_array_index (self->customers, AskSampleCustomer, 1416);
  bulk->name = ASK_SAMPLE_BULK_CUSTOMER;
  bulk->city = "Köln";
  bulk->postcode = "50823";
  bulk->country = "Germany";
  bulk->business = FALSE;
  bulk->newsletter = TRUE;
}

/* Shops write prices as 129.90. */
static guint
draw_price (AskSampleRandom *random, guint low, guint high)
{
  return (guint) ask_sample_random_range (random, (gint) low, (gint) high) * 100 + 90;
}

static void
add_product (AskSampleCompany    *self,
             AskSampleRandom     *random,
             guint                category,
             const AskSampleKind *kind,
             const char          *name)
{
  const AskSampleCategory *words = &ask_sample_categories[category];
  guint number = 7 + self->products->len * 13;
  AskSampleProduct product = {
    .sku = keep (self, "%04u-%s", number, words->code),
    .name = name,
    .category = category,
    .returned_per_mille = words->returned_per_mille,
  };

  product.brand = ask_sample_brands[ask_sample_random_below (random, ask_sample_n_brands)];
  product.list_cents = draw_price (random, kind->low_price, kind->high_price);
  product.weight_g = 10
                     * (guint) ask_sample_random_range (random, (gint) kind->low_weight / 10,
                                                        (gint) kind->high_weight / 10);
  product.popularity = (guint) ask_sample_random_range (random, 20, 200);
  product.cost_cents = product.list_cents * (guint) ask_sample_random_range (random, 42, 61) / 100;
  if (ask_sample_random_chance (random, 180))
    product.introduced = ask_sample_random_range (random, self->first_day + 60,
                                                  self->last_day - 200);
  else
    product.introduced = ask_sample_random_range (random, ask_sample_day_from_date (2016, 2, 1),
                                                  self->first_day - 30);
  if (ask_sample_random_chance (random, 70))
    product.discontinued = ask_sample_random_range (
      random, MAX (product.introduced, self->first_day) + 150, self->last_day - 20);
  g_array_append_val (self->products, product);
}

/* Goods that an oddity is about have been there all the time. */
static void
fix_product (AskSampleCompany *self, guint list_cents, guint cost_cents)
{
  AskSampleProduct *product
    = &g_array_index (self->products, AskSampleProduct, self->products->len - 1);

  product->list_cents = list_cents;
  product->cost_cents = cost_cents;
  product->introduced = ask_sample_day_from_date (2021, 3, 1);
  product->discontinued = 0;
  product->popularity = 120;
}

/**
 * ask_sample_company_add_products:
 * @self: a company without products
 *
 * Adds the range of goods, by category.
 */
void
ask_sample_company_add_products (AskSampleCompany *self)
{
  AskSampleRandom random;
  g_autofree guint *models = g_new (guint, ask_sample_n_models);

  ask_sample_random_init (&random, self->seed, STREAM_PRODUCTS);
  for (guint i = 0; i < ask_sample_n_models; i++)
    models[i] = i;

  for (guint c = 0; c < ASK_SAMPLE_N_CATEGORIES; c++)
    {
      const AskSampleKind *kinds = ask_sample_categories[c].kinds;

      for (const AskSampleKind *kind = kinds; kind->format != NULL; kind++)
        {
          ask_sample_random_shuffle (&random, models, ask_sample_n_models);
          for (guint i = 0; i < kind->n_products; i++)
            add_product (self, &random, c, kind,
                         keep_filled (self, kind->format, ask_sample_models[models[i]]));
        }
      if (strcmp (ask_sample_categories[c].name, "Tents") == 0)
        {
          add_product (self, &random, c, &kinds[2], ASK_SAMPLE_MISPRICED_PRODUCT);
          fix_product (self, 54900, 28900);
        }
      if (strcmp (ask_sample_categories[c].name, "Footwear") == 0)
        {
          add_product (self, &random, c, &kinds[2], ASK_SAMPLE_RETURNED_PRODUCT);
          fix_product (self, 18990, 8450);
          g_array_index (self->products, AskSampleProduct, self->products->len - 1)
            .returned_per_mille = 380;
        }
    }
}
