/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Revenue where nobody defined it: the lines of what was sold have a price and a quantity, perhaps a discount, or a total of
 * their own. That is recognised by words and meanings of names: money times a count, in an entity that leads to others. It
 * is never more than likely, so readings with it are asked. A steward's metric, or an attribute, of such a name is what is
 * meant instead.
 */
#include "config.h"

#include "understand/link/ask-domain-private.h"

#include "base/ask-text.h"

/* A product of other things than sales is none: what lies in stock, what is ordered again. */
static const char *const stock_stems[]
  = { "stock",        "inventori", "hand", "reorder", "level", "avail",   "lager", "bestand",
      "lagerbestand", "on",        "min",  "minimum", "max",   "maximum", "capac", NULL };
static const char *const price_stems[]
  = { "price", "unitpric", "preis", "einzelprei", "einzelpreis", "stuckpreis", NULL };
static const char *const count_stems[]
  = { "quantiti", "qty", "count", "piec", "unit", "pcs", "meng", "menge", "anzahl", "stuck", "stuckzahl", NULL };
static const char *const discount_stems[] = { "discount", "rebat", "rabatt", "nachlass", NULL };
static const char *const total_stems[]
  = { "total", "linetot", "linetotal", "subtot", "subtotal", "gesamtpreis", "summ", "summe", NULL };
static const char *const aside_stems[]
  = { "cost", "tax", "vat", "fee", "freight", "ship", "discount", "kost", "kosten", "steuer", "mwst", "rabatt", NULL };
static const char *const names[] = { "revenue", "sales", "turnover", "umsatz", "umsatze", "erlos", "proceeds", NULL };

static gboolean
has (const AskDomainAttribute *self, const char *const *stems)
{
  return ask_domain_words_have_any (self->stems, stems) || ask_domain_words_have_any (self->raw_stems, stems);
}

static gboolean
is_measure (const AskDomainAttribute *self)
{
  return self->numeric && self->kind == ASK_DOMAIN_NUMBER && !self->key && !self->joins && !has (self, stock_stems);
}

/* The first of an entity that has one of @stems and none of @but; -1 where none has. */
static int
find_measure (const AskDomain *self, const AskDomainEntity *entity, const char *const *stems, const char *const *but)
{
  for (guint i = entity->first; i < entity->first + entity->n_attributes; i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self, i);

      if (is_measure (attribute) && has (attribute, stems) && !has (attribute, but))
        return (int) i;
    }
  return -1;
}

/* "pallets", where there is a "price per pallet"; else what is called a quantity. */
static int
find_quantity (const AskDomain *self, const AskDomainEntity *entity, int price)
{
  const AskDomainAttribute *of = ask_domain_attribute (self, price);

  for (guint i = entity->first;
       i < entity->first + entity->n_attributes && ask_domain_words_have (of->raw_stems, "per"); i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self, i);

      if ((int) i != price && is_measure (attribute) && attribute->stems[0] != NULL && attribute->stems[1] == NULL
          && ask_domain_words_have (of->raw_stems, attribute->stems[0]))
        return (int) i;
    }
  return find_measure (self, entity, count_stems, price_stems);
}

static guint
count_joins (const AskDomain *self, guint entity)
{
  guint n = 0;

  for (guint j = 0; j < self->joins->len; j++)
    {
      const AskDomainJoin *join = ask_domain_join (self, j);

      n += ask_domain_attribute (self, join->from)->entity == entity && join->cost < 2
           && ask_domain_attribute (self, join->to)->entity != entity;
    }
  return n;
}

/* What was sold has rows of its own, which lead to what and to whom. */
static gboolean
find_product (const AskDomain *self, guint place, AskDomainMetric *found)
{
  const AskDomainEntity *entity = ask_domain_entity (self, place);
  int price = find_measure (self, entity, price_stems, aside_stems);
  int quantity = price >= 0 ? find_quantity (self, entity, price) : -1;
  int total = find_measure (self, entity, total_stems, aside_stems);

  if (quantity < 0 || quantity == price || count_joins (self, place) == 0 || entity->entity->kind == ASK_ENTITY_VIEW)
    return FALSE;
  *found = (AskDomainMetric) { .entity = place, .price = price, .quantity = quantity, .discount = -1, .per = -1 };
  if (total >= 0 && total != price && total != quantity)
    {
      found->price = total;
      found->quantity = -1;
      return TRUE;
    }
  found->discount = find_measure (self, entity, discount_stems, price_stems);
  if (found->discount >= 0)
    {
      const AskDomainAttribute *discount = ask_domain_attribute (self, (guint) found->discount);

      found->percent = discount->least <= discount->most && discount->most > 1;
      /* An amount of money is no part of a price. */
      if (discount->least <= discount->most && (discount->most > 100 || discount->least < 0))
        found->discount = -1;
    }
  return TRUE;
}

/* The amount of what was sold, as a whole: of rows that say what was sold, when and to whom, and have no lines. Those that
 * are called a sale are meant before those that are called an order: the smallest place among @sales counts. */
static gboolean
find_amount (const AskDomain *self, guint place, AskDomainMetric *found, guint *rank)
{
  static const char *const sales[] = { "sale",    "invoic",   "order",   "purchas",    "transact", "receipt", "bill",
                                       "verkauf", "rechnung", "auftrag", "bestellung", "payment",  "zahlung", NULL };
  static const char *const amounts[]
    = { "amount", "total", "betrag", "summ", "summe", "gesamtbetrag", "valu", "value", NULL };
  const AskDomainEntity *entity = ask_domain_entity (self, place);
  int amount = find_measure (self, entity, amounts, aside_stems);
  gboolean dated = FALSE;

  for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
    dated = dated || ask_domain_attribute (self, a)->dated;
  if (amount < 0 || !dated || count_joins (self, place) == 0 || entity->entity->kind == ASK_ENTITY_VIEW)
    return FALSE;
  for (*rank = 0; sales[*rank] != NULL; (*rank)++)
    if (ask_domain_words_have (entity->stems, sales[*rank]))
      break;
  *found = (AskDomainMetric) { .entity = place, .price = amount, .quantity = -1, .discount = -1, .per = -1 };
  return sales[*rank] != NULL;
}

static gboolean
is_called (char **stems, const char *name)
{
  g_autofree char *stem = ask_text_stem (name);

  return stems[0] != NULL && stems[1] == NULL && g_str_equal (stems[0], stem);
}

/* Views show tables again, and are left out of most questions. */
static gboolean
is_of (const AskDomain *self, guint entity, const char *source)
{
  const AskEntity *of = ask_domain_entity (self, entity)->entity;

  return of->kind != ASK_ENTITY_VIEW && g_strcmp0 (of->source, source) == 0;
}

/* What somebody called so already is meant by it. */
static gboolean
is_taken (const AskDomain *self, const char *name, const char *source)
{
  for (guint i = 0; i < self->attributes->len; i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self, i);

      if (is_of (self, attribute->entity, source)
          && (is_called (attribute->stems, name) || is_called (attribute->raw_stems, name)))
        return TRUE;
    }
  for (guint i = 0; i < self->entities->len; i++)
    if (is_of (self, i, source) && is_called (ask_domain_entity (self, i)->stems, name))
      return TRUE;
  for (guint i = 0; i < self->metrics->len; i++)
    if (is_called (ask_domain_metric (self, i)->stems, name))
      return TRUE;
  return FALSE;
}

/* What lines are lines of, by its name. */
static gboolean
is_called_order (const AskDomainEntity *entity)
{
  static const char *const stems[]
    = { "order",   "purchas",    "sale",    "invoic",   "basket",   "transact", "receipt", "rental", "book",
        "bestell", "bestellung", "auftrag", "auftrage", "rechnung", "kauf",     "verkauf", NULL };

  return ask_domain_words_have_any (entity->stems, stems);
}

/* The key by which lines lead to what they are lines of: it has a date, and leads on. -1 where none does, or several do of
 * which no single one is called an order. */
static int
find_whole (const AskDomain *self, guint entity)
{
  guint n_called = 0;
  guint n = 0;
  int called = -1;
  int found = -1;

  for (guint j = 0; j < self->joins->len; j++)
    {
      const AskDomainJoin *join = ask_domain_join (self, j);
      guint to = ask_domain_attribute (self, join->to)->entity;
      const AskDomainEntity *whole = ask_domain_entity (self, to);
      gboolean dated = FALSE;

      if (ask_domain_attribute (self, join->from)->entity != entity || to == entity || join->cost >= 2
          || count_joins (self, to) == 0)
        continue;
      for (guint a = whole->first; a < whole->first + whole->n_attributes; a++)
        dated = dated || ask_domain_attribute (self, a)->dated;
      if (!dated)
        continue;
      found = join->from;
      n++;
      called = is_called_order (whole) ? join->from : called;
      n_called += is_called_order (whole);
    }
  return n == 1 ? found : n_called == 1 ? called : -1;
}

/* "Average order value": the revenue of one order. */
static void
add_average (AskDomain *self, const AskDomainMetric *product)
{
  static const char *const names_of_it[] = { "average order value",
                                             "average order size",
                                             "average order amount",
                                             "average order total",
                                             "average basket value",
                                             "average basket size",
                                             "average basket",
                                             "average sale value",
                                             "average purchase value",
                                             "average transaction value",
                                             "average invoice value",
                                             "average order",
                                             "durchschnittlicher bestellwert",
                                             "durchschnittlicher auftragswert",
                                             "durchschnittlicher warenkorb",
                                             "durchschnittlicher warenkorbwert",
                                             NULL };
  AskDomainMetric average = *product;

  average.per = find_whole (self, product->entity);
  if (average.per < 0)
    return;
  average.name = "average_order_value";
  average.stems = ask_domain_words_raw (names_of_it[0]);
  average.synonyms = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  for (guint i = 1; names_of_it[i] != NULL; i++)
    g_ptr_array_add (average.synonyms, ask_domain_words_raw (names_of_it[i]));
  g_array_append_val (self->metrics, average);
}

static void
add_product (AskDomain *self, AskDomainMetric product)
{
  const char *source = ask_domain_entity (self, product.entity)->entity->source;

  product.name = "revenue";
  product.synonyms = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  for (guint i = 0; names[i] != NULL; i++)
    if (!is_taken (self, names[i], source))
      g_ptr_array_add (product.synonyms, ask_domain_words_raw (names[i]));
  if (product.synonyms->len == 0 || is_taken (self, product.name, source))
    {
      g_ptr_array_unref (product.synonyms);
      return;
    }
  product.stems = ask_domain_words_raw (product.name);
  g_array_append_val (self->metrics, product);
  add_average (self, &product);
}

/* Of each source that has no lines of what was sold. */
static void
find_amounts (const AskDomain *self, GHashTable *best, GArray *found)
{
  g_autoptr (GHashTable) ranks = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint e = 0; e < self->entities->len; e++)
    {
      const char *source = ask_domain_entity (self, e)->entity->source;
      gpointer before = g_hash_table_lookup (ranks, source);
      AskDomainMetric amount;
      guint rank;

      if ((before == NULL && g_hash_table_contains (best, source)) || !find_amount (self, e, &amount, &rank)
          || (before != NULL && rank + 1 >= GPOINTER_TO_UINT (before)))
        continue;
      if (before == NULL)
        {
          g_array_append_val (found, amount);
          g_hash_table_insert (best, (gpointer) source, GUINT_TO_POINTER (found->len));
        }
      else
        g_array_index (found, AskDomainMetric, GPOINTER_TO_UINT (g_hash_table_lookup (best, source)) - 1) = amount;
      g_hash_table_insert (ranks, (gpointer) source, GUINT_TO_POINTER (rank + 1));
    }
}

/*
 * ask_domain_find_products:
 * @self: whose joins and facts are known
 *
 * Adds what may be meant by revenue as a metric without a definition, one a source at most.
 */
void
ask_domain_find_products (AskDomain *self)
{
  g_autoptr (GHashTable) best = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (AskDomainMetric));

  for (guint e = 0; e < self->entities->len; e++)
    {
      const char *source = ask_domain_entity (self, e)->entity->source;
      guint before = GPOINTER_TO_UINT (g_hash_table_lookup (best, source));
      AskDomainMetric product;

      if (!find_product (self, e, &product))
        continue;
      if (before > 0
          && count_joins (self, e) <= count_joins (self, g_array_index (found, AskDomainMetric, before - 1).entity))
        continue;
      if (before > 0)
        g_array_index (found, AskDomainMetric, before - 1) = product;
      else
        {
          g_array_append_val (found, product);
          g_hash_table_insert (best, (gpointer) source, GUINT_TO_POINTER (found->len));
        }
    }
  find_amounts (self, best, found);
  for (guint i = 0; i < found->len; i++)
    add_product (self, g_array_index (found, AskDomainMetric, i));
}
