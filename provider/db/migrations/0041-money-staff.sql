-- People of the platform's own staff who end money cases in the console. The service reads it; who is in it is said at the command line alone.

create table money_staff (
  key_id   text primary key references operator_members,
  named_at timestamptz not null
);
