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
