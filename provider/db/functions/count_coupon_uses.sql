-- How often a driver has used a coupon, but for orders and bookings that gave it back.
create or replace function count_coupon_uses(p_user_id uuid, p_country text, p_code text) returns bigint language sql stable as $$
  select (select count(*) from orders
           where user_id = p_user_id and country_code = p_country and coupon_code = p_code and stage not in ('cancelled', 'rejected'))
       + (select count(*) from coupon_uses u join bookings b using (booking_id)
           where b.user_id = p_user_id and u.country_code = p_country and u.code = p_code)
$$;
