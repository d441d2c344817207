/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is read of each kind of document, in German and English, and what becomes of files that are broken, locked,
 * enormous or made to do harm: a note, and what could be read.
 */
#include "config.h"

#include "source/document-fixture.h"

typedef struct
{
  const char *name;
  const char *bytes;
  const char *expected;
} Case;

static const Case cases[] = {
  { "plain.txt", "Erste Zeile\nzweite  Zeile\n\n\n  Neuer\tAbsatz \n",
    "(null); (null); (null); 0\nErste Zeile|zweite "
    "Zeile\nNeuer Absatz\n" },
  { "dos.txt", "One\r\n\r\nTwo\r\n", "(null); (null); (null); 0\nOne\nTwo\n" },
  { "pages.txt", "One\n\fTwo\n", "(null); (null); (null); 2\n[1] One\n[2] Two\n" },
  { "latin.txt", "K\xfcndigung", "(null); (null); (null); 0\nKündigung\n" },
  { "mark.txt",
    "\xef\xbb\xbfGr\xc3\xbc\xc3\x9f"
    "e",
    "(null); (null); (null); 0\nGrüße\n" },
  { "control.txt",
    "a\x1b[31mb\x7f\xc2\x9b"
    "c",
    "(null); (null); (null); 0\na [31mb c\n" },
  { "empty.txt", "", "(null); (null); (null); 0\n! There is no text in it.\n" },
  { "notes.md",
    "# Mietvertrag\nText vor allem.\n\n## Kündigung ##\nDrei Monate.\n```\n# kein Titel\n\nCode\n```\n#nichts\n",
    "Mietvertrag; (null); (null); 0\n#1 Mietvertrag\nText vor allem.\n#2 Kündigung\nDrei Monate.|```|# kein "
    "Titel||Code|```|#nichts\n" },
  { "page.html",
    "<!DOCTYPE html><html><head><meta charset=utf-8><title> Über \n uns </title><meta name=author content='Ana'>"
    "<style>p{}</style></head><body><h1>Wir</h1><p>Ein <b>fetter</b>\nSatz.<p>Noch&nbsp;einer &amp; mehr<br>Zeile"
    "<script>alert(1)</script><table><tr><td>a<td>b</table></body>",
    "Über uns; Ana; (null); 0\n#1 Wir\nEin fetter Satz.\nNoch einer & mehr|Zeile\na b\n" },
  { "latin.html",
    "<meta charset=iso-8859-1><p>Gr\xfc\xdf"
    "e",
    "(null); (null); (null); 0\nGrüße\n" },
  { "broken.html", "<p>a<b>c</i><div></p><<<", "(null); (null); (null); 0\nac\n<<<\n" },
  { "plain.eml",
    "From: =?utf-8?Q?J=C3=B6rg?= <j@example.com>\r\nSubject: =?iso-8859-1?B?S/xuZGlndW5n?=\r\n =?utf-8?Q?_zum?= "
    "Ende\r\nDate: Tue, 24 Nov 2026 10:00:00 +0100\r\nContent-Type: text/plain; charset=\"iso-8859-1\"\r\n"
    "Content-Transfer-Encoding: quoted-printable\r\n\r\nGr=FC=DFe aus =\r\nBonn\r\n\r\nAna\r\n",
    "Kündigung zum Ende; Jörg <j@example.com>; 2026-11-24T09:00:00Z; 0\n#1 Kündigung zum Ende\nGrüße aus Bonn\nAna\n" },
  { "parts.eml",
    "Subject: Two\nContent-Type: multipart/mixed; boundary=\"x\"\n\nnobody reads this\n--x\nContent-Type: "
    "multipart/alternative; boundary=y\n\n--y\nContent-Type: text/html\n\n<p>no</p>\n--y\nContent-Type: text/plain\n\n"
    "yes\n--y--\n--x\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\nPGgyPkjDtmhlPC9oMj4=\n"
    "--x\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=\"a;b.pdf\"\n\n%PDF\n--x\n"
    "Content-Type: message/rfc822\n\nSubject: Inner\n\nForwarded\n--x--\nafter\n",
    "Two; (null); (null); 0\n#1 Two\nyes\n#2 Höhe\n#1 Inner\nForwarded\n! Not read, since attached: a;b.pdf.\n" },
  { "cut.eml", "Subject: Cut\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nwhat is there",
    "Cut; (null); (null); 0\n#1 Cut\nwhat is there\n" },
  { "broken.pdf", "%PDF-1.4\nnothing",
    "(null); (null); (null); 0\n! It is damaged, or no PDF. Save it again, or fetch it "
    "anew.\n" },
  { "locked.docx", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....",
    "(null); (null); (null); 0\n! It is protected with a password, or in the format of Word before 2007. Save it as .docx "
    "without a password.\n" },
};

static void
test_read (gconstpointer data)
{
  const Case *item = data;
  g_autofree char *path = sheet_write (item->name, item->bytes, -1);
  g_autofree char *read = document_read (path);

  g_assert_cmpstr (read, ==, item->expected);
}

static void
test_utf16 (void)
{
  static const struct
  {
    const char *bytes;
    gsize n;
  } texts[] = {
    { "\xff\xfeK\0\xfc\0", 6 },
    { "\xfe\xff\0K\0\xfc", 6 },
    /* Cut in the middle of a letter. */
    { "\xff\xfeK\0\xfc\0x", 7 },
    { "\xfe\xff\0K\0\xfc\0", 7 },
    { "\xff\xfe\0\0K\0\0\0\xfc\0\0\0", 12 },
    { "\0\0\xfe\xff\0\0\0K\0\0\0\xfc\0\0", 14 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = sheet_write ("wide.txt", texts[i].bytes, texts[i].n);
      g_autofree char *read = document_read (path);

      g_test_message ("%u", i);
      g_assert_cmpstr (read, ==, "(null); (null); (null); 0\nKü\n");
    }
}

static void
test_docx (void)
{
  g_autofree char *path = document_write_docx (
    "vertrag.docx",
    "<w:p><w:pPr><w:pStyle w:val=\"berschrift1\"/></w:pPr><w:r><w:t>Laufzeit</w:t></w:r></w:p>"
    "<w:p><w:r><w:t xml:space=\"preserve\">Zwei </w:t></w:r><w:r><w:t>Jahre.</w:t></w:r><w:del><w:r><w:delText>Drei"
    "</w:delText></w:r></w:del></w:p>"
    "<w:p><w:r><w:lastRenderedPageBreak/><w:t>Seite zwei</w:t><w:tab/><w:t>hier</w:t></w:r></w:p>"
    "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Zelle</w:t></w:r></w:p></w:tc></w:tr></w:tbl>");
  g_autofree char *read = document_read (path);

  g_assert_cmpstr (
    read, ==,
    "Vertrag Nr. 7; Jörg Müller; 2026-02-03T10:00:00Z; 2\n#1 Laufzeit\nZwei Jahre.\n[2] Seite zwei hier\n"
    "[2] Zelle\n[2] Eine Fußnote.\n");
}

static void
test_odt (void)
{
  g_autofree char *path = document_write_odt (
    "protokoll.odt", "<text:tracked-changes><text:p>gelöscht</text:p></text:tracked-changes>"
                     "<text:h text:outline-level=\"2\">Beschluss</text:h><text:p>Ein<text:s/>Satz<text:line-break/>in "
                     "\n<text:span>zwei</text:span> Zeilen</text:p><text:soft-page-break/><text:p>Danach</text:p>");
  g_autofree char *read = document_read (path);

  g_assert_cmpstr (read, ==,
                   "Protokoll; Zoë; 2026-01-02T03:04:05Z; 3\n#2 Beschluss\nEin Satz|in zwei Zeilen\n[2] Danach\n");
}

static void
test_pdf (void)
{
  g_autofree char *path
    = document_write_pdf ("frist.pdf", "Kündigungsfristen",
                          (const char *const[]) { "Die ordentliche Kündi-\ngung bedarf der Schriftform.", "Seite zwei",
                                                  NULL });
  g_autofree char *read = document_read (path);

  g_assert_cmpstr (read, ==,
                   "Kündigungsfristen; Ana Gómez; 2026-03-04T05:06:07Z; 2\n[1] Die ordentliche Kündigung bedarf der "
                   "Schriftform.\n[2] Seite zwei\n");
}

/* A PDF with an /Encrypt dictionary whose keys fit no password. */
static void
test_locked_pdf (void)
{
  g_autofree char *path = sheet_write (
    "locked.pdf",
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    "3 0 obj<</Filter/Standard/V 1/R 2/Length 40/P -4/O<6162636465666768696a6b6c6d6e6f707172737475767778797a303132333435>"
    "/U<6162636465666768696a6b6c6d6e6f707172737475767778797a303132333435>>>endobj\n"
    "trailer<</Root 1 0 R/Encrypt 3 0 R/ID[<00><00>]/Size 4>>\n%%EOF\n",
    -1);
  g_autofree char *read = document_read (path);

  g_assert_cmpstr (read, ==, "(null); (null); (null); 0\n! It is protected with a password. Save it without one.\n");
}

/* Whatever ends the process that reads a PDF is a note. */
static void
test_dying_pdf (void)
{
  g_autofree char *path = document_write_pdf ("dying.pdf", NULL, (const char *const[]) { "text", NULL });
  g_autofree char *before = g_strdup (g_getenv ("ASKDATA_LIBEXEC_DIR"));
  g_autofree char *program = sheet_write ("askdata-pdf", "#!/bin/sh\nprintf 'N 2 0\\nP 1 4\\nabcd'; kill -9 $$\n", -1);
  g_autofree char *read = NULL;
  g_autofree char *away = NULL;

  g_assert_cmpint (g_chmod (program, 0700), ==, 0);
  g_setenv ("ASKDATA_LIBEXEC_DIR", sheet_folder, TRUE);
  read = document_read (path);
  g_remove (program);
  away = document_read (path);
  g_setenv ("ASKDATA_LIBEXEC_DIR", before, TRUE);
  g_assert_cmpstr (
    read, ==,
    "(null); (null); (null); 2\n[1] abcd\n! Reading it took more memory or time than one file may have, or "
    "failed; the rest of its text is left out.\n");
  g_assert_nonnull (strstr (away, "askdata-pdf, which cannot be started"));
}

static void
test_locked_odt (void)
{
  const SheetPart parts[] = {
    { "META-INF/manifest.xml",
      "<m:manifest xmlns:m=\"m\"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>" },
    { "content.xml", "noise" },
  };
  g_autofree char *path = sheet_write_zip ("locked.odt", parts, G_N_ELEMENTS (parts));
  g_autofree char *read = document_read (path);

  g_assert_nonnull (strstr (read, "! It is protected with a password. Save it without one."));
}

/* Half a document keeps its first half, up to where the parser looks ahead. */
static void
test_broken_docx (void)
{
  g_autoptr (GString) body = g_string_new (NULL);
  g_autofree char *path = NULL;
  g_autofree char *read = NULL;
  g_autofree char *entities = document_write_docx ("lol.docx", "");
  const SheetPart parts[] = {
    { "word/document.xml",
      "<!DOCTYPE d [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><d><p><t>&b;</t></p></d>" },
  };
  g_autofree char *bomb = NULL;

  for (guint i = 0; i < 500; i++)
    g_string_append_printf (body, "<w:p><w:r><w:t>Da %u</w:t></w:r></w:p>", i);
  g_string_append (body, "<w:p><w:r><w:t>weg</w:p>");
  path = document_write_docx ("half.docx", body->str);
  read = document_read (path);
  g_assert_nonnull (strstr (read, "\nDa 400\n"));
  g_assert_nonnull (strstr (read, "\n! The part word/document.xml of the file is damaged"));
  g_free (entities);
  entities = sheet_write_zip ("lol.docx", parts, G_N_ELEMENTS (parts));
  bomb = document_read (entities);
  g_assert_nonnull (strstr (bomb, "declares entities"));
  g_assert_null (strstr (bomb, "aaaa"));
}

/* What goes very deep ends, and takes no stack. */
static void
test_deep (void)
{
  g_autoptr (GString) html = g_string_new ("first");
  g_autoptr (GString) mail = g_string_new ("Subject: deep\n");
  g_autofree char *path = NULL;
  g_autofree char *read = NULL;
  g_autofree char *mail_path = NULL;
  g_autofree char *mail_read = NULL;

  for (guint i = 0; i < 200000; i++)
    g_string_append (html, "<div><b>");
  path = sheet_write ("deep.html", html->str, -1);
  read = document_read (path);
  g_assert_nonnull (strstr (read, "first"));
  g_assert_nonnull (strstr (read, "! Its elements lie too deep"));
  for (guint i = 0; i < 5000; i++)
    g_string_append (mail, "Content-Type: message/rfc822\n\n");
  g_string_append (mail, "\ninside");
  mail_path = sheet_write ("deep.eml", mail->str, -1);
  mail_read = document_read (mail_path);
  g_assert_nonnull (strstr (mail_read, "! It has more parts in each other than are read"));
}

static void
test_enormous (void)
{
  g_autofree char *path = g_build_filename (sheet_folder, "large.txt", NULL);
  g_autofree char *hole = g_build_filename (sheet_folder, "hole.txt", NULL);
  g_autofree char *text = g_malloc (ASK_DOCUMENT_MAX_TEXT + 1000);
  g_autofree char *read = NULL;
  g_autofree char *missing = NULL;
  g_autoptr (AskDocument) document = NULL;

  memset (text, 'x', ASK_DOCUMENT_MAX_TEXT + 1000);
  g_assert_true (g_file_set_contents (path, text, ASK_DOCUMENT_MAX_TEXT + 1000, NULL));
  document = ask_document_read (path, NULL, NULL, NULL);
  g_assert_cmpuint (document->text->len, ==, ASK_DOCUMENT_MAX_TEXT);
  g_assert_cmpuint (document->notes->len, ==, 1);
  g_remove (path);

  g_assert_true (g_file_set_contents (hole, "", 0, NULL));
  g_assert_cmpint (truncate (hole, (off_t) ASK_DOCUMENT_MAX_FILE + 1), ==, 0);
  read = document_read (hole);
  g_assert_nonnull (strstr (read, "! It is larger than 256 MiB"));
  g_remove (hole);
  missing = document_read (hole);
  g_assert_nonnull (strstr (missing, "! It could not be opened"));
}

/* Without waiting for the disk, as sheet_write() does. Returns: (transfer full): the path */
static char *
write_quickly (const char *name, const char *bytes, gsize n)
{
  char *path = g_build_filename (sheet_folder, name, NULL);

  g_assert_true (g_file_set_contents_full (path, bytes, (gssize) n, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  return path;
}

/* Any bytes under any name: a document that is text, or a note. */
static void
test_random (void)
{
  static const char *const names[] = { "r.txt", "r.md", "r.html", "r.docx", "r.odt", "r.eml" };
  static const char *const pieces[] = { "<p>",
                                        "=?",
                                        "?=",
                                        "--x\n",
                                        "\xff",
                                        "=C3",
                                        "\n\n",
                                        "# ",
                                        "PK\3\4",
                                        "Content-Type: ",
                                        "multipart/mixed; boundary=x",
                                        "<![CDATA[",
                                        "&#0;",
                                        "?B?",
                                        "\xf0\x9f",
                                        "text/html\n\n" };

  for (guint i = 0; i < 3000; i++)
    {
      const char *name = names[g_test_rand_int_range (0, G_N_ELEMENTS (names))];
      g_autoptr (GString) bytes = g_string_new (NULL);
      g_autofree char *path = NULL;
      g_autofree char *read = NULL;

      for (gint n = g_test_rand_int_range (0, 40); n > 0; n--)
        if (g_test_rand_bit ())
          g_string_append (bytes, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
        else
          g_string_append_c (bytes, (char) g_test_rand_int_range (0, 256));
      path = write_quickly (name, bytes->str, bytes->len);
      read = document_read (path);
      g_assert_true (g_utf8_validate (read, -1, NULL));
    }
}

/* A good file with some bytes turned over. */
static void
test_turned (void)
{
  const char *const files[] = { "good.docx", "good.odt", "good.pdf" };

  g_free (document_write_docx ("good.docx", "<w:p><w:r><w:t>Zwei Jahre.</w:t></w:r></w:p>"));
  g_free (document_write_odt ("good.odt", "<text:h>Beschluss</text:h><text:p>Ein Satz</text:p>"));
  g_free (document_write_pdf ("good.pdf", "Fristen", (const char *const[]) { "Eine Frist", "Noch eine", NULL }));
  for (guint f = 0; f < G_N_ELEMENTS (files); f++)
    for (guint i = 0; i < (f == 2 ? 20 : 300); i++)
      {
        g_autofree char *from = g_build_filename (sheet_folder, files[f], NULL);
        g_autofree char *name = g_strconcat ("turned-", files[f], NULL);
        g_autofree char *bytes = NULL;
        g_autofree char *path = NULL;
        g_autofree char *read = NULL;
        gsize n;

        g_assert_true (g_file_get_contents (from, &bytes, &n, NULL));
        for (guint k = 0; k < 5; k++)
          bytes[g_test_rand_int_range (0, (gint32) n)] = (char) g_test_rand_int_range (0, 256);
        path = write_quickly (name, bytes, n);
        read = document_read (path);
        g_assert_true (g_utf8_validate (read, -1, NULL));
      }
}

static void
test_cancelled (void)
{
  g_autofree char *path = sheet_write ("cancelled.txt", "text", -1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ask_document_read (path, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  sheet_begin ();
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path
        = g_strconcat ("/source/document-read/a-file-says-what-people-see-in-it/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_read);
    }
  g_test_add_func ("/source/document-read/utf-16-is-told-by-its-mark", test_utf16);
  g_test_add_func ("/source/document-read/word-by-the-names-of-its-styles", test_docx);
  g_test_add_func ("/source/document-read/writer-without-what-was-deleted", test_odt);
  g_test_add_func ("/source/document-read/pdf-page-by-page", test_pdf);
  g_test_add_func ("/source/document-read/a-locked-pdf-says-so", test_locked_pdf);
  g_test_add_func ("/source/document-read/a-reader-that-dies-costs-one-file", test_dying_pdf);
  g_test_add_func ("/source/document-read/a-locked-text-says-so", test_locked_odt);
  g_test_add_func ("/source/document-read/half-a-file-keeps-its-half", test_broken_docx);
  g_test_add_func ("/source/document-read/what-is-deep-ends", test_deep);
  g_test_add_func ("/source/document-read/what-is-enormous-is-cut-and-said", test_enormous);
  g_test_add_func ("/source/document-read/any-bytes-are-text-or-a-note", test_random);
  g_test_add_func ("/source/document-read/turned-bytes-are-text-or-a-note", test_turned);
  g_test_add_func ("/source/document-read/stops-when-told", test_cancelled);
  return sheet_end (g_test_run ());
}
