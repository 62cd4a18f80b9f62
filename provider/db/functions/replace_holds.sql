-- A driver who starts paying anew for the same stay gives the earlier hold up, or it would stand in the way of this one. So does one who
-- chooses another park for the same plate and time: a plate stands in one space.
create or replace function replace_holds(
  p_user_id uuid, p_park_id integer, p_plate text, p_from timestamptz, p_to timestamptz, p_now timestamptz
) returns void language sql as $$
  update bookings set status = 'cancelled', cancelled_at = p_now, cancel_reason = 'replaced', hold_until = null,
         version = version + 1, updated_at = p_now
   where user_id = p_user_id and (park_id = p_park_id or plate = p_plate) and status = 'active' and hold_until is not null
     and start_time < p_to and end_time > p_from
$$;
