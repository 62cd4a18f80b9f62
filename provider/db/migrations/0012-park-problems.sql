-- What drivers say is wrong at a park, or with what the app says of it. Read by people: npm run provider -- problems. "The car park is full" and
-- "someone stands in my place" are told of a booking, a photo with it: see src/domain/no-space.ts.

create table park_problems (
  problem_id uuid primary key,
  park_id    integer not null references parks,
  user_id    uuid not null references users,           -- deleted with the account
  kind       text not null check (kind in ('price', 'entry', 'closed', 'facts', 'other', 'full', 'place_taken')),
  text       text check (length(text) between 1 and 1000),
  created_at timestamptz not null,
  booking_id uuid references bookings                  -- of those two kinds
);
create index park_problems_by_park on park_problems (park_id, created_at desc);
create index park_problems_by_user on park_problems (user_id, created_at);
create index park_problems_by_time on park_problems (created_at desc);
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
