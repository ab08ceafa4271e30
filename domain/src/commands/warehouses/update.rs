//! Updates a warehouse by merge: absent leaves, null clears, objects merge by key, lists replace.
//!
//! The empty object runs every check and writes nothing, and so does a body that equals the stored warehouse.

use crate::access::reach::require_assigned;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::warehouses::change::WarehouseChange;
use crate::stock::warehouses::default_locations::take_default;
use crate::stock::warehouses::found::require_warehouse;
use crate::stock::warehouses::rules::{self, require_above};
use crate::value::Sought;
use crate::value::id::WarehouseId;
use crate::value::permission::Permission;

/// Changes the fields that are sent.
#[derive(Clone, Debug)]
pub struct UpdateWarehouse {
    pub warehouse: Sought<WarehouseId>,
    /// Versions of which one must be the present one: `If-Match`, and the body's `version`.
    pub if_match: Option<Vec<i64>>,
    pub fields: WarehouseChange,
}

impl Decide for UpdateWarehouse {
    const PERMISSION: Permission = Permission::WarehousesUpdate;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Warehouses);
        self.fields.hint(keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_warehouse(book, &self.warehouse)?;
        require_assigned(book, ctx, before.id, "")?;
        require_version(self.if_match.as_deref(), before.version)?;
        let mut after = before.clone();
        let mut faults = Vec::new();
        self.fields.apply(&mut after, &mut faults);
        if after.parent_id != before.parent_id {
            require_above(book, ctx, after.parent_id)?;
        }
        rules::check(book, ctx.now(), Some(&before), &after, faults)?;
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        if after.is_default && !before.is_default {
            take_default(book, ctx, &after)?;
        }
        Ok(book.update(ctx, FactKind::WarehouseUpdated, after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::warehouses::create::CreateWarehouse;
    use crate::rows::Warehouse;
    use crate::rows::{Account, AccountType, FactRow, WarehouseKind, WarehouseStatus};
    use crate::testing::{Stage, account};
    use crate::value::Json;
    use crate::value::Patch;
    use crate::value::id::AccountId;
    use crate::value::rejection::Code;
    use crate::value::{TypedId, limits};

    /// A warehouse of this code; the first one becomes the default.
    fn made(stage: &mut Stage, code: &str) -> String {
        let fields = WarehouseChange { code: Some(code.to_owned()), name: Some(code.to_owned()), ..sent() };
        stage.run(CreateWarehouse { fields }).expect("created").subject
    }

    fn sent() -> WarehouseChange {
        WarehouseChange::default()
    }

    fn update(warehouse: &str, fields: WarehouseChange) -> UpdateWarehouse {
        UpdateWarehouse { warehouse: Sought::of(warehouse), if_match: None, fields }
    }

    fn stored(stage: &Stage, id: &str) -> Warehouse {
        stage.rows::<Warehouse>().into_iter().find(|row| row.id.to_string() == id).expect("stored")
    }

    fn json(text: &str) -> Patch<Json> {
        Patch::Set(Json::parse(text).expect("json"))
    }

    fn named<I: TypedId>(text: &str) -> Patch<Sought<I>> {
        Patch::Set(Sought::of(text))
    }

    fn id_of(stage: &Stage, code: &str) -> String {
        stage.rows::<Account>().into_iter().find(|account| account.code == code).expect("account").id.to_string()
    }

    /// The code and the pointers of a refusal.
    fn refused(stage: &mut Stage, id: &str, fields: WarehouseChange) -> (Code, Vec<String>) {
        let rejection = stage.run(update(id, fields)).expect_err("refused");
        (rejection.code, rejection.errors.into_iter().map(|error| error.pointer).collect())
    }

    #[test]
    fn absent_stays_null_clears_objects_merge_and_lists_replace() {
        let mut stage = Stage::new();
        let id = made(&mut stage, "LON");
        let first = WarehouseChange {
            code: Some("lon-2".to_owned()),
            description: Patch::Set("by the river".to_owned()),
            timezone: Patch::Set("Europe/London".to_owned()),
            address: json(r#"{"city":"London","zip":"E1"}"#),
            tags: Patch::Set(vec!["a".to_owned(), "b".to_owned()]),
            metadata: json(r#"{"x":{"y":1,"z":2}}"#),
            valuation_account_id: named(&id_of(&stage, "1200")),
            ..sent()
        };
        assert_eq!(stage.run(update(&id, first)).expect("updated").version, 2);
        let second = WarehouseChange {
            name: Some("London".to_owned()),
            description: Patch::Null,
            address: json(r#"{"zip":null,"street":"Quay"}"#),
            tags: Patch::Set(vec!["c".to_owned()]),
            metadata: json(r#"{"x":{"y":null}}"#),
            valuation_account_id: Patch::Null,
            ..sent()
        };
        assert_eq!(stage.run(update(&id, second)).expect("updated").version, 3);
        let row = stored(&stage, &id);
        assert_eq!((row.code.as_str(), row.name.as_str(), row.description), ("LON-2", "London", None));
        assert_eq!(row.timezone.as_deref(), Some("Europe/London"));
        assert_eq!(row.address.as_deref(), Some(r#"{"city":"London","street":"Quay"}"#));
        assert_eq!((row.tags.as_str(), row.metadata.as_str()), (r#"["c"]"#, r#"{"x":{"z":2}}"#));
        assert_eq!(row.valuation_account_id, None);
        stage.run(update(&id, WarehouseChange { address: Patch::Null, tags: Patch::Null, ..sent() })).expect("cleared");
        let row = stored(&stage, &id);
        assert_eq!((row.address, row.tags.as_str()), (None, "[]"));
    }

    #[test]
    fn an_empty_and_an_equal_body_run_every_check_and_write_nothing() {
        let mut stage = Stage::new();
        let id = made(&mut stage, "LON");
        let (rows, facts) = (stage.rows::<Warehouse>(), stage.rows::<FactRow>().len());
        let equal =
            WarehouseChange { code: Some("lon".to_owned()), is_default: Some(true), metadata: json("{}"), ..sent() };
        for fields in [sent(), equal] {
            let reply = stage.run(update(&id, fields)).expect("no change");
            assert_eq!((reply.version, reply.facts), (1, None));
        }
        assert_eq!((stage.rows::<Warehouse>(), stage.rows::<FactRow>().len()), (rows, facts));
        assert_eq!(refused(&mut stage, "wh_x", sent()).0, Code::NotFound);
        assert_eq!(refused(&mut stage, "wh_01h455vb4pex5vsknk084sn02q", sent()).0, Code::NotFound);
        for versions in [vec![2], vec![2, 3], vec![]] {
            let stale = UpdateWarehouse { if_match: Some(versions), ..update(&id, sent()) };
            assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        }
        let fresh = UpdateWarehouse { if_match: Some(vec![3, 1]), ..update(&id, sent()) };
        stage.run(fresh).expect("one of them is the present version");
    }

    #[test]
    fn all_faults_come_in_one_answer_and_before_any_conflict() {
        let mut stage = Stage::new();
        let id = made(&mut stage, "LON");
        made(&mut stage, "YRK");
        let fields = WarehouseChange {
            code: Some("YRK".to_owned()),
            status: Some(WarehouseStatus::Inactive),
            parent_id: named(&id),
            valuation_account_id: named(&id_of(&stage, "1000")),
            cogs_account_id: named("acc_x"),
            in_transit_warehouse_id: named(&id),
            resupply_from: Patch::Set(vec![Sought::of("wh_x"), Sought::of(&id)]),
            manager_user_id: named("prn_01h455vb4pex5vsknk084sn02q"),
            ..sent()
        };
        let (_, mut pointers) = refused(&mut stage, &id, fields);
        pointers.sort();
        let expected = [
            "/cogsAccountId",
            "/inTransitWarehouseId",
            "/managerUserId",
            "/parentId",
            "/resupplyFrom/0",
            "/resupplyFrom/1",
            "/valuationAccountId",
        ];
        assert_eq!(pointers, expected);
    }

    #[test]
    fn a_warehouse_that_is_out_of_use_is_named_for_nothing_new_and_what_named_it_before_stays() {
        let mut stage = Stage::new();
        let id = made(&mut stage, "LON");
        let mut out_of_use = |code: &str, kind| {
            let other = made(&mut stage, code);
            let fields = WarehouseChange { kind: Some(kind), status: Some(WarehouseStatus::Inactive), ..sent() };
            stage.run(update(&other, fields)).expect("deactivated");
            other
        };
        let (old, way) = (out_of_use("OLD", WarehouseKind::Storage), out_of_use("WAY", WarehouseKind::InTransit));
        let resupplied = || WarehouseChange { resupply_from: Patch::Set(vec![Sought::of(&old)]), ..sent() };
        for (fields, code, pointer) in [
            (WarehouseChange { parent_id: named(&old), ..sent() }, Code::ParentNotUsable, "/parentId"),
            (
                WarehouseChange { in_transit_warehouse_id: named(&way), ..sent() },
                Code::ParentNotUsable,
                "/inTransitWarehouseId",
            ),
            (resupplied(), Code::WarehouseNotUsable, "/resupplyFrom/0"),
        ] {
            assert_eq!(refused(&mut stage, &id, fields), (code, vec![pointer.to_owned()]));
        }
        // Named before that was refused.
        let mut kept = stored(&stage, &id);
        kept.resupply_from = format!(r#"["{old}"]"#);
        (kept.parent_id, kept.in_transit_warehouse_id) = (WarehouseId::parse(&old), WarehouseId::parse(&way));
        stage.model.put(&kept);
        let renamed = WarehouseChange { name: Some("London".to_owned()), parent_id: named(&old), ..resupplied() };
        stage.run(update(&id, renamed)).expect("it stays");
    }

    #[test]
    fn an_account_must_exist_be_active_fit_its_use_and_be_kept_in_base_currency() {
        let mut stage = Stage::new();
        let id = made(&mut stage, "LON");
        let mut foreign = account("1201", AccountType::Asset, Some(crate::rows::ControlFor::Stock));
        foreign.currency = crate::value::CurrencyRef::parse("EUR");
        stage.run(foreign).expect("account");
        let mut group = account("5", AccountType::Expense, None);
        group.is_group = true;
        stage.run(group).expect("group");
        stage.run(account("5001", AccountType::Expense, None)).expect("account");
        let mut retired = stage.rows::<Account>().into_iter().find(|row| row.code == "5001").expect("account");
        retired.is_active = false;
        stage.model.put(&retired);
        let reference = |stage: &Stage, code: &str| named::<AccountId>(&id_of(stage, code));
        for (fields, code) in [
            (WarehouseChange { valuation_account_id: reference(&stage, "1000"), ..sent() }, Code::AccountNotUsable),
            (WarehouseChange { valuation_account_id: reference(&stage, "1201"), ..sent() }, Code::AccountNotUsable),
            (WarehouseChange { in_transit_account_id: reference(&stage, "5000"), ..sent() }, Code::AccountNotUsable),
            (WarehouseChange { cogs_account_id: reference(&stage, "5"), ..sent() }, Code::AccountNotUsable),
            (WarehouseChange { adjustment_account_id: reference(&stage, "5001"), ..sent() }, Code::AccountNotUsable),
            (WarehouseChange { scrap_account_id: reference(&stage, "1000"), ..sent() }, Code::AccountNotUsable),
            (
                WarehouseChange { scrap_account_id: named("acc_01h455vb4pex5vsknk084sn02q"), ..sent() },
                Code::UnknownReference,
            ),
        ] {
            assert_eq!(refused(&mut stage, &id, fields.clone()).0, code, "{fields:?}");
        }
        let good = WarehouseChange {
            valuation_account_id: reference(&stage, "1200"),
            in_transit_account_id: reference(&stage, "1200"),
            scrap_account_id: reference(&stage, "5000"),
            ..sent()
        };
        stage.run(update(&id, good)).expect("updated");
    }

    #[test]
    fn a_parent_is_another_warehouse_outside_of_the_own_tree_and_within_eight_levels() {
        let mut stage = Stage::new();
        let chain: Vec<String> = (1..=9).map(|number| made(&mut stage, &format!("W{number}"))).collect();
        let below = |parent: &str| WarehouseChange { parent_id: named(parent), ..sent() };
        for pair in chain[..8].windows(2) {
            stage.run(update(&pair[1], below(&pair[0]))).expect("up to eight levels");
        }
        let at_parent = |code| (code, vec!["/parentId".to_owned()]);
        assert_eq!(refused(&mut stage, &chain[8], below(&chain[7])), at_parent(Code::ParentTooDeep));
        assert_eq!(refused(&mut stage, &chain[0], below(&chain[8])), at_parent(Code::ParentTooDeep));
        assert_eq!(refused(&mut stage, &chain[0], below(&chain[3])), at_parent(Code::ParentCycle));
        assert_eq!(refused(&mut stage, &chain[0], below(&chain[0])), at_parent(Code::ParentCycle));
        assert_eq!(refused(&mut stage, &chain[0], below("wh_x")), at_parent(Code::UnknownReference));
        stage.run(update(&chain[1], WarehouseChange { parent_id: Patch::Null, ..sent() })).expect("a tree of its own");
    }

    #[test]
    fn a_new_default_takes_over_in_the_same_commit_and_there_is_always_one() {
        let mut stage = Stage::new();
        let (first, second) = (made(&mut stage, "A"), made(&mut stage, "B"));
        let default = |yes| WarehouseChange { is_default: Some(yes), ..sent() };
        assert_eq!(
            refused(&mut stage, &first, default(false)),
            (Code::WarehouseIsDefault, vec!["/isDefault".to_owned()])
        );
        let reply = stage.run(update(&second, default(true))).expect("takes over");
        assert_eq!((stored(&stage, &first).is_default, stored(&stage, &second).is_default), (false, true));
        assert_eq!((stored(&stage, &first).version, reply.version), (2, 2));
        assert_eq!(reply.facts.map(|(one, last)| last - one), Some(0), "one fact holds both rows");
        let asleep = WarehouseChange { status: Some(WarehouseStatus::Inactive), ..sent() };
        assert_eq!(refused(&mut stage, &second, asleep), (Code::WarehouseIsDefault, vec!["/status".to_owned()]));
    }

    #[test]
    fn the_last_active_one_and_one_that_others_refer_to_are_not_deactivated() {
        let mut stage = Stage::new();
        let (first, second) = (made(&mut stage, "A"), made(&mut stage, "B"));
        let asleep = || WarehouseChange { status: Some(WarehouseStatus::Inactive), ..sent() };
        stage
            .run(update(&first, WarehouseChange { resupply_from: Patch::Set(vec![Sought::of(&second)]), ..sent() }))
            .expect("set");
        assert_eq!(refused(&mut stage, &second, asleep()), (Code::WarehouseInUse, vec!["/status".to_owned()]));
        stage.run(update(&first, WarehouseChange { resupply_from: Patch::Null, ..sent() })).expect("cleared");
        stage.run(update(&second, asleep())).expect("deactivated");
        assert_eq!(refused(&mut stage, &first, asleep()).0, Code::WarehouseIsDefault);
        let mut row = stored(&stage, &first);
        row.is_default = false;
        stage.model.put(&row);
        assert_eq!(refused(&mut stage, &first, asleep()).0, Code::WarehouseIsLastActive);
        stage.run(update(&second, WarehouseChange { status: Some(WarehouseStatus::Frozen), ..sent() })).expect("woken");
    }

    #[test]
    fn codes_stay_unique_and_goods_in_transit_go_to_a_place_for_them() {
        let mut stage = Stage::new();
        let (first, second) = (made(&mut stage, "A"), made(&mut stage, "B"));
        let rejection =
            stage.run(update(&second, WarehouseChange { code: Some("a".to_owned()), ..sent() })).expect_err("taken");
        assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (Code::CodeTaken, "/code"));
        assert_eq!(rejection.resolutions[0].path, format!("/warehouses/{first}"));
        let transit = |id: &str| WarehouseChange { in_transit_warehouse_id: named(id), ..sent() };
        assert_eq!(refused(&mut stage, &first, transit(&second)).1, ["/inTransitWarehouseId"]);
        stage.run(update(&second, WarehouseChange { kind: Some(WarehouseKind::InTransit), ..sent() })).expect("kind");
        stage.run(update(&first, transit(&second))).expect("set");
    }

    #[test]
    fn no_object_of_a_warehouse_grows_beyond_its_limit_by_merges() {
        let mut stage = Stage::new();
        let warehouse = made(&mut stage, "A");
        let half = |key: &str| json(&format!(r#"{{"{key}":"{}"}}"#, "y".repeat(limits::METADATA_BYTES / 2)));
        type Sets = fn(Patch<Json>) -> WarehouseChange;
        let objects: [(&str, Sets); 4] = [
            ("/metadata", |metadata| WarehouseChange { metadata, ..sent() }),
            ("/address", |address| WarehouseChange { address, ..sent() }),
            ("/geo", |geo| WarehouseChange { geo, ..sent() }),
            ("/contact", |contact| WarehouseChange { contact, ..sent() }),
        ];
        for (pointer, change) in objects {
            stage.run(update(&warehouse, change(half("a")))).expect("the first half");
            let (code, pointers) = refused(&mut stage, &warehouse, change(half("b")));
            assert_eq!((code, pointers), (Code::LimitReached, vec![pointer.to_owned()]));
        }
    }
}
