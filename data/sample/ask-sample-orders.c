/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Three years of orders: seasons, growth, weekdays, sales, discounts, returns, and the oddities that
 * README.md lists. Integers only, see ask-sample-company.c.
 */
#include "config.h"

#include "ask-sample-company.h"

#include "ask-sample-day.h"
#include "ask-sample-random.h"

#include <string.h>

#define MAX_LINES 8

enum
{
  STREAM_ORDERS = 3,
  STREAM_LINES = 4,
  STREAM_RETURNS = 5
};

/* What a drawing needs again and again. */
typedef struct
{
  AskSampleCompany *company;
  AskSampleRandom orders;
  AskSampleRandom lines;
  GArray *of_category[ASK_SAMPLE_N_CATEGORIES]; /* guint, products */
  guint mispriced;
  guint bulk_customer;
  guint n_known_customers; /* who have come by the day that is being drawn */
} Drawing;

static const guint months[12] = { 85, 70, 85, 105, 125, 130, 120, 100, 85, 90, 105, 140 };
static const guint shop_weekdays[7] = { 80, 80, 85, 95, 120, 160, 0 };
static const guint web_weekdays[7] = { 110, 105, 95, 95, 85, 90, 120 };
/* Prices rose: list prices are those of 2025. In thousandths, by year. */
static const guint price_levels[] = { 945, 975, 1000 };

static guint
black_friday (guint year)
{
  /* The day after the fourth Thursday of November. */
  gint first = ask_sample_day_from_date (year, 11, 1);
  guint to_thursday = (3 + 7 - ask_sample_day_weekday (first)) % 7;

  return 1 + to_thursday + 21 + 1;
}

static gboolean
is_black_week (AskSampleDate date)
{
  guint friday = black_friday (date.year);

  return date.month == 11 && date.day + 4 >= friday && date.day <= friday + 3;
}

static gboolean
is_holiday (AskSampleDate date)
{
  return (date.month == 12 && (date.day == 25 || date.day == 26))
         || (date.month == 1 && date.day == 1) || (date.month == 5 && date.day == 1);
}

/* Turns an expected count in thousandths into a count that scatters around it. */
static guint
draw_count (AskSampleRandom *random, guint64 expected)
{
  guint64 scattered = expected * (guint) ask_sample_random_range (random, 70, 130) / 100;

  return (guint) (scattered / 1000)
         + (ask_sample_random_below (random, 1000) < scattered % 1000 ? 1 : 0);
}

static guint
draw_shop_orders (Drawing *drawing, const AskSampleStore *store, gint day, AskSampleDate date)
{
  guint64 expected = 1480;
  gint since_first = day - drawing->company->first_day;

  if (day < store->opened || (store->closed != 0 && day > store->closed) || is_holiday (date))
    return 0;
  expected = expected * store->pull / 100;
  expected = expected * months[date.month - 1] / 100;
  expected = expected * shop_weekdays[ask_sample_day_weekday (day)] / 100;
  expected = expected * (guint) (960 + since_first * 90 / 1095) / 1000;
  /* A store that will close loses its customers first. */
  if (store->closed != 0 && store->closed - day < 270)
    expected = expected * (guint) (300 + (store->closed - day) * 700 / 270) / 1000;
  return draw_count (&drawing->orders, expected);
}

static guint
draw_web_orders (Drawing *drawing, gint day, AskSampleDate date)
{
  guint64 expected = 10300;
  gint since_first = day - drawing->company->first_day;

  expected = expected * months[date.month - 1] / 100;
  expected = expected * web_weekdays[ask_sample_day_weekday (day)] / 100;
  expected = expected * (guint) (700 + since_first * 700 / 1095) / 1000;
  if (is_black_week (date))
    expected = expected * (date.day == black_friday (date.year) ? 300 : 160) / 100;
  return draw_count (&drawing->orders, expected);
}

static gint
draw_customer (Drawing *drawing, const AskSampleStore *store)
{
  AskSampleRandom *random = &drawing->orders;
  guint n_known = drawing->n_known_customers;
  guint index = 0;

  if (store != NULL && ask_sample_random_chance (random, 270))
    return -1;

  for (guint attempt = 0; attempt < 60; attempt++)
    {
      const AskSampleCustomer *customer;

      index = ask_sample_random_below (random, n_known);
      /* Every ninth customer is a regular. */
      if (ask_sample_random_chance (random, 350))
        index = index - index % 9;
      customer = &g_array_index (drawing->company->customers, AskSampleCustomer, index);
      if (index == drawing->bulk_customer)
        continue;
      if (store == NULL || strcmp (customer->city, store->city) == 0
          || (attempt > 40 && strcmp (customer->country, store->country) == 0))
        return (gint) index;
    }
  return store == NULL ? (gint) index : -1;
}

static gboolean
is_sold (const AskSampleProduct *product, gint day)
{
  return day >= product->introduced && (product->discontinued == 0 || day < product->discontinued);
}

static guint
draw_product (Drawing *drawing, gint day, guint month)
{
  const GArray *products = drawing->company->products;
  AskSampleRandom *random = &drawing->lines;
  guint category_weights[ASK_SAMPLE_N_CATEGORIES];
  guint weights[64];
  const GArray *range;

  for (guint c = 0; c < ASK_SAMPLE_N_CATEGORIES; c++)
    category_weights[c]
      = ask_sample_categories[c].weight * ask_sample_categories[c].months[month - 1];
  range = drawing->of_category[ask_sample_random_weighted (random, category_weights,
                                                           ASK_SAMPLE_N_CATEGORIES)];
  g_assert (range->len <= G_N_ELEMENTS (weights));
  for (guint i = 0; i < range->len; i++)
    {
      const AskSampleProduct *product
        = &g_array_index (products, AskSampleProduct, g_array_index (range, guint, i));

      weights[i] = is_sold (product, day) ? product->popularity : 0;
    }
  return g_array_index (range, guint, ask_sample_random_weighted (random, weights, range->len));
}

static guint
draw_quantity (AskSampleRandom *random, const AskSampleProduct *product, gboolean business)
{
  static const guint one_piece[] = { 0, 88, 10, 2 };
  static const guint small_things[] = { 0, 66, 21, 8, 4, 1 };

  if (business)
    return (guint) ask_sample_random_range (random, 2, 14);
  if (product->list_cents > 9000)
    return ask_sample_random_weighted (random, one_piece, G_N_ELEMENTS (one_piece));
  return ask_sample_random_weighted (random, small_things, G_N_ELEMENTS (small_things));
}

static guint
draw_discount (AskSampleRandom         *random,
               const AskSampleOrder    *order,
               const AskSampleCustomer *customer,
               AskSampleDate            date)
{
  static const guint sale[] = { 20, 30, 50 };
  static const guint sale_weights[] = { 60, 32, 8 };
  static const guint black[] = { 10, 15, 25 };
  static const guint black_weights[] = { 40, 40, 20 };
  gboolean is_sale = date.month == 1 || (date.month == 7 && date.day > 10);

  if (is_sale && ask_sample_random_chance (random, 330))
    return sale[ask_sample_random_weighted (random, sale_weights, 3)];
  if (is_black_week (date) && ask_sample_random_chance (random, 550))
    return black[ask_sample_random_weighted (random, black_weights, 3)];
  if (customer != NULL && customer->business)
    return 10;
  if (customer != NULL && customer->newsletter && order->store < 0
      && ask_sample_random_chance (random, 300))
    return 5;
  return 0;
}

static guint
price_on (const AskSampleProduct *product, AskSampleDate date)
{
  guint cents = product->list_cents * price_levels[date.year - ASK_SAMPLE_FIRST_YEAR] / 1000;

  return (cents + 5) / 10 * 10;
}

static void
add_line (Drawing *drawing, guint order, AskSampleLine line)
{
  AskSampleOrder *owner = &g_array_index (drawing->company->orders, AskSampleOrder, order);
  guint full = line.quantity * line.unit_cents;

  line.order = order;
  line.total_cents = (full * (100 - line.discount_percent) + 50) / 100;
  owner->n_lines++;
  g_array_append_val (drawing->company->lines, line);
}

static gboolean
has_product (Drawing *drawing, const AskSampleOrder *order, guint product)
{
  for (guint i = 0; i < order->n_lines; i++)
    if (g_array_index (drawing->company->lines, AskSampleLine, order->first_line + i).product
        == product)
      return TRUE;
  return FALSE;
}

static AskSampleOrder *
add_order (Drawing *drawing, gint customer, gint store, gint day)
{
  AskSampleOrder order = {
    .customer = customer,
    .store = store,
    .day = day,
    .first_line = drawing->company->lines->len,
  };

  g_array_append_val (drawing->company->orders, order);
  return &g_array_index (drawing->company->orders, AskSampleOrder,
                         drawing->company->orders->len - 1);
}

static void
draw_order (Drawing *drawing, gint store_index, gint day, AskSampleDate date)
{
  static const guint line_counts[MAX_LINES] = { 0, 25, 27, 20, 13, 8, 4, 3 };
  AskSampleCompany *company = drawing->company;
  const AskSampleStore *store
    = store_index < 0 ? NULL : &g_array_index (company->stores, AskSampleStore, store_index);
  gint customer_index = draw_customer (drawing, store);
  const AskSampleCustomer *customer
    = customer_index < 0 ? NULL
                         : &g_array_index (company->customers, AskSampleCustomer, customer_index);
  AskSampleOrder *order = add_order (drawing, customer_index, store_index, day);
  guint order_index = company->orders->len - 1;
  guint n_lines = ask_sample_random_weighted (&drawing->orders, line_counts, MAX_LINES);

  /* The price error: in March 2024 the web shop sold a tent for a tenth of its price, and word
   * got around. */
  if (store == NULL && date.year == 2024 && date.month == 3
      && ask_sample_random_chance (&drawing->lines, 260))
    {
      const AskSampleProduct *tent
        = &g_array_index (company->products, AskSampleProduct, drawing->mispriced);

      add_line (drawing, order_index,
                (AskSampleLine) {
                  .product = drawing->mispriced,
                  .quantity = (guint) ask_sample_random_range (&drawing->lines, 1, 3),
                  .unit_cents = price_on (tent, date) / 10,
                });
    }

  for (guint i = 0; i < n_lines; i++)
    {
      guint product_index = draw_product (drawing, day, date.month);
      const AskSampleProduct *product
        = &g_array_index (company->products, AskSampleProduct, product_index);
      gboolean business = customer != NULL && customer->business;
      AskSampleLine line = { .product = product_index, .unit_cents = price_on (product, date) };

      line.quantity = draw_quantity (&drawing->lines, product, business);
      line.discount_percent = draw_discount (&drawing->lines, order, customer, date);
      /* The right price would hide the error. */
      if (has_product (drawing, order, product_index)
          || (product_index == drawing->mispriced && store == NULL && date.year == 2024
              && date.month == 3 && order->n_lines > 0))
        continue;
      add_line (drawing, order_index, line);
    }

  if (order->n_lines == 0)
    g_array_set_size (company->orders, order_index);
  else if (store == NULL && ask_sample_random_chance (&drawing->orders, 25))
    order->status = ASK_SAMPLE_ORDER_CANCELLED;
}

/* A private customer who orders like an army. */
static void
add_bulk_orders (Drawing *drawing, gint day)
{
  static const struct
  {
    guint month;
    guint day;
    guint quantities[3];
  } orders[] = {
    { 2, 11, { 480, 0, 0 } },
    { 4, 1, { 999, 750, 0 } },
    { 8, 19, { 1200, 0, 0 } },
    { 10, 31, { 640, 333, 111 } },
  };
  AskSampleDate date = ask_sample_day_to_date (day);

  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      guint category = ASK_SAMPLE_N_CATEGORIES - 1;
      const GArray *range = drawing->of_category[category];

      if (date.year != 2025 || date.month != orders[i].month || date.day != orders[i].day)
        continue;
      add_order (drawing, (gint) drawing->bulk_customer, -1, day);
      for (guint j = 0; j < 3 && orders[i].quantities[j] > 0; j++)
        {
          /* Hats, bags and first-aid kits: the cheap end of the accessories. */
          guint product_index = g_array_index (range, guint, 12 + (i * 3 + j) % (range->len - 12));
          const AskSampleProduct *product
            = &g_array_index (drawing->company->products, AskSampleProduct, product_index);

          add_line (drawing, drawing->company->orders->len - 1,
                    (AskSampleLine) {
                      .product = product_index,
                      .quantity = orders[i].quantities[j],
                      .unit_cents = price_on (product, date),
                      .discount_percent = 5,
                    });
        }
    }
}

static void
draw_day (Drawing *drawing, gint day)
{
  AskSampleCompany *company = drawing->company;
  AskSampleDate date = ask_sample_day_to_date (day);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n_web;

  while (drawing->n_known_customers < company->customers->len
         && g_array_index (company->customers, AskSampleCustomer, drawing->n_known_customers).since
              <= day)
    drawing->n_known_customers++;

  /* 0 is the web shop, others a store's index plus one. */
  for (guint s = 0; s < company->stores->len; s++)
    {
      const AskSampleStore *store = &g_array_index (company->stores, AskSampleStore, s);
      guint place = s + 1;
      guint n = draw_shop_orders (drawing, store, day, date);

      for (guint i = 0; i < n; i++)
        g_array_append_val (places, place);
    }
  n_web = draw_web_orders (drawing, day, date);
  for (guint i = 0; i < n_web; i++)
    {
      guint place = 0;

      g_array_append_val (places, place);
    }
  ask_sample_random_shuffle (&drawing->orders, (guint *) (gpointer) places->data, places->len);
  for (guint i = 0; i < places->len; i++)
    draw_order (drawing, (gint) g_array_index (places, guint, i) - 1, day, date);
  add_bulk_orders (drawing, day);
}

static void
draw_returns (AskSampleCompany *self)
{
  static const guint boot_reasons[ASK_SAMPLE_N_RETURN_REASONS] = { 12, 80, 4, 2, 2 };
  static const guint usual_reasons[ASK_SAMPLE_N_RETURN_REASONS] = { 45, 15, 30, 6, 4 };
  AskSampleRandom random;

  ask_sample_random_init (&random, self->seed, STREAM_RETURNS);
  for (guint i = 0; i < self->lines->len; i++)
    {
      AskSampleLine *line = &g_array_index (self->lines, AskSampleLine, i);
      const AskSampleOrder *order = &g_array_index (self->orders, AskSampleOrder, line->order);
      const AskSampleProduct *product
        = &g_array_index (self->products, AskSampleProduct, line->product);
      gboolean faulty = strcmp (product->name, ASK_SAMPLE_RETURNED_PRODUCT) == 0;
      guint per_mille = product->returned_per_mille;
      gint day = order->day + ask_sample_random_range (&random, 4, 32);

      /* Shoes can be tried on in a shop. A faulty boot comes back to either. */
      if (order->store >= 0 && !faulty)
        per_mille /= 2;
      if (!ask_sample_random_chance (&random, per_mille) || day > self->last_day
          || order->status == ASK_SAMPLE_ORDER_CANCELLED || line->quantity > 100)
        continue;
      line->returned = day;
      line->returned_quantity
        = line->quantity == 1 ? 1 : 1 + ask_sample_random_below (&random, line->quantity);
      line->return_reason = ask_sample_random_weighted (
        &random, faulty ? boot_reasons : usual_reasons, ASK_SAMPLE_N_RETURN_REASONS);
    }
}

static guint
find_product (AskSampleCompany *self, const char *name)
{
  for (guint i = 0; i < self->products->len; i++)
    if (strcmp (g_array_index (self->products, AskSampleProduct, i).name, name) == 0)
      return i;
  g_assert_not_reached ();
}

static guint
find_customer (AskSampleCompany *self, const char *name)
{
  for (guint i = 0; i < self->customers->len; i++)
    if (strcmp (g_array_index (self->customers, AskSampleCustomer, i).name, name) == 0)
      return i;
  g_assert_not_reached ();
}

/**
 * ask_sample_company_add_orders:
 * @self: a company with people and products, without orders
 *
 * Adds orders and their lines, day by day, then what was returned.
 */
void
ask_sample_company_add_orders (AskSampleCompany *self)
{
  Drawing drawing = { .company = self };

  ask_sample_random_init (&drawing.orders, self->seed, STREAM_ORDERS);
  ask_sample_random_init (&drawing.lines, self->seed, STREAM_LINES);
  drawing.mispriced = find_product (self, ASK_SAMPLE_MISPRICED_PRODUCT);
  drawing.bulk_customer = find_customer (self, ASK_SAMPLE_BULK_CUSTOMER);
  for (guint c = 0; c < ASK_SAMPLE_N_CATEGORIES; c++)
    drawing.of_category[c] = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < self->products->len; i++)
    g_array_append_val (
      drawing.of_category[g_array_index (self->products, AskSampleProduct, i).category], i);

  for (gint day = self->first_day; day <= self->last_day; day++)
    draw_day (&drawing, day);
  draw_returns (self);

  for (guint c = 0; c < ASK_SAMPLE_N_CATEGORIES; c++)
    g_array_unref (drawing.of_category[c]);
}
