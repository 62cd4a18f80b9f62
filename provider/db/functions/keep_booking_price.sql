create or replace function keep_booking_price() returns trigger language plpgsql as $$
begin
  insert into booking_prices (booking_id, version, lines, start_time, end_time)
    values (old.booking_id, old.version, old.lines, old.start_time, old.end_time);
  return null;
end $$;

create or replace trigger bookings_keep_price after update on bookings for each row
  when (old.lines is distinct from new.lines or old.start_time <> new.start_time or old.end_time <> new.end_time)
  execute function keep_booking_price();
