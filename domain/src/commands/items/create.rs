//! Creates an item.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::items::change::ItemChange;
use crate::stock::items::rules;
use crate::value::permission::Permission;
use crate::value::rejection::Rejection;

/// A new item; sku and name must be among the fields.
#[derive(Clone, Debug)]
pub struct CreateItem {
    pub fields: ItemChange,
}

impl Decide for CreateItem {
    const PERMISSION: Permission = Permission::ItemsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        self.fields.hint(keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        let mut faults = Vec::new();
        let proposed = rules::propose(book, None, ItemChange::blank(ctx), &self.fields, &mut faults)?;
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        if let Some(conflict) = rules::conflict(book, None, &proposed)? {
            return Err(conflict.rejection().into());
        }
        let id = proposed.item.id;
        rules::write(book, None, proposed)?;
        let recorded = book.record(ctx, FactKind::ItemCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::rows::items::Item;
    use crate::rows::{CostingMethod, ItemGtin, Tracking};
    use crate::stock::items::change::NewGtin;
    use crate::stock::labels::Gtin;
    use crate::testing::Stage;
    use crate::value::rejection::Code;
    use crate::value::units::{UnitCode, UnitConversion};
    use crate::value::{Decimal, Patch, limits};

    pub(crate) fn item(sku: &str) -> CreateItem {
        let fields =
            ItemChange { sku: Some(sku.to_owned()), name: Some(format!("Item {sku}")), ..ItemChange::default() };
        CreateItem { fields }
    }

    pub(crate) fn unit(code: &str) -> UnitCode {
        UnitCode::parse(code).expect("a code")
    }

    pub(crate) fn gtin(text: &str, unit_code: Option<&str>) -> NewGtin {
        NewGtin { gtin: Gtin::parse(text).expect("a GTIN"), unit: unit_code.map(unit) }
    }

    fn number(text: &str) -> Patch<Decimal> {
        Patch::Set(Decimal::parse(text).expect("a number"))
    }

    #[test]
    fn sku_and_name_are_enough_and_a_sku_is_the_same_in_any_case() {
        let mut stage = Stage::new();
        let first = stage.run(item("85123a")).expect("created").subject;
        let refused = stage.run(item("85123A")).expect_err("taken");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::CodeTaken, "/sku"));
        assert!(refused.resolutions[0].path.ends_with(&first));
        stage.run(item("ÄPFEL")).expect("created");
        assert_eq!(stage.run(item("äpfel")).expect_err("taken").code, Code::CodeTaken);
        let stored = stage.rows::<Item>().into_iter().find(|row| row.sku == "85123a").expect("stored");
        assert_eq!((stored.unit_code.as_str(), stored.costing_method), ("C62", CostingMethod::Fifo));
    }

    #[test]
    fn a_gtin_names_one_item_and_one_of_its_units() {
        let mut stage = Stage::new();
        let mut first = item("A");
        first.fields.units = Patch::Set(UnitConversion::new(unit("XCS"), 12, 1).into_iter().collect());
        first.fields.gtins = Patch::Set(vec![gtin("6291041500213", None), gtin("16291041500210", Some("XCS"))]);
        stage.run(first).expect("created");
        let stored = stage.rows::<ItemGtin>();
        let shown: Vec<_> = stored.iter().map(|row| (row.gtin.as_str(), row.unit_code.as_deref())).collect();
        assert_eq!(shown, [("06291041500213", None), ("16291041500210", Some("XCS"))]);
        let mut second = item("B");
        second.fields.gtins = Patch::Set(vec![gtin("96385074", None), gtin("6291041500213", None)]);
        let refused = stage.run(second).expect_err("taken");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::CodeTaken, "/gtins/1"));
    }

    /// The faults in it, by pointer.
    fn faults(change: impl FnOnce(&mut ItemChange)) -> Vec<(String, &'static str)> {
        let mut wrong = item("A");
        change(&mut wrong.fields);
        let refused = Stage::new().run(wrong).expect_err("refused");
        refused.errors.into_iter().map(|error| (error.pointer, error.code)).collect()
    }

    fn told<const N: usize>(pairs: [(&str, &'static str); N]) -> Vec<(String, &'static str)> {
        pairs.into_iter().map(|(pointer, code)| (pointer.to_owned(), code)).collect()
    }

    #[test]
    fn fields_that_contradict_each_other_are_all_told() {
        let conflict = Code::FieldsConflict.name();
        let found = faults(|fields| {
            fields.costing_method = Some(CostingMethod::Specific);
            (fields.min_quantity, fields.max_quantity) = (number("5"), number("4"));
            fields.gtins = Patch::Set(vec![gtin("96385074", Some("XPX")), gtin("96385074", None)]);
            let ratio = |code: &str| UnitConversion::new(unit(code), 2, 1);
            fields.units = Patch::Set([ratio("C62"), ratio("XBX"), ratio("XBX")].into_iter().flatten().collect());
        });
        let expected = [
            ("/gtins/1", conflict),
            ("/units/0/unitCode", conflict),
            ("/units/2/unitCode", conflict),
            ("/gtins/0/unitCode", conflict),
            ("/minQuantity", conflict),
            ("/costingMethod", conflict),
        ];
        assert_eq!(found, told(expected));
        let found = faults(|fields| {
            (fields.tracking, fields.quantity_decimals) = (Some(Tracking::Serial), Some(2));
        });
        assert_eq!(found, told([("/quantityDecimals", conflict)]));
    }

    #[test]
    fn quantities_have_the_decimals_of_the_item_and_stay_in_range() {
        let precision = Code::QuantityPrecision.name();
        let found = faults(|fields| {
            fields.quantity_decimals = Some(1);
            (fields.reorder_point, fields.min_quantity) = (number("1.50"), number("0.25"));
            (fields.fallback_cost, fields.weight_kg) = (number("0.1234567"), number("99999999999"));
            fields.category_code = Some("none".to_owned());
        });
        let expected = [
            ("/categoryCode", Code::UnknownReference.name()),
            ("/fallbackCost", precision),
            ("/weightKg", Code::AmountOutOfRange.name()),
            ("/minQuantity", precision),
        ];
        assert_eq!(found, told(expected));
        let found = faults(|fields| {
            let digits = |number: usize| format!("{:0>7}", number);
            let key = |number| {
                let digits = digits(number);
                format!("{digits}{}", crate::stock::labels::check_digit::check_digit(&digits).expect("digits"))
            };
            fields.gtins = Patch::Set((0..=limits::GTINS_PER_ITEM).map(|number| gtin(&key(number), None)).collect());
        });
        assert_eq!(found, told([("/gtins", Code::LimitReached.name())]));
    }
}
