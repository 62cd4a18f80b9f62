-- Claims a space for a booking as it is to be, under the park's row lock: of those that are kept for its event, or any. Returns null, or
-- why not: 'park_not_found', 'park_closed', 'park_full', 'event_sold_out', 'event_cancelled', 'event_moved', those of claim_openings. Under the park's lock the event
-- is as it is: it is moved by who holds the locks of all its parks.
create or replace function claim_booking_space(p_booking bookings, p_now timestamptz, p_except uuid)
returns text language plpgsql as $$
declare
  v_capacity integer;
  v_held     integer;
  v_status   text;
  v_is_within boolean;
begin
  if p_booking.openings is not null then return claim_openings(p_booking, p_now, p_except); end if;
  if p_booking.event_id is null then
    return claim_space(p_booking.park_id, p_booking.start_time, p_booking.end_time, p_now, p_except);
  end if;
  select capacity into v_capacity from parks where id = p_booking.park_id for no key update;
  if not found then return 'park_not_found'; end if;
  if v_capacity is null then return 'park_closed'; end if;
  if closed_within(p_booking.park_id, p_booking.start_time, p_booking.end_time) then return 'park_closed'; end if;
  select k.held, e.status, p_booking.start_time >= e.parking_from and p_booking.start_time < e.parking_until
    into v_held, v_status, v_is_within
    from event_parks k join events e using (event_id) where k.event_id = p_booking.event_id and k.park_id = p_booking.park_id;
  if not found or v_status = 'cancelled' then return 'event_cancelled'; end if;
  if not v_is_within then return 'event_moved'; end if;
  -- No more are sold than are kept, and those are free: peak_occupancy counts what is left of them as taken.
  if sold_for_event(p_booking.event_id, p_booking.park_id, p_now, p_except) >= v_held then return 'event_sold_out'; end if;
  return null;
end $$;
