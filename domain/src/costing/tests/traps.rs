//! The traps that costing is known for, each by its numbers.

use crate::costing::tests::from_scratch::from_scratch;
use crate::costing::tests::world::*;
use crate::costing::*;

/// The costs of issues of these quantities, one after the other, and the rest.
fn costs(method: Method, receipts: &[(i64, i64)], issues: &[i64]) -> (Vec<i64>, i64, i64) {
    let mut world = World::of(&[method]);
    let mut seq = 0;
    for (quantity, value) in receipts {
        seq += 1;
        world.post(0, day(0), seq, receipt(*quantity, *value)).unwrap();
    }
    let mut costs = Vec::new();
    for quantity in issues {
        seq += 1;
        let place = world.post(0, day(1), seq, issue(*quantity)).unwrap();
        costs.push(-world.value_of(place));
    }
    let state = world.state(0);
    (costs, state.quantity(), state.value())
}

fn lacking(place: Place, lacks: i64, later: &[(Place, i64)]) -> Refusal {
    Refusal::WouldGoNegative { place, lacks, later: later.to_vec() }
}

#[test]
fn ten_thousand_issues_of_one_unit_out_of_a_thousand_cents_cost_a_thousand_cents() {
    for method in [Method::Fifo, Method::Average] {
        let (costs, quantity, value) = costs(method, &[(10_000, 1_000)], &[1; 10_000]);
        assert_eq!((costs.iter().sum::<i64>(), quantity, value), (1_000, 0, 0));
        assert!(costs.iter().all(|cost| (0..=1).contains(cost)));
    }
}

#[test]
fn three_parts_of_368_30_are_368_30() {
    for method in [Method::Fifo, Method::Average] {
        assert_eq!(costs(method, &[(20, 36_830)], &[10, 9, 1]), (vec![18_415, 16_573, 1_842], 0, 0));
    }
}

#[test]
fn seventy_times_a_tenth_is_seven() {
    // Tenths of a unit at 0.10 each: seventy come one by one and leave at once, and the other way round.
    for method in [Method::Fifo, Method::Average] {
        assert_eq!(costs(method, &[(1, 10); 70], &[70]), (vec![700], 0, 0));
        assert_eq!(costs(method, &[(70, 7)], &[1; 70]).0.iter().sum::<i64>(), 7);
    }
}

#[test]
fn three_for_ten_leave_one_by_one_and_nothing_stays() {
    for method in [Method::Fifo, Method::Average] {
        assert_eq!(costs(method, &[(3, 1_000)], &[1, 1, 1]), (vec![333, 334, 333], 0, 0));
    }
}

#[test]
fn halves_to_even_would_leave_the_books_behind_the_stock() {
    // A pool worth 0.5 posts 1. With one minor unit more it is worth 1.5: half up posts 2, one more, as the receipt did.
    // Half to even would have posted 0 and then 2: the books would have got 1 and the stock 2.
    let mut world = World::of(&[Method::Average]);
    world.post(0, day(0), 1, receipt(2, 1)).unwrap();
    let out = world.post(0, day(1), 2, issue(1)).unwrap();
    assert_eq!((world.value_of(out), world.state(0).x(), world.state(0).value()), (0, 500_000, 1));
    let came = world.post(0, day(2), 3, receipt(1, 1)).unwrap();
    assert_eq!((world.value_of(came), world.state(0).x(), world.state(0).value()), (1, 1_500_000, 2));
}

#[test]
fn a_replay_that_stops_early_still_comes_to_what_is_pending_later() {
    // Back-dated into two pools at once: the goods that come to pool 1 leave it again, and its checkpoint is as it was.
    // But pool 0 feeds it much later: stopping at the checkpoint for good would leave the transfer and the issue at the
    // old cost.
    let mut world = World::of(&[Method::Average, Method::Average]);
    world.rules.checkpoint_every = 1;
    world.post(0, day(1), 1, receipt(10, 1_000)).unwrap();
    world.post(1, day(2), 2, receipt(10, 5_000)).unwrap();
    world.post(1, day(3), 3, issue(10)).unwrap();
    world.post(1, day(40), 4, receipt(1, 77)).unwrap();
    let out = world.movement(0, day(50), 5, 0, issue(5));
    let kind = Kind::In { quantity: units(5), cost: Cost::From(Source::Whole(out.place)) };
    let into = world.movement(1, day(50), 5, 0, kind);
    let (posting_date, moved) = (out.posting_date, [out.place, into.place]);
    world.change(Change { posting_date, insert: vec![out, into], remove: Vec::new(), lines: 0 }).unwrap();
    let last = world.post(1, day(60), 6, issue(6)).unwrap();
    assert_eq!(world.value_of(last), -577);

    let insert = vec![
        world.movement(0, day(0), 7, 0, receipt(10, 3_000)),
        world.movement(1, day(0), 7, 1, receipt(4, 400)),
        world.movement(1, day(1), 7, 2, issue(4)),
    ];
    let outcome = world.change(Change { posting_date: date(day(0)), insert, remove: Vec::new(), lines: 0 }).unwrap();
    assert_eq!(moved.map(|place| world.value_of(place)), [-1_000, 1_000]);
    assert_eq!(world.value_of(last), -1_077);
    // In pool 1 three days were costed again and one was not: it began anew at the transfer.
    let dates: Vec<_> = outcome.adjustments.iter().map(|entry| entry.date).collect();
    assert!(dates.iter().all(|day_of| [date(day(50)), date(day(60))].contains(day_of)), "{dates:?}");
}

#[test]
fn an_early_stop_in_one_pool_comes_to_a_second_change_of_the_same_pool() {
    let mut world = World::of(&[Method::Fifo]);
    world.rules.checkpoint_every = 1;
    for seq in 1..=9 {
        world.post(0, day(seq * 10), seq, receipt(1, seq * 100)).unwrap();
    }
    let last = world.post(0, day(100), 10, issue(9)).unwrap();
    let insert = vec![
        world.movement(0, day(1), 11, 0, receipt(1, 5)),
        world.movement(0, day(2), 11, 1, issue(1)),
        world.movement(0, day(85), 11, 2, Kind::Revalue { amount: 8 }),
    ];
    let outcome = world.change(Change { posting_date: date(day(1)), insert, remove: Vec::new(), lines: 0 }).unwrap();
    assert_eq!(world.value_of(last), -4_508);
    assert!(outcome.replayed < 8, "{} movements of 13 were costed", outcome.replayed);
}

#[test]
fn a_pool_that_is_fed_later_and_then_stops_early_still_comes_to_it() {
    // While pool 1 is on its way from day 1 to day 6, the dispatch of day 5 out of pool 0 changes, which it receives on
    // day 50. Its checkpoint of day 10 is as it was all the same.
    let mut world = World::of(&[Method::Average, Method::Fifo]);
    world.rules.checkpoint_every = 1;
    world.post(0, day(1), 1, receipt(10, 1_000)).unwrap();
    let dispatch = world.post(0, day(5), 2, issue(5)).unwrap();
    for seq in 7..=12 {
        world.post(1, day(seq), seq, receipt(1, 100)).unwrap();
    }
    let cost = Cost::From(Source::Share { of: dispatch, total: units(5) });
    let received = world.post(1, day(50), 13, Kind::In { quantity: units(2), cost }).unwrap();
    assert_eq!(world.value_of(received), 200);
    let insert = vec![
        world.movement(0, day(0), 20, 0, receipt(10, 3_000)),
        world.movement(1, day(1), 20, 1, receipt(4, 400)),
        world.movement(1, day(6), 20, 2, issue(4)),
    ];
    let outcome = world.change(Change { posting_date: date(day(0)), insert, remove: Vec::new(), lines: 0 }).unwrap();
    assert_eq!((world.value_of(dispatch), world.value_of(received)), (-1_000, 400));
    assert!(outcome.replayed < 10, "{} movements of 13 were costed", outcome.replayed);
    assert_eq!(world.state(1), from_scratch(&world).states[&pool(1)]);
}

#[test]
fn a_checkpoint_outlives_the_last_movements_and_is_not_stale_when_others_come_before_it() {
    let mut world = World::of(&[Method::Fifo]);
    world.rules.checkpoint_every = 1;
    let places: Vec<Place> =
        (1..=3).map(|seq| world.post(0, day(seq * 10), seq, receipt(1, seq * 100)).unwrap()).collect();
    world.void(places[2]).unwrap();
    world.void(places[1]).unwrap();
    world.post(0, day(15), 4, receipt(5, 5_000)).unwrap();
    let last = world.post(0, day(40), 5, issue(2)).unwrap();
    world.post(0, day(25), 6, issue(1)).unwrap();
    assert_eq!(world.value_of(last), -2_000);
    assert_eq!(world.state(0), from_scratch(&world).states[&pool(0)]);
}

#[test]
fn goods_that_move_once_a_month_get_no_checkpoint_and_those_that_move_often_one_a_month() {
    let checkpoints = |in_a_month: i64| {
        let mut world = World::of(&[Method::Fifo]);
        for seq in 0..4 * in_a_month {
            let month = seq / in_a_month;
            world.post(0, day(30 * month), seq + 1, receipt(1, 100)).unwrap();
        }
        world.checkpoints.get(&pool(0)).map_or(0, std::collections::BTreeMap::len)
    };
    assert_eq!((checkpoints(1), checkpoints(15), checkpoints(16), checkpoints(40)), (0, 1, 3, 3));
}

#[test]
fn what_is_owed_is_settled_by_what_comes_and_the_difference_goes_where_the_issue_went() {
    for method in [Method::Fifo, Method::Average] {
        let mut world = World::of(&[method]);
        let owed = |quantity, fallback| Kind::Out { quantity: units(quantity), beyond: Beyond::Owed { fallback } };
        let refused = world.post(0, day(1), 1, owed(1, None));
        assert_eq!(refused, Err(Refusal::NoKnownCost { place: Place::out(day(1), 1, 0) }));
        let first = world.post(0, day(1), 2, owed(4, Ratio::new(100, 1))).unwrap();
        assert_eq!((world.state(0).quantity(), world.state(0).value()), (-4, -400));
        let came = world.post(0, day(2), 3, receipt(10, 1_500)).unwrap();
        // Four of them cost 600 and not 400.
        let legs: Vec<_> = world.booked[&came].effect().legs.iter().collect();
        assert_eq!(legs, [(Leg::Stock(account(1)), 1_300), (Leg::Counter, -1_500), (Leg::CounterOf(first), 200)]);
        assert_eq!((world.state(0).quantity(), world.state(0).value()), (6, 900));
    }
}

#[test]
fn a_receipt_before_an_issue_is_its_cost_then_and_is_taken_back_by_a_void() {
    let mut world = World::of(&[Method::Fifo]);
    world.post(0, day(10), 1, receipt(10, 1_000)).unwrap();
    let out = world.post(0, day(20), 2, issue(5)).unwrap();
    assert_eq!(world.value_of(out), -500);
    let early = world.post(0, day(5), 3, receipt(5, 900)).unwrap();
    assert_eq!((world.value_of(out), world.state(0).value()), (-900, 1_000));
    let outcome = world.void(early).unwrap();
    assert_eq!((world.value_of(out), world.state(0).value()), (-500, 500));
    let posted: Vec<_> = outcome.adjustments.iter().map(|entry| (entry.date, entry.leg, entry.amount)).collect();
    let stock = Leg::Stock(account(1));
    let (then, later) = (date(day(5)), date(day(20)));
    assert_eq!(
        posted,
        [(then, stock, -900), (then, Leg::Counter, 900), (later, stock, 400), (later, Leg::Counter, -400)]
    );
}

#[test]
fn a_difference_of_a_closed_day_is_posted_on_the_first_open_one() {
    let mut world = World::of(&[Method::Average]);
    world.post(0, day(1), 1, receipt(10, 1_000)).unwrap();
    let out = world.post(0, day(2), 2, issue(5)).unwrap();
    world.open_from = Some(date(day(31)));
    world.post(0, day(0), 3, receipt(10, 2_000)).unwrap();
    let by_date = &world.booked[&out].by_date;
    assert_eq!(
        by_date.iter().map(|(date, legs)| (*date, legs.stock())).collect::<Vec<_>>(),
        [(date(day(2)), -500), (date(day(31)), -250),]
    );
}

#[test]
fn what_would_lack_later_is_refused_with_its_place() {
    let mut world = World::of(&[Method::Fifo]);
    let came = world.post(0, day(1), 1, receipt(10, 1_000)).unwrap();
    let out = world.post(0, day(3), 2, issue(8)).unwrap();
    let before = world.clone();
    assert_eq!(world.post(0, day(2), 3, issue(3)), Err(lacking(out, 1, &[])));
    assert_eq!(world.void(came).unwrap_err(), lacking(out, 8, &[]));
    let landed = world
        .post(0, day(2), 4, Kind::Value { receipt: came, received: units(10), amount: 30, split: Split::ByGoods })
        .unwrap();
    assert_eq!(world.void(came).unwrap_err(), Refusal::HasDependents { of: came, by: vec![landed] });
    world.void(landed).unwrap();
    assert_eq!((world.state(0), world.value_of(out)), (before.state(0), before.value_of(out)));
}

#[test]
fn all_that_would_lack_goods_later_are_listed() {
    let mut world = World::of(&[Method::Average]);
    let came = world.post(0, day(1), 1, receipt(10, 1_000)).unwrap();
    let issues: Vec<Place> = [(2, 6), (3, 2), (5, 4)]
        .into_iter()
        .map(|(seq, quantity)| match seq {
            5 => {
                world.post(0, day(4), 4, receipt(3, 300)).unwrap();
                world.post(0, day(5), 5, issue(quantity)).unwrap()
            }
            _ => world.post(0, day(seq), seq, issue(quantity)).unwrap(),
        })
        .collect();
    assert_eq!(world.void(came).unwrap_err(), lacking(issues[0], 6, &[(issues[1], 2), (issues[2], 4)]));
}

#[test]
fn a_receipt_before_25_000_movements_costs_each_of_them_once() {
    for method in [Method::Fifo, Method::Average] {
        let mut world = World::of(&[method]);
        (world.page, world.rules) = (1_000, Rules::default());
        for seq in 1..=25_000 {
            let kind = if seq % 2 == 1 { receipt(3, 100 + seq % 97) } else { issue(2) };
            world.post(0, crate::value::Instant(DAY_US + seq), seq, kind).unwrap();
        }
        let late = world.movement(0, day(0), 30_000, 0, receipt(5, 999));
        let change = Change { posting_date: late.posting_date, insert: vec![late], remove: Vec::new(), lines: 0 };
        let outcome = world.change(change).unwrap();
        assert_eq!((outcome.replayed, outcome.checkpoints.len()), (25_000, 25));
        assert_eq!(world.state(0), from_scratch(&world).states[&pool(0)]);
    }
}

#[test]
fn a_later_cost_stays_with_what_is_left_of_its_receipt() {
    // method, kept of 100 after 4 of 10 left
    for (method, kept) in [(Method::Fifo, 60), (Method::Average, 60), (Method::Standard, 0)] {
        let mut world = World::of(&[method]);
        let came = world.post(0, day(1), 1, receipt(10, 1_000)).unwrap();
        world.post(0, day(2), 2, issue(4)).unwrap();
        let value = Kind::Value { receipt: came, received: units(10), amount: 100, split: Split::ByGoods };
        let landed = world.post(0, day(3), 3, value).unwrap();
        let legs = world.booked[&landed].effect().legs;
        assert_eq!((legs.stock(), legs.counter(), legs.sum()), (kept, -100, 0), "{method:?}");
        let fall = Kind::Value { receipt: came, received: units(10), amount: -5_000, split: Split::ByGoods };
        world.post(0, day(4), 4, fall).unwrap();
        assert!(world.state(0).value() >= 0);
    }
}

#[test]
fn goods_go_back_to_the_supplier_out_of_their_own_receipt_at_its_price() {
    let mut world = World::of(&[Method::Fifo]);
    world.post(0, day(1), 1, receipt(5, 100)).unwrap();
    let dear = world.post(0, day(2), 2, receipt(3, 1_000)).unwrap();
    let back =
        |quantity| Kind::SupplierReturn { quantity: units(quantity), receipt: dear, received: units(3), claim: None };
    let first = world.post(0, day(3), 3, back(1)).unwrap();
    world.post(0, day(3), 4, issue(6)).unwrap();
    // The cheap ones came first and stayed: the issue took them and one of the dear ones, and one of those is left.
    assert_eq!((world.value_of(first), world.state(0).quantity()), (-333, 1));
    assert_eq!(world.post(0, day(4), 5, back(2)), Err(lacking(Place::out(day(4), 5, 0), 1, &[])));
    let second = world.post(0, day(4), 6, back(1)).unwrap();
    for (place, price) in [(first, 333), (second, 333)] {
        let legs = world.booked[&place].effect().legs;
        assert_eq!((legs.counter(), legs.sum()), (price, 0));
    }
    assert_eq!(world.state(0).quantity(), 0);
    let more = Refusal::TakesTooMuch { of: dear, place: Place::out(day(5), 7, 0), left: 1 };
    assert_eq!(world.post(0, day(5), 7, back(2)), Err(more));
}

#[test]
fn goods_without_a_cost_get_the_present_one_or_the_last_or_the_fallback() {
    let mut world = World::of(&[Method::Average]);
    let found = |fallback| Kind::In { quantity: units(2), cost: Cost::Present { fallback } };
    assert_eq!(world.post(0, day(1), 1, found(None)), Err(Refusal::CostRequired { place: Place::into(day(1), 1, 0) }));
    let by_fallback = world.post(0, day(1), 2, found(Ratio::new(7, 1))).unwrap();
    assert_eq!(world.value_of(by_fallback), 14);
    world.post(0, day(2), 3, receipt(2, 86)).unwrap();
    let by_present = world.post(0, day(3), 4, found(None)).unwrap();
    assert_eq!(world.value_of(by_present), 50);
    world.post(0, day(4), 5, issue(6)).unwrap();
    let by_last = world.post(0, day(5), 6, found(Ratio::new(7, 1))).unwrap();
    assert_eq!(world.value_of(by_last), 86);
}

#[test]
fn a_pool_at_standard_is_worth_its_quantity_and_the_gaps_are_variance() {
    // 12.345678 minor units per ten.
    let mut world = World::of(&[Method::Standard]);
    let came = world.post(0, day(1), 1, receipt(1_000, 1_500)).unwrap();
    let legs: Vec<_> = world.booked[&came].effect().legs.iter().collect();
    assert_eq!(legs, [(Leg::Stock(account(1)), 1_235), (Leg::Counter, -1_500), (Leg::Variance, 265)]);
    let to = StandardCost::new(20_000_000, 10).unwrap();
    let change = world.post(0, day(2), 2, Kind::ChangeStandard { to }).unwrap();
    assert_eq!((world.value_of(change), world.state(0).value()), (765, 2_000));
}

#[test]
fn stock_moves_to_another_account_with_its_value_and_so_does_what_changes_before() {
    let mut world = World::of(&[Method::Average]);
    world.post(0, day(1), 1, receipt(10, 1_000)).unwrap();
    let moved = world.post(0, day(2), 2, Kind::Reclassify { to: account(2) }).unwrap();
    world.post(0, day(0), 3, receipt(1, 50)).unwrap();
    let legs: Vec<_> = world.booked[&moved].effect().legs.iter().collect();
    assert_eq!(legs, [(Leg::Stock(account(1)), -1_050), (Leg::Stock(account(2)), 1_050)]);
    assert_eq!(world.state(0).account(), account(2));
}

#[test]
fn limits_and_stops_are_answers() {
    let mut world = World::of(&[Method::Average]);
    let most = crate::value::limits::POOL_VALUE_MINOR;
    world.post(0, day(1), 1, receipt(most, most)).unwrap();
    for (seq, kind) in [(2, receipt(1, 0)), (3, Kind::Revalue { amount: 1 })] {
        assert_eq!(world.post(0, day(2), seq, kind).unwrap_err().code(), "pool_too_large");
    }
    for (seq, kind) in [(4, receipt(1, -1)), (5, receipt(1, most + 1)), (6, Kind::Revalue { amount: -most - 1 })] {
        assert_eq!(world.post(0, day(2), seq, kind).unwrap_err().code(), "amount_out_of_range");
    }
    for seq in 10..20 {
        world.post(0, day(seq), seq, issue(1)).unwrap();
    }
    let late = Change {
        posting_date: date(day(0)),
        insert: vec![world.movement(0, day(0), 30, 0, Kind::Revalue { amount: 1 })],
        remove: Vec::new(),
        lines: 0,
    };
    world.rules.most_movements = 10;
    assert_eq!(replay(&world, late.clone(), world.rules), Err(Halt::Refused(Refusal::ReplayTooLarge { most: 10 })));
    world.is_deaf = true;
    assert_eq!(replay(&world, late, world.rules), Err(Halt::Stop(vec![NotLoaded])));
}

#[test]
fn what_is_costed_prospectively_changes_nothing_before_it_and_must_have_been_there_when_it_left() {
    let mut world = World::of(&[Method::Fifo]);
    world.post(0, day(10), 1, receipt(10, 1_000)).unwrap();
    let out = world.post(0, day(11), 2, issue(4)).unwrap();
    let came = world.post_prospectively(0, day(5), day(20), 3, receipt(2, 100)).unwrap();
    assert_eq!((world.value_of(out), world.booked[&out].by_date.len()), (-400, 1), "nothing is costed anew");
    let early = world.post_prospectively(0, day(3), day(21), 4, issue(1));
    let Err(Refusal::WouldGoNegative { lacks: 1, .. }) = early else { panic!("nothing was there: {early:?}") };
    let after = world.post_prospectively(0, day(6), day(22), 5, issue(2)).unwrap();
    assert_eq!(world.value_of(after), -200, "its cost is that of the day on which it is costed");
    let beyond = world.post_prospectively(0, day(7), day(23), 6, issue(1));
    assert!(matches!(beyond, Err(Refusal::WouldGoNegative { .. })), "{beyond:?}");
    let late = world.post(0, day(8), 7, issue(1));
    assert!(matches!(late, Err(Refusal::WouldGoNegative { .. })), "costs know of nothing there then: {late:?}");
    let gone = world.void(came);
    let Err(Refusal::WouldGoNegative { place, lacks: 2, .. }) = gone else { panic!("others took it: {gone:?}") };
    assert_eq!(place, after);
    assert!(prove(&world, Some(date(day(15)))).values().all(|pool| pool.holds() && pool.late.is_empty()));
    world.rules.most_looked_over = 1;
    let long = world.post_prospectively(0, day(12), day(24), 8, issue(1));
    assert_eq!(long, Err(Refusal::ReplayTooLarge { most: 1 }));
}
