-- Claims a space under the park's row lock. Returns null, or why not: 'park_not_found', 'park_closed', 'park_full'.
create or replace function claim_space(p_park_id integer, p_from timestamptz, p_to timestamptz, p_now timestamptz, p_except uuid)
returns text language plpgsql as $$
declare
  v_capacity integer;
begin
  select capacity into v_capacity from parks where id = p_park_id for no key update;
  if not found then return 'park_not_found'; end if;
  if v_capacity is null then return 'park_closed'; end if;
  if closed_within(p_park_id, p_from, p_to) then return 'park_closed'; end if;
  if peak_occupancy(p_park_id, p_from, p_to, p_now, p_except) >= v_capacity then return 'park_full'; end if;
  return null;
end $$;
