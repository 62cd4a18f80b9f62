-- An address that is not proven yet, and accounts that were deleted: their rows stay, without anything personal, because the ledger
-- and the bookings hang on them.

-- The one change under way of an account. Until its code is typed the old address stays.
create table email_changes (
  user_id     uuid primary key references users on delete cascade,
  email       text not null,                     -- not unique: whoever proves it first has it
  code_hash   text not null,                     -- hmac-sha256, as in email_codes
  expires_at  timestamptz not null,
  wrong_tries integer not null default 0
);

alter table users add column deleted_at timestamptz;
