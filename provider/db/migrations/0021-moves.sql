-- A booking that was moved to other times or another car park is cancelled, and this is what it became: see move_booking.
alter table bookings add column moved_from uuid references bookings;
create index bookings_moved_from on bookings (moved_from) where moved_from is not null;
