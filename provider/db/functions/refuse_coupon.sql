-- Why a driver cannot use a coupon for a booking: 'coupon_not_found', 'coupon_expired', 'coupon_used_up', 'coupon_used'; null: they can, and
-- its row is locked, so that its last use is sold once. What it takes off was computed before by what does not change.
create or replace function refuse_coupon(p_user_id uuid, p_country text, p_code text, p_now timestamptz) returns text language plpgsql as $$
declare
  v_row coupons%rowtype;
begin
  select * into v_row from coupons where country_code = p_country and code = p_code for update;
  if not found or not v_row.active then return 'coupon_not_found'; end if;
  if p_now < v_row.starts_at or p_now >= v_row.ends_at then return 'coupon_expired'; end if;
  if v_row.used >= v_row.limit_in_all then return 'coupon_used_up'; end if;
  if count_coupon_uses(p_user_id, p_country, p_code) >= v_row.limit_per_user then return 'coupon_used'; end if;
  return null;
end $$;
