-- How many per cent of a park's spaces bookings took in each hour of the week, of the park's own clock, from Sunday 00:00: averages over
-- the whole days of the last p_weeks weeks, or of the latest p_most stays where these are more; each opening of a monthly pass is one. An hour in which fewer than p_drivers
-- different drivers parked is null, so that nobody's habits are told; all of it is null with fewer than p_stays stays.
create or replace function typical_hours(
  p_park_id integer, p_now timestamptz, p_weeks integer, p_most integer, p_stays integer, p_drivers integer
) returns table (stays integer, weeks integer, hours smallint[]) language sql stable as $$
  with park as (
    select k.timezone as zone, k.capacity, (p_now at time zone k.timezone)::date as today from parks k where k.id = p_park_id
  ), recent as materialized (
    select b.user_id, b.start_time at time zone park.zone as from_at, b.end_time at time zone park.zone as to_at
      from park cross join lateral (
        select * from (
          (select b.user_id, b.start_time, b.end_time
             from bookings b
            where b.park_id = p_park_id and b.status = 'active' and b.hold_until is null and b.openings is null
              and b.end_time > p_now - make_interval(weeks => p_weeks, days => 1) and b.end_time <= p_now
            order by b.end_time desc limit p_most)
          union all
          (select b.user_id, lower(o), upper(o)
             from bookings b cross join unnest(b.openings) as o
            where b.park_id = p_park_id and b.status = 'active' and b.hold_until is null and b.openings is not null
              and b.end_time > p_now - make_interval(weeks => p_weeks, days => 1)
              and upper(o) > p_now - make_interval(weeks => p_weeks, days => 1) and upper(o) <= p_now
            order by upper(o) desc limit p_most)
        ) as stays order by end_time desc limit p_most
      ) as b
  ), span as (
    -- The first day may be cut, today is not over: neither counts.
    select greatest((select min(to_at)::date + 1 from recent), today - 7 * p_weeks) as first_day, today as end_day, capacity from park
  ), weekdays as (
    select extract(dow from day)::integer as weekday, count(*) as times
      from span cross join lateral generate_series(first_day::timestamp, end_day - interval '1 day', interval '1 day') as day
     group by 1
  ), taken as (
    select extract(dow from hour)::integer as weekday, extract(hour from hour)::integer as hour, count(distinct r.user_id) as drivers,
           sum(extract(epoch from least(r.to_at, hour + interval '1 hour') - greatest(r.from_at, hour)) / 3600) as cars
      from recent r cross join span
     cross join lateral generate_series(
             date_trunc('hour', greatest(r.from_at, first_day::timestamp)),
             least(r.to_at, end_day::timestamp) - interval '1 microsecond', interval '1 hour') as hour
     group by 1, 2
  ), shown as (
    select weekday, hour, least(100, round(100 * cars / (times * capacity)))::smallint as share
      from taken join weekdays using (weekday) cross join span
     where drivers >= p_drivers and times > 1 and capacity > 0
  )
  select (select count(*) from recent)::integer,
         (select coalesce((end_day - first_day) / 7, 0) from span)::integer,
         case when (select count(*) from recent) >= p_stays and exists (select from shown) then (
           select array_agg(s.share order by w.weekday, h.hour)
             from generate_series(0, 6) as w (weekday) cross join generate_series(0, 23) as h (hour)
             left join shown s on s.weekday = w.weekday and s.hour = h.hour
         ) end
$$;
