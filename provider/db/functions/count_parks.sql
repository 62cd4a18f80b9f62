-- Keeps park_counts and park_blocks with parks: adds each of `changed` as often as the trigger says. In order of their keys, so that two
-- writers wait for each other and do not lock each other out.
create or replace function count_parks() returns trigger language plpgsql as $$
begin
  with counted as materialized (
    select country_code, filter, id / 2048 as block, tg_argv[0]::integer * count(lat) as placed, tg_argv[0]::integer * (count(*) - count(lat)) as unplaced
      from changed cross join lateral unnest(park_filters(country_code, kind, covered, ev_chargers, accessible_spaces, height_limit_m)) as filter
     where filter < 320 group by country_code, filter, id / 2048
  ), of_filters as (
    insert into park_counts as k
    select country_code, filter, sum(placed), sum(unplaced) from counted group by filter, country_code order by filter, country_code
    on conflict (filter, country_code) do update set placed = k.placed + excluded.placed, unplaced = k.unplaced + excluded.unplaced
  )
  insert into park_blocks as b
  select country_code, filter, block, placed, unplaced from counted where filter % 40 = 0 order by filter, country_code, block
  on conflict (filter, country_code, block) do update set placed = b.placed + excluded.placed, unplaced = b.unplaced + excluded.unplaced;
  return null;
end $$;

create or replace trigger parks_counted_in after insert on parks
  referencing new table as changed for each statement execute function count_parks('1');
create or replace trigger parks_counted_out after delete on parks
  referencing old table as changed for each statement execute function count_parks('-1');
create or replace trigger parks_counted_before after update on parks
  referencing old table as changed for each statement execute function count_parks('-1');
create or replace trigger parks_counted_now after update on parks
  referencing new table as changed for each statement execute function count_parks('1');
