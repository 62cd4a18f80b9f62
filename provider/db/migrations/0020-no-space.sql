-- "The car park is full" and "someone stands in my place", told by a driver of a booking; a photo with it. See src/domain/no-space.ts.

alter table park_problems drop constraint park_problems_kind_check;
alter table park_problems add constraint park_problems_kind_check
  check (kind in ('price', 'entry', 'closed', 'facts', 'other', 'full', 'place_taken'));
alter table park_problems add column booking_id uuid references bookings;
create index park_problems_by_booking on park_problems (booking_id, created_at desc) where booking_id is not null;

-- Deleted after 90 days, and with the account.
create table problem_photos (
  problem_id uuid primary key references park_problems on delete cascade,
  jpeg       bytea not null check (length(jpeg) <= 150000),
  created_at timestamptz not null
);
-- Compressed already.
alter table problem_photos alter column jpeg set storage external;
create index problem_photos_by_time on problem_photos (created_at);

-- Whole prices that came back for it after the start: no_space_history. Not a column of bookings, which a renewal clears.
create table no_space_refunds (
  booking_id  uuid not null references bookings,
  user_id     uuid not null references users,          -- deleted with the account
  plates      text[] not null,
  refunded_at timestamptz not null
);
create index no_space_refunds_by_user on no_space_refunds (user_id, refunded_at);
create index no_space_refunds_by_plate on no_space_refunds using gin (plates);
