-- Moves the end to p_new_end, gives p_refund_minor back, and leaves p_total_minor as the price of what remains. What is neither is
-- retained: of an end that is moved in small steps no half is ever halved again. The caller holds the booking's row lock and has computed
-- all of it. What gave a driver the whole difference back is a free change of mind, counted for a day.
create or replace function shorten_booking(
  p_booking_id uuid, p_new_end timestamptz, p_total_minor bigint, p_refund_minor bigint, p_lines jsonb,
  p_pass_text text, p_pass_kid integer, p_previous_stay jsonb, p_now timestamptz
) returns text language plpgsql as $$
declare
  v_row     bookings%rowtype;
  v_is_free boolean;
begin
  select * into strict v_row from bookings where booking_id = p_booking_id for update;
  if p_new_end >= v_row.end_time or p_refund_minor > v_row.total_minor - p_total_minor then
    raise exception 'a stay is not shortened by this';
  end if;
  v_is_free := p_refund_minor > 0 and p_refund_minor = v_row.total_minor - p_total_minor;
  if v_is_free then
    if book_again_at(v_row.user_id, p_now) is not null then return 'too_many_cancellations'; end if;
    delete from free_cancellations where user_id = v_row.user_id and cancelled_at <= p_now - interval '24 hours';
    insert into free_cancellations (user_id, cancelled_at) values (v_row.user_id, p_now);
  end if;
  perform refund_booking(p_booking_id, p_refund_minor, 'shortening:' || p_booking_id || ':' || v_row.version, p_now);
  update bookings set end_time = p_new_end, total_minor = p_total_minor, lines = p_lines,
         retained_minor = retained_minor + v_row.total_minor - p_total_minor - p_refund_minor,
         pass_text = p_pass_text, pass_kid = p_pass_kid, pass_sequence = pass_sequence + 1, previous_stay = p_previous_stay,
         version = version + 1, updated_at = p_now
   where booking_id = p_booking_id;
  return null;
end $$;
