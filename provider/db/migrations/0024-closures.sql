-- Car parks that are closed for a time. A row is never made longer: who closes for longer closes again, so that each row tells from its
-- `created_at` which bookings had begun when it was decided.

create table park_closures (
  closure_id     bigint generated always as identity primary key,
  park_id        integer not null references parks,
  starts_at      timestamptz not null,
  ends_at        timestamptz,                              -- null: until it is opened again
  reason         jsonb not null,                           -- {en, fr}, as drivers read it
  created_at     timestamptz not null,
  reopened_at    timestamptz,                              -- from then on it closes nothing
  -- What its job has given back so far.
  given_back     integer not null default 0,
  refunded_minor bigint not null default 0,
  check (ends_at > starts_at and starts_at >= created_at)
);
create index park_closures_in_force on park_closures (park_id, ends_at) where reopened_at is null;
create index park_closures_by_park on park_closures (park_id, closure_id);
