-- Prices that operators set for their car parks. A row waits for its time, is published by a job, or is withdrawn before; what is published
-- is a version of `park_tariffs` from then on. The latest of a car park stays its own when a source is imported again.

create table planned_tariffs (
  tariff_id    bigint generated always as identity primary key,
  park_id      integer not null references parks,
  starts_at    timestamptz not null,
  rules        jsonb not null,                              -- as on the wire: a tariff without version, fees, events and closures
  created_at   timestamptz not null,
  published_at timestamptz,
  withdrawn_at timestamptz,
  check (published_at is null or withdrawn_at is null)
);
create unique index planned_tariffs_waiting on planned_tariffs (park_id, starts_at) where published_at is null and withdrawn_at is null;
create index planned_tariffs_due on planned_tariffs (starts_at) where published_at is null and withdrawn_at is null;
create index planned_tariffs_by_park on planned_tariffs (park_id, starts_at);
