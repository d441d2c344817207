/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The reader of documents: it opens at the passage that led there, marks what was searched for, goes from hit to hit, and says
 * what is not as it was. Nothing of a document is more than text.
 */
#include "config.h"

#include <cairo-pdf.h>
#include <glib/gi18n.h>
#include <string.h>
#include <time.h>

#include "app-card.h"
#include "app-documents.h"
#include "app-form.h"
#include "app-keys.h"
#include "app/ask/ask-citation-list.h"
#include "app/explore/ask-browse-view.h"
#include "app/explore/ask-entity-page.h"
#include "app/explore/ask-row-panel.h"
#include "app/reader/ask-reader-contents.h"
#include "app/reader/ask-reader-window.h"
#include "app/widgets/ask-banner.h"
#include "app/grid/ask-grid.h"
#include "app/sources/ask-source-card.h"
#include "bundle/ask-bundle.h"
#include "explore/ask-reading.h"
#include "support/ask-test-locale.h"

#define LEASE                                                                                                          \
  "# Lease of <b>the house</b>\n\nAbout it & more.\n\n## Notice\n\nThe notice periods are <i>three months</i>.\n\n"    \
  "## Rent\n\nMonthly, without notice.\n\n## Keys\n\nTwo keys.\n"

static gboolean
is_read (gpointer window)
{
  const char *state = ask_reader_window_get_state (window);

  return !g_str_equal (state, "loading")
         && (!g_str_equal (state, "text") || ask_reader_text_is_filled (ask_reader_window_get_text (window)));
}

typedef struct
{
  AskReaderWindow *window;
  const char *words;
} Expected;

static gboolean
is_in_state (gpointer data)
{
  const Expected *expected = data;

  return g_str_equal (ask_reader_window_get_state (expected->window), expected->words)
         && ask_reader_text_is_filled (ask_reader_window_get_text (expected->window));
}

/* A press takes as long as one by hand. */
static void
press (AskReaderWindow *window, const char *label, const char *state)
{
  app_form_press (window, label);
  g_assert_true (app_test_wait (is_in_state, &(Expected) { window, state }));
}

static AskReaderWindow *
wait_for_reader (const char *state)
{
  AskReaderWindow *window = ASK_READER_WINDOW (app_test_wait_for_window (ASK_TYPE_READER_WINDOW));

  g_assert_true (app_test_wait (is_read, window));
  g_assert_cmpstr (ask_reader_window_get_state (window), ==, state);
  return window;
}

static void
close_reader (AskReaderWindow *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  app_test_wait_for_no_window (ASK_TYPE_READER_WINDOW);
}

static AskReaderWindow *
read_document (AppTest *self, const AskReadingWanted *wanted, const char *state)
{
  ask_reader_window_open (GTK_WIDGET (self->window), ask_window_get_session (self->window), wanted);
  return wait_for_reader (state);
}

static const char *
get_banner (AskReaderWindow *window)
{
  return ask_banner_get_text (ASK_BANNER (app_test_find (GTK_WIDGET (window), ASK_TYPE_BANNER, NULL)));
}

static gboolean
has_selected (gpointer data)
{
  const Expected *expected = data;
  g_autofree char *selected = ask_reader_text_dup_selected (ask_reader_window_get_text (expected->window));

  return g_strcmp0 (selected, expected->words) == 0;
}

static void
wait_for_selected (AskReaderWindow *window, const char *words)
{
  if (!app_test_wait (has_selected, &(Expected) { window, words }))
    g_error ("“%s” was never gone to", words);
}

static void
step (AskReaderWindow *window, const char *action, const char *selected, const char *count)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
  wait_for_selected (window, selected);
  app_test_wait_for_words (window, count);
}

/* Whether the window, or the button, can do it now. */
static gboolean
offers (AskReaderWindow *window, const char *label)
{
  return gtk_widget_is_sensitive (app_test_find (GTK_WIDGET (window), GTK_TYPE_BUTTON, label));
}

/* The text as it is, the hits by their stems, forward and back and around, and other words that are typed. */
static void
test_hits (AppTest *self, gconstpointer data)
{
  g_autofree char *folder = app_documents_new (self, "docs");
  AskReaderWindow *window;
  GtkWidget *entry;
  g_autofree char *text = NULL;

  app_documents_put (folder, "lease.md", LEASE);
  app_documents_add (self, folder, "docs");
  window = read_document (self,
                 &(AskReadingWanted) { .source = "docs",
                                       .path = "lease.md",
                                       .number = 2,
                                       .kept = "The notice periods are <i>three months</i>.",
                                       .words = "notices AND period" },
                 "text");
  text = ask_reader_text_dup_text (ask_reader_window_get_text (window));
  g_assert_cmpstr (text, ==,
                   "Lease of <b>the house</b>\nAbout it & more.\nNotice\nThe notice periods are <i>three "
                   "months</i>.\nRent\nMonthly, without notice.\nKeys\nTwo keys.\n");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Lease of <b>the house</b>");
  app_test_wait_for_words (window, "lease.md");
  g_assert_null (get_banner (window));
  wait_for_selected (window, "Notice");
  app_test_wait_for_words (window, "1 of 4");
  app_test_picture (GTK_WIDGET (window), "reader");
  step (window, "reader.next", "notice", "2 of 4");
  step (window, "reader.next", "periods", "3 of 4");
  step (window, "reader.next", "notice", "4 of 4");
  step (window, "reader.next", "Notice", "1 of 4");
  step (window, "reader.previous", "notice", "4 of 4");

  entry = app_test_find (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY, NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "\"three month\"");
  wait_for_selected (window, "three months");
  app_test_wait_for_words (window, "1 of 1");
  gtk_editable_set_text (GTK_EDITABLE (entry), "unicorn");
  app_test_wait_for_words (window, "Not found");
  g_assert_false (offers (window, "Next Hit"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "key");
  wait_for_selected (window, "Keys");
  g_assert_true (offers (window, "Next Hit"));
  app_test_looks (GTK_WIDGET (window), "reader");
  close_reader (window);
}

/* In another language, as wide as a narrow screen. */
static void
test_german (AppTest *self, gconstpointer data)
{
  g_autofree char *folder = app_documents_new (self, "docs");
  g_autofree char *catalogue = g_test_build_filename (G_TEST_BUILT, "..", "po", NULL);
  AskTestLocale locale = { 0 };

  app_documents_put (folder, "lease.md", LEASE);
  app_documents_add (self, folder, "docs");
  if (ask_test_locale_set_german (&locale))
    {
      AskReaderWindow *window;

      g_setenv ("LANGUAGE", "de", TRUE);
      bindtextdomain (GETTEXT_PACKAGE, catalogue);
      bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
      textdomain (GETTEXT_PACKAGE);
      window = read_document (self,
                              &(AskReadingWanted) { .source = "docs", .path = "lease.md", .kept = "k", .words = "notice" },
                              "text");
      gtk_window_set_default_size (GTK_WINDOW (window), 400, 640);
      app_test_wait_for_words (window, "3 Treffer");
      app_test_wait_for_words (window, "Dokument hat sich geändert");
      app_test_pause (300);
      app_test_picture (GTK_WIDGET (window), "reader-german");
      close_reader (window);
      g_unsetenv ("LANGUAGE");
    }
  else
    g_test_skip ("there is no German locale");
  ask_test_locale_unset (&locale);
}

/* With the keys that a person knows, where the X server takes them. */
static void
test_keys (AppTest *self, gconstpointer data)
{
  g_autofree char *folder = app_documents_new (self, "docs");
  AskReaderWindow *window;
  GtkWidget *focus;

  if (!app_keys_are_there ())
    {
      g_test_skip ("xdotool is not installed");
      return;
    }
  app_documents_put (folder, "lease.md", LEASE);
  app_documents_add (self, folder, "docs");
  window = read_document (self, &(AskReadingWanted) { .source = "docs", .path = "lease.md", .words = "notice" }, "text");
  app_keys_run (GTK_WIDGET (window), "key F3");
  wait_for_selected (window, "Notice");
  app_keys_run (GTK_WIDGET (window), "key ctrl+g");
  wait_for_selected (window, "notice");
  app_test_wait_for_words (window, "2 of 3");
  app_keys_run (GTK_WIDGET (window), "key shift+F3");
  wait_for_selected (window, "Notice");
  app_keys_run (GTK_WIDGET (window), "key ctrl+shift+g");
  app_test_wait_for_words (window, "3 of 3");
  app_keys_run (GTK_WIDGET (window), "key ctrl+f");
  focus = gtk_window_get_focus (GTK_WINDOW (window));
  g_assert_nonnull (gtk_widget_get_ancestor (focus, GTK_TYPE_SEARCH_ENTRY));
  app_keys_run (GTK_WIDGET (window), "key Escape");
  g_assert_true (GTK_IS_TEXT_VIEW (gtk_window_get_focus (GTK_WINDOW (window))));
  app_keys_run (GTK_WIDGET (window), "key Escape");
  app_test_wait_for_no_window (ASK_TYPE_READER_WINDOW);
}

/* Each control has the focus at some time, and a name for who does not see it. */
static void
test_reached (AppTest *self, gconstpointer data)
{
  static const char *const names[] = { "Contents", "Open File", "Previous Hit", "Next Hit" };
  g_autofree char *folder = app_documents_new (self, "docs");
  AskReaderWindow *window;
  guint n_reached = 0;
  gboolean text = FALSE, entry = FALSE, list = FALSE;
  GtkTextBuffer *buffer;
  GtkTextIter cursor;

  app_documents_put (folder, "lease.md", LEASE);
  app_documents_add (self, folder, "docs");
  window = read_document (self, &(AskReadingWanted) { .source = "docs", .path = "lease.md", .words = "notice" }, "text");
  /* Nobody said where: keys begin at the beginning. */
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (app_test_find (GTK_WIDGET (window), GTK_TYPE_TEXT_VIEW, NULL)));
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  g_assert_cmpint (gtk_text_iter_get_offset (&cursor), ==, 0);
  for (guint i = 0; i < 30; i++)
    {
      GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

      text |= GTK_IS_TEXT_VIEW (focus);
      entry |= focus != NULL && gtk_widget_get_ancestor (focus, GTK_TYPE_SEARCH_ENTRY) != NULL;
      list |= focus != NULL && gtk_widget_get_ancestor (focus, ASK_TYPE_READER_CONTENTS) != NULL;
      for (guint n = 0; n < G_N_ELEMENTS (names); n++)
        if (focus == app_test_find (GTK_WIDGET (window), GTK_TYPE_BUTTON, names[n]))
          n_reached |= 1 << n;
      gtk_widget_child_focus (GTK_WIDGET (window), GTK_DIR_TAB_FORWARD);
    }
  g_assert_true (text);
  g_assert_true (entry);
  g_assert_true (list);
  g_assert_cmpuint (n_reached, ==, 15);
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (app_test_find (GTK_WIDGET (window), GTK_TYPE_TEXT_VIEW, NULL)), GTK_ACCESSIBLE_PROPERTY_LABEL,
      "Text of the document");
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (app_test_find (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY, NULL)), GTK_ACCESSIBLE_PROPERTY_LABEL,
      "Find in this document");
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (app_test_find (GTK_WIDGET (window), GTK_TYPE_LIST_VIEW, NULL)), GTK_ACCESSIBLE_PROPERTY_LABEL,
      "Contents");
  close_reader (window);
}

/* GTK complains where a banner is as high as its button, whose height it rounds in two ways: it has to be higher at any size of
 * letters. */
static void
check_banner (AskReaderWindow *window)
{
  GtkWidget *banner = app_test_find (GTK_WIDGET (window), ASK_TYPE_BANNER, NULL);
  int dpi;

  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  for (int percent = 100; percent <= 300; percent += 25)
    {
      int height, in_width;

      g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", percent * 96 * 1024 / 100, NULL);
      app_test_pause (50);
      gtk_widget_measure (banner, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
      gtk_widget_measure (banner, GTK_ORIENTATION_VERTICAL, 1 << 20, &in_width, NULL, NULL, NULL);
      g_assert_cmpint (height, ==, in_width);
    }
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", dpi, NULL);
}

/* What changed, went, or is hidden is said, and the passage is there as it was. */
static void
test_other (AppTest *self, gconstpointer data)
{
  static const AskReadingWanted wanted = { .source = "docs",
                                           .path = "lease.md",
                                           .title = "Lease",
                                           .heading = "Notice",
                                           .number = 2,
                                           .kept = "Two <b>weeks</b>…" };
  g_autofree char *folder = app_documents_new (self, "docs");
  AskReaderWindow *window;
  g_autofree char *was = NULL;
  g_autofree char *gone = NULL;

  app_documents_put (folder, "lease.md", LEASE);
  app_documents_put (folder, "other.md", LEASE);
  app_documents_add (self, folder, "docs");
  window = read_document (self, &wanted, "text");
  g_assert_nonnull (strstr (get_banner (window), "has changed"));
  check_banner (window);
  press (window, "As It Was", "kept");
  was = ask_reader_text_dup_text (ask_reader_window_get_text (window));
  g_assert_cmpstr (was, ==, "Notice\nTwo <b>weeks</b>…\n");
  app_test_looks (GTK_WIDGET (window), "reader-kept");
  press (window, "Read It", "text");
  close_reader (window);

  /* At another place is where it is gone to. */
  window = read_document (self,
                 &(AskReadingWanted) {
                   .source = "docs", .path = "lease.md", .number = 1, .kept = "Two keys.", .words = "key" },
                 "text");
  g_assert_null (get_banner (window));
  wait_for_selected (window, "Keys");
  close_reader (window);

  app_documents_take (folder, "lease.md");
  window = read_document (self, &wanted, "kept");
  g_assert_nonnull (strstr (get_banner (window), "not there any more"));
  gone = ask_reader_text_dup_text (ask_reader_window_get_text (window));
  g_assert_cmpstr (gone, ==, was);
  g_assert_false (offers (window, "Open File"));
  close_reader (window);
  window = read_document (self, &(AskReadingWanted) { .source = "docs", .path = "lease.md" }, "problem");
  app_test_wait_for_words (window, "not there any more");
  close_reader (window);
  window = read_document (self, &(AskReadingWanted) { .source = "nowhere", .path = "lease.md", .kept = "k" }, "kept");
  g_assert_nonnull (strstr (get_banner (window), "source of this document"));
  close_reader (window);

  app_documents_hide (self, "passages", "text");
  window = read_document (self, &(AskReadingWanted) { .source = "docs", .path = "other.md" }, "problem");
  app_test_wait_for_words (window, "hidden in the schema");
  close_reader (window);
}

typedef struct
{
  gint64 last;
  gint64 longest;
  guint n;
} Pulse;

/* Of this thread, in microseconds: what others do on the machine does not count. */
static gint64
get_work (void)
{
  struct timespec now;

  g_assert_cmpint (clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now), ==, 0);
  return (gint64) now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

/* Whatever else the window has to do, while a document fills. */
static gboolean
beat (gpointer data)
{
  Pulse *self = data;
  GtkWidget *window = app_test_find_toplevel (ASK_TYPE_READER_WINDOW);
  const gint64 now = get_work ();

  if (window != NULL && g_str_equal (ask_reader_window_get_state (ASK_READER_WINDOW (window)), "text")
      && !ask_reader_text_is_filled (ask_reader_window_get_text (ASK_READER_WINDOW (window))))
    {
      if (self->last > 0)
        self->longest = MAX (self->longest, now - self->last);
      self->last = now;
      self->n++;
    }
  return G_SOURCE_CONTINUE;
}

/* 400 pages fill while the window lives on, and the passage far behind is gone to. */
static void
test_long (AppTest *self, gconstpointer data)
{
  g_autofree char *folder = app_documents_new (self, "docs");
  g_autoptr (GString) text = g_string_new (NULL);
  AskReaderWindow *window;
  Pulse pulse = { 0 };
  GtkWidget *view;
  GdkRectangle seen;
  guint source;

  for (guint page = 1; page <= 400; page++)
    {
      g_string_append_printf (text, "# Chapter %u\n\n", page);
      for (guint i = 0; i < 30; i++)
        g_string_append_printf (text, "Line %u of it says something of no matter, at some length, so that pages fill up.%s",
                                i, i % 5 == 4 ? "\n\n" : " ");
      if (page == 390)
        g_string_append (text, "Here is the unicorn.\n\n");
    }
  app_documents_put (folder, "long.md", text->str);
  app_documents_add (self, folder, "docs");
  source = g_timeout_add_full (G_PRIORITY_HIGH, 1, beat, &pulse, NULL);
  window = read_document (self, &(AskReadingWanted) { .source = "docs", .path = "long.md", .words = "line unicorn" }, "text");
  g_source_remove (source);
  g_test_message ("while it filled, the main loop came round %u times, after %.0f ms of work at most", pulse.n,
                  (double) pulse.longest / 1000.0);
  g_assert_cmpuint (pulse.n, >=, 5);
  g_assert_cmpuint (ask_reader_text_count_hits (ask_reader_window_get_text (window)), ==, 400 * 30 + 1);
  gtk_editable_set_text (GTK_EDITABLE (app_test_find (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY, NULL)), "unicorns");
  wait_for_selected (window, "unicorn");
  app_test_pause (500);
  view = app_test_find (GTK_WIDGET (window), GTK_TYPE_TEXT_VIEW, NULL);
  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (view), &seen);
  g_assert_cmpint (seen.y, >, 100000);
  app_test_picture (GTK_WIDGET (window), "reader-long");
  close_reader (window);
}

static AskAnswer *
new_answer (const char *path, const char *kept)
{
  g_autofree char *json = g_strdup_printf (
      "{\"question\":\"What about notice periods?\",\"status\":\"answered\",\"answer\":{\"text\":\"t\",\"columns\":[{"
      "\"name\":\"n\",\"type\":\"INTEGER\"}],\"rows\":[[3]]},\"sql\":\"SELECT text FROM passages WHERE passages MATCH "
      "'\\\"months\\\" NOT garage'\",\"citations\":[{\"source\":\"docs\",\"document\":\"Lease\",\"path\":\"%s\","
      "\"uri\":\"file:///etc/passwd\",\"heading\":\"Notice\",\"number\":2,\"text\":\"%s\"}],\"suggestions\":[],"
      "\"sources\":[],\"steps\":[],\"stats\":{}}",
      path, kept);
  g_autoptr (GError) error = NULL;
  AskAnswer *answer = ask_answer_from_json (json, &error);

  g_assert_no_error (error);
  return answer;
}

/* A click on a citation opens its passage, with the words of the search marked. */
static void
test_citation (AppTest *self, gconstpointer data)
{
  g_autofree char *folder = app_documents_new (self, "docs");
  AskAnswerCard *card;
  AskReaderWindow *window;
  GtkWidget *list, *button;

  app_documents_put (folder, "lease.md", LEASE);
  app_documents_add (self, folder, "docs");
  card = app_card_ask (self->window, "Sales by city", "answer");
  ask_answer_card_show (card,
                        ask_outcome_new (new_answer ("lease.md", "The notice periods are <i>three months</i>."), NULL));
  list = app_test_find (GTK_WIDGET (card), ASK_TYPE_CITATION_LIST, NULL);
  button = app_test_find (list, GTK_TYPE_BUTTON, "Lease, Notice");
  g_assert_true (gtk_widget_get_focusable (button));
  g_signal_emit_by_name (button, "clicked");
  window = wait_for_reader ("text");
  wait_for_selected (window, "months");
  app_test_wait_for_words (window, "1 of 1");
  g_assert_true (offers (window, "Open File"));
  close_reader (window);
}

/* Returns: (transfer full): the answer as a file, saved by somebody else */
static char *
save (AppTest *self, const char *name, AskAnswer *answer)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBundle) bundle = ask_bundle_collect (workspace, answer, FALSE, &error);
  char *file = g_build_filename (self->folder, name, NULL);

  g_assert_no_error (error);
  g_assert_true (ask_bundle_save (bundle, file, NULL, &error));
  g_assert_no_error (error);
  ask_answer_free (answer);
  return file;
}

static gboolean
has_citation (gpointer window)
{
  return app_test_find (window, ASK_TYPE_CITATION_LIST, NULL) != NULL
         && app_test_find (window, GTK_TYPE_BUTTON, "Lease, Notice") != NULL;
}

/* Opens the file in the window, and its passage by a click. */
static AskReaderWindow *
read_saved (AppTest *self, const char *file)
{
  GtkWidget *button;

  ask_window_open_file (self->window, file);
  g_assert_true (app_test_wait (has_citation, self->window));
  button = app_test_find (GTK_WIDGET (self->window), GTK_TYPE_BUTTON, "Lease, Notice");
  g_signal_emit_by_name (button, "clicked");
  return wait_for_reader ("kept");
}

/* A saved answer has its passages as they were; a document only where one of our sources has it. */
static void
test_saved (AppTest *self, gconstpointer data)
{
  g_autofree char *folder = app_documents_new (self, "docs");
  g_autofree char *file = NULL;
  g_autofree char *kept = NULL;
  AskReaderWindow *window;

  app_documents_put (folder, "lease.md", LEASE);
  app_documents_add (self, folder, "docs");
  file = save (self, "Ours.askanswer", new_answer ("lease.md", "The notice periods are <i>three months</i>."));
  window = read_saved (self, file);
  kept = ask_reader_text_dup_text (ask_reader_window_get_text (window));
  g_assert_cmpstr (kept, ==, "Notice\nThe notice periods are <i>three months</i>.\n");
  g_assert_nonnull (strstr (get_banner (window), "You have the document, too."));
  app_test_picture (GTK_WIDGET (window), "reader-saved");
  press (window, "Read It", "text");
  wait_for_selected (window, "months");
  close_reader (window);
  app_documents_take (folder, "lease.md");
  /* Another document of that path and another title has the passage no more. */
  app_documents_put (folder, "lease.md", "# Lunch\n\nSoup.\n");
  g_signal_emit_by_name (app_test_find (GTK_WIDGET (self->window), GTK_TYPE_BUTTON, "Lease, Notice"), "clicked");
  window = wait_for_reader ("kept");
  g_assert_nonnull (strstr (get_banner (window), "None of your sources"));
  g_assert_false (offers (window, "Open File"));
  close_reader (window);
}

/* A row of Browse that is a passage, or a document, leads to it. */
static void
test_browse (AppTest *self, gconstpointer data)
{
  static const char *const entities[] = { "passages", "documents" };
  g_autofree char *folder = app_documents_new (self, "docs");

  app_documents_put (folder, "lease.md", LEASE);
  app_documents_add (self, folder, "docs");
  for (guint i = 0; i < G_N_ELEMENTS (entities); i++)
    {
      AskBrowseView *view = app_documents_browse (self, entities[i]);
      GtkWidget *page = app_test_find (GTK_WIDGET (view), ASK_TYPE_ENTITY_PAGE, NULL);
      AskReaderWindow *window;
      g_autofree char *text = NULL;

      ask_entity_page_show_row (ASK_ENTITY_PAGE (page), 0);
      app_test_wait_for_words (page, "Read the Document");
      app_test_picture (GTK_WIDGET (self->window), i == 0 ? "reader-browse-passage" : "reader-browse-document");
      app_form_press (page, "Read the Document");
      window = wait_for_reader ("text");
      text = ask_reader_text_dup_text (ask_reader_window_get_text (window));
      g_assert_true (g_str_has_prefix (text, "Lease of <b>the house</b>\nAbout"));
      close_reader (window);
    }
}

/* Opens the document of the first row that is seen. */
static AskReaderWindow *
read_first_row (GtkWidget *page)
{
  ask_entity_page_show_row (ASK_ENTITY_PAGE (page), 0);
  app_test_wait_for_words (page, "Read the Document");
  app_form_press (page, "Read the Document");
  return wait_for_reader ("text");
}

static gboolean
is_arranged (gpointer model)
{
  return !ask_grid_model_is_busy (model);
}

/* What rows were looked for by is marked, whether the grid's search or a filter of the page said it. */
static void
test_browse_words (AppTest *self, gconstpointer data)
{
  g_autofree char *folder = app_documents_new (self, "docs");
  AskBrowseView *view;
  GtkWidget *page;
  AskGridModel *model;
  AskTableWish *wish;
  AskFilter *filter;
  AskReaderWindow *window;

  app_documents_put (folder, "lease.md", LEASE);
  app_documents_add (self, folder, "docs");
  view = app_documents_browse (self, "passages");
  page = app_test_find (GTK_WIDGET (view), ASK_TYPE_ENTITY_PAGE, NULL);
  model = ask_grid_get_model (ASK_GRID (app_test_find (page, ASK_TYPE_GRID, NULL)));
  wish = ask_table_wish_new ();
  ask_table_wish_set_search (wish, "key");
  ask_grid_model_take_wish (model, wish);
  g_assert_true (app_test_wait (is_arranged, model));
  window = read_first_row (page);
  app_test_wait_for_words (window, "2 hits");
  step (window, "reader.next", "Keys", "1 of 2");
  close_reader (window);
  wish = ask_table_wish_new ();
  filter = ask_filter_new (ask_rows_find_column (ask_grid_model_get_rows (model), "text"), ASK_FILTER_CONTAINS);
  filter->text = g_strdup ("months");
  ask_table_wish_take_filter (wish, filter);
  ask_grid_model_take_wish (model, wish);
  g_assert_true (app_test_wait (is_arranged, model));
  window = read_first_row (page);
  app_test_wait_for_words (window, "1 hit");
  step (window, "reader.next", "months", "1 of 1");
  close_reader (window);
}

/* The page's own filters say words, too; what is compared otherwise says none. */
static void
test_words (void)
{
  g_autoptr (AskBrowse) browse = ask_browse_new ("passages");
  g_autofree char *none = ask_reading_words_of (browse, NULL);
  g_autofree char *words = NULL;
  const AskValue notice = ask_value_text ("notice", -1);
  const AskValue number = ask_value_integer (3);

  g_assert_null (none);
  ask_browse_add_condition (browse, "text", ASK_BROWSE_CONTAINS, &notice);
  ask_browse_add_condition (browse, "heading", ASK_BROWSE_IS_NOT, &notice);
  ask_browse_add_condition (browse, "page", ASK_BROWSE_MORE, &number);
  words = ask_reading_words_of (browse, NULL);
  g_assert_cmpstr (words, ==, "notice");
  g_free (words);
  browse->where = g_strdup ("passages MATCH '\"three months\" OR period*' AND page > 1 AND NOT (passages MATCH 'lease')");
  words = ask_reading_words_of (browse, NULL);
  g_assert_cmpstr (words, ==, "notice \"three months\" OR period*");
  g_free (browse->where);
  browse->where = g_strdup ("page >");
  g_free (words);
  words = ask_reading_words_of (browse, NULL);
  g_assert_cmpstr (words, ==, "notice");
}

/* A PDF file of three pages, each with its words. */
static void
put_pdf (const char *folder, const char *name)
{
  static const char *const pages[] = { "The lease begins.", "Notice is three months.", "The lease ends." };
  g_autofree char *path = g_build_filename (folder, name, NULL);
  cairo_surface_t *surface = cairo_pdf_surface_create (path, 595, 842);
  cairo_t *cr = cairo_create (surface);

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      cairo_move_to (cr, 72, 72);
      cairo_show_text (cr, pages[i]);
      cairo_show_page (cr);
    }
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  cairo_surface_destroy (surface);
}

/* The view goes there a moment after the words are chosen. */
static gboolean
is_at_second (gpointer window)
{
  return ask_reader_text_get_part (ask_reader_window_get_text (window)) == 1;
}

/* What led to a page of a PDF file is read there, and the file is opened there. */
static void
test_page (AppTest *self, gconstpointer data)
{
  const AskReadingWanted wanted
      = { .source = "docs", .path = "lease.pdf", .number = 2, .page = 2, .kept = "Notice is three months.", .words = "notice" };
  g_autofree char *folder = app_documents_new (self, "docs");
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskReading) reading = NULL;
  g_autofree char *uri = NULL;
  AskReaderWindow *window;

  put_pdf (folder, "lease.pdf");
  app_documents_add (self, folder, "docs");
  window = read_document (self, &wanted, "text");
  wait_for_selected (window, "Notice");
  g_assert_true (offers (window, "Open File"));
  g_assert_true (app_test_wait (is_at_second, window));
  app_test_picture (GTK_WIDGET (window), "reader-pdf");
  close_reader (window);
  workspace = ask_workspace_open (self->path, NULL);
  reading = ask_reading_open (workspace, &wanted, NULL, NULL);
  g_assert_cmpint (reading->state, ==, ASK_READING_SAME);
  uri = ask_reading_dup_uri (reading, reading->start);
  g_assert_true (g_str_has_suffix (uri, "/lease.pdf#page=2"));
}

#define TICKETS \
  "CREATE TABLE ticket (id INTEGER PRIMARY KEY, subject TEXT, body TEXT);" \
  "INSERT INTO ticket VALUES (7, 'Printer', 'It prints nothing.'), (8, 'Lamp', 'Broken.')"

/* A row of a table is read like a file, and its page tells how many there are. */
static void
test_column (AppTest *self, gconstpointer data)
{
  AskReaderWindow *window;
  g_autofree char *text = NULL;
  GtkWidget *desk;

  app_test_add_database (self->path, "support", TICKETS);
  app_documents_add (self, "column:support.ticket.body", "notes");
  window = read_document (self, &(AskReadingWanted) { .source = "notes", .path = "7", .number = 1, .words = "print" }, "text");
  text = ask_reader_text_dup_text (ask_reader_window_get_text (window));
  g_assert_cmpstr (text, ==, "It prints nothing.\n");
  wait_for_selected (window, "prints");
  g_assert_false (offers (window, "Open File"));
  close_reader (window);
  ask_window_show_page (self->window, "sources");
  app_test_wait_for_words (ask_window_get_page (self->window, "sources"), "notes");
  desk = ask_source_card_open (app_form_find_card (self, "notes"), "documents");
  app_test_wait_for_words (desk, "2 documents");
  app_test_wait_for_words (desk, "Nothing: all of every document was read.");
  gtk_window_destroy (GTK_WINDOW (desk));
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
#define ADD(name, func) APP_TEST_ADD ("/app/ask-reader/" name, func, APP_TEST_SHOP)
  ADD ("hits-are-marked-and-gone-to", test_hits);
  ADD ("keys-go-from-hit-to-hit", test_keys);
  ADD ("each-control-is-reached-and-named", test_reached);
  ADD ("what-is-not-as-it-was-is-said", test_other);
  ADD ("a-long-document-does-not-hold-up-the-window", test_long);
  ADD ("a-citation-opens-its-passage", test_citation);
  ADD ("a-saved-answer-has-its-passages", test_saved);
  ADD ("a-row-leads-to-its-document", test_browse);
  ADD ("words-that-rows-were-looked-for-by-are-marked", test_browse_words);
  ADD ("a-page-of-a-pdf-is-gone-to", test_page);
  g_test_add_func ("/app/ask-reader/filters-say-words", test_words);
  ADD ("a-row-of-a-table-is-read-like-a-file", test_column);
  /* The last: what was translated once stays so. */
  ADD ("it-speaks-german", test_german);
  return g_test_run ();
}
