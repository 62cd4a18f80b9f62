-- What operators of car parks find wrong with a review: docs/reviews.md. A person decides, as over reports of drivers.

create table review_objections (
  review_id  uuid primary key references reviews on delete cascade,
  kind       text not null check (kind in ('offensive', 'personal', 'untrue', 'advert')),
  created_at timestamptz not null   -- later than the review's looked_at: nobody has decided yet
);
create index review_objections_by_time on review_objections (created_at desc);
