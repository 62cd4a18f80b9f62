-- Keeps a space for a booking that is paid at a gateway. Returns null, or why not. One driver keeps three unpaid spaces at most: holding
-- costs nothing, and would empty a park for a quarter of an hour. The lock counts two that are asked for at once one after the other. Guests
-- with one address count as one driver, and so do guests with one plate.
create or replace function hold_parking(p_booking jsonb, p_now timestamptz) returns text language plpgsql as $$
declare
  v_row     bookings%rowtype;
  v_refused text;
  v_contact text;
  v_guest   text;
begin
  v_row := jsonb_populate_record(null::bookings, p_booking);
  -- Shared with nobody but who makes an account of this guest: what is held now goes along, or is not held any more.
  select u.guest, coalesce(u.contact_email, u.phone, u.user_id::text) into v_guest, v_contact
    from users u where u.user_id = v_row.user_id and u.guest is not null for share;
  if v_guest = 'moved' then raise exception 'a guest has moved'; end if;
  perform pg_advisory_xact_lock(hashtextextended('holds ' || coalesce(v_contact, v_row.user_id::text), 0));
  if (select count(*) from bookings b where b.user_id = v_row.user_id and b.status = 'active' and b.hold_until > p_now) >= 3 then
    return 'too_many_holds';
  end if;
  if v_contact is not null
    and (select count(*) from bookings b join users u using (user_id)
          where b.status = 'active' and b.hold_until > p_now and u.guest is not null
            and (u.contact_email = v_contact or u.phone = v_contact or b.plate = v_row.plate)) >= 3 then
    return 'too_many_holds';
  end if;
  if book_again_at(v_row.user_id, p_now) is not null then return 'too_many_cancellations'; end if;
  v_refused := claim_booking_space(v_row, p_now, null);
  if v_refused is not null then return v_refused; end if;
  if exists (select 1 from bookings b where b.booking_code = v_row.booking_code) then return 'code_taken'; end if;
  insert into bookings select v_row.*;
  return null;
end $$;
