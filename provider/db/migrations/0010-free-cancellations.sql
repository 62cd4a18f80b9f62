-- Cancels that gave a driver everything back, each for a day: book_again_at. Not a column of bookings, which a renewal clears.
create table free_cancellations (
  user_id      uuid not null references users,
  cancelled_at timestamptz not null
);
create index free_cancellations_by_user on free_cancellations (user_id, cancelled_at);
