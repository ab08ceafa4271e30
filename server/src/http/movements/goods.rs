//! What the movements of a page are about, in short: the first items, and the warehouses.

use std::collections::{BTreeMap, BTreeSet};

use domain::rows::StockMovement;
use domain::rows::movement_drafts::decode_drafts;
use domain::value::id::{ItemId, MovementId, OrganizationId, WarehouseId};
use store::Snapshot;
use store::read::movement_goods::{self, Breadth};

use crate::http::called::{Names, Naming, Wanted};
use crate::http::output::Id;
use crate::http::problem::Problem;

/// Items that are shown of a movement.
const SHOWN: usize = 2;

crate::output! {
    /// An item of a movement.
    pub struct MovementItem {
        pub item_id: Id<ItemId>,
        /// Null for callers who may not read items, like `name`.
        pub sku: Option<String>,
        pub name: Option<String>,
    }
}

impl MovementItem {
    /// The item with this id, still without its names.
    #[must_use]
    pub fn of(id: ItemId) -> Self {
        Self { item_id: Id(id), sku: None, name: None }
    }
}

impl Naming for MovementItem {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.items.insert(self.item_id.0);
    }

    fn name(&mut self, names: &Names) {
        let called = names.items.of(self.item_id);
        (self.sku, self.name) = (called.code, called.name);
    }
}

/// What a movement is about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// The first ones.
    items: Vec<ItemId>,
    /// The number of all of them.
    pub item_count: i64,
    /// That of all lines, if they have one.
    pub warehouse: Option<WarehouseId>,
    /// Where all lines go, if that is one.
    pub destination: Option<WarehouseId>,
}

impl About {
    /// The first items.
    pub fn items(&self) -> Vec<MovementItem> {
        self.items.iter().copied().map(MovementItem::of).collect()
    }

    /// Of the first lines of a movement.
    fn of(lines: &[LineGoods], breadth: &Breadth) -> Self {
        let mut items: Vec<ItemId> = Vec::new();
        for (item, ..) in lines {
            if items.len() < SHOWN && !items.contains(item) {
                items.push(*item);
            }
        }
        let warehouse = lines.first().map(|(_, warehouse, _)| *warehouse);
        let destination = lines.iter().find_map(|(.., destination)| *destination);
        Self {
            items,
            item_count: breadth.items,
            warehouse: warehouse.filter(|_| breadth.warehouses == 1),
            destination: destination.filter(|_| breadth.destinations == 1),
        }
    }
}

/// The item of a line, its warehouse, and where it goes.
type LineGoods = (ItemId, WarehouseId, Option<WarehouseId>);

/// What the movements of a page are about.
pub struct PageGoods(BTreeMap<MovementId, About>);

impl PageGoods {
    /// Reads it: of posted movements from their lines, of drafts from their bytes.
    pub async fn read(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        movements: &[StockMovement],
    ) -> Result<Self, Problem> {
        let sequences: Vec<i64> = movements.iter().filter_map(|movement| movement.seq).collect();
        let mut first: BTreeMap<i64, Vec<LineGoods>> = BTreeMap::new();
        for line in movement_goods::first_lines(snapshot, organization, &sequences).await? {
            first.entry(line.seq).or_default().push((line.item, line.warehouse, line.destination));
        }
        let mut posted: BTreeMap<i64, About> = BTreeMap::new();
        for breadth in movement_goods::breadths(snapshot, organization, &sequences).await? {
            let lines = first.get(&breadth.seq).map_or(&[][..], Vec::as_slice);
            posted.insert(breadth.seq, About::of(lines, &breadth));
        }
        let mut found = BTreeMap::new();
        for movement in movements {
            let about = match movement.seq {
                Some(seq) => posted.remove(&seq).unwrap_or_default(),
                None => of_draft(movement)?,
            };
            found.insert(movement.id, about);
        }
        Ok(Self(found))
    }

    /// What this one is about.
    pub fn of(&self, movement: &StockMovement) -> About {
        self.0.get(&movement.id).cloned().unwrap_or_default()
    }
}

fn of_draft(draft: &StockMovement) -> Result<About, Problem> {
    let lines = decode_drafts(&draft.draft_lines).map_err(|bad| Problem::unreadable("movements", draft.id, &bad))?;
    let lines: Vec<LineGoods> =
        lines.iter().map(|line| (line.item_id, line.warehouse_id, line.to_warehouse_id)).collect();
    let breadth = Breadth {
        seq: 0,
        items: count(lines.iter().map(|line| line.0.0)),
        warehouses: count(lines.iter().map(|line| line.1.0)),
        destinations: count(lines.iter().filter_map(|line| line.2).map(|id| id.0)),
    };
    Ok(About::of(&lines, &breadth))
}

/// How many different ids these are.
fn count(ids: impl Iterator<Item = [u8; 16]>) -> i64 {
    i64::try_from(ids.collect::<BTreeSet<_>>().len()).unwrap_or(i64::MAX)
}
