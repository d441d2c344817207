/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The goods of the sample company: categories with their seasons, kinds of goods with their price
 * ranges, and the invented model and brand names. Read-only tables.
 */
#include "config.h"

#include "ask-sample-words.h"

const char *const ask_sample_models[] = {
  "Kebnekaise", "Watzmann", "Möwe", "Steinadler", "Gämse", "Tromsø", "L'Aiguille", "Étoile",
  "Þórsmörk", "Rügen", "Jökull", "Großglockner", "Dachstein", "Königssee", "Ardèche", "D'Huez",
  "Vercors", "Skagen", "Møn", "Ærø", "Polarfuchs", "Schneehase", "Luchs", "Uhu", "Äsche", "Birke",
  "Lärche", "Wacholder", "Arnika", "Enzian", "Edelweiß", "Nordlicht", "Fjell", "Tundra", "Moräne",
  "Föhn", "Bise", "Mistral", "Cairn", "Karwendel", "Ötztal", "Rhône", "Brocken", "Rennsteig",
  "Saône", "Jura", "Montségur", "Garonne", "Tarn", "Silvretta",
};
const guint ask_sample_n_models = G_N_ELEMENTS (ask_sample_models);

const char *const ask_sample_brands[] = {
  "Nordpfad", "Gipfelwerk", "Fjordlys", "Col d'Azur", "Höhenmeter", "Bivouac & Fils", "Trail O'Clock",
};
const guint ask_sample_n_brands = G_N_ELEMENTS (ask_sample_brands);

static const AskSampleKind tents[] = {
  { "%s One-Person Tent", 159, 289, 1100, 1900, 5 },
  { "%s Two-Person Tent", 199, 459, 1700, 2900, 7 },
  { "%s Four-Person Tent", 349, 699, 3900, 6800, 4 },
  { "%s Ultralight Tarp with Mosquito Net", 89, 179, 450, 900, 3 },
  { NULL },
};
static const AskSampleKind sleeping_bags[] = {
  { "%s Summer Sleeping Bag", 59, 129, 700, 1100, 5 },
  { "%s Three-Season Down Sleeping Bag", 189, 389, 900, 1500, 7 },
  { "%s Winter Expedition Sleeping Bag", 399, 699, 1400, 2100, 3 },
  { "%s Self-Inflating Sleeping Mat", 49, 149, 500, 1200, 6 },
  { NULL },
};
static const AskSampleKind backpacks[] = {
  { "%s Daypack 22 l", 49, 109, 600, 1000, 9 },
  { "%s Hiking Backpack 38 l", 99, 179, 1100, 1600, 9 },
  { "%s Trekking Backpack 65 l", 169, 329, 1800, 2600, 8 },
  { "%s Child Carrier", 229, 349, 2600, 3400, 2 },
  { NULL },
};
static const AskSampleKind footwear[] = {
  { "%s Trail Running Shoe", 89, 169, 550, 750, 9 },
  { "%s Hiking Shoe Low", 99, 189, 750, 1000, 9 },
  { "%s Mountain Boot", 179, 329, 1200, 1700, 7 },
  { "%s Trekking Sandal", 59, 109, 450, 650, 5 },
  { NULL },
};
static const AskSampleKind jackets[] = {
  { "%s Rain Jacket", 99, 249, 280, 520, 9 },
  { "%s Hardshell Jacket", 249, 479, 420, 680, 7 },
  { "%s Down Jacket", 159, 349, 350, 620, 7 },
  { "%s Fleece Jacket", 59, 129, 320, 500, 6 },
  { NULL },
};
static const AskSampleKind base_layers[] = {
  { "%s Merino Shirt", 49, 99, 150, 240, 8 },
  { "%s Merino Long Underpants", 49, 89, 150, 230, 5 },
  { "%s Hiking Socks", 14, 27, 60, 110, 8 },
  { NULL },
};
static const AskSampleKind climbing[] = {
  { "%s Climbing Harness", 49, 99, 320, 480, 5 },
  { "%s Single Rope 60 m", 109, 229, 3500, 4300, 5 },
  { "%s Climbing Shoe", 79, 159, 400, 560, 6 },
  { "%s Helmet", 49, 109, 220, 380, 4 },
  { "%s Quickdraw Set of Six", 69, 119, 550, 700, 3 },
  { NULL },
};
static const AskSampleKind cooking[] = {
  { "%s Gas Stove", 29, 149, 90, 450, 6 },
  { "%s Titanium Pot", 39, 79, 110, 210, 5 },
  { "%s Insulated Bottle 1 l", 24, 45, 350, 520, 6 },
  { "%s Water Filter", 34, 99, 60, 430, 4 },
  { NULL },
};
static const AskSampleKind lights[] = {
  { "%s Headlamp", 24, 119, 60, 180, 7 },
  { "%s Camping Lantern", 29, 69, 180, 420, 4 },
  { "%s Compass", 19, 59, 40, 90, 3 },
  { "%s GPS Watch", 249, 599, 60, 95, 4 },
  { NULL },
};
static const AskSampleKind snow[] = {
  { "%s Snowshoes", 109, 259, 1600, 2200, 6 },
  { "%s Avalanche Transceiver", 259, 389, 180, 260, 3 },
  { "%s Ski Touring Poles", 69, 149, 420, 560, 5 },
  { "%s Ice Axe", 69, 149, 320, 480, 4 },
  { NULL },
};
static const AskSampleKind accessories[] = {
  { "%s Trekking Poles", 39, 149, 380, 560, 6 },
  { "%s Gloves", 24, 89, 60, 220, 6 },
  { "%s Wool Hat", 19, 39, 50, 90, 6 },
  { "%s Dry Bag 20 l", 17, 39, 90, 180, 5 },
  { "%s First-Aid Kit", 19, 59, 180, 420, 3 },
  { NULL },
};

const AskSampleCategory ask_sample_categories[ASK_SAMPLE_N_CATEGORIES] = {
  { "Tents", "TNT", 6, { 20, 30, 60, 110, 180, 200, 190, 120, 60, 30, 20, 40 }, 45, tents },
  { "Sleeping Bags", "SLP", 7, { 40, 40, 70, 110, 160, 170, 160, 110, 80, 60, 50, 70 }, 40,
    sleeping_bags },
  { "Backpacks", "BPK", 12, { 80, 70, 100, 120, 130, 130, 120, 110, 100, 80, 70, 90 }, 55,
    backpacks },
  { "Footwear", "FTW", 14, { 100, 90, 100, 110, 110, 100, 90, 100, 120, 120, 110, 110 }, 120,
    footwear },
  { "Jackets", "JCK", 13, { 130, 100, 90, 80, 60, 50, 50, 70, 120, 160, 180, 180 }, 100, jackets },
  { "Base Layers", "BSL", 12, { 130, 110, 90, 70, 60, 50, 50, 60, 100, 140, 160, 170 }, 60,
    base_layers },
  { "Climbing", "CLM", 9, { 60, 60, 80, 110, 130, 140, 140, 120, 110, 80, 60, 80 }, 50, climbing },
  { "Cooking", "COK", 9, { 50, 50, 70, 100, 140, 160, 160, 120, 80, 60, 50, 80 }, 30, cooking },
  { "Lights & Navigation", "LGT", 8, { 90, 80, 80, 80, 80, 80, 90, 90, 110, 130, 140, 150 }, 35,
    lights },
  { "Snow Sports", "SNW", 7, { 220, 180, 90, 20, 5, 5, 5, 5, 20, 80, 180, 250 }, 45, snow },
  { "Accessories", "ACC", 16, { 100, 90, 90, 95, 100, 100, 95, 95, 100, 105, 110, 140 }, 30,
    accessories },
};
