-- Gives up what a payment was to pay: the space of a booking, or the goods of an order.
create or replace function release_payment(p_booking_id uuid, p_order_id uuid, p_reason text, p_now timestamptz) returns void language plpgsql as $$
begin
  if p_booking_id is not null then perform release_hold(p_booking_id, p_reason, p_now); end if;
  if p_order_id is not null then perform release_order(p_order_id, p_reason, p_now); end if;
end $$;
