-- Keeps park_words with the words of parks; numbers and codes are not taken for others. In their order, so that two writers do not lock each other out.
create or replace function keep_words() returns trigger language plpgsql as $$
begin
  insert into park_words select token, reverse(token) from (select distinct token from added where token !~ '[0-9]') as t order by token
  on conflict do nothing;
  return null;
end $$;

create or replace trigger park_tokens_kept after insert on park_tokens
  referencing new table as added for each statement execute function keep_words();
