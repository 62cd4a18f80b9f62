-- Parks of a country (null: any) that a filter finds (both as numbers of migration 0012; p_height: metres, exact), nearest to the unit vector
-- p_vector first: p_count of them from the p_from-th on, of those behind the park p_after, where one is given. None is beyond the p_limit nearest.
-- The straight line between unit vectors orders as the way over the globe does. Sorting is switched off because, without good statistics,
-- the planner may fetch and sort all that match; what is left is the walk along parks_by_place_and_filter, which ends with the page.
-- Which is first of two that are equally far is decided outside: before version 16 an order by more than the distance finds no index.
-- Two statements and none put together as text: a connection plans each once. That no filter is asked for is not asked of each park.
create or replace function parks_near(p_vector double precision[], p_country integer, p_filter integer, p_height double precision,
  p_from integer, p_count integer, p_after integer, p_limit integer)
returns table (id integer, lat double precision, lng double precision) language plpgsql stable
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
declare
  here cube := cube(p_vector);
  wanted integer[] := array_remove(array[p_country, nullif(p_filter, 0)], null);
  behind double precision := (
    select cube(array[cos(radians(a.lat)) * cos(radians(a.lng)), cos(radians(a.lat)) * sin(radians(a.lng)), sin(radians(a.lat))]) <-> here
      from parks a where a.id = p_after);
begin
  if wanted = '{}' then
    return query select q.id, q.lat, q.lng from (
        select p.id, p.lat, p.lng,
               cube(array[cos(radians(p.lat)) * cos(radians(p.lng)), cos(radians(p.lat)) * sin(radians(p.lng)), sin(radians(p.lat))]) <-> here as chord
          from parks p
         where p.lat is not null and (p_height is null or p.height_limit_m >= p_height)
         order by cube(array[cos(radians(p.lat)) * cos(radians(p.lng)), cos(radians(p.lat)) * sin(radians(p.lng)), sin(radians(p.lat))]) <-> here
         limit p_limit) as q
     where p_after is null or (q.chord, q.id) > (behind, p_after) order by q.chord, q.id limit p_count offset p_from;
  else
    return query select q.id, q.lat, q.lng from (
        select p.id, p.lat, p.lng,
               cube(array[cos(radians(p.lat)) * cos(radians(p.lng)), cos(radians(p.lat)) * sin(radians(p.lng)), sin(radians(p.lat))]) <-> here as chord
          from parks p
         where p.lat is not null
           and park_filters(p.country_code, p.kind, p.covered, p.ev_chargers, p.accessible_spaces, p.height_limit_m) @> wanted
           and (p_height is null or p.height_limit_m >= p_height)
         order by cube(array[cos(radians(p.lat)) * cos(radians(p.lng)), cos(radians(p.lat)) * sin(radians(p.lng)), sin(radians(p.lat))]) <-> here
         limit p_limit) as q
     where p_after is null or (q.chord, q.id) > (behind, p_after) order by q.chord, q.id limit p_count offset p_from;
  end if;
end $$;
