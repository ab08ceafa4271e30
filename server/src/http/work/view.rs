//! Something to be done, as it is answered.

use domain::value::id::{PartyId, WarehouseId};
use domain::value::movement_kind::MovementKind;

use crate::http::called::{Names, Naming, Wanted};
use crate::http::movements::goods::MovementItem;
use crate::http::output::{At, Id, Named};

domain::named_enum! {
    /// What is to be done.
    WorkKind {
        /// Goods come from outside: drafts of receipts and returns.
        Receive = "receive",
        /// Goods come from another warehouse: they are in transit.
        ReceiveTransfer = "receiveTransfer",
        /// Goods lie where they came in.
        PutAway = "putAway",
        /// Goods are to leave: drafts, and active reservations.
        Ship = "ship",
        /// Goods are being counted.
        Count = "count",
    }

    /// What something to be done is about.
    WorkSubject {
        Movement = "movement",
        Location = "location",
        Reservation = "reservation",
        Count = "count",
    }

    /// What somebody may do next.
    WorkAct {
        /// Post the draft.
        Post = "post",
        /// Receive the transfer.
        Receive = "receive",
        /// Move goods to another bin.
        Move = "move",
        /// Issue what is reserved.
        Issue = "issue",
        /// Record quantities of the count.
        Record = "record",
    }
}

crate::wire_enum! {
    WorkKind = "WorkKind",
    WorkSubject = "WorkSubject",
    WorkAct = "WorkAct",
}

crate::output! {
    /// Something to be done in a warehouse.
    pub struct WorkRow {
        pub kind: Named<WorkKind>,
        pub subject: Named<WorkSubject>,
        /// That of the subject.
        pub id: String,
        /// The reference or external id of a document, or the code of a location.
        pub number: Option<String>,
        /// The status of a document.
        pub status: Option<String>,
        pub movement_kind: Option<Named<MovementKind>>,
        /// Where goods in transit come from.
        pub from_warehouse_id: Option<Id<WarehouseId>>,
        pub from_warehouse_code: Option<String>,
        pub party_id: Option<Id<PartyId>>,
        /// Null for callers who may not read parties.
        pub party_name: Option<String>,
        /// When the draft's goods move, or the reservation expires.
        pub due_at: Option<At>,
        /// When the document was made, goods in transit left, or stock was expected for a count.
        pub since: Option<At>,
        /// Lines that are left, or goods that are told apart.
        pub line_count: i64,
        /// The first items, two at most; none of a location or a count.
        pub items: Vec<MovementItem>,
        /// What the caller has the right to do with it next.
        pub allowed: Vec<Named<WorkAct>>,
    }

    /// A page of what is to be done.
    pub struct WorkPage {
        pub data: Vec<WorkRow>,
        pub next_cursor: Option<String>,
    }
}

impl WorkRow {
    /// A row that says nothing else.
    pub fn of(kind: WorkKind, subject: WorkSubject, id: String) -> Self {
        Self {
            kind: Named(kind),
            subject: Named(subject),
            id,
            number: None,
            status: None,
            movement_kind: None,
            from_warehouse_id: None,
            from_warehouse_code: None,
            party_id: None,
            party_name: None,
            due_at: None,
            since: None,
            line_count: 0,
            items: Vec::new(),
            allowed: Vec::new(),
        }
    }
}

impl Naming for WorkRow {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.warehouses.extend(self.from_warehouse_id.map(|id| id.0));
        wanted.parties.extend(self.party_id.map(|id| id.0));
        self.items.iter().for_each(|item| item.ask(wanted));
    }

    fn name(&mut self, names: &Names) {
        self.from_warehouse_code = names.warehouses.maybe(self.from_warehouse_id).code;
        self.party_name = names.parties.maybe(self.party_id).name;
        self.items.iter_mut().for_each(|item| item.name(names));
    }
}
