-- Orders with goods of several organisations: each moves its own lines on. A line without a row is as far as its order. Locks are those of the
-- order: docs/marketplace.md.

create table order_parts (
  order_id   uuid not null references orders,
  product_id integer not null,
  stage      text not null check (stage in ('accepted', 'processing', 'completed', 'rejected', 'cancelled')),
  reason     text check (length(reason) between 1 and 200),  -- of one that is rejected or cancelled; its driver reads it
  updated_at timestamptz not null,
  primary key (order_id, product_id),
  foreign key (order_id, product_id) references order_lines,
  check ((reason is not null) = (stage in ('rejected', 'cancelled')))
);
