-- The session that a device subscribed to notifications with: once it has ended, the device gets none. A subscription from before this release
-- has no row until its phone sends it again; it ends with the last session of its user.

create table push_sessions (
  subscription_id uuid primary key references push_subscriptions on delete cascade,
  family_id       uuid not null   -- no foreign key: families that ended long ago are deleted, and the row must still say so
);
