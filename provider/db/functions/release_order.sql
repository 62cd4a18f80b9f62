-- Gives up an order that is not paid: goods and coupon are free again, and its cart may be ordered anew. False: it is paid, or was given
-- up before. Locks order, products, coupon.
create or replace function release_order(p_order_id uuid, p_reason text, p_now timestamptz) returns boolean language plpgsql as $$
declare
  v_row orders%rowtype;
begin
  update orders set stage = 'cancelled', cancel_reason = p_reason, cart_id = null, version = version + 1, updated_at = p_now,
         history = history || jsonb_build_object('stage', 'cancelled', 'at', to_char(p_now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
   where order_id = p_order_id and stage = 'pending' and paid_at is null
   returning * into v_row;
  if not found then return false; end if;
  perform 1 from products p join order_lines l using (product_id) where l.order_id = p_order_id order by p.product_id for update of p;
  update products p set stock = p.stock + l.quantity
    from order_lines l where l.order_id = p_order_id and l.product_id = p.product_id and p.stock is not null;
  update coupons set used = used - 1 where country_code = v_row.country_code and code = v_row.coupon_code;
  return true;
end $$;
