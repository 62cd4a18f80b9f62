-- What feeds say of car parks and their chargers, and requests of people who rent out a space or a charger.

-- The last that a feed said of a car park. Apart from it, so that news every minute makes no new version of the car park.
create table park_feeds (
  park_id  integer primary key references parks,
  source   text not null,
  free     integer check (free >= 0),                -- spaces; null: the feed says nothing of them
  chargers jsonb not null default '[]',              -- [{connector, power_kw, free}]
  at       timestamptz not null                      -- when it was so, by the feed
);

-- Places that people offer: a request until it is approved, then a car park of source 'owner' with this id.
create table space_requests (
  request_id  uuid primary key,                       -- the message's
  user_id     uuid references users,                  -- null: a visitor; deleted with the account
  topic       text not null check (topic in ('charger', 'space')),
  status      text not null default 'open' check (status in ('open', 'approved', 'refused')),
  name        text not null check (length(name) between 1 and 120),
  email       text not null check (length(email) between 3 and 254),
  text        text not null check (length(text) between 1 and 2000),
  language    text not null check (language in ('en', 'fr')),
  offer       jsonb not null,                         -- as on the wire
  reason      text check (length(reason) between 1 and 500),   -- of a refusal; the requester reads it
  park_id     integer references parks,
  mail_at     timestamptz,                            -- when the outcome is to be emailed; null: it was, or there is none yet
  created_at  timestamptz not null,
  decided_at  timestamptz,
  check ((status = 'open') = (decided_at is null)),
  check ((status = 'approved') = (park_id is not null)),
  check ((status = 'refused') = (reason is not null))
);
create index space_requests_open on space_requests (created_at) where status = 'open';
create index space_requests_to_mail on space_requests (mail_at) where mail_at is not null;
create index space_requests_by_user on space_requests (user_id, created_at) where user_id is not null;
