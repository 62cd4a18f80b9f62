-- What a driver and the plates of a booking have had back because there was no space, for NoSpaceHistory of src/domain/no-space.ts.
-- One at a time: two bookings of one driver or plate that are given up at once must see each other.
create or replace function no_space_history(p_booking_id uuid, p_same_visit interval, p_bar interval, p_now timestamptz)
returns table (last_day bigint, last_month bigint, was_inside boolean, is_same_visit boolean) language plpgsql as $$
declare
  v_row    bookings%rowtype;
  v_plates text[];
begin
  perform pg_advisory_xact_lock(4173022);
  select * into strict v_row from bookings where booking_id = p_booking_id;
  v_plates := array_remove(v_row.former_plates || v_row.plate, '');
  return query
    select count(*) filter (where r.refunded_at > p_now - interval '24 hours'),
           count(*) filter (where r.refunded_at > p_now - interval '30 days'),
           coalesce(bool_or(b.checked_in_at is not null), false),
           exists (select 1 from bookings o
                    where o.park_id = v_row.park_id and o.booking_id <> p_booking_id and o.hold_until is null
                      and (o.status = 'active' or o.refund_minor is not null and o.cancelled_at > o.start_time)
                      and (o.plate = any (v_plates) or o.former_plates && v_plates)
                      and o.start_time < v_row.start_time and least(o.end_time, o.cancelled_at) > v_row.start_time - p_same_visit)
      from no_space_refunds r join bookings b on b.booking_id = r.booking_id
     where (r.user_id = v_row.user_id or r.plates && v_plates) and r.refunded_at > p_now - p_bar;
end $$;
