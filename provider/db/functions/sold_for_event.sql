-- How many of the spaces that a park keeps for an event are taken, not counting booking p_except.
create or replace function sold_for_event(p_event_id uuid, p_park_id integer, p_now timestamptz, p_except uuid)
returns integer language sql stable as $$
  select count(*)::integer from bookings b
   where b.event_id = p_event_id and b.park_id = p_park_id and b.status = 'active'
     and (b.hold_until is null or b.hold_until > p_now) and b.booking_id is distinct from p_except
$$;
