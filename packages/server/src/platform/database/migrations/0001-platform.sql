-- Files on disk (or in an object store): the row is the truth, the bytes lie under its account and id.
CREATE TABLE files (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('image', 'file')),
  content_type text NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  name text NOT NULL,
  sha256 bytea NOT NULL,
  width integer,
  height integer,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
