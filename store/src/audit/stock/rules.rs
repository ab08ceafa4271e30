//! Sums that must be equal wherever stock is kept, one statement per rule.

use domain::value::CellKind::{Id, Int, Text};

use crate::audit::rules::{Rule, Tells, total};

/// I1, I2 and I6. `$2` are the zeros that stand for no location, lot or serial.
pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "stock.days",
        sentence: "item {} in warehouse {} (location {}, lot {}, serial {}): its days add up to {}, but its level is \
             {}",
        looked: concat!(
            "select item_id, warehouse_id, location_id, lot_id, serial_id, cast(",
            total!("of_days"),
            " as bigint) as of_days, cast(",
            total!("level"),
            " as bigint) as level, case when ",
            total!("(of_days - level)"),
            " <> 0 then 1 else 0 end as is_wrong from (\
                  select item_id, warehouse_id, location_id, lot_id, serial_id, quantity as of_days, 0 as level \
                  from stock_days where organization_id = $1 \
                  union all \
                  select item_id, warehouse_id, location_id, lot_id, serial_id, 0, quantity \
                  from stock_levels where organization_id = $1\
                ) as sides group by item_id, warehouse_id, location_id, lot_id, serial_id"
        ),
        columns: "i.sku, w.code, d.location_id, d.lot_id, d.serial_id, d.of_days, d.level",
        rest: "left join items as i on i.organization_id = $1 and i.id = d.item_id \
              left join warehouses as w on w.organization_id = $1 and w.id = d.warehouse_id \
              order by d.item_id, d.warehouse_id, d.location_id, d.lot_id, d.serial_id",
        kinds: &[Text, Text, Id, Id, Id, Int, Int],
        tells: Tells::Names,
    },
    Rule {
        name: "stock.lines",
        sentence: "item {} in warehouse {} (location {}, lot {}, serial {}): lines of movements add up to {}, but its \
             level is {}",
        looked: concat!(
            "select item_id, warehouse_id, location_id, lot_id, serial_id, cast(",
            total!("of_lines"),
            " as bigint) as of_lines, cast(",
            total!("level"),
            " as bigint) as level, case when ",
            total!("(of_lines - level)"),
            " <> 0 then 1 else 0 end as is_wrong from (\
                  select l.item_id, l.warehouse_id, coalesce(l.location_id, $2) as location_id, \
                    coalesce(l.lot_id, $2) as lot_id, coalesce(l.serial_id, $2) as serial_id, \
                    l.quantity as of_lines, 0 as level \
                  from movement_lines as l join movements as m on m.organization_id = l.organization_id and m.id = l.movement_id \
                  where l.organization_id = $1 and m.status = 'posted' \
                  union all \
                  select l.item_id, l.to_warehouse_id, coalesce(l.to_location_id, $2), coalesce(l.lot_id, $2), \
                    coalesce(l.serial_id, $2), -l.quantity, 0 \
                  from movement_lines as l join movements as m on m.organization_id = l.organization_id and m.id = l.movement_id \
                  where l.organization_id = $1 and m.status = 'posted' and l.to_warehouse_id is not null \
                  union all \
                  select item_id, warehouse_id, location_id, lot_id, serial_id, 0, quantity \
                  from stock_levels where organization_id = $1\
                ) as sides group by item_id, warehouse_id, location_id, lot_id, serial_id"
        ),
        columns: "i.sku, w.code, d.location_id, d.lot_id, d.serial_id, d.of_lines, d.level",
        rest: "left join items as i on i.organization_id = $1 and i.id = d.item_id \
              left join warehouses as w on w.organization_id = $1 and w.id = d.warehouse_id \
              order by d.item_id, d.warehouse_id, d.location_id, d.lot_id, d.serial_id",
        kinds: &[Text, Text, Id, Id, Id, Int, Int],
        tells: Tells::Names,
    },
    Rule {
        name: "stock.quantities",
        sentence: "pool {} holds {}, but its movements add up to {}",
        looked: concat!(
            "select id, cast(",
            total!("held"),
            " as bigint) as held, cast(",
            total!("moved"),
            " as bigint) as moved, case when ",
            total!("(held - moved)"),
            " <> 0 then 1 else 0 end as is_wrong from (\
                  select id, quantity as held, 0 as moved from pools where organization_id = $1 \
                  union all \
                  select pool_id, 0, quantity from pool_movements where organization_id = $1\
                ) as sides group by id"
        ),
        columns: "id, held, moved",
        rest: "order by id",
        kinds: &[Id, Int, Int],
        tells: Tells::Pool(0),
    },
    // Warehouses that share costs are one pool; goods without a value are in none.
    Rule {
        name: "stock.places",
        sentence: "item {} in warehouse {} (absent: all that share costs): pools hold {}, but the stock is {}",
        looked: concat!(
            "select item_id, warehouse_id, cast(",
            total!("held"),
            " as bigint) as held, cast(",
            total!("there"),
            " as bigint) as there, case when ",
            total!("(held - there)"),
            " <> 0 then 1 else 0 end as is_wrong from (\
                  select item_id, scope_id as warehouse_id, quantity as held, 0 as there \
                  from pools where organization_id = $1 \
                  union all \
                  select s.item_id, case when w.costing_scope = 'organization' then $2 else s.warehouse_id end, 0, s.quantity \
                  from stock_levels as s \
                    join warehouses as w on w.organization_id = s.organization_id and w.id = s.warehouse_id \
                  where s.organization_id = $1 and w.kind not in ('scrap', 'consignmentIn')\
                ) as sides group by item_id, warehouse_id"
        ),
        columns: "i.sku, w.code, d.held, d.there",
        rest: "left join items as i on i.organization_id = $1 and i.id = d.item_id \
              left join warehouses as w on w.organization_id = $1 and w.id = d.warehouse_id \
              order by d.item_id, d.warehouse_id",
        kinds: &[Text, Text, Int, Int],
        tells: Tells::Names,
    },
    Rule {
        name: "stock.values",
        sentence: "pool {} on account {} on {}: value entries add up to {}, but {} is stored for the day",
        looked: concat!(
            "select pool_id, account_id, date, cast(",
            total!("entered"),
            " as bigint) as entered, cast(",
            total!("kept"),
            " as bigint) as kept, case when ",
            total!("(entered - kept)"),
            " <> 0 then 1 else 0 end as is_wrong from (\
                  select pool_id, account_id, date, amount as entered, 0 as kept from posted_values \
                  where organization_id = $1 and leg = 'stock' \
                  union all \
                  select pool_id, account_id, date, 0, value from pool_days where organization_id = $1\
                ) as sides group by pool_id, account_id, date"
        ),
        columns: "pool_id, account_id, date, entered, kept",
        rest: "order by pool_id, account_id, date",
        kinds: &[Id, Id, Text, Int, Int],
        tells: Tells::Pool(0),
    },
    Rule {
        name: "stock.books",
        sentence: "pool {} on account {} on {}: {} is stored for the day, but lines of entries add up to {}",
        looked: concat!(
            "select pool_id, account_id, date, cast(",
            total!("kept"),
            " as bigint) as kept, cast(",
            total!("posted"),
            " as bigint) as posted, case when ",
            total!("(kept - posted)"),
            " <> 0 then 1 else 0 end as is_wrong from (\
                  select pool_id, account_id, date, value as kept, 0 as posted from pool_days where organization_id = $1 \
                  union all \
                  select pool_id, account_id, date, amount, 0 from value_entries \
                  where organization_id = $1 and leg = 'allowance' \
                  union all \
                  select l.pool_id, l.account_id, e.date, 0, l.base_debit - l.base_credit \
                  from lines as l join entries as e on e.organization_id = l.organization_id and e.sequence = l.entry_sequence \
                  where l.organization_id = $1 and l.pool_id is not null\
                ) as sides group by pool_id, account_id, date"
        ),
        columns: "pool_id, account_id, date, kept, posted",
        rest: "order by pool_id, account_id, date",
        kinds: &[Id, Id, Text, Int, Int],
        tells: Tells::Pool(0),
    },
    Rule {
        name: "stock.entries",
        sentence: "{} on account {} on {} was posted for a movement of pool {} that does not exist",
        looked: "select v.amount, v.account_id, v.date, v.pool_id, v.place, v.cause_seq, v.number, \
                case when m.pool_id is null then 1 else 0 end as is_wrong \
              from value_entries as v \
                left join pool_movements as m on m.organization_id = v.organization_id and m.pool_id = v.pool_id and m.place = v.place \
              where v.organization_id = $1",
        columns: "d.amount, d.account_id, d.date, d.pool_id",
        rest: "order by d.pool_id, d.place, d.cause_seq, d.number",
        kinds: &[Int, Id, Text, Id],
        tells: Tells::Pool(3),
    },
    Rule {
        name: "stock.reserved",
        sentence: "item {} in warehouse {} (lot or piece {}): reservations hold {}, but {} is stored as reserved",
        looked: concat!(
            "select item_id, warehouse_id, tracked_id, cast(",
            total!("held"),
            " as bigint) as held, cast(",
            total!("kept"),
            " as bigint) as kept, case when ",
            total!("(held - kept)"),
            " <> 0 then 1 else 0 end as is_wrong from (\
                  select item_id, warehouse_id, coalesce(case when 1 = 0 then item_id end, $2) as tracked_id, \
                    quantity - consumed_quantity as held, 0 as kept \
                  from reservations where organization_id = $1 and status = 'active' \
                  union all \
                  select item_id, warehouse_id, coalesce(lot_id, serial_id), quantity - consumed_quantity, 0 \
                  from reservations where organization_id = $1 and status = 'active' and coalesce(lot_id, serial_id) is not null \
                  union all \
                  select item_id, warehouse_id, tracked_id, 0, quantity from reserved_goods where organization_id = $1\
                ) as sides group by item_id, warehouse_id, tracked_id"
        ),
        columns: "i.sku, w.code, d.tracked_id, d.held, d.kept",
        rest: "left join items as i on i.organization_id = $1 and i.id = d.item_id \
              left join warehouses as w on w.organization_id = $1 and w.id = d.warehouse_id \
              order by d.item_id, d.warehouse_id, d.tracked_id",
        kinds: &[Text, Text, Id, Int, Int],
        tells: Tells::Names,
    },
    // Other goods below 0 were allowed by settings that have changed since.
    Rule {
        name: "stock.negative",
        sentence: "item {} in warehouse {} (location {}, lot {}, serial {}): the stock is {}, which is impossible",
        looked: "select s.item_id, s.warehouse_id, s.location_id, s.lot_id, s.serial_id, s.quantity, \
                case when (s.quantity < 0 and (s.lot_id <> $2 or s.serial_id <> $2 or w.kind = 'consignmentIn' \
                    or w.negative_stock = 'deny' or (w.negative_stock = 'inherit' and o.negative_stock = 0))) \
                  or (s.quantity > 1 and s.serial_id <> $2) then 1 else 0 end as is_wrong \
              from stock_levels as s \
                left join warehouses as w on w.organization_id = s.organization_id and w.id = s.warehouse_id \
                left join organizations as o on o.organization_id = s.organization_id \
              where s.organization_id = $1",
        columns: "i.sku, w.code, d.location_id, d.lot_id, d.serial_id, d.quantity",
        rest: "left join items as i on i.organization_id = $1 and i.id = d.item_id \
              left join warehouses as w on w.organization_id = $1 and w.id = d.warehouse_id \
              order by d.item_id, d.warehouse_id, d.location_id, d.lot_id, d.serial_id",
        kinds: &[Text, Text, Id, Id, Id, Int],
        tells: Tells::Names,
    },
    // Goods received and not invoiced, and goods in transit: rows that documents change, compared with their lines.
    Rule {
        name: "stock.received",
        sentence: "line {} of receipt {}: {} of it is stored as cleared, but documents clear {}",
        looked: concat!(
            "select movement_seq, line_number, cast(",
            total!("kept"),
            " as bigint) as kept, cast(",
            total!("told"),
            " as bigint) as told, case when ",
            total!("(kept - told)"),
            " <> 0 then 1 else 0 end as is_wrong from (\
                  select movement_seq, line_number, cleared_base - reordered_base as kept, 0 as told from received_lines where organization_id = $1 \
                  union all \
                  select l.of_seq, l.of_line, 0, l.cleared_base from movement_lines as l \
                    join movements as m on m.organization_id = l.organization_id and m.id = l.movement_id \
                  where l.organization_id = $1 and m.status = 'posted' and l.cleared_base is not null\
                ) as sides group by movement_seq, line_number"
        ),
        columns: "d.line_number, m.id, d.kept, d.told",
        rest: "left join movements as m on m.organization_id = $1 and m.seq = d.movement_seq \
              order by d.movement_seq, d.line_number",
        kinds: &[Int, Id, Int, Int],
        tells: Tells::Line,
    },
    Rule {
        name: "stock.claimable",
        sentence: "line {} of receipt {}: {} is stored as invoiced and not claimed, but documents leave {}",
        looked: concat!(
            "select movement_seq, line_number, cast(",
            total!("kept"),
            " as bigint) as kept, cast(",
            total!("told"),
            " as bigint) as told, case when ",
            total!("(kept - told)"),
            " <> 0 then 1 else 0 end as is_wrong from (\
                  select movement_seq, line_number, claimable_amount as kept, 0 as told from received_lines \
                  where organization_id = $1 \
                  union all \
                  select l.of_seq, l.of_line, 0, l.claimable_amount from movement_lines as l \
                    join movements as m on m.organization_id = l.organization_id and m.id = l.movement_id \
                  where l.organization_id = $1 and m.status = 'posted' and l.claimable_amount is not null\
                ) as sides group by movement_seq, line_number"
        ),
        columns: "d.line_number, m.id, d.kept, d.told",
        rest: "left join movements as m on m.organization_id = $1 and m.seq = d.movement_seq \
              order by d.movement_seq, d.line_number",
        kinds: &[Int, Id, Int, Int],
        tells: Tells::Line,
    },
    Rule {
        name: "stock.consigned",
        sentence: "line {} of document {}: {} of the consigned goods is stored as taken, but documents take {}",
        looked: concat!(
            "select movement_seq, line_number, cast(",
            total!("kept"),
            " as bigint) as kept, cast(",
            total!("told"),
            " as bigint) as told, case when ",
            total!("(kept - told)"),
            " <> 0 then 1 else 0 end as is_wrong from (\
                  select movement_seq, line_number, taken_quantity as kept, 0 as told from consigned_lines \
                  where organization_id = $1 \
                  union all \
                  select l.of_seq, l.of_line, 0, l.of_quantity from movement_lines as l \
                    join movements as m on m.organization_id = l.organization_id and m.id = l.movement_id \
                  where l.organization_id = $1 and m.status = 'posted' and l.of_quantity is not null \
                    and l.amount is not null and m.kind not in ('supplierInvoice', 'supplierCredit', 'landedCost', 'costingChange')\
                ) as sides group by movement_seq, line_number"
        ),
        columns: "d.line_number, m.id, d.kept, d.told",
        rest: "left join movements as m on m.organization_id = $1 and m.seq = d.movement_seq \
              order by d.movement_seq, d.line_number",
        kinds: &[Int, Id, Int, Int],
        tells: Tells::Line,
    },
    Rule {
        name: "stock.of_others",
        sentence: "item {} in warehouse {}: {} is held for others, but the stock is {}",
        looked: concat!(
            "select item_id, warehouse_id, cast(",
            total!("held"),
            " as bigint) as held, cast(",
            total!("there"),
            " as bigint) as there, case when ",
            total!("(held - there)"),
            " <> 0 then 1 else 0 end as is_wrong from (\
                  select item_id, warehouse_id, quantity - taken_quantity as held, 0 as there \
                  from consigned_lines where organization_id = $1 \
                  union all \
                  select s.item_id, s.warehouse_id, 0, s.quantity from stock_levels as s \
                    join warehouses as w on w.organization_id = s.organization_id and w.id = s.warehouse_id \
                  where s.organization_id = $1 and w.kind = 'consignmentIn'\
                ) as sides group by item_id, warehouse_id"
        ),
        columns: "i.sku, w.code, d.held, d.there",
        rest: "left join items as i on i.organization_id = $1 and i.id = d.item_id \
              left join warehouses as w on w.organization_id = $1 and w.id = d.warehouse_id \
              order by d.item_id, d.warehouse_id",
        kinds: &[Text, Text, Int, Int],
        tells: Tells::Names,
    },
    Rule {
        name: "stock.transit",
        sentence: "line {} of transfer {}: {} of it is stored as arrived or lost, but documents say {}",
        looked: concat!(
            "select movement_seq, line_number, cast(",
            total!("kept"),
            " as bigint) as kept, cast(",
            total!("told"),
            " as bigint) as told, case when ",
            total!("(kept - told)"),
            " <> 0 then 1 else 0 end as is_wrong from (\
                  select movement_seq, line_number, received + lost as kept, 0 as told from transit_lines \
                  where organization_id = $1 \
                  union all \
                  select l.of_seq, l.of_line, 0, case when m.transfer_mode = 'receive' then l.quantity else l.of_quantity end \
                  from movement_lines as l \
                    join movements as m on m.organization_id = l.organization_id and m.id = l.movement_id \
                  where l.organization_id = $1 and m.status = 'posted' and m.transfer_mode in ('receive', 'close')\
                ) as sides group by movement_seq, line_number"
        ),
        columns: "d.line_number, m.id, d.kept, d.told",
        rest: "left join movements as m on m.organization_id = $1 and m.seq = d.movement_seq \
              order by d.movement_seq, d.line_number",
        kinds: &[Int, Id, Int, Int],
        tells: Tells::Line,
    },
    Rule {
        name: "stock.written_down",
        sentence: "pool {} is stored as written down by {}, but postings come to {}",
        looked: concat!(
            "select id, cast(",
            total!("kept"),
            " as bigint) as kept, cast(",
            total!("told"),
            " as bigint) as told, case when ",
            total!("(kept - told)"),
            " <> 0 then 1 else 0 end as is_wrong from (\
                  select id, written_down as kept, 0 as told from pools where organization_id = $1 \
                  union all \
                  select pool_id, 0, -amount from value_entries where organization_id = $1 and leg = 'allowance'\
                ) as sides group by id"
        ),
        columns: "id, kept, told",
        rest: "order by id",
        kinds: &[Id, Int, Int],
        tells: Tells::Pool(0),
    },
    Rule {
        name: "stock.shares",
        sentence: "pool {}: what falls to its layers of a later cost of event {} is not what was last worked out",
        looked: "select m.pool_id, m.place, m.cause_seq, \
                case when m.shares is distinct from (select s.shares from cost_shares as s \
                    where s.organization_id = m.organization_id and s.pool_id = m.pool_id and s.place = m.place \
                    order by s.cause_seq desc limit 1) then 1 else 0 end as is_wrong \
              from pool_movements as m where m.organization_id = $1 and (m.shares is not null or exists (\
                    select 1 from cost_shares as s \
                    where s.organization_id = m.organization_id and s.pool_id = m.pool_id and s.place = m.place))",
        columns: "d.pool_id, d.cause_seq",
        rest: "order by d.pool_id, d.place",
        kinds: &[Id, Int],
        tells: Tells::Pool(0),
    },
];
