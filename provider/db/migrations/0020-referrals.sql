-- Referral: who brought whom, and what both were credited. Locks are taken in the order of: users (by id), the referrer's code, referral, wallets (by id).

-- Added to, never changed: a driver gets what held when they entered the code.
create table referral_terms (
  terms_id       bigint generated always as identity primary key,  -- the highest of a country holds
  country_code   text not null check (country_code in ('NG', 'US', 'CA', 'SN')),
  valid_from     timestamptz not null,
  currency       text not null check (currency in ('NGN', 'XOF', 'USD', 'CAD')),
  active         boolean not null,
  referrer_minor bigint not null check (referrer_minor > 0),
  referred_minor bigint not null check (referred_minor > 0),
  minimum_minor  bigint not null check (minimum_minor > 0),     -- what the stay costs at least
  monthly_limit  integer not null check (monthly_limit between 1 and 100),
  demo           boolean not null
);
create index referral_terms_by_country on referral_terms (country_code, terms_id);

create table referral_codes (
  user_id    uuid primary key references users,
  code       text not null unique,
  created_at timestamptz not null
);

-- Installations of the app that a driver was signed in on, as keyed hashes.
create table referral_devices (
  user_id uuid not null references users,
  device  text not null,
  seen_at timestamptz not null,
  primary key (user_id, device)
);

create table referrals (
  user_id        uuid primary key references users,             -- who was brought: once
  referrer_id    uuid not null references users,
  state          text not null check (state in ('waiting', 'credited', 'refused', 'expired', 'taken_back')),
  reason         text,                                          -- of a refusal; for operators
  entered_at     timestamptz not null,
  check_at       timestamptz,                                   -- when the job looks at it next
  booking_id     uuid references bookings,                      -- the stay that counted
  currency       text,
  referrer_minor bigint,
  referred_minor bigint,
  credited_at    timestamptz,
  settled_at     timestamptz,
  check (user_id <> referrer_id),
  check ((state in ('credited', 'taken_back')) = (credited_at is not null)),
  check ((credited_at is null) = (booking_id is null) and (credited_at is null) = (currency is null)),
  check ((credited_at is null) = (referrer_minor is null) and (credited_at is null) = (referred_minor is null)),
  check ((state = 'waiting') = (settled_at is null))
);
create index referrals_by_referrer on referrals (referrer_id, credited_at);
create index referrals_due on referrals (check_at) where check_at is not null;

-- Plates, devices, cards and addresses of those who were brought, as keyed hashes that name nobody; forgotten after a year.
create table referral_marks (
  mark       text primary key,
  created_at timestamptz not null
);

create table referral_mails (
  user_id      uuid not null references referrals,              -- of the referral
  to_user_id   uuid not null references users,
  amount_minor bigint not null check (amount_minor > 0),
  currency     text not null,
  mail_at      timestamptz not null,
  primary key (user_id, to_user_id)
);
create index referral_mails_due on referral_mails (mail_at);
