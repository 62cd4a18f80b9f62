-- A booking gives its coupon back. Where its driver has no share in its end, or none of its time was used; a free one had nothing to refund,
-- so the refund alone does not tell. The caller holds the booking's lock, and takes this lock before that of a wallet.
create or replace function give_coupon_back(p_booking_id uuid, p_refund_minor bigint, p_reason text, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_row bookings%rowtype;
  v_use coupon_uses%rowtype;
begin
  select * into v_use from coupon_uses where booking_id = p_booking_id and not final;
  if not found then return; end if;
  select * into strict v_row from bookings where booking_id = p_booking_id;
  perform 1 from coupons where country_code = v_use.country_code and code = v_use.code for update;
  if p_refund_minor <> v_row.total_minor then return; end if;
  if p_reason = 'driver' or v_row.total_minor = 0 and p_reason = 'no_space' then
    if p_now > v_row.start_time or v_row.checked_in_at is not null then return; end if;
  end if;
  delete from coupon_uses where booking_id = p_booking_id;
  update coupons set used = used - 1 where country_code = v_use.country_code and code = v_use.code;
end $$;
