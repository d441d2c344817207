/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The values that something is compared with: one, two, a list, or a span of days. What the index of values has is
 * offered while one types; no source is asked.
 *
 * ::changed: a person changed a value.
 */
#include "config.h"

#include "app/explore/ask-build-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/jobs/ask-jobs-build.h"

#define MAX_OFFERED 8

struct _AskBuildValueEditor
{
  GtkWidget parent_instance;
  AskBuildPlace place;
  AskBuildCondition *test;
  GtkWidget *box;
  GtkWidget *popover;
  GtkWidget *list;
  GtkWidget *typing; /* nullable: the entry that is typed in */
  GCancellable *looking;
  gboolean quiet;
};

G_DEFINE_FINAL_TYPE (AskBuildValueEditor, ask_build_value, GTK_TYPE_WIDGET)

static guint changed_signal;

static void
changed (AskBuildValueEditor *self, gboolean same_edit)
{
  g_signal_emit (self, changed_signal, 0, same_edit);
}

static void
hide (AskBuildValueEditor *self)
{
  ask_build_stop (&self->looking);
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

/* ---- what the index has */

static void
values_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBuildValueEditor *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) values = ask_job_finish (source, result, &error);
  GdkRectangle at;
  double x = 0, y = 0;

  /* A list of suggestions that cannot be had is no fault of the query. */
  if (values == NULL)
    return;
  self = ASK_BUILD_VALUE (source);
  ask_build_offers_clear (self->list);
  if (self->typing == NULL || !gtk_widget_get_mapped (self->typing) || values->len == 0)
    {
      gtk_popover_popdown (GTK_POPOVER (self->popover));
      return;
    }
  for (guint i = 0; i < values->len; i++)
    {
      GtkWidget *label = gtk_label_new (values->pdata[i]);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
      gtk_list_box_append (GTK_LIST_BOX (self->list), label);
    }
  gtk_list_box_unselect_all (GTK_LIST_BOX (self->list));
  gtk_widget_translate_coordinates (self->typing, GTK_WIDGET (self), 0, 0, &x, &y);
  at = (GdkRectangle) { (int) x, (int) y, gtk_widget_get_width (self->typing), gtk_widget_get_height (self->typing) };
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &at);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

/* Of a list the last value is being typed. */
static const char *
find_begun (AskBuildValueEditor *self, const char *text)
{
  const char *comma = self->test->op == ASK_BUILD_IN || self->test->op == ASK_BUILD_NOT_IN ? strrchr (text, ',') : NULL;

  for (text = comma != NULL ? comma + 1 : text; *text == ' '; text++)
    ;
  return text;
}

static void
look_up (AskBuildValueEditor *self, GtkWidget *entry)
{
  const AskEntity *entity = NULL;
  const AskAttribute *attribute
    = ask_build_find_origin (self->place.build, self->place.schema, &self->test->term, &entity);
  const char *begun = find_begun (self, gtk_editable_get_text (GTK_EDITABLE (entry)));

  hide (self);
  if (attribute == NULL || attribute->column == NULL || attribute->sensitive || begun[0] == '\0'
      || ask_build_term_get_kind (self->place.build, self->place.schema, &self->test->term) != ASK_DOMAIN_TEXT)
    return;
  self->typing = entry;
  self->looking = g_cancellable_new ();
  ask_job_start (ask_jobs_list_indexed (entity, attribute, begun, MAX_OFFERED), self,
                 ask_session_get_path (self->place.session), self->looking, values_ready, NULL);
}

static void
value_chosen (AskBuildValueEditor *self, GtkListBoxRow *row)
{
  const char *value = gtk_label_get_text (GTK_LABEL (gtk_list_box_row_get_child (row)));
  GtkWidget *entry = self->typing;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  g_autofree char *before = g_strndup (text, (gsize) (find_begun (self, text) - text));
  g_autofree char *whole = g_strconcat (before, value, NULL);

  self->quiet = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (entry), whole);
  gtk_editable_set_position (GTK_EDITABLE (entry), -1);
  self->quiet = FALSE;
  hide (self);
  g_signal_emit_by_name (entry, "activate");
}

static gboolean
key_pressed (AskBuildValueEditor *self, guint key, guint code, GdkModifierType modifiers)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));

  if ((modifiers & gtk_accelerator_get_default_mod_mask ()) != 0 || !gtk_widget_get_visible (self->popover))
    return FALSE;
  if (key == GDK_KEY_Down || key == GDK_KEY_Up)
    {
      ask_build_offers_move (self->list, key == GDK_KEY_Down ? 1 : -1);
      return TRUE;
    }
  if (key == GDK_KEY_Escape)
    {
      hide (self);
      return TRUE;
    }
  if (row == NULL || (key != GDK_KEY_Return && key != GDK_KEY_KP_Enter && key != GDK_KEY_Tab))
    return FALSE;
  value_chosen (self, row);
  return TRUE;
}

/* ---- values */

static AskBuildValueKind
find_kind (AskBuildValueEditor *self, const char *text)
{
  AskDomainKind kind = ask_build_term_get_kind (self->place.build, self->place.schema, &self->test->term);
  char *rest = NULL;

  if (text[0] == '(')
    return ASK_BUILD_VALUE_SQL;
  if (kind != ASK_DOMAIN_NUMBER && kind != ASK_DOMAIN_BOOLEAN)
    return ASK_BUILD_VALUE_TEXT;
  g_ascii_strtod (text, &rest);
  return rest != text && *rest == '\0' ? ASK_BUILD_VALUE_NUMBER : ASK_BUILD_VALUE_TEXT;
}

static void
add_value (AskBuildValueEditor *self, const char *text)
{
  g_autofree char *value = g_strstrip (g_strdup (text));
  gsize length = strlen (value);

  if (length == 0)
    return;
  /* What stands in parentheses is SQL, a subquery mostly. */
  if (find_kind (self, value) == ASK_BUILD_VALUE_SQL && value[length - 1] == ')')
    {
      g_autofree char *inner = g_strndup (value + 1, length - 2);
      gboolean query = g_ascii_strncasecmp (inner, "select", 6) == 0;

      ask_build_condition_add (self->test, ASK_BUILD_VALUE_SQL, query ? value : inner);
    }
  else
    ask_build_condition_add (self->test,
                             find_kind (self, value) == ASK_BUILD_VALUE_NUMBER ? ASK_BUILD_VALUE_NUMBER
                                                                               : ASK_BUILD_VALUE_TEXT,
                             value);
}

static gboolean
is_list (const AskBuildValueEditor *self)
{
  return self->test->op == ASK_BUILD_IN || self->test->op == ASK_BUILD_NOT_IN;
}

/* All entries of the editor, read anew. */
static void
read_entries (AskBuildValueEditor *self)
{
  g_ptr_array_set_size (self->test->values, 0);
  for (GtkWidget *child = gtk_widget_get_first_child (self->box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_ENTRY (child) && is_list (self))
      {
        g_auto (GStrv) parts = g_strsplit (gtk_editable_get_text (GTK_EDITABLE (child)), ",", -1);

        for (guint i = 0; parts[i] != NULL; i++)
          add_value (self, parts[i]);
      }
    else if (GTK_IS_ENTRY (child))
      add_value (self, gtk_editable_get_text (GTK_EDITABLE (child)));
}

static void
entry_changed (AskBuildValueEditor *self, GtkWidget *entry)
{
  if (self->quiet)
    return;
  read_entries (self);
  changed (self, TRUE);
  look_up (self, entry);
}

static void
entry_activated (AskBuildValueEditor *self)
{
  read_entries (self);
  changed (self, TRUE);
}

static char *
write_value (const AskBuildValue *value)
{
  return value->kind == ASK_BUILD_VALUE_SQL && value->text[0] != '(' ? g_strdup_printf ("(%s)", value->text)
                                                                     : g_strdup (value->text);
}

static void
add_entry (AskBuildValueEditor *self, const char *text)
{
  GtkWidget *entry = gtk_entry_new ();
  AskDomainKind kind = ask_build_term_get_kind (self->place.build, self->place.schema, &self->test->term);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), is_list (self) ? 18 : 10);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), is_list (self)               ? _ ("one, another, …")
                                                     : kind == ASK_DOMAIN_TIME    ? "2025-03-31"
                                                     : kind == ASK_DOMAIN_BOOLEAN ? "1, 0"
                                                                                  : _ ("value"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Value"), -1);
  g_signal_connect_object (entry, "changed", G_CALLBACK (entry_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (entry, "activate", G_CALLBACK (entry_activated), self, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (entry, keys);
  g_signal_connect_object (focus, "leave", G_CALLBACK (hide), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (entry, focus);
  gtk_box_append (GTK_BOX (self->box), entry);
}

static void
add_entries (AskBuildValueEditor *self)
{
  gboolean two = self->test->op == ASK_BUILD_BETWEEN || self->test->op == ASK_BUILD_NOT_BETWEEN;
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < MAX (self->test->values->len, two ? 2 : 1); i++)
    {
      g_autofree char *text = i < self->test->values->len ? write_value (self->test->values->pdata[i]) : g_strdup ("");

      if (is_list (self))
        g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", text);
      else
        {
          if (i == 1)
            /* Translators: between two values, as in "between 1 and 5" */
            gtk_box_append (GTK_BOX (self->box), gtk_label_new (C_ ("between two values", "and")));
          add_entry (self, text);
        }
      if (!is_list (self) && i == (two ? 1u : 0u))
        break;
    }
  if (is_list (self))
    add_entry (self, all->str);
}

/* ---- spans of days */

static gboolean
is_counted (AskSpanKind kind)
{
  return kind == ASK_SPAN_LAST || kind == ASK_SPAN_NEXT;
}

/* "the last 30 days", "this month" */
static GtkStringList *
new_units (AskSpanKind kind)
{
  const char *const several[] = { C_ ("span of days", "days"), C_ ("span of days", "weeks"),
                                  C_ ("span of days", "months"), C_ ("span of days", "years"), NULL };
  const char *const one[] = { C_ ("one span of days", "day"), C_ ("one span of days", "week"),
                              C_ ("one span of days", "month"), C_ ("one span of days", "year"), NULL };

  return gtk_string_list_new (is_counted (kind) ? several : one);
}

static void
span_changed (AskBuildValueEditor *self)
{
  GtkWidget *kind = g_object_get_data (G_OBJECT (self), "ask-kind");
  GtkWidget *number = g_object_get_data (G_OBJECT (self), "ask-number");
  GtkWidget *unit = g_object_get_data (G_OBJECT (self), "ask-unit");
  AskSpan *span = &self->test->span;
  gboolean counted = is_counted (span->kind);

  if (self->quiet)
    return;
  span->kind = (AskSpanKind) gtk_drop_down_get_selected (GTK_DROP_DOWN (kind));
  span->unit = (AskSpanUnit) gtk_drop_down_get_selected (GTK_DROP_DOWN (unit));
  span->n = is_counted (span->kind) ? (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (number)) : 1;
  if (is_counted (span->kind) != counted)
    {
      g_autoptr (GtkStringList) words = new_units (span->kind);

      self->quiet = TRUE;
      gtk_drop_down_set_model (GTK_DROP_DOWN (unit), G_LIST_MODEL (words));
      gtk_drop_down_set_selected (GTK_DROP_DOWN (unit), span->unit);
      self->quiet = FALSE;
    }
  gtk_widget_set_visible (number, is_counted (span->kind));
  changed (self, FALSE);
}

static void
add_span (AskBuildValueEditor *self)
{
  const char *const kinds[] = { C_ ("span of days", "the last"), C_ ("span of days", "this"),
                                C_ ("span of days", "the previous"), C_ ("span of days", "the next"), NULL };
  const char *const none[] = { "", NULL };
  const AskSpan *span = &self->test->span;
  GtkWidget *kind = ask_build_words_new (kinds, span->kind, _ ("Span of days"));
  GtkWidget *number = gtk_spin_button_new_with_range (1, 10000, 1);
  GtkWidget *unit = ask_build_words_new (none, 0, _ ("Unit"));
  g_autoptr (GtkStringList) units = new_units (span->kind);

  gtk_drop_down_set_model (GTK_DROP_DOWN (unit), G_LIST_MODEL (units));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (unit), span->unit);

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (number), span->n);
  gtk_accessible_update_property (GTK_ACCESSIBLE (number), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Number"), -1);
  gtk_widget_set_visible (number, is_counted (span->kind));
  g_object_set_data (G_OBJECT (self), "ask-kind", kind);
  g_object_set_data (G_OBJECT (self), "ask-number", number);
  g_object_set_data (G_OBJECT (self), "ask-unit", unit);
  g_signal_connect_object (kind, "notify::selected", G_CALLBACK (span_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (unit, "notify::selected", G_CALLBACK (span_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (number, "value-changed", G_CALLBACK (span_changed), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->box), kind);
  gtk_box_append (GTK_BOX (self->box), number);
  gtk_box_append (GTK_BOX (self->box), unit);
}

/* ---- the widget */

static void
ask_build_value_dispose (GObject *object)
{
  AskBuildValueEditor *self = ASK_BUILD_VALUE (object);

  ask_build_stop (&self->looking);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (ask_build_value_parent_class)->dispose (object);
}

static void
ask_build_value_class_init (AskBuildValueEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_build_value_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  changed_signal = g_signal_new ("changed", ASK_TYPE_BUILD_VALUE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 1, G_TYPE_BOOLEAN);
}

static void
ask_build_value_init (AskBuildValueEditor *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->popover = ask_build_offers_new (GTK_WIDGET (self), &self->list);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (value_chosen), self, G_CONNECT_SWAPPED);
}

/*
 * ask_build_value_new:
 * @place: of the step
 * @test: whose values they are; borrowed
 *
 * Returns: (transfer full): as many entries as its comparison needs
 */
GtkWidget *
ask_build_value_new (const AskBuildPlace *place, AskBuildCondition *test)
{
  AskBuildValueEditor *self = g_object_new (ASK_TYPE_BUILD_VALUE, NULL);

  self->place = *place;
  self->test = test;
  if (test->op == ASK_BUILD_WITHIN)
    add_span (self);
  else if (test->op != ASK_BUILD_EMPTY && test->op != ASK_BUILD_NOT_EMPTY)
    add_entries (self);
  return GTK_WIDGET (self);
}
