-- Photos of car parks by their operators, for everybody to see: docs/operators.md. Drawn anew by the provider, in several widths.

create table park_photos (
  photo_id   uuid primary key,                              -- of whoever sends it: a lost answer makes no second one
  park_id    integer not null references parks,
  place      integer not null,                              -- in the order in which they are shown; gaps are none of it
  hash       text not null check (hash ~ '^[0-9a-f]{32}$'),  -- of its files: a part of their addresses
  width      integer not null check (width > 0),            -- of the largest file, pixels
  height     integer not null check (height > 0),
  text_en    text not null check (length(text_en) between 1 and 200),
  text_fr    text not null check (length(text_fr) between 1 and 200),
  created_at timestamptz not null,
  unique (park_id, hash)
);
create index park_photos_by_hash on park_photos (hash);

create table park_photo_files (
  photo_id uuid not null references park_photos on delete cascade,
  width    integer not null,
  webp     bytea not null check (length(webp) <= 8000000),
  primary key (photo_id, width)
);
-- Compressed already.
alter table park_photo_files alter column webp set storage external;
