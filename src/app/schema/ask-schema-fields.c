/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words of the side panel for each field, in the order of its rows. Nothing but tables.
 */
#include "config.h"

#include "app/schema/ask-schema-fields.h"

#include <glib/gi18n.h>

static const AskFieldChoice types[] = {
  { "text", N_ ("Text") },
  { "integer", N_ ("Whole number") },
  { "real", N_ ("Number") },
  { "decimal", N_ ("Decimal") },
  { "boolean", N_ ("Yes or no") },
  { "date", N_ ("Date") },
  { "datetime", N_ ("Moment") },
  { "json", N_ ("JSON") },
  { "blob", N_ ("Bytes") },
  { "any", N_ ("Anything") },
  { NULL, NULL },
};

static const AskFieldChoice meanings[] = {
  { "none", N_ ("Nothing special") },
  { "identifier", N_ ("Identifier") },
  { "code", N_ ("Code") },
  { "name", N_ ("Name of the row") },
  { "money", N_ ("Money") },
  { "percentage", N_ ("Percentage") },
  { "quantity", N_ ("Quantity") },
  { "date", N_ ("Date") },
  { "moment", N_ ("Date and time") },
  { "year", N_ ("Year") },
  { "flag", N_ ("Yes or no") },
  { "email", N_ ("E-mail address") },
  { "phone", N_ ("Telephone number") },
  { "url", N_ ("Web address") },
  { "person", N_ ("Person") },
  { "place", N_ ("Place") },
  { "country", N_ ("Country") },
  { "latitude", N_ ("Latitude") },
  { "longitude", N_ ("Longitude") },
  { "text", N_ ("Sentences") },
  { "share", N_ ("Share") },
  { "rate", N_ ("Rate") },
  { "month", N_ ("Month") },
  { "quarter", N_ ("Quarter") },
  { "week", N_ ("Week") },
  { "day", N_ ("Day") },
  { "hour", N_ ("Hour") },
  { NULL, NULL },
};

static const AskFieldChoice sharings[] = {
  { "inherit", N_ ("As its source") },
  { "never", N_ ("Never") },
  { "samples", N_ ("Examples only") },
  { "yes", N_ ("Yes") },
  { NULL, NULL },
};

static const AskFieldChoice source_sharings[] = {
  { "never", N_ ("Never") },
  { "samples", N_ ("Examples only") },
  { "yes", N_ ("Yes") },
  { NULL, NULL },
};

static const AskFieldChoice cardinalities[] = {
  { "many-to-one", N_ ("Many to one") },
  { "one-to-one", N_ ("One to one") },
  { "many-to-many", N_ ("Many to many") },
  { NULL, NULL },
};

const AskField ask_schema_entity_fields[] = {
  { "name", N_ ("Name"), NULL, ASK_FIELD_TEXT, NULL },
  { "description", N_ ("Description"), NULL, ASK_FIELD_NOTES, NULL },
  { "synonyms", N_ ("Also called, separated by commas"), NULL, ASK_FIELD_LIST, NULL },
  { "hidden", N_ ("Hidden"), N_ ("Questions and models do not see it"), ASK_FIELD_FLAG, NULL },
  { "notes", N_ ("Notes for other stewards"), NULL, ASK_FIELD_NOTES, NULL },
  { NULL, NULL, NULL, 0, NULL },
};

const AskField ask_schema_query_fields[] = {
  { "query", N_ ("Query"), NULL, ASK_FIELD_SQL, NULL },
  { NULL, NULL, NULL, 0, NULL },
};

const AskField ask_schema_name_fields[] = {
  { "name", N_ ("Name"), NULL, ASK_FIELD_TEXT, NULL },
  { NULL, NULL, NULL, 0, NULL },
};

const AskField ask_schema_attribute_fields[] = {
  { "description", N_ ("Description"), NULL, ASK_FIELD_NOTES, NULL },
  { "synonyms", N_ ("Also called, separated by commas"), NULL, ASK_FIELD_LIST, NULL },
  { "meaning", N_ ("Meaning"), NULL, ASK_FIELD_CHOICE, meanings },
  { "unit", N_ ("Unit"), NULL, ASK_FIELD_TEXT, NULL },
  { "examples", N_ ("Examples, separated by commas"), NULL, ASK_FIELD_LIST, NULL },
  { "sharing", N_ ("Values may reach a model"), NULL, ASK_FIELD_CHOICE, sharings },
  { "hidden", N_ ("Hidden"), N_ ("Questions and models do not see it"), ASK_FIELD_FLAG, NULL },
  { "sensitive", N_ ("Sensitive"), N_ ("Shown only where it is asked for by name, and never shared"), ASK_FIELD_FLAG,
    NULL },
  { NULL, NULL, NULL, 0, NULL },
};

const AskField ask_schema_type_fields[] = {
  { "type", N_ ("Type"), NULL, ASK_FIELD_CHOICE, types },
  { NULL, NULL, NULL, 0, NULL },
};

const AskField ask_schema_calculated_fields[] = {
  { "expression", N_ ("Calculated as"), NULL, ASK_FIELD_SQL, NULL },
  { NULL, NULL, NULL, 0, NULL },
};

const AskField ask_schema_metric_fields[] = {
  { "name", N_ ("Name"), NULL, ASK_FIELD_TEXT, NULL },
  { "expression", N_ ("Calculated as"), NULL, ASK_FIELD_SQL, NULL },
  { "description", N_ ("Description"), NULL, ASK_FIELD_NOTES, NULL },
  { "unit", N_ ("Unit"), NULL, ASK_FIELD_TEXT, NULL },
  { "synonyms", N_ ("Also called, separated by commas"), NULL, ASK_FIELD_LIST, NULL },
  { NULL, NULL, NULL, 0, NULL },
};

const AskField ask_schema_relationship_fields[] = {
  { "verb", N_ ("Verb, such as “is placed by”"), NULL, ASK_FIELD_TEXT, NULL },
  { "cardinality", N_ ("Cardinality"), NULL, ASK_FIELD_CHOICE, cardinalities },
  { NULL, NULL, NULL, 0, NULL },
};

const AskField ask_schema_source_fields[] = {
  { "description", N_ ("Description"), NULL, ASK_FIELD_NOTES, NULL },
  { "statements", N_ ("What its business calls things, one in a line"), NULL, ASK_FIELD_NOTES, NULL },
  { "sharing", N_ ("Values may reach a model"), N_ ("Names, types and descriptions always may"), ASK_FIELD_CHOICE,
    source_sharings },
  { NULL, NULL, NULL, 0, NULL },
};
