-- What drivers say of car parks where they parked: docs/reviews.md. The rating of a car park is kept by keep_park_rating, with each review.

create table reviews (
  review_id     uuid primary key,
  booking_id    uuid not null unique references bookings,   -- one a stay, for good: what is taken back leaves an empty row
  park_id       integer not null references parks,          -- the booking's
  user_id       uuid not null references users,             -- deleted with the account
  stars         smallint check (stars between 1 and 5),
  text          text check (length(text) between 1 and 1000),
  answer        text check (length(answer) between 1 and 1000),   -- of the car park's operator
  answered_at   timestamptz,
  hidden_at     timestamptz,                                -- by a person; stays so whatever its author does
  hidden_reason text check (length(hidden_reason) between 1 and 300),
  looked_at     timestamptz,                                -- when a person decided last: reports before that are dealt with
  deleted_at    timestamptz,                                -- taken back by its author, or all of the booking's money went back
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  check ((deleted_at is null) = (stars is not null)),
  check (deleted_at is null or (text is null and answer is null)),
  check ((answer is null) = (answered_at is null)),
  check ((hidden_at is null) = (hidden_reason is null))
);
create index reviews_shown on reviews (park_id, created_at desc, review_id) where hidden_at is null and deleted_at is null;
create index reviews_by_park on reviews (park_id);
create index reviews_by_user on reviews (user_id);
create index reviews_by_time on reviews (updated_at desc);

-- One of each driver for a review; said again after the review was changed it counts again.
create table review_reports (
  review_id  uuid not null references reviews on delete cascade,
  user_id    uuid not null references users,                -- deleted with the account
  kind       text not null check (kind in ('offensive', 'personal', 'untrue', 'advert')),
  created_at timestamptz not null,
  primary key (review_id, user_id)
);
create index review_reports_by_user on review_reports (user_id);
create index review_reports_by_time on review_reports (created_at desc);

-- Of car parks that were reviewed. Apart from them, so that a review makes no new version of a car park. Its row is what reviews of one car
-- park wait for.
create table park_ratings (
  park_id integer primary key references parks,
  reviews integer not null default 0 check (reviews >= 0),
  stars   integer not null default 0 check (stars between reviews and 5 * reviews),
  tenths  smallint generated always as (case when reviews > 0 then round(stars * 10.0 / reviews) end) stored
);
