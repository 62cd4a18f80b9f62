-- What was paid for the time after the end, without a new end: the end is what the price before it was made for. Its money is part of
-- retained_minor too, which no refund gives back.
alter table bookings
  add column overstay_minor bigint not null default 0 check (overstay_minor >= 0),
  add column overstay_until timestamptz,                 -- until when that pays
  add column overstay_lines jsonb,                       -- what it is made of, as on the wire
  add constraint overstay_is_whole check (
    (overstay_minor > 0) = (overstay_until is not null) and (overstay_minor > 0) = (overstay_lines is not null)),
  add constraint overstay_is_after_end check (overstay_until is null or (status = 'active' and overstay_until > end_time));
