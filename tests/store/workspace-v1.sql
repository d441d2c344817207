-- A workspace as version 1 wrote it: two sources, a schema, questions, history. Never edited.
PRAGMA application_id = 1098083140;
PRAGMA user_version = 1;
BEGIN;
CREATE TABLE setting (  key TEXT NOT NULL PRIMARY KEY,  value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE source (  name TEXT NOT NULL PRIMARY KEY COLLATE NOCASE,  kind TEXT NOT NULL,  location TEXT NOT NULL,  base_url TEXT,  base_url_given INTEGER NOT NULL DEFAULT 0,  title TEXT,  auth TEXT,  secrets TEXT NOT NULL DEFAULT '[]',  secret_id TEXT NOT NULL,  added_at INTEGER NOT NULL,  refreshed_at INTEGER NOT NULL,  problem TEXT);
CREATE TABLE schema_version (  id INTEGER PRIMARY KEY AUTOINCREMENT,  saved_at INTEGER NOT NULL,  reason TEXT NOT NULL,  document TEXT NOT NULL);
CREATE TABLE verified (  id INTEGER PRIMARY KEY AUTOINCREMENT,  question TEXT NOT NULL,  folded TEXT NOT NULL UNIQUE,  sql TEXT NOT NULL,  verified_at INTEGER NOT NULL,  verified_by TEXT);
CREATE TABLE history (  id INTEGER PRIMARY KEY AUTOINCREMENT,  question TEXT NOT NULL,  status TEXT NOT NULL,  headline TEXT,  asked_at INTEGER NOT NULL,  elapsed_ms REAL NOT NULL,  answer TEXT);
INSERT INTO setting VALUES ('workspace/id', '00112233445566778899aabbccddeeff');
INSERT INTO setting VALUES ('workspace/program', '0.1.0');
INSERT INTO setting VALUES ('model/name', 'llama3.1');
INSERT INTO source VALUES ('sales', 'sqlite', '/srv/data/sales é🙂.sqlite', NULL, 0, NULL, NULL, '[]', 'b9a6b0a4-4f5c-4a0e-9f0e-6f2d2f1f0001', 1735689600000000, 1735689600000000, NULL);
INSERT INTO source VALUES ('museum', 'openapi', '/srv/data/museum.yaml', 'https://museum.example.com/v1', 0, 'Museum', 'header:X-Api-Key', '["header:X-Api-Key","query:token=$MUSEUM_TOKEN","header:Accept=application/json"]', 'b9a6b0a4-4f5c-4a0e-9f0e-6f2d2f1f0002', 1735689700000000, 1735689800000000, 'The API did not answer.');
INSERT INTO verified VALUES (1, 'Sales in Lyon?', 'sales in lyon?', 'SELECT 1', 1735689600000000, 'Ada');
INSERT INTO verified VALUES (4, 'What''s "é🙂"?', 'what''s "e🙂"?', 'SELECT ''it''''s'' AS "é🙂"', 1735689600000000, NULL);
INSERT INTO history VALUES (9, 'How many?', 'answered', 'Seven.', 1735689600000000, 12.5, '{"question":"How many?","status":"answered"}');
COMMIT;
