-- Keys that sign access tokens. The newest signs; one before it verifies until the last token that it signed has expired.

create table access_keys (
  kid        text primary key,            -- 'first': also of tokens that name none, from releases before there were others
  secret     text not null unique,        -- HS256, sealed as in secrets
  created_at timestamptz not null,
  ends_at    timestamptz                  -- null: it signs
);
-- One signs at a time.
create unique index access_keys_signing on access_keys ((true)) where ends_at is null;
