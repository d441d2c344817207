/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as a spreadsheet: as the zip file itself, or as its parts, which are packed here, since no chance
 * finds the check sum of what it changed. The first byte says which; parts end with the byte FF. libFuzzer
 * calls it, and test-sheet-corpus replays what libFuzzer found worth keeping.
 */
#include "config.h"

#include "source/fuzz-pack.h"
#include "source/fuzz-sheet.h"

#define RELATIONS(list) "<Relationships>" list "</Relationships>"
#define RELATION(id, type, target) "<Relationship Id='" id "' Type='x/" type "' Target='" target "'/>"

static int
pack (const guint8 *data, gsize size, gboolean xlsx)
{
  static const char *const xlsx_parts[]
    = { "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml", "xl/workbook.xml",
        "xl/tables/table1.xml" };
  static const char *const ods_parts[] = { "content.xml", "META-INF/manifest.xml" };
  static const char top[] = RELATIONS (RELATION ("a", "officeDocument", "xl/workbook.xml"));
  static const char inner[] = RELATIONS (RELATION ("r1", "worksheet", "worksheets/sheet1.xml") RELATION (
    "r2", "sharedStrings", "sharedStrings.xml") RELATION ("r3", "styles", "styles.xml"));
  static const char sheet[] = RELATIONS (RELATION ("t1", "table", "../tables/table1.xml"));
  static const char book[] = "<workbook><sheets><sheet name='Sheet1' id='r1'/></sheets></workbook>";
  FuzzPack *pack = fuzz_pack_begin (size);

  if (xlsx)
    {
      fuzz_pack_add (pack, "_rels/.rels", top, sizeof top - 1);
      fuzz_pack_add (pack, "xl/_rels/workbook.xml.rels", inner, sizeof inner - 1);
      fuzz_pack_add (pack, "xl/worksheets/_rels/sheet1.xml.rels", sheet, sizeof sheet - 1);
    }
  for (guint i = 0; i < (xlsx ? G_N_ELEMENTS (xlsx_parts) : G_N_ELEMENTS (ods_parts)); i++)
    {
      gsize length;
      const guint8 *part = fuzz_pack_take (&data, &size, &length);

      if (xlsx && i == 3 && length == 0)
        fuzz_pack_add (pack, xlsx_parts[i], book, sizeof book - 1);
      else if (i == 0 || length > 0)
        fuzz_pack_add (pack, xlsx ? xlsx_parts[i] : ods_parts[i], part, length);
      else if (xlsx)
        fuzz_pack_add (pack, xlsx_parts[i], "<x/>", 4);
    }
  return fuzz_pack_end (pack);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  AskSheetOptions options = { 0 };
  int fd;

  if (size == 0)
    return 0;
  fd = data[0] % 4 == 0 ? fuzz_open (data + 1, size - 1) : pack (data + 1, size - 1, data[0] % 4 < 3);
  fuzz_file (fd, &options);
  close (fd);
  return 0;
}
