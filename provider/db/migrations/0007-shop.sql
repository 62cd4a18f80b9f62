-- Marketplace: products, coupons for them, and orders. Locks are taken in the order of: order, products by id, coupon, wallet.

create table products (
  product_id   integer generated always as identity primary key,
  country_code text not null check (country_code in ('NG', 'US', 'CA', 'SN')),
  kind         text not null check (kind in ('monthly_pass', 'day_bundle', 'permit', 'car_wash', 'accessory')),
  park_id      integer references parks,                   -- where it is used or picked up; null: anywhere
  names        jsonb not null,                             -- {"en": ..., "fr": ...}
  details      jsonb not null,
  price_minor  bigint not null check (price_minor between 1 and 100000000000),
  currency     text not null check (currency in ('NGN', 'XOF', 'USD', 'CAD')),
  taxes        jsonb not null,                             -- as on the wire
  stock        integer check (stock >= 0),                 -- pieces that are left; null: no limit
  order_limit  integer not null check (order_limit between 1 and 99),
  pass         jsonb,                                      -- of a monthly pass: {hours, vehicle_types, at_once}, as on the wire
  active       boolean not null default true,
  demo         boolean not null,
  version      integer not null default 1,
  updated_at   timestamptz not null,
  -- A pass is for one car park, and its number is limited by who has one at the same time, not by pieces.
  constraint pass_has_park check ((pass is not null) = (kind in ('monthly_pass', 'permit')) and (pass is null or (park_id is not null and stock is null)))
);
create index products_by_country on products (country_code, product_id) where active;

create table coupons (
  country_code   text not null check (country_code in ('NG', 'US', 'CA', 'SN')),
  code           text not null,
  discount_type  text not null check (discount_type in ('fixed', 'percentage')),
  discount       bigint not null check (discount > 0),      -- minor units, or whole percent
  minimum_minor  bigint not null check (minimum_minor >= 0),
  maximum_minor  bigint check (maximum_minor > 0),
  limit_per_user integer check (limit_per_user > 0),
  limit_in_all   integer check (limit_in_all > 0),
  kinds          text[],                                    -- what it applies to, 'parking' with it; null: all goods
  parks          integer[],                                 -- where it takes something off parking; null: everywhere in its country
  starts_at      timestamptz not null,
  ends_at        timestamptz not null,
  active         boolean not null default true,
  used           integer not null default 0 check (used >= 0),  -- orders and bookings that did not give it back
  demo           boolean not null,
  primary key (country_code, code),
  check (starts_at < ends_at),
  check (discount_type = 'fixed' or discount <= 100),
  constraint coupon_limit check (limit_in_all is null or used <= limit_in_all)
);

create table orders (
  order_id       uuid primary key,
  order_code     text not null unique,                      -- OR and eight Crockford characters; a posting's description
  user_id        uuid not null references users,
  cart_id        uuid,                                      -- the phone's: one cart is ordered once; null: given up unpaid, it may be again
  country_code   text not null,
  currency       text not null,
  stage          text not null check (stage in
                   ('pending', 'accepted', 'processing', 'completed', 'cancelled', 'rejected', 'returned')),
  coupon_code    text,
  goods_minor    bigint not null check (goods_minor > 0),
  discount_minor bigint not null check (discount_minor between 0 and goods_minor),
  taxes          jsonb not null,
  total_minor    bigint not null check (total_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and total_minor),
  refunds        integer not null default 0,                -- so far; numbers the next posting
  cancel_reason  text,
  history        jsonb not null,                            -- [{"stage": ..., "at": ...}], oldest first
  demo           boolean not null,
  version        integer not null default 1,
  paid_at        timestamptz,                               -- null: its driver is at a gateway, or it was given up unpaid
  hold_until     timestamptz,                               -- of one that is paid at a gateway: its goods are kept until then
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  unique (user_id, cart_id),
  foreign key (country_code, coupon_code) references coupons,
  check ((cancel_reason is not null) = (stage in ('cancelled', 'rejected'))),
  constraint order_unpaid check (paid_at is not null or (hold_until is not null and stage in ('pending', 'cancelled'))),
  constraint order_of_cart check ((cart_id is null) = (paid_at is null and stage = 'cancelled'))
);
create index orders_by_user on orders (user_id, created_at desc, order_id);
create index orders_by_coupon on orders (user_id, coupon_code) where coupon_code is not null and stage not in ('cancelled', 'rejected');
create index orders_open on orders (created_at) where stage in ('pending', 'accepted', 'processing');
create index orders_held on orders (hold_until) where stage = 'pending' and paid_at is null;

-- Bookings that a coupon was used for. A row goes when its booking gives the coupon back.
create table coupon_uses (
  booking_id   uuid primary key references bookings,
  country_code text not null,
  code         text not null,
  final        boolean not null default false,              -- its booking was renewed: what is cancelled next was booked without it
  foreign key (country_code, code) references coupons
);
create index coupon_uses_by_code on coupon_uses (country_code, code);

-- As it was sold: a product may change or end afterwards.
create table order_lines (
  order_id       uuid not null references orders,
  product_id     integer not null references products,
  position       integer not null,
  price_minor    bigint not null check (price_minor > 0),
  quantity       integer not null check (quantity between 1 and 99),
  goods_minor    bigint not null check (goods_minor = price_minor * quantity),
  discount_minor bigint not null check (discount_minor between 0 and goods_minor),
  tax_minor      bigint not null check (tax_minor >= 0),
  total_minor    bigint not null check (total_minor >= 0),
  names          jsonb not null,
  returned       integer not null default 0 check (returned between 0 and quantity),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and total_minor),
  primary key (order_id, product_id)
);
