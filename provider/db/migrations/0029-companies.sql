-- Companies that pay for the parking of their people. A request until an operator approves it; then an account of its id, whose `guest` is
-- 'company', holds the wallet. Locks are taken in the order of: booking, park, member, wallet.

create table companies (
  company_id   uuid primary key,                          -- the message's that asked for it
  user_id      uuid references users,                     -- who asked; null: a visitor, or a deleted account
  status       text not null default 'open' check (status in ('open', 'approved', 'refused')),
  name         text not null check (length(name) between 1 and 120),
  contact_name text not null,
  email        text not null,                             -- lower case; its account is the first administrator
  text         text not null,
  language     text not null check (language in ('en', 'fr')),
  country_code text check (country_code in ('NG', 'US', 'CA', 'SN')),  -- null: a visitor asked, and nobody has decided
  plates       text[] not null default '{}',              -- the only ones that it pays for, normalised; empty: any
  reason       text check (length(reason) between 1 and 500),         -- of a refusal; whoever asked reads it
  mail_at      timestamptz,                               -- when the outcome is to be emailed; null: it was, or there is none yet
  created_at   timestamptz not null,
  decided_at   timestamptz,
  check ((status = 'open') = (decided_at is null)),
  check ((status = 'refused') = (reason is not null)),
  check (status <> 'approved' or country_code is not null)
);
create index companies_open on companies (created_at) where status = 'open';
create index companies_to_mail on companies (mail_at) where mail_at is not null;
create index companies_by_user on companies (user_id) where user_id is not null;

-- Bound to the account of the address when that first looks; a removed one stays, for what it booked.
create table company_members (
  member_id           uuid primary key,
  company_id          uuid not null references companies,
  email               text not null,                      -- lower case; empty once the account was deleted
  user_id             uuid references users,              -- null: the account of the address has not looked yet
  role                text not null check (role in ('admin', 'driver')),
  booking_limit_minor bigint check (booking_limit_minor > 0),  -- the most that one booking may cost with all its changes; null: no limit
  month_limit_minor   bigint check (month_limit_minor > 0),    -- the most that may be paid for them in a calendar month of the country
  mail_at             timestamptz,                        -- when the invitation is to be emailed; null: it was
  created_at          timestamptz not null,
  removed_at          timestamptz
);
create unique index company_members_once on company_members (company_id, email) where removed_at is null;
create unique index company_members_once_a_user on company_members (company_id, user_id) where removed_at is null and user_id is not null;
create index company_members_by_user on company_members (user_id) where user_id is not null;
create index company_members_by_email on company_members (email) where removed_at is null and user_id is null;
create index company_members_to_mail on company_members (mail_at) where mail_at is not null;
