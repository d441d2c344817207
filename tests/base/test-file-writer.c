/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is in the place of a file stays what it is: links are followed, pipes and devices are written into, and a
 * write that fails leaves the file that was there.
 */
#include "config.h"

#include "base/ask-file-writer.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("askdata-writer-XXXXXX", NULL);
  g_assert_nonnull (self->folder);
}

/* Each test has removed its files by then, so what it left behind shows. */
static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
}

static char *
place (Fixture *self, const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

static void
put (const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, &error));
  g_assert_no_error (error);
}

static void
check_text (const char *path, const char *text)
{
  g_autofree char *found = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &found, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (found, ==, text);
}

static void
write_good (const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_file_write (path, text, strlen (text), NULL, &error));
  g_assert_no_error (error);
}

static void
write_bad (const char *path, const char *why)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (ask_file_write (path, "new", 3, NULL, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, why));
  g_assert_nonnull (strstr (error->message, path));
  g_assert_nonnull (strstr (error->message, "Choose another place."));
}

static mode_t
kind (const char *path)
{
  struct stat info;

  g_assert_cmpint (lstat (path, &info), ==, 0);
  return info.st_mode;
}

static void
test_regular (Fixture *self, gconstpointer data)
{
  g_autofree char *path = place (self, "a.txt");

  write_good (path, "one");
  check_text (path, "one");
  g_chmod (path, 0640);
  write_good (path, "two");
  check_text (path, "two");
  g_assert_cmpint (kind (path) & 07777, ==, 0640);
  write_good (path, "");
  check_text (path, "");
  g_unlink (path);
}

static void
test_link (Fixture *self, gconstpointer data)
{
  g_autofree char *inner = place (self, "inner");
  g_autofree char *target = g_build_filename (inner, "a.txt", NULL);
  g_autofree char *link = place (self, "link");
  g_autofree char *second = place (self, "second");

  g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
  g_assert_cmpint (symlink ("inner/a.txt", link), ==, 0);
  g_assert_cmpint (symlink (link, second), ==, 0);
  /* Dangling at first. */
  write_good (second, "one");
  check_text (target, "one");
  write_good (second, "two");
  check_text (target, "two");
  g_assert_true (S_ISLNK (kind (link)));
  g_assert_true (S_ISLNK (kind (second)));
  g_assert_true (S_ISREG (kind (target)));
  g_unlink (target);
  g_rmdir (inner);
  /* Into a folder that is not there, and round in circles. */
  write_bad (second, g_strerror (ENOENT));
  g_unlink (link);
  g_assert_cmpint (symlink ("second", link), ==, 0);
  write_bad (second, g_strerror (ELOOP));
  g_unlink (link);
  g_unlink (second);
}

static gpointer
read_all (gpointer path)
{
  g_autoptr (GString) text = g_string_new (NULL);
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  char bytes[777];
  gssize n;

  g_assert_cmpint (fd, >=, 0);
  while ((n = read (fd, bytes, sizeof bytes)) > 0)
    g_string_append_len (text, bytes, n);
  close (fd);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* More than a pipe holds, to a reader who comes late. */
static void
test_pipe (Fixture *self, gconstpointer data)
{
  g_autofree char *path = place (self, "pipe");
  g_autofree char *link = place (self, "link");
  g_autofree char *text = g_strnfill (300000, 'x');
  g_autofree char *found = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *reader;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_cmpint (symlink ("pipe", link), ==, 0);
  write_bad (link, "nobody reads from it");
  reader = g_thread_new ("reader", read_all, path);
  g_assert_true (ask_file_write (link, text, strlen (text), cancellable, &error));
  g_assert_no_error (error);
  found = g_thread_join (reader);
  g_assert_cmpstr (found, ==, text);
  g_assert_true (S_ISFIFO (kind (path)));
  g_cancellable_cancel (cancellable);
  g_assert_false (ask_file_write (path, text, strlen (text), cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_unlink (link);
  g_unlink (path);
}

/* A reader who goes is an error and not the end of the program. */
static void
test_reader_gone (Fixture *self, gconstpointer data)
{
  g_autofree char *path = place (self, "pipe");
  g_autoptr (AskFileWriter) writer = NULL;
  g_autoptr (GError) error = NULL;
  int reader;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  reader = open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  writer = ask_file_writer_new (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ask_file_writer_append (writer, "abc", 3, NULL, &error));
  close (reader);
  g_assert_false (ask_file_writer_append (writer, "abc", 3, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
  g_unlink (path);
}

/* What stands behind /dev/stdout is the open file itself, whatever was written to it before. */
static void
test_own_file (Fixture *self, gconstpointer data)
{
  g_autofree char *path = place (self, "a.txt");
  g_autofree char *link = place (self, "stdout");
  g_autofree char *own = NULL;
  struct stat before, after;
  int fd = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, "head ", 5), ==, 5);
  g_assert_cmpint (fstat (fd, &before), ==, 0);
  own = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_assert_cmpint (symlink (own, link), ==, 0);
  write_good (link, "one ");
  write_good (own, "two");
  g_assert_cmpint (g_stat (path, &after), ==, 0);
  g_assert_cmpuint (before.st_ino, ==, after.st_ino);
  g_assert_true (S_ISLNK (kind (link)));
  check_text (path, "head one two");
  close (fd);
  g_unlink (link);
  g_unlink (path);
}

static void
test_standard_output (Fixture *self, gconstpointer data)
{
  if (g_test_subprocess ())
    {
      g_print ("head ");
      write_good ("-", "one ");
      write_good ("/dev/stdout", "two ");
      return;
    }
  g_test_trap_subprocess ("/base/file-writer/standard-output-is-written-on", 0, 0);
  g_test_trap_assert_passed ();
  g_test_trap_assert_stdout ("*head one two *");
}

/* Nothing is left of a write that failed, and the file is as it was. */
static void
test_refused (Fixture *self, gconstpointer data)
{
  g_autofree char *inner = place (self, "inner");
  g_autofree char *path = g_build_filename (inner, "a.txt", NULL);
  g_autofree char *nowhere = g_build_filename (path, "b.txt", NULL);
  g_autofree char *full = place (self, "full");
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int listener = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
  write_bad (inner, g_strerror (EISDIR));
  write_bad ("", g_strerror (ENOENT));
  put (path, "old");
  write_bad (nowhere, g_strerror (ENOTDIR));
  if (geteuid () != 0)
    {
      g_chmod (path, 0400);
      write_bad (path, g_strerror (EACCES));
      g_chmod (path, 0600);
      g_chmod (inner, 0500);
      write_bad (path, g_strerror (EACCES));
      g_chmod (inner, 0700);
    }
  check_text (path, "old");
  g_unlink (path);
  g_strlcpy (address.sun_path, path, sizeof address.sun_path);
  g_assert_cmpint (bind (listener, (struct sockaddr *) &address, sizeof address), ==, 0);
  write_bad (path, "it is a socket");
  g_assert_true (S_ISSOCK (kind (path)));
  close (listener);
  g_unlink (path);
  g_rmdir (inner);
  /* A link of our own: the device behind it would be replaced by what is to be found here. */
  g_assert_cmpint (symlink ("/dev/full", full), ==, 0);
  write_bad (full, g_strerror (ENOSPC));
  g_assert_true (S_ISLNK (kind (full)));
  g_assert_true (S_ISCHR (kind ("/dev/full")));
  g_unlink (full);
}

static void
test_unfinished (Fixture *self, gconstpointer data)
{
  g_autofree char *path = place (self, "a.txt");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  AskFileWriter *writer;

  put (path, "old");
  writer = ask_file_writer_new (path, cancellable, &error);
  g_assert_no_error (error);
  g_assert_true (ask_file_writer_append (writer, "new", 3, cancellable, &error));
  g_cancellable_cancel (cancellable);
  g_assert_false (ask_file_writer_append (writer, "new", 3, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ask_file_writer_free (writer);
  check_text (path, "old");
  g_unlink (path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/base/file-writer/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("a-file-is-replaced-and-keeps-its-mode", test_regular);
  ADD ("a-link-is-followed-and-stays-one", test_link);
  ADD ("a-pipe-is-written-into", test_pipe);
  ADD ("a-reader-who-goes-is-an-error", test_reader_gone);
  ADD ("an-open-file-behind-a-link-is-written-on", test_own_file);
  ADD ("standard-output-is-written-on", test_standard_output);
  ADD ("a-refused-write-leaves-the-old-file", test_refused);
  ADD ("a-cancelled-write-leaves-the-old-file", test_unfinished);
  return g_test_run ();
}
