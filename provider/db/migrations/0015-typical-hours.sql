-- How full parks usually are, of those that somebody asked about: worked out at most once a day from their bookings (typical_hours).

create table park_typical_hours (
  park_id     integer primary key references parks,
  computed_at timestamptz not null,
  weeks       integer not null,
  hours       smallint[] check (cardinality(hours) = 168)  -- per cent of the spaces, from Sunday 00:00; null: too few bookings
);
