/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The way is a list of browses, without rows: going back reads them again. The list of entities is read whenever the
 * session changed; what is open stays open as long as its entity is there.
 */
#include "config.h"

#include "app/explore/ask-browse-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/explore/ask-entity-list.h"
#include "app/explore/ask-entity-page.h"
#include "app/jobs/ask-jobs-schema.h"
#include "app/widgets/ask-wrap-box.h"
#include "base/ask-error.h"
#include "base/ask-text.h"

/* Steps of the way that are kept. */
#define MAX_WAY 50

struct _AskBrowseView
{
  GtkWidget parent_instance;
  AskSession *session;
  GCancellable *cancellable;
  gboolean loading;
  AskSchema *schema; /* nullable: not read yet */
  GPtrArray *way; /* AskBrowse: the last one is shown */
  GHashTable *layouts; /* entity → GVariant: how its columns are shown */
  char *wanted; /* nullable: an entity that is opened once the schema is here */

  GtkStack *states;
  AdwStatusPage *failed;
  AdwLeaflet *leaflet;
  AskEntityList *list;
  GtkWidget *content;
  GtkWidget *path;
  AdwBin *page;
};

G_DEFINE_FINAL_TYPE (AskBrowseView, ask_browse_view, GTK_TYPE_WIDGET)

static void show_way (AskBrowseView *self);

static AskBrowse *
get_shown (AskBrowseView *self)
{
  return self->way->len > 0 ? self->way->pdata[self->way->len - 1] : NULL;
}

/* What a person made of it since: filters and an order stay when one comes back. */
static void
keep_shown (AskBrowseView *self)
{
  GtkWidget *page = adw_bin_get_child (self->page);

  if (!ASK_IS_ENTITY_PAGE (page) || self->way->len == 0)
    return;
  ask_browse_free (self->way->pdata[self->way->len - 1]);
  self->way->pdata[self->way->len - 1] = ask_browse_copy (ask_entity_page_get_browse (ASK_ENTITY_PAGE (page)));
}

/* The page goes; its columns are as wide, and those hidden are hidden, when its entity is opened again. */
static void
let_go (AskBrowseView *self)
{
  GtkWidget *page = adw_bin_get_child (self->page);
  GVariant *layout = ASK_IS_ENTITY_PAGE (page) ? ask_entity_page_dup_layout (ASK_ENTITY_PAGE (page)) : NULL;

  if (layout != NULL)
    g_hash_table_replace (self->layouts, g_strdup (ask_entity_page_get_browse (ASK_ENTITY_PAGE (page))->entity),
                          layout);
  adw_bin_set_child (self->page, NULL);
}

static void
go_on (AskBrowseView *self, const AskBrowse *browse)
{
  keep_shown (self);
  if (self->way->len >= MAX_WAY)
    g_ptr_array_remove_index (self->way, 0);
  g_ptr_array_add (self->way, ask_browse_copy (browse));
  show_way (self);
}

static void
page_related (AskBrowseView *self, const AskBrowse *browse)
{
  /* The page that owns it goes. */
  g_autoptr (AskBrowse) copy = ask_browse_copy (browse);

  go_on (self, copy);
}

static void
crumb_clicked (GtkButton *button, AskBrowseView *self)
{
  guint at = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "ask-step"));

  if (at + 1 >= self->way->len)
    return;
  g_ptr_array_set_size (self->way, (int) at + 1);
  show_way (self);
}

static void
show_path (AskBrowseView *self)
{
  guint first = self->way->len > 5 ? self->way->len - 5 : 0;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->path)) != NULL)
    gtk_widget_unparent (child);
  for (guint i = first; i < self->way->len; i++)
    {
      const AskBrowse *browse = self->way->pdata[i];
      g_autofree char *label = i > first ? g_strdup_printf ("› %s", browse->entity) : g_strdup (browse->entity);
      gboolean last = i + 1 == self->way->len;
      GtkWidget *crumb = last ? gtk_label_new (label) : gtk_button_new_with_label (label);

      if (last)
        gtk_widget_set_margin_start (crumb, 6);
      gtk_widget_add_css_class (crumb, last ? "heading" : "flat");
      g_object_set_data (G_OBJECT (crumb), "ask-step", GUINT_TO_POINTER (i));
      if (!last)
        {
          gtk_widget_add_css_class (crumb, "ask-light");
          g_signal_connect (crumb, "clicked", G_CALLBACK (crumb_clicked), self);
        }
      gtk_widget_set_parent (crumb, self->path);
    }
}

static void
update_back (AskBrowseView *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "browse.back",
                                 self->way->len > 1
                                   || (adw_leaflet_get_folded (self->leaflet)
                                       && adw_leaflet_get_visible_child (self->leaflet) == self->content));
}

static GtkWidget *
make_hint (void)
{
  GtkWidget *hint = adw_status_page_new ();

  adw_status_page_set_icon_name (ADW_STATUS_PAGE (hint), "ask-browse-symbolic");
  adw_status_page_set_title (ADW_STATUS_PAGE (hint), _ ("Choose an Entity"));
  adw_status_page_set_description (ADW_STATUS_PAGE (hint),
                                   _ ("Its rows are read a page at a time. A click on a row shows what belongs to it, "
                                      "wherever that lies."));
  return hint;
}

static void
show_way (AskBrowseView *self)
{
  const AskBrowse *browse = get_shown (self);
  GtkWidget *page;

  let_go (self);
  page = browse != NULL ? ask_entity_page_new (self->session, self->schema, browse) : make_hint ();
  if (browse != NULL)
    {
      ask_entity_page_set_layout (ASK_ENTITY_PAGE (page), g_hash_table_lookup (self->layouts, browse->entity));
      g_signal_connect_swapped (page, "related", G_CALLBACK (page_related), self);
      adw_leaflet_set_visible_child (self->leaflet, self->content);
    }
  adw_bin_set_child (self->page, page);
  ask_entity_list_select (self->list, browse != NULL ? browse->entity : NULL);
  show_path (self);
  update_back (self);
}

/* A new beginning. */
static void
entity_chosen (AskBrowseView *self, const char *entity)
{
  g_autoptr (AskBrowse) browse = ask_browse_new (entity);

  g_ptr_array_set_size (self->way, 0);
  let_go (self);
  go_on (self, browse);
}

static void
action_back (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBrowseView *self = ASK_BROWSE_VIEW (widget);

  if (self->way->len > 1)
    {
      g_ptr_array_set_size (self->way, (int) self->way->len - 1);
      show_way (self);
    }
  else
    adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_BACK);
  update_back (self);
}

/* What is shown stays where its entity is the same. */
static gboolean
is_same (AskBrowseView *self, AskSchema *before)
{
  const AskBrowse *browse = get_shown (self);
  const AskEntity *old = browse != NULL && before != NULL ? ask_schema_find_entity (before, browse->entity) : NULL;
  const AskEntity *now = browse != NULL ? ask_schema_find_entity (self->schema, browse->entity) : NULL;

  return old != NULL && now != NULL && ask_entity_equal (old, now)
         && before->relationships->len == self->schema->relationships->len;
}

static void
take_schema (AskBrowseView *self, AskSchema *schema)
{
  g_autoptr (AskSchema) before = g_steal_pointer (&self->schema);
  g_autofree char *wanted = g_steal_pointer (&self->wanted);

  self->schema = ask_schema_ref (schema);
  ask_entity_list_set_schema (self->list, schema);
  gtk_stack_set_visible_child_name (self->states, schema->entities->len > 0 ? "full" : "empty");
  if (wanted != NULL)
    entity_chosen (self, wanted);
  else if (!is_same (self, before))
    {
      keep_shown (self);
      show_way (self);
    }
}

static void
schema_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBrowseView *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchemaState) state = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_BROWSE_VIEW (source);
  self->loading = FALSE;
  if (error != NULL)
    {
      g_autofree char *text = g_markup_escape_text (ask_error_get_words (error), -1);

      adw_status_page_set_description (self->failed, text);
      gtk_stack_set_visible_child_name (self->states, "failed");
      return;
    }
  take_schema (self, state->schema);
}

static void
load (AskBrowseView *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  self->loading = TRUE;
  ask_job_start (ask_jobs_open_schema (), self, ask_session_get_path (self->session), self->cancellable, schema_ready,
                 NULL);
}

/**
 * ask_browse_view_open:
 * @self: the page
 * @entity: its name
 *
 * Opens an entity, as soon as the schema was read.
 */
void
ask_browse_view_open (AskBrowseView *self, const char *entity)
{
  g_return_if_fail (ASK_IS_BROWSE_VIEW (self));
  if (self->schema == NULL || self->loading)
    ask_text_set (&self->wanted, entity);
  else
    entity_chosen (self, entity);
}

/** ask_browse_view_search: @self: the page. @words: of entities and sources. Searches for them */
void
ask_browse_view_search (AskBrowseView *self, const char *words)
{
  g_return_if_fail (ASK_IS_BROWSE_VIEW (self));
  ask_entity_list_search (self->list, words);
  ask_browse_view_focus (self);
}

/** ask_browse_view_focus: @self: the page. Puts the cursor into the search of entities */
void
ask_browse_view_focus (AskBrowseView *self)
{
  g_return_if_fail (ASK_IS_BROWSE_VIEW (self));
  adw_leaflet_set_visible_child (self->leaflet, GTK_WIDGET (self->list));
  ask_entity_list_focus (self->list);
}

/** ask_browse_view_get_state: Returns: (transfer none): "loading", "empty", "failed" or "full" */
const char *
ask_browse_view_get_state (AskBrowseView *self)
{
  g_return_val_if_fail (ASK_IS_BROWSE_VIEW (self), NULL);
  return gtk_stack_get_visible_child_name (self->states);
}

/** ask_browse_view_is_busy: Returns: whether something is read, by it or by what is open */
gboolean
ask_browse_view_is_busy (AskBrowseView *self)
{
  GtkWidget *page;

  g_return_val_if_fail (ASK_IS_BROWSE_VIEW (self), FALSE);
  page = adw_bin_get_child (self->page);
  return self->loading || (ASK_IS_ENTITY_PAGE (page) && ask_entity_page_is_busy (ASK_ENTITY_PAGE (page)));
}

/** ask_browse_view_get_page: Returns: (transfer none) (nullable): the #AskEntityPage that is open */
GtkWidget *
ask_browse_view_get_page (AskBrowseView *self)
{
  GtkWidget *page;

  g_return_val_if_fail (ASK_IS_BROWSE_VIEW (self), NULL);
  page = adw_bin_get_child (self->page);
  return ASK_IS_ENTITY_PAGE (page) ? page : NULL;
}

static void
ask_browse_view_dispose (GObject *object)
{
  AskBrowseView *self = ASK_BROWSE_VIEW (object);
  GtkWidget *child;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_browse_view_parent_class)->dispose (object);
}

static void
ask_browse_view_finalize (GObject *object)
{
  AskBrowseView *self = ASK_BROWSE_VIEW (object);

  g_clear_pointer (&self->way, g_ptr_array_unref);
  g_clear_pointer (&self->layouts, g_hash_table_unref);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_free (self->wanted);
  G_OBJECT_CLASS (ask_browse_view_parent_class)->finalize (object);
}

static void
ask_browse_view_class_init (AskBrowseViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_browse_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_browse_view_finalize;
  g_type_ensure (ASK_TYPE_ENTITY_LIST);
  g_type_ensure (ASK_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-browse-view.ui");
  gtk_widget_class_bind_template_child (widget_class, AskBrowseView, states);
  gtk_widget_class_bind_template_child (widget_class, AskBrowseView, failed);
  gtk_widget_class_bind_template_child (widget_class, AskBrowseView, leaflet);
  gtk_widget_class_bind_template_child (widget_class, AskBrowseView, list);
  gtk_widget_class_bind_template_child (widget_class, AskBrowseView, content);
  gtk_widget_class_bind_template_child (widget_class, AskBrowseView, path);
  gtk_widget_class_bind_template_child (widget_class, AskBrowseView, page);
  gtk_widget_class_bind_template_callback (widget_class, entity_chosen);
  gtk_widget_class_install_action (widget_class, "browse.back", NULL, action_back);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK, "browse.back", NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ask_browse_view_init (AskBrowseView *self)
{
  self->way = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_browse_free);
  self->layouts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_variant_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  adw_bin_set_child (self->page, make_hint ());
  g_signal_connect_swapped (self->leaflet, "notify::folded", G_CALLBACK (update_back), self);
  g_signal_connect_swapped (self->leaflet, "notify::visible-child", G_CALLBACK (update_back), self);
  update_back (self);
}

/** ask_browse_view_new: @session: whose workspace it is. Returns: (transfer floating): the page, which reads the schema */
GtkWidget *
ask_browse_view_new (AskSession *session)
{
  AskBrowseView *self = g_object_new (ASK_TYPE_BROWSE_VIEW, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (load), self, G_CONNECT_SWAPPED);
  load (self);
  return GTK_WIDGET (self);
}
