-- Attendants' phones: pairing, parks, and what was recorded at the gate. No account stands behind a device.

create table pairing_codes (
  code_hash   text primary key,                       -- keyed hash: 35 bits are guessed in no time once they leak
  park_ids    integer[] not null,
  nonce       text not null,                          -- the device's token is derived from it, so that a lost answer can be repeated
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  used_key    text,                                   -- the Idempotency-Key that used it
  device_id   uuid
);

create table attendant_devices (
  device_id    uuid primary key,
  name         text,
  token_hash   text not null unique,
  paired_at    timestamptz not null,
  last_seen_at timestamptz not null,
  revoked_at   timestamptz
);

create table attendant_device_parks (
  device_id uuid not null references attendant_devices,
  park_id   integer not null references parks,
  primary key (device_id, park_id)
);

-- Append only. What contradicts what (a double entry) is read from the log, since an earlier event may arrive later.
create table check_ins (
  check_in_id     bigint generated always as identity primary key,
  device_id       uuid not null references attendant_devices,
  nonce           uuid not null,
  park_id         integer not null references parks,
  booking_id      uuid references bookings on delete set null,
  subject         text not null,                      -- the booking, or what was given of a car without one
  sequence        integer,
  direction       text not null check (direction in ('in', 'out')),
  at              timestamptz not null,               -- by the attendant's phone
  believed_at     timestamptz not null,               -- the same, never ahead of received_at
  received_at     timestamptz not null,
  list_issued_at  timestamptz,
  verdict         text,
  method          text,
  override_reason text,
  flags           text[] not null,
  unique (device_id, nonce)
);
create index check_ins_by_booking on check_ins (booking_id, believed_at) where booking_id is not null;
create index check_ins_by_park on check_ins (park_id, believed_at);
