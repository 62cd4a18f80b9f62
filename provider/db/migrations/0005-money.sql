-- Double-entry ledger, append only. Amounts are integers in minor units; in an entry, positive is money to the account's holder.
-- Accounts: 'wallet' (with wallet_id), 'park:<id>' payable, 'held', 'gateway:<name>', 'fees', 'tax', 'promo',
-- 'shop', 'gifts' (that nobody has redeemed yet), 'documents' (owed to the offices that renew them), 'plans',
-- 'payouts' (that left to operators).
-- Only a wallet's row (and a park's, for its spaces) is ever locked; every other balance is a sum of entries.

create table wallets (
  wallet_id     uuid primary key,
  user_id       uuid not null references users,
  currency      text not null check (currency in ('NGN', 'XOF', 'USD', 'CAD')),
  balance_minor bigint not null default 0,                              -- sum of the entries of account 'wallet'
  -- Zero, but where money went back at the gateway that was spent here: then the balance that this left. Only post_to_wallet moves it.
  floor_minor   bigint not null default 0 check (floor_minor <= 0),
  created_at    timestamptz not null,
  unique (user_id, currency),
  constraint balance_minor_above_floor check (balance_minor >= floor_minor)
);

create table postings (
  posting_id  bigint generated always as identity primary key,
  key         text not null unique,                                     -- what happened, once: 'booking:<id>', 'top_up:<reference>'
  kind        text not null check (kind in
                ('booking', 'extension', 'refund', 'top_up', 'welcome_credit', 'promo', 'withdrawal', 'adjustment',
                 'reversal', 'dispute',                                 -- money that went back at the gateway's side
                 'order', 'order_refund',                               -- the marketplace; `description` is the order's code
                 'gift', 'gift_refund', 'gift_redeemed',                -- bought, cancelled, received
                 'document', 'document_refund',                         -- renewals; `description` is the renewal's code
                 'plan',                                                -- a month of it; `description` is the subscription
                 'payout',                                              -- to a car park's operator; `description` is the transfer's reference
                 'referral')),                                          -- credit for bringing a driver or being brought, or taken back
  currency    text not null,
  booking_id  uuid,
  description text,
  created_at  timestamptz not null
);
create index postings_booking_id on postings (booking_id) where booking_id is not null;

create table entries (
  entry_id      bigint generated always as identity primary key,
  posting_id    bigint not null references postings,
  account       text not null,
  wallet_id     uuid references wallets,
  amount_minor  bigint not null check (amount_minor <> 0),
  balance_after bigint,                                                 -- below zero: see check_posting_balance
  check ((account = 'wallet') = (wallet_id is not null and balance_after is not null))
);
create index entries_posting_id on entries (posting_id);
create index entries_of_parks on entries (account, posting_id) where account like 'park:%';
create index entries_wallet_id on entries (wallet_id, entry_id desc) where wallet_id is not null;

-- Gap-free receipt numbers by country, assigned after the commit by one job; a booking never waits for the counter.
create table receipt_counters (
  country_code text primary key,
  last_number  bigint not null default 0
);

create table receipts (
  posting_id   bigint primary key references postings,
  country_code text not null,
  number       bigint not null check (number > 0),
  created_at   timestamptz not null,
  unique (country_code, number)
);
