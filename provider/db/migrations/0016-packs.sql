-- Regions that a phone keeps whole: which there are, of which files, and the files themselves. Kept here and not in a folder, so that every
-- process and machine of one database answers the same. All of it can be made again from the parks.

-- How many parks each cell has of each city, and how often any of them changed; kept by count_park_cells(). '' where a park says none.
-- A row whose parks are gone stays: its changes must never begin anew.
create table park_cells (
  cell         integer not null,
  country_code text not null,
  state        text not null,
  city         text not null,
  parks        integer not null,
  changes      bigint not null,
  primary key (cell, country_code, state, city)
);

-- Files by their content, kept a month after the last region named them: phones may still be loading it.
create table packs (
  hash     text primary key,                          -- of the JSON text: SHA-256, 32 hexadecimal digits
  kind     text not null check (kind in ('parks', 'names')),
  bytes    integer not null,                          -- of the body
  body     bytea not null,                            -- brotli
  named_at timestamptz not null                       -- when a region last came to it or left it
);
-- Compressed already.
alter table packs alter column body set storage external;

create table pack_regions (
  region       text primary key,
  country_code text not null,
  name         text not null,
  state        text,
  box          double precision[] not null,
  parks        integer not null,
  bytes        integer not null,
  revision     text not null,
  streets      jsonb not null,                        -- as on the wire
  made_at      timestamptz not null,                  -- when any of it last changed
  checked_at   timestamptz not null                   -- when its files last were what the parks are
);
create index pack_regions_listed on pack_regions (country_code, parks desc, region);

create table pack_files (
  region text not null references pack_regions on delete cascade,
  place  integer not null,
  hash   text not null references packs,
  inputs text not null,                               -- what it was made of: as long as this is the same, it is not made again
  primary key (region, place)
);
create index pack_files_by_hash on pack_files (hash);

-- What the last round over all regions was made of.
create table pack_rounds (
  id         boolean primary key default true check (id),
  changes    bigint not null,                         -- all of park_cells together
  streets_at timestamptz                              -- the newest street map that it knew
);
