-- Second factors that were asked for: a code by email or a challenge for passkeys, each for one purpose of one session. Takes the place of
-- operator_codes, which processes of the release before still write.

create table second_factors (
  family_id   uuid not null references refresh_families on delete cascade,
  purpose     text not null,                  -- 'console', or a request of money: its kind, key, amount and currency
  code_hash   text,                           -- hmac-sha256 of the code, the session and the purpose; null: a passkey answers
  challenge   text,                           -- null: a code does
  expires_at  timestamptz not null,
  wrong_tries integer not null default 0,
  shown_at    timestamptz,                    -- of a request of money: until expires_at it may be made, once
  primary key (family_id, purpose),
  check ((code_hash is null) <> (challenge is null))
);
