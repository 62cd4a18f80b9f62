-- Parks of a country and a kind (null: any), nearest to the unit vector p_vector first: p_count of them from the p_from-th on.
-- The straight line between unit vectors orders as the way over the globe does. Sorting is switched off because, without good statistics,
-- the planner may fetch and sort all that match; what is left is the walk along parks_by_place, which ends with the page.
create or replace function parks_near(p_vector double precision[], p_country text, p_kind text, p_from integer, p_count integer)
returns table (id integer, lat double precision, lng double precision) language plpgsql stable
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
begin
  return query execute 'select p.id, p.lat, p.lng from parks p where p.lat is not null'
    || case when p_country is null then '' else ' and p.country_code = $2' end
    || case when p_kind is null then '' else ' and p.kind = $3' end
    || ' order by cube(array[cos(radians(p.lat)) * cos(radians(p.lng)), cos(radians(p.lat)) * sin(radians(p.lng)), sin(radians(p.lat))])
                  <-> cube($1), p.id
         limit $5 offset $4'
    using p_vector, p_country, p_kind, p_from, p_count;
end $$;
