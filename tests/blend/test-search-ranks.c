/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How well llm_search finds passages of documents: by words, by vectors, and by both ranks put together. Thirty questions, each
 * with the passage that answers it: ten say its words, ten say the same in other words, ten do both by halves. The server of
 * vectors is scripted: it knows some words of like meaning, and weighs "the" like any other word.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "blend-session.h"
#include "llm/ask-openai.h"
#include "source/document/ask-document-source.h"
#include "support/ask-test-folder.h"

#define DIMS 64
/* Of the passages that a search gives. */
#define K 10

static const char *const alike[] = {
  "cancellation", "termination", "quit",     "termination", "salary",   "wages",    "pay",      "wages",    "vacation",
  "holidays",     "leave",       "holidays", "car",         "vehicle",  "van",      "vehicle",  "dog",      "pets",
  "cat",          "pets",        "ill",      "sick",        "illness",  "sick",     "laptop",   "computer", "pc",
  "computer",     "fix",         "repairs",  "mend",        "repairs",  "clean",    "cleaning", "tidy",     "cleaning",
  "refund",       "deposit",     "doctor",   "certificate", "training", "courses",  "study",    "courses",  "trip",
  "travel",       "journey",     "travel",   "thief",       "theft",    "stolen",   "theft",    "noisy",    "quiet",
  "loud",         "quiet",       "bicycle",  "bicycles",    "bike",     "bicycles", "trash",    "waste",    "garbage",
  "waste",        NULL
};

/* @heading: of a passage; @text: its words */
typedef struct
{
  const char *heading;
  const char *text;
} Passage;

static const Passage handbook[] = {
  { "Wages", "Wages are paid on the last working day of the month into the account that you name." },
  { "Working hours",
    "The working week has thirty-eight hours. Whoever works longer takes the time off within six weeks." },
  { "Holidays",
    "You have thirty days of holidays in each year. Five of them may be taken until March of the next year." },
  { "Sick days", "Whoever is sick calls before nine. From the third day on a certificate is needed." },
  { "Termination", "Termination by either side is in writing, with a notice of four weeks to the end of a month." },
  { "Travel", "Travel by train is booked in second class. Costs of a hotel are paid up to ninety euros a night." },
  { "Vehicles", "A vehicle of the company is kept in the yard. Its key is in the drawer of the desk at the gate." },
  { "Courses", "Courses are paid where your manager agrees. Whoever stops one pays back half of what it cost." },
  { "Computers", "A computer is handed out on the first day. Private programs are not to be installed." },
  { "Passwords",
    "A password has twelve signs. It is changed where somebody else may know it, and written down nowhere." },
  { "Fire", "In a fire leave by the stairs and meet at the oak. Nobody goes back in before the fire brigade says so." },
  { "Theft", "A theft is told to the police and to the office on the same day. The insurance wants both reports." },
  { "Canteen",
    "The canteen is open from half past eleven. Meals are paid with the card, which is loaded at the gate." },
  { "Parking", "Places for parking are not reserved. Those with a charger are for cars that are being charged." },
  { "Gifts", "Gifts of customers up to twenty euros may be kept. Larger ones are sent back by the office." },
  { "Expenses", "Expenses are handed in within three months, with their receipts, on form 17b." },
};

static const Passage lease[] = {
  { "Rent", "The rent is 840 euros. It is paid on the third working day of the month." },
  { "Deposit", "The deposit is three rents. It is paid back six months after the keys are handed over." },
  { "Pets", "Pets are allowed where no neighbour objects. Fish and birds in cages are always allowed." },
  { "Repairs", "Repairs up to 90 euros are paid by the tenant. Larger ones are reported to the owner at once." },
  { "Quiet", "It is quiet in the house from ten at night until six, and on Sundays all day." },
  { "Cleaning", "Cleaning of the stairs goes round by floors, week by week. The list hangs at the door." },
  { "Waste", "Waste is sorted. Bins are put on the street on Tuesday evening." },
  { "Bicycles", "Bicycles stand in the cellar, and not in the hall. The rack by the door is for visitors." },
  { "Heating", "The heating runs from October to April. It is read by radio, and nobody comes into the rooms for it." },
  { "Subletting", "Subletting wants the written consent of the owner, also for a few weeks." },
  { "Keys", "There are three keys. One that is lost is paid for, and the lock where that is needed." },
  { "Balcony", "On the balcony a grill with coal is forbidden. One with electricity is allowed until nine." },
  { "End of the lease",
    "The lease ends three months after a letter says so. The rooms are handed over painted white." },
};

typedef struct
{
  const char *question;
  const char *heading;
} Wanted;

static const Wanted questions[] = {
  /* The words of the passage. */
  { "form 17b", "Expenses" },
  { "thirty-eight hours of working week", "Working hours" },
  { "hotel costs a night", "Travel" },
  { "fire brigade", "Fire" },
  { "card for meals of the canteen", "Canteen" },
  { "grill on the balcony", "Balcony" },
  { "written consent for subletting", "Subletting" },
  { "lost keys", "Keys" },
  { "charger for parking", "Parking" },
  { "gifts of customers", "Gifts" },
  /* The same in other words. */
  { "salary", "Wages" },
  { "vacation", "Holidays" },
  { "illness", "Sick days" },
  { "cancellation", "Termination" },
  { "car", "Vehicles" },
  { "laptop", "Computers" },
  { "stolen", "Theft" },
  { "dog", "Pets" },
  { "garbage", "Waste" },
  { "bike", "Bicycles" },
  /* By halves. */
  { "when is my salary paid into my account", "Wages" },
  { "days of vacation in a year", "Holidays" },
  { "a doctor from the third day", "Sick days" },
  { "cancellation in writing", "Termination" },
  { "the key of a van", "Vehicles" },
  { "training that my manager pays", "Courses" },
  { "refund of three rents", "Deposit" },
  { "who has to fix what costs 50 euros in the flat", "Repairs" },
  { "loud on Sundays", "Quiet" },
  { "who has to tidy the stairs", "Cleaning" },
};

typedef struct
{
  AskAgentFixture *base;
  AskEngine *engine;
  AskBlend *blend;
  AskSpending *spending;
  char *folder;
} Fixture;

/* @first: questions whose passage came first; @three: among the first three; @mean: of the reciprocal ranks */
typedef struct
{
  guint first;
  guint three;
  double mean;
} Found;

static char *
on_chat (const char *last_user, JsonObject *request, gpointer data)
{
  g_assert_not_reached ();
}

static void
write_document (const char *folder, const char *name, const Passage *passages, gsize n)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "# %s\n\n%s\n\n", passages[i].heading, passages[i].text);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
}

static void
attach (Fixture *self)
{
  blend_session_renew (self->base, &(AskBlendModelOptions) { .spending = self->spending }, &self->engine, &self->blend);
}

static void
fixture_open (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = NULL;

  memset (self, 0, sizeof *self);
  self->folder = g_dir_make_tmp ("askdata-ranks-XXXXXX", &error);
  g_assert_no_error (error);
  write_document (self->folder, "handbook.md", handbook, G_N_ELEMENTS (handbook));
  write_document (self->folder, "lease.md", lease, G_N_ELEMENTS (lease));
  self->base = ask_agent_fixture_new ();
  record
    = ask_workspace_add_source (self->base->workspace, &(AskNewSource) { &ask_document_kind, "papers", self->folder },
                                NULL, NULL, &error);
  g_assert_no_error (error);
  ask_agent_fixture_share (self->base, "passages", "text");
  ask_agent_fixture_script_func (self->base, on_chat, self);
  ask_test_model_set_embeddings (self->base->server, DIMS, alike);
  self->spending = ask_spending_new (self->base->workspace, &(AskSpendingRules) { .any_cost = TRUE });
  attach (self);
}

static void
fixture_close (Fixture *self)
{
  g_clear_pointer (&self->engine, ask_engine_free);
  g_clear_pointer (&self->blend, ask_blend_free);
  g_clear_pointer (&self->spending, ask_spending_free);
  g_clear_pointer (&self->base, ask_agent_fixture_free);
  ask_test_folder_remove (self->folder);
  g_free (self->folder);
}

static AskRows *
query (Fixture *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result
    = ask_spending_query (self->spending, self->engine, &(AskSpendingQuery) { sql, NULL, NULL }, NULL, &error);

  if (result == NULL)
    g_error ("%s: %s", sql, error->message);
  return ask_rows_ref (result->rows);
}

static void
count_rank (Found *found, guint rank)
{
  found->first += rank == 1;
  found->three += rank >= 1 && rank <= 3;
  found->mean += rank >= 1 ? 1.0 / rank / G_N_ELEMENTS (questions) : 0;
}

/* By llm_search, with whatever is set. */
static Found
search (Fixture *self)
{
  Found found = { 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT heading, llm_search('%s', text, %d) AS place FROM passages "
                                              "WHERE llm_search('%s', text, %d) ORDER BY place",
                                              questions[i].question, K, questions[i].question, K);
      g_autoptr (AskRows) rows = query (self, sql);
      guint rank = 0;

      for (gsize r = 0; r < ask_rows_get_n_rows (rows) && rank == 0; r++)
        if (g_str_equal (ask_rows_get (rows, r, 0)->text, questions[i].heading))
          rank = (guint) r + 1;
      count_rank (&found, rank);
    }
  return found;
}

static double
compare (const AskEmbedding *all, gsize a, gsize b)
{
  double both = 0, one = 0, other = 0;

  for (guint d = 0; d < all->dims; d++)
    {
      const double first = all->numbers[a * all->dims + d], second = all->numbers[b * all->dims + d];

      both += first * second;
      one += first * first;
      other += second * second;
    }
  return both / sqrt (one * other);
}

/* The rank of a question's passage by the vectors alone, from 1 to K; 0 beyond. */
static guint
rank_by_vectors (AskOpenai *server, const AskRows *passages, const Wanted *wanted)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  g_autoptr (AskEmbedding) all = NULL;
  g_autoptr (GError) error = NULL;
  const gsize n = ask_rows_get_n_rows (passages);
  gsize own = n;
  guint rank = 1;

  for (gsize i = 0; i < n; i++)
    {
      g_ptr_array_add (texts, (gpointer) ask_rows_get (passages, i, 1)->text);
      if (g_str_equal (ask_rows_get (passages, i, 0)->text, wanted->heading))
        own = i;
    }
  g_assert_cmpuint (own, <, n);
  g_ptr_array_add (texts, (gpointer) wanted->question);
  all = ask_openai_embed (server, texts, NULL, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < n; i++)
    rank += compare (all, i, n) > compare (all, own, n);
  return rank <= K ? rank : 0;
}

static Found
search_by_vectors (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskOpenai) server = ask_agent_open_embedder (self->base->workspace, &error);
  g_autoptr (AskRows) passages = query (self, "SELECT heading, text FROM passages");
  Found found = { 0 };

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (questions); i++)
    count_rank (&found, rank_by_vectors (server, passages, &questions[i]));
  return found;
}

static void
tell (const char *what, Found found)
{
  g_test_message ("%s: first %u, among three %u, of %u; mean reciprocal rank %.3f", what, found.first, found.three,
                  (guint) G_N_ELEMENTS (questions), found.mean);
}

static void
test_ranks (void)
{
  Fixture self;
  Found words, vectors, both;

  fixture_open (&self);
  words = search (&self);
  ask_workspace_set_setting (self.base->workspace, "model/url", ask_test_model_get_url (self.base->server), NULL);
  ask_workspace_set_setting (self.base->workspace, "model/name", "scripted", NULL);
  ask_workspace_set_setting (self.base->workspace, "model/embeddings", "minilm", NULL);
  attach (&self);
  vectors = search_by_vectors (&self);
  both = search (&self);
  tell ("words", words);
  tell ("vectors", vectors);
  tell ("both", both);
  g_assert_cmpuint (both.first, >=, MAX (words.first, vectors.first));
  g_assert_cmpuint (both.three, >=, MAX (words.three, vectors.three));
  g_assert_cmpfloat (both.mean, >=, MAX (words.mean, vectors.mean));
  /* Neither is good at all of it, or the set would say nothing. */
  g_assert_cmpuint (words.three, <, G_N_ELEMENTS (questions));
  g_assert_cmpuint (vectors.first, <, G_N_ELEMENTS (questions));
  fixture_close (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/blend/search-ranks/both-together-are-not-worse-than-either", test_ranks);
  return g_test_run ();
}
