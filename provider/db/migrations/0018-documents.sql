-- Papers of vehicles: when they expire, pictures of them, and their renewal at the state's office. Locks are taken in the order of: renewal,
-- what is under way, scans, wallet.

-- What renewing costs in a country. Without a row nothing can be renewed there.
create table document_fees (
  country_code  text primary key check (country_code in ('NG', 'US', 'CA', 'SN')),
  currency      text not null check (currency in ('NGN', 'XOF', 'USD', 'CAD')),
  fees          jsonb not null,                             -- minor units by document
  service_minor bigint not null check (service_minor >= 0), -- ours, VAT inside
  vat           integer not null check (vat between 0 and 100000),  -- thousandths of a percent
  days          jsonb not null,                             -- days after the payment by which a step is usually reached
  demo          boolean not null,
  updated_at    timestamptz not null
);

-- As the driver wrote it.
create table document_vehicles (
  user_id    uuid not null,
  vehicle_id uuid not null,
  commercial boolean not null,
  version    integer not null default 1,
  updated_at timestamptz not null,
  primary key (user_id, vehicle_id),
  foreign key (user_id, vehicle_id) references vehicles on delete cascade
);

create table document_dates (
  user_id    uuid not null,
  vehicle_id uuid not null,
  kind       text not null check (kind in ('licence', 'roadworthiness', 'insurance', 'hackney')),
  expires_on date not null,
  saved_at   timestamptz not null,                          -- when it was given this day
  primary key (user_id, vehicle_id, kind),
  foreign key (user_id, vehicle_id) references document_vehicles on delete cascade
);
create index document_dates_by_day on document_dates (expires_on);

-- What a driver is told at once, by one email and one notification: of all documents that became due together.
create table document_notices (
  notice_id  bigint generated always as identity primary key,
  user_id    uuid not null references users,
  mail_at    timestamptz,                                   -- when the email is to be sent; null: it was, or nothing of it is true any more
  created_at timestamptz not null
);
create index document_notices_to_mail on document_notices (mail_at) where mail_at is not null;
create index document_notices_by_age on document_notices (created_at);

-- What its driver is told of a date: each once, also where the date is changed and changed back.
create table document_reminders (
  notice_id   bigint not null references document_notices on delete cascade,
  user_id     uuid not null,
  vehicle_id  uuid not null,
  kind        text not null,
  expires_on  date not null,
  days        integer not null check (days in (30, 7, 0)),  -- before it
  expires_at  timestamptz not null,                         -- the next one is due, or the day is over
  unique (user_id, vehicle_id, kind, expires_on, days),
  foreign key (user_id, vehicle_id) references document_vehicles on delete cascade
);
create index document_reminders_by_notice on document_reminders (notice_id);
create index document_reminders_by_end on document_reminders (expires_at);

create table document_renewals (
  renewal_id     uuid primary key,
  code           text not null unique,                      -- VD- and eight Crockford characters; a posting's description
  user_id        uuid not null references users,
  draft_id       uuid not null,                             -- the phone's: one draft is paid once
  vehicle_id     uuid not null,                             -- may be deleted meanwhile
  plate          text not null,
  country_code   text not null,
  currency       text not null,
  lines          jsonb not null,                            -- [{"kind": ..., "amount": ...}]
  service_minor  bigint not null check (service_minor >= 0),
  vat_minor      bigint not null check (vat_minor between 0 and service_minor),
  total_minor    bigint not null check (total_minor > 0),
  refunded_minor bigint not null default 0 check (refunded_minor in (0, total_minor)),
  stage          text not null check (stage in ('received', 'checked', 'at_office', 'done', 'rejected')),
  reason         text,
  history        jsonb not null,                            -- [{"stage": ..., "at": ...}], oldest first
  days           jsonb not null,
  demo           boolean not null,
  version        integer not null default 1,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  unique (user_id, draft_id),
  check ((reason is not null) = (stage = 'rejected')),
  check ((refunded_minor > 0) = (stage = 'rejected'))
);
create index document_renewals_by_user on document_renewals (user_id, created_at desc, renewal_id);
create index document_renewals_open on document_renewals (created_at) where stage in ('received', 'checked', 'at_office');

-- What is being renewed: no document of a vehicle twice at once, also where the vehicle was deleted and added anew, or its plate corrected.
create table documents_under_way (
  user_id          uuid not null references users,
  vehicle_id       uuid not null,
  kind             text not null check (kind in ('licence', 'roadworthiness', 'insurance', 'hackney')),
  plate_normalised text not null,
  renewal_id       uuid not null references document_renewals,
  primary key (user_id, vehicle_id, kind),
  unique (user_id, plate_normalised, kind)
);
create index documents_under_way_by_renewal on documents_under_way (renewal_id);

-- Pictures of papers, encrypted: see docs/decisions/2026-11-25-scans-encrypted-in-rows.md.
create table document_scans (
  user_id    uuid not null references users,
  scan_id    uuid not null,                                 -- the phone's
  vehicle_id uuid not null,
  kind       text not null check (kind in ('licence', 'roadworthiness', 'insurance', 'hackney')),
  renewal_id uuid references document_renewals,             -- null: waits for one
  sealed     bytea not null check (length(sealed) <= 8000000),
  bytes      integer not null,
  created_at timestamptz not null,
  delete_at  timestamptz,                                   -- null: while its renewal is under way
  primary key (user_id, scan_id)
);
alter table document_scans alter column sealed set storage external;
create unique index document_scans_waiting on document_scans (user_id, vehicle_id, kind) where renewal_id is null;
create index document_scans_by_renewal on document_scans (renewal_id) where renewal_id is not null;
create index document_scans_to_delete on document_scans (delete_at) where delete_at is not null;
