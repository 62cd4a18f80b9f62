-- How far the lines of an order are that are sold at p_parks (null: all of its lines): as far as the one of them that is the furthest behind. What
-- was rejected or cancelled counts no more while another goes on. Null: none is sold there.
create or replace function stage_of_part(p_order_id uuid, p_parks integer[]) returns text language sql stable as $$
  with lines as (
    select o.stage as whole, t.stage as own, l.returned = l.quantity as is_back, coalesce(t.stage in ('rejected', 'cancelled'), false) as is_ended,
           greatest(array_position(array['pending', 'accepted', 'processing', 'completed'], o.stage),
                    array_position(array['pending', 'accepted', 'processing', 'completed'], t.stage)) as step
      from orders o join order_lines l using (order_id) join products p using (product_id) left join order_parts t using (order_id, product_id)
     where o.order_id = p_order_id and (p_parks is null or p.park_id = any (p_parks))
  )
  select case
           when bool_and(is_ended) then min(own)
           when min(whole) in ('rejected', 'cancelled', 'returned') then min(whole)
           when min(step) filter (where not is_ended) = 4 and bool_and(is_back) then 'returned'
           else (array['pending', 'accepted', 'processing', 'completed'])[min(step) filter (where not is_ended)]
         end
    from lines having count(*) > 0
$$;
