-- Spaces that are promised at the fullest moment from p_now on: to bookings, and to events that have not sold all of theirs. Unlike
-- peak_occupancy it does not count closures: a closed car park has promised nothing by that.
create or replace function most_promised(p_park_id integer, p_now timestamptz)
returns integer language sql stable as $$
  with taken as (
    select greatest(b.start_time, p_now) as from_at, b.end_time as to_at, 1 as spaces
      from bookings b
     where b.park_id = p_park_id and b.status = 'active' and b.end_time > p_now and b.openings is null
       and (b.hold_until is null or b.hold_until > p_now)
    union all
    select greatest(lower(o), p_now), upper(o), 1
      from bookings b cross join unnest(b.openings) as o
     where b.park_id = p_park_id and b.status = 'active' and b.end_time > p_now and b.openings is not null
       and (b.hold_until is null or b.hold_until > p_now) and upper(o) > p_now
    union all
    select greatest(e.parking_from, p_now), e.parking_until, greatest(0, k.held - sold_for_event(e.event_id, k.park_id, p_now, null))
      from event_parks k join events e using (event_id)
     where k.park_id = p_park_id and e.status <> 'cancelled' and e.parking_until > p_now
  ), steps as (
    select from_at as at, spaces as change from taken union all select to_at, -spaces from taken
  )
  select coalesce(max(level), 0)::integer
    from (select sum(change) over (order by at, change rows unbounded preceding) as level from steps) as levels
$$;
