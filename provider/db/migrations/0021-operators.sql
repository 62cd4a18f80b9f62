-- Keys with which operators' own systems use the API, and what was changed with them.

create table operator_keys (
  key_id       text primary key,                            -- ten Crockford characters, the readable part of the key
  name         text not null,
  secret_hash  text not null,                               -- of the other part, 256 random bits: SHA-256
  scopes       text[] not null check (cardinality(scopes) > 0),
  parks        integer[] check (cardinality(parks) > 0),    -- the only car parks that it is for; null: all
  created_at   timestamptz not null,
  expires_at   timestamptz,
  revoked_at   timestamptz,
  last_used_at timestamptz
);

-- Written with the change itself; the service's role cannot change or delete it.
create table operator_changes (
  change_id   bigint generated always as identity primary key,
  key_id      text not null references operator_keys,
  changed_at  timestamptz not null,
  action      text not null,                                -- OPERATOR_ACTIONS
  subject     text not null,                                -- code or number of what was changed
  details     jsonb not null,                               -- what was asked for, without secrets
  request_key text not null                                 -- its Idempotency-Key
);
create index operator_changes_by_key on operator_changes (key_id, change_id);
