-- Bookings. The writes that move spaces and money together are functions, one round trip each: ../functions.
-- Locks are always taken in the order booking, park, wallet, so that two writes never wait for each other in a circle.

create table bookings (
  booking_id      uuid primary key,
  booking_code    text not null unique,                 -- 8 characters, no hyphen
  user_id         uuid not null references users,
  payer_id        uuid references users,                -- the company that pays, and that every refund goes back to; null: the driver
  park_id         integer not null references parks,
  vehicle_type_id integer not null check (vehicle_type_id between 1 and 4),
  plate           text not null,                        -- normalised
  start_time      timestamptz not null,
  end_time        timestamptz not null,
  status          text not null check (status in ('active', 'cancelled')),
  currency        text not null,
  total_minor     bigint not null check (total_minor >= 0),
  lines           jsonb not null,                       -- as on the wire
  tariff_version  text not null,
  refund_rules    jsonb not null,                       -- the park's policy when booked
  cancelled_at    timestamptz,
  cancel_reason   text,
  refund_minor    bigint,
  -- What earlier, cancelled periods of a renewed booking have cost for good. Of every booking, active or cancelled:
  -- paid from the wallet less refunded = retained_minor + total_minor - coalesce(refund_minor, 0).
  retained_minor  bigint not null default 0 check (retained_minor >= 0),
  hold_until      timestamptz,
  pass_text       text,
  pass_sequence   integer not null default 1 check (pass_sequence between 1 and 255),
  pass_kid        integer,
  checked_in_at   timestamptz,
  checked_out_at  timestamptz,
  previous_stay   jsonb,                                -- the stays it continues, of stays_beside; null: none were asked for
  earlier_periods jsonb not null default '[]',          -- [{from, to}] that were used before it was cancelled and renewed
  former_plates   text[] not null default '{}',         -- those that were changed after the start
  -- What was paid for the time after the end, without a new end: the end is what the price before it was made for. Its money is part of
  -- retained_minor too, which no refund gives back.
  overstay_minor  bigint not null default 0 check (overstay_minor >= 0),
  overstay_until  timestamptz,                          -- until when that pays
  overstay_lines  jsonb,                                -- what it is made of, as on the wire
  moved_from      uuid references bookings,             -- the booking, cancelled now, whose place it took: move_booking
  plan            jsonb,                                -- what its driver's plan takes off it, as on the wire; null: nothing
  event_id        uuid references events,               -- takes one of the spaces that are kept for it
  event_choice    text check (event_choice = 'open'),   -- it was postponed: all of the money back until its choose_by
  -- Of a monthly pass: what was sold, with its hours and days as they were then, and the spans in which it takes a space.
  product_id      integer,                              -- of products, whose rows stay
  monthly         jsonb,                                -- {kind, names, hours, first_day, last_day}, as on the wire
  openings        tstzmultirange,
  version         integer not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  check (end_time > start_time),
  check (event_choice is null or event_id is not null),
  constraint pass_is_whole check ((product_id is null) = (monthly is null) and (monthly is null) = (openings is null)),
  check ((status = 'cancelled') = (cancelled_at is not null)),
  check (refund_minor is null or refund_minor between 0 and total_minor),
  constraint overstay_is_whole check (
    (overstay_minor > 0) = (overstay_until is not null) and (overstay_minor > 0) = (overstay_lines is not null)),
  constraint overstay_is_after_end check (overstay_until is null or (status = 'active' and overstay_until > end_time))
);
create index bookings_by_user on bookings (user_id, start_time desc, booking_id);
create index bookings_active_by_park on bookings (park_id, end_time) where status = 'active';
create index bookings_held on bookings (hold_until) where hold_until is not null;
create index bookings_by_end on bookings (end_time) where status = 'active' and hold_until is null;
create index bookings_by_cancellation on bookings (cancelled_at) where status = 'cancelled';

-- What a plate has parked at a park: stays_beside.
create index bookings_by_plate on bookings (plate, park_id, end_time) where previous_stay is not null;
create index bookings_with_former_plates on bookings (park_id, end_time) where previous_stay is not null and former_plates <> '{}';

-- A pass names its booking by the last 8 bytes of the id.
create index bookings_by_tail on bookings (right(replace(booking_id::text, '-', ''), 16));

-- Day lists look at one park around now, cancelled bookings too.
create index bookings_by_park_end on bookings (park_id, end_time);

create index bookings_by_event on bookings (event_id, park_id) where status = 'active' and event_id is not null;

-- Monthly passes, which peak_occupancy counts by their openings.
create index bookings_monthly on bookings (park_id, end_time) where openings is not null and status = 'active';
create index bookings_by_product on bookings (product_id, end_time) where product_id is not null and status = 'active';

-- What a company pays for.
create index bookings_by_payer on bookings (payer_id, created_at) where payer_id is not null;

create index bookings_moved_from on bookings (moved_from) where moved_from is not null;

-- Prices that a booking had before its last change, so that an old receipt keeps its lines.
create table booking_prices (
  booking_id uuid not null references bookings,
  version    integer not null,
  lines      jsonb not null,
  start_time timestamptz not null,
  end_time   timestamptz not null,
  primary key (booking_id, version)
);

-- Cancels that gave a driver everything back, each for a day: book_again_at. Not a column of bookings, which a renewal clears.
create table free_cancellations (
  user_id      uuid not null references users,
  cancelled_at timestamptz not null
);
create index free_cancellations_by_user on free_cancellations (user_id, cancelled_at);

-- Whole prices that came back for it after the start: no_space_history. Not a column of bookings, which a renewal clears.
create table no_space_refunds (
  booking_id  uuid not null references bookings,
  user_id     uuid not null references users,          -- deleted with the account
  plates      text[] not null,
  refunded_at timestamptz not null
);
create index no_space_refunds_by_user on no_space_refunds (user_id, refunded_at);
create index no_space_refunds_by_plate on no_space_refunds using gin (plates);
