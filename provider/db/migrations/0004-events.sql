-- Events: parking that is kept for a match, a concert or a market, at a flat price while it lasts.

create table events (
  event_id           uuid primary key,
  code               text not null unique,              -- EV and six Crockford characters
  name               text not null,
  venue              text not null,
  city               text,
  country_code       text not null check (country_code in ('NG', 'US', 'CA', 'SN')),
  lat                double precision,
  lng                double precision,
  timezone           text not null,
  starts_at          timestamptz not null,
  ends_at            timestamptz not null,
  parking_from       timestamptz not null,
  parking_until      timestamptz not null,
  status             text not null check (status in ('scheduled', 'postponed', 'cancelled')),
  former_start       timestamptz,                       -- when it was to start, of one that was postponed
  choose_by          timestamptz,                       -- until when its drivers may have their money back
  access_hash        text unique,                       -- of a private one: opened by a code
  grant_token        text,                              -- of a private one: what the code is exchanged for
  demo               boolean not null,
  version            integer not null default 1,
  updated_at         timestamptz not null,
  check (parking_from <= starts_at and starts_at < ends_at and parking_from < parking_until),
  check ((access_hash is null) = (grant_token is null)),
  check (status <> 'postponed' or (former_start is not null and choose_by is not null))
);
create index events_by_country on events (country_code, ends_at, event_id) where access_hash is null;
create index events_by_parking on events (parking_until) where status <> 'cancelled';

-- What a car park keeps for an event. Its flat price is part of the park's tariff from parking_from to parking_until.
create table event_parks (
  event_id     uuid not null references events,
  park_id      integer not null references parks,
  held         integer not null check (held > 0),
  amount_minor bigint not null check (amount_minor >= 0),
  primary key (event_id, park_id)
);
create index event_parks_by_park on event_parks (park_id);
