-- Claims a space for a booking as it is to be, under the park's row lock: of those that are kept for its event, or any. Returns null, or
-- why not: 'park_not_found', 'park_closed', 'park_full', 'event_sold_out', 'event_cancelled', 'event_moved', those of claim_openings. Under the park's lock the event
-- is as it is: it is moved by who holds the locks of all its parks.
create or replace function claim_booking_space(p_booking bookings, p_now timestamptz, p_except uuid)
returns text language plpgsql as $$
declare
  v_capacity integer;
  v_held     integer;
  v_status   text;
  v_until    timestamptz;
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
  select k.held, e.status, e.parking_until, p_booking.start_time >= e.parking_from and p_booking.start_time < e.parking_until
    into v_held, v_status, v_until, v_is_within
    from event_parks k join events e using (event_id) where k.event_id = p_booking.event_id and k.park_id = p_booking.park_id;
  if not found or v_status = 'cancelled' then return 'event_cancelled'; end if;
  if not v_is_within then return 'event_moved'; end if;
  if sold_for_event(p_booking.event_id, p_booking.park_id, p_now, p_except) >= v_held then return 'event_sold_out'; end if;
  -- peak_occupancy counts what is left of those that are kept as taken, and this booking takes one of them. They are more than there are
  -- where one was sold for a part of the event, the rest of its time to others, and then given back.
  if peak_occupancy(p_booking.park_id, p_booking.start_time, least(p_booking.end_time, v_until), p_now, p_except) > v_capacity then
    return 'event_sold_out';
  end if;
  -- A stay that was made longer than the event's parking takes any space after it.
  if p_booking.end_time > v_until and peak_occupancy(p_booking.park_id, v_until, p_booking.end_time, p_now, p_except) >= v_capacity then
    return 'park_full';
  end if;
  return null;
end $$;
