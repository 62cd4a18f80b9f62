-- With what was said goes its photo: taken back by its author, or because all of the money went back.
create or replace function forget_review_photo() returns trigger language plpgsql as $$
begin
  delete from review_photos where review_id = new.review_id;
  return null;
end $$;

create or replace trigger reviews_forget_photos after update of deleted_at on reviews for each row
  when (new.deleted_at is not null)
  execute function forget_review_photo();
