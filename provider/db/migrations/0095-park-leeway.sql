-- A park may let cars in earlier or out later than others do. Null: as everywhere (src/domain/booking.ts).
alter table parks
  add column arrival_minutes integer check (arrival_minutes between 0 and 240),
  add column grace_minutes   integer check (grace_minutes between 0 and 240);
