-- Keeps a space for a booking that is paid at a gateway. Returns null, or why not. One driver keeps three unpaid spaces at most: holding
-- costs nothing, and would empty a park for a quarter of an hour. The lock counts two that are asked for at once one after the other.
create or replace function hold_parking(p_booking jsonb, p_now timestamptz) returns text language plpgsql as $$
declare
  v_row     bookings%rowtype;
  v_refused text;
begin
  v_row := jsonb_populate_record(null::bookings, p_booking);
  perform pg_advisory_xact_lock(hashtextextended('holds ' || v_row.user_id, 0));
  if (select count(*) from bookings b where b.user_id = v_row.user_id and b.status = 'active' and b.hold_until > p_now) >= 3 then
    return 'too_many_holds';
  end if;
  if book_again_at(v_row.user_id, p_now) is not null then return 'too_many_cancellations'; end if;
  v_refused := claim_space(v_row.park_id, v_row.start_time, v_row.end_time, p_now, null);
  if v_refused is not null then return v_refused; end if;
  if exists (select 1 from bookings b where b.booking_code = v_row.booking_code) then return 'code_taken'; end if;
  insert into bookings select v_row.*;
  return null;
end $$;
