-- Claims a space for a monthly pass in all of its openings that are not over, under the park's row lock, which counts passes of one product too.
-- Returns null, or why not: those of claim_space, 'product_not_found', 'product_sold_out' (as many drivers have one as may at once).
create or replace function claim_openings(p_booking bookings, p_now timestamptz, p_except uuid)
returns text language plpgsql as $$
declare
  v_capacity integer;
  v_at_once  integer;
  v_sold     integer;
begin
  select capacity into v_capacity from parks where id = p_booking.park_id for no key update;
  if not found then return 'park_not_found'; end if;
  if v_capacity is null then return 'park_closed'; end if;
  if exists (select from unnest(p_booking.openings) as o
              where upper(o) > p_now and closed_within(p_booking.park_id, greatest(lower(o), p_now), upper(o))) then
    return 'park_closed';
  end if;
  select (pass ->> 'at_once')::integer into v_at_once from products where product_id = p_booking.product_id and active;
  if not found then return 'product_not_found'; end if;
  -- The most at one moment is reached where one of them begins.
  with others as (
    select greatest(b.start_time, p_booking.start_time) as from_at, b.end_time as to_at from bookings b
     where b.product_id = p_booking.product_id and b.status = 'active' and (b.hold_until is null or b.hold_until > p_now)
       and b.booking_id is distinct from p_except and b.end_time > p_booking.start_time and b.start_time < p_booking.end_time
  )
  select coalesce(max((select count(*) from others o where o.from_at <= a.from_at and o.to_at > a.from_at)), 0) into v_sold from others a;
  if v_sold >= v_at_once then return 'product_sold_out'; end if;
  if exists (select from unnest(p_booking.openings) as o
              where upper(o) > p_now
                and peak_occupancy(p_booking.park_id, greatest(lower(o), p_now), upper(o), p_now, p_except) >= v_capacity) then
    return 'park_full';
  end if;
  return null;
end $$;
