-- The paid stays at a park, monthly passes apart, within 31 days of the span [p_from, p_to), of a driver or a plate: [{from, to, own, graceMinutes}] in epoch
-- milliseconds and minutes, in order of time. A cancelled booking counts for what was used of it, so p_except does too once it is cancelled. Two cars of one
-- driver may stand there at once: another plate of theirs counts only where it does not overlap. A plate counts whoever drives, also
-- when it was changed during the stay; '' is none (that of a deleted account).
create or replace function stays_beside(
  p_park_id integer, p_user_id uuid, p_plate text, p_from timestamptz, p_to timestamptz, p_except uuid
) returns jsonb language sql stable as $$
  with found as (
    select booking_id from bookings where user_id = p_user_id and park_id = p_park_id
       and start_time < p_to + interval '31 days' and end_time > p_from - interval '31 days'
    union
    select booking_id from bookings where previous_stay is not null and plate = nullif(p_plate, '') and park_id = p_park_id
       and start_time < p_to + interval '31 days' and end_time > p_from - interval '31 days'
    union
    select booking_id from bookings where previous_stay is not null and former_plates <> '{}' and p_plate <> ''
       and p_plate = any (former_plates) and park_id = p_park_id
       and start_time < p_to + interval '31 days' and end_time > p_from - interval '31 days'
  ), paid as (
    select b.* from found join bookings b using (booking_id)
     where b.hold_until is null and (b.status = 'active' or b.refund_minor is not null) and b.openings is null
  ), periods as (
    select b.user_id = p_user_id as own, p_plate <> '' and (b.plate = p_plate or p_plate = any (b.former_plates)) as is_plate,
           (extract(epoch from b.start_time) * 1000)::bigint as from_ms,
           (extract(epoch from least(b.end_time, b.cancelled_at)) * 1000)::bigint as to_ms
      from paid b where b.status = 'cancelled' or b.booking_id is distinct from p_except
    union all
    select b.user_id = p_user_id, p_plate <> '' and (b.plate = p_plate or p_plate = any (b.former_plates)),
           (e ->> 'from')::bigint, (e ->> 'to')::bigint
      from paid b cross join jsonb_array_elements(b.earlier_periods) as e
  )
  select coalesce(jsonb_agg(jsonb_build_object('from', from_ms, 'to', to_ms, 'own', own, 'graceMinutes', coalesce(k.grace_minutes, 10)) order by from_ms, to_ms, own), '[]')
    from periods join parks k on k.id = p_park_id
   where to_ms > from_ms
     and (is_plate or to_ms <= extract(epoch from p_from) * 1000 or from_ms >= extract(epoch from p_to) * 1000)
$$;
