-- Accounts: users, what proves an address, sessions, vehicles, and the sandbox mailbox.

create table users (
  user_id           uuid primary key,
  email             text not null unique,        -- lower case, so that one address is one account
  password_hash     text,                        -- PHC text with its own cost; null: social sign-in only
  first_name        text not null,
  last_name         text not null,
  phone             text,
  country_code      text not null check (country_code in ('NG', 'US', 'CA', 'SN')),
  language          text not null default 'en' check (language in ('en', 'fr')),
  email_verified_at timestamptz,                 -- null: the address was never proven, nobody can sign in
  disabled_at       timestamptz,
  created_at        timestamptz not null,
  updated_at        timestamptz not null
);

-- The one live code of an account; a new one replaces it.
create table email_codes (
  user_id     uuid primary key references users on delete cascade,
  code_hash   text not null,                     -- hmac-sha256: six digits under a plain hash are no secret
  expires_at  timestamptz not null,
  wrong_tries integer not null default 0
);

create table password_resets (
  token_hash text primary key,                   -- sha-256
  user_id    uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_user_id on password_resets (user_id);

-- A sign-in and everything refreshed from it; revoked as a whole.
create table refresh_families (
  family_id     uuid primary key,
  user_id       uuid not null references users on delete cascade,
  created_at    timestamptz not null,
  revoked_at    timestamptz,
  revoke_reason text check (revoke_reason in ('logout', 'reuse', 'password_reset'))
);
create index refresh_families_user_id on refresh_families (user_id);

create table refresh_tokens (
  token_hash      text primary key,              -- sha-256: a copy of this table opens nothing
  family_id       uuid not null references refresh_families on delete cascade,
  expires_at      timestamptz not null,
  used_at         timestamptz,
  used_key        text,                          -- Idempotency-Key of the refresh that used it
  successor_hash  text,
  successor_nonce text,                          -- gives the same successor again to the same token and key
  check ((used_at is null) = (successor_hash is null))
);
create index refresh_tokens_family_id on refresh_tokens (family_id);

-- Attempts in the running window of a bucket ('account:<hash>', 'address:<ip>', 'mail:<hash>').
create table attempts (
  bucket    text primary key,
  count     integer not null,
  resets_at timestamptz not null
);
create index attempts_resets_at on attempts (resets_at);

-- Keyed by user first: ids are made by phones, and one driver's id says nothing about another's.
create table vehicles (
  user_id          uuid not null references users on delete cascade,
  vehicle_id       uuid not null,
  plate            text not null,                -- as the driver wrote it
  plate_normalised text not null,
  country_code     text not null check (country_code in ('NG', 'US', 'CA', 'SN')),
  region           text,
  vehicle_type_id  integer not null check (vehicle_type_id between 1 and 4),
  label            text,
  colour           text,
  make             text,
  model            text,
  is_default       boolean not null default false,
  version          integer not null default 1,   -- of the fields; being the default is not one of them
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (user_id, vehicle_id)
);
create unique index vehicles_one_plate on vehicles (user_id, country_code, coalesce(region, ''), plate_normalised);
create unique index vehicles_one_default on vehicles (user_id) where is_default;

create table sandbox_mails (
  mail_id   bigint generated always as identity primary key,
  recipient text not null,
  subject   text not null,
  text      text not null,
  code      text,
  sent_at   timestamptz not null
);
create index sandbox_mails_recipient on sandbox_mails (recipient, mail_id desc);
