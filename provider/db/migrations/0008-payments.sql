-- Payments through gateways, and bookings that wait for one. States and what may follow what: src/domain/payment.ts.
-- Locks are taken in the order payment, booking, park, wallet.

-- Ways to pay that a gateway keeps.
create table payment_methods (
  method_id  uuid primary key,
  user_id    uuid not null references users,
  currency   text not null,
  gateway    text not null,
  kind       text not null,
  token      text not null,                 -- the gateway's, useless without our key there; emptied when it was given up
  brand      text,
  last4      text,
  consent    text not null,                 -- reference of the payment at which the driver agreed
  created_at timestamptz not null,
  removed_at timestamptz,
  forget_at  timestamptz                    -- when the gateway is to be told (again) that it is given up
);
create unique index payment_methods_in_use on payment_methods (user_id, currency) where removed_at is null;
create index payment_methods_to_forget on payment_methods (forget_at) where forget_at is not null;

create table payments (
  reference         text primary key,                     -- ours; the gateway gets it as its reference
  user_id           uuid not null references users,
  purpose           text not null check (purpose in ('top_up', 'booking', 'order')),
  booking_id        uuid references bookings,
  order_id          uuid references orders,
  gateway           text,                                 -- null until one was chosen; never another after it was asked
  kind              text,
  gateway_reference text,                                 -- theirs
  amount_minor      bigint not null check (amount_minor > 0),
  currency          text not null,
  state             text not null check (state in
                      ('created', 'sent', 'pending', 'succeeded', 'failed', 'expired', 'succeeded_late', 'refunded')),
  reason            text,
  outcome           text check (outcome in ('credited', 'booked')),
  start             jsonb,                                -- what the driver needs to pay: a link, or a client secret
  refunded_minor    bigint not null default 0 check (refunded_minor between 0 and amount_minor),   -- by withdrawals
  clawed_minor      bigint not null default 0 check (clawed_minor >= 0),                           -- by `clawbacks`
  back_check_at     timestamptz,                          -- when the gateway is asked what went back there; null: never
  idempotency_key   text not null,
  fingerprint       text not null,
  lease_until       timestamptz,                          -- one start or one verification at a time
  next_check_at     timestamptz,                          -- when the job asks the gateway again; null: never
  checks            integer not null default 0,
  created_at        timestamptz not null,
  expires_at        timestamptz not null,
  settled_at        timestamptz,
  updated_at        timestamptz not null,
  method_id         uuid references payment_methods,      -- charged without the driver
  keep              text check (keep in ('wanted', 'kept', 'none')),  -- the driver agreed that the method is kept; what came of it
  check ((purpose = 'booking') = (booking_id is not null)),
  check ((purpose = 'order') = (order_id is not null))
);
create index payments_by_user on payments (user_id, created_at desc, reference);
create index payments_due on payments (next_check_at) where next_check_at is not null;
create index payments_by_booking on payments (booking_id) where booking_id is not null;
create index payments_by_order on payments (order_id) where order_id is not null;
create index payments_back_due on payments (back_check_at) where back_check_at is not null;
create index payments_by_gateway_reference on payments (gateway_reference, gateway) where gateway_reference is not null;

-- A request that was refused by every gateway may be asked again under its key; so may a start that died before the driver had
-- anything to pay with, and has expired since.
create unique index payments_by_key on payments (user_id, idempotency_key)
  where state <> 'failed' and (state <> 'expired' or start is not null);

-- Every webhook once, whatever the gateway repeats.
create table webhook_events (
  gateway     text not null,
  event_id    text not null,
  type        text not null,
  reference   text,
  received_at timestamptz not null,
  primary key (gateway, event_id)
);

-- The sandbox gateway's own books: what a real gateway keeps on its side.
create table sandbox_charges (
  reference      text primary key,
  kind           text not null,
  amount_minor   bigint not null,
  currency       text not null,
  return_url     text not null,
  status         text not null check (status in ('open', 'abandoned', 'paid', 'failed')),
  paid_at        timestamptz,                             -- a delayed payment counts from then on
  refunded_minor bigint not null default 0,
  keeps          boolean not null default false,
  card           text,                                    -- the card that is kept, by its last digits
  slow_refunds   boolean not null default false,          -- a refund is pending until somebody says how it ends
  created_at     timestamptz not null
);

-- What went back of a charge there: refunds that we ordered (with our key) or somebody at the gateway made, and disputes.
create table sandbox_backs (
  back_id      text primary key,
  reference    text not null references sandbox_charges,
  kind         text not null check (kind in ('refund', 'reversal', 'dispute')),
  order_key    text unique,
  amount_minor bigint not null check (amount_minor > 0),
  state        text not null check (state in ('open', 'pending', 'gone', 'returned')),
  created_at   timestamptz not null
);
create index sandbox_backs_by_reference on sandbox_backs (reference);

-- requested -> paying -> paid, or refused where no gateway took it back; requested -> cancelled by the driver.
-- From the request on the money is in account 'held'.
create table withdrawals (
  withdrawal_id uuid primary key,
  user_id       uuid not null references users,
  wallet_id     uuid not null references wallets,
  currency      text not null,
  amount_minor  bigint not null check (amount_minor > 0),
  paid_minor    bigint not null default 0 check (paid_minor between 0 and amount_minor),
  state         text not null check (state in ('requested', 'paying', 'paid', 'refused', 'cancelled')),
  note          text,
  created_at    timestamptz not null,
  settled_at    timestamptz
);
create index withdrawals_by_user on withdrawals (user_id, created_at desc, withdrawal_id);
create index withdrawals_open on withdrawals (created_at) where state in ('requested', 'paying');

-- The payments that a withdrawal gives back: planned -> sent -> pending -> done | failed, as the gateway says; one that was done may
-- fail after all. `sent` is never sent again by itself: where the gateway never heard of it, a person has to look.
create table payment_refunds (
  withdrawal_id uuid not null references withdrawals,
  reference     text not null references payments,
  amount_minor  bigint not null check (amount_minor > 0),
  state         text not null check (state in ('planned', 'sent', 'pending', 'done', 'failed')),
  primary key (withdrawal_id, reference)
);
create index payment_refunds_by_reference on payment_refunds (reference);

-- What went back of a payment at the gateway without us: a refund made there, a reversal by the bank, a dispute. What is booked follows
-- what the gateway says now, whatever was said before.
create table clawbacks (
  reference    text not null references payments,
  back_id      text not null,                             -- the gateway's name of it
  kind         text not null check (kind in ('refund', 'reversal', 'dispute')),
  state        text not null check (state in ('open', 'pending', 'gone', 'returned')),
  amount_minor bigint not null check (amount_minor > 0),
  booked_minor bigint not null check (booked_minor >= 0), -- off the wallet now
  postings     integer not null,                          -- so far; numbers the next one
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (reference, back_id)
);

-- The automatic top-up, which charges a method that is kept.
create table auto_top_ups (
  user_id           uuid not null references users,
  currency          text not null,
  enabled           boolean not null,
  threshold_minor   bigint not null check (threshold_minor > 0),
  amount_minor      bigint not null check (amount_minor > 0),
  monthly_cap_minor bigint not null check (monthly_cap_minor >= amount_minor),
  declines          integer not null default 0,             -- in a row
  off_reason        text check (off_reason in ('declined')),
  seen_entry        bigint not null,                        -- the last spend that was looked at: each causes one charge at most
  updated_at        timestamptz not null,
  primary key (user_id, currency)
);
create index auto_top_ups_on on auto_top_ups (user_id) where enabled;
create index payments_automatic on payments (user_id, currency, created_at) where method_id is not null;
create index payments_without_space on payments (settled_at) where reason = 'no_space';
create index auto_top_ups_off on auto_top_ups (updated_at) where off_reason is not null;
