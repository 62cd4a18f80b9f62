-- Whether a closure gives a booking back: one that had not begun when it was decided, and a monthly pass only where none of its openings
-- is left. A car that was let in stays.
create or replace function closure_ends(p_booking bookings, p_closure park_closures) returns boolean language sql stable as $$
  select p_booking.status = 'active' and p_booking.start_time > p_closure.created_at and p_booking.checked_in_at is null
     and closure_touches(p_booking, p_closure)
     and (p_booking.openings is null or p_booking.openings <@ tstzrange(p_closure.starts_at, p_closure.ends_at))
$$;
