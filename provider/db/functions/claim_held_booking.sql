-- The money of a held booking has come: is its space still there? Locks booking and park.
-- 'held': it is; 'rebooked': the hold was over, and a space was free; 'no_space'; 'closed': given up, paid otherwise, or over. A late
-- payment does not book a second time what its driver has booked again meanwhile.
create or replace function claim_held_booking(p_booking_id uuid, p_now timestamptz) returns text language plpgsql as $$
declare
  v_row bookings%rowtype;
begin
  select * into strict v_row from bookings where booking_id = p_booking_id for update;
  if v_row.status = 'active' and v_row.hold_until is null then return 'closed'; end if;
  if v_row.status = 'cancelled' and v_row.cancel_reason not in ('hold_expired', 'payment_failed') then return 'closed'; end if;
  if v_row.status = 'cancelled' and v_row.refund_minor is not null then return 'closed'; end if;
  if v_row.end_time <= p_now then return 'closed'; end if;
  if v_row.status = 'active' and v_row.hold_until > p_now then return 'held'; end if;
  if exists (select 1 from bookings b
              where b.user_id = v_row.user_id and b.park_id = v_row.park_id and b.plate = v_row.plate and b.status = 'active'
                and b.booking_id <> p_booking_id and b.start_time < v_row.end_time and b.end_time > v_row.start_time) then
    return 'closed';
  end if;
  if claim_booking_space(v_row, p_now, p_booking_id) is not null then return 'no_space'; end if;
  return 'rebooked';
end $$;
