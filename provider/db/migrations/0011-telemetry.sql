-- Unexpected errors of pages and workers, as they reported them: no user, no address, nothing that was typed.
create table error_reports (
  report_no   bigint generated always as identity primary key,
  report_id   uuid not null unique,              -- made by the phone: a report sent twice is one row
  at          timestamptz not null,              -- by the phone's clock
  received_at timestamptz not null,
  source      text not null check (source in ('page', 'worker')),
  name        text not null,
  message     text not null,
  stack       text not null,
  path        text not null
);
create index error_reports_received_at on error_reports (received_at);
