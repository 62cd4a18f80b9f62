-- Accounts and guests: users, what proves an address, sessions, vehicles, and the sandbox mailbox.

create table users (
  user_id           uuid primary key,
  email             text not null unique,        -- lower case, so that one address is one account
  password_hash     text,                        -- PHC text with its own cost; null: social sign-in only
  first_name        text not null,
  last_name         text not null,
  phone             text,
  country_code      text not null check (country_code in ('NG', 'US', 'CA', 'SN')),
  language          text not null default 'en' check (language in ('en', 'fr')),
  email_verified_at timestamptz,                 -- null: deleted, nobody can sign in
  disabled_at       timestamptz,
  deleted_at        timestamptz,                 -- the row stays, without anything personal: ledger and bookings hang on it
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  mail_off          text[] not null default '{}' -- emails that the driver does not want; receipts cannot be turned off
    check (mail_off <@ array['booking', 'change', 'cancellation', 'document']),
  -- Guests: who books with a plate and an address that nobody has proven. The address is a contact, not unique, and opens nothing.
  guest             text check (guest in ('open', 'moved', 'company')),  -- null: an account; moved: into that of its address; company: holds a company's wallet, and nobody signs in as it
  moved_to          uuid references users,       -- that account: what the guest paid stays in the ledger under the guest's wallet
  contact_email     text,                        -- of a guest or a company, lower case; `email` holds 'guest:<id>' or 'company:<id>', which nobody can type
  check ((guest = 'moved') = (moved_to is not null))
);
create index users_guest_email on users (contact_email) where guest is not null;
create index users_guest_phone on users (phone) where guest is not null;
create index users_guests_by_age on users (created_at) where guest is not null;

-- Who wants an account at an address that is not proven yet: any number of them, each with a code and a secret of its own. The one that is
-- proven becomes the user; the others of its address go.
create table registrations (
  user_id       uuid primary key,                -- the account's to be; its secret is derived from it
  email         text not null,                   -- not unique: a stranger may have typed it
  password_hash text,                            -- null: an address and its code are enough
  first_name    text not null,
  last_name     text not null,
  phone         text,
  country_code  text not null check (country_code in ('NG', 'US', 'CA', 'SN')),
  language      text not null check (language in ('en', 'fr')),
  created_at    timestamptz not null,
  code_hash     text not null,                   -- hmac-sha256: six digits under a plain hash are no secret
  expires_at    timestamptz not null,            -- of the code; a new one replaces it
  wrong_tries   integer not null default 0,
  referral      jsonb                            -- {code, device} of who brought them; null: nobody
);
create index registrations_email on registrations (email, created_at desc);
create index registrations_created_at on registrations (created_at);

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
  revoke_reason text check (revoke_reason in ('logout', 'reuse', 'password_reset', 'revoked')),
  -- What a driver needs to tell their own sessions apart. No address, no full user agent.
  browser       text,                            -- null: none that we name
  system        text,
  last_seen_at  timestamptz
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
  sent_at   timestamptz not null,
  html      text
);
create index sandbox_mails_recipient on sandbox_mails (recipient, mail_id desc);

-- Passkeys (WebAuthn): the public half of a key that a device or a password manager holds.

create table passkeys (
  credential_id text primary key,                -- base64url, chosen by the authenticator
  user_id       uuid not null references users on delete cascade,
  public_key    bytea not null,                  -- COSE
  counter       bigint not null,                 -- 0 for ever where the authenticator does not count
  transports    text[] not null,
  name          text not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkeys_user_id on passkeys (user_id);

-- Challenges that were given out and not answered yet: each is taken once, whatever becomes of its answer.
create table passkey_challenges (
  challenge  text primary key,                   -- base64url
  user_id    uuid references users on delete cascade,  -- null: a sign-in, nobody is known yet
  expires_at timestamptz not null
);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

-- Who signs in through the identity service. The uid is the service's own, unique within one of its projects.

create table social_identities (
  project    text not null,
  uid        text not null,
  provider   text not null check (provider in ('google', 'apple')),  -- with which the account was made
  user_id    uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (project, uid)
);
create index social_identities_user_id on social_identities (user_id);

-- The one change under way of an account. Until its code is typed the old address stays.
create table email_changes (
  user_id     uuid primary key references users on delete cascade,
  email       text not null,                     -- not unique: whoever proves it first has it
  code_hash   text not null,                     -- hmac-sha256, as in registrations
  expires_at  timestamptz not null,
  wrong_tries integer not null default 0
);

-- What began a guest, so that the same request again gets the same session: hashes, never a token.
create table guest_starts (
  key_hash    text primary key,                 -- sha-256 of the Idempotency-Key
  fingerprint text not null,                    -- sha-256 of what was asked
  user_id     uuid not null references users on delete cascade,
  family_id   uuid not null references refresh_families on delete cascade,
  nonce       text not null,                    -- with the key it gives the first refresh token again
  created_at  timestamptz not null
);
create index guest_starts_user_id on guest_starts (user_id);
create index guest_starts_family_id on guest_starts (family_id);
