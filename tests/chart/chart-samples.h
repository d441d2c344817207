/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Results of which every kind of chart is drawn: for the gallery, which people look at, and for tests that look at all of it.
 */
#pragma once

#include "chart-rows.h"

static const struct
{
  const char *name;
  const char *question;
  const char *columns;
  const char *lines;
} chart_samples_written[] = {
  { "value", NULL, "total_revenue:real", "1234567.89" },
  { "value-name", NULL, "carrier:text|late_shipments:integer", "Nordfracht|212" },
  { "bar", NULL, "region:text|revenue_eur:real",
    "Lyon|12300.4\nBonn|8120\nGraz|4300\nOslo|9150.5\nPorto|2100\nTurin|6120" },
  { "bar-lying", NULL, "product_name:text|weight_kg:integer",
    "Trekking backpack 65 l|1240\nUltralight tent for two persons|980\nHead torch|2210\nSleeping bag −10 °C|430\n"
    "Camping stove|1180\nInsulated water bottle|3050\nClimbing rope 60 m|120" },
  { "bar-other", NULL, "city:text|orders:integer",
    "Lyon|90\nBonn|88\nGraz|80\nOslo|77\nPorto|74\nTurin|70\nNice|66\nKiel|64\nBern|60\nLinz|58\nGent|55\nCork|52\n"
    "Brno|50\nBari|45\nPisa|44\nVigo|40\nLund|39\nTrier|35\nJena|30\nUlm|28\nHof|27\nFulda|25\nGera|20\nSuhl|18\nHamm|17" },
  { "bar-negative", NULL, "store:text|profit:real",
    "Lyon|1200\nBonn|-800.5\nGraz|430\nOslo|NULL\nPorto|-150\nTurin|900" },
  { "bar-lying-negative", NULL, "product_category:text|change_in_percent:real",
    "Tents and shelters|12.4\nSleeping bags and mats|-8.1\nClimbing equipment|3.5\nCooking and dishes|NULL\n"
    "Clothing for winter|-15.2" },
  { "bar-weekday", NULL, "weekday:text|orders:integer",
    "Monday|120\nTuesday|134\nWednesday|128\nThursday|150\nFriday|190\nSaturday|260\nSunday|80" },
  { "line", NULL, "month:text|revenue_eur:real",
    "2023-01|41000\n2023-02|39000\n2023-03|52000\n2023-04|61000\n2023-05|78000\n2023-06|91000\n2023-07|95000\n"
    "2023-08|93000\n2023-09|70000\n2023-10|58000\n2023-11|55000\n2023-12|72000\n2024-01|45000\n2024-02|43000\n"
    "2024-03|59000\n2024-04|68000\n2024-05|86000\n2024-06|99000\n2024-07|104000\n2024-08|101000\n2024-09|77000" },
  { "line-gap", NULL, "day:date|temperature:real",
    "2025-03-01|12.1\n2025-03-02|12.8\n2025-03-03|13.0\n2025-03-04|NULL\n2025-03-05|11.2\n2025-03-06|10.9\n"
    "2025-03-07|NULL\n2025-03-08|14.8\n2025-03-09|NULL\n2025-03-10|15.0\n2025-03-11|15.7\n2025-03-12|15.1" },
  { "line-missing", NULL, "month:text|revenue:real",
    "2024-01|41000\n2024-02|39000\n2024-03|52000\n2024-05|78000\n2024-06|91000\n2024-07|95000\n2024-08|93000\n"
    "2024-11|55000\n2025-01|45000\n2025-02|43000" },
  { "bars-missing", "as bars", "month:text|revenue:real",
    "2024-01|41000\n2024-02|39000\n2024-03|52000\n2024-05|78000\n2024-06|91000\n2024-07|95000\n2024-08|93000\n"
    "2024-11|55000\n2025-01|45000\n2025-02|43000" },
  { "multi-line-missing", NULL, "month:text|product:text|units:integer",
    "2025-01|Tents|12\n2025-01|Stoves|30\n2025-02|Tents|18\n2025-03|Tents|25\n2025-03|Stoves|28\n2025-04|Stoves|31\n"
    "2025-05|Tents|40\n2025-05|Stoves|33\n2025-06|Tents|52\n2025-07|Tents|50\n2025-07|Stoves|20\n2025-08|Tents|47" },
  { "line-year", NULL, "year:integer|customers:integer", "2019|1200\n2020|1450\n2021|1390\n2022|1800\n2023|2250\n2024|2600" },
  { "multi-line-far", NULL, "quarter:text|region:text|price_eur:real",
    "2024-Q1|North|128\n2024-Q1|South|121\n2024-Q2|North|131\n2024-Q2|South|119\n2024-Q3|North|126\n2024-Q3|South|124\n"
    "2024-Q4|North|134\n2024-Q4|South|127" },
  { "multi-line", NULL, "quarter:text|region:text|revenue:real",
    "2024-Q1|North|120000\n2024-Q1|South|90000\n2024-Q1|West|60000\n2024-Q2|North|150000\n2024-Q2|South|110000\n"
    "2024-Q2|West|66000\n2024-Q3|North|170000\n2024-Q3|South|125000\n2024-Q3|West|59000\n2024-Q4|North|140000\n"
    "2024-Q4|South|118000\n2024-Q4|West|71000\n2025-Q1|North|131000\n2025-Q1|South|NULL\n2025-Q1|West|80000\n"
    "2025-Q2|North|160000\n2025-Q2|South|131000\n2025-Q2|West|84000" },
  { "grouped-bar", NULL, "region:text|sales_2023:integer|sales_2024:integer",
    "North|1200|1350\nSouth|980|1100\nEast|640|590\nWest|1500|1720" },
  { "grouped-lying", NULL, "category:text|channel:text|orders:integer",
    "Tents and shelters|Online|420\nTents and shelters|Store|230\nClimbing equipment|Online|150\nClimbing equipment|Store|310\n"
    "Sleeping bags|Online|280\nSleeping bags|Store|90\nClothing for winter|Online|510\nClothing for winter|Store|340" },
  { "pie", "What is the share of each channel in revenue?", "channel:text|revenue_eur:real",
    "Online|520000\nStores|310000\nPartners|120000\nPhone|50000" },
  { "stacked-bar", "as stacked bars", "quarter:text|region:text|revenue:real",
    "2024-Q1|North|120\n2024-Q1|South|90\n2024-Q1|West|60\n2024-Q2|North|150\n2024-Q2|South|110\n2024-Q2|West|66\n"
    "2024-Q3|North|170\n2024-Q3|South|125\n2024-Q3|West|59\n2024-Q4|North|140\n2024-Q4|South|118\n2024-Q4|West|71" },
  { "stacked-lying", "as stacked bars", "category:text|channel:text|orders:integer",
    "Tents and shelters|Online|420\nTents and shelters|Store|230\nClimbing equipment|Online|150\nClimbing equipment|Store|310\n"
    "Sleeping bags|Online|280\nSleeping bags|Store|90\nClothing for winter|Online|510\nClothing for winter|Store|340" },
  { "stacked-negative", "as stacked bars", "store:text|kind:text|profit:real",
    "Lyon|a|1200\nLyon|b|-300\nBonn|a|-800\nBonn|b|-100\nGraz|a|430\nGraz|b|620" },
  { "percent-bar", "as 100 percent bars, stacked: 100 percent bar", "quarter:text|region:text|revenue:real",
    "2024-Q1|North|120\n2024-Q1|South|90\n2024-Q1|West|60\n2024-Q2|North|150\n2024-Q2|South|110\n2024-Q2|West|66\n"
    "2024-Q3|North|170\n2024-Q3|South|125\n2024-Q3|West|59\n2024-Q4|North|140\n2024-Q4|South|118\n2024-Q4|West|71" },
  { "stacked-area", "as a stacked area", "quarter:text|region:text|revenue:real",
    "2024-Q1|North|120\n2024-Q1|South|90\n2024-Q1|West|60\n2024-Q2|North|150\n2024-Q2|South|110\n2024-Q2|West|66\n"
    "2024-Q3|North|170\n2024-Q3|South|125\n2024-Q3|West|59\n2024-Q4|North|140\n2024-Q4|South|118\n2024-Q4|West|71" },
  { "area", "as an area chart", "month:text|revenue:real",
    "2024-01|41000\n2024-02|39000\n2024-03|52000\n2024-05|78000\n2024-06|91000\n2024-07|95000\n2024-08|93000" },
  { "donut", "as a donut", "channel:text|revenue_eur:real", "Online|520000\nStores|310000\nPartners|120000\nPhone|50000" },
  { "pie-other", "as a pie", "city:text|orders:integer",
    "Lyon|90\nBonn|88\nGraz|80\nOslo|77\nPorto|74\nTurin|70\nNice|66\nKiel|64\nBern|60\nLinz|58\nGent|55" },
  { "line-names", "as a line", "depot:text|orders:integer", "Lyon|90\nBonn|88\nGraz|80\nOslo|97\nPorto|74\nTurin|70" },
  { "line-numbers", "as a line", "age:integer|people:integer", "18|4\n19|9\n21|15\n25|22\n30|31\n42|12\n60|5" },
  { "radar", "as a radar chart", "skill:text|this_year:real|last_year:real",
    "Speed|7|5\nPrice|4|6\nService|8|6\nRange|6|6\nQuality|9|7" },
  { "candlestick", NULL, "day:date|open:real|high:real|low:real|close:real",
    "2025-03-03|101|106|99|104\n2025-03-04|104|108|103|107\n2025-03-05|107|107.5|100|101\n2025-03-06|101|104|98|99\n"
    "2025-03-07|99|103|97|102\n2025-03-10|102|110|102|109\n2025-03-11|109|112|107|108" },
  { "combination", "as a combination chart", "month:text|revenue_eur:real|orders:integer",
    "2025-01|300000|410\n2025-02|400000|520\n2025-03|380000|480\n2025-04|420000|650\n2025-06|510000|700" },
  { "bubble", "as bubbles", "country:text|income:real|life_expectancy:real|people:real",
    "Norway|67000|83|5.4\nIndia|2200|70|1400\nBrazil|9000|75|214\nGermany|51000|81|83\nNigeria|2100|54|218\nJapan|40000|84|125" },
  { "funnel", "as a funnel", "step:text|visitors:integer",
    "Visited|12000\nLooked at a product|7400\nPut into the cart|2100\nOrdered|1250" },
  { "waterfall", "as a waterfall", "item:text|amount_eur:real",
    "Revenue|5200\nMaterial|-1800\nWages|-1400\nRent|-420\nGrants|300\nTaxes|-350" },
  { "slope", "as a slope chart", "year:integer|party:text|seats:integer",
    "2021|Red|206\n2021|Black|197\n2021|Green|118\n2021|Yellow|92\n2025|Red|120\n2025|Black|208\n2025|Green|85\n2025|Yellow|95" },
  { "map", "on a map", "city:text|latitude:real|longitude:real|kind:text|riders:integer",
    "Berlin|52.52|13.40|tram|900\nParis|48.86|2.35|metro|4000\nRoma|41.90|12.50|metro|1200\nLondon|51.51|-0.13|metro|3800\n"
    "Zürich|47.38|8.54|tram|500\nWien|48.21|16.37|metro|1900\nMadrid|40.42|-3.70|metro|1700" },
  { "table", NULL, "order_id:integer|customer:text|ordered_at:datetime|status:text|amount:real",
    "1001|Ada Berg|2025-03-01 10:12:00|sent|120.5\n1002|Jean Petit|2025-03-01 11:40:00|open|80\n"
    "1003|Ada Berg|2025-03-01 10:12:00|returned|44.9\n1004|Mia Lund|2025-03-02 09:00:00|sent|1210\n"
    "1005|Jean Petit|2025-03-02 09:00:00|NULL|15.25" },
  { "no-rows", NULL, "region:text|revenue:real", "" },
  { "emoji", NULL, "mood:text|answers:integer", "😀 happy|120\n😐 so-so|64\n😡 angry|12\nשלום עולם|33\nمرحبا|28" },
};

static inline AskRows *
chart_samples_scatter (void)
{
  AskRows *rows = ask_rows_new ();
  GRand *rand = g_rand_new_with_seed (7);

  ask_rows_add_column (rows, "price_eur", ASK_TYPE_REAL);
  ask_rows_add_column (rows, "units_sold", ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, "category", ASK_TYPE_TEXT);
  ask_rows_read_names (rows);
  for (int i = 0; i < 240; i++)
    {
      const char *const names[] = { "Tents", "Bags", "Shoes" };
      double price = 20 + g_rand_double (rand) * 400;
      AskValue cells[3] = { ask_value_real (price),
                            ask_value_integer ((gint64) (3000 - price * 5 + g_rand_double_range (rand, -500, 500))),
                            ask_value_text (names[g_rand_int_range (rand, 0, 3)], -1) };

      ask_rows_append (rows, cells);
    }
  g_rand_free (rand);
  return rows;
}

/* Eight brands in twelve stores. */
static inline AskRows *
chart_samples_groups (void)
{
  AskRows *rows = ask_rows_new ();

  ask_rows_add_column (rows, "store", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "brand", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "units", ASK_TYPE_INTEGER);
  for (guint i = 0; i < 96; i++)
    {
      g_autofree char *store = g_strdup_printf ("S%02u", i / 8 + 1);
      g_autofree char *brand = g_strdup_printf ("Brand %c", 'A' + (char) (i % 8));
      AskValue cells[3] = { ask_value_text (store, -1), ask_value_text (brand, -1),
                            ask_value_integer (20 + i * 37 % 90) };

      ask_rows_append (rows, cells);
    }
  return rows;
}

/* Amounts that lean to the right, of a few stores. */
static inline AskRows *
chart_samples_amounts (gboolean stores)
{
  const char *const names[] = { "Lyon", "Bonn", "Graz", "Oslo" };
  AskRows *rows = ask_rows_new ();
  GRand *rand = g_rand_new_with_seed (11);

  if (stores)
    ask_rows_add_column (rows, "store", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "amount_eur", ASK_TYPE_REAL);
  ask_rows_read_names (rows);
  for (int i = 0; i < 400; i++)
    {
      double amount = 5 + i % 4 * 8 + 140 * g_rand_double (rand) * g_rand_double (rand) * g_rand_double (rand);
      AskValue cells[2] = { ask_value_text (names[i % 4], -1), ask_value_real (amount) };

      ask_rows_append (rows, stores ? cells : cells + 1);
    }
  g_rand_free (rand);
  return rows;
}

/* A year of orders by weekday and month, without the Sundays of summer. */
static inline AskRows *
chart_samples_weeks (void)
{
  const char *const days[] = { "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday" };
  const char *const months[] = { "January", "February", "March", "April", "May", "June", "July", "August", "September",
                                 "October", "November", "December" };
  AskRows *rows = ask_rows_new ();

  ask_rows_add_column (rows, "weekday", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "month", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "orders", ASK_TYPE_INTEGER);
  for (guint m = 0; m < 12; m++)
    for (guint d = 0; d < 7; d++)
      {
        AskValue cells[3] = { ask_value_text (days[d], -1), ask_value_text (months[m], -1),
                              ask_value_integer (100 + (m * 17 + d * 31) % 90 + (d == 5 ? 120 : 0)) };

        if (d != 6 || m < 5 || m > 7)
          ask_rows_append (rows, cells);
      }
  return rows;
}

/* Twelve products over a year. */
static inline AskRows *
chart_samples_products (void)
{
  AskRows *rows = ask_rows_new ();
  GRand *rand = g_rand_new_with_seed (2);

  ask_rows_add_column (rows, "month", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "product", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "units", ASK_TYPE_INTEGER);
  for (guint i = 0; i < 144; i++)
    {
      g_autofree char *month = g_strdup_printf ("2025-%02u", i / 12 + 1);
      g_autofree char *product = g_strdup_printf ("Product %c", 'A' + (char) (i % 12));
      AskValue cells[3] = { ask_value_text (month, -1), ask_value_text (product, -1),
                            ask_value_integer (g_rand_int_range (rand, 10, 100) + i % 12 * 9) };

      if (i != 40)
        ask_rows_append (rows, cells);
    }
  g_rand_free (rand);
  return rows;
}

static inline AskRows *
chart_samples_plain_amounts (void)
{
  return chart_samples_amounts (FALSE);
}

static inline AskRows *
chart_samples_store_amounts (void)
{
  return chart_samples_amounts (TRUE);
}

static inline AskRows *
chart_samples_days (void)
{
  AskRows *rows = ask_rows_new ();
  GRand *rand = g_rand_new_with_seed (3);
  double level = 4e6;

  ask_rows_add_column (rows, "date", ASK_TYPE_DATE);
  ask_rows_add_column (rows, "visits", ASK_TYPE_INTEGER);
  for (int i = 0; i < 3000; i++)
    {
      g_autoptr (GDateTime) start = g_date_time_new_utc (2016, 1, 1, 0, 0, 0);
      g_autoptr (GDateTime) at = g_date_time_add_days (start, i);
      g_autofree char *text = g_date_time_format (at, "%Y-%m-%d");
      AskValue cells[2] = { ask_value_text (text, -1), ask_value_integer ((gint64) level) };

      level += g_rand_double_range (rand, -90000, 92000);
      ask_rows_append (rows, cells);
    }
  g_rand_free (rand);
  return rows;
}

static const struct
{
  const char *name;
  AskRows *(*make) (void);
} chart_samples_made[] = {
  { "scatter", chart_samples_scatter },
  { "grouped-many", chart_samples_groups },
  { "histogram", chart_samples_plain_amounts },
  { "box", chart_samples_store_amounts },
  { "heat-map", chart_samples_weeks },
  { "small-multiples", chart_samples_products },
  { "days", chart_samples_days },
};

/* One after the other is given, and the question that it is drawn for. */
typedef void (*ChartSampleFunc) (const char *name, AskRows *rows, const char *question, gpointer data);

static inline void
chart_samples_foreach (ChartSampleFunc func, gpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (chart_samples_written); i++)
    {
      g_autoptr (AskRows) rows = chart_rows_new (chart_samples_written[i].columns, chart_samples_written[i].lines);

      func (chart_samples_written[i].name, rows, chart_samples_written[i].question, data);
    }
  for (guint i = 0; i < G_N_ELEMENTS (chart_samples_made); i++)
    {
      g_autoptr (AskRows) rows = chart_samples_made[i].make ();

      func (chart_samples_made[i].name, rows, NULL, data);
    }
}
