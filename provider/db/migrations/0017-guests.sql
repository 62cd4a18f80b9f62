-- Guests: who books with a plate and an address that nobody has proven. The address is a contact, not unique, and opens nothing.

alter table users add column guest text check (guest in ('open', 'moved')), -- null: an account; moved: into the account of its address
  add column moved_to uuid references users,    -- that account: what the guest paid stays in the ledger under the guest's wallet
  add column contact_email text;                -- of a guest, lower case; `email` holds 'guest:<id>', which nobody can type
alter table users add check ((guest = 'moved') = (moved_to is not null));
create index users_guest_email on users (contact_email) where guest is not null;
create index users_guest_phone on users (phone) where guest is not null;
create index users_guests_by_age on users (created_at) where guest is not null;

-- An address and its code are enough to register.
alter table registrations alter column password_hash drop not null;

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
