-- People of operators' organisations: their roles, how they are invited, and the sessions of the console.

create table operator_members (
  key_id          text primary key references operator_keys, -- what they change is noted under it
  organisation_id uuid not null references operator_organisations,
  user_id         uuid references users,                     -- null: the account was deleted
  role            text not null check (role in ('owner', 'manager', 'staff')),
  removed_at      timestamptz,
  check (user_id is not null or removed_at is not null)
);
create unique index operator_members_once on operator_members (organisation_id, user_id) where removed_at is null;
create index operator_members_user on operator_members (user_id);

create table operator_invitations (
  invitation_id   uuid primary key,
  organisation_id uuid not null references operator_organisations,
  email           text not null,                             -- lower case; only its account can accept
  role            text not null check (role in ('owner', 'manager', 'staff')),
  parks           integer[] check (cardinality(parks) > 0),  -- null: all of the organisation's
  code_hash       text not null unique,                      -- SHA-256 of 256 random bits
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  used_at         timestamptz,
  withdrawn_at    timestamptz
);
create index operator_invitations_open on operator_invitations (organisation_id, email) where used_at is null and withdrawn_at is null;

-- Codes of the second factor: one for each session of a driver's account that asks.
create table operator_codes (
  family_id   uuid primary key references refresh_families on delete cascade,
  code_hash   text not null,                                 -- hmac-sha256, as in registrations
  expires_at  timestamptz not null,
  wrong_tries integer not null default 0
);

-- Ends with the driver's own session that it was opened from.
create table operator_sessions (
  session_id  text primary key,                              -- ten Crockford characters, the readable part of the token
  secret_hash text not null,                                 -- of the other part: SHA-256
  key_id      text not null references operator_members,
  family_id   uuid not null references refresh_families on delete cascade,
  opened_at   timestamptz not null,
  expires_at  timestamptz not null,                          -- moves on while it is used
  ended_at    timestamptz
);
create index operator_sessions_family on operator_sessions (family_id);
create index operator_sessions_member on operator_sessions (key_id);
