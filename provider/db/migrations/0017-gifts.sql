-- Gift credit. Its code is made from the gift's id and a secret, and found by a keyed hash: nobody who reads the table can redeem one.
-- Locks are taken in the order of: gift, wallet.

create table gifts (
  gift_id      uuid primary key,
  code_hash    text not null unique,
  buyer_id     uuid not null references users,
  redeemed_by  uuid references users,
  amount_minor bigint not null check (amount_minor > 0),
  currency     text not null check (currency in ('NGN', 'XOF', 'USD', 'CAD')),
  state        text not null check (state in ('open', 'redeemed', 'cancelled')),
  email        text,                                        -- who is told of it; forgotten once it is settled
  language     text not null check (language in ('en', 'fr')),
  mail_at      timestamptz,                                 -- when the email is to be sent; null: none, or it was
  created_at   timestamptz not null,
  settled_at   timestamptz,
  version      integer not null default 1,
  check ((state = 'open') = (settled_at is null)),
  check ((state = 'redeemed') = (redeemed_by is not null)),
  check (state = 'open' or (email is null and mail_at is null))
);
create index gifts_by_buyer on gifts (buyer_id, created_at desc, gift_id);
create index gifts_to_mail on gifts (mail_at) where mail_at is not null;
