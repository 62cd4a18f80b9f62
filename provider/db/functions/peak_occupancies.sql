-- Spaces taken at the fullest moment of the span [p_from, p_to) in each of the parks where any is, not counting booking p_except. Ends are
-- exclusive. A monthly pass takes one in each of its openings. What is kept for an event and not sold yet is taken too, until its parking is over;
-- where the park is closed all of them are. One select, so that the planner sees through it: a prepared list with a call of
-- peak_occupancy for each park took three times as long.
create or replace function peak_occupancies(p_park_ids integer[], p_from timestamptz, p_to timestamptz, p_now timestamptz, p_except uuid)
returns table (park_id integer, taken integer) language sql stable as $$
  with taken as (
    select b.park_id, greatest(b.start_time, p_from) as from_at, b.end_time as to_at, 1 as spaces
      from bookings b
     where b.park_id = any(p_park_ids) and b.status = 'active' and b.end_time > p_from and b.start_time < p_to and b.openings is null
       and (b.hold_until is null or b.hold_until > p_now) and b.booking_id is distinct from p_except
    union all
    select b.park_id, greatest(lower(o), p_from), upper(o), 1
      from bookings b cross join unnest(b.openings) as o
     where b.park_id = any(p_park_ids) and b.status = 'active' and b.end_time > p_from and b.start_time < p_to and b.openings is not null
       and (b.hold_until is null or b.hold_until > p_now) and b.booking_id is distinct from p_except
       and upper(o) > p_from and lower(o) < p_to
    union all
    select k.park_id, greatest(e.parking_from, p_from), e.parking_until,
           greatest(0, k.held - sold_for_event(e.event_id, k.park_id, p_now, null))
      from event_parks k join events e using (event_id)
     where k.park_id = any(p_park_ids) and e.status <> 'cancelled' and e.parking_until > greatest(p_from, p_now) and e.parking_from < p_to
    union all
    select c.park_id, greatest(c.starts_at, p_from), least(c.ends_at, p_to),
           coalesce((select p.capacity from parks p where p.id = c.park_id), 0)
      from park_closures c
     where c.park_id = any(p_park_ids) and c.reopened_at is null and c.starts_at < p_to and (c.ends_at is null or c.ends_at > p_from)
  )
  select park_id, max(level)::integer
    from (select park_id, sum(change) over (partition by park_id order by at, change rows unbounded preceding) as level
            from taken cross join lateral (values (from_at, spaces), (to_at, -spaces)) as steps (at, change)) as levels
   group by park_id
$$;
