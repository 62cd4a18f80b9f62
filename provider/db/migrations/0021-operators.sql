-- Who acts as an operator, by the API: keys of operators' own systems, and the people of organisations; and what they changed.

-- Companies that keep car parks. Made at the command line alone.
create table operator_organisations (
  organisation_id uuid primary key,
  name            text not null,
  created_at      timestamptz not null
);
create unique index operator_organisations_name on operator_organisations (lower(name));

-- Whose a car park is; one without a row belongs to no organisation.
create table operator_parks (
  park_id         integer primary key references parks,
  organisation_id uuid not null references operator_organisations
);
create index operator_parks_by_organisation on operator_parks (organisation_id, park_id);

create table operator_keys (
  key_id          text primary key,                         -- ten Crockford characters, the readable part of the key
  name            text not null,                            -- of a person, their address at that time; empty once they are erased
  secret_hash     text,                                     -- of the other part, 256 random bits: SHA-256; null: a person, see operator_members
  scopes          text[] not null,                          -- of a person none: their role says it
  organisation_id uuid references operator_organisations,   -- whose car parks it is for; null: anybody's
  parks           integer[] check (cardinality(parks) > 0), -- the only ones of them; null: all
  created_at      timestamptz not null,
  expires_at      timestamptz,
  revoked_at      timestamptz,
  last_used_at    timestamptz,
  check ((cardinality(scopes) = 0) = (secret_hash is null)),
  check (secret_hash is not null or organisation_id is not null)
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
