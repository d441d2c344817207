/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows for all attributes are there at once and are filled as news come. What is known stays while the view is away; what
 * was on its way then is begun again. An API is read only where a person says so, since that costs calls.
 */
#include "config.h"

#include "app/explore/ask-profile-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "app/explore/ask-profile-bars.h"
#include "app/jobs/ask-jobs-browse.h"
#include "app/schema/ask-schema-fields.h"
#include "app/widgets/ask-wrapped-label.h"
#include "base/ask-error.h"
#include "base/ask-number.h"

struct _AskProfileView
{
  GtkWidget parent_instance;
  AskSession *session;
  AskSchema *schema;
  const AskEntity *entity; /* of @schema */
  char *given; /* nullable */
  GCancellable *cancellable; /* nullable: while it works */
  gboolean agreed; /* to calls */
  gboolean done;
  guint n_ready;

  GtkWidget *scroller;
  GtkBox *box;
  GtkLabel *summary;
  GtkSpinner *spinner;
  GtkWidget *begin; /* nullable: of an API */
  GtkListBox *attributes;
  GtkWidget *relations; /* a heading */
  GtkListBox *matches;
};

G_DEFINE_FINAL_TYPE (AskProfileView, ask_profile_view, GTK_TYPE_WIDGET)

/* The row of one attribute: its name and type, and then what becomes known. */
static GtkWidget *
make_row (void)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_widget_set_margin_top (box, 9);
  gtk_widget_set_margin_bottom (box, 9);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  return row;
}

static void
clear_row (GtkListBox *list, guint index)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (list, (int) index);
  GtkWidget *box = gtk_list_box_row_get_child (row);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)) != NULL)
    gtk_box_remove (GTK_BOX (box), child);
}

static GtkBox *
get_row_box (GtkListBox *list, guint index)
{
  return GTK_BOX (gtk_list_box_row_get_child (gtk_list_box_get_row_at_index (list, (int) index)));
}

/* As the side panel of the schema calls it. */
static const char *
find_word (const AskField *fields, const char *field, const char *value)
{
  for (guint i = 0; fields[i].name != NULL; i++)
    for (guint c = 0; g_str_equal (fields[i].name, field) && fields[i].choices[c].value != NULL; c++)
      if (g_str_equal (fields[i].choices[c].value, value))
        return _ (fields[i].choices[c].label);
  return value;
}

static char *
dup_kind (const AskProfileAttribute *self)
{
  g_autoptr (GString) text
    = g_string_new (find_word (ask_schema_type_fields, "type", ask_type_to_string (self->attribute->type)));
  const char *meaning = find_word (ask_schema_attribute_fields, "meaning", ask_meaning_to_string (self->meaning));

  if (self->meaning != ASK_MEANING_NONE && strcmp (meaning, text->str) != 0)
    g_string_append_printf (text, " · %s", meaning);
  if (self->attribute->unit != NULL)
    g_string_append_printf (text, " · %s", self->attribute->unit);
  if (self->attribute->key > 0)
    g_string_append_printf (text, " · %s", _ ("key"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static GtkWidget *
make_head (const AskProfileAttribute *attribute)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *name = gtk_label_new (attribute->attribute->name);
  g_autofree char *words = dup_kind (attribute);
  GtkWidget *kind = gtk_label_new (words);

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (name, "heading");
  gtk_label_set_ellipsize (GTK_LABEL (kind), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (kind), 1);
  gtk_widget_set_hexpand (kind, TRUE);
  gtk_widget_add_css_class (kind, "dim-label");
  gtk_box_append (GTK_BOX (head), name);
  gtk_box_append (GTK_BOX (head), kind);
  return head;
}

static void
fill_attribute (AskProfileView *self, guint index, const AskProfileAttribute *attribute)
{
  GtkBox *box = get_row_box (self->attributes, index);
  g_autofree char *facts = attribute->ready ? ask_profile_dup_facts (attribute) : NULL;
  GtkWidget *bars = attribute->ready ? ask_profile_bars_new (attribute) : NULL;

  clear_row (self->attributes, index);
  gtk_box_append (box, make_head (attribute));
  if (attribute->failure != NULL)
    gtk_box_append (box, ask_wrapped_label_new (ask_error_get_words (attribute->failure), "error"));
  if (facts != NULL)
    gtk_box_append (box, ask_wrapped_label_new (facts, NULL));
  if (bars != NULL)
    gtk_box_append (box, bars);
}

static char *
join_names (GPtrArray *names)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (char *) names->pdata[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
fill_match (AskProfileView *self, guint index, const AskProfileMatch *match)
{
  GtkBox *box = get_row_box (self->matches, index);
  g_autofree char *from = join_names (match->relationship->from_attributes);
  g_autofree char *to = join_names (match->relationship->to_attributes);
  /* Translators: a relationship: an entity with its attributes, and what they refer to. */
  g_autofree char *title
    = g_strdup_printf (_ ("%s (%s) → %s (%s)"), match->relationship->from, from, match->relationship->to, to);
  g_autofree char *checked = ask_number_count ((guint64) MAX (0, match->n_checked));
  g_autofree char *found = ask_number_count ((guint64) MAX (0, match->n_found));
  g_autofree char *words = NULL;

  clear_row (self->matches, index);
  gtk_box_append (box, ask_wrapped_label_new (title, NULL));
  if (match->ready && match->n_checked > 0)
    words = g_strdup_printf (_ ("%s of %s values are found (%.0f %%)"), found, checked,
                             100.0 * (double) match->n_found / (double) match->n_checked);
  else if (match->ready)
    words = g_strdup (_ ("Not compared"));
  if (words != NULL)
    gtk_box_append (box, ask_wrapped_label_new (words, match->n_found < match->n_checked ? "warning" : "dim-label"));
  if (match->failure != NULL)
    gtk_box_append (box, ask_wrapped_label_new (ask_error_get_words (match->failure), "error"));
}

/* What a key is like, where it is not as it should be. */
static void
append_key (GString *text, const AskProfile *profile)
{
  g_autofree char *keys = ask_number_count ((guint64) profile->n_key_repeated);
  g_autofree char *rows = ask_number_count ((guint64) profile->n_key_rows);
  g_autofree char *empty = ask_number_count ((guint64) profile->n_key_empty);

  if (profile->key_failure != NULL)
    g_string_append_printf (text, "\n%s", ask_error_get_words (profile->key_failure));
  if (!profile->key_ready)
    return;
  if (profile->n_key_repeated == 0 && profile->n_key_empty == 0)
    g_string_append_printf (text, "\n%s", _ ("The key tells all rows apart."));
  if (profile->n_key_repeated > 0)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _ ("%s keys stand for %s rows: they tell no rows apart."), keys, rows);
    }
  if (profile->n_key_empty > 0)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text,
                              ngettext ("The key of %s row is empty.", "The keys of %s rows are empty.",
                                        (gulong) profile->n_key_empty),
                              empty);
    }
}

static void
show_summary (AskProfileView *self, const AskProfile *profile)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *read = ask_number_count ((guint64) MAX (0, profile->n_read));
  g_autofree char *rows = ask_number_count ((guint64) MAX (0, profile->n_rows));

  if (profile->sample == ASK_PROFILE_ALL_ROWS)
    g_string_append (text, _ ("All rows are looked at."));
  else if (profile->n_read < 0)
    g_string_append (text, _ ("A sample of the rows is looked at."));
  else if (profile->sample == ASK_PROFILE_SPREAD_ROWS)
    g_string_append_printf (text, _ ("A sample: %s of %s rows, from all over the key."), read, rows);
  else
    g_string_append_printf (text, _ ("A sample: the first %s rows."), read);
  if (profile->n_calls > 0)
    {
      g_string_append_c (text, ' ');
      g_string_append_printf (text, ngettext ("It took %u call.", "It took %u calls.", profile->n_calls),
                              profile->n_calls);
    }
  if (profile->newest != NULL)
    {
      g_autofree char *newest = ask_profile_dup_value (profile->newest, &profile->newest->most);

      g_string_append_c (text, '\n');
      g_string_append_printf (text, _ ("Newest: %s (%s)"), newest, profile->newest->attribute->name);
    }
  append_key (text, profile);
  gtk_label_set_text (self->summary, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->summary), TRUE);
}

static void
on_news (gpointer target, const AskProfile *profile, AskProfilePart part, guint index)
{
  AskProfileView *self = target;

  /* Of a job that was left. */
  if (self->cancellable == NULL)
    return;
  show_summary (self, profile);
  if (part == ASK_PROFILE_PART_ATTRIBUTE)
    {
      fill_attribute (self, index, profile->attributes->pdata[index]);
      self->n_ready++;
    }
  else if (part == ASK_PROFILE_PART_MATCH)
    fill_match (self, index, profile->matches->pdata[index]);
}

static void
set_busy (AskProfileView *self, gboolean busy)
{
  gtk_spinner_set_spinning (self->spinner, busy);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), busy);
}

static void
profile_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskProfileView *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskProfile) profile = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_PROFILE_VIEW (source);
  g_clear_object (&self->cancellable);
  set_busy (self, FALSE);
  self->done = TRUE;
  if (error == NULL)
    show_summary (self, profile);
  else
    {
      gtk_label_set_text (self->summary, ask_error_get_words (error));
      gtk_widget_set_visible (GTK_WIDGET (self->summary), TRUE);
    }
}

static void
start (AskProfileView *self)
{
  gboolean api = self->entity->kind == ASK_ENTITY_API;

  if (self->done || self->cancellable != NULL || (api && !self->agreed))
    return;
  self->n_ready = 0;
  self->cancellable = g_cancellable_new ();
  set_busy (self, TRUE);
  ask_job_start (ask_jobs_profile (self, self->entity->name, self->given, self->agreed, on_news), self,
                 ask_session_get_path (self->session), self->cancellable, profile_ready, NULL);
}

static void
stop (AskProfileView *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
begin_clicked (AskProfileView *self)
{
  self->agreed = TRUE;
  gtk_widget_set_visible (self->begin, FALSE);
  start (self);
}

/** ask_profile_view_is_busy: Returns: whether it is on its way */
gboolean
ask_profile_view_is_busy (AskProfileView *self)
{
  g_return_val_if_fail (ASK_IS_PROFILE_VIEW (self), FALSE);
  return self->cancellable != NULL;
}

/** ask_profile_view_count_ready: Returns: how many attributes were looked at */
guint
ask_profile_view_count_ready (AskProfileView *self)
{
  g_return_val_if_fail (ASK_IS_PROFILE_VIEW (self), 0);
  return self->n_ready;
}

static void
ask_profile_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ask_profile_view_parent_class)->map (widget);
  start (ASK_PROFILE_VIEW (widget));
}

static void
ask_profile_view_unmap (GtkWidget *widget)
{
  stop (ASK_PROFILE_VIEW (widget));
  GTK_WIDGET_CLASS (ask_profile_view_parent_class)->unmap (widget);
}

static void
ask_profile_view_dispose (GObject *object)
{
  AskProfileView *self = ASK_PROFILE_VIEW (object);

  stop (self);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->given, g_free);
  G_OBJECT_CLASS (ask_profile_view_parent_class)->dispose (object);
}

static void
ask_profile_view_class_init (AskProfileViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_profile_view_dispose;
  widget_class->map = ask_profile_view_map;
  widget_class->unmap = ask_profile_view_unmap;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static GtkListBox *
make_list (AskProfileView *self, const char *label)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_box_append (self->box, list);
  return GTK_LIST_BOX (list);
}

static void
ask_profile_view_init (AskProfileView *self)
{
  GtkWidget *clamp = adw_clamp_new ();

  self->scroller = gtk_scrolled_window_new ();
  self->box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 12));
  gtk_widget_set_margin_top (GTK_WIDGET (self->box), 12);
  gtk_widget_set_margin_bottom (GTK_WIDGET (self->box), 24);
  gtk_widget_set_margin_start (GTK_WIDGET (self->box), 12);
  gtk_widget_set_margin_end (GTK_WIDGET (self->box), 12);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), 760);
  adw_clamp_set_child (ADW_CLAMP (clamp), GTK_WIDGET (self->box));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), clamp);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  self->summary = GTK_LABEL (ask_wrapped_label_new (NULL, "dim-label"));
  gtk_widget_set_visible (GTK_WIDGET (self->summary), FALSE);
  gtk_box_append (self->box, GTK_WIDGET (self->summary));
  self->spinner = GTK_SPINNER (gtk_spinner_new ());
  gtk_widget_set_halign (GTK_WIDGET (self->spinner), GTK_ALIGN_START);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->spinner), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Looking at the values"), -1);
  gtk_box_append (self->box, GTK_WIDGET (self->spinner));
}

/* An API gives its rows for calls, which nobody asked for yet. */
static void
add_begin (AskProfileView *self)
{
  g_autofree char *rows = ask_number_count (ASK_PROFILE_API_ROWS);
  g_autofree char *words
    = g_strdup_printf (_ ("A web API has to be called for its values. Up to %s rows are read for a profile."), rows);
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Read and Profile"));

  self->begin = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (begin_clicked), self);
  gtk_box_append (GTK_BOX (self->begin), ask_wrapped_label_new (words, NULL));
  gtk_box_append (GTK_BOX (self->begin), button);
  gtk_box_prepend (self->box, self->begin);
}

static void
add_attributes (AskProfileView *self)
{
  guint n = 0;

  self->attributes = make_list (self, _ ("Attributes"));
  for (guint i = 0; i < self->entity->attributes->len; i++)
    {
      const AskAttribute *attribute = self->entity->attributes->pdata[i];
      AskProfileAttribute empty = { .attribute = attribute, .meaning = attribute->meaning };

      if (!ask_profile_has (attribute))
        continue;
      gtk_list_box_append (self->attributes, make_row ());
      fill_attribute (self, n++, &empty);
    }
}

static void
add_matches (AskProfileView *self)
{
  guint n = 0;

  self->relations = ask_wrapped_label_new (_ ("Relationships"), "heading");
  gtk_box_append (self->box, self->relations);
  self->matches = make_list (self, _ ("Relationships"));
  for (guint i = 0; i < self->schema->relationships->len; i++)
    {
      const AskRelationship *relationship = self->schema->relationships->pdata[i];
      AskProfileMatch empty = { .relationship = relationship };

      if (!ask_profile_has_match (self->entity, relationship))
        continue;
      gtk_list_box_append (self->matches, make_row ());
      fill_match (self, n++, &empty);
    }
  gtk_widget_set_visible (self->relations, n > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->matches), n > 0);
}

/**
 * ask_profile_view_new:
 * @session: whose workspace it is
 * @schema: that @entity is of
 * @entity: what is looked at
 * @given: (nullable): SQL that holds of its rows
 *
 * Returns: (transfer floating): the view; it begins when it is shown
 */
GtkWidget *
ask_profile_view_new (AskSession *session, AskSchema *schema, const AskEntity *entity, const char *given)
{
  AskProfileView *self = g_object_new (ASK_TYPE_PROFILE_VIEW, NULL);

  self->session = g_object_ref (session);
  self->schema = ask_schema_ref (schema);
  self->entity = entity;
  self->given = g_strdup (given);
  if (entity->kind == ASK_ENTITY_API)
    add_begin (self);
  add_attributes (self);
  add_matches (self);
  return GTK_WIDGET (self);
}
