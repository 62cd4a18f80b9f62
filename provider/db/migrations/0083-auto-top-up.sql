-- Ways to pay that a gateway keeps, and the automatic top-up that charges them.

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

-- `method_id`: charged without the driver. `keep`: the driver agreed that the method is kept, and what came of it.
alter table payments
  add column method_id uuid references payment_methods,
  add column keep text check (keep in ('wanted', 'kept', 'none'));
create index payments_automatic on payments (user_id, currency, created_at) where method_id is not null;

-- The card that the sandbox keeps, by its last digits.
alter table sandbox_charges
  add column keeps boolean not null default false,
  add column card text;
