-- Spaces taken at the fullest moment of the span [p_from, p_to), not counting booking p_except. Ends are exclusive.
create or replace function peak_occupancy(p_park_id integer, p_from timestamptz, p_to timestamptz, p_now timestamptz, p_except uuid)
returns integer language sql stable as $$
  with taken as (
    select greatest(b.start_time, p_from) as from_at, b.end_time as to_at
      from bookings b
     where b.park_id = p_park_id and b.status = 'active' and b.end_time > p_from and b.start_time < p_to
       and (b.hold_until is null or b.hold_until > p_now) and b.booking_id is distinct from p_except
  ), steps as (
    select from_at as at, 1 as change from taken union all select to_at, -1 from taken
  )
  select coalesce(max(level), 0)::integer
    from (select sum(change) over (order by at, change rows unbounded preceding) as level from steps) as levels
$$;
