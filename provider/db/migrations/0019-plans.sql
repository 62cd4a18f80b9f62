-- Plans: paid by the month in advance, they take something off parking. Locks are taken in the order of: subscription, wallet.

create table plans (
  plan_id       integer generated always as identity primary key,
  country_code  text not null check (country_code in ('NG', 'US', 'CA', 'SN')),
  names         jsonb not null,                              -- {"en": ..., "fr": ...}
  details       jsonb not null,
  price_minor   bigint not null check (price_minor between 1 and 100000000000),  -- a month, its taxes inside
  currency      text not null check (currency in ('NGN', 'XOF', 'USD', 'CAD')),
  taxes         jsonb not null,                              -- as on the wire, all of them included
  percent       integer not null check (percent between 1 and 100),
  maximum_minor bigint check (maximum_minor > 0),            -- the most that is taken off one stay; null: no limit
  parks         integer[],                                   -- null: everywhere in its country
  active        boolean not null default true,
  demo          boolean not null,
  updated_at    timestamptz not null
);
create index plans_by_country on plans (country_code, plan_id) where active;

create table subscriptions (
  subscription_id uuid primary key,
  user_id         uuid not null references users,
  plan_id         integer not null references plans,
  country_code    text not null,
  state           text not null check (state in ('running', 'grace', 'ended')),
  pay_by          text not null check (pay_by in ('wallet', 'card')),
  period          integer not null check (period > 0),       -- the last one that was paid
  period_end      timestamptz not null,                      -- its end
  next            jsonb,                                     -- terms of the period after it, as its driver was told of them
  cancelled_at    timestamptz,                               -- it ends with its period
  end_reason      text check (end_reason in ('cancelled', 'unpaid', 'withdrawn')),
  due_at          timestamptz,                               -- when the job looks at it next
  started_at      timestamptz not null,
  version         integer not null default 1,
  updated_at      timestamptz not null,
  check ((state = 'ended') = (end_reason is not null)),
  check ((state = 'ended') = (due_at is null))
);
create unique index subscriptions_running on subscriptions (user_id, country_code) where state <> 'ended';
create index subscriptions_by_user on subscriptions (user_id, started_at desc);
create index subscriptions_due on subscriptions (due_at) where due_at is not null;

-- What was paid, with the terms that it was paid at. Its posting has the key 'plan:<subscription>:<period>'.
create table subscription_periods (
  subscription_id uuid not null references subscriptions,
  period          integer not null check (period > 0),
  names           jsonb not null,
  price_minor     bigint not null check (price_minor > 0),
  tax_minor       bigint not null check (tax_minor between 0 and price_minor),
  taxes           jsonb not null,                            -- lines, as on the wire
  percent         integer not null,
  maximum_minor   bigint,
  parks           integer[],
  starts_at       timestamptz not null,
  ends_at         timestamptz not null,
  paid_at         timestamptz not null,
  primary key (subscription_id, period),
  check (ends_at > starts_at)
);

-- What its driver is told, by email and notification.
create table plan_news (
  news_id         bigint generated always as identity primary key,
  subscription_id uuid not null references subscriptions,
  kind            text not null check (kind in ('plan_notice', 'plan_grace', 'plan_ended')),
  period          integer not null,
  price_minor     bigint not null,                           -- of the next period
  former_minor    bigint not null,                           -- of the one before
  at              timestamptz not null,                      -- when it is paid, or when it ends
  reason          text,
  mail_at         timestamptz,                               -- when the email is to be sent; null: it was
  created_at      timestamptz not null,
  unique (subscription_id, kind, period)
);
create index plan_news_to_mail on plan_news (mail_at) where mail_at is not null;
create index plan_news_by_age on plan_news (created_at);
