-- Who has all of the money back was not there: what was said of the stay goes with it.
create or replace function forget_refunded_review() returns trigger language plpgsql as $$
begin
  update reviews set stars = null, text = null, answer = null, answered_at = null, deleted_at = new.cancelled_at, updated_at = new.cancelled_at
   where booking_id = new.booking_id and deleted_at is null;
  return null;
end $$;

create or replace trigger bookings_forget_reviews after update of status on bookings for each row
  when (new.status = 'cancelled' and old.status = 'active' and new.refund_minor = new.total_minor)
  execute function forget_refunded_review();
