-- Web Push: a device's subscription, and each notification once a device.

create table push_subscriptions (
  subscription_id uuid primary key,
  user_id         uuid not null references users on delete cascade,
  endpoint        text not null unique,                 -- a device has one; whoever signs in there last gets it
  p256dh          text not null,
  auth            text not null,
  language        text not null check (language in ('en', 'fr')),
  timezone        text not null,
  quiet_from      integer check (quiet_from between 0 and 1439),
  quiet_to        integer check (quiet_to between 0 and 1439),
  created_at      timestamptz not null,
  last_sent_at    timestamptz,
  last_failed_at  timestamptz,
  check ((quiet_from is null) = (quiet_to is null))
);
create index push_subscriptions_by_user on push_subscriptions (user_id);

create table push_deliveries (
  delivery_id     bigint generated always as identity primary key,
  subscription_id uuid not null references push_subscriptions on delete cascade,
  booking_id      uuid references bookings on delete cascade,  -- null: about a wallet, a plan, a document
  kind            text not null check (kind in
                    ('ends_in_30', 'ends_in_10', 'pass_ends', 'cancelled', 'refunded', 'full', 'postponed', 'closing', 'auto_top_up_off',
                     'plan', 'document')),
  event           text not null,                        -- what it is about: this end, this cancellation; an extension is told anew
  state           text not null default 'queued' check (state in ('queued', 'sent', 'dropped')),
  attempts        integer not null default 0,
  next_at         timestamptz not null,
  expires_at      timestamptz not null,                 -- nobody wants to hear of it after that
  created_at      timestamptz not null,
  unique (subscription_id, booking_id, kind, event),
  check ((booking_id is null) = (kind in ('auto_top_up_off', 'plan', 'document')))
);
create index push_deliveries_due on push_deliveries (next_at) where state = 'queued';
create index push_deliveries_by_age on push_deliveries (created_at);
create unique index push_deliveries_of_wallets on push_deliveries (subscription_id, kind, event) where booking_id is null;
