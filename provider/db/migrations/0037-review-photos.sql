-- One photo with a review: docs/reviews.md. Drawn anew by the provider, in several widths; served while the review is shown.

create table review_photos (
  review_id  uuid primary key references reviews on delete cascade,
  photo_id   uuid not null,                                 -- the phone's
  hash       text not null check (hash ~ '^[0-9a-f]{32}$'),  -- of its files: a part of their addresses
  width      integer not null check (width > 0),            -- of the largest file, pixels
  height     integer not null check (height > 0),
  created_at timestamptz not null
);
create index review_photos_by_hash on review_photos (hash);

create table review_photo_files (
  review_id uuid not null references review_photos on delete cascade,
  width     integer not null,
  webp      bytea not null check (length(webp) <= 8000000),
  primary key (review_id, width)
);
-- Compressed already.
alter table review_photo_files alter column webp set storage external;
