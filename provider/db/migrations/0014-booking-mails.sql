-- Emails about bookings: each event once.

create table booking_mails (
  mail_id    bigint generated always as identity primary key,
  booking_id uuid not null references bookings on delete cascade,
  kind       text not null check (kind in ('booking', 'change', 'cancellation')),
  event      text not null,                       -- 'posting:<id>' of a charge, 'cancelled:<epoch seconds>', 'plate:<version>', 'postponed:<version>'
  posting_id bigint references postings,          -- the charge; null for a cancellation
  state      text not null default 'queued' check (state in ('queued', 'sent', 'dropped')),
  attempts   integer not null default 0,
  next_at    timestamptz not null,
  created_at timestamptz not null,
  unique (booking_id, event)
);
create index booking_mails_due on booking_mails (next_at) where state = 'queued';
create index booking_mails_by_age on booking_mails (created_at);
