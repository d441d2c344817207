/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of documents share: folders of them.
 */
#pragma once

#include "app-test.h"
#include "app/explore/ask-browse-view.h"

G_BEGIN_DECLS

char *app_documents_new  (AppTest    *self,
                          const char *name);
void  app_documents_put  (const char *folder,
                          const char *path,
                          const char *text);
void  app_documents_take (const char *folder,
                          const char *path);
void  app_documents_add  (AppTest    *self,
                          const char *folder,
                          const char *source);
void  app_documents_hide (AppTest    *self,
                          const char *entity,
                          const char *attribute);
AskBrowseView *app_documents_browse (AppTest    *self,
                                     const char *entity);

G_END_DECLS
