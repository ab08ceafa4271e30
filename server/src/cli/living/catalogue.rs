//! What the made-up company trades in, with whom, and where it lies. Skus, names and prices of goods and the numbers of
//! customers are those of the demo's file; suppliers, costs and all else are made up.

/// An item, its bin, and how it is bought and sold.
#[derive(Clone, Copy, Debug)]
pub struct Good {
    pub sku: &'static str,
    pub name: &'static str,
    pub category: &'static str,
    /// Where it lies in the depot.
    pub bin: &'static str,
    /// What a customer pays for one, in pence, without tax.
    pub price: i64,
    /// What one costs, in hundredths of the supplier's currency.
    pub cost: i64,
    /// Its place in [`SUPPLIERS`].
    pub supplier: usize,
    /// Days until a lot expires; `None` for goods without lots.
    pub keeps: Option<i64>,
    /// What is ordered up to.
    pub most: i64,
    /// How often it is sold, against the others.
    pub often: u64,
}

/// A short row of [`GOODS`].
#[rustfmt::skip]
const fn good(sku: &'static str, name: &'static str, at: (&'static str, &'static str), prices: (i64, i64), supplier: usize, most: i64, often: u64) -> Good {
    Good { sku, name, category: at.0, bin: at.1, price: prices.0, cost: prices.1, supplier, keeps: None, most, often }
}

/// The same for goods that expire.
const fn keeps(good: Good, days: i64) -> Good {
    Good { keeps: Some(days), ..good }
}

/// All items.
#[rustfmt::skip]
pub const GOODS: [Good; 24] = [
    good("85123A", "White hanging heart T-light holder", ("HOME", "A-01"), (255, 112), 0, 960, 12),
    good("22423", "Regency cakestand 3 tier", ("KITCHEN", "A-02"), (1275, 610), 0, 160, 5),
    good("22960", "Jam making set with jars", ("KITCHEN", "A-03"), (425, 198), 0, 360, 6),
    good("22961", "Jam making set printed", ("KITCHEN", "A-04"), (145, 66), 0, 720, 8),
    good("37370", "Retro coffee mugs assorted", ("KITCHEN", "A-05"), (125, 58), 0, 720, 7),
    good("21071", "Vintage billboard drink me mug", ("KITCHEN", "A-06"), (251, 118), 0, 360, 4),
    good("22726", "Alarm clock bakelike green", ("HOME", "B-01"), (375, 176), 1, 360, 5),
    good("22727", "Alarm clock bakelike red", ("HOME", "B-02"), (375, 176), 1, 360, 6),
    good("84879", "Assorted colour bird ornament", ("HOME", "B-03"), (169, 74), 1, 960, 8),
    good("22469", "Heart of wicker small", ("HOME", "B-04"), (165, 71), 1, 720, 6),
    good("22470", "Heart of wicker large", ("HOME", "B-05"), (295, 131), 1, 480, 4),
    good("82482", "Wooden picture frame white finish", ("HOME", "B-06"), (255, 119), 1, 360, 4),
    good("22752", "Set 7 babushka nesting boxes", ("TOYS", "C-01"), (850, 421), 3, 200, 4),
    good("22745", "Poppy's playhouse bedroom", ("TOYS", "C-02"), (210, 101), 3, 360, 4),
    good("22748", "Poppy's playhouse kitchen", ("TOYS", "C-03"), (210, 101), 3, 360, 4),
    good("22197", "Small popcorn holder", ("TOYS", "C-04"), (85, 37), 3, 960, 6),
    good("21212", "Pack of 72 retrospot cake cases", ("PARTY", "C-05"), (55, 22), 3, 1200, 9),
    good("85099B", "Jumbo bag red retrospot", ("BAGS", "C-06"), (195, 88), 3, 960, 9),
    keeps(good("22969", "Homemade jam scented candles", ("CANDLES", "D-01"), (145, 68), 2, 960, 8), 330),
    keeps(good("72741", "Grand chocolate candle", ("CANDLES", "D-02"), (145, 70), 2, 720, 6), 270),
    keeps(good("21121", "Set/10 red polkadot party candles", ("CANDLES", "D-03"), (125, 57), 2, 960, 7), 365),
    keeps(good("22551", "Plasters in tin spaceboy", ("CARE", "D-04"), (165, 79), 2, 480, 4), 180),
    keeps(good("22553", "Plasters in tin skulls", ("CARE", "D-05"), (165, 79), 2, 480, 4), 180),
    good("22114", "Hot water bottle tea and sympathy", ("CARE", "D-06"), (395, 184), 1, 300, 5),
];

/// Categories by code.
pub const CATEGORIES: [(&str, &str); 7] = [
    ("HOME", "Home"),
    ("KITCHEN", "Kitchen"),
    ("TOYS", "Toys"),
    ("PARTY", "Party"),
    ("BAGS", "Bags"),
    ("CANDLES", "Candles"),
    ("CARE", "Care"),
];

/// Who buys or sells, and on which terms.
#[derive(Clone, Copy, Debug)]
pub struct Trader {
    pub code: &'static str,
    pub name: &'static str,
    pub currency: &'static str,
    /// Days until an invoice is due.
    pub terms: i64,
    /// For a customer, how often it buys against the others; for a supplier, days until its goods come.
    pub pace: u64,
}

#[rustfmt::skip]
const fn trader(code: &'static str, name: &'static str, currency: &'static str, terms: i64, pace: u64) -> Trader {
    Trader { code, name, currency, terms, pace }
}

/// Customers, by the numbers that the file has.
#[rustfmt::skip]
pub const CUSTOMERS: [Trader; 12] = [
    trader("17850", "Harbour Street Gifts", "GBP", 30, 9),
    trader("12748", "The Copper Kettle", "GBP", 14, 7),
    trader("15574", "Wren & Daughter", "GBP", 30, 6),
    trader("18118", "Moorland Garden Centre", "GBP", 30, 6),
    trader("17059", "Bexley Toy Cupboard", "GBP", 14, 5),
    trader("15880", "St Ives Surf and Shell Company Limited", "GBP", 30, 4),
    trader("17841", "Corner House", "GBP", 14, 5),
    trader("13174", "Abbey Museum Shop", "GBP", 30, 3),
    trader("14911", "Galway Bay Crafts", "EUR", 30, 5),
    trader("12472", "Geschenkideen Lindner", "EUR", 30, 4),
    trader("12567", "La Petite Boutique", "EUR", 45, 3),
    trader("12725", "Regali di Via Garibaldi", "EUR", 30, 2),
];

/// Suppliers.
#[rustfmt::skip]
pub const SUPPLIERS: [Trader; 4] = [
    trader("S-STOKE", "Potteries of Stoke", "GBP", 30, 9),
    trader("S-ALBION", "Albion Homewares", "GBP", 30, 6),
    trader("S-GRASSE", "Bougies de Grasse", "EUR", 30, 12),
    trader("S-SONNE", "Sonneberger Spielwaren", "EUR", 45, 14),
];

/// Others that are paid.
pub const OTHERS: [(&str, &str); 4] = [
    ("X-HAUL", "Northway Haulage"),
    ("X-TAX", "Revenue and Customs"),
    ("X-LAND", "Millbrook Estates"),
    ("X-POWER", "Severn Power and Water"),
];

/// The warehouse whose goods lie in bins.
pub const DEPOT: &str = "DEPOT";
/// The shop in front of it.
pub const SHOP: &str = "SHOP";
