-- Parks of a country (null: any) that a filter finds (both as numbers of migration 0012; p_height: metres, exact), nearest to the unit vector
-- p_vector first: p_count of them from the p_from-th on, of those behind the park p_after, where one is given. None is beyond the p_limit nearest.
-- The straight line between unit vectors orders as the way over the globe does. Sorting is switched off because, without good statistics,
-- the planner may fetch and sort all that match; what is left is the walk along parks_by_place_and_filter, which ends with the page.
-- Which is first of two that are equally far is decided outside: before version 16 an order by more than the distance finds no index.
create or replace function parks_near(p_vector double precision[], p_country integer, p_filter integer, p_height double precision,
  p_from integer, p_count integer, p_after integer, p_limit integer)
returns table (id integer, lat double precision, lng double precision) language plpgsql stable
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
declare
  wanted integer[] := array_remove(array[p_country, nullif(p_filter, 0)], null);
begin
  return query execute 'select p.id, p.lat, p.lng from (
      select p.id, p.lat, p.lng,
             cube(array[cos(radians(p.lat)) * cos(radians(p.lng)), cos(radians(p.lat)) * sin(radians(p.lng)), sin(radians(p.lat))]) <-> cube($1) as chord
        from parks p where p.lat is not null'
    || case when wanted = '{}' then '' else ' and park_filters(p.country_code, p.kind, p.covered, p.ev_chargers, p.accessible_spaces, p.height_limit_m) @> $2' end
    || case when p_height is null then '' else ' and p.height_limit_m >= $3' end
    || ' order by cube(array[cos(radians(p.lat)) * cos(radians(p.lng)), cos(radians(p.lat)) * sin(radians(p.lng)), sin(radians(p.lat))]) <-> cube($1)
         limit $7) as p'
    || case when p_after is null then '' else ' where (p.chord, p.id) > ((
      select cube(array[cos(radians(a.lat)) * cos(radians(a.lng)), cos(radians(a.lat)) * sin(radians(a.lng)), sin(radians(a.lat))]) <-> cube($1)
        from parks a where a.id = $6), $6)' end
    || ' order by p.chord, p.id limit $5 offset $4'
    using p_vector, wanted, p_height, p_from, p_count, p_after, p_limit;
end $$;
