-- Whether the company of a booking pays p_minor more for it: null, 'company_not_found' (its driver is not one of its people, any more), 'company_plate'
-- (it pays for other vehicles), or 'company_limit'. The member's row is locked until the transaction ends, so that two bookings at once are counted one after the other.
create or replace function refuse_company(p_booking bookings, p_minor bigint, p_now timestamptz) returns text language plpgsql as $$
declare
  v_member company_members%rowtype;
  v_paid   bigint;
begin
  select m.* into v_member from company_members m join companies c using (company_id)
   where m.company_id = p_booking.payer_id and m.user_id = p_booking.user_id and m.removed_at is null and c.status = 'approved'
     for no key update of m;
  if not found then return 'company_not_found'; end if;
  if exists (select 1 from companies c where c.company_id = p_booking.payer_id and c.plates <> '{}' and p_booking.plate <> all (c.plates)) then
    return 'company_plate';
  end if;
  if v_member.booking_limit_minor is not null then
    -- With what was kept of those that it was moved from: a move is a change of one booking.
    with recursive moves as (
      select p_booking.booking_id, p_booking.moved_from
      union all
      select b.booking_id, b.moved_from from moves m join bookings b on b.booking_id = m.moved_from
    )
    select coalesce(-sum(e.amount_minor), 0) into v_paid
      from moves m join postings p using (booking_id) join entries e using (posting_id) join wallets w using (wallet_id)
     where w.user_id = p_booking.payer_id;
    if v_paid + p_minor > v_member.booking_limit_minor then return 'company_limit'; end if;
  end if;
  if v_member.month_limit_minor is not null
     and spent_for_member(p_booking.payer_id, p_booking.user_id, p_now, p_booking, p_minor) > v_member.month_limit_minor then
    return 'company_limit';
  end if;
  return null;
end $$;
