-- Whether a closure takes any of a booking's time; of a monthly pass, any of its openings.
create or replace function closure_touches(p_booking bookings, p_closure park_closures) returns boolean language sql stable as $$
  select p_booking.end_time > p_closure.starts_at and (p_closure.ends_at is null or p_booking.start_time < p_closure.ends_at)
     and (p_booking.openings is null or p_booking.openings && tstzrange(p_closure.starts_at, p_closure.ends_at))
$$;
